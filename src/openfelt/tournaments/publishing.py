"""Publishing conditions: a version with its hash, or every reason why not; amended until the start, then frozen."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec

from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, phrase
from openfelt.rulebooks import rulebook
from openfelt.tournaments.checking import check, rules_of
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.findings import Finding, Replaced, contradiction
from openfelt.tournaments.items import is_none


@dataclass(frozen=True, slots=True)
class PublishedConditions:
    """A version that may be entered: what it says, its hash, the rules it replaces, the edition of its book."""

    conditions: Conditions
    digest: str
    replaced: tuple[Replaced, ...]
    book_version: int


def publish(conditions: Conditions) -> PublishedConditions | tuple[Finding, ...]:
    """The published version, or every gap and contradiction with its clause."""
    faults, replaced = check(conditions)
    if faults:
        return faults
    return PublishedConditions(conditions, digest(conditions), replaced, rulebook(conditions.book).version)


def digest(conditions: Conditions) -> str:
    """The hash of a version: SHA-256 over its content, whatever the order or the comments of the file were."""
    content = msgspec.json.encode(conditions, order="deterministic")
    return hashlib.sha256(b"openfelt conditions\n" + content).hexdigest()


def amend(
    earlier: PublishedConditions, conditions: Conditions, *, started: bool
) -> PublishedConditions | tuple[Finding, ...]:
    """The next version of published conditions; refused once the event has started."""
    rules = rules_of(earlier.conditions.book)
    before = earlier.conditions
    found: list[Finding] = []
    if started:
        text = phrase("version {version} is frozen since the start", version=before.version)
        found.append(contradiction("frozen", ("version",), rules.frozen + HOUSE.cite("20.3"), text))
    if conditions.book != before.book:
        text = phrase("the event is played by {book}", book=Name(before.book))
        found.append(contradiction("book", ("book",), HOUSE.cite("20.3"), text))
    if (conditions.play.dealt == "clock-only") != (before.play.dealt == "clock-only"):
        text = phrase("whether the room only keeps the clock does not change")
        found.append(contradiction("clock-only", ("play", "dealt"), HOUSE.cite("21.1"), text, before.play.dealt))
    if conditions.version != before.version + 1:
        text = phrase("version {version} after version {before}", version=conditions.version, before=before.version)
        found.append(contradiction("version", ("version",), HOUSE.cite("20.3"), text, str(before.version + 1)))
    if rules.approval and not is_none(conditions.approval) and conditions.approval == before.approval:
        text = phrase("another version needs an approval of its own")
        found.append(contradiction("approval", ("approval",), rules.approval, text))
    made = publish(conditions)
    faults = (*found, *(made if isinstance(made, tuple) else ()))
    return faults or made
