"""Lines of the action log on the wire: a template and its typed parts, so that a page writes them as it likes."""

from __future__ import annotations

from typing import Any

import msgspec

from openfelt.documents.findings import Finding
from openfelt.phrases import Text
from openfelt.room.house_events import EntryTakenBack
from openfelt.rulebooks import Cites
from openfelt.service.wire.values import Part
from openfelt.table import events as e


class Win(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat gets of an award: of which pot, and of which half where it was split between high and low."""

    seat: int
    amount: int
    pot: int
    part: str


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the action log; `seq` is its number in the table's stream. A blank tells only that it happened.

    `phrase` is a template in English, `parts` what stands in its braces. `seat` is who acted, `wins` who won what.
    """

    seq: int
    phrase: str
    cites: tuple[str, ...]
    kind: str
    parts: dict[str, Part] = {}
    seat: int = 0
    all_in: bool = False  # the act took the last chip of its player
    wins: tuple[Win, ...] = ()
    undone: tuple[int, ...] = ()  # the first and last line of the entry that is taken back by it


def line(seq: int, said: Text, event: Any) -> Line:  # noqa: ANN401 - any event of a stream
    """A line of the log: what is said, who acted and who won what."""
    phrase, parts = (said, {}) if isinstance(said, str) else (said.template, said.parts)
    return Line(
        seq=seq,
        phrase=phrase,
        cites=event.cites,
        kind=type(event).__name__,
        parts=parts,
        seat=seat_of(event),
        all_in=getattr(event, "all_in", False) is True,
        wins=wins_of(event),
        undone=(event.entry, event.last) if type(event) is EntryTakenBack else (),
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


def told(said: Text, cites: Cites) -> dict[str, Any]:
    """A line outside a feed, in the same shape: an effect of a ruling, an entry of its record."""
    if isinstance(said, str):
        return {"phrase": said, "cites": cites}
    return {"phrase": said.template, "parts": said.parts, "cites": cites}


def finding_told(one: Finding) -> dict[str, Any]:
    """What is found in a document, in the shape of a refusal and with its place."""
    text = one.text
    return {
        "code": one.code, "rule": one.cites, "phrase": text.template, "parts": text.parts, "legal": one.offered,
        "path": one.path,
    }  # fmt: skip
