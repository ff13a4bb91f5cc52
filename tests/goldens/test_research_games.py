"""Kuhn poker, Leduc hold'em and Rhode Island hold'em as researchers know them, counted and solved on our own table.

Every number below is computed from what the table offers and pays: nothing here knows a rule of these games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from openfelt.cards import Card, deck
from openfelt.games import Commission
from openfelt.games.standard import standard_sign
from openfelt.table import Bet, Call, Check, Fold, RaiseTo, Shoe, legal, open_hand, play, start
from openfelt.table.events import RoundOpened

ANTE = 100
STACK = 100 * ANTE
BUTTON, OPENER = 1, 2


@dataclass(frozen=True)
class Node:
    """A place in the tree of one deal: whose turn with what known, or, at its end, what the opener has won in antes."""

    known: tuple = ()  # the player, own card, board and what was done before
    moves: tuple[tuple[str, Node], ...] = ()
    won: Fraction = Fraction(0)

    @property
    def player(self) -> int:
        return self.known[0]

    def turns(self) -> Iterator[Node]:
        """Every decision from here on."""
        if self.moves:
            yield self
        for _, after in self.moves:
            yield from after.turns()

    def ends(self) -> Iterator[Node]:
        """Every end from here on."""
        if not self.moves:
            yield self
        for _, after in self.moves:
            yield from after.ends()


def sign_of(game: str, **changes: object):
    return standard_sign("house", game, commission=Commission(), min_stake=0, max_stake=0, **changes)


def commands(turn) -> Iterator[tuple[str, object]]:
    """What the table offers; the bets of these games are fixed."""
    if turn.fold:
        yield "fold", Fold(turn.seat)
    if turn.check:
        yield "check", Check(turn.seat)
    if turn.call:
        yield "call", Call(turn.seat)
    if turn.most:
        assert turn.least == turn.most
        yield ("bet", Bet(turn.seat, turn.most)) if turn.opening else ("raise", RaiseTo(turn.seat, turn.most))


def grown(hand, shoe, before: tuple[str, ...] = ()) -> Node:
    turn = legal(hand)
    if turn is None:
        assert hand.is_over
        return Node(won=Fraction(hand.stacks[hand.position(OPENER)] - STACK, ANTE))
    own = hand.down[hand.position(turn.seat)]
    known = (turn.seat, *own, tuple(hand.board), before)
    moves = []
    for name, command in commands(turn):
        other, cards = hand.copy(), deepcopy(shoe)
        play(other, command, cards)
        moves.append((name, grown(other, cards, (*before, name))))
    return Node(known, tuple(moves))


def tree(sign, dealt: tuple[Card, ...]) -> Node:
    """The whole betting tree of one deal: the opener's card, the button's, then the community cards."""
    rest = [card for card in deck(sign.deck).cards if card not in dealt]
    shoe = Shoe([*dealt, *rest])
    hand, _ = open_hand(start(sign, [(BUTTON, STACK), (OPENER, STACK)], button=BUTTON), shoe)
    return grown(hand, shoe)


@cache
def trees(game: str, cards: int, *, free_fold: bool = False) -> tuple[Node, ...]:
    """The trees of every deal of so many cards."""
    sign = sign_of(game, fold_when_free=free_fold)
    return tuple(tree(sign, dealt) for dealt in permutations(deck(sign.deck).cards, cards))


@pytest.mark.parametrize(
    ("game", "clause"), [("kuhn-poker", "13.9"), ("leduc-holdem", "13.7"), ("rhode-island-holdem", "13.5")]
)
def test_who_opens_is_said_by_the_game_not_by_the_blinds_of_two_players(game, clause):
    """Without blinds the button does not act first (house 3.1)."""
    sign = sign_of(game)
    _, events = open_hand(start(sign, [(BUTTON, STACK), (OPENER, STACK)], button=BUTTON), Shoe(deck(sign.deck).cards))
    opened = next(event for event in events if isinstance(event, RoundOpened))
    assert (opened.seat, opened.cites) == (OPENER, (f"house {clause}",))


# -- Kuhn poker: H. W. Kuhn, A simplified two-person poker (1950) ----------


def opener_plan(alpha: Fraction):
    """Kuhn's family for the player who opens: bluff a jack with alpha, bet a king with three times that."""
    bets = {"J": alpha, "Q": Fraction(0), "K": 3 * alpha}
    calls = {"J": Fraction(0), "Q": alpha + Fraction(1, 3), "K": Fraction(1)}
    return {"": bets, "check bet": calls}


BUTTON_PLAN = {
    "check": {"J": Fraction(1, 3), "Q": Fraction(0), "K": Fraction(1)},
    "bet": {"J": Fraction(0), "Q": Fraction(1, 3), "K": Fraction(1)},
}


def planned(node: Node, plan, name: str) -> Fraction:
    """How likely a plan takes a move: its number is for betting or calling. It folds to a bet only."""
    _, own, _, before = node.known
    chance = plan[" ".join(before)][own.rank.letter]
    if name in {"bet", "call"}:
        return chance
    passes = "fold" if before[-1:] == ("bet",) else "check"
    return 1 - chance if name == passes else Fraction(0)


def against(node: Node, plan, planner: int, pure) -> Fraction:
    """What the opener wins in one deal if one player follows a plan and the other a pure strategy."""
    if not node.moves:
        return node.won
    if node.player != planner:
        return against(dict(node.moves)[pure[node.known]], plan, planner, pure)
    return sum(
        (planned(node, plan, name) * against(after, plan, planner, pure) for name, after in node.moves), Fraction(0)
    )


def pure_strategies(roots, player: int):
    """Every way to choose one move at each information set."""
    choices = {
        node.known: [name for name, _ in node.moves] for root in roots for node in root.turns() if node.player == player
    }
    for chosen in product(*choices.values()):
        yield dict(zip(choices, chosen, strict=True))


@pytest.mark.parametrize("free_fold", [False, True])
@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_kuhn_poker_is_worth_a_loss_of_an_eighteenth_to_whoever_opens(alpha, free_fold):
    """What neither player can improve on is the value; a fold where a check is free helps nobody."""
    roots = trees("kuhn-poker", 2, free_fold=free_fold)
    plan = opener_plan(alpha)
    least = min(
        sum(against(root, plan, OPENER, pure) for root in roots) / len(roots) for pure in pure_strategies(roots, BUTTON)
    )
    most = max(
        sum(against(root, BUTTON_PLAN, BUTTON, pure) for root in roots) / len(roots)
        for pure in pure_strategies(roots, OPENER)
    )
    assert least == most == Fraction(-1, 18)


def test_a_bluff_too_many_in_kuhn_poker_costs_more():
    roots = trees("kuhn-poker", 2)
    plan = opener_plan(Fraction(1, 3))
    plan[""] = {**plan[""], "J": Fraction(1, 2)}
    worst = min(sum(against(root, plan, OPENER, pure) for root in roots) / 6 for pure in pure_strategies(roots, BUTTON))
    assert worst < Fraction(-1, 18)


def test_kuhn_poker_has_twelve_information_sets_and_five_ends_of_a_deal():
    roots = trees("kuhn-poker", 2)
    assert len(roots) == 6
    assert {len(list(root.ends())) for root in roots} == {5}
    assert Counter(known[0] for known in {node.known for root in roots for node in root.turns()}) == {1: 6, 2: 6}
    assert {abs(end.won) for root in roots for end in root.ends()} == {1, 2}


# -- Leduc hold'em: Southey and others, Bayes' bluff (2005) ----------


def test_leduc_holdem_has_936_information_sets_and_288_where_suits_are_not_told_apart():
    """A round has six decisions and five ways to go on: 6 * 6 with one card of six, 5 * 6 * 30 with the board too.

    Without suits it is 3 * 6 and 5 * 6 * 9.
    """
    roots = trees("leduc-holdem", 3)
    known = {node.known for root in roots for node in root.turns()}
    assert len(known) == 936
    assert Counter(seat for seat, *_ in known) == {1: 468, 2: 468}
    assert sum(not board for _, _, board, _ in known) == 36
    plain = {(seat, own.rank, tuple(card.rank for card in board), before) for seat, own, board, before in known}
    assert Counter(seat for seat, *_ in plain) == {1: 144, 2: 144}


def test_most_that_can_be_won_at_leduc_holdem_is_thirteen_antes():
    """The ante, two bets of two and two of four."""
    won = {end.won for root in trees("leduc-holdem", 3) for end in root.ends()}
    assert max(won) == -min(won) == 13
    assert 0 in won  # equal cards share


# -- Rhode Island hold'em: Shi and Littman (2001); Gilpin and Sandholm (2007) ----------


def test_rhode_island_holdem_is_a_linear_program_of_91_224_226_rows_and_columns():
    """Gilpin and Sandholm's figure: the sequences of one player, the information sets of the other, and one more."""
    root = tree(sign_of("rhode-island-holdem", fold_when_free=False), tuple(deck(52).cards[:2]))
    cards = (52, 52 * 51, 52 * 51 * 50)  # what one player knows before the flop, on it and on the turn
    for one, other in ((BUTTON, OPENER), (OPENER, BUTTON)):
        sequences = 1 + sum(len(node.moves) * cards[len(node.known[2])] for node in root.turns() if node.player == one)
        information = sum(cards[len(node.known[2])] for node in root.turns() if node.player == other)
        assert sequences + information + 1 == 91_224_226
