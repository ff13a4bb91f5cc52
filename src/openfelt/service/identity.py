"""Which program runs: one hash over every file of the package, written into the record and looked at again daily."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import openfelt

PASSED_OVER: Final = ("__pycache__",)


def code_hash(folders: Iterable[str | Path] = ()) -> str:
    """The hash of the program: the name and the bytes of each file of the package, in the order of their names."""
    whole = hashlib.sha256()
    for folder in map(Path, folders or openfelt.__path__):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and not set(PASSED_OVER) & set(file.parts):
                name = file.relative_to(folder).as_posix().encode()
                whole.update(len(name).to_bytes(2, "big") + name + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()
