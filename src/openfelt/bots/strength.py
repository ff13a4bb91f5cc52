"""How good a holding looks from its own seat: the share of random run-outs it wins, by sampling with the kernel."""

from __future__ import annotations

from random import Random

from openfelt.cards import UNKNOWN, Card, deck
from openfelt.games import find_game
from openfelt.games.game import Discard, Game
from openfelt.hands import Scale, Selection, scale, strength
from openfelt.table import HandView

Halves = list[tuple[Scale, Selection]]


def final_sizes(game: Game) -> tuple[int, int]:
    """How many own cards and how many community cards a player has at the showdown."""
    thrown = sum(step.count for step in game.steps if isinstance(step, Discard))
    return game.holding_size - thrown, game.board_size


def estimate(view: HandView, seat: int, chance: Random, samples: int = 40) -> float:
    """The chance to win against the other live hands if nobody folds any more, draws left aside."""
    game = find_game(view.rulebook, view.game)
    mine = next(one for one in view.seats if one.seat == seat)
    known = {*mine.down, *view.board}
    for one in view.seats:
        known.update(one.up)
    rest = [card for card in deck(view.deck, joker=view.joker).cards if card not in known]
    own, board = final_sizes(game)
    shared = max(0, len(view.board) - board)  # a card for all where the deck ran short takes the place of one's own
    own, board = own - shared, board + shared
    halves = _halves(game, view, view.deck)
    holding = tuple(card for card in mine.down + mine.up if card != UNKNOWN)[:own]
    rivals = [one.up for one in view.seats if one.seat != seat and one.status != "folded" and one.down]
    missing = [board - len(view.board), own - len(holding), *(own - len(up) for up in rivals)]
    if sum(missing) > len(rest):
        return 1 / (len(rivals) + 1)
    share = 0.0
    for _ in range(samples):
        drawn = chance.sample(rest, sum(missing))
        piles = [tuple(drawn[sum(missing[:at]) : sum(missing[: at + 1])]) for at in range(len(missing))]
        hands = [holding + piles[1], *(up + more for up, more in zip(rivals, piles[2:], strict=True))]
        share += _share(hands, view.board + piles[0], halves)
    return share / samples


def _halves(game: Game, view: HandView, size: int) -> Halves:
    of = deck(size, joker=view.joker)
    return [
        (scale(view.rulebook, of, kind=half.kind, eight_or_better=half.eight_or_better), half.selection)
        for half in game.showdown.halves
    ]


def _share(hands: list[tuple[Card, ...]], board: tuple[Card, ...], halves: Halves) -> float:
    """The first hand's share of the pot."""
    won = parts = 0.0
    for one, selection in halves:
        values = [strength(one, cards, board, selection=selection) for cards in hands]
        best = max(values)
        if best:
            parts += 1
            won += (values[0] == best) / values.count(best)
    return won / parts if parts else 0.0
