"""Whether conditions fit a home game, of which the room only keeps the clock; and how a template becomes one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, phrase
from openfelt.tournaments.conditions import Advance, Conditions, Ends
from openfelt.tournaments.findings import Finding, Path, contradiction
from openfelt.tournaments.items import is_none
from openfelt.tournaments.rules import TournamentRules

MODE: Final = HOUSE.cite("21.1")
# Items that take a table, a purse or a vote of accounts, and what each is.
NOT_KEPT: Final[tuple[tuple[str, str, str], ...]] = (
    ("play", "hand_for_hand", "hands are not counted"),
    ("play", "bonus_rounds", "hands are not counted"),
    ("play", "elimination_rounds", "hands are not counted"),
    ("entry", "alternates", "whoever comes late has a seat at once"),
    ("entry", "re_entry", "whoever is out may take re-buys before"),
    ("entry", "final_buy_in", "nobody has an account"),
    ("entry", "transfer", "nobody has an account"),
    ("entry", "acceptance", "nobody has an account"),
    ("prizes", "guarantee", "the room's bank has no part in it"),
    ("prizes", "added", "the room's bank has no part in it"),
    ("prizes", "bounty", "who won which chips need not be known"),
    ("prizes", "satellite", "an entry in another event is money of the room"),
    ("prizes", "deals", "nobody has an account to vote with"),
)


def home_faults(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """What does not fit a home game."""
    if conditions.play.dealt != "clock-only":
        return
    at: Path = ("play", "dealt")
    if not rules.unattended:
        text = phrase("{book} wants an event with tables and money of the room", book=Name(conditions.book))
        yield contradiction("clock-only", at, rules.conducted_by.cites + MODE, text, '"online"', '"live"')
    for part, name, why in NOT_KEPT:
        if not is_none(getattr(getattr(conditions, part), name)):
            text = phrase("the room only keeps the clock: {why}", why=why)
            yield contradiction("clock-only", (part, name), MODE, text, "none")
    if not is_none(conditions.heads_up) or not is_none(conditions.repechage):
        name = "heads_up" if not is_none(conditions.heads_up) else "repechage"
        yield contradiction("clock-only", (name,), MODE, "the room only keeps the clock: hands are not counted", "none")
    yield from _sessions(conditions)


def _sessions(conditions: Conditions) -> Iterator[Finding]:
    for number, one in enumerate(conditions.sessions):
        ends, advance = one.ends, one.advance
        if isinstance(ends, Ends) and not isinstance(ends.players_left, int):
            text = "the room only keeps the clock: a session ends when so many are left"
            yield contradiction("clock-only", ("sessions", number, "ends"), MODE, text, "{ players_left = 1 }")
        if isinstance(advance, Advance) and (advance.method != "survivors" or advance.per != "session"):
            text = "the room only keeps the clock: stacks are not counted"
            yield contradiction("clock-only", ("sessions", number, "advance"), MODE, text, 'method = "survivors"')
    for at, schedule in enumerate(conditions.schedules):
        for number, level in enumerate(schedule.levels):
            if isinstance(level.hands, int):
                text = "the room only keeps the clock: hands are not counted"
                path: Path = ("schedules", at, "levels", number)
                yield contradiction("clock-only", path, MODE, text, "minutes", "eliminations")


def clock_only(conditions: Conditions) -> Conditions:
    """Conditions of an event with tables as those of a home game: what takes a table or a purse is none."""
    play = msgspec.structs.replace(
        conditions.play, dealt="clock-only", clock="none", time_bank="none", penalties="none"
    )
    parts = {"play": play, "entry": conditions.entry, "prizes": conditions.prizes}
    for part, name, _ in NOT_KEPT:
        parts[part] = msgspec.structs.replace(parts[part], **{name: "none"})
    return msgspec.structs.replace(conditions, **parts)
