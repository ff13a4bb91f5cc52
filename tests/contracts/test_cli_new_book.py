"""`openfelt rules new-book DIR`: a whole book to start from, or a plain refusal that writes nothing."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import pytest

from tests.book_kit import run

READ = """
from pathlib import Path
from openfelt.books.book import CHAPTERS, cites_in, read_books
from openfelt.stories import read_stories, report, starter

book = next(one for one in read_books() if one.key == "harbour-room")
assert book.clauses.title == "Harbour Room"
has = {one.name for one in CHAPTERS if getattr(book, one.name) is not None}
assert has >= {"hands", "games", "table", "sign", "floor", "room", "offices", "money"}, has
cited = {cite for one in CHAPTERS for cite in cites_in(getattr(book, one.name)) if cite.startswith("harbour-room ")}
assert cited == {f"harbour-room {number}" for number in ("1.1", "1.2", "1.3", "2.1", "3")}, cited

Path("stories/begun.hand").write_text(starter("harbour-room", "texas-holdem")[1])
told = [report(story) for path in Path("stories").iterdir() for story in read_stories(path)]
assert len(told) == 2 and all(one.came_true for one in told), told
"""


@pytest.fixture
def answer(tmp_path, monkeypatch, command):
    """The exit code of `openfelt rules` and what it prints, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return partial(command, "rules")


def test_a_new_book_is_whole_and_its_stories_come_true(answer, tmp_path):
    folder = tmp_path / "rules" / "harbour-room"
    code, out, err = answer("new-book", str(folder))
    assert (code, err) == (0, "")
    assert f"export PYTHONPATH={folder}" in out
    assert f"openfelt story {folder}/stories/2.1_raises.hand" in out
    read = run("-c", READ, path=folder)
    assert read.returncode == 0, read.stderr


def test_an_empty_folder_will_do_and_every_mark_is_filled_in(answer, tmp_path):
    folder = tmp_path / "harbour-room"
    folder.mkdir()
    assert answer("new-book", "harbour-room")[0] == 0
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert len(written) == 18
    assert all("@" not in path.read_text(encoding="utf-8") for path in written)


def test_what_to_change_is_said_in_each_file_and_python_has_no_complaint(answer, tmp_path):
    answer("new-book", "harbour-room")
    package = tmp_path / "harbour-room" / "harbour_room"
    silent = [path.name for path in package.glob("*.py") if not {"CHANGE", "ADD"} & set(words(path))]
    assert sorted(silent) == ["money.py", "odds.py"]
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E,F,I,D1", "--line-length", "120"]
    checked = subprocess.run([*command, str(package)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def words(path):
    return path.read_text(encoding="utf-8").replace('"""', " ").split()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "'' cannot be the key of a book, which is the name of its folder"),
        ("Harbour", "'Harbour' cannot be the key of a book"),
        ("harbour room", "'harbour room' cannot be the key of a book"),
        ("harbour--room", "'harbour--room' cannot be the key of a book"),
        ("harbour_room", "'harbour_room' cannot be the key of a book"),
        ("1st-room", "'1st-room' cannot be the key of a book"),
        ("room-", "'room-' cannot be the key of a book"),
        ("r" * 41, "cannot be the key of a book"),
        ("us-stud", "there is a book us-stud already"),
        ("house", "there is a book house already"),
        ("json", "json is the name of something else in Python"),
        ("class", "class is the name of something else in Python"),
        ("openfelt", "openfelt is the name of something else in Python"),
    ],
)
def test_a_key_that_no_book_can_have(answer, tmp_path, name, said):
    code, out, err = answer("new-book", name)
    assert (code, out) == (2, "")
    assert err.startswith("openfelt: ")
    assert said in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_forty_letters_are_a_key(answer):
    assert answer("new-book", "r" * 40)[0] == 0


def test_what_stands_in_a_folder_is_left_alone(answer, tmp_path):
    (tmp_path / "full-house").mkdir()
    (tmp_path / "full-house" / "notes.txt").write_text("mine", encoding="utf-8")
    assert answer("new-book", "full-house") == (
        2,
        "",
        "openfelt: full-house is not empty; a book is written to a new folder\n",
    )
    assert [path.name for path in (tmp_path / "full-house").iterdir()] == ["notes.txt"]


def test_a_file_is_no_folder(answer, tmp_path):
    (tmp_path / "a-file").write_text("mine", encoding="utf-8")
    assert answer("new-book", "a-file") == (2, "", "openfelt: a-file is no folder\n")


@pytest.mark.parametrize(
    "args", [(), ("a-room", "b-room"), ("a-room", "--json"), ("a-room", "--report"), ("a-room", "--rulebook", "house")]
)
def test_it_takes_a_folder_and_nothing_else(answer, tmp_path, args):
    code, out, err = answer("new-book", *args)
    assert (code, out) == (2, "")
    assert err == "openfelt: new-book takes the folder to write to and nothing else; allowed: new-book DIR\n"
    assert list(tmp_path.iterdir()) == []
