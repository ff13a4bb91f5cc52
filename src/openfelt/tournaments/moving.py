"""Moves between tables: to keep them even, to break one, to draw the final table. Each is explained, and done once."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments import seating
from openfelt.tournaments.conditions import Balancing, Breaking
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for
from openfelt.tournaments.play_facts import as_seats, left_empty, name_of, require_conducted, require_in_play, seats_of
from openfelt.tournaments.seating import TableSeats
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import Choice, Dealing, MoveReason, PlayerMove

Events = tuple[e.TournamentEvent, ...]
HOW_MOVED: Final = HOUSE.cite("20.14.1")


def moves_due(state: Tournament) -> MoveReason | None:
    """Which moves the conditions want as the tables stand: the final table first, then breaking, then balancing."""
    play, terms = state.play, conditions_of(state).play
    if play.moves or play.proposed or play.closing or play.pairs or len(play.tables) < 2:
        return None  # nobody is moved from one match of a bracket to another
    if is_final_due(state):
        return "redraw" if not play.broke else None
    if not play.broke and isinstance(terms.breaking, Breaking) and _can_break(state):
        return "break"
    if isinstance(terms.balancing, Balancing):
        sizes = [len(one.players) for one in play.tables.values()]
        if max(sizes) - min(sizes) > terms.balancing.most_difference:
            return "balance"
    return None


def is_final_due(state: Tournament) -> bool:
    """Whether all who are left fit at one table, whose seats are drawn anew."""
    play, conditions = state.play, conditions_of(state)
    wanted = conditions.play.final_table_redraw is True and len(play.tables) > 1 and not play.pairs
    return wanted and len(play.players) <= seats_of(conditions)


def _can_break(state: Tournament) -> bool:
    play = state.play
    return len(play.players) <= (len(play.tables) - 1) * seats_of(conditions_of(state))


def plan_moves(state: Tournament, order: q.PlanMoves, given: EventGiven) -> Events:
    """Work out the moves that are due, and order them; at real tables whoever conducts the event accepts them first."""
    require_in_play(state)
    cites, rules = require_conducted(state, order.by, "moves"), rules_for(state)
    if state.play.moves or state.play.proposed:
        raise RuleViolation("moves-open", rules.balancing, "the last moves are not done", legal=("drop them",))
    if moves_due(state) != order.reason:
        forbidden = rules.no_moves if conditions_of(state).play.balancing == "none" else ()
        text = phrase("no move is due to {reason}: the tables stand as the conditions want them", reason=order.reason)
        raise RuleViolation("no-moves", forbidden or rules.balancing, text)
    require_dealing(state, order.dealing)
    number = state.play.plans + 1
    tables, moves = _PLANS[order.reason](state, number, given, order.dealing)
    why = tuple(dict.fromkeys(cites + clauses(state, order.reason)))
    if order.by is None and conditions_of(state).play.dealt == "online":
        together = _kept_together(state, moves, given)
        return (
            p.MovesOrdered(
                id=number, tables=tables, ordered=moves, by=name_of(None), kept_together=together, cites=why
            ),
        )
    return (p.MovesProposed(id=number, tables=tables, proposed=moves, cites=why),)


def require_dealing(state: Tournament, dealing: Dealing) -> None:
    """Refuse rounds that are said to go on at tables that are not there, or with a button at no seat."""
    for number, button in dealing:
        table = state.play.tables.get(number)
        if table is None or not 1 <= button <= table.seats or [one for one, _ in dealing].count(number) > 1:
            text = phrase("no round goes on at table {table} with the button at seat {seat}", table=number, seat=button)
            raise RuleViolation("no-table", clauses(state, "balance"), text)


def clauses(state: Tournament, reason: MoveReason) -> Cites:
    """By which clauses a player is moved."""
    rules = rules_for(state)
    return joined(rules.balancing, HOW_MOVED) if reason == "balance" else rules.breaking


Planned = tuple[tuple[p.SetUp, ...], tuple[PlayerMove, ...]]


def _balance(state: Tournament, number: int, given: EventGiven, dealing: Dealing) -> Planned:
    terms = conditions_of(state).play.balancing
    assert isinstance(terms, Balancing)
    stay = {one.player for group in state.play.broke for one in group.brokes}
    how = seating.How(terms.most_difference, terms.who, terms.to)
    name = f"{state.name}/{state.play.session}/balance {number}"

    def draw(what: str, count: int) -> tuple[int, ...]:
        return given.draw(f"{name}/{what}", count)

    found = seating.balancing_moves(as_seats(state, dealing), how, given.apart, stay, draw)
    return (), _as_moves(state, number, found, name)


def _break(state: Tournament, number: int, given: EventGiven, dealing: Dealing) -> Planned:
    tables = as_seats(state, dealing)
    broken = broken_next(state, tables)
    leaving = len(next(one for one in tables if one.number == broken).players)
    name, terms = f"{state.name}/{state.play.session}/break {broken}", conditions_of(state).play.breaking
    two_steps = isinstance(terms, Breaking) and terms.seats == "two-step-draw"
    draw = given.draw(name, leaving)
    seats = given.draw(f"{name}/seats", leaving) if two_steps else ()
    draws = (name, f"{name}/seats") if two_steps else (name,)
    found = seating.breaking_moves(tables, broken, draw, given.apart, seats_drawn=seats, draws=draws)
    return (), _as_moves(state, number, found)


def broken_next(state: Tournament, tables: list[TableSeats]) -> int:
    """The table that the conditions break next."""
    terms = conditions_of(state).play.breaking
    assert isinstance(terms, Breaking)
    numbers = [one.number for one in tables]
    if terms.order == "listed":
        listed = [one for one in terms.listed if one in numbers]
        return listed[0] if listed else max(numbers)
    if terms.order == "fewest-players":
        return min(tables, key=lambda one: (len(one.players), -one.number)).number
    return max(numbers)


def _redraw(state: Tournament, number: int, given: EventGiven, _dealing: Dealing) -> Planned:
    """Everyone goes to a new table, in the seats of a draw."""
    final, seats = state.play.last_table + 1, seats_of(conditions_of(state))
    players = list(state.play.players)
    name = f"{state.name}/{state.play.session}/final table"
    draw = given.draw(name, len(players))
    at = seating.drawn_seats(players, [final], seats, draw)
    sits = {one.player: one for one in state.play.players.values()}
    moves = tuple(
        PlayerMove(
            f"{state.name}-{number}-{place}", player, sits[player].table, sits[player].seat, final, at[player][1],
            "redraw", sharing_before=len(state.play.tables[sits[player].table].players), sharing_after=len(players),
            draws=(name,),
        )
        for place, player in enumerate(players, 1)
    )  # fmt: skip
    return (p.SetUp(final, seats),), moves


_PLANS = {"balance": _balance, "break": _break, "redraw": _redraw}


def _as_moves(state: Tournament, number: int, moves: list[seating.Move], name: str = "") -> tuple[PlayerMove, ...]:
    """Moves with their acts; `name` begins those of their draws that have a name of their own."""
    terms = conditions_of(state).play.balancing
    how = (terms.who, terms.to) if isinstance(terms, Balancing) and name else ("", "")
    return tuple(
        PlayerMove(
            f"{state.name}-{number}-{place}", one.player, one.from_table, one.from_seat, one.to_table, one.to_seat,
            one.reason,
            tuple(Choice(each.player, each.seat, each.hands_to_last_blind) for each in one.who),
            tuple(Choice(each.player, each.seat, each.hands_to_last_blind) for each in one.where),
            one.burden_before.denominator, one.burden_after.denominator,
            *how,
            tuple(f"{name}/{draw}" if name else draw for draw in one.draws),
        )
        for place, one in enumerate(moves, 1)
    )  # fmt: skip


def _kept_together(state: Tournament, moves: tuple[PlayerMove, ...], given: EventGiven) -> tuple[tuple[str, str], ...]:
    """Pairs that should be apart and are brought together since no exchange helps."""
    if not given.apart:
        return ()
    table = {one.player: one.table for one in state.play.players.values()} | {one.player: one.to_table for one in moves}
    moved = {one.player for one in moves}
    pairs = sorted(tuple(sorted(pair)) for pair in given.apart if pair & moved)
    return tuple((one, two) for one, two in pairs if one in table and table[one] == table.get(two))


# --- proposed moves ---------------------------------------------------------------------------------------------------


def accept_moves(state: Tournament, order: q.AcceptMoves, _given: EventGiven) -> Events:
    """Order proposed moves, if everyone still sits where they were proposed from."""
    require_in_play(state)
    cites = require_conducted(state, order.by, "moves")
    proposed = _proposed(state, order.id)
    if other := state.play.in_the_way(proposed):
        text = phrase("{player} does not sit as when these moves were proposed", player=Name(other))
        raise RuleViolation("moves-gone", rules_for(state).balancing, text, legal=("drop them",))
    for one in proposed.proposed:
        if not state.play.players[one.player].all_chips:
            text = phrase("{player} has no chips", player=Name(one.player))
            raise RuleViolation("moves-gone", rules_for(state).balancing, text, legal=("drop them",))
    why = tuple(dict.fromkeys(cites + proposed.cites))
    return (
        p.MovesOrdered(id=order.id, tables=proposed.tables, ordered=proposed.proposed, by=order.by.name, cites=why),
    )


def drop_moves(state: Tournament, order: q.DropMoves, _given: EventGiven) -> Events:
    """Do not carry proposed moves out."""
    require_in_play(state)
    cites = require_conducted(state, order.by, "moves") or rules_for(state).balancing
    _proposed(state, order.id)
    if order.by is None and order.id not in overtaken(state, order.dealing):
        text = "these moves can be carried out: an officer drops them"
        raise RuleViolation("moves-open", rules_for(state).balancing, text, legal=("accept them",))
    return (p.MovesDropped(id=order.id, by=name_of(order.by), cites=cites),)


def overtaken(state: Tournament, dealing: Dealing | None = None) -> tuple[int, ...]:
    """The proposals that cannot be carried out any more, or whose reason is gone since play has gone on."""
    return tuple(
        number
        for number, one in state.play.proposed.items()
        if state.play.in_the_way(one) or (dealing is not None and not still_true(state, one.proposed[0], dealing))
    )


def still_true(state: Tournament, move: PlayerMove, dealing: Dealing) -> bool:
    """Whether what a move to keep tables even says is so: how many sit at both tables, and who has the last blind when.

    Of several moves the first is looked at, since the others follow from it.
    """
    if move.reason != "balance":
        return True
    tables = {one.number: one for one in as_seats(state, dealing)}
    here, there = tables.get(move.from_table), tables.get(move.to_table)
    if here is None or there is None:
        return False
    if (len(here.players), len(there.players) + 1) != (move.sharing_before, move.sharing_after):
        return False
    hands = {one.player: one.hands_to_last_blind for one in seating.considered(here)}
    seats = {one.seat: one.hands_to_last_blind for one in seating.worst_seats(there, move.player)}
    is_drawn = (move.chosen_by, move.seat_by) == ("draw", "draw")
    return is_drawn or (
        all(hands.get(one.player) == one.hands_to_last_blind for one in move.who)
        and all(seats.get(one.seat) == one.hands_to_last_blind for one in move.where)
    )


def _proposed(state: Tournament, number: int) -> p.MovesProposed:
    found = state.play.proposed.get(number)
    if found is None:
        text = phrase("proposal {number} is not open: it was accepted, dropped, or never made", number=number)
        legal = [str(one) for one in state.play.proposed]
        raise RuleViolation("moves-gone", rules_for(state).balancing, text, legal=legal)
    return found


# --- done -------------------------------------------------------------------------------------------------------------


def note_move(state: Tournament, order: q.NoteMove, _given: EventGiven) -> Events:
    """A player sits in the new seat; a table that nobody sits at any more is broken."""
    require_in_play(state)
    move = _open_move(state, order.act)
    cites = clauses(state, move.reason)
    done = p.MoveDone(act=order.act, cites=cites)
    left = state.play.tables[move.from_table].players
    if move.reason != "balance" and len(left) == 1:
        return (done, p.TableBroken(table=move.from_table, cites=rules_for(state).breaking))
    return (done,)


def cancel_move(state: Tournament, order: q.CancelMove, _given: EventGiven) -> Events:
    """A move is not carried out."""
    require_in_play(state)
    move = _open_move(state, order.act)
    cancelled = p.MoveCancelled(act=order.act, why="not carried out", cites=clauses(state, move.reason))
    if left_empty(state, move.to_table, (move.player,)):
        return (cancelled, p.TableBroken(table=move.to_table, cites=rules_for(state).breaking))
    return (cancelled,)


def _open_move(state: Tournament, act: str) -> PlayerMove:
    found = state.play.moves.get(act)
    if found is None:
        raise RuleViolation("moves-gone", rules_for(state).balancing, phrase("move {act} is not open", act=Name(act)))
    return found
