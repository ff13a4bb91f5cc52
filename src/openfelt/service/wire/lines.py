"""Lines of the action log in pieces: words, and amounts as numbers, so that a page can write them as it likes."""

from __future__ import annotations

from typing import Any, Final

from openfelt.rulebooks import Cites
from openfelt.service.wire.protocol import Line, Win
from openfelt.table import events as e

# Stands on both sides of an amount while a line is put into words; a name has only printable characters.
MARK: Final = "\x1f"


def marked(cents: int) -> str:
    """An amount that `pieces` finds again."""
    return f"{MARK}{cents}{MARK}"


def pieces(text: str) -> tuple[str | int, ...]:
    """A marked text as words and amounts in turn; nothing where it names no amount.

    >>> pieces(f"Ann raises {marked(400)} to {marked(600)}")
    ('Ann raises ', 400, ' to ', 600)
    """
    if MARK not in text:
        return ()
    found: list[str | int] = []
    for at, piece in enumerate(text.split(MARK)):
        if at % 2 and piece.removeprefix("-").isdecimal():
            found.append(int(piece))
        elif piece:
            found.append(piece)
    return tuple(found)


def line(seq: int, marked_text: str, event: Any) -> Line:  # noqa: ANN401 - any event of a stream
    """A line of the log: its text, its pieces, who acted and who won what."""
    return Line(
        seq=seq,
        text=marked_text.replace(MARK, ""),
        cites=event.cites,
        kind=type(event).__name__,
        parts=pieces(marked_text),
        seat=seat_of(event),
        wins=wins_of(event),
    )


def seat_of(event: Any) -> int:  # noqa: ANN401 - any event of a stream
    """Whose act an event is, a seat's or a box's, or 0."""
    seat = getattr(event, "seat", 0) or getattr(event, "box", 0)
    return seat if type(seat) is int else 0


def wins_of(event: Any) -> tuple[Win, ...]:  # noqa: ANN401 - any event of a stream
    """Who wins what by an award."""
    if type(event) is not e.PotAwarded:
        return ()
    shares = zip(event.seats, event.amounts, strict=True)
    return tuple(Win(seat=seat, amount=amount, pot=event.pot, part=event.part) for seat, amount in shares)


def told(marked_text: str, cites: Cites) -> dict[str, Any]:
    """A line outside a feed, in the same pieces: an effect of a ruling, an entry of its record."""
    return {"text": marked_text.replace(MARK, ""), "parts": pieces(marked_text), "cites": cites}
