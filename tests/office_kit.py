"""Who may give an order by the tables of clauses and offices, read here apart from the code that asks them."""

from __future__ import annotations

from collections.abc import Iterable

from openfelt.room.offices import OFFICES, Named


def clause_table(book: str, cites: Iterable[str]) -> dict[str, Named]:
    """The offices that clauses name, by the book's table: each clause's own row, or the nearest above it in number."""
    chapter, found = OFFICES.of(book), {}
    for cite in cites:
        number = cite.removeprefix(f"{book} ")
        while number and number not in chapter.clauses:
            number = number.rpartition("(" if number.endswith(")") else ".")[0]
        if number:
            found[cite] = chapter.clauses[number]
    return found


def that_may(book: str, rows: Iterable[Named]) -> set[str]:
    """The names of every office that does what these name: we read that those above a named one on the ladder do."""
    ladder = [set(one.names) for one in OFFICES.of(book).ladder]
    enough = {name for row in rows for name in row.offices}
    least = min((at for at, names in enumerate(ladder) if enough & names), default=len(ladder))
    return enough.union(*ladder[least:])
