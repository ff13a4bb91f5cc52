"""Overnight: one session with a break until another day, its stacks in bags that two people seal and two open again.

A new session always begins with equal chips; stacks that are carried over a night stay in the session they belong to.
Where the room itself keeps the chips there is nothing to bag. A difference is named, and whoever conducts the event
decides what stands, the record or what was found, before the break ends.
"""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Count, Name, names, phrase
from openfelt.room.offices import Officer
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments import bag_events as b
from openfelt.tournaments import bag_orders as g
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments.chip_race import Exchanged
from openfelt.tournaments.facts import EventGiven, conditions_of, require_office, rules_for
from openfelt.tournaments.play_facts import level_now, plan_of, require_in_play
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
BAGS: Final = HOUSE.cite("20.5", "20.52")
DECIDED: Final = HOUSE.cite("20.52.1")
STEPS: Final = {"": "count them", "counted": "seal them", "sealed": "open them", "opened": "confirm them"}


def is_overnight(state: Tournament) -> bool:
    """Whether the break until another day goes on at tables whose chips somebody holds."""
    if not state.play.is_going_on or conditions_of(state).play.dealt != "live":
        return False
    return plan_of(state)[state.play.stage].is_break and level_now(state).overnight


def require_opened(state: Tournament) -> None:
    """Refuse to end the night before two people have found the stacks as they were sealed."""
    if is_overnight(state) and state.bags.step != "confirmed":
        text = phrase("the break until another day ends when the bags are sealed and opened again, by two people each")
        raise RuleViolation("bags", joined(rules_for(state).equal_chips, BAGS), text, legal=(STEPS[state.bags.step],))
    if is_overnight(state) and (odd := open_differences(state)):
        found = tuple(phrase("{player} {chips}", player=Name(one), chips=Count(chips)) for one, chips in odd.items())
        text = phrase("not as the record has it: {found}", found=found)
        raise RuleViolation("bags", joined(rules_for(state).equal_chips, DECIDED), text, legal=("decide each of them",))


def open_differences(state: Tournament) -> dict[str, int]:
    """Bags in which something else was found than the record has, until somebody decides what stands."""
    play, bags = state.play, state.bags
    if bags.step != "confirmed":
        return {}
    found = [one for one in bags.bags if one.player in play.players and one.player not in bags.decided]
    return {one.player: one.counted for one in found if one.counted != play.players[one.player].all_chips}


def decide_difference(state: Tournament, order: g.DecideBag, _given: EventGiven) -> Events:
    """Whoever conducts the event decides a difference once; what stands is on record with the reason."""
    conditions, rules = conditions_of(state), rules_for(state)
    cites = joined(require_office(conditions.book, order.by, "dispute"), DECIDED)
    require_in_play(state)
    odd = open_differences(state)
    if order.player not in odd:
        legal = tuple(odd) or ("end the break",)
        text = phrase("there is no difference of {player} to decide", player=Name(order.player))
        raise RuleViolation("bags", cites, text, legal=legal)
    if not order.reason.strip():
        raise RuleViolation("no-words", cites, "a decision says why")
    sits, found = state.play.players[order.player], odd[order.player]
    decided = b.BagDecided(
        player=order.player, found=found, on_record=sits.all_chips, stands=order.stands, reason=order.reason,
        name=order.by.name, cites=cites,
    )  # fmt: skip
    if order.stands == "record":
        return (decided,)
    act = f"{state.name}-bag-{state.play.session}-{state.play.stage}-{order.player}"
    stacks = (Exchanged(order.player, sits.chips, found - sits.gifts),)
    if stacks[0].after <= 0:
        text = phrase(
            "{player} would have no chips: whoever has none is out by play, or is disqualified",
            player=Name(order.player),
        )
        raise RuleViolation("bags", cites, text, legal=("let the record stand", "disqualify"))
    corrected = p.StackCorrected(table=sits.table, stacks=stacks, act=act, cites=joined(DECIDED, rules.chips_back))
    return (decided, corrected)


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
        text = phrase("the bags are {step}", step=state.bags.step or "not counted")
        raise RuleViolation("bags", cites, text, legal=legal)
    return cites


def _with_another(state: Tournament, by: Officer, cites: Cites) -> tuple[str, str]:
    """Both names; refused to whoever did the first part."""
    if by.account == state.bags.account:
        text = phrase("{name} has counted them; it takes a second person", name=Name(by.name))
        raise RuleViolation("second-person", cites, text, legal=("somebody else",))
    return state.bags.name, by.name


def _bags(counts: tuple[tuple[str, int], ...], due: dict[str, int], cites: Cites) -> tuple[b.Bag, ...]:
    """A bag for everyone, once."""
    named = [player for player, _ in counts]
    if sorted(named) != sorted(due):
        text = phrase("bags of {named}; the players are {due}", named=names(named), due=names(due))
        raise RuleViolation("bags", cites, text, legal=("every player once",))
    if any(chips < 0 for _, chips in counts):
        raise RuleViolation("bad-amount", cites, "a number of chips is not below zero")
    return tuple(b.Bag(player, chips, due[player]) for player, chips in counts)
