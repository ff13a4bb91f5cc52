"""Where somebody is in the room: seats, boxes, and the tournaments that one has entered."""

from __future__ import annotations

from collections.abc import Iterable

from openfelt.service.wire import protocol as p
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.tournament import TournamentHost


def is_in(host: TournamentHost, player: str) -> bool:
    """Whether somebody has an entry that counts."""
    entry = host.state.entries.get(player)
    return entry is not None and entry.is_live


def own_seats(writers: Iterable[TableHost | PitHost]) -> dict[str, tuple[p.OwnSeat, ...]]:
    """Everyone's seats and boxes, by account."""
    found: dict[str, tuple[p.OwnSeat, ...]] = {}
    for writer in writers:
        for player, seat in writer.seats().items():
            terms = writer.table.event if isinstance(writer, TableHost) else None
            event = terms.event if terms is not None else ""
            own = p.OwnSeat(table=writer.name, kind=writer.kind, seat=seat, event=event)
            found[player] = (*found.get(player, ()), own)
    return found
