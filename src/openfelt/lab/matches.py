"""Named bots against each other at the real table, with a seed: what each won, and how sure that is.

Every hand has a seed of its own and fresh stacks, and the button moves on by one seat, so a result depends on the seed
and never on who plays which hands. Sums are whole numbers; only the figures made of them are not.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from openfelt.bots import find_bot
from openfelt.cards import deck
from openfelt.errors import InvariantBroken, NotationError
from openfelt.games import Sign
from openfelt.lab.confidence import deviations
from openfelt.lab.workers import Team
from openfelt.table import Hand, Shoe, Viewer, legal, open_hand, play, start, view
from openfelt.table.events import Folded, HandEnded, PotAwarded

CHUNK: Final = 100
MOST_HANDS: Final = 10**8
MOST_STACK: Final = 10**12
HUNDRED: Final = 100


@dataclass(frozen=True)
class Match:
    """What is played: a sign, the bot in each seat, the stack everyone starts each hand with, and a seed."""

    sign: Sign
    bots: tuple[str, ...]
    stack: int
    seed: int

    def __post_init__(self) -> None:
        for name in self.bots:
            find_bot(name)
        if not 0 < self.stack <= MOST_STACK or self.stack % self.sign.unit:
            raise NotationError(f"a stack of {self.stack} is not 1 to {MOST_STACK} in chips of {self.sign.unit}")
        bets = (self.sign.limit.small, self.sign.limit.big, self.sign.ante, *self.sign.blinds, *self.sign.over_blinds)
        if max(bets) > MOST_STACK:
            raise NotationError(
                f"a bet of {max(bets)} on the sign is more than any stack has", legal=f"1 to {MOST_STACK}"
            )

    @property
    def big_blind(self) -> int:
        """The last blind; without blinds, the least bet."""
        return self.sign.blinds[-1] if self.sign.blinds else self.sign.limit.small


@dataclass(frozen=True)
class Chunk:
    """Some hands of a match, by number."""

    match: Match
    first: int
    hands: int


@dataclass
class BotRecord:
    """What came of one bot's hands. A hand with the bot in several seats counts once for each of them."""

    dealt: int = 0
    net: int = 0
    squares: int = 0  # of its net in one hand, all its seats together
    won: int = 0
    showdowns: int = 0
    won_showdowns: int = 0

    def add(self, other: BotRecord) -> None:
        """Put another record's hands to these."""
        self.dealt += other.dealt
        self.net += other.net
        self.squares += other.squares
        self.won += other.won
        self.showdowns += other.showdowns
        self.won_showdowns += other.won_showdowns


@dataclass
class Result:
    """What came of some hands: how many, what the room took, and each bot's record."""

    hands: int = 0
    taken: int = 0
    bots: dict[str, BotRecord] = field(default_factory=dict)

    def add(self, other: Result) -> None:
        """Put another result's hands to these."""
        self.hands += other.hands
        self.taken += other.taken
        for name, record in other.bots.items():
            self.bots.setdefault(name, BotRecord()).add(record)


@dataclass(frozen=True)
class Interval:
    """A figure and between what it lies with the asked confidence."""

    mean: float
    low: float
    high: float


def chunks_of(match: Match, hands: int) -> list[Chunk]:
    """A match cut into chunks."""
    if not 1 <= hands <= MOST_HANDS:
        raise NotationError(f"{hands} hands are not 1 to {MOST_HANDS}")
    return [Chunk(match, first, min(CHUNK, hands - first)) for first in range(0, hands, CHUNK)]


def play_chunk(chunk: Chunk) -> Result:
    """Play some hands of a match."""
    result = Result()
    for number in range(chunk.first, chunk.first + chunk.hands):
        note(result, chunk.match, *play_hand(chunk.match, number))
    return result


def play_out(match: Match, number: int) -> tuple[Hand, list[Any]]:
    """One hand to its end, and its events. The cards and the bots have chances of their own."""
    sign, seats = match.sign, len(match.bots)
    cards = random.Random(f"openfelt match {match.seed} {number} cards")
    chances = [random.Random(f"openfelt match {match.seed} {number} seat {seat}") for seat in range(seats)]
    order = list(deck(sign.deck, joker=sign.joker).cards)
    cards.shuffle(order)
    shoe = Shoe(order, lambda pool: cards.sample(pool, len(pool)))
    players = [(seat, match.stack) for seat in range(1, seats + 1)]
    hand, events = open_hand(start(sign, players, button=number % seats + 1), shoe)
    while not hand.is_over:
        turn = legal(hand)
        assert turn is not None
        seat = turn.seat
        command = find_bot(match.bots[seat - 1])(turn, partial(view, hand, Viewer("seat", seat)), chances[seat - 1])
        events += play(hand, command, shoe)
    return hand, events


def play_hand(match: Match, number: int) -> tuple[dict[int, int], list[Any]]:
    """One hand: what each seat won or lost, and its events."""
    hand, events = play_out(match, number)
    nets = {seat: chips - match.stack for seat, chips in zip(hand.seats, hand.stacks, strict=True)}
    if sum(nets.values()) + hand.taken:
        raise InvariantBroken(f"hand {number} of the match with seed {match.seed} does not add up")
    return nets, events


def note(result: Result, match: Match, nets: dict[int, int], events: Sequence[Any]) -> None:
    """Count one hand."""
    folded = {event.seat for event in events if isinstance(event, Folded)}
    winners = {seat for event in events if isinstance(event, PotAwarded) for seat in event.seats}
    shown = any(isinstance(event, HandEnded) and event.reason == "showdown" for event in events)
    result.hands += 1
    result.taken -= sum(nets.values())
    together: dict[str, int] = {}
    for seat, net in nets.items():
        name = match.bots[seat - 1]
        record = result.bots.setdefault(name, BotRecord())
        record.dealt += 1
        record.net += net
        record.won += seat in winners
        if shown and seat not in folded:
            record.showdowns += 1
            record.won_showdowns += seat in winners
        together[name] = together.get(name, 0) + net
    for name, net in together.items():
        result.bots[name].squares += net * net


def play_match(
    match: Match, hands: int, by: Team | None = None, progress: Callable[[int], None] = lambda _: None
) -> Result:
    """Play all hands; `progress` hears how many more are done."""
    total = Result()
    for part in (by or Team()).each(play_chunk, chunks_of(match, hands)):
        total.add(part)
        progress(part.hands)
    return total


def per_hundred(record: BotRecord, hands: int, confidence: float) -> Interval:
    """What a bot wins in a hundred hands of one seat, in cents, with the interval that the observed spread gives."""
    z = deviations(confidence)
    seats = record.dealt / hands
    mean = record.net / hands
    spread = max(0.0, record.squares / hands - mean**2) * hands / max(1, hands - 1)
    half = z * math.sqrt(spread / hands)
    return Interval(*(HUNDRED * value / seats for value in (mean, mean - half, mean + half)))


def share(times: int, of: int, confidence: float) -> Interval:
    """A frequency with Wilson's interval, which stays right near 0 and 1.

    >>> share(0, 0, 0.95)
    Interval(mean=0.0, low=0.0, high=1.0)
    """
    if not of:
        return Interval(0.0, 0.0, 1.0)
    z = deviations(confidence)
    part = times / of
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return Interval(part, max(0.0, middle - half), min(1.0, middle + half))
