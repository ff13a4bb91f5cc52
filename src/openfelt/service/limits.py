"""How much one connection, one account and one address may ask: token buckets, and as many of them as memory allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_BUCKETS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second, and so many at once after a quiet while."""

    per_s: float
    burst: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What the room grants. `docs/reference/security.md` lists these values; a test compares."""

    connection: Rate = Rate(20, 60)
    account: Rate = Rate(40, 120)
    address: Rate = Rate(400, 1_200)
    log_ins: Rate = Rate(0.2, 10)  # tries, for each address
    wrong_passwords: Rate = Rate(0.2, 10)  # for each name, and for each device that has logged in before
    log_in_delay_s: float = 3.0  # of each try beyond them
    guests: Rate = Rate(0.5, 30)  # for each address
    connections: int = 5_000
    connections_of_account: int = 8
    connections_of_address: int = 400
    frames_waiting: int = 64
    slow_reader_s: float = 20.0


class Bucket:
    """What one asker has left."""

    __slots__ = ("left", "rate", "seen")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.left = rate.burst
        self.seen = now

    def takes(self, now: float) -> bool:
        """Whether one more is granted now.

        >>> bucket = Bucket(Rate(1, 2), 0)
        >>> [bucket.takes(0), bucket.takes(0), bucket.takes(0.5), bucket.takes(1.5)]
        [True, True, False, True]
        """
        if not self.has(now):
            return False
        self.left -= 1
        return True

    def has(self, now: float) -> bool:
        """Whether one more would be granted now."""
        self.left = min(self.rate.burst, self.left + (now - self.seen) * self.rate.per_s)
        self.seen = now
        return self.left >= 1


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

    def takes(self, key: str, now: float) -> bool:
        """Whether this key may ask once more."""
        return self.of(key, now).takes(now)
