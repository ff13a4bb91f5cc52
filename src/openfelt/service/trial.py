"""A trial: what a request would do to a table, worked out on copies. Nothing happened until the journal has it."""

from __future__ import annotations

from typing import Any

from openfelt import floor, room
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.cards import Card
from openfelt.journal import Sealed
from openfelt.room import events as r
from openfelt.service.sealing import seal_order
from openfelt.service.shuffle import chooser, permuted, stream
from openfelt.service.stream import ShoeOrdered
from openfelt.table import Hand, HandStarted, RealCards, Shoe, begin, decide, evolve, house_step
from openfelt.table import start as start_hand
from openfelt.table.hand import HOUSE
from openfelt.table.live import run_live


class SeededShoe(Shoe):
    """A shoe whose every order comes from one seed: the deck, and each later pool a clause has shuffled anew."""

    __slots__ = ("number", "seed")

    def __init__(self, cards: tuple[Card, ...], seed: bytes) -> None:
        super().__init__(cards)
        self.seed = seed
        self.number = 0

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """Order the pool by the next stream of the same seed, so that a restart deals the same cards."""
        self.number += 1
        mixed = self.cards[self.at : self.at + keep] + pool
        self.cards = tuple(permuted(mixed, chooser(stream(self.seed, f"openfelt reshuffle {self.number}"))))
        self.at = 0

    def copy(self) -> SeededShoe:
        """A shoe that can be dealt from without touching this one."""
        twin = SeededShoe(self.cards, self.seed)
        twin.at, twin.number = self.at, self.number
        return twin


class Trial:
    """Copies of a table and its hand, the events a request makes and the postings they imply."""

    def __init__(self, table: room.Table, hand: Hand | None, shoe: SeededShoe | None) -> None:
        self.table = table.copy()
        self.hand = hand.copy() if hand is not None else None
        self.shoe = shoe.copy() if shoe is not None else None
        self.events: list[Any] = []
        self.postings: list[Posting] = []
        self.sealed: list[Sealed] = []
        self._orders = self.shoe.number if self.shoe is not None else 0

    def rule(self, order: floor.RuleOn) -> None:
        """Apply a ruling of the floor, then let the house go on."""
        assert self.hand is not None
        shoe = self.shoe if self.shoe is not None else RealCards()
        for event in floor.decide(self.hand, order, shoe):
            self.record(event)
        self._orders = -1
        self.run_house()

    def keep_order(self) -> None:
        """Where a clause or a ruling changed the shoe, its order is sealed, so that a restart deals the same cards."""
        shoe, hand = self.shoe, self.hand
        if shoe is None or hand is None or hand.is_over or shoe.number == self._orders:
            return
        name = f"{hand.hand_id}#{shoe.number}.{hand.turns}.{shoe.at}"
        left = shoe.cards[shoe.at :]
        self.sealed.append(seal_order(name, left))
        self.events.append(ShoeOrdered(name, len(left)))

    def room(self, command: Any) -> None:  # noqa: ANN401 - any member of RoomCommand
        """Give a command to the table."""
        for event in room.decide(self.table, command):
            self.postings += room_postings(self.table.name, event)
            room.evolve(self.table, event)
            self.events.append(event)

    def start(self, opened: r.HandOpened, hand_id: str) -> None:
        """Begin the round of play that the room has opened, and let the house deal."""
        sign = self.table.sign
        players = [(seat, self.table.places[seat].stack) for seat in opened.seats]
        blinds = opened.blinds if sign.blinds else None
        first: HandStarted = start_hand(
            sign, players, button=opened.button, blinds=blinds, late=opened.late, hand_id=hand_id
        )
        self.hand = begin(first)
        self.events.append(first)
        self.run_house()

    def play(self, command: Any) -> None:  # noqa: ANN401 - any member of Command
        """Give a command to the hand, then let the house go on."""
        assert self.hand is not None
        for event in decide(self.hand, command):
            self.record(event)
        self.run_house()

    def run_house(self) -> None:
        """House steps until someone has a choice; a finished hand is closed in the same breath."""
        hand, shoe = self.hand, self.shoe
        assert hand is not None
        while hand.phase == HOUSE:
            # A live table has no shoe here: the house waits where the dealer has to name a card.
            command = house_step(hand, shoe) if shoe is not None else run_live(hand)
            if command is None:
                break
            for event in decide(hand, command):
                self.record(event)
        if hand.is_over:
            self.close_hand()
        self.keep_order()

    def record(self, event: Any) -> None:  # noqa: ANN401 - any member of Event
        """Fold one event of the hand and post what it moved."""
        hand = self.hand
        assert hand is not None
        before, taken = hand.stacks[:], hand.taken
        evolve(hand, event)
        self.events.append(event)
        if hand.stacks != before or hand.taken != taken:
            self.postings += self.hand_postings(event, before, taken)

    def hand_postings(self, event: Any, before: list[int], taken: int) -> list[Posting]:  # noqa: ANN401
        """Ledger lines for the chips an event moved: between stakes, the pot and the commission."""
        hand, table = self.hand, self.table
        assert hand is not None
        pot = accounts.pot(table.name)
        lines: list[Posting] = []
        for at, chips in enumerate(hand.stacks):
            if chips == before[at]:
                continue
            mine = accounts.stake(table.name, table.places[hand.seats[at]].player)
            amount = chips - before[at]
            source, target = (pot, mine) if amount > 0 else (mine, pot)
            reason = "award" if amount > 0 else "wager"
            lines += transfer(abs(amount), source=source, target=target, reason=reason, cites=event.cites)
        if hand.taken > taken:
            fee = accounts.commission(table.name, "percentage")
            lines += transfer(hand.taken - taken, source=pot, target=fee, reason="commission", cites=event.cites)
        return lines

    def close_hand(self) -> None:
        """The round of play is over: the table takes the stacks."""
        hand = self.hand
        assert hand is not None
        stacks = {seat: self.table.places[seat].stack for seat in self.table.dealt}
        stacks |= dict(zip(hand.seats, hand.stacks, strict=True))
        self.room(room.CloseHand(tuple(stacks.items()), hand.taken, keep_button=hand.outcome == "misdeal"))


def room_postings(table: str, event: Any) -> tuple[Posting, ...]:  # noqa: ANN401 - any member of RoomEvent
    """Ledger lines for chips that come to a table or leave it."""
    match event:
        case r.SeatTaken(player=player, stake=amount):
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=purse, target=mine, reason="buy-in", cites=event.cites)
        case r.StakeAdded(player=player, amount=amount) | r.StakeQueued(player=player, amount=amount):
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=purse, target=mine, reason="top-up", cites=event.cites)
        case r.SeatLeft(player=player, stake=amount) if amount:
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=mine, target=purse, reason="leave", cites=event.cites)
    return ()
