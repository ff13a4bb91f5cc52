"""A sign as one line of a hand's text, both ways: short words for the common fields, `key=value` for the rest.

nsw-poker texas-holdem no-limit  blinds 100/200  clock 20s  commission 5% commission.most=1000
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NoReturn

import msgspec

from openfelt.errors import NotationError
from openfelt.games.registry import GAMES
from openfelt.games.sign import Clock, Commission, Limit, Sign

# Limit kinds that are written with two amounts, and the mark between them.
PAIRED: Final = {"structured": "/", "straddle": "/", "spread": "-"}
# The limit kind of act-stud and the option to straddle would share a word.
WRITTEN_KINDS: Final = {"straddle": "straddle-limit"}
KINDS: Final = {WRITTEN_KINDS.get(kind, kind): kind for kind in (*PAIRED, "half-pot", "full-pot", "no-limit")}
AMOUNTS: Final = {"ante": "ante", "bring-in": "bring_in", "unit": "unit", "places": "seats"}
LADDERS: Final = {"blinds": "blinds", "over-blinds": "over_blinds"}
FLAGS: Final = {"joker": "joker", "straddle": "straddle", "voluntary-blinds": "voluntary_blinds"}
WORDS: Final = frozenset({*AMOUNTS.values(), *LADDERS.values(), *FLAGS.values(), "rulebook", "game", "limit", "deck"})
TOKEN: Final = re.compile(r'[\w.]+="(?:[^"\\]|\\.)*"|\S+')
PLAIN: Final = re.compile(r"[\w.-]+$")
PERCENT: Final = re.compile(r"(\d+)(?:\.(\d))?%$")


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
    parts += _write_rest("", plain, None, WORDS | {"clock", "commission"})
    return "  ".join(parts)


def read_sign(text: str) -> Sign:
    """The sign of a line.

    >>> read_sign("nsw-poker texas-holdem no-limit  blinds 100/200").limit.small
    200
    """
    reader = _Reader(TOKEN.findall(text))
    try:
        return reader.sign()
    except msgspec.ValidationError as fault:
        raise NotationError(f"the sign {text!r} cannot be read: {fault}") from None


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


class _Reader:
    """Reads the words of a sign's line, left to right."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0
        self.fields: dict[str, Any] = {}
        self.nested: dict[str, dict[str, Any]] = {"limit": {}, "clock": {}, "commission": {}}

    def sign(self) -> Sign:
        """All words as a sign."""
        self.fields["rulebook"] = self.next("a rulebook")
        self.fields["game"] = self.next("a game")
        while self.at < len(self.words):
            self.one()
        limit = self.nested["limit"]
        if "kind" not in limit:
            raise NotationError(f"the sign {' '.join(self.words)!r} names no limit", legal=tuple(KINDS))
        if "small" not in limit:
            if "blinds" not in self.fields:
                self.refuse(f"{limit['kind']} without blinds needs its least bet")
            limit["small"] = self.fields["blinds"][-1]
        self.fields.setdefault(
            "seats", _usual_places(self.fields["rulebook"], self.fields["game"], int(self.fields.get("deck", 52)))
        )
        types: dict[str, type] = {"limit": Limit, "clock": Clock, "commission": Commission}
        for name, values in self.nested.items():
            if values:
                self.fields[name] = msgspec.convert(values, types[name], strict=False)
        return msgspec.convert(self.fields, Sign, strict=False)

    def next(self, what: str) -> str:
        """The next word, which must be there."""
        if self.at == len(self.words):
            self.refuse(f"{what} is missing")
        self.at += 1
        return self.words[self.at - 1]

    def refuse(self, message: str) -> NoReturn:
        """Say what is wrong with the line."""
        raise NotationError(f"the sign {' '.join(self.words)!r} cannot be read: {message}")

    def numbers(self, what: str, mark: str) -> list[int]:
        """One or more amounts with a mark between them."""
        text = self.next(f"the amount of {what}")
        try:
            return [int(one) for one in text.split(mark)]
        except ValueError:
            self.refuse(f"{text!r} is no amount of {what}")

    def one(self) -> None:
        """Read one word with its arguments."""
        word = self.next("a word")
        if word in KINDS:
            self.limit(KINDS[word])
        elif word in AMOUNTS:
            (self.fields[AMOUNTS[word]],) = self.numbers(word, "\0")
        elif word in LADDERS:
            self.fields[LADDERS[word]] = self.numbers(word, "/")
        elif word in FLAGS:
            self.fields[FLAGS[word]] = True
        elif word.isdigit() and self.next("'cards'") == "cards":
            self.fields["deck"] = int(word)
        elif word in _SPECIAL:
            _SPECIAL[word](self)
        elif "=" in word:
            self.setting(*word.split("=", 1))
        else:
            self.refuse(f"no word {word!r}")

    def limit(self, kind: str) -> None:
        """A limit with its one or two amounts; pot and no limit may leave it to the last blind."""
        values = self.nested["limit"]
        values["kind"] = kind
        if kind in PAIRED:
            amounts = self.numbers(kind, PAIRED[kind])
            if len(amounts) != 2:
                self.refuse(f"{kind} needs two amounts")
            values["small"], values["big"] = amounts
        elif self.at < len(self.words) and self.words[self.at].isdigit() and not self.is_deck():
            (values["small"],) = self.numbers(kind, "\0")

    def is_deck(self) -> bool:
        """Whether a deck stands here: "32 cards"."""
        return self.words[self.at + 1 : self.at + 2] == ["cards"]

    def clock(self) -> None:
        """The time to act: "20s"."""
        text = self.next("the time to act")
        self.nested["clock"]["seconds"] = text.removesuffix("s")

    def commission(self) -> None:
        """A percentage, or the name of a schedule."""
        text = self.next("the commission")
        found = PERCENT.match(text)
        values = self.nested["commission"]
        values["kind"] = "percentage" if found else text
        if found:
            values["per_mille"] = int(found[1]) * 10 + int(found[2] or 0)

    def setting(self, key: str, text: str) -> None:
        """Any other field by its name: "raise_cap=4", "commission.most=1000"."""
        if text.startswith('"'):
            text = json.loads(text)
        outer, _, inner = key.partition(".")
        if inner and outer in self.nested:
            self.nested[outer][inner] = text
        elif key in Sign.__struct_fields__ and key not in WORDS:
            self.fields[key] = text
        else:
            self.refuse(f"no setting {key!r}")


_SPECIAL: Final[dict[str, Callable[[_Reader], None]]] = {"clock": _Reader.clock, "commission": _Reader.commission}
