"""The room of nsw-poker: seats, blinds owed, stakes, notices, the Freeze Out of 8.10, and who decides a dispute."""

from __future__ import annotations

from typing import Final

from openfelt.books.nsw_poker import cite
from openfelt.room.citing import RoomCites
from openfelt.room.rules import MINUTE_MS, Change, FreezeOutCites, Priority, RoomChapter, RoomRules, Shuffling, Vacating

TABLES: Final = RoomRules(
    button=cite("9.2", "2.3.2"),
    first_button=cite("9.1"),
    seat=cite("6.1", "2.1"),
    one_hand=cite("7.11"),
    newcomer=cite("8.8.5"),
    newcomer_posts=cite("8.8.5.1"),
    newcomer_waits=cite("8.8.5.2"),
    missed=cite("8.8.3"),
    missed_posts=cite("8.8.3.1"),
    missed_waits=cite("8.8.3.2"),
    no_entry_on_button=False,
    first_orbit_free=(),
    seat_change=cite("8.8.4"),
    free_seats=2,
    stake=cite("8.4", "8.1"),
    stake_frozen=cite("8.7"),
    declared=(),
    limit_change=Change(cite("8.3"), cite("8.3.1"), cite("8.3.2")),
    commission_change=Change(cite("3.4"), cite("3.4.1"), cite("3.4.2"), cite("3.4.3")),
    commission_nil=cite("3.5"),
    notice_rounds=3,
    raise_notice=cite("8.3.3"),
    raise_notice_ms=20 * MINUTE_MS,
    closing=cite("27.9"),
    closing_ms=20 * MINUTE_MS,
    vacancy=cite("6.3"),
    terms=cite("6.3", "6.3(iii)"),
    start=cite("7.2"),
    exclusion=cite("27.13"),
    direction=cite("26.11"),
    redeal=cite("25.8"),
    rebuy=cite("8.4", "8.2.1"),
    service=cite("8.7"),
    approval=cite("8.7.1"),
    no_removal=cite("8.7"),
    broken_game=cite("8.5"),
    priority=Priority(
        cite("6.3", "6.3(i)"),
        cite("6.3", "6.3(ii)"),
        cite("6.3", "6.3(iii)"),
        cite("6.2"),
        cite("6.4"),
    ),
    vacating=Vacating(cite("27.10"), 3, "orbits", only_if_full=False),
    freeze_out=FreezeOutCites(
        terms=cite("8.10", "8.11"),
        out=cite("8.10"),
        equal=cite("8.10.1"),
        fixed=cite("8.10.2"),
        closed=cite("8.10.3"),
        staying=cite("8.10.4"),
        rising=cite("8.10.5"),
        winning=cite("8.10.6"),
    ),
    copy_of_rules=cite("27.16"),
    time_warning=cite("7.12.5"),
    warning_s=5,
    shuffler=cite("2.4", "5.2", "5.2.1", "5.2.2"),
    shuffling=Shuffling(cite("5.1", "5.1.1"), cite("5.1", "5.1.2"), cite("5.1.3")),
)

CHAPTER = RoomChapter(
    acts=RoomCites(shuffle=cite("5.1", "5.3"), stake=cite("8.4"), disputes=cite("27.14"), inspection=cite("4.7")),
    tables=TABLES,
)
