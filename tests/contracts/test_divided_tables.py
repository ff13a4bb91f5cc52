"""Two matches on one real table in the running room: every screen says which side, and backs stay different."""

from __future__ import annotations

import json

import pytest

from openfelt.errors import RuleViolation
from openfelt.phrases import read_text
from openfelt.service.tell.event_feed import desk, event_view
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import Answers, fill
from openfelt.tournaments import desk_orders as k
from openfelt.tournaments import orders as o
from tests.contracts.test_tournament_room import audited
from tests.service_kit import HOST, Sim, publish, run
from tests.tournament_kit import changed


def areas(client, table):
    """What a client was told of where a table stands, each time it was told of the table."""
    told = [json.loads(one) for one in client.frames if b'"type":"snapshot"' in one or b'"type":"update"' in one]
    return [
        str(read_text(one["state"]["event"]["area"]))
        for one in told
        if one["table"] == table and "event" in one["state"]
    ]


def test_both_sides_are_named_on_the_desk_and_at_the_table_and_backs_are_changed_by_a_form():
    async def evening():
        async with Sim("divided", pace=0.2) as sim:
            made = changed(fill("heads-up", "house", Answers(players=4)), {"heads_up.divided": True})
            host = await publish(sim.hall, "friday", made)
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 4, "fill")
            await sim.run(5)
            ann = await sim.player("ann")
            assert await ann.ask("watch", table="friday table 1") is None
            ann.pump()
            assert areas(ann, "friday table 1")[-1] == "left side of table 1, red backs"
            view = event_view(sim.hall.seen(host), None)
            assert [str(one.area) for one in view.tables] == [
                "left side of table 1, red backs",
                "right side of table 1, blue backs",
            ]
            (form,) = (one for one in desk(sim.hall.seen(host), HOST).offers if one.kind == "SetBacks")
            assert [one.value for one in form.fields[0].choices] == [1, 2]
            with pytest.raises(RuleViolation) as refused:
                await host.submit("same", HOST.account, k.SetBacks(1, "blue", HOST))
            assert (refused.value.code, refused.value.cites) == ("backs", ("house 20.51",))
            await host.submit("green", HOST.account, k.SetBacks(1, "green", HOST))
            await sim.settle()
            ann.pump()
            assert areas(ann, "friday table 1")[-1] == "left side of table 1, green backs"
            assert all(len(one.table.places) <= 2 for one in sim.hall.event_tables("friday").values())
            audited(sim.store)

    run(evening())
