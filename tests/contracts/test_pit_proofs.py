"""A round against the house is proved as soon as it is settled: every card the player saw, as the command reads it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from openfelt.cli.verify_shuffle import command as verify_shuffle
from openfelt.pit.games import pit_games, sign_for
from openfelt.service.pages.archive import proof_document
from openfelt.service.people.accounts import NotAllowed
from tests.service_kit import Sim, run, whole

SIGNS = {key: sign_for(key) for key in pit_games()}
WANTED = {"betting": ("Wager",), "decision": ("Call", "Raise")}


async def act(player):
    """Bet the least on the ante, then call or raise."""
    player.pump()
    state = player.tables["P"]
    phase = state["round"]["phase"]
    laid = any(box["player"] == player.account.id and box["stakes"] for box in state["round"]["boxes"])
    wanted = () if phase == "betting" and laid else WANTED.get(phase, ())
    order = next((offer["order"] for offer in state["offers"] if offer["order"]["type"] in wanted), None)
    if order is not None:
        assert await player.ask("pit-act", table="P", number=state["round"]["number"], order=order) is None


def cards_in(told):
    """The cards that stand in a round as it was told."""
    return {*told["dealer"], *told["community"], *(card for box in told["boxes"] for card in box["cards"])} - {"??"}


@pytest.mark.parametrize("rulebook", SIGNS)
def test_every_card_seen_of_a_settled_round_is_proved_before_the_next_one_opens(rulebook):
    async def played():
        async with Sim(f"settled {rulebook}") as sim:
            pit = await sim.hall.open_pit("P", SIGNS[rulebook])
            ann = await sim.player("ann")
            await ann.ask("watch", table="P")
            assert await ann.ask("pit-join", table="P", box=1, stake=200_000) is None
            while pit.round.phase != "done":
                with pytest.raises(NotAllowed, match="no finished round"):
                    proof_document(sim.hall, "P", 1, ann.account)
                await act(ann)
                await sim.run(1)
            document = proof_document(sim.hall, "P", 1, ann.account)
            rail = proof_document(sim.hall, "P", 1, None)
            ann.pump()
            frames = list(whole(ann.frames))
            shown = {card for frame in frames if "state" in frame for card in cards_in(frame["state"]["round"])}
            roots = {frame["state"]["commitment"] for frame in frames if "state" in frame} - {""}
            await sim.run(13)
            assert pit.round.number == 2
            assert proof_document(sim.hall, "P", 1, ann.account) == document
            return document, rail, shown, roots

    document, rail, shown, roots = run(played())
    assert shown == {one["card"] for one in document["revealed"]}
    assert roots == {document["root"]} == {rail["root"]}, "the root told at the deal"
    assert {one["card"] for one in rail["revealed"]} <= shown
    checked = CliRunner().invoke(verify_shuffle, ["-"], input=json.dumps(document))
    assert checked.exit_code == 0
    assert f"{len(shown)} of 52 cards shown" in checked.output
