"""Routes of home games: one request sets a game up, and the table of a league."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from openfelt.service.desks.tournaments import require_address
from openfelt.service.doors.routing import Asked
from openfelt.service.tell.home_views import league_view, result_of
from openfelt.service.wire.events_protocol import LeagueView
from openfelt.service.wire.values import Id
from openfelt.service.writers.home_games import MORE_PLACES, go_on, set_up
from openfelt.tournaments.home import LONGEST_NAME, MOST_NAMES, require_names
from openfelt.tournaments.home_game import HomeGame, home_game
from openfelt.tournaments.league import season
from openfelt.tournaments.ledger import is_clock_only

MOST_BYTES: Final = 64 * 1024


class HomeBody(msgspec.Struct, forbid_unknown_fields=True):
    """A home game: its name for addresses, what the host answers, and who plays."""

    id: Id
    address: str
    game: HomeGame
    players: Annotated[
        tuple[Annotated[str, Meta(max_length=4 * LONGEST_NAME)], ...], Meta(min_length=1, max_length=MOST_NAMES)
    ]


async def open_game(asked: Asked[None, HomeBody]) -> dict[str, Any]:
    """Publish a home game, open its entries and enter its players."""
    body, hall = asked.body, asked.hall
    require_address(body.address)
    made = home_game(body.game, len(body.players) + MORE_PLACES)
    officer = hall.accounts.officer(asked.account, f"tournament/{body.address}")
    await set_up(hall, body.address, made, body.players, officer, asked.id)
    return {"event": body.address}


async def opened(asked: Asked[None, HomeBody]) -> dict[str, Any]:
    """The same request again: what is still missing is done."""
    body = asked.body
    officer = asked.hall.accounts.officer(asked.account, f"tournament/{body.address}")
    await go_on(asked.hall, body.address, require_names(body.players), officer, asked.id)
    return {"event": body.address}


def league(asked: Asked[None, None]) -> LeagueView:
    """The season table of all finished home games whose addresses begin so."""
    begins = asked.query.get("begins", "")
    hosts = [
        one
        for one in asked.hall.events.values()
        if one.name.startswith(begins) and is_clock_only(one.state) and one.state.phase == "awarded"
    ]
    rows = season(result_of(one.state) for one in hosts)
    return league_view(begins, tuple(one.name for one in hosts), rows, str)
