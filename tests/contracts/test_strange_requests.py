"""Requests that no page of ours sends: each is refused in the shape of every refusal, and nothing happens."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from openfelt.games.standard import standard_sign
from openfelt.service.app import build
from openfelt.service.machine.limits import Limits, Rate

FREELY = Rate(1e6, 1e6)
SHAPE = {"code", "rule", "phrase", "parts", "legal"}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    limits = Limits(log_ins=FREELY, guests=FREELY, requests=FREELY, pages=FREELY)
    app = build(tmp_path_factory.mktemp("strange"), demo=False, pace=0.0, limits=limits)
    with TestClient(app, base_url="http://localhost", headers={"x-openfelt": "1"}) as client:
        client.portal.call(app.state.hall.open_table, "T", standard_sign("nsw-poker", "texas-holdem", seats=4))
        assert client.post("/api/guest", json={"name": "Ann"}).status_code == 200
        yield client


def refused(answer):
    error = answer.json()["error"]
    assert set(error) == SHAPE
    return answer.status_code, error["code"]


@pytest.mark.parametrize("digits", [13, 400, 5000])
@pytest.mark.parametrize("path", ["hands/T/{}", "hands/T/{}.phh", "hands/T/{}.txt", "proofs/T/{}", "past/review/T/{}"])
def test_a_number_of_many_digits_names_nothing(room, path, digits):
    path = path.format("9" * digits)
    assert refused(room.get(f"/api/{path}")) == (404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/api/health", ["GET", "HEAD"]),
        ("PUT", "/api/tables", ["POST"]),
        ("DELETE", "/api/accounts", ["GET", "HEAD"]),
        ("PATCH", "/api/floor/T/freeze", ["POST"]),
        ("POST", "/api/nothing/at/all", ["GET", "HEAD"]),
    ],
)
def test_another_method_is_refused_in_the_shape_of_every_refusal(room, method, path, allowed):
    answer = room.request(method, path, json={})
    assert refused(answer) == (405, "bad-method")
    assert sorted(answer.json()["error"]["legal"]) == allowed
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_file_that_is_not_there_is_refused_likewise(room):
    assert refused(room.get("/assets/no-such-file.js")) == (404, "not-found")
