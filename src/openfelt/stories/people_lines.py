"""Lines of a room story about who may play: checks, exclusions and the way back, own limits, notices, settings.

kim, gaming supervisor, excludes ann from the house under nsw-poker         [nsw-poker 27.4.3]
ann sits 3 with 20000 refused excluded                                      [nsw-poker 27.4.3]
kim, gaming supervisor, excludes bob from games of house until 24:00 under house
ann excludes herself until 25:00; ann asks to come back from 1
ann allows 30000 in a day; ann allows 60 minutes in a week; ann wants a notice every 30 minutes
olga, casino operator, sets identity_check to 1
kim, gaming supervisor, checks the passport of ann
ann asks for a refill
it is 25:00
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.room import people_orders as o
from openfelt.room.account_orders import AskRefill
from openfelt.room.offices import OFFICES, Officer
from openfelt.room.people import BOUNDS, EXCLUDING
from openfelt.room.table import Table
from openfelt.stories.lines import source_of
from openfelt.stories.room_stage import RoomStage, minutes

TIME: Final = r"(\d+:\d\d(?::\d\d(?:\.\d{3})?)?)"
OFFICER: Final = r"(\w+), ([\w ]+?),"


def tell(stage: RoomStage, order: o.PeopleOrder | AskRefill) -> None:
    """An order to the house about somebody."""
    stage.source = source_of(order)
    stage.note(stage.evening.tell_house(order))


def by(who: str, office: str) -> Officer:
    """An officer of a story, who holds one office."""
    return Officer(who, who, (office,))


def exclude(stage: RoomStage, *words: str) -> None:
    """Staff excludes somebody."""
    who, office, whom, book, until, under = words
    until_ms = minutes(until) if until else 0
    order = o.ExcludePerson(whom, "as the story says", by(who, office), until_ms, book, under or "house")
    tell(stage, order)


def exclude_here(stage: RoomStage, whom: str, until: str) -> None:
    """The floor excludes somebody from the game at this table."""
    table = stage.table
    cites = table.rules.exclusion or EXCLUDING
    order = o.ExcludeFromTable(
        whom, table.name, "as the story says",
        minutes(until) if until else 0, table.sign.rulebook, cites, floor_of(table, "flo"),
    )  # fmt: skip
    stage.source = source_of(order)
    stage.note(stage.evening.exclude(order))


def let_back(stage: RoomStage, whom: str, who: str) -> None:
    """The floor ends the latest exclusion of somebody from this table."""
    table = stage.table
    barred = stage.evening.roll.people.of(whom).barred(stage.evening.at_ms)
    number = max((one.number for one in barred if one.table == table.name), default=0)
    tell(stage, o.EndExclusion(whom, number, "as the story says", floor_of(table, who)))


def floor_of(table: Table, who: str) -> Officer:
    """An officer of a story who holds every office of the table's book."""
    return Officer(who, who, tuple(one.name for one in OFFICES.of(table.sign.rulebook).every))


def limit(stage: RoomStage, who: str, amount: str, unit: str, period: str) -> None:
    """Somebody sets an own limit."""
    kind = "time" if unit else "loss"
    tell(stage, o.SetLimit(who, kind, period, int(amount)))  # type: ignore[arg-type]


def no_limit(stage: RoomStage, who: str, kind: str, period: str) -> None:
    """Somebody wants no limit any more."""
    tell(stage, o.SetLimit(who, "time" if kind == "time" else "loss", period, 0))  # type: ignore[arg-type]


def let_time_pass(stage: RoomStage, at: str) -> None:
    """It is later; nothing is charged."""
    stage.evening.at_ms = minutes(at)
    stage.last = ()


PEOPLE_LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    (rf"{OFFICER} checks the ([\w-]+) of (\w+)",
     lambda t, who, office, paper, whom: tell(t, o.CheckIdentity(whom, paper, by(who, office)))),
    (rf"{OFFICER} excludes (\w+) from (?:the house|games of ([\w-]+))(?: until {TIME})?(?: under ([\w-]+))?", exclude),
    (rf"{OFFICER} lets (\w+) back from (\d+)",
     lambda t, who, office, whom, n: tell(t, o.EndExclusion(whom, int(n), "as the story says", by(who, office)))),
    (rf"(\w+) excludes (?:herself|himself)(?: until {TIME})?",
     lambda t, who, at: tell(t, o.ExcludeMyself(who, minutes(at) if at else 0))),
    (r"(\w+) asks to come back from (\d+)", lambda t, who, n: tell(t, o.AskBack(who, int(n), "I am calm again"))),
    (r"(\w+) allows (\d+)( minutes)? in a (day|week|month)", limit),
    (r"(\w+) wants no limit of (money|time) in a (day|week|month)", no_limit),
    (r"(\w+) wants a notice every (\d+) minutes", lambda t, who, n: tell(t, o.ChooseReality(who, int(n)))),
    (r"the house tells (\w+) (\d+) minutes and (-?\d+)",
     lambda t, who, n, result: tell(t, o.TellReality(who, int(n), int(result)))),
    (rf"{OFFICER} sets ({'|'.join(BOUNDS)}) to (\d+)",
     lambda t, who, office, name, value: tell(
         t, o.SetPlayRule(name, int(value), "as the story says", by(who, office)))),
    (r"(\w+) asks for a refill", lambda t, who: tell(t, AskRefill(who))),
    (rf"it is {TIME}", let_time_pass),
]  # fmt: skip
PEOPLE_FORMS: Final = (
    "kim, gaming supervisor, checks the passport of ann", "kim, gaming supervisor, lets ann back from 1",
    "kim, gaming supervisor, excludes ann from the house until 24:00 under house", "ann excludes herself",
    "kim, gaming supervisor, excludes ann from games of house until 24:00 under house",
    "ann asks to come back from 1", "ann allows 30000 in a day", "ann allows 60 minutes in a day",
    "ann wants no limit of money in a day", "ann wants a notice every 30 minutes",
    "the house tells ann 30 minutes and -500", "olga, casino operator, sets identity_check to 1",
    "ann asks for a refill", "it is 25:00",
)  # fmt: skip
