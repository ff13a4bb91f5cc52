"""The import contracts hold, and each forbids what it is there to forbid.

A house of empty packages with every import that DESIGN allows keeps the contracts; one more import breaks them.
"""

import sys
import tomllib
from pathlib import Path

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
    "tournaments jackpots promotions",
)
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
        for package, wanted in imports.items():
            folder = tmp_path / name / package
            folder.mkdir(parents=True)
            lines = "".join(f"import {name}.{other}\n" for other in sorted(wanted))
            (folder / "__init__.py").write_text(lines, encoding="utf-8")
        (tmp_path / name / "__init__.py").touch()
        config = tmp_path / f"{name}.toml"
        text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        contracts = text[text.index("[tool.importlinter]") :].replace('"openfelt"', f'"{name}"')
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
