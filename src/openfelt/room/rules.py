"""How each rulebook brings players in and back, moves the button and gives notice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from openfelt.games import Sign
from openfelt.games.policy import ACT, HOUSE, NSW, US
from openfelt.rulebooks import Cites, joined

MINUTE_MS: Final = 60_000
RULES_ON_REQUEST: Final = HOUSE.cite("1")
NO_SUCH_RULE: Final = HOUSE.cite("1")  # the rulebook has none, and the rules of the house have none either


@dataclass(frozen=True, slots=True)
class Change:
    """The clauses of changing what the sign says: that it may be, the notice, the moment, the sign itself."""

    allowed: Cites
    notice: Cites
    between: Cites
    displayed: Cites = ()

    @property
    def all(self) -> Cites:
        """Every clause of the change, each once."""
        return joined(self.allowed, self.notice, self.between, self.displayed)


@dataclass(frozen=True, slots=True)
class Vacating:
    """When a player who puts nothing up may be made to give up the seat."""

    cites: Cites
    after: int
    counts: Literal["orbits", "hands"]
    only_if_full: bool


@dataclass(frozen=True, slots=True)
class Priority:
    """Who is offered a seat first: a player of the table, of a like table, the waiting list; and how equals draw."""

    here: Cites
    like_table: Cites
    waiting: Cites
    draw_at_start: Cites
    draw_for_vacancy: Cites
    list_in_order: bool = True  # whoever waits longest comes first; else all who wait draw


@dataclass(frozen=True, slots=True)
class Shuffling:
    """Why the cards are shuffled before a round of play: the first, each later one, one after the table stood empty."""

    first: Cites = ()
    again: Cites = ()
    after_empty: Cites = ()


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
    limit_change: Change
    commission_change: Change
    commission_nil: Cites
    notice_rounds: int
    raise_notice: Cites
    raise_notice_ms: int
    closing: Cites
    closing_ms: int
    start: Cites
    # Who may keep a player out of the game.
    exclusion: Cites = ()
    # Who may direct silence, English, or that players or spectators keep away.
    direction: Cites = ()
    # Who has a seat that is left, or kept.
    vacancy: Cites = ()
    # What a table may be opened on; a Freeze Out and a table for one group are not among it where the book has none.
    terms: Cites = ()
    # Why a misdealt hand is dealt again to the same players, with the same blinds; () where the book does not say.
    redeal: Cites = ()
    # Whoever comes in posts the table minimum and waits for the last blind, or both with the big blind.
    entry_by: Literal["minimum", "big-blind"] = "minimum"
    # Why a player who has lost the whole stake buys in for the minimum again.
    rebuy: Cites = ()
    seat_change_by: Literal["passed", "farther"] = "passed"
    inactive_may_add: bool = True
    priority: Priority | None = None
    vacating: Vacating | None = None
    restricted: Cites = ()
    seated: Cites = ()  # only those who sit at the table take part; else the clause of what they would do
    freeze_out: bool = False
    copy_of_rules: Cites = RULES_ON_REQUEST
    shuffler: Cites = ()
    time_warning: Cites = ()
    warning_s: int = 0  # with at least so many seconds left
    shuffling: Shuffling = field(default_factory=Shuffling)

    def entry_blind(self, sign: Sign) -> int:
        """The number of the blind that whoever comes in waits for: the last, or the big blind.

        The big blind is the second of two or three, and the only one where there is one (act-stud def/Big Blind).
        """
        return min(2, len(sign.blinds)) if self.entry_by == "big-blind" else len(sign.blinds)

    def entry_post(self, sign: Sign) -> int:
        """What whoever comes in posts instead of waiting."""
        blind = sign.blinds[self.entry_blind(sign) - 1]
        return blind if self.entry_by == "big-blind" else min(sign.limit.small, blind)


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
    limit_change=Change(NSW.cite("8.3"), NSW.cite("8.3.1"), NSW.cite("8.3.2")),
    commission_change=Change(NSW.cite("3.4"), NSW.cite("3.4.1"), NSW.cite("3.4.2"), NSW.cite("3.4.3")),
    commission_nil=NSW.cite("3.5"),
    notice_rounds=3,
    raise_notice=NSW.cite("8.3.3"),
    raise_notice_ms=20 * MINUTE_MS,
    closing=NSW.cite("27.9"),
    closing_ms=20 * MINUTE_MS,
    vacancy=NSW.cite("6.3"),
    terms=NSW.cite("6.3", "6.3(iii)"),
    start=NSW.cite("7.2"),
    exclusion=NSW.cite("27.13"),
    direction=NSW.cite("26.11"),
    redeal=NSW.cite("25.8"),
    rebuy=NSW.cite("8.4", "8.2.1"),
    priority=Priority(
        NSW.cite("6.3", "6.3(i)"),
        NSW.cite("6.3", "6.3(ii)"),
        NSW.cite("6.3", "6.3(iii)"),
        NSW.cite("6.2"),
        NSW.cite("6.4"),
    ),
    vacating=Vacating(NSW.cite("27.10"), 3, "orbits", only_if_full=False),
    freeze_out=True,
    copy_of_rules=NSW.cite("27.16"),
    time_warning=NSW.cite("7.12.5"),
    warning_s=5,
    shuffler=NSW.cite("2.4", "5.2", "5.2.1", "5.2.2"),
    shuffling=Shuffling(NSW.cite("5.1", "5.1.1"), NSW.cite("5.1", "5.1.2"), NSW.cite("5.1.3")),
)

ACT_ROOM: Final = RoomRules(
    button=ACT.cite("8.3"),
    first_button=ACT.cite("8.3"),
    seat=ACT.cite("8.2"),
    one_hand=ACT.cite("16.2"),
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
    limit_change=Change(ACT.cite("4.1"), ACT.cite("4.1"), ACT.cite("4.2"), ACT.cite("4.1")),
    commission_change=Change(ACT.cite("4.2(a)"), ACT.cite("4.1"), ACT.cite("4.2"), ACT.cite("4.1")),
    commission_nil=(),
    notice_rounds=1,
    raise_notice=(),
    raise_notice_ms=0,
    closing=ACT.cite("18.2"),
    closing_ms=0,
    vacancy=ACT.cite("8.2"),
    terms=ACT.cite("4.2"),
    start=ACT.cite("8.5"),
    exclusion=ACT.cite("19.2(b)"),
    redeal=ACT.cite("17.3", "def/Misdeal"),
    entry_by="big-blind",
    seat_change_by="farther",
    inactive_may_add=False,
    priority=Priority(ACT.cite("8.2"), (), ACT.cite("8.2"), ACT.cite("8.2"), ACT.cite("8.2"), list_in_order=False),
    vacating=Vacating(ACT.cite("19.6"), 3, "hands", only_if_full=True),
    restricted=ACT.cite("8.1"),
    copy_of_rules=ACT.cite("19.9"),
    shuffling=Shuffling(ACT.cite("7.1"), ACT.cite("7.1")),
)

US_ROOM: Final = RoomRules(
    button=US.cite("stud(2)"),
    first_button=US.cite("stud(2)"),
    seat=US.cite("stud(1)"),
    one_hand=HOUSE.cite("4.11"),
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
    limit_change=Change(HOUSE.cite("3.7"), HOUSE.cite("3.7"), HOUSE.cite("3.7")),
    commission_change=Change(HOUSE.cite("7"), HOUSE.cite("3.7"), HOUSE.cite("3.7")),
    commission_nil=(),
    notice_rounds=1,
    raise_notice=(),
    raise_notice_ms=0,
    closing=HOUSE.cite("3.7"),
    closing_ms=0,
    vacancy=HOUSE.cite("11.3"),
    terms=HOUSE.cite("3.7"),
    start=US.cite("overview(1)"),
    inactive_may_add=False,
    seated=US.cite("wagers(1)"),
    shuffling=Shuffling(US.cite("shuffle/s1"), US.cite("shuffle/s1")),
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
    limit_change=Change(HOUSE.cite("3.7"), HOUSE.cite("3.7"), HOUSE.cite("3.7")),
    commission_change=Change(HOUSE.cite("7"), HOUSE.cite("3.7"), HOUSE.cite("3.7")),
    commission_nil=(),
    notice_rounds=3,
    raise_notice=HOUSE.cite("3.7"),
    raise_notice_ms=20 * MINUTE_MS,
    closing=HOUSE.cite("3.7"),
    closing_ms=20 * MINUTE_MS,
    vacancy=HOUSE.cite("11.3"),
    terms=HOUSE.cite("3.7"),
    start=HOUSE.cite("3.1"),
    inactive_may_add=False,
)

ROOM_RULES: Final = {"nsw-poker": NSW_ROOM, "act-stud": ACT_ROOM, "us-stud": US_ROOM, "house": HOUSE_ROOM}
