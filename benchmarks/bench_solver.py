"""House-banked games: deals counted per second, as a ratio to hands that the kernel evaluates one by one, on one core.

No peer counts these games exactly, so we compare with ourselves: a ratio of 1 would mean that every deal costs as
much as evaluating one seven-card hand. Aims in seconds are turned into ratios of time: 1 is just reached.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.measure import Row, rates
from openfelt.cards import cards
from openfelt.hands import batch, scale
from openfelt.lab import big_raise, canberra, deals
from openfelt.lab.banked import BigRaise, Canberra
from openfelt.pit.sign import BigRaiseSign, HoldemSign

HANDS = 200_000
CANBERRA_SECONDS, BIG_RAISE_SECONDS, DECISION_SECONDS = 5.0, 2.0, 0.05


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
    game = Canberra()
    game.counts(game.best([HoldemSign()], 1000))


def whole_big_raise() -> None:
    """The same for Big Raise, all arrays made anew."""
    for remembered in (deals.five_classes, deals.threes, deals.pairs, deals.weights, deals.decisions,
                       big_raise.class_counts, big_raise.three_card_classes):  # fmt: skip
        remembered.cache_clear()
    BigRaise().sheet(BigRaiseSign())


def one_decision() -> None:
    """One decision of Canberra Hold-em, each run-out visited."""
    canberra.decide(HoldemSign(), 1000, cards("Jd4c"), cards("Kh9s6d"))


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
    for name, work, _, seconds in WORK:
        best = min(timing(work) for _ in range(3))
        yield Row(f"{name}: aim {seconds:g} s", 1 / best, 1 / seconds, "the aim", unit="/s", aim=1)


def timing(work: Callable[[], object]) -> float:
    """Processor seconds that one run takes: the work is on one thread, and a busy machine does not change them."""
    began = time.process_time()
    work()
    return time.process_time() - began
