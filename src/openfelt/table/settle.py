"""Awarding the pots: commission first, then each pot to its winners, with halves and odd chips as the rulebook says."""

from __future__ import annotations

from typing import Final

from openfelt.games.game import PotPart
from openfelt.games.policy import OddHalf
from openfelt.rulebooks import joined
from openfelt.table import events as e
from openfelt.table.commission import commission
from openfelt.table.hand import OUT, SOLE, Hand, add_up
from openfelt.table.pots import Pot, best, build_pots, share
from openfelt.table.rules import HalfRules

POT_AWARDED: Final = e.PotAwarded
HAND_ENDED: Final = e.HandEnded


def settle(hand: Hand) -> tuple[e.Event, ...]:
    """Commission, awards and the end of the round of play."""
    if hand.stage == SOLE and not hand.rules.takes_commission:
        winner = next(i for i, status in enumerate(hand.status) if status != OUT)
        whole = Pot(add_up(hand.put) + hand.dead_total, (winner,), ())
        return *_sole_award(hand, 0, whole), HAND_ENDED("sole survivor", hand.rules.policy.award)
    pots = build_pots(hand)
    # Whoever is left after the others conceded wins unseen; a hand that was shown wins at the showdown.
    sole = hand.stage == SOLE or (hand.contenders() == 1 and 1 not in hand.shown)
    made: list[e.Event] = []
    taken = None
    if hand.rules.takes_commission:
        ties: list[frozenset[int]] = [frozenset() if sole else _tied(hand, pot) for pot in pots]
        taken = commission(hand, pots, ties)
    if taken is not None:
        amounts, working, cites = taken
        made.append(e.CommissionTaken(amounts, working, cites))
        pots = [Pot(pot.amount - fee, pot.eligible, pot.contributors) for pot, fee in zip(pots, amounts, strict=True)]
    order = range(len(pots))
    for number in reversed(order) if hand.rules.policy.side_pots_first else order:
        if hand.twice == 2 and not sole:
            made.extend(_halves(hand, number, pots[number]))
        else:
            made.extend(_sole_award(hand, number, pots[number]) if sole else _award(hand, number, pots[number]))
    made.append(HAND_ENDED("sole survivor" if sole else "showdown", hand.rules.policy.award))
    return tuple(made)


def _halves(hand: Hand, number: int, pot: Pot) -> list[e.Event]:
    """house 27.3: half of a pot for each board, in chips of the unit; what cannot be halved belongs to the first."""
    unit = hand.rules.unit
    second = pot.amount // (2 * unit) * unit
    made: list[e.Event] = []
    for board, amount in ((1, pot.amount - second), (2, second)):
        if amount:
            part = Pot(amount, pot.eligible, pot.contributors)
            for one in _award(hand, number, part, board == 2):
                cites = joined(one.cites, hand.rules.policy.run_twice)
                made.append(POT_AWARDED(one.pot, one.part, one.seats, one.amounts, cites, board))
    return made


def _tied(hand: Hand, pot: Pot) -> frozenset[int]:
    """The winners of a pot with equal hands; winners of different halves do not have equal hands."""
    if hand.twice == 2:
        return frozenset()  # a tie on one board is none on both
    halves = hand.rules.halves
    tied = frozenset(best(pot.eligible, hand.strengths(halves[0])))
    if len(halves) > 1:
        others = _with_a_hand(hand, pot, halves[1])
        return tied if not others or frozenset(best(others, hand.strengths(halves[1]))) == tied else frozenset()
    return tied


def _with_a_hand(hand: Hand, pot: Pot, half: HalfRules, second: bool = False) -> list[int]:  # noqa: FBT001, FBT002
    """Those who may win a pot and have a hand for one half of it: where an eight is needed, not all do."""
    strengths = hand.strengths(half, second)
    return [i for i in pot.eligible if strengths[i]]


def _sole_award(hand: Hand, number: int, pot: Pot) -> tuple[e.Event, ...]:
    winner = pot.eligible[0]
    order = hand.rules.policy.award_order if number else ()
    round_ = hand.rules.rounds[min(hand.step, len(hand.rules.rounds) - 1)]
    cites = (round_.sole_winner if round_ is not None else ()) or hand.rules.policy.award
    return (POT_AWARDED(number, "whole", (hand.seats[winner],), (pot.amount,), joined(cites, order)),)


def _award(hand: Hand, number: int, pot: Pot, on_second: bool = False) -> list[e.PotAwarded]:  # noqa: FBT001, FBT002
    rules = hand.rules
    first = rules.halves[0]
    winners = best(pot.eligible, hand.strengths(first, on_second))
    if len(rules.halves) == 1:
        return [_part(hand, number, "whole", pot.amount, winners, first)]
    second = rules.halves[1]
    others = _with_a_hand(hand, pot, second, on_second)
    if not others:
        whole = _part(hand, number, "whole", pot.amount, winners, first)
        return [
            e.PotAwarded(whole.pot, whole.part, whole.seats, whole.amounts, joined(whole.cites, rules.policy.no_low))
        ]
    other_winners = best(others, hand.strengths(second, on_second))
    unit = rules.unit
    amount = pot.amount // (2 * unit) * unit
    rest = pot.amount - 2 * amount
    to_second = rest and rules.odd_half is OddHalf.FIRST_WINNER and min(other_winners) < min(winners)
    parts = [
        _part(hand, number, first.name, amount if to_second else amount + rest, winners, first),
        _part(hand, number, second.name, amount + rest if to_second else amount, other_winners, second),
    ]
    if rest:
        at = 1 if to_second else 0
        part = parts[at]
        cites = joined(part.cites, rules.policy.odd_half_cites)
        parts[at] = e.PotAwarded(part.pot, part.part, part.seats, part.amounts, cites)
    return list(parts)


def _part(hand: Hand, number: int, part: PotPart, amount: int, winners: list[int], half: HalfRules) -> e.PotAwarded:
    rules = hand.rules
    amounts = share(hand, amount, winners, half)
    cites = rules.award_cites
    if number or len(winners) > 1:
        side = rules.policy.side_pots + rules.policy.award_order if number else ()
        cites = joined(cites, side, rules.policy.split if len(winners) > 1 else ())
    seats = tuple(hand.seats[i] for i in winners)
    return POT_AWARDED(number, part, seats, tuple(amounts), cites)
