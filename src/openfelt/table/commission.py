"""What the room takes from the pots, with every exemption, and the working shown: the policy has what is taken when.

Amounts are integer cents; uncalled wagers are gone before this is asked, but for those that a ruling leaves in the pot.
"""

from __future__ import annotations

from collections.abc import Sequence

from openfelt.games.policy import HOUSE, Schedule
from openfelt.games.sign import Commission
from openfelt.rulebooks import Cites, joined
from openfelt.table.hand import Hand
from openfelt.table.pots import Pot

DOLLAR = 100
Taken = tuple[tuple[int, ...], str, Cites]

WHOLE_CHIPS = HOUSE.cite("3.8")


def commission(hand: Hand, pots: Sequence[Pot], ties: Sequence[frozenset[int]]) -> Taken | None:
    """The commission of this round of play by pot, its working and its clauses; None where the sign takes none.

    `ties` holds, for each pot, the winners that hold equal hands at a showdown (empty without one).
    """
    terms = hand.rules.sign.commission
    if terms.kind in {"none", "time"}:
        return None
    if terms.kind == "percentage":
        return _percentage(hand, terms, pots, ties)
    return _scheduled(hand, schedule_of(hand, terms.kind), pots, ties)


def schedule_of(hand: Hand, kind: str) -> Schedule:
    """The schedule that the sign names."""
    return next(one for one in hand.rules.policy.schedules if one.kind == kind)


def _percentage(hand: Hand, terms: Commission, pots: Sequence[Pot], ties: Sequence[frozenset[int]]) -> Taken:
    policy = hand.rules.policy
    cites = policy.percentage or joined(policy.rake, HOUSE.cite("7"))
    nothing = (0,) * len(pots)
    if policy.nil_on_blinds and posts_only(hand) and not hand.rules.sign.ante:
        return nothing, "only blinds were wagered: nil", policy.nil_on_blinds
    if terms.no_flop_no_drop and not hand.board and hand.step < hand.rules.second_street:
        return nothing, "no second street was dealt: nil", cites
    taken, said = [], []
    charged = False
    called = called_parts(hand, pots)
    for number, (pot, tied) in enumerate(zip(pots, ties, strict=True), start=1):
        if policy.nil_on_tie and len(tied) > 1 and tied == frozenset(pot.contributors):
            taken.append(0)
            said.append(f"pot {number}: all who paid in tied, nil")
            cites = joined(cites, policy.nil_on_tie)
            continue
        if taken and len(pot.contributors) == 1:
            taken.append(0)
            said.append(f"pot {number}: nobody matched it, nil")
            cites = joined(cites, policy.uncalled)
            continue
        charged = True
        part = called[number - 1]
        cites = cites if part == pot.amount else joined(cites, policy.uncalled)
        base = part - (0 if taken else time_paid(hand))
        fee = base * terms.per_mille // 1000 // hand.rules.unit * hand.rules.unit
        cut = "" if fee * 1000 == base * terms.per_mille else _whole_chips(hand.rules.unit)
        said.append(f"pot {number}: {terms.per_mille / 10:g}% of {base}{cut} = {fee}")
        if cut:
            cites = joined(cites, WHOLE_CHIPS)
        if terms.most and terms.most_per == "pot" and fee > terms.most:
            fee = terms.most
            said[-1] += f", at most {fee}"
        taken.append(fee)
    if terms.most and terms.most_per == "hand" and sum(taken) > terms.most:
        taken = _trim(taken, terms.most)
        said.append(f"at most {terms.most} a hand")
    if charged and sum(taken) < terms.least:  # also where the percentage is less than one chip
        taken[0] += min(terms.least - sum(taken), pots[0].amount - taken[0])
        said.append(f"at least {terms.least}")
    return tuple(taken), "; ".join(said), cites


def _whole_chips(unit: int) -> str:
    """What a percentage is cut to, in words (house 3.8)."""
    return " in whole chips" if unit == 1 else f" in whole chips of {unit}"


def posts_only(hand: Hand) -> bool:
    """Whether nobody put in more than antes and blinds, now that an uncalled bet has gone back (3.6, 15.2(b))."""
    return all(chips <= posted for chips, posted in zip(hand.put, hand.forced, strict=True))


def called_parts(hand: Hand, pots: Sequence[Pot]) -> list[int]:
    """What of each pot was called: a wager that stays by a ruling does not count where nobody met it (3.6, 15.2(b)).

    Such a wager is what lies furthest out.
    """
    left = hand.special.uncalled if hand.special is not None else 0
    parts = [pot.amount for pot in pots]
    for at in range(len(parts) - 1, -1, -1):
        cut = min(left, parts[at])
        parts[at] -= cut
        left -= cut
    return parts


def time_paid(hand: Hand) -> int:
    """What players paid into the pot for time (7.12.3): dead money in the main pot that nobody wagered."""
    return hand.dead_total - sum(hand.dead)


def _trim(taken: list[int], most: int) -> list[int]:
    """The maximum of a hand is used up from the main pot outwards."""
    kept = []
    for fee in taken:
        kept.append(min(fee, most))
        most -= kept[-1]
    return kept


def _scheduled(hand: Hand, rate: Schedule, pots: Sequence[Pot], ties: Sequence[frozenset[int]]) -> Taken:
    """One charge on the sum of all pots if any of them is over the threshold, in whole dollars, capped by the sign."""
    most = hand.rules.sign.commission.most
    nothing = (0,) * len(pots)
    if posts_only(hand):
        return nothing, "only antes or blinds were wagered: nil", rate.posts_only
    paid = frozenset(i for pot in pots for i in pot.contributors)
    if len(ties[0]) > 1 and ties[0] == paid:  # then those of every side pot hold equal hands too
        return nothing, "all who paid in hold equal hands: nil", rate.tied
    called = called_parts(hand, pots)
    whole = sum(called)
    over = [at for at, part in enumerate(called) if part > rate.over]
    if not over:
        return nothing, f"no pot is over {rate.over}: nil", rate.cites
    fee = min(whole * rate.percent // 100 // DOLLAR * DOLLAR, most)
    base = sum(called[at] for at in over)
    taken = [0] * len(pots)
    for at in over:
        taken[at] = fee * called[at] // base // DOLLAR * DOLLAR
    taken[over[0]] += fee - sum(taken)
    return tuple(taken), f"{rate.percent}% of {whole} in whole dollars, at most {most} = {fee}", rate.cites
