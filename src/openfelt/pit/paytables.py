"""Pay tables as data: which hand pays what to one. Owns their text (TOML) and its checks; knows no wager and no round.

A table is a frozen value of the sign. The same object settles the wagers and is priced by `openfelt.lab`.

>>> RAISE_TABLE.odds["flush"], RAISE_TABLE.odds["pair-6-to-9"]
(6, 0)
>>> ANTE_TABLE.replace(flush=-2)
Traceback (most recent call last):
openfelt.errors.NotationError: odds of flush in pay table 'ante' are -2, not 0 to 1000000 [act-holdem 8.1]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

from openfelt.errors import NotationError
from openfelt.rulebooks import Cites, rulebook

ACT = rulebook("act-holdem")
NZ = rulebook("nz-big-raise")

TableName = Literal["ante", "super-aces", "raise", "three-card-bonus"]
ANTE: Final = "ante"
SUPER_ACES: Final = "super-aces"
RAISE: Final = "raise"
THREE_CARD_BONUS: Final = "three-card-bonus"

STANDOFF: Final = "standoff"
MOST_ODDS: Final = 1_000_000
MOST_CHARACTERS: Final = 20_000


class Kind(NamedTuple):
    """What a table of this name must and may list, which hands it lets lose, and the clause that prints it."""

    hands: tuple[str, ...]
    also: tuple[str, ...]
    losing: tuple[str, ...]
    cites: Cites
    rulebook: str


KINDS: Final[Mapping[str, Kind]] = {
    # act-holdem 8.1 ends in "all other"; a changed table may name more hands before that line.
    ANTE: Kind(
        ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "all-other"),
        ("straight", "three-of-a-kind", "two-pair", "pair", "high-card"),
        (),
        ACT.cite("8.1"),
        "act-holdem",
    ),
    SUPER_ACES: Kind(
        (
            "royal-flush",
            "straight-flush",
            "four-of-a-kind",
            "full-house",
            "flush",
            "straight",
            "three-of-a-kind",
            "two-pair",
            "pair-of-aces",
        ),
        (),
        ("pair", "high-card"),
        ACT.cite("11.1"),
        "act-holdem",
    ),
    RAISE: Kind(
        (
            "royal-flush",
            "straight-flush",
            "four-of-a-kind",
            "full-house",
            "flush",
            "straight",
            "three-of-a-kind",
            "two-pair",
            "pair-10-or-better",
            "pair-6-to-9",
        ),
        (),
        ("low-pair", "high-card"),
        NZ.cite("5.7"),
        "nz-big-raise",
    ),
    THREE_CARD_BONUS: Kind(
        ("straight-flush", "three-of-a-kind", "straight", "flush", "pair"),
        (),
        ("high-card",),
        NZ.cite("10.3"),
        "nz-big-raise",
    ),
}


class PayTable:
    """Odds to one for each listed hand, highest hand first; a hand not listed does not win. 0 is a stand-off."""

    __slots__ = ("name", "odds", "rows")

    name: str
    rows: tuple[tuple[str, int], ...]
    odds: Mapping[str, int]

    def __init__(self, name: str, rows: tuple[tuple[str, int], ...]) -> None:
        if name not in KINDS:
            raise NotationError(f"no pay table {name!r}", legal=tuple(KINDS))
        kind = KINDS[name]
        odds: dict[str, int] = {}
        for hand, to_one in rows:
            require_row(name, hand, to_one)
            if hand in odds:
                raise NotationError(f"pay table {name!r} lists {hand} twice", cites=kind.cites)
            odds[hand] = to_one
        if missing := [hand for hand in kind.hands if hand not in odds]:
            raise NotationError(f"pay table {name!r} lacks {', '.join(missing)}", cites=kind.cites)
        order = (*kind.hands[:-1], *kind.also, kind.hands[-1])
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "odds", odds)
        object.__setattr__(self, "rows", tuple((hand, odds[hand]) for hand in order if hand in odds))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a pay table does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PayTable) and (self.name, self.rows) == (other.name, other.rows)

    def __hash__(self) -> int:
        return hash((self.name, self.rows))

    def __repr__(self) -> str:
        return f"PayTable({self.name!r}, {self.rows!r})"

    def __reduce__(self) -> tuple[type[PayTable], tuple[str, tuple[tuple[str, int], ...]]]:
        return PayTable, (self.name, self.rows)

    @property
    def cites(self) -> Cites:
        """The clause that prints this table."""
        return KINDS[self.name].cites

    def pays(self, hand: str) -> int | None:
        """Odds to one for a hand, or None if it is not in the table and so does not win.

        >>> ANTE_TABLE.pays("straight"), SUPER_ACES_TABLE.pays("pair")
        (1, None)
        >>> ANTE_TABLE.pays("stright")
        Traceback (most recent call last):
        openfelt.errors.NotationError: no hand 'stright' meets pay table 'ante' [act-holdem 8.1]
        """
        if hand in self.odds:
            return self.odds[hand]
        kind = KINDS[self.name]
        if hand in kind.also:
            return self.odds["all-other"]
        if hand in kind.losing:
            return None
        raise NotationError(f"no hand {hand!r} meets pay table {self.name!r}", cites=kind.cites)

    def replace(self, **odds: int) -> PayTable:
        """The same table with some odds changed; hands are written with underscores.

        >>> RAISE_TABLE.replace(royal_flush=1000).odds["royal-flush"]
        1000
        """
        changed = {hand.replace("_", "-"): to_one for hand, to_one in odds.items()}
        return PayTable(self.name, tuple({**self.odds, **changed}.items()))

    def toml(self) -> str:
        """The table as it is read back by `read_tables`."""
        standoff = f'"{STANDOFF}"'
        lines = [f"{hand} = {to_one or standoff}" for hand, to_one in self.rows]
        return "\n".join([f"[{self.name}]", *lines]) + "\n"


def require_row(name: str, hand: str, to_one: object) -> None:
    """Refuse an unknown hand and odds that are no whole number to one, 0 or more."""
    kind = KINDS[name]
    known = (*kind.hands, *kind.also)
    if hand not in known:
        raise NotationError(f"pay table {name!r} has no hand {hand!r}", cites=kind.cites, legal=known)
    if not isinstance(to_one, int) or isinstance(to_one, bool):
        raise NotationError(
            f"odds of {hand} in pay table {name!r} are {to_one!r}, not a whole number to one", cites=kind.cites
        )
    if not 0 <= to_one <= MOST_ODDS:
        raise NotationError(
            f"odds of {hand} in pay table {name!r} are {to_one}, not 0 to {MOST_ODDS}", cites=kind.cites
        )


def standard(name: TableName, *odds: int) -> PayTable:
    """A table of the rulebook, its odds in the order of the print."""
    return PayTable(name, tuple(zip(KINDS[name].hands, odds, strict=True)))


ANTE_TABLE: Final = standard(ANTE, 100, 20, 10, 3, 2, 1)
SUPER_ACES_TABLE: Final = standard(SUPER_ACES, 100, 50, 40, 30, 20, 7, 7, 7, 7)
RAISE_TABLE: Final = standard(RAISE, 500, 100, 40, 8, 6, 4, 3, 2, 1, 0)
THREE_CARD_BONUS_TABLE: Final = standard(THREE_CARD_BONUS, 40, 30, 6, 3, 1)

STANDARD: Final[Mapping[str, PayTable]] = {
    table.name: table for table in (ANTE_TABLE, SUPER_ACES_TABLE, RAISE_TABLE, THREE_CARD_BONUS_TABLE)
}
assert set(STANDARD) == set(KINDS) == set(get_args(TableName))


def read_tables(text: str, *, rulebook_key: str, source: str = "pay table") -> dict[str, PayTable]:
    """The tables of a TOML text, for the game of one rulebook. A table that is not named stays the rulebook's.

    >>> read_tables("[ante]", rulebook_key="nz-big-raise", source="mine.toml")
    Traceback (most recent call last):
    openfelt.errors.NotationError: mine.toml: nz-big-raise has no pay table 'ante' [nz-big-raise 5.7]; allowed: raise, three-card-bonus
    """  # noqa: E501 - the refusal is one line
    own = {name: kind for name, kind in KINDS.items() if kind.rulebook == rulebook_key}
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise NotationError(f"{source}: not TOML: {fault}") from None
    except RecursionError:
        raise NotationError(f"{source}: not a pay table: nested too deep") from None
    if not raw:
        raise NotationError(f"{source}: no pay table in it", legal=[f"[{name}]" for name in own])
    found: dict[str, PayTable] = {}
    for name, rows in raw.items():
        if name not in own or not isinstance(rows, dict):
            cites = next(iter(own.values())).cites if own else ()
            raise NotationError(f"{source}: {rulebook_key} has no pay table {name!r}", cites=cites, legal=tuple(own))
        try:
            found[name] = PayTable(
                name, tuple((hand, 0 if to_one == STANDOFF else to_one) for hand, to_one in rows.items())
            )
        except NotationError as fault:
            raise NotationError(f"{source}: {fault.message}", cites=fault.cites, legal=fault.legal) from None
    return found


def read_short(path: str | Path, most: int) -> str:
    """The text of a small file, with or without a byte-order mark; one that is longer is refused, not read on."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(most + 1)
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or "not UTF-8 text"
        raise NotationError(f"{path}: cannot be read: {reason}") from None
    if len(text) > most:
        raise NotationError(f"{path}: more than {most} characters")
    return text


def read_file(path: str | Path, *, rulebook_key: str) -> dict[str, PayTable]:
    """The tables of a TOML file; the file's name stands in every refusal."""
    text = read_short(path, MOST_CHARACTERS)
    return read_tables(text, rulebook_key=rulebook_key, source=str(path))
