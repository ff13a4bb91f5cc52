"""Fees a table's sign asks for beside a percentage: for sitting down, for the time, for each hand.

Time is paid in advance by the clock hour, in quarters; at a mark it comes from the purse, else from the stake, and who
can pay from neither sits out. The fee for a hand is taken before it is dealt and goes back if the hand is void.
"""

from __future__ import annotations

from collections.abc import Callable

from openfelt import room
from openfelt.cage.fees import FEE_CITES, Anchor, FeeCites, TimeFee
from openfelt.room import events as r
from openfelt.rulebooks import Cites, joined
from openfelt.service.stream import FeePaid
from openfelt.service.trial import Trial

Purse = Callable[[str], int]


def has_fees(table: room.Table) -> bool:
    """Whether the sign asks for a fee of this kind."""
    terms = table.sign.commission
    return bool(terms.per_hand or terms.hourly or terms.sitting)


def cites_of(trial: Trial) -> FeeCites:
    """By which clauses of its book the table charges."""
    return FEE_CITES[trial.table.sign.rulebook]


def on_sitting(trial: Trial, player: str, now_ms: int) -> None:
    """What is due when a player sits down, from the purse."""
    terms = trial.table.sign.commission
    if terms.sitting:
        trial.note(FeePaid(player, "sitting", terms.sitting, cites_of(trial).sitting))
    if terms.hourly:
        fee = time_fee(trial)
        begins, ends = fee.period(0, now_ms)
        if amount := fee.share(begins, now_ms, unit=trial.table.sign.unit):
            trial.note(FeePaid(player, "time", amount, fee.cites, paid_until_ms=ends))


def time_fee(trial: Trial) -> TimeFee:
    """The sign's time charge."""
    sign, cites = trial.table.sign, FEE_CITES[trial.table.sign.rulebook].time
    if sign.rulebook == "act-stud":
        return TimeFee(sign.commission.hourly, 60, 0, Anchor.ARRIVAL, cites=cites)
    return TimeFee(sign.commission.hourly, anchor=Anchor.CLOCK_HOUR, cites=cites)


def before_hand(trial: Trial, purse: Purse, now_ms: int) -> None:
    """Between hands: time that has run out is paid anew, and whoever can pay neither time nor hand sits out."""
    terms = trial.table.sign.commission
    for seat in list(trial.table.places):
        # Looked up anew after anything that happened: a trial's table is its own only from its first event on.
        place = trial.table.places[seat]
        if terms.hourly and trial.standing.paid_until.get(place.player, 0) <= now_ms:
            fee = time_fee(trial)
            is_inactive = place.status == "out" and not terms.per_hand
            cites = joined(fee.cites, cites_of(trial).inactive if is_inactive else ())
            _, ends = fee.period(0, now_ms)
            if not pay(trial, place, "time", terms.hourly, cites, purse, paid_until_ms=ends):
                sit_out(trial, place)
        place = trial.table.places[seat]
        if terms.per_hand and not can_pay(place, terms.per_hand, purse):
            sit_out(trial, place)


def on_opening(trial: Trial, purse: Purse) -> None:
    """The fee for the hand, from everyone dealt in, before the stakes are fixed."""
    amount = trial.table.sign.commission.per_hand
    opened = trial.standing.opened
    if not amount or opened is None:
        return
    for seat in opened.seats:
        pay(trial, trial.table.places[seat], "per-hand", amount, cites_of(trial).hand, purse)


def can_pay(place: room.Place, amount: int, purse: Purse) -> bool:
    """Whether a fee can be paid from the stake with something left to play with, or from the purse."""
    return place.stack > amount or purse(place.player) >= amount


def pay(  # noqa: PLR0917 - who, what, how much, why, from where
    trial: Trial,
    place: room.Place,
    method: str,
    amount: int,
    cites: Cites,
    purse: Purse,
    *,
    paid_until_ms: int = 0,
) -> bool:
    """Take a fee: for a hand from the stake first, for time from the purse first. False when neither is enough."""
    player = place.player
    rich = purse(player) >= amount
    from_stake = place.stack > amount and (method == "per-hand" or not rich)
    if not from_stake and not rich:
        return False
    paid = FeePaid(player, method, amount, cites, from_stake=from_stake, paid_until_ms=paid_until_ms)  # type: ignore[arg-type]
    trial.note(paid)
    if from_stake:
        trial.note(r.StakeCorrected(place.seat, player, -amount, cites))
    return True


def sit_out(trial: Trial, place: room.Place) -> None:
    """Not dealt in until the fee can be paid."""
    if place.status != "out":
        trial.room(room.SitOut(place.player))
