"""Which cards something names: an event, a view, the facts of an incident."""

from __future__ import annotations

from typing import Any

import msgspec

from openfelt.cards import UNKNOWN, Card


def cards_in(value: Any) -> list[Card]:  # noqa: ANN401 - an event, or what one is made of
    """Every known card in a value, in its order."""
    if isinstance(value, Card):
        return [value] if value != UNKNOWN else []
    if isinstance(value, tuple | list):
        return [card for one in value for card in cards_in(one)]
    if isinstance(value, msgspec.Struct):
        return [card for name in value.__struct_fields__ for card in cards_in(getattr(value, name))]
    return []
