"""`openfelt school`: drills; what is the ruling?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click
import msgspec

from openfelt.errors import NotationError
from openfelt.school import MODES, Mark, Mode, Question, Score, Session, topics, weakest

CHOICE: Final = re.compile(r"[1-9]\d?$", re.ASCII)


@click.command("school")
@click.option("--mode", type=click.Choice(MODES), default="floor", show_default=True, help="Who is taught.")
@click.option("--rulebook", default="nsw-poker", show_default=True, help="Whose rules.")
@click.option("--topic", default="", help="One topic only; see --topics.")
@click.option("--questions", type=click.IntRange(1, 1000), default=5, show_default=True, help="How many.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed asks the same questions."
)
@click.option("--answers", help="Answer by number, for a test: 1,3,2.")
@click.option(
    "--score", "score_file", type=click.Path(dir_okay=False, path_type=Path), help="Keep the score in a file."
)
@click.option("--topics", "list_topics", is_flag=True, help="List the topics and stop.")
@click.option("--json", "as_json", is_flag=True, help="One line for each question and its mark.")
def command(  # noqa: PLR0917 - one parameter for each option
    mode: Mode,
    rulebook: str,
    topic: str,
    questions: int,
    seed: int,
    answers: str | None,
    score_file: Path | None,
    list_topics: bool,  # noqa: FBT001 - click's
    as_json: bool,  # noqa: FBT001 - click's
) -> None:
    """Drill rulings, chips and turns: a real situation, a question, and the clause that answers it."""
    if list_topics:
        for name in topics(mode, rulebook):
            click.echo(name)
        return
    given = read_answers(answers)
    session = Session(mode=mode, rulebook=rulebook, topic=topic, seed=seed, score=read_score(score_file))
    for number in range(len(given) or questions):
        question = session.ask()
        if not as_json:
            click.echo(question_text(number + 1, question))
        reply = given[number] if given else prompt(question)
        if reply == 0:
            break
        result = session.answer(reply)
        if as_json:
            click.echo(msgspec.json.encode({"question": question, "answer": reply, "mark": result}))
        else:
            click.echo(mark_text(result))
    if score_file is not None:
        score_file.write_bytes(msgspec.json.format(msgspec.json.encode(session.score)))
    click.echo(score_text(session.score), err=as_json)


def read_answers(text: str | None) -> list[int]:
    """Numbers with commas between them; none if nothing is given."""
    parts = [] if text is None else [part.strip() for part in text.split(",")]
    for place, part in enumerate(parts, start=1):
        if not CHOICE.match(part):
            raise NotationError(f"--answers, place {place}: {part!r} is no number of a choice", legal=("1,3,2",))
    return [int(part) for part in parts]


def read_score(path: Path | None) -> Score:
    """The score kept in a file, or a new one."""
    if path is None or not path.exists():
        return Score()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Score)
    except (OSError, msgspec.DecodeError) as fault:
        raise NotationError(f"{path}: no score: {fault}") from None


def prompt(question: Question) -> int:
    """Ask for a number; 0 or the end of input stops."""
    try:
        reply = click.prompt("Your answer (0 stops)", type=click.IntRange(0, len(question.choices)), default=0)
    except click.Abort:
        return 0
    return int(reply)


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
