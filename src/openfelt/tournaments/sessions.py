"""Sessions: the draw of seats, how each ends, who advances, play-offs, and the places and prizes of the whole event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby

from openfelt.errors import RuleViolation
from openfelt.phrases import Count, Name, phrase, quoted
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments import advancing, bracket, committing, conducting, finals, seating
from openfelt.tournaments import clock as c
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.bounties import rest_of_bounties
from openfelt.tournaments.conditions import Advance, Breaking, PlayOff, Session
from openfelt.tournaments.facts import EventGiven, conditions_of, require_office, require_phase, rules_for, session_of
from openfelt.tournaments.in_play import PlayerInPlay
from openfelt.tournaments.play_facts import (
    chances_from,
    ends_of,
    is_pool_open,
    levels_now,
    name_of,
    next_session,
    paid_places,
    players_left,
    playing_off,
    require_conducted,
    require_in_play,
    seated_of,
    seats_of,
)
from openfelt.tournaments.structure_check import moment
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import Seated

Events = tuple[e.TournamentEvent, ...]
Groups = tuple[tuple[str, ...], ...]
Tables = tuple[tuple[int, Groups], ...]
MINUTE_MS = c.MINUTE_MS


# --- the draw ---------------------------------------------------------------------------------------------------------


def begin_session(state: Tournament, order: q.BeginSession, given: EventGiven) -> Events:
    """Give everyone of a session a seat by the draw, and equal chips."""
    rules = rules_for(state)
    cites = require_conducted(state, order.by, "session")
    require_phase(state, rules.seats_drawn, "started")
    session = next_session(state)
    if session is None or session.name != order.session:
        legal = (str(session.name),) if session else ()
        text = phrase("{session} does not begin now", session=quoted(order.session))
        raise RuleViolation("session", rules.seats_drawn, text, legal=legal)
    starts = moment(str(session.starts))
    if starts is not None and given.at < starts:
        text = phrase("it starts at {starts}", starts=Name(format(starts, "%Y-%m-%d %H:%M")))
        raise RuleViolation("too-early", rules.asks["sessions[].starts"], text)
    without = finals.left_out(state, session)
    if session.format == "heads-up":
        return without + bracket.begin_matches(state, session, given)
    tied = state.play.tied
    players = list(tied) if tied else seated_of(state, session)
    name, order_of_draw = committing.committed(state, session, given)
    seats, tables = drawn(state, players, session, order_of_draw, given)
    plan = c.stages(levels_now(state, session))
    drawn_event = p.SeatsDrawn(
        session=str(session.name), tables=tables, seats=seats, draw=name, clock=c.new_clock(plan),
        play_off=bool(tied), kept_together=kept_together(seats, given.apart),
        cites=tuple(dict.fromkeys(cites + rules.seats_drawn + (rules.play_off if tied else ()) + rules.equal_chips)),
    )  # fmt: skip
    return (*without, drawn_event)


def drawn(
    state: Tournament, players: list[str], session: Session, order: tuple[int, ...], given: EventGiven
) -> tuple[tuple[Seated, ...], tuple[p.SetUp, ...]]:
    """Who sits where, and at which tables: as many as the players need."""
    rules, places = rules_for(state), seats_of(conditions_of(state))
    needed = seating.tables_for(len(players), places)
    if isinstance(session.tables, int) and needed > session.tables:
        text = phrase(
            "{players} players need {needed} tables; the conditions have {tables}",
            players=Count(len(players)),
            needed=needed,
            tables=session.tables,
        )
        raise RuleViolation("tables", rules.asks["sessions[].tables"], text)
    numbers = [state.play.last_table + at for at in range(1, needed + 1)]
    at = seating.drawn_seats(players, numbers, places, order, given.apart)
    chips = session.starting_chips
    if (terms := playing_off(state, session)) is not None:
        chips = terms.starting_chips
    assert isinstance(chips, int)
    seats = tuple(Seated(player, table, seat, chips) for player, (table, seat) in at.items())
    return seats, tuple(p.SetUp(number, places) for number in numbers)


def kept_together(seats: Sequence[Seated], apart: frozenset[frozenset[str]]) -> tuple[tuple[str, str], ...]:
    """Pairs that should be apart and sit at one table."""
    if not apart:
        return ()
    table = {one.player: one.table for one in seats}
    pairs = sorted(tuple(sorted(pair)) for pair in apart)
    return tuple((one, two) for one, two in pairs if one in table and table[one] == table.get(two))


# --- the end of a session ---------------------------------------------------------------------------------------------


def close_session(state: Tournament, order: q.CloseSession, given: EventGiven) -> Events:
    """Let no further round of play begin: by time, by rounds, or early since who goes on is determined."""
    session, rules = require_in_play(state), rules_for(state)
    cites = require_conducted(state, order.by, "session")
    _same(state, order.session)
    if state.play.closing:
        raise RuleViolation("closing", rules.session_ends, "the session ends after the present rounds")
    why = closing_due(state, given.now_ms)
    if why is None and order.by and is_determined(state, session):
        return (_closed(state, "determined", cites + rules.ends_early, order),)
    if why is None:
        text = "the session is not over, and who goes on is not determined"
        raise RuleViolation("session-goes-on", rules.ends_early, text)
    return (_closed(state, why, cites + rules.session_ends, order),)


def _closed(state: Tournament, why: p.Closing, cites: Cites, order: q.CloseSession) -> p.SessionClosed:
    return p.SessionClosed(session=state.play.session, why=why, by=name_of(order.by), cites=tuple(dict.fromkeys(cites)))


def _same(state: Tournament, name: str) -> None:
    if name != state.play.session:
        text = phrase("{session} is in play, not {name}", session=quoted(state.play.session), name=quoted(name))
        raise RuleViolation("session", rules_for(state).session_ends, text, legal=(state.play.session,))


def closing_due(state: Tournament, now_ms: int) -> p.Closing | None:
    """Why no further round begins in the session: its time or its rounds are over."""
    session, play = session_of(conditions_of(state), state.play.session), state.play
    ends = ends_of(session)
    rounds = ends.rounds
    if (terms := playing_off(state, session)) is not None:
        rounds = terms.rounds
    elif isinstance(ends.minutes, int) and play.session_ms(now_ms) >= ends.minutes * MINUTE_MS:
        return "time"
    playing = [one for one in play.tables.values() if len(one.players) > 1]
    if isinstance(rounds, int) and playing and all(one.hands >= rounds for one in playing):
        return "rounds"
    return None


def is_determined(state: Tournament, session: Session) -> bool:
    """Whether it is certain who advances: no more are left than do."""
    terms, play = session.advance, state.play
    if not isinstance(terms, Advance) or play.broke:
        return len(play.players) <= 1
    most = terms.count if isinstance(terms.count, int) else 1
    if terms.per == "table":
        return all(len(one.players) <= most for one in play.tables.values())
    return len(play.players) <= most


def is_over(state: Tournament) -> bool:
    """Whether the last round of the session is noted, as far as its conditions say; the tables may still play."""
    session, play = session_of(conditions_of(state), state.play.session), state.play
    if play.broke or not (play.players or is_deserted(state)):
        return False
    if session.format == "heads-up":
        return all(len(one.players) <= 1 for one in play.tables.values())
    if play.closing or len(play.players) <= 1 or is_apart(state):
        return True
    if playing_off(state, session) is not None:
        return False
    if is_by_table(session) and all(len(one.players) <= 1 for one in play.tables.values()):
        return True
    per_table = ends_of(session).left_per_table
    if isinstance(per_table, int):
        return all(len(one.players) <= max(1, per_table) for one in play.tables.values())
    if ends_of(session).players_left == "prizes" and is_pool_open(state):
        return False
    return len(play.players) <= players_left(state, session)


def is_deserted(state: Tournament) -> bool:
    """Whether all who were left in the session are disqualified: nobody plays any more."""
    play = state.play
    return not play.players and not play.is_between and bool(play.outs)


def end_session(state: Tournament, order: q.EndSession, given: EventGiven) -> Events:
    """Rank the session: who advances, or the places; equal chips that matter are played off first."""
    session, rules = require_in_play(state), rules_for(state)
    _same(state, order.session)
    if not is_over(state):
        raise RuleViolation("session-goes-on", rules.session_ends, "the session is not over")
    if session.format == "heads-up":
        return tuple(bracket.end_matches(state, given))
    if any(one.status == "applied" and one.session == session.name for one in state.live):
        raise RuleViolation("entries-open", rules.late, "entries are not closed", legal=("close them",))
    if is_apart(state) and len(state.play.players) > players_left(state, session) and not state.play.closing:
        return (_again(state, order.session),)
    places, tables = ranked(state), ranked_by_table(state, session)
    tied = tie_that_matters(state, session, places, tables) if state.play.deal_made is None else ()
    if tied and isinstance(session.play_off, PlayOff):
        called = p.PlayOffCalled(
            session=order.session, places=places, tied=tied, returned=state.play.issued, by_table=tables,
            cites=rules.play_off + rules.chips_back,
        )  # fmt: skip
        return (called,)
    terms, lists = session.advance, lists_of(state, session, places, tables)
    going = advancing.going_on(state, session, places, lists, given)
    is_filled = not set(going.advanced) <= left_in(state)
    cites = joined(
        rules.session_ends, rules.advances if going.advanced else (),
        going.cites, advancing.BY_PLACES if is_filled else (), rules.chips_back,
    )  # fmt: skip
    to = str(terms.to) if isinstance(terms, Advance) else ""
    over = p.SessionOver(
        session=order.session, places=places, advanced=going.advanced, to=to, returned=state.play.issued,
        parted=going.parted, drawn=going.drawn, cites=cites,
    )  # fmt: skip
    return (over,)


def left_in(state: Tournament) -> frozenset[str]:
    """Who is left at the end of the session, also where they have played off a tie since."""
    play = state.play
    return play.left if play.tied and not play.again else frozenset(play.players)


def is_apart(state: Tournament) -> bool:
    """Whether the last players of tables that nobody is moved between wait for each other."""
    play, terms = state.play, conditions_of(state).play
    per_table = ends_of(session_of(conditions_of(state), play.session)).left_per_table
    if isinstance(terms.breaking, Breaking) or terms.final_table_redraw is True or isinstance(per_table, int):
        return False
    if is_by_table(session_of(conditions_of(state), play.session)):
        return False
    return len(play.players) > 1 and all(len(one.players) <= 1 for one in play.tables.values())


def _again(state: Tournament, session: str) -> p.PlayOffCalled:
    """The last of each table are given seats and chips anew; who is out keeps the place."""
    rules, left = rules_for(state), tuple(state.play.players)
    groups = ranked_with(state, (left,))
    cites = tuple(dict.fromkeys(rules.seats_drawn + rules.no_moves + rules.chips_back))
    return p.PlayOffCalled(
        session=session, places=groups, tied=left, returned=state.play.issued, again=True, cites=cites
    )


def ranked(state: Tournament) -> Groups:
    """The session's places, best first: those who are left by their chips, then those who are out, the last first."""
    play = state.play
    left = sorted(play.players.values(), key=lambda one: -one.all_chips)
    groups = [tuple(one.player for one in same) for _, same in groupby(left, key=lambda one: one.all_chips)]
    return ranked_with(state, tuple(groups))


def ranked_with(state: Tournament, groups: Groups) -> Groups:
    """These first, then those who are out; where a tie is played off, in the places of the tied."""
    play = state.play
    found = (*groups, *reversed(play.outs))
    if not play.tied:
        return found
    if play.by_table:
        return play.ranking  # a play-off at a table says who advances from there, and moves no place of the others
    at = play.ranking.index(play.tied)
    return (*play.ranking[:at], *found, *play.ranking[at + 1 :])


def is_by_table(session: Session) -> bool:
    """Whether those with the most chips of each table advance."""
    terms = session.advance
    return isinstance(terms, Advance) and terms.per == "table" and terms.method == "most-chips"


def ranked_by_table(state: Tournament, session: Session) -> Tables:
    """Who is left at each table, the most chips first, where that says who advances; a play-off parts the tied."""
    play = state.play
    if not is_by_table(session):
        return ()
    left = sorted(play.players.values(), key=lambda one: -one.all_chips)
    if not play.by_table:
        return tuple((number, _by_chips(one for one in left if one.table == number)) for number in sorted(play.tables))
    parted = (*_by_chips(left), *reversed(play.outs))
    return tuple(
        (number, tuple(one for group in groups for one in (parted if group == play.tied else (group,))))
        for number, groups in play.by_table
    )


def _by_chips(players: Iterable[PlayerInPlay]) -> Groups:
    groups = groupby(players, key=lambda one: one.all_chips)
    return tuple(tuple(one.player for one in same) for _, same in groups)


def cuts_of(state: Tournament, session: Session) -> list[int]:
    """After how many places those end who advance, and those of each second chance."""
    chances = chances_from(conditions_of(state), str(session.name))
    return list(accumulate((one.count for one in chances), initial=advancing.count_of(session)))


def tie_that_matters(state: Tournament, session: Session, places: Groups, tables: Tables) -> tuple[str, ...]:
    """The first players with equal chips of whom some advance and some do not, or who win different prizes."""
    terms, at = session.advance, 0
    if tables and isinstance(terms, Advance):
        count = terms.count if isinstance(terms.count, int) else 1
        return next((tied for _, groups in tables if (tied := advancing.straddling(groups, count))), ())
    cuts = cuts_of(state, session)
    left = left_in(state)
    for group in places:
        covered = range(at, at + len(group))
        at += len(group)
        if len(group) < 2 or not set(group) <= left:
            continue
        if isinstance(terms, Advance):
            if terms.per == "session" and any(covered[0] < cut <= covered[-1] for cut in cuts):
                return group
        elif covered[0] < paid_places(state) and not _all_win_alike(state, covered):
            return group
    return ()


def _all_win_alike(state: Tournament, covered: range) -> bool:
    """Whether these places, from 0, win the same: entries in another event."""
    return conditions_of(state).prizes.bands == "none" and covered[-1] < paid_places(state)


def lists_of(state: Tournament, session: Session, places: Groups, tables: Tables) -> list[Groups]:
    """The places by which so many go on: those of the session, or of each table."""
    terms = session.advance
    if not isinstance(terms, Advance) or terms.per == "session":
        return [places]
    play = state.play
    left = dict(tables or ((number, (tuple(one.players.values()),)) for number, one in play.tables.items()))
    if not isinstance(conditions_of(state).play.breaking, Breaking):  # whose last player was disqualified
        left |= {one.table: () for one in play.disqualified.values() if one.table not in left}
    return [advancing.filled(state, number, left[number], places) for number in sorted(left)]


# --- the places of the event, and its prizes --------------------------------------------------------------------------


def final_places(state: Tournament) -> Groups:
    """All places of the event, best first: those of the final, then of those who did not get there.

    Sessions that lead to the same one are equal: whoever has the same place in two of them shares it.
    """
    conditions, results = conditions_of(state), {one.name: one for one in state.play.sessions}
    depth = {str(one.name): _to_final(conditions.sessions, one) for one in conditions.sessions}
    last = {
        player: name for name, result in results.items() for group in result.places for player in group
    }  # a later session counts
    found: dict[tuple[int, int], list[str]] = {}
    for name, result in results.items():
        place = 1
        for group in result.places:
            rest = [one for one in group if last[one] == name]
            if rest:
                found.setdefault((depth[name], place), []).extend(rest)
            place += len(group)
    return tuple(tuple(found[key]) for key in sorted(found))


def _to_final(sessions: tuple[Session, ...], one: Session) -> int:
    """How many sessions later the final is."""
    steps, names = 0, {two.name: two for two in sessions}
    while isinstance(one.advance, Advance) and one.advance.to in names and steps < len(sessions):
        one, steps = names[one.advance.to], steps + 1
    return steps


def is_finished(state: Tournament) -> bool:
    """Whether the last session is over."""
    return state.phase == "started" and bool(state.play.sessions) and not state.play.session and not next_session(state)


def confirm_places(state: Tournament, order: q.ConfirmPlaces, given: EventGiven) -> Events:
    """Award by the record. Where the house may conduct an event itself, it pays at once."""
    rules = rules_for(state)
    if order.by:
        cites = require_office(conditions_of(state).book, order.by, "award")
    elif rules.unattended:
        cites = rules.unattended
    else:
        text = phrase("the places are confirmed by the {office}", office=rules.conducted_by.value)
        raise RuleViolation("attended", rules.awards, text, legal=("confirm them",))
    require_phase(state, rules.awards, "started")
    if not is_finished(state):
        raise RuleViolation("session-goes-on", rules.awards, "the last session is not over")
    made = conducting.award_places(state, final_places(state), name_of(order.by), given, cites)
    made = (*rest_of_bounties(state, final_places(state)), *made)
    if order.by:
        return made
    awarded = made[-1]
    assert isinstance(awarded, e.PrizesAwarded)
    return (*made, *(_paid(state, one, rules.whole_pool + rules.unattended) for one in awarded.prizes))


def _paid(state: Tournament, one: e.PrizeWon, cites: Cites) -> e.PrizePaid:
    moves = conducting.payout(state, one)
    why = tuple(dict.fromkeys(cites + rules_for(state).outside_revenue))
    return e.PrizePaid(player=one.player, cents=one.cents, goods=one.goods, by=name_of(None), cites=why, moves=moves)
