"""What people read has its amounts in dollars: log lines, signs, downloads, frames, the terminal and the school."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

from openfelt.cli.play import command as play_command
from openfelt.games import GAMES, Commission, Limit
from openfelt.games.signtext import sign_lines
from openfelt.pit.games import pit_games
from openfelt.pit.log import log_line as pit_log_line
from openfelt.school.drills import MODES, drill, topics
from openfelt.service.pages import downloads
from openfelt.table import legal
from openfelt.table.log import log_line
from tests.bare_cents import bare_cents
from tests.conftest import count
from tests.properties.pit_play import random_game
from tests.properties.random_tables import ALL_GAMES, random_sign
from tests.properties.test_floor import play_with_incidents
from tests.service_kit import Sim, run

BOOKS = ("nsw-poker", "act-stud", "us-stud", "house")


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("seat 1 bets 12345", ["12345"]),
        ("raise to 24690-98765", ["24690", "98765"]),
        ("a blind of -12345", ["12345"]),
        ("seat 1 bets $123.45 of $50,000", []),
        ("hand 12345 of T; for another 1200 seconds", []),
        ("2026-11-17 and 250 cards", []),
    ],
)
def test_bare_cents_are_told_from_dollars_dates_and_counts(text, bare):
    assert bare_cents(text) == bare


@pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)
def test_log_lines_and_offers_of_a_table(key):
    for number in range(count(3, 40)):
        rng = random.Random(f"money {key} {number}")
        hand, events = play_with_incidents(rng, GAMES[key])
        for event in events:
            assert not bare_cents(str(log_line(event))), log_line(event)
        for line in sign_lines(random_sign(rng, GAMES[key])):
            assert not bare_cents(str(line.text)), line
        assert legal(hand) is None


@pytest.mark.parametrize("key", pit_games())
def test_log_lines_and_signs_against_the_house(key):
    for number in range(count(20, 400)):
        game = random_game(random.Random(f"money {key} {number}"), key, incidents=0.2)
        for event in game.events:
            assert not bare_cents(str(pit_log_line(event))), pit_log_line(event)
        for line in game.round.sign.displayed():
            assert not bare_cents(str(line.text)), line


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_school_asks(book):
    for seed in range(count(30, 600)):
        for mode in MODES:
            if not topics(mode, book):
                continue
            asked = drill(mode=mode, rulebook=book, seed=seed)
            for text in (*asked.text, asked.asks, *asked.choices, asked.working):
                assert not bare_cents(text), text


def words_of(value, skip=frozenset()):
    """Every text in a JSON value, but for the fields that programs read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in skip:
                yield from words_of(part, skip)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from words_of(part, skip)


def test_the_terminal():
    answers = "k\nc\ni\nb 150\nb 2\nr 31.7\nr 999\nd\nshow\nn\nd 1\nf\n" * 300
    for game in ("texas-holdem", "seven-card-stud", "draw-blind", "badugi"):
        told = CliRunner().invoke(
            play_command, [game, "--seed", "7", "--hands", "1", "--stack", "$387.50"], input=answers
        )
        assert told.exit_code == 0, told.output
        assert not bare_cents(told.output), bare_cents(told.output)


# What programs read: amounts as fields, notation, addresses and proofs.
NOTATION = frozenset({"sign", "line", "commitment", "root", "hash", "seed", "proof", "id", "account", "player"})


def test_what_a_room_says_to_people():
    """An evening at odd stakes: downloads, and every sentence that a frame carries, refusals among them."""
    fees = Commission("percentage", per_mille=50, most=1_235, sitting=2_345)
    changes = {"blinds": (1_235, 2_470), "limit": Limit("no-limit", 2_470), "unit": 5, "commission": fees}

    async def evening():
        async with Sim("money in words") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4, min_stake=12_345, max_stake=98_765, **changes)
            clients = [await sim.player(name, "T", seat, 54_325) for seat, name in enumerate(("ann", "bob"), 1)]
            for frame in (
                {"kind": "sit", "seat": 3, "stake": 1},
                {"kind": "top-up", "amount": 99_995},
                {"kind": "top-up", "amount": 12_346},
                {"kind": "act", "turn": 1, "action": "bet", "amount": 12_346},
            ):
                await clients[0].ask(**frame, table="T")
            await sim.play(host, clients, 4)
            texts = [downloads.text_document(sim.hall, "T", number, None) for number in host.finished]
            return texts, [json.loads(data) for client in clients for data in client.frames]

    texts, frames = run(evening())
    assert len(frames) > 50
    assert any("$" in text for text in texts)
    for text in (*texts, *words_of(frames, NOTATION)):
        assert not bare_cents(text), text
