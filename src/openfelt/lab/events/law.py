"""The law of chance by which the fast model plays: how long a round takes, who plays it, for how many chips.

It knows chips and forced bets, no cards and no skill. Everyone who is dealt in plays alike:

- Forced bets are taken as the level says, from whoever has the chips for them.
- Everybody but the last blind plays with a chance of `OFTEN` to the number of players, 1 in 5 among nine, at most
  `MOST_OFTEN`. It rises to `OFTEN_SHORT`, if it is less, the nearer a stack comes to `SHORT` big bets (the last blind,
  or without blinds the least wager). The last blind defends half the time against whoever plays.
- Where nobody else plays, the forced bets are taken without a contest. At most `MOST_PLAY` go on together.
- A contest is for everything with a chance of `ALL_IN` to the depth in big bets, of the second largest stack in it, and
  always from `ALL_IN` big bets down. Otherwise everyone in it puts in the same, one big bet and more: on average
  `WAGER` big bets more, each length as likely as a waiting time. Under a fixed limit nothing else happens, at most
  `CAPPED` big bets.
- Each who contests a pot is as likely to win it as any other; side pots go to the best of those who paid into them.

A round takes so many seconds and so many more for each player, a random part more or less: see `PACES`. The figures
are chosen, not measured: with levels that rise by four tenths, average stacks stay between twenty and thirty big bets
as players go out, and all chips in play are about forty to fifty big bets when one player has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec import UNSET

from openfelt.tournaments.conditions import Conditions, Level

OFTEN: Final = 1.8
MOST_OFTEN: Final = 0.7
OFTEN_SHORT: Final = 0.50
SHORT: Final = 8.0
DEFENDS: Final = 0.5
MOST_PLAY: Final = 4
ALL_IN: Final = 1.5
WAGER: Final = 2.5
CAPPED: Final = 12
SPREAD: Final = 0.4  # of the time of a round, to both sides
PACES: Final = {"live": (45, 9), "online": (15, 5)}
"""Seconds of a round, and for each player dealt in: 28 rounds an hour with nine players live, 60 online."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a level asks for, as far as the law looks at it."""

    blinds: tuple[int, ...]
    ante: int
    ante_by_last: bool
    bring_in: int
    big: int  # a big bet
    unit: int
    capped: bool  # a limit on every wager

    @property
    def orbit(self) -> int:
        """What the forced bets of one round come to, but for antes that everyone pays."""
        return sum(self.blinds) + self.bring_in + (self.ante if self.ante_by_last else 0)

    def burden(self, players: int) -> int:
        """What a player pays in forced bets while the button goes round once."""
        return self.orbit + (0 if self.ante_by_last else self.ante * players)


def stakes_of(conditions: Conditions, level: Level) -> Stakes:
    """What a level asks for."""
    limit = conditions.play.limit if level.limit is UNSET else level.limit
    unit = conditions.chips.unit if isinstance(conditions.chips.unit, int) else 1
    least = level.least if isinstance(level.least, int) else 0
    big = (level.blinds[-1] if level.blinds else 0) or least or level.bring_in or level.ante or unit
    return Stakes(
        level.blinds, level.ante, level.ante_by == "last-blind", level.bring_in, big, max(unit, 1),
        limit not in ("no-limit", "full-pot", "half-pot"),
    )  # fmt: skip


def seconds(pace: str, players: int, chance: Random) -> float:
    """How long a round takes."""
    base, each = PACES[pace]
    return (base + each * players) * (1 - SPREAD + 2 * SPREAD * chance.random())


def play_round(stacks: Sequence[int], stakes: Stakes, chance: Random) -> tuple[list[int], list[int]]:
    """One round among players from the button's left on: what each put in, and what each won.

    What a player could not be called for is never put in. The sums are equal.
    """
    put = _forced(stacks, stakes, chance)
    last = min(len(stakes.blinds), len(stacks)) - 1
    if len(stacks) == 2 and last == 1:
        last = 0  # the button has the first blind
    playing = _who_plays(stacks, stakes, last, chance)
    goes_to = _wager(stacks, playing, stakes, chance) if len(playing) > 1 else stakes.big
    for at in playing:
        put[at] = max(put[at], min(stacks[at], goes_to))
    most = sorted(put)[-2]
    put = [min(chips, most) for chips in put]  # what nobody calls goes back
    return put, _won(put, playing, chance)


def _forced(stacks: Sequence[int], stakes: Stakes, chance: Random) -> list[int]:
    """Antes, then blinds or a bring-in, as far as each stack has them."""
    count = len(stacks)
    put = [0] * count if stakes.ante_by_last else [min(stakes.ante, chips) for chips in stacks]
    blinds = stakes.blinds[-count:]
    for at, blind in enumerate(reversed(blinds) if count == 2 else blinds):
        due = blind + (stakes.ante if stakes.ante_by_last and blind == blinds[-1] else 0)
        put[at] = min(stacks[at], put[at] + due)
    if stakes.bring_in:
        at = chance.randrange(count)
        put[at] = min(stacks[at], put[at] + stakes.bring_in)
    return put


def _who_plays(stacks: Sequence[int], stakes: Stakes, last: int, chance: Random) -> list[int]:
    """Who contests the pot, from the button's left on: at least one."""
    random, big = chance.random, stakes.big
    usual = min(MOST_OFTEN, OFTEN / len(stacks))
    more = max(0.0, OFTEN_SHORT - usual)
    playing = [
        at for at, chips in enumerate(stacks) if at != last and random() < usual + more * min(1.0, SHORT * big / chips)
    ]
    if len(playing) > MOST_PLAY:
        playing = sorted(chance.sample(playing, MOST_PLAY))
    if not playing:
        return [last if last >= 0 else chance.randrange(len(stacks))]
    if last >= 0 and random() < DEFENDS:
        playing.append(last)
    return playing


def _wager(stacks: Sequence[int], playing: Sequence[int], stakes: Stakes, chance: Random) -> int:
    """Up to how many chips everyone in a contest puts in."""
    depth = sorted(stacks[at] for at in playing)[-2] / stakes.big
    if not stakes.capped and chance.random() * depth < ALL_IN:
        return max(stacks)
    bets = 1 + chance.expovariate(1 / WAGER)
    if stakes.capped:
        bets = min(bets, CAPPED)
    return max(stakes.big, round(bets * stakes.big / stakes.unit) * stakes.unit)


def _won(put: Sequence[int], playing: Sequence[int], chance: Random) -> list[int]:
    """The pots, layer by layer, each to the best of those who paid all of it and still play."""
    ranking = list(playing)
    if len(ranking) > 1:
        chance.shuffle(ranking)
    won = [0] * len(put)
    below = 0
    for at in _rising(put, ranking):
        pot = sum(min(chips, put[at]) - min(chips, below) for chips in put)
        won[at] += pot
        below = max(below, put[at])
    won[ranking[0]] += sum(put) - sum(won)  # dead chips above what the contest is for
    return won


def _rising(put: Sequence[int], ranking: Sequence[int]) -> list[int]:
    """Those who take something, the best first: whoever paid more than everyone better."""
    found: list[int] = []
    for at in ranking:
        if not found or put[at] > put[found[-1]]:
            found.append(at)
    return found
