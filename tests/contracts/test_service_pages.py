"""What the pages read besides the socket: conformance, games, clauses, signs."""

from __future__ import annotations

import asyncio
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import quote

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.errors import RuleViolation
from openfelt.games import GAMES
from openfelt.games.signcheck import faults
from openfelt.games.standard import standard_sign
from openfelt.rulebooks import clause
from openfelt.service.app import build
from openfelt.service.demo import open_demo
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.machine.press import READER, PagesBusy, Press
from openfelt.service.pages import archive, downloads
from openfelt.service.pages import reading as pages
from openfelt.service.people.house_bots import BotSeat
from openfelt.service.wire.protocol import write_frame
from tests import service_kit
from tests.service_kit import said


def test_the_pages_read_conformance_games_clauses_and_signs(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        client.portal.call(client.app.state.hall.open_table, "Felt", standard_sign("nsw-poker", "omaha"))
        statuses = client.get("/api/conformance").json()["clauses"]
        assert statuses["nsw-poker 12.4"] == "enforced"
        assert {"enforced", "recorded", "open"} == set(statuses.values())
        games = client.get("/api/games").json()["games"]
        assert {(one["rulebook"], one["game"]) for one in games} == set(GAMES)
        assert client.get("/api/rule", params={"cite": "nsw-poker 12.4"}).json()["kind"] == "engine"
        assert client.get("/api/rule", params={"cite": "nsw-poker 99"}).status_code == 404
        lines = client.get("/api/sign/Felt").json()["lines"]
        assert ["nsw-poker 8.1"] in [line["cites"] for line in lines]
        assert client.get("/api/sign/Nowhere").status_code == 404
        (card,) = client.get("/api/card/Felt").json()["cards"]
        assert (card["title"], card["hands"][0]["rows"][0]["name"]) == ("Omaha", "royal flush")
        assert client.get("/api/card/Nowhere").status_code == 404
        words = {one["word"]: one["meanings"] for one in client.get("/api/glossary").json()["words"]}
        assert words["burn"] == [{"cite": "nsw-poker 1.1/burn", "text": clause("nsw-poker 1.1/burn").requirement}]
        # Against the house too: limits in money, pay tables, each line with its clause.
        client.portal.call(client.app.state.hall.open_pit, "Civic", HoldemSign())
        client.portal.call(client.app.state.hall.open_pit, "Auckland", BigRaiseSign())
        civic = [dict(line, text=said(line["text"])) for line in client.get("/api/sign/Civic").json()["lines"]]
        assert {"text": "box minimum $10, maximum $500", "cites": ["act-holdem 3.1"]} in civic
        assert any(line["text"].startswith("ante pays royal flush") for line in civic)
        layout = client.get("/api/sign/Civic").json()["layout"]
        assert [(one["spot"], one["limits"]) for one in layout["spots"]] == [
            ("ante", [1000, 50000, 500]),
            ("bonus", [500, 10000, 500]),
        ]
        assert layout["pays"][0]["lines"][-1] == {"hand": "all-other", "odds": 1}
        assert layout["words"][0]["cites"] == ["act-holdem def/Qualify"]
        assert client.get("/api/sign/Felt").json()["layout"] is None
        auckland = [said(line["text"]) for line in client.get("/api/sign/Auckland").json()["lines"]]
        assert any(text.startswith("ante $") and "in multiples of $" in text for text in auckland)
        assert [one["options"] for one in games if one["game"] == "texas-holdem"] == [["straddle"], ["straddle"]]


def test_a_sign_is_tried_before_a_table_is_opened(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        hall = client.app.state.hall
        account = hall.accounts.open_account("operator", ("operator",), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        games = {(one["rulebook"], one["game"]): one for one in client.get("/api/games").json()["games"]}
        stud = games["nsw-poker", "seven-card-stud"]
        assert stud["decks"] == [{"cards": 52, "most": 8}, {"cards": 32, "most": 4}]
        assert "structured" in stud["limits"]
        assert stud["usual"]["limit"] == {"kind": "structured", "small": 200, "big": 400}

        def tried(**changes):
            body = {"rulebook": "nsw-poker", "game": "seven-card-stud", "changes": changes}
            return client.post("/api/signs", json=body, headers={"x-openfelt": "1"}).json()

        good = tried(deck=32, seats=4)
        assert good["faults"] == []
        assert any("32 cards" in said(line["text"]) for line in good["lines"])
        # Seven-card stud with 32 cards seats four, and one more whose seat holds the button (nsw-poker 2.1).
        bad = tried(deck=32, seats=6, clock={"seconds": 15})
        assert bad["lines"] == []
        assert {"nsw-poker 7.12.1"} <= {cite for fault in bad["faults"] for cite in fault["rule"]}
        assert {"seats", "clock"} <= {fault["code"] for fault in bad["faults"]}
        assert hall.hosts == {}
        assert tried(deck="many")["error"]["code"] == "bad-sign"


def test_a_table_has_a_name_of_its_own_that_an_address_can_hold(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        hall = client.app.state.hall
        account = hall.accounts.open_account("operator", ("operator",), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        client.portal.call(hall.open_pit, "Civic", HoldemSign())

        numbers = itertools.count()

        def opened(name):
            body = {"id": f"open-{next(numbers)}", "name": name, "rulebook": "nsw-poker", "game": "omaha"}
            return client.post("/api/tables", json=body, headers={"x-openfelt": "1"}).json()

        for name in (".", "..", " .. "):
            assert opened(name)["error"]["code"] == "bad-name"
        assert opened("Sydney") == {"table": "Sydney"}
        for name, known in (("Sydney", "Sydney"), ("sYDNEY", "Sydney"), ("civic", "Civic")):
            error = opened(name)["error"]
            assert (error["code"], error["rule"]) == ("table-exists", [])
            assert service_kit.said(error) == f"there is a table {known!r} already"
        with pytest.raises(RuleViolation, match="there is a table 'Sydney' already"):
            client.portal.call(hall.open_pit, "SYDNEY", BigRaiseSign())
        assert list(hall.pits) == ["Civic"]


HUGE = {
    "limit": {"kind": "no-limit", "small": 9 * 10**15},
    "blinds": [45 * 10**14, 9 * 10**15],
    "min_stake": 0,
    "max_stake": 0,
}


def test_a_table_opens_with_all_its_bots_or_not_at_all(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        hall = client.app.state.hall
        account = hall.accounts.open_account("operator", ("operator",), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))

        numbers = itertools.count()

        def opened(name, bots, **changes):
            game = {"rulebook": "nsw-poker", "game": "texas-holdem"}
            body = {"id": f"open-{next(numbers)}", "name": name, **game, "bots": bots, "changes": changes}
            return client.post("/api/tables", json=body, headers={"x-openfelt": "1"})

        before = hall.journal.store.head()
        refused = opened("Felt", 5, **HUGE)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bot-chips")
        for bots in (-1, 6, 60):
            assert opened("Felt", bots, seats=6).json()["error"]["code"] == "bad-bots"
        assert client.get("/api/sign/Felt").status_code == 404
        assert hall.journal.store.head() == before, "nothing was written"
        assert opened("Felt", 5, seats=6).json() == {"table": "Felt"}
        assert sorted(hall.hosts["Felt"].table.places) == [2, 3, 4, 5, 6]
        assert opened("Empty", 0, **HUGE).status_code == 200, "without bots nobody has to pay for it"


def test_the_demo_opens_beside_a_table_whose_name_differs_in_capitals(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        client.portal.call(client.app.state.hall.open_table, "sydney", standard_sign("nsw-poker", "omaha"))
        client.portal.call(open_demo, client.app.state.hall)
        assert "Sydney" not in client.app.state.hall.hosts


@pytest.mark.parametrize("ending", ["phh", "txt"])
@pytest.mark.parametrize(
    ("table", "named"),
    [
        ("Felt 2", 'filename="Felt 2-5.{}"'),
        ('Zoë "x"; y', "filename=\"Zo_ _x__ y-5.{}\"; filename*=UTF-8''Zo%C3%AB%20%22x%22%3B%20y-5.{}"),
    ],
)
def test_a_hand_is_saved_under_the_name_of_its_table_and_its_number(table, named, ending, tmp_path, monkeypatch):
    monkeypatch.setattr(downloads, "phh_document", lambda *_: "a hand")
    monkeypatch.setattr(downloads, "text_document", lambda *_: "a hand")
    monkeypatch.setattr(archive, "reader_key", lambda *_: ())
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        answer = client.get(f"/api/hands/{quote(table)}/5.{ending}")
    assert answer.text == "a hand"
    assert answer.headers["content-disposition"] == "attachment; " + named.format(ending, ending)


def test_blinds_that_fall_are_told_in_words():
    sign = standard_sign("nsw-poker", "texas-holdem")
    for blinds, words in (
        ((0, 0), "blinds of $0 and $0 must"),
        ((0,), "blinds of $0 must"),
        ((3, 2, 1), "of $0.03, $0.02 and $0.01 "),
    ):
        messages = [one.message for one in faults(replace(sign, blinds=blinds))]
        assert any(words in message for message in messages), messages


# -- pages that cost work ---------------------------------------------------------------------------------------------


def test_pages_are_made_beside_the_tables_once_and_limited_for_each_address(tmp_path, monkeypatch):
    made = []

    def clauses(key):
        made.append((key, threading.current_thread().name))
        return {"key": key}

    monkeypatch.setattr(pages, "clauses_of", clauses)
    limits = Limits(pages=Rate(0.001, 5))
    with TestClient(build(tmp_path, demo=False, limits=limits), base_url="http://localhost") as client:
        asked = [client.get("/api/rules/nsw-poker") for _ in range(7)]
        assert [one.status_code for one in asked] == [200] * 5 + [429] * 2
        assert {one.text for one in asked[:5]} == {'{"key":"nsw-poker"}'}
        for path in ("/api/conformance", "/api/schema", "/api/games"):
            assert client.get(path).status_code == 429, path
        for path in ("/api/rules", "/api/rule?cite=nsw-poker 12.4", "/api/me"):
            assert client.get(path).status_code == 200, path
        assert client.get("/api/rules/hoyle").status_code == 404
    ((key, thread),) = made
    assert (key, thread.startswith("pages")) == ("nsw-poker", True)


def test_a_replay_is_made_beside_the_tables_and_each_reader_has_an_own_one(tmp_path, monkeypatch):
    made = []
    real = archive.replay_document

    def replay_document(*asked):
        made.append(threading.current_thread().name)
        return real(*asked)

    monkeypatch.setattr(archive, "replay_document", replay_document)
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost") as client:
        hall = client.app.state.hall
        sign = standard_sign("nsw-poker", "texas-holdem", seats=4)
        bots = [BotSeat(1, "caller", "a"), BotSeat(2, "caller", "b")]
        client.portal.call(partial(hall.open_table, "T", sign, bots=bots))
        asyncio.run(until(lambda: 1 in hall.hosts["T"].finished))
        assert client.get("/api/hands/T/1").text == client.get("/api/hands/T/1").text
        account = hall.accounts.open_account("inspector", ("inspector",), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        hidden = client.get("/api/hands/T/1").text
        body = {"id": "look", "table": "T", "number": 1, "reason": "a dispute"}
        assert client.post("/api/inspect", json=body, headers={"x-openfelt": "1"}).json() == {"done": True}
        assert client.get("/api/hands/T/1").text != hidden, "what was kept for others is not shown instead"
        assert client.get("/api/hands/T/99999").status_code == 404
    assert len(made) == 3
    assert all(name.startswith("pages") for name in made)


def test_a_hand_that_is_inspected_while_its_page_is_made_opens_to_nobody_else(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost") as client:
        hall, go_on = client.app.state.hall, threading.Event()
        bots = [BotSeat(1, "caller", "a"), BotSeat(2, "caller", "b")]
        client.portal.call(partial(hall.open_table, "T", standard_sign("nsw-poker", "texas-holdem"), bots=bots))
        asyncio.run(until(lambda: 1 in hall.hosts["T"].finished))
        account = hall.accounts.open_account("inspector", ("inspector",), 0, "a long password")
        cookie = {"cookie": f"openfelt={hall.accounts.start_session(account, hall.now_ms())}", "x-openfelt": "1"}
        held = client.portal.start_task_soon(hall.press.page, "another", lambda: go_on.wait() and b"")
        with ThreadPoolExecutor(1) as beside:
            asked = beside.submit(client.get, "/api/hands/T/1", headers=cookie)
            asyncio.run(until(lambda: hall.press.waiting == 2))
            client.portal.call(archive.inspect, hall, "T", 1, account, "a dispute")
            go_on.set()
            opened = asked.result().text
        held.result()
        public = write_frame(archive.replay_document(hall, "T", 1, None)).decode()
        assert opened != public
        assert client.get("/api/hands/T/1").text == public


def test_only_so_many_pages_wait(tmp_path):
    async def ask():
        press, go_on = Press(2), threading.Event()
        asked = [asyncio.create_task(press.page(key, lambda: go_on.wait() and b"page")) for key in (1, 2, 1)]
        await asyncio.sleep(0)
        assert press.waiting == 2
        with pytest.raises(PagesBusy):
            await press.page(3, lambda: b"page")
        go_on.set()
        assert await asyncio.gather(*asked) == [b"page"] * 3
        assert await press.page(3, lambda: b"more") == b"more"
        press.close()

    asyncio.run(ask())


def test_one_reader_has_so_many_pages_made_at_once_and_stands_in_nobodys_way():
    """However many large pages one address asks for, the next reader waits for two of them at most."""

    async def read(press, reader, key, told):
        READER.set(reader)
        told.append((reader, await press.page(key, str(key).encode)))
        await press.beside(lambda: None)

    async def ask():
        press, told, go_on = Press(4, most_of_one=2), [], threading.Event()
        first = asyncio.create_task(press.page("slow", lambda: go_on.wait() and b"slow"))
        greedy = [asyncio.create_task(read(press, "address 192.0.2.6", key, told)) for key in range(30)]
        await asyncio.sleep(0.05)
        assert press.waiting == 3
        other = asyncio.create_task(read(press, "account ann", "her page", told))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, other, *greedy)
        press.close()
        return [reader for reader, _ in told]

    told = asyncio.run(ask())
    assert told.index("account ann") <= 2
    assert len(told) == 31, "nobody was refused"


def test_the_pages_of_one_address_leave_room_for_those_of_another(tmp_path):
    """Whose page it is, is known to the press: by the account, and where nobody is asked for one by the address."""
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        readers, press = [], client.app.state.hall.press
        made = press.page

        async def noted(key, make):
            readers.append(READER.get())
            return await made(key, make)

        press.page = noted
        assert client.get("/api/rules/house").status_code == 200
        assert readers == ["address testclient"]


def test_no_more_pages_are_kept_than_memory_is_meant_for(monkeypatch):
    monkeypatch.setattr("openfelt.service.machine.press.MOST_KEPT_BYTES", 10)

    async def ask():
        press, made = Press(2), []
        for key in (1, 2, 1, 3, 2, 1):  # of four bytes each: two are kept, the one read last the longest
            await press.page(key, lambda key=key: made.append(key) or b"page")
        press.close()
        return made

    assert asyncio.run(ask()) == [1, 2, 3, 2, 1]


async def until(condition):
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)
