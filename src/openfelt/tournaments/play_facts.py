"""What decisions of the event in play share: the session, its levels and periods, its prizes, who orders what."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.room.offices import Officer
from openfelt.rulebooks import Cites
from openfelt.tournaments import prizes
from openfelt.tournaments.clock import Clock, Stage, read, stages
from openfelt.tournaments.conditions import (
    AddOns,
    Advance,
    Alternates,
    Conditions,
    Ends,
    FinalBuyIn,
    Level,
    Period,
    PlayOff,
    Rebuys,
    ReEntry,
    Repechage,
    Satellite,
    Session,
)
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.facts import (
    conditions_of,
    due,
    guaranteed,
    is_paid,
    received,
    require_office,
    rules_for,
    session_of,
)
from openfelt.tournaments.in_play import InPlay
from openfelt.tournaments.rules import Deed
from openfelt.tournaments.seating import TableSeats
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import Dealing

THE_HOUSE: Final = "house"


def name_of(by: Officer | None) -> str:
    """Who gave an order."""
    return by.name if by else THE_HOUSE


def require_conducted(state: Tournament, by: Officer | None, deed: Deed) -> Cites:
    """Refuse an officer whom no clause names for this; the house itself does what the conditions say."""
    return require_office(conditions_of(state).book, by, deed) if by else ()


def require_in_play(state: Tournament) -> Session:
    """The session in play; refused while there is none."""
    conditions = conditions_of(state)
    if not state.play.is_going_on or state.phase != "started":
        raise RuleViolation("no-session", rules_for(state).session_ends, "no session is in play", legal=("begin one",))
    return session_of(conditions, state.play.session)


def require_not_thrown_out(state: Tournament, player: str) -> None:
    """Refuse whoever was disqualified from the event."""
    thrown = state.play.disqualified.get(player)
    if thrown is not None:
        text = phrase("{player} was disqualified from the event", player=Name(player))
        raise RuleViolation("disqualified", thrown.cites, text)


def seats_of(conditions: Conditions) -> int:
    """How many sit at a table."""
    assert isinstance(conditions.play.seats, int)
    return conditions.play.seats


# --- the clock --------------------------------------------------------------------------------------------------------


def plan_of(state: Tournament) -> tuple[Stage, ...]:
    """The levels and breaks of the session in play."""
    conditions = conditions_of(state)
    return stages(levels_now(state, session_of(conditions, state.play.session)))


def playing_off(state: Tournament, session: Session) -> PlayOff | None:
    """The terms of the play-off that is going on or is to begin."""
    is_tied = state.play.tied and not state.play.again
    return session.play_off if is_tied and isinstance(session.play_off, PlayOff) else None


def levels_now(state: Tournament, session: Session) -> tuple[Level, ...]:
    """The levels of a session, or those of its play-off, with those that were put in."""
    conditions, terms = conditions_of(state), playing_off(state, session)
    found = conditions.schedule(terms.schedule) if terms is not None else None
    levels = found.levels if found else conditions.levels_of(session)
    reserved = conditions.play.inserted_levels
    if state.play.inserted and isinstance(reserved, tuple) and state.play.session == session.name:
        for one in state.play.inserted:
            levels = (*levels[: one.at - 1], reserved[one.which - 1], *levels[one.at - 1 :])
    return levels


def published_level(play: InPlay, level: int) -> tuple[int, bool]:
    """The number that a level has in the published schedule; of one that was put in, that of the level before it."""
    before = sum(one.at <= level for one in play.inserted)
    return level - before, any(one.at == level for one in play.inserted)


def level_now(state: Tournament) -> Level:
    """The level that is played, or that the break follows."""
    conditions = conditions_of(state)
    levels = levels_now(state, session_of(conditions, state.play.session))
    return levels[plan_of(state)[state.play.stage].level - 1]


def stage_due(state: Tournament, now_ms: int) -> Clock | None:
    """The clock at the beginning of the stage that is to begin now; None if none is."""
    play, plan = state.play, plan_of(state)
    if play.stage >= len(plan) - 1:
        return None
    if read(play.clock, plan, now_ms).stage > play.stage:
        return play.clock
    if plan[play.stage].is_break or not (play.clock.runs or play.waits) or not is_complete(state, level_now(state)):
        return None
    return Clock(play.stage + 1, plan[play.stage + 1].length_ms, now_ms if play.clock.runs else None)


def is_complete(state: Tournament, level: Level) -> bool:
    """Whether a level of hands or of eliminations is over: the hands of every table that plays."""
    play = state.play
    if isinstance(level.hands, int):
        playing = [one for one in play.tables.values() if len(one.players) > 1]
        return bool(playing) and all(one.hands - one.hands_at_stage >= level.hands for one in playing)
    if isinstance(level.eliminations, int):
        return sum(map(len, play.outs)) - play.stage_since_outs >= level.eliminations
    return False


def stage_at(play: InPlay, at_ms: int) -> int:
    """Which stage it was at a moment."""
    return max((stage for stage, since in play.reached if since <= at_ms), default=0)


def is_in_period(state: Tournament, period: object, stage: int) -> bool:
    """Whether a stage of the session in play lies in a period of levels."""
    if not isinstance(period, Period) or not state.play.is_going_on or state.play.tied:
        return False  # what is played off has its own levels; the periods were those before
    conditions, one = conditions_of(state), plan_of(state)[stage]
    first = conditions.session(period.session)
    last = period.last_level if isinstance(period.last_level, int) else 0
    level, is_put_in = published_level(state.play, one.level)
    if first is None or first.name != state.play.session or not period.first_level <= level <= last:
        return False
    if is_put_in:
        return level < last  # a period ends with the level that was published for it
    return not one.is_break or level < last or period.with_break


def is_late_open(state: Tournament, stage: int) -> bool:
    """Whether somebody may still come in: by the period of late entries; alternates without one in the first level."""
    entry = conditions_of(state).entry
    if not state.play.is_going_on or state.play.closing or state.play.tied:
        return False
    if isinstance(entry.late_entry, Period):
        return is_in_period(state, entry.late_entry, stage)
    return isinstance(entry.alternates, Alternates) and stage == 0


def is_pool_open(state: Tournament) -> bool:
    """Whether the pool may still grow by entries or re-buys."""
    conditions, stage = conditions_of(state), state.play.stage
    terms = [
        one.period
        for one in (conditions.rebuys, conditions.add_ons, conditions.entry.re_entry)
        if isinstance(one, Rebuys | AddOns | ReEntry)
    ]
    return is_late_open(state, stage) or any(is_in_period(state, one, stage) for one in terms)


def waiting(state: Tournament) -> list[str]:
    """Who has paid for the session in play and has no seat yet, the next first: alternates, then late entries."""
    found = [
        one.player
        for one in state.live
        if one.status == "applied" and one.session == state.play.session and is_paid(state, one)
    ]
    first = [one for one in state.play.alternates if one in found]
    return first + [one for one in found if one not in first]


# --- sessions ---------------------------------------------------------------------------------------------------------


def players_of(state: Tournament, session: Session) -> list[str]:
    """Who plays a session: those who entered it, and those who advanced to it, in the order of entry."""
    conditions = conditions_of(state)
    if session in entry_sessions(conditions):
        return [
            one.player
            for one in state.entries.values()
            if one.status == "playing" and one.session == session.name and one.player not in state.play.disqualified
        ]
    found = {player for one in state.play.sessions if one.to == session.name for player in one.advanced}
    found |= given_a_chance(state, session)
    terms = conditions.entry.final_buy_in
    if isinstance(terms, FinalBuyIn) and terms.session == session.name:
        found |= set(state.play.bought_in)
    return [player for player in state.entries if player in found - state.play.disqualified.keys()]


def still_in(state: Tournament) -> set[str]:
    """Who plays, or is to play a session that has not begun."""
    play = state.play
    begun = {play.session, *(one.name for one in play.sessions)}
    found = {*play.players, *play.tied, *(one for pair in play.pairs for one in pair)}
    for one in conditions_of(state).sessions:
        found.update(players_of(state, one) if one.name not in begun else ())
    return found - play.disqualified.keys()


def is_to_pay(state: Tournament, session: Session) -> bool:
    """Whether a session that one advances to costs something."""
    conditions = conditions_of(state)
    return session not in entry_sessions(conditions) and bool(due(conditions, session))


def unpaid_of(state: Tournament, session: Session) -> list[str]:
    """Who has advanced to a session that costs something, and has not paid for it. Buying into it is paying."""
    if not is_to_pay(state, session):
        return []
    paid, bought = state.play.paid_for, set(state.play.bought_in)
    return [one for one in players_of(state, session) if (session.name, one) not in paid and one not in bought]


def seated_of(state: Tournament, session: Session) -> list[str]:
    """Who is given a seat in a session if it begins now: those who play it, but for whoever has not paid for it."""
    unpaid = set(unpaid_of(state, session))
    return [one for one in players_of(state, session) if one not in unpaid]


def second_chances(conditions: Conditions, session: Session) -> list[Repechage]:
    """The second chances that lead to a session."""
    given = conditions.repechage if isinstance(conditions.repechage, tuple) else ()
    return [one for one in given if one.to_session == session.name]


def given_a_chance(state: Tournament, session: Session) -> set[str]:
    """Who has a second chance in a session: the best of those who did not advance from another, chance by chance."""
    found = set[str]()
    for over in state.play.sessions:
        others, at = [one for one in over.others() if one not in state.play.disqualified], 0
        for one in chances_from(conditions_of(state), over.name):
            found.update(others[at : at + one.count] if one.to_session == session.name else ())
            at += one.count
    return found


def chances_from(conditions: Conditions, session: str) -> list[Repechage]:
    """The second chances that a session leaves, in their order."""
    given = conditions.repechage if isinstance(conditions.repechage, tuple) else ()
    return [one for one in given if one.from_session == session]


def feeders(conditions: Conditions, session: Session) -> list[str]:
    """The sessions that must be over before this one begins."""
    found = [
        str(one.name)
        for one in conditions.sessions
        if isinstance(one.advance, Advance) and one.advance.to == session.name
    ]
    return found + [one.from_session for one in second_chances(conditions, session)]


def next_session(state: Tournament) -> Session | None:
    """The session that is to begin next; None if one is in play, or all are over."""
    conditions, play = conditions_of(state), state.play
    if play.is_going_on:
        return session_of(conditions, play.session) if play.is_between else None
    over = {one.name for one in play.sessions}
    open_ones = [one for one in conditions.sessions if one.name not in over]
    for one in open_ones:
        waits_for = set(feeders(conditions, one)) - over
        named = {str(other.name) for other in open_ones if players_of(state, other)}
        if not waits_for & named and players_of(state, one):
            return one
    return None


def ends_of(session: Session) -> Ends:
    """When a session is over."""
    return session.ends if isinstance(session.ends, Ends) else Ends()


def players_left(state: Tournament, session: Session) -> int:
    """At how many players a session is over, if that is how it ends; else one."""
    left = ends_of(session).players_left
    if left == "prizes":
        return max(1, entries_won(state))
    return max(1, left) if isinstance(left, int) else 1


def entries_won(state: Tournament) -> int:
    """How many entries in another event the pool buys."""
    terms = conditions_of(state).prizes.satellite
    if not isinstance(terms, Satellite) or not isinstance(terms.entry_cents, int) or not terms.entry_cents:
        return 0
    return prizes.seats_won(whole_pool(state), terms.entry_cents)[0]


def whole_pool(state: Tournament) -> int:
    """The money for prizes as it stands now, with what the house has set aside and what a guarantee would add."""
    from_house = [cents for account, cents in state.money.items() if account.startswith("added/")]
    return max(state.pool + sum(from_house), guaranteed(conditions_of(state), received(state)))


def entries_of(state: Tournament) -> int:
    """How many entries there are in play: those who bought back in count again."""
    playing = sum(one.status == "playing" for one in state.entries.values())
    return playing + sum(state.play.re_entries.values())


def paid_places(state: Tournament) -> int:
    """How many places win something."""
    conditions = conditions_of(state)
    if isinstance(conditions.prizes.satellite, Satellite):
        return entries_won(state) or 1
    band = prizes.band_for(conditions.prizes, entries_of(state))
    return max((max(line.to, line.place) for line in band.prizes), default=0) if band else 0


# --- tables -----------------------------------------------------------------------------------------------------------


def as_seats(state: Tournament, dealing: Dealing = ()) -> list[TableSeats]:
    """The tables of the session, with who is to sit there once every open move is done.

    The button is that of the round that goes on, where one does (`dealing`), else of the last one on record.
    """
    play, buttons = state.play, dict(dealing)
    seats = {number: dict(table.players) for number, table in play.tables.items()}
    for move in play.moves.values():
        one = play.players[move.player]
        seats[one.table].pop(one.seat, None)
    for move in play.moves.values():
        seats[move.to_table][move.to_seat] = move.player
    return [
        TableSeats(number, table.seats, seats[number], buttons.get(number) or table.button or 1)
        for number, table in play.tables.items()
    ]


def left_empty(state: Tournament, table: int, gone: Collection[str]) -> bool:
    """Whether nobody sits at a table, or is to move there, once these players are out."""
    play = state.play
    coming = {move.player for move in play.moves.values() if move.to_table == table}
    return coming.union(play.tables[table].players.values()) <= set(gone)
