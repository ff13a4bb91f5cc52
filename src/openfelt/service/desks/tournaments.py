"""Routes of tournaments: the list, the page and the printed conditions for everyone, entries for players, staff's desk.

An order is sent as it was offered, with its fields filled in. Who gives it is never read from it: the player or the
officer is whoever asks.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta
from starlette.responses import Response

from openfelt.errors import NotationError, OpenfeltError
from openfelt.journal import Reader
from openfelt.phrases import names, phrase
from openfelt.room.calls import one_line
from openfelt.service.deck.draws import DRAW_FORMAT, shown_whole
from openfelt.service.desks.stated import order_stated
from openfelt.service.doors.routing import Asked
from openfelt.service.doors.web import printed_page
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.record.kept import sealed_as
from openfelt.service.tell.event_feed import event_view
from openfelt.service.tell.event_offers import MONEY, STAFFED
from openfelt.service.tell.event_words import event_words
from openfelt.service.wire import events_protocol as v
from openfelt.service.wire.lines import finding_told
from openfelt.service.wire.values import Id
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments import TEMPLATES, Answers, Conditions, fill, read_conditions, write_conditions
from openfelt.tournaments import orders as o
from openfelt.tournaments import page as printed
from openfelt.tournaments.addresses import address_fault
from openfelt.tournaments.checking import check
from openfelt.tournaments.duty_orders import HandOverDuty, Nominate
from openfelt.tournaments.giving import OWN
from openfelt.tournaments.home_orders import HomeOrder
from openfelt.tournaments.play_events import DrawCommitted
from openfelt.tournaments.play_orders import PlanMoves
from openfelt.tournaments.rules import TOURNAMENTS
from openfelt.tournaments.vocabulary import Dealing

MOST_BYTES: Final = 256 * 1024  # of conditions
MOST_BOTS: Final = 1_000
MOST_LETTERS: Final = 1_000  # of a reason, a dispute or a decision: everyone reads it
WORD: Final = re.compile(r"bot [\w ]+? of [a-z0-9-]+|\w+")
OWN_KINDS: Final = {kind.__name__: kind for kind in OWN}
HOME_KINDS: Final = {kind.__name__: kind for kind in get_args(HomeOrder)}  # its host's page has them as buttons
STAFF_KINDS: Final[dict[str, Any]] = {kind.__name__: kind for kind in STAFFED} | HOME_KINDS
FREE_KINDS: Final = frozenset(STAFF_KINDS) - {kind.__name__ for kind in MONEY}
MONEY_KINDS: Final = frozenset(kind.__name__ for kind in MONEY)

Text = Annotated[str, Meta(max_length=MOST_BYTES)]


class DraftBody(msgspec.Struct, forbid_unknown_fields=True):
    """Conditions to try: a template by a book with the host's answers, or a whole file."""

    book: str = ""
    template: str = ""
    answers: Answers = Answers()
    toml: Text = ""


class PublishBody(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to publish under a name for addresses; its conditions as for a try."""

    id: Id
    name: str
    book: str = ""
    template: str = ""
    answers: Answers = Answers()
    toml: Text = ""


class OrderBody(msgspec.Struct, forbid_unknown_fields=True):
    """An order as it was offered: its kind as `type`, and its fields."""

    id: Id
    order: dict[str, Any]


class PreviewBody(msgspec.Struct, forbid_unknown_fields=True):
    """An order of staff to try."""

    order: dict[str, Any]


class FillBody(msgspec.Struct, forbid_unknown_fields=True):
    """How many house bots are to enter."""

    id: Id
    bots: Annotated[int, Meta(ge=1, le=MOST_BOTS)]


def in_names(error: OpenfeltError, asked: Asked[Any, Any]) -> OpenfeltError:
    """A refusal that calls players by their names."""
    host = asked.at
    if isinstance(host, TournamentHost):
        known = {*host.state.entries, asked.account.id if asked.known is not None else ""}

        def name(word: re.Match[str]) -> str:
            return asked.hall.name_of(word[0]) if word[0] in known else word[0]

        error.rename(lambda text: WORD.sub(name, text))
    return error


# -- reading -----------------------------------------------------------------------------------------------------------


def every(asked: Asked[None, None]) -> v.EventList:
    """Every tournament, those first that are still to be played."""
    return v.EventList(events=asked.hall.summaries())


def shown(asked: Asked[TournamentHost, None]) -> v.EventView:
    """A tournament as whoever asks may see it."""
    host, reader = asked.at, asked.reader
    officer = asked.hall.accounts.officer(reader, host.stream) if reader is not None else None
    seen = asked.hall.seen(host, reader.id if reader is not None else "")
    return event_view(seen, officer if officer is not None and officer.offices else None)


def conditions(asked: Asked[TournamentHost, None]) -> v.ConditionsPage:
    """The conditions as they are printed, and as the file that makes them."""
    return page_of(asked.at)


def conditions_html(asked: Asked[TournamentHost, None]) -> Response:
    """The printed conditions as one page."""
    return printed_page(printed.as_html(printed.page_of(stated(asked.at), asked.at.state.digest)))


def conditions_text(asked: Asked[TournamentHost, None]) -> Response:
    """The printed conditions in plain text."""
    return Response(printed.as_text(printed.page_of(stated(asked.at), asked.at.state.digest)), media_type="text/plain")


def envelopes(asked: Asked[TournamentHost, None]) -> dict[str, Any]:
    """The proof of every envelope that was opened, as `openfelt verify-shuffle` reads it."""
    host = asked.at
    sealed, opened = host.state.play.envelopes, host.state.play.opened
    if sealed is None:
        raise NotAllowed("no envelopes are sealed", code="not-found")
    shown = [
        {"index": one.number - 1, "number": one.envelope - 1, "salt": one.salt, "path": list(one.path)}
        for one in opened
    ]
    name, size = sealed_as(host.stream, sealed.draw), len(sealed.cents)
    return {"format": DRAW_FORMAT, "draw": name, "size": size, "root": sealed.root, "shown": shown}


def draws(asked: Asked[TournamentHost, None]) -> dict[str, Any]:
    """Every draw of seats or of a bracket whose root was told, and once it was made, the proof of every position."""
    host, journal = asked.at, asked.hall.journal.store
    return {"draws": [draw_of(host, one, journal) for one in host.state.play.committed.values()]}


def draw_of(host: TournamentHost, told: DrawCommitted, journal: Reader) -> dict[str, Any]:
    """One draw as `openfelt verify-shuffle` reads it; nothing of it is shown before it was made."""
    name = sealed_as(host.stream, told.draw)
    sealed = journal.sealed(name) if told.draw in host.state.play.drawn_by else None
    shown = [
        {"index": one.index, "number": one.number, "salt": one.salt.hex(), "path": [step.hex() for step in one.path]}
        for one in (shown_whole(sealed) if sealed is not None else ())
    ]
    return {"format": DRAW_FORMAT, "draw": name, "size": told.size, "root": told.root, "shown": shown}


def stated(host: TournamentHost) -> Conditions:
    """The conditions of a tournament of the room."""
    assert host.state.conditions is not None
    return host.state.conditions


def page_of(host: TournamentHost) -> v.ConditionsPage:
    """The page of a tournament's conditions."""
    return written(stated(host), host.state.digest)


def written(made: Conditions, signed: str = "") -> v.ConditionsPage:
    """Conditions as they would be printed; a draft says what is missing."""
    page = printed.page_of(made, signed)
    parts = tuple(
        v.ConditionsPart(
            heading=heading,
            lines=tuple(v.ConditionsLine(label=one.label, text=one.text, cites=one.cites) for one in lines),
        )
        for heading, lines in page.parts
    )
    return v.ConditionsPage(
        title=page.title,
        book=page.book,
        version=page.version,
        digest=page.digest,
        parts=parts,
        missing=page.missing,
        toml=write_conditions(made),
    )


def templates(asked: Asked[None, None]) -> dict[str, Any]:
    """The usual events of every book that has tournaments, with what a host fills in."""
    books = [asked.query["book"]] if "book" in asked.query else list(TOURNAMENTS.books())
    found = [
        v.TemplateView(key=key, says=TEMPLATES[key].says, book=book, answers=answers_of(fill(key, book)))
        for book in books
        if book in TOURNAMENTS.books()
        for key in TOURNAMENTS.of(book).templates
    ]
    return {"templates": found, "books": list(TOURNAMENTS.books())}


def answers_of(made: Conditions) -> dict[str, Any]:
    """What a template has in the blanks that a host fills in."""
    raw = msgspec.to_builtins(made)
    first = raw["sessions"][0]
    bands = raw.get("prizes", {}).get("bands", ())
    levels = raw["schedules"][0]["levels"] if raw.get("schedules") else ()
    last = bands[-1]["prizes"] if isinstance(bands, list | tuple) and bands else ()
    return {
        "name": raw.get("name"),
        "starts": first.get("starts"),
        "players": raw.get("entry", {}).get("most_players"),
        "seats": raw.get("play", {}).get("seats"),
        "buy_in_cents": first.get("buy_in_cents") or first.get("entry_fee_cents"),
        "starting_chips": first.get("starting_chips"),
        "level_minutes": levels[0].get("minutes") if levels else None,
        "prizes": [one.get("per_mille", 0) for one in last],
    }


# -- conditions --------------------------------------------------------------------------------------------------------


def drafted(body: DraftBody | PublishBody) -> Conditions:
    """The conditions that a body states: a whole file, or a template with answers."""
    if bool(body.toml) == bool(body.template):
        raise NotAllowed("conditions are a template with answers, or a file", code="bad-body")
    return read_conditions(body.toml) if body.toml else fill(body.template, body.book, body.answers)


def tried(asked: Asked[None, DraftBody]) -> dict[str, Any]:
    """Conditions as they would be printed, and every fault that their book finds in them. Publishes nothing."""
    made = drafted(asked.body)
    faults, _ = check(made)
    told = [finding_told(one) for one in faults]
    return {"page": written(made), "faults": told}


def require_address(name: str) -> None:
    """Refuse a name that addresses cannot have, or have already."""
    if fault := address_fault(name):
        raise NotAllowed(fault, code="bad-name")


async def publish(asked: Asked[None, PublishBody]) -> dict[str, Any]:
    """Publish the conditions of a new tournament."""
    name, hall = asked.body.name, asked.hall
    require_address(name)
    officer = hall.accounts.officer(asked.account, f"tournament/{name}")
    await hall.open_event(name, drafted(asked.body), by=officer, request=asked.id)
    return published(asked)


def published(asked: Asked[None, PublishBody]) -> dict[str, Any]:
    """Which tournament was published."""
    return {"event": asked.body.name}


# -- orders ------------------------------------------------------------------------------------------------------------


def order_of(kinds: dict[str, Any], order: dict[str, Any], who: str, by: object) -> Any:  # noqa: ANN401 - any order
    """The order that a body states, with whoever gives it in the field that names the giver."""
    return order_stated(kinds, order, {o.Amend: ("conditions", read_conditions)}, **{who: by})


async def enter(asked: Asked[TournamentHost, OrderBody]) -> None:
    """A player's own order: to enter, to pay, to withdraw, to buy chips, to agree with a deal."""
    order = asked.body.order
    who = OWN.get(OWN_KINDS.get(str(order.get("type", "")), object), "player")
    made = order_of(OWN_KINDS, order, who, asked.account.id)
    await asked.at.submit(asked.id, asked.account.id, tidy(made))


def tidy(order: Any) -> Any:  # noqa: ANN401 - any order
    """The order with its words on one line."""
    words = {name: one_line(getattr(order, name)) for name in ("reason", "text", "decision") if hasattr(order, name)}
    if any(len(one) > MOST_LETTERS for one in words.values()):
        raise NotationError(
            phrase("{words}: at most {most} letters", words=names(words, "; "), most=MOST_LETTERS),
            code="bad-order",
        )
    return msgspec.structs.replace(order, **words)


def staffs(asked: Asked[TournamentHost, Any]) -> Any:  # noqa: ANN401 - any order of staff
    """The order that staff states, in the name of whoever asks."""
    made = tidy(order_of(STAFF_KINDS, asked.body.order, "by", asked.officer))
    if isinstance(made, o.NameSubstitute):
        made = msgspec.structs.replace(made, substitute=named(asked, made.substitute))
    if isinstance(made, PlanMoves):
        made = msgspec.structs.replace(made, dealing=dealing_of(asked))
    if isinstance(made, Nominate | HandOverDuty):
        staff = dict(asked.hall.seen(asked.at).staff)
        if made.account not in staff:
            raise NotAllowed("nobody of the staff has that account", code="no-account", legal=tuple(staff))
    return made


def dealing_of(asked: Asked[TournamentHost, Any]) -> Dealing:
    """At which of the event's tables a round of play goes on, and where its button is."""
    here = {number: one.table for number, one in asked.hall.event_tables(asked.at.name).items()}
    return tuple(
        (number, here[number].button)
        for number in sorted(asked.at.state.play.tables)
        if number in here and here[number].in_hand and here[number].button
    )


def named(asked: Asked[TournamentHost, Any], who: str) -> str:
    """The account of somebody who is named by it, or by the name that one logs in with."""
    accounts = asked.hall.accounts
    found = who if accounts.find(who) is not None else accounts.id_of(who)
    if not found:
        raise NotAllowed("nobody has that account or name", code="no-account", legal=("a name", "the id of an account"))
    return found


async def order(asked: Asked[TournamentHost, OrderBody]) -> None:
    """An order of staff that moves no money by itself."""
    require_kind(asked, FREE_KINDS)
    await asked.at.submit(asked.id, asked.account.id, staffs(asked))


async def move_money(asked: Asked[TournamentHost, OrderBody]) -> None:
    """An order of staff that moves money."""
    require_kind(asked, MONEY_KINDS)
    await asked.at.submit(asked.id, asked.account.id, staffs(asked))


def require_kind(asked: Asked[TournamentHost, OrderBody], kinds: frozenset[str]) -> None:
    """Refuse an order that has another road."""
    if str(asked.body.order.get("type", "")) not in kinds:
        raise NotationError("no such order is taken here", code="bad-order", legal=tuple(sorted(kinds)))


def preview(asked: Asked[TournamentHost, PreviewBody]) -> dict[str, Any]:
    """What an order of staff would do now; changes nothing."""
    host = asked.at
    made = staffs(asked)
    host.require_given(made, asked.account.id)
    done = host.decide(made, host.facts(made))
    moved: Counter[str] = Counter()
    for line in done.postings:
        moved[line.account] += line.amount
    name_of = asked.hall.name_of
    effects = [(event_words(event, name_of), event.cites) for event in done.events]
    return {
        "effects": [{"text": text, "cites": cites} for text, cites in effects if text],
        "money": [{"account": account, "cents": cents} for account, cents in moved.items() if cents],
    }


async def fill_up(asked: Asked[TournamentHost, FillBody]) -> None:
    """House bots enter, accept and pay like anyone else."""
    await fill_with_bots(asked.hall, asked.at, asked.body.bots, asked.id)
    what = {"tournament": asked.at.name, "bots": asked.body.bots}
    await asked.hall.note("TournamentFilled", what, asked.account.id, asked.id)
