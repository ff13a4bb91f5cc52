"""What changed at a table since it was last told: encoded once for everybody, and beside it what is a seat's own.

Whoever watches a table knows of it what `Told` says. Who got a snapshot in between may know more: then everything is
told once more, so that nobody is left with what has passed. Most updates concern two seats, the one that acted and the
one that is to act: everyone else is sent the very same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from openfelt.cards import Card
from openfelt.service.wire.lines import Line
from openfelt.service.wire.protocol import PlaceView, write_frame
from openfelt.table.seen import HandView, SeatView

HAND_FIELDS: Final = tuple(one for one in HandView.__struct_fields__ if one not in {"seats", "offers"})


class Seating(Protocol):
    """What is told of a table and its places besides what moves."""

    fixed: dict[str, Any]
    public: tuple[PlaceView, ...]  # the places as everybody sees them
    own: dict[int, bytes]  # each place as its player sees it, encoded


class Told:
    """What everyone who watches a table was told of it last."""

    __slots__ = ("down", "hand", "is_special", "is_whole", "moving", "seating")

    def __init__(
        self,
        seating: Seating,
        moving: dict[str, Any],
        hand: HandView | None,
        *,
        is_special: bool,
        down: Sequence[tuple[Card, ...]] = (),
    ) -> None:
        self.seating = seating
        self.moving = moving
        self.hand = hand
        self.down = down  # of each seat in the hand, as its player knows them; told to nobody else
        self.is_special = is_special  # players of the hand see it otherwise than everybody
        self.is_whole = True  # whether everyone who watches knows just this

    def is_alike(self, other: Told) -> bool:
        """Whether both say the same but for the clock, which every update tells."""
        return (
            self.seating is other.seating
            and self.hand == other.hand
            and self.down == other.down
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
        self.seats: dict[int, bytes] = {}  # those of the hand that everyone sees changed
        self.own_seats: set[int] = set()  # those whose player sees them changed
        self.own_offers: set[int] = set()  # those whose player has other choices
        if known is not None and known.hand is not None and now.hand is not None and self.hand_fields is not None:
            self.compare_seats(known.hand.seats, now.hand.seats, known.down)
            if known.hand.board != now.hand.board:  # what everyone's own cards make is another hand
                self.own_seats |= {one.seat for one in now.hand.seats if one.status != "folded" and not one.shown}
            self.own_offers = {known.hand.to_act, now.hand.to_act}
        self.is_for_all = self.is_new_seating or self.hand_fields is None  # each player has a frame of their own
        self._places = {one.seat: write_frame(one) for one in self.places}
        self.lines = [write_frame(one) for one in lines]
        self._hand = b"" if self.hand_fields is None else write_frame(self.hand_fields)[:-1]
        self.is_all_places = known is None or seats_in(known) != seats_in(now)

    def compare_seats(
        self, before: Sequence[SeatView], after: Sequence[SeatView], down: Sequence[tuple[Card, ...]]
    ) -> None:
        """Find the seats of the hand that are not as they were; all of them where people came or went."""
        for was, now, had, has in zip(before, after, down, self.now.down, strict=True):
            if self.is_new_seating or was != now:
                self.seats[now.seat] = write_frame(now)
            elif had == has:
                continue
            self.own_seats.add(now.seat)

    def is_own(self, seat: int) -> bool:
        """Whether the player in a seat is told anything that the others are not."""
        return seat > 0 and (self.is_for_all or seat in self.own_seats or seat in self.own_offers)

    def tells_own_seat(self, seat: int) -> bool:
        """Whether the player in a seat is told the own cards once more, not only other choices."""
        return self.hand_fields is None or seat in self.own_seats

    def frame(self, seat: int = 0, own: Own | None = None, lines: dict[int, bytes] | None = None) -> bytes:
        """The frame for the rail, or for a seat with what only its player sees."""
        pieces = [self.start]
        places = self._places
        if seat and (self.is_new_seating or seat in places):
            places = places | {seat: self.now.seating.own[seat]}
        if places or self.is_all_places:
            name = b'"places":[' if self.is_all_places else b'"some_places":['
            pieces += (name, b",".join(places.values()), b"],")
        if self.is_new_seating:
            pieces.append(b'"your_seat":%d,' % seat)
        pieces.append(self.hand_piece(own))
        told = self.lines
        if lines:
            told = [lines.get(at, one) for at, one in enumerate(told)]
        state = b"".join(pieces).removesuffix(b",")
        return b"".join((state, b'},"lines":[', b",".join(told), b"]}"))

    def hand_piece(self, own: Own | None) -> bytes:
        """The hand as it is told: whole where it is another one, what changed of it otherwise."""
        hand = self.now.hand
        if hand is None:
            return b'"hand":null' if self.hand_fields is None else b""
        if self.hand_fields is None or (own is not None and own.whole is not None):
            return b'"hand":' + write_frame(whole_for(hand, own))
        seats, offers = self.seats, None
        if own is not None and own.seat is not None:
            mine = own.seat.seat
            offers = own.offers if self.is_new_seating or mine in self.own_offers else None
            if mine in self.own_seats:
                seats = seats | {mine: write_frame(own.seat)}
        pieces = [self._hand]
        if seats:
            pieces += (b"," if len(self._hand) > 1 else b"", b'"some_seats":[', b",".join(seats.values()), b"]")
        if offers is not None:
            pieces += (b"," if len(pieces) > 1 or len(self._hand) > 1 else b"", b'"offers":', write_frame(offers))
        told = b"".join(pieces)
        return b"" if told == b"{" else b'"in_hand":' + told + b"}"


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
