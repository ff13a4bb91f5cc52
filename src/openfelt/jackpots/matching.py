"""Whether a hand is what an event says, by the record of the hand and nothing else.

A category is matched by name; the least of it, of a high hand and of a losing hand by five cards. Conditions that are
not met are named, so that a refused claim says which.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

from openfelt.cards import Card, cards, deck
from openfelt.games.registry import find_game
from openfelt.hands import Category, Kind, Scale, Selection, scale, strength, unpack
from openfelt.hands.orders import HANDS
from openfelt.jackpots.parameters import JackpotEvent, Parameters
from openfelt.room.jackpot_link import PlayedHand
from openfelt.room.results import SeatResult

FIVE: Final = 5
Lack: TypeAlias = Literal["void", "folded", "not-shown", "dealt-in", "showdown", "no-match", "both-cards", "not-beaten"]


@dataclass(frozen=True, slots=True)
class Judge:
    """How the hands of one variation are ranked."""

    scale: Scale
    selection: Selection
    board_size: int
    holding: int  # how many cards a player keeps
    names: tuple[str, ...]  # of the categories, best first

    def strength(self, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        """What a holding is worth; 0 while there are too few cards for a hand."""
        if self.selection is Selection.TWO_AND_THREE:
            return strength(self.scale, hole, board, selection=self.selection) if len(board) >= 3 else 0
        if self.selection is Selection.OWN_FIVE:
            return strength(self.scale, hole) if len(hole) == FIVE else 0
        return strength(self.scale, hole, board) if len(hole) + len(board) >= FIVE else 0

    def uses_both(self, hole: tuple[Card, ...], board: tuple[Card, ...], worth: int) -> bool:
        """Whether both hole cards play: five cards with both of them are worth as much."""
        if self.selection is Selection.TWO_AND_THREE:
            return True
        if len(hole) != 2:
            return False
        return any(strength(self.scale, (*hole, *three)) == worth for three in combinations(board, 3))

    def category(self, worth: int) -> Category:
        """The category of a hand."""
        return unpack(self.scale, worth)[0]


@cache
def judge_of(book: str, game: str, size: int) -> Judge:
    """The judge of a variation, by the high hand of its game."""
    found, of = find_game(book, game), deck(size)
    half = next(one for one in found.showdown.halves if one.kind is Kind.HIGH)
    straights = None if HANDS.of(book).ace_low_fixed else False
    ranked = scale(book, of, kind=half.kind, ace_low_straights=straights)
    names = tuple(one.words for one in ranked.categories)
    return Judge(ranked, half.selection, found.board_size, found.holding_size, names)


def has_high_hand(book: str, game: str) -> bool:
    """Whether the game is won by high hands of five cards, in part at least."""
    return any(one.kind is Kind.HIGH for one in find_game(book, game).showdown.halves)


def judge_for(parameters: Parameters) -> Judge:
    """The judge of a pool's variation."""
    return judge_of(*parameters.variation)


def least_of(judge: Judge, event: JackpotEvent) -> int:
    """The strength of the least hand that an event names; 0 if it names none."""
    return strength(judge.scale, cards(event.least)) if isinstance(event.least, str) else 0


class EventHand(NamedTuple):
    """A player's hand for an event: its strength, or what it lacks."""

    player: str
    strength: int
    lack: Lack | None


def made_by(judge: Judge, event: JackpotEvent, hand: PlayedHand, result: SeatResult) -> EventHand:
    """A player's hand against an event of one hand. Of a bad beat: against its least losing hand."""
    lack = barred(event, hand, result)
    if lack is not None:
        return EventHand(result.player, 0, lack)
    worth = judge.strength(result.shown, hand.board)
    if not worth or not matches(judge, event, worth):
        return EventHand(result.player, worth, "no-match")
    if event.both_cards is True and not judge.uses_both(result.shown, hand.board, worth):
        return EventHand(result.player, worth, "both-cards")
    return EventHand(result.player, worth, None)


def barred(event: JackpotEvent, hand: PlayedHand, result: SeatResult) -> Lack | None:
    """What keeps a hand from any claim, whatever its cards are."""
    if hand.void:
        return "void"
    if result.folded:
        return "folded"
    if not result.shown:
        return "not-shown"
    if isinstance(event.dealt_in, int) and len(hand.results) < event.dealt_in:
        return "dealt-in"
    if event.showdown is True and sum(not one.folded for one in hand.results) < 2:
        return "showdown"
    return None


def matches(judge: Judge, event: JackpotEvent, worth: int) -> bool:
    """Whether cards of this strength are what an event names."""
    if isinstance(event.hand, str) and judge.category(worth).words != event.hand:
        return False
    return worth >= least_of(judge, event)


class Qualified(NamedTuple):
    """Who qualifies for an event in a hand, and who shares in it beside them."""

    players: tuple[str, ...]
    winners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def qualified(judge: Judge, event: JackpotEvent, hand: PlayedHand, without: frozenset[str] = frozenset()) -> Qualified:
    """Who qualifies; `without` are players who have taken another event of this hand."""
    hands = [made_by(judge, event, hand, one) for one in hand.results]
    fit = [one for one in hands if one.lack is None]
    if event.kind != "bad-beat":
        return Qualified(tuple(one.player for one in fit if one.player not in without))
    best = best_shown(judge, hand)
    beaten = [one for one in fit if one.strength < best]
    winners = tuple(one.player for one in fit if one.strength == best)
    if not beaten or not winners:
        return Qualified(())
    high = max(one.strength for one in beaten)
    losers = tuple(one.player for one in beaten if one.strength == high and one.player not in without)
    inside = {*losers, *winners}
    others = tuple(one.player for one in hand.results if one.player not in inside)
    return Qualified(losers, winners, others) if losers else Qualified(())


def best_shown(judge: Judge, hand: PlayedHand) -> int:
    """The best hand that was not folded and lies face up."""
    shown = (one for one in hand.results if one.shown and not one.folded)
    return max((judge.strength(one.shown, hand.board) for one in shown), default=0)


def lacks(judge: Judge, event: JackpotEvent, hand: PlayedHand, player: str) -> Lack | None:
    """What a player's hand lacks for an event; None if it qualifies."""
    result = next(one for one in hand.results if one.player == player)
    made = made_by(judge, event, hand, result)
    if made.lack is None and event.kind == "bad-beat" and player not in qualified(judge, event, hand).players:
        return "not-beaten"
    return made.lack
