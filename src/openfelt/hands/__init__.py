"""Which holding is better: hand orders as data, high, low, badugi and three-card, for every deck of the rulebooks.

>>> from openfelt.cards import cards, deck
>>> from openfelt.hands import scale, value
>>> short = scale("nsw-poker", deck(36))
>>> value(short, cards("Ah 9c"), cards("8d 7s 6h Kd Kc")).words
'straight, nine high with a low ace'
"""

from openfelt.hands.orders import Category, Kind, Rung, Scale, Selection
from openfelt.hands.scales import SCALES, scale
from openfelt.hands.showing import showing
from openfelt.hands.values import HandValue, Strength, batch, joker_as, strength, unpack, value, winners

__all__ = [
    "SCALES",
    "Category",
    "HandValue",
    "Kind",
    "Rung",
    "Scale",
    "Selection",
    "Strength",
    "batch",
    "joker_as",
    "scale",
    "showing",
    "strength",
    "unpack",
    "value",
    "winners",
]
