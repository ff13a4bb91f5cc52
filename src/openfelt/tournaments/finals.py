"""Later sessions that cost something: bought into by who is not in the event, paid for by whoever advances to them."""

from __future__ import annotations

from typing import Final

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Count, Name, phrase
from openfelt.rulebooks import joined
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.conditions import FinalBuyIn, Session
from openfelt.tournaments.entering import require_form, require_welcome
from openfelt.tournaments.events import Move
from openfelt.tournaments.facts import (
    EventGiven,
    conditions_of,
    due,
    into_pools,
    is_in_time,
    payment_moves,
    require_money,
    require_phase,
    rules_for,
    session_of,
)
from openfelt.tournaments.play_facts import is_to_pay, players_of, require_not_thrown_out, still_in, unpaid_of
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
LATER: Final = HOUSE.cite("20.23.1")


def buy_into_final(state: Tournament, order: q.BuyIntoFinal, given: EventGiven) -> Events:
    """Buy into the session that the conditions name, until it begins: one entry more, with the same chips as all."""
    conditions, rules = conditions_of(state), rules_for(state)
    terms = conditions.entry.final_buy_in
    if not isinstance(terms, FinalBuyIn):
        text = phrase("nobody buys into a later session here")
        raise RuleViolation("no-final-buy-in", rules.one_entry or rules.final_buy_in, text)
    require_phase(state, rules.final_buy_in, "started")
    session = session_of(conditions, str(terms.session))
    require_still_to_begin(state, session, terms, given)
    require_welcome(state, order.player, given)
    require_form(state, order.player, form=order.form)
    require_out(state, order.player)
    if conditions.entry.acceptance == "written" and order.digest != state.digest:
        text = phrase(
            "{player} has not accepted version {version} in writing",
            player=Name(order.player),
            version=conditions.version,
        )
        raise RuleViolation("acceptance", rules.acceptance, text, legal=state.digest)
    if isinstance(terms.most, int) and len(state.play.bought_in) >= terms.most:
        text = phrase(
            "{bought_in} of {most} have bought into {name}",
            bought_in=Count(len(state.play.bought_in)),
            most=terms.most,
            name=Name(str(session.name)),
        )
        raise RuleViolation("full", rules.final_buy_in, text)
    cents, purse = terms.cost_cents if isinstance(terms.cost_cents, int) else 0, accounts.purse(order.player)
    require_money(given, purse, cents, rules.final_buy_in, "the purse")
    parts = into_pools(state, cents, bounty=True)
    moves = tuple(Move(purse, target, part, "final buy-in") for target, part in parts if part)
    played = order.player in state.entries and state.entries[order.player].is_live
    entries = state.play.re_entries.get(order.player, 0) + 1 + played
    bought = p.BoughtIntoFinal(
        player=order.player, session=str(session.name), entries=entries,
        cites=joined(rules.final_buy_in, rules.all_to_the_pool, rules.outside_revenue), moves=moves,
    )  # fmt: skip
    return (bought,)


def pay_session(state: Tournament, order: q.PaySession, given: EventGiven) -> Events:
    """Pay what a later session costs, once one has advanced to it and before it begins: all of it at once."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_phase(state, rules.fee, "started")
    begun = {state.play.session, *(one.name for one in state.play.sessions)}
    waits = [one for one in conditions.sessions if one.name not in begun and order.player in players_of(state, one)]
    session = next((one for one in waits if is_to_pay(state, one)), None)
    if session is None:
        text = phrase("{player} has advanced to no session that costs something", player=Name(order.player))
        raise RuleViolation("nothing-due", LATER, text)
    if order.player not in unpaid_of(state, session):
        text = phrase("{player} has paid for {name}", player=Name(order.player), name=Name(str(session.name)))
        raise RuleViolation("paid", LATER, text)
    costs, purse = due(conditions, session), accounts.purse(order.player)
    require_money(given, purse, sum(costs.values()), rules.fee, "the purse")
    moves = tuple(move for what in costs for move in payment_moves(state, order.player, what, session))
    kept = rules.fee if "fee" in costs else ()
    cites = joined(LATER, kept, rules.all_to_the_pool if "buy-in" in costs else (), rules.outside_revenue)
    return (p.SessionPaid(player=order.player, session=str(session.name), cites=cites, moves=moves),)


def left_out(state: Tournament, session: Session) -> Events:
    """A session begins without those who have not paid for it, if anybody has."""
    unpaid = unpaid_of(state, session) if not state.play.is_going_on else []
    if not unpaid:
        return ()
    if len(unpaid) == len(players_of(state, session)):
        text = phrase("nobody has paid for {name}", name=Name(str(session.name)))
        raise RuleViolation("unpaid", LATER, text, legal=("wait for a payment", "cancel the event"))
    return (p.LeftOut(session=str(session.name), players=tuple(unpaid), cites=joined(LATER, rules_for(state).unpaid)),)


def require_still_to_begin(state: Tournament, session: Session, terms: FinalBuyIn, given: EventGiven) -> None:
    """Refuse a session that has begun, or whose time to buy into is over."""
    rules = rules_for(state)
    begun = {state.play.session, *(one.name for one in state.play.sessions)}
    if session.name in begun:
        raise RuleViolation("period", rules.final_buy_in, phrase("{name} has begun", name=Name(str(session.name))))
    if not is_in_time(given, session, terms.until_minutes_before):
        text = phrase(
            "{name} is bought into until {minutes} minutes before it",
            name=Name(str(session.name)),
            minutes=terms.until_minutes_before,
        )
        raise RuleViolation("period", rules.final_buy_in, text)


def require_out(state: Tournament, player: str) -> None:
    """Refuse whoever is still in the event, and whoever was disqualified from it."""
    rules = rules_for(state)
    require_not_thrown_out(state, player)
    if player in still_in(state):
        text = phrase("{player} is still in the event", player=Name(player))
        raise RuleViolation("entered", rules.final_buy_in, text)
    found = state.entries.get(player)
    if found is not None and found.status == "applied":
        text = phrase("{player} has an entry that waits for a seat", player=Name(player))
        raise RuleViolation("entered", rules.final_buy_in, text)
