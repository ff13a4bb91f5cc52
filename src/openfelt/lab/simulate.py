"""Rounds of the house-banked games played by the real engine, with a seed, and set beside the exact figures.

A player sees what its seat's view shows and nothing else. Rounds are dealt in chunks of `CHUNK`, each with a seed of
its own, so that the same seed gives the same result whoever plays them. Sums are whole numbers.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import FULL_DECK, UNKNOWN, Card
from openfelt.errors import InvariantBroken, NotationError
from openfelt.lab.banked import CallGame, PlayGame, RaiseGame, Sheet, ThreeCardGame, banked
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
from openfelt.pit.games import key_of
from openfelt.pit.sign import changed
from openfelt.pit.views import BoxView

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


Chosen = tuple[Command, str]
"""An order and the name of the decision that it is; "" for one that leaves the decision open."""
Player = Callable[[RoundView], Chosen]


@lru_cache(maxsize=8)
def player_for(sign: AnySign, strategy: str, stake: int, bonus: int = 0) -> Player:
    """A player who follows a strategy, from what its own view shows; the best one minds its side stake."""
    renamings()
    game = banked(key_of(sign))
    taken = game.taken(sign, stake, strategy, bonus)
    match game:
        case CallGame():
            return calling_player(game, taken, stake)
        case RaiseGame():
            return three_card_player(game, taken, stake, Raise)
        case PlayGame():
            return three_card_player(game, taken, stake, Call)
        case _:
            raise NotationError(f"no player for {game.key}")


def own_box(seen: RoundView) -> BoxView:
    """The player's own box, with all its cards."""
    own = next(box for box in seen.boxes if box.no == BOX)
    require_shown(own.cards)
    return own


def require_shown(several: Sequence[Card]) -> None:
    """A player sees the cards on which it decides."""
    if UNKNOWN in several:
        raise InvariantBroken("a player must decide on cards that it may not see")


def calling_player(game: CallGame, calls: NDArray[np.uint8], stake: int) -> Player:
    """Calls where the table says so; declares the bonus first if there is one to win."""

    def choose(seen: RoundView) -> Chosen:
        own = own_box(seen)
        require_shown(seen.community)
        row, column = locate(seen.community, own.cards)
        if not own.declared and any(one.spot is Spot.BONUS for one in own.stakes):
            hand, pair = PAY_CLASSES[five_classes(game.how.scale)[row, column]]
            if game.how.declares(seen.sign, hand, pair):
                return DeclareBonus(BOX), ""
        return (Call(BOX, game.how.times * stake), "call") if calls[row, column] else (Fold(BOX), "fold")

    return choose


def three_card_player(game: ThreeCardGame, taken: NDArray[np.uint8], stake: int, goes_on: type[Call | Raise]) -> Player:
    """Goes on for so many antes as the table says, or folds."""
    names = {times: name for name, times in game.choices.items()}

    def choose(seen: RoundView) -> Chosen:
        times = int(taken[renamings()[tuple(sorted(own_box(seen).cards))][0]])
        return goes_on(BOX, times * stake) if times else Fold(BOX), names[times]

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
    layout = {"boxes": 1} if hasattr(task.sign, "boxes") else {"positions": 1}
    sign = changed(task.sign, **layout)  # empty boxes change nothing but the time it takes
    table = Round()
    tally = Tally()
    for number in range(chunk.rounds):
        generator.shuffle(deck)
        table.load(deck)
        play(table, NextRound() if number else Open(sign, (Seat(BOX, NAME, MOST_CHIPS),)))
        play(table, Wager(NAME, BOX, Spot.ANTE, task.stake))
        if task.bonus:
            play(table, Wager(NAME, BOX, Spot.BONUS, task.bonus))
        play(table, NoMoreBets())
        happened: list[Event] = []
        while table.outcome is None:
            seen = view(table, viewer)
            assert seen is not None
            command, decision = choose(seen)
            happened += play(table, command)
            if decision:
                note_decision(tally, command, decision, task.stake)
        note_result(tally, table, happened)
    return tally


def note_decision(tally: Tally, command: Command, name: str, stake: int) -> None:
    """Count a decision and what it puts at risk beside the ante."""
    tally.rounds += 1
    tally.staked += stake + (command.amount if isinstance(command, Call | Raise) else 0)
    tally.decisions[name] += 1


def note_result(tally: Tally, table: Round, happened: Iterable[Event]) -> None:
    """Count what the round brought, the side wager apart; a bonus paid on the ante has no stake of its own."""
    assert table.outcome is not None
    total = sum(net for player, net in table.outcome.nets if player == NAME)
    bonus = [
        payment.net
        for event in happened
        for payment in getattr(event, "payments", ())
        if payment.spot is Spot.BONUS and payment.stake
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
