"""The small book of `tests/books`, put where openfelt looks for books: among its own, or in a distribution of another.

A copy has a key of its own, and what a test changes in its files. Nothing is downloaded: a folder with a `dist-info`
on the path is an installed distribution.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from pathlib import Path
from typing import Any

from openfelt.games.policy import POLICIES
from openfelt.games.registry import GAMES
from openfelt.hands import SCALES
from openfelt.rulebooks import shelf

ROOT = Path(__file__).parents[1]
SMALL = ROOT / "tests" / "books" / "lantern_stud"
STORIES = ROOT / "tests" / "books" / "stories"
KEY = "lantern-stud"


def write_book(folder: Path, key: str = KEY, **changes: Any) -> Path:
    """A copy of the small book in a folder, in a package that is named for its key.

    `changes`: by file, a text and what stands there instead, or several, or the whole file, or None for no such file.
    The key is written as KEY in them.
    """
    package = folder / key.replace("-", "_")
    shutil.copytree(SMALL, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.iterdir():
        text = path.read_text(encoding="utf-8").replace(KEY, key).replace("lantern-52", f"{key}-52")
        path.write_text(text, encoding="utf-8")
    for name, change in changes.items():
        path = package / ("clauses.tsv" if name == "clauses" else f"{name}.py")
        if change is None:
            path.unlink()
        elif isinstance(change, str):
            path.write_text(change, encoding="utf-8")
        else:
            for old, new in [change] if isinstance(change, tuple) else change:
                text = path.read_text(encoding="utf-8")
                assert named(old, key) in text, f"{old!r} does not stand in {path.name}"
                path.write_text(text.replace(named(old, key), named(new, key), 1), encoding="utf-8")
    return package


def named(text: str, key: str) -> str:
    """A text with the key of the book: as a word of its own, KEY is the book's own name for it."""
    return re.sub(r"(?<=[\"'])KEY", key, text)


def install(folder: Path, key: str, package: str, distribution: str = "") -> None:
    """The record of a distribution that names a book as an entry point."""
    name = distribution or package
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[openfelt.books]\n{key} = {package}\n", encoding="utf-8")


def run(*command: str, path: Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python with the distributions of a folder, as in a room where they are installed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(path), str(ROOT))), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=cwd or path,
        timeout=300,
    )


def forget_the_shelf() -> None:
    """Look for books anew."""
    invalidate_caches()
    for kept in (shelf.folders, shelf.outside, shelf.shelved, shelf.casino_rulebooks):
        kept.cache_clear()
    vars(GAMES).pop("known", None)
    vars(SCALES).pop("_known", None)
    POLICIES.clear()


def forget(package: str) -> None:
    """Forget a package that was loaded."""
    for name in [name for name in sys.modules if name.split(".")[0] == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
