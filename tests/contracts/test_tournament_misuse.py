"""Tournaments misused: nonsense on every road, orders by strangers, and answers that no record could hold."""

from __future__ import annotations

from types import SimpleNamespace
from typing import get_args

import pytest

from openfelt.errors import NotationError
from openfelt.service.desks.tournaments import MOST_LETTERS
from openfelt.service.tell.event_views import Seen, clock_view, public
from openfelt.service.tell.event_words import event_words
from openfelt.service.writers.event_tables import table_name
from openfelt.tournaments import Answers, fill, read_conditions
from openfelt.tournaments.clock import Clock
from openfelt.tournaments.events import EntryEnded, Out
from openfelt.tournaments.timing import MOST_MINUTES
from openfelt.tournaments.tournament import Tournament
from tests.contracts.test_tournament_desk import ANSWERS, entered, room  # noqa: F401 - a fixture
from tests.tournament_kit import changed, faults, whole

UNREADABLE = (
    {"buy_in_cents": -5},
    {"buy_in_cents": 10**30},
    {"name": ""},
    {"name": "n" * 100_000},
    {"players": 10**30},
    {"starting_chips": 10**30},
    {"level_minutes": 10**30},
    {"prizes": [-1, 1_001]},
    {"prizes": [1] * 1_000},
)


@pytest.mark.parametrize("answers", UNREADABLE, ids=lambda one: next(iter(one)))
def test_answers_that_no_record_could_hold_are_refused(room, answers):  # noqa: F811
    assert room.publish(answers={**ANSWERS, **answers}) == "notation"
    body = {"book": "house", "template": "freeze-out", "answers": answers}
    assert room.post("olga", "/check", **body) == "notation"
    assert room.get("", "")["events"] == []


def test_a_template_with_answers_is_what_a_file_would_hold():
    made = fill("freeze-out", "house", Answers(name="Friday", prizes=(700, 300)))
    assert (made.name, made.prizes.bands[1].prizes[0].per_mille) == ("Friday", 700)


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 50_000) + " = 1",
        '"' + '" . "'.join("a" * 50_000) + '" = 1',
        "[" + ".".join("a" * 50_000) + "]",
        "version = " + "9" * 5_000,
        "name = " + "[" * 50_000,
    ],
    ids=["dotted", "quoted", "table", "digits", "nested"],
)
def test_a_file_of_nonsense_is_refused_at_once(text):
    with pytest.raises(NotationError):
        read_conditions(text)


def test_dots_in_a_text_are_no_name_of_many_parts():
    form = "e.g. a form, i.e. a sheet of paper. Or two... " * 5
    assert read_conditions(f'book = "house"\n[entry]\nform = "{form}"').entry.form == form


@pytest.mark.parametrize("kind", [[], {}, 1, None, "", "__class__", [["Start"]]])
@pytest.mark.parametrize("road", ["order", "money", "entry", "preview"])
def test_a_kind_of_order_that_is_no_word_is_refused(room, road, kind):  # noqa: F811
    assert room.publish() == {"event": "friday"}
    assert room.post("olga", f"/friday/{road}", order={"type": kind}) == "bad-order"


def test_an_address_of_the_rooms_own_names_no_tournament(room):  # noqa: F811
    assert room.publish(name="templates") == "bad-name"
    assert room.publish(name="templates-1") == {"event": "templates-1"}


def test_words_that_everyone_reads_have_a_length(room):  # noqa: F811
    entered(room)
    long, enough = "y" * (MOST_LETTERS + 1), "y" * MOST_LETTERS
    order = {"type": "RefuseApplication", "player": room.ids["ann"]}
    assert room.post("olga", "/friday/preview", order={**order, "reason": long}) == "bad-order"
    assert room.post("olga", "/friday/preview", order={**order, "reason": enough}) != "bad-order"
    assert room.give("ann", "RaiseDispute", "entry", text=long) == "bad-order"


def test_a_substitute_has_an_account(room):  # noqa: F811
    entered(room)
    order = {"type": "NameSubstitute", "player": room.ids["ann"], "in_person": True, "form": True}
    for nobody in ("bob", "house", "a/b", "", "bot Ada of friday"):
        assert room.post("olga", "/friday/preview", order={**order, "substitute": nobody}) == "no-account"
    room.account("bob")
    for who in (room.ids["bob"], "bob", "Bob"):
        assert room.post("olga", "/friday/preview", order={**order, "substitute": who}) == "substitute", "none here"


def open_table(room, name):  # noqa: F811
    """Open a table for money, as the operator."""
    room.number += 1
    body = {"id": f"t{room.number}", "name": name, "rulebook": "house", "game": "texas-holdem"}
    room.client.cookies.clear()
    room.client.cookies.set("openfelt", room.tokens["olga"])
    told = room.client.post("/api/tables", json=body).json()
    return told["error"]["code"] if "error" in told else told


def test_no_table_for_money_takes_the_name_of_a_table_that_an_event_needs(room):  # noqa: F811
    assert table_name("friday", 1) == "friday table 1"
    assert open_table(room, "Friday table 1") == {"table": "Friday table 1"}
    assert room.publish() == "table-exists", "the director would ask for that table for ever"
    assert room.publish(name="saturday") == {"event": "saturday"}
    assert open_table(room, "saturday table 12") == "table-exists"
    assert open_table(room, "saturday") == {"table": "saturday"}


@pytest.mark.parametrize("target", ["a/b", "two\nlines", "n" * 101])
def test_entries_are_won_in_an_event_whose_name_an_account_can_have(target):
    found = faults(changed(whole("house", "satellite"), {"prizes.satellite.target": target}))
    assert [(one.code, one.path) for one in found] == [("satellite", ("prizes", "satellite", "target"))]
    assert not faults(changed(whole("house", "satellite"), {"prizes.satellite.target": "n" * 100}))


def test_an_event_with_two_lines_in_its_name_is_paid_for(room):  # noqa: F811
    assert room.publish(answers={**ANSWERS, "name": "Friday\nnight"}) == {"event": "friday"}
    assert room.take("olga", "OpenRegistration") == "done"
    assert room.take("ann", "Apply") == "done"
    assert room.take("ann", "PayBuyIn") == "done"


# -- in play -----------------------------------------------------------------------------------------------------------


def started(room):  # noqa: F811
    """An event with two players whose clock runs."""
    entered(room)
    room.account("bob")
    assert room.take("bob", "Apply") == "done"
    assert room.take("bob", "PayBuyIn") == "done"
    assert room.take("olga", "Start") == "done"
    host = room.hall.events["friday"]
    while not host.state.play.clock.runs:
        room.get("", "/friday")
    return host


def test_nobody_without_an_entry_holds_the_tables_by_a_dispute(room):  # noqa: F811
    host = started(room)
    room.account("zed")
    assert room.give("zed", "RaiseDispute", "entry", text="I do not like it") == "no-entry"
    assert host.state.play.disputes == {}
    assert room.give("ann", "RaiseDispute", "entry", text="the deal") == "done"
    assert len(host.state.play.disputes) == 1


def test_no_order_stops_or_moves_the_clock_for_ever(room):  # noqa: F811
    started(room)
    for minutes in (0, -1, MOST_MINUTES + 1, 10**30, 10**400):
        assert room.give("olga", "GiveBreak", minutes=minutes) == "bad-amount"
    for more_ms in (MOST_MINUTES * 60_000 + 1, -MOST_MINUTES * 60_000 - 1, 10**30, 10**400):
        assert room.give("olga", "AddTime", more_ms=more_ms) == "bad-amount"
    assert room.give("olga", "GiveBreak", minutes=MOST_MINUTES) == "done"


# -- what is told ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("why", get_args(Out))
def test_every_end_of_an_entry_has_words(why):
    assert "ann" in str(event_words(EntryEnded(player="ann", why=why, cites=("house 20.1",)), str))


def test_the_clock_on_the_wall_has_the_levels_of_a_play_off():
    conditions = whole("house", "multi-session")
    first = conditions.sessions[0]
    other = conditions.schedules[0].levels[-1]
    conditions = changed(conditions, {"sessions.0.play_off.schedule": "short"})
    schedules = (*conditions.schedules, type(conditions.schedules[0])(name="short", levels=(other,)))
    state = Tournament(name="e", phase="started", conditions=type(conditions)(**{
        **{name: getattr(conditions, name) for name in conditions.__struct_fields__}, "schedules": schedules,
    }))  # fmt: skip
    host = SimpleNamespace(state=state, name="e", log=(), awarded={}, bracket={})
    seen = Seen(host, {}, str, 0)
    state.play.session, state.play.clock = str(first.name), Clock(0, None, 0)
    assert clock_view(seen).now.blinds != other.blinds
    state.play.tied = ("cat", "dan")
    assert clock_view(seen).now.blinds == other.blinds
    assert [one.blinds for one in public(seen).levels] == [other.blinds]
