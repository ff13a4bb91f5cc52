"""`make walk` measures four walks through a running room, and counts each call once."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from openfelt import pure
from openfelt.cards import cards
from tools import walk

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_every_walk_is_measured():
    env = {**os.environ, "OPENFELT_PURE": "1"}
    run = subprocess.run(
        [sys.executable, "-m", "tools.walk", "--files"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr + run.stdout
    rows = {line[:32].strip(): [int(one.replace(",", "")) for one in line[32:].split()] for line in lines(run.stdout)}
    assert list(rows) == [
        "one raise, three watchers",
        "deal of a new hand",
        "floor ruling, preview and apply",
        "house-banked round",
    ]
    for packages, files, functions, calls, changes in rows.values():
        assert 5 <= packages < files < functions < calls
        assert files <= changes < calls
    assert all(f"service/{name}.py" in run.stdout for name in ("doors/socket", "wire/protocol"))
    assert "journal/sqlite.py" in run.stdout, "the journal has a thread of its own"


def lines(text):
    return text.split("\n\n")[0].splitlines()[1:]


@pytest.mark.skipif(not pure.is_compiled(), reason="the table runs from its source")
def test_a_compiled_table_is_not_measured():
    with pytest.raises(SystemExit, match="OPENFELT_PURE"):
        walk.main()


def test_calls_are_counted_where_they_happen():
    meter = walk.Meter()
    meter.note(sys._getframe(), "call", None)  # nothing is measured yet, and a test is not of the package
    assert meter.last_s == 0.0
    with meter, meter.measure() as steps:
        cards("AsKs")
    assert steps.packages == {"cards"}
    assert {code.co_name for code in steps.calls} >= {"cards"}
    before = steps.row
    cards("AsKs")
    assert steps.row == before


def test_a_coroutine_that_goes_on_is_no_new_call(monkeypatch):
    monkeypatch.setattr(walk, "place", lambda code: "a.py" if code.co_name == "waits" else "")
    meter = walk.Meter()

    async def waits():
        for _ in range(3):
            await asyncio.sleep(0)

    async def twice():
        with meter, meter.measure() as steps:
            await waits()
            await waits()
        return steps

    assert asyncio.run(twice()).calls.total() == 2


def test_what_a_client_makes_of_a_frame_is_not_counted():
    meter = walk.Meter()
    with meter, meter.measure() as steps:
        with meter.not_counted():
            cards("AsKs")
        assert not steps.calls
        cards("AsKs")
    assert steps.packages == {"cards"}
