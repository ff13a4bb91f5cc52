"""What the pages read besides the socket: conformance, games, clauses, signs."""

from __future__ import annotations

from starlette.testclient import TestClient

from openfelt.games import GAMES
from openfelt.games.standard import standard_sign
from openfelt.service.app import build


def test_the_pages_read_conformance_games_clauses_and_signs(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://localhost") as client:
        client.portal.call(client.app.state.hall.open_table, "Felt", standard_sign("nsw-poker", "omaha"))
        statuses = client.get("/api/conformance").json()["clauses"]
        assert statuses["nsw-poker 12.4"] == "enforced"
        assert {"enforced", "recorded", "open"} == set(statuses.values())
        games = client.get("/api/games").json()["games"]
        assert {(one["rulebook"], one["game"]) for one in games} == set(GAMES)
        assert client.get("/api/rule", params={"cite": "nsw-poker 12.4"}).json()["kind"] == "engine"
        assert client.get("/api/rule", params={"cite": "nsw-poker 99"}).status_code == 404
        lines = client.get("/api/sign/Felt").json()["lines"]
        assert ["nsw-poker 8.1"] in [line["cites"] for line in lines]
        assert client.get("/api/sign/Nowhere").status_code == 404
