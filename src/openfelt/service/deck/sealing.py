"""The sealed record of a shuffle: seed and deck go into the journal with the root, before the first card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from openfelt.cards import ALL_CARDS, DECK_SIZES, Card, Deck, deck
from openfelt.errors import NotationError
from openfelt.journal import Reader, Sealed
from openfelt.journal.verify import Fault, Verdict
from openfelt.phrases import Name, phrase, quoted
from openfelt.service.deck.commitments import Commitment, OrderCommitment
from openfelt.service.deck.draws import draw_from, is_draw
from openfelt.service.deck.shuffle import SEED_BYTES, later_key

ORDER: Final = "order"
JOKER_MARK: Final = "+joker"
CHUNK: Final = 1_000


def deck_text(of: Deck) -> str:
    """A deck as the sealed record names it.

    >>> deck_text(deck(32)), deck_text(deck(52, joker=True))
    ('32', '52+joker')
    """
    return f"{of.size}{JOKER_MARK if of.joker else ''}"


def deck_from(text: str) -> Deck:
    """The deck that a sealed record names."""
    size = text.removesuffix(JOKER_MARK)
    if size not in map(str, DECK_SIZES):
        raise NotationError(phrase("no deck {text}", text=quoted(text)))
    return deck(int(size), joker=text.endswith(JOKER_MARK))


def seal(commitment: Commitment, seed: bytes, of: Deck) -> Sealed:
    """What the journal keeps of a shuffle; goes into the entry that publishes the root."""
    return Sealed(commitment.shuffle, deck_text(of), seed, commitment.root)


def opened(sealed: Sealed) -> OrderCommitment:
    """The same cards again, from their sealed record: to resume a round of play, or for a proof."""
    if sealed.deck != ORDER:
        return Commitment(sealed.shuffle, sealed.seed, deck_from(sealed.deck))
    numbers = sealed.seed[SEED_BYTES:]
    if any(number >= len(ALL_CARDS) for number in numbers):
        raise NotationError(phrase("shuffle {shuffle} names a card that does not exist", shuffle=Name(sealed.shuffle)))
    return OrderCommitment(sealed.shuffle, sealed.seed[:SEED_BYTES], [ALL_CARDS[number] for number in numbers])


def seal_order(shuffle: str, cards: Sequence[Card], seed: bytes, number: int) -> Sealed:
    """A shoe in the middle of a hand, after a clause had it changed: the very order of what is left, with its salts.

    `number` counts the orders that were made of one seed, so that no two share a salt.
    """
    key = later_key(seed, number)
    return Sealed(shuffle, ORDER, key + bytes(cards), OrderCommitment(shuffle, key, cards).root)


def check_shuffles(journal: Reader) -> Verdict:
    """Deal every sealed seed again: each gives the root that was sealed with it."""
    count = 0
    fault = None
    for sealed in all_sealed(journal):
        count += 1
        try:
            right = draw_from(sealed) is not None if is_draw(sealed) else opened(sealed).root == sealed.root
        except NotationError as bad:
            fault = fault or Fault(f"shuffle {sealed.shuffle}", bad.message)
            continue
        if not right:
            fault = fault or Fault(f"shuffle {sealed.shuffle}", "its seed does not give the root it was sealed with")
    return Verdict("shuffles", f"{count} shuffles", fault)


def all_sealed(journal: Reader) -> Iterator[Sealed]:
    """Every sealed shuffle, in the order of the journal."""
    for first in range(1, journal.head().entry + 1, CHUNK):
        for _, sealed in journal.seals(first, first + CHUNK - 1):
            yield sealed
