"""Conditions of the tournaments that are played to their end in the browser: short, and with everything in them."""

from __future__ import annotations

from openfelt.tournaments import Answers, Conditions, fill
from tests.tournament_kit import OPERATOR, changed

BLINDS = ((25, 50), (100, 200), (300, 600), (600, 1_200), (1_000, 2_000), (2_000, 4_000), (5_000, 10_000))
LAST = {"least": 40_000, "most": "stake", "blinds": [20_000, 40_000], "minutes": 60}


def many_tables() -> Conditions:
    """Three tables of nine: a re-buy, a break with an add-on, hand for hand for nine prizes, a final table, deals."""
    made = fill("re-buy", "house", Answers(name="Sunday Evening", players=27, seats=9, starting_chips=3_000))
    levels = [
        {"hands": hands, "least": blinds[1], "most": "stake", "blinds": list(blinds)}
        for hands, blinds in zip((2, 3, 3, 3, 3, 4, 4), BLINDS, strict=True)
    ]
    levels[0]["break_minutes"] = 10
    prizes = [
        {"place": place, "per_mille": share} for place, share in enumerate((280, 190, 140, 110, 90, 70, 50, 40, 30), 1)
    ]
    return changed(
        made,
        {
            "schedules.0.levels": [*levels, LAST],
            "rebuys": {"most": 1, "period": {"last_level": 1}, "cost_cents": 2_000, "chips": 12_000, "when": "at-bank"},
            "add_ons": {
                "most": 1, "cost_cents": 2_000, "chips": 20_000,
                "period": {"first_level": 1, "last_level": 1, "with_break": True},
            },
            "prizes.bands": [{"prizes": [{"place": 1, "per_mille": 1_000}]}, {"from_entries": 18, "prizes": prizes}],
            "play.hand_for_hand": {"players_above": 3, "minutes_per_hand": 1},
            "prizes.deals": {"methods": ["chips", "icm"]},
        },
    )  # fmt: skip


def bracket() -> Conditions:
    """A bracket of six, so that two have a bye; matches are short."""
    made = fill("heads-up", "house", Answers(name="Six Duels", players=6, starting_chips=1_000))
    level = {"minutes": 60, "least": 400, "most": "stake", "blinds": [200, 400]}
    return changed(made, {"schedules.0.levels": [level], "chips.unit": 100, "entry.least_players": 6})


def stud() -> Conditions:
    """Six players by act-stud at two tables without moves; three play another session, with seats balloted anew."""
    made = changed(
        fill("multi-session", "act-stud", Answers(name="Canberra Stud", players=6, seats=3)), OPERATOR["act-stud"]
    )
    level = {"minutes": 60, "least": 400, "most": 800, "ante": 100}
    return changed(
        made,
        {
            "schedules.0.levels": [level],
            "sessions.0.starting_chips": 1_200,
            "sessions.0.ends": {"players_left": 3},
            "sessions.0.advance": {"count": 3, "method": "most-chips", "to": "final"},
            "sessions.1.starting_chips": 1_200,
        },
    )
