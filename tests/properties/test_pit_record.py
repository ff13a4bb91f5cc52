"""Signs, pay tables and checklists: text both ways, cited refusals, and every clause of the two books in its place."""

import datetime
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from openfelt.books.act_holdem.pit import ANTE_TABLE, SUPER_ACES_TABLE, HoldemSign
from openfelt.books.nz_big_raise.pit import RAISE_TABLE, THREE_CARD_BONUS_TABLE, BigRaiseSign
from openfelt.errors import NotationError, OpenfeltError, RuleViolation
from openfelt.pit import (
    Command,
    Event,
    Limits,
    Open,
    Round,
    Seat,
    decode_command,
    decode_sign,
    encode,
    play,
    read_file,
    read_tables,
    sign_for,
    validate,
    with_tables,
)
from openfelt.pit.games import pit_game
from openfelt.pit.notation import EVENTS, ORDERS
from openfelt.pit.sign import reading_lines
from openfelt.pit.signtext import read_sign, write_sign
from openfelt.pit.views import due
from openfelt.rulebooks import rulebook
from tests.stories.runner import ROUNDS, stories, tell

GAMES = ("act-holdem", "nz-big-raise")
STANDARD = {table.name: table for table in (ANTE_TABLE, SUPER_ACES_TABLE, RAISE_TABLE, THREE_CARD_BONUS_TABLE)}
OPEN: set[str] = set()
"""Clauses of the two rulebooks that nothing enforces or records. The list is empty and stays so."""


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_is_proven_by_a_story_or_recorded_in_a_list(key):
    proven = set().union(*(tell(story).proves for story in stories(ROUNDS)))
    listed = {cite for steps in pit_game(key).checklists.values() for step in steps for cite in step.cites}
    kinds_to_prove = {"engine", "evaluator", "settlement", "config", "irregularity", "supervisor", "room"}
    for clause in rulebook(key).values():
        if clause.kind in kinds_to_prove:
            assert clause.cite in proven, clause.cite
        else:
            assert clause.cite in proven or clause.cite in listed or clause.cite in OPEN, clause.cite


@pytest.mark.parametrize("key", GAMES)
def test_each_step_says_who_does_what_by_which_clause(key):
    for listed in pit_game(key).checklists.values():
        assert listed
        assert all(step.text and step.by and step.cites for step in listed)


@pytest.mark.parametrize("key", GAMES)
def test_a_dealers_screen_shows_the_steps_of_the_moment(key):
    table = Round()
    assert due(table) == ()
    play(table, Open(sign_for(key), (Seat(1, "Ann", 5000),)))
    shown = {cite for step in due(table) for cite in step.cites}
    opening = {cite for step in pit_game(key).checklists["opening"] for cite in step.cites}
    assert opening <= shown


@pytest.mark.parametrize("key", GAMES)
def test_every_reading_is_a_setting_with_the_resolution_as_default_and_is_printed(key):
    sign = sign_for(key)
    for reading in sign_for(key).readings:
        assert getattr(sign, reading.setting) == reading.values[0]
        assert reading.cites
        printed = set()
        for value in reading.values:
            other = msgspec.structs.replace(sign, **{reading.setting: value})
            printed.add(tuple(str(line.text) for line in reading_lines(other)))
            assert read_sign(write_sign(other)) == other
            assert decode_sign(encode(other)) == other
        assert len(printed) == len(reading.values), "the sign says each reading in its own words"
        assert not re.search(r"True|False|_|: ", " ".join(text for texts in printed for text in texts))
        with pytest.raises(RuleViolation) as refused:
            validate(type(sign)(**{reading.setting: "nonsense"}))
        assert refused.value.cites == reading.cites


@pytest.mark.parametrize(
    "sign",
    [
        HoldemSign(boxes=5, opens_on=datetime.date(2010, 1, 2), layout_approval="NI 7", max_payout=900),
        BigRaiseSign(device="shuffler", card_placement="on the 'line'", ante=Limits(100, 500, 100), unit=50),
        with_tables(HoldemSign(), {"ante": ANTE_TABLE.replace(flush=4)}),
    ],
)
def test_a_sign_reads_back_from_its_text_and_its_json(sign):
    assert read_sign(write_sign(sign)) == sign
    assert decode_sign(encode(sign)) == sign


@pytest.mark.parametrize("name", STANDARD)
def test_a_pay_table_reads_back_from_toml(name, tmp_path):
    table = STANDARD[name]
    key = table.cites[0].split(" ")[0]
    path = tmp_path / "table.toml"
    path.write_text(table.toml(), encoding="utf-8")
    assert read_file(path, game=key) == {name: table}
    changed = table.replace(flush=11)
    assert changed != table
    assert read_tables(changed.toml(), game=key)[name].pays("flush") == 11


RAISE = STANDARD["raise"].toml()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (RAISE.replace("flush = 6\n", "", 1), "lacks flush"),
        (RAISE.replace("royal-flush = 500", "royal-flush = -1"), "-1, not 0"),
        (RAISE.replace("royal-flush = 500", "royal-flush = 2.5"), "2.5, not a whole number"),
        (RAISE.replace("royal-flush = 500", "royal-flush = true"), "True, not a whole number"),
        (RAISE.replace("royal-flush = 500", "royal-flush = 99999999"), "not 0 to"),
        (RAISE + "blaze = 3\n", "no hand 'blaze'"),
        ("[ante]\nflush = 2\n", "no pay table 'ante'"),
        ("raise = 3\n", "no pay table 'raise'"),
    ],
)
def test_a_bad_pay_table_is_refused_with_its_clause(text, told):
    with pytest.raises(NotationError, match=told) as refused:
        read_tables(text, game="nz-big-raise", source="mine.toml")
    assert str(refused.value).startswith("mine.toml: ")
    assert refused.value.cites == ("nz-big-raise 5.7",)
    assert "\n" not in str(refused.value)


def test_text_that_is_no_toml_and_files_that_cannot_be_read_are_refused_in_one_line(tmp_path):
    with pytest.raises(NotationError, match="not TOML"):
        read_tables("[raise", game="nz-big-raise")
    with pytest.raises(NotationError, match="no pay table in it"):
        read_tables("", game="nz-big-raise")
    with pytest.raises(NotationError, match="cannot be read"):
        read_file(tmp_path / "none.toml", game="nz-big-raise")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(NotationError, match="not UTF-8"):
        read_file(tmp_path / "bad.toml", game="nz-big-raise")


@pytest.mark.parametrize("data", ["{}", "[", '{"type":"Fold","box":"one"}', '{"type":"Fold","box":1,"more":2}', "7"])
def test_bytes_that_are_no_order_are_refused(data):
    with pytest.raises(NotationError, match="not a pit command"):
        decode_command(data)


def test_a_bad_card_or_sign_inside_an_order_keeps_its_own_refusal():
    with pytest.raises(OpenfeltError, match="Xx"):
        decode_command('{"type":"DealFlop","cards":["Xx","2d","2c"]}')
    with pytest.raises(OpenfeltError, match="1 to 7 wagering positions"):
        decode_sign('{"type":"nz-big-raise","positions":9}')


def test_a_pay_table_does_not_change():
    with pytest.raises(AttributeError):
        ANTE_TABLE.rows = ()
    with pytest.raises(NotationError, match="no pay table"):
        decode_sign('{"type":"act-holdem","ante_table":{"table":"roulette"}}')


def test_every_order_event_and_setting_is_documented():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "pit.md").read_text(encoding="utf-8")
    names = [kind.__name__ for kind in (*get_args(Command), *get_args(Event))]
    names += [field.name for sign in (HoldemSign, BigRaiseSign) for field in msgspec.structs.fields(sign)]
    assert [name for name in names if f"| `{name}` |" not in page] == []
    for template in (*ORDERS.values(), *EVENTS.values()):
        assert f"`{template}`" in page, template


@pytest.mark.parametrize(
    "text",
    ["act-holdem boxes=5 boxes=3", "act-holdem boxes=5 boxes=5", "nz-big-raise unit=50 ante=500-5000/500 unit=50"],
)
def test_a_setting_said_twice_is_refused(text):
    with pytest.raises(NotationError, match="twice"):
        read_sign(text)
