"""The money of tables beside the chips in play: float, fills and credits, drop and box, corrections, closed days.

What moves money, or says what was counted, is an act of two people: one proposes it, another confirms it. Until then
nothing has moved. `room.till_desk` decides; this module has the acts, the events and what follows from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from openfelt.cage import Posting, accounts
from openfelt.cage.accounts import Account
from openfelt.cage.ledger import transfer
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, rulebook

HOUSE: Final = rulebook(HOUSE_RULEBOOK)
TWO_PEOPLE: Final = HOUSE.cite("31.1")
FLOATS: Final = HOUSE.cite("31.2")
CHANGING: Final = HOUSE.cite("31.3")
COUNTING: Final = HOUSE.cite("31.4")
CORRECTING: Final = HOUSE.cite("31.5")
CLOSING: Final = HOUSE.cite("31.6")
ROTA: Final = HOUSE.cite("31.7")


# -- acts --------------------------------------------------------------------------------------------------------------


class TillAct(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something that two people do."""


class Fill(TillAct, frozen=True, tag="fill"):
    """Chips from the bank into the float of a table."""

    table: str
    amount: int
    cites: Cites = FLOATS


class Credit(TillAct, frozen=True, tag="credit"):
    """Chips from the float of a table back to the bank."""

    table: str
    amount: int
    cites: Cites = FLOATS


class FloatCount(TillAct, frozen=True, tag="float-count"):
    """What lies in the float tray of a table."""

    table: str
    counted: int
    cites: Cites = COUNTING


class DropCount(TillAct, frozen=True, tag="drop-count"):
    """What cash was in the drop box of a table, which is empty now."""

    table: str
    counted: int
    cites: Cites = COUNTING


class BoxCount(TillAct, frozen=True, tag="box-count"):
    """What was in the commission box of a table, which is empty now; the table's own record says what it should be."""

    table: str
    counted: int
    cites: Cites = COUNTING


class Correction(TillAct, frozen=True, tag="correction"):
    """A line of the ledger that was wrong is put right by another line, never by an edit."""

    source: Account
    target: Account
    amount: int
    reason: str
    cites: Cites = CORRECTING


class DayClose(TillAct, frozen=True, tag="day"):
    """The books of a day are closed, from the end of the last one on."""

    day: str
    to_ms: int
    cites: Cites = CLOSING


AnyAct = Fill | Credit | FloatCount | DropCount | BoxCount | Correction | DayClose


# -- what happens ------------------------------------------------------------------------------------------------------


class TillDay(msgspec.Struct, frozen=True, omit_defaults=True):
    """The till of a table: what its float was at the start, what came and went, what it must be, what was counted.

    `opening` + `fills` - `credits` - `changed` + `difference` = `float`; `changed` is the cash that went into the drop.
    """

    opening: int = 0
    fills: int = 0
    credits: int = 0
    changed: int = 0
    difference: int = 0  # what counts of the float found too much, or (-) missing
    drop_due: int = 0  # cash in the drop box that was not counted yet
    dropped: int = 0
    drop_difference: int = 0
    moved_ms: int = 0
    counted_ms: int = 0

    @property
    def float(self) -> int:
        """What the float holds."""
        return self.opening + self.fills - self.credits - self.changed + self.difference

    def next_day(self) -> TillDay:
        """The till as the next day begins."""
        return TillDay(opening=self.float, moved_ms=self.moved_ms, counted_ms=self.counted_ms)


class ActProposed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody proposes an act; `expected` is what a count should find."""

    number: int
    act: AnyAct
    by: str
    account: str
    expected: int
    cites: Cites


class ActConfirmed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another person confirmed it: it is done. `difference`: counted too much, or (-) missing."""

    number: int
    act: AnyAct
    by: str
    confirmed_by: str
    difference: int
    at_ms: int
    cites: Cites
    tills: dict[str, TillDay] = {}  # of a closed day, by table
    from_ms: int = 0  # of a closed day
    books: str = ""  # of a closed day: what every account held, as one hash
    books_at: int = 0  # after this entry of the journal


class ActWithdrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proposed act is not done."""

    number: int
    by: str
    reason: str
    cites: Cites


class CashChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dealer changed a player's cash into chips of the float; the cash is in the drop box."""

    table: str
    account: str
    amount: int
    by: str
    at_ms: int
    cites: Cites


class DealerSeated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dealer begins a down at a table; without one, the table has none."""

    table: str
    dealer: str
    by: str
    at_ms: int
    cites: Cites


TillEvent = ActProposed | ActConfirmed | ActWithdrawn | CashChanged | DealerSeated
EVENTS: Final = get_args(TillEvent)


# -- the record --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tills:
    """The fold of these events."""

    open: dict[int, ActProposed] = field(default_factory=dict)
    last: int = 0  # the number of the last act
    tills: dict[str, TillDay] = field(default_factory=dict)
    closed_ms: int = 0  # the end of the last closed day
    days: dict[str, tuple[int, int]] = field(default_factory=dict)  # from and to of closed days
    dealers: dict[str, str] = field(default_factory=dict)  # who deals at which table

    def copy(self) -> Tills:
        """The same, to try something on."""
        return Tills(dict(self.open), self.last, dict(self.tills), self.closed_ms, dict(self.days), dict(self.dealers))

    def of(self, table: str) -> TillDay:
        """The till of a table."""
        return self.tills.get(table, TillDay())


def evolve(tills: Tills, event: TillEvent) -> None:
    """Record one event."""
    match event:
        case ActProposed():
            tills.open[event.number] = event
            tills.last = event.number
        case ActWithdrawn():
            tills.open.pop(event.number, None)
        case CashChanged():
            till = tills.of(event.table)
            more = {"changed": till.changed + event.amount, "drop_due": till.drop_due + event.amount}
            tills.tills[event.table] = replace(till, moved_ms=event.at_ms, **more)
        case DealerSeated():
            tills.dealers[event.table] = event.dealer
        case ActConfirmed():
            tills.open.pop(event.number, None)
            done(tills, event)


def done(tills: Tills, event: ActConfirmed) -> None:
    """An act that was confirmed."""
    act, at_ms = event.act, event.at_ms
    if isinstance(act, DayClose):
        tills.days[act.day] = (event.from_ms, act.to_ms)
        tills.closed_ms = act.to_ms
        tills.tills = {table: one.next_day() for table, one in tills.tills.items()}
        return
    if not isinstance(act, Fill | Credit | FloatCount | DropCount):
        return
    till = tills.of(act.table)
    match act:
        case Fill():
            till = replace(till, fills=till.fills + act.amount, moved_ms=at_ms)
        case Credit():
            till = replace(till, credits=till.credits + act.amount, moved_ms=at_ms)
        case FloatCount():
            till = replace(till, difference=till.difference + event.difference, counted_ms=at_ms)
        case DropCount():
            more = {"dropped": till.dropped + act.counted, "drop_difference": till.drop_difference + event.difference}
            till = replace(till, drop_due=0, **more)
    tills.tills[act.table] = till


def postings(event: TillEvent) -> tuple[Posting, ...]:
    """The ledger lines of an event."""
    if isinstance(event, CashChanged):
        source, target = accounts.float_tray(event.table), accounts.purse(event.account)
        return transfer(event.amount, source=source, target=target, reason="change", cites=event.cites)
    if not isinstance(event, ActConfirmed):
        return ()
    act = event.act
    match act:
        case Fill() | Credit():
            ends = (accounts.HOUSE, accounts.float_tray(act.table))
            source, target = ends if isinstance(act, Fill) else ends[::-1]
            reason = str(act.__struct_config__.tag)
            return transfer(act.amount, source=source, target=target, reason=reason, cites=event.cites)
        case FloatCount():
            return float_difference(act.table, event.difference, event.cites)
        case Correction():
            return transfer(act.amount, source=act.source, target=act.target, reason="correct", cites=event.cites)
    return ()


def float_difference(table: str, difference: int, cites: Cites) -> tuple[Posting, ...]:
    """Chips that a count found missing go from the float to an account of their own; surplus comes from the house."""
    if not difference:
        return ()
    ends: Any = (accounts.float_tray(table), accounts.difference(table))
    source, target = ends if difference < 0 else (accounts.HOUSE, ends[0])
    reason = "missing" if difference < 0 else "over"
    return transfer(abs(difference), source=source, target=target, reason=reason, cites=cites)
