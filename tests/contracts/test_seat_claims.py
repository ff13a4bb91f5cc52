"""A seat of a live table that several people want: who is asked first and who wins the draw, by the clauses."""

from __future__ import annotations

import json

import pytest

from openfelt.games.standard import standard_sign
from tests.contracts.test_appointments import crew
from tests.journals.write import Room, connection
from tests.service_kit import run
from tests.twin_kit import page

WAITING = [{"name": "Eve", "standing": "waiting"}, {"name": "Fay", "standing": "waiting"}]
ELSEWHERE = [{"name": "Dan", "standing": "like-table"}, {"name": "Cy", "standing": "like-table"}]
HERE = [{"name": "Guest 1", "standing": "here"}, {"name": "guest 2", "standing": "here"}]


def evening(tmp_path, work, *, started=True, key=("nsw-poker", "texas-holdem")):
    async def go():
        async with Room("claims", tmp_path) as sim:
            people = await crew(sim)
            await sim.hall.open_table("Live", standard_sign(*key), live=True)
            dee = connection(sim, people["Dee"])
            for seat in (1, 2, 3):
                assert await dee.ask("dealer-seat", table="Live", seat=seat, name=f"Guest {seat}", stake=20_000) is None
            if started:
                assert await dee.ask("dealer-open", table="Live") is None

            async def asked(claims, *cards, who="Dee", table="Live"):
                body = {"claims": claims, "cards": cards}
                _, answer = await page(sim, people[who], "POST", f"/api/dealer/{table}/claims", body)
                told = json.loads(answer)
                return (told["error"]["code"], told["error"]["rule"]) if "error" in told else told

            await work(sim, people, asked)

    run(go())


@pytest.mark.parametrize(
    ("claims", "offered", "winner", "cite"),
    [
        ([*WAITING, *ELSEWHERE, *HERE], {"Guest 1", "guest 2"}, "", "nsw-poker 6.3(i)"),
        ([*WAITING, *ELSEWHERE], {"Dan", "Cy"}, "", "nsw-poker 6.3(ii)"),
        (WAITING, {"Eve"}, "Eve", "nsw-poker 6.3(iii)"),
        ([HERE[0], *WAITING], {"Guest 1"}, "Guest 1", "nsw-poker 6.3(i)"),
    ],
)
def test_a_vacant_seat_goes_first_to_those_whom_the_clause_names(tmp_path, claims, offered, winner, cite):
    async def work(sim, people, asked):
        before = sim.hall.hosts["Live"].version
        told = await asked(claims)
        assert (set(told["offered"]), told["winner"]) == (offered, winner)
        assert cite in told["cites"]
        assert sim.hall.hosts["Live"].version == before

    evening(tmp_path, work)


@pytest.mark.parametrize(("started", "cite"), [(False, "nsw-poker 6.2"), (True, "nsw-poker 6.4")])
def test_equals_draw_for_the_seat_and_those_with_the_highest_again(tmp_path, started, cite):
    async def work(sim, people, asked):
        told = await asked(ELSEWHERE, "Kh", "Ks", "2d", "Ac")
        assert (told["winner"], told["cites"]) == ("Cy", [cite])
        assert [[one["card"] for one in turn] for turn in told["rounds"]] == [["Kh", "Ks"], ["2d", "Ac"]]
        assert (await asked(ELSEWHERE, "Ah", "2c"))["winner"] == "Dan"
        assert await asked(ELSEWHERE, "Kh", "Ks") == ("seat-draw", [cite])
        assert (await asked(ELSEWHERE, "Kh", "2s", "3s"))[0] == "notation"
        assert (await asked(ELSEWHERE, "Kh", "Kh", "2s", "3s"))[0] == "notation"

    evening(tmp_path, work, started=started)


def test_only_a_dealer_asks_about_a_live_table_and_nobody_twice(tmp_path):
    async def work(sim, people, asked):
        assert (await asked(WAITING, who="Ann"))[0] == "not-allowed"
        assert (await asked([*WAITING, WAITING[0]]))[0] == "notation"
        assert (await asked([{"name": "Dan", "standing": "here"}]))[0] == "not-seated"
        await sim.table("nsw-poker", "texas-holdem", "T")
        assert (await asked(WAITING, table="T"))[0] == "not-live"
        office = {"id": "1", "account": people["Dee"].id, "office": "dealer", "reason": "left", "ends": True}
        await page(sim, people["Boss"], "POST", "/api/offices", office)
        assert (await asked(WAITING))[0] == "not-your-office"

    evening(tmp_path, work)
