"""Routes of lists and seats: everyone's, a player's own, the kiosk's, the brush's desk.

An order is sent as it was offered, with its fields filled in. Who gives it is never read from it: the player or the
officer is whoever asks.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from openfelt import room
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.games.standard import standard_sign
from openfelt.lists import orders as o
from openfelt.lists.terms import PROOF, ListTerms
from openfelt.phrases import phrase, quoted
from openfelt.room.calls import one_line
from openfelt.room.offices import Officer
from openfelt.room.opening import OpeningTerms
from openfelt.service.desks.operating import changed
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import NotAllowed, clean_name
from openfelt.service.record.asked import LISTS
from openfelt.service.tell.list_views import desk as desk_of
from openfelt.service.tell.list_views import draws as draws_of
from openfelt.service.tell.list_views import list_views
from openfelt.service.wire import lists_protocol as v
from openfelt.service.wire.values import Cents, Id, Name, SeatNo
from openfelt.service.writers import moves
from openfelt.service.writers.lists import WALK_IN

ADDRESS: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
ACCOUNT: Final = re.compile(r"\ba[0-9a-f]{16}\b")
Text = Annotated[str, Meta(max_length=200)]
Seat = Annotated[int, Meta(ge=0, le=30)]


class OpenBody(msgspec.Struct, forbid_unknown_fields=True):
    """A list to open: for the game and limits of a table, or of a sign; and its settings."""

    id: Id
    name: Annotated[str, Meta(max_length=40)]
    table: str = ""
    rulebook: str = ""
    game: str = ""
    changes: dict[str, Any] = {}
    terms: ListTerms = ListTerms()


class JoinBody(msgspec.Struct, forbid_unknown_fields=True):
    """A list to go on, from which page, with a seat that is wished for."""

    id: Id
    via: Literal["page", "phone"] = "page"
    seat: Seat = 0


class IdBody(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing but the id."""

    id: Id


class TakeBody(msgspec.Struct, forbid_unknown_fields=True):
    """The seat that was kept is taken with a stake."""

    id: Id
    offer: int
    stake: Cents
    entry: Literal["post", "wait"] = "wait"
    consent: bool = False


class PassBody(msgspec.Struct, forbid_unknown_fields=True):
    """The seat that was kept is not wanted."""

    id: Id
    offer: int


class AskBody(msgspec.Struct, forbid_unknown_fields=True):
    """Another seat of the table, another table, or the end of the request."""

    id: Id
    table: Name
    what: Literal["seat", "table", "withdraw"]
    seat: Seat = 0
    to: str = ""
    entry: Literal["post", "wait"] = "wait"


class AskForBody(AskBody, kw_only=True, forbid_unknown_fields=True):
    """The same for a player who has no page of the room open."""

    player: Name


class KioskBody(msgspec.Struct, forbid_unknown_fields=True):
    """A name that was typed at a kiosk, and the code from that player's own page."""

    id: Id
    name: Name
    code: Annotated[str, Meta(max_length=20)] = ""


class PersonBody(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody on a list, by account or (at the desk) by name; with a reason, where something is taken away."""

    id: Id
    player: str = ""
    name: str = ""
    reason: Text = ""
    seat: Seat = 0


class CallBody(msgspec.Struct, forbid_unknown_fields=True):
    """A free seat to be offered to the next."""

    id: Id
    table: Name
    seat: SeatNo


class OfferBody(msgspec.Struct, forbid_unknown_fields=True):
    """A call to prolong, or to take back."""

    id: Id
    offer: int
    reason: Text = ""


class OpenTableBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open for those who wait: its name, and what differs from the sign of the list."""

    id: Id
    name: str
    live: bool = False
    changes: dict[str, Any] = {}


class FeedBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table whose players have to move, and where; nowhere: no longer."""

    id: Id
    feeder: Name
    main: str = ""


class BreakBody(msgspec.Struct, forbid_unknown_fields=True):
    """A game to break."""

    id: Id
    table: Name
    reason: Text


def list_at(hall: Hall, name: str) -> str:
    """The list that a path names."""
    if name not in hall.lists.state.lists:
        legal = tuple(hall.lists.state.lists)[:20]
        raise NotAllowed(phrase("there is no list {name}", name=quoted(name)), code="no-list", legal=legal)
    return name


def in_names(error: OpenfeltError, asked: Asked[Any, Any]) -> OpenfeltError:
    """A refusal that calls people by their names."""

    def name(word: re.Match[str]) -> str:
        return asked.hall.name_of(word[0])

    error.rename(lambda text: ACCOUNT.sub(name, text).replace(WALK_IN, ""))
    return error


def by(asked: Asked[Any, Any]) -> Officer:
    """Whoever asks, as the officer the lists know."""
    return asked.hall.accounts.officer(asked.account, LISTS)


async def give(asked: Asked[Any, Any], order: o.AnyListOrder) -> None:
    """Give an order about lists."""
    await asked.hall.lists.submit(asked.id, asked.account.id, order)


# -- reading -----------------------------------------------------------------------------------------------------------


def every(asked: Asked[None, None]) -> dict[str, Any]:
    """Every list, as on a wall."""
    return {"now_ms": asked.hall.now_ms(), "lists": list_views(asked.hall.lists)}


def draws(asked: Asked[None, None]) -> dict[str, Any]:
    """The latest draws for seats: every card, and the seed that proves it."""
    return {"draws": draws_of(asked.hall.lists)}


def desk(asked: Asked[None, None]) -> v.ListsDesk:
    """The brush's desk."""
    return desk_of(asked.hall.lists)


# -- a player's own ----------------------------------------------------------------------------------------------------


async def join(asked: Asked[str, JoinBody]) -> None:
    """Go on a list."""
    await give(asked, o.Join(asked.at, asked.account.id, asked.body.via, asked.body.seat))


async def leave(asked: Asked[str, IdBody]) -> None:
    """Go off a list."""
    await give(asked, o.Leave(asked.at, asked.account.id))


async def take(asked: Asked[None, TakeBody]) -> None:
    """Take the seat that is kept: on the list and at the table, or neither."""
    hall, body, player = asked.hall, asked.body, asked.account.id
    offer = hall.lists.state.offers.get(body.offer)
    if offer is None or offer.player != player:
        await give(asked, o.TakeOffer(body.offer, player))  # refused, unless it was done before
        return
    host = hall.host(offer.table)
    sit = room.SitDown(
        player,
        offer.seat,
        body.stake,
        body.entry,
        consent=body.consent,
        apart=moves.elsewhere(hall.hosts.values(), host, player),
        offices=hall.accounts.offices_of(asked.account, host.stream),
    )
    await hall.lists.take_seat(body.offer, sit, host, request=asked.id)


async def let_go(asked: Asked[None, PassBody]) -> None:
    """Do not take the seat that is kept."""
    await give(asked, o.PassOffer(asked.body.offer, asked.account.id))


async def ask(asked: Asked[None, AskBody]) -> None:
    """Ask for another seat or table, or take the request back."""
    await give(asked, wish(asked.body, asked.account.id))


async def ask_for(asked: Asked[None, AskForBody]) -> None:
    """The desk asks for a player, who may have no account."""
    places = asked.hall.host(asked.body.table).table.places.values()
    sitting = (place.player for place in places if asked.hall.name_of(place.player) == asked.body.player)
    await give(asked, wish(asked.body, next(sitting, asked.body.player), by(asked)))


def wish(body: AskBody, player: str, officer: Officer | None = None) -> o.AskSeat | o.AskTable | o.WithdrawRequest:
    """The order that a wish for another seat or table is."""
    if body.what == "seat":
        return o.AskSeat(player, body.table, body.seat, body.entry, officer)
    if body.what == "table":
        return o.AskTable(player, body.table, body.to, officer)
    return o.WithdrawRequest(player, body.table, officer)


async def join_at_kiosk(asked: Asked[str, KioskBody]) -> None:
    """Put somebody who gave a name at a kiosk on a list; a wrong code is refused."""
    hall, player, code = asked.hall, known(asked, asked.body.name), asked.body.code.replace(" ", "")
    if code and not hall.kiosk_codes.is_right(player, code, hall.now_ms()):
        legal = ("the code on your own page now", "join at the desk")
        raise RuleViolation("wrong-code", PROOF, "that code is not the one of this name, or no longer", legal=legal)
    await give(asked, o.AddAtKiosk(asked.at, player, asked.account.id, "code" if code else "none"))


def kiosk_code(asked: Asked[None, None]) -> dict[str, Any]:
    """The code with which somebody shows at a kiosk who it is."""
    hall, now = asked.hall, asked.hall.now_ms()
    return {"code": hall.kiosk_codes.code_of(asked.account.id, now), "until_ms": hall.kiosk_codes.good_until_ms(now)}


def known(asked: Asked[Any, Any], name: str) -> str:
    """The account of that name; a kiosk's or a wall's does not count."""
    found = asked.hall.accounts.find(asked.hall.accounts.id_of(name))
    if found is None or found.is_device:
        raise NotAllowed("nobody has an account of that name", code="no-account", legal=("ask at the desk",))
    return found.id


# -- the brush ---------------------------------------------------------------------------------------------------------


async def open_list(asked: Asked[None, OpenBody]) -> None:
    """Open a list."""
    body, hall = asked.body, asked.hall
    if ADDRESS.fullmatch(body.name) is None or body.name in {"desk", "draws", "code", "table", "feed", "break"}:
        raise NotAllowed("the name of a list has letters a to z, digits and hyphens", code="bad-name")
    if bool(body.table) == bool(body.game):
        raise NotAllowed("a list is for the sign of a table, or for a game", code="bad-body")
    sign = hall.host(body.table).table.posted if body.table else standard_sign(body.rulebook, body.game)
    await give(asked, o.OpenList(body.name, changed(sign, body.changes), by(asked), body.terms))


async def close_list(asked: Asked[str, PersonBody]) -> None:
    """Close a list."""
    await give(asked, o.CloseList(asked.at, one_line(asked.body.reason), by(asked)))


async def add(asked: Asked[str, PersonBody]) -> None:
    """Put somebody on a list: an account by its name, else a person who plays with real cards."""
    body, hall = asked.body, asked.hall
    account = body.player or hall.accounts.id_of(body.name)
    person = account or hall.lists.walk_in(clean_name(body.name))
    if account:
        found = hall.accounts.find(account)
        if found is None or found.is_device:
            raise NotAllowed("nobody has that account", code="no-account")
    await give(asked, o.AddPerson(asked.at, person, by(asked), body.seat))


async def remove(asked: Asked[str, PersonBody]) -> None:
    """Take somebody off a list."""
    await give(asked, o.RemovePerson(asked.at, asked.body.player, one_line(asked.body.reason), by(asked)))


async def to_end(asked: Asked[str, PersonBody]) -> None:
    """Put somebody at the end of the line."""
    await give(asked, o.SendToEnd(asked.at, asked.body.player, one_line(asked.body.reason), by(asked)))


async def call(asked: Asked[None, CallBody]) -> None:
    """Offer a free seat to whoever has the first claim to it."""
    await give(asked, o.CallNext(asked.body.table, asked.body.seat, by=by(asked)))


async def hold_chip(asked: Asked[None, OfferBody]) -> None:
    """The desk has a chip of whoever was called."""
    await give(asked, o.HoldChip(asked.body.offer, by(asked)))


async def take_back(asked: Asked[None, OfferBody]) -> None:
    """Take a call back."""
    await give(asked, o.TakeBack(asked.body.offer, one_line(asked.body.reason), by(asked)))


async def open_table(asked: Asked[str, OpenTableBody]) -> dict[str, Any]:
    """Open a table for those who wait: the table and the calls, or neither."""
    body, hall = asked.body, asked.hall
    name, sign = clean_name(body.name), changed(hall.lists.state.lists[asked.at].sign, body.changes)
    officer = hall.accounts.officer(asked.account, f"table/{name}")
    listed = o.OpenFromList(asked.at, name, sign, by(asked))
    await hall.open_table(name, sign, by=officer, live=body.live, terms=OpeningTerms(), request=asked.id, listed=listed)
    return opened(asked)


def opened(asked: Asked[str, OpenTableBody]) -> dict[str, Any]:
    """Which table was opened."""
    return {"table": clean_name(asked.body.name)}


async def feed(asked: Asked[None, FeedBody]) -> None:
    """Begin or end to move the players of one table to another."""
    body = asked.body
    order = o.SetFeeder(body.feeder, body.main, by(asked)) if body.main else o.EndFeeder(body.feeder, by(asked))
    await give(asked, order)


async def break_game(asked: Asked[None, BreakBody]) -> None:
    """Break a game: its players are placed, and the notice of closing hangs."""
    body, hall = asked.body, asked.hall
    order = o.BreakGame(body.table, one_line(body.reason), by(asked))
    await hall.lists.break_game(hall.host(body.table), order, request=asked.id)
