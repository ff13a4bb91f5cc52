"""Refusing with what is allowed instead, by the clause that forbids."""

from __future__ import annotations

from typing import NoReturn

from openfelt.cards import Card
from openfelt.errors import RuleViolation
from openfelt.phrases import Phrase, phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.table.hand import Hand
from openfelt.table.options import legal


def refuse(hand: Hand, code: str, cites: Cites, message: str | Phrase) -> NoReturn:
    """Refuse with what is allowed instead."""
    turn = legal(hand)
    raise RuleViolation(code, cites, message, legal=turn.choices if turn else ())


def require_cards(hand: Hand, cards: object, cites: Cites) -> None:
    """A caller without types may hand in anything where cards belong."""
    if type(cards) is not tuple or not all(isinstance(card, Card) for card in cards):
        refuse(hand, "no-cards", cites, phrase("{cards} are not cards", cards=quoted(cards)))
