"""Chips that are no longer needed leave the tables of an event, as its conditions say after which level.

They go at the break after that level, or before the next one begins where there is none, once no round of play is going
on and everything of the last ones is on record. All tables are held until theirs have gone.
"""

from __future__ import annotations

from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.tournaments import chip_race
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for, session_of
from openfelt.tournaments.play_facts import levels_now, plan_of, require_in_play
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]


def level_due(state: Tournament) -> int:
    """The level (from 1) whose chips are to go now; 0 if there is none."""
    conditions, play = conditions_of(state), state.play
    if conditions.chips.colour_up not in ("race", "round-up") or not play.is_going_on or not play.players:
        return 0
    stage = plan_of(state)[play.stage]
    over = stage.level if stage.is_break else stage.level - 1
    levels = levels_now(state, session_of(conditions, play.session))
    return next((at for at in range(play.coloured + 1, over + 1) if levels[at - 1].remove_chip), 0)


def is_quiet(state: Tournament) -> bool:
    """Whether nothing else is on its way: chips that were bought, moves, somebody who thinks of a re-buy."""
    play = state.play
    return not (play.gifts or play.moves or play.broke or play.exchanges)


def colour_up(state: Tournament, order: q.ColourUp, given: EventGiven) -> Events:
    """Take the chips of a level off all tables."""
    session = require_in_play(state)
    conditions, rules, play = conditions_of(state), rules_for(state), state.play
    if order.level != level_due(state) or not order.level:
        text = phrase("no chips leave after level {level} now", level=order.level)
        raise RuleViolation("colour-up", rules.colour_up, text)
    if not is_quiet(state):
        raise RuleViolation("colour-up", rules.colour_up, "chips or players are on their way")
    method = conditions.chips.colour_up
    assert method in ("race", "round-up")
    gone = levels_now(state, session)[order.level - 1].remove_chip
    into = chip_race.next_value(chip_race.values_of(conditions), gone)
    made = []
    for number, table in sorted(play.tables.items()):
        stacks = {player: play.players[player].chips for _, player in sorted(table.players.items())}
        name = f"{state.name}/{play.session}/{play.play_offs}/colour up {order.level}/{number}"
        race = chip_race.coloured(stacks, gone, into, method, given.cards(name))
        made.append(
            p.ChipsColouredUp(
                table=number, level=order.level, value=gone, into=into, method=method, stacks=race.stacks,
                drawn=race.drawn, act=f"{state.name}-colour-{play.session}-{play.play_offs}-{order.level}-{number}",
                cites=rules.colour_up,
            )
        )  # fmt: skip
    return tuple(made)


def note_given(state: Tournament, order: q.NoteGiven, _given: EventGiven) -> Events:
    """Chips that were bought are in a stack before the next round of play: they are exchanged and counted with it."""
    rules, one = rules_for(state), state.play.gifts.get(order.act)
    if one is None:
        raise RuleViolation("colour-up", rules.equal_chips, "no such chips are on their way")
    cites = {"re-buy": rules.rebuy, "add-on": rules.add_on, "bonus": rules.bonus}[one.what]
    return (p.GivenNoted(act=order.act, player=one.player, cites=cites),)


def note_exchange(state: Tournament, order: q.NoteExchange, _given: EventGiven) -> Events:
    """A table has given out the chips as was ordered."""
    rules = rules_for(state)
    if order.act not in state.play.exchanges:
        raise RuleViolation("colour-up", rules.colour_up, "no such chips are on their way")
    return (p.ExchangeNoted(act=order.act, cites=rules.colour_up),)
