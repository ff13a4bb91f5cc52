"""A player's own past: the list, its filters, links and exports; told to its owner alone, and read page by page."""

from __future__ import annotations

import asyncio
import random
import re
import threading
import tomllib
import warnings
from decimal import Decimal

import apsw
import pytest
from msgspec.structs import replace
from pokerkit import PokerStarsParser

from openfelt.cards import cards
from openfelt.formats import replay_text
from openfelt.games.standard import standard_sign
from openfelt.journal import MemoryStore
from openfelt.service.pages.past import PAGE
from openfelt.service.record.hand_index import HandIndex, Wanted
from openfelt.table import events as e
from tests import past_kit
from tests.conftest import count
from tests.journals.write import Room
from tests.past_kit import connection, hand_events, person, seated, told, write_hands
from tests.service_kit import START_MS, Sim, run
from tests.twin_kit import page

HANDS = 6


@pytest.fixture(scope="module")
def evening():
    """Two players and some hands; what the pages tell each of them, somebody else and nobody."""

    async def play():
        async with Sim(11) as sim:
            host = await sim.table("house", "texas-holdem", seats=4)
            ann, bob = await seated(sim, "Ann", "Bob")
            cid = await person(sim, "Cid")
            await sim.play(host, [ann, bob], HANDS)
            hall, made = sim.hall, {}
            for who in (ann, bob, cid):
                made[who.account.name] = (await told(sim, who.account, "/api/past/hands"))[1]
            made["finished"] = {
                number: {seat: hall.name_of(player) for seat, player in one.players.items()}
                for number, one in host.finished.items()
            }
            made["phhs"] = (await page(sim, ann.account, "GET", "/api/past/hands.phhs"))[1].decode()
            made["txt"] = (await page(sim, ann.account, "GET", "/api/past/hands.txt"))[1].decode()
            made["results"] = (await told(sim, ann.account, "/api/past/results"))[1]
            made["stacks"] = {one.player: one.stack for one in host.table.places.values()}
            made["ids"] = {one.account.name: one.account.id for one in (ann, bob)}
            made["purse"] = hall.purse(ann.account.id)
            return made

    return run(play())


def test_the_list_has_ones_own_finished_hands_the_latest_first(evening):
    for name in ("Ann", "Bob"):
        listed = [one["number"] for one in evening[name]["hands"]]
        played = [number for number, names in evening["finished"].items() if name in names.values()]
        assert listed == sorted(played, reverse=True)
        assert len(listed) >= HANDS
        assert all(len(cards(one["cards"])) == 2 for one in evening[name]["hands"])
    assert evening["Cid"]["hands"] == []


def test_results_of_all_hands_add_up_to_the_chips_that_were_won(evening):
    nets = {name: sum(one["net"] for one in evening[name]["hands"]) for name in ("Ann", "Bob")}
    at_table, purse = evening["stacks"].get(evening["ids"]["Ann"], 0), evening["purse"]
    start = 1_000_000 + 10_000_000  # play chips of the house, and those of the test
    assert nets["Ann"] == at_table + purse - start
    assert evening["results"]["net"] == nets["Ann"]
    assert sum(one["hands"] for one in evening["results"]["games"]) == len(evening["Ann"]["hands"])
    assert sum(one["net"] for one in evening["results"]["sittings"]) == nets["Ann"]
    assert evening["results"]["balances"][-1]["cents"] == purse


def test_no_list_has_a_card_of_somebody_else(evening):
    """Bob's own cards stand nowhere in what Ann takes along, unless they were shown."""
    mine = dict(zip((one["number"] for one in evening["Ann"]["hands"]), phh_of(evening), strict=True))
    hidden = 0
    for one in evening["Bob"]["hands"]:
        said = " ".join(mine[one["number"]]["actions"])
        if f" sm {one['cards']}" not in said:
            hidden += 1
            assert not {one["cards"][:2], one["cards"][2:]} & set(re.findall("[2-9TJQKA][cdhs]", said))
    assert hidden


def phh_of(evening):
    return list(tomllib.loads(evening["phhs"]).values())


def test_all_hands_as_phh_read_back(evening):
    found = tomllib.loads(evening["phhs"])
    assert len(found) == len(evening["Ann"]["hands"])
    for one in found.values():
        assert sorted(one["players"]) == ["Ann", "Bob"]
        assert {"year", "month", "day", "time", "currency_symbol"} <= set(one)
    assert all(verdict.error is None for verdict in replay_text(evening["phhs"]))


def test_the_pasted_layout_is_read_by_pokerkit_to_the_same_actions_and_stacks(evening):
    """The betting of each hand and the chips before it, by a reader that others wrote."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = list(PokerStarsParser()(evening["txt"], error_status=True))
    ours = list(tomllib.loads(evening["phhs"]).values())
    assert len(read) == len(ours) == len(evening["Ann"]["hands"])
    for theirs, own in zip(read, ours, strict=True):
        assert [round(100 * one) for one in theirs.starting_stacks] == own["starting_stacks"]
        assert theirs.players == own["players"]
        assert [acted(one) for one in theirs.actions if is_act(one)] == [
            own_act(one) for one in own["actions"] if is_act(one)
        ]


def is_act(action):
    return action.split()[1] in {"f", "cc", "cbr", "db"}


def acted(action):
    who, what, *amount = action.split()
    return (who, what, int(100 * Decimal(amount[0]))) if what == "cbr" else (who, what, *amount)


def own_act(action):
    who, what, *amount = action.partition(" #")[0].split()
    return (who, what, int(amount[0])) if what == "cbr" else (who, what, *amount)


# -- stars, links, notes -----------------------------------------------------------------------------------------------


def test_a_star_is_its_owners_and_only_for_hands_of_ones_own():
    async def play():
        async with Sim(12) as sim:
            host = await sim.table("house", "texas-holdem", seats=4)
            ann, bob = await seated(sim, "Ann", "Bob")
            cid = await person(sim, "Cid")
            await sim.play(host, [ann, bob], 2)
            body = {"table": "T", "number": 1, "on": True}
            assert (await told(sim, ann.account, "/api/past/star", body)) == (200, {"done": True})
            starred = "/api/past/hands?starred=1"
            assert [one["number"] for one in (await told(sim, ann.account, starred))[1]["hands"]] == [1]
            assert (await told(sim, bob.account, starred))[1]["hands"] == []
            for wrong in ({**body, "number": 99}, {**body, "table": "nowhere"}):
                status, refused = await told(sim, ann.account, "/api/past/star", wrong)
                assert (status, refused["error"]["code"], refused["error"]["rule"]) == (404, "no-hand", ["house 32.1"])
            for number in (2**63, -(2**63) - 1, 10**30):
                status, refused = await told(sim, ann.account, "/api/past/star", {**body, "number": number})
                assert (status, refused["error"]["code"]) == (400, "bad-body")
            assert (await told(sim, cid.account, "/api/past/star", body))[0] == 404
            await told(sim, ann.account, "/api/past/star", {**body, "on": False})
            assert (await told(sim, ann.account, starred))[1]["hands"] == []

    run(play())


def test_a_link_shows_what_its_owner_saw_and_nothing_once_it_is_ended():
    async def play():
        async with Sim(13) as sim:
            host = await sim.table("house", "texas-holdem", seats=4)
            ann, bob = await seated(sim, "Ann", "Bob")
            await sim.play(host, [ann, bob], 2)
            body = {"table": "T", "number": 1, "on": True}
            link = (await told(sim, ann.account, "/api/past/share", body))[1]["link"]
            assert (await told(sim, ann.account, "/api/past/share", body))[1]["link"] == link
            shown = f"/api{link}"
            own = (await told(sim, ann.account, "/api/hands/T/1"))[1]
            status, by_bob = await told(sim, bob.account, shown)
            assert status == 200
            assert by_bob["steps"] == own["steps"]
            assert by_bob["steps"] != (await told(sim, bob.account, "/api/hands/T/1"))[1]["steps"]
            # Bob's link to the same hand is another, and shows Bob's own view.
            other = (await told(sim, bob.account, "/api/past/share", body))[1]["link"]
            assert other != link
            assert (await told(sim, ann.account, f"/api{other}"))[1]["steps"] != own["steps"]
            await told(sim, ann.account, "/api/past/share", {**body, "on": False})
            for gone in (shown, "/api/shared/nothing", f"{shown}x"):
                status, refused = await told(sim, ann.account, gone)
                assert (status, refused["error"]["code"], refused["error"]["rule"]) == (404, "no-share", ["house 32.2"])
            again = (await told(sim, ann.account, "/api/past/share", body))[1]["link"]
            assert again != link, "an ended link never shows a hand again"

    run(play())


def test_a_link_of_an_inspector_shows_the_own_seat_alone():
    async def play():
        async with Sim(14) as sim:
            host = await sim.table("house", "texas-holdem", seats=4)
            eve = await person(sim, "eve", ("player", "inspector"))
            await sim.hall.issue(eve.account.id, 1_000_000, "chips")
            assert await eve.ask("watch", table="T") is None
            assert await eve.ask("sit", table="T", seat=1, stake=20_000, entry="post") is None
            bob = await seated_at(sim, "Bob", 2)
            await sim.play(host, [eve, bob], 1)
            seat = (await told(sim, eve.account, "/api/hands/T/1"))[1]
            inspected = {"id": "i", "table": "T", "number": 1, "reason": "a complaint"}
            assert (await told(sim, eve.account, "/api/inspect", inspected))[0] == 200
            assert (await told(sim, eve.account, "/api/hands/T/1"))[1]["steps"] != seat["steps"]
            link = (await told(sim, eve.account, "/api/past/share", {"table": "T", "number": 1, "on": True}))[1]["link"]
            assert (await told(sim, bob.account, f"/api{link}"))[1]["steps"] == seat["steps"]
            status, text = await page(sim, eve.account, "GET", "/api/past/hands.phhs")
            bobs = next(one["cards"] for one in (await told(sim, bob.account, "/api/past/hands"))[1]["hands"])
            assert status == 200
            assert bobs not in re.sub(r"'p\d sm [^']+'", "", text.decode())

    run(play())


async def seated_at(sim, name, seat):
    one = await person(sim, name)
    await sim.hall.issue(one.account.id, 1_000_000, f"chips for {name}")
    assert await one.ask("watch", table="T") is None
    assert await one.ask("sit", table="T", seat=seat, stake=20_000, entry="post") is None
    return one


def test_notes_are_told_to_nobody_but_their_writer():
    async def play():
        async with Sim(15) as sim:
            ann, bob = await person(sim, "Ann"), await person(sim, "Bob")
            body = {"name": "bob", "words": " calls too much ", "colour": "red"}
            assert (await told(sim, ann.account, "/api/past/note", body))[0] == 200
            [kept] = (await told(sim, ann.account, "/api/past/notes"))[1]["notes"]
            assert (kept["name"], kept["words"], kept["colour"]) == ("Bob", "calls too much", "red")
            assert (await told(sim, bob.account, "/api/past/notes"))[1]["notes"] == []
            for wrong, code in (
                ({**body, "words": "x" * 501}, "too-long"),
                ({**body, "name": " "}, "no-player"),
                ({**body, "name": "Ann"}, "own-note"),
                ({**body, "colour": "pink"}, "bad-body"),
            ):
                status, refused = await told(sim, ann.account, "/api/past/note", wrong)
                assert (status, refused["error"]["code"]) == (400, code)
            await told(sim, ann.account, "/api/past/note", {**body, "words": "", "colour": ""})
            assert (await told(sim, ann.account, "/api/past/notes"))[1]["notes"] == []

    run(play())


def test_one_file_of_hands_is_made_at_a_time_and_waits_where_many_read():
    """A second one is refused; one that is being sent is sent to its end, however many others read meanwhile."""

    async def take():
        async with Sim(11) as sim:
            host = await sim.table("house", "texas-holdem", seats=4)
            ann, bob = await seated(sim, "Ann", "Bob")
            await sim.play(host, [ann, bob], 1)
            press, path = sim.hall.press, "/api/past/hands.phhs"
            gate = threading.Event()
            waiting = [asyncio.ensure_future(press.beside(gate.wait)) for _ in range(press.most_waiting)]
            await asyncio.sleep(0)
            first = asyncio.ensure_future(page(sim, ann.account, "GET", path))
            for _ in range(100):
                await asyncio.sleep(0)
            status, refused = await asyncio.wait_for(told(sim, ann.account, "/api/past/hands.txt"), 5)
            assert (status, refused["error"]["code"], refused["error"]["rule"]) == (429, "too-many", ["house 32.1"])
            gate.set()
            await asyncio.gather(*waiting)
            status, text = await first
            assert (status, text.count(b"players = ")) == (200, 1)
            assert (await page(sim, ann.account, "GET", path))[0] == 200, "the next one is made when it has arrived"

    run(take())


@pytest.mark.parametrize(
    "query",
    [
        "result=often", "from=yesterday", "to=2026-13-01", "from=2026-07-02&to=2026-07-01", "before=1", "before=a.b",
        f"before={2**63}.1", f"before=1.{2**63}",
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_read_is_refused_with_what_could_be(query):
    async def ask():
        async with Sim(16) as sim:
            ann = await person(sim, "Ann")
            status, refused = await told(sim, ann.account, f"/api/past/hands?{query}")
            assert (status, refused["error"]["code"]) == (400, "notation")

    run(ask())


# -- ten thousand hands ------------------------------------------------------------------------------------------------


class CountingStore(MemoryStore):
    """Counts the records that are read from it."""

    read_records = 0

    def records(self, after=0, limit=10_000):
        found = super().records(after, limit)
        self.read_records += len(found)
        return found


@pytest.fixture(scope="module")
def log():
    """A log of ten thousand hands of one player, at four tables, of three games."""
    store = CountingStore()
    write_hands(store, ("ann", "bob"), 10_000)
    index = HandIndex(":memory:", store)
    index.read_on()
    return store, index


def steps_of(index, work):
    """What a question costs: how many steps the database takes for it, and how many rows it gives."""
    taken = []

    def seen(event):
        taken.append(event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"])

    index._db.trace_v2(apsw.SQLITE_TRACE_PROFILE, seen)
    try:
        found = work()
    finally:
        index._db.trace_v2(0, None)
    return sum(taken), found


def test_every_record_is_read_once(log):
    store, index = log
    head = store.head().position
    assert store.read_records == head
    index.read_on()
    assert store.read_records == head, "nothing is new: nothing is read"


@pytest.mark.parametrize(
    "asked",
    [
        Wanted(),
        Wanted(game="omaha"),
        Wanted(place="T1"),
        Wanted(result="won"),
        Wanted(since_ms=START_MS + 3_000 * 120_000, until_ms=START_MS + 6_000 * 120_000),
        Wanted(before=(START_MS + 5_000 * 120_000, 1 << 60)),
        Wanted(game="omaha", before=(START_MS + 200 * 120_000, 1 << 60)),
    ],
    ids=str,
)
def test_a_page_reads_its_own_rows_however_long_the_log_is(log, asked):
    """A step or so for each column of each row of the page, not of the log."""
    _, index = log
    steps, rows = steps_of(index, lambda: index.hands("ann", asked, PAGE))
    assert len(rows) == PAGE
    assert steps < 50 * PAGE, steps
    for one in rows:
        assert asked.game in ("", one.game)
        assert asked.place in ("", one.place)
        assert asked.result in ("", one.result)
        assert asked.since_ms <= one.ended_ms <= (asked.until_ms or 1 << 62)
    assert rows == sorted(rows, key=lambda one: (one.ended_ms, one.at), reverse=True)


def test_filters_together_find_what_each_finds(log):
    _, index = log
    both = Wanted(game="omaha", result="lost", place="T1")
    found = every(index, both)
    assert found == [
        one for one in every(index, Wanted()) if (one.game, one.result, one.place) == ("omaha", "lost", "T1")
    ]
    assert found


def test_page_by_page_every_hand_comes_once(log):
    _, index = log
    found = every(index, Wanted())
    assert len(found) == len({(one.place, one.number) for one in found}) == 10_000


def every(index, asked):
    found, before = [], None
    while rows := index.hands("ann", Wanted(**{**as_dict(asked), "before": before}), 500):
        found += rows
        before = rows[-1].ended_ms, rows[-1].at
    return found


def as_dict(asked):
    return {name: getattr(asked, name) for name in asked.__struct_fields__}


def test_sums_are_those_of_the_hands_and_read_days_not_hands(log):
    _, index = log
    steps, sums = steps_of(index, lambda: index.games("ann"))
    hands = every(index, Wanted())
    for one in sums:
        of_game = [hand for hand in hands if hand.game == one.game]
        assert (one.hands, one.net) == (len(of_game), sum(hand.net for hand in of_game))
        assert one.put_in == sum(hand.put_in for hand in of_game)
        assert one.showdowns == sum(hand.showdown for hand in of_game)
    days = len({hand.ended_ms // 86_400_000 for hand in hands})
    assert steps < 60 * days * len(sums) < 10_000
    assert sum(one.hands for one in sums) == 10_000


def test_tables_are_found_without_reading_the_hands(log):
    _, index = log
    steps, places = steps_of(index, lambda: index.places("ann"))
    assert places == ["T0", "T1", "T2", "T3"]
    assert steps < 300


# -- a file that is left, lost or damaged ------------------------------------------------------------------------------


def test_an_index_goes_on_where_it_was_left_also_within_a_hand(tmp_path):
    """Left after any record, it lists the same hands as one that was never left."""
    store = MemoryStore()
    write_hands(store, ("ann", "bob"), 30, tables=3)
    whole = HandIndex(":memory:", store)
    whole.read_on()
    rng = random.Random("left")
    for at in range(count(8, 100)):
        path = tmp_path / f"{at}.sqlite"
        until = rng.randrange(1, store.head().position)
        index = HandIndex(path, Upto(store, until))
        index.read_on()
        index.close()
        index = HandIndex(path, store)
        index.read_on()
        assert every(index, Wanted()) == every(whole, Wanted())
        assert index.games("ann") == whole.games("ann")
        index.close()


class Upto:
    """A journal as it was after so many records."""

    def __init__(self, store, position):
        self.store, self.position, self.journal = store, position, store.journal

    def head(self):
        return replace(self.store.head(), position=self.position)

    def records(self, after=0, limit=10_000):
        return [one for one in self.store.records(after, limit) if one.position <= self.position]

    def read(self, stream, after=0, limit=10_000):
        return [one for one in self.store.read(stream, after, limit) if one.position <= self.position]

    def entries(self, after=0, limit=10_000):
        return self.store.entries(after, limit)

    def postings(self, first, last):
        return self.store.postings(first, last)


def test_an_index_of_hands_that_a_restored_backup_never_had_is_read_anew(tmp_path):
    """The journal's own id and its length fit: what was played before the restore was played in another history."""
    path, before = tmp_path / "hands.sqlite", MemoryStore("one journal")
    write_hands(before, ("ann", "bob"), 12)
    index = HandIndex(path, before)
    index.read_on()
    index.close()
    since = MemoryStore("one journal")
    write_hands(since, ("ann", "cid"), 20)
    index, anew = HandIndex(path, since), HandIndex(":memory:", since)
    index.read_on()
    anew.read_on()
    assert every(index, Wanted()) == every(anew, Wanted())
    assert index.hands("bob", Wanted(), 10) == []
    index.close()


@pytest.mark.parametrize("harm", ["gone", "garbage", "other journal", "ahead", "older shape"])
def test_an_index_that_does_not_fit_is_read_anew(tmp_path, harm):
    path = tmp_path / "hands.sqlite"
    store = MemoryStore()
    write_hands(store, ("ann", "bob"), 12)
    index = HandIndex(path, store)
    index.read_on()
    good = every(index, Wanted())
    index.close()
    if harm == "gone":
        path.unlink()
    elif harm == "garbage":
        path.write_bytes(b"no database " * 500)
    elif harm == "other journal":
        store = MemoryStore()
        write_hands(store, ("ann", "bob"), 12)
    else:
        with apsw.Connection(str(path)) as db:
            db.execute("DELETE FROM hands")
            if harm == "ahead":
                db.execute("UPDATE facts SET value = '100000' WHERE name = 'position'")
            else:
                db.pragma("user_version", 0)
    index = HandIndex(path, store)
    index.read_on()
    assert every(index, Wanted()) == good
    assert path.stat().st_mode & 0o077 == 0, "it has cards in it"
    index.close()


def test_a_room_that_was_stopped_lists_the_same_hands(tmp_path):
    async def play():
        async with Room(17, tmp_path) as sim:
            host = await sim.table("house", "texas-holdem", seats=4)
            ann, bob = await seated(sim, "Ann", "Bob")
            await sim.play(host, [ann, bob], 3)
            before = (await told(sim, ann.account, "/api/past/hands"))[1]
        async with Room(17, tmp_path) as sim:
            again = connection(sim, sim.hall.accounts.find(ann.account.id))
            after = (await told(sim, again.account, "/api/past/hands"))[1]
            assert after["hands"] == before["hands"]

    run(play())


def test_a_board_that_was_dealt_twice_is_listed_as_two(monkeypatch):
    """House 27.3: both boards whole, one below the other, and not ten cards in a row."""
    sign = standard_sign("house", "texas-holdem", run_twice=True)
    board = cards("2c3c4c5c6c7c8c")
    both = ("2c3c4c5c6c", "2c3c4c7c8c")
    dealt = (
        e.StreetDealt("flop", (), (), (), board[:3], ()),
        e.TwiceAgreed(1, ()),
        e.TwiceAgreed(2, ()),
        *(e.StreetDealt("later", (), (), (), (card,), ()) for card in board[3:]),
    )
    opened, started, *rest = hand_events(sign, 2, ("ann", "bob"))
    monkeypatch.setattr(past_kit, "hand_events", lambda *_: (opened, started, *dealt, *rest))
    store = MemoryStore()
    write_hands(store, ("ann", "bob"), 2, tables=1)
    index = HandIndex(":memory:", store)
    index.read_on()
    assert index.hands("ann", Wanted(), 1)[0].board == " ".join(both)
