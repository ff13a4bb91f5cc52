"""Commitments: before the first card the room publishes one hash that fixes every position of the deck.

Leaf i is SHA-256(0x00, hand id, i, card, salt); the leaves form the tree of RFC 6962, whose root is published. A viewer
is given card, salt and path only for cards that viewer may see, and can check each of them; a mucked or undealt card
stays hidden behind its salt. The seed is never shown: it would disclose them all.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.cards import Card, Deck, card
from openfelt.cards.card import TEXT
from openfelt.errors import NotationError
from openfelt.phrases import Name, names, phrase, quoted
from openfelt.service.deck.shuffle import deck_order, salts

SALT_BYTES: Final = 16
HASH_BYTES: Final = 32
MOST_POSITIONS: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Reveal:
    """One card shown with its proof: its position, its salt, and the sibling hashes on its path to the root."""

    index: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


def leaf(shuffle: str, index: int, one: Card, salt: bytes) -> bytes:
    """The commitment to one position. The id is length-prefixed and every other part has a fixed length."""
    name = shuffle.encode()
    return hashlib.sha256(
        b"\x00" + len(name).to_bytes(2, "big") + name + index.to_bytes(2, "big") + TEXT[one].encode() + salt
    ).digest()


def node(left: bytes, right: bytes) -> bytes:
    """An inner node; its first byte differs from a leaf's, so neither can pass for the other."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """RFC 6962: the left subtree holds the largest power of two smaller than `size`.

    >>> [split(size) for size in (2, 3, 4, 5, 52, 53)]
    [1, 2, 2, 4, 32, 32]
    """
    return 1 << (size - 1).bit_length() - 1


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root of the tree over the leaves; of no leaves at all it is the hash of nothing, as in RFC 6962."""
    whole: list[tuple[int, bytes]] = []  # subtrees from the left, each with its size, a power of two
    for leaf_hash in leaves:
        size, top = 1, leaf_hash
        while whole and whole[-1][0] == size:
            size, top = 2 * size, node(whole.pop()[1], top)
        whole.append((size, top))
    if not whole:
        return hashlib.sha256().digest()
    root = whole.pop()[1]
    while whole:
        root = node(whole.pop()[1], root)
    return root


def path_to(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The sibling hashes on the path from a leaf up to the root, lowest first."""
    if len(leaves) == 1:
        return ()
    at = split(len(leaves))
    if index < at:
        return (*path_to(leaves[:at], index), root_of(leaves[at:]))
    return (*path_to(leaves[at:], index - at), root_of(leaves[:at]))


def root_from(start: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to, or None if the path has the wrong length for that position."""
    if size == 1:
        return start if not path else None
    if not path:
        return None
    at = split(size)
    if index < at:
        below = root_from(start, index, at, path[:-1])
        return None if below is None else node(below, path[-1])
    below = root_from(start, index - at, size - at, path[:-1])
    return None if below is None else node(path[-1], below)


class OrderCommitment:
    """The secret side: an order with its salts. Gives the root to everyone and a proof to those who may see."""

    def __init__(self, shuffle: str, key: bytes, order: Sequence[Card]) -> None:
        self.shuffle = shuffle
        self.order = tuple(order)
        self._salts = salts(key, len(self.order))
        self._leaves = tuple(
            leaf(shuffle, index, one, salt)
            for index, (one, salt) in enumerate(zip(self.order, self._salts, strict=True))
        )
        self.root = root_of(self._leaves)

    def reveal(self, index: int) -> Reveal:
        """The proof of one position, for those who may see its card."""
        return Reveal(index, self.order[index], self._salts[index], path_to(self._leaves, index))


class Commitment(OrderCommitment):
    """A commitment to a whole deck, order and salts from one seed."""

    def __init__(self, shuffle: str, seed: bytes, of: Deck) -> None:
        super().__init__(shuffle, seed, deck_order(seed, of))


@dataclass(frozen=True, slots=True)
class Seen:
    """The open side: what a viewer has of one shuffle. `size` is the number of cards in the deck."""

    shuffle: str
    size: int
    root: bytes
    revealed: tuple[Reveal, ...]


def faults(seen: Seen) -> list[str]:
    """What is wrong with the proofs, each naming its card; empty when every card was where the root says."""
    found = []
    where: dict[Card, int] = {}
    what: dict[int, Card] = {}
    for one in seen.revealed:
        place = f"position {one.index} ({one.card})"
        start = leaf(seen.shuffle, one.index, one.card, one.salt)
        reached = root_from(start, one.index, seen.size, one.path)
        if reached is None or not hmac.compare_digest(reached, seen.root):
            found.append(f"{place}: card, salt, position or path do not lead to the root")
        elif where.setdefault(one.card, one.index) != one.index:
            found.append(f"{place}: the same card was also at position {where[one.card]}")
        elif what.setdefault(one.index, one.card) != one.card:
            found.append(f"{place}: another card, {what[one.index]}, was also shown there")
    return found


def all_seen_from(document: object) -> tuple[Seen, ...]:
    """The proofs of a hand: one document, or a list with one for each order its cards were dealt from."""
    if not isinstance(document, list):
        return (seen_from(document),)
    if not 0 < len(document) <= MOST_POSITIONS:
        raise NotationError("the document must be a proof or a list of proofs")
    return tuple(seen_from(one) for one in document)


def seen_from(document: object) -> Seen:
    """A viewer's proofs from their JSON (docs/reference/shuffle.md); refuses anything else, naming the place."""
    whole = mapping(document, "the document", {"format", "shuffle", "size", "root", "revealed"})
    if whole["format"] != "openfelt shuffle 1":
        raise NotationError(phrase("format {whole} is not 'openfelt shuffle 1'", whole=quoted(whole["format"])))
    size = whole_number(whole["size"], "size", 1, MOST_POSITIONS)
    shuffle = whole["shuffle"]
    if not isinstance(shuffle, str) or not 0 < len(shuffle) <= 200 or not shuffle.isprintable():
        raise NotationError("shuffle must be a text of 1 to 200 printable characters")
    if not isinstance(whole["revealed"], list) or len(whole["revealed"]) > MOST_POSITIONS:
        raise NotationError("revealed must be a list of cards")
    revealed = tuple(reveal_from(one, f"revealed[{i}]", size) for i, one in enumerate(whole["revealed"]))
    return Seen(shuffle, size, octets(whole["root"], "root", HASH_BYTES), revealed)


def reveal_from(document: object, place: str, size: int) -> Reveal:
    """One card's proof from its JSON."""
    one = mapping(document, place, {"index", "card", "salt", "path"})
    index = whole_number(one["index"], f"{place}.index", 0, size - 1)
    if not isinstance(one["card"], str):
        raise NotationError(phrase("{place}.card must be a text", place=Name(place)))
    if not isinstance(one["path"], list) or len(one["path"]) > MOST_POSITIONS.bit_length():
        raise NotationError(phrase("{place}.path must be a short list of hashes", place=Name(place)))
    path = tuple(octets(step, f"{place}.path[{i}]", HASH_BYTES) for i, step in enumerate(one["path"]))
    try:
        shown = card(one["card"])
    except NotationError as bad:
        raise NotationError(phrase("{place}.card: {message}", place=Name(place), message=bad.said)) from None
    return Reveal(index, shown, octets(one["salt"], f"{place}.salt", SALT_BYTES), path)


def document_of(seen: Seen) -> dict[str, object]:
    """The JSON that `openfelt verify-shuffle` reads."""
    return {
        "format": "openfelt shuffle 1",
        "shuffle": seen.shuffle,
        "size": seen.size,
        "root": seen.root.hex(),
        "revealed": [
            {
                "index": one.index,
                "card": str(one.card),
                "salt": one.salt.hex(),
                "path": [step.hex() for step in one.path],
            }
            for one in seen.revealed
        ],
    }


def mapping(value: object, place: str, keys: set[str]) -> dict[str, object]:
    """An object with exactly these keys."""
    if not isinstance(value, dict) or set(value) != keys:
        raise NotationError(phrase("{place} must have exactly {keys}", place=Name(place), keys=names(sorted(keys))))
    return value


def whole_number(value: object, place: str, least: int, most: int) -> int:
    """A whole number within bounds; true and false do not count as numbers."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise NotationError(
            phrase(
                "{place} must be a whole number from {least} to {most}, not {value}",
                place=Name(place),
                least=least,
                most=most,
                value=quoted(value),
            )
        )
    return value


def octets(value: object, place: str, length: int) -> bytes:
    """Bytes from hexadecimal text of the right length."""
    if isinstance(value, str) and len(value) == 2 * length:
        try:
            return bytes.fromhex(value)
        except ValueError:
            pass
    raise NotationError(phrase("{place} must be {digits} hexadecimal digits", place=Name(place), digits=2 * length))
