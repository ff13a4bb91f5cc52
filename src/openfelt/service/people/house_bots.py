"""House bots that sit down: with a usual stake, from chips that the house gives them, under a name of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from openfelt import room
from openfelt.cage import Posting
from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import RuleViolation
from openfelt.games import Sign
from openfelt.phrases import Money, Name, phrase
from openfelt.room.citing import ISSUE
from openfelt.room.opening import PLAIN, OpeningTerms
from openfelt.service.people.names import shown_name

BOT_CHIPS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A house bot that is to sit down: where, how it plays, and its name, which no other bot of the room has."""

    seat: int
    bot: str
    name: str

    @property
    def player(self) -> str:
        """The bot's id in the ledger."""
        return f"bot {self.name}"


def seat_for(one: BotSeat, sign: Sign, terms: OpeningTerms = PLAIN) -> room.SitDown:
    """A bot's order to sit down: with a usual stake, on the table's terms, as a member of the group that it is for."""
    stake = min(sign.max_stake or 100 * sign.limit.small, max(sign.min_stake, 100 * sign.limit.small))
    return room.SitDown(one.player, one.seat, stake, "post", one.bot, groups=(terms.only,), consent=terms.freeze_out)


def require_bot_chips(postings: Iterable[Posting], one: BotSeat) -> None:
    """Refuse a table at which a bot would need more chips than the house gives it."""
    purse = ledger_accounts.purse(one.player)
    needed = -sum(line.amount for line in postings if line.account == purse)
    if needed > BOT_CHIPS:
        told = phrase(
            "{shown_name} would need {needed} to sit down; a bot has {held}",
            shown_name=Name(shown_name(one.player)),
            needed=Money(needed),
            held=Money(BOT_CHIPS),
        )
        raise RuleViolation("bot-chips", ISSUE, told)
