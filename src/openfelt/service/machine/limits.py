"""How much one connection, one account and one address may ask: token buckets, and as many of them as memory allows."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from openfelt.errors import NotationError
from openfelt.phrases import Count, Name, phrase, quoted

MOST_BUCKETS: Final = 20_000
# What a setting may be: rates and seconds, numbers of things, seconds.
LEAST_RATE: Final = 0.001
MOST_RATE: Final = 1e9
MOST_COUNT: Final = 1_000_000
LEAST_S: Final = 0.1
MOST_S: Final = 3_600.0


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate: how many a second, and how many at once after a quiet while."""

    per_s: float
    burst: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What the room grants. `docs/reference/security.md` lists these values; a test compares.

    An address is one of version 4 or a /64 network of version 6, so that these must do for a household or a casino
    behind one router. Every field is a setting of `openfelt serve --limit`.
    """

    # Requests of the socket, which are messages.
    connection: Rate = Rate(20, 60)
    account: Rate = Rate(40, 120)
    address: Rate = Rate(400, 1_200)
    # What a connection may send at all, below its messages: frames of every kind and requests over HTTP, and bytes.
    frames: Rate = Rate(100, 400)
    bytes_read: Rate = Rate(256_000, 1_048_576)
    fragments: int = 64  # of one message
    # What the connections of one address may send together.
    frames_of_address: Rate = Rate(2_000, 20_000)
    bytes_of_address: Rate = Rate(4_194_304, 16_777_216)
    cut_offs: Rate = Rate(0.05, 3)  # of one account, before its next socket is refused
    sockets: Rate = Rate(1, 60)  # opened by one account
    chat: Rate = Rate(0.5, 5)  # lines of one person at one table
    # Of one address over HTTP.
    requests: Rate = Rate(100, 2_000)
    pages: Rate = Rate(10, 100)  # that anyone may read: rulebooks, replays, proofs
    lab: Rate = Rate(0.5, 40)
    log_ins: Rate = Rate(0.2, 10)  # tries, for each address, known device, and account with a session
    wrong_passwords: Rate = Rate(0.2, 10)  # for each name, and for each device that has logged in before
    log_in_delay_s: float = 3.0  # of each try beyond them
    guests: Rate = Rate(0.5, 100)
    # Connections of every kind, silent ones too.
    openings: Rate = Rate(50, 2_000)  # of one address
    connections: int = 5_000
    connections_of_account: int = 8
    connections_of_address: int = 1_000
    head_bytes: int = 16_384
    head_s: float = 10.0
    body_s: float = 20.0
    frames_waiting: int = 64
    slow_reader_s: float = 20.0
    pages_waiting: int = 16
    pages_of_reader: int = 2
    lab_waiting: int = 8
    lab_of_address: int = 2


def read_limits(settings: Iterable[str]) -> Limits:
    """The usual limits with some replaced: `connections=200`, `frames=50/200` (a second, and at once), `head-s=5`.

    >>> read_limits(["frames=50/200", "connections=300"]).frames
    Rate(per_s=50.0, burst=200.0)
    """
    usual = Limits()
    known = {one.name.replace("_", "-"): one.name for one in fields(Limits)}
    made: dict[str, Any] = {}
    for setting in settings:
        name, _, text = setting.partition("=")
        if name not in known:
            near = difflib.get_close_matches(name, known)
            raise NotationError(phrase("there is no limit {name}", name=quoted(name)), legal=near or sorted(known))
        if known[name] in made:
            raise NotationError(phrase("the limit {name} is given twice", name=Name(name)))
        made[known[name]] = read_limit(name, text, getattr(usual, known[name]))
    return replace(usual, **made)


def read_limit(name: str, text: str, usual: Rate | int | float) -> Rate | int | float:
    """One value, of the kind that the usual one is, within bounds."""
    if isinstance(usual, Rate):
        per_s, slash, burst = text.partition("/")
        if not slash:
            raise NotationError(
                phrase("the limit {name} is a rate: how many a second, and how many at once", name=Name(name)),
                legal=("20/60",),
            )
        rate = read_number(name, per_s, LEAST_RATE, MOST_RATE)
        return Rate(rate, read_number(name, burst, 1, MOST_RATE))
    if isinstance(usual, int):
        if not re.fullmatch(r"[0-9]{1,7}", text) or not 1 <= int(text) <= MOST_COUNT:
            raise NotationError(
                phrase(
                    "the limit {name} is a number from 1 to {most}, not {text}",
                    name=Name(name),
                    most=Count(MOST_COUNT),
                    text=quoted(text[:20]),
                )
            )
        return int(text)
    return read_number(name, text, LEAST_S, MOST_S)


def read_number(name: str, text: str, least: float, most: float) -> float:
    """Read a number within bounds; other text, infinity and NaN are refused."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise NotationError(
            phrase(
                "the limit {name} has a number from {least} to {most}, not {text}",
                name=Name(name),
                least=Name(format(least, "g")),
                most=Name(format(most, "g")),
                text=quoted(text[:20]),
            )
        )
    return number


class Bucket:
    """What one asker has left."""

    __slots__ = ("left", "rate", "seen")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.left = rate.burst
        self.seen = now

    def amount(self, now: float) -> float:
        """How many are granted now."""
        self.left = min(self.rate.burst, self.left + (now - self.seen) * self.rate.per_s)
        self.seen = now
        return self.left

    def takes(self, now: float, count: int = 1) -> bool:
        """Whether this many more are granted now; a refusal costs nothing.

        >>> bucket = Bucket(Rate(1, 2), 0)
        >>> [bucket.takes(0), bucket.takes(0), bucket.takes(0.5), bucket.takes(1.5)]
        [True, True, False, True]
        """
        if self.amount(now) < count:
            return False
        self.left -= count
        return True

    def has(self, now: float) -> bool:
        """Whether one more would be granted now."""
        return self.amount(now) >= 1


class Buckets:
    """A bucket for each key; those that have been quiet longest are forgotten when there are too many."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._known: dict[str, Bucket] = {}

    def of(self, key: str, now: float) -> Bucket:
        """The bucket of a key."""
        found = self._known.pop(key, None) or Bucket(self.rate, now)
        self._known[key] = found  # the one used last stands last
        while len(self._known) > MOST_BUCKETS:
            del self._known[next(iter(self._known))]
        return found

    def takes(self, key: str, now: float, count: int = 1) -> bool:
        """Whether this key may ask once more, or `count` times more."""
        return self.of(key, now).takes(now, count)

    def has(self, key: str, now: float) -> bool:
        """Whether this key could ask once more; asks nothing, and remembers no key."""
        known = self._known.get(key)
        return known is None or known.has(now)
