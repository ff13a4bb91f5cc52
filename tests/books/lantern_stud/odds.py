"""The odds of lantern-stud."""

from __future__ import annotations

from openfelt.games.odds import BookOdds, OddsVersion

from . import cite

CHAPTER = BookOdds({"seven-card-stud": OddsVersion((52,), cite("1.3"))})
