"""The shapes of stored records, and how an old one is brought to today's: by its schema number, when it is read.

Every stream of the room is read and written through here: tables, house-banked tables, the room's own. A change of
shape registers one step beside the others, tested on real old bytes; stored records are never edited:

    @SHAPES.upgrades("SeatTaken", 2)
    def stake_named(old): ...

The citations of an event are stored once, as those of its record. In shape 1 they stood in the payload, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import asdict

from openfelt.errors import NotationError
from openfelt.journal import Record, Shapes
from openfelt.journal.records import listed
from openfelt.phrases import Name, phrase, quoted

SHAPES: Final = Shapes()


def written(name: str, payload: bytes, *, cites: tuple[str, ...] = (), actor: str, time_ms: int) -> Record:
    """A record in today's shape."""
    return Record(name, payload, SHAPES.current(name), cites, actor, time_ms)


def cites_apart(old: dict[str, Any]) -> dict[str, Any]:
    """From shape 1 of an event to shape 2: its citations are those of the record and no part of the payload."""
    return {name: value for name, value in old.items() if name != "cites"}


def store_cites_once(names: Iterable[str]) -> None:
    """Events of these names are stored in shape 2 or later."""
    for name in names:
        SHAPES.upgrades(name, 1)(cites_apart)


def written_event(name: str, event: Any, encode: Callable[[object], bytes], *, actor: str, time_ms: int) -> Record:  # noqa: ANN401
    """The record of an event in today's shape: the payload holds all but the citations."""
    fields = asdict(event)
    cites = fields.pop("cites")
    payload = encode({"type": event.__struct_config__.tag, **fields})
    return Record(name, payload, SHAPES.current(name), cites, actor, time_ms)


def event_payload(record: Record) -> bytes:
    """An event as JSON, in today's shape and with its citations."""
    if record.schema == 1 and SHAPES.steps(record.name) == (cites_apart,):
        return record.payload  # as it was written, citations and all
    payload = payload_of(record)
    return b'%b,"cites":%b}' % (payload[:-1], listed(record.cites).encode()) if payload[-1:] == b"}" else payload


def payload_of(record: Record) -> bytes:
    """A record's payload in today's shape. The shape of a newer program is refused."""
    if record.schema == SHAPES.current(record.name):
        return record.payload
    try:
        return msgspec.json.encode(SHAPES.read(record))
    except (AttributeError, LookupError, TypeError, ValueError) as bad:
        raise NotationError(
            phrase(
                "record {name} cannot be brought to today's shape: {bad}", name=quoted(record.name), bad=Name(str(bad))
            )
        ) from None
