"""The room of act-stud: seats, blinds owed, stakes, notices, and who decides a dispute."""

from __future__ import annotations

from typing import Final

from openfelt.books.act_stud import cite
from openfelt.room.citing import RoomCites
from openfelt.room.rules import (
    HAND_FOR_HAND,
    SUBSTITUTED,
    Change,
    EventRules,
    Priority,
    RoomChapter,
    RoomRules,
    Shuffling,
    Vacating,
)

TABLES: Final = RoomRules(
    button=cite("8.3"),
    first_button=cite("8.3"),
    seat=cite("8.2"),
    one_hand=cite("16.2"),
    newcomer=cite("17.11"),
    newcomer_posts=cite("17.11(b)"),
    newcomer_waits=cite("17.11(a)"),
    missed=cite("17.4"),
    missed_posts=cite("17.4"),
    missed_waits=cite("17.4"),
    no_entry_on_button=True,
    first_orbit_free=cite("17.12"),
    seat_change=cite("17.13"),
    free_seats=0,
    stake=cite("4.3", "4.1"),
    stake_frozen=cite("4.4"),
    declared=cite("14.3"),
    limit_change=Change(cite("4.1"), cite("4.1"), cite("4.2"), cite("4.1")),
    commission_change=Change(cite("4.2(a)"), cite("4.1"), cite("4.2"), cite("4.1")),
    commission_nil=(),
    notice_rounds=1,
    raise_notice=(),
    raise_notice_ms=0,
    closing=cite("18.2"),
    closing_ms=0,
    vacancy=cite("8.2"),
    terms=cite("4.2"),
    start=cite("8.5"),
    exclusion=cite("19.2(b)"),
    redeal=cite("17.3", "def/Misdeal"),
    entry_by="big-blind",
    no_removal=cite("4.3"),
    seat_change_by="farther",
    inactive_may_add=False,
    priority=Priority(cite("8.2"), (), cite("8.2"), cite("8.2"), cite("8.2"), list_in_order=False),
    vacating=Vacating(cite("19.6"), 3, "hands", only_if_full=True),
    restricted=cite("8.1"),
    # Nothing is added to stacks, and nobody is moved, unless approved conditions say so (20.5, 20.7, 20.14).
    event=EventRules(
        designated=cite("20.1", "20.8"),
        seating=cite("20.7"),
        equal_chips=cite("20.4(d)"),
        rebuy=cite("20.5"),
        add_on=cite("20.5"),
        bonus=cite("20.5"),
        no_increase=cite("20.14"),
        no_removal=cite("20.14"),
        takes_part=cite("20.7"),
        eliminated=cite("20.17"),
        disqualified=cite("19.2", "20.14"),
        session_over=cite("20.14"),
        moves=cite("20.5", "20.7"),
        no_moves=cite("20.7"),
        substitute=cite("20.12") + SUBSTITUTED,
        levels=cite("20.4(g)"),
        held={
            "pause": cite("20.16"),
            "break": cite("20.15"),
            "hand-for-hand": HAND_FOR_HAND,
            "moves": cite("20.16"),
            "dispute": cite("19.4"),
            "end": cite("20.17"),
            "off-duty": cite("def/Tournament Director/Assistant"),
        },
        absent=cite("20.11"),
        absent_posts=cite("20.11"),
        absent_folds=cite("20.11"),
        folds="at-turn",
    ),
    copy_of_rules=cite("19.9"),
    shuffling=Shuffling(cite("7.1"), cite("7.1")),
)

CHAPTER = RoomChapter(
    acts=RoomCites(shuffle=cite("7.1", "7.2"), stake=cite("4.3"), disputes=cite("19.4")),
    tables=TABLES,
)
