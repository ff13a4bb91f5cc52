"""The command `openfelt school` and its questions from Python: seeded, marked with the clause, score kept."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from click.testing import CliRunner

from openfelt.cli import main
from openfelt.cli.school import command
from openfelt.errors import NotationError
from openfelt.floor import KINDS, read_incident
from openfelt.rulebooks import clause
from openfelt.school import MODES, Session, drill, mark, topics
from openfelt.school.drills import facts_in_words

BOOKS = ("nsw-poker", "act-stud", "us-stud", "house")
ALL = [(book, mode, topic) for book in BOOKS for mode in MODES for topic in topics(mode, book)]


@pytest.mark.parametrize(("book", "mode", "topic"), ALL)
def test_every_topic_has_questions_that_the_seed_repeats(book, mode, topic):
    question = drill(mode=mode, rulebook=book, topic=topic, seed=11)
    assert question == drill(mode=mode, rulebook=book, topic=topic, seed=11)
    assert len(set(question.choices)) == len(question.choices) >= 3
    right = mark(question, question.right)
    assert right.is_right
    assert right.cites
    assert all(clause(cite) for cite in right.cites)
    wrong = mark(question, question.right % len(question.choices) + 1)
    assert not wrong.is_right
    assert wrong.right == question.choices[question.right - 1]


@pytest.mark.parametrize("kind", KINDS)
def test_what_happened_is_told_in_words_of_a_card_room(kind):
    """No name of a field, no mark of documentation, and one card is not "1 cards"."""
    facts = {"seat": 2, "cards": ["Ah"], "to": [3], "count": 1, "looked": True, "reconstructable": False, "also": [3]}
    shape = KINDS[kind]
    known = {name: value for name, value in facts.items() if name in shape.__struct_fields__}
    if kind == "exposed-in-deal":
        known = {"cards": [[2, 1]]}
    if kind == "acted-out-of-turn":
        known |= {"action": "wager", "to": 450}
    said = facts_in_words(read_incident(kind, known))
    assert not {"`", "_"} & set(said), said
    assert "1 cards" not in said
    assert "Ah" not in said
    assert ("$4.50" in said) == (kind == "acted-out-of-turn")
    for field in ("looked: ", "reconstructable", "also ", "to 3"):
        assert field not in said


@pytest.mark.parametrize(("book", "mode", "topic"), ALL)
def test_a_question_reads_as_a_player_reads_it(book, mode, topic):
    """Amounts in dollars, facts by the words of the desk, nothing of the sign's notation or of fields."""
    for seed in range(3):
        question = drill(mode=mode, rulebook=book, topic=topic, seed=seed)
        told = "\n".join((*question.text, question.asks, *question.choices))
        assert not re.search(r"\w=\w|`|_|\b1 cards", told)
        assert not re.findall(r"(?<![$,.\d])\d{3,}", told), told
        assert "$" in told


def test_seeds_differ_and_a_session_counts():
    assert len({drill(seed=seed).text for seed in range(6)}) > 3
    session = Session(mode="dealer", rulebook="nsw-poker", topic="chips", seed=2)
    for step in range(4):
        question = session.ask()
        session.answer(question.right if step else question.right % len(question.choices) + 1)
    assert (session.score.asked, session.score.right) == (4, 3)
    assert session.score.by_topic == {"chips": (4, 3)}


@pytest.mark.parametrize("wrong", [{"mode": "chef"}, {"rulebook": "act-holdem"}, {"topic": "flop"}])
def test_what_cannot_be_drilled_is_refused(wrong):
    with pytest.raises(NotationError):
        drill(**wrong)


def test_an_answer_outside_the_choices_is_refused():
    question = drill(mode="player", seed=1)
    for answer in (0, len(question.choices) + 1):
        with pytest.raises(NotationError, match="the choices are 1 to"):
            mark(question, answer)


def run(capsys, *args: str, code: int = 0):
    with pytest.raises(SystemExit) as done:
        main(["school", *args])
    assert done.value.code == code
    return capsys.readouterr()


def test_the_command_asks_marks_and_keeps_the_score(capsys, tmp_path):
    kept = tmp_path / "score.json"
    args = ("--mode", "player", "--seed", "5", "--score", str(kept))
    said = run(capsys, *args, "--answers", "1,1,1").out
    assert said.count("may do one of these") == 3
    assert "of 3 right" in said
    run(capsys, *args, "--answers", "2")
    assert json.loads(kept.read_text())["asked"] == 4


def test_json_is_one_line_for_each_question(capsys):
    out = run(capsys, "--json", "--topic", "deck-fault", "--answers", "1,2").out
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["answer"] for line in lines] == [1, 2]
    assert all(line["mark"]["cites"] and line["question"]["topic"] == "deck-fault" for line in lines)


def test_topics_are_listed(capsys):
    assert "face-up-in-shoe" in run(capsys, "--topics").out.split()
    listed = [json.loads(line) for line in run(capsys, "--topics", "--mode", "player", "--json").out.splitlines()]
    named = [{"mode": "player", "rulebook": "nsw-poker", "topic": topic} for topic in topics("player", "nsw-poker")]
    assert listed == named


def test_as_many_answers_as_questions_are_marked(capsys):
    assert "of 2 right" in run(capsys, "--questions", "2", "--answers", "1,1").out


def test_json_asks_on_stderr_and_keeps_stdout_for_objects():
    told = CliRunner().invoke(command, ["--json", "--topic", "deck-fault", "--questions", "2"], input="9\n1\n2\n")
    assert told.exit_code == 0
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert [line["answer"] for line in lines] == [1, 2]
    for line in lines:
        assert line["question"]["asks"] in told.stderr
        assert all(choice in told.stderr for choice in line["question"]["choices"])
    first, again = told.stderr.split("Your answer")[:2]
    assert lines[0]["question"]["choices"][0] in first, "the question stands before the prompt"
    assert "'9' is no answer: 1 to" in again


def test_the_end_of_input_stops_and_says_the_score():
    told = CliRunner().invoke(command, ["--questions", "3"], input="1\n")
    assert told.exit_code == 0
    assert "of 1 right" in told.stdout


@pytest.mark.usefixtures("heeds_interrupts")
def test_interrupting_exits_with_130_and_keeps_what_was_marked(tmp_path):
    """Ctrl-C at the second prompt, though input has not come to its end."""
    kept = tmp_path / "score.json"
    started = [sys.executable, "-m", "openfelt", "school", "--questions", "3", "--score", str(kept)]
    with subprocess.Popen(started, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as one:
        one.stdin.write(b"1\n")
        one.stdin.flush()
        seen = b""
        while seen.count(b"Your answer") < 2:
            more = os.read(one.stdout.fileno(), 4096)
            assert more, seen
            seen += more
        for _ in range(10):  # input() drops an interrupt that comes just before it reads
            one.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                one.wait(timeout=3)
                break
        assert (one.returncode, one.stderr.read().strip()) == (130, b"interrupted")
    assert json.loads(kept.read_text())["asked"] == 1


def test_without_input_nothing_is_asked():
    started = [sys.executable, "-m", "openfelt", "school", "--questions", "1"]
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *started], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "openfelt: school asks for answers, but standard input is closed; allowed: --answers 1,3,2\n"
    )
    answered = [*started, "--answers", "1"]
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *answered], capture_output=True, text=True, check=False)
    assert done.returncode == 0, "answers given at once need no input"


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("--answers", "x"), "place 1"),
        (("--answers", "1,,2"), "place 2: '' is no number"),
        (("--answers", ""), "place 1: '' is no number"),
        (("--answers", "\u00b2"), "place 1: '\u00b2' is no number"),
        (("--seed", "-1"), "-1 is not in the range x>=0"),
        (("--answers", "9"), "the choices are 1 to"),
        (("--topic", "nonsense"), "no topic"),
        (("--rulebook", "nonsense"), "no floor of"),
        (("--questions", "0"), "0"),
        (("--questions", "2", "--answers", "1,1,1"), "--answers has 3, but --questions says 2"),
        (("--questions", "2", "--answers", "1"), "--answers has 1, but --questions says 2"),
        (("--answers", ",".join("1" * 1001)), "--answers has 1001 answers; allowed: 1 to 1000"),
        (("--topic", ""), "no topic '' for the floor under nsw-poker; allowed: exposed-in-cut,"),
        (("--topic", "", "--answers", "1"), "no topic ''"),
        (("--topics", "--answers", "1"), "--answers has no use beside --topics"),
        (("--topics", "--topic", "deck-fault"), "--topic has no use beside --topics"),
        (("--topics", "--score", "x"), "--score has no use beside --topics"),
        (("--topics", "--questions", "5"), "--questions has no use beside --topics"),
        (("--topics", "--seed", "0"), "--seed has no use beside --topics"),
        (("--score", "nodir/x", "--answers", "1"), "nodir/x: cannot be written: no folder nodir"),
        (("--score", "/dev/zero", "--answers", "1"), "/dev/zero: more than 100000 characters"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(capsys, args, fault):
    said = run(capsys, *args, code=2)
    assert fault in said.err
    assert len(said.err.strip().splitlines()) == 1
    if "the choices are" not in fault:  # that depends on the question, which is printed
        assert said.out == "", "refused before anything is asked"


def test_a_score_that_cannot_be_read_is_refused(capsys, tmp_path):
    kept = tmp_path / "score.json"
    kept.write_text("[]")
    assert "no score" in run(capsys, "--score", str(kept), "--answers", "1", code=2).err
