"""What somebody has brought to the tables, and for how long they have played, counted from the journal.

Nothing is kept for it: the lines of one purse are read from the newest back, and seats that were taken and left are
read once, from thirty days ago on, as soon as somebody's time matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from openfelt.cage import accounts
from openfelt.journal import Reader, StoredRecord
from openfelt.room.people import PERIOD_MS, PERIODS, Kind, Period, Person
from openfelt.room.playing import NOTHING, Used, brought
from openfelt.service.record.pit_record import PREFIX

MINUTE_MS: Final = 60_000
CHUNK: Final = 5_000
NO_PLAY: Final = ("issue", "redeem", "correct", "change")  # reasons of lines by which nothing comes from a table
BEGINS: Final = frozenset({"SeatTaken", "PlayerReceived", "PlayerReturned", "EntrantSeated", f"{PREFIX}Joined"})
ENDS: Final = frozenset(
    {"SeatLeft", "PlayerSent", "Eliminated", "EntrantRemoved", f"{PREFIX}Left", f"{PREFIX}SeatVacated"}
)
CHANGES_HANDS: Final = "SubstituteSeated"  # one leaves, another has the seat
COUNTED: Final = BEGINS | ENDS | {CHANGES_HANDS}


class PlayMeter:
    """Counts for those who have set limits or want to be told."""

    def __init__(self, journal: Reader) -> None:
        self._journal = journal
        self._read_to = -1  # the position of the last record that was looked at; -1 before any
        self._seats: dict[tuple[str, int], str] = {}  # who sits where, by stream and seat
        self._since: dict[str, dict[str, int]] = {}  # since when somebody sits, by stream
        self._spells: dict[str, list[tuple[int, int]]] = {}  # from when to when somebody sat somewhere

    def used(self, account: str, person: Person, at_ms: int) -> Used:
        """How much of a person's own limits has been used."""
        money, time = periods(person, "loss", at_ms), periods(person, "time", at_ms)
        if not money and not time:
            return NOTHING
        return Used(
            {one: self.brought(account, at_ms - PERIOD_MS[one]) for one in money},
            {one: self.played_ms(account, at_ms - PERIOD_MS[one], at_ms) // MINUTE_MS for one in time},
        )

    def brought(self, account: str, since_ms: int) -> int:
        """Cents that left a purse for play since then and have not come back."""
        return brought(self.lines(account, since_ms))

    def result(self, account: str, since_ms: int) -> int:
        """What play has won a purse since then, or (-) cost it, without chips that are still on a table."""
        return sum(self.lines(account, since_ms))

    def lines(self, account: str, since_ms: int) -> Iterable[int]:
        """The amounts of a purse's ledger lines since then that are about play, in order."""
        found = self._journal.account_lines(accounts.purse(account), since_ms)
        return (amount for amount, reason in found if reason not in NO_PLAY)

    def played_ms(self, account: str, since_ms: int, at_ms: int) -> int:
        """How long somebody has had a seat or a box since then; two at the same time count once."""
        self.read_on(at_ms)
        spells = [*self._spells.get(account, ())]
        spells += [(begun, at_ms) for begun in self._since.get(account, {}).values()]
        total, covered = 0, since_ms
        for begun, over in sorted(spells):
            total += max(0, over - max(begun, covered))
            covered = max(covered, over)
        return total

    def sits_since(self, account: str, at_ms: int) -> int:
        """Since when somebody has sat without a break, at whichever table; 0 if nowhere."""
        self.read_on(at_ms)
        return min(self._since.get(account, {}).values(), default=0)

    # -- reading -----------------------------------------------------------------------------------------------------

    def read_on(self, at_ms: int) -> None:
        """Look at the records that are new; the first time at those of thirty days."""
        if self._read_to < 0:
            self._read_to = self.first_position(at_ms - PERIOD_MS["month"])
        while found := self._journal.records(self._read_to, CHUNK):
            for one in found:
                if one.record.name in COUNTED:
                    self.count(one)
            self._read_to = found[-1].position

    def first_position(self, since_ms: int) -> int:
        """A position before the first record since then."""
        at = self._journal.head().position
        while at > 0:
            at = max(0, at - CHUNK)
            first = self._journal.records(at, 1)
            if first and first[0].record.time_ms < since_ms:
                break
        return at

    def count(self, one: StoredRecord) -> None:
        """A seat was taken, or left."""
        said: dict[str, Any] = msgspec.json.decode(one.record.payload)
        player = said.get("player") or said.get("who", {}).get("player", "")
        place = one.stream, said.get("seat", said.get("box", 0))
        if one.record.name == CHANGES_HANDS:
            self.leave(player, one)
            player = said["substitute"]
        if one.record.name in BEGINS or one.record.name == CHANGES_HANDS:
            if player and place[1]:
                self._seats[place] = player
                self._since.setdefault(player, {})[one.stream] = one.record.time_ms
            return
        player = player or self._seats.get(place, "")
        self.leave(player, one)

    def leave(self, player: str, one: StoredRecord) -> None:
        """Stop counting somebody who has left that table."""
        begun = self._since.get(player, {}).pop(one.stream, None)
        if begun is not None:
            self._spells.setdefault(player, []).append((begun, one.record.time_ms))


def periods(person: Person, kind: Kind, at_ms: int) -> Mapping[Period, int]:
    """The limits of a kind that a person has, by period."""
    found = {one: person.limit(kind, one) for one in PERIODS}
    return {period: one.at(at_ms) for period, one in found.items() if one is not None and one.at(at_ms)}
