r"""The sessions of an event as a calendar file (RFC 5545), for reminders: when they begin, by the room's own clock.

Times have no zone: they are what a clock on the wall of the room shows. Lines end with CR LF and are folded after 75
bytes; text is escaped. This is the whole of what we write, so it needs no library that also reads calendars.

>>> escaped("Friday; big, bold\n")
'Friday\\; big\\, bold\\n'
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from openfelt.tournaments.conditions import Conditions, Session
from openfelt.tournaments.structure_check import moment

MOST_BYTES: Final = 75
PRODUCT: Final = "-//openfelt//tournaments//EN"


def calendar_of(name: str, conditions: Conditions, digest: str, *, made_ms: int = 0) -> str:
    """The calendar of an event: one entry for each session with a start. `name` and session make an entry's identity.

    A later version of the conditions replaces the entries of an earlier one.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    for session in conditions.sessions:
        lines += _entry(name, conditions, session, digest, made_ms)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _entry(name: str, conditions: Conditions, session: Session, digest: str, made_ms: int) -> Iterator[str]:
    starts = moment(str(session.starts))
    if starts is None:
        return
    title = str(conditions.name)
    more = f": {session.name}" if len(conditions.sessions) > 1 else ""
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(f'{name}/{session.name}@openfelt')}"
    yield f"DTSTAMP:{datetime.fromtimestamp(made_ms / 1_000, UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART:{starts:%Y%m%dT%H%M%S}"
    yield f"SEQUENCE:{conditions.version - 1}"
    yield f"SUMMARY:{escaped(title + more)}"
    yield f"DESCRIPTION:{escaped(f'{conditions.book}, version {conditions.version}, hash {digest}')}"
    if isinstance(conditions.play.areas, str):
        yield f"LOCATION:{escaped(conditions.play.areas)}"
    yield "END:VEVENT"


def escaped(text: str) -> str:
    """Text as a value of a calendar line."""
    plain = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    lines = plain.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(one for one in lines if one.isprintable())


def folded(line: str) -> str:
    r"""A line in pieces of at most 75 bytes, no character cut in two; each piece but the first begins with a space.

    >>> [len(part.encode()) for part in folded("ä" * 60).split("\r\n")]
    [74, 47]
    """
    parts, size = [""], 0
    for one in line:
        length = len(one.encode())
        if size + length > MOST_BYTES:
            parts.append(" ")
            size = 1
        parts[-1] += one
        size += length
    return "\r\n".join(parts)
