"""The players' decisions after the deal: whose turn it is, a call, a fold. What else there is, a game adds."""

from __future__ import annotations

from collections.abc import Iterator

from openfelt.errors import InvariantBroken, RuleViolation
from openfelt.phrases import Money, Name, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.offers import Offer
from openfelt.pit.round import DECISION, Box, Round
from openfelt.pit.rules import forbidding, require_box, require_phase
from openfelt.pit.settlement import Spot
from openfelt.rulebooks import Cites, joined


def require_turn(round_: Round, box_no: int, cites: Cites) -> Box:
    """Refuse a decision outside the decision phase, on a hand that has none to make, or out of turn."""
    require_phase(round_, (DECISION,), cites, "a decision on the hand")
    require_not_halted(round_)
    require_box(round_, box_no, cites)
    box = round_.boxes[box_no]
    if not box.is_undecided:
        raise RuleViolation(
            "no-decision", forbidding(cites), phrase("box {box_no} has no decision to make", box_no=box_no)
        )
    if round_.to_act != box_no:
        raise RuleViolation(
            "out-of-turn",
            round_.game.turn,
            phrase("box {to_act} decides first, then box {box_no}", to_act=round_.to_act, box_no=box_no),
        )
    return box


def require_not_halted(round_: Round) -> None:
    """Nothing goes on while something has to be ruled on first."""
    if round_.breach and round_.game.ruling_due:
        raise round_.game.ruling_due(round_)


def decide_call(round_: Round, order: c.Call) -> tuple[e.Event, ...]:
    """A call is exactly so many antes; there is no all-in."""
    rules = round_.game.call
    if rules is None:
        raise InvariantBroken(f"{round_.game.key} has no call")
    box = require_turn(round_, order.box, rules.cites)
    due = rules.times * box.stakes[Spot.ANTE]
    if order.amount != due:
        raise RuleViolation(
            "call-size",
            rules.size,
            phrase("a call is exactly {due}, not {amount}", due=Money(due), amount=Money(order.amount)),
            legal=(phrase("call {due}", due=Money(due)), "fold"),
        )
    if round_.purses[box.player] < due:
        raise RuleViolation(
            "no-chips",
            rules.size,
            phrase(
                "{player} has {purses} of {due}",
                player=Name(box.player),
                purses=Money(round_.purses[box.player]),
                due=Money(due),
            ),
            legal=("fold",),
        )
    return (e.Called(order.box, due, cites=rules.cites),)


def decide_fold(round_: Round, order: c.Fold) -> tuple[e.Event, ...]:
    """Folding gives up the ante; what happens to a bonus, the game says."""
    cites = round_.game.fold
    box = require_turn(round_, order.box, cites)
    return (folded(round_, box, cites),)


def folded(round_: Round, box: Box, cites: Cites) -> e.Folded:
    """A fold, chosen or deemed: what is collected and what goes back at once."""
    payments, more = round_.game.folded(round_, box)
    return e.Folded(box.no, payments, cites=joined(cites, more))


def offer_call(round_: Round, box: Box) -> Iterator[Offer]:
    """The call, where the chips reach."""
    rules = round_.game.call
    if rules is not None and round_.purses[box.player] >= (due := rules.times * box.stakes[Spot.ANTE]):
        yield Offer(by=box.player, command=c.Call(box.no, due), cites=rules.offered)


def offer_decisions(round_: Round, player: str) -> Iterator[Offer]:
    """What a player may decide: in turn on the own hand, and what may be said out of turn."""
    if round_.phase != DECISION or round_.breach:
        return
    box = round_.boxes[round_.to_act]
    if box.player == player:
        yield from round_.game.decisions(round_, box)
    yield from round_.game.asides(round_, player)
