"""A live table with real cards: what the house does next, and which cards the dealer must name for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from openfelt.cards import UNKNOWN, Card, shown
from openfelt.errors import RuleViolation
from openfelt.games.game import Deal, Face, Pass
from openfelt.phrases import phrase
from openfelt.rulebooks import Cites
from openfelt.table import commands as c
from openfelt.table.hand import OUT, Hand
from openfelt.table.house import board_only, house_step, house_steps
from openfelt.table.shoe import RealCards


@dataclass(frozen=True, slots=True)
class Due:
    """Face-up cards that the dealer has to name: to which seats, then how many for the board, by which clauses."""

    name: str
    seats: tuple[int, ...]
    board: int
    cites: Cites

    @property
    def count(self) -> int:
        """How many cards in all."""
        return len(self.seats) + self.board


def passes_due(hand: Hand, step: Deal) -> tuple[Pass, ...]:
    """The passes to the players that the street needs; none where only the community card is dealt again."""
    return () if board_only(hand) else step.passes


def due(hand: Hand) -> Due | None:
    """The cards that must be named before the house can go on, or None if it can."""
    command = house_step(hand, RealCards())
    if isinstance(command, c.DealShared):
        step = hand.rules.steps[hand.step]
        assert isinstance(step, Deal)
        return Due("shared card", (), 1, step.short.cites if step.short else step.cites)
    if not isinstance(command, c.DealStreet):
        return None
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Deal)
    active = tuple(hand.seats[i] for i in range(hand.n) if hand.status[i] != OUT)
    ups = sum(one.count for one in passes_due(hand, step) if one.face is Face.UP)
    found = Due(step.name, active * ups, step.board, step.cites)
    return found if found.count else None


def named(hand: Hand, cards: tuple[Card, ...]) -> c.HouseCommand:
    """The house's command with the named cards in their places and unknown cards for those dealt face down."""
    wanted = due(hand)
    if wanted is None:
        raise RuleViolation("not-due", hand.rules.policy.dealing, "no card is to be named now")
    if len(cards) != wanted.count:
        raise RuleViolation(
            "wrong-count",
            wanted.cites,
            phrase(
                "{name} takes {count} named cards, not {cards}", name=wanted.name, count=wanted.count, cards=len(cards)
            ),
        )
    if UNKNOWN in cards:
        raise RuleViolation(
            "unknown-card", wanted.cites, phrase("a card dealt face up must be named: {cards}", cards=shown(cards))
        )
    if wanted.name == "shared card":
        return c.DealShared(cards[0])
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Deal)
    flat: tuple[Card, ...] = ()
    at = 0
    for one in passes_due(hand, step):
        count = one.count * hand.live
        if one.face is Face.UP:
            flat += cards[at : at + count]
            at += count
        else:
            flat += (UNKNOWN,) * count
    return c.DealStreet(flat + cards[at:])


def live_steps(hand: Hand) -> Iterator[c.HouseCommand]:
    """The house's commands where nothing has to be named, until the dealer or a player has the next word."""
    for command in house_steps(hand, RealCards()):
        if due(hand) is not None:
            return
        yield command
