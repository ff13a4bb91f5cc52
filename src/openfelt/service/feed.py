"""What each viewer is told: states and log lines built for that viewer alone, in a bounded queue of its own.

Only this module and the views of the games decide what is shown. A slow reader's queue is dropped and replaced by one
fresh snapshot; nobody else waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from openfelt.cards import deck
from openfelt.games.registry import find_game
from openfelt.games.signtext import limit_words
from openfelt.room import events as r
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
from openfelt.service.stream import HandInspected, ShoeOrdered, ShuffleCommitted, TableFrozen
from openfelt.table import RAIL, Viewer, event_view, view
from openfelt.table.live import due
from openfelt.table.log import log_line

if TYPE_CHECKING:
    from openfelt.service.host import TableHost

MOST_WAITING: Final = 64


def viewer_of(host: TableHost, player: str) -> Viewer:
    """A seat if the player was dealt into this hand, otherwise the rail."""
    hand = host.hand
    place = host.table.place_of(player)
    if hand is None or place is None or place.seat not in hand.index:
        return RAIL
    # A newcomer in a seat that someone else played this hand from is on the rail for it.
    return Viewer("seat", place.seat) if host.dealt_to.get(place.seat) == player else RAIL


def table_state(
    host: TableHost, player: str, name_of: Callable[[str], str], is_away: Callable[[str], bool]
) -> TableState:
    """All that this player may see of the table."""
    table, sign = host.table, host.table.sign
    mine = table.place_of(player)
    places = tuple(
        PlaceView(
            seat=place.seat,
            name=name_of(place.player),
            stack=place.stack,
            status=place.status,
            bot=bool(place.bot),
            away=not place.bot and is_away(place.player),
            you=place.player == player,
        )
        for place in sorted(table.places.values(), key=lambda one: one.seat)
    )
    hand = host.hand
    running = hand is not None and hand.seat_to_act is not None and not table.places[hand.seat_to_act].bot
    clock = None
    if running and hand is not None and hand.seat_to_act is not None:
        clock = ClockView(seat=hand.seat_to_act, left_ms=host.left_ms(), whole_ms=int(host.whole_s * 1000))
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
        places=places,
        your_seat=mine.seat if mine is not None else 0,
        hand=view(hand, viewer_of(host, player)) if hand is not None else None,
        clock=clock,
        commitment=host.commitment.root if host.commitment is not None else "",
        frozen=host.frozen,
        live=table.live,
        due=due_view(host),
        notice=notice_text(host),
    )


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


def line_of(host: TableHost, seq: int, event: Any, player: str, name_of: Callable[[str], str]) -> Line:  # noqa: ANN401
    """One line of the log as this player may see it."""

    def seat_name(seat: int) -> str:
        who = host.dealt_to.get(seat)
        place = host.table.places.get(seat)
        if who is None and place is not None:
            who = place.player
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
    elif kind is TableFrozen:
        text = f"the floor {'stops the table' if event.frozen else 'lets the table go on'}: {event.reason}"
    else:
        text = log_line(event_view(event, viewer_of(host, player)), seat_name)
    return Line(seq=seq, text=text, cites=event.cites, kind=kind.__name__)


def room_line(event: Any, name_of: Callable[[str], str], seat_name: Callable[[int], str]) -> str:  # noqa: ANN401, C901
    """A room event in words."""
    match event:
        case r.SeatTaken():
            return f"{name_of(event.player)} sits down in seat {event.seat} with {event.stake}"
        case r.SeatLeft():
            return f"{name_of(event.player)} leaves seat {event.seat} with {event.stake}"
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
    return ""


class Subscriber:
    """One connection's queue: bounded, in order, told once."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.tables: set[str] = set()
        self.lobby = False
        self.stale: set[str] = set()
        self.dropped = 0

    def put(self, data: bytes) -> None:
        """Queue a frame; when too many wait, drop them all and remember that snapshots are due."""
        if self.queue.qsize() >= MOST_WAITING:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.dropped += 1
            self.stale = set(self.tables)
            return
        self.queue.put_nowait(data)

    def end(self) -> None:
        """No more frames."""
        self.queue.put_nowait(None)


def snapshot_frame(
    host: TableHost, player: str, name_of: Callable[[str], str], is_away: Callable[[str], bool]
) -> bytes:
    """The table as it stands, with the latest lines."""
    lines = tuple(line_of(host, seq, event, player, name_of) for seq, event in host.log[-60:])
    state = table_state(host, player, name_of, is_away)
    return write_frame(Snapshot(table=host.table.name, seq=host.version, state=state, lines=lines))


def update_frame(  # noqa: PLR0917 - what happened, to whom, and who is who
    host: TableHost,
    player: str,
    after: int,
    events: Sequence[Any],
    name_of: Callable[[str], str],
    is_away: Callable[[str], bool],
) -> bytes:
    """What happened, as this player may see it."""
    lines = tuple(line_of(host, after + at, event, player, name_of) for at, event in enumerate(events, start=1))
    state = table_state(host, player, name_of, is_away)
    return write_frame(Update(table=host.table.name, after=after, seq=after + len(events), state=state, lines=lines))


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
        pot_average=host.pots // host.hands_seen if host.hands_seen else 0,
        kind="table",
        live=table.live,
    )
