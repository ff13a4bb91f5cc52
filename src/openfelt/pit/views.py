"""What a viewer may see of a house-banked table, built up from nothing: views, the event feed, and the offers.

Only this module decides what is shown. The dealer's hand and the community cards stay face down until the rulebook
turns them; a player sees the own cards once they may be taken up, and a hand played blind only when it is settled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from openfelt.cards import UNKNOWN, Card
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.engine import legal
from openfelt.pit.offers import Offer
from openfelt.pit.round import EMPTY, Box, Round
from openfelt.pit.sign import AnySign


class Viewer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who looks: a player by name, or the rail, the dealer, the floor, surveillance (who all see what is public)."""

    role: Literal["player", "rail", "dealer", "floor", "surveillance"]
    player: str = ""


class BoxView(msgspec.Struct, frozen=True):
    """A box as one viewer sees it."""

    no: int
    player: str
    seated: str
    stakes: tuple[e.Stake, ...]
    cards: tuple[Card, ...]
    decision: str
    declared: bool
    blind: bool
    void: bool
    marker: int


class RoundView(msgspec.Struct, frozen=True):
    """A table as one viewer sees it."""

    sign: AnySign
    number: int
    phase: str
    to_act: int
    boxes: tuple[BoxView, ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    discards: int
    purses: tuple[tuple[str, int], ...]
    outcome: str


def view(round_: Round, viewer: Viewer) -> RoundView | None:
    """All that `viewer` may see; None before the table is open."""
    if round_.phase == EMPTY:
        return None
    return RoundView(
        sign=round_.sign,
        number=round_.number,
        phase=round_.phase,
        to_act=round_.to_act,
        boxes=tuple(box_view(round_, box, viewer) for box in round_.boxes.values()),
        dealer=tuple(card if dealer_shown(round_) else UNKNOWN for card in round_.dealer),
        community=tuple(card if place in round_.seen_board else UNKNOWN for place, card in enumerate(round_.board)),
        discards=len(round_.discards),
        purses=tuple(round_.purses.items()),
        outcome=round_.outcome.reason if round_.outcome else "",
    )


def dealer_shown(round_: Round) -> bool:
    """Whether act-holdem 6.7 has turned the dealer's cards."""
    return round_.dealer_up


def box_view(round_: Round, box: Box, viewer: Viewer) -> BoxView:
    """One box: its cards are named only as far as the viewer may know them."""
    own = viewer.role == "player" and may_look(round_, box, viewer.player)
    return BoxView(
        no=box.no,
        player=box.player,
        seated=round_.seated_at(box.no),
        stakes=tuple(e.Stake(box.no, spot, amount) for spot, amount in box.stakes.items()),
        cards=tuple(card if own or place in box.seen else UNKNOWN for place, card in enumerate(box.cards)),
        decision=box.decision,
        declared=box.declared,
        blind=box.blind,
        void=box.void,
        marker=box.marker,
    )


def may_look(round_: Round, box: Box, player: str) -> bool:
    """Whether a player knows the cards of a box: the own hand once taken up, not one played blind, unless peeked at."""
    if not player or box.player != player:
        return False
    return (round_.taken_up and not box.blind) or (player, box.no) in round_.peeked


def seen_by(event: e.Event, viewer: Viewer, players: dict[int, str]) -> e.Event:
    """The event as one viewer may see it; `players` says whose each box was. Cards that stay face down are `??`."""
    match event:
        case e.Dealt() | e.NoAnteRacked():
            return msgspec.structs.replace(event, cards=(UNKNOWN,) * len(event.cards))
        case e.HandsTakenUp():
            own = viewer.player if viewer.role == "player" else ""
            hands = tuple(
                hand if own and players.get(hand.box) == own else e.HandCards(hand.box, (UNKNOWN,) * len(hand.cards))
                for hand in event.hands
            )
            return msgspec.structs.replace(event, hands=hands)
        case _:
            return event


def feed(events: Iterable[e.Event], viewer: Viewer) -> tuple[e.Event, ...]:
    """A table's events from its opening on, as one viewer sees them; their number is the same for everyone."""
    players: dict[int, str] = {}
    shown: list[e.Event] = []
    for event in events:
        if isinstance(event, e.Wagered):
            players[event.box] = event.player
        shown.append(seen_by(event, viewer, players))
    return tuple(shown)


def offers_for(round_: Round, viewer: Viewer) -> tuple[Offer, ...]:
    """What a viewer may do now. Orders that deal or turn cards are offered without naming them."""
    who = viewer.player if viewer.role == "player" else viewer.role
    roles = {"floor": ("supervisor", "operator", "dealer"), "dealer": ("dealer",)}.get(who, (who, "player"))
    return tuple(without_cards(offer) for offer in legal(round_) if offer.by in roles)


def without_cards(offer: Offer) -> Offer:
    """The same offer with its cards face down."""
    order = offer.command
    if isinstance(order, c.Deal | c.DealFlop | c.DealRiver | c.TurnDealer | c.TurnCommunity | c.ReportNoAnte):
        hidden = msgspec.structs.replace(order, cards=(UNKNOWN,) * len(order.cards))
        return msgspec.structs.replace(offer, command=hidden)
    return offer
