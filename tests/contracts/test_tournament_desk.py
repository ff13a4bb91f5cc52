"""A tournament over HTTP: published, entered, paid, started, cancelled; each order once, by whom its clause names."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from openfelt.journal import SqliteStore
from openfelt.journal.verify import check_ledger
from openfelt.service.app import build
from openfelt.service.record.tournament_audit import check_tournaments
from openfelt.tournaments import write_conditions
from tests.tournament_kit import whole

HEADERS = {"x-openfelt": "1"}
ANSWERS = {"name": "Friday", "players": 4, "seats": 4, "buy_in_cents": 2_000, "prizes": [700, 300]}


class Room:
    """The room over HTTP, and everyone who asks there."""

    def __init__(self, client):
        self.client, self.hall = client, client.app.state.hall
        self.tokens, self.ids, self.number = {}, {}, 0
        for name, roles in (("olga", ("operator", "player")), ("fay", ("floor",)), ("ann", ("player",))):
            self.account(name, roles)

    def account(self, name, roles=("player",)):
        account = self.hall.accounts.open_account(name, roles, 0, "a long password")
        self.tokens[name] = self.client.portal.call(self.hall.welcome, account)
        self.ids[name] = account.id

    def get(self, who, path):
        self.client.cookies.clear()
        if who:
            self.client.cookies.set("openfelt", self.tokens[who])
        return self.client.get(f"/api/tournaments{path}").json()

    def post(self, who, path, **body):
        self.number += 1
        self.client.cookies.clear()
        self.client.cookies.set("openfelt", self.tokens[who])
        is_order = not path.endswith(("/check", "/preview"))
        sent = {**({"id": f"n{self.number}"} if is_order else {}), **body}
        told = self.client.post(f"/api/tournaments{path}", json=sent).json()
        return told["error"]["code"] if "error" in told else told

    def publish(self, who="olga", name="friday", **more):
        body = {"book": "house", "template": "freeze-out", "answers": ANSWERS, **more}
        return self.post(who, "", name=name, **body)

    def give(self, who, kind, road="order", event="friday", **fields):
        told = self.post(who, f"/{event}/{road}", order={"type": kind, **fields})
        return "done" if told == {"done": True} else told

    def take(self, who, kind, event="friday", **fields):
        """Take an offer as it stands; of an entry, with the form completed."""
        view = self.get(who, f"/{event}")
        offers = (*view["me"]["offers"], *(view["staff"]["offers"] if view["staff"] else ()))
        offer = next(one for one in offers if one["kind"] == kind)
        more = {"form": True, **fields} if kind == "Apply" else fields
        told = self.post(who, f"/{event}/{offer['road']}", order={**offer["order"], **more})
        return "done" if told == {"done": True} else told

    def offers(self, who, event="friday"):
        view = self.get(who, f"/{event}")
        staff = view["staff"]["offers"] if view["staff"] else ()
        return {one["kind"] for one in view["me"]["offers"]}, {one["kind"] for one in staff}

    def purse(self, who):
        return self.hall.purse(self.ids[who])


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        yield Room(client)
    store = SqliteStore(tmp_path / "journal.sqlite")  # once nothing is written any more
    assert check_ledger(store).fault is None
    assert check_tournaments(store).fault is None
    store.close()


def entered(room, who="ann"):
    """Published, open, and entered with everything paid."""
    assert room.publish() == {"event": "friday"}
    assert room.take("olga", "OpenRegistration") == "done"
    assert room.take(who, "Apply") == "done"
    assert room.take(who, "PayBuyIn") == "done"


def test_a_player_follows_the_offers_from_entry_to_withdrawal(room):
    assert room.publish() == {"event": "friday"}
    assert room.offers("ann") == (set(), set()), "entries are not open"
    assert room.take("olga", "OpenRegistration") == "done"
    assert room.offers("ann") == ({"Apply"}, set())
    assert room.take("ann", "Apply") == "done"
    mine = room.get("ann", "/friday")["me"]
    assert (mine["status"], mine["due"]) == ("applied", [["buy-in", 2_000]])
    assert next(one for one in mine["offers"] if one["kind"] == "PayBuyIn")["cents"] == 2_000
    assert room.take("ann", "PayBuyIn") == "done"
    assert room.purse("ann") == 998_000
    assert room.get("", "/friday")["pool_cents"] == 2_000
    assert room.get("", "")["events"][0]["entries"] == 1
    assert room.take("ann", "Withdraw") == "done"
    assert room.purse("ann") == 1_000_000
    assert room.get("", "/friday")["entries"] == 0


def test_who_enters_twice_pays_twice_or_pays_for_another_is_refused_and_nothing_changes(room):
    entered(room)
    head = room.hall.journal.store.head()
    assert room.give("ann", "Apply", "entry", form=True) == "entered"
    assert room.give("ann", "PayBuyIn", "entry") == "paid"
    assert room.give("ann", "PayBuyIn", "entry", player=room.ids["olga"]) == "bad-order", "nobody says who asks"
    assert room.give("ann", "NoteMove", "entry", act="1") == "bad-order", "that is the house's"
    assert room.give("ann", "Start", "entry") == "bad-order"
    assert room.hall.journal.store.head() == head


def test_an_order_happens_once_and_another_under_its_id_is_refused(room):
    assert room.publish() == {"event": "friday"}
    assert room.take("olga", "OpenRegistration") == "done"
    first = {"id": "same", "order": {"type": "Apply", "form": True}}
    assert room.post("ann", "/friday/entry", **first) == {"done": True}
    assert room.post("ann", "/friday/entry", **first) == {"done": True}
    assert room.post("ann", "/friday/entry", id="same", order={"type": "PayBuyIn"}) == "request-reused"
    assert room.purse("ann") == 1_000_000
    assert room.post("olga", "", id="p", name="later", book="house", template="freeze-out") == {"event": "later"}
    assert room.post("olga", "", id="p", name="later", book="house", template="freeze-out") == {"event": "later"}
    assert room.post("olga", "", id="p", name="other", book="house", template="freeze-out") == "request-reused"


def test_the_office_that_a_clause_names_gives_the_order_and_no_other(room):
    assert room.publish("fay") == "not-your-office"
    entered(room)
    assert room.offers("fay") == ({"Apply"}, set())
    assert room.give("fay", "Start") == "not-your-office"
    assert room.give("ann", "Start") == "not-allowed"
    assert room.give("fay", "Cancel", "money") == "not-your-office"
    room.account("bob")
    assert room.take("bob", "Apply") == "done"
    assert room.take("bob", "PayBuyIn") == "done"
    appointed = {"account": room.ids["fay"], "office": "Tournament Supervisor", "reason": "tonight"}
    room.client.cookies.clear()
    room.client.cookies.set("openfelt", room.tokens["olga"])
    other = room.client.post("/api/offices", json={"id": "o1", "at": "tournament/another", **appointed})
    assert other.json() == {"done": True}
    assert room.give("fay", "Start") == "not-your-office", "of another event"
    room.client.cookies.set("openfelt", room.tokens["olga"])
    room.client.post("/api/offices", json={"id": "o2", "at": "tournament/friday", **appointed})
    assert "Start" in room.offers("fay")[1]
    assert "Cancel" not in room.offers("fay")[1]
    assert room.give("fay", "Start") == "done"


def test_money_has_a_road_of_its_own_and_comes_back_when_the_event_is_cancelled(room):
    entered(room)
    assert room.give("olga", "Cancel") == "bad-order", "money has a road of its own"
    assert room.give("olga", "AddToPool", "money", cents=5_000) == "done"
    assert room.get("", "/friday")["pool_cents"] == 7_000
    seen = room.post("olga", "/friday/preview", order={"type": "Cancel"})
    assert {"account": f"purse/{room.ids['ann']}", "cents": 2_000} in seen["money"]
    assert room.purse("ann") == 998_000, "a preview changes nothing"
    assert room.take("olga", "Cancel") == "done"
    assert room.purse("ann") == 1_000_000
    assert room.get("", "/friday")["phase"] == "cancelled"
    assert room.give("ann", "PayBuyIn", "entry") == "phase"


def test_conditions_are_tried_printed_published_from_a_file_and_amended(room):
    text = write_conditions(whole("nsw-poker"))
    draft = room.post("olga", "/check", toml=write_conditions(whole("nsw-poker", chips__unit=0)))
    assert [one["rule"] for one in draft["faults"]]
    assert room.post("olga", "/check", toml=text)["faults"] == []
    assert room.post("olga", "", name="main", toml=text) == {"event": "main"}
    assert room.post("olga", "", name="main", toml=text) == "event-exists"
    assert room.post("olga", "", name="No Address", toml=text) == "bad-name"
    page = room.get("", "/main/conditions")
    assert page["toml"] == text
    assert any("nsw-poker 28.4.2(a)" in " ".join(line["cites"]) for part in page["parts"] for line in part["lines"])
    assert "hash of this version" in room.client.get("/api/tournaments/main/conditions.txt").text
    html = room.client.get("/api/tournaments/main/conditions.html")
    assert html.text.startswith("<!doctype html>")
    policies = html.headers.get_list("content-security-policy")
    assert ["'sha256-" in one for one in policies] == [True], "its own looks are let in, by one policy"
    assert room.take("olga", "Amend", "main") == "done"
    assert room.get("", "/main")["version"] == 2
    assert room.get("", "/none")["error"]["code"] == "no-event"
    assert room.take("olga", "OpenRegistration", "main") == "done"
    assert room.take("ann", "Apply", "main", form=False) == "form", "nsw-poker asks for one"
    assert room.take("ann", "Apply", "main") == "done"


def test_bots_fill_an_event_and_an_event_that_is_full_starts(room):
    entered(room)
    assert room.post("fay", "/friday/fill", bots=3) == "not-allowed"
    body = {"id": "f", "bots": 3}
    assert room.post("olga", "/friday/fill", **body) == {"done": True}
    assert room.post("olga", "/friday/fill", **body) == {"done": True}
    view = room.get("ann", "/friday")
    assert view["entries"] == 4
    assert view["phase"] == "started", "by the house's rules nobody has to call it"
