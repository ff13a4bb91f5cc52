"""The fees of lantern-stud: none beside the percentage."""

from __future__ import annotations

from openfelt.cage.fees import FeeRules

CHAPTER = FeeRules()
