"""What the desk decides about the money of tables. Each answer refuses with its clause or gives the event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from openfelt.cage import accounts
from openfelt.cage.fees import MONEY
from openfelt.errors import NotationError, RuleViolation, StaleView
from openfelt.floor.ruling import require_words
from openfelt.phrases import Money, Name, phrase, quoted
from openfelt.room import till as e
from openfelt.room import till_orders as o
from openfelt.room.given import Given
from openfelt.room.offices import OFFICES, Officer
from openfelt.room.roll import Roll
from openfelt.room.rules import ROOM
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, joined

Events = tuple[e.TillEvent, ...]
MOST_OPEN: Final = 200
MOST_CENTS: Final = 10**13
CORRECTED: Final = ("purse", "house", "difference")  # kinds of account that a correction may touch
DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def cites_at(book: str, kind: str) -> Cites:
    """The clauses by which a table's money is moved and counted: its book's and the house's."""
    banked = ROOM.of(book).banked if book in ROOM.books() else None
    fees = MONEY.of(book) if book in MONEY.books() else None
    tray = fees.float_tray if fees is not None else ()
    own: dict[str, Cites] = {
        "fill": tray,
        "credit": tray,
        "float-count": tray,
        "box-count": fees.box if fees is not None else (),
        "drop-count": banked.drop if banked is not None else (),
        "change": fees.change if fees is not None else (),
    }
    ours = {"fill": e.FLOATS, "credit": e.FLOATS, "change": e.CHANGING}.get(kind, e.COUNTING)
    return joined(own[kind], ours)


def require_office(by: Officer, what: str, cites: Cites) -> None:
    """Refuse an officer whom the house does not let do this."""
    chapter = OFFICES.of(HOUSE_RULEBOOK)
    needed = chapter.for_clauses(cites)
    assert needed is not None, cites
    chapter.require(by, what, needed)


def require_amount(amount: int, cites: Cites, *, least: int = 1) -> None:
    """Refuse an amount that is no whole number of cents, or too little or too much."""
    if type(amount) is not int or not least <= amount <= MOST_CENTS:
        said = phrase("an amount is whole cents, {least} or more", least=Money(least))
        raise RuleViolation("bad-amount", cites, said)


def _propose(roll: Roll, order: o.ProposeAct, given: Given) -> Events:
    act = order.act
    is_own_level = e.CORRECTING if isinstance(act, e.Correction) else e.TWO_PEOPLE
    require_office(order.by, "such an act", is_own_level)
    require_apart(act, order.by)
    if len(roll.till.open) >= MOST_OPEN:
        raise RuleViolation("too-many", e.TWO_PEOPLE, "too many acts wait to be confirmed", legal=("confirm some",))
    expected = checked(roll, act, given)
    made = e.ActProposed(roll.till.last + 1, act, order.by.name, order.by.account, expected, act.cites)
    return (made,)


def checked(roll: Roll, act: e.AnyAct, given: Given) -> int:
    """The amount that a count should find. Refuses an act that cannot be done now."""
    match act:
        case e.Fill() | e.Credit():
            require_amount(act.amount, act.cites)
            source = accounts.HOUSE if isinstance(act, e.Fill) else accounts.float_tray(act.table)
            require_held(given, source, act.amount, act.cites)
        case e.FloatCount() | e.DropCount() | e.BoxCount():
            require_amount(act.counted, act.cites, least=0)
            till = roll.till.of(act.table)
            return {e.FloatCount: till.float, e.DropCount: till.drop_due}.get(type(act), 0)
        case e.Correction():
            require_correction(roll, act, given)
        case e.DayClose():
            require_day(roll, act, given)
    return 0


def require_held(given: Given, account: accounts.Account, amount: int, cites: Cites) -> None:
    """Refuse to move more than an account holds."""
    held = given.balance(account)
    if held < amount:
        said = phrase(
            "{account} holds {held}; {asked} is asked", account=Name(account), held=Money(held), asked=Money(amount)
        )
        raise RuleViolation("not-there", cites, said, legal=(phrase("up to {held}", held=Money(held)),))


def require_correction(roll: Roll, act: e.Correction, given: Given) -> None:
    """A correction moves what is there, between accounts of the kinds that may be corrected, with a reason."""
    require_amount(act.amount, act.cites)
    require_words(act.reason)
    for one in (act.source, act.target):
        if not may_be_corrected(roll, one):
            text = phrase("{one} is no account that a correction may touch", one=quoted(one))
            raise RuleViolation("bad-account", act.cites, text, legal=CORRECTED)
    if not is_reached(roll, act.target):
        text = phrase("nobody can have what is put into {one}", one=quoted(act.target))
        raise RuleViolation("bad-account", act.cites, text, legal=("the purse of an open account", "house"))
    if act.source == act.target:
        raise RuleViolation("bad-account", act.cites, "a correction goes from one account to another")
    require_held(given, act.source, act.amount, act.cites)


def may_be_corrected(roll: Roll, account: accounts.Account) -> bool:
    """Whether an account is the bank's, somebody's purse, or the difference of a table that has a till."""
    kind, _, owner = account.partition("/")
    if kind == "difference":
        return owner in roll.till.tills
    return account == accounts.HOUSE or (kind == "purse" and accounts.is_owner(owner))


def is_reached(roll: Roll, account: accounts.Account) -> bool:
    """Whether chips that are put into an account are somebody's: not into a purse without an open account."""
    member = roll.members.get(account.removeprefix("purse/"))
    return not roll.is_kept or not account.startswith("purse/") or (member is not None and not member.closed)


def require_apart(act: e.AnyAct, by: Officer) -> None:
    """Refuse an officer who would correct their own purse, by a proposal or by confirming one."""
    if isinstance(act, e.Correction) and f"purse/{by.account}" in (act.source, act.target):
        text = phrase("the purse of {name} is corrected by others", name=Name(by.name))
        raise RuleViolation("own-correction", act.cites, text, legal=("another officer",))


def require_day(roll: Roll, act: e.DayClose, given: Given) -> None:
    """A day is closed once, after it is over, when every float and drop was counted since it last moved."""
    tills = roll.till
    try:
        date.fromisoformat(act.day if DAY.fullmatch(act.day) else "")
    except ValueError:
        raise NotationError(phrase("{day} is no day", day=quoted(act.day)), legal=("2026-11-18",)) from None
    if act.day in tills.days:
        raise RuleViolation("day-closed", act.cites, phrase("{day} is closed already", day=Name(act.day)))
    if act.to_ms > given.at_ms:
        raise RuleViolation("not-over", act.cites, phrase("{day} is not over yet", day=Name(act.day)))
    if act.to_ms <= tills.closed_ms or act.day < max(tills.days, default=""):
        raise RuleViolation("day-closed", act.cites, "a later day is closed already")
    if waiting := sorted(tills.open):
        text = phrase("act {waiting} waits to be confirmed", waiting=waiting[0])
        raise RuleViolation("open-acts", act.cites, text, legal=("confirm it", "withdraw it"))
    for table, till in sorted(tills.tills.items()):
        if till.moved_ms > till.counted_ms or till.drop_due:
            what = "drop" if till.drop_due else "float"
            text = phrase("the {what} of {table} was not counted since it last moved", what=what, table=Name(table))
            raise RuleViolation(
                "uncounted",
                act.cites,
                text,
                legal=(phrase("count the {what} of {table}", what=what, table=Name(table)),),
            )


def _confirm(roll: Roll, order: o.ConfirmAct, given: Given) -> Events:
    """The second person confirms. Whatever moved since the proposal makes it stale."""
    found = proposed(roll, order.number)
    act = found.act
    require_office(order.by, "confirming", e.CORRECTING if isinstance(act, e.Correction) else e.TWO_PEOPLE)
    if found.account == order.by.account:
        text = "nobody confirms their own act"
        raise RuleViolation("own-act", e.TWO_PEOPLE, text, legal=("another officer",))
    require_apart(act, order.by)
    others = {one: each for one, each in roll.till.open.items() if one != order.number}
    before = roll.copy()
    before.till.open = others
    if checked(before, act, given) != found.expected:
        raise StaleView("something has moved since it was counted; count again")
    counts = isinstance(act, e.FloatCount | e.DropCount)
    difference = act.counted - found.expected if counts else 0  # type: ignore[union-attr]
    if isinstance(act, e.FloatCount) and difference > 0:
        require_held(given, accounts.HOUSE, difference, act.cites)
    is_day = isinstance(act, e.DayClose)
    made = e.ActConfirmed(
        order.number,
        act,
        found.by,
        order.by.name,
        difference,
        given.at_ms,
        act.cites,
        dict(roll.till.tills) if is_day else {},
        roll.till.closed_ms if is_day else 0,
        order.books if is_day else "",
        order.books_at if is_day else 0,
    )
    return (made,)


def proposed(roll: Roll, number: int) -> e.ActProposed:
    """The act of that number, which waits."""
    if number not in roll.till.open:
        legal = tuple(str(one) for one in sorted(roll.till.open))[:20]
        raise RuleViolation(
            "no-such-act", e.TWO_PEOPLE, phrase("no act {number} waits to be confirmed", number=number), legal=legal
        )
    return roll.till.open[number]


def _withdraw(roll: Roll, order: o.WithdrawAct, _given: Given) -> Events:
    proposed(roll, order.number)
    require_office(order.by, "withdrawing an act", e.TWO_PEOPLE)
    require_words(order.reason)
    return (e.ActWithdrawn(order.number, order.by.name, order.reason, e.TWO_PEOPLE),)


def _change(roll: Roll, order: o.ChangeCash, given: Given) -> Events:
    """Change cash into chips from the float: the cash goes into the drop box. Nobody changes for oneself."""
    require_office(order.by, "changing cash", e.CHANGING)
    require_amount(order.amount, order.cites)
    member = roll.members.get(order.account)
    if roll.is_kept and (member is None or member.closed):
        raise RuleViolation("no-account", order.cites, "there is no such account")
    if order.account == order.by.account:
        raise RuleViolation("own-act", order.cites, "nobody changes cash for oneself", legal=("another dealer",))
    held = given.balance(accounts.float_tray(order.table))
    if held < order.amount:
        text = phrase("the float of {table} holds {held}", table=Name(order.table), held=Money(held))
        raise RuleViolation("not-there", order.cites, text, legal=("a fill",))
    return (e.CashChanged(order.table, order.account, order.amount, order.by.name, given.at_ms, order.cites),)


def _seat_dealer(roll: Roll, order: o.SeatDealer, given: Given) -> Events:
    require_office(order.by, "the rota", e.ROTA)
    member = roll.members.get(order.dealer)
    if order.dealer and roll.is_kept and (member is None or not any(one.office == "dealer" for one in member.offices)):
        raise RuleViolation("not-a-dealer", e.ROTA, "only a dealer takes a down", legal=("appoint the person dealer",))
    elsewhere = next((table for table, who in roll.till.dealers.items() if who == order.dealer), "")
    if order.dealer and elsewhere and elsewhere != order.table:
        text = phrase("this dealer is at {elsewhere}", elsewhere=Name(elsewhere))
        raise RuleViolation("elsewhere", e.ROTA, text, legal=("end that down first",))
    if roll.till.dealers.get(order.table, "") == order.dealer:
        raise RuleViolation("no-change", e.ROTA, "that is so already")
    return (e.DealerSeated(order.table, order.dealer, order.by.name, given.at_ms, e.ROTA),)


ANSWERS: Final[Mapping[type, Callable[[Roll, Any, Given], Events]]] = {
    o.ProposeAct: _propose,
    o.ConfirmAct: _confirm,
    o.WithdrawAct: _withdraw,
    o.ChangeCash: _change,
    o.SeatDealer: _seat_dealer,
}
