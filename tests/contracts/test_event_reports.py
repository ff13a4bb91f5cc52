"""Reports, results and hands of a tournament over HTTP: from the record, by name, and for whom each is."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import tomllib

import pytest
import segno

from openfelt.formats import replay_text
from openfelt.service.doors.web import printed_page
from openfelt.service.pages.phone_code import drawn, reachable
from openfelt.service.people.accounts import Account
from openfelt.tournaments.reports import PARTS
from tests.contracts.test_tournament_room import BUY_IN, enter, opened, played_out
from tests.service_kit import Sim, run
from tests.twin_kit import page

OPERATOR = Account("p_olga", "Olga", ("operator",), guest=False)
RAIL = Account("p_rail", "Rail", ("player",), guest=True)
API = "/api/tournaments/friday"


@pytest.fixture(scope="module")
def told():
    """What the pages of an event of a person and five bots say after its end, and what the room knows of it."""

    async def evening():
        async with Sim("reports", pace=0.2) as sim:
            ann = await sim.player("ann")
            host = await opened(sim, bots=5, players=6, seats=4, starting_chips=300)
            await enter(host, ann.account.id)
            await played_out(sim, host, act=lambda: acted(sim, ann))
            paths = ["report.json", "report.html", "results", "calendar.ics", "hands.phhs", "code.svg"]
            paths += [f"report/{part}.csv" for part in PARTS]
            found = {path: await page(sim, OPERATOR, "GET", f"{API}/{path}") for path in paths}
            found["refused"] = await page(sim, OPERATOR, "GET", f"{API}/report/tips.csv")
            found["own"] = await page(sim, ann.account, "GET", f"{API}/hands.phhs")
            found["rail"] = await page(sim, RAIL, "GET", f"{API}/hands.phhs")
            found["league"] = await page(sim, RAIL, "GET", "/api/tournaments/league")
            tables = sim.hall.event_tables("friday")
            hands = {tables[at].name: sorted(tables[at].finished) for at in tables}
            first = next(iter(hands))
            found["text"] = await page(sim, RAIL, "GET", f"/api/hands/{first}/1.txt")
            return found, host.state, host.awarded, hands

    return run(evening())


async def acted(sim, client):
    """The person plays on, whatever the cards are."""
    client.pump()
    table = next((one.table for one in sim.hall.seats_of(client.account.id)), "")
    if table and table not in client.tables:
        await client.ask("watch", table=table)
    for _ in range(20):
        if not (table and client.turn(table)):
            return
        await client.act(table, sim.rng)


def test_the_report_is_of_the_record_and_calls_players_by_name(told):
    found, state, _, _ = told
    status, body = found["report.json"]
    [made] = json.loads(body)["tournaments"]
    assert (status, made["name"], made["phase"], made["entered"]) == (200, "friday", "awarded", 6)
    assert made["pool_cents"] == made["paid_cents"] == 6 * BUY_IN
    assert sum(one["cents"] for one in made["prizes"]) == 6 * BUY_IN
    assert (made["imbalance_cents"], made["chips"][0]["missing"]) == (0, 0)
    assert [one["place"] for one in made["places"]] == [1, 2, 3, 4, 5, 6]
    assert {one["player"] for one in made["places"]} >= {"p_ann"}
    assert all(one["reason"] and one["cites"] for one in made["eliminations"])
    assert not any(one["player"].startswith("bot ") for one in made["places"]), "bots have names too"
    assert len(state.entries) == sum(one["applied"] for one in made["entries"])


def test_each_part_is_a_table_for_a_spreadsheet_and_no_other_part_is_there(told):
    found, *_ = told
    [made] = json.loads(found["report.json"][1])["tournaments"]
    for part in PARTS:
        rows = list(csv.DictReader(io.StringIO(found[f"report/{part}.csv"][1].decode())))
        assert len(rows) == len(made[part])
        assert {one["tournament"] for one in rows} == {"friday"}
    status, body = found["refused"]
    assert (status, json.loads(body)["error"]["legal"]) == (400, list(PARTS))


def test_the_printed_page_keeps_its_looks_under_the_policy_of_the_room(told):
    status, body = told[0]["report.html"]
    assert status == 200
    assert b"outside gaming revenue" in body
    answer = printed_page(body.decode())
    style = body.partition(b"<style>")[2].partition(b"</style>")[0]
    allowed = f"style-src 'sha256-{base64.b64encode(hashlib.sha256(style).digest()).decode()}';"
    assert allowed in answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"]


def test_results_and_the_league_are_for_everyone(told):
    found, state, awarded, _ = told
    made = json.loads(found["results"][1])
    assert [(one["place"], one["prize_cents"]) for one in made["places"][:3]] == [
        (one.place, one.cents) for one in sorted(awarded.values(), key=lambda one: one.place)
    ]
    assert [one["player"] for one in made["places"]] == [player for group in state.places for player in group]
    league = json.loads(found["league"][1])
    assert (league["games"], league["cites"]) == (["friday"], ["house 21.9"])
    assert league["rows"][0]["name"] == made["places"][0]["name"]
    assert sum(one["won_cents"] for one in league["rows"]) == 6 * BUY_IN


def test_hands_are_phh_with_the_event_its_level_and_who_went_out(told):
    found, state, awarded, hands = told
    text = found["own"][1].decode()
    made = tomllib.loads(text)
    assert [(one["table"], one["hand"]) for one in made.values()]
    assert len(made) == sum(map(len, hands.values()))
    assert {one["event"] for one in made.values()} == {"Freeze-out"}
    assert all(one["level"] >= 1 and "currency_symbol" not in one for one in made.values())
    verdicts = replay_text(text)
    assert [one.error for one in verdicts] == [None] * len(made)
    outs = {name: place for one in made.values() for name, place in one.get("_openfelt_places", {}).items()}
    assert sorted(outs.values()) == [2, 3, 4, 5, 6]
    prizes = {name: cents for one in made.values() for name, cents in one.get("_openfelt_prizes_cents", {}).items()}
    assert sorted(prizes.values()) == sorted(one.cents for one in awarded.values() if one.place > 1)
    assert state.play.eliminated


def test_nobody_has_the_cards_of_others(told):
    found, _, _, hands = told
    own, rail = (tomllib.loads(found[who][1].decode()) for who in ("own", "rail"))
    mine = seen = 0
    for number, one in own.items():
        for line in one["actions"]:
            if not line.startswith("d dh"):
                continue
            name = one["players"][int(line.split()[2][1:]) - 1]
            seen += line not in rail[number]["actions"]
            if name == "p_ann":
                mine += "?" not in line
            else:
                assert line.endswith("????"), "down cards of another"
    assert mine == seen > 0, "the rail has no down card at all, the player the own ones"
    assert found["text"][0] == 200
    assert b"$" not in found["text"][1], "tournament chips are no dollars"
    assert hands


def test_the_code_leads_to_the_page_of_the_event(told):
    status, body = told[0]["code.svg"]
    assert (status, body.decode()) == (200, drawn("http://localhost/tournament/friday"))
    assert body.decode().count("<path") == 2
    assert segno.make("http://localhost/tournament/friday", error="m", micro=False).version <= 4, (
        "phones read it far off"
    )


def test_a_machine_that_asks_itself_is_told_where_phones_find_it():
    named = frozenset({"https://localhost:8052", "https://felt.local:8052", "https://192.168.1.20:8052"})
    assert reachable("https://127.0.0.1:8052", named) == "https://192.168.1.20:8052"
    assert reachable("https://felt.local:8052", named) == "https://felt.local:8052"
    assert reachable("http://localhost:8052", frozenset()) == "http://localhost:8052"
