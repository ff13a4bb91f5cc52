"""What whoever conducts an event does at the desk: moves a start, limits the time to act, has chips counted.

A start is moved with the notice of the conditions, before the earlier of both times. A time to act counts from the next
level on: that is the notice. What was published stays as it was signed, with its hash.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from openfelt.errors import RuleViolation
from openfelt.games import Sign
from openfelt.games.policy import HOUSE
from openfelt.games.sign import Clock
from openfelt.phrases import Count, Name, phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import desk_orders as k
from openfelt.tournaments import events as e
from openfelt.tournaments.checking import check
from openfelt.tournaments.conditions import ActionClock, Conditions, Session, TimeBank
from openfelt.tournaments.facts import EventGiven, conditions_of, require_office, require_phase, rules_for
from openfelt.tournaments.items import is_none
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.play_facts import plan_of, require_in_play
from openfelt.tournaments.structure_check import moment
from openfelt.tournaments.tournament import Tournament, with_start

Events = tuple[e.TournamentEvent, ...]
FARTHEST: Final = timedelta(days=366)  # a start is moved no farther away than that
FAR: Final = HOUSE.cite("20.39")


def _joined(*several: Cites) -> Cites:
    return tuple(dict.fromkeys(cite for cites in several for cite in cites))


def _require_tables(state: Tournament) -> None:
    if is_clock_only(state):
        raise RuleViolation("clock-only", HOUSE.cite("21.1"), "the room only keeps the clock of this event")


def _require_sound(conditions: Conditions) -> None:
    """Refuse what conditions could not have said either."""
    for one in check(conditions).faults:
        raise RuleViolation(one.code, one.cites, str(one))


# --- starts -----------------------------------------------------------------------------------------------------------


def move_start(state: Tournament, order: k.MoveStart, given: EventGiven) -> Events:
    """Move the start of a session that has not begun, with notice."""
    conditions, rules = conditions_of(state), rules_for(state)
    cites = _joined(require_office(conditions.book, order.by, "move-start"), rules.moved_start)
    require_phase(state, cites, "published", "open", "started")
    session = _not_begun(state, order.session, cites)
    after, before = moment(order.starts), moment(str(session.starts))
    if after is None:
        text = phrase("{starts} is no date and time", starts=quoted(order.starts))
        raise RuleViolation("bad-time", cites, text, legal=("2026-12-04 19:30",))
    if after == before:
        raise RuleViolation("no-change", cites, phrase("{session} starts then already", session=Name(order.session)))
    minutes = conditions.play.notice_minutes
    if given.at + timedelta(minutes=minutes) > min(after, before or after):
        text = phrase(
            "a start is moved {minutes} minutes before it at least, and to a time that is as far away", minutes=minutes
        )
        raise RuleViolation("notice", cites, text)
    if after > given.at + FARTHEST:
        text = phrase(
            "{after} is more than {days} days from now", after=Name(format(after, "%Y-%m-%d %H:%M")), days=FARTHEST.days
        )
        raise RuleViolation("too-far", FAR, text)
    starts = f"{after:%Y-%m-%d %H:%M}"
    _require_sound(with_start(conditions, order.session, starts))
    told = tuple(one.player for one in state.live)
    moved = d.StartMoved(
        session=order.session, starts=starts, before=str(session.starts), told=told, by=order.by.name, cites=cites
    )
    return (moved,)


def _not_begun(state: Tournament, name: str, cites: Cites) -> Session:
    conditions = conditions_of(state)
    begun = {state.play.session, *(one.name for one in state.play.sessions)}
    coming = {str(one.name): one for one in conditions.sessions if one.name not in begun}
    if name not in coming:
        text = phrase("no session {name} is still to begin", name=quoted(name))
        raise RuleViolation("session", cites, text, legal=tuple(coming))
    return coming[name]


# --- the time to act --------------------------------------------------------------------------------------------------


def limit_time(state: Tournament, order: k.LimitTime, _given: EventGiven) -> Events:
    """Set a time to act from the next level on."""
    session = require_in_play(state)
    _require_tables(state)
    conditions, rules = conditions_of(state), rules_for(state)
    cites = _joined(require_office(conditions.book, order.by, "limit-time"), rules.limited_time)
    if not is_none(conditions.play.clock):
        raise RuleViolation("time-set", cites, "the conditions have a time to act, and they are frozen")
    if order.seconds <= 0:
        raise RuleViolation("bad-amount", cites, "a time to act is a number of seconds")
    terms = ActionClock(seconds=order.seconds)
    _require_sound(msgspec.structs.replace(conditions, play=msgspec.structs.replace(conditions.play, clock=terms)))
    play, plan = state.play, plan_of(state)
    if plan[play.stage].level == plan[-1].level and session.advance == "final":
        raise RuleViolation("last-level", cites, "it would count from the next level on, and this is the last")
    limited = d.TimeLimited(
        seconds=order.seconds, level=plan[play.stage].level, sessions=len(play.sessions),
        draws=play.play_offs, told=tuple(play.players), by=order.by.name, cites=cites,
    )  # fmt: skip
    return (limited,)


def timed_sign(state: Tournament, level: int, sign: Sign) -> Sign:
    """The sign of a level with the time to act that was set since, if it counts by then, and with cards for more."""
    play = state.play
    since = [
        one
        for one in state.limits
        if (len(play.sessions), play.play_offs) != (one.sessions, one.draws) or level > one.level
    ]
    seconds = since[-1].seconds if since else sign.clock.seconds
    bank = conditions_of(state).play.time_bank
    if not isinstance(bank, TimeBank) or not isinstance(bank.seconds, int) or not seconds:
        return sign.replace(clock=Clock(seconds)) if since else sign
    return sign.replace(clock=Clock(seconds, extra_seconds=bank.seconds, extra_times=bank.most_per_round))


# --- chips ------------------------------------------------------------------------------------------------------------


def count_chips(state: Tournament, order: k.CountChips, _given: EventGiven) -> Events:
    """Count what the players of a table, or of all, have, and compare it with what they were given."""
    require_in_play(state)
    _require_tables(state)
    cites = _counting(state, order)
    play = state.play
    if order.table and order.table not in play.tables:
        legal = [str(one) for one in play.tables]
        text = phrase("the session has no table {table}", table=order.table)
        raise RuleViolation("no-table", cites, text, legal=legal)
    found = [one for one in play.players.values() if order.table in (0, one.table)]
    stacks = tuple((one.player, one.all_chips) for one in found)
    issued = play.issued if not order.table else sum(chips for _, chips in stacks)
    return (d.ChipsCounted(table=order.table, stacks=stacks, issued=issued, by=order.by.name, cites=cites),)


def note_count(state: Tournament, order: k.NoteCount, _given: EventGiven) -> Events:
    """Note what was counted before a player at a real table."""
    require_in_play(state)
    cites = _counting(state, order)
    _require_real(state, cites)
    one = state.play.players.get(order.player)
    if one is None:
        raise RuleViolation("not-seated", cites, phrase("{player} is not in the session", player=Name(order.player)))
    if order.chips < 0:
        raise RuleViolation("bad-amount", cites, "a number of chips is not below zero")
    noted = d.CountNoted(
        player=order.player, counted=order.chips, on_record=one.all_chips, by=order.by.name, cites=cites
    )
    return (noted,)


def check_returned(state: Tournament, order: k.CheckReturned, _given: EventGiven) -> Events:
    """Note how many chips of a value came back after a session."""
    conditions, rules = conditions_of(state), rules_for(state)
    cites = _joined(require_office(conditions.book, order.by, "return"), rules.chips_returned)
    _require_real(state, cites)
    play = state.play
    require_phase(state, cites, "started", "awarded")
    if play.is_going_on or not play.sessions:
        raise RuleViolation("session-goes-on", cites, "chips are returned at the end of a session")
    values = conditions.chips.set if isinstance(conditions.chips.set, tuple) else ()
    due = {one.value: state.inventory[one.value] for one in values}
    if order.value not in due:
        legal = [str(one) for one in due]
        text = phrase("the set of chips has none of {value}", value=Count(order.value))
        raise RuleViolation("value", cites, text, legal=legal)
    if not 0 <= order.returned <= due[order.value]:
        text = phrase(
            "{returned} chips of {value} came back; {due} were given out",
            returned=Count(order.returned),
            value=Count(order.value),
            due=Count(due[order.value]),
        )
        raise RuleViolation("bad-amount", cites, text)
    checked = d.ReturnChecked(
        session=play.sessions[-1].name, value=order.value, returned=order.returned, due=due[order.value],
        by=order.by.name, cites=cites,
    )  # fmt: skip
    return (checked,)


def _counting(state: Tournament, order: k.CountChips | k.NoteCount) -> Cites:
    return _joined(require_office(conditions_of(state).book, order.by, "count"), rules_for(state).counted)


def _require_real(state: Tournament, cites: Cites) -> None:
    if conditions_of(state).play.dealt != "live":
        raise RuleViolation("not-live", cites, "the room itself keeps the chips of this event", legal=("count-chips",))
