"""Conditions that run in the room: cards for more time, penalties of minutes, levels put in, buying into a final."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from openfelt.errors import RuleViolation
from openfelt.service.tell.event_feed import event_view
from openfelt.service.tell.event_offers import own_offers, staff_offers
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from tests.contracts.test_tournament_room import audited, conditions, enter
from tests.service_kit import HOST, Sim, copy_store, publish, run
from tests.tournament_kit import changed, whole

CARDS = {"cards": 3, "seconds": 25}
PUT_IN = [{"minutes": 7, "least": 75, "most": "stake", "blinds": [50, 75]}]


async def opened(sim, made, bots):
    """An event that is open, with bots in it; a person may still come."""
    host = await publish(sim.hall, "friday", made)
    await host.submit("open", HOST.account, o.OpenRegistration(HOST))
    if bots:
        await fill_with_bots(sim.hall, host, bots, "fill")
    await sim.settle()
    return host


async def until(sim, is_so, seconds=900):
    for _ in range(seconds * 2):
        if is_so():
            return
        await sim.run(0.5)
    raise AssertionError("it does not come to that")


def test_a_card_gives_more_time_until_none_is_left():
    async def evening():
        async with Sim("cards", pace=0.2) as sim:
            ann = await sim.player("ann")
            made = changed(conditions(2, seats=2), {"play.time_bank": CARDS, "play.clock": {"seconds": 30}})
            host = await opened(sim, made, 1)
            await enter(host, ann.account.id)
            await sim.settle()
            await until(sim, lambda: bool(sim.hall.seats_of(ann.account.id)))
            (table,) = [one.table for one in sim.hall.seats_of(ann.account.id)]
            assert await ann.ask("watch", table=table) is None
            await until(sim, lambda: ann.turn(table) is not None)
            writer = sim.hall.event_tables("friday")[1]
            before = writer.work.left_ms()
            hand = ann.turn(table)
            (time,) = [one for one in hand["offers"] if one["action"] == "time"]
            assert (time["most"], time["least"], time.get("amount", 0)) == (25, 3, 0)
            assert "house 20.8.1" in time["cites"]
            assert await ann.ask("act", table=table, turn=hand["turn"], action="time") is None
            assert writer.work.left_ms() - before == pytest.approx(25_000, abs=50)
            (mine,) = [one for one in ann.tables[table]["places"] if one.get("you")]
            assert mine["time_cards"] == 2
            assert await ann.ask("act", table=table, turn=ann.turn(table)["turn"], action="time") is None
            refused = await ann.ask("act", table=table, turn=ann.turn(table)["turn"], action="time")
            assert refused["code"] == "time-bought-twice"
            assert all(one["action"] != "time" for one in ann.turn(table)["offers"]), "not offered twice more"
            assert await ann.ask("act", table=table, turn=ann.turn(table)["turn"], action="fold") is None
            for _ in range(60):
                await until(sim, lambda: ann.turn(table) is not None)
                hand = ann.turn(table)
                if not any(one["action"] == "time" for one in hand["offers"]):
                    break
                assert await ann.ask("act", table=table, turn=hand["turn"], action="time") is None
            refused = await ann.ask("act", table=table, turn=ann.turn(table)["turn"], action="time")
            assert refused["code"] == "no-time-card"
            assert refused["rule"] == ["house 20.8.1"]
            assert writer.table.place_of(ann.account.id).time_cards == 0
            audited(sim.store)

    run(evening())


def kept(sim, player):
    return [one.table.place_of(player).kept_by for one in sim.hall.event_tables("friday").values()]


def test_a_penalty_of_minutes_ends_by_the_clock_of_the_session_also_after_a_restart(tmp_path):
    terms = {"play.penalties": {"by": "minutes", "steps": [3]}}

    async def before():
        async with Sim("minutes", pace=0.5, data=tmp_path / "one") as sim:
            host = await opened(sim, changed(conditions(4, seats=4, level_minutes=60), terms), 4)
            await until(sim, lambda: host.state.play.clock.runs)
            player = next(iter(host.state.play.players))
            await host.submit("penalty", HOST.account, q.GivePenalty(player, "talking", HOST))
            await sim.settle()
            assert [len(one) for one in kept(sim, player)] == [1]
            seen = event_view(sim.hall.seen(host, ""), None)
            (status,) = [one.status for table in seen.tables for one in table.players if one.player == player]
            assert status == "penalty"
            await sim.run(60)
            at = host.state.play.at_play_ms(sim.hall.now_ms())
            return sim.store, player, at, sim.clock.now

    async def after(store, player, at, now, down):
        sim = Sim(f"minutes again {down}", pace=0.5, store=store, data=tmp_path / f"{down}")
        sim.clock.now = now + down
        async with sim:
            host = sim.hall.events["friday"]
            left = next(iter(host.state.play.serving.values())).until_ms
            assert left == 180_000
            assert host.state.play.at_play_ms(sim.hall.now_ms()) == at + down * 1_000, "the clock has not stood"
            assert [len(one) for one in kept(sim, player)] == [1]
            wait = (left - at) / 1_000 - down
            await sim.run(wait - 1)
            assert [len(one) for one in kept(sim, player)] == [1], "a second too early"
            await sim.run(2)
            assert kept(sim, player) == [()]
            assert not host.state.play.serving
            audited(sim.store)

    store, player, at, now = run(before())
    for down in (0, 30):
        run(after(copy_store(store, store.head().entry), player, at, now, down))


def test_a_level_that_is_put_in_is_played_at_the_tables():
    async def evening():
        async with Sim("put in", pace=0.5) as sim:
            host = await opened(sim, changed(conditions(4, seats=4), {"play.inserted_levels": PUT_IN}), 4)
            await until(sim, lambda: host.state.play.clock.runs)
            seen = sim.hall.seen(host, "")
            offered = {one.kind: one for one in staff_offers(seen, HOST)}
            assert [str(one.label) for one in offered["InsertLevel"].fields[0].choices] == ["50/75"]
            await host.submit("put in", HOST.account, q.InsertLevel(1, HOST))
            await sim.settle()
            assert "InsertLevel" not in {one.kind for one in staff_offers(sim.hall.seen(host, ""), HOST)}
            levels = event_view(sim.hall.seen(host, ""), None).levels
            assert [(str(one.text), one.inserted) for one in levels[:3]] == [
                ("25/50", False), ("50/75", True), ("50/100", False),
            ]  # fmt: skip
            await sim.run(150)
            (table,) = sim.hall.event_tables("friday").values()
            assert table.table.level == 2
            assert table.table.sign.blinds == (50, 75)
            audited(sim.store)

    run(evening())


def test_buying_into_a_final_is_offered_to_whoever_may():
    terms = {"session": "final", "most": 1, "cost_cents": 2_500, "until_minutes_before": 0}
    made = whole("house", "multi-session", entry__final_buy_in=terms, sessions__1__tables=3, play__seats=4)

    async def evening():
        async with Sim("final", pace=0.5) as sim:
            ann, bob = await sim.player("ann"), await sim.player("bob")
            host = await opened(sim, made, 4)
            await enter(host, ann.account.id)

            def offers(one):
                return {each.kind: each for each in own_offers(sim.hall.seen(host, one.account.id))}

            assert "BuyIntoFinal" not in offers(bob)
            await host.submit("start", HOST.account, o.Start(HOST))
            await sim.settle()
            assert "BuyIntoFinal" not in offers(ann), "still in"
            offer = offers(bob)["BuyIntoFinal"]
            assert (offer.cents, str(offer.title)) == (2_500, "Buy into final")
            await host.submit("buys", bob.account.id, q.BuyIntoFinal(bob.account.id, form=True))
            assert "BuyIntoFinal" not in offers(bob)
            with pytest.raises(RuleViolation) as refused:
                await host.submit("again", bob.account.id, q.BuyIntoFinal(bob.account.id, form=True))
            assert refused.value.code == "entered"
            assert "house 20.12.1" in refused.value.cites
            audited(sim.store)

    run(evening())


def test_a_session_that_costs_something_is_paid_for_by_who_advances_and_bots_pay_by_themselves():
    def priced(final_at):
        return whole(
            "house", "multi-session",
            sessions__1__starts=f"{final_at:%Y-%m-%d %H:%M}", sessions__0__ends={"rounds": 1},
            sessions__1__entry_fee_cents=300, sessions__1__buy_in_cents=1_000,
            sessions__0__advance={"count": 4, "method": "most-chips", "to": "final"},
        )  # fmt: skip

    async def evening():
        async with Sim("priced", pace=0.5) as sim:
            ann = await sim.player("ann")
            final_at = datetime.fromtimestamp(sim.hall.now_ms() / 1000) + timedelta(hours=1)  # by the room's clock
            host = await opened(sim, priced(final_at), 3)
            await enter(host, ann.account.id)
            await host.submit("start", HOST.account, o.Start(HOST))
            await until(sim, lambda: bool(host.state.play.sessions))
            await sim.settle()
            advanced = host.state.play.sessions[0].advanced
            bots = {one for one in advanced if one.startswith("bot ")}
            assert ann.account.id in advanced
            assert len(bots) == 3
            assert host.state.play.paid_for == {("final", one) for one in bots}, "nobody waits for a bot"
            offer = {one.kind: one for one in own_offers(sim.hall.seen(host, ann.account.id))}["PaySession"]
            assert (offer.cents, str(offer.title)) == (1_300, "Pay for final")
            before, pool = sim.store.balance(f"purse/{ann.account.id}"), host.state.pool
            await host.submit("pays", ann.account.id, q.PaySession(ann.account.id))
            assert sim.store.balance(f"purse/{ann.account.id}") == before - 1_300
            assert host.state.pool == pool + 1_000
            assert "PaySession" not in {one.kind for one in own_offers(sim.hall.seen(host, ann.account.id))}
            await until(sim, lambda: host.state.play.session == "final", 4 * 3600)
            assert set(host.state.play.players) == set(advanced)
            audited(sim.store)

    run(evening())
