"""Practice hints, house 27.10: told at tables marked for practice, to whoever is to act, from what that player sees."""

from __future__ import annotations

import json

import pytest

from openfelt.cards import cards
from openfelt.errors import RuleViolation
from openfelt.games import faults
from openfelt.games.standard import standard_sign
from openfelt.lab.equity_games import rules_of
from openfelt.service.tell.hints import outs_of
from tests.service_kit import Sim, run


async def evening(sim, *, practice):
    """Two players and a watcher before the flop and on it: what each was told."""
    await sim.table("house", "texas-holdem", seats=3, practice=practice)
    rail = await sim.player("rail")
    await rail.ask("watch", table="T")
    players = [await sim.player(name, "T", at, 20_000) for at, name in enumerate(("ann", "bob"), start=1)]
    await sim.run(2)
    for _ in range(3):
        actor = next(one for one in players if one.turn("T"))
        hand = actor.turn("T")
        action = "call" if "call" in [one["action"] for one in hand["offers"]] else "check"
        assert await actor.ask("act", table="T", turn=hand["turn"], action=action) is None
        await sim.run(1)
    told = {}
    for one in (rail, *players):
        one.pump()
        told[one.account.name] = [frame for data in one.frames if (frame := json.loads(data))["type"] == "hint"]
    return told, players


def test_hints_are_told_to_whoever_is_to_act_and_to_nobody_else():
    async def told():
        async with Sim("practice") as sim:
            return (await evening(sim, practice=True))[0]

    hints = run(told())
    assert hints.pop("rail") == []
    for name, own in hints.items():
        assert own, name
        turns = {one["turn"] for other, frames in hints.items() if other != name for one in frames}
        assert not turns & {one["turn"] for one in own}
    first = min((one for own in hints.values() for one in own), key=lambda one: one["turn"])
    assert (first["against"], first["unseen"], first["needs"]) == (1, 0, 250)  # half a blind into one and a half
    assert 200 < first["per_mille"] < 900
    assert 0 < first["margin"] < 15
    assert any(one["unseen"] == 47 for own in hints.values() for one in own)  # on the flop


def test_no_hint_is_told_at_any_other_table():
    async def told():
        async with Sim("practice") as sim:
            return (await evening(sim, practice=False))[0]

    assert not any(run(told()).values())


@pytest.mark.parametrize(
    ("book", "game", "clause"),
    [
        ("nsw-poker", "texas-holdem", "27.1"),
        ("act-stud", "seven-card-stud", "19.7"),
        ("us-stud", "seven-card-stud", "27.10"),
    ],
)
def test_a_casino_sign_is_never_for_practice(book, game, clause):
    with pytest.raises(RuleViolation) as refused:
        standard_sign(book, game, practice=True)
    assert refused.value.cites[0].endswith(f" {clause}")


def test_a_table_of_an_event_is_never_for_practice():
    sign = standard_sign("house", "texas-holdem").replace(practice=True)
    assert "practice" not in [one.code for one in faults(sign)]
    assert "practice" in [one.code for one in faults(sign.replace(tournament=True))]


@pytest.mark.parametrize(
    ("own", "board", "outs"),
    [
        ("AhKh", "9h5h2c", (15, 47)),  # nine hearts, three aces, three kings; a black nine pairs the board alone
        ("8c7d", "9h6s2c", (14, 47)),  # four tens, four fives, three eights, three sevens
        ("AsAd", "Ac2c9d", (7, 47)),  # the last ace, and a pair on the board: a full house
        ("AhKh", "9h5h2c3d", (18, 46)),  # three fours more
        ("AhKh", "9h5h2c3d4s", (0, 0)),  # nothing is to come
        ("AhKh", "", (0, 0)),
    ],
)
def test_outs_better_the_own_hand(own, board, outs):
    assert outs_of(rules_of("texas-holdem", "house", 52), cards(own), cards(board), 5) == outs


def test_a_split_pot_has_no_outs():
    rules = rules_of("omaha-8", None, None)
    assert outs_of(rules, cards("AhKh2c3d"), cards("9h5h2d"), 5) == (0, 0)
