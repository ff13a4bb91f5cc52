"""A document as a form on the wire: what was answered is put in, and the text is told as it is then. Keeps nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from openfelt.documents.findings import Finding, written_path
from openfelt.documents.form import Sheet, added, answered, form_fields, lists_of, parts_of, plain, removed
from openfelt.documents.items import pattern
from openfelt.errors import NotationError
from openfelt.phrases import Name, Text, phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.service.wire import documents_protocol as v

Document = TypeVar("Document", bound=msgspec.Struct)


class Addition(msgspec.Struct, frozen=True):
    """What may be added to a document: to which list, and what it begins with."""

    label: Text
    item: str
    part: Mapping[str, Any]


def additions_to(document: msgspec.Struct, sheet: Sheet) -> dict[str, Addition]:
    """What may be added to each list of a document: another part as its last one is, or the first."""
    found = {}
    for one in lists_of(document, sheet):
        last = plain(one.parts[-1]) if one.parts else dict(sheet.begins.get(pattern(one.path), {}))
        place = f"{one.within}: " if one.within else ""
        begins = "{place}an {part}" if one.called[0] in "aeiou" else "{place}a {part}"
        label = phrase("{place}another {part}" if one.parts else begins, place=Name(place), part=one.called)
        found[written_path(one.path)] = Addition(label, written_path(one.path), last)
    return found


def filled_in(
    document: Document,
    sheet: Sheet,
    answers: Iterable[v.Answer],
    *,
    add: str,
    remove: str,
    additions: Mapping[str, Addition],
) -> Document:
    """The document with these answers, one more part or one less."""
    if remove:
        document = removed(document, remove)
    for one in answers:
        document = answered(document, one.item, one.value, sheet)
    if add:
        if add not in additions:
            raise NotationError(phrase("{what} cannot be added", what=quoted(add)), legal=tuple(additions))
        document = added(document, additions[add].item, additions[add].part)
    return document


def sheet_told(
    document: msgspec.Struct,
    *,
    text: str,
    sheet: Sheet,
    asks: Mapping[str, Cites],
    findings: Iterable[Finding],
    additions: Mapping[str, Addition],
) -> v.DocumentSheet:
    """A document as its form has it."""
    fields = tuple(
        v.DocumentField(
            item=one.path,
            part=one.part,
            label=one.label,
            kind=one.shape,
            value=one.value,
            choices=tuple(v.DocumentChoice(value=value, label=label) for value, label in one.choices),
            may_be_none=one.may_be_none,
            example=one.example,
            cites=one.cites,
        )
        for one in form_fields(document, sheet, asks)
    )
    return v.DocumentSheet(
        toml=text,
        fields=fields,
        parts=tuple(v.DocumentPart(item=path, label=label) for path, label in parts_of(document, sheet)),
        adds=tuple(v.DocumentChoice(value=key, label=one.label) for key, one in additions.items()),
        gaps=tuple(map(finding_line, findings)),
    )


def finding_line(one: Finding) -> v.DocumentFinding:
    """What is found, and where."""
    return v.DocumentFinding(
        item=written_path(one.path), message=one.said, cites=one.cites, allowed=one.offered, kind=one.kind
    )
