"""Games with a call after the flop, priced whole: every deal counted, every decision valued.

The kernel counts; the book's settlement says what each outcome pays (`pit.priced`); nothing here knows odds.
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
from openfelt.lab import _solver
from openfelt.lab.deals import FULL, PAY_CLASSES, WORDS, DeckShape, decisions, deck_size, five_classes, weights
from openfelt.lab.price import Choice, Decision, Outcome, Price, require_known
from openfelt.pit.priced import CallAfterFlop
from openfelt.pit.settlement import Against
from openfelt.pit.sign import AnySign

FOLD: Final = "fold"
CALL: Final = "call"

RESULTS: Final = tuple(product((False, True), (Against.HIGHER, Against.EQUAL, Against.LOWER)))
"""The kernel's results of a call: whether the dealer qualifies, and the player's hand against the dealer's."""

RESULT_WORDS: Final = tuple(
    f"dealer {'qualifies' if qualified else 'does not qualify'}, player {against}" for qualified, against in RESULTS
)

Calls = NDArray[np.uint8]
"""For each three (the flop) and pair (the hole cards): 1 to call, 0 to fold."""


def runouts(deck: DeckShape = FULL) -> int:
    """How many rivers and dealer's holdings can follow a decision: C(47,2) C(45,2).

    >>> runouts()
    1070190
    """
    size = deck_size(deck)
    return math.comb(size - 5, 2) * math.comb(size - 7, 2)


# --- what each outcome pays -------------------------------------------------------------------------------------------


def payoffs(how: CallAfterFlop, sign: AnySign, ante: int) -> NDArray[np.int64]:
    """What ante and call net together, by the player's category and the result, in cents: settlement's own answers."""
    stakes = {"ante": ante, "call": how.times * ante}
    return np.array(
        [
            [
                sum(one.net for one in how.called(sign, **stakes, hand=hand, against=against, qualified=qualified))
                for qualified, against in RESULTS
            ]
            for hand in WORDS
        ],
        np.int64,
    )


def fold_net(how: CallAfterFlop, sign: AnySign, ante: int) -> int:
    """What a fold nets."""
    return sum(payment.net for payment in how.folded(sign, ante=ante))


def side_payoffs(
    how: CallAfterFlop, sign: AnySign, stake: int, *, folded: bool, declared: bool = True
) -> NDArray[np.int64]:
    """What the side wager nets by pay class, of a player who declares what wins or of one who never does."""
    return np.array(
        [
            how.side(sign, stake=stake, hand=hand, pair=pair, declared=declared, folded=folded).net
            for hand, pair in PAY_CLASSES
        ],
        np.int64,
    )


def forfeits(how: CallAfterFlop, sign: AnySign, bonus: int) -> NDArray[np.int64]:
    """What folding costs beside the ante where a side wager lies there too, by pay class."""
    return side_payoffs(how, sign, bonus, folded=False) - side_payoffs(how, sign, bonus, folded=True)


# --- what calling is worth --------------------------------------------------------------------------------------------


def call_values(how: CallAfterFlop, signs: Sequence[AnySign], ante: int, deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each sign and decision, the sum over all run-outs of what calling nets."""
    table = np.stack([payoffs(how, sign, ante) for sign in signs])
    return decisions(deck).call_values(how.scale.spec, how.qualifying_pair, table)


def best_calls(
    how: CallAfterFlop, values: NDArray[np.int64], sign: AnySign, ante: int, *, bonus: int = 0, deck: DeckShape = FULL
) -> Calls:
    """Where calling is worth more than folding; decisions that are exactly equal fold.

    `bonus` is a side stake beside the ante: it matters where folding forfeits it (act-holdem 7.3).
    """
    gain = values - fold_net(how, sign, ante) * runouts(deck)
    if bonus:
        gain = gain + forfeits(how, sign, bonus)[five_classes(how.scale, deck)] * runouts(deck)
    return (gain > 0).astype(np.uint8)


def outcome_counts(how: CallAfterFlop, called: Sequence[Calls], deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each strategy, how many deals end in each category and result after a call."""
    return decisions(deck).outcomes(how.scale.spec, how.qualifying_pair, np.stack(called))


# --- prices -----------------------------------------------------------------------------------------------------------


def main_price(
    how: CallAfterFlop, sign: AnySign, ante: int, called: Calls, *, counts: NDArray[np.int64], deck: DeckShape = FULL
) -> Price:
    """Ante and call under a strategy, given how its calls end."""
    table = payoffs(how, sign, ante)
    staked = (1 + how.times) * ante
    rows = [
        Outcome(CALL, RESULT_WORDS[result], WORDS[hand], int(counts[hand, result]), staked, int(table[hand, result]))
        for hand in reversed(range(len(WORDS)))
        for result in range(len(RESULTS))
        if counts[hand, result]
    ]
    folded = folds(called, deck) * runouts(deck)
    if folded:
        rows.append(Outcome(FOLD, "player folds", "", folded, ante, fold_net(how, sign, ante)))
    return Price(how.main_name, ante, tuple(rows), how.main_cites)


def folds(called: Calls, deck: DeckShape = FULL) -> int:
    """How many (hole cards, flop) deals a strategy folds."""
    return int(((1 - called.astype(np.int64)).sum(axis=1) * weights(deck)).sum())


def side_price(
    how: CallAfterFlop, sign: AnySign, stake: int, called: Calls, *, declared: bool = True, deck: DeckShape = FULL
) -> Price:
    """The side wager beside a strategy; folding matters only where the sign says so."""
    rows: list[Outcome] = []
    classes = five_classes(how.scale, deck)
    for decision, folded in ((CALL, False), (FOLD, True)):
        nets = side_payoffs(how, sign, stake, folded=folded, declared=declared)
        which = (called == 0) == folded
        for at in reversed(range(len(PAY_CLASSES))):
            deals = int((((classes == at) & which).sum(axis=1) * weights(deck)).sum())
            if deals:
                hand = how.side_hand(*PAY_CLASSES[at])
                result = "wins" if nets[at] > 0 else "loses"
                rows.append(Outcome(decision, result, hand, deals, stake, int(nets[at])))
    return Price(how.side_name, stake, merged(rows), how.side_cites)


def merged(rows: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Lines that differ in nothing but their deals, put together."""
    found: dict[tuple[str, str, str, int, int], int] = {}
    for row in rows:
        key = (row.decision, row.result, row.hand, row.staked, row.net)
        found[key] = found.get(key, 0) + row.deals
    return tuple(Outcome(*key[:3], deals, *key[3:]) for key, deals in found.items())


# --- one decision -----------------------------------------------------------------------------------------------------


def decide(how: CallAfterFlop, sign: AnySign, ante: int, hole: Sequence[Card], flop: Sequence[Card]) -> Decision:
    """One decision by visiting each of its 1,070,190 run-outs."""
    require_decision(how, hole, flop)
    cards = np.array([*hole, *flop], np.uint8)
    counts = _solver.one_decision(cards, how.scale.spec, how.qualifying_pair)
    table = payoffs(how, sign, ante)
    staked = (1 + how.times) * ante
    rows = tuple(
        Outcome(CALL, RESULT_WORDS[result], WORDS[hand], int(counts[hand, result]), staked, int(table[hand, result]))
        for hand in reversed(range(len(WORDS)))
        for result in range(len(RESULTS))
        if counts[hand, result]
    )
    total = sum(row.deals * row.net for row in rows)
    fold = Choice(FOLD, fold_net(how, sign, ante) * runouts(), runouts(), ante)
    return Decision(f"{show(hole)} on {show(flop)}", (Choice(CALL, total, runouts(), ante), fold), rows)


def require_decision(how: CallAfterFlop, hole: Sequence[Card], flop: Sequence[Card]) -> None:
    """Refuse what is not two hole cards and a flop of three other cards of the deck."""
    for cards, wanted, what, cites in (
        (hole, 2, "hole cards are two", how.hand),
        (flop, 3, "flop is three", how.flop),
    ):
        if len(cards) != wanted:
            raise RuleViolation("decision-cards", cites, f"{show(cards)!r}: the {what} cards, not {len(cards)}")
    require_known((*hole, *flop), how.deck)
