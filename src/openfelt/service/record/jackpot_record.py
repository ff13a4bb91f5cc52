"""A jackpot's stream: its events, and that its own count and the ledger agree."""

from __future__ import annotations

from typing import Final

from openfelt.cage import accounts
from openfelt.errors import InvariantBroken
from openfelt.jackpots import Pool, evolve
from openfelt.jackpots.events import JackpotHappening
from openfelt.journal import Reader
from openfelt.service.record.kept import KeptEvents, Made

JACKPOT_EVENTS: Final = KeptEvents("jackpot.", JackpotHappening, evolve, of="a jackpot")


def ledger_fault(journal: Reader, state: Pool) -> str:
    """How the jackpot's own count differs from the ledger; empty if they agree."""
    if state.phase == "empty":
        return ""
    held = journal.balance(accounts.jackpot_held(state.name))
    if held != state.meters.held:
        return f"the ledger has {held} set aside and the jackpot {state.meters.held}"
    increments = state.meters.increments(journal.balance(accounts.jackpot(state.name)))
    return f"the pool holds {-increments} less than was paid into it" if increments < 0 else ""


def require_moved(before: Pool, made: Made) -> None:
    """Refuse ledger lines that do not set aside and pay what the events say."""
    held = accounts.jackpot_held(made.after.name)
    moved = sum(line.amount for line in made.postings if line.account == held)
    if moved != made.after.meters.held - before.meters.held:
        raise InvariantBroken(f"account {held} would not hold what the jackpot says")
    pool = accounts.jackpot(made.after.name)
    into = sum(line.amount for line in made.postings if line.account == pool)
    if before.meters.increments(0) != made.after.meters.increments(into):
        raise InvariantBroken(f"account {pool} would not hold what the jackpot says")
