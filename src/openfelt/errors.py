"""What goes wrong, and whose fault it is. Owns the error types; knows no card and no rule.

The amounts in a refusal are parts of a phrase: `message` and `legal` have them in dollars, `written` as a caller likes.

`NotationError`, `RuleViolation` and `StaleView` answer a user's mistake. `InvariantBroken` is our own fault and is
never caught below the service; a `BrokenBook` is the fault of whoever wrote a book, found before anybody plays by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from openfelt.phrases import Phrase, Text, WriteMoney, rewritten, written

Offers: TypeAlias = Text | Sequence[Text]
# A code that was split: each part answers to the broader one too, so that whoever looks for that still finds it.
BROADER: Final = {
    "above-after-all-in": ("above-maximum",),
    "above-the-pot": ("above-maximum",),
    "above-the-straddle": ("above-maximum",),
    "below-after-all-in": ("below-minimum",),
    "betting-due": ("wrong-phase",),
    "between-rounds": ("hand-going",),
    "discard-due": ("wrong-phase",),
    "dispute-pending": ("held",),
    "draw-due": ("wrong-phase",),
    "draw-not-due": ("wrong-phase",),
    "option-due": ("wrong-phase",),
    "showing-due": ("wrong-phase",),
    "commission": ("rate-not-approved",),
    "in-hand": ("in-round",),
    "purse": ("purse-too-small",),
    "stake": ("stake-limits",),
    "unit": ("not-in-units",),
    "held": ("may-not-check", "may-not-fold", "may-not-raise", "nothing-to-call", "above-maximum", "below-minimum"),
    "held-down": ("may-not-raise", "above-maximum"),
    "nobody-on-duty": ("held",),
    "waits-for-others": ("held",),
    "self-excluded": ("excluded",),
    "own-term": ("bad-term",),
    "moving-stake": ("stake", "stake-limits"),
    "must-open": ("may-not-fold",),
    "not-in-front": ("above-maximum",),
    "not-your-draw": ("not-your-turn",),
    "not-your-option": ("not-your-turn",),
    "post": ("not-dealt-in",),
    "short-call-held": ("held", "may-not-check", "may-not-raise"),
}


class OpenfeltError(Exception):
    """A user's mistake: what is wrong, by which clause, and what is allowed instead.

    >>> str(OpenfeltError("no such seat", cites=("nsw-poker 6.1",), legal=("1", "2")))
    'no such seat [nsw-poker 6.1]; allowed: 1, 2'
    """

    code = "error"
    offer = "allowed"

    def __init__(self, message: Text, *, cites: str | Sequence[str] = (), legal: Offers = (), code: str = "") -> None:
        self.said = message
        super().__init__(str(message))
        self.cites = tuple(dict.fromkeys(several(cites)))
        self.offered: tuple[Text, ...] = (legal,) if isinstance(legal, str | Phrase) else tuple(legal)
        if code:
            self.code = code

    @property
    def message(self) -> str:
        """What is wrong, in words."""
        return str(self.said)

    @property
    def legal(self) -> tuple[str, ...]:
        """What is allowed instead, in words."""
        return tuple(map(str, self.offered))

    def rename(self, change: Callable[[str], str]) -> None:
        """Put it otherwise: a door calls people by their names, where below it accounts have ids."""
        self.said = rewritten(self.said, change)
        self.offered = tuple(rewritten(one, change) for one in self.offered)

    def written(self, write_money: WriteMoney) -> tuple[str, tuple[str, ...]]:
        """What is wrong and what is allowed instead, with amounts as `write_money` writes them."""
        return written(self.said, write_money), tuple(written(one, write_money) for one in self.offered)

    def __str__(self) -> str:
        text = self.message
        if self.cites:
            text += f" [{', '.join(self.cites)}]"
        if self.legal:
            text += f"; {self.offer}: {', '.join(self.legal)}"
        return text

    def __reduce__(self) -> tuple[object, ...]:
        # A worker process answers with the same refusal, whatever the arguments of its constructor were.
        return type(self).__new__, (type(self), self.message), self.__dict__


class NotationError(OpenfeltError):
    """Something that cannot be read: a card, a range, a file."""

    code = "notation"


class RuleViolation(OpenfeltError):
    """Something that can be read but is not allowed now.

    >>> str(RuleViolation("bet-not-reopened", ("nsw-poker 12.4",), "seat 1 may not raise", legal=("fold", "call 150")))
    'seat 1 may not raise [nsw-poker 12.4]; allowed: fold, call 150'
    """

    def __init__(self, code: str, cites: str | Sequence[str], message: Text, *, legal: Offers = ()) -> None:
        super().__init__(message, cites=cites, legal=legal, code=code)

    def answers_to(self, code: str) -> bool:
        """Whether this is the code of the refusal, or a broader one that it was part of.

        >>> pot = RuleViolation("above-the-pot", ("nsw-poker 8.8.7",), "$7.01 is above the maximum of $7")
        >>> pot.answers_to("above-the-pot"), pot.answers_to("above-maximum"), pot.answers_to("below-minimum")
        (True, True, False)
        """
        return code == self.code or code in BROADER.get(self.code, ())


class StaleView(OpenfeltError):
    """An answer to a turn that is over."""

    code = "stale"


class InvariantBroken(Exception):
    """Our own fault: chips, cards or order are not what they must be. Stops the table."""


class BrokenBook(InvariantBroken):
    """A book that cannot be read: which file and line, and why."""


def several(one_or_more: str | Sequence[str]) -> tuple[str, ...]:
    """A tuple, also of one text: a lone citation is not a sequence of letters."""
    return (one_or_more,) if isinstance(one_or_more, str) else tuple(one_or_more)
