"""What goes wrong, by whose fault. Owns the error types; knows no card and no rule.

`NotationError`, `RuleViolation` and `StaleView` answer a user's mistake. `InvariantBroken` is our own fault and is never
caught below the service.
"""

from __future__ import annotations

from collections.abc import Sequence


class OpenfeltError(Exception):
    """A user's mistake: what is wrong, by which rule, and what is allowed instead."""

    code = "error"

    def __init__(self, message: str, *, cites: Sequence[str] = (), legal: Sequence[str] = (), code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cites = tuple(cites)
        self.legal = tuple(legal)
        if code:
            self.code = code

    def __str__(self) -> str:
        text = self.message
        if self.cites:
            text += f" [{', '.join(self.cites)}]"
        if self.legal:
            text += f"; allowed: {', '.join(self.legal)}"
        return text


class NotationError(OpenfeltError):
    """Something that cannot be read: a card, a range, a file."""

    code = "notation"


class RuleViolation(OpenfeltError):
    """Something that can be read but is not allowed now.

    >>> str(RuleViolation("bet-not-reopened", ("nsw-poker 12.4",), "seat 1 may not raise", legal=("fold", "call 150")))
    'seat 1 may not raise [nsw-poker 12.4]; allowed: fold, call 150'
    """

    def __init__(self, code: str, cites: Sequence[str], message: str, *, legal: Sequence[str] = ()) -> None:
        super().__init__(message, cites=cites, legal=legal, code=code)


class StaleView(OpenfeltError):
    """An answer to a turn that is over."""

    code = "stale"


class InvariantBroken(Exception):  # noqa: N818 - it is a verdict, not an error answered to anyone
    """Our own fault: chips, cards or order are not what they must be. Stops the table."""
