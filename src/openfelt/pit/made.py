"""What a hand is worth at the two tables, in the words of their pay tables. Reads `openfelt.hands`; knows no wager."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from openfelt.cards import FULL_DECK, Card
from openfelt.hands import Category, Scale, scale, strength, unpack
from openfelt.hands.words import in_words
from openfelt.pit.settlement import Against
from openfelt.rulebooks import Cites, rulebook

ACT = rulebook("act-holdem")
NZ = rulebook("nz-big-raise")

# Citations, checked when this module is imported.
ACT_2_9 = ACT.cite("2.9")

HOLDEM: Final = scale("act-holdem", FULL_DECK)
BIG_RAISE: Final = scale("nz-big-raise", FULL_DECK)
THREE_CARD: Final = scale("nz-big-raise", FULL_DECK, kind="three-card")

BY_TOP_CARD: Final = ACT.cite("2.7", "2.8", "2.8(a)")
BY_NEXT_CARD: Final = ACT.cite("2.7", "2.8", "2.8(b)")
FIVE_OF_SEVEN: Final = ACT.cite("2.5", "2.6", "def/Communal Cards")
THREE_AND_TWO: Final = NZ.cite("10.1", "4.1", "4.2", "4.3", "def/Poker Value")


EQUAL_SUITS: Final = NZ.cite("4.1")
ORDER: Final = NZ.cite("4.3")
SAME_VALUE: Final = NZ.cite("4.4")
OF_ONE_KIND: Final = {
    "high-card": NZ.cite("4.4", "4.4(a)"),
    "pair": NZ.cite("4.4", "4.4(b)"),
    "two-pair": NZ.cite("4.4", "4.4(c)"),
    "straight": NZ.cite("4.4", "4.4(d)"),
    "straight-flush": NZ.cite("4.4", "4.4(d)"),
}


class Made(NamedTuple):
    """A hand: how strong, its category as a pay table's word, the rank of a single pair (else 0), and in words."""

    strength: int
    category: str
    pair: int
    words: str
    cites: Cites
    ranks: tuple[int, ...]


@lru_cache(maxsize=20_000)
def _made(on: Scale, found: int, own: Cites) -> Made:
    category, ranks = unpack(on, found)
    word = category.words.replace(" ", "-")
    pair = ranks[0] if category is Category.PAIR else 0
    return Made(found, word, pair, in_words(on, category, ranks), (*own, on.cite(category)), ranks)


def best_of_seven(hole: Sequence[Card], board: Sequence[Card]) -> Made:
    """act-holdem 2.5: the best five of two hole and the communal cards; with the flop alone, exactly those five.

    >>> from openfelt.cards import cards
    >>> best_of_seven(cards("AhAd"), cards("Kd 4c 2d 9s 3h")).words
    'pair of aces with K-9-4'
    """
    return _made(HOLDEM, strength(HOLDEM, tuple(hole), tuple(board)), FIVE_OF_SEVEN)


def poker_value(own: Sequence[Card], community: Sequence[Card]) -> Made:
    """nz-big-raise 10.1: exactly the player's three cards and both community cards."""
    return _made(BIG_RAISE, strength(BIG_RAISE, tuple(own), tuple(community)), THREE_AND_TWO)


def three_cards(own: Sequence[Card]) -> Made:
    """nz-big-raise 10.3: the player's own three cards."""
    return _made(THREE_CARD, strength(THREE_CARD, tuple(own)), ())


def standing(first: Made, second: Made) -> tuple[Against, Cites]:
    """One Poker Value against another at a Big Raise table, and the clause that tells hands of one kind apart.

    No two hands compete there; a results board lists them in this order.

    >>> from openfelt.cards import cards
    >>> standing(poker_value(cards("AcAd6h"), cards("4s2c")), poker_value(cards("AhAs5h"), cards("4s2c")))
    (<Against.HIGHER: 'higher'>, ('nz-big-raise 4.4', 'nz-big-raise 4.4(b)'))
    """
    if first.strength == second.strength:
        return Against.EQUAL, EQUAL_SUITS
    against = Against.HIGHER if first.strength > second.strength else Against.LOWER
    return against, (OF_ONE_KIND.get(first.category, SAME_VALUE) if first.category == second.category else ORDER)


def compare(player: Made, dealer: Made) -> tuple[Against, Cites]:
    """The player's hand against the dealer's, and the clauses that tell them apart.

    >>> from openfelt.cards import cards
    >>> board = cards("Kd 4c 2d 9s 3h")
    >>> compare(best_of_seven(cards("KhQd"), board), best_of_seven(cards("KcJd"), board))[1]
    ('act-holdem 2.7', 'act-holdem 2.8', 'act-holdem 2.8(b)')
    """
    if player.strength == dealer.strength:
        return Against.EQUAL, ACT_2_9
    against = Against.HIGHER if player.strength > dealer.strength else Against.LOWER
    if player.category != dealer.category:
        return against, ()
    first = player.ranks[0] != dealer.ranks[0]
    return against, BY_TOP_CARD if first else BY_NEXT_CARD
