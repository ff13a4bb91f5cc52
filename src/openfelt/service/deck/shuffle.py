"""The shuffle: a fresh seed from the operating system for each deck, and an order that is a pure function of the seed.

The seed keys HMAC-SHA256 over a counter; bytes beyond the last whole multiple are thrown away, so every index is
exactly as likely as every other; Fisher-Yates then reaches every order in exactly one way. No state outlives a deck:
knowing one seed says nothing about another. Imports no second source of chance: no clock, no generator.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from openfelt.cards import Card, Deck, deck, show
from openfelt.errors import NotationError
from openfelt.phrases import phrase

SEED_BYTES: Final = 32

T = TypeVar("T")
Below = Callable[[int], int]


class DealingStopped(Exception):
    """The shuffle failed a test of itself. No hand starts until someone has looked."""


def stream(seed: bytes, purpose: str) -> Iterator[int]:
    """Endless bytes from a seed; different purposes give independent streams."""
    counter = 0
    while True:
        yield from hmac.digest(seed, purpose.encode() + b"\x00" + counter.to_bytes(8, "big"), "sha256")
        counter += 1


def chooser(source: Iterator[int]) -> Below:
    """A function that picks a number below n, each with exactly the same chance.

    A byte above the last whole multiple of n is thrown away; what is left is the same number of bytes for each index.
    """

    def below(n: int) -> int:
        if not 1 <= n <= 256:
            raise ValueError(f"cannot pick below {n} from one byte")
        limit = 256 - 256 % n
        for value in source:
            if value < limit:
                return value % n
        raise DealingStopped("the byte stream ended")

    return below


def permuted(items: Sequence[T], below: Below) -> list[T]:
    """Fisher-Yates: for each place from the last down, swap with a place not after it. n! index streams, n! orders."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def deck_order(seed: bytes, of: Deck) -> tuple[Card, ...]:
    """The order in which a deck is dealt: shuffled, then cut. Depends on the seed and the deck, and on nothing else.

    >>> show(deck_order(bytes(range(32)), deck(52))[:5])
    '7c 4d Ks 2d 3s'
    """
    if len(seed) < SEED_BYTES:
        raise NotationError(phrase("a seed has {least} bytes or more, not {seed}", least=SEED_BYTES, seed=len(seed)))
    shuffled = permuted(of.cards, chooser(stream(seed, "openfelt shuffle 1")))
    at = cut_at(seed, of)
    return (*shuffled[at:], *shuffled[:at])


def cut_at(seed: bytes, of: Deck) -> int:
    """How many cards the dealer lifts off in the cut: at least one, and not all. A uniform order stays uniform."""
    return 1 + chooser(stream(seed, "openfelt cut 1"))(len(of.cards) - 1)


def salts(seed: bytes, count: int) -> tuple[bytes, ...]:
    """One 128-bit salt for each position of the deck. Showing some of them tells nothing about the rest."""
    return tuple(
        hmac.digest(seed, b"openfelt salt 1\x00" + position.to_bytes(8, "big"), "sha256")[:16]
        for position in range(count)
    )


def later_key(seed: bytes, number: int) -> bytes:
    """The key to the salts of an order made within a hand: its proofs tell nothing about those of the first deck."""
    return hmac.digest(seed, b"openfelt reshuffle key 1\x00" + number.to_bytes(8, "big"), "sha256")


# RFC 4231, test case 2, and the order of a full deck under the seed 00 01 02 ... 1f.
KNOWN_MAC: Final = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
KNOWN_ORDER: Final = (
    "7c4dKs2d3s5dJd5sQs4sTdQc9cTc4h9h3cQh6sJcQd7s5hAd9sJs9d2h6dKd5c3h8d2c7d6c8c6h8sThTs4cAsKcAcAhKh7h2s8hJh3d"
)

SAMPLE_BYTES: Final = 4096
# Of 4,096 fair bytes one value is expected 16 times; 64 or more of one value has a chance below 2**-50 in all.
MOST_OF_ONE_VALUE: Final = 63
# A run of 9 equal fair bytes somewhere in the sample has a chance below 2**-51.
LONGEST_RUN: Final = 8


def known_answers() -> None:
    """Refuse to deal if the machinery does not give the answers it gave when it was written."""
    mac = hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex()
    if mac != KNOWN_MAC:
        raise DealingStopped(f"HMAC-SHA256 answers {mac[:16]}, {KNOWN_MAC[:16]} is due")
    order = show(deck_order(bytes(range(32)), deck(52)), "")
    if order != KNOWN_ORDER:
        raise DealingStopped(f"the known seed gives {order[:10]}, {KNOWN_ORDER[:10]} is due")


def health(sample: bytes) -> None:
    """Refuse entropy that is plainly broken: stuck, or far from even. It cannot show that entropy is good."""
    if len(sample) < SAMPLE_BYTES:
        raise DealingStopped(f"the system gave {len(sample)} random bytes of {SAMPLE_BYTES}")
    run = longest_run(sample)
    if run > LONGEST_RUN:
        raise DealingStopped(f"{run} equal random bytes in a row")
    commonest = max(sample.count(value) for value in range(256))
    if commonest > MOST_OF_ONE_VALUE:
        raise DealingStopped(f"one byte value {commonest} times in {len(sample)} random bytes")


def longest_run(sample: bytes) -> int:
    """The longest run of equal bytes."""
    longest = run = 1
    for before, after in pairwise(sample):
        run = run + 1 if after == before else 1
        longest = max(longest, run)
    return longest


class Shuffler:
    """The source of seeds. It tests itself at the start and at intervals, and gives no seed after a failed test."""

    def __init__(self, *, on_failure: Callable[[str], None], every: int = 1_000) -> None:
        self.stopped: str | None = None
        self._on_failure = on_failure
        self._every = every
        self._decks = 0
        self._last = b""

    def seed(self) -> bytes:
        """A fresh seed for one deck. Raises DealingStopped, now and ever after, if anything is wrong."""
        return self._guarded(self._fresh)

    def check(self) -> None:
        """The test of itself, at the start of a room: on failure no hand starts."""
        self._guarded(self._test)

    def _guarded(self, work: Callable[[], T]) -> T:
        if self.stopped is not None:
            raise DealingStopped(self.stopped)
        try:
            return work()
        except (DealingStopped, OSError, NotImplementedError) as failure:
            self.stopped = f"shuffling stopped: {failure}"
            self._on_failure(self.stopped)
            raise DealingStopped(self.stopped) from failure

    @staticmethod
    def _test() -> None:
        known_answers()
        health(os.urandom(SAMPLE_BYTES))

    def _fresh(self) -> bytes:
        if self._decks % self._every == 0:
            self._test()
        seed = os.urandom(SEED_BYTES)
        # Only a digest of the last seed is kept: enough to see a stuck source, nothing to learn a deck from.
        mark = hashlib.sha256(b"openfelt last seed" + seed).digest()
        if len(seed) != SEED_BYTES or mark == self._last or longest_run(seed) > LONGEST_RUN:
            raise DealingStopped("the system gave a short, stuck or repeated seed")
        self._last = mark
        self._decks += 1
        return seed
