"""The stream of lists and seats: its events, and what an order to it does."""

from __future__ import annotations

from typing import Final

from openfelt.lists import deciding
from openfelt.lists.events import ListEvent
from openfelt.lists.facts import Apart, KeptOut, ListGiven, TableFacts
from openfelt.lists.orders import AnyListOrder
from openfelt.lists.state import Lists, evolve
from openfelt.service.record.asked import LISTS
from openfelt.service.record.kept import KeptEvents, StreamDecided, sealed_as
from openfelt.service.record.origin import Origin

LIST_EVENTS: Final = KeptEvents("list.", ListEvent, evolve, of="lists")


def given_by(
    source: Origin, tables: tuple[TableFacts, ...], kept_out: tuple[KeptOut, ...], apart: tuple[Apart, ...]
) -> ListGiven:
    """What a decision about lists is given. Its draws are sealed under names of their own."""
    return ListGiven(
        source.at_ms, tables, kept_out, apart, lambda name, count: source.draw(sealed_as(LISTS, name), count)
    )


def decide(state: Lists, order: AnyListOrder, given: ListGiven) -> StreamDecided[Lists]:
    """What happens if `order` is given now. Raises a refusal; changes nothing. No chips move on a list."""
    events = deciding.decide(state, order, given)
    return StreamDecided(LIST_EVENTS.after(state, events), events)
