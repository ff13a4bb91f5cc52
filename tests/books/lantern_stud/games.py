"""The one game of lantern-stud: the house's seven-card stud, with seats and limits of its own."""

from __future__ import annotations

from dataclasses import replace

from openfelt.books.house.games import CHAPTER as HOUSE
from openfelt.games.game import BettingRound, Duty, SeatLimit
from openfelt.games.registry import BookGames

from . import KEY, cite

STUD = next(game for game in HOUSE.games if game.key == "seven-card-stud")
STEPS = tuple(
    replace(step, opens=cite("2.2")) if isinstance(step, BettingRound) and step.duty is Duty.BRING_IN else step
    for step in STUD.steps
)

CHAPTER = BookGames(
    games=(
        replace(
            STUD,
            rulebook=KEY,
            decks={52: SeatLimit(7, cite("1.1"))},
            limits=frozenset({"structured", "spread"}),
            steps=STEPS,
            showdown=replace(STUD.showdown, best=cite("1.3")),
        ),
    )
)
