"""Which hand is better, said slowly, in the rulebooks' words. The specification that the kernel is tested against.

Nothing here is shared with the kernel: hands are sorted, counted and compared card by card; the joker is tried as every
card of the deck; the best hand of a larger holding is the best of all hands it contains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from openfelt.cards import JOKER, Card, Rank
from openfelt.hands.orders import Category, Kind, Scale, Selection

# A hand's place among all hands of its scale: first the category's place (the lowest is 1), then what decides between
# hands of one category, most important first. Greater wins. None is no hand at all: a low that does not qualify.
Standing = tuple[int, ...]


def standing(scale: Scale, hand: Sequence[Card]) -> Standing | None:
    """Where one hand of the right size stands, the joker counting as whichever card makes it best (act-stud 3.7).

    >>> from openfelt.cards import cards
    >>> from openfelt.hands import SCALES
    >>> full_house, flush = cards("Kh Kd Kc Jh Js"), cards("Ah Jh 9h 8h 7h")
    >>> standing(SCALES["nsw-52"], full_house) > standing(SCALES["nsw-52"], flush)
    True
    >>> standing(SCALES["nsw-32"], full_house) > standing(SCALES["nsw-32"], flush)
    False
    """
    if JOKER not in hand:
        return natural(scale, hand)
    others = [card for card in hand if card != JOKER]
    stood = (natural(scale, [*others, card]) for card in scale.deck.cards if card != JOKER)
    return max((one for one in stood if one is not None), default=None)


def natural(scale: Scale, hand: Sequence[Card]) -> Standing | None:
    """Where a hand without a joker stands."""
    match scale.kind:
        case Kind.HIGH:
            category, ranks = high(scale, hand)
        case Kind.THREE_CARD:
            category, ranks = three_card(hand)
        case Kind.TWO_CARD | Kind.ONE_CARD:
            category, ranks = few_cards(hand)
        case Kind.LOW:
            category, ranks = low(scale, hand)
            if category is Category.FIVE_OF_A_KIND:
                return None  # 3.6 has no such low; the joker always improves by being another rank instead.
            if scale.eight_or_better and (category is not Category.HIGH_CARD or ranks[0] > Rank.EIGHT):
                return None
        case Kind.DEUCE_TO_SEVEN:
            category, ranks = high(scale, hand)
        case Kind.BADUGI | Kind.HIGH_ACE_BADUGI:
            category, ranks = badugi(scale, hand)
    place = len(scale.order) - scale.categories.index(category)
    # Where the lowest cards win, the smaller number is the better one.
    return (place, *(-rank if scale.is_low else int(rank) for rank in ranks))


def grouped(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many of each rank, the largest group first and the higher rank first: KKKJJ is (3, 2), (13, 11)."""
    groups = sorted(((number, rank) for rank, number in Counter(ranks).items()), reverse=True)
    return tuple(number for number, _ in groups), tuple(rank for _, rank in groups)


PATTERNS = {
    (5,): Category.FIVE_OF_A_KIND,
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}


def high(scale: Scale, hand: Sequence[Card]) -> tuple[Category, tuple[int, ...]]:
    """The category of five cards and the ranks that compare them: the grouped cards first, then the rest downwards."""
    pattern, ranks = grouped([card.rank for card in hand])
    suited = len({card.suit for card in hand}) == 1
    if pattern != (1, 1, 1, 1, 1):
        return PATTERNS[
            pattern
        ], ranks  # Also five suited cards with a doubled rank: the joker makes no double-ace flush.
    top = top_of_sequence(scale, ranks)
    if top and suited:
        return (Category.ROYAL_FLUSH if top == Rank.ACE else Category.STRAIGHT_FLUSH), (top,)
    if suited:
        return Category.FLUSH, ranks
    if top:
        return Category.STRAIGHT, (top,)
    return Category.HIGH_CARD, ranks


def top_of_sequence(scale: Scale, ranks: Sequence[int]) -> int | None:
    """The top card of five ranks in sequence, or None. A low ace sits directly under the lowest rank of the deck."""
    if ranks[0] - ranks[4] == 4:
        return ranks[0]
    lowest = scale.deck.lowest
    if scale.ace_low_straights and list(ranks) == [Rank.ACE, lowest + 3, lowest + 2, lowest + 1, lowest]:
        return lowest + 3
    return None


def low(scale: Scale, hand: Sequence[Card]) -> tuple[Category, tuple[int, ...]]:
    """A low hand: straights and flushes are disregarded, the ace counts one where aces are low."""
    pattern, ranks = grouped([1 if scale.low_ace and card.rank is Rank.ACE else card.rank for card in hand])
    return PATTERNS[pattern], ranks


def three_card(hand: Sequence[Card]) -> tuple[Category, tuple[int, ...]]:
    """Three cards (nz-big-raise 10.3): A-K-Q is the highest straight, 3-2-A the lowest."""
    pattern, ranks = grouped([card.rank for card in hand])
    suited = len({card.suit for card in hand}) == 1
    if pattern == (3,):
        return Category.THREE_OF_A_KIND, ranks
    if pattern == (2, 1):
        return Category.PAIR, ranks
    top = ranks[0] if ranks[0] - ranks[2] == 2 else 3 if ranks == (Rank.ACE, 3, 2) else None
    if top:
        return (Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT), (top,)
    return (Category.FLUSH if suited else Category.HIGH_CARD), ranks


def few_cards(hand: Sequence[Card]) -> tuple[Category, tuple[int, ...]]:
    """Two cards or one (house 13.8, 13.10): a pair, or the higher card first; suits do not count."""
    pattern, ranks = grouped([card.rank for card in hand])
    return (Category.PAIR if pattern == (2,) else Category.HIGH_CARD), ranks


BADUGI_SIZES = {1: Category.ONE_CARD, 2: Category.TWO_CARDS, 3: Category.THREE_CARDS, 4: Category.FOUR_CARDS}


def badugi(scale: Scale, hand: Sequence[Card]) -> tuple[Category, tuple[int, ...]]:
    """The most cards of different ranks and suits, then the lowest of those; the ace counts one where it is low."""
    for size in (4, 3, 2, 1):
        found = [
            tuple(sorted((1 if scale.low_ace and card.rank is Rank.ACE else card.rank for card in some), reverse=True))
            for some in combinations(hand, size)
            if len({card.rank for card in some}) == len({card.suit for card in some}) == size
        ]
        if found:
            return BADUGI_SIZES[size], min(found)
    raise AssertionError("one card is always a badugi of one")


def hands_of(
    scale: Scale, hole: Sequence[Card], board: Sequence[Card] = (), *, selection: Selection = Selection.ANY_FIVE
) -> Iterator[tuple[Card, ...]]:
    """Every hand that a holding and a board may make under a selection rule."""
    if selection is Selection.TWO_AND_THREE:
        for two in combinations(hole, 2):
            for three in combinations(board, 3):
                yield (*two, *three)
    else:
        yield from combinations((*hole, *board), scale.hand_size)


def best(
    scale: Scale, hole: Sequence[Card], board: Sequence[Card] = (), *, selection: Selection = Selection.ANY_FIVE
) -> Standing | None:
    """Where the best hand of a holding stands."""
    stood = (standing(scale, hand) for hand in hands_of(scale, hole, board, selection=selection))
    return max((one for one in stood if one is not None), default=None)
