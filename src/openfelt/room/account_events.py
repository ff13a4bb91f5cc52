"""What the record has of accounts beside who they are: codes for a new password, refills, second factors.

Of a code or a second factor only a hash is on record, of a password nothing at all. `room.account_desk` decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, get_args

import msgspec

from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, rulebook

HOUSE: Final = rulebook(HOUSE_RULEBOOK)
RESETTING: Final = HOUSE.cite("35.2")
REFILLING: Final = HOUSE.cite("35.3")
SECOND: Final = HOUSE.cite("35.4")


class Reset(msgspec.Struct, frozen=True):
    """A code with which somebody may choose a new password: its hash, and until when it is good."""

    code: str
    until_ms: int


class ResetCodeGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody was given a code for a new password by whoever runs the room; an earlier one is no longer good."""

    account: str
    reset: Reset
    by: str
    reason: str
    cites: Cites


class PasswordReset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody has chosen a new password with such a code, which is used up."""

    account: str
    cites: Cites


class RefillGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody was given play chips again; how many, the issue in the same entry says."""

    account: str
    at_ms: int
    cites: Cites


class SecondFactorSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From now on somebody shows a code besides the password; `factor` is a hash of its secret and recovery codes."""

    account: str
    factor: str
    cites: Cites


class SecondFactorEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password is enough again: by own wish, or because whoever runs the room ended it for a reason."""

    account: str
    by: str
    reason: str
    cites: Cites


AccountEvent = ResetCodeGiven | PasswordReset | RefillGiven | SecondFactorSet | SecondFactorEnded
EVENTS: Final = get_args(AccountEvent)


@dataclass(slots=True)
class AccountRecord:
    """The fold of these events."""

    resets: dict[str, Reset] = field(default_factory=dict)  # unused codes
    refilled: dict[str, int] = field(default_factory=dict)  # when somebody was last given play chips
    factors: dict[str, str] = field(default_factory=dict)  # hashes of second factors

    def copy(self) -> AccountRecord:
        """The same, to try something on."""
        return AccountRecord(dict(self.resets), dict(self.refilled), dict(self.factors))

    def owner_of(self, code: str) -> str:
        """The account whose code has this hash; empty if it was used, replaced or never given."""
        return next((account for account, one in self.resets.items() if one.code == code), "")


def evolve(record: AccountRecord, event: AccountEvent) -> None:
    """Record one event."""
    match event:
        case ResetCodeGiven():
            record.resets[event.account] = event.reset
        case PasswordReset():
            record.resets.pop(event.account, None)
        case RefillGiven():
            record.refilled[event.account] = event.at_ms
        case SecondFactorSet():
            record.factors[event.account] = event.factor
        case SecondFactorEnded():
            record.factors.pop(event.account, None)
