"""Orders given to a tournament: what players ask for themselves, and what staff does. Those of play: `play_orders`.

`by` is the officer who gives an order; one without it is the player's own. Whether it may be done is decided in one
place (`deciding.decide`).
"""

from __future__ import annotations

from openfelt.room.offices import Officer
from openfelt.tournaments.bag_orders import BagOrder
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.desk_orders import DeskOrder
from openfelt.tournaments.duty_orders import DutyOrder
from openfelt.tournaments.play_orders import PlayOrder
from openfelt.tournaments.vocabulary import Order

# --- staff: the conditions --------------------------------------------------------------------------------------------


class Publish(Order, frozen=True, tag=True):
    """Publish the first version of the conditions; `tournament` names the event and its accounts."""

    tournament: str
    conditions: Conditions
    by: Officer


class Amend(Order, frozen=True, tag=True):
    """Replace the conditions by their next version."""

    conditions: Conditions
    by: Officer


class OpenRegistration(Order, frozen=True, tag=True):
    """Open the entries."""

    by: Officer


# --- players ----------------------------------------------------------------------------------------------------------


class Apply(Order, frozen=True, tag=True):
    """A player asks to enter. `form`: the entry form is completed; `session`: which, if entries begin in several."""

    player: str
    form: bool
    session: str = ""


class AcceptConditions(Order, frozen=True, tag=True):
    """A player agrees in writing with the version that has this hash."""

    player: str
    digest: str


class PayFee(Order, frozen=True, tag=True):
    """A player pays the entry fee, and the commission where it is a sum besides."""

    player: str


class PayBuyIn(Order, frozen=True, tag=True):
    """A player pays the buy-in."""

    player: str


class Withdraw(Order, frozen=True, tag=True):
    """A player withdraws. `forfeits`: also if nothing comes back."""

    player: str
    forfeits: bool = False


# --- staff: entries ---------------------------------------------------------------------------------------------------


class RefuseApplication(Order, frozen=True, tag=True):
    """Refuse an application; what was paid comes back."""

    player: str
    reason: str
    by: Officer


class TransferEntry(Order, frozen=True, tag=True):
    """Move an entry to another session."""

    player: str
    session: str
    by: Officer


class NameSubstitute(Order, frozen=True, tag=True):
    """Let another person take a player's seat. `in_person`: the player was there to name the substitute."""

    player: str
    substitute: str
    by: Officer
    in_person: bool
    form: bool
    digest: str = ""  # of the conditions that the substitute agrees with in writing


class SellSeat(Order, frozen=True, tag=True):
    """Give the seat of a player who has not come to a reserve, who pays the fee."""

    player: str
    reserve: str
    by: Officer


# --- staff: the event and its money -----------------------------------------------------------------------------------


class AddToPool(Order, frozen=True, tag=True):
    """Set money of the house aside for the prizes."""

    cents: int
    by: Officer


class Start(Order, frozen=True, tag=True):
    """Start the event: its conditions are frozen. `forfeited`: who has not come and loses the position.

    Without an officer the house starts an event that nobody has to conduct.
    """

    by: Officer | None
    forfeited: tuple[str, ...] = ()


class Cancel(Order, frozen=True, tag=True):
    """Cancel the event; all that was paid goes back. `below_minimum`: by the right that the guarantee reserves."""

    by: Officer
    below_minimum: bool = False


class AwardPrizes(Order, frozen=True, tag=True):
    """Name the places, best first; players who share places stand together."""

    places: tuple[tuple[str, ...], ...]
    by: Officer


class PayPrize(Order, frozen=True, tag=True):
    """Pay a player what was awarded."""

    player: str
    by: Officer


TournamentOrder = (
    Publish | Amend | OpenRegistration | Apply | AcceptConditions | PayFee | PayBuyIn | Withdraw | RefuseApplication
    | TransferEntry | NameSubstitute | SellSeat | AddToPool | Start | Cancel | AwardPrizes | PayPrize
    | PlayOrder | DeskOrder
    | DutyOrder | BagOrder
)  # fmt: skip
