"""Routes of promotions: the list, the page, terms and proofs for everyone; entries and claims for players; the desk.

Who gives an order is never read from it: the player or the officer is whoever asks.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from openfelt.documents.form import plain
from openfelt.errors import NotationError, OpenfeltError
from openfelt.phrases import phrase, quoted
from openfelt.promotions import orders as o
from openfelt.promotions.checking import check, rules_of
from openfelt.promotions.events import DrawMade, EntriesClosed
from openfelt.promotions.giving import OWN
from openfelt.promotions.items import SHEET
from openfelt.promotions.page import as_html, as_text, page_of
from openfelt.promotions.rules import PROMOTIONS
from openfelt.promotions.templates import TEMPLATES, fill
from openfelt.promotions.terms import Terms
from openfelt.promotions.writing import read_terms, reference, write_terms
from openfelt.room.house_orders import PrescribeItems
from openfelt.room.offices import Officer
from openfelt.service.deck.draws import show
from openfelt.service.deck.entries import show_entry
from openfelt.service.desks.stated import order_stated
from openfelt.service.doors.routing import Asked
from openfelt.service.doors.web import printed_page
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.record.promotion_record import sealed_draw
from openfelt.service.tell.document_forms import Addition, filled_in, sheet_told
from openfelt.service.tell.promotion_offers import MONEY, STAFFED
from openfelt.service.tell.promotion_views import SeenPromotion, is_public, summary, view_of
from openfelt.service.wire import promotions_protocol as v
from openfelt.service.wire.documents_protocol import Answer, DocumentSheet
from openfelt.service.wire.values import Id
from openfelt.service.writers.promotion import PromotionHost
from openfelt.tournaments.addresses import address_fault

MOST_BYTES: Final = 256 * 1024  # of terms
ADDITIONS: Final = {
    key: Addition(phrase("Another prize: {what}", what=one.says.removesuffix(".").lower()), "prizes", plain(one.prize))
    for key, one in TEMPLATES.items()
}
TAKEN: Final = frozenset({"check", "draft", "new", "prescribed", "templates"})  # by addresses of the room's own
PROOF: Final = "openfelt promotion draw 1"
STAFF_KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in STAFFED}
MONEY_KINDS: Final = frozenset(kind.__name__ for kind in MONEY)
FREE_KINDS: Final = frozenset(STAFF_KINDS) - MONEY_KINDS
OWN_KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in OWN}
DOCUMENTS: Final = {o.Amend: ("terms", read_terms)}

Text = Annotated[str, Meta(max_length=MOST_BYTES)]


class TermsBody(msgspec.Struct, forbid_unknown_fields=True):
    """Terms to try: a whole file, or a template by a book; with answers to items, one more prize or one less."""

    toml: Text = ""
    book: str = ""
    template: str = ""
    answers: Annotated[tuple[Answer, ...], Meta(max_length=100)] = ()
    add: str = ""
    remove: str = ""


class DraftBody(msgspec.Struct, forbid_unknown_fields=True):
    """A promotion to draft under a name for addresses."""

    id: Id
    name: str
    toml: Text


class OrderBody(msgspec.Struct, forbid_unknown_fields=True):
    """An order as it was offered: its kind as `type`, and its fields."""

    id: Id
    order: dict[str, Any]


class PrescribedBody(msgspec.Struct, forbid_unknown_fields=True):
    """The list of what regulations forbid as a prize, and by which."""

    id: Id
    items: tuple[str, ...]
    reference: str


def in_names(error: OpenfeltError, asked: Asked[Any, Any]) -> OpenfeltError:
    """A refusal that calls players by their names."""
    host = asked.at
    if isinstance(host, PromotionHost):
        known = {*host.state.entries, asked.account.id if asked.known is not None else ""} - {""}
        for player in known:
            error.rename(lambda text, player=player: text.replace(player, asked.hall.name_of(player)))  # type: ignore[misc]
    return error


# -- reading -----------------------------------------------------------------------------------------------------------


def seen_of(hall: Hall, host: PromotionHost) -> SeenPromotion:
    """A promotion with what its views need."""
    members = hall.room.state.members.values()
    people = tuple(one.account for one in members if not one.closed and not one.guest)
    return SeenPromotion(host.name, host.state, tuple(host.log), hall.now_ms(), hall.prescribed(), hall.name_of, people)


def officer_of(asked: Asked[Any, Any], stream: str = "") -> Officer | None:
    """The officer who asks, if it is one."""
    reader = asked.reader
    if reader is None:
        return None
    found = asked.hall.accounts.officer(reader, stream)
    return found if found.offices else None


def every(asked: Asked[None, None]) -> v.PromotionList:
    """Every promotion, the latest first; drafts are for staff."""
    hall = asked.hall
    is_staff = officer_of(asked) is not None
    hosts = [one for one in reversed(hall.promotions.values()) if is_staff or is_public(one.state)]
    return v.PromotionList(promotions=tuple(summary(seen_of(hall, one)) for one in hosts))


def require_public(asked: Asked[PromotionHost, Any]) -> None:
    """A draft is for staff alone."""
    if not is_public(asked.at.state) and officer_of(asked, asked.at.stream) is None:
        raise NotAllowed(phrase("there is no promotion {name}", name=quoted(asked.at.name)), code="no-promotion")


def shown(asked: Asked[PromotionHost, None]) -> v.PromotionView:
    """A promotion as whoever asks may see it."""
    require_public(asked)
    host, reader = asked.at, asked.reader
    officer = officer_of(asked, host.stream)

    def decide(order: Any) -> object:  # noqa: ANN401 - any order of staff
        return host.decide(order, host.facts(order))

    return view_of(seen_of(asked.hall, host), reader.id if reader is not None else "", officer, decide)


def terms_html(asked: Asked[PromotionHost, None]) -> Response:
    """The printed terms as one page."""
    require_public(asked)
    return printed_page(as_html(page(asked)))


def terms_text(asked: Asked[PromotionHost, None]) -> Response:
    """The printed terms in plain text."""
    require_public(asked)
    return Response(as_text(page(asked)), media_type="text/plain")


def page(asked: Asked[PromotionHost, None]) -> Any:  # noqa: ANN401 - a page
    """The terms as a page, with the reference that every notice carries."""
    state = asked.at.state
    assert state.terms is not None
    return page_of(state.terms, reference(asked.at.name, state.digest), asked.hall.prescribed())


def proof(asked: Asked[PromotionHost, None]) -> v.PromotionProof:
    """The draw that stands, with what proves it; of entries that were not drawn, only one's own."""
    require_public(asked)
    host = asked.at
    state = host.state
    if state.sealed is None:
        raise NotAllowed("no draw is committed to yet", code="not-found")
    sealed = sealed_draw(asked.hall.journal.store, host.stream, str(state.sealed.number))
    tickets, reader = state.tickets, asked.reader
    drawn = state.drawn if state.drawn is not None and state.drawn.number == state.sealed.number else None
    awards = {one.position: one.award for one in drawn.won} if drawn is not None else {}
    positions = sorted({*awards, *(drawn.passed_over if drawn is not None else ())})

    left_out = {one.position for one in drawn.left_out} if drawn is not None else set()
    sees_all = officer_of(asked, host.stream) is not None

    def line(position: int | None, entry: int) -> v.ShownWinner:
        place = show(sealed, position) if position is not None else None
        one = show_entry(sealed, tickets, entry)
        is_told = position not in left_out or sees_all or (reader is not None and one.player == reader.id)
        return v.ShownWinner(
            position=position if position is not None else -1,
            entry=entry,
            player=one.player if is_told else "",
            name=asked.hall.name_of(one.player) if is_told else "",
            award=awards.get(position, 0) if position is not None else 0,
            salt=place.salt.hex() if place is not None else "",
            path=tuple(step.hex() for step in place.path) if place is not None else (),
            entry_salt=one.salt.hex() if is_told else "",
            entry_path=tuple(step.hex() for step in one.path) if is_told else (),
        )

    told = {type(event): at_ms for _, at_ms, event in host.log if isinstance(event, EntriesClosed | DrawMade)}
    mine = [at for at, player in enumerate(tickets) if reader is not None and player == reader.id]
    return v.PromotionProof(
        format=PROOF,
        draw=sealed.shuffle,
        size=len(tickets),
        root=state.sealed.draw_root,
        entries_root=state.sealed.entries_root,
        told_ms=told.get(EntriesClosed, 0),
        drawn_ms=told.get(DrawMade, 0) if drawn is not None else 0,
        shown=tuple(line(position, show(sealed, position).number) for position in positions),
        mine=tuple(line(None, entry) for entry in mine[:100]),
    )


def prescribed(asked: Asked[None, None]) -> dict[str, Any]:
    """The list of what regulations forbid as a prize."""
    return {"items": list(asked.hall.prescribed())}


# -- terms -------------------------------------------------------------------------------------------------------------


def templates(_asked: Asked[None, None]) -> dict[str, Any]:
    """The kinds of prizes to begin with, and the books that have promotions."""
    return {
        "templates": [{"key": key, "says": one.says} for key, one in TEMPLATES.items()],
        "books": list(PROMOTIONS.books()),
    }


def stated(body: TermsBody) -> Terms:
    """The terms that a body states."""
    if bool(body.toml) == bool(body.template):
        raise NotAllowed("terms are a file, or a template by a book", code="bad-body")
    return read_terms(body.toml) if body.toml else fill(body.template, body.book)


def tried(asked: Asked[None, TermsBody]) -> DocumentSheet:
    """Terms as a form, with every gap and contradiction that their book finds in them. Nothing is kept."""
    body, given = asked.body, stated(asked.body)
    terms = filled_in(given, SHEET, body.answers, add=body.add, remove=body.remove, additions=ADDITIONS)
    return sheet_told(
        terms,
        text=body.toml if body.toml and terms == given else write_terms(terms),
        sheet=SHEET,
        asks=rules_of(terms.book).asks,
        findings=check(terms, asked.hall.prescribed()),
        additions=ADDITIONS,
    )


async def draft(asked: Asked[None, DraftBody]) -> dict[str, Any]:
    """Write the terms of a new promotion, complete or not."""
    name, hall = asked.body.name, asked.hall
    if address_fault(name) or name in TAKEN:
        legal = ("letters a to z, digits and hyphens, 40 at most",)
        raise NotAllowed(
            phrase("a promotion cannot be called {name} in addresses", name=quoted(name)), code="bad-name", legal=legal
        )
    officer = hall.accounts.officer(asked.account, f"promotion/{name}")
    await hall.open_promotion(name, read_terms(asked.body.toml), by=officer, request=asked.id)
    return drafted(asked)


def drafted(asked: Asked[None, DraftBody]) -> dict[str, Any]:
    """Which promotion was drafted."""
    return {"promotion": asked.body.name}


async def prescribe(asked: Asked[None, PrescribedBody]) -> None:
    """Write the list of what regulations forbid as a prize."""
    hall = asked.hall
    order = PrescribeItems(asked.body.items, asked.body.reference, hall.accounts.officer(asked.account))
    await hall.room.submit(asked.id, asked.account.id, order)


# -- orders ------------------------------------------------------------------------------------------------------------


async def take_part(asked: Asked[PromotionHost, OrderBody]) -> None:
    """A player's own order: to enter, to claim, to dispute, to choose how a prize is paid."""
    made = order_stated(OWN_KINDS, asked.body.order, DOCUMENTS, player=asked.account.id)
    await asked.at.submit(asked.id, asked.account.id, made)


async def order(asked: Asked[PromotionHost, OrderBody]) -> None:
    """An order of staff that moves no money."""
    await give(asked, FREE_KINDS)


async def move_money(asked: Asked[PromotionHost, OrderBody]) -> None:
    """An order of staff that moves money."""
    await give(asked, MONEY_KINDS)


async def give(asked: Asked[PromotionHost, OrderBody], kinds: frozenset[str]) -> None:
    """An order of staff that has this road."""
    if str(asked.body.order.get("type", "")) not in kinds:
        raise NotationError("no such order is taken here", code="bad-order", legal=tuple(sorted(kinds)))
    made = order_stated(STAFF_KINDS, asked.body.order, DOCUMENTS, by=asked.officer)
    if isinstance(made, o.NominateScrutineer) and asked.hall.accounts.find(made.account) is None:
        raise NotAllowed("nobody has that account", code="no-account", legal=("somebody with an account",))
    await asked.at.submit(asked.id, asked.account.id, made)
