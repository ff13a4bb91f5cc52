"""Fields whose sessions end table by table, and brackets with bounties: the right ones advance, all is paid once."""

from __future__ import annotations

import pytest

from openfelt.tournaments import play_events as p
from tests.field_checker import Checker
from tests.field_kit import field_of, finish
from tests.tournament_kit import whole

BY_TABLE = {
    "sessions__0__advance": {"count": 2, "per": "table", "method": "most-chips", "to": "final"},
    "sessions__0__ends": {"rounds": 6},
    "play__seats": 6,
    "play__balancing": "none",
    "play__breaking": "none",
}


@pytest.mark.parametrize("book", ["house", "nsw-poker"])
@pytest.mark.parametrize("seed", range(4))
def test_the_most_chips_of_each_table_advance(book: str, seed: int) -> None:
    tables = {"sessions__0__tables": 6 if book == "nsw-poker" else "as-needed", "sessions__1__tables": 2}
    made = field_of(whole(book, "multi-session", **BY_TABLE, **tables), 17, seed, swing=0.3)
    made.play()
    finish(made)
    Checker(made.conditions, made.events).check()
    drawn = next(one for one in made.events if isinstance(one, p.SeatsDrawn))
    over = next(one for one in made.events if isinstance(one, p.SessionOver))
    ranks = {player: at for at, group in enumerate(over.places) for player in group}
    for table in drawn.tables:
        sat = [one.player for one in drawn.seats if one.table == table.number]
        out = [one for one in sat if one not in over.advanced]
        through = [one for one in sat if one in over.advanced]
        assert 1 <= len(through) <= 2
        assert all(ranks[one] <= ranks[other] for one in through for other in out)
    assert sorted(player for group in made.event.places for player in group) == sorted(made.names)


@pytest.mark.parametrize("kind", ["fixed", "progressive"])
@pytest.mark.parametrize("players", [3, 6, 8, 13])
@pytest.mark.parametrize("third", [False, True])
def test_bounties_of_a_bracket_are_paid_in_full_and_one_for_each_round_lost(
    kind: str, players: int, *, third: bool
) -> None:
    changes = {"sessions__0__buy_in_cents": 2_000, "prizes__bounty": {"kind": kind, "cents": 501}}
    made = field_of(whole("house", "heads-up", heads_up__third_place=third, **changes), players, players, swing=0.5)
    made.play()
    finish(made)
    won = [one for one in made.events if isinstance(one, p.BountyWon)]
    assert sum(one.cents for one in won) == 501 * players
    out = [one.out for one in won if one.out]
    assert sorted(out) == sorted(set(out)), "nobody's bounty is won twice"
    assert set(made.names) - set(out) == {made.event.places[0][0]}, "but for the winner's own"
    assert not +made.event.money
