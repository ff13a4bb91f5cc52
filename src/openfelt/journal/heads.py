"""Signed heads: a few bytes that, kept elsewhere, show any later change to a journal, its truncation included.

The room signs with a private Ed25519 key; an inspector needs only the public one and cannot make a head.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from openfelt.errors import NotationError
from openfelt.journal.records import Head, digest


class SignedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A head as it is kept: hashes, key and signature in hexadecimal, the time of signing in UTC milliseconds."""

    journal: str
    entry: int
    position: int
    hash: str
    time_ms: int
    key: str
    signature: str

    @property
    def head(self) -> Head:
        """The head that is signed."""
        return Head(self.journal, self.entry, self.position, bytes.fromhex(self.hash))


def signed_text(head: Head, time_ms: int) -> bytes:
    """What the signature covers."""
    return digest(
        "openfelt head 1",
        head.journal.encode(),
        str(head.entry).encode(),
        str(head.position).encode(),
        head.hash,
        str(time_ms).encode(),
    )


def sign(head: Head, key: Ed25519PrivateKey, *, time_ms: int) -> SignedHead:
    """The head, signed."""
    signature = key.sign(signed_text(head, time_ms))
    public = key.public_key().public_bytes_raw()
    return SignedHead(head.journal, head.entry, head.position, head.hash.hex(), time_ms, public.hex(), signature.hex())


def is_genuine(signed: SignedHead, key: str = "") -> bool:
    """Whether the signature is good, and made with `key` if one is given."""
    if key and signed.key != key:
        return False
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.key))
        public.verify(bytes.fromhex(signed.signature), signed_text(signed.head, signed.time_ms))
    except (InvalidSignature, ValueError):
        return False
    return True


def read_head(path: Path) -> SignedHead:
    """A signed head from its file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=SignedHead)
    except OSError as bad:
        raise NotationError(f"{path}: {bad.strerror}") from None
    except msgspec.MsgspecError as bad:
        raise NotationError(f"{path}: not a signed head: {bad}") from None


def write_head(path: Path, signed: SignedHead) -> None:
    """Keep a signed head, replacing an older one in one step."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as out:
        out.write(msgspec.json.format(msgspec.json.encode(signed), indent=2) + b"\n")
        out.flush()
        os.fsync(out.fileno())
    new.replace(path)


def signing_key(path: Path) -> Ed25519PrivateKey:
    """The room's private key; made at first use, readable by its owner only."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return load_key(path)
    except OSError as bad:
        raise NotationError(f"{path}: {bad.strerror}") from None
    key = Ed25519PrivateKey.generate()
    with os.fdopen(descriptor, "wb") as out:
        out.write(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        out.flush()
        os.fsync(out.fileno())
    return key


def load_key(path: Path) -> Ed25519PrivateKey:
    """The private key in a PEM file."""
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as bad:
        raise NotationError(f"{path}: not a signing key: {bad}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise NotationError(f"{path}: not an Ed25519 key")
    return key
