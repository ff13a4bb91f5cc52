"""Requests for another seat or table, tables whose players have to move, broken games, and tables opened for a list."""

from __future__ import annotations

from openfelt.errors import RuleViolation, StaleView
from openfelt.floor.ruling import require_words
from openfelt.lists import events as e
from openfelt.lists import orders as o
from openfelt.lists.draft import Draft, require_desk
from openfelt.lists.facts import TableFacts
from openfelt.lists.offering import offer
from openfelt.lists.state import WaitList
from openfelt.lists.terms import ASKING, BROKEN, FEEDING, KEEPING, OPENING, game_key, limits_key, priority
from openfelt.lists.turns import Claimant, Claims, arrivals, book_of, kept_from, waiting
from openfelt.phrases import Name, phrase, quoted
from openfelt.room.rules import room_rules
from openfelt.rulebooks import Cites, joined

# -- requests ----------------------------------------------------------------------------------------------------------


def ask_seat(draft: Draft, order: o.AskSeat) -> None:
    """A player of the table, or the desk for that player, asks for another seat there."""
    by = asker(order)
    table = draft.table(order.table)
    draft.list_of(table)
    cites = joined(priority(book_of(table)).here, ASKING)
    place = require_seated(table, order.player, cites)
    if not 0 <= order.seat <= table.seats or order.seat == place:
        text = phrase("seat {seat} is no other seat of {table}", seat=order.seat, table=Name(table.table))
        raise RuleViolation("no-seat", cites, text, legal=(phrase("1 to {seats}", seats=table.seats), "0: any"))
    require_not_asked(draft, order.player, order.table, cites)
    draft.note(
        e.SeatAsked(
            cites=cites,
            player=order.player,
            table=table.table,
            standing="here",
            at_ms=draft.given.at_ms,
            seat=order.seat,
            entry=order.entry,
            by=by,
        )
    )


def ask_table(draft: Draft, order: o.AskTable) -> None:
    """A player, or the desk for that player, asks for a seat at another table of the same game and limits."""
    by = asker(order)
    table = draft.table(order.table)
    draft.list_of(table)
    own = priority(book_of(table))
    cites = joined(own.like_table or own.waiting, ASKING)
    require_seated(table, order.player, cites)
    likes = tuple(one.table for one in draft.given.tables if one.table != table.table and one.is_like(table))
    if order.to and order.to not in likes:
        text = phrase(
            "{to} is no other table with the game and the limits of {table}", to=Name(order.to), table=Name(table.table)
        )
        raise RuleViolation("not-like", cites, text, legal=likes)
    if draft.state.feeders.get(order.to) == table.table or (not order.to and is_main(draft, table)):
        text = phrase(
            "nobody goes back from {table} to a table whose players have to move there", table=Name(table.table)
        )
        raise RuleViolation("must-move", FEEDING, text)
    if order.to and draft.state.feeders.get(table.table) == order.to:
        text = phrase(
            "players of {table} move to {to} in the order in which they came",
            table=Name(table.table),
            to=Name(order.to),
        )
        raise RuleViolation("must-move", FEEDING, text, legal=("wait for the turn",))
    require_not_asked(draft, order.player, order.table, cites)
    draft.note(
        e.SeatAsked(
            cites=cites,
            player=order.player,
            table=table.table,
            standing="like-table",
            at_ms=draft.given.at_ms,
            to=order.to,
            by=by,
        )
    )


def asker(order: o.AskSeat | o.AskTable | o.WithdrawRequest) -> str:
    """Who of the desk asks for a player; nobody else asks for another person."""
    if order.by is None:
        return ""
    require_desk(order.by)
    return order.by.name


def is_main(draft: Draft, table: TableFacts) -> bool:
    """Whether players of other tables have to move here."""
    return table.table in draft.state.feeders.values()


def require_seated(table: TableFacts, player: str, cites: Cites) -> int:
    """The seat in which somebody sits at a table."""
    place = table.place_of(player)
    if place is None:
        text = phrase("{player} does not sit at {table}", player=Name(player), table=Name(table.table))
        raise RuleViolation("not-seated", cites, text)
    return place.seat


def require_not_asked(draft: Draft, player: str, table: str, cites: Cites) -> None:
    """Refuse a second request beside the first."""
    if (player, table) in draft.state.requests:
        text = phrase("{player} has asked for another seat or table already", player=Name(player))
        raise RuleViolation("asked-already", cites, text, legal=("withdraw that first",))


def withdraw(draft: Draft, order: o.WithdrawRequest) -> None:
    """A player no longer asks; a seat that was kept for it is kept no longer."""
    by = asker(order)
    found = draft.state.requests.get((order.player, order.table))
    if found is None:
        text = phrase("{player} has not asked for another seat or table", player=Name(order.player))
        raise RuleViolation("not-asked", ASKING, text)
    end_request(draft, order.player, order.table, by)


def drop_request(draft: Draft, order: o.DropRequest) -> None:
    """Who asked has left the table."""
    found = draft.state.requests.get((order.player, order.table))
    table = draft.given.table(order.table)
    if found is None or (table is not None and table.place_of(order.player) is not None):
        raise StaleView(phrase("{player} still asks for another seat or table", player=Name(order.player)))
    end_request(draft, order.player, order.table)


def end_request(draft: Draft, player: str, table: str, by: str = "") -> None:
    """A request is over, and with it a seat that is kept for it."""
    kept = draft.state.offer_of(player)
    if kept is not None and kept.source == table and kept.moved == "own-wish":
        draft.note(e.OfferEnded(cites=ASKING, offer=kept.offer, player=player, why="left"))
    draft.note(e.RequestEnded(cites=ASKING, player=player, table=table, by=by))


# -- must move ---------------------------------------------------------------------------------------------------------


def set_feeder(draft: Draft, order: o.SetFeeder) -> None:
    """Players of one table have to move to another one that is like it."""
    require_desk(order.by)
    feeder, main = draft.table(order.feeder), draft.table(order.main)
    if feeder.table == main.table or not feeder.is_like(main):
        text = phrase(
            "{table} and {main} are not two tables of the same game and limits",
            table=Name(feeder.table),
            main=Name(main.table),
        )
        raise RuleViolation("not-like", FEEDING, text)
    ahead = main.table
    while ahead in draft.state.feeders:
        ahead = draft.state.feeders[ahead]
        if ahead == feeder.table:
            text = phrase(
                "players of {table} have to move to {feeder} themselves",
                table=Name(main.table),
                feeder=Name(feeder.table),
            )
            raise RuleViolation("must-move", FEEDING, text)
    draft.note(e.FeederSet(cites=FEEDING, feeder=feeder.table, main=main.table, by=order.by.name))


def end_feeder(draft: Draft, order: o.EndFeeder) -> None:
    """Nobody has to move from that table any more."""
    require_desk(order.by)
    if order.feeder not in draft.state.feeders:
        raise RuleViolation("must-move", FEEDING, phrase("nobody has to move from {feeder}", feeder=Name(order.feeder)))
    for kept in list(draft.state.offers.values()):
        if kept.source == order.feeder and kept.moved == "must-move":
            draft.note(e.OfferEnded(cites=FEEDING, offer=kept.offer, player=kept.player, why="taken-back"))
    draft.note(e.FeederEnded(cites=FEEDING, feeder=order.feeder, by=order.by.name))


# -- a broken game -----------------------------------------------------------------------------------------------------


def break_game(draft: Draft, order: o.BreakGame) -> None:
    """Players of a broken game get the free seats of like tables, by a draw where there are too few."""
    require_desk(order.by)
    require_words(order.reason)
    table = draft.table(order.table)
    one = draft.list_of(table)
    broken = room_rules(book_of(table)).broken_game
    for kept in list(draft.state.offers.values()):
        if table.table in (kept.table, kept.source):
            draft.note(e.OfferEnded(cites=BROKEN, offer=kept.offer, player=kept.player, why="taken-back"))
    for asked in [mine for mine in draft.state.requests.values() if mine.table == table.table]:
        draft.note(e.RequestEnded(cites=BROKEN, player=asked.player, table=asked.table))
    for feeder in [name for name, main in draft.state.feeders.items() if table.table in (name, main)]:
        draft.note(e.FeederEnded(cites=FEEDING, feeder=feeder, by=order.by.name))
    left = [sitter.player for sitter in arrivals(table)]
    for to, seat in free_like(draft, table):
        able = [player for player in left if kept_from(draft, to, player) is None]
        if not able:
            continue
        rest = sum(len(draft.free(other)) for other in likes(draft, table))
        claimants = tuple(Claimant(player, table.table, "broken-game") for player in able)
        own = priority(book_of(table))
        claims = Claims("like-table", claimants if len(left) > rest else claimants[:1], own.like_table or own.waiting)
        offer(draft, to, seat, claims, by=order.by.name, more=joined(broken, BROKEN))
        left.remove(draft.events[-1].player)
    stranded = tuple(player for player in left if one.entry(player) is None)
    cites = joined(broken, BROKEN)
    draft.note(e.GameBroken(cites=cites, table=table.table, reason=order.reason, by=order.by.name, stranded=stranded))
    for player in stranded:
        draft.note(
            e.Joined(
                cites=BROKEN,
                list=one.name,
                player=player,
                via="broken-game",
                at_ms=draft.given.at_ms,
                head=True,
                by=order.by.name,
            )
        )


def likes(draft: Draft, table: TableFacts) -> list[TableFacts]:
    """The other tables with the same game and limits that take players."""
    return [one for one in draft.given.tables if one.table != table.table and one.is_like(table) and one.takes]


def free_like(draft: Draft, table: TableFacts) -> list[tuple[TableFacts, int]]:
    """The free seats of like tables, table by table in turn, the emptiest first."""
    open_ = {one.table: (one, list(draft.free(one))) for one in likes(draft, table)}
    found: list[tuple[TableFacts, int]] = []
    while any(seats for _, seats in open_.values()):
        one, seats = max(open_.values(), key=lambda pair: (len(pair[1]), pair[0].table))
        found.append((one, seats.pop(0)))
    return found


# -- a table for those who wait ----------------------------------------------------------------------------------------


def open_from_list(draft: Draft, order: o.OpenFromList) -> None:
    """A table opens for a list: the first in the line are called, each to the seat of their wish where that can be."""
    require_desk(order.by)
    one = draft.list(order.list)
    game, limits = game_key(order.sign), limits_key(order.sign)
    if not one.covers(game, limits):
        text = phrase("the sign is of another game, or of other limits, than the list {name}", name=quoted(one.name))
        raise RuleViolation("not-like", joined(OPENING, KEEPING), text)
    if draft.given.table(order.table) is not None:
        text = phrase("there is a table {table} already", table=quoted(order.table))
        raise RuleViolation("table-exists", OPENING, text)
    table = TableFacts(order.table, game, limits, order.sign.seats)
    draft.note(e.OpenedFor(cites=OPENING, list=one.name, table=table.table, by=order.by.name))
    if priority(book_of(table)).list_in_order:
        call_in_order(draft, table, one, order.by.name)
    else:
        call_by_draw(draft, table, one, order.by.name)


def call_in_order(draft: Draft, table: TableFacts, one: WaitList, by: str) -> None:
    """The first in the line are called; a seat that several of them wish for is drawn for."""
    chosen = first_together(draft, table, one)
    wishes: dict[int, list[Claimant]] = {}
    for mine in chosen:
        entry = one.entry(mine.player)
        wish = entry.seat if entry is not None and entry.seat <= table.seats else 0
        wishes.setdefault(wish, []).append(mine)
    waits = priority(book_of(table)).waiting
    for seat in sorted(seat for seat in wishes if seat):
        offer(draft, table, seat, Claims("waiting", tuple(wishes[seat]), waits), by=by, more=OPENING)
    for mine in chosen:
        if draft.state.offer_of(mine.player) is None:
            offer(draft, table, draft.free(table)[0], Claims("waiting", (mine,), waits), by=by, more=OPENING)


def first_together(draft: Draft, table: TableFacts, one: WaitList) -> list[Claimant]:
    """As many of the first in the line as there are seats; of those who are kept apart, whoever stands first."""
    chosen: list[Claimant] = []
    pairs = [set(pair.players) for pair in draft.given.apart]
    for mine in waiting(draft, table, one, []):
        names = {other.player for other in chosen}
        if len(chosen) < table.seats and not any(mine.player in pair and pair & names for pair in pairs):
            chosen.append(mine)
    return chosen


def call_by_draw(draft: Draft, table: TableFacts, one: WaitList, by: str) -> None:
    """Where whoever waits draws, every seat is drawn for while more wait than there are seats."""
    waits = priority(book_of(table)).waiting
    for seat in range(1, table.seats + 1):
        able = waiting(draft, table, one, [])
        if not able:
            return
        claimants = able if len(able) > table.seats - seat + 1 else able[:1]
        offer(draft, table, seat, Claims("waiting", claimants[:40], waits), by=by, more=OPENING)
