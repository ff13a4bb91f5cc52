"""Which rulebooks there are: a folder of `openfelt.books` is a book, and so is a package that another distribution
names as an entry point of the group `openfelt.books`. Nobody keeps a list of them.

A book's `__init__` says its key, title, version and place among the others, and it may say which words are defined
outside its dictionary (`DEFINES`: by clause) and which chapters it lacks (`ABSENT`). It imports `rulebooks`, so it is
read when a book is asked for, never while `rulebooks` itself is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from openfelt.errors import BrokenBook
from openfelt.rulebooks.faults import broken, file_of, line_in

BOOKS: Final = "openfelt.books"  # the package of our own, and the group of entry points of all others
HOUSE_RULEBOOK: Final = "house"
KEY: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class Shelved(NamedTuple):
    """A book as its folder introduces it."""

    place: int
    key: str
    title: str
    version: int
    defines: Mapping[str, str]
    absent: tuple[str, ...]


SAID: Final = {"PLACE": int, "KEY": str, "TITLE": str, "VERSION": int}


def module_of(key: str) -> str:
    """The package of a book: for our own, a dash in its key is an underscore there; for others, what they say.

    >>> module_of("nsw-poker")
    'openfelt.books.nsw_poker'
    """
    own = f"{BOOKS}.{key.replace('-', '_')}"
    return own if key in folders() else outside().get(key, own)


@cache
def folders() -> frozenset[str]:
    """The keys of the books that come with openfelt, by the names of their folders."""
    from pkgutil import iter_modules  # noqa: PLC0415 - importing the rulebooks alone stays quick

    found = iter_modules(import_module(BOOKS).__path__)
    return frozenset(name.replace("_", "-") for _, name, is_folder in found if is_folder)


@cache
def outside() -> Mapping[str, str]:
    """The packages of the books that other distributions bring, by key. They are not loaded."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - whoever asks for a book of ours does not need it

    found: dict[str, str] = {}
    for key, package in sorted((point.name, point.value) for point in entry_points(group=BOOKS)):
        if not KEY.fullmatch(key):
            raise BrokenBook(f"{said(package)}: {key!r} is no key: small letters, figures and single dashes")
        if file_of(package) == package:
            raise BrokenBook(f"{package}: {key} is said to be this package, which is not there")
        other = f"{BOOKS}.{key.replace('-', '_')}" if key in folders() else found.get(key, package)
        if other != package:
            raise BrokenBook(f"{said(package)}: {key} is the key of two books; the other is {said(other)}")
        found[key] = package
    return found


def said(package: str) -> str:
    """File and line at which a book says its key."""
    return line_in(file_of(package), "KEY")


@cache
def shelved(key: str) -> Shelved:
    """What a book's folder says of it."""
    package = module_of(key)
    path = file_of(package)
    try:
        book = import_module(package)
    except Exception as fault:  # whatever a module may raise while it loads
        raise broken(fault, path.removesuffix("__init__.py"), path) from fault
    for name, kind in SAID.items():
        if type(getattr(book, name, None)) is not kind:
            raise BrokenBook(f"{line_in(path, name)}: {name} is no {kind.__name__}; a book says its {', '.join(SAID)}")
    if key != book.KEY:
        where = "the name of its folder" if package.startswith(f"{BOOKS}.") else "the name of its entry point"
        raise BrokenBook(f"{said(package)}: {package}.KEY is {book.KEY!r}, which is not {where}, {key!r}")
    defines, absent = getattr(book, "DEFINES", {}), getattr(book, "ABSENT", ())
    return Shelved(book.PLACE, book.KEY, book.TITLE, book.VERSION, defines, tuple(absent))


@cache
def casino_rulebooks() -> tuple[str, ...]:
    """The books of casinos, in the order in which they are listed: first those that come with openfelt."""
    books = map(shelved, folders() | outside().keys())
    ordered = sorted(books, key=lambda book: (book.key not in folders(), book.place, book.key))
    return tuple(book.key for book in ordered if book.key != HOUSE_RULEBOOK)


def rulebook_keys() -> tuple[str, ...]:
    """All books in that order, the house's own last."""
    return (*casino_rulebooks(), HOUSE_RULEBOOK)


def usual_rulebook() -> str:
    """The book that counts where none is named: the first."""
    return rulebook_keys()[0]
