"""What the floor's desk says before a ruling is applied names no hidden card: looking leaves no trace (HID-5)."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from starlette.testclient import TestClient

from openfelt.cards import deck
from openfelt.errors import OpenfeltError
from openfelt.floor import Preview, possible, rule
from openfelt.games import GAMES
from openfelt.games.standard import standard_sign
from openfelt.journal import MemoryStore
from openfelt.school.situations import random_incident
from openfelt.service import app as service
from openfelt.service.desks.floor import effect, ruling_object
from openfelt.service.wire.protocol import write_frame
from openfelt.table import Viewer, view
from openfelt.table.ruling_events import CardsMoved
from tests.conftest import count
from tests.feed_oracle import Oracle, cards_in
from tests.service_kit import Sim, run, seats_at

BASE = "http://127.0.0.1:8052"
NOBODY = "nobody"


def hidden_in(said, host, store, facts):
    """Cards that are named and are neither open to everyone nor among the facts that were given."""
    oracle = Oracle(store, host.stream)
    given = cards_in(json.loads(msgspec.json.encode(facts, enc_hook=str)))
    last = len(oracle.hands) - 1
    return [card for card in cards_in(said) if card not in given and not oracle.knows(last, NOBODY, card, 1 << 59)]


@pytest.mark.parametrize("key", sorted(GAMES), ids=" ".join)
def test_a_ruling_that_is_only_looked_at_names_no_hidden_card(key):
    async def evening(number):
        rng = random.Random(f"desk {key} {number}")
        async with Sim(f"desk {key} {number}") as sim:
            host = await sim.table(*key, seats=seats_at(key, 4))
            names = ("ann", "bob", "cat")[: seats_at(key, 3)]
            players = [await sim.player(name, "T", at + 1) for at, name in enumerate(names)]
            looked = 0
            for _ in range(25):
                for kind in possible(host.hand) if host.state.is_dealt else ():
                    try:
                        incident = random_incident(rng, host.hand, kind)
                        ruling = rule(host.hand, incident)
                    except OpenfeltError:
                        continue
                    said = json.loads(write_frame(ruling_object(host, host.hand, ruling)))
                    assert not hidden_in(said, host, sim.store, incident), (kind, said)
                    looked += 1
                actor = next((one for one in players if one.turn("T")), None)
                if actor is None:
                    await sim.run(6)
                else:
                    await actor.act("T", rng)
            return looked

    assert sum(run(evening(number)) for number in range(count(1, 8))) > 5


def test_a_hidden_card_in_a_preview_would_be_seen():
    """The judge bites: the same events with every card taken for a fact name what nobody has seen."""

    async def evening():
        async with Sim("desk bites") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            for at, name in enumerate(("ann", "bob")):
                await sim.player(name, "T", at + 1)
            await sim.run(6)
            hand = host.hand
            cites = ("nsw-poker 26.26",)
            moved = CardsMoved(hand.down[0][:1], "down", "burns", cites, hand.seats[0])
            own = view(hand, Viewer("seat", hand.seats[1]))  # what a seat sees, in place of what the rail does
            tried = Preview(cites, (moved,), own)
            masked = effect(host, hand, tried, ())
            told = effect(host, hand, tried, (hand.down[0],))
            assert not hidden_in(json.loads(write_frame(masked)), host, sim.store, ())
            assert hidden_in(json.loads(write_frame(told)), host, sim.store, ())

    run(evening())


def test_guessing_at_a_players_cards_is_on_record_and_soon_over(tmp_path, monkeypatch):
    """A desk that says which card a seat does not hold would tell the hand in a few dozen questions."""
    store = MemoryStore()

    async def tables(hall):
        host = await hall.open_table("T", standard_sign("nsw-poker", "texas-holdem", seats=4))
        for seat in (1, 2):
            await hall.seat_bot(host, seat, "caller", f"b{seat} of T")
        await host.work.next_hand()

    monkeypatch.setattr(service, "open_demo", tables)
    with TestClient(service.build(tmp_path, store=store, pace=10.0), base_url=BASE) as client:
        client.headers.update({"x-openfelt": "1", "origin": BASE})
        hall = client.app.state.hall
        link = hall.invitations.invite(("floor",), hall.now_ms())
        answer = client.post("/api/login", json={"name": "Flo", "password": "a long password", "invitation": link})
        account = answer.json()["account"]["id"]
        hand = hall.hosts["T"].hand
        seat, mine = hand.seats[0], hand.down[0]
        others = [str(card) for card in deck(52).cards if card not in mine]
        body = {"kind": "exposed-by-player", "facts": {"seat": seat, "cards": [str(mine[0])]}}
        assert client.post("/api/floor/T/rule", json=body).status_code == 200  # the card that really was seen
        codes = []
        for at, card in enumerate((*others[:4], str(mine[1]))):
            guess = {"kind": "exposed-by-player", "facts": {"seat": seat, "cards": [card]}}
            path = "rule"
            if at % 2:
                path, guess = "apply", {**guess, "id": f"g{at}", "reason": "seen", "turn": hand.turns}
            codes.append(client.post(f"/api/floor/T/{path}", json=guess).json()["error"]["code"])
    assert codes == ["facts", "facts", "facts", "too-many-guesses", "too-many-guesses"]
    rows = [row.record for row in store.read("room") if row.record.name == "HiddenCardNamed"]
    assert [row.actor for row in rows] == [account] * 4
    assert not any(cards_in(json.loads(row.payload)) for row in rows)
