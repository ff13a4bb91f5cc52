"""Whether somebody may play now: the one answer that every door of the house gives.

A door is a seat, a list, a tournament, a box at a house-banked table, a promotion, a jackpot's claim. Whoever decides
an order there calls `may_play` with `given.standing(player)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from openfelt.errors import RuleViolation
from openfelt.phrases import Money, phrase
from openfelt.room.people import CHECKING, LIMITING, PERIODS, Period, Person, PlayRules
from openfelt.rulebooks import Cites, joined

Door = Literal["seat", "list", "tournament", "pit", "promotion", "jackpot"]
DOORS: Final[Mapping[Door, str]] = {
    "seat": "a seat",
    "list": "a place on a list",
    "tournament": "an entry in a tournament",
    "pit": "a box at a house-banked table",
    "promotion": "a promotion",
    "jackpot": "a claim of a jackpot",
}
WORDS: Final[Mapping[Period, str]] = {"day": "24 hours", "week": "seven days", "month": "thirty days"}


class Bar(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exclusion as a door sees it: by which clauses, until when, from which games (all, if none are named)."""

    cites: Cites
    until_ms: int = 0
    book: str = ""
    own: bool = False
    table: str = ""

    def covers(self, book: str, table: str, at_ms: int) -> bool:
        """Whether it keeps somebody from a game of that book at that table (none: at no table of its own) then."""
        is_over = bool(self.until_ms) and at_ms >= self.until_ms
        return not is_over and self.book in ("", book) and self.table in ("", table)


class Left(msgspec.Struct, frozen=True):
    """What a limit leaves in a period: cents that may still be brought, or minutes of play."""

    period: Period
    limit: int
    left: int


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a door is told of a person, also stored with the order. For most people it is `CLEAR`."""

    unchecked: bool = False  # the house wants a check at the desk, and there is none
    barred: tuple[Bar, ...] = ()
    money: tuple[Left, ...] = ()
    minutes: tuple[Left, ...] = ()


CLEAR: Final = Standing()


class Used(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has brought to the tables and how many minutes they have played, by period."""

    brought: Mapping[Period, int] = {}
    played: Mapping[Period, int] = {}


NOTHING: Final = Used()


def brought(amounts: Iterable[int]) -> int:
    """Cents that left a purse for play and have not come back; what came back counts at most to nil.

    >>> brought((-500, 200)), brought((-500, 900, -100)), brought((900, -100))
    (300, 100, 100)
    """
    held = 0
    for amount in amounts:
        held = max(0, held - amount)
    return held


def standing_of(person: Person, rules: PlayRules, at_ms: int, used: Used = NOTHING) -> Standing:
    """How somebody stands at a time."""
    barred = tuple(Bar(one.cites, one.until_ms, one.book, one.own, one.table) for one in person.barred(at_ms))
    unchecked = bool(rules.identity_check) and (person.checked is None or person.checked.age < rules.least_age)
    return Standing(
        unchecked, barred, lefts(person, "loss", at_ms, used.brought), lefts(person, "time", at_ms, used.played)
    )


def lefts(person: Person, kind: Literal["loss", "time"], at_ms: int, used: Mapping[Period, int]) -> tuple[Left, ...]:
    """What each limit of a kind leaves."""
    found = ((period, one.at(at_ms)) for period in PERIODS if (one := person.limit(kind, period)) is not None)
    return tuple(Left(period, most, max(0, most - used.get(period, 0))) for period, most in found if most)


def may_play(standing: Standing, door: Door, at_ms: int, *, book: str = "", table: str = "", bringing: int = 0) -> None:
    """Refuse a person who may not pass a door now; `bringing`: cents that leave the purse for it."""
    require_not_excluded(standing, door, at_ms, book, table)
    if standing.unchecked:
        text = phrase("{door} is for people whose age and identity the desk has checked", door=DOORS[door])
        raise RuleViolation("unchecked", CHECKING, text, legal=("show a document at the desk",))
    for one in standing.minutes:
        if one.left <= 0:
            text = phrase(
                "you have played the {limit} minutes that you allow yourself in {period}",
                limit=one.limit,
                period=WORDS[one.period],
            )
            raise RuleViolation("time-limit", LIMITING, text, legal=("come back later",))
    for one in standing.money if bringing else ():
        if bringing > one.left:
            said = phrase(
                "{bringing} is more than your own limit leaves: {limit} in {period}, of which {left} is left",
                bringing=Money(bringing), limit=Money(one.limit), period=WORDS[one.period], left=Money(one.left),
            )  # fmt: skip
            raise RuleViolation("loss-limit", LIMITING, said, legal=(phrase("up to {left}", left=Money(one.left)),))


def may_claim(standing: Standing, at_ms: int, *, book: str) -> Cites:
    """By which clauses staff keeps whoever claims a jackpot from the games of its book; none: nobody does.

    Refused to whoever nobody has checked. What ends somebody's play takes away nothing that was won before; what an
    exclusion by staff does to the claim is said by the jackpot.
    """
    may_play(msgspec.structs.replace(standing, barred=(), minutes=()), "jackpot", at_ms, book=book)
    return kept_out_by(standing, at_ms, book=book)


def kept_out_by(standing: Standing, at_ms: int, *, book: str, own: bool = False) -> Cites:
    """The clauses by which staff, or with `own` also the player, keep somebody from the house or a book's games."""
    bars = (one for one in standing.barred if one.covers(book, "", at_ms) and (own or not one.own))
    return joined(*(one.cites for one in bars))


def require_not_excluded(standing: Standing, door: Door, at_ms: int, book: str, table: str) -> None:
    """Refuse a person who is excluded from the house, from the games of that book, or from that table."""
    for bar in standing.barred:
        if not bar.covers(book, table, at_ms):
            continue
        whose = "by your own wish " if bar.own else ""
        games = f"the games of {bar.book}" if bar.book else "every game of the house"
        what = f"the game at {bar.table}" if bar.table else games
        each_ms, unit = (60_000, "minute") if bar.table else (3_600_000, "hour")
        left = -(-(bar.until_ms - at_ms) // each_ms)
        how_long = f"for another {left} {unit}{'s' * (left != 1)}" if bar.until_ms else "until let back"
        text = phrase(
            "{door} is refused: this player is excluded {whose}from {what} {how_long}",
            door=DOORS[door],
            whose=whose,
            what=what,
            how_long=how_long,
        )
        code = "self-excluded" if bar.own else "excluded"
        raise RuleViolation(code, bar.cites, text, legal=("ask at the desk to come back",))
