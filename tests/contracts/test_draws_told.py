"""The root of a draw is told before the draw is made; afterwards its proof is there for everyone, and is checked."""

from __future__ import annotations

import json

from openfelt.service.deck.draws import draw_faults, seen_draw_from
from openfelt.service.tell.event_feed import event_view
from openfelt.tournaments import play_events as p
from tests.contracts.test_tournament_room import audited, opened
from tests.service_kit import Sim, run
from tests.twin_kit import page


async def shown(sim, account):
    status, answer = await page(sim, account, "GET", "/api/tournaments/friday/draws")
    assert status == 200
    return json.loads(answer)["draws"]


def test_seats_follow_from_a_root_that_was_told_before():
    async def evening():
        async with Sim("draws", pace=0.2) as sim:
            ann = await sim.player("ann")
            host = await opened(sim, bots=9, players=9)
            await sim.run(5)
            log = [(seq, event) for seq, _, event in host.log]
            ((first, told),) = [(seq, event) for seq, event in log if isinstance(event, p.DrawCommitted)]
            ((then, drawn),) = [(seq, event) for seq, event in log if isinstance(event, p.SeatsDrawn)]
            assert first < then
            entries = {one.version: one.entry for one in sim.store.read(host.stream)}
            assert entries[first] < entries[then], "the root was on record before"
            assert (drawn.draw, len(drawn.seats)) == (told.draw, told.size)
            assert [one.root for one in event_view(sim.hall.seen(host)).draws] == [told.root]
            (proof,) = await shown(sim, ann.account)
            seen = seen_draw_from(proof)
            assert (proof["root"], len(seen.shown), draw_faults(seen)) == (told.root, 9, [])
            names = [one.player for one in host.state.entries.values()]
            assert [one.player for one in drawn.seats] == [names[one.number] for one in seen.shown]
            proof["shown"][0]["number"], proof["shown"][1]["number"] = 1, 0
            assert draw_faults(seen_draw_from(proof))
            audited(sim.store)

    run(evening())


def test_nothing_of_a_draw_is_shown_before_it_is_made():
    async def evening():
        async with Sim("before", pace=0.2) as sim:
            ann = await sim.player("ann")
            host = await opened(sim, bots=9, players=9)
            made = host.state.play
            host.state.play = made.copy()
            host.state.play.drawn_by = frozenset()
            (proof,) = await shown(sim, ann.account)
            assert proof["shown"] == []

    run(evening())
