"""Directions of the floor bind at a running table (nsw-poker 26.11): told, kept, on record, until they are lifted."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from openfelt.floor import Author, Use, read_power
from openfelt.games.standard import standard_sign
from openfelt.journal.verify import check_ledger
from openfelt.room import LiftDirection
from openfelt.room.orders import OnFloor
from openfelt.service.app import build
from openfelt.service.people.house_bots import BOT_CHIPS, BotSeat, seat_for
from openfelt.service.record.audit import check_hands
from openfelt.service.tell import directions
from tests.service_kit import Sim, run, said

KIM = Author("Kim", "supervisor")


async def direct(host, what, *seats):
    order = Use(read_power("direct", {"what": what, "seats": list(seats)}), KIM, "a reason")
    await host.submit(f"{what} {host.version}", "house", OnFloor(host.hand.turns, order))


async def lift(host, what, *players):
    await host.submit(f"lift {host.version}", "house", LiftDirection(what, "Kim", "settled", players))


async def three(sim, name="T"):
    host = await sim.table("nsw-poker", "texas-holdem", name, seats=6)
    people = [await sim.player(who, name, seat) for seat, who in enumerate(("ann", "bob", "cat"), 1)]
    await sim.run(5)
    assert host.state.is_dealt
    return host, people


def frames(client, kind):
    client.pump()
    return [frame for data in client.frames if (frame := json.loads(data))["type"] == kind]


def test_silence_refuses_words_in_a_hand_and_never_an_action():
    async def evening():
        async with Sim("silence") as sim:
            host, people = await three(sim)
            rail, flo = await sim.player("rail"), await sim.player("flo", roles=("floor",))
            await rail.ask("watch", table="T")
            assert await rail.ask("say", table="T", text="hello") is None
            await direct(host, "silence")
            for one in (rail, people[0]):
                refused = await one.ask("say", table="T", text="fold: cat has aces")
                assert (refused["code"], refused["rule"]) == ("silence", ["nsw-poker 26.11", "nsw-poker 26.11.2"])
            assert await flo.ask("say", table="T", text="silence, please") is None
            rail.pump()
            assert [one["what"] for one in rail.tables["T"]["directions"]] == ["silence"]
            await sim.play(host, people, 1)
            assert not host.table.in_hand
            assert await people[0].ask("say", table="T", text="nice hand") is None
            await sim.run(6)
            assert (await rail.ask("say", table="T", text="again"))["code"] == "silence"
            await lift(host, "silence")
            assert await rail.ask("say", table="T", text="again") is None
            rail.pump()
            assert rail.tables["T"]["directions"] == []

    run(evening())


def test_spectators_are_sent_away_told_why_and_kept_away():
    async def evening():
        async with Sim("spectators") as sim:
            host, people = await three(sim)
            rail, flo = await sim.player("rail"), await sim.player("flo", roles=("floor",))
            for one in (rail, flo):
                assert await one.ask("watch", table="T") is None
            await direct(host, "spectators")
            (ended,) = frames(rail, "watch-ended")
            assert (ended["table"], ended["error"]["code"]) == ("T", "no-spectators")
            assert ended["error"]["rule"] == ["nsw-poker 26.11", "nsw-poker 26.11.4"]
            before = len(rail.frames)
            await sim.play(host, people, 1)
            rail.pump()
            assert len(rail.frames) == before  # nothing more of the table
            assert (await rail.ask("watch", table="T"))["code"] == "no-spectators"
            assert (await rail.ask("say", table="T", text="psst"))["code"] == "no-spectators"
            assert await flo.ask("watch", table="T") is None
            assert flo.seqs["T"] == host.version
            assert await people[0].ask("stand", table="T") is None  # whoever gets up is a spectator
            await sim.run(200)
            assert [one["table"] for one in frames(people[0], "watch-ended")] == ["T"]
            await lift(host, "spectators")
            assert await rail.ask("watch", table="T") is None

    run(evening())


def test_suspects_are_kept_from_one_table_everywhere_until_it_is_lifted():
    async def evening():
        async with Sim("apart") as sim:
            host, people = await three(sim)
            other = await sim.table("nsw-poker", "texas-holdem", "Other", seats=6)
            away = await sim.table("act-stud", "seven-card-stud", "Away", seats=6)
            for one in people[1:]:
                for table in ("Other", "Away"):
                    seat = 2 + people.index(one)
                    assert await one.ask("sit", table=table, seat=seat, stake=20_000) is None
            await direct(host, "apart", 2, 3)
            await sim.play(host, people[:2], 2)
            assert sorted(host.dealt_to) == [1, 2]
            assert host.table.place_of("p_cat") is None
            assert sorted(place.player for place in other.table.places.values()) == ["p_bob"]
            assert len(away.table.places) == 2  # another rulebook, which knows no such direction
            for table in ("T", "Other"):
                refused = await people[2].ask("sit", table=table, seat=5, stake=20_000)
                assert (refused["code"], refused["rule"]) == ("kept-apart", ["nsw-poker 26.11", "nsw-poker 26.11.3"])
            third = await sim.table("nsw-poker", "texas-holdem", "Third", seats=6)
            assert await people[2].ask("sit", table="Third", seat=1, stake=20_000) is None
            assert (await people[1].ask("sit", table="Third", seat=2, stake=20_000))["code"] == "kept-apart"
            assert await people[0].ask("sit", table="Third", seat=2, stake=20_000) is None
            assert sorted(place.player for place in third.table.places.values()) == ["p_ann", "p_cat"]
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_a_stopped_table_does_not_keep_suspects_together_at_the_others():
    async def evening():
        async with Sim("stopped") as sim:
            host, people = await three(sim)
            tables = [await sim.table("nsw-poker", "texas-holdem", name, seats=6) for name in ("Stopped", "Other")]
            for one in people[1:]:
                for table in ("Stopped", "Other"):
                    assert await one.ask("sit", table=table, seat=2 + people.index(one), stake=20_000) is None
            tables[0].stopped = "a fault of ours"
            await direct(host, "apart", 2, 3)
            await sim.run(31)
            assert [len(table.table.places) for table in tables] == [2, 1]

    run(evening())


def test_directions_survive_a_restart_and_are_on_record():
    async def evening():
        async with Sim("before") as sim:
            host, _ = await three(sim)
            for what in ("english", "silence", "spectators"):
                await direct(host, what)
            await direct(host, "apart", 1, 2)
        names = [one.record.name for one in sim.store.read("table/T", 0, 10_000)]
        assert names.count("DirectionGiven") == 4
        async with Sim("after", store=sim.store) as again:
            host = again.hall.hosts["T"]
            assert [one.what for one in host.table.directions] == ["english", "silence", "spectators", "apart"]
            rail = await again.player("zed")
            assert (await rail.ask("watch", table="T"))["code"] == "no-spectators"
            assert host.table.place_of("p_bob").leaving
            await lift(host, "apart", "p_ann", "p_bob")
            await lift(host, "english")
            assert [one.what for one in host.table.directions] == ["silence", "spectators"]

    run(evening())


def seat_three(client, host):
    """The same three bots, at however many tables."""
    for seat in (1, 2, 3):
        one = BotSeat(seat, "caller", f"Bot{seat}")
        client.portal.call(host.hall.issue, one.player, BOT_CHIPS, f"issue {one.player} {host.table.name}")
        order = seat_for(one, host.table.sign)
        client.portal.call(host.submit, f"seat {one.player} {host.table.name}", "house", order)


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost") as client:
        hall = client.app.state.hall
        for name in ("Felt", "Other"):
            host = client.portal.call(hall.open_table, name, standard_sign("nsw-poker", "texas-holdem"))
            host.state.frozen = True  # nothing goes on by itself while the test sets the scene
            seat_three(client, host)
        client.portal.call(hall.hosts["Felt"].work.next_hand)
        account = hall.accounts.open_account("kim", ("floor",), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        client.headers["x-openfelt"] = "1"
        yield client


def test_the_desk_gives_directions_shows_them_and_lifts_them(room):
    hall = room.app.state.hall
    turn = hall.hosts["Felt"].hand.turns

    def post(path, **body):
        return room.post(f"/api/floor/Felt/{path}", json=body).json()

    use = {"kind": "direct", "reason": "a suspicion", "turn": turn}
    assert post("use", id="1", facts={"what": "english"}, **use) == {"done": True}
    assert post("use", id="2", facts={"what": "apart", "seats": [3, 1]}, **use) == {"done": True}
    assert post("use", id="3", facts={"what": "english"}, **use)["error"]["code"] == "directed-already"
    shown = room.get("/api/floor/Felt").json()["directions"]
    assert [one["what"] for one in shown] == ["english", "apart"]
    assert said(shown[0]["text"]) == "only English is spoken at the table"
    assert said(shown[1]["text"]) == "Bot3 and Bot1 do not play at one table"
    assert shown[1]["players"] == ["bot Bot3", "bot Bot1"]
    assert hall.hosts["Felt"].table.places[1].leaving
    room.portal.call(directions.separate, hall.hosts.values())  # what the room does beside, to its end
    assert sorted(hall.hosts["Other"].table.places) == [2, 3]  # the first one named keeps the seat
    assert post("lift", id="4", what="silence", reason="calm")["error"]["code"] == "not-directed"
    assert post("lift", id="5", what="english", reason=" ")["error"]["code"]
    assert post("lift", id="6", what="english", reason="calm") == {"done": True}
    together = {"what": "apart", "players": ["bot Bot3", "bot Bot1"], "reason": "cleared"}
    assert post("lift", id="7", **together) == {"done": True}
    assert [hall.hosts[name].table.directions for name in ("Felt", "Other")] == [(), ()]


def test_a_table_that_refuses_holds_up_no_other_when_players_may_sit_together_again(room):
    hall = room.app.state.hall
    for name in ("Last", "Late"):
        host = room.portal.call(hall.open_table, name, standard_sign("nsw-poker", "texas-holdem"))
        host.state.frozen = True
        seat_three(room, host)
    use = {"kind": "direct", "reason": "a suspicion", "turn": hall.hosts["Felt"].hand.turns, "id": "1"}
    apart = {"what": "apart", "seats": [3, 1]}
    assert room.post("/api/floor/Felt/use", json={"facts": apart, **use}).json() == {"done": True}
    room.portal.call(directions.separate, hall.hosts.values())  # what the room does beside, to its end
    assert [len(host.table.directions) for host in hall.hosts.values()] == [1, 1, 1, 1]
    hall.hosts["Other"].stopped = "a fault of ours"
    together = {"id": "2", "what": "apart", "players": ["bot Bot3", "bot Bot1"], "reason": "cleared"}
    assert room.post("/api/floor/Felt/lift", json=together).json() == {"done": True}
    assert {name: len(host.table.directions) for name, host in hall.hosts.items()} == {
        "Felt": 0, "Other": 1, "Last": 0, "Late": 0,
    }  # fmt: skip
    assert room.get("/api/floor/Other").json()["directions"][0]["what"] == "apart"
