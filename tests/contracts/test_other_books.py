"""Books that others write: found among ours or through an entry point, played, and refused whole where they are wrong.

The small book of `tests/books` is one folder; no other source file knows it. A book that is wrong is named with its
file and line, and the room does not start with it.
"""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from openfelt import books
from openfelt.books.book import BrokenBook, read_book, read_books
from openfelt.games import policy
from openfelt.rulebooks import shelf
from openfelt.rulebooks.conformance import standing_of
from openfelt.rulebooks.shelf import rulebook_keys, usual_rulebook
from openfelt.service.app import build
from tests.book_kit import KEY, ROOT, STORIES, forget, forget_the_shelf, install, run, write_book

ABSENT = '("pit", "tournaments", "jackpots", "promotions")'


class Shelf:
    """A place for books: `ours` is beside our own, `others` a folder of installed distributions."""

    def __init__(self, folder: Path, *, is_ours: bool, key: str) -> None:
        self.folder = folder
        self.is_ours = is_ours
        self.key = key

    def add(self, key: str = "", **changes: tuple[str, str] | str | None) -> str:
        """A copy of the small book, put there."""
        key = key or self.key
        package = write_book(self.folder, key, **changes)
        if not self.is_ours:
            install(self.folder, key, package.name)
        forget_the_shelf()
        return key


@pytest.fixture(params=["ours", "others"])
def shelf_of(request, tmp_path, monkeypatch):
    """A folder where openfelt finds books, ours or others'."""
    key = f"small-{zlib.crc32(request.node.name.encode()):x}"
    is_ours = request.param == "ours"
    if is_ours:
        monkeypatch.setattr(books, "__path__", [*books.__path__, str(tmp_path)])
    else:
        monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield Shelf(tmp_path, is_ours=is_ours, key=key)
    monkeypatch.undo()
    forget_the_shelf()
    name = key.replace("-", "_")
    forget(f"openfelt.books.{name}" if is_ours else name)


# --- found, read, played ----------------------------------------------------------------------------------------------


def test_a_small_book_is_found_and_read(shelf_of):
    key = shelf_of.add()
    assert rulebook_keys()[-2:] == (key, "house")
    found = read_book(key)
    assert found.clauses.cite("3.1") == (f"{key} 3.1",)
    assert found.table.cap == 4
    assert found.pit is None
    assert {one.key for one in read_books()} == set(rulebook_keys())
    assert standing_of(found.clauses["3.1"]).status == "open"


def test_the_usual_book_is_one_of_ours_wherever_others_want_to_stand(shelf_of):
    before = usual_rulebook()
    shelf_of.add(__init__=("PLACE: Final = 9", "PLACE: Final = -5"))
    assert (usual_rulebook() == before) is not shelf_of.is_ours


def test_a_chapter_may_be_declared_absent(shelf_of):
    key = shelf_of.add(
        checklist=None,
        __init__=(ABSENT, '("pit", "tournaments", "jackpots", "promotions", "checklist")'),
    )
    assert read_book(key).checklist is None


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the small book as a distribution of its own."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, KEY, write_book(folder).name, "the-lantern")
    return folder


def test_the_stories_of_an_installed_book_come_true(installed):
    told = run("-m", "openfelt", "story", *map(str, sorted(STORIES.iterdir())), path=installed)
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(r"(\d+) stories in 4 files: \1 came true, 0 did not", told.stdout)
    proved = set(re.findall(rf"proves {KEY} (\S+)", told.stdout))
    assert proved == {"1.1", "1.2", "1.3", "2.1", "2.2", "3.1", "3.2", "4"}


def test_the_stories_need_the_book(tmp_path):
    told = run("-m", "openfelt", "story", str(STORIES / "2.1_raises.hand"), path=tmp_path)
    assert told.returncode == 2
    assert f"2.1_raises.hand:2: '{KEY} 2.1' names no rulebook; expected: nsw-poker" in told.stderr


EVENING = """
from pathlib import Path
from starlette.testclient import TestClient
from openfelt.service.app import build
from openfelt.service.record.audit import check_hands
from tests.contracts.test_appointments import crew, sent
from tests.journals.write import Room
from tests.service_kit import run

with TestClient(build(Path("demo"), pace=0.0), base_url="http://localhost") as client:
    books = [one["key"] for one in client.get("/api/rules").json()["rulebooks"]]
    assert books[-2:] == ["lantern-stud", "house"], books
    assert "Lantern" in client.app.state.hall.hosts
    assert client.get("/api/conformance").json()["clauses"]["lantern-stud 3.1"] == "open"

async def evening():
    async with Room("a book from outside", Path()) as sim:
        people = await crew(sim)
        body = {"id": "1", "rulebook": "lantern-stud", "game": "seven-card-stud", "name": "L", "changes": {"seats": 8}}
        status, error = await sent(sim, people["Boss"], "/api/tables", body)
        assert error["rule"] == ["lantern-stud 1.1"], error
        assert await sent(sim, people["Boss"], "/api/tables", body | {"id": "2", "changes": {"seats": 3}}) == (200, {})
        host = sim.hall.hosts["L"]
        clients = [await sim.player(name, "L", seat) for seat, name in enumerate(("ann", "bob", "cat"), start=1)]
        await sim.play(host, clients, 3)
        given = {cite for row in sim.store.records(0, 100_000) for cite in row.record.cites}
        assert {cite.partition(" ")[0] for cite in given} == {"lantern-stud", "house"}, given
        assert {"lantern-stud 2.2", "lantern-stud 3.2"} <= given, given
        assert check_hands(sim.store).fault is None

run(evening())
"""


def test_the_room_starts_and_a_table_is_opened_under_an_installed_book(installed, tmp_path):
    played = run("-c", EVENING, path=installed, cwd=tmp_path)
    assert played.returncode == 0, played.stderr[-3000:]


# --- what is wrong is named with file and line ------------------------------------------------------------------------

FIXED = "HOUSE,\n    fixed=(Fixed('{}', ('{}',), ()),),\n"
IMPORT_FIXED = ("import CommissionRules,", "import CommissionRules, Fixed,")
COLUMNS = "clause\tkind\trequirement\tsoftware_behaviour\tnote\n"


class Wrong(NamedTuple):
    """What is changed in the book, where that must be found (a file and words that stand in the line), and the reason.

    Without words there is no line to name. Where the table is compiled, `in_the_table` is refused by its types when
    the chapter is made.
    """

    changes: dict[str, Any]
    place: str
    words: str
    reason: str
    in_the_table: bool = False


WRONG = {
    "a chapter is missing": Wrong(
        {"floor": None},
        "__init__.py",
        "ABSENT",
        r"KEY has no chapter 'floor' \(floor\.py\) and does not declare it ABSENT",
    ),
    "a chapter is declared absent and there": Wrong(
        {"__init__": (ABSENT, '(\n    "pit",\n    "floor",\n)')},
        "__init__.py",
        '"floor"',
        r"KEY declares its chapter 'floor' ABSENT, and has floor\.py",
    ),
    "no chapter of that name": Wrong(
        {"__init__": (ABSENT, '(\n    "pit",\n    "cellar",\n)')},
        "__init__.py",
        '"cellar"',
        "KEY declares 'cellar' absent, which is no chapter",
    ),
    "a clause does not exist": Wrong(
        {"table": ('cap_cites=cite("2.1")', 'cap_cites=cite("2.7")')},
        "table.py",
        '"2.7"',
        r"KEY has no clause '2\.7'; near",
    ),
    "a clause does not exist, as a text": Wrong(
        {"table": ('cap_cites=cite("2.1")', 'cap_cites=("KEY 2.7",)')}, "table.py", '2.7"', r"KEY has no clause '2\.7'"
    ),
    "a clause of the house does not exist": Wrong(
        {"money": ("FeeRules()", "FeeRules(\n    hand=('house 99',),\n)")}, "money.py", "99", "house has no clause '99'"
    ),
    "a clause of another book": Wrong(
        {"money": ("FeeRules()", "FeeRules(\n    hand=('nsw-poker 3.3.2',),\n)")},
        "money.py",
        "3.3.2",
        r"KEY cites 'nsw-poker 3\.3\.2', a clause of another book",
    ),
    "a duty by a clause that does not exist": Wrong(
        {"offices": ("book=KEY", "book=KEY,\n    duties={'open': ('9.1',)}")},
        "offices.py",
        "9.1",
        r"KEY has no clause '9\.1'",
    ),
    "a name cannot be imported": Wrong(
        {"money": "x = 1\nfrom openfelt.cage.fees import NoSuchRules\n"},
        "money.py",
        "NoSuchRules",
        "KEY has no chapter 'money': cannot import name 'NoSuchRules'",
    ),
    "a chapter says nothing": Wrong(
        {"money": "x = 1\n"}, "money.py", "", r"KEY has no chapter 'money': module .* has no attribute 'CHAPTER'"
    ),
    "a chapter says something else": Wrong(
        {"room": "x = 1\nCHAPTER = 3\n"}, "room.py", "CHAPTER", r"\S+\.room\.CHAPTER is no RoomChapter"
    ),
    "a slip": Wrong(
        {"room": "x = 1\nCHAPTER = RoomChapter()\n"}, "room.py", "CHAPTER", "NameError: name 'RoomChapter'"
    ),
    "no Python": Wrong({"room": "x = 1\nCHAPTER = (\n"}, "room.py", "CHAPTER", "SyntaxError"),
    "a number is none": Wrong(
        {"table": ("cap=4", 'cap="four"')},
        "table.py",
        "four",
        "cap of Policy is 'four', which is no",
        in_the_table=True,
    ),
    "a number is below zero": Wrong(
        {"table": ("cap=4", "cap=-1")}, "table.py", "-1", "cap of Policy is -1, below zero"
    ),
    "a word instead of a value": Wrong(
        {"table": ("OddChips.FIRST_WINNER", '"first-winner"')},
        "table.py",
        "first-winner",
        "odd_chips of Policy is 'first-winner', which is no OddChips",
        in_the_table=True,
    ),
    "a citation is no tuple": Wrong(
        {"table": ('split=cite("3.1")', 'split=cite("3.1")[0]')},
        "table.py",
        "split",
        r"split of Policy is 'KEY 3\.1', which is no tuple",
        in_the_table=True,
    ),
    "a choice that there is not": Wrong(
        {"sign": ('fixes_cap="always"', 'fixes_cap="sometimes"')},
        "sign.py",
        "sometimes",
        "fixes_cap of SignRules is 'sometimes', which is no 'always' or 'blinds' or 'never'",
    ),
    "a limit that there is not": Wrong(
        {"games": ('"structured", "spread"', '"structured", "sky"')},
        "games.py",
        "sky",
        "limits has 'sky'; known are full-pot, half-pot, no-limit",
    ),
    "no limit at all": Wrong(
        {"games": ('{"structured", "spread"}', "()")}, "games.py", "limits=", "seven-card-stud has no limits"
    ),
    "three halves": Wrong(
        {"games": ('best=cite("1.3")', 'best=cite("1.3"),\n    halves=STUD.showdown.halves * 3')},
        "games.py",
        "halves=",
        "a showdown has 3 halves; it has one or two",
    ),
    "more seats than cards": Wrong(
        {"games": ("SeatLimit(7", "SeatLimit(70")}, "games.py", "70", "seven-card-stud seats 70 with 52 cards"
    ),
    "a game of another book": Wrong(
        {"games": ("rulebook=KEY,", 'rulebook="house",')},
        "games.py",
        "rulebook=",
        "rulebook is 'house', another book; this is 'KEY'",
    ),
    "a table that cannot be opened": Wrong(
        {"demo": ('{"seats": 5}', '{"seats": 12}')},
        "demo.py",
        "12",
        r"a table of seven-card-stud cannot be opened: 12 seats; Seven Card Stud .* \[KEY 1\.1\]",
    ),
    "a table of no game": Wrong(
        {"demo": ('"seven-card-stud"', '"omaha"')},
        "demo.py",
        "omaha",
        "a table of omaha cannot be opened: no game 'omaha'",
    ),
    "a setting that no sign has": Wrong(
        {"sign": [IMPORT_FIXED, ("HOUSE,\n", FIXED.format("lamps", "lit"))]},
        "sign.py",
        "lamps",
        "no sign has a setting 'lamps'",
    ),
    "a setting that is never so": Wrong(
        {"sign": [IMPORT_FIXED, ("HOUSE,\n", FIXED.format("odd_half", "low"))]},
        "sign.py",
        "'odd_half'",
        "odd_half of a sign is never 'low'",
    ),
    "an office that there is not": Wrong(
        {"offices": ("book=KEY", "book=KEY,\n    roles={'dealer': type(HOUSE.roles['dealer'])(('lamplighter',))}")},
        "offices.py",
        "lamplighter",
        "lamplighter is no office of KEY",
    ),
    "offices of another book": Wrong(
        {"offices": ("book=KEY", "book='house'")}, "offices.py", "book='house'", "book is 'house', another book"
    ),
    "a scale of another book's name": Wrong(
        {"hands": ('"KEY-52"', '"us-52"')}, "hands.py", "us-52", "KEY has 'us-52' in its hands, and so has us-stud"
    ),
    "no clauses": Wrong({"clauses": None}, "clauses.tsv", "", "KEY has no clauses that can be read"),
    "a column too few": Wrong(
        {"clauses": COLUMNS + "1\troom\tPlay.\n"},
        "clauses.tsv",
        "Play",
        "5 columns between tabs, all but the note filled",
    ),
    "a kind that there is not": Wrong(
        {"clauses": COLUMNS + "1\tmagic\ta\tb\t\n"}, "clauses.tsv", "magic", "KEY 1 is of no known kind: 'magic'"
    ),
    "a clause stands twice": Wrong(
        {"clauses": COLUMNS + "1\troom\ta\tb\t\n1\troom\tagain\tb\t\n"}, "clauses.tsv", "again", "KEY 1 stands twice"
    ),
    "no title": Wrong({"__init__": ("TITLE", "TITEL")}, "__init__.py", '"""', "TITLE is no str; a book says its"),
    "a version that is no number": Wrong(
        {"__init__": ("VERSION: Final = 1", "VERSION: Final = 'one'")}, "__init__.py", "'one'", "VERSION is no int"
    ),
    "another key": Wrong(
        {"__init__": ('KEY: Final = "', 'KEY: Final = "x-')},
        "__init__.py",
        '"x-',
        r"\S+ is 'x-KEY', which is not the name of its (folder|entry point), 'KEY'",
    ),
    "a head that does not load": Wrong(
        {"__init__": ("from typing import Final", "from typing import Finale")},
        "__init__.py",
        "Finale",
        "ImportError: cannot import name 'Finale'",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_book_that_is_wrong_is_named_with_file_and_line(shelf_of, what):
    wrong = WRONG[what]
    if wrong.in_the_table and is_compiled():
        wrong = wrong._replace(words="CHAPTER = ", reason="TypeError: .* expected; got str")
    key = shelf_of.add(**wrong.changes)
    with pytest.raises(BrokenBook) as fault:
        read_books()
    path = shelf_of.folder / key.replace("-", "_") / wrong.place
    line = f":{line_of(path, wrong.words)}" if wrong.words else ""
    place, _, reason = str(fault.value).partition(": ")
    assert place == f"{path}{line}"
    assert re.match(wrong.reason.replace("KEY", key), reason), reason


def is_compiled() -> bool:
    return policy.__file__.endswith(".so")


def line_of(path: Path, words: str) -> int:
    """The number of the first line with these words."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if words in line)


@pytest.mark.parametrize("other", ["nsw-poker", KEY, "harbour"])
def test_two_books_of_one_key(tmp_path, monkeypatch, other):
    site, more = tmp_path / "site", tmp_path / "more"
    for folder in (site, more):
        folder.mkdir()
        monkeypatch.syspath_prepend(str(folder))
    write_book(site, "first-book")
    install(site, other, "first_book")
    if other != "nsw-poker":
        write_book(more, "second-book")
        install(more, other, "second_book")
    forget_the_shelf()
    try:
        with pytest.raises(BrokenBook) as fault:
            rulebook_keys()
    finally:
        monkeypatch.undo()
        forget_the_shelf()
    second = f"{ROOT}/src/openfelt/books/nsw_poker" if other == "nsw-poker" else f"{site}/first_book"
    first = f"{site}/first_book" if other == "nsw-poker" else f"{more}/second_book"
    expected = rf"{first}/__init__\.py:9: {other} is the key of two books; the other is {second}/__init__\.py:\d+"
    assert re.fullmatch(expected, str(fault.value))


@pytest.mark.parametrize(
    ("key", "package", "said"),
    [
        ("Bad Key", "small_book", r"small_book/__init__\.py:9: 'Bad Key' is no key"),
        ("good-key", "no_such_package", r"no_such_package: good-key is said to be this package, which is not there"),
        ("good-key", "no.such.package", r"no\.such\.package: good-key is said to be this package"),
        ("good-key", "small_book:CHAPTER", r"small_book:CHAPTER: good-key is said to be this package"),
    ],
)
def test_an_entry_point_that_names_no_book(tmp_path, monkeypatch, key, package, said):
    monkeypatch.syspath_prepend(str(tmp_path))
    write_book(tmp_path, "small-book")
    install(tmp_path, key, package, "some-distribution")
    forget_the_shelf()
    try:
        with pytest.raises(BrokenBook, match=said):
            shelf.outside()
    finally:
        monkeypatch.undo()
        forget_the_shelf()


# --- the room does not start half -------------------------------------------------------------------------------------


def test_the_room_does_not_start_with_a_broken_book(shelf_of, tmp_path):
    key = shelf_of.add(floor=None)
    app = build(tmp_path / "room", demo=False)
    with pytest.raises(BrokenBook), TestClient(app):
        pass
    assert f"{key} has no chapter 'floor'" in app.state.unfit


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param(
            {"floor": None},
            "lantern_stud/__init__.py:13: lantern-stud has no chapter 'floor'",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {"table": ("cap=4", "cap=-1")},
            "lantern_stud/table.py:15: cap of Policy is -1, below zero",
            marks=pytest.mark.slow,
        ),
        ({"table": ('cite("2.1")', 'cite("2.7")')}, "lantern_stud/table.py:17: lantern-stud has no clause '2.7'"),
    ],
    ids=["chapter", "value", "clause"],
)
def test_serve_names_what_is_wrong_and_writes_nothing(tmp_path, changes, said):
    install(tmp_path, KEY, write_book(tmp_path, **changes).name)
    served = run("-m", "openfelt", "serve", "--port", "0", "--data", "room", path=tmp_path)
    assert served.returncode == 2
    assert served.stdout == ""
    assert served.stderr.startswith(f"openfelt: {tmp_path}/{said}"), served.stderr
    assert served.stderr.count("\n") == 1
    assert not (tmp_path / "room").exists()


def test_every_command_names_two_books_of_one_key(tmp_path):
    write_book(tmp_path)
    install(tmp_path, "us-stud", "lantern_stud")
    told = run("-m", "openfelt", "rules", path=tmp_path)
    assert told.returncode == 2
    assert told.stderr.startswith(f"openfelt: {tmp_path}/lantern_stud/__init__.py:9: us-stud is the key of two books")
