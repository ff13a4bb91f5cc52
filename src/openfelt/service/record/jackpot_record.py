"""A jackpot's stream: its events as journal records, both ways, and its fold."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

import msgspec

from openfelt.cage import accounts
from openfelt.errors import InvariantBroken, NotationError
from openfelt.jackpots import JackpotDecided, Pool, evolve
from openfelt.jackpots.events import JackpotHappening
from openfelt.journal import Reader, Record
from openfelt.service.record.refold import UNFIT, RecordBroken, read_stream
from openfelt.service.record.shapes import event_payload, written_event
from openfelt.table.codec import decode_card, encode

PREFIX: Final = "jackpot."
KINDS: Final[dict[str, Any]] = {f"{PREFIX}{kind.__name__}": kind for kind in get_args(JackpotHappening)}


def jackpot_record(event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of a jackpot
    """The journal record of an event."""
    return written_event(f"{PREFIX}{type(event).__name__}", event, encode, actor=actor, time_ms=at_ms)


@cache
def decoder_of(kind: type) -> msgspec.json.Decoder[Any]:
    """What reads a kind of event; made when it is first asked for, as most rooms have no jackpot."""
    return msgspec.json.Decoder(kind, dec_hook=decode_card)


def event_of(record: Record) -> Any:  # noqa: ANN401 - any event of a jackpot
    """The event that a record stores, in whichever shape."""
    if record.name not in KINDS:
        raise NotationError(f"no event of a jackpot is called {record.name!r}")
    try:
        return decoder_of(KINDS[record.name]).decode(event_payload(record))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotationError(f"record {record.name!r} cannot be read: {bad}") from None


def load(journal: Reader, stream: str) -> tuple[Pool, int]:
    """Fold a jackpot's stream; refused if it does not fold, or if the ledger holds something else."""
    state, version = Pool(), 0
    for one in read_stream(journal, stream):
        fold_record(state, one.record)
        version = one.version
    if wrong := ledger_fault(journal, state):
        raise RecordBroken(wrong)
    return state, version


def fold_record(state: Pool, record: Record) -> Any:  # noqa: ANN401 - any event of a jackpot
    """Record one stored event; what it says must fit."""
    try:
        event = event_of(record)
        evolve(state, event)
    except NotationError as bad:
        raise RecordBroken(bad.message) from None
    except InvariantBroken as fault:
        raise RecordBroken(str(fault)) from None
    except UNFIT as fault:
        raise RecordBroken(f"{record.name} does not fit ({type(fault).__name__})") from None
    return event


def ledger_fault(journal: Reader, state: Pool) -> str:
    """What does not agree between the jackpot's own count and the ledger; empty when all does."""
    if state.phase == "empty":
        return ""
    held = journal.balance(accounts.jackpot_held(state.name))
    if held != state.meters.held:
        return f"the ledger has {held} set aside and the jackpot {state.meters.held}"
    increments = state.meters.increments(journal.balance(accounts.jackpot(state.name)))
    return f"the pool holds {-increments} less than was paid into it" if increments < 0 else ""


def require_moved(before: Pool, made: JackpotDecided) -> None:
    """Refuse ledger lines that do not set aside and pay what the events say."""
    held = accounts.jackpot_held(made.after.name)
    moved = sum(line.amount for line in made.postings if line.account == held)
    if moved != made.after.meters.held - before.meters.held:
        raise InvariantBroken(f"account {held} would not hold what the jackpot says")
    pool = accounts.jackpot(made.after.name)
    into = sum(line.amount for line in made.postings if line.account == pool)
    if before.meters.increments(0) != made.after.meters.increments(into):
        raise InvariantBroken(f"account {pool} would not hold what the jackpot says")
