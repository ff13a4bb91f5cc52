"""The wire: what a client may say and what it is told, as JSON frames. `docs/reference/protocol.md` explains it.

A client states intent only: an action and an amount. Who asks, which seat that is and what it may do is looked up here.
Every request has an `id`; a repeated one gets the first answer. Every error has one shape.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from openfelt.cards import Card
from openfelt.cards.card import TEXT
from openfelt.errors import NotationError, OpenfeltError
from openfelt.phrases import phrase
from openfelt.pit.codec import enc_hook as encode_pit_value
from openfelt.service.wire import after_protocol as after
from openfelt.service.wire import dealer_protocol as dp
from openfelt.service.wire import events_protocol as ev
from openfelt.service.wire import jackpots_protocol as jv
from openfelt.service.wire import lists_protocol as li
from openfelt.service.wire import past_protocol as past
from openfelt.service.wire import pit_protocol as pp
from openfelt.service.wire import promotions_protocol as pv
from openfelt.service.wire import spoken_protocol as sp
from openfelt.service.wire import wishes_protocol as wishes
from openfelt.service.wire.lines import Line
from openfelt.service.wire.shares_protocol import Hint, Shares
from openfelt.service.wire.values import (
    ActionWord,
    CardText,
    Cents,
    ClockView,
    Groups,
    Name,
    Part,
    Request,
    SeatNo,
    Text,
)
from openfelt.table.seen import HandView

PROTOCOL_VERSION: Final = 2
MOST_BYTES: Final = 8 * 1024


class Watch(Request, frozen=True, tag="watch"):
    """Send me this table: a snapshot now and every update from here on."""

    table: Name


class Unwatch(Request, frozen=True, tag="unwatch"):
    """Stop sending me this table."""

    table: Name


class WatchLobby(Request, frozen=True, tag="lobby"):
    """Send me the list of tables, now and when it changes."""


class Sit(Request, frozen=True, tag="sit"):
    """Take a seat with a stake. `consent`: I agree to the terms of a Freeze Out. `groups`: those that I belong to."""

    table: Name
    seat: SeatNo
    stake: Cents
    entry: Literal["post", "wait"] = "wait"
    consent: bool = False
    groups: Groups = ()


class Stand(Request, frozen=True, tag="stand"):
    """Leave the table, at once or after the hand."""

    table: Name


class KeepSeat(Request, frozen=True, tag="stay"):
    """Stay after all: I had asked to leave after this hand."""

    table: Name


class TopUp(Request, frozen=True, tag="top-up"):
    """Add chips to my stake."""

    table: Name
    amount: Cents


class Away(Request, frozen=True, tag="sit-out"):
    """Sit out from the next hand, or when the last blind comes."""

    table: Name
    at_blind: bool = False


class Back(Request, frozen=True, tag="come-back"):
    """Play again."""

    table: Name
    entry: Literal["post", "wait"] = "wait"


class Move(Request, frozen=True, tag="change-seat"):
    """Move to an empty seat of the same table."""

    table: Name
    seat: SeatNo
    entry: Literal["post", "wait"] = "wait"


class Choose(Request, frozen=True, tag="choose-game"):
    """Dealer's choice: I have the button, and this game is played next, by its place in `rotation.games`."""

    table: Name
    game: Annotated[int, Meta(ge=0, le=19)]


class Act(Request, frozen=True, tag="act"):
    """Act in my turn. `turn` names the turn that is answered, so that a late click is refused and not misapplied."""

    table: Name
    turn: Annotated[int, Meta(ge=0)]
    action: ActionWord
    amount: Cents = 0
    cards: Annotated[tuple[CardText, ...], Meta(max_length=7)] = ()


class Say(Request, frozen=True, tag="say"):
    """Say something at a table."""

    table: Name
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class CallFloor(Request, frozen=True, tag="call-floor"):
    """Call the floor to my table, and say why. It goes on record; the game goes on until the floor stops it."""

    table: Name
    words: Annotated[str, Meta(max_length=200)] = ""


ClientFrame = (
    dp.DealerSeat
    | dp.DealerUnseat
    | dp.DealerAbsent
    | dp.DealerOpen
    | dp.DealerDeal
    | dp.DealerAct
    | dp.DealerUndo
    | pp.PitJoin
    | pp.PitLeave
    | pp.PitAct
    | pp.PitDeal
    | Watch
    | Unwatch
    | WatchLobby
    | Sit
    | Stand
    | KeepSeat
    | TopUp
    | Away
    | Back
    | Choose
    | Move
    | Act
    | Say
    | CallFloor
    | after.ShowAfter
    | after.SeeRabbit
    | wishes.AutoTopUp
    | wishes.BombVote
    | ev.Follow
    | ev.Unfollow
)


class Fault(msgspec.Struct, frozen=True):
    """An error on the wire: a stable code, the clauses, what is wrong (a phrase with its parts), what is allowed."""

    code: str
    rule: tuple[str, ...]
    phrase: str
    parts: dict[str, Part] = {}
    legal: tuple[Text, ...] = ()


class OwnSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of yours; at a house-banked table, the number of your box."""

    table: str
    kind: Literal["table", "pit"]
    seat: int
    event: str = ""  # the tournament that the table belongs to


class Welcome(msgspec.Struct, frozen=True, tag="welcome", kw_only=True):
    """First frame: who you are here, and where you sit, also if you sat down in another window."""

    protocol: int
    player: str
    name: str
    roles: tuple[str, ...]
    purse: int
    seats: tuple[OwnSeat, ...] = ()


class Done(msgspec.Struct, frozen=True, tag="done", kw_only=True):
    """A request was carried out and is durable."""

    id: str


class Refused(msgspec.Struct, frozen=True, tag="refused", kw_only=True):
    """A request was refused; nothing changed."""

    id: str
    error: Fault


class PlaceView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An occupied seat."""

    seat: int
    name: str
    stack: int
    status: str
    bot: bool
    away: bool
    you: bool
    queued: int = 0  # chips that arrive after the hand
    leaving: bool = False
    out_at_blind: bool = False
    calls_floor: bool = False  # the floor has been called and has not answered yet
    needs: int = 0  # chips that must be added before this seat is dealt in again
    time_cards: int = 0  # for more time, in a tournament
    kept: bool = False  # from play, by a penalty
    time_bank: int = 0  # seconds left in it
    wants_bomb: bool = False  # in the next round of play
    top_up: int = 0  # of the own place alone: to what the stake is made up before each round of play
    top_up_off: tuple[str, ...] = ()  # of the own place alone: by which clauses that was refused and ended


class DueView(msgspec.Struct, frozen=True, kw_only=True):
    """Face-up cards that the dealer of a live table has to name next: one for each seat listed, then the board."""

    name: str
    seats: tuple[int, ...]
    board: int
    cites: tuple[str, ...]


class EntryView(msgspec.Struct, frozen=True, kw_only=True):
    """What the dealer of a live table entered last and may take back: an act of `seat`, or the cards of `street`."""

    entry: int
    seat: int
    street: str
    cites: tuple[str, ...]


class OptionView(msgspec.Struct, frozen=True, kw_only=True):
    """An optional blind that the sign allows: its name in the rulebook, and the clauses."""

    name: str
    cites: tuple[str, ...]


class DirectionView(msgspec.Struct, frozen=True, kw_only=True):
    """A direction of the floor that binds at the table until it is lifted, in words."""

    what: str
    text: Text
    cites: tuple[str, ...]


class TermView(msgspec.Struct, frozen=True, kw_only=True):
    """A condition of play that is shown to a player before sitting down."""

    text: Text
    cites: tuple[str, ...]


class RotationView(msgspec.Struct, frozen=True, kw_only=True):
    """The games that a table plays in turn, and where it is among them."""

    games: tuple[str, ...]  # in the words of the sign, in turn
    at: int  # the place of the present one, from 0
    following: int | None  # that of the next one; None where somebody chooses it
    lasts: Text  # how long a game lasts, in words
    blinds: bool  # whether blinds are posted in any of them
    rounds: int | None = None  # of play until the next game, the present one included, where that is known
    ends_ms: int = 0  # when the time of the present game is up (UTC, milliseconds), where the clock ends it
    choosing: int = 0  # dealer's choice: the seat that chooses the next game now
    cites: tuple[str, ...] = ()


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """All that this viewer may see of a table."""

    table: str
    rulebook: str
    game: str
    title: str
    deck: str
    limit: Text
    seats: int
    unit: int
    big: int
    min_stake: int
    max_stake: int
    number: int
    button: int
    places: tuple[PlaceView, ...]
    your_seat: int
    hand: HandView | None
    clock: ClockView | None
    commitment: str
    frozen: bool
    live: bool
    due: DueView | None
    notice: str
    entry: EntryView | None = None  # at a table with real cards
    option: OptionView | None = None
    free: Literal["check", "call", ""] = "check"  # what a player who owes nothing may do in this betting round
    options: tuple[str, ...] = ()  # the options that players know, as far as the sign has them
    mucking: str = "automatic"  # or "claimed", where players say themselves whether they show or muck
    directions: tuple[DirectionView, ...] = ()
    terms: tuple[TermView, ...] = ()  # of a Freeze Out: whoever sits down agrees to them
    seat_change: tuple[str, ...] = ()  # with blinds: by which clauses a move to another seat may owe one
    only: str = ""  # the group of players that the table is for
    rotation: RotationView | None = None  # at a table that plays several games in turn
    host: str = ""  # the name of the host of a private table
    owner: str = ""  # who opened it for people with its link, at a player's own table
    event: ev.TableEvent | None = None  # at a table of a tournament
    ranks: str = "23456789TJQKA"  # of the deck that is played with, lowest first
    jackpot: jv.TableJackpot | None = None  # at a table that is linked to one


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", kw_only=True):
    """A table as it stands, with the latest lines of its log. Replaces everything known before."""

    table: str
    seq: int
    state: TableState
    lines: tuple[Line, ...]


class Update(msgspec.Struct, frozen=True, tag="update", kw_only=True):
    """What happened since `after` and changed by it. A gap between the last `seq` known and `after`: watch again."""

    table: str
    after: int
    seq: int
    state: Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/TableChange"})]
    lines: tuple[Line, ...]


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table in the lobby."""

    table: str
    rulebook: str
    game: str
    title: str
    limit: Text
    deck: str
    blinds: tuple[int, ...]
    ante: int = 0
    seats: int
    taken: int
    bots: int
    pot_average: int
    kind: Literal["table", "pit"]
    family: Literal["board", "stud", "draw", "other", "banked"]  # what the lobby groups by
    live: bool
    calls: int = 0  # for the floor, not answered yet
    note: str = ""  # for whom the table is, and whether it is a Freeze Out
    event: str = ""  # the tournament that the table belongs to
    plain: str = ""  # what players call the game; `title` is what the rulebook calls it
    stakes: tuple[int, ...] = ()  # the blinds, or the fixed bets where there are none


class Lobby(msgspec.Struct, frozen=True, tag="lobby", kw_only=True):
    """The list of tables, your purse and your own seats."""

    tables: tuple[LobbyTable, ...]
    purse: int
    seats: tuple[OwnSeat, ...] = ()
    events: tuple[ev.EventSummary, ...] = ()  # tournaments, the next ones first
    entered: tuple[str, ...] = ()  # the names of those that you have entered
    lists: tuple[li.ListView, ...] = ()  # waiting lists
    waiting: tuple[li.OwnPlace, ...] = ()  # your places on them, and seats that are kept for you
    asked: tuple[li.OwnRequest, ...] = ()  # the other seats and tables that you have asked for
    marks: dict[str, str] = {}  # by "jackpot/NAME" and "promotion/NAME"; another mark: it has changed
    now_ms: int = 0  # by the room's clock: calls end by it


class WatchEnded(msgspec.Struct, frozen=True, tag="watch-ended", kw_only=True):
    """You no longer see this table, and why: the floor has sent spectators away."""

    table: str
    error: Fault


class RealityCheck(msgspec.Struct, frozen=True, tag="reality", kw_only=True):
    """What you chose to be told: for how long you have sat at tables now, and what that has brought or (-) cost."""

    minutes: int
    result: int


class Goodbye(msgspec.Struct, frozen=True, tag="goodbye", kw_only=True):
    """The server ends the connection, and why."""

    error: Fault


ServerFrame = (
    pp.PitSnapshot
    | pp.PitUpdate
    | Welcome
    | Done
    | Refused
    | Snapshot
    | Update
    | Lobby
    | sp.Said
    | sp.Unsaid
    | sp.ChatHistory
    | WatchEnded
    | RealityCheck
    | Shares
    | Hint
    | Goodbye
    | ev.EventFrame
)
TOLD: Final = (
    li.ListsDesk,
    ev.EventList,
    ev.ConditionsPage,
    ev.TemplateView,
    ev.LeagueView,
    ev.ResultsView,
    ev.WorthView,
    jv.JackpotList,
    pv.PromotionList,
    pv.PromotionView,
    pv.PromotionProof,
    past.PastHands,
    past.PastResults,
    past.PlayerNotes,
    past.HandReview,
)  # over HTTP, each in a shape of its own

_DECODER: Final[msgspec.json.Decoder[ClientFrame]] = msgspec.json.Decoder(ClientFrame)


def enc_hook(value: object) -> object:
    """A card as its text, as every frame is full of cards; the rest is a house-banked table's."""
    return TEXT[value] if isinstance(value, Card) else encode_pit_value(value)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=enc_hook)


def read_frame(data: bytes | str) -> ClientFrame:
    """The request that a frame states, or a typed error."""
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as bad:
        raise NotationError(
            phrase("not a frame of this protocol: {bad}", bad=Name(str(bad))), code="bad-frame"
        ) from None


def write_frame(frame: Any) -> bytes:  # noqa: ANN401 - any member of ServerFrame
    """A frame as bytes."""
    return _ENCODER.encode(frame)


def fault_of(error: OpenfeltError) -> Fault:
    """An error as the wire tells it."""
    said = error.said
    if isinstance(said, str):
        return Fault(error.code, error.cites, said, legal=error.offered)
    return Fault(error.code, error.cites, said.template, said.parts, error.offered)
