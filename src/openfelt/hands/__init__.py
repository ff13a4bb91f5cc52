"""Which holding is better: hand orders as data, high, low, badugi and three-card, for every deck of the rulebooks.

>>> from openfelt.cards import cards, deck
>>> from openfelt.hands import scale, value
>>> short = scale("nsw-poker", deck(36))
>>> str(value(short, cards("Ah 9c"), cards("8d 7s 6h Kd Kc")).words)
'straight, nine high with a low ace'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openfelt.hands.orders import Category, Kind, Rung, Scale, Selection
from openfelt.hands.scales import SCALES, scale
from openfelt.hands.showing import showing
from openfelt.hands.values import HandValue, Strength, joker_as, strength, unpack, value, winners

if TYPE_CHECKING:
    from openfelt.hands.batches import batch as batch

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


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Load what works on arrays when it is first asked for: whoever deals one hand does without numpy."""
    if name == "batch":
        from openfelt.hands.batches import batch  # noqa: PLC0415

        return batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
