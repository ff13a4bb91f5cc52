"""Moves that bots share: wagers within the offer, and sensible draws and discards."""

from __future__ import annotations

from collections import Counter

from openfelt.cards import JOKER, Card
from openfelt.games import find_game
from openfelt.hands import Kind
from openfelt.table import (
    Bet,
    BringIn,
    Call,
    Check,
    Decline,
    Discard,
    Draw,
    Fold,
    HandView,
    PlayerCommand,
    RaiseTo,
    RunTwice,
    Show,
    Turn,
)


def passive(turn: Turn) -> PlayerCommand:
    """Check, or call, or whatever costs least and stays in."""
    seat = turn.seat
    if turn.check:
        return Check(seat)
    if turn.call or turn.free_call:
        return Call(seat)
    if turn.bring_in:
        return BringIn(seat)
    return wager(turn, turn.least) if turn.most else Fold(seat)


def give_up(turn: Turn) -> PlayerCommand:
    """Check if that is free, else fold; an opener who must wager wagers the least."""
    return Fold(turn.seat) if turn.fold and not turn.is_free else passive(turn)


def wager(turn: Turn, to: int) -> PlayerCommand:
    """A bet or raise to the legal amount nearest to `to`."""
    if not turn.most:
        return passive(turn)
    to = min(max(to, turn.least), turn.most)
    to -= (to - turn.least) % turn.step
    return Bet(turn.seat, to) if turn.opening else RaiseTo(turn.seat, to)


def own_cards(view: HandView, seat: int) -> tuple[Card, ...]:
    """The seat's down cards."""
    return next(one.down for one in view.seats if one.seat == seat)


def other_turn(turn: Turn, view: HandView) -> PlayerCommand:
    """Draws, discards, optional blinds and showdowns, played plainly."""
    if turn.kind == "option":
        return Decline(turn.seat)
    if turn.kind == "agreeing":
        return RunTwice(turn.seat)
    if turn.kind == "showing":
        return Show(turn.seat)
    cards = own_cards(view, turn.seat)
    if turn.kind == "discarding":
        return Discard(turn.seat, worst(cards, turn.count))
    shows = find_game(view.rulebook, view.game).showdown
    gone = low_draw(cards, shows.halves[-1].kind) if shows.is_low else high_draw(cards)
    if len(gone) < turn.fewest:  # cards of the draw came early (nsw-poker 26.15)
        gone = worst(cards, turn.fewest)
    return Draw(turn.seat, gone[: turn.count])


def rank_of(card: Card) -> int:
    """The rank, the joker above all."""
    return 15 if card == JOKER else card // 4 + 2


def worst(cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """The cards to give up in pineapple: unpaired, low and off-suit first."""
    ranks = Counter(rank_of(card) for card in cards)
    suits = Counter(card % 4 for card in cards)

    def worth(card: Card) -> tuple[int, int]:
        return 20 * (ranks[rank_of(card)] - 1) + rank_of(card) + 2 * (suits[card % 4] - 1), card

    return tuple(sorted(cards, key=worth)[:count])


def high_draw(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Keep pairs and better, or four to a flush, or the two highest cards."""
    ranks = Counter(rank_of(card) for card in cards)
    suits = Counter(card % 4 for card in cards if card != JOKER)
    suit, most = suits.most_common(1)[0]
    if most == 5 or (most == 4 and max(ranks.values()) == 1):
        return tuple(card for card in cards if card != JOKER and card % 4 != suit)
    kept = [card for card in cards if ranks[rank_of(card)] > 1 or card == JOKER]
    if not kept:
        kept = sorted(cards, key=rank_of)[-2:]
    return tuple(card for card in cards if card not in kept)


def low_draw(cards: tuple[Card, ...], kind: Kind) -> tuple[Card, ...]:
    """Keep different low ranks (badugi: any ranks, of different suits too)."""

    def height(card: Card) -> int:
        return 1 if rank_of(card) == 14 and kind is not Kind.DEUCE_TO_SEVEN else rank_of(card)

    kept: list[Card] = []
    for card in sorted(cards, key=lambda one: (height(one), one)):
        new_rank = all(rank_of(card) != rank_of(one) for one in kept)
        new_suit = all(card % 4 != one % 4 for one in kept)
        if new_rank and (new_suit if kind.is_badugi else height(card) <= 9):
            kept.append(card)
    return tuple(card for card in cards if card not in kept)
