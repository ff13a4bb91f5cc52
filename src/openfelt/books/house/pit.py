"""The house-banked games of the house, each in a file of its own."""

from __future__ import annotations

from typing import Final

from openfelt.books.house.three_card_poker import GAME as THREE_CARD_POKER
from openfelt.pit.game import PitGames

CHAPTER: Final = PitGames((THREE_CARD_POKER,))
