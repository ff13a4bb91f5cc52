"""The wire of tournaments: following one, and all that a viewer may see of it.

An event in the sense of these views is a tournament. Times are UTC in milliseconds; chips are tournament chips, cents
are money. What a viewer may do is offered with every amount; nothing else is accepted.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from openfelt.service.wire.values import Name, Request, Text

Phase = Literal["published", "open", "started", "awarded", "cancelled"]
FieldKind = Literal[
    "text", "number", "cents", "chips", "yes-no", "choice", "choices", "places", "counts", "shares", "conditions",
]  # fmt: skip
# Where an order of an offer is posted: a player's own, staff's, or staff's that moves money and asks for the password.
Road = Literal["entry", "order", "money"]


class Follow(Request, frozen=True, tag="follow"):
    """Send me this tournament: now, and whenever it changes."""

    event: Name


class Unfollow(Request, frozen=True, tag="unfollow"):
    """Stop sending me this tournament."""

    event: Name


# --- what it is -------------------------------------------------------------------------------------------------------


class TableEvent(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament that a table belongs to, as the table shows it. Chips there are tournament chips."""

    name: str
    title: str
    number: int  # of the table in the event
    level: int
    text: Text  # of the level: "100/200, ante 25"
    held: Text = ""  # why no round of play begins
    area: Text = ""  # of a divided table: "left side of table 2, red backs"


class EventSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the lobby."""

    name: str  # in addresses and requests
    title: str
    book: str
    phase: Phase
    starts: str  # by the room's clock, "2026-12-04 19:30"; empty: when it is called
    game: str
    limit: str
    fee_cents: int
    buy_in_cents: int
    starting_chips: int
    entries: int
    most: int  # 0: no limit
    remaining: int  # who still plays; before the start, whoever has entered
    pool_cents: int
    level: int  # 0 before the start
    running: bool  # play is under way
    enters: bool  # entries are taken now
    bots: int = 0


class LevelView(msgspec.Struct, frozen=True, kw_only=True):
    """A level of the structure, in words and as numbers, and the break after it."""

    level: int  # from 1
    text: Text  # "100/200, ante 25"
    game: str
    limit: str
    blinds: tuple[int, ...] = ()
    ante: int = 0
    ante_by: str = "each"
    bring_in: int = 0
    minutes: int = 0  # 0: it ends otherwise
    hands: int = 0
    eliminations: int = 0
    break_minutes: int = 0
    overnight: bool = False
    inserted: bool = False  # put in by the right that the conditions reserve


class EventClock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock as it stands at `at_ms` of the server. While it runs, a client counts down from there."""

    at_ms: int
    runs: bool
    stage: int  # levels and breaks counted through, from 0
    level: int
    is_break: bool
    left_ms: int | None  # None: it lasts until hands or eliminations end it
    now: LevelView
    next: LevelView | None
    until_break_ms: int | None = None
    hold: Text = ""  # why play is held, if it is


class EventPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a table of the event."""

    player: str
    name: str
    seat: int
    chips: int
    bot: bool = False
    you: bool = False
    status: str = ""  # "absent", "broke", "moving", "penalty"


class EventTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the event, and who sits there."""

    number: int
    table: str  # the name of the table in the room, to watch it
    players: tuple[EventPlayer, ...]
    hands: int = 0
    button: int = 0
    held: Text = ""  # why it opens no round of play
    label: Text = ""  # what is played for there: "final", "third place"
    live: bool = False  # dealt by a person, with real cards
    area: Text = ""  # of a divided table: which side of which real one, and the backs of its cards


class MoveView(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a player from table to table, and why this one."""

    act: str
    player: str
    name: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    state: Literal["proposed", "ordered", "done"]
    reason: Text
    considered: tuple[Text, ...] = ()  # who else could have been moved, in words
    burden: Text = ""  # blinds before and after, in words
    cites: tuple[str, ...] = ()
    you: bool = False


class EventPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place that is decided, and why."""

    place: int
    through: int  # the last of the places that are shared; `place` where nobody shares
    player: str
    name: str
    why: Text
    prize_cents: int = 0
    goods: str = ""
    paid: bool = False
    bot: bool = False
    you: bool = False
    cites: tuple[str, ...] = ()


class BracketPair(msgspec.Struct, frozen=True, kw_only=True):
    """Two players of a bracket, and the matches that each has won; `other` is empty where `name` has a bye."""

    name: str
    other: str
    wins: int = 0
    other_wins: int = 0
    you: bool = False


class PrizeView(msgspec.Struct, frozen=True, kw_only=True):
    """What a place wins, as far as the entries up to now say."""

    place: int
    cents: int
    goods: str = ""


class OpenedEnvelope(msgspec.Struct, frozen=True, kw_only=True):
    """An envelope of a mystery bounty that was drawn: by whom, and who was knocked out for it."""

    number: int  # in the order of opening, from 1
    cents: int
    names: tuple[str, ...]
    out: str


class EnvelopeLine(msgspec.Struct, frozen=True, kw_only=True):
    """How many envelopes hold the same amount."""

    cents: int
    count: int


class EnvelopesView(msgspec.Struct, frozen=True, kw_only=True):
    """The envelopes of a mystery bounty: what is still in them, what was drawn, and the root of their order."""

    root: str
    left: tuple[EnvelopeLine, ...]  # that nobody has drawn, the most first
    opened: tuple[OpenedEnvelope, ...] = ()  # the latest first
    cites: tuple[str, ...] = ()


class EventNotice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, in words, newest first."""

    seq: int
    at_ms: int
    text: Text
    kind: str  # the name of what happened
    cites: tuple[str, ...] = ()


# --- what a viewer may do ---------------------------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the values that a field may have."""

    value: Any
    label: Text


class OfferField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an order that whoever gives it fills in."""

    name: str
    label: Text
    kind: FieldKind
    choices: tuple[Choice, ...] = ()
    value: Any = None  # what stands there at first
    needed: bool = True


class EventOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An order that this viewer may give now: sent to `road` as it stands, with its fields filled in."""

    kind: str  # the order's type
    title: Text
    words: Text  # what it does, in a sentence
    road: Road
    order: dict[str, Any]
    fields: tuple[OfferField, ...] = ()
    cents: int = 0  # what it costs the player who gives it
    chips: int = 0  # what chips it brings
    until_ms: int = 0  # when the offer lapses, if it does
    section: str = ""  # for staff: "event", "entries", "clock", "tables", "players", "money"
    cites: tuple[str, ...] = ()


class DealShare(msgspec.Struct, frozen=True, kw_only=True):
    """What a player would have by a deal, and by the two usual ways to divide."""

    player: str
    name: str
    chips: int
    cents: int
    by_chips_cents: int
    by_icm_cents: int
    you: bool = False


class DealView(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is put to the vote. How many agree is told, never who: the vote is secret until it is over."""

    id: int
    name: str  # who proposes it
    method: str
    shares: tuple[DealShare, ...]
    left_for_first_cents: int
    agreed: int
    voters: int
    cites: tuple[str, ...] = ()


class MyEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Your own entry."""

    status: str  # "none", "applied", "playing", "out", "withdrawn", ...
    session: str = ""
    accepted: bool = False  # of the version that stands
    paid: tuple[str, ...] = ()
    due: tuple[tuple[str, int], ...] = ()  # what is still to be paid: "fee", "commission", "buy-in"
    table: str = ""  # where you sit: watch it
    number: int = 0
    seat: int = 0
    chips: int = 0
    coming: int = 0  # chips that were bought and come to the seat after the hand
    rank: int = 0  # among those who play, by chips
    place: int = 0
    prize_cents: int = 0
    rebuys: int = 0
    offers: tuple[EventOffer, ...] = ()
    deal: DealView | None = None  # that is put to your vote


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as staff sees it."""

    player: str
    name: str
    status: str
    session: str
    accepted: bool
    paid: tuple[str, ...]
    due: tuple[tuple[str, int], ...]
    paid_cents: int
    bot: bool = False


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """What an account of the event holds."""

    account: str
    label: Text
    cents: int


class HomePlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a home game, as its host sees one; called by the name that was typed."""

    player: str
    entered: bool  # and not struck
    plays: bool
    table: int = 0
    seat: int = 0
    place: int = 0
    rebuys: int = 0
    add_ons: int = 0
    owes_cents: int = 0  # for the entry and for chips
    won_cents: int = 0
    handed_cents: int = 0  # to the bank of the game; below zero, got from it
    balance_cents: int = 0  # what is due to the player


class HomePayment(msgspec.Struct, frozen=True, kw_only=True):
    """A payment that settles up; an empty name is the bank of the game."""

    payer: str
    payee: str
    cents: int


class HomeView(msgspec.Struct, frozen=True, kw_only=True):
    """A home game as its host sees it: its money is recorded here and is in no account of the room."""

    players: tuple[HomePlayer, ...]
    last_note: Text = ""  # that may be taken back
    rebuys: bool = False  # are taken now
    add_ons: bool = False
    rebuy_cents: int = 0
    add_on_cents: int = 0
    enters: bool = False  # names are taken now
    over: bool = False  # one is left: the end is to be confirmed
    bank_cents: int = 0  # what was handed to the bank
    payments: tuple[HomePayment, ...] = ()  # who pays whom, once the prizes are awarded


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a season table."""

    rank: int
    name: str
    points: int
    games: int
    wins: int
    best: int
    won_cents: int


class LeagueView(msgspec.Struct, frozen=True, kw_only=True):
    """The season table of all finished home games whose addresses begin so."""

    begins: str
    games: tuple[str, ...]
    rows: tuple[LeagueRow, ...]
    cites: tuple[str, ...]


class WalkIn(msgspec.Struct, frozen=True, kw_only=True):
    """A player without an account, and what the desk may order for that player."""

    player: str
    name: str
    offers: tuple[EventOffer, ...]


class ChipRow(msgspec.Struct, frozen=True, kw_only=True):
    """Real chips of a value: how many the set has, how many were given out in the session, and how many are missing."""

    value: int
    colour: str
    count: int
    issued: int
    missing: int | None = None  # None: they were not counted back


class StaffView(msgspec.Struct, frozen=True, kw_only=True):
    """The director's desk."""

    offices: tuple[str, ...]  # that you hold at this event
    offers: tuple[EventOffer, ...]
    entries: tuple[EntryRow, ...]
    money: tuple[AccountRow, ...]
    problems: tuple[Text, ...] = ()  # what the director could not do, and tries again
    home: HomeView | None = None  # of a home game
    deal: DealView | None = None  # that is put to the vote
    real: bool = False  # an event with real cards: players without an account enter at the desk
    walk_ins: tuple[WalkIn, ...] = ()
    chips: tuple[ChipRow, ...] = ()  # where there is a set of real ones


class DrawView(msgspec.Struct, frozen=True, kw_only=True):
    """A draw whose root was told before it was made."""

    draw: str
    size: int
    root: str
    made: bool
    cites: tuple[str, ...] = ()


class EventView(msgspec.Struct, frozen=True, kw_only=True):
    """All that this viewer may see of a tournament."""

    name: str
    title: str
    book: str
    phase: Phase
    version: int
    digest: str  # of the version that stands: who accepts it sends this back
    starts: str
    session: str
    sessions: tuple[str, ...]
    game: str
    limit: str
    fee_cents: int
    buy_in_cents: int
    starting_chips: int
    entries: int
    most: int
    remaining: int
    chips_in_play: int
    average: int
    pool_cents: int
    enters: bool
    prizes: tuple[PrizeView, ...]
    levels: tuple[LevelView, ...]
    clock: EventClock | None = None
    hand_for_hand: bool = False
    final_table: bool = False
    tables: tuple[EventTable, ...] = ()
    moves: tuple[MoveView, ...] = ()
    places: tuple[EventPlace, ...] = ()
    notices: tuple[EventNotice, ...] = ()
    players: tuple[tuple[str, str], ...] = ()  # everyone entered: account and name
    envelopes: EnvelopesView | None = None  # of a mystery bounty, once they are sealed
    bracket: tuple[tuple[BracketPair, ...], ...] = ()  # its rounds, the first first
    clock_only: bool = False  # a home game: stacks are not counted, its money is not the room's
    on_duty: tuple[str, ...] = ()  # the names of those who conduct it now
    draws: tuple[DrawView, ...] = ()
    off_duty: bool = False  # nobody does who should: it is held
    me: MyEntry | None = None  # who is not logged in has none
    staff: StaffView | None = None


class EventFrame(msgspec.Struct, frozen=True, tag="event", kw_only=True):
    """A tournament as it stands. Replaces everything known before."""

    event: str
    seq: int
    state: EventView


# --- over HTTP --------------------------------------------------------------------------------------------------------


class EventList(msgspec.Struct, frozen=True, kw_only=True):
    """Every tournament, the next ones first."""

    events: tuple[EventSummary, ...]


class ResultsView(msgspec.Struct, frozen=True, kw_only=True):
    """How a tournament ended, or stands: the places that are decided, best first."""

    event: str
    title: str
    book: str
    phase: Phase
    entries: int
    pool_cents: int
    places: tuple[EventPlace, ...]


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What a stack is worth in prizes."""

    player: str
    name: str
    chips: int
    cents: int


class WorthView(msgspec.Struct, frozen=True, kw_only=True):
    """What every stack is worth by the independent chip model, the largest first."""

    cents: int  # that are still played for; the sum of all rows
    error_cents: float  # by which a figure may be wrong before it is rounded
    rows: tuple[Worth, ...]
    cites: tuple[str, ...]


class ConditionsLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the printed conditions."""

    label: str
    text: str
    cites: tuple[str, ...]


class ConditionsPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the printed conditions."""

    heading: str
    lines: tuple[ConditionsLine, ...]


class ConditionsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The conditions as they are printed, and as the file that makes them."""

    title: str
    book: str
    version: int
    digest: str
    parts: tuple[ConditionsPart, ...]
    missing: tuple[str, ...]  # of a draft: what keeps it from being published
    toml: str


class TemplateView(msgspec.Struct, frozen=True, kw_only=True):
    """A usual event that a host fills in. `answers` are the fields, with what the template has."""

    key: str
    says: str
    book: str
    answers: dict[str, Any]
