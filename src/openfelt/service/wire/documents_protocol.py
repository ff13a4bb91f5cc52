"""A document as a form: its items as fields, what is found in it, and the text that reads back as it.

What is sent is the text and what to do with it; the answer has the text as it is then. Nothing is kept.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.service.wire.values import Text


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody answers to an item, as it is typed; nothing takes an answer away."""

    item: str
    value: str


class DocumentChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One of what may be answered."""

    value: str
    label: Text


class DocumentField(msgspec.Struct, frozen=True, kw_only=True):
    """An item: its place, the part of a list that it belongs to, its name, its answer as one types it."""

    item: str
    part: str
    label: Text
    kind: Literal["text", "money", "percent", "number", "yes-no", "choice", "list"]
    value: str
    choices: tuple[DocumentChoice, ...] = ()
    may_be_none: bool = False
    example: str = ""
    cites: tuple[str, ...] = ()


class DocumentPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a list that can be taken out."""

    item: str
    label: str


class DocumentFinding(msgspec.Struct, frozen=True, kw_only=True):
    """What is missing in a document, or may not be, and where."""

    item: str
    message: Text
    cites: tuple[str, ...]
    allowed: tuple[Text, ...]
    kind: Literal["gap", "contradiction"]


class DocumentSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A document: its text, its fields, its parts, what may be added to it, and every finding."""

    toml: str
    fields: tuple[DocumentField, ...]
    parts: tuple[DocumentPart, ...]
    adds: tuple[DocumentChoice, ...]
    gaps: tuple[DocumentFinding, ...]
