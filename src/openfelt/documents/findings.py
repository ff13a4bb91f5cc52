"""What is found in a document: gaps and contradictions, each with its place and its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from openfelt.phrases import Clause, Name, Phrase, Text, phrase
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
    said: Text
    cites: Cites
    offered: tuple[Text, ...] = ()

    @property
    def message(self) -> str:
        """What is wrong, in words."""
        return str(self.said)

    @property
    def allowed(self) -> tuple[str, ...]:
        """What may stand there instead, in words."""
        return tuple(map(str, self.offered))

    @property
    def text(self) -> Phrase:
        """All of it in one text: where, what, by which clauses, and what is allowed instead."""
        cites = tuple(map(Clause, self.cites))
        said = phrase("{place}: {said} [{cites}]", place=Name(written_path(self.path)), said=self.said, cites=cites)
        return phrase("{said}; allowed: {allowed}", said=said, allowed=self.offered) if self.offered else said

    def __str__(self) -> str:
        return str(self.text)

    def __hash__(self) -> int:
        return hash((self.kind, self.code, self.path, self.message, self.cites))


def findings_in_short(findings: Sequence[Finding]) -> Text:
    """The first of what is found, and how much more there is."""
    first, more = findings[0].text, len(findings) - 1
    return phrase("{first}, and {more} more", first=first, more=more) if more else first


def gap(path: Path, cites: Cites, message: Text, *allowed: Text) -> Finding:
    """An item without an answer."""
    return Finding("gap", "unanswered", path, message, cites, allowed)


def contradiction(code: str, path: Path, cites: Cites, message: Text, *allowed: Text) -> Finding:
    """An answer that a clause forbids, or that another answer denies."""
    return Finding("contradiction", code, path, message, cites, allowed)
