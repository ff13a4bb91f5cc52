"""The lab of the page: the same counts as on the command line, and a mistake is told as everywhere."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from openfelt.errors import NotationError
from openfelt.lab.equity_games import GAMES
from openfelt.phrases import read_text
from openfelt.service.app import build
from openfelt.service.doors.web import status_of
from openfelt.service.machine import calculations
from openfelt.service.machine.calculations import Calculations, LabBusy, TooManyQuestions
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.machine.metrics import Metrics
from openfelt.service.pages.lab import MOST_HANDS
from tests.service_server import Server

BASE = "http://127.0.0.1:8052"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    with TestClient(build(tmp_path_factory.mktemp("lab"), demo=False), base_url=BASE) as client:
        yield client


def test_every_game_whose_odds_are_counted_is_listed_with_its_rulebooks_and_decks(lab):
    listed = {one["game"]: one for one in lab.get("/api/lab").json()["games"]}
    assert list(listed) == list(GAMES)
    for key, game in GAMES.items():
        assert {one["rulebook"]: tuple(one["decks"]) for one in listed[key]["books"]} == {
            book: version.decks for book, version in game.books.items()
        }


def test_an_equity_is_counted_by_the_rulebook_and_the_deck_that_are_asked_for(lab):
    exact = lab.get("/api/equity", params={"hand": ["AsKs", "QhQd"]}).json()
    assert [one["wins"] for one in exact["players"]] == [787_966, 917_606]
    short = lab.get("/api/equity", params={"hand": ["AsKs", "QhQd"], "rulebook": "nsw-poker", "deck": "36"}).json()
    assert (short["deck"], short["rulebook"]) == (36, "nsw-poker")
    assert short["deals"] == 201_376  # C(32, 5)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"hand": ["random"] * (MOST_HANDS + 1)}, f"{MOST_HANDS + 1} hands; a page counts the odds of {MOST_HANDS}"),
        ({"hand": ["AsKs", "--help"]}, "a hand does not begin with a dash"),
        ({"hand": ["AsKs", "QhQd"], "game": "--version"}, "no game '--version' to count odds of"),
        ({"hand": ["AsKs", "QhQd"], "board": "--help"}, "board: "),
        ({"hand": ["AsKs", "QhQd"], "samples": "-5"}, "samples: '-5' is not a number from 1 to 100,000,000"),
        ({"hand": ["AsKs", "QhQd"], "samples": "0"}, "samples: '0' is not"),
        ({"hand": ["AsKs", "QhQd"], "samples": "many"}, "samples: 'many' is not"),
        ({"hand": ["AsKs", "QhQd"], "samples": "100,000,001"}, "samples: '100,000,001' is not"),
        ({"hand": ["AsKs", "QhQd"], "samples": "9" * 5000}, "samples: '99999999999999999999' is not"),
        ({"hand": ["AsKs", "QhQd"], "deck": "full"}, "deck: 'full' is not a number of cards"),
        ({"hand": ["AsKs", "QhQd"], "rulebook": "hoyle"}, "hoyle"),
        ({"hand": ["AsKs", "QhQd"], "game": "whist"}, "no game 'whist' to count odds of"),
        ({"hand": ["AsKs", "QhQd"], "deck": "40"}, "is not played with 40 cards"),
        ({"hand": ["AsAs", "QhQd"]}, "As is twice in hand 1"),
        ({}, "no hand is given"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_cut_short(lab, asked, said):
    answer = lab.get("/api/equity", params=asked)
    assert answer.status_code == 400
    assert said in str(read_text(answer.json()["error"]))
    assert "openfelt" not in answer.text, "a page has no command and no --help"


def test_a_plain_mistake_waits_behind_no_calculation(lab, monkeypatch):
    async def never(*words):
        raise AssertionError(f"a calculation was begun: {words}")

    monkeypatch.setattr(Calculations, "run", never)
    for wrong in ({"samples": "x"}, {"deck": "41"}, {"game": "whist"}, {"board": "Zz"}, {"dead": "As"}):
        assert lab.get("/api/equity", params={"hand": ["AsKs", "QhQd"], **wrong}).status_code == 400, wrong


def test_samples_may_be_written_in_threes(lab):
    for text in ("2000", "2,000", "2 000"):
        answer = lab.get("/api/equity", params={"hand": ["AsKs", "QhQd"], "samples": text}).json()
        assert answer["deals"] == 2000


def test_a_usage_mistake_is_told_without_the_command(lab):
    with pytest.raises(NotationError) as refusal:
        lab.portal.call(lab.app.state.hall.calculations.run, "me", "equity", "--samples", "x", "--", "AsKs", "QhQd")
    assert refusal.value.message.startswith("invalid value for '--samples'")
    assert "openfelt" not in refusal.value.message


def test_a_calculation_that_fails_is_a_fault_of_ours_told_without_its_text(lab, monkeypatch, tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho Traceback, line 7 >&2\nexit 1\n")
    broken.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(broken))
    answer = lab.get("/api/equity", params={"hand": ["AcKc", "QhQd"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "server-fault")
    assert "Traceback" not in answer.text


def test_only_games_against_the_house_have_a_price(lab):
    answer = lab.get("/api/edge/texas-holdem")
    assert answer.status_code == 400
    assert answer.json()["error"]["legal"] == ["act-holdem", "nz-big-raise", "three-card-poker"]


# -- whose turn it is -------------------------------------------------------------------------------------------------

LONG = ("equity", "--json", "--", "random", "random", "random")  # minutes of work


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def begun(monkeypatch):
    """The processes that were begun."""
    pids = []
    monkeypatch.setattr(calculations, "humble", pids.append)
    return pids


async def until(condition):
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_calculation_ends_when_its_asker_has_gone(begun):
    async def leave():
        lab = Calculations(Limits(), Metrics())
        asking = asyncio.create_task(lab.run("ann", *LONG))
        await until(lambda: begun)
        behind = asyncio.create_task(lab.run("bob", "equity", "--json", "--", "AsKs", "QhQd"))
        await asyncio.sleep(0)
        assert (lab.waiting, alive(begun[0])) == (1, True)
        asking.cancel()
        await asyncio.wait((asking,))
        assert not alive(begun[0])
        assert b"787966" in await behind, "the next one has its turn"
        assert (lab.waiting, asking.cancelled()) == (0, True)

    asyncio.run(leave())


def test_calculations_end_with_the_room_and_whoever_waits_is_told(begun):
    async def close():
        lab = Calculations(Limits(), Metrics())
        asking = [asyncio.create_task(lab.run(name, *LONG, name)) for name in ("ann", "bob")]
        await until(lambda: begun)
        lab.close()
        await asyncio.wait(asking)
        assert all(one.cancelled() for one in asking)
        assert not any(map(alive, begun))
        with pytest.raises(LabBusy):
            await lab.run("cat", *LONG)

    asyncio.run(close())


class Slow(Calculations):
    """Works nothing out until it is told to."""

    def __init__(self, **limits):
        super().__init__(Limits(**limits), Metrics())
        self.order = []
        self.go_on = asyncio.Event()

    async def _work_out(self, question, words):
        self.order.append(words[0])
        await self.go_on.wait()
        return words[0].encode()


def test_one_address_has_so_many_questions_and_the_line_is_short():
    async def ask():
        lab = Slow(lab_of_address=2, lab_waiting=3)
        asked = [asyncio.create_task(lab.run("ann", "a1")), asyncio.create_task(lab.run("ann", "a2"))]
        await asyncio.sleep(0)
        with pytest.raises(TooManyQuestions) as refusal:
            await lab.run("ann", "a3")
        assert status_of(refusal.value) == 429
        asked += [asyncio.create_task(lab.run(name, name)) for name in ("bob", "cat")]
        await asyncio.sleep(0)
        with pytest.raises(LabBusy) as refusal:
            await lab.run("dan", "dan")
        assert status_of(refusal.value) == 503
        lab.go_on.set()
        assert await asyncio.gather(*asked) == [b"a1", b"a2", b"bob", b"cat"]
        assert lab.order == ["a1", "bob", "a2", "cat"], "another address comes first"
        assert await lab.run("dan", "bob") == b"bob", "what is known is told at once"
        assert lab.order.count("bob") == 1

    asyncio.run(ask())


def test_a_calculation_gives_way_when_another_address_waits(begun, monkeypatch):
    monkeypatch.setattr(calculations, "SHARED_S", 0.0)

    async def ask():
        lab = Calculations(Limits(), Metrics())
        asking = asyncio.create_task(lab.run("ann", *LONG))
        await until(lambda: begun)
        same = asyncio.create_task(lab.run("ann", "equity", "--json", "--", "AsKs", "QhQd"))
        await asyncio.sleep(1.5)
        assert not asking.done(), "the own next question does not count"
        other = asyncio.create_task(lab.run("bob", "equity", "--json", "--", "AsKs", "QhQd"))
        with pytest.raises(LabBusy, match="longer than 0 seconds"):
            await asking
        same.cancel()
        other.cancel()
        await asyncio.wait((same, other))
        assert not any(map(alive, begun))

    asyncio.run(ask())


def test_an_address_asks_the_lab_so_often(tmp_path):
    limits = Limits(lab=Rate(0.001, 3))
    with TestClient(build(tmp_path, demo=False, limits=limits), base_url=BASE) as client:
        codes = [client.get("/api/equity", params={"hand": "Zz"}).status_code for _ in range(5)]
        assert codes == [400, 400, 400, 429, 429]
        assert client.get("/api/edge/whist").status_code == 429


def test_whoever_hangs_up_ends_the_calculation_and_a_stop_prints_nothing(tmp_path):
    """Over a real connection: the process is gone as soon as the page is left, and with the room."""
    with Server(tmp_path, tables=[], pace=0.0) as server:
        for hang_up in (True, False):
            line = socket.create_connection(("127.0.0.1", int(server.base.rpartition(":")[2])), timeout=30)
            question = f"/api/equity?hand=random&hand=random&hand=random&dead={'2c' if hang_up else '2d'}"
            line.sendall(f"GET {question} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            asyncio.run(until(lambda: children(server.process.pid)))
            (child,) = children(server.process.pid)
            if hang_up:
                line.close()
                asyncio.run(until(lambda child=child: not alive(child)))
                continue
            server.stop()
            assert not alive(child)
            assert b" 503 " in line.recv(65536).partition(b"\r\n")[0]
            line.close()
        assert not server.errors.read_text()


def children(pid):
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in found if b"equity" in Path(f"/proc/{one}/cmdline").read_bytes()]
