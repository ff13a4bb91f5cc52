"""What changed at a table since the moment before: the state of an update, and how a client puts it together.

An update names only what is no longer as it was told; a snapshot is whole. Lists of seats come by seat: `some_places`
and `some_seats` replace those of the same number, `places` and `hand` replace all.
"""

from __future__ import annotations

from typing import Any, Final, get_type_hints

import msgspec

from openfelt.service.wire.protocol import TOLD, ClientFrame, PlaceView, ServerFrame, TableState
from openfelt.service.wire.values import text_schema
from openfelt.table.seen import HandView, SeatView

BY_SEAT: Final = ("some_places", "in_hand", "some_seats")


def _partial(name: str, whole: type[msgspec.Struct], more: dict[str, Any], words: str) -> type[msgspec.Struct]:
    """A shape like another one, with every field left out that has not changed."""
    hints = get_type_hints(whole, include_extras=True)
    fields = {field: hints[field] for field in whole.__struct_fields__ if field != "seats" or whole is TableState}
    every = [(field, kind | msgspec.UnsetType, msgspec.UNSET) for field, kind in (fields | more).items()]
    return msgspec.defstruct(name, every, kw_only=True, namespace={"__doc__": words}, module=__name__)


HandChange: Final = _partial(
    "HandChange", HandView, {"some_seats": tuple[SeatView, ...]}, "What changed in a hand, seats by their number."
)
TableChange: Final = _partial(
    "TableChange",
    TableState,
    {"some_places": tuple[PlaceView, ...], "in_hand": HandChange},
    "What changed at a table: what is left out is as it was; `hand` and `places` replace all that was told of them.",
)


def applied(known: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state after an update, from the state before it.

    >>> before = {"button": 1, "places": [{"seat": 2, "stack": 5}], "hand": {"pot": 3, "high": 2, "seats": []}}
    >>> after = applied(before, {"some_places": [{"seat": 2, "stack": 4}], "in_hand": {"pot": 4}})
    >>> after["places"], after["hand"]
    ([{'seat': 2, 'stack': 4}], {'pot': 4, 'high': 2, 'seats': []})
    """
    state = known | {name: value for name, value in change.items() if name not in BY_SEAT}
    if "some_places" in change:
        state["places"] = _replaced(known["places"], change["some_places"])
    if "in_hand" in change:
        told, hand = change["in_hand"], known["hand"]
        state["hand"] = hand | {name: value for name, value in told.items() if name not in BY_SEAT}
        if "some_seats" in told:
            state["hand"]["seats"] = _replaced(hand["seats"], told["some_seats"])
    return state


def _replaced(before: list[dict[str, Any]], some: list[dict[str, Any]]) -> list[dict[str, Any]]:
    now = {one["seat"]: one for one in some}
    return [now.get(one["seat"], one) for one in before]


def schema() -> dict[str, Any]:
    """JSON Schema of both directions, for clients in other languages."""

    def hook(kind: type) -> dict[str, Any]:
        if kind.__name__ == "Card":
            return {"type": "string", "title": "Card", "pattern": "^([2-9TJQKA][cdhs]|Jk|\\?\\?)$"}
        raise NotImplementedError(kind.__name__)

    names = ("ClientFrame", "ServerFrame")
    kinds = (ClientFrame, ServerFrame, *TOLD, TableChange)
    both, shared = msgspec.json.schema_components(kinds, schema_hook=hook, ref_template="#/$defs/{name}")
    return {"$defs": {**text_schema(), **shared, **dict(zip(names, both, strict=False))}}
