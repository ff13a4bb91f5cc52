"""Games with one decision on three cards, priced whole: every hand of the player against every hand of the dealer.

The game says what each ending pays, by the functions that settle its rounds (`pit.priced`); nothing here knows odds.
Hands that differ only by their suits are counted once, with their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import FULL_DECK, Card, show
from openfelt.errors import RuleViolation
from openfelt.hands import Scale
from openfelt.hands import batch as strengths
from openfelt.lab.deals import threes, weights
from openfelt.lab.deals import word as word_of
from openfelt.lab.price import Choice, Decision, Outcome, Price, require_known
from openfelt.pit.made import made
from openfelt.pit.priced import OneDecision
from openfelt.pit.settlement import Against
from openfelt.pit.sign import AnySign

FOLD: Final = "fold"
PLAY: Final = "play"
Plays = NDArray[np.uint8]
"""For each three-card hand: 1 to play, 0 to fold."""
ENDINGS: Final = tuple((qualified, against) for qualified in (False, True) for against in Against)
"""How a hand that plays on can end: whether the dealer plays, and how the hands compare."""


class Counted(NamedTuple):
    """Each hand of the player, those of other suits left out: its category, its number, and how the deals end."""

    words: tuple[str, ...]
    weights: NDArray[np.int64]
    endings: NDArray[np.int64]  # by hand and ending, deals of the dealer's cards


@cache
def all_hands(scale: Scale) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Every hand of the dealer: its cards as a set of bits, and its strength."""
    hands = np.array(list(combinations(FULL_DECK.cards, 3)), np.uint8)
    return bits(hands), strengths(scale, hands).astype(np.int64)


def bits(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Hands as sets of cards."""
    found: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return found


@cache
def count(how: OneDecision) -> Counted:
    """Every deal of a game, by the player's hand and how it ends."""
    own = threes()
    own_strengths = strengths(how.scale, own).astype(np.int64)
    endings = np.array([endings_of(how, *hand) for hand in zip(bits(own), own_strengths, strict=True)], np.int64)
    words = tuple(made(how.scale, int(one)).category for one in own_strengths)
    return Counted(words, weights(), endings)


def endings_of(how: OneDecision, held: np.uint64, strength: int) -> list[int]:
    """How many hands of the dealer lead to each ending of one hand."""
    sets, dealers = all_hands(how.scale)
    free = (sets & held) == 0
    plays = playing(how)[dealers]
    compared = {
        Against.HIGHER: dealers < strength,
        Against.EQUAL: dealers == strength,
        Against.LOWER: dealers > strength,
    }
    return [int((free & (plays == qualified) & compared[against]).sum()) for qualified, against in ENDINGS]


@cache
def playing(how: OneDecision) -> NDArray[np.bool_]:
    """For each strength of the dealer's hand, whether the dealer plays."""
    top = how.scale.kernel.top
    return np.array([False, *(how.qualifies(made(how.scale, one)) for one in range(1, top + 1))])


def nets(how: OneDecision, sign: AnySign, ante: int, word: str) -> list[int]:
    """What playing on with a hand of some category nets in each ending."""
    return [
        sum(one.net for one in how.played(sign, ante=ante, call=ante, hand=word, against=against, qualified=qualified))
        for qualified, against in ENDINGS
    ]


def fold_net(how: OneDecision, sign: AnySign, ante: int) -> int:
    """What a fold nets."""
    return sum(one.net for one in how.folded(sign, ante=ante))


def best_plays(how: OneDecision, sign: AnySign, ante: int, bonus: int = 0) -> Plays:
    """Where playing on is worth more than folding; hands that are exactly equal fold. `bonus` is a side stake."""
    counted = count(how)
    values = np.array([nets(how, sign, ante, word) for word in counted.words])
    deals = counted.endings.sum(axis=1)
    gain = (counted.endings * values).sum(axis=1) - fold_net(how, sign, ante) * deals
    if bonus:
        gain = gain + forfeits(how, sign, bonus)[word_numbers(how)] * deals
    plays: Plays = (gain > 0).astype(np.uint8)
    return plays


def forfeits(how: OneDecision, sign: AnySign, bonus: int) -> NDArray[np.int64]:
    """What folding a hand of each category costs of a side wager."""
    return np.array(
        [
            how.side(sign, stake=bonus, hand=word, folded=False).net
            - how.side(sign, stake=bonus, hand=word, folded=True).net
            for word in categories(how.scale)
        ],
        np.int64,
    )


@cache
def word_numbers(how: OneDecision) -> NDArray[np.int64]:
    """The category of each hand of the player, as its place among `categories`."""
    names = categories(how.scale)
    return np.array([names.index(word) for word in count(how).words], np.int64)


def main_price(how: OneDecision, sign: AnySign, ante: int, played: Plays) -> Price:
    """Ante and play under a strategy."""
    counted = count(how)
    lost = fold_net(how, sign, ante)
    table = {word: nets(how, sign, ante, word) for word in set(counted.words)}
    plays = played == 1
    deals = counted.endings * counted.weights[:, None]
    rows = [
        Outcome(PLAY, ending_words(at), word, total, 2 * ante, table[word][at])
        for number, word in enumerate(categories(how.scale))
        for at in range(len(ENDINGS))
        if (total := int(deals[plays & (word_numbers(how) == number), at].sum()))
    ]
    if folded := int(deals[~plays].sum()):
        rows.append(Outcome(FOLD, "player folds", "", folded, ante, lost))
    return Price(how.main_name, ante, tuple(rows), how.main_cites)


def ending_words(at: int) -> str:
    """An ending in words."""
    qualified, against = ENDINGS[at]
    return f"dealer {'plays' if qualified else 'does not play'}, player {against}"


def side_price(how: OneDecision, sign: AnySign, stake: int, played: Plays) -> Price:
    """The wager on the player's own cards beside a strategy; a hand that it pays and that was folded stands apart."""
    rows = []
    for number, word in enumerate(categories(how.scale)):
        of_word = word_numbers(how) == number
        kept, given_up = (how.side(sign, stake=stake, hand=word, folded=folded).net for folded in (False, True))
        lost = of_word & (played == 0) & (kept != given_up)
        ending = "wins" if kept > 0 else "loses" if kept < 0 else "stands off"
        rows += [
            Outcome("bonus", ending, word, int(count(how).weights[of_word & ~lost].sum()), stake, kept),
            Outcome(FOLD, "player folds", word, int(count(how).weights[lost].sum()), stake, given_up),
        ]
    return Price(how.side_name, stake, tuple(row for row in rows if row.deals), how.side_cites)


def categories(scale: Scale) -> tuple[str, ...]:
    """The categories of a scale as pay tables write them, best first."""
    return tuple(map(word_of, scale.categories))


def decide(how: OneDecision, sign: AnySign, ante: int, hand: Sequence[Card]) -> Decision:
    """One decision, by visiting every hand that the dealer can have."""
    if len(hand) != 3:
        raise RuleViolation("decision-cards", how.hand, f"{show(hand)!r}: a player has 3 cards, not {len(hand)}")
    require_known(hand, how.deck)
    held = np.array([hand], np.uint8)
    own = int(strengths(how.scale, held)[0])
    endings, word = endings_of(how, bits(held)[0], own), made(how.scale, own).category
    values, deals = nets(how, sign, ante, word), sum(endings)
    choices = (
        Choice(FOLD, fold_net(how, sign, ante) * deals, deals, ante),
        Choice(PLAY, sum(value * number for value, number in zip(values, endings, strict=True)), deals, ante),
    )
    return Decision(show(hand), choices, tuple(_rows(endings, values, word, ante)))


def _rows(endings: Sequence[int], values: Sequence[int], word: str, ante: int) -> Iterator[Outcome]:
    for at, number in enumerate(endings):
        if number:
            yield Outcome(PLAY, ending_words(at), word, number, 2 * ante, values[at])
