"""The commission box of a table, and what a commission check is worth there."""

from __future__ import annotations

from typing import Final

from openfelt.cage import accounts
from openfelt.cage.fees import MONEY
from openfelt.errors import RuleViolation
from openfelt.money import money
from openfelt.phrases import Money, Name, phrase
from openfelt.room.draft import Draft
from openfelt.room.house_events import BoxCounted, CheckValueSet
from openfelt.room.orders import CountBox, SetCheckValue

IN_THE_BOX: Final = (
    "percentage",
    "per-hand",
    "time-purchase",
    "forfeited",
)  # other fees are paid at the desk


def set_value(draft: Draft, order: SetCheckValue) -> None:
    """What a commission check is worth: the fee per hand on the sign, fixed by a supervisor before play."""
    table, cites = draft.table, MONEY.of(draft.table.sign.rulebook).checks
    fee = table.sign.commission.per_hand
    if not fee:
        raise RuleViolation("no-hand-fee", cites, phrase("{name} charges no fee per hand", name=Name(table.name)))
    if not order.by:
        raise RuleViolation("no-supervisor", cites, "a supervisor fixes the value of commission checks")
    if table.number:
        raise RuleViolation("started", cites, phrase("play has begun at {name}", name=Name(table.name)))
    if order.value != fee:
        text = phrase(
            "commission checks of {value}; the fee per hand on the sign is {fee}",
            value=Money(order.value),
            fee=Money(fee),
        )
        raise RuleViolation("check-value", cites, text, legal=(money(fee),))
    draft.note(CheckValueSet(order.value, order.by, cites))


def count(draft: Draft, order: CountBox) -> None:
    """Counting the box: between rounds, with who counted and what the ledger says was in it."""
    table, cites = draft.table, MONEY.of(draft.table.sign.rulebook).box
    if not table.sign.commission.box:
        raise RuleViolation("no-box", cites, phrase("{name} has no commission box", name=Name(table.name)))
    if table.in_hand or not order.by or order.counted < 0:
        raise RuleViolation("not-now", cites, "a box is emptied between rounds by someone who counts it")
    held = sum(draft.given.balance(accounts.commission(table.name, method)) for method in IN_THE_BOX)
    draft.note(BoxCounted(held - draft.state.counted, order.counted, order.by, cites))
