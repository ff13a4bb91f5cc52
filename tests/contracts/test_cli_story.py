"""`openfelt story`: what it prints, its exit codes, its JSON, and a clear answer to everything that is no story."""

import json

import pytest

from openfelt.games.registry import GAMES
from openfelt.pit.games import pit_games
from openfelt.stories import Story, report, starter
from openfelt.stories.files import file_names

SIGN = "nsw-poker texas-holdem no-limit  blinds 100/200  seats 1 10000 button, 2 10000, 3 10000"
TRUE = f"# Who opens.\nproves nsw-poker 20.3.1\n{SIGN}\npre-flop  opens 1  [20.3.1]\n          1 calls; pot 500\n"
ROOM = "nsw-poker texas-holdem no-limit  blinds 100/200  places 8\nseated 1 ann 20000, 2 bob 20000\n"


@pytest.fixture
def run(command, tmp_path):
    def told(text: str | bytes, *options: str, name: str = "a.hand") -> tuple[int, str, str]:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return call(*options, str(path))

    def call(*args: str) -> tuple[int, str, str]:
        code, out, err = command("story", *args)
        return code, out.replace(f"{tmp_path}/", ""), err.replace(f"{tmp_path}/", "")

    told.call = call
    return told


def test_a_story_that_comes_true_is_told_line_by_line_with_its_clauses(run):
    code, out, err = run(TRUE)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "a.hand: Who opens.",
        f"    3  held           {' '.join(SIGN.split())}  [nsw-poker 7.2, nsw-poker 9.5]",
        "    4  held           pre-flop opens 1  [nsw-poker 20.3.1]",
        "    5  held           1 calls  [nsw-poker 20.3.1, nsw-poker 7.4.3]",
        "    5  held           pot 500",
        "    2  held           proves nsw-poker 20.3.1  [nsw-poker 20.3.1]",
        "1 story in 1 file: 1 came true, 0 did not",
    ]


def test_a_line_that_does_not_hold_is_named_and_those_after_it_are_not_reached(run):
    code, out, err = run(TRUE.replace("pot 500", "pot 501; pot 500") + "---\n" + TRUE)
    assert (code, err) == (1, "")
    assert "    5  DOES NOT HOLD  pot 501: the pot is 500, not 501\n    5  not reached    pot 500\n" in out
    assert out.endswith("2 stories in 1 file: 1 came true, 1 did not\n")


def test_a_clause_that_was_never_given_does_not_hold(run):
    code, out, _ = run(TRUE.replace("proves nsw-poker", "proves nsw-poker 12.4,"))
    assert code == 1
    assert (
        "    2  DOES NOT HOLD  proves nsw-poker 12.4, nsw-poker 20.3.1: the engine never gave nsw-poker 12.4\n" in out
    )


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.hand", "pre-flop  opens 2", "DOES NOT HOLD  pre-flop opens 2: the opener is 1, not 2"),
        (
            "a.hand",
            "1 raises to 399",
            "DOES NOT HOLD  1 raises to 399: $3.99 is below the minimum of $4 [nsw-poker 8.8.6]",
        ),
        ("a.room", "ann has 1", "DOES NOT HOLD  ann has 1: ann has 20000, "),
        ("a.room", "ann adds 500 refused", "DOES NOT HOLD  ann adds 500 refused: ann adds 500: is not refused"),
        ("a.room", "hand: button 5", "DOES NOT HOLD  hand: button 5: button is 2, not 5"),
        ("a.round", "check Ann has 1", "DOES NOT HOLD  check Ann has 1: has 100000"),
    ],
)
def test_every_kind_says_what_was_so_instead(run, name, text, line):
    head = {"a.hand": f"{SIGN}\n", "a.room": ROOM, "a.round": "sign act-holdem\n"}[name]
    code, out, _ = run(head + text, name=name)
    assert code == 1
    assert line in out


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.hand", f"{SIGN}\nglory", "a.hand:2: no statement begins with 'glory'; expected: pot, "),
        ("a.hand", f"{SIGN}\n1 jumps", "a.hand:2: no action 'jumps'"),
        ("a.hand", f"{SIGN}\n1 calls [12.44]", "a.hand:2: nsw-poker has no clause '12.44'"),
        ("a.hand", f"proves nsw-poker 99\n{SIGN}", "a.hand:1: nsw-poker has no clause '99'"),
        ("a.hand", "proves nsw-poker 12.4\npre-flop 1 calls", "a.hand:2: the sign 'pre-flop 1 calls' cannot be read"),
        ("a.hand", "", "a.hand: the text names no sign; expected: nsw-poker, "),
        ("a.hand", "# only words\n", "a.hand: the text names no sign; expected: nsw-poker, "),
        ("a.hand", b"\x7fELF\x01\xff", "a.hand:1: byte 5 is not UTF-8 text"),
        ("a.hand", b"ab\ncd\0", "a.hand:2: holds a null byte; expected: text"),
        ("a.hand", f"{SIGN}\nall may check", "a.hand:2: 'all' cannot do that; expected: seats by number"),
        ("a.hand", f"{SIGN}\nincident oops", "a.hand:2: no kind of incident 'oops'; expected: "),
        ("a.hand", f"with a b | 1 2\n| 3\n{SIGN}\npot {{a}}", "a.hand:2: the row '3' has 1 cells; expected: 2: a b"),
        ("a.hand", f"with a | 1\n{SIGN}\npot {{b}}", "a.hand:3: the table has no column 'b'; expected: {a}"),
        ("a.hand", f"with a\n{SIGN}\npot {{a}}", "a.hand:1: the table has 0 rows; expected: 1 to "),
        ("a.room", "", "a.room: the text names no sign; expected: nsw-poker, "),
        ("a.room", f"{ROOM}dan sings", "a.room:3: no line reads 'dan sings'; expected: "),
        ("a.room", f"{ROOM}ann adds 500 [99]", "a.room:3: nsw-poker has no clause '99'"),
        ("a.room", f"{ROOM}hand: glory 3", "a.room:3: 'glory 3' is nothing that a hand opens with; expected: button 3"),
        ("a.round", "", "a.round: nothing happens; expected: "),
        ("a.round", "Ann wagers 1000 on ante of box 1", "a.round: the text names no sign; expected: sign act-holdem, "),
        ("a.round", "sign act-holdem\nAnn sings", "a.round:2: cannot be read as an order: 'Ann sings'; expected: "),
        ("a.round", "sign act-holdem\ncheck glory", "a.round:2: no such check: glory; expected: "),
        ("a.round", "sign act-holdem\nno more bets => [99]", "a.round:2: act-holdem has no clause '99'"),
        ("a.round", "sign act-holdem\nno more bets => maybe", "a.round:2: 'maybe' cannot be expected; expected: =>"),
        ("a.round", "sign act-holdem\nshuffle again as x", "a.round:2: no cause 'x'; expected: suspect, discretion, "),
        ("a.hand", f"{SIGN}\nopens \u00b2", "a.hand:2: '\u00b2' is no number"),
        ("a.hand", f"{SIGN}\n1 shows \u00b2", "a.hand:2: no cards '\u00b2'"),
        ("a.hand", f"{SIGN}\nstacks 1 \u00b2", "a.hand:2: '1 \u00b2' are no seats with amounts; expected: 1 9400, 2 0"),
        ("a.hand", f"{SIGN}\npot {'9' * 31}", "a.hand:2: a number of more than 30 digits"),
        ("a.hand", f"{SIGN}\n1, 2 fold\nreturned 3 100, 1 1", "a.hand:3: '3 100, 1 1' is no return; expected: 1 400"),
        ("a.room", f"{ROOM}ann adds {'9' * 31}", "a.room:3: a number of more than 30 digits"),
        ("a.round", f"sign act-holdem\ncheck Ann has {'9' * 31}", "a.round:2: a number of more than 30 digits"),
        ("a.txt", "", f"a.txt: the name ends with '.txt'; expected: {file_names()}"),
    ],
)  # fmt: skip
def test_what_is_no_story_is_answered_with_its_line_and_what_was_expected(run, name, text, said):
    code, _, err = run(text, name=name)
    assert code == 2
    assert err.startswith(said), err
    assert err.count("\n") == 1


def test_a_missing_file_and_a_directory_are_answered_and_the_others_told(run, tmp_path):
    (tmp_path / "true.hand").write_text(TRUE)
    code, out, err = run.call(str(tmp_path), str(tmp_path / "nope.hand"), "", str(tmp_path / "true.hand"))
    assert code == 2
    assert "1 came true" in out
    assert [line.partition(": ")[2] for line in err.splitlines()] == [
        "is a directory; expected: a file *.hand, *.room, *.round, *.tournament, *.jackpot, *.promotion",
        "no such file; expected: a file *.hand, *.room, *.round, *.tournament, *.jackpot, *.promotion",
        "the name is empty; expected: a file",
    ]


def test_json_has_an_object_for_each_story_and_one_with_totals(run):
    code, out, _ = run(TRUE + "---\nglory\n", "--json")
    first, second, last = (json.loads(line) for line in out.splitlines())
    assert code == 2
    assert (first["file"].endswith("a.hand"), first["title"], first["came_true"]) == (True, "Who opens.", True)
    assert first["lines"][1] == {
        "line": 4, "text": "pre-flop opens 1", "held": True, "cites": ["nsw-poker 20.3.1"], "error": None
    }  # fmt: skip
    assert (second["readable"], second["lines"], second["error_line"]) == (False, [], 7)
    assert set(first) == set(second)
    assert last == {"totals": {"files": 1, "stories": 2, "true": 1, "false": 0, "unreadable": 1}}


@pytest.mark.parametrize(
    "names", [*GAMES, *((book,) for book in pit_games()), *((book, book) for book in pit_games())], ids=" ".join
)
def test_the_story_to_start_from_comes_true(run, names):
    code, out, _ = run.call("--init", *names)
    assert code == 0
    told = report(Story("a start", starter(*names)[0], out))
    assert told.came_true
    assert told.proves


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("nsw-poker",), "openfelt: which game of nsw-poker; allowed: draw-ante, "),
        (("nsw-poker", "chess"), "openfelt: no game 'chess' in nsw-poker; allowed: draw-ante, "),
        (("chess", "blitz"), "openfelt: no rulebook 'chess'; allowed: nsw-poker, "),
        (("act-holdem", "razz"), "openfelt: no game 'razz' in act-holdem; allowed: act-holdem"),
        (("nsw-poker", "omaha", "razz"), "openfelt: --init nsw-poker omaha razz: too many names; allowed: "),
    ],
)
def test_a_start_of_no_game_is_refused(run, names, said):
    code, _, err = run.call("--init", *names)
    assert (code, err[: len(said)]) == (2, said)
