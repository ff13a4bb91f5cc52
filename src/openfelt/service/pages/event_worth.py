"""What stacks of a tournament are worth by the independent chip model, for those who may be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.service.doors.routing import Asked
from openfelt.service.tell.event_views import prize_views
from openfelt.service.wire import events_protocol as v
from openfelt.service.wire.protocol import write_frame
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments.facts import rules_for
from openfelt.tournaments.prizes import in_cents
from openfelt.tournaments.worth import Stakes, require_nobody_helped, stakes_of

MOST_PLACES: Final = 6  # of a cent: below that there is only what the last digit of the sum has left


async def worth(asked: Asked[TournamentHost, None]) -> bytes:
    """What every stack is worth in prizes; refused to players whom it might help in play."""
    hall, host, reader = asked.hall, asked.at, asked.reader
    officer = hall.accounts.officer(reader, host.stream) if reader is not None else None
    if officer is None or not officer.offices:
        quiet = not any(one.table.in_hand for one in hall.event_tables(host.name).values())
        require_nobody_helped(host.state, reader.id if reader is not None else "", is_quiet=quiet)
    stakes = stakes_of(host.state, [(one.cents, one.goods) for one in prize_views(host.state)])
    cites = rules_for(host.state).advice
    key = ("tournament worth", host.name, stakes)
    return await hall.press.page(key, lambda: write_frame(counted(stakes, hall.name_of, cites)))


def counted(stakes: Stakes, name_of: Callable[[str], str], cites: tuple[str, ...]) -> v.WorthView:
    """The worth of all stacks in whole cents, which sum to what is played for. Who has no chips has the last prizes."""
    live = sum(chips > 0 for chips in stakes.chips)
    from openfelt.lab.icm import equities  # noqa: PLC0415 - the room starts without arrays

    found = equities(stakes.chips[:live], stakes.prizes[:live])
    values = [round(one, MOST_PLACES) for one in (*found.values, *stakes.prizes[live:])]  # equal for equal stacks
    cents = in_cents(values, sum(stakes.prizes))
    rows = (
        v.Worth(player=player, name=name_of(player), chips=chips, cents=one)
        for player, chips, one in zip(stakes.players, stakes.chips, cents, strict=True)
    )
    return v.WorthView(cents=sum(stakes.prizes), error_cents=found.error, rows=tuple(rows), cites=cites)
