"""What frames on the wire are made of: ids, names, amounts, seats and cards, within their bounds, and clocks."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from openfelt import phrases

TEXT_WORDS: Final = "A text: a template without parts, or one with them."
PART_WORDS: Final = "What stands in the braces of a template. A number is a label, a string a template without parts."

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Cents = Annotated[int, Meta(ge=0, le=10**12)]
# A text of the room's own: a plain one, or a phrase with its parts (`openfelt.phrases`).
Text = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Text"})]
Part = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Part"})]
CardText = Annotated[str, Meta(min_length=2, max_length=3)]
Groups = Annotated[tuple[Name, ...], Meta(max_length=4)]
SeatNo = Annotated[int, Meta(ge=0, le=99)]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something a client asks."""

    id: Id


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """Whose time runs: what is left and what there was, in milliseconds.

    `grace_ms` comes on top when that time runs out while the player has no connection.
    """

    seat: int
    left_ms: int
    whole_ms: int
    grace_ms: int = 0


PLAIN: Final = ({"type": "string"}, {"type": "integer"})


def text_schema() -> dict[str, Any]:
    """JSON Schema of texts and their parts, by name."""
    several = (phrases.Money, phrases.Seat, phrases.Cards, phrases.Clause, phrases.Count, phrases.Name)
    _, known = msgspec.json.schema_components(several, ref_template="#/$defs/{name}Part")
    part, own = {"$ref": "#/$defs/Part"}, {f"{name}Part": dict(one, title=f"{name}Part") for name, one in known.items()}
    said = {
        "Phrase": {
            "title": "Phrase",
            "description": "A template in English and what stands in its braces.",
            "type": "object",
            "properties": {"phrase": {"type": "string"}, "parts": {"type": "object", "additionalProperties": part}},
            "required": ["phrase"],
        },
        "ListedPart": {
            "title": "ListedPart",
            "description": "Several parts in a row and what stands between them; the last joins by its own template.",
            "type": "object",
            "properties": {
                "list": {"type": "array", "items": part},
                "between": {"type": "string"},
                "last": {"type": "string"},
            },
            "required": ["list"],
        },
    }
    one, objects = {"$ref": "#/$defs/OnePart"}, [{"$ref": f"#/$defs/{name}"} for name in (*own, *said)]
    single = {"title": "OnePart", "description": "A part that is no list.", "anyOf": [*PLAIN, *objects]}
    return {
        **own,
        **said,
        "Part": {"title": "Part", "description": PART_WORDS, "anyOf": [one, {"type": "array", "items": one}]},
        "OnePart": single,
        "Text": {"title": "Text", "description": TEXT_WORDS, "anyOf": [{"type": "string"}, {"$ref": "#/$defs/Phrase"}]},
    }


ActionWord = Literal[
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "bring-in",
    "straddle",
    "decline",
    "draw",
    "discard",
    "show",
    "muck",
    "time",
    "divide",
    "run-twice",
    "run-once",
]
