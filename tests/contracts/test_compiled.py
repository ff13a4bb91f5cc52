"""The compiled table is the table: made from the source that stands here, and the same to the last byte."""

from __future__ import annotations

import hashlib
import importlib
import os
import pkgutil
import random
import subprocess
import sys
import warnings
from pathlib import Path

import msgspec
import pytest

from openfelt import pure
from openfelt.games import GAMES
from openfelt.table import Viewer, encode, legal, open_hand, start, view
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES, random_hand, random_shoe, random_start

ROOT = Path(__file__).parents[2]
BENDING = ("tests/stories/test_breaking.py", "tests/stories/test_breaking_stud.py")  # all tests marked `source`


def hand_digest(hands: int) -> str:
    """One hash over the events and views of random hands of every game."""
    whole = hashlib.sha256()
    for key in ALL_GAMES:
        for number in range(hands):
            hand, events = random_hand(random.Random(f"compiled {key} {number}"), GAMES[key])
            for event in events:
                whole.update(encode(event))
            whole.update(encode(view(hand, Viewer("inspector"))))
    return whole.hexdigest()


def told_by(expression: str, *, source: bool) -> str:
    """What an expression of this module is worth in a process that runs the table's source, or the compiled table."""
    code = f"import tests.contracts.test_compiled as t; print({expression})"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENFELT_PURE": "1" if source else "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def test_the_environment_says_which_table_runs():
    assert told_by("t.pure.is_compiled()", source=True) == "False"
    assert told_by("t.pure.is_compiled()", source=False) == "True"
    assert pure.is_compiled() == (os.environ["OPENFELT_PURE"] == "0")


def test_the_compiled_table_was_made_from_this_source():
    assert pure.is_current(), "stale: run `make setup`"


def noted(folder: Path, source: str) -> Path:
    """The note of a table compiled from one module, whose source had this digest."""
    note = folder / pure.NOTE
    note.write_bytes(msgspec.json.encode({"modules": ["table.turns"], "source": source}))
    return note


@pytest.mark.parametrize(
    ("edited", "from_source", "warns"), [(True, False, True), (False, False, False), (True, True, False)]
)
def test_an_edit_that_is_not_compiled_is_told(tmp_path, monkeypatch, edited, from_source, warns):
    turns = (ROOT / "src/openfelt/table/turns.py").read_bytes()
    digest = hashlib.sha256(b"table.turns\0" + turns + b"#" * edited).hexdigest()
    monkeypatch.setattr(pure, "_note", lambda: noted(tmp_path, digest))
    monkeypatch.setattr(sys, "meta_path", [pure.SourceFinder] * from_source)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pure.warn_if_stale()
    assert [one.category for one in caught] == [pure.StaleTable] * warns


def test_a_table_that_is_not_compiled_is_not_stale(monkeypatch):
    monkeypatch.setattr(pure, "_note", lambda: None)
    pure.warn_if_stale()
    assert not pure.is_current()


def test_only_compiled_files_cause_a_new_compilation():
    made = subprocess.run(["make", "-pn", "help"], capture_output=True, text=True, cwd=ROOT, check=True)
    line = next(line for line in made.stdout.splitlines() if line.startswith("KERNEL_SOURCES"))
    sources = {word for word in line.split() if word.startswith("src/")}
    listed = (ROOT / "kernel/compiled.txt").read_text(encoding="utf-8").split()
    assert sources == {f"src/openfelt/{one}" for one in listed}
    assert all((ROOT / one).exists() for one in sources)


def test_no_struct_is_compiled():
    """The compiler drops what a struct says of itself (frozen, without cycles) and does not say so."""
    packages = [importlib.import_module(name.rstrip(".")) for name in pure.COMPILED]
    names = [one.name for it in packages for one in pkgutil.iter_modules(it.__path__, f"{it.__name__}.")]
    modules = [importlib.import_module(name) for name in names]
    compiled = [module for module in modules if not module.__file__.endswith(".py")]
    assert len(compiled) > 20
    for module in compiled:
        own = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
        assert not [kind for kind in own if issubclass(kind, msgspec.Struct)], module.__name__


def test_what_a_player_may_do_cannot_be_changed_by_a_bot():
    rng = random.Random("frozen")
    sign, players, button = random_start(rng, GAMES["nsw-poker", "texas-holdem"])
    hand, _ = open_hand(start(sign, players, button=button), random_shoe(rng, sign))
    with pytest.raises(AttributeError):
        legal(hand).most = 10**9


def test_both_play_the_same_hands():
    digest = f"t.hand_digest({count(8, 400)})"
    assert told_by(digest, source=False) == told_by(digest, source=True)


@pytest.mark.slow
def test_rules_bent_in_the_source_break_their_stories():
    environment = {**os.environ, "OPENFELT_PURE": "1"}
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "pytest", "-q", "-m", "source", *BENDING]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
