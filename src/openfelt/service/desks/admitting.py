"""Routes about who may play: the desk checks, excludes and lets back; everybody has limits and an own page.

A body becomes an order to the room, which decides it; whoever may no longer play leaves the tables at once.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from openfelt.room import people_orders as o
from openfelt.room.calls import one_line
from openfelt.room.people import BOUNDS, DAY_MS, PERIOD_MS, PERIODS, Document, Exclusion, Kind, Period, Setting
from openfelt.room.playing import standing_of
from openfelt.room.rules import ROOM
from openfelt.rulebooks import HOUSE_RULEBOOK, RULEBOOK_KEYS
from openfelt.service.desks.floor import told_excluded
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.wire.values import Id
from openfelt.service.writers import exclusions


class CheckBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whose document was looked at, and which kind it is."""

    id: Id
    account: str
    document: Document


class ExcludeBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who is excluded, why, until when, from which games, and by the clause of which book."""

    id: Id
    account: str
    reason: str
    until_ms: int = 0
    book: str = ""
    under: str = HOUSE_RULEBOOK


class BackBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which exclusion of whom ends, and why."""

    id: Id
    account: str
    number: int
    reason: str


class SettingBody(msgspec.Struct, forbid_unknown_fields=True):
    """A setting of the house about people, and why it changes."""

    id: Id
    setting: Setting
    value: int
    reason: str


class OwnExclusionBody(msgspec.Struct, forbid_unknown_fields=True):
    """Until when one does not want to play; 0: until one asks to come back."""

    id: Id
    until_ms: int = 0


class AskBackBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which exclusion one asks to end, and in which words."""

    id: Id
    number: int
    words: str


class LimitBody(msgspec.Struct, forbid_unknown_fields=True):
    """A limit that one sets oneself."""

    id: Id
    kind: Kind
    period: Period
    amount: int


class RealityBody(msgspec.Struct, forbid_unknown_fields=True):
    """After how many minutes of play one wants to be told; 0: never."""

    id: Id
    minutes: int


# -- one's own page ----------------------------------------------------------------------------------------------------


def own(asked: Asked[None, None]) -> dict[str, Any]:
    """What the house has on record of whoever asks, and what their limits leave."""
    hall, me = asked.hall, asked.account.id
    people, now = hall.room.state.people, hall.now_ms()
    person = people.of(me)
    stands = standing_of(person, people.rules, now, hall.room.meter.used(me, person, now))
    left = {("loss", one.period): one.left for one in stands.money}
    left |= {("time", one.period): one.left for one in stands.minutes}
    return {
        "checked": msgspec.to_builtins(person.checked),
        "needs_check": stands.unchecked,
        "exclusions": [told(one) for one in person.barred(now)],
        "limits": [
            {**msgspec.to_builtins(one), "now": one.at(now), "left": left.get((one.kind, one.period))}
            for one in person.limits
        ],
        "reality_min": person.reality_min if person.reality_min >= 0 else people.rules.reality_min,
        "rules": told_rules(hall),
        "periods": PERIODS,
        "played_min": hall.room.meter.played_ms(me, now - DAY_MS, now) // 60_000,
        "brought": hall.room.meter.brought(me, now - DAY_MS),
        "result": hall.room.meter.result(me, now - PERIOD_MS["day"]),
    }


def told(one: Exclusion) -> dict[str, Any]:
    """An exclusion for a page."""
    return {
        **msgspec.to_builtins(one),
        "book": one.book,
        "own": one.own,
        "asked_back_ms": one.asked_back_ms,
        "table": one.table,
    }


def told_rules(hall: Hall) -> dict[str, int]:
    """The settings of the house about people."""
    rules = hall.room.state.people.rules
    return {name: getattr(rules, name) for name in BOUNDS}


async def exclude_myself(asked: Asked[None, OwnExclusionBody]) -> None:
    """Whoever asks plays no more until then, and leaves every table."""
    me = asked.account.id
    await asked.hall.room.submit(asked.id, me, o.ExcludeMyself(me, asked.body.until_ms))
    await asked.hall.send_off(me)


async def ask_back(asked: Asked[None, AskBackBody]) -> None:
    """Whoever is excluded asks to come back."""
    body, me = asked.body, asked.account.id
    await asked.hall.room.submit(asked.id, me, o.AskBack(me, body.number, one_line(body.words)))


async def set_limit(asked: Asked[None, LimitBody]) -> None:
    """A limit of one's own: a tighter one holds at once."""
    body, me = asked.body, asked.account.id
    await asked.hall.room.submit(asked.id, me, o.SetLimit(me, body.kind, body.period, body.amount))
    await asked.hall.send_off(me)


async def choose_reality(asked: Asked[None, RealityBody]) -> None:
    """After how many minutes of play one is told time and result."""
    me = asked.account.id
    await asked.hall.room.submit(asked.id, me, o.ChooseReality(me, asked.body.minutes))


# -- the desk ----------------------------------------------------------------------------------------------------------


def desk(asked: Asked[None, None]) -> dict[str, Any]:
    """Everybody with an account, with what is on record of whether they may play; who is kept from one table."""
    hall, now = asked.hall, asked.hall.now_ms()
    people = hall.room.state.people
    members = [one for one in hall.room.state.members.values() if not one.closed]
    return {
        "people": [
            {
                "account": one.account,
                "name": hall.accounts.name_of(one),
                "guest": one.guest,
                "checked": msgspec.to_builtins(person.checked),
                "exclusions": [told(bar) for bar in person.barred(now) if not bar.table],
                "limits": bool(person.limits),
            }
            for one in members
            for person in (people.of(one.account),)
        ],
        "tables": told_excluded(hall),
        "documents": get_args(Document),
        "under": [book for book in RULEBOOK_KEYS if keeps_out(book, "house") or keeps_out(book, "book")],
        "books": RULEBOOK_KEYS,
        "rules": told_rules(hall),
        "bounds": BOUNDS,
    }


def keeps_out(book: str, of: Literal["house", "book"]) -> bool:
    """Whether a clause of a book keeps somebody out of the whole house, or of its own games."""
    if book == HOUSE_RULEBOOK:
        return True
    rules = ROOM.of(book).tables if book in ROOM.books() else None
    return rules is not None and bool(rules.barring if of == "house" else rules.exclusion)


async def check(asked: Asked[None, CheckBody]) -> None:
    """An officer has looked at a document."""
    body = asked.body
    await give(asked, o.CheckIdentity(body.account, body.document, asked.officer))


async def exclude(asked: Asked[None, ExcludeBody]) -> None:
    """An officer excludes somebody, who leaves every table concerned."""
    body = asked.body
    order = o.ExcludePerson(
        body.account, one_line(body.reason), asked.officer, body.until_ms, body.book, body.under
    )  # fmt: skip
    await give(asked, order)
    await asked.hall.send_off(body.account)


async def let_back(asked: Asked[None, BackBody]) -> None:
    """An officer lets somebody back."""
    hall, body = asked.hall, asked.body
    order = o.EndExclusion(body.account, body.number, one_line(body.reason), asked.officer)
    given = hall.room.state.people.of(body.account).exclusions
    host = hall.pit(next((one.table for one in given if one.number == body.number), ""))
    if host is None or body.account not in host.round.excluded:
        await give(asked, order)
        return
    officer = hall.accounts.officer(asked.account, host.stream)
    await exclusions.let_back(hall.room, host, order, officer, request=asked.id)


async def set_rule(asked: Asked[None, SettingBody]) -> None:
    """Whoever runs the room changes a setting about people."""
    body = asked.body
    await give(asked, o.SetPlayRule(body.setting, body.value, one_line(body.reason), asked.officer))


async def give(asked: Asked[None, Any], order: o.DeskOrder) -> None:
    """Give an order of staff to the room, once for each request."""
    await asked.hall.room.submit(asked.id, asked.account.id, order)
