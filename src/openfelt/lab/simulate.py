"""Rounds of the house-banked games played by the real engine, with a seed, and set beside the exact figures.

A player sees what its seat's view shows and nothing else. Rounds are dealt in chunks of `CHUNK`, each with a seed of
its own, so that the same seed gives the same result whoever plays them. Sums are whole numbers.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from openfelt.cards import FULL_DECK, UNKNOWN
from openfelt.errors import InvariantBroken, NotationError
from openfelt.lab import big_raise, canberra, canberra_strategies
from openfelt.lab.banked import GAMES, OPTIMAL, BigRaise, Canberra, Sheet
from openfelt.lab.confidence import deviations
from openfelt.lab.deals import PAY_CLASSES, five_classes, locate, renamings
from openfelt.lab.price import Price
from openfelt.lab.workers import Team
from openfelt.pit import (
    AnySign,
    Call,
    DeclareBonus,
    Event,
    Fold,
    HoldemSign,
    NextRound,
    NoMoreBets,
    Open,
    Raise,
    Round,
    RoundView,
    Seat,
    Spot,
    Viewer,
    Wager,
    play,
    view,
)
from openfelt.pit.commands import MOST_CHIPS, Command
from openfelt.pit.settlement import super_aces_hand

CHUNK: Final = 1000
MOST_ROUNDS: Final = 10**9
NAME: Final = "player"
BOX: Final = 1


@dataclass(frozen=True)
class Task:
    """What is simulated."""

    sign: AnySign
    strategy: str
    stake: int
    bonus: int
    seed: int


@dataclass(frozen=True)
class Chunk:
    """Some rounds of a task, and which of its chunks they are."""

    task: Task
    number: int
    rounds: int


@dataclass
class Tally:
    """What came of some rounds: how often each decision, each net result and each bonus result."""

    rounds: int = 0
    staked: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    nets: Counter[int] = field(default_factory=Counter)
    bonus: Counter[int] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Put another tally's rounds to these."""
        self.rounds += other.rounds
        self.staked += other.staked
        self.decisions.update(other.decisions)
        self.nets.update(other.nets)
        self.bonus.update(other.bonus)


@dataclass(frozen=True)
class Estimate:
    """A simulated figure with its interval, and the exact one."""

    name: str
    mean: float
    low: float
    high: float
    exact: Fraction

    @property
    def holds(self) -> bool:
        """Whether the interval contains the exact figure."""
        return self.low <= float(self.exact) <= self.high


# --- players ----------------------------------------------------------------------------------------------------------


Player = Callable[[RoundView], Command]


@lru_cache(maxsize=8)
def player_for(sign: AnySign, strategy: str, stake: int, bonus: int = 0) -> Player:
    """A player who follows a strategy, from what its own view shows; the best one minds its side stake."""
    renamings()
    if isinstance(sign, HoldemSign):
        return canberra_player(canberra_calls(sign, strategy, stake, bonus), stake)
    game = GAMES["nz-big-raise"]
    assert isinstance(game, BigRaise)
    return big_raise_player(game.taken(sign, stake, strategy), stake)


def canberra_calls(sign: HoldemSign, strategy: str, stake: int, bonus: int) -> NDArray[np.uint8]:
    """A strategy's decision for every hole cards and flop."""
    game = GAMES["act-holdem"]
    assert isinstance(game, Canberra)
    if strategy == OPTIMAL:
        return game.best([sign], stake, bonus)[0]
    return game.spelt_out(strategy).apply(canberra_strategies.features())


def canberra_player(calls: NDArray[np.uint8], stake: int) -> Player:
    """Calls where the table says so; declares the bonus first if there is one to win."""
    wins = [super_aces_hand(*found) for found in PAY_CLASSES]

    def choose(seen: RoundView) -> Command:
        own = next(box for box in seen.boxes if box.no == BOX)
        if UNKNOWN in own.cards or UNKNOWN in seen.community:
            raise InvariantBroken("a player must decide on cards that it may not see")
        row, column = locate(seen.community, own.cards)
        staked = any(stake_.spot is Spot.BONUS for stake_ in own.stakes)
        assert isinstance(seen.sign, HoldemSign)
        if staked and not own.declared and not seen.sign.auto_declare:
            hand = wins[five_classes()[row, column]]
            if seen.sign.super_aces_table.pays(hand) is not None:
                return DeclareBonus(BOX)
        return Call(BOX, canberra.CALL_MULTIPLE * stake) if calls[row, column] else Fold(BOX)

    return choose


def big_raise_player(raises: NDArray[np.uint8], stake: int) -> Player:
    """Raises or folds as the table says."""

    def choose(seen: RoundView) -> Command:
        own = next(box for box in seen.boxes if box.no == BOX)
        if UNKNOWN in own.cards:
            raise InvariantBroken("a player must decide on cards that it may not see")
        times = int(raises[renamings()[tuple(sorted(own.cards))][0]])
        return Raise(BOX, times * stake) if times else Fold(BOX)

    return choose


# --- playing ----------------------------------------------------------------------------------------------------------


def chunks_of(task: Task, rounds: int) -> list[Chunk]:
    """A task cut into chunks."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise NotationError(f"{rounds} rounds are not 1 to {MOST_ROUNDS}")
    return [Chunk(task, at, min(CHUNK, rounds - at * CHUNK)) for at in range(-(-rounds // CHUNK))]


def play_chunk(chunk: Chunk) -> Tally:
    """Play some rounds at one table."""
    task = chunk.task
    choose = player_for(task.sign, task.strategy, task.stake, task.bonus)
    generator = random.Random(f"openfelt simulate {task.seed} {chunk.number}")
    deck = list(FULL_DECK.cards)
    viewer = Viewer("player", NAME)
    layout = {"boxes": 1} if isinstance(task.sign, HoldemSign) else {"positions": 1}
    sign = msgspec.structs.replace(task.sign, **layout)  # empty boxes change nothing but the time it takes
    table = Round()
    tally = Tally()
    for number in range(chunk.rounds):
        generator.shuffle(deck)
        table.load(deck)
        events = play(table, NextRound() if number else Open(sign, (Seat(BOX, NAME, MOST_CHIPS),)))
        play(table, Wager(NAME, BOX, Spot.ANTE, task.stake))
        if task.bonus:
            play(table, Wager(NAME, BOX, Spot.BONUS, task.bonus))
        play(table, NoMoreBets())
        happened: list[Event] = []
        while table.outcome is None:
            seen = view(table, viewer)
            assert seen is not None
            command = choose(seen)
            events = play(table, command)
            happened += events
            if not isinstance(command, DeclareBonus):
                note_decision(tally, command, task.stake)
        note_result(tally, table, happened)
    return tally


def note_decision(tally: Tally, command: Command, stake: int) -> None:
    """Count a decision and what it puts at risk beside the ante."""
    tally.rounds += 1
    tally.staked += stake
    if isinstance(command, Fold):
        tally.decisions["fold"] += 1
    elif isinstance(command, (Call, Raise)):
        tally.staked += command.amount
        name = "call" if isinstance(command, Call) else big_raise.CHOICES[command.amount // stake]
        tally.decisions[name] += 1


def note_result(tally: Tally, table: Round, happened: Iterable[Event]) -> None:
    """Count what the round brought, the bonus apart."""
    assert table.outcome is not None
    total = sum(net for player, net in table.outcome.nets if player == NAME)
    bonus = [
        payment.net for event in happened for payment in getattr(event, "payments", ()) if payment.spot is Spot.BONUS
    ]
    if bonus:
        tally.bonus[sum(bonus)] += 1
    tally.nets[total - sum(bonus)] += 1


def simulate(
    task: Task, rounds: int, by: Team | None = None, progress: Callable[[int], None] = lambda _: None
) -> Tally:
    """Play all rounds; `progress` hears how many more are done."""
    total = Tally()
    for part in (by or Team()).each(play_chunk, chunks_of(task, rounds)):
        total.add(part)
        progress(part.rounds)
    return total


# --- figures ----------------------------------------------------------------------------------------------------------


def estimates(tally: Tally, sheet: Sheet, bonus: int, confidence: float = 0.95) -> list[Estimate]:
    """The simulated figures with two-sided intervals, beside the exact ones."""
    z = deviations(confidence)
    main = sheet.main
    found = [
        mean_of("expected value", tally.nets, sheet.stake, main, z),
        share_of("player folds", tally.decisions["fold"], tally.rounds, main.frequency(decision="fold"), z),
        share_of("player gains", above(tally.nets, 1), tally.rounds, main.frequency(sign=1), z),
        share_of("player loses", above(tally.nets, -1), tally.rounds, main.frequency(sign=-1), z),
    ]
    if bonus:
        side = sheet.sides[0]
        found.append(mean_of(f"{side.name}: expected value", tally.bonus, bonus, side, z))
        found.append(
            share_of(f"{side.name}: player gains", above(tally.bonus, 1), tally.rounds, side.frequency(sign=1), z)
        )
    return found


def above(nets: Mapping[int, int], sign: int) -> int:
    """How many results are gains (1) or losses (-1)."""
    return sum(times for net, times in nets.items() if net * sign > 0)


def mean_of(name: str, nets: Mapping[int, int], stake: int, price: Price, z: float) -> Estimate:
    """The mean of net results, in stakes, with the interval that the exact spread of one round gives.

    The observed spread would be none at all after one round.
    """
    rounds = sum(nets.values())
    mean = sum(net * times for net, times in nets.items()) / rounds / stake
    half = z * math.sqrt(price.variance / rounds)
    return Estimate(name, mean, mean - half, mean + half, price.expected)


def share_of(name: str, times: int, rounds: int, exact: Fraction, z: float) -> Estimate:
    """A frequency with Wilson's interval, which stays right near 0 and 1."""
    share = times / rounds
    middle = (share + z * z / (2 * rounds)) / (1 + z * z / rounds)
    half = z / (1 + z * z / rounds) * math.sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
    return Estimate(name, share, middle - half, middle + half, exact)


def require_possible(tally: Tally, price: Price) -> None:
    """Every result must be one that the table of outcomes lists: anything else is our fault."""
    strange = set(tally.nets) - set(price.distribution)
    if strange:
        raise InvariantBroken(f"results {sorted(strange)} are not in the table of outcomes of {price.name}")
