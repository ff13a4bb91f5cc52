"""Every story of a table from hand to hand comes true, proves the clauses it names, and notices a broken rule."""

import dataclasses

import pytest

from openfelt import cage
from openfelt.lists import turns
from openfelt.room import deciding, freezeout, notices, positions, table
from openfelt.room.rules import ROOM, room_rules
from openfelt.room.seating import SeatDraw
from openfelt.stories import Story, StoryFailed
from tests.stories.runner import ROOMS, broken, stories, tell


@pytest.mark.parametrize("story", stories(ROOMS), ids=lambda story: story.name)
def test_story(story):
    assert tell(story).proves, "a story names the clause it proves"


SIGN = """
proves nsw-poker 8.8.5.2
nsw-poker texas-holdem no-limit  blinds 100/200  places 8  min_stake=4000
seated 1 ann 20000, 2 bob 20000, 3 cat 20000
hand: button 3
"""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("ann adds 500", "never gave nsw-poker 8.8.5.2"),
        ("hand: button 2", "button is 1, not 2"),
        ("hand: dealt 1 2", "dealt is 1 2 3, not 1 2"),
        ("hand: blinds 2 100 + 3 100", "blinds is 2 100 + 3 200"),
        ("dan sits 5 with 4000 refused stake", "is not refused"),
        ("dan sits 5 with 3999 refused unit", "refused as stake, not unit"),
        ("dan sits 5 with 3999 refused stake [8.7]", "refused by nsw-poker 8.4"),
        ("dan sits 5 with 4000 waiting [8.8.5.1]", "not nsw-poker 8.8.5.1"),
        ("dan sits 5 with 4000 waiting [not 8.8.5.2]", "gave nsw-poker 8.8.5.2"),
        ("dan sits 5 with 3999 refused stake [not 8.4]", "refused by nsw-poker 8.4"),
        ("dan sits 5 with 3999 refused stake saying $40", "refused saying a stake of $39.99"),
        ("dan sits 1 with 4000 refused seat-not-free offering 4, 5, 6, 7", "refused offering 4, 5, 6, 7, 8"),
        ("ann stands; ann left with 1", "left: [('ann', 20000)]"),
        ("ann keeps the seat refused excluded", "refused as not-leaving, not excluded"),
        ("bob sits 2 with 4000 at 0:10 refused excluded", "refused as already-seated"),
        ("notice at 0:00: house omaha no-limit blinds 100/200", "a table keeps its rulebook"),
        ("hand closes: ann -20200, bob +20200", "was not dealt in"),
        ("hand opens; hand closes: ann -20200, bob +20200", "nobody loses more than the stake"),
        ("ann has 1", "has 20000"),
        ("ann is out", "is playing"),
        ("sign shows Ante: $1", "the sign says"),
        ("won ann 500", "won: []"),
        ("dan sings", "no line reads"),
        ("dan adds 500", "does not sit"),
        ("ann is moved to table two", "no table two has been opened"),
        ("dan buys in 4000 at table two", "no table two has been opened"),
        ("at table two: ann adds 500", "no table two has been opened"),
        ("the stake of ann is corrected by -20001", "the stake of ann holds 20000"),
        ("the stake of ann is corrected by +999980001", "the purse of ann holds 999980000"),
        ("the stake of ann is corrected by +0", "a correction by nothing is none"),
        ("the stake of dan is corrected by -1", "dan does not sit here"),
        ("dan sits 3 with 3999 by mistake", "seat 3 is taken"),
        ("ann sits 5 with 3999 by mistake", "ann sits here already"),
        ("dan sits 5 with 0 by mistake", "a stake of 0 is none"),
        ("dan sits 5 with 1000000001 by mistake", "a stake of 1000000001 is none"),
    ],
)
def test_a_story_that_is_not_true_fails_and_says_why(line, fault):
    with pytest.raises(StoryFailed) as raised:
        tell(Story("a story", "room", f"{SIGN}{line}"))
    assert fault in str(raised.value)


@pytest.mark.parametrize(
    "line",
    [
        "the stake of ann is corrected by -20000; ann has 0",
        "the stake of ann is corrected by +999980000; ann has 1000000000",
        "dan sits 5 with 1000000000 by mistake; dan has 1000000000",
        "desk two: stakes 4000-any; ann is moved to table two; at table two: ann has 20000",
    ],
)
def test_a_story_at_the_edge_of_what_can_be_told(line):
    text = SIGN.replace("8.8.5.2", "9.2")
    assert tell(Story("a story", "room", f"{text}{line}")).came_true


def bend(monkeypatch, book, **change):
    """Have the room of a book follow another rule."""
    chapter = dataclasses.replace(ROOM.of(book), tables=dataclasses.replace(room_rules(book), **change))
    monkeypatch.setitem(ROOM._read, book, chapter)


@pytest.mark.parametrize(
    ("change", "file"),
    [
        ({"free_seats": 1}, "nsw-poker/8.8.4_seat_change.room"),
        ({"free_seats": 3}, "nsw-poker/8.8.4_seat_change.room"),
        ({"notice_rounds": 2}, "nsw-poker/8.3_changes.room"),
        ({"notice_rounds": 4}, "nsw-poker/3.4_commission_change.room"),
        ({"raise_notice_ms": 1_201_000}, "nsw-poker/8.3_changes.room"),
        ({"closing_ms": 1_199_000}, "nsw-poker/27.9_closing.room"),
        ({"no_entry_on_button": True}, "nsw-poker/8.8.5_newcomer.room"),
        ({"vacating": dataclasses.replace(room_rules("nsw-poker").vacating, after=2)}, "nsw-poker/27.10_vacating.room"),
        ({"inactive_may_add": False}, "nsw-poker/8.7_stake_frozen.room"),
        ({"commission_nil": ()}, "nsw-poker/3.4_commission_change.room"),
        ({"redeal": ()}, "nsw-poker/25.8_redeal.room"),
        ({"rebuy": ()}, "nsw-poker/8.4_rebuy.room"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_another_rule_breaks_its_stories(monkeypatch, change, file):
    assert broken(file) == []
    bend(monkeypatch, "nsw-poker", **change)
    assert broken(file)


ACT_BENT = [
    ({"no_entry_on_button": False}, "17.4_missed_blinds.room"),
    ({"no_entry_on_button": False}, "17.11_newcomer.room"),
    ({"first_orbit_free": ()}, "17.12_first_round.room"),
    ({"seat_change_by": "passed"}, "17.13_seat_change.room"),
    ({"inactive_may_add": True}, "4.1_stakes.room"),
    ({"declared": ()}, "14.3_declared.room"),
    ({"redeal": ()}, "17.3_redeal.room"),
    ({"entry_by": "minimum"}, "17.11_big_blind.room"),
]


@pytest.mark.parametrize(("change", "file"), ACT_BENT)
def test_another_rule_of_canberra_breaks_its_stories(monkeypatch, change, file):
    bend(monkeypatch, "act-stud", **change)
    assert broken(f"act-stud/{file}")


def no_late_post(*_: object) -> tuple[int, int, int]:
    return 1, 0, 0


@pytest.mark.parametrize(
    ("module", "name", "bent", "file"),
    [
        (positions, "_late_post", no_late_post, "8.8.3_missed_blinds.room"),
        (positions, "next_button", lambda table, seats: max(seats), "9.1_button.room"),
        (deciding, "is_live", lambda place: True, "8.8.4_seat_change.room"),
        (notices, "sign_lines", lambda sign: (), "8.1_sign.room"),
        (notices, "is_nil", lambda table, sign: False, "3.4_commission_change.room"),
        (freezeout, "after_hand", lambda table, chips: (), "8.10_freeze_out.room"),
        (freezeout, "require_entry", lambda table, command: None, "8.10_freeze_out.room"),
        (turns, "draw_for_seat", lambda several, shoe, cites: SeatDraw((), several[0], cites), "6.4_seat_draws.room"),
        (table.Table, "idle_orbits", lambda table, place: place.idle_hands, "27.10_vacating.room"),
        (cage.fees.TimeFee, "share", lambda fee, *_, unit: fee.amount, "3.3.3_time.room"),
        (cage.fees.TimeFee, "each", lambda fee, players, *, unit: fee.amount // players, "3.3.3_time.room"),
    ],
)
def test_a_bent_rule_breaks_its_stories(monkeypatch, module, name, bent, file):
    monkeypatch.setattr(module, name, bent)
    assert broken(f"nsw-poker/{file}")


def test_another_rule_about_money_breaks_its_stories(monkeypatch):
    bend(monkeypatch, "nsw-poker", inactive_may_add=False, approval=(), broken_game=())
    frozen, moving = "nsw-poker/8.7_stake_frozen.room", "nsw-poker/8.5_moving.room"
    assert {f"{frozen} ({number})" for number in (1, 2, 3)} <= set(broken(frozen))
    assert {f"{moving} ({number})" for number in range(1, 8)} <= set(broken(moving))
