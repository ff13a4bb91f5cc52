"""Orders given to the room itself: accounts, invitations, offices, chips that are issued and redeemed, notes.

`by` is the officer who gives an order; one without it is the house's own, or a person's for oneself. Whether it may be
done is decided in one place (`room.house.decide`).
"""

from __future__ import annotations

from typing import Any

from openfelt.cage.accounts import Account
from openfelt.room.account_orders import AccountOrder
from openfelt.room.offices import Officer
from openfelt.room.orders import Order
from openfelt.room.people_orders import PeopleOrder
from openfelt.room.roll import Invitation, Member
from openfelt.room.till_orders import TillOrder


class IssueChips(Order, frozen=True, tag=True):
    """New chips for an account of the ledger; by an officer for a purse, with a reason."""

    account: Account
    amount: int
    reason: str = ""
    by: Officer | None = None


class RedeemChips(Order, frozen=True, tag=True):
    """Chips of a purse are given back, and cease to exist."""

    account: Account
    amount: int
    reason: str = ""
    by: Officer | None = None


class OpenAccount(Order, frozen=True, tag=True):
    """Somebody opens an account; the house gives it play chips."""

    member: Member
    chips: int = 0


class KeepAccount(Order, frozen=True, tag=True):
    """A guest chooses a name, and a password that no record has: the account is one that can be logged in to."""

    player: str
    name: str


class AdoptAccounts(Order, frozen=True, tag=True):
    """House: put accounts on record that were there before the room kept one, as they stand."""

    accounts: tuple[Member, ...]
    invitations: tuple[Invitation, ...] = ()


class LoseAccounts(Order, frozen=True, tag=True):
    """House: the accounts file no longer has these."""

    accounts: tuple[str, ...]


class RestoreAccounts(Order, frozen=True, tag=True):
    """House: the accounts file has these again; they are back as they were on record."""

    accounts: tuple[str, ...]


class CloseAccount(Order, frozen=True, tag=True):
    """Whoever runs the room closes an account; the house does so for one that it finds closed."""

    account: str
    reason: str
    by: Officer | None = None


class MakeInvitation(Order, frozen=True, tag=True):
    """Whoever runs the room invites staff by a one-time link, named by the hash of its token."""

    roles: tuple[str, ...]
    invitation: str
    by: Officer


class Appoint(Order, frozen=True, tag=True):
    """Whoever runs the room appoints somebody to an office. `at`: at one stream alone, `table/Sydney`."""

    account: str
    office: str
    reason: str
    by: Officer
    at: str = ""
    name: str = ""  # the appointed person's, where the record has it under seal


class EndAppointment(Order, frozen=True, tag=True):
    """Whoever runs the room ends somebody's office."""

    account: str
    office: str
    reason: str
    by: Officer
    at: str = ""


class HandOver(Order, frozen=True, tag=True):
    """An officer hands an office over to another; whoever runs the room does so for anyone."""

    account: str
    to: str
    office: str
    reason: str
    by: Officer
    at: str = ""


class BeAbsent(Order, frozen=True, tag=True):
    """An officer is absent; whoever runs the room says so for anyone."""

    account: str
    reason: str
    by: Officer


class BeBack(Order, frozen=True, tag=True):
    """An officer is back; whoever runs the room says so for anyone."""

    account: str
    reason: str
    by: Officer


class Note(Order, frozen=True, tag=True):
    """Put something significant on record that changes nothing here."""

    name: str
    what: dict[str, Any]


class PrescribeItems(Order, frozen=True, tag=True):
    """Whoever runs the room keeps the list of what regulations forbid as a prize; `reference` says by which."""

    items: tuple[str, ...]
    reference: str
    by: Officer


OfficeOrder = Appoint | EndAppointment | HandOver | BeAbsent | BeBack
HouseOrder = (
    IssueChips | RedeemChips | OpenAccount | KeepAccount | AdoptAccounts | LoseAccounts | RestoreAccounts
    | CloseAccount | MakeInvitation | OfficeOrder | PeopleOrder | AccountOrder | TillOrder | PrescribeItems | Note
)  # fmt: skip
