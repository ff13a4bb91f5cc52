"""Rounds against the house that are over, replayed and downloaded in the reader's own view; tables with any sign."""

from __future__ import annotations

import json

import pytest

from openfelt.pit.games import pit_games, sign_for
from openfelt.service.desks.pit_opening import LABELS, every_pit
from openfelt.service.people.accounts import Account
from openfelt.service.record.audit import check_hands
from openfelt.service.tell.pit_feed import pit_lobby
from tests.service_kit import Sim, run, said
from tests.twin_kit import page

OPERATOR = Account("p_opa", "Opa", ("operator",), guest=False)
INSPECTOR = Account("p_ivy", "Ivy", ("inspector",), guest=False)
STRANGER = Account("p_zoe", "Zoe", ("player",), guest=True)


async def one_round(sim, sign):
    """A round with two players, one of whom folds."""
    await sim.hall.open_pit("P", sign)
    people = []
    for box, name in ((1, "ann"), (2, "bob")):
        one = await sim.player(name)
        await one.ask("watch", table="P")
        assert await one.ask("pit-join", table="P", box=box, stake=100_000) is None
        wager = {"type": "Wager", "player": one.account.id, "box": box, "spot": "ante", "amount": 1000}
        assert await one.ask("pit-act", table="P", number=1, order=wager) is None
        people.append(one)
    await sim.run(13)
    hands = {box: [str(card) for card in sim.hall.pits["P"].round.boxes[box].cards] for box in (1, 2)}
    await sim.run(31)
    assert await people[1].ask("pit-act", table="P", number=1, order={"type": "Fold", "box": 2}) is None
    await sim.run(20)
    assert sim.hall.pits["P"].round.number == 2
    return people, hands


async def read(sim, account, path):
    status, data = await page(sim, account, "GET", path)
    return status, data.decode()


@pytest.mark.parametrize("sign", [*map(sign_for, pit_games())])
def test_a_finished_round_is_listed_replayed_and_downloaded_as_its_reader_saw_it(sign):
    async def replayed():
        async with Sim(f"replay {sign.rulebook}") as sim:
            (ann, _), hands = await one_round(sim, sign)
            assert json.loads((await read(sim, STRANGER, "/api/hands/P"))[1])["hands"] == [1]
            for account, own in ((ann.account, hands[1]), (STRANGER, [])):
                status, text = await read(sim, account, "/api/hands/P/1")
                told = json.loads(text)
                assert (status, told["pit"], told["number"]) == (200, True, 1)
                seen = {card for box in told["steps"][-1]["state"]["boxes"] for card in box["cards"]}
                assert set(own) <= seen
                assert not set(hands[2]) & seen, "a folded hand is never shown to others"
                assert told["names"] == {"p_ann": "p_ann", "p_bob": "p_bob"}
                assert all(step["phrase"] and step["cites"] for step in told["steps"])
                assert told["commitment"]
                status, text = await read(sim, account, "/api/hands/P/1.txt")
                assert status == 200
                assert text.startswith(f"P, round 1: {told['title']} by {sign.rulebook}, ante $10 to $500")
                assert all(card in text for card in own)
                assert not any(card in text for card in hands[2])
            for path in ("/api/hands/P/1.phh", "/api/hands/P/2", "/api/hands/P/0.txt"):
                status, text = await read(sim, ann.account, path)
                assert (status, json.loads(text)["error"]["code"]) == (404, "no-hand")

    run(replayed())


@pytest.mark.parametrize("sign", [*map(sign_for, pit_games())])
def test_an_inspector_sees_every_card_of_a_finished_round_by_a_recorded_request(sign):
    async def inspected():
        async with Sim(f"inspect {sign.rulebook}") as sim:
            (ann, _), hands = await one_round(sim, sign)
            body = {"id": "look", "table": "P", "number": 1, "reason": "a complaint"}
            _, before = await read(sim, INSPECTOR, "/api/hands/P/1")
            assert not any(f'"{card}"' in before for card in hands[2])
            for account, number, code in ((ann.account, 1, 403), (INSPECTOR, 2, 404)):
                status, _ = await page(sim, account, "POST", "/api/inspect", {**body, "number": number})
                assert status == code
            assert (await page(sim, INSPECTOR, "POST", "/api/inspect", body))[0] == 200
            _, after = await read(sim, INSPECTOR, "/api/hands/P/1")
            assert all(f'"{card}"' in after for card in (*hands[1], *hands[2]))
            for account in (ann.account, OPERATOR, Account("p_ian", "Ian", ("inspector",), guest=False)):
                _, text = await read(sim, account, "/api/hands/P/1")
                assert not any(f'"{card}"' in text for card in hands[2]), "only who asked is told"
            ann.pump()
            lines = [one for data in ann.frames for one in json.loads(data).get("lines", ())]
            assert "an inspector opened round 1: a complaint" in map(said, lines)
            assert check_hands(sim.store).fault is None

    run(inspected())


def test_every_field_of_a_sign_has_its_form():
    told = every_pit()
    assert [one["rulebook"] for one in told] == list(pit_games())
    for one in told:
        assert {field["name"] for field in one["fields"]} == one["usual"].keys() - {"type"}
        assert all(field["label"] and field["kind"] for field in one["fields"])
    named = {field["name"] for one in told for field in one["fields"]}
    assert set(LABELS) <= named


CHANGES = [
    ("act-holdem", {"boxes": 5, "ante": {"low": 500, "high": 10_000, "step": 500}, "board_fault": "void"}),
    ("nz-big-raise", {"positions": 3, "device": "shuffler", "sevens": "lose", "bonus_offered": False}),
    ("act-holdem", {"ante_table": {"table": "ante", "flush": 3}}),
]


@pytest.mark.parametrize(("book", "changes"), CHANGES[:2])
def test_an_operator_opens_a_table_with_any_valid_sign_and_tries_it_first(book, changes):
    async def opened():
        async with Sim(f"open {book}") as sim:
            tried = await page(
                sim, OPERATOR, "POST", "/api/signs", {"rulebook": book, "game": book, "changes": changes}
            )
            told = json.loads(tried[1])
            assert (told["faults"], bool(told["lines"])) == ([], True)
            body = {"id": "open", "name": "Civic", "rulebook": book, "changes": changes}
            assert (await page(sim, OPERATOR, "POST", "/api/pits", body))[0] == 200
            sign = sim.hall.pits["Civic"].round.sign
            assert sign.places == next(iter(changes.values()))
            again = json.loads((await page(sim, OPERATOR, "POST", "/api/pits", {**body, "id": "again"}))[1])
            assert again["error"]["code"] == "table-exists"
            live = {**body, "id": "live", "name": "Real", "live": True}
            assert (await page(sim, OPERATOR, "POST", "/api/pits", live))[0] == 200
            assert pit_lobby(sim.hall.pits["Real"]).live

    run(opened())


@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"boxes": 0}, "sign-boxes", ["act-holdem 1.1", "act-holdem 2.1"]),
        ({"ante": {"low": 700, "high": 10_000, "step": 500}}, "sign-limits", ["act-holdem 3.3"]),
        ({"jackpot": True}, "notation", []),
        ({"ante_table": {"table": "ante", "flush": 3}}, "notation", ["act-holdem 8.1"]),
        ({"type": "nz-big-raise", "boxes": 0}, "sign-boxes", ["act-holdem 1.1", "act-holdem 2.1"]),
    ],
)
def test_a_sign_that_the_rulebook_forbids_is_neither_tried_nor_put_up_in_silence(changes, code, rule):
    async def refused():
        async with Sim("bad sign") as sim:
            body = {"id": "open", "name": "Civic", "rulebook": "act-holdem", "changes": changes}
            status, data = await page(sim, OPERATOR, "POST", "/api/pits", body)
            assert (status, sim.hall.pits) == (400, {})
            error = json.loads(data)["error"]
            tried = {"rulebook": "act-holdem", "game": "", "changes": changes}
            said = json.loads((await page(sim, OPERATOR, "POST", "/api/signs", tried))[1])
            assert (said.get("faults") or [said.get("error")])[0] == error
            return error

    error = run(refused())
    assert (error["code"], error["rule"]) == (code, rule)
