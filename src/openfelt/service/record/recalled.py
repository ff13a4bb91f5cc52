"""The facts for a decision that is made again: the world's answers of that time, and decks from their sealed seeds."""

from __future__ import annotations

from openfelt.cage.accounts import Account
from openfelt.cards import Deck
from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, Sealed
from openfelt.room.given import FixedDeck, HouseShoe
from openfelt.room.playing import CLEAR, Standing
from openfelt.service.deck.draws import draw_from, seal_draw
from openfelt.service.deck.sealing import deck_text, opened, seal_order
from openfelt.service.deck.shoe import SeededShoe
from openfelt.service.record.asked import DecidedOrder
from openfelt.service.record.revealed import recalled_draw, revealed
from openfelt.tournaments.facts import Revealed


class NotRecalled(Exception):
    """A decision asks for something that it did not ask for when it was first made, or that is not on record."""


class Recalled:
    """The world of one decision, from what is stored with its order."""

    __slots__ = ("_asked", "_journal", "at_ms", "sealed", "standings")

    def __init__(self, journal: Reader, asked: DecidedOrder) -> None:
        self._journal = journal
        self._asked = asked
        self.at_ms = asked.at_ms
        self.sealed: list[Sealed] = []
        self.standings: dict[str, Standing] = {}  # that were asked for, to be compared with the record

    def balance(self, account: Account) -> int:
        """What the account held then."""
        try:
            return self._asked.balances[account]
        except KeyError:
            raise NotRecalled(f"it asks what {account} holds, which was not asked then") from None

    def standing(self, player: str) -> Standing:
        """How somebody stood then, as the order was told."""
        found = self.standings[player] = self._asked.standings.get(player, CLEAR)
        return found

    def deck(self, shuffle: str, of: Deck) -> FixedDeck:
        """The deck that was fixed under this name."""
        sealed = self._journal.sealed(shuffle)
        if sealed is None:
            raise NotRecalled(f"shuffle {shuffle} has no sealed seed")
        if sealed.deck != deck_text(of):
            raise NotRecalled(f"shuffle {shuffle} was sealed for another deck")
        try:
            committed = opened(sealed)
        except OpenfeltError as bad:
            raise NotRecalled(bad.message) from None
        if committed.root != sealed.root:
            raise NotRecalled(f"shuffle {shuffle}: the seed does not give the root it was sealed with")
        self.sealed.append(sealed)
        return FixedDeck(SeededShoe(committed.order, sealed.seed), committed.root.hex())

    def draw(self, name: str, count: int) -> tuple[int, ...]:
        """The draw of that name."""
        sealed = self._journal.sealed(name)
        if sealed is None:
            raise NotRecalled(f"draw {name} has no sealed seed")
        try:
            order = draw_from(sealed)
        except OpenfeltError as bad:
            raise NotRecalled(bad.message) from None
        if len(order) != count or seal_draw(name, sealed.seed, count) != sealed:
            raise NotRecalled(f"draw {name} was sealed for another number")
        if sealed not in self.sealed:
            self.sealed.append(sealed)
        return order

    def commit(self, name: str, count: int) -> str:
        """The root of the draw that was committed to under this name."""
        self.draw(name, count)
        return next(one.root.hex() for one in self.sealed if one.shuffle == name)

    def recall(self, name: str, count: int) -> tuple[int, ...]:
        """A whole draw that was committed to earlier."""
        try:
            return recalled_draw(self._journal, name, count)
        except OpenfeltError as bad:
            raise NotRecalled(bad.message) from None

    def reveal(self, name: str, count: int, at: int) -> Revealed:
        """One position of a draw that was committed to earlier."""
        try:
            return revealed(self._journal, name, count, at)
        except OpenfeltError as bad:
            raise NotRecalled(bad.message) from None

    def seal(self, shuffle: str, shoe: HouseShoe, number: int) -> str:
        """The root of the rest of a shoe, which must be in the order that was sealed at that time."""
        assert isinstance(shoe, SeededShoe)
        sealed = seal_order(shuffle, shoe.cards[shoe.at :], shoe.seed, number)
        if self._journal.sealed(shuffle) != sealed:
            raise NotRecalled(f"shoe {shuffle}: the sealed order is not the one the seed gives")
        self.sealed.append(sealed)
        return sealed.root.hex()
