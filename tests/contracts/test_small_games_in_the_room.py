"""The games for two in the room: an operator opens a table with the usual sign and a bot, and a guest plays there."""

from __future__ import annotations

import pytest

from openfelt.games.standard import standard_sign
from openfelt.service.people.house_bots import BotSeat
from tests.service_kit import Sim, run

GAMES = ("rhode-island-holdem", "leduc-holdem", "kuhn-poker")


@pytest.mark.parametrize("bot", ["random", "caller", "tight", "pot-odds"])
@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_hands_against_a_bot(game, bot):
    async def evening():
        async with Sim(f"two {game} {bot}") as sim:
            host = await sim.hall.open_table("T", standard_sign("house", game), bots=(BotSeat(2, bot, "Ada"),))
            ann = await sim.player("ann", "T", 1)
            await sim.play(host, [ann], 5)
            return host.table.number, host.stopped, host.table.sign.seats

    hands, stopped, seats = run(evening())
    assert (hands >= 5, bool(stopped), seats) == (True, False, 2)
