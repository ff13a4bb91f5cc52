"""An order as it is stored beside its events: what was asked, and what the world answered while it was decided.

Decks and seals are not repeated here: their seeds are sealed in the same entry. An order holds the cards that whoever
gave it has named, as the events do, and no other card.

Like a record, an order has a shape: when its fields change, a step beside the others (`shapes.SHAPES`, under its name
with "order." before it) brings old ones to today's, and new ones are stored with their number.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from openfelt.errors import NotationError, OpenfeltError
from openfelt.jackpots.orders import JackpotOrder
from openfelt.journal import Record
from openfelt.lists.facts import Apart, KeptOut, TableFacts
from openfelt.lists.orders import AnyListOrder
from openfelt.phrases import Name, phrase
from openfelt.pit.codec import dec_hook as decode_pit_value
from openfelt.pit.codec import encode as encode_pit
from openfelt.promotions.orders import PromotionOrder
from openfelt.room.banked_orders import PitOrder
from openfelt.room.house import ROOM
from openfelt.room.house_orders import HouseOrder
from openfelt.room.opening import OpenTable
from openfelt.room.orders import ByOfficer, TableOrder
from openfelt.room.playing import Standing
from openfelt.room.words import MUTES, SAID, WordsOrder
from openfelt.service.record.shapes import SHAPES, payload_of
from openfelt.table.codec import decode_card
from openfelt.table.codec import encode as encode_table
from openfelt.tournaments.orders import TournamentOrder


class DecidedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order, the time at which it was decided, the balances that were looked up for it, and its shape.

    >>> from openfelt.room import SitOut
    >>> stored = encode_table(DecidedOrder(SitOut("ann"), 1_790_000_000_000))
    >>> stored
    b'{"order":{"type":"SitOut","player":"ann","at_blind":false},"at_ms":1790000000000}'
    >>> read_asked("table/3", stored).order
    SitOut(player='ann', at_blind=False)
    """

    order: Any
    at_ms: int
    balances: dict[str, int] = {}
    shape: int = 1
    lines: tuple[int, ...] = ()  # which of the entry's ledger lines are this part's, from and to; () for all of them
    standings: dict[str, Standing] = {}  # of those who wanted to play, unless it is `CLEAR`


class AskedAtTable(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to a table."""

    order: TableOrder | OpenTable


class AskedAtPit(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to a house-banked table."""

    order: PitOrder


class AskedOfRoom(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to the room itself."""

    order: HouseOrder


class AskedOfWords(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order about words at the tables."""

    order: WordsOrder


class AskedOfEvent(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to a tournament, with the minutes that the room's clock is ahead of UTC.

    Of the people whom the order concerns it also names those who may not play, and whom the floor keeps from one table.
    """

    order: TournamentOrder
    ahead_min: int = 0
    barred: tuple[str, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()


class AskedOfJackpot(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to a jackpot."""

    order: JackpotOrder


class AskedOfLists(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order about lists and seats: also the tables, who is kept out and whom the floor keeps apart, as far as they
    are concerned by it.
    """

    order: AnyListOrder
    tables: tuple[TableFacts, ...] = ()
    kept_out: tuple[KeptOut, ...] = ()
    apart: tuple[Apart, ...] = ()


class AskedOfPromotion(DecidedOrder, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to a promotion: also who may not take part, and what regulations forbid as a prize."""

    order: PromotionOrder
    barred: tuple[str, ...] = ()
    prescribed: tuple[str, ...] = ()


class Inner(msgspec.Struct, frozen=True):
    """Of an order that an officer gives only its name."""

    type: str = ""


class Named(msgspec.Struct, frozen=True):
    """Of an order only its name, and that of the order within."""

    type: str
    order: Inner = Inner()

    @property
    def shaped(self) -> str:
        """Whose shape is stored: of what an officer orders, the order's own."""
        return self.order.type if self.type == GIVEN else self.type


class Stored(msgspec.Struct, frozen=True):
    """The part of a stored order that says which order it is, and in which shape."""

    order: Named
    shape: int = 1


GIVEN: Final = ByOfficer.__name__
_STORED: Final = msgspec.json.Decoder(Stored)
LISTS: Final = "lists"  # the stream of lists and seats
TOURNAMENT: Final = "tournament/"  # begins the streams of tournaments
JACKPOT: Final = "jackpot/"  # and of jackpots
PROMOTION: Final = "promotion/"  # begins the streams of promotions


def shape_name(name: str) -> str:
    """Under which name the shapes of an order are known."""
    return f"order.{name}"


def write_asked(
    stream: str,
    order: Any,  # noqa: ANN401 - any order
    at_ms: int,
    balances: dict[str, int],
    *,
    lines: tuple[int, ...] = (),
    standings: dict[str, Standing] | None = None,
) -> bytes:
    """The bytes that are stored for an order to the table of this stream."""
    shaped = order.order if isinstance(order, ByOfficer) else order
    asked = DecidedOrder(
        order, at_ms, balances, SHAPES.current(shape_name(type(shaped).__name__)), lines, standings or {}
    )
    return encode_pit(asked) if stream.startswith("pit/") else encode_table(asked)


def write_shaped(asked: AskedOfEvent | AskedOfLists | AskedOfPromotion) -> bytes:
    """The bytes that are stored for an order to a tournament or a promotion, or about lists."""
    shape = SHAPES.current(shape_name(type(asked.order).__name__))
    return encode_table(msgspec.structs.replace(asked, shape=shape))


def read_asked(stream: str, payload: bytes) -> DecidedOrder:
    """The order that was stored for this stream."""
    try:
        found: DecidedOrder = decoder_of(kind_of(stream)).decode(today(payload))
    except (msgspec.DecodeError, UnicodeDecodeError, OpenfeltError) as bad:
        raise NotationError(phrase("not an order: {bad}", bad=Name(str(bad)))) from None
    if found.lines and (len(found.lines) != 2 or not 0 <= found.lines[0] <= found.lines[1]):
        raise NotationError(phrase("not an order: ledger lines {lines}", lines=found.lines))
    return found


def kind_of(stream: str) -> type[DecidedOrder]:
    """What is stored of the orders of a stream."""
    if stream == ROOM:
        return AskedOfRoom
    if stream == MUTES or stream.startswith(SAID):
        return AskedOfWords
    if stream.startswith(TOURNAMENT):
        return AskedOfEvent
    if stream.startswith(JACKPOT):
        return AskedOfJackpot
    if stream == LISTS:
        return AskedOfLists
    if stream.startswith(PROMOTION):
        return AskedOfPromotion
    return AskedAtPit if stream.startswith("pit/") else AskedAtTable


@cache
def decoder_of(kind: type[DecidedOrder]) -> msgspec.json.Decoder[Any]:
    """The decoder of stored orders of a kind, made on first use, as a room starts without reading any."""
    return msgspec.json.Decoder(kind, dec_hook=decode_pit_value if kind is AskedAtPit else decode_card)


def today(payload: bytes) -> bytes:
    """A stored order in today's shape. The shape of a newer program is refused."""
    told = _STORED.decode(payload)
    name = shape_name(told.order.shaped)
    if told.shape == SHAPES.current(name):
        return payload
    whole = msgspec.json.decode(payload)
    outer = whole["order"] if told.order.type == GIVEN else whole
    old = Record(name, msgspec.json.encode(outer["order"]), told.shape)
    outer["order"] = msgspec.json.decode(payload_of(old))
    return msgspec.json.encode(whole)


# -- old orders --------------------------------------------------------------------------------------------------------


@SHAPES.upgrades("order.SitDown", 1)
@SHAPES.upgrades("order.KeepSeat", 1)
def without_time(old: Any) -> Any:  # noqa: ANN401 - JSON of the old shape
    """Shape 1 had the time, for exclusions on the table's own record; every decision is given it."""
    return {name: value for name, value in old.items() if name != "at_ms"}
