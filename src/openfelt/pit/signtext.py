"""A sign as one line of text, both ways: its rulebook and what differs from the standard sign."""

from __future__ import annotations

import datetime
import re
import shlex
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from openfelt.errors import NotationError
from openfelt.pit.paytables import PayTable
from openfelt.pit.sign import AnySign, BigRaiseSign, HoldemSign, Limits, validate

SIGNS: Final[Mapping[str, type[HoldemSign | BigRaiseSign]]] = {"act-holdem": HoldemSign, "nz-big-raise": BigRaiseSign}


def write_sign(sign: AnySign) -> str:
    """A sign as its rulebook and what differs from the standard sign.

    >>> write_sign(HoldemSign(max_payout=9000, auto_declare=True))
    'act-holdem max_payout=9000 auto_declare=yes'
    """
    standard = type(sign)()
    parts = [
        f"{field.name}={shlex.quote(_show_setting(getattr(sign, field.name)))}"
        for field in msgspec.structs.fields(sign)
        if getattr(sign, field.name) != getattr(standard, field.name)
    ]
    return " ".join([sign.rulebook, *parts])


def _show_setting(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, PayTable):
        return ",".join(f"{hand}:{odds}" for hand, odds in value.rows)
    return str(value)


def read_sign(text: str) -> AnySign:
    """A sign from its text.

    >>> read_sign("nz-big-raise device=shuffler ante=500-5000/500").ante.high
    5000
    >>> read_sign("act-holdem jackpot=yes")
    Traceback (most recent call last):
    openfelt.errors.NotationError: a sign of act-holdem has no setting 'jackpot'
    """
    try:
        key, *parts = shlex.split(text)
    except ValueError as fault:
        raise NotationError(f"not a sign: {text!r}: {fault}") from None
    if key not in SIGNS:
        raise NotationError(f"no house-banked game {key!r}", legal=tuple(SIGNS))
    standard = SIGNS[key]()
    known = {field.name for field in msgspec.structs.fields(standard)}
    settings: dict[str, Any] = {}
    for part in parts:
        name, _, value = part.partition("=")
        if name not in known:
            raise NotationError(f"a sign of {key} has no setting {name!r}")
        if name in settings:
            raise NotationError(f"a sign of {key} says {name} twice")
        settings[name] = _read_setting(name, value, getattr(standard, name))
    return validate(msgspec.structs.replace(standard, **settings))


def _read_setting(name: str, text: str, standard: object) -> object:
    """A setting's value, of the kind that its standard value has."""
    try:
        match standard:
            case bool():
                return {"yes": True, "no": False}[text]
            case int():
                return int(text)
            case Limits():
                low, high, step = re.split(r"[-/]", text)
                return Limits(int(low), int(high), int(step))
            case datetime.date():
                return datetime.date.fromisoformat(text)
            case PayTable():
                rows = (row.split(":") for row in text.split(","))
                return PayTable(standard.name, tuple((hand, int(odds)) for hand, odds in rows))
            case _:
                return text
    except (ValueError, KeyError):
        raise NotationError(f"{name} cannot be {text!r}; it is like {_show_setting(standard)!r}") from None
