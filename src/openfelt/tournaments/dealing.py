"""Deals: the last players divide what is left among themselves if the conditions allow it and each of them agrees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.phrases import Money, Name, phrase
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.buying import in_session
from openfelt.tournaments.conditions import Deals, Satellite
from openfelt.tournaments.conducting import prize_table
from openfelt.tournaments.facts import WHOLE, EventGiven, conditions_of, rules_for
from openfelt.tournaments.play_facts import entries_of, is_pool_open, require_in_play, whole_pool
from openfelt.tournaments.prizes import in_cents
from openfelt.tournaments.rules import DEALS
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
MOST_PLAYERS: Final = 10


def propose(state: Tournament, order: q.ProposeDeal, _given: EventGiven) -> Events:
    """Put a division of what is left to the vote; whoever proposes it agrees."""
    terms = require_deal(state)
    in_session(state, order.player)
    if order.method not in terms.methods:
        raise RuleViolation("deal", DEALS, phrase("no deal by {method} here", method=order.method), legal=terms.methods)
    if state.play.deal is not None:
        raise RuleViolation("deal-open", DEALS, "a deal is put to the vote", legal=("vote",))
    left = prizes_left(state)
    first = sum(left) * terms.left_for_first_per_mille // WHOLE
    chips = {one.player: one.all_chips for one in state.play.players.values()}
    if order.method == "custom":
        shares = dict(order.shares)
        require_shares(shares, chips, sum(left) - first)
    else:
        shares = by_chips(chips, left, first) if order.method == "chips" else by_icm(chips, left, first)
    number = state.play.deals + 1
    put = p.DealProposed(
        id=number, player=order.player, method=order.method, shares=tuple(shares.items()), left_for_first=first,
        cites=DEALS,
    )  # fmt: skip
    return (put, p.DealVoted(id=number, player=order.player, agrees=True, cites=DEALS))


def require_deal(state: Tournament) -> Deals:
    """Refuse a deal that the conditions do not have, before the final, or while the pool may grow."""
    session, conditions = require_in_play(state), conditions_of(state)
    terms, players = conditions.prizes.deals, len(state.play.players)
    if not isinstance(terms, Deals):
        raise RuleViolation("deal", DEALS, "the conditions allow no deal")
    if session.advance != "final" or isinstance(conditions.prizes.satellite, Satellite) or is_pool_open(state):
        raise RuleViolation("deal", DEALS, "what is left is not known yet, or cannot be divided")
    if not 2 <= players <= MOST_PLAYERS or len(state.play.tables) > 1 or state.play.broke:
        text = phrase("{players} players are left; a deal is for the last of the final table", players=players)
        raise RuleViolation("deal", DEALS, text)
    if state.play.deal_made is not None:
        raise RuleViolation("deal", DEALS, "a deal is made")
    return terms


def prizes_left(state: Tournament) -> tuple[int, ...]:
    """What the places win that are still played for, the first first. Those of the disqualified move up."""
    conditions = conditions_of(state)
    table = prize_table(conditions, entries_of(state), whole_pool(state), rules_for(state))
    if any(one.goods for one in table[: len(state.play.players)]):
        raise RuleViolation("deal", DEALS, "goods are not divided")
    cents = [one.cents for one in table] + [0] * len(state.play.players)
    return tuple(cents[: len(state.play.players)])


def require_shares(shares: Mapping[str, int], players: Mapping[str, int], whole: int) -> None:
    """Refuse shares that are not those of everyone left, or not what is left."""
    if set(shares) != set(players) or min(shares.values(), default=0) < 0:
        raise RuleViolation("deal", DEALS, "a share for each player who is left, and for nobody else")
    if sum(shares.values()) != whole:
        text = phrase("shares of {sum}; {whole} is left to divide", sum=Money(sum(shares.values())), whole=Money(whole))
        raise RuleViolation("deal", DEALS, text)


def by_chips(chips: Mapping[str, int], prizes: Sequence[int], first: int) -> dict[str, int]:
    """Everyone has the lowest of the prizes, and the rest by chips."""
    rest = sum(prizes) - first
    least = min(*prizes, rest // len(chips))
    more, whole = rest - least * len(chips), sum(chips.values())
    shares = in_cents([Fraction(more * one, whole) for one in chips.values()], more)
    return {player: least + share for player, share in zip(chips, shares, strict=True)}


def by_icm(chips: Mapping[str, int], prizes: Sequence[int], first: int) -> dict[str, int]:
    """What each stack is worth by the independent chip model, to the cent.

    >>> by_icm({"ann": 50, "bob": 30, "cat": 20}, (5000, 3000, 2000), 0)
    {'ann': 3839, 'bob': 3275, 'cat': 2886}
    """
    paid, more = list(prizes), first
    for place, prize in enumerate(paid):  # what is played for comes from the best places
        taken = min(prize, more)
        paid[place], more = prize - taken, more - taken
    worth = icm(tuple(chips.values()), tuple(paid))
    return dict(zip(chips, in_cents(worth, sum(prizes) - first), strict=True))


@lru_cache(maxsize=64)  # whether a deal may be proposed is asked for every viewer, again and again
def icm(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> list[Fraction]:
    """What each stack is worth: the first place by share of chips, then the second among the others, and so on."""
    everyone = (1 << len(stacks)) - 1

    @cache
    def worth(left: int, place: int) -> tuple[Fraction, ...]:
        if place >= len(prizes) or not left:
            return (Fraction(0),) * len(stacks)
        whole = sum(stack for at, stack in enumerate(stacks) if left >> at & 1)
        found = [Fraction(0)] * len(stacks)
        for at, stack in enumerate(stacks):
            if left >> at & 1:
                chance = Fraction(stack, whole)
                found[at] += chance * prizes[place]
                for other, value in enumerate(worth(left & ~(1 << at), place + 1)):
                    found[other] += chance * value
        return tuple(found)

    return list(worth(everyone, 0))


def vote(state: Tournament, order: q.VoteDeal, _given: EventGiven) -> Events:
    """Agree or not. One who does not ends the proposal; with the last who does the deal is made."""
    require_deal(state)
    deal = state.play.deal
    if deal is None or deal.id != order.id:
        raise RuleViolation("no-deal", DEALS, phrase("deal {id} is not put to the vote", id=order.id))
    in_session(state, order.player)
    if order.player in state.play.agreed:
        raise RuleViolation("voted", DEALS, phrase("{player} has agreed", player=Name(order.player)))
    voted = p.DealVoted(id=order.id, player=order.player, agrees=order.agrees, cites=DEALS)
    if not order.agrees or state.play.agreed | {order.player} != set(state.play.players):
        return (voted,)
    made = p.DealMade(id=deal.id, shares=deal.shares, left_for_first=deal.left_for_first, cites=DEALS)
    if deal.left_for_first:
        return (voted, made)
    rules = rules_for(state)
    cites = tuple(dict.fromkeys(DEALS + rules.session_ends))
    return (voted, made, p.SessionClosed(session=state.play.session, why="determined", by="house", cites=cites))
