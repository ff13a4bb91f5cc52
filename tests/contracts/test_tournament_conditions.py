"""Tournament conditions, clause by clause: each gap and each contradiction with its clause, and a twin that passes."""

from __future__ import annotations

import msgspec
import pytest

from openfelt.books.book import read_book
from openfelt.tournaments import TEMPLATES, Answers, check, fill, publish, read_conditions, write_conditions
from openfelt.tournaments.findings import written_path
from openfelt.tournaments.items import ITEMS
from openfelt.tournaments.publishing import PublishedConditions, amend, digest
from openfelt.tournaments.rules import TOURNAMENTS, is_dropped
from tests.tournament_kit import EVERY, OPERATOR, SILENT, changed, clauses, faults, whole

NSW, ACT, HOUSE = "nsw-poker", "act-stud", "house"


# --- templates --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "key"), EVERY)
def test_a_template_with_the_operators_answers_may_be_published(book, key):
    assert faults(whole(book, key)) == ()


@pytest.mark.parametrize(("book", "key"), EVERY)
def test_only_what_the_operator_answers_is_left_open_by_a_template(book, key):
    left = faults(fill(key, book))
    assert {one.kind for one in left} <= {"gap"}
    assert {written_path(one.path) for one in left} == set(OPERATOR[book]) == TOURNAMENTS.of(book).operator


@pytest.mark.parametrize("key", TEMPLATES)
def test_a_home_game_is_published_as_the_template_has_it(key):
    assert isinstance(publish(fill(key, HOUSE)), PublishedConditions)


def test_a_host_fills_in_at_most_eight_fields():
    assert len(msgspec.structs.fields(Answers)) <= 8
    given = Answers(
        name="Friday",
        starts="2026-12-04 19:30",
        players=24,
        seats=8,
        buy_in_cents=1_500,
        starting_chips=10_000,
        level_minutes=12,
        prizes=(600, 400),
    )
    made = fill("freeze-out", HOUSE, given)
    assert faults(made) == ()
    assert (made.name, made.entry.most_players, made.play.seats) == ("Friday", 24, 8)
    first = made.sessions[0]
    assert (first.starts, first.buy_in_cents, first.starting_chips) == ("2026-12-04 19:30", 1_500, 10_000)
    assert {one.minutes for one in made.schedules[0].levels} == {12}
    assert [one.per_mille for one in made.prizes.bands[-1].prizes] == [600, 400]


def test_the_fee_of_a_book_without_buy_ins_is_what_the_host_fills_in():
    made = fill("freeze-out", ACT, Answers(buy_in_cents=5_000))
    assert (made.sessions[0].entry_fee_cents, made.sessions[0].buy_in_cents) == (5_000, 0)


def test_the_number_of_tables_follows_the_players_where_the_book_wants_it_said():
    assert fill("freeze-out", NSW, Answers(players=28, seats=9)).sessions[0].tables == 4
    assert fill("freeze-out", NSW, Answers(players=27, seats=9)).sessions[0].tables == 3
    assert fill("heads-up", NSW, Answers(players=18)).sessions[0].tables == 5  # a divided table is two


# --- gaps -------------------------------------------------------------------------------------------------------------

# Every item of 28.4.2, as the source lists them, with the fields that answer it.
ITEMS_OF_28_4_2 = {
    "28.4.2(a)": ["sessions.0.entry_fee_cents"],
    "28.4.2(b)": ["sessions.0.buy_in_cents"],
    "28.4.2(c)": ["sessions.0.starting_chips"],
    "28.4.2(d)": [
        *("rebuys", "rebuys.most", "rebuys.period", "rebuys.cost_cents", "rebuys.chips"),
        *("add_ons", "add_ons.most", "add_ons.period", "add_ons.cost_cents", "add_ons.chips"),
    ],
    "28.4.2(e)": ["schedules", "schedules.0.levels.0.least", "schedules.0.levels.0.most", "sessions.0.schedule"],
    "28.4.2(f)": [
        *("sessions", "sessions.0.ends", "sessions.0.tables", "sessions.0.advance", "sessions.0.play_off"),
        *("repechage", "heads_up", "prizes.simultaneous"),
    ],
    "28.4.2(g)": [
        *("play.balancing", "play.breaking", "play.clock", "play.bonus_rounds", "play.elimination_rounds"),
        *("play.hand_for_hand", "play.penalties", "play.time_bank", "chips.colour_up"),
    ],
    "28.4.2(h)": ["play.seats", "play.seats_by", "play.areas", "play.order_of_wagering", "play.button"],
    "28.4.2(i)": ["entry.re_entry", "entry.final_buy_in"],
    "28.4.2(j)": ["entry.transfer", "entry.substitutes"],
    "28.4.2(k)(i)": ["entry.only_entitled"],
    "28.4.2(k)(ii)": ["entry.refusal"],
    "28.4.2(k)(iii)": ["entry.criteria"],
    "28.4.2(l)": ["entry.withdrawal", "entry.form", "entry.least_players", "entry.most_players", "entry.late_entry"],
    "28.4.2(m)": [
        *("prizes.bands", "prizes.payment", "prizes.undertaking", "prizes.guarantee", "prizes.added"),
        *("prizes.bounty", "prizes.satellite", "prizes.deals"),
    ],
    "28.4.2(n)": ["statements.conducted_by", "statements.prevails"],
}


@pytest.mark.parametrize(
    ("number", "path"), [(number, path) for number, paths in ITEMS_OF_28_4_2.items() for path in paths]
)
def test_silence_about_an_item_of_28_4_2_is_a_gap_with_its_clause(number, path):
    made = changed(whole(NSW, "re-buy"), {path: SILENT})
    found = [one for one in faults(made) if one.kind == "gap" and f"{NSW} {number}" in one.cites]
    assert path in [written(one.path) for one in found]


def written(path):
    return ".".join(map(str, path))


NONE_ANSWERS = [
    item
    for item, (_, answers) in ITEMS.items()
    if '"none"' in answers and "[]" not in item and item not in {"entry.form", "prizes.bands"}
]


@pytest.mark.parametrize("item", NONE_ANSWERS)
def test_none_is_an_answer(item):
    assert faults(changed(whole(NSW), {item: "none"})) == ()


def test_every_item_of_the_value_is_asked_for_and_has_a_clause():
    for book in TOURNAMENTS.books():
        asks = TOURNAMENTS.of(book).asks
        assert set(ITEMS) - set(asks) <= {"approval"}
        assert all(asks.values())
    assert set(TOURNAMENTS.of(ACT).asks) == set(ITEMS)


def test_a_part_of_something_that_is_there_is_asked_for_and_of_something_that_is_not_there_is_not():
    part = {"most": 1, "period": {"last_level": 2}, "cost_cents": 100}
    gaps = faults(whole(NSW, rebuys=part))
    assert [(written(one.path), one.kind) for one in gaps] == [("rebuys.chips", "gap")]
    assert faults(whole(NSW, rebuys="none")) == ()


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("sessions.0.advance.count", "28.8.1"),
        ("sessions.0.advance.method", "28.8.2"),
        ("prizes.guarantee.least_entries", "28.3.4"),
        ("entry.acceptance", "28.4.3"),
        ("play.inserted_levels", "28.7.11"),
    ],
)
def test_other_clauses_that_want_an_answer(path, number):
    guarantee = {"cents": 100_000, "least_entries": 20, "cancel_below": True}
    made = whole(NSW, "multi-session", prizes__guarantee=guarantee)
    assert faults(made) == ()
    assert f"{NSW} {number}" in clauses(changed(made, {path: SILENT}), "unanswered")


def test_act_stud_wants_an_approval_before_anything_is_published():
    assert clauses(whole(ACT, approval=SILENT)) == {f"{ACT} 20.3"}
    assert clauses(whole(ACT, approval="none")) == {f"{ACT} 20.3"}
    assert faults(whole(ACT)) == ()


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("sessions.0.starts", "20.4(a)"),
        ("sessions.0.ends", "20.4(b)"),
        ("sessions.0.entry_fee_cents", "20.4(c)"),
        ("commission", "20.4(c)"),
        ("sessions.0.starting_chips", "20.4(d)"),
        ("entry.least_players", "20.4(e)"),
        ("entry.most_players", "20.4(e)"),
        ("entry.criteria", "20.4(f)"),
        ("play.limit", "20.4(g)"),
        ("schedules.0.levels.1.most", "20.4(g)"),
        ("prizes.bands", "20.4(h)"),
        ("play.seats", "20.8"),
    ],
)
def test_silence_about_an_item_of_act_stud_is_a_gap_that_the_house_asks_for(path, number):
    found = clauses(changed(whole(ACT), {path: SILENT}), "unanswered")
    assert f"{ACT} {number}" in found  # the book leaves it to the conditions
    assert any(cite.startswith("house 20") for cite in found)  # and nobody can play without it


# --- which ordinary rules there are -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", ["3", "3.1", "6.1.1(i)", "8.3.1", "8.7", "8.8.1", "8.8.3.1", "8.8.4", "8.9", "8.9.1"]
)
def test_28_2_1_drops_a_rule(number):
    assert is_dropped(read_book(NSW).tournaments, number)


@pytest.mark.parametrize(
    "number", ["2.1", "7.12.1", "8.8.2", "8.8.6", "8.8.7", "8.8.8", "8.8.9", "8.10", "26.12", "30.1"]
)
def test_28_2_1_keeps_a_rule(number):
    assert not is_dropped(read_book(NSW).tournaments, number)


def test_what_a_dropped_rule_refuses_on_a_sign_is_allowed_in_a_tournament():
    """8.8.1 has the last blind at the table minimum; 28.2.1 drops it. 4.1 has the decks; it stays."""
    assert faults(whole(NSW, schedules__0__levels__0__least=75)) == ()
    assert f"{NSW} 4.1" in clauses(whole(NSW, play__deck=48))


def test_a_supervisor_may_ask_for_antes_in_a_game_that_has_none():
    """28.2.1.1 and 28.2.2: an ante, a blind, or both."""
    assert faults(whole(NSW, schedules__0__levels__0__ante=25)) == ()
    assert faults(whole(NSW, schedules__0__levels__0__ante=25, schedules__0__levels__0__blinds=[])) == ()
    assert faults(whole(NSW, schedules__0__levels__0__blinds=[])) != ()


def test_the_seats_of_rule_6_do_not_count_but_the_cards_do():
    """Draw poker has eight seats by rule 6, and cards for ten."""
    draw = {
        "play.game": "draw-ante",
        "play.limit": "spread",
        "sessions.0.tables": 2,
        "schedules.0.levels": [{"least": 50, "most": 100, "ante": 25}],
    }
    assert faults(changed(whole(NSW), draw | {"play.seats": 10})) == ()
    assert clauses(changed(whole(NSW), draw | {"play.seats": 11})) == {"house 20.21"}


# --- which text wins --------------------------------------------------------------------------------------------------


def test_approved_conditions_replace_a_rule_of_act_stud_and_name_it():
    """4.2(b): blinds or antes, not both. 20.5: approved conditions prevail over it."""
    made = whole(ACT, schedules__0__levels__0__blinds=[50, 100])
    assert faults(made) == ()
    (one,) = check(made).replaced
    assert (one.cites, one.by_reading) == ((f"{ACT} 4.2(b)",), False)
    assert publish(made).replaced == (one,)


def test_what_is_not_approved_replaces_nothing():
    made = whole(ACT, schedules__0__levels__0__blinds=[50, 100], approval="none")
    assert check(made).replaced == ()
    assert clauses(made) == {f"{ACT} 20.3", f"{ACT} 4.2(b)"}


def test_no_rule_of_nsw_poker_is_replaced():
    made = whole(NSW, play__clock__seconds=19, approval="GRC 2026/17")
    assert check(made).replaced == ()
    assert clauses(made) == {f"{NSW} 7.12.1"}


@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ({"play.balancing": {}}, "20.7"),
        ({"play.breaking": {}}, "20.7"),
        ({"chips.colour_up": "race"}, "20.14"),
    ],
)
def test_moves_and_colouring_up_in_act_stud_need_an_approved_condition(changes, number):
    made = changed(whole(ACT), changes)
    assert faults(made) == ()
    (one,) = check(made).replaced
    assert f"{ACT} {number}" in one.cites
    assert one.by_reading
    assert f"{ACT} {number}" in clauses(changed(made, {"approval": "none"}))


def test_no_approval_makes_a_table_that_the_cards_cannot_serve():
    assert clauses(whole(ACT, play__deck=51), "deck") == {f"{ACT} 2.1", f"{ACT} 2.2"}


# --- publishing -------------------------------------------------------------------------------------------------------


def test_the_hash_is_of_the_content_not_of_the_file():
    made = whole(NSW)
    text = write_conditions(made)
    again = read_conditions("# a comment\n" + text.replace(" = ", "="))
    assert again == made
    assert digest(again) == digest(made) == publish(made).digest
    assert digest(whole(NSW, sessions__0__buy_in_cents=2_001)) != digest(made)
    assert digest(whole(NSW, version=2)) != digest(made)


def test_a_new_version_before_the_start_and_none_after_it():
    first = publish(whole(NSW))
    second = whole(NSW, version=2, play__clock__seconds=25)
    assert amend(first, second, started=False).conditions == second
    (frozen,) = amend(first, second, started=True)
    assert (frozen.code, frozen.cites[:3]) == ("frozen", (f"{NSW} 28.7.11", f"{NSW} 28.8.1", f"{NSW} 28.8.2"))


@pytest.mark.parametrize("version", [1, 3])
def test_versions_follow_each_other(version):
    (one,) = amend(publish(whole(NSW)), whole(NSW, version=version), started=False)
    assert (one.code, one.allowed) == ("version", ("2",))


def test_a_version_that_may_not_be_published_replaces_none():
    found = amend(publish(whole(NSW)), whole(NSW, version=2, play__clock__seconds=19), started=False)
    assert [one.code for one in found] == ["clock"]
    (one,) = amend(publish(whole(HOUSE)), changed(whole(NSW), {"version": 2}), started=False)
    assert one.code == "book"


def test_another_version_in_act_stud_has_another_approval():
    first = publish(whole(ACT))
    (one,) = amend(first, whole(ACT, version=2), started=False)
    assert (one.code, one.cites) == ("approval", (f"{ACT} 20.3",))
    assert isinstance(amend(first, whole(ACT, version=2, approval="GRC 2026/18"), started=False), PublishedConditions)


def test_conditions_do_not_change():
    made = whole(NSW)
    with pytest.raises(AttributeError):
        made.version = 2
    with pytest.raises(AttributeError):
        made.play.seats = 8


def test_a_book_without_tournaments_has_none():
    (one,) = check(changed(whole(HOUSE), {"book": "us-stud"})).faults
    assert (one.code, one.cites, one.allowed) == ("no-tournaments", ("house 20.2.1",), (NSW, ACT, HOUSE))


@pytest.mark.parametrize(("book", "key"), EVERY)
def test_what_is_written_reads_back(book, key):
    for made in (fill(key, book), whole(book, key)):
        assert read_conditions(write_conditions(made)) == made
