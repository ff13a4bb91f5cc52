"""`openfelt simulate --tournament` and `openfelt tournament suggest`: what they print, their JSON, and refusals."""

from __future__ import annotations

import json

import pytest

from openfelt.cli.tournament_suggest import read_set
from openfelt.errors import NotationError
from openfelt.tournaments import Answers, digest, fill, read_conditions, write_conditions

CONDITIONS = fill("turbo", "house", Answers(name="Friday", players=9))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_text(write_conditions(CONDITIONS))
    return path


def test_the_fast_model_says_that_it_is_one(command, file):
    code, out, err = command("simulate", "--tournament", file, "--events", 20, "--seed", 7)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Friday, house: 20 events, 9 players, seed 7"
    assert lines[1] == "  by the fast model: rounds by a law of chance, no cards, everyone plays alike; online pace"
    assert lines[2].split() == ["median", "95", "%", "interval"]
    assert "an orbit costs" in out
    assert lines[-1] == "  prizes: 1. $90, 2. $54, 3. $36"
    assert command("simulate", "--tournament", file, "--events", 20, "--seed", 7)[1] == out
    assert command("simulate", "--tournament", file, "--events", 20, "--seed", 8)[1] != out


def test_with_cards_bots_are_named_and_too_few_events_are_said(command, file):
    code, out, _ = command(
        "simulate", "--tournament", file, "--events", 2, "--cards", "--players", 4, "--bots", "tight,caller"
    )
    assert code == 0
    assert "by the cards: real tables of the room, dealt from shuffled decks to bots; online pace" in out
    assert "too few events for a 95 % interval" in out
    assert [line.split()[:2] for line in out.splitlines() if line.strip().startswith(("tight", "caller"))] in (
        [["tight", "2"], ["caller", "2"]],
        [["caller", "2"], ["tight", "2"]],
    )


def test_json_has_every_figure_with_its_interval(command, file):
    code, out, _ = command("simulate", "--tournament", file, "--events", 12, "--pace", "live", "--json")
    made = json.loads(out)
    assert code == 0
    assert (made["method"], made["pace"], made["events"], made["players_entered"]) == ("model", "live", 12, 9)
    assert made["digest"] == digest(CONDITIONS)
    assert made["minutes"]["low"] <= made["minutes"]["mean"] <= made["minutes"]["high"]
    assert made["shortest"] <= made["minutes"]["mean"] <= made["longest"]
    assert [one["level"] for one in made["levels"]] == list(range(1, len(made["levels"]) + 1))
    assert made["levels"][0]["players"] == 9
    assert [one["mean"] for one in made["prizes"]] == [9_000, 5_400, 3_600]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--bots", "tight"], "--bots play with cards; the fast model has no bots; allowed: --cards"),
        (["--cards", "--bots", "nobody"], "no bot 'nobody'"),
        (["--stack", "5"], "--stack is not for tournaments"),
        (["--rounds", "5"], "--rounds is not for tournaments"),
        (["--players", "10"], "10 players cannot enter; allowed: 2 to 9"),
        (["--events", "0"], "0 events are not 1 to"),
        (["--confidence", "2"], "a confidence of 2.0"),
        (["texas-holdem"], "a tournament's conditions name its game"),
        (["--jobs", "0"], "0 jobs are not"),
    ],
)
def test_what_cannot_be_meant_is_one_line_and_exit_code_2(command, file, args, said):
    code, out, err = command("simulate", "--tournament", file, *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_files_that_are_no_conditions_or_not_to_be_published(command, tmp_path):
    path = tmp_path / "x.toml"
    assert "No such file" in command("simulate", "--tournament", path)[2]
    path.write_text("book = 5\n")
    assert "x.toml:1" in command("simulate", "--tournament", path)[2]
    path.write_text(write_conditions(fill("freeze-out", "nsw-poker")))
    code, _, err = command("simulate", "--tournament", path)
    assert code == 2
    assert "not to be published" in err
    assert "[nsw-poker 28.4.2" in err
    assert command("simulate", "texas-holdem", "--events", 2)[0] == command("simulate")[0] == 2


# --- suggestions ------------------------------------------------------------------------------------------------------


def test_a_suggestion_is_conditions_that_check_accepts_with_a_table_beside(command, tmp_path):
    path = tmp_path / "suggested.toml"
    asked = ("tournament", "suggest", "--players", 6, "--hours", 1.5, "--events", 20, "--name", "Six")
    code, text, err = command(*asked)
    assert (code, err) == (0, "")
    assert text.startswith("# Six: 6 players, 1:30 wished, 1:")
    made = read_conditions(text)
    assert (made.name, made.entry.most_players, made.play.dealt) == ("Six", 6, "live")
    code, table, _ = command(*asked, "--output", path)
    assert code == 0
    assert read_conditions(path.read_text()) == made
    assert table.splitlines()[-1] == f"written to {path}"
    assert [f"# {line}".rstrip() for line in table.splitlines()[:-1]] == [
        line for line in text.splitlines() if line.startswith("#")
    ][: len(table.splitlines()) - 1]
    assert command("tournament", "check", path)[0] == 0
    code, _, err = command(*asked, "--output", path)
    assert (code, "there is such a file already" in err) == (2, True)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--hours", "2", "--players", "1"], "1 is not in the range"),
        (["--hours", "0", "--players", "6"], "0.0 is not in the range"),
        (["--hours", "nan", "--players", "6"], "--hours nan is no number"),
        (["--hours", "2", "--players", "6", "--game", "bridge"], "no game 'bridge'"),
        (["--hours", "2", "--players", "6", "--book", "bible"], "'bible' has no tournaments"),
        (["--hours", "2", "--players", "6", "--chips", "25x4"], "less than 20 bets of 50"),
        (["--hours", "2", "--players", "6", "--chips", "25"], "no value and number"),
        (["--hours", "2", "--players", "6", "--chips", "25x100,60x100"], "60 is no multiple of 25"),
        (["--hours", "2", "--players", "6", "--chips", "25x100,25x100"], "a value twice"),
        (["--hours", "2", "--players", "6", "--starting-chips", "3"], "too few to begin with"),
        (["--hours", "2", "--players", "6", "--starting-chips", "5000", "--chips", "25x900"], "one of the two"),
        (["--hours", "2", "--players", "6", "--seats", "40"], "40 at a table"),
        (["--players", "6"], "missing option '--hours'"),
    ],
)
def test_what_cannot_be_suggested_is_one_line_and_exit_code_2(command, args, said):
    code, out, err = command("tournament", "suggest", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_set_of_chips_is_read_with_usual_or_own_colours():
    found = [(one.value, one.colour, one.count) for one in read_set("100x50, 25 light blue x 100")]
    assert found == [(25, "light blue", 100), (100, "black", 50)]
    with pytest.raises(NotationError):
        read_set("25xx5")
