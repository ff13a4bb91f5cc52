"""The list of entries of a draw, hashed: one root fixes whose every entry is, and shows nobody's.

The leaf of entry i is SHA-256(0x02, draw, i, whose it is, salt) in the tree of RFC 6962. The salts come from the sealed
seed of the draw, so that the same entry records both roots. An entrant is given the own entries with their proofs;
everyone is given those that won.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from openfelt.journal import Sealed
from openfelt.service.deck.commitments import path_to, root_from, root_of
from openfelt.service.deck.shuffle import salts


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """One entry with its proof: whose it is, its salt, and the sibling hashes on its path to the root."""

    index: int
    player: str
    salt: bytes
    path: tuple[bytes, ...]


def entry_leaf(draw: str, index: int, player: str, salt: bytes) -> bytes:
    """The commitment to one entry. Names are length-prefixed and every other part has a fixed length."""
    said, whose = draw.encode(), player.encode()
    parts = (b"\x02", len(said).to_bytes(2, "big"), said, index.to_bytes(4, "big"))
    return hashlib.sha256(b"".join((*parts, len(whose).to_bytes(2, "big"), whose, salt))).digest()


def entry_salts(seed: bytes, count: int) -> list[bytes]:
    """The salts of the entries: others than those of the draw, from the same seed."""
    return list(salts(hashlib.sha256(b"openfelt entries 1" + seed).digest(), count))


def entry_leaves(sealed: Sealed, tickets: Sequence[str]) -> tuple[bytes, ...]:
    """The commitments to all entries."""
    pairs = zip(tickets, entry_salts(sealed.seed, len(tickets)), strict=True)
    return tuple(entry_leaf(sealed.shuffle, at, player, salt) for at, (player, salt) in enumerate(pairs))


def entries_root(sealed: Sealed, tickets: Sequence[str]) -> bytes:
    """What commits to the whole list."""
    return root_of(entry_leaves(sealed, tickets))


def show_entry(sealed: Sealed, tickets: Sequence[str], index: int) -> ShownEntry:
    """One entry with its proof."""
    leaves = entry_leaves(sealed, tickets)
    return ShownEntry(index, tickets[index], entry_salts(sealed.seed, len(tickets))[index], path_to(leaves, index))


def is_entry(draw: str, size: int, root: bytes, shown: ShownEntry) -> bool:
    """Whether a shown entry belongs to the root that was published."""
    leaf = entry_leaf(draw, shown.index, shown.player, shown.salt)
    reached = root_from(leaf, shown.index, size, shown.path)
    return reached is not None and hmac.compare_digest(reached, root)
