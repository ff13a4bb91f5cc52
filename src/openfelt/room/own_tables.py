"""Tables that players open for people who have the link, and who owes whom after the game (house 17.3 and 17.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from openfelt.errors import RuleViolation
from openfelt.games import Sign
from openfelt.games.policy import HOUSE
from openfelt.games.sign import Commission
from openfelt.phrases import Money, phrase
from openfelt.room.people import PlayRules
from openfelt.room.table import Table
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites

OWN_TABLES: Final = HOUSE.cite("17.3")
ENDING: Final = HOUSE.cite("17.4")
BY_LINK: Final = "home-"  # begins the name of such a table, which is its link


def require_own_sign(sign: Sign, *, other: bool) -> Cites:
    """Refuse a sign of a player's own table that is not of a house game without charges; `other`: other terms."""
    if sign.rulebook != HOUSE_RULEBOOK or sign.commission != Commission() or sign.clock.charge or other:
        text = "a player's own table is of a house game, dealt by the machine, and nothing is taken there"
        raise RuleViolation("own-table", OWN_TABLES, text, legal=("a house game without charges",))
    return OWN_TABLES


class Hosting(Protocol):
    """Something that has a table."""

    @property
    def table(self) -> Table:
        """The table."""


def require_allowed(rules: PlayRules, sign: Sign, owner: str, among: Iterable[Hosting]) -> None:
    """Refuse one more table, or higher bets, than the operator allows a player; a table of the house passes."""
    if not owner:
        return
    open_now = sum(one.table.owner == owner and not one.table.closed for one in among)
    if open_now >= rules.own_tables:
        allowed = phrase("{own_tables} at a time", own_tables=rules.own_tables) if rules.own_tables else "none"
        text = (
            "players open no tables in this house"
            if not rules.own_tables
            else phrase("you have {open_now} tables open", open_now=open_now)
        )
        raise RuleViolation("own-tables", OWN_TABLES, text, legal=(allowed,))
    last = sign.blinds[-1] if sign.blinds else sign.limit.small
    if last > rules.own_table_blind:
        most = Money(rules.own_table_blind)
        said = phrase("a last blind of {last} is more than a player's own table may have", last=Money(last))
        raise RuleViolation("own-table-blind", OWN_TABLES, said, legal=(phrase("up to {most}", most=most),))
