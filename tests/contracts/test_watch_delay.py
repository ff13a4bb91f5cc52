"""Who only watches an event sees its tables with the delay of the conditions, and never a moment before."""

from __future__ import annotations

import json

from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import orders as o
from tests.contracts.test_tournament_room import audited, conditions, enter
from tests.journals.write import person
from tests.service_kit import HOST, Sim, copy_store, publish, run
from tests.tournament_kit import changed
from tests.twin_kit import page

DELAY_S = 60
TABLE = "friday table 1"


async def started(sim, *people, delay=DELAY_S):
    """An event with a delay that plays, with bots and with these people in it."""
    made = changed(conditions(5, starting_chips=20_000), {"play.watch_delay_seconds": delay})
    host = await publish(sim.hall, "friday", made)
    await host.submit("open", HOST.account, o.OpenRegistration(HOST))
    await fill_with_bots(sim.hall, host, 5 - len(people), "fill")
    for one in people:
        await enter(host, one.account.id)
    await sim.run(5)
    return host


class Told:
    """What a viewer was told of the table, and when."""

    def __init__(self, sim, client):
        self.sim, self.client, self.seen, self.read = sim, client, [], 0

    async def run(self, seconds, step=5):
        for _ in range(0, seconds, step):
            await self.sim.run(step)
            self.look()

    def look(self):
        self.client.pump()
        for one in self.client.frames[self.read :]:
            frame = json.loads(one)
            if frame["type"] in ("snapshot", "update") and frame["table"] == TABLE:
                self.seen.append((self.sim.hall.now_ms(), frame["seq"]))
        self.read = len(self.client.frames)


def when(sim):
    """When each record of the table was made, by its number."""
    return {one.version: one.record.time_ms for one in sim.store.read(f"table/{TABLE}")}


def test_the_rail_is_told_so_many_seconds_later_and_players_and_staff_at_once():
    async def evening():
        async with Sim("late", pace=0.5) as sim:
            ann, bob = await sim.player("ann"), await sim.player("bob")
            await started(sim, ann)
            kim = await person(sim, "Kim", ("floor",))
            viewers = [Told(sim, one) for one in (bob, ann, kim)]
            for one in (ann, bob, kim):
                assert await one.ask("watch", table=TABLE) is None
            rail, seat, staff = viewers
            rail.look()
            assert rail.seen == [], "nothing is old enough yet"
            for _ in range(30):
                await sim.run(5)
                for one in viewers:
                    one.look()
            made = when(sim)
            assert len(rail.seen) > 20
            assert all(made[seq] + DELAY_S * 1000 <= at for at, seq in rail.seen)
            assert [seq for _, seq in rail.seen] == sorted(seq for _, seq in rail.seen)
            newest = max(version for version, at in made.items() if at + (DELAY_S + 10) * 1000 <= sim.hall.now_ms())
            assert rail.seen[-1][1] >= newest, "and no later than that"
            for one in (seat, staff):
                assert any(made[seq] + 10_000 >= at for at, seq in one.seen)
                assert one.seen[-1][1] > rail.seen[-1][1]
            audited(sim.store)

    run(evening())


def test_hands_are_replayed_for_the_rail_when_they_are_old_enough():
    async def evening():
        async with Sim("replay", pace=0.2) as sim:
            ann, bob = await sim.player("ann"), await sim.player("bob")
            await started(sim, ann)
            host = sim.hall.hosts[TABLE]
            for _ in range(100):
                if host.finished:
                    break
                await sim.run(2)
            number = max(host.finished)
            for path in (
                f"/api/hands/{TABLE}/{number}",
                f"/api/hands/{TABLE}/{number}.phh",
                f"/api/proofs/{TABLE}/{number}",
            ):
                _, answer = await page(sim, bob.account, "GET", path)
                assert json.loads(answer)["error"]["code"] == "not-shown-yet", path
                assert (await page(sim, ann.account, "GET", path))[0] == 200, "who played it has it at once"
            status, text = await page(sim, bob.account, "GET", "/api/tournaments/friday/hands.phhs")
            assert (status, b"no hand is finished" in text) == (200, True)
            await sim.run(DELAY_S + 5)
            status, _ = await page(sim, bob.account, "GET", f"/api/hands/{TABLE}/{number}")
            assert status == 200
            status, text = await page(sim, bob.account, "GET", "/api/tournaments/friday/hands.phhs")
            assert (status, b"no hand is finished" in text) == (200, False)

    run(evening())


def test_after_a_restart_nothing_is_shown_before_its_time(tmp_path):
    async def first():
        async with Sim("first", data=tmp_path / "a") as sim:
            await started(sim)
            await sim.run(60)
            return sim.store

    async def again(store):
        async with Sim("again", data=tmp_path / "b", store=copy_store(store, store.head().entry)) as sim:
            began = sim.hall.now_ms()
            bob = await sim.player("bob")
            rail = Told(sim, bob)
            assert await bob.ask("watch", table=TABLE) is None
            await rail.run(DELAY_S - 10)
            assert rail.seen == []
            await rail.run(60)
            assert rail.seen
            assert all(at >= began + DELAY_S * 1000 for at, _ in rail.seen)

    run(again(run(first())))


def test_without_a_delay_the_rail_sees_what_happens():
    async def evening():
        async with Sim("now", pace=0.2) as sim:
            bob = await sim.player("bob")
            await started(sim, delay=0)
            rail = Told(sim, bob)
            assert await bob.ask("watch", table=TABLE) is None
            await rail.run(30)
            made = when(sim)
            assert len(rail.seen) > 5
            assert all(made[seq] + 10_000 >= at for at, seq in rail.seen[1:])

    run(evening())
