"""The page `docs/how-to/add-a-book.md` is followed to the letter, in an empty folder.

In its `shell-session` blocks each command is run by a shell and its output, on either stream, compared; `...` stands
for anything. Each `diff` block is made in the file that its first line names. The room that the last command opens is
asked for the sign of its table and stopped.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from openfelt.phrases import read_text

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-book.md"
BLOCK = re.compile(r"^```(?P<language>shell-session|diff)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SERVE = "openfelt serve --port 0"


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with the output it should have; a text up to END belongs to its command."""
    found = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        end = part.index("\nEND\n") + len("\nEND\n") if "<<'END'" in part else part.index("\n") + 1
        found.append((part[:end].rstrip("\n"), part[end:]))
    return found


def change(folder: Path, block: str) -> None:
    """Make the change of a diff, whose lines stand in the file once."""
    first, *lines = block.splitlines()
    path = folder / first.removeprefix("--- ")
    before, after = ("\n".join(one[1:] for one in lines if one[0] in mark) + "\n" for mark in ("- ", "+ "))
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{path.name} has no place for\n{block}"
    path.write_text(text.replace(before, after), encoding="utf-8")


class Reader:
    """Someone who follows the page in a shell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        self.environment = os.environ | {"PATH": programs, "COLUMNS": "100", "PWD": str(folder)}

    def run(self, command: str) -> str:
        """What a command prints."""
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            self.environment[name] = value.replace("$PWD", str(self.folder))
            return ""
        if command.startswith(SERVE):
            return self.serve(command)
        shell = ["bash", "-c", command]
        done = subprocess.run(
            shell, capture_output=True, text=True, check=False, cwd=self.folder, env=self.environment, timeout=120
        )
        return done.stdout + done.stderr

    def serve(self, command: str) -> str:
        """Open the room, ask for the sign of its table, and stop it."""
        room = subprocess.Popen(
            command.split(), stdout=subprocess.PIPE, text=True, cwd=self.folder, env=self.environment
        )
        try:
            ready, _, _ = select.select([room.stdout], [], [], 60)
            assert ready, "the room does not open"
            said = room.stdout.readline()
            sign = ask(f"{said.split()[3]}api/sign/Harbour%20Room")
            lines = json.loads(sign)["lines"]
            assert str(read_text(lines[0]["text"])) == "Texas Hold'em, by Harbour Room"
            assert any("harbour-room 1.2" in line["cites"] for line in lines)
        finally:
            room.send_signal(signal.SIGINT)
            more, _ = room.communicate(timeout=60)
        return said + (more or "stopped before it said more\n")


def ask(address: str) -> str:
    """An answer of the room, which says its address before it answers there."""
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.usefixtures("heeds_interrupts")
def test_the_page_leads_to_a_table_of_a_book_of_ones_own(tmp_path):
    reader, ran = Reader(tmp_path), 0
    text = PAGE.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        if block["language"] == "diff":
            change(tmp_path, block["text"])
            continue
        for command, wanted in commands(block["text"]):
            printed = reader.run(command)
            matches = doctest.OutputChecker().check_output(wanted, printed, FLAGS)
            assert matches, f"line {text.count(chr(10), 0, block.start()) + 1}: $ {command}\n{printed}"
            ran += 1
    assert ran >= 12
    assert "room" in {one.name for one in tmp_path.iterdir()}


@pytest.mark.slow
def test_the_book_of_the_page_can_be_packed_and_installed(tmp_path):
    reader = Reader(tmp_path)
    reader.run("openfelt rules new-book harbour-room")
    pip = "python -m pip install --quiet --no-index --no-deps --no-build-isolation --disable-pip-version-check"
    assert reader.run(f"{pip} --target site ./harbour-room") == ""
    reader.environment["PYTHONPATH"] = str(tmp_path / "site")
    printed = reader.run("openfelt story harbour-room/stories/2.1_raises.hand")
    assert "1 story in 1 file: 1 came true, 0 did not" in printed
    assert not (tmp_path / "site" / "stories").exists()
