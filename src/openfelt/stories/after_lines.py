"""Lines of a room story about what players do beside the play: after a round, and for the rounds to come.

ann shows 2c after the hand                             [house 27.4]
ann asks for the rabbit cards; the rabbit cards are 7c8c9cJcKc
ann wants to be topped up to 20000                      [house 27.7]
the house tops up ann; ann is topped up to 20000
ann wants a bomb pot; ann wants no bomb pot             [house 27.9]
the time bank of ann gives 10 seconds, 20 left          [house 27.8]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from openfelt.cards import cards as read_cards
from openfelt.cards import show
from openfelt.room import after_orders as after
from openfelt.room import events as r
from openfelt.room import wish_orders as w
from openfelt.stories.lines import Failed, require
from openfelt.stories.room_stage import RoomStage

CARDS: Final = r"((?:[2-9TJQKA][cdhs])+)"


def show_after(stage: RoomStage, player: str, cards: str) -> None:
    """A winner shows cards that nobody saw."""
    stage.give(after.ShowAfter(player, read_cards(cards)))


def rabbit(stage: RoomStage, cards: str) -> None:
    """The community cards that would have come."""
    found = [show(one.cards) for one in stage.last if isinstance(one, r.RabbitShown)]
    require(found == [show(read_cards(cards))], f"the rabbit cards are {', '.join(found) or 'not turned up'}")


def topped_up(stage: RoomStage, player: str, to: str) -> None:
    """To what the stake of somebody is made up; "no more" where it is not."""
    place = stage.table.place_of(player)
    found = place.top_up if place is not None else 0
    require(found == (0 if to == "no more" else int(to)), f"{player} is topped up to {found}")


def result(stage: RoomStage, player: str, way: str, cents: str) -> None:
    """What somebody has won or lost at a player's own table."""
    found = stage.table.results.get(player, 0)
    require(found == int(cents) * (1 if way == "won" else -1), f"{player} has {found}")


def use_bank(stage: RoomStage, player: str) -> None:
    """The time of somebody is over, and the time bank gives more."""
    hand, place = stage.evening.tables[stage.here].hand, stage.table.place_of(player)
    if hand is None or place is None:
        raise Failed(f"{player} is in no round of play that was dealt")
    stage.give(w.UseTimeBank(hand.hand_id, hand.turns, place.seat))


def gives(stage: RoomStage, player: str, seconds: str, left: str) -> None:
    """So many seconds come from a time bank, and so many are left."""
    use_bank(stage, player)
    found = [(one.seconds, one.left) for one in stage.last if isinstance(one, r.TimeBankUsed)]
    require(found == [(int(seconds), int(left))], f"the bank gives {found}")


def holds(stage: RoomStage, player: str, seconds: str) -> None:
    """What is left in a time bank."""
    place = stage.table.place_of(player)
    found = place.time_bank if place is not None else 0
    require(found == int(seconds), f"the time bank of {player} holds {found}")


def bomb(stage: RoomStage, what: str) -> None:
    """Whether the round of play that was opened last is a bomb pot."""
    opened = stage.evening.tables[stage.here].opened
    found = opened is not None and opened.bomb
    require(found == (what == "a"), f"the round is {'a' if found else 'no'} bomb pot")


AFTER_LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    (rf"(\w+) shows {CARDS} after the hand", show_after),
    (r"(\w+) asks for the rabbit cards", lambda t, who: t.give(after.SeeRabbit(who))),
    (rf"the rabbit cards are {CARDS}", rabbit),
    (r"(\w+) wants to be topped up to (\d+)", lambda t, who, to: t.give(w.ChooseTopUp(who, int(to)))),
    (r"(\w+) wants no top-up", lambda t, who: t.give(w.ChooseTopUp(who, 0))),
    (r"the house tops up (\w+)", lambda t, who: t.give(w.TopUp(who))),
    (r"(\w+) is topped up to (\d+)", topped_up),
    (r"(\w+) is topped up (no more)", topped_up),
    (r"(\w+) wants a bomb pot", lambda t, who: t.give(w.VoteBomb(who, agrees=True))),
    (r"(\w+) wants no bomb pot", lambda t, who: t.give(w.VoteBomb(who, agrees=False))),
    (r"the round is (a|no) bomb pot", bomb),
    (r"(\w+) ends the game", lambda t, who: t.give(w.EndGame(who))),
    (r"(\w+) has (won|lost) (\d+) so far", result),
    (r"the time bank of (\w+) gives (\d+) seconds, (\d+) left", gives),
    (r"the time bank of (\w+) gives more", use_bank),
    (r"the time bank of (\w+) holds (\d+)", holds),
]
AFTER_CLAIMS: Final = ("the rabbit cards are", "the round is")
AFTER_CLAIM: Final = re.compile(r"\w+ has (won|lost) \d+ so far|\w+ is topped up .+|the time bank of \w+ holds \d+")
AFTER_FORMS: Final = (
    "ann shows 2c after the hand", "ann asks for the rabbit cards", "the rabbit cards are 7c8c9c",
    "ann wants to be topped up to 20000", "ann wants no top-up", "the house tops up ann", "ann is topped up to 20000",
    "ann is topped up no more", "ann wants a bomb pot", "ann wants no bomb pot", "the round is a bomb pot",
    "ann ends the game", "ann has won 100 so far",
    "the time bank of ann gives 10 seconds, 20 left", "the time bank of ann gives more",
    "the time bank of ann holds 20",
)  # fmt: skip
