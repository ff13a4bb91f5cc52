"""What benchmarks and tools import of the package is there: no type checker reads them, and no tier runs them all."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("benchmarks", "tools") for path in (ROOT / folder).rglob("*.py"))


def missing(text):
    """The names that a file imports from modules of openfelt, and that these do not have."""
    found = (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.ImportFrom))
    of_ours = [one for one in found if (one.module or "").partition(".")[0] == "openfelt"]
    return [f"{one.module}.{name.name}" for one in of_ours for name in one.names if not is_there(one.module, name.name)]


def is_there(module, name):
    found = import_module(module)
    return hasattr(found, name) or (hasattr(found, "__path__") and find_spec(f"{module}.{name}") is not None)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_imported_of_the_package_is_there(path):
    assert missing(path.read_text(encoding="utf-8")) == []


def test_a_name_that_is_gone_is_found():
    lines = (
        "from openfelt.cards import card, ace",
        "from openfelt import cards, chips",
        "from openfelt.cards.deck import suit",
    )
    assert missing("\n".join(lines)) == ["openfelt.cards.ace", "openfelt.chips", "openfelt.cards.deck.suit"]
