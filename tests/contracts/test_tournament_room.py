"""A tournament in the running room: from entries to the last prize, through restarts, with a journal that audits."""

from __future__ import annotations

import contextlib
import json
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from openfelt.cage import accounts
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.journal.verify import check_ledger
from openfelt.room import AddStake, SitDown, StandUp
from openfelt.room.offices import Officer
from openfelt.service.deck.sealing import check_shuffles
from openfelt.service.record.audit import check_hands
from openfelt.service.record.room_record import RollHistory
from openfelt.service.record.tournament_audit import check_tournaments
from openfelt.service.tell.event_feed import desk, event_view, own_entry
from openfelt.service.tell.event_offers import staff_offers
from openfelt.service.writers.event_entries import bot_name
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import Answers, fill
from openfelt.tournaments import duty_orders as x
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.facts import is_paid
from openfelt.tournaments.rules import TOURNAMENTS
from tests.service_kit import HOST, Sim, copy_store, publish, run
from tests.tournament_kit import EVERY, OPERATOR, changed

PLAYERS = 13
BUY_IN = 2_000


def conditions(players=PLAYERS, template="freeze-out", **more):
    given = {"seats": 5, "buy_in_cents": BUY_IN, "level_minutes": 2, "prizes": (500, 300, 200), **more}
    return fill(template, "house", Answers(players=players, **given))


async def opened(sim, bots=PLAYERS, players=PLAYERS, **more):
    """An event that is open, with bots in it."""
    host = await publish(sim.hall, "friday", conditions(players, **more))
    await host.submit("open", HOST.account, o.OpenRegistration(HOST))
    if bots:
        await fill_with_bots(sim.hall, host, bots, "fill")
    await sim.settle()
    return host


async def enter(host, player):
    """A person applies, accepts and pays."""
    await host.submit(f"apply {player}", player, o.Apply(player, form=True))
    if host.state.conditions.entry.acceptance == "written":
        await host.submit(f"accept {player}", player, o.AcceptConditions(player, host.state.digest))
    await host.submit(f"pay {player}", player, o.PayBuyIn(player))


async def played_out(sim, host, *, minutes=600, act=None):
    """Let time pass until the prizes are awarded and paid."""
    for _ in range(minutes * 6):
        if act is not None:
            await act()
        if host.state.phase == "awarded" and not host.state.prizes:
            return
        await sim.run(10)
    raise AssertionError(f"{host.state.phase} {host.stopped} {host.work.problems}")


def audited(store):
    """Every check of the journal finds all well."""
    for check in (check_hands, check_tournaments, check_shuffles, check_ledger):
        verdict = check(store)
        assert verdict.fault is None, verdict.fault
    assert "0 not decided again" in check_tournaments(store).summary


def chips_left(store, event="friday"):
    """Tournament chips that somebody or something still holds."""
    held = {account: cents for account, cents in store.balances().items() if account.startswith(f"chips/{event}/")}
    held[accounts.chips_issued(event)] = store.balance(accounts.chips_issued(event))
    return {account: cents for account, cents in held.items() if cents}


def test_twelve_bots_and_a_person_play_to_the_last_prize():
    async def evening():
        async with Sim("event", pace=0.2) as sim:
            ann = await sim.player("ann")
            host = await opened(sim, bots=PLAYERS - 1)
            assert await ann.ask("follow", event="friday") is None
            await enter(host, ann.account.id)
            await sim.settle()
            seen = set()

            async def act():
                ann.pump()
                table = next((one.table for one in sim.hall.seats_of(ann.account.id)), "")
                if table and table not in ann.tables:
                    assert await ann.ask("watch", table=table) is None
                    seen.add(table)
                for _ in range(20):
                    if not (table and ann.turn(table)):
                        break
                    await ann.act(table, sim.rng)

            await played_out(sim, host, act=act)
            assert seen, "the person was told where the seat is"
            frames = [one for one in ann.frames if one.startswith(b'{"type":"event"')]
            assert any(b'"phase":"awarded"' in one for one in frames)
            assert sorted(one for group in host.state.places for one in group) == sorted(host.state.entries)
            won = [one.cents for one in sorted(host.awarded.values(), key=lambda one: one.place)]
            assert won == [PLAYERS * BUY_IN * share // 1_000 for share in (500, 300, 200)]
            await sim.run(60)
            assert chips_left(sim.store) == {}
            assert all(one.table.closed for one in sim.hall.event_tables("friday").values())
            assert sim.store.balance(accounts.pool("friday")) == 0
            assert ann.gaps == 0
            audited(sim.store)

    run(evening())


async def through(data, *, store=None, seed="restart"):
    """A short event to its end, from the beginning or from what a crash has left."""
    async with Sim(seed, pace=0.2, store=store, data=data) as sim:
        if store is None:
            host = await opened(sim, bots=6, players=6, seats=4, starting_chips=300)
        else:
            host = sim.hall.events["friday"]
        await played_out(sim, host)
        await sim.run(60)
        assert chips_left(sim.store) == {}
        names = sorted(one for group in host.state.places for one in group)
        assert names == sorted(bot_name("friday", number) for number in range(6))
        return sim.store


def steps(store):
    """The director's entries by what they order, the first and the last of each."""
    kinds = {}
    for one in store.entries(0, 100_000):
        if one.request.startswith("director "):
            kinds.setdefault(one.request.split("/")[1].split(" ")[0], []).append(one.number)
    return {kind: (several[0], several[-1]) for kind, several in kinds.items()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["session", "open", "hold", "level", "seat", "hand", "move", "out", "end", "places"])
def test_a_room_that_ends_before_or_after_a_step_of_the_director_goes_on_from_there(tmp_path, kind):
    store = run(through(tmp_path / "first"))
    for number in set(steps(store)[kind]):
        for last in (number - 1, number):
            again = run(through(tmp_path / f"{last}", store=copy_store(store, last), seed=f"then {last}"))
            audited(again)


def offers(sim, host, player):
    """What a player is offered, by the kind of order."""
    told = own_entry(sim.hall.seen(host, player))
    return {(one.kind, one.order.get("what", "")): one for one in told.offers}


async def lose_all(sim, host, client):
    """A person who plays every hand for everything, until nothing is left."""
    me = client.account.id
    for _ in range(3_000):
        table = next((one.table for one in sim.hall.seats_of(me)), "")
        if any(one.player == me for group in host.state.play.broke for one in group.brokes) or not table:
            return
        if table not in client.tables:
            assert await client.ask("watch", table=table) is None
        if hand := client.turn(table):
            most = next((one for one in hand["offers"] if one["action"] in {"raise", "bet"}), None)
            call = next((one for one in hand["offers"] if one["action"] in {"call", "check"}), None)
            chosen = {"action": most["action"], "amount": most["most"]} if most else {"action": call["action"]}
            assert await client.ask("act", table=table, turn=hand["turn"], **chosen) is None
        else:
            await sim.run(2)
    raise AssertionError("everything is won, again and again")


def test_bots_that_applied_before_a_crash_have_chips_and_pay_after_it():
    async def evening():
        async with Sim("cut", pace=0.2) as sim:
            host = await publish(sim.hall, "friday", conditions(6))
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            cut = patch.object(type(sim.hall), "issue", side_effect=OSError("the power goes"))
            with cut, pytest.raises(OSError, match="power"):
                await fill_with_bots(sim.hall, host, 5, "fill")
            assert host.state.entries
            await fill_with_bots(sim.hall, host, 5, "fill")
            assert len(host.state.entries) == 5
            assert all(is_paid(host.state, one) for one in host.state.live)

    run(evening())


def test_a_player_without_chips_takes_a_rebuy_then_none_and_is_out():
    async def evening():
        async with Sim("rebuy", pace=0.2) as sim:
            ann = await sim.player("ann")
            me, mine = ann.account.id, accounts.purse(ann.account.id)
            host = await publish(sim.hall, "friday", conditions(6, "re-buy"))
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 5, "fill")
            await enter(host, me)
            await sim.run(5)
            assert host.state.phase == "started"
            before = sim.store.balance(mine)
            await lose_all(sim, host, ann)
            found = offers(sim, host, me)
            offer = found["BuyChips", "re-buy"]
            assert (offer.cents, offer.chips) == (BUY_IN, 5_000)
            assert offer.until_ms > sim.hall.now_ms()
            assert ("DeclineRebuy", "") in found
            await host.submit("rebuy", me, q.BuyChips(me, "re-buy"))
            assert sim.store.balance(mine) == before - BUY_IN
            await sim.run(2)
            table = sim.hall.event_tables("friday")[host.state.play.players[me].table]
            assert table.table.place_of(me).stack + table.table.place_of(me).queued > 0
            assert sim.store.balance(accounts.pool("friday")) == 7 * BUY_IN
            await lose_all(sim, host, ann)
            await host.submit("no more", me, q.DeclineRebuy(me))
            await sim.run(5)  # the bots think of none
            assert host.state.play.eliminated[me].place > 1
            assert table.table.place_of(me) is None
            assert sim.hall.seats_of(me) == ()
            audited(sim.store)

    run(evening())


def test_whoever_is_out_is_offered_to_buy_back_in():
    async def evening():
        async with Sim("a second time", pace=0.2) as sim:
            ann = await sim.player("ann")
            me, mine = ann.account.id, accounts.purse(ann.account.id)
            terms = {"most": 1, "period": {"last_level": 9}, "entry_fee_cents": 0, "buy_in_cents": 1_500}
            made = changed(conditions(6, seats=6, level_minutes=60), {"entry.re_entry": terms})
            host = await publish(sim.hall, "friday", made)
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 5, "fill")
            await enter(host, me)
            await sim.run(5)
            assert ("ReEnter", "") not in offers(sim, host, me)
            before = sim.store.balance(mine)
            await lose_all(sim, host, ann)
            assert me in host.state.play.eliminated
            offer = offers(sim, host, me)["ReEnter", ""]
            assert (str(offer.title), offer.cents, offer.chips) == ("Buy back in", 1_500, 5_000)
            form = next(one for one in staff_offers(sim.hall.seen(host, ""), HOST) if one.kind == "Disqualify")
            (field,) = [one for one in form.fields if one.name == "player"]
            assert me in {one.value for one in field.choices}
            await host.submit("again", me, q.ReEnter(me))
            await sim.run(5)
            assert host.state.play.players[me].chips
            assert sim.store.balance(mine) == before - 1_500
            assert ("ReEnter", "") not in offers(sim, host, me)
            audited(sim.store)

    run(evening())


def test_a_refused_decline_of_one_bot_holds_up_neither_the_other_bots_nor_the_event():
    async def evening():
        async with Sim("declines", pace=0.2) as sim:
            host = await publish(sim.hall, "friday", conditions(6, "re-buy"))
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 6, "fill")
            submit, refused, declined = host.submit, [], []

            async def submit_but_one(request, actor, order, *rest, **how):
                if isinstance(order, q.DeclineRebuy):
                    if not refused or refused[0] == order.player:
                        refused.append(order.player)
                        raise RuleViolation("busy", ("house 20.32",), "not now")
                    declined.append(order.player)
                return await submit(request, actor, order, *rest, **how)

            host.submit = submit_but_one
            for _ in range(600):
                await sim.run(5)
                if declined and refused and host.state.play.eliminated:
                    break
            assert refused
            assert declined
            assert not host.stopped

    run(evening())


def test_the_desk_offers_clock_and_players_to_whoever_conducts_the_event():
    async def evening():
        async with Sim("desk", pace=0.2) as sim:
            host = await opened(sim)
            await sim.run(5)
            seen = sim.hall.seen(host)
            told = {one.kind: one for one in desk(seen, HOST).offers}
            assert {"PauseClock", "NextStage", "AddTime", "GiveBreak", "Disqualify", "Cancel"} <= told.keys()
            assert not {"StartClock", "BeginSession", "OpenRegistration", "AwardPrizes"} & told.keys()
            assert told["PauseClock"].cites
            assert told["Disqualify"].road == "money"
            assert desk(seen, Officer("x", "X", ("dealer",))).offers == ()
            await host.submit("pause", HOST.account, q.PauseClock(HOST))
            await sim.run(120)
            tables = sim.hall.event_tables("friday").values()
            assert all(not one.table.in_hand for one in tables)
            numbers = [one.table.number for one in tables]
            await sim.run(60)
            assert [one.table.number for one in tables] == numbers, "no hand while the clock stands"
            await host.submit("on", HOST.account, q.StartClock(HOST))
            await sim.run(60)
            assert [one.table.number for one in tables] != numbers
            audited(sim.store)

    run(evening())


BOSS = Officer(
    "host", "Hal", ("casino operator", "Tournament Supervisor", "Tournament Director", "Gaming Shift Manager")
)  # fmt: skip


async def conduct(host, at):
    """What whoever conducts an event does where its book lets nobody else: start it, accept moves, confirm, pay."""
    state = host.state
    if state.phase == "open":
        if TOURNAMENTS.of(state.conditions.book).nominated:
            await host.submit("nominate", BOSS.account, x.Nominate(BOSS.account, BOSS))
        await host.submit("start", BOSS.account, o.Start(BOSS))
    for number in list(state.play.proposed):
        await host.submit(f"accept {number}", BOSS.account, q.AcceptMoves(number, BOSS))
    if state.phase == "started" and not state.play.session and state.play.sessions:
        with contextlib.suppress(OpenfeltError):  # another session comes
            await host.submit(f"confirm {at}", BOSS.account, q.ConfirmPlaces(BOSS))
    for player in list(host.state.prizes):
        await host.submit(f"pay {player}", BOSS.account, o.PayPrize(player, BOSS))


@pytest.mark.slow
@pytest.mark.parametrize(("book", "template"), EVERY, ids=["/".join(one) for one in EVERY])
def test_every_template_of_every_book_is_played_to_its_last_prize(book, template):
    async def evening():
        async with Sim(f"{book} {template}", pace=0.2) as sim:
            chips = None if book == "act-stud" else 1_000
            made = changed(fill(template, book, Answers(players=8, starting_chips=chips)), OPERATOR[book])
            host = await sim.hall.open_event("friday", made, by=BOSS, request="publish")
            await host.submit("open", BOSS.account, o.OpenRegistration(BOSS))
            await fill_with_bots(sim.hall, host, 8, "fill")
            for at in range(1_000):
                await conduct(host, at)
                event_view(sim.hall.seen(host, bot_name("friday", 0)), BOSS)
                if host.state.phase == "awarded" and not host.state.prizes:
                    break
                await sim.run(30)
            assert host.state.phase == "awarded", (host.stopped, host.work.problems)
            await sim.run(60)
            assert chips_left(sim.store) == {}
            assert host.state.pool == 0
            audited(sim.store)

    run(evening())


def test_whoever_comes_late_is_seated_with_the_same_chips():
    async def evening():
        async with Sim("late", pace=0.2) as sim:
            ann = await sim.player("ann")
            host = await publish(sim.hall, "friday", conditions(12, "turbo", starting_chips=20_000))
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 8, "fill")
            await host.submit("start", HOST.account, o.Start(HOST))
            await sim.run(30)
            assert host.state.play.is_going_on
            assert sim.hall.summaries()[0].enters
            await enter(host, ann.account.id)
            await sim.run(30)
            place = sim.hall.seats_of(ann.account.id)
            assert len(place) == 1
            assert place[0].event == "friday"
            seated = next(
                one.record for one in sim.store.read(f"table/{place[0].table}") if b"p_ann" in one.record.payload
            )
            assert seated.name == "EntrantSeated"
            assert b'"chips":20000' in seated.payload
            await sim.run(400)
            assert not sim.hall.summaries()[0].enters
            audited(sim.store)

    run(evening())


def test_nobody_whose_account_is_closed_enters():
    async def evening():
        async with Sim("closed") as sim:
            host = await opened(sim, bots=0)
            sim.hall.closed.add("p_ann")
            with pytest.raises(RuleViolation) as refused:
                await host.submit("apply", "p_ann", o.Apply("p_ann", form=True))
            assert refused.value.code == "entitled"
            assert refused.value.cites

    run(evening())


def test_the_audit_finds_an_entry_of_somebody_whose_account_was_closed(monkeypatch):
    """By the roll of that moment, whatever the order was told."""

    async def evening():
        async with Sim("closed then") as sim:
            host = await opened(sim, bots=0)
            await host.submit("apply", "p_ann", o.Apply("p_ann", form=True))
            assert check_tournaments(sim.store).fault is None
            closed = SimpleNamespace(account="p_ann", closed=True)
            monkeypatch.setattr(
                RollHistory, "before", lambda _self, player, _entry: closed if player == "p_ann" else None
            )
            assert "did not know that the account p_ann was closed" in check_tournaments(sim.store).fault.what

    run(evening())


def test_who_follows_is_told_and_only_staff_sees_the_desk():
    async def evening():
        async with Sim("follow") as sim:
            ann, bob = await sim.player("ann"), await sim.player("bob")
            host = await opened(sim, bots=0)
            assert (await ann.ask("follow", event="none"))["code"] == "no-event"
            assert await ann.ask("follow", event="friday") is None
            await enter(host, bob.account.id)
            await sim.run(1)
            ann.pump()
            told = [json.loads(one) for one in ann.frames if one.startswith(b'{"type":"event"')]
            assert told[-1]["seq"] == host.version
            assert told[-1]["state"]["entries"] == 1
            assert told[-1]["state"]["staff"] is None
            assert told[-1]["state"]["me"]["status"] == "none"
            assert event_view(sim.hall.seen(host, "host"), HOST).staff.entries[0].player == bob.account.id
            assert not [one for one in bob.frames if one.startswith(b'{"type":"event"')], "bob does not follow"
            assert await ann.ask("unfollow", event="friday") is None
            before = len(ann.frames)
            await host.submit("gone", bob.account.id, o.Withdraw(bob.account.id))
            await sim.run(1)
            ann.pump()
            assert len(ann.frames) == before

    run(evening())


def test_the_clock_runs_on_while_the_room_is_down(tmp_path):
    async def before():
        async with Sim("clock", pace=0.2, data=tmp_path / "one") as sim:
            host = await opened(sim, starting_chips=50_000)
            await sim.run(30)
            told = event_view(sim.hall.seen(host)).clock
            assert (told.level, told.runs) == (1, True)
            return sim.store, told.left_ms

    async def after(store, down):
        sim = Sim("clock again", pace=0.2, store=store, data=tmp_path / f"{down}")
        sim.clock.now = 30.0 + down
        async with sim:
            told = event_view(sim.hall.seen(sim.hall.events["friday"])).clock
            await sim.run(20)
            tables = sim.hall.event_tables("friday").values()
            return told.level, told.left_ms, {one.table.level for one in tables if not one.table.closed}

    store, left = run(before())
    last = store.head().entry
    assert run(after(copy_store(store, last), 7)) == (1, left - 7_000, {1})
    level, then, levels = run(after(copy_store(store, last), 100))
    assert (level, then) == (2, left - 100_000 + 120_000)
    assert levels == {2}, "the tables play the level of the clock"


def test_money_goes_in_once_and_back_when_the_event_is_cancelled():
    async def evening():
        async with Sim("money") as sim:
            ann = await sim.player("ann")
            host = await opened(sim, bots=0)
            mine = accounts.purse(ann.account.id)
            before = sim.store.balance(mine)
            await enter(host, ann.account.id)
            assert sim.store.balance(mine) == before - BUY_IN
            await host.submit("pay again", HOST.account, o.AddToPool(5_000, HOST))
            for order in (o.PayBuyIn(ann.account.id), o.Apply(ann.account.id, form=True)):
                head = sim.store.head()
                with pytest.raises(RuleViolation):
                    await host.submit(f"twice {type(order).__name__}", ann.account.id, order)
                assert sim.store.head() == head
            await host.submit("cancel", HOST.account, o.Cancel(HOST))
            assert sim.store.balance(mine) == before
            assert sum(host.state.money.values()) == 0
            audited(sim.store)

    run(evening())


def test_who_has_too_little_in_the_purse_does_not_enter():
    async def evening():
        async with Sim("poor") as sim:
            host = await opened(sim, bots=0)
            await sim.hall.issue("poor", BUY_IN - 1, "issue poor")
            with pytest.raises(RuleViolation) as refused:
                await enter(host, "poor")
            assert refused.value.code == "purse"
            await sim.hall.issue("poor", 1, "one more cent")
            await host.submit("now", "poor", o.PayBuyIn("poor"))
            audited(sim.store)

    run(evening())


@pytest.mark.parametrize(
    ("actor", "order"),
    [
        ("p_ann", o.PayBuyIn("p_bob")),
        ("p_ann", o.OpenRegistration(HOST)),
        ("p_ann", q.NoteMove("1")),
        ("p_ann", q.StartClock()),
        ("p_ann", o.Start(None)),
        ("p_ann", q.VoteDeal("p_bob", 1, agrees=True)),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_nobody_gives_the_order_of_another(actor, order):
    async def evening():
        async with Sim("givers") as sim:
            host = await opened(sim, bots=2)
            head = sim.store.head()
            with pytest.raises(RuleViolation) as refused:
                await host.submit("x", actor, order)
            assert refused.value.code == "not-your-office"
            assert sim.store.head() == head

    run(evening())


def test_at_a_table_of_the_event_nobody_sits_down_leaves_or_adds_chips():
    async def evening():
        async with Sim("seats", pace=0.2) as sim:
            await opened(sim)
            await sim.run(5)
            table = sim.hall.event_tables("friday")[1]
            mine = next(iter(table.table.places.values())).player
            for order in (SitDown("p_ann", 5, 100, "post"), StandUp(mine), AddStake(mine, 100)):
                head = sim.store.head()
                with pytest.raises(OpenfeltError) as refused:
                    await table.submit(f"no {type(order).__name__}", "house", order)
                assert refused.value.cites
                assert sim.store.head() == head

    run(evening())


def test_a_wrong_byte_in_the_record_of_an_event_is_found():
    async def evening():
        async with Sim("tampered") as sim:
            host = await opened(sim, bots=3)
            audited(sim.store)
            event = next(one for one in sim.store.read(host.stream) if one.record.name == "event.EntryPaid")
            payload = event.record.payload
            changed = payload.replace(b'"cents":2000', b'"cents":2001')
            assert changed != payload
            rows = sim.store._streams[host.stream]
            rows[event.version - 1] = type(event)(**{**_fields(event), "record": _with(event.record, changed)})
            assert check_tournaments(sim.store).fault is not None

    run(evening())


def _fields(one):
    return {name: getattr(one, name) for name in one.__struct_fields__}


def _with(record, payload):
    return type(record)(**{**_fields(record), "payload": payload})
