"""Fields of two against two: byes, the best of three, the match for the third place."""

from __future__ import annotations

from collections import Counter

import pytest

from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from tests.field_kit import (
    CONDUCTS,
    Field,
    field_of,
    finish,
)
from tests.tournament_kit import whole


@pytest.mark.parametrize("book", ["house", "nsw-poker"])
@pytest.mark.parametrize("players", [2, 3, 6, 8, 13, 16])
def test_a_bracket_has_byes_in_the_first_round_only_and_the_best_of_three(book, players):
    made = field_of(whole(book, "heads-up", **({"sessions__0__tables": 16} if book == "nsw-poker" else {})), players, 5)
    made.play()
    finish(made)
    begun = [one for one in made.events if isinstance(one, p.MatchesBegun)]
    assert all(len({one.chips for one in event.seats}) == 1 for event in begun), "equal chips"
    byes = Counter(event.round for event in begun if event.match == 1 for pair in event.pairs if not pair[1])
    size = 1 << (players - 1).bit_length()
    assert byes == ({1: size - players} if size > players else {})
    won = [one for one in made.events if isinstance(one, p.MatchWon)]
    for number in range(1, max(event.round for event in begun) + 1):
        events = [event for event in begun if event.round == number]
        assert len(events) <= 3
        for pair in events[0].pairs:
            if pair[1]:
                mine = [one for one in won if {one.player, one.over} == set(pair)]
                wins = Counter(one.player for one in mine)
                assert sorted(wins.values())[-1] == 2, "first to two"
                assert len(mine) <= 3
                assert mine[-1].player == wins.most_common(1)[0][0], "no third match after two"
    places = made.event.places
    assert [len(group) for group in places][:2] == [1, 1]
    assert sorted(player for group in places for player in group) == sorted(made.names)


@pytest.mark.parametrize("book", ["house", "nsw-poker"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 11, 16])
def test_a_match_for_the_third_place_is_played_beside_the_final_by_those_who_lost_before_it(book, players):
    tables = {"sessions__0__tables": 16} if book == "nsw-poker" else {}
    made = field_of(whole(book, "heads-up", heads_up__third_place=True, **tables), players, 9)
    made.play()
    finish(made)
    begun = [one for one in made.events if isinstance(one, p.MatchesBegun)]
    last = max(one.round for one in begun)
    semis = [pair for one in begun if one.round == last - 1 and one.match == 1 for pair in one.pairs if pair[1]]
    final = next(one for one in begun if one.round == last and one.match == 1)
    assert all(one.third_place == (one.round == last and len(semis) == 2) for one in begun)
    lost = [set(pair) - {player for pair in final.pairs[:1] for player in pair} for pair in semis]
    if len(semis) == 2:
        assert set(final.pairs[1]) == set.union(*lost), "the losers of the last round but one"
    else:
        assert len(final.pairs) == 1
    won = Counter(one.player for one in made.events if isinstance(one, p.MatchWon))
    places = made.event.places
    assert [len(group) for group in places][: min(players, 4)] == [1] * min(players, 4)
    assert sorted(player for group in places for player in group) == sorted(made.names)
    if len(semis) == 2:
        (third,), (fourth,) = places[2:4]
        assert {third, fourth} == set(final.pairs[1])
        mine = [one for one in made.events if isinstance(one, p.MatchWon) and {one.player, one.over} == {third, fourth}]
        assert Counter(one.player for one in mine).most_common(1)[0] == (third, 2)
    assert won


def test_whoever_meets_a_disqualified_player_for_the_third_place_has_it():
    made = field_of(whole("house", "heads-up", heads_up__third_place=True), 4, 2)
    thrown = []

    def each(field: Field) -> None:
        if field.event.play.third_place and not thrown:
            thrown.append(field.event.play.pairs[1][0])
            field.give(q.Disqualify(thrown[0], "breach", CONDUCTS))

    made.play(each=each)
    finish(made)
    (third,), (fourth,) = made.event.places[2:]
    assert fourth == thrown[0]
    assert {third, fourth} == set(next(one.pairs[1] for one in made.events if getattr(one, "third_place", False)))
