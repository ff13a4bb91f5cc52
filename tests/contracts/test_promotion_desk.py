"""A promotion over HTTP: drafted, notified, started, entered, drawn, claimed, paid; refusals change nothing."""

from __future__ import annotations

import hashlib
import re

import pytest
from starlette.testclient import TestClient

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.journal.verify import check_ledger
from openfelt.phrases import read_text
from openfelt.promotions.orders import Enter
from openfelt.service.app import build
from openfelt.service.deck.draws import draw_faults, seen_draw_from
from openfelt.service.deck.entries import ShownEntry, is_entry
from openfelt.service.deck.sealing import check_shuffles
from openfelt.service.record.promotion_audit import check_promotions
from openfelt.service.record.room_audit import check_room
from tests.promotion_kit import AWARDED, CLOSES, HEADERS, NOON, STARTS, PromotionRoom, StandingClock, terms

HOUR = 3_600_000


def written(several):
    """Texts of the wire as a person reads them."""
    return [str(read_text(one)) for one in several]


@pytest.fixture
def clock():
    return StandingClock()


def open_room(data, clock):
    return TestClient(build(data, demo=False, pace=0.0, clock=clock), base_url="http://localhost", headers=HEADERS)


def require_sound(hall):
    for check in (check_ledger, check_promotions, check_shuffles, check_room):
        assert check(hall.journal.store).fault is None, check(hall.journal.store).fault


@pytest.fixture
def room(tmp_path, clock):
    with open_room(tmp_path, clock) as client:
        yield PromotionRoom(client, clock)
        require_sound(client.app.state.hall)


def drawn(room, *answers, players=("ann", "bob"), **more):
    """A promotion whose draw is made; who won the first prize."""
    room.running(*answers, **more)
    for one in players:
        assert room.part(one, "Enter") == "done"
    room.at(CLOSES)
    room.at(AWARDED)
    assert room.act("olga", "Draw") == "done"
    return room.view()["winners"][0]["name"]


def test_a_promotion_from_its_draft_to_its_end(room):
    assert room.draft() == {"promotion": "spring"}
    assert room.get("ann") == {"promotions": []}, "a draft is staff's alone"
    assert room.get("ann", "/spring")["error"]["code"] == "no-promotion"
    assert room.get("olga")["promotions"][0]["phase"] == "complete"
    assert room.act("olga", "NotifyAuthority", receipt="A 1") == "done"
    assert room.act("olga", "PublishNotice", channel="on the website", text="Come and win") == "done"
    view = room.view("")
    assert view["notices"][0]["reference"] == view["reference"] == f"spring/{view['digest'][:8]}"
    assert view["desk"] is None
    room.at(STARTS)
    bank = room.hall.journal.store.balance(accounts.HOUSE)
    assert room.act("olga", "Start") == "done"
    assert room.hall.journal.store.balance(accounts.HOUSE) == bank - 50_000
    assert room.part("ann", "Enter") == "done"
    assert room.part("ann", "Enter") == "entered"
    assert room.part("bob", "Enter") == "done"
    room.at(CLOSES)
    view = room.view("ann")
    assert (view["phase"], view["entries"], view["winners"]) == ("entries closed", 2, [])
    assert view["mine"]["numbers"] == [1]
    told_before = view["draw_root"], view["entries_root"]
    assert room.act("olga", "Draw") == "too-early"
    room.at(AWARDED)
    assert room.act("olga", "Draw") == "done"
    view = room.view("ann")
    assert (view["draw_root"], view["entries_root"]) == told_before
    winner = view["winners"][0]["name"]
    other = "bob" if winner == "ann" else "ann"
    purse = room.purse(winner)
    assert room.part(other, "ClaimPrize", award=1) == "not-the-winner"
    assert room.error["rule"][:1] == ["nsw-poker 29.7.8"]
    assert room.act("olga", "TellWinner", award=1, means="telephone", reached=True) == "done"
    assert room.part(winner, "ClaimPrize", award=1) == "done"
    assert room.act("olga", "PayPrize", award=1) == "not-approved"
    assert room.act("olga", "ApproveClaim", claim=1) == "done"
    assert room.act("olga", "PayPrize", award=1) == "done"
    assert room.purse(winner) == purse + 50_000
    assert room.act("olga", "CorrectPayment", award=1, reason="paid twice") == "own-act"
    assert room.act("bea", "CorrectPayment", award=1, reason="paid twice") == "done"
    assert room.purse(winner) == purse
    assert room.act("bea", "PayPrize", award=1) == "done"
    assert room.act("olga", "Close") == "done"
    assert room.hall.journal.store.balance(accounts.promotion("spring")) == 0
    assert room.hall.journal.store.balance(accounts.HOUSE) == bank - 50_000
    assert room.view("")["phase"] == "closed"


def test_the_proof_leads_to_the_roots_that_were_told_before(room):
    winner = drawn(room, players=("ann", "bob", "cat"))
    told = room.get("", "/spring/proof")
    (shown,) = told["shown"]
    place = {"index": shown["position"], "number": shown["entry"], "salt": shown["salt"], "path": shown["path"]}
    document = {"format": "openfelt draw 1", "draw": told["draw"], "size": told["size"], "root": told["root"]}
    assert draw_faults(seen_draw_from({**document, "shown": [place]})) == []
    assert draw_faults(seen_draw_from({**document, "shown": [{**place, "number": (shown["entry"] + 1) % 3}]})) != []
    entry = ShownEntry(
        shown["entry"],
        shown["player"],
        bytes.fromhex(shown["entry_salt"]),
        tuple(map(bytes.fromhex, shown["entry_path"])),
    )
    root = bytes.fromhex(told["entries_root"])
    assert is_entry(told["draw"], told["size"], root, entry)
    assert not is_entry(told["draw"], told["size"], root, ShownEntry(entry.index, "zoe", entry.salt, entry.path))
    assert shown["name"] == winner
    assert told["told_ms"] == CLOSES < told["drawn_ms"] == AWARDED
    assert told["mine"] == [], "nobody asks"
    mine = room.get("bob", "/spring/proof")["mine"]
    assert [one["entry"] for one in mine] == [1]
    others = {room.ids[one] for one in ("ann", "bob", "cat")} - {shown["player"]}
    assert not [one for one in others if one in str(told)], "whose the other entries are stays hidden"


def test_an_entry_is_proven_as_the_page_does_it(room):
    """The leaf of an entry, made here by hand from the documented parts."""
    drawn(room, players=("ann",))
    told = room.get("", "/spring/proof")
    (shown,) = told["shown"]
    name, whose = told["draw"].encode(), shown["player"].encode()
    leaf = b"\x02" + len(name).to_bytes(2, "big") + name + (0).to_bytes(4, "big")
    leaf += len(whose).to_bytes(2, "big") + whose + bytes.fromhex(shown["entry_salt"])
    assert hashlib.sha256(leaf).hexdigest() == told["entries_root"], "of one entry the leaf is the root"


REFUSED = {
    "started a minute too early": ("olga", "Start", {}, "too-early", "nsw-poker 29.9"),
    "started by the floor": ("fay", "Start", {}, "not-your-office", "nsw-poker 29.9"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_start_that_is_refused_changes_nothing(room, case):
    who, kind, fields, code, cite = REFUSED[case]
    assert room.draft(("held.starts", "2026-11-29 11:00 Australia/Sydney")) == {"promotion": "spring"}
    assert room.act("olga", "PublishNotice", channel="at the desk", text="come") == "done"
    assert room.act("olga", "NotifyAuthority", receipt="A 1") == "done"
    room.at(NOON + 24 * HOUR - 60_000)
    head = room.hall.journal.store.head()
    assert room.act(who, kind, **fields) == code
    assert cite in room.error["rule"]
    assert room.hall.journal.store.head() == head
    room.at(NOON + 24 * HOUR)
    assert room.act("olga", "Start") == "done"


def test_incomplete_terms_are_kept_as_a_draft_and_not_notified(room):
    toml = terms().replace('manner = "by a draw among all entries"', "# manner = ...")
    assert room.post("olga", "/draft", name="spring", toml=toml) == {"promotion": "spring"}
    desk = room.view()["desk"]
    assert [(one["item"], one["cites"]) for one in desk["gaps"]] == [("award.manner", ["nsw-poker 29.7.1"])]
    head = room.hall.journal.store.head()
    assert room.act("olga", "NotifyAuthority", receipt="A 1") == "unanswered"
    assert "nsw-poker 29.7.1" in room.error["rule"]
    assert room.hall.journal.store.head() == head
    fixed = terms(("version", 2))
    assert room.act("olga", "Amend", terms=fixed) == "done"
    assert room.view()["phase"] == "complete"


def test_a_draw_above_ten_thousand_dollars_has_its_scrutineer(room):
    room.running(("prizes.1.cash.value_cents", 1_000_001))
    assert room.part("ann", "Enter") == "done"
    room.at(AWARDED)
    head = room.hall.journal.store.head()
    assert room.act("olga", "Draw") == "no-scrutineer"
    assert room.error["rule"][0] == "nsw-poker 29.2"
    assert room.act("sid", "AttendDraw", root=room.view()["draw_root"]) == "not-nominated"
    assert room.act("olga", "NominateScrutineer", account=room.ids["olga"]) == "own-act"
    assert room.act("olga", "NominateScrutineer", account="nobody") == "no-account"
    assert room.hall.journal.store.head() == head
    assert room.act("olga", "NominateScrutineer", account=room.ids["sid"]) == "done"
    assert room.act("olga", "AttendDraw", root=room.view()["draw_root"]) == "not-your-office"
    assert room.act("sid", "AttendDraw", root="another") == "root"
    assert room.act("sid", "AttendDraw", root=room.view()["draw_root"]) == "done"
    assert room.act("olga", "Draw") == "done"
    assert room.part("ann", "ClaimPrize", award=1) == "done"
    assert room.act("olga", "ApproveClaim", claim=1) == "done"
    assert room.act("olga", "PayPrize", award=1) == "no-choice"
    assert room.part("ann", "ChoosePayment", award=1, cash_cents=1, cheque_cents=1, transfer_cents=1) == "sum"
    purse = room.purse("ann")
    chosen = {"cash_cents": 400_000, "cheque_cents": 600_000, "transfer_cents": 1}
    assert room.part("ann", "ChoosePayment", award=1, **chosen) == "done"
    assert room.act("olga", "PayPrize", award=1) == "done"
    assert room.purse("ann") == purse + 400_000


def test_a_claim_of_a_stranger_is_taken_at_the_desk_refused_told_and_kept(room):
    drawn(room)
    assert room.act("olga", "TakeClaim", award=1, name="Zoe", address="") == "done"
    assert room.act("olga", "ApproveClaim", claim=1) == "not-the-winner"
    assert room.act("olga", "DenyClaim", claim=1, reason="another's entry") == "unanswered"
    assert "nsw-poker 29.10.1" in room.error["rule"]
    assert room.act("olga", "DenyClaim", claim=1, reason="another's entry", address="Kings Cross") == "done"
    (claim,) = room.view()["desk"]["claims"]
    assert (claim["status"], claim["address"], claim["kept_until"]) == ("denied", "Kings Cross", 2033)
    assert "section 33" in claim["advice"]
    assert "tell the claimant of claim 1 why it was refused" in written(room.view()["desk"]["duties"])
    assert room.act("olga", "TellClaimant", claim=1, means="mail") == "done"
    assert room.act("olga", "TakeDispute", claim=1, text="it was mine") == "done"
    assert room.act("olga", "DecideDispute", claim=1, upheld=False, decision="no") == "own-act"
    assert room.act("bea", "DecideDispute", claim=1, upheld=False, decision="no") == "done"
    for who in ("", "ann", "bob"):
        assert "Kings Cross" not in str(room.view(who)), "addresses are the desk's alone"
        assert "Zoe" not in str(room.view(who))


def test_a_compromised_draw_is_validated_by_another_and_drawn_from_a_new_root(room):
    drawn(room)
    first = room.view()["draw_root"]
    assert room.act("olga", "Postpone", reason="the drum was open", notified="") == "unanswered"
    assert room.act("olga", "Postpone", reason="the drum was open", notified="by telephone") == "done"
    assert room.view("ann")["winners"] == []
    assert room.act("olga", "Draw") == "postponed"
    assert room.act("olga", "Validate", reason="counted again") == "own-act"
    assert room.act("bea", "Validate", reason="counted again") == "done"
    room.at(AWARDED + 3_600_000)
    assert room.view()["draw_root"] not in {"", first}
    assert room.act("olga", "Draw") == "done"
    assert room.view()["winners"][0]["award"] == 2, "numbers of prizes are never given twice"


def test_the_prescribed_list_is_the_operators_and_forbids_a_prize(room):
    body = {"items": ["fireworks"], "reference": "regulation 5"}
    assert room.send("fay", "/api/promotions/prescribed", **body)["error"]["code"] == "not-allowed"
    assert room.post("olga", "/prescribed", **body) == "done"
    assert room.get("", "/prescribed") == {"items": ["fireworks"]}
    named = ("prizes.1.goods.1.what", "A box of fireworks")
    assert room.draft(named, template="goods") == "banned"
    assert "nsw-poker 29.5.5" in room.error["rule"]


def test_whoever_is_closed_out_takes_no_part(room):
    room.running()
    olga, ann = (room.hall.accounts.find(room.ids[one]) for one in ("olga", "ann"))
    room.client.portal.call(room.hall.disable, ann, olga, "a reason")
    host = room.hall.promotion("spring")
    made = host.facts(Enter(ann.id))
    assert made.barred == (ann.id,)
    with pytest.raises(RuleViolation, match="may not take part"):
        host.decide(Enter(ann.id), made)


def excluded(room, who, **more):
    """Staff excludes somebody from the house."""
    told = room.send("fay", "/api/people/exclude", account=room.ids[who], reason="a fight", **more)
    assert told.get("done"), told


def test_whoever_is_excluded_is_passed_over_in_the_draw_is_told_so_and_nobody_else_is(room):
    """The place is shown with its proof and not whose it is; the person reads by which clause, the desk sees all."""
    room.running()
    for one in ("ann", "bob", "cat"):
        assert room.part(one, "Enter") == "done"
    room.at(CLOSES)
    for one in ("ann", "bob"):
        excluded(room, one)
    room.at(AWARDED)
    assert room.act("olga", "Draw") == "done"
    (won,) = room.view("")["winners"]
    assert won["name"] == "cat"
    out = [one.player for one in room.hall.promotion("spring").state.drawn.left_out]
    told = room.get("", "/spring/proof")
    assert len(told["shown"]) == len(out) + 1
    assert [one["award"] for one in told["shown"] if not one["player"]] == [0] * len(out)
    for who in ("", "cat"):
        assert not [one for one in ("ann", "bob") if room.ids[one] in str(room.get(who, "/spring/proof"))]
        assert not re.findall(r"\b(?:ann|bob)\b", str(room.view(who)))
    names = {room.ids[one]: one for one in ("ann", "bob")}
    for player in out:
        mine = room.get(names[player], "/spring/proof")
        assert [one["player"] for one in mine["shown"] if one["player"] in out] == [player]
        assert room.view(names[player])["mine"]["left_out"] == ["house 30.2"]
    assert room.view("cat")["mine"]["left_out"] == []
    assert {one["player"] for one in room.get("olga", "/spring/proof")["shown"]} == {*out, room.ids["cat"]}


def test_whoever_is_closed_out_is_passed_over_too(room):
    room.running()
    for one in ("ann", "bob"):
        assert room.part(one, "Enter") == "done"
    room.at(CLOSES)
    olga, ann = (room.hall.accounts.find(room.ids[one]) for one in ("olga", "ann"))
    room.client.portal.call(room.hall.disable, ann, olga, "a second account")
    room.at(AWARDED)
    assert room.act("olga", "Draw") == "done"
    assert room.view("")["winners"][0]["name"] == "bob"


@pytest.mark.parametrize(("rule", "code"), [("taken", "done"), ("refused", "excluded")])
def test_a_winner_who_is_excluded_claims_and_the_terms_say_what_becomes_of_it(room, rule, code):
    winner = drawn(room, ("exclusion.claims", rule), ("prizes.1.cash.value_cents", 10_001))
    excluded(room, winner)
    assert room.part(winner, "ClaimPrize", award=1) == "done"
    assert room.act("olga", "ApproveClaim", claim=1) == code
    if code == "excluded":
        assert "house 24.17" in room.error["rule"]
        assert room.act("olga", "DenyClaim", claim=1, reason="excluded since", address="Kings Cross") == "done"
        (claim,) = room.view(winner)["mine"]["claims"]
        assert (claim["status"], claim["reason"], claim["kept_until"]) == ("denied", "excluded since", 2033)
        assert claim["told"], "on the page of the room"


def test_a_restart_between_the_draw_and_telling_loses_nothing(tmp_path, clock):
    with open_room(tmp_path, clock) as client:
        room = PromotionRoom(client, clock)
        winner = drawn(room, players=("ann", "bob", "cat"))
        before, proof = room.view(), room.get("", "/spring/proof")
        ids, tokens = room.ids, room.tokens
    clock.timers = []
    with open_room(tmp_path, clock) as client:
        again = PromotionRoom.__new__(PromotionRoom)
        again.client, again.clock, again.hall = client, clock, client.app.state.hall
        again.ids, again.tokens, again.number = ids, tokens, 1_000
        after = again.view()
        assert after["winners"] == before["winners"]
        assert again.get("", "/spring/proof") == proof
        assert "tell the winner of prize 1" in written(after["desk"]["duties"])
        again.at(AWARDED + 48 * HOUR)
        assert again.act("olga", "TellWinner", award=1, means="email", reached=False) == "done"
        assert again.part(winner, "ClaimPrize", award=1) == "done"
        require_sound(client.app.state.hall)


def test_terms_have_a_page_to_print(room):
    room.running()
    room.as_user("")
    told = room.client.get("/api/promotions/spring/terms.html")
    assert told.headers["content-type"].startswith("text/html")
    assert room.view("")["reference"] in told.text
    assert "nsw-poker 29.7.1" in room.client.get("/api/promotions/spring/terms.txt").text


@pytest.mark.parametrize(
    ("who", "road", "order", "code"),
    [
        ("olga", "act", {"type": "Draw", "by": {"account": "x", "name": "x", "offices": []}}, "bad-order"),
        ("olga", "act", {"type": "Start"}, "bad-order"),
        ("olga", "act", {"type": "Nonsense"}, "bad-order"),
        ("olga", "act", {"type": "TellWinner", "award": "x"}, "bad-order"),
        ("olga", "act", {"type": "Amend", "terms": "book ="}, "notation"),
        ("ann", "part", {"type": "Enter", "player": "bob"}, "bad-order"),
        ("ann", "part", {"type": "Draw"}, "bad-order"),
        ("ann", "act", {"type": "Draw"}, "not-allowed"),
    ],
)
def test_nonsense_is_answered_and_changes_nothing(room, who, road, order, code):
    room.running()
    head = room.hall.journal.store.head()
    assert room.post(who, f"/spring/{road}", order=order) == code
    assert room.hall.journal.store.head() == head


@pytest.mark.parametrize("name", ["Spring Draw", "prescribed", "templates", "", "a/b", "x" * 41])
def test_a_name_that_addresses_cannot_have_is_refused(room, name):
    assert room.draft(name=name) == "bad-name"


def test_a_name_is_given_once(room):
    assert room.draft() == {"promotion": "spring"}
    assert room.draft() == "promotion-exists"


def test_orders_are_carried_out_once(room):
    room.running()
    room.as_user("ann")
    body = {"id": "the-same", "order": {"type": "Enter"}}
    for _ in range(3):
        assert room.client.post("/api/promotions/spring/part", json=body).json() == {"done": True}
    assert room.view()["entries"] == 1
