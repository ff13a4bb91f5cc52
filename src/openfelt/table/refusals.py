"""Refusing with what is allowed instead, by the clause that forbids."""

from __future__ import annotations

from typing import NoReturn

from openfelt.errors import RuleViolation
from openfelt.phrases import Phrase
from openfelt.rulebooks import Cites
from openfelt.table.hand import Hand
from openfelt.table.options import legal


def refuse(hand: Hand, code: str, cites: Cites, message: str | Phrase) -> NoReturn:
    """Refuse with what is allowed instead."""
    turn = legal(hand)
    raise RuleViolation(code, cites, message, legal=turn.choices if turn else ())
