"""The double-entry ledger: every transfer has two sides, all sums to zero, no account but the issue's is below zero.

The check is always on. A breach is our own fault and names the account.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from openfelt.cage.accounts import KINDS, Account, currency_of, kind_of, may_be_negative
from openfelt.errors import InvariantBroken


class Posting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the ledger: cents into an account, or out of it when negative, why, and by which clauses."""

    account: Account
    amount: int
    reason: str
    cites: tuple[str, ...]


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cents from one account to another, as an event says it."""

    source: Account
    target: Account
    cents: int
    reason: str


def transfer(
    amount: int, *, source: Account, target: Account, reason: str, cites: Sequence[str]
) -> tuple[Posting, Posting]:
    """Both sides of one movement.

    >>> from openfelt.cage.accounts import purse, stake
    >>> both = transfer(500, source=purse("ann"), target=stake("t", "ann"), reason="buy-in", cites=())
    >>> [line.amount for line in both]
    [-500, 500]
    """
    if amount <= 0 or source == target:
        raise InvariantBroken(f"a transfer of {amount} from {source} to {target}")
    why = tuple(cites)
    return Posting(source, -amount, reason, why), Posting(target, amount, reason, why)


def moved(moves: Iterable[Move], cites: Sequence[str]) -> tuple[Posting, ...]:
    """The ledger lines of what an event moves."""
    return tuple(
        line
        for move in moves
        for line in transfer(move.cents, source=move.source, target=move.target, reason=move.reason, cites=cites)
    )


class Ledger:
    """All balances, in cents. The one mutable thing; changed only by `post`."""

    def __init__(self) -> None:
        self._balances: dict[Account, int] = {}

    def balance(self, name: Account) -> int:
        """Cents in an account."""
        return self._balances.get(name, 0)

    def post(self, postings: Iterable[Posting]) -> None:
        """Record a whole act, after checking that it conserves chips and overdraws nobody. All or nothing."""
        lines = tuple(postings)
        require_conserved(lines)
        after: dict[Account, int] = {}
        for line in lines:
            after[line.account] = after.get(line.account, self.balance(line.account)) + line.amount
        for name, amount in after.items():
            if amount < 0 and not may_be_negative(name):
                raise InvariantBroken(f"account {name} would stand at {amount}")
        self._balances.update(after)

    def balances(self, kind: str = "") -> dict[Account, int]:
        """All accounts of a kind, or all, that are not empty."""
        return {
            name: amount for name, amount in sorted(self._balances.items()) if amount and kind in ("", kind_of(name))
        }

    def copy(self) -> Ledger:
        """The same balances, apart."""
        other = Ledger()
        other._balances = dict(self._balances)
        return other


def require_conserved(lines: Sequence[Posting]) -> None:
    """Refuse chips from nowhere, an empty line, an account of no known kind, two currencies in one entry."""
    if len(currencies := {currency_of(line.account) for line in lines}) > 1:
        raise InvariantBroken(f"one entry moves {' and '.join(sorted(currencies))}")
    for line in lines:
        if type(line.amount) is not int or line.amount == 0 or kind_of(line.account) not in KINDS:
            raise InvariantBroken(f"a posting of {line.amount!r} to {line.account}")
    if surplus := sum(line.amount for line in lines):
        raise InvariantBroken(f"postings sum to {surplus}, not to zero: {', '.join(line.account for line in lines)}")


class TrialBalance(msgspec.Struct, frozen=True):
    """What each kind of account holds. In a sound ledger `issued` plus all others is zero."""

    totals: dict[str, int]
    accounts: dict[str, int]

    @property
    def difference(self) -> int:
        """What is missing or too much; zero in a sound ledger."""
        return sum(self.totals.values())


def trial_balance(ledger: Ledger) -> TrialBalance:
    """The ledger at a glance: issued = purses + stakes + pots + commission + pools + house."""
    totals = dict.fromkeys(KINDS, 0)
    for name, amount in ledger.balances().items():
        totals[kind_of(name)] += amount
    return TrialBalance(totals, {str(name): amount for name, amount in ledger.balances().items()})
