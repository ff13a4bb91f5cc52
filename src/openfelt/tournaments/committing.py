"""The draw of a session's seats, or of its bracket, is fixed and its root told before it is made.

As soon as the players of the next session are known the house commits to a draw of so many; the session begins by that
draw and no other. If their number changes meanwhile, another draw is committed to.
"""

from __future__ import annotations

from openfelt.errors import RuleViolation
from openfelt.phrases import phrase, quoted
from openfelt.rulebooks import joined
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.conditions import Bracket, Session
from openfelt.tournaments.facts import EventGiven, conditions_of, require_phase, rules_for
from openfelt.tournaments.play_facts import next_session, seated_of
from openfelt.tournaments.rules import TOLD_BEFORE
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]


def draw_of(state: Tournament, session: Session) -> tuple[str, int]:
    """The name of the draw that a session begins with, and of how many; of none where nothing is drawn."""
    play, terms = state.play, conditions_of(state).heads_up
    if session.format == "heads-up":
        is_drawn = not play.pairs and (not isinstance(terms, Bracket) or terms.seeding == "draw")
        count = len(seated_of(state, session)) if is_drawn else 0
        return f"{state.name}/{session.name}/bracket of {count}", count
    what = f"play-off {play.play_offs}" if play.tied else "seats"
    count = len(play.tied) if play.tied else len(seated_of(state, session))
    return f"{state.name}/{session.name}/{what} of {count}", count


def draw_due(state: Tournament) -> tuple[str, int] | None:
    """The draw that is to be committed to now; None if there is none, or it is."""
    session = next_session(state) if state.phase == "started" else None
    if session is None:
        return None
    name, count = draw_of(state, session)
    return (name, count) if count and name not in state.play.committed else None


def commit_draw(state: Tournament, order: q.CommitDraw, given: EventGiven) -> Events:
    """Fix the draw that the next session begins with, and tell its root."""
    cites = joined(rules_for(state).seats_drawn, TOLD_BEFORE)
    require_phase(state, cites, "started")
    due = draw_due(state)
    if due is None or due[0] != order.draw:
        legal = (due[0],) if due else ()
        text = phrase("no draw of the name {draw} is to be fixed now", draw=quoted(order.draw))
        raise RuleViolation("draw", cites, text, legal=legal)
    name, count = due
    return (p.DrawCommitted(draw=name, size=count, root=given.commit(name, count), cites=cites),)


def committed(state: Tournament, session: Session, given: EventGiven) -> tuple[str, tuple[int, ...]]:
    """The draw that a session begins with, as it was fixed; refused if its root was not told before."""
    name, count = draw_of(state, session)
    if count and name not in state.play.committed:
        cites = joined(rules_for(state).seats_drawn, TOLD_BEFORE)
        raise RuleViolation("draw", cites, "the root of the draw is told before it is made", legal=("fix it first",))
    return name, given.drawn_earlier(name, count) if count else ()
