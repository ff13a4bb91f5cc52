"""Who conducts an event in the running room: nominated, on duty, handed over, absent from the room."""

from __future__ import annotations

import json

from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import fill
from openfelt.tournaments import orders as o
from tests.contracts.test_appointments import sent
from tests.contracts.test_tournament_room import audited
from tests.journals.write import Room, person
from tests.service_kit import run
from tests.tournament_kit import OPERATOR, changed
from tests.twin_kit import page

GIVEN: dict[str, str] = {"Sue": "Tournament Supervisor", "Tom": "Tournament Supervisor", "Gil": "Gaming Manager"}


async def crew(sim):
    """An operator, three of the floor with offices of their own, and one who holds none of them."""
    names = {"Boss": ("operator",), "Sue": ("floor",), "Tom": ("floor",), "Gil": ("floor",), "Uma": ("floor",)}
    people = {name: (await person(sim, name, roles)).account for name, roles in names.items()}
    for name, office in GIVEN.items():
        body = {"id": f"appoint-{name}", "account": people[name].id, "office": office, "reason": "for the event"}
        assert await sent(sim, people["Boss"], "/api/offices", body) == (200, {})
    return people


async def opened(sim, people, book):
    made = changed(fill("freeze-out", book), OPERATOR[book])
    officer = sim.hall.accounts.officer(people["Boss"], "tournament/friday")
    host = await sim.hall.open_event("friday", made, by=officer, request="publish")
    await host.submit("open", officer.account, o.OpenRegistration(officer))
    await fill_with_bots(sim.hall, host, 4, "fill")
    return host


class Orders:
    """Orders of staff over HTTP, each under an id of its own."""

    def __init__(self, sim):
        self.sim, self.number = sim, 0

    async def give(self, who, kind, **fields):
        self.number += 1
        body = {"id": f"{kind}-{self.number}", "order": {"type": kind, **fields}}
        status, error = await sent(self.sim, who, "/api/tournaments/friday/order", body)
        return "" if status == 200 else error["code"]


async def desk_of(sim, account):
    """The kinds that the desk offers to somebody, and what it says of who is on duty."""
    status, answer = await page(sim, account, "GET", "/api/tournaments/friday")
    told = json.loads(answer)
    assert status == 200
    return {one["kind"] for one in told["staff"]["offers"]}, told.get("on_duty", []), told.get("off_duty", False)


def test_an_event_is_held_while_its_supervisor_is_absent_from_the_room(tmp_path):
    async def evening():
        async with Room("duty", tmp_path) as sim:
            people = await crew(sim)
            boss, sue, tom = (people[name] for name in ("Boss", "Sue", "Tom"))
            host, orders = await opened(sim, people, "nsw-poker"), Orders(sim)
            assert await orders.give(sue, "Start") == ""
            assert (await desk_of(sim, tom))[1:] == (["Sue"], False)
            assert "ComeOnDuty" in (await desk_of(sim, tom))[0]
            assert "PauseClock" not in (await desk_of(sim, tom))[0]
            await sim.run(30)
            assert host.state.play.clock.runs
            (table,) = sim.hall.event_tables("friday").values()
            away = {"id": "away", "absent": True, "reason": "called away"}
            assert await sent(sim, sue, "/api/offices/absence", away) == (200, {})
            await sim.run(30)
            assert host.state.on_duty == {}
            assert not host.state.play.clock.runs
            assert table.table.held.why == "off-duty"
            number = table.table.number
            await sim.run(120)
            assert (table.table.number, table.table.in_hand) == (number, False), "no round begins"
            assert (await desk_of(sim, boss))[1:] == ([], True)
            assert await orders.give(sue, "StartClock") == "not-your-office", "whoever is absent has no orders to give"
            assert await orders.give(tom, "StartClock") == "not-on-duty"
            return number

    async def again(number):
        async with Room("again", tmp_path) as sim:
            accounts = sim.hall.accounts
            tom, boss = (accounts.find(accounts.id_of(name)) for name in ("Tom", "Boss"))
            host, orders = sim.hall.events["friday"], Orders(sim)
            (table,) = sim.hall.event_tables("friday").values()
            await sim.run(60)
            assert table.table.number == number, "a restart lets nobody play on"
            orders.number = 100
            assert await orders.give(tom, "ComeOnDuty") == ""
            assert await orders.give(tom, "StartClock") == ""
            await sim.run(60)
            assert table.table.number > number
            assert await orders.give(boss, "NoteAbsence", account=tom.id) == ""
            assert host.state.on_duty == {}
            audited(sim.store)

    run(again(run(evening())))


def test_an_event_is_handed_over_by_both(tmp_path):
    async def evening():
        async with Room("over", tmp_path) as sim:
            people = await crew(sim)
            host, orders = await opened(sim, people, "nsw-poker"), Orders(sim)
            sue, tom, uma = (people[name] for name in ("Sue", "Tom", "Uma"))
            assert await orders.give(sue, "Start") == ""
            assert await orders.give(sue, "HandOverDuty", account="nobody") == "no-account"
            assert await orders.give(sue, "HandOverDuty", account=tom.id) == ""
            assert list(host.state.on_duty.values()) == ["Sue"]
            assert await orders.give(uma, "ComeOnDuty") == "not-your-office"
            assert await orders.give(tom, "ComeOnDuty") == ""
            assert list(host.state.on_duty.values()) == ["Tom"]
            assert await orders.give(sue, "PauseClock") == "not-on-duty"
            audited(sim.store)

    run(evening())


def test_the_shift_manager_nominates_and_whoever_runs_the_room_does_not(tmp_path):
    async def evening():
        async with Room("nominated", tmp_path) as sim:
            people = await crew(sim)
            host, orders = await opened(sim, people, "act-stud"), Orders(sim)
            boss, sue, gil, uma = (people[name] for name in ("Boss", "Sue", "Gil", "Uma"))
            assert await orders.give(sue, "Start") == "not-nominated"
            assert "Nominate" not in (await desk_of(sim, boss))[0]
            assert await orders.give(boss, "Nominate", account=uma.id) == "not-your-office"
            assert "Nominate" in (await desk_of(sim, gil))[0]
            assert await orders.give(gil, "Nominate", account=uma.id) == ""
            assert await orders.give(sue, "Start") == "not-nominated"
            assert await orders.give(uma, "Start") == "", "the nomination gives the office"
            assert list(host.state.on_duty.values()) == ["Uma"]
            audited(sim.store)

    run(evening())
