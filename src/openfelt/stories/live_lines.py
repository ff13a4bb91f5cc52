"""Lines of a room story about a table with real cards: what its dealer enters, and takes back.

    opens with real cards
    the dealer opens a hand; the dealer names 2c7dKh
    dee, dealer, takes back the last entry                  [house 18.1]
    dee, dealer, takes back the entry before the last refused built-on

What players do is told as at any table: `ann calls`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.cards import cards as read_cards
from openfelt.cards import show
from openfelt.room import orders as o
from openfelt.room.offices import Officer
from openfelt.room.state import Entered
from openfelt.stories.lines import require
from openfelt.stories.room_stage import RoomStage


def entries(stage: RoomStage) -> list[int]:
    """The numbers of what was entered in the hand in play, by their first events."""
    entered: tuple[Entered, ...] = stage.evening.tables[stage.here].entered
    firsts = {one.began: one.seq for one in reversed(entered)}
    return sorted(firsts.values())


def take_back(stage: RoomStage, who: str, office: str, which: str) -> None:
    """An officer takes back the last entry, or asks for the one before it."""
    made = [0, 0, *entries(stage)]
    order = o.TakeBack(made[-2] if which == "entry before the last" else made[-1])
    stage.give(o.ByOfficer(Officer(who, who, (office,)), order))


def pot(stage: RoomStage, cents: str) -> None:
    """What lies in the pot, by the hand and by the ledger."""
    hand = stage.evening.tables[stage.here].hand
    found = hand.pot if hand is not None else 0
    booked = stage.evening.balance(stage.table.accounts.pot)
    require((found, booked) == (int(cents), int(cents)), f"the pot holds {found}, and {booked} by the ledger")


def board(stage: RoomStage, cards: str) -> None:
    """Which community cards lie there."""
    hand = stage.evening.tables[stage.here].hand
    found = show(hand.board) if hand is not None else ""
    require(found == (show(read_cards(cards)) if cards != "empty" else ""), f"the board is {found or 'empty'}")


CARDS: Final = r"((?:[2-9TJQKA][cdhs])+)"
LIVE_LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    (r"the dealer opens a hand", lambda t: t.give(o.DealLive())),
    (rf"the dealer names {CARDS}", lambda t, cards: t.give(o.NameCards(read_cards(cards)))),
    (r"(\w+), ([\w ]+), takes back the (last entry|entry before the last)", take_back),
    (r"the pot holds (\d+)", pot),
    (rf"the board is {CARDS}", board),
    (r"the board is (empty)", board),
]
LIVE_CLAIMS: Final = ("the pot holds", "the board is")
LIVE_FORMS: Final = (
    "the dealer opens a hand", "the dealer names 2c7dKh", "dee, dealer, takes back the last entry",
    "dee, dealer, takes back the entry before the last", "the pot holds 300", "the board is 2c7dKh",
)  # fmt: skip
