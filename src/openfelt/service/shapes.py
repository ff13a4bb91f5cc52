"""The shapes of stored records, and how an old one is brought to today's: by its schema number, when it is read.

Every stream of the room is read and written through here: tables, house-banked tables, the room's own. A change of
shape registers one step beside the others, tested on real old bytes; stored records are never edited:

    @SHAPES.upgrades("SeatTaken", 1)
    def stake_named(old): ...
"""

from __future__ import annotations

from typing import Final

import msgspec

from openfelt.errors import NotationError
from openfelt.journal import Record, Shapes

SHAPES: Final = Shapes()


def written(name: str, payload: bytes, *, cites: tuple[str, ...] = (), actor: str, time_ms: int) -> Record:
    """A record in today's shape."""
    return Record(name, payload, SHAPES.current(name), cites, actor, time_ms)


def payload_of(record: Record) -> bytes:
    """What a record says, in today's shape. The shape of a newer program is refused."""
    if record.schema == SHAPES.current(record.name):
        return record.payload
    try:
        return msgspec.json.encode(SHAPES.read(record))
    except (AttributeError, LookupError, TypeError, ValueError) as bad:
        raise NotationError(f"record {record.name!r} cannot be brought to today's shape: {bad}") from None
