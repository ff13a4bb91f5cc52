"""The import contracts hold, and each forbids what it is there to forbid.

A house of empty packages with every import that DESIGN allows keeps the contracts; one more import breaks them.
"""

import re
import sys
import tomllib
from pathlib import Path

import grimp
import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]
LINE = (
    "errors",
    "cards rulebooks",
    "hands",
    "games",
    "table pit",
    "floor",
    "cage",
    "room",
    "tournaments jackpots promotions lists",
    "books",
)
MOST_IN_CYCLES = 0  # imports that close a cycle and are allowed: none
BELOW_FLOOR = {"errors", "cards", "rulebooks", "hands", "games", "table", "pit"}


def allowed() -> dict[str, set[str]]:
    """What each package may import: the line from cards to promotions, and what stands beside it."""
    may: dict[str, set[str]] = {}
    below: set[str] = set()
    for rung in LINE:
        may |= {name: set(below) for name in rung.split()}
        below |= set(rung.split())
    may["bots"] = set(BELOW_FLOOR)
    may["lab"] = may["formats"] = BELOW_FLOOR | {"bots"}
    may["school"] = BELOW_FLOOR | {"floor"}
    may["journal"] = {"errors"}
    may["stories"] = set(may)
    may["service"] = set(may)
    may["cli"] = set(may)
    return may


MAY = allowed()
FORBIDDEN = [(one, other) for one in sorted(MAY) for other in sorted(MAY) if one != other and other not in MAY[one]]


@pytest.fixture
def verdict(tmp_path, monkeypatch):
    """Whether the contracts of pyproject.toml are kept by a house with the given imports; under a name of its own."""

    def judge(name: str, imports: dict[str, set[str]]) -> bool:
        for package, wanted in ({"books/book": set()} | imports).items():
            folder = tmp_path / name / package
            folder.mkdir(parents=True, exist_ok=True)
            lines = "".join(f"import {name}.{other}\n" for other in sorted(wanted))
            (folder / "__init__.py").write_text(lines, encoding="utf-8")
        (tmp_path / name / "__init__.py").touch()
        config = tmp_path / f"{name}.toml"
        text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        contracts = text[text.index("[tool.importlinter]") :].replace('"openfelt', f'"{name}')
        contracts = re.sub(r"ignore_imports = \[.*?\]", "", contracts, flags=re.DOTALL)  # of our modules, not of these
        assert tomllib.loads(contracts)["tool"]["importlinter"]["root_package"] == name
        config.write_text(contracts, encoding="utf-8")
        return lint_imports(config_filename=str(config), no_cache=True) == 0

    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return judge


def test_our_imports_keep_the_contracts(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=str(tmp_path)) == 0


def test_every_import_that_the_design_allows_is_allowed(verdict):
    assert verdict("felt_allowed", MAY)


@pytest.mark.parametrize("one", sorted({one for one, _ in FORBIDDEN}))
def test_each_import_that_the_design_does_not_allow_is_forbidden(verdict, one):
    for _, other in (pair for pair in FORBIDDEN if pair[0] == one):
        house = {package: set() for package in MAY} | {one: {other}}
        assert not verdict(f"felt_{one}_{other}", house), f"{one} may import {other}"


def test_a_new_package_must_find_its_place(verdict):
    assert not verdict("felt_attic", {package: set() for package in (*MAY, "attic")})


# --- books ------------------------------------------------------------------------------------------------------------

BOOKS = {"books/book": set(), "books/one": set(), "books/other": set(), "books/house": set()}
MOST = {  # the highest layer that a chapter may import, and the next above it
    "hands": ("hands", "games"),
    "games": ("games", "table"),
    "sign": ("games", "table"),
    "odds": ("games", "table"),
    "table": ("table", "floor"),
    "checklist": ("table", "floor"),
    "floor": ("floor", "cage"),
    "money": ("cage", "room"),
}


def with_books(**chapters):
    """A house of empty packages with three books, and the imports of some of their chapters or of others."""
    house = {package: set() for package in MAY} | BOOKS
    return house | {name.replace("__", "/"): wanted for name, wanted in chapters.items()}


@pytest.mark.parametrize("chapter", MOST)
def test_a_chapter_imports_up_to_the_layer_that_asks_for_it(verdict, chapter):
    highest, above = MOST[chapter]
    assert verdict(f"felt_{chapter}_up_to", with_books(**{f"books__one__{chapter}": {highest, "rulebooks"}}))
    assert not verdict(f"felt_{chapter}_above", with_books(**{f"books__one__{chapter}": {above}}))


def test_a_book_knows_no_other_and_nobody_imports_a_chapter(verdict):
    floors = {"books__one__floor": set(), "books__other__floor": set()}
    assert verdict("felt_books_apart", with_books(**floors))
    assert not verdict("felt_books_known", with_books(**floors | {"books__one__floor": {"books.other"}}))
    assert not verdict("felt_books_deep", with_books(**floors | {"books__one__floor": {"books.other.floor"}}))
    for who in ("service", "cli", "stories", "books/book"):
        name = f"felt_{who.replace('/', '_')}_chapter"
        assert not verdict(name, with_books(**floors) | {who: {"books.one.floor"}})


# --- cycles -----------------------------------------------------------------------------------------------------------


def test_two_packages_that_need_each_other_are_forbidden(verdict):
    house = {package: set() for package in MAY}
    assert verdict("felt_straight", house | {"school/first": {"school.second"}, "school/second": set()})
    assert not verdict("felt_round", house | {"school/first": {"school.second"}, "school/second": {"school.first"}})


def test_an_import_for_types_only_counts(tmp_path, monkeypatch):
    house = tmp_path / "felt_hidden"
    house.mkdir()
    for name, text in {
        "__init__": "",
        "hall": "from felt_hidden import host",
        "host": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from felt_hidden import hall",
    }.items():
        (house / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert grimp.build_graph("felt_hidden", cache_dir=None).nominate_cycle_breakers("felt_hidden")


def test_imports_that_close_a_cycle_become_fewer():
    found = len(exceptions())
    assert found <= MOST_IN_CYCLES, "a new cycle: move what both modules need below them"
    assert found == MOST_IN_CYCLES, f"a cycle is gone: MOST_IN_CYCLES is {found} now"


def test_every_exception_is_still_needed():
    graph = grimp.build_graph("openfelt", cache_dir=None)
    for one, other in exceptions():
        graph.remove_import(importer=one, imported=other)
    needless = []
    for one, other in exceptions():
        graph.add_import(importer=one, imported=other)
        if not graph.nominate_cycle_breakers(one.rpartition(".")[0]):
            needless.append(f"{one} -> {other}")
        graph.remove_import(importer=one, imported=other)
    assert needless == [], "these close no cycle any more: take them off the list in pyproject.toml"


def exceptions() -> list[tuple[str, str]]:
    """The imports that the contract against cycles allows."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = [one for one in tables if one["type"] == "acyclic_siblings"]
    assert contract["unmatched_ignore_imports_alerting"] == "error", "an import that is gone leaves the list"
    return [tuple(one.split(" -> ")) for one in contract["ignore_imports"]]
