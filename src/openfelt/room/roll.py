"""The roll: who has an account, with which roles and offices, and whose is closed, as the room's own events say.

An account is opened with the offices of its roles; after that each change is an event of its own. Which order an office
may give is its book's to say (`room.offices`). Passwords are in no event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import asdict, replace

from openfelt.errors import NotationError
from openfelt.phrases import Name, phrase, quoted
from openfelt.room import account_events, till
from openfelt.room import people as who
from openfelt.room.account_events import AccountEvent, AccountRecord
from openfelt.room.offices import OFFICES
from openfelt.room.people import People, PeopleEvent
from openfelt.room.purses import ChipsIssued, ChipsRedeemed
from openfelt.room.till import TillEvent, Tills
from openfelt.rulebooks import HOUSE_RULEBOOK, RULEBOOK_KEYS, Cites, rulebook

KEEPING: Final = rulebook(HOUSE_RULEBOOK).cite("35.1")
NAMING: Final = rulebook(HOUSE_RULEBOOK).cite("35.7")
ERASING: Final = rulebook(HOUSE_RULEBOOK).cite("35.8")
SEALED: Final = "sealed:"  # how a text begins that is on record under the seal of a person
DEVICES: Final = ("kiosk", "wall")  # accounts of machines, with which nothing else can be done (house 22.13)
ROLES: Final = ("player", "dealer", "floor", "operator", "inspector", *DEVICES)
KEPT: Final = ("player", "operator", *DEVICES)  # the roles that do not follow from an office
# The office that whoever opens an account in a role is appointed to, and what a role of earlier releases becomes.
OF_ROLE: Final = {
    "dealer": "dealer",
    "floor": "Assistant Gaming Manager",
    "inspector": "inspector",
    "operator": "casino operator",
}


def is_sealed(text: str) -> bool:
    """Whether a text of the record is under seal: a name, or words that somebody said."""
    return text.startswith(SEALED)


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """An office that somebody holds: everywhere, or at one stream of the room (a table, an event)."""

    office: str
    at: str = ""


class Member(msgspec.Struct, frozen=True):
    """An account as it is on record. Whoever is absent holds offices and may use none."""

    account: str
    name: str
    roles: tuple[str, ...]
    guest: bool = False
    closed: bool = False
    offices: tuple[Held, ...] = ()
    absent: bool = False

    def offices_at(self, stream: str = "") -> tuple[str, ...]:
        """The offices that this member may use there."""
        if self.closed or self.absent:
            return ()
        return tuple(dict.fromkeys(one.office for one in self.offices if one.at in ("", stream)))

    @property
    def roles_now(self) -> tuple[str, ...]:
        """What the pages show this member: the roles of the account, and those of the offices it may use."""
        named = {role for role in self.roles if role in KEPT}
        held = () if self.closed or self.absent else (one.office for one in self.offices)
        named |= {role_of(office) for office in held if not (office == OF_ROLE["operator"] and "operator" in named)}
        return tuple(role for role in ROLES if role in named)


class Invitation(msgspec.Struct, frozen=True):
    """A one-time link: the roles it gives, and the hash of its token. Earlier releases did not record the hash."""

    roles: tuple[str, ...]
    invitation: str = ""


@cache
def known_offices() -> tuple[str, ...]:
    """Every office that somebody can be appointed to, of all books, each once."""
    return tuple(dict.fromkeys(one.name for book in reversed(RULEBOOK_KEYS) for one in OFFICES.of(book).every))


def role_of(office: str) -> str:
    """The role of an office, as far as pages are shown by roles: whoever gives orders sees the floor's."""
    return next((role for role, one in OF_ROLE.items() if one == office and role != "operator"), "floor")


def offices_of_roles(roles: Iterable[str]) -> tuple[Held, ...]:
    """The offices to which an account with these roles is appointed when it is opened."""
    return tuple(Held(OF_ROLE[role]) for role in roles if role in OF_ROLE)


# -- what happens ------------------------------------------------------------------------------------------------------


class AccountOpened(Member, frozen=True):
    """An account is open, as this member."""

    cites: ClassVar[Cites] = ()

    @classmethod
    def of(cls, member: Member) -> AccountOpened:
        """The opening of a member's account."""
        return cls(**asdict(member))

    @property
    def member(self) -> Member:
        """Who is on the roll then."""
        return Member(**asdict(self))


class AccountsAdopted(msgspec.Struct, frozen=True):
    """Accounts and open invitations that were there before the room kept a record of them, as they stood."""

    accounts: tuple[Member, ...]
    invitations: tuple[Invitation, ...] = ()
    cites: ClassVar[Cites] = ()


class InvitationMade(Invitation, frozen=True):
    """A one-time link was made."""

    cites: ClassVar[Cites] = ()


class AccountDisabled(msgspec.Struct, frozen=True):
    """An account was closed, and why."""

    account: str
    reason: str = ""
    cites: ClassVar[Cites] = ()


class AccountKept(msgspec.Struct, frozen=True):
    """A guest has chosen a name and a password; the account is the same."""

    account: str
    name: str
    cites: ClassVar[Cites] = KEEPING


class NameShown(msgspec.Struct, frozen=True):
    """Somebody is appointed to an office: from now on the name stands on record in the open."""

    account: str
    name: str
    cites: ClassVar[Cites] = NAMING


class AccountErased(msgspec.Struct, frozen=True):
    """Somebody's account is closed for good, and what the house held of the person beside the record is erased."""

    account: str
    cites: ClassVar[Cites] = ERASING


class AccountsLost(msgspec.Struct, frozen=True):
    """Accounts that the record has and the accounts file had no more."""

    accounts: tuple[str, ...]
    cites: ClassVar[Cites] = ()


class Appointment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An office is given to an account, or ends, by somebody, for a reason."""

    account: str
    office: str
    by: str
    reason: str
    at: str = ""
    cites: ClassVar[Cites] = ()

    @property
    def held(self) -> Held:
        """What is held then, or no longer."""
        return Held(self.office, self.at)


class OfficeGiven(Appointment, frozen=True):
    """An office begins."""


class OfficeEnded(Appointment, frozen=True):
    """An office ends."""


class OfficeHandedOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An office passes from one account to another."""

    account: str
    to: str
    office: str
    by: str
    reason: str
    at: str = ""
    cites: ClassVar[Cites] = ()

    @property
    def held(self) -> Held:
        """What is handed over."""
        return Held(self.office, self.at)


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An officer is absent, or is back: until then the offices are held and cannot be used."""

    account: str
    by: str
    reason: str
    cites: ClassVar[Cites] = ()


class OfficerAbsent(Absence, frozen=True):
    """An officer is absent."""


class OfficerBack(Absence, frozen=True):
    """An officer is back."""


class Noted(msgspec.Struct, frozen=True):
    """Something significant that is only noted: a start, a failure, a log-in refused."""

    name: str
    what: dict[str, Any]
    cites: ClassVar[Cites] = ()


OfficeEvent = OfficeGiven | OfficeEnded | OfficeHandedOver | OfficerAbsent | OfficerBack


class ItemsPrescribed(msgspec.Struct, frozen=True):
    """The list of what regulations forbid as a prize, as it is from now on, and by which regulation."""

    items: tuple[str, ...]
    reference: str
    cites: ClassVar[Cites] = ()


MemberEvent = AccountDisabled | AccountKept | NameShown | AccountErased
RollEvent = (
    AccountOpened | AccountsAdopted | InvitationMade | MemberEvent | AccountsLost | OfficeEvent | ItemsPrescribed
)  # fmt: skip
RoomStreamEvent = RollEvent | PeopleEvent | AccountEvent | TillEvent | ChipsIssued | ChipsRedeemed | Noted


# -- the roll ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Roll:
    """The fold of the room's own events. `is_kept`: the room has begun to keep it."""

    members: dict[str, Member] = field(default_factory=dict)
    gone: dict[str, Member] = field(default_factory=dict)  # those that the accounts file had no more, as they were
    invitations: dict[str, tuple[str, ...]] = field(default_factory=dict)  # roles, by the hash of the token
    is_kept: bool = False
    people: People = field(default_factory=People)  # who may play
    prescribed: tuple[str, ...] = ()  # what regulations forbid as a prize
    erased: frozenset[str] = frozenset()  # whose accounts were erased
    till: Tills = field(default_factory=Tills)  # the money of tables
    accounts: AccountRecord = field(default_factory=AccountRecord)  # codes for new passwords, refills

    def copy(self) -> Roll:
        """The same, to try something on."""
        lists = dict(self.members), dict(self.gone), dict(self.invitations)
        people, till, accounts = self.people.copy(), self.till.copy(), self.accounts.copy()
        return Roll(*lists, self.is_kept, people, self.prescribed, self.erased, till, accounts)

    def is_closed(self, account: str) -> bool:
        """Whether the record closed an account."""
        return account in self.members and self.members[account].closed


def evolve(roll: Roll, event: RoomStreamEvent) -> None:
    """Record one event. An office that does not fit what is on record grants nothing: it is refused."""
    if isinstance(event, who.EVENTS):
        who.evolve(roll.people, event)
        return
    if isinstance(event, TillEvent):
        till.evolve(roll.till, event)
        return
    if isinstance(event, AccountEvent):
        account_events.evolve(roll.accounts, event)
        return
    match event:
        case AccountOpened():
            add(roll, event.member)
        case AccountsAdopted():
            adopt(roll, event)
        case InvitationMade():
            roll.invitations[event.invitation] = event.roles
        case AccountDisabled() | AccountKept() | NameShown() | AccountErased():
            change(roll, event)
        case AccountsLost():
            roll.gone |= {one: roll.members.pop(one) for one in event.accounts if one in roll.members}
        case OfficeGiven() | OfficeEnded() | OfficeHandedOver() | OfficerAbsent() | OfficerBack():
            roll.members.update(changed(roll, event))
        case ItemsPrescribed():
            roll.prescribed = event.items


def change(roll: Roll, event: MemberEvent) -> None:
    """An event of one account happens."""
    if event.account in roll.members:
        roll.members[event.account] = after(roll.members[event.account], event)
    if isinstance(event, AccountErased):
        roll.erased |= {event.account}


def after(member: Member, event: MemberEvent) -> Member:
    """A member once an event of its account has happened."""
    match event:
        case AccountDisabled():
            return replace(member, closed=True)
        case AccountKept():
            return replace(member, name=event.name, guest=False)
        case NameShown():
            return replace(member, name=event.name)
        case AccountErased():
            return replace(member, name="", closed=True)


def adopt(roll: Roll, event: AccountsAdopted) -> None:
    """Accounts and invitations are on record from now on."""
    for member in event.accounts:
        add(roll, member)
    for one in event.invitations:
        roll.invitations[one.invitation] = one.roles


def add(roll: Roll, member: Member) -> None:
    """An account is open."""
    roll.is_kept = True
    roll.gone.pop(member.account, None)
    roll.members[member.account] = member


def changed(roll: Roll, event: OfficeEvent) -> dict[str, Member]:
    """The members whom a change of office concerns, as they are after it. Refuses one that does not fit."""
    member = found(roll, event.account)
    match event:
        case OfficerAbsent() | OfficerBack():
            return {event.account: replace(member, absent=isinstance(event, OfficerAbsent))}
        case OfficeGiven():
            return {event.account: with_office(member, event.held)}
        case OfficeEnded():
            return {event.account: without_office(member, event.held)}
        case OfficeHandedOver():
            left = without_office(member, event.held)
            to = left if event.to == event.account else found(roll, event.to)
            return {event.account: left, event.to: with_office(to, event.held)}


def found(roll: Roll, account: str) -> Member:
    """The member of that account."""
    if account not in roll.members:
        raise NotationError(phrase("there is no account {account} on the roll", account=quoted(account)))
    return roll.members[account]


def with_office(member: Member, held: Held) -> Member:
    """An office begins."""
    if held.office not in known_offices():
        raise NotationError(phrase("no book has an office {office}", office=quoted(held.office)), legal=known_offices())
    return replace(member, offices=(*(one for one in member.offices if one != held), held))


def without_office(member: Member, held: Held) -> Member:
    """An office ends."""
    if held not in member.offices:
        legal = tuple(dict.fromkeys(one.office for one in member.offices))
        raise NotationError(
            phrase("{name} does not hold the office {office}", name=Name(member.name), office=Name(held.office)),
            legal=legal,
        )
    return replace(member, offices=tuple(one for one in member.offices if one != held))


def named(event: RoomStreamEvent) -> tuple[str, ...]:
    """The accounts whose entry on the roll an event changes."""
    if isinstance(event, TillEvent):
        return ()
    match event:
        case OfficeHandedOver():
            return event.account, event.to
        case AccountsAdopted():
            return tuple(one.account for one in event.accounts)
        case AccountsLost():
            return event.accounts
        case InvitationMade() | ChipsIssued() | ChipsRedeemed() | Noted() | ItemsPrescribed():
            return ()
        case who.PlayRuleSet() | who.RealityTold():
            return ()
    return (event.account,)
