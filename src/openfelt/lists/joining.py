"""Joining a list and leaving it: at the desk, on one's own page, by phone, at a kiosk."""

from __future__ import annotations

from openfelt.errors import RuleViolation, StaleView
from openfelt.floor.ruling import require_words
from openfelt.games import validate
from openfelt.lists import events as e
from openfelt.lists import orders as o
from openfelt.lists.draft import Draft, require_desk
from openfelt.lists.state import WaitList
from openfelt.lists.terms import (
    CALLING,
    CHIP,
    DESK,
    JOINING,
    KEEPING,
    KEPT_OUT,
    MOST_HOLD_S,
    MOST_LISTS,
    MOST_WAITING,
    PROOF,
    ListTerms,
    Via,
)
from openfelt.phrases import Name, phrase, quoted
from openfelt.room.citing import MACHINES
from openfelt.rulebooks import joined


def open_list(draft: Draft, order: o.OpenList) -> None:
    """A list under a sign that could hang; no table is filled from two."""
    require_desk(order.by)
    validate(order.sign)
    require_terms(order.terms)
    if order.sign.tournament:
        raise RuleViolation("event-sign", KEEPING, "a list is for a game that is played for money")
    if order.list in draft.state.lists:
        raise RuleViolation("list-exists", KEEPING, phrase("there is a list {list} already", list=quoted(order.list)))
    if len(draft.state.lists) >= MOST_LISTS:
        text = phrase("{most} lists are open", most=MOST_LISTS)
        raise RuleViolation("too-many-lists", KEEPING, text, legal=("close one",))
    mine = WaitList(order.list, order.sign, order.terms)
    for other in draft.state.lists.values():
        if other.covers(mine.game, mine.limits) or mine.covers(other.game, other.limits):
            text = phrase("the list {name} is for that game already", name=quoted(other.name))
            raise RuleViolation("list-exists", KEEPING, text, legal=(other.name,))
    draft.note(e.ListOpened(cites=KEEPING, list=order.list, sign=order.sign, terms=order.terms, by=order.by.name))


def require_terms(terms: ListTerms) -> None:
    """Refuse times and numbers that a list cannot have."""
    if not 1 <= terms.hold_s <= MOST_HOLD_S:
        legal = (phrase("1 to {most}", most=MOST_HOLD_S),)
        text = phrase("a seat is not kept for {seconds} seconds", seconds=terms.hold_s)
        raise RuleViolation("hold-time", CALLING, text, legal=legal)
    if not terms.hold_s <= terms.chip_hold_s <= MOST_HOLD_S:
        legal = (phrase("{seconds} to {most}", seconds=terms.hold_s, most=MOST_HOLD_S),)
        text = phrase("a chip does not keep a seat for {seconds} seconds", seconds=terms.chip_hold_s)
        raise RuleViolation("hold-time", CHIP, text, legal=legal)
    if not 1 <= terms.misses <= 20:
        text = phrase("nobody is struck at missed call {misses}", misses=terms.misses)
        raise RuleViolation("misses", CALLING, text, legal=("1 to 20",))


def close_list(draft: Draft, order: o.CloseList) -> None:
    """Whoever waits is off it, and calls from it are over."""
    require_desk(order.by)
    require_words(order.reason)
    one = draft.list(order.list)
    for offer in list(draft.state.offers.values()):
        if offer.list == one.name and offer.standing == "waiting":
            draft.note(e.OfferEnded(cites=KEEPING, offer=offer.offer, player=offer.player, why="taken-back"))
    for mine in one.line:
        draft.note(e.WentOff(cites=KEEPING, list=one.name, player=mine.player, why="closed"))
    draft.note(e.ListClosed(cites=KEEPING, list=one.name, reason=order.reason, by=order.by.name))


def join(draft: Draft, order: o.Join) -> None:
    """A player goes on a list."""
    put_on(draft, draft.list(order.list), order.player, order.via, seat=order.seat)


def add_person(draft: Draft, order: o.AddPerson) -> None:
    """The desk puts somebody on a list."""
    require_desk(order.by)
    put_on(draft, draft.list(order.list), order.player, "desk", seat=order.seat, by=order.by.name)


def add_at_kiosk(draft: Draft, order: o.AddAtKiosk) -> None:
    """Put on a list somebody at a kiosk who has proved who they are, as far as the list asks for it."""
    one = draft.list(order.list)
    if one.terms.kiosk == "code" and order.proof == "none":
        text = "at the kiosk a name goes with the code that stands on the player's own page"
        raise RuleViolation("no-proof", PROOF, text, legal=("the code on your own page", "join at the desk"))
    put_on(draft, one, order.player, "kiosk", by=order.kiosk)


def put_on(draft: Draft, one: WaitList, player: str, via: Via, *, seat: int = 0, by: str = "") -> None:
    """Somebody comes to the end of the line, if nothing keeps them from the game and they do not play or wait yet."""
    require_admitted(draft, one, player)
    if one.entry(player) is not None:
        place = one.place_of(player)
        text = phrase(
            "{player} is on the list {name} already, at place {place}",
            player=Name(player),
            name=quoted(one.name),
            place=place,
        )
        raise RuleViolation("on-the-list", JOINING, text, legal=("another list",))
    tables = draft.tables_of(one)
    if at := next((table.table for table in tables if table.place_of(player) is not None), ""):
        text = phrase("{player} sits in that game at {at}", player=Name(player), at=Name(at))
        raise RuleViolation("already-seated", JOINING, text, legal=("ask for another seat or table",))
    if len(one.line) >= MOST_WAITING:
        text = phrase("{most} wait on the list {name}", most=MOST_WAITING, name=quoted(one.name))
        raise RuleViolation("list-full", JOINING, text)
    if not 0 <= seat <= one.sign.seats:
        text = phrase("there is no seat {seat}", seat=seat)
        raise RuleViolation("no-seat", JOINING, text, legal=(phrase("1 to {seats}", seats=one.sign.seats), "0: any"))
    going = any(table.is_going for table in tables)
    draft.note(
        e.Joined(
            cites=joined(JOINING, MACHINES) if via == "kiosk" else JOINING,
            list=one.name,
            player=player,
            via=via,
            at_ms=draft.given.at_ms,
            interest=not going,
            seat=seat,
            by=by,
        )
    )


def require_admitted(draft: Draft, one: WaitList, player: str) -> None:
    """Refuse whoever is kept from the house, or excluded from the game at one of its tables."""
    covered = {table.table for table in draft.tables_of(one)}
    for barred in draft.given.kept_out:
        if barred.player == player and (not barred.table or barred.table in covered):
            raise RuleViolation(barred.code, joined(barred.cites, KEPT_OUT), barred.why)


def leave(draft: Draft, order: o.Leave) -> None:
    """A player goes off a list; a call is over with it."""
    one = require_on(draft, order.list, order.player)
    end_call(draft, one, order.player)
    draft.note(e.WentOff(cites=JOINING, list=one.name, player=order.player, why="own"))


def remove_person(draft: Draft, order: o.RemovePerson) -> None:
    """The desk takes somebody off a list."""
    require_desk(order.by)
    require_words(order.reason)
    one = require_on(draft, order.list, order.player)
    end_call(draft, one, order.player)
    draft.note(
        e.WentOff(cites=DESK, list=one.name, player=order.player, why="removed", by=order.by.name, reason=order.reason)
    )


def send_to_end(draft: Draft, order: o.SendToEnd) -> None:
    """The desk puts somebody at the end of the line."""
    require_desk(order.by)
    require_words(order.reason)
    one = require_on(draft, order.list, order.player)
    end_call(draft, one, order.player)
    draft.note(e.WentToEnd(cites=DESK, list=one.name, player=order.player, by=order.by.name, reason=order.reason))


def strike(draft: Draft, order: o.Strike) -> None:
    """Take off a list somebody who may not play any more or sits in the game by now."""
    one = require_on(draft, order.list, order.player)
    try:
        require_admitted(draft, one, order.player)
    except RuleViolation as barred:
        end_call(draft, one, order.player)
        draft.note(e.WentOff(cites=barred.cites, list=one.name, player=order.player, why="kept-out"))
        return
    mine = one.entry(order.player)
    sits = any(table.place_of(order.player) is not None for table in draft.tables_of(one))
    if not sits or (mine is not None and mine.via == "broken-game"):
        text = phrase("nothing keeps {player} from the list {name}", player=Name(order.player), name=quoted(one.name))
        raise StaleView(text)
    end_call(draft, one, order.player)
    draft.note(e.WentOff(cites=JOINING, list=one.name, player=order.player, why="seated"))


def require_on(draft: Draft, name: str, player: str) -> WaitList:
    """The list, if somebody is on it."""
    one = draft.list(name)
    if one.entry(player) is None:
        text = phrase("{player} is not on the list {name}", player=Name(player), name=quoted(name))
        raise RuleViolation("not-on-the-list", JOINING, text)
    return one


def end_call(draft: Draft, one: WaitList, player: str) -> None:
    """A seat that was kept for somebody from this list is kept no longer."""
    offer = draft.state.offer_of(player)
    if offer is not None and offer.standing == "waiting" and offer.list == one.name:
        draft.note(e.OfferEnded(cites=CALLING, offer=offer.offer, player=player, why="left"))


def note_seats(draft: Draft, order: o.NoteSeats) -> None:
    """Who has come to the tables of a game and left them since this was noted last."""
    one = draft.list(order.list)
    seated = {
        f"{table.table}/{place.player}"
        for table in draft.tables_of(one)
        if table.table in order.tables
        for place in table.places
    }
    known = {name for name in one.tally.seated if name.partition("/")[0] in order.tables}
    came, left = sorted(seated - known), sorted(known - seated)
    if not came and not left:
        raise StaleView("nobody has come or left")
    noted = e.SeatsNoted(cites=KEEPING, list=one.name, at_ms=draft.given.at_ms, came=tuple(came), left=tuple(left))
    draft.note(noted)
