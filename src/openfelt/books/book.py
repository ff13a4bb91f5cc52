"""A whole book: every chapter of its folder in one value, for tools, documents, tests and the start of the room.

Layers ask their own chapter when they need it. Here a book is read at once, so that a chapter that it neither has nor
declares absent (`ABSENT` in its `__init__`), a clause that does not exist and a value that cannot be are named, with
file and line, before anybody plays.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final

from openfelt.books.domains import faults_in, faults_of_tables
from openfelt.cage.fees import MONEY, FeeRules
from openfelt.errors import BrokenBook, OpenfeltError
from openfelt.floor.rules import FLOOR, FloorRules
from openfelt.games.odds import ODDS, BookOdds
from openfelt.games.policy import TABLE, Policy
from openfelt.games.registry import BOOK_GAMES, BookGames
from openfelt.games.signrules import SIGN, SignRules
from openfelt.hands.orders import HANDS, HandRules
from openfelt.jackpots.rules import JACKPOTS, JackpotRules
from openfelt.pit.game import PitGames
from openfelt.pit.games import PIT
from openfelt.promotions.rules import PROMOTIONS, PromotionRules
from openfelt.room.demo import DEMO, DemoTables
from openfelt.room.offices import OFFICES, Offices
from openfelt.room.rules import ROOM, RoomChapter
from openfelt.rulebooks import HOUSE_RULEBOOK, Rulebook, clause, rulebook
from openfelt.rulebooks.chapters import Chapter
from openfelt.rulebooks.faults import line_in
from openfelt.rulebooks.shelf import module_of, rulebook_keys, shelved
from openfelt.table.checklist import CHECKLIST, Checklists
from openfelt.tournaments.rules import TOURNAMENTS, TournamentRules

CHAPTERS: Final[tuple[Chapter[Any], ...]] = (
    HANDS, BOOK_GAMES, ODDS, TABLE, SIGN, CHECKLIST, PIT, FLOOR, MONEY, ROOM, OFFICES, DEMO, TOURNAMENTS,
    PROMOTIONS,
    JACKPOTS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook with all that it says, chapter by chapter; None where the book declares a chapter absent."""

    clauses: Rulebook
    hands: HandRules | None
    games: BookGames | None
    odds: BookOdds | None
    table: Policy | None
    sign: SignRules | None
    checklist: Checklists | None
    pit: PitGames | None
    floor: FloorRules | None
    money: FeeRules | None
    room: RoomChapter | None
    offices: Offices | None
    demo: DemoTables | None
    tournaments: TournamentRules | None
    promotions: PromotionRules | None
    jackpots: JackpotRules | None

    @property
    def key(self) -> str:
        """Its name, as signs and citations have it."""
        return self.clauses.key


def read_books() -> tuple[Book, ...]:
    """Every book, in their order. The first that is not whole fails, or that has a name which another has."""
    books = tuple(read_book(key) for key in rulebook_keys())
    _check_names(books)
    return books


@cache
def read_book(key: str) -> Book:
    """One book, read and checked.

    >>> read_book("us-stud").clauses.title
    'Seven Card Stud (US room)'
    >>> read_book("nz-big-raise").floor is None
    True
    """
    clauses, said = rulebook(key), shelved(key)
    folder = import_module(module_of(key)).__path__[0]
    if strange := [name for name in said.absent if name not in {one.name for one in CHAPTERS}]:
        place = line_in(f"{folder}/__init__.py", strange[0], "ABSENT")
        raise BrokenBook(f"{place}: {key} declares {strange[0]!r} absent, which is no chapter")
    found = {chapter.name: _read(chapter, key, folder) for chapter in CHAPTERS}
    for name, value in found.items():
        _check_clauses(key, f"{folder}/{name}.py", value)
    for search in (faults_in, faults_of_tables):
        for name, value in found.items():
            for fault in search(key, value):
                raise BrokenBook(f"{line_in(f'{folder}/{name}.py', *fault.words)}: {fault.reason}")
    return Book(clauses, **found)


def _read(chapter: Chapter[Any], key: str, folder: str) -> Any:  # noqa: ANN401 - of its type
    """A chapter, or None if the book declares it absent."""
    is_absent, head = chapter.name in shelved(key).absent, f"{folder}/__init__.py"
    if is_absent and chapter.is_in(key):
        place = line_in(head, chapter.name, "ABSENT")
        raise BrokenBook(f"{place}: {key} declares its chapter {chapter.name!r} ABSENT, and has {chapter.name}.py")
    if is_absent:
        return None
    if not chapter.is_in(key):
        place = line_in(head, "ABSENT")
        raise BrokenBook(
            f"{place}: {key} has no chapter {chapter.name!r} ({chapter.name}.py) and does not declare it ABSENT"
        )
    return chapter.of(key)


def _check_clauses(key: str, path: str, chapter: object) -> None:
    """Every clause that a chapter names is there, and is the book's own or the house's."""
    for cite in sorted(cites_in(chapter)):
        book, _, number = cite.partition(" ")
        if book not in (key, HOUSE_RULEBOOK):
            raise BrokenBook(f"{line_in(path, cite, number)}: {key} cites {cite!r}, a clause of another book")
        try:
            clause(cite)
        except OpenfeltError as fault:
            raise BrokenBook(f"{line_in(path, cite, number)}: {fault}") from fault
    if isinstance(chapter, Offices):
        numbers = {*chapter.clauses, *(number for several in chapter.duties.values() for number in several)}
        if unknown := sorted(numbers - set(rulebook(key))):
            raise BrokenBook(f"{line_in(path, unknown[0])}: {key} has no clause {unknown[0]!r}")


def _check_names(books: tuple[Book, ...]) -> None:
    """No two books have a scale or a house-banked game of one key: these are found by it alone."""
    first: dict[tuple[str, str], str] = {}
    for book in books:
        folder = import_module(module_of(book.key)).__path__[0]
        scales = [("hands", one.key) for one in book.hands.scales] if book.hands else []
        banked = [("pit", one.key) for one in book.pit.games] if book.pit else []
        for chapter, name in (*scales, *banked):
            if (chapter, name) in first:
                place = line_in(f"{folder}/{chapter}.py", name)
                raise BrokenBook(
                    f"{place}: {book.key} has {name!r} in its {chapter}, and so has {first[chapter, name]}"
                )
            first[chapter, name] = book.key


def cites_in(value: object) -> set[str]:
    """Every citation in a value, however deep; functions are not looked into."""
    books, found, seen = rulebook_keys(), set[str](), set[int]()
    ahead = [value]
    while ahead:
        one = ahead.pop()
        if isinstance(one, str):
            book, gap, _ = one.partition(" ")
            if gap and book in books:
                found.add(one)
        elif id(one) not in seen:
            seen.add(id(one))
            ahead += _parts(one)
    return found


def _parts(value: object) -> Iterator[object]:
    """What a value is made of; the clauses of a book may name any other."""
    if isinstance(value, Rulebook):
        return
    if isinstance(value, Mapping):
        yield from value.keys()
        yield from value.values()
    elif isinstance(value, tuple | list | set | frozenset):
        yield from value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield from (getattr(value, field.name) for field in dataclasses.fields(value))
