"""How the lab prices Big Raise Stud, and how people play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from openfelt.books.nz_big_raise.pit_settlement import (
    BIG_RAISE,
    NZ,
    THREE_CARD_SCALE,
    raise_hand,
    settle_big_raise,
    settle_big_raise_fold,
    settle_three_card_bonus,
)
from openfelt.books.nz_big_raise.pit_sign import BigRaiseSign
from openfelt.cards import Rank
from openfelt.pit.priced import RaiseOnThree
from openfelt.pit.settlement import Payment

RAISES: Final = (1, 2, 3, 4)
"""5.2(b): a raise is one to four times the ante."""

STRATEGIES: Final[Mapping[str, str]] = {
    "rule-of-thumb": """
        raise 4  pair >= 6                                    # also three of a kind of those
        raise 4  hand = three-of-a-kind
        raise 4  suited = 3 and span <= 5 and tens >= 1 and low >= 7
        raise 1  hand = pair
        raise 1  tens >= 2                                    # two cards that pay when paired
        raise 1  sixes = 3                                    # three cards that at least stand off when paired
        raise 1  suited = 3 and high >= T
        fold
    """,
    "naive": """
        raise 4  pair >= T
        raise 1  hand >= pair
        raise 1  tens >= 1
        fold
    """,
    "always-fold": "fold",
    **{f"always-{times}": f"raise {times}" for times in RAISES},
}


def settle_folded(_: BigRaiseSign, *, ante: int) -> tuple[Payment, ...]:
    """A fold by a player who saw the cards."""
    return settle_big_raise_fold(ante)


def settle_raised(sign: BigRaiseSign, *, ante: int, bet: int, hand: str, pair: int) -> tuple[Payment, ...]:
    """Ante and raise of a hand that stayed, by its category and the rank of a single pair."""
    return settle_big_raise(sign, ante=ante, bet=bet, hand=raise_hand(sign, hand, pair))


def is_bonus_offered(sign: Any) -> bool:  # noqa: ANN401 - a sign of this game
    """Whether the layout has a place for the Three Card Bonus."""
    return bool(sign.bonus_offered)


PRICED: Final = RaiseOnThree(
    main_name="ante and raise",
    main_cites=NZ.cite("5.2", "5.7", "5.8", "9.2(a)", "10.2"),
    folded=settle_folded,
    side_name="Three Card Bonus",
    side_cites=NZ.cite("10.3", "9.2(c)"),
    decision=NZ.cite("9.1"),
    hand=NZ.cite("8.3", "9.1"),
    deck=NZ.cite("7.3"),
    strategies=STRATEGIES,
    strategy_cites=NZ.cite("9.1", "5.2"),
    scale=BIG_RAISE,
    three_cards=THREE_CARD_SCALE,
    times=RAISES,
    raised=settle_raised,
    side=settle_three_card_bonus,
    is_side_offered=is_bonus_offered,
    counted={"tens": Rank.TEN, "sixes": Rank.SIX},
)
