"""A room without one of its books: all else loads, the stories of the other books come true, and the room opens."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openfelt.hands import _kernel
from openfelt.lab import _equity, _icm, _solver

ROOT = Path(__file__).parents[2]
GONE = "us-stud"
# In a process of its own: the copy is loaded in place of the package that is installed.
START = """
import sys
sys.meta_path[:] = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]
sys.path.insert(0, {folder!r})
import openfelt
assert openfelt.__file__.startswith({folder!r}), openfelt.__file__
from openfelt.rulebooks import RULEBOOK_KEYS
assert {gone!r} not in RULEBOOK_KEYS and len(RULEBOOK_KEYS) == 5, RULEBOOK_KEYS
"""
EVERY_MODULE = """
import importlib, pkgutil
for one in pkgutil.walk_packages(openfelt.__path__, "openfelt."):
    if one.name != "openfelt.__main__":
        importlib.import_module(one.name)
"""
EVERY_STORY = """
from pathlib import Path
from openfelt.stories import read_stories, report
KINDS = (".hand", ".room", ".round", ".tournament", ".jackpot", ".promotion")
told = 0
for path in sorted(Path({stories!r}).glob("*/**/*")):
    if path.suffix in KINDS and {gone!r} not in path.parts:
        for story in read_stories(path):
            if {gone!r} in story.text:
                continue
            told += 1
            found = report(story)
            assert found.came_true, (story.name, found)
assert told > 1000, told
"""
THE_ROOM = """
from pathlib import Path
from starlette.testclient import TestClient
from openfelt.service.app import build
with TestClient(build(Path({data!r}), pace=0.0), base_url="http://localhost") as client:
    books = [one["key"] for one in client.get("/api/rules").json()["rulebooks"]]
    assert len(books) == 5 and {gone!r} not in books, books
    assert len(client.app.state.hall.writers) > 10
"""


@pytest.fixture(scope="module")
def without_a_book(tmp_path_factory):
    """Run a script with a copy of the package that lacks a book."""
    folder = tmp_path_factory.mktemp("without") / "src"
    shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for one in (_kernel, _equity, _icm, _solver):  # the native parts, which are built and not copied
        *_, package, _name = one.__name__.split(".")
        shutil.copy(one.__file__, folder / "openfelt" / package / Path(one.__file__).name)
    shutil.rmtree(folder / "openfelt" / "books" / GONE.replace("-", "_"))

    def run(script: str) -> None:
        given = {"folder": str(folder), "gone": GONE, "stories": str(ROOT / "tests" / "stories")}
        text = (START + script).format(**given, data=str(folder.parent / "room"))
        environment = os.environ | {"OPENFELT_PURE": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", text],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
            cwd=folder.parent,
        )
        assert done.returncode == 0, done.stderr[-3000:]

    return run


@pytest.mark.slow
@pytest.mark.parametrize("script", [EVERY_MODULE, EVERY_STORY, THE_ROOM], ids=["modules", "stories", "room"])
def test_all_else_goes_on_without_a_book(without_a_book, script):
    without_a_book(script)
