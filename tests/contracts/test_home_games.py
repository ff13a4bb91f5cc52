"""A home game in the running room, which only keeps its clock: names, notes, money that no ledger has, settling up."""

from __future__ import annotations

import pytest

from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.journal.verify import check_ledger
from openfelt.room.offices import Officer
from openfelt.service.deck.sealing import check_shuffles
from openfelt.service.record.tournament_audit import check_tournaments
from openfelt.service.tell.event_feed import event_view
from openfelt.service.writers.home_games import go_on, set_up
from openfelt.tournaments import home_orders as n
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments import settling
from openfelt.tournaments.giving import THE_HOUSE
from openfelt.tournaments.home_game import HomeGame, home_game
from tests.service_kit import HOST, Sim, copy_store, run

NAMES = ("Ann", "Bob", "Carl of Kent", "Dora", "Emmy", "Fritz")
GAME = HomeGame(name="Friday", buy_in_cents=2_000, level_minutes=10, rebuy_levels=2, prizes=(600, 400))


async def opened(sim, *, seats=None, names=NAMES, by=HOST):
    made = home_game(GAME if seats is None else HomeGame(name="Friday", seats=seats), 20)
    return await set_up(sim.hall, "friday", made, names, by, "set up")


class Host:
    """Whoever conducts the game, with a new request for every order."""

    def __init__(self, sim, host, by=HOST):
        self.sim, self.host, self.by, self.asked = sim, host, by, 0

    async def give(self, kind, *given, **more):
        self.asked += 1
        await self.host.submit(f"order {self.asked}", self.by.account, kind(*given, by=self.by, **more))
        await self.sim.settle()

    @property
    def play(self):
        return self.host.state.play


async def started(sim, **more):
    host = Host(sim, await opened(sim, **more))
    await host.give(o.Start)
    await host.give(q.StartClock)
    return host


def audited(store):
    for check in (check_tournaments, check_shuffles, check_ledger):
        verdict = check(store)
        assert verdict.fault is None, verdict.fault
    assert "0 not decided again" in check_tournaments(store).summary


def lines(store):
    """Every account of the ledger that names the event or a player of it."""
    return [account for account in store.balances() if "friday" in account or account.endswith(NAMES)]


def test_a_game_to_its_end_moves_nothing_in_the_ledger_and_audits():
    async def evening():
        async with Sim("home") as sim:
            host = await started(sim)
            before = dict(sim.store.balances())
            await host.give(n.NoteCash, "Ann", 2_000)
            await host.give(n.NoteBuy, "Bob", "re-buy", winner="Ann")
            assert host.host.state.pool == 7 * 2_000
            for gone in ("Carl of Kent", "Dora", "Emmy", "Fritz", "Ann"):
                await host.give(n.NoteOut, (gone,))
            assert host.host.state.phase == "started", "the host confirms the end"
            await host.give(n.FinishGame)
            assert [one for one, *_ in host.host.state.places] == [
                "Bob",
                "Ann",
                "Fritz",
                "Emmy",
                "Dora",
                "Carl of Kent",
            ]
            due = settling.balances(host.host.state)
            assert (due["Bob"], due["Ann"], due[settling.BANK]) == (8_400 - 4_000, 5_600, -2_000)
            assert sum(due.values()) == 0
            assert dict(sim.store.balances()) == before
            assert lines(sim.store) == []
            assert sim.hall.event_tables("friday") == {}
            assert host.host.work.problems == {}
            audited(sim.store)

    run(evening())


def test_levels_come_by_the_clock_and_breaks_too():
    async def evening():
        async with Sim("clock") as sim:
            host = await started(sim)
            await sim.run(10 * 60 + 1)
            assert host.play.stage == 1
            await host.give(q.PauseClock)
            await sim.run(3_600)
            assert host.play.stage == 1
            await host.give(q.StartClock)
            await sim.run(10 * 60)
            assert host.play.stage == 2

    run(evening())


def test_moves_are_proposed_accepted_and_dropped_until_something_changes():
    async def evening():
        async with Sim("moves") as sim:
            host = await started(sim, seats=4, names=(*NAMES, "Gus", "Hal"))
            table = host.play.tables[1]
            gone = list(table.players.values())
            await host.give(n.NoteOut, (gone[0],), winner=gone[1])
            assert not host.play.proposed, "four and three"
            await host.give(n.NoteOut, (gone[2],), winner=gone[1])
            (number,) = host.play.proposed
            await host.give(q.DropMoves, number)
            await sim.run(60)
            assert not host.play.proposed
            await host.give(n.TakeBack)
            await host.give(n.NoteOut, (gone[2],), winner=gone[1])
            (number,) = host.play.proposed
            await host.give(q.AcceptMoves, number)
            assert sorted(len(one.players) for one in host.play.tables.values()) == [3, 3]
            assert not host.play.moves
            with pytest.raises(RuleViolation) as refused:
                await host.give(q.AcceptMoves, number)
            assert refused.value.code == "moves-gone"
            audited(sim.store)

    run(evening())


def test_the_same_request_again_does_what_a_crash_left_out():
    async def evening(store=None):
        async with Sim("again", store=store) as sim:
            if store is None:
                await opened(sim)
            else:
                await go_on(sim.hall, "friday", NAMES, HOST, "set up")
            assert [one.player for one in sim.hall.events["friday"].state.live] == list(NAMES)
            return sim.store

    async def every_step():
        store = await evening()
        mine = [one.number for one in store.entries(0, 1_000) if one.request.startswith("set up")]
        assert len(mine) == 3
        for last in mine:
            await evening(copy_store(store, last))

    run(every_step())


def test_a_room_that_starts_again_has_the_game_as_it_stood():
    async def evening():
        async with Sim("restart") as sim:
            host = await started(sim)
            await host.give(n.NoteOut, ("Dora",), winner="Emmy")
            await host.give(n.NoteCash, "Ann", 500)
            state, store = host.host.state, sim.store
        async with Sim("restart again", store=copy_store(store, store.head().entry)) as sim:
            again = sim.hall.events["friday"].state
            assert again.play.cash == {"Ann": 500}
            assert (again.money, again.play.outs) == (state.money, state.play.outs)
            host = Host(sim, sim.hall.events["friday"])
            await host.host.submit("back", HOST.account, n.TakeBack(HOST))
            assert "Dora" in host.play.players
            audited(sim.store)

    run(evening())


def test_the_house_sets_a_game_up_for_whoever_starts_the_room():
    async def evening():
        async with Sim("command") as sim:
            host = await opened(sim, by=THE_HOUSE)
            assert host.state.phase == "open"
            audited(sim.store)

    run(evening())


def test_whoever_does_not_conduct_it_notes_nothing():
    async def evening():
        async with Sim("offices") as sim:
            host = await started(sim)
            head = sim.store.head()
            for officer in (Officer("p", "Pat", ("dealer",)), Officer("p", "Pat", ())):
                other = Host(sim, host.host, officer)
                other.asked = 100
                for kind, given in (
                    (n.EnterNames, (("Zoe",),)), (n.StrikeName, ("Ann",)), (n.NoteOut, (("Ann",),)),
                    (n.NoteBuy, ("Ann", "re-buy")), (n.TakeBack, ()), (n.NoteCash, ("Ann", 5)), (n.FinishGame, ()),
                ):  # fmt: skip
                    with pytest.raises(OpenfeltError) as refused:
                        await other.give(kind, *given)
                    assert refused.value.code == "not-your-office", kind
            assert sim.store.head() == head

    run(evening())


def test_the_host_sees_who_owes_what_and_others_see_no_stack_and_no_debt():
    async def evening():
        async with Sim("views") as sim:
            host = await started(sim)
            await host.give(n.NoteCash, "Ann", 2_000)
            await host.give(n.NoteOut, ("Carl of Kent",))
            view = event_view(sim.hall.seen(host.host, HOST.account), HOST)
            rows = {one.player: one for one in view.staff.home.players}
            assert (rows["Ann"].owes_cents, rows["Ann"].handed_cents, rows["Ann"].balance_cents) == (2_000, 2_000, 0)
            assert (rows["Carl of Kent"].place, rows["Carl of Kent"].plays) == (6, False)
            assert str(view.staff.home.last_note) == "Carl of Kent out"
            assert view.staff.home.rebuys
            assert not view.staff.home.over
            everyone = event_view(sim.hall.seen(host.host))
            assert everyone.clock_only
            assert not everyone.enters, "nobody enters a home game by an account"
            assert view.staff.home.enters, "its host may, while late entry is open"
            assert everyone.staff is None
            assert {one.chips for table in everyone.tables for one in table.players} == {0}
            assert everyone.average == 6 * 5_000 // 5
            assert [one.name for one in everyone.places] == ["Carl of Kent"]
            assert not any("cash" in str(one.text).lower() for one in everyone.notices)

    run(evening())
