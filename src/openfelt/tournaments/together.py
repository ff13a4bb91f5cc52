"""Hand for hand: near the prizes tables wait for each other, and the rounds that they deal together count as one."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import phrase
from openfelt.rulebooks import joined
from openfelt.tournaments import clock as c
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.advancing import count_of
from openfelt.tournaments.conditions import Advance, HandForHand
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for, session_of
from openfelt.tournaments.play_facts import paid_places, plan_of, require_in_play
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
BY_ROUNDS: Final = HOUSE.cite("20.13.1")


def is_wanted(state: Tournament) -> bool:
    """Whether the conditions want tables to wait for each other: few more are in than win something, no break.

    In a session that leads to another: than go on from it. Where that is decided table by table nobody waits.
    """
    terms, play = conditions_of(state).play.hand_for_hand, state.play
    if not isinstance(terms, HandForHand) or len(play.tables) < 2 or play.closing or play.tied or play.pairs:
        return False
    session = session_of(conditions_of(state), play.session)
    if isinstance(session.advance, Advance) and session.advance.per == "table":
        return False
    enough = count_of(session) or paid_places(state)
    return enough < len(play.players) <= enough + terms.players_above and not plan_of(state)[play.stage].is_break


def begin(state: Tournament, _order: q.BeginHandForHand, given: EventGiven) -> Events:
    """Tables wait for each other from now on; the clock stands."""
    _require(state, waits=False)
    if not is_wanted(state):
        raise RuleViolation("hand-for-hand", rules_for(state).hand_for_hand, "the conditions do not want that now")
    stopped = c.pause(state.play.clock, plan_of(state), given.now_ms)
    return (p.HandForHandBegan(clock=stopped, at_ms=given.now_ms, cites=rules_for(state).hand_for_hand),)


def deal(state: Tournament, order: q.DealTogether, given: EventGiven) -> Events:
    """All tables deal one round; the clock runs on by what the conditions say that it takes."""
    _require(state, waits=True)
    play, rules = state.play, rules_for(state)
    if order.number != play.together + 1 or not play.is_dealt:
        text = phrase("round {together} is not over at all tables", together=play.together)
        raise RuleViolation("hand-for-hand", rules.hand_for_hand, text, legal=(str(play.together + 1),))
    for table, number in order.rounds:
        if table not in play.tables or number <= play.tables[table].hands:
            text = phrase("table {table} does not deal round {number} next", table=table, number=number)
            raise RuleViolation("no-table", rules.hand_for_hand, text)
    ran_ms, clock = _moved_on(state, given)
    return (
        p.HandsTogether(
            number=order.number,
            rounds=order.rounds,
            clock=clock,
            at_ms=given.now_ms,
            ran_ms=ran_ms,
            cites=joined(rules.hand_for_hand, BY_ROUNDS if ran_ms else ()),
        ),
    )


def _moved_on(state: Tournament, given: EventGiven) -> tuple[int, c.Clock]:
    """What the last round that was dealt together counts for, and the clock after it; nothing before the first one."""
    terms = conditions_of(state).play.hand_for_hand
    assert isinstance(terms, HandForHand)
    ran_ms = terms.minutes_per_hand * c.MINUTE_MS if state.play.rounds else 0
    clock = state.play.clock
    return ran_ms, c.add_time(clock, plan_of(state), given.now_ms, -ran_ms) if ran_ms else clock


def end(state: Tournament, _order: q.EndHandForHand, given: EventGiven) -> Events:
    """Tables need not wait any more; the clock runs."""
    _require(state, waits=True)
    if is_wanted(state):
        raise RuleViolation("hand-for-hand", rules_for(state).hand_for_hand, "the conditions still want that")
    ran_ms, clock = _moved_on(state, given)
    cites = joined(rules_for(state).hand_for_hand, BY_ROUNDS if ran_ms else ())
    clock = c.start(clock, given.now_ms)
    return (p.HandForHandEnded(clock=clock, at_ms=given.now_ms, ran_ms=ran_ms, cites=cites),)


def _require(state: Tournament, *, waits: bool) -> None:
    require_in_play(state)
    if state.play.waits != waits:
        text = "tables wait for each other" if state.play.waits else "tables do not wait for each other"
        raise RuleViolation("hand-for-hand", rules_for(state).hand_for_hand, text)
