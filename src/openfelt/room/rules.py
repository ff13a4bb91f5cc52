"""What the room asks of a rulebook: how players come in and back, the button, notices, and by which clauses it acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from openfelt.games import Sign
from openfelt.room.citing import HOUSE, OUR_OWN, BankedCites, RoomCites
from openfelt.room.entrant_events import HeldFor
from openfelt.rulebooks import Cites, joined
from openfelt.rulebooks.chapters import Chapter

MINUTE_MS: Final = 60_000
RULES_ON_REQUEST: Final = OUR_OWN
NO_SUCH_RULE: Final = OUR_OWN  # the rulebook has none, and the rules of the house have none either


@dataclass(frozen=True, slots=True)
class Change:
    """The clauses of changing what the sign says: that it may be, the notice, the moment, the sign itself."""

    allowed: Cites
    notice: Cites
    between: Cites
    displayed: Cites = ()

    @property
    def all(self) -> Cites:
        """Every clause of the change, each once."""
        return joined(self.allowed, self.notice, self.between, self.displayed)


@dataclass(frozen=True, slots=True)
class Vacating:
    """When a player who puts nothing up may be made to give up the seat."""

    cites: Cites
    after: int
    counts: Literal["orbits", "hands"]
    only_if_full: bool


@dataclass(frozen=True, slots=True)
class Priority:
    """Who is offered a seat first: a player of the table, of a like table, the waiting list; and how equals draw."""

    here: Cites
    like_table: Cites
    waiting: Cites
    draw_at_start: Cites
    draw_for_vacancy: Cites
    list_in_order: bool = True  # those who wait longest come first; otherwise all who wait draw


@dataclass(frozen=True, slots=True)
class Shuffling:
    """Why the cards are shuffled before a round of play: the first, each later one, one after the table stood empty."""

    first: Cites = ()
    again: Cites = ()
    after_empty: Cites = ()


@dataclass(frozen=True, slots=True)
class FreezeOutCites:
    """The clauses of a Freeze Out, in a book that has one."""

    terms: Cites
    out: Cites
    equal: Cites
    fixed: Cites
    closed: Cites
    staying: Cites
    rising: Cites
    winning: Cites


# The house's clauses, where a book leaves something of its tournaments to the conditions.
EVENT_CHIPS: Final = HOUSE.cite("20.5")
EVENT_LEVELS: Final = HOUSE.cite("20.7")
LATE_ENTRY: Final = HOUSE.cite("20.10")
ONLY_CONDITIONS: Final = HOUSE.cite("20.1")
PENALTIES: Final = HOUSE.cite("20.18")
KEPT_MINUTES: Final = HOUSE.cite("20.18.1")
TIME_CARDS: Final = HOUSE.cite("20.8.1")
HAND_FOR_HAND: Final = HOUSE.cite("20.13")
AT_TABLES: Final = HOUSE.cite("20.37")
SUBSTITUTED: Final = HOUSE.cite("20.27.1")
MUST_MOVE: Final = HOUSE.cite("22.9")  # a player who has to move takes the stake along unchanged


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """A table of an event: by which clauses its players sit, get and lose chips, move, wait and are absent."""

    designated: Cites  # a table is for one event, and for nothing else
    seating: Cites  # who sits where is not the player's choice
    equal_chips: Cites = EVENT_CHIPS
    late: Cites = LATE_ENTRY
    rebuy: Cites
    add_on: Cites
    bonus: Cites
    no_increase: Cites  # stakes cannot be added to
    no_removal: Cites  # or takes anything off the table
    takes_part: Cites  # in every round of play, until eliminated
    eliminated: Cites
    disqualified: Cites
    session_over: Cites
    moves: Cites  # from table to table
    no_moves: Cites = ONLY_CONDITIONS  # where the conditions do not have them
    levels: Cites = EVENT_LEVELS
    held: Mapping[HeldFor, Cites]
    substitute: Cites = SUBSTITUTED  # another person takes the seat as it stands
    between: Cites = AT_TABLES  # chips come and go between rounds of play
    # Button and blinds after eliminations and moves; () where the book does not leave that to conditions.
    order: Cites = ()
    no_skip: Cites = ()
    rests: Cites = ()
    newcomer_waits: Cites = ()
    heads_up: Cites = ()  # the order of two players, where the book has one
    # Who is not there: forced bets are taken, cards are dealt and folded when the deal is complete, or at the turn.
    absent: Cites
    absent_posts: Cites
    absent_folds: Cites
    folds: Literal["after-deal", "at-turn"]
    penalty: Cites = PENALTIES
    kept_minutes: Cites = KEPT_MINUTES
    time_cards: Cites = TIME_CARDS


@dataclass(frozen=True, slots=True)
class JackpotTableRules:
    """The clauses of a table that is linked to a jackpot."""

    linked: Cites
    variation: Cites  # a pool is for one
    increment: Cites  # each round of play, at its start
    late: Cites  # a press that was forgotten, in the round of play
    after: Cites  # and after it
    claim: Cites
    folded: Cites  # hands that do not count
    tabled: Cites  # the cards are exposed
    flop: Cites  # the winner to whom everyone has folded
    corrected: Cites  # the jackpot follows the corrected hand


@dataclass(frozen=True, slots=True)
class RoomRules:
    """One rulebook's answers about a table between rounds of play."""

    button: Cites
    first_button: Cites
    seat: Cites
    one_hand: Cites
    newcomer: Cites
    newcomer_posts: Cites
    newcomer_waits: Cites
    missed: Cites
    missed_posts: Cites
    missed_waits: Cites
    no_entry_on_button: bool
    first_orbit_free: Cites
    seat_change: Cites
    free_seats: int
    stake: Cites
    stake_frozen: Cites
    declared: Cites
    limit_change: Change
    commission_change: Change
    commission_nil: Cites
    notice_rounds: int
    raise_notice: Cites
    raise_notice_ms: int
    closing: Cites
    closing_ms: int
    start: Cites
    # Why a player may be kept out of the game, and out of the whole house.
    exclusion: Cites = ()
    barring: Cites = ()
    # Why odds and strategy are not told to a player who holds cards.
    devices: Cites = ()
    # Who may direct silence, English, or that players or spectators keep away.
    direction: Cites = ()
    # Who has a seat that is left, or kept.
    vacancy: Cites = ()
    # What a table may be opened on; a Freeze Out and a table for one group are not among it where the book has none.
    terms: Cites = ()
    # Why a misdealt hand is dealt again to the same players, with the same blinds; () where the book does not say.
    redeal: Cites = ()
    # What a player who comes in posts, or else waits for: the table minimum or the last blind, waiting for the last; or
    # the big blind in both cases.
    entry_by: Literal["minimum", "last-blind", "big-blind"] = "minimum"
    short_post_dead: bool = False  # missed blinds that come to less than the last blind count towards no bet
    # Why a player who has lost the whole stake buys in for the minimum again.
    rebuy: Cites = ()
    # Why chips may be taken off the table to pay for a service, and with a manager's approval; and why not otherwise.
    service: Cites = ()
    approval: Cites = ()
    no_removal: Cites = ()
    # Why a player who is sent on from a broken game keeps a short stake.
    broken_game: Cites = ()
    seat_change_by: Literal["passed", "farther"] = "passed"
    inactive_may_add: bool = True
    priority: Priority | None = None
    vacating: Vacating | None = None
    restricted: Cites = ()
    seated: Cites = ()  # only those who sit at the table take part; if (), the act's own clause is cited
    freeze_out: FreezeOutCites | None = None
    event: EventRules | None = None  # tables of tournaments, in a book that has them
    jackpot: JackpotTableRules | None = None  # tables of a jackpot, in a book that has them
    copy_of_rules: Cites = RULES_ON_REQUEST
    shuffler: Cites = ()
    time_warning: Cites = ()
    warning_s: int = 0  # with at least this many seconds left
    shuffling: Shuffling = field(default_factory=Shuffling)

    def entry_blind(self, sign: Sign) -> int:
        """The number of the blind that a player who comes in waits for: the last, or the big blind.

        The big blind is the second of two or three, and the only one where there is one (act-stud def/Big Blind).
        """
        return min(2, len(sign.blinds)) if self.entry_by == "big-blind" else len(sign.blinds)

    def entry_post(self, sign: Sign) -> int:
        """What a player who comes in posts instead of waiting."""
        blind = sign.blinds[self.entry_blind(sign) - 1]
        return min(sign.limit.small, blind) if self.entry_by == "minimum" else blind


@dataclass(frozen=True, slots=True)
class RoomChapter:
    """One rulebook's room: why the room acts at any table, how players' tables are run, and what a banked table needs.

    A book of house-banked games has no rules for tables of players, and the other way round.
    """

    acts: RoomCites
    tables: RoomRules | None = None
    banked: BankedCites | None = None


ROOM: Final = Chapter("room", RoomChapter)


def room_rules(book: str) -> RoomRules:
    """How a rulebook runs a table of players."""
    found = ROOM.of(book).tables
    assert found is not None, f"{book} has no tables of players"
    return found
