"""Moves that are proposed at real tables, where play goes on meanwhile: what each says is so when it is accepted."""

import pytest

from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from tests.field_checker import Checker
from tests.field_kit import CONDUCTS, Field, conditions, field_of, finish

CHIPS = [{"value": 25, "colour": "green", "count": 900_000}, {"value": 100, "colour": "black", "count": 900_000}]


@pytest.mark.parametrize("seed", range(4))
def test_a_proposed_move_is_accepted_only_while_what_it_says_is_so(seed):
    """At real tables play goes on while a proposal waits: one that a round has overtaken is taken off and made anew."""
    live = {"play__dealt": "live", "chips__set": CHIPS, "play__final_table_redraw": False}
    made = field_of(conditions("house", places=4, **live), 30, seed)

    def each(field: Field) -> None:
        if not field.event.play.clock.runs:
            field.give(q.StartClock(CONDUCTS))
        for number in tuple(field.event.play.proposed):
            if field.chance.random() < 0.3:
                field.give(q.AcceptMoves(number, CONDUCTS))

    made.play(each=each)
    finish(made)
    dropped = [one for one in made.events if isinstance(one, p.MovesDropped)]
    assert dropped
    assert {one.by for one in dropped} == {"house"}
    Checker(made.conditions, made.events, dealing=made.dealing).check().check_one_session()
