"""The room's own stream: its events as journal records, both ways, and who was on the roll when.

A record that the room only notes has a name and a payload that nobody here reads.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import asdict

from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, Record
from openfelt.room.house import ROOM
from openfelt.room.offices import Officer
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
CHIPS: Final[dict[str, Any]] = {kind.__name__: kind for kind in (ChipsIssued, ChipsRedeemed)}
UNREADABLE: Final = (OpenfeltError, msgspec.DecodeError, UnicodeDecodeError)


class Chips(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record says of chips that were issued or redeemed; its citations are the record's."""

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
    by = event.account if isinstance(event, AccountOpened) else actor
    return written(name, msgspec.json.encode(event), actor=by, time_ms=time_ms)


def room_event(record: Record) -> RoomStreamEvent:
    """The event that a record stores, in whichever shape."""
    if record.name in ROLL:
        event: RollEvent = msgspec.json.decode(payload_of(record), type=ROLL[record.name])
        return event
    if record.name in CHIPS:
        chips = msgspec.json.decode(payload_of(record), type=Chips)
        made: ChipsIssued | ChipsRedeemed = CHIPS[record.name](**asdict(chips), cites=record.cites)
        return made
    return Noted(record.name, msgspec.json.decode(record.payload))


def read_roll(journal: Reader) -> Roll:
    """The roll as a journal has it. A record that cannot be read grants nothing; the audit names it."""
    roll = Roll()
    for one in read_stream(journal, ROOM):
        if one.record.name not in ROLL:
            continue
        try:
            evolve(roll, room_event(one.record))
        except UNREADABLE:
            continue
    return roll


class RollHistory:
    """Who held which offices when: each member as of every entry that changed anything about it."""

    def __init__(self, journal: Reader) -> None:
        self.kept_since = 0  # the entry in which the room began to keep a roll; 0 if it never did
        self._entries: dict[str, list[int]] = {}
        self._members: dict[str, list[Member | None]] = {}
        roll = Roll()
        for one in read_stream(journal, ROOM):
            if one.record.name not in ROLL:
                continue
            try:
                event = room_event(one.record)
                evolve(roll, event)
            except UNREADABLE:
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

    def fault(self, officer: Officer, stream: str, entry: int) -> str:
        """What the roll of that moment says otherwise than an order about the officer who gave it."""
        if not self.kept_since or entry < self.kept_since:
            return ""
        member = self.before(officer.account, entry)
        if member is None or member.name != officer.name:
            return f"the roll did not know {officer.name} then"
        held = member.offices_at(stream)
        return "" if held == officer.offices else f"{officer.name} held {' and '.join(held) or 'no office'} then"


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
