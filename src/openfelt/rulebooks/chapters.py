"""Chapters: what a layer wants to know of every rulebook, said by the book's own folder and found by its name.

A layer declares a chapter and the type of its value; the module of that name in the book's package (for our own books
`openfelt.books.<book>.<name>`) holds that value as `CHAPTER`. This is the one late import: no layer below `books` names
a book's module, and nobody keeps a list of books.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Generic, TypeVar

from openfelt.errors import BrokenBook
from openfelt.rulebooks.faults import broken, file_of, line_in
from openfelt.rulebooks.shelf import module_of, rulebook_keys

T = TypeVar("T")


class Chapter(Generic[T]):
    """One chapter of every book, by its name and the type of what it says. Ask inside functions, never at import."""

    def __init__(self, name: str, kind: type[T]) -> None:
        self.name = name
        self.kind = kind
        self._read: dict[str, T] = {}

    def of(self, book: str) -> T:
        """What a book says here, read once."""
        found = self._read.get(book)
        if found is None:
            found = self._read[book] = self._load(book)
        return found

    def _load(self, book: str) -> T:
        package = module_of(book)
        module = f"{package}.{self.name}"
        try:
            found = import_module(module).CHAPTER
        except Exception as fault:  # whatever a module may raise while it loads
            is_missing = isinstance(fault, ImportError | AttributeError)
            more = f"{book} has no chapter {self.name!r}: " if is_missing else ""
            raise broken(fault, file_of(package).removesuffix("__init__.py"), file_of(module), more) from fault
        if not isinstance(found, self.kind):
            place = line_in(file_of(module), "CHAPTER")
            raise BrokenBook(f"{place}: {module}.CHAPTER is no {self.kind.__name__}")
        return found

    def books(self) -> tuple[str, ...]:
        """The books that have this chapter, in their order. Nothing is loaded."""
        return tuple(book for book in rulebook_keys() if self.is_in(book))

    def is_read(self, book: str) -> bool:
        """Whether a book's chapter was read, so that it is there."""
        return book in self._read

    def is_in(self, book: str) -> bool:
        """Whether a book has this chapter. It is not loaded."""
        return find_spec(f"{module_of(book)}.{self.name}") is not None
