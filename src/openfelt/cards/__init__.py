"""Cards, suits, ranks and decks, and their text both ways. Knows no game.

>>> from openfelt.cards import cards, deck
>>> [str(card) for card in cards("Ah Td 10s Jk")]
['Ah', 'Td', 'Ts', 'Jk']
>>> deck(32).name, len(deck(32, joker=True).cards)
('32 cards, 7-A', 33)
"""

from openfelt.cards.card import ALL_CARDS, JOKER, UNKNOWN, Card, Rank, Suit, card, cards, show, shown
from openfelt.cards.deck import DECK_SIZES, FULL_DECK, Deck, deck, require_distinct, require_in_deck, require_known

__all__ = [
    "ALL_CARDS",
    "DECK_SIZES",
    "FULL_DECK",
    "JOKER",
    "UNKNOWN",
    "Card",
    "Deck",
    "Rank",
    "Suit",
    "card",
    "cards",
    "deck",
    "require_distinct",
    "require_in_deck",
    "require_known",
    "show",
    "shown",
]
