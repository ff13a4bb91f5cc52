"""Hands a scale of `hands` over to the odds kernel: the strength of every five-card hand, by ranks and by suitedness.

`hands` alone says what is better. A five-card hand's strength depends on its ranks and on whether it is suited, so
6,175 mixed and 1,287 suited hands say it all; badugis depend on every suit: all sets of four cards are given. Where
the deck has a joker, 1,820 mixed and 715 suited sets of four cards beside it say the rest.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import JOKER
from openfelt.hands import SCALES, Kind, Scale, Selection, batch
from openfelt.lab import _equity

_SELECTIONS: Final = {Selection.OWN_FIVE: 0, Selection.ANY_FIVE: 1, Selection.TWO_AND_THREE: 2}


def kernel_scale(scale: Scale, selection: Selection) -> _equity.Scale:
    """The kernel's tables for a scale and a way to choose the five cards."""
    return _tables(scale.key, selection)


@lru_cache(maxsize=64)
def _tables(key: str, selection: Selection) -> _equity.Scale:
    scale = SCALES[key]
    if scale.kind.is_badugi:
        return _equity.Scale.four(_four_cards(scale))
    has_suited = scale.kind in (Kind.HIGH, Kind.DEUCE_TO_SEVEN)
    if scale.deck.joker:
        assert selection is Selection.ANY_FIVE, "only stud is played with a joker"
        natural, joined = (_mixed(scale), _suited(scale)), (_mixed(scale, joker=True), _suited(scale, joker=True))
        return _equity.Scale.with_joker(*natural, *joined, has_suited)
    return _equity.Scale.five(_mixed(scale), _suited(scale), _SELECTIONS[selection], has_suited)


def _mixed(scale: Scale, *, joker: bool = False) -> NDArray[np.int16]:
    """Strengths of the multisets of five ranks, not all of one suit; 0 where the deck lacks a rank.

    With the joker, of four ranks beside it.
    """
    size = 4 if joker else 5
    ranks = _equity.multisets(size).astype(np.int64)
    # The n-th card of a rank has suit n; the first card has suit three, so different ranks are not one suit.
    suits = np.zeros_like(ranks)
    for place in range(1, size):
        suits[:, place] = np.where(ranks[:, place] == ranks[:, place - 1], suits[:, place - 1] + 1, 0)
    suits[ranks[:, 0] != ranks[:, 1], 0] = 3
    strengths = np.zeros(len(ranks), dtype=np.int16)
    in_deck = ranks.min(axis=1) >= scale.deck.lowest - 2
    strengths[in_deck] = _strengths(scale, _beside(joker, (4 * ranks + suits)[in_deck]))
    return strengths


def _suited(scale: Scale, *, joker: bool = False) -> NDArray[np.int16]:
    """Strengths of five ranks of one suit, by the set of ranks as bits; 0 for anything but five ranks of the deck.

    With the joker, of four ranks beside it.
    """
    sets = np.array(list(combinations(range(scale.deck.lowest - 2, 13), 4 if joker else 5)), dtype=np.int64)
    strengths = np.zeros(1 << 13, dtype=np.int16)
    strengths[(1 << sets).sum(axis=1)] = _strengths(scale, _beside(joker, 4 * sets))
    return strengths


def _beside(joker: bool, hands: NDArray[np.int64]) -> NDArray[np.int64]:  # noqa: FBT001 - whether it belongs to them
    """The hands, each with the joker where it belongs to them."""
    return np.hstack([hands, np.full((len(hands), 1), JOKER)]) if joker else hands


def _four_cards(scale: Scale) -> NDArray[np.int16]:
    """Strengths of all sets of four cards, ordered by their highest card, then the next, and so on."""
    places = np.array(list(combinations(range(51, -1, -1), 4)), dtype=np.int64)[::-1]
    return _strengths(scale, places)


def _strengths(scale: Scale, numbers: NDArray[np.int64]) -> NDArray[np.int16]:
    found = batch(scale, np.ascontiguousarray(numbers, dtype=np.uint8), trusted=True)
    assert found.max() < 1 << 15, "strengths are dense and small"
    return found.astype(np.int16)
