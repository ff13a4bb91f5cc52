"""What a rulebook says of the odds of a game: on which decks it is played and by which clauses a hand wins.

Odds need less than play does: no betting and no order of dealing. A book may say them of a game that it has only by a
setting of another, such as a qualifier.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openfelt.rulebooks import Cites
from openfelt.rulebooks.chapters import Chapter


@dataclass(frozen=True, slots=True)
class OddsVersion:
    """One rulebook's version of a game: the decks it allows (the usual one first) and the clauses on what wins."""

    decks: tuple[int, ...]
    cites: Cites
    name: str = ""  # none: the name of the game
    plays: tuple[str, ...] = ()  # the games whose hands these are, where odds have a name of their own
    also: tuple[str, ...] = ()  # other names by which the odds are asked for


@dataclass(frozen=True, slots=True)
class BookOdds:
    """The games whose odds can be counted under one rulebook, by the names of the lab."""

    games: Mapping[str, OddsVersion]


ODDS: Final = Chapter("odds", BookOdds)
