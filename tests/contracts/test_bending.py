"""The search for rules that no story would miss: which bends there are, and that it notices and lists them."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.bends import bends_of
from tools.bent_types import refused_by_types

ROOT = Path(__file__).parents[2]
MODULE = '''
"""A module."""
from openfelt.books.nsw_poker.table import NSW, OddChips
CITES = NSW.cite("12.4")
TABLE = {"short": entry(CITES, by=STAFF, when=late, odd=OddChips.ONE_EACH, most=3), "long": entry(by=BOSS)}
def is_short(hand, amount: int = 0) -> bool:
    """Whether it is short."""
    if amount < hand.least and not hand.over:
        raise RuleViolation("short", CITES, f"{amount + 1} is short")
    hand.pot += amount
    hand.note("x y")
    return any(one >= 2 for one in hand.bets if one)
'''


@pytest.fixture
def found(tmp_path, monkeypatch):
    path = tmp_path / "bent_example.py"
    path.write_text("from openfelt.books.nsw_poker.table import NSW, OddChips\nCITES = NSW.cite('12.4')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("bent_example")
    yield bends_of(module, MODULE)[1]
    del sys.modules["bent_example"]


def test_comparisons_conditions_values_arguments_and_statements_are_bent(found):
    assert {(one.of, one.bent) for one in found} >= {
        ("is_short", "if True"),
        ("is_short", "if False"),
        ("is_short", "amount <= hand.least and (not hand.over)"),
        ("is_short", "amount < hand.least or not hand.over"),
        ("is_short", "amount < hand.least"),
        ("is_short", "not hand.over"),
        ("is_short", "amount < hand.least and hand.over"),
        ("is_short", "pass"),
        ("is_short", "all((one >= 2 for one in hand.bets if one))"),
        ("is_short", "any((one > 2 for one in hand.bets if one))"),
        ("is_short", "any((one >= 3 for one in hand.bets if one))"),
        ("is_short", "any((one >= 1 for one in hand.bets if one))"),
        ("is_short", "any((one >= 2 for one in hand.bets))"),
        ("'short'", "left out"),
        ("'short'", "by=BOSS"),
        ("'short'", "odd=OddChips.BY_CARD"),
        ("'short'", "most=4"),
        ("'short'", "most=2"),
    }


def test_what_is_said_to_people_and_what_is_cited_is_left_alone(found):
    said = " ".join(f"{one.expression} {one.bent}" for one in found)
    assert "is short" not in said
    assert "12.4" not in said
    assert not any("amount: int" in one.expression or one.expression == "0" for one in found)


def test_a_bend_is_filed_by_clause_and_expression(found):
    bend = next(one for one in found if one.bent == "most=4")
    assert bend.key == ("nsw-poker 12.4", "'short'", "most=3")
    assert bend.is_table
    inside = next(one for one in found if one.bent == "if True")
    assert inside.key == ("nsw-poker 12.4", "is_short", "if amount < hand.least and (not hand.over)")
    assert not inside.is_table


def test_finding_bends_changes_nothing(tmp_path, monkeypatch):
    module = importlib.import_module("openfelt.books.act_holdem.pit_settlement")
    source = Path(module.__file__).read_text(encoding="utf-8")
    first, again = bends_of(module, source), bends_of(module, source)
    assert [str(one) for one in first[1]] == [str(one) for one in again[1]]
    assert len({str(one) for one in first[1]}) > 100


IN_PLACE = """
import ast, json, sys, types
from tools import bend
from tools.bends import bends_of
from tools.bent_types import refused_by_types
SOURCE = {source!r}
told = {{}}
count = len(bends_of(types.ModuleType("felt"), SOURCE)[1])
for number in range(count):
    module = sys.modules["felt"] = types.ModuleType("felt")
    exec(compile(SOURCE, "felt.py", "exec"), module.__dict__)
    tree, found = bends_of(module, SOURCE)
    found[number].do()
    bent = compile(ast.fix_missing_locations(tree), "felt.py", "exec")
    is_done = bend.bend_in_place("felt", compile(SOURCE, "felt.py", "exec"), bent)
    told[found[number].of] = (is_done, module.plain(3), bool(module.Place().full), module.TABLE["x"](3))
print(json.dumps(told))
"""


def test_a_function_is_bent_where_it_is_and_a_table_is_left_to_loading(tmp_path):
    source = (
        "from functools import cache\n"
        "@cache\ndef plain(a):\n    return a < 3\n"
        "class Place:\n    @property\n    def full(self):\n        return plain(4) or not self\n"
        "TABLE = {'x': lambda a: a < 3}\n"
        "def made():\n    def inner(a):\n        return a < 3\n    return inner\n"
    )
    command = [sys.executable, "-c", IN_PLACE.format(source=source)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["plain"] == [True, False, False, False]  # the number 3 became 2 last
    assert told["Place.full"] == [True, False, True, False]
    assert told["made.inner"][0] is False, "it may have been made before"
    assert told["'x'"] == [False, False, False, False], "what a table holds is not found by a name"


@pytest.mark.slow
def test_a_bent_pay_rule_is_noticed_by_its_story():
    command = [sys.executable, "-m", "tools.bend", "--layer", "pit", "--only", "pit_settlement:151", "--jobs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "bends:" in done.stdout, done.stderr
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_a_question_for_the_type_alone_is_missed_by_the_type_checker_and_a_rule_is_not():
    name = "openfelt.tournaments.bounties"
    module = importlib.import_module(name)
    path = Path(module.__file__)
    found = bends_of(module, path.read_text(encoding="utf-8"))[1]
    wanted = {
        "not isinstance(terms, Bounty) or terms.kind == 'mystery'": True,  # cents may be silent, for all the types say
        "one.player == out.player and one.won > 0": False,
    }
    chosen = [one for one in found if one.bent in wanted]
    refused = refused_by_types(chosen, lambda _: path)
    assert {one.bent: at in refused for at, one in enumerate(chosen)} == wanted


@pytest.mark.slow
def test_a_function_bent_where_it_is_decides_as_its_module_loaded_anew():
    command = [sys.executable, "-m", "tools.bend", "--layer", "pit", "--sample", "25", "--seed", "3"]
    told = [
        subprocess.run([*command, *more], cwd=ROOT, capture_output=True, text=True, check=False).stdout
        for more in ((), ("--anew",))
    ]
    assert "25 bends:" in told[0]
    assert told[0] == told[1]
