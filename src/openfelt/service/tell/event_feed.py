"""What each viewer of a tournament is told: the public view, an entrant's own part, or the desk of the staff."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import msgspec

from openfelt.phrases import Text, phrase
from openfelt.room.offices import Officer
from openfelt.service.tell.deal_views import deal_view
from openfelt.service.tell.event_offers import own_offers, staff_offers
from openfelt.service.tell.event_views import BOT, Seen, public, won_by
from openfelt.service.tell.home_views import home_view
from openfelt.service.wire import events_protocol as v
from openfelt.service.wire.protocol import write_frame
from openfelt.tournaments.facts import due, session_of
from openfelt.tournaments.in_play import PlayerInPlay
from openfelt.tournaments.tournament import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from openfelt.service.writers.table import TableHost

FOLLOWED: Final = "event/"  # and a name: what a connection follows; no table has a slash in its name
LIVE: Final = "live "  # begins the id of a player without an account
AT_THE_DESK: Final = ("BuyChips", "DeclineRebuy", "ReEnter", "PaySession", "Withdraw")
ACCOUNTS: Final = {
    "pool": "prize pool",
    "fee": "fees and commission kept",
    "added": "set aside by the house",
    "prizes": "awarded and not paid",
}


def event_view(seen: Seen, officer: Officer | None = None) -> v.EventView:
    """All that this viewer may see. `officer`: who looks, if of the staff."""
    made = public(seen)
    me = own_entry(seen) if seen.viewer else None
    staff = desk(seen, officer) if officer is not None else None
    return msgspec.structs.replace(made, me=me, staff=staff)


def event_frame(seen: Seen, officer: Officer | None = None) -> bytes:
    """The frame of a tournament for one viewer."""
    return write_frame(v.EventFrame(event=seen.host.name, seq=seen.host.version, state=event_view(seen, officer)))


# -- the own entry -----------------------------------------------------------------------------------------------------


def own_entry(seen: Seen) -> v.MyEntry:
    """The viewer's own entry, and what the viewer may do."""
    state, me = seen.state, seen.viewer
    entry, sits = state.entries.get(me), state.play.players.get(me)
    offers = own_offers(seen)
    if entry is None:
        return v.MyEntry(status="none", offers=offers)
    host = seen.tables.get(sits.table) if sits is not None else None
    place = host.table.place_of(me) if host is not None else None
    chips = place.stack if place is not None else sits.all_chips if sits is not None else 0
    ranked = sorted((one.all_chips for one in state.play.players.values()), reverse=True)
    return v.MyEntry(
        status=status_of(seen, entry),
        session=entry.session,
        accepted=entry.accepted == state.digest,
        paid=tuple(sorted(entry.paid)),
        due=owed(seen, entry),
        table=host.name if host is not None else "",
        number=sits.table if sits is not None else 0,
        seat=sits.seat if sits is not None else 0,
        chips=chips,
        coming=coming_to(sits, host),
        rank=ranked.index(sits.all_chips) + 1 if sits is not None else 0,
        place=place_of(seen, me),
        prize_cents=won_by(seen, me)[0],
        rebuys=sits.rebuys if sits is not None else 0,
        offers=offers,
        deal=deal_view(seen) if sits is not None else None,
    )


def coming_to(sits: PlayerInPlay | None, host: TableHost | None) -> int:
    """Chips that a player has bought and the table has not given out yet."""
    if sits is None or host is None:
        return 0
    place = host.table.place_of(sits.player)
    return max(0, sits.gifts - (place.stack - sits.chips if place is not None and not host.table.in_hand else 0))


def status_of(seen: Seen, entry: Entry) -> str:
    """The status of an entry; one that was playing is out once its player has a place."""
    return "out" if entry.status == "playing" and place_of(seen, entry.player) else entry.status


def place_of(seen: Seen, player: str) -> int:
    """A player's place; 0 until there is one."""
    state, at = seen.state, 1
    for group in state.places:
        if player in group:
            return at
        at += len(group)
    if player in state.play.players:
        return 0
    thrown, out = state.play.disqualified.get(player), state.play.eliminated.get(player)
    return thrown.place if thrown is not None else out.place if out is not None else 0


def owed(seen: Seen, entry: Entry) -> tuple[tuple[str, int], ...]:
    """What is still to be paid for an entry."""
    if not entry.is_live:
        return ()
    costs = due(seen.conditions, session_of(seen.conditions, entry.session))
    return tuple((what, cents) for what, cents in costs.items() if what not in entry.paid)


# -- staff -------------------------------------------------------------------------------------------------------------


def desk(seen: Seen, officer: Officer) -> v.StaffView:
    """The director's desk."""
    state = seen.state
    return v.StaffView(
        offices=officer.offices,
        offers=staff_offers(seen, officer),
        entries=tuple(entry_row(seen, one) for one in state.entries.values()),
        money=tuple(
            v.AccountRow(account=account, label=ACCOUNTS[account.partition("/")[0]], cents=cents)
            for account, cents in sorted(state.money.items())
        ),
        problems=tuple(problems(seen)),
        home=home_view(seen),
        deal=deal_view(seen),
        real=seen.conditions.play.dealt == "live",
        walk_ins=tuple(walk_ins(seen)),
        chips=tuple(chip_rows(seen)),
    )


def walk_ins(seen: Seen) -> Iterable[v.WalkIn]:
    """Players without an account for whom the desk may give an order now."""
    for player in seen.state.entries:
        if player.startswith(LIVE):
            offers = tuple(one for one in own_offers(replace(seen, viewer=player)) if one.kind in AT_THE_DESK)
            if offers:
                yield v.WalkIn(player=player, name=seen.name_of(player), offers=offers)


def chip_rows(seen: Seen) -> Iterable[v.ChipRow]:
    """The real chips by their values."""
    state, several = seen.state, seen.conditions.chips.set
    session = state.play.session or (state.play.sessions[-1].name if state.play.sessions else "")
    for one in several if isinstance(several, tuple) and seen.conditions.play.dealt == "live" else ():
        yield v.ChipRow(
            value=one.value,
            colour=one.colour,
            count=one.count,
            issued=state.inventory[one.value],
            missing=state.missing.get((session, one.value)),
        )


def problems(seen: Seen) -> Iterable[Text]:
    """Orders of the director that were refused and will be tried again."""
    found: dict[int, str] = getattr(seen.host.work, "problems", {})
    return (
        phrase("table {table}: {what}", table=table, what=what) if table else what
        for table, what in sorted(found.items())
    )


def entry_row(seen: Seen, entry: Entry) -> v.EntryRow:
    """An entry as staff sees it."""
    return v.EntryRow(
        player=entry.player,
        name=seen.name_of(entry.player),
        status=status_of(seen, entry),
        session=entry.session,
        accepted=seen.conditions.entry.acceptance != "written" or entry.accepted == seen.state.digest,
        paid=tuple(sorted(entry.paid)),
        due=owed(seen, entry),
        paid_cents=sum(one.cents for one in seen.state.paid_for(entry.player)),
        bot=entry.player.startswith(BOT),
    )
