"""What a viewer may see of a hand and of its events, built up from nothing for that viewer.

A seat sees its own cards and what is public. The rail, the dealer, the floor and surveillance see what is public. An
inspector sees every card, and only when the round of play is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from openfelt.cards import UNKNOWN, Card
from openfelt.cards.naming import cards_in, with_only
from openfelt.errors import RuleViolation
from openfelt.hands import HandValue, Scale, Selection, value
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.clock import time_offer
from openfelt.table.hand import ALL_IN, OUT, OVER, PHASES, SHOWING, Hand
from openfelt.table.offer import Offer
from openfelt.table.options import offers
from openfelt.table.pots import closed_pots
from openfelt.table.seen import HandView, PotView, SeatView, Viewer
from openfelt.table.showdown import can_win, hand_strengths


def view(hand: Hand, viewer: Viewer, *, replayed: bool = False) -> HandView:
    """The hand as the viewer may see it; `replayed`: it is folded again from the record of a round that is over."""
    if viewer.role == "inspector" and hand.phase != OVER and not replayed:
        raise RuleViolation("hand-live", hand.rules.policy.hidden, "hidden cards of a live hand are shown to nobody")
    mine = hand.seat_to_act if viewer.role == "seat" and hand.seat_to_act == viewer.seat else None
    return HandView(
        hand_id=hand.hand_id,
        rulebook=hand.rules.sign.rulebook,
        game=hand.rules.game.key,
        deck=hand.rules.sign.deck,
        joker=hand.rules.sign.joker,
        street=street_name(hand),
        phase=PHASES[hand.phase],
        button=hand.button,
        to_act=hand.seat_to_act or 0,
        turn=hand.turns,
        board=shown_board(hand),
        second=hand.board if hand.twice == 2 else (),
        burns=len(hand.burns),
        stub=hand.stub,
        pot=hand.pot,
        pots=pot_views(hand),
        high=hand.high,
        seats=tuple(seat_view(hand, i, viewer) for i in range(hand.n)),
        offers=own_offers(hand) if mine is not None else (),
        outcome=hand.outcome,
        exposed=hand.special.aside + hand.special.next_card if hand.special is not None else (),
    )


def shown_board(hand: Hand) -> tuple[Card, ...]:
    """The community cards; where they are dealt twice, those of the first time."""
    return hand.first_board if hand.twice == 2 else hand.board


def own_offers(hand: Hand) -> tuple[Offer, ...]:
    """What the player whose turn it is may do, and more time where the sign sells it.

    At the showdown the sensible choice comes first: to muck only where what others have shown cannot be beaten.
    """
    made = (*offers(hand), *time_offer(hand))
    if hand.phase == SHOWING and len(made) > 1:
        i = hand.to_act
        if UNKNOWN not in hand.down[i] and not can_win(hand, i, *hand_strengths(hand, i, hand.down[i])):
            return made[::-1]
    return made


def street_name(hand: Hand) -> str:
    """The name of the step that is going on."""
    steps = hand.rules.steps
    if hand.step < 0:
        return "posting"
    return steps[hand.step].name if hand.step < len(steps) else "showdown"


def pot_views(hand: Hand) -> tuple[PotView, ...]:
    """The pots of the rounds that are closed; the bets of this one stand at the seats."""
    if hand.phase == OVER:
        return ()
    return tuple(PotView(pot.amount, tuple(hand.seats[i] for i in pot.eligible)) for pot in closed_pots(hand))


def may_see(hand: Hand, i: int, viewer: Viewer) -> bool:
    """Whether the viewer may see the down cards at this position."""
    if hand.shown[i] == 1 or (hand.opened >= 0 and hand.status[i] != OUT):
        return True
    if viewer.role == "seat":
        return hand.seats[i] == viewer.seat
    return viewer.role == "inspector"


def seat_view(hand: Hand, i: int, viewer: Viewer) -> SeatView:
    """One seat as the viewer may see it."""
    seen = may_see(hand, i, viewer)
    down = hand.down[i] if seen else unseen(hand, i, viewer)
    status: Literal["in", "all-in", "folded"] = (
        "folded" if hand.status[i] == OUT else "all-in" if hand.status[i] == ALL_IN else "in"
    )
    high, low = hand_values(hand, i) if hand.shown[i] == 1 else (None, None)
    return SeatView(
        seat=hand.seats[i],
        stack=hand.stacks[i],
        bet=hand.bets[i],
        status=status,
        down=down,
        up=hand.up[i],
        shown=hand.shown[i] == 1,
        words=tuple(one.words for one in (high, low) if one is not None),
        used=high.cards if high is not None else (),
        used_low=low.cards if low is not None else (),
    )


def unseen(hand: Hand, i: int, viewer: Viewer) -> tuple[Card, ...]:
    """Another player's down cards: unknown, but for those that were exposed to this viewer."""
    special = hand.special
    if special is None or not special.exposed:
        return (UNKNOWN,) * len(hand.down[i])
    seat = viewer.seat if viewer.role == "seat" else 0
    return tuple(card if special.seen_by(card, hand.seats[i], seat) else UNKNOWN for card in hand.down[i])


def hand_values(hand: Hand, i: int) -> tuple[HandValue | None, HandValue | None]:
    """What a shown hand is worth: as a high hand, as a low hand, or both."""
    high: HandValue | None = None
    low: HandValue | None = None
    for half in hand.rules.halves:
        if hand.strengths(half)[i] > 0:
            worth = shown_value(half.scale, hand.holding(i), shown_board(hand), half.selection)
            high, low = (high, worth) if half.in_low else (worth, low)
    return high, low


@lru_cache(maxsize=4096)
def shown_value(scale: Scale, cards: tuple[Card, ...], board: tuple[Card, ...], selection: Selection) -> HandValue:
    """What a hand that lies open is worth; everyone who looks on is told, again with every later event."""
    return value(scale, cards, board, selection=selection)


def hide(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """As many cards, none of them named."""
    return (UNKNOWN,) * len(cards)


def foreseen(hand: Hand, event: e.Event, viewer: Viewer, named: Iterable[Card] = ()) -> e.Event:
    """An event as it may be told before it happens: only cards that the viewer sees now, or has named, are named."""
    shown: e.Event = with_only({*cards_in(view(hand, viewer)), *named}, event)
    return shown


def event_view(event: e.Event, viewer: Viewer) -> e.Event:
    """The event as the viewer may see it: the same act, with hidden cards as `??`.

    An inspector's view of a finished hand is granted by the caller; here every card is open to that role.
    """
    if viewer.role == "inspector":
        return event
    own = viewer.seat if viewer.role == "seat" else 0
    if type(event) is e.StreetDealt:
        down = tuple(cards if seat == own else hide(cards) for seat, cards in zip(event.seats, event.down, strict=True))
        return e.StreetDealt(event.name, event.seats, down, event.up, event.board, event.cites)
    if type(event) is e.Burned:
        return e.Burned(UNKNOWN, event.cites)
    if type(event) is e.DrawDealt:
        return event if event.seat == own else e.DrawDealt(event.seat, hide(event.cards), event.cites)
    if type(event) is e.Discarded:
        return event if event.seat == own else e.Discarded(event.seat, hide(event.cards), event.cites)
    if type(event) is r.CardsMoved and not event.open and own not in event.to:
        return msgspec.structs.replace(event, cards=hide(event.cards))
    if isinstance(event, r.CardsExposed | r.ShowOrdered) and event.to and own != event.seat and own not in event.to:
        return msgspec.structs.replace(event, cards=hide(event.cards))
    return event
