"""The command `openfelt school` and its questions from Python: seeded, marked with the clause, score kept."""

import json

import pytest

from openfelt.cli import main
from openfelt.errors import NotationError
from openfelt.rulebooks import clause
from openfelt.school import MODES, Session, drill, mark, topics

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
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(capsys, args, fault):
    said = run(capsys, *args, code=2)
    assert fault in said.err
    assert len(said.err.strip().splitlines()) == 1


def test_a_score_that_cannot_be_read_is_refused(capsys, tmp_path):
    kept = tmp_path / "score.json"
    kept.write_text("[]")
    assert "no score" in run(capsys, "--score", str(kept), "--answers", "1", code=2).err
