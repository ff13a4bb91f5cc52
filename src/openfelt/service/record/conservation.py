"""Chips are conserved at every entry: what the ledger is told to move is what moved at the table, account by account.

Always on, not only in tests: an entry that would let table and ledger part is not stored, and the table stops.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from openfelt.cage import Posting
from openfelt.errors import InvariantBroken
from openfelt.room.house_events import HandVoided
from openfelt.room.state import TableState
from openfelt.room.table_accounts import TableAccounts

POT: Final = ""  # nobody's name


class ChipsLost(InvariantBroken):
    """Table and ledger would part; `account` is the one in which they would."""

    def __init__(self, account: str, table: int, ledger: int) -> None:
        super().__init__(f"account {account} changes by {table} at the table and by {ledger} in the ledger")
        self.account = account


def chips_at(state: TableState) -> dict[str, int]:
    """The chips at a table by its own count: each player's stake, including chips on their way, and the pot."""
    table, hand = state.table, state.hand
    stacks: dict[int, int] = {}
    counted: dict[str, int] = {POT: 0}
    if hand is not None and state.is_dealt:
        stacks = dict(zip(hand.seats, hand.stacks, strict=True))
        counted[POT] = hand.pot
    for seat, place in table.places.items():
        counted[place.player] = stacks.get(seat, place.stack) + place.queued
    return counted


def require_moved(
    at_table: TableAccounts,
    chips: tuple[Mapping[str, int], Mapping[str, int]],
    events: Iterable[Any],
    postings: Iterable[Posting],
) -> None:
    """Refuse postings that are not the difference of two counts. Only the void of a broken record corrects both."""
    before, after = chips
    pot, stakes = at_table.pot, at_table.stakes
    due = dict(before)
    for line in postings:
        if line.account == pot:
            due[POT] += line.amount
        elif line.account.startswith(stakes):
            player = line.account[len(stakes) :]
            due[player] = due.get(player, 0) + line.amount
    if due == after:
        return
    for who in due.keys() | after.keys():
        there, here = due.get(who, 0), after.get(who, 0)
        if there != here and not any(type(event) is HandVoided for event in events):
            start = before.get(who, 0)
            raise ChipsLost(pot if who == POT else f"{stakes}{who}", here - start, there - start)
