"""What was entered last at a table with real cards, taken back: a slip of the dealer's finger, and nothing more.

Cards and chips on the felt are as they were; only the record said something else. What is more than that is the
floor's to rule on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from openfelt.errors import RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.room import orders as o
from openfelt.room.citing import TAKING_BACK
from openfelt.room.draft import Draft
from openfelt.room.house_events import EntryTakenBack
from openfelt.room.state import Entered, TableState
from openfelt.table import HandStarted
from openfelt.table import events as e
from openfelt.table import ruling_events as ru

THE_FLOOR: Final = ("call the floor",)
DEALT: Final = (e.StreetDealt, e.SharedDealt)


def take_back(draft: Draft, order: o.TakeBack) -> None:
    """The last entry of the hand in play does not stand; what it moved goes back."""
    entry = require_last(draft.state, order.entry)
    seat, street = whose(entry)
    draft.take_back(EntryTakenBack(entry[0].seq, entry[-1].seq, seat, street, order.by, TAKING_BACK))


def require_last(state: TableState, number: int) -> tuple[Entered, ...]:
    """The entry that is to be taken back. Refuses whatever is not the last one of the hand in play."""
    table = state.table
    if not table.live:
        told = phrase("{table} is dealt by the house: nobody enters anything there", table=Name(table.name))
        raise RuleViolation("not-live", TAKING_BACK, told)
    if not state.is_dealt:
        raise RuleViolation("hand-over", TAKING_BACK, "no hand is being played: an entry stands once its hand is over")
    if state.frozen:
        raise RuleViolation("frozen", TAKING_BACK, "the floor has stopped the table")
    entry = state.last_entry
    if not entry or type(entry[0].event) is HandStarted:
        text = "nothing was entered since" if state.is_taken_back else "nothing has been entered in this hand"
        raise RuleViolation("nothing-entered", TAKING_BACK, text)
    if number != entry[0].seq:
        text = "something else was entered since; only the last entry is taken back"
        raise RuleViolation("built-on", TAKING_BACK, text, legal=THE_FLOOR)
    if any(type(one.event) in (ru.RulingMade, ru.PowerUsed) for one in entry):
        text = "a ruling was made last; it is changed by another ruling only"
        raise RuleViolation("ruled", TAKING_BACK, text, legal=THE_FLOOR)
    if any(type(one.event) is e.TimeBought for one in entry):
        raise RuleViolation("time-given", TAKING_BACK, "time was given to a player, and it has run since")
    return entry


def can_be_taken_back(state: TableState) -> tuple[Entered, ...]:
    """The entry that the dealer may take back now, or None."""
    entry = state.last_entry
    if not entry:
        return ()
    try:
        return require_last(state, entry[0].seq)
    except RuleViolation:
        return ()


def whose(entry: Sequence[Entered]) -> tuple[int, str]:
    """Whose act an entry is, or the deal whose cards it named."""
    first = entry[0].event
    if isinstance(first, DEALT):
        return 0, first.name if isinstance(first, e.StreetDealt) else "shared card"
    dealt = next((one.event for one in entry if isinstance(one.event, e.StreetDealt)), None)
    seat: int = getattr(first, "seat", 0)
    return seat, dealt.name if dealt is not None and not seat else ""


def standing(events: Sequence[tuple[int, Any]]) -> set[int]:
    """The numbers of the events of a stream that are in force, without those that took something back."""
    stand: set[int] = set()
    for seq, event in events:
        if isinstance(event, EntryTakenBack):
            stand -= set(range(event.entry, event.last + 1))
        else:
            stand.add(seq)
    return stand
