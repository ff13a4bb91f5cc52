"""Counts over many decks match the exact numbers, at 99 %; shuffles with known faults do not (RNG-3, RNG-4).

Seeds are fixed, so each count is one number for ever: a failure is a change of the shuffle, never bad luck.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice
from math import sqrt

import pytest

from openfelt.cards import deck
from openfelt.hands import SCALES, strength, unpack
from openfelt.lab.frequencies import frequencies
from openfelt.service.deck import shuffle
from openfelt.service.deck.shuffle import deck_order, stream
from tests.conftest import count

FULL = deck(52)
DECKS = count(5_000, 200_000)


def seed(number):
    return hashlib.sha256(f"statistics {number}".encode()).digest()


def deviation(squares, freedom):
    """How many standard deviations a chi-square is off (Wilson and Hilferty's cube root)."""
    return ((squares / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))


def off(counts, expected):
    """The deviation of counts from exact expectations; classes that are too rare to judge are taken together."""
    rare = [one for one, due in expected.items() if due < 10]
    pooled = {one: due for one, due in expected.items() if due >= 10}
    found = {one: counts[one] for one in pooled}
    if rare:
        pooled["rare"], found["rare"] = sum(expected[one] for one in rare), sum(counts[one] for one in rare)
    squares = sum((found[one] - float(due)) ** 2 / float(due) for one, due in pooled.items())
    return deviation(squares, len(pooled) - 1)


def by_position(decks):
    """The 52 x 52 table of cards by positions. Rows and columns have fixed sums, so 51 x 51 cells are free."""
    cells = Counter()
    for number in range(decks):
        cells.update(enumerate(deck_order(seed(number), FULL)))
    due = decks / 52
    squares = sum((cells[at, card] - due) ** 2 / due for at in range(52) for card in FULL.cards)
    return deviation(squares * 51 / 52, 51 * 51)


def test_every_card_is_as_often_in_every_position():
    assert abs(by_position(DECKS)) < 2.576


def no_rejection(source):
    return lambda n: next(source) % n


def the_loop_of_1999(items, below):
    order = list(items)
    for i in range(len(order)):
        j = below(len(order))
        order[i], order[j] = order[j], order[i]
    return order


def never_itself(items, below):
    """Sattolo's loop, an easy slip: no card ever stays where it was."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(i)
        order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.parametrize(
    ("name", "wrong"), [("chooser", no_rejection), ("permuted", the_loop_of_1999), ("permuted", never_itself)]
)
def test_a_biased_shuffle_is_seen(monkeypatch, name, wrong):
    monkeypatch.setattr(shuffle, name, wrong)
    monkeypatch.setattr(shuffle, "cut_at", lambda *_: 0)  # a fair cut would hide where each card lies
    assert by_position(5_000) > 4


@pytest.mark.parametrize("cards", [5, 7])
def test_dealt_hands_have_their_exact_chances(cards):
    scale = SCALES["nsw-52"]
    hands = count(10_000, 500_000)
    found = Counter(
        unpack(scale, strength(scale, deck_order(seed(-number), FULL)[:cards]))[0] for number in range(1, hands + 1)
    )
    exact = frequencies(scale, cards)
    assert sum(row.count for row in exact.rows) == exact.total
    expected = {row.category: row.probability * hands for row in exact.rows}
    assert abs(off(found, expected)) < 2.576


def test_the_raw_stream_is_even_in_bytes_in_pairs_and_in_bits():
    size = count(400_000, 20_000_000)
    raw = bytes(islice(stream(seed("raw"), "openfelt shuffle 1"), size))
    bytes_off = off(Counter(raw), dict.fromkeys(range(256), size / 256))
    pairs = Counter(zip(raw[::2], raw[1::2], strict=True))
    coarse = Counter()
    for (first, second), number in pairs.items():
        coarse[first >> 3, second >> 3] += number
    pairs_off = off(coarse, {(a, b): size / 2 / 1024 for a in range(32) for b in range(32)})
    bits = sum(value.bit_count() for value in raw)
    bits_off = (bits - 4 * size) / sqrt(2 * size)
    assert max(map(abs, (bytes_off, pairs_off, bits_off))) < 2.576
