"""An evening with a list, a jackpot, a promotion and a tournament, as this program keeps it, and how it goes on.

`python -m tests.journals.house_evening DIRECTORY` writes it. A hit waits to be paid, a seat is kept for somebody,
entries are counted, and an event waits for its last player.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from openfelt import room
from openfelt.games.standard import standard_sign
from openfelt.jackpots import orders as jackpot_orders
from openfelt.jackpots.parameters import Prize
from openfelt.lists import orders as list_orders
from openfelt.lists.terms import ListTerms
from openfelt.promotions import orders as promotion_orders
from openfelt.room.offices import Officer
from tests.contracts.test_jackpot_room import link, settle_hit, until_hit
from tests.contracts.test_promotion_counts import HANDS, running
from tests.contracts.test_tournament_room import enter, opened, played_out
from tests.jackpot_kit import FLO, RUNS, event, parameters, require_sum
from tests.journals.write import Room, pack
from tests.service_kit import START_MS

BRUSH = Officer("p_bea", "Bea", ("gaming supervisor", "casino operator"))
OLGA = Officer("olga", "olga", ("casino operator",))
TWO_PAIR = event(hand="two pair", showdown=True, prize=Prize(kind="percentage", per_mille=100))
SIGN = standard_sign("nsw-poker", "texas-holdem", seats=5)
CLOSES_S = 2 * 3600


async def evening(data):
    """Four streams of the house beside three tables."""
    async with Room("old house", data) as sim:
        hall = sim.hall
        people = {name: await sim.player(name) for name in ("ann", "bob", "cat", "dan", "eve")}
        pool = await hall.open_jackpot("P", parameters(TWO_PAIR), by=RUNS, request="offer")
        host = await hall.open_table("Lane", SIGN)
        await link(pool, host)
        for seat in (1, 2, 3):
            await hall.seat_bot(host, seat, "caller", f"Lane{seat}")
        await hall.open_table("Side", SIGN)
        for seat, name in enumerate(("cat", "dan"), start=1):
            assert await people[name].ask("sit", table="Side", seat=seat, stake=20_000, entry="post") is None
        terms = ListTerms(calls="by-hand", hold_s=3_600, chip_hold_s=3_600)
        await hall.lists.submit("list", BRUSH.account, list_orders.OpenList("holdem", SIGN, BRUSH, terms))
        for name in ("ann", "bob"):
            account = people[name].account.id
            await hall.lists.submit(f"join {name}", account, list_orders.Join("holdem", account, "phone"))
        await running(sim, HANDS, closes=CLOSES_S)
        await opened(sim, bots=3, players=4)
        await until_hit(sim, pool)
        await hall.lists.submit("call", BRUSH.account, list_orders.CallNext("Lane", 4, by=BRUSH))
        await sim.settle()
        require_there(sim)


def require_there(sim):
    """Everything of the evening is as it was left."""
    hall = sim.hall
    assert hall.broken == {}
    pool = hall.jackpot("P")
    assert pool.state.open_hits
    require_sum(sim.store, pool.state)
    (offer,) = hall.lists.state.offers.values()
    assert (offer.player, offer.table, offer.seat) == ("p_ann", "Lane", 4)
    assert [one.player for one in hall.lists.state.lists["holdem"].line] == ["p_ann", "p_bob"]
    assert hall.promotions["spring"].state.phase == "running"
    assert len(hall.events["friday"].state.entries) == 3


async def play_on(sim):
    """The hit is paid, the seat is taken, the promotion is drawn, and the event is played to its last prize."""
    require_there(sim)
    hall = sim.hall
    pool, lists = hall.jackpot("P"), hall.lists
    for hit in tuple(pool.state.open_hits):
        await settle_hit(pool, hit.number)
    (offer,) = lists.state.offers.values()
    sit = room.SitDown(offer.player, offer.seat, 20_000, "post")
    await lists.take_seat(offer.offer, sit, hall.hosts["Lane"], request="take")
    assert hall.hosts["Lane"].table.places[4].player == offer.player
    await enter(hall.events["friday"], "p_eve")
    await played_out(sim, hall.events["friday"])
    promotion = hall.promotions["spring"]
    while hall.now_ms() < START_MS + CLOSES_S * 1_000 or promotion.state.phase == "running":
        await sim.run(60)
    await promotion.submit("draw", OLGA.account, promotion_orders.Draw(OLGA))
    assert promotion.state.awards
    for hit in tuple(pool.state.open_hits):
        if hit.claimed_by:
            await pool.submit(f"v {hit.number}", FLO.account, jackpot_orders.VerifyHit(hit.number, FLO))
    require_sum(sim.store, pool.state)


def main(directory):
    """Write the evening, packed."""
    data = directory / "house"
    data.mkdir(parents=True)
    asyncio.run(evening(data))
    pack(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
