"""Chips come into being when the room issues them to a purse, and cease to exist when redeemed (house 11.1)."""

from __future__ import annotations

from typing import Final

import msgspec

from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.errors import RuleViolation
from openfelt.phrases import Money, phrase
from openfelt.rulebooks import Cites, rulebook

ISSUE: Final = rulebook("house").cite("11.1")


class ChipsIssued(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """New chips are in an account: a purse, or the house's bank."""

    account: accounts.Account
    amount: int
    cites: Cites = ISSUE
    reason: str = ""  # of the person who ordered it; the house needs none


class ChipsRedeemed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Chips of an account cease to exist."""

    account: accounts.Account
    amount: int
    cites: Cites = ISSUE
    reason: str = ""


def issue(account: accounts.Account, amount: int, reason: str = "") -> ChipsIssued:
    """New chips for an account."""
    require_positive(amount)
    return ChipsIssued(account, amount, reason=reason)


def redeem(account: accounts.Account, amount: int, held: int, reason: str = "") -> ChipsRedeemed:
    """Chips that their owner gives back; refused beyond what the account holds."""
    require_positive(amount)
    if amount > held:
        text = phrase("{amount} cannot be redeemed from {held}", amount=Money(amount), held=Money(held))
        raise RuleViolation("purse", ISSUE, text, legal=(phrase("up to {held}", held=Money(held)),))
    return ChipsRedeemed(account, amount, reason=reason)


def postings(event: ChipsIssued | ChipsRedeemed) -> tuple[Posting, ...]:
    """Ledger lines of chips that come into being, or cease to exist."""
    if isinstance(event, ChipsIssued):
        source, target, reason = accounts.ISSUED, event.account, "issue"
    else:
        source, target, reason = event.account, accounts.ISSUED, "redeem"
    return transfer(event.amount, source=source, target=target, reason=reason, cites=event.cites)


def require_positive(amount: int) -> None:
    """Refuse nothing, and less than nothing."""
    if type(amount) is not int or amount <= 0:
        raise RuleViolation("bad-amount", ISSUE, "an amount is a whole number of cents above zero")
