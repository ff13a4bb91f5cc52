"""Another person for a player: before the first card at once, during a session after the round of play."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, phrase
from openfelt.rulebooks import joined
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.conditions import Substitutes
from openfelt.tournaments.entering import require_may_enter
from openfelt.tournaments.facts import (
    EventGiven,
    conditions_of,
    is_paid,
    live_entry,
    require_office,
    require_phase,
    rules_for,
)
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.play_facts import still_in
from openfelt.tournaments.tournament import Entry, Tournament

Events = tuple[e.TournamentEvent, ...]
IN_PLAY: Final = HOUSE.cite("20.27.1")


def substitute(state: Tournament, order: o.NameSubstitute, given: EventGiven) -> Events:
    """Let another person have a player's seat, named in person where the book or the conditions want that."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_office(conditions.book, order.by, "substitute")
    require_phase(state, rules.substitute, "open", "started")
    one, terms = live_entry(state, order.player), conditions.entry.substitutes
    if not isinstance(terms, Substitutes) and not rules.substitute_by_office:
        raise RuleViolation("substitute", rules.substitute, "the conditions allow no substitutes")
    if not order.in_person and isinstance(terms, Substitutes) and terms.in_person is True:
        text = phrase("{player} names a substitute in person", player=Name(order.player))
        raise RuleViolation("in-person", rules.in_person or rules.substitute, text)
    if not is_paid(state, one):
        text = phrase("{player} has no seat: not everything is paid", player=Name(order.player))
        raise RuleViolation("unpaid", rules.substitute, text)
    require_may_enter(state, order.substitute, given, form=order.form)
    if conditions.entry.acceptance == "written" and order.digest != state.digest:
        text = phrase(
            "{substitute} has not accepted version {version} in writing",
            substitute=Name(order.substitute),
            version=conditions.version,
        )
        raise RuleViolation("acceptance", rules.acceptance, text, legal=state.digest)
    cites = rules.substitute
    if one.status == "playing":
        require_seat_to_take(state, one)
        cites = joined(cites, IN_PLAY)
    if order.player not in state.play.players or is_clock_only(state):
        return (e.SubstituteNamed(player=order.player, substitute=order.substitute, by=order.by.name, cites=cites),)
    approved = p.SubstituteApproved(
        player=order.player, substitute=order.substitute, by=order.by.name,
        act=f"{state.name}-substitute-{state.play.approved + 1}", cites=cites,
    )  # fmt: skip
    return (approved,)


def require_seat_to_take(state: Tournament, one: Entry) -> None:
    """Refuse a substitute for whoever is out, has no chips or has named one, and once a deal is made."""
    play, player = state.play, Name(one.player)
    if one.player not in still_in(state):
        raise RuleViolation("no-entry", IN_PLAY, phrase("{player} is out of the event", player=player))
    named = next((each for each in play.substitutes.values() if each.player == one.player), None)
    if named is not None:
        text = phrase("{substitute} is to have the seat of {player}", substitute=Name(named.substitute), player=player)
        raise RuleViolation("entered", IN_PLAY, text)
    if play.deal_made is not None:
        raise RuleViolation("deal", IN_PLAY, "a deal is made: its shares are for those who agreed")
    sits = play.players.get(one.player)
    if sits is not None and not sits.all_chips:
        raise RuleViolation("no-chips", IN_PLAY, phrase("{player} has no chips", player=player))


def note_substitute(state: Tournament, order: q.NoteSubstitute, _given: EventGiven) -> Events:
    """The substitute has the seat and whatever is the player's; if the player is out meanwhile, nobody comes."""
    rules, one = rules_for(state), state.play.substitutes.get(order.act)
    if one is None:
        text = phrase("no substitute is awaited by {act}", act=Name(order.act))
        raise RuleViolation("substitute", IN_PLAY, text)
    cites = joined(rules.substitute, IN_PLAY)
    found = state.entries.get(one.player)
    if found is None or not found.is_live or one.player not in still_in(state):
        return (p.SubstituteLapsed(player=one.player, substitute=one.substitute, act=one.act, cites=cites),)
    return (e.SubstituteNamed(player=one.player, substitute=one.substitute, by=one.by, cites=cites),)
