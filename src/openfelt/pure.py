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
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

PACKAGE: Final = Path(__file__).parent
COMPILED: Final = ("openfelt.games.", "openfelt.table.", "openfelt.formats.")  # where compiled modules may stand
NOTE: Final = "compiled.json"  # what they were made from, written beside the compiled modules


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
    installed = Path(sysconfig.get_path("platlib"), "openfelt")
    notes = [folder / "table" / NOTE for folder in (PACKAGE, installed) if (folder / "table" / NOTE).exists()]
    if not notes:
        return False
    told = json.loads(notes[0].read_text(encoding="utf-8"))
    whole = hashlib.sha256()
    for name in told["modules"]:
        file = PACKAGE.joinpath(*name.split(".")).with_suffix(".py")
        whole.update(name.encode() + b"\0" + (file.read_bytes() if file.exists() else b""))
    return bool(told["source"] == whole.hexdigest())
