"""The answer about odds: whole-number counts, exact shares, intervals for samples, and its text and JSON.

Everything is computed from one table per player: deals by (sharers of the high hand, sharers of the low hand).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import lcm, sqrt
from typing import Any, Final

from openfelt.cards import Card, show
from openfelt.lab.equity_games import OddsRules
from openfelt.rulebooks import Cites

# 95 % of a normal distribution lies within so many standard deviations.
NORMAL_95: Final = 1.959964


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """How one hand fares.

    `wins` counts the deals in which it takes the whole pot alone, `ties` by number of sharers those in which it shares
    the whole pot of a one-way game. In a game of two halves `high` and `low` count the deals in which it wins the first
    and the second, by number of its sharers.
    """

    hand: str
    wins: int
    ties: dict[int, int]
    high: dict[int, int] | None
    low: dict[int, int] | None
    share: Fraction
    interval: tuple[float, float] | None

    @property
    def scoops(self) -> int:
        """Deals in which this hand takes the whole pot alone."""
        return self.wins


@dataclass(frozen=True)
class Equity:
    """Odds of several hands against each other.

    `counts` is the kernel's table, player after player, by sharers of the high hand (0 to n), then by sharers of the
    low hand (0 to n, then "no low made"); games with one winner have no low columns.
    """

    rules: OddsRules
    hands: tuple[str, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    seed: int | None
    counts: tuple[int, ...]

    @property
    def is_exact(self) -> bool:
        """Whether every deal was counted."""
        return self.seed is None

    @property
    def cites(self) -> Cites:
        """The clauses that decide who wins."""
        return self.rules.cites

    @property
    def half_names(self) -> tuple[str, ...]:
        """What the two halves of a split game are called: `high` and `low` count these."""
        return tuple(half.name for half in self.rules.game.halves) if self.rules.game.is_split else ()

    @cached_property
    def deals(self) -> int:
        """How many deals were counted or drawn."""
        return sum(self.counts[: len(self.counts) // len(self.hands)])

    @cached_property
    def no_low(self) -> int:
        """Deals of a high-low game in which nobody made a low, so that the high hand took everything."""
        return sum(times for _, low, times in self._table(0) if low == len(self.hands) + 1)

    @cached_property
    def players(self) -> tuple[PlayerOdds, ...]:
        """Each hand's odds, in the order given."""
        return tuple(self._player(place) for place in range(len(self.hands)))

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Each hand's exact share of the pot; together they are 1."""
        return tuple([self._share(place) for place in range(len(self.hands))])

    def _table(self, place: int) -> Iterator[tuple[int, int, int]]:
        """One player's deals by sharers of the high and of the low hand; low is always 0 in games with one winner."""
        n = len(self.hands)
        columns = n + 2 if self.rules.game.is_split else 1
        start = place * (n + 1) * columns
        for at, times in enumerate(self.counts[start : start + (n + 1) * columns]):
            if times:
                yield at // columns, at % columns, times

    def _player(self, place: int) -> PlayerOdds:
        parts = [(self._part(high, low), times) for high, low, times in self._table(place)]
        ties: dict[int, int] = {}
        highs: dict[int, int] | None = None
        lows: dict[int, int] | None = None
        if self.rules.game.is_split:
            highs, lows = {}, {}
            for high, low, times in self._table(place):
                if high:
                    highs[high] = highs.get(high, 0) + times
                if 0 < low <= len(self.hands):
                    lows[low] = lows.get(low, 0) + times
        else:
            ties = {high: times for high, _, times in self._table(place) if high > 1}
        return PlayerOdds(
            hand=self.hands[place],
            wins=sum(times for part, times in parts if part == 1),
            ties=ties,
            high=None if highs is None else dict(sorted(highs.items())),
            low=None if lows is None else dict(sorted(lows.items())),
            share=self._share(place),
            interval=None if self.is_exact else interval(parts),
        )

    def _share(self, place: int) -> Fraction:
        """A hand's part of all pots, in whole units of a pot that any number of sharers can divide."""
        n = len(self.hands)
        unit = pot_units(n)
        total = 0
        if not self.rules.game.is_split:
            start = place * (n + 1)
            for sharers, times in enumerate(self.counts[start : start + n + 1]):
                if sharers and times:
                    total += times * unit // sharers
            return Fraction(total, unit * self.deals)
        for high, low, times in self._table(place):
            whole = low > n
            if high:
                total += times * (unit if whole else unit // 2) // high
            if low and not whole:
                total += times * (unit // 2) // low
        return Fraction(total, unit * self.deals)

    def _part(self, high: int, low: int) -> Fraction:
        """The part of the pot for one of so many sharers: half for each hand, all for the high without a low."""
        of_high = Fraction(1, high) if high else Fraction(0)
        if not self.rules.game.is_split or low == len(self.hands) + 1:
            return of_high
        return (of_high + (Fraction(1, low) if low else 0)) / 2

    def as_object(self) -> dict[str, Any]:
        """The answer as JSON values; the shape is documented in `docs/reference/equity.md` and stable."""
        found: dict[str, Any] = {
            "game": self.rules.game.key,
            "rulebook": self.rules.rulebook,
            "deck": self.rules.deck.size,
            **({"joker": True} if self.rules.deck.joker else {}),
            "board": [str(card) for card in self.board],
            "dead": [str(card) for card in self.dead],
            "method": "exact" if self.is_exact else "samples",
            "deals": self.deals,
            "seed": self.seed,
            **({"halves": list(self.half_names)} if self.half_names else {}),
            "no_low": self.no_low if self.rules.game.is_split else None,
            "players": [self._player_object(player) for player in self.players],
            "cites": list(self.cites),
        }
        return found

    def _player_object(self, player: PlayerOdds) -> dict[str, Any]:
        return {
            "hand": player.hand,
            "wins": player.wins,
            "ties": {str(sharers): times for sharers, times in player.ties.items()},
            "high": player.high and {str(sharers): times for sharers, times in player.high.items()},
            "low": player.low and {str(sharers): times for sharers, times in player.low.items()},
            "share": {
                "numerator": player.share.numerator,
                "denominator": player.share.denominator,
                "value": float(player.share),
            },
            "interval": None if player.interval is None else list(player.interval),
        }

    def __str__(self) -> str:
        rules = self.rules
        lines = [f"{rules.game.name}, {rules.deck.name}, {rules.rulebook}"]
        if self.board:
            lines.append(f"board {show(self.board)}")
        if self.dead:
            lines.append(f"dead {show(self.dead)}")
        how = "every one counted" if self.is_exact else f"drawn at random from seed {self.seed}"
        number = "1 deal" if self.deals == 1 else f"{self.deals:,} deals"
        lines += [f"{number}, {how}", ""]
        if rules.game.halves[-1].eight_or_better:
            lines.insert(-1, f"{self.no_low:,} without a low")
        return "\n".join(lines + _table_text([self._header(), *(self._row(player) for player in self.players)]))

    def _header(self) -> list[str]:
        names = self.half_names
        middle = ["scoop", *names] if names else ["win", "tie"]
        counted = ["scoops", *(f"{name} won" for name in names)] if names else ["wins", "ties"]
        return ["hand", *middle, "share", *([] if self.is_exact else ["95 % interval"]), *counted]

    def _row(self, player: PlayerOdds) -> list[str]:
        if player.high is not None and player.low is not None:
            parts = [player.wins, sum(player.high.values()), sum(player.low.values())]
            told = [f"{player.wins:,}", by_sharers(player.high), by_sharers(player.low)]
        else:
            parts = [player.wins, sum(player.ties.values())]
            told = [f"{player.wins:,}", by_sharers(player.ties)]
        percents = [percent(Fraction(part, self.deals)) for part in parts]
        between = [] if player.interval is None else ["{} to {}".format(*map(percent, player.interval))]
        return [player.hand, *percents, percent(player.share), *between, *told]


@cache
def pot_units(players: int) -> int:
    """The least number of units that any number of sharers, also of half a pot, can divide.

    >>> pot_units(4)
    24
    """
    return 2 * lcm(*range(1, players + 1))


def interval(parts: list[tuple[Fraction, int]]) -> tuple[float, float]:
    """A 95 % confidence interval for the mean of many sampled parts of a pot.

    As Agresti and Coull do for proportions, two losses and two wins are added (half of z squared each), so that a hand
    that won every sample does not get an interval of no width.
    """
    added = NORMAL_95**2 / 2
    number = sum(times for _, times in parts) + 2 * added
    mean = (sum(float(part) * times for part, times in parts) + added) / number
    square = (sum(float(part) ** 2 * times for part, times in parts) + added) / number
    reach = NORMAL_95 * sqrt(max(0.0, square - mean * mean) / number)
    return max(0.0, mean - reach), min(1.0, mean + reach)


def percent(part: Fraction | float) -> str:
    """A part as a percentage with four decimals."""
    return f"{float(part) * 100:.4f} %"


def by_sharers(counts: dict[int, int]) -> str:
    """Counts by number of sharers: "6,732 by 2", or "1,000 alone + 20 by 2"."""
    told = [f"{times:,} {'alone' if sharers == 1 else f'by {sharers}'}" for sharers, times in counts.items()]
    return " + ".join(told) or "0"


def _table_text(rows: list[list[str]]) -> list[str]:
    """Columns side by side: the hand to the left, all else to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines
