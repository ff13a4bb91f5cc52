"""Doors of clauses that only stories went through before: a results board, a request to divide the pot, new cards."""

from __future__ import annotations

import json

from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.games.standard import standard_sign
from tests.contracts.test_appointments import crew, sent
from tests.contracts.test_pit_dealing import act, at_box
from tests.journals.write import Room, connection
from tests.service_kit import Sim, run

HIDDEN = "??"


def test_the_results_board_lists_hands_by_clause_once_everyone_sees_them():
    """nz-big-raise 4.1, 4.4: hands of one category go by their cards, whatever the suits."""

    async def evening():
        seen = set()
        async with Sim("board") as sim:
            await sim.hall.open_pit("P", BigRaiseSign())
            players = [await at_box(sim, f"guest{box}", box) for box in (1, 2, 3, 4)]
            for _ in range(6):
                for one in players:
                    assert await act(one, "Wager") is None
                for _ in range(40):
                    await sim.run(2)
                    for one in players:
                        one.pump()
                        state = one.tables["P"]
                        if any(offer["order"]["type"] == "Raise" for offer in state["offers"]):
                            assert state["standings"] == []
                            assert await act(one, "Raise") is None
                    state = players[0].tables["P"]
                    if state["standings"]:
                        break
                board = state["standings"]
                assert [one["box"] for one in board] != []
                assert not any(HIDDEN in json.dumps(box["cards"]) for box in state["round"]["boxes"])
                seen |= {cite for one in board for cite in one["cites"]}
                await sim.run(30)
        return seen

    seen = run(evening())
    assert any(cite.startswith("nz-big-raise 4.") for cite in seen), seen


async def real_hand(sim, people):
    """A hand with real cards between two guests: the table, and the connection of its dealer."""
    await sim.hall.open_table("Live", standard_sign("nsw-poker", "texas-holdem"), live=True)
    dee = connection(sim, people["Dee"])
    for seat in (1, 2):
        assert await dee.ask("dealer-seat", table="Live", seat=seat, name=f"Guest {seat}", stake=20_000) is None
    assert await dee.ask("dealer-open", table="Live") is None
    return sim.hall.hosts["Live"], dee


def test_a_request_to_divide_the_pot_is_refused_by_the_clause(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            host, dee = await real_hand(sim, people)
            before = host.version
            error = await dee.ask("dealer-act", table="Live", turn=host.hand.turns, action="divide")
            assert (error["code"], error["rule"]) == ("no-agreements", ["nsw-poker 24.1"])
            assert host.version == before

    run(evening())


def test_a_supervisor_changes_the_cards_between_rounds(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            host, dee = await real_hand(sim, people)
            facts = {"whole_deck": True, "checked": True}
            new = {"kind": "change-cards", "reason": "a torn card", "facts": facts}

            async def used(number, who="Kim", **change):
                body = {**new, "id": f"u{number}", "turn": host.hand.turns, **change}
                _, error = await sent(sim, people[who], "/api/floor/Live/use", body)
                return error.get("code", ""), error.get("rule", [])

            assert await used(1) == ("not-now", ["nsw-poker 4.4"])
            assert await dee.ask("dealer-act", table="Live", turn=host.hand.turns, action="fold") is None
            assert await used(2, facts={"whole_deck": True}) == ("not-now", ["nsw-poker 4.4"])
            ends = {"id": "e", "account": people["Kim"].id, "reason": "x", "office": "Assistant Gaming Manager"}
            assert await sent(sim, people["Boss"], "/api/offices", {**ends, "ends": True}) == (200, {})
            assert await used(3) == ("not-your-office", ["nsw-poker 4.4"])
            assert await used(4, who="Lee") == ("", [])
            assert host.state.decisions

    run(evening())
