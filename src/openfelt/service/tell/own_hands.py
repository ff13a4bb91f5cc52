"""What a player's own hand is worth so far, named beside the cards and told to that player alone.

nsw-poker 27.1 forbids what records, projects or analyses outcomes, odds or strategy. It is read so that naming one's
own hand is none of these: it says what the cards at hand make by the book's order, as a dealer says of cards that are
shown. It does not say what others may hold, what may come, or what to do; that is a hint (house 27.10). What a table
tells of this is decided here and nowhere else. Hands are named only once there are enough cards for one, and not while
a player holds cards that are still to be discarded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from openfelt.cards import UNKNOWN, Card
from openfelt.games.game import Deal, Discard
from openfelt.games.registry import find_game
from openfelt.hands import Selection, strength, unpack
from openfelt.hands.words import in_words
from openfelt.phrases import Phrase
from openfelt.table import Hand
from openfelt.table.hand import OUT
from openfelt.table.rules import HalfRules
from openfelt.table.seen import HandView, SeatView
from openfelt.table.views import shown_board

TWO: Final = 2
THREE: Final = 3
MOST_OF_TWO: Final = 6  # own cards of which two make a hand with three of the board
TWICE: Final = 2  # the second board is dealt
WORST: Final = 1  # the least hand of a scale


def own_seat(hand: Hand, i: int, seen: SeatView) -> SeatView:
    """A seat that has not shown, as its own player sees it: with the cards, and with what they make."""
    return msgspec.structs.replace(seen, down=tuple(map(Card, hand.down[i])), made=made(hand, i))


def with_own_hand(hand: Hand, seen: HandView, seat: int) -> HandView:
    """A hand as one of its players sees it, with what that player's cards make."""
    i = hand.index.get(seat)
    if i is None or hand.shown[i] == 1:
        return seen
    mine = msgspec.structs.replace(seen.seats[i], made=made(hand, i))
    return msgspec.structs.replace(seen, seats=(*seen.seats[:i], mine, *seen.seats[i + 1 :]))


def made(hand: Hand, i: int) -> tuple[Phrase, ...]:
    """What a player's cards make with the board: as a high hand, as a low hand, or both.

    Nothing of a hand that is out, of one with a second board, or while a card is unknown. For every hand of one deal
    the same is called, so that the time it takes tells nobody what a player holds (HID-6).
    """
    hole, board, sign = hand.holding(i), shown_board(hand), hand.rules.sign
    most = kept_cards(sign.rulebook, sign.game)
    if hand.status[i] == OUT or hand.twice == TWICE or UNKNOWN in hole or len(hole) > most:
        return ()
    halves = [half for half in hand.rules.halves if is_enough(half, len(hole), len(board))]
    worth = [(half.scale, strength(half.scale, hole, board, selection=half.selection)) for half in halves]
    said = [(best, in_words(on, *unpack(on, best or WORST))) for on, best in worth]
    return tuple([words for best, words in said if best])  # a low hand that does not qualify is none


def is_enough(half: HalfRules, own: int, common: int) -> bool:
    """Whether this many cards make a hand."""
    if half.selection is Selection.TWO_AND_THREE:
        return TWO <= own <= MOST_OF_TWO and common >= THREE
    return half.scale.hand_size <= own + common <= half.scale.most_cards


@lru_cache(maxsize=256)
def kept_cards(rulebook: str, game: str) -> int:
    """How many cards of their own players have once all are dealt and discarded.

    >>> kept_cards("nsw-poker", "texas-holdem"), kept_cards("nsw-poker", "crazy-pineapple")
    (2, 2)
    """
    steps = find_game(rulebook, game).steps
    dealt = sum(step.each for step in steps if isinstance(step, Deal))
    return dealt - sum(step.count for step in steps if isinstance(step, Discard))
