"""Three Card Poker by the published figures, as exact fractions, and the generic count against plain enumeration."""

from fractions import Fraction
from itertools import combinations

import pytest

from openfelt.books.house.three_card_poker import (
    ANTE_BONUS_TABLE,
    GAME,
    PAIR_PLUS_TABLE,
    ThreeCardSign,
    hand_of,
    qualifies,
    settle_fold,
    settle_pair_plus,
    settle_played,
)
from openfelt.cards import FULL_DECK, cards
from openfelt.errors import NotationError, RuleViolation
from openfelt.lab import one_decision
from openfelt.lab.banked import banked, banked_games, readings
from openfelt.lab.price import percent
from openfelt.pit.settlement import against

HANDS = {  # C(52,3) = 22,100
    "straight-flush": 48,
    "three-of-a-kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high-card": 16_440,
}


def test_every_three_cards_are_in_their_category():
    found = dict.fromkeys(HANDS, 0)
    for hand in combinations(FULL_DECK.cards, 3):
        found[hand_of(hand).category] += 1
    assert found == HANDS


# The published house edges: https://wizardofodds.com/games/three-card-poker/ has them with two digits.
def test_ante_and_play_cost_what_is_published():
    sheet = banked("three-card-poker").sheet()
    assert sheet.main.edge == Fraction(686_689, 20_358_520)
    assert percent(sheet.main.edge, 2) == "3.37 %"
    assert sheet.main.deals == 22_100 * 18_424
    assert percent(sheet.main.element_of_risk, 2) == "2.01 %"
    assert sheet.main.frequency(decision="fold") == Fraction(72, 221)


@pytest.mark.parametrize(
    ("flush", "edge", "published"),
    [(4, Fraction(128, 5_525), "2.32 %"), (3, Fraction(402, 5_525), "7.28 %")],
)
def test_pair_plus_costs_what_is_published(flush, edge, published):
    sign = ThreeCardSign(pair_plus_table=PAIR_PLUS_TABLE.replace(flush=flush))
    side = banked("three-card-poker").sheet(sign).sides[0]
    assert side.edge == edge
    assert percent(side.edge, 2) == published
    assert side.deals == 22_100
    # By hand: what the table pays, less what is lost, over all hands.
    won = sum(HANDS[hand] * odds for hand, odds in sign.pair_plus_table.rows)
    assert side.edge == Fraction(HANDS["high-card"] - won, 22_100)


@pytest.mark.parametrize("table", [(4, 3, 1), (3, 2, 1), (5, 3, 1)])
def test_a_lower_ante_bonus_costs_as_much_more_as_its_hands_are_dealt(table):
    """No hand with a bonus is folded, so that each unit less costs the share of its hand."""
    usual = banked("three-card-poker").sheet().main.edge
    sign = ThreeCardSign(ante_bonus_table=ANTE_BONUS_TABLE.kind.table(*table))
    less = sum(HANDS[hand] * (odds - now) for (hand, odds), now in zip(ANTE_BONUS_TABLE.rows, table, strict=True))
    assert banked("three-card-poker").sheet(sign).main.edge == usual + Fraction(less, 22_100)


@pytest.mark.parametrize(
    ("hand", "best"), [("Qs6h4d", "play"), ("Qs6h3d", "fold"), ("Qs5h4d", "fold"), ("2s2h3d", "play")]
)
def test_the_best_play_is_queen_six_four(hand, best):
    found = banked("three-card-poker").decide(ThreeCardSign(), 1000, [hand])
    assert found.best == (best,)
    # The same sum, card by card, with the functions that settle rounds.
    own, rest = hand_of(cards(hand)), [card for card in FULL_DECK.cards if card not in cards(hand)]
    total = 0
    for held in combinations(rest, 3):
        dealer = hand_of(held)
        facts = {"against": against(own.strength, dealer.strength), "qualified": qualifies(dealer)}
        paid = settle_played(ThreeCardSign(), ante=1000, call=1000, hand=own.category, **facts)
        total += sum(payment.net for payment in paid)
    assert {choice.name: choice.total for choice in found.choices} == {"fold": -1000 * 18_424, "play": total}


def test_what_pair_plus_pays_is_never_worth_folding():
    for word in ("straight-flush", "three-of-a-kind", "straight", "flush", "pair"):
        assert settle_pair_plus(ThreeCardSign(), stake=5, hand=word).net > 0
    assert [one.net for one in settle_fold(ThreeCardSign(), ante=10, bonus=5)] == [-10, -5]
    lowest = banked("three-card-poker").decide(ThreeCardSign(), 1000, ["2s2h3d"])
    assert lowest.best == ("play",)


# The same page: what it costs to play every hand, or as the dealer does, with a queen or better.
@pytest.mark.parametrize(
    ("strategy", "published"), [("rule-of-thumb", "3.37 %"), ("naive", "3.45 %"), ("always-play", "7.65 %")]
)
def test_a_strategy_costs_what_is_published(strategy, published):
    sheet = banked("three-card-poker").sheet(strategy=strategy)
    assert percent(sheet.main.edge, 2) == published
    best = banked("three-card-poker").sheet().main
    assert sheet.cost == sheet.main.edge - best.edge


def test_folding_gives_up_pair_plus():
    """Whoever folds every hand loses every side wager, and the hands that it would have paid are told apart."""
    folds_all = banked("three-card-poker").sheet(strategy="always-fold")
    assert folds_all.sides[0].edge == 1
    assert {row.decision for row in folds_all.sides[0].outcomes if row.hand != "high-card"} == {"fold"}


def test_the_best_play_minds_a_side_stake():
    """With Pair Plus at a hundred times the ante nothing changes: whatever it pays is played anyhow."""
    game = banked("three-card-poker")
    assert (game.taken(ThreeCardSign(), 10, "optimal", 1000) == game.taken(ThreeCardSign(), 10, "optimal")).all()
    kept = one_decision.forfeits(GAME.priced, ThreeCardSign(), 10)
    assert kept.tolist() == [410, 310, 70, 50, 20, 0]


def test_what_is_not_known_is_refused():
    game = banked("three-card-poker")
    assert readings(game) == []
    with pytest.raises(NotationError, match="no strategy 'wild'"):
        game.sheet(strategy="wild")
    with pytest.raises(RuleViolation, match="3 cards, not 2"):
        game.decide(ThreeCardSign(), 1000, ["Qs6h"])
    with pytest.raises(NotationError, match="does not price another game"):
        game.sheet(banked("act-holdem").sheet().sign)
    assert list(banked_games()) == ["act-holdem", "nz-big-raise", GAME.key]
