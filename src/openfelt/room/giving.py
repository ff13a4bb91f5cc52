"""Checks that an order names a giver who may give it at all. Which office it needs is decided with the order itself.

An officer gives an order of staff in the own name, a player the orders of a player for oneself. Without an officer an
order of staff is the house's own: its clock, its bots, and what it does by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from openfelt.errors import RuleViolation
from openfelt.room import after_orders as after
from openfelt.room import banked_orders as b
from openfelt.room import commands as q
from openfelt.room import house_orders as h
from openfelt.room import jackpot_orders as j
from openfelt.room import orders as o
from openfelt.room import wish_orders as w
from openfelt.room.account_orders import AskRefill, DropSecondFactor, EraseAccount, ResetPassword, SetSecondFactor
from openfelt.room.citing import OUR_OWN
from openfelt.room.event_orders import EventOrder
from openfelt.room.offices import Officer
from openfelt.room.people_orders import AskBack, ChooseReality, ExcludeMyself, SetLimit
from openfelt.room.words import Say

HOUSE: Final = "house"
CLOCK: Final = "clock"
BOT: Final = "bot "  # and its name
OWN: Final = frozenset((
    q.SitDown, q.StandUp, q.KeepSeat, q.AddStake, q.SitOut, q.ComeBack, q.ChangeSeat, o.InHand, o.CallFloor,
    o.ChooseGame, b.TakeBox, b.LeaveBox, b.InRound, Say, ExcludeMyself, AskBack, SetLimit, ChooseReality,
    h.KeepAccount, ResetPassword, AskRefill, SetSecondFactor, DropSecondFactor, EraseAccount, j.TableHand,
    after.ShowAfter, after.SeeRabbit, w.ChooseTopUp, w.VoteBomb, w.EndGame,
))  # fmt: skip
OFFICERS_OWN: Final = (o.ByOfficer, b.ByStaff)
# What follows from an order that was judged at another table, or needs no office.
ANYONES: Final = frozenset((o.ReceivePlayer, o.ReturnPlayer, q.GiveRules, h.Note, j.JoinJackpot, j.LeaveJackpot))


def officer_of(order: Any) -> Officer | None:  # noqa: ANN401 - any order
    """The officer who gives an order, if one does."""
    if isinstance(order, OFFICERS_OWN):
        return order.officer
    by = getattr(order, "by", None)
    return by if isinstance(by, Officer) else None


def giver_fault(order: Any, actor: str) -> str:  # noqa: ANN401 - any order
    """Why this actor may not give the order; empty if it may.

    >>> giver_fault(o.Freeze(True, "look"), "house"), giver_fault(q.StandUp("ann"), "ann")
    ('', '')
    >>> giver_fault(q.StandUp("ann"), "bob")
    'StandUp is for its player, or for an officer'
    >>> giver_fault(o.Freeze(True, "look"), "ann")
    'Freeze is for an officer'
    """
    kind, name = type(order), type(order).__name__
    if order is None or actor in (HOUSE, CLOCK) or actor.startswith(BOT) or kind in ANYONES:
        return ""
    officer = officer_of(order)
    if officer is not None:
        return "" if officer.account == actor else f"{name} bears the name of {officer.name}, who did not give it"
    if isinstance(order, h.OpenAccount):
        return "" if order.member.account == actor else f"{name} is for whoever opens it"
    if owner := getattr(order, "owner", ""):  # house 17.3: a player's own table
        return "" if owner == actor else f"{name} is for whoever opens it"
    if kind not in OWN:
        by_event = kind in get_args(EventOrder)
        return f"{name} is for the house, by the event's own record" if by_event else f"{name} is for an officer"
    is_excused = kind is q.StandUp and order.excused_by
    return "" if order.player == actor and not is_excused else f"{name} is for its player, or for an officer"


def require_giver(order: Any, actor: str) -> None:  # noqa: ANN401 - any order
    """Refuse an order of staff that no officer gives, and a player's that somebody else gives."""
    if fault := giver_fault(order, actor):
        raise RuleViolation("not-your-office", OUR_OWN, fault)


@dataclass(frozen=True, slots=True)
class Givers:
    """Who gives the orders of a stream that is no table's: `own` has the field that names the player of each.

    An officer gives an order of staff in the own name. What neither gives is the house's own.
    """

    own: Mapping[type, str]

    def fault(self, order: Any, actor: str) -> str:  # noqa: ANN401 - any order
        """Why this actor may not give the order; empty if it may."""
        name, officer = type(order).__name__, officer_of(order)
        if officer is not None:
            return "" if officer.account == actor else f"{name} bears the name of {officer.name}, who did not give it"
        if actor == HOUSE:
            return ""
        who = self.own.get(type(order))
        if who is None:
            return f"{name} is for {'an officer' if 'by' in order.__struct_fields__ else 'the house'}"
        return "" if getattr(order, who) == actor else f"{name} is for its player"

    def require(self, order: Any, actor: str) -> None:  # noqa: ANN401 - any order
        """Refuse an order of staff that no officer gives, of the house by anyone else, and a player's by another."""
        if fault := self.fault(order, actor):
            raise RuleViolation("not-your-office", OUR_OWN, fault)
