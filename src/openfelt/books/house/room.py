"""The room of the house: seats, blinds owed, stakes and notices where no casino's book says."""

from __future__ import annotations

from typing import Final

from openfelt.books.house import cite
from openfelt.room.citing import OUR_OWN, BankedCites, RoomCites
from openfelt.room.rules import HAND_FOR_HAND, MINUTE_MS, Change, EventRules, JackpotTableRules, RoomChapter, RoomRules

TABLES: Final = RoomRules(
    button=cite("3.1"),
    first_button=cite("3.1"),
    seat=cite("3.7"),
    one_hand=cite("4.11"),
    newcomer=cite("3.4"),
    newcomer_posts=cite("3.4"),
    newcomer_waits=cite("3.4"),
    missed=cite("3.4"),
    missed_posts=cite("3.4"),
    missed_waits=cite("3.4"),
    no_entry_on_button=False,
    first_orbit_free=(),
    seat_change=cite("3.4"),
    free_seats=2,
    stake=cite("3.7", "11.2"),
    stake_frozen=cite("4.11", "11.3"),
    declared=(),
    limit_change=Change(cite("3.7"), cite("3.7"), cite("3.7")),
    commission_change=Change(cite("7"), cite("3.7"), cite("3.7")),
    commission_nil=(),
    notice_rounds=3,
    raise_notice=cite("3.7"),
    raise_notice_ms=20 * MINUTE_MS,
    closing=cite("3.7"),
    closing_ms=20 * MINUTE_MS,
    vacancy=cite("11.3"),
    terms=cite("3.7"),
    start=cite("3.1"),
    event=EventRules(
        designated=cite("20.37"),
        seating=cite("20.37"),
        rebuy=cite("20.2.3"),
        add_on=cite("20.2.3"),
        bonus=cite("20.36"),
        no_increase=cite("20.37"),
        no_removal=cite("20.37"),
        takes_part=cite("20.37"),
        eliminated=cite("20.32"),
        disqualified=cite("20.35"),
        session_over=cite("20.34"),
        moves=cite("20.14"),
        held={
            "pause": cite("20.31"),
            "break": cite("20.31"),
            "hand-for-hand": HAND_FOR_HAND,
            "moves": cite("20.14"),
            "dispute": cite("20.35"),
            "end": cite("20.34"),
            "off-duty": cite("20.50"),
        },
        order=cite("20.2.6"),
        no_skip=cite("20.2.6"),
        rests=cite("20.2.6"),
        newcomer_waits=cite("20.2.6"),
        heads_up=cite("3.1"),
        absent=cite("20.38"),
        absent_posts=cite("20.38"),
        absent_folds=cite("20.38"),
        folds="after-deal",
    ),
    jackpot=JackpotTableRules(
        linked=cite("23.2"),
        variation=cite("23.2"),
        increment=cite("23.4"),
        late=cite("23.5"),
        after=cite("23.5"),
        claim=cite("23.6"),
        folded=cite("23.6"),
        tabled=cite("23.6"),
        flop=cite("23.7"),
        corrected=cite("23.12"),
    ),
    entry_by="last-blind",
    short_post_dead=True,
    inactive_may_add=False,
    no_removal=cite("11.3"),
)

CHAPTER = RoomChapter(
    acts=RoomCites(shuffle=OUR_OWN, stake=cite("11.2"), disputes=cite("10")),
    banked=BankedCites(void=cite("10"), not_offered=cite("12.3")),
    tables=TABLES,
)
