"""How long somebody will wait, from what the room has seen of the game (house 22.12).

People leave a game at a rate that the room has counted: how many left, over all the time that anyone sat in it. While
so many sit there now, a seat comes free that much sooner. Those ahead who do not come when called give theirs to the
next. The time told is the one that half of such waits stay below: with k seats still to come free, k less a third of
one, over the rate.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from openfelt.lists.facts import TableFacts
from openfelt.lists.state import Lists, Tally, WaitList

FEWEST: Final = 3  # people who left before anything is said


def estimate(tally: Tally, place: int, *, seated: int, free: int = 0) -> int | None:
    """So many milliseconds until somebody at a place of the line is called, or nothing if too little was seen.

    `seated` sit in the game now; `free` of its seats are free already.

    >>> tally = Tally(player_ms=40 * 3_600_000, left=20)
    >>> round(estimate(tally, 1, seated=20) / 60_000), round(estimate(tally, 4, seated=20) / 60_000)
    (4, 22)
    >>> estimate(tally, 1, seated=20, free=1), estimate(Tally(), 1, seated=9)
    (0, None)
    """
    ahead = place - 1
    if tally.calls:
        ahead = round(ahead * (1 - tally.missed / tally.calls))
    needed = ahead + 1 - free
    if needed <= 0:
        return 0
    if tally.left < FEWEST or not seated or not tally.player_ms:
        return None
    return round((needed - 1 / 3) * tally.player_ms / (tally.left * seated))


def wait_at(state: Lists, one: WaitList, place: int, tables: Iterable[TableFacts], at_ms: int) -> int | None:
    """How long whoever stands at a place of a list will wait: those ahead who are called already count no more."""
    mine = [table for table in tables if one.covers(table.game, table.limits)]
    kept = {(offer.table, offer.seat) for offer in state.offers.values()}
    free = sum((table.table, seat) not in kept for table in mine if table.takes for seat in table.free)
    called = sum(state.offer_of(ahead.player) is not None for ahead in one.line[: place - 1])
    seated = sum(len(table.places) for table in mine)
    return estimate(one.tally.until(at_ms), place - called, seated=seated, free=free)
