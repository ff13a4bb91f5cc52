"""`openfelt rules`: read, list and search the clauses.

What is asked for is decided once, in `read_request`; each answer is then a list of clauses or the overview, printed
for people or as JSON lines.
"""

from __future__ import annotations

import difflib
import json
import re
import shutil
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import click

from openfelt.cli.checklists import print_checklists
from openfelt.cli.new_book import write_book
from openfelt.errors import NotationError
from openfelt.rulebooks import KINDS, RULEBOOK_KEYS, Clause, Rulebook, UnknownClause, rulebook, search
from openfelt.rulebooks.conformance import (
    REACHABLE,
    STATUSES,
    TO_ENFORCE,
    ClauseStanding,
    headlines,
    standing_of,
    totals,
)
from openfelt.rulebooks.glossary import find_words

# What can only be meant as a clause's or a section's number, so that a misspelt one is refused and not searched for.
CLAUSE_NUMBER: Final = re.compile(r"(?:[-+.,/(]*\d[./()\d]*|\w+[./(]\S*)$")
# The same beside words, which may hold "high/low" or "player(s)": figures with a point, slash or bracket after them.
NUMBER_AMONG_WORDS: Final = re.compile(r"\d+[./(]\S*$")
COLUMNS: Final = (*STATUSES, REACHABLE)  # of the report
NEW_BOOK: Final = "new-book"


@click.command("rules")
@click.argument("query", nargs=-1)
@click.option("--rulebook", "key", type=click.Choice(RULEBOOK_KEYS), help="Only this rulebook.")
@click.option("--kind", type=click.Choice(tuple(KINDS)), metavar="KIND", help=f"Only this kind: {', '.join(KINDS)}.")
@click.option("--report", is_flag=True, help="How far each clause is kept: enforced, recorded, or open and why.")
@click.option("--glossary", is_flag=True, help="The words the rulebooks define, or those that contain what is asked.")
@click.option("--checklist", is_flag=True, help="What staff do and everyone keeps to at a table, by the moment.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def command(
    *,
    query: tuple[str, ...],
    key: str | None,
    kind: str | None,
    report: bool,
    glossary: bool,
    checklist: bool,
    as_json: bool,
) -> None:
    """Read a clause, list a rulebook, search for words, or begin a book.

    \b
    openfelt rules                            the rulebooks, with counts
    openfelt rules nsw-poker                  all clauses of a rulebook
    openfelt rules nsw-poker 12               the clauses of its rule 12
    openfelt rules nsw-poker 12.4             one clause
    openfelt rules 12.4 --rulebook nsw-poker  the same
    openfelt rules 12.4 nsw-poker             the same
    openfelt rules short all-in               clauses that have every word
    openfelt rules --report                   how far the software keeps them
    openfelt rules --report nsw-poker 12      the same clause by clause
    openfelt rules --glossary                 the words the rulebooks define
    openfelt rules --glossary blind           those that contain a word
    openfelt rules --checklist nsw-poker      what everyone keeps to, as lists
    openfelt rules new-book DIR               write a small book to start from
    """  # noqa: D301 - click wants the character, not its spelling
    if query[:1] == (NEW_BOOK,):
        if len(query) != 2 or key or kind or report or glossary or checklist or as_json:
            raise NotationError(f"{NEW_BOOK} takes the folder to write to and nothing else", legal=(f"{NEW_BOOK} DIR",))
        write_book(query[1])
        return
    key, words = split_key(" ".join(query).split(), key)
    if report + glossary + checklist > 1:
        raise NotationError("--report, --glossary and --checklist are asked for one at a time")
    if (glossary or checklist) and kind:
        raise NotationError("--kind goes with clauses and the report")
    if checklist:
        if words:
            raise NotationError(f"--checklist takes a rulebook, not {' '.join(words)!r}", legal=RULEBOOK_KEYS)
        print_checklists(key, as_json=as_json)
    elif glossary:
        print_glossary(" ".join(words), key=key, as_json=as_json)
    elif report:
        asked = bool(words) or key is not None or kind is not None
        print_report(find(" ".join(words), key=key, kind=kind), as_json=as_json, in_full=asked)
    elif not words and key is None and kind is None:
        print_overview([rulebook(one) for one in RULEBOOK_KEYS], as_json=as_json)
    else:
        print_clauses(find(" ".join(words), key=key, kind=kind), as_json=as_json)


def split_key(words: list[str], key: str | None) -> tuple[str | None, list[str]]:
    """The rulebook that the first word or the option names, and the words about it; a number may stand before its name.

    A word beside a clause's number that is nearly a rulebook's name is refused: by words it would find other clauses.
    """
    if len(words) == 2 and CLAUSE_NUMBER.match(words[0]) and near_keys(words[1].casefold()):
        words = words[::-1]
    first = words[0].casefold() if words else ""
    if first in RULEBOOK_KEYS:
        if key not in (None, first):
            raise NotationError(f"{first} is asked for, but --rulebook says {key}")
        return first, words[1:]
    if len(words) > 1 and CLAUSE_NUMBER.match(words[1]) and (near := near_keys(first)):
        raise UnknownClause(f"no rulebook {words[0]!r}", legal=near)
    return key, words


def near_keys(word: str) -> list[str]:
    """The rulebooks that a word may have meant: those it is the first part of, or the most alike."""
    begun = [key for key in RULEBOOK_KEYS if key.startswith(f"{word}-")]
    return begun or difflib.get_close_matches(word, RULEBOOK_KEYS, n=1, cutoff=0.75)


def everything(*, key: str | None, kind: str | None) -> Sequence[Clause]:
    """All clauses of a rulebook or of all, of a kind or of all."""
    books = [rulebook(key)] if key else [rulebook(one) for one in RULEBOOK_KEYS]
    found = [one for book in books for one in book.values() if kind in (None, one.kind)]
    if not found:
        there = {one.kind for book in books for one in book.values()}
        raise NotationError(
            f"no clause of kind {kind} in {where(books)}", legal=tuple(one for one in KINDS if one in there)
        )
    return found


def find(asked: str, *, key: str | None, kind: str | None) -> Sequence[Clause]:
    """The clause of that number, else the clauses below it, else those that contain the words; all if none is asked."""
    if not asked:
        return everything(key=key, kind=kind)
    books = [rulebook(key)] if key else [rulebook(one) for one in RULEBOOK_KEYS]
    exact = [book[asked] for book in books if asked in book]
    below = [one for book in books for one in book.under(asked)]
    found = exact or below
    if found and (kept := [one for one in found if kind in (None, one.kind)]):
        return kept
    if found:
        raise NotationError(f"{found[0].cite} is of kind {found[0].kind}, not {kind}")
    if is_number(asked):
        raise unknown(asked, books)
    matches = search(asked, keys=[book.key for book in books], kind=kind)
    if not matches:
        raise unknown(asked, books, kind)
    return matches


def is_number(asked: str) -> bool:
    """Whether what is asked for is or holds what can only be a clause's number, which is never looked for in the text.

    >>> [is_number(asked) for asked in ("12.44", ".4", "-1", "12.4 raise", "high/low split", "50%")]
    [True, True, True, True, False, False]
    """
    words = asked.split()
    return bool(CLAUSE_NUMBER.match(asked)) or any(NUMBER_AMONG_WORDS.match(word) for word in words)


def where(books: Sequence[Rulebook]) -> str:
    """The rulebooks that were looked in, in words."""
    return books[0].key if len(books) == 1 else "any rulebook"


def unknown(asked: str, books: Sequence[Rulebook], kind: str | None = None) -> UnknownClause:
    """The refusal of a number, or of words, that no clause has; with the nearest rulebook or numbers."""
    near = near_keys(asked.split(" ", maxsplit=1)[0])
    near += [book[number].cite for book in books for number in book.near(asked)]
    if asked.isdecimal() or (is_number(asked) and not near):
        there = "; ".join(f"{book.key} has {sections(book)}" for book in books)
        said = f"{where(books)}, which has {sections(books[0])}" if len(books) == 1 else f"{where(books)}: {there}"
        return UnknownClause(f"no clause or section {asked} in {said}")
    of_kind = f" of kind {kind}" if kind else ""
    return UnknownClause(f"no clause {asked!r}{of_kind} in {where(books)}, by number or by words", legal=near[:6])


def sections(book: Rulebook) -> str:
    """The sections of a rulebook, in order.

    >>> sections(rulebook("nz-big-raise"))
    '1 to 11, def, appendix A'
    """
    parts = dict.fromkeys(one.section for one in book.values())
    counted = spans(int(part) for part in parts if part.isdecimal())
    return ", ".join([*counted, *(part for part in parts if not part.isdecimal())])


def spans(numbers: Iterable[int]) -> list[str]:
    """Numbers in words, those that follow each other together.

    >>> spans([1, 2, 3, 5, 7, 8])
    ['1 to 3', '5', '7 to 8']
    """
    ordered = sorted(numbers)
    first = [one for one in ordered if one - 1 not in ordered]
    last = [one for one in ordered if one + 1 not in ordered]
    return [f"{low} to {high}" if low < high else str(low) for low, high in zip(first, last, strict=True)]


def print_overview(books: Iterable[Rulebook], *, as_json: bool) -> None:
    """Each rulebook with its title and how many clauses of each kind it has."""
    for book in books:
        kinds = Counter(one.kind for one in book.values())
        ordered = {kind: kinds[kind] for kind in KINDS if kinds[kind]}
        if as_json:
            click.echo(json.dumps({"rulebook": book.key, "title": book.title, "clauses": len(book), "kinds": ordered}))
            continue
        click.echo(f"{book.key:<13} {len(book):>4} clauses  {book.title}")
        counts = ", ".join(f"{count}\xa0{kind}" for kind, count in ordered.items())
        indent = " " * 20
        lines = textwrap.fill(counts, 100, initial_indent=indent, subsequent_indent=indent)
        click.echo(lines.replace("\xa0", " "))


def print_clauses(found: Sequence[Clause], *, as_json: bool) -> None:
    """Clauses for reading, or as JSON lines."""
    width = min(shutil.get_terminal_size().columns, 100)
    for place, one in enumerate(found):
        if as_json:
            click.echo(as_object(one))
        else:
            click.echo(("\n" if place else "") + as_text(one, width))


def as_text(one: Clause, width: int = 100) -> str:
    """A clause for reading: what it asks, what the software does, and any doubt."""
    parts = [("", one.requirement), ("does: ", one.behaviour), ("note: ", one.note)]
    body = [
        textwrap.fill(
            f"{label}{text}",
            width,
            initial_indent="  ",
            subsequent_indent="  " + " " * len(label),
            break_on_hyphens=False,
        )
        for label, text in parts
        if text
    ]
    return "\n".join([f"{one.cite}  ({one.kind})", *body])


def as_object(one: Clause) -> str:
    """A clause as one line of JSON."""
    fields = {
        "rulebook": one.rulebook,
        "clause": one.number,
        "kind": one.kind,
        "requirement": one.requirement,
        "behaviour": one.behaviour,
        "note": one.note,
    }
    return json.dumps(fields, ensure_ascii=False)


def print_glossary(asked: str, *, key: str | None, as_json: bool) -> None:
    """Words with their meanings, for reading or as JSON lines."""
    found = find_words(asked, [key] if key else RULEBOOK_KEYS)
    if not found:
        raise unknown_word(asked, key)
    for entry in found:
        if as_json:
            meanings = [{"cite": one.cite, "meaning": one.requirement} for one in entry.clauses]
            click.echo(json.dumps({"word": entry.word, "meanings": meanings}, ensure_ascii=False))
            continue
        click.echo(entry.word)
        for one in entry.clauses:
            click.echo(f"  {one.requirement}  [{one.cite}]")


def unknown_word(asked: str, key: str | None) -> UnknownClause:
    """The refusal of a word that the glossary, or that of one rulebook, does not have."""
    keys = [key] if key else RULEBOOK_KEYS
    words = [entry.word for entry in find_words("", keys)]
    others = [one for one in RULEBOOK_KEYS if find_words(asked, [one])]
    said = f"no word {asked!r} in the glossary" + (f" of {key}" if key else "")
    there = f", but in that of {', '.join(others)}" if others else ""
    return UnknownClause(said + there, legal=difflib.get_close_matches(asked.casefold(), words, n=3))


def print_report(chosen: Sequence[Clause], *, as_json: bool, in_full: bool) -> None:
    """How far the chosen clauses are kept: counts by rulebook and kind; each of them where fewer were asked for."""
    standings = [standing_of(one) for one in chosen]
    counted = totals(standings)
    if as_json:
        for one in standings:
            click.echo(json.dumps(standing_object(one), ensure_ascii=False))
        rows = [
            {"rulebook": book, "kind": kind, "to_enforce": kind in TO_ENFORCE, **dict(counts)}
            for (book, kind), counts in counted.items()
        ]
        told = {name: headline._asdict() for name, headline in headlines(standings).items()}
        click.echo(json.dumps({"totals": rows, "headlines": told}))
        return
    if in_full:
        for one in standings:
            click.echo(f"{one.cite:<26} {one.status:<9} {reach_words(one):<14} {', '.join(one.by) or one.reason}")
        click.echo()
    click.echo(f"{'':<13} {'kind':<13}" + "".join(f"{column:>10}" for column in COLUMNS))
    for (book, kind), counts in counted.items():
        click.echo(f"{book:<13} {kind:<13}" + "".join(f"{counts[column]:>10}" for column in COLUMNS))
    for name, headline in headlines(standings).items():
        click.echo(f"{name}: {headline}")
    if unreachable := [one for one in standings if one.missing]:
        click.echo(f"{REACHABLE}: enforced by an order that a frame, a form or a timer makes. Not so:")
        for missing in sorted({one.missing for one in unreachable}):
            cites = ", ".join(one.cite for one in unreachable if one.missing == missing)
            click.echo(
                textwrap.fill(
                    f"{'; '.join(missing)}: {cites}",
                    100,
                    initial_indent="  ",
                    subsequent_indent="    ",
                    break_on_hyphens=False,
                )
            )


def reach_words(one: ClauseStanding) -> str:
    """Whether a clause is reachable in the room, where that is a question."""
    return {True: "reachable", False: "not reachable", None: ""}[one.is_reachable]


def standing_object(one: ClauseStanding) -> dict[str, object]:
    """A clause's standing as an object of JSON."""
    fields = {"rulebook": one.clause.rulebook, "clause": one.clause.number, "kind": one.clause.kind}
    return {
        **fields,
        "status": one.status,
        "done": one.is_done,
        "by": list(one.by),
        "reason": one.reason,
        "reachable": one.is_reachable,
        "missing": list(one.missing),
    }
