"""A small house for browser tests: one bot waits at each table, so that nothing is dealt until a guest sits down.

Run as a process of its own: `python -m tests.browser.house DATA [EMPTY TABLES]`.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.games.standard import standard_sign
from openfelt.pit.games import sign_for
from openfelt.service.demo import tables
from openfelt.service.hall import Hall

ALWAYS_DEALT = "Reno"
LIVE = "Hall"
EMPTY = ("Duel", "Trio", "Alone")
SIGNED = {"Claims": {"mucking": "claimed"}, "Stride": {"straddle": True}}
WANTED = {
    "Sydney", "Bondi", "Manly", "Manila", "Luzon", "Glebe", "Redfern", "Pyrmont", "Short", "Canberra", ALWAYS_DEALT,
}  # fmt: skip


async def furnish(data: Path, only: tuple[str, ...] = ()) -> None:
    """Open the tables, or only some; `openfelt serve` goes on from the journal."""
    hall = Hall(data, pace=10)
    await hall.start()
    for name in only or EMPTY:
        await hall.open_table(name, standard_sign("nsw-poker", "texas-holdem", seats=6))
    if only:
        await hall.close()
        return
    for name, changes in SIGNED.items():
        await hall.open_table(name, standard_sign("nsw-poker", "texas-holdem", seats=6, **changes))
    await hall.open_pit("Civic", HoldemSign())
    await hall.open_pit("Auckland", BigRaiseSign())
    await hall.open_pit("Trey", sign_for("three-card-poker"))
    await hall.open_table(LIVE, standard_sign("nsw-poker", "texas-holdem", seats=6), live=True)
    for rulebook, shown in tables():
        name, game, changes = shown.name, shown.game, shown.settings
        if name in WANTED:
            host = await hall.open_table(name, standard_sign(rulebook, game, **changes))
            for seat in (2, 3) if name == ALWAYS_DEALT else (2,):
                await hall.seat_bot(host, seat, "caller", f"Bot {seat} of {name}")
    await hall.close()


if __name__ == "__main__":
    asyncio.run(furnish(Path(sys.argv[1]), tuple(sys.argv[2:])))
