"""People of the room: where they sit, as each of their connections is told."""

from __future__ import annotations

import json

import msgspec

from openfelt.pit import HoldemSign
from openfelt.service.socket import welcome
from tests.service_kit import Client, Sim, run


def newest(client, kind):
    """The newest frame of that kind."""
    client.pump()
    return next(frame for data in reversed(client.frames) if (frame := json.loads(data))["type"] == kind)


def told_on_connecting(client):
    return list(msgspec.to_builtins(welcome(client.sim.hall, client.account).seats))


def test_a_second_connection_is_told_the_seats_and_boxes_of_its_account():
    async def told():
        async with Sim("seats") as sim:
            await sim.table("nsw-poker", "texas-holdem", seats=6)
            await sim.hall.open_pit("Civic", HoldemSign())
            first, bob = await sim.player("ann", "T", 4), await sim.player("bob", "T", 2)
            assert await first.ask("pit-join", table="Civic", box=7, stake=50_000) is None
            second = Client(sim, "ann")
            seats = [{"table": "T", "kind": "table", "seat": 4}, {"table": "Civic", "kind": "pit", "seat": 7}]
            assert told_on_connecting(second) == seats
            assert await second.ask("lobby") is None
            assert newest(second, "lobby")["seats"] == seats
            assert await first.ask("pit-leave", table="Civic") is None
            await sim.run(1)
            assert newest(second, "lobby")["seats"] == seats[:1]  # told without asking
            assert told_on_connecting(bob) == [{"table": "T", "kind": "table", "seat": 2}]

    run(told())
