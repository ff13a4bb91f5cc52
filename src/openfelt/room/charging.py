"""Fees a table's sign asks for beside a percentage: for sitting down, for the time, for each hand.

Time is paid in advance, every hour from the start of the game, by a later arrival in quarters (nsw-poker 3.3.3.2); a
charge for the table is shared by those who sit there at the mark (3.3.3.1). It comes from the purse, else from the
stake. Who can pay from neither owes it, and is not dealt in until it is paid (house 11.5). The fee for a hand is taken
before it is dealt and goes back, to where it came from, if the hand is void.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from openfelt.cage.fees import DUE_CITES, MONEY, ROUNDING_CITES, Anchor, FeeRules, TimeFee
from openfelt.errors import RuleViolation
from openfelt.games import Sign
from openfelt.phrases import Money, Name, phrase
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room.given import Given
from openfelt.room.house_events import FeeOwed, FeePaid, FeeReturned, Method
from openfelt.room.state import TableState
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites, joined


class Charged(Protocol):
    """A draft of what happens at a table, as far as fees are concerned."""

    state: TableState
    given: Given

    @property
    def table(self) -> Table:
        """The table."""

    def note(self, event: Any) -> None:  # noqa: ANN401 - an event of the seats or of the house
        """Record an event."""

    def seat(self, command: q.RoomCommand) -> None:
        """Give a command to the table."""

    def purse(self, player: str) -> int:
        """What a player has outside every table."""


def has_fees(table: Table) -> bool:
    """Whether the sign asks for fees between hands."""
    terms = table.sign.commission
    return bool(terms.per_hand or terms.hourly)


def cites_of(draft: Charged) -> FeeRules:
    """By which clauses of its book the table charges."""
    return MONEY.of(draft.table.sign.rulebook)


def time_fee(sign: Sign) -> TimeFee:
    """The sign's time charge."""
    terms, rules = sign.commission, MONEY.of(sign.rulebook)
    if rules.own_hours:
        return TimeFee(terms.hourly, 60, 0, Anchor.ARRIVAL, cites=rules.time)
    anchor = Anchor.CLOCK_HOUR if terms.hours == "clock" else Anchor.GAME_START
    why = joined(rules.table_time, ROUNDING_CITES) if terms.shared else rules.time
    return TimeFee(terms.hourly, anchor=anchor, per_table=terms.shared, cites=why)


def on_sitting(draft: Charged, player: str) -> None:
    """Charge the purse of a player who sits down."""
    sign, now_ms = draft.table.sign, draft.given.at_ms
    terms = sign.commission
    if terms.sitting:
        draft.note(FeePaid(player, "sitting", terms.sitting, cites_of(draft).sitting))
    if terms.hourly and not terms.shared:
        fee = time_fee(sign)
        begins, ends = fee.period(draft.table.started_ms, now_ms)
        amount = fee.share(begins, now_ms, unit=sign.unit)  # nothing, where a part of the hour is less than a chip
        cites = fee.cites if amount == fee.amount else joined(fee.cites, ROUNDING_CITES)
        draft.note(FeePaid(player, "time", amount, cites, paid_until_ms=ends))


def charge(draft: Charged) -> None:
    """Charge players whose paid time has run out; those who cannot pay for time or the next hand are not dealt in."""
    hourly = draft.table.sign.commission.hourly
    for seat in list(draft.table.places) if hourly else ():
        charge_time(draft, draft.table.places[seat])
    if not draft.table.in_hand:
        leave_out(draft)


def leave_out(draft: Charged) -> None:
    """Leave out players who cannot pay the fee for the next hand."""
    amount = draft.table.sign.commission.per_hand
    for place in list(draft.table.places.values()):
        if not can_pay(draft, place, amount):
            sit_out(draft, place)


def charge_time(draft: Charged, place: Place) -> None:
    """One player's charge for the present period, if it is not paid: taken now, or owed."""
    player, now_ms = place.player, draft.given.at_ms
    if owed := draft.state.owed.get(player):
        settle(draft, owed)
        return
    fee = time_fee(draft.table.sign)
    begins, ends = fee.period(draft.table.started_ms, now_ms)
    paid_until = draft.state.paid_until.get(player, 0)
    if paid_until >= ends or (not fee.step_minutes and paid_until > now_ms):
        return
    unit = draft.table.sign.unit
    if fee.per_table:
        amount = fee.each(len(draft.table.places), unit=unit)
    else:
        amount = fee.share(begins, max(begins, paid_until), unit=unit)  # who was sent here may have paid a part
    cites = joined(fee.cites, cites_of(draft).inactive if is_inactive(draft.table, place) else ())
    if not pay(draft, place, "time", amount, cites, paid_until_ms=ends):
        draft.note(FeeOwed(player, "time", amount, ends, joined(cites, DUE_CITES)))
        if not draft.table.in_hand:
            sit_out(draft, draft.table.places[place.seat])


def is_inactive(table: Table, place: Place) -> bool:
    """Whether a player sits at the table without playing: sitting out, or left out of the present round."""
    return place.seat not in table.dealt and (table.in_hand or place.status == "out")


def paid_on_arrival(draft: Charged, paid_until_ms: int) -> int:
    """Until when the time of a player who is sent here counts as paid.

    Whoever has paid for the hour pays nothing more until this table's next hour begins (nsw-poker 3.3.3.3); who has
    not pays here from now on, like anyone who joins later (3.3.3.2).
    """
    sign, now_ms = draft.table.sign, draft.given.at_ms
    if not sign.commission.hourly:
        return paid_until_ms
    fee = time_fee(sign)
    if fee.anchor is Anchor.ARRIVAL or paid_until_ms <= now_ms:  # act-stud 15.3: one's own period goes along
        return max(paid_until_ms, now_ms)
    return max(paid_until_ms, fee.period(draft.table.started_ms, now_ms)[1])


def settle(draft: Charged, owed: FeeOwed) -> bool:
    """Take a fee that is owed, if it can be paid now: by who has left from the purse, which holds the stake by then."""
    place, cites = draft.table.place_of(owed.player), without_due(owed)
    if place is not None:
        return pay(draft, place, owed.method, owed.amount, cites, paid_until_ms=owed.paid_until_ms)
    is_paid = draft.purse(owed.player) >= owed.amount
    if is_paid:
        draft.note(FeePaid(owed.player, owed.method, owed.amount, cites))
    return is_paid


def without_due(owed: FeeOwed) -> Cites:
    """Why a fee is charged, without why it was owed."""
    return tuple(cite for cite in owed.cites if cite not in DUE_CITES)


def settle_all(draft: Charged, due: Iterable[FeeOwed]) -> None:
    """A round of play is over: what fell due in it is taken, also from those who have left with their stakes.

    Whoever sits there and cannot pay is not dealt in.
    """
    for owed in due:
        is_paid, place = settle(draft, owed), draft.table.place_of(owed.player)
        if not is_paid and place is not None:
            sit_out(draft, place)


def require_nothing_owed(draft: Charged, player: str) -> None:
    """Take what is owed from a player who wants to be dealt in, or refuse."""
    owed = draft.state.owed.get(player)
    if owed is None or settle(draft, owed):
        return
    text = phrase("{player} owes {amount} and is not dealt in", player=Name(player), amount=Money(owed.amount))
    raise RuleViolation(
        "fee-owed", owed.cites, text, legal=(phrase("{amount} in the purse", amount=Money(owed.amount)),)
    )


def on_opening(draft: Charged) -> None:
    """The fee for the hand, from everyone dealt in, before the stakes are fixed."""
    amount = draft.table.sign.commission.per_hand
    for seat in draft.table.dealt if amount else ():
        pay(draft, draft.table.places[seat], "per-hand", amount, cites_of(draft).hand)


def on_void(draft: Charged, fees: Iterable[FeePaid]) -> None:
    """The fee for a hand that was void goes back: to the stake if it came from there and its player still sits here."""
    for fee in fees:
        place = draft.table.place_of(fee.player) if fee.from_stake else None
        draft.note(FeeReturned(fee.player, fee.method, fee.amount, fee.cites, to_stake=place is not None))
        if place is not None:
            draft.note(r.StakeCorrected(place.seat, fee.player, fee.amount, fee.cites))


def can_pay(draft: Charged, place: Place, amount: int) -> bool:
    """Whether a fee can be paid from the stake with something left to play with, or from the purse."""
    return place.stack > amount or draft.purse(place.player) >= amount


def pay(draft: Charged, place: Place, method: Method, amount: int, cites: Cites, *, paid_until_ms: int = 0) -> bool:
    """Take a fee: for a hand from the stake first, for time from the purse first. False when neither is enough.

    A stake that is in play is not touched.
    """
    player = place.player
    rich = draft.purse(player) >= amount
    is_free = place.stack > amount and (method == "per-hand" or place.seat not in draft.table.dealt)
    from_stake = is_free and (method == "per-hand" or not rich)
    if not from_stake and not rich:
        return False
    draft.note(FeePaid(player, method, amount, cites, from_stake=from_stake, paid_until_ms=paid_until_ms))
    if from_stake:
        draft.note(r.StakeCorrected(place.seat, player, -amount, cites))
    return True


def sit_out(draft: Charged, place: Place) -> None:
    """Not dealt in until the fee can be paid. In a Freeze Out that has started everyone stays in (nsw-poker 8.10.4)."""
    table = draft.table
    if place.status != "out" and not (table.freeze_out and table.number):
        draft.seat(q.SitOut(place.player))
