"""Running the table from its source instead of the compiled modules: for tests that bend a rule, and for debugging.

The install compiles `openfelt.table`, the vocabulary of `openfelt.games` and the replay of histories from the very
files that stand in it. With `OPENFELT_PURE=1` in the environment the files themselves run. `is_compiled` and
`is_current` say what an installation has.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import sys
import sysconfig
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

PACKAGE: Final = Path(__file__).parent
COMPILED: Final = ("openfelt.games.", "openfelt.table.", "openfelt.formats.")  # where compiled modules may stand
NOTE: Final = "compiled.json"  # what they were made from, written beside the compiled modules


class StaleTable(RuntimeWarning):
    """The compiled table that runs is not the one whose source stands here."""


class SourceFinder:
    """Finds the modules of the table as source files, before anything compiled."""

    @staticmethod
    def find_spec(  # the arguments are the import system's
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG004
        target: ModuleType | None = None,  # noqa: ARG004
    ) -> ModuleSpec | None:
        """The source of a module of the games, the table or the histories; everything else is left to others."""
        file = PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")
        if not name.startswith(COMPILED) or not file.exists():
            return None
        return importlib.util.spec_from_file_location(name, file)


def run_the_source() -> None:
    """From now on the table is imported from its source."""
    if SourceFinder not in sys.meta_path:
        sys.meta_path.insert(0, SourceFinder)


def is_compiled() -> bool:
    """Whether the table that runs is the compiled one."""
    module = importlib.import_module("openfelt.table.hand")
    return not str(module.__file__).endswith(".py")


def is_current() -> bool:
    """Whether the compiled modules were made from the source that stands beside them. Imports nothing of the table."""
    note = _note()
    return note is not None and _is_of_this_source(note)


def warn_if_stale() -> None:
    """Say that an edit of the table is not what runs. Asked before the first compiled module is imported."""
    note = None if SourceFinder in sys.meta_path else _note()
    if note is not None and not _is_of_this_source(note):
        text = "the compiled table is older than its source and is what runs: `make setup`, or OPENFELT_PURE=1"
        warnings.warn(text, StaleTable, stacklevel=3)


def _note() -> Path | None:
    """What the installed compiled modules were made from; None where the table is not compiled."""
    installed = Path(sysconfig.get_path("platlib"), "openfelt")
    notes = [folder / "table" / NOTE for folder in (PACKAGE, installed)]
    return next((note for note in notes if note.exists()), None)


def _is_of_this_source(note: Path) -> bool:
    told = json.loads(note.read_text(encoding="utf-8"))
    whole = hashlib.sha256()
    for name in told["modules"]:
        file = PACKAGE.joinpath(*name.split(".")).with_suffix(".py")
        whole.update(name.encode() + b"\0" + (file.read_bytes() if file.exists() else b""))
    return bool(told["source"] == whole.hexdigest())
