"""Rounds of play on the event's record: stacks, who has no chips left, who is out and with which place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby, zip_longest
from typing import cast

from msgspec.structs import replace

from openfelt.cards import Card
from openfelt.errors import RuleViolation
from openfelt.phrases import Count, Name, phrase
from openfelt.tournaments import events as e
from openfelt.tournaments import placing
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.bounties import paid_for, winners_over
from openfelt.tournaments.bracket import match_won
from openfelt.tournaments.conditions import Rebuys
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for
from openfelt.tournaments.in_play import Broke, BrokeRound, EventTable, PlayerInPlay, given_out, with_given
from openfelt.tournaments.mystery import ENVELOPES, drawn_for, is_due
from openfelt.tournaments.placing import Drawn, Out, Place, Together
from openfelt.tournaments.play_facts import is_in_period, left_empty, require_in_play, stage_at
from openfelt.tournaments.special_rounds import follows
from openfelt.tournaments.tournament import Tournament, evolve
from openfelt.tournaments.vocabulary import HandResult

Events = tuple[e.TournamentEvent, ...]
THOUSAND = 1_000


def note_hand(state: Tournament, order: q.NoteHand, given: EventGiven) -> Events:
    """Note a round of play: the stacks after it, who lost the last chips, and the places of those who are out."""
    require_in_play(state)
    table = _table(state, order)
    play, rules = state.play, rules_for(state)
    require_same_chips(state, order)
    gone = [one for one in order.results if _is_gone(state, order, one)]
    order = replace(order, results=tuple(one for one in order.results if one not in gone))
    players = dict(play.players) | with_given(play, given_out(play, order.given, order.results))
    for one in order.results:
        require_known_stack(state, table, players.get(one.player), one)
    together = play.together if play.waits and play.rounds.get(order.table) == order.number else 0
    noted = p.HandNoted(
        table=order.table, number=order.number, results=order.results, button=order.button, began_ms=order.began_ms,
        ended_ms=order.ended_ms, together=together, added=sum(one.before - one.after for one in gone),
        given=order.given, cites=rules.eliminated,
    )  # fmt: skip
    brokes = list(_brokes(state, order, players))
    if play.pairs:
        lost = brokes if len(table.players) > 1 else []  # to somebody who was disqualified nobody loses a match
        return (noted, *(match_won(state, one.player, one.table, one.number) for one in lost))
    rounds = with_round(play.broke, brokes, together)
    waiting = together != 0 and any(
        number > order.number if other == order.table else not play.tables[other].is_noted(number)
        for other, number in play.rounds.items()
        if other in play.tables
    )
    return (
        noted,
        *(_went_broke(state, one, together) for one in brokes),
        *settle(state, rounds, given, waiting=waiting),
        *follows(state, order, given, players),
    )


def note_hands(state: Tournament, order: q.NoteHands, given: EventGiven) -> Events:
    """Note several rounds of play, each as the one before leaves the event."""
    after, events = state.copy(), list[e.TournamentEvent]()
    for one in order.hands:
        if is_due(after):  # the root is told before an envelope is opened
            raise RuleViolation("one-by-one", ENVELOPES, "the envelopes are sealed before another round is noted")
        made = note_hand(after, one, given)
        for event in made:
            evolve(after, event)
        events += made
    return tuple(events)


def _is_gone(state: Tournament, order: q.NoteHand, result: HandResult) -> bool:
    """Whether a player's chips at the table are out of play since before the round was noted."""
    one = state.play.players.get(result.player)
    sits = one is not None and (one.table, one.seat) == (order.table, result.seat)
    return not sits and result.player in state.play.taken


def _table(state: Tournament, order: q.NoteHand) -> EventTable:
    table, cites = state.play.tables.get(order.table), rules_for(state).eliminated
    if table is None:
        text = phrase("the session has no table {table}", table=order.table)
        raise RuleViolation("no-table", cites, text, legal=[str(one) for one in state.play.tables])
    if order.number <= table.hands:
        text = phrase("round {hands} of table {table} is noted", hands=table.hands, table=order.table)
        raise RuleViolation("noted", cites, text, legal=(str(table.hands + 1),))
    return table


def require_known_stack(state: Tournament, table: EventTable, one: PlayerInPlay | None, result: HandResult) -> None:
    """Refuse a result of somebody who does not sit there, or with another stack than the record has."""
    if one is None or (one.table, one.seat) != (table.number, result.seat):
        text = phrase(
            "{player} does not sit at table {number} in seat {seat}",
            player=Name(result.player),
            number=table.number,
            seat=result.seat,
        )
        raise RuleViolation("not-seated", rules_for(state).eliminated, text)
    if result.before != one.chips:
        text = phrase(
            "{player} has {chips} by the record, and {before} at the table",
            player=Name(result.player),
            chips=Count(one.chips),
            before=Count(result.before),
        )
        raise RuleViolation("chips", rules_for(state).equal_chips, text)


def require_same_chips(state: Tournament, order: q.NoteHand) -> None:
    """Refuse results that make or lose chips."""
    before, after = (sum(getattr(one, when) for one in order.results) for when in ("before", "after"))
    players = {one.player for one in order.results}
    if before != after or len(players) < len(order.results) or min((one.after for one in order.results), default=0) < 0:
        text = phrase("{before} chips before the round, {after} after it", before=Count(before), after=Count(after))
        raise RuleViolation("chips", rules_for(state).equal_chips, text)


# --- who has no chips left --------------------------------------------------------------------------------------------


def _brokes(state: Tournament, order: q.NoteHand, players: Mapping[str, PlayerInPlay]) -> Iterator[Broke]:
    """Those whose last chips went in the round, from the button's left on; nobody whose chips are on their way."""
    table = state.play.tables[order.table]
    button = order.button or table.button
    for one in sorted(order.results, key=lambda each: (each.seat - button - 1) % table.seats):
        if one.after == 0 and one.before and not players[one.player].gifts:
            until = rebuy_until(state, one.player, order)
            by = winners_over(one, order.results)
            yield Broke(one.player, order.table, one.seat, order.number, one.before, one.put_in, until, by)


def _went_broke(state: Tournament, one: Broke, together: int) -> p.WentBroke:
    rules = rules_for(state)
    return p.WentBroke(
        player=one.player, table=one.table, number=one.number, stake=one.stake, put_in=one.put_in,
        until_ms=one.until_ms, together=together, winners=one.winners,
        cites=rules.rebuy if one.until_ms else rules.eliminated,
    )  # fmt: skip


def rebuy_until(state: Tournament, player: str, order: q.NoteHand) -> int:
    """How long a player who lost the last chips may think of a re-buy; 0 if there is no right to one."""
    terms = conditions_of(state).rebuys
    if not isinstance(terms, Rebuys):
        return 0
    at = order.began_ms if terms.straddling == "round-began" else order.ended_ms
    most = terms.most if isinstance(terms.most, int) else 0
    if state.play.players[player].rebuys >= most or not is_in_period(state, terms.period, stage_at(state.play, at)):
        return 0
    return max(1, order.ended_ms + terms.think_seconds * THOUSAND)


def with_round(rounds: Sequence[BrokeRound], brokes: Sequence[Broke], together: int) -> list[BrokeRound]:
    """The rounds in which somebody lost the last chips, with another one, or with more of the last."""
    if not brokes:
        return list(rounds)
    last = rounds[-1] if rounds else None
    if last is not None and last.is_of(brokes[0].table, brokes[0].number, together):
        return [*rounds[:-1], BrokeRound((*last.brokes, *brokes), together)]
    return [*rounds, BrokeRound(tuple(brokes), together)]


# --- who is out -------------------------------------------------------------------------------------------------------


def settle(
    state: Tournament,
    rounds: Iterable[BrokeRound],
    given: EventGiven,
    *,
    waiting: bool | None = None,
    gone: tuple[str, ...] = (),
) -> Iterator[e.TournamentEvent]:
    """Who is out, round by round as they ended: nobody is placed while an earlier one may still buy chips.

    `waiting`: a table still plays its part of rounds that count as one; by the record if it is not said. `gone`: who
    left just now otherwise.
    """
    left, out, leaving = len(state.play.players) - len(gone), list(gone), dict[int, None]()
    if waiting is None:
        waiting = is_waiting(state, gone)
    numbers = count(len(state.play.opened))
    for one in rounds:
        is_open = waiting and one.together == state.play.together != 0
        if is_open or any(broke.until_ms for broke in one.brokes):
            break
        left -= len(one.brokes)
        yield from _out(state, one, left, given, numbers)
        for broke in one.brokes:
            out.append(broke.player)
            move = state.play.move_of(broke.player)
            leaving |= dict.fromkeys((broke.table, *((move.to_table,) if move else ())))
    yield from (
        p.TableBroken(table=table, cites=rules_for(state).breaking)
        for table in leaving
        if left_empty(state, table, out) and not left_empty(state, table, gone)
    )


def is_waiting(state: Tournament, gone: Collection[str] = ()) -> bool:
    """Whether a table still plays its part of rounds that count as one; one that cannot does not."""
    play = state.play
    for number, at in play.rounds.items() if play.waits else ():
        table = play.tables.get(number)
        if table is not None and table.hands < at and len(set(table.players.values()) - set(gone)) > 1:
            return True
    return False


def _out(
    state: Tournament, group: BrokeRound, left: int, given: EventGiven, numbers: Iterator[int]
) -> Iterator[e.TournamentEvent]:
    """The places of those who went out in one round, the worst first; `numbers`: of the envelopes that are opened."""
    rules, brokes = rules_for(state), {one.player: one for one in group.brokes}
    order = ordered(state, group, given)
    cites = rules.eliminated + (rules.simultaneous.cites if len(brokes) > 1 else ())
    for one in reversed(placing.places(order, left)):
        broke = brokes[one.player]
        yield p.PlayerEliminated(
            player=one.player, place=one.place, shared_with=one.shared_with, table=broke.table, seat=broke.seat,
            number=broke.number, stake=broke.stake, put_in=broke.put_in, drawn=_cards_of(order, one), cites=cites,
        )  # fmt: skip
        yield from paid_for(state, broke)
        if state.play.envelopes is not None and broke.winners:
            yield from drawn_for(state, broke, given, next(numbers))
        if (move := state.play.move_of(one.player)) is not None:
            yield p.MoveCancelled(act=move.act, why="eliminated", cites=rules.eliminated)


def _cards_of(order: placing.Order, one: Place) -> tuple[Drawn, ...]:
    return tuple(drawn for drawn in order.drawn if drawn.player == one.player)


def ordered(state: Tournament, group: BrokeRound, given: EventGiven) -> placing.Order:
    """The order of those who went out in one round, or in one round of several tables."""
    terms = conditions_of(state).prizes
    by = cast("Together", terms.simultaneous)
    first = group.brokes[0]
    cards = given.cards(f"{state.name}/{state.play.session}/places/{first.table}/{first.number}")
    outs = [Out(one.player, one.stake, one.put_in) for one in group.brokes]
    if terms.across_tables == "tie-and-share" and len({one.table for one in group.brokes}) > 1:
        return shared_across(group, by, cards)
    return placing.order_of(outs, by, cards)


def shared_across(group: BrokeRound, by: Together, cards: Iterator[Card]) -> placing.Order:
    """Each table in its own order; the best of every table share their places, then the next of every table.

    Of one table the order is the book's: equals share or draw cards there.
    """
    tables, drawn = [], list[Drawn]()
    for _, brokes in groupby(sorted(group.brokes, key=lambda one: one.table), key=lambda one: one.table):
        own = placing.order_of([Out(one.player, one.stake, one.put_in) for one in brokes], by, cards)
        tables.append(own.groups)
        drawn += own.drawn
    ranks = zip_longest(*tables, fillvalue=())
    return placing.Order(tuple(tuple(who for equal in rank for who in equal) for rank in ranks), tuple(drawn))
