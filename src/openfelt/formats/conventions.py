"""What sites mean by `winnings`: with or without the bet that nobody called. One convention holds for a whole file.

`pots`: what a player takes from the pots. `blinds`: also the uncalled part of a blind, when everybody folds to it.
`all`: also every other uncalled bet. Each less the rake, which house 9 bounds. Choosing hand by hand would hide
records that have lost something, so a file's hands choose together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

Convention = Literal["pots", "blinds", "all"]
CONVENTIONS: Final[tuple[Convention, ...]] = ("pots", "blinds", "all")
MOST_RAKE_PERCENT: Final = 15  # house 9


@dataclass(slots=True)
class Ending:
    """How a hand ended at our table, by position: taken from the pots, and uncalled.

    `blind`: nobody wagered more than the blinds. `rakeable`: a community card was dealt, or the game has none.
    `sharers`: how many share each pot.
    """

    won: list[int]
    returned: list[int]
    blind: bool
    rakeable: bool
    sharers: list[int] = field(default_factory=list)

    def counts_uncalled(self, convention: Convention) -> bool:
        """Whether winnings hold the uncalled bet."""
        return convention == "all" or (convention == "blinds" and self.blind)

    def winnings(self, convention: Convention) -> list[int]:
        """What a site of this convention would record, before rake."""
        if not self.counts_uncalled(convention):
            return self.won
        return [mine + back for mine, back in zip(self.won, self.returned, strict=True)]

    def bears(self, rake: int) -> bool:
        """Whether a room may have taken that rake (house 9)."""
        if not rake:
            return True
        return self.rakeable and 0 < rake * 100 <= sum(self.won) * MOST_RAKE_PERCENT

    def fits(self, recorded: Sequence[int], convention: Convention) -> bool:
        """Whether the recorded winnings come out under the convention, less a rake within its bound."""
        ours = self.winnings(convention)
        alike = all(bool(mine) == bool(theirs) and theirs <= mine for mine, theirs in zip(ours, recorded, strict=True))
        return alike and self.bears(sum(ours) - sum(recorded))


def convention_of(hands: Sequence[tuple[Sequence[Ending], Sequence[int]]]) -> Convention:
    """The convention that fits most of a file's hands in which a bet was not called; `pots` among equals.

    A hand that can be played in several ways has several endings, and one that fits is enough.

    >>> walk = Ending(won=[2, 0], returned=[1, 0], blind=True, rakeable=False)
    >>> convention_of([([walk], [3, 0])]), convention_of([([walk], [2, 0])])
    ('blinds', 'pots')
    """
    telling = [(endings, recorded) for endings, recorded in hands if any(any(one.returned) for one in endings)]
    counts = [sum(any(one.fits(told, way) for one in endings) for endings, told in telling) for way in CONVENTIONS]
    return CONVENTIONS[counts.index(max(counts))]
