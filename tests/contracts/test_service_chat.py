"""Words at a table: a limit for each person, a record, a history for newcomers, and people whom the floor has muted."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest
from starlette.testclient import TestClient

from openfelt.errors import NotationError, OpenfeltError
from openfelt.games.standard import standard_sign
from openfelt.journal import Batch, Entry, MemoryStore, Record
from openfelt.journal.verify import check_chain
from openfelt.room.offices import Officer
from openfelt.room.roll import is_sealed
from openfelt.room.words import Mute, PersonMuted, Unmute
from openfelt.room.words import Say as SayOrder
from openfelt.service.app import build
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.people.seals import unseal
from openfelt.service.record.asked import read_asked
from openfelt.service.record.audit import check_hands
from openfelt.service.record.room_audit import check_room
from openfelt.service.tell.chat import LINES_KEPT, WordsSaid
from openfelt.service.wire.protocol import Say
from openfelt.service.wire.requests import RequestId, RequestReused
from tests.restart_kit import chain_again, replace_record
from tests.service_kit import Client, Sim, run

AT_ONCE = int(Limits().chat.burst)


def heard(client):
    client.pump()
    return [frame["text"] for data in client.frames if (frame := json.loads(data))["type"] == "said"]


def on_record(store, table="T"):
    rows = store.read(f"chat/{table}", 0, 10_000)
    assert {row.record.schema for row in rows} <= {1}
    return [msgspec.json.decode(row.record.payload, type=WordsSaid) for row in rows]


def test_a_person_says_so_much_at_a_table_whatever_the_connections():
    async def evening():
        async with Sim("talk") as sim:
            for name in ("T", "U"):
                await sim.table("nsw-poker", "texas-holdem", name)
            ann, again, bob = await sim.player("ann"), Client(sim, "ann"), await sim.player("bob")
            await bob.ask("watch", table="T")
            answers = []
            for number in range(10):
                for one in (ann, again):
                    request = f"{number}-{one is ann}"
                    answers.append(await one.ask("say", id=request, table="T", text="x" * 260))
            assert answers[:AT_ONCE] == [None] * AT_ONCE
            assert {one["code"] for one in answers[AT_ONCE:]} == {"too-many"}
            assert len(heard(bob)) == AT_ONCE
            assert len(on_record(sim.store)) == AT_ONCE  # what was refused is not kept
            assert await ann.ask("say", table="U", text="another table") is None
            assert await bob.ask("say", table="T", text="another person") is None
            await sim.run(2)
            assert await ann.ask("say", table="T", text="after a while") is None

    run(evening())


def test_every_line_is_on_record_before_it_is_told_and_a_repeated_one_is_said_once():
    async def evening():
        async with Sim("record") as sim:
            host = await sim.table("nsw-poker", "texas-holdem")
            ann, rail = await sim.player("ann", "T", 1), await sim.player("rail")
            await rail.ask("watch", table="T")
            for _ in range(2):
                assert await ann.ask("say", id="s1", table="T", text="  nice\n hand ") is None
            reused = await ann.ask("say", id="s1", table="T", text="other words")
            assert reused["code"] == "request-reused"
            assert await rail.ask("say", table="T", text="hello") is None
            assert heard(rail) == ["nice hand", "hello"]
            kept = on_record(sim.store)
            assert all(is_sealed(one.words) and not one.name for one in kept), "house 35.7"
            assert [(one.player, one.role, sim.hall.accounts.seals.open(one.player, one.words)) for one in kept] == [
                ("p_ann", "player", "nice hand"),
                ("p_rail", "rail", "hello"),
            ]
            assert host.version == len(sim.store.read("table/T"))  # the table's own record is not touched
            assert check_chain(sim.store).fault is None
            assert check_hands(sim.store).fault is None
            sim.journal.fail_at = sim.journal.appends + 1
            await ann.ask("say", table="T", text="lost")
            assert "lost" not in heard(rail)

    run(evening())


def test_whoever_begins_to_watch_is_told_what_was_said_lately_after_a_restart_too():
    async def evening():
        loose = Limits(chat=Rate(1e6, 1e6))
        async with Sim("history", limits=loose) as sim:
            await sim.table("nsw-poker", "texas-holdem")
            ann = await sim.player("ann")
            for number in range(LINES_KEPT + 5):
                assert await ann.ask("say", table="T", text=f"line {number}") is None
        key = sim.hall.accounts.seals._keys["p_ann"]
        for seed, store in (("same", None), ("again", sim.store)):
            async with Sim(seed, store=store, limits=loose) as room:
                if store is None:
                    await room.table("nsw-poker", "texas-holdem")
                rail = await room.player("rail")
                await rail.ask("watch", table="T")
                told = [frame for data in rail.frames if (frame := json.loads(data))["type"] == "chat"]
                if store is None:
                    assert told == []  # nothing was said
                    continue
                (history,) = told
                assert {one["text"] for one in history["lines"]} == {"…"}, "without its keys"
                assert [one["seq"] for one in history["lines"]] == list(range(6, LINES_KEPT + 6))
                last = room.hall.chat.recent("T")[-1][1]
                assert unseal(key, last.player, last.words) == f"line {LINES_KEPT + 4}"

    run(evening())


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost", headers={"x-openfelt": "1"}) as client:
        hall = client.app.state.hall
        client.portal.call(hall.open_table, "Felt", standard_sign("nsw-poker", "texas-holdem"))
        yield client


def test_the_floor_mutes_a_person_and_gives_the_word_back(room):
    hall = room.app.state.hall
    host = hall.hosts["Felt"]
    ann, _ = room.portal.call(hall.welcome_guest, "Ann")
    kim = hall.accounts.open_account("kim", ("floor",), 0, "a long password")
    room.cookies.set("openfelt", hall.accounts.start_session(kim, hall.now_ms()))
    numbers = iter(range(100))

    def say(account):
        try:
            room.portal.call(hall.chat.say, account, host, Say(id=f"s{next(numbers)}", table="Felt", text="hello"))
        except OpenfeltError as refused:
            return refused.code, refused.cites
        return None

    def mute(number, **body):
        order = {"id": number, "player": ann.id, "reason": "shouting", **body}
        return room.post("/api/floor/Felt/mute", json=order).json()

    assert say(ann) is None
    desk = room.get("/api/floor/Felt").json()
    assert [(one["player"], one["text"]) for one in desk["chat"]] == [(ann.id, "hello")]
    assert mute("1", muted=False)["error"]["code"] == "not-muted"
    assert mute("2", muted=True) == {"done": True}
    assert mute("2", muted=True) == {"done": True}
    assert mute("2", muted=False)["error"]["code"] == "request-reused"
    assert mute("3", muted=True, player="nobody")["error"]["code"] == "no-account"
    assert say(ann) == ("muted", ("nsw-poker 27.13",))
    assert say(kim) is None
    (row,) = room.get("/api/floor/Felt").json()["muted"]
    assert (row["player"], row["name"], row["by"], row["reason"]) == (ann.id, ann.name, "kim", "shouting")
    again = type(hall.chat)(hall)  # as after a restart
    assert list(again.muted) == [ann.id]
    assert mute("4", muted=False, reason="sorry") == {"done": True}
    assert say(ann) is None
    assert list(type(hall.chat)(hall).muted) == []
    assert mute("5", muted=True, seconds=60) == {"done": True}
    assert say(ann)[0] == "muted"
    muted = hall.chat.muted[ann.id]
    hall.chat.muted[ann.id] = msgspec.structs.replace(muted, until_ms=hall.now_ms() - 1)
    assert say(ann) is None  # the time is over


def test_the_floor_removes_a_line_which_nobody_is_shown_any_more_and_which_stays_on_record():
    async def evening():
        async with Sim("removed") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", "T")
            kim = sim.hall.accounts.open_account("kim", ("floor",), 0)
            ann, bob = await sim.player("ann"), await sim.player("bob")
            await bob.ask("watch", table="T")
            for text in ("good luck", "you fool"):
                assert await ann.ask("say", table="T", text=text) is None
            chat = sim.hall.chat

            def remove(seq, number):
                request = RequestId.of(kim.id, Say(id=number, table="T", text=str(seq)))
                return chat.remove(host, seq, by=kim, reason="an insult", request=request)

            await remove(2, "r1")
            await remove(2, "r1")  # the same request again: done once
            for seq in (2, 3, 9):  # removed already, no line, not there yet
                with pytest.raises(OpenfeltError) as refused:
                    await remove(seq, f"again {seq}")
                assert (refused.value.code, refused.value.cites) == ("no-such-line", ("nsw-poker 27.13",))
                assert refused.value.legal == ("1",)
            bob.pump()
            told = [frame for data in bob.frames if (frame := json.loads(data))["type"] == "unsaid"]
            assert told == [{"type": "unsaid", "table": "T", "seq": 2}]
            for one in (chat, type(chat)(sim.hall)):  # as it runs, and after a restart
                assert len(one.recent("T")) == 1
                assert [row["text"] for row in one.desk_rows("T")["chat"]] == ["good luck"]
            names = [row.record.name for row in sim.store.read("chat/T", 0, 100)]
            assert names == ["WordsSaid", "WordsSaid", "WordsRemoved"]
            kept = msgspec.json.decode(sim.store.read("chat/T", 0, 100)[1].record.payload, type=WordsSaid)
            assert sim.hall.accounts.seals.open(kept.player, kept.words) == "you fool"
            ada = sim.hall.accounts.open_account("ada", ("player",), 0)
            request = RequestId.of(ada.id, Say(id="z", table="T", text="1"))
            with pytest.raises(OpenfeltError) as refused:
                await chat.remove(host, 1, by=ada, reason="an insult", request=request)
            assert refused.value.code != "no-such-line"  # the line is there: whoever is no officer removes none
            assert len(chat.recent("T")) == 1
            assert check_room(sim.store).fault is None

    run(evening())


def test_the_operator_s_list_names_guests_too(room):
    hall = room.app.state.hall
    boss = hall.accounts.open_account("Boss", ("operator",), 0, "a long password")
    room.portal.call(hall.welcome_guest, "Ann")
    room.cookies.set("openfelt", hall.accounts.start_session(boss, hall.now_ms()))
    listed = room.get("/api/accounts").json()["accounts"]
    assert [(one["name"].partition("#")[0], one["guest"]) for one in listed] == [("Boss", False), ("Ann", True)]


def test_a_room_whose_mutes_cannot_be_read_says_so_and_does_not_start(tmp_path):
    store = MemoryStore()
    store.append(Entry("newer", (Batch("mutes", 0, (Record("PersonMuted", b"{}", 9, (), "house", 0),)),)))
    app = build(tmp_path, store=store, demo=False)
    with pytest.raises(NotationError), TestClient(app):
        pass
    assert "mutes has the shape 9" in app.state.unfit


def test_of_two_orders_under_one_id_at_the_same_moment_one_is_refused():
    """Both look before either is stored: the one that is not stored has not happened."""

    async def evening():
        async with Sim("same id") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=6)
            kim, ann, bob = [
                sim.hall.accounts.open_account(name, roles, 0)
                for name, roles in (("kim", ("floor",)), ("ann", ("player",)), ("bob", ("player",)))
            ]
            chat, append = sim.hall.chat, sim.journal.append

            async def slow(entry):
                await asyncio.sleep(0)
                return await append(entry)

            sim.journal.append = slow

            def muting(who):
                request = RequestId.of(kim.id, Say(id="1", table="T", text=who.id))
                return chat.mute(host, who.id, by=kim, reason="loud", request=request, seconds=0, muted=True)

            for said in (
                (muting(ann), muting(bob)),
                (chat.say(kim, host, Say(id="2", table="T", text=text)) for text in ("one", "other")),
            ):
                done = await asyncio.gather(*said, return_exceptions=True)
                assert [type(one) for one in done] == [type(None), RequestReused]
            assert list(chat.muted) == [ann.id]
            assert [sim.hall.accounts.seals.open(one.player, one.words) for one in on_record(sim.store)] == ["one"]

    run(evening())


async def an_evening_of_words(seed):
    """Ann speaks, is muted for a minute, and speaks again after it; then Kim gives the word back to Bob."""
    async with Sim(seed) as sim:
        host = await sim.table("nsw-poker", "texas-holdem")
        ann = await sim.player("ann")
        kim = sim.hall.accounts.open_account("kim", ("floor",), 0)
        sim.hall.accounts.find = lambda _: kim  # players of a simulation have no accounts

        async def mute(number, player, **how):
            request = RequestId.of(kim.id, Say(id=f"m{number}", table="T", text=player))
            await sim.hall.chat.mute(host, player, by=kim, reason="loud", request=request, **how)

        assert await ann.ask("say", table="T", text="before") is None
        await mute(1, ann.account.id, seconds=60, muted=True)
        await mute(2, "p_bob", seconds=0, muted=True)
        assert (await ann.ask("say", table="T", text="meanwhile"))["code"] == "muted"
        await sim.run(61)
        assert await ann.ask("say", table="T", text="after") is None
        await mute(3, "p_bob", seconds=0, muted=False)
        return sim.store


def test_words_and_mutes_are_orders_that_the_audit_decides_again():
    store = run(an_evening_of_words("orders"))
    verdict = check_room(store)
    assert (verdict.fault, verdict.notes) == (None, ())
    entries = store.head().entry
    orders = [(one.stream, read_asked(one.stream, one.payload).order) for one in store.orders(1, entries)]
    said = [order for stream, order in orders if stream == "chat/T"]
    assert [(type(one), is_sealed(one.words), one.muted is None) for one in said] == [
        (SayOrder, True, True),
        (SayOrder, True, False),
    ]
    assert [type(order) for stream, order in orders if stream == "mutes"] == [Mute, Mute, Unmute]
    assert "not decided again" in verdict.summary
    assert len([one for one in store.read("mutes") if one.record.name == PersonMuted.__name__]) == 2


def altered(store, stream, at, **changes):
    """A record says something else, and the chain of hashes is made to fit."""
    (row,) = store.read(stream, after=at - 1, limit=1)
    old = msgspec.json.decode(row.record.payload)
    replace_record(store, stream, at, payload=msgspec.json.encode({**old, **changes}))
    chain_again(store, stream)
    return check_room(store).fault


@pytest.mark.parametrize(
    ("stream", "at", "changes", "says"),
    [
        ("chat/T", 1, {"words": "never said"}, "Say decided again: event 1"),
        ("mutes", 1, {"until_ms": 0}, "Mute decided again: event 1"),
        ("mutes", 3, {"player": "p_eve"}, "Unmute decided again: event 1"),
    ],
)
def test_an_edited_line_or_mute_is_found(stream, at, changes, says):
    fault = altered(run(an_evening_of_words(f"edit {stream} {at}")), stream, at, **changes)
    assert fault is not None
    assert says in f"{fault}"


def test_words_that_pass_over_a_mute_are_found():
    """An order that leaves out what the floor had directed is decided alike, and is not what was so."""
    store = run(an_evening_of_words("passed over"))
    (at,) = [number for number, several in enumerate(store._orders) for one in several if b'"muted":{' in one.payload]
    several = store._orders[at]
    whole = msgspec.json.decode(several[0].payload)
    whole["order"]["muted"] = None
    store._orders[at] = (msgspec.structs.replace(several[0], payload=msgspec.json.encode(whole)),)
    fault = check_room(store).fault
    assert "the floor had directed otherwise about this person" in f"{fault}"


def test_nobody_speaks_for_another_and_nobody_mutes_without_the_office():
    async def evening():
        async with Sim("givers") as sim:
            await sim.table("nsw-poker", "texas-holdem")
            chat, before = sim.hall.chat, sim.store.head()
            words = SayOrder("p_ann", "ann", "rail", "hello", 0)
            with pytest.raises(OpenfeltError, match="Say is for its player"):
                await chat._at("T").submit("1", "p_bob", words)
            for office in ("dealer", "inspector"):
                officer = Officer("p_dee", "dee", (office,))
                order = Mute("p_ann", 0, "loud", officer, "table/T", "nsw-poker")
                with pytest.raises(OpenfeltError) as refused:
                    await chat._mutes.submit("2", "p_dee", order)
                assert refused.value.code == "not-your-office"
            assert sim.store.head() == before

    run(evening())
