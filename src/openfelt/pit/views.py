"""What a viewer may see of a house-banked table, built up from nothing: views, the event feed, and the offers.

Only this module decides what is shown. The dealer's hand and the community cards stay face down until the rulebook
turns them; a player sees the own cards once they may be taken up, and a hand played blind only when it is settled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from openfelt.cards import UNKNOWN, Card
from openfelt.cards.naming import cards_in, with_only
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.checklist import MOMENTS, Step
from openfelt.pit.engine import legal, player_choices, staff_choices
from openfelt.pit.offers import Offer
from openfelt.pit.round import BETTING, EMPTY, Box, Round
from openfelt.pit.sign import AnySign
from openfelt.pit.wagers import offer_seats

STAFF: Final = ("dealer", "supervisor", "operator")


class Viewer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who looks: a player by name, or the rail, the dealer, the floor, surveillance (who all see what is public).

    An inspector sees every card of a round that is over, by a request that is itself recorded.
    """

    role: Literal["player", "rail", "dealer", "floor", "surveillance", "inspector"]
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
    whole = viewer.role == "inspector"
    seated = {box: player for player, box in round_.seats.items()}
    return RoundView(
        sign=round_.sign,
        number=round_.number,
        phase=round_.phase,
        to_act=round_.to_act,
        boxes=tuple(box_view(round_, box, viewer, seated.get(box.no, "")) for box in round_.boxes.values()),
        dealer=tuple(card if whole or round_.dealer_up else UNKNOWN for card in round_.dealer),
        community=board_view(round_, whole=whole),
        discards=len(round_.discards),
        purses=tuple(round_.purses.items()),
        outcome=round_.outcome.reason if round_.outcome else "",
    )


def board_view(round_: Round, *, whole: bool = False) -> tuple[Card, ...]:
    """The community cards, named as far as they lie open."""
    return tuple(card if whole or place in round_.seen_board else UNKNOWN for place, card in enumerate(round_.board))


def box_view(round_: Round, box: Box, viewer: Viewer, seated: str) -> BoxView:
    """One box: its cards are named only as far as the viewer may know them."""
    mine = viewer.role == "player" and box.player == viewer.player != ""
    own = viewer.role == "inspector" or (mine and may_look(round_, box))
    return BoxView(
        no=box.no,
        player=box.player,
        seated=seated,
        stakes=tuple(e.Stake(box.no, spot, amount) for spot, amount in box.stakes.items()),
        cards=tuple(card if own or place in box.seen else UNKNOWN for place, card in enumerate(box.cards)),
        decision=box.decision,
        declared=box.declared,
        blind=box.blind,
        void=box.void,
        marker=box.marker,
    )


def may_look(round_: Round, box: Box) -> bool:
    """Whether the player of a box knows its cards: once taken up, not if played blind, unless peeked at."""
    return (round_.taken_up and not box.blind) or (box.player, box.no) in round_.peeked


def is_shown(box: Box) -> bool:
    """Whether everyone sees every card of a box."""
    return all(place in box.seen for place in range(len(box.cards)))


def seen_by(event: e.Event, viewer: Viewer, players: dict[int, str]) -> e.Event:
    """The event as one viewer may see it; `players` says whose each box was. Cards that stay face down are `??`."""
    if viewer.role == "inspector":
        return event
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


def is_alike(event: object) -> bool:
    """Whether everyone but an inspector sees the same of an event: all see alike but the hands that are taken up."""
    return not isinstance(event, e.HandsTakenUp)


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
    if round_.phase == EMPTY:
        return ()
    if viewer.role in ("floor", "dealer"):
        whose = STAFF if viewer.role == "floor" else ("dealer",)
        return tuple(without_cards(offer) for offer in staff_choices(round_) if offer.by in whose)
    own = player_choices(round_, viewer.player) if viewer.player in round_.seats else ()
    return (*own, *offer_seats(round_))


def staff_offers(round_: Round, *, live: bool = False) -> tuple[Offer, ...]:
    """What staff may do now, cards unnamed; where a dealer enters what players do (`live`), their choices too."""
    if round_.phase == EMPTY:
        return ()
    return tuple(without_cards(offer) for offer in (legal(round_) if live else staff_choices(round_)))


def due(round_: Round) -> tuple[Step, ...]:
    """The steps of the book's lists that a dealer's screen shows now."""
    if round_.phase == EMPTY:
        return ()
    lists = round_.game.checklists
    moments = MOMENTS.get(round_.phase, ())
    first = ("opening",) if round_.phase == BETTING and round_.number == 1 else ()
    return tuple(step for moment in (*first, *moments) for step in lists.get(moment, ()))


def without_cards(offer: Offer) -> Offer:
    """The same offer with its cards face down."""
    order = offer.command
    if isinstance(order, c.Deal | c.DealFlop | c.DealRiver | c.TurnDealer | c.TurnCommunity | c.ReportNoAnte):
        hidden = msgspec.structs.replace(order, cards=(UNKNOWN,) * len(order.cards))
        return msgspec.structs.replace(offer, command=hidden)
    return offer


def as_dealt(round_: Round, command: c.Command) -> c.Command:
    """An order whose hidden cards come from the shoe with those cards in it: who gives it does not know them."""
    if not isinstance(command, c.ReportNoAnte) or set(command.cards) != {UNKNOWN}:
        return command
    top = tuple(round_.shoe[: len(command.cards)])
    return msgspec.structs.replace(command, cards=top) if len(top) == len(command.cards) else command


def foreseen(round_: Round, event: e.Event, viewer: Viewer, named: Iterable[Card] = ()) -> e.Event:
    """An event as it may be told before it happens: only cards that the viewer sees now, or has named, are named."""
    shown: e.Event = with_only({*cards_in(view(round_, viewer)), *named}, seen_by(event, viewer, {}))
    return shown
