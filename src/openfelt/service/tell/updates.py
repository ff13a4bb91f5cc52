"""What changed at a table since it was last told: encoded once for everybody, and beside it what is a seat's own.

Whoever watches a table knows of it what `Told` says. Who got a snapshot in between may know more: then everything is
told once more, so that nobody is left with what has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from openfelt.service.wire.protocol import Line, PlaceView, write_frame
from openfelt.table.seen import HandView, SeatView

HAND_FIELDS: Final = tuple(one for one in HandView.__struct_fields__ if one not in {"seats", "offers"})


class Seating(Protocol):
    """What is told of a table and its places besides what moves."""

    fixed: dict[str, Any]
    public: tuple[PlaceView, ...]  # the places as everybody sees them
    own: dict[int, bytes]  # each place as its player sees it, encoded


class Told:
    """What everyone who watches a table was told of it last."""

    __slots__ = ("hand", "is_special", "is_whole", "moving", "seating")

    def __init__(self, seating: Seating, moving: dict[str, Any], hand: HandView | None, *, is_special: bool) -> None:
        self.seating = seating
        self.moving = moving
        self.hand = hand
        self.is_special = is_special  # players of the hand see it otherwise than everybody
        self.is_whole = True  # whether everyone who watches knows just this

    def is_alike(self, other: Told) -> bool:
        """Whether both say the same but for the clock, which every update tells."""
        return (
            self.seating is other.seating
            and self.hand == other.hand
            and all(value == other.moving[name] for name, value in self.moving.items() if name != "clock")
        )


class Changes:
    """One update of a table: the public part in encoded pieces, and what a seat's own frame has instead."""

    def __init__(self, head: dict[str, Any], before: Told | None, now: Told, lines: Sequence[Line]) -> None:
        known = before if before is not None and before.is_whole else None
        self.now = now
        self.is_new_seating = known is None or known.seating is not now.seating
        fields = changed_fields(known, now)
        start = write_frame(head)[:-1] + b',"state":{'
        self.start = start + write_frame(fields)[1:-1] + (b"," if fields else b"")
        self.places = changed_places(known, now)
        self.hand_fields = changed_hand(known, now)
        self.seats = {} if self.hand_fields is None or now.hand is None else self.changed_seats(known)
        self._places = {one.seat: write_frame(one) for one in self.places}
        self.lines = [write_frame(one) for one in lines]
        self._hand = b"" if self.hand_fields is None else write_frame(self.hand_fields)[:-1]
        self.is_all_places = known is None or seats_in(known) != seats_in(now)

    def changed_seats(self, known: Told | None) -> dict[int, bytes]:
        """The seats of the hand that are not as they were; all of them where people came or went."""
        assert known is not None
        assert known.hand is not None
        assert self.now.hand is not None
        pairs = zip(known.hand.seats, self.now.hand.seats, strict=True)
        return {now.seat: write_frame(now) for was, now in pairs if self.is_new_seating or was != now}

    def frame(self, seat: int = 0, own: Own | None = None, lines: dict[int, bytes] | None = None) -> bytes:
        """The frame for the rail, or for a seat with what only its player sees."""
        pieces = [self.start]
        places = self._places
        if seat and (self.is_new_seating or seat in places):
            places = places | {seat: self.now.seating.own[seat]}
        if places or self.is_all_places:
            name = b'"places":[' if self.is_all_places else b'"some_places":['
            pieces += (name, b",".join(places.values()), b"],")
        pieces.append(b'"your_seat":%d' % seat)
        pieces.append(self.hand_piece(own))
        told = self.lines
        if lines:
            told = [lines.get(at, one) for at, one in enumerate(told)]
        pieces += (b'},"lines":[', b",".join(told), b"]}")
        return b"".join(pieces)

    def hand_piece(self, own: Own | None) -> bytes:
        """The hand as it is told: whole where it is another one, what changed of it otherwise."""
        hand = self.now.hand
        if hand is None:
            return b',"hand":null' if self.hand_fields is None else b""
        if self.hand_fields is None or (own is not None and own.whole is not None):
            return b',"hand":' + write_frame(whole_for(hand, own))
        seats, offers = self.seats, None
        if own is not None:
            offers = own.offers
            if own.seat is not None:
                seats = seats | {own.seat.seat: write_frame(own.seat)}
        pieces = [self._hand]
        if seats:
            pieces += (b"," if len(self._hand) > 1 else b"", b'"some_seats":[', b",".join(seats.values()), b"]")
        if offers is not None:
            pieces += (b"," if len(pieces) > 1 or len(self._hand) > 1 else b"", b'"offers":', write_frame(offers))
        told = b"".join(pieces)
        return b"" if told == b"{" else b',"in_hand":' + told + b"}"


class Own(msgspec.Struct, frozen=True):
    """What a player of a hand sees of it otherwise than everybody: the own seat and choices, or all of it."""

    seat: SeatView | None = None
    offers: tuple[Any, ...] | None = None
    whole: HandView | None = None


def whole_for(hand: HandView, own: Own | None) -> HandView:
    """A hand as one viewer sees it."""
    if own is None:
        return hand
    if own.whole is not None:
        return own.whole
    seats = hand.seats
    if own.seat is not None:
        seats = tuple(own.seat if one.seat == own.seat.seat else one for one in seats)
    return msgspec.structs.replace(hand, seats=seats, offers=hand.offers if own.offers is None else own.offers)


def changed_fields(known: Told | None, now: Told) -> dict[str, Any]:
    """What is told of the table itself and is not as it was. The clock is always told."""
    fixed, moving = now.seating.fixed, now.moving
    if known is None:
        return fixed | moving
    changed: dict[str, Any] = {}
    if known.seating is not now.seating:
        before = known.seating.fixed
        changed = {name: value for name, value in fixed.items() if value != before[name]}
    was = known.moving
    return changed | {name: value for name, value in moving.items() if name == "clock" or value != was[name]}


def seats_in(told: Told) -> list[int]:
    """The occupied seats."""
    return [one.seat for one in told.seating.public]


def changed_places(known: Told | None, now: Told) -> list[PlaceView]:
    """The occupied seats that are not as they were; all of them where somebody came or went."""
    if known is not None and known.seating is now.seating:
        return []
    places = now.seating.public
    if known is None or seats_in(known) != seats_in(now):
        return list(places)
    return [one for was, one in zip(known.seating.public, places, strict=True) if was != one]


def changed_hand(known: Told | None, now: Told) -> dict[str, Any] | None:
    """What changed in the same hand but for its seats; None where it is another hand, or told wholly otherwise."""
    hand = now.hand
    if known is None or now.is_special or known.is_special:
        return None
    if hand is None or known.hand is None:
        return {} if hand is known.hand else None
    before = known.hand
    if before.hand_id != hand.hand_id or [one.seat for one in before.seats] != [one.seat for one in hand.seats]:
        return None
    read: Callable[[HandView, str], Any] = getattr
    changed = {name: value for name in HAND_FIELDS if (value := read(hand, name)) != read(before, name)}
    return changed | ({"offers": hand.offers} if hand.offers != before.offers else {})
