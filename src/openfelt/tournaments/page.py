"""The conditions as people read them: a printable page with the clause of every item, in plain text or HTML."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from openfelt.documents.page import STYLE, Page, PageLine, as_html, as_text
from openfelt.games.registry import GAMES, find_game
from openfelt.money import money
from openfelt.rulebooks import rulebook
from openfelt.tournaments.checking import check, rules_of
from openfelt.tournaments.conditions import Conditions, Level, Prize
from openfelt.tournaments.findings import Path, written_path
from openfelt.tournaments.items import ITEMS, fields_of, pattern
from openfelt.tournaments.publishing import digest
from openfelt.tournaments.rules import TournamentRules

__all__ = ["STYLE", "Page", "PageLine", "as_html", "as_text", "page_of"]

HEADINGS: Final = {
    "": "The event",
    "play": "Play",
    "chips": "Chips",
    "schedules": "Levels",
    "sessions": "Sessions",
    "rebuys": "Re-buys",
    "add_ons": "Add-ons",
    "entry": "Entry",
    "prizes": "Prizes",
    "statements": "Statements",
}
LEVEL: Final = "schedules[].levels[]"
LISTS: Final = ("schedules[]", "sessions[]", "prizes.bands[]")
NOT_TOLD: Final = ("schema", "book", "name", "version", "statements")
# Parts of lists and fields that have no item of their own, in words.
ONE_OF: Final = {
    "schedules": "schedule", "levels": "level", "sessions": "session", "bands": "list", "prizes": "prize",
    "envelopes": "envelope",
}  # fmt: skip
LABELS: Final = {
    "schedules[].name": "what the schedule is called",
    "prizes.bands[].from_entries": "from how many entries on",
    "play.dispute_holds": "what a dispute holds up",
    "play.notice_minutes": "minutes of notice",
    "play.dealt": "how it is dealt",
    "sessions[].format": "how it is played",
    "prizes.across_tables": "the order of players who go out at different tables",
}
FIELDS: Final = {
    "per_mille": "share", "most_difference": "largest difference", "who": "who moves:", "to": "where to:",
    "halt_short": "play stops at a table that is short by", "order": "which first:", "seats": "new seats by",
    "players_above": "above so many players:", "minutes_per_hand": "minutes for a hand:",
}  # fmt: skip
MOST_WAGER: Final = {"stake": "the whole stake", "pot": "the pot", "half-pot": "half of the pot"}
OWN_WORDS: Final = ("name", "goods", "text", "prize")  # as the host wrote them
ONE_WORD: Final = re.compile(r"[a-z]+(?:-[a-z]+)+")
NOTHING: Final = (0, "", ())  # a habit that is off, an amount that is not there


def page_of(conditions: Conditions, signed: str = "") -> Page:
    """The page of conditions; a draft has one too. `signed`: the hash of the version, if a start was moved since."""
    rules = rules_of(conditions.book)
    faults, replaced = check(conditions)
    parts = [(heading, tuple(_lines(conditions, part, rules))) for part, heading in HEADINGS.items()]
    stated = [PageLine("", one.text, one.cites) for one in rules.statements]
    if conditions.entry.refusal == "reserved":
        text = "The operator may refuse any application."
        stated.append(PageLine("", text, rules.asks["entry.refusal"]))
    if rules.dropped:
        text = f"These rules of the game do not apply: {', '.join(rules.dropped)}."
        text += f" These stay: {', '.join(rules.kept)}." if rules.kept else ""
        stated.append(PageLine("", text, rules.applies))
    stated.append(PageLine("", "A copy of these conditions is shown wherever the event is played.", rules.displayed))
    parts[-1] = (HEADINGS["statements"], (*parts[-1][1], *stated))
    if replaced:
        parts.append(("Rules that these conditions replace", tuple(map(_replaced, replaced))))
    title = conditions.name if conditions.name is not UNSET else "A tournament without a name"
    return Page(
        title,
        rulebook(conditions.book).title,
        conditions.version,
        signed or digest(conditions),
        tuple((heading, lines) for heading, lines in parts if lines),
        tuple(map(str, faults)),
    )


def _replaced(one: Any) -> PageLine:  # noqa: ANN401 - a rule that was replaced
    more = " (by a reading; a narrower one would forbid it)" if one.by_reading else ""
    return PageLine(written_path(one.path), one.message + more, one.cites)


def _lines(conditions: Conditions, part: str, rules: TournamentRules) -> Iterator[PageLine]:
    if part:
        yield from _part_lines(getattr(conditions, part), (part,), rules)
        return
    for one in fields_of(type(conditions)):
        if one.name not in HEADINGS and one.name not in NOT_TOLD:
            yield from _part_lines(getattr(conditions, one.name), (one.name,), rules)


def _part_lines(value: Any, path: Path, rules: TournamentRules) -> Iterator[PageLine]:  # noqa: ANN401 - any part
    item = pattern(path)
    if isinstance(value, msgspec.Struct) and _has_items(item):
        for one in fields_of(type(value)):
            yield from _part_lines(getattr(value, one.name), (*path, one.name), rules)
    elif isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        for number, one in enumerate(value):
            yield from _part_lines(one, (*path, number), rules)
    else:
        yield from _line(value, path, rules)


def _has_items(item: str) -> bool:
    """Whether the fields of a part are items of their own; else the part is one line."""
    if item == LEVEL:
        return False
    return item in HEADINGS or item in LISTS or any(one.startswith(f"{item}.") for one in ITEMS)


def _line(value: Any, path: Path, rules: TournamentRules) -> Iterator[PageLine]:  # noqa: ANN401 - any answer
    item = pattern(path)
    cites = rules.asks.get(item) or next((rules.asks[one] for one in _above(item) if one in rules.asks), rules.others)
    if item not in rules.asks and (value is UNSET or value in NOTHING):
        return
    label = _label(path)
    text = "not answered" if value is UNSET else _words(value, str(path[-1]))
    yield PageLine(label, text, cites)


def _above(item: str) -> Iterator[str]:
    while item:
        item = item.removesuffix("[]") if item.endswith("[]") else item.rpartition(".")[0]
        yield item


def _label(path: Path) -> str:
    """What an item is called, and of which part of a list it is: "session 1, the buy-in of a session"."""
    item = pattern(path)
    names = [one.replace("_", " ") for one in path if isinstance(one, str)]
    label = ITEMS[item].label if item in ITEMS else LABELS.get(item) or ", ".join(names[1:] or names)
    places = [(names_of, number) for names_of, number in itertools.pairwise(path) if isinstance(number, int)]
    parts = [f"{ONE_OF.get(str(name), str(name))} {int(number) + 1}" for name, number in places]
    return ", ".join(parts if isinstance(path[-1], int) else [*parts, label])


def _words(value: Any, name: str) -> str:  # noqa: ANN401 - any answer
    """An answer in words: money in dollars, shares in percent, a part as its fields."""
    if isinstance(value, Level):
        return ", ".join(_level_words(value))
    if isinstance(value, Prize):
        return ", ".join(_prize_words(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return money(value) if name.endswith("cents") else _share(value) if name == "per_mille" else f"{value:,}"
    if isinstance(value, tuple):
        return " / ".join(_words(one, name) for one in value) or "none"
    if isinstance(value, msgspec.Struct):
        fields = ((one.name, getattr(value, one.name)) for one in fields_of(type(value)))
        told = ((key, one) for key, one in fields if one is not UNSET and one not in NOTHING)
        return ", ".join(f"{_field_words(key)} {_words(one, key)}" for key, one in told)
    return _text_words(str(value), name)


def _text_words(value: str, name: str) -> str:
    """A word of the conditions as people write it; what somebody wrote stays as it is."""
    if name == "game":
        return next((find_game(book, key).name for book, key in GAMES if key == value), value)
    return value.replace("-", " ") if name not in OWN_WORDS and ONE_WORD.fullmatch(value) else value


def _field_words(name: str) -> str:
    """A field of a part, where the part is told on one line."""
    return FIELDS.get(name) or name.replace("_", " ").removesuffix(" cents")


def _share(per_mille: int) -> str:
    return f"{per_mille / 10:g} %"


def _level_words(level: Level) -> Iterator[str]:
    """What is posted at a level and how long it lasts; then the break, and the chips that go."""
    if level.minutes is not UNSET:
        yield f"{level.minutes} minutes"
    if level.hands is not UNSET:
        yield f"{level.hands} hands"
    if level.eliminations is not UNSET:
        yield f"until {level.eliminations} are out"
    yield from _posted_words(level)
    if level.break_minutes:
        yield f"then a break of {level.break_minutes} minutes{' until another day' if level.overnight else ''}"
    elif level.overnight:
        yield "then a break until another day"
    if level.remove_chip:
        yield f"then chips of {level.remove_chip:,} go out of play"


def _posted_words(level: Level) -> Iterator[str]:
    """What is played and wagered at a level."""
    if level.game is not UNSET:
        yield _text_words(level.game, "game")
    if level.limit is not UNSET:
        yield _text_words(level.limit, "limit")
    if level.blinds:
        yield f"blinds {_words(level.blinds, 'blinds')}"
    if level.ante:
        yield f"ante {level.ante:,}{'' if level.ante_by == 'each' else ' by the last blind'}"
    if level.bring_in:
        yield f"bring-in {level.bring_in:,}"
    if level.least is not UNSET and level.most is not UNSET:
        most = f"{level.most:,}" if isinstance(level.most, int) else MOST_WAGER[level.most]
        yield f"wagers from {level.least:,} to {most}"


def _prize_words(prize: Prize) -> Iterator[str]:
    """Which places win, and what each of them does."""
    yield f"places {prize.place} to {prize.to}" if prize.to > prize.place else f"place {prize.place}"
    if prize.per_mille:
        yield f"{_share(prize.per_mille)} of the pool"
    if prize.cents:
        yield money(prize.cents)
    if prize.goods:
        yield f"{prize.goods}{f', worth {money(prize.value_cents)}' if prize.value_cents else ''}"
