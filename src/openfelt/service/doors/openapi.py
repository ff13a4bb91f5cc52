"""The table of routes as an OpenAPI document: who may ask for what, with which body, and what is answered.

Made from the rows alone, so that it says what `routing` does. The shapes of the socket's frames stand among its
schemas: the browser's types are made from this one document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, get_type_hints

import msgspec

from openfelt import __version__
from openfelt.service.doors.routing import ANYONE, DONE, KNOWN, Row
from openfelt.service.wire.changes import schemas
from openfelt.service.wire.protocol import Fault

REFS: Final = "#/components/schemas/"
NAME_IN_PATH: Final = re.compile(r"{(\w+)(?::(\w+))?}")
FILES: Final = {
    "csv": "text/csv", "html": "text/html", "txt": "text/plain", "ics": "text/calendar", "svg": "image/svg+xml",
    "phh": "text/plain", "phhs": "text/plain", "crt": "application/x-x509-ca-cert", "css": "text/css",
}  # fmt: skip
PLAIN: Final = {"/metrics": "text/plain", "/trust": "text/html"}
REFUSED: Final = {"$ref": "#/components/responses/Refused"}


def document(rows: Sequence[Row[Any, Any]]) -> dict[str, Any]:
    """The routes of the room, OpenAPI 3.1."""
    bodies = unique(row.body for row in rows if row.body is not None)
    answers = unique(kind for row in rows if (kind := answer_type(row)) is not None)
    made, shared = schemas((*bodies, *answers, Fault), ref_template=f"{REFS}{{name}}")
    by_type = dict(zip((*bodies, *answers, Fault), made, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for row in rows:
        path = NAME_IN_PATH.sub(r"{\1}", row.path)
        paths.setdefault(path, {})[row.method.lower()] = operation(row, by_type)
    error = {"type": "object", "properties": {"error": by_type[Fault]}, "required": ["error"]}
    told: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "openfelt", "version": __version__, "summary": "A poker room that runs by its rulebooks",
            "description": "What the room answers over HTTP. Play at a table goes over the socket at /ws.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(shared.items())),
            "responses": {
                "Refused": {"description": "Refused: nothing changed.", "content": json_content(error)},
                "Done": {"description": "It is done.", "content": json_content(DONE_SCHEMA)},
            },
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "openfelt"}},
        },
    }  # fmt: skip
    return with_short_names(told)


DONE_SCHEMA: Final = {"type": "object", "properties": {"done": {"const": DONE["done"]}}, "required": ["done"]}


def with_short_names(told: dict[str, Any]) -> dict[str, Any]:
    """The document with one place for all shapes; two of one name are told apart by their module, in one word."""
    text = msgspec.json.encode(told).decode().replace("#/$defs/", REFS)
    for name in told["components"]["schemas"]:
        if "." in name:
            module, _, own = name.rpartition(".")
            words = module.rpartition(".")[2].split("_")
            text = text.replace(f'{name}"', f'{"".join(word.capitalize() for word in words)}{own}"')
    short: dict[str, Any] = msgspec.json.decode(text)
    return short


def unique(kinds: Iterable[Any]) -> tuple[Any, ...]:
    """Each once, in their order."""
    return tuple(dict.fromkeys(kinds))


def answer_type(row: Row[Any, Any]) -> Any:  # noqa: ANN401 - a type
    """The shape of what a row tells, where it has one: the row says it, or its function does."""
    if row.tells is not None:
        return row.tells
    made = get_type_hints(row.answer).get("return")
    return made if isinstance(made, type) and issubclass(made, msgspec.Struct) else None


def operation(row: Row[Any, Any], by_type: dict[Any, Any]) -> dict[str, Any]:
    """One row."""
    made: dict[str, Any] = {
        "operationId": name_of(row),
        "summary": (row.answer.__doc__ or "").strip().partition("\n")[0],
        "x-roles": list(row.who),
        "parameters": parameters(row),
        "responses": {"200": answer(row, by_type), **refusals(row)},
    }
    if row.who != ANYONE:
        made["security"] = [{"session": []}]
    if row.proved:
        made["x-password-again"] = True
    if row.body is not None:
        made["requestBody"] = {"required": True, "content": json_content(by_type[row.body])}
    return made


def name_of(row: Row[Any, Any]) -> str:
    """What a row is called in programs: its method and its path."""
    path = NAME_IN_PATH.sub(r"by_\1", row.path).lower()
    return row.method.lower() + re.sub(r"[^a-z0-9]+", "_", path)


def parameters(row: Row[Any, Any]) -> list[dict[str, Any]]:
    """What stands in the path, and the header of our own page that a change carries."""
    found = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind == "int" else "string"}}
        for name, kind in NAME_IN_PATH.findall(row.path)
    ]
    if row.method == "POST":
        found.append({"name": "x-openfelt", "in": "header", "required": True, "schema": {"const": "1"}})
    return found


def answer(row: Row[Any, Any], by_type: dict[Any, Any]) -> dict[str, Any]:
    """What a row tells: a shape, a file, or that it is done."""
    kind = answer_type(row)
    if kind is not None:
        return {"description": "What is told.", "content": json_content(by_type[kind])}
    if get_type_hints(row.answer).get("return") is type(None):
        return {"$ref": "#/components/responses/Done"}
    media = PLAIN.get(row.path) or FILES.get(row.path.rpartition(".")[2])
    if media is not None:
        return {"description": "A file.", "content": {media: {"schema": {"type": "string"}}}}
    return {"description": "What is told.", "content": json_content({"type": "object"})}


def refusals(row: Row[Any, Any]) -> dict[str, Any]:
    """The statuses with which a row may refuse, all in one shape."""
    found = {str(row.otherwise), "default"}
    if row.method == "POST":
        found.add("403")
    if row.who != ANYONE:
        found |= {"401", "403"} if row.who != KNOWN else {"401"}
    if NAME_IN_PATH.search(row.path):
        found.add("404")
    if row.rate:
        found.add("429")
    return dict.fromkeys(sorted(found), REFUSED)


def json_content(schema: dict[str, Any]) -> dict[str, Any]:
    """A shape as JSON."""
    return {"application/json": {"schema": schema}}
