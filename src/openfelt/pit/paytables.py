"""Pay tables as data: which hand pays what to one. Owns their text (TOML) and its checks; knows no wager and no round.

A table is a frozen value of the sign. The same object settles the wagers and is priced by `openfelt.lab`. What a table
of a name must list is said by the game that prints it.

>>> from openfelt.books.act_holdem.pit import ANTE_TABLE
>>> ANTE_TABLE.odds["flush"]
2
>>> ANTE_TABLE.replace(flush=-2)
Traceback (most recent call last):
openfelt.errors.NotationError: odds of flush in pay table 'ante' are -2, not 0 to 1000000 [act-holdem 8.1]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openfelt.errors import NotationError
from openfelt.phrases import Name, names, phrase, quoted
from openfelt.rulebooks import Cites

STANDOFF: Final = "standoff"
MOST_ODDS: Final = 1_000_000
MOST_CHARACTERS: Final = 20_000
FileName = str | Path


@dataclass(frozen=True, slots=True, kw_only=True)
class TableKind:
    """What a table of this name must and may list, which hands it lets lose, and the clause that prints it.

    A table that may name more hands (`also`) ends in a line for all others. `title` is what the cloth calls the wager.
    """

    name: str
    title: str
    hands: tuple[str, ...]
    also: tuple[str, ...] = ()
    losing: tuple[str, ...] = ()
    cites: Cites

    def table(self, *odds: int) -> PayTable:
        """A table of this kind, its odds in the order of the print."""
        return PayTable(self, tuple(zip(self.hands, odds, strict=True)))


class PayTable:
    """Odds to one for each listed hand, highest hand first; a hand not listed does not win. 0 is a stand-off."""

    __slots__ = ("kind", "odds", "rows")

    kind: TableKind
    rows: tuple[tuple[str, int], ...]
    odds: Mapping[str, int]

    def __init__(self, kind: TableKind, rows: tuple[tuple[str, int], ...]) -> None:
        name = kind.name
        odds: dict[str, int] = {}
        for hand, to_one in rows:
            require_row(kind, hand, to_one)
            if hand in odds:
                raise NotationError(
                    phrase("pay table {name} lists {hand} twice", name=quoted(name), hand=Name(hand)), cites=kind.cites
                )
            odds[hand] = to_one
        if missing := [hand for hand in kind.hands if hand not in odds]:
            raise NotationError(
                phrase("pay table {name} lacks {missing}", name=quoted(name), missing=names(missing)), cites=kind.cites
            )
        order = (*kind.hands[:-1], *kind.also, kind.hands[-1])
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "odds", odds)
        object.__setattr__(self, "rows", tuple((hand, odds[hand]) for hand in order if hand in odds))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a pay table does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PayTable) and (self.kind.name, self.rows) == (other.kind.name, other.rows)

    def __hash__(self) -> int:
        return hash((self.kind.name, self.rows))

    def __repr__(self) -> str:
        return f"PayTable({self.name!r}, {self.rows!r})"

    def __reduce__(self) -> tuple[type[PayTable], tuple[TableKind, tuple[tuple[str, int], ...]]]:
        return PayTable, (self.kind, self.rows)

    @property
    def name(self) -> str:
        """What the table is called in files and on signs."""
        return self.kind.name

    @property
    def cites(self) -> Cites:
        """The clause that prints this table."""
        return self.kind.cites

    def pays(self, hand: str) -> int | None:
        """Odds to one for a hand, or None if it is not in the table and so does not win.

        >>> from openfelt.books.act_holdem.pit import ANTE_TABLE, SUPER_ACES_TABLE
        >>> ANTE_TABLE.pays("straight"), SUPER_ACES_TABLE.pays("pair")
        (1, None)
        >>> ANTE_TABLE.pays("stright")
        Traceback (most recent call last):
        openfelt.errors.NotationError: no hand 'stright' meets pay table 'ante' [act-holdem 8.1]
        """
        if hand in self.odds:
            return self.odds[hand]
        if hand in self.kind.also:
            return self.odds["all-other"]
        if hand in self.kind.losing:
            return None
        raise NotationError(
            phrase("no hand {hand} meets pay table {name}", hand=quoted(hand), name=quoted(self.name)),
            cites=self.kind.cites,
        )

    def line_of(self, hand: str) -> str:
        """The line that pays a hand; nothing where it does not win.

        >>> from openfelt.books.act_holdem.pit import ANTE_TABLE, SUPER_ACES_TABLE
        >>> ANTE_TABLE.line_of("flush"), ANTE_TABLE.line_of("straight"), SUPER_ACES_TABLE.line_of("pair")
        ('flush', 'all-other', '')
        """
        if self.pays(hand) is None:
            return ""
        return hand if hand in self.odds else "all-other"

    def replace(self, **odds: int) -> PayTable:
        """The same table with some odds changed; hands are written with underscores.

        >>> from openfelt.books.nz_big_raise.pit import RAISE_TABLE
        >>> RAISE_TABLE.replace(royal_flush=1000).odds["royal-flush"]
        1000
        """
        changed = {hand.replace("_", "-"): to_one for hand, to_one in odds.items()}
        return PayTable(self.kind, tuple({**self.odds, **changed}.items()))

    def toml(self) -> str:
        """The table as it is read back by `read_tables`."""
        standoff = f'"{STANDOFF}"'
        lines = [f"{hand} = {to_one or standoff}" for hand, to_one in self.rows]
        return "\n".join([f"[{self.name}]", *lines]) + "\n"


def require_row(kind: TableKind, hand: str, to_one: object) -> None:
    """Refuse an unknown hand and odds that are no whole number to one, 0 or more."""
    name, known = kind.name, (*kind.hands, *kind.also)
    if hand not in known:
        raise NotationError(
            phrase("pay table {name} has no hand {hand}", name=quoted(name), hand=quoted(hand)),
            cites=kind.cites,
            legal=known,
        )
    if not isinstance(to_one, int) or isinstance(to_one, bool):
        raise NotationError(
            phrase(
                "odds of {hand} in pay table {name} are {to_one}, not a whole number to one",
                hand=Name(hand),
                name=quoted(name),
                to_one=quoted(to_one),
            ),
            cites=kind.cites,
        )
    if not 0 <= to_one <= MOST_ODDS:
        raise NotationError(
            phrase(
                "odds of {hand} in pay table {name} are {to_one}, not 0 to {most}",
                hand=Name(hand),
                name=quoted(name),
                to_one=to_one,
                most=MOST_ODDS,
            ),
            cites=kind.cites,
        )


def parse_tables(text: str, kinds: Iterable[TableKind], *, game: str, source: str) -> dict[str, PayTable]:
    """The tables of a TOML text for a game that prints tables of these kinds."""
    own = {kind.name: kind for kind in kinds}
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise NotationError(
            phrase("{source}: not TOML: {fault}", source=Name(str(source)), fault=Name(str(fault)))
        ) from None
    except RecursionError:
        raise NotationError(phrase("{source}: not a pay table: nested too deep", source=Name(str(source)))) from None
    if not raw:
        raise NotationError(
            phrase("{source}: no pay table in it", source=Name(str(source))),
            legal=[phrase("[{name}]", name=Name(name)) for name in own],
        )
    found: dict[str, PayTable] = {}
    for name, rows in raw.items():
        if name not in own or not isinstance(rows, dict):
            cites = next(iter(own.values())).cites if own else ()
            raise NotationError(
                phrase(
                    "{source}: {game} has no pay table {name}",
                    source=Name(str(source)),
                    game=Name(game),
                    name=quoted(name),
                ),
                cites=cites,
                legal=tuple(own),
            )
        try:
            found[name] = PayTable(
                own[name], tuple((hand, 0 if to_one == STANDOFF else to_one) for hand, to_one in rows.items())
            )
        except NotationError as fault:
            raise NotationError(
                phrase("{source}: {message}", source=Name(str(source)), message=fault.said),
                cites=fault.cites,
                legal=fault.legal,
            ) from None
    return found


def read_short(path: FileName, most: int) -> str:
    """The text of a small file, with or without a byte-order mark; one that is longer is refused, not read on."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(most + 1)
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or "not UTF-8 text"
        raise NotationError(
            phrase("{path}: cannot be read: {reason}", path=Name(str(path)), reason=Name(reason))
        ) from None
    if len(text) > most:
        raise NotationError(phrase("{path}: more than {most} characters", path=Name(str(path)), most=most))
    return text
