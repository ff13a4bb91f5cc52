"""What each viewer is told of a table: frames built for that viewer alone, from parts encoded once for all.

Only this module, the views of a table beside it, the pit's feed and the views of the games decide what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from openfelt.phrases import Seat
from openfelt.room import events as r
from openfelt.service.record.history import Logged
from openfelt.service.tell.own_hands import own_seat
from openfelt.service.tell.room_words import is_of_a_hand, room_words
from openfelt.service.tell.table_views import (
    Names,
    fixed_fields,
    hand_view,
    is_dealt_in,
    moving_fields,
    own_place,
    own_view,
    places_of,
    public_state,
    viewer_of,
    with_cards,
)
from openfelt.service.tell.updates import Changes, Own, Told
from openfelt.service.wire.lines import Line, line
from openfelt.service.wire.protocol import Snapshot, TableState, write_frame
from openfelt.service.wire.subscribers import Crowd, Reply, Subscriber
from openfelt.table import RAIL, Viewer, event_view
from openfelt.table import events as e
from openfelt.table import ruling_events as ru
from openfelt.table.log import log_line
from openfelt.table.seen import HandView
from openfelt.table.views import own_offers

if TYPE_CHECKING:
    from openfelt.service.writers.table import TableHost


LINES_IN_SNAPSHOT: Final = 60
# Events that some viewers see otherwise than the rail does.
SECRETIVE: Final = frozenset((e.StreetDealt, e.DrawDealt, e.Discarded, ru.CardsMoved, ru.CardsExposed, ru.ShowOrdered))

# Events that concern one player alone, who is told by the own place: their lines are blank.
OWN_AFFAIRS: Final = frozenset((r.TopUpChosen, r.TopUpEnded))


class Who(Names, Protocol):
    """Who is who in the room, and what of its tables was told last."""

    seatings: dict[str, Seating]
    told: dict[str, Told]


class Seating:
    """What is told of a table and its places, encoded once: it stays as it is for most of a hand.

    The table is kept to be compared: one that stands is never changed, the next one is a copy (`TableState.fold_room`).
    """

    def __init__(self, host: TableHost, room: Who, away: list[bool], calling: list[str]) -> None:
        self.table = host.table
        self.away = away
        self.calling = calling
        self.public = places_of(host, room)
        self.fixed = fixed_fields(host, room)
        self.own = {one.seat: write_frame(own_place(host, one)) for one in self.public}
        self.seat_of = {place.player: seat for seat, place in host.table.places.items()}

    @cached_property
    def fields(self) -> bytes:
        """What is fixed, encoded for a snapshot."""
        return write_frame(self.fixed)[:-1]

    @cached_property
    def places(self) -> list[bytes]:
        """The places encoded for a snapshot, as everybody sees them."""
        return listed(self.public)

    @cached_property
    def place_at(self) -> dict[int, int]:
        """Which of those pieces is the place of a seat."""
        return {one.seat: 2 * at for at, one in enumerate(self.public)}


def seating(host: TableHost, room: Who) -> Seating:
    """The table and its places as they are told, from before where nothing of it has changed."""
    away = [room.is_away(place.player) for place in host.table.places.values()]
    calling = [call.player for call in host.calls.open.values()]
    known = room.seatings.get(host.name)
    if known is None or known.table is not host.table or known.away != away or known.calling != calling:
        known = room.seatings[host.name] = Seating(host, room, away, calling)
    return known


class Audience(Who, Protocol):
    """The same, and everyone who watches."""

    subscribers: Crowd

    def has_late(self, host: TableHost) -> bool:
        """Whether anyone may see a table later than it is, or did until now."""

    def sees_now(self, host: TableHost, one: Subscriber) -> bool | None:
        """Whether a viewer sees a table as it is now; None: from now on, after a delay until now."""


def publish(host: TableHost, room: Audience, after: int, count: int, reply: Reply | None) -> None:
    """Tell each viewer the latest events in a frame of its own; whoever asked for them gets the answer too."""
    name, watching = host.name, room.subscribers.watching(host.name)
    if not watching:
        return
    lines = host.history.latest(count)
    broadcast = Broadcast(host, room, lines, after)
    broadcast.remember()
    has_late = room.has_late(host)
    for one in watching:
        sees = not has_late or room.sees_now(host, one)
        if sees is False:
            continue  # the rail of the table tells it later
        if sees is None or len(lines) < count:
            one.owe(name)  # it was told otherwise before, or more happened at once than is remembered
        elif reply is not None and one is reply.one:
            one.tell_and_answer(name, broadcast.frame(one.player), reply.data)
            reply.given = True
        else:
            one.tell(name, broadcast.frame(one.player))


def snapshot(host: TableHost, room: Who, player: str) -> bytes:
    """The table as it stands for one viewer, with its latest lines."""
    broadcast = Broadcast(host, room, host.history.latest(LINES_IN_SNAPSHOT))
    known = room.told.get(host.name)
    if known is not None and not known.is_alike(broadcast.told):
        known.is_whole = False  # this viewer knows more than the others: the next update tells all of it
    return broadcast.frame(player)


def moment(host: TableHost, room: Who) -> bytes:
    """The table as the rail may see it, to be shown later; who is shown it gets no updates."""
    return Broadcast(host, room, host.history.latest(LINES_IN_SNAPSHOT)).frame("")


def has_secret(event: Any) -> bool:  # noqa: ANN401 - one of the kinds in SECRETIVE
    """Whether an event says anything that the rail may not see: a street of open cards does not."""
    return type(event) is not e.StreetDealt or any(event.down)


class Broadcast:
    """One moment of a table, told to many: what is public is built and encoded once, what is a seat's own for it.

    A frame is put together from encoded parts; `plain_frame` says the same from whole values, and a test compares.
    """

    def __init__(self, host: TableHost, room: Who, lines: Sequence[Logged], after: int | None = None) -> None:
        self.host = host
        self.room = room
        self.lines = lines
        self.after = after
        self.seating = seating(host, room)
        self.shown = hand_view(host.hand, RAIL, host.table) if host.hand is not None else None
        self.public_lines = tuple(line_of(host, one, RAIL, room.name_of) for one in lines)
        self._secret = [at for at, (_, event, _) in enumerate(lines) if type(event) in SECRETIVE and has_secret(event)]
        self.moving = moving_fields(host)
        special = host.hand is not None and host.hand.special is not None
        down = host.hand.down.copy() if host.hand is not None else ()
        self.told = Told(self.seating, self.moving, self.shown, is_special=special, down=down)
        self.before = room.told.get(host.name)
        self._parts: Parts | None = None
        self._changes: Changes | None = None
        self._rail = b""

    def remember(self) -> None:
        """From now on everyone who watches knows this moment."""
        self.room.told[self.host.name] = self.told

    def frame(self, player: str) -> bytes:
        """The frame for one player: an update since `after`, or a snapshot."""
        own = {at: seat for at in self._secret if (seat := seat_in(self.lines[at][2], player))} if self._secret else {}
        seat = self.seating.seat_of.get(player, 0)
        if not own and (not seat or (self.after is not None and not self.changes.is_own(seat))):
            if not self._rail:
                self._rail = self.parts.frame({}) if self.after is None else self.changes.frame()
            return self._rail
        lines = {at: write_frame(self.own_line(at, was)) for at, was in own.items()}
        if self.after is not None:
            return self.changes.frame(seat, self.own_hand(player, seat) if seat else None, lines)
        changed = self.own_state(player, seat) if seat else {}
        return self.parts.frame(changed | {self.parts.line_at[at]: line for at, line in lines.items()})

    def own_line(self, at: int, seat: int) -> Line:
        """A line as whoever had that seat may see it."""
        return line_of(self.host, self.lines[at], Viewer("seat", seat), self.room.name_of)

    @property
    def changes(self) -> Changes:
        """What everyone is told that was otherwise before, encoded."""
        if self._changes is None:
            head = {"type": "update", "table": self.host.table.name, "after": self.after, "seq": self.host.version}
            self._changes = Changes(head, self.before, self.told, self.public_lines)
        return self._changes

    def own_hand(self, player: str, seat: int) -> Own | None:
        """What a seated player sees of the hand otherwise than everyone: the own cards and choices."""
        host, hand, shown = self.host, self.host.hand, self.shown
        if hand is None or shown is None or host.table.live or not is_dealt_in(host, player, seat):
            return None
        if hand.special is not None:
            return Own(whole=own_view(host, hand, Viewer("seat", seat)))
        i = hand.index[seat]
        mine = shown.seats[i]
        if hand.shown[i] != 1 and self.changes.tells_own_seat(seat):
            mine = own_seat(hand, i, mine)
        in_turn = hand.seat_to_act == seat
        offers = with_cards(own_offers(hand), host.table.places[seat]) if in_turn else shown.offers
        return Own(seat=mine, offers=offers)

    @property
    def parts(self) -> Parts:
        """What everyone is told, encoded."""
        if self._parts is None:
            self._parts = Parts(self)
        return self._parts

    def own_state(self, player: str, seat: int) -> dict[int, bytes]:
        """What a seated player sees otherwise than everyone: which place is theirs, their cards, their choices."""
        host, parts = self.host, self.parts
        places = self.seating
        changed = {parts.seat_at: b"%d" % seat, parts.places_at + places.place_at[seat]: places.own[seat]}
        hand, shown = host.hand, self.shown
        if hand is None or shown is None or host.table.live or not is_dealt_in(host, player, seat):
            return changed
        if hand.special is not None:
            changed |= parts.other_hand(own_view(host, hand, Viewer("seat", seat)))
            return changed
        i = hand.index[seat]
        if hand.shown[i] != 1:
            changed[parts.cards_at + 2 * i] = write_frame(own_seat(hand, i, shown.seats[i]))
        if hand.seat_to_act == seat:
            changed[parts.offers_at] = write_frame(with_cards(own_offers(hand), host.table.places[seat]))
        return changed

    def plain_frame(self, player: str) -> bytes:
        """All that the frame leaves its reader with, as a snapshot from whole values: slower, and plainly right."""
        lines = list(self.public_lines)
        for at in self._secret:
            if seat := seat_in(self.lines[at][2], player):
                lines[at] = line_of(self.host, self.lines[at], Viewer("seat", seat), self.room.name_of)
        name, seq = self.host.table.name, self.host.version
        return write_frame(Snapshot(table=name, seq=seq, state=self.plain_state(player), lines=tuple(lines)))

    def plain_state(self, player: str) -> TableState:
        """All that this player may see of the table."""
        host, public = self.host, public_state(self.host, self.room)
        place = host.table.place_of(player)
        if place is None:
            return public
        seat = place.seat
        places = tuple(own_place(host, one) if one.seat == seat else one for one in public.places)
        shown = public.hand
        if host.hand is not None and shown is not None and not host.table.live:
            viewer = viewer_of(host, player)
            shown = own_view(host, host.hand, viewer)
        return msgspec.structs.replace(public, places=places, your_seat=seat, hand=shown)


class Parts:
    """The public frame, encoded once, in pieces: a viewer's own frame has other pieces in some places."""

    def __init__(self, broadcast: Broadcast) -> None:
        places, hand = broadcast.seating, broadcast.shown
        table, seq = broadcast.host.table.name, broadcast.host.version
        start = {"type": "snapshot", "table": table, "seq": seq}
        moving = write_frame(broadcast.moving)[1:-1]
        pieces = [write_frame(start)[:-1], b',"state":', places.fields, b",", moving, b',"places":[']
        self.places_at = len(pieces)
        pieces += places.places
        pieces.append(b'],"your_seat":')
        self.seat_at = len(pieces)
        pieces += (b"0", b',"hand":')
        self.hand_at = len(pieces)
        pieces += hand_pieces(hand) if hand is not None else (b"null",)
        self.hand_end = len(pieces)
        self.cards_at = self.hand_at + 2
        self.offers_at = self.hand_end - 2
        pieces.append(b'},"lines":[')
        self.line_at = range(len(pieces), len(pieces) + 2 * len(broadcast.public_lines), 2)
        pieces += listed(broadcast.public_lines)
        pieces.append(b"]}")
        self._pieces = pieces

    def other_hand(self, shown: HandView) -> dict[int, bytes]:
        """The hand told wholly otherwise: in one piece, with nothing where the rest of it stood."""
        return dict.fromkeys(range(self.hand_at, self.hand_end), b"") | {self.hand_at: write_frame(shown)}

    def frame(self, changed: dict[int, bytes]) -> bytes:
        """The frame with some pieces told otherwise."""
        pieces = self._pieces
        if changed:
            pieces = pieces.copy()
            for at, piece in changed.items():
                pieces[at] = piece
        return b"".join(pieces)


def listed(several: Sequence[Any]) -> list[bytes]:
    """Values encoded one by one, with what stands between them: every other piece is a value."""
    pieces = [b","] * (2 * len(several) - 1) if several else []
    pieces[::2] = [write_frame(one) for one in several]
    return pieces


def hand_pieces(hand: HandView) -> list[bytes]:
    """A hand in pieces: what stands before the seats (two pieces), each seat, and the choices (third from the end)."""
    fields = {name: getattr(hand, name) for name in HAND_BEFORE}
    start = [write_frame(fields)[:-1], b',"seats":[']
    return [*start, *listed(hand.seats), b'],"offers":', write_frame(hand.offers), b"}"]


HAND_BEFORE: Final = tuple(one for one in HandView.__struct_fields__ if one not in {"seats", "offers"})


def seat_in(players: dict[int, str], player: str) -> int:
    """The seat someone had in a hand, or 0."""
    return next((seat for seat, who in players.items() if who == player), 0)


def line_of(host: TableHost, logged: Logged, viewer: Viewer, name_of: Callable[[str], str]) -> Line:
    """One line of the log as this viewer may see it. Names are those of the hand it belongs to."""
    seq, event, players = logged
    if type(event) in OWN_AFFAIRS:
        return Line(seq=seq, phrase="", cites=(), kind="")

    def seat_name(seat: int) -> Seat:
        place = host.table.places.get(seat)
        who = players.get(seat) or (place.player if place is not None else "")
        return Seat(seat, name_of(who) if who else "")

    if is_of_a_hand(event):
        said = log_line(event_view(event, viewer), seat_name)
    else:
        said = room_words(event, name_of, seat_name)
    return line(seq, said, event)
