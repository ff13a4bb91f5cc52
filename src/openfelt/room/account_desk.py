"""What the room decides about accounts: codes for a new password, refills of play chips, second factors.

Each answer refuses with its clause or gives the events. `room.house.decide` finds them here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.floor.ruling import require_words
from openfelt.phrases import Money, phrase
from openfelt.room import account_events as e
from openfelt.room import account_orders as o
from openfelt.room import purses
from openfelt.room.citing import OUR_OWN
from openfelt.room.given import Given
from openfelt.room.people import HOUR_MS
from openfelt.room.people_desk import require_person
from openfelt.room.purses import ChipsIssued, ChipsRedeemed
from openfelt.room.roll import ERASING, OF_ROLE, AccountErased, Roll, found
from openfelt.rulebooks import Cites

Events = tuple[e.AccountEvent | AccountErased | ChipsIssued | ChipsRedeemed, ...]
MINUTE_MS: Final = 60_000


def require_runner(roll: Roll, account: str, what: str) -> None:
    """Refuse an account that does not run the room."""
    member = roll.members.get(account)
    if roll.is_kept and (member is None or "operator" not in member.roles):
        raise RuleViolation(
            "not-your-office", OUR_OWN, phrase("{what} is for whoever runs the room", what=what), legal=("operator",)
        )


def require_password_account(roll: Roll, account: str, cites: Cites) -> None:
    """Refuse a guest, who has no password, and an account that is closed."""
    member = found(roll, account)
    if member.guest or member.closed:
        text = "a guest has no password" if member.guest else "this account is closed"
        raise RuleViolation("no-password", cites, text, legal=("an open account with a password",))


# -- passwords ---------------------------------------------------------------------------------------------------------


def _give_code(roll: Roll, order: o.GiveResetCode, given: Given) -> Events:
    require_runner(roll, order.by.account, "a code for a new password")
    require_words(order.reason)
    require_password_account(roll, order.account, e.RESETTING)
    if order.account == order.by.account:
        text = "nobody gives themselves a code: your own password is changed with the present one"
        raise RuleViolation("own-act", e.RESETTING, text, legal=("another operator",))
    until_ms = given.at_ms + roll.people.rules.reset_h * HOUR_MS
    made = e.Reset(order.code, until_ms)
    return (e.ResetCodeGiven(order.account, made, order.by.name, order.reason, e.RESETTING),)


def _reset(roll: Roll, order: o.ResetPassword, given: Given) -> Events:
    require_password_account(roll, order.player, e.RESETTING)
    known = roll.accounts.resets.get(order.player)
    if known is None or known.code != order.code:
        text = "this code does not exist, or it was used or replaced"
        raise RuleViolation("bad-code", e.RESETTING, text, legal=("ask whoever runs the room for another",))
    if given.at_ms >= known.until_ms:
        text = "the time of this code is over"
        raise RuleViolation("code-expired", e.RESETTING, text, legal=("ask whoever runs the room for another",))
    return (e.PasswordReset(order.player, e.RESETTING),)


# -- play chips --------------------------------------------------------------------------------------------------------


def refill_due_ms(roll: Roll, player: str) -> int:
    """From when on somebody may be given play chips again; 0 if that never happened."""
    last = roll.accounts.refilled.get(player)
    return 0 if last is None else last + roll.people.rules.refill_h * HOUR_MS


def _refill(roll: Roll, order: o.AskRefill, given: Given) -> Events:
    """As much as the purse lacks of what the house refills to, once in the time that the house sets."""
    require_person(roll, order.player)
    full = roll.people.rules.refill_cents
    if not full:
        raise RuleViolation("no-refill", e.REFILLING, "this house refills no purse")
    wait = refill_due_ms(roll, order.player) - given.at_ms
    if wait > 0:
        minutes = -(-wait // MINUTE_MS)
        text = phrase("the next refill is due in {minutes} h {other} min", minutes=minutes // 60, other=minutes % 60)
        raise RuleViolation("refill-not-due", e.REFILLING, text, legal=("wait",))
    purse = accounts.purse(order.player)
    held = given.balance(purse)
    if held >= full:
        text = phrase(
            "your purse holds {held}; it is filled up to {full} when it holds less", held=Money(held), full=Money(full)
        )
        raise RuleViolation("refill-not-needed", e.REFILLING, text, legal=("play",))
    issued = ChipsIssued(purse, full - held, e.REFILLING, "refill")
    purses.require_positive(issued.amount)
    return (e.RefillGiven(order.player, given.at_ms, e.REFILLING), issued)


# -- second factors ----------------------------------------------------------------------------------------------------


def _set_factor(roll: Roll, order: o.SetSecondFactor, _given: Given) -> Events:
    require_password_account(roll, order.player, e.SECOND)
    if order.player in roll.accounts.factors:
        text = "this account has a second factor: end it before another is set"
        raise RuleViolation("has-second-factor", e.SECOND, text, legal=("end it first",))
    return (e.SecondFactorSet(order.player, order.factor, e.SECOND),)


def require_factor(roll: Roll, account: str) -> None:
    """Refuse an account that has no second factor."""
    if account not in roll.accounts.factors:
        text = "this account has no second factor"
        raise RuleViolation("no-second-factor", e.SECOND, text, legal=("set one on the account page",))


def _drop_factor(roll: Roll, order: o.DropSecondFactor, _given: Given) -> Events:
    require_factor(roll, order.player)
    member = roll.members.get(order.player)
    if roll.people.rules.second_factor and member is not None and member.offices:
        text = "whoever holds an office of this house has a second factor"
        raise RuleViolation("second-factor-required", e.SECOND, text, legal=("have it ended, and set another",))
    return (e.SecondFactorEnded(order.player, "", "by own wish", e.SECOND),)


def _end_factor(roll: Roll, order: o.EndSecondFactor, _given: Given) -> Events:
    require_runner(roll, order.by.account, "the end of a second factor")
    require_words(order.reason)
    require_factor(roll, order.account)
    if order.account == order.by.account:
        raise RuleViolation(
            "own-act", e.SECOND, "nobody ends their own second factor this way", legal=("another operator",)
        )
    return (e.SecondFactorEnded(order.account, order.by.name, order.reason, e.SECOND),)


# -- erasing -----------------------------------------------------------------------------------------------------------


def erasure_bound(roll: Roll, player: str, at_ms: int, holds: tuple[str, ...]) -> tuple[str, ...]:
    """Why an account cannot be erased now, in words: what the room found elsewhere, and what the roll says."""
    member = found(roll, player)
    bound = list(holds)
    if member.offices or not OF_ROLE.keys().isdisjoint(member.roles):
        bound.append("an office")
    if roll.people.of(player).barred(at_ms):
        bound.append("an exclusion in force")
    return tuple(bound)


def _erase(roll: Roll, order: o.EraseAccount, given: Given) -> Events:
    """Close an account for good; the service erases what lies beside the record once this is on it."""
    member = found(roll, order.player)
    if member.closed:
        raise RuleViolation("account-closed", ERASING, "this account is closed", legal=("ask whoever runs the room",))
    if bound := erasure_bound(roll, order.player, given.at_ms, order.holds):
        text = phrase("an account is not erased while it has {bound}", bound=tuple(bound))
        raise RuleViolation("account-bound", ERASING, text, legal=("end that first",))
    purse = accounts.purse(order.player)
    held = given.balance(purse)
    if not held:
        return (AccountErased(order.player),)
    if not order.give_up:
        text = phrase("your purse holds {held}; with the account these chips are given up", held=Money(held))
        raise RuleViolation("has-chips", ERASING, text, legal=("give the chips up",))
    return (ChipsRedeemed(purse, held, ERASING, "given up"), AccountErased(order.player))


ANSWERS: Final[Mapping[type, Callable[[Roll, Any, Given], Events]]] = {
    o.GiveResetCode: _give_code,
    o.ResetPassword: _reset,
    o.AskRefill: _refill,
    o.SetSecondFactor: _set_factor,
    o.DropSecondFactor: _drop_factor,
    o.EndSecondFactor: _end_factor,
    o.EraseAccount: _erase,
}
