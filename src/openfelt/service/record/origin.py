"""Where the facts of a decision come from: the running room, or what is stored with an order decided again."""

from __future__ import annotations

from typing import Protocol

from openfelt.cage.accounts import Account
from openfelt.journal import Sealed
from openfelt.room.playing import Standing
from openfelt.tournaments.facts import Revealed


class Origin(Protocol):
    """Answers a decision's questions to the world, for tournaments, promotions and lists."""

    @property
    def at_ms(self) -> int:
        """The time, UTC in milliseconds."""

    @property
    def sealed(self) -> list[Sealed]:
        """The draws that this decision commits to."""

    def balance(self, account: Account) -> int:
        """What an account of the ledger holds."""

    def standing(self, player: str) -> Standing:
        """How somebody who wants to take part stands with the house."""

    def draw(self, name: str, count: int) -> tuple[int, ...]:
        """A draw by the committed shuffle."""

    def commit(self, name: str, count: int) -> str:
        """The root of a draw that is shown later."""

    def recall(self, name: str, count: int) -> tuple[int, ...]:
        """A whole draw that was committed to earlier."""

    def reveal(self, name: str, count: int, at: int) -> Revealed:
        """One position of a draw that was committed to earlier."""
