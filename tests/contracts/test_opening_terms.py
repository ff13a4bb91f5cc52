"""Tables on terms: a Freeze Out, a table for one group, a shuffling machine; opened by those whom the clauses name."""

from __future__ import annotations

import pytest

from openfelt.games.standard import standard_sign
from openfelt.room.opening import OpeningTerms
from openfelt.service.record.audit import check_hands
from tests.contracts.test_appointments import crew, sent
from tests.journals.write import Room, connection
from tests.service_kit import run

NSW = {"id": "open", "rulebook": "nsw-poker", "game": "texas-holdem"}
BUY_IN = {"min_stake": 10_000, "max_stake": 10_000}
FREEZE_OUT = {**NSW, "name": "F", "changes": {**BUY_IN, "seats": 3}, "freeze_out": True}


async def with_manager(sim):
    """The crew, and the operator is a Gaming Manager too."""
    people = await crew(sim)
    office = {"id": "1", "account": people["Boss"].id, "office": "Gaming Manager", "reason": "a small house"}
    assert await sent(sim, people["Boss"], "/api/offices", office) == (200, {})
    return people


async def players(sim, people, table, seats, **terms):
    """People at a table, each in a seat."""
    made = [await sim.player(f"guest {seat}") for seat in range(1, seats + 1)]
    for seat, one in enumerate(made, start=1):
        assert await one.ask("watch", table=table) is None
        assert await one.ask("sit", table=table, seat=seat, stake=10_000, **terms) is None
    return made


def test_a_freeze_out_is_approved_by_a_gaming_manager_and_agreed_to_at_the_seat(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            boss = people["Boss"]
            _, error = await sent(sim, boss, "/api/tables", FREEZE_OUT)
            assert (error["code"], error["rule"]) == ("not-your-office", ["nsw-poker 8.10"])
            office = {"id": "1", "account": boss.id, "office": "Gaming Manager", "reason": "a small house"}
            assert await sent(sim, boss, "/api/offices", office) == (200, {})
            _, error = await sent(sim, boss, "/api/tables", {**FREEZE_OUT, "changes": {}})
            assert (error["code"], error["rule"]) == ("unequal-stakes", ["nsw-poker 8.10.1"])
            assert await sent(sim, boss, "/api/tables", FREEZE_OUT) == (200, {})
            host = sim.hall.hosts["F"]
            ann = await sim.player("Ann of the rail")
            assert await ann.ask("watch", table="F") is None
            terms = ann.tables["F"]["terms"]
            assert [one["cites"] for one in terms] == [[f"nsw-poker 8.10.{at}"] for at in range(1, 7)]
            error = await ann.ask("sit", table="F", seat=1, stake=10_000)
            assert (error["code"], error["rule"][0]) == ("no-consent", "nsw-poker 8.10")
            assert await ann.ask("sit", table="F", seat=1, stake=10_000, consent=True) is None
            await sim.run(30)
            assert host.table.number == 0, "the house waits until every seat is taken"
            return check_hands(sim.store).fault

    assert run(evening()) is None


def test_a_freeze_out_is_played_until_one_player_is_left_who_takes_the_chips_along(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await with_manager(sim)
            assert await sent(sim, people["Boss"], "/api/tables", FREEZE_OUT) == (200, {})
            host = sim.hall.hosts["F"]
            made = await players(sim, people, "F", 3, consent=True)
            await sim.run(2)
            assert host.table.number == 1
            error = await made[0].ask("top-up", table="F", amount=1_000)
            assert (error["code"], error["rule"]) == ("stake-frozen", ["nsw-poker 8.10.2"])
            error = await made[0].ask("stand", table="F")
            assert (error["code"], error["rule"]) == ("must-stay", ["nsw-poker 8.10.4"])
            late = await sim.player("late")
            error = await late.ask("sit", table="F", seat=1, stake=10_000, consent=True)
            assert error["code"] in {"started", "seat-not-free"}
            blinds = host.table.sign.blinds
            for _ in range(3_000):
                if host.table.closed:
                    break
                actor = next((one for one in made if one.turn("F")), None)
                if actor is None:
                    await sim.run(6)
                    continue
                offers = {one["action"]: one for one in actor.turn("F")["offers"]}
                action = "raise" if "raise" in offers else "bet" if "bet" in offers else "call"
                amount = {"amount": offers[action]["most"]} if action != "call" else {}
                assert await actor.ask("act", table="F", turn=actor.turn("F")["turn"], action=action, **amount) is None
            assert host.table.closed
            names = [one.record.name for one in sim.store.read("table/F")]
            assert (names.count("Eliminated"), names.count("FreezeOutWon")) == (2, 1)
            assert host.table.sign.blinds >= blinds
            await sim.run(10)
            assert host.table.places == {}, "the winner has left"
            assert sim.store.balance("pot/F") == 0
            held = sorted(sim.hall.purse(one.account.id) for one in made)
            taken = sum(held) - 30_000_000
            assert held == [9_990_000, 9_990_000, 10_020_000 + taken], "but for the commission, all of it"
            assert -2_000 < taken <= 0
            return check_hands(sim.store).fault

    assert run(evening()) is None


def test_the_floor_excuses_a_player_whose_chips_stay_and_are_posted_off(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await with_manager(sim)
            assert await sent(sim, people["Boss"], "/api/tables", FREEZE_OUT) == (200, {})
            host = sim.hall.hosts["F"]
            await players(sim, people, "F", 3, consent=True)
            await sim.run(2)
            seat = host.hand.seat_to_act
            excuse = {"id": "e", "seat": seat, "reason": "unwell"}
            over = {"id": "o", "account": people["Kim"].id, "office": "Assistant Gaming Manager", "reason": "x"}
            assert await sent(sim, people["Boss"], "/api/offices", {**over, "ends": True}) == (200, {})
            _, error = await sent(sim, people["Kim"], "/api/floor/F/excuse", excuse)
            assert (error["code"], error["rule"]) == ("not-your-office", ["nsw-poker 8.10.4"])
            _, error = await sent(sim, people["Lee"], "/api/floor/F/excuse", {**excuse, "reason": " "})
            assert error["code"] == "notation"
            assert await sent(sim, people["Lee"], "/api/floor/F/excuse", excuse) == (200, {})
            await sim.run(1)
            assert host.hand.seat_to_act != seat, "nobody waits for an excused player"
            told = next(one for one in sim.store.read("table/F") if one.record.name == "Excused")
            assert (b"Lee" in told.record.payload, b"unwell" in told.record.payload) == (True, True)
            plain = await sim.table("nsw-poker", "texas-holdem", "T", seats=3)
            await sim.player("one", "T", 1)
            _, error = await sent(sim, people["Lee"], "/api/floor/T/excuse", {**excuse, "seat": 1, "id": "f"})
            assert (error["code"], error["rule"][0]) == ("freeze-out", "nsw-poker 8.10")
            assert list(plain.table.places) == [1]
            return check_hands(sim.store).fault

    assert run(evening()) is None


def test_bots_play_a_freeze_out_to_its_end_and_refill_nothing(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await with_manager(sim)
            body = {**FREEZE_OUT, "bots": 2, "changes": {**BUY_IN, "seats": 3, "max_stake": 1_000, "min_stake": 1_000}}
            assert await sent(sim, people["Boss"], "/api/tables", body) == (200, {})
            host = sim.hall.hosts["F"]
            ann = await sim.player("ann")
            await ann.ask("watch", table="F")
            assert await ann.ask("sit", table="F", seat=1, stake=1_000, consent=True) is None
            ann.disconnect()
            for _ in range(200):
                await sim.run(300)
                if host.table.closed:
                    break
            assert host.table.closed, "whoever is absent is posted off"
            assert host.stopped is None or not host.stopped
            await sim.run(10)
            assert host.table.places == {}
            return check_hands(sim.store).fault

    assert run(evening()) is None


@pytest.mark.parametrize(("groups", "code"), [([], "restricted"), (["old hands"], "restricted"), (["new players"], "")])
def test_a_table_for_one_group_seats_whoever_belongs_to_it(tmp_path, groups, code):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            body = {"id": "open", "name": "N", "rulebook": "act-stud", "game": "seven-card-stud", "only": "new players"}
            _, error = await sent(sim, people["Boss"], "/api/tables", {**body, **NSW})
            assert error["code"] == "restricted", "no clause of nsw-poker keeps a table for a group"
            _, error = await sent(sim, people["Kim"], "/api/tables", body)
            assert error["code"] == "not-allowed"
            assert await sent(sim, people["Boss"], "/api/tables", body) == (200, {})
            ann = await sim.player("ann")
            assert await ann.ask("watch", table="N") is None
            assert ann.tables["N"]["only"] == "new players"
            error = await ann.ask("sit", table="N", seat=1, stake=20_000, groups=groups)
            assert (error["code"] if error else "") == code
            assert not error or error["rule"] == ["act-stud 8.1"]

    run(evening())


@pytest.mark.parametrize(
    ("live", "backs", "code"),
    [
        (True, ["red", "blue"], ""),
        (True, ["red", "red"], "shuffler"),
        (True, ["red"], "shuffler"),
        (False, ["red", "blue"], "shuffler"),
        (True, ["red", "blue", "green"], "bad-body"),
    ],
)
def test_a_shuffling_machine_holds_one_deck_of_another_colour(tmp_path, live, backs, code):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            body = {**NSW, "name": "S", "live": live, "backs": backs}
            _, error = await sent(sim, people["Boss"], "/api/tables", body)
            assert error.get("code", "") == code
            assert ("S" in sim.hall.hosts) == (not code)

    run(evening())


def test_the_dealer_of_a_live_table_says_that_a_player_agrees_or_belongs(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            sign = standard_sign("nsw-poker", "texas-holdem", **BUY_IN)
            await sim.hall.open_table("F", sign, live=True, terms=OpeningTerms(freeze_out=True, approved_by="Boss"))
            dee = connection(sim, people["Dee"])
            sit = {"table": "F", "seat": 1, "name": "Una", "stake": 10_000}
            assert (await dee.ask("dealer-seat", **sit))["code"] == "no-consent"
            assert await dee.ask("dealer-seat", **sit, consent=True) is None

    run(evening())
