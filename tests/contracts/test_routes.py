"""The table of routes is the whole of the room over HTTP, and what a row asks for is asked of everyone."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

import msgspec
import pytest
from jsonschema import ValidationError
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate
from starlette.routing import Route
from starlette.testclient import TestClient

from openfelt.games.standard import standard_sign
from openfelt.pit.games import sign_for
from openfelt.room.roll import DEVICES, ROLES
from openfelt.service import routes
from openfelt.service.app import CLIENT, build
from openfelt.service.doors import openapi
from openfelt.service.doors.routing import ANYONE, KNOWN
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.routes import ROUTES
from tests.jackpot_kit import event, parameters
from tests.promotion_kit import announce
from tests.service_kit import HOST, keep_a_list, publish

DOCS = Path(__file__).parents[2] / "docs"
FREELY = Rate(1e6, 1e6)
CHANGES = [row for row in ROUTES if row.method == "POST"]
OWN = {"x-openfelt": "1"}


def name_of(row):
    return f"{row.method} {row.path}"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    limits = Limits(log_ins=FREELY, guests=FREELY, requests=FREELY)
    app = build(tmp_path_factory.mktemp("routes"), demo=False, limits=limits)
    with TestClient(app, base_url="http://localhost") as client:
        hall = app.state.hall
        client.portal.call(hall.open_table, "T", standard_sign("nsw-poker", "texas-holdem"))
        client.portal.call(hall.open_pit, "P", sign_for("act-holdem"))
        client.portal.call(publish, hall)
        client.portal.call(partial(hall.open_jackpot, "J", parameters(event(hand="flush")), by=HOST, request="offer"))
        keep_a_list(hall)
        client.portal.call(announce, hall)
        client.tokens = {}
        for role in ROLES:
            account = hall.accounts.open_account(f"the {role}", (role,), 0, "a long password")
            client.tokens[role] = hall.accounts.start_session(account, hall.now_ms())
        yield client


def ask(room, row, role, **headers):
    """The status and the code of a refusal; the body is never read."""
    room.cookies.clear()
    if role:
        room.cookies.set("openfelt", room.tokens[role])
    table = "P" if row.path.endswith(("/preview", "/order")) else "T"
    before = room.app.state.hall.journal.store.head()
    path = row.path.replace("{table}", table).replace("{event}", "E").replace("{pool}", "J").replace("{list}", "L")
    path = path.replace("{promotion}", "E")
    answer = room.post(path, headers=headers, content=b"no body")
    assert room.app.state.hall.journal.store.head() == before
    return answer.status_code, answer.json()["error"]["code"]


def test_every_route_is_a_row_and_each_row_stands_once(room):
    served = [
        f"{method} {route.path}"
        for route in room.app.routes
        if isinstance(route, Route)
        for method in route.methods - {"HEAD"}
    ]
    assert served == [name_of(row) for row in (*ROUTES, CLIENT)]
    assert len(set(served)) == len(served)


@pytest.mark.parametrize("row", ROUTES, ids=name_of)
def test_a_row_gives_its_function_what_it_takes(row):
    (asked,) = [kind for name, kind in get_type_hints(row.answer).items() if name != "return"]
    at, body = get_args(asked)
    assert body is (row.body or NoneType)
    assert (at is NoneType) == (row.at is None)
    assert row.method == "POST" or row.body is None
    assert row.body is None or row.body.__struct_config__.forbid_unknown_fields
    assert row.who in (ANYONE, KNOWN) or set(row.who) <= set(ROLES)
    assert row.who != ANYONE or not row.proved, "nobody is asked for a password who has none"


@pytest.mark.parametrize("row", CHANGES, ids=name_of)
def test_a_change_needs_our_own_page(room, row):
    assert ask(room, row, "operator") == (403, "csrf")
    assert ask(room, row, "operator", **{"x-openfelt": "0"}) == (403, "csrf")


@pytest.mark.parametrize("row", [one for one in CHANGES if one.who != ANYONE], ids=name_of)
def test_a_change_needs_its_role(room, row):
    assert ask(room, row, "", **OWN) == (401, "not-logged-in")
    people = tuple(role for role in ROLES if role not in DEVICES)
    for role in set(ROLES) - set(row.who) if row.who != KNOWN else DEVICES:
        assert ask(room, row, role, **OWN) == (403, "not-allowed")
    for role in row.who if row.who != KNOWN else people:
        assert ask(room, row, role, **OWN) == (400, "bad-body")


@pytest.mark.parametrize("row", [one for one in CHANGES if one.proved], ids=name_of)
def test_money_and_hidden_cards_need_the_password_again(room, row):
    accounts = room.app.state.hall.accounts
    proved = room.app.state.hall.now_ms()
    accounts.write("UPDATE sessions SET proved_ms = 0", ())
    try:
        role = "player" if row.who == KNOWN else row.who[0]
        assert ask(room, row, role, **OWN) == (403, "prove-yourself")
    finally:
        accounts.write("UPDATE sessions SET proved_ms = ?", (proved,))


def test_the_page_of_routes_prints_every_part_of_the_table():
    page = (DOCS / "reference" / "routes.md").read_text(encoding="utf-8")
    parts = re.findall(r"^```\{routes\} (\w+)$", page, re.M)
    assert [row for part in parts for row in getattr(routes, part)] == list(ROUTES)


def test_the_documentation_names_routes_that_there_are():
    """`POST /api/floor/TABLE/mute` in a page is a row; a path without a method is one of either kind."""
    rows = {re.sub(r"\{\w+(:\w+)?\}", "NAME", name_of(row)) for row in ROUTES} | {"GET /api/socket"}
    paths = {row.partition(" ")[2] for row in rows}
    named = [
        (path.name, method, re.sub(r"\b[A-Z]+\b", "NAME", said))
        for path in sorted(DOCS.rglob("*.md"))
        for method, said in re.findall(r"(?<![\w/])(GET |POST )?(/api/[\w/.-]*\w)", path.read_text(encoding="utf-8"))
    ]
    assert len(named) > 20
    unknown = [one for one in named if (f"{one[1]}{one[2]}" not in rows if one[1] else one[2] not in paths)]
    assert unknown == []


@pytest.fixture(scope="module")
def described(room):
    room.cookies.clear()
    return room.get("/api/openapi.json").json()


def conforms(described, schema, told):
    """Whether something is as a schema of the document says."""
    OAS31Validator({**schema, "components": described["components"]}).validate(told)


@pytest.mark.slow
def test_the_document_of_routes_is_openapi(described):
    validate(described)


def test_the_document_of_routes_has_each_row(described):
    found = {
        (method.upper(), path): one for path, methods in described["paths"].items() for method, one in methods.items()
    }
    assert set(found) == {(row.method, row.path.replace(":int", "")) for row in ROUTES}
    for row in ROUTES:
        one = found[row.method, row.path.replace(":int", "")]
        assert one["x-roles"] == list(row.who)
        assert ("security" in one) == (row.who != ANYONE)
        assert ("requestBody" in one) == (row.body is not None)
        assert one["summary"], row.path
        if row.body is not None:
            shape = one["requestBody"]["content"]["application/json"]["schema"]
            kind = described["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
            assert set(kind["properties"]) == {field.encode_name for field in msgspec.structs.fields(row.body)}
            assert kind["additionalProperties"] is False


TELL_A_SHAPE = [row for row in ROUTES if row.method == "GET" and openapi.answer_type(row) is not None]
NAMES = {"event": "E", "pool": "J", "promotion": "E", "table": "T", "number": "1"}


@pytest.mark.parametrize("row", TELL_A_SHAPE, ids=name_of)
def test_an_answer_is_as_the_document_says(room, described, row):
    room.cookies.clear()
    room.cookies.set("openfelt", room.tokens["operator"])
    path = row.path.replace(":int", "")
    answer = room.get(path.format(**NAMES))
    told = described["paths"][path]["get"]["responses"]
    if answer.status_code == 200:
        conforms(described, told["200"]["content"]["application/json"]["schema"], answer.json())
        assert row.path not in NOT_THERE
    else:
        assert row.path in NOT_THERE, answer.json()
        assert str(answer.status_code) in told
        refused = described["components"]["responses"]["Refused"]["content"]["application/json"]["schema"]
        conforms(described, refused, answer.json())
        with pytest.raises(ValidationError):
            conforms(described, refused, {"error": answer.json()["error"]["code"]})


# No hand was played, no chips lie and no draw is made in this room: these refuse, in the shape of every refusal.
NOT_THERE = {
    "/api/past/review/{table}/{number:int}",
    "/api/tournaments/{event}/worth",
    "/api/promotions/{promotion}/proof",
}
