"""The cash desk: who may bring, add, take and leave chips, and who owes which fee.

`decide` refuses or says what happens; `evolve` records. What is wagered and won in a round is decided at the table; the
cage only posts it (`moves.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, assert_never

from openfelt.cage.accounts import HOUSE, ISSUED, Account, commission, purse, stake
from openfelt.cage.acts import (
    AnyCommand,
    AnyEvent,
    BoughtIn,
    BoxCounted,
    BuyIn,
    ChargeTime,
    CheckValueSet,
    ChipsIssued,
    ChipsRedeemed,
    CountBox,
    EndRound,
    FeeCharged,
    FeeOwed,
    FeeRefunded,
    IssueChips,
    Leave,
    Left,
    MoveByOrder,
    MovedByOrder,
    OpenTable,
    RedeemChips,
    RoundEnded,
    RoundStarted,
    SetCheckValue,
    StartRound,
    TableOpened,
    TakenOff,
    TakeOff,
    ToppedUp,
    TopUp,
)
from openfelt.cage.fees import (
    ROUNDING_CITES,
)
from openfelt.cage.ledger import Ledger, Posting, transfer
from openfelt.cage.stakes import Terms
from openfelt.errors import RuleViolation
from openfelt.games.policy import policy
from openfelt.money import money
from openfelt.rulebooks import Cites, joined, rulebook

ROOM = rulebook("house")
ISSUE_CITES: Final = ROOM.cite("11.1")
DUE_CITES: Final = ROOM.cite("11.5")


@dataclass(slots=True)
class Sitter:
    """A player at a table, as the cage sees one."""

    declared: bool = False
    sitting_fee_paid: bool = False
    paid_until_ms: int = 0
    owed: FeeOwed | None = None


@dataclass(slots=True)
class Desk:
    """One table's money lines and its sitters."""

    terms: Terms
    started_ms: int
    sitters: dict[str, Sitter] = field(default_factory=dict)
    active: frozenset[str] = frozenset()
    in_round: bool = False
    hand_fees: list[FeeCharged] = field(default_factory=list)
    has_started: bool = False
    check_value: int = 0
    counted: int = 0  # of the commission, what has left the box
    shared_until_ms: int = 0


@dataclass(slots=True)
class Cage:
    """The ledger and the desks of all tables. Changed only by `evolve` and by the postings of the tables."""

    ledger: Ledger = field(default_factory=Ledger)
    desks: dict[str, Desk] = field(default_factory=dict)

    def stake(self, table: str, player: str) -> int:
        """Cents in front of a player."""
        return self.ledger.balance(stake(table, player))

    def purse(self, player: str) -> int:
        """Cents a player has on no table."""
        return self.ledger.balance(purse(player))


def decide(cage: Cage, command: AnyCommand) -> tuple[AnyEvent, ...]:  # noqa: C901, PLR0912 - one arm per command
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    match command:
        case OpenTable(table, terms, time_ms):
            if table in cage.desks:
                raise RuleViolation("table-open", terms.rules.limits, f"table {table!r} is open already")
            return (TableOpened(table, terms, time_ms, cites=terms.rules.limits),)
        case IssueChips(player, amount):
            require_positive(amount)
            return (ChipsIssued(player, amount, cites=ISSUE_CITES),)
        case RedeemChips(player, amount):
            require_purse(cage, player, amount, ISSUE_CITES)
            return (ChipsRedeemed(player, amount, cites=ISSUE_CITES),)
        case BuyIn():
            return tuple(decide_buy_in(cage, command))
        case TopUp():
            return decide_top_up(cage, command)
        case TakeOff():
            return decide_take_off(cage, command)
        case Leave(table, player):
            return decide_leave(cage, table, player)
        case MoveByOrder():
            return decide_move(cage, command)
        case StartRound(table, dealt):
            return tuple(decide_start(cage, table, dealt))
        case EndRound(table, void):
            return tuple(decide_end(cage, table, void=void))
        case ChargeTime(table, time_ms):
            return tuple(decide_time(cage, table, time_ms))
        case SetCheckValue():
            return decide_check_value(cage, command)
        case CountBox():
            return decide_count(cage, command)
        case _:
            assert_never(command)


def decide_buy_in(cage: Cage, command: BuyIn) -> Iterator[AnyEvent]:
    """Sitting down: a stake within the limits, and what is due in advance, all from the purse."""
    desk = open_desk(cage, command.table)
    terms, rules = desk.terms, desk.terms.rules
    if command.player in desk.sitters:
        raise RuleViolation("seated", rules.limits, f"{command.player!r} sits at {command.table!r} already")
    require_units(command.amount, terms, rules.limits)
    if command.amount < terms.least or (terms.most is not None and command.amount > terms.most):
        most = "no maximum" if terms.most is None else money(terms.most)
        text = f"a stake of {money(command.amount)} is outside the limits"
        raise RuleViolation("stake-limits", rules.limits, text, legal=(f"{money(terms.least)} to {most}",))
    fees = list(fees_on_arrival(desk, command))
    require_purse(cage, command.player, command.amount + sum(fee.amount for fee in fees), rules.limits)
    yield BoughtIn(command.table, command.player, command.amount, cites=rules.limits)
    yield from fees


def fees_on_arrival(desk: Desk, command: BuyIn) -> Iterator[FeeCharged]:
    """The sitting fee, and the time charge for what is left of the period."""
    if sitting := desk.terms.sitting_fee:
        yield FeeCharged(
            command.table,
            command.player,
            "sitting",
            sitting.amount,
            from_stake=False,
            paid_until_ms=0,
            cites=sitting.cites,
        )
    time = desk.terms.time_fee
    # A fee for the whole table was shared by those who sat at the mark; a later arrival has no part in it.
    if time is None or time.per_table:
        return
    begins, ends = time.period(desk.started_ms, command.time_ms)
    if amount := time.share(begins, command.time_ms, unit=desk.terms.unit):
        cites = time.cites if amount == time.amount else joined(time.cites, ROUNDING_CITES)
        yield FeeCharged(
            command.table, command.player, "time", amount, from_stake=False, paid_until_ms=ends, cites=cites
        )


def decide_top_up(cage: Cage, command: TopUp) -> tuple[AnyEvent, ...]:
    """Adding to a stake: not while in the round, in most rulebooks not while there is one."""
    desk, sitter = seated(cage, command.table, command.player)
    terms, rules = desk.terms, desk.terms.rules
    require_units(command.amount, terms, rules.limits)
    if command.player in desk.active or (desk.in_round and not rules.inactive_may_add):
        text = f"{command.player!r} may not add to the stake during a round of play"
        raise RuleViolation("stake-frozen", rules.frozen, text, legal=("after the round",))
    if sitter.declared:
        raise RuleViolation("declared", rules.declared, f"{command.player!r} is declared and may not add chips")
    before = cage.stake(command.table, command.player)
    after = before + command.amount
    if rules.rebuy and not before and after < terms.least:
        text = f"{command.player!r} has lost the whole stake and begins again with at least {money(terms.least)}"
        raise RuleViolation("stake-limits", rules.rebuy, text, legal=(f"{money(terms.least)} or more",))
    if terms.most is not None and after > terms.most:
        room = max(0, terms.most - after + command.amount)
        text = f"a stake of {money(after)} would be above the maximum"
        raise RuleViolation("stake-limits", rules.limits, text, legal=(f"add up to {money(room)}",))
    require_purse(cage, command.player, command.amount, rules.limits)
    return (ToppedUp(command.table, command.player, command.amount, cites=rules.frozen),)


def decide_take_off(cage: Cage, command: TakeOff) -> tuple[AnyEvent, ...]:
    """Taking chips off and staying: only for a service, or with a manager's approval, and never while in the round."""
    desk, _ = seated(cage, command.table, command.player)
    rules = desk.terms.rules
    allowed = rules.approval if command.approver else rules.service
    if not allowed:
        text = f"{command.player!r} may not take chips off the table before leaving"
        raise RuleViolation("no-removal", rules.no_removal, text, legal=("leave",))
    if command.player in desk.active:
        text = f"{command.player!r} may not reduce the stake during a round of play"
        raise RuleViolation("stake-frozen", rules.frozen, text, legal=("after the round",))
    require_units(command.amount, desk.terms, allowed)
    held = cage.stake(command.table, command.player)
    if command.amount > held:
        raise RuleViolation("stake-too-small", allowed, f"{command.player!r} has {money(held)} on the table")
    return (TakenOff(command.table, command.player, command.amount, command.approver, cites=allowed),)


def decide_leave(cage: Cage, table: str, player: str) -> tuple[AnyEvent, ...]:
    """Leaving with the stake: between rounds, or when not dealt in. No fee comes back."""
    desk, sitter = seated(cage, table, player)
    rules = desk.terms.rules
    if player in desk.active:
        text = f"{player!r} is in the round of play and leaves after it"
        raise RuleViolation("in-round", rules.leaving, text, legal=("after the round",))
    prepaid = desk.terms.fees.no_refund if sitter.paid_until_ms else ()
    return (Left(table, player, cage.stake(table, player), cites=joined(rules.leaving, prepaid)),)


def decide_move(cage: Cage, command: MoveByOrder) -> tuple[AnyEvent, ...]:
    """A supervisor's order: the stake goes along as it is if the game broke up, else it must fit; fees stay paid."""
    desk, _ = seated(cage, command.table, command.player)
    target = open_desk(cage, command.to_table)
    rules = target.terms.rules
    if command.player in desk.active:
        raise RuleViolation("in-round", rules.leaving, f"{command.player!r} is in the round of play and moves after it")
    if command.player in target.sitters:
        raise RuleViolation("seated", rules.limits, f"{command.player!r} sits at {command.to_table!r} already")
    held = cage.stake(command.table, command.player)
    keeps = bool(command.broken_game and rules.broken_game)
    if not keeps and not target.terms.least <= held <= (target.terms.most or held):
        text = f"a stake of {money(held)} is outside the limits of {command.to_table!r}"
        raise RuleViolation("stake-limits", rules.limits, text)
    cites = joined(rules.broken_game if keeps else rules.limits, desk.terms.fees.moved)
    return (MovedByOrder(command.player, command.table, command.to_table, held, cites=cites),)


def decide_start(cage: Cage, table: str, dealt: tuple[str, ...]) -> Iterator[AnyEvent]:
    """A round begins: nobody is dealt in who owes or has nothing; the fee per hand is taken before stakes are fixed."""
    desk = open_desk(cage, table)
    terms, rules = desk.terms, desk.terms.rules
    if desk.in_round:
        raise RuleViolation("in-round", rules.frozen, f"a round of play is on at {table!r}")
    if len(set(dealt)) != len(dealt) or not dealt:
        raise RuleViolation(
            "dealt-twice", policy(desk.terms.rulebook).one_hand, f"players dealt in: {', '.join(dealt) or 'none'}"
        )
    fees = []
    for player in dealt:
        _, sitter = seated(cage, table, player)
        if sitter.owed:
            text = f"{player!r} owes {money(sitter.owed.amount)} and is not dealt in"
            raise RuleViolation("fee-owed", joined(sitter.owed.cites, DUE_CITES), text)
        if terms.hand_fee:
            fees.append(hand_fee(cage, table, player, terms))
        if not cage.stake(table, player):
            raise RuleViolation("no-stake", rules.limits, f"{player!r} has no chips at {table!r}")
    yield from fees
    paid = {fee.player: fee.amount for fee in fees if fee.from_stake}
    short = (one for one in dealt if cage.stake(table, one) - paid.get(one, 0) < terms.least)
    declared = tuple(one for one in short if not desk.sitters[one].declared) if rules.declared else ()
    yield RoundStarted(table, dealt, declared, cites=joined(rules.frozen, rules.declared if declared else ()))


def hand_fee(cage: Cage, table: str, player: str, terms: Terms) -> FeeCharged:
    """One player's fee for this hand: from the stake if something remains to play with, else from the purse."""
    assert terms.hand_fee is not None
    fee = terms.hand_fee
    from_stake = cage.stake(table, player) > fee.amount
    if not from_stake and cage.purse(player) < fee.amount:
        text = f"{player!r} cannot pay {money(fee.amount)} for the hand"
        raise RuleViolation("cannot-pay", fee.cites, text, legal=("sit out", "top up"))
    return FeeCharged(table, player, "per-hand", fee.amount, from_stake=from_stake, paid_until_ms=0, cites=fee.cites)


def decide_end(cage: Cage, table: str, *, void: bool) -> Iterator[AnyEvent]:
    """A round ends: the fee per hand comes back if it was void, and what is owed is collected."""
    desk = open_desk(cage, table)
    if not desk.in_round:
        raise RuleViolation("no-round", desk.terms.rules.frozen, f"no round of play is on at {table!r}")
    yield RoundEnded(table, void=void)
    back: dict[str, int] = {}
    if void and desk.terms.hand_fee and desk.terms.hand_fee.refund_when_void:
        for fee in desk.hand_fees:
            back[fee.player] = fee.amount if fee.from_stake else 0
            yield FeeRefunded(table, fee.player, fee.method, fee.amount, to_stake=fee.from_stake, cites=fee.cites)
    for player, sitter in desk.sitters.items():
        owed = sitter.owed
        if owed and (paid := settle(cage, owed, stake_cents=cage.stake(table, player) + back.get(player, 0))):
            yield paid


def settle(cage: Cage, owed: FeeOwed, *, stake_cents: int) -> FeeCharged | None:
    """A fee that fell due, paid from the purse or else from the stake; None when neither is enough."""
    from_stake = cage.purse(owed.player) < owed.amount
    if from_stake and stake_cents < owed.amount:
        return None
    return FeeCharged(
        owed.table, owed.player, owed.method, owed.amount, from_stake=from_stake,
        paid_until_ms=owed.paid_until_ms, cites=owed.cites,
    )  # fmt: skip


def decide_time(cage: Cage, table: str, time_ms: int) -> Iterator[AnyEvent]:
    """The hour mark: every sitter pays in advance, also those who are not playing."""
    desk = open_desk(cage, table)
    time = desk.terms.time_fee
    if time is None or not desk.sitters:
        return
    begins, ends = time.period(desk.started_ms, time_ms)
    fees = desk.terms.fees
    for player, sitter in desk.sitters.items():
        can_pay = 0 if player in desk.active else cage.stake(table, player)
        if sitter.owed:
            if paid := settle(cage, sitter.owed, stake_cents=can_pay):
                yield paid
            continue
        if sitter.paid_until_ms >= ends or (not time.step_minutes and sitter.paid_until_ms > time_ms):
            continue
        if time.per_table:
            amount, cites = time.each(len(desk.sitters), unit=desk.terms.unit), joined(fees.table_time, ROUNDING_CITES)
        else:
            # Who was moved here by order has paid for part of this period already.
            amount, cites = time.share(begins, max(begins, sitter.paid_until_ms), unit=desk.terms.unit), time.cites
        if player not in desk.active:
            cites = joined(cites, fees.inactive)
        if amount:
            owed = FeeOwed(table, player, "time", amount, ends, cites=cites)
            unpaid = FeeOwed(table, player, "time", amount, ends, cites=joined(cites, DUE_CITES))
            yield settle(cage, owed, stake_cents=can_pay) or unpaid


def decide_check_value(cage: Cage, command: SetCheckValue) -> tuple[AnyEvent, ...]:
    """What a commission check is worth: the fee per hand on the sign, fixed by a supervisor before play."""
    desk = open_desk(cage, command.table)
    fee = desk.terms.hand_fee
    if fee is None:
        raise RuleViolation("no-hand-fee", desk.terms.fees.checks, f"{command.table!r} charges no fee per hand")
    if not command.by:
        raise RuleViolation(
            "no-supervisor", desk.terms.fees.checks, "a supervisor fixes the value of commission checks"
        )
    if desk.has_started:
        raise RuleViolation("started", desk.terms.fees.checks, f"play has begun at {command.table!r}")
    if command.value != fee.amount:
        text = f"commission checks of {money(command.value)}; the fee per hand on the sign is {money(fee.amount)}"
        raise RuleViolation("check-value", desk.terms.fees.checks, text, legal=(money(fee.amount),))
    return (CheckValueSet(command.table, command.value, command.by, cites=desk.terms.fees.checks),)


def in_the_box(cage: Cage, table: str) -> int:
    """What a table's commission box holds by the ledger: all it took, less what was counted out before."""
    took = sum(
        amount
        for name, amount in cage.ledger.balances("commission").items()
        if name.split("/")[1] == table and not name.endswith(("/time", "/sitting"))
    )
    return took - cage.desks[table].counted


def decide_count(cage: Cage, command: CountBox) -> tuple[AnyEvent, ...]:
    """Counting a commission box: between rounds, with who counted and what the ledger says was in it."""
    desk = open_desk(cage, command.table)
    if not desk.terms.box:
        raise RuleViolation("no-box", desk.terms.fees.box, f"{command.table!r} has no commission box")
    if desk.in_round or not command.by or command.counted < 0:
        raise RuleViolation("not-now", desk.terms.fees.box, "a box is emptied between rounds by someone who counts it")
    expected = in_the_box(cage, command.table)
    return (BoxCounted(command.table, expected, command.counted, command.by, cites=desk.terms.fees.box),)


def evolve(cage: Cage, event: AnyEvent) -> None:  # noqa: C901, PLR0912 - one arm per event
    """Record what happened. Never refuses what was decided; a ledger that does not add up is our fault and stops."""
    cage.ledger.post(postings_of(event))
    match event:
        case TableOpened():
            cage.desks[event.table] = Desk(event.terms, event.time_ms)
        case BoughtIn():
            desk = cage.desks[event.table]
            desk.sitters[event.player] = Sitter(paid_until_ms=desk.shared_until_ms)
        case Left():
            del cage.desks[event.table].sitters[event.player]
        case MovedByOrder():
            sitter = cage.desks[event.table].sitters.pop(event.player)
            cage.desks[event.to_table].sitters[event.player] = sitter
        case RoundStarted():
            desk = cage.desks[event.table]
            desk.active, desk.in_round, desk.has_started = frozenset(event.dealt), True, True
            for player in event.declared:
                desk.sitters[player].declared = True
        case RoundEnded():
            desk = cage.desks[event.table]
            desk.active, desk.in_round = frozenset(), False
            desk.hand_fees.clear()
        case FeeCharged():
            record_fee(cage.desks[event.table], event)
        case FeeOwed():
            desk = cage.desks[event.table]
            desk.sitters[event.player].owed = event
            desk.shared_until_ms = shared_until(desk, event.paid_until_ms)
        case BoxCounted():
            cage.desks[event.table].counted += event.expected
        case CheckValueSet():
            cage.desks[event.table].check_value = event.value
        case ChipsIssued() | ChipsRedeemed() | ToppedUp() | TakenOff() | FeeRefunded():
            pass
        case _:
            assert_never(event)


def record_fee(desk: Desk, event: FeeCharged) -> None:
    """What a paid fee changes for its payer."""
    sitter = desk.sitters[event.player]
    match event.method:
        case "per-hand":
            desk.hand_fees.append(event)
        case "sitting":
            sitter.sitting_fee_paid = True
        case "time":
            sitter.paid_until_ms, sitter.owed = event.paid_until_ms, None
            desk.shared_until_ms = shared_until(desk, event.paid_until_ms)


def shared_until(desk: Desk, paid_until_ms: int) -> int:
    """Until when a fee for the whole table is shared out; who sits down before then has no part in it."""
    time = desk.terms.time_fee
    return max(desk.shared_until_ms, paid_until_ms) if time and time.per_table else 0


def postings_of(event: AnyEvent) -> tuple[Posting, ...]:
    """The ledger lines an event implies: a pure function of the event."""
    match event:
        case ChipsIssued(player, amount, cites):
            return moved(amount, ISSUED, purse(player), "issue", cites)
        case ChipsRedeemed(player, amount, cites):
            return moved(amount, purse(player), ISSUED, "redeem", cites)
        case BoughtIn(table, player, amount, cites):
            return moved(amount, purse(player), stake(table, player), "buy-in", cites)
        case ToppedUp(table, player, amount, cites):
            return moved(amount, purse(player), stake(table, player), "top-up", cites)
        case TakenOff(table, player, amount, approver, cites):
            target, reason = (purse(player), "removal") if approver else (HOUSE, "service")
            return moved(amount, stake(table, player), target, reason, cites)
        case Left(table, player, amount, cites):
            return moved(amount, stake(table, player), purse(player), "leave", cites)
        case MovedByOrder(player, table, to_table, amount, cites):
            return moved(amount, stake(table, player), stake(to_table, player), "move", cites)
        case FeeCharged(table, player, method, amount, from_stake, _, cites):
            source = stake(table, player) if from_stake else purse(player)
            return moved(amount, source, commission(table, method), f"fee {method}", cites)
        case FeeRefunded(table, player, method, amount, to_stake, cites):
            target = stake(table, player) if to_stake else purse(player)
            return moved(amount, commission(table, method), target, f"refund {method}", cites)
        case TableOpened() | RoundStarted() | RoundEnded() | FeeOwed() | CheckValueSet() | BoxCounted():
            return ()
        case _:
            assert_never(event)


def moved(amount: int, source: Account, target: Account, reason: str, cites: Cites) -> tuple[Posting, ...]:
    """Both sides of a movement; nothing moves nothing."""
    return transfer(amount, source=source, target=target, reason=reason, cites=cites) if amount else ()


def open_desk(cage: Cage, table: str) -> Desk:
    """The desk of a table, or a refusal."""
    if table not in cage.desks:
        raise RuleViolation("no-table", ISSUE_CITES, f"there is no table {table!r}", legal=tuple(sorted(cage.desks)))
    return cage.desks[table]


def seated(cage: Cage, table: str, player: str) -> tuple[Desk, Sitter]:
    """A sitter, or a refusal."""
    desk = open_desk(cage, table)
    if player not in desk.sitters:
        raise RuleViolation("not-seated", desk.terms.rules.limits, f"{player!r} does not sit at {table!r}")
    return desk, desk.sitters[player]


def require_positive(amount: int) -> None:
    """Refuse nothing, and less than nothing."""
    if type(amount) is not int or amount <= 0:
        raise RuleViolation("bad-amount", ISSUE_CITES, "an amount is a whole number of cents above zero")


def require_units(amount: int, terms: Terms, cites: Cites) -> None:
    """Refuse what chips of the table's unit cannot make up."""
    require_positive(amount)
    if amount % terms.unit:
        raise RuleViolation("not-in-units", cites, f"{money(amount)} is not in units of {money(terms.unit)}")


def require_purse(cage: Cage, player: str, amount: int, cites: Cites) -> None:
    """Refuse what a purse does not hold."""
    require_positive(amount)
    held = cage.purse(player)
    if amount > held:
        raise RuleViolation(
            "purse-too-small",
            cites,
            f"{player!r} needs {money(amount)} and has {money(held)}",
            legal=(f"up to {money(held)}",),
        )
