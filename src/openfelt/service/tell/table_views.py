"""A table as it is shown: its sign, its places, the hand and what is due, as values for one viewer or for everyone.

Knows nothing of frames: the feed encodes these values and decides who is sent which.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from openfelt.cards import deck
from openfelt.games import Sign
from openfelt.games.game import Checking, Draw, Game
from openfelt.games.policy import policy
from openfelt.games.registry import find_game
from openfelt.games.signtext import limit_words
from openfelt.games.table_options import options_on
from openfelt.phrases import Phrase, Text
from openfelt.room import chips_needed, freezeout
from openfelt.room.citing import TAKING_BACK
from openfelt.room.taking_back import can_be_taken_back, whose
from openfelt.service.tell import directions
from openfelt.service.tell.games import games_note, plain_name, posted_words, rotation_view, stakes
from openfelt.service.tell.jackpot_views import table_jackpot
from openfelt.service.tell.own_hands import with_own_hand
from openfelt.service.tell.room_words import HELD
from openfelt.service.wire.events_protocol import TableEvent
from openfelt.service.wire.protocol import (
    DueView,
    EntryView,
    LobbyTable,
    OptionView,
    PlaceView,
    TableState,
    TermView,
)
from openfelt.service.wire.values import ClockView
from openfelt.table import RAIL, Hand, Viewer, view
from openfelt.table.clock import time_offer
from openfelt.table.live import due
from openfelt.table.offer import Offer
from openfelt.table.options import offers
from openfelt.table.seen import HandView

if TYPE_CHECKING:
    from openfelt.room.table import Place, Table
    from openfelt.service.writers.table import TableHost


class Names(Protocol):
    """What a table's views ask of the room: who is who, who is away, and what its events are called."""

    def name_of(self, player: str) -> str:
        """A player's name as shown."""

    def is_away(self, player: str) -> bool:
        """Whether no connection of that player is open."""

    def event_title(self, event: str) -> str:
        """What people call a tournament."""

    def event_area(self, event: str, number: int) -> Text:
        """Which side of which real table a table of a tournament is, if it is one."""


def viewer_of(host: TableHost, player: str) -> Viewer:
    """A seat if the player was dealt into this hand, otherwise the rail."""
    place = host.table.place_of(player)
    return Viewer("seat", place.seat) if place is not None and is_dealt_in(host, player, place.seat) else RAIL


def is_dealt_in(host: TableHost, player: str, seat: int) -> bool:
    """Whether a player plays this hand from the seat; who sat down where another played it from does not."""
    return host.hand is not None and seat in host.hand.index and host.dealt_to.get(seat) == player


def places_of(host: TableHost, room: Names) -> tuple[PlaceView, ...]:
    """The occupied seats as everyone sees them."""
    waiting = {call.player for call in host.calls.open.values()}
    return tuple(
        PlaceView(
            seat=place.seat,
            name=room.name_of(place.player),
            stack=place.stack,
            status=place.status,
            bot=bool(place.bot),
            # At a live table players sit at the felt, and the dealer enters what they do.
            away=not place.bot and not host.table.live and room.is_away(place.player),
            you=False,
            queued=place.queued,
            leaving=place.leaving,
            out_at_blind=place.out_at_blind,
            calls_floor=place.player in waiting,
            needs=chips_needed(host.table, place),
            time_cards=place.time_cards,
            kept=place.is_kept,
            time_bank=place.time_bank,
            wants_bomb=place.wants_bomb,
        )
        for place in sorted(host.table.places.values(), key=lambda one: one.seat)
    )


def own_place(host: TableHost, shown: PlaceView) -> PlaceView:
    """A place as its own player sees it, with what is nobody else's concern (house 27.7)."""
    place = host.table.places[shown.seat]
    return msgspec.structs.replace(shown, you=True, top_up=place.top_up, top_up_off=place.top_up_off)


def clock_view(host: TableHost) -> ClockView | None:
    """Whose time runs, if a person's does."""
    hand, asked = host.hand, host.table.choosing
    if asked is not None and not host.table.in_hand:
        bot = (place := host.table.place_of(asked.player)) is None or place.bot
        whole = int(host.work.time.whole_s * 1000)
        return None if bot else ClockView(seat=asked.seat, left_ms=host.work.left_ms(), whole_ms=whole, grace_ms=0)
    seat = hand.seat_to_act if hand is not None and host.state.is_dealt else None
    if seat is None or host.table.places[seat].bot or (host.table.live and not host.work.time.turn):
        return None
    grace = int(host.work.grace_of(host.table.places[seat]) * 1000)
    return ClockView(
        seat=seat, left_ms=host.work.left_ms(), whole_ms=int(host.work.time.whole_s * 1000), grace_ms=grace
    )


@lru_cache(maxsize=1024)
def sign_words(sign: Sign) -> tuple[str, str, Phrase]:
    """The game, the deck and the limit of a sign, as a table and the lobby name them."""
    return find_game(sign.rulebook, sign.game).name, deck(sign.deck, joker=sign.joker).name, limit_words(sign)


@lru_cache(maxsize=1024)
def ranks_of(sign: Sign) -> str:
    """The ranks of the deck that a sign names, lowest first."""
    return "".join(dict.fromkeys(str(card)[0] for card in deck(sign.deck).cards))


@lru_cache(maxsize=1024)
def optional_blind(sign: Sign) -> OptionView | None:
    """The blind that a player may post without owing it, where the sign allows one."""
    game = find_game(sign.rulebook, sign.game)
    if sign.straddle:
        return OptionView(name="straddle", cites=policy(sign.rulebook).straddle)
    if sign.voluntary_blinds:
        return OptionView(name="voluntary blind", cites=game.voluntary_blinds)
    return OptionView(name="over-blind", cites=game.voluntary_blinds) if sign.over_blinds else None


def public_state(host: TableHost, room: Names) -> TableState:
    """What the rail may see of the table."""
    return TableState(
        **fixed_fields(host, room),
        places=places_of(host, room),
        your_seat=0,
        hand=hand_view(host.hand, RAIL, host.table) if host.hand is not None else None,
        **moving_fields(host),
    )


def fixed_fields(host: TableHost, room: Names) -> dict[str, Any]:
    """What is told of a table and stays as it is while a hand is played."""
    table, sign = host.table, host.table.sign
    title, deck_name, limit = sign_words(sign)
    return {
        "table": table.name,
        "rulebook": sign.rulebook,
        "game": sign.game,
        "title": title,
        "deck": deck_name,
        "limit": limit,
        "seats": sign.seats,
        "unit": sign.unit,
        "big": sign.blinds[-1] if sign.blinds else sign.limit.small,
        "min_stake": sign.min_stake,
        "max_stake": sign.max_stake,
        "number": table.number,
        "button": table.button,
        "live": table.live,
        "option": optional_blind(sign),
        "mucking": sign.mucking,
        "options": options_on(sign),
        "directions": directions.views(table, room.name_of),
        "terms": tuple(TermView(text=text, cites=cites) for text, cites in freezeout.terms(table)),
        "seat_change": table.rules.seat_change if sign.blinds else (),
        "only": table.only,
        "rotation": rotation_view(table),
        "host": table.host and room.name_of(table.host),
        "owner": table.owner and room.name_of(table.owner),
        "event": table_event(host, room),
        "ranks": ranks_of(sign),
    }


def table_event(host: TableHost, room: Names) -> TableEvent | None:
    """The tournament that a table belongs to, as the table shows it."""
    table, sign = host.table, host.table.sign
    if table.event is None:
        return None
    return TableEvent(
        name=table.event.event,
        title=room.event_title(table.event.event),
        number=table.event.number,
        level=table.level,
        text=posted_words(sign.blinds, sign.ante, sign.ante_by, sign.bring_in),
        held=HELD[table.held.why] if table.held is not None and table.is_held else "",
        area=room.event_area(table.event.event, table.event.number),
    )


def moving_fields(host: TableHost) -> dict[str, Any]:
    """What is told of a table besides its places and its hand, and may change without either."""
    return {
        "clock": clock_view(host),
        "commitment": host.state.root,
        "frozen": host.frozen,
        "due": due_view(host),
        "entry": entry_view(host),
        "notice": notice_text(host),
        "free": free_act(host),
        "jackpot": table_jackpot(host),
    }


def free_act(host: TableHost) -> Literal["check", "call", ""]:
    """What a player who owes nothing may do for nothing in this betting round.

    In draw poker nothing (nsw-poker 11.5); in the first round of act-stud, call (act-stud 11.1).
    """
    betting = host.hand.round if host.hand is not None else None
    if betting is None:
        return "check"
    return {Checking.NEVER: "", Checking.LAST_BLIND_CALLS: "call"}.get(betting.checking, "check")  # type: ignore[return-value]


def hand_view(hand: Hand, viewer: Viewer, table: Table) -> HandView:
    """The hand as this viewer may see it; at a live table the choices are open, since the dealer enters them."""
    shown = view(hand, viewer)
    if not table.live:
        return shown
    place = table.places.get(hand.seat_to_act or 0)
    more = tuple(one for one in time_offer(hand) if is_free_time(one)) if place is not None else ()
    return msgspec.structs.replace(shown, offers=offers(hand) + (with_cards(more, place) if place is not None else ()))


def with_cards(offers: tuple[Offer, ...], place: Place) -> tuple[Offer, ...]:
    """Choices of a player, without more time that is for a card where none is left; `least` says how many there are."""
    return tuple(
        msgspec.structs.replace(one, least=place.time_cards) if is_free_time(one) else one
        for one in offers
        if place.time_cards or not is_free_time(one)
    )


def is_free_time(offer: Offer) -> bool:
    """Whether a choice is more time that costs a card and no chips."""
    return offer.action == "time" and not offer.amount


def own_view(host: TableHost, hand: Hand, viewer: Viewer) -> HandView:
    """A hand as one of its players sees it, with the choices that are left."""
    shown, place = with_own_hand(hand, view(hand, viewer), viewer.seat), host.table.places.get(viewer.seat)
    if place is None or not shown.offers:
        return shown
    return msgspec.structs.replace(shown, offers=with_cards(shown.offers, place))


def due_view(host: TableHost) -> DueView | None:
    """What the dealer of a live table has to name next."""
    hand = host.hand
    if not host.table.live or hand is None or hand.is_over:
        return None
    wanted = due(hand)
    if wanted is None:
        return None
    return DueView(name=wanted.name, seats=wanted.seats, board=wanted.board, cites=wanted.cites)


def entry_view(host: TableHost) -> EntryView | None:
    """What the dealer of a live table may take back now."""
    entry = can_be_taken_back(host.state) if host.table.live else ()
    if not entry:
        return None
    seat, street = whose(entry)
    return EntryView(entry=entry[0].seq, seat=seat, street=street, cites=TAKING_BACK)


def notice_text(host: TableHost) -> str:
    """The notice that hangs at the table, if any."""
    if host.stopped:
        return "This table has been stopped by a fault; its last state stands."
    notice = host.table.notice
    if notice is None:
        return "The room closes after this hand." if host.hall.finishing else ""
    return "This table is closing." if notice.kind == "closing" else "A new sign has been announced."


def family_of(game: Game) -> Literal["board", "stud", "draw", "other"]:
    """What a game is among players: with a board, of stud, of draw."""
    if game.board_size:
        return "board"
    if game.has_up_cards:
        return "stud"
    return "draw" if any(isinstance(step, Draw) for step in game.steps) else "other"


def lobby_table(host: TableHost) -> LobbyTable:
    """One table as the lobby lists it."""
    table, sign = host.table, host.table.sign
    title, deck_name, limit = sign_words(sign)
    return LobbyTable(
        table=table.name,
        rulebook=sign.rulebook,
        game=sign.game,
        title=title,
        limit=limit,
        deck=deck_name,
        blinds=sign.blinds,
        ante=sign.ante,
        seats=sign.seats,
        taken=len(table.places),
        bots=sum(bool(place.bot) for place in table.places.values()),
        pot_average=host.history.pot_average,
        kind="table",
        family=family_of(find_game(sign.rulebook, sign.game)),
        live=table.live,
        calls=len(host.calls.open),
        note=", ".join(
            one
            for one in (
                "Freeze Out" * table.freeze_out,
                table.only and f"for {table.only} only",
                table.host and f"host {host.hall.name_of(table.host)}",
                games_note(table),
            )
            if one
        ),
        event=table.event.event if table.event is not None else "",
        plain=plain_name(sign),
        stakes=stakes(sign),
    )
