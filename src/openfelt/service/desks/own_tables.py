"""Routes of tables that players open for people with the link: opening one, ending the game, and settling up.

A player's own table stands in no list. Its name is its link: whoever knows it may watch and sit down (house 17.3).
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from openfelt import room
from openfelt.errors import RuleViolation
from openfelt.games import GAMES, Sign
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.phrases import Name, phrase, quoted
from openfelt.room.opening import OpeningTerms
from openfelt.room.own_tables import BY_LINK, ENDING
from openfelt.room.wish_orders import EndGame
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.desks.operating import changed
from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.wire.values import Cents, Id
from openfelt.service.writers.table import TableHost
from openfelt.tournaments.settling import payments

KEY: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 letters and digits that nobody takes for each other
KEY_LENGTH: Final = 10  # 50 bits
STAKES: Final = (20, 200)  # the least and the most stake, in last blinds


class OwnTableBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open for people with its link: the game, its last blind, how many sit there, and what else it has."""

    id: Id
    game: Annotated[str, Meta(max_length=40)]
    blind: Cents
    seats: Annotated[int, Meta(ge=2, le=11)]
    options: dict[str, bool | int] = {}


class EndBody(msgspec.Struct, forbid_unknown_fields=True):
    """The game at an own table ends."""

    id: Id


OPTIONS: Final = ("open_all_in", "run_twice", "show_after", "rabbit", "bomb_vote", "time_bank")


def own_sign(body: OwnTableBody) -> Sign:
    """The sign of an own table: a house game of blinds, without charges."""
    if (HOUSE_RULEBOOK, body.game) not in GAMES:
        raise NotAllowed(
            phrase("there is no house game {game}", game=quoted(body.game)), code="bad-sign", legal=own_games()
        )
    if strange := sorted(set(body.options) - set(OPTIONS)):
        raise NotAllowed(
            phrase("an own table has no option {strange}", strange=quoted(strange[0])), code="bad-sign", legal=OPTIONS
        )
    usual = standard_sign(HOUSE_RULEBOOK, body.game)
    if not usual.blinds:
        raise NotAllowed(phrase("{game} has no blinds", game=Name(body.game)), code="bad-sign", legal=own_games())
    limit = {"kind": usual.limit.kind, "small": body.blind}
    if usual.limit.big:
        limit["big"] = 2 * body.blind
    least, most = STAKES
    changes = {
        "seats": body.seats,
        "limit": limit,
        "blinds": [max(1, body.blind // 2), body.blind],
        "min_stake": least * body.blind,
        "max_stake": most * body.blind,
        "unit": 1,
        "commission": msgspec.to_builtins(Commission()),
        **body.options,
    }
    return changed(usual, changes)


def own_games() -> tuple[str, ...]:
    """The games that an own table may be of: house games with blinds."""
    found = (key for book, key in GAMES if book == HOUSE_RULEBOOK)
    return tuple(key for key in found if standard_sign(HOUSE_RULEBOOK, key).blinds)


def allowed(asked: Asked[None, None]) -> dict[str, Any]:
    """What the operator allows players to open, and which tables the reader has open."""
    rules, player = asked.hall.room.state.people.rules, asked.account.id
    mine = [one.name for one in asked.hall.hosts.values() if one.table.owner == player and not one.table.closed]
    games = [{"game": key, "name": GAMES[HOUSE_RULEBOOK, key].name} for key in own_games()] if rules.own_tables else []
    return {"most": rules.own_tables, "blind": rules.own_table_blind, "open": mine, "games": games}


async def open_own(asked: Asked[None, OwnTableBody]) -> dict[str, Any]:
    """A player opens a table; its name, which is its link, is drawn at random."""
    account, hall = asked.account, asked.hall
    account.require_person()
    name = BY_LINK + "".join(secrets.choice(KEY) for _ in range(KEY_LENGTH))
    await hall.open_table(name, own_sign(asked.body), terms=OpeningTerms(owner=account.id), request=asked.id)
    return {"table": name}


def opened(asked: Asked[None, OwnTableBody]) -> dict[str, Any]:
    """The table that was opened by the same request."""
    store = asked.hall.journal.store
    receipt = store.receipt(asked.id)
    assert receipt is not None, "a request that is asked again was filed"
    first = store.records(receipt.first - 1, 1)[0]
    return {"table": first.stream.removeprefix("table/")}


async def end_game(asked: Asked[TableHost, EndBody]) -> None:
    """Whoever opened the table ends the game; where no round of play goes on it closes at once."""
    host = asked.at
    await host.submit(asked.id, asked.account.id, EndGame(asked.account.id))
    if not host.table.in_hand:
        order = room.ApplyNotice(asked.hall.now_ms())
        await host.submit(f"{asked.id}/close", "house", order)


def settling(asked: Asked[TableHost, None]) -> dict[str, Any]:
    """Who owes whom for what was played so far: for those who have played, and for whoever opened the table."""
    table, player, name_of = asked.at.table, asked.account.id, asked.hall.name_of
    if not table.owner or (player != table.owner and player not in table.results):
        raise RuleViolation("not-your-table", ENDING, phrase("you have not played at {name}", name=Name(table.name)))
    return {
        "table": table.name,
        "owner": name_of(table.owner),
        "yours": player == table.owner,
        "closed": table.closed,
        "rounds": table.number - table.in_hand,
        "players": [
            {"name": name_of(who), "you": who == player, "cents": cents}
            for who, cents in sorted(table.results.items(), key=lambda one: (-one[1], one[0]))
        ],
        "payments": [
            {"from": name_of(one.payer), "to": name_of(one.payee), "cents": one.cents}
            for one in payments(table.results)
        ],
        "cites": ENDING,
    }
