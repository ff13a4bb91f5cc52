"""What a jackpot costs: how often each event is hit, every deal counted, or by named bots at the real table.

Counted are deals in which everyone stays to the end and shows, which is an upper bound for real play: whoever folds
hits nothing. It is for games with two hole cards and five community cards. A hit by one of two or three players is
counted exactly, and so is a bad beat between two; for more players the sum of the single chances bounds it from above,
and the chances of pairs from below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any, Final

import numpy as np
from matplotlib.figure import Figure
from msgspec.structs import replace
from numpy.typing import NDArray

from openfelt.cards import deck
from openfelt.errors import NotationError
from openfelt.hands import Selection, batch
from openfelt.jackpots.matching import Judge, judge_for, matches, qualified
from openfelt.jackpots.parameters import JackpotEvent, Parameters, cents_of
from openfelt.jackpots.sharing import WHOLE
from openfelt.lab.matches import Interval, Match, play_out, share
from openfelt.room.draft import results_of
from openfelt.room.jackpot_link import PlayedHand

BLOCK: Final = 128
BOARD: Final = 5
HOLE: Final = 2
CARDS: Final = 64  # numbers that a card may have
Cards = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Chance:
    """How often an event is hit among players who all stay: `hit` is exact, or None where only bounds are counted."""

    event: str
    players: int
    single: Fraction  # one player's
    expected: Fraction  # how many hit it in a hand
    hit: Fraction | None
    least: Fraction
    most: Fraction

    @property
    def about(self) -> Fraction:
        """The exact chance, or its upper bound."""
        return self.most if self.hit is None else self.hit


# -- boards ------------------------------------------------------------------------------------------------------------


@cache
def boards(size: int) -> tuple[Cards, NDArray[np.int64]]:
    """One board of each kind up to the names of the suits, and how many there are of it."""
    cards = np.array(deck(size).cards, dtype=np.int64)
    every = np.array(list(combinations(range(len(cards)), BOARD)), dtype=np.int8)
    picked = cards[every]
    ranks, suits = picked >> 2, picked & 3
    least = np.full(len(picked), np.iinfo(np.int64).max)
    for order in permutations(range(4)):
        named = np.sort(ranks * 4 + np.array(order)[suits], axis=1)
        code = np.zeros(len(named), dtype=np.int64)
        for at in range(BOARD):
            code = code * 64 + named[:, at]
        np.minimum(least, code, out=least)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return picked[first].astype(np.uint8), counts.astype(np.int64)


def require_countable(judge: Judge) -> None:
    """Refuse to count deals of a game with other than two hole cards and a board of five."""
    if judge.selection is not Selection.ANY_FIVE or judge.board_size != BOARD or judge.holding != HOLE:
        text = "deals are counted for two hole cards and five community cards"
        raise NotationError(text, legal=("texas-holdem", "--bots for any other game"))


# -- counting ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """Ordered deals of one, two and three players who all fit, over all boards; for a bad beat, those that differ."""

    one: int = 0
    two: int = 0
    three: int = 0

    def add(self, other: Tally, weight: int) -> None:
        """Put the deals of another board to these, so many times."""
        self.one += weight * other.one
        self.two += weight * other.two
        self.three += weight * other.three


def matchings(edges: NDArray[np.int64], *, of_three: bool = False) -> Tally:
    """In how many ways one, two or three players hold different cards of these pairs; players in order.

    >>> triangle_and_more = np.array([[0, 1], [1, 2], [0, 2], [3, 4], [5, 6]])
    >>> found = matchings(triangle_and_more, of_three=True)
    >>> found.one, found.two, found.three
    (5, 14, 18)
    """
    m = len(edges)
    degree = np.bincount(edges.ravel(), minlength=CARDS)
    two = m * m - int((degree**2).sum()) + m
    if not of_three:
        return Tally(m, two)
    near = np.zeros((CARDS, CARDS), dtype=np.int64)
    near[edges[:, 0], edges[:, 1]] = near[edges[:, 1], edges[:, 0]] = 1
    triangles = int(np.einsum("ij,jk,ki->", near, near, near, optimize=True)) // 6
    paths = int(((degree[edges[:, 0]] - 1) * (degree[edges[:, 1]] - 1)).sum())
    pairs = int((degree * (degree - 1) // 2).sum())
    claws = int((degree * (degree - 1) * (degree - 2) // 6).sum())
    return Tally(m, two, 6 * (comb(m, 3) - (m - 2) * pairs + 2 * claws + paths - triangles))


def tallies(
    judge: Judge,
    events: Sequence[JackpotEvent],
    progress: Callable[[int], None] = lambda _: None,
    *,
    of_three: bool = False,
) -> list[Tally]:
    """Every deal of a variation counted for every event."""
    require_countable(judge)
    found = [Tally() for _ in events]
    size = judge.scale.deck.size
    every, weights = boards(size)
    table = [allowed(judge, one) for one in events]
    for first in range(0, len(every), BLOCK):
        block = every[first : first + BLOCK]
        for board, weight, strengths, hole in strengths_of(judge, block, weights[first : first + BLOCK]):
            for event, ok, tally in zip(events, table, found, strict=True):
                fit = np.flatnonzero(ok[strengths])
                if len(fit):
                    made = count_board(judge, event, board, (hole[fit], strengths[fit]), of_three=of_three)
                    tally.add(made, int(weight))
        progress(len(block))
    return found


def strengths_of(judge: Judge, block: Cards, weights: NDArray[np.int64]) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Each board of a block with its weight, every pair of hole cards, and what they are worth with it."""
    cards = np.array(judge.scale.deck.cards, dtype=np.uint8)
    pairs = np.array(list(combinations(range(len(cards) - BOARD), HOLE)))
    rest = np.array([np.setdiff1d(cards, board) for board in block], dtype=np.uint8)
    hole = rest[:, pairs]
    wide = np.repeat(block[:, None, :], len(pairs), axis=1)
    rows = np.concatenate((hole, wide), axis=2).reshape(-1, HOLE + BOARD)
    strengths = batch(judge.scale, np.ascontiguousarray(rows), trusted=True).reshape(len(block), -1)
    yield from zip(block, weights, strengths, hole, strict=True)


def allowed(judge: Judge, event: JackpotEvent) -> NDArray[np.bool_]:
    """By strength, whether a hand is what an event names."""
    top = judge.scale.kernel.top
    return np.array([False, *(matches(judge, event, worth) for worth in range(1, top + 1))])


def count_board(
    judge: Judge, event: JackpotEvent, board: Cards, fit: tuple[Cards, NDArray[np.uint16]], *, of_three: bool
) -> Tally:
    """The deals of one board that are what an event names; `fit` are hole cards and strengths that are so far."""
    hole, strengths = fit
    if event.both_cards is True:
        both = plays_both(judge, board, hole, strengths)
        hole, strengths = hole[both], strengths[both]
    edges = hole.astype(np.int64)
    made = matchings(edges, of_three=of_three)
    if event.kind == "bad-beat":
        made.two -= sum(matchings(edges[strengths == worth]).two for worth in np.unique(strengths))
    return made


def plays_both(judge: Judge, board: Cards, hole: Cards, strengths: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Whether both hole cards play in each of these hands."""
    best = np.zeros(len(hole), dtype=np.uint16)
    for three in combinations(range(BOARD), 3):
        rows = np.hstack((hole, np.broadcast_to(board[list(three)], (len(hole), 3))))
        np.maximum(best, batch(judge.scale, np.ascontiguousarray(rows), trusted=True), out=best)
    return np.asarray(best == strengths)


def chances(
    parameters: Parameters, players: int, progress: Callable[[int], None] = lambda _: None
) -> tuple[Chance, ...]:
    """How often each event is hit in a hand of so many players who all stay to the end."""
    judge = judge_for(parameters)
    events = parameters.events
    made = tallies(judge, events, progress, of_three=players == 3)
    size = judge.scale.deck.size
    return tuple(chance_of(event, tally, size, players) for event, tally in zip(events, made, strict=True))


def chance_of(event: JackpotEvent, tally: Tally, size: int, players: int) -> Chance:
    """The chance of an event from what was counted."""
    whole = comb(size, BOARD)
    two, three = comb(size - 5, 2) * comb(size - 7, 2), comb(size - 5, 2) * comb(size - 7, 2) * comb(size - 9, 2)
    single = Fraction(tally.one, whole * comb(size - 5, 2))
    pair, triple = Fraction(tally.two, whole * two), Fraction(tally.three, whole * three)
    if isinstance(event.dealt_in, int) and players < event.dealt_in:
        return Chance(event.name, players, single, Fraction(0), Fraction(0), Fraction(0), Fraction(0))
    if event.kind == "bad-beat":
        most = min(Fraction(1), comb(players, 2) * pair)
        hit = pair if players == HOLE else None
        return Chance(event.name, players, single, most, hit, pair if players >= HOLE else Fraction(0), most)
    expected = players * single
    most = min(Fraction(1), expected)
    least = max(Fraction(0), expected - comb(players, 2) * pair)
    exact = {1: single, 2: 2 * single - pair, 3: 3 * single - 3 * pair + triple}.get(players)
    return Chance(event.name, players, single, expected, exact, least, most)


# -- by bots -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """How often bots hit an event, with its interval."""

    event: str
    hits: int
    hands: int
    often: Interval


def play(
    parameters: Parameters, match: Match, hands: int, *, confidence: float, progress: Callable[[int], None]
) -> tuple[Played, ...]:
    """Hands of named bots at the real table; whoever is left at the end shows."""
    judge = judge_for(parameters)
    hits = dict.fromkeys((one.name for one in parameters.events), 0)
    for number in range(hands):
        hand = played_hand(match, number)
        for event in parameters.events:
            hits[event.name] += bool(qualified(judge, event, hand).players)
        progress(1)
    return tuple(Played(name, count, hands, share(count, hands, confidence)) for name, count in hits.items())


def played_hand(match: Match, number: int) -> PlayedHand:
    """One hand of the match as a claim would be judged by, everyone who is left showing."""
    hand, _ = play_out(match, number)
    names = {seat: f"seat {seat}" for seat in hand.seats}
    results = []
    for at, one in enumerate(results_of(hand, names)):
        cards = (*hand.down[at], *hand.up[at])
        results.append(one if one.folded else replace(one, shown=cards))
    return PlayedHand(number, 0, tuple(results), hand.board)


# -- what it costs -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cost:
    """What an event costs in a hand at this pool, and how long it takes to be hit."""

    event: str
    often: float
    prize_cents: int  # for one player who hits it now
    per_hand_cents: float
    hands_to_hit: float | None
    hours_to_hit: float | None


def cost_of(event: JackpotEvent, often: float, winners: float, pool: int, hands_per_hour: float) -> Cost:
    """The cost of an event; of a fixed sum each winner has the whole."""
    prize = event.prize
    if prize.kind == "fixed":
        alone, per_hand = cents_of(prize.cents), winners * cents_of(prize.cents)
    else:
        alone = pool if prize.kind == "all" else pool * cents_of(prize.per_mille) // WHOLE
        per_hand = often * alone
    hands = 1 / often if often else None
    hours = hands / hands_per_hour if hands is not None else None
    return Cost(event.name, often, alone, per_hand, hands, hours)


def chart(title: str, costs: Sequence[Cost]) -> Figure:
    """How likely each event was hit by so many hands."""
    figure = Figure(figsize=(9, 5))
    axes = figure.subplots()
    longest = max((one.hands_to_hit or 1.0 for one in costs), default=1.0)
    at = np.unique(np.geomspace(1, 4 * longest, 300))
    for one, style in zip(costs, ("-", "--", "-.", ":"), strict=False):
        if one.hands_to_hit:
            axes.plot(at, 1 - (1 - one.often) ** at, style, color="black", label=one.event)
    axes.set_xscale("log")
    axes.set_xlabel("hands at one table")
    axes.set_ylabel("chance that it was hit by then")
    axes.set_ylim(0, 1)
    axes.legend(frameon=False)
    figure.suptitle(f"{title}: how soon it is hit", fontsize=11)
    return figure
