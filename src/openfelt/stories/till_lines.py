"""Lines of a room story about the money of tables: acts of two people, cash that is changed, who deals where.

the bank is issued 1000000
kim, gaming supervisor, proposes a fill of 5000; olga, casino operator, confirms 1        [31.1, 31.2]
dee, dealer, changes 1200 for ann; the float holds 3800
kim, gaming supervisor, proposes a float-count of 3700; olga, casino operator, confirms 2
kim, gaming supervisor, proposes closing 2026-11-17 at 1:00
olga, casino operator, proposes a correction of 700 from purse/ann to house

An act is at the table of the sign, or at one against the house: `at the nz-big-raise table`. A drop box that was
counted may lack something: `the drop is short by 100`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.cage import accounts
from openfelt.room import till as t
from openfelt.room import till_orders as o
from openfelt.room.house_orders import IssueChips
from openfelt.room.offices import Officer
from openfelt.room.rules import ROOM
from openfelt.room.till_desk import cites_at
from openfelt.stories.lines import require, source_of
from openfelt.stories.people_lines import OFFICER, TIME
from openfelt.stories.room_stage import RoomStage, minutes

KINDS: Final[dict[str, Any]] = {
    "fill": t.Fill, "credit": t.Credit, "float-count": t.FloatCount, "drop-count": t.DropCount,
}  # fmt: skip


def tell(stage: RoomStage, order: o.TillOrder) -> None:
    """An order to the house about money of tables."""
    stage.source = source_of(order)
    stage.note(stage.evening.tell_house(order))


def by(who: str, office: str) -> Officer:
    """An officer of a story, who holds one office."""
    return Officer(who, who, (office,))


def table_of(stage: RoomStage, book: str) -> tuple[str, str]:
    """A table and its book: that of the sign, or one against the house, which goes by the book's name."""
    return (book, book) if book else (stage.here, stage.table.sign.rulebook)


def propose(stage: RoomStage, *words: str) -> None:
    """An act at the table of the sign, or at one against the house."""
    who, office, kind, amount, banked = words
    table, book = table_of(stage, banked)
    tell(stage, o.ProposeAct(KINDS[kind](table, int(amount), cites_at(book, kind)), by(who, office)))


def correct(stage: RoomStage, *words: str) -> None:
    """A correction of the ledger."""
    who, office, amount, source, target = words
    act = t.Correction(accounts.Account(source), accounts.Account(target), int(amount), "as the story says")
    tell(stage, o.ProposeAct(act, by(who, office)))


def close(stage: RoomStage, *words: str) -> None:
    """The closing of a day."""
    who, office, day, at = words
    tell(stage, o.ProposeAct(t.DayClose(day, minutes(at)), by(who, office)))


def change(stage: RoomStage, *words: str) -> None:
    """Cash for chips."""
    who, office, amount, whom, banked = words
    table, book = table_of(stage, banked)
    tell(stage, o.ChangeCash(table, whom, int(amount), by(who, office), cites_at(book, "change")))


def fund(stage: RoomStage, amount: str) -> None:
    """The bank has chips."""
    stage.evening.tell_house(IssueChips(accounts.HOUSE, int(amount)))


def holds(stage: RoomStage, what: str, amount: str) -> None:
    """What lies in the float, or is missing from it."""
    account = accounts.float_tray(stage.here) if what == "float" else accounts.difference(stage.here)
    held = stage.evening.balance(account)
    require(held == int(amount), f"the {what} holds {held}")


def short(stage: RoomStage, amount: str) -> None:
    """What the drop box that was counted last lacks."""
    found = [one for one in stage.last if isinstance(one, t.ActConfirmed) and isinstance(one.act, t.DropCount)]
    require(bool(found), "no drop box was counted")
    require(found[-1].difference == -int(amount), f"the difference is {found[-1].difference}")


AT: Final = rf"(?: at the ({'|'.join(ROOM.books())}) table)?"
TILL_LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    (r"the bank is issued (\d+)", fund),
    (rf"{OFFICER} proposes a (fill|credit|float-count|drop-count) of (-?\d+){AT}", propose),
    (rf"{OFFICER} proposes a correction of (\d+) from ([\w/]+) to ([\w/]+)", correct),
    (rf"{OFFICER} proposes closing ([\w-]+) at {TIME}", close),
    (rf"{OFFICER} confirms (\d+)", lambda s, who, office, n: tell(s, o.ConfirmAct(int(n), by(who, office)))),
    (rf"{OFFICER} withdraws (\d+)",
     lambda s, who, office, n: tell(s, o.WithdrawAct(int(n), "as the story says", by(who, office)))),
    (rf"{OFFICER} changes (\d+) for (\w+){AT}", change),
    (rf"{OFFICER} puts (\w+) on the table",
     lambda s, who, office, dealer: tell(s, o.SeatDealer(s.here, dealer, by(who, office)))),
    (r"the (float|difference) holds (\d+)", holds),
    (r"the drop is short by (\d+)", short),
]  # fmt: skip
TILL_CLAIMS: Final = ("the float holds", "the difference holds", "the drop is short")
TILL_FORMS: Final = (
    "the bank is issued 1000000", "kim, gaming supervisor, proposes a fill of 5000", "the float holds 5000",
    "olga, casino operator, proposes a correction of 700 from purse/ann to house", "the difference holds 100",
    "kim, gaming supervisor, proposes closing 2026-11-17 at 1:00", "olga, casino operator, confirms 1",
    "kim, gaming supervisor, withdraws 1", "dee, dealer, changes 1200 for ann", "the drop is short by 100",
    "kim, gaming supervisor, puts dee on the table",
)  # fmt: skip
