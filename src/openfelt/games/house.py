"""Games outside any casino rulebook, and the common games as histories from elsewhere play them."""

from __future__ import annotations

from typing import Any, Final

from openfelt.games.game import (
    BettingRound,
    Checking,
    Deal,
    Draw,
    Duty,
    Face,
    Game,
    Opener,
    Pass,
    SeatLimit,
    Shared,
    Showdown,
    Step,
)
from openfelt.games.policy import HOUSE
from openfelt.hands import Selection

DOWN, UP = Face.DOWN, Face.UP
LIMITS: Final = frozenset({"structured", "spread", "half-pot", "full-pot", "no-limit"})
SOLE: Final = HOUSE.cite("5.5", "6.7")
ON: Final = HOUSE.cite("5.6")


def house_round(name: str, opener: Opener, opens: str, **more: object) -> BettingRound:
    """A betting round of a house game."""
    values: dict[str, object] = {
        "opener": opener,
        "opens": HOUSE.cite(opens),
        "follows": HOUSE.cite("4.3"),
        "sole_winner": SOLE,
        "goes_on": ON,
    }
    return BettingRound(name=name, **{**values, **more})  # type: ignore[arg-type]


def first_round(name: str) -> BettingRound:
    """The first round of a blind game."""
    return house_round(name, Opener.LEFT_OF_LAST_BLIND, "4.1", checking=Checking.LAST_BLIND_ONLY)


def showdown(selection: Selection, *best: str, by_showing: bool = False, **win: Any) -> Showdown:  # noqa: ANN401
    """A showdown of a house game."""
    first = HOUSE.cite("6.1")
    return Showdown(
        selection=selection,
        best=HOUSE.cite(*best),
        called_first=first,
        all_checked=first,
        checked_by_showing=by_showing,
        **win,
    )


def flop_game(key: str, name: str, shows: Showdown, *, hole: int, deck: int, most: int) -> Game:
    """A game with a flop, a turn and a river."""
    burnt = HOUSE.cite("5.1")
    return Game(
        key=key,
        name=name,
        rulebook="house",
        decks={deck: SeatLimit(most, HOUSE.cite("3.7"))},
        forced=frozenset({"ante", "blinds"}),
        posts=HOUSE.cite("3.1"),
        first_blind=HOUSE.cite("3.1"),
        next_blinds=HOUSE.cite("3.1"),
        straddle=HOUSE.cite("3.5"),
        steps=(
            Deal("hole cards", burnt, passes=(Pass(1, DOWN),) * hole),
            first_round("pre-flop"),
            Deal("flop", burnt, board=3, burn=True),
            house_round("flop", Opener.LEFT_OF_BUTTON, "4.1"),
            Deal("turn", burnt, board=1, burn=True),
            house_round("turn", Opener.LEFT_OF_BUTTON, "4.1", big=True),
            Deal("river", burnt, board=1, burn=True),
            house_round("river", Opener.LEFT_OF_BUTTON, "4.1", big=True, final=True),
        ),
        showdown=shows,
        limits=LIMITS,
    )


def stud(key: str, name: str, door: Opener, later: Opener, shows: Showdown) -> Game:
    """Seven-card stud with a button for the order and a bring-in."""
    burnt = HOUSE.cite("5.1")
    steps: list[Step] = [
        Deal("third street", burnt, passes=(Pass(1, DOWN), Pass(1, DOWN), Pass(1, UP))),
        house_round("third street", door, "3.3", duty=Duty.BRING_IN, checking=Checking.NEVER),
    ]
    for number, street in enumerate(("fourth street", "fifth street", "sixth street", "seventh street"), start=4):
        last = number == 7
        short = Shared(HOUSE.cite("5.4"), burn_counts=True, reshuffle_burns=True) if last else None
        steps.append(Deal(street, burnt, passes=(Pass(1, DOWN if last else UP),), burn=True, short=short))
        steps.append(house_round(street, later, "4.2", big=number > 4, final=last))
    return Game(
        key=key,
        name=name,
        rulebook="house",
        decks={52: SeatLimit(8, HOUSE.cite("3.7"))},
        forced=frozenset({"ante", "bring-in"}),
        posts=HOUSE.cite("3.2"),
        steps=tuple(steps),
        showdown=shows,
        limits=LIMITS,
    )


def draw_game(key: str, name: str, shows: Showdown, *, cards: int, draws: int, most: int) -> Game:
    """A draw game with blinds: one or three draws, all discards before any replacement."""
    burnt = HOUSE.cite("5.1")
    steps: list[Step] = [Deal("hole cards", burnt, passes=(Pass(1, DOWN),) * cards), first_round("first round")]
    for number in range(1, draws + 1):
        word = ("first", "second", "third")[number - 1] if draws > 1 else "the"
        last = number == draws
        steps.append(
            Draw(f"{word} draw", HOUSE.cite("5.2"), most=cards, at_once=False, burn=True, reshuffle=HOUSE.cite("5.3"))
        )
        big = number > draws / 2
        steps.append(house_round(f"after {word} draw", Opener.LEFT_OF_BUTTON, "4.1", big=big, final=last))
    return Game(
        key=key,
        name=name,
        rulebook="house",
        decks={52: SeatLimit(most, HOUSE.cite("3.7"))},
        forced=frozenset({"ante", "blinds"}),
        posts=HOUSE.cite("3.1"),
        first_blind=HOUSE.cite("3.1"),
        next_blinds=HOUSE.cite("3.1"),
        straddle=HOUSE.cite("3.5"),
        steps=tuple(steps),
        showdown=shows,
        limits=LIMITS,
    )


ANY, TWO, OWN = Selection.ANY_FIVE, Selection.TWO_AND_THREE, Selection.OWN_FIVE
LOW_DOOR, HIGH_DOOR = Opener.LOWEST_UP_CARD, Opener.HIGHEST_UP_CARD
HIGHEST, LOWEST = Opener.HIGHEST_SHOWING, Opener.LOWEST_SHOWING

EIGHT: Final[dict[str, Any]] = {"low": "low", "eight_or_better": True}
DEUCE: Final[dict[str, Any]] = {"high": None, "low": "deuce-to-seven"}

GAMES: Final = (
    flop_game("texas-holdem", "Texas Hold'em", showdown(ANY, "2.1"), hole=2, deck=52, most=22),
    flop_game("short-deck", "Short-deck Hold'em", showdown(ANY, "2.2"), hole=2, deck=36, most=14),
    flop_game("omaha", "Omaha", showdown(TWO, "2.1", "2.7"), hole=4, deck=52, most=11),
    flop_game(
        "omaha-8", "Omaha Eight or Better", showdown(TWO, "2.1", "2.6", "2.7", **EIGHT), hole=4, deck=52, most=11
    ),
    stud("seven-card-stud", "Seven Card Stud", LOW_DOOR, HIGHEST, showdown(ANY, "2.1", by_showing=True)),
    stud(
        "seven-card-stud-8",
        "Seven Card Stud Eight or Better",
        LOW_DOOR,
        HIGHEST,
        showdown(ANY, "2.1", "2.6", by_showing=True, **EIGHT),
    ),
    stud("razz", "Razz", HIGH_DOOR, LOWEST, showdown(ANY, "2.5", by_showing=True, high=None, low="low")),
    draw_game(
        "deuce-to-seven-single", "Deuce-to-Seven Single Draw", showdown(OWN, "2.3", **DEUCE), cards=5, draws=1, most=7
    ),
    draw_game(
        "deuce-to-seven-triple", "Deuce-to-Seven Triple Draw", showdown(OWN, "2.3", **DEUCE), cards=5, draws=3, most=6
    ),
    draw_game("badugi", "Badugi", showdown(OWN, "2.4", high=None, low="badugi"), cards=4, draws=3, most=8),
)
