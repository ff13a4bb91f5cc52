"""Every order over HTTP has an id: repeated, it gets the first answer and is done once; another one is refused."""

from __future__ import annotations

import asyncio
import json
from functools import partial

import pytest
from starlette.testclient import TestClient

from openfelt.games.standard import standard_sign
from openfelt.pit.games import sign_for
from openfelt.service.app import build
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.pages.people import PasswordBody
from openfelt.service.people.accounts import BadLogin
from openfelt.service.people.house_bots import BotSeat
from openfelt.service.routes import ROUTES
from openfelt.service.wire.requests import RequestId, mark_of
from tests.contracts.test_service_roles import ENDPOINTS
from tests.jackpot_kit import offer_jackpot
from tests.journals.write import Room, person
from tests.promotion_kit import announce
from tests.service_kit import keep_a_list, publish, run
from tests.twin_kit import page

PASSWORD, FRESH = "a long password", "another long password"
EVERY_ROLE = ("player", "dealer", "floor", "operator", "inspector")  # and no machine: it has one alone
FREELY = Rate(1e6, 1e6)
ORDERS = [row for row in ROUTES if row.method == "POST" and row.has_id]
# What is posted without an id, and why it needs none.
WITHOUT = {
    "/api/guest": "nobody is known yet whose id it could be",
    "/api/login": "nobody is known yet whose id it could be",
    "/api/logout": "a session that has ended has ended",
    "/api/prove": "a password that was given was given; nothing is put on record",
    "/api/invitation": "a question",
    "/api/reset": "a code works once",
    "/api/account/factor": "nothing is put on record before it is confirmed",
    "/api/past/star": "the last word counts, and nothing is put on record",
    "/api/past/share": "the last word counts, and a hand has one link",
    "/api/past/note": "the last word counts, and nothing is put on record",
    "/api/signs": "a question",
    "/api/floor/{table}/preview": "a question",
    "/api/floor/{table}/rule": "a question",
    "/api/floor/{table}/power": "a question",
    "/api/dealer/{table}/gesture": "a question",
    "/api/tournaments/check": "a question",
    "/api/tournaments/form": "a question",
    "/api/promotions/check": "a question",
    "/api/jackpots/try": "a question",
    "/api/tournaments/{event}/preview": "a question",
}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    limits = Limits(log_ins=FREELY, guests=FREELY, requests=FREELY)
    app = build(tmp_path_factory.mktemp("ids"), demo=False, pace=0.0, limits=limits)
    with TestClient(app, base_url="http://localhost", headers={"x-openfelt": "1"}) as client:
        hall = app.state.hall
        sign = standard_sign("nsw-poker", "texas-holdem", seats=4)
        client.portal.call(
            lambda: hall.open_table("T", sign, bots=[BotSeat(one, "caller", str(one)) for one in (1, 2)])
        )
        client.portal.call(hall.open_pit, "P", sign_for("act-holdem"))
        client.portal.call(publish, hall)
        keep_a_list(hall)
        client.portal.call(announce, hall)
        client.portal.call(offer_jackpot, hall)
        client.portal.call(until, lambda: 1 in hall.hosts["T"].finished)
        client.portal.call(hall.hosts["T"].work.cancel)
        hall.hosts["T"].state.frozen = True  # nothing goes on by itself
        client.account = hall.accounts.open_account("every role", EVERY_ROLE, 0, PASSWORD)
        client.portal.call(hall.welcome, client.account)
        kiosk = hall.accounts.open_account("a kiosk", ("kiosk",), 0, PASSWORD)
        client.portal.call(hall.welcome, kiosk)
        log_in(client, PASSWORD)
        yield client


async def until(is_so):
    while not is_so():
        await asyncio.sleep(0.01)


def log_in(room, password, name="every role"):
    room.cookies.clear()
    accounts = room.app.state.hall.accounts
    account = accounts.log_in(name, password)
    room.cookies.set("openfelt", accounts.start_session(account, room.app.state.hall.now_ms()))


def heads(room):
    """All that is on record."""
    return room.app.state.hall.journal.store.head()


def test_whatever_is_posted_has_an_id_or_changes_nothing_that_could_be_done_twice():
    bare = {row.path for row in ROUTES if row.method == "POST" and not row.has_id}
    assert bare == set(WITHOUT)
    assert len(ORDERS) > 25


@pytest.mark.parametrize("row", ORDERS, ids=lambda row: row.path)
def test_under_the_id_of_another_order_nothing_is_done(room, row):
    freeze = {"id": "used", "frozen": True, "reason": "a dispute"}
    assert room.post("/api/floor/T/freeze", json=freeze).json() == {"done": True}
    before = heads(room)
    _, body = ENDPOINTS[f"POST {row.path}"]
    path = (
        row.path.replace("{table}", "P" if row.path.endswith("/order") else "T")
        .replace("{event}", "E")
        .replace("{list}", "L")
        .replace("{promotion}", "E")
        .replace("{pool}", "J")
    )
    if row.who == ("kiosk",):
        log_in(room, PASSWORD, "a kiosk")
        body = {**body, "id": "used"}
        assert room.post(path, json=body).json()["error"]["code"] == "no-account", "an id is its account's own"
        log_in(room, PASSWORD)
        return
    answer = room.post(path, json={**body, "id": "used"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "request-reused")
    assert heads(room) == before


@pytest.mark.parametrize(
    ("path", "body", "change"),
    [
        ("/api/tables", {"name": "New", "rulebook": "nsw-poker", "game": "omaha"}, {"name": "Newer"}),
        ("/api/pits", {"name": "New pit", "rulebook": "act-holdem"}, {"live": True}),
        ("/api/home-games", {"address": "friday", "game": {"name": "F"}, "players": ["Ann"]}, {"players": ["Bob"]}),
        ("/api/invite", {"roles": ["dealer"]}, {"roles": ["operator"]}),
        ("/api/inspect", {"table": "T", "number": 1, "reason": "a complaint"}, {"reason": "curious"}),
    ],
)
def test_a_repeated_order_gets_the_first_answer_and_another_one_is_refused(room, path, body, change):
    body = {**body, "id": f"do-{path.rpartition('/')[2]}"}
    first = room.post(path, json=body)
    assert first.status_code == 200
    before = heads(room)
    again = room.post(path, json=body)
    assert (again.status_code, again.content) == (200, first.content)
    assert room.post(path, json={**body, **change}).json()["error"]["code"] == "request-reused"
    assert heads(room) == before
    assert "Newer" not in room.app.state.hall.hosts


def test_a_link_is_told_again_and_works_once(room):
    body = {"id": "link", "roles": ["dealer"]}
    links = [room.post("/api/invite", json=body).json()["link"].partition("=")[2] for _ in range(2)]
    assert links[0] == links[1]
    made, now = room.app.state.hall.invitations, room.app.state.hall.now_ms()
    assert made.accept(links[0], "Dee", PASSWORD, now).roles == ("dealer",)
    assert room.post("/api/invite", json=body).json()["link"].endswith(links[0])
    other = room.post("/api/invite", json={**body, "id": "other"}).json()["link"].partition("=")[2]
    assert other != links[0]
    assert made.roles_of(other, now) == ("dealer",)


def test_a_password_changes_once_and_leaves_no_mark_of_itself(room):
    hall = room.app.state.hall
    body = {"id": "secret", "old": PASSWORD, "new": FRESH}
    assert room.post("/api/password", json={**body, "old": FRESH}).json()["error"]["code"] == "bad-login"
    assert room.post("/api/password", json={**body, "new": "short"}).json()["error"]["code"] == "bad-password"
    assert room.post("/api/password", json=body).json() == {"account": None}
    before = heads(room)
    log_in(room, FRESH)
    assert room.post("/api/password", json=body).json() == {"account": None}
    log_in(room, FRESH)
    third = {**body, "old": FRESH, "new": "a third long password"}
    assert room.post("/api/password", json=third).json()["error"]["code"] == "request-reused"
    assert heads(room) == before
    with pytest.raises(BadLogin):
        hall.accounts.log_in("every role", third["new"])
    kept = mark_of(hall.journal.store.receipt(f"{room.account.id} secret").answer)
    mark = partial(hall.accounts.seals.mark, room.account.id)
    assert kept == RequestId.of(room.account.id, PasswordBody("secret", "", ""), at="/api/password", mark=mark).mark
    room.post("/api/password", json={"id": "back", "old": FRESH, "new": PASSWORD})
    log_in(room, PASSWORD)


def test_of_two_orders_under_one_id_at_the_same_moment_one_is_done(tmp_path):
    async def evening():
        async with Room("at once", tmp_path) as sim:
            boss = (await person(sim, "Boss", ("operator",))).account
            players = [(await person(sim, name)).account.id for name in ("Ann", "Bob")]
            bodies = [{"id": "close", "account": one, "reason": "asked for it"} for one in players]
            told = await asyncio.gather(*(page(sim, boss, "POST", "/api/disable", one) for one in bodies))
            assert sorted(status for status, _ in told) == [200, 400]
            closed = sim.hall.accounts.closed() & set(players)
            assert closed == {players[[status for status, _ in told].index(200)]}
            again = await page(sim, boss, "POST", "/api/disable", bodies[[status for status, _ in told].index(200)])
            assert again[0] == 200
            assert sim.hall.accounts.closed() & set(players) == closed
            opened = {"id": "open", "name": "N", "rulebook": "act-holdem"}
            told = await asyncio.gather(*(page(sim, boss, "POST", "/api/pits", opened) for _ in range(2)))
            assert [json.loads(one[1]) for one in told] == [{"table": "N"}] * 2
            told = await asyncio.gather(
                *(page(sim, boss, "POST", "/api/pits", {**opened, "id": one, "name": "M"}) for one in ("a", "b"))
            )
            assert sorted(status for status, _ in told) == [200, 400]
            assert not sim.hall.pits["M"].stopped

    run(evening())


def test_after_a_restart_a_repeated_order_is_known(tmp_path):
    async def evening(body):
        async with Room("again", tmp_path) as sim:
            if sim.hall.accounts.id_of("Boss"):
                boss = sim.hall.accounts.log_in("Boss", "a long password")
            else:
                boss = (await person(sim, "Boss", ("operator",))).account
            before = sim.store.head()
            told = [json.loads((await page(sim, boss, "POST", path, one))[1]) for path, one in body.items()]
            return told, sim.store.head() == before

    bodies = {
        "/api/tables": {"id": "open", "name": "N", "rulebook": "nsw-poker", "game": "omaha"},
        "/api/invite": {"id": "invite", "roles": ["dealer"]},
    }
    (opened, invited), _ = run(evening(bodies))
    assert "link" in invited
    (again, link), same = run(evening(bodies))
    assert (again, same) == (opened, True)
    assert link["error"]["code"] == "link-told", "no token is kept"
