"""Hand evaluation: one call and batches, against every evaluator that pip can install, on the same random hands."""

# ruff: noqa: PLC0415 - a peer that is not installed is left out
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.measure import Row, rates, same_order
from openfelt.cards import ALL_CARDS, Card
from openfelt.hands import SCALES, Scale, Selection, batch, strength

SEED = 20_240_607
SINGLE = 5_000
BATCH = 250_000
FULL = SCALES["nsw-52"]

Hands = list[tuple[Card, ...]]


@dataclass(frozen=True)
class Peer:
    """Another evaluator: what it needs to be given, and one call on it."""

    name: str
    prepare: Callable[[Hands], list[object]]
    evaluate: Callable[[object], int]
    lower_is_better: bool = False
    share: int = 1  # how many times fewer hands it is given, so that a turn stays short


def deal(scale: Scale, number: int, cards: int) -> np.ndarray:
    """Random holdings, one per row, always the same."""
    deck = np.array(scale.deck.cards, dtype=np.uint8)
    return np.random.default_rng(SEED).permuted(np.tile(deck, (number, 1)), axis=1)[:, :cards].copy()


def eval7_peer() -> Peer:
    import eval7

    return Peer("eval7", lambda hands: [tuple(eval7.Card(str(c)) for c in hand) for hand in hands], eval7.evaluate)


def phevaluator_peer() -> Peer:
    from phevaluator import evaluate_cards

    return Peer("phevaluator", lambda hands: [tuple(map(int, hand)) for hand in hands],
                lambda hand: evaluate_cards(*hand), lower_is_better=True, share=5)  # fmt: skip


def treys_peer() -> Peer:
    import treys

    evaluator = treys.Evaluator()
    return Peer("treys", lambda hands: [[treys.Card.new(str(c)) for c in hand] for hand in hands],
                lambda hand: evaluator.evaluate(hand[2:], hand[:2]), lower_is_better=True, share=10)  # fmt: skip


def pokerfast_peer() -> Peer:
    import pokerfast

    return Peer("pokerfast", lambda hands: [tuple(map(str, hand)) for hand in hands], pokerfast.eval7, share=5)


def pokerkit_peer() -> Peer:
    from pokerkit import Card as KitCard
    from pokerkit import StandardHighHand

    def evaluate(hand: tuple[list[object], list[object]]) -> int:
        return StandardHighHand.from_game(*hand).entry.index

    def prepare(hands: Hands) -> list[object]:
        parsed = (list(KitCard.parse("".join(map(str, hand)))) for hand in hands)
        return [(cards[:2], cards[2:]) for cards in parsed]

    return Peer("pokerkit", prepare, evaluate, share=100)


def peers() -> Iterator[Peer]:
    """The evaluators that are installed."""
    for make in (eval7_peer, phevaluator_peer, treys_peer, pokerfast_peer, pokerkit_peer):
        try:
            yield make()
        except ImportError as missing:
            print(f"  {make.__name__.removesuffix('_peer')} is not installed: {missing}")


def run() -> list[Row]:
    """One call against each peer; a batch against eval7's calls; other scales against the full-deck high hand."""
    dealt = deal(FULL, SINGLE, 7)
    hands: Hands = [tuple(ALL_CARDS[one] for one in row) for row in dealt]
    return [*(single(peer, hands) for peer in peers()), *batches(dealt, hands), *scales()]


def every(evaluate: Callable[[object], object], hands: Sequence[object]) -> Callable[[], None]:
    """One call for each hand, from Python."""

    def all_of_them() -> None:
        for hand in hands:
            evaluate(hand)

    return all_of_them


def ours_every(hands: Hands) -> Callable[[], None]:
    """One call of ours for each hand."""

    def all_of_them() -> None:
        for hand in hands:
            strength(FULL, hand)

    return all_of_them


def single(peer: Peer, hands: Hands) -> Row:
    """One call on parsed cards."""
    theirs = peer.prepare(hands[: len(hands) // peer.share])
    agrees = same_order(
        [strength(FULL, hand) for hand in hands[: len(theirs)]],
        [peer.evaluate(hand) for hand in theirs],
        lower_is_better=peer.lower_is_better,
    )
    ours, other = rates((ours_every(hands), len(hands)), (every(peer.evaluate, theirs), len(theirs)))
    aim = 2.5 if peer.name == "eval7" else 1.0
    return Row("seven cards, one call", ours, other, peer.name, aim=aim, agrees=agrees)


def batches(dealt: np.ndarray, hands: Hands) -> Iterator[Row]:
    """A numpy batch of seven-card hands against one eval7 call per hand."""
    many = deal(FULL, BATCH, 7)
    assert [strength(FULL, hand) for hand in hands] == batch(FULL, dealt).tolist(), "a batch differs from single calls"
    peer = next((one for one in peers() if one.name == "eval7"), None)
    theirs = peer.prepare(hands) if peer else []
    for name, trusted in (("seven cards, batch", False), ("seven cards, trusted batch", True)):
        sides = [((lambda trusted=trusted: batch(FULL, many, trusted=trusted)), BATCH)]
        if peer:
            sides.append((every(peer.evaluate, theirs), len(theirs)))
        ours, *other = rates(*sides)
        yield Row(name, ours, other[0] if other else None, "eval7, one call", aim=100)


OTHERS = {
    "nsw-36": "36 cards", "nsw-32": "32 cards", "act-48": "48 cards", "act-52-joker": "52 cards and joker",
    "act-32-joker-acelow": "32 cards and joker", "us-low": "razz", "us-low-8": "eight or better",
    "act-40-joker-low": "40 cards and joker, low",
}  # fmt: skip


def scales() -> Iterator[Row]:
    """Seven-card batches on other scales against the full-deck high hand; Omaha and short hands as they are."""
    full = deal(FULL, BATCH, 7)
    for key, words in OTHERS.items():
        scale = SCALES[key]
        own = deal(scale, BATCH, 7)
        ours, high = rates((lambda s=scale, o=own: batch(s, o), BATCH), (lambda: batch(FULL, full), BATCH), seconds=0.5)
        yield Row(f"seven cards, batch, {words}", ours, high, "ours, full-deck high", aim=0.5)
    nine = deal(FULL, BATCH, 9)
    hole, board = nine[:, :4].copy(), nine[:, 4:].copy()
    for key, words in (("nsw-52", "Omaha"), ("us-low-8", "Omaha, eight or better")):
        scale = SCALES[key]
        run_omaha = lambda s=scale: batch(s, hole, board, selection=Selection.TWO_AND_THREE)  # noqa: E731
        yield Row(f"{words}, batch", *rates((run_omaha, BATCH)))
    for key, cards, words in (
        ("house-27-low", 5, "deuce-to-seven"),
        ("house-badugi", 4, "badugi"),
        ("nz-three-card", 3, "three-card"),
    ):
        scale, own = SCALES[key], deal(SCALES[key], BATCH, cards)
        yield Row(f"{words}, batch", *rates((lambda s=scale, o=own: batch(s, o), BATCH), seconds=0.5))
