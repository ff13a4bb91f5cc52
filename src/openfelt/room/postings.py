"""Ledger lines of a table: what each event moves between purses, stakes, the pot and what the room took."""

from __future__ import annotations

from typing import Any, Final

from openfelt import pit
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.room import entrant_events as en
from openfelt.room import events as r
from openfelt.room import jackpot_events as je
from openfelt.room.house_events import EntryTakenBack, FeePaid, FeeReturned
from openfelt.room.state import TableState
from openfelt.room.table_accounts import TableAccounts
from openfelt.rulebooks import Cites
from openfelt.table import events as e
from openfelt.table import ruling_events as ru


def hand_postings(
    state: TableState,
    event: Any,  # noqa: ANN401 - any member of Event
    before: list[int],
    taken: int,
    start: tuple[int, ...],
) -> list[Posting]:
    """Ledger lines for the chips an event moved: between stakes, pot, commission, and purses where a ruling says so."""
    hand, at_table = state.hand, state.table.accounts
    assert hand is not None
    pot = at_table.pot
    lines: list[Posting] = []
    for at, chips in enumerate(hand.stacks):
        player = state.players[hand.seats[at]]
        mine, purse = at_table.stake(player), at_table.outside(player)
        came = hand.start[at] - start[at]
        amount = chips - before[at] - came
        if came > 0:
            lines += transfer(came, source=purse, target=mine, reason="stake corrected", cites=event.cites)
        if amount:
            source, target = (pot, mine) if amount > 0 else (mine, pot)
            reason = REASONS.get(type(event)) or ("award" if amount > 0 else "wager")
            lines += transfer(abs(amount), source=source, target=target, reason=reason, cites=event.cites)
        if came < 0:
            lines += transfer(-came, source=mine, target=purse, reason="stake corrected", cites=event.cites)
    fee = at_table.taken(FEES.get(type(event), "percentage"))
    if hand.taken > taken:
        lines += transfer(hand.taken - taken, source=pot, target=fee, reason="commission", cites=event.cites)
    elif hand.taken < taken:
        back = transfer(taken - hand.taken, source=fee, target=pot, reason="commission returned", cites=event.cites)
        lines = [*back, *lines]
    return lines


REASONS: Final[dict[type, str]] = {ru.AwardMoved: "award moved", EntryTakenBack: "taken back"}
FEES: Final[dict[type, str]] = {e.TimeBought: "time-purchase", ru.RoundVoided: "forfeited"}


def seat_postings(at_table: TableAccounts, event: Any) -> tuple[Posting, ...]:  # noqa: ANN401 - no event of a hand
    """Ledger lines for chips that come to a table or leave it."""
    if type(event) in OF_EVENTS:
        return event_postings(at_table, event)
    table = at_table.table
    match event:
        case r.SeatTaken(player=player, stake=amount):
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=purse, target=mine, reason="buy-in", cites=event.cites)
        case r.StakeAdded(player=player, amount=amount) | r.StakeQueued(player=player, amount=amount):
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=purse, target=mine, reason="top-up", cites=event.cites)
        case FeePaid(amount=0):
            return ()
        case FeePaid(player=player, amount=amount):
            source = accounts.stake(table, player) if event.from_stake else accounts.purse(player)
            fee = accounts.commission(table, event.method)
            return transfer(amount, source=source, target=fee, reason="fee", cites=event.cites)
        case FeeReturned(player=player, amount=amount):
            target = accounts.stake(table, player) if event.to_stake else accounts.purse(player)
            fee = accounts.commission(table, event.method)
            return transfer(amount, source=fee, target=target, reason="fee returned", cites=event.cites)
        case r.StakeTakenOff(player=player, amount=amount, approver=approver):
            target, reason = (accounts.purse(player), "removal") if approver else (accounts.HOUSE, "service")
            source = accounts.stake(table, player)
            return transfer(amount, source=source, target=target, reason=reason, cites=event.cites)
        case r.PlayerSent(who=who):
            source, target = at_table.stake(who.player), at_table.transit(event.act)
            return transfer(who.stake, source=source, target=target, reason="move", cites=event.cites)
        case r.PlayerReceived(who=who) | r.PlayerReturned(who=who):
            target = at_table.stake(who.player) if event.seat else accounts.purse(who.player)
            source = at_table.transit(event.act)
            return transfer(who.stake, source=source, target=target, reason="move", cites=event.cites)
        case je.PoolIncremented(pool=pool, cents=amount) if amount:
            target = accounts.jackpot(pool)
            return transfer(amount, source=accounts.HOUSE, target=target, reason="jackpot increment", cites=event.cites)
        case r.SeatLeft(player=player, stake=amount) if amount:
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=mine, target=purse, reason="leave", cites=event.cites)
    return ()


OF_EVENTS: Final = (en.EntrantSeated, en.ChipsGiven, en.EntrantRemoved, en.SubstituteSeated, en.StacksExchanged)


def event_postings(at_table: TableAccounts, event: Any) -> tuple[Posting, ...]:  # noqa: ANN401 - one of those
    """Ledger lines for tournament chips that an event gives out, or takes back."""
    if isinstance(event, en.StacksExchanged):
        several = ((who, before, after) for _, who, before, after in event.stacks)
        return tuple(line for stack in several for line in _exchanged(at_table, event.cites, *stack))
    if isinstance(event, en.SubstituteSeated):
        source, target = at_table.stake(event.player), at_table.stake(event.substitute)
        return transfer(event.chips, source=source, target=target, reason="substitute", cites=event.cites)
    issued, mine = at_table.outside(event.player), at_table.stake(event.player)
    if not event.chips:
        return ()
    if isinstance(event, en.EntrantRemoved):
        return transfer(event.chips, source=mine, target=issued, reason=event.why, cites=event.cites)
    reason = event.why if isinstance(event, en.ChipsGiven) else "chips of the event"
    return transfer(event.chips, source=issued, target=mine, reason=reason, cites=event.cites)


def _exchanged(at_table: TableAccounts, cites: Cites, player: str, before: int, after: int) -> tuple[Posting, ...]:
    """What an exchange of chips gives to a player, or takes out of play."""
    issued, mine = at_table.outside(player), at_table.stake(player)
    if after == before:
        return ()
    source, target = (issued, mine) if after > before else (mine, issued)
    return transfer(abs(after - before), source=source, target=target, reason="colour-up", cites=cites)


def banked_postings(
    table: str,
    round_: pit.Round,
    event: Any,  # noqa: ANN401 - any event of the round
    before: dict[str, int],
    bank: int,
) -> list[Posting]:
    """Ledger lines of a house-banked table: chips that come or leave, wagers, what the house wins and loses."""
    lines: list[Posting] = []
    after, pot, paid = round_.purses, accounts.pot(table), bank - round_.bank
    if paid > 0:
        lines += transfer(paid, source=accounts.HOUSE, target=pot, reason="banked game", cites=event.cites)
    for player in sorted(before.keys() | after.keys()):
        amount = after.get(player, 0) - before.get(player, 0)
        mine = accounts.stake(table, player)
        if player in before and player in after:
            source, target = (pot, mine) if amount > 0 else (mine, pot)
            reason = "award" if amount > 0 else "wager"
        else:
            purse = accounts.purse(player)
            source, target = (purse, mine) if amount > 0 else (mine, purse)
            reason = "buy-in" if amount > 0 else "leave"
        if amount:
            lines += transfer(abs(amount), source=source, target=target, reason=reason, cites=event.cites)
    if paid < 0:
        lines += transfer(-paid, source=pot, target=accounts.HOUSE, reason="banked game", cites=event.cites)
    return lines
