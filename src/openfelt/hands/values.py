"""How strong a holding is: one number to compare, or the whole story (category, words, cards used, what the joker is).

Callers see `strength`, `winners` and `value`, and never choose how a hand is evaluated: the kernel does it.
`batches` does it for many holdings at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NewType

from openfelt.cards import ALL_CARDS, JOKER, UNKNOWN, Card, Rank, require_distinct, require_in_deck, shown
from openfelt.errors import NotationError, RuleViolation
from openfelt.hands import _kernel
from openfelt.hands.orders import HANDS, Category, Scale, Selection
from openfelt.hands.reference import hands_of
from openfelt.hands.words import in_words
from openfelt.phrases import Name, Phrase, phrase
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, usual_rulebook

Strength = NewType("Strength", int)
"""A hand's place on its scale: greater wins on every scale, low ones too; 0 is no hand. Only `hands` makes one."""

strength: Final = _kernel.strength


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a holding is worth, and why."""

    scale: Scale
    strength: Strength
    category: Category
    ranks: tuple[int, ...]
    words: Phrase
    cards: tuple[Card, ...]
    joker_as: Card | None
    cites: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.words)


def value(
    scale: Scale, hole: Sequence[Card], board: Sequence[Card] = (), *, selection: Selection = Selection.ANY_FIVE
) -> HandValue:
    """The best hand of a holding: its category, its value in words, the cards used, and what the joker stands for.

    >>> from openfelt.cards import cards
    >>> from openfelt.hands import SCALES
    >>> print(value(SCALES["nsw-52"], cards("Kh Kd"), cards("Kc Jh Js 2d 3c")))
    full house, kings over jacks
    """
    hole, board = tuple(hole), tuple(board)
    best = strength(scale, hole, board, selection=selection)
    category, ranks = unpack(scale, best)
    if category is Category.NOTHING:
        return HandValue(scale, best, category, ranks, phrase(scale.name(category)), (), None, scale.cites)
    used = _used(scale, best, hole, board, selection)
    return HandValue(
        scale=scale,
        strength=best,
        category=category,
        ranks=ranks,
        words=in_words(scale, category, ranks),
        cards=_arranged(scale, used, category, ranks),
        joker_as=joker_as(scale, used, category, ranks),
        cites=(scale.cite(category), *(cite for cite in scale.cites if cite != scale.cite(category))),
    )


def unpack(scale: Scale, one: int) -> tuple[Category, tuple[int, ...]]:
    """The category and the ranks a strength stands for; a low ace is rank 1.

    >>> from openfelt.cards import cards
    >>> from openfelt.hands import SCALES
    >>> unpack(SCALES["nsw-52"], strength(SCALES["nsw-52"], cards("Kh Kd Kc Jh Js")))
    (<Category.FULL_HOUSE: 7>, (13, 11))
    """
    require_scale(scale)
    try:
        category, ranks = scale.kernel.unpack(one)
    except IndexError:
        raise NotationError(
            phrase("{key} has no strength {one}; from 1 to {top}", key=Name(scale.key), one=one, top=scale.kernel.top)
        ) from None
    return Category(category), tuple(ranks)


def winners(
    scale: Scale,
    holdings: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    *,
    selection: Selection = Selection.ANY_FIVE,
) -> tuple[int, ...]:
    """Which of several holdings are best, by position; none if no holding is a hand (a low that does not qualify).

    >>> from openfelt.cards import cards
    >>> from openfelt.hands import SCALES
    >>> winners(SCALES["nsw-52"], [cards("AhKh"), cards("QsQd"), cards("QcQh")], cards("2c 7d 9s Jh Js"))
    (1, 2)
    """
    strengths = [strength(scale, tuple(holding), tuple(board), selection=selection) for holding in holdings]
    _require_one_deal(holdings)
    best = max(strengths, default=0)
    return tuple(place for place, one in enumerate(strengths) if one == best > 0)


def _require_one_deal(holdings: Sequence[Sequence[Card]]) -> None:
    """Refuse a card that two players hold."""
    held: dict[Card, int] = {}
    for place, holding in enumerate(holdings, start=1):
        for one in holding:
            if held.setdefault(one, place) != place:
                raise NotationError(
                    phrase(
                        "{one} is in holding {held} and in holding {place}",
                        one=shown((one,)),
                        held=held[one],
                        place=place,
                    ),
                    code="duplicate-card",
                )


def require_scale(scale: object) -> None:
    """Refuse what is no scale."""
    if not isinstance(scale, Scale):
        raise TypeError(f"{scale!r} is no scale; scale({usual_rulebook()!r}) and SCALES['nsw-52'] are")


def refuse(scale: Scale, hole: object, board: object, selection: object) -> None:
    """Say why the kernel would not evaluate a hand. Called by the kernel; always raises."""
    if not isinstance(selection, Selection):
        raise TypeError(f"no selection rule {selection!r}")
    rule = selection
    own, common = _cards_of(hole, "hole"), _cards_of(board, "board")
    require_cards(scale, (*own, *common))
    if len(common) > 5:
        raise NotationError(
            phrase("a board of {common} cards; it has at most 5", common=len(common)), code="too-many-cards"
        )
    if rule is Selection.TWO_AND_THREE:
        require_two_and_three(scale, len(own), len(common))
    else:
        require_count(scale, len(own) + len(common), rule)


def _cards_of(several: object, what: str) -> tuple[Card, ...]:
    if not isinstance(several, tuple | list):
        raise TypeError(f"{what} must be a tuple or a list of cards, not {type(several).__name__}")
    for one in several:
        if not isinstance(one, int) or not 0 <= one <= UNKNOWN:
            raise TypeError(f"{one!r} is not a card")
    return tuple(ALL_CARDS[one] for one in several)


def require_cards(scale: Scale, several: Sequence[Card]) -> None:
    """Refuse cards that appear twice or are not in the scale's deck."""
    require_distinct(several)
    require_in_deck(several, scale.deck)
    if UNKNOWN in several:
        place = several.index(UNKNOWN) + 1
        raise NotationError(
            phrase("card {place} is unknown (??): its hand cannot be evaluated", place=place), code="unknown-card"
        )


def require_count(scale: Scale, number: int, rule: Selection) -> None:
    """Refuse too few or too many cards for a hand."""
    size, most = scale.hand_size, scale.most_cards if rule is not Selection.OWN_FIVE else min(scale.most_cards, 5)
    if not size <= number <= most:
        wanted = phrase("{size}", size=size) if size == most else phrase("{size} to {most}", size=size, most=most)
        raise NotationError(
            phrase("{number} cards given; {key} evaluates {wanted}", number=number, key=Name(scale.key), wanted=wanted),
            code="wrong-count",
        )


def _two_and_three_cites(scale: Scale) -> Cites:
    """Who says that exactly two hole cards go with three of the board: the rulebook, or the house for one without."""
    return HANDS.of(scale.rulebook).two_and_three or HANDS.of(HOUSE_RULEBOOK).two_and_three


def require_two_and_three(scale: Scale, own: int, common: int) -> None:
    """Refuse what cannot make a hand of two own cards and three of the board."""
    if scale.hand_size != 5:
        raise RuleViolation(
            "wrong-selection", _two_and_three_cites(scale), phrase("{key} has no five-card hands", key=Name(scale.key))
        )
    if not (2 <= own <= 6 and 3 <= common <= 5):
        raise RuleViolation(
            "wrong-count",
            _two_and_three_cites(scale),
            phrase(
                "{own} hole cards and a board of {common}; "
                "two of 2 to 6 hole cards go with three of 3 to 5 on the board",
                own=own,
                common=common,
            ),
        )


def _used(
    scale: Scale, best: Strength, hole: Sequence[Card], board: Sequence[Card], selection: Selection
) -> tuple[Card, ...]:
    """The cards that make the best hand; of several choices one without the joker, then the first as given."""
    found = [hand for hand in hands_of(scale, hole, board, selection=selection) if strength(scale, hand) == best]
    used = next((hand for hand in found if JOKER not in hand), found[0])
    return _badugi_cards(scale, used) if scale.kind.is_badugi else used


def _badugi_cards(scale: Scale, hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that count in a badugi: those of the ranks that the strength names, of different suits."""
    _, ranks = unpack(scale, strength(scale, hand))
    wanted = {Rank.ACE if rank == 1 else Rank(rank) for rank in ranks}

    return next(
        some
        for some in combinations(hand, len(ranks))
        if {card.rank for card in some} == wanted and len({card.suit for card in some}) == len(ranks)
    )


def joker_as(scale: Scale, used: Sequence[Card], category: Category, ranks: Sequence[int]) -> Card | None:
    """The card that the joker stands for in a hand (act-stud 3.7), or None if the hand has no joker.

    It is the missing rank; in a flush of the flush's suit, otherwise of the highest suit not already in the hand.
    """
    if JOKER not in used:
        return None
    others = [card for card in used if card != JOKER]
    wanted = Counter(_ranks_of(scale, category, ranks)) - Counter(int(card.rank) for card in others)
    (rank,) = wanted
    if category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        return ALL_CARDS[4 * (rank - 2) + others[0].suit]
    copies = [ALL_CARDS[4 * (rank - 2) + suit] for suit in (3, 2, 1, 0)]
    return next((card for card in copies if card not in others), copies[0])


_GROUP_SIZES: Final = {
    Category.FIVE_OF_A_KIND: (5,),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.PAIR: (2, 1, 1, 1),
}


def _ranks_of(scale: Scale, category: Category, ranks: Sequence[int]) -> list[int]:
    """All ranks of a hand, with repetition, ace as 14, in the order that compares them: (13, 11) is K K K J J."""
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        top, size = ranks[0], scale.hand_size
        if scale.ace_low_straights and top == scale.deck.lowest + size - 2:
            return [*range(top, top - size + 1, -1), Rank.ACE]
        return list(range(top, top - size, -1))
    high = [Rank.ACE if rank == 1 else rank for rank in ranks]
    sizes = _GROUP_SIZES.get(category, ()) if scale.hand_size == 5 else ()
    sizes = (3,) if scale.hand_size == 3 and category is Category.THREE_OF_A_KIND else sizes
    sizes = (2, 1)[: len(ranks)] if scale.hand_size < 5 and category is Category.PAIR else sizes
    return [rank for rank, number in zip(high, sizes or (1,) * len(high), strict=True) for _ in range(number)]


def _arranged(scale: Scale, used: Sequence[Card], category: Category, ranks: Sequence[int]) -> tuple[Card, ...]:
    """The cards of a hand as one would lay them out: the groups first, then downwards, the joker in its place."""
    stands = joker_as(scale, used, category, ranks)
    wanted = _ranks_of(scale, category, ranks)

    def place(card: Card) -> tuple[int, int]:
        shown = stands if card == JOKER and stands is not None else card
        return wanted.index(shown.rank), -(shown.suit if card != JOKER else -1)

    return tuple(sorted(used, key=place))


_kernel.bind(refuse, Selection.OWN_FIVE, Selection.ANY_FIVE, Selection.TWO_AND_THREE)
