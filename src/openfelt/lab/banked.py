"""The house-banked games as the lab sees them: a sign and a strategy in, a price sheet out.

>>> from openfelt.lab.banked import banked
>>> sheet = banked("nz-big-raise").sheet()
>>> sheet.main.edge
Fraction(22237, 162435)
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from openfelt.cards import cards
from openfelt.errors import NotationError, RuleViolation
from openfelt.lab import big_raise, big_raise_strategies, canberra, canberra_strategies
from openfelt.lab.price import Decision, Price
from openfelt.lab.strategies import Strategy, read_strategy
from openfelt.pit.sign import READINGS, AnySign, BigRaiseSign, HoldemSign, sign_for, validate

Own = TypeVar("Own", HoldemSign, BigRaiseSign)
Kept = TypeVar("Kept")

OPTIMAL: Final = "optimal"
DEFAULT_STAKE: Final = 1000
"""Ten dollars, in cents: the figures are per ante, so it matters only where a maximum payout bites."""
MOST_STAKE: Final = 10**6
"""Odds go up to a million to one: 1,070,190 run-outs of a stake this size still fit the kernel's 64-bit sums."""
MOST_CALLS: Final = 16
MOST_COUNTS: Final = 1000


@dataclass(frozen=True)
class Sheet:
    """The price of a game under one sign and one strategy."""

    game: str
    title: str
    sign: AnySign
    stake: int
    strategy: str
    lines: str
    main: Price
    sides: tuple[Price, ...]
    cost: Fraction
    """What this strategy costs against the best one, in antes."""
    bonus: int = 0
    """The side stake that the best play minded, in cents."""


@dataclass(frozen=True)
class Reading:
    """A doubtful clause read one way: the price beside the resolution's."""

    setting: str
    value: str
    default: bool
    question: str
    cites: tuple[str, ...]
    sheet: Sheet


class Banked(Protocol):
    """What the lab asks of a house-banked game."""

    key: str
    title: str

    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies, the best one first."""

    def sheet(
        self, sign: AnySign | None = None, *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> Sheet:
        """The price under one sign and one strategy (a name, or a file)."""

    def sheets(
        self, signs: Sequence[AnySign], *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> list[Sheet]:
        """The prices under several signs, counted together. `bonus` is a side stake that the best play minds."""

    def decide(self, sign: AnySign, stake: int, texts: Sequence[str]) -> Decision:
        """One decision, from the text of its cards."""


class Canberra:
    """Canberra Casino Hold-em."""

    key = "act-holdem"
    title = "Canberra Casino Hold-em"

    def __init__(self) -> None:
        # Counting takes a second or two, so what was counted is kept: a few strategies, and small tables of counts.
        self.known_calls: dict[tuple[bytes, bytes], NDArray[np.uint8]] = {}
        self.known_counts: dict[bytes, NDArray[np.int64]] = {}

    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies, the best one first."""
        return (OPTIMAL, *canberra_strategies.named())

    def sheet(
        self, sign: AnySign | None = None, *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> Sheet:
        """The price under one sign and one strategy."""
        return self.sheets([sign or HoldemSign()], strategy=strategy, stake=stake, bonus=bonus)[0]

    def sheets(
        self, signs: Sequence[AnySign], *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> list[Sheet]:
        """The prices under several signs; signs that pay alike are counted once."""
        require_stake(stake, bonus)
        own = [require_sign(sign, HoldemSign) for sign in signs]
        best = self.best(own, stake)
        if strategy == OPTIMAL:
            taken, lines = self.best(own, stake, bonus) if bonus else best, ""
        else:
            text = self.spelt_out(strategy)
            taken, lines = [text.apply(canberra_strategies.features())] * len(own), str(text)
        counts = self.counts([*best, *taken])
        found: list[Sheet] = []
        for sign, most, called in zip(own, best, taken, strict=True):
            price = canberra.main_price(sign, stake, called, counts[digest(called)])
            limit = canberra.main_price(sign, stake, most, counts[digest(most)])
            declared = canberra.bonus_price(sign, stake, called)
            silent = canberra.bonus_price(sign, stake, called, declared=False)
            sides = (declared, replace(silent, name="Super Aces Bonus, never declared"))
            cost = limit.expected - price.expected
            found.append(Sheet(self.key, self.title, sign, stake, strategy, lines, price, sides, cost, bonus))
        return found

    def spelt_out(self, strategy: str) -> Strategy:
        """A strategy by name or from a file."""
        return find_strategy(strategy, canberra_strategies.named(), self.key)

    def best(self, signs: Sequence[HoldemSign], stake: int, bonus: int = 0) -> list[NDArray[np.uint8]]:
        """The best calls under each sign; signs that pay alike are valued once."""
        lost = [canberra.forfeits(sign, bonus) if bonus else np.zeros(1, np.int64) for sign in signs]
        keys = [
            (canberra.payoffs(sign, stake).tobytes(), one.tobytes() if one.any() else b"")
            for sign, one in zip(signs, lost, strict=True)
        ]
        known = {key: self.known_calls[key] for key in keys if key in self.known_calls}
        wanted = {key: sign for key, sign in zip(keys, signs, strict=True) if key not in known}
        if wanted:
            tables = {key[0]: sign for key, sign in wanted.items()}
            values = dict(zip(tables, canberra.call_values(list(tables.values()), stake), strict=True))
            forget(self.known_calls, len(wanted), MOST_CALLS)
            for key, sign in wanted.items():
                known[key] = self.known_calls[key] = canberra.best_calls(values[key[0]], sign, stake, bonus=bonus)
        return [known[key] for key in keys]

    def counts(self, calls: Sequence[NDArray[np.uint8]]) -> dict[bytes, NDArray[np.int64]]:
        """How the deals of each strategy end, by its digest."""
        wanted = {digest(called): called for called in calls if digest(called) not in self.known_counts}
        if wanted:
            forget(self.known_counts, len(wanted), MOST_COUNTS)
            self.known_counts.update(zip(wanted, canberra.outcome_counts(list(wanted.values())), strict=True))
        return self.known_counts

    def decide(self, sign: AnySign, stake: int, texts: Sequence[str]) -> Decision:
        """One decision: hole cards and flop."""
        if len(texts) != 2:
            raise RuleViolation(
                "decision-cards",
                canberra.ACT.cite("6.4", "7.1"),
                "a decision is two hole cards and the flop, as two texts",
            )
        require_stake(stake)
        return canberra.decide(require_sign(sign, HoldemSign), stake, cards(texts[0]), cards(texts[1]))


class BigRaise:
    """Big Raise Stud."""

    key = "nz-big-raise"
    title = "Big Raise Stud Poker"

    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies, the best one first."""
        return (OPTIMAL, *big_raise_strategies.named(), *big_raise_strategies.BLIND)

    def sheet(
        self, sign: AnySign | None = None, *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> Sheet:
        """The price under one sign and one strategy. The bonus stands apart (nz-big-raise 9.2(c)): no play minds it."""
        require_stake(stake, bonus)
        own = require_sign(sign or BigRaiseSign(), BigRaiseSign)
        taken = self.taken(own, stake, strategy)
        computed = strategy == OPTIMAL or strategy in big_raise_strategies.BLIND
        lines = "" if computed else str(self.spelt_out(strategy))
        best = self.taken(own, stake, OPTIMAL)
        price = big_raise.main_price(own, stake, taken)
        cost = big_raise.main_price(own, stake, best).expected - price.expected
        sides = (big_raise.bonus_price(own, stake),) if own.bonus_offered else ()
        return Sheet(self.key, self.title, own, stake, strategy, lines, price, sides, cost, bonus)

    def sheets(
        self, signs: Sequence[AnySign], *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> list[Sheet]:
        """The prices under several signs."""
        return [self.sheet(sign, strategy=strategy, stake=stake, bonus=bonus) for sign in signs]

    def taken(self, sign: AnySign, stake: int, strategy: str) -> NDArray[np.uint8]:
        """What a strategy does with each three-card hand."""
        values = big_raise.choice_values(require_sign(sign, BigRaiseSign), stake)
        if strategy == OPTIMAL:
            return big_raise.best_raises(values)
        if strategy in big_raise_strategies.BLIND:
            return big_raise.best_raises(values, (0, big_raise_strategies.BLIND[strategy]))
        return self.spelt_out(strategy).apply(big_raise_strategies.features())

    def spelt_out(self, strategy: str) -> Strategy:
        """A strategy by name or from a file."""
        return find_strategy(strategy, big_raise_strategies.named(), self.key, also=tuple(big_raise_strategies.BLIND))

    def decide(self, sign: AnySign, stake: int, texts: Sequence[str]) -> Decision:
        """One decision: three cards."""
        if len(texts) != 1:
            raise RuleViolation("decision-cards", big_raise.NZ.cite("9.1"), "a decision is three cards, as one text")
        require_stake(stake)
        return big_raise.decide(require_sign(sign, BigRaiseSign), stake, cards(texts[0]))


GAMES: Final[Mapping[str, Banked]] = {"act-holdem": Canberra(), "nz-big-raise": BigRaise()}


def banked(key: str) -> Banked:
    """The house-banked game of that name."""
    if key not in GAMES:
        raise NotationError(f"no house-banked game {key!r}", legal=tuple(GAMES))
    return GAMES[key]


def digest(calls: NDArray[np.uint8]) -> bytes:
    """A short name for a strategy's two million decisions."""
    return hashlib.blake2b(calls.data, digest_size=16).digest()


def forget(kept: dict[Kept, NDArray[Any]], coming: int, most: int) -> None:
    """Make room by dropping what was kept first."""
    while kept and len(kept) + coming > most:
        del kept[next(iter(kept))]


def find_strategy(name: str, known: Mapping[str, Strategy], game: str, also: Sequence[str] = ()) -> Strategy:
    """A strategy by name, or from a file."""
    if name in known:
        return known[name]
    if not name or not Path(name).exists():
        raise NotationError(f"no strategy {name!r} for {game}, nor a file", legal=(OPTIMAL, *known, *also))
    return read_strategy(name, next(iter(known.values())).vocabulary)


def require_stake(stake: int, bonus: int = 0) -> None:
    """Refuse stakes that are not whole cents, above 0 for the ante."""
    if not 0 < stake <= MOST_STAKE:
        raise NotationError(f"an ante of {stake} cents is not 1 to {MOST_STAKE}")
    if not 0 <= bonus <= MOST_STAKE:
        raise NotationError(f"a bonus of {bonus} cents is not 0 to {MOST_STAKE}")


def require_sign(sign: AnySign, wanted: type[Own]) -> Own:
    """The sign, if it belongs to the game."""
    if not isinstance(sign, wanted):
        raise NotationError(f"a sign of {sign.rulebook} does not price another game")
    return validate(sign)


def with_settings(sign: AnySign, settings: Mapping[str, str]) -> AnySign:
    """The sign with readings, maximum payouts and the like set from text; each is checked."""
    changes: dict[str, object] = {}
    for name, text in settings.items():
        if name not in priced_settings(sign):
            raise NotationError(f"no setting {name!r} on a sign of {sign.rulebook}", legal=priced_settings(sign))
        now = getattr(sign, name)
        if isinstance(now, bool) and text.lower() in ("true", "false"):
            changes[name] = text.lower() == "true"
        elif isinstance(now, int) and not isinstance(now, bool):
            if not (text.isascii() and text.isdecimal()):
                raise NotationError(f"{name} is {text!r}, not a whole number of cents")
            changes[name] = int(text)
        else:
            changes[name] = text
    return validate(msgspec.structs.replace(sign, **changes))


def priced_settings(sign: AnySign) -> tuple[str, ...]:
    """The settings of a sign that the command line may change: the readings and the maximum payout."""
    payout = "max_payout" if isinstance(sign, HoldemSign) else "max_raise_payout"
    return (*(reading.setting for reading in READINGS[sign.rulebook]), payout)


def readings(game: Banked, sign: AnySign | None = None, *, strategy: str = OPTIMAL,
             stake: int = DEFAULT_STAKE, bonus: int = 0) -> list[Reading]:  # fmt: skip
    """The price under every reading of every doubtful clause, one changed at a time; `bonus` as in `sheet`."""
    base = sign or sign_for(game.key)
    cases = [(reading, value) for reading in READINGS[game.key] for value in reading.values]
    signs = [msgspec.structs.replace(base, **{reading.setting: value}) for reading, value in cases]
    sheets = game.sheets(signs, strategy=strategy, stake=stake, bonus=bonus)
    return [
        Reading(reading.setting, str(value).lower() if isinstance(value, bool) else str(value),
                value == reading.values[0], reading.question, tuple(reading.cites), sheet)
        for (reading, value), sheet in zip(cases, sheets, strict=True)
    ]  # fmt: skip
