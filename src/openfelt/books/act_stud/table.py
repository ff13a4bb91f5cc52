"""What act-stud settles at a table; blind games (rule 5) have other clauses than ante games (rule 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from openfelt.books.act_stud import KEY
from openfelt.games.policy import (
    CapLift,
    Ending,
    OddChips,
    OddHalf,
    OutOfTurn,
    Policy,
    Reopening,
    Schedule,
    ShortOpen,
)
from openfelt.games.sign import Sign
from openfelt.rulebooks import HOUSE_RULEBOOK, rulebook

ACT: Final = rulebook(KEY)
HOUSE: Final = rulebook(HOUSE_RULEBOOK)


def adapt(policy: Policy, sign: Sign) -> Policy:
    """The clauses of a blind game or of an ante game, which 6.2 leaves without a cap on raises."""
    if sign.joker:
        policy = replace(policy, start=(*policy.start, *ACT.cite("2.3")))
    if sign.blinds:
        opening, most = ACT.cite("5.2"), ACT.cite("4.2(g)", "5.2")
        raising = ACT.cite("5.1")
        return replace(policy, min_raise=raising, raise_limits=raising, min_bet=opening, max_bet=most)
    raising = ACT.cite("6.2")
    return replace(
        policy, min_raise=raising, raise_limits=raising, min_bet=ACT.cite("6.1"), cap_cites=raising, cap=None
    )


def schedule(kind: str, clause: str, *, percent: int, over: int) -> Schedule:
    """One of the two commissions from the pots (15.2(a))."""
    cites = ACT.cite("15.1", "15.2", "15.2(a)", clause)
    return Schedule(kind, percent, over, cites, posts_only=ACT.cite("15.2(d)"), tied=ACT.cite("15.2(c)"))


CHAPTER: Final = Policy(
    rulebook=KEY,
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
    turned_up=ACT.cite("def/Showdown", "13.1"),
    eligible=ACT.cite("14.2"),
    choices=ACT.cite("10.1", "12.2"),
    redeal=ACT.cite("17.3"),
    more_time=HOUSE.cite("8"),
    out_of_turn=OutOfTurn(
        checked=Ending("stands", ACT.cite("17.5")),
        met=Ending("stands", ACT.cite("17.5", "17.7")),
        exceeded=Ending("free", ACT.cite("17.6")),
        folded=Ending("stands", ACT.cite("17.5")),
    ),
    short_of_the_call=Ending("call or fold", ACT.cite("17.8")),
    earlier_time_out=ACT.cite("4.6"),
    schedules=(
        schedule("act-5", "15.2(a)(i)", percent=5, over=19_00),
        schedule("act-10", "15.2(a)(ii)", percent=10, over=9_00),
    ),
    adapt=adapt,
)
