"""Bad input to a tournament over HTTP: each is refused with its clause, and nothing is written."""

from __future__ import annotations

import json

import pytest

from openfelt.games.standard import standard_sign
from openfelt.rulebooks import rulebook
from openfelt.tournaments import write_conditions
from tests.contracts.test_appointments import crew
from tests.contracts.test_tournament_room import enter
from tests.journals.write import Room
from tests.service_kit import run
from tests.tournament_kit import changed, whole
from tests.twin_kit import page

EVENT = "/api/tournaments/friday"
REBUYS = {"most": 2, "period": {"last_level": 1}, "cost_cents": 2_000, "chips": 5_000, "when": "below-bank"}


class Asking:
    """A room whose people ask over HTTP; refusals are kept with what the journal holds before and after."""

    def __init__(self, sim, people):
        self.sim, self.people, self.number = sim, people, 0

    async def post(self, who, path, body):
        """What is answered: the error, or nothing."""
        self.number += 1
        account = self.sim.hall.accounts.find(self.people[who].id)
        status, text = await page(self.sim, account, "POST", path, {"id": f"ask-{self.number}", **body})
        await self.sim.settle()
        error = json.loads(text).get("error")
        assert (status >= 400) == bool(error)
        return error

    async def order(self, who, road, **order):
        return await self.post(who, f"{EVENT}/{road}", {"order": order})

    async def refused(self, asked, code, *cites):
        """It is refused with this code and these clauses, and the journal is as it was."""
        before = self.sim.store.head()
        error = await asked
        assert error is not None
        assert error["code"] == code, error
        assert error["rule"], "a refusal cites"
        for one in error["rule"]:
            book, _, number = one.partition(" ")
            assert rulebook(book).cite(number)
        assert set(cites) <= set(error["rule"]), error
        assert self.sim.store.head() == before, "nothing was written"


def started(book, template="freeze-out", **more):
    """An event of two people that has begun; its clock stands."""

    def wrap(body):
        async def evening(tmp_path):
            async with Room("bad", tmp_path) as sim:
                asking = Asking(sim, await crew(sim))
                await sim.hall.issue(asking.people["Ann"].id, 100_000, "chips")
                await sim.hall.issue(asking.people["Dee"].id, 100_000, "chips for dee")
                made = changed(whole(book, template), {"entry.most_players": 8, **more})
                assert (
                    await asking.post("Boss", "/api/tournaments", {"name": "friday", "toml": write_conditions(made)})
                    is None
                )
                assert await asking.order("Boss", "order", type="OpenRegistration") is None
                host = sim.hall.events["friday"]
                for name in ("Ann", "Dee"):
                    await enter(host, asking.people[name].id)
                await body(asking, host)

        return evening

    return wrap


@pytest.fixture
def evening(tmp_path):
    return lambda made: run(made(tmp_path))


def test_nobody_registers_twice(evening):
    @started("house")
    async def body(asking, host):
        await asking.refused(asking.order("Ann", "entry", type="Apply", form=True), "entered", "house 20.23")
        assert len(host.state.entries) == 2

    evening(body)


def test_a_re_buy_is_neither_late_nor_taken_with_a_full_bank(evening):
    @started("house", "re-buy", rebuys=REBUYS)
    async def body(asking, host):
        assert await asking.order("Boss", "order", type="Start") is None
        await asking.sim.run(2)
        bought = {"type": "BuyChips", "what": "re-buy"}
        await asking.refused(asking.order("Ann", "entry", **bought), "bank", "house 20.2.3")
        assert await asking.order("Boss", "order", type="NextStage") is None
        await asking.refused(asking.order("Ann", "entry", **bought), "period", "house 20.2.3")
        assert host.state.play.bought == 0

    evening(body)


def test_the_wrong_office_and_other_conditions_after_the_start_are_refused(evening):
    @started("house")
    async def body(asking, host):
        await asking.refused(asking.order("Kim", "order", type="Start"), "not-your-office", "house 20.27")
        assert await asking.order("Boss", "order", type="Start") is None
        await asking.sim.run(2)
        later = write_conditions(changed(host.state.conditions, {"version": 2, "play.seats": 6}))
        await asking.refused(asking.order("Boss", "order", type="Amend", conditions=later), "frozen", "house 20.3")
        assert host.state.conditions.version == 1

    evening(body)


def test_chips_of_money_do_not_come_to_a_table_of_an_event_nor_its_chips_away(evening):
    @started("house")
    async def body(asking, host):
        assert await asking.order("Boss", "order", type="Start") is None
        await asking.sim.run(2)
        sim = asking.sim
        cash = await sim.hall.open_table("Cash", standard_sign("house", "texas-holdem", seats=6))
        player = await sim.player("zoe", "Cash", 1)
        assert cash.table.place_of(player.account.id)
        at_event = next(iter(sim.hall.event_tables("friday").values()))
        there = {"to": at_event.name, "reason": "a full table"}
        await asking.refused(asking.post("Boss", "/api/floor/Cash/move", {"seat": 1, **there}), "foreign-chips")
        seat = at_event.table.place_of(asking.people["Ann"].id).seat
        back = {"seat": seat, "to": "Cash", "reason": "a full table"}
        await asking.refused(asking.post("Boss", f"/api/floor/{at_event.name}/move", back), "by-the-event")

    evening(body)


def test_of_two_supervisors_who_accept_one_proposed_move_the_second_is_late(tmp_path):
    async def body():
        async with Room("two", tmp_path) as sim:
            asking = Asking(sim, await crew(sim))
            names = ["Ada", "Ben", "Cy", "Di", "Ed", "Flo"]
            game = {"name": "Friday", "buy_in_cents": 1_000, "seats": 4}
            assert (
                await asking.post("Boss", "/api/home-games", {"address": "friday", "game": game, "players": names})
                is None
            )
            for name in ("Kim", "Lee"):
                office = {"account": asking.people[name].id, "office": "Tournament Supervisor", "reason": "tonight"}
                assert await asking.post("Boss", "/api/offices", {**office, "at": "tournament/friday"}) is None
            assert await asking.order("Boss", "order", type="Start") is None
            host = sim.hall.events["friday"]
            for _ in range(2):
                out = next(iter(host.state.play.players))
                assert await asking.order("Kim", "order", type="NoteOut", players=[out]) is None
            [number] = host.state.play.proposed
            seats = dict(host.state.play.players)
            assert await asking.order("Kim", "order", type="AcceptMoves", id=number) is None
            assert dict(host.state.play.players) != seats
            late = asking.order("Lee", "order", type="AcceptMoves", id=number)
            await asking.refused(late, "moves-gone")

    run(body())
