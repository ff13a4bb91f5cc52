"""What the places win: the table of prizes for a number of entries, to the cent, and what equal places share.

Fixed sums come first and shares are of the rest. Parts of a cent go to the largest remainders, of equal ones to the
better place, so that the prizes sum to the pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from openfelt.errors import OpenfeltError
from openfelt.phrases import Money, phrase
from openfelt.tournaments.conditions import Band, Conditions, Prizes, Satellite

WHOLE = 1_000


class PoolTooSmall(OpenfeltError):
    """The fixed prizes are more than the pool has."""


class Award(msgspec.Struct, frozen=True):
    """What one place wins: money, or goods of a value."""

    place: int
    cents: int = 0
    goods: str = ""
    value_cents: int = 0


def in_cents(shares: Sequence[Fraction | float], pool: int) -> tuple[int, ...]:
    """Shares of a pool in whole cents that sum to it: the largest remainders are rounded up, of equal ones the first.

    >>> in_cents([Fraction(200, 3)] * 3, 200)
    (67, 67, 66)
    """
    down = [int(share) for share in shares]
    up = set(sorted(range(len(down)), key=lambda at: (down[at] - shares[at], at))[: pool - sum(down)])
    return tuple(cents + (at in up) for at, cents in enumerate(down))


def band_for(prizes: Prizes, entries: int) -> Band | None:
    """The table of prizes for that many entries: the last that begins at or below them."""
    bands = prizes.bands if isinstance(prizes.bands, tuple) else ()
    return next((band for band in reversed(bands) if band.from_entries <= entries), None)


def awards(conditions: Conditions, entries: int, pool_cents: int) -> tuple[Award, ...]:
    """What every paid place wins, best first. Raises PoolTooSmall if the fixed sums are more than the pool."""
    if isinstance(conditions.prizes.satellite, Satellite):
        return entries_as_prizes(pool_cents, conditions.prizes.satellite, entries)
    band = band_for(conditions.prizes, entries)
    lines = [
        (place, line)
        for line in (band.prizes if band else ())
        for place in range(line.place, max(line.to, line.place) + 1)
    ]
    fixed = sum(line.cents for _, line in lines)
    if fixed > pool_cents:
        said = "fixed prizes of {fixed} from a pool of {pool}"
        raise PoolTooSmall(phrase(said, fixed=Money(fixed), pool=Money(pool_cents)))
    rest = pool_cents - fixed
    shared = [(place, line) for place, line in lines if line.per_mille]
    cents = dict(
        zip(
            (place for place, _ in shared),
            in_cents([Fraction(rest * line.per_mille, WHOLE) for _, line in shared], rest if shared else 0),
            strict=True,
        )
    )
    return tuple(Award(place, cents.get(place, line.cents), line.goods, line.value_cents) for place, line in lines)


def seats_won(pool_cents: int, entry_cents: int) -> tuple[int, int]:
    """How many entries in another event a pool buys, and what is left for the next place.

    >>> seats_won(107_500, 25_000)
    (4, 7500)
    """
    return divmod(pool_cents, entry_cents)


def entry_goods(target: str) -> str:
    """How an entry in another event is called among the prizes."""
    return f"entry in {target}"


def entries_as_prizes(pool_cents: int, terms: Satellite, players: int) -> tuple[Award, ...]:
    """Entries in another event for the best places, as many as the pool buys; the rest for the next place.

    Where everybody wins one, the rest goes to the first place; where the pool buys none, all of it.
    """
    assert isinstance(terms.entry_cents, int)
    count, rest = seats_won(pool_cents, terms.entry_cents)
    count, rest = (count, rest) if count < players else (players, pool_cents - players * terms.entry_cents)
    goods = entry_goods(str(terms.target))
    found = [Award(place, terms.entry_cents, goods, terms.entry_cents) for place in range(1, count + 1)]
    if rest and count < players:
        found.append(Award(count + 1, rest))
    elif rest:
        found[0] = msgspec.structs.replace(found[0], cents=found[0].cents + rest)
    return tuple(found)


def shared_cents(prizes: Sequence[int], first_place: int, players: int) -> tuple[int, ...]:
    """What each of those who share places wins, the first clockwise of the button first: they have the odd cents.

    A place without a prize counts nothing.

    >>> shared_cents([500, 300, 101], 2, 3)
    (134, 134, 133)
    """
    together = sum(prizes[first_place - 1 : first_place - 1 + players])
    each, odd = divmod(together, players)
    return tuple(each + (at < odd) for at in range(players))
