"""Every half minute the room looks for whoever sits and may play no longer: with one look at each table."""

from __future__ import annotations

from openfelt.service.writers.table import TableHost
from tests.service_kit import Sim, run


def test_a_sweep_looks_at_each_table_once_however_many_sit_there(monkeypatch):
    async def swept(tables, players):
        async with Sim("sweep") as sim:
            for number in range(tables):
                await sim.table("nsw-poker", "texas-holdem", name=f"T{number}", seats=6)
                for seat in range(players):
                    await sim.player(f"p {number} {seat}", f"T{number}", seat + 1)
            looks, asked, seats = [], [], TableHost.seats
            with monkeypatch.context() as patch:
                patch.setattr(TableHost, "seats", lambda host: looks.append(host.name) or seats(host))
                patch.setattr(type(sim.hall), "must_leave", lambda _, player, *__: asked.append(player))
                await sim.hall._see_off_again()
            return len(looks), len(asked)

    assert run(swept(2, 3)) == (2, 6)
    assert run(swept(4, 5)) == (4, 20)
