"""A table's stream: events of the room, of its hands and of the service itself as journal records, both ways."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

import msgspec

from openfelt.errors import NotationError
from openfelt.journal import Record
from openfelt.room.events import RoomEvent
from openfelt.rulebooks import Cites
from openfelt.service.shapes import payload_of, written
from openfelt.table.codec import decode_card, encode
from openfelt.table.events import Event


class ShuffleCommitted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The deck of the coming hand is fixed: the root of its commitments, told before the first card."""

    shuffle: str
    root: str
    size: int
    cites: Cites


class TableFrozen(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The floor stopped the table, or let it go on."""

    frozen: bool
    reason: str
    cites: Cites


class ShoeOrdered(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A clause or a ruling changed the shoe in the middle of a hand: its order is sealed under this name.

    Where it was shuffled, `root` commits to the new order, card by card, and is told before its first card.
    """

    shuffle: str
    count: int
    cites: Cites
    root: str = ""


class HandInspected(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An inspector asked to see every card of a finished hand, and why. Asking is itself on record."""

    number: int
    inspector: str
    reason: str
    cites: Cites


class HandVoided(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The record of a hand did not stand up to verification after a start: every wager went back, the deck is dead."""

    number: int
    reason: str
    cites: Cites


class FeePaid(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A fee that is no part of a pot: for the hand, for the time, for sitting down; from the stake or the purse."""

    player: str
    method: Literal["per-hand", "time", "sitting"]
    amount: int
    cites: Cites
    from_stake: bool = False
    paid_until_ms: int = 0


class FeeReturned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The fee for a hand that was void went back to where it came from."""

    player: str
    method: Literal["per-hand", "time", "sitting"]
    amount: int
    cites: Cites
    to_stake: bool = False


class FloorCalled(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player, or the dealer of a live table (seat 0), called the floor in hand or round `number`; nothing stops."""

    player: str
    seat: int
    number: int
    words: str
    cites: Cites


class FloorAnswered(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The floor came and answered a call; `call` is the number of the call in the same stream."""

    call: int
    player: str
    by: str
    role: str
    words: str
    cites: Cites


ServiceEvent = (
    ShuffleCommitted | ShoeOrdered | TableFrozen | HandInspected | HandVoided | FeePaid | FeeReturned | FloorCalled
    | FloorAnswered
)  # fmt: skip
KINDS: Final[dict[str, Any]] = {
    kind.__name__: kind for union in (RoomEvent, Event, ServiceEvent) for kind in get_args(union)
}
_DECODERS: Final = {name: msgspec.json.Decoder(kind, dec_hook=decode_card) for name, kind in KINDS.items()}


def record_of(event: Any, actor: str, time_ms: int) -> Record:  # noqa: ANN401 - any event of a table's stream
    """The journal record of an event."""
    return written(type(event).__name__, encode(event), cites=event.cites, actor=actor, time_ms=time_ms)


def event_of(record: Record) -> Any:  # noqa: ANN401 - any event of a table's stream
    """The event that a record stores, in whichever shape."""
    decoder = _DECODERS.get(record.name)
    if decoder is None:
        raise NotationError(f"no event of a table is called {record.name!r}")
    try:
        return decoder.decode(payload_of(record))
    except msgspec.DecodeError as bad:
        raise NotationError(f"record {record.name!r} cannot be read: {bad}") from None
