"""Where the chips of one table lie in the ledger: money, or the tournament chips of the event it is a table of."""

from __future__ import annotations

from dataclasses import dataclass

from openfelt.cage import accounts
from openfelt.cage.accounts import Account


@dataclass(frozen=True, slots=True)
class TableAccounts:
    """The accounts of a table.

    >>> TableAccounts("t1").stake("ann"), TableAccounts("t1", "spring open").stake("ann")
    ('stake/t1/ann', 'chips/spring open/stake/t1/ann')
    """

    table: str
    event: str = ""  # whose chips are played with; "": money

    @property
    def pot(self) -> Account:
        """The wagers of the round of play."""
        return accounts.chips_pot(self.event, self.table) if self.event else accounts.pot(self.table)

    @property
    def stakes(self) -> str:
        """How the name of every stake's account at this table begins."""
        return f"chips/{self.event}/stake/{self.table}/" if self.event else f"stake/{self.table}/"

    def stake(self, player: str) -> Account:
        """A player's chips at the table."""
        if self.event:
            return accounts.chips_stake(self.event, self.table, player)
        return accounts.stake(self.table, player)

    def outside(self, player: str) -> Account:
        """The account that a player's chips come from and go to: the purse, or the event's."""
        return accounts.chips_issued(self.event) if self.event else accounts.purse(player)

    def transit(self, act: str) -> Account:
        """Chips on their way from this table in one move."""
        return accounts.chips_transit(self.event, act) if self.event else accounts.transit(act)

    def taken(self, method: str) -> Account:
        """What the room takes out of play; in an event such chips go back to where they came from."""
        return accounts.chips_issued(self.event) if self.event else accounts.commission(self.table, method)
