"""A file with our own sign says many things twice, for other readers: each must be what we write for that sign."""

from __future__ import annotations

import random
import re

import pytest

from openfelt.formats import dump_phh, read_histories, replay_text
from openfelt.formats.restoring import OWN, SETTING
from openfelt.formats.writing import toml
from openfelt.games import GAMES
from openfelt.table import Fold, Viewer, play
from tests.goldens.test_phh import HERE
from tests.goldens.test_phh_rulings import lights_out, void
from tests.goldens.test_phh_writing import nsw_hand
from tests.properties.random_tables import ALL_GAMES, random_hand

INSPECTOR = Viewer("inspector")
LONG = "9" * 5000
every_game = pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)
OTHER = {bool: lambda one: not one, int: lambda one: one + 1, str: lambda one: f"{one}??", list: lambda one: [*one, 1]}


def own_file():
    hand, events, shoe = nsw_hand()
    return dump_phh([*events, *play(hand, Fold(5), shoe), *play(hand, Fold(7), shoe)], viewer=INSPECTOR)


def refusal(text):
    [verdict] = replay_text(text)
    assert (verdict.ok, verdict.readable, verdict.checked) == (False, False, None)
    return verdict.error


def edited(text, name, value):
    """The text with another value in a field."""
    line = f"{name} = {value}"
    text, lines = re.subn(rf"(?m)^{name} = .*$", lambda _: line, text)
    assert lines == 1
    return text


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("variant", "'PO'", "is 'PO', but by the sign of the hand it is 'NT'"),
        ("variant", "'XX'", "is 'XX', but by the sign of the hand it is 'NT'"),
        ("antes", "[9, 9, 9]", "is [9, 9, 9], but by the sign of the hand it is [0, 0, 0]"),
        ("blinds_or_straddles", "[1, 2, 0]", "is [1, 2, 0], but by the sign of the hand it is [100, 200, 0]"),
        ("min_bet", "1", "is 1, but by the sign of the hand it is 200"),
        ("ante_trimming_status", "false", "is False, but by the sign of the hand it is True"),
        ("_openfelt_game", "'omaha'", "is 'omaha', but by the sign of the hand it is 'texas-holdem'"),
        ("_openfelt_rulebook", "'house'", "is 'house', but by the sign of the hand it is 'nsw-poker'"),
        ("_openfelt_burns", "'As'", "is 'As', but by the sign of the hand it is ''"),
    ],
)
def test_another_value_than_the_sign_makes_is_refused(name, value, said):
    assert refusal(edited(own_file(), name, value)) == f"hand T7-81: the field '{name}' {said}"


def test_a_field_that_the_sign_does_not_make_and_one_that_is_missing_are_refused():
    text = own_file()
    more = refusal(f"{text}big_bet = 400\n")
    assert "the field 'big_bet' is 400, but by the sign of the hand there is none" in more
    less = refusal(text.replace("ante_trimming_status = true\n", ""))
    assert "the field 'ante_trimming_status' is missing; by the sign of the hand it is True" in less


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("_openfelt_rulebook", "7", "7 in the field '_openfelt_rulebook' is no text"),
        ("_openfelt_game", "[]", "[] in the field '_openfelt_game' is no text"),
        ("_openfelt_burns", "5", "5 in the field '_openfelt_burns' is no text"),
        ("_openfelt_burns", "'x'", "'x'"),
        ("_openfelt_late", "3", "openfelt's own fields: Expected `array`"),
        ("_openfelt_sign", "3", "openfelt's own fields: Expected `object`"),
        ("_openfelt_blinds", "[[1, 2, 3]]", "openfelt's own fields: Expected `array` of length 2"),
        ("_openfelt_version", "true", "played under version True of the rules"),
        ("_openfelt_version", LONG, "a number of more than 4300 digits of the rules"),
        ("_openfelt_button", LONG, "in the field '_openfelt_button' is more than any pot holds"),
        ("_openfelt_sign", f"{{seats = {LONG}}}", "in the field '_openfelt_sign' is more than any pot holds"),
        ("starting_stacks", "[5000.5, 5000, 5000]", "amounts with 1 decimals; a sign counts in whole units"),
    ],
)
def test_a_field_of_our_own_that_holds_no_such_thing_is_named(name, value, said):
    error = refusal(edited(own_file(), name, value))
    assert said in error
    assert len(error) < 250


@every_game
def test_every_field_of_every_game_is_compared(key):
    for number in range(3):
        _, events = random_hand(random.Random(f"phh agreement {key} {number}"), GAMES[key])
        text = dump_phh(events, viewer=INSPECTOR)
        [history] = read_histories(text)
        found = [name for name in (*SETTING, *OWN) if name in history.fields]
        assert {"variant", "antes", "_openfelt_game"} <= set(found)
        for name in found:
            value = history.fields[name]
            other = OTHER[type(value)](value)
            if name in ("antes", "blinds_or_straddles"):
                other = [*value[:-1], value[-1] + 1]
            [verdict] = replay_text(edited(text, name, toml(other)))
            assert not verdict.ok, name
            if name in SETTING:
                assert f"the field '{name}' is " in verdict.error


def test_fields_that_may_be_left_out_may_be():
    text = own_file()
    for name in ("_openfelt_rulebook", "_openfelt_game", "_openfelt_burns", "_openfelt_late"):
        text, lines = re.subn(rf"(?m)^{name} = .*\n", "", text)
        assert lines == 1
    [verdict] = replay_text(text)
    assert verdict.error is None


def test_a_hand_with_rulings_keeps_the_code_that_we_gave_it():
    """A void hand must not become one that other readers play; one that they can follow must not lose its code."""
    _, events = void()
    text = dump_phh(events, viewer=INSPECTOR)
    assert "is 'NT', but by the sign of the hand it is 'house/texas-holdem'" in refusal(
        text.replace("variant = 'house/texas-holdem'", "variant = 'NT'")
    )
    _, events = lights_out()
    text = dump_phh(events, viewer=INSPECTOR)
    assert "but by the sign of the hand it is 'NT'" in refusal(text.replace("variant = 'NT'", "variant = 'PO'"))
    assert "the field 'min_bet' is 201" in refusal(text.replace("min_bet = 200", "min_bet = 201"))


def test_a_number_that_is_too_long_in_the_text_of_a_ruling_is_named():
    _, events = void()
    text = dump_phh(events, viewer=INSPECTOR).replace("1 calls 200", f"1 calls {'2' * 5000}")
    assert re.search(r"line \d+ of the field '_openfelt_text' holds a number of 1000 digits or more", refusal(text))


def test_what_we_write_of_histories_from_elsewhere_comes_back():
    """Late posts, dead antes, decimals and unknown cards, with our own sign of house 9."""
    for path in sorted(HERE.glob("*.phh*")):
        for verdict in replay_text(path.read_text()):
            if verdict.finishing_stacks is None:
                continue
            [again] = replay_text(dump_phh(verdict.events, viewer=INSPECTOR))
            assert (again.error, again.events) == (None, verdict.events)
