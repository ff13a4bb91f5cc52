"""Offices: who may give which order, as data of each book.

A clause names an office; an officer holds some. The chapter `offices` of a book says which of its offices stand above
which, and what each clause names. Where no clause of a book names an office, `house` does. This module says what such a
chapter is made of and asks it; who holds which office is on the room's record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from openfelt.errors import RuleViolation
from openfelt.floor.entries import Role
from openfelt.phrases import Name, Word, both, phrase
from openfelt.room.citing import OUR_OWN
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, rulebook
from openfelt.rulebooks.chapters import Chapter

# What staff does at a table, apart from rulings, powers and the orders of a round: those cite their own clauses.
Duty = Literal[
    "open", "cage", "deal", "notice", "close", "freeze", "answer", "let-back", "lift", "vacate", "move", "take-off",
    "excuse", "check-value", "count-box", "inspect", "seat",
]  # fmt: skip


class Officer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who gives an order of staff: the account, its name, and the offices it held at that moment."""

    account: str
    name: str
    offices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Office:
    """An office of a book. `also`: other words for it, and the offices of other books whose holders hold this one."""

    name: str
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that it goes by."""
        return self.name, *self.also


@dataclass(frozen=True, slots=True)
class Named:
    """The offices that a clause names: any one of them will do. `or_above`: the clause or its definition says so."""

    offices: tuple[str, ...]
    or_above: bool = False


@dataclass(frozen=True, slots=True)
class Needed:
    """What an order needs: an office of any of these namings, by these clauses."""

    namings: tuple[Named, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Offices:
    """The offices of one book.

    `ladder` is the order for "or above", lowest first; the offices in `apart` stand outside it. `clauses` says what a
    clause names, and with it the clauses numbered below it; `duties` by which clauses something is done; `custom` who
    does what no clause gives to an office. `roles` has the floor's and the pit's words for whoever acts.
    """

    book: str
    ladder: tuple[Office, ...]
    apart: tuple[Office, ...]
    roles: Mapping[str, Named]
    clauses: Mapping[str, Named] = field(default_factory=dict)
    duties: Mapping[Duty, tuple[str, ...]] = field(default_factory=dict)
    custom: Mapping[Duty, Named] = field(default_factory=dict)
    only_named: bool = (
        False  # whether an office named without "or above" is satisfied by no other; we read: by those above
    )
    bars_staff: Literal["real-cards", "everywhere", "nowhere"] = "real-cards"  # where no officer of the book plays
    higher_review: bool = True  # whether a review needs the role that its clause is given to; we read: a higher office

    @property
    def every(self) -> tuple[Office, ...]:
        """All offices of the book."""
        return (*self.ladder, *self.apart)

    def office(self, name: str) -> Office | None:
        """The office of the book that goes by this name."""
        return next((one for one in self.every if name in one.names), None)

    def that_do(self, naming: Named) -> tuple[str, ...]:
        """The offices of the book that satisfy a naming, in the order of the book."""
        found = [one for name in naming.offices if (one := self.office(name)) is not None]
        lowest = min((self.ladder.index(one) for one in found if one in self.ladder), default=len(self.ladder))
        above = self.ladder[lowest:] if naming.or_above or not self.only_named else ()
        return tuple(one.name for one in self.every if one in found or one in above)

    def is_satisfied(self, held: Sequence[str], naming: Named) -> bool:
        """Whether somebody with these offices may do what a clause asks of the named ones."""
        mine = {one.name for name in held if (one := self.office(name)) is not None}
        return not mine.isdisjoint(self.that_do(naming))

    # -- what is needed ----------------------------------------------------------------------------------------------

    def named_by(self, cite: str) -> Named | None:
        """What a clause names, or the nearest clause above it in number: 27.4 for 27.4.1."""
        book, _, number = cite.partition(" ")
        while book == self.book and number:
            if number in self.clauses:
                return self.clauses[number]
            number = number.rpartition("(")[0] if number.endswith(")") else number.rpartition(".")[0]
        return None

    def for_clauses(self, cites: Cites) -> Needed | None:
        """The offices needed for an act by these clauses; None if none of them names an office."""
        found = {cite: naming for cite in cites if (naming := self.named_by(cite)) is not None}
        return Needed(tuple(found.values()), tuple(found)) if found else None

    def for_duty(self, duty: Duty) -> Needed:
        """What a duty at a table needs; where no clause of the book names an office, `house` does."""
        needed = self.for_clauses(rulebook(self.book).cite(*self.duties[duty])) if duty in self.duties else None
        if needed is not None:
            return needed
        custom = self.custom.get(duty) or OFFICES.of(HOUSE_RULEBOOK).custom[duty]
        return Needed((custom,), OUR_OWN)

    def for_roles(self, roles: Sequence[str], cites: Cites) -> Needed:
        """The offices needed to act in one of these roles of the floor or the pit."""
        return Needed(tuple(self.roles[role] for role in roles if role in self.roles), cites)

    def role_of(self, held: Sequence[str]) -> Role | None:
        """The floor's word for someone who holds these offices, the highest that fits."""
        ranked: tuple[Role, ...] = ("manager", "supervisor", "dealer")
        return next((one for one in ranked if one in self.roles and self.is_satisfied(held, self.roles[one])), None)

    def allows(self, officer: Officer, needed: Needed) -> bool:
        """Whether an officer holds an office for this."""
        return any(self.is_satisfied(officer.offices, naming) for naming in needed.namings)

    def require(self, officer: Officer, what: Word, *needs: Needed) -> None:
        """Refuse an officer who lacks an office for this; every need has to be met."""
        for needed in needs:
            if self.allows(officer, needed):
                continue
            enough = [set().union(*(self.that_do(naming) for naming in one.namings)) for one in needs]
            legal = tuple(one.name for one in self.every if all(one.name in some for some in enough))
            held = both(map(Name, officer.offices)) if officer.offices else "no office"
            text = phrase(
                "{what} is for another office; {name} holds {held}", what=what, name=Name(officer.name), held=held
            )
            raise RuleViolation("not-your-office", needed.cites, text, legal=legal)

    def require_no_office(self, player: str, held: Sequence[str], *, live: bool) -> None:
        """Refuse a seat to staff who hold an office of the book, where staff may not play."""
        mine = tuple(name for name in held if self.office(name) is not None)
        if mine and (self.bars_staff == "everywhere" or (live and self.bars_staff == "real-cards")):
            text = phrase(
                "{player} holds an office here ({mine}) and does not play",
                player=Name(player),
                mine=both(map(Name, mine)),
            )
            raise RuleViolation("staff-plays", OUR_OWN, text, legal=("hand the office over",))


OFFICES: Final = Chapter("offices", Offices)


def require_may_open(officer: Officer | None, book: str) -> None:
    """Refuse to open a table of a book to somebody without the office for it; the house itself may."""
    if officer is not None:
        chapter = OFFICES.of(book)
        chapter.require(officer, "open", chapter.for_duty("open"))
