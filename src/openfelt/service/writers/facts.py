"""What a decision is given in the running room: the time, what the ledger holds, and decks from the shuffler."""

from __future__ import annotations

from typing import Protocol

from openfelt.cage.accounts import Account
from openfelt.cards import Deck
from openfelt.jackpots.orders import JackpotOrder
from openfelt.journal import Sealed
from openfelt.journal.writer import AsyncJournal
from openfelt.room.banked_orders import PitOrder
from openfelt.room.given import FixedDeck, HouseShoe
from openfelt.room.house_orders import HouseOrder
from openfelt.room.opening import OpenTable
from openfelt.room.orders import TableOrder
from openfelt.room.playing import CLEAR, Standing
from openfelt.room.words import WordsOrder
from openfelt.service.deck.commitments import Commitment
from openfelt.service.deck.draws import drawn, seal_draw
from openfelt.service.deck.sealing import seal, seal_order
from openfelt.service.deck.shoe import SeededShoe
from openfelt.service.deck.shuffle import Shuffler
from openfelt.service.machine.clock import Clock
from openfelt.service.record.asked import write_asked
from openfelt.service.record.revealed import recalled_draw, revealed
from openfelt.tournaments.facts import Revealed


class World(Protocol):
    """The running room, as the source of the facts."""

    clock: Clock
    journal: AsyncJournal
    shuffler: Shuffler

    def standing(self, player: str, at_ms: int) -> Standing:
        """How somebody who wants to play stands with the house."""


class Facts:
    """The world for one decision. What it answered is kept, to be stored with the order; seeds are sealed beside it."""

    __slots__ = ("_world", "at_ms", "balances", "sealed", "standings")

    def __init__(self, world: World) -> None:
        self._world = world
        self.at_ms = world.clock.now_ms()
        self.balances: dict[str, int] = {}
        self.sealed: list[Sealed] = []
        self.standings: dict[str, Standing] = {}  # of those who do not simply stand clear

    def balance(self, account: Account) -> int:
        """The balance of an account; asking again gives the same answer."""
        found = self.balances.get(account)
        if found is None:
            found = self.balances[account] = self._world.journal.store.balance(account)
        return found

    def standing(self, player: str) -> Standing:
        """How somebody who wants to play stands with the house."""
        found = self._world.standing(player, self.at_ms)
        if found != CLEAR:
            self.standings[player] = found
        return found

    def asked(
        self,
        stream: str,
        order: TableOrder | OpenTable | PitOrder | HouseOrder | WordsOrder | JackpotOrder | None,
        lines: tuple[int, ...] = (),
    ) -> bytes:
        """What is stored of an order that was decided by these facts."""
        if order is None:
            return b""
        return write_asked(stream, order, self.at_ms, self.balances, lines=lines, standings=self.standings)

    def deck(self, shuffle: str, of: Deck) -> FixedDeck:
        """A fresh deck, committed to card by card."""
        seed = self._world.shuffler.seed()
        committed = Commitment(shuffle, seed, of)
        self.sealed.append(seal(committed, seed, of))
        return FixedDeck(SeededShoe(committed.order, seed), committed.root.hex())

    def draw(self, name: str, count: int) -> tuple[int, ...]:
        """A committed draw of `count` numbers under this name; asking again gives the same draw."""
        seed = next((one.seed for one in self.sealed if one.shuffle == name), None)
        if seed is None:
            seed = self._world.shuffler.seed()
            self.sealed.append(seal_draw(name, seed, count))
        return drawn(seed, count)

    def commit(self, name: str, count: int) -> str:
        """The root of a draw of `count` numbers that is sealed now and shown later."""
        sealed = seal_draw(name, self._world.shuffler.seed(), count)
        self.sealed.append(sealed)
        return sealed.root.hex()

    def recall(self, name: str, count: int) -> tuple[int, ...]:
        """A whole draw that was committed to earlier."""
        return recalled_draw(self._world.journal.store, name, count)

    def reveal(self, name: str, count: int, at: int) -> Revealed:
        """One position of a draw that was committed to earlier."""
        return revealed(self._world.journal.store, name, count, at)

    def seal(self, shuffle: str, shoe: HouseShoe, number: int) -> str:
        """Seal what is left of a shoe, so that a restart deals the same cards; the root of that order."""
        assert isinstance(shoe, SeededShoe)
        sealed = seal_order(shuffle, shoe.cards[shoe.at :], shoe.seed, number)
        self.sealed.append(sealed)
        return sealed.root.hex()
