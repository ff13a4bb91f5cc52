"""Colouring up: chips of a value leave the tables, and what they do not make up in larger ones is raced or rounded.

A race gives each player a card for every odd chip, from seat 1 on; the highest card of all has a chip of the next
value, then the next highest of another player, at most one each. Whoever would be left with nothing has one all the
same. Pure: the cards come from outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from openfelt.cards import Card
from openfelt.tournaments.conditions import ChipValue, Conditions, Level
from openfelt.tournaments.placing import Drawn

Method: TypeAlias = Literal["race", "round-up"]
SUITS: Final = "cdhs"  # the lowest first: cards of one rank in a race


class Exchanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has before chips of a value leave, and after."""

    player: str
    before: int
    after: int


class Race(msgspec.Struct, frozen=True):
    """The stacks of a table before and after, and the cards that were dealt for odd chips."""

    stacks: tuple[Exchanged, ...]
    drawn: tuple[Drawn, ...] = ()


def values_of(conditions: Conditions) -> tuple[int, ...]:
    """The values of the chips at real tables, the smallest first."""
    several = conditions.chips.set
    return tuple(sorted(one.value for one in several)) if isinstance(several, tuple) else ()


def next_value(values: Sequence[int], gone: int) -> int:
    """The value that takes the place of one that goes; 0 if none does.

    >>> next_value((25, 100, 500), 25), next_value((25, 100, 500), 500)
    (100, 0)
    """
    return next((one for one in values if one > gone), 0)


def smallest_chip(conditions: Conditions, levels: Sequence[Level], number: int) -> int:
    """The smallest chip in play at a level (from 1): larger after each kind that has gone before it."""
    unit = conditions.chips.unit if isinstance(conditions.chips.unit, int) else 1
    if conditions.chips.colour_up not in ("race", "round-up"):
        return unit
    gone = [level.remove_chip for level in levels[: number - 1] if level.remove_chip]
    return next_value(values_of(conditions), max(gone)) if gone else unit


def stack_of(chips: int, several: Sequence[ChipValue], least: int = 0, players: int = 0) -> dict[int, int]:
    """A stack in chips: enough small ones for a few wagers, the rest as large as can be; {} if it cannot be made.

    `least`: the smallest value that is still in play. `players`: how many such stacks the set makes: where it has too
    few small chips for that, each has fewer of them, but some; where it has too few large ones, more.

    >>> several = (ChipValue(value=25, colour="green", count=99), ChipValue(value=500, colour="blue", count=90))
    >>> stack_of(5000, several), stack_of(3500, several, players=3), stack_of(5000, several, players=6)
    ({25: 20, 500: 9}, {25: 20, 500: 6}, {})
    """
    values = sorted(one.value for one in several if one.value >= least)
    shares = {one.value: one.count // players for one in several} if players else {}
    left, made = chips, {}
    for value, above in zip(values, [*values[1:], 0], strict=True):
        if not above:
            made[value], left = divmod(left, value)
            break
        few = left % above // value  # that the larger ones do not make up
        while few * value + above <= left and (few * value < above or few * value * 10 < left):
            if shares and few + above // value > shares[value]:
                break
            few += above // value
        made[value], left = few, left - few * value
    if not left and shares and any(count > shares[value] for value, count in made.items()):
        made, left = _all_but(chips, {value: shares[value] for value in values})
    if left or (shares and not made.get(min(values, default=0))):
        return {}
    return {value: count for value, count in made.items() if count}


def _all_but(chips: int, shares: Mapping[int, int]) -> tuple[dict[int, int], int]:
    """A player's whole share of a set without what is too much, large chips first; and by how much it is off."""
    made, over = dict(shares), sum(value * count for value, count in shares.items()) - chips
    for value in sorted(shares, reverse=True):
        off = min(made[value], max(0, over) // value)
        made[value], over = made[value] - off, over - off * value
    return made, over


# --- the race ---------------------------------------------------------------------------------------------------------


def coloured(stacks: Mapping[str, int], gone: int, into: int, method: Method, cards: Iterator[Card]) -> Race:
    """What players of a table, from seat 1 on, have after chips of `gone` have left for chips of `into`."""
    odd = {player: chips % into for player, chips in stacks.items()}
    if method == "round-up":
        after = {player: chips + (-chips) % into for player, chips in stacks.items()}
        return Race(tuple(Exchanged(player, stacks[player], after[player]) for player in stacks))
    drawn = tuple(Drawn(player, next(cards)) for player in stacks for _ in range(odd[player] // gone))
    winners = won_by(drawn, chips_raced(sum(odd.values()), into))
    made = []
    for player, before in stacks.items():
        kept = before - odd[player]
        made.append(Exchanged(player, before, kept + into if player in winners or (before and not kept) else kept))
    return Race(tuple(made), drawn)


def chips_raced(odd: int, into: int) -> int:
    """How many chips of the next value the odd ones of a table make: a rest of half a chip or more makes one.

    >>> [chips_raced(odd, 100) for odd in (25, 50, 75, 125, 150, 300)]
    [0, 1, 1, 1, 2, 3]
    """
    whole, rest = divmod(odd, into)
    return whole + (2 * rest >= into)


def won_by(drawn: Sequence[Drawn], chips: int) -> set[str]:
    """Who has one of so many chips: by the highest cards, each player once; of equal cards the one dealt first."""
    order = sorted(range(len(drawn)), key=lambda at: (*_height(drawn[at].card), -at), reverse=True)
    winners: list[str] = []
    for at in order:
        if len(winners) < chips and drawn[at].player not in winners:
            winners.append(drawn[at].player)
    return set(winners)


def _height(card: Card) -> tuple[int, int]:
    text = str(card)
    rank = "23456789TJQKA".index(text[0])
    return rank, SUITS.index(text[1])
