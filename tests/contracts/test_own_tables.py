"""Players' own tables: opened as far as the operator allows, found by the link alone, settled up by who played."""

from __future__ import annotations

import json

from openfelt.games.standard import standard_sign
from openfelt.lists import orders as o
from openfelt.room.offices import Officer
from openfelt.room.people_orders import SetPlayRule
from openfelt.service.record.audit import check_hands
from openfelt.service.record.list_audit import check_lists
from tests.past_kit import told
from tests.service_kit import Sim, run

OPERATOR = Officer("olga", "olga", ("casino operator",))
BRUSH = Officer("p_bea", "Bea", ("gaming supervisor", "casino operator"))


async def allow(sim, **rules):
    for name, value in rules.items():
        await sim.hall.room.submit(f"{name} {value}", "house", SetPlayRule(name, value, "for friends", OPERATOR))


def body(at=1, **changes):
    return {"id": f"own{at}", "game": "texas-holdem", "blind": 200, "seats": 6, **changes}


def test_an_evening_among_friends():
    async def evening():
        async with Sim("own table") as sim:
            ann, bob, cat, eve = [await sim.player(name) for name in ("Ann", "Bob", "Cat", "Eve")]
            status, refused = await told(sim, ann.account, "/api/own-tables", body())
            assert (refused["error"]["code"], refused["error"]["rule"]) == ("own-tables", ["house 17.3"]), "the default"
            await allow(sim, own_tables=1, own_table_blind=200)
            refused = (await told(sim, ann.account, "/api/own-tables", body(2, blind=201)))[1]
            assert (refused["error"]["code"], refused["error"]["rule"]) == ("own-table-blind", ["house 17.3"])
            status, made = await told(sim, ann.account, "/api/own-tables", body(3))
            assert status == 200
            assert (await told(sim, ann.account, "/api/own-tables", body(3)))[1] == made, "asked again: the same table"
            refused = (await told(sim, ann.account, "/api/own-tables", body(4)))[1]
            assert refused["error"]["code"] == "own-tables", "one at a time"
            name = made["table"]
            assert (await told(sim, ann.account, "/api/own-tables"))[1]["open"] == [name]
            for one in (ann, eve):
                assert name.encode() not in sim.hall.lobby_frame(one.account.id), "it stands in no list"
            assert name not in json.dumps(await eve.ask("watch", table="no such table")), "nor is it offered"
            host = sim.hall.host(name)
            for seat, one in enumerate((ann, bob, cat), start=1):
                assert await one.ask("watch", table=name) is None
                assert await one.ask("sit", table=name, seat=seat, stake=20_000, entry="post") is None
            await sim.play(host, [ann, bob, cat], 4)
            page = f"/api/own-tables/{name}/settling"
            refused = (await told(sim, eve.account, page))[1]
            assert (refused["error"]["code"], refused["error"]["rule"]) == ("not-your-table", ["house 17.4"])
            refused = (await told(sim, bob.account, f"/api/own-tables/{name}/end", {"id": "end"}))[1]
            assert refused["error"]["code"] == "not-your-table"
            assert (await told(sim, ann.account, f"/api/own-tables/{name}/end", {"id": "end"}))[0] == 200
            await sim.run(60)
            assert host.table.closed
            assert not host.table.places
            seen = (await told(sim, cat.account, page))[1]
            won = {one["name"]: one["cents"] for one in seen["players"]}
            purses = {
                sim.hall.name_of(one.account.id): sim.hall.purse(one.account.id) - 10_000_000 for one in (ann, bob, cat)
            }
            assert won == purses, "what was won is what the purses have more"
            assert sum(won.values()) == 0
            for one in seen["payments"]:
                won[one["from"]] += one["cents"]
                won[one["to"]] -= one["cents"]
            assert set(won.values()) == {0}, "after the payments nothing is owed"
            assert len(seen["payments"]) < len(won)
            assert seen["closed"]
            assert check_hands(sim.store).fault is None

    run(evening())


def test_a_waiting_list_of_the_same_game_knows_nothing_of_an_own_table():
    """House 17.3: nobody is called to it from a list, no list names it, and who has the link waits for nobody."""

    async def evening():
        async with Sim("own and listed") as sim:
            ann, bob, gus = [await sim.player(name) for name in ("Ann", "Bob", "Gus")]
            await allow(sim, own_tables=1, own_table_blind=200)
            name = (await told(sim, ann.account, "/api/own-tables", body()))[1]["table"]
            host = sim.hall.host(name)
            sign = standard_sign("house", "texas-holdem", limit=host.table.sign.limit, blinds=host.table.sign.blinds)
            await sim.hall.open_table("T", sign.replace(seats=2))
            await sim.hall.lists.submit("open", BRUSH.account, o.OpenList("L", sign, BRUSH))
            for player in (gus.account.id, "p_hal", "p_ida"):
                await sim.hall.lists.submit(f"join {player}", player, o.Join("L", player))
            await sim.settle()
            assert {one.table for one in sim.hall.lists.state.offers.values()} == {"T"}
            for one in (ann, gus):
                assert name.encode() not in sim.hall.lobby_frame(one.account.id)
            assert await bob.ask("sit", table=name, seat=1, stake=20_000, entry="post") is None
            assert check_lists(sim.store).fault is None

    run(evening())


def test_what_no_own_table_is():
    async def evening():
        async with Sim("no own table") as sim:
            ann = await sim.player("Ann")
            await allow(sim, own_tables=9)
            for wrong in ({"game": "razz"}, {"game": "whist"}, {"options": {"tournament": True}}):
                status, refused = await told(sim, ann.account, "/api/own-tables", body(**wrong))
                assert (status, refused["error"]["code"]) == (400, "bad-sign"), wrong
                assert refused["error"]["legal"]
            for blind in (0, -1):
                assert (await told(sim, ann.account, "/api/own-tables", body(5, blind=blind)))[0] >= 400
            assert not sim.hall.hosts

    run(evening())
