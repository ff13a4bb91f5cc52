"""Lists and seats in the running room: joined, called, taken, passed, moved; on record, decided again, and kept after a
restart. What is out of turn is refused with a clause and changes nothing.
"""

from __future__ import annotations

import asyncio
import itertools

import msgspec
import pytest
from starlette.testclient import TestClient

from openfelt import room
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.games.standard import standard_sign
from openfelt.journal import MemoryStore
from openfelt.journal.verify import check_ledger
from openfelt.lists import orders as o
from openfelt.lists.estimate import wait_at
from openfelt.lists.state import Tally
from openfelt.lists.terms import ListTerms
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer
from openfelt.room.playing import CLEAR, Standing
from openfelt.service.app import build
from openfelt.service.deck.draws import draw_from
from openfelt.service.doors import health
from openfelt.service.record.asked import LISTS
from openfelt.service.record.audit import check_hands
from openfelt.service.record.kept import sealed_as
from openfelt.service.record.list_audit import check_lists
from openfelt.service.record.list_record import LIST_EVENTS
from openfelt.service.tell.list_views import desk, list_views, own_places
from openfelt.service.writers.enrolment import enrol
from tests.contracts.test_who_may_play import Room
from tests.promotion_kit import HEADERS
from tests.service_kit import Client, Sim, keep_out, run

BEA = Officer("p_bea", "Bea", ("gaming supervisor", "casino operator"))
SIGN = standard_sign("nsw-poker", "texas-holdem", seats=4, min_stake=4_000)


async def with_list(sim, *tables, terms=None):
    for name in tables or ("T",):
        await sim.hall.open_table(name, SIGN)
    await give(sim, o.OpenList("holdem", SIGN, BEA, terms or ListTerms()), "p_bea")


async def give(sim, order, actor="house"):
    await sim.hall.lists.submit(f"{actor} {sim.store.head().entry}", actor, order)
    await sim.settle()


async def sit(sim, name, table="T", seat=0, stake=20_000):
    client = await sim.player(name)
    return await client.ask("sit", table=table, seat=seat, stake=stake, entry="post"), client


async def join(sim, *names):
    for name in names:
        await sim.player(name)
        await give(sim, o.Join("holdem", f"p_{name}", "phone"), f"p_{name}")


async def take(sim, name, stake=4_000):
    offer = sim.hall.lists.state.offer_of(f"p_{name}")
    order = room.SitDown(f"p_{name}", offer.seat, stake)
    await sim.hall.lists.take_seat(offer.offer, order, sim.hall.hosts[offer.table], request=f"take {name}")
    await sim.settle()


def line(sim):
    return [one.player.removeprefix("p_") for one in sim.hall.lists.state.lists["holdem"].line]


def kept(sim):
    return {one.player.removeprefix("p_"): (one.table, one.seat) for one in sim.hall.lists.state.offers.values()}


def require_sound(sim):
    for verdict in (check_lists(sim.store), check_hands(sim.store), check_ledger(sim.store)):
        assert verdict.fault is None, verdict.fault
    assert "0 not decided again" in check_lists(sim.store).summary


def names(sim):
    return [one.record.name.removeprefix("list.") for one in sim.store.read("lists")]


def test_a_player_joins_is_called_and_sits_and_all_of_it_is_decided_again():
    async def evening():
        async with Sim("call") as sim:
            await with_list(sim)
            for seat, name in enumerate(("ann", "bob", "cat"), start=1):
                assert (await sit(sim, name, seat=seat))[0] is None
            await join(sim, "gus", "hal")
            assert kept(sim) == {"gus": ("T", 4)}, "the house calls by itself"
            (place,) = own_places(sim.hall.lists, "p_gus")
            assert (place.offer, place.table, place.seat, place.until_ms - sim.hall.now_ms()) == (1, "T", 4, 300_000)
            await take(sim, "gus")
            assert sim.hall.hosts["T"].table.place_of("p_gus").seat == 4
            assert line(sim) == ["hal"]
            entries = [one.entry for one in sim.store.read("lists") if one.record.name == "list.SeatFilled"]
            at_table = [one.entry for one in sim.store.read("table/T") if one.record.name == "SeatTaken"]
            assert entries[-1] == at_table[-1], "on the list and at the table in one entry"
            require_sound(sim)

    run(evening())


@pytest.mark.parametrize(
    ("asks", "code", "clause"),
    [
        (lambda sim: o.Join("holdem", "p_gus"), "on-the-list", "house 22.2"),
        (lambda sim: o.Join("holdem", "p_ann"), "already-seated", "house 22.2"),
        (lambda sim: o.Join("holdem", "p_zed"), "excluded", "nsw-poker 27.13"),
        (lambda sim: o.AddPerson("holdem", "p_zed", BEA), "excluded", "nsw-poker 27.13"),
        (lambda sim: o.AddAtKiosk("holdem", "p_zed", "p_kiosk"), "excluded", "nsw-poker 27.13"),
        (lambda sim: o.SitFreely("p_hal", "T", 4), "seat-kept", "nsw-poker 6.3(iii)"),
        (lambda sim: o.CallNext("T", 4, by=BEA), "seat-kept", "house 22.8"),
        (lambda sim: o.TakeOffer(1, "p_hal"), "not-your-call", "house 22.4"),
        (lambda sim: o.TakeOffer(7, "p_gus"), "no-call", "house 22.4"),
        (lambda sim: o.OpenList("other", SIGN, BEA), "list-exists", "house 22.1"),
        (lambda sim: o.OpenList("other", SIGN.replace(seats=99), BEA), "seats", "nsw-poker 6.1"),
        (lambda sim: o.Join("nothing", "p_gus"), "no-list", "house 22.1"),
        (lambda sim: o.AddPerson("holdem", "p_jan", Officer("p_bea", "Bea", ("dealer",))), "not-your-office", "house"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_may_not_be_is_refused_with_its_clause_and_changes_nothing(asks, code, clause):
    async def evening():
        async with Sim("refused") as sim:
            await with_list(sim)
            for seat, name in enumerate(("ann", "bob", "cat"), start=1):
                await sit(sim, name, seat=seat)
            await keep_out(sim.hall, "T", "p_zed")
            await join(sim, "gus", "hal")
            before, state = sim.store.head(), sim.hall.lists.state.copy()
            order = asks(sim)
            actor = getattr(order, "player", "p_bea") if not hasattr(order, "by") or order.by is None else "p_bea"
            actor = getattr(order, "kiosk", actor)
            with pytest.raises(RuleViolation) as refused:
                await give(sim, order, actor)
            assert refused.value.code == code
            assert any(one.startswith(clause) for one in refused.value.cites), refused.value.cites
            assert sim.store.head() == before
            assert sim.hall.lists.state == state

    run(evening())


def test_a_seat_out_of_turn_is_refused_at_the_socket_too_and_taken_when_nobody_waits():
    async def evening():
        async with Sim("socket") as sim:
            await with_list(sim, terms=ListTerms(calls="by-hand"))
            assert (await sit(sim, "ann", seat=1))[0] is None
            await join(sim, "gus")
            error, _ = await sit(sim, "hal", seat=2)
            assert (error["code"], error["rule"]) == (
                "out-of-turn",
                ["nsw-poker 6.3", "nsw-poker 6.3(iii)", "house 22.8"],
            )
            error, gus = await sit(sim, "gus", seat=2)
            assert error is None, "it is gus's turn"
            assert (await sit(sim, "hal", seat=3))[0] is None
            assert await gus.ask("change-seat", table="T", seat=4, entry="wait") is None
            assert sim.hall.hosts["T"].table.place_of("p_gus").seat == 4
            assert line(sim) == []
            require_sound(sim)

    run(evening())


def test_without_a_list_nothing_is_as_it_was_not():
    async def evening():
        async with Sim("casual") as sim:
            await sim.hall.open_table("T", SIGN)
            assert (await sit(sim, "ann", seat=1))[0] is None
            assert "lists" not in sim.store.streams()
            assert list_views(sim.hall.lists) == ()
            assert check_lists(sim.store).fault is None

    run(evening())


def test_a_call_ends_by_the_clock_and_the_second_miss_strikes_the_name():
    async def evening():
        async with Sim("expired") as sim:
            await with_list(sim)
            await sit(sim, "ann", seat=1)
            await sit(sim, "bob", seat=2)
            await sit(sim, "cat", seat=3)
            await join(sim, "gus", "hal")
            await sim.run(299.5)
            assert kept(sim) == {"gus": ("T", 4)}
            await sim.run(1)
            assert kept(sim) == {"hal": ("T", 4)}
            assert line(sim) == ["hal", "gus"]
            with pytest.raises(RuleViolation, match="no seat is kept"):
                await give(sim, o.TakeOffer(1, "p_gus"), "p_gus")
            await sim.run(301)
            assert kept(sim) == {"gus": ("T", 4)}
            await sim.run(301)
            assert line(sim) == ["hal"]
            require_sound(sim)

    run(evening())


def test_what_the_usher_had_not_done_is_done_after_a_restart():
    store = MemoryStore()

    async def before():
        async with Sim("restart", store=store) as sim:
            await with_list(sim)
            for seat, name in enumerate(("ann", "bob", "cat"), start=1):
                await sit(sim, name, seat=seat)
            await join(sim, "gus", "hal")
            return sim.hall.lists.state

    async def after(state):
        async with Sim("restart 2", store=store) as sim:
            assert sim.hall.lists.state == state, "as it stood"
            sim.clock.step_ms = 301_000  # the room was away for five minutes
            sim.hall.lists.plan()
            await sim.settle()
            assert kept(sim) == {"hal": ("T", 4)}
            require_sound(sim)

    run(after(run(before())))


def test_must_move_carries_out_moves_between_hands_in_the_order_of_arrival():
    async def evening():
        async with Sim("feeder") as sim:
            await with_list(sim, "T", "U")
            for seat, name in enumerate(("ann", "bob", "cat", "dot"), start=1):
                await sit(sim, name, "T", seat=seat)
            for seat, name in ((4, "dan"), (2, "eve")):
                await sit(sim, name, "U", seat=seat)
            await give(sim, o.SetFeeder("U", "T", BEA), "p_bea")
            await sim.hall.hosts["T"].submit("bob leaves", "p_bob", room.StandUp("p_bob"))
            await sim.run(120)
            assert sim.hall.hosts["T"].table.place_of("p_dan").seat == 2, "whoever came first moved to the free seat"
            assert sim.hall.hosts["U"].table.place_of("p_eve") is not None
            assert "PlayerReceived" in [one.record.name for one in sim.store.read("table/T")]
            require_sound(sim)

    run(evening())


def test_a_broken_game_places_its_players_before_the_list_and_closes():
    async def evening():
        async with Sim("broken") as sim:
            await with_list(sim, "T", "U", terms=ListTerms(calls="by-hand"))
            for seat, name in enumerate(("ann", "bob", "cat"), start=1):
                await sit(sim, name, "T", seat=seat)
            for seat, name in enumerate(("dan", "eve"), start=1):
                await sit(sim, name, "U", seat=seat, stake=4_000)
            await join(sim, "gus")
            await sim.hall.lists.break_game(sim.hall.hosts["U"], o.BreakGame("U", "too few", BEA), request="break")
            await sim.settle()
            moved = [one for one in ("p_dan", "p_eve") if sim.hall.hosts["T"].table.place_of(one)]
            assert len(moved) == 1
            (draw,) = [
                LIST_EVENTS.event(one.record)
                for one in sim.store.read("lists")
                if one.record.name == "list.SeatOffered"
            ]
            assert draw.drawn is not None, "two players and one seat"
            assert "nsw-poker 6.2" in draw.cites, "nothing is dealt there yet"
            assert "nsw-poker 8.5" in draw.cites
            sealed = sim.store.sealed(sealed_as(LISTS, draw.drawn.name))
            assert sorted(draw_from(sealed)) == list(range(52)), "the sealed seed gives the cards again"
            stranded = ({"p_dan", "p_eve"} - set(moved)).pop()
            assert line(sim) == [stranded.removeprefix("p_"), "gus"]
            assert sim.hall.hosts["U"].table.notice.kind == "closing"
            require_sound(sim)
            await sim.hall.hosts["T"].submit("cat leaves", "p_cat", room.StandUp("p_cat"))
            await sim.run(60)
            assert not kept(sim), "the brush calls here; nobody is moved by the house alone"
            await give(sim, o.CallNext("T", 3, by=BEA), "p_bea")
            await sim.run(60)
            assert sim.hall.hosts["T"].table.place_of(stranded).seat == 3, "moved from the broken game, with the chips"
            assert line(sim) == ["gus"]
            require_sound(sim)

    run(evening())


def test_a_table_is_opened_from_a_list_with_its_calls_in_one_entry_or_not_at_all():
    async def evening():
        async with Sim("opening") as sim:
            await with_list(sim, "T")
            await give(sim, o.CloseList("holdem", "anew", BEA), "p_bea")
            await give(sim, o.OpenList("holdem", SIGN, BEA, ListTerms(calls="by-hand")), "p_bea")
            await join(sim, *"abcdef")
            before = sim.store.head().entry
            listed = o.OpenFromList("holdem", "New", SIGN, BEA)
            await sim.hall.open_table("New", SIGN, by=BEA, request="open new", listed=listed)
            await sim.settle()
            assert sim.store.head().entry == before + 1
            assert kept(sim) == {name: ("New", seat) for seat, name in enumerate("abcd", start=1)}
            wrong = SIGN.replace(deck=36)
            listed = o.OpenFromList("holdem", "Other", wrong, BEA)
            head = sim.store.head()
            with pytest.raises(OpenfeltError):
                await sim.hall.open_table("Other", wrong, by=BEA, request="open other", listed=listed)
            assert sim.store.head() == head
            assert "Other" not in sim.hall.hosts
            await take(sim, "b")
            assert sim.hall.hosts["New"].table.place_of("p_b").seat == 2
            require_sound(sim)

    run(evening())


def test_requests_are_carried_out_and_equals_draw():
    async def evening():
        async with Sim("requests") as sim:
            await with_list(sim, "T", "U")
            for seat, name in enumerate(("ann", "bob"), start=1):
                await sit(sim, name, "T", seat=seat)
            await give(sim, o.AskSeat("p_ann", "T", 4), "p_ann")
            assert sim.hall.hosts["T"].table.place_of("p_ann").seat == 4
            await sit(sim, "dan", "U", seat=1)
            await give(sim, o.AskTable("p_dan", "U", "T"), "p_dan")
            assert sim.hall.hosts["T"].table.place_of("p_dan") is not None
            assert not sim.hall.lists.state.requests
            require_sound(sim)

    run(evening())


def test_whoever_is_excluded_or_whose_account_closes_is_struck():
    async def evening():
        async with Sim("struck") as sim:
            await with_list(sim, terms=ListTerms(calls="by-hand"))
            await sit(sim, "ann", seat=1)
            await join(sim, "gus", "hal", "ida")
            await keep_out(sim.hall, "T", "p_gus")
            await sim.settle()
            assert line(sim) == ["hal", "ida"]
            sim.hall.closed.add("p_hal")
            sim.hall.lists.plan()
            await sim.settle()
            assert line(sim) == ["ida"]
            off = [
                LIST_EVENTS.event(one.record) for one in sim.store.read("lists") if one.record.name == "list.WentOff"
            ]
            assert [(one.player, one.why, one.cites) for one in off] == [
                ("p_gus", "kept-out", ("nsw-poker 27.13", "house 22.3")),
                ("p_hal", "kept-out", ("house 22.3",)),
            ]
            require_sound(sim)

    run(evening())


def test_the_desk_shows_seats_calls_claims_and_draws():
    async def evening():
        async with Sim("desk") as sim:
            await with_list(sim, terms=ListTerms(calls="by-hand"))
            await sit(sim, "ann", seat=1)
            await join(sim, "gus", "hal")
            (table,) = desk(sim.hall.lists).tables
            assert table.claims == {"2": ("p_gus",), "3": ("p_gus",), "4": ("p_gus",)}
            await give(sim, o.CallNext("T", 3, by=BEA), "p_bea")
            (table,) = desk(sim.hall.lists).tables
            assert table.seats[2].kept_for == "p_gus"
            assert table.claims == {"2": ("p_hal",), "4": ("p_hal",)}
            (one,) = list_views(sim.hall.lists)
            assert [(mine.name, mine.table, mine.seat) for mine in one.line] == [("p_gus", "T", 3), ("p_hal", "", 0)]
            assert (one.going, one.seated, one.free) == (True, 1, 2)

    run(evening())


def test_a_dealer_of_real_cards_seats_whoever_has_the_turn():
    async def evening():
        async with Sim("live") as sim:
            await sim.hall.open_table("L", SIGN, live=True)
            await give(sim, o.OpenList("holdem", SIGN, BEA, ListTerms(calls="by-hand")), "p_bea")
            await give(sim, o.AddPerson("holdem", "walk-in Ruth", BEA), "p_bea")
            dora = Officer("p_dora", "Dora", ("dealer",))
            host = sim.hall.hosts["L"]
            for name, code in (("Otto", "out-of-turn"), ("Ruth", "")):
                player = f"live {name} at L"
                await sim.hall.issue(player, 4_000, f"issue {player}")
                order = ByOfficer(dora, room.SitDown(player, 1, 4_000, "post"))
                if code:
                    with pytest.raises(RuleViolation) as refused:
                        await sim.hall.lists.sit(host, order, actor="p_dora", request=f"seat {name}")
                    assert refused.value.code == code
                else:
                    await sim.hall.lists.sit(host, order, actor="p_dora", request=f"seat {name}")
            await sim.settle()
            assert line(sim) == []
            require_sound(sim)

    run(evening())


def test_a_seat_that_the_list_refuses_has_no_chips_issued_for_it():
    async def evening():
        async with Sim("no chips") as sim:
            await sim.hall.open_table("L", SIGN, live=True)
            await give(sim, o.OpenList("holdem", SIGN, BEA, ListTerms(calls="by-hand")), "p_bea")
            await give(sim, o.AddPerson("holdem", "walk-in Ruth", BEA), "p_bea")
            dora, before = Client(sim, "dora", ("dealer",)), sim.store.balance("issued")
            for seat in (1, 2):
                refused = await dora.ask("dealer-seat", table="L", seat=seat, name="Otto", stake=4_000)
                assert refused["code"] == "out-of-turn"
            assert sim.store.balance("issued") == before
            assert await dora.ask("dealer-seat", table="L", seat=1, name="Ruth", stake=4_000) is None
            assert sim.store.balance("issued") == before - 4_000
            require_sound(sim)

    run(evening())


def test_the_desk_asks_for_guests_of_real_cards_and_their_draw_is_on_record():
    """Two guests without a page want one seat: the room's committed draw decides, as for anybody."""

    async def evening():
        async with Sim("guests") as sim:
            await sim.hall.open_table("L", SIGN, live=True)
            await give(sim, o.OpenList("holdem", SIGN, BEA, ListTerms(calls="by-hand")), "p_bea")
            host, dora = sim.hall.hosts["L"], Officer("p_dora", "Dora", ("dealer",))
            guests = [f"live {name} at L" for name in ("Ruth", "Otto")]
            for seat, player in ((4, "live Zoe at L"), *enumerate(guests, start=1)):
                await sim.hall.issue(player, 4_000, f"issue {player}")
                order = ByOfficer(dora, room.SitDown(player, seat, 4_000, "post"))
                await sim.hall.lists.sit(host, order, actor="p_dora", request=f"seat {player}")
            for player in guests:
                await give(sim, o.AskSeat(player, "L", 4, by=BEA), "p_bea")
            for order, actor, code in (
                (o.AskSeat(guests[0], "L", 3, by=dora), "p_dora", "not-your-office"),
                (o.AskSeat(guests[0], "L", 3), "p_dora", "not-your-office"),
                (o.WithdrawRequest("live Eve at L", "L", BEA), "p_bea", "not-asked"),
            ):
                before = sim.store.head()
                with pytest.raises(RuleViolation) as refused:
                    await give(sim, order, actor)
                assert (refused.value.code, sim.store.head()) == (code, before)
            await host.submit("goes", "p_dora", ByOfficer(dora, room.StandUp("live Zoe at L")))
            await sim.settle()
            (offered,) = [
                LIST_EVENTS.event(one.record)
                for one in sim.store.read("lists")
                if one.record.name == "list.SeatOffered"
            ]
            assert {player for player, _ in offered.drawn.rounds[0]} == set(guests)
            seated = {place.player: seat for seat, place in host.table.places.items()}
            assert seated[offered.player] == 4
            require_sound(sim)

    run(evening())


def test_the_desk_puts_nobody_on_a_list_twice_under_other_capitals(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        hall = client.app.state.hall
        bea = hall.accounts.open_account("bea", ("operator",), 0, "a long password")
        client.portal.call(enrol, hall.room, bea, 0)
        client.cookies.set("openfelt", hall.accounts.start_session(bea, hall.now_ms()))

        numbers = itertools.count()

        def post(path, **body):
            told = client.post(f"/api/lists{path}", json={"id": f"n{next(numbers)}", **body}).json()
            return told.get("error", {}).get("code", "done")

        for name in ("holdem", "stud"):
            game = {"holdem": "texas-holdem", "stud": "seven-card-stud"}[name]
            assert post("", name=name, rulebook="nsw-poker", game=game) == "done"
        assert post("/holdem/add", name="Walter Smith") == "done"
        assert post("/holdem/add", name="walter  SMITH") == "on-the-list"
        assert post("/stud/add", name="WALTER SMITH") == "done"
        found = [mine.player for one in hall.lists.state.lists.values() for mine in one.line]
        assert found == ["walk-in Walter Smith"] * 2, "one person on two lists"


def test_whoever_is_excluded_at_the_desk_loses_a_kept_seat_at_once(tmp_path):
    """The next in the line is called to it; nobody waits for the room to look round again."""
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        room = Room(client)
        client.portal.call(room.hall.open_table, "T", standard_sign("nsw-poker", "texas-holdem", seats=2))
        assert room.sit("olga", seat=1) == "done"
        assert room.post("kim", "/api/lists", name="holdem", table="T") == "done"
        for who in ("ann", "bob"):
            assert room.post(who, "/api/lists/holdem/join") == "done"
        lists = room.hall.lists
        assert lists.state.offer_of(room.ids["ann"]).seat == 2
        told = {"account": room.ids["ann"], "reason": "a device", "under": "nsw-poker"}
        assert room.post("kim", "/api/people/exclude", **told) == "done"
        client.portal.call(asyncio.sleep, 0.2)
        assert [one.player for one in lists.state.lists["holdem"].line] == [room.ids["bob"]]
        assert lists.state.offer_of(room.ids["bob"]).seat == 2


def test_a_kiosk_takes_a_name_only_with_the_code_of_that_persons_page(tmp_path):
    """A wrong code, another's and none put nobody on a list; after five wrong ones the right one waits, too."""
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        hall = client.app.state.hall
        tokens = {}
        for name, roles in {"ann": ("player",), "bob": ("player",), "box": ("kiosk",)}.items():
            account = hall.accounts.open_account(name, roles, 0, "a long password")
            tokens[name] = client.portal.call(hall.welcome, account)
        client.portal.call(hall.open_table, "T", SIGN)
        olga = hall.accounts.open_account("olga", ("operator",), 0, "a long password")
        client.portal.call(hall.welcome, olga)
        brush = hall.accounts.officer(olga, "lists")
        client.portal.call(hall.lists.submit, "open", olga.id, o.OpenList("holdem", SIGN, brush))

        def as_(who):
            client.cookies.clear()
            client.cookies.set("openfelt", tokens[who])

        def code_of(who):
            as_(who)
            return client.get("/api/lists/code").json()["code"]

        def join(name, code, number):
            as_("box")
            told = client.post("/api/lists/holdem/kiosk", json={"id": f"k{number}", "name": name, "code": code}).json()
            return "done" if told.get("done") else (told["error"]["code"], told["error"]["rule"])

        ann, bob = code_of("ann"), code_of("bob")
        assert ann != bob
        assert join("ann", "", 1) == ("no-proof", ["house 22.16"])
        assert join("ann", bob, 2) == ("wrong-code", ["house 22.16"])
        as_("box")
        assert client.get("/api/lists/code").status_code == 403
        assert hall.lists.state.lists["holdem"].line == ()
        assert join("ann", f"{ann[:3]} {ann[3:]}", 3) == "done"
        for number in range(4, 9):
            assert join("bob", "000000" if bob != "000000" else "000001", number)[0] == "wrong-code"
        assert join("bob", bob, 9) == ("wrong-code", ["house 22.16"])
        (mine,) = hall.lists.state.lists["holdem"].line
        assert (hall.name_of(mine.player), mine.via) == ("ann", "kiosk")


def test_the_desk_and_the_metrics_say_how_long_people_wait_and_how_wrong_that_was_told():
    async def evening():
        async with Sim("watch") as sim:
            await with_list(sim, terms=ListTerms(calls="by-hand"))
            for seat, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
                await sit(sim, name, seat=seat)
            lists = sim.hall.lists
            tally = Tally(player_ms=4 * 3_600_000, left=4)
            lists.state.change("holdem", tally=msgspec.structs.replace(tally, at_ms=sim.hall.now_ms()))
            told = wait_at(lists.state, lists.state.lists["holdem"], 1, lists.tables().values(), sim.hall.now_ms())
            await join(sim, "gus")
            since = sim.hall.now_ms()
            assert desk(lists).off_ms is None
            gauges = {name: value for name, _, value in health.list_gauges(sim.hall)}
            assert (gauges["openfelt_list_waiting"], gauges["openfelt_list_longest"]) == (1, 1)
            await sim.hall.hosts["T"].submit("goes", "p_ann", room.StandUp("p_ann"))
            await sim.run(60)
            await give(sim, o.CallNext("T", 1, by=BEA), "p_bea")
            await take(sim, "gus")
            off = desk(lists).off_ms
            assert off is not None
            assert abs(off - abs(sim.hall.now_ms() - since - told)) < 5_000
            gauges = {name: value for name, _, value in health.list_gauges(sim.hall)}
            assert gauges["openfelt_list_estimate_off_seconds"] == off / 1000

    run(evening())


def test_whoever_may_not_play_in_the_house_is_refused_at_the_list_and_struck_from_it():
    async def evening():
        async with Sim("house") as sim:
            await with_list(sim, terms=ListTerms(calls="by-hand"))
            await join(sim, "gus", "hal")
            kept_out = {"p_gus", "p_ida"}
            sim.hall.room.standing = lambda player, at_ms: Standing(unchecked=True) if player in kept_out else CLEAR
            before = sim.store.head()
            with pytest.raises(RuleViolation) as refused:
                await give(sim, o.Join("holdem", "p_ida"), "p_ida")
            assert refused.value.code == "unchecked"
            assert "house 22.3" in refused.value.cites
            assert sim.store.head() == before
            sim.hall.lists.plan()
            await sim.settle()
            assert line(sim) == ["hal"]

    run(evening())
