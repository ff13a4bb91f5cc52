"""A player calls the floor: on record with table, hand and seat, told to everyone, answered by the floor."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.games.standard import standard_sign
from openfelt.pit.games import pit_games, sign_for
from openfelt.room import calls as room_calls
from openfelt.room.calls import one_line
from openfelt.room.rules import ROOM
from openfelt.service.app import build
from openfelt.service.doors.answers import answer as take
from openfelt.service.pages.archive import proof_document
from openfelt.service.record.audit import check_hands
from openfelt.service.tell import calls
from openfelt.service.tell.table_views import optional_blind
from openfelt.service.wire.subscribers import Subscriber
from tests.service_kit import Client, Sim, run, said

HEADERS = {"x-openfelt": "1"}


async def three(sim, **changes):
    host = await sim.table("nsw-poker", "texas-holdem", seats=4, **changes)
    players = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
    await sim.run(1)
    return host, players


def lines_of(client):
    """Every line of the log that a client was told."""
    return [line for data in client.frames for line in json.loads(data).get("lines", ())]


def waiting(client, table="T"):
    """The seats that a client sees waiting for the floor."""
    return [place["seat"] for place in client.tables[table]["places"] if place.get("calls_floor")]


def test_a_call_is_on_record_and_told_and_stops_nothing():
    async def called():
        async with Sim("call") as sim:
            host, (ann, bob, cat) = await three(sim)
            actor = next(one for one in (ann, bob, cat) if one.turn("T"))
            left, turn = host.work.left_ms(), actor.turn("T")["turn"]
            assert await bob.ask("call-floor", table="T", words="the flop\n was\x07 exposed") is None
            assert host.work.left_ms() == left, "the clock is not wound up"
            assert not host.frozen
            assert actor.turn("T")["turn"] == turn
            ann.pump()
            line = next(one for one in lines_of(ann) if one["kind"] == "FloorCalled")
            assert said(line) == "p_bob calls the floor: the flop was exposed"
            assert line["cites"] == ["nsw-poker 27.14"]
            assert waiting(ann) == waiting(cat) == [2]
            (call,) = host.calls.open.values()
            assert (call.player, call.seat, call.number) == ("p_bob", 2, host.table.number)
            assert await actor.ask("act", table="T", turn=turn, action="fold") is None

    run(called())


def test_a_call_is_refused_without_a_seat_twice_and_in_a_crowd(monkeypatch):
    async def refused():
        async with Sim("refused calls") as sim:
            host, (ann, bob, cat) = await three(sim)
            rail = await sim.player("rail")
            assert (await rail.ask("call-floor", table="T"))["code"] == "no-seat"
            staff = await sim.player("kim", roles=("floor",))
            assert (await staff.ask("call-floor", table="T"))["code"] == "no-seat", "the house deals this table"
            assert await ann.ask("call-floor", id="once", table="T") is None
            version = host.version
            assert await ann.ask("call-floor", id="once", table="T") is None, "a repeated request has its answer"
            again = await ann.ask("call-floor", table="T")
            assert (again["code"], again["rule"]) == ("called-already", ["nsw-poker 27.14"])
            assert host.version == version
            monkeypatch.setattr(room_calls, "MOST_OPEN", 2)
            assert await bob.ask("call-floor", table="T") is None
            assert (await cat.ask("call-floor", table="T"))["code"] == "many-calls"

    run(refused())


def test_calls_outlive_a_restart_and_the_record_stands():
    async def before(store=None):
        async with Sim("calls", store=store) as sim:
            _, (ann, bob, _) = await three(sim)
            await ann.ask("call-floor", table="T", words="my stack is short")
            await bob.ask("call-floor", table="T")
            return sim.store

    async def after(store):
        async with Sim("calls", store=store) as sim:
            host = sim.hall.hosts["T"]
            assert [(one.player, one.words) for one in host.calls.open.values()] == [
                ("p_ann", "my stack is short"),
                ("p_bob", ""),
            ]
            assert host.table.in_hand, "the hand goes on"
            assert not host.fault
            bob = Client(sim, "bob")
            await bob.ask("watch", table="T")
            assert waiting(bob) == [1, 2]
            first = min(host.calls.open)
            kim = Client(sim, "kim", ("floor",)).account
            await calls.answer(host, first, by=kim, role="supervisor", words="counted: it is right", request="kim 1")
            await sim.settle()
            bob.pump()
            assert waiting(bob) == [2]
            assert said(lines_of(bob)[-1]) == "the floor (kim) answers p_ann: counted: it is right"
            clients = [Client(sim, name) for name in ("ann", "cat")]
            for one in clients:
                await one.ask("watch", table="T")
            await sim.play(host, [bob, *clients], 1)
            return sim.store

    store = run(after(run(before())))
    assert check_hands(store).fault is None


@pytest.mark.parametrize("sign", [*map(sign_for, pit_games())], ids=pit_games())
def test_a_player_against_the_house_calls_too(sign):
    async def played(store=None):
        async with Sim(f"pit calls {sign.rulebook}", store=store) as sim:
            pit = sim.hall.pits.get("P") or await sim.hall.open_pit("P", sign)
            ann = await sim.player("ann")
            await ann.ask("watch", table="P")
            if store is not None:
                assert [one.words for one in pit.calls.open.values()] == ["the dealer mispaid me"]
                assert ann.tables["P"]["called"] is True
                return sim.store
            assert (await ann.ask("call-floor", table="P"))["code"] == "no-seat"
            assert await ann.ask("pit-join", table="P", box=1, stake=50_000) is None
            wager = next(one for one in ann.tables["P"]["offers"] if one["order"]["type"] == "Wager")
            await ann.ask("pit-act", table="P", number=1, order=wager["order"])
            await sim.run(13)
            ann.pump()
            assert ann.tables["P"]["round"]["phase"] == "decision"
            assert await ann.ask("call-floor", table="P", words="the dealer mispaid me") is None
            assert ann.tables["P"]["called"] is True
            assert lines_of(ann)[-1]["cites"] == list(ROOM.of(sign.rulebook).acts.disputes)
            await sim.run(60)
            ann.pump()
            assert ann.tables["P"]["round"]["number"] > 1, "the round went on"
            assert proof_document(sim.hall, "P", 1, ann.account)["revealed"]
            return sim.store

    store = run(played())
    assert check_hands(store).fault is None
    run(played(store))


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost") as client:
        hall = client.app.state.hall
        client.portal.call(hall.open_table, "Felt", standard_sign("nsw-poker", "texas-holdem"))
        client.portal.call(hall.open_pit, "Civic", HoldemSign())
        yield client


def log_in(client, name, *roles):
    hall = client.app.state.hall
    account = hall.accounts.open_account(name, roles, 0, "a long password")
    client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
    return account


def test_the_floor_sees_every_call_with_table_hand_and_time_and_answers_it(room):
    hall = room.app.state.hall
    guest, _ = room.portal.call(hall.welcome_guest, "Ann")
    one = Subscriber(guest.id)
    for frame in (
        {"type": "sit", "id": "1", "table": "Felt", "seat": 3, "stake": 20_000},
        {"type": "call-floor", "id": "2", "table": "Felt", "words": "I was skipped"},
        {"type": "pit-join", "id": "3", "table": "Civic", "box": 2, "stake": 20_000},
        {"type": "call-floor", "id": "4", "table": "Civic"},
    ):
        room.portal.call(take, hall, guest, one, json.dumps(frame))
    assert hall.refusals == 0
    tables = json.loads(hall.lobby_frame(guest.id))["tables"]
    assert {one["table"]: one["calls"] for one in tables} == {"Felt": 1, "Civic": 1}
    room.cookies.clear()
    assert room.get("/api/floor").status_code == 401
    log_in(room, "Pat", "player")
    assert room.get("/api/floor").status_code == 403
    log_in(room, "Kim", "floor")
    told = room.get("/api/floor").json()
    felt, civic = told["calls"]
    assert (felt["table"], felt["name"], felt["seat"], felt["number"]) == ("Felt", guest.name, 3, 0)
    assert (felt["words"], felt["pit"], felt["answer"]) == ("I was skipped", False, "")
    assert (civic["table"], civic["seat"], civic["number"], civic["pit"]) == ("Civic", 2, 1, True)
    assert 0 <= told["now_ms"] - felt["time_ms"] < 60_000

    def post(table, **body):
        return room.post(f"/api/floor/{table}/answer", json=body, headers=HEADERS).json()

    assert post("Felt", id="a", call=felt["call"], words=" \x07")["error"]["code"] == "notation"
    missing = post("Felt", id="b", call=99, words="coming")["error"]
    assert (missing["code"], [said(one) for one in missing["legal"]]) == ("no-call", [f"call {felt['call']}"])
    assert missing["rule"] == ["nsw-poker 27.14"]
    assert post("Felt", id="c", call=felt["call"], words="you are dealt in") == {"done": True}
    assert post("Civic", id="d", call=civic["call"], words="on my way") == {"done": True}
    assert post("Felt", id="e", call=felt["call"], words="again")["error"]["code"] == "no-call"
    answered = room.get("/api/floor/Felt").json()["calls"]
    assert [(one["answer"], one["by"]) for one in answered] == [("you are dealt in", "Kim")]
    assert [one["answer"] for one in room.get("/api/floor").json()["calls"]] == ["you are dealt in", "on my way"]
    assert not hall.hosts["Felt"].calls.open
    assert not hall.hosts["Felt"].frozen


def test_the_dealer_of_a_live_table_calls_for_it():
    async def live():
        async with Sim("live call") as sim:
            host = await sim.hall.open_table("L", standard_sign("nsw-poker", "texas-holdem"), live=True)
            dealer = await sim.player("dee", roles=("dealer",))
            player = await sim.player("pat")
            assert await dealer.ask("call-floor", table="L", words="seat 3 is out of turn") is None
            assert (await player.ask("call-floor", table="L"))["code"] == "no-seat"
            (call,) = host.calls.open.values()
            assert call.seat == 0

    run(live())


def test_words_on_record_are_one_printable_line():
    assert one_line(" two\n lines\x1f\x07 ") == "two lines"


def test_a_sign_that_allows_an_optional_blind_says_which_with_its_clause():
    def told(rulebook, game, **changes):
        option = optional_blind(standard_sign(rulebook, game, **changes))
        return option and (option.name, option.cites[0])

    assert told("nsw-poker", "texas-holdem") is None
    assert told("nsw-poker", "texas-holdem", straddle=True) == ("straddle", "nsw-poker 8.9")
    assert told("nsw-poker", "draw-blind", voluntary_blinds=True) == ("voluntary blind", "nsw-poker 15.1.2")
    assert told("house", "omaha-8", straddle=True) == ("straddle", "house 3.5")
    over = {"ante": 0, "blinds": (100, 200), "over_blinds": (400,)}
    assert told("act-stud", "seven-card-stud", **over) == ("over-blind", "act-stud 4.2(e)")


def test_the_option_is_told_with_the_table():
    async def told():
        async with Sim("option") as sim:
            _, (ann, *_) = await three(sim, straddle=True)
            return ann.tables["T"]["option"]

    assert run(told()) == {"name": "straddle", "cites": ["nsw-poker 8.9", "nsw-poker 8.9.1"]}


@pytest.mark.parametrize(
    ("book", "game", "cites"),
    [
        ("nsw-poker", "texas-holdem", ["nsw-poker 8.8.4"]),
        ("act-stud", "seven-card-stud", []),  # antes alone: no blind is owed
        ("us-stud", "seven-card-stud", []),
        ("house", "omaha-8", ["house 3.4"]),
    ],
)
def test_by_which_clause_a_move_may_owe_a_blind_is_told_with_the_table(book, game, cites):
    async def told():
        async with Sim(book) as sim:
            await sim.hall.open_table("T", standard_sign(book, game))
            ann = await sim.player("Ann")
            await ann.ask("watch", table="T")
            ann.pump()
            return ann.tables["T"]["seat_change"]

    assert run(told()) == cites
