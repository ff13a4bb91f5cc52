"""The dealer's settlement, box by box clockwise, then the rack. What each wager gets, the game says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from openfelt.cards import UNKNOWN
from openfelt.errors import RuleViolation
from openfelt.phrases import Text, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.dealing import require_turned
from openfelt.pit.offers import Offer
from openfelt.pit.round import BONUS, RACKING, SETTLING, Box, Round
from openfelt.pit.rules import forbidding, require_box, require_phase
from openfelt.rulebooks import Cites


def next_box(round_: Round) -> Box | None:
    """The next box with a wager on it."""
    return next((box for box in round_.boxes.values() if box.stakes), None)


def require_next(order_box: int, box: Box | None, cites: Cites) -> Box:
    """Settlement goes clockwise, leaves no box out and needs the cards it turns on."""
    if box is None or box.no != order_box:
        raise RuleViolation(
            "wrong-box",
            cites,
            phrase("box {order_box} is not next to be settled", order_box=order_box),
            legal=(phrase("box {no}", no=box.no),) if box else (),
        )
    if must_be_shown(box):
        raise RuleViolation(
            "cards-unknown",
            cites,
            phrase("the cards of box {no} have not been turned up", no=box.no),
            legal=("show hand",),
        )
    return box


def must_be_shown(box: Box) -> bool:
    """Whether a dealer of real cards still has to name this hand before it can be settled."""
    return UNKNOWN in box.cards and bool(box.stakes)


def decide_settle_box(round_: Round, order: c.SettleBox) -> tuple[e.Event, ...]:
    """Everything that still lies on a box is paid, returned or collected."""
    game = round_.game
    require_phase(round_, (SETTLING,), game.settle, "settling a box")
    box = require_next(order.box, next_box(round_), game.settle)
    return (game.settled(round_, box),)


def decide_show(round_: Round, order: c.ShowHand) -> tuple[e.Event, ...]:
    """A dealer of real cards names a hand as it is turned up for settlement."""
    cites = round_.game.rack
    require_phase(round_, (BONUS, SETTLING), cites, "naming a hand")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if not must_be_shown(box):
        raise RuleViolation(
            "cards-known",
            forbidding(cites),
            phrase("the cards of box {box} are known or not to be shown", box=order.box),
        )
    require_turned(box.cards, order.cards, round_, cites)
    return (e.HandShown(order.box, order.cards, cites=cites),)


def decide_rack(round_: Round, _: c.Rack) -> tuple[e.Event, ...]:
    """Every hand is counted and racked; the round is over."""
    cites = round_.game.rack
    require_phase(round_, (RACKING,), cites, "racking the cards")
    return (e.Racked(cites=cites),)


class RankedHand(NamedTuple):
    """A hand on a results board, and the clauses that put it above the next."""

    box: int
    words: Text
    above_next: Cites


def standings(round_: Round) -> tuple[RankedHand, ...]:
    """The hands that stayed, best first, where the game has a results board and its cards are turned."""
    return round_.game.standings(round_)


def offer_hands(round_: Round) -> Iterator[Offer]:
    """Hands of real cards that the dealer has to name before they can be settled."""
    for box in round_.boxes.values():
        if must_be_shown(box):
            yield Offer(by="dealer", command=c.ShowHand(box.no, ()), free=("cards",), cites=round_.game.rack)


def offer_settling(round_: Round) -> Iterator[Offer]:
    """The dealer's next step of the settlement."""
    yield from offer_hands(round_)
    if (box := next_box(round_)) and not must_be_shown(box):
        yield Offer(by="dealer", command=c.SettleBox(box.no), cites=round_.game.settle_offer)


def offer_rack(round_: Round) -> Iterator[Offer]:
    """The cards are counted into the rack."""
    yield Offer(by="dealer", command=c.Rack(), cites=round_.game.rack)
