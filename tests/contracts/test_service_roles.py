"""Who may do what: every role against every request, table and state of a hand, tested as one matrix."""

from __future__ import annotations

import json
import time

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from openfelt.games.standard import standard_sign
from openfelt.room.roll import DEVICES, ROLES
from openfelt.service.app import build
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.people.invitations import INVITATION_MS
from openfelt.service.wire import protocol as p
from tests.jackpot_kit import offer_jackpot
from tests.promotion_kit import announce
from tests.service_kit import Sim, keep_a_list, publish, run

BASE = "http://127.0.0.1:8052"
HEADERS = {"x-openfelt": "1"}
EVERYONE = frozenset({"nobody", *ROLES})
KNOWN = frozenset(ROLES) - set(DEVICES)  # a kiosk and a wall do nothing but what names them
PASSWORD = "correct horse battery"
LOOSE = Limits(log_ins=Rate(1e6, 1e6), guests=Rate(1e6, 1e6))

# What each endpoint asks of the reader, and a body that is complete. A route that is not here fails the test below.
ENDPOINTS = {
    "GET /api/me": (EVERYONE, None),
    "POST /api/guest": (EVERYONE, {"name": "someone"}),
    "POST /api/account": (KNOWN, {"id": "k", "name": "", "password": "x" * 12}),
    "GET /api/account": (KNOWN, None),
    "GET /api/account/data": (KNOWN, None),
    "GET /api/account/erasure": (KNOWN, None),
    "POST /api/account/erase": (KNOWN, {"id": "k", "password": "x" * 12}),
    "POST /api/account/refill": (KNOWN, {"id": "k"}),
    "POST /api/account/factor": (KNOWN, {}),
    "POST /api/account/factor/confirm": (KNOWN, {"id": "k", "code": "x"}),
    "POST /api/account/factor/drop": (KNOWN, {"id": "k", "code": "x"}),
    "POST /api/reset": (EVERYONE, {"reset": "x", "password": "x" * 12}),
    "POST /api/accounts/reset-code": ({"operator"}, {"id": "k", "account": "nobody", "reason": "a test"}),
    "POST /api/accounts/end-factor": ({"operator"}, {"id": "k", "account": "nobody", "reason": "a test"}),
    "POST /api/login": (EVERYONE, {"name": "nobody", "password": "x" * 12}),
    "POST /api/logout": (EVERYONE, {}),
    "POST /api/password": (KNOWN, {"id": "p", "old": "x", "new": "x" * 12}),
    "POST /api/prove": (KNOWN, {"password": "x" * 12}),
    "POST /api/invite": ({"operator"}, {"id": "i", "roles": ["dealer"]}),
    "POST /api/invitation": (EVERYONE, {"invitation": "x"}),
    "GET /api/accounts": ({"operator"}, None),
    "POST /api/disable": ({"operator"}, {"id": "d", "account": "nobody", "reason": "a test"}),
    "GET /api/offices": (KNOWN - {"player"}, None),
    "POST /api/offices": ({"operator"}, {"id": "o", "account": "nobody", "office": "dealer", "reason": "a test"}),
    "POST /api/offices/hand-over": (
        KNOWN - {"player"},
        {"id": "h", "to": "nobody", "office": "dealer", "reason": "a test"},
    ),
    "GET /api/openapi.json": (EVERYONE, None),
    "GET /api/own-tables": (KNOWN, None),
    "POST /api/own-tables": (KNOWN, {"id": "w", "game": "texas-holdem", "blind": 200, "seats": 6}),
    "POST /api/own-tables/{table}/end": (KNOWN, {"id": "w"}),
    "GET /api/own-tables/{table}/settling": (KNOWN, None),
    "GET /api/past/hands": (KNOWN, None),
    "GET /api/past/hands.phhs": (KNOWN, None),
    "GET /api/past/hands.txt": (KNOWN, None),
    "GET /api/past/results": (KNOWN, None),
    "GET /api/past/review/{table}/{number:int}": (KNOWN, None),
    "POST /api/past/star": (KNOWN, {"table": "T", "number": 1, "on": True}),
    "POST /api/past/share": (KNOWN, {"table": "T", "number": 1, "on": True}),
    "GET /api/past/notes": (KNOWN, None),
    "POST /api/past/note": (KNOWN, {"name": "somebody", "words": "x"}),
    "GET /api/shared/{share}": (EVERYONE, None),
    "GET /api/playing": (KNOWN, None),
    "POST /api/playing/exclude": (KNOWN, {"id": "b", "until_ms": 1}),
    "POST /api/playing/ask-back": (KNOWN, {"id": "b", "number": 1, "words": "a test"}),
    "POST /api/playing/limit": (KNOWN, {"id": "b", "kind": "time", "period": "day", "amount": -1}),
    "POST /api/playing/reality": (KNOWN, {"id": "b", "minutes": -1}),
    "GET /api/people": ({"floor", "operator"}, None),
    "POST /api/people/check": ({"floor", "operator"}, {"id": "b", "account": "nobody", "document": "passport"}),
    "POST /api/people/exclude": ({"floor", "operator"}, {"id": "b", "account": "nobody", "reason": "a test"}),
    "POST /api/people/let-back": (
        {"floor", "operator"},
        {"id": "b", "account": "nobody", "number": 1, "reason": "a test"},
    ),
    "POST /api/people/settings": (
        {"operator"},
        {"id": "b", "setting": "least_age", "value": 1, "reason": "a test"},
    ),
    "POST /api/offices/absence": (KNOWN, {"id": "b", "absent": True, "reason": "a test"}),
    "GET /api/rules": (EVERYONE, None),
    "GET /api/rules/{key}": (EVERYONE, None),
    "GET /api/rule": (EVERYONE, None),
    "GET /api/sign/{table}": (EVERYONE, None),
    "GET /api/card/{table}": (EVERYONE, None),
    "GET /api/glossary": (EVERYONE, None),
    "POST /api/tables": ({"operator"}, {"id": "t", "name": "New", "rulebook": "nsw-poker", "game": "omaha"}),
    "POST /api/pits": ({"operator"}, {"id": "b", "name": "New pit", "rulebook": "act-holdem"}),
    "POST /api/notice/{table}": ({"floor", "operator"}, {"id": "n1", "closing": True}),
    "GET /api/hands/{table}": (EVERYONE, None),
    "GET /api/hands/{table}/{number:int}": (EVERYONE, None),
    "GET /api/hands/{table}/{number:int}.phh": (EVERYONE, None),
    "GET /api/hands/{table}/{number:int}.txt": (EVERYONE, None),
    "GET /api/proofs/{table}/{number:int}": (EVERYONE, None),
    "POST /api/inspect": ({"inspector"}, {"id": "h", "table": "T", "number": 1, "reason": "a test"}),
    "GET /api/report": ({"operator", "inspector"}, None),
    "GET /api/report.csv": ({"operator", "inspector"}, None),
    "GET /api/office/money": ({"floor", "operator", "inspector"}, None),
    "GET /api/office/revenue": ({"operator", "inspector"}, None),
    "GET /api/office/revenue.csv": ({"operator", "inspector"}, None),
    "GET /api/office/day/{day}": ({"inspector"}, None),
    "POST /api/office/acts": ({"floor", "operator"}, {"id": "a", "kind": "fill", "table": "T", "amount": 0}),
    "POST /api/office/confirm": ({"floor", "operator"}, {"id": "a", "number": 1}),
    "POST /api/office/withdraw": ({"floor", "operator"}, {"id": "a", "number": 1, "reason": "a test"}),
    "POST /api/office/change/{table}": (
        {"dealer", "floor", "operator"},
        {"id": "a", "account": "nobody", "amount": 1},
    ),
    "POST /api/office/down/{table}": ({"floor", "operator"}, {"id": "a", "account": "nobody"}),
    "GET /api/floor": ({"floor", "operator"}, None),
    "GET /api/floor/{table}": ({"floor", "operator"}, None),
    "POST /api/floor/{table}/preview": ({"dealer", "floor", "operator"}, {"order": {"type": "Rack"}}),
    "POST /api/floor/{table}/order": (
        {"dealer", "floor", "operator"},
        {"id": "g", "order": {"type": "Rack"}, "number": 1},
    ),
    "POST /api/floor/{table}/rule": ({"floor", "operator"}, {"kind": "nothing"}),
    "POST /api/floor/{table}/apply": ({"floor", "operator"}, {"id": "a", "kind": "nothing", "reason": "x", "turn": 0}),
    "POST /api/floor/{table}/power": ({"floor", "operator"}, {"kind": "nothing"}),
    "POST /api/floor/{table}/use": ({"floor", "operator"}, {"id": "u", "kind": "nothing", "reason": "x", "turn": 0}),
    "POST /api/floor/{table}/freeze": ({"floor", "operator"}, {"id": "f", "frozen": True, "reason": "a test"}),
    "GET /api/cage/{account}": ({"operator"}, None),
    "POST /api/cage": (
        {"operator"},
        {"id": "i", "account": "nobody", "what": "issue", "amount": 1, "reason": "a test"},
    ),
    "GET /api/floor/{table}/money": ({"floor", "operator"}, None),
    "POST /api/floor/{table}/move": ({"floor", "operator"}, {"id": "m", "seat": 9, "to": "T", "reason": "a test"}),
    "POST /api/floor/{table}/take-off": (
        {"floor", "operator"},
        {"id": "o", "seat": 9, "amount": 1, "reason": "test"},
    ),
    "POST /api/floor/{table}/box": ({"floor", "operator"}, {"id": "b", "counted": 0}),
    "POST /api/floor/{table}/checks": ({"floor", "operator"}, {"id": "c", "value": 0}),
    "POST /api/floor/{table}/vacate": ({"floor", "operator"}, {"id": "w", "seat": 9}),
    "POST /api/dealer/{table}/gesture": ({"dealer", "floor", "operator"}, {"turn": 0, "seat": 1}),
    "POST /api/floor/{table}/excuse": ({"floor", "operator"}, {"id": "z", "seat": 9, "reason": "unwell"}),
    "POST /api/floor/{table}/copy": ({"floor", "operator"}, {"id": "x", "seat": 9}),
    "POST /api/floor/{table}/lift": ({"floor", "operator"}, {"id": "d", "what": "silence", "reason": "calm again"}),
    "POST /api/floor/{table}/unsay": ({"floor", "operator"}, {"id": "u", "seq": 9, "reason": "rude"}),
    "POST /api/floor/{table}/mute": (
        {"floor", "operator"},
        {"id": "m", "player": "nobody", "muted": True, "reason": "shouting"},
    ),
    "POST /api/floor/{table}/let-back": (
        {"floor", "operator"},
        {"id": "l", "player": "x", "number": 1, "reason": "calm again"},
    ),
    "POST /api/floor/{table}/answer": ({"floor", "operator"}, {"id": "c", "call": 1, "words": "coming"}),
    "GET /api/games": (EVERYONE, None),
    "POST /api/signs": ({"operator"}, {"rulebook": "nsw-poker", "game": "omaha"}),
    "GET /api/conformance": (EVERYONE, None),
    "GET /api/lab": (EVERYONE, None),
    "GET /api/equity": (EVERYONE, None),
    "GET /api/edge/{game}": (EVERYONE, None),
    "GET /api/tournaments": (EVERYONE, None),
    "POST /api/home-games": (
        {"floor", "operator"},
        {"id": "h", "address": "new", "game": {"template": "none"}, "players": ["Ann", "Bob"]},
    ),
    "GET /api/league": (EVERYONE, None),
    "GET /api/tournaments/league": (EVERYONE, None),
    "GET /api/tournaments/templates": ({"floor", "operator"}, None),
    "POST /api/tournaments/check": ({"floor", "operator"}, {"book": "house", "template": "freeze-out"}),
    "POST /api/tournaments/form": ({"floor", "operator"}, {"toml": 'book = "house"'}),
    "POST /api/tournaments": (
        {"floor", "operator"},
        {"id": "e", "name": "new", "book": "house", "template": "none"},
    ),
    "GET /api/tournaments/{event}": (EVERYONE, None),
    "GET /api/tournaments/{event}/conditions": (EVERYONE, None),
    "GET /api/tournaments/{event}/conditions.html": (EVERYONE, None),
    "GET /api/tournaments/{event}/conditions.txt": (EVERYONE, None),
    "GET /api/tournaments/{event}/envelopes": (EVERYONE, None),
    "GET /api/tournaments/{event}/results": (EVERYONE, None),
    "GET /api/tournaments/{event}/draws": (EVERYONE, None),
    "GET /api/tournaments/{event}/calendar.ics": (EVERYONE, None),
    "GET /api/tournaments/{event}/hands.phhs": (EVERYONE, None),
    "GET /api/tournaments/{event}/worth": (EVERYONE, None),
    "GET /api/tournaments/{event}/code.svg": (EVERYONE, None),
    "GET /api/tournaments/{event}/report.json": ({"floor", "operator", "inspector"}, None),
    "GET /api/tournaments/{event}/report.html": ({"floor", "operator", "inspector"}, None),
    "GET /api/tournaments/{event}/report/{part}.csv": ({"floor", "operator", "inspector"}, None),
    "POST /api/tournaments/{event}/entry": (KNOWN, {"id": "n", "order": {"type": "PayFee"}}),
    "POST /api/tournaments/{event}/preview": ({"floor", "operator"}, {"order": {"type": "Start"}}),
    "POST /api/tournaments/{event}/order": ({"floor", "operator"}, {"id": "s", "order": {"type": "Start"}}),
    "POST /api/tournaments/{event}/money": ({"floor", "operator"}, {"id": "p", "order": {"type": "PayPrize"}}),
    "POST /api/tournaments/{event}/walk-ins": ({"floor", "operator"}, {"id": "w", "names": ["Zed"]}),
    "POST /api/tournaments/{event}/for": (
        {"floor", "operator"},
        {"id": "f", "player": "x", "order": {"type": "Withdraw"}},
    ),
    "POST /api/tournaments/{event}/fill": ({"operator"}, {"id": "q", "bots": 1}),
    "GET /api/lists": (EVERYONE, None),
    "GET /api/lists/draws": (EVERYONE, None),
    "GET /api/lists/desk": ({"floor", "operator"}, None),
    "POST /api/lists": ({"floor", "operator"}, {"id": "l1", "name": "No name", "table": "T"}),
    "POST /api/lists/take": (KNOWN, {"id": "l2", "offer": 7, "stake": 4000}),
    "POST /api/lists/pass": (KNOWN, {"id": "l3", "offer": 7}),
    "POST /api/lists/ask": (KNOWN, {"id": "l4", "table": "T", "what": "seat"}),
    "GET /api/lists/code": (KNOWN, None),
    "POST /api/lists/ask-for": ({"floor", "operator"}, {"id": "l18", "table": "T", "what": "seat", "player": "nobody"}),
    "POST /api/lists/call": ({"floor", "operator"}, {"id": "l5", "table": "T", "seat": 1}),
    "POST /api/lists/chip": ({"floor", "operator"}, {"id": "l6", "offer": 7}),
    "POST /api/lists/take-back": ({"floor", "operator"}, {"id": "l7", "offer": 7, "reason": "a test"}),
    "POST /api/lists/feed": ({"floor", "operator"}, {"id": "l8", "feeder": "T"}),
    "POST /api/lists/break": ({"floor", "operator"}, {"id": "l9", "table": "P", "reason": "a test"}),
    "POST /api/lists/{list}/join": (KNOWN, {"id": "l10"}),
    "POST /api/lists/{list}/leave": (KNOWN, {"id": "l11"}),
    "POST /api/lists/{list}/kiosk": ({"kiosk"}, {"id": "l12", "name": "nobody"}),
    "POST /api/lists/{list}/add": ({"floor", "operator"}, {"id": "l13", "name": "Somebody"}),
    "POST /api/lists/{list}/remove": ({"floor", "operator"}, {"id": "l14", "player": "nobody", "reason": "a test"}),
    "POST /api/lists/{list}/end": ({"floor", "operator"}, {"id": "l15", "player": "nobody", "reason": "a test"}),
    "POST /api/lists/{list}/close": ({"floor", "operator"}, {"id": "l16", "reason": " "}),
    "POST /api/lists/{list}/table": ({"floor", "operator"}, {"id": "l17", "name": "T"}),
    "GET /api/promotions": (EVERYONE, None),
    "GET /api/promotions/templates": ({"operator"}, None),
    "GET /api/promotions/prescribed": (EVERYONE, None),
    "POST /api/promotions/prescribed": ({"operator"}, {"id": "r", "items": [], "reference": "none"}),
    "POST /api/promotions/check": ({"operator"}, {"book": "house", "template": "cash"}),
    "POST /api/promotions/draft": ({"operator"}, {"id": "t", "name": "F", "toml": 'book = "house"'}),
    "GET /api/promotions/{promotion}": (EVERYONE, None),
    "GET /api/promotions/{promotion}/terms.html": (EVERYONE, None),
    "GET /api/promotions/{promotion}/terms.txt": (EVERYONE, None),
    "GET /api/promotions/{promotion}/proof": (EVERYONE, None),
    "POST /api/promotions/{promotion}/part": (KNOWN, {"id": "u", "order": {"type": "Enter"}}),
    "POST /api/promotions/{promotion}/act": (
        {"floor", "operator", "inspector"},
        {"id": "v", "order": {"type": "Draw"}},
    ),
    "POST /api/promotions/{promotion}/money": (
        {"floor", "operator", "inspector"},
        {"id": "w", "order": {"type": "Start"}},
    ),
    "GET /api/jackpots": (EVERYONE, None),
    "POST /api/jackpots/try": ({"operator"}, {"toml": 'book = "house"'}),
    "POST /api/jackpots": ({"operator"}, {"id": "j1", "name": "K", "toml": 'book = "house"'}),
    "GET /api/jackpots/{pool}": (EVERYONE, None),
    "POST /api/jackpots/{pool}/link": (
        {"operator"},
        {"id": "j2", "table": "nowhere", "signed": True, "console": True},
    ),
    "POST /api/jackpots/{pool}/unlink": ({"operator"}, {"id": "j3", "table": "nowhere"}),
    "POST /api/jackpots/{pool}/claim": (KNOWN, {"id": "j4", "table": "T", "number": 1}),
    "POST /api/jackpots/{pool}/verify": ({"floor", "operator"}, {"id": "j5", "hit": 7}),
    "POST /api/jackpots/{pool}/pay": ({"floor", "operator"}, {"id": "j6", "hit": 7}),
    "POST /api/jackpots/{pool}/display": ({"dealer", "floor", "operator"}, {"id": "j7", "shows_cents": 1}),
    "POST /api/jackpots/{pool}/notice-of-change": ({"operator"}, {"id": "j8", "toml": "", "change_at_ms": 1}),
    "POST /api/jackpots/{pool}/change": ({"operator"}, {"id": "j9"}),
    "POST /api/jackpots/{pool}/end": ({"operator"}, {"id": "j10"}),
    "POST /api/jackpots/{pool}/malfunction": (
        {"dealer", "floor", "operator"},
        {"id": "j11", "part": "nothing", "what": "a test"},
    ),
    "POST /api/jackpots/{pool}/received": (
        {"dealer", "floor", "operator"},
        {"id": "j12", "to": "nobody", "reference": "none"},
    ),
    "POST /api/jackpots/{pool}/adjust": ({"floor", "operator"}, {"id": "j13", "by_cents": 1, "reason": "a test"}),
    "POST /api/jackpots/{pool}/confirm": ({"floor", "operator"}, {"id": "j14", "cents": 1}),
    "POST /api/jackpot-hand/{table}/tabled": (KNOWN, {"id": "j15"}),
    "POST /api/dealer/{table}/console": ({"dealer", "floor", "operator"}, {"id": "j16", "button": "end-game"}),
    "POST /api/floor/{table}/authorise-press": ({"floor", "operator"}, {"id": "j17"}),
    "GET /trust": (EVERYONE, None),
    "GET /trust/openfelt-room.crt": (EVERYONE, None),
    "GET /trust/looks.css": (EVERYONE, None),
    "GET /api/health": (EVERYONE, None),
    "GET /api/health/live": (EVERYONE, None),
    "GET /api/health/ready": (EVERYONE, None),
    "GET /metrics": ({"operator"}, None),
    "GET /api/schema": (EVERYONE, None),
    "GET /{path:path}": (EVERYONE, None),
}
SLOW = {"GET /api/equity", "GET /api/edge/{game}"}
REFUSED = {401, 403}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    app = build(tmp_path_factory.mktemp("roles"), demo=False, limits=LOOSE)
    with TestClient(app, base_url=BASE, headers=HEADERS) as client:
        for name in ("T", "U"):
            client.portal.call(client.app.state.hall.open_table, name, standard_sign("nsw-poker", "texas-holdem"))
            client.app.state.hall.hosts[name].state.frozen = True  # nothing goes on by itself, such as a notice
        client.portal.call(publish, client.app.state.hall)
        keep_a_list(client.app.state.hall)
        client.portal.call(announce, client.app.state.hall)
        client.portal.call(offer_jackpot, client.app.state.hall)
        yield client


def path_of(endpoint):
    path = endpoint.partition(" ")[2]
    for name, value in (
        ("{table}", "T"),
        ("{event}", "E"),
        ("{list}", "L"),
        ("{promotion}", "E"),
        ("{pool}", "J"),
        ("{key}", "nsw-poker"),
        ("{number:int}", "1"),
        ("{game}", "x"),
        ("{path:path}", ""),
    ):
        path = path.replace(name, value)
    return path


def cookie_for(room, role):
    """A session with exactly one role."""
    hall = room.app.state.hall
    if role == "nobody":
        return {}
    token = hall.invitations.invite((role,), hall.now_ms())
    account = hall.invitations.accept(token, f"{role} {time.monotonic_ns() % 10**9}", PASSWORD, hall.now_ms())
    return {"openfelt": room.portal.call(hall.welcome, account)}


class Callers:
    """Sessions with exactly one role each: a new one for every request, a new account once a request was granted."""

    def __init__(self, room):
        self.room, self.kept = room, {}

    def cookies(self, role):
        hall = self.room.app.state.hall
        if role == "nobody":
            return {}
        if role not in self.kept:
            cookies = cookie_for(self.room, role)
            self.kept[role] = hall.accounts.session_of(cookies["openfelt"], hall.now_ms()).account
        return {"openfelt": hall.accounts.start_session(self.kept[role], hall.now_ms())}

    def granted(self, role):
        """What was done may have changed the account."""
        self.kept.pop(role, None)


@pytest.fixture(scope="module")
def callers(room):
    return Callers(room)


def ask(room, endpoint, cookies):
    room.cookies.clear()
    for name, value in cookies.items():
        room.cookies.set(name, value)
    method = endpoint.partition(" ")[0]
    body = ENDPOINTS[endpoint][1]
    return room.request(method, path_of(endpoint), json=body)


def test_every_route_is_in_the_matrix(room):
    routes = {
        f"{method} {route.path}"
        for route in room.app.routes
        if isinstance(route, Route)
        for method in route.methods - {"HEAD"}
    }
    assert routes == set(ENDPOINTS)


@pytest.mark.parametrize("endpoint", sorted(set(ENDPOINTS) - SLOW))
def test_every_endpoint_asks_for_its_role(room, callers, endpoint):
    may, _ = ENDPOINTS[endpoint]
    for role in sorted(EVERYONE):
        version = room.app.state.hall.hosts["T"].version
        answer = ask(room, endpoint, callers.cookies(role))
        if role in may:
            callers.granted(role)
            # "nobody" logs in with a wrong name: known, allowed to try, refused for another reason.
            # What the clause leaves to another office is refused for that.
            known = {"bad-login", "not-your-office"}
            assert answer.status_code not in REFUSED or answer.json()["error"]["code"] in known, (
                role,
                answer.text,
            )
        else:
            assert answer.status_code == (401 if role == "nobody" else 403), (role, answer.text)
            assert answer.json()["error"]["code"] == ("not-logged-in" if role == "nobody" else "not-allowed")
            assert set(answer.json()["error"]) == {"code", "rule", "phrase", "parts", "legal"}
            assert room.app.state.hall.hosts["T"].version == version


@pytest.mark.parametrize("path", ["/api/me", "/api/nothing", "/", "/api/guest"])
def test_every_answer_has_the_security_headers(room, path):
    answer = room.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert "strict-transport-security" not in answer.headers


def test_cookies_under_tls_carry_the_host_prefix_and_hsts(tmp_path):
    app = build(tmp_path, demo=False, limits=LOOSE, origins=frozenset({"https://room.example"}))
    with TestClient(app, base_url="https://room.example", headers=HEADERS) as client:
        answer = client.post("/api/guest", json={"name": "ann"})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-openfelt=")
        for word in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"):
            assert word.lower() in cookie.lower()
        assert answer.headers["strict-transport-security"]
        forgotten = client.post("/api/logout").headers["set-cookie"]
        assert forgotten.startswith('__Host-openfelt=""; ')
        for word in ("Secure", "Path=/", "Max-Age=0"):  # a browser heeds no other word about a cookie of this prefix
            assert word.lower() in forgotten.lower()
    with TestClient(app, base_url="https://other.example", headers=HEADERS) as client:
        assert client.get("/api/me").status_code == 421


def test_the_operator_closes_an_account_and_everything_of_it_ends_at_once(room):
    operator = cookie_for(room, "operator")
    room.cookies.clear()
    guest = room.post("/api/guest", json={"name": "doomed"})
    token = guest.cookies["openfelt"]
    account = guest.json()["account"]["id"]
    room.cookies.clear()
    room.cookies.set("openfelt", token)
    with room.websocket_connect("ws://127.0.0.1:8052/api/socket", headers={"origin": BASE}) as socket:
        assert socket.receive_json()["type"] == "welcome"
        socket.send_json({"type": "sit", "id": "s", "table": "U", "seat": 1, "stake": 20_000})
        assert socket.receive_json() == {"type": "done", "id": "s"}
        room.cookies.clear()
        room.cookies.set("openfelt", operator["openfelt"])
        answer = room.post("/api/disable", json={"id": "close", "account": account, "reason": "asked to"})
        assert answer.json() == {"done": True}, answer.text
        assert socket.receive_json()["error"]["code"] == "disabled"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4001
    hall = room.app.state.hall
    assert hall.hosts["U"].table.place_of(account) is None  # up from the table, with the chips
    assert hall.purse(account) == 1_000_000
    assert hall.accounts.session(token, hall.now_ms()) is None
    names = [one.record.name for one in hall.journal.store.read("room", 0, 10_000)]
    assert "AccountDisabled" in names
    room.cookies.set("openfelt", operator["openfelt"])
    own = room.get("/api/me").json()["account"]["id"]
    assert (
        room.post("/api/disable", json={"id": "own", "account": own, "reason": "x"}).json()["error"]["code"]
        == "own-account"
    )


# -- the socket ------------------------------------------------------------------------------------------------------

DEALER = {"dealer", "floor", "operator"}
REQUESTS = {
    "dealer-seat": (DEALER, {"table": "L", "seat": 1, "name": "Zed", "stake": 20_000}),
    "dealer-unseat": (DEALER, {"table": "L", "seat": 1}),
    "dealer-absent": (DEALER, {"table": "L", "seat": 1, "absent": True}),
    "dealer-open": (DEALER, {"table": "L"}),
    "dealer-deal": (DEALER, {"table": "L", "cards": []}),
    "dealer-act": (DEALER, {"table": "L", "turn": 0, "action": "fold"}),
    "dealer-undo": (DEALER, {"table": "L", "entry": 1}),
    "watch": (KNOWN, {"table": "L"}),
    "unwatch": (KNOWN, {"table": "L"}),
    "lobby": (frozenset(ROLES), {}),
    "sit": (KNOWN, {"table": "T", "seat": 1, "stake": 20_000}),
    "stand": (KNOWN, {"table": "T"}),
    "stay": (KNOWN, {"table": "T"}),
    "show-after": (KNOWN, {"table": "T", "cards": ["As"]}),
    "rabbit": (KNOWN, {"table": "T"}),
    "top-up": (KNOWN, {"table": "T", "amount": 50}),
    "auto-top-up": (KNOWN, {"table": "T", "to": 20_000}),
    "bomb-vote": (KNOWN, {"table": "T", "agrees": True}),
    "sit-out": (KNOWN, {"table": "T"}),
    "come-back": (KNOWN, {"table": "T"}),
    "change-seat": (KNOWN, {"table": "T", "seat": 2}),
    "choose-game": (KNOWN, {"table": "T", "game": 0}),
    "act": (KNOWN, {"table": "T", "turn": 0, "action": "fold"}),
    "say": (KNOWN, {"table": "T", "text": "hello"}),
    "follow": (KNOWN, {"event": "E"}),
    "unfollow": (KNOWN, {"event": "E"}),
    "call-floor": (KNOWN, {"table": "T", "words": "a question"}),
    "pit-join": (KNOWN, {"table": "P", "box": 1, "stake": 1000}),
    "pit-leave": (KNOWN, {"table": "P"}),
    "pit-deal": (KNOWN, {"table": "P", "number": 1}),
    "pit-act": (KNOWN, {"table": "P", "number": 1, "order": {"type": "Fold", "box": 1}}),
}


def test_every_request_of_the_socket_is_in_the_matrix():
    names = {one.__struct_config__.tag for one in p.ClientFrame.__args__}
    assert names == set(REQUESTS)


def test_a_role_without_the_power_changes_nothing():
    async def matrix():
        async with Sim("roles") as sim:
            live = await sim.hall.open_table("L", standard_sign("nsw-poker", "texas-holdem"), live=True)
            host = await sim.table("nsw-poker", "texas-holdem")
            await publish(sim.hall)
            for role in ROLES:
                client = await sim.player(f"{role} {len(sim.hall.subscribers)}", roles=(role,))
                for kind, (may, fields) in REQUESTS.items():
                    before = (live.state.digest(), live.version, sim.store.head())
                    refusals = sim.hall.refusals
                    error = await client.ask(kind, **fields)
                    if role in may:
                        assert error is None or error["code"] != "not-allowed", (role, kind, error)
                    else:
                        assert error["code"] == "not-allowed", (role, kind, error)
                        assert error["legal"]
                        assert (live.state.digest(), live.version, sim.store.head()) == before
                        assert sim.hall.refusals == refusals + 1
                assert json.loads(client.frames[-1])
                assert host.stopped == ""

    run(matrix())


def test_a_link_says_what_it_makes_of_whoever_uses_it_and_asking_does_not_use_it(room):
    hall = room.app.state.hall
    token = hall.invitations.invite(("operator",), hall.now_ms())
    for _ in range(2):
        assert room.post("/api/invitation", json={"invitation": token}).json() == {"roles": ["operator"]}
    body = {"name": "First of all", "password": PASSWORD, "invitation": token}
    assert room.post("/api/login", json=body).json()["account"]["roles"] == ["operator"]
    for spent in (token, "no such link", ""):
        answer = room.post("/api/invitation", json={"invitation": spent})
        assert answer.json()["error"]["code"] == "bad-invitation"
    late = hall.invitations.invite(("dealer",), hall.now_ms() - INVITATION_MS - 1)
    assert room.post("/api/invitation", json={"invitation": late}).json()["error"]["code"] == "bad-invitation"
    assert room.post("/api/invitation", json={"invitation": token}, headers={"x-openfelt": ""}).status_code == 403
