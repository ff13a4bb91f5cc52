"""The host of a private table: named when it opens, appointed there in the same entry, shown, and playing; house 17."""

from __future__ import annotations

import json

import pytest

from openfelt.errors import RuleViolation
from openfelt.games.signline import read_sign
from openfelt.games.standard import standard_sign
from openfelt.room import SitDown
from openfelt.room.entrant_events import EventTerms
from openfelt.room.table_terms import open_table
from openfelt.service.tell.table_views import lobby_table
from tests.contracts.test_appointments import crew, sent
from tests.contracts.test_roll import audited
from tests.journals.write import Room
from tests.service_kit import run
from tests.twin_kit import page

OFFICE = "Assistant Gaming Manager"


def opening(host, *, name="Den", key="open", **more):
    return {"id": key, "name": name, "rulebook": "nsw-poker", "game": "texas-holdem", "host": host, **more}


def at(sim, account, stream):
    return sim.hall.accounts.offices_of(sim.hall.accounts.find(account.id), stream)


def test_a_host_is_appointed_at_that_table_alone_plays_there_and_is_shown(tmp_path):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            people = await crew(sim)
            boss, ann = people["Boss"], people["Ann"]
            before = sim.store.head().entry
            assert (await sent(sim, boss, "/api/tables", opening(ann.id, live=True)))[0] == 200
            assert sim.store.head().entry == before + 1, "the opening and the appointment are one entry"
            assert at(sim, ann, "table/Den") == (OFFICE,)
            assert at(sim, ann, "table/Other") == at(sim, ann, "") == ()
            host = sim.hall.host("Den")
            assert (host.table.host, "house 17.1" in host.log[0][1].cites) == (ann.id, True)
            assert "host Ann" in lobby_table(host).note
            told = json.loads((await page(sim, ann, "GET", "/api/offices"))[1])
            assert {"office": OFFICE, "at": "table/Den"} in [
                one for holder in told["holders"] if holder["name"] == "Ann" for one in holder["offices"]
            ]
            assert not sim.hall.accounts.changing
            await sim.hall.issue(ann.id, 100_000, "chips")
            stake = host.table.sign.min_stake
            with pytest.raises(RuleViolation) as refused:
                await host.submit("kim", people["Kim"].id, SitDown(people["Kim"].id, 2, stake, offices=(OFFICE,)))
            assert refused.value.code == "staff-plays"
            await host.submit("ann", ann.id, SitDown(ann.id, 1, stake, offices=(OFFICE,)))
            assert host.table.place_of(ann.id).seat == 1
            return ann.id

    async def again(ann):
        async with Room("again", tmp_path) as sim:
            assert sim.hall.host("Den").table.host == ann
            assert at(sim, sim.hall.accounts.find(ann), "table/Den") == (OFFICE,)

    ann = run(evening())
    assert audited(tmp_path)[0] == 0
    run(again(ann))


def test_the_office_of_a_host_is_for_that_table_alone(tmp_path):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            people = await crew(sim)
            boss, ann = people["Boss"], people["Ann"]
            assert (await sent(sim, boss, "/api/tables", opening(ann.id)))[0] == 200
            assert (await sent(sim, boss, "/api/tables", opening("", name="Hall", key="2")))[0] == 200
            ann = sim.hall.accounts.find(ann.id)
            stop = {"id": "1", "frozen": True, "reason": "a spilt drink"}
            assert await sent(sim, ann, "/api/floor/Den/freeze", stop) == (200, {})
            status, error = await sent(sim, ann, "/api/floor/Hall/freeze", {**stop, "id": "2"})
            assert (status, error["code"]) == (403, "not-your-office")
            assert (sim.hall.host("Den").frozen, sim.hall.host("Hall").frozen) == (True, False)

    run(evening())


@pytest.mark.parametrize("who", ["nobody", "guest", "by the floor"])
def test_whom_nobody_can_appoint_hosts_no_table(tmp_path, who):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            people = await crew(sim)
            guest, _ = await sim.hall.welcome_guest("Gus")
            host = {"nobody": "nobody", "guest": guest.id, "by the floor": people["Ann"].id}[who]
            by = people["Kim"] if who == "by the floor" else people["Boss"]
            before = sim.store.head().entry
            status, _ = await sent(sim, by, "/api/tables", opening(host))
            assert status >= 400
            assert (sim.store.head().entry, "table/Den" in sim.hall.writers) == (before, False)
            assert not sim.hall.accounts.changing
            assert (await sent(sim, people["Boss"], "/api/tables", opening(people["Ann"].id, key="2")))[0] == 200

    run(evening())


@pytest.mark.parametrize(
    ("sign", "terms"),
    [
        ("nsw-poker texas-holdem no-limit  tournament  blinds 100/200  places 9", {"host": "ann"}),
        ("act-stud seven-card-stud structured 200/400  tournament  ante 50  places 8", {"only": "novices"}),
        (
            "nsw-poker texas-holdem no-limit  tournament  blinds 100/200  places 9",
            {"freeze_out": True, "approved_by": "mel"},
        ),
    ],
)
def test_a_table_of_an_event_has_no_host_and_no_other_terms(sign, terms):
    assert open_table("one", standard_sign("nsw-poker", "texas-holdem"), host="ann").host == "ann"
    with pytest.raises(RuleViolation) as refused:
        open_table("one", read_sign(sign), event=EventTerms("spring", 1), **terms)
    assert refused.value.code == "event-table"
