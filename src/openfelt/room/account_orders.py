"""Orders about accounts: a code for a new password, its use, a refill of play chips, second factors."""

from __future__ import annotations

from openfelt.room.offices import Officer
from openfelt.room.orders import Order


class GiveResetCode(Order, frozen=True, tag=True):
    """Whoever runs the room gives somebody a one-time code for a new password, named by its hash."""

    account: str
    code: str
    reason: str
    by: Officer


class ResetPassword(Order, frozen=True, tag=True):
    """A person: I have this code, and choose a new password. No record has the password."""

    player: str
    code: str


class AskRefill(Order, frozen=True, tag=True):
    """A person: fill my purse up with play chips."""

    player: str


class SetSecondFactor(Order, frozen=True, tag=True):
    """A person: from now on I show a code besides the password. Named by a hash of the secret."""

    player: str
    factor: str


class DropSecondFactor(Order, frozen=True, tag=True):
    """A person: the password alone is enough again."""

    player: str


class EndSecondFactor(Order, frozen=True, tag=True):
    """Whoever runs the room ends the second factor of somebody who has lost it."""

    account: str
    reason: str
    by: Officer


class EraseAccount(Order, frozen=True, tag=True):
    """A person: erase my account. `give_up`: and the chips in the purse. `holds`: what the room found that binds it."""

    player: str
    give_up: bool = False
    holds: tuple[str, ...] = ()


AccountOrder = (
    GiveResetCode | ResetPassword | AskRefill | SetSecondFactor | DropSecondFactor | EndSecondFactor | EraseAccount
)
