"""A league: points over several home games by the rule of the house (21.9), and the table of the season."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from openfelt.games.policy import HOUSE

RULE: Final = HOUSE.cite("21.9")
ATTENDED: Final = 1
MORE_FOR: Final = (5, 3, 1)  # the first places, besides one point for each player below
Places: TypeAlias = Sequence[Sequence[str]]  # best first; who shares stands together


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A line of the season table."""

    rank: int
    player: str
    points: int
    games: int
    wins: int
    best: int  # place
    won_cents: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: its places, and what was won."""

    places: tuple[tuple[str, ...], ...]
    won: tuple[tuple[str, int], ...] = ()


def points(place: int, entries: int) -> int:
    """The points of a place in a game with so many entries.

    >>> [points(place, 8) for place in (1, 2, 3, 4, 8)]
    [13, 10, 7, 5, 1]
    """
    more = MORE_FOR[place - 1] if place <= len(MORE_FOR) else 0
    return ATTENDED + entries - place + more


def of_game(places: Places) -> dict[str, tuple[int, int]]:
    """Everybody's place and points in one game; those who share have the best of their places."""
    entries, place, found = sum(len(group) for group in places), 1, {}
    for group in places:
        for player in group:
            found[player] = (place, points(place, entries))
        place += len(group)
    return found


def season(results: Iterable[Result]) -> tuple[SeasonLine, ...]:
    """The table of a season: by points, then wins, then the best place; equals share a rank."""
    names: dict[str, str] = {}
    rows: dict[str, list[tuple[int, int]]] = {}
    won: dict[str, int] = {}
    for one in results:
        for player, got in of_game(one.places).items():
            key = player.casefold()
            names.setdefault(key, player)
            rows.setdefault(key, []).append(got)
        for player, cents in one.won:
            won[player.casefold()] = won.get(player.casefold(), 0) + cents
    scored = {
        key: (sum(points for _, points in got), sum(place == 1 for place, _ in got), -min(place for place, _ in got))
        for key, got in rows.items()
    }
    order = sorted(scored, key=lambda key: (*(-value for value in scored[key]), key))
    return tuple(
        SeasonLine(
            1 + sum(other > scored[key] for other in scored.values()), names[key], scored[key][0], len(rows[key]),
            scored[key][1], -scored[key][2], won.get(key, 0),
        )
        for key in order
    )  # fmt: skip
