"""The dealer of a live table: real cards and real chips, entered by keyboard or touch.

The dealer says who sits down, which cards lie face up and what the player in turn did; the engine says what comes next,
what the pot is and who wins. Every entry is refused or recorded like a player's own action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openfelt import room
from openfelt.cards import card
from openfelt.errors import RuleViolation, StaleView
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, NotAllowed, clean_name
from openfelt.service.commands import command_of
from openfelt.service.host import TableHost
from openfelt.service.requests import RequestId
from openfelt.service.trial import Trial
from openfelt.table import Show
from openfelt.table.live import named

if TYPE_CHECKING:
    from openfelt.service.hall import Hall


async def handle(hall: Hall, account: Account, host: TableHost, frame: Any) -> None:  # noqa: ANN401 - a DealerFrame
    """Carry out one entry of the dealer."""
    account.require("dealer", "floor", "operator")
    if not host.table.live:
        raise NotAllowed(f"{host.table.name} is dealt by the house, not by a dealer", code="not-live")
    request = RequestId.of(account.id, frame)
    match frame:
        case p.DealerSeat():
            await seat_player(hall, account, host, frame, request)
        case p.DealerUnseat():
            place = host.table.places.get(frame.seat)
            if place is None:
                raise NotAllowed(f"nobody sits in seat {frame.seat}", code="no-seat")
            await host.submit(request, account.id, lambda trial: trial.room(room.StandUp(place.player)))
        case p.DealerOpen():
            await host.submit(request, account.id, open_hand)
        case p.DealerDeal():
            cards = tuple(card(text) for text in frame.cards)
            await host.submit(request, account.id, lambda trial: deal(trial, cards))
        case p.DealerAct():
            await host.submit(request, account.id, lambda trial: act(trial, frame))


async def seat_player(hall: Hall, account: Account, host: TableHost, frame: p.DealerSeat, request: str) -> None:
    """Someone sat down with real chips: they are issued to a purse of that name and brought to the table."""
    name = clean_name(frame.name)
    player = f"live {name} at {host.table.name}"
    hall.names[player] = name
    sit = room.SitDown(player, frame.seat, frame.stake, "post", at_ms=hall.now_ms())
    async with host.seating:  # another dealer's entry may not take the seat or the name between the two steps
        host.require_running()
        if not host.was_done(request):
            if host.table.place_of(player) is not None:  # the room would name the purse, which says nothing to a dealer
                one_hand = host.table.rules.one_hand
                raise RuleViolation("already-seated", one_hand, f"{name} sits at {host.table.name} already")
            room.decide(host.table, sit)  # a seat that is refused has no chips issued for it
        await hall.issue(player, frame.stake, f"issue {request}")
        await host.submit(request, account.id, lambda trial: trial.room(sit))


def open_hand(trial: Trial) -> None:
    """The next hand: posts are taken and hole cards go out unseen."""
    trial.room(room.OpenHand())
    opened = trial.events[-1]
    trial.shoe = None
    trial.start(opened, f"{trial.table.name}/{opened.number}/live")


def deal(trial: Trial, cards: tuple[Any, ...]) -> None:
    """Cards that lie face up."""
    if trial.hand is None or not trial.table.in_hand:
        raise StaleView("no hand is going on")
    trial.play(named(trial.hand, cards))


def act(trial: Trial, frame: p.DealerAct) -> None:
    """What the player in turn did. A card that is changed or given up is ??, and who draws none stands pat."""
    hand = trial.hand
    if hand is None or not trial.table.in_hand or hand.seat_to_act is None:
        raise StaleView("no player has the turn")
    if hand.turns != frame.turn:
        raise StaleView(f"turn {frame.turn} is over; the present one is {hand.turns}")
    seat = hand.seat_to_act
    if frame.action == "show":
        trial.play(Show(seat, tuple(card(text) for text in frame.cards)))
    else:
        trial.play(command_of(frame, seat))
