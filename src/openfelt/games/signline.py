"""A sign as one line of a hand's text, both ways: short words for the common fields, `key=value` for the rest.

nsw-poker texas-holdem no-limit  blinds 100/200  clock 20s  commission 5% commission.most=1000
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, Final, NoReturn

import msgspec

from openfelt.errors import NotationError
from openfelt.games.registry import GAMES
from openfelt.games.sign import Clock, Commission, Limit, NextGame, Rotation, Sign
from openfelt.phrases import Name, Text, Word, names, phrase, quoted

# Limit kinds that are written with two amounts, and the mark between them.
PAIRED: Final = {"structured": "/", "straddle": "/", "spread": "-"}
# The limit kind of act-stud and the option to straddle would share a word.
WRITTEN_KINDS: Final = {"straddle": "straddle-limit"}
KINDS: Final = {WRITTEN_KINDS.get(kind, kind): kind for kind in (*PAIRED, "half-pot", "full-pot", "no-limit")}
AMOUNTS: Final = {"ante": "ante", "bring-in": "bring_in", "unit": "unit", "places": "seats"}
LADDERS: Final = {"blinds": "blinds", "over-blinds": "over_blinds"}
FLAGS: Final = {
    "joker": "joker",
    "straddle": "straddle",
    "voluntary-blinds": "voluntary_blinds",
    "tournament": "tournament",
}
WORDS: Final = frozenset({*AMOUNTS.values(), *LADDERS.values(), *FLAGS.values(), "rulebook", "game", "limit", "deck"})
# Fields that are written by their names.
NAMED: Final = frozenset(Sign.__struct_fields__) - WORDS - {"clock", "commission", "rotation"}
TOKEN: Final = re.compile(r'[\w.]+="(?:[^"\\]|\\.)*"|\S+')
PLAIN: Final = re.compile(r"[\w.-]+$")
PERCENT: Final = re.compile(r"(\d{1,27})(?:\.(\d))?%$", re.ASCII)
NUMBER: Final = re.compile(r"\d{1,27}$", re.ASCII)
# No pot holds as much: histories have amounts below 10**15, counted in units of up to twelve decimals.
MOST_AMOUNT: Final = 10**27


def write_sign(sign: Sign) -> str:
    """The sign as one line that `read_sign` understands.

    >>> write_sign(Sign(rulebook="nsw-poker", game="omaha", limit=Limit("full-pot", 200), seats=9, blinds=(100, 200)))
    'nsw-poker omaha full-pot  blinds 100/200  places 9'
    """
    parts = [f"{sign.rulebook} {sign.game} {_write_limit(sign)}"]
    if sign.deck != 52:
        parts.append(f"{sign.deck} cards")
    parts += [word for word, field in FLAGS.items() if getattr(sign, field)]
    parts += [
        f"{word} {'/'.join(map(str, chips))}" for word, field in LADDERS.items() if (chips := getattr(sign, field))
    ]
    defaults = {"ante": 0, "bring_in": 0, "unit": 1, "seats": _usual_places(sign.rulebook, sign.game, sign.deck)}
    parts += [f"{word} {getattr(sign, f)}" for word, f in AMOUNTS.items() if getattr(sign, f) != defaults[f]]
    if sign.clock.seconds:
        parts.append(f"clock {sign.clock.seconds}s")
    if sign.commission.kind == "percentage":
        parts.append(f"commission {_write_percent(sign.commission.per_mille)}")
    elif sign.commission.kind != "none":
        parts.append(f"commission {sign.commission.kind}")
    parts += _write_rest("clock.", sign.clock, Clock(), {"seconds"})
    parts += _write_rest("commission.", sign.commission, Commission(), _said(sign.commission))
    plain = msgspec.structs.replace(sign, clock=Clock(), commission=Commission())
    parts += _write_rest("", plain, None, WORDS | {"clock", "commission", "rotation"})
    if sign.rotation is not None:
        parts += _write_rotation(sign, sign.rotation)
    return "  ".join(parts)


@lru_cache(maxsize=1024)  # the hands of a table, one file or many, all begin with the same line
def read_sign(text: str) -> Sign:
    """The sign of a line.

    >>> read_sign("nsw-poker texas-holdem no-limit  blinds 100/200").limit.small
    200
    """
    reader = _Reader(TOKEN.findall(text))
    try:
        sign = reader.sign()
    except msgspec.ValidationError as fault:
        raise NotationError(
            phrase("the sign {text} cannot be read: {fault}", text=quoted(text), fault=Name(str(fault)))
        ) from None
    for name, number in _numbers(sign):
        if abs(number) >= MOST_AMOUNT:
            reader.refuse(
                phrase(
                    "{name} is {number}; numbers are below {most}",
                    name=Name(name),
                    number=number,
                    most=MOST_AMOUNT,
                )
            )
    return sign


def _write_rotation(sign: Sign, rotation: Rotation) -> list[str]:
    """The later games, each after "then", how long a game lasts, and the time to choose one."""
    games = (Sign(rulebook=sign.rulebook, seats=0, **msgspec.structs.asdict(one)) for one in rotation.then)
    written = [write_sign(one).split(maxsplit=1)[1].replace("  places 0", "") for one in games]
    lasts = "orbit" if rotation.every == "orbit" and not rotation.count else f"{rotation.count} {rotation.every}"
    choice = [f"choice {rotation.choice_s}s"] if rotation.choice_s else []
    return [*(f"then {one}" for one in written), f"every {lasts}", *choice]


def _write_limit(sign: Sign) -> str:
    limit = sign.limit
    word = WRITTEN_KINDS.get(limit.kind, limit.kind)
    if limit.kind in PAIRED:
        return f"{word} {limit.small}{PAIRED[limit.kind]}{limit.big}"
    usual = sign.blinds[-1] if sign.blinds else 0
    rest = f" limit.big={limit.big}" if limit.big else ""
    return (word if limit.small == usual else f"{word} {limit.small}") + rest


def _write_percent(per_mille: int) -> str:
    return f"{per_mille // 10}%" if per_mille % 10 == 0 else f"{per_mille // 10}.{per_mille % 10}%"


def _said(commission: Commission) -> set[str]:
    return {"kind", "per_mille"} if commission.kind == "percentage" else {"kind"}


def _write_rest(
    prefix: str, value: msgspec.Struct, usual: msgspec.Struct | None, said: set[str] | frozenset[str]
) -> list[str]:
    """The fields that have no word of their own, where they differ from the default."""
    parts = []
    for field in _fields(type(value)):
        now = getattr(value, field.name)
        default = getattr(usual, field.name) if usual is not None else field.default
        if field.name not in said and now != default:
            word = str(now).lower() if isinstance(now, bool) else str(now)
            quoted = json.dumps(word) if isinstance(now, str) and not PLAIN.match(word) else word
            parts.append(f"{prefix}{field.name}={quoted}")
    return parts


@cache  # msgspec evaluates every annotation anew at each call: most of the time a hand's text took
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _usual_places(rulebook: str, game: str, deck: int) -> int:
    """The number of places where a line names none: as many as the deck can serve."""
    found = GAMES.get((rulebook, game))
    limit = found.decks.get(deck) if found else None
    return limit.most if limit else 8


def _numbers(value: msgspec.Struct, prefix: str = "") -> Iterator[tuple[str, int]]:
    """Every number of a sign with the name of its field."""
    for name in value.__struct_fields__:
        one = getattr(value, name)
        if isinstance(one, msgspec.Struct):
            yield from _numbers(one, f"{name}.")
        else:
            parts = one if isinstance(one, tuple) else (one,)
            yield from ((prefix + name, part) for part in parts if isinstance(part, int))
            for part in parts:
                if isinstance(part, msgspec.Struct):
                    yield from _numbers(part, f"{name}.")


class _Reader:
    """Reads the words of a sign's line, left to right; what is said twice is refused."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0
        self.fields: dict[str, Any] = {}
        self.nested: dict[str, dict[str, Any]] = {"limit": {}, "clock": {}, "commission": {}}
        self.rotation: dict[str, Any] = {}

    def sign(self) -> Sign:
        """All words as a sign."""
        self.fields["rulebook"] = self.next("a rulebook")
        self.fields["game"] = self.next("a game")
        while self.at < len(self.words):
            self.one()
        limit = self.nested["limit"]
        if "kind" not in limit:
            raise NotationError(
                phrase("the sign {words} names no limit", words=quoted(" ".join(self.words))), legal=tuple(KINDS)
            )
        if "small" not in limit:
            if "blinds" not in self.fields:
                self.refuse(phrase("{limit} without blinds needs its least bet", limit=Name(limit["kind"])))
            limit["small"] = self.fields["blinds"][-1]
        self.fields.setdefault(
            "seats", _usual_places(self.fields["rulebook"], self.fields["game"], int(self.fields.get("deck", 52)))
        )
        if self.rotation:
            self.fields["rotation"] = msgspec.convert({"then": (), **self.rotation}, Rotation, strict=False)
        types: dict[str, type] = {"limit": Limit, "clock": Clock, "commission": Commission}
        for name, values in self.nested.items():
            if values:
                self.fields[name] = msgspec.convert(values, types[name], strict=False)
        return msgspec.convert(self.fields, Sign, strict=False)

    def next(self, what: Text) -> str:
        """The next word, which must be there."""
        if self.at == len(self.words):
            self.refuse(phrase("{what} is missing", what=what))
        self.at += 1
        return self.words[self.at - 1]

    def refuse(self, message: Text) -> NoReturn:
        """Say what is wrong with the line."""
        raise NotationError(
            phrase("the sign {words} cannot be read: {message}", words=quoted(" ".join(self.words)), message=message)
        )

    def amount(self, what: Word) -> int:
        """One amount."""
        return self.number(self.next(phrase("the amount of {what}", what=what)), what)

    def amounts(self, what: Word, mark: str) -> list[int]:
        """Amounts with a mark between them."""
        return [self.number(one, what) for one in self.next(phrase("the amount of {what}", what=what)).split(mark)]

    def number(self, text: str, what: Word) -> int:
        """A whole number."""
        if not NUMBER.match(text.removeprefix("-")):  # the rulebook refuses what is below nothing, with its clause
            self.refuse(
                phrase(
                    "{text} is no amount of {what}: a whole number below {most}",
                    text=quoted(text),
                    what=what,
                    most=MOST_AMOUNT,
                )
            )
        return int(text)

    def one(self) -> None:
        """Read one word with its arguments."""
        word = self.next("a word")
        if word in KINDS:
            self.limit(KINDS[word])
        elif word in AMOUNTS:
            self.say(AMOUNTS[word], self.amount(word))
        elif word in LADDERS:
            self.say(LADDERS[word], self.amounts(word, "/"))
        elif word in FLAGS:
            self.say(FLAGS[word])
        elif NUMBER.match(word) and self.next("'cards'") == "cards":
            self.say("deck", int(word))
        elif word in _SPECIAL:
            _SPECIAL[word](self)
        elif "=" in word:
            self.setting(*word.split("=", 1))
        else:
            self.refuse(phrase("no word {word}", word=quoted(word)))

    def say(self, key: str, value: object = True) -> None:  # noqa: FBT002 - a flag is said by its name alone
        """Take note of a field, by its name and, in a part of the sign, the part's: "commission.most"."""
        outer, _, inner = key.partition(".")
        values = self.nested[outer] if inner else self.fields
        if (inner or outer) in values:
            self.refuse(phrase("{key} is said twice", key=Name(key)))
        values[inner or outer] = value

    def then(self) -> None:
        """A later game of a rotation: its words go on to the next "then" or "every"."""
        begin = self.at
        while self.at < len(self.words) and self.words[self.at] not in _ENDS:
            self.at += 1
        game = _Reader([str(self.fields["rulebook"]), *self.words[begin : self.at]]).sign()
        own = {name: getattr(game, name) for name in NextGame.__struct_fields__}
        if game.replace(rulebook="", seats=0) != Sign(rulebook="", seats=0, **own):
            self.refuse(phrase("a later game says more than {own}", own=names(own)))
        self.rotation["then"] = (*self.rotation.get("then", ()), NextGame(**own))

    def every(self) -> None:
        """How long a game of a rotation lasts: "orbit", "8 hands", "30 minutes"."""
        text = self.next("how long a game lasts")
        said = {"every": text} if text == "orbit" else {"count": text, "every": self.next("'hands' or 'minutes'")}
        if self.rotation.keys() & said:
            self.refuse("how long a game lasts is said twice")
        self.rotation |= said

    def choice(self) -> None:
        """The time to choose a game: "20s"."""
        if "choice_s" in self.rotation:
            self.refuse("choice is said twice")
        self.rotation["choice_s"] = self.next("the time to choose").removesuffix("s")

    def limit(self, kind: str) -> None:
        """A limit with its one or two amounts; pot and no limit may leave it to the last blind."""
        self.say("limit.kind", kind)
        if kind in PAIRED:
            amounts = self.amounts(kind, PAIRED[kind])
            if len(amounts) != 2:
                self.refuse(phrase("{kind} needs two amounts", kind=Name(kind)))
            self.say("limit.small", amounts[0])
            self.say("limit.big", amounts[1])
        elif self.at < len(self.words) and NUMBER.match(self.words[self.at]) and not self.is_deck():
            self.say("limit.small", self.amount(kind))

    def is_deck(self) -> bool:
        """Whether a deck stands here: "32 cards"."""
        return self.words[self.at + 1 : self.at + 2] == ["cards"]

    def clock(self) -> None:
        """The time to act: "20s"."""
        text = self.next("the time to act")
        self.say("clock.seconds", text.removesuffix("s"))

    def commission(self) -> None:
        """A percentage, or the name of a schedule."""
        text = self.next("the commission")
        found = PERCENT.match(text)
        self.say("commission.kind", "percentage" if found else text)
        if found:
            self.say("commission.per_mille", int(found[1]) * 10 + int(found[2] or 0))

    def setting(self, key: str, text: str) -> None:
        """Any other field by its name: "raise_cap=4", "commission.most=1000"."""
        outer, _, inner = key.partition(".")
        if not (outer in self.nested if inner else key in NAMED):
            self.refuse(phrase("no setting {key}", key=quoted(key)))
        self.say(key, self.unquoted(text) if text.startswith('"') else text)

    def unquoted(self, text: str) -> str:
        """Text in quotes as it was before it was put in them."""
        try:
            return str(json.loads(text))
        except ValueError:
            self.refuse(phrase("{text} is no text in quotes", text=Name(text)))


_SPECIAL: Final[dict[str, Callable[[_Reader], None]]] = {
    "clock": _Reader.clock,
    "commission": _Reader.commission,
    "then": _Reader.then,
    "every": _Reader.every,
    "choice": _Reader.choice,
}
_ENDS: Final = frozenset({"then", "every", "choice"})  # of the words of a later game
