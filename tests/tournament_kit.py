"""Conditions for tests: whole ones by each book, and the same with some answers changed by their paths."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec

from openfelt.tournaments import Conditions, Finding, fill, publish
from openfelt.tournaments.rules import TOURNAMENTS

SILENT = object()  # an item that is not answered
# What only the operator can answer.
OPERATOR = {
    "nsw-poker": {
        "entry.refusal": "none",
        "entry.criteria": "none",
        "entry.form": "the form at the desk",
        "entry.withdrawal": {"until_minutes_before": 60},
        "prizes.payment": "cash at the cage",
    },
    "act-stud": {"approval": "GRC 2026/17", "entry.criteria": "none", "commission": {"of_fee_per_mille": 100}},
    "house": {},
}
EVERY = [(book, key) for book in TOURNAMENTS.books() for key in TOURNAMENTS.of(book).templates]


def changed(conditions: Conditions, changes: dict[str, Any]) -> Conditions:
    """Conditions with other answers, by paths such as `sessions.0.buy_in_cents`."""
    raw = msgspec.json.decode(msgspec.json.encode(conditions))
    for path, given in changes.items():
        value = given if given is SILENT else deepcopy(given)  # a later path may lead into it
        *steps, last = path.split(".")
        part: Any = raw
        for step in steps:
            part = part[int(step)] if isinstance(part, list) else part.setdefault(step, {})
        if value is SILENT:
            part.pop(last, None)
        elif isinstance(part, list):
            part[int(last)] = value
        else:
            part[last] = value
    return msgspec.convert(raw, Conditions)


def whole(book: str, template: str = "freeze-out", **changes: Any) -> Conditions:
    """Conditions that may be published, with changes; a double underscore in a name is a dot."""
    made = changed(fill(template, book), OPERATOR[book])
    return changed(made, {path.replace("__", "."): value for path, value in changes.items()})


def with_more(book: str, template: str, **changes: Any) -> Conditions:
    """A template with the conditions that no template has: everything that its book and its kind of event allow."""
    made = whole(book, template)
    more: dict[str, Any] = {
        "play.time_bank": {"cards": 2, "seconds": 30},
        "play.penalties": {"by": "minutes", "steps": [4, 9]},
        "play.inserted_levels": [put_in(one) for one in made.schedules[0].levels[:2]],
    }
    if made.play.balancing != "none":
        more["play.balancing"] = {"who": "by-position", "to": "draw"}
        more["play.breaking"] = {"seats": "one-step-draw"}
    if template == "heads-up":
        more["heads_up.third_place"] = True
    elif book != "act-stud":
        lines = [{"count": 1, "cents": 500}, {"count": 10, "per_mille": 100}]
        more["prizes.bounty"] = {"kind": "mystery", "cents": 307, "from_players": 11, "envelopes": lines}
    if len(made.sessions) > 1 and book != "act-stud":
        terms = {"session": str(made.sessions[-1].name), "most": 2, "cost_cents": 1_501, "until_minutes_before": 0}
        more["entry.final_buy_in"] = terms
        more[f"sessions.{len(made.sessions) - 1}.tables"] = 9
    return changed(made, more | {path.replace("__", "."): value for path, value in changes.items()})


def put_in(level: Any) -> dict[str, Any]:
    """A level of another length, that may be put in."""
    raw = msgspec.json.decode(msgspec.json.encode(level))
    return {key: value for key, value in raw.items() if key != "break_minutes"} | {"minutes": 3}


def faults(conditions: Conditions) -> tuple[Finding, ...]:
    """Why conditions are not published."""
    made = publish(conditions)
    return made if isinstance(made, tuple) else ()


def clauses(conditions: Conditions, code: str = "") -> set[str]:
    """The clauses of all faults, or of those with a code."""
    return {cite for one in faults(conditions) for cite in one.cites if code in ("", one.code)}
