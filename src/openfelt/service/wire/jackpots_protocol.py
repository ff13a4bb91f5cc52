"""What is told of jackpots: the display for everyone, the console at the table, the terminal for staff.

Amounts are cents; times are UTC in milliseconds.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.service.wire.values import Text

HitPhase = Literal["waits", "locked", "verified", "paid"]


class TableJackpot(msgspec.Struct, frozen=True, kw_only=True):
    """The jackpot that a table is linked to, and its console. `number` is the latest round of play.

    `press` says whether its increment is missing, and what the dealer may do about it; `tables` are the seats that may
    still put their cards face up, `flops` those that may ask for the flop with it.
    """

    pool: str
    number: int
    press: Literal["done", "start", "late", "after", "end-game"]
    authorised: bool = False
    tables: tuple[int, ...] = ()
    flops: tuple[int, ...] = ()


class EventOnOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the display has it."""

    name: str
    text: Text
    prize: Text
    conditions: tuple[Text, ...]
    window_ends_ms: int = 0


class ShareView(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has of a hit."""

    player: str
    name: str
    cents: int
    role: str
    you: bool = False


class HitView(msgspec.Struct, frozen=True, kw_only=True):
    """A hit, from the lock to the payment."""

    number: int
    event: str
    table: str
    hand: int
    ended_ms: int
    phase: HitPhase
    cents: int
    shares: tuple[ShareView, ...]
    claimed: bool
    verified_by: str = ""
    paid_ms: int = 0
    cites: tuple[str, ...] = ()


class SignView(msgspec.Struct, frozen=True, kw_only=True):
    """A sign that announces other parameters, or the end."""

    change_at_ms: int
    shown_ms: int
    ends: bool
    lines: tuple[Text, ...]


class ChangeView(msgspec.Struct, frozen=True, kw_only=True):
    """A change, an adjustment or a failure on record."""

    at_ms: int
    text: Text
    cites: tuple[str, ...]


class NoticeView(msgspec.Struct, frozen=True, kw_only=True):
    """A notice of a failure, and under which reference it was received."""

    to: str
    reference: str = ""


class FailureView(msgspec.Struct, frozen=True, kw_only=True):
    """Equipment that fails."""

    part: str
    what: str
    since_ms: int
    notices: tuple[NoticeView, ...]


class MetersView(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of the controller."""

    base: int
    increments: int
    reseeds: int
    top_ups: int
    adjusted: int
    paid: int
    held: int
    returned: int
    hits: int
    wins: int


class JackpotView(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot as everyone sees it."""

    name: str
    title: str
    book: str
    game: str
    deck: int
    phase: Literal["open", "ended"]
    cents: int
    increment_cents: int
    offer_ends: str
    events: tuple[EventOnOffer, ...]
    tables: tuple[str, ...]
    hits: tuple[HitView, ...]  # those that are open, and the latest that were paid
    sign: SignView | None = None
    failing: bool = False
    terminal: TerminalView | None = None  # for staff


class TerminalView(msgspec.Struct, frozen=True, kw_only=True):
    """The controller and the management terminal."""

    offices: tuple[str, ...]
    meters: MetersView
    last_hits: tuple[HitView, ...]
    changes: tuple[ChangeView, ...]
    failure: FailureView | None
    linkable: tuple[str, ...]  # tables that play this variation and are not linked
    toml: str  # the parameters as they are


class JackpotList(msgspec.Struct, frozen=True, kw_only=True):
    """Every jackpot, those on offer first."""

    jackpots: tuple[JackpotView, ...]
