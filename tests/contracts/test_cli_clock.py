"""`openfelt tournament clock`: a home game from one command, the addresses it prints, and what it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from openfelt.cli import main
from openfelt.cli.clock import address_for
from openfelt.tournaments import fill, write_conditions

ROOT = Path(__file__).parents[2]


@pytest.fixture
def refusal(capsys):
    def call(*args):
        with pytest.raises(SystemExit) as done:
            main(["tournament", "clock", *map(str, args)])
        assert done.value.code == 2
        return capsys.readouterr().err

    return call


@contextmanager
def serving(data, *arguments):
    """A room with a game, and what it prints before it is reached."""
    call = [sys.executable, "-m", "openfelt", "tournament", "clock", *arguments, "--data", str(data), "--port", "0"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, cwd=ROOT) as room:
        try:
            yield [room.stdout.readline() for _ in range(4)]
        finally:
            room.terminate()


def asked(address, path):
    with urllib.request.urlopen(f"{address}/api/{path}", timeout=60) as answer:
        return json.load(answer)


@pytest.mark.slow
def test_one_command_serves_a_game_its_host_and_a_wall_and_goes_on_with_it(tmp_path):
    command = ("turbo", "--players", "Ann,Bob,Carl", "--name", "Friday at Zoë's", "--buy-in", "1000", "--rebuys", "3")
    with serving(tmp_path, *command) as (first, game, host, wall):
        address = re.search(r"http://[^/\s]+", first)[0]
        assert "with 3 players" in game
        assert f"{address}/tournament/friday-at-zoe-s/host?invitation=" in host
        assert f"{address}/tournament/friday-at-zoe-s/wall" in wall
        event = asked(address, "tournaments/friday-at-zoe-s")
        assert [name for _, name in event["players"]] == ["Ann", "Bob", "Carl"]
        assert (event["phase"], event["clock_only"], event["pool_cents"]) == ("open", True, 3_000)
    with serving(tmp_path, *command) as (first, *_):
        address = re.search(r"http://[^/\s]+", first)[0]
        assert len(asked(address, "tournaments/friday-at-zoe-s")["players"]) == 3
    with pytest.raises(SystemExit) as done:
        main(["audit", str(tmp_path)])
    assert done.value.code == 0


def test_a_file_has_its_own_answers(refusal, tmp_path):
    path = tmp_path / "game.toml"
    path.write_text(write_conditions(fill("turbo", "house")), encoding="utf-8")
    assert "a file has its own answers" in refusal(path, "--buy-in", 5)
    path.write_text(write_conditions(fill("freeze-out", "nsw-poker")), encoding="utf-8")
    assert "nsw-poker" in refusal(path)
    path.write_text("nonsense =", encoding="utf-8")
    assert "game.toml:1" in refusal(path)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("nothing",), "neither a template nor a file"),
        (("turbo", "--players", "Ann,ann"), "stands there twice"),
        (("turbo", "--players", "Ann,"), "is no name"),
        (("turbo", "--prizes", "half"), "no shares"),
        (("turbo", "--prizes", "500,300"), "1000"),
        (("turbo", "--bogus"), "--bogus"),
        (("turbo", "--address", "Friday night"), "letters a to z"),
        (("turbo", "--address", "a/b"), "letters a to z"),
        (("turbo", "--address", ""), "letters a to z"),
        (("turbo", "--address", "templates"), "allowed: --address templates-1"),
        (("turbo", "--name", "Templates"), "allowed: --address templates-1"),
        (("shoot-out",), "only keeps the clock"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_served(refusal, given, said, tmp_path):
    assert said in refusal(*given, "--data", tmp_path / "room")
    assert not (tmp_path / "room").exists()


def test_an_address_is_made_of_the_name():
    assert [address_for(one) for one in ("Friday", "Poker & Pizza!", "Ü")] == ["friday", "poker-pizza", "u"]
