"""Opening a house-banked table: its sign as a form, the usual sign and what differs, tried before it is put up."""

from __future__ import annotations

import datetime
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from openfelt import pit
from openfelt.errors import RuleViolation
from openfelt.pit.games import pit_game, pit_games, sign_for
from openfelt.pit.paytables import PayTable
from openfelt.pit.sign import AnySign, Limits, Line
from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import clean_name
from openfelt.service.wire.values import Id

MONEY: Final = frozenset({"unit", "max_payout", "max_raise_payout"})
LABELS: Final = {
    "ante": "Ante",
    "bonus": "Bonus",
    "unit": "Least chip",
    "boxes": "Boxes",
    "positions": "Positions",
    "layout": "Layout",
    "layout_approval": "Approval of the layout",
    "opens_on": "Opens on",
    "max_payout": "Maximum payout",
    "max_raise_payout": "Maximum payout on a raise",
    "max_raise_payout_approval": "Maximum payout approved by",
    "device": "Dealt from",
    "bonus_offered": "Three Card Bonus is offered",
    "blind_betting": "Blind betting is allowed",
    "extra_areas": "Players may bet on more areas",
    "blind_extra_hands": "Extra hands are played blind",
    "card_placement": "Cards are laid",
    "ante_table": "Ante pays",
    "super_aces_table": "Super Aces Bonus pays",
    "raise_table": "Raise pays",
    "bonus_table": "Three Card Bonus pays",
}


class PitBody(msgspec.Struct, forbid_unknown_fields=True):
    """A house-banked table to open: its name, its rulebook and what differs from the usual sign."""

    id: Id
    name: str
    rulebook: str
    live: bool = False
    changes: dict[str, Any] = {}


def changed_sign(rulebook: str, changes: dict[str, Any]) -> AnySign:
    """The usual sign of a rulebook with some fields changed, read strictly; refuses what the book forbids."""
    usual = msgspec.json.decode(pit.encode(sign_for(rulebook)))
    return pit.decode_sign(msgspec.json.encode({**usual, **changes, "type": rulebook}))


def tried_sign(rulebook: str, changes: dict[str, Any]) -> tuple[tuple[Line, ...], tuple[RuleViolation, ...]]:
    """The lines of a sign as it would hang beside the table, or the fault that its rulebook finds in it."""
    try:
        return changed_sign(rulebook, changes).lines(), ()
    except RuleViolation as fault:
        return (), (fault,)


def every_pit() -> list[dict[str, Any]]:
    """The house-banked games that can be opened: the usual sign, and each of its fields as a form needs it."""
    return [
        {
            "rulebook": key,
            "title": game.title,
            "usual": msgspec.json.decode(pit.encode(game.sign())),
            "fields": [sign_field(key, name, kind) for name, kind in get_type_hints(game.sign).items()],
        }
        for key, game in pit_games().items()
    ]


def sign_field(rulebook: str, name: str, kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type of a sign's field
    """One field of a sign: what it is called and what it may hold. A doubtful clause offers its readings."""
    reading = next((one for one in sign_for(rulebook).readings if one.setting == name), None)
    if reading is not None:
        choices = [{"value": value, "label": words} for value, words in reading.printed.items()]
        label = reading.question[:1].upper() + reading.question[1:]
        return {"name": name, "label": label, "kind": "choice", "choices": choices, "cites": reading.cites}
    label = pit_game(rulebook).labels.get(name) or LABELS[name]
    return {"name": name, "label": label, **field_kind(name, kind), "cites": ()}


def field_kind(name: str, kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type of a sign's field
    """What a field of a sign holds."""
    if get_origin(kind) is Literal:
        return {"kind": "choice", "choices": [{"value": one, "label": one} for one in get_args(kind)]}
    if kind is int:
        return {"kind": "money" if name in MONEY else "count"}
    kinds = {Limits: "limits", PayTable: "odds", bool: "yes-no", datetime.date: "date"}
    return {"kind": kinds.get(kind, "text")}


async def open_pit(asked: Asked[None, PitBody]) -> dict[str, Any]:
    """An operator puts up a sign and opens a house-banked table."""
    body, name = asked.body, clean_name(asked.body.name)
    sign = changed_sign(body.rulebook, body.changes)
    officer = asked.hall.accounts.officer(asked.account, f"pit/{name}")
    await asked.hall.open_pit(name, sign, by=officer, live=body.live, request=asked.id)
    return opened(asked)


def opened(asked: Asked[None, PitBody]) -> dict[str, Any]:
    """Which table was opened."""
    return {"table": clean_name(asked.body.name)}
