"""One table from hand to hand: who sits where with what, where the button is, who owes which blind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from openfelt.errors import InvariantBroken
from openfelt.games import Sign
from openfelt.room import events as r
from openfelt.room.rules import ROOM_RULES, RoomRules

Status = Literal["playing", "out", "post", "wait"]


@dataclass(slots=True)
class Place:
    """One occupied seat. `missed` are the blinds, by number, that fell on it while its player was away."""

    seat: int
    player: str
    stack: int
    status: Status
    bot: str = ""
    newcomer: bool = False
    missed: tuple[int, ...] = ()
    out_at_blind: bool = False
    leaving: bool = False
    declared: bool = False
    queued: int = 0


@dataclass(slots=True)
class Table:
    """The state that a table's events fold into."""

    name: str
    sign: Sign
    live: bool = False
    places: dict[int, Place] = field(default_factory=dict)
    button: int = 0
    number: int = 0
    dealt: tuple[int, ...] = ()
    in_hand: bool = False
    passed: frozenset[int] = frozenset()
    first_orbit: bool = True
    hold_button: bool = False
    notice: r.NoticeGiven | None = None
    notice_number: int = 0
    closed: bool = False

    @property
    def rules(self) -> RoomRules:
        """How the table's rulebook runs a table."""
        return ROOM_RULES[self.sign.rulebook]

    def place_of(self, player: str) -> Place | None:
        """Where a player sits."""
        return next((place for place in self.places.values() if place.player == player), None)

    def clockwise(self, start: int) -> list[Place]:
        """The occupied places clockwise from the left of a seat, that seat last."""
        seats = sorted(self.places)
        return [self.places[seat] for seat in seats if seat > start] + [
            self.places[seat] for seat in seats if seat <= start
        ]

    def copy(self) -> Table:
        """A table that can be changed without touching this one."""
        twin = replace(self)
        twin.places = {seat: replace(place) for seat, place in self.places.items()}
        return twin

    @property
    def money(self) -> int:
        """All chips on and beside the table."""
        return sum(place.stack + place.queued for place in self.places.values())


def begin(event: r.TableOpened) -> Table:
    """The table that a first event opens."""
    return Table(event.table, event.sign, event.live)


def evolve(table: Table, event: Any) -> None:  # noqa: ANN401 - any member of RoomEvent; dispatched by type
    """Record one event."""
    _RECORD[type(event)](table, event)


def _taken(table: Table, event: r.SeatTaken) -> None:
    status: Status = "playing" if event.entry == "now" else event.entry
    table.places[event.seat] = Place(
        event.seat, event.player, event.stake, status, event.bot, newcomer=event.entry != "now"
    )


def _left(table: Table, event: r.SeatLeft) -> None:
    del table.places[event.seat]


def _leave_asked(table: Table, event: r.LeaveAsked) -> None:
    table.places[event.seat].leaving = True


def _added(table: Table, event: r.StakeAdded) -> None:
    table.places[event.seat].stack += event.amount


def _queued(table: Table, event: r.StakeQueued) -> None:
    table.places[event.seat].queued += event.amount


def _sat_out(table: Table, event: r.SatOut) -> None:
    place = table.places[event.seat]
    if event.at_blind:
        place.out_at_blind = True
    else:
        place.status = "out"


def _came_back(table: Table, event: r.CameBack) -> None:
    place = table.places[event.seat]
    place.status = "playing" if event.entry == "now" else event.entry
    place.out_at_blind = False


def _changed(table: Table, event: r.SeatChanged) -> None:
    place = table.places.pop(event.seat)
    place.seat = event.to
    if event.entry != "now":
        place.status, place.newcomer = event.entry, True
    table.places[event.to] = place


def _missed(table: Table, event: r.BlindMissed) -> None:
    place = table.places[event.seat]
    if event.blind not in place.missed:
        place.missed += (event.blind,)
    if place.out_at_blind:
        place.out_at_blind, place.status = False, "out"


def _declared(table: Table, event: r.Declared) -> None:
    table.places[event.seat].declared = True


def _opened(table: Table, event: r.HandOpened) -> None:
    if event.button < table.button:
        table.first_orbit = False
    table.passed |= {event.button}
    table.button, table.number, table.dealt, table.in_hand = event.button, event.number, event.seats, True
    for seat in event.seats:
        place = table.places[seat]
        place.status, place.newcomer, place.missed = "playing", False, ()


def _hand_closed(table: Table, event: r.HandClosed) -> None:
    before = sum(table.places[seat].stack for seat, _ in event.stacks)
    if before != sum(chips for _, chips in event.stacks) + event.taken:
        raise InvariantBroken(f"hand {event.number} of {table.name} changed the chips at the table")
    for seat, chips in event.stacks:
        place = table.places[seat]
        place.stack = chips + place.queued
        place.queued = 0
    table.in_hand, table.dealt = False, ()
    table.hold_button = event.keep_button


def _noticed(table: Table, event: r.NoticeGiven) -> None:
    table.notice, table.notice_number = event, table.number


def _sign_changed(table: Table, event: r.SignChanged) -> None:
    table.sign, table.notice = event.sign, None


def _closed(table: Table, event: r.TableClosed) -> None:  # noqa: ARG001 - one signature for every event
    table.closed, table.notice = True, None


_RECORD: Final[dict[type, Callable[[Table, Any], None]]] = {
    r.SeatTaken: _taken,
    r.SeatLeft: _left,
    r.LeaveAsked: _leave_asked,
    r.StakeAdded: _added,
    r.StakeQueued: _queued,
    r.SatOut: _sat_out,
    r.CameBack: _came_back,
    r.SeatChanged: _changed,
    r.BlindMissed: _missed,
    r.Declared: _declared,
    r.HandOpened: _opened,
    r.HandClosed: _hand_closed,
    r.NoticeGiven: _noticed,
    r.SignChanged: _sign_changed,
    r.TableClosed: _closed,
}
