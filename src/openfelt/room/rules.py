"""How each rulebook brings players in and back, moves the button and gives notice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from openfelt.games.policy import ACT, HOUSE, NSW, US
from openfelt.rulebooks import Cites

MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class RoomRules:
    """One rulebook's answers about a table between rounds of play."""

    button: Cites
    first_button: Cites
    seat: Cites
    one_hand: Cites
    newcomer: Cites
    newcomer_posts: Cites
    newcomer_waits: Cites
    missed: Cites
    missed_posts: Cites
    missed_waits: Cites
    no_entry_on_button: bool
    first_orbit_free: Cites
    seat_change: Cites
    free_seats: int
    stake: Cites
    stake_frozen: Cites
    declared: Cites
    sign_change: Cites
    notice_rounds: int
    raise_notice: Cites
    raise_notice_ms: int
    closing: Cites
    closing_ms: int
    start: Cites


NSW_ROOM: Final = RoomRules(
    button=NSW.cite("9.2", "2.3.2"),
    first_button=NSW.cite("9.1"),
    seat=NSW.cite("6.1", "2.1"),
    one_hand=NSW.cite("7.11"),
    newcomer=NSW.cite("8.8.5"),
    newcomer_posts=NSW.cite("8.8.5.1"),
    newcomer_waits=NSW.cite("8.8.5.2"),
    missed=NSW.cite("8.8.3"),
    missed_posts=NSW.cite("8.8.3.1"),
    missed_waits=NSW.cite("8.8.3.2"),
    no_entry_on_button=False,
    first_orbit_free=(),
    seat_change=NSW.cite("8.8.4"),
    free_seats=2,
    stake=NSW.cite("8.4", "8.1"),
    stake_frozen=NSW.cite("8.7"),
    declared=(),
    sign_change=NSW.cite("8.3", "8.3.1", "8.3.2"),
    notice_rounds=3,
    raise_notice=NSW.cite("8.3.3"),
    raise_notice_ms=20 * MINUTE_MS,
    closing=NSW.cite("27.9"),
    closing_ms=20 * MINUTE_MS,
    start=NSW.cite("7.2"),
)

ACT_ROOM: Final = RoomRules(
    button=ACT.cite("8.3"),
    first_button=ACT.cite("8.3"),
    seat=ACT.cite("8.2"),
    one_hand=ACT.cite("14.4"),
    newcomer=ACT.cite("17.11"),
    newcomer_posts=ACT.cite("17.11(b)"),
    newcomer_waits=ACT.cite("17.11(a)"),
    missed=ACT.cite("17.4"),
    missed_posts=ACT.cite("17.4"),
    missed_waits=ACT.cite("17.4"),
    no_entry_on_button=True,
    first_orbit_free=ACT.cite("17.12"),
    seat_change=ACT.cite("17.13"),
    free_seats=0,
    stake=ACT.cite("4.3", "4.1"),
    stake_frozen=ACT.cite("4.4"),
    declared=ACT.cite("14.3"),
    sign_change=ACT.cite("4.1", "4.2"),
    notice_rounds=1,
    raise_notice=(),
    raise_notice_ms=0,
    closing=ACT.cite("18.2"),
    closing_ms=0,
    start=ACT.cite("8.5"),
)

US_ROOM: Final = RoomRules(
    button=US.cite("stud(2)"),
    first_button=US.cite("stud(2)"),
    seat=US.cite("stud(1)"),
    one_hand=US.cite("wagers(1)"),
    newcomer=US.cite("wagers(1)"),
    newcomer_posts=US.cite("wagers(1)"),
    newcomer_waits=US.cite("wagers(1)"),
    missed=US.cite("wagers(1)"),
    missed_posts=US.cite("wagers(1)"),
    missed_waits=US.cite("wagers(1)"),
    no_entry_on_button=False,
    first_orbit_free=(),
    seat_change=US.cite("wagers(1)"),
    free_seats=11,
    stake=HOUSE.cite("3.7"),
    stake_frozen=US.cite("wagers(3)(i)"),
    declared=(),
    sign_change=HOUSE.cite("3.7"),
    notice_rounds=1,
    raise_notice=(),
    raise_notice_ms=0,
    closing=HOUSE.cite("3.7"),
    closing_ms=0,
    start=US.cite("overview(1)"),
)

HOUSE_ROOM: Final = RoomRules(
    button=HOUSE.cite("3.1"),
    first_button=HOUSE.cite("3.1"),
    seat=HOUSE.cite("3.7"),
    one_hand=HOUSE.cite("4.11"),
    newcomer=HOUSE.cite("3.4"),
    newcomer_posts=HOUSE.cite("3.4"),
    newcomer_waits=HOUSE.cite("3.4"),
    missed=HOUSE.cite("3.4"),
    missed_posts=HOUSE.cite("3.4"),
    missed_waits=HOUSE.cite("3.4"),
    no_entry_on_button=False,
    first_orbit_free=(),
    seat_change=HOUSE.cite("3.4"),
    free_seats=2,
    stake=HOUSE.cite("3.7"),
    stake_frozen=HOUSE.cite("4.11"),
    declared=(),
    sign_change=HOUSE.cite("3.7"),
    notice_rounds=3,
    raise_notice=HOUSE.cite("3.7"),
    raise_notice_ms=20 * MINUTE_MS,
    closing=HOUSE.cite("3.7"),
    closing_ms=20 * MINUTE_MS,
    start=HOUSE.cite("3.1"),
)

ROOM_RULES: Final = {"nsw-poker": NSW_ROOM, "act-stud": ACT_ROOM, "us-stud": US_ROOM, "house": HOUSE_ROOM}
