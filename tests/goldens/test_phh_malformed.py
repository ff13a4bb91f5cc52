"""Files that are no histories: every one is answered by one line that names the fault, and the others are replayed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from openfelt.formats import dump_phh, read_histories, replay_text
from openfelt.formats.amounts import ENDLESS
from openfelt.table import Viewer
from tests.goldens.test_phh import HERE, OTHERS, run

INSPECTOR = Viewer("inspector")
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'p2 f']
"""
LONG = "9" * 5000


def changed(old, new):
    assert HAND.count(old) == 1
    return HAND.replace(old, new)


def refusal(text):
    [verdict] = replay_text(text)
    assert (verdict.ok, verdict.readable) == (False, False)
    assert "\n" not in verdict.error
    assert len(verdict.error) < 250
    return verdict.error


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[200, 200]", "[200, -inf]", "'-inf' in the field 'starting_stacks' is no amount"),
        ("[0, 0]", "[0, -inf]", "'-inf' in the field 'antes' is no amount"),
        ("[0, 0]", "[0, inf]", "'inf' in the field 'antes': only a stack can be infinite"),
        ("[1, 2]", "[1, -inf]", "'-inf' in the field 'blinds_or_straddles' is no amount"),
        ("[1, 2]", "[1, +inf]", "'+inf' in the field 'blinds_or_straddles': only a stack can be infinite"),
        ("min_bet = 2", "min_bet = inf", "'inf' in the field 'min_bet': only a stack can be infinite"),
        ("min_bet = 2", "min_bet = -inf", "'-inf' in the field 'min_bet' is no amount"),
        ("min_bet = 2", "min_bet = nan", "'nan' in the field 'min_bet' is no amount"),
        (
            "min_bet = 2",
            f"min_bet = {LONG}",
            "a number of more than 4300 digits in the field 'min_bet' is more than any",
        ),
        ("[200, 200]", f"[200, {LONG}]", "more than 4300 digits in the field 'starting_stacks' is more than any pot"),
        ("[200, 200]", f"[200, [{LONG}]]", "more than 4300 digits in the field 'starting_stacks' is no amount"),
        ("[200, 200]", "[200, 1000000000000000]", "is more than any pot holds; amounts are below 1e15"),
        ("[200, 200]", "[200, 1e15]", "1e15 is more than any pot holds; amounts are below 1e15"),
        ("[200, 200]", f"[200, 0.{LONG}]", "amounts with 5000 decimals; at most 12 are read"),
        ("[200, 200]", f"[200, {LONG}.5]", "is an amount of 5002 characters; at most 30 are read"),
        (
            "min_bet = 2",
            "min_bet = 2\nwinnings = [inf, 0]",
            "'inf' in the field 'winnings': only a stack can be infinite",
        ),
        ("min_bet = 2", "min_bet = 2\nwinnings = [-100, 0]", "p1 has negative winnings; the field 'winnings' is what"),
        ("min_bet = 2", "min_bet = 2\nfinishing_stacks = [inf, 0]", "p1 finishes with an infinite stack, but did not"),
        ("min_bet = 2", "min_bet = 2\nhand = [1]", "[1] in the field 'hand' is no text and no whole number"),
        ("min_bet = 2", "min_bet = 2\nhand = 2024-01-01", "in the field 'hand' is no text"),
        ("min_bet = 2", "min_bet = 2\nhand = 12:00:00", "in the field 'hand' is no text"),
        ("min_bet = 2", "min_bet = 2\nhand = 1.5", "'1.5' in the field 'hand' is no text"),
        ("min_bet = 2", "min_bet = 2\nhand = inf", "'inf' in the field 'hand' is no text"),
        ("min_bet = 2", "min_bet = 2\nhand = true", "True in the field 'hand' is no text"),
        ("min_bet = 2", f"min_bet = 2\nhand = {LONG}", "the field 'hand' is too long; at most 30 digits are read"),
        ("min_bet = 2", "min_bet = 2\nante_trimming_status = 1", "'ante_trimming_status' is neither true nor false"),
        ("'NT'", f"'{LONG}'", "no variant '999"),
    ],
)
def test_a_field_that_holds_no_such_thing_is_named(old, new, said):
    assert said in refusal(changed(old, new))


@pytest.mark.parametrize("amount", ["inf", "+inf", "-inf", "Infinity", "nan", "1e15", "1000000000000000", "２"])
def test_a_wager_is_a_finite_number(amount):
    [verdict] = replay_text(changed("p2 f", f"p2 cbr {amount}"))
    assert verdict.error.startswith(f"action 3 'p2 cbr {amount}': ")
    assert "is not an amount" in verdict.error or "more than any pot holds" in verdict.error


def test_the_greatest_amount_is_read():
    [history] = read_histories(changed("[200, 200]", "[200, 999999999999999.999]"))
    assert history.stacks == (200_000, 999_999_999_999_999_999)


def test_a_decimal_with_a_large_exponent_sign_has_its_places():
    [history] = read_histories(changed("[200, 200]", "[200, 1.25E-9]"))
    assert (history.places, history.stacks[1]) == (11, 125)


@pytest.mark.parametrize("places", ["", ".0001"])
def test_an_infinite_stack_is_never_exhausted(places):
    """Whatever is wagered street after street, and however fine the unit of the hand is."""
    wagers = "'p3 cbr 900000000000000', 'p1 cc', 'p2 cc', 'd db 2c3c4c', 'p1 cbr 900000000000000', 'p2 cc', 'd db 5d'"
    text = f"""variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2{places}
starting_stacks = [inf, inf, 900000000000000]
actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'd dh p3 7s7d', {wagers}, 'p1 cbr 900000000000000', 'p2 cbr 1']
"""
    [verdict] = replay_text(text)
    assert "raise to 1800000000000000-999" in verdict.error
    [verdict] = replay_text(text.replace("'p2 cbr 1'", "'p2 cc', 'd db 6h', 'p1 cbr 900000000000000', 'p2 f'"))
    assert (verdict.error, verdict.finishing_stacks) == (None, [None, None, 2_700_000_000_000_000])


def test_a_hand_with_an_infinite_stack_comes_back_from_our_own_file():
    [verdict] = replay_text(changed("[200, 200]", "[inf, 200]"))
    assert (verdict.ok, verdict.finishing_stacks) == (True, [None, 199])
    text = dump_phh(verdict.events, viewer=INSPECTOR)
    assert "starting_stacks = [inf, 200]\n" in text
    assert "finishing_stacks = [inf, 199]\n" in text
    [again] = replay_text(text)
    assert (again.error, again.finishing_stacks) == (None, [None, 199])
    assert again.events == verdict.events
    assert again.events[0].stacks == (ENDLESS, 200)


def test_an_infinite_stack_pays_no_rake():
    text = changed("[200, 200]", "[inf, 200]") + "finishing_stacks = [inf, 199]\nwinnings = [0, 0]\n"
    [verdict] = replay_text(text)
    assert (verdict.ok, verdict.checked, verdict.rake) == (True, "stacks", 0)


@pytest.mark.parametrize("table", ["[1]", "[two]", "[[1]]"])
def test_no_hand_vanishes_behind_the_fields_of_another(table):
    with pytest.raises(Exception, match=r"stands beside fields of a hand") as mistake:
        list(replay_text(f"{HAND}\n{table}\n{HAND}"))
    assert mistake.value.code == "notation"
    assert "{'a': 1} in the field 'hand' is no text" in refusal(f"[1]\n{HAND}hand = {{a = 1}}\n")
    assert [one.ok for one in replay_text(f"{HAND}\n[_room]\ntable = 7\n")] == [True]  # a user's own table


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = [\n", "line 1: unclosed array, expected `]`"),
        ("", "holds no hand"),
        ("time = 0000-01-01", "a date or a time cannot be read: year 0 is out of range"),
        ("time = 23:59:60", "a date or a time cannot be read: second must be in 0..59"),
        (f"a = {'[' * 101}{']' * 101}", "lists or tables within each other more than 100 deep"),
        (f"a = {'[' * 100_000}{']' * 100_000}", "lists or tables within each other more than 100 deep"),
        (f"a = {'{a=' * 101}1{'}' * 101}", "lists or tables within each other more than 100 deep"),
    ],
)
def test_a_text_that_is_no_history_is_answered_without_its_file(text, said):
    with pytest.raises(Exception, match=r"\A.+\Z") as mistake:
        list(replay_text(text, "x.phh"))
    assert str(mistake.value) == said


@pytest.mark.parametrize("quoted", ["'[['", '"[["', "'''[[\n'''", '"""[[\n"""', "1 # [[", '"\\"[["', "['[', '[']"])
def test_brackets_in_words_and_comments_are_not_deep(quoted):
    hand = f"{HAND}_note = {quoted}\n"
    many = "".join(f"[{number}]\n{hand}" for number in range(120))
    assert [one.ok for one in replay_text(many)] == [True] * 120
    with pytest.raises(Exception, match="more than 100 deep"):
        list(replay_text(f"_note = {quoted}\na = {'[' * 101}{']' * 101}"))


def test_a_hundred_lists_within_each_other_are_read():
    assert [one.ok for one in replay_text(f"{HAND}_deep = {'[' * 100}{']' * 100}")] == [True]


# The command.


def test_one_bad_file_does_not_end_the_run(capsys, tmp_path):
    bad = {"a.phh": ("[200, 200]", "[200, -inf]"), "b.phh": ("min_bet = 2", "min_bet = 2\nhand = 1.5")}
    for name, (old, new) in bad.items():
        (tmp_path / name).write_text(changed(old, new))
    (tmp_path / "c.phh").write_text(HAND)
    code, out, err = run(capsys, "--json", tmp_path)
    *hands, totals = map(json.loads, out.splitlines())
    assert (code, err) == (2, "")
    assert [(one["ok"], one["hand"]) for one in hands] == [(False, None), (False, None), (True, None)]
    assert (totals["totals"]["hands"], totals["totals"]["unreadable"]) == (1, 2)


def test_what_is_missing_or_empty_is_named_and_the_others_are_replayed(capsys, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    names = [tmp_path / "none.phh", empty, "", tmp_path / ("x" * 300), HERE / "NT.phh"]
    code, out, err = run(capsys, *names)
    assert code == 2
    assert out == "1 hand in 1 file: 1 agree (1 by stacks), 0 do not; 4 cannot be read\n"
    assert err.splitlines() == [
        f"{tmp_path}/none.phh: no such file or directory",
        f"{empty}: holds no history; allowed: *.phh, *.phhs",
        "'': the name is empty; allowed: a file, a directory",
        f"{tmp_path}/{'x' * 300}: File name too long",
    ]
    code, out, err = run(capsys, "--json", *names)
    *hands, totals = map(json.loads, out.splitlines())
    assert (code, err) == (2, "")
    assert [one["error"] is None for one in hands] == [False, False, False, False, True]
    assert totals["totals"]["unreadable"] == 4


def test_a_link_that_leads_nowhere_is_no_history_that_agrees(capsys, tmp_path):
    (tmp_path / "a.phh").write_text(HAND)
    (tmp_path / "b.phh").symlink_to(tmp_path / "gone.phh")
    code, _, err = run(capsys, tmp_path)
    assert (code, err) == (2, f"{tmp_path}/b.phh: No such file or directory\n")


def test_the_file_is_named_once(capsys, tmp_path):
    file = tmp_path / "x.phhs"
    file.write_text("[1]\na = [\n")
    _, _, err = run(capsys, file)
    assert err == f"{file}: line 2: unclosed array, expected `]`\n"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_name_that_is_no_text_is_written_in_hexadecimal(tmp_path, options):
    name = os.fsencode(tmp_path) + b"/bad\xff.phh"
    with open(name, "w") as file:  # noqa: PTH123 - a name in bytes
        file.write(HAND.replace("p2 f", "p1 f"))
    command = [sys.executable, "-m", "openfelt", "replay", *options, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    first = done.stdout.splitlines()[0]
    assert (json.loads(first)["file"] if options else first.partition(": ")[0]) == f"{tmp_path}/bad\\xff.phh"


def test_help_keeps_its_table(capsys):
    _, out, _ = run(capsys, "--help")
    assert "  exit code 0   every hand agrees\n            1   a hand has an illegal action" in out


def test_a_hand_without_a_name_is_not_called_none():
    others = [*(path.read_text() for path in HERE.glob("*.phh")), OTHERS.read_text()]
    for text in others:
        for verdict in replay_text(text.replace("'p1 f'", "'p9 f'").replace("'p2 f'", "'p9 f'")):
            assert "None" not in (verdict.error or "")
    [verdict] = replay_text(changed("p2 f", "p9 f") + "hand = ''\n")
    assert verdict.error.startswith("action 3 'p9 f'")
    [verdict] = replay_text(changed("p2 f", "p9 f") + "hand = 7\n")
    assert verdict.error.startswith("hand 7: action 3 'p9 f'")
