"""The compiled table is the table: made from the source that stands here, and the same to the last byte."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

from openfelt import pure
from openfelt.games import GAMES
from openfelt.table import Viewer, encode, view
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES, random_hand

ROOT = Path(__file__).parents[2]


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


def told_by_the_compiled_table(expression: str) -> str:
    """What an expression of this module is worth in a process that runs the compiled table."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENFELT_PURE"}
    code = f"import tests.contracts.test_compiled as t; print({expression})"
    environment["PYTHONPATH"] = str(ROOT)
    environment["OPENFELT_PURE"] = "0"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def test_tests_run_the_source_and_everybody_else_the_compiled_table():
    assert not pure.is_compiled()
    assert told_by_the_compiled_table("t.pure.is_compiled()") == "True"


def test_the_compiled_table_was_made_from_this_source():
    assert told_by_the_compiled_table("t.pure.is_current()") == "True", "stale: run `make setup`"


def test_both_play_the_same_hands():
    hands = count(8, 400)
    assert told_by_the_compiled_table(f"t.hand_digest({hands})") == hand_digest(hands)
