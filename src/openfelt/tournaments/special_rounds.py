"""Bonus and elimination rounds: announced before a round of play begins, and what follows from its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.conditions import BonusRounds, EliminationRounds
from openfelt.tournaments.events import Move
from openfelt.tournaments.facts import EventGiven, conditions_of, require_money, require_office, rules_for
from openfelt.tournaments.in_play import Announced, PlayerInPlay
from openfelt.tournaments.placing import Drawn, draw_order
from openfelt.tournaments.play_facts import left_empty, players_left, require_in_play
from openfelt.tournaments.prizes import shared_cents
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import HandResult

Events = tuple[e.TournamentEvent, ...]
BONUS = "bonus"  # the name of the pool that holds what the operator set aside


def announce(state: Tournament, order: q.AnnounceRound, given: EventGiven) -> Events:
    """The next round of play that begins at a table, or at each of them, is a bonus or an elimination round."""
    require_in_play(state)
    conditions, rules, play = conditions_of(state), rules_for(state), state.play
    cites = require_office(conditions.book, order.by, order.kind)
    own = rules.bonus if order.kind == "bonus" else rules.elimination
    terms = conditions.play.bonus_rounds if order.kind == "bonus" else conditions.play.elimination_rounds
    if not isinstance(terms, BonusRounds | EliminationRounds):
        raise RuleViolation("no-such-round", own, phrase("the conditions have no {kind} rounds", kind=order.kind))
    tables = tuple(play.tables) if not order.table else (order.table,)
    if order.table and order.table not in play.tables:
        raise RuleViolation("no-table", own, phrase("the session has no table {table}", table=order.table))
    if any(one.table in tables for one in play.announced):
        raise RuleViolation("announced", own, "the next round is announced already")
    done = play.special.get(order.kind, 0)
    if isinstance(terms.most, int) and done >= terms.most:
        text = phrase("{done} of {most} {kind} rounds were announced", done=done, most=terms.most, kind=order.kind)
        raise RuleViolation("too-many", own, text)
    chips, cents = (terms.chips, terms.prize_cents) if isinstance(terms, BonusRounds) else (0, 0)
    whole = cents * len(tables)
    if whole:
        require_money(given, accounts.HOUSE, whole, own, "the house's bank")
    moves = (Move(accounts.HOUSE, accounts.pool(state.name, BONUS), whole, "bonus"),) if whole else ()
    told = p.RoundAnnounced(
        kind=order.kind, tables=tables, at_ms=given.now_ms, chips=chips, prize_cents=cents, by=order.by.name,
        cites=tuple(dict.fromkeys(own + cites)), moves=moves,
    )  # fmt: skip
    return (told,)


def announced_for(state: Tournament, table: int, began_ms: int) -> Announced | None:
    """What was announced for a round of play: only before it began."""
    return next((one for one in state.play.announced if one.table == table and began_ms >= one.at_ms), None)


def follows(
    state: Tournament, order: q.NoteHand, given: EventGiven, players: Mapping[str, PlayerInPlay]
) -> Iterator[e.TournamentEvent]:
    """What an announced round leads to."""
    found = announced_for(state, order.table, order.began_ms)
    if found is None or not order.results:
        return
    if found.kind == "bonus":
        yield from _bonus(state, order, found, given)
    else:
        yield from _lowest(state, order, given, players)


def _bonus(state: Tournament, order: q.NoteHand, found: Announced, given: EventGiven) -> Iterator[e.TournamentEvent]:
    """Chips and the prize for whoever won the most; several share them, the odd ones to the first after the button.

    The prize is drawn among several where the conditions say so.
    """
    table, rules = state.play.tables[order.table], rules_for(state)
    most = max(one.won for one in order.results)
    button = order.button or table.button
    best = sorted(
        (one for one in order.results if one.won == most and one.after),  # whoever is broke has won nothing
        key=lambda one: (one.seat - button - 1) % table.seats,
    )
    chip = unit_of(state)
    chips = tuple(one * chip for one in shared_cents([found.chips // chip], 1, len(best)))
    cents = shared_cents([found.prize_cents], 1, len(best)) if found.prize_cents else (0,) * len(best)
    terms = conditions_of(state).play.bonus_rounds
    if isinstance(terms, BonusRounds) and terms.split_prize == "drawn" and len(best) > 1 and found.prize_cents:
        name = f"{state.name}/{state.play.session}/bonus {order.table}/{order.number}"
        drawn = given.draw(name, len(best))[0]
        cents = tuple(found.prize_cents if at == drawn else 0 for at in range(len(best)))
    for one, more, prize in zip(best, chips, cents, strict=True):
        pool = accounts.pool(state.name, BONUS)
        moves = (Move(pool, accounts.purse(one.player), prize, "bonus"),) if prize else ()
        yield p.BonusWon(
            player=one.player, chips=more, cents=prize, table=order.table, number=order.number,
            act=f"{state.name}-bonus-{order.table}-{order.number}-{one.player}", cites=rules.bonus, moves=moves,
        )  # fmt: skip


def unit_of(state: Tournament) -> int:
    """The smallest chip: no table gives out a part of one."""
    unit = conditions_of(state).chips.unit
    return unit if isinstance(unit, int) and unit else 1


def _lowest(
    state: Tournament, order: q.NoteHand, given: EventGiven, players: Mapping[str, PlayerInPlay]
) -> Iterator[e.TournamentEvent]:
    """The lowest stake at the table is out; equal ones draw cards. Nobody more, if somebody lost the last chips."""
    play, rules, session = state.play, rules_for(state), require_in_play(state)
    after = {one.player: one.after for one in order.results}
    here = [players[who] for who in play.tables[order.table].players.values()]
    stakes = {one.player: after.get(one.player, one.chips) + one.gifts for one in here}
    if min(stakes.values()) == 0 or len(play.players) <= players_left(state, session) or len(stakes) < 2:
        return
    least = [who for who, chips in stakes.items() if chips == min(stakes.values())]
    drawn: list[Drawn] = []
    if len(least) > 1:
        name = f"{state.name}/{play.session}/places/elimination {order.table}/{order.number}"
        least = draw_order(least, given.cards(name), drawn)
    out = least[-1]
    mine = next((one for one in order.results if one.player == out), HandResult(0, out, 0, 0, 0))
    yield p.PlayerEliminated(
        player=out, place=len(play.players), shared_with=1, table=order.table, seat=play.players[out].seat,
        number=order.number, stake=stakes[out], put_in=mine.put_in, drawn=tuple(drawn), chips=stakes[out],
        cites=tuple(dict.fromkeys(rules.elimination + rules.eliminated)),
    )  # fmt: skip
    if (move := play.move_of(out)) is not None:
        yield p.MoveCancelled(act=move.act, why="eliminated", cites=rules.elimination)
        if left_empty(state, move.to_table, (out,)):
            yield p.TableBroken(table=move.to_table, cites=rules.breaking)
