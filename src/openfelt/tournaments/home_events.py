"""What has happened in a home game, of which the room only keeps the clock, besides what happens in every event."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from openfelt.tournaments.vocabulary import Happening

NoteKind: TypeAlias = Literal["out", "re-buy", "add-on"]


class Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player sat, with which chips by the record and how many bought."""

    player: str
    table: int
    seat: int
    chips: int
    rebuys: int = 0
    add_ons: int = 0


class NoteMade(Happening, frozen=True, tag=True):
    """Somebody went out or bought chips, by the word of whoever conducts the game; `before` is how it stood."""

    kind: NoteKind
    players: tuple[str, ...]
    winner: str
    before: tuple[Stack, ...]
    by: str


class NoteTakenBack(Happening, frozen=True, tag=True):
    """The last note does not count: everything stands as `before` has it."""

    kind: NoteKind
    players: tuple[str, ...]
    before: tuple[Stack, ...]
    by: str


class CashNoted(Happening, frozen=True, tag=True):
    """A player handed cents to the bank of the game, or got some from it."""

    player: str
    cents: int
    by: str


HomeEvent = NoteMade | NoteTakenBack | CashNoted
