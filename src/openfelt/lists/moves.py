"""What the tables are told when the house moves somebody to a seat that was kept: another seat, or another table."""

from __future__ import annotations

from typing import Final

from openfelt.lists import events as e
from openfelt.room.commands import ChangeSeat
from openfelt.room.orders import SendPlayer

REASONS: Final[dict[e.Moved, str]] = {
    "own-wish": "asked for another table",
    "must-move": "players of this table have to move there",
    "broken-game": "the game is broken",
}


def change_order(offer: e.SeatOffered) -> ChangeSeat:
    """A player of the table goes to the seat that was kept."""
    return ChangeSeat(offer.player, offer.seat, offer.entry)


def send_order(offer: e.SeatOffered, act: str) -> SendPlayer:
    """A player of another table is sent there, with what the reason of the move lets go along."""
    return SendPlayer(
        act,
        offer.player,
        offer.table,
        offer.by or "the house",
        offer.seat,
        broken_game=offer.moved == "broken-game",
        reason=REASONS[offer.moved],
        voluntary=offer.moved == "own-wish",
        must_move=offer.moved == "must-move",
    )
