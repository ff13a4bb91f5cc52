"""The lab of the page: the same counts as on the command line, and a mistake is told as everywhere."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from openfelt.errors import NotationError
from openfelt.lab.equity_games import GAMES
from openfelt.service import lab as service_lab
from openfelt.service.app import build
from openfelt.service.lab import MOST_HANDS

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
    assert said in answer.json()["error"]["message"]
    assert "openfelt" not in answer.text, "a page has no command and no --help"


def test_a_plain_mistake_waits_behind_no_calculation(lab, monkeypatch):
    async def never(*words):
        raise AssertionError(f"a calculation was begun: {words}")

    monkeypatch.setattr(service_lab, "run", never)
    for wrong in ({"samples": "x"}, {"deck": "41"}, {"game": "whist"}, {"board": "Zz"}, {"dead": "As"}):
        assert lab.get("/api/equity", params={"hand": ["AsKs", "QhQd"], **wrong}).status_code == 400, wrong


def test_samples_may_be_written_in_threes(lab):
    for text in ("2000", "2,000", "2 000"):
        answer = lab.get("/api/equity", params={"hand": ["AsKs", "QhQd"], "samples": text}).json()
        assert answer["deals"] == 2000


def test_a_usage_mistake_is_told_without_the_command(lab):
    with pytest.raises(NotationError) as refusal:
        lab.portal.call(service_lab.run, "equity", "--samples", "x", "--", "AsKs", "QhQd")
    assert refusal.value.message.startswith("invalid value for '--samples'")
    assert "openfelt" not in refusal.value.message


def test_only_games_against_the_house_have_a_price(lab):
    answer = lab.get("/api/edge/texas-holdem")
    assert answer.status_code == 400
    assert answer.json()["error"]["legal"] == ["act-holdem", "nz-big-raise"]
