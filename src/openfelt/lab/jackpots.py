"""What a jackpot costs: how often each event is hit, every deal counted, or by named bots at the real table.

Counted are deals in which everyone stays to the end and shows, which is an upper bound for real play: whoever folds
hits nothing. It is for games with two hole cards and five community cards. Each board is taken once up to the names of
the suits, and the hole cards that fit it are counted as matchings (`openfelt.lab.pairings`), which is exact for any
number of players. A board whose hole cards have too little in common is bounded, and an event that takes too long to
count is dealt at random (`openfelt.lab.jackpot_deals`); both say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any, Final, NamedTuple

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
from openfelt.lab.jackpot_deals import DEALS, sampled
from openfelt.lab.matches import Interval, Match, play_out, share
from openfelt.lab.pairings import Effort, TooMany, by_formula, deals, deals_without, excluded
from openfelt.room.draft import results_of
from openfelt.room.jackpot_link import PlayedHand

BLOCK: Final = 128
TOO_MUCH: Final = 60_000_000  # effort for an event, some minutes: more common ones are dealt at random instead
FIRST_LOOK: Final = 64  # boards after which it is foreseen what all of them cost
BOARD: Final = 5
HOLE: Final = 2
Cards = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Chance:
    """How often an event is hit among players who all stay.

    `hit` is exact, or None: then it lies between `least` and `most`, which are counted, or an interval of `deals` at
    random.
    """

    event: str
    players: int
    single: Fraction | None  # one player's, where every deal was counted
    expected: Fraction  # how many hit it in a hand
    hit: Fraction | None
    least: Fraction
    most: Fraction
    deals: int = 0

    @property
    def about(self) -> Fraction:
        """The exact chance, the middle of an interval, or an upper bound."""
        return (self.least + self.most) / 2 if self.deals else self.most if self.hit is None else self.hit


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
    """Ordered deals over all boards: of one player who fits, of two who do, and of all players, in which it is hit.

    Two of a bad beat fit with different strengths. Where every board could be counted, `least` and `most` are equal.
    """

    one: int = 0
    two: int = 0
    least: int = 0
    most: int = 0
    given_up: bool = False  # it takes too long to count

    def add(self, other: Tally, weight: int) -> None:
        """Put the deals of another board to these, so many times."""
        self.one += weight * other.one
        self.two += weight * other.two
        self.least += weight * other.least
        self.most += weight * other.most


def tallies(
    judge: Judge, events: Sequence[JackpotEvent], players: int, progress: Callable[[int], None] = lambda _: None
) -> list[Tally]:
    """Every deal of a variation counted for every event."""
    require_countable(judge)
    found = [Tally() for _ in events]
    size = judge.scale.deck.size
    every, weights = boards(size)
    mixed = np.random.default_rng(1).permutation(len(every))  # so that the first boards tell what all of them cost
    every, weights = every[mixed], weights[mixed]
    table, efforts, done = [allowed(judge, one) for one in events], [Effort() for _ in events], 0
    for first in range(0, len(every), BLOCK):
        block = every[first : first + BLOCK]
        for board, weight, strengths, hole in strengths_of(judge, block, weights[first : first + BLOCK]):
            done += 1
            for event, ok, tally, effort in zip(events, table, found, efforts, strict=True):
                fit = ok[strengths]
                if fit.any() and not tally.given_up:
                    dealt = Dealt(board, hole, strengths, fit)
                    tally.add(count_board(judge, event, dealt, players, effort), int(weight))
                    tally.given_up = is_too_much(effort, done, len(every))
        progress(len(block))
    return found


def is_too_much(effort: Effort, done: int, boards_: int) -> bool:
    """Whether counting an event has cost too much, or will by what the boards that are done have cost."""
    return effort.spent > TOO_MUCH or (done >= FIRST_LOOK and effort.spent * boards_ > TOO_MUCH * done)


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


class Dealt(NamedTuple):
    """A board, every pair of hole cards beside it, what they are worth, and whether that is what an event names."""

    board: Cards
    hole: Cards
    strengths: NDArray[np.uint16]
    fit: NDArray[np.bool_]


def count_board(judge: Judge, event: JackpotEvent, dealt: Dealt, players: int, effort: Effort | None = None) -> Tally:
    """The deals of one board that are what an event names."""
    fit, strengths = dealt.fit, dealt.strengths
    if event.both_cards is True:
        fit = fit.copy()
        at = np.flatnonzero(fit)
        fit[at] = plays_both(judge, dealt.board, dealt.hole[at], strengths[at])
    edges, rest = dealt.hole.astype(np.int64), judge.scale.deck.size - BOARD
    _, one, two = by_formula(edges[fit], 2)
    if event.kind != "bad-beat":
        return Tally(one, 2 * two, *held(edges[fit], players, rest, effort))
    two -= sum(by_formula(edges[fit & (strengths == worth)], 2)[2] for worth in np.unique(strengths[fit]))
    try:
        found = beaten(edges, strengths, fit, players, rest, effort)
    except TooMany:
        between = 2 * two * deals(players - 2, rest - 4)
        # The better of two who fit may yet lose to a third whose hand does not count.
        return Tally(one, 2 * two, 0 if event.both_cards is True else between, comb(players, 2) * between)
    return Tally(one, 2 * two, found, found)


def held(edges: NDArray[np.int64], players: int, rest: int, effort: Effort | None = None) -> tuple[int, int]:
    """In how many deals at least and at most somebody holds one of these pairs."""
    every = deals(players, rest)
    try:
        found = every - deals_without(edges, players, rest, effort)
    except TooMany:
        cut = by_formula(edges, 3)
        return max(0, every - excluded(cut[:3], players, rest)), min(every, every - excluded(cut, players, rest))
    return found, found


def beaten(  # noqa: PLR0917
    edges: NDArray[np.int64],
    strengths: NDArray[np.uint16],
    fit: NDArray[np.bool_],
    players: int,
    rest: int,
    effort: Effort | None = None,
) -> int:
    """Deals in which the best hand of all fits, and so does a weaker one.

    By the best strength: nobody is better, and of the deals in which nobody is, those are taken away in which nobody
    fits there, or nobody below.
    """
    known: dict[bytes, int] = {}

    def nobody(taken: NDArray[np.bool_]) -> int:
        key = taken.tobytes()
        if key not in known:
            known[key] = deals_without(edges[taken], players, rest, effort)
        return known[key]

    total = 0
    for best in np.unique(strengths[fit])[1:]:
        above, there, below = strengths > best, fit & (strengths == best), fit & (strengths < best)
        total += nobody(above) - nobody(above | there) - nobody(above | below) + nobody(above | there | below)
    return total


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
    made = tallies(judge, events, players, progress)
    size = judge.scale.deck.size
    return tuple(
        chance_by_deals(judge, event, players) if tally.given_up else chance_of(event, tally, size, players)
        for event, tally in zip(events, made, strict=True)
    )


def chance_by_deals(judge: Judge, event: JackpotEvent, players: int) -> Chance:
    """The chance of an event from deals at random."""
    found = sampled(
        judge.scale, allowed(judge, event), players,
        both_cards=event.both_cards is True, beaten=event.kind == "bad-beat", deals=DEALS,
    )  # fmt: skip
    low, high, winners = (
        Fraction(one).limit_denominator(10**12) for one in (found.often.low, found.often.high, found.winners)
    )
    if isinstance(event.dealt_in, int) and players < event.dealt_in:
        return Chance(event.name, players, None, Fraction(0), Fraction(0), Fraction(0), Fraction(0))
    return Chance(event.name, players, None, winners, None, low, high, DEALS)


def chance_of(event: JackpotEvent, tally: Tally, size: int, players: int) -> Chance:
    """The chance of an event from what was counted."""
    boards_, rest = comb(size, BOARD), size - BOARD
    single = Fraction(tally.one, boards_ * deals(1, rest))
    if isinstance(event.dealt_in, int) and players < event.dealt_in:
        return Chance(event.name, players, single, Fraction(0), Fraction(0), Fraction(0), Fraction(0))
    pairs = comb(players, 2) * Fraction(tally.two, boards_ * deals(2, rest))
    least, most = (Fraction(found, boards_ * deals(players, rest)) for found in (tally.least, tally.most))
    expected = pairs if event.kind == "bad-beat" else players * single
    return Chance(
        event.name, players, single, expected, least if least == most else None, least, min(Fraction(1), most)
    )


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
