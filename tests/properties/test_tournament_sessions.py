"""Fields whose sessions end table by table, and brackets with bounties: the right ones advance, all is paid once."""

from __future__ import annotations

import pytest

from openfelt.tournaments import play_events as p
from openfelt.tournaments.placing import height
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
    Checker(made.conditions, made.events, dealing=made.dealing).check()
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


def two_sessions(advance: dict, **ends: int) -> list[dict]:
    """A heat from which some go on, and a final."""
    both = {"starts": "none", "buy_in_cents": 0, "starting_chips": 5_000, "schedule": "levels", "tables": 20}
    play_off = {"rounds": 1, "starting_chips": 1_000, "schedule": "levels"}
    heat = {"name": "heat", "entry_fee_cents": 2_000, "ends": ends, "advance": {**advance, "to": "final"}}
    final = {"name": "final", "entry_fee_cents": 0, "ends": {"players_left": 1}, "advance": "final"}
    return [{**both, **heat, "play_off": play_off}, {**both, **final, "play_off": "none"}]


@pytest.mark.parametrize("book", ["house", "nsw-poker", "act-stud"])
@pytest.mark.parametrize("per", ["session", "table"])
@pytest.mark.parametrize("seed", range(4))
def test_those_who_go_on_and_those_with_a_second_chance_are_found_by_the_places_and_by_cards(book, per, seed):
    """Also more than are left: whoever is out fills the number."""
    many = 9 if per == "session" else 3
    advance = {"count": many, "per": per, "method": "most-chips"}
    chances = [{"from_session": "heat", "to_session": "final", "count": one} for one in (2, 3)]
    changes = {
        "sessions": two_sessions(advance, rounds=5),
        "repechage": chances,
        "play__seats": 6,
        "entry__most_players": 30,
    }
    apart = {"play__balancing": "none", "play__breaking": "none", "play__final_table_redraw": False}
    made = field_of(whole(book, **changes, **apart), 23, seed, swing=0.8)
    made.play()
    finish(made)
    Checker(made.conditions, made.events, dealing=made.dealing).check()
    over = next(one for one in made.events if isinstance(one, p.SessionOver))
    heat, final = (one for one in made.events if isinstance(one, p.SeatsDrawn) and not one.play_off)
    tables = len(heat.tables) if per == "table" else 1
    assert len(over.advanced) == many * tables
    cards = {one.player: height(one.card) for one in over.drawn}
    for group in over.parted:
        assert sorted(group, key=lambda one: -cards[one]) == list(group), "the last card of each decides"
    best = [one for group in over.places for one in in_order(group, over.parted)]
    if per == "session":
        assert set(over.advanced) == set(best[:many])
    others = [one for one in best if one not in over.advanced]
    assert {one.player for one in final.seats} == {*over.advanced, *others[:5]}
    assert sorted(player for group in made.event.places for player in group) == sorted(made.names)


def in_order(group: tuple[str, ...], parted: tuple[tuple[str, ...], ...]) -> list[str]:
    """Equals as they drew."""
    drew = next((one for one in parted if set(group) & set(one)), ())
    return sorted(group, key=lambda one: drew.index(one) if one in drew else -1)
