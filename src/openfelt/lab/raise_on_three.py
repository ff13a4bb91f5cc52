"""Games with a raise on three own cards, priced whole: every three-card hand with both community cards.

There is no dealer's hand: 22,100 hands with 1,176 community pairs each are the whole game. Without a maximum payout the
worth of a raise is proportional to its size, so only the lowest and the highest are ever best; under a maximum payout
(nz-big-raise 5.8) others can be, and all are compared. What each hand pays, the book's settlement says (`pit.priced`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import FULL_DECK, Card, Rank, show
from openfelt.errors import RuleViolation
from openfelt.hands import Scale
from openfelt.lab import three_cards
from openfelt.lab.deals import (
    FULL,
    PAY_CLASSES,
    DeckShape,
    five_classes,
    pair_count,
    pay_classes,
    weights,
)
from openfelt.lab.price import Choice, Decision, Outcome, Price, require_known
from openfelt.pit.priced import RaiseOnThree
from openfelt.pit.sign import AnySign

FOLD: Final = "fold"
Raises = NDArray[np.uint8]
"""For each three-card hand: 0 to fold, else how many antes to raise."""


def raise_name(times: int) -> str:
    """A raise of so many antes, as strategies and outcomes name it."""
    return f"raise {times}"


def choices(how: RaiseOnThree) -> dict[str, int]:
    """What may be decided, by name: how many antes are raised."""
    return {FOLD: 0} | {raise_name(times): times for times in how.times}


@cache
def class_counts(order: Scale, deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each three-card hand, how many community pairs make each pay class: an array (threes, pay classes)."""
    classes = five_classes(order, deck)
    return np.stack([(classes == at).sum(axis=1) for at in range(len(PAY_CLASSES))], axis=1).astype(np.int64)


def payoffs(how: RaiseOnThree, sign: AnySign, ante: int) -> NDArray[np.int64]:
    """What each raise nets by pay class, in cents: settlement's own answers, an array (raises, pay classes)."""
    return np.array(
        [
            [
                sum(one.net for one in how.raised(sign, ante=ante, bet=times * ante, hand=hand, pair=pair))
                for hand, pair in PAY_CLASSES
            ]
            for times in how.times
        ],
        np.int64,
    )


def fold_net(how: RaiseOnThree, sign: AnySign, ante: int) -> int:
    """What a fold nets."""
    return sum(payment.net for payment in how.folded(sign, ante=ante))


def choice_values(how: RaiseOnThree, sign: AnySign, ante: int, deck: DeckShape = FULL) -> NDArray[np.int64]:
    """For each three-card hand, the sum over all community pairs of what each choice nets, a fold first."""
    raising = class_counts(how.scale, deck) @ payoffs(how, sign, ante).T
    folding = np.full((len(raising), 1), fold_net(how, sign, ante) * pair_count(deck), np.int64)
    return np.concatenate([folding, raising], axis=1)


def best_raises(how: RaiseOnThree, values: NDArray[np.int64], allowed: Sequence[int] = ()) -> Raises:
    """The best of the allowed raises, or a fold, for each hand; of choices that are exactly equal, the least at stake.

    All raises are allowed if none are named.
    """
    several = (0, *(allowed or how.times))
    columns = [0, *(how.times.index(times) + 1 for times in several[1:])]
    best: Raises = np.array(several, np.uint8)[values[:, columns].argmax(axis=1)]
    return best


def main_price(how: RaiseOnThree, sign: AnySign, ante: int, taken: Raises, *, deck: DeckShape = FULL) -> Price:
    """Ante and raise under a strategy."""
    nets = payoffs(how, sign, ante)
    weight = weights(deck)
    rows: list[Outcome] = []
    for row, times in reversed(list(enumerate(how.times))):
        deals = (class_counts(how.scale, deck) * (weight * (taken == times))[:, None]).sum(axis=0)
        for at in reversed(range(len(PAY_CLASSES))):
            if deals[at]:
                hand, ending = pair_name(*PAY_CLASSES[at]), result(how, sign, at)
                staked, net = (1 + times) * ante, int(nets[row, at])
                rows.append(Outcome(raise_name(times), ending, hand, int(deals[at]), staked, net))
    folded = int((weight * (taken == 0)).sum()) * pair_count(deck)
    if folded:
        rows.append(Outcome(FOLD, "player folds", "", folded, ante, fold_net(how, sign, ante)))
    return Price(how.main_name, ante, tuple(rows), how.main_cites)


def result(how: RaiseOnThree, sign: AnySign, pay_class: int) -> str:
    """How a hand ends, whatever becomes of its ante: the raise is won, lost or returned."""
    hand, pair = PAY_CLASSES[pay_class]
    _, raised = how.raised(sign, ante=1, bet=1, hand=hand, pair=pair)
    return {"win": "wins", "lose": "loses", "return": "stands off"}[raised.verdict]


def pair_name(category: str, rank: int) -> str:
    """A pay class in words: "pair of sevens".

    >>> pair_name("pair", 7), pair_name("two-pair", 0)
    ('pair-of-sevens', 'two-pair')
    """
    return f"pair-of-{Rank(rank).words}" if rank else category


def side_price(how: RaiseOnThree, sign: AnySign, stake: int, *, deck: DeckShape = FULL) -> Price:
    """The wager on the own cards, which a fold does not touch and the community cards do not either."""
    rows: list[Outcome] = []
    found = three_cards.classes(how.three_cards, deck)
    for at, hand in reversed(list(enumerate(three_cards.categories(how.three_cards)))):
        net = how.side(sign, stake=stake, hand=hand).net
        deals = int((weights(deck) * (found == at)).sum())
        ending = "wins" if net > 0 else "loses" if net < 0 else "stands off"
        if deals:
            rows.append(Outcome("bonus", ending, hand, deals, stake, net))
    return Price(how.side_name, stake, tuple(rows), how.side_cites)


# --- one decision -----------------------------------------------------------------------------------------------------


def decide(how: RaiseOnThree, sign: AnySign, ante: int, hand: Sequence[Card]) -> Decision:
    """One decision by visiting each of its 1,176 community pairs."""
    require_decision(how, hand)
    rest = [card for card in FULL_DECK.cards if card not in hand]
    fives = np.array([[*hand, one, two] for at, one in enumerate(rest) for two in rest[at + 1 :]], np.uint8)
    counts = np.bincount(pay_classes(how.scale, fives), minlength=len(PAY_CLASSES))
    nets = payoffs(how, sign, ante)
    community = len(fives)
    worth = [Choice(FOLD, fold_net(how, sign, ante) * community, community, ante)]
    worth += [
        Choice(raise_name(times), int(nets[row] @ counts), community, ante) for row, times in enumerate(how.times)
    ]
    least = how.times[0]
    rows = tuple(
        Outcome(
            raise_name(least),
            result(how, sign, at),
            pair_name(*PAY_CLASSES[at]),
            int(counts[at]),
            (1 + least) * ante,
            int(nets[0, at]),
        )
        for at in reversed(range(len(PAY_CLASSES)))
        if counts[at]
    )
    return Decision(show(hand), tuple(worth), rows)


def require_decision(how: RaiseOnThree, hand: Sequence[Card]) -> None:
    """Refuse what is not three different cards of the deck."""
    if len(hand) != 3:
        raise RuleViolation("decision-cards", how.hand, f"{show(hand)!r}: a player has 3 cards, not {len(hand)}")
    require_known(hand, how.deck)
