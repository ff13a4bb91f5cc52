"""Every hand of a deck, and what the reference says of it: shared by the tests of `openfelt.hands`."""

from collections import Counter
from functools import cache
from itertools import chain, combinations
from math import comb, prod

import numpy as np

from openfelt.cards import ALL_CARDS, JOKER, deck
from openfelt.hands import SCALES, Category, reference


def distinct_scales(*, hand_size=5):
    """One scale for each way of ranking: several rulebooks rank alike."""
    by_spec = {}
    for scale in SCALES.values():
        if scale.hand_size == hand_size:
            by_spec.setdefault(scale.spec, scale)
    return sorted(by_spec.values(), key=lambda scale: scale.key)


@cache
def all_hands(size, number, first=0):
    """All holdings of `number` natural cards of a deck, one per row, each row ascending."""
    natural = deck(size).cards[first:]
    flat = chain.from_iterable(combinations(map(int, natural), number))
    rows = np.fromiter(flat, dtype=np.uint8, count=comb(len(natural), number) * number)
    return rows.reshape(-1, number)


@cache
def suit_patterns(size, number):
    """For all natural holdings: which rank-and-suitedness pattern each is, and one holding of each pattern."""
    rows = all_hands(size, number)
    code = np.zeros(len(rows), dtype=np.int64)
    for column in range(number):
        code = code * 13 + rows[:, column] // 4
    suited = (rows % 4 == rows[:, :1] % 4).all(axis=1)
    _, first, inverse = np.unique(code * 2 + suited, return_index=True, return_inverse=True)
    return [tuple(ALL_CARDS[one] for one in rows[at]) for at in first], inverse


def dense(standings):
    """Each standing's number among all, from the worst (1); a hand that is none is 0."""
    order = {one: place for place, one in enumerate(sorted({one for one in standings if one is not None}), start=1)}
    return [0 if one is None else order[one] for one in standings]


def category_of(scale, standing):
    """The category a standing names; nothing for a hand that does not qualify."""
    return Category.NOTHING if standing is None else scale.categories[len(scale.order) - standing[0]]


def choices(ranks, number, most=4):
    """All multisets of ranks, as tuples of how many of each."""
    if not ranks:
        if number == 0:
            yield ()
        return
    for here in range(min(most, number) + 1):
        for rest in choices(ranks[1:], number - here, most):
            yield (here, *rest)


def seven_card_counts(scale):
    """How many seven-card holdings have each category, by counting suit choices of every rank multiset.

    Independent of the kernel: a holding with ranks r (c_r of each) can be suited in prod C(4, c_r) ways; those in which
    one suit holds exactly the ranks F (five or more) number 4 * prod C(3, c_r - [r in F]). The category is the best
    that the reference finds among five-card choices of the ranks, or of the ranks in F as a flush.
    """
    ranks = scale.deck.ranks
    plain, suited = rank_standings(scale)
    counts = Counter()
    for multiset in choices(ranks, 7):
        held = [rank for rank, number in zip(ranks, multiset, strict=True) for _ in range(number)]
        present = {rank: number for rank, number in zip(ranks, multiset, strict=True) if number}
        best = max(plain[five] for five in set(combinations(held, 5)))
        ways = prod(comb(4, number) for number in present.values())
        for size in range(5, len(present) + 1):
            for flush in combinations(present, size):
                weight = 4 * prod(comb(3, number - (rank in flush)) for rank, number in present.items())
                if weight:
                    ways -= weight
                    made = max(suited[five] for five in combinations(flush, 5))
                    counts[category_of(scale, max(best, made))] += weight
        counts[category_of(scale, best)] += ways
    return counts


def rank_standings(scale):
    """What the reference says of five ranks, of mixed suits and of one suit."""
    plain, suited = {}, {}
    for multiset in choices(scale.deck.ranks, 5):
        held = tuple(rank for rank, number in zip(scale.deck.ranks, multiset, strict=True) for _ in range(number))
        suits = [at % 4 for at in range(5)] if max(multiset) > 1 else [0, 0, 0, 0, 1]
        plain[held] = reference.standing(scale, [_card(rank, suit) for rank, suit in zip(held, suits, strict=True)])
        if max(multiset) == 1:
            suited[held] = reference.standing(scale, [_card(rank, 0) for rank in held])
    return plain, suited


def _card(rank, suit):
    return ALL_CARDS[4 * (rank - 2) + suit]


def with_joker(holdings):
    """The same holdings with the joker added."""
    return [(*holding, JOKER) for holding in holdings]
