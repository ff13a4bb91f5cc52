"""The floor desk: stop a table, choose an incident among those possible now, see the ruling, apply it.

Every act is a request of a supervisor, cited and on record with its author and reason.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from openfelt import floor
from openfelt.errors import OpenfeltError, RuleViolation, StaleView
from openfelt.floor.incidents import KINDS
from openfelt.floor.ruling import Author, Ruling, read_incident, require_words
from openfelt.rulebooks import rulebook
from openfelt.service.accounts import Account, NotAllowed
from openfelt.service.host import TableHost
from openfelt.service.protocol import write_frame
from openfelt.service.stream import TableFrozen
from openfelt.service.trial import Trial
from openfelt.service.web import account_of, body_of, error_answer, hall_of, require_own_page
from openfelt.table import ruling_events
from openfelt.table.hand import Hand
from openfelt.table.log import log_line

FREEZE = rulebook("nsw-poker").cite("27.13")
ROLES = ("floor", "operator")


class FactBody(msgspec.Struct, forbid_unknown_fields=True):
    """An incident with its facts."""

    kind: str
    facts: dict[str, Any] = {}


class ApplyBody(msgspec.Struct, forbid_unknown_fields=True):
    """A ruling to apply: the incident, the remedy where there is a choice, the reason, and the turn it was made in."""

    id: str
    kind: str
    reason: str
    turn: int
    facts: dict[str, Any] = {}
    remedy: str = ""


class FreezeBody(msgspec.Struct, forbid_unknown_fields=True):
    """Stop a table, or let it go on."""

    id: str
    frozen: bool
    reason: str


def staff(request: Request) -> tuple[Account, TableHost]:
    """The supervisor who asks, and the table."""
    account = account_of(request)
    if account is None:
        raise NotAllowed("log in first", code="not-logged-in")
    account.require(*ROLES)
    return account, hall_of(request).host(request.path_params["table"])


def live_hand(hand: Hand | None) -> Hand:
    """The hand to rule on."""
    if hand is None:
        raise RuleViolation("no-hand", FREEZE, "no hand has been dealt at this table")
    return hand


def fact_fields(kind: str) -> list[dict[str, Any]]:
    """The facts an incident may need, for a form."""
    return [
        {"name": field.name, "type": type_words(field.type), "required": field.required}
        for field in msgspec.structs.fields(KINDS[kind])
    ]


def type_words(kind: Any) -> Any:  # noqa: ANN401 - a type of an incident's field
    """A type as a form needs it: yes-no, number, text, cards, or the words to choose from."""
    plain = [one for one in (get_args(kind) or (kind,)) if one is not type(None)]
    first = plain[0]
    if first is bool:
        return "yes-no"
    if first is int and "tuple" not in str(kind):
        return "number"
    words = [word for one in plain for word in get_args(one) if isinstance(word, str)] or [
        word for word in plain if isinstance(word, str)
    ]
    if words:
        return words
    return "cards" if "Card" in str(kind) else "list" if "tuple" in str(kind) else "text"


async def desk(request: Request) -> Response:
    """What can be ruled on now, and the record of rulings."""
    try:
        _, host = staff(request)
        hand = host.hand
        kinds = floor.possible(hand) if hand is not None else ()
    except OpenfeltError as error:
        return error_answer(error, 403)
    record = [
        {"seq": seq, "text": log_line(event), "cites": event.cites}
        for seq, event in host.log
        if isinstance(event, ruling_events.RulingMade)
    ]
    possible = [
        {"kind": kind, "words": (KINDS[kind].__doc__ or "").strip(), "facts": fact_fields(kind)} for kind in kinds
    ]
    body = {"table": host.table.name, "frozen": host.frozen, "turn": hand.turns if hand else 0, "possible": possible}
    return Response(write_frame({**body, "record": record}), media_type="application/json")


def ruling_object(ruling: Ruling) -> dict[str, Any]:
    """A ruling for the page: deadline with its working, and each remedy with its effects in words."""
    return {
        "cites": ruling.cites,
        "deadline": ruling.deadline,
        "working": ruling.working,
        "late": ruling.is_late,
        "turn": ruling.turn,
        "remedies": [
            {
                "name": one.name,
                "words": one.words,
                "by": one.by,
                "cites": one.cites,
                "effects": [log_line(event) for event in one.effects],
            }
            for one in ruling.remedies
        ],
    }


async def rule(request: Request) -> Response:
    """The ruling on an incident; changes nothing."""
    try:
        require_own_page(request)
        _, host = staff(request)
        body = await body_of(request, FactBody)
        ruling = floor.rule(live_hand(host.hand), read_incident(body.kind, body.facts))
    except OpenfeltError as error:
        return error_answer(error)
    return Response(write_frame(ruling_object(ruling)), media_type="application/json")


async def apply(request: Request) -> Response:
    """Apply a ruling: its effects are events in the same log."""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, ApplyBody)
        order = floor.RuleOn(
            read_incident(body.kind, body.facts), Author(account.name, role_of(account)), body.reason, body.remedy
        )

        def step(trial: Trial) -> None:
            if live_hand(trial.hand).turns != body.turn:
                raise StaleView("the hand has gone on since this ruling; rule again")
            trial.rule(order)

        await host.submit(f"{account.id} {body.id}", account.id, step)
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})


def role_of(account: Account) -> Any:  # noqa: ANN401 - a floor role
    """A floor supervisor rules as supervisor, the operator as manager."""
    return "manager" if "operator" in account.roles else "supervisor"


async def freeze(request: Request) -> Response:
    """Stop the table, or let it go on."""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, FreezeBody)
        require_words(body.reason)
        event = TableFrozen(body.frozen, body.reason, FREEZE)
        await host.append_note(event, account.id, f"{account.id} {body.id}")
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})
