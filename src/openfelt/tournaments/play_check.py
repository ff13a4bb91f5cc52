"""Whether what conditions say of play, entry and the texts themselves is what the book allows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from openfelt.games.policy import HOUSE
from openfelt.phrases import phrase, quoted
from openfelt.tournaments.conditions import (
    ActionClock,
    Balancing,
    BonusRounds,
    Breaking,
    Conditions,
    EliminationRounds,
    Ends,
    Penalties,
    Substitutes,
    TimeBank,
)
from openfelt.tournaments.findings import Finding, Path, contradiction
from openfelt.tournaments.home_check import home_faults
from openfelt.tournaments.inventory import set_faults
from openfelt.tournaments.items import is_none
from openfelt.tournaments.rules import TournamentRules


def play_faults(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """What is wrong with how the event is played, entered and conducted."""
    yield from _habits(conditions, rules)
    yield from _seats(conditions, rules)
    yield from _moves(conditions, rules)
    yield from _rounds(conditions, rules)
    yield from _entry(conditions, rules)
    yield from _texts(conditions, rules)
    yield from home_faults(conditions, rules)
    yield from set_faults(conditions, rules)


def _habits(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    play = conditions.play
    if play.straddle:
        yield contradiction(
            "straddle", ("play", "straddle"), rules.no_straddle, "a tournament has no straddle", "false"
        )
    if isinstance(play.clock, ActionClock):
        if play.clock.sold_seconds or play.clock.charge_chips:
            text = phrase("time is not sold in a tournament")
            yield contradiction("sold-time", ("play", "clock"), rules.no_sold_time, text, "time_bank")
        if play.clock.seconds == 0:
            yield contradiction("clock", ("play", "clock"), HOUSE.cite("20.8"), "no time to act at all", "none")
    bank, uses = play.time_bank, rules.time_uses
    if isinstance(bank, TimeBank):
        if uses and bank.most_per_round > uses.value:
            text = phrase(
                "more time {times} times in a betting round; at most {value}",
                times=bank.most_per_round,
                value=uses.value,
            )
            at: Path = ("play", "time_bank", "most_per_round")
            yield contradiction("time-bank", at, uses.cites, text, str(uses.value))
        if 0 in (bank.cards, bank.seconds, bank.most_per_round):
            text = phrase("a card for more time that gives none, or that nobody has or may use")
            yield contradiction("time-bank", ("play", "time_bank"), HOUSE.cite("20.8.1"), text, "none")
        if is_none(play.clock):
            text = phrase("cards for more time, and no time to act")
            yield contradiction("time-bank", ("play", "time_bank"), HOUSE.cite("20.8"), text, "clock")


def _seats(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    play, due = conditions.play, rules.seats_by
    if due and play.seats_by not in (UNSET, due.value):
        text = phrase("seats are given out by {value}, not by {seats_by}", value=due.value, seats_by=play.seats_by)
        yield contradiction("seats-by", ("play", "seats_by"), due.cites, text, due.value)


def _moves(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """Who may be moved from a table to another during a session."""
    play = conditions.play
    given: tuple[tuple[str, object], ...] = (("balancing", play.balancing), ("breaking", play.breaking))
    for name, value in given:
        if rules.no_moves and not is_none(value):
            text = "a player stays in the seat of the ballot until the session ends"
            yield contradiction("moved", ("play", name), rules.no_moves, text, "none")
    if rules.no_moves and play.final_table_redraw is True and is_none(play.breaking):
        text = "seats are not drawn anew within a session without a condition for it"
        yield contradiction("moved", ("play", "final_table_redraw"), rules.no_moves, text, "false")
    if isinstance(play.balancing, Balancing) and play.balancing.most_difference == 0:
        text = "tables of equal size at every moment cannot be had"
        at: Path = ("play", "balancing", "most_difference")
        yield contradiction("balancing", at, HOUSE.cite("20.14"), text, "1")
    if isinstance(play.balancing, Balancing) and 0 < play.balancing.halt_short <= play.balancing.most_difference:
        most = play.balancing.most_difference
        short = phrase(
            "play stops at a table {short} short, and tables may differ by {most}: nobody would be moved there",
            short=play.balancing.halt_short,
            most=most,
        )
        at = ("play", "balancing", "halt_short")
        yield contradiction("balancing", at, HOUSE.cite("20.14"), short, str(most + 1), "0")
    if isinstance(play.breaking, Breaking) and (play.breaking.order == "listed") != bool(play.breaking.listed):
        text = "the tables are listed where their order of breaking is"
        yield contradiction("breaking", ("play", "breaking"), HOUSE.cite("20.14"), text)
    for number, session in enumerate(conditions.sessions):
        if isinstance(session.ends, Ends) and session.ends.left_per_table is not UNSET:
            if not is_none(play.balancing) or not is_none(play.breaking):
                text = "a table plays until its own winners are left; nobody is moved"
                cites = rules.asks.get("sessions[].ends", HOUSE.cite("20.2.5"))
                at = ("sessions", number, "ends")
                yield contradiction("moved", at, cites, text, 'balancing = "none"', 'breaking = "none"')
            break


def _rounds(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    play = conditions.play
    bonus, colour_up = play.bonus_rounds, conditions.chips.colour_up
    if isinstance(bonus, BonusRounds):
        if rules.chips_stay and bonus.chips:
            text = "no chips are added to what the players began with"
            yield contradiction("chips-stay", ("play", "bonus_rounds", "chips"), rules.chips_stay, text, "0")
        if not bonus.chips and not bonus.prize_cents:
            cites = rules.asks.get("play.bonus_rounds", HOUSE.cite("20.2.6"))
            yield contradiction("bonus", ("play", "bonus_rounds"), cites, "a bonus round adds chips or a prize", "none")
    if rules.chips_stay and not is_none(colour_up):
        text = "no chips are exchanged"
        yield contradiction("chips-stay", ("chips", "colour_up"), rules.chips_stay, text, "none")
    if isinstance(play.elimination_rounds, EliminationRounds) and play.elimination_rounds.most == 0:
        cites = rules.asks.get("play.elimination_rounds", HOUSE.cite("20.2.6"))
        yield contradiction("elimination", ("play", "elimination_rounds"), cites, "none at most", "none")
    if isinstance(play.penalties, Penalties) and (not play.penalties.steps or 0 in play.penalties.steps):
        text = "each penalty has its length"
        yield contradiction("penalties", ("play", "penalties", "steps"), HOUSE.cite("20.18"), text, "none")


def _entry(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    entry = conditions.entry
    if entry.only_entitled is False:
        text = "only those who are entitled to enter and gamble may enter"
        cites = rules.asks.get("entry.only_entitled", HOUSE.cite("20.2.7"))
        yield contradiction("entitled", ("entry", "only_entitled"), cites, text, "true")
    if rules.form and entry.form == "none":
        yield contradiction("form", ("entry", "form"), rules.form, "whoever enters completes a form")
    if rules.on_time and not is_none(entry.late_entry):
        text = "all entrants take their seats before the start"
        yield contradiction("late-entry", ("entry", "late_entry"), rules.on_time, text, "none")
    if isinstance(entry.substitutes, Substitutes) and rules.in_person and entry.substitutes.in_person is False:
        text = "a substitute is named in person"
        at: Path = ("entry", "substitutes", "in_person")
        yield contradiction("substitute", at, rules.in_person, text, "true")


def _texts(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    said, who = conditions.statements, rules.conducted_by
    if said.prevails not in (UNSET, rules.prevails):
        text = phrase("where they disagree, the {prevails} prevail", prevails=rules.prevails)
        yield contradiction("prevails", ("statements", "prevails"), rules.precedence, text, rules.prevails)
    if said.conducted_by not in (UNSET, who.value):
        text = phrase("{conducted_by} does not conduct a tournament", conducted_by=quoted(said.conducted_by))
        yield contradiction("conducted-by", ("statements", "conducted_by"), who.cites, text, who.value)
    order = rules.simultaneous
    if conditions.prizes.simultaneous not in (UNSET, order.value):
        text = phrase(
            "players who go out together are placed by {value}, not by {simultaneous}",
            value=order.value,
            simultaneous=conditions.prizes.simultaneous,
        )
        yield contradiction("placing", ("prizes", "simultaneous"), order.cites, text, order.value)
    if rules.approval and conditions.approval == "none":
        yield contradiction("approval", ("approval",), rules.approval, "the conditions are not approved")
