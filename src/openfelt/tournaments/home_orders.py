"""Orders of home games, of which the room only keeps the clock: all of them are given by whoever conducts one."""

from __future__ import annotations

from openfelt.room.offices import Officer
from openfelt.tournaments.vocabulary import Bought, Order


class EnterNames(Order, frozen=True, tag=True):
    """Enter players by their names; each owes what an entry costs."""

    names: tuple[str, ...]
    by: Officer


class StrikeName(Order, frozen=True, tag=True):
    """Take an entry off before the start; nothing is owed for it."""

    player: str
    by: Officer


class NoteOut(Order, frozen=True, tag=True):
    """These went out in one hand, with equal stakes if they are several. `winner`: who has their chips, if known."""

    players: tuple[str, ...]
    by: Officer
    winner: str = ""


class NoteBuy(Order, frozen=True, tag=True):
    """A player takes a re-buy, having lost the chips to `winner`, or an add-on."""

    player: str
    what: Bought
    by: Officer
    winner: str = ""


class TakeBack(Order, frozen=True, tag=True):
    """Take the last note back: who went out, or who bought chips."""

    by: Officer


class NoteCash(Order, frozen=True, tag=True):
    """A player handed so much to the bank of the game; below zero, got so much from it."""

    player: str
    cents: int
    by: Officer


class FinishGame(Order, frozen=True, tag=True):
    """One player is left: the places stand and the prizes are awarded."""

    by: Officer


HomeOrder = EnterNames | StrikeName | NoteOut | NoteBuy | TakeBack | NoteCash | FinishGame
