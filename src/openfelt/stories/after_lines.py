"""Lines of a room story about what may still be done after a round of play, until the next one opens.

ann shows 2c after the hand                             [house 27.4]
ann asks for the rabbit cards; the rabbit cards are 7c8c9cJcKc
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.cards import cards as read_cards
from openfelt.cards import show
from openfelt.room import after_orders as after
from openfelt.room import events as r
from openfelt.stories.lines import require
from openfelt.stories.room_stage import RoomStage

CARDS: Final = r"((?:[2-9TJQKA][cdhs])+)"


def show_after(stage: RoomStage, player: str, cards: str) -> None:
    """A winner shows cards that nobody saw."""
    stage.give(after.ShowAfter(player, read_cards(cards)))


def rabbit(stage: RoomStage, cards: str) -> None:
    """The community cards that would have come."""
    found = [show(one.cards) for one in stage.last if isinstance(one, r.RabbitShown)]
    require(found == [show(read_cards(cards))], f"the rabbit cards are {', '.join(found) or 'not turned up'}")


AFTER_LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    (rf"(\w+) shows {CARDS} after the hand", show_after),
    (r"(\w+) asks for the rabbit cards", lambda t, who: t.give(after.SeeRabbit(who))),
    (rf"the rabbit cards are {CARDS}", rabbit),
]
AFTER_CLAIMS: Final = ("the rabbit cards are",)
AFTER_FORMS: Final = ("ann shows 2c after the hand", "ann asks for the rabbit cards", "the rabbit cards are 7c8c9c")
