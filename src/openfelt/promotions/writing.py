"""Terms from TOML text and back: typed, or one refusal that names the line, the item and its clause; and their hash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec

from openfelt.documents.reading import Kind, Unreadable, read_document
from openfelt.documents.writing import write_document
from openfelt.promotions.checking import rules_of
from openfelt.promotions.items import ITEMS
from openfelt.promotions.rules import PROMOTIONS, WRITTEN
from openfelt.promotions.terms import Terms
from openfelt.rulebooks import Cites

LISTS: Final = (
    "prizes",
    *(
        f"prizes.{part}"
        for part in ("cash", "dollars", "goods", "liquor", "appliances", "vehicle", "travel", "real_estate")
    ),
    "prizes.travel.included",
    "prizes.real_estate.included",
)
SHORT: Final = 8


class UnreadableTerms(Unreadable):
    """A text that holds no terms."""


def _asks(book: object) -> Mapping[str, Cites]:
    return PROMOTIONS.of(book).asks if isinstance(book, str) and book in PROMOTIONS.books() else {}


TERMS: Final = Kind(Terms, "terms", ITEMS, _asks, WRITTEN, UnreadableTerms)


def read_terms(text: str) -> Terms:
    """The terms that a text holds; what it does not say is silence.

    >>> read_terms('book = "house"').name
    UNSET
    """
    return read_document(text, TERMS)


def write_terms(terms: Terms) -> str:
    """The text that reads back as these terms; an item without an answer is a line to fill in."""
    return write_document(terms, rules_of(terms.book).asks, ITEMS, LISTS)


def digest(terms: Terms) -> str:
    """The hash of a version: SHA-256 over its content, whatever the order or the comments of the file were."""
    content = msgspec.json.encode(terms, order="deterministic")
    return hashlib.sha256(b"openfelt terms\n" + content).hexdigest()


def reference(promotion: str, hash_of_terms: str) -> str:
    """The short reference that every notice of a promotion carries.

    >>> reference("spring-car", "0123456789abcdef")
    'spring-car/01234567'
    """
    return f"{promotion}/{hash_of_terms[:SHORT]}"
