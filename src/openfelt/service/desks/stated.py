"""Orders as a body states them: the kind as `type`, and the fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from openfelt.errors import NotationError
from openfelt.phrases import Name, phrase
from openfelt.table.codec import decode_card


def order_stated(
    kinds: Mapping[str, Any],
    order: Mapping[str, Any],
    documents: Mapping[Any, tuple[str, Callable[[str], object]]],
    **giver: object,
) -> Any:  # noqa: ANN401 - any order of these kinds
    """The order of a body, given by whoever asks (`player`, `by`); refused if it names its giver itself.

    `documents` says which kinds of order have a field that is a document, and what reads it.
    """
    said = dict(order)
    kind = kinds.get(str(said.pop("type", "")))
    if kind is None or not giver.keys().isdisjoint(said):
        raise NotationError("no such order is taken here", code="bad-order", legal=tuple(kinds))
    if kind in documents:
        field, read = documents[kind]
        said[field] = read(str(said.get(field, "")))
    try:
        return msgspec.convert({**said, **giver}, kind, dec_hook=decode_card, from_attributes=True)
    except msgspec.ValidationError as bad:
        raise NotationError(phrase("the order cannot be read: {bad}", bad=Name(str(bad))), code="bad-order") from None
