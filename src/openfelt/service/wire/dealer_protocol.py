"""What the dealer of a table with real cards enters, as frames."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from openfelt.service.wire.values import (
    ActionWord,
    CardText,
    Cents,
    Groups,
    Name,
    Request,
    SeatNo,
)


class DealerSeat(Request, frozen=True, tag="dealer-seat"):
    """Dealer of a live table: someone sat down with chips, was told of the terms and belongs to these groups."""

    table: Name
    seat: SeatNo
    name: Name
    stake: Cents
    consent: bool = False
    groups: Groups = ()


class DealerUnseat(Request, frozen=True, tag="dealer-unseat"):
    """Dealer of a live table: someone left with the chips in front."""

    table: Name
    seat: SeatNo


class DealerAbsent(Request, frozen=True, tag="dealer-absent"):
    """Dealer of a live table: a player is not there, or is back."""

    table: Name
    seat: SeatNo
    absent: bool


class DealerOpen(Request, frozen=True, tag="dealer-open"):
    """Dealer of a live table: the next hand begins; the cards were shuffled and cut."""

    table: Name


class DealerDeal(Request, frozen=True, tag="dealer-deal"):
    """Dealer of a live table: these cards lie face up, in the order they were dealt."""

    table: Name
    cards: Annotated[tuple[CardText, ...], Meta(max_length=24)]


class DealerAct(Request, frozen=True, tag="dealer-act"):
    """Dealer of a live table: what the player in turn did or showed."""

    table: Name
    turn: Annotated[int, Meta(ge=0)]
    action: ActionWord
    amount: Cents = 0
    cards: Annotated[tuple[CardText, ...], Meta(max_length=7)] = ()


class DealerUndo(Request, frozen=True, tag="dealer-undo"):
    """Dealer of a live table: what was entered last was a slip. `entry` is its number, as the table's state has it."""

    table: Name
    entry: Annotated[int, Meta(ge=1)]


DealerFrame = DealerSeat | DealerUnseat | DealerAbsent | DealerOpen | DealerDeal | DealerAct | DealerUndo
