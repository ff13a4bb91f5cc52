"""At a house-banked table too, an entry that would part table and ledger is not stored (LED-2)."""

from __future__ import annotations

import json

from openfelt.journal.verify import check_ledger
from openfelt.room import banked
from tests.restart_kit import pit_evening
from tests.service_kit import Sim, run


def test_a_lost_posting_stops_the_house_banked_table(monkeypatch):
    async def evening():
        async with Sim("pit leak") as sim:
            pit, clients = await pit_evening(sim, 1)
            await sim.run(20)
            make = banked.banked_postings
            monkeypatch.setattr(
                banked, "banked_postings", lambda *all_: [line for line in make(*all_) if line.reason != "wager"]
            )
            before = sim.store.version("pit/P")
            one = clients[0]
            one.pump()
            state = one.tables["P"]
            offer = next(offer for offer in state["offers"] if offer["order"]["type"] == "Wager")
            order = {**offer["order"], **dict.fromkeys(offer["vary"], offer["amounts"][0])}
            error = await one.ask("pit-act", table="P", number=state["round"]["number"], order=order)
            monkeypatch.undo()
            assert error is not None
            assert pit.stopped
            assert sim.store.version("pit/P") == before
            what = json.loads(sim.store.read("room")[-1].record.payload)
            assert what["fault"] == "ChipsLost"
            assert check_ledger(sim.store).fault is None
            store = sim.store
        async with Sim("pit after the leak", store=store) as sim:
            await pit_evening(sim, 1)

    run(evening())
