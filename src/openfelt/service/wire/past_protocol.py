"""The wire of a player's own past: finished hands, sums, sittings, notes.

Times are UTC in milliseconds, days are counted since 1970.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Colour = Literal["", "brass", "red", "green", "blue", "grey"]  # of a note on a player


class PastHand(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand in its player's own list: `net` in cents, or in chips of the event."""

    table: str
    number: int
    event: str
    game: str
    title: str
    rulebook: str
    ended_ms: int
    result: str
    net: int
    pot: int
    cards: str
    board: str  # two, with a space between, where it was dealt twice
    showdown: bool
    starred: bool
    share: str = ""


class NamedGame(msgspec.Struct, frozen=True):
    """A game by its key and its name."""

    key: str
    name: str


class PastHands(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a player's hands. `next`: where the page after it begins. `behind`: records not looked at yet."""

    hands: tuple[PastHand, ...]
    next: str
    games: tuple[NamedGame, ...]
    tables: tuple[str, ...]
    behind: int


class PastGame(msgspec.Struct, frozen=True, kw_only=True):
    """What a player's hands of one game add up to; `net` of tables for money alone."""

    game: str
    title: str
    hands: int
    put_in: int
    raised: int
    showdowns: int
    won_showdowns: int
    net: int


class PastDay(msgspec.Struct, frozen=True):
    """A day and an amount in cents."""

    day: int
    cents: int


class PastResult(msgspec.Struct, frozen=True):
    """When a hand for money ended, and its result in cents."""

    ended_ms: int
    net: int


class Sitting(msgspec.Struct, frozen=True):
    """Hands at one table without a long break; `net` in cents, or in chips of the event."""

    began_ms: int
    place: str
    ended_ms: int
    event: str
    game: str
    hands: int
    net: int


class PastResults(msgspec.Struct, frozen=True, kw_only=True):
    """Results of a player: in all, game by game, hand by hand for the latest, day by day, and what the purse held."""

    games: tuple[PastGame, ...]
    net: int
    hands: tuple[PastResult, ...]
    days: tuple[PastDay, ...]
    sittings: tuple[Sitting, ...]
    balances: tuple[PastDay, ...]
    behind: int


class PlayerNote(msgspec.Struct, frozen=True, kw_only=True):
    """What the reader noted on another player."""

    name: str
    words: str
    colour: Colour
    since_ms: int


class PlayerNotes(msgspec.Struct, frozen=True, kw_only=True):
    """All that the reader noted, the latest first."""

    notes: tuple[PlayerNote, ...]


class ReviewedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """One of the reader's own decisions, looked at again. Amounts are cents, or chips of the event.

    `share`: thousandths of the pot that the hand wins on average; `low` and `high` bound it where deals were drawn.
    `worth`: what a call is worth on average if no more is bet; `cost`: what the act gave away by that measure.
    """

    street: str
    act: str
    pot: int
    price: int
    paid: int
    hands: tuple[str, ...]
    names: tuple[str, ...]
    board: str
    cites: tuple[str, ...]
    why: str = ""
    exact: bool = True
    deals: int = 0
    share: int | None = None
    low: int | None = None
    high: int | None = None
    needed: int | None = None
    worth: int | None = None
    cost: int | None = None


class HandReview(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand by the decisions of the reader, with the clauses by which hands are ranked."""

    table: str
    number: int
    title: str
    event: str
    decisions: tuple[ReviewedDecision, ...]
    cites: tuple[str, ...]
