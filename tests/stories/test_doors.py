"""Which orders the room makes is read from its code: a door that is taken out makes its clauses unreachable."""

from pathlib import Path

import pytest

from openfelt.room import commands as q
from openfelt.room import composition
from openfelt.rulebooks.conformance import compute, headlines, read_reasons
from openfelt.stories import Source, Story, assertions
from openfelt.stories.lines import source_of
from tests.stories import conformance, doors
from tests.stories.doors import FIRST, Code, Doors, Made, doors_of, without_form
from tests.stories.runner import FOLDER, ROOMS, files

TABLE = "openfelt.service.routes"
CHECKS = '    Row("POST", "/api/floor/{table}/checks", FLOOR, money.set_value, money.ValueBody, at=Hall.host),\n'
VACATING = Path(FOLDER, "nsw-poker", "27.10_vacating.room")
NOTHING = Doors(frozenset(), frozenset())


@pytest.mark.parametrize(
    "source",
    [
        Source("SitDown", ("entry",)),  # a frame
        Source("SitDown", ("consent", "groups")),
        Source("OpenTable", ("live",)),  # a form
        Source("OpenTable", ("freeze_out", "approved_by")),
        Source("CountBox"),
        Source("SendPlayer", ("broken_game",)),
        Source("InHand Fold"),
        Source("InHand TimeOut"),  # a timer
        Source("ChargeFees"),
        Source("WarnTime"),
        Source("OpenHand"),  # by what fixes the deck
        Source("CloseHand"),  # by what ends a hand
        Source("RuleOn acted-out-of-turn"),
        Source("Use exclude"),
        Source("Use end-clock"),  # by the clock alone
        Source("OpenPit"),
        Source("pit Wager"),
        Source("pit ChangeLimits"),  # the desk's forms are made of the offers
    ],
    ids=str,
)
def test_the_room_makes_this_order(source):
    assert doors.doors().make(source)


@pytest.mark.parametrize(
    "source", [Source("SitDown", ("by",)), Source("RequireStake", ("by",)), Source("Use no-such-power")], ids=str
)
def test_nothing_makes_this_order(source):
    assert not doors.doors().make(source)


def test_a_route_that_is_taken_out_makes_its_order_unreachable():
    texts = doors.sources()
    assert CHECKS in texts[TABLE]
    shut = doors_of(Code({**texts, TABLE: texts[TABLE].replace(CHECKS, "")}), [FIRST])
    assert not shut.make(Source("SetCheckValue"))
    assert shut.make(Source("CountBox"))


def test_a_route_without_a_form_is_no_door():
    texts = doors.sources()
    client = doors.forms()
    assert "set_value" not in without_form(texts[TABLE], client)
    closed = without_form(texts[TABLE], client.replace("'checks'", "").replace("/checks", ""))
    assert "set_value" in closed
    assert not doors_of(Code(texts), [FIRST], closed).make(Source("SetCheckValue"))


def test_a_clause_that_is_given_only_by_an_order_no_door_makes_is_not_reachable():
    shown = conformance.proofs([VACATING])
    assert "nsw-poker 27.10" in shown.files
    assert shown.missing(NOTHING)["nsw-poker 27.10"] == ["OpenTable", "Vacate"]
    opened = Made("OpenTable")
    assert shown.missing(Doors(frozenset({opened}), frozenset()))["nsw-poker 27.10"] == ["Vacate"]
    assert not shown.missing(Doors(frozenset({opened, Made("Vacate")}), frozenset()))


def test_an_order_needs_its_fields_and_the_opening_of_its_table():
    plain, consenting = q.SitDown("ann", 1, 20_000), q.SitDown("ann", 1, 20_000, consent=True)
    sits = Doors(frozenset({Made("SitDown", frozenset({"player", "seat", "stake"}))}), frozenset())
    assert sits.make(source_of(plain))
    assert not sits.make(source_of(consenting))
    ways = conformance.proofs([Path(FOLDER, "nsw-poker", "8.10_freeze_out.room")]).ways["nsw-poker 8.10.3"]
    assert all(way[0].kind == "OpenTable" and "freeze_out" in way[0].fields for way in ways)


SIGN = (
    "proves nsw-poker 20.3.1, 9.5\nnsw-poker texas-holdem no-limit  blinds 100/200  seats 1 10000 button, 2-3 10000\n"
)


def test_a_clause_is_asserted_only_where_a_line_names_it_and_that_is_checked():
    told = assertions(Story("a story", "hand", f"{SIGN}pre-flop  opens 1  [20.3.1]\n1 calls"))
    assert told == {"nsw-poker 20.3.1": {(Source("DealHand"),)}}, "9.5 is given, and no line asserts it"
    assert not assertions(Story("a story", "hand", f"{SIGN}pre-flop  opens 1\npot 300  [20.3.1]"))


@pytest.mark.slow
def test_a_rule_that_is_taken_out_of_the_composition_makes_the_count_fall(monkeypatch):
    def count() -> int:
        shown = conformance.proofs(files(ROOMS))
        made = compute(shown.files, {}, read_reasons(), shown.missing(doors.doors()))
        return headlines(made)["casino books"].enforced

    before = count()
    monkeypatch.delitem(composition._ANSWERS, q.ChangeSeat)
    assert count() < before
