"""What the sections of a day's file hold, and how it shows that nothing was left out of one.

Streams of the room, of promotions and of jackpots are in the file whole: every record of an entry that has an order to
one of them is there, and the record's hash is one of those that the chain covers. Of tables and pits, whose records
name cards, the file has the acts of staff: which of them an entry must have follows from its orders, which the chain
covers too. So a row that is taken out disagrees with the entry it came from. Knows names and streams, no game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import msgspec

from openfelt.journal.day_file import DayEntry, DayFile, Ordered, Proof
from openfelt.journal.records import StoredRecord
from openfelt.journal.verify import Fault

CLOSING: Final = "closing"  # the record that closed the day
ROOM: Final = "room"  # the section of what else the room's own stream has
BESIDE: Final = "beside"  # what another stream has in the same entry
WHOLE: Final = ("room", "promotion/", "jackpot/")  # streams that are in the file record by record


@dataclass(frozen=True, slots=True)
class Section:
    """The records of a section: of streams that begin so, and of these names (all, if none are named)."""

    stream: str
    names: frozenset[str] = frozenset()

    def has(self, stream: str, name: str) -> bool:
        """Whether a record belongs to it."""
        return stream.startswith(self.stream) and (not self.names or name in self.names)


# A layer that keeps a stream of its own adds its line here.
SECTIONS: Final[Mapping[str, tuple[Section, ...]]] = {
    CLOSING: (Section("room", frozenset({"ActConfirmed"})),),
    "tills": (
        Section("room", frozenset({"ActProposed", "ActConfirmed", "ActWithdrawn", "CashChanged", "DealerSeated"})),
    ),
    "boxes": (Section("table/", frozenset({"BoxCounted"})),),
    "rulings": (
        Section("table/", frozenset({"RulingMade", "PowerUsed", "FloorAnswered", "PlayerBarred", "PlayerReadmitted"})),
        Section("pit/", frozenset({"StaffOrdered", "FloorAnswered"})),
    ),
    "exclusions": (
        Section("room", frozenset({"PersonExcluded", "ExclusionEnded", "WayBackAsked", "PlayRuleSet"})),
    ),
    "offices": (
        Section(
            "room", frozenset({"OfficeGiven", "OfficeEnded", "OfficeHandedOver", "OfficerAbsent", "OfficerBack"})
        ),
    ),
    "chips": (Section("room", frozenset({"ChipsIssued", "ChipsRedeemed"})),),
    "promotions": (Section("promotion/"),),
    "jackpots": (Section("jackpot/"),),
}  # fmt: skip
EVERY: Final = (*SECTIONS, ROOM, BESIDE)

# The record that an order of staff at a table gives, once.
DUE: Final[Mapping[str, frozenset[str]]] = {
    "OnFloor": frozenset({"RulingMade", "PowerUsed"}),
    "AnswerCall": frozenset({"FloorAnswered"}),
    "LetBack": frozenset({"PlayerReadmitted"}),
    "CountBox": frozenset({"BoxCounted"}),
    "ByStaff": frozenset({"StaffOrdered"}),
}
# What staff enters at a house-banked table without an act of its own.
PLAY: Final = frozenset({
    "Call", "Cut", "Deal", "DealFlop", "DealRiver", "DeclareBonus", "Fold", "Join", "Leave", "NextRound", "NoMoreBets",
    "Rack", "Raise", "SettleBonus", "SettleBox", "ShowHand", "SpokenWager", "Stay", "TakeUp", "TurnCommunity",
    "TurnDealer", "Wager", "Withdraw",
})  # fmt: skip


# -- what belongs where ------------------------------------------------------------------------------------------------


def is_whole(stream: str) -> bool:
    """Whether every record of a stream is in the file."""
    return stream == WHOLE[0] or stream.startswith(WHOLE[1:])


def sections_of(stream: str, name: str, *, closes: bool, beside: bool) -> tuple[str, ...]:
    """Which sections a record belongs to; `closes`: of the entry that closed the day, `beside`: of an entry that has
    an order to a whole stream.
    """
    found = tuple(
        key
        for key, rows in SECTIONS.items()
        if (key != CLOSING or closes) and any(row.has(stream, name) for row in rows)
    )
    if found:
        return found
    return (ROOM,) if is_whole(stream) else (BESIDE,) if beside else ()


def shows_all(entry: DayEntry) -> bool:
    """Whether an entry has an order to a whole stream: then all of its records are in the file."""
    return any(is_whole(one.stream) for one in entry.orders)


def sections_of_record(one: StoredRecord, entry: DayEntry, last: int) -> tuple[str, ...]:
    """Which sections a stored record belongs to."""
    return sections_of(one.stream, one.record.name, closes=one.entry == last, beside=shows_all(entry))


def due_of(order: Ordered) -> frozenset[str]:
    """The names of which an order at a table gives one record; none for what is no act of staff."""
    asked: dict[str, Any] = msgspec.json.decode(order.payload)["order"]
    said = asked["order"] if asked.get("type") == "ByOfficer" else asked
    if said.get("type") == "ByStaff":
        is_ruling = said["command"]["type"] not in PLAY and (said.get("officer") or said.get("by"))
        return DUE["ByStaff"] if is_ruling else frozenset()
    return DUE.get(str(said.get("type")), frozenset())


# -- whether it is whole -----------------------------------------------------------------------------------------------


def section_fault(day: DayFile) -> Fault | None:
    """The first thing that the sections lack, or have beyond what belongs there."""
    if wrong := sorted(set(EVERY) ^ set(day.sections)):
        what = "is no section of a day" if wrong[0] in day.sections else "is not in the file"
        return Fault(f"section {wrong[0]}", what)
    proofs: dict[tuple[str, int], Proof] = {}
    found: dict[tuple[str, int], set[str]] = defaultdict(set)
    for name, several in day.sections.items():
        for one in several:
            place = one.stream, one.version
            if proofs.setdefault(place, one) != one or name in found[place]:
                return Fault(f"{name}, {one.stream} record {one.version}", "stands there twice")
            found[place].add(name)
    faults = (
        *misplaced(day, proofs, found),
        *left_out(day, proofs.values()),
        *broken_streams(proofs.values()),
    )
    return faults[0] if faults else None


def misplaced(
    day: DayFile, proofs: Mapping[tuple[str, int], Proof], found: Mapping[tuple[str, int], set[str]]
) -> Iterator[Fault]:
    """Records that are not in every section they belong to, or in one they do not."""
    for place, one in proofs.items():
        entry = day.entries[one.entry - day.before.entry - 1]
        due = sections_of(one.stream, one.name, closes=one.entry == day.after.entry, beside=shows_all(entry))
        for name in sorted({*due} ^ found[place]):
            what = "is missing from the section" if name in due else "does not belong to the section"
            yield Fault(f"{name}, {one.stream} record {one.version}", what)


def left_out(day: DayFile, proofs: Iterable[Proof]) -> Iterator[Fault]:
    """Entries of which a record is missing that the file has to show."""
    by_entry: dict[int, list[Proof]] = defaultdict(list)
    for one in proofs:
        by_entry[one.entry].append(one)
    for number, entry in enumerate(day.entries, start=day.before.entry + 1):
        shown = by_entry[number]
        if shows_all(entry) and len(shown) != len(entry.records):
            where = ", ".join(sorted({one.stream for one in entry.orders}))
            yield Fault(f"entry {number} ({where})", f"has {len(entry.records)} records; {len(shown)} are in the file")
        for order in entry.orders:
            due = due_of(order)
            made = sum(1 for one in shown if one.stream == order.stream and one.name in due)
            if due and made != 1:
                what = f"an order gave {' or '.join(sorted(due))}; {made} are in the file"
                yield Fault(f"entry {number} ({order.stream})", what)


def broken_streams(proofs: Iterable[Proof]) -> Iterator[Fault]:
    """Whole streams in which a record does not follow the one before it."""
    streams: dict[str, list[Proof]] = defaultdict(list)
    for one in proofs:
        if is_whole(one.stream):
            streams[one.stream].append(one)
    for stream, several in sorted(streams.items()):
        for before, after in pairwise(sorted(several, key=lambda one: one.version)):
            if after.version != before.version + 1 or after.previous != before.link:
                yield Fault(f"{stream} record {after.version}", f"does not follow record {before.version}")


def ends_of(day: DayFile) -> tuple[dict[str, int], dict[str, int]]:
    """The first and the last version of each whole stream in a day."""
    versions: dict[str, list[int]] = defaultdict(list)
    for one in (one for several in day.sections.values() for one in several if is_whole(one.stream)):
        versions[one.stream].append(one.version)
    return {of: min(several) for of, several in versions.items()}, {
        of: max(several) for of, several in versions.items()
    }
