"""What nsw-poker settles at a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from openfelt.books.nsw_poker import KEY
from openfelt.games.policy import (
    CapLift,
    Ending,
    OddChips,
    OddHalf,
    OutOfTurn,
    Policy,
    Reopening,
    ShortOpen,
    SilentChips,
)
from openfelt.games.sign import Sign
from openfelt.rulebooks import rulebook

NSW: Final = rulebook(KEY)


def adapt(policy: Policy, sign: Sign) -> Policy:
    """In a tournament a hand that is not acted on in time may be folded by 28.7.9, as 7.12 has it.

    Its conditions may have all hands turned up once no betting can follow (28.4.2(g)).
    """
    if not sign.tournament:
        return policy
    return replace(policy, time_out=NSW.cite("7.12", "28.7.9"), opened=NSW.cite("28.4.2(g)") + policy.opened)


CHAPTER: Final = Policy(
    rulebook=KEY,
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
    turned_up=NSW.cite("12.7"),
    eligible=NSW.cite("12.6"),
    redeal=NSW.cite("25.8"),
    more_time=NSW.cite("7.12.2"),
    shared_card_shows=True,  # 17.5.3
    out_of_turn=OutOfTurn(
        checked=Ending("check", NSW.cite("26.5.1", "26.5")),
        met=Ending("call or fold", NSW.cite("26.5.2", "26.5"), forfeits=True),
        exceeded=Ending("free", NSW.cite("26.5.3", "26.5"), forfeits=True),
        folded=Ending("stands", NSW.cite("26.5.4", "26.5")),
    ),
    # By 7.5 a wager is not taken back, so a fold leaves the chips in the pot.
    short_of_the_call=Ending("call or fold", NSW.cite("7.4.3.1", "7.4.3.2", "7.5"), forfeits=True),
    exposed_is_next=NSW.cite("26.24"),
    silent_chips=SilentChips(
        opening=NSW.cite("7.4.2"),
        calling=NSW.cite("7.4.3"),
        raising=NSW.cite("7.4.4"),
        short=NSW.cite("7.4.3.1", "7.4.3.2", "7.5"),
        short_all_in=NSW.cite("7.4.3.3"),
        half=NSW.cite("7.7"),
        two_equal=NSW.cite("7.8"),
        one_chip=NSW.cite("7.9"),
        within_limits=NSW.cite("7.5", "8.2"),
    ),
    buying_time=NSW.cite("7.12.2", "7.12.3"),
    bought_twice=NSW.cite("7.12.4"),
    adapt=adapt,
    percentage=NSW.cite("3.3.1", "3.3.1.1", "24.3.1", "24.3.2"),
    nil_on_blinds=NSW.cite("3.3.1.2"),
    nil_on_tie=NSW.cite("3.3.1.3"),
)
