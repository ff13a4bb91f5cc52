"""Outside loopback only with TLS; who asks is who is connected, whatever a header says (SEC-11)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from starlette.testclient import TestClient

from openfelt.journal import MemoryStore
from openfelt.service.app import build
from tests.service_server import ROOT

BASE = "http://127.0.0.1:8052"
HEADERS = {"x-openfelt": "1", "origin": BASE}
FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "true-client-ip")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org"])
def test_a_public_address_without_tls_is_refused_in_one_line(host, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "openfelt", "serve", "--host", host, "--data", str(tmp_path / "room"), "--port", "0"],
        capture_output=True, text=True, timeout=60, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "is not loopback: give --tls-cert and --tls-key" in done.stderr
    assert not (tmp_path / "room").exists()


def test_forwarded_headers_make_nobody_another(tmp_path):
    """A guesser who names a new address with every try is throttled, and on record, as the one who is connected."""
    store = MemoryStore()
    with TestClient(build(tmp_path, demo=False, store=store), base_url=BASE, headers=HEADERS) as client:
        codes = [
            client.post(
                "/api/login",
                json={"name": f"name {at}", "password": "wrong password"},
                headers=dict.fromkeys(FORWARDED, f"198.51.100.{at}"),
            ).json()["error"]["code"]
            for at in range(12)
        ]
    assert codes == ["bad-login"] * 10 + ["too-many"] * 2
    rows = [json.loads(row.record.payload) for row in store.read("room") if row.record.name == "LogInFailed"]
    assert {row["address"] for row in rows} == {"testclient"}
