"""The director: what is to be ordered next, of the event and of its tables, from what both say and the time.

Pure: whoever calls it gives the orders and asks again with what they changed. Each order has a request id made only
from what was read, so that an order that is given again after a crash does nothing twice. An order that is refused
because a table has gone on meanwhile is made anew, under another id, from what that table says next.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from openfelt.tournaments import (
    bagging,
    colouring,
    committing,
    duty,
    home_directing,
    late,
    moving,
    sessions,
    table_directing,
    together,
)
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.clock import read
from openfelt.tournaments.conditions import Session
from openfelt.tournaments.facts import conditions_of, is_paid, rules_for, session_of, start_of
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.mystery import mystery_of
from openfelt.tournaments.play_facts import ends_of, is_late_open, next_session, plan_of, stage_due, waiting
from openfelt.tournaments.structure_check import moment
from openfelt.tournaments.table_directing import Directed, Tables
from openfelt.tournaments.table_orders import ClosedHand, TableReport
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import PlayerMove

__all__ = ["ClosedHand", "Directed", "TableReport", "due_ms", "in_entries", "next_orders"]
MINUTE_MS = 60_000
MOST_NOTED = 100  # rounds of play in one entry


def next_orders(
    event: Tournament, tables: Mapping[int, TableReport], now_ms: int, *, room_ahead_ms: int = 0
) -> tuple[Directed, ...]:
    """What is to be ordered now, in this order; nothing if all is as it should be.

    `tables` has every table that was ever opened for the event, by its tournament number; one that is done and that no
    session uses may be left out. What the event is told comes alone: the tables are looked at again once it is on
    record. `room_ahead_ms`: how far the room's clock, by which starts are published, is ahead of UTC.
    """
    if is_clock_only(event):
        return home_directing.next_orders(event, now_ms, now_ms + room_ahead_ms)
    if event.phase == "open":
        return tuple(_start(event, now_ms + room_ahead_ms))
    if event.phase in {"cancelled", "awarded"}:
        return tuple(table_directing.clear(event, tables))
    if event.phase != "started":
        return ()
    play = event.play
    if duty.is_held(event):
        noted = tuple(_notes(event, tables, now_ms)) if play.is_going_on else ()
        return noted or tuple(table_directing.orders(event, tables, now_ms) if play.is_going_on else ())
    if not play.is_going_on or play.is_between:
        seats = tuple(_substitutes(event, tables))
        return seats or tuple(table_directing.clear(event, tables)) or tuple(_between(event, now_ms + room_ahead_ms))
    for find in (_notes, _lapsed, _stage, _colour_up, _late, _end, _hand_for_hand, _moves):
        if found := tuple(find(event, tables, now_ms)):
            return found
    return tuple(table_directing.orders(event, tables, now_ms)) or tuple(_clock(event, tables, now_ms))


def in_entries(event: Tournament, orders: Sequence[Directed]) -> Iterator[tuple[Directed, ...]]:
    """Orders as they are given: rounds of play that are to be noted in one entry, every other order alone.

    Of a hundred tables several end a round in a moment. What is yielded of several rounds is one order, then each of
    them, for the case that one of them is refused.
    """
    hands = [one for one in orders if isinstance(one.order, q.NoteHand)]
    yield from ((one,) for one in orders if not isinstance(one.order, q.NoteHand))
    is_sealed = mystery_of(event) is None or event.play.envelopes is not None
    most = MOST_NOTED if is_sealed else 1  # what brings envelopes is noted before what opens one
    for at in range(0, len(hands), most):
        some = hands[at : at + most]
        if len(some) == 1:
            yield (some[0],)
        else:
            mark = zlib.crc32("\n".join(one.request for one in some).encode())
            whole = q.NoteHands(tuple(one.order for one in some if isinstance(one.order, q.NoteHand)))
            yield (_of_event(event, f"hands/{len(some)}/{mark}", whole), *some)


def _of_event(event: Tournament, request: str, order: o.TournamentOrder) -> Directed:
    return Directed(f"{event.name}/{request}", 0, order)


# --- before, between and after sessions -------------------------------------------------------------------------------


def _start(event: Tournament, room_ms: int) -> Iterator[Directed]:
    """An event that nobody conducts starts by itself: at its time, or when it is full."""
    conditions = conditions_of(event)
    if not rules_for(event).unattended or conditions.play.dealt != "online":
        return
    starts, paid = start_of(conditions), sum(is_paid(event, one) for one in event.live)
    least, most = conditions.entry.least_players, conditions.entry.most_players
    is_time = starts is not None and room_ms >= starts.replace(tzinfo=UTC).timestamp() * 1_000
    is_full = starts is None and isinstance(most, int) and paid >= most
    if (is_time or is_full) and paid >= max(2, least if isinstance(least, int) else 2):
        yield _of_event(event, "start", o.Start(None))


def _between(event: Tournament, room_ms: int) -> Iterator[Directed]:
    """The next session begins at its time; after the last the house awards, where nobody has to confirm the places."""
    session = next_session(event)
    if session is None:
        if sessions.is_finished(event) and rules_for(event).unattended:
            yield _of_event(event, "places", q.ConfirmPlaces())
        return
    due = committing.draw_due(event)
    if due is not None:
        yield _of_event(event, f"commit/{event.play.play_offs}/{due[0]}", q.CommitDraw(due[0]))
        return
    at = _starts_ms(session)
    if at is None or room_ms >= at:
        number = len(event.play.sessions), event.play.play_offs
        yield _of_event(event, f"session/{number[0]}/{number[1]}", q.BeginSession(str(session.name)))


def _starts_ms(session: Session) -> int | None:
    starts = moment(str(session.starts))
    return None if starts is None else int(starts.replace(tzinfo=UTC).timestamp() * 1_000)


# --- what the event is told -------------------------------------------------------------------------------------------


def _notes(event: Tournament, tables: Tables, now_ms: int) -> Iterator[Directed]:
    """Moves that are done, then rounds of play in the order in which they ended.

    Whoever has moved played the last round at the old table before, and those at the new one after: what comes after a
    move that is not on record yet waits until it is.
    """
    moved = [move for move in event.play.moves.values() if _is_done(move, tables)]
    for move in moved:
        here = tables.get(move.from_table)
        if here is None or not any(_played(hand, move.player) for hand in here.closed):
            yield _of_event(event, f"moved/{move.act}", q.NoteMove(move.act))
    yield from _substitutes(event, tables)
    for act, one in event.play.penalties.items():
        if any(is_kept(report, one.player, act) for report in tables.values()):
            yield _of_event(event, f"penalty/{act}", q.NotePenalty(act))
    for act, exchange in event.play.exchanges.items():
        report = tables.get(exchange.table)
        if report is not None and act in report.given:
            yield _of_event(event, f"exchanged/{act}", q.NoteExchange(act))
    for act, one in event.play.serving.items():
        is_over = event.play.at_play_ms(now_ms) >= one.until_ms
        if is_over and not any(is_kept(report, one.player, act) for report in tables.values()):
            yield _of_event(event, f"penalty over/{act}", q.EndPenalty(act))
    hands = [
        (hand.ended_ms, number, hand.number, hand)
        for number, report in tables.items()
        if number in event.play.tables
        for hand in report.closed
        if hand.number > event.play.tables[number].hands
    ]
    for _, table, number, hand in sorted(hands, key=lambda one: one[:3]):
        if any(move.to_table == table and _played(hand, move.player) for move in moved):
            return
        if any(_played(hand, one.substitute) for one in event.play.substitutes.values()):
            return
        given = table_directing.given_before(event, table, hand, tables)
        order = q.NoteHand(table, number, hand.results, hand.button, hand.began_ms, hand.ended_ms, given)
        yield _of_event(event, f"hand/{table}/{number}", order)


def _substitutes(event: Tournament, tables: Tables) -> Iterator[Directed]:
    """Substitutes who have the seat, and those who get none since the player sits nowhere any more."""
    for act, one in event.play.substitutes.items():
        sits = event.play.players.get(one.player)
        here = tables.get(sits.table) if sits is not None else None
        is_seated = here is not None and table_directing.sits(here, one.substitute)
        if sits is None or (is_seated and here is not None and not any(_played(h, one.player) for h in here.closed)):
            yield _of_event(event, f"substitute/{act}", q.NoteSubstitute(act))


def is_kept(report: TableReport, player: str, act: str) -> bool:
    """Whether a table keeps a player from play by an act, or for a number of rounds."""
    return bool(report.penalties.get(player)) or act in report.kept.get(player, ())


def _is_done(move: PlayerMove, tables: Tables) -> bool:
    """Whether a player who is to move sits at the other table."""
    there, here = tables.get(move.to_table), tables.get(move.from_table)
    if there is None or not table_directing.sits(there, move.player):
        return False
    return here is None or not table_directing.sits(here, move.player)


def _played(hand: ClosedHand, player: str) -> bool:
    return any(one.player == player for one in hand.results)


def _lapsed(event: Tournament, tables: Tables, now_ms: int) -> Iterator[Directed]:
    """Time to think of a re-buy is over: so many seconds, and at least until the next round begins there."""
    for group in event.play.broke:
        for one in group.brokes:
            report = tables.get(one.table)
            others = sum(chips > 0 for _, chips in report.players.values()) if report else 0
            waits = report is not None and report.hands <= one.number and others > 1 and report.held_until is None
            if one.until_ms and now_ms >= one.until_ms and not waits:
                yield _of_event(event, f"lapse/{one.player}/{one.table}/{one.number}", q.LapseRebuy(one.player))


def _stage(event: Tournament, _tables: Tables, now_ms: int) -> Iterator[Directed]:
    """The next level or break."""
    if stage_due(event, now_ms) is not None:
        number = event.play.stage + 1
        yield _of_event(event, f"stage/{event.play.session}/{event.play.play_offs}/{number}", q.ReachStage(number))


def _colour_up(event: Tournament, tables: Tables, _now_ms: int) -> Iterator[Directed]:
    """Chips that are no longer needed leave, once every table stands still.

    Then, and in a break until another day, no round notes chips that were bought meanwhile: they are noted as they are
    given out.
    """
    level = colouring.level_due(event)
    if level or bagging.is_overnight(event):
        here = {act for report in tables.values() if report.is_quiet for act in report.given}
        yield from (_of_event(event, f"given/{act}", q.NoteGiven(act)) for act in event.play.gifts if act in here)
    if level and colouring.is_quiet(event) and table_directing.all_stand(event, tables):
        mark = f"{event.play.session}/{event.play.play_offs}/{level}"
        yield _of_event(event, f"colour up/{mark}", q.ColourUp(level))


def _late(event: Tournament, _tables: Tables, _now_ms: int) -> Iterator[Directed]:
    """Whoever waits has a free seat; at the end of entries those who had none have their money back."""
    play = event.play
    if play.tied or not any(one.status == "applied" for one in event.entries.values()):
        return
    queue = waiting(event)
    if is_late_open(event, play.stage):
        if queue and late.free_seat(event, queue[0]) is not None and not play.moves and not play.proposed:
            yield _of_event(event, f"late/{play.session}/{queue[0]}", q.SeatLate(queue[0]))
            return
        if not sessions.is_over(event):
            return
    yield _of_event(event, f"entries closed/{play.session}/{len(event.entries)}", q.CloseEntries())


def _end(event: Tournament, tables: Tables, now_ms: int) -> Iterator[Directed]:
    """The session ends: first no further round begins, then it is ranked."""
    play = event.play
    mark = f"{play.session}/{play.play_offs}"
    if not play.closing and not sessions.is_over(event) and sessions.closing_due(event, now_ms):
        yield _of_event(event, f"close/{mark}", q.CloseSession(play.session))
    elif sessions.is_over(event) and _all_quiet(event, tables):
        yield _of_event(event, f"end/{mark}", q.EndSession(play.session))


def _all_quiet(event: Tournament, tables: Tables) -> bool:
    return all((one := tables.get(number)) is None or one.is_quiet for number in event.play.tables)


def _hand_for_hand(event: Tournament, tables: Tables, _now_ms: int) -> Iterator[Directed]:
    play = event.play
    if not play.waits:
        if play.clock.runs and together.is_wanted(event):
            yield _of_event(event, f"wait/{play.session}/{play.waited + 1}", q.BeginHandForHand())
        return
    is_held = all((one := tables.get(number)) is not None and one.held_until is not None for number in play.tables)
    if not _all_quiet(event, tables) or play.broke or play.moves or play.proposed or moving.moves_due(event):
        return
    if not together.is_wanted(event):
        yield _of_event(event, f"wait no more/{play.session}/{play.waited}", q.EndHandForHand())
    elif is_held and play.is_dealt:
        if event.play.disputes or sessions.is_over(event) or stage_is_behind(event):
            return
        rounds = tuple(
            (number, tables[number].hands + 1) for number, one in play.tables.items() if len(one.players) > 1
        )
        order = q.DealTogether(play.together + 1, rounds)
        yield _of_event(event, f"together/{play.session}/{play.waited}/{play.together + 1}", order)


def stage_is_behind(event: Tournament) -> bool:
    """Whether the clock of rounds dealt together is in a stage that has not begun yet."""
    return event.play.clock.stage > event.play.stage


def _moves(event: Tournament, tables: Tables, _now_ms: int) -> Iterator[Directed]:
    """Moves that are due; those of all players, and between rounds dealt together, once no table plays.

    A proposal that cannot be carried out any more is taken off first.
    """
    dealing = table_directing.dealing(event, tables)
    for number in moving.overtaken(event, dealing):
        yield _of_event(event, f"overtaken/{number}", q.DropMoves(number, dealing=dealing))
        return
    reason = moving.moves_due(event)
    if reason is None or sessions.is_over(event):
        return
    needs_quiet = reason == "redraw" or event.play.waits
    if not needs_quiet or table_directing.all_stand(event, tables):
        yield _of_event(event, f"plan/{event.play.plans + 1}", q.PlanMoves(reason, dealing=dealing))


def _clock(event: Tournament, tables: Tables, now_ms: int) -> Iterator[Directed]:
    """The clock starts by itself once everyone sits, and after a break that was given."""
    play = event.play
    if play.clock.runs or play.waits or conditions_of(event).play.dealt != "online":
        return
    seated = all(number in tables for number in play.tables)
    if not play.has_begun and seated:
        yield _of_event(event, f"clock/{play.session}/{play.play_offs}", q.StartClock())
    elif play.break_until and now_ms >= play.break_until:
        yield _of_event(event, f"clock/{play.session}/{play.break_until}", q.StartClock())


# --- when to look again -----------------------------------------------------------------------------------------------


def due_ms(event: Tournament, now_ms: int, *, room_ahead_ms: int = 0) -> int | None:
    """When the director must look again though nothing happens: the clock, a start, time to think. None: never."""
    return min(_moments(event, now_ms, room_ahead_ms), default=None)


def _moments(event: Tournament, now_ms: int, room_ahead_ms: int) -> Iterator[int]:
    """A start that has passed is no moment: what it waits for, more entries, makes the director look again."""
    if event.phase == "open" and rules_for(event).unattended and conditions_of(event).play.dealt == "online":
        starts = start_of(conditions_of(event))
        if starts is not None and (at := int(starts.replace(tzinfo=UTC).timestamp() * 1_000) - room_ahead_ms) > now_ms:
            yield at
    if event.phase != "started":
        return
    play = event.play
    coming = next_session(event)
    starts_ms = _starts_ms(coming) if coming is not None else None
    if starts_ms is not None and starts_ms - room_ahead_ms > now_ms:
        yield starts_ms - room_ahead_ms
    if not play.is_going_on:
        return
    stands = read(play.clock, plan_of(event), now_ms)
    if play.clock.runs and stands.left_ms is not None:
        yield now_ms + stands.left_ms
    if play.break_until and not play.clock.runs:
        yield play.break_until
    yield from (one.until_ms for group in play.broke for one in group.brokes if one.until_ms)
    if play.clock.runs and play.rest_from is None:
        at = play.at_play_ms(now_ms)
        yield from (now_ms + one.until_ms - at for one in play.serving.values() if one.until_ms > at)
    minutes = ends_of(session_of(conditions_of(event), play.session)).minutes
    if isinstance(minutes, int) and play.clock.runs and not play.closing:
        yield now_ms + max(0, minutes * MINUTE_MS - play.session_ms(now_ms))
