"""What a decision about lists is given: the time, the tables of the game as they stand, and who is kept out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import msgspec

from openfelt.lists.terms import game_key, limits_key
from openfelt.room.playing import Standing
from openfelt.room.state import TableState
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites


class Sitter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits in a seat; `arrived` is the how-manieth to have come to the table."""

    seat: int
    player: str
    arrived: int
    leaving: bool = False


class KeptOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who may not play, by these clauses: at one table of the game, or (no table) anywhere here."""

    player: str
    cites: Cites
    table: str = ""
    why: str = "this player is kept from the game"
    code: str = "excluded"


class Apart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Players whom the floor keeps from one table."""

    players: tuple[str, ...]
    cites: Cites


class TableFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table as far as seats are concerned. `takes`: whether anybody may be given a seat there now."""

    table: str
    game: str
    limits: str
    seats: int
    places: tuple[Sitter, ...] = ()
    button: int = 0
    number: int = 0  # of the latest round of play; 0 before the first
    takes: bool = True
    live: bool = False

    @property
    def is_going(self) -> bool:
        """Whether somebody sits there."""
        return bool(self.places)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats in which nobody sits."""
        taken = {one.seat for one in self.places}
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in taken)

    def place_of(self, player: str) -> Sitter | None:
        """Where somebody sits."""
        return next((one for one in self.places if one.player == player), None)

    def is_like(self, other: TableFacts) -> bool:
        """Whether the same game and limits are played at both."""
        return (self.game, self.limits) == (other.game, other.limits)


def facts_of(state: TableState) -> TableFacts:
    """What is given of a table that stands so."""
    table = state.table
    return TableFacts(
        table.name,
        game_key(table.posted),
        limits_key(table.posted),
        table.sign.seats,
        tuple(_sitter(place) for _, place in sorted(table.places.items())),
        table.button,
        table.number,
        takes_players(table),
        table.live,
    )


def _sitter(place: Place) -> Sitter:
    return Sitter(place.seat, place.player, place.arrived, place.leaving)


def takes_players(table: Table) -> bool:
    """Whether anybody may be given a seat: not where the table closes, is an event's or a group's, or is begun."""
    is_closing = table.closed or (table.notice is not None and table.notice.kind == "closing")
    is_begun = table.freeze_out and bool(table.number)
    return not (is_closing or is_begun or table.event is not None or table.only)


def kept_out_of(player: str, standing: Standing, tables: Collection[str], at_ms: int) -> tuple[KeptOut, ...]:
    """From which of these tables somebody is excluded now."""
    return tuple(
        KeptOut(player, one.cites, one.table, f"this player is excluded from {one.table}")
        for one in standing.barred
        if one.table in tables and one.covers("", one.table, at_ms)
    )


def no_draw(name: str, count: int) -> tuple[int, ...]:
    """Nobody shuffles: cards lie as they come from the box."""
    del name
    return tuple(range(count))


@dataclass(frozen=True, slots=True)
class ListGiven:
    """All that a decision about lists and seats may ask of the world."""

    at_ms: int
    tables: tuple[TableFacts, ...] = ()
    kept_out: tuple[KeptOut, ...] = ()
    apart: tuple[Apart, ...] = ()
    draw: Callable[[str, int], tuple[int, ...]] = field(default=no_draw)

    def table(self, name: str) -> TableFacts | None:
        """The table of that name, if it is one of the room's."""
        return next((one for one in self.tables if one.table == name), None)

    def kept_from(self, player: str, table: str = "") -> KeptOut | None:
        """Why somebody may not play: anywhere, or at this table; with no table, at any of those that are given."""
        for one in self.kept_out:
            if one.player == player and (not one.table or not table or one.table == table):
                return one
        return None
