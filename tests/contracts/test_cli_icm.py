"""`openfelt icm`: its documented output, and one line for a mistake."""

from __future__ import annotations

import json

import pytest


def test_equities_in_json_and_whole_units_that_sum(command):
    code, out, err = command("icm", "50", "30", "20", "--prizes", "50,30,20", "--json")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert [f"{one['equity']:.2f}" for one in said["players"]] == ["38.39", "32.75", "28.86"]
    assert sum(one["whole"] for one in said["players"]) == said["prizes"] == 100
    assert said["error"] < 1e-8


def test_exact_fractions(command):
    code, out, _ = command("icm", "50", "30", "20", "--prizes", "50,30,20", "--exact")
    assert code == 0
    assert [line.split()[3] for line in out.splitlines()[1:]] == ["1075/28", "131/4", "202/7"]


def test_a_field_from_a_file_with_names_and_repeated_prizes(command, tmp_path):
    field = tmp_path / "field.txt"
    field.write_text("Ann Lee 12,000\n\nBob 8000\n500\n")
    code, out, _ = command("icm", "--field", str(field), "--prizes", "60,20x2", "--json")
    said = json.loads(out)
    assert code == 0
    assert [(one["name"], one["stack"]) for one in said["players"]] == [
        ("Ann Lee", 12000),
        ("Bob", 8000),
        ("line 4", 500),
    ]
    assert said["prizes"] == 100


MISTAKES = [
    (("5", "0", "--prizes", "1"), "stack 2 is 0"),
    (("5", "--prizes", "2,1"), "2 prizes for 1 players; allowed: 1 to 1"),
    (("5", "--prizes", "2,x"), "number of prizes ''"),
    (("5", "--prizes", "2.5"), "prize '2.5'"),
    (("5", "--prizes", "1x999999999"), "999999999 prizes"),
    (("-5", "--prizes", "1"), "-5"),
    (("²", "--prizes", "1"), "stack '²'"),
    (("50,30,20", "--prizes", "5"), "stack '50,30,20'; allowed: a whole number of at most 15 digits; several stand"),
    (("5,00", "--prizes", "1"), "stack '5,00'"),
    (("5", "6", "--prizes", "10,000"), "prize '000'"),
    (("05", "--prizes", "1"), "stack '05'"),
    (("1" * 400, "--prizes", "1"), "a whole number of at most 15 digits"),
    (("--prizes", "1"), "one of the two"),
    (("5", "--prizes", "1", "--field", "x"), "one of the two"),
    (("--prizes", "1", "--field", "no-such-file"), "no-such-file: No such file"),
    (("5",), "--prizes"),
    ((*("1",) * 16, "--prizes", "1", "--exact"), "16 stacks cannot be enumerated; at most 15"),
]


@pytest.mark.parametrize(("args", "says"), MISTAKES)
def test_a_mistake_is_one_line(command, args, says):
    code, out, err = command("icm", *args)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_bad_line_of_a_file_is_named(command, tmp_path):
    field = tmp_path / "field.txt"
    field.write_bytes(b"Ann 12\nBob twelve\n")
    assert "field.txt, line 2: stack 'twelve'" in command("icm", "--field", str(field), "--prizes", "1")[2]
    field.write_bytes(b"Ann \xff 12\n")
    assert "not UTF-8 text" in command("icm", "--field", str(field), "--prizes", "1")[2]
