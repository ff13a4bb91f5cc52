"""What people are told of lists and seats: the lists as on a wall, one's own places, the brush's desk."""

from __future__ import annotations

from openfelt.lists import events as e
from openfelt.lists.draft import Draft
from openfelt.lists.estimate import wait_at
from openfelt.lists.facts import TableFacts
from openfelt.lists.orders import CallNext
from openfelt.lists.state import WaitList
from openfelt.lists.turns import claims_to
from openfelt.room.table import Place, Table
from openfelt.service.record.asked import LISTS
from openfelt.service.record.kept import sealed_as
from openfelt.service.tell.table_views import sign_words
from openfelt.service.wire import lists_protocol as v
from openfelt.service.writers.lists import WALK_IN, ListWriter


def name_of(writer: ListWriter, player: str) -> str:
    """Somebody's name, also of a person without an account."""
    return player.removeprefix(WALK_IN) if player.startswith(WALK_IN) else writer.hall.name_of(player)


def tables_of(writer: ListWriter, one: WaitList) -> list[TableFacts]:
    """The tables that are filled from a list."""
    return [table for table in writer.tables().values() if one.covers(table.game, table.limits)]


def free_seats(writer: ListWriter, tables: list[TableFacts]) -> int:
    """How many of their seats are free and kept for nobody."""
    kept = {(one.table, one.seat) for one in writer.state.offers.values()}
    return sum((table.table, seat) not in kept for table in tables if table.takes for seat in table.free)


def waits(writer: ListWriter, one: WaitList, place: int) -> int | None:
    """How long somebody at a place of the line will wait; those ahead who have been called are not counted."""
    return wait_at(writer.state, one, place, writer.tables().values(), writer.hall.now_ms())


def list_views(writer: ListWriter, *, desk: bool = False) -> tuple[v.ListView, ...]:
    """Every list, those first whose game is going."""
    made = (list_view(writer, one, desk=desk) for one in writer.state.lists.values())
    return tuple(sorted(made, key=lambda one: (not one.going, one.title, one.blinds, one.name)))


def list_view(writer: ListWriter, one: WaitList, *, desk: bool = False) -> v.ListView:
    """One list with everyone on it."""
    title, _, limit = sign_words(one.sign.games[0])
    tables = tables_of(writer, one)
    return v.ListView(
        name=one.name,
        title=title,
        limit=limit,
        blinds=one.sign.blinds,
        ante=one.sign.ante,
        rulebook=one.sign.rulebook,
        going=any(table.is_going for table in tables),
        line=tuple(waiting(writer, one, player.player, desk=desk) for player in one.line),
        tables=tuple(table.table for table in tables),
        seated=sum(len(table.places) for table in tables),
        free=free_seats(writer, tables),
        seats=one.sign.seats,
        hold_s=one.terms.hold_s,
        calls=one.terms.calls,
        kiosk=one.terms.kiosk,
        wait_ms=waits(writer, one, len(one.line) + 1),
    )


def waiting(writer: ListWriter, one: WaitList, player: str, *, desk: bool) -> v.WaitingView:
    """Somebody on a list."""
    mine, offer = one.entry(player), writer.state.offer_of(player)
    assert mine is not None
    call = offer if offer is not None and offer.standing == "waiting" and offer.list == one.name else None
    return v.WaitingView(
        name=name_of(writer, player),
        via=mine.via,
        since_ms=mine.since_ms,
        interest=mine.interest,
        misses=mine.misses,
        table=call.table if call is not None else "",
        seat=call.seat if call is not None else 0,
        until_ms=call.until_ms if call is not None else 0,
        chip=call is not None and call.offer in writer.state.chips,
        player=player if desk else "",
    )


def own_places(writer: ListWriter, player: str) -> tuple[v.OwnPlace, ...]:
    """Somebody's places on lists, and the seat that is kept for the person."""
    state = writer.state
    if not player or not (state.lists or state.offers):
        return ()
    offer = state.offer_of(player)
    found = []
    for one in state.lists.values():
        place = one.place_of(player)
        is_mine = offer is not None and offer.list == one.name
        if place or is_mine:
            made = v.OwnPlace(
                list=one.name,
                place=place,
                wait_ms=waits(writer, one, place) if place and not is_mine else None,
                min_stake=one.sign.min_stake,
                max_stake=one.sign.max_stake,
                blinds=bool(one.sign.games[0].blinds),
            )
            found.append(with_offer(writer, made, offer) if is_mine and offer is not None else made)
    return tuple(found)


def with_offer(writer: ListWriter, own: v.OwnPlace, offer: e.SeatOffered) -> v.OwnPlace:
    """A place with the seat that is kept."""
    host = writer.floor.hosts.get(offer.table)
    sign = host.table.sign if host is not None else None
    return v.OwnPlace(
        list=own.list,
        place=own.place,
        offer=offer.offer,
        table=offer.table,
        seat=offer.seat,
        until_ms=offer.until_ms,
        moved=offer.moved,
        min_stake=sign.min_stake if sign is not None else own.min_stake,
        max_stake=sign.max_stake if sign is not None else own.max_stake,
        blinds=own.blinds,
        cites=offer.cites,
    )


def own_requests(writer: ListWriter, player: str) -> tuple[v.OwnRequest, ...]:
    """The other seats and tables that somebody has asked for."""
    return tuple(
        v.OwnRequest(table=one.table, standing=one.standing, seat=one.seat, to=one.to)
        for one in writer.state.requests.values()
        if one.player == player
    )


# -- the desk ----------------------------------------------------------------------------------------------------------


def desk(writer: ListWriter) -> v.ListsDesk:
    """The brush's desk."""
    tables = []
    for facts in writer.tables().values():
        one = writer.state.covering(facts.game, facts.limits)
        tables.append(desk_table(writer, facts, one))
    return v.ListsDesk(
        now_ms=writer.hall.now_ms(),
        lists=list_views(writer, desk=True),
        tables=tuple(sorted(tables, key=lambda table: (not table.list, table.list, table.table))),
        draws=draws(writer),
        off_ms=writer.watch.median_off_ms,
    )


def desk_table(writer: ListWriter, facts: TableFacts, one: WaitList | None) -> v.DeskTable:
    """A table with every seat."""
    table = writer.floor.hosts[facts.table].table
    title, _, limit = sign_words(table.sign)
    return v.DeskTable(
        table=facts.table,
        list=one.name if one is not None else "",
        title=title,
        limit=limit,
        blinds=table.sign.blinds,
        ante=table.sign.ante,
        number=facts.number,
        takes=facts.takes,
        live=facts.live,
        feeds=writer.state.feeders.get(facts.table, ""),
        closing=table.notice is not None and table.notice.kind == "closing",
        seats=tuple(desk_seat(writer, table, seat) for seat in range(1, facts.seats + 1)),
        claims=claims(writer, facts) if one is not None and facts.takes else {},
    )


def desk_seat(writer: ListWriter, table: Table, seat: int) -> v.DeskSeat:
    """A seat: who sits there, or for whom it is kept."""
    place, kept = table.places.get(seat), writer.state.offer_at(table.name, seat)
    if place is not None:
        return v.DeskSeat(
            seat=seat,
            name=name_of(writer, place.player),
            stake=place.stack + place.queued,
            leaving=place.leaving,
            out=place.status == "out",
            idle=is_idle(table, place),
            wants=wants(writer, place.player, table.name),
        )
    if kept is None:
        return v.DeskSeat(seat=seat)
    who = name_of(writer, kept.player)
    return v.DeskSeat(seat=seat, kept_for=who, offer=kept.offer, until_ms=kept.until_ms, moved=kept.moved)


def wants(writer: ListWriter, player: str, table: str) -> str:
    """The other seat or table that a player of a table has asked for."""
    asked = writer.state.requests.get((player, table))
    if asked is None:
        return ""
    if asked.standing == "like-table":
        return asked.to or "another table"
    return f"seat {asked.seat}" if asked.seat else "another seat"


def is_idle(table: Table, place: Place) -> bool:
    """Whether a player who puts nothing up may be told to give up the seat (nsw-poker 27.10, act-stud 19.6)."""
    rule = table.rules.vacating
    if rule is None or (place.status == "wait" and rule.counts == "orbits"):
        return False
    idle = place.idle_hands if rule.counts == "hands" else table.idle_orbits(place)
    return idle >= rule.after and not (rule.only_if_full and len(table.places) < table.sign.seats)


def claims(writer: ListWriter, facts: TableFacts) -> dict[str, tuple[str, ...]]:
    """Who has the first claim to each free seat that is kept for nobody."""
    found = {}
    given = writer.facts(CallNext(facts.table, 0)).given()
    draft = Draft(writer.state, given)
    for seat in draft.free(facts):
        first = claims_to(draft, facts, seat)
        if first is not None:
            found[str(seat)] = tuple(name_of(writer, player) for player in first.players)
    return found


def draws(writer: ListWriter) -> tuple[v.SeatDrawView, ...]:
    """The latest draws for a seat, each with the seed that proves it: a draw is over when it is told."""
    made = []
    for offer in reversed(writer.state.recent):
        sealed = (
            writer.hall.journal.store.sealed(sealed_as(LISTS, offer.drawn.name)) if offer.drawn is not None else None
        )
        if offer.drawn is None or sealed is None:
            continue
        rounds = tuple(tuple((name_of(writer, player), card) for player, card in one) for one in offer.drawn.rounds)
        made.append(
            v.SeatDrawView(
                offer=offer.offer,
                table=offer.table,
                seat=offer.seat,
                winner=name_of(writer, offer.player),
                at_ms=offer.at_ms,
                rounds=rounds,
                cites=offer.drawn.cites,
                name=sealed.shuffle,
                seed=sealed.seed.hex(),
                root=sealed.root.hex(),
            )
        )
    return tuple(made)
