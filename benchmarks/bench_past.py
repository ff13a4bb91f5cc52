"""A player's log of ten thousand hands: how long the journal takes to read, a page, a filtered page, and all pages.

The pages are those that the list and the export read; what an export writes of each hand is not in these times.
"""

from __future__ import annotations

import msgspec

from benchmarks.measure import Row, rates
from openfelt.journal import MemoryStore
from openfelt.service.record.hand_index import HandIndex, Wanted
from tests.past_kit import write_hands

HANDS = 10_000
PAGE = 50
EXPORTED = 500
FILTERS = {
    "": Wanted(),
    " of one game": Wanted(game="omaha"),
    " of one table": Wanted(place="T1"),
    " of hands won": Wanted(result="won"),
}


def read_journal(store: MemoryStore) -> HandIndex:
    """A new index of everything that is stored."""
    index = HandIndex(":memory:", store)
    index.read_on()
    return index


def every_page(index: HandIndex) -> int:
    """All hands of a player, page after page, as an export reads them."""
    asked, found = Wanted(), 0
    while rows := index.hands("ann", asked, EXPORTED):
        found += len(rows)
        asked = msgspec.structs.replace(asked, before=(rows[-1].ended_ms, rows[-1].at))
    return found


def run() -> list[Row]:
    """Pages and hands in a second, on one core."""
    store = MemoryStore()
    write_hands(store, ("ann", "bob"), HANDS)
    index = read_journal(store)
    assert every_page(index) == HANDS
    (indexed,) = rates((lambda: read_journal(store), HANDS), least=1)
    (exported,) = rates((lambda: every_page(index), HANDS))
    rows = [
        Row("past: hands taken from the journal", indexed),
        Row(f"past: all {HANDS:,} hands, {EXPORTED} at a time", exported),
    ]
    for name, asked in FILTERS.items():
        (pages,) = rates((lambda asked=asked: index.hands("ann", asked, PAGE), 1), seconds=0.3)  # type: ignore[misc]
        rows.append(Row(f"past: a page of {PAGE}{name}", pages, unit="pages/s"))
    return rows
