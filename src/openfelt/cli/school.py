"""`openfelt school`: drills; what is the ruling?"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import msgspec

from openfelt.cli.answers import ask_for, require_input, was_interrupted
from openfelt.cli.table_options import refuse_given
from openfelt.cli.terminal import in_colour
from openfelt.errors import NotationError
from openfelt.lab.place import require_place
from openfelt.pit.paytables import read_short
from openfelt.rulebooks import usual_rulebook
from openfelt.school import MODES, Mark, Mode, Question, Score, Session, topics, weakest

CHOICE: Final = re.compile(r"[1-9]\d?$", re.ASCII)
USUAL_QUESTIONS: Final = 5
MOST_QUESTIONS: Final = 1000
MOST_SCORE: Final = 100_000
"""Characters of a score file: a few dozen topics take some thousands."""
# What a drill is told and a list of topics has no use for: the parameter, and how it is written.
DRILL_ONLY: Final = {
    "topic": "--topic",
    "questions": "--questions",
    "seed": "--seed",
    "answers": "--answers",
    "score_file": "--score",
}


@click.command("school")
@click.option("--mode", type=click.Choice(MODES), default="floor", show_default=True, help="Who is taught.")
@click.option("--rulebook", default=usual_rulebook(), show_default=True, help="Whose rules.")
@click.option("--topic", help="One topic only; see --topics.")
@click.option(
    "--questions",
    type=click.IntRange(1, MOST_QUESTIONS),
    help="How many; 5 if not given, or one for each of --answers.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed asks the same questions."
)
@click.option("--answers", help="Answer by number, for a test: 1,3,2.")
@click.option(
    "--score", "score_file", type=click.Path(dir_okay=False, path_type=Path), help="Keep the score in a file."
)
@click.option("--topics", "list_topics", is_flag=True, help="List the topics and stop.")
@click.option("--json", "as_json", is_flag=True, help="One line for each question and its mark.")
@click.pass_context
def command(  # noqa: PLR0917 - one parameter for each option
    ctx: click.Context,
    mode: Mode,
    rulebook: str,
    topic: str | None,
    questions: int | None,
    seed: int,
    answers: str | None,
    score_file: Path | None,
    list_topics: bool,  # noqa: FBT001 - click's
    as_json: bool,  # noqa: FBT001 - click's
) -> None:
    """Drill rulings, chips and turns: a real situation, a question, and the clause that answers it."""
    if list_topics:
        refuse_given(ctx, DRILL_ONLY, "has no use beside --topics")
        print_topics(mode, rulebook, as_json=as_json)
        return
    if topic is not None and topic not in topics(mode, rulebook):
        raise NotationError(f"no topic {topic!r} for the {mode} under {rulebook}", legal=topics(mode, rulebook))
    given = read_answers(answers, questions)
    if not given:
        require_input("school", instead="--answers 1,3,2")
    session = Session(mode=mode, rulebook=rulebook, topic=topic or "", seed=seed, score=read_score(score_file))
    try:
        run_drill(session, given, len(given) or questions or USUAL_QUESTIONS, as_json=as_json)
    except click.Abort:
        keep_score(session.score, score_file)
        raise
    keep_score(session.score, score_file)
    click.echo(score_text(session.score), err=as_json)


def print_topics(mode: Mode, rulebook: str, *, as_json: bool) -> None:
    """The topics, a line for each."""
    for name in topics(mode, rulebook):
        click.echo(json.dumps({"mode": mode, "rulebook": rulebook, "topic": name}) if as_json else name)


def run_drill(session: Session, given: Sequence[int], questions: int, *, as_json: bool) -> None:
    """Ask and mark; what someone must read to answer stands on stderr where stdout is for objects."""
    for number in range(questions):
        question = session.ask()
        if not (as_json and given):
            click.echo(in_colour(question_text(number + 1, question)), err=as_json)
        reply = given[number] if given else prompt(question, err=as_json)
        if reply == 0:
            return
        result = session.answer(reply)
        if as_json:
            click.echo(msgspec.json.encode({"question": question, "answer": reply, "mark": result}))
        else:
            click.echo(mark_text(result))


def read_answers(text: str | None, questions: int | None) -> list[int]:
    """Numbers with commas between them, one for each question; none if nothing is given."""
    if text is None:
        return []
    parts = [part.strip() for part in text.split(",")]
    for place, part in enumerate(parts, start=1):
        if not CHOICE.match(part):
            raise NotationError(f"--answers, place {place}: {part!r} is no number of a choice", legal=("1,3,2",))
    if len(parts) > MOST_QUESTIONS:
        raise NotationError(f"--answers has {len(parts)} answers", legal=f"1 to {MOST_QUESTIONS}")
    if questions not in (None, len(parts)):
        raise NotationError(f"--answers has {len(parts)}, but --questions says {questions}", legal="one for each")
    return [int(part) for part in parts]


def read_score(path: Path | None) -> Score:
    """The score kept in a file, or a new one; a place where none can be kept is refused before anything is asked."""
    if path is None:
        return Score()
    require_place(path)
    if not path.exists():
        return Score()
    try:
        return msgspec.json.decode(read_short(path, MOST_SCORE), type=Score)
    except msgspec.DecodeError as fault:
        raise NotationError(f"{path}: no score: {fault}") from None


def keep_score(score: Score, path: Path | None) -> None:
    """Write the score where it is kept."""
    if path is not None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(score)))


def prompt(question: Question, *, err: bool) -> int:
    """Ask for a number until there is one; 0, nothing, or the end of input stops."""
    most = len(question.choices)
    while True:
        try:
            said = ask_for("Your answer (0 stops)", suffix=" [0]: ", err=err)
        except click.Abort as stop:
            if was_interrupted(stop):
                raise
            return 0
        if said in ("", "0"):
            return 0
        if CHOICE.match(said) and int(said) <= most:
            return int(said)
        click.echo(f"  {said!r} is no answer: 1 to {most}, or 0", err=err)


def question_text(number: int, question: Question) -> str:
    """A question as it is printed."""
    choices = [f"  {at}) {choice}" for at, choice in enumerate(question.choices, start=1)]
    return "\n".join(["", f"{number}. {question.topic}", *question.text, question.asks, *choices])


def mark_text(result: Mark) -> str:
    """A mark as it is printed: right or wrong, and the clauses."""
    first = "Right." if result.is_right else f"No: {result.right}"
    working = [f"  {result.working}"] if result.working else []
    return "\n".join([first, *working, *(f"  {line}" for line in result.clauses)])


def score_text(score: Score) -> str:
    """The score in a line, with the topic to drill next."""
    weak = weakest(score)
    return f"\n{score.right} of {score.asked} right" + (f"; drill {weak} next" if weak else "")
