"""How the lab prices Canberra Casino Hold-em, and how people play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from openfelt.books.act_holdem.pit_settlement import (
    ACT,
    HOLDEM,
    QUALIFYING_PAIR,
    settle_fold,
    settle_holdem,
    settle_super_aces,
    super_aces_hand,
)
from openfelt.books.act_holdem.pit_sign import HoldemSign
from openfelt.pit.priced import CallAfterFlop
from openfelt.pit.settlement import Payment

CALL_TIMES: Final = 2
"""7.2: a call is exactly twice the ante."""

STRATEGIES: Final[Mapping[str, str]] = {
    "rule-of-thumb": """
        call  own-pair = yes                                             # a pair or better that uses a hole card
        call  hand >= straight
        call  straight-ranks >= 1                                        # even one rank that makes a straight
        call  flush-cards >= 4
        call  high >= K
        fold  board-suits = 1                                            # one suit on the flop, and none of it held
        call  high >= Q
        call  high >= T and low >= 4
        call  high >= T and board-pair = yes
        call  high >= T and flush-cards >= 3
        call  high >= 8 and low >= 5 and flush-cards >= 3
        fold
    """,
    "naive": """
        call  hand >= pair                                               # only with something made
        fold
    """,
    "always-call": "call",
    "always-fold": "fold",
}


def settle_folded(_: HoldemSign, *, ante: int) -> tuple[Payment, ...]:
    """A fold, without a side wager."""
    return (settle_fold(ante),)


def super_aces(sign: HoldemSign, *, stake: int, hand: str, pair: int, declared: bool, folded: bool) -> Payment:
    """The Super Aces Bonus of a player who declares what wins, or of one who never does."""
    word = super_aces_hand(hand, pair)
    return settle_super_aces(sign, stake=stake, hand=word, declared=declared or sign.auto_declare, folded=folded)


def declares(sign: Any, hand: str, pair: int) -> bool:  # noqa: ANN401 - a sign of this game
    """10.4: a hand that wins the bonus is declared by its player, unless the sign reads it otherwise."""
    return not sign.auto_declare and sign.super_aces_table.pays(super_aces_hand(hand, pair)) is not None


PRICED: Final = CallAfterFlop(
    main_name="ante and call",
    main_cites=ACT.cite("7.2", "7.3", "8.1", "9.1", "9.2", "9.3", "9.4"),
    folded=settle_folded,
    side_name="Super Aces Bonus",
    side_cites=ACT.cite("10.3", "10.4", "10.5", "11.1", "7.3"),
    decision=ACT.cite("6.4", "7.1"),
    hand=ACT.cite("6.3(c)"),
    flop=ACT.cite("def/Flop"),
    deck=ACT.cite("2.1"),
    strategies=STRATEGIES,
    strategy_cites=ACT.cite("7.1"),
    scale=HOLDEM,
    qualifying_pair=QUALIFYING_PAIR,
    times=CALL_TIMES,
    called=settle_holdem,
    side=super_aces,
    side_hand=super_aces_hand,
    declares=declares,
)
