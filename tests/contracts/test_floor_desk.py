"""The floor desk: incidents possible now, the ruling with its clause, its effects on the table, and who may rule."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from openfelt import floor
from openfelt.errors import RuleViolation, StaleView
from openfelt.floor import Use
from openfelt.floor.grants import POWER_KINDS, Exclude
from openfelt.floor.incidents import KINDS
from openfelt.floor.powers import read_power
from openfelt.floor.ruling import Author, read_incident
from openfelt.floor.words import LABELS, SPECIAL
from openfelt.games import Clock, Commission
from openfelt.games.standard import standard_sign
from openfelt.phrases import Name, phrase
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, OnFloor
from openfelt.room.people_orders import EndExclusion
from openfelt.room.playing import may_play
from openfelt.room.undoing import require_undoable
from openfelt.service.app import build
from openfelt.service.desks.floor_forms import fact_fields, form
from openfelt.service.doors.naming import in_names
from openfelt.service.record.audit import check_hands
from openfelt.service.writers import exclusions
from tests.service_kit import Client, Sim, keep_out, run, said

HEADERS = {"x-openfelt": "1"}
KIM = Officer("p_kim", "Kim", ("Assistant Gaming Manager",))
SHAPES = (*KINDS.values(), *POWER_KINDS.values())


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost") as client:
        hall = client.app.state.hall
        client.portal.call(hall.open_table, "Felt", standard_sign("nsw-poker", "texas-holdem"))
        host = hall.hosts["Felt"]
        host.state.frozen = True  # nothing goes on by itself while the test sets the scene
        for seat in (1, 2, 3):
            client.portal.call(hall.seat_bot, host, seat, "caller", f"Bot{seat} of Felt")
        client.portal.call(host.work.next_hand)
        yield client


def log_in(client, *roles):
    hall = client.app.state.hall
    account = hall.accounts.open_account(f"staff {' '.join(roles)}", roles, 0, "a long password")
    client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))


def post(client, path, body):
    return client.post(path, json=body, headers=HEADERS)


def test_a_supervisor_rules_on_an_exposed_card(room):
    log_in(room, "floor")
    desk = room.get("/api/floor/Felt").json()
    assert "exposed-in-deal" in [one["kind"] for one in desk["possible"]]
    host = room.app.state.hall.hosts["Felt"]
    before = host.hand.down[host.hand.position(2)]
    told = post(room, "/api/floor/Felt/rule", {"kind": "exposed-in-deal", "facts": {"cards": [[2, 1]]}}).json()
    assert told["cites"] == ["nsw-poker 26.26"]
    body = {
        "id": "1",
        "kind": "exposed-in-deal",
        "facts": {"cards": [[2, 1]]},
        "reason": "seen by all",
        "turn": told["turn"],
    }
    assert post(room, "/api/floor/Felt/apply", body).json() == {"done": True}
    assert host.hand.down[host.hand.position(2)] != before
    last = room.get("/api/floor/Felt").json()["record"][-1]
    assert last["cites"][0] == "nsw-poker 26.26"
    assert said(last).startswith("ruling on exposed in deal: ")  # the words of the trade, not the program's
    assert post(room, "/api/floor/Felt/apply", {**body, "id": "2", "turn": 99}).json()["error"]["code"] == "stale"


def test_a_voided_round_returns_every_wager(room):
    log_in(room, "floor")
    hall = room.app.state.hall
    host = hall.hosts["Felt"]
    told = post(room, "/api/floor/Felt/rule", {"kind": "uncovered", "facts": {"what": "the table caught fire"}}).json()
    names = [one["name"] for one in told["remedies"]]
    choice = next(name for name in names if "void" in name)
    body = {
        "id": "1",
        "kind": "uncovered",
        "facts": {"what": "the table caught fire"},
        "reason": "fire",
        "turn": told["turn"],
    }
    assert post(room, "/api/floor/Felt/apply", {**body, "remedy": choice}).json() == {"done": True}
    assert {place.stack for place in host.table.places.values()} == {20_000}
    assert hall.journal.store.balance("pot/Felt") == 0


@pytest.mark.parametrize("roles", [("player",), ("dealer",), ("inspector",)])
def test_only_the_floor_rules(room, roles):
    log_in(room, *roles)
    assert room.get("/api/floor/Felt").status_code == 403
    body = {"id": "1", "kind": "uncovered", "facts": {}, "reason": "x", "turn": 0}
    assert post(room, "/api/floor/Felt/apply", body).json()["error"]["code"] == "not-allowed"
    assert post(room, "/api/floor/Felt/freeze", {"id": "1", "frozen": True, "reason": "x"}).status_code == 403


def test_bad_facts_are_refused_with_what_is_needed(room):
    log_in(room, "floor")
    version = room.app.state.hall.hosts["Felt"].version
    for body in (
        {"kind": "seventh-exposed", "facts": {"seat": 1}},
        {"kind": "nonsense"},
        {"kind": "exposed-in-deal", "facts": {"cards": "x"}},
        {"kind": "wrong-card-count", "facts": {}},
    ):
        error = post(room, "/api/floor/Felt/rule", body).json()["error"]
        assert said(error)
        assert error["rule"] or error["legal"]
    assert room.app.state.hall.hosts["Felt"].version == version


def test_a_refusal_names_the_player_and_no_account(room):
    log_in(room, "floor")
    hall = room.app.state.hall
    room.portal.call(hall.open_table, "Next", standard_sign("nsw-poker", "texas-holdem"))
    error = post(room, "/api/floor/Felt/move", {"id": "1", "seat": 2, "to": "Next", "reason": "balance"}).json()[
        "error"
    ]
    assert error["code"] == "in-hand"
    assert said(error).startswith("Bot2 is in the round of play")
    account = hall.accounts.open_account("Ruth", ("player",), 0, "a long password")
    assert hall.name_of(account.id) == "Ruth"
    for player in (account.id, "live Ruth at Felt"):
        refused = RuleViolation("in-hand", (), phrase("{player} plays", player=Name(player)))
        assert str(in_names(hall, None, refused)) == "Ruth plays"


def test_a_frozen_table_waits_and_goes_on(room):
    log_in(room, "floor")
    host = room.app.state.hall.hosts["Felt"]
    assert post(room, "/api/floor/Felt/freeze", {"id": "1", "frozen": False, "reason": "settled"}).json() == {
        "done": True
    }
    assert host.frozen is False
    assert post(room, "/api/floor/Felt/freeze", {"id": "2", "frozen": True, "reason": "a dispute"}).json() == {
        "done": True
    }
    assert host.frozen is True


def test_a_power_is_previewed_with_its_clause_and_its_chips_and_then_used(room):
    log_in(room, "floor")
    hall = room.app.state.hall
    host = hall.hosts["Felt"]
    desk = room.get("/api/floor/Felt").json()
    assert {"void-round", "impose-clock", "exclude"} <= {one["kind"] for one in desk["powers"]}
    version = host.version
    seen = post(room, "/api/floor/Felt/power", {"kind": "void-round"}).json()
    assert seen["cites"] == ["nsw-poker 26.14"]
    assert sorted(one["amount"] for one in seen["money"]) == [100, 200]  # the blinds go back
    assert "$3" in said(seen["effects"][0])
    assert host.version == version
    assert seen["after"]["pot"] == 0  # the picture of the table after it: no chips in the pot, and no card of anybody
    assert {one["stack"] for one in seen["after"]["seats"]} == {20_000}
    assert {card for one in seen["after"]["seats"] for card in (*one["down"], *one["up"])} == {"??"}
    body = {"id": "1", "kind": "void-round", "reason": "fire", "turn": seen["turn"]}
    assert post(room, "/api/floor/Felt/use", {**body, "id": "0", "reason": ""}).json()["error"]["phrase"]
    assert post(room, "/api/floor/Felt/use", {**body, "id": "9", "turn": 99}).json()["error"]["code"] == "stale"
    assert post(room, "/api/floor/Felt/use", body).json() == {"done": True}
    assert {place.stack for place in host.table.places.values()} == {20_000}
    assert hall.journal.store.balance("pot/Felt") == 0
    entry = room.get("/api/floor/Felt").json()["record"][-1]
    assert (entry["by"], entry["reason"], entry["hand"]) == ("staff floor", "fire", 1)
    assert "nsw-poker 26.14" in entry["cites"]
    # The round is over: neither again, nor its outcome undone once the stakes are back in play.
    assert post(room, "/api/floor/Felt/power", {"kind": "void-round"}).json()["error"]["code"] == "not-now"
    undo = {"kind": "invalidate-outcome", "facts": {"ground": "disruption"}}
    assert post(room, "/api/floor/Felt/power", undo).json()["error"]["code"] == "paid-out"


def test_a_slow_player_is_given_a_clock_and_an_excluded_one_leaves(room):
    log_in(room, "floor")
    host = room.app.state.hall.hosts["Felt"]
    seat = host.hand.seat_to_act
    other = next(one for one in host.hand.seats if one != seat)
    assert post(room, "/api/floor/Felt/power", {"kind": "impose-clock", "facts": {"seat": other}}).json()["error"][
        "rule"
    ]
    seen = post(room, "/api/floor/Felt/power", {"kind": "impose-clock", "facts": {"seat": seat}}).json()
    assert seen["cites"] == ["nsw-poker 26.12"]
    assert "40 seconds" in said(seen["effects"][0])
    body = {"id": "1", "kind": "impose-clock", "facts": {"seat": seat}, "reason": "slow", "turn": seen["turn"]}
    assert post(room, "/api/floor/Felt/use", body).json() == {"done": True}
    out = {
        "id": "2",
        "kind": "exclude",
        "facts": {"seat": other, "ground": "breach"},
        "reason": "x",
        "turn": seen["turn"],
    }
    assert post(room, "/api/floor/Felt/use", out).json() == {"done": True}
    assert host.table.places[other].leaving
    assert room.get("/api/floor/Felt").json()["excluded"][0]["until_ms"] == 0
    assert len(room.get("/api/floor/Felt").json()["record"]) == 2
    for kind in ("end-clock", "close-table", "nonsense"):
        assert post(room, "/api/floor/Felt/power", {"kind": kind}).json()["error"]["legal"]


def test_every_fact_of_every_incident_and_power_has_a_field_of_a_form():
    """The page knows these kinds of field; each takes what it makes."""
    examples = {
        "seat": 1, "seats": [1, 2], "number": 2, "money": 400, "yes-no": True, "text": "words", "card": "Ah",
        "cards": ["Ah", "??"], "rows": [[1, 2]],
    }  # fmt: skip
    for kinds, read in ((KINDS, read_incident), (POWER_KINDS, read_power)):
        for kind, shape in kinds.items():
            facts = {
                one["name"]: one["words"][0] if one["type"] == "words" else examples[one["type"]]
                for one in fact_fields(shape)
            }
            assert read(kind, facts)
    assert fact_fields(KINDS["acted-out-of-turn"])[2] == {"name": "to", "type": "money", "required": False}
    assert fact_fields(KINDS["short-call"])[1] == {"name": "amount", "type": "money", "required": False}
    assert fact_fields(KINDS["exposed-in-deal"])[0]["columns"][0] == {"name": "seat", "type": "seat"}


def test_an_excluded_player_gets_no_seat_for_the_period_or_until_let_back():
    """nsw-poker 27.13: for the time that was set, to the minute; then, or when let back before it, as anyone."""

    async def excluded():
        async with Sim("excluded") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            ann = await sim.player("ann", "T", 1)
            await sim.player("bob", "T", 2)
            await sim.run(1)
            cites = ("nsw-poker 27.13",)
            half_an_hour = sim.clock.now_ms() + 30 * 60_000
            use = Use(Exclude(1, "breach", 1800), Author("kim", "manager"), "a fight")
            order = ByOfficer(KIM, OnFloor(host.hand.turns, use))
            await exclusions.exclude(sim.hall.room, host, order, "a fight", request="out")
            assert host.table.places[1].leaving
            assert sim.store.head().entry == sim.store.read("room")[-1].entry == sim.store.read("table/T")[-1].entry
            await sim.run(600)
            assert host.table.place_of("p_ann") is None
            (bar,) = sim.hall.room.state.people.of("p_ann").exclusions
            assert (bar.table, bar.until_ms, bar.cites, bar.by) == ("T", half_an_hour, cites, "Kim")
            sit = {"table": "T", "seat": 3, "stake": 20_000, "entry": "post"}
            before, version = sim.hall.purse("p_ann"), host.version
            error = await ann.ask("sit", **sit)
            assert (error["code"], error["rule"]) == ("excluded", ["nsw-poker 27.13"])
            assert "for another" in said(error)
            assert (sim.hall.purse("p_ann"), host.version) == (before, version)
            left = half_an_hour - sim.clock.now_ms()
            stands = sim.hall.standing("p_ann", sim.clock.now_ms())
            may_play(stands, "seat", half_an_hour, table="T")
            may_play(stands, "seat", half_an_hour - 1, table="another")
            with pytest.raises(RuleViolation, match="another 1 minute"):
                may_play(stands, "seat", half_an_hour - 1, table="T")
            await sim.run(left / 1000 + 1)
            assert await ann.ask("sit", **sit) is None
            assert said(await ann.ask("sit", **sit)) == f"{ann.account.name} sits at T already"
            assert ann.account.name != ann.account.id

            bot = "bot Dot of T"
            await keep_out(sim.hall, "T", bot, sim.clock.now_ms() + 1)
            await sim.run(1)
            await sim.hall.seat_bot(host, 1, "caller", "Dot of T")
            assert host.table.places[1].player == bot

            await keep_out(sim.hall, "T", "p_cat")
            cat = Client(sim, "cat")
            await sim.hall.issue("p_cat", 100_000, "issue p_cat")
            await cat.ask("watch", table="T")
            forever = await cat.ask("sit", **sit | {"seat": 4})
            assert "until let back" in said(forever)
            back = EndExclusion("p_cat", 1, "a mistake", KIM)
            await sim.hall.room.submit("back", KIM.account, back)
            with pytest.raises(RuleViolation, match="no exclusion 1"):
                await sim.hall.room.submit("again", KIM.account, back)
            assert await cat.ask("sit", **sit | {"seat": 4}) is None

    run(excluded())


def test_the_desk_ends_an_exclusion_on_record(room):
    log_in(room, "floor")
    host = room.app.state.hall.hosts["Felt"]
    facts = {"seat": 2, "ground": "breach", "seconds": 600}
    body = {"id": "1", "kind": "exclude", "facts": facts, "reason": "x", "turn": host.hand.turns}
    assert post(room, "/api/floor/Felt/use", body).json() == {"done": True}
    (told,) = room.get("/api/floor/Felt").json()["excluded"]
    assert told["name"] == "Bot2"
    assert told["cites"] == ["nsw-poker 27.13"]
    assert 590_000 < told["until_ms"] - room.app.state.hall.now_ms() <= 600_000
    back = {"id": "2", "player": told["player"], "number": told["number"], "reason": ""}
    room.portal.call(room.app.state.hall.open_table, "Other", standard_sign("nsw-poker", "texas-holdem"))
    assert post(room, "/api/floor/Other/let-back", back | {"reason": "x"}).json()["error"]["code"] == "not-excluded"
    assert post(room, "/api/floor/Felt/let-back", back).json()["error"]["code"] == "notation"
    assert post(room, "/api/floor/Felt/let-back", back | {"reason": "a mistake"}).json() == {"done": True}
    assert room.get("/api/floor/Felt").json()["excluded"] == []
    ended = room.app.state.hall.journal.store.read("room")[-1].record
    assert (ended.name, ended.cites) == ("ExclusionEnded", ("nsw-poker 27.13",))
    assert json.loads(ended.payload)["by"] == "staff floor"
    again = post(room, "/api/floor/Felt/let-back", back | {"id": "3", "reason": "twice"}).json()["error"]
    assert (again["code"], said(again)) == ("not-excluded", f"there is no exclusion {told['number']} in force")
    for seconds in (-60, 10**18):
        never = body | {"id": "4", "facts": facts | {"seconds": seconds}, "turn": host.hand.turns}
        for path in ("power", "use"):
            asked = {name: never[name] for name in ("kind", "facts")} if path == "power" else never
            error = post(room, f"/api/floor/Felt/{path}", asked).json()["error"]
            assert (error["code"], error["rule"]) == ("not-now", ["nsw-poker 27.13"])
    assert room.get("/api/floor/Felt").json()["excluded"] == []


def test_the_outcome_of_a_round_that_was_paid_out_is_undone_before_the_next_begins(tmp_path):
    """nsw-poker 27.5, 27.6: every wager goes back, the commission too; afterwards the books and the record stand."""

    async def undone():
        async with Sim("undone", data=tmp_path) as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3, commission=Commission("percentage", 50))
            players = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
            await sim.run(1)
            number = host.table.number
            first = next(one for one in players if one.turn("T"))
            assert await first.ask("act", table="T", turn=first.turn("T")["turn"], action="raise", amount=5_000) is None
            for _ in range(40):
                actor = next((one for one in players if one.turn("T")), None)
                if actor is None or not host.table.in_hand:
                    break
                words = [offer["action"] for offer in actor.turn("T")["offers"]]
                action = next(one for one in ("call", "check", "show") if one in words)
                assert await actor.ask("act", table="T", turn=actor.turn("T")["turn"], action=action) is None
            assert not host.table.in_hand
            assert host.hand.taken > 0
            stacks = {seat: place.stack for seat, place in host.table.places.items()}
            assert len(set(stacks.values())) > 1
            power = read_power("invalidate-outcome", {"ground": "fraud"})
            cites, events, _ = floor.preview(host.hand, power)
            assert cites == ("nsw-poker 27.5", "nsw-poker 27.5.2", "nsw-poker 27.6")
            require_undoable(host.state, events, cites)
            order = floor.Use(power, floor.Author("kim", "manager"), "marked cards")
            await host.submit("undo", "house", OnFloor(host.hand.turns, order))
            assert {place.stack for place in host.table.places.values()} == {20_000}
            store = sim.hall.journal.store
            assert [store.balance(f"stake/T/p_{name}") for name in ("ann", "bob", "cat")] == [20_000] * 3
            assert store.balances("commission") == {"commission/T/percentage": 0}
            assert check_hands(store).fault is None
            with pytest.raises(RuleViolation, match="void already"):
                require_undoable(host.state, events, cites)
            dealt, refused = host.work.deal, []

            async def ruled_first():
                """What the floor sends while the next hand is opened comes before its deal."""
                try:
                    await host.submit("late", "house", OnFloor(host.hand.turns, order))
                except StaleView as stale:
                    refused.append(stale.message)
                await dealt()

            host.work.deal = ruled_first
            await sim.run(10)
            assert refused == ["the next hand is being dealt; look again"]
            assert (host.table.number, host.state.is_dealt, host.stopped) == (number + 1, True, "")

    run(undone())


def test_a_round_is_not_undone_when_its_chips_are_gone():
    async def gone():
        async with Sim("gone") as sim:
            host, players = await folded_round(sim)
            cites, events, _ = floor.preview(host.hand, read_power("invalidate-outcome", {"ground": "disruption"}))
            require_undoable(host.state, events, cites)
            loser = next(one for one in players if host.table.place_of(one.account.id).stack < 20_000)
            await loser.ask("stand", table="T")
            with pytest.raises(RuleViolation, match="no longer holds"):
                require_undoable(host.state, events, cites)

    run(gone())


async def folded_round(sim, *, time=False):
    """A table at which everyone has folded to the last; the first to act bought time before, if so told."""
    host = await sim.table("nsw-poker", "texas-holdem", seats=3, clock=Clock(30, 30, 300))
    players = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
    await sim.run(1)
    first = next(one for one in players if one.turn("T"))
    if time:
        assert await first.ask("act", table="T", turn=first.turn("T")["turn"], action="time") is None
    while host.table.in_hand:
        actor = next(one for one in players if one.turn("T"))
        assert await actor.ask("act", table="T", turn=actor.turn("T")["turn"], action="fold") is None
    return host, [first, *(one for one in players if one is not first)]


def test_what_the_house_earned_for_time_is_no_wager_and_stays_when_a_round_is_undone(tmp_path):
    """nsw-poker 7.12.3, 27.6: of $3 the pot's $2 go back, the house's $1 does not."""

    async def undone():
        async with Sim("undone", data=tmp_path) as sim:
            host, (first, *others) = await folded_round(sim, time=True)
            power = read_power("invalidate-outcome", {"ground": "disruption"})
            order = floor.Use(power, floor.Author("kim", "manager"), "a fire")
            await host.submit("undo", "house", OnFloor(host.hand.turns, order))
            store = sim.hall.journal.store
            assert host.table.place_of(first.account.id).stack == store.balance(f"stake/T/{first.account.id}") == 19_900
            assert {host.table.place_of(one.account.id).stack for one in others} == {20_000}
            assert store.balances("commission") == {"commission/T/time-purchase": 100}
            assert check_hands(store).fault is None

    run(undone())


def test_every_fact_at_the_desk_is_named_in_words():
    """No name of the program's own, no mark of its documentation: a floor manager reads these."""
    for kinds in (KINDS, POWER_KINDS):
        for kind, shape in kinds.items():
            told = form(kind, shape)
            assert not {"`", "_"} & set(told["words"]), told["words"]
            for field in told["facts"]:
                assert field["label"][0].isupper()
                assert "_" not in field["label"]
                assert field["label"].lower() not in {"looked", "reconstructable", "to", "also"}
            assert len({field["label"] for field in told["facts"]}) == len(told["facts"])
    assert not [name for name in LABELS if not any(name in one.__struct_fields__ for one in SHAPES)]
    assert not [one for one in SPECIAL if one[1] not in {**KINDS, **POWER_KINDS}[one[0]].__struct_fields__]


def test_a_refusal_at_the_desk_names_the_facts_that_help(room):
    log_in(room, "floor")
    hand = room.app.state.hall.hosts["Felt"].hand
    asked = {"kind": "exposed-by-player", "facts": {"seat": 2}}
    error = post(room, "/api/floor/Felt/rule", asked).json()["error"]
    assert (error["code"], error["legal"]) == ("missing-fact", ["Cards"])
    assert "Cards" in said(error)
    other = str(hand.down[hand.position(3)][0])
    asked["facts"]["cards"] = [other]
    error = post(room, "/api/floor/Felt/rule", asked).json()["error"]
    assert (error["code"], error["legal"]) == ("facts", ["Seat", "Cards"])
    for kind in KINDS:
        error = post(room, "/api/floor/Felt/rule", {"kind": kind, "facts": {}}).json().get("error", {})
        assert not set(error.get("legal", ())) & (set(KINDS) - {"uncovered"}), (kind, error)


def test_an_empty_seat_can_be_named_where_it_got_a_hand(room):
    log_in(room, "floor")
    desk = room.get("/api/floor/Felt").json()
    (dealt_in,) = [one for one in desk["possible"] if one["kind"] == "player-dealt-in"]
    assert [field["name"] for field in dealt_in["facts"] if field.get("empty")] == ["seat"]
    assert desk["places"]["7"] == "empty"
    assert desk["places"]["2"] == desk["seats"]["2"]
    told = post(
        room, "/api/floor/Felt/rule", {"kind": "player-dealt-in", "facts": {"seat": 7, "reconstructable": True}}
    )
    assert told.json()["remedies"][0]["name"] == "put right"


def test_a_review_at_the_desk_is_of_a_decision_on_its_record(room):
    """nsw-poker 27.14: also of a decision in an earlier hand; who asked and when is on record."""
    log_in(room, "floor")
    hall = room.app.state.hall
    host = hall.hosts["Felt"]

    def settle(id_, **facts):
        body = {"id": id_, "kind": "settle-dispute", "facts": facts, "reason": "heard", "turn": host.hand.turns}
        return post(room, "/api/floor/Felt/use", body).json()

    review = {"decision": "upheld", "stage": "review", "asked_by": "Ann", "asked_at": "21:40"}
    assert settle("1", decision="the bet stands") == {"done": True}
    number = room.get("/api/floor/Felt").json()["record"][-1]["seq"]
    void = {"id": "2", "kind": "void-round", "reason": "fire", "turn": host.hand.turns}
    assert post(room, "/api/floor/Felt/use", void).json() == {"done": True}
    room.portal.call(host.work.next_hand)
    log_in(room, "operator")
    for at, lacks in enumerate(({}, {"of": 1}, {"of": number, "asked_by": ""}, {"of": number, "asked_at": ""})):
        assert settle(f"lacks{at}", **review | lacks)["error"]["code"] == "not-now"
    desk = room.get("/api/floor/Felt").json()
    (form_,) = [one for one in desk["powers"] if one["kind"] == "settle-dispute"]
    (of,) = [field for field in form_["facts"] if field["name"] == "of"]
    assert number in [one["value"] for one in of["choices"]]
    assert "first_by" not in [field["name"] for field in form_["facts"]]
    assert settle("3", **review, of=number) == {"done": True}
    entry = room.get("/api/floor/Felt").json()["record"][-1]
    assert entry["role"] == "manager"
    assert "asked by Ann; asked at 21:40" in said(entry)
    assert settle("4", **review, of=entry["seq"])["error"]["code"] in {"not-now", "same-person"}


def test_a_contested_pot_is_paid_again_in_the_running_room(tmp_path):
    """nsw-poker 26.13, 27.14: stakes, ledger and record follow; a second decision pays it back."""

    async def contested():
        async with Sim("contested", data=tmp_path) as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3, commission=Commission("percentage", 50))
            players = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
            await sim.run(1)
            first = next(one for one in players if one.turn("T"))
            assert await first.ask("act", table="T", turn=first.turn("T")["turn"], action="raise", amount=5_000) is None
            while host.table.in_hand:
                actor = next(one for one in players if one.turn("T"))
                words = [offer["action"] for offer in actor.turn("T")["offers"]]
                action = next(one for one in ("call", "check", "show") if one in words)
                assert await actor.ask("act", table="T", turn=actor.turn("T")["turn"], action=action) is None
            paid = {seat: place.stack for seat, place in host.table.places.items()}
            winner = max(paid, key=paid.get)
            loser = next(seat for seat in paid if paid[seat] < 20_000)
            store = sim.hall.journal.store
            commission = store.balances("commission")

            def stakes():
                ledger = {
                    seat: store.balance(f"stake/T/p_{name}") for seat, name in enumerate(("ann", "bob", "cat"), 1)
                }
                assert ledger == {seat: place.stack for seat, place in host.table.places.items()}
                return ledger

            async def pay(seat, author):
                claim = read_incident("pot-contested", {"seat": seat, "next_round_begun": False})
                order = floor.RuleOn(claim, floor.Author(author, "supervisor"), "the flush was missed", "paid again")
                await host.submit(f"pay {seat} {author}", "house", OnFloor(host.hand.turns, order))

            await pay(loser, "kim")
            assert stakes() == {**paid, winner: paid[loser], loser: paid[winner]}
            assert store.balance("pot/T") == 0
            await pay(winner, "lee")
            assert stakes() == paid
            assert store.balances("commission") == commission
            assert check_hands(store).fault is None
            claim = read_incident("pot-contested", {"seat": loser, "next_round_begun": False})
            (moved,) = [one for one in floor.rule(host.hand, claim).remedies if one.name == "paid again"]
            require_undoable(host.state, moved.effects, moved.cites)
            await players[winner - 1].ask("stand", table="T")
            with pytest.raises(RuleViolation, match="no longer holds"):
                require_undoable(host.state, moved.effects, moved.cites)
            number = host.table.number
            await sim.run(20)
            assert host.table.number > number
            assert not host.stopped
            assert check_hands(store).fault is None

    run(contested())


def test_the_room_knows_that_a_table_has_closed(room):
    """nsw-poker 26.13: with the closure of the table the claim ends, whatever the form says."""
    log_in(room, "floor")
    host = room.app.state.hall.hosts["Felt"]
    void = {"id": "1", "kind": "void-round", "reason": "fire", "turn": host.hand.turns}
    assert post(room, "/api/floor/Felt/use", void).json() == {"done": True}
    claim = {"kind": "pot-contested", "facts": {"seat": 2, "next_round_begun": False, "table_closed": False}}
    told = post(room, "/api/floor/Felt/rule", claim).json()
    assert [one["name"] for one in told["remedies"]] == ["heard", "paid again"]
    assert "a pot that was awarded" in told["remedies"][1]["needs"]
    host.state.table.closed = True
    told = post(room, "/api/floor/Felt/rule", claim).json()
    assert [one["name"] for one in told["remedies"]] == ["results stand"]
