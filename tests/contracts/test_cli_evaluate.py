"""`openfelt evaluate` and `openfelt frequencies`: their documented output, and one line for a mistake."""

import json
import subprocess
import sys
from fractions import Fraction
from math import comb

import pytest

from openfelt.cards import DECK_SIZES


def test_evaluate_says_what_it_is_with_its_clause(command):
    code, out, err = command("evaluate", "Kh Kd Kc Jh Js 2d 3c")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "full house, kings over jacks"
    assert lines[1].split() == ["cards", "Kh", "Kd", "Kc", "Js", "Jh"]
    assert "nsw-52 (nsw-poker, 52 cards, 2-A)" in out
    assert "nsw-poker 13.2(d)" in out


def test_evaluate_json_has_the_documented_fields(command):
    code, out, _ = command("evaluate", "Jk", "Ah", "Ad", "Ac", "As", "--joker", "--json")
    assert code == 0
    assert json.loads(out) == {
        "scale": "act-52-joker",
        "rulebook": "act-stud",
        "deck": {"cards": 52, "joker": True},
        "hand": "high",
        "cards": ["Jk", "Ah", "Ad", "Ac", "As"],
        "board": [],
        "selection": "any-five",
        "category": "five of a kind",
        "words": "five of a kind, aces",
        "used": ["As", "Ah", "Ad", "Ac", "Jk"],
        "joker_as": "As",
        "ranks": [14],
        "strength": 7474,
        "strengths": 7475,
        "cites": [
            f"act-stud {one}" for one in ("3.3(b)", "3.1", "3.2", "3.3", "def/Full Deck", "3.7", "def/Wild Card")
        ],
    }


SCALE_CHOICES = [
    ((), "nsw-52"),
    (("--deck", "36"), "nsw-36"),
    (("--deck", "40"), "act-40"),
    (("--deck", "36", "--rulebook", "act-stud", "--ace-low-straights"), "act-36-acelow"),
    (("--deck", "36", "--rulebook", "house"), "house-36"),
    (("--low",), "us-low"),
    (("--low", "--hand", "low"), "us-low"),
    (("--low", "--eight-or-better"), "us-low-8"),
    (("--low", "--deck", "32"), "act-32-low"),
    (("--low", "--high-ace"), "act-52-low-acehigh"),
    (("--hand", "deuce-to-seven"), "house-27-low"),
    (("--rulebook", "nz-big-raise"), "nz-52"),
]


@pytest.mark.parametrize(("options", "key"), SCALE_CHOICES)
def test_options_choose_the_scale(command, options, key):
    code, out, _ = command("evaluate", "Ah Kd 9c 8s 7h", "--json", *options)
    assert code == 0
    assert json.loads(out)["scale"] == key


def test_board_and_selection(command):
    args = ("evaluate", "AhKhQhJh", "--board", "Th 2d 2c 3s 4c", "--selection", "two-and-three", "--json")
    code, out, _ = command(*args)
    assert code == 0
    assert json.loads(out)["words"] == "pair of twos with A-K-T"
    assert json.loads(out)["board"] == ["Th", "2d", "2c", "3s", "4c"]


BAD = [
    (("Ah Ah Kd Qd Jd",), "Ah appears twice, as card 1 and card 2"),
    (("Ah Kd 2c Qd Jd", "--deck", "32"), "card 3, 2c, is not in a deck of 32 cards, 7-A"),
    (("Ah Kd Qd Jd",), "4 cards given; nsw-52 evaluates 5 to 7"),
    (("Ah Kd Qx Jd Td",), "card 3 of 'Ah Kd Qx Jd Td' cannot be read at 'Qx Jd Td'"),
    (("Ah Kd", "--board", "2c 3c 4c 5c 6c 7c"), "a board of 6 cards; it has at most 5"),
    (("Ah Kd Qd Jd", "--board", "2c 3c 4c 5c 6c 7c", "--selection", "two-and-three"), "a board of 6 cards"),
    (("Ah Kd Qd Jd Jk",), "card 5, Jk, is not in a deck of 52 cards, 2-A"),
    (("Ah Kd Qd Jd ??",), "card 5 is unknown (??)"),
    (("Ah Kd Qd Jd Td", "--joker", "--rulebook", "nsw-poker"), "played without a joker [nsw-poker 4.1.1]"),
    (
        ("Ah Kd Qd Jd Td", "--low", "--eight-or-better", "--deck", "36"),
        "no five ranks of eight or less [act-stud 3.5(d)]",
    ),
    (
        ("Ah Kd Qd Jd Td", "--low", "--rulebook", "nsw-poker"),
        "nsw-poker has no low hands [nsw-poker 13.1]; allowed: high",
    ),
    (("Ah Kd Qd Jd Td", "--deck", "33"), "33"),
    (("Ah Kd Qd Jd Td", "--low", "--hand", "badugi"), "--low is --hand low"),
    (("Ah Kd Qd Jd Td", "--low", "--hand", "high"), "--low is --hand low; it cannot go with --hand high"),
    (("Ah Kd Qd Jd Td", "--high-ace"), "a high ace is a choice for low hands, not for high hands [act-stud 3.6]"),
    (("",), "0 cards given"),
    ((), "CARDS"),
]


@pytest.mark.parametrize(("args", "says"), BAD)
def test_bad_input_is_one_line_and_exit_code_two(command, args, says):
    code, out, err = command("evaluate", *args)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_bad_input_from_a_shell():
    done = subprocess.run([sys.executable, "-m", "openfelt", "evaluate", "Ah Ah Kd Qd Jd"],
                          capture_output=True, text=True, check=False, timeout=60)  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "openfelt: Ah appears twice, as card 1 and card 2\n"


@pytest.mark.parametrize("size", DECK_SIZES[:-3])
@pytest.mark.parametrize("joker", [False, True])
def test_frequencies_for_every_deck(command, size, joker):
    options = ("--joker",) if joker else ("--rulebook", "act-stud")
    code, out, _ = command("frequencies", "--deck", str(size), *options, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["deck"] == {"cards": size, "joker": joker}
    assert found["total"] == comb(size + joker, 5) == sum(row["count"] for row in found["categories"])
    assert sum(Fraction(row["probability"]) for row in found["categories"]) == 1
    assert set(found) == {"scale", "rulebook", "deck", "hand", "cards", "total", "categories"}
    assert set(found["categories"][0]) == {"category", "count", "classes", "probability", "percent", "cite"}


def test_frequencies_of_seven_cards(command):
    code, out, _ = command("frequencies", "--deck", "36", "--cards", "7")
    assert code == 0
    assert out.splitlines()[0] == "nsw-36 (nsw-poker, 36 cards, 6-A), 7 cards: 8,347,680 holdings"
    rows = [line.split()[0:1] for line in out.splitlines()[1:]]
    assert len(rows) == 10
    assert "three of a kind        637,560     7.637571 %   [nsw-poker 13.4(f)]" in out


def test_frequencies_of_a_qualifying_low(command):
    code, out, _ = command("frequencies", "--low", "--eight-or-better", "--json")
    rows = json.loads(out)["categories"]
    # C(8, 5) rank sets in 4^5 suits.
    assert code == 0
    assert [(row["category"], row["count"]) for row in rows] == [
        ("qualifying low", comb(8, 5) * 4**5),
        ("no qualifying low", comb(52, 5) - comb(8, 5) * 4**5),
    ]


REFUSED = [
    (("--cards", "8"), "8"),
    (("--cards", "4"), "nsw-52 has no hands of 4 cards; allowed: 5, 6, 7"),
    (("--hand", "badugi", "--cards", "6"), "house-badugi has no hands of 6 cards; allowed: 4, 5"),
]


@pytest.mark.parametrize(("args", "says"), REFUSED)
def test_frequencies_refuses(command, args, says):
    code, out, err = command("frequencies", *args)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
