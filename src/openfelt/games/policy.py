"""How each rulebook settles what the rulebooks settle differently. The engine has one code path and reads these values.

Every value stands beside the clauses that give it. A setting on the sign may replace a value
that a rulebook leaves open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from openfelt.errors import RuleViolation
from openfelt.games.copying import copied_when_made_again
from openfelt.rulebooks import Cites, rulebook

if TYPE_CHECKING:
    from openfelt.games.sign import Sign

NSW: Final = rulebook("nsw-poker")
ACT: Final = rulebook("act-stud")
US: Final = rulebook("us-stud")
HOUSE: Final = rulebook("house")


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
    fewest: Cites = ()  # how many players a round of play needs
    more_time: Cites = ()  # how long a player may take
    must_show: frozenset[str] = frozenset({"called", "all-in"})  # who may not concede; "better": no hand that may win
    last_wager_shows: bool = False  # the maker of the last wager of any round shows first; else of the final round only


NSW_POLICY: Final = Policy(
    rulebook="nsw-poker",
    button=True,
    fold_when_free=True,
    opener_folds_free=True,
    heads_up_button_first=True,
    reopening=Reopening.NEVER,
    short_open=ShortOpen.COMPLETE,
    cap=3,
    cap_limits=frozenset({"structured", "spread"}),
    cap_lift=CapLift.TWO_IN_FINAL,
    odd_chips=OddChips.FIRST_WINNER,
    odd_half=OddHalf.FIRST_WINNER,
    all_in_opens=True,
    door_by_suit=False,
    side_pots_first=False,
    tap_out_units=False,
    start=NSW.cite("7.2", "9.5"),
    deal_order=NSW.cite("9.3", "9.4", "9.7"),
    undealt_button=NSW.cite("9.3.1"),
    ante=NSW.cite("7.2"),
    short_post=NSW.cite("12.1", "12.2"),
    fold=NSW.cite("7.4.5", "10.3"),
    free_fold=NSW.cite("10.1"),
    check=NSW.cite("7.4.1", "11.3"),
    no_check=NSW.cite("11.4"),
    last_blind=NSW.cite("7.3"),
    bet=NSW.cite("7.4.2", "10.2"),
    call=NSW.cite("7.4.3"),
    raise_=NSW.cite("7.4.4"),
    min_raise=NSW.cite("8.8.6"),
    max_bet=NSW.cite("8.2"),
    min_bet=NSW.cite("8.2"),
    raise_limits=NSW.cite("8.8.6"),
    pot_limit=NSW.cite("8.8.7"),
    unit=NSW.cite("7.1"),
    cap_cites=NSW.cite("8.8.9"),
    all_in=NSW.cite("12.1"),
    all_in_shows=NSW.cite("12.7"),
    short_call=NSW.cite("12.2"),
    short_open_cites=NSW.cite("12.3"),
    reopening_cites=NSW.cite("12.4"),
    side_pots=NSW.cite("12.5", "12.6"),
    uncalled=NSW.cite("3.6"),
    turn=NSW.cite("10.1"),
    stake=NSW.cite("8.7"),
    show_to_win=NSW.cite("24.2"),
    may_muck=NSW.cite("24.2"),
    cards_speak=NSW.cite("24.5"),
    split=NSW.cite("24.4"),
    odd_half_cites=NSW.cite("24.4"),
    no_low=(),
    award=NSW.cite("24.3.3"),
    no_chop=NSW.cite("24.1"),
    heads_up=NSW.cite("9.8"),
    straddle=NSW.cite("8.9", "8.9.1"),
    time_out=NSW.cite("7.12"),
    late_post=NSW.cite("8.8.3.1", "8.8.5.1"),
    void=NSW.cite("26.14"),
    config=NSW.cite("8.1"),
    all_in_call=NSW.cite("7.4.3.3"),
    binding=NSW.cite("7.5"),
    folded=NSW.cite("10.4"),
    frozen=NSW.cite("7.6"),
    no_straddle=NSW.cite("8.9.2"),
    optional_blind=NSW.cite("8.9"),
    no_cap=NSW.cite("8.8.8"),
    over=NSW.cite("1.1/round of play"),
    dealing=NSW.cite("9.7"),
    shuffling=NSW.cite("5.1"),
    burning=NSW.cite("1.1/burn"),
    posting=NSW.cite("9.5"),
    bringing_in=NSW.cite("7.4"),
    deck=NSW.cite("4.1"),
    one_deck=NSW.cite("4.1"),
    fewest=NSW.cite("9.8"),
    one_hand=NSW.cite("7.11"),
    hidden=NSW.cite("4.7"),
    eligible=NSW.cite("12.6"),
    redeal=NSW.cite("25.8"),
    more_time=NSW.cite("7.12.2"),
)

ACT_POLICY: Final = Policy(
    rulebook="act-stud",
    button=True,
    fold_when_free=True,
    opener_folds_free=True,
    heads_up_button_first=False,
    reopening=Reopening.NEVER,
    short_open=ShortOpen.COMPLETE,
    cap=3,
    cap_limits=frozenset({"structured", "spread", "half-pot", "full-pot", "straddle", "no-limit"}),
    cap_lift=CapLift.TWO_ABLE,
    odd_chips=OddChips.FIRST_WINNER,
    odd_half=OddHalf.FIRST_WINNER,
    all_in_opens=False,
    door_by_suit=False,
    side_pots_first=False,
    tap_out_units=True,
    start=ACT.cite("2.1", "8.5"),
    deal_order=ACT.cite("9.2"),
    undealt_button=(),
    ante=ACT.cite("8.5(b)"),
    short_post=ACT.cite("14.1"),
    fold=ACT.cite("10.2(c)", "12.3(d)"),
    free_fold=ACT.cite("12.2(c)"),
    check=ACT.cite("11.1"),
    no_check=ACT.cite("11.1", "11.2"),
    last_blind=ACT.cite("10.1/last-blind"),
    bet=ACT.cite("12.2(a)"),
    call=ACT.cite("10.2(a)", "12.3(a)"),
    raise_=ACT.cite("10.2(b)", "12.3(b)"),
    min_raise=ACT.cite("5.1", "6.2"),
    max_bet=ACT.cite("4.2(g)"),
    straddle_limit=ACT.cite("def/Straddle"),
    pot_limit=ACT.cite("4.2(g)"),
    unit=ACT.cite("4.5"),
    cap_cites=ACT.cite("5.1"),
    all_in=ACT.cite("14.1"),
    all_in_shows=(),
    short_call=ACT.cite("14.1"),
    short_open_cites=ACT.cite("14.1"),
    reopening_cites=ACT.cite("14.5"),
    side_pots=ACT.cite("14.2"),
    uncalled=ACT.cite("15.2(b)"),
    turn=ACT.cite("10.2", "12.3"),
    stake=ACT.cite("4.4", "14.4"),
    show_to_win=ACT.cite("13.1"),
    may_muck=ACT.cite("13.1"),
    cards_speak=ACT.cite("13.1"),
    split=ACT.cite("13.2"),
    odd_half_cites=ACT.cite("13.2"),
    no_low=ACT.cite("3.5(d)"),
    award=ACT.cite("13.1"),
    no_chop=ACT.cite("13.3"),
    heads_up=(),
    straddle=(),
    time_out=HOUSE.cite("8"),  # 4.6 is the supervisor's clock, not the table's
    late_post=ACT.cite("17.4", "17.11"),
    void=ACT.cite("19.3"),
    config=ACT.cite("4.2"),
    frozen=ACT.cite("def/Over-Blind"),
    no_straddle=ACT.cite("4.2(e)"),
    optional_blind=ACT.cite("4.2(e)", "def/Over-Blind"),
    all_checked=ACT.cite("11.3"),
    one_deck=ACT.cite("2.1"),
    all_in_dealt=ACT.cite("14.1"),
    rake=ACT.cite("15.1", "15.2"),
    must_show=frozenset({"called", "better"}),
    must_open=ACT.cite("10.1(d)", "10.1(d)(i)"),
    over=ACT.cite("def/Round of Play"),
    dealing=ACT.cite("9.2", "9.4"),
    shuffling=ACT.cite("7.1"),
    burning=ACT.cite("9.2", "9.4"),
    posting=ACT.cite("8.5"),
    bringing_in=ACT.cite("10.1", "12.2"),
    opening=ACT.cite("4.2(h)"),
    deck=ACT.cite("2.2"),
    fewest=ACT.cite("8.5"),
    one_hand=ACT.cite("16.2"),
    hidden=ACT.cite("16.4"),
    eligible=ACT.cite("14.2"),
    choices=ACT.cite("10.1", "12.2"),
    redeal=ACT.cite("17.3"),
    more_time=HOUSE.cite("8"),
)

US_POLICY: Final = Policy(
    rulebook="us-stud",
    button=False,
    fold_when_free=True,
    opener_folds_free=False,
    heads_up_button_first=False,
    reopening=Reopening.SUM,
    short_open=ShortOpen.COMPLETE,
    cap=3,
    cap_limits=frozenset({"structured", "spread"}),
    cap_lift=CapLift.TWO_LEFT,
    odd_chips=OddChips.BY_CARD,
    odd_half=OddHalf.HIGH,
    all_in_opens=False,
    door_by_suit=True,
    side_pots_first=True,
    tap_out_units=False,
    start=US.cite("overview(1)", "overview(2)", "wagers(1)"),
    deal_order=US.cite("stud(2)"),
    undealt_button=(),
    ante=US.cite("wagers(2)(i)"),
    short_post=US.cite("wagers(3)(ii)"),
    fold=US.cite("def/Fold"),
    free_fold=US.cite("stud(5)(i)", "stud(6)"),
    check=US.cite("def/Check"),
    no_check=US.cite("stud(4)", "stud(6)"),
    last_blind=(),
    bet=US.cite("def/Bet"),
    call=US.cite("def/Call"),
    raise_=US.cite("def/Raise"),
    min_raise=HOUSE.cite("4.4"),
    max_bet=US.cite("wagers(4)"),
    pot_limit=HOUSE.cite("4.7"),
    unit=HOUSE.cite("3.8"),
    cap_cites=HOUSE.cite("4.6"),
    all_in=US.cite("wagers(3)(ii)"),
    all_in_shows=(),
    short_call=HOUSE.cite("3.6"),
    short_open_cites=HOUSE.cite("4.10"),
    reopening_cites=HOUSE.cite("4.5"),
    side_pots=US.cite("wagers(3)(ii)(A)", "wagers(3)(ii)(C)"),
    uncalled=HOUSE.cite("6.5"),
    turn=US.cite("wagers(4)"),
    stake=US.cite("wagers(3)", "wagers(3)(i)"),
    show_to_win=US.cite("irreg(4)"),
    may_muck=US.cite("irreg(4)"),
    cards_speak=US.cite("rank(4)"),
    split=US.cite("stud(8)(ii)(B)", "stud(8)(ii)(C)", "stud(8)(ii)(D)"),
    odd_half_cites=US.cite("stud(8)(ii)(A)"),
    no_low=US.cite("stud(9)"),
    award=US.cite("overview(4)(iv)"),
    no_chop=US.cite("overview(3)"),
    heads_up=(),
    straddle=(),
    time_out=HOUSE.cite("8"),
    late_post=(),
    void=US.cite("irreg(2)"),
    config=US.cite("stud(1)"),
    binding=US.cite("wagers(7)", "wagers(7)(ii)"),
    seated=US.cite("wagers(1)"),
    one_deck=US.cite("decks/s1"),
    all_in_dealt=US.cite("wagers(3)(ii)(B)"),
    award_order=US.cite("overview(4)(v)"),
    rake=US.cite("overview(4)(vi)"),
    may_not_raise_after_check=US.cite("wagers(10)"),
    owed=US.cite("irreg(10)(ii)"),
    over=US.cite("def/Round of play"),
    dealing=US.cite("stud(2)", "stud(5)", "stud(7)"),
    shuffling=US.cite("shuffle/s1"),
    burning=US.cite("def/Burn card"),
    posting=US.cite("wagers(2)"),
    bringing_in=US.cite("def/Forced bet"),
    deck=US.cite("decks/s1"),
    fewest=US.cite("overview(1)"),
    one_hand=HOUSE.cite("4.11"),
    hidden=US.cite("conduct(1)"),
    eligible=US.cite("wagers(3)(ii)(A)"),
    redeal=US.cite("irreg(5)"),
    more_time=HOUSE.cite("8"),
    no_straddle=HOUSE.cite("3.5"),
    must_show=frozenset(),
    last_wager_shows=True,
)

HOUSE_POLICY: Final = Policy(
    rulebook="house",
    button=True,
    fold_when_free=True,
    opener_folds_free=True,
    heads_up_button_first=True,
    reopening=Reopening.SUM,
    short_open=ShortOpen.FULL_MORE,
    cap=3,
    cap_limits=frozenset({"structured", "spread"}),
    cap_lift=CapLift.TWO_LEFT,
    odd_chips=OddChips.ONE_EACH,
    odd_half=OddHalf.HIGH,
    all_in_opens=True,
    door_by_suit=True,
    side_pots_first=False,
    tap_out_units=False,
    start=HOUSE.cite("3.1"),
    deal_order=HOUSE.cite("5.1"),
    undealt_button=(),
    ante=HOUSE.cite("3.2"),
    short_post=HOUSE.cite("3.6"),
    fold=HOUSE.cite("4.9"),
    free_fold=HOUSE.cite("4.9"),
    check=HOUSE.cite("4.3"),
    no_check=HOUSE.cite("4.3"),
    last_blind=HOUSE.cite("4.3"),
    bet=HOUSE.cite("4.4"),
    call=HOUSE.cite("4.11"),
    raise_=HOUSE.cite("4.4"),
    min_raise=HOUSE.cite("4.4"),
    max_bet=HOUSE.cite("4.8"),
    pot_limit=HOUSE.cite("4.7"),
    unit=HOUSE.cite("3.8"),
    cap_cites=HOUSE.cite("4.6"),
    all_in=HOUSE.cite("4.8"),
    all_in_shows=HOUSE.cite("6.2"),
    short_call=HOUSE.cite("3.6"),
    short_open_cites=HOUSE.cite("4.10"),
    reopening_cites=HOUSE.cite("4.5"),
    side_pots=HOUSE.cite("6.6"),
    uncalled=HOUSE.cite("6.5"),
    turn=HOUSE.cite("4.11"),
    stake=HOUSE.cite("4.11"),
    show_to_win=HOUSE.cite("6.2"),
    may_muck=HOUSE.cite("6.1"),
    cards_speak=HOUSE.cite("6.2"),
    split=HOUSE.cite("6.3"),
    odd_half_cites=HOUSE.cite("6.4"),
    no_low=HOUSE.cite("6.4"),
    award=HOUSE.cite("6.2"),
    no_chop=HOUSE.cite("6.2"),
    heads_up=HOUSE.cite("3.1"),
    straddle=HOUSE.cite("3.5"),
    time_out=HOUSE.cite("8"),
    late_post=HOUSE.cite("3.4"),
    void=HOUSE.cite("10"),
    config=HOUSE.cite("3.7"),
    run_out=HOUSE.cite("5.6"),
    no_straddle=HOUSE.cite("3.5"),
    optional_blind=HOUSE.cite("3.5"),
    frozen=HOUSE.cite("3.5"),
    over=HOUSE.cite("4.11"),
    dealing=HOUSE.cite("5.1"),
    shuffling=HOUSE.cite("5.3"),
    burning=HOUSE.cite("5.1"),
    posting=HOUSE.cite("3.1"),
    bringing_in=HOUSE.cite("3.3"),
    deck=HOUSE.cite("3.7"),
    one_deck=HOUSE.cite("3.7"),
    fewest=HOUSE.cite("3.1"),
    one_hand=HOUSE.cite("4.11"),
    hidden=HOUSE.cite("6.1"),
    eligible=HOUSE.cite("6.6"),
    redeal=HOUSE.cite("10"),
    more_time=HOUSE.cite("8"),
)

POLICIES: Final = {one.rulebook: one for one in (NSW_POLICY, ACT_POLICY, US_POLICY, HOUSE_POLICY)}


def policy(key: str) -> Policy:
    """The policy of a rulebook whose games are played between players."""
    try:
        return POLICIES[key]
    except KeyError:
        raise RuleViolation(
            "not-a-table-rulebook", HOUSE.cite("1"), f"{key!r} has no games between players", legal=tuple(POLICIES)
        ) from None


def policy_of(sign: Sign) -> Policy:
    """The policy of a sign's rulebook; act-stud has other clauses for blind games (rule 5) than for ante games (6)."""
    found = policy(sign.rulebook)
    if not sign.minimum_raise:
        return replace(found, min_raise=found.raise_, min_bet=found.min_raise)
    if sign.rulebook != "act-stud":
        return found
    if sign.joker:
        found = replace(found, start=(*found.start, *ACT.cite("2.3")))
    if sign.blinds:
        opening, most = ACT.cite("5.2"), ACT.cite("4.2(g)", "5.2")
        raising = ACT.cite("5.1")
        return replace(found, min_raise=raising, raise_limits=raising, min_bet=opening, max_bet=most)
    raising = ACT.cite("6.2")
    return replace(found, min_raise=raising, raise_limits=raising, min_bet=ACT.cite("6.1"), cap_cites=raising)


copied_when_made_again(Policy)
