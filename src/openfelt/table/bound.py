"""What rulings bind: the choices of a player whose action is held, capped betting, cards of a draw received early.

Only a hand with rulings comes here. How a held wager ends differs between rulebooks, as data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from openfelt.cards import shown
from openfelt.errors import RuleViolation
from openfelt.games.policy import Ending
from openfelt.phrases import Seat, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.aftermath import Aftermath, Held
from openfelt.table.hand import BETTING, OUT, Hand

if TYPE_CHECKING:
    from openfelt.table.turn import Turn


def ending(hand: Hand, held: Held) -> Ending:
    """How a held action ends, by what the skipped players did since."""
    if held.action == "short call":
        short = hand.rules.policy.short_of_the_call
        assert short is not None
        return short
    if held.action == "fold":
        return Ending("free", held.cites)
    if held.action == "check":
        return Ending("check", held.cites)
    rules = hand.rules.policy.out_of_turn
    assert rules is not None
    wagers = [hand.bets[j] for j, before in held.skipped if hand.bets[j] > before]
    if wagers and max(wagers) > held.to:
        return rules.exceeded
    if wagers:
        return rules.met
    return rules.folded if all(hand.status[j] == OUT for j, _ in held.skipped) else rules.checked


def bound_turn(hand: Hand, turn: Turn) -> Turn:
    """The choices of the player whose turn it is, as rulings leave them."""
    special = hand.special
    assert special is not None
    if turn.kind == "drawing" and (early := special.early_of(hand.to_act)):
        return msgspec.structs.replace(turn, fewest=early, bound=special.early_cites)
    if turn.kind != "betting":
        return turn
    if special.ceiling >= 0:
        turn = _under_ceiling(hand, turn, special)
    if held := special.held_by(hand.to_act):
        turn = _held_turn(hand, turn, held)
    if hand.to_act in special.taps_out:
        turn = msgspec.structs.replace(turn, bound=joined(turn.bound, special.taps_out_cites))
    return turn


def binding(hand: Hand, special: Aftermath) -> tuple[str, Cites]:
    """What leaves the player in turn less to choose from: a wager out of turn, a short call, or betting held down."""
    if held := special.held_by(hand.to_act):
        return ("short-call-held" if held.action == "short call" else "held"), ending(hand, held).cites
    return "held-down", special.ceiling_cites


def _under_ceiling(hand: Hand, turn: Turn, special: Aftermath) -> Turn:
    """nsw-poker 26.24: nothing above what was already wagered; with no bet yet, the table minimum."""
    ceiling = special.ceiling
    if not turn.most:
        return turn
    if hand.high >= ceiling:
        return msgspec.structs.replace(turn, least=0, most=0, all_in=0, why_no_raise=special.ceiling_cites)
    most = min(turn.most, ceiling)
    all_in = turn.all_in if turn.all_in <= most else 0
    return msgspec.structs.replace(
        turn, least=min(turn.least, most), most=most, all_in=all_in, bound=special.ceiling_cites
    )


def _held_turn(hand: Hand, turn: Turn, held: Held) -> Turn:
    end = ending(hand, held)
    i = hand.to_act
    nothing: dict[str, Any] = {
        "fold": False, "fold_cost": 0, "check": False, "call": 0, "call_all_in": False, "bring_in": 0,
        "free_call": False, "least": 0, "most": 0, "all_in": 0, "why_no_raise": end.cites,
    }  # fmt: skip
    if held.action == "fold":
        return msgspec.structs.replace(turn, **{**nothing, "fold": True, "bound": end.cites})
    if end.mode == "check":
        only = {**nothing, "check": turn.check, "free_call": turn.free_call} if turn.is_free else {}
        return msgspec.structs.replace(turn, **{**only, "bound": end.cites})
    if end.mode == "stands":
        return _standing(hand, turn, held, nothing, end)
    forfeit = min(max(held.to - hand.bets[i], 0), hand.stacks[i]) if end.forfeits else 0
    kept = {
        "fold": turn.fold, "check": turn.check, "call": turn.call, "call_all_in": turn.call_all_in,
        "free_call": turn.free_call,
    }  # fmt: skip
    changes = {**nothing, **kept} if end.mode == "call or fold" and (turn.call or turn.is_free) else {}
    return msgspec.structs.replace(turn, **{**changes, "forfeit": forfeit, "bound": end.cites})


def _standing(hand: Hand, turn: Turn, held: Held, nothing: dict[str, Any], end: Ending) -> Turn:
    """The wager itself, brought within the limits; short of a raise it is a call (act-stud 17.7)."""
    i = hand.to_act
    to = min(held.to, hand.bets[i] + hand.stacks[i])
    only: dict[str, Any]
    if turn.most and (to >= turn.least or to == turn.all_in or (turn.opening and to)):
        to = max(min(to, turn.most), turn.least)
        if to != turn.all_in:
            to -= (to - turn.least) % turn.step
        only = {"least": to, "most": to, "all_in": to if to == turn.all_in else 0}
    elif turn.call:
        only = {"call": turn.call, "call_all_in": turn.call_all_in}
    elif turn.is_free:
        only = {"check": turn.check, "free_call": turn.free_call}
    else:
        return msgspec.structs.replace(turn, bound=end.cites)
    return msgspec.structs.replace(turn, **{**nothing, **only, "bound": end.cites})


ACTS: Final = (e.Folded, e.Checked, e.Called, e.BetMade, e.Raised, e.BroughtIn)


def after_rulings(hand: Hand, command: object, made: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """The events of a command, with what earlier rulings add to them."""
    special = hand.special
    assert special is not None
    first = made[0]
    if hand.phase == BETTING and isinstance(first, ACTS):
        return _after_action(hand, special, made)
    if isinstance(command, c.Draw) and (early := special.early_of(hand.to_act)):
        if len(command.cards) < early:
            raise RuleViolation(
                "too-few-drawn",
                special.early_cites,
                phrase("{seat} has {early} cards already and gives up as many", seat=Seat(command.seat), early=early),
            )
        return (*made, r.DrawCredited(command.seat, early, owed=True, cites=special.early_cites))
    if isinstance(command, c.DealStreet) and special.next_card and command.cards[0] != special.next_card[0]:
        message = phrase("{next_card} was exposed and is the next card", next_card=shown(special.next_card[:1]))
        policy = hand.rules.policy
        cites = special.ceiling_cites or policy.exposed_is_next or policy.dealing
        raise RuleViolation("exposed-card-is-next", cites, message)
    if special.shows and isinstance(made[-1], e.HandEnded):
        return (*made, *(r.CardsExposed(seat, cards, cites) for seat, cards, cites in special.shows))
    return made


def _after_action(hand: Hand, special: Aftermath, made: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    i = hand.to_act
    seat = hand.seats[i]
    if held := special.held_by(i):
        end = ending(hand, held)
        if isinstance(made[0], e.Folded) and end.forfeits:
            forfeit = min(max(held.to - hand.bets[i], 0), hand.stacks[i])
            made = (r.WagerForfeited(seat, forfeit, end.cites), *made) if forfeit else made
        made = (*made, r.HeldResolved(seat, end.cites))
    if i in special.taps_out and any(isinstance(one, e.Checked) for one in made):
        made = (*made, r.TreatedAllIn(seat, special.taps_out_cites))
    return made
