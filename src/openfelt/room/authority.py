"""Whether an officer may give an order, by the offices that the table's book names; the order bears the officer's name.

An order that no officer gives is a player's or the house's own. Whoever plays in a hand does not rule on it.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from openfelt import floor, pit
from openfelt.errors import RuleViolation
from openfelt.floor.grants import SettleDispute
from openfelt.floor.powers import grant_of
from openfelt.floor.ruling import Author
from openfelt.games import Sign
from openfelt.phrases import Name, phrase
from openfelt.room import commands as q
from openfelt.room import jackpot_orders as j
from openfelt.room import orders as o
from openfelt.room.citing import OWN_HAND
from openfelt.room.offices import OFFICES, Duty, Needed, Officer, Offices, require_may_open
from openfelt.room.rules import room_rules
from openfelt.room.state import TableState
from openfelt.table import Hand

DUTIES: Final[dict[type, Duty]] = {
    q.SitDown: "deal",
    q.StandUp: "deal",
    q.SitOut: "deal",
    q.ComeBack: "deal",
    q.GiveNotice: "notice",
    q.Vacate: "vacate",
    q.LiftDirection: "lift",
    q.TakeOff: "take-off",
    o.SendPlayer: "move",
    o.ReceivePlayer: "move",
    o.SetCheckValue: "check-value",
    o.CountBox: "count-box",
    o.InHand: "deal",
    o.NameCards: "deal",
    o.TakeBack: "deal",
    o.DealLive: "deal",
    o.CallFloor: "deal",
    o.Freeze: "freeze",
    o.AnswerCall: "answer",
    o.InspectHand: "inspect",
    j.PressNoMoreBets: "deal",
    j.PressEndGame: "deal",
    j.TableHand: "deal",
}
SIGNED: Final = ("by", "approver", "excused_by")  # fields that say who ordered something


def authorised(state: TableState, given: o.ByOfficer) -> Any:  # noqa: ANN401 - the order, of the same type
    """The order as its officer gives it at a poker table. Refuses whoever holds no office for it."""
    officer, order = given.officer, given.order
    chapter = OFFICES.of(state.table.sign.rulebook)
    if isinstance(order, o.OnFloor):
        return on_floor(chapter, state, officer, order)
    if isinstance(order, o.TakeBack):
        return replace(plain(chapter, officer, order), by=officer.name)
    if isinstance(order, j.AuthorisePress):
        return authorising(chapter, state, officer, order)
    return plain(chapter, officer, order)


def authorising(chapter: Offices, state: TableState, officer: Officer, order: j.AuthorisePress) -> j.AuthorisePress:
    """The authorisation of a press that was forgotten, by the office that its clause names."""
    rules = state.table.rules.jackpot
    if rules is not None:
        named = chapter.for_clauses(rules.late if state.table.in_hand else rules.after)
        assert named is not None, f"{chapter.book} does not say who authorises a late press"
        chapter.require(officer, "authorise", named)
    return replace(order, by=officer.name)


def approving(officer: Officer, sign: Sign, *, freeze_out: bool) -> str:
    """Who approves the terms on which an officer opens a table, if they need approval. Refuses other officers."""
    require_may_open(officer, sign.rulebook)
    chapter = OFFICES.of(sign.rulebook)
    own = room_rules(sign.rulebook).freeze_out
    if not freeze_out or own is None:  # of a book that has none, the opening itself is refused
        return ""
    named = chapter.for_clauses(own.terms)
    assert named is not None, f"{sign.rulebook} does not say who approves a Freeze Out"
    chapter.require(officer, "approve a Freeze Out", named)
    return officer.name


def plain(chapter: Offices, officer: Officer, order: Any) -> Any:  # noqa: ANN401 - an order with a duty
    """The order as its officer gives it, by the office that its duty needs."""
    duty = duty_of(order)
    chapter.require(officer, duty, chapter.for_duty(duty))
    if isinstance(order, o.AnswerCall):
        return replace(order, by=Author(officer.name, chapter.role_of(officer.offices) or order.by.role))
    signed = {name: officer.name for name in SIGNED if name in order.__struct_fields__}
    # A dealer enters that somebody got up, or that chips of the table paid for a service.
    return replace(order, **signed) if signed and duty != "deal" else order


def duty_of(order: Any) -> Duty:  # noqa: ANN401 - an order with a duty
    """What the order is a part of."""
    if isinstance(order, q.GiveNotice) and order.sign is None:
        return "close"
    if isinstance(order, q.StandUp) and order.excused_by:
        return "excuse"
    if isinstance(order, q.TakeOff) and not order.approver:
        return "deal"
    return DUTIES[type(order)]


# -- rulings and powers ------------------------------------------------------------------------------------------------


def on_floor(chapter: Offices, state: TableState, officer: Officer, order: o.OnFloor) -> o.OnFloor:
    """A ruling or a power in the officer's own name and role."""
    hand, chosen = state.hand, order.order
    if officer.account in {*state.players.values(), *state.coming.values()}:
        raise RuleViolation(
            "own-hand",
            OWN_HAND,
            phrase("{name} plays in this hand; another person rules on it", name=Name(officer.name)),
        )
    if hand is None:
        return order  # the refusal says that there is no hand
    if isinstance(chosen, floor.Use):
        role = for_power(chapter, hand, officer, chosen.power)
    else:
        role = for_ruling(chapter, hand, officer, chosen)
    return replace(order, order=replace(chosen, author=Author(officer.name, role)))


def for_power(chapter: Offices, hand: Hand, officer: Officer, power: floor.AnyPower) -> Any:  # noqa: ANN401 - a Role
    """The role in which the officer uses a power; its clause names the office, or else its role does."""
    grant = grant_of(hand, power)
    named, by_role = chapter.for_clauses(grant.cites), chapter.for_roles(grant.by, grant.cites)
    needs: tuple[Needed, ...] = (named,) if named is not None else (by_role,)
    is_review = isinstance(power, SettleDispute) and power.stage == "review"
    if is_review and chapter.higher_review:
        needs = (*needs, by_role)
    chapter.require(officer, power.name, *needs)
    role = chapter.role_of(officer.offices)
    return role if role in grant.by else grant.by[0]


def for_ruling(chapter: Offices, hand: Hand, officer: Officer, order: floor.RuleOn) -> Any:  # noqa: ANN401 - a Role
    """The role in which the officer applies a ruling: an office of its clauses, and of its remedy's roles."""
    ruling = floor.rule(hand, order.incident)
    role = chapter.role_of(officer.offices) or "player"
    for one in ruling.remedies:
        if one.name == order.remedy or (not order.remedy and len(ruling.remedies) == 1):
            named, by_role = chapter.for_clauses(one.cites), chapter.for_roles(one.by, one.cites)
            needs = (by_role,) if named is None else (named, by_role)
            chapter.require(officer, f"{ruling.incident.kind}: {one.name}", *needs)
    return role


# -- house-banked tables -----------------------------------------------------------------------------------------------


def authorise_round(round_: pit.Round, officer: Officer, command: Any) -> Author:  # noqa: ANN401 - a command of the pit
    """Who gives an order at a house-banked table. Refuses an officer without the office that the offer names."""
    chapter = OFFICES.of(round_.rulebook)
    if officer.account in round_.seats:
        raise RuleViolation(
            "own-hand", OWN_HAND, phrase("{name} plays here; another person gives the orders", name=Name(officer.name))
        )
    alike = [one for one in pit.legal(round_) if one.by in chapter.roles and type(one.command) is type(command)]
    offer = next((one for one in alike if one.covers(command)), alike[0] if alike else None)
    # What is not offered to staff is refused by the game, or it is a player's act that the dealer enters.
    needed = chapter.for_roles((offer.by,), offer.cites) if offer is not None else chapter.for_duty("deal")
    chapter.require(officer, str(command.__struct_config__.tag), needed)
    return Author(officer.name, chapter.role_of(officer.offices) or "dealer")
