"""What is found in conditions: gaps, contradictions, and rules that approved conditions replace."""

from __future__ import annotations

from dataclasses import dataclass

from openfelt.documents.findings import Finding, Path, contradiction, findings_in_short, gap, written_path
from openfelt.phrases import Text
from openfelt.rulebooks import Cites

__all__ = ["Finding", "Path", "Replaced", "contradiction", "findings_in_short", "gap", "written_path"]


@dataclass(frozen=True, slots=True)
class Replaced:
    """A rule that the approved conditions replace; it is printed beside them."""

    path: Path
    said: Text
    cites: Cites
    by_reading: bool = False  # a narrower reading of the precedence would forbid it

    @property
    def message(self) -> str:
        """What the rule says otherwise, in words."""
        return str(self.said)
