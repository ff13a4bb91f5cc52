"""The signs of the house, whose clauses stand wherever a book is silent."""

from __future__ import annotations

from typing import Final

from openfelt.books.house import cite
from openfelt.books.house.table import CHAPTER as POLICY
from openfelt.games.signrules import Fixed, MixedGame, SignRules, TournamentSigns

CHAPTER: Final = SignRules(
    fixed=(
        Fixed("check_raise", (True,), cite("4.3")),
        Fixed("disclose_mucked", (False,), cite("6.1")),
        Fixed("minimum_raise", (True,), POLICY.min_raise),
        Fixed("first_opener", ("lowest",), cite("3.3")),
        Fixed("later_opener", ("card",), cite("4.2")),
        Fixed("first_round_option", ("B",), cite("4.1")),
        Fixed("return_blind", ("last",), cite("3.4")),
        Fixed("tap_out_units", (None, False), POLICY.all_in),
        Fixed("draw_blind_option", (True,), cite("4.3")),
    ),
    mixed=(
        MixedGame(
            key="horse",
            name="HORSE",
            games=(
                ("texas-holdem", "structured"),
                ("omaha-8", "structured"),
                ("razz", "structured"),
                ("seven-card-stud", "structured"),
                ("seven-card-stud-8", "structured"),
            ),
        ),
        MixedGame(
            key="eight-game",
            name="Eight-game",
            games=(
                ("deuce-to-seven-triple", "structured"),
                ("texas-holdem", "structured"),
                ("omaha-8", "structured"),
                ("razz", "structured"),
                ("seven-card-stud", "structured"),
                ("seven-card-stud-8", "structured"),
                ("texas-holdem", "no-limit"),
                ("omaha", "full-pot"),
            ),
        ),
    ),
    tournament=TournamentSigns(seats=cite("20.21")),
    displayed=POLICY.config,
    last_blind_antes=True,
    straights=cite("2.1", "2.2"),
    qualifier=cite("2.6"),
    low_ace=cite("2.5"),
)
