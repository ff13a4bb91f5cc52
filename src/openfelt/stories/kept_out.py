"""Lines of promotions and jackpots about who is excluded: from the house, a book's games, a table, by own wish."""

from __future__ import annotations

from typing import Final

from openfelt.room.people import EXCLUDING, OWN_EXCLUSION
from openfelt.room.playing import Bar, Standing
from openfelt.stories.acting import Forms


class KeptOut:
    """Who is excluded in a story, as the house's record would have it."""

    def __init__(self) -> None:
        self.bars: dict[str, Bar] = {}

    def standing(self, player: str) -> Standing:
        """How somebody stands with the house."""
        return Standing(barred=(self.bars[player],)) if player in self.bars else Standing()

    def exclude(self, player: str, book: str, table: str) -> None:
        """Staff keeps somebody out of the house, of the games of a book, or of the game at a table."""
        self.bars[player] = Bar(EXCLUDING, book=book or "", table=table or "")

    def exclude_oneself(self, player: str) -> None:
        """By the own wish."""
        self.bars[player] = Bar(OWN_EXCLUSION, own=True)

    def let_back(self, player: str) -> None:
        """Nothing keeps somebody out any more."""
        del self.bars[player]


KEPT_OUT_LINES: Final[Forms] = (
    (r"(\w+) is excluded from (?:the house|the games of ([\w-]+)|table (\w+))", KeptOut.exclude),
    (r"(\w+) is excluded by (?:her|his) own wish", KeptOut.exclude_oneself),
    (r"(\w+) is let back", KeptOut.let_back),
)
KEPT_OUT_FORMS: Final = (
    "ann is excluded from the house", "ann is excluded from the games of house", "ann is excluded from table T",
    "ann is excluded by her own wish", "ann is let back",
)  # fmt: skip
