"""What changed at a table since the moment before: the state of an update, and how a client puts it together.

An update names only what is no longer as it was told; a snapshot is whole. Lists of seats come by seat: `some_places`
and `some_seats` replace those of the same number, `places` and `hand` replace all. So do `some_boxes` and `round` of a
house-banked table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_type_hints

import msgspec

from openfelt.pit.views import BoxView
from openfelt.service.wire.pit_protocol import PitRound, PitState
from openfelt.service.wire.protocol import TOLD, ClientFrame, PlaceView, ServerFrame, TableState
from openfelt.service.wire.values import text_schema
from openfelt.table.seen import HandView, SeatView

BY_NUMBER: Final = ("some_places", "in_hand", "some_seats", "in_round", "some_boxes")


def _partial(
    name: str, whole: type[msgspec.Struct], more: dict[str, Any], words: str, *, without: str = ""
) -> type[msgspec.Struct]:
    """A shape like another one, with every field left out that has not changed; one comes only by number."""
    hints = get_type_hints(whole, include_extras=True)
    fields = {field: hints[field] for field in whole.__struct_fields__ if field != without}
    every = [(field, kind | msgspec.UnsetType, msgspec.UNSET) for field, kind in (fields | more).items()]
    return msgspec.defstruct(name, every, kw_only=True, namespace={"__doc__": words}, module=__name__)


HandChange: Final = _partial(
    "HandChange",
    HandView,
    {"some_seats": tuple[SeatView, ...]},
    "What changed in a hand, seats by their number.",
    without="seats",
)
TableChange: Final = _partial(
    "TableChange",
    TableState,
    {"some_places": tuple[PlaceView, ...], "in_hand": HandChange},
    "What changed at a table: what is left out is as it was; `hand` and `places` replace all that was told of them.",
)
RoundChange: Final = _partial(
    "RoundChange",
    PitRound,
    {"some_boxes": tuple[BoxView, ...]},
    "What changed in a round, boxes by their number.",
    without="boxes",
)
PitChange: Final = _partial(
    "PitChange",
    PitState,
    {"in_round": RoundChange},
    "What changed at a house-banked table: what is left out is as it was; `round` replaces all that was told of it.",
)


def applied(known: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state after an update, from the state before it.

    >>> before = {"button": 1, "places": [{"seat": 2, "stack": 5}], "hand": {"pot": 3, "high": 2, "seats": []}}
    >>> after = applied(before, {"some_places": [{"seat": 2, "stack": 4}], "in_hand": {"pot": 4}})
    >>> after["places"], after["hand"]
    ([{'seat': 2, 'stack': 4}], {'pot': 4, 'high': 2, 'seats': []})
    """
    state = known | {name: value for name, value in change.items() if name not in BY_NUMBER}
    if "some_places" in change:
        state["places"] = _replaced(known["places"], change["some_places"])
    if "in_hand" in change:
        told, hand = change["in_hand"], known["hand"]
        state["hand"] = hand | {name: value for name, value in told.items() if name not in BY_NUMBER}
        if "some_seats" in told:
            state["hand"]["seats"] = _replaced(hand["seats"], told["some_seats"])
    if "in_round" in change:
        told, round_ = change["in_round"], known["round"]
        state["round"] = round_ | {name: value for name, value in told.items() if name not in BY_NUMBER}
        if "some_boxes" in told:
            state["round"]["boxes"] = _replaced(round_["boxes"], told["some_boxes"], by="no")
    return state


def _replaced(before: list[dict[str, Any]], some: list[dict[str, Any]], by: str = "seat") -> list[dict[str, Any]]:
    now = {one[by]: one for one in some}
    return [now.get(one[by], one) for one in before]


def written_as(kind: type) -> dict[str, Any]:
    """JSON Schema of what is a type of our own and a text on the wire."""
    if kind.__name__ == "Card":
        return {"type": "string", "title": "Card", "pattern": "^([2-9TJQKA][cdhs]|Jk|\\?\\?)$"}
    raise NotImplementedError(kind.__name__)


def schema() -> dict[str, Any]:
    """JSON Schema of both directions, for clients in other languages."""
    return {"$defs": schemas(())[1]}


def schemas(more: Sequence[Any], ref_template: str = "#/$defs/{name}") -> tuple[list[Any], dict[str, Any]]:
    """JSON Schema of some shapes, each in its place, and by name of all that they, the frames and `TOLD` consist of."""
    names = ("ClientFrame", "ServerFrame")
    kinds = (ClientFrame, ServerFrame, TableChange, PitChange, *TOLD, *more)
    made, shared = msgspec.json.schema_components(kinds, schema_hook=written_as, ref_template=ref_template)
    return list(made[len(kinds) - len(more) :]), {**shared, **text_schema(), **dict(zip(names, made, strict=False))}
