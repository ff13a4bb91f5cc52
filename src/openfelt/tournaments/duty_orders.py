"""Orders about who conducts an event: nominated, on duty, handed over, not there."""

from __future__ import annotations

from openfelt.room.offices import Officer
from openfelt.tournaments.vocabulary import Order


class Nominate(Order, frozen=True, tag=True):
    """Nominate somebody of the staff to conduct the event."""

    account: str
    by: Officer


class ComeOnDuty(Order, frozen=True, tag=True):
    """Whoever gives this order is there from now on and conducts the event, alone or with others on duty."""

    by: Officer


class HandOverDuty(Order, frozen=True, tag=True):
    """Hand the event over to somebody, who takes it by coming on duty; until then whoever hands it over stays."""

    account: str
    by: Officer


class NoteAbsence(Order, frozen=True, tag=True):
    """Somebody on duty is not there any more. The house itself notes it of whoever is absent from the room."""

    account: str
    by: Officer | None = None


DutyOrder = Nominate | ComeOnDuty | HandOverDuty | NoteAbsence
