"""Tournaments by the house's own rules (20): home games, and what every other book asks beside its own items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from openfelt.books.house import cite
from openfelt.rulebooks import Cited, Cites
from openfelt.tournaments.items import ITEMS
from openfelt.tournaments.rules import Statement, TournamentRules

T = TypeVar("T")
SUPERVISOR: Final = "Tournament Supervisor"
# Whatever begins so is asked for by this clause; the longest beginning counts.
GROUPS: Final = {
    "name": "20.2.1",
    "play.game": "20.2.1",
    "play.limit": "20.2.1",
    "play.seats": "20.2.1",
    "play.seats_by": "20.2.6",
    "play.": "20.2.6",
    "play.clock": "20.8",
    "play.time_bank": "20.8",
    "play.hand_for_hand": "20.13",
    "play.balancing": "20.14",
    "play.breaking": "20.14",
    "play.final_table_redraw": "20.14",
    "play.penalties": "20.18",
    "play.inserted_levels": "20.7",
    "chips.": "20.5",
    "chips.colour_up": "20.6",
    "schedules": "20.2.4",
    "sessions": "20.2.5",
    "sessions[].name": "20.2.2",
    "sessions[].starts": "20.2.2",
    "sessions[].entry_fee_cents": "20.2.2",
    "sessions[].buy_in_cents": "20.2.2",
    "sessions[].starting_chips": "20.2.2",
    "sessions[].schedule": "20.2.4",
    "repechage": "20.2.5",
    "heads_up": "20.20",
    "rebuys": "20.2.3",
    "add_ons": "20.2.3",
    "entry.": "20.2.7",
    "entry.acceptance": "20.3",
    "entry.late_entry": "20.10",
    "entry.alternates": "20.11",
    "entry.re_entry": "20.12",
    "prizes.": "20.2.8",
    "prizes.bounty": "20.15",
    "prizes.satellite": "20.16",
    "prizes.deals": "20.17",
    "prizes.simultaneous": "20.19",
    "commission": "20.4",
    "statements.": "20.2.9",
}
NOT_ASKED: Final = ("approval",)  # a home game has nobody to approve it


def longest(groups: Mapping[str, T], item: str) -> T | None:
    """What a table says of the longest beginning that an item has; None if it has none of them."""
    known = [one for one in groups if item.startswith(one)]
    return groups[max(known, key=len)] if known else None


ASKS: Final[dict[str, Cites]] = {item: cite(longest(GROUPS, item) or "20.1") for item in ITEMS if item not in NOT_ASKED}

CHAPTER: Final = TournamentRules(
    asks=ASKS,
    conducted_by=Cited(SUPERVISOR, cite("20.2.9")),
    statements=(
        Statement("The Tournament Supervisor conducts the event by these conditions and the rules.", cite("20.2.9")),
        Statement("Where they disagree, the rules prevail.", cite("20.2.9")),
    ),
    unattended=cite("20.33"),
    templates={
        "freeze-out": {},
        "re-buy": {},
        "heads-up": {},
        "shoot-out": {},
        "satellite": {},
        "multi-session": {},
        "turbo": {},
        "mixed": {},
    },
)
