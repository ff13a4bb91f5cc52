"""What a jackpot decides, from its offer to its last prize.

`decide` is the only place where that is checked. It refuses or says what happens, and changes nothing. What comes from
outside (the time, what accounts hold, the record of a hand) is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from openfelt.cage import Posting
from openfelt.cage.ledger import moved
from openfelt.jackpots import claiming, settling, terminal
from openfelt.jackpots import orders as o
from openfelt.jackpots.facts import JackpotGiven
from openfelt.jackpots.pool import Pool, evolve


@dataclass(frozen=True, slots=True)
class JackpotDecided:
    """What an order does: the jackpot after it, what happened, and its ledger lines."""

    after: Pool
    events: tuple[Any, ...]
    postings: tuple[Posting, ...]


def decide(state: Pool, order: o.JackpotOrder, given: JackpotGiven) -> JackpotDecided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    events = _ANSWERS[type(order)](state, order, given)
    after = state.copy()
    for event in events:
        evolve(after, event)
    return JackpotDecided(after, events, postings_of(events))


def postings_of(events: tuple[Any, ...]) -> tuple[Posting, ...]:
    """The ledger lines of what happened."""
    return tuple(line for event in events for line in moved(event.moves, event.cites))


_ANSWERS: Final[dict[type, Callable[[Pool, Any, JackpotGiven], tuple[Any, ...]]]] = {
    o.OpenPool: terminal.open_pool,
    o.LinkTable: terminal.link,
    o.UnlinkTable: terminal.unlink,
    o.NoteHand: settling.note_hand,
    o.EndWindow: settling.end_window,
    o.Claim: claiming.claim,
    o.VerifyHit: claiming.verify,
    o.PayHit: claiming.pay,
    o.CheckDisplay: terminal.compare,
    o.PutUpSign: terminal.put_up_sign,
    o.ChangeParameters: terminal.change,
    o.EndPool: terminal.end,
    o.ReportMalfunction: terminal.report,
    o.ReceiveNotice: terminal.receive,
    o.AdjustPool: terminal.adjust,
    o.ConfirmAmount: terminal.confirm,
}
