"""A folded state kept beside the log: a cache. It is used only if it fits the record it claims to follow."""

from __future__ import annotations

import msgspec

from openfelt.journal.records import digest


class Snapshot(msgspec.Struct, frozen=True):
    """A stream's state after `version` records, in the shape `schema`."""

    version: int
    schema: int
    payload: bytes
    digest: bytes

    def checked(self, stream: str, link: bytes, schema: int) -> tuple[int, bytes] | None:
        """Version and state, or None if it is damaged, belongs elsewhere or has another shape."""
        expected = snapshot_digest(stream, self.version, link, schema, self.payload)
        return (self.version, self.payload) if schema == self.schema and expected == self.digest else None


def snapshot_digest(stream: str, version: int, link: bytes, schema: int, payload: bytes) -> bytes:
    """What ties a kept state to its stream: it covers the hash of the record it follows."""
    return digest("openfelt snapshot 1", stream.encode(), str(version).encode(), link, str(schema).encode(), payload)
