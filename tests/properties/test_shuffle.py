"""The shuffle is exactly fair, comes from the system's entropy alone, and stops when it fails a test of itself."""

import ast
import inspect
import os
from collections import Counter
from math import factorial
from pathlib import Path

import pytest

from openfelt.cards import DECK_SIZES, deck
from openfelt.errors import NotationError
from openfelt.room import composition, draft
from openfelt.service.deck import commitments, sealing, shoe, shuffle
from openfelt.service.deck.shuffle import (
    DealingStopped,
    Shuffler,
    chooser,
    cut_at,
    deck_order,
    health,
    known_answers,
    permuted,
    salts,
    stream,
)
from openfelt.service.writers import facts
from tests.conftest import count

SEED = bytes(range(32))
DECKS = [deck(size, joker=joker) for size in DECK_SIZES for joker in (False, True)]


def draw(shuffler, number):
    for _ in range(number):
        shuffler.seed()


def silent(_: str) -> None:
    """Nobody listens."""


@pytest.mark.parametrize("n", range(1, 54))
def test_every_index_is_accepted_for_the_same_number_of_bytes(n):
    """Exact: of the 256 byte values each index below n gets the same number, and the rest are thrown away."""
    accepted = Counter()
    for value in range(256):
        # A refused byte is followed by a zero, which is always accepted as index 0: the source is then used up.
        source = iter((value, 0))
        index = chooser(source)(n)
        if next(source, None) == 0:
            accepted[index] += 1
    assert accepted == dict.fromkeys(range(n), 256 // n)


def test_every_index_stream_of_five_cards_gives_its_own_order():
    """Exact: the 5 x 4 x 3 x 2 index streams that can be asked for give each of the 120 orders once."""
    orders = Counter(tuple(order) for order in every_run(lambda below: permuted("abcde", below)))
    assert len(orders) == factorial(5)
    assert set(orders.values()) == {1}


def every_run(work):
    """The result of `work` for every stream of numbers that it may draw: each number asked for takes every value."""
    streams = [()]
    while streams:
        drawn = streams.pop()
        asked = []

        def below(n, drawn=drawn, asked=asked):
            asked.append(n)
            return drawn[len(asked) - 1] if len(asked) <= len(drawn) else 0

        made = work(below)
        if len(asked) == len(drawn):
            yield made
        else:
            streams += [(*drawn, value) for value in range(asked[len(drawn)])]


def test_the_loop_of_1999_would_be_caught():
    """The well-known wrong loop swaps every place with any place: 3,125 streams, orders reached 16 to 47 times."""

    def wrong(below):
        order = list("abcde")
        for i in range(5):
            j = below(5)
            order[i], order[j] = order[j], order[i]
        return order

    orders = Counter(tuple(order) for order in every_run(wrong))
    assert (min(orders.values()), max(orders.values())) == (16, 47)


def test_a_cut_of_a_fair_deck_is_fair():
    """Exact: for each cut the orders of four cards are a rearrangement of themselves."""
    for cut in range(1, 4):
        orders = Counter((*order[cut:], *order[:cut]) for order in every_run(lambda below: permuted("abcd", below)))
        assert set(orders.values()) == {1}


@pytest.mark.parametrize("of", DECKS, ids=lambda of: of.name)
def test_an_order_is_the_whole_deck_and_depends_on_seed_and_deck_only(of):
    order = deck_order(SEED, of)
    assert sorted(order) == sorted(of.cards)
    assert deck_order(SEED, of) == order
    assert deck_order(SEED[::-1], of) != order
    assert 1 <= cut_at(SEED, of) < len(of.cards)
    assert list(inspect.signature(deck_order).parameters) == ["seed", "of"]


def test_every_bit_of_the_seed_matters():
    plain = deck_order(SEED, deck(52))
    for bit in range(256):
        other = (int.from_bytes(SEED, "big") ^ 1 << bit).to_bytes(32, "big")
        assert deck_order(other, deck(52)) != plain


def test_a_short_seed_is_refused():
    with pytest.raises(NotationError, match="32 bytes or more, not 31"):
        deck_order(bytes(31), deck(52))


def test_the_streams_of_one_seed_are_apart():
    parts = [bytes(next(source) for _ in range(32)) for source in (stream(SEED, "a"), stream(SEED, "b"))]
    parts += list(salts(SEED, 53))
    assert len({part[:16] for part in parts}) == len(parts)


ALLOWED = {"__future__", "collections.abc", "dataclasses", "hashlib", "hmac", "itertools", "os", "typing",
           "openfelt.cards", "openfelt.cards.card", "openfelt.errors", "openfelt.phrases", "openfelt.rulebooks",
           "openfelt.service.deck.shuffle"}  # fmt: skip


CHANCE = ("random", "numpy", "secrets", "time", "datetime", "uuid")


@pytest.mark.parametrize("module", [sealing, shoe, facts, draft, composition])
def test_the_way_of_a_card_to_the_table_knows_no_chance_and_no_clock(module):
    """Between the shuffle and the table nothing is imported that could choose a card."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = {one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
    names |= {alias.name for one in ast.walk(tree) if isinstance(one, ast.Import) for alias in one.names}
    assert not {name for name in names if name.split(".")[0] in CHANCE}
    assert "urandom" not in Path(module.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [shuffle, commitments])
def test_no_other_source_of_chance_is_within_reach(module):
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    found = set()
    for one in ast.walk(tree):
        if isinstance(one, ast.Import):
            found |= {name.name for name in one.names}
        elif isinstance(one, ast.ImportFrom):
            found.add(one.module)
        elif isinstance(one, ast.Name):
            assert one.id not in {"__import__", "eval", "exec"}
    assert found <= ALLOWED


def test_seeds_are_distinct():
    shuffler = Shuffler(on_failure=silent, every=10**9)
    number = count(20_000, 1_000_000)
    assert len({shuffler.seed() for _ in range(number)}) == number


def test_without_entropy_no_hand_starts_and_the_failure_is_told_once(monkeypatch):
    told = []
    shuffler = Shuffler(on_failure=told.append)

    def no_entropy(_):
        raise NotImplementedError("no randomness source")

    monkeypatch.setattr(os, "urandom", no_entropy)
    for _ in range(2):
        with pytest.raises(DealingStopped, match="no randomness source"):
            shuffler.seed()
    assert told == ["shuffling stopped: no randomness source"]
    monkeypatch.undo()
    with pytest.raises(DealingStopped):
        shuffler.seed()


@pytest.mark.parametrize("broken", [bytes, lambda n: (b"\x01\x02" * n)[:n], lambda n: b"", lambda n: SEED[:n]])
def test_broken_entropy_stops_dealing(monkeypatch, broken):
    shuffler = Shuffler(on_failure=silent)
    shuffler.seed()
    monkeypatch.setattr(os, "urandom", broken)
    with pytest.raises(DealingStopped):
        draw(shuffler, shuffler._every + 1)
    assert shuffler.stopped


@pytest.mark.parametrize("constant", ["KNOWN_MAC", "KNOWN_ORDER"])
def test_a_wrong_known_answer_stops_dealing(monkeypatch, constant):
    known_answers()
    monkeypatch.setattr(shuffle, constant, getattr(shuffle, constant).replace("4", "5"))
    with pytest.raises(DealingStopped, match="is due"):
        known_answers()
    told = []
    with pytest.raises(DealingStopped):
        Shuffler(on_failure=told.append).seed()
    assert len(told) == 1


def test_a_wrong_shuffle_is_caught_by_the_known_answer(monkeypatch):
    monkeypatch.setattr(shuffle, "permuted", lambda items, below: [*reversed(items)])
    with pytest.raises(DealingStopped, match="the known seed gives"):
        known_answers()


def test_the_health_test_bounds_are_where_they_say():
    fair = os.urandom(shuffle.SAMPLE_BYTES)
    health(fair)
    mixed = bytes(i % 256 for i in range(shuffle.SAMPLE_BYTES))
    health(b"\x07" * 8 + mixed[8:])
    with pytest.raises(DealingStopped, match="9 equal random bytes"):
        health(b"\x08" * 9 + mixed[9:])
    crowded = bytearray(mixed)
    for i in range(63 - 16):
        crowded[i * 80 + 3] = 200
    health(bytes(crowded))
    crowded[79 * 51] = 200
    with pytest.raises(DealingStopped, match="one byte value 64 times"):
        health(bytes(crowded))


def test_processes_after_a_fork_never_share_a_seed():
    """No generator state is inherited: children of one process draw apart."""
    shuffler = Shuffler(on_failure=silent, every=10**9)
    shuffler.seed()
    seeds = []
    workers, each = 8, count(500, 10_000)
    for _ in range(workers):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(b"".join(shuffler.seed() for _ in range(each)))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            drawn = pipe.read()
        os.waitpid(child, 0)
        seeds += [drawn[at : at + 32] for at in range(0, len(drawn), 32)]
    assert len(set(seeds)) == len(seeds) == workers * each
