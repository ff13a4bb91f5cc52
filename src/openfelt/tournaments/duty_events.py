"""What the orders of `duty_orders` make happen. Who conducts an event stands in them by account and name."""

from __future__ import annotations

from openfelt.tournaments.vocabulary import Happening


class ConductorNominated(Happening, frozen=True, tag=True):
    """Somebody may conduct the event."""

    account: str
    by: str


class CameOnDuty(Happening, frozen=True, tag=True):
    """Somebody conducts the event from now on."""

    account: str
    name: str


class DutyOffered(Happening, frozen=True, tag=True):
    """Somebody on duty hands the event over to another, who has not taken it yet."""

    account: str
    name: str
    to: str


class DutyHandedOver(Happening, frozen=True, tag=True):
    """The event passed from one to another."""

    account: str
    name: str
    to: str
    to_name: str


class WentOffDuty(Happening, frozen=True, tag=True):
    """Somebody is not on duty any more; `last`: nobody is, and the event is held."""

    account: str
    name: str
    by: str
    last: bool


DutyEvent = ConductorNominated | CameOnDuty | DutyOffered | DutyHandedOver | WentOffDuty
