"""Nothing secret gets into logs or error replies, whatever goes wrong; a recorded request opens a finished hand."""

from __future__ import annotations

import json
import logging
import random

import pytest
from starlette.testclient import TestClient

from openfelt.errors import InvariantBroken
from openfelt.games.standard import standard_sign
from openfelt.journal import MemoryStore
from openfelt.room import StandUp, draft, state
from openfelt.room.house_events import HandInspected
from openfelt.service.app import build
from openfelt.service.deck.sealing import opened
from openfelt.service.pages import archive
from openfelt.service.people.accounts import Account, NotAllowed
from openfelt.service.record.stream import event_of
from openfelt.service.wire.protocol import write_frame
from openfelt.service.writers import table as hosts
from openfelt.table.events import StreetDealt
from tests.conftest import count
from tests.feed_oracle import cards_in
from tests.service_kit import Client, Sim, run

FAULTS = (ValueError, KeyError, InvariantBroken, AssertionError, RuntimeError)


@pytest.fixture(autouse=True)
def log_is_heard():
    """Whatever an earlier test's server did to logging, the room's own log is heard here."""
    own = [
        logging.getLogger(),
        *(logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if name.startswith("openfelt")),
    ]
    before = [(one.disabled, one.propagate, one.level) for one in own]
    for one in own:
        one.disabled, one.propagate = False, True
        one.setLevel(logging.DEBUG if one.name.startswith("openfelt") else one.level)
    off = logging.root.manager.disable
    logging.disable(logging.NOTSET)
    yield
    logging.disable(off)
    for one, (disabled, propagate, level) in zip(own, before, strict=True):
        one.disabled, one.propagate = disabled, propagate
        one.setLevel(level)


@pytest.mark.parametrize("where", ["evolve", "decide", "publish", "append"])
def test_a_fault_at_any_moment_names_no_card_seed_salt_or_token(where, monkeypatch, caplog):
    """Every exception's text is full of secrets; none of it may come out (HID-4)."""
    caplog.set_level(logging.DEBUG)
    logging.disable(logging.NOTSET)  # whatever an earlier test's library did to logging
    own = logging.getLogger("openfelt")
    monkeypatch.setattr(own, "disabled", False)
    monkeypatch.setattr(own, "propagate", True)
    monkeypatch.setattr(own, "level", logging.DEBUG)
    own.manager._clear_cache()

    async def evening(number):
        rng = random.Random(f"canary {where} {number}")
        async with Sim(f"canary {where} {number}") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
            await sim.run(1)
            sealed = sim.store.sealed(host.commitment.shuffle)
            committed = opened(sealed)
            secrets = [str(card) for card in committed.order]
            secrets += [sealed.seed.hex(), repr(sealed.seed)]
            secrets += [committed.reveal(at).salt.hex() for at in range(len(committed.order))]
            canary = f"CANARY {' '.join(secrets)}"
            fault = rng.choice(FAULTS)

            def explode(*_, **__):
                raise fault(canary)

            with monkeypatch.context() as patch:
                if where == "evolve":
                    patch.setattr(state, "evolve", explode)
                elif where == "decide":
                    patch.setattr(draft, "decide", explode)
                elif where == "publish":
                    patch.setattr(sim.hall, "publish", explode)
                else:
                    patch.setattr(sim.journal, "append", explode)
                actor = next(one for one in clients if one.turn("T"))
                frames = len(actor.frames)
                error = await actor.ask("act", table="T", turn=actor.turn("T")["turn"], action="fold")
                await sim.run(200)  # clocks and the house run into it too
                assert error is not None or where == "publish"  # what is durable was done, told or not
            told = b" ".join(actor.frames[frames:]).decode()
            logged = caplog.text + " ".join(str(record.exc_info) for record in caplog.records if record.exc_info)
            for text in (json.dumps(error), logged):
                assert "CANARY" not in text
                assert not cards_in(text), text
                assert not any(secret in text for secret in secrets[52:])
            assert "CANARY" not in told

    for number in range(count(5, 250)):
        caplog.clear()
        run(evening(number))
    assert caplog.records  # a fault is reported, by kind and place


@pytest.mark.parametrize("path", ["/api/hands/T/1", "/api/proofs/T/1", "/api/hands/T/1.phh", "/api/hands/T/1.txt"])
def test_a_fault_in_a_page_is_told_without_its_text(path, tmp_path, monkeypatch, caplog):
    """Whatever breaks while a hand is being told, neither the answer nor the log repeats what was in hand (HID-4)."""

    def explode(*_, **__):
        raise ValueError("CANARY Ah Kd 00112233445566778899aabbccddeeff")

    monkeypatch.setattr(archive, "find", explode)
    with TestClient(build(tmp_path, demo=False, store=MemoryStore()), base_url="http://127.0.0.1:8052") as client:
        answer = client.get(path)
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "server-fault"
    assert answer.headers["x-content-type-options"] == "nosniff"
    for text in (answer.text, caplog.text, *(str(record.exc_info) for record in caplog.records)):
        assert "CANARY" not in text
        assert not cards_in(text)


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("where", ["fresh", "now_ms"])
def test_a_fault_that_ends_a_connection_is_logged_by_kind_and_place(where, kind, tmp_path, monkeypatch, caplog):
    """While a snapshot is made, or before a frame is looked at: logged, closed with 1011, nobody is left over."""

    def explode(*_, **__):
        raise kind("CANARY Ah Kd 00112233445566778899aabbccddeeff")

    base = "http://127.0.0.1:8052"
    app = build(tmp_path, demo=False, store=MemoryStore())
    with TestClient(app, base_url=base, headers={"origin": base, "host": "127.0.0.1:8052"}) as client:
        hall = app.state.hall
        client.portal.call(hall.open_table, "T", standard_sign("nsw-poker", "texas-holdem"))
        account = hall.accounts.open_account("ann", ("player",), 0)
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        with client.websocket_connect("/api/socket") as socket:
            assert socket.receive_json()["type"] == "welcome"
            monkeypatch.setattr(hall, where, explode)
            socket.send_json({"type": "watch", "id": "w", "table": "T"})
            frame = socket.receive()
            while frame["type"] == "websocket.send":
                frame = socket.receive()
            monkeypatch.undo()
        assert frame["type"] == "websocket.close"
        assert frame["code"] == 1011
        assert f"{kind.__name__} at test_service_secrets.py" in caplog.text
        assert len(hall.subscribers) == 0
    assert "CANARY" not in caplog.text
    assert not any("CANARY" in str(record.exc_info) for record in caplog.records)


def test_a_stopped_table_tells_everyone_and_takes_no_more(monkeypatch):
    async def evening():
        async with Sim("stopped") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            other = await sim.table("nsw-poker", "omaha", name="U", seats=3)
            await sim.player("xan", "U", 1)
            await sim.player("yul", "U", 2)
            await sim.run(1)

            def broken(*_):
                raise InvariantBroken("chips from nowhere")

            monkeypatch.setattr(hosts, "decide", broken)
            with pytest.raises(InvariantBroken):
                await host.submit("break", "house", StandUp(host.table.places[1].player))
            monkeypatch.undo()
            await sim.settle()
            for one in clients:
                one.pump()
                assert "stopped" in one.tables["T"]["notice"]
            assert (await clients[0].ask("stand", table="T"))["code"] == "table-stopped"
            number = other.table.number
            await sim.run(400)
            assert other.table.number > number or other.hand.turns

    run(evening())


def replay(sim, account):
    return json.loads(write_frame(archive.replay_document(sim.hall, "T", 1, account)))


def dealt_down(sim):
    events = [event_of(one.record) for one in sim.store.read("table/T", 0, 10_000)]
    return {str(card) for event in events if isinstance(event, StreetDealt) for cards in event.down for card in cards}


def test_hidden_cards_of_a_finished_hand_open_only_to_a_recorded_request():
    async def evening():
        async with Sim("inspect") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
            await sim.play(host, clients, 1)
            inspector = Account("i1", "Ines", ("inspector",), guest=False)
            before = replay(sim, inspector)
            shown = set(cards_in(before))
            for account in (clients[0].account, Account("o", "Op", ("operator", "floor", "dealer"), guest=False)):
                with pytest.raises(NotAllowed):
                    await archive.inspect(sim.hall, "T", 1, account, "curious")
            with pytest.raises(Exception, match="reason"):
                await archive.inspect(sim.hall, "T", 1, inspector, "  ")
            with pytest.raises(NotAllowed, match="no finished hand"):
                await archive.inspect(sim.hall, "T", 2, inspector, "a live hand stays closed")
            await archive.inspect(sim.hall, "T", 1, inspector, "a complaint")
            assert set(cards_in(replay(sim, inspector))) >= shown | dealt_down(sim)
            assert not dealt_down(sim) <= shown
            other = Account("i2", "Ivo", ("inspector",), guest=False)
            assert replay(sim, other) == before
            stored = [event_of(one.record) for one in sim.store.read("table/T", 0, 10_000)]
            asked = [event for event in stored if isinstance(event, HandInspected)]
            assert [(event.number, event.inspector, event.reason) for event in asked] == [(1, "i1", "a complaint")]
            rail = Client(sim, "rail")
            await rail.ask("watch", table="T")
            assert any("inspector" in line["phrase"] for line in json.loads(rail.frames[0])["lines"])

    run(evening())


def test_one_seed_gives_one_trace():
    """The simulated room is deterministic: the same seed sends every client the same bytes and writes the same log."""

    async def evening():
        async with Sim("trace") as sim:
            host = await sim.table("house", "badugi", seats=4)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.hall.seat_bot(host, 4, "random", "Bo of T")
            await sim.play(host, clients, 3, incidents=0.05)
            return [one.frames for one in clients], sim.store.head()

    assert run(evening()) == run(evening())
