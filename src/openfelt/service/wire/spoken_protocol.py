"""The wire of words at a table: what is said, what was said lately, and what the floor has removed."""

from __future__ import annotations

import msgspec


class Said(msgspec.Struct, frozen=True, tag="said", kw_only=True):
    """Someone said something at a table; the lines of a table are numbered."""

    table: str
    name: str
    role: str
    text: str
    seq: int = 0
    time_ms: int = 0


class ChatHistory(msgspec.Struct, frozen=True, tag="chat", kw_only=True):
    """The latest lines said at a table, for somebody who begins to watch it."""

    table: str
    lines: tuple[Said, ...]


class Unsaid(msgspec.Struct, frozen=True, tag="unsaid", kw_only=True):
    """The floor has removed a line: it is no longer shown, but stays on record."""

    table: str
    seq: int
