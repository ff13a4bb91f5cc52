"""The conditions of a tournament as a form: answers are put into the text, and the text is told as it is then."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from openfelt.service.doors.routing import Asked
from openfelt.service.tell.document_forms import additions_to, filled_in, sheet_told
from openfelt.service.wire.documents_protocol import Answer, DocumentSheet
from openfelt.tournaments import read_conditions, write_conditions
from openfelt.tournaments.checking import check, rules_of
from openfelt.tournaments.sheet import sheet_by

MOST_BYTES: Final = 256 * 1024  # of conditions

Text = Annotated[str, Meta(min_length=1, max_length=MOST_BYTES)]


class ConditionsFormBody(msgspec.Struct, forbid_unknown_fields=True):
    """Conditions as a file, with answers to items, one more part of a list or one less."""

    toml: Text
    answers: Annotated[tuple[Answer, ...], Meta(max_length=100)] = ()
    add: str = ""
    remove: str = ""


def filled(asked: Asked[None, ConditionsFormBody]) -> DocumentSheet:
    """Conditions as a form, with every gap and contradiction that their book finds in them. Nothing is kept."""
    body, given = asked.body, read_conditions(asked.body.toml)
    rules, sheet = rules_of(given.book), sheet_by(given.book)
    made = filled_in(given, sheet, body.answers, add=body.add, remove=body.remove, additions=additions_to(given, sheet))
    return sheet_told(
        made,
        text=body.toml if made == given else write_conditions(made),
        sheet=sheet,
        asks=rules.asks,
        findings=check(made)[0],
        additions=additions_to(made, sheet),
    )
