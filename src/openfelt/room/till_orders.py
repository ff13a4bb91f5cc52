"""Orders about the money of tables: an act is proposed, confirmed by another person, or withdrawn; cash is changed."""

from __future__ import annotations

from openfelt.room.offices import Officer
from openfelt.room.orders import Order
from openfelt.room.till import CHANGING, AnyAct
from openfelt.rulebooks import Cites


class ProposeAct(Order, frozen=True, tag=True):
    """Staff: propose an act that another person confirms."""

    act: AnyAct
    by: Officer


class ConfirmAct(Order, frozen=True, tag=True):
    """Staff: confirm what somebody else has proposed.

    Where a day is closed, the room adds what every account held after one of its latest entries, as one hash.
    """

    number: int
    by: Officer
    books: str = ""
    books_at: int = 0


class WithdrawAct(Order, frozen=True, tag=True):
    """Staff: do not do what was proposed."""

    number: int
    reason: str
    by: Officer


class ChangeCash(Order, frozen=True, tag=True):
    """Dealer: change a player's cash into chips of the float."""

    table: str
    account: str
    amount: int
    by: Officer
    cites: Cites = CHANGING


class SeatDealer(Order, frozen=True, tag=True):
    """Staff: put somebody to deal at a table from now on; without a name, nobody."""

    table: str
    dealer: str
    by: Officer


TillOrder = ProposeAct | ConfirmAct | WithdrawAct | ChangeCash | SeatDealer
