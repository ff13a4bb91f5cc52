"""What a rulebook says of table signs: which settings it leaves to the sign, with which clauses, and what is printed.

`signcheck` and `signtext` have one way for all books and read these values; what only one book has are small functions
of that book. Where a book is silent, the house's clauses stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from openfelt.errors import RuleViolation
from openfelt.games.game import Game
from openfelt.games.policy import HOUSE
from openfelt.games.sign import Clock, Commission, LimitKind, Sign
from openfelt.phrases import Listed, Name, Text, both
from openfelt.rulebooks import Cited, Cites
from openfelt.rulebooks.chapters import Chapter

DEALING: Final = HOUSE.cite("3.7")
TIME: Final = HOUSE.cite("8")
FEES: Final = HOUSE.cite("7")
HISTORIES: Final = HOUSE.cite("9")
PRACTICE: Final = HOUSE.cite("27.10")
BLINDS: Final = HOUSE.cite("3.1")
BRING_IN: Final = HOUSE.cite("3.3")
STRADDLE: Final = HOUSE.cite("3.5")
ROTATION: Final = HOUSE.cite("16.1")
TURNS: Final = HOUSE.cite("16.2")
STANDING_NOTICE: Final = Cited(0, HOUSE.cite("16.3"))
BUTTON_STAYS: Final = HOUSE.cite("16.4")
BLINDS_OWED: Final = HOUSE.cite("16.5")
CHOICE: Final = HOUSE.cite("16.6")
EVENT_CHIPS: Final = HOUSE.cite("20.5")
EVENT_LEVELS: Final = HOUSE.cite("20.2.4")
LAST_BLIND_ANTES: Final = HOUSE.cite("20.22")
EVENT_POOL: Final = HOUSE.cite("20.4")
NO_STRADDLES: Final = HOUSE.cite("20.9")
NO_SOLD_TIME: Final = HOUSE.cite("20.8")
BY_LEVELS: Final = HOUSE.cite("20.7")
USUAL_CLOCK: Final = Clock(30)
USUAL_COMMISSION: Final = Commission("percentage", per_mille=50, most=500)


class SignLine(NamedTuple):
    """One line of the sign."""

    text: Text
    cites: Cites


def fault(code: str, cites: Cites, message: Text, *legal: Text) -> RuleViolation:
    """A refusal of a sign."""
    return RuleViolation(code, cites, message, legal=legal)


def always(_sign: Sign, _game: Game) -> bool:
    """Under every sign of the book."""
    return True


def outside_tournaments(sign: Sign, _game: Game) -> bool:
    """At tables for money; what an event has besides is a matter of its conditions."""
    return not sign.tournament


class Fixed(NamedTuple):
    """A setting that a rulebook does not leave open: what it may be, by which clause, and under which signs."""

    setting: str
    allowed: tuple[object, ...]
    cites: Cites
    when: Callable[[Sign, Game], bool] = always


HISTORIES_ONLY: Final = (
    Fixed("effective_stack_raise", (False,), HISTORIES),
    Fixed("unknown_up_cards", (False,), HISTORIES),
    Fixed("mucking", ("automatic", "claimed"), HISTORIES),
)


def no_lines(_sign: Sign) -> tuple[SignLine, ...]:
    """No lines of the book's own."""
    return ()


def no_faults(_sign: Sign) -> Iterator[RuleViolation]:
    """Nothing of the book's own to refuse."""
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class CommissionRules:
    """The clauses of charges: those that refuse terms, then those of the lines on the sign."""

    figures: Cites = FEES
    percentage: Cites = FEES
    hours: Cites = FEES
    by_time: Cites = FEES
    least: Cites = FEES
    no_schedule: Cites = FEES
    own: Callable[[Sign], Iterator[RuleViolation]] | None = None  # in place of what other books refuse
    approvals: Callable[[Sign], Iterator[RuleViolation]] = no_faults  # what an authority has to approve
    # lines
    per_hand: Cites = FEES
    hourly: Cites = FEES
    hourly_shared: Cites = FEES
    quarters: bool = False  # an hour's charge is taken in quarters where it is not shared
    states_approved: bool = False  # the most of an hour's charge stands on the sign
    sitting: Cites = FEES
    box: Cites = FEES
    nil: Cites = FEES
    time_only: Cites = FEES
    of_each_pot: Cites = FEES


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationRules:
    """Several games in turn on one sign: by which clauses, and how a change of game is announced."""

    named: Cites = ROTATION  # the games that a sign names
    turns: Cites = TURNS  # how long a game lasts, and when the next one begins
    notice: Cited[int] = STANDING_NOTICE  # rounds of play before a change in which it is announced
    # For so many minutes a sign with a higher least bet and its time hangs before the change; None: no such rule.
    higher: Cited[int] | None = None
    button_stays: Cites = BUTTON_STAYS  # while the cards say who opens; () where the button passes after every round
    owed: Cites = BLINDS_OWED  # blinds that are owed stay owed through games without blinds
    waits_out: Cites = ()  # whoever waits for a blind is not dealt in to a game without blinds either
    choice: Cites = CHOICE  # whoever has the button may choose the game, where the sign says so
    no_choice: Cites = ()  # or may not


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedGame:
    """A usual rotation: its name, and its games in turn, each with the kind of its limit."""

    key: str
    name: str
    games: tuple[tuple[str, LimitKind], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSigns:
    """What a sign is like in tournament play: by chips of the event, without what only money games have."""

    chips: Cites = EVENT_CHIPS  # have no value; nobody brings a stake, or chooses one
    antes: Cites = EVENT_LEVELS  # any game may have them, also beside blinds
    last_blind_antes: Cites = LAST_BLIND_ANTES
    no_commission: Cites = EVENT_POOL
    no_straddle: Cites = NO_STRADDLES
    no_sold_time: Cites = NO_SOLD_TIME
    one_game: Cites = BY_LEVELS  # levels change the game, no rotation does
    seats: Cites = ()  # why as many may sit as the deck serves; () where the book's own numbers stay


@dataclass(frozen=True, slots=True, kw_only=True)
class SignRules:
    """One rulebook's answers about its signs."""

    fixed: tuple[Fixed, ...]
    displayed: Cites  # which limits a sign states
    deck: Cites = DEALING
    no_joker: Cites = DEALING
    most_seats: Cited[int] | None = None  # with one seat more than hands, where a button need not be dealt in
    # forced bets
    forced: Cites = ()  # which forced bets there are; else the game's
    no_blinds: Cites = ()  # else as forced
    blinds_or_ante: bool = False  # not both
    bring_in: Cites = BRING_IN
    last_blind_antes: bool = False  # may pay the ante for the table
    blinds: Cites = BLINDS
    rising_blinds: Cites = ()  # else as blinds
    last_blind_is_least_bet: bool = False
    no_straddle: Cites = STRADDLE
    voluntary_blinds: bool = False
    no_voluntary_blinds: Cites = BLINDS
    over_blinds: bool = False
    no_over_blinds: Cites = BLINDS
    # winning
    leaves_ranks: bool = False  # the ace in straights and in low hands, and a qualifier, are the sign's choice
    ranked: Mapping[int, Cites] = field(default_factory=dict)  # by deck, where no clause below says more
    straights: Cites = ()
    qualifier: Cites = ()
    qualifier_of_split: Cites = ()  # where it belongs to the split only
    low_ace: Cites = ()
    # time, stakes, charges
    clock: Cites = TIME
    least_seconds: Cited[int] | None = None
    sells_time: bool = False
    buying_time: Cites = TIME
    whole_dollars: Cites = TIME
    stakes: Cites = ()  # else as displayed
    commission: CommissionRules = field(default_factory=CommissionRules)
    fixes_cap: Literal["always", "blinds", "never"] = "never"  # under which signs the number of raises is fixed
    # lines
    limit_line: Cites = ()  # else as the rest of the sign
    blinds_line: Cites = BLINDS
    straddle_line: Cites = STRADDLE
    voluntary_line: Cites = BLINDS
    over_line: Cites = BLINDS
    stakes_line: Cites = DEALING
    always_states_stake: bool = False
    clock_line: Cites = TIME
    extra_line: Cites = TIME
    determinations: Callable[[Sign], tuple[SignLine, ...]] = no_lines
    readings: Mapping[str, Cites] = field(default_factory=dict)  # of settings that only this book leaves open
    # several games in turn
    rotation: RotationRules = field(default_factory=RotationRules)
    mixed: tuple[MixedGame, ...] = ()  # the rotations that an operator is offered
    tournament: TournamentSigns | None = None  # where the book has tournaments
    # the usual sign
    usual_ante: bool = False  # where a game may have blinds or antes
    usual_clock: Clock = USUAL_CLOCK
    usual_commission: Commission = USUAL_COMMISSION


SIGN: Final = Chapter("sign", SignRules)


def books_that(answer: Callable[[SignRules], Any]) -> tuple[str, ...]:
    """The books that answer yes."""
    return tuple(book for book in SIGN.books() if answer(SIGN.of(book)))


def books_with(answer: Callable[[SignRules], Any]) -> Listed:
    """The same, as a refusal names them."""
    return both(map(Name, books_that(answer)))
