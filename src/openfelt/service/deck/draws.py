"""Draws of the house by the committed shuffle: who sits where, who is moved, which card decides.

A draw of n is a permutation of n numbers, a pure function of a seed that lies sealed beside what it decided. Its root
commits to every position, as that of a deck does.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from openfelt.errors import NotationError
from openfelt.journal import Sealed
from openfelt.phrases import Name, phrase, quoted
from openfelt.service.deck.commitments import (
    HASH_BYTES,
    MOST_POSITIONS,
    SALT_BYTES,
    mapping,
    octets,
    path_to,
    root_from,
    root_of,
    whole_number,
)
from openfelt.service.deck.shuffle import SEED_BYTES, Below, permuted, salts, stream

DRAW: Final = "draw "  # begins what a sealed draw has in place of a deck
DRAW_FORMAT: Final = "openfelt draw 1"
WIDE: Final = 1 << 32
MOST_NAME: Final = 400


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
        raise NotationError(phrase("no draw of {count} from {seed} bytes", count=count, seed=len(seed)))
    return tuple(permuted(range(count), wide_chooser(stream(seed, "openfelt draw 1"))))


def draw_root(name: str, seed: bytes, count: int) -> bytes:
    """The root that commits to every position of a draw."""
    return root_of(draw_leaves(name, seed, count))


def draw_leaf(name: str, at: int, number: int, salt: bytes) -> bytes:
    """The commitment to one position of a draw."""
    said = name.encode()
    prefix = b"\x00" + len(said).to_bytes(2, "big") + said
    return hashlib.sha256(prefix + at.to_bytes(2, "big") + number.to_bytes(2, "big") + salt).digest()


def draw_leaves(name: str, seed: bytes, count: int) -> tuple[bytes, ...]:
    """The commitments to all positions of a draw."""
    pairs = zip(drawn(seed, count), salts(seed, count), strict=True)
    return tuple(draw_leaf(name, at, one, salt) for at, (one, salt) in enumerate(pairs))


def seal_draw(name: str, seed: bytes, count: int) -> Sealed:
    """What the journal keeps of a draw."""
    return Sealed(name, f"{DRAW}{count}", seed, draw_root(name, seed, count))


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """One position of a draw with its proof: its number, its salt, and the sibling hashes on its path to the root."""

    index: int
    number: int
    salt: bytes
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class SeenDraw:
    """What the public knows of one draw."""

    name: str
    size: int
    root: bytes
    shown: tuple[ShownPlace, ...]


def show(sealed: Sealed, index: int) -> ShownPlace:
    """One position of a sealed draw, for everyone."""
    order = draw_from(sealed)
    found = draw_leaves(sealed.shuffle, sealed.seed, len(order))
    return ShownPlace(index, order[index], salts(sealed.seed, len(order))[index], path_to(found, index))


def shown_whole(sealed: Sealed) -> tuple[ShownPlace, ...]:
    """Every position of a sealed draw, for everyone."""
    order = draw_from(sealed)
    found, salted = draw_leaves(sealed.shuffle, sealed.seed, len(order)), salts(sealed.seed, len(order))
    return tuple(ShownPlace(at, one, salted[at], path_to(found, at)) for at, one in enumerate(order))


def draw_faults(seen: SeenDraw) -> list[str]:
    """What is wrong with the proofs of a draw; empty when every number was where the root says."""
    found: list[str] = []
    where: dict[int, int] = {}
    for one in seen.shown:
        start = draw_leaf(seen.name, one.index, one.number, one.salt)
        reached = root_from(start, one.index, seen.size, one.path)
        place = f"position {one.index} ({one.number})"
        if reached is None or not hmac.compare_digest(reached, seen.root):
            found.append(f"{place}: number, salt, position or path do not lead to the root")
        elif where.setdefault(one.number, one.index) != one.index:
            found.append(f"{place}: the same number was also at position {where[one.number]}")
    return found


def seen_draw_from(document: object) -> SeenDraw:
    """The proofs of a draw from their JSON (docs/reference/shuffle.md); refuses anything else, naming the place."""
    whole = mapping(document, "the document", {"format", "draw", "size", "root", "shown"})
    if whole["format"] != DRAW_FORMAT:
        raise NotationError(
            phrase("format {whole} is not {known}", whole=quoted(whole["format"]), known=quoted(DRAW_FORMAT))
        )
    size, name = whole_number(whole["size"], "size", 1, MOST_POSITIONS), whole["draw"]
    if not isinstance(name, str) or not 0 < len(name) <= MOST_NAME or not name.isprintable():
        raise NotationError(phrase("draw must be a text of 1 to {most} printable characters", most=MOST_NAME))
    if not isinstance(whole["shown"], list) or len(whole["shown"]) > MOST_POSITIONS:
        raise NotationError("shown must be a list of positions")
    shown = tuple(_place_from(one, f"shown[{at}]", size) for at, one in enumerate(whole["shown"]))
    return SeenDraw(name, size, octets(whole["root"], "root", HASH_BYTES), shown)


def _place_from(document: object, place: str, size: int) -> ShownPlace:
    one = mapping(document, place, {"index", "number", "salt", "path"})
    index = whole_number(one["index"], f"{place}.index", 0, size - 1)
    number = whole_number(one["number"], f"{place}.number", 0, size - 1)
    if not isinstance(one["path"], list) or len(one["path"]) > MOST_POSITIONS.bit_length():
        raise NotationError(phrase("{place}.path must be a short list of hashes", place=place))
    path = tuple(octets(step, f"{place}.path[{at}]", HASH_BYTES) for at, step in enumerate(one["path"]))
    return ShownPlace(index, number, octets(one["salt"], f"{place}.salt", SALT_BYTES), path)


def is_draw(sealed: Sealed) -> bool:
    """Whether this is a draw and no deck."""
    return sealed.deck.startswith(DRAW)


def draw_from(sealed: Sealed) -> tuple[int, ...]:
    """The same draw again; refused if its seed does not give the root that it was sealed with."""
    size = sealed.deck.removeprefix(DRAW)
    if not size.isascii() or not size.isdigit():
        raise NotationError(phrase("{shuffle} is no draw", shuffle=Name(sealed.shuffle)))
    if draw_root(sealed.shuffle, sealed.seed, int(size)) != sealed.root:
        raise NotationError(
            phrase("draw {shuffle}: its seed does not give the root it was sealed with", shuffle=Name(sealed.shuffle))
        )
    return drawn(sealed.seed, int(size))
