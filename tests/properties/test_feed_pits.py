"""House-banked tables: no frame names a card to someone who may not see it; old lines stay with their players."""

from __future__ import annotations

import json
import random

import pytest

from openfelt.cards import cards
from openfelt.pit.games import pit_games, sign_for
from openfelt.pit.layout import lines_met
from openfelt.service.deck.commitments import faults, seen_from
from openfelt.service.deck.sealing import opened
from openfelt.service.pages.archive import proof_document
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.record.pit_record import pit_event
from openfelt.service.tell.pit_feed import pit_state
from openfelt.service.wire.protocol import write_frame
from tests.conftest import count
from tests.feed_oracle import CARD, EVERYONE, PitOracle
from tests.service_kit import Client, Sim, run, whole
from tests.twin_kit import Evening, any_order, play_pit

SIGNS = {key: sign_for(key) for key in pit_games()}


async def act(one, rng):
    """Take an offer at random; mostly wagers and decisions."""
    one.pump()
    state = one.tables["P"]
    offers = [offer for offer in state["offers"] if offer["order"]["type"] not in {"Leave", "Withdraw", "Cut"}]
    laid = any(box["player"] == one.account.id and box["stakes"] for box in state["round"]["boxes"])
    if not offers or (state["round"]["phase"] == "betting" and laid):
        return
    await one.ask("pit-act", table="P", number=state["round"]["number"], order=any_order(rng, offers))


async def rounds(sim, pit, clients, number, rng):
    goal = pit.round.number + number
    for _ in range(80 * number):
        if pit.round.number >= goal:
            return
        for one in clients:
            await act(one, rng)
        await sim.run(13)
    raise AssertionError(f"the rounds do not end: {pit.round.phase} {pit.stopped}")


def lines_told(frame, person, rulebook):
    """How many pay lines a frame says its viewer meets: those that follow from the cards in that frame, no others."""
    state = frame.get("state") or {}
    if not state.get("round"):
        return 0
    box = next(
        (one for one in state["round"]["boxes"] if one["seated"] == one["player"] == person and one["cards"]), None
    )
    own = cards("".join(box["cards"])) if box and "??" not in box["cards"] else ()
    community = cards("".join(card for card in state["round"]["community"] if card != "??"))
    assert state.get("met", {}) == (lines_met(SIGNS[rulebook], own, community) if own else {})
    return len(state.get("met", {}))


@pytest.mark.parametrize("rulebook", sorted(SIGNS))
def test_no_frame_of_a_house_banked_table_names_a_hidden_card(rulebook):
    async def evening(seed):
        rng = random.Random(f"pit {rulebook} {seed}")
        async with Sim(f"pit {rulebook} {seed}") as sim:
            pit = await sim.hall.open_pit("P", SIGNS[rulebook])
            players = [await sim.player(name) for name in ("ann", "bob", "cat")]
            rail = Client(sim, "rail")
            for at, one in enumerate((*players, rail)):
                await one.ask("watch", table="P")
                if one is not rail:
                    assert await one.ask("pit-join", table="P", box=at + 1, stake=200_000) is None
            await rounds(sim, pit, players, count(3, 60), rng)
            # Ann's box goes to someone else, who then asks for everything again.
            assert await players[0].ask("pit-leave", table="P") is None
            dan = await sim.player("dan")
            await dan.ask("watch", table="P")
            assert await dan.ask("pit-join", table="P", box=1, stake=200_000) is None
            await rounds(sim, pit, [*players[1:], dan], 1, rng)
            for one in (*players, rail, dan):
                one.one.owe("P")
                one.pump()
                assert one.gaps == 0
            oracle = PitOracle(sim.store, "pit/P")
            seen = met = 0
            for one in (*players, rail, dan):
                for data, left in zip(one.frames, whole(one.frames), strict=True):
                    assert not oracle.leaks(one.account.id, json.loads(data)), (one.account.name, data)
                    assert not oracle.leaks(one.account.id, left), (one.account.name, left)
                    seen += len(CARD.findall(data.decode()))
                    met += lines_told(left, one.account.id, rulebook)
            assert met
            # What a player is told would be found in the hands of the rail.
            assert any(oracle.leaks(rail.account.id, json.loads(data)) for data in players[1].frames)
            return seen

    assert sum(run(evening(seed)) for seed in range(count(1, 6))) > 50


@pytest.mark.parametrize("rulebook", sorted(SIGNS))
def test_no_frame_of_a_house_banked_table_names_a_hidden_card_whatever_goes_wrong(rulebook):
    """Cards exposed and shown, hands viewed that were to be played blind, misdeals, void hands and rounds."""

    async def evening(seed):
        async with Sim(f"wrong {rulebook} {seed}") as sim:
            await sim.hall.open_pit("P", SIGNS[rulebook])
            evening = Evening(sim, "P", pit_event)
            await evening.come(("ann", "bob", "cat"))
            await play_pit(evening, random.Random(f"wrong {rulebook} {seed}"))
            oracle = PitOracle(sim.store, "pit/P")
            for one in evening.people.values():
                told = [data for data in one.frames if data.startswith(b"{")]
                frames = [*map(json.loads, told), *whole(told)]
                assert not any(oracle.leaks(one.account.id, frame) for frame in frames), one.account.name
            return sum(step.what.endswith("/order") and step.answer == 200 for step in evening.script)

    assert sum(run(evening(seed)) for seed in range(count(10, 100))) > 5


def as_told(pit, one):
    """The table as a snapshot would tell it to somebody now."""
    return json.loads(write_frame(pit_state(pit, one.account.id))) | {"clock": None}


@pytest.mark.parametrize("rulebook", sorted(SIGNS))
def test_updates_leave_everyone_with_what_a_snapshot_would_tell(rulebook):
    """Players who look, leave, come back, watch no more and open a second window; and whoever only watches."""

    async def evening(seed):
        rng = random.Random(f"deltas {rulebook} {seed}")
        async with Sim(f"deltas {rulebook} {seed}") as sim:
            pit = await sim.hall.open_pit("P", SIGNS[rulebook])
            players = [await sim.player(name) for name in ("ann", "bob", "cat")]
            windows = [*players, Client(sim, "rail"), Client(sim, "ann")]
            for one in windows:
                await one.ask("watch", table="P")
            compared, gone = 0, set()
            for _ in range(count(60, 600)):
                what = rng.random()
                one = rng.choice(players)
                if one not in windows or what < 0.8:
                    await act(one, rng)
                    if one.account.id not in pit.round.seats:
                        await one.ask("pit-join", table="P", box=players.index(one) + 1, stake=200_000)
                elif what < 0.84:
                    await one.ask("pit-leave", table="P")
                elif what < 0.88:
                    await one.ask("call-floor", table="P", words="please")
                else:
                    window = rng.choice(windows)
                    await window.ask("watch" if window in gone else "unwatch", table="P")
                    gone ^= {window}
                if rng.random() < 0.5:
                    await sim.run(rng.choice([1, 13]))
                for window in windows:
                    window.pump()
                    if window not in gone:
                        assert window.tables["P"] | {"clock": None} == as_told(pit, window), window.account.name
                        compared += 1
            assert compared > 100

    for seed in range(count(2, 20)):
        run(evening(seed))


@pytest.mark.parametrize("rulebook", sorted(SIGNS))
def test_every_card_a_player_saw_against_the_house_is_proved_and_no_other(rulebook):
    async def evening():
        rng = random.Random(f"proofs {rulebook}")
        async with Sim(f"proofs {rulebook}") as sim:
            pit = await sim.hall.open_pit("P", SIGNS[rulebook])
            players = [await sim.player(name) for name in ("ann", "bob")]
            for at, one in enumerate(players):
                await one.ask("watch", table="P")
                assert await one.ask("pit-join", table="P", box=at + 1, stake=200_000) is None
            await rounds(sim, pit, players, count(4, 40), rng)
            oracle = PitOracle(sim.store, "pit/P")
            live = pit.round.number
            proved = 0
            for account in (*(one.account for one in players), None):
                person = account.id if account is not None else "nobody"
                with pytest.raises(NotAllowed, match="no finished round"):
                    proof_document(sim.hall, "P", live, account)
                for number in range(1, live):
                    document = proof_document(sim.hall, "P", number, account)
                    seen = seen_from(json.loads(json.dumps(document)))
                    assert faults(seen) == []
                    known = {card for who, card in oracle.decks[oracle.rounds[number]] if who in {person, EVERYONE}}
                    assert {str(one.card) for one in seen.revealed} == known
                    whole = opened(sim.store.sealed(seen.shuffle))
                    shown = {one.index for one in seen.revealed}
                    for index in set(range(52)) - shown:
                        assert whole.reveal(index).salt.hex() not in json.dumps(document)
                    proved += len(shown)
            async with Sim("proofs again", store=sim.store) as again:
                assert proof_document(again.hall, "P", 1, None) == proof_document(sim.hall, "P", 1, None)
            return proved

    assert run(evening()) > 10
