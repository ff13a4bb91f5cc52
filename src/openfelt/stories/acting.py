"""Stories of acts: a line is a setting, a claim, an act, or an act that is refused, with the clauses it must give.

An act may end with `refused CODE`, and with `saying WORDS`. The clauses in brackets are those that its events, or its
refusal, must give; with `not` before it one that they must not.
"""

from __future__ import annotations

import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec

from openfelt.errors import NotationError, OpenfeltError, RuleViolation
from openfelt.rulebooks import Cites
from openfelt.stories.files import NotAStory
from openfelt.stories.lines import Asserted, Failed, Source, Step, nearest, read_proofs, require, require_short_numbers
from openfelt.table.script import CITED, read_cites

REFUSED: Final = re.compile(r"^(.*?)\s+refused(?: ([\w-]+))?(?: saying (.+))?$")
ANSWER: Final = re.compile(r"[a-z_]+(?:\.\w+)* = .+")
SILENT: Final = object()  # an item that is not answered
T = TypeVar("T")
Forms: TypeAlias = tuple[tuple[str, Callable[..., None]], ...]  # what a line looks like, and what it does


class Line(NamedTuple):
    """One act or claim, and the clauses it names."""

    number: int
    text: str
    cites: Cites = ()
    never: Cites = ()


class Asserting:
    """What lines assert, with the orders that gave it."""

    source: Source | None  # the order that the latest act gave
    asserted: Asserted

    def assert_by(self, cites: Iterable[str]) -> None:
        """A line asserts these clauses, which its order gave."""
        for cite in cites:
            self.asserted[cite] |= {(self.source,)} if self.source else set()


class LineTelling(ABC):
    """A story being told line by line, after a first line that says where it begins."""

    proves: tuple[str, ...]
    lines: Sequence[Line]
    steps: Sequence[Step]
    next: int
    given: set[str]
    cites: set[str]

    def begin(self, proves: Iterable[str], first: Step, lines: Sequence[Line]) -> None:
        """Nothing has been told yet."""
        self.proves, self.lines, self.next = tuple(proves), lines, 0
        self.steps = [first, *(Step(line.number, line.text) for line in lines)]

    @abstractmethod
    def tell(self, line: Line) -> None:
        """One line."""

    def take(self, step: Step) -> Iterable[str]:
        """The first line, or one of the others."""
        self.next += 1
        if self.next == 1:
            require(len(self.steps) > 1, "nothing happens")
            return ()
        self.given = set()
        try:
            self.tell(self.lines[self.next - 2])
        except msgspec.ValidationError as fault:
            raise NotationError(f"{step.text!r}: {fault}") from None
        finally:
            self.cites |= self.given
        return self.given

    def require_given(self, line: Line) -> None:
        """The clauses that a line names were given, and those that it excludes were not."""
        gave = ", ".join(sorted(self.given)) or "nothing"
        require(set(line.cites) <= self.given, f"gave {gave}, not {', '.join(line.cites)}")
        require(not self.given & set(line.never), f"gave {gave}")

    def require_refused(self, line: Line, refusal: RuleViolation, code: str, words: str) -> None:
        """A refusal is that of the line: its code, its words, its clauses."""
        self.given |= set(refusal.cites)
        require(not code or refusal.answers_to(code), f"refused as {refusal.code}, not {code}")
        require(words in refusal.message, f"refused saying {refusal.message}")
        require(set(line.cites) <= set(refusal.cites), f"refused by {', '.join(refusal.cites)}")
        require(not set(line.never) & set(refusal.cites), f"refused by {', '.join(refusal.cites)}")
        require(refusal.cites, "a refusal without a clause")


class ActTelling(LineTelling, Asserting):
    """A story of acts being told, line by line."""

    last: tuple[Any, ...]  # what the latest act made

    # -- what a kind of story says -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def known(self) -> tuple[Forms, Forms]:
        """Settings and claims, and then acts."""

    @property
    @abstractmethod
    def examples(self) -> Sequence[str]:
        """What a line may look like, for whoever wrote one that cannot be read."""

    @abstractmethod
    def is_answer(self, line: Line) -> bool:
        """Take a line that answers an item of the document; False if it is none."""

    @abstractmethod
    def before_act(self, text: str) -> None:
        """Make ready what an act needs."""

    @abstractmethod
    def kept(self) -> Callable[[], bool]:
        """Whether everything is still as it is now."""

    # -- telling -------------------------------------------------------------------------------------------------------

    def tell(self, line: Line) -> None:
        """One line: an answer, an act, a refused act, or a claim."""
        if self.is_answer(line):
            return
        is_act = not any(re.fullmatch(form, line.text) for form, _ in self.known[0])
        if is_act:
            self.before_act(line.text)
            self.last, self.source = (), None
        refused = REFUSED.match(line.text) if is_act else None
        if refused:
            self.refuse(line, *refused.groups(default=""))
            return
        self.do(line.text)
        self.given |= {cite for event in self.last for cite in event.cites}
        self.require_given(line)
        self.assert_by(line.cites)

    def refuse(self, line: Line, act: str, code: str, words: str) -> None:
        """An act that is refused, with that code, words and clauses, and changes nothing."""
        is_kept = self.kept()
        try:
            self.do(act)
        except RuleViolation as refusal:
            self.require_refused(line, refusal, code, words)
            require(is_kept(), "a refusal changed something")
            self.assert_by(line.cites)
        else:
            raise Failed("was not refused")

    def do(self, text: str) -> None:
        """An act, a claim, or what is so outside."""
        for form, method in self.known[0] + self.known[1]:
            if found := re.fullmatch(form, text):
                method(self, *found.groups(default=""))
                return
        raise NotationError(f"cannot be read: {text!r}", legal=nearest(text, self.examples))


def read_line(number: int, words: str, book: str) -> tuple[Line, ...]:
    """An answer, or an act or claim with its clauses."""
    if ANSWER.fullmatch(words):
        return (Line(number, words),)
    return (cited_line(number, words, book),)


def cited_line(number: int, words: str, book: str) -> Line:
    """Words, and the clauses in brackets after them."""
    cited = CITED.search(words)
    named = [one.strip() for one in cited[1].split(",")] if cited else []
    never = read_cites(",".join(one.removeprefix("not ") for one in named if one.startswith("not ")), book)
    cites = read_cites(",".join(one for one in named if not one.startswith("not ")), book)
    return Line(number, CITED.sub("", words).strip(), cites, never)


def read_acts(
    text: str,
    require_first: Callable[[str], object],
    expected: tuple[str, ...],
    what: str = "template",
    read: Callable[[int, str, str], tuple[Line, ...]] = read_line,
) -> tuple[list[str], Step, list[Line]]:
    """What a story proves, its first line (a rulebook with a template or a sign), and its other lines."""
    proves: list[str] = []
    first, made = Step(0, ""), list[Line]()
    for number, whole in enumerate(text.split("\n"), start=1):
        words = whole.split("#", 1)[0].strip()
        try:
            require_short_numbers(words)
            if words.startswith("proves "):
                proves += read_proofs(words.removeprefix("proves "))
            elif words and not first.text:
                first = Step(number, words)
                require_first(words)
            elif words:
                made += read(number, words, first.text.split()[0])
        except OpenfeltError as fault:
            raise NotAStory(number, fault.message, expected=fault.legal) from None
    if not first.text:
        raise NotAStory(0, f"the text names no {what}", expected=expected)
    return proves, first, made


# -- answers of a document ---------------------------------------------------------------------------------------------


def read_answer(text: str) -> tuple[str, Any]:
    """An item and its answer: `entry.refusal = "reserved"`; parts of a list count from one."""
    path, _, value = text.partition("=")
    try:
        return path.strip(), tomllib.loads(f"value = {value.strip()}")["value"]
    except tomllib.TOMLDecodeError as fault:
        raise NotationError(f"{value.strip()!r} is no answer: {fault}", legal=('"a text"', "5", "true")) from None


def answered(document: T, answers: Iterable[tuple[str, Any]]) -> T:
    """A document with other answers."""
    raw = msgspec.json.decode(msgspec.json.encode(document))
    for path, value in answers:
        *steps, last = (int(step) - 1 if step.isdigit() else step for step in path.split("."))
        part: Any = raw
        try:
            for step in steps:
                part = part.setdefault(step, {}) if isinstance(part, dict) else part[step]
            if value is SILENT:
                del part[last]
            elif isinstance(part, list) and last == len(part):
                part.append(value)
            else:
                part[last] = value
        except (KeyError, IndexError, TypeError):
            raise NotationError(f"there is no item {path!r}", legal=("name", "entry.refusal")) from None
    try:
        return msgspec.convert(raw, type(document))
    except msgspec.ValidationError as fault:
        raise NotationError(f"no such answer: {fault}") from None
