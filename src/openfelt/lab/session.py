"""What a session of many rounds does to a bankroll: the distribution of one round convolved with itself, not sampled.

Probabilities are double precision. All terms are positive, so nothing cancels; ends of the distribution that weigh less
than `NEGLIGIBLE` altogether are cut off, and `Session.lost` says how much was.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.errors import NotationError
from openfelt.lab.price import Price

MOST_ROUNDS: Final = 10_000
NEGLIGIBLE: Final = 1e-17
FINEST: Final = 20_000
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Session:
    """A session: quantiles after every round, the distribution after the last, and how likely ruin was on the way."""

    rounds: int
    stake: int
    quantiles: NDArray[np.float64]
    """(rounds + 1, len(QUANTILES)): the player's result in stakes."""
    ahead: NDArray[np.float64]
    """After each round, the probability of having more than at the start."""
    results: NDArray[np.float64]
    """Possible results after the last round, in stakes."""
    chances: NDArray[np.float64]
    lost: float


def one_round(price: Price) -> tuple[int, list[tuple[int, float]]]:
    """The unit that divides every net result (in cents), and each result in units with its probability."""
    nets = price.distribution
    unit = reduce(math.gcd, nets, 0) or 1
    if (max(nets) - min(nets)) // unit > FINEST:
        raise NotationError(
            f"results from {min(nets)} to {max(nets)} cents in steps of {unit} are too fine for a session: "
            "choose an ante of which the maximum payout is a multiple"
        )
    return unit, [(net // unit, deals / price.deals) for net, deals in nets.items()]


def play_session(price: Price, rounds: int) -> Session:
    """Convolve one round with itself, round by round.

    >>> from openfelt.lab.price import Outcome
    >>> coin = Price("coin", 1, (Outcome("bet", "heads", "", 1, 1, 1), Outcome("bet", "tails", "", 1, 1, -1)))
    >>> play_session(coin, 2).chances.tolist()
    [0.25, 0.0, 0.5, 0.0, 0.25]
    """
    require_rounds(rounds)
    unit, steps = one_round(price)
    low, chances = 0, np.ones(1)
    quantiles = np.zeros((rounds + 1, len(QUANTILES)))
    ahead = np.zeros(rounds + 1)
    for done in range(1, rounds + 1):
        low, chances = trim(*convolve(low, chances, steps))
        below = np.cumsum(chances)
        quantiles[done] = (low + np.searchsorted(below, np.array(QUANTILES) * below[-1])) * unit / price.stake
        ahead[done] = chances[max(0, 1 - low) :].sum()
    results = (low + np.arange(len(chances))) * unit / price.stake
    return Session(rounds, price.stake, quantiles, ahead, results, chances, max(0.0, 1.0 - float(chances.sum())))


def convolve(
    low: int, chances: NDArray[np.float64], steps: Sequence[tuple[int, float]]
) -> tuple[int, NDArray[np.float64]]:
    """One more round: the lowest result and the chances from there upwards."""
    least = min(step for step, _ in steps)
    most = max(step for step, _ in steps)
    grown = np.zeros(len(chances) + most - least)
    for step, chance in steps:
        grown[step - least : step - least + len(chances)] += chance * chances
    return low + least, grown


def trim(low: int, chances: NDArray[np.float64]) -> tuple[int, NDArray[np.float64]]:
    """Cut off the ends that weigh next to nothing."""
    first = int(np.searchsorted(np.cumsum(chances), NEGLIGIBLE))
    last = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), NEGLIGIBLE))
    return low + first, chances[first:last]


def ruin(price: Price, rounds: int, bankroll: int) -> float:
    """How likely a bankroll (in cents) is gone at some moment of the session: it falls to nothing or below."""
    require_rounds(rounds)
    unit, steps = one_round(price)
    floor = -(-bankroll // unit)
    low, chances, gone = 0, np.ones(1), 0.0
    for _ in range(rounds):
        low, chances = convolve(low, chances, steps)
        cut = max(0, -floor - low + 1)
        gone += float(chances[:cut].sum())
        low, chances = low + cut, chances[cut:]
        if not len(chances):
            break
        last = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), NEGLIGIBLE))
        chances = chances[:last]
    return gone


def require_rounds(rounds: int) -> None:
    """Refuse a session without rounds or with too many."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise NotationError(f"a session of {rounds} rounds is not 1 to {MOST_ROUNDS}")
