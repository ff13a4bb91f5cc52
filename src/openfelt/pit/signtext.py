"""A sign as one line of text, both ways: its game and what differs from the standard sign."""

from __future__ import annotations

import datetime
import re
import shlex
from typing import Any

from openfelt.errors import NotationError
from openfelt.phrases import Name, phrase, quoted
from openfelt.pit.games import key_of, pit_game
from openfelt.pit.paytables import PayTable
from openfelt.pit.sign import AnySign, Limits, changed, settings_of, validate


def write_sign(sign: AnySign) -> str:
    """A sign as its game and what differs from the standard sign."""
    standard = type(sign)()
    parts = [
        f"{name}={shlex.quote(_show_setting(getattr(sign, name)))}"
        for name in settings_of(sign)
        if getattr(sign, name) != getattr(standard, name)
    ]
    return " ".join([key_of(sign), *parts])


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
        raise NotationError(phrase("not a sign: {text}: {fault}", text=quoted(text), fault=Name(str(fault)))) from None
    standard = pit_game(key).sign()
    known = settings_of(standard)
    settings: dict[str, Any] = {}
    for part in parts:
        name, _, value = part.partition("=")
        if name not in known:
            raise NotationError(phrase("a sign of {key} has no setting {name}", key=Name(key), name=quoted(name)))
        if name in settings:
            raise NotationError(phrase("a sign of {key} says {name} twice", key=Name(key), name=Name(name)))
        settings[name] = _read_setting(name, value, getattr(standard, name))
    return validate(changed(standard, **settings))


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
                return PayTable(standard.kind, tuple((hand, int(odds)) for hand, odds in rows))
            case _:
                return text
    except (ValueError, KeyError):
        raise NotationError(
            phrase(
                "{name} cannot be {text}; it is like {like}",
                name=Name(name),
                text=quoted(text),
                like=quoted(_show_setting(standard)),
            )
        ) from None
