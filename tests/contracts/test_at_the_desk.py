"""At the director's desk of the running room: a start is moved, a time to act is set, chips are counted."""

from __future__ import annotations

import msgspec

from openfelt.service.tell.event_feed import desk, event_view
from openfelt.service.tell.event_words import event_words
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import desk_orders as k
from openfelt.tournaments import digest, fill
from openfelt.tournaments.orders import OpenRegistration
from tests.contracts.test_tournament_room import audited, conditions, opened
from tests.service_kit import HOST, Sim, publish, run
from tests.tournament_kit import changed


def offered(sim, host):
    return {one.kind: one for one in desk(sim.hall.seen(host), HOST).offers}


def test_a_start_is_moved_by_a_form_and_the_version_keeps_its_hash():
    async def evening():
        async with Sim("moved") as sim:
            made = changed(conditions(), {"sessions.0.starts": "2026-12-04 19:30"})
            host = await publish(sim.hall, "friday", made)
            form = offered(sim, host)["MoveStart"]
            assert [(one.name, one.kind, one.value) for one in form.fields] == [
                ("session", "choice", str(made.sessions[0].name)),
                ("starts", "text", "2026-12-04 19:30"),
            ]
            await host.submit("move", HOST.account, k.MoveStart(form.order["session"], "2026-12-04 20:00", HOST))
            view = event_view(sim.hall.seen(host), None)
            assert view.starts == "2026-12-04 20:00"
            assert any("20:00" in str(one.text) for one in view.notices)
            assert host.state.digest == digest(made) != digest(host.state.conditions)
            audited(sim.store)

    run(evening())


def test_a_time_to_act_reaches_the_tables_with_the_next_level():
    async def evening():
        async with Sim("time", pace=0.2) as sim:
            made = conditions()
            made = msgspec.structs.replace(made, play=msgspec.structs.replace(made.play, clock="none"))
            host = await publish(sim.hall, "friday", made)
            await host.submit("open", HOST.account, OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 13, "fill")
            await sim.settle()
            await sim.run(5)
            assert "LimitTime" in offered(sim, host)
            await host.submit("limit", HOST.account, k.LimitTime(25, HOST))
            tables = sim.hall.event_tables("friday").values()
            assert {one.table.sign.clock.seconds for one in tables} == {0}
            await sim.run(150)
            assert {(one.table.level, one.table.sign.clock.seconds) for one in tables if one.table.places} == {(2, 25)}
            audited(sim.store)

    run(evening())


def test_chips_are_counted_by_a_form_and_the_count_is_told():
    async def evening():
        async with Sim("counted", pace=0.2) as sim:
            host = await opened(sim)
            await sim.run(30)
            assert offered(sim, host)["CountChips"].cites == ("house 20.40",)
            assert not {"NoteCount", "CheckReturned", "LimitTime"} & offered(sim, host).keys(), "not of this event"
            await host.submit("count", HOST.account, k.CountChips(0, HOST))
            left = len(host.state.play.players)
            chips = 13 * fill("freeze-out", "house").sessions[0].starting_chips
            told = [str(one.text) for one in event_view(sim.hall.seen(host), None).notices]
            assert f"chips are counted at all tables: {chips:,} of {left} players, {chips:,} given out" in told
            audited(sim.store)

    run(evening())


def test_a_difference_is_named():
    more = {"by": "sue", "cites": ("nsw-poker 28.9.3",)}
    noted = d.CountNoted(player="ann", counted=4_900, on_record=5_000, **more)
    assert str(event_words(noted, str)) == "4,900 chips are counted before ann, 100 fewer than on record"
    checked = d.ReturnChecked(session="the final", value=25, returned=98, due=100, **more)
    assert str(event_words(checked, str)) == "after the final 2 of 100 chips of 25 are missing"
    whole = msgspec.structs.replace(checked, returned=100)
    assert str(event_words(whole, str)) == "after the final all chips of 25 came back"
