"""Single decisions by brute force with a separately written evaluator, and the complete counts against them."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.act_holdem.pit_price import PRICED as CALL
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.books.nz_big_raise.pit_price import PRICED as RAISE
from openfelt.cards import ALL_CARDS, cards, show
from openfelt.lab import after_flop, raise_on_three
from openfelt.lab.deals import pairs, threes
from tests.conftest import count
from tests.edge_oracle import PAIR_OF_FOURS, call_net, raise_net, strengths

# Made hands, draws, overcards, paired and suited flops, hands that only play the board, and decisions close to even.
CANBERRA = [
    ("Jd4c", "Kh9s6d"), ("2c2d", "2h2sKd"), ("AhKh", "QhJhTh"), ("7s2d", "AcAdAh"), ("3c2d", "AsAdKh"),
    ("Th9h", "8c7d2s"), ("5s4s", "AdKdQd"), ("Qc3d", "9h8h7h"), ("8c5d", "KsJs2h"), ("Td2c", "Qh9s5d"),
    ("9c8d", "AsKd4h"), ("6h3h", "QhTh2c"), ("Ac2d", "KsQh7d"), ("4c4d", "KsQhJd"), ("Jc9d", "JhJs9c"),
    ("Kd7c", "Qs8s4s"), ("Tc6d", "9h9s2d"), ("3d2c", "7h6s4c"), ("Ts3s", "AsKs4d"), ("9d2h", "QcJd6s"),
    ("9s7h", "AhQd2c"), ("3d3h", "AcJc9c"),
]  # fmt: skip
BIG_RAISE = [
    "Ts7s2d", "6c6d2h", "5c5d2h", "AcKcQc", "9s7s6s", "Tc9d8h", "7c6d5h", "2c2d2h", "Tc9c2c", "9c5c2c",
    "JcTd2h", "9c7d6h", "Ac3d2h", "Ac3c2c", "KcQdJh", "4c3c2c", "Td6c5h", "QsTs8s", "Ah9d5c", "8s7d6c",
]  # fmt: skip

NETS = np.array(
    [
        [
            call_net(hand, result >= 3, result % 3, unqualified_call="returned", unqualified_tie="ante-wins")
            for result in range(6)
        ]
        for hand in range(10)
    ]
)


@pytest.fixture(scope="module")
def places():
    """For every river and dealer's holding among 47 cards, where their four cards stand among all fours."""
    rank = {four: at for at, four in enumerate(combinations(range(47), 4))}
    lookup = np.zeros((47, 47, 47, 47), np.int32)
    for four, at in rank.items():
        lookup[four] = at
    rivers = list(combinations(range(47), 2))
    apart = []
    for river in rivers:
        rest = np.delete(np.arange(47), river)
        a, b = np.triu_indices(45, 1)
        four = np.sort(np.column_stack([np.full((990, 2), river), rest[a], rest[b]]), axis=1)
        apart.append(lookup[tuple(four.T)])
    return rivers, np.array(list(rank)), np.concatenate(apart)


def by_brute_force(hole, flop, places):
    """The count of each cell, each of 1,070,190 run-outs looked at."""
    rivers, fours, run = places
    rest = np.array([card for card in range(52) if card not in (*hole, *flop)])
    dealer = strengths(np.column_stack([np.tile(flop, (len(fours), 1)), rest[fours]]))[run]
    player = strengths(np.column_stack([np.tile([*hole, *flop], (len(rivers), 1)), rest[np.array(rivers)]]))
    player = np.repeat(player, 990)
    result = np.where(player > dealer, 0, np.where(player == dealer, 1, 2)) + 3 * (dealer >= PAIR_OF_FOURS)
    return np.bincount(player // 16**5 * 6 + result, minlength=60).reshape(10, 6)


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(CANBERRA)), ids=lambda at: "-".join(CANBERRA[at]))
def test_a_canberra_decision(at, places):
    hole, flop = map(cards, CANBERRA[at])
    cells = by_brute_force(hole, flop, places)
    found = after_flop.decide(CALL, HoldemSign(), 1, hole, flop)
    assert cells.sum() == comb(47, 2) * comb(45, 2) == 1_070_190
    assert sorted((row.result, row.hand, row.deals) for row in found.outcomes) == sorted(
        (after_flop.RESULT_WORDS[result], after_flop.WORDS[hand], cells[hand, result])
        for hand in range(10)
        for result in range(6)
        if cells[hand, result]
    )
    call, fold = found.choices
    assert call.total == (cells * NETS).sum()
    assert call.value == Fraction(int((cells * NETS).sum()), 1_070_190)
    assert (fold.name, fold.value) == ("fold", -1)
    assert found.best == (("call", "fold") if call.value == -1 else ("call",) if call.value > -1 else ("fold",))


@pytest.mark.slow
def test_every_decision_of_the_full_game_agrees_with_visiting_its_runouts():
    """The complete counts and the visited run-outs are two methods; seed 9 decides where they are compared."""
    values = after_flop.call_values(CALL, [HoldemSign()], 1)[0]
    generator = np.random.default_rng(9)
    for three, two in zip(
        generator.integers(1755, size=count(150, 5000)), generator.integers(1176, size=count(150, 5000)), strict=True
    ):
        hole = [ALL_CARDS[card] for card in pairs()[three, two]]
        flop = [ALL_CARDS[card] for card in threes()[three]]
        assert after_flop.decide(CALL, HoldemSign(), 1, hole, flop).choices[0].total == values[three, two], show(
            [*hole, *flop]
        )


@pytest.mark.parametrize("text", BIG_RAISE)
@pytest.mark.parametrize("reading", ["as written", "US"])
def test_a_big_raise_decision(text, reading):
    own = cards(text)
    pays = "even-money" if reading == "as written" else "raise-table"
    rest = [card for card in range(52) if card not in own]
    fives = np.array([(*own, *two) for two in combinations(rest, 2)])
    made = strengths(fives)
    found = raise_on_three.decide(RAISE, BigRaiseSign(ante_pays=pays), 1, own)
    expected = [-len(made)] + [
        sum(
            raise_net(value // 16**5, value // 16**3 % 16, times, ante_pays=pays, sevens="stand-off",
                      standoff_ante="returned")
            for value in made.tolist()
        )
        for times in (1, 2, 3, 4)
    ]  # fmt: skip
    assert [choice.total for choice in found.choices] == expected
    assert found.best == tuple(
        name for name, total in zip(raise_on_three.choices(RAISE), expected, strict=True) if total == max(expected)
    )


def test_canberra_has_exactly_equal_decisions():
    """By brute force above: 9-7 on A-Q-2 of three other suits, and threes on A-J-9 of one suit they lack."""
    values = after_flop.call_values(CALL, [HoldemSign()], 1)[0]
    places = map(tuple, np.argwhere(values == -1_070_190))
    even = {(show(pairs()[at].tolist()), show(threes()[at[0]].tolist())) for at in places}
    assert even == {("7h 9s", "2c Qd Ah"), ("3d 3h", "9c Jc Ac"), ("3d 3s", "9c Jc Ac"), ("3h 3s", "9c Jc Ac")}
    assert after_flop.decide(CALL, HoldemSign(), 100, cards("9s7h"), cards("AhQd2c")).best == ("call", "fold")


def test_exactly_equal_choices_are_called_equal():
    """With odds of 0 throughout, a hand that cannot lose can only stand off, so every raise is worth 0."""
    table = BigRaiseSign().raise_table
    zero = table.replace(**{hand.replace("-", "_"): 0 for hand in table.odds})
    found = raise_on_three.decide(RAISE, BigRaiseSign(raise_table=zero), 100, cards("8c8d8h"))
    assert [choice.total for choice in found.choices] == [-117_600, 0, 0, 0, 0]
    assert found.best == ("raise 1", "raise 2", "raise 3", "raise 4")
    assert found.margin == 1
