"""Whether a file can be written where it is asked for: a question to put before the long work, not after it."""

from __future__ import annotations

import os
from pathlib import Path

from openfelt.errors import NotationError


def require_place(path: Path) -> None:
    """Refuse a file that cannot be written, before the long work."""
    if not path.parent.is_dir():
        raise NotationError(f"{path}: cannot be written: no folder {path.parent}")
    if path.is_dir():
        raise NotationError(f"{path}: cannot be written: it is a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise NotationError(f"{path}: cannot be written: no permission")
