"""The card of every game: each step of it, each clause as the rulebook has it, each hand in its place."""

import pytest

from openfelt.cards import deck
from openfelt.games import GAMES
from openfelt.games.standard import standard_rotation, standard_sign
from openfelt.hands import SCALES, strength
from openfelt.hands.values import unpack
from openfelt.rulebooks import clause
from openfelt.table.rules_card import rows_of, rules_cards


@pytest.mark.parametrize(("book", "game"), list(GAMES))
def test_every_step_of_a_game_is_on_its_card_with_the_words_of_its_clauses(book, game):
    (card,) = rules_cards(standard_sign(book, game))
    named = [step.name for step in card.steps]
    own = [step.name for step in GAMES[book, game].steps]
    assert [name for name in named if name not in {"before the deal", "showdown"}] == own
    assert named[-1] == "showdown"
    said = [(one.cite, one.text) for step in card.steps for one in step.clauses]
    assert all(text == clause(cite).requirement for cite, text in said)
    assert len({cite for cite, _ in said}) == len(said) > 0
    assert all(step.text for step in card.steps)


@pytest.mark.parametrize("key", ["nsw-52", "nsw-36", "act-32-joker", "us-low-8", "house-27-low", "house-badugi"])
def test_hands_stand_in_the_order_of_the_deck_with_examples_that_are_what_they_say(key):
    scale = SCALES[key]
    rows = rows_of(scale)
    assert [row.cite for row in rows] == [rung.cite for rung in scale.order]
    rows = [row for row in rows if row.example]
    assert len(rows) >= len(scale.order) - 1  # the worst low hand, a royal flush, needs ranks that no other example has
    hands = [scale.deck.read(row.example) for row in rows]
    worth = [strength(scale, hand) for hand in hands]
    assert worth == sorted(worth, reverse=True)
    assert [scale.name(unpack(scale, one)[0]) for one in worth] == [row.name for row in rows]


def test_decks_differ():
    def order(size, **settings):
        (card,) = rules_cards(standard_sign("nsw-poker", "two-card-manila", deck=size, **settings))
        return [row.name for row in card.hands[0].rows]

    short = order(32)
    assert short.index("flush") < short.index("full house")
    full = [row.name for row in rows_of(SCALES["nsw-52"])]
    assert full.index("full house") < full.index("flush")
    joker = [row for row in rows_of(SCALES["act-32-joker"]) if "Jk" in row.example]
    assert [row.name for row in joker] == ["five of a kind"]
    assert deck(32).name in {card.deck for card in rules_cards(standard_sign("nsw-poker", "two-card-manila", deck=32))}


def test_a_rotation_has_a_card_for_each_game():
    cards = rules_cards(standard_rotation("house", "horse"))
    assert [card.game for card in cards] == ["texas-holdem", "omaha-8", "razz", "seven-card-stud", "seven-card-stud-8"]
    assert [half.part for half in cards[1].hands] == ["high", "low"]
