"""The signs of us-stud: few words, the rest is the house's."""

from __future__ import annotations

from typing import Final

from openfelt.books.us_stud import cite
from openfelt.books.us_stud.table import CHAPTER as POLICY
from openfelt.games.game import Game
from openfelt.games.sign import Sign
from openfelt.games.signrules import FEES, HISTORIES_ONLY, PRACTICE, CommissionRules, Fixed, SignRules

RAKE: Final = (*POLICY.rake, *FEES)


def is_structured(sign: Sign, _game: Game) -> bool:
    """Whose raises are of one size."""
    return sign.limit.kind == "structured"


CHAPTER: Final = SignRules(
    fixed=(
        Fixed("minimum_raise", (True,), POLICY.min_raise, is_structured),
        Fixed("first_opener", ("lowest",), cite("stud(3)")),
        Fixed("later_opener", ("card",), cite("stud(5)")),
        Fixed("first_round_option", ("B",), cite("stud(4)")),
        Fixed("return_blind", ("last",), cite("wagers(2)")),
        Fixed("tap_out_units", (None, False), POLICY.all_in),
        Fixed("draw_blind_option", (True,), cite("stud(4)")),
        *HISTORIES_ONLY,
        Fixed("bomb_every", (0,), POLICY.start),
        Fixed("bomb", (False,), POLICY.start),
        Fixed("bomb_vote", (False,), POLICY.start),
        Fixed("rabbit", (False,), POLICY.over),
        Fixed("practice", (False,), PRACTICE),  # the book says nothing of advice; house 27.10 keeps it to house games
        Fixed("run_twice", (False,), POLICY.no_chop),
        Fixed("open_all_in", (False,), POLICY.turned_up),
        Fixed("odd_half", (None, "high"), POLICY.odd_half_cites),
        Fixed("odd_chips", (None, "by-card"), POLICY.split),
        Fixed("fold_when_free", (None,), POLICY.free_fold),
        # The book is silent on a short opening.
    ),
    displayed=cite("wagers(4)"),  # it knows limits only as those of the table
    deck=cite("decks/s1"),
    no_joker=cite("decks/s1"),
    no_blinds=cite("wagers(2)", "wagers(2)(ii)"),
    bring_in=cite("def/Forced bet"),
    no_voluntary_blinds=cite("wagers(2)"),
    no_over_blinds=cite("wagers(2)"),
    straights=cite("rank(1)"),
    qualifier=cite("stud(9)"),
    low_ace=cite("stud(12)(i)"),
    commission=CommissionRules(figures=RAKE, percentage=RAKE, hours=RAKE, by_time=RAKE, least=RAKE),
    readings={
        "disclose_mucked": cite("irreg(4)"),
        "check_raise": cite("wagers(10)"),
        "minimum_raise": cite("def/Raise"),
    },
)
