"""Big Raise Stud priced whole: every three-card hand with both community cards, by the sign that settles the wagers.

There is no dealer's hand: 22,100 hands with 1,176 community pairs each are the whole game. Without a maximum payout the
worth of a raise is proportional to its size, so only one and four times the ante are ever best; under a maximum payout
(nz-big-raise 5.8) two and three can be, and all are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import FULL_DECK, Card, Rank, show
from openfelt.errors import RuleViolation
from openfelt.hands import Category, batch, scale, unpack
from openfelt.lab.deals import (
    FULL,
    PAY_CLASSES,
    DeckShape,
    five_classes,
    pair_count,
    pay_classes,
    threes,
    weights,
    word,
)
from openfelt.lab.price import Choice, Decision, Outcome, Price, require_known
from openfelt.pit.settlement import raise_hand, settle_big_raise, settle_big_raise_fold, settle_three_card_bonus
from openfelt.pit.sign import BigRaiseSign
from openfelt.rulebooks import rulebook

NZ = rulebook("nz-big-raise")

FOLD: Final = "fold"
RAISES: Final = (1, 2, 3, 4)
"""nz-big-raise 5.2(b)."""
CHOICES: Final = (FOLD, *(f"raise {times}" for times in RAISES))

THREE_CARD: Final = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)
"""nz-big-raise 10.3, lowest first: among three cards a straight beats a flush."""

Raises = NDArray[np.uint8]
"""For each three-card hand: 0 to fold, else how many antes to raise."""


@cache
def class_counts(deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each three-card hand, how many community pairs make each pay class: an array (threes, pay classes)."""
    classes = five_classes(deck)
    return np.stack([(classes == at).sum(axis=1) for at in range(len(PAY_CLASSES))], axis=1).astype(np.int64)


def payoffs(sign: BigRaiseSign, ante: int) -> NDArray[np.int64]:
    """What each raise nets by pay class, in cents: settlement's own answers, an array (raises, pay classes)."""
    return np.array(
        [
            [
                sum(
                    one.net
                    for one in settle_big_raise(sign, ante=ante, bet=times * ante, hand=raise_hand(sign, *found))
                )
                for found in PAY_CLASSES
            ]
            for times in RAISES
        ],
        np.int64,
    )


def fold_net(ante: int) -> int:
    """What a fold nets."""
    return sum(payment.net for payment in settle_big_raise_fold(ante))


def choice_values(sign: BigRaiseSign, ante: int, deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each three-card hand, the sum over all community pairs of what each choice nets: (threes, 5)."""
    raising = class_counts(deck) @ payoffs(sign, ante).T
    folding = np.full((len(raising), 1), fold_net(ante) * pair_count(deck), np.int64)
    return np.concatenate([folding, raising], axis=1)


def best_raises(values: NDArray[np.int64], allowed: Sequence[int] = (0, *RAISES)) -> Raises:
    """The best of the allowed choices for each hand; of choices that are exactly equal, the least at stake."""
    best: Raises = np.array(allowed, np.uint8)[values[:, list(allowed)].argmax(axis=1)]
    return best


def main_price(sign: BigRaiseSign, ante: int, taken: Raises, *, deck: DeckShape = FULL) -> Price:
    """Ante and raise under a strategy."""
    nets = payoffs(sign, ante)
    weight = weights(deck)
    rows: list[Outcome] = []
    for times in reversed(RAISES):
        deals = (class_counts(deck) * (weight * (taken == times))[:, None]).sum(axis=0)
        for at in reversed(range(len(PAY_CLASSES))):
            if deals[at]:
                net = int(nets[times - 1, at])
                hand = pair_name(*PAY_CLASSES[at])
                rows.append(Outcome(CHOICES[times], result(sign, at), hand, int(deals[at]), (1 + times) * ante, net))
    folded = int((weight * (taken == 0)).sum()) * pair_count(deck)
    if folded:
        rows.append(Outcome(FOLD, "player folds", "", folded, ante, fold_net(ante)))
    return Price("ante and raise", ante, tuple(rows), NZ.cite("5.2", "5.7", "5.8", "9.2(a)", "10.2"))


def result(sign: BigRaiseSign, pay_class: int) -> str:
    """How a hand ends by 10.2, whatever becomes of its ante: the raise is won, lost or returned."""
    _, raised = settle_big_raise(sign, ante=1, bet=1, hand=raise_hand(sign, *PAY_CLASSES[pay_class]))
    return {"win": "wins", "lose": "loses", "return": "stands off"}[raised.verdict]


def pair_name(category: str, rank: int) -> str:
    """A pay class in words: "pair of sevens".

    >>> pair_name("pair", 7), pair_name("two-pair", 0)
    ('pair-of-sevens', 'two-pair')
    """
    return f"pair-of-{Rank(rank).words}" if rank else category


# --- the Three Card Bonus ---------------------------------------------------------------------------------------------


@cache
def three_card_classes(deck: DeckShape = FULL) -> NDArray[np.uint8]:
    """The three-card category (an index of `THREE_CARD`) of each three."""
    order = scale("nz-big-raise", kind="three-card")
    table = np.zeros(order.kernel.top + 1, np.uint8)
    for strength in range(1, len(table)):
        table[strength] = THREE_CARD.index(unpack(order, strength)[0])
    return table[batch(order, threes(deck))]


def bonus_price(sign: BigRaiseSign, stake: int, *, deck: DeckShape = FULL) -> Price:
    """The Three Card Bonus, which a fold does not touch (nz-big-raise 9.2(c)) and the community cards do not either."""
    rows: list[Outcome] = []
    for at in reversed(range(len(THREE_CARD))):
        hand = word(THREE_CARD[at])
        net = settle_three_card_bonus(sign, stake=stake, hand=hand).net
        deals = int((weights(deck) * (three_card_classes(deck) == at)).sum())
        ending = "wins" if net > 0 else "loses" if net < 0 else "stands off"
        if deals:
            rows.append(Outcome("bonus", ending, hand, deals, stake, net))
    return Price("Three Card Bonus", stake, tuple(rows), NZ.cite("10.3", "9.2(c)"))


# --- one decision -----------------------------------------------------------------------------------------------------


def decide(sign: BigRaiseSign, ante: int, hand: Sequence[Card]) -> Decision:
    """One decision by visiting each of its 1,176 community pairs.

    >>> from openfelt.cards import cards
    >>> found = decide(BigRaiseSign(), 100, cards("Ts Th 2d"))
    >>> found.best, [choice.total for choice in found.choices]
    (('raise 4',), [-117600, 282800, 448000, 613200, 778400])
    """
    require_decision(hand)
    rest = [card for card in FULL_DECK.cards if card not in hand]
    fives = np.array([[*hand, one, two] for at, one in enumerate(rest) for two in rest[at + 1 :]], np.uint8)
    counts = np.bincount(pay_classes(fives), minlength=len(PAY_CLASSES))
    nets = payoffs(sign, ante)
    community = len(fives)
    choices = [Choice(FOLD, fold_net(ante) * community, community, ante)]
    choices += [Choice(CHOICES[times], int(nets[times - 1] @ counts), community, ante) for times in RAISES]
    rows = tuple(
        Outcome(CHOICES[1], result(sign, at), pair_name(*PAY_CLASSES[at]), int(counts[at]), 2 * ante, int(nets[0, at]))
        for at in reversed(range(len(PAY_CLASSES)))
        if counts[at]
    )
    return Decision(show(hand), tuple(choices), rows)


def require_decision(hand: Sequence[Card]) -> None:
    """Refuse what is not three different cards of the deck."""
    if len(hand) != 3:
        raise RuleViolation(
            "decision-cards", NZ.cite("8.3", "9.1"), f"{show(hand)!r}: a player has 3 cards, not {len(hand)}"
        )
    require_known(hand, NZ.cite("7.3"))
