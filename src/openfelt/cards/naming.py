"""Which cards something names, and the same with only known ones: an event, a view, the facts of an incident."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import msgspec

from openfelt.cards.card import UNKNOWN, Card


def cards_in(value: Any) -> list[Card]:  # noqa: ANN401 - an event, or what one is made of
    """Every known card in a value, in its order."""
    if isinstance(value, Card):
        return [value] if value != UNKNOWN else []
    if isinstance(value, tuple | list):
        return [card for one in value for card in cards_in(one)]
    if isinstance(value, msgspec.Struct):
        return [card for name in value.__struct_fields__ for card in cards_in(getattr(value, name))]
    return []


def with_only(known: Container[Card], value: Any) -> Any:  # noqa: ANN401 - an event, or what one is made of
    """The same value with every other card unknown.

    >>> from openfelt.cards import cards, show
    >>> show(with_only(cards("AhKd"), cards("AhQs")))
    'Ah ??'
    """
    if isinstance(value, Card):
        return value if value in known else UNKNOWN
    if isinstance(value, tuple):
        told = (with_only(known, one) for one in value)
        return type(value)(*told) if hasattr(value, "_fields") else tuple(told)
    if isinstance(value, msgspec.Struct):
        fields = {name: with_only(known, getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return value
