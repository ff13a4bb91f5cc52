"""Who may play, as the room's record has it: checks at the desk, exclusions, limits that people set themselves.

An entry has what a door needs and no more: of a document its kind, never its number or a copy; of an exclusion its
terms. `room.playing` says what follows for somebody who wants to play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

import msgspec
from msgspec.structs import replace

from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, rulebook

HOUSE: Final = rulebook(HOUSE_RULEBOOK)
CHECKING: Final = HOUSE.cite("30.1")
EXCLUDING: Final = HOUSE.cite("30.2")
WAY_BACK: Final = HOUSE.cite("30.3")
OWN_EXCLUSION: Final = HOUSE.cite("30.4")
LIMITING: Final = HOUSE.cite("30.5")
REALITY: Final = HOUSE.cite("30.6")
DOORS: Final = HOUSE.cite("30.7")
WATCHING: Final = HOUSE.cite("35.6")

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS

Document = Literal["passport", "driver-licence", "identity-card", "proof-of-age-card", "known-to-the-desk"]
Kind = Literal["loss", "time"]
Period = Literal["day", "week", "month"]
# Elapsed time, so that a clock that is put forward or back changes no limit.
PERIOD_MS: Final[Mapping[Period, int]] = {"day": DAY_MS, "week": 7 * DAY_MS, "month": 30 * DAY_MS}
PERIODS: Final = get_args(Period)

Setting = Literal[
    "identity_check", "least_age", "looser_after_h", "own_least_h", "own_back_days", "reality_min",
    "reset_h", "refill_cents", "refill_h", "second_factor", "own_tables", "own_table_blind",
    "unnamed_watch",
]  # fmt: skip


class PlayRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house's settings about people; each default stands in its clause."""

    identity_check: int = 0  # 1: nobody plays before the desk has checked age and identity (30.1)
    least_age: int = 18  # that the desk checks for (30.1)
    looser_after_h: int = 24  # that a looser limit waits (30.5)
    own_least_h: int = 24  # the shortest term of a self-exclusion (30.4)
    own_back_days: int = 180  # before a self-exclusion without an end can be ended (30.4)
    reality_min: int = 0  # minutes of play between notices for whoever chose none (30.6)
    reset_h: int = 24  # that a code for a new password is good (35.2)
    refill_cents: int = 1_000_000  # up to which a purse is filled with play chips; 0 for never (35.3)
    refill_h: int = 24  # between two refills (35.3)
    second_factor: int = 0  # 1: nobody gives orders of staff without one (35.4)
    own_tables: int = 0  # that a player may have open for people with the link (17.3)
    own_table_blind: int = 200  # the highest last blind of one, in cents (17.3)
    unnamed_watch: int = 1  # who watches without a name: 0 nobody, 1 anybody in a demonstration, 2 anybody (35.6)


NO_RULES: Final = PlayRules()  # as a house has them that has changed none

# The smallest and the largest value of each setting.
BOUNDS: Final[Mapping[Setting, tuple[int, int]]] = {
    "identity_check": (0, 1),
    "least_age": (16, 99),
    "looser_after_h": (1, 24 * 365),
    "own_least_h": (1, 24 * 365),
    "own_back_days": (1, 3_650),
    "reality_min": (0, 24 * 60),
    "reset_h": (1, 24 * 7),
    "refill_cents": (0, 10**9),
    "refill_h": (1, 24 * 365),
    "second_factor": (0, 1),
    "own_tables": (0, 10),
    "own_table_blind": (1, 1_000_000),
    "unnamed_watch": (0, 2),
}


class Checked(msgspec.Struct, frozen=True):
    """The desk has checked somebody's age and identity: who did, when, by which kind of document, for which age."""

    by: str
    at_ms: int
    document: Document
    age: int


class Exclusion(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody may not play: in the whole house, in the games of one book, or at one table.

    Until a time, or (0) until let back.
    """

    number: int
    since_ms: int
    until_ms: int
    by: str
    reason: str
    cites: Cites
    book: str = ""
    own: bool = False  # asked for by the person
    asked_back_ms: int = 0  # when the person asked to come back
    table: str = ""  # from whose game alone the floor excluded the person

    def is_in_force(self, at_ms: int) -> bool:
        """Whether it still holds."""
        return not self.until_ms or at_ms < self.until_ms


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person allows oneself: cents brought to the tables, or minutes of play, in a period; 0 is no limit.

    A looser one waits in `later` until `from_ms`.
    """

    kind: Kind
    period: Period
    amount: int
    later: int = 0
    from_ms: int = 0

    def at(self, at_ms: int) -> int:
        """What holds at a time."""
        return self.later if self.from_ms and at_ms >= self.from_ms else self.amount


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record of a person who plays."""

    checked: Checked | None = None
    exclusions: tuple[Exclusion, ...] = ()
    limits: tuple[Limit, ...] = ()
    reality_min: int = -1  # minutes between notices; 0 for none, -1 for what the house has

    def limit(self, kind: Kind, period: Period) -> Limit | None:
        """A limit that the person has set."""
        return next((one for one in self.limits if (one.kind, one.period) == (kind, period)), None)

    def barred(self, at_ms: int) -> tuple[Exclusion, ...]:
        """The exclusions in force."""
        return tuple(one for one in self.exclusions if one.is_in_force(at_ms))


NOBODY: Final = Person()


# -- what happens ------------------------------------------------------------------------------------------------------


class IdentityChecked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The desk checked somebody's age and identity."""

    account: str
    checked: Checked
    cites: Cites


class PersonExcluded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody may not play any more."""

    account: str
    exclusion: Exclusion
    cites: Cites


class ExclusionEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody was let back."""

    account: str
    number: int
    by: str
    reason: str
    cites: Cites


class WayBackAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who may not play asked to come back."""

    account: str
    number: int
    at_ms: int
    words: str
    cites: Cites


class LimitSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody set a limit."""

    account: str
    limit: Limit
    cites: Cites


class RealityChosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody chose after how many minutes of play to be told time and result."""

    account: str
    minutes: int
    cites: Cites


class RealityTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody was told for how long they have played, and with which result."""

    account: str
    minutes: int
    result: int
    cites: Cites


class PlayRuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house changed a setting."""

    setting: Setting
    value: int
    by: str
    reason: str
    cites: Cites


PeopleEvent = (
    IdentityChecked | PersonExcluded | ExclusionEnded | WayBackAsked | LimitSet | RealityChosen | RealityTold
    | PlayRuleSet
)  # fmt: skip
EVENTS: Final = get_args(PeopleEvent)


# -- the record --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class People:
    """The fold of these events."""

    persons: dict[str, Person] = field(default_factory=dict)
    rules: PlayRules = field(default_factory=PlayRules)

    def copy(self) -> People:
        """The same, to try something on."""
        return People(dict(self.persons), self.rules)

    def of(self, account: str) -> Person:
        """What is on record of somebody."""
        return self.persons.get(account, NOBODY)


def evolve(people: People, event: PeopleEvent) -> None:
    """Record one event."""
    if isinstance(event, PlayRuleSet):
        people.rules = replace(people.rules, **{event.setting: event.value})
        return
    people.persons[event.account] = after(people.of(event.account), event)


def after(person: Person, event: PeopleEvent) -> Person:
    """A person's entry once an event has happened."""
    match event:
        case IdentityChecked():
            return replace(person, checked=event.checked)
        case PersonExcluded():
            return replace(person, exclusions=(*person.exclusions, event.exclusion))
        case ExclusionEnded():
            return replace(person, exclusions=tuple(one for one in person.exclusions if one.number != event.number))
        case WayBackAsked():
            asked = tuple(
                replace(one, asked_back_ms=event.at_ms) if one.number == event.number else one
                for one in person.exclusions
            )
            return replace(person, exclusions=asked)
        case LimitSet():
            others = (one for one in person.limits if (one.kind, one.period) != (event.limit.kind, event.limit.period))
            return replace(person, limits=(*others, event.limit))
        case RealityChosen():
            return replace(person, reality_min=event.minutes)
    return person
