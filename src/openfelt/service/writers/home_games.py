"""Setting up a home game: its conditions are published, entries open, and its players entered, each step once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from openfelt.room.offices import Officer
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments import orders as o
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.home import require_names
from openfelt.tournaments.home_orders import EnterNames

MORE_PLACES: Final = 20  # than there are names at first


class Opening(Protocol):
    """The room as far as setting a game up needs it."""

    @property
    def events(self) -> dict[str, TournamentHost]:
        """The tournaments by name."""

    async def open_event(self, name: str, conditions: Conditions, *, by: Officer, request: str) -> TournamentHost:
        """Publish the conditions of a new tournament."""


async def set_up(  # noqa: PLR0917 - a whole game
    room: Opening, address: str, conditions: Conditions, names: Sequence[str], by: Officer, request: str
) -> TournamentHost:
    """Publish the game, open its entries and enter its players. Unusable names are refused before anything happens."""
    known = require_names(names) if names else ()
    await room.open_event(address, conditions, by=by, request=request)
    return await go_on(room, address, known, by, request)


async def go_on(room: Opening, address: str, names: Sequence[str], by: Officer, request: str) -> TournamentHost:
    """Do what follows the publication; the same request after a crash does what is missing."""
    host = room.events[address]
    if host.state.phase == "published":
        await host.submit(f"{request}/open", by.account, o.OpenRegistration(by))
    entered = f"{request}/names"
    if names and not host.was_done(entered):
        await host.submit(entered, by.account, EnterNames(tuple(names), by))
    return host
