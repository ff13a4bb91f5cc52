"""Who conducts an event is there while it is played.

A book may want somebody nominated for each event, and somebody present as long as it runs. We read presence as a duty
on record: whoever starts the event is on duty, several may be, and an order of that office is taken from those on duty
alone. While nobody is, the event is held: rounds of play in progress are finished and noted, no other begins, the clock
stands, and the house orders nothing that moves the event on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, phrase
from openfelt.room.offices import OFFICES, Office, Officer
from openfelt.rulebooks import joined
from openfelt.tournaments import clock as c
from openfelt.tournaments import duty_events as y
from openfelt.tournaments import duty_orders as x
from openfelt.tournaments import events as e
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.facts import EventGiven, conditions_of, needed_for, require_office, require_phase, rules_for
from openfelt.tournaments.play_events import ClockSet
from openfelt.tournaments.play_facts import name_of, plan_of
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
Answer = Callable[[Tournament, Any, EventGiven], Events]
DUTY: Final = HOUSE.cite("20.50")
NOT_YOURS: Final = "not-your-office"
# What the house orders only while somebody is on duty; what has happened at the tables is noted all the same.
MOVES_ON: Final = frozenset((
    q.BeginSession, q.StartClock, q.ReachStage, q.CloseSession, q.EndSession, q.PlanMoves, q.BeginHandForHand,
    q.DealTogether, q.EndHandForHand, q.SeatLate,
))  # fmt: skip


def conducting_office(book: str) -> Office:
    """The office that conducts an event of a book: the one that starts it."""
    found = OFFICES.of(book).office(needed_for(book, "start").namings[0].offices[0])
    assert found is not None, book
    return found


def is_held(state: Tournament) -> bool:
    """Whether nobody is on duty in an event that somebody has to conduct."""
    return state.phase == "started" and bool(rules_for(state).present) and not state.on_duty


# --- who may give an order --------------------------------------------------------------------------------------------


def decide(state: Tournament, order: Any, given: EventGiven, answer: Answer) -> Events:  # noqa: ANN401 - any order
    """What an order does if whoever gives it conducts the event now, or need not."""
    by = getattr(order, "by", None)
    if state.conditions is None or not rules_for(state).present:
        return answer(state, order, given)
    if not isinstance(by, Officer):
        made = answer(state, order, given)
        if is_held(state) and type(order) in MOVES_ON:
            text = "nobody who conducts the event is on duty: it is held"
            raise RuleViolation("nobody-on-duty", rules_for(state).present, text, legal=("come on duty",))
        return made
    try:
        return answer(state, msgspec.structs.replace(order, by=_as_conducting(state, order, by)), given)
    except RuleViolation as refused:
        if refused.code != NOT_YOURS:
            raise
    # Another office, or anything else that is wrong, is said first.
    answer(state, msgspec.structs.replace(order, by=_with_office(state, by)), given)
    raise _not_now(state, by)


def _as_conducting(state: Tournament, order: Any, by: Officer) -> Officer:  # noqa: ANN401 - any order
    """An officer with the office that conducts the event, or without it, as the event's record has it now."""
    is_needless = state.phase != "started" or isinstance(order, x.ComeOnDuty)
    may = not rules_for(state).nominated or by.account in state.nominated
    if may and (is_needless or by.account in state.on_duty):
        return _with_office(state, by)
    office = conducting_office(conditions_of(state).book)
    return Officer(by.account, by.name, tuple(one for one in by.offices if one not in office.names))


def _with_office(state: Tournament, by: Officer) -> Officer:
    """An officer who holds the office that conducts the event also where it comes from the nomination alone."""
    office = conducting_office(conditions_of(state).book)
    if by.account not in state.nominated or any(one in office.names for one in by.offices):
        return by
    return Officer(by.account, by.name, (*by.offices, office.name))


def _not_now(state: Tournament, by: Officer) -> RuleViolation:
    rules = rules_for(state)
    if rules.nominated and by.account not in state.nominated:
        text = phrase("{name} is not nominated to conduct this event", name=Name(by.name))
        return RuleViolation("not-nominated", rules.nominated, text)
    text = phrase("{name} is not on duty at this event", name=Name(by.name))
    return RuleViolation("not-on-duty", rules.present, text, legal=("come on duty",))


# --- orders -----------------------------------------------------------------------------------------------------------


def nominate(state: Tournament, order: x.Nominate, _given: EventGiven) -> Events:
    """Nominate somebody for this event, where the book wants that."""
    rules = rules_for(state)
    if not rules.nominated:
        text = phrase("the {office} is appointed and not nominated", office=rules.conducted_by.value)
        raise RuleViolation("nomination", rules.conducted_by.cites, text, legal=("appoint",))
    cites = require_office(conditions_of(state).book, order.by, "nominate")
    require_phase(state, cites, "published", "open", "started")
    if order.account in state.nominated:
        raise RuleViolation("nominated", cites, phrase("{account} is nominated already", account=Name(order.account)))
    return (y.ConductorNominated(account=order.account, by=order.by.name, cites=joined(rules.nominated, cites)),)


def begins(state: Tournament, by: Officer | None) -> Events:
    """Whoever starts an event is on duty."""
    rules = rules_for(state)
    if by is None or not rules.present:
        return ()
    return (y.CameOnDuty(account=by.account, name=by.name, cites=joined(rules.present, DUTY)),)


def come(state: Tournament, order: x.ComeOnDuty, _given: EventGiven) -> Events:
    """Come on duty, beside others or in the place of one who hands the event over."""
    by = order.by
    _require_running(state)
    require_office(conditions_of(state).book, by, "start")
    cites = joined(rules_for(state).present, DUTY)
    if by.account in state.on_duty:
        raise RuleViolation("on-duty", cites, phrase("{name} is on duty already", name=Name(by.name)))
    source, to = state.handing_over
    if to == by.account and source in state.on_duty:
        name = state.on_duty[source]
        return (y.DutyHandedOver(account=source, name=name, to=to, to_name=by.name, cites=cites),)
    return (y.CameOnDuty(account=by.account, name=by.name, cites=cites),)


def hand_over(state: Tournament, order: x.HandOverDuty, _given: EventGiven) -> Events:
    """Offer the event to another; whoever hands it over stays until the other has come."""
    by = order.by
    _require_running(state)
    require_office(conditions_of(state).book, by, "start")
    cites = joined(rules_for(state).present, DUTY)
    if order.account in state.on_duty:
        text = phrase("{name} is on duty already", name=Name(state.on_duty[order.account]))
        raise RuleViolation("on-duty", cites, text)
    return (y.DutyOffered(account=by.account, name=by.name, to=order.account, cites=cites),)


def note_absence(state: Tournament, order: x.NoteAbsence, given: EventGiven) -> Events:
    """Somebody on duty is not there any more. If nobody else is, the clock stops with it."""
    _require_running(state)
    cites = joined(rules_for(state).present, DUTY)
    if order.by is not None and order.by.account != order.account:
        require_office(conditions_of(state).book, order.by, "absence")
    name = state.on_duty.get(order.account)
    if name is None:
        text = phrase("{account} is not on duty", account=Name(order.account))
        raise RuleViolation("not-on-duty", cites, text, legal=tuple(state.on_duty))
    by, last = name_of(order.by), len(state.on_duty) == 1
    gone = y.WentOffDuty(account=order.account, name=name, by=by, last=last, cites=cites)
    if not last or not state.play.clock.runs:
        return (gone,)
    stands = c.pause(state.play.clock, plan_of(state), given.now_ms)
    return gone, ClockSet(clock=stands, at_ms=given.now_ms, why="paused", by=by, cites=cites)


def _require_running(state: Tournament) -> None:
    rules = rules_for(state)
    if not rules.present:
        raise RuleViolation(
            "unattended", rules.unattended, "nobody has to be on duty: the house may conduct this event"
        )
    require_phase(state, rules.present, "started")
