"""The room's own stream decided again: accounts, offices, chips issued and redeemed, and what was only noted."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import Any

from openfelt.journal import Reader, StoredPosting, StoredRecord
from openfelt.journal.verify import Verdict
from openfelt.room import house, words
from openfelt.room.house import ROOM, RoomDecided
from openfelt.room.roll import Roll, evolve
from openfelt.room.words import MUTES, SAID, WordsDecided
from openfelt.service.record.asked import DecidedOrder
from openfelt.service.record.audit import Read
from openfelt.service.record.entry_audit import EntryReplay, verdict_of
from openfelt.service.record.recalled import Recalled
from openfelt.service.record.refold import RecordBroken, read_stream
from openfelt.service.record.room_record import UNREADABLE, RollHistory, room_event
from openfelt.service.record.words_record import words_event


def check_room(journal: Reader) -> Verdict:
    """Take the room's own streams from their beginning, and check every order and posting."""
    said = [one for one in journal.streams() if one.startswith(SAID)]
    history = SpokenHistory(journal)
    replays = [RoomReplay(journal, ROOM), *(WordsReplay(journal, one, history) for one in (MUTES, *said))]
    return verdict_of(ROOM, replays, of="the room itself")


class RoomReplay(EntryReplay):
    """The roll, entry by entry."""

    def __init__(self, journal: Reader, stream: str) -> None:
        super().__init__(journal, stream)
        self.roll = Roll()

    def event_of(self, one: StoredRecord) -> Any:  # noqa: ANN401 - any event of the stream
        """The event of a record; None if it cannot be read."""
        try:
            return room_event(one.record)
        except UNREADABLE:
            return None

    def decide(self, asked: DecidedOrder, given: Recalled) -> RoomDecided | WordsDecided:
        """What the order gives."""
        return house.decide(self.roll, asked.order, given)

    def fold(self, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Record one event."""
        evolve(self.roll, event)

    def require_lines(self, lines: list[StoredPosting], entry: list[Read]) -> None:
        """Refuse an entry that lacks a ledger line of its events."""
        require_among(lines, entry)

    def follow(self, entry: list[Read]) -> None:
        """The events of an entry fold."""
        for one, event in entry:
            self.at = one.version
            if event is None:
                raise RecordBroken(f"{one.record.name} cannot be read")
            try:
                self.fold(event)
            except UNREADABLE as bad:
                raise RecordBroken(f"{one.record.name} does not fit: {bad}") from None


class SpokenHistory(RollHistory):
    """Who held which offices when, and who was muted when."""

    def __init__(self, journal: Reader) -> None:
        super().__init__(journal)
        self._mutes: list[tuple[int, words.WordsEvent]] = []
        for one in read_stream(journal, MUTES):
            with contextlib.suppress(*UNREADABLE):
                self._mutes.append((one.entry, words_event(one.record, MUTES)))

    def muted_before(self, player: str, entry: int) -> words.PersonMuted | None:
        """The mute of a person that was in force before an entry, if any."""
        known = [event for at, event in self._mutes if at < entry and event.player == player]
        return known[-1] if known and isinstance(known[-1], words.PersonMuted) else None


class WordsReplay(RoomReplay):
    """What was said at a table, or who was muted, entry by entry."""

    def __init__(self, journal: Reader, stream: str, history: SpokenHistory) -> None:
        super().__init__(journal, stream)
        self.spoken = history
        self.words = words.Words()

    def event_of(self, one: StoredRecord) -> Any:  # noqa: ANN401 - any event of the stream
        """The event of a record; None if it cannot be read."""
        try:
            return words_event(one.record, self.stream)
        except UNREADABLE:
            return None

    def decide(self, asked: DecidedOrder, given: Recalled) -> WordsDecided:
        """What the order gives."""
        return words.decide(self.words, asked.order, given)

    def fold(self, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Record one event."""
        words.evolve(self.words, event, self.at)

    def require_giver(self, order: Any, name: str, first: StoredRecord) -> None:  # noqa: ANN401 - any order
        """Refuse an order of another, of an officer who was none then, and words that pass over a mute."""
        super().require_giver(order, name, first)
        if isinstance(order, words.Say):
            is_so = order.muted == self.spoken.muted_before(order.player, first.entry)
            fault = "" if is_so else "the floor had directed otherwise about this person"
        else:
            fault = self.spoken.fault(order.by, order.stream, first.entry)
        if fault:
            self.at = first.version
            raise RecordBroken(f"entry {first.entry}: {name}: {fault}")


def require_among(postings: list[StoredPosting], entry: list[Read]) -> None:
    """Refuse an entry without an order that lacks a ledger line of its events; others may be of another stream."""
    found = Counter((line.account, line.amount) for line in postings)
    due = Counter((str(line.account), line.amount) for _, event in entry for line in house.postings(event))
    if lacking := sorted({account for account, _ in due - found}):
        raise RecordBroken(f"entry {entry[0][0].entry} lacks ledger lines of its events: {', '.join(lacking)[:200]}")
