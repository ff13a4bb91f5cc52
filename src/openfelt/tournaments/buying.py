"""More chips during play: re-buys, add-ons, and the time in which a player without chips decides."""

from __future__ import annotations

from dataclasses import replace

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.phrases import Count, Name, phrase
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.conditions import AddOns, Rebuys
from openfelt.tournaments.events import Move
from openfelt.tournaments.facts import EventGiven, conditions_of, require_money, rules_for
from openfelt.tournaments.in_play import Broke, BrokeRound, PlayerInPlay
from openfelt.tournaments.noting import settle
from openfelt.tournaments.play_facts import is_in_period, require_in_play, stage_at
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]


def buy(state: Tournament, order: q.BuyChips, given: EventGiven) -> Events:
    """A re-buy or an add-on: in its period, not too often, and a re-buy only below the starting bank."""
    require_in_play(state)
    one = in_session(state, order.player)
    terms = require_rebuy(state, one, given) if order.what == "re-buy" else require_add_on(state, one, given)
    rules = rules_for(state)
    cites = (rules.rebuy if order.what == "re-buy" else rules.add_on) + rules.all_to_the_pool
    cents = terms.cost_cents if isinstance(terms.cost_cents, int) else 0
    chips = terms.chips if isinstance(terms.chips, int) else 0
    purse = accounts.purse(order.player)
    require_money(given, purse, cents, cites, "the purse")
    moves = (Move(purse, accounts.pool(state.name), cents, order.what),) if cents else ()
    bought = p.ChipsBought(
        player=order.player, what=order.what, chips=chips, act=f"{state.name}-buy-{state.play.bought + 1}",
        cites=tuple(dict.fromkeys(cites + rules.outside_revenue)), moves=moves,
    )  # fmt: skip
    return (bought, *settle(state, without(state.play.broke, order.player), given))


def in_session(state: Tournament, player: str) -> PlayerInPlay:
    """A player who is still in; refused for anybody else."""
    found = state.play.players.get(player)
    if found is None:
        text = phrase("{player} is not in the session", player=Name(player))
        raise RuleViolation("not-seated", rules_for(state).eliminated, text)
    return found


def broke_of(state: Tournament, player: str) -> Broke | None:
    """Somebody without chips who may still buy some."""
    return next((one for group in state.play.broke for one in group.brokes if one.player == player), None)


def without(rounds: list[BrokeRound], player: str) -> list[BrokeRound]:
    """The rounds in which somebody lost the last chips, without a player who has some again."""
    rest = [replace(one, brokes=tuple(each for each in one.brokes if each.player != player)) for one in rounds]
    return [one for one in rest if one.brokes]


def rebuy_refusal(state: Tournament, one: PlayerInPlay, given: EventGiven) -> RuleViolation | None:
    """Why a player may not take a re-buy now."""
    rules, terms = rules_for(state), conditions_of(state).rebuys
    session = require_in_play(state)
    if not isinstance(terms, Rebuys):
        return RuleViolation("no-chips-sold", rules.one_entry or rules.rebuy, "the conditions have no re-buys")
    if isinstance(terms.most, int) and one.rebuys >= terms.most:
        text = phrase(
            "{player} has taken {rebuys} of {most} re-buys", player=Name(one.player), rebuys=one.rebuys, most=terms.most
        )
        return RuleViolation("too-many", rules.rebuy, text)
    broke = broke_of(state, one.player)
    if broke is not None and broke.until_ms:
        return None  # the right was there when the chips were lost
    if state.play.closing or not is_in_period(state, terms.period, stage_at(state.play, given.now_ms)):
        return RuleViolation("period", rules.rebuy, "re-buys are not taken now")
    if broke is not None:
        return _is_out(state, one)
    bank = session.starting_chips if isinstance(session.starting_chips, int) else 0
    most = {"no-chips": 0, "below-bank": bank - 1, "at-bank": bank}[terms.when]
    if one.all_chips > most:
        text = phrase(
            "{player} has {chips} chips; a re-buy needs fewer than {limit}",
            player=Name(one.player),
            chips=Count(one.all_chips),
            limit=Count(most + 1),
        )
        return RuleViolation("bank", rules.below_bank or rules.rebuy, text)
    return None


def _is_out(state: Tournament, one: PlayerInPlay) -> RuleViolation:
    """Whoever lost the last chips without a right to more is out, also while the place waits for others."""
    text = phrase("{player} has no chips and no right to more, and is out", player=Name(one.player))
    return RuleViolation("not-seated", rules_for(state).eliminated, text)


def require_rebuy(state: Tournament, one: PlayerInPlay, given: EventGiven) -> Rebuys:
    """The terms of a re-buy that a player may take now."""
    if (refusal := rebuy_refusal(state, one, given)) is not None:
        raise refusal
    terms = conditions_of(state).rebuys
    assert isinstance(terms, Rebuys)
    return terms


def add_on_refusal(state: Tournament, one: PlayerInPlay, given: EventGiven) -> RuleViolation | None:
    """Why a player may not take an add-on now."""
    rules, terms = rules_for(state), conditions_of(state).add_ons
    if not isinstance(terms, AddOns):
        return RuleViolation("no-chips-sold", rules.one_entry or rules.add_on, "the conditions have no add-ons")
    taken = one.add_ons
    if rules.add_on_once:  # also by whoever has bought back in since
        taken = sum(paid.paid_for == "add-on" for paid in state.paid_for(one.player))
    if isinstance(terms.most, int) and taken >= terms.most:
        text = phrase(
            "{player} has taken {add_ons} of {most} add-ons", player=Name(one.player), add_ons=taken, most=terms.most
        )
        return RuleViolation("too-many", rules.add_on_once or rules.add_on, text)
    if state.play.closing or not is_in_period(state, terms.period, stage_at(state.play, given.now_ms)):
        return RuleViolation("period", rules.add_on, "add-ons are not taken now")
    broke = broke_of(state, one.player)
    if broke is not None and not broke.until_ms:
        return _is_out(state, one)
    return None


def require_add_on(state: Tournament, one: PlayerInPlay, given: EventGiven) -> AddOns:
    """The terms of an add-on that a player may take now."""
    if (refusal := add_on_refusal(state, one, given)) is not None:
        raise refusal
    terms = conditions_of(state).add_ons
    assert isinstance(terms, AddOns)
    return terms


# --- deciding against it ----------------------------------------------------------------------------------------------


def decline(state: Tournament, order: q.DeclineRebuy, given: EventGiven) -> Events:
    """A player without chips takes none and is out."""
    require_in_play(state)
    require_open(state, order.player)
    return _declined(state, order.player, given, lapsed=False)


def lapse(state: Tournament, order: q.LapseRebuy, given: EventGiven) -> Events:
    """The time to decide is over."""
    require_in_play(state)
    one = require_open(state, order.player)
    if given.now_ms < one.until_ms:
        text = phrase(
            "{player} has {seconds} seconds more to decide",
            player=Name(order.player),
            seconds=(one.until_ms - given.now_ms) // 1_000,
        )
        raise RuleViolation("thinking", rules_for(state).rebuy, text)
    return _declined(state, order.player, given, lapsed=True)


def require_open(state: Tournament, player: str) -> Broke:
    """Somebody who has a re-buy to decide on."""
    found = broke_of(state, player)
    if found is None or not found.until_ms:
        text = phrase("{player} has no re-buy to decide on", player=Name(player))
        raise RuleViolation("no-rebuy-open", rules_for(state).rebuy, text)
    return found


def _declined(state: Tournament, player: str, given: EventGiven, *, lapsed: bool) -> Events:
    rounds = [
        replace(one, brokes=tuple(replace(each, until_ms=0) if each.player == player else each for each in one.brokes))
        for one in state.play.broke
    ]
    declined = p.RebuyDeclined(player=player, lapsed=lapsed, cites=rules_for(state).rebuy)
    return (declined, *settle(state, rounds, given))
