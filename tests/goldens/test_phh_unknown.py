"""Stud histories in which nobody's up-cards were noted: the recorded openers are believed (house 9)."""

from __future__ import annotations

from openfelt.formats import replay_text

HEAD = """variant = 'F7S'
antes = [1, 1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [100, 100, 100]
"""
DEALT = ["d dh p1 ??????", "d dh p2 ??????", "d dh p3 ??????"]
MORE = ["d dh p1 ??", "d dh p2 ??", "d dh p3 ??"]


def verdict_of(*actions: str):
    [verdict] = replay_text(f"{HEAD}actions = {list(actions)}")
    return verdict


def test_any_player_may_have_opened_where_no_up_card_is_known():
    third = [*DEALT, "p2 pb", "p3 cc", "p1 cc"]
    fourth = [*MORE, "p3 cc", "p1 cc", "p2 cc"]
    fifth = [*MORE, "p1 cbr 8", "p2 f", "p3 f"]
    verdict = verdict_of(*third, *fourth, *fifth)
    assert verdict.ok, verdict.error
    assert verdict.finishing_stacks == [106, 97, 97]  # three antes and three bring-ins, of which a third is p1's own


def test_a_known_up_card_opens_before_unknown_ones():
    """The only hand showing that is known opens fourth street, unless the recorded opener's own is not known."""
    third = [*DEALT[:2], "d dh p3 ????Ac", "p3 pb", "p1 cc", "p2 cc"]
    fourth = [*MORE[:2], "d dh p3 Ad"]
    assert verdict_of(*third, *fourth, "p3 cbr 4", "p1 f", "p2 f").ok
    assert verdict_of(*third, *fourth, "p1 cbr 4", "p2 f", "p3 f").ok
    known = [*DEALT[:1], "d dh p2 ????Kc", "d dh p3 ????Ac", "p2 pb", "p3 cc", "p1 cc"]
    wrong = verdict_of(*known, *MORE[:1], "d dh p2 Kd", "d dh p3 Ad", "p2 cbr 4")
    assert not wrong.ok
    assert "it is seat 3's turn, not seat 2's" in wrong.error
