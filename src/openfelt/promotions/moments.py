"""Moments with a zone: what a clock on the wall shows somewhere, and the one instant that it means.

A moment without a zone is no moment. Twenty-four hours and two days are elapsed time between two instants, so that a
clock that is put forward or back between them changes nothing.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from openfelt.documents.years import YEARS, is_kept_year
from openfelt.errors import NotationError
from openfelt.phrases import Name, phrase, quoted

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS
WRITTEN: Final = re.compile(
    r"(?P<wall>\d{4}-\d\d-\d\d[ T]\d\d:\d\d)(?P<seconds>:\d\d)? ?"
    r"(?P<zone>Z|[+-]\d\d:\d\d|[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*)?",
)
EXAMPLES: Final = ("2026-12-04 19:30 Australia/Sydney", "2026-12-04 19:30 +11:00")


def instant(text: str) -> int:
    """The instant that a moment means, in milliseconds since 1970; refused without a zone, or if it means none or two.

    >>> instant("2026-12-04 19:30 Australia/Sydney") == instant("2026-12-04 08:30 Z")
    True
    >>> instant("9999-12-31 23:59 -05:00")
    Traceback (most recent call last):
    openfelt.errors.NotationError: '9999-12-31 23:59 -05:00': a year is from 1970 to 9998; allowed: \
2026-12-04 19:30 Australia/Sydney, 2026-12-04 19:30 +11:00
    >>> instant("2026-12-04 19:30")
    Traceback (most recent call last):
    openfelt.errors.NotationError: '2026-12-04 19:30' has no zone; allowed: 2026-12-04 19:30 Australia/Sydney, \
2026-12-04 19:30 +11:00
    """
    found = WRITTEN.fullmatch(text.strip())
    if found is None:
        raise NotationError(phrase("{text} is no date and time with a zone", text=quoted(text)), legal=EXAMPLES)
    if not found["zone"]:
        raise NotationError(phrase("{text} has no zone", text=quoted(text)), legal=EXAMPLES)
    try:
        wall = datetime.fromisoformat(found["wall"].replace("T", " ") + (found["seconds"] or ""))
    except ValueError:
        said = phrase("{text}: there is no such date or time", text=quoted(text))
        raise NotationError(said, legal=EXAMPLES) from None
    if not is_kept_year(wall.year):
        first, last = YEARS[0], YEARS[-1]
        said = phrase(
            "{text}: a year is from {first} to {last}", text=quoted(text), first=Name(str(first)), last=Name(str(last))
        )
        raise NotationError(said, legal=EXAMPLES)
    at = _in_zone(text, wall, found["zone"])
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def _in_zone(text: str, wall: datetime, zone: str) -> datetime:
    if zone == "Z" or zone[0] in "+-":
        try:
            return wall.replace(tzinfo=_offset(zone))
        except ValueError:
            raise NotationError(phrase("{text}: there is no such zone", text=quoted(text)), legal=EXAMPLES) from None
    where = zone_of(zone)
    first, second = (wall.replace(tzinfo=where, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first
    if first.astimezone(UTC).astimezone(where).replace(tzinfo=None) != wall:
        said = phrase("{text}: the clock is put forward over that time", text=quoted(text))
        raise NotationError(said, legal=EXAMPLES)
    both = tuple(f"{wall:%Y-%m-%d %H:%M} {one:%:z}" for one in (first, second))
    said = phrase("{text}: the clock is put back, and shows that time twice", text=quoted(text))
    raise NotationError(said, legal=both)


def _offset(zone: str) -> timezone:
    if zone == "Z":
        return UTC
    sign = -1 if zone[0] == "-" else 1
    hours, minutes = int(zone[1:3]), int(zone[4:6])
    return timezone(sign * timedelta(hours=hours, minutes=minutes))


@lru_cache(maxsize=100)
def zone_of(name: str) -> ZoneInfo:
    """A zone by its name; refused if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        text = phrase("there is no zone {name}", name=quoted(name))
        raise NotationError(text, legal=("Australia/Sydney", "+11:00")) from None


def is_moment(text: object) -> bool:
    """Whether a text is a moment.

    >>> is_moment("2026-12-04 19:30 Z"), is_moment("on Friday")
    (True, False)
    """
    try:
        return isinstance(text, str) and instant(text) is not None
    except NotationError:
        return False


def written_utc(at_ms: int) -> str:
    """An instant as refusals and pages have it, where no zone is asked for.

    >>> written_utc(instant("2026-12-04 19:30 +11:00"))
    '2026-12-04 08:30 UTC'
    """
    at = datetime.fromtimestamp(at_ms / 1_000, UTC)
    return f"{at:%Y-%m-%d %H:%M:%S} UTC" if at.second else f"{at:%Y-%m-%d %H:%M} UTC"
