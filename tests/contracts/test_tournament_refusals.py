"""Tournament conditions that contradict a clause or themselves: each is refused by its clause, its twin is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openfelt.rulebooks import clause
from openfelt.tournaments.findings import written_path
from tests.tournament_kit import SILENT, changed, faults, whole

NSW, ACT, HOUSE = "nsw-poker", "act-stud", "house"

# Book, template, what is changed and refused, by which clause, and the nearest that passes.
REFUSED = [
    # money
    (NSW, "freeze-out", {"sessions.0.kept_of_buy_in_cents": 1}, "28.3.2", {"sessions.0.entry_fee_cents": 1}),
    (NSW, "re-buy", {"rebuys.kept_cents": 1}, "28.3.2", {"rebuys.kept_cents": 0}),
    (NSW, "re-buy", {"add_ons.kept_cents": 1}, "28.3.2", {"add_ons.kept_cents": 0}),
    (HOUSE, "re-buy", {"rebuys.kept_cents": 500}, "house 20.4", {"sessions.0.entry_fee_cents": 500}),
    (NSW, "freeze-out", {"commission": {"besides_cents": 100}}, "28.3.1", {"sessions.0.entry_fee_cents": 100}),
    (NSW, "re-buy", {"rebuys.when": "at-bank"}, "28.1.1/re-buy", {"rebuys.when": "no-chips"}),
    (NSW, "re-buy", {"add_ons.most": 2}, "28.1.1/add on", {"add_ons.most": 1}),
    (
        NSW,
        "freeze-out",
        {"prizes.bands.1.prizes.2.per_mille": 199},
        "28.3.2",
        {"prizes.bands.1.prizes.2.per_mille": 200},
    ),
    (
        NSW,
        "freeze-out",
        {"prizes.bands.1.prizes.2.per_mille": 201},
        "28.3.2",
        {"prizes.bands.1.prizes.2.per_mille": 200},
    ),
    (
        ACT,
        "freeze-out",
        {"prizes.bands.1.prizes.2.per_mille": 199},
        "20.18",
        {"prizes.bands.1.prizes.2.per_mille": 200},
    ),
    (NSW, "freeze-out", {"prizes.bands.1.prizes.2.place": 4}, "28.4.2(m)", {"prizes.bands.1.prizes.2.place": 3}),
    (NSW, "freeze-out", {"prizes.bands.1.from_entries": 1}, "28.4.2(m)", {"prizes.bands.1.from_entries": 3}),
    (NSW, "freeze-out", {"prizes.bands.1.from_entries": 2}, "28.4.2(m)", {"prizes.bands.1.from_entries": 3}),
    (NSW, "freeze-out", {"prizes.bands": "none"}, "28.3.2", {}),
    (
        NSW,
        "freeze-out",
        {"prizes.bounty": {"kind": "fixed", "cents": 2_001}},
        "house 20.15",
        {"prizes.bounty": {"kind": "fixed", "cents": 2_000}},
    ),
    (
        NSW,
        "freeze-out",
        {"prizes.guarantee": {"cents": 5, "least_entries": 0, "cancel_below": True}},
        "28.3.4",
        {"prizes.guarantee": {"cents": 5, "least_entries": 1, "cancel_below": True}},
    ),
    (NSW, "satellite", {"prizes.satellite.entry_cents": 0}, "house 20.16", {"prizes.satellite.entry_cents": 1}),
    (ACT, "freeze-out", {"sessions.0.buy_in_cents": 1}, "20.20", {"sessions.0.buy_in_cents": 0}),
    (
        ACT,
        "freeze-out",
        {"commission": {"of_fee_per_mille": 100, "besides_cents": 100}},
        "20.20",
        {"commission": {"besides_cents": 100}},
    ),
    (ACT, "freeze-out", {"commission": {}}, "20.20", {"commission": "none"}),
    (
        ACT,
        "freeze-out",
        {"rebuys": {"most": 1, "period": {"last_level": 1}, "cost_cents": 1, "chips": 25}},
        "20.6",
        {"rebuys": "none"},
    ),
    (
        ACT,
        "freeze-out",
        {"entry.re_entry": {"most": 1, "period": {"last_level": 1}, "entry_fee_cents": 1, "buy_in_cents": 0}},
        "20.6",
        {"entry.re_entry": "none"},
    ),
    (ACT, "freeze-out", {"entry.withdrawal": {"until_minutes_before": 60}}, "20.21", {"entry.withdrawal": "none"}),
    # chips
    (NSW, "multi-session", {"sessions.1.carries_stacks": True}, "28.7.2", {"schedules.0.levels.3.overnight": True}),
    (HOUSE, "multi-session", {"sessions.1.carries_stacks": True}, "house 20.5", {"sessions.1.carries_stacks": False}),
    (NSW, "freeze-out", {"sessions.0.starting_chips": 5_010}, "house 20.5", {"sessions.0.starting_chips": 5_025}),
    (NSW, "freeze-out", {"sessions.0.starting_chips": 0}, "house 20.5", {"sessions.0.starting_chips": 25}),
    (NSW, "freeze-out", {"chips.unit": 0}, "house 20.5", {"chips.unit": 1}),
    (
        NSW,
        "freeze-out",
        {"schedules.0.levels.11.overnight": True},
        "house 20.5",
        {"schedules.0.levels.3.overnight": True},
    ),
    (NSW, "freeze-out", {"schedules.0.levels.0.remove_chip": 25}, "house 20.6", {}),
    (
        ACT,
        "freeze-out",
        {"play.bonus_rounds": {"most": 1, "chips": 25}},
        "20.14",
        {"play.bonus_rounds": {"most": 1, "prize_cents": 100}},
    ),
    # levels
    (
        NSW,
        "freeze-out",
        {"play.inserted_levels": "any"},
        "28.7.11",
        {"play.inserted_levels": [{"minutes": 20, "least": 50, "most": "stake", "blinds": [25, 50]}]},
    ),
    (HOUSE, "freeze-out", {"play.inserted_levels": "any"}, "house 20.7", {"play.inserted_levels": "none"}),
    (NSW, "freeze-out", {"sessions.0.schedule": "secret"}, "28.7.11", {"sessions.0.schedule": "levels"}),
    (
        NSW,
        "freeze-out",
        {"schedules.0.levels.0.minutes": SILENT},
        "28.4.2(e)",
        {"schedules.0.levels.11.minutes": SILENT},
    ),
    (
        NSW,
        "freeze-out",
        {"schedules.0.levels.0.hands": 10},
        "28.4.2(e)",
        {"schedules.0.levels.0.minutes": SILENT, "schedules.0.levels.0.hands": 10},
    ),
    (NSW, "freeze-out", {"schedules.0.levels.0.minutes": 0}, "28.4.2(e)", {"schedules.0.levels.0.minutes": 1}),
    (
        NSW,
        "freeze-out",
        {"schedules.0.levels.0.most": 100},
        "28.4.2(e)",
        {"schedules.0.levels.0.limit": "spread", "schedules.0.levels.0.most": 100},
    ),
    (ACT, "freeze-out", {"schedules.0.levels.0.most": 75}, "20.4(g)", {"schedules.0.levels.0.most": 100}),
    (
        NSW,
        "freeze-out",
        {"schedules.0.levels.0.blinds": [50, 25]},
        "house 20.2.4",
        {"schedules.0.levels.0.blinds": [50, 50]},
    ),
    (
        NSW,
        "freeze-out",
        {"schedules.0.levels.0.blinds": [25, 40]},
        "house 20.5",
        {"schedules.0.levels.0.blinds": [25, 25]},
    ),
    (
        NSW,
        "freeze-out",
        {"schedules.0.levels.0.ante_by": "last-blind"},
        "house 20.22",
        {"schedules.0.levels.0.ante_by": "last-blind", "schedules.0.levels.0.ante": 50},
    ),
    (NSW, "freeze-out", {"schedules.0.levels.0.game": "omaha-8"}, "house 3.7", {"schedules.0.levels.0.game": "omaha"}),
    (NSW, "freeze-out", {"play.voluntary_blinds": True}, "8.8.2", {"play.voluntary_blinds": False}),
    # play
    (NSW, "freeze-out", {"play.clock.seconds": 19}, "7.12.1", {"play.clock.seconds": 20}),
    (HOUSE, "freeze-out", {"play.clock.seconds": 0}, "house 20.8", {"play.clock.seconds": 1}),
    (
        NSW,
        "freeze-out",
        {"play.clock.sold_seconds": 20, "play.clock.charge_chips": 100},
        "7.12.3",
        {"play.time_bank": {"cards": 2, "seconds": 20}},
    ),
    (
        HOUSE,
        "freeze-out",
        {"play.clock.sold_seconds": 20},
        "house 20.8",
        {"play.time_bank": {"cards": 2, "seconds": 20}},
    ),
    (
        NSW,
        "freeze-out",
        {"play.time_bank": {"cards": 3, "seconds": 20, "most_per_round": 3}},
        "7.12.4",
        {"play.time_bank": {"cards": 3, "seconds": 20, "most_per_round": 2}},
    ),
    (NSW, "freeze-out", {"play.straddle": True}, "1.1/straddle", {"play.straddle": False}),
    (HOUSE, "freeze-out", {"play.straddle": True}, "house 20.9", {"play.straddle": False}),
    (ACT, "freeze-out", {"play.straddle": True}, "house 20.9", {"play.straddle": False}),
    (NSW, "freeze-out", {"play.seats": 12, "sessions.0.tables": 2}, "2.1", {"play.seats": 11, "sessions.0.tables": 2}),
    (
        NSW,
        "freeze-out",
        {"play.seats": 1, "sessions.0.tables": 18},
        "house 20.21",
        {"play.seats": 2, "sessions.0.tables": 9},
    ),
    (ACT, "freeze-out", {"play.seats": 9}, "2.2(a)", {"play.seats": 8}),
    (ACT, "freeze-out", {"play.seats_by": "draw"}, "20.7", {"play.seats_by": "ballot"}),
    (ACT, "freeze-out", {"play.final_table_redraw": True}, "20.7", {"play.final_table_redraw": False}),
    (NSW, "shoot-out", {"play.balancing": {}}, "28.4.2(f)", {"play.balancing": "none"}),
    (NSW, "freeze-out", {"play.balancing.most_difference": 0}, "house 20.14", {"play.balancing.most_difference": 1}),
    (
        NSW,
        "freeze-out",
        {"play.breaking.order": "listed"},
        "house 20.14",
        {"play.breaking": {"order": "listed", "listed": [2, 1]}},
    ),
    (NSW, "freeze-out", {"play.bonus_rounds": {"most": 1}}, "28.5.7", {"play.bonus_rounds": {"most": 1, "chips": 100}}),
    (NSW, "freeze-out", {"play.elimination_rounds": {"most": 0}}, "28.5.8", {"play.elimination_rounds": {"most": 1}}),
    (NSW, "freeze-out", {"play.penalties.steps": []}, "house 20.18", {"play.penalties.steps": [1]}),
    # structure
    (NSW, "freeze-out", {"sessions.0.tables": "as-needed"}, "28.4.2(f)", {"sessions.0.tables": 2}),
    (
        NSW,
        "freeze-out",
        {"sessions.0.tables": 1},
        "28.4.2(f)",
        {"sessions.0.tables": 1, "entry.alternates": {"most": 9}},
    ),
    (
        NSW,
        "freeze-out",
        {"sessions.0.ends": {"players_left": 1, "minutes": 60}},
        "28.4.2(f)",
        {"sessions.0.ends": {"players_left": 1}},
    ),
    (NSW, "freeze-out", {"sessions.0.ends": {}}, "28.4.2(f)", {"sessions.0.ends": {"players_left": 1}}),
    (
        NSW,
        "freeze-out",
        {"sessions.0.ends": {"players_left": 2}},
        "28.4.2(f)",
        {"sessions.0.ends": {"players_left": 1}},
    ),
    (
        NSW,
        "freeze-out",
        {"sessions.0.ends": {"players_left": "prizes"}},
        "28.4.2(f)",
        {"sessions.0.ends": {"players_left": 1}},
    ),
    (NSW, "multi-session", {"sessions.0.play_off": "none"}, "28.1.1/play-off", {}),
    (
        NSW,
        "multi-session",
        {"sessions.0.advance.method": "survivors"},
        "28.8.2",
        {"sessions.0.advance.method": "most-chips"},
    ),
    (NSW, "multi-session", {"sessions.0.advance.count": 0}, "28.8.1", {"sessions.0.advance.count": 1}),
    (NSW, "multi-session", {"sessions.0.advance.to": "first session"}, "28.8.1", {"sessions.0.advance.to": "final"}),
    (NSW, "multi-session", {"sessions.0.advance": "final"}, "28.8.1", {}),
    (
        NSW,
        "shoot-out",
        {"sessions.0.advance.count": 2},
        "28.8.1",
        {"sessions.0.advance.count": 2, "sessions.0.ends": {"left_per_table": 2}, "sessions.1.tables": 2},
    ),
    (NSW, "shoot-out", {"sessions.0.advance.per": "session"}, "28.8.1", {"sessions.0.advance.per": "table"}),
    (NSW, "multi-session", {"sessions.1.name": "first session"}, "28.4.2(f)", {}),
    (
        NSW,
        "multi-session",
        {"sessions.0.starts": "2026-12-05 19:30", "sessions.1.starts": "2026-12-05 19:30"},
        "house 20.2.2",
        {"sessions.0.starts": "2026-12-05 19:30", "sessions.1.starts": "2026-12-05 19:31"},
    ),
    (NSW, "freeze-out", {"sessions.0.starts": "Friday"}, "house 20.2.2", {"sessions.0.starts": "none"}),
    (NSW, "heads-up", {"heads_up.matches": 1}, "28.6.1", {"heads_up.matches": 3}),
    (NSW, "heads-up", {"heads_up.matches": 5}, "28.6.1", {"heads_up.matches": 3}),
    (HOUSE, "heads-up", {"heads_up.matches": 2}, "house 20.20", {"heads_up.matches": 1}),
    (NSW, "heads-up", {"heads_up": "none"}, "28.6.1", {}),
    (NSW, "freeze-out", {"heads_up": {}}, "28.6.1", {"heads_up": "none"}),
    (NSW, "heads-up", {"play.seats": 3}, "28.6.1", {"play.seats": 2}),
    (NSW, "re-buy", {"rebuys.period.last_level": 13}, "28.4.2(d)", {"rebuys.period.last_level": 12}),
    (NSW, "re-buy", {"rebuys.period.first_level": 5}, "28.4.2(d)", {"rebuys.period.first_level": 4}),
    (
        NSW,
        "freeze-out",
        {"entry.late_entry": {"last_level": 13}},
        "28.4.2(l)",
        {"entry.late_entry": {"last_level": 12}},
    ),
    (
        NSW,
        "freeze-out",
        {"entry.late_entry": {"last_level": 2, "session": "another"}},
        "28.4.2(l)",
        {"entry.late_entry": {"last_level": 2, "session": "the event"}},
    ),
    (
        NSW,
        "multi-session",
        {"repechage": [{"from_session": "heat", "to_session": "final", "count": 1}]},
        "28.4.2(f)",
        {"repechage": [{"from_session": "first session", "to_session": "final", "count": 1}]},
    ),
    # entry and texts
    (NSW, "freeze-out", {"entry.form": "none"}, "28.1.1/tournament", {"entry.form": "the form at the desk"}),
    (NSW, "freeze-out", {"entry.only_entitled": False}, "28.4.2(k)(i)", {"entry.only_entitled": True}),
    (NSW, "freeze-out", {"entry.least_players": 19}, "28.4.2(l)", {"entry.least_players": 18}),
    (
        NSW,
        "freeze-out",
        {"entry.most_players": 1, "entry.least_players": "none"},
        "28.4.2(l)",
        {"entry.most_players": 2},
    ),
    (
        NSW,
        "freeze-out",
        {"entry.alternates": {"most": 5}, "entry.most_players": "none"},
        "house 20.11",
        {"entry.alternates": {"most": 5}},
    ),
    (
        NSW,
        "freeze-out",
        {"entry.substitutes": {"in_person": False, "approved_by": "Tournament Supervisor"}},
        "28.4.2(j)",
        {"entry.substitutes": {"in_person": True, "approved_by": "Tournament Supervisor"}},
    ),
    (
        NSW,
        "multi-session",
        {"entry.transfer": {"sessions": ["heat"], "until_minutes_before": 5}},
        "28.4.2(j)",
        {"entry.transfer": {"sessions": ["final"], "until_minutes_before": 5}},
    ),
    (ACT, "freeze-out", {"entry.late_entry": {"last_level": 1}}, "20.9", {"entry.late_entry": "none"}),
    (NSW, "freeze-out", {"statements.prevails": "conditions"}, "28.4.2(n)", {"statements.prevails": "rules"}),
    (ACT, "freeze-out", {"statements.prevails": "rules"}, "20.5", {"statements.prevails": "conditions"}),
    (
        NSW,
        "freeze-out",
        {"statements.conducted_by": "the dealer"},
        "28.4.2(n)",
        {"statements.conducted_by": "Tournament Supervisor"},
    ),
    (
        ACT,
        "freeze-out",
        {"statements.conducted_by": "the dealer"},
        "20.2",
        {"statements.conducted_by": "Tournament Director/Assistant"},
    ),
    (
        NSW,
        "freeze-out",
        {"prizes.simultaneous": "stake-then-share"},
        "28.8.3",
        {"prizes.simultaneous": "stake-then-draw"},
    ),
    (
        ACT,
        "freeze-out",
        {"prizes.simultaneous": "stake-then-draw"},
        "20.19",
        {"prizes.simultaneous": "contribution-then-share"},
    ),
    (HOUSE, "freeze-out", {"schema": 2}, "house 20.1", {"schema": 1}),
]


@pytest.mark.parametrize(
    ("book", "template", "changes", "number", "twin"),
    REFUSED,
    ids=[f"{r[0]} {r[3]} {next(iter(r[2]))}" for r in REFUSED],
)
def test_a_contradiction_is_refused_with_its_clause_and_its_twin_is_not(book, template, changes, number, twin):
    base = whole(book, template)
    cite = number if number.startswith("house ") else f"{book} {number}"
    found = faults(changed(base, changes))
    assert any(cite in one.cites and one.kind == "contradiction" for one in found), [str(one) for one in found]
    assert faults(changed(base, twin)) == ()


# Nothing but this is found: by the code and the item, or nothing at all.
SET = [{"value": 25, "colour": "green", "count": 200}, {"value": 100, "colour": "black", "count": 200}]
RACED = {"chips.set": SET, "chips.colour_up": "race", "schedules.0.levels": [
    {"minutes": 20, "least": 50, "most": "stake", "blinds": [25, 50], "remove_chip": 25},
    {"minutes": 20, "least": 200, "most": "stake", "blinds": [100, 200]},
]}  # fmt: skip
FIXED_4000 = [{"prizes": [{"place": 1, "cents": 4_000}, {"place": 2, "per_mille": 1_000}]}]
FREE = {"sessions.0.buy_in_cents": 0, "prizes.added": [{"cents": 300}]}
WHOLE_PLACES = [{"place": 1, "cents": 200}, {"place": 2, "to": 3, "cents": 50}]
FOUND = [
    # levels
    (HOUSE, "freeze-out", {"schedules.0.levels.0.blinds": [25, 25, 50]}, []),
    (
        HOUSE,
        "freeze-out",
        {"schedules.0.levels.0.blinds": [25, 25, 25, 50]},
        [("blinds", "schedules.1.levels.1.blinds"), ("blinds", "schedules.1.levels.1")],
    ),
    (
        HOUSE,
        "freeze-out",
        {
            "schedules.0.levels.0.blinds": [],
            "schedules.0.levels.0.ante": 50,
            "schedules.0.levels.0.ante_by": "last-blind",
        },
        [("ante", "schedules.1.levels.1.ante_by")],
    ),
    (HOUSE, "freeze-out", {"schedules.0.levels.0.blinds": [], "schedules.0.levels.0.ante": 50}, []),
    (HOUSE, "freeze-out", {"schedules.0.levels.0.overnight": True}, []),
    (HOUSE, "freeze-out", {"schedules.0.levels.10.overnight": True}, []),
    (
        HOUSE,
        "freeze-out",
        {"schedules.0.levels.11.overnight": True},
        [("overnight", "schedules.1.levels.12.overnight")],
    ),
    (HOUSE, "freeze-out", RACED, []),
    (HOUSE, "freeze-out", RACED | {"chips.colour_up": "none"}, [("colour-up", "schedules.1.levels.1.remove_chip")]),
    (HOUSE, "freeze-out", RACED | {"chips.set": SET[:1]}, [("colour-up", "schedules.1.levels.1.remove_chip")]),
    (
        HOUSE,
        "freeze-out",
        RACED | {"schedules.0.levels.1.blinds": [75, 200]},
        [("colour-up", "schedules.1.levels.1.remove_chip")],
    ),
    (
        HOUSE,
        "freeze-out",
        {"chips.unit": 0},
        [("unit", f"schedules.1.levels.{n}") for n in range(1, 13)] + [("unit", "chips.unit")],
    ),
    (NSW, "freeze-out", {"schedules.0.levels.0.ante": 25, "schedules.0.levels.0.ante_by": "last-blind"}, []),
    # money
    (HOUSE, "re-buy", {"rebuys.when": "at-bank"}, []),
    (HOUSE, "re-buy", {"add_ons.most": 2}, []),
    (HOUSE, "freeze-out", {"prizes.bounty": {"kind": "fixed", "cents": 0}}, [("bounty", "prizes.bounty.cents")]),
    (HOUSE, "freeze-out", {"prizes.bounty": {"kind": "mystery"}}, [("unanswered", "prizes.bounty.cents")]),
    (
        HOUSE,
        "satellite",
        {"prizes.bands": [{"prizes": [{"place": 1, "per_mille": 1_000}]}]},
        [("satellite", "prizes.satellite")],
    ),
    (HOUSE, "freeze-out", {"prizes.bands.0.from_entries": 3}, [("prizes", "prizes.bands")]),
    (HOUSE, "freeze-out", {"prizes.bands.0.from_entries": 2}, []),
    (
        HOUSE,
        "freeze-out",
        {
            "prizes.bands.0.from_entries": 2,
            "prizes.bands.1.from_entries": 2,
            "prizes.bands.1.prizes": [{"place": 1, "per_mille": 1_000}],
        },
        [("prizes", "prizes.bands")],
    ),
    (HOUSE, "freeze-out", {"prizes.bands.0.prizes.0.cents": 5}, [("prizes", "prizes.bands.1.prizes.1")]),
    (HOUSE, "freeze-out", {"prizes.bands.1.prizes.1.to": 1}, [("places", "prizes.bands.2.prizes.2")]),
    (HOUSE, "freeze-out", {"prizes.bands.1.prizes.1.to": 2}, []),
    (HOUSE, "freeze-out", FREE | {"prizes.bands": [{"from_entries": 1, "prizes": [{"place": 1, "cents": 300}]}]}, []),
    (HOUSE, "freeze-out", FREE | {"entry.least_players": 3, "prizes.bands": [{"prizes": WHOLE_PLACES}]}, []),
    (
        HOUSE,
        "freeze-out",
        FREE | {"prizes.bands": [{"prizes": [{"place": 1, "cents": 299}]}]},
        [("whole-pool", "prizes.bands.1")],
    ),
    (HOUSE, "freeze-out", FREE | {"prizes.bands": "none"}, [("prizes", "prizes.bands")]),
    (HOUSE, "freeze-out", {"sessions.0.buy_in_cents": 0, "prizes.bands": "none"}, []),
    (
        HOUSE,
        "re-buy",
        FREE | {"prizes.bands": [{"prizes": [{"place": 1, "cents": 300}]}]},
        [("whole-pool", "prizes.bands.1")],
    ),
    (
        HOUSE,
        "freeze-out",
        FREE
        | {
            "sessions.0.entry_fee_cents": 5,
            "sessions.0.fee_to_pool_per_mille": 1_000,
            "prizes.bands": [{"prizes": [{"place": 1, "cents": 300}]}],
        },
        [("whole-pool", "prizes.bands.1")],
    ),
    (
        ACT,
        "freeze-out",
        {"prizes.added": [{"cents": 300}], "prizes.bands": [{"prizes": [{"place": 1, "cents": 300}]}]},
        [("whole-pool", "prizes.bands.1")],
    ),
    # fixed prizes: $20 each from two, five, or a guarantee; a bounty is another pool
    (HOUSE, "freeze-out", {"prizes.bands": FIXED_4000}, []),
    (
        HOUSE,
        "freeze-out",
        {"prizes.bands": FIXED_4000, "entry.least_players": "none"},
        [("places", "prizes.bands.1"), ("whole-pool", "prizes.bands.1")],
    ),
    (
        HOUSE,
        "freeze-out",
        {"prizes.bands": FIXED_4000, "sessions.0.buy_in_cents": 1_999},
        [("whole-pool", "prizes.bands.1")],
    ),
    (
        HOUSE,
        "freeze-out",
        {"prizes.bands": FIXED_4000, "prizes.bounty": {"kind": "fixed", "cents": 1}},
        [("whole-pool", "prizes.bands.1")],
    ),
    (
        HOUSE,
        "freeze-out",
        {
            "prizes.bands": FIXED_4000,
            "sessions.0.buy_in_cents": 1,
            "prizes.guarantee": {"cents": 4_000, "least_entries": 2, "cancel_below": True},
        },
        [],
    ),
    (
        HOUSE,
        "freeze-out",
        {
            "prizes.bands": FIXED_4000,
            "sessions.0.buy_in_cents": 1,
            "prizes.guarantee": {"cents": 4_000, "least_entries": 3, "cancel_below": True},
        },
        [("whole-pool", "prizes.bands.1")],
    ),
    (
        HOUSE,
        "freeze-out",
        {
            "prizes.bands": FIXED_4000,
            "sessions.0.buy_in_cents": 1_000,
            "sessions.0.entry_fee_cents": 2_000,
            "sessions.0.fee_to_pool_per_mille": 500,
        },
        [],
    ),
    (
        HOUSE,
        "freeze-out",
        {"prizes.bands": FIXED_4000, "sessions.0.buy_in_cents": 1_000, "prizes.added": [{"cents": 2_000}]},
        [],
    ),
    (ACT, "freeze-out", {"prizes.bands": FIXED_4000}, [("whole-pool", "prizes.bands.1")]),
    (ACT, "freeze-out", {"prizes.bands": FIXED_4000, "commission": {"besides_cents": 200}}, []),
    # play
    (
        HOUSE,
        "freeze-out",
        {"play.clock": "none", "play.time_bank": {"cards": 1, "seconds": 20}},
        [("time-bank", "play.time_bank")],
    ),
    (HOUSE, "freeze-out", {"play.clock.charge_chips": 5}, [("sold-time", "play.clock")]),
    (HOUSE, "freeze-out", {"play.time_bank": {"cards": 9, "seconds": 20, "most_per_round": 9}}, []),
    (HOUSE, "shoot-out", {"play.breaking": {}}, [("moved", "sessions.1.ends")]),
    (HOUSE, "freeze-out", {"play.penalties.steps": [1, 0]}, [("penalties", "play.penalties.steps")]),
    (HOUSE, "freeze-out", {"chips.colour_up": "race"}, []),
    (HOUSE, "freeze-out", {"approval": "none"}, []),
    (HOUSE, "freeze-out", {"entry.form": "none"}, []),
    (HOUSE, "freeze-out", {"entry.substitutes": {"in_person": False, "approved_by": "the host"}}, []),
    (ACT, "freeze-out", {"play.final_table_redraw": True, "play.breaking": {}}, []),
    # structure
    (HOUSE, "multi-session", {"sessions.0.play_off.rounds": 0}, [("play-off", "sessions.1.play_off")]),
    (HOUSE, "multi-session", {"sessions.0.play_off.starting_chips": 0}, [("play-off", "sessions.1.play_off")]),
    (
        HOUSE,
        "multi-session",
        {"sessions.0.play_off.schedule": "x"},
        [("level-not-published", "sessions.1.play_off.schedule")],
    ),
    (HOUSE, "multi-session", {"sessions.0.ends": {"rounds": 20}}, []),
    (
        HOUSE,
        "multi-session",
        {"sessions.0.ends": {"rounds": 20}, "sessions.0.play_off": "none"},
        [("play-off", "sessions.1.play_off")],
    ),
    (
        HOUSE,
        "multi-session",
        {"sessions.0.ends": {"rounds": 20}, "sessions.0.advance.method": "survivors"},
        [("advance", "sessions.1.advance.method")],
    ),
    (
        HOUSE,
        "multi-session",
        {
            "sessions.0.ends": {"players_left": 9},
            "sessions.0.advance.method": "survivors",
            "sessions.0.play_off": "none",
        },
        [],
    ),
    (HOUSE, "multi-session", {"sessions.0.ends": {"players_left": 8}}, [("advance", "sessions.1.advance.count")]),
    (HOUSE, "multi-session", {"play.seats": 8}, [("advance", "sessions.2.tables")]),  # nine to one table
    (HOUSE, "shoot-out", {"entry.most_players": 82}, [("advance", "sessions.2.tables")]),  # ten winners to one table
    (
        HOUSE,
        "multi-session",
        {"sessions.1.name": "first session"},
        [("name", "sessions"), ("advance", "sessions.1.advance.to")],
    ),
    (HOUSE, "multi-session", {"sessions.0.starts": "2026-12-05 19:30", "sessions.1.starts": "none"}, []),
    (HOUSE, "freeze-out", {"sessions.0.starts": "2026-12-05 19:30+10:00"}, [("start", "sessions.1.starts")]),
    (HOUSE, "freeze-out", {"sessions.0.starts": "2026-12-05"}, [("start", "sessions.1.starts")]),
    (HOUSE, "freeze-out", {"sessions.0.tables": 0}, [("tables", "sessions.1.tables")]),
    (HOUSE, "freeze-out", {"sessions.0.tables": 1}, [("tables", "sessions.1.tables")]),
    (HOUSE, "freeze-out", {"sessions.0.tables": 1, "entry.most_players": 9}, []),
    (HOUSE, "freeze-out", {"sessions.0.ends": {"players_left": 0}}, [("end", "sessions.1.ends")]),
    (
        HOUSE,
        "freeze-out",
        {"sessions.0.ends": {"left_per_table": 1}, "play.balancing": "none", "play.breaking": "none"},
        [("final", "sessions.1.ends")],
    ),
    (HOUSE, "freeze-out", {"heads_up": {}, "play.seats": 2}, [("heads-up", "heads_up")]),
    (HOUSE, "heads-up", {"heads_up": SILENT}, [("unanswered", "heads_up")]),
    (HOUSE, "heads-up", {"heads_up.matches": 99}, []),
    (HOUSE, "heads-up", {"heads_up.matches": 101}, [("matches", "heads_up.matches")]),
    (HOUSE, "heads-up", {"sessions.0.tables": 4}, []),
    (HOUSE, "heads-up", {"sessions.0.tables": 3}, [("tables", "sessions.1.tables")]),
    (
        HOUSE,
        "freeze-out",
        {"entry.final_buy_in": {"session": "x", "most": 1, "cost_cents": 1, "until_minutes_before": 1}},
        [("session", "entry.final_buy_in.session")],
    ),
    (HOUSE, "freeze-out", {"entry.alternates": {"most": 1}}, []),
    (
        HOUSE,
        "freeze-out",
        {"entry.late_entry": {"last_level": SILENT}},
        [("unanswered", "entry.late_entry.last_level")],
    ),
]


@pytest.mark.parametrize(("book", "template", "changes", "expected"), FOUND)
def test_exactly_this_is_found(book, template, changes, expected):
    cleaned = {
        path: {key: one for key, one in value.items() if one is not SILENT} if isinstance(value, dict) else value
        for path, value in changes.items()
    }
    found = [(one.code, written_path(one.path)) for one in faults(changed(whole(book, template), cleaned))]
    assert sorted(found) == sorted(expected)


def test_every_refusal_above_says_a_code_a_message_and_clauses_that_exist():
    for book, template, changes, _, _ in REFUSED:
        for one in faults(changed(whole(book, template), changes)):
            assert one.message
            assert all(clause(cite) for cite in one.cites)
            assert {cite.split()[0] for cite in one.cites} <= {book, "house"}
            assert "$" not in one.message or "cents" in written_path(one.path) or one.path[0] in {"prizes", "rebuys"}


def test_every_code_is_on_the_page_of_conditions():
    root = Path(__file__).parents[2]
    codes = set()
    for path in (root / "src" / "openfelt" / "tournaments").glob("*.py"):
        codes |= set(
            re.findall(r'(?:contradiction|RuleViolation|Finding)\(\s*(?:"gap", )?"([a-z-]+)",', path.read_text("utf-8"))
        )
    page = (root / "docs" / "reference" / "tournaments.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z-]+)`", page.split("## Codes")[1]))
    assert len(codes) > 50
    assert codes - {"no-template", "contradiction"} == told
