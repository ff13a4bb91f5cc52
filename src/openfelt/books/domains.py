"""Whether what a book says can be: each value of the type that its field has, each word one that the house knows.

A book is written by hand and loaded without a type checker, so a value that no table could play by is found here,
before a table opens, and not in the middle of a hand.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from openfelt.errors import BrokenBook, OpenfeltError
from openfelt.games.game import Game, Showdown
from openfelt.games.policy import Policy
from openfelt.games.registry import BookGames
from openfelt.games.sign import LimitKind, Sign
from openfelt.games.signrules import Fixed
from openfelt.games.standard import standard_sign
from openfelt.hands.orders import Scale
from openfelt.room.demo import DemoTables
from openfelt.room.offices import Named, Offices
from openfelt.rulebooks import Rulebook

LIMITS: Final = frozenset(get_args(LimitKind))
FORCED: Final = frozenset({"ante", "blinds", "bring-in"})


class Fault(NamedTuple):
    """Something that cannot be, and the names and texts by which its line is found, the likeliest first."""

    words: tuple[str, ...]
    reason: str


def faults_in(key: str, chapter: object) -> Iterator[Fault]:
    """What cannot be in a chapter of a book, whatever the others say."""
    parts = tuple(parts_of(chapter))
    for value in parts:
        yield from _types(value)
    for value in parts:
        yield from _words(key, value)


def faults_of_tables(key: str, chapter: object) -> Iterator[Fault]:
    """The games and demonstrations that no table can be opened for, as the whole book is; asked when nothing else is.

    Every game has a usual sign that the book allows.
    """
    if isinstance(chapter, BookGames):
        yield from _usual_signs(key, ((one.key, {}) for one in chapter.games))
    elif isinstance(chapter, DemoTables):
        yield from _usual_signs(key, ((one.game, one.settings) for one in chapter.tables))


def parts_of(chapter: object) -> Iterator[object]:
    """Every value with named fields in a chapter, the outermost first. Functions and clauses are not looked into."""
    seen, ahead = set[int](), deque([chapter])
    while ahead:
        one = ahead.popleft()
        if isinstance(one, str | int | Rulebook | type) or id(one) in seen:
            continue
        seen.add(id(one))
        kind: type = type(one)
        if fields := _fields(kind):
            yield one
            ahead += [getattr(one, name) for name in fields]
        elif isinstance(one, Mapping):
            ahead += [*one.keys(), *one.values()]
        elif isinstance(one, tuple | list | AbstractSet):
            ahead += one


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names of the fields that values of a type have, in their order."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if dataclasses.is_dataclass(kind):
        return tuple(one.name for one in dataclasses.fields(kind))
    return tuple(getattr(kind, "_fields", ())) if issubclass(kind, tuple) else ()


# --- types ------------------------------------------------------------------------------------------------------------


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind, localns={"Sign": Sign})  # which a policy names for type checkers only


def _types(value: object) -> Iterator[Fault]:
    """Fields that are of another type, or below zero."""
    kind: type = type(value)
    for field, hint in _hints(kind).items():
        found = getattr(value, field, None)
        if not fits(found, hint):
            yield Fault((field,), f"{field} of {kind.__name__} is {_short(found)}, which is no {_called(hint)}")
        elif type(found) is int and found < 0:
            yield Fault((field,), f"{field} of {kind.__name__} is {found}, below zero")


def fits(value: object, hint: Any) -> bool:  # noqa: ANN401 - any type
    """Whether a value is of a type. A type that cannot be looked into fits everything.

    >>> fits(3, int | None), fits(True, int), fits("house 1", tuple[str, ...]), fits("high", Literal["high", "low"])
    (True, False, False, True)
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inner)
    if origin is Literal:
        return value in inner
    if hint is None or hint is type(None):
        return value is None
    if hint in (int, bool):
        return type(value) is hint
    if origin is Callable or hint is Callable:
        return callable(value)
    if origin is tuple and isinstance(value, tuple):
        return len(inner) != 2 or inner[1] is not ... or all(fits(one, inner[0]) for one in value)
    if origin is frozenset and isinstance(value, frozenset):
        return all(fits(one, inner[0]) for one in value)
    kind = origin or hint
    # Where a module is compiled, a type that is more than a class is called `type` there.
    return not isinstance(kind, type) or kind is type or isinstance(value, kind)


def _called(hint: Any) -> str:  # noqa: ANN401 - any type
    """A type as a message names it."""
    if get_origin(hint) is Literal:
        return " or ".join(map(repr, get_args(hint)))
    return getattr(hint, "__name__", str(hint)) if get_origin(hint) is None else str(hint).replace("typing.", "")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# --- words ------------------------------------------------------------------------------------------------------------


def _words(key: str, value: object) -> Iterator[Fault]:
    """Names of books, limits, hands, settings, offices and games that are not those of the house or of this book."""
    match value:
        case Policy():
            yield from _own(key, "rulebook", value.rulebook)
            yield from _known("cap_limits", value.cap_limits, LIMITS)
        case Game():
            yield from _own(key, "rulebook", value.rulebook)
            yield from _game(value)
        case Scale():
            yield from _own(key, "rulebook", value.rulebook, value.key)
        case Showdown():
            if not 1 <= len(value.halves) <= 2:
                yield Fault(("halves",), f"a showdown has {len(value.halves)} halves; it has one or two")
        case Fixed():
            yield from _fixed(value)
        case Offices():
            yield from _own(key, "book", value.book)
            yield from _offices(value)


def _own(key: str, field: str, said: str, *words: str) -> Iterator[Fault]:
    if said != key:
        yield Fault((*words, field), f"{field} is {said!r}, another book; this is {key!r}")


def _known(field: str, said: AbstractSet[Any], known: AbstractSet[str]) -> Iterator[Fault]:
    for one in sorted(said - known):
        yield Fault((one, field), f"{field} has {one!r}; known are {', '.join(sorted(known))}")


def _game(game: Game) -> Iterator[Fault]:
    yield from _known("limits", game.limits, LIMITS)
    yield from _known("forced", game.forced, FORCED)
    for name in ("limits", "decks", "steps"):
        if not getattr(game, name):
            yield Fault((name, game.key), f"{game.key} has no {name}")
    for size, seats in game.decks.items():
        if not game.least <= seats.most <= size:
            yield Fault(
                ("decks", game.key), f"{game.key} seats {seats.most} with {size} cards, and at least {game.least}"
            )


def _fixed(one: Fixed) -> Iterator[Fault]:
    hints = _hints(Sign)
    if one.setting not in hints:
        yield Fault((one.setting,), f"no sign has a setting {one.setting!r}")
        return
    for allowed in one.allowed:
        if not fits(allowed, hints[one.setting]):
            yield Fault((one.setting,), f"{one.setting} of a sign is never {allowed!r}")


def _offices(chapter: Offices) -> Iterator[Fault]:
    namings = (*chapter.roles.values(), *chapter.clauses.values(), *chapter.custom.values())
    for naming in namings:
        if isinstance(naming, Named) and not any(chapter.office(name) for name in naming.offices):
            named = " or ".join(naming.offices)
            yield Fault(naming.offices, f"{named} is no office of {chapter.book}, in its ladder or apart")


def _usual_signs(key: str, tables: Iterator[tuple[str, Mapping[str, Any]]]) -> Iterator[Fault]:
    for game, settings in tables:
        try:
            standard_sign(key, game, **settings)
        except BrokenBook:
            raise
        except (OpenfeltError, TypeError, ValueError, KeyError) as fault:
            yield Fault((game, *settings), f"a table of {game} cannot be opened: {fault}")
