"""Which tables a demonstration shows of a book. Data only: the running room opens them and seats its bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from openfelt.rulebooks.chapters import Chapter


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table of a demonstration: its name, its game, and what its sign has otherwise than the usual one."""

    name: str
    game: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DemoTables:
    """The tables of players and the house-banked tables that a demonstration shows of one book."""

    tables: tuple[DemoTable, ...] = ()
    banked: tuple[DemoTable, ...] = ()


DEMO: Final = Chapter("demo", DemoTables)
