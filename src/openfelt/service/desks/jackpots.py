"""Routes of jackpots: the display for everyone, claims for players, the dealer's console, controller and terminal.

Who gives an order is never read from it: the player or the officer is whoever asks. What a hand was is read from the
record of its table.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from openfelt.cards import card
from openfelt.errors import NotationError, RuleViolation
from openfelt.jackpots import check, read_parameters, write_parameters
from openfelt.jackpots import orders as o
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.parameters import Parameters
from openfelt.jackpots.reading import asks_of
from openfelt.jackpots.rules import CLAIMED, JACKPOTS, rules_of
from openfelt.jackpots.sheet import sheet_of
from openfelt.phrases import Name, Seat, phrase
from openfelt.room.calls import one_line
from openfelt.room.jackpot_orders import AuthorisePress, PressEndGame, PressNoMoreBets, TableHand
from openfelt.room.orders import ByOfficer
from openfelt.service.desks.money import sitter
from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import Account, NotAllowed
from openfelt.service.tell.document_forms import Addition, filled_in, sheet_told
from openfelt.service.tell.jackpot_views import jackpot_view
from openfelt.service.wire import jackpots_protocol as v
from openfelt.service.wire.documents_protocol import Answer, DocumentSheet
from openfelt.service.wire.values import Cents, Id, SeatNo
from openfelt.service.writers import jackpot
from openfelt.service.writers.jackpot import JackpotHost
from openfelt.service.writers.table import TableHost
from openfelt.tournaments.addresses import address_fault

MOST_BYTES: Final = 64 * 1024
MOST_LETTERS: Final = 500

Text = Annotated[str, Meta(max_length=MOST_BYTES)]
Words = Annotated[str, Meta(max_length=MOST_LETTERS)]
CardText = Annotated[str, Meta(min_length=2, max_length=3)]


class TryBody(msgspec.Struct, forbid_unknown_fields=True):
    """Parameters to try, as TOML: with answers to items, one more event or one less."""

    toml: Text
    answers: Annotated[tuple[Answer, ...], Meta(max_length=100)] = ()
    add: str = ""
    remove: str = ""


class OfferBody(msgspec.Struct, forbid_unknown_fields=True):
    """A jackpot to offer under a name for addresses."""

    id: Id
    name: str
    toml: Text


class LinkBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to link: whether its sign says so, and whether its dealer has a console."""

    id: Id
    table: str
    signed: bool
    console: bool


class UnlinkBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to take off."""

    id: Id
    table: str


class ClaimBody(msgspec.Struct, forbid_unknown_fields=True):
    """A hand that a player claims; `seat` for whom staff enters it."""

    id: Id
    table: str
    number: int
    seat: SeatNo = 0


class HitBody(msgspec.Struct, forbid_unknown_fields=True):
    """A hit."""

    id: Id
    hit: int


class DisplayBody(msgspec.Struct, forbid_unknown_fields=True):
    """What the display shows."""

    id: Id
    shows_cents: Cents


class SignBody(msgspec.Struct, forbid_unknown_fields=True):
    """The next parameters as TOML, or nothing where the jackpot ends; and the time of the change."""

    id: Id
    toml: Text
    change_at_ms: int


class PlainBody(msgspec.Struct, forbid_unknown_fields=True):
    """An order without more words."""

    id: Id


class FailureBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which part of the equipment fails, and how."""

    id: Id
    part: str
    what: Words


class NoticeBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who has received the notice, under which reference."""

    id: Id
    to: str
    reference: Words


class AdjustBody(msgspec.Struct, forbid_unknown_fields=True):
    """By how much the pool is adjusted, and why."""

    id: Id
    by_cents: Annotated[int, Meta(ge=-(10**12), le=10**12)]
    reason: Words


class ConfirmBody(msgspec.Struct, forbid_unknown_fields=True):
    """The amount that is confirmed."""

    id: Id
    cents: Cents


class PressBody(msgspec.Struct, forbid_unknown_fields=True):
    """A button of the console."""

    id: Id
    button: Literal["no-more-bets", "end-game"]


class TabledBody(msgspec.Struct, forbid_unknown_fields=True):
    """A player's cards after the hand; the dealer of real cards names the seat, the cards and the flop."""

    id: Id
    flop: bool = False
    seat: SeatNo = 0
    cards: Annotated[tuple[CardText, ...], Meta(max_length=7)] = ()
    board: Annotated[tuple[CardText, ...], Meta(max_length=5)] = ()


# -- reading -----------------------------------------------------------------------------------------------------------


def every(asked: Asked[None, None]) -> v.JackpotList:
    """Every jackpot, those on offer first."""
    hosts = sorted(asked.hall.jackpots.values(), key=lambda one: (one.state.phase != "open", one.name))
    return v.JackpotList(jackpots=tuple(jackpot_view(one, asked.hall.name_of) for one in hosts))


def shown(asked: Asked[JackpotHost, None]) -> v.JackpotView:
    """A jackpot as whoever asks may see it; staff sees its terminal."""
    host, reader = asked.at, asked.reader
    officer = asked.hall.accounts.officer(reader, host.stream) if reader is not None else None
    if officer is not None and not officer.offices:
        officer = None
    viewer = reader.id if reader is not None else ""
    return jackpot_view(host, asked.hall.name_of, viewer=viewer, officer=officer, linkable=linkable(asked))


def linkable(asked: Asked[JackpotHost, Any]) -> tuple[str, ...]:
    """Tables that play the variation of the pool and are linked to none."""
    given = asked.at.state.parameters
    assert given is not None
    tables = (one.table for one in asked.hall.hosts.values())
    return tuple(
        one.name
        for one in tables
        if not one.closed
        and one.jackpot is None
        and one.event is None
        and one.posted.rotation is None
        and (one.sign.rulebook, one.sign.game, one.sign.deck) == given.variation
    )


# -- the controller ----------------------------------------------------------------------------------------------------


def tried(asked: Asked[None, TryBody]) -> DocumentSheet:
    """Parameters as a form, with every gap and contradiction. Offers nothing."""
    body, given = asked.body, read_parameters(asked.body.toml)
    made = filled_in(given, sheet_of(given), body.answers, add=body.add, remove=body.remove, additions=additions(given))
    return sheet_told(
        made,
        text=body.toml if made == given else write_parameters(made),
        sheet=sheet_of(made),
        asks=asks_of(made.book),
        findings=check(made),
        additions=additions(made),
    )


def additions(given: Parameters) -> dict[str, Addition]:
    """What may be added: an event, as long as the book allows for one more."""
    if given.book not in JACKPOTS.books() or len(given.events) >= rules_of(given.book).most_events.value:
        return {}
    return {"event": Addition("Another event", "events", {"name": f"Event {len(given.events) + 1}"})}


async def offer(asked: Asked[None, OfferBody]) -> dict[str, Any]:
    """Offer a jackpot."""
    name, hall = asked.body.name, asked.hall
    if fault := address_fault(name):
        raise NotAllowed(fault, code="bad-name")
    officer = hall.accounts.officer(asked.account, f"jackpot/{name}")
    await hall.open_jackpot(name, read_parameters(asked.body.toml), by=officer, request=asked.id)
    return offered(asked)


def offered(asked: Asked[None, OfferBody]) -> dict[str, Any]:
    """Which jackpot was offered."""
    return {"jackpot": asked.body.name}


async def link(asked: Asked[JackpotHost, LinkBody]) -> None:
    """Link a table: both streams, or neither."""
    body, table = asked.body, asked.hall.host(asked.body.table)
    sign = table.table.sign
    order = o.LinkTable(
        table.name,
        sign.rulebook,
        sign.game,
        sign.deck,
        signed=body.signed,
        console=body.console,
        by=asked.officer,
    )
    await jackpot.link(asked.at, table, order, actor=asked.account.id, request=asked.id)


async def unlink(asked: Asked[JackpotHost, UnlinkBody]) -> None:
    """Take a table off the jackpot."""
    table = asked.hall.host(asked.body.table)
    order = o.UnlinkTable(table.name, asked.officer)
    await jackpot.unlink(asked.at, table, order, actor=asked.account.id, request=asked.id)


# -- players -----------------------------------------------------------------------------------------------------------


def hand_at(asked: Asked[JackpotHost, ClaimBody]) -> HandAt:
    """The hand that is claimed: one of the latest of its table, or one that the jackpot's own record has."""
    name, number, pool = asked.body.table, asked.body.number, asked.at
    host = asked.hall.hosts.get(name)
    link = host.table.jackpot if host is not None else None
    hands = link.hands if link is not None and link.pool == pool.name else ()
    hand = next((one for one in hands if one.number == number), None)
    if hand is not None:
        return HandAt(name, hand)
    if (kept := pool.state.noted.get((name, number))) is not None:
        return kept
    text = phrase(
        "hand {number} is none of the latest of {name} for this jackpot",
        number=number,
        name=Name(asked.hall.host(name).name),
    )
    raise RuleViolation("no-hand", CLAIMED, text, legal=tuple(str(one.number) for one in hands))


async def claim(asked: Asked[JackpotHost, ClaimBody]) -> None:
    """A player's own claim, or one that staff enters for the player of a seat."""
    played, body = hand_at(asked), asked.body
    if not body.seat:
        await asked.at.submit(asked.id, asked.account.id, o.Claim(asked.account.id, played))
        return
    of_seat = next((one.player for one in played.hand.results if one.seat == body.seat), "")
    if not of_seat:
        raise NotAllowed(phrase("{seat} was not dealt in", seat=Seat(body.seat)), code="no-seat")
    await asked.at.submit(asked.id, asked.account.id, o.Claim(of_seat, played, by=asked.officer))


async def tabled(asked: Asked[TableHost, TabledBody]) -> None:
    """A player puts the cards face up after the hand, perhaps asking for the flop; or the dealer enters it."""
    host, body, account = asked.at, asked.body, asked.account
    if not body.seat:
        await host.submit(asked.id, account.id, TableHand(account.id, body.flop))
        return
    require_staff(account)
    cards, board = tuple(map(card, body.cards)), tuple(map(card, body.board))
    order = TableHand(sitter(host, body.seat).player, body.flop, cards, board)
    await host.submit(asked.id, account.id, ByOfficer(asked.officer, order))


def require_staff(account: Account) -> None:
    """Refuse somebody who deals at no table."""
    account.require("dealer", "floor", "operator")


# -- the console -------------------------------------------------------------------------------------------------------


async def press(asked: Asked[TableHost, PressBody]) -> None:
    """A button of the dealer's console. A machine that deals presses by itself."""
    order = PressNoMoreBets() if asked.body.button == "no-more-bets" else PressEndGame()
    await asked.at.submit(asked.id, asked.account.id, ByOfficer(asked.officer, order))


async def authorise(asked: Asked[TableHost, PlainBody]) -> None:
    """A supervisor authorises the press that was forgotten."""
    await asked.at.submit(asked.id, asked.account.id, ByOfficer(asked.officer, AuthorisePress()))


# -- the terminal ------------------------------------------------------------------------------------------------------


async def give(asked: Asked[JackpotHost, Any], order: o.StaffOrder) -> None:
    """Give an order of staff."""
    await asked.at.submit(asked.id, asked.account.id, order)


async def verify(asked: Asked[JackpotHost, HitBody]) -> None:
    """One officer has verified a hit."""
    await give(asked, o.VerifyHit(asked.body.hit, asked.officer))


async def pay(asked: Asked[JackpotHost, HitBody]) -> None:
    """Another pays it."""
    await give(asked, o.PayHit(asked.body.hit, asked.officer))


async def compare(asked: Asked[JackpotHost, DisplayBody]) -> None:
    """Compare what the display shows with the terminal."""
    await give(asked, o.CheckDisplay(asked.body.shows_cents, asked.officer))


async def put_up_sign(asked: Asked[JackpotHost, SignBody]) -> None:
    """A sign with the next parameters, or of the end."""
    text = asked.body.toml.strip()
    made = read_parameters(text) if text else None
    await give(asked, o.PutUpSign(made, asked.body.change_at_ms, asked.officer))


async def change(asked: Asked[JackpotHost, PlainBody]) -> None:
    """The parameters of the sign are in force, at every linked table in the same entry."""
    tables = [asked.hall.host(name) for name in asked.at.state.tables]
    order = o.ChangeParameters(asked.officer)
    await jackpot.change(asked.at, tables, order, actor=asked.account.id, request=asked.id)


async def end(asked: Asked[JackpotHost, PlainBody]) -> None:
    """The jackpot ends as its sign says."""
    await give(asked, o.EndPool(asked.officer))


def said(text: str) -> str:
    """Words on one line; refused where there are none."""
    found = one_line(text)
    if not found:
        raise NotationError("say what it is", code="no-words")
    return found


async def report(asked: Asked[JackpotHost, FailureBody]) -> None:
    """Equipment fails; whoever has to know is notified in the same entry."""
    await give(asked, o.ReportMalfunction(asked.body.part, said(asked.body.what), asked.officer))


async def receive(asked: Asked[JackpotHost, NoticeBody]) -> None:
    """A notice has arrived."""
    await give(asked, o.ReceiveNotice(asked.body.to, said(asked.body.reference), asked.officer))


async def adjust(asked: Asked[JackpotHost, AdjustBody]) -> None:
    """The pool is adjusted while the equipment fails."""
    await give(asked, o.AdjustPool(asked.body.by_cents, said(asked.body.reason), asked.officer))


async def confirm(asked: Asked[JackpotHost, ConfirmBody]) -> None:
    """The amount is confirmed, and what waited is settled."""
    await give(asked, o.ConfirmAmount(asked.body.cents, asked.officer))
