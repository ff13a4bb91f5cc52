"""The clock of the session in play: started, stopped, moved, and the levels and breaks that it reaches."""

from __future__ import annotations

from typing import Final, Literal

from openfelt.errors import RuleViolation
from openfelt.phrases import Count, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments import bagging
from openfelt.tournaments import clock as c
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.clock import MINUTE_MS, Clock
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for
from openfelt.tournaments.play_facts import name_of, plan_of, require_conducted, require_in_play, stage_due
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
MOST_MINUTES: Final = 7 * 24 * 60  # that one order adds, or gives as a break
Why = Literal["started", "paused", "next-stage", "time-added", "break"]


def start_clock(state: Tournament, order: q.StartClock, given: EventGiven) -> Events:
    """Let the clock run, and play with it."""
    cites = _required(state, order)
    if state.play.clock.runs:
        raise RuleViolation("clock-runs", rules_for(state).timed, "the clock runs", legal=("stop it",))
    if state.play.waits:
        text = "dealt hand for hand the clock runs on by a fixed time a round"
        raise RuleViolation("hand-for-hand", rules_for(state).hand_for_hand, text)
    return (_set(c.start(state.play.clock, given.now_ms), given, "started", cites, name_of(order.by)),)


def pause_clock(state: Tournament, order: q.PauseClock, given: EventGiven) -> Events:
    """Stop the clock: no round of play begins until it runs again."""
    cites = _required(state, order)
    stopped = c.pause(_running(state), plan_of(state), given.now_ms)
    return (_set(stopped, given, "paused", cites, order.by.name),)


def next_stage(state: Tournament, order: q.NextStage, given: EventGiven) -> Events:
    """End the present level or break."""
    cites, plan = _required(state, order), plan_of(state)
    if c.read(state.play.clock, plan, given.now_ms).stage >= len(plan) - 1:
        raise RuleViolation("last-level", rules_for(state).levels, "the last level stays until the session ends")
    bagging.require_opened(state)
    moved = c.next_stage(state.play.clock, plan, given.now_ms)
    return (_set(moved, given, "next-stage", cites, order.by.name),)


def add_time(state: Tournament, order: q.AddTime, given: EventGiven) -> Events:
    """Lengthen or shorten the present level or break."""
    cites, plan = _required(state, order), plan_of(state)
    if c.read(state.play.clock, plan, given.now_ms).left_ms is None:
        raise RuleViolation("no-length", rules_for(state).levels, "the present level does not end by the clock")
    if abs(order.more_ms) > MOST_MINUTES * MINUTE_MS:
        text = phrase(
            "a level is not made longer or shorter by more than {most} minutes at once", most=Count(MOST_MINUTES)
        )
        raise RuleViolation("bad-amount", rules_for(state).timed, text)
    moved = c.add_time(state.play.clock, plan, given.now_ms, order.more_ms)
    return (_set(moved, given, "time-added", cites, order.by.name),)


def insert_level(state: Tournament, order: q.InsertLevel, given: EventGiven) -> Events:
    """Put a reserved level in after the present one, and after those that were put in before and are still to come."""
    require_in_play(state)
    rules, play, plan = rules_for(state), state.play, plan_of(state)
    cites = require_conducted(state, order.by, "clock")
    reserved = conditions_of(state).play.inserted_levels
    if not isinstance(reserved, tuple) or not 1 <= order.which <= len(reserved):
        legal = [str(one) for one in range(1, len(reserved) + 1)] if isinstance(reserved, tuple) else []
        text = phrase("the conditions reserve no level {which} to be put in", which=order.which)
        raise RuleViolation("level-not-published", rules.published_levels, text, legal=legal)
    if any(one.which == order.which for one in play.inserted):
        text = phrase("level {which} of those was put in already", which=order.which)
        raise RuleViolation("too-many", rules.inserted, text)
    stage = plan[max(play.stage, c.read(play.clock, plan, given.now_ms).stage)]
    if stage.level == plan[-1].level:
        raise RuleViolation("last-level", rules.levels, "the last level stays until the session ends")
    at = stage.level + 1
    while any(one.at == at for one in play.inserted):
        at += 1
    return (p.LevelInserted(which=order.which, at=at, by=order.by.name, cites=joined(rules.inserted, cites)),)


def give_break(state: Tournament, order: q.GiveBreak, given: EventGiven) -> Events:
    """Stop the clock for a stated time."""
    require_in_play(state)
    rules = rules_for(state)
    cites = require_conducted(state, order.by, "break") + rules.given_break
    if not 0 < order.minutes <= MOST_MINUTES:
        text = phrase("a break has a stated length of whole minutes, {most} at most", most=Count(MOST_MINUTES))
        raise RuleViolation("bad-amount", rules.given_break, text)
    stopped = c.pause(_running(state), plan_of(state), given.now_ms)
    length = order.minutes * MINUTE_MS
    return (_set(stopped, given, "break", cites, order.by.name, break_ms=length),)


def reach_stage(state: Tournament, order: q.ReachStage, given: EventGiven) -> Events:
    """A level or a break begins once the one before is complete."""
    require_in_play(state)
    rules, plan, now = rules_for(state), plan_of(state), given.now_ms
    found = stage_due(state, now)
    if found is None or order.stage != state.play.stage + 1:
        text = phrase(
            "stage {stage} does not begin now; stage {now} is played", stage=order.stage, now=state.play.stage
        )
        raise RuleViolation("stage", rules.levels, text)
    stage = plan[order.stage]
    cites = rules.levels if not stage.is_break else rules.timed
    reached = p.StageReached(
        stage=order.stage, level=stage.level, is_break=stage.is_break, clock=found, at_ms=now, cites=cites
    )
    return (reached,)


def _required(state: Tournament, order: q.StartClock | q.PauseClock | q.NextStage | q.AddTime) -> Cites:
    require_in_play(state)
    return require_conducted(state, order.by, "clock") + rules_for(state).timed


def _running(state: Tournament) -> Clock:
    if not state.play.clock.runs:
        raise RuleViolation("clock-stands", rules_for(state).timed, "the clock stands", legal=("start it",))
    return state.play.clock


def _set(clock: Clock, given: EventGiven, why: Why, cites: Cites, by: str, *, break_ms: int = 0) -> p.ClockSet:
    return p.ClockSet(
        clock=clock, at_ms=given.now_ms, why=why, by=by, break_ms=break_ms, cites=tuple(dict.fromkeys(cites))
    )
