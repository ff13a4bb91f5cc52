"""What has happened to a jackpot. Each event has the clauses that caused it and the money that it moved.

The pool is credited by its tables, in the entry of each round of play, and debited here alone.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from openfelt.cage.ledger import Move
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.parameters import Parameters
from openfelt.rulebooks import Cites

Role: TypeAlias = Literal["qualifier", "loser", "winner", "table"]


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's part of a hit, and for what: having qualified, lost or won with it, or sat at the table."""

    player: str
    cents: int
    role: Role


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all events share."""

    cites: Cites
    moves: tuple[Move, ...] = ()


class PoolOpened(Happening, frozen=True, tag=True):
    """A jackpot is on offer; the operator put its base amount into the pool."""

    pool: str
    parameters: Parameters
    at_ms: int
    base_cents: int
    by: str


class TableLinked(Happening, frozen=True, tag=True):
    """A table takes part."""

    table: str
    by: str


class TableUnlinked(Happening, frozen=True, tag=True):
    """A table takes part no more."""

    table: str
    by: str


class HandNoted(Happening, frozen=True, tag=True):
    """A hand that concerns the jackpot, as it stands on the record of its table."""

    played: HandAt


class HitLocked(Happening, frozen=True, tag=True):
    """A hand has hit an event: its amount is set aside and the pool begins again.

    `pool_cents` is what was in the pool; `top_up_cents` what a fixed prize needed beyond it; `reseed_cents` what the
    operator put in to bring it back to its base.
    """

    hit: int
    event: str
    at_ms: int
    table: str
    number: int
    ended_ms: int
    pool_cents: int
    shares: tuple[Share, ...]
    top_up_cents: int
    reseed_cents: int
    window_ms: int = 0  # of a high hand: when its window ended

    @property
    def cents(self) -> int:
        """All that is set aside."""
        return sum(one.cents for one in self.shares)


class HitWaits(Happening, frozen=True, tag=True):
    """A hand has hit an event while the equipment fails: it is settled once the amount is confirmed."""

    hit: int
    event: str
    at_ms: int
    table: str
    number: int
    ended_ms: int
    players: tuple[str, ...]  # who qualify
    winners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    window_ms: int = 0


class HitReleased(Happening, frozen=True, tag=True):
    """A hit goes by a hand that was corrected: what was set aside is in the pool again, and the operator's is back."""

    hit: int
    cents: int
    top_up_cents: int
    reseed_cents: int


class CandidateNoted(Happening, frozen=True, tag=True):
    """A hand that may be the high hand of its window."""

    event: str
    ends_ms: int
    played: HandAt
    player: str
    strength: int


class CandidatesDropped(Happening, frozen=True, tag=True):
    """A corrected hand is no high hand any more, or is noted anew."""

    table: str
    number: int


class WindowEnded(Happening, frozen=True, tag=True):
    """The window of a high hand is over; its hit, if there is one, follows. Its hands are kept until that is paid."""

    event: str
    ends_ms: int


class HitClaimed(Happening, frozen=True, tag=True):
    """A player who qualifies claims a hit."""

    hit: int
    player: str
    by: str = ""  # who entered it


class HitVerified(Happening, frozen=True, tag=True):
    """One officer has verified a hit."""

    hit: int
    by: str


class HitPaid(Happening, frozen=True, tag=True):
    """Another has paid it. `refused`: those who qualify and have no claim that would be taken; their share is in the
    pool again.
    """

    hit: int
    at_ms: int
    cents: int
    by: str
    refused: tuple[str, ...] = ()


class DisplayCompared(Happening, frozen=True, tag=True):
    """The display against the terminal, whose amount counts."""

    at_ms: int
    shows_cents: int
    terminal_cents: int
    by: str


class SignShown(Happening, frozen=True, tag=True):
    """A sign with the next parameters and the time of the change hangs; without parameters it announces the end."""

    parameters: Parameters | None
    change_at_ms: int
    at_ms: int
    by: str


class ParametersChanged(Happening, frozen=True, tag=True):
    """Other parameters are in force; the operator made up what was missing to a higher base."""

    parameters: Parameters
    at_ms: int
    reseed_cents: int
    by: str


class PoolEnded(Happening, frozen=True, tag=True):
    """The jackpot is on offer no more; what was in the pool is the operator's again."""

    at_ms: int
    cents: int
    by: str


class MalfunctionReported(Happening, frozen=True, tag=True):
    """Part of the equipment fails; these are notified at once."""

    part: str
    what: str
    at_ms: int
    notified: tuple[str, ...]
    by: str


class NoticeReceived(Happening, frozen=True, tag=True):
    """A notice of the malfunction has arrived."""

    to: str
    reference: str
    at_ms: int
    by: str


class PoolAdjusted(Happening, frozen=True, tag=True):
    """The pool was adjusted at the terminal."""

    by_cents: int
    reason: str
    at_ms: int
    by: str


class AmountConfirmed(Happening, frozen=True, tag=True):
    """The amount is confirmed at the terminal: the malfunction is over."""

    cents: int
    at_ms: int
    by: str


JackpotHappening = (
    PoolOpened | TableLinked | TableUnlinked | HandNoted | HitLocked | HitWaits | HitReleased | CandidateNoted
    | CandidatesDropped | WindowEnded | HitClaimed | HitVerified | HitPaid | DisplayCompared | SignShown
    | ParametersChanged | PoolEnded | MalfunctionReported | NoticeReceived | PoolAdjusted | AmountConfirmed
)  # fmt: skip
