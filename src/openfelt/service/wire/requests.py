"""Request ids: a repeated request gets the first answer, another request under the same id is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from openfelt.errors import OpenfeltError
from openfelt.journal import Reader


class RequestReused(OpenfeltError):
    """An id that belongs to another request of the same account."""

    code = "request-reused"

    def __init__(self, request: str) -> None:
        name = request.partition(" ")[2] or request
        super().__init__(f"the id {name!r} was used for another request", legal=("a new id for each request",))


def plain_mark(said: bytes) -> str:
    """The plain mark of a request, which anyone could compute."""
    return hashlib.sha256(said).hexdigest()[:32]


class RequestId(str):
    """The id of a client's request, unique to its account, with a mark of what was asked."""

    __slots__ = ("earlier", "mark")

    mark: str
    earlier: str  # the mark that releases up to 0.2.0 kept of it over HTTP; never stored

    @classmethod
    def of(
        cls,
        account: str,
        frame: Any,  # noqa: ANN401 - a frame or a body with an id
        *,
        at: str = "",
        mark: Callable[[bytes], str] = plain_mark,
    ) -> RequestId:
        """The id under which the journal remembers this request; `at` is the address that a body was sent to.

        A body that holds a password says what of it may leave a mark on record (`marked`).
        """
        made = cls(f"{account} {frame.id}")
        said = frame.marked() if hasattr(frame, "marked") else frame
        asked = at.encode() + msgspec.json.encode(said)
        made.mark, made.earlier = mark(asked), plain_mark(asked)
        return made


def mark_of(answer: bytes) -> str:
    """The mark kept with a stored answer."""
    kept = msgspec.json.decode(answer)
    return str(kept.get("mark", "")) if isinstance(kept, dict) else ""


def was_done(journal: Reader, request: str) -> bool:
    """Whether this request was carried out before; refuses another request under the same id."""
    receipt = journal.receipt(request)
    if receipt is None:
        return False
    if isinstance(request, RequestId) and mark_of(receipt.answer) not in (request.mark, request.earlier):
        raise RequestReused(request)
    return True
