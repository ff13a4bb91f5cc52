"""The independent chip model: the integral beside exact enumeration, and what holds for every field."""

from __future__ import annotations

import random
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.lab import icm

STACKS = st.lists(st.integers(1, 10**6), min_size=1, max_size=7)
PRIZES = st.lists(st.integers(0, 10**6), min_size=1, max_size=7).filter(any)


@given(STACKS, PRIZES)
def test_the_integral_agrees_with_enumeration(stacks: list[int], prizes: list[int]) -> None:
    prizes = prizes[: len(stacks)]
    if not any(prizes):
        return
    found, exact = icm.equities(stacks, prizes), icm.by_enumeration(stacks, prizes)
    assert sum(exact) == sum(prizes)
    for value, truth in zip(found.values, exact, strict=True):
        assert abs(value - truth) <= found.error + 1e-12 * sum(prizes)


def test_nine_players_to_the_eighth_decimal() -> None:
    stacks, prizes = [9100, 5200, 4000, 3900, 2500, 1000, 700, 50, 1], [500, 300, 200, 120, 80, 60, 40, 20, 10]
    found, exact = icm.equities(stacks, prizes), icm.by_enumeration(stacks, prizes)
    assert max(abs(value - truth) for value, truth in zip(found.values, exact, strict=True)) < 1e-8


def test_the_published_example() -> None:
    assert [f"{float(one):.2f}" for one in icm.by_enumeration([50, 30, 20], [50, 30, 20])] == [
        "38.39",
        "32.75",
        "28.86",
    ]


@pytest.mark.parametrize(("players", "paid"), [(300, 45), (1000, 150), (500, 500)])
def test_a_whole_field_sums_to_its_prizes_and_more_chips_are_worth_more(players: int, paid: int) -> None:
    chance = random.Random(players)
    stacks = sorted(chance.randint(1, 200_000) for _ in range(players))
    prizes = [10_000 // place + 1 for place in range(1, paid + 1)]
    found = icm.equities(stacks, prizes)
    assert found.error <= icm.ENOUGH * sum(prizes)
    assert abs(fsum(found.values) - sum(prizes)) <= found.error
    slack = found.error  # equal stacks are worth the same but for rounding
    assert all(less <= more + slack for less, more in zip(found.values, found.values[1:], strict=False))


def test_order_of_the_players_does_not_matter() -> None:
    stacks, prizes = [5, 1, 70_000, 400, 400, 12_000], [50, 30, 20]
    straight, turned = icm.equities(stacks, prizes), icm.equities(stacks[::-1], prizes)
    assert straight.values == pytest.approx(turned.values[::-1], abs=1e-10)


@pytest.mark.parametrize(
    ("stacks", "prizes", "says"),
    [
        ([], [1], "0 stacks"),
        ([5, 0], [1], "stack 2 is 0"),
        ([5, -1], [1], "stack 2 is -1"),
        ([5], [2, 1], "2 prizes for 1 players"),
        ([5], [], "0 prizes"),
        ([5], [0], "all prizes are 0"),
        ([5, 5], [3, -1], "prize 2 is -1"),
    ],
)
def test_what_is_no_field_is_refused(stacks: list[int], prizes: list[int], says: str) -> None:
    for compute in (icm.equities, icm.by_enumeration):
        with pytest.raises(icm.BadField, match=says):
            compute(stacks, prizes)


def test_too_many_to_enumerate() -> None:
    with pytest.raises(icm.BadField, match="at most 15"):
        icm.by_enumeration([1] * 16, [1])
