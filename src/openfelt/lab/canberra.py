"""Canberra Casino Hold-em priced whole: every deal counted, every decision valued, by the sign that settles the wagers.

The kernel counts; `pit.settlement` says what each outcome pays; nothing here knows odds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import Card, show
from openfelt.errors import RuleViolation
from openfelt.hands import scale
from openfelt.lab import _solver
from openfelt.lab.deals import FULL, PAY_CLASSES, WORDS, DeckShape, decisions, deck_size, five_classes, weights
from openfelt.lab.price import Choice, Decision, Outcome, Price, require_known
from openfelt.pit.paytables import KINDS
from openfelt.pit.settlement import (
    QUALIFYING_PAIR,
    Against,
    settle_fold,
    settle_holdem,
    settle_super_aces,
    super_aces_hand,
)
from openfelt.pit.sign import HoldemSign
from openfelt.rulebooks import rulebook

ACT = rulebook("act-holdem")

FOLD: Final = "fold"
CALL: Final = "call"
CALL_MULTIPLE: Final = 2
"""act-holdem 7.2: a call is exactly twice the ante."""

RESULTS: Final = tuple(product((False, True), (Against.HIGHER, Against.EQUAL, Against.LOWER)))
"""The kernel's results of a call: whether the dealer qualifies, and the player's hand against the dealer's."""

RESULT_WORDS: Final = tuple(
    f"dealer {'qualifies' if qualified else 'does not qualify'}, player {against}" for qualified, against in RESULTS
)

Calls = NDArray[np.uint8]
"""For each three (the flop) and pair (the hole cards): 1 to call, 0 to fold."""

# A word that settlement does not know would lose in silence.
assert set(WORDS) <= {hand for kind in KINDS.values() for hand in (*kind.hands, *kind.also)}


def runouts(deck: DeckShape = FULL) -> int:
    """How many rivers and dealer's holdings can follow a decision: C(47,2) C(45,2).

    >>> runouts()
    1070190
    """
    size = deck_size(deck)
    return math.comb(size - 5, 2) * math.comb(size - 7, 2)


# --- what each outcome pays -------------------------------------------------------------------------------------------


def payoffs(sign: HoldemSign, ante: int) -> NDArray[np.int64]:
    """What a call nets, by the player's category and the result, in cents: settlement's own answers."""
    return np.array([[payoff(sign, ante, hand, *result) for result in RESULTS] for hand in WORDS], np.int64)


def payoff(sign: HoldemSign, ante: int, hand: str, qualified: bool, against: Against) -> int:  # noqa: FBT001
    """What ante and call net together in one outcome."""
    call = CALL_MULTIPLE * ante
    paid = settle_holdem(sign, ante=ante, call=call, hand=hand, against=against, qualified=qualified)
    return sum(payment.net for payment in paid)


def bonus_payoffs(sign: HoldemSign, stake: int, *, folded: bool, declared: bool = True) -> NDArray[np.int64]:
    """What a Super Aces wager nets by pay class, of a player who declares what wins or of one who never does."""
    declared = declared or sign.auto_declare
    return np.array(
        [
            settle_super_aces(sign, stake=stake, hand=super_aces_hand(*found), declared=declared, folded=folded).net
            for found in PAY_CLASSES
        ],
        np.int64,
    )


def forfeits(sign: HoldemSign, bonus: int) -> NDArray[np.int64]:
    """What folding costs beside the ante where a Super Aces wager lies there too, by pay class."""
    return bonus_payoffs(sign, bonus, folded=False) - bonus_payoffs(sign, bonus, folded=True)


# --- what calling is worth --------------------------------------------------------------------------------------------


def call_values(signs: Sequence[HoldemSign], ante: int, deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each sign and decision, the sum over all run-outs of what calling nets."""
    table = np.stack([payoffs(sign, ante) for sign in signs])
    return decisions(deck).call_values(scale("act-holdem").spec, QUALIFYING_PAIR, table)


def best_calls(
    values: NDArray[np.int64], sign: HoldemSign, ante: int, *, bonus: int = 0, deck: DeckShape = FULL
) -> Calls:
    """Where calling is worth more than folding; decisions that are exactly equal fold.

    `bonus` is a Super Aces stake beside the ante: it matters where folding forfeits a bonus (act-holdem 7.3).
    """
    gain = values - settle_fold(ante).net * runouts(deck)
    if bonus:
        gain = gain + forfeits(sign, bonus)[five_classes(deck)] * runouts(deck)
    return (gain > 0).astype(np.uint8)


def outcome_counts(called: Sequence[Calls], deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each strategy, how many deals end in each category and result after a call."""
    return decisions(deck).outcomes(scale("act-holdem").spec, QUALIFYING_PAIR, np.stack(called))


# --- prices -----------------------------------------------------------------------------------------------------------


def main_price(
    sign: HoldemSign, ante: int, called: Calls, counts: NDArray[np.int64], *, deck: DeckShape = FULL
) -> Price:
    """Ante and call under a strategy, given how its calls end."""
    table = payoffs(sign, ante)
    staked = (1 + CALL_MULTIPLE) * ante
    rows = [
        Outcome(CALL, RESULT_WORDS[result], WORDS[hand], int(counts[hand, result]), staked, int(table[hand, result]))
        for hand in reversed(range(len(WORDS)))
        for result in range(len(RESULTS))
        if counts[hand, result]
    ]
    folded = folds(called, deck) * runouts(deck)
    if folded:
        rows.append(Outcome(FOLD, "player folds", "", folded, ante, settle_fold(ante).net))
    return Price("ante and call", ante, tuple(rows), ACT.cite("7.2", "7.3", "8.1", "9.1", "9.2", "9.3", "9.4"))


def folds(called: Calls, deck: DeckShape = FULL) -> int:
    """How many (hole cards, flop) deals a strategy folds."""
    return int(((1 - called.astype(np.int64)).sum(axis=1) * weights(deck)).sum())


def bonus_price(sign: HoldemSign, stake: int, called: Calls, *, declared: bool = True, deck: DeckShape = FULL) -> Price:
    """The Super Aces Bonus beside a strategy; folding matters only where the sign says so."""
    rows: list[Outcome] = []
    classes = five_classes(deck)
    for decision, folded in ((CALL, False), (FOLD, True)):
        nets = bonus_payoffs(sign, stake, folded=folded, declared=declared)
        which = (called == 0) == folded
        for at in reversed(range(len(PAY_CLASSES))):
            deals = int((((classes == at) & which).sum(axis=1) * weights(deck)).sum())
            if deals:
                hand = super_aces_hand(*PAY_CLASSES[at])
                result = "wins" if nets[at] > 0 else "loses"
                rows.append(Outcome(decision, result, hand, deals, stake, int(nets[at])))
    return Price("Super Aces Bonus", stake, merged(rows), ACT.cite("10.3", "10.4", "10.5", "11.1", "7.3"))


def merged(rows: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Lines that differ in nothing but their deals, put together."""
    found: dict[tuple[str, str, str, int, int], int] = {}
    for row in rows:
        key = (row.decision, row.result, row.hand, row.staked, row.net)
        found[key] = found.get(key, 0) + row.deals
    return tuple(Outcome(*key[:3], deals, *key[3:]) for key, deals in found.items())


# --- one decision -----------------------------------------------------------------------------------------------------


def decide(sign: HoldemSign, ante: int, hole: Sequence[Card], flop: Sequence[Card]) -> Decision:
    """One decision by visiting each of its 1,070,190 run-outs.

    >>> from openfelt.cards import cards
    >>> found = decide(HoldemSign(), 100, cards("Jd4c"), cards("Kh9s6d"))
    >>> found.best, found.choices[0].value, sum(row.deals for row in found.outcomes)
    (('call',), Fraction(-35264, 35673), 1070190)
    """
    require_decision(hole, flop)
    cards = np.array([*hole, *flop], np.uint8)
    counts = _solver.one_decision(cards, scale("act-holdem").spec, QUALIFYING_PAIR)
    table = payoffs(sign, ante)
    staked = (1 + CALL_MULTIPLE) * ante
    rows = tuple(
        Outcome(CALL, RESULT_WORDS[result], WORDS[hand], int(counts[hand, result]), staked, int(table[hand, result]))
        for hand in reversed(range(len(WORDS)))
        for result in range(len(RESULTS))
        if counts[hand, result]
    )
    total = sum(row.deals * row.net for row in rows)
    fold = Choice(FOLD, settle_fold(ante).net * runouts(), runouts(), ante)
    return Decision(f"{show(hole)} on {show(flop)}", (Choice(CALL, total, runouts(), ante), fold), rows)


def require_decision(hole: Sequence[Card], flop: Sequence[Card]) -> None:
    """Refuse what is not two hole cards and a flop of three other cards of the deck."""
    for cards, wanted, what, clause in (
        (hole, 2, "hole cards are two", "6.3(c)"),
        (flop, 3, "flop is three", "def/Flop"),
    ):
        if len(cards) != wanted:
            raise RuleViolation(
                "decision-cards", ACT.cite(clause), f"{show(cards)!r}: the {what} cards, not {len(cards)}"
            )
    require_known((*hole, *flop), ACT.cite("2.1"))
