"""The room of us-stud: seats and stakes; where it is silent, the house's rules."""

from __future__ import annotations

from typing import Final

from openfelt.books import house
from openfelt.books.us_stud import cite
from openfelt.room.citing import RoomCites
from openfelt.room.rules import Change, RoomChapter, RoomRules, Shuffling

TABLES: Final = RoomRules(
    button=cite("stud(2)"),
    first_button=cite("stud(2)"),
    seat=cite("stud(1)"),
    one_hand=house.cite("4.11"),
    newcomer=cite("wagers(1)"),
    newcomer_posts=cite("wagers(1)"),
    newcomer_waits=cite("wagers(1)"),
    missed=cite("wagers(1)"),
    missed_posts=cite("wagers(1)"),
    missed_waits=cite("wagers(1)"),
    no_entry_on_button=False,
    first_orbit_free=(),
    seat_change=cite("wagers(1)"),
    free_seats=11,
    stake=house.cite("3.7", "11.2"),
    stake_frozen=cite("wagers(3)(i)"),
    declared=(),
    limit_change=Change(house.cite("3.7"), house.cite("3.7"), house.cite("3.7")),
    commission_change=Change(house.cite("7"), house.cite("3.7"), house.cite("3.7")),
    commission_nil=(),
    notice_rounds=1,
    raise_notice=(),
    raise_notice_ms=0,
    closing=house.cite("3.7"),
    closing_ms=0,
    vacancy=house.cite("11.3"),
    terms=house.cite("3.7"),
    start=cite("overview(1)"),
    inactive_may_add=False,
    no_removal=cite("wagers(3)(i)"),
    seated=cite("wagers(1)"),
    shuffling=Shuffling(cite("shuffle/s1"), cite("shuffle/s1")),
)

CHAPTER = RoomChapter(
    acts=RoomCites(shuffle=cite("shuffle/s1"), stake=house.cite("11.2"), disputes=cite("irreg(2)")),
    tables=TABLES,
)
