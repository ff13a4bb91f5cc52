"""The house-banked games as the lab sees them: a sign and a strategy in, a price sheet out.

>>> from openfelt.lab.banked import banked
>>> sheet = banked("nz-big-raise").sheet()
>>> sheet.main.edge
Fraction(22237, 162435)
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import Card, cards
from openfelt.errors import InvariantBroken, NotationError, RuleViolation
from openfelt.lab import after_flop, after_flop_strategies, one_decision, raise_on_three, three_cards
from openfelt.lab.deals import WORDS
from openfelt.lab.price import Decision, Price
from openfelt.lab.strategies import Numbers, Strategy, Vocabulary, parse, read_strategy
from openfelt.pit.game import PitGame
from openfelt.pit.games import key_of, pit_games, sign_for
from openfelt.pit.priced import CallAfterFlop, OneDecision, Priced, RaiseOnThree
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import AnySign, changed, validate

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


class Banked(ABC):
    """A house-banked game as the lab asks about it; one kind for each kind of `pit.priced`."""

    how: Priced

    def __init__(self, game: PitGame, decisions: Mapping[str, int], askable: Mapping[str, Mapping[str, int]]) -> None:
        """Read the game's strategies, which may take these decisions and ask these features."""
        self.game, self.key, self.title = game, game.key, game.title
        vocabulary = Vocabulary(game.key, decisions, askable, self.how.strategy_cites)
        self.named = {name: parse(text, vocabulary, name=name) for name, text in self.how.strategies.items()}

    @property
    def unplayed(self) -> tuple[str, ...]:
        """Strategies that have a price and no player."""
        return ()

    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies, the best one first."""
        return (OPTIMAL, *self.named, *self.unplayed)

    def sheet(
        self, sign: AnySign | None = None, *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> Sheet:
        """The price under one sign and one strategy (a name, or a file)."""
        return self.sheets([sign or self.game.sign()], strategy=strategy, stake=stake, bonus=bonus)[0]

    @abstractmethod
    def sheets(
        self, signs: Sequence[AnySign], *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> list[Sheet]:
        """The prices under several signs, counted together. `bonus` is a side stake that the best play minds."""

    @abstractmethod
    def taken(self, sign: AnySign, stake: int, strategy: str, bonus: int = 0) -> NDArray[np.uint8]:
        """The decision of a strategy with each set of cards, by its number."""

    @abstractmethod
    def decide(self, sign: AnySign, stake: int, texts: Sequence[str]) -> Decision:
        """One decision, from the text of its cards."""

    def spelt_out(self, strategy: str) -> Strategy:
        """A strategy by name or from a file."""
        if strategy in self.named:
            return self.named[strategy]
        if not strategy or not Path(strategy).exists():
            raise NotationError(f"no strategy {strategy!r} for {self.key}, nor a file", legal=self.strategies())
        return read_strategy(strategy, next(iter(self.named.values())).vocabulary)

    def lines(self, strategy: str) -> str:
        """A strategy's text; one that is worked out from the sign has none."""
        return "" if strategy in (OPTIMAL, *self.unplayed) else str(self.spelt_out(strategy))

    def own(self, sign: AnySign) -> AnySign:
        """The sign, if it belongs to the game."""
        if key_of(sign) != self.key:
            raise NotationError(f"a sign of {sign.rulebook} does not price another game")
        return validate(sign)

    def the_hand(self, texts: Sequence[str]) -> tuple[Card, ...]:
        """A player's cards, given as one text."""
        if len(texts) != 1:
            raise RuleViolation("decision-cards", self.how.decision, "a decision is three cards, as one text")
        return cards(texts[0])


class CallGame(Banked):
    """A call after the flop, against the dealer's hand."""

    def __init__(self, game: PitGame, how: CallAfterFlop) -> None:
        self.how: CallAfterFlop = how
        super().__init__(game, {"fold": 0, "call": 1}, after_flop_strategies.FEATURES)
        # A word that settlement does not know would lose in silence.
        if strange := set(WORDS) - {hand for kind in game.tables for hand in (*kind.hands, *kind.also)}:
            raise InvariantBroken(f"no pay table of {game.key} knows {', '.join(sorted(strange))}")
        # Counting takes a second or two, so what was counted is kept: a few strategies, and small tables of counts.
        self.known_calls: dict[tuple[bytes, bytes], NDArray[np.uint8]] = {}
        self.known_counts: dict[bytes, NDArray[np.int64]] = {}

    def sheets(
        self, signs: Sequence[AnySign], *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> list[Sheet]:
        """The prices under several signs; signs that pay alike are counted once."""
        require_stake(stake, bonus)
        how, own = self.how, [self.own(sign) for sign in signs]
        best = self.best(own, stake)
        if strategy == OPTIMAL:
            taken = self.best(own, stake, bonus) if bonus else best
        else:
            taken = [self.spelt_out(strategy).apply(self.features())] * len(own)
        counts = self.counts([*best, *taken])
        found: list[Sheet] = []
        for sign, most, called in zip(own, best, taken, strict=True):
            price = after_flop.main_price(how, sign, stake, called, counts=counts[digest(called)])
            limit = after_flop.main_price(how, sign, stake, most, counts=counts[digest(most)])
            silent = after_flop.side_price(how, sign, stake, called, declared=False)
            sides = (
                after_flop.side_price(how, sign, stake, called),
                replace(silent, name=f"{how.side_name}, never declared"),
            )
            lines, cost = self.lines(strategy), limit.expected - price.expected
            found.append(Sheet(self.key, self.title, sign, stake, strategy, lines, price, sides, cost, bonus))
        return found

    def features(self) -> Mapping[str, Numbers]:
        """What strategies ask about every decision."""
        return after_flop_strategies.features(self.how.scale)

    def taken(self, sign: AnySign, stake: int, strategy: str, bonus: int = 0) -> NDArray[np.uint8]:
        """For each flop and hole cards, 1 to call or 0 to fold."""
        if strategy == OPTIMAL:
            return self.best([self.own(sign)], stake, bonus)[0]
        return self.spelt_out(strategy).apply(self.features())

    def best(self, signs: Sequence[AnySign], stake: int, bonus: int = 0) -> list[NDArray[np.uint8]]:
        """The best calls under each sign; signs that pay alike are valued once."""
        how = self.how
        lost = [after_flop.forfeits(how, sign, bonus) if bonus else np.zeros(1, np.int64) for sign in signs]
        keys = [
            (after_flop.payoffs(how, sign, stake).tobytes(), one.tobytes() if one.any() else b"")
            for sign, one in zip(signs, lost, strict=True)
        ]
        known = {key: self.known_calls[key] for key in keys if key in self.known_calls}
        wanted = {key: sign for key, sign in zip(keys, signs, strict=True) if key not in known}
        if wanted:
            tables = {key[0]: sign for key, sign in wanted.items()}
            values = dict(zip(tables, after_flop.call_values(how, list(tables.values()), stake), strict=True))
            forget(self.known_calls, len(wanted), MOST_CALLS)
            for key, sign in wanted.items():
                calls = after_flop.best_calls(how, values[key[0]], sign, stake, bonus=bonus)
                known[key] = self.known_calls[key] = calls
        return [known[key] for key in keys]

    def counts(self, calls: Sequence[NDArray[np.uint8]]) -> dict[bytes, NDArray[np.int64]]:
        """How the deals of each strategy end, by its digest."""
        wanted = {digest(called): called for called in calls if digest(called) not in self.known_counts}
        if wanted:
            forget(self.known_counts, len(wanted), MOST_COUNTS)
            counted = after_flop.outcome_counts(self.how, list(wanted.values()))
            self.known_counts.update(zip(wanted, counted, strict=True))
        return self.known_counts

    def decide(self, sign: AnySign, stake: int, texts: Sequence[str]) -> Decision:
        """One decision: hole cards and flop."""
        if len(texts) != 2:
            message = "a decision is two hole cards and the flop, as two texts"
            raise RuleViolation("decision-cards", self.how.decision, message)
        require_stake(stake)
        return after_flop.decide(self.how, self.own(sign), stake, cards(texts[0]), cards(texts[1]))


class ThreeCardGame(Banked):
    """A decision on three own cards, taken for each three that differs by more than the names of its suits."""

    choices: Mapping[str, int]

    @abstractmethod
    def features(self) -> Mapping[str, Numbers]:
        """What strategies ask about every hand."""

    @abstractmethod
    def best(self, sign: AnySign, stake: int, bonus: int = 0) -> NDArray[np.uint8]:
        """The best decisions."""

    @abstractmethod
    def prices(self, sign: AnySign, stake: int, taken: NDArray[np.uint8]) -> tuple[Price, tuple[Price, ...]]:
        """The game and its side wagers under a strategy."""

    def sheets(
        self, signs: Sequence[AnySign], *, strategy: str = OPTIMAL, stake: int = DEFAULT_STAKE, bonus: int = 0
    ) -> list[Sheet]:
        """The prices under several signs."""
        require_stake(stake, bonus)
        found = []
        for sign in map(self.own, signs):
            taken = self.taken(sign, stake, strategy, bonus)
            price, sides = self.prices(sign, stake, taken)
            cost = self.prices(sign, stake, self.best(sign, stake))[0].expected - price.expected
            lines = self.lines(strategy)
            found.append(Sheet(self.key, self.title, sign, stake, strategy, lines, price, sides, cost, bonus))
        return found

    def taken(self, sign: AnySign, stake: int, strategy: str, bonus: int = 0) -> NDArray[np.uint8]:
        """What a strategy does with each hand."""
        if strategy == OPTIMAL:
            return self.best(self.own(sign), stake, bonus)
        return self.spelt_out(strategy).apply(self.features())


class RaiseGame(ThreeCardGame):
    """A raise on three own cards, without a dealer's hand."""

    def __init__(self, game: PitGame, how: RaiseOnThree) -> None:
        self.how: RaiseOnThree = how
        self.choices = raise_on_three.choices(how)
        # A raise made before the deal can only be kept, or taken back by folding (nz-big-raise 5.1(c), 5.9(b)).
        self.blind = {f"blind-{times}": times for times in how.times} if Spot.BET in game.spots else {}
        super().__init__(game, self.choices, three_cards.askable(how.three_cards, how.counted))

    @property
    def unplayed(self) -> tuple[str, ...]:
        """Raises before the deal."""
        return tuple(self.blind)

    def features(self) -> Mapping[str, Numbers]:
        """What strategies ask about every hand."""
        return three_cards.features(self.how.three_cards, self.how.counted)

    def best(self, sign: AnySign, stake: int, bonus: int = 0) -> NDArray[np.uint8]:  # noqa: ARG002 - a fold keeps it
        """The best raises. The side wager stands apart (nz-big-raise 9.2(c)): no play minds it."""
        return raise_on_three.best_raises(self.how, raise_on_three.choice_values(self.how, sign, stake))

    def taken(self, sign: AnySign, stake: int, strategy: str, bonus: int = 0) -> NDArray[np.uint8]:
        """What a strategy does with each hand."""
        if strategy in self.blind:
            values = raise_on_three.choice_values(self.how, self.own(sign), stake)
            return raise_on_three.best_raises(self.how, values, (self.blind[strategy],))
        return super().taken(sign, stake, strategy, bonus)

    def prices(self, sign: AnySign, stake: int, taken: NDArray[np.uint8]) -> tuple[Price, tuple[Price, ...]]:
        """The game and its side wager, where the sign offers it."""
        sides = (raise_on_three.side_price(self.how, sign, stake),) if self.how.is_side_offered(sign) else ()
        return raise_on_three.main_price(self.how, sign, stake, taken), sides

    def decide(self, sign: AnySign, stake: int, texts: Sequence[str]) -> Decision:
        """One decision: three cards."""
        hand = self.the_hand(texts)
        require_stake(stake)
        return raise_on_three.decide(self.how, self.own(sign), stake, hand)


class PlayGame(ThreeCardGame):
    """Play on or fold with three own cards, against three of the dealer's."""

    def __init__(self, game: PitGame, how: OneDecision) -> None:
        self.how: OneDecision = how
        self.choices = {one_decision.FOLD: 0, one_decision.PLAY: 1}
        super().__init__(game, self.choices, three_cards.askable(how.scale, {}))

    def features(self) -> Mapping[str, Numbers]:
        """What strategies ask about every hand."""
        return three_cards.features(self.how.scale, {})

    def best(self, sign: AnySign, stake: int, bonus: int = 0) -> NDArray[np.uint8]:
        """The hands that are worth playing."""
        return one_decision.best_plays(self.how, sign, stake, bonus)

    def prices(self, sign: AnySign, stake: int, taken: NDArray[np.uint8]) -> tuple[Price, tuple[Price, ...]]:
        """The game and its side wager, which folding gives up."""
        side = one_decision.side_price(self.how, sign, stake, taken)
        return one_decision.main_price(self.how, sign, stake, taken), (side,)

    def decide(self, sign: AnySign, stake: int, texts: Sequence[str]) -> Decision:
        """One decision: three cards."""
        hand = self.the_hand(texts)
        require_stake(stake)
        return one_decision.decide(self.how, self.own(sign), stake, hand)


@cache
def banked_games() -> Mapping[str, Banked]:
    """Every house-banked game that can be priced."""
    return {game.key: made for game in pit_games().values() if (made := priced(game)) is not None}


def priced(game: PitGame) -> Banked | None:
    """A game by the way in which it is priced, if its book says how."""
    match game.priced:
        case CallAfterFlop() as how:
            return CallGame(game, how)
        case RaiseOnThree() as how:
            return RaiseGame(game, how)
        case OneDecision() as how:
            return PlayGame(game, how)
        case _:
            return None


def banked(key: str) -> Banked:
    """The house-banked game of that name."""
    games = banked_games()
    if key not in games:
        raise NotationError(f"no house-banked game {key!r}", legal=tuple(games))
    return games[key]


def digest(calls: NDArray[np.uint8]) -> bytes:
    """A short name for a strategy's two million decisions."""
    return hashlib.blake2b(calls.data, digest_size=16).digest()


def forget(kept: dict[Kept, NDArray[Any]], coming: int, most: int) -> None:
    """Make room by dropping what was kept first."""
    while kept and len(kept) + coming > most:
        del kept[next(iter(kept))]


def require_stake(stake: int, bonus: int = 0) -> None:
    """Refuse stakes that are not whole cents, above 0 for the ante."""
    if not 0 < stake <= MOST_STAKE:
        raise NotationError(f"an ante of {stake} cents is not 1 to {MOST_STAKE}")
    if not 0 <= bonus <= MOST_STAKE:
        raise NotationError(f"a bonus of {bonus} cents is not 0 to {MOST_STAKE}")


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
    return validate(changed(sign, **changes))


def priced_settings(sign: AnySign) -> tuple[str, ...]:
    """The settings of a sign that the command line may change: the readings and the maximum payout."""
    payouts = (name for name in ("max_payout", "max_raise_payout") if hasattr(sign, name))
    return (*(reading.setting for reading in sign.readings), *payouts)


def readings(game: Banked, sign: AnySign | None = None, *, strategy: str = OPTIMAL,
             stake: int = DEFAULT_STAKE, bonus: int = 0) -> list[Reading]:  # fmt: skip
    """The price under every reading of every doubtful clause, one changed at a time; `bonus` as in `sheet`."""
    base = sign or sign_for(game.key)
    cases = [(reading, value) for reading in base.readings for value in reading.values]
    signs = [changed(base, **{reading.setting: value}) for reading, value in cases]
    sheets = game.sheets(signs, strategy=strategy, stake=stake, bonus=bonus)
    return [
        Reading(reading.setting, str(value).lower() if isinstance(value, bool) else str(value),
                value == reading.values[0], reading.question, tuple(reading.cites), sheet)
        for (reading, value), sheet in zip(cases, sheets, strict=True)
    ]  # fmt: skip
