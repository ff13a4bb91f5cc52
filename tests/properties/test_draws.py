"""Draws of the house: permutations, each as likely as every other, the same again from their sealed seed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.errors import NotationError
from openfelt.journal import MemoryStore
from openfelt.service.deck.draws import draw_from, drawn, seal_draw
from openfelt.service.deck.sealing import check_shuffles
from openfelt.service.writers.facts import Facts
from tests.service_kit import PlainJournal, Seeds, VirtualClock

SEEDS = st.binary(min_size=32, max_size=32)


@given(SEEDS, st.integers(0, 600))
def test_a_draw_is_a_permutation_and_comes_out_of_its_seal_again(seed, count):
    order = drawn(seed, count)
    assert sorted(order) == list(range(count))
    assert draw_from(seal_draw("event/draw/seats", seed, count)) == order


def test_every_order_is_as_likely_as_every_other():
    chance = random.Random("draws")
    found = Counter(drawn(chance.randbytes(32), 4) for _ in range(12_000))
    expected = 12_000 / 24
    assert set(found) == set(permutations(range(4)))
    assert sum((found[one] - expected) ** 2 / expected for one in found) < 50  # 23 degrees of freedom: p above 0.001


@given(SEEDS, st.integers(1, 60))
def test_another_seed_number_or_name_does_not_give_the_root(seed, count):
    sealed = seal_draw("event/draw/seats", seed, count)
    other = bytes([seed[0] ^ 1]) + seed[1:]
    for wrong in ({"seed": other}, {"deck": f"draw {count + 1}"}, {"shuffle": "event/draw/other"}, {"deck": "draw x"}):
        with pytest.raises(NotationError):
            draw_from(msgspec.structs.replace(sealed, **wrong))


def test_a_decision_that_asks_twice_gets_one_draw_and_seals_it_once():
    class World:
        clock, journal, shuffler = VirtualClock(), PlainJournal(MemoryStore()), Seeds("one")

    facts = Facts(World)
    assert facts.draw("a", 9) == facts.draw("a", 9)
    assert facts.draw("a", 9) != facts.draw("b", 9)
    assert [one.shuffle for one in facts.sealed] == ["a", "b"]
    assert check_shuffles(MemoryStore()).fault is None
