"""What has happened to a tournament. Each event has the clauses that caused it and the money that it moved.

Every movement goes from one account to another, so that the ledger lines of an event sum to zero.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from openfelt.cage import Posting
from openfelt.cage.ledger import Move, moved
from openfelt.tournaments.bag_events import BagEvent
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.desk_events import DeskEvent
from openfelt.tournaments.duty_events import DutyEvent
from openfelt.tournaments.play_events import PlayEvent
from openfelt.tournaments.vocabulary import Happening

__all__ = ["Happening", "Move", "TournamentEvent", "postings"]

PaidFor: TypeAlias = Literal["fee", "commission", "buy-in", "re-buy", "add-on", "re-entry", "final buy-in", "session"]
Why: TypeAlias = Literal["added", "conditions", "guarantee"]
Out: TypeAlias = Literal["unpaid", "lapsed", "forfeited", "sold", "unseated"]


class ConditionsPublished(Happening, frozen=True, tag=True):
    """The first version is published."""

    tournament: str
    conditions: Conditions
    digest: str


class ConditionsAmended(Happening, frozen=True, tag=True):
    """Another version replaces the last; these entrants are told."""

    conditions: Conditions
    digest: str
    told: tuple[str, ...]


class RegistrationOpened(Happening, frozen=True, tag=True):
    """Entries are open."""

    by: str


class EntryApplied(Happening, frozen=True, tag=True):
    """A player asks to enter, with the form completed."""

    player: str
    session: str


class ApplicationRefused(Happening, frozen=True, tag=True):
    """An application is refused."""

    player: str
    reason: str
    by: str


class ConditionsAccepted(Happening, frozen=True, tag=True):
    """A player agrees in writing with a version."""

    player: str
    version: int
    digest: str


class EntryPaid(Happening, frozen=True, tag=True):
    """A player paid the fee, the commission besides or the buy-in; `moves` says into which accounts."""

    player: str
    paid_for: PaidFor


class EntryRefunded(Happening, frozen=True, tag=True):
    """What was paid for an entry went back to whoever paid it."""

    payer: str
    entry: str  # whose it is now; nobody's once it was withdrawn
    paid_for: PaidFor


class EntryWithdrawn(Happening, frozen=True, tag=True):
    """A player withdrew. `kept_cents`: what does not come back."""

    player: str
    kept_cents: int


class EntryTransferred(Happening, frozen=True, tag=True):
    """An entry is for another session now."""

    player: str
    session: str
    by: str


class SubstituteNamed(Happening, frozen=True, tag=True):
    """Another person has a player's seat, and the place that it wins."""

    player: str
    substitute: str
    by: str


class EntryEnded(Happening, frozen=True, tag=True):
    """An entry is out before the first card: unpaid at the start, forfeited, or its seat sold to somebody."""

    player: str
    why: Out
    seat_to: str = ""  # with what was paid for it and has not gone back


class PoolAdded(Happening, frozen=True, tag=True):
    """The house set money aside for the prizes."""

    cents: int
    why: Why


class TournamentStarted(Happening, frozen=True, tag=True):
    """The event has begun by this version, with these players."""

    version: int
    digest: str
    players: tuple[str, ...]
    alternates: tuple[str, ...] = ()  # who paid and waits for a seat, the next first


class TournamentCancelled(Happening, frozen=True, tag=True):
    """The event does not take place; what the house had added is its own again."""

    by: str
    below_minimum: bool


class PoolClosed(Happening, frozen=True, tag=True):
    """All that was added is in the pool, which is final."""

    cents: int
    entries: int


class PrizeWon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player is to be paid for a place, or for a share of several."""

    place: int
    player: str
    cents: int
    goods: str = ""


class PrizesAwarded(Happening, frozen=True, tag=True):
    """The places, and what they win."""

    places: tuple[tuple[str, ...], ...]
    prizes: tuple[PrizeWon, ...]
    by: str


class PrizePaid(Happening, frozen=True, tag=True):
    """A player has a prize."""

    player: str
    cents: int
    goods: str
    by: str


TournamentEvent = (
    ConditionsPublished | ConditionsAmended | RegistrationOpened | EntryApplied | ApplicationRefused
    | ConditionsAccepted | EntryPaid | EntryRefunded | EntryWithdrawn | EntryTransferred | SubstituteNamed | EntryEnded
    | PoolAdded | TournamentStarted | TournamentCancelled | PoolClosed | PrizesAwarded | PrizePaid
    | PlayEvent | DeskEvent
    | DutyEvent | BagEvent
)  # fmt: skip


def postings(event: Happening) -> tuple[Posting, ...]:
    """The ledger lines of an event."""
    return moved(event.moves, event.cites)
