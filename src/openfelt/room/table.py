"""One table from hand to hand: who sits where with what, where the button is, who owes which blind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from msgspec.structs import replace

from openfelt.errors import InvariantBroken
from openfelt.games import Sign
from openfelt.room import events as r
from openfelt.room.rules import ROOM_RULES, RoomRules
from openfelt.rulebooks import Cites

Status = Literal["playing", "out", "post", "wait"]


@dataclass(frozen=True, slots=True)
class Before:
    """How a place stood when it was dealt in: after a misdeal it stands so again, and owes what it owed."""

    status: Status
    newcomer: bool
    moved: bool
    missed: tuple[int, ...]
    idle_hands: int
    idle_from: int
    put_off: int


@dataclass(slots=True)
class Place:
    """One occupied seat. `missed` are the blinds, by number, that fell on it while its player was away."""

    seat: int
    player: str
    stack: int
    status: Status
    bot: str = ""
    newcomer: bool = False
    moved: bool = False  # to a seat that costs a blind or a wait
    missed: tuple[int, ...] = ()
    out_at_blind: bool = False
    leaving: bool = False
    declared: bool = False
    queued: int = 0
    excused: bool = False
    idle_hands: int = 0  # rounds of play completed since this place was last dealt in
    idle_from: int = -1  # how far the button had come when it was first not dealt in
    before: Before | None = None  # while dealt in
    left_out: bool = False  # of the round of play that goes on
    lost_all: bool = False  # nothing of the stake was left: the next one is an initial stake again
    put_off: int = 0  # live players that moves have put between this place and its last blind, since it was last paid
    brought: int = 0  # the stake as it was when chips were last brought to it
    must_make_up: Cites = ()  # why the player must have the minimum stake before another round of play

    def copy(self) -> Place:
        """A place that can be changed without touching this one."""
        twin = object.__new__(Place)
        for name in Place.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin


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
    first_button: int = 0
    last_blind: int = 0  # the seat that posted the last blind of the latest round of play
    travelled: int = 0  # seats the button has gone clockwise since the first round of play
    stood_empty: bool = False  # nobody has sat here at some moment since the last round of play
    hold_button: bool = False
    redeal: r.HandOpened | None = None  # the hand that goes on, or was misdealt, with those still in their seats
    notice: r.NoticeGiven | None = None
    notice_number: int = 0
    notice_rounds: int = 0  # begun since the notice and completed
    closed: bool = False
    only: str = ""
    freeze_out: bool = False
    barred: dict[str, r.PlayerBarred] = field(default_factory=dict)  # who is excluded from the game
    directions: tuple[r.DirectionGiven, ...] = ()  # of the floor, until they are lifted

    @property
    def rules(self) -> RoomRules:
        """How the table's rulebook runs a table."""
        return ROOM_RULES[self.sign.rulebook]

    def place_of(self, player: str) -> Place | None:
        """Where a player sits."""
        for place in self.places.values():
            if place.player == player:
                return place
        return None

    def clockwise(self, start: int) -> list[Place]:
        """The occupied places clockwise from the left of a seat, that seat last."""
        seats = sorted(self.places)
        return [self.places[seat] for seat in seats if seat > start] + [
            self.places[seat] for seat in seats if seat <= start
        ]

    def button_has_passed(self, seat: int) -> bool:
        """Whether the button has gone once round the table, or past a seat of its first way round."""
        seats = self.sign.seats
        return self.travelled >= seats or (seat - self.first_button) % seats <= self.travelled

    def idle_orbits(self, place: Place) -> int:
        """How often the button has gone round since a place was last dealt in."""
        return (self.travelled - place.idle_from) // self.sign.seats if place.idle_from >= 0 else 0

    def copy(self) -> Table:
        """A table that can be changed without touching this one."""
        twin = object.__new__(Table)
        for name in Table.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.places = {seat: place.copy() for seat, place in self.places.items()}
        twin.barred = self.barred.copy()
        return twin

    @property
    def money(self) -> int:
        """All chips on and beside the table."""
        return sum(place.stack + place.queued for place in self.places.values())


def begin(event: r.TableOpened) -> Table:
    """The table that a first event opens."""
    return Table(event.table, event.sign, event.live, only=event.only, freeze_out=event.freeze_out)


def evolve(table: Table, event: Any) -> None:  # noqa: ANN401 - any member of RoomEvent; dispatched by type
    """Record one event."""
    _RECORD[type(event)](table, event)


def _taken(table: Table, event: r.SeatTaken) -> None:
    status: Status = "playing" if event.entry == "now" else event.entry
    table.places[event.seat] = Place(
        event.seat,
        event.player,
        event.stake,
        status,
        event.bot,
        newcomer=bool(table.number),
        brought=event.stake,
    )


def _left(table: Table, event: r.SeatLeft | r.Eliminated) -> None:
    del table.places[event.seat]
    table.stood_empty = table.stood_empty or not table.places
    _out_of_redeal(table, event.seat)


def _out_of_redeal(table: Table, seat: int) -> None:
    """Who leaves the seat, or comes to it, is not the player of the misdealt hand."""
    if table.redeal is not None:
        table.redeal = replace(table.redeal, seats=tuple(one for one in table.redeal.seats if one != seat))


def _leave_asked(table: Table, event: r.LeaveAsked) -> None:
    table.places[event.seat].leaving = True


def _leave_withdrawn(table: Table, event: r.LeaveWithdrawn) -> None:
    table.places[event.seat].leaving = False


def _added(table: Table, event: r.StakeAdded) -> None:
    place = table.places[event.seat]
    _bring(table, place, event.amount)
    _made_up(table, place)


def _bring(table: Table, place: Place, amount: int) -> None:
    """Chips come to the stake. The minimum is for a first stake: whoever had it may add to what play has left."""
    least = table.sign.min_stake
    was_short = place.lost_all or place.brought < least
    place.stack += amount
    place.brought = place.stack if was_short else max(place.stack, least)


def _made_up(table: Table, place: Place) -> None:
    """A short stake that has reached the minimum is in order again (nsw-poker 8.2.1.2)."""
    if place.stack >= table.sign.min_stake:
        place.must_make_up = ()


def _queued(table: Table, event: r.StakeQueued) -> None:
    table.places[event.seat].queued += event.amount


def _corrected(table: Table, event: r.StakeCorrected) -> None:
    place, sign = table.places[event.seat], table.sign
    place.stack += event.by
    place.lost_all = place.lost_all and not place.stack
    # A ruling brings what was brought nearer to the limits, never past them; a fee taken from the stake is no breach.
    if event.by > 0 and place.brought < sign.min_stake:
        place.brought = min(sign.min_stake, place.brought + event.by)
    elif event.by < 0 < sign.max_stake < place.brought:
        place.brought = max(sign.max_stake, place.brought + event.by)


def _stake_required(table: Table, event: r.StakeRequired) -> None:
    table.places[event.seat].must_make_up = event.cites


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
    if event.entry == "wait" and table.redeal is not None and event.seat not in dict(table.redeal.blinds):
        _out_of_redeal(table, event.seat)


def _changed(table: Table, event: r.SeatChanged) -> None:
    place = table.places.pop(event.seat)
    _out_of_redeal(table, event.seat)
    place.seat = event.to
    place.put_off += event.put_off
    if event.entry != "now":
        place.moved = True
        # Who sits out and moves still sits out, and owes on coming back what the move costs.
        place.status = "out" if place.status == "out" else event.entry
    table.places[event.to] = place


def _missed(table: Table, event: r.BlindMissed) -> None:
    place = table.places[event.seat]
    if event.blind not in place.missed:
        place.missed += (event.blind,)
    # A player without chips, or with too few, is away like any other, and comes back by posting or waiting.
    if place.out_at_blind or place.lost_all or place.must_make_up or not place.stack:
        place.out_at_blind, place.status = False, "out"


def _declared(table: Table, event: r.Declared) -> None:
    table.places[event.seat].declared = True


def _opened(table: Table, event: r.HandOpened) -> None:
    if table.number:
        table.travelled += (event.button - table.button) % table.sign.seats
    else:
        table.first_button = event.button
    table.stood_empty = False
    table.button, table.number, table.dealt, table.in_hand = event.button, event.number, event.seats, True
    table.redeal = event
    table.last_blind = event.blinds[-1][0] if event.blinds else 0
    for seat, place in table.places.items():
        place.left_out = seat not in event.seats
        if place.left_out:
            place.idle_from = table.travelled if place.idle_from < 0 else place.idle_from
            continue
        place.before = Before(
            place.status, place.newcomer, place.moved, place.missed, place.idle_hands, place.idle_from, place.put_off
        )
        if seat == table.last_blind or place.status in {"post", "wait"}:
            place.put_off = 0
        place.status, place.newcomer, place.moved, place.missed = "playing", False, False, ()
        place.idle_hands, place.idle_from, place.lost_all = 0, -1, False


def _hand_closed(table: Table, event: r.HandClosed) -> None:
    before = sum(table.places[seat].stack for seat, _ in event.stacks)
    if before != sum(chips for _, chips in event.stacks) + event.taken:
        raise InvariantBroken(f"hand {event.number} of {table.name} changed the chips at the table")
    for seat, chips in event.stacks:
        table.places[seat].stack, table.places[seat].lost_all = chips, not chips
    is_round = not event.keep_button and not event.void
    for place in table.places.values():
        if place.queued:
            _bring(table, place, place.queued)
        place.queued = 0
        if is_round:
            _made_up(table, place)
        place.idle_hands += is_round and place.left_out
        if event.keep_button and place.before is not None:
            _as_before(place, place.before)
        place.before, place.left_out = None, False
    table.notice_rounds += is_round and event.number > table.notice_number
    table.in_hand, table.dealt = False, ()
    table.hold_button = event.keep_button
    table.redeal = table.redeal if event.keep_button else None


def _as_before(place: Place, before: Before) -> None:
    """After a misdeal everything was given back, so everything is owed again. Who has gone to sit out, sits out."""
    if place.status == "playing":
        place.status = before.status
    place.newcomer, place.moved, place.missed = before.newcomer, before.moved, before.missed
    place.idle_hands, place.idle_from, place.put_off = before.idle_hands, before.idle_from, before.put_off


def _noticed(table: Table, event: r.NoticeGiven) -> None:
    table.notice, table.notice_number, table.notice_rounds = event, table.number, 0


def _sign_changed(table: Table, event: r.SignChanged) -> None:
    table.sign, table.notice, table.redeal = event.sign, None, None
    for place in table.places.values():  # what was in order under the old sign is in order under the new one
        place.brought = max(place.brought, event.sign.min_stake)
        place.brought = min(place.brought, event.sign.max_stake or place.brought)


def _closed(table: Table, event: r.TableClosed) -> None:  # noqa: ARG001 - one signature for every event
    table.closed, table.notice = True, None


def _excused(table: Table, event: r.Excused) -> None:
    table.places[event.seat].excused = True


def _won(table: Table, event: r.FreezeOutWon) -> None:  # noqa: ARG001 - one signature for every event
    table.closed = True


def _barred(table: Table, event: r.PlayerBarred) -> None:
    table.barred[event.player] = event


def _readmitted(table: Table, event: r.PlayerReadmitted) -> None:
    del table.barred[event.player]


def _directed(table: Table, event: r.DirectionGiven) -> None:
    table.directions += (event,)


def _lifted(table: Table, event: r.DirectionLifted) -> None:
    ended = (event.what, event.players)
    table.directions = tuple(one for one in table.directions if (one.what, one.players) != ended)


def _told(table: Table, event: r.RulesGiven | r.TimeWarned) -> None:
    """A copy of the rules, or a warning, changes nothing at the table."""


_RECORD: Final[dict[type, Callable[[Table, Any], None]]] = {
    r.SeatTaken: _taken,
    r.SeatLeft: _left,
    r.LeaveAsked: _leave_asked,
    r.LeaveWithdrawn: _leave_withdrawn,
    r.StakeAdded: _added,
    r.StakeQueued: _queued,
    r.StakeCorrected: _corrected,
    r.StakeRequired: _stake_required,
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
    r.Eliminated: _left,
    r.Excused: _excused,
    r.FreezeOutWon: _won,
    r.PlayerBarred: _barred,
    r.PlayerReadmitted: _readmitted,
    r.DirectionGiven: _directed,
    r.DirectionLifted: _lifted,
    r.RulesGiven: _told,
    r.TimeWarned: _told,
}
