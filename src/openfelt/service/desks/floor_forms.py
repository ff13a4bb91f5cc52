"""The forms of the floor desk: the facts of an incident or a power as fields, named in the words of a card room."""

from __future__ import annotations

from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from openfelt.cards import Card
from openfelt.errors import OpenfeltError
from openfelt.floor.grants import POWER_KINDS
from openfelt.floor.incidents import KINDS
from openfelt.floor.ruling import entries_of
from openfelt.floor.words import LABELS, fact_label
from openfelt.service.doors.routing import Asked
from openfelt.table.hand import Hand

UNIONS: Final = (Union, UnionType)
# Pairs of facts: a seat, and which of its cards.
PAIRS: Final = ({"name": "seat", "type": "seat"}, {"name": "card", "type": "number"})
# Facts that the record tells by itself.
KNOWN: Final = frozenset({("settle-dispute", "first_by")})
# Facts whose seat may be an empty one.
EMPTY_SEATS: Final = frozenset({("player-dealt-in", "seat")})


def fact_fields(shape: type[msgspec.Struct], needed: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
    """The facts of an incident or a power, for a form; `needed` are those that every ruling on it asks for."""
    return [
        {"name": field.name, **type_words(field.name, field.type), "required": field.required or field.name in needed}
        for field in msgspec.structs.fields(shape)
    ]


def type_words(name: str, kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type of an incident's field
    """A type as a form needs it; a wager is in cents, a seat and a card's place count from 1."""
    plain = [one for one in (get_args(kind) if get_origin(kind) in UNIONS else (kind,)) if one is not type(None)]
    first = plain[0]
    if get_origin(first) is Literal:
        return {"type": "words", "words": get_args(first)}
    if get_origin(first) is tuple:
        item = get_args(first)[0]
        if get_origin(item) is tuple:
            return {"type": "rows", "columns": PAIRS}
        return {"type": "cards" if item is Card else "seats"}
    if first is int:
        return {"type": "seat" if name == "seat" else "money" if name in ("to", "amount") else "number"}
    return {"type": {bool: "yes-no", Card: "card"}.get(first, "text")}


def needed(hand: Hand, kind: str) -> frozenset[str]:
    """The facts that every clause on such an incident needs."""
    entries = entries_of(hand, KINDS[kind])
    return frozenset.intersection(*(frozenset(entry.needs) for entry in entries)) if entries else frozenset()


def words_of(shape: type[msgspec.Struct]) -> str:
    """An incident or a power in a sentence."""
    return (shape.__doc__ or "").strip()


def form(
    kind: str, shape: type[msgspec.Struct], needed: frozenset[str] = frozenset(), decisions: tuple[Any, ...] = ()
) -> dict[str, Any]:
    """An incident or a power with its fields. `decisions`: those that can be reviewed, each a number and its words."""
    facts = []
    for field in fact_fields(shape, needed):
        name = (kind, field["name"])
        if name in KNOWN:
            continue
        field["label"] = fact_label(*name)
        if name in EMPTY_SEATS:
            field["empty"] = True
        if name == ("settle-dispute", "of"):
            field["choices"] = decisions
        facts.append(field)
    return {"kind": kind, "words": words_of(shape), "facts": facts}


def in_words(error: OpenfeltError, asked: Asked[Any, Any]) -> OpenfeltError:
    """A refusal at the desk: the facts that help are named as the form names them."""
    kind = asked.body.kind
    shape = KINDS.get(kind) or POWER_KINDS.get(kind)
    known = shape.__struct_fields__ if shape is not None else ()
    error.offered = tuple(fact_label(kind, one) if one in known and one in LABELS else one for one in error.offered)
    return error
