"""Where the players of a tournament sit: the draw, keeping tables even, and breaking one. Every move says why.

Chance comes from outside: `draw` is a permutation (a committed shuffle), so that anyone can check it. Nothing here
knows a rulebook; whether tables are balanced or broken at all, and how, is in the conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Pairs: TypeAlias = Collection[frozenset[str]]
Draw: TypeAlias = Callable[[str, int], Sequence[int]]  # chance: a permutation of so many, by a name
Who: TypeAlias = Literal["next-last-blind", "by-position", "draw"]
To: TypeAlias = Literal["worst-position", "by-position", "draw"]


class How(NamedTuple):
    """How tables are kept even: by how much they may differ, who moves, and to which seat."""

    most_difference: int = 1
    who: Who = "next-last-blind"
    to: To = "worst-position"


class TableSeats(msgspec.Struct, frozen=True):
    """Who sits where at a table, and where its button is."""

    number: int
    seats: int
    players: Mapping[int, str]
    button: int = 1

    def after_button(self) -> list[int]:
        """The occupied seats in the order in which the button reaches them, the next first."""
        return sorted(self.players, key=lambda seat: (seat - self.button - 1) % self.seats)

    def free(self) -> list[int]:
        """The seats that nobody has."""
        return [seat for seat in range(1, self.seats + 1) if seat not in self.players]


class Considered(msgspec.Struct, frozen=True):
    """A player or a seat that might have been chosen, and how many hands it is from the last blind."""

    player: str
    seat: int
    hands_to_last_blind: int


class Move(msgspec.Struct, frozen=True):
    """A player goes from one seat to another, what else was considered, the share of the blinds before and after."""

    player: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    reason: Literal["balance", "break", "redraw"]
    who: tuple[Considered, ...] = ()
    where: tuple[Considered, ...] = ()
    burden_before: Fraction = Fraction(0)
    burden_after: Fraction = Fraction(0)
    draws: tuple[str, ...] = ()  # by which it was decided


# --- the draw ---------------------------------------------------------------------------------------------------------


def sizes(players: int, tables: int) -> list[int]:
    """How many sit at each table so that no two differ by more than one, the larger first.

    >>> sizes(23, 3)
    [8, 8, 7]
    """
    each, more = divmod(players, tables)
    return [each + (at < more) for at in range(tables)]


def tables_for(players: int, seats: int) -> int:
    """The fewest tables that seat everyone."""
    return -(-players // seats)


def drawn_seats(
    players: Sequence[str], tables: Sequence[int], seats: int, draw: Sequence[int], apart: Pairs = ()
) -> dict[str, tuple[int, int]]:
    """A table and a seat for everyone: the players in the order of the draw take the seats, table by table in turn.

    Two who are to be kept apart and meet are parted by exchanging the later one with the next player in the draw with
    whom it helps; where no exchange helps they stay.
    """
    places = [
        (table, seat)
        for seat in range(1, seats + 1)
        for table, size in zip(tables, sizes(len(players), len(tables)), strict=True)
        if seat <= size
    ]
    order = [players[at] for at in draw]
    for at, player in enumerate(order):
        if apart and meets(player, at, order, places, apart):
            other = next((to for to in range(len(order)) if helps(at, to, order, places, apart)), at)
            order[at], order[other] = order[other], player
    return dict(zip(order, places, strict=True))


def meets(player: str, at: int, order: Sequence[str], places: Sequence[tuple[int, int]], apart: Pairs) -> bool:
    """Whether a player at that place of the draw sits with somebody to be kept apart from."""
    table = places[at][0]
    return any(
        frozenset((player, other)) in apart
        for to, other in enumerate(order)
        if to != at and places[to][0] == table and other != player
    )


def helps(at: int, to: int, order: Sequence[str], places: Sequence[tuple[int, int]], apart: Pairs) -> bool:
    """Whether exchanging two of the draw parts those who meet and brings no others together."""
    if places[at][0] == places[to][0]:
        return False
    changed = list(order)
    changed[at], changed[to] = changed[to], changed[at]
    return not meets(changed[at], at, changed, places, apart) and not meets(changed[to], to, changed, places, apart)


# --- keeping tables even ----------------------------------------------------------------------------------------------


def hands_to_last_blind(position: int, players: int) -> int:
    """In how many hands a player has the last blind; `position` 1 has the button next, 2 the first blind, 3 the last.

    >>> [hands_to_last_blind(position, 6) for position in (3, 4, 1, 2)]
    [1, 2, 5, 6]
    >>> [hands_to_last_blind(position, 2) for position in (1, 2)]
    [2, 1]
    """
    return (position - (3 if players > 2 else 2)) % players + 1


def considered(table: TableSeats) -> list[Considered]:
    """Everybody at a table, who has the last blind soonest first."""
    order = table.after_button()
    found = (
        Considered(table.players[seat], seat, hands_to_last_blind(at, len(order))) for at, seat in enumerate(order, 1)
    )
    return sorted(found, key=lambda one: one.hands_to_last_blind)


def worst_seats(table: TableSeats, player: str) -> list[Considered]:
    """The free seats, the worst position first: the last blind next, if there is one; the first blind comes last."""
    found = []
    for seat in table.free():
        joined = TableSeats(table.number, table.seats, {**table.players, seat: player}, table.button)
        position = joined.after_button().index(seat) + 1
        hands = hands_to_last_blind(position, len(joined.players))
        found.append((position == 2 and len(joined.players) > 2, hands, (seat - table.button - 1) % table.seats, seat))
    return [Considered(player, seat, hands) for _, hands, _, seat in sorted(found)]


def as_listed(_name: str, count: int) -> Sequence[int]:
    """No chance: the order that is there."""
    return range(count)


def seats_for(one: Considered, table: TableSeats, to: To, drawn: Sequence[int]) -> list[Considered]:
    """The free seats for a player, the one that the way chooses first.

    By position: the seat in which the last blind comes as soon as where the player sits, or as nearly so as can be.
    """
    found = worst_seats(table, one.player)
    if to == "draw":
        listed = sorted(found, key=lambda each: each.seat)
        return [listed[at] for at in drawn]
    if to == "by-position":
        return sorted(found, key=lambda each: abs(each.hands_to_last_blind - one.hands_to_last_blind))
    return found


def movers(
    table: TableSeats, where: Mapping[str, Sequence[Considered]], who: Who, drawn: Sequence[int], stay: Collection[str]
) -> list[Considered]:
    """Who of a table may be moved, the one that the way chooses first.

    By position: whoever loses or gains the fewest hands to the last blind; of several, who has it soonest.
    """
    found = considered(table)
    if who == "draw":
        found = [found[at] for at in drawn]
    elif who == "by-position":
        found.sort(key=lambda one: abs(where[one.player][0].hands_to_last_blind - one.hands_to_last_blind))
    return [one for one in found if one.player not in stay]


def balancing_moves(
    tables: Iterable[TableSeats],
    how: How = How(),  # noqa: B008 - it does not change
    apart: Pairs = (),
    stay: Collection[str] = (),
    draw: Draw = as_listed,
) -> list[Move]:
    """The fewest moves after which no two tables differ by more, from the fullest table to the shortest.

    Where the seats of two tables are equally many, the table of the lower number gives and takes first. Those in `stay`
    are not moved.
    """
    now = {table.number: table for table in tables}
    moves: list[Move] = []
    while True:
        fullest = max(now.values(), key=lambda one: (len(one.players), -one.number))
        shortest = min(now.values(), key=lambda one: (len(one.players), one.number))
        if len(fullest.players) - len(shortest.players) <= how.most_difference:
            return moves
        made = _balanced(fullest, shortest, how, len(moves) + 1, apart=apart, stay=stay, draw=draw)
        if made is None:
            return moves
        moves.append(made)
        now[fullest.number] = without(fullest, made.from_seat)
        now[shortest.number] = with_player(shortest, made.to_seat, made.player)


def _balanced(
    fullest: TableSeats, shortest: TableSeats, how: How, step: int, *, apart: Pairs, stay: Collection[str], draw: Draw
) -> Move | None:
    """One move, with all that was considered for it; None if nobody of the fullest table may go."""
    names = {"seat": f"{step}/seat"} if how.to == "draw" else {}
    names |= {"who": f"{step}/who"} if how.who == "draw" else {}
    seats = draw(names["seat"], len(shortest.free())) if "seat" in names else ()
    places = draw(names["who"], len(fullest.players)) if "who" in names else ()
    where = {one.player: seats_for(one, shortest, how.to, seats) for one in considered(fullest)}
    who = movers(fullest, where, how.who, places, stay)
    if not who:
        return None
    free_to_go = [one for one in who if not with_kept_apart(one.player, shortest, apart)] or who
    goes = free_to_go[0]
    return Move(
        goes.player, fullest.number, goes.seat, shortest.number, where[goes.player][0].seat, "balance", tuple(who),
        tuple(where[goes.player]), Fraction(1, len(fullest.players)), Fraction(1, len(shortest.players) + 1),
        tuple(names.values()),
    )  # fmt: skip


def with_kept_apart(player: str, table: TableSeats, apart: Pairs) -> bool:
    """Whether somebody at a table is to be kept apart from a player."""
    return any(frozenset((player, other)) in apart for other in table.players.values())


def without(table: TableSeats, seat: int) -> TableSeats:
    """The table after a player has left it."""
    rest = {place: player for place, player in table.players.items() if place != seat}
    return msgspec.structs.replace(table, players=rest)


def with_player(table: TableSeats, seat: int, player: str) -> TableSeats:
    """The table after a player has come to it."""
    return msgspec.structs.replace(table, players={**table.players, seat: player})


# --- breaking a table -------------------------------------------------------------------------------------------------


def breaking_moves(
    tables: Iterable[TableSeats],
    broken: int,
    draw: Sequence[int],
    apart: Pairs = (),
    *,
    seats_drawn: Sequence[int] = (),
    draws: tuple[str, ...] = (),
) -> list[Move]:
    """Where the players of a broken table go: the seats that keep the others even, in the order of the draw.

    In two steps the draw decides on the tables alone, and `seats_drawn` on who has which of the seats of a table.
    """
    all_tables = {table.number: table for table in tables}
    leaves = all_tables.pop(broken)
    targets = even_seats(list(all_tables.values()), len(leaves.players))
    if seats_drawn:
        targets = second_step(targets, seats_drawn)
    seats = sorted(leaves.players)
    order = [seats[at] for at in draw]
    moves = []
    for (table, to_seat), seat in zip(parted(order, targets, leaves, all_tables, apart), order, strict=True):
        player = leaves.players[seat]
        after = len(all_tables[table].players) + sum(one == table for one, _ in targets)
        moves.append(
            Move(
                player, broken, seat, table, to_seat, "break",
                burden_before=Fraction(1, len(leaves.players)), burden_after=Fraction(1, after), draws=draws,
            )
        )  # fmt: skip
    return moves


def second_step(targets: Sequence[tuple[int, int]], drawn: Sequence[int]) -> list[tuple[int, int]]:
    """The same tables in the same order, with the seats of each in the order of a draw.

    >>> second_step([(1, 4), (2, 6), (1, 5)], [2, 1, 0])
    [(1, 5), (2, 6), (1, 4)]
    """
    left: dict[int, list[int]] = {}
    for at in drawn:
        left.setdefault(targets[at][0], []).append(targets[at][1])
    return [(table, left[table].pop(0)) for table, _ in targets]


def even_seats(tables: Sequence[TableSeats], players: int) -> list[tuple[int, int]]:
    """Seats for so many newcomers that leave the tables as even as they can be: one by one to the shortest."""
    now = {table.number: table for table in tables}
    found = []
    for _ in range(players):
        shortest = min(now.values(), key=lambda one: (len(one.players), one.number))
        seat = worst_seats(shortest, "")[0].seat
        found.append((shortest.number, seat))
        now[shortest.number] = with_player(shortest, seat, "")
    return found


def parted(
    order: Sequence[int],
    targets: Sequence[tuple[int, int]],
    leaves: TableSeats,
    tables: Mapping[int, TableSeats],
    apart: Pairs,
) -> list[tuple[int, int]]:
    """The targets in an order that keeps players apart where one exchange can."""
    places = list(targets)

    def clash(at: int) -> bool:
        return with_kept_apart(leaves.players[order[at]], tables[places[at][0]], apart)

    for at in range(len(places)):
        for to in range(len(places)):
            if not clash(at):
                break
            places[at], places[to] = places[to], places[at]
            if clash(at) or clash(to):
                places[at], places[to] = places[to], places[at]
    return places
