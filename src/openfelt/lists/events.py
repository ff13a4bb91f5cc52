"""What has happened to lists and seats. Each event has the clauses that caused it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from openfelt.games import Sign
from openfelt.lists.terms import ListTerms, Standing, Via
from openfelt.rulebooks import Cites

Off: TypeAlias = Literal["own", "removed", "kept-out", "closed", "missed", "seated"]
Why: TypeAlias = Literal["passed", "expired", "refused", "taken-back", "left"]
Moved: TypeAlias = Literal["", "own-wish", "must-move", "broken-game"]


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What all events share."""

    cites: Cites


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draw of cards for a seat: its name in the journal, and every round of it in the order dealt."""

    name: str
    rounds: tuple[tuple[tuple[str, str], ...], ...]  # player and card
    cites: Cites


class PassedBy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who stood before whoever is offered the seat and could not have it, and by which clauses."""

    player: str
    cites: Cites


class ListOpened(Happening, frozen=True, tag=True):
    """A list is open."""

    list: str
    sign: Sign
    terms: ListTerms
    by: str


class ListClosed(Happening, frozen=True, tag=True):
    """A list is closed."""

    list: str
    reason: str
    by: str


class Joined(Happening, frozen=True, tag=True):
    """Somebody is on a list, at the end of the line; after a broken game at its head.

    `interest`: nobody sits in that game yet.
    """

    list: str
    player: str
    via: Via
    at_ms: int
    interest: bool = False
    seat: int = 0  # wished for
    head: bool = False
    by: str = ""


class WentOff(Happening, frozen=True, tag=True):
    """Somebody is off a list."""

    list: str
    player: str
    why: Off
    by: str = ""
    reason: str = ""


class WentToEnd(Happening, frozen=True, tag=True):
    """Somebody is at the end of the line now; `missed`: for not having come when called."""

    list: str
    player: str
    missed: bool = False
    by: str = ""
    reason: str = ""


class SeatOffered(Happening, frozen=True, tag=True):
    """A seat is kept for somebody: called from the list until a time, or to be moved there by the house.

    `source` is the table that whoever is moved comes from.
    """

    offer: int
    list: str
    player: str
    table: str
    seat: int
    standing: Standing
    at_ms: int
    until_ms: int = 0
    source: str = ""
    moved: Moved = ""
    entry: Literal["post", "wait"] = "wait"
    drawn: Drawn | None = None
    passed_by: tuple[PassedBy, ...] = ()
    by: str = ""


class ChipHeld(Happening, frozen=True, tag=True):
    """The desk has a chip of whoever was called, and keeps the seat until then."""

    offer: int
    until_ms: int
    by: str


class OfferEnded(Happening, frozen=True, tag=True):
    """A seat is kept for somebody no longer."""

    offer: int
    player: str
    why: Why
    text: str = ""
    by: str = ""


class SeatFilled(Happening, frozen=True, tag=True):
    """Somebody has a seat: one that was offered, or (0) a free one that nobody had a better claim to."""

    list: str
    table: str
    seat: int
    player: str
    at_ms: int
    standing: Standing
    offer: int = 0
    source: str = ""


class SeatAsked(Happening, frozen=True, tag=True):
    """A player asks for another seat of the table, or for a seat at another table (`to`; "": at any like one)."""

    player: str
    table: str
    standing: Literal["here", "like-table"]
    at_ms: int
    seat: int = 0
    to: str = ""
    entry: Literal["post", "wait"] = "wait"
    by: str = ""  # the desk, where the player did not ask on a page of one's own


class RequestEnded(Happening, frozen=True, tag=True):
    """A player asks for no other seat or table any more."""

    player: str
    table: str
    by: str = ""


class FeederSet(Happening, frozen=True, tag=True):
    """Players of one table have to move to another when a seat is free there, whoever came first before the others."""

    feeder: str
    main: str
    by: str


class FeederEnded(Happening, frozen=True, tag=True):
    """Nobody has to move from that table any more."""

    feeder: str
    by: str = ""


class GameBroken(Happening, frozen=True, tag=True):
    """A game is broken; whoever gets no seat elsewhere is at the head of the line."""

    table: str
    reason: str
    by: str
    stranded: tuple[str, ...] = ()


class OpenedFor(Happening, frozen=True, tag=True):
    """A table was opened for those who wait."""

    list: str
    table: str
    by: str


class SeatsNoted(Happening, frozen=True, tag=True):
    """These have come to the tables of the game and left them since this was noted last."""

    list: str
    at_ms: int
    came: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


ListEvent: TypeAlias = (
    ListOpened | ListClosed | Joined | WentOff | WentToEnd | SeatOffered | ChipHeld | OfferEnded | SeatFilled
    | SeatAsked | RequestEnded | FeederSet | FeederEnded | GameBroken | OpenedFor | SeatsNoted
)  # fmt: skip
