"""The wire of lists and seats: the lists with everyone on them, one's own places, the brush's desk, the draws.

Times are UTC in milliseconds. Lists are public, as on a wall.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.lists.terms import Standing, Via
from openfelt.service.wire.values import Text


class WaitingView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on a list; with the table and seat to which the person is called."""

    name: str
    via: Via
    since_ms: int
    interest: bool = False
    misses: int = 0
    table: str = ""
    seat: int = 0
    until_ms: int = 0
    chip: bool = False
    player: str = ""  # at the desk only


class ListView(msgspec.Struct, frozen=True, kw_only=True):
    """One waiting list. `wait_ms`: what whoever joins now may expect; nothing where too little was seen."""

    name: str
    title: str
    limit: Text
    blinds: tuple[int, ...]
    ante: int = 0
    rulebook: str
    going: bool
    line: tuple[WaitingView, ...]
    tables: tuple[str, ...]
    seated: int
    free: int
    seats: int
    hold_s: int
    calls: Literal["by-itself", "by-hand"]
    kiosk: Literal["code", "name"] = "code"  # what a kiosk asks for
    wait_ms: int | None = None


class OwnPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Your place on a list, or a seat that is kept for you: to be taken with a stake by a time, or by being moved."""

    list: str
    place: int
    wait_ms: int | None = None
    offer: int = 0
    table: str = ""
    seat: int = 0
    until_ms: int = 0
    moved: str = ""
    min_stake: int = 0
    max_stake: int = 0
    blinds: bool = False
    cites: tuple[str, ...] = ()


class OwnRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Another seat or table that you have asked for."""

    table: str
    standing: Standing
    seat: int = 0
    to: str = ""


class DeskSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at the brush's desk: who sits there, or for whom it is kept."""

    seat: int
    name: str = ""
    stake: int = 0
    leaving: bool = False
    out: bool = False
    idle: bool = False  # the player may be told to give it up
    wants: str = ""  # the other seat or table that the player asked for
    kept_for: str = ""
    offer: int = 0
    until_ms: int = 0
    moved: str = ""


class DeskTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at the brush's desk."""

    table: str
    list: str
    title: str
    limit: Text
    blinds: tuple[int, ...]
    ante: int = 0
    number: int
    takes: bool
    live: bool
    feeds: str
    closing: bool
    seats: tuple[DeskSeat, ...]
    claims: dict[str, tuple[str, ...]]  # who has the first claim to a free seat, by its number


class SeatDrawView(msgspec.Struct, frozen=True, kw_only=True):
    """A draw for a seat: every card, the clauses, and what proves it."""

    offer: int
    table: str
    seat: int
    winner: str
    at_ms: int
    rounds: tuple[tuple[tuple[str, str], ...], ...]
    cites: tuple[str, ...]
    name: str
    seed: str
    root: str


class ListsDesk(msgspec.Struct, frozen=True, kw_only=True):
    """The brush's desk: lists, tables with every seat, the latest draws, and by how much waits were told wrong."""

    now_ms: int
    lists: tuple[ListView, ...]
    tables: tuple[DeskTable, ...]
    draws: tuple[SeatDrawView, ...]
    off_ms: int | None = None  # the median of the latest
