"""A refusal is data: no value stands in its words, so that a page writes amounts and names as it likes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src" / "openfelt"
PACKAGES = (
    "books", "cage", "cards", "documents", "floor", "games", "hands", "jackpots", "lists", "pit", "promotions", "room",
    "service", "table", "tournaments",
)  # fmt: skip
# What makes a refusal, or something found in a document that becomes one.
SAID_BY = frozenset(
    {
        "RuleViolation",
        "StaleView",
        "NotationError",
        "NotAllowed",
        "PoolTooSmall",
        "contradiction",
        "error",
        "fault",
        "gap",
        "refuse",
    }
)
# Where a text still has a value inside, and how many such texts: this list only shrinks.
STILL_PLAIN = {
    "promotions/moments.py": 1,  # a date and time, as it is to be typed
    "tournaments/home.py": 2,  # a name with a number behind it, as it is to be typed
}


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def has_values(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) and any(isinstance(one, ast.FormattedValue) for one in node.values)


def is_joined(node: ast.AST) -> bool:
    """Words and values put together by another way than a phrase: `+`, `%` and `.format`."""
    match node:
        case ast.BinOp(op=ast.Add() | ast.Mod()):
            return any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in (node.left, node.right))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format")):
            return True
    return False


def plain_texts(tree: ast.AST) -> set[int]:
    """The lines of texts with values inside that a refusal says, at once or by a name of the same function."""
    found: set[int] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        said = [one for one in ast.walk(function) if isinstance(one, ast.Call) and name_of(one) in SAID_BY]
        told = [part for call in said for part in (*call.args, *(one.value for one in call.keywords))]
        names = {one.id for part in told for one in ast.walk(part) if isinstance(one, ast.Name)}
        told += [
            one.value
            for one in ast.walk(function)
            if isinstance(one, ast.Assign) and any(isinstance(to, ast.Name) and to.id in names for to in one.targets)
        ]
        found |= {one.lineno for part in told for one in ast.walk(part) if has_values(one) or is_joined(one)}
    return found


def files(package: str) -> list[Path]:
    return sorted((SRC / package).rglob("*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_refusal_has_a_value_in_its_words(package):
    found = {
        str(path.relative_to(SRC)): plain_texts(ast.parse(path.read_text(encoding="utf-8"))) for path in files(package)
    }
    allowed = {name: count for name, count in STILL_PLAIN.items() if name.startswith(f"{package}/")}
    assert {name: len(lines) for name, lines in found.items() if lines} == allowed, {
        name: sorted(lines) for name, lines in found.items() if len(lines) > allowed.get(name, 0)
    }


def test_every_way_to_put_a_value_into_a_text_is_found():
    ways = (
        'raise RuleViolation("x", (), f"{a} is no seat")',
        'raise StaleView(f"{a} is over")',
        'text = f"{a} is no seat"\n    raise RuleViolation("x", (), text)',
        'raise RuleViolation("x", (), "no", legal=(f"1 to {a}",))',
        'raise RuleViolation("x", (), "no seat " + a)',
        'raise RuleViolation("x", (), "no seat %s" % a)',
        'raise RuleViolation("x", (), "no seat {}".format(a))',
        'yield contradiction("x", (), (), f"{a} at a table")',
        'yield gap((), (), f"nothing is said of {a}")',
    )
    for way in ways:
        assert plain_texts(ast.parse(f"def refuse(a):\n    {way}\n")), way
    whole = 'raise RuleViolation("x", (), phrase("{a} is no seat", a=a), legal=("1", str(a)))'
    assert not plain_texts(ast.parse(f"def refuse(a):\n    {whole}\n"))


# What is told of tournaments, promotions, jackpots, lists and home games, with texts that still have a value inside.
TOLD_BY = {
    "event_words.py": 1,  # an ordinal number, which is a word
    "event_views.py": 0,
    "event_feed.py": 0,
    "event_offers.py": 1,  # a number with its sign, inside a name
    "home_views.py": 0,
    "deal_views.py": 0,
    "jackpot_views.py": 1,  # a percentage, inside a name
    "list_views.py": 1,
    "promotion_offers.py": 0,
    "promotion_views.py": 1,
    "promotion_words.py": 0,
}


def test_nothing_that_is_told_has_a_value_in_its_words():
    found = {}
    for name in TOLD_BY:
        tree = ast.parse((SRC / "service" / "tell" / name).read_text(encoding="utf-8"))
        found[name] = sum(map(has_values, ast.walk(tree)))
    assert found == TOLD_BY, "this list only shrinks"
