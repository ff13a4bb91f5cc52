"""What a hit pays, in whole cents: one rounding, at the last, and what is left over stays in the pool."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from openfelt.jackpots.events import Role, Share
from openfelt.jackpots.parameters import JackpotEvent, Prize, Shares, cents_of

WHOLE: Final = 1_000  # per mille


def prize_fraction(prize: Prize, pool: int, qualified: int) -> tuple[int, int]:
    """All that so many win together, as a fraction of cents.

    Of a percentage each takes it of what the one before has left: of $10,000 at 10 % two take $1,000 and $900.

    >>> [prize_fraction(Prize(kind="percentage", per_mille=100), 1_000_000, n) for n in (1, 2)]
    [(100000000, 1000), (190000000000, 1000000)]
    """
    if prize.kind == "all":
        return pool, 1
    if prize.kind == "fixed":
        return cents_of(prize.cents) * qualified, 1
    left = (WHOLE - cents_of(prize.per_mille)) ** qualified
    whole = WHOLE**qualified
    return pool * (whole - left), whole


def shares_of(
    event: JackpotEvent,
    pool: int,
    qualified: tuple[str, ...],
    winners: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
) -> tuple[Share, ...]:
    """Who has how much of a hit: those who qualify in equal parts, and in a bad beat the winners and the table.

    >>> royal = JackpotEvent(name="royal", kind="hand", hand="royal flush", prize=Prize(kind="all"))
    >>> [one.cents for one in shares_of(royal, 1_000, ("ann", "bob", "cat"))]
    [333, 333, 333]
    """
    above, below = prize_fraction(event.prize, pool, len(qualified))
    if event.shares is UNSET:
        return _equal(qualified, above, below, WHOLE, "qualifier")
    parts: Shares = event.shares
    return (
        *_equal(qualified, above, below, cents_of(parts.loser_per_mille), "loser"),
        *_equal(winners, above, below, cents_of(parts.winner_per_mille), "winner"),
        *_equal(others, above, below, cents_of(parts.table_per_mille), "table"),
    )


def _equal(players: tuple[str, ...], above: int, below: int, per_mille: int, role: Role) -> tuple[Share, ...]:
    """Equal parts of so many thousandths of a fraction, each rounded down once."""
    if not players or not per_mille:
        return ()
    each = above * per_mille // (below * WHOLE * len(players))
    return tuple(Share(player, each, role) for player in players)
