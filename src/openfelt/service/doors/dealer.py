"""The dealer of a live table: real cards and real chips, entered by keyboard or touch.

The dealer says who sits down, which cards lie face up and what the player in turn did; the engine says what comes next,
what the pot is and who wins. Every entry is refused or recorded like a player's own action.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from openfelt import room
from openfelt.cards import card
from openfelt.errors import OpenfeltError, RuleViolation, StaleView
from openfelt.phrases import Name, Seat, phrase
from openfelt.room.authority import authorised
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, DealLive, InHand, NameCards, TakeBack
from openfelt.room.table import Place
from openfelt.service.people.accounts import Account, NotAllowed, clean_name
from openfelt.service.wire import dealer_protocol as dp
from openfelt.service.wire.commands import command_of
from openfelt.service.wire.requests import RequestId
from openfelt.service.writers.table import TableHost
from openfelt.table import Show

if TYPE_CHECKING:
    from openfelt.service.hall import Hall


async def handle(hall: Hall, account: Account, host: TableHost, frame: Any) -> None:  # noqa: ANN401 - a DealerFrame
    """Carry out one entry of the dealer."""
    account.require("dealer", "floor", "operator")
    hall.require_staff_factor(account)
    if not host.table.live:
        raise NotAllowed(
            phrase("{name} is dealt by the house, not by a dealer", name=Name(host.table.name)), code="not-live"
        )
    request = RequestId.of(account.id, frame)
    officer = hall.accounts.officer(account, host.stream)
    match frame:
        case dp.DealerSeat():
            await seat_player(hall, officer, host, frame, request)
        case dp.DealerAbsent():
            player = place_in(host, frame.seat).player
            order = room.SitOut(player) if frame.absent else room.ComeBack(player, "post")
            await host.submit(request, account.id, ByOfficer(officer, order))
        case dp.DealerUnseat():
            place = place_in(host, frame.seat)
            await host.submit(request, account.id, ByOfficer(officer, room.StandUp(place.player)))
        case dp.DealerOpen():
            await host.submit(request, account.id, ByOfficer(officer, DealLive()))
        case dp.DealerDeal():
            cards = tuple(card(text) for text in frame.cards)
            await host.submit(request, account.id, ByOfficer(officer, NameCards(cards)))
        case dp.DealerUndo():
            await host.submit(request, account.id, ByOfficer(officer, TakeBack(frame.entry)))
        case dp.DealerAct():
            await host.submit(request, account.id, ByOfficer(officer, act(host, frame)))


def place_in(host: TableHost, seat: int) -> Place:
    """Whoever sits in a seat; refused if nobody does."""
    place = host.table.places.get(seat)
    if place is None:
        raise NotAllowed(phrase("nobody sits in {seat}", seat=Seat(seat)), code="no-seat")
    return place


@asynccontextmanager
async def in_words(player: str, name: str) -> AsyncIterator[None]:
    """Whoever has no account is called by the name that the dealer gave, in a refusal too."""
    try:
        yield
    except OpenfeltError as refused:
        refused.rename(lambda text: text.replace(player, name))
        raise


async def seat_player(hall: Hall, officer: Officer, host: TableHost, frame: dp.DealerSeat, request: str) -> None:
    """Someone sat down with real chips: they are issued to a purse of that name and brought to the table."""
    name = clean_name(frame.name)
    player = f"live {name} at {host.table.name}"
    hall.names[player] = name
    sit = room.SitDown(player, frame.seat, frame.stake, "post", groups=frame.groups, consent=frame.consent)
    order = ByOfficer(officer, sit)
    async with (
        host.seating,
        in_words(player, name),
    ):  # another dealer's entry may not take the seat or the name between the two steps
        host.require_running()
        if not host.was_done(request):
            if host.table.place_of(player) is not None:  # the room would name the purse, which says nothing to a dealer
                one_hand = host.table.rules.one_hand
                raise RuleViolation(
                    "already-seated",
                    one_hand,
                    phrase("{name} sits at {table} already", name=Name(name), table=Name(host.table.name)),
                )
            authorised(host.state, order)
            room.decide(host.table, sit)  # a seat that is refused has no chips issued for it
            hall.lists.require_turn(host, order, actor=officer.account)
        await hall.issue(player, frame.stake, f"issue {request}")
        await hall.lists.sit(host, order, actor=officer.account, request=request)


def act(host: TableHost, frame: dp.DealerAct) -> InHand:
    """What the player in turn did. A card changed or given up is entered as ??; a player who draws none stands pat."""
    hand = host.hand
    if hand is None or not host.table.in_hand or hand.seat_to_act is None:
        raise StaleView("no player has the turn")
    seat = hand.seat_to_act
    if frame.action == "show":
        return InHand(hand.hand_id, frame.turn, Show(seat, tuple(card(text) for text in frame.cards)))
    return InHand(hand.hand_id, frame.turn, command_of(frame, seat))
