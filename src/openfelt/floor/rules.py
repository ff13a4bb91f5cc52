"""What the floor wants to know of a rulebook: how it rules, which powers it gives, how it reads chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from openfelt.floor.customs import Customs
from openfelt.floor.entries import Entries
from openfelt.floor.grants import Grants
from openfelt.rulebooks.chapters import Chapter


@dataclass(frozen=True, slots=True)
class FloorRules:
    """One rulebook's floor.

    `counts_exposed`: two cards of a player exposed in the deal of stud are a misdeal, also when the second is reported
    after the deal; else a second card is ruled on as uncovered.
    """

    entries: Entries
    grants: Grants
    customs: Customs
    counts_exposed: bool = False


FLOOR: Final = Chapter("floor", FloorRules)
