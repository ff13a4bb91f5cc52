"""A table's stream: events of its seats, of its hands and of the house as journal records, both ways."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from openfelt.errors import NotationError
from openfelt.journal import Record
from openfelt.phrases import Name, phrase, quoted
from openfelt.room.events import RoomEvent
from openfelt.room.house_events import HouseEvent
from openfelt.service.record.shapes import event_payload, store_cites_once, written_event
from openfelt.table.codec import decode_card, encode
from openfelt.table.events import Event

KINDS: Final[dict[str, Any]] = {
    kind.__name__: kind for union in (RoomEvent, Event, HouseEvent) for kind in get_args(union)
}
store_cites_once(KINDS)
_DECODERS: Final = {name: msgspec.json.Decoder(kind, dec_hook=decode_card) for name, kind in KINDS.items()}


def record_of(event: Any, actor: str, time_ms: int) -> Record:  # noqa: ANN401 - any event of a table's stream
    """The journal record of an event."""
    return written_event(type(event).__name__, event, encode, actor=actor, time_ms=time_ms)


def event_of(record: Record) -> Any:  # noqa: ANN401 - any event of a table's stream
    """The event that a record stores, in whichever shape."""
    decoder = _DECODERS.get(record.name)
    if decoder is None:
        raise NotationError(phrase("no event of a table is called {name}", name=quoted(record.name)))
    try:
        return decoder.decode(event_payload(record))
    except msgspec.DecodeError as bad:
        raise NotationError(
            phrase("record {name} cannot be read: {bad}", name=quoted(record.name), bad=Name(str(bad)))
        ) from None
