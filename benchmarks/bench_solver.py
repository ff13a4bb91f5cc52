"""House-banked games: deals counted per second, as a ratio to hands that the kernel evaluates one by one, on one core.

No peer counts these games exactly, so we compare with ourselves: a ratio of 1 would mean that every deal costs as
much as evaluating one seven-card hand. Aims in seconds, that of the prizes of a field among them, are turned into
ratios of time: 1 is just reached.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.measure import Row, rates
from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.act_holdem.pit_price import PRICED as CANBERRA
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.books.nz_big_raise.pit_price import PRICED as BIG_RAISE
from openfelt.cards import cards
from openfelt.hands import batch, scale
from openfelt.lab import after_flop, deals, icm, raise_on_three, three_cards
from openfelt.lab.banked import CallGame, RaiseGame
from openfelt.pit.games import pit_game

HANDS = 200_000
CANBERRA_SECONDS, BIG_RAISE_SECONDS, DECISION_SECONDS, ICM_SECONDS = 5.0, 2.0, 0.05, 1.0


def run() -> list[Row]:
    """All rows."""
    return [*counted(), *timed()]


def evaluate() -> Callable[[], object]:
    """The kernel at work on seven-card hands."""
    order = scale("act-holdem")
    generator = np.random.default_rng(20070801)
    rows = np.stack([generator.permutation(52)[:7] for _ in range(HANDS)]).astype(np.uint8)
    return lambda: batch(order, rows, trusted=True)


def whole_canberra() -> None:
    """Value every decision, take the best, count every outcome: nothing remembered."""
    game = CallGame(pit_game("act-holdem"), CANBERRA)
    game.counts(game.best([HoldemSign()], 1000))


def whole_big_raise() -> None:
    """The same for Big Raise, all arrays made anew."""
    for remembered in (deals.five_classes, deals.threes, deals.pairs, deals.weights, deals.decisions,
                       raise_on_three.class_counts, three_cards.classes):  # fmt: skip
        remembered.cache_clear()
    RaiseGame(pit_game("nz-big-raise"), BIG_RAISE).sheet(BigRaiseSign())


def one_decision() -> None:
    """One decision of Canberra Hold-em, each run-out visited."""
    after_flop.decide(CANBERRA, HoldemSign(), 1000, cards("Jd4c"), cards("Kh9s6d"))


def whole_field() -> None:
    """What a thousand stacks are worth where 150 prizes are paid."""
    chips = np.random.default_rng(28).integers(1, 200_000, 1000)
    icm.equities([int(stack) for stack in chips], [100_000 // place for place in range(1, 151)])


WORK = (
    ("act-holdem, complete", whole_canberra, 27_813_810_024_000, CANBERRA_SECONDS),
    ("act-holdem, one decision", one_decision, 1_070_190, DECISION_SECONDS),
    ("nz-big-raise, complete", whole_big_raise, 25_989_600, BIG_RAISE_SECONDS),
)


def counted() -> Iterator[Row]:
    """Deals a second beside hands a second."""
    kernel = evaluate()
    for name, work, amount, _ in WORK:
        rate, hands = rates((work, amount), (kernel, HANDS))
        yield Row(name, rate, hands, "kernel, hands one by one", unit="deals/s")


def timed() -> Iterator[Row]:
    """Times a second beside the aim."""
    field = ("prizes of 1,000 players, 150 paid", whole_field, 0, ICM_SECONDS)
    for name, work, _, seconds in (*WORK, field):
        best = min(timing(work) for _ in range(3))
        yield Row(f"{name}: aim {seconds:g} s", 1 / best, 1 / seconds, "the aim", unit="/s", aim=1)


def timing(work: Callable[[], object]) -> float:
    """Processor seconds that one run takes: the work is on one thread, and a busy machine does not change them."""
    began = time.process_time()
    work()
    return time.process_time() - began
