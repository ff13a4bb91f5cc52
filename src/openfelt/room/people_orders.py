"""Orders about who may play: the desk checks, excludes and lets back; people exclude and limit themselves."""

from __future__ import annotations

from openfelt.room.offices import Officer
from openfelt.room.orders import Order
from openfelt.room.people import Document, Kind, Period, Setting
from openfelt.rulebooks import Cites


class CheckIdentity(Order, frozen=True, tag=True):
    """Desk: a document shows who this is, and that the person is old enough."""

    account: str
    document: Document
    by: Officer


class ExcludePerson(Order, frozen=True, tag=True):
    """Staff: exclude a person from the house, or from the games of one book, for a time or (0) until let back.

    `under` is the book by whose clause that is done.
    """

    account: str
    reason: str
    by: Officer
    until_ms: int = 0
    book: str = ""
    under: str = "house"


class ExcludeFromTable(Order, frozen=True, tag=True):
    """Staff: what the floor decided at a table of a book: this player is kept from its game, by these clauses.

    It goes with the floor's own act at the table, in one entry.
    """

    account: str
    table: str
    reason: str
    until_ms: int
    under: str
    cites: Cites
    by: Officer | None = None  # the house, for what an earlier release kept at the table


class EndExclusion(Order, frozen=True, tag=True):
    """Staff: let a person back."""

    account: str
    number: int
    reason: str
    by: Officer


class ExcludeMyself(Order, frozen=True, tag=True):
    """A person: let me not play until then, or (0) until I ask to come back."""

    player: str
    until_ms: int = 0


class AskBack(Order, frozen=True, tag=True):
    """A person: I ask to be let back."""

    player: str
    number: int
    words: str


class SetLimit(Order, frozen=True, tag=True):
    """A person: limit me to this many cents or minutes in a period; 0 for no limit."""

    player: str
    kind: Kind
    period: Period
    amount: int


class ChooseReality(Order, frozen=True, tag=True):
    """A person: tell me every `minutes` of play how long I have played, and with which result; 0 for never."""

    player: str
    minutes: int


class TellReality(Order, frozen=True, tag=True):
    """House: the time has come to tell a person."""

    account: str
    minutes: int
    result: int


class SetPlayRule(Order, frozen=True, tag=True):
    """Whoever runs the room changes a setting of the house about people."""

    setting: Setting
    value: int
    reason: str
    by: Officer


OwnOrder = ExcludeMyself | AskBack | SetLimit | ChooseReality
DeskOrder = CheckIdentity | ExcludePerson | ExcludeFromTable | EndExclusion | SetPlayRule
PeopleOrder = OwnOrder | DeskOrder | TellReality
