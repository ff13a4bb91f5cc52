"""A run of drills with its score."""

from __future__ import annotations

from collections import Counter

import msgspec

from openfelt.rulebooks import usual_rulebook
from openfelt.school.drills import Mark, Mode, Question, drill, mark


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answers and right answers, in all and by topic."""

    asked: int = 0
    right: int = 0
    by_topic: dict[str, tuple[int, int]] = {}

    def add(self, topic: str, *, is_right: bool) -> Score:
        """The score after one more answer."""
        asked, right = self.by_topic.get(topic, (0, 0))
        by_topic = {**self.by_topic, topic: (asked + 1, right + is_right)}
        return Score(self.asked + 1, self.right + is_right, by_topic)


class Session:
    """One learner's drills: ask, answer, ask again. The same seed gives the same questions.

    >>> session = Session(mode="player", seed=3)
    >>> question = session.ask()
    >>> session.answer(question.right).is_right, session.score.right
    (True, 1)
    """

    def __init__(
        self,
        *,
        mode: Mode = "floor",
        rulebook: str = "",
        topic: str = "",
        seed: int = 0,
        score: Score | None = None,
    ) -> None:
        self.mode, self.rulebook, self.topic, self.seed = mode, rulebook or usual_rulebook(), topic, seed
        self.score = score or Score()
        self.number = 0
        self.question: Question | None = None

    def ask(self) -> Question:
        """The next question."""
        self.number += 1
        self.question = drill(
            mode=self.mode, rulebook=self.rulebook, topic=self.topic, seed=f"{self.seed}.{self.number}"
        )
        return self.question

    def answer(self, number: int) -> Mark:
        """Mark an answer to the question that was asked last."""
        assert self.question is not None, "ask first"
        result = mark(self.question, number)
        self.score = self.score.add(self.question.topic, is_right=result.is_right)
        return result


def weakest(score: Score) -> str:
    """The topic with the most wrong answers, or nothing."""
    wrong = Counter({topic: asked - right for topic, (asked, right) in score.by_topic.items() if asked > right})
    return wrong.most_common(1)[0][0] if wrong else ""
