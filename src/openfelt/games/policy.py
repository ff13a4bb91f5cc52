"""What rulebooks settle differently at a table. The engine has one code path and reads these values.

A book's chapter "table" is its policy: every value stands beside the clauses that give it. A setting on the sign may
replace a value that a rulebook leaves open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, Literal

from openfelt.errors import RuleViolation
from openfelt.games.copying import copied_when_made_again
from openfelt.phrases import phrase, quoted
from openfelt.rulebooks import Cites, rulebook
from openfelt.rulebooks.chapters import Chapter

if TYPE_CHECKING:
    from openfelt.games.sign import Sign

HOUSE: Final = rulebook("house")
OPENED: Final = HOUSE.cite("27.1")
RUN_TWICE: Final = HOUSE.cite("27.3")
BOMB_POTS: Final = HOUSE.cite("27.6")


class OddChips(Enum):
    """Who gets what a pot cannot be divided into."""

    FIRST_WINNER = "the whole remainder to the first winner left of the button"
    ONE_EACH = "one unit each to the winners from the left of the button"
    BY_CARD = "the remainder to the winner with the highest card (low hands: the lowest), suits deciding"


class OddHalf(Enum):
    """Who gets the odd unit between the high and the low half."""

    HIGH = "the high half"
    FIRST_WINNER = "the winner first left of the button"


class Reopening(Enum):
    """When a short all-in gives earlier players the right to raise again."""

    NEVER = "never"
    SUM = "when the short amounts add up to a full raise"


class ShortOpen(Enum):
    """What may follow an all-in opening bet below the minimum."""

    COMPLETE = "raise to the full bet"
    FULL_MORE = "raise by a full bet more"


class CapLift(Enum):
    """When the limit on the number of raises falls away."""

    NEVER = "never"
    TWO_IN_FINAL = "two active players in the final betting round"
    TWO_ABLE = "only two players can still bet"
    TWO_LEFT = "only two players remain in the hand"


Mode = Literal["check", "call or fold", "free", "stands"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a held wager ends, and whether folding leaves it in the pot."""

    mode: Mode
    cites: Cites
    forfeits: bool = False


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """What follows an action out of turn when those who were skipped check, wager no more, wager more, or all fold."""

    checked: Ending
    met: Ending
    exceeded: Ending
    folded: Ending


@dataclass(frozen=True, slots=True)
class SilentChips:
    """The clauses by which chips put out without a word are read."""

    opening: Cites
    calling: Cites
    raising: Cites
    short: Cites
    short_all_in: Cites
    half: Cites
    two_equal: Cites
    one_chip: Cites
    within_limits: Cites


@dataclass(frozen=True, slots=True)
class Schedule:
    """A commission on all pots together: so much of a hundred in whole dollars, if one of them is over an amount."""

    kind: str  # of commission, as the sign names it
    percent: int
    over: int
    cites: Cites
    posts_only: Cites  # nothing is taken where only antes or blinds were wagered
    tied: Cites  # nor where all who paid in hold equal hands


@dataclass(frozen=True, slots=True)
class Policy:
    """One rulebook's answers."""

    rulebook: str
    button: bool
    fold_when_free: bool  # where checking is free: those who follow the opener
    opener_folds_free: bool
    heads_up_button_first: bool
    reopening: Reopening
    short_open: ShortOpen
    cap: int | None
    cap_limits: frozenset[str]
    cap_lift: CapLift
    odd_chips: OddChips
    odd_half: OddHalf
    all_in_opens: bool
    door_by_suit: bool
    side_pots_first: bool
    tap_out_units: bool
    # citations
    start: Cites
    deal_order: Cites
    undealt_button: Cites
    ante: Cites
    short_post: Cites
    fold: Cites
    free_fold: Cites
    check: Cites
    no_check: Cites
    last_blind: Cites
    bet: Cites
    call: Cites
    raise_: Cites
    min_raise: Cites
    max_bet: Cites
    pot_limit: Cites
    unit: Cites
    cap_cites: Cites
    all_in: Cites
    all_in_shows: Cites
    short_call: Cites
    short_open_cites: Cites
    reopening_cites: Cites
    side_pots: Cites
    uncalled: Cites
    turn: Cites
    stake: Cites
    show_to_win: Cites
    may_muck: Cites
    cards_speak: Cites
    split: Cites
    odd_half_cites: Cites
    no_low: Cites
    award: Cites
    no_chop: Cites
    heads_up: Cites
    straddle: Cites
    time_out: Cites
    late_post: Cites
    void: Cites
    config: Cites
    all_in_call: Cites = ()  # a player who cannot cover a call
    binding: Cites = ()  # an action once made stands
    folded: Cites = ()  # a folded hand stays folded
    frozen: Cites = ()  # no post after the first card
    no_straddle: Cites = ()  # an optional blind only where the sign has it
    optional_blind: Cites = ()  # whose option it is
    no_cap: Cites = ()  # limits without a cap on raises
    min_bet: Cites = ()  # an opening bet below the minimum; else as a raise
    raise_limits: Cites = ()  # a raise keeps to the limits on the sign
    straddle_limit: Cites = ()  # what the straddle limit is
    seated: Cites = ()  # only those dealt in act; else as a turn
    all_checked: Cites = ()  # a round in which everyone checks is over
    all_in_dealt: Cites = ()  # players who are all-in get their cards
    one_deck: Cites = ()  # no card is out twice
    run_out: Cites = ()  # streets without betting; else as all-in
    award_order: Cites = ()  # side pots before the main pot
    rake: Cites = ()  # what the room takes from the pot, beside house 7
    may_not_raise_after_check: Cites = ()  # where the sign forbids it
    owed: Cites = ()  # throwing the cards away does not undo a forced bet
    must_open: Cites = ()  # whoever has to open may not fold instead; else the clauses of the round
    eligible: Cites = ()  # who can win a pot
    # What refuses an order that is not due, beside the clauses above.
    over: Cites = ()  # the round of play is over
    dealing: Cites = ()  # which cards are dealt when
    shuffling: Cites = ()  # when cards are shuffled
    burning: Cites = ()  # which cards are burnt
    posting: Cites = ()  # who posts a blind before the first card
    bringing_in: Cites = ()  # what a player may do instead of a bring-in, or whose it is
    choices: Cites = ()  # what an opener may do; else the clauses of the round
    opening: Cites = ()  # who opens a betting round; else the clauses of the round
    deck: Cites = ()  # the cards of the deck
    one_hand: Cites = ()  # a player plays one hand
    redeal: Cites = ()  # what is dealt again
    hidden: Cites = ()  # cards that are not shown stay hidden
    turned_up: Cites = ()  # when hands are turned up: at the showdown, in its order
    bomb_pots: Cites = BOMB_POTS  # a round in which all put in the same and the first betting is left out
    run_twice: Cites = RUN_TWICE  # the rest of the board dealt twice by agreement, where the sign says so
    opened: Cites = OPENED  # or once no betting can follow, where the sign says so
    fewest: Cites = ()  # how many players a round of play needs
    more_time: Cites = ()  # how long a player may take
    must_show: frozenset[str] = frozenset({"called", "all-in"})  # who may not concede; "better": no hand that may win
    last_wager_shows: bool = False  # the maker of the last wager of any round shows first; else of the final round only
    shared_card_shows: bool = False  # a community card in stud counts in the hands that show
    out_of_turn: OutOfTurn | None = None  # how a wager out of turn ends; none: it is not held
    short_of_the_call: Ending | None = None  # in turn, but less than the call
    exposed_is_next: Cites = ()  # a card that was exposed is the next to be dealt; else as dealing
    silent_chips: SilentChips | None = None  # none: an action must be announced
    buying_time: Cites = ()  # what more time costs; else as more time
    bought_twice: Cites = ()  # how often it is sold in a round; else as more time
    earlier_time_out: Cites = ()  # by which the clock folded in earlier hands, also where checking was free
    percentage: Cites = ()  # a commission of so much of each pot; else the rake and house 7
    nil_on_blinds: Cites = ()  # nothing of it where only blinds were wagered
    nil_on_tie: Cites = ()  # nor from a pot that all who paid in tie for
    schedules: tuple[Schedule, ...] = ()
    adapt: Callable[[Policy, Sign], Policy] | None = None  # where clauses differ with the sign


TABLE: Final = Chapter("table", Policy)
POLICIES: Final[dict[str, Policy]] = {}  # those that were asked for: a table asks at every hand


def policy(key: str) -> Policy:
    """The policy of a rulebook whose games are played between players."""
    found = POLICIES.get(key)
    if found is None:
        books = TABLE.books()
        if key not in books:
            raise RuleViolation(
                "not-a-table-rulebook",
                HOUSE.cite("1"),
                phrase("{key} has no games between players", key=quoted(key)),
                legal=books,
            )
        found = POLICIES[key] = TABLE.of(key)
    return found


def policy_of(sign: Sign) -> Policy:
    """The policy of a sign's rulebook, as the sign leaves it."""
    found = policy(sign.rulebook)
    if not sign.minimum_raise:
        return replace(found, min_raise=found.raise_, min_bet=found.min_raise)
    return found if found.adapt is None else found.adapt(found, sign)


copied_when_made_again(Policy, Ending, OutOfTurn, SilentChips, Schedule)
