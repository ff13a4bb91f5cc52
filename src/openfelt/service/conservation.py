"""Chips are conserved at every entry: what the ledger is told to move is what moved at the table, account by account.

Always on, not only in tests: an entry that would let table and ledger part is not stored, and the table stops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from openfelt.cage import Posting, accounts
from openfelt.errors import InvariantBroken
from openfelt.service.standing import Standing
from openfelt.service.stream import HandVoided
from openfelt.service.trial import Trial


class ChipsLost(InvariantBroken):
    """Table and ledger would part; `account` is the one in which they would."""

    def __init__(self, account: str, table: int, ledger: int) -> None:
        super().__init__(f"account {account} changes by {table} at the table and by {ledger} in the ledger")
        self.account = account


def chips_at(standing: Standing) -> dict[str, int]:
    """What lies at a table by its own count: each player's stake, chips on their way included, and the pot."""
    table, hand = standing.table, standing.hand
    stacks: dict[int, int] = {}
    counted: dict[str, int] = {}
    if hand is not None and standing.is_dealt:
        stacks = dict(zip(hand.seats, hand.stacks, strict=True))
        counted[accounts.pot(table.name)] = hand.pot
    for seat, place in table.places.items():
        counted[accounts.stake(table.name, place.player)] = stacks.get(seat, place.stack) + place.queued
    return counted


def require_conserved(before: Standing, trial: Trial) -> None:
    """Refuse an entry of a poker table whose postings are not the chips that moved."""
    require_moved(trial.table.name, (chips_at(before), chips_at(trial.standing)), trial.events, trial.postings)


def require_moved(
    table: str, chips: tuple[dict[str, int], dict[str, int]], events: Iterable[Any], postings: Iterable[Posting]
) -> None:
    """Refuse postings that are not the difference of two counts. Only the void of a broken record corrects both."""
    if any(type(event) is HandVoided for event in events):
        return
    pot, stakes = accounts.pot(table), f"stake/{table}/"
    moved = Counter(chips[1])
    moved.subtract(chips[0])
    posted: Counter[str] = Counter()
    for line in postings:
        if line.account == pot or line.account.startswith(stakes):
            posted[line.account] += line.amount
    for account in moved.keys() | posted.keys():
        if moved[account] != posted[account]:
            raise ChipsLost(account, moved[account], posted[account])
