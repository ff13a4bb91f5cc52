"""A live dealer asks what chips and words count as: the action that binds is told with its clause, and then entered."""

from __future__ import annotations

import json

import pytest

from openfelt.games.standard import standard_sign
from tests.contracts.test_appointments import crew
from tests.journals.write import Room, connection
from tests.service_kit import run
from tests.twin_kit import page

NSW = ("nsw-poker", "texas-holdem")
US = ("us-stud", "seven-card-stud")


async def asked(sim, account, **gesture):
    _, answer = await page(sim, account, "POST", "/api/dealer/Live/gesture", gesture)
    return json.loads(answer)


async def hand(sim, key=NSW, live=True):
    """Three players of a live table; a hand is open, and blinds of $1 and $2 are up."""
    people = await crew(sim)
    await sim.hall.open_table("Live", standard_sign(*key), live=live)
    dee = connection(sim, people["Dee"])
    for seat in (1, 2, 3):
        assert await dee.ask("dealer-seat", table="Live", seat=seat, name=f"Guest {seat}", stake=20_000) is None
    assert await dee.ask("dealer-open", table="Live") is None
    return people, dee, sim.hall.hosts["Live"]


def evening(tmp_path, work, **given):
    async def go():
        async with Room("gestures", tmp_path) as sim:
            await work(sim, *await hand(sim, **given))

    run(go())


@pytest.mark.parametrize(
    ("gesture", "action", "amount", "returned", "cite"),
    [
        ({"motions": [[500]]}, "call", 0, 300, "nsw-poker 7.9"),  # one chip too big, and no word
        ({"motions": [[500]], "says": "raise"}, "raise", 500, 0, "nsw-poker 7.4"),
        ({"motions": [[100, 100], [200]]}, "call", 0, 200, "nsw-poker 7.10"),  # another motion
        ({"says": "fold", "motions": [[500]]}, "fold", 0, 500, "nsw-poker 7.4"),
    ],
)
def test_a_reading_is_told_with_its_clause_and_entered(tmp_path, gesture, action, amount, returned, cite):
    async def work(sim, people, dee, host):
        turn, seat, before = host.hand.turns, host.hand.seat_to_act, host.version
        told = await asked(sim, people["Dee"], turn=turn, seat=seat, **gesture)
        assert (told["action"], told["amount"], told["returned"]) == (action, amount, returned)
        assert cite in told["cites"]
        assert host.version == before, "a question changes nothing"
        entry = {"turn": turn, "action": told["action"], "amount": told["amount"]}
        assert await dee.ask("dealer-act", table="Live", **entry) is None
        assert host.hand.turns > turn

    evening(tmp_path, work)


def test_chips_short_of_a_call_leave_the_choice_or_go_to_the_floor(tmp_path):
    async def work(sim, people, dee, host):
        told = await asked(sim, people["Dee"], turn=host.hand.turns, seat=host.hand.seat_to_act, motions=[[100]])
        assert (told["action"], told["added"]) == ("", 100)
        assert told["choices"][0] == "call 200"

    evening(tmp_path, work)


def test_only_a_dealer_asks_of_a_live_hand_and_in_its_turn(tmp_path):
    async def work(sim, people, dee, host):
        turn, seat = host.hand.turns, host.hand.seat_to_act
        call = {"turn": turn, "seat": seat, "says": "call"}

        async def refused(who="Dee", **change):
            return (await asked(sim, people[who], **{**call, **change}))["error"]["code"]

        assert await refused("Ann") == "not-allowed"
        assert await refused(turn=turn + 1) == "stale"
        assert await refused(seat=1 + seat % 3) == "out-of-turn"
        assert await refused(motions=[[0]]) == "notation"
        assert await refused(motions=[[]]) == "bad-body"
        assert await refused(motions=[[30_000]]) == "not-in-front"
        assert await refused(says="") == "no-action"
        office = {"id": "1", "account": people["Dee"].id, "office": "dealer", "reason": "left", "ends": True}
        await page(sim, people["Boss"], "POST", "/api/offices", office)
        assert await refused() == "not-your-office"
        await sim.table("nsw-poker", "texas-holdem", "T")
        _, answer = await page(sim, people["Lee"], "POST", "/api/dealer/T/gesture", call)
        assert json.loads(answer)["error"]["code"] == "not-live"

    evening(tmp_path, work)
