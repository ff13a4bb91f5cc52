"""The items that conditions answer: each field by its path, what it is called, and what an answer looks like.

`[]` in a path stands for each part of a list. An item is asked for only where the part that it belongs to is there:
the cost of re-buys where there are re-buys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from openfelt.tournaments.conditions import NONE, Conditions
from openfelt.tournaments.findings import Path


class Item(NamedTuple):
    """What an item is called, and what may be answered."""

    label: str
    answers: str


ITEMS: Final[Mapping[str, Item]] = {
    "name": Item("the name of the event", '"a text"'),
    "approval": Item("the reference of the approval", '"a text"'),
    "play.game": Item("the game", '"texas-holdem"'),
    "play.limit": Item("the limit", '"no-limit", "full-pot", "structured" ...'),
    "play.seats": Item("the players at a table", "a number"),
    "play.seats_by": Item("how tables and seats are given out", '"draw", "ballot" or "list"'),
    "play.areas": Item("which part of the room and which areas are played in", '"a text"'),
    "play.order_of_wagering": Item("the order of wagering", '"rules" or a text'),
    "play.button": Item("how the button moves after eliminations and moves", '"none" or a list of choices'),
    "play.balancing": Item("how tables are balanced", '"none" or a table'),
    "play.breaking": Item("how tables are broken", '"none" or a table'),
    "play.final_table_redraw": Item("whether seats are drawn anew for the final table", "true or false"),
    "play.clock": Item("the time to act", '"none" or { seconds = 30 }'),
    "play.clock.seconds": Item("the seconds to act", "a number"),
    "play.time_bank": Item("cards for more time", '"none" or { cards = 2, seconds = 30 }'),
    "play.time_bank.cards": Item("how many cards for more time each player has", "a number"),
    "play.time_bank.seconds": Item("how many seconds a card gives", "a number"),
    "play.hand_for_hand": Item("when tables are dealt hand for hand", '"none" or a table'),
    "play.bonus_rounds": Item("bonus rounds", '"none" or a table'),
    "play.bonus_rounds.most": Item("how many bonus rounds there are at most", "a number"),
    "play.elimination_rounds": Item("elimination rounds", '"none" or a table'),
    "play.elimination_rounds.most": Item("how many elimination rounds there are at most", "a number"),
    "play.penalties": Item("penalties", '"none" or a table'),
    "play.inserted_levels": Item("levels that may be put in", '"none" or the levels'),
    "chips.unit": Item("the smallest chip", "a number"),
    "chips.set": Item("the chips of real tables", '"none" or a list of values'),
    "chips.colour_up": Item("what happens to chips that are no longer needed", '"none", "race" or "round-up"'),
    "schedules": Item("the levels", "a list of schedules"),
    "schedules[].levels": Item("the levels of a schedule", "a list of levels"),
    "schedules[].levels[].least": Item("the minimum wager of a level", "a number of chips"),
    "schedules[].levels[].most": Item(
        "the maximum wager of a level", 'a number of chips, "stake", "pot" or "half-pot"'
    ),
    "sessions": Item("the sessions", "a list of sessions"),
    "sessions[].name": Item("the name of a session", '"a text"'),
    "sessions[].starts": Item("when a session starts", '"2026-12-04 19:30", or "none": when it is called'),
    "sessions[].entry_fee_cents": Item("the entry fee of a session", "cents"),
    "sessions[].buy_in_cents": Item("the buy-in of a session", "cents"),
    "sessions[].starting_chips": Item("the chips that everyone begins a session with", "a number of chips"),
    "sessions[].schedule": Item("which schedule of levels a session plays", "the name of a schedule"),
    "sessions[].tables": Item("how many tables are active in a session", 'a number, or "as-needed"'),
    "sessions[].ends": Item("when a session ends", "{ players_left = 1 }, { minutes = 90 } or { rounds = 20 }"),
    "sessions[].advance": Item("who advances from a session", '"final" or a table'),
    "sessions[].advance.count": Item("how many advance from a session", "a number"),
    "sessions[].advance.method": Item(
        "how those who advance are found", '"survivors", "most-chips" or "match-winners"'
    ),
    "sessions[].advance.to": Item("to which session they advance", "the name of a session"),
    "sessions[].play_off": Item("how a tie at the end of a session is played off", '"none" or a table'),
    "sessions[].play_off.rounds": Item("how many rounds of play a play-off has", "a number"),
    "sessions[].play_off.starting_chips": Item("the chips of a play-off", "a number of chips"),
    "sessions[].play_off.schedule": Item("which schedule a play-off has", "the name of a schedule"),
    "repechage": Item("second chances for those who are out", '"none" or a list'),
    "heads_up": Item("rounds of two players against each other", '"none" or a table'),
    "rebuys": Item("re-buys", '"none" or a table'),
    "rebuys.most": Item("how many re-buys there are at most", "a number"),
    "rebuys.period": Item("when re-buys are possible", "{ last_level = 4 }"),
    "rebuys.period.last_level": Item("the last level of re-buys", "a number"),
    "rebuys.cost_cents": Item("what a re-buy costs", "cents"),
    "rebuys.chips": Item("the chips of a re-buy", "a number of chips"),
    "add_ons": Item("add-ons", '"none" or a table'),
    "add_ons.most": Item("how many add-ons there are at most", "a number"),
    "add_ons.period": Item("when add-ons are possible", "{ last_level = 4, with_break = true }"),
    "add_ons.period.last_level": Item("the last level of add-ons", "a number"),
    "add_ons.cost_cents": Item("what an add-on costs", "cents"),
    "add_ons.chips": Item("the chips of an add-on", "a number of chips"),
    "entry.least_players": Item("the least number of players", '"none" or a number'),
    "entry.most_players": Item("the most players", '"none" or a number'),
    "entry.only_entitled": Item("that only those entitled to enter and gamble may enter", "true"),
    "entry.refusal": Item("whether applications may be refused", '"none" or "reserved"'),
    "entry.criteria": Item("by what entrants are selected", '"none" or a text'),
    "entry.form": Item("the application form", '"none" or a text'),
    "entry.acceptance": Item("whether entrants accept the conditions in writing", '"none" or "written"'),
    "entry.withdrawal": Item("until when one may withdraw", '"none" or { until_minutes_before = 60 }'),
    "entry.withdrawal.until_minutes_before": Item("how long before the start one may withdraw", "minutes"),
    "entry.late_entry": Item("late entry", '"none" or { last_level = 4 }'),
    "entry.late_entry.last_level": Item("the last level of late entry", "a number"),
    "entry.alternates": Item("alternates", '"none" or a table'),
    "entry.alternates.most": Item("how many alternates there are at most", "a number"),
    "entry.re_entry": Item("whether an eliminated player may buy back in", '"none" or a table'),
    "entry.re_entry.most": Item("how often one may buy back in", "a number"),
    "entry.re_entry.period": Item("when one may buy back in", "{ last_level = 4 }"),
    "entry.re_entry.period.last_level": Item("the last level of buying back in", "a number"),
    "entry.re_entry.entry_fee_cents": Item("the fee for buying back in", "cents"),
    "entry.re_entry.buy_in_cents": Item("the buy-in for buying back in", "cents"),
    "entry.final_buy_in": Item("whether one may buy into a final session", '"none" or a table'),
    "entry.final_buy_in.session": Item("which session may be bought into", "the name of a session"),
    "entry.final_buy_in.most": Item("how many may buy into it", "a number"),
    "entry.final_buy_in.cost_cents": Item("what buying into it costs", "cents"),
    "entry.final_buy_in.until_minutes_before": Item("until when one may buy into it", "minutes"),
    "entry.transfer": Item("whether an entry may be moved to another session", '"none" or a table'),
    "entry.transfer.sessions": Item("to which sessions an entry may be moved", "names of sessions"),
    "entry.transfer.until_minutes_before": Item("until when an entry may be moved", "minutes"),
    "entry.substitutes": Item("whether a player may name a substitute", '"none" or a table'),
    "entry.substitutes.in_person": Item("that a substitute is named in person", "true"),
    "entry.substitutes.approved_by": Item("who approves a substitute", '"a text"'),
    "prizes.bands": Item("the prizes", '"none" or a list by number of entries'),
    "prizes.payment": Item("how prizes are paid", '"a text"'),
    "prizes.undertaking": Item("what the operator undertakes or reserves", '"none" or a text'),
    "prizes.guarantee": Item("a guarantee", '"none" or a table'),
    "prizes.guarantee.cents": Item("what is guaranteed", "cents"),
    "prizes.guarantee.least_entries": Item("from how many entries on it is guaranteed", "a number"),
    "prizes.guarantee.cancel_below": Item("whether the right to cancel below is reserved", "true or false"),
    "prizes.added": Item("what is added to the pool", '"none" or a list'),
    "prizes.bounty": Item("bounties", '"none" or a table'),
    "prizes.bounty.kind": Item("which bounties", '"fixed", "progressive" or "mystery"'),
    "prizes.bounty.cents": Item("what part of a buy-in goes to bounties", "cents"),
    "prizes.satellite": Item("entries in another event as prizes", '"none" or a table'),
    "prizes.satellite.target": Item("the event that a satellite leads to", '"a text"'),
    "prizes.satellite.entry_cents": Item("what an entry there costs", "cents"),
    "prizes.deals": Item("whether the last players may divide the rest", '"none" or a table'),
    "prizes.simultaneous": Item(
        "the order of players who go out together", '"stake-then-draw", "stake-then-share" or "contribution-then-share"'
    ),
    "commission": Item("the tournament commission", '"none" or a table'),
    "statements.conducted_by": Item("who conducts the event", '"a text"'),
    "statements.prevails": Item("which text prevails", '"rules" or "conditions"'),
}


def pattern(path: Path) -> str:
    """The item that a place belongs to.

    >>> pattern(("sessions", 0, "buy_in_cents"))
    'sessions[].buy_in_cents'
    """
    text = ""
    for one in path:
        text += "[]" if isinstance(one, int) else f".{one}" if text else one
    return text


def silences(conditions: Conditions, item: str) -> Iterator[Path]:
    """Where an item has no answer, though the part that it belongs to is there."""
    steps = item.replace("[]", ".[]").split(".")
    yield from _silences(conditions, steps, ())


def _silences(value: Any, steps: list[str], path: Path) -> Iterator[Path]:  # noqa: ANN401 - any part
    if not steps:
        if value is UNSET or value == ():
            yield path
        return
    step, rest = steps[0], steps[1:]
    if isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from _silences(one, rest, (*path, number))
    elif isinstance(value, msgspec.Struct):  # a word, such as "none", has no parts
        inner = getattr(value, step)
        if inner is not UNSET or not rest:
            yield from _silences(inner, rest, (*path, step))


def texts(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:  # noqa: ANN401 - any part
    """Every text in conditions, and where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from texts(one, (*path, number))
    elif isinstance(value, msgspec.Struct):
        for field in fields_of(type(value)):
            yield from texts(getattr(value, field.name), (*path, field.name))


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a part, looked up once."""
    return msgspec.structs.fields(kind)


def is_none(value: object) -> bool:
    """Whether an item is answered with none, or not at all."""
    return value == NONE or value is UNSET
