"""Settling up after a home game: what is won and handed over, less what is owed, in as few payments as possible.

The bank of the game is one of those who settle: it keeps what was handed over, and the fees. What all of them are owed
sums to zero. Some who owe and are owed exactly the same settle among themselves; the more such groups there are, the
fewer payments it takes, each group one less than it has persons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Final, NamedTuple

from openfelt.cage import accounts
from openfelt.errors import InvariantBroken
from openfelt.tournaments.tournament import Tournament

BANK: Final = ""  # of the game; nobody is called so
MOST_STATES: Final = 20_000  # that are looked at for the best division into groups


class Owed(NamedTuple):
    """A payment that settles something."""

    payer: str
    payee: str
    cents: int


@dataclass(frozen=True, slots=True)
class EventAccount:
    """What a player owes for entries and chips, has won, and has handed to the bank."""

    player: str
    owes: int
    won: int
    handed: int

    @property
    def balance(self) -> int:
        """What is due to the player; below zero, from the player."""
        return self.won + self.handed - self.owes


def accounts_of(state: Tournament) -> list[EventAccount]:
    """The account of everybody who has ever owed or handed over something, in the order of entry."""
    owes: Counter[str] = Counter()
    for one in state.payments:
        owes[one.payer] += one.cents
    won = {one.player: one.cents for one in state.prizes.values()}
    names = dict.fromkeys((*state.entries, *owes, *won, *state.play.cash))
    return [EventAccount(one, owes[one], won.get(one, 0), state.play.cash.get(one, 0)) for one in names]


def balances(state: Tournament) -> dict[str, int]:
    """What is due to everybody and to the bank once the prizes are awarded; sums to zero."""
    found: dict[str, int] = {one.player: one.balance for one in accounts_of(state)}
    kept = state.money[accounts.fee(state.name)]
    found[BANK] = kept - state.from_house - sum(state.play.cash.values())
    left = sum(found.values())
    if left and state.phase == "awarded":
        raise InvariantBroken(f"{state.name}: {left} cents are owed to nobody")
    return found


def payments(due: Mapping[str, int]) -> tuple[Owed, ...]:
    """The fewest payments after which nothing is due to anybody.

    >>> payments({"ann": 6000, "bob": -2000, "carl": -2000, "dora": -2000})[0]
    Owed(payer='dora', payee='ann', cents=2000)
    >>> len(payments({"ann": 30, "bob": -30, "carl": 20, "dora": -20}))
    2
    """
    if sum(due.values()):
        raise InvariantBroken(f"{sum(due.values())} cents are owed to nobody")
    open_ones = {name: cents for name, cents in due.items() if cents}
    return tuple(one for group in groups(open_ones) for one in _settled(group))


def groups(due: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """As many groups as possible that settle among themselves. Of very many different sums, the equal ones first."""
    counts = Counter(due.values())
    names: dict[int, list[str]] = {cents: [] for cents in counts}
    for name, cents in due.items():
        names[cents].append(name)
    if prod(number + 1 for number in counts.values()) > MOST_STATES:
        pairs = [cents for cents in sorted(counts) if cents < 0 < counts[-cents]]
        for cents in pairs:
            for one, two in zip(names[cents], names[-cents], strict=False):
                yield {one: cents, two: -cents}
            alike = min(len(names[cents]), len(names[-cents]))
            del names[cents][:alike], names[-cents][:alike]
        rest = {name: cents for cents, several in names.items() for name in several}
        if rest:
            yield rest
        return
    for group in best_groups(tuple(sorted(counts)), tuple(counts[cents] for cents in sorted(counts))):
        yield {names[cents].pop(0): cents for cents in group}


def best_groups(values: tuple[int, ...], counts: tuple[int, ...]) -> list[list[int]]:
    """Sums, so many of each, divided into as many parts that sum to zero as can be."""

    @cache
    def most(left: tuple[int, ...]) -> int:
        if not any(left):
            return 0
        return _is_even(values, left) + max(most(_less(left, at)) for at, number in enumerate(left) if number)

    found: list[list[int]] = []
    left = counts
    while any(left):
        if _is_even(values, left):
            found.append([])
        best = max((at for at, number in enumerate(left) if number), key=lambda at: most(_less(left, at)))
        found[-1].append(values[best])
        left = _less(left, best)
    return found


def _is_even(values: tuple[int, ...], left: tuple[int, ...]) -> bool:
    return sum(value * number for value, number in zip(values, left, strict=True)) == 0


def _less(left: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*left[:at], left[at] - 1, *left[at + 1 :])


def _settled(group: Mapping[str, int]) -> Iterator[Owed]:
    """One payment less than there are persons: whoever owes pays the first to whom something is due."""
    owing = [(name, -cents) for name, cents in group.items() if cents < 0]
    owed = [(name, cents) for name, cents in group.items() if cents > 0]
    while owing and owed:
        (payer, debt), (payee, claim) = owing.pop(), owed.pop()
        paid = min(debt, claim)
        yield Owed(payer, payee, paid)
        if debt > paid:
            owing.append((payer, debt - paid))
        if claim > paid:
            owed.append((payee, claim - paid))
