"""Entries during play: late ones, alternates who wait for a seat, and players who buy back in."""

from __future__ import annotations

from typing import Literal

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.rulebooks import Cites
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments import seating
from openfelt.tournaments.conditions import Alternates, Balancing, ReEntry, Session
from openfelt.tournaments.events import Move
from openfelt.tournaments.facts import (
    WHOLE,
    EventGiven,
    conditions_of,
    into_pools,
    is_paid,
    refunded,
    require_money,
    rules_for,
)
from openfelt.tournaments.play_facts import (
    as_seats,
    ends_of,
    is_in_period,
    is_late_open,
    players_left,
    require_in_play,
    require_not_thrown_out,
    seats_of,
    stage_at,
    waiting,
)
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import Seated

Events = tuple[e.TournamentEvent, ...]


def seat_late(state: Tournament, order: q.SeatLate, given: EventGiven) -> Events:
    """Give the next who waits a free seat, with the same chips as all."""
    session, rules = require_in_play(state), rules_for(state)
    if not is_late_open(state, stage_at(state.play, given.now_ms)):
        raise RuleViolation("period", rules.late, "nobody comes in any more")
    queue = waiting(state)
    if order.player not in queue:
        text = phrase("{player} does not wait for a seat", player=Name(order.player))
        raise RuleViolation("no-entry", rules.late, text, legal=queue)
    if queue[0] != order.player:
        text = phrase("{player} is the next to have a seat", player=Name(queue[0]))
        raise RuleViolation("turn", rules.alternates, text, legal=queue[:1])
    terms = conditions_of(state).entry.alternates
    is_alternate = order.player in state.play.alternates and isinstance(terms, Alternates)
    cites = rules.alternates if is_alternate else rules.late
    return (seated(state, order.player, session, "alternate" if is_alternate else "late", cites),)


def seated(state: Tournament, player: str, session: Session, why: p.LateWhy, cites: Cites) -> p.LateSeated:
    """The worst free seat of the shortest table; where none is free, a table more, if the conditions have one."""
    rules = rules_for(state)
    chips = session.starting_chips
    assert isinstance(chips, int)
    found = free_seat(state, player)
    if found is None:
        raise RuleViolation("full", rules.late, "no seat is free", legal=("wait",))
    table, seat, is_new = found
    opened = (p.SetUp(table, seats_of(conditions_of(state))),) if is_new else ()
    return p.LateSeated(
        seat=Seated(player, table, seat, chips), why=why, tables=opened,
        cites=tuple(dict.fromkeys(cites + rules.equal_chips)),
    )  # fmt: skip


def free_seat(state: Tournament, player: str) -> tuple[int, int, bool] | None:
    """The table and the seat that the next newcomer has, and whether that table is opened for it."""
    tables = [one for one in as_seats(state) if one.number != state.play.breaking and _empty(state, one)]
    if tables and not state.play.final_drawn:
        shortest = min(tables, key=lambda one: (len(one.players), one.number))
        seats = [one.seat for one in seating.worst_seats(shortest, player)]
        return shortest.number, next(seat for seat in seats if seat in _empty(state, shortest)), False
    session, balanced = require_in_play(state), isinstance(conditions_of(state).play.balancing, Balancing)
    may_open = session.tables == "as-needed" or (
        isinstance(session.tables, int) and len(state.play.tables) < session.tables
    )
    if may_open and balanced and not state.play.final_drawn and not state.play.waits:
        return state.play.last_table + 1, 1, True
    return None


def _empty(state: Tournament, table: seating.TableSeats) -> list[int]:
    """The seats that nobody is to have and nobody has: whoever is to move away still sits there."""
    return [seat for seat in table.free() if seat not in state.play.tables[table.number].players]


# --- buying back in ---------------------------------------------------------------------------------------------------


def re_enter(state: Tournament, order: q.ReEnter, given: EventGiven) -> Events:
    """An eliminated player enters anew: another seat, the full chips, one entry more; the earlier place is struck."""
    session, rules = require_in_play(state), rules_for(state)
    terms = conditions_of(state).entry.re_entry
    if not isinstance(terms, ReEntry):
        raise RuleViolation("no-re-entry", rules.one_entry or rules.re_entry, "nobody buys back in here")
    require_re_entry(state, order.player, terms, given)
    fee = terms.entry_fee_cents if isinstance(terms.entry_fee_cents, int) else 0
    buy_in = terms.buy_in_cents if isinstance(terms.buy_in_cents, int) else 0
    purse = accounts.purse(order.player)
    require_money(given, purse, fee + buy_in, rules.re_entry, "the purse")
    kept = fee * (WHOLE - session.fee_to_pool_per_mille) // WHOLE
    pools = into_pools(state, fee - kept + buy_in, bounty=bool(buy_in))
    parts = ((accounts.fee(state.name), kept), *pools)
    moves = tuple(Move(purse, target, cents, "re-entry") for target, cents in parts if cents)
    count = state.play.re_entries.get(order.player, 0) + 1
    cites = tuple(dict.fromkeys(rules.re_entry + rules.all_to_the_pool + rules.outside_revenue))
    entered = p.ReEntered(player=order.player, entries=count + 1, cites=cites, moves=moves)
    return (entered, seated(state, order.player, session, "re-entry", rules.re_entry))


def require_re_entry(state: Tournament, player: str, terms: ReEntry, given: EventGiven) -> None:
    """Refuse whoever is not out, has come back too often or too late, or comes before alternates."""
    rules, alternates = rules_for(state), conditions_of(state).entry.alternates
    require_not_thrown_out(state, player)
    if player not in state.play.eliminated or player in state.play.players:
        text = phrase("{player} is not out of the session", player=Name(player))
        raise RuleViolation("not-out", rules.re_entry, text)
    done = state.play.re_entries.get(player, 0)
    if isinstance(terms.most, int) and done >= terms.most:
        text = phrase("{player} has bought back in {done} times", player=Name(player), done=done)
        raise RuleViolation("too-many", rules.re_entry, text)
    if state.play.closing or not is_in_period(state, terms.period, stage_at(state.play, given.now_ms)):
        raise RuleViolation("period", rules.re_entry, "nobody buys back in any more")
    if waiting(state) and (not isinstance(alternates, Alternates) or alternates.before_re_entries):
        raise RuleViolation("turn", rules.alternates, "others wait for a seat", legal=waiting(state)[:1])


# --- the end of entries -----------------------------------------------------------------------------------------------


def _played_out(state: Tournament, session: Session) -> bool:
    """Whether no more are left than the end of the session leaves: of all, or at each of its tables."""
    each = ends_of(session).left_per_table
    if isinstance(each, int):
        return all(len(one.players) <= max(1, each) for one in state.play.tables.values())
    return len(state.play.players) <= players_left(state, session)


def close_entries(state: Tournament, _order: q.CloseEntries, given: EventGiven) -> Events:
    """Whoever has not paid is out; whoever paid and had no seat has everything back."""
    session, rules = require_in_play(state), rules_for(state)
    late = [one for one in state.live if one.status == "applied"]
    is_open = is_late_open(state, stage_at(state.play, given.now_ms))
    if not late or (is_open and not _played_out(state, session)):
        raise RuleViolation("period", rules.late, "entries are still open, or nobody waits")
    made: list[e.TournamentEvent] = []
    for one in late:
        if is_paid(state, one):
            made += (refunded(payment, rules.alternates) for payment in state.paid_for(one.player))
            made.append(e.EntryEnded(player=one.player, why="unseated", cites=rules.alternates))
        else:
            why: Literal["unpaid", "lapsed"] = "unpaid" if one.paid else "lapsed"
            made.append(e.EntryEnded(player=one.player, why=why, cites=rules.unpaid if one.paid else rules.enters))
    return tuple(made)
