"""The players' decisions after the deal: call or fold, raise, stay or fold, and declaring the Super Aces hand."""

from __future__ import annotations

from collections.abc import Iterator

from openfelt.errors import RuleViolation
from openfelt.money import money
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import DECISION, FOLD, Box, Round
from openfelt.pit.rules import ACT, NZ, forbidding, require_box, require_phase, rules_of
from openfelt.pit.settlement import (
    Payment,
    Spot,
    settle_big_raise_fold,
    settle_fold,
    settle_super_aces,
)
from openfelt.pit.sign import HoldemSign
from openfelt.rulebooks import Cites, joined

# Citations, checked when this module is imported.
ACT_10_2_10_4 = ACT.cite("10.2", "10.4")
ACT_10_4 = ACT.cite("10.4")
ACT_7_1_7_2 = ACT.cite("7.1", "7.2")
ACT_7_1_7_3 = ACT.cite("7.1", "7.3")
ACT_7_2 = ACT.cite("7.2")
CALL_CITES = ACT.cite("7.2", "def/Call", "7.1", "6.5")
ACT_7_3_10_4 = ACT.cite("7.3", "10.4")
FOLD_CITES = ACT.cite("7.3", "7.1", "6.5", "def/Fold")
ACT_7_4 = ACT.cite("7.4")
NZ_11_15 = NZ.cite("11.15")
NZ_11_7 = NZ.cite("11.7")
STAY_CITES = NZ.cite("5.1(c)", "5.9(b)", "9.3")
NZ_5_2_5_2_A = NZ.cite("5.2", "5.2(a)")
NZ_5_2_5_2_B = NZ.cite("5.2", "5.2(b)")
FOLD_STUD_CITES = NZ.cite("5.2", "5.2(a)", "9.1", "9.2", "9.2(a)", "def/Fold")
NZ_5_2_B = NZ.cite("5.2(b)")
NZ_5_2_B_5_3 = NZ.cite("5.2(b)", "5.3")
NZ_5_6_5_9_B = NZ.cite("5.6", "5.9(b)")
NZ_5_9_B = NZ.cite("5.9(b)")
NZ_9_2_C = NZ.cite("9.2(c)")

RAISE_CITES = NZ.cite("def/Raise Wager", "5.2", "5.2(b)", "9.1", "9.3")


def require_turn(round_: Round, box_no: int, cites: Cites) -> Box:
    """Refuse a decision outside the decision phase, on a hand that has none to make, or out of turn."""
    require_phase(round_, (DECISION,), cites, "a decision on the hand")
    require_no_breach(round_)
    require_box(round_, box_no, cites)
    box = round_.boxes[box_no]
    if not box.is_undecided:
        raise RuleViolation("no-decision", forbidding(cites), f"box {box_no} has no decision to make")
    if round_.to_act != box_no:
        raise RuleViolation(
            "out-of-turn", rules_of(round_).turn, f"box {round_.to_act} decides first, then box {box_no}"
        )
    return box


def require_no_breach(round_: Round) -> None:
    """Nothing goes on while a supervisor has to rule on viewed hands (nz-big-raise 11.15)."""
    if round_.breach:
        raise RuleViolation(
            "ruling-due",
            NZ_11_15,
            f"the supervisor rules on the hands {round_.breach[0]} viewed first",
            legal=("deem seat hand", "void viewed hands", "let stand"),
        )


def decide_call(round_: Round, order: c.Call) -> tuple[e.Event, ...]:
    """A call is exactly twice the ante; there is no all-in."""
    cites = CALL_CITES
    box = require_turn(round_, order.box, cites)
    due = 2 * box.stakes[Spot.ANTE]
    if order.amount != due:
        raise RuleViolation(
            "call-size",
            ACT_7_2,
            f"a call is exactly {money(due)}, not {money(order.amount)}",
            legal=(f"call {money(due)}", "fold"),
        )
    if round_.purses[box.player] < due:
        raise RuleViolation(
            "no-chips", ACT_7_2, f"{box.player} has {money(round_.purses[box.player])} of {money(due)}", legal=("fold",)
        )
    return (e.Called(order.box, due, cites=cites),)


def decide_fold(round_: Round, order: c.Fold) -> tuple[e.Event, ...]:
    """Folding gives up the ante; what happens to a bonus differs between the tables."""
    act = isinstance(round_.sign, HoldemSign)
    cites = FOLD_CITES if act else FOLD_STUD_CITES
    box = require_turn(round_, order.box, cites)
    return (folded(round_, box, cites),)


def folded(round_: Round, box: Box, cites: Cites) -> e.Folded:
    """A fold, chosen or deemed: what is collected and what goes back at once."""
    if not isinstance(round_.sign, HoldemSign):
        kept = NZ_9_2_C
        payments = settle_big_raise_fold(box.stakes[Spot.ANTE], box.stakes.get(Spot.BET, 0))
        return e.Folded(box.no, payments, cites=joined(cites, kept, NZ_5_9_B if Spot.BET in box.stakes else ()))
    payments = (settle_fold(box.stakes[Spot.ANTE]), *folded_bonus(round_.sign, box))
    return e.Folded(box.no, payments, cites=joined(cites, ACT_7_4))


def folded_bonus(sign: HoldemSign, box: Box) -> tuple[Payment, ...]:
    """act-holdem 7.3, 10.5: a bonus declared before the fold waits for its verification, any other is lost now."""
    stake = box.stakes.get(Spot.BONUS, 0)
    waits = (box.declared or sign.auto_declare) and sign.folded_bonus == "declared-paid"
    if not stake or waits:
        return ()
    return (settle_super_aces(sign, stake=stake, hand="", declared=False, folded=True),)


def decide_declare(round_: Round, order: c.DeclareBonus) -> tuple[e.Event, ...]:
    """A bonus hand is declared before the last decision; after it, or after the own fold, it is too late."""
    cites = ACT_10_4
    require_phase(round_, (DECISION,), cites, "declaring a bonus hand")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if Spot.BONUS not in box.stakes or box.void:
        raise RuleViolation("no-bonus", ACT_10_2_10_4, f"there is no bonus wager on box {order.box}")
    if box.declared:
        raise RuleViolation("declared", cites, f"box {order.box} has been declared")
    if box.decision == FOLD:
        raise RuleViolation("folded", ACT_7_3_10_4, f"box {order.box} has folded")
    return (e.BonusDeclared(order.box, cites=cites),)


def decide_raise(round_: Round, order: c.Raise) -> tuple[e.Event, ...]:
    """A raise is 1, 2, 3 or 4 times the ante; once a community card was exposed only 1 times."""
    cites = RAISE_CITES
    box = require_turn(round_, order.box, cites)
    if Spot.BET in box.stakes:
        raise RuleViolation(
            "raise-made", NZ_5_6_5_9_B, f"box {order.box} raised before the deal", legal=("stay", "fold")
        )
    amounts = raises(round_, box)
    ante = box.stakes[Spot.ANTE]
    told = f"a raise of {money(order.amount)} on an ante of {money(ante)}"
    if order.amount % ante or not ante <= order.amount <= 4 * ante:
        raise RuleViolation("raise-size", NZ_5_2_B, f"{told} is not 1, 2, 3 or 4 times", legal=raise_words(amounts))
    if round_.capped and order.amount != ante:
        raise RuleViolation(
            "raise-capped", NZ_11_7, f"{told}, after a community card was exposed", legal=raise_words(amounts)
        )
    if amounts is None or order.amount not in amounts:
        cites = NZ_5_2_B_5_3
        raise RuleViolation(
            "no-chips",
            cites,
            f"{told} by {box.player}, who has {money(round_.purses[box.player])}",
            legal=raise_words(amounts),
        )
    if round_.capped:
        cites = joined(cites, NZ_11_7)
    return (e.Raised(order.box, order.amount, cites=cites),)


def raises(round_: Round, box: Box) -> Amounts | None:
    """The raises a player can make: 1 to 4 times the ante as far as the chips reach."""
    ante = box.stakes[Spot.ANTE]
    times = min(1 if round_.capped else 4, round_.purses[box.player] // ante)
    return Amounts(ante, times * ante, ante) if times else None


def raise_words(amounts: Amounts | None) -> tuple[str, ...]:
    """What is allowed instead."""
    return (
        (f"raise {money(amounts.low)} to {money(amounts.high)} in steps of {money(amounts.step)}", "fold")
        if amounts
        else ("fold",)
    )


def decide_stay(round_: Round, order: c.Stay) -> tuple[e.Event, ...]:
    """A raise made before the deal stays as it is; it cannot be changed, only withdrawn by folding."""
    cites = STAY_CITES
    box = require_turn(round_, order.box, cites)
    if Spot.BET not in box.stakes:
        raise RuleViolation("no-raise", NZ_5_2_5_2_B, f"box {order.box} has made no raise", legal=("raise", "fold"))
    return (e.Stayed(order.box, cites=cites),)


def offer_decisions(round_: Round) -> Iterator[Offer]:
    """What the player in turn may decide, and which bonus hands may be declared."""
    if round_.phase != DECISION or round_.breach:
        return
    box = round_.boxes[round_.to_act]
    ante = box.stakes[Spot.ANTE]
    if isinstance(round_.sign, HoldemSign):
        yield Offer(by=box.player, command=c.Fold(box.no), cites=ACT_7_1_7_3)
        if round_.purses[box.player] >= 2 * ante:
            yield Offer(by=box.player, command=c.Call(box.no, 2 * ante), cites=ACT_7_1_7_2)
        for one in round_.boxes.values():
            if Spot.BONUS in one.stakes and not one.declared and one.decision != FOLD and not one.void:
                yield Offer(by=one.player, command=c.DeclareBonus(one.no), cites=ACT_10_4)
        return
    yield Offer(by=box.player, command=c.Fold(box.no), cites=NZ_5_2_5_2_A)
    if Spot.BET in box.stakes:
        yield Offer(by=box.player, command=c.Stay(box.no), cites=NZ_5_9_B)
    elif amounts := raises(round_, box):
        cites = NZ_11_7 if round_.capped else NZ_5_2_B
        yield Offer(by=box.player, command=c.Raise(box.no, amounts.low), amounts=amounts, cites=cites)
