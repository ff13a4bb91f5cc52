"""Everything of a book stands in its folder: no book's key and no casino's clause in code outside it.

Comments and docstrings may name the clause for which something was written; examples in them name a book.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from openfelt.books.book import CHAPTERS, Book, read_book
from openfelt.rulebooks import CASINO_RULEBOOKS, RULEBOOK_KEYS
from openfelt.rulebooks.shelf import module_of

SOURCE = Path(__file__).parents[2] / "src" / "openfelt"
NAMES = re.compile("|".join(name for key in CASINO_RULEBOOKS for name in (key, key.replace("-", "_"))))
HOUSE = {"HOUSE", "HOUSE_RULES"}
OF_INTEREST = re.compile(rf"{NAMES.pattern}|\b(?!HOUSE)[A-Z][A-Z0-9_]*\.cite\(|isinstance\(\s*[\w.]*sign\b|Chapter\(")


def named_in(tree: ast.Module) -> list[str]:
    """What code says of a casino's book: words with its key, and citations by the name of a book."""
    told = {
        id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            found += [f"line {node.lineno}: {name}" for name in NAMES.findall(node.value)]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            words = [getattr(node, "module", None) or "", *(one.name for one in node.names)]
            found += [f"line {node.lineno}: imports {name}" for name in NAMES.findall(" ".join(words))]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cite":
            book = node.func.value
            if isinstance(book, ast.Name) and book.id.isupper() and book.id not in HOUSE:
                found.append(f"line {node.lineno}: {book.id}.cite")
    return found


class Looked(NamedTuple):
    """What is of interest here in one file."""

    named: list[str]  # of casinos' books
    asks: list[int]  # lines that ask for the kind of a sign
    chapters: list[str]  # that it declares


@cache
def looked_at() -> dict[str, Looked]:
    """Every source file that may be of interest, read once."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if OF_INTEREST.search(text):
            tree = ast.parse(text)
            name = path.relative_to(SOURCE).as_posix()
            found[name] = Looked(named_in(tree), asks_for_kind_of_sign(tree), chapters(tree))
    return found


def outside() -> dict[str, list[str]]:
    """What files outside the books say of them."""
    return {name: one.named for name, one in looked_at().items() if one.named and not name.startswith("books/")}


def asks_for_kind_of_sign(tree: ast.Module) -> list[int]:
    """Where code asks which kind of sign it has; what differs from game to game belongs in the game's own file."""
    asked = (one.args[0] for one in calls(tree) if one.func.id == "isinstance")
    return [one.lineno for one in asked if getattr(one, "id", getattr(one, "attr", "")).endswith("sign")]


def chapters(tree: ast.Module) -> list[str]:
    """The chapters that a file declares."""
    return [ast.literal_eval(one.args[0]) for one in calls(tree) if one.func.id == "Chapter"]


def calls(tree: ast.Module) -> list[Any]:
    """Calls of something by its plain name."""
    return [one for one in ast.walk(tree) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]


def test_no_book_is_named_and_no_casino_clause_is_cited_outside_its_folder():
    assert outside() == {}, "ask the table's book through its chapter, or cite the house"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('if sign.rulebook == "nsw-poker":\n    pass', 1),
        ('RULES = {"act-stud": 1, "us-stud": 2}', 2),
        ('CITES = NSW.cite("12.4")', 1),
        ('CITES = HOUSE.cite("1")', 0),
        ("from openfelt.books.nsw_poker import cite", 1),
        ("import openfelt.books.us_stud.floor", 1),
        ('raise RuleViolation(f"{seat} sits [nsw-poker 6.1]")', 1),
        ('"""Explains nsw-poker 12.4."""\nRULE = 1  # act-stud 17.3', 0),
        ('def due(book: str = "nsw-poker") -> None:\n    """Due."""', 1),
    ],
)
def test_what_counts_as_naming_a_book(code, count):
    assert len(named_in(ast.parse(code))) == count


def test_nothing_asks_which_kind_of_sign_it_has():
    assert {name: one.asks for name, one in looked_at().items() if one.asks} == {}
    assert asks_for_kind_of_sign(ast.parse("x = 1\nif isinstance(round_.sign, HoldemSign):\n    pass")) == [2]


# --- a whole book -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULEBOOK_KEYS)
def test_every_book_is_whole(key):
    found = read_book(key)
    assert found.key == key
    absent = set(getattr(import_module(module_of(key)), "ABSENT", ()))
    assert {one.name for one in CHAPTERS if getattr(found, one.name) is None} == absent
    assert all(getattr(found, one.name) is one.of(key) for one in CHAPTERS if one.name not in absent)


def test_every_chapter_that_a_layer_declares_is_part_of_a_whole_book():
    declared = [chapter for one in looked_at().values() for chapter in one.chapters]
    assert sorted(declared) == sorted(one.name for one in CHAPTERS), "books/book.py gathers every chapter"
    assert {one.name for one in CHAPTERS} < set(Book.__dataclass_fields__)
