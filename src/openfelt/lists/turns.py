"""Whose turn it is: who has the first claim to a free seat, in the order that the book names, and how equals draw.

First a player of the table who asked for that seat; then one of another table with the same game and limits, who asked
for it or has to move there; then whoever waits (nsw-poker 6.3; act-stud 8.2 has those who wait draw).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from openfelt.cards import FULL_DECK
from openfelt.lists import events as e
from openfelt.lists.draft import Draft
from openfelt.lists.facts import Sitter, TableFacts
from openfelt.lists.state import Request, Waiting, WaitList
from openfelt.lists.terms import BROKEN, DRAWING, FEEDING, KEPT_OUT, MOST_DRAWING, Standing, priority
from openfelt.room.rules import room_rules
from openfelt.room.seating import draw_for_seat
from openfelt.rulebooks import Cites, joined

DECK: Final = FULL_DECK.cards


class Claimant(NamedTuple):
    """Somebody with a claim to a seat, and how the claim came about."""

    player: str
    source: str = ""  # the table that the claimant sits at
    moved: e.Moved = ""
    entry: Literal["post", "wait"] = "wait"


class Claims(NamedTuple):
    """The first claims to a seat: all of one standing, several of which draw."""

    standing: Standing
    claimants: tuple[Claimant, ...]
    cites: Cites
    passed_by: tuple[e.PassedBy, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Whose claims they are."""
        return tuple(one.player for one in self.claimants)


def book_of(table: TableFacts) -> str:
    """The rulebook of a table."""
    return table.game.partition(" ")[0]


def claims_to(draft: Draft, table: TableFacts, seat: int) -> Claims | None:
    """Who has the first claim to a seat; nobody if nobody wants it, or may have it."""
    order = priority(book_of(table))
    if here := of_this_table(draft, table, seat):
        return Claims("here", here, order.here)
    passed: list[e.PassedBy] = []
    elsewhere = of_like_tables(draft, table, passed)
    if elsewhere and order.like_table:
        must = any(one.moved == "must-move" for one in elsewhere)
        return Claims("like-table", elsewhere, joined(order.like_table, FEEDING if must else ()), tuple(passed))
    one = draft.state.covering(table.game, table.limits)
    line = waiting(draft, table, one, passed) if one is not None else ()
    found = (*line, *elsewhere)
    if not found:
        return None
    if order.list_in_order:
        passed_by = before(passed, one, found[0].player)
        return Claims("waiting", found[:1], joined(order.waiting, broken_cites(table, found[:1])), passed_by)
    return Claims("waiting", found[:MOST_DRAWING], order.waiting, tuple(passed))


def broken_cites(table: TableFacts, claimants: Iterable[Claimant]) -> Cites:
    """By which clauses whoever came from a broken game keeps the chips."""
    is_broken = any(one.moved == "broken-game" for one in claimants)
    return joined(room_rules(book_of(table)).broken_game, BROKEN) if is_broken else ()


def before(passed: Iterable[e.PassedBy], one: WaitList | None, player: str) -> tuple[e.PassedBy, ...]:
    """Of those who could not have a seat, the ones who stand before somebody in the line."""
    if one is None:
        return tuple(passed)
    place = one.place_of(player)
    return tuple(other for other in passed if 0 < one.place_of(other.player) < place)


def of_this_table(draft: Draft, table: TableFacts, seat: int) -> tuple[Claimant, ...]:
    """Players of the table who asked for the seat, in the order of a draw: anticlockwise from the button."""
    asked = [
        one
        for one in draft.state.requests.values()
        if one.table == table.table and one.standing == "here" and one.seat in (0, seat) and is_open(draft, one)
    ]
    sitting = {one.player: one.seat for one in table.places if not one.leaving}
    wanted = [one for one in asked if one.player in sitting]
    wanted.sort(key=lambda one: (table.button - sitting[one.player] - 1) % table.seats)
    return tuple(Claimant(one.player, table.table, "own-wish", one.entry) for one in wanted)


def is_open(draft: Draft, request: Request) -> bool:
    """Whether a seat could be kept for who asked: none is kept already."""
    return draft.state.offer_of(request.player) is None


def of_like_tables(draft: Draft, table: TableFacts, passed: list[e.PassedBy]) -> tuple[Claimant, ...]:
    """Who asked to come from a like table, and who has to move next from each feeder."""
    found = []
    for one in draft.given.tables:
        if one.table == table.table or not one.is_like(table):
            continue
        asked = [
            mine
            for mine in draft.state.requests.values()
            if mine.table == one.table and mine.standing == "like-table" and mine.to in ("", table.table)
        ]
        found += [Claimant(mine.player, one.table, "own-wish", mine.entry) for mine in asked if sits(one, mine.player)]
        if draft.state.feeders.get(one.table) == table.table:
            found += [Claimant(next_.player, one.table, "must-move") for next_ in arrivals(one)]
    return first_of_each(draft, table, found, passed)


def first_of_each(
    draft: Draft, table: TableFacts, found: Sequence[Claimant], passed: list[e.PassedBy]
) -> tuple[Claimant, ...]:
    """Those who may have the seat; of a feeder only the first, those who cannot move passed by."""
    able: list[Claimant] = []
    fed: set[str] = set()
    for one in found:
        if one.moved == "must-move" and one.source in fed:
            continue
        if draft.state.offer_of(one.player) is not None or one.player in [other.player for other in able]:
            continue
        if (barrier := kept_from(draft, table, one.player)) is not None:
            passed.append(e.PassedBy(one.player, barrier))
            continue
        if one.moved == "must-move":
            fed.add(one.source)
        able.append(one)
    return tuple(able)


def sits(table: TableFacts, player: str) -> bool:
    """Whether somebody sits at a table and stays."""
    place = table.place_of(player)
    return place is not None and not place.leaving


def arrivals(table: TableFacts) -> list[Sitter]:
    """The players of a table in the order in which they came."""
    return sorted((one for one in table.places if not one.leaving), key=lambda one: one.arrived)


def waiting(draft: Draft, table: TableFacts, one: WaitList, passed: list[e.PassedBy]) -> tuple[Claimant, ...]:
    """Who waits and may have a seat at the table, in the order of the line."""
    able = []
    for mine in one.line:
        if draft.state.offer_of(mine.player) is not None or is_seated(draft, one, mine):
            continue
        if (barrier := kept_from(draft, table, mine.player)) is None:
            source = broken_table(draft, table, mine)
            able.append(Claimant(mine.player, source, "broken-game" if source else ""))
        else:
            passed.append(e.PassedBy(mine.player, barrier))
    return tuple(able)


def broken_table(draft: Draft, table: TableFacts, mine: Waiting) -> str:
    """The broken game at which somebody on a list sits still, to be moved from there with the chips (nsw-poker 8.5)."""
    if mine.via != "broken-game":
        return ""
    likes = (one for one in draft.given.tables if one.table != table.table and one.is_like(table))
    return next((one.table for one in likes if sits(one, mine.player)), "")


def is_seated(draft: Draft, one: WaitList, mine: Waiting) -> bool:
    """Whether somebody on a list sits in its game; after a broken game that counts for nothing."""
    if mine.via == "broken-game":
        return False
    return any(table.place_of(mine.player) is not None for table in draft.tables_of(one))


def kept_from(draft: Draft, table: TableFacts, player: str) -> Cites | None:
    """By which clauses somebody may not have a seat at a table: excluded, or kept apart from somebody there."""
    if (barred := draft.given.kept_from(player, table.table)) is not None:
        return joined(barred.cites, KEPT_OUT)
    there = {one.player for one in table.places if not one.leaving}
    there |= {one.player for one in draft.state.offers.values() if one.table == table.table}
    for pair in draft.given.apart:
        if player in pair.players and there & set(pair.players) - {player}:
            return joined(pair.cites, KEPT_OUT)
    return None


# -- drawing -----------------------------------------------------------------------------------------------------------


def draw(draft: Draft, table: TableFacts, claims: Claims) -> tuple[Claimant, e.Drawn | None]:
    """Whoever has the seat: the only one, or the winner of the draw, which is the room's committed one."""
    if len(claims.claimants) == 1:
        return claims.claimants[0], None
    order = priority(book_of(table))
    why = joined(order.draw_for_vacancy if table.number else order.draw_at_start, DRAWING)
    name = str(draft.state.last_offer + 1)
    shoe = [DECK[at] for at in draft.given.draw(name, len(DECK))]
    drawn = draw_for_seat(claims.players, shoe, why)
    rounds = tuple(tuple((player, str(card)) for player, card in one) for one in drawn.rounds)
    winner = next(one for one in claims.claimants if one.player == drawn.winner)
    return winner, e.Drawn(name, rounds, why)
