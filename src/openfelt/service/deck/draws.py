"""Draws of the house by the committed shuffle: who sits where, who is moved, which card decides.

A draw of n is a permutation of n numbers, a pure function of a seed that lies sealed beside what it decided. Its root
commits to every position, as that of a deck does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from openfelt.errors import NotationError
from openfelt.journal import Sealed
from openfelt.service.deck.commitments import MOST_POSITIONS, root_of
from openfelt.service.deck.shuffle import SEED_BYTES, Below, permuted, salts, stream

DRAW: Final = "draw "  # begins what a sealed draw has in place of a deck
WIDE: Final = 1 << 32


def wide_chooser(source: Iterator[int]) -> Below:
    """A function that picks a number below n from four bytes, each with exactly the same chance."""

    def below(n: int) -> int:
        limit = WIDE - WIDE % n
        while True:
            value = int.from_bytes(bytes(next(source) for _ in range(4)), "big")
            if value < limit:
                return value % n

    return below


def drawn(seed: bytes, count: int) -> tuple[int, ...]:
    """The permutation that a seed gives.

    >>> drawn(bytes(range(32)), 9)
    (0, 6, 7, 4, 2, 8, 1, 3, 5)
    """
    if len(seed) != SEED_BYTES or not 0 <= count <= MOST_POSITIONS:
        raise NotationError(f"no draw of {count} from {len(seed)} bytes")
    return tuple(permuted(range(count), wide_chooser(stream(seed, "openfelt draw 1"))))


def draw_root(name: str, seed: bytes, count: int) -> bytes:
    """What commits to every position of a draw."""
    order, said = drawn(seed, count), name.encode()
    prefix = b"\x00" + len(said).to_bytes(2, "big") + said
    leaves = (
        hashlib.sha256(prefix + at.to_bytes(2, "big") + one.to_bytes(2, "big") + salt).digest()
        for at, (one, salt) in enumerate(zip(order, salts(seed, count), strict=True))
    )
    return root_of(tuple(leaves))


def seal_draw(name: str, seed: bytes, count: int) -> Sealed:
    """What the journal keeps of a draw."""
    return Sealed(name, f"{DRAW}{count}", seed, draw_root(name, seed, count))


def is_draw(sealed: Sealed) -> bool:
    """Whether this is a draw and no deck."""
    return sealed.deck.startswith(DRAW)


def draw_from(sealed: Sealed) -> tuple[int, ...]:
    """The same draw again; refused if its seed does not give the root that it was sealed with."""
    size = sealed.deck.removeprefix(DRAW)
    if not size.isascii() or not size.isdigit():
        raise NotationError(f"{sealed.shuffle} is no draw")
    if draw_root(sealed.shuffle, sealed.seed, int(size)) != sealed.root:
        raise NotationError(f"draw {sealed.shuffle}: its seed does not give the root it was sealed with")
    return drawn(sealed.seed, int(size))
