"""Where a remedy works: a trial of the hand, the cards that come from outside, the events made so far."""

from __future__ import annotations

from typing import Any, Protocol

from openfelt.cards import UNKNOWN, Card, shown
from openfelt.errors import RuleViolation
from openfelt.games.game import Deal, Face
from openfelt.phrases import phrase
from openfelt.rulebooks import Cites, joined
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.evolve import evolve
from openfelt.table.hand import OUT, Hand
from openfelt.table.house import Cards


class FloorCards(Cards, Protocol):
    """A shoe whose next cards can be looked at without taking them."""

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards, left where they are."""


class Trial:
    """A shoe tried: what is taken is only looked at, until the remedy is known to work. A shuffle comes last."""

    def __init__(self, shoe: FloorCards) -> None:
        self.shoe = shoe
        self.taken = 0
        self.shuffled: tuple[tuple[Card, ...], int] | None = None

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards, left where they are."""
        assert self.shuffled is None, "no card is taken after the shuffle of a ruling"
        return self.shoe.peek(self.taken + count)[self.taken :]

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards; the shoe itself keeps them until `commit`."""
        made = self.peek(count)
        self.taken += count
        return made

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """Remember the shuffle."""
        self.shuffled = (pool, keep)

    def commit(self) -> None:
        """Take from the shoe what was taken, and shuffle it."""
        if self.taken:
            self.shoe.take(self.taken)
        if self.shuffled is not None:
            self.shoe.reshuffle(*self.shuffled)


class Scene:
    """A remedy at work on a copy of the hand. What it makes is in `events`; the hand itself is not touched."""

    def __init__(self, hand: Hand, incident: Any, cites: Cites, shoe: FloorCards) -> None:  # noqa: ANN401
        self.hand = hand.copy()
        self.incident: Any = incident
        self.cites = cites
        self.shoe = Trial(shoe)
        self.events: list[e.Event] = []
        self.pool: tuple[Card, ...] = ()

    def add(self, event: e.Event) -> None:
        """Record an event and follow it."""
        evolve(self.hand, event)
        self.events.append(event)

    def position(self, seat: int) -> int:
        """The position of a seat of the hand."""
        return self.hand.index[seat]

    def named(self, count: int, names: tuple[Card, ...]) -> tuple[Card, ...]:
        """The next cards of the shoe, by the names that were given where the shoe does not know them."""
        if count > self.hand.stub:
            raise RuleViolation(
                "shoe-short",
                self.cites,
                phrase("the shoe has {stub} cards left, not {count}", stub=self.hand.stub, count=count),
            )
        known = self.shoe.peek(count)
        made = tuple(names[at] if card == UNKNOWN and at < len(names) else card for at, card in enumerate(known))
        if any(name not in (UNKNOWN, card) for name, card in zip(names, made, strict=False)):
            raise RuleViolation(
                "not-that-card", self.cites, phrase("{cards} are not the next cards of the shoe", cards=shown(names))
            )
        return made

    def take(self, count: int, names: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """Take the next cards of the shoe."""
        made = self.named(count, names)
        self.shoe.take(count)
        return made

    def move(
        self,
        cards: tuple[Card, ...],
        source: r.Place,
        target: r.Place,
        *,
        seat: int = 0,
        to: tuple[int, ...] = (),
        is_open: bool = False,
        step: int = -1,
    ) -> None:
        """Move cards; those that go back into the shoe wait there to be shuffled in."""
        if not cards:
            return
        self.add(r.CardsMoved(cards, source, target, self.cites, seat, open=is_open, to=to, step=step))
        if target == "shoe":
            self.pool += cards

    def show_and_return(self, cards: tuple[Card, ...]) -> None:
        """Cards taken from the shoe, which everyone has seen, go back and wait there to be shuffled in."""
        self.move(cards, "shoe", "aside", is_open=True)
        self.move(cards, "aside", "shoe", is_open=True)

    def shuffle(self) -> None:
        """Shuffle what went back into the stub and cut; nothing is taken from it in the same ruling."""
        self.shoe.reshuffle(self.pool, self.hand.stub - len(self.pool))
        self.add(r.StubShuffled(self.hand.stub, self.cites))

    def deal(self, cards: tuple[Card, ...], turned: dict[int, int]) -> None:
        """Deal the street that is due. `turned` names, by position, the card that lies up instead of the door card."""
        hand = self.hand
        step = hand.rules.steps[hand.step]
        assert isinstance(step, Deal)
        active = [i for i in range(hand.n) if hand.status[i] != OUT]
        piles: dict[int, list[tuple[Card, bool]]] = {i: [] for i in active}
        at = 0
        for one in step.passes:
            for i in active:
                piles[i] += [(card, one.face is Face.UP) for card in cards[at : at + one.count]]
                at += one.count
        for i, nth in turned.items():
            pile = piles[i]
            door = next(k for k, (_, is_up) in enumerate(pile) if is_up)
            pile[door], pile[nth - 1] = (pile[door][0], False), (pile[nth - 1][0], True)
        down = tuple(tuple(card for card, is_up in piles[i] if not is_up) for i in active)
        up = tuple(tuple(card for card, is_up in piles[i] if is_up) for i in active)
        seats = tuple(hand.seats[i] for i in active)
        self.add(e.StreetDealt(step.name, seats, down, up, cards[at:], joined(step.cites, self.cites)))
