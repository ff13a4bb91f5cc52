"""The three games of us-stud: seven-card stud high, high-low eight or better, and razz."""

from __future__ import annotations

from typing import Final

from openfelt.books.us_stud import KEY
from openfelt.games.game import (
    Acts,
    BettingRound,
    Checking,
    Deal,
    Duty,
    Face,
    Game,
    Half,
    Opener,
    Pass,
    SeatLimit,
    Shared,
    Showdown,
    Step,
)
from openfelt.games.registry import BookGames
from openfelt.hands import Kind, Selection
from openfelt.rulebooks import rulebook

US: Final = rulebook(KEY)
DOWN, UP = Face.DOWN, Face.UP
STREETS: Final = ("fourth street", "fifth street", "sixth street")
LIMITS: Final = frozenset({"structured", "spread", "no-limit", "full-pot"})


HIGH: Final = Half("high", Kind.HIGH, Selection.ANY_FIVE)
LOW: Final = Half("low", Kind.LOW, Selection.ANY_FIVE)
EIGHT: Final = Half("low", Kind.LOW, Selection.ANY_FIVE, eight_or_better=True)


def stud(key: str, name: str, *halves: Half, first: str, door: Opener, later: Opener, best: tuple[str, ...]) -> Game:
    """Burns before every later street, a forced bring-in, no button."""
    razz = later is Opener.LOWEST_SHOWING
    sized = Acts(bet=US.cite("def/Bet", "stud(12)(iv)"), raise_=US.cite("def/Raise", "stud(12)(iv)"))
    choices = sized if razz else Acts()
    steps: list[Step] = [
        Deal("third street", US.cite("stud(2)"), passes=(Pass(1, DOWN), Pass(1, DOWN), Pass(1, UP))),
        BettingRound(
            name="third street",
            opener=door,
            opens=US.cite("stud(3)", *first.split()),
            follows=US.cite("stud(4)"),
            sole_winner=US.cite("overview(3)"),
            goes_on=US.cite("stud(4)"),
            duty=Duty.BRING_IN,
            checking=Checking.NEVER,
            opener_acts=choices,
            other_acts=choices,
        ),
    ]
    for number, street in enumerate((*STREETS, "seventh street"), start=4):
        last = number == 7
        shared = Shared(US.cite("stud(7)"), burn_counts=True, reshuffle_burns=True) if last else None
        clause = "stud(5)" if number == 4 else "stud(7)"
        steps.append(Deal(street, US.cite(clause), passes=(Pass(1, DOWN if last else UP),), burn=True, short=shared))
        opens = US.cite("stud(12)(iii)") if razz else US.cite("stud(5)(i)", "stud(5)(ii)")
        steps.append(
            BettingRound(
                name=street,
                opener=later,
                opens=opens,
                follows=US.cite("stud(6)"),
                sole_winner=US.cite("overview(3)"),
                goes_on=US.cite("stud(6)", "overview(3)") if last else US.cite("stud(6)"),
                big=number > 4,
                final=last,
                opener_acts=choices,
                other_acts=choices,
            )
        )
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks={52: SeatLimit(8, US.cite("stud(1)", "decks/s1"))},
        forced=frozenset({"ante", "bring-in"}),
        posts=US.cite("wagers(2)", "wagers(2)(i)"),
        steps=tuple(steps),
        showdown=Showdown(
            halves=halves,
            best=US.cite(*best),
            called_first=US.cite("irreg(4)"),
            all_checked=US.cite("irreg(4)"),
            checked_by_showing=True,
        ),
        limits=LIMITS,
    )


GAMES: Final = (
    stud(
        "seven-card-stud",
        "Seven Card Stud",
        HIGH,
        first="stud(3)(i)",
        door=Opener.LOWEST_UP_CARD,
        later=Opener.HIGHEST_SHOWING,
        best=("stud(8)", "stud(8)(i)"),
    ),
    stud(
        "seven-card-stud-8",
        "Seven Card Stud High-Low Eight or Better",
        HIGH,
        EIGHT,
        first="stud(3)(ii)",
        door=Opener.LOWEST_UP_CARD,
        later=Opener.HIGHEST_SHOWING,
        best=("stud(8)", "stud(8)(ii)", "stud(9)", "stud(10)"),
    ),
    stud(
        "razz",
        "Razz",
        LOW,
        first="stud(12)(iii) stud(12)(i)",
        door=Opener.HIGHEST_UP_CARD,
        later=Opener.LOWEST_SHOWING,
        best=("stud(8)", "stud(12)", "stud(12)(v)"),
    ),
)

CHAPTER: Final = BookGames(GAMES)
