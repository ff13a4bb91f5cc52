"""The parameters of a jackpot: everything that it says on its signs, item by item.

A field without an answer is `UNSET`: silence, which is a gap. Amounts are in cents, moments are ISO times with a zone.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from openfelt.documents.years import is_kept_year

SCHEMA: Final = 1
UNTIL_WON: Final = "until won"

Pattern: TypeAlias = Literal["hand", "high-hand", "bad-beat"]
PrizeKind: TypeAlias = Literal["all", "percentage", "fixed"]


class ParametersPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What every part of the document has in common."""


class Equipment(ParametersPart, frozen=True):
    """The four parts without which there is no jackpot: what serves as each of them."""

    console: str | UnsetType = UNSET
    controller: str | UnsetType = UNSET
    terminal: str | UnsetType = UNSET
    display: str | UnsetType = UNSET


class Shown(ParametersPart, frozen=True):
    """Where the events on offer are displayed."""

    lcd: str | UnsetType = UNSET
    noticeboard: str | UnsetType = UNSET
    table_sign: str | UnsetType = UNSET


class Prize(ParametersPart, frozen=True):
    """What an event wins: all of the pool, a part of it in thousandths, or a fixed sum."""

    kind: PrizeKind | UnsetType = UNSET
    per_mille: int | UnsetType = UNSET
    cents: int | UnsetType = UNSET


class Shares(ParametersPart, frozen=True):
    """How the prize of a bad beat is shared, in thousandths: the losing hand, the winning one, the others dealt in."""

    loser_per_mille: int | UnsetType = UNSET
    winner_per_mille: int | UnsetType = UNSET
    table_per_mille: int | UnsetType = UNSET


class JackpotEvent(ParametersPart, frozen=True):
    """One event on offer: its pattern, what else it needs, and its prize.

    `hand`: a category that has to be made, `least`: five cards that are the least hand of a high hand, of a losing hand
    in a bad beat, or of its category.
    """

    name: str
    kind: Pattern | UnsetType = UNSET
    hand: str | UnsetType = UNSET
    least: str | UnsetType = UNSET
    both_cards: bool | UnsetType = UNSET
    dealt_in: int | UnsetType = UNSET
    showdown: bool | UnsetType = UNSET
    window_minutes: int | UnsetType = UNSET
    shares: Shares | UnsetType = UNSET
    prize: Prize = Prize()


class Parameters(ParametersPart, frozen=True, kw_only=True):
    """One version of what a jackpot says."""

    schema: int = SCHEMA
    book: str
    title: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    deck: int | UnsetType = UNSET
    base_cents: int | UnsetType = UNSET
    increment_cents: int | UnsetType = UNSET
    offer_ends: str | UnsetType = UNSET
    excluded: Literal["taken", "refused"] = "taken"  # the claim of whoever staff has excluded since the hand
    equipment: Equipment = Equipment()
    shown: Shown = Shown()
    events: tuple[JackpotEvent, ...] = ()

    @property
    def variation(self) -> tuple[str, str, int]:
        """The rulebook, the game and the deck; of parameters that were checked."""
        assert isinstance(self.game, str)
        assert isinstance(self.deck, int)
        return self.book, self.game, self.deck

    def event(self, name: str) -> JackpotEvent | None:
        """An event by its name."""
        return next((one for one in self.events if one.name == name), None)


def moment_ms(text: str) -> int | None:
    """A moment with its zone in milliseconds; None if it is none, names no zone, or lies in no year that is kept.

    >>> moment_ms("2026-12-04T19:30+11:00"), moment_ms("2026-12-04 19:30"), moment_ms("soon")
    (1796373000000, None, None)
    >>> moment_ms("9999-12-31T23:59-05:00"), moment_ms("0001-01-01T00:00+05:00")
    (None, None)
    """
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    if found.tzinfo is None or not is_kept_year(found.year):
        return None
    return int(found.astimezone(UTC).timestamp() * 1_000)


def expires_ms(parameters: Parameters) -> int | None:
    """When the offer expires; None if it is there until it is won."""
    ends = parameters.offer_ends
    return moment_ms(ends) if isinstance(ends, str) and ends != UNTIL_WON else None


def cents_of(value: int | UnsetType) -> int:
    """An amount of parameters that were checked."""
    assert isinstance(value, int)
    return value
