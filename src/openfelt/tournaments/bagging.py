"""Overnight: one session with a break until another day, its stacks in bags that two people seal and two open again.

A new session always begins with equal chips; stacks that are carried over a night stay in the session they belong to.
Where the room itself keeps the chips there is nothing to bag. The record stands: a difference is named, and whoever
conducts the event decides what becomes of it.
"""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.room.offices import Officer
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments import bag_events as b
from openfelt.tournaments import bag_orders as g
from openfelt.tournaments import events as e
from openfelt.tournaments.facts import EventGiven, conditions_of, listed, require_office, rules_for
from openfelt.tournaments.play_facts import level_now, plan_of, require_in_play
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
BAGS: Final = HOUSE.cite("20.5", "20.52")
STEPS: Final = {"": "count them", "counted": "seal them", "sealed": "open them", "opened": "confirm them"}


def is_overnight(state: Tournament) -> bool:
    """Whether the break until another day goes on at tables whose chips somebody holds."""
    if not state.play.is_going_on or conditions_of(state).play.dealt != "live":
        return False
    return plan_of(state)[state.play.stage].is_break and level_now(state).overnight


def require_opened(state: Tournament) -> None:
    """Refuse to end the night before two people have found the stacks as they were sealed."""
    if is_overnight(state) and state.bags.step != "confirmed":
        text = "the break until another day ends when the bags are sealed and opened again, by two people each"
        raise RuleViolation("bags", joined(rules_for(state).equal_chips, BAGS), text, legal=(STEPS[state.bags.step],))


def count(state: Tournament, order: g.CountBags, _given: EventGiven) -> Events:
    """Every stack goes into a bag with what was counted, beside the record."""
    cites = _required(state, order.by, "", "counted")
    on_record = {one.player: one.all_chips for one in state.play.players.values()}
    bags = _bags(order.counts, on_record, cites)
    return (b.BagsCounted(bags=bags, account=order.by.account, name=order.by.name, cites=cites),)


def seal(state: Tournament, order: g.SealBags, _given: EventGiven) -> Events:
    """A second person seals what the first has counted."""
    cites = _required(state, order.by, "counted")
    names = _with_another(state, order.by, cites)
    return (b.BagsSealed(bags=state.bags.bags, names=names, cites=cites),)


def reopen(state: Tournament, order: g.OpenBags, _given: EventGiven) -> Events:
    """Sealed bags are opened and counted against their seals."""
    cites = _required(state, order.by, "sealed", "opened")
    bags = _bags(order.counts, state.bags.sealed, cites)
    return (b.BagsOpened(bags=bags, account=order.by.account, name=order.by.name, cites=cites),)


def confirm(state: Tournament, order: g.ConfirmBags, _given: EventGiven) -> Events:
    """A second person confirms what the first has found."""
    cites = _required(state, order.by, "opened")
    names = _with_another(state, order.by, cites)
    return (b.BagsConfirmed(bags=state.bags.bags, names=names, cites=cites),)


def _required(state: Tournament, by: Officer, *steps: str) -> Cites:
    require_in_play(state)
    cites = joined(rules_for(state).equal_chips, BAGS)
    require_office(conditions_of(state).book, by, "seal")
    if conditions_of(state).play.dealt != "live":
        raise RuleViolation("not-live", cites, "the room itself keeps the chips of this event")
    if not is_overnight(state):
        raise RuleViolation("no-night", cites, "stacks are put into bags in the break until another day")
    if state.bags.step not in steps:
        legal = tuple(STEPS[one] for one in (state.bags.step,) if one in STEPS)
        raise RuleViolation("bags", cites, f"the bags are {state.bags.step or 'not counted'}", legal=legal)
    return cites


def _with_another(state: Tournament, by: Officer, cites: Cites) -> tuple[str, str]:
    """Both names; refused to whoever did the first part."""
    if by.account == state.bags.account:
        text = f"{by.name} has counted them; it takes a second person"
        raise RuleViolation("second-person", cites, text, legal=("somebody else",))
    return state.bags.name, by.name


def _bags(counts: tuple[tuple[str, int], ...], due: dict[str, int], cites: Cites) -> tuple[b.Bag, ...]:
    """A bag for everyone, once."""
    named = [player for player, _ in counts]
    if sorted(named) != sorted(due):
        text = f"bags of {listed(named)}; the players are {listed(list(due))}"
        raise RuleViolation("bags", cites, text, legal=("every player once",))
    if any(chips < 0 for _, chips in counts):
        raise RuleViolation("bad-amount", cites, "a number of chips is not below zero")
    return tuple(b.Bag(player, chips, due[player]) for player, chips in counts)
