"""A room killed at random moments under load: after each restart everything that anyone was told is there (DUR-1)."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time

import pytest
from websockets.exceptions import ConnectionClosed

from openfelt.journal import SqliteReader, SqliteStore
from openfelt.journal.verify import check_chain, check_ledger
from openfelt.pit import Round
from openfelt.pit import events as pit_events
from openfelt.room.banked import PitState
from openfelt.room.house_events import HandVoided, ShuffleCommitted
from openfelt.service.deck.sealing import check_shuffles
from openfelt.service.record.audit import check_hands
from openfelt.service.record.pit_record import pit_event
from openfelt.service.wire.client import Refusal as ClientRefusal
from openfelt.service.wire.client import RoomClient, log_in_as_guest
from tests.conftest import count
from tests.service_kit import choice, whole
from tests.service_server import ROOT, Nursery, Server

TABLES = [
    ["T1", "nsw-poker", "texas-holdem", {"seats": 4}, 2],
    ["T2", "house", "deuce-to-seven-triple", {"seats": 5}, 3],
    ["T3", "us-stud", "razz", {"seats": 4}, 2],
]
PITS = [["P1", "act-holdem"], ["P2", "nz-big-raise"]]
# No budget cuts off players who act as fast as they can, also when a table that has stopped refuses every act at once.
BUDGETS = (
    "connection", "account", "address", "guests", "frames", "bytes_read", "frames_of_address", "bytes_of_address",
)  # fmt: skip
BY_THE_KILL = (ClientRefusal, ConnectionClosed, OSError, TimeoutError)  # how players may end
LOOSE = {budget: [1e9, 1e9] for budget in BUDGETS}


class Told:
    """Everything that clients were told to be so: event numbers with their kinds, and requests that were done."""

    def __init__(self):
        self.lines = {}
        self.done = set()
        self.chips = {}  # of house-banked tables, by event number: each player's chips, and each wager on the layout
        self.broken_off = 0  # rounds against the house that a kill found with bets laid

    def hear(self, client):
        laid = False
        for frame in whole(client.frames):
            if frame["type"] in {"snapshot", "update", "pit-snapshot", "pit-update"}:
                for line in frame["lines"]:
                    self.lines[frame["table"], line["seq"]] = line["kind"]
                if frame["type"].startswith("pit-"):
                    shown = frame["state"]["round"]
                    stakes = [stake for box in shown["boxes"] for stake in box["stakes"]]
                    self.chips[frame["table"], frame["seq"]] = (dict(shown["purses"]), stakes)
                    laid = bool(stakes)
            elif frame["type"] == "done" and not frame["id"].startswith("watch"):
                self.done.add((client.player, frame["id"]))
        self.broken_off += laid


async def busy(client, table, seat, rng):
    """Sit and play as fast as the table allows, until the connection ends."""
    await client.ask("watch", f"watch{rng.random()}", table=table)
    await client.until(lambda: table in client.tables)
    while client.ended is None:
        try:
            if not client.tables[table]["your_seat"]:
                await client.ask("sit", table=table, seat=seat, stake=20_000, entry="post")
            elif client.my_turn(table):
                hand = client.tables[table]["hand"]
                await client.act(table, **choice(rng, hand, client.tables[table]["your_seat"]))
        except ClientRefusal:
            pass
        await client.until(lambda: not client.tables[table]["your_seat"] or client.my_turn(table))


async def busy_against_the_house(client, table, box, rng):
    """Sit down at a box, bet, decide, as fast as the table allows, until the connection ends."""
    await client.ask("watch", f"watch{rng.random()}", table=table)
    await client.until(lambda: table in client.tables)
    while client.ended is None:
        seq, state = client.seqs[table], client.tables[table]
        shown = state["round"]
        laid = any(one["player"] == client.player and one["stakes"] for one in shown["boxes"])
        usual = {"Wager", "DeclareBonus", "Call", "Raise", "Stay", "Fold"}
        offers = [one for one in state["offers"] if one["order"]["type"] in usual]
        try:
            if not state["you"]:
                await client.ask("pit-join", table=table, box=box, stake=100_000)
            elif offers and not (laid and shown["phase"] == "betting" and rng.random() < 0.7):
                await asyncio.sleep(rng.uniform(0, 0.1))  # so that some rounds are broken off before the decision
                offer = rng.choice(offers)
                order = {**offer["order"], **dict.fromkeys(offer["vary"], (offer["amounts"] or (0,))[0])}
                await client.ask("pit-act", table=table, number=shown["number"], order=order)
        except ClientRefusal:
            pass
        await client.until(lambda seq=seq: client.seqs[table] != seq)


async def evening(server, cookies, rng, seconds, told, pits=()):
    """Load on every table; then the kill."""
    clients = [RoomClient(server.base, cookie) for cookie in (*cookies, *pits)]
    for one in clients:
        await one.__aenter__()
    tasks = [
        asyncio.create_task(busy(one, name, at // len(TABLES) + bots + 1, rng))
        for at, one in enumerate(clients[: len(cookies)])
        for name, _, _, _, bots in [TABLES[at % len(TABLES)]]
    ]
    tasks += [
        asyncio.create_task(busy_against_the_house(one, PITS[at % len(PITS)][0], at // len(PITS) + 1, rng))
        for at, one in enumerate(clients[len(cookies) :])
    ]
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.kill)
    await asyncio.wait(tasks, timeout=10)
    for one in clients:
        told.hear(one)
        await one.__aexit__()
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    faults = [one for one in ended if isinstance(one, Exception) and not isinstance(one, BY_THE_KILL)]
    assert not faults, f"a player stopped playing: {faults[:3]}"


def require_whole(data, told):
    store = SqliteStore(data / "journal.sqlite")
    for check in (check_chain, check_ledger, check_shuffles, check_hands):
        assert check(store).fault is None
    kinds = {}
    for name, *_ in TABLES:
        for one in store.read(f"table/{name}", 0, 1_000_000):
            kinds[name, one.version] = one.record.name
    for name, _ in PITS:
        kinds |= require_rounds(store, name, told)
    lost = [(place, kind) for place, kind in told.lines.items() if kinds.get(place) != kind]
    assert not lost, f"told and lost: {lost[:5]}"
    missing = [(player, name) for player, name in told.done if store.receipt(f"{player} {name}") is None]
    assert not missing, f"acknowledged and lost: {missing[:5]}"
    store.close()


def require_rounds(store, name, told):
    """Every bet that anyone was told of is in the record; rounds go on, none is lost or void, chips are conserved."""
    kinds, table, opened, decks = {}, PitState(name, Round()), 0, 0
    state = table.round
    for one in store.read(f"pit/{name}", 0, 1_000_000):
        event = pit_event(one.record)
        kinds[name, one.version] = type(event).__name__
        assert not isinstance(event, HandVoided | pit_events.RoundVoided), f"{name}: a sound round was voided"
        decks += isinstance(event, ShuffleCommitted)
        assert decks < 2, f"{name}: a deck was committed to and another dealt"
        if isinstance(event, pit_events.BettingClosed):
            decks = 0
        if isinstance(event, pit_events.RoundOpened):
            opened += 1
            assert event.number == opened
            assert not table.laid, f"{name}: round {opened} opened before the last one was settled"
        table.fold(event)
        assert state.bank + sum(state.purses.values()) + table.laid == state.total
        if (name, one.version) in told.chips:
            stakes = [
                {"box": box.no, "spot": str(spot), "amount": amount}
                for box in state.boxes.values()
                for spot, amount in box.stakes.items()
            ]
            assert told.chips[name, one.version] == (state.purses, stakes)
    return kinds


@pytest.mark.longest
@pytest.mark.slow
def test_everything_told_survives_kill_9(tmp_path):
    """`OPENFELT_KILLS=9 pytest -s tests/contracts/test_service_kill.py` kills a room nine times and reports."""
    seed = 20261115
    rng = random.Random(seed)
    told = Told()
    cookies, pits = [], []
    rounds = int(os.environ.get("OPENFELT_KILLS", count(50, 500)))
    data = tmp_path / "room"
    with Nursery() as nursery:
        for round_ in range(rounds):
            with nursery.server(data, tables=TABLES, pits=PITS, pace=0.01, limits=LOOSE) as server:
                if not cookies:
                    cookies = [log_in_as_guest(server.base, f"guest {at}") for at in range(6)]
                    pits = [log_in_as_guest(server.base, f"punter {at}") for at in range(4)]
                asyncio.run(evening(server, cookies, rng, rng.uniform(0.1, 0.8), told, pits))
            if round_ % count(10, 50) == 0 or round_ == rounds - 1:
                require_whole(data, told)
    print(
        f"{rounds} kills, {told.broken_off} times with bets against the house: {len(told.lines)} events and "
        f"{len(told.done)} answers told, each found after the restart"
    )
    assert len(told.lines) > 50 * rounds // 2
    assert sum(kind == "Racked" for kind in told.lines.values()) > rounds // 10
    assert told.broken_off > rounds // 10
    errors = server.errors.read_text()
    assert "Traceback" not in errors, errors[-2000:]
    assert "is stopped" not in errors, errors[-2000:]


def test_a_second_server_on_one_data_directory_is_refused_in_one_line(tmp_path):
    with Server(tmp_path / "room", tables=[]):
        second = subprocess.run(
            [sys.executable, "-m", "openfelt", "serve", "--data", str(tmp_path / "room"), "--port", "0"],
            capture_output=True, text=True, timeout=60, cwd=ROOT, check=False,
        )  # fmt: skip
    assert second.returncode == 2
    assert len(second.stderr.strip().splitlines()) == 1
    assert "Traceback" not in second.stderr


def test_a_polite_stop_is_clean_and_audit_works_beside_a_running_room(tmp_path):
    with Server(tmp_path / "room", tables=TABLES, pace=0.01) as server:
        time.sleep(0.5)
        reader = SqliteReader(tmp_path / "room" / "journal.sqlite")
        with reader.steady():
            assert check_chain(reader).fault is None
            assert check_hands(reader).fault is None
        reader.close()
        assert server.stop() in {0, -15}  # uvicorn ends by the signal it was sent, after closing everything
        assert not server.errors.read_text()


SERVE_WITH_LITTLE = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
sys.argv = ["openfelt", "serve", "--data", sys.argv[1], "--port", "0"]
runpy.run_module("openfelt", run_name="__main__")
"""


def test_a_disk_that_is_full_at_the_start_is_one_line_and_code_2(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SERVE_WITH_LITTLE, str(tmp_path / "room")],
        capture_output=True, text=True, timeout=60, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith("openfelt: the room cannot start: ")


@pytest.mark.slow
def test_a_full_disk_stops_the_tables_and_loses_nothing_told(tmp_path):
    """Writes fail in the middle of play: nobody is told what was not stored, and a restart with room goes on."""
    told, data = Told(), tmp_path / "room"
    with Server(data, tables=TABLES, pace=0.01, limits=LOOSE, largest_file=2_000_000) as server:
        cookies = [log_in_as_guest(server.base, f"guest {at}") for at in range(6)]
        last = asyncio.run(until_full(server, cookies, told))
        errors = server.errors.read_text()
    assert "the storage failed" in last or "stopped" in last, last
    assert "is stopped: StorageFailed" in errors
    assert "Traceback" not in errors, errors[-2000:]
    require_whole(data, told)
    with Server(data, tables=TABLES, pace=0.01, limits=LOOSE) as server:
        before = len(told.lines)
        asyncio.run(evening(server, cookies, random.Random(1), 1.5, told))
    assert len(told.lines) > before
    require_whole(data, told)


async def until_full(server, cookies, told):
    """Play until nothing more is accepted; returns what a player was then told."""
    clients = [RoomClient(server.base, cookie) for cookie in cookies]
    for one in clients:
        await one.__aenter__()
    rng = random.Random("full")
    tasks = [
        asyncio.create_task(busy(one, name, at // len(TABLES) + bots + 1, rng))
        for at, one in enumerate(clients)
        for name, _, _, _, bots in [TABLES[at % len(TABLES)]]
    ]
    last = ""
    for _ in range(120):
        await asyncio.sleep(0.5)
        try:
            await asyncio.wait_for(clients[0].ask("sit-out", table="T1"), 60)
            await asyncio.wait_for(clients[0].ask("come-back", table="T1"), 60)
        except ClientRefusal as refused:
            if refused.args and "stopped" in str(refused):
                last = str(refused)
                break
    for one in clients:
        told.hear(one)
        await one.__aexit__()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return last


def test_a_frame_that_the_client_cannot_understand_is_not_taken_for_a_lost_connection(tmp_path, monkeypatch):
    async def listen(server, cookie):
        async with RoomClient(server.base, cookie) as client:
            await client.until(lambda: client.player)
            monkeypatch.setattr(client, "_hear", lambda frame: frame["no such field"])
            await client.ask("watch", table="T1")

    with Server(tmp_path / "room", tables=TABLES, pace=0.01) as server:
        cookie = log_in_as_guest(server.base, "ann")
        with pytest.raises(KeyError, match="no such field"):
            asyncio.run(listen(server, cookie))
