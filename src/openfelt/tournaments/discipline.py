"""Disqualification, penalties, and disputes that stop a table."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Count, Name, phrase
from openfelt.rulebooks import joined
from openfelt.tournaments import bracket
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.buying import in_session, without
from openfelt.tournaments.clock import MINUTE_MS
from openfelt.tournaments.conditions import Penalties
from openfelt.tournaments.facts import EventGiven, conditions_of, refunded, require_office, rules_for
from openfelt.tournaments.noting import settle
from openfelt.tournaments.play_facts import left_empty, require_in_play
from openfelt.tournaments.rules import DisqualifiedFor
from openfelt.tournaments.tournament import Tournament, evolve

Events = tuple[e.TournamentEvent, ...]
BY_MINUTES: Final = HOUSE.cite("20.18.1")
ONE_AT_A_TIME: Final = HOUSE.cite("20.35")


# --- disqualification -------------------------------------------------------------------------------------------------


def disqualify(state: Tournament, order: q.Disqualify, given: EventGiven) -> Events:
    """Take a player out: ranked as eliminated now, without a prize, the chips out of play.

    A round of play that is going on is finished: what of those chips others win in it is in play again. In a bracket
    nobody may be left at the tables: then the other of each pair has won, and the matches are over. Whoever is out
    already, or has advanced, may be found out later, until the prizes are awarded.
    """
    rules = rules_for(state)
    if not is_placed(state, order.player):
        require_in_play(state)
    require_office(conditions_of(state).book, order.by, "disqualify")
    ground = rules.grounds.get(order.ground)
    if ground is None:
        text = phrase("{ground} is no ground to disqualify somebody", ground=order.ground)
        raise RuleViolation("ground", rules.dispute, text, legal=tuple(rules.grounds))
    if order.refund_fee and not ground.fee_may_go_back:
        raise RuleViolation("no-refund", ground.cites, "nothing goes back to a player who is disqualified so")
    if is_placed(state, order.player):
        return _found_later(state, order, ground)
    one = in_session(state, order.player)
    out = p.PlayerDisqualified(
        player=order.player, place=_place(state), ground=order.ground, chips=one.all_chips,
        by=order.by.name, must=ground.must, table=one.table, seat=one.seat,
        cites=ground.cites,
    )  # fmt: skip
    move = state.play.move_of(order.player)
    gone = [p.MoveCancelled(act=move.act, why="disqualified", cites=ground.cites)] if move else []
    rounds = without(state.play.broke, order.player)
    tables = dict.fromkeys((one.table, *((move.to_table,) if move else ())))
    emptied = [table for table in tables if left_empty(state, table, (order.player,))]
    broken = [p.TableBroken(table=table, cites=rules.breaking) for table in emptied]
    back = _fee_back(state, order, ground)
    made = (*gone, out, *broken, *back, *settle(state, rounds, given, gone=(order.player,)))
    if not state.play.pairs or len(state.play.players) > 1:
        return made
    after = state.copy()
    for event in made:
        evolve(after, event)
    return (*made, *bracket.end_matches(after, given))


def is_placed(state: Tournament, player: str) -> bool:
    """Whether a player is out of the session in play, or sits in none, and has played; nobody who is to be drawn."""
    play = state.play
    if state.phase != "started" or player in play.players or player in play.disqualified:
        return False
    if player in play.tied or any(player in pair for pair in play.pairs):
        return False
    return player in play.eliminated or any(player in group for one in play.sessions for group in one.places)


def _found_later(state: Tournament, order: q.Disqualify, ground: DisqualifiedFor) -> Events:
    """A player who has a place already, or has advanced, is disqualified: no chips are there to be taken out."""
    play, found = state.play, state.play.eliminated.get(order.player)
    groups = next((one.places for one in reversed(play.sessions) if any(order.player in who for who in one.places)), ())
    before = [who for who in groups if order.player not in who]
    at = sum(map(len, before[: next((at for at, who in enumerate(groups) if order.player in who), 0)])) + 1
    out = p.PlayerDisqualified(
        player=order.player, place=found.place if found is not None else at, ground=order.ground, chips=0,
        by=order.by.name, must=ground.must, cites=ground.cites,
    )  # fmt: skip
    return (out, *_fee_back(state, order, ground))


def _fee_back(state: Tournament, order: q.Disqualify, ground: DisqualifiedFor) -> Events:
    """The entry fee, where it goes back."""
    fees = [each for each in state.paid_for(order.player) if each.paid_for == "fee"] if order.refund_fee else []
    return tuple(refunded(each, ground.cites) for each in fees)


def _place(state: Tournament) -> int:
    """The last place of those who play; whoever lost to that player in a bracket is before them."""
    return max(len(state.play.players), bracket.SECOND if state.play.pairs else 1)


# --- penalties --------------------------------------------------------------------------------------------------------


def give_penalty(state: Tournament, order: q.GivePenalty, given: EventGiven) -> Events:
    """Keep a player from play: the first time so long, the second so long; the last length stays.

    Minutes are those of the session's clock while it is played; one penalty after the other is served.
    """
    require_in_play(state)
    rules, terms = rules_for(state), conditions_of(state).play.penalties
    cites = require_office(conditions_of(state).book, order.by, "penalise")
    if not isinstance(terms, Penalties):
        raise RuleViolation("no-penalties", rules.penalty, "the conditions have no penalties")
    if not order.reason.strip():
        raise RuleViolation("no-words", rules.penalty, "a penalty says what it is for")
    one = in_session(state, order.player)
    step = one.penalties + 1
    length = terms.steps[min(step, len(terms.steps)) - 1]
    hands = {"hands": length, "orbits": length * len(state.play.tables[one.table].players), "minutes": 0}[terms.by]
    minutes = length if terms.by == "minutes" else 0
    penalty = p.PenaltyGiven(
        player=order.player, step=step, hands=hands, orbits=length if terms.by == "orbits" else 0,
        minutes=minutes, reason=order.reason, by=order.by.name,
        act=f"{state.name}-penalty-{order.player}-{step}{_again(state, order.player)}",
        until_ms=served_from(state, order.player, given) + minutes * MINUTE_MS if minutes else 0,
        cites=joined(cites, rules.penalty, BY_MINUTES if minutes else ()),
    )  # fmt: skip
    return (penalty,)


def served_from(state: Tournament, player: str, given: EventGiven) -> int:
    """When a penalty of minutes begins, in time that is played: now, or after those that were given before."""
    play = state.play
    before = [one.until_ms for one in (*play.penalties.values(), *play.serving.values()) if one.player == player]
    return max((play.at_play_ms(given.now_ms), *before))


def _again(state: Tournament, player: str) -> str:
    """What tells penalties of a later session or entry, which are counted anew, from those before."""
    play = state.play
    counts = len(play.sessions), play.play_offs, play.re_entries.get(player, 0)
    return "".join(f"-{one}" for one in counts) if any(counts) else ""


def note_penalty(state: Tournament, order: q.NotePenalty, _given: EventGiven) -> Events:
    """The table keeps the player from play."""
    require_in_play(state)
    one, cites = state.play.penalties.get(order.act), rules_for(state).penalty
    if one is None:
        raise RuleViolation("no-penalties", cites, phrase("penalty {act} is not to be served", act=Name(order.act)))
    return (p.PenaltyNoted(act=order.act, cites=joined(cites, BY_MINUTES if one.minutes else ())),)


def end_penalty(state: Tournament, order: q.EndPenalty, given: EventGiven) -> Events:
    """The minutes of a penalty are over."""
    require_in_play(state)
    one, cites = state.play.serving.get(order.act), joined(rules_for(state).penalty, BY_MINUTES)
    if one is None:
        raise RuleViolation("no-penalties", cites, phrase("penalty {act} is not served", act=Name(order.act)))
    left = one.until_ms - state.play.at_play_ms(given.now_ms)
    if left > 0:
        text = phrase(
            "{player} is kept from play for {seconds} seconds more",
            player=Name(one.player),
            seconds=Count(-(-left // 1_000)),
        )
        raise RuleViolation("penalty", cites, text)
    return (p.PenaltyServed(player=one.player, act=order.act, cites=cites),)


# --- disputes ---------------------------------------------------------------------------------------------------------


def raise_dispute(state: Tournament, order: q.RaiseDispute, _given: EventGiven) -> Events:
    """No round of play begins at the table, or anywhere, until the dispute is decided."""
    require_in_play(state)
    rules, table = rules_for(state), order.table
    entry = state.entries.get(order.raised_by)
    if entry is None or not entry.is_live:
        text = phrase("{raised_by} has no entry: a dispute is for who plays", raised_by=Name(order.raised_by))
        raise RuleViolation("no-entry", rules.dispute, text)
    if table and table not in state.play.tables:
        legal = [str(one) for one in state.play.tables]
        text = phrase("the session has no table {table}", table=table)
        raise RuleViolation("no-table", rules.dispute, text, legal=legal)
    if not order.text.strip():
        raise RuleViolation("no-words", rules.dispute, "a dispute says what it is about")
    if any(one.raised_by == order.raised_by for one in state.play.disputes.values()):
        text = phrase(
            "a dispute of {raised_by} is open: the next one is raised when it is decided",
            raised_by=Name(order.raised_by),
        )
        raise RuleViolation("dispute-open", ONE_AT_A_TIME, text)
    if conditions_of(state).play.dispute_holds == "event":
        table = 0
    number = state.play.disputes_raised + 1
    return (p.DisputeRaised(id=number, raised_by=order.raised_by, text=order.text, table=table, cites=rules.dispute),)


def settle_dispute(state: Tournament, order: q.SettleDispute, _given: EventGiven) -> Events:
    """Decide a dispute, finally."""
    require_in_play(state)
    rules = rules_for(state)
    cites = require_office(conditions_of(state).book, order.by, "dispute")
    if order.id not in state.play.disputes:
        legal = [str(one) for one in state.play.disputes]
        raise RuleViolation("no-dispute", rules.dispute, phrase("dispute {id} is not open", id=order.id), legal=legal)
    if not order.decision.strip():
        raise RuleViolation("no-words", rules.dispute, "a decision says what is decided")
    why = tuple(dict.fromkeys(cites + rules.dispute))
    return (p.DisputeSettled(id=order.id, decision=order.decision, by=order.by.name, cites=why),)
