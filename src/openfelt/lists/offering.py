"""Free seats: whoever has the first claim is called or moved there, takes the seat or lets it go."""

from __future__ import annotations

from openfelt.errors import RuleViolation, StaleView
from openfelt.floor.ruling import require_words
from openfelt.lists import events as e
from openfelt.lists import orders as o
from openfelt.lists.draft import Draft, require_desk
from openfelt.lists.facts import TableFacts
from openfelt.lists.state import WaitList
from openfelt.lists.terms import CALLING, CHIP, DESK, DIRECTLY, FEEDING, priority
from openfelt.lists.turns import Claims, book_of, claims_to, draw, kept_from
from openfelt.phrases import Count, Name, phrase
from openfelt.room.rules import room_rules
from openfelt.rulebooks import Cites, joined


def call_next(draft: Draft, order: o.CallNext) -> None:
    """Offer a free seat to whoever has the first claim to it."""
    if order.by is not None:
        require_desk(order.by)
    table = draft.table(order.table)
    require_taking(table)
    draft.require_free(table, order.seat)
    claims = claims_to(draft, table, order.seat)
    vacancy = joined(room_rules(book_of(table)).vacancy, priority(book_of(table)).waiting)
    if claims is None:
        text = phrase("nobody has a claim to seat {seat} of {table}", seat=order.seat, table=Name(table.table))
        raise RuleViolation("no-claim", vacancy, text)
    if order.player and order.player not in claims.players:
        text = phrase(
            "it is not the turn of {player} to have seat {seat} of {table}",
            player=Name(order.player),
            seat=order.seat,
            table=Name(table.table),
        )
        raise RuleViolation("out-of-turn", claims.cites, text, legal=claims.players)
    if order.player and len(claims.players) > 1:
        text = phrase(
            "{players} have an equal claim to seat {seat} of {table}, and draw for it",
            players=Count(len(claims.players)),
            seat=order.seat,
            table=Name(table.table),
        )
        raise RuleViolation("drawn-for", priority(book_of(table)).draw_for_vacancy, text, legal=claims.players)
    offer(draft, table, order.seat, claims, by=order.by.name if order.by is not None else "")


def require_taking(table: TableFacts) -> None:
    """Refuse to fill a table that takes nobody: it closes, or is not for everyone."""
    if not table.takes:
        closing = room_rules(book_of(table)).closing
        raise RuleViolation("table-closing", closing, phrase("{table} takes nobody now", table=Name(table.table)))


def offer(draft: Draft, table: TableFacts, seat: int, claims: Claims, *, by: str = "", more: Cites = ()) -> None:
    """Keep a seat for the only claimant, or for the winner of the draw."""
    winner, drawn = draw(draft, table, claims)
    one = draft.list_of(table)
    is_call = claims.standing == "waiting" and not winner.source
    at_ms = draft.given.at_ms
    draft.note(
        e.SeatOffered(
            cites=joined(claims.cites, drawn.cites if drawn is not None else (), CALLING if is_call else (), more),
            offer=draft.state.last_offer + 1,
            list=one.name,
            player=winner.player,
            table=table.table,
            seat=seat,
            standing=claims.standing,
            at_ms=at_ms,
            until_ms=at_ms + 1000 * one.terms.hold_s if is_call else 0,
            source=winner.source,
            moved=winner.moved,
            entry=winner.entry,
            drawn=drawn,
            passed_by=claims.passed_by,
            by=by,
        )
    )


# -- taking, passing, expiring -----------------------------------------------------------------------------------------


def open_offer(draft: Draft, number: int, player: str = "") -> e.SeatOffered:
    """A seat that is kept for somebody."""
    found = draft.state.offers.get(number)
    if found is None:
        raise RuleViolation(
            "no-call", CALLING, "no seat is kept any more under that call", legal=("wait to be called",)
        )
    if player and found.player != player:
        text = phrase("that seat is kept for somebody else than {player}", player=Name(player))
        raise RuleViolation("not-your-call", CALLING, text)
    return found


def take_offer(draft: Draft, order: o.TakeOffer) -> None:
    """The seat that was kept is taken in time, by whoever may still have it."""
    found = open_offer(draft, order.offer, order.player)
    if 0 < found.until_ms <= draft.given.at_ms:
        text = phrase("the seat was kept for {player} until the time of the call was over", player=Name(order.player))
        raise RuleViolation("call-expired", CALLING, text, legal=("the end of the line",))
    barred = draft.given.kept_from(order.player, found.table)
    if barred is not None:
        raise RuleViolation(barred.code, barred.cites, barred.why)
    draft.note(
        e.SeatFilled(
            cites=found.cites,
            list=found.list,
            table=found.table,
            seat=found.seat,
            player=order.player,
            at_ms=draft.given.at_ms,
            standing=found.standing,
            offer=found.offer,
            source=found.source,
        )
    )


def pass_offer(draft: Draft, order: o.PassOffer) -> None:
    """Whoever was called does not want the seat and goes to the end of the line; nobody passes a move that is due."""
    found = open_offer(draft, order.offer, order.player)
    if found.moved == "must-move":
        text = phrase("{player} has to move to {table}, or leave", player=Name(order.player), table=Name(found.table))
        raise RuleViolation("must-move", FEEDING, text, legal=("move", "leave the table"))
    draft.note(e.OfferEnded(cites=CALLING, offer=found.offer, player=found.player, why="passed"))
    if found.moved == "own-wish":
        draft.note(e.RequestEnded(cites=found.cites, player=found.player, table=found.source))
    elif found.standing == "waiting" and found.list in draft.state.lists:
        draft.note(e.WentToEnd(cites=CALLING, list=found.list, player=found.player))


def end_offer(draft: Draft, order: o.EndOffer) -> None:
    """A call that nobody answered in time, or a move that the table refused."""
    found = draft.state.offers.get(order.offer)
    if found is None:
        raise StaleView("no seat is kept any more under that call")
    if order.why == "expired" and not 0 < found.until_ms <= draft.given.at_ms:
        raise StaleView("the time of that call is not over")
    draft.note(e.OfferEnded(cites=CALLING, offer=found.offer, player=found.player, why=order.why, text=order.text))
    if found.moved == "own-wish":
        draft.note(e.RequestEnded(cites=found.cites, player=found.player, table=found.source))
    elif order.why == "expired" and found.list in draft.state.lists:
        missed(draft, draft.state.lists[found.list], found.player)


def missed(draft: Draft, one: WaitList, player: str) -> None:
    """Who does not come when called goes to the end of the line, and is struck after so many times."""
    mine = one.entry(player)
    if mine is None:
        return
    if mine.misses + 1 >= one.terms.misses:
        draft.note(e.WentOff(cites=CALLING, list=one.name, player=player, why="missed"))
    else:
        draft.note(e.WentToEnd(cites=CALLING, list=one.name, player=player, missed=True))


def hold_chip(draft: Draft, order: o.HoldChip) -> None:
    """A chip at the desk keeps the seat longer, once."""
    require_desk(order.by)
    found = open_offer(draft, order.offer)
    if not found.until_ms:
        text = phrase("{player} is moved by the house and was not called", player=Name(found.player))
        raise RuleViolation("no-call", CHIP, text)
    if found.offer in draft.state.chips:
        text = phrase("the desk has a chip of {player} already", player=Name(found.player))
        raise RuleViolation("chip-held", CHIP, text)
    if found.until_ms <= draft.given.at_ms:
        text = phrase("the time of the call of {player} is over", player=Name(found.player))
        raise RuleViolation("call-expired", CALLING, text)
    until = found.at_ms + 1000 * draft.list(found.list).terms.chip_hold_s
    draft.note(e.ChipHeld(cites=CHIP, offer=found.offer, until_ms=until, by=order.by.name))


def take_back(draft: Draft, order: o.TakeBack) -> None:
    """The desk takes a call back; the place in the line stays."""
    require_desk(order.by)
    require_words(order.reason)
    found = open_offer(draft, order.offer)
    draft.note(
        e.OfferEnded(
            cites=DESK, offer=found.offer, player=found.player, why="taken-back", text=order.reason, by=order.by.name
        )
    )


# -- without a call ----------------------------------------------------------------------------------------------------


def sit_freely(draft: Draft, order: o.SitFreely) -> None:
    """A free seat is taken at once where nobody has a better claim; a kept one only by whom it is kept for."""
    table = draft.table(order.table)
    one = draft.list_of(table)
    kept, mine = draft.state.offer_at(table.table, order.seat), draft.state.offer_of(order.player)
    if kept is not None and kept.player == order.player:
        take_offer(draft, o.TakeOffer(kept.offer, order.player))
        return
    if mine is not None:
        text = phrase(
            "seat {seat} of {table} is kept for {player}",
            seat=mine.seat,
            table=Name(mine.table),
            player=Name(order.player),
        )
        raise RuleViolation(
            "called",
            CALLING,
            text,
            legal=(phrase("seat {seat} of {table}", seat=mine.seat, table=Name(mine.table)), "pass the call"),
        )
    if (barrier := kept_from(draft, table, order.player)) is not None:
        text = phrase("{player} may not play at {table}", player=Name(order.player), table=Name(table.table))
        raise RuleViolation("kept-out", barrier, text)
    draft.require_free(table, order.seat)
    claims = claims_to(draft, table, order.seat)
    source = draft.given.table(order.source) if order.source else None
    is_like = source is not None and source.is_like(table)
    if claims is not None and claims.players != (order.player,) and not (is_like and claims.standing == "waiting"):
        text = phrase(
            "it is not the turn of {player} to have seat {seat} of {table}",
            player=Name(order.player),
            seat=order.seat,
            table=Name(table.table),
        )
        raise RuleViolation("out-of-turn", joined(claims.cites, DIRECTLY), text, legal=("go on the list",))
    order_of = priority(book_of(table))
    why = order_of.like_table if is_like and order_of.like_table else order_of.waiting
    draft.note(
        e.SeatFilled(
            cites=joined(why, DIRECTLY),
            list=one.name,
            table=table.table,
            seat=order.seat,
            player=order.player,
            at_ms=draft.given.at_ms,
            standing="like-table" if is_like else "waiting",
            source=order.source,
        )
    )


def change_freely(draft: Draft, order: o.ChangeFreely) -> None:
    """A player of the table goes to a free seat at once, unless it is kept or others ask for it, too."""
    table = draft.table(order.table)
    one = draft.list_of(table)
    here = priority(book_of(table)).here
    if table.place_of(order.player) is None:
        text = phrase("{player} does not sit at {table}", player=Name(order.player), table=Name(table.table))
        raise RuleViolation("not-seated", here, text)
    draft.require_free(table, order.seat)
    claims = claims_to(draft, table, order.seat)
    others = [name for name in claims.players if name != order.player] if claims is not None else []
    if claims is not None and claims.standing == "here" and others:
        text = phrase("others of {table} ask for seat {seat}, too", table=Name(table.table), seat=order.seat)
        raise RuleViolation("drawn-for", priority(book_of(table)).draw_for_vacancy, text, legal=("ask for the seat",))
    draft.note(
        e.SeatFilled(
            cites=joined(here, DIRECTLY),
            list=one.name,
            table=table.table,
            seat=order.seat,
            player=order.player,
            at_ms=draft.given.at_ms,
            standing="here",
            source=table.table,
        )
    )
