"""What anyone may read: rulebooks, signs, finished hands. Made beside the tables, kept, limited for each address."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from openfelt.errors import OpenfeltError
from openfelt.games import Sign, sign_lines
from openfelt.rulebooks import RULEBOOK_KEYS, clause, rulebook
from openfelt.rulebooks.conformance import conformance
from openfelt.service import archive
from openfelt.service import protocol as p
from openfelt.service.accounts import Account
from openfelt.service.hall import Hall
from openfelt.service.web import account_of, error_answer, hall_of, require_rate

JSON = "application/json"


async def page_bytes(request: Request, key: Hashable, make: Callable[[], bytes]) -> bytes:
    """A page that costs work, made beside the tables if it is not kept. Raises what refuses it."""
    hall = hall_of(request)
    require_rate(hall.page_rate, request)
    return await hall.press.page(key, make)


async def same_for_all(request: Request, key: str, make: Callable[[], Any]) -> Response:
    """A page that is the same for every reader as long as the program runs."""
    try:
        made = await page_bytes(request, key, lambda: msgspec.json.encode(make()))
    except OpenfeltError as error:
        return error_answer(error)
    return Response(made, media_type=JSON)


async def rules_index(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """The rulebooks."""
    books = [{"key": key, "title": rulebook(key).title, "clauses": len(rulebook(key))} for key in RULEBOOK_KEYS]
    return JSONResponse({"rulebooks": books})


async def rules_of(request: Request) -> Response:
    """Every clause of one rulebook, in its order."""
    key = request.path_params["key"]
    if key not in RULEBOOK_KEYS:
        try:
            rulebook(key)
        except OpenfeltError as error:
            return error_answer(error, 404)
    return await same_for_all(request, f"rules {key}", lambda: clauses_of(key))


def clauses_of(key: str) -> dict[str, Any]:
    """A rulebook for the page."""
    book = rulebook(key)
    rows = [
        {"number": one.number, "kind": one.kind, "text": one.requirement, "behaviour": one.behaviour, "note": one.note}
        for one in book.values()
    ]
    return {"key": book.key, "title": book.title, "clauses": rows}


async def rule(request: Request) -> Response:
    """One clause by its citation."""
    try:
        one = clause(request.query_params.get("cite", ""))
    except OpenfeltError as error:
        return error_answer(error, 404)
    return JSONResponse(
        {"cite": one.cite, "kind": one.kind, "text": one.requirement, "behaviour": one.behaviour, "note": one.note}
    )


async def conformance_of_all(request: Request) -> Response:
    """How each clause is kept: enforced, recorded or open, as the stories show it."""
    return await same_for_all(
        request, "conformance", lambda: {"clauses": {cite: one.status for cite, one in conformance().items()}}
    )


async def schema(request: Request) -> Response:
    """JSON Schema of the socket protocol."""
    return await same_for_all(request, "schema", p.schema)


def attachment(name: str) -> str:
    r"""A header that names a download (RFC 6266): in plain letters, and again whole where the name has others.

    >>> attachment("Sydney-5.phh")
    'attachment; filename="Sydney-5.phh"'
    >>> attachment('"Zoë"-5.txt')
    'attachment; filename="_Zo__-5.txt"; filename*=UTF-8\'\'%22Zo%C3%AB%22-5.txt'
    """
    plain = re.sub(r"[^A-Za-z0-9 ._-]", "_", name)
    whole = "" if plain == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    return f'attachment; filename="{plain}"{whole}'


def hand_route(
    make: Callable[[Hall, str, int, Account | None], Any], media: str, ending: str = ""
) -> Callable[[Request], Any]:
    """A route that tells about one finished hand in the reader's own view."""

    async def answer_hand(request: Request) -> Response:
        table, number = request.path_params["table"], request.path_params["number"]
        hall, account = hall_of(request), account_of(request)

        def made() -> bytes:
            found = make(hall, table, number, account)
            return found.encode() if isinstance(found, str) else p.write_frame(found)

        try:
            key = (make.__name__, *archive.reader_key(hall, table, number, account))
            body = await page_bytes(request, key, made)
        except OpenfeltError as error:
            return error_answer(error, 0 if error.code in {"too-many", "pages-busy"} else 404)
        named = {"content-disposition": attachment(f"{table}-{number}.{ending}")} if ending else {}
        return Response(body, media_type=media, headers=named)

    return answer_hand


async def sign_of(request: Request) -> Response:
    """The sign beside a table, line by line, with the clauses that ask for it."""
    hall, table = hall_of(request), request.path_params["table"]
    try:
        sign = hall.pits[table].round.sign if table in hall.pits else hall.host(table).table.sign
    except OpenfeltError as error:
        return error_answer(error, 404)
    values = msgspec.to_builtins(sign) if isinstance(sign, Sign) else None
    printed = sign_lines(sign) if isinstance(sign, Sign) else sign.lines()
    lines = [{"text": line.text, "cites": line.cites} for line in printed]
    return JSONResponse({"table": table, "lines": lines, "sign": values})


async def hands_of(request: Request) -> Response:
    """The finished hands of a table."""
    try:
        host = hall_of(request).host(request.path_params["table"])
    except OpenfeltError as error:
        return error_answer(error, 404)
    return JSONResponse({"table": host.table.name, "hands": sorted(host.finished)[-500:]})
