"""Outside loopback only with TLS; who asks is who is connected, unless a trusted proxy names another (SEC-11)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from starlette.testclient import TestClient

from openfelt.errors import NotationError
from openfelt.journal import MemoryStore
from openfelt.service.app import build
from openfelt.service.doors.addresses import BadForwarded, Proxies, read_network
from openfelt.service.machine.limits import Limits, Rate
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


PROXIES = Proxies(tuple(map(read_network, ("10.0.0.0/8", "127.0.0.1", "2001:db8:ffff::/48"))))
STANDARD = Proxies(PROXIES.networks, "forwarded")


def asked(proxies, peer, *headers):
    return proxies.origin(peer, [(name.encode(), value.encode()) for name, value in headers])


@pytest.mark.parametrize(
    ("peer", "said", "who"),
    [
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "198.51.100.7, 10.9.9.9", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.1, 198.51.100.7, 10.9.9.9", "198.51.100.7"),  # the client's own word stands left
        ("10.0.0.1", "nonsense, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "127.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),  # everyone is trusted: the first of them asks
        ("10.0.0.1", "198.51.100.7:4711", "198.51.100.7"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("2001:db8:ffff::1", "2001:db8::7", "2001:db8::7"),
        ("::ffff:10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
        ("11.0.0.1", "198.51.100.7", "11.0.0.1"),  # just outside the network: no proxy
        ("9.255.255.255", "198.51.100.7", "9.255.255.255"),
        ("127.0.0.2", "198.51.100.7", "127.0.0.2"),
        ("testclient", "198.51.100.7", "testclient"),
    ],
)
def test_the_right_most_hop_that_is_no_trusted_proxy_is_who_asks(peer, said, who):
    assert asked(PROXIES, peer, ("x-forwarded-for", said)).address == who
    *first, last = said.split(",")
    lines = [("x-forwarded-for", part) for part in (",".join(first), last) if part]
    assert asked(PROXIES, peer, *lines).address == who, "two lines are one list"


def test_without_the_header_a_proxy_asks_for_itself_and_the_other_header_is_not_read():
    assert asked(PROXIES, "10.0.0.1").address == "10.0.0.1"
    assert asked(PROXIES, "10.0.0.1", ("forwarded", "for=198.51.100.7")).address == "10.0.0.1"
    assert asked(STANDARD, "10.0.0.1", ("x-forwarded-for", "198.51.100.7")).address == "10.0.0.1"
    assert asked(Proxies(), "127.0.0.1", ("x-forwarded-for", "198.51.100.7")).address == "127.0.0.1"


@pytest.mark.parametrize(
    ("said", "who", "scheme"),
    [
        ("for=198.51.100.7", "198.51.100.7", ""),
        ("for=203.0.113.1, For=198.51.100.7;proto=https;by=10.0.0.1", "198.51.100.7", "https"),
        ('for="[2001:db8::7]:80";host=room.example', "2001:db8::7", ""),
        ('for="198.51.100.7:80"; proto=HTTP', "198.51.100.7", "http"),
        ("for=_hidden, for=198.51.100.7, for=10.1.1.1", "198.51.100.7", ""),
    ],
)
def test_the_standard_header_is_read_where_it_is_chosen(said, who, scheme):
    found = asked(STANDARD, "10.0.0.1", ("forwarded", said))
    assert (found.address, found.scheme) == (who, scheme)


@pytest.mark.parametrize(
    ("proxies", "headers"),
    [
        (PROXIES, [("x-forwarded-for", "unknown")]),
        (PROXIES, [("x-forwarded-for", "198.51.100.7, ")]),
        (PROXIES, [("x-forwarded-for", "198.51.100.7 10.0.0.1")]),
        (PROXIES, [("x-forwarded-for", "999.1.1.1")]),
        (PROXIES, [("x-forwarded-for", ",".join(["10.0.0.1"] * 21))]),
        (PROXIES, [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "gopher")]),
        (STANDARD, [("forwarded", "for=_hidden")]),
        (STANDARD, [("forwarded", "proto=https")]),
        (STANDARD, [("forwarded", 'for="198.51.100.7')]),
        (STANDARD, [("forwarded", "198.51.100.7")]),
        (STANDARD, [("forwarded", "for=198.51.100.7 for=1.1.1.1")]),
        (STANDARD, [("forwarded", "for=198.51.100.7;")]),
    ],
)
def test_a_trusted_proxys_header_that_cannot_be_read_is_refused_and_nothing_is_guessed(proxies, headers):
    with pytest.raises(BadForwarded):
        asked(proxies, "10.0.0.1", *headers)
    assert asked(proxies, "192.0.2.1", *headers).address == "192.0.2.1", "anybody else's is not read at all"


@pytest.mark.parametrize("text", ["0.0.0.0/0", "::/0", "10.0.0.1/8", "proxy.example", "", "10.0.0.0/33", "unix:/x"])
def test_what_is_no_network_of_proxies_is_refused(text):
    with pytest.raises(NotationError):
        read_network(text)


@pytest.fixture
def behind(tmp_path):
    """A room behind a proxy on the same machine, and one request through it."""
    limits = Limits(guests=Rate(0.001, 2))
    app = build(tmp_path, demo=False, limits=limits, proxies=PROXIES, origins=frozenset({"https://room.example"}))
    with TestClient(app, base_url="http://room.example", headers=HEADERS, client=("127.0.0.1", 4711)) as client:
        numbers = iter(range(1_000))

        def ask(said, **headers):
            client.cookies.clear()
            body = {"name": f"guest {next(numbers)}"}
            sent = {"x-forwarded-for": said} | {name.replace("_", "-"): value for name, value in headers.items()}
            return client.post("/api/guest", json=body, headers=sent)

        yield ask


def test_people_behind_a_proxy_are_limited_each_for_themselves(behind):
    codes = [behind(f"198.51.100.{at}").status_code for at in (1, 1, 1, 2)]
    assert codes == [200, 200, 429, 200]
    assert behind("203.0.113.9, 198.51.100.1").status_code == 429, "a new name further left is hearsay"
    network = [behind(f"2001:db8:1:2::{at}").status_code for at in (1, 2, 3)]
    assert network == [200, 200, 429], "a /64 network is one address"
    assert behind("2001:db8:1:3::1").status_code == 200


def test_a_proxy_that_sends_nonsense_gets_an_error_and_nothing_happens(behind):
    answer = behind("unknown")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-forwarded")
    assert "content-security-policy" in answer.headers


def test_a_page_asked_for_by_https_through_a_proxy_has_the_secure_cookie(behind):
    assert behind("198.51.100.1", x_forwarded_proto="https").headers["set-cookie"].startswith("__Host-openfelt=")
    assert behind("198.51.100.1", x_forwarded_proto="http").headers["set-cookie"].startswith("openfelt=")


@pytest.mark.parametrize(("said", "scheme"), [("wss", "https"), ("WS", "http"), ("https", "https")])
def test_a_proxy_may_name_the_scheme_of_a_socket(said, scheme):
    headers = ("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", said)
    assert asked(PROXIES, "10.0.0.1", *headers).scheme == scheme


def test_an_address_has_so_many_requests_of_every_kind(tmp_path):
    with TestClient(build(tmp_path, demo=False, limits=Limits(requests=Rate(0.001, 5))), base_url=BASE) as client:
        answers = [client.get("/api/me") for _ in range(7)]
    assert [one.status_code for one in answers] == [200] * 5 + [429] * 2
    assert answers[-1].headers["connection"] == "close"
    assert answers[-1].json()["error"]["code"] == "too-many"
