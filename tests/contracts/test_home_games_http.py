"""A home game over HTTP: the operator sets it up, an appointed supervisor conducts it, nobody else; audit agrees."""

from __future__ import annotations

import json

from tests.contracts.test_appointments import crew, sent
from tests.contracts.test_roll import audited
from tests.journals.write import Room
from tests.service_kit import run
from tests.twin_kit import page

ORDER = "/api/tournaments/friday/order"
GAME = {"id": "new", "address": "friday", "game": {"name": "Friday", "buy_in_cents": 1_000}, "players": ["Ann", "Bob"]}


def test_the_operator_and_an_appointed_supervisor_conduct_a_game_and_nobody_else(tmp_path):
    async def evening():
        async with Room("home", tmp_path) as sim:
            people = await crew(sim)
            boss, kim, dee, ann = (people[name] for name in ("Boss", "Kim", "Dee", "Ann"))
            asked = 0

            async def gives(account, order):
                nonlocal asked
                asked += 1
                status, error = await sent(sim, account, ORDER, {"id": f"order-{asked}", "order": order})
                await sim.settle()
                return (status, error.get("code", ""))

            for who in (ann, dee, kim):
                assert (await sent(sim, who, "/api/home-games", GAME))[0] >= 400
            assert await sent(sim, boss, "/api/home-games", {**GAME, "players": ["Ann", "ann"]}) != (200, {})
            assert "friday" not in sim.hall.events, "names are read before anything is published"
            assert await sent(sim, boss, "/api/home-games", {**GAME, "id": "again"}) == (200, {})
            out = {"type": "NoteOut", "players": ["Ann"]}
            assert await gives(boss, {"type": "Start"}) == (200, "")
            assert (await gives(kim, out))[1] == "not-your-office"
            give = {"id": "1", "account": ann.id, "office": "Tournament Supervisor", "reason": "hosts tonight"}
            assert await sent(sim, boss, "/api/offices", {**give, "at": "tournament/friday"}) == (200, {})
            ann = sim.hall.accounts.find(ann.id)
            for wrong in ({"type": "NoteOut"}, {**out, "by": "Boss"}, {"type": "BuyChips", "player": "Ann"}):
                assert (await gives(ann, wrong))[1] == "bad-order"
            for order in (out, {"type": "TakeBack"}, out, {"type": "NoteCash", "player": "Ann", "cents": 1_000}):
                assert await gives(ann, order) == (200, "")
            assert await gives(ann, {"type": "FinishGame"}) == (200, "")
            _, told = await page(sim, dee, "GET", "/api/league")
            rows = [(one["name"], one["points"]) for one in json.loads(told)["rows"]]
            assert rows == [("Bob", 7), ("Ann", 4)]

    run(evening())
    assert audited(tmp_path)[0] == 0
