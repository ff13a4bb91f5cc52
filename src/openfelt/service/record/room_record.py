"""The room's own stream: its events as journal records, both ways, and who was on the roll when.

A record that the room only notes has a name and a payload that nobody here reads.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar, get_args

import msgspec
from msgspec.structs import asdict

from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, Record, StoredRecord
from openfelt.room import account_events, till
from openfelt.room.house import ROOM
from openfelt.room.offices import Officer
from openfelt.room.people import EVENTS, NO_RULES, NOBODY, PeopleEvent, Person, PlayRules, PlayRuleSet
from openfelt.room.playing import Left, Standing, standing_of
from openfelt.room.purses import ChipsIssued, ChipsRedeemed
from openfelt.room.roll import (
    AccountOpened,
    Member,
    Noted,
    Roll,
    RollEvent,
    RoomStreamEvent,
    evolve,
    named,
    offices_of_roles,
)
from openfelt.service.record.refold import read_stream
from openfelt.service.record.shapes import SHAPES, payload_of, written

ROLL: Final[dict[str, Any]] = {kind.__name__: kind for kind in get_args(RollEvent)}
PLAIN: Final = (*EVENTS, *till.EVENTS, *account_events.EVENTS)  # whose citations are those of the record
PEOPLE: Final[dict[str, Any]] = {kind.__name__: kind for kind in PLAIN}
CHIPS: Final[dict[str, Any]] = {kind.__name__: kind for kind in (ChipsIssued, ChipsRedeemed)}
UNREADABLE: Final = (OpenfeltError, msgspec.DecodeError, UnicodeDecodeError)


class Chips(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record says of chips that were issued or redeemed; the citations stand in the record."""

    account: str
    amount: int
    reason: str = ""


def room_record(event: RoomStreamEvent, actor: str, time_ms: int) -> Record:
    """The journal record of an event. Whoever opens an account is its actor; chips without a reason are the house's."""
    name = type(event).__name__
    if isinstance(event, Noted):
        return written(event.name, msgspec.json.encode(event.what), actor=actor, time_ms=time_ms)
    if isinstance(event, ChipsIssued | ChipsRedeemed):
        payload = msgspec.json.encode(Chips(event.account, event.amount, event.reason))
        return written(name, payload, cites=event.cites, actor=actor if event.reason else "house", time_ms=time_ms)
    if isinstance(event, PLAIN):
        told = {field: value for field, value in asdict(event).items() if field != "cites"}
        return written(name, msgspec.json.encode(told), cites=event.cites, actor=actor, time_ms=time_ms)
    by = event.account if isinstance(event, AccountOpened) else actor
    return written(name, msgspec.json.encode(event), cites=event.cites, actor=by, time_ms=time_ms)


def room_event(record: Record) -> RoomStreamEvent:
    """The event that a record stores, in whichever shape."""
    if record.name in ROLL:
        event: RollEvent = msgspec.json.decode(payload_of(record), type=ROLL[record.name])
        return event
    if record.name in PEOPLE:
        said = msgspec.json.decode(payload_of(record))
        found: PeopleEvent | till.TillEvent | account_events.AccountEvent = msgspec.convert(
            {**said, "cites": record.cites}, PEOPLE[record.name]
        )
        return found
    if record.name in CHIPS:
        chips = msgspec.json.decode(payload_of(record), type=Chips)
        made: ChipsIssued | ChipsRedeemed = CHIPS[record.name](**asdict(chips), cites=record.cites)
        return made
    return Noted(record.name, msgspec.json.decode(record.payload))


def fold_roll(journal: Reader, roll: Roll) -> Iterator[tuple[StoredRecord, RoomStreamEvent | Exception]]:
    """Fold the room's stream into a roll; yields each record with its event, or with why it cannot be read.

    A record that cannot be read grants nothing; the audit names it.
    """
    for one in read_stream(journal, ROOM):
        if one.record.name not in ROLL and one.record.name not in PEOPLE:
            continue
        try:
            event = room_event(one.record)
            evolve(roll, event)
        except UNREADABLE as bad:
            yield one, bad
        else:
            yield one, event


def read_roll(journal: Reader) -> Roll:
    """The roll as a journal has it."""
    roll = Roll()
    for _ in fold_roll(journal, roll):
        pass
    return roll


class RollHistory:
    """Who held which offices when: each member as of every entry that changed anything about it."""

    def __init__(self, journal: Reader) -> None:
        self.kept_since = 0  # the entry in which the room began to keep a roll; 0 if it never did
        self._entries: dict[str, list[int]] = {}
        self._members: dict[str, list[Member | None]] = {}
        self._persons: dict[str, list[tuple[int, Person]]] = {}
        self._rules: list[tuple[int, PlayRules]] = []
        roll = Roll()
        for one, event in fold_roll(journal, roll):
            if isinstance(event, Exception):
                continue
            if isinstance(event, (*till.EVENTS, *account_events.EVENTS)):
                continue
            if isinstance(event, EVENTS):
                self._note_people(event, one.entry, roll)
                continue
            if roll.is_kept and not self.kept_since:
                self.kept_since = one.entry
            for account in named(event):
                self._entries.setdefault(account, []).append(one.entry)
                self._members.setdefault(account, []).append(roll.members.get(account))

    def before(self, account: str, entry: int) -> Member | None:
        """A member as the roll stood before an entry."""
        at = bisect_left(self._entries.get(account, []), entry)
        return self._members[account][at - 1] if at else None

    def _note_people(self, event: PeopleEvent, entry: int, roll: Roll) -> None:
        if isinstance(event, PlayRuleSet):
            self._rules.append((entry, roll.people.rules))
        else:
            self._persons.setdefault(event.account, []).append((entry, roll.people.of(event.account)))

    def standing_fault(self, player: str, told: Standing, entry: int, at_ms: int) -> str:
        """What the record of that moment says otherwise than an order about somebody who wanted to play.

        What was brought and played until then was counted from the same journal; here only that no limit was passed
        over, and that none leaves more than it is.
        """
        person = last_before(self._persons.get(player, ()), entry, NOBODY)
        is_member = self.before(player, entry) is not None
        due = standing_of(person, last_before(self._rules, entry, NO_RULES) if is_member else NO_RULES, at_ms)
        is_same = (due.unchecked, due.barred) == (told.unchecked, told.barred)
        return "" if is_same and within(due.money, told.money) and within(due.minutes, told.minutes) else (
            "the house's record said otherwise then about whether this person may play"
        )  # fmt: skip

    def fault(self, officer: Officer, stream: str, entry: int) -> str:
        """How the roll of that moment contradicts what an order says of the officer who gave it."""
        if not self.kept_since or entry < self.kept_since:
            return ""
        member = self.before(officer.account, entry)
        if member is None or member.name != officer.name:
            return f"the roll did not know {officer.name} then"
        held = member.offices_at(stream)
        return "" if held == officer.offices else f"{officer.name} held {' and '.join(held) or 'no office'} then"


T = TypeVar("T")


def last_before(several: Sequence[tuple[int, T]], entry: int, otherwise: T) -> T:
    """What stood before an entry."""
    return next((one for at, one in reversed(several) if at < entry), otherwise)


def within(due: Sequence[Left], told: Sequence[Left]) -> bool:
    """Whether the limits that were told are these, each leaving no more than the limit itself."""
    known = [(one.period, one.limit) for one in due] == [(one.period, one.limit) for one in told]
    return known and all(0 <= one.left <= one.limit for one in told)


# -- old records -------------------------------------------------------------------------------------------------------


def _with_offices(old: dict[str, Any]) -> dict[str, Any]:
    """An account of earlier releases had roles and no offices: the floor's becomes Assistant Gaming Manager."""
    return {**old, "offices": msgspec.to_builtins(offices_of_roles(old.get("roles", ())))}


@SHAPES.upgrades("AccountOpened", 1)
def opened_with_offices(old: Any) -> Any:  # noqa: ANN401 - JSON of the old shape
    """Shape 1 had no offices."""
    return _with_offices(old)


@SHAPES.upgrades("AccountsAdopted", 1)
def adopted_with_offices(old: Any) -> Any:  # noqa: ANN401 - JSON of the old shape
    """Shape 1 had no offices."""
    return {**old, "accounts": [_with_offices(one) for one in old["accounts"]]}
