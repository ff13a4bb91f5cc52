"""The opening of a table: its sign, and whoever sits at it from the beginning. Nothing stands before it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from openfelt.cage import Posting
from openfelt.games import Sign
from openfelt.room.authority import approving
from openfelt.room.commands import SitDown
from openfelt.room.composition import Decided, decide
from openfelt.room.entrant_events import EventTerms
from openfelt.room.given import Given
from openfelt.room.offices import Officer
from openfelt.room.orders import Order
from openfelt.room.state import TableState
from openfelt.room.table import begin
from openfelt.room.table_terms import open_table


class OpeningTerms(NamedTuple):
    """For whom a table is opened and on which terms: a group of players, a Freeze Out, a shuffling machine, a host.

    `owner`: the player who opens it for people with its link.
    """

    only: str = ""
    freeze_out: bool = False
    approved_by: str = ""
    backs: tuple[str, ...] = ()
    host: str = ""
    owner: str = ""


PLAIN: Final = OpeningTerms()


class OpenTable(Order, frozen=True, tag=True):
    """Put up a sign and open a table under it, with whoever sits at it from the beginning: the house's bots."""

    name: str
    sign: Sign
    live: bool = False
    seats: tuple[SitDown, ...] = ()
    only: str = ""  # the group of players that the table is for
    freeze_out: bool = False
    approved_by: str = ""  # of a Freeze Out
    backs: tuple[str, ...] = ()  # the colours of the two decks of a shuffling machine
    by: Officer | None = None  # who opens it; without one, the house itself
    event: EventTerms | None = None  # of a table of an event
    host: str = ""  # the account that holds the floor's office there; the room appoints it in the same entry
    owner: str = ""  # the player whose own table it is


def decide_opening(order: OpenTable, given: Given) -> Decided:
    """What the opening of a table does, or a refusal: all of it or nothing."""
    by = order.by
    approved_by = order.approved_by if by is None else approving(by, order.sign, freeze_out=order.freeze_out)
    opened = open_table(
        order.name,
        order.sign,
        live=order.live,
        only=order.only,
        freeze_out=order.freeze_out,
        approved_by=approved_by,
        backs=order.backs,
        at_ms=given.at_ms,
        event=order.event,
        host=order.host,
        owner=order.owner,
    )
    state = TableState(begin(opened), version=1)
    events: list[Any] = [opened]
    postings: list[Posting] = []
    for seat in order.seats:
        made = decide(state, seat, given)
        state = made.after
        events += made.events
        postings += made.postings
    return Decided(state, tuple(events), tuple(postings))
