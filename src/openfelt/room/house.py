"""What the room decides about itself: who is on its roll, who holds which office, which chips there are.

`decide` is the only place where that is checked. It refuses or says what happens, and changes nothing. The state is the
roll alone; money and time come in as `given`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar, get_args

from openfelt.cage import Posting, accounts
from openfelt.errors import NotationError, RuleViolation, StaleView
from openfelt.floor.ruling import require_words
from openfelt.phrases import Name, phrase
from openfelt.room import account_desk, people_desk, purses, till, till_desk
from openfelt.room import house_orders as o
from openfelt.room import roll as r
from openfelt.room.citing import OUR_OWN
from openfelt.room.given import Given
from openfelt.room.offices import OFFICES, Officer
from openfelt.room.purses import ChipsIssued, ChipsRedeemed
from openfelt.room.roll import Member, Roll
from openfelt.rulebooks import HOUSE_RULEBOOK, rulebook

ROOM: Final = "room"  # the room's own stream
MOST_IN_ONE: Final = 500  # accounts in one event
MOST_PRESCRIBED: Final = 200
PRESCRIBED: Final = rulebook(HOUSE_RULEBOOK).cite("24.14")
DECIDED: Final = frozenset(kind.__name__ for kind in get_args(r.RoomStreamEvent))  # these are never only noted

T = TypeVar("T")
Events = tuple[r.RoomStreamEvent, ...]


@dataclass(frozen=True, slots=True)
class RoomDecided:
    """What an order does: its events, and the ledger lines they imply."""

    before: Roll
    events: Events
    postings: tuple[Posting, ...]

    @property
    def after(self) -> Roll:
        """The roll after it: a copy of the one it was decided on, made when somebody asks for it.

        Whoever keeps a long roll records the events on it instead.
        """
        after = self.before.copy()
        for event in self.events:
            r.evolve(after, event)
        return after


def decide(roll: Roll, order: o.HouseOrder, given: Given) -> RoomDecided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    by: Officer | None = getattr(order, "by", None)
    if by is not None:
        require_held(roll, by, *people_desk.streams_of(roll, order))
    events = _ANSWERS[type(order)](roll, order, given)
    lines = tuple(line for event in events for line in postings(event))
    return RoomDecided(roll, events, lines)


def postings(event: r.RoomStreamEvent) -> tuple[Posting, ...]:
    """The ledger lines of an event of the room."""
    if isinstance(event, till.EVENTS):
        return till.postings(event)
    return purses.postings(event) if isinstance(event, ChipsIssued | ChipsRedeemed) else ()


# -- who orders --------------------------------------------------------------------------------------------------------


def require_held(roll: Roll, by: Officer, *streams: str) -> None:
    """Refuse an officer whom the roll does not know so: unknown, or with other offices than the order says.

    `streams`: where the order may be given, if offices that are held there alone count.
    """
    if not roll.is_kept:
        return  # a room that keeps no record of its people yet
    member = roll.members.get(by.account)
    if member is None or member.closed or member.name != by.name:
        raise RuleViolation("not-your-office", OUR_OWN, phrase("{name} is not on the room's roll", name=Name(by.name)))
    if by.offices not in {member.offices_at(one) for one in streams or ("",)}:
        raise StaleView(phrase("the offices of {name} have changed", name=Name(by.name)))


def require_operator(roll: Roll, by: Officer, what: str) -> None:
    """Refuse whoever does not run the room."""
    member = roll.members.get(by.account)
    if roll.is_kept and (member is None or "operator" not in member.roles):
        raise RuleViolation(
            "not-your-office", OUR_OWN, phrase("{what} is for whoever runs the room", what=what), legal=("operator",)
        )


def shown(member: Member) -> str:
    """A member in a refusal: by name if the record has it in the open, else by the account, which the page names."""
    return member.account if r.is_sealed(member.name) else member.name


def require_able(roll: Roll, *several: str) -> None:
    """Refuse offices to guests and to those whose account is closed."""
    for account in several:
        member = r.found(roll, account)
        if member.guest or member.closed:
            raise RuleViolation("not-staff", OUR_OWN, phrase("{name} can hold no office", name=Name(shown(member))))


def require_office(member: Member) -> None:
    """Refuse whoever holds no office."""
    if not member.offices:
        raise RuleViolation(
            "not-staff", OUR_OWN, phrase("{name} holds no office: an operator appoints", name=Name(shown(member)))
        )


# -- money -------------------------------------------------------------------------------------------------------------


def _issue(roll: Roll, order: o.IssueChips, _given: Given) -> Events:
    if order.by is not None:
        require_cage(roll, order.by, "issue", order)
    return (purses.issue(order.account, order.amount, order.reason),)


def _redeem(roll: Roll, order: o.RedeemChips, given: Given) -> Events:
    if order.by is not None:
        require_cage(roll, order.by, "redeem", order)
    return (purses.redeem(order.account, order.amount, given.balance(order.account), order.reason),)


def require_cage(roll: Roll, by: Officer, what: str, order: o.IssueChips | o.RedeemChips) -> None:
    """Refuse whoever may not do so at the cage, without a reason, or for nobody who is here."""
    house = OFFICES.of(HOUSE_RULEBOOK)
    house.require(by, what, house.for_duty("cage"))
    require_words(order.reason)
    owner = order.account.removeprefix("purse/")
    if roll.is_kept and (owner not in roll.members or roll.is_closed(owner)):
        raise RuleViolation("no-account", purses.ISSUE, "there is no such account")


# -- accounts ----------------------------------------------------------------------------------------------------------


def _open(roll: Roll, order: o.OpenAccount, _given: Given) -> Events:
    member = order.member
    if member.account in roll.members:
        raise NotationError(phrase("{name} is on the roll already", name=Name(shown(member))))
    opened = r.AccountOpened.of(member)
    return (opened, purses.issue(accounts.purse(member.account), order.chips)) if order.chips else (opened,)


def _keep(roll: Roll, order: o.KeepAccount, _given: Given) -> Events:
    member = r.found(roll, order.player)
    if not member.guest or member.closed:
        raise RuleViolation("not-a-guest", r.KEEPING, "only a guest chooses a name, once")
    require_words(order.name)
    return (r.AccountKept(order.player, order.name),)


def _adopt(roll: Roll, order: o.AdoptAccounts, _given: Given) -> Events:
    if roll.is_kept:
        raise NotationError("the room keeps a roll already")
    people = (r.AccountsAdopted(several) for several in groups(order.accounts))
    links = (r.AccountsAdopted((), several) for several in groups(order.invitations))
    return (*people, *links)


def groups(several: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """As many as go into one event, and the rest in others."""
    return (tuple(several[at : at + MOST_IN_ONE]) for at in range(0, len(several), MOST_IN_ONE))


def _lose(_roll: Roll, order: o.LoseAccounts, _given: Given) -> Events:
    return tuple(r.AccountsLost(several) for several in groups(order.accounts))


def _restore(roll: Roll, order: o.RestoreAccounts, _given: Given) -> Events:
    return tuple(r.AccountOpened.of(roll.gone[account]) for account in order.accounts if account in roll.gone)


def _close(roll: Roll, order: o.CloseAccount, _given: Given) -> Events:
    if order.by is not None:
        require_operator(roll, order.by, "closing an account")
    return (r.AccountDisabled(order.account, order.reason),)


def _invite(roll: Roll, order: o.MakeInvitation, _given: Given) -> Events:
    require_operator(roll, order.by, "an invitation")
    return (r.InvitationMade(order.roles, order.invitation),)


def _prescribe(roll: Roll, order: o.PrescribeItems, _given: Given) -> Events:
    require_operator(roll, order.by, "the list of prescribed items")
    require_words(order.reference)
    for one in order.items:
        require_words(one)
    if len(order.items) > MOST_PRESCRIBED or len(set(order.items)) < len(order.items):
        raise NotationError(
            phrase("a list has at most {most} items, each once", most=MOST_PRESCRIBED),
            cites=PRESCRIBED,
        )
    return (r.ItemsPrescribed(order.items, order.reference),)


# -- offices -----------------------------------------------------------------------------------------------------------


def fitting(roll: Roll, event: r.OfficeEvent, *several: str) -> Events:
    """The change of office, if those whom it concerns can hold one and it fits the roll."""
    require_words(event.reason)
    require_able(roll, *several)
    r.changed(roll, event)
    return (event,)


def _appoint(roll: Roll, order: o.Appoint, _given: Given) -> Events:
    require_operator(roll, order.by, "an appointment")
    event = r.OfficeGiven(order.account, order.office, order.by.name, order.reason, order.at)
    if not r.is_sealed(r.found(roll, order.account).name):
        return fitting(roll, event, order.account)
    require_words(order.name)
    return (r.NameShown(order.account, order.name), *fitting(roll, event, order.account))


def _end(roll: Roll, order: o.EndAppointment, _given: Given) -> Events:
    require_operator(roll, order.by, "the end of an appointment")
    event = r.OfficeEnded(order.account, order.office, order.by.name, order.reason, order.at)
    return fitting(roll, event, order.account)


def _hand_over(roll: Roll, order: o.HandOver, _given: Given) -> Events:
    """Whoever receives an office holds one already: only whoever runs the room makes somebody staff."""
    require_own(roll, order.by, order.account)
    require_office(r.found(roll, order.to))
    event = r.OfficeHandedOver(order.account, order.to, order.office, order.by.name, order.reason, order.at)
    return fitting(roll, event, order.account, order.to)


def _absence(roll: Roll, order: o.BeAbsent | o.BeBack, _given: Given) -> Events:
    require_own(roll, order.by, order.account)
    require_office(r.found(roll, order.account))
    kind = r.OfficerAbsent if isinstance(order, o.BeAbsent) else r.OfficerBack
    return fitting(roll, kind(order.account, order.by.name, order.reason), order.account)


def require_own(roll: Roll, by: Officer, account: str) -> None:
    """Refuse whoever acts for somebody else and does not run the room."""
    if account != by.account:
        require_operator(roll, by, "an office of somebody else")


# -- notes -------------------------------------------------------------------------------------------------------------


def _note(_roll: Roll, order: o.Note, _given: Given) -> Events:
    if order.name in DECIDED:
        raise NotationError(phrase("{name} is decided and not only noted", name=Name(order.name)))
    return (r.Noted(order.name, order.what),)


_ANSWERS: Final[dict[type, Callable[[Roll, Any, Given], Events]]] = {
    o.IssueChips: _issue,
    o.RedeemChips: _redeem,
    o.OpenAccount: _open,
    o.KeepAccount: _keep,
    o.AdoptAccounts: _adopt,
    o.LoseAccounts: _lose,
    o.RestoreAccounts: _restore,
    o.CloseAccount: _close,
    o.PrescribeItems: _prescribe,
    o.MakeInvitation: _invite,
    o.Appoint: _appoint,
    o.EndAppointment: _end,
    o.HandOver: _hand_over,
    o.BeAbsent: _absence,
    o.BeBack: _absence,
    o.Note: _note,
    **account_desk.ANSWERS,
    **people_desk.ANSWERS,
    **till_desk.ANSWERS,
}
