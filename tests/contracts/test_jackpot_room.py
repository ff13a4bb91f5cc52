"""Jackpots in the running room: increments in the hand's own entry, hits by the record, paid by two people."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from types import SimpleNamespace

import msgspec
import pytest

from openfelt import floor
from openfelt.cage import accounts
from openfelt.errors import OpenfeltError, RuleViolation, StaleView
from openfelt.games.standard import standard_sign
from openfelt.jackpots import orders as o
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.parameters import Prize
from openfelt.journal import MemoryStore, StorageFailed
from openfelt.journal.verify import check_ledger
from openfelt.room import GiveNotice
from openfelt.room.jackpot_link import HANDS_KEPT
from openfelt.room.jackpot_orders import TableHand
from openfelt.room.orders import OnFloor
from openfelt.room.people_orders import EndExclusion, ExcludePerson
from openfelt.service.desks import jackpots as desk
from openfelt.service.record.audit import check_hands
from openfelt.service.record.jackpot_audit import check_jackpots
from openfelt.service.writers import jackpot
from openfelt.service.writers.table_work import FLOP_PAUSE_S, RESULT_PAUSE_S
from openfelt.service.writers.writer import TableStopped
from tests.jackpot_kit import FLO, MAX, RUNS, event, incremented, parameters, require_sum
from tests.service_kit import START_MS, Sim, copy_store, run

TWO_PAIR = event(hand="two pair", showdown=True, prize=Prize(kind="percentage", per_mille=100))


async def with_bots(sim, *names, given=None):
    """A pool, and tables with three house bots each that are linked to it."""
    pool = await sim.hall.open_jackpot("P", given or parameters(TWO_PAIR), by=RUNS, request="offer")
    for name in names:
        await table_of(sim, pool, name)
    return pool


async def table_of(sim, pool, name):
    """A table with three house bots, linked before its first hand."""
    host = await sim.table("nsw-poker", "texas-holdem", name=name, seats=4)
    await link(pool, host)
    for seat in (1, 2, 3):
        await sim.hall.seat_bot(host, seat, "caller", f"{name}{seat}")
    return host


async def link(pool, host, **changes):
    sign = host.table.sign
    fields = {"signed": True, "console": True, **changes}
    order = o.LinkTable(host.name, sign.rulebook, sign.game, sign.deck, by=RUNS, **fields)
    await jackpot.link(pool, host, order, actor=RUNS.account, request=f"link {host.name}")


async def until_hit(sim, pool, hits=1):
    for _ in range(2_000):
        if len(pool.state.hits) >= hits:
            return
        await sim.run(10)
    raise AssertionError("nobody hits anything")


async def settle_hit(pool, number):
    """Verify and pay a hit that was claimed."""
    await pool.submit(f"verify {number}", FLO.account, o.VerifyHit(number, FLO))
    await pool.submit(f"pay {number}", MAX.account, o.PayHit(number, MAX))


def require_sound(sim, pool):
    require_sum(sim.store, pool.state)
    for check in (check_ledger, check_hands, check_jackpots):
        assert check(sim.store).fault is None, check(sim.store).fault


def test_a_jackpot_from_the_offer_to_the_payment():
    async def evening():
        async with Sim("jackpot") as sim:
            pool = await with_bots(sim, "A", "B")
            await until_hit(sim, pool)
            hit = pool.state.hits[1]
            assert hit.claimed_by == hit.qualified, "the house claims for its bots"
            before = {one.player: sim.hall.purse(one.player) for one in hit.shares}
            with pytest.raises(RuleViolation) as early:
                await pool.submit("pay", MAX.account, o.PayHit(1, MAX))
            assert early.value.code == "not-verified"
            await settle_hit(pool, 1)
            for one in hit.shares:
                assert sim.hall.purse(one.player) == before[one.player] + one.cents
            require_sound(sim, pool)

    run(evening())


def test_the_increment_stands_in_the_entry_that_opens_the_round_once():
    async def evening():
        async with Sim("increments") as sim:
            pool = await with_bots(sim, "A")
            await sim.run(300)
            rounds = [one for one in sim.store.read("table/A") if one.record.name == "HandOpened"]
            counted = [one for one in sim.store.read("table/A") if one.record.name == "PoolIncremented"]
            assert len(rounds) == len(counted) > 3
            assert [one.entry for one in rounds] == [one.entry for one in counted]
            assert incremented(sim.store, "P") == 25 * len(rounds)
            assert not [one for one in sim.store.read("jackpot/P") if "increment" in one.record.name.lower()]
            require_sound(sim, pool)

    run(evening())


def test_a_restart_finds_the_pool_as_it_was_and_notes_what_is_missing():
    async def evening():
        store = MemoryStore()
        async with Sim("restart", store=store) as sim:
            pool = await with_bots(sim, "A", "B")
            await until_hit(sim, pool, 2)
            before = pool.state
        async with Sim("restart again", store=store) as sim:
            pool = sim.hall.jackpot("P")
            assert (pool.state.hits, pool.state.meters, pool.state.noted) == (before.hits, before.meters, before.noted)
            require_sound(sim, pool)

    run(evening())


def test_wherever_it_stops_a_hit_is_locked_once_and_paid_once():
    """The journal is cut after each entry from the hand that hits to the payment; the room goes on from there."""

    async def story():
        store = MemoryStore()
        async with Sim("cut", store=store) as sim:
            pool = await with_bots(sim, "A")
            before = store.head().entry
            await until_hit(sim, pool)
            await settle_hit(pool, 1)
            return store, before, pool.state.hits[1]

    async def go_on(store, last, hit):
        cut = copy_store(store, last)
        async with Sim(f"cut {last}", store=cut) as sim:
            pool = sim.hall.jackpot("P")
            require_sum(cut, pool.state)
            await sim.settle()
            found = pool.state.hits.get(1)
            if found is not None:
                assert (found.table, found.hand, found.shares) == (hit.table, hit.hand, hit.shares)
                for order, officer in ((o.VerifyHit(1, FLO), FLO), (o.PayHit(1, MAX), MAX)):
                    name = "verify 1" if isinstance(order, o.VerifyHit) else "pay 1"
                    await pool.submit(name, officer.account, order)  # a request that was stored is not done again
                assert pool.state.hits[1].phase == "paid"
                assert pool.state.meters.paid == hit.cents
            require_sound(sim, pool)
            return found is not None

    store, first, hit = run(story())
    last = store.head().entry
    closed = max(
        one.entry for one in store.read(f"table/{hit.table}") if one.record.name == "HandClosed" and one.entry <= last
    )
    cuts = [run(go_on(store, at, hit)) for at in range(max(first, closed - 3), last + 1)]
    assert cuts[-5:] == [True] * 5, "from the entry that ends the hand on, the hit is found again"
    assert not cuts[0]


@pytest.mark.parametrize("step", range(6))
def test_a_disk_that_fails_in_the_middle_of_a_hit_stops_the_pool_and_loses_nothing(step):
    async def evening():
        store = MemoryStore()
        async with Sim("fails", store=store) as sim:
            pool = await with_bots(sim, "A")
            await until_hit(sim, pool)
            sim.journal.fail_at = sim.journal.appends + 1 + step
            for name, order, officer in (("v", o.VerifyHit(1, FLO), FLO), ("p", o.PayHit(1, MAX), MAX)):
                with contextlib.suppress(StorageFailed, TableStopped):
                    await pool.submit(name, officer.account, order)
        async with Sim("goes on", store=store) as sim:
            pool = sim.hall.jackpot("P")
            await sim.settle()
            for name, order, officer in (("v", o.VerifyHit(1, FLO), FLO), ("p", o.PayHit(1, MAX), MAX)):
                await pool.submit(name, officer.account, order)
            assert pool.state.hits[1].phase == "paid"
            require_sound(sim, pool)

    run(evening())


def test_two_hits_at_once_are_settled_in_the_order_in_which_their_hands_ended():
    async def evening():
        async with Sim("two") as sim:
            every = event(hand="pair", prize=Prize(kind="all"))
            pool = await with_bots(sim, "A", "B", given=parameters(every, event("more", hand="two pair")))
            await until_hit(sim, pool, 8)
            found = sorted(pool.state.hits.values(), key=lambda one: one.number)
            ended = [one.ended_ms for one in found]
            assert ended == sorted(ended)
            assert {one.table for one in found} == {"A", "B"}
            for one in found:
                assert one.pool_cents >= 10_000, "each from the pool as the one before has left it"
            require_sound(sim, pool)

    run(evening())


@pytest.mark.parametrize(
    ("changes", "code", "cites"),
    [
        ({"signed": False}, "not-signed", "nsw-poker 30.2"),
        ({"console": False}, "no-console", "nsw-poker 30.5.1"),
    ],
)
def test_a_table_that_is_not_signed_or_has_no_console_is_not_linked(changes, code, cites):
    async def evening():
        async with Sim("gate") as sim:
            pool = await with_bots(sim)
            host = await sim.table("nsw-poker", "texas-holdem", name="A", seats=4)
            before = sim.store.head().entry
            with pytest.raises(RuleViolation) as refused:
                await link(pool, host, **changes)
            assert (refused.value.code, cites in refused.value.cites) == (code, True)
            assert sim.store.head().entry == before
            assert host.table.jackpot is None
            assert pool.state.tables == ()

    run(evening())


def test_the_link_is_one_entry_on_both_streams_or_none():
    async def evening():
        async with Sim("link") as sim:
            pool = await with_bots(sim)
            host = await sim.table("nsw-poker", "texas-holdem", name="A", seats=4)
            for seat, name in ((1, "ann"), (2, "bob")):
                await sim.player(name, "A", seat)
            await sim.run(1)
            assert host.table.in_hand
            before = sim.store.head().entry
            with pytest.raises(RuleViolation) as refused:
                await link(pool, host)
            assert refused.value.code == "hand-going"
            assert sim.store.head().entry == before
            assert pool.state.tables == ()

    run(evening())


def test_other_parameters_change_the_increment_at_every_table_in_one_entry():
    async def evening():
        async with Sim("change") as sim:
            pool = await with_bots(sim, "A", "B")
            await until_hit(sim, pool)
            for number in [one.number for one in pool.state.open_hits]:
                await settle_hit(pool, number)
            sign = o.PutUpSign(parameters(TWO_PAIR, increment_cents=7), sim.hall.now_ms() + 1_200_000, RUNS)
            await pool.submit("sign", RUNS.account, sign)
            while sim.hall.now_ms() < sign.change_at_ms or pool.state.open_hits:
                await sim.run(30)
                for number in [one.number for one in pool.state.open_hits]:
                    await settle_hit(pool, number)
            hosts = [sim.hall.host(name) for name in pool.state.tables]
            order = o.ChangeParameters(RUNS)
            await jackpot.change(pool, hosts, order, actor=RUNS.account, request="change")
            assert {one.table.jackpot.increment for one in hosts} == {7}
            last = {sim.store.read(stream)[-1].entry for stream in ("jackpot/P", "table/A", "table/B")}
            assert len(last) == 1
            await sim.run(120)
            require_sound(sim, pool)

    run(evening())


def test_claims_for_folded_unshown_and_foreign_hands_are_refused_and_change_nothing():
    async def evening():
        async with Sim("claims") as sim:
            pool = await with_bots(sim, "A", "B")
            await until_hit(sim, pool)
            hit = pool.state.hits[1]
            played = pool.state.noted[hit.table, hit.hand]
            hidden = [one.player for one in played.hand.results if not one.shown and not one.folded]
            cases = [("p_eve", "foreign-hand"), *((one, "not-shown") for one in hidden[:1])]
            cases.append((hit.qualified[0], "claimed"))
            for player, code in cases:
                before = sim.store.head().entry
                with pytest.raises(OpenfeltError) as refused:
                    await pool.submit(f"claim {player}", player, o.Claim(player, played))
                assert refused.value.code == code
                assert refused.value.cites
                assert sim.store.head().entry == before
            other = HandAt("C", played.hand)
            with pytest.raises(RuleViolation) as refused:
                await pool.submit("elsewhere", hit.qualified[0], o.Claim(hit.qualified[0], other))
            assert refused.value.code == "not-linked"
            with pytest.raises(RuleViolation) as refused:
                await pool.submit("of another", "p_eve", o.Claim(hit.qualified[0], played))
            assert refused.value.code == "not-your-office"

    run(evening())


def test_a_hand_that_no_table_has_dealt_is_found_by_the_audit():
    async def evening():
        async with Sim("forged") as sim:
            pool = await with_bots(sim, "A")
            await until_hit(sim, pool)
            hit = pool.state.hits[1]
            true = pool.state.noted[hit.table, hit.hand]
            forged = HandAt("A", msgspec.structs.replace(true.hand, number=true.hand.number + 900))
            await pool.submit("forged", "house", o.NoteHand(forged))
            fault = check_jackpots(sim.store).fault
            assert fault is not None
            assert "is not so on the record of its table" in str(fault)

    run(evening())


async def with_people(sim, given, *, linked=True):
    """A pool, and a linked table at which ann, bob and cat sit; the first hand is dealt."""
    pool = await sim.hall.open_jackpot("P", given, by=RUNS, request="offer")
    host = await sim.table("nsw-poker", "texas-holdem", name="A", seats=4)
    if linked:
        await link(pool, host)
    clients = [await sim.player(name, "A", seat) for seat, name in enumerate(("ann", "bob", "cat"), start=1)]
    await sim.run(1)
    assert host.state.is_dealt
    return pool, host, clients


async def all_fold(host, clients):
    """Everyone folds but the last: who that is."""
    inside = dict(enumerate(clients, start=1))
    while host.state.is_dealt:
        seat, actor = next((seat, one) for seat, one in inside.items() if one.turn("A"))
        assert await actor.ask("act", table="A", turn=actor.turn("A")["turn"], action="fold") is None
        del inside[seat]
    (alone,) = inside
    return host.table.places[alone].player


@pytest.mark.parametrize("restarted", [False, True])
def test_whoever_is_left_alone_sees_the_flop_of_the_committed_deck(restarted):
    """Burn and three cards of the order that was sealed, also after a restart; nothing else is dealt, and it audits."""

    async def evening():
        store = MemoryStore()
        given = parameters(event(hand="high card"), event("more", hand="pair"))
        async with Sim("flop", store=store) as sim:
            pool, host, clients = await with_people(sim, given)
            alone = await all_fold(host, clients)
            due = host.state.shoe.cards[host.state.shoe.at :][1:4]
            if not restarted:
                await sees_flop(sim, pool, host, alone, due)
        if restarted:
            async with Sim("flop again", store=store) as sim:
                await sees_flop(sim, sim.hall.jackpot("P"), sim.hall.host("A"), alone, due)

    run(evening())


@pytest.mark.parametrize("linked", [True, False])
def test_the_next_hand_waits_for_whoever_may_ask_for_the_flop(linked):
    async def evening():
        async with Sim("waits") as sim:
            _, host, clients = await with_people(sim, parameters(event(hand="high card")), linked=linked)
            alone = await all_fold(host, clients)
            await sim.run(FLOP_PAUSE_S - 1)
            assert host.table.number == (1 if linked else 2)
            if linked:
                await host.submit("flop", alone, TableHand(alone, flop=True))
                await sim.run(RESULT_PAUSE_S - 1)
                assert host.table.number == 1, "what was asked for is seen as long as any result"
                await sim.run(2)
                assert host.table.number == 2

    run(evening())


async def sees_flop(sim, pool, host, alone, due):
    folded = next(one.player for one in host.table.jackpot.hands[-1].results if one.folded)
    with pytest.raises(RuleViolation) as refused:
        await host.submit("not mine", folded, TableHand(folded, flop=True))
    assert (refused.value.code, refused.value.cites) == ("folded", ("nsw-poker 30.9",))
    with pytest.raises(RuleViolation) as refused:
        await host.submit("for another", folded, TableHand(alone, flop=True))
    assert refused.value.code == "not-your-office"
    await host.submit("flop", alone, TableHand(alone, flop=True))
    await sim.settle()
    hand = host.table.jackpot.hands[-1]
    assert (hand.board, hand.flop_for) == (due, alone)
    for hit in pool.state.open_hits:  # whichever hand five random cards make
        assert hit.qualified == (alone,)
        await pool.submit("claim", alone, o.Claim(alone, HandAt("A", hand)))
    with pytest.raises(RuleViolation) as refused:
        await host.submit("again", alone, TableHand(alone, flop=True))
    assert refused.value.code == "flop-out"
    require_sound(sim, pool)
    await sim.run(10)
    with pytest.raises(RuleViolation) as refused:
        await host.submit("too late", alone, TableHand(alone, flop=True))
    assert refused.value.code == "hand-gone"
    require_sound(sim, pool)


def test_a_hit_in_a_hand_that_the_floor_corrects_is_released():
    async def evening():
        async with Sim("corrected") as sim:
            pool = await with_bots(sim, "A", given=parameters(event(hand="pair"), event("more", hand="two pair")))
            await until_hit(sim, pool)
            hit, host = pool.state.hits[1], sim.hall.host("A")
            assert (host.table.number, host.table.in_hand) == (hit.hand, False), "the next hand has not begun"
            power = floor.read_power("invalidate-outcome", {"ground": "disruption"})
            ruling = floor.Use(power, floor.Author("Flo", "manager"), "a fight at the table")
            await host.submit("void", "house", OnFloor(host.hand.turns, ruling))
            await sim.settle()
            assert pool.state.hits[1].phase == "released"
            assert pool.state.meters.held == 0
            with pytest.raises(RuleViolation) as refused:
                await pool.submit("verify", FLO.account, o.VerifyHit(1, FLO))
            assert refused.value.code == "no-hit"
            require_sound(sim, pool)

    run(evening())


def test_whoever_watches_the_lobby_is_told_when_the_pool_grows_or_is_hit():
    """No page asks again and again: the mark of a pool is another after each round of play, and after each order."""

    async def evening():
        async with Sim("marks") as sim:
            pool = await with_bots(sim, "A")
            watcher = await sim.player("zoe")
            assert await watcher.ask("lobby") is None

            async def mark():
                await sim.run(1)
                watcher.pump()
                frames = [json.loads(one) for one in watcher.frames if one.startswith(b'{"type":"lobby"')]
                return frames[-1]["marks"]["jackpot/P"]

            first = await mark()
            await until_hit(sim, pool)
            hit = await mark()
            assert hit != first
            number = pool.state.open_hits[0].number
            before = sim.store.balance(accounts.jackpot("P"))
            await pool.submit("v", FLO.account, o.VerifyHit(number, FLO))
            after = await mark()
            assert after.split()[0] != hit.split()[0]
            assert int(after.split()[1]) >= before

    run(evening())


def test_hands_before_a_change_are_not_judged_by_the_new_parameters_after_a_restart():
    """A table's latest hands are looked at again after a start; what was not on offer then they do not hit."""

    async def evening():
        store = MemoryStore()
        ends = datetime.fromtimestamp((START_MS + 60_000) / 1000, UTC).isoformat()
        async with Sim("before", store=store) as sim:
            pool = await with_bots(sim, "A", given=parameters(event(hand="royal flush"), offer_ends=ends))
            sign = o.PutUpSign(parameters(event(hand="pair"), increment_cents=7), sim.hall.now_ms() + 1_200_000, RUNS)
            await pool.submit("sign", RUNS.account, sign)
            await sim.run(1_201)
            assert len(sim.hall.host("A").table.jackpot.hands) > 3
            hosts = [sim.hall.host("A")]
            await jackpot.change(pool, hosts, o.ChangeParameters(RUNS), actor=RUNS.account, request="change")
            changed = pool.state.since_ms
            await sim.settle()
            assert not pool.state.hits
        async with Sim("after", store=store) as sim:
            await sim.settle()
            pool = sim.hall.jackpot("P")
            assert not pool.state.hits
            await until_hit(sim, pool)
            assert min(one.ended_ms for one in pool.state.hits.values()) >= changed
            require_sound(sim, pool)

    run(evening())


def test_a_hit_is_claimed_by_the_jackpots_own_record_once_the_table_has_forgotten_the_hand():
    async def evening():
        async with Sim("forgotten") as sim:
            pool, host, clients = await with_people(
                sim, parameters(event(hand="high card"), event("more", hand="pair"))
            )
            alone = await all_fold(host, clients)
            await host.submit("flop", alone, TableHand(alone, flop=True))
            await sim.settle()
            number = host.table.number
            played = pool.state.noted["A", number]
            for _ in range(HANDS_KEPT):
                await sim.play(host, clients, 1)
            assert host.table.jackpot.hand(number) is None
            with pytest.raises(RuleViolation) as refused:
                desk.hand_at(SimpleNamespace(at=pool, hall=sim.hall, body=desk.ClaimBody("id", "A", number + 900)))
            assert refused.value.code == "no-hand"
            asked = SimpleNamespace(at=pool, hall=sim.hall, body=desk.ClaimBody("id", "A", number))
            assert desk.hand_at(asked) == played
            await pool.submit("claim", alone, o.Claim(alone, played))
            assert pool.state.hits[1].claimed_by == (alone,)
            require_sound(sim, pool)

    run(evening())


@pytest.mark.parametrize(("rule", "code"), [("taken", ""), ("refused", "excluded")])
def test_whoever_is_excluded_after_the_hand_claims_unless_the_parameters_refuse_it(rule, code):
    """What was won stays won; where it is refused nothing changes, and whoever is let back claims."""

    async def evening():
        async with Sim("excluded after the hand") as sim:
            pool, host, clients = await with_people(sim, parameters(event(hand="high card"), excluded=rule))
            alone = await all_fold(host, clients)
            await host.submit("flop", alone, TableHand(alone, flop=True))
            await sim.settle()
            played = pool.state.noted["A", host.table.number]
            await sim.hall.room.submit("out", FLO.account, ExcludePerson(alone, "a fight after the hand", FLO))
            if code:
                before = sim.store.head().entry
                with pytest.raises(RuleViolation) as refused:
                    await pool.submit("excluded", alone, o.Claim(alone, played))
                assert (refused.value.code, refused.value.cites) == (code, ("house 30.2", "house 23.15"))
                assert sim.store.head().entry == before
                await sim.hall.room.submit("back", FLO.account, EndExclusion(alone, 1, "calm again", FLO))
            await pool.submit("claim", alone, o.Claim(alone, played))
            assert pool.state.hits[1].claimed_by == (alone,)
            require_sound(sim, pool)

    run(evening())


def test_a_hand_is_noted_before_its_table_is_taken_off_or_the_parameters_change():
    async def evening():
        async with Sim("noted first") as sim:
            pool = await with_bots(sim, "A")
            await until_hit(sim, pool)
            host, hit = sim.hall.host("A"), pool.state.hits[1]
            pool.work.seen.clear()
            pool.state.noted.pop((hit.table, hit.hand))  # as if it had ended this moment
            host.work.cancel()
            for table in ("A", ""):
                with pytest.raises(StaleView):
                    pool.work.require_noted(table)
            pool.work.require_noted("B")

    run(evening())


def test_a_linked_table_keeps_its_variation_until_it_is_taken_off():
    async def evening():
        async with Sim("variation") as sim:
            pool = await with_bots(sim)
            host = await sim.table("nsw-poker", "texas-holdem", name="A", seats=4)
            other = standard_sign("nsw-poker", "omaha", seats=4)
            await link(pool, host)
            before = sim.store.head()
            with pytest.raises(RuleViolation) as refused:
                await host.submit("omaha", "house", GiveNotice(sim.hall.now_ms(), other, consent=True))
            assert (refused.value.code, refused.value.cites) == ("one-variation", ("nsw-poker 30.3",))
            assert sim.store.head() == before
            higher = host.table.sign.replace(max_stake=host.table.sign.max_stake + 100)
            await host.submit("stakes", "house", GiveNotice(sim.hall.now_ms(), higher, consent=True))
            second = await sim.table("nsw-poker", "texas-holdem", name="B", seats=4)
            await sim.player("ann", "B", 1)
            await second.submit("omaha", "house", GiveNotice(sim.hall.now_ms(), other))
            assert second.table.notice is not None
            with pytest.raises(RuleViolation) as refused:
                await link(pool, second)
            assert refused.value.code == "one-variation"
            assert pool.state.tables == ("A",)

    run(evening())
