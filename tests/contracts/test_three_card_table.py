"""A third house-banked game plays in the room, floor orders included, without a line of its own outside its book."""

from __future__ import annotations

import json

from openfelt.books.house.three_card_poker import ThreeCardSign
from openfelt.journal.verify import check_ledger
from openfelt.service.desks.pit_opening import every_pit, tried_sign
from openfelt.service.people.accounts import Account
from openfelt.service.record.audit import check_hands
from tests.contracts.test_pit_dealing import act
from tests.service_kit import Sim, run
from tests.twin_kit import page

FLOOR = Account("p_flo", "Flo", ("floor", "operator"), guest=False)


def test_its_sign_is_a_form_like_the_others():
    found = next(one for one in every_pit() if one["rulebook"] == "three-card-poker")
    assert found["title"] == "Three Card Poker"
    labels = {field["name"]: field["label"] for field in found["fields"]}
    assert (labels["bonus"], labels["pair_plus_table"]) == ("Pair Plus", "Pair Plus pays")
    lines, faults = tried_sign("three-card-poker", {"boxes": 9})
    assert (lines, faults[0].cites) == ((), ("house 12.1",))


async def until(sim, pit, phase):
    for _ in range(120):
        if pit.round.phase == phase:
            return
        await sim.run(1)
    raise AssertionError(f"the round is still in its {pit.round.phase} phase")


def test_a_round_is_played_in_the_room_and_the_floor_voids_the_next():
    async def evening():
        async with Sim("three cards") as sim:
            pit = await sim.hall.open_pit("P", ThreeCardSign())
            ann = await sim.player("ann")
            await ann.ask("watch", table="P")
            assert await ann.ask("pit-join", table="P", box=1, stake=100_000) is None
            assert ann.tables["P"]["title"] == "Three Card Poker"
            assert await act(ann, "Wager") is None
            await until(sim, pit, "decision")
            ann.pump()
            assert len(ann.tables["P"]["round"]["boxes"][0]["cards"]) == 3
            assert await act(ann, "Call") is None
            ann.pump()
            assert ann.tables["P"]["round"]["outcome"] == "settled"
            await until(sim, pit, "betting")
            assert await act(ann, "Wager") is None
            await until(sim, pit, "decision")
            order = {"type": "VoidRound", "cause": "impractical"}
            told = {"order": order, "id": "1", "number": pit.round.number, "reason": "the lights went out"}
            status, data = await page(sim, FLOOR, "POST", "/api/floor/P/order", told)
            assert status == 200, json.loads(data)
            assert pit.round.outcome.reason == "void: impractical"
            check_ledger(sim.store)
            assert check_hands(sim.store).fault is None

    run(evening())
