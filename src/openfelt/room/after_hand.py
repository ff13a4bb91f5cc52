"""Between two rounds of play: a winner may show cards unasked, and players may look at cards that would have come.

Both only where the sign says so (house 27.4 and 27.5); neither changes who won what.
"""

from __future__ import annotations

from typing import Final

from openfelt.cards import UNKNOWN, Card, shown
from openfelt.errors import NotationError, RuleViolation
from openfelt.games.game import Deal
from openfelt.games.policy import HOUSE
from openfelt.phrases import phrase
from openfelt.room import events as r
from openfelt.room.after_orders import SeeRabbit, ShowAfter
from openfelt.room.draft import Draft
from openfelt.table import Hand

SHOWING: Final = HOUSE.cite("27.4")
RABBIT: Final = HOUSE.cite("27.5")


def finished_hand(draft: Draft, setting: str, cites: tuple[str, ...]) -> Hand:
    """The hand that was played last, if the sign has the setting and the hand is over and was not undone."""
    hand, table = draft.hand, draft.table
    if not getattr(table.sign, setting):
        raise RuleViolation("not-on-the-sign", cites, "the sign of this table does not have it")
    if table.in_hand or hand is None or not hand.is_over:
        raise RuleViolation("hand-going", cites, "only after a round of play", legal=("after the round",))
    if hand.outcome not in ("showdown", "sole survivor"):
        raise RuleViolation("hand-gone", cites, "that round of play did not count")
    return hand


def own_position(draft: Draft, hand: Hand, player: str, cites: tuple[str, ...]) -> int:
    """Where somebody was dealt into the hand."""
    seat = next((seat for seat, who in draft.state.players.items() if who == player), 0)
    if seat not in hand.index:
        raise RuleViolation("not-in-hand", cites, "you were not dealt into this hand")
    return hand.index[seat]


def show_after(draft: Draft, order: ShowAfter) -> None:
    """A winner whose cards nobody saw shows one of them, or more (house 27.4)."""
    hand = finished_hand(draft, "show_after", SHOWING)
    i = own_position(draft, hand, order.player, SHOWING)
    seat = hand.seats[i]
    if not any(seat in seats for _, _, seats, _ in hand.awards):
        raise RuleViolation("not-a-winner", SHOWING, "only who has won shows cards afterwards")
    if hand.shown[i] == 1 or hand.opened >= 0:
        raise RuleViolation("shown", SHOWING, "the cards lie face up already")
    if not order.cards or len(set(order.cards)) != len(order.cards):
        raise NotationError("name one of your cards, or more, each once", cites=SHOWING)
    if UNKNOWN in hand.down[i]:
        text = "the room does not know your cards: turn them up on the table"
        raise RuleViolation("unknown-card", SHOWING, text, legal=("turn them up on the table",))
    if strange := [card for card in order.cards if card not in hand.down[i]]:
        raise RuleViolation("not-held", SHOWING, phrase("{cards} is not among your cards", cards=shown(strange)))
    if set(order.cards) <= set(draft.table.shown_after):
        raise RuleViolation("shown", SHOWING, phrase("{cards} is shown already", cards=shown(order.cards)))
    draft.note(r.CardsShownAfter(draft.table.number, seat, order.player, order.cards, SHOWING))


def see_rabbit(draft: Draft, order: SeeRabbit) -> None:
    """The community cards that would have come, from the deck as it lies, once the hand is decided (house 27.5)."""
    hand = finished_hand(draft, "rabbit", RABBIT)
    own_position(draft, hand, order.player, RABBIT)
    if draft.table.is_rabbit_shown:
        raise RuleViolation("shown", RABBIT, "the cards that would have come lie face up already")
    shoe = draft.shoe
    if shoe is None:
        raise RuleViolation("hand-gone", RABBIT, "the deck of this hand is put away")
    rest, cards = shoe.copy(), list[Card]()
    for step in hand.rules.steps[hand.step :]:
        if isinstance(step, Deal) and not step.passes:
            cards += rest.take(step.burn + step.board)[step.burn :]
    if not cards:
        raise RuleViolation("nothing-to-come", RABBIT, "no community card was still to come")
    draft.note(r.RabbitShown(draft.table.number, order.player, tuple(cards), RABBIT))
