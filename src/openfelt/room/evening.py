"""Tables, a ledger and a clock in memory: the room without a server. For stories, notebooks, and whoever tries a rule.

>>> from openfelt.games.standard import standard_sign
>>> from openfelt.room import SitDown
>>> evening = Evening()
>>> opened = evening.open("one", standard_sign("nsw-poker", "texas-holdem"))
>>> for seat, player in enumerate(("ann", "bob", "cat"), start=1):
...     _ = evening.issue(player, 50_000)
...     _ = evening.give("one", SitDown(player, seat, 20_000))
>>> evening.purse("ann"), evening.stake("one", "ann")
(30000, 20000)
"""

from __future__ import annotations

from typing import Any

from openfelt.cage import Ledger, accounts
from openfelt.cards import Deck
from openfelt.games import Sign
from openfelt.room import events as r
from openfelt.room import house, purses
from openfelt.room.commands import SendAway
from openfelt.room.composition import Decided, decide
from openfelt.room.draft import Draft
from openfelt.room.given import FixedDeck, HouseShoe
from openfelt.room.house_orders import HouseOrder, IssueChips, RedeemChips
from openfelt.room.moving import order_to_receive
from openfelt.room.orders import SendPlayer, TableOrder, ToldOrder
from openfelt.room.own_tables import require_allowed
from openfelt.room.people import NO_RULES, PERIOD_MS, PERIODS
from openfelt.room.people_orders import ExcludeFromTable
from openfelt.room.playing import Standing, Used, brought, standing_of
from openfelt.room.roll import Roll
from openfelt.room.state import TableState
from openfelt.room.table import begin
from openfelt.room.table_terms import open_table
from openfelt.table import Shoe


class NamedShoe(Shoe):
    """A shoe in a named order; a pool that goes back into it goes to the bottom unshuffled."""

    __slots__ = ()
    number = 0

    def copy(self) -> NamedShoe:
        """A shoe that can be dealt from without touching this one."""
        twin = NamedShoe(self.cards)
        twin.at = self.at
        return twin


class Evening:
    """Some tables, what everyone holds, and the time. It is what a decision is given, too."""

    def __init__(self) -> None:
        self.tables: dict[str, TableState] = {}
        self.ledger = Ledger()
        self.roll = Roll()
        self.at_ms = 0
        self.moves = 0
        self.brought: dict[str, list[tuple[int, int]]] = {}  # when a purse was drawn on or paid into by play

    # -- acting ----------------------------------------------------------------------------------------------------

    def open(self, name: str, sign: Sign, **terms: Any) -> r.TableOpened:  # noqa: ANN401 - as open_table takes them
        """Open a table under its sign, now; a player's own only as far as the house allows it."""
        require_allowed(self.roll.people.rules, sign, terms.get("owner", ""), self.tables.values())
        opened = open_table(name, sign, at_ms=self.at_ms, **terms)
        self.tables[name] = TableState(begin(opened), version=1)
        return opened

    def give(self, table: str, order: TableOrder | ToldOrder) -> tuple[Any, ...]:
        """Give an order to a table; returns what happened. A refusal changes nothing."""
        made = decide(self.tables[table], order, self)
        self.keep(table, made)
        return made.events

    def try_out(self, table: str, order: TableOrder) -> Decided:
        """What an order would do at a table. Changes nothing."""
        return decide(self.tables[table], order, self)

    def happen(self, table: str, event: r.StakeCorrected | r.SeatTaken) -> tuple[Any, ...]:
        """What a ruling or a mistake did at a table, without an order of its own."""
        draft = Draft(self.tables[table], self)
        draft.note(event)
        self.keep(table, Decided(draft.state, (event,), tuple(draft.postings)))
        return (event,)

    def keep(self, table: str, made: Decided) -> None:
        """What was decided has happened."""
        self.ledger.post(made.postings)
        for line in made.postings:
            if line.account.startswith("purse/"):
                owner = line.account.removeprefix("purse/")
                self.brought.setdefault(owner, []).append((self.at_ms, line.amount))
        self.tables[table] = made.after

    def move(
        self, player: str, source: str, to: str, seat: int, *, by: str = "floor", broken_game: bool = False
    ) -> tuple[Any, ...]:
        """Move a player from table to table by order: both parts, or neither."""
        act = f"move {self.moves + 1}"
        sent = self.try_out(source, SendPlayer(act, player, to, by, seat, broken_game=broken_game))
        gone: r.PlayerSent = sent.events[-1]
        received = self.try_out(to, order_to_receive(gone, source, self.kept_apart(to, player)))
        self.moves += 1
        self.keep(source, sent)
        self.keep(to, received)
        return (*sent.events, *received.events)

    def exclude(self, order: ExcludeFromTable) -> tuple[Any, ...]:
        """Exclude a player from the game at a table: the house's record, and that the player leaves, or neither."""
        sent = self.try_out(order.table, SendAway(order.account, order.cites))
        made = house.decide(self.roll, order, self)
        self.roll = made.after
        self.keep(order.table, sent)
        return (*made.events, *sent.events)

    def issue(self, player: str, amount: int) -> purses.ChipsIssued:
        """New chips for a purse."""
        event: purses.ChipsIssued = self.tell_house(IssueChips(accounts.purse(player), amount))
        return event

    def redeem(self, player: str, amount: int) -> purses.ChipsRedeemed:
        """Chips of a purse that are given back."""
        event: purses.ChipsRedeemed = self.tell_house(RedeemChips(accounts.purse(player), amount))
        return event

    def tell_house(self, order: HouseOrder) -> Any:  # noqa: ANN401 - its last event
        """Give an order to the room itself: what happened last."""
        made = house.decide(self.roll, order, self)
        self.ledger.post(made.postings)
        self.roll = made.after
        return made.events[-1]

    # -- looking ---------------------------------------------------------------------------------------------------

    def purse(self, player: str) -> int:
        """What a player has on no table."""
        return self.ledger.balance(accounts.purse(player))

    def stake(self, table: str, player: str) -> int:
        """What a player has at a table."""
        return self.ledger.balance(self.tables[table].table.accounts.stake(player))

    def kept_apart(self, table: str, player: str) -> tuple[r.DirectionGiven, ...]:
        """Directions given at other tables of the same rulebook that keep this player from others."""
        book = self.tables[table].table.sign.rulebook
        others = (state.table for name, state in self.tables.items() if name != table)
        like = (other for other in others if other.sign.rulebook == book)
        return tuple(one for other in like for one in other.directions if player in one.players)

    def digest(self) -> tuple[Any, ...]:
        """Everything here: equal evenings have equal ones."""
        return tuple(state.digest() for state in self.tables.values()), self.ledger.balances()

    # -- what a decision is given ----------------------------------------------------------------------------------

    def balance(self, account: accounts.Account) -> int:
        """What an account of the ledger holds."""
        return self.ledger.balance(account)

    def standing(self, player: str) -> Standing:
        """How somebody stands. Time at the tables is not counted here."""
        people, lines = self.roll.people, self.brought.get(player, ())
        rules = people.rules if player in self.roll.members or not self.roll.is_kept else NO_RULES
        spans = {one: self.at_ms - PERIOD_MS[one] for one in PERIODS}
        used = {one: brought(amount for at, amount in lines if at >= since) for one, since in spans.items()}
        return standing_of(people.of(player), rules, self.at_ms, Used(used))

    def deck(self, shuffle: str, of: Deck) -> FixedDeck:  # noqa: ARG002 - as every world is asked
        """A deck in the order in which it comes from the box."""
        return FixedDeck(NamedShoe(of.cards), "")

    def seal(self, shuffle: str, shoe: HouseShoe, number: int) -> str:  # noqa: ARG002 - as every world is asked
        """Nothing is kept secret here."""
        return ""
