"""A promotion's stream: its events as journal records, both ways, its fold, and what an order to it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol, get_args

import msgspec

from openfelt.cage import Posting, accounts
from openfelt.cage.accounts import Account
from openfelt.errors import InvariantBroken, NotationError
from openfelt.journal import Reader, Record, Sealed
from openfelt.promotions import deciding
from openfelt.promotions.events import PromotionEvent, postings
from openfelt.promotions.facts import PromotionGiven
from openfelt.promotions.orders import PromotionOrder
from openfelt.promotions.promotion import Promotion, evolve
from openfelt.room.playing import Standing
from openfelt.service.deck.draws import draw_from
from openfelt.service.deck.entries import entries_root
from openfelt.service.record.refold import UNFIT, RecordBroken, read_stream
from openfelt.service.record.shapes import event_payload, written_event
from openfelt.service.record.tournament_record import sealed_as
from openfelt.table.codec import encode

PREFIX: Final = "promotion."
KINDS: Final[dict[str, Any]] = {f"{PREFIX}{kind.__name__}": kind for kind in get_args(PromotionEvent)}


def event_record(event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of a promotion
    """The journal record of an event."""
    return written_event(f"{PREFIX}{type(event).__name__}", event, encode, actor=actor, time_ms=at_ms)


@cache
def decoder_of(kind: type) -> msgspec.json.Decoder[Any]:
    """What reads a kind of event; made when it is first asked for, as most rooms have no promotion."""
    return msgspec.json.Decoder(kind)


def event_of(record: Record) -> Any:  # noqa: ANN401 - any event of a promotion
    """The event that a record stores, in whichever shape."""
    if record.name not in KINDS:
        raise NotationError(f"no event of a promotion is called {record.name!r}")
    try:
        return decoder_of(KINDS[record.name]).decode(event_payload(record))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotationError(f"record {record.name!r} cannot be read: {bad}") from None


# -- deciding ----------------------------------------------------------------------------------------------------------


class Source(Protocol):
    """Where what a decision is given comes from: the running room, or what is stored with the order."""

    @property
    def at_ms(self) -> int:
        """The time, UTC in milliseconds."""

    @property
    def sealed(self) -> list[Sealed]:
        """The draws that this decision commits to."""

    def balance(self, account: Account) -> int:
        """What an account of the ledger holds."""

    def standing(self, player: str) -> Standing:
        """How somebody who wants to take part stands with the house."""

    def commit(self, name: str, count: int) -> str:
        """The root of a draw that is shown later."""


def given_by(
    source: Source, journal: Reader, stream: str, barred: Sequence[str], prescribed: tuple[str, ...]
) -> PromotionGiven:
    """What a decision about a promotion is given. Its draws are sealed under the name of its stream."""

    def commit(number: str, tickets: Sequence[str]) -> tuple[str, str]:
        name = sealed_as(stream, number)
        root = source.commit(name, len(tickets))
        sealed = next(one for one in source.sealed if one.shuffle == name)
        return entries_root(sealed, tickets).hex(), root

    def draw(number: str, count: int) -> tuple[int, ...]:
        found = draw_from(sealed_draw(journal, stream, number))
        if len(found) != count:
            raise InvariantBroken(f"draw {number} of {stream} was sealed for {len(found)} entries, not {count}")
        return found

    return PromotionGiven(source.at_ms, source.balance, frozenset(barred), prescribed, commit, draw, source.standing)


def sealed_draw(journal: Reader, stream: str, number: str) -> Sealed:
    """The sealed draw of a promotion; refused if there is none."""
    found = journal.sealed(sealed_as(stream, number))
    if found is None:
        raise NotationError(f"draw {number} of {stream} has no sealed seed")
    return found


def persons(order: Any) -> set[str]:  # noqa: ANN401 - any order to a promotion
    """Whom an order names to take part."""
    if hasattr(order, "counted"):
        return {one.player for one in order.counted}
    return {order.player} if getattr(order, "player", "") else set()


@dataclass(frozen=True, slots=True)
class PromotionDecided:
    """What an order to a promotion does: the promotion after it, what happened, and its ledger lines."""

    after: Promotion
    events: tuple[Any, ...]
    postings: tuple[Posting, ...]


def decide(state: Promotion, order: PromotionOrder, given: PromotionGiven) -> PromotionDecided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    events = deciding.decide(state, order, given)
    after = state.copy()
    for event in events:
        evolve(after, event)
    return PromotionDecided(after, events, tuple(line for event in events for line in postings(event)))


def require_moved(before: Promotion, made: PromotionDecided) -> None:
    """Refuse ledger lines that are not the difference of what the promotion's own account holds before and after."""
    mine = accounts.promotion(made.after.name)
    moved = sum(line.amount for line in made.postings if line.account == mine)
    if moved != made.after.money - before.money:
        raise InvariantBroken(f"account {mine} would not hold what the promotion says")


# -- the fold ----------------------------------------------------------------------------------------------------------


def load(journal: Reader, stream: str, note: Callable[[int, int, Any], None]) -> tuple[Promotion, int]:
    """Fold a promotion's stream; refused if it does not fold, or if the ledger holds something else.

    `note` is told the number, the time and what happened.
    """
    state, version = Promotion(), 0
    for one in read_stream(journal, stream):
        event = fold_record(state, one.record)
        version = one.version
        note(version, one.record.time_ms, event)
    if wrong := ledger_fault(journal, state):
        raise RecordBroken(wrong)
    return state, version


def fold_record(state: Promotion, record: Record) -> Any:  # noqa: ANN401 - any event of a promotion
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


def ledger_fault(journal: Reader, state: Promotion) -> str:
    """What does not agree between the promotion's own count of its money and the ledger; empty when all does."""
    if not state.name:
        return ""
    found = journal.balance(accounts.promotion(state.name))
    if found != state.money:
        return (
            f"account {accounts.promotion(state.name)} holds {found} in the ledger and {state.money} by the promotion"
        )
    return ""
