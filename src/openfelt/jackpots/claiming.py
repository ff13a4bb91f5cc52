"""Claims of players, decided by the record of the hand; and how a hit is verified and paid, by two people."""

from __future__ import annotations

from typing import Any, Final

from openfelt.cage import accounts
from openfelt.cage.ledger import Move
from openfelt.cards import cards
from openfelt.errors import RuleViolation
from openfelt.jackpots import events as e
from openfelt.jackpots import orders as o
from openfelt.jackpots.facts import JackpotGiven, hit_of, is_on_offer, parameters_of, rules_for
from openfelt.jackpots.matching import Lack, judge_for, lacks
from openfelt.jackpots.parameters import Parameters
from openfelt.jackpots.pool import Hit, Pool, evolve
from openfelt.jackpots.rules import CLAIMED, TWO_PEOPLE, WON_BEFORE, JackpotRules, require_office
from openfelt.jackpots.settling import noted
from openfelt.phrases import Cards, Name, Text, phrase
from openfelt.room.offices import Officer
from openfelt.room.playing import kept_out_by, may_claim
from openfelt.rulebooks import Cites, joined

WORDS: Final[dict[Lack, str]] = {
    "void": "the hand was void, or its outcome was taken back",
    "folded": "a folded hand is not eligible",
    "not-shown": "the hole cards were not put face up",
    "dealt-in": "too few players were dealt in",
    "showdown": "there was no showdown",
    "no-match": "the hand is none of those on offer",
    "both-cards": "not both hole cards play",
    "not-beaten": "the hand is not the best of those that were beaten, or what beat it does not count",
}


def claim(state: Pool, order: o.Claim, given: JackpotGiven) -> tuple[Any, ...]:
    """A claim, by the hand's own record: unfolded, at a linked table, matching, shown."""
    parameters, rules = parameters_of(state), rules_for(state)
    player, hand = order.player, order.played.hand
    spite = in_spite_of_exclusion(player, given, parameters)
    if order.by is not None:
        require_office(parameters.book, order.by, "compare")
    if state.noted.get(order.played.key) != order.played:  # of a hand that is on record here nothing else is asked
        require_linked(state, order.played.table, rules)
    if all(one.player != player for one in hand.results) and not hand.void:
        text = phrase(
            "{player} was not dealt into hand {number} of {table}",
            player=Name(player),
            number=hand.number,
            table=Name(order.played.table),
        )
        raise RuleViolation("foreign-hand", rules.claim, text)
    made = noted(state, order.played, given)
    after = state.copy()
    for event in made:
        evolve(after, event)
    mine = [one for one in hits_for(after, order.played) if player in one.qualified]
    if not mine:
        raise why_not(after, order, rules)
    fresh = [one for one in mine if player not in one.claimed_by]
    if not fresh:
        text = phrase("{player} has claimed this hand already", player=Name(player))
        raise RuleViolation("claimed", rules.claim, text)
    by = order.by.name if order.by is not None else ""
    cites = joined(rules.claim, rules.exposed, spite)
    return (*made, *(e.HitClaimed(hit=one.number, player=player, by=by, cites=cites) for one in fresh))


def in_spite_of_exclusion(player: str, given: JackpotGiven, parameters: Parameters) -> Cites:
    """Why whoever staff has excluded claims: the hand was played before. Refused where the parameters say so."""
    out = may_claim(given.standing(player), given.at_ms, book=parameters.book)
    if out and parameters.excluded == "refused":
        text = phrase("{player} is excluded, and the jackpot is not paid then", player=Name(player))
        raise RuleViolation("excluded", joined(out, WON_BEFORE), text, legal=("ask at the desk to come back",))
    return WON_BEFORE if out else ()


def hits_for(state: Pool, played: o.HandAt) -> list[Hit]:
    """The hits of a hand, also a high hand that it shares with another."""
    windows = {(one.event, one.ends_ms) for one in state.candidates if one.played.key == played.key}
    found = state.hits_of(played.key)
    shared = [one for one in state.hits.values() if (one.event, one.window_ms) in windows and one.phase != "released"]
    return [*found, *(one for one in shared if one not in found)]


def require_linked(state: Pool, table: str, rules: JackpotRules) -> None:
    """Refuse a table that does not take part."""
    if table not in state.tables:
        cites = joined(rules.claim, rules.signed)
        text = phrase("{table} is not linked to {name}", table=Name(table), name=Name(state.name))
        raise RuleViolation("not-linked", cites, text, legal=state.tables)


def why_not(state: Pool, order: o.Claim, rules: JackpotRules) -> RuleViolation:
    """The refusal of a claim: the event that comes nearest, and what the hand lacks for it."""
    parameters = parameters_of(state)
    judge, player, hand = judge_for(parameters), order.player, order.played.hand
    if hand.void:
        return RuleViolation("void", rules.corrected, WORDS["void"])
    if not is_on_offer(state, hand):
        text = phrase("when hand {number} ended, the events that are displayed were not on offer", number=hand.number)
        return RuleViolation("not-on-offer", joined(rules.claim, rules.event), text)
    found = [(lacks(judge, one, hand, player), one) for one in parameters.events]
    order_of = list(WORDS)
    lack, event = max(found, key=lambda one: len(order_of) if one[0] is None else order_of.index(one[0]))
    offered = tuple(phrase("{name}: {offer}", name=Name(one.name), offer=offer_words(one)) for one in parameters.events)
    if lack is None:
        text = phrase(
            "{name} is settled when its window ends, or for another event of this hand", name=Name(event.name)
        )
        return RuleViolation("not-yet", CLAIMED, text)
    cites: dict[Lack, Cites] = {"folded": joined(rules.folded, rules.claim), "not-shown": rules.exposed}
    text = phrase("{name}: {words}", name=Name(event.name), words=WORDS[lack])
    return RuleViolation(lack, cites.get(lack, rules.claim), text, legal=offered)


def offer_words(event: Any) -> Text:  # noqa: ANN401 - an event of parameters
    """What an event wants, in a few words."""
    what = event.hand if isinstance(event.hand, str) else str(event.kind).replace("-", " ")
    if not isinstance(event.least, str):
        return what
    least = Cards(tuple(map(str, cards(event.least))))
    return phrase("{what}, at least {least}", what=what, least=least)


# -- two people --------------------------------------------------------------------------------------------------------


def verify(state: Pool, order: o.VerifyHit, given: JackpotGiven) -> tuple[Any, ...]:
    """One officer verifies a hit that was claimed, or that nobody may claim."""
    rules, hit = rules_for(state), hit_of(state, order.hit)
    require_office(parameters_of(state).book, order.by, "verify")
    require_settled(hit, rules)
    require_apart(state, hit, order.by)
    if hit.phase == "verified":
        text = phrase("hit {number} was verified by {by}", number=hit.number, by=Name(verifier(hit)))
        raise RuleViolation("verified", TWO_PEOPLE, text)
    if not hit.claimed_by and not set(hit.qualified) <= set(refused_shares(state, hit, given)):
        raise RuleViolation("not-claimed", joined(rules.claim, TWO_PEOPLE), "nobody who qualifies has claimed it yet")
    return (e.HitVerified(hit=hit.number, by=order.by.account, cites=joined(rules.claim, TWO_PEOPLE)),)


def pay(state: Pool, order: o.PayHit, given: JackpotGiven) -> tuple[Any, ...]:
    """Another officer pays it, into the purses of everyone who has a share; one that is refused goes to the pool."""
    rules, hit = rules_for(state), hit_of(state, order.hit)
    require_office(parameters_of(state).book, order.by, "pay")
    require_settled(hit, rules)
    require_apart(state, hit, order.by)
    if hit.phase != "verified":
        text = phrase("hit {number} is not verified", number=hit.number)
        raise RuleViolation("not-verified", TWO_PEOPLE, text, legal=("verify it",))
    if hit.verified_by == order.by.account:
        text = phrase("{name} has verified it; another person pays", name=Name(order.by.name))
        raise RuleViolation("same-person", TWO_PEOPLE, text)
    held, refused = accounts.jackpot_held(state.name), refused_shares(state, hit, given)
    taken = [one for one in hit.shares if one.cents and one.player not in refused]
    cents = sum(one.cents for one in taken)
    moves = tuple(Move(held, accounts.purse(one.player), one.cents, "jackpot") for one in taken)
    if hit.cents > cents:
        moves += (Move(held, accounts.jackpot(state.name), hit.cents - cents, "jackpot not claimed"),)
    paid = e.HitPaid(
        hit=hit.number,
        at_ms=given.at_ms,
        cents=cents,
        by=order.by.account,
        refused=tuple(refused),
        cites=joined(rules.folded, rules.exposed, TWO_PEOPLE, *refused.values(), WON_BEFORE if refused else ()),
        moves=moves,
    )
    return (paid,)


def refused_shares(state: Pool, hit: Hit, given: JackpotGiven) -> dict[str, Cites]:
    """Those who qualify and have not claimed, and whose claims the parameters refuse now: by which exclusion."""
    parameters = parameters_of(state)
    if parameters.excluded != "refused":
        return {}
    left = (one for one in hit.qualified if one not in hit.claimed_by)
    found = {one: kept_out_by(given.standing(one), given.at_ms, book=parameters.book) for one in left}
    return {player: cites for player, cites in found.items() if cites}


def verifier(hit: Hit) -> str:
    """Whose verification stands."""
    return hit.verified_by


def require_settled(hit: Hit, rules: JackpotRules) -> None:
    """Refuse a hit that waits for the amount to be confirmed."""
    if hit.phase == "waits":
        text = phrase("hit {number} waits until the amount is confirmed at the terminal", number=hit.number)
        raise RuleViolation("waits", rules.confirmed, text)


def require_apart(state: Pool, hit: Hit, by: Officer) -> None:
    """Refuse an officer who has a share in it, or was dealt into the hand."""
    played = state.noted.get((hit.table, hit.hand))
    dealt = {one.player for one in played.hand.results} if played is not None else set()
    if by.account in dealt | {one.player for one in hit.shares}:
        raise RuleViolation("own-hand", TWO_PEOPLE, phrase("{name} was dealt into this hand", name=Name(by.name)))
