"""One table from hand to hand: who sits where with what, where the button is, who owes which blind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from openfelt.cards import Card
from openfelt.games import Sign
from openfelt.room import entrant_events as en
from openfelt.room import events as r
from openfelt.room.jackpot_link import JackpotLink
from openfelt.room.rules import EventRules, RoomRules, room_rules
from openfelt.room.table_accounts import TableAccounts
from openfelt.rulebooks import Cites

Status = Literal["playing", "out", "post", "wait"]


@dataclass(frozen=True, slots=True)
class Before:
    """The state of a place when it was dealt in; a misdeal restores it, with what it owed."""

    status: Status
    newcomer: bool
    moved: bool
    missed: tuple[int, ...]
    idle_hands: int
    idle_from: int | None
    put_off: int


@dataclass(slots=True)
class Place:
    """One occupied seat. `missed` are the blinds, by number, that fell on it while its player was away."""

    seat: int
    player: str
    stack: int
    status: Status
    bot: str
    newcomer: bool
    brought: int  # the stake right after chips were last brought to it
    moved: bool = False  # to a seat that costs a blind or a wait
    missed: tuple[int, ...] = ()
    out_at_blind: bool = False
    leaving: bool = False
    sent_away: Cites = ()  # by which clauses the player has to leave, if not of their own will
    declared: bool = False
    queued: int = 0
    excused: bool = False
    idle_hands: int = 0  # rounds of play completed since this place was last dealt in
    idle_from: int | None = None  # how far the button had come when it was first not dealt in
    before: Before | None = None  # while dealt in
    left_out: bool = False  # of the latest round of play
    lost_all: bool = False  # nothing of the stake was left: the next one is an initial stake again
    penalty: int = 0  # rounds of play of an event from which this player is still kept
    kept_by: tuple[str, ...] = ()  # acts of the event that keep this player from play until let back
    serving: bool = False  # the present one is among them
    time_cards: int = 0  # for more time, in an event
    put_off: int = 0  # live players that moves have put between this place and its last blind, since it was last paid
    must_make_up: Cites = ()  # why the player must have the minimum stake before another round of play
    arrived: int = 0  # the how-manieth to have come to the table
    top_up: int = 0  # to what the stake is made up before each round of play, by the player's wish
    top_up_off: Cites = ()  # by which clauses it was last refused, until the player chooses again
    wants_bomb: bool = False  # in the next round of play
    time_bank: int = 0  # seconds that are left in it
    bank_rounds: int = 0  # completed since it was last full

    @property
    def is_kept(self) -> bool:
        """Whether a penalty keeps this player from the next round of play."""
        return bool(self.penalty or self.kept_by)

    def copy(self) -> Place:
        """A place that can be changed without touching this one."""
        twin = object.__new__(Place)
        for name in Place.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin


@dataclass(frozen=True, slots=True)
class RotationTurn:
    """How far the present game of a rotation has come."""

    at: int = 0  # its place among the games of the sign
    rounds: int = 0  # completed in it
    lasts: int = 0  # rounds of play, where that is known: an orbit is counted when its first round opens
    since_ms: int = 0
    announced: bool = False  # the next game, where the book asks for that
    told_rounds: int = 0  # begun since then and completed
    is_chosen: bool = False  # dealer's choice: whether anyone has been asked yet
    chooser: int = 0  # whose choice it was: that seat has the button


@dataclass(slots=True)
class Table:
    """The state that a table's events fold into.

    `posted` is the sign beside the table; `sign` is what it says of the present game, which is all of it where there is
    only one.
    """

    name: str
    posted: Sign
    sign: Sign
    live: bool
    only: str
    freeze_out: bool
    started_ms: int  # from when the hours of the game count
    places: dict[int, Place] = field(default_factory=dict)
    button: int = 0
    number: int = 0
    dealt: tuple[int, ...] = ()
    in_hand: bool = False
    last_blind: int = 0  # the seat that posted the last blind of the latest round of play
    travelled: int = 0  # seats the button has gone clockwise since the first round of play
    stood_empty: bool = False  # the table has been empty at some moment since the last round of play
    hold_button: bool = False
    redeal: r.HandOpened | None = None  # the present or misdealt hand, with the players who still sit there
    notice: r.NoticeGiven | None = None
    notice_number: int = 0
    notice_rounds: int = 0  # begun since the notice and completed
    closed: bool = False
    barred: dict[str, r.PlayerBarred] = field(default_factory=dict)  # by an earlier release's record
    directions: tuple[r.DirectionGiven, ...] = ()  # of the floor, until they are lifted
    turn: RotationTurn = RotationTurn()  # of a rotation
    choosing: r.ChoiceAsked | None = None  # who chooses the next game
    host: str = ""  # of a private table
    owner: str = ""  # of a player's own table
    results: dict[str, int] = field(default_factory=dict)  # there: what each player has won so far, or lost
    arrivals: int = 0  # how many have come to the table so far
    banks: dict[str, tuple[int, int]] = field(default_factory=dict)  # time banks of those who left
    jackpot: JackpotLink | None = None  # the pool that it is linked to
    # Of a table of an event:
    event: en.EventTerms | None = None
    level: int = 0
    held: en.PlayHeld | None = None  # no round of play is opened beyond this number
    due: tuple[int, ...] = ()  # the places of the blinds in the latest round of play, also of one that nobody posted
    sat: tuple[tuple[int, str], ...] = ()  # who sat where in it
    played: tuple[int, ...] = ()  # who was dealt in to it
    waited: tuple[int, ...] = ()  # newcomers who did not take part in it
    # After the latest round of play:
    shown_after: tuple[Card, ...] = ()  # by winners of their own accord
    is_rabbit_shown: bool = False

    @property
    def rules(self) -> RoomRules:
        """How the table's rulebook runs a table."""
        return room_rules(self.sign.rulebook)

    @property
    def accounts(self) -> TableAccounts:
        """Where the chips of the table lie in the ledger."""
        return TableAccounts(self.name, self.event.event if self.event is not None else "")

    @property
    def event_rules(self) -> EventRules:
        """How the table's rulebook runs a table of an event, at a table that is one."""
        found = self.rules.event
        assert found is not None, f"{self.sign.rulebook} has no tournaments"
        return found

    @property
    def is_held(self) -> bool:
        """Whether the house opens no other round of play until the table is let on."""
        return self.held is not None and self.number >= self.held.until_hand

    @property
    def has_blinds(self) -> bool:
        """Whether blinds are posted in any game of the table."""
        return any(one.blinds for one in self.posted.games)

    @property
    def owes_on(self) -> bool:
        """Whether blinds that are owed stay owed: a rotation plays a game without any (house 16.5)."""
        return not self.sign.blinds and self.has_blinds

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
        return (seat - self.button + self.travelled) % seats <= self.travelled

    def idle_orbits(self, place: Place) -> int:
        """How often the button has gone round since a place was last dealt in."""
        since = self.travelled if place.idle_from is None else place.idle_from
        return (self.travelled - since) // self.sign.seats

    def copy(self) -> Table:
        """A table that can be changed without touching this one."""
        twin = object.__new__(Table)
        for name in Table.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.places = {seat: place.copy() for seat, place in self.places.items()}
        twin.barred = self.barred.copy()
        twin.results = self.results.copy()
        twin.banks = self.banks.copy()
        return twin

    @property
    def money(self) -> int:
        """All chips on the table and waiting beside it."""
        return sum(place.stack + place.queued for place in self.places.values())


def begin(event: r.TableOpened) -> Table:
    """The table that a first event opens."""
    return Table(
        event.table,
        event.sign,
        event.sign.games[0],
        live=event.live,
        only=event.only,
        freeze_out=event.freeze_out,
        started_ms=event.at_ms,
        turn=first_turn(event.sign, event.at_ms),
        event=event.event,
        host=event.host,
        owner=event.owner,
    )


def first_turn(sign: Sign, at_ms: int) -> RotationTurn:
    """The first game of a sign begins."""
    return RotationTurn(lasts=lasts_rounds(sign), since_ms=at_ms)


def lasts_rounds(sign: Sign) -> int:
    """How many rounds of play a game of a rotation lasts by the sign; 0 where minutes count."""
    rotation = sign.rotation
    return rotation.count if rotation is not None and rotation.every == "hands" else 0
