"""Finding clauses by their words."""

from __future__ import annotations

from collections.abc import Iterable

from openfelt.rulebooks.catalogue import Clause, rulebook
from openfelt.rulebooks.shelf import rulebook_keys


def search(words: str, *, keys: Iterable[str] | None = None, kind: str | None = None) -> tuple[Clause, ...]:
    """The clauses that contain every word, in the order of the books. No words: all clauses.

    >>> [one.cite for one in search("courchevel")]
    ['house 13.3']
    """
    wanted = words.casefold().split()
    return tuple(
        one
        for key in (rulebook_keys() if keys is None else keys)
        for one in rulebook(key).values()
        if kind in (None, one.kind) and contains(one, wanted)
    )


def contains(one: Clause, wanted: Iterable[str]) -> bool:
    """Whether a clause's number or text has every word, as a part of a word too."""
    text = f"{one.cite}\n{one.requirement}\n{one.behaviour}\n{one.note}".casefold()
    return all(word in text for word in wanted)
