"""Lines of a tournament's story that tell of who conducts it: nominated, on duty, handed over, not there.

the Gaming Shift Manager nominates the Tournament Director
the Tournament Supervisor Sue comes on duty
the Tournament Supervisor hands over to the Tournament Supervisor Sue
the casino operator notes that the Tournament Supervisor Sue is not there
on duty sue, tom
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.stories.lines import require
from openfelt.stories.tournament_play import BY, by_of
from openfelt.stories.tournament_stage import TournamentStage, officer
from openfelt.tournaments import duty_orders as x

Line = tuple[str, Callable[..., None]]


def nominates(stage: TournamentStage, office: str, whom: str) -> None:
    """Somebody may conduct the event."""
    stage.give(x.Nominate(officer(whom).account, officer(office)))


def comes(stage: TournamentStage, office: str) -> None:
    """Somebody is there."""
    stage.give(x.ComeOnDuty(officer(office)))


def hands_over(stage: TournamentStage, office: str, to: str) -> None:
    """Somebody else is to conduct the event."""
    stage.give(x.HandOverDuty(officer(to).account, officer(office)))


def absent(stage: TournamentStage, office: str, whom: str) -> None:
    """Somebody is not there any more."""
    stage.give(x.NoteAbsence(officer(whom).account, by_of("" if office == "house" else office)))


def leaves(stage: TournamentStage, office: str) -> None:
    """Somebody goes off duty."""
    stage.give(x.NoteAbsence(officer(office).account, officer(office)))


def on_duty(stage: TournamentStage, names: str) -> None:
    """Who conducts the event now."""
    told = ", ".join(stage.event.on_duty.values()) or "nobody"
    require(told == names, f"on duty: {told}")


DUTY_CLAIMS: Final[tuple[Line, ...]] = ((r"on duty (.+)", on_duty),)
DUTY_ACTS: Final[tuple[Line, ...]] = (
    (rf"{BY}nominates the (.+)", nominates),
    (rf"{BY}comes on duty", comes),
    (rf"{BY}goes off duty", leaves),
    (rf"{BY}hands over to the (.+)", hands_over),
    (rf"{BY}notes that the (.+) is not there", absent),
)
DUTY_FORMS: Final = (
    "the Gaming Shift Manager nominates the Tournament Director", "the Tournament Supervisor Sue comes on duty",
    "the Tournament Supervisor Sue goes off duty",
    "the Tournament Supervisor hands over to the Tournament Supervisor Sue",
    "the casino operator notes that the Tournament Supervisor is not there", "on duty tournament-supervisor, sue",
)  # fmt: skip
