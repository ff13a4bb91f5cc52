"""The wire of a house-banked table: what a player asks there, and what is told."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from openfelt.cards import Card
from openfelt.pit.views import BoxView
from openfelt.service.wire.lines import Line
from openfelt.service.wire.values import (
    Cents,
    ClockView,
    Name,
    Request,
    SeatNo,
    Text,
)


class PitJoin(Request, frozen=True, tag="pit-join"):
    """Sit down at a box of a house-banked table with chips."""

    table: Name
    box: SeatNo
    stake: Cents


class PitLeave(Request, frozen=True, tag="pit-leave"):
    """Get up from a house-banked table and take the chips along."""

    table: Name


class PitAct(Request, frozen=True, tag="pit-act"):
    """Take one of the offers: its order as it was sent, with a free amount filled in."""

    table: Name
    number: Annotated[int, Meta(ge=0)]
    order: dict[str, Any]


class PitDeal(Request, frozen=True, tag="pit-deal"):
    """I have wagered all I want this round: deal as soon as every player at the table has said so."""

    table: Name
    number: Annotated[int, Meta(ge=0)]


class PitRound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round of a house-banked game as this viewer may see it; hidden cards are `??`."""

    number: int
    phase: str
    to_act: int
    boxes: tuple[BoxView, ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    purses: tuple[tuple[str, int], ...]
    outcome: str
    house: tuple[str, ...] = ("dealer", "community")  # the places for cards that are no player's
    words: dict[str, str] = {}  # what wagers and decisions are called at this table, where not as usual


class PitOffer(msgspec.Struct, frozen=True, kw_only=True):
    """Something this player may do: an order to send back, its free amounts as (from, to, step).

    `usual` are the limits on the sign, where more is accepted than they say: less stands once and earns a warning, more
    is cut.
    """

    order: dict[str, Any]
    cites: tuple[str, ...]
    amounts: tuple[int, int, int] | None
    vary: tuple[str, ...]
    usual: tuple[int, int] | None = None


class StandingView(msgspec.Struct, frozen=True, kw_only=True):
    """A hand on the results board, best first, and the clauses that put it above the next one."""

    box: int
    hand: Text
    cites: tuple[str, ...]


class PitNotice(msgspec.Struct, frozen=True, kw_only=True):
    """What was announced at a house-banked table: new limits, or that it closes, and at which time."""

    closing: bool
    low: int
    high: int
    due_ms: int


class PitState(msgspec.Struct, frozen=True, kw_only=True):
    """All that this viewer may see of a house-banked table."""

    table: str
    rulebook: str
    title: str
    boxes: int
    round: PitRound | None
    offers: tuple[PitOffer, ...]
    names: dict[str, str]
    you: str
    chips: int
    clock: ClockView | None
    commitment: str
    called: bool = False  # you have called the floor, which has not answered yet
    may_deal: bool = False  # you may ask now for the deal before the time for betting ends
    asked_deal: tuple[str, ...] = ()  # the players who have asked for it
    frozen: bool = False  # the floor has stopped the table
    live: bool = False  # real cards: a dealer enters what happens
    closed: bool = False
    directions: tuple[str, ...] = ()  # of the floor, in words: they bind at the table
    notice: PitNotice | None = None
    standings: tuple[StandingView, ...] = ()  # the results board, once the cards are turned
    met: dict[str, str] = {}  # the line of each pay table that the cards you see of your own box meet


class PitSnapshot(msgspec.Struct, frozen=True, tag="pit-snapshot", kw_only=True):
    """A house-banked table as it stands. Replaces everything known before."""

    table: str
    seq: int
    state: PitState
    lines: tuple[Line, ...]


class PitUpdate(msgspec.Struct, frozen=True, tag="pit-update", kw_only=True):
    """What happened at a house-banked table since `after` and changed by it. After a gap: watch again."""

    table: str
    after: int
    seq: int
    state: Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/PitChange"})]
    lines: tuple[Line, ...]
