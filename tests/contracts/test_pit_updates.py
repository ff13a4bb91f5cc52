"""What an update of a house-banked table tells each reader, where the last one left readers with different things."""

from __future__ import annotations

import json

import pytest

from openfelt.cards import UNKNOWN, card
from openfelt.pit.views import BoxView
from openfelt.service.tell.pit_updates import RAIL_PART, OwnPart, PitChanges, PitTold, whole_round
from openfelt.service.wire.changes import applied
from openfelt.service.wire.pit_protocol import PitRound, PitState
from openfelt.service.wire.protocol import write_frame

KING, QUEEN = card("Kh"), card("Qd")


def box(no=1, cards=(UNKNOWN, UNKNOWN), marker=0):
    return BoxView(no, "ann", "ann", (), cards, "", False, False, False, marker)


def state(*boxes, notice=None, frozen=False, phase="decision"):
    round_ = PitRound(number=3, phase=phase, to_act=1, boxes=boxes, dealer=(), community=(), purses=(), outcome="")
    return PitState(
        table="P", rulebook="act-holdem", title="", boxes=2, round=round_ if boxes else None, names={}, clock=None,
        commitment="", notice=notice, frozen=frozen, **RAIL_PART.fields,
    )  # fmt: skip


def ann(*boxes, chips=100, called=False):
    fields = RAIL_PART.fields | {"you": "ann", "chips": chips, "called": called}
    return OwnPart(fields, {one.no: one for one in boxes})


def whole(public, own=RAIL_PART):
    """What a snapshot of these parts says."""
    fields = {name: getattr(public, name) for name in PitState.__struct_fields__} | own.fields
    return json.loads(write_frame(fields | {"round": whole_round(public.round, own)}))


def told(before, now, reader, knew):
    """What a reader knows after an update, who knew that before."""
    frame = json.loads(PitChanges({"type": "pit-update", "after": 1, "seq": 2}, before, now, []).frame(reader))
    return applied(knew, frame["state"])


DARK = state(box(), box(2))
MINE = ann(box(cards=(KING, QUEEN)))


def test_a_card_shown_to_all_hides_none_of_the_own_cards():
    before = PitTold(DARK, {"ann": MINE})
    now = PitTold(state(box(cards=(KING, UNKNOWN)), box(2)), {"ann": MINE})
    assert told(before, now, "ann", whole(DARK, MINE)) == whole(now.state, MINE)
    assert told(before, now, "rail", whole(DARK)) == whole(now.state)


@pytest.mark.parametrize("reader", ["ann", "rail"])
def test_who_was_shown_more_by_a_snapshot_is_told_when_it_has_passed(reader):
    before, frozen = PitTold(DARK, {"ann": MINE}), state(box(marker=5), box(2), frozen=True)
    own, snapped = (MINE, ann(called=True)) if reader == "ann" else (RAIL_PART, RAIL_PART)
    before.note_snapshot(frozen, reader, snapped)
    now = PitTold(DARK, {"ann": MINE})
    assert told(before, now, reader, whole(frozen, snapped)) == whole(DARK, own)


def test_who_opens_a_second_window_has_the_own_part_right_in_both():
    before = PitTold(DARK, {"ann": MINE})
    before.note_snapshot(DARK, "ann", ann(box(cards=(KING, KING)), chips=50))
    now = PitTold(DARK, {"ann": MINE})
    assert told(before, now, "ann", whole(DARK, ann(box(cards=(KING, KING)), chips=50))) == whole(DARK, MINE)
    assert told(before, now, "ann", whole(DARK, MINE)) == whole(DARK, MINE)


def test_who_gets_up_keeps_none_of_the_own_part():
    before, now = PitTold(DARK, {"ann": MINE}), PitTold(DARK, {})
    assert told(before, now, "ann", whole(DARK, MINE)) == whole(DARK)


@pytest.mark.parametrize(("was", "now"), [(state(), DARK), (DARK, state()), (state(), state()), (DARK, state(box()))])
def test_a_table_that_opens_and_other_boxes_are_told_whole(was, now):
    assert told(PitTold(was, {}), PitTold(now, {}), "rail", whole(was)) == whole(now)


def test_an_update_that_changes_nothing_tells_the_clock_alone():
    frame = PitChanges({"type": "pit-update"}, PitTold(DARK, {"ann": MINE}), PitTold(DARK, {"ann": MINE}), [])
    for reader in ("ann", "rail"):
        assert json.loads(frame.frame(reader)) == {"type": "pit-update", "state": {"clock": None}, "lines": []}
