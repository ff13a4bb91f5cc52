"""What may be done now, as data: an order with its free numbers as from, to and step."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from openfelt.pit.commands import Command
from openfelt.rulebooks import Cites


class Amounts(NamedTuple):
    """Whole numbers from, to, in steps."""

    low: int
    high: int
    step: int

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.low <= number <= self.high and (number - self.low) % self.step == 0


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One thing someone may do now.

    `command` is a ready order. The fields named in `vary` may be any number of `amounts`, all of them the same one.
    Each field in `free` may be anything that makes sense there (text, cards not yet dealt, a new player's name, a least
    and a most in steps of the sign).
    """

    by: str
    command: Command
    cites: Cites
    amounts: Amounts | None = None
    vary: tuple[str, ...] = ("amount",)
    free: tuple[str, ...] = ()

    def covers(self, command: Command) -> bool:
        """Whether this offer allows exactly that order."""
        if type(command) is not type(self.command):
            return False
        if self.amounts is not None:
            numbers = {getattr(command, name) for name in self.vary}
            if len(numbers) != 1 or numbers.pop() not in self.amounts:
                return False
        varied = set(self.vary if self.amounts is not None else ())
        return all(
            self._allows(name, getattr(command, name)) for name in command.__struct_fields__ if name not in varied
        )

    def _allows(self, name: str, chosen: object) -> bool:
        own = getattr(self.command, name)
        if name not in self.free:
            return bool(chosen == own)
        # Free cards are as many as the order shows, unless it shows none.
        return not isinstance(own, tuple) or not own or (isinstance(chosen, tuple) and len(chosen) == len(own))
