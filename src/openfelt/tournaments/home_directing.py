"""The director of a home game: levels by the clock, the next session, and moves that are proposed. It asks no table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC

from openfelt.tournaments import committing, moving, sessions
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.facts import conditions_of, session_of
from openfelt.tournaments.play_facts import next_session, stage_due
from openfelt.tournaments.structure_check import moment
from openfelt.tournaments.table_directing import Directed
from openfelt.tournaments.tournament import Tournament


def next_orders(event: Tournament, now_ms: int, room_ms: int) -> tuple[Directed, ...]:
    """What is to be ordered now; who plays and how it ends is for whoever conducts the game."""
    if event.phase != "started":
        return ()
    steps = (_stage, _end, _moves) if event.play.is_going_on else (_session,)
    for find in steps:
        if found := tuple(find(event, now_ms if event.play.is_going_on else room_ms)):
            return found
    return ()


def _of_event(event: Tournament, request: str, order: o.TournamentOrder) -> Directed:
    return Directed(f"{event.name}/{request}", 0, order)


def _session(event: Tournament, room_ms: int) -> Iterator[Directed]:
    session = next_session(event)
    if session is None:
        return
    due = committing.draw_due(event)
    if due is not None:
        yield _of_event(event, f"commit/{due[0]}", q.CommitDraw(due[0]))
        return
    starts = moment(str(session.starts))
    if starts is None or room_ms >= starts.replace(tzinfo=UTC).timestamp() * 1_000:
        yield _of_event(event, f"session/{len(event.play.sessions)}/0", q.BeginSession(str(session.name)))


def _stage(event: Tournament, now_ms: int) -> Iterator[Directed]:
    if stage_due(event, now_ms) is not None:
        number = event.play.stage + 1
        yield _of_event(event, f"stage/{event.play.session}/0/{number}", q.ReachStage(number))


def _end(event: Tournament, _now_ms: int) -> Iterator[Directed]:
    """A session from which players advance ends by itself; the last one is confirmed."""
    session = session_of(conditions_of(event), event.play.session)
    if session.advance != "final" and sessions.is_over(event):
        yield _of_event(event, f"end/{event.play.session}/0", q.EndSession(event.play.session))


def _moves(event: Tournament, _now_ms: int) -> Iterator[Directed]:
    """Moves that are due are proposed, unless these were dropped; those that came too late are taken off first."""
    play = event.play
    for number in moving.overtaken(event):
        yield _of_event(event, f"overtaken/{number}", q.DropMoves(number))
        return
    reason = moving.moves_due(event)
    if reason is None or sessions.is_over(event) or play.dropped == (len(play.players), play.moves_made):
        return
    yield _of_event(event, f"plan/{play.plans + 1}", q.PlanMoves(reason))
