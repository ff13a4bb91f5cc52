"""What each viewer is told of a table: states and log lines built for that viewer alone.

Only this module, the pit's feed and the views of the games decide what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from openfelt.cards import deck
from openfelt.games.registry import find_game
from openfelt.games.signtext import limit_words
from openfelt.room import events as r
from openfelt.service.chronicle import Logged
from openfelt.service.protocol import (
    ClockView,
    DueView,
    Line,
    LobbyTable,
    PlaceView,
    Snapshot,
    TableState,
    Update,
    write_frame,
)
from openfelt.service.stream import (
    FeePaid,
    FeeReturned,
    HandInspected,
    HandVoided,
    ShoeOrdered,
    ShuffleCommitted,
    TableFrozen,
)
from openfelt.table import RAIL, Hand, Viewer, event_view, view
from openfelt.table import events as e
from openfelt.table import ruling_events as ru
from openfelt.table.live import due
from openfelt.table.log import log_line
from openfelt.table.options import offers
from openfelt.table.views import HandView, seat_view

if TYPE_CHECKING:
    from openfelt.service.host import TableHost

LINES_IN_SNAPSHOT: Final = 60
# Events that some viewers see otherwise than the rail does.
SECRETIVE: Final = frozenset((e.StreetDealt, e.DrawDealt, e.Discarded, ru.CardsMoved, ru.CardsExposed, ru.ShowOrdered))


class Who(Protocol):
    """Who is who in the room."""

    def name_of(self, player: str) -> str:
        """A player's name as shown."""

    def is_away(self, player: str) -> bool:
        """Whether no connection of that player is open."""


def viewer_of(host: TableHost, player: str) -> Viewer:
    """A seat if the player was dealt into this hand, otherwise the rail."""
    hand = host.hand
    place = host.table.place_of(player)
    if hand is None or place is None or place.seat not in hand.index:
        return RAIL
    # A newcomer in a seat that someone else played this hand from is on the rail for it.
    return Viewer("seat", place.seat) if host.dealt_to.get(place.seat) == player else RAIL


def places_of(host: TableHost, room: Who) -> tuple[PlaceView, ...]:
    """The occupied seats as everyone sees them."""
    return tuple(
        PlaceView(
            seat=place.seat,
            name=room.name_of(place.player),
            stack=place.stack,
            status=place.status,
            bot=bool(place.bot),
            away=not place.bot and room.is_away(place.player),
            you=False,
        )
        for place in sorted(host.table.places.values(), key=lambda one: one.seat)
    )


def clock_view(host: TableHost) -> ClockView | None:
    """Whose time runs, if a person's does."""
    hand = host.hand
    seat = hand.seat_to_act if hand is not None and host.standing.is_dealt else None
    if seat is None or host.table.places[seat].bot or host.table.live:
        return None
    return ClockView(seat=seat, left_ms=host.left_ms(), whole_ms=int(host.whole_s * 1000))


def public_state(host: TableHost, room: Who) -> TableState:
    """What the rail may see of the table."""
    table, sign, hand = host.table, host.table.sign, host.hand
    return TableState(
        table=table.name,
        rulebook=sign.rulebook,
        game=sign.game,
        title=find_game(sign.rulebook, sign.game).name,
        deck=deck(sign.deck, joker=sign.joker).name,
        limit=limit_words(sign),
        seats=sign.seats,
        unit=sign.unit,
        big=sign.blinds[-1] if sign.blinds else sign.limit.small,
        min_stake=sign.min_stake,
        max_stake=sign.max_stake,
        number=table.number,
        button=table.button,
        places=places_of(host, room),
        your_seat=0,
        hand=hand_view(hand, RAIL, live=table.live) if hand is not None else None,
        clock=clock_view(host),
        commitment=host.commitment.root if host.commitment is not None else "",
        frozen=host.frozen,
        live=table.live,
        due=due_view(host),
        notice=notice_text(host),
    )


def hand_view(hand: Hand, viewer: Viewer, *, live: bool) -> HandView:
    """The hand as this viewer may see it; at a live table the choices are open, since the dealer enters them."""
    shown = view(hand, viewer)
    return msgspec.structs.replace(shown, offers=offers(hand)) if live else shown


def own_hand_view(hand: Hand, public: HandView, seat: int) -> HandView:
    """What the rail sees, with the seat's own cards and choices put in. `view` says the same more slowly."""
    if hand.special is not None:
        return view(hand, Viewer("seat", seat))
    i = hand.index[seat]
    own = seat_view(hand, i, Viewer("seat", seat))
    mine = offers(hand) if hand.seat_to_act == seat else ()
    return msgspec.structs.replace(public, seats=(*public.seats[:i], own, *public.seats[i + 1 :]), offers=mine)


class Telling:
    """One moment of a table, told to many: what is public is built and encoded once, what is a seat's own for it."""

    def __init__(self, host: TableHost, room: Who, lines: Sequence[Logged], after: int | None = None) -> None:
        self.host = host
        self.room = room
        self.lines = lines
        self.after = after
        self.public = public_state(host, room)
        self._public_lines: tuple[Line, ...] | None = None
        self._rail: bytes | None = None

    def frame(self, player: str) -> bytes:
        """The frame for one player: an update since `after`, or a snapshot."""
        place = self.host.table.place_of(player)
        mine = [at for at, (_, _, players) in enumerate(self.lines) if player in players.values()]
        if place is None and not mine:
            if self._rail is None:
                self._rail = self.encode(self.public, self.public_lines)
            return self._rail
        return self.encode(self.state(player), self.own_lines(player, mine))

    def encode(self, state: TableState, lines: tuple[Line, ...]) -> bytes:
        """The frame's bytes."""
        name, seq = self.host.table.name, self.host.version
        if self.after is None:
            return write_frame(Snapshot(table=name, seq=seq, state=state, lines=lines))
        return write_frame(Update(table=name, after=self.after, seq=seq, state=state, lines=lines))

    def state(self, player: str) -> TableState:
        """All that this player may see of the table."""
        host, public = self.host, self.public
        place = host.table.place_of(player)
        if place is None:
            return public
        places = tuple(
            msgspec.structs.replace(one, you=True) if one.seat == place.seat else one for one in public.places
        )
        shown = public.hand
        if host.hand is not None and shown is not None and not host.table.live:
            viewer = viewer_of(host, player)
            shown = own_hand_view(host.hand, shown, viewer.seat) if viewer.role == "seat" else shown
        return msgspec.structs.replace(public, places=places, your_seat=place.seat, hand=shown)

    @property
    def public_lines(self) -> tuple[Line, ...]:
        """The lines as the rail sees them."""
        if self._public_lines is None:
            self._public_lines = tuple(line_of(self.host, one, RAIL, self.room.name_of) for one in self.lines)
        return self._public_lines

    def own_lines(self, player: str, mine: Sequence[int]) -> tuple[Line, ...]:
        """The lines as this player sees them: of a hand they played, from their seat in that hand."""
        lines = list(self.public_lines)
        for at in mine:
            _, event, players = self.lines[at]
            if type(event) in SECRETIVE:
                seat = next(seat for seat, who in players.items() if who == player)
                lines[at] = line_of(self.host, self.lines[at], Viewer("seat", seat), self.room.name_of)
        return tuple(lines)


def due_view(host: TableHost) -> DueView | None:
    """What the dealer of a live table has to name next."""
    hand = host.hand
    if not host.table.live or hand is None or hand.is_over:
        return None
    wanted = due(hand)
    if wanted is None:
        return None
    return DueView(name=wanted.name, seats=wanted.seats, board=wanted.board, cites=wanted.cites)


def notice_text(host: TableHost) -> str:
    """The notice that hangs at the table, if any."""
    notice = host.table.notice
    if notice is None:
        return ""
    return "This table is closing." if notice.kind == "closing" else "A new sign has been announced."


def line_of(host: TableHost, logged: Logged, viewer: Viewer, name_of: Callable[[str], str]) -> Line:
    """One line of the log as this viewer may see it. Names are those of the hand it belongs to."""
    seq, event, players = logged

    def seat_name(seat: int) -> str:
        place = host.table.places.get(seat)
        who = players.get(seat) or (place.player if place is not None else "")
        return name_of(who) if who else f"seat {seat}"

    kind = type(event)
    if kind.__module__ == r.__name__:
        text = room_line(event, name_of, seat_name)
    elif kind is ShuffleCommitted:
        text = f"the deck of the next hand is fixed: {event.root[:16]}…"
    elif kind is ShoeOrdered:
        text = f"{event.count} cards are left in the shoe"
    elif kind is HandInspected:
        text = f"an inspector opened hand {event.number}: {event.reason}"
    elif kind is HandVoided:
        text = f"hand {event.number} is void: its record could not be verified; all wagers go back"
    elif kind is FeePaid:
        text = f"{name_of(event.player)} pays {event.amount} ({event.method})"
    elif kind is FeeReturned:
        text = f"{name_of(event.player)} gets {event.amount} back ({event.method})"
    elif kind is TableFrozen:
        text = f"the floor {'stops the table' if event.frozen else 'lets the table go on'}: {event.reason}"
    else:
        text = log_line(event_view(event, viewer), seat_name)
    return Line(seq=seq, text=text, cites=event.cites, kind=kind.__name__)


def room_line(event: Any, name_of: Callable[[str], str], seat_name: Callable[[int], str]) -> str:  # noqa: ANN401, C901, PLR0912
    """A room event in words."""
    match event:
        case r.SeatTaken():
            return f"{name_of(event.player)} sits down in seat {event.seat} with {event.stake}"
        case r.SeatLeft():
            return f"{name_of(event.player)} leaves seat {event.seat} with {event.stake}"
        case r.StakeCorrected():
            return f"the stake of {name_of(event.player)} is corrected by {event.by}"
        case r.StakeAdded() | r.StakeQueued():
            return f"{name_of(event.player)} adds {event.amount}"
        case r.SatOut():
            return f"{seat_name(event.seat)} sits out"
        case r.CameBack():
            return f"{seat_name(event.seat)} comes back"
        case r.SeatChanged():
            return f"seat {event.seat} moves to seat {event.to}"
        case r.BlindMissed():
            return f"{seat_name(event.seat)} misses blind {event.blind}"
        case r.Declared():
            return f"{seat_name(event.seat)} is declared"
        case r.HandOpened():
            return f"hand {event.number}"
        case r.NoticeGiven():
            return "notice of closing" if event.kind == "closing" else "notice of a new sign"
        case r.SignChanged():
            return "the new sign is in effect"
        case r.TableClosed():
            return "the table is closed"
        case r.Eliminated():
            return f"{name_of(event.player)} is out of the Freeze Out"
        case r.Excused():
            return f"{name_of(event.player)} is excused from the Freeze Out; the chips stay"
        case r.FreezeOutWon():
            return f"{name_of(event.player)} wins the Freeze Out with {event.stake}"
        case r.TimeWarned():
            return f"{seat_name(event.seat)} has {event.left_s} seconds left to act"
        case r.RulesGiven():
            return f"{name_of(event.to)} is given a copy of the rules: {event.rulebook}"
    return ""


def lobby_table(host: TableHost) -> LobbyTable:
    """One table as the lobby lists it."""
    table, sign = host.table, host.table.sign
    blinds = "/".join(str(chips) for chips in sign.blinds) or (f"ante {sign.ante}" if sign.ante else "")
    return LobbyTable(
        table=table.name,
        rulebook=sign.rulebook,
        game=sign.game,
        title=find_game(sign.rulebook, sign.game).name,
        limit=limit_words(sign),
        deck=deck(sign.deck, joker=sign.joker).name,
        blinds=blinds,
        seats=sign.seats,
        taken=len(table.places),
        bots=sum(bool(place.bot) for place in table.places.values()),
        pot_average=host.chronicle.pot_average,
        kind="table",
        live=table.live,
    )
