"""PHH files: what a history says, as exact values. Reads and checks the fields; plays nothing.

One hand in a `.phh` file, tables `[1]`, `[2]`, ... in a `.phhs` file. Field names are those of the PHH standard;
openfelt's own stand in user-defined fields, `_openfelt_*`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import toml_rs

from openfelt.errors import NotationError
from openfelt.formats.amounts import (
    ABOVE_ANY_POT,
    ENDLESS,
    MOST_DIGITS,
    DecimalText,
    Written,
    is_unbounded,
    places_of,
    require_amount,
    scaled,
    shown,
)
from openfelt.games.sign import LimitKind

MOST_PLAYERS: Final = 23
MOST_ACTIONS: Final = 10_000
MOST_NESTED: Final = 100
_LONGEST: Final[int] = 10**MOST_DIGITS
_BRACKET_OR_QUOTED: Final = re.compile(
    r"""[\[\]{}]|\"{3}(?:\\.|[^\\])*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*""", re.DOTALL
)
_NO_STRUCTURE: Final = bytes(set(range(256)) - set(b"[]{}\"'#\n"))
_SIZES: Final = ("bring_in", "min_bet", "small_bet", "big_bet")


@dataclass(frozen=True, slots=True)
class Variant:
    """A PHH code: our game, its deck and limit, and the fields it needs."""

    code: str
    game: str
    limit: LimitKind
    deck: int = 52
    stud: bool = False

    @property
    def needs(self) -> tuple[str, ...]:
        """The fields for its bets."""
        bets = ("small_bet", "big_bet") if self.limit == "structured" else ("min_bet",)
        return (*bets, "bring_in") if self.stud else bets


VARIANTS: Final = {
    one.code: one
    for one in (
        Variant("FT", "texas-holdem", "structured"),
        Variant("NT", "texas-holdem", "no-limit"),
        Variant("NS", "short-deck", "no-limit", deck=36),
        Variant("PO", "omaha", "full-pot"),
        Variant("FO/8", "omaha-8", "structured"),
        Variant("F7S", "seven-card-stud", "structured", stud=True),
        Variant("F7S/8", "seven-card-stud-8", "structured", stud=True),
        Variant("FR", "razz", "structured", stud=True),
        Variant("N2L1D", "deuce-to-seven-single", "no-limit"),
        Variant("F2L3D", "deuce-to-seven-triple", "structured"),
        Variant("FB", "badugi", "structured"),
    )
}


@dataclass(slots=True)
class History:
    """One hand as its file tells it. Amounts are whole numbers of `10 ** -places`; players are in PHH's order."""

    file: str
    hand: str | int | None
    variant: str
    places: int
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int
    small: int
    big: int
    ante_trimming: bool
    actions: list[str]
    finishing: tuple[int, ...] | None
    winnings: tuple[int, ...] | None
    unbounded: tuple[bool, ...]
    fields: Mapping[str, Any]
    odd_chips: Literal["first-winner"] | None = None  # where the record shows that they went that way
    short_posts: Literal["dead", "live"] = "dead"  # what becomes of a late post below the last blind

    @property
    def extended(self) -> bool:
        """Whether the file carries openfelt's own fields."""
        return "_openfelt_sign" in self.fields


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a file; decimals stay text."""
    if nesting(text) > MOST_NESTED:
        raise NotationError(f"lists or tables within each other more than {MOST_NESTED} deep")
    try:
        return toml_rs.loads(text, parse_float=DecimalText)
    except toml_rs.TOMLDecodeError as mistake:
        said = mistake.msg.strip().splitlines()[-1]
        raise NotationError(f"line {mistake.lineno}: {said}") from None
    except ValueError as mistake:  # a date or a time that TOML has and Python has not
        raise NotationError(f"a date or a time cannot be read: {mistake}") from None


def nesting(text: str) -> int:
    """How deep brackets stand within each other, if deep at all: the parser of TOML knows no limit but its stack."""
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return 0
    depth = deepest = 0
    for token in _BRACKET_OR_QUOTED.findall(bare_structure(text)):
        if token in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token in "]}":
            depth -= 1
    return deepest


def bare_structure(text: str) -> str:
    """The text without what cannot matter for its brackets; a file of many hands is looked through sooner so."""
    if "\\" in text or "'''" in text or '"""' in text:
        return text
    left = text.encode(errors="replace").translate(None, _NO_STRUCTURE)
    # Quotes side by side are a text without brackets, or two texts of which this makes one.
    left = left.replace(b"''", b"").replace(b'""', b"")
    return (left if b"#" in left else left.replace(b"\n", b"")).decode()


def tables(text: str) -> Iterator[tuple[str, Any]]:
    """The hands of a file, each with the name of its table (empty in a `.phh` file)."""
    found = read_toml(text)
    if not found:
        raise NotationError("holds no hand")
    if "variant" in found or not all(isinstance(one, dict) for one in found.values()):
        for key, one in found.items():
            if not key.startswith("_") and is_table(one):
                raise NotationError(
                    f"the table [{key}] stands beside fields of a hand; one hand has no table, several have one each"
                )
        yield "", found
        return
    yield from found.items()


def is_table(value: object) -> bool:
    """Whether a value is a table or a list of tables. No field of PHH is; a user's own, `_...`, may be."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, dict) for one in value))


def read_histories(text: str, file: str = "") -> Iterator[History]:
    r"""Every hand of a `.phh` or `.phhs` text.

    >>> posts = "antes = [0, 0]\nblinds_or_straddles = [0.5, 1]\nmin_bet = 1"
    >>> text = f"variant = 'NT'\n{posts}\nstarting_stacks = [100, 99.5]\nactions = []"
    >>> next(read_histories(text)).stacks
    (1000, 995)
    """
    for name, fields in tables(text):
        yield read_history(fields, file=file, name=name)


def read_label(fields: object, name: str) -> str | int | None:
    """What the hand is called: its field `hand`, or the name of its table, or nothing."""
    label = fields.get("hand") if isinstance(fields, dict) else None
    if label is None:
        return name or None
    if type(label) is str:
        return label
    if type(label) is not int:
        raise NotationError(f"{shown(label)} in the field 'hand' is no text and no whole number")
    if not -_LONGEST < label < _LONGEST:
        raise NotationError(f"the number in the field 'hand' is too long; at most {MOST_DIGITS} digits are read")
    return label


def read_history(fields: Mapping[str, Any], *, file: str = "", name: str = "") -> History:
    """One hand from its fields; the refusal of a malformed one names the field."""
    variant, known = read_variant(fields)
    starting = amounts(fields, "starting_stacks", endless=True)
    count = len(starting)
    if not 2 <= count <= MOST_PLAYERS:
        raise NotationError(f"{count} starting stacks; a hand has 2 to {MOST_PLAYERS} players")
    antes = amounts(fields, "antes", count)
    absent = (known is None or known.stud) and "blinds_or_straddles" not in fields
    blinds: list[Written] = [0] * count if absent else amounts(fields, "blinds_or_straddles", count)
    finishing = amounts(fields, "finishing_stacks", count, endless=True) if "finishing_stacks" in fields else []
    winnings = amounts(fields, "winnings", count) if "winnings" in fields else []
    sizes = read_sizes(fields, known)
    actions = read_actions(fields)
    several = (starting, antes, blinds, finishing, winnings, sizes)
    places = find_places(several, actions)
    units = [exact(one, places) for one in several]
    require_result(units[0], units[3], units[4])
    bring_in, minimum, small, big = units[5]
    return History(
        file=file,
        hand=read_label(fields, name),
        variant=variant,
        places=places,
        stacks=units[0],
        antes=units[1],
        blinds=units[2],
        bring_in=bring_in,
        small=small or minimum,
        big=big,
        ante_trimming=read_trimming(fields),
        actions=actions,
        finishing=units[3] or None,
        winnings=units[4] or None,
        unbounded=tuple(map(is_unbounded, starting)) if has_decimals(starting) else (),
        fields=fields,
    )


def read_trimming(fields: Mapping[str, Any]) -> bool:
    """Whether a short ante makes the others' shorter."""
    found = fields.get("ante_trimming_status", False)
    if type(found) is not bool:
        raise NotationError(f"{shown(found)} in the field 'ante_trimming_status' is neither true nor false")
    return found


def require_result(starting: Sequence[int], finishing: Sequence[int], winnings: Sequence[int]) -> None:
    """Refuse a result that no hand has: negative winnings, or a stack that has become infinite."""
    if winnings and min(winnings) < 0:
        i = next(i for i, won in enumerate(winnings, start=1) if won < 0)
        raise NotationError(f"p{i} has negative winnings; the field 'winnings' is what each collects from the pots")
    if finishing and max(finishing) == ENDLESS:
        for i, (stack, before) in enumerate(zip(finishing, starting, strict=True), start=1):
            if stack == ENDLESS != before:
                raise NotationError(f"p{i} finishes with an infinite stack, but did not begin with one")


def has_decimals(several: list[Written]) -> bool:
    """Whether an amount is no whole number."""
    return any(type(one) is not int for one in several)


def exact(several: list[Written], places: int) -> tuple[int, ...]:
    """Amounts in units of 10 ** -places."""
    if places or has_decimals(several):
        return tuple([ENDLESS if is_unbounded(one) else scaled(one, places) for one in several])
    return tuple(several)  # type: ignore[arg-type]


def read_variant(fields: Mapping[str, Any]) -> tuple[str, Variant | None]:
    """The code of the game; one that PHH does not name needs openfelt's own fields."""
    if not isinstance(fields, dict):
        raise NotationError("a hand is a table of fields")
    variant = fields.get("variant")
    if not isinstance(variant, str):
        raise NotationError("the field 'variant' is missing" if variant is None else "the field 'variant' is no text")
    known = VARIANTS.get(variant)
    if known is None and "_openfelt_sign" not in fields:
        raise NotationError(f"no variant {shown(variant)}", legal=tuple(VARIANTS))
    return variant, known


def amounts(fields: Mapping[str, Any], key: str, count: int = 0, *, endless: bool = False) -> list[Written]:
    """A list of amounts, one for each player. `endless`: they are stacks, which may be infinite."""
    found = fields.get(key)
    if found is None:
        raise NotationError(f"the field {key!r} is missing")
    if not isinstance(found, list):
        raise NotationError(f"the field {key!r} is no list of amounts")
    for one in found:
        if type(one) is not int or not -ABOVE_ANY_POT < one < ABOVE_ANY_POT:
            require_amount(one, key, endless=endless)
    if count and len(found) != count:
        raise NotationError(f"{len(found)} amounts in the field {key!r} for {count} players")
    return found


def read_actions(fields: Mapping[str, Any]) -> list[str]:
    """The texts of the actions."""
    found = fields.get("actions")
    if found is None:
        raise NotationError("the field 'actions' is missing")
    if not isinstance(found, list) or not {str}.issuperset(map(type, found)):
        raise NotationError("the field 'actions' is no list of texts")
    if len(found) > MOST_ACTIONS:
        raise NotationError(f"{len(found)} actions; at most {MOST_ACTIONS} are read")
    return found


def read_sizes(fields: Mapping[str, Any], known: Variant | None) -> list[Written]:
    """The bring-in and the bets that the variant needs; 0 for one that is not written."""
    sizes: list[Written] = [fields.get(key, 0) for key in _SIZES]
    for key, one in zip(_SIZES, sizes, strict=True):
        require_amount(one, key)
    if known is not None:
        for key in known.needs:
            if key not in fields:
                raise NotationError(f"the field {key!r} is missing; {known.code} needs it")
    return sizes


def find_places(lists: Sequence[list[Written]], actions: list[str]) -> int:
    """The decimals of the finest amount in the hand."""
    places = 0
    for several in lists:
        if has_decimals(several):
            places = max(places, places_of(several))
    if "." in "".join(actions):
        spoken = [word for text in actions if "." in text for word in text.partition("#")[0].split()[2:]]
        places = max(places, places_of(map(DecimalText, spoken)))
    return places
