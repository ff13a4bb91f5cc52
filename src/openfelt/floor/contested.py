"""A pot that was awarded and is claimed in time: who gives up what, who gets it. Knows nothing of deadlines."""

from __future__ import annotations

from typing import Any, Final

from openfelt.cards import UNKNOWN
from openfelt.floor.entries import SUPERVISORS, Option
from openfelt.floor.incidents import PotContested
from openfelt.floor.scene import Scene
from openfelt.table import ruling_events as r
from openfelt.table.hand import Hand
from openfelt.table.pots import build_pots, share

FIVE: Final = 5
Award = tuple[int, str, tuple[int, ...], tuple[int, ...]]


def awards_of(hand: Hand, incident: PotContested) -> list[Award]:
    """The awards that the claim can mean: those of the pot it names, and of the part where it names one."""
    return [
        one for one in hand.awards if one[0] == incident.pot - 1 and incident.part in (None, one[1])
    ]  # fmt: skip


def rightful(incident: PotContested) -> tuple[int, ...]:
    """The seats to which the pot belongs by the claim."""
    return tuple(dict.fromkeys(incident.rightful)) or (incident.seat,)


def in_the_pot(hand: Hand, number: int) -> tuple[int, ...]:
    """The seats that have chips in a pot; every seat of the hand where the pots were not formed by the betting."""
    ended = hand.copy()
    ended.put = list(hand.contributed)
    pots = build_pots(ended)
    if len(pots) != len({one[0] for one in hand.awards}):
        return hand.seats
    return tuple(hand.seats[i] for i in pots[number].contributors)


def claim_needs(hand: Hand, incident: Any) -> str:  # noqa: ANN401 - a PotContested
    """What the claim lacks for the pot to be paid again, or nothing."""
    found = awards_of(hand, incident)
    if not found:
        paid = sorted({one[0] + 1 for one in hand.awards})
        said = ", ".join(map(str, paid)) if paid else "none was"
        return f"a pot that was awarded, and its part: {said}"
    if len(found) > 1:
        return f"which part of pot {incident.pot}: {' or '.join(one[1] for one in found)}"
    inside = in_the_pot(hand, incident.pot - 1)
    strangers = [seat for seat in rightful(incident) if seat not in inside]
    if strangers:
        seats = ", ".join(map(str, sorted(inside)))
        return f"players with chips in pot {incident.pot} (seats {seats}), not seat {strangers[0]}"
    taken, given = moved(hand, incident)
    return "" if taken != given else "a claim by others than those who were paid"


def is_whole(hand: Hand, i: int) -> bool:
    """Whether the table knows five cards or more that this player was dealt: only in stud do they decide on a chip."""
    held = hand.holding(i)
    return UNKNOWN not in held and len(held) >= FIVE


def moved(hand: Hand, incident: PotContested) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each gives up and gets, in dealing order: the award as it was paid, its shares as the rulebook divides."""
    (_, part, seats, amounts) = awards_of(hand, incident)[0]
    paid = dict(zip(seats, amounts, strict=True))
    winners = sorted(hand.index[seat] for seat in rightful(incident))
    total, unit = sum(amounts), hand.rules.unit
    if all(is_whole(hand, i) for i in winners):
        halves = hand.rules.halves
        shares = share(hand, total, winners, next((half for half in halves if half.name == part), halves[0]))
    else:  # no cards to decide by: the rest goes to the first from the button
        each = total // (unit * len(winners)) * unit
        shares = [total - each * (len(winners) - 1), *[each] * (len(winners) - 1)]
    due = dict(zip(winners, shares, strict=True))
    return tuple(paid.get(seat, 0) for seat in hand.seats), tuple(due.get(i, 0) for i in range(hand.n))


def pay_again(scene: Scene) -> None:
    """The pot goes from those who were paid to those it belongs to; the commission taken from it stays taken."""
    award = awards_of(scene.hand, scene.incident)[0]
    taken, given = moved(scene.hand, scene.incident)
    scene.add(r.AwardMoved(award[0], award[1], taken, given, scene.cites))


PAID_AGAIN: Final = Option(
    "paid again",
    "the pot goes to those it belongs to",
    pay_again,
    by=SUPERVISORS,
    need=claim_needs,
    facts=("pot", "part", "rightful"),
)
