"""Orders about lists and seats: a player's for oneself, the desk's, a kiosk's, and the house's own.

`by` is the officer who gives an order; one without it, and without a player or a kiosk, is the house's.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from openfelt.games import Sign
from openfelt.lists.terms import ListTerms, Via
from openfelt.room.offices import Officer


class ListOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked about lists and seats."""


# -- a player's own ------------------------------------------------------------------------------------------------


class Join(ListOrder, frozen=True, tag=True):
    """Go on a list. `seat`: the seat that is wished for when a table opens; 0: any."""

    list: str
    player: str
    via: Literal["page", "phone"] = "page"
    seat: int = 0


class Leave(ListOrder, frozen=True, tag=True):
    """Go off a list."""

    list: str
    player: str


class TakeOffer(ListOrder, frozen=True, tag=True):
    """Take the seat that is offered: whoever was called, or the house for whoever asked to be moved."""

    offer: int
    player: str


class PassOffer(ListOrder, frozen=True, tag=True):
    """Do not take the seat that is offered."""

    offer: int
    player: str


class AskSeat(ListOrder, frozen=True, tag=True):
    """A player of the table asks for another seat there, or (0) for the next one that is free."""

    player: str
    table: str
    seat: int = 0
    entry: Literal["post", "wait"] = "wait"
    by: Officer | None = None  # the desk, for a player who has no page of one's own


class AskTable(ListOrder, frozen=True, tag=True):
    """A player asks for a seat at another table of the same game and limits, or (nothing) at any."""

    player: str
    table: str
    to: str = ""
    by: Officer | None = None


class WithdrawRequest(ListOrder, frozen=True, tag=True):
    """A player no longer asks for another seat or table."""

    player: str
    table: str
    by: Officer | None = None


class SitFreely(ListOrder, frozen=True, tag=True):
    """Take a free seat without having been called: possible when nobody has a better claim to it."""

    player: str
    table: str
    seat: int
    source: str = ""  # the table that whoever is moved by the floor comes from
    by: Officer | None = None  # who moves or seats the player, where the player does not


class ChangeFreely(ListOrder, frozen=True, tag=True):
    """A player of the table goes to a free seat there at once: possible when nobody else asks for it."""

    player: str
    table: str
    seat: int


# -- the desk, and a kiosk -----------------------------------------------------------------------------------------


class OpenList(ListOrder, frozen=True, tag=True):
    """Open a list for the game and the limits of a sign."""

    list: str
    sign: Sign
    by: Officer
    terms: ListTerms = ListTerms()


class CloseList(ListOrder, frozen=True, tag=True):
    """Close a list; whoever waits is off it."""

    list: str
    reason: str
    by: Officer


class AddPerson(ListOrder, frozen=True, tag=True):
    """The desk puts somebody on a list."""

    list: str
    player: str
    by: Officer
    seat: int = 0


class AddAtKiosk(ListOrder, frozen=True, tag=True):
    """Kiosk: put on a list somebody who gave a name there, and the code from their page if the list wants one.

    An order of a time before there were codes has no `proof`, and is good without one.
    """

    list: str
    player: str
    kiosk: str
    proof: Literal["", "code", "none"] = ""


class RemovePerson(ListOrder, frozen=True, tag=True):
    """The desk takes somebody off a list."""

    list: str
    player: str
    reason: str
    by: Officer


class SendToEnd(ListOrder, frozen=True, tag=True):
    """The desk puts somebody at the end of the line."""

    list: str
    player: str
    reason: str
    by: Officer


class CallNext(ListOrder, frozen=True, tag=True):
    """Offer a free seat to whoever has the first claim to it: by the brush, or by the house itself.

    `player` says who that is taken to be: somebody whose turn it is not is refused.
    """

    table: str
    seat: int
    player: str = ""
    by: Officer | None = None


class HoldChip(ListOrder, frozen=True, tag=True):
    """The desk has a chip of whoever was called: the seat is kept longer."""

    offer: int
    by: Officer


class TakeBack(ListOrder, frozen=True, tag=True):
    """The desk takes a call back; whoever was called keeps the place in the line."""

    offer: int
    reason: str
    by: Officer


class OpenFromList(ListOrder, frozen=True, tag=True):
    """Call the first of a list to a table that is opened under this sign in the same act."""

    list: str
    table: str
    sign: Sign
    by: Officer


class SetFeeder(ListOrder, frozen=True, tag=True):
    """Players of one table have to move to another one of the same game and limits when a seat is free there."""

    feeder: str
    main: str
    by: Officer


class EndFeeder(ListOrder, frozen=True, tag=True):
    """Nobody has to move from that table any more."""

    feeder: str
    by: Officer


class BreakGame(ListOrder, frozen=True, tag=True):
    """Break a game: its players go to the free seats of like tables, and whoever gets none to the head of the list."""

    table: str
    reason: str
    by: Officer


# -- the house's own -----------------------------------------------------------------------------------------------


class EndOffer(ListOrder, frozen=True, tag=True):
    """House: the time of a call is over, or the table has refused whoever was to sit down."""

    offer: int
    why: Literal["expired", "refused"]
    text: str = ""


class Strike(ListOrder, frozen=True, tag=True):
    """House: somebody on a list may not play any more, or sits in the game by now."""

    list: str
    player: str


class DropRequest(ListOrder, frozen=True, tag=True):
    """House: whoever asked for another seat or table has left, or the table is closed."""

    player: str
    table: str


class NoteSeats(ListOrder, frozen=True, tag=True):
    """House: note who has come to these tables of a list's game since, and who has left them."""

    list: str
    tables: tuple[str, ...]


AnyListOrder: TypeAlias = (
    Join | Leave | TakeOffer | PassOffer | AskSeat | AskTable | WithdrawRequest | SitFreely | ChangeFreely
    | OpenList | CloseList | AddPerson | AddAtKiosk | RemovePerson | SendToEnd | CallNext | HoldChip | TakeBack
    | OpenFromList | SetFeeder | EndFeeder | BreakGame | EndOffer | Strike | DropRequest | NoteSeats
)  # fmt: skip

__all__ = ["AnyListOrder", "Via"]
