"""Odds of games whose hands have three cards or fewer: every deal listed and compared, or some drawn at random.

The odds kernel counts five-card hands and badugis. These games have a card or two to come, so listing them is quick.
Owns the counting only; `equity` reads the hands and `equity_result` reads the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import Card, Deck
from openfelt.hands import Scale, batch

CHUNK: Final = 8_192  # deals drawn at once
TICK_SECONDS: Final = 0.1
Rows = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SmallDeal:
    """What is known of a deal: each player's cards and how many are missing, the board, and what may still come."""

    scale: Scale
    hands: tuple[tuple[tuple[Card, ...], int], ...]
    board: tuple[Card, ...]
    to_come: int
    rest: tuple[Card, ...]

    def rows(self, drawn: Rows) -> Iterator[Rows]:
        """Each player's cards with the board, a row for each deal; `drawn` has the missing cards in their order."""
        board = np.hstack((self.fixed(self.board, len(drawn)), drawn[:, drawn.shape[1] - self.to_come :]))
        at = 0
        for known, missing in self.hands:
            yield np.hstack((self.fixed(known, len(drawn)), drawn[:, at : at + missing], board))
            at += missing

    @staticmethod
    def fixed(cards: Sequence[Card], deals: int) -> Rows:
        """The same cards in every deal."""
        return np.tile(np.array(cards, dtype=np.uint8).reshape(1, -1), (deals, 1))

    def tally(self, drawn: Rows) -> NDArray[np.int64]:
        """How often each player is one of how many who share the pot, player after player; 0 is a lost pot."""
        worth = np.array([batch(self.scale, np.ascontiguousarray(rows)) for rows in self.rows(drawn)])
        wins = worth == worth.max(axis=0)
        players = len(self.hands)
        return np.array([np.bincount(one * wins.sum(axis=0), minlength=players + 1) for one in wins]).reshape(-1)


def left_in(deck: Deck, taken: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a deck whose place is not known."""
    return tuple([card for card in deck.cards if card not in set(taken)])


def count_all(deal: SmallDeal, progress: Callable[[float, float], None] | None) -> list[int]:
    """The counts over every deal: each set of missing cards of each player with each board to come."""
    began = told = perf_counter()
    total = _number(deal)
    counts, done = np.zeros(len(deal.hands) * (len(deal.hands) + 1), np.int64), 0
    for holes in _holes([missing for _, missing in deal.hands], deal.rest):
        left = [card for card in deal.rest if card not in holes]
        boards = np.array(list(combinations(left, deal.to_come)), dtype=np.uint8)
        counts += deal.tally(np.hstack((deal.fixed(holes, len(boards)), boards)))
        done += len(boards)
        if progress is not None and perf_counter() - told > TICK_SECONDS:
            told = perf_counter()
            progress(done / total, told - began)
    return [int(one) for one in counts]


def _holes(missing: Sequence[int], rest: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to deal each player the cards that are missing, in the players' order."""
    if not missing:
        yield ()
        return
    for own in combinations(rest, missing[0]):
        for others in _holes(missing[1:], [card for card in rest if card not in own]):
            yield own + others


def _number(deal: SmallDeal) -> int:
    number, left = 1, len(deal.rest)
    for several in (*(missing for _, missing in deal.hands), deal.to_come):
        number, left = number * comb(left, several), left - several
    return number


def count_some(deal: SmallDeal, samples: int, seed: int, progress: Callable[[float, float], None] | None) -> list[int]:
    """The counts over deals drawn at random; the same seed draws the same deals."""
    began, chance = perf_counter(), np.random.Generator(np.random.PCG64(seed))
    rest = np.array(deal.rest, dtype=np.uint8)
    wanted = sum(missing for _, missing in deal.hands) + deal.to_come
    counts = np.zeros(len(deal.hands) * (len(deal.hands) + 1), np.int64)
    for start in range(0, samples, CHUNK):
        size = min(CHUNK, samples - start)
        counts += deal.tally(rest[chance.random((size, len(rest))).argsort(axis=1)[:, :wanted]])
        if progress is not None and start % (16 * CHUNK) == 0:
            progress((start + size) / samples, perf_counter() - began)
    return [int(one) for one in counts]
