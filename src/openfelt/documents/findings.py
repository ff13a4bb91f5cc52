"""What is found in a document: gaps and contradictions, each with its place and its clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from openfelt.rulebooks import Cites

Path: TypeAlias = tuple[str | int, ...]


def written_path(path: Path) -> str:
    """A place in a document as people read it; parts of a list count from one.

    >>> written_path(("sessions", 0, "buy_in_cents"))
    'sessions.1.buy_in_cents'
    """
    return ".".join(str(one + 1) if isinstance(one, int) else one for one in path)


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a document may not be published: something is missing, or says what a clause forbids."""

    kind: Literal["gap", "contradiction"]
    code: str
    path: Path
    message: str
    cites: Cites
    allowed: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{written_path(self.path)}: {self.message} [{', '.join(self.cites)}]"
        return text + (f"; allowed: {', '.join(self.allowed)}" if self.allowed else "")


def gap(path: Path, cites: Cites, message: str, *allowed: str) -> Finding:
    """An item without an answer."""
    return Finding("gap", "unanswered", path, message, cites, allowed)


def contradiction(code: str, path: Path, cites: Cites, message: str, *allowed: str) -> Finding:
    """An answer that a clause forbids, or that another answer denies."""
    return Finding("contradiction", code, path, message, cites, allowed)
