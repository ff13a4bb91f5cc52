"""Recording draws: which cards are given up, which come instead, and what is shuffled when the deck is too short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.cards import Card
from openfelt.table import events as e
from openfelt.table.hand import DISCARDING, DRAWING, HOUSE, SERVING, Hand
from openfelt.table.rules import Discard, Draw
from openfelt.table.turns import is_last_drawer, next_drawer, serve_next


def _discarded(hand: Hand, event: e.Discarded) -> None:
    i = hand.index[event.seat]
    gone = set(event.cards)
    if gone:
        if 53 in gone:  # unknown cards of a live table: as many go as were named
            held = list(hand.down[i])
            for card in event.cards:
                held.remove(card if card in held else held[0])
            hand.down[i] = tuple(held)
        else:
            hand.down[i] = tuple(card for card in hand.down[i] if card not in gone)
    step = hand.rules.steps[hand.step]
    if type(step) is Discard:
        hand.muck += event.cards
        next_drawer(hand, i, DISCARDING)
        return
    assert isinstance(step, Draw)
    hand.owed[i] = len(event.cards)
    hand.thrown[i] += event.cards
    if not step.at_once or not event.cards:
        next_drawer(hand, i, DRAWING)
    else:
        hand.phase, hand.stage, hand.to_act = HOUSE, SERVING, i
        hand.changing = i if len(event.cards) == 5 and step.four_then_one else -1


def _draw_dealt(hand: Hand, event: e.DrawDealt) -> None:
    i = hand.index[event.seat]
    count = len(event.cards)
    hand.down[i] += event.cards
    for card in event.cards:
        hand.seen |= 1 << card
    hand.drawn += count
    hand.stub -= count
    hand.owed[i] -= count
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    if not step.at_once or i in hand.deferred:
        if not hand.owed[i]:
            serve_next(hand)
    elif hand.changing == i and hand.owed[i] == 1 and not is_last_drawer(hand, i):
        hand.deferred += (i,)  # 14.4.2.1: the fifth card comes after everyone else is served
        next_drawer(hand, i, DRAWING)
    elif not hand.owed[i]:
        hand.stage = SERVING
        next_drawer(hand, i, DRAWING)


def _reshuffled(hand: Hand, event: e.Reshuffled) -> None:
    pool = reshuffle_pool(hand, muck=event.muck, burns=event.burns)
    for card in pool:
        hand.seen &= ~(1 << card)
    if hand.special is not None:
        hand.special = hand.special.forget(pool)
    hand.stub = event.count
    hand.drawn = 0
    hand.shoe_no += 1
    if event.burns:
        hand.burns = ()
    if event.muck:
        hand.muck = ()
        hand.thrown = [cards if j == hand.to_act else () for j, cards in enumerate(hand.thrown)]
    else:
        hand.shared = True  # only a stud deck too short for everyone is rebuilt from its burns


def reshuffle_pool(hand: Hand, *, muck: bool, burns: bool) -> tuple[Card, ...]:
    """The cards that go back: burns, muck, and the discards of this draw but those of the player being served."""
    pool = hand.burns if burns else ()
    if not muck:
        return pool
    pool += hand.muck
    for j, cards in enumerate(hand.thrown):
        if j != hand.to_act:
            pool += cards
    return pool


RECORD: Final[dict[type, Callable[[Hand, Any], None]]] = {
    e.Discarded: _discarded,
    e.DrawDealt: _draw_dealt,
    e.Reshuffled: _reshuffled,
}
