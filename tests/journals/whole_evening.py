"""An evening of people with accounts, as this program keeps it, and how it goes on: everything that has a stream.

`python -m tests.journals.whole_evening DIRECTORY` writes it. Names of players are sealed. An event waits for its last
player, a seat is kept for somebody on a list, a hit is verified and not paid, a draw is made and its prize claimed; one
player is excluded from a table, one from the house, one by own wish, and one has a limit.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import SimpleNamespace

from openfelt import room
from openfelt.cage import accounts
from openfelt.games.standard import standard_sign
from openfelt.jackpots import orders as jackpot_orders
from openfelt.jackpots.parameters import Prize
from openfelt.lists import orders as list_orders
from openfelt.lists.terms import ListTerms
from openfelt.promotions import orders as promotion_orders
from openfelt.room import people_orders
from openfelt.service.desks import floor
from openfelt.service.writers import jackpot
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.stories.acting import answered
from openfelt.stories.promotions import complete
from openfelt.tournaments import Answers, fill
from openfelt.tournaments import orders as event_orders
from tests.contracts.test_jackpot_room import until_hit
from tests.contracts.test_promotion_counts import moment
from tests.contracts.test_tournament_room import enter, played_out
from tests.jackpot_kit import event, parameters, require_sum
from tests.journals.write import Room, begin_hand, everyone, pack, person, staff
from tests.service_kit import START_MS

TWO_PAIR = event(hand="two pair", showdown=True, prize=Prize(kind="percentage", per_mille=100))
SIGN = standard_sign("nsw-poker", "texas-holdem", seats=5)
PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Zed", "Yan", "Pia")
CLOSES_S = 60
DAY_MS = 24 * 3600 * 1000


def officer(sim, name, stream=""):
    """Somebody of the staff, with the offices held there."""
    found = next(account for account, _ in sim.hall.accounts.known() if account.name == name)
    return sim.hall.accounts.officer(found, stream)


def number(sim, name):
    """The account of a player."""
    return sim.hall.accounts.id_of(name)


async def evening(data):
    """All of it."""
    async with Room("old whole evening", data) as sim:
        await sim.hall.significant.started()
        crew = await staff(sim)
        await person(sim, "second", ("operator",))
        people = {name: await person(sim, name) for name in PLAYERS}
        await sim.settle()
        await exclusions(sim, people, crew["floor"])
        await jackpot_and_list(sim)
        await promotion(sim)
        await tournament(sim)
        await until_hit(sim, sim.hall.jackpot("P"))
        pool, floors = sim.hall.jackpot("P"), officer(sim, "floor", "jackpot/P")
        await pool.submit("verify", floors.account, jackpot_orders.VerifyHit(1, floors))
        brush = officer(sim, "operator", "lists")
        await sim.hall.lists.submit("call", brush.account, list_orders.CallNext("Lane", 4, by=brush))
        await sim.settle()
        require_there(sim)


async def jackpot_and_list(sim):
    """A pool with a table of bots, and a list for its game with two who wait."""
    hall, runs = sim.hall, officer(sim, "operator", "jackpot/P")
    pool = await hall.open_jackpot("P", parameters(TWO_PAIR), by=runs, request="offer")
    host = await hall.open_table("Lane", SIGN)
    order = jackpot_orders.LinkTable("Lane", SIGN.rulebook, SIGN.game, SIGN.deck, signed=True, console=True, by=runs)
    await jackpot.link(pool, host, order, actor=runs.account, request="link Lane")
    for seat in (1, 2, 3):
        await hall.seat_bot(host, seat, "caller", f"Lane{seat}")
    brush = officer(sim, "operator", "lists")
    terms = ListTerms(calls="by-hand", hold_s=3_600, chip_hold_s=3_600)
    await hall.lists.submit("list", brush.account, list_orders.OpenList("holdem", SIGN, brush, terms))
    for name in ("Ann", "Bob"):
        await hall.lists.submit(
            f"join {name}", number(sim, name), list_orders.Join("holdem", number(sim, name), "phone")
        )


async def exclusions(sim, people, floors):
    """Zed from a table by its floor, Yan from the house, Pia by own wish; Dan has a limit."""
    hall = sim.hall
    host = await hall.open_table("Side", SIGN)
    for seat, name in enumerate(("Cat", "Dan", "Zed"), start=1):
        assert await people[name].ask("sit", table="Side", seat=seat, stake=20_000, entry="post") is None
    await begin_hand(sim, host)
    body = floor.ApplyBody(
        "out", "exclude", "a fight at the table", host.hand.turns, {"seat": 3, "ground": "breach", "seconds": 0}
    )
    by = hall.accounts.officer(floors.account, host.stream)
    await floor.use(SimpleNamespace(id="out", hall=hall, at=host, account=floors.account, officer=by, body=body))
    for name in ("Cat", "Dan"):
        await people[name].ask("watch", table="Side")
    await sim.run(60)
    by, until_ms = officer(sim, "floor"), hall.now_ms() + 3_650 * DAY_MS
    out = people_orders.ExcludePerson(number(sim, "Yan"), "marked cards", by, until_ms, under="nsw-poker")
    await hall.room.submit("yan", by.account, out)
    for name, order in (
        ("Pia", people_orders.ExcludeMyself(number(sim, "Pia"))),
        ("Dan", people_orders.SetLimit(number(sim, "Dan"), "loss", "day", 10**9)),
    ):
        await hall.room.submit(f"own {name}", number(sim, name), order)


async def promotion(sim):
    """Entries by asking; the draw is made, and the winner has claimed the prize."""
    runs = officer(sim, "operator", "promotion/spring")
    closes = moment((sim.hall.now_ms() - START_MS) // 1000 + CLOSES_S)
    answers = {
        "entries.rule": {"by": "asking"}, "held.starts": moment(0), "entries.close": closes, "award.when": closes,
        "claim.until": "none",
    }  # fmt: skip
    terms = answered(complete("cash", "house"), answers.items())
    host = await sim.hall.open_promotion("spring", terms, by=runs, request="draft")
    await host.submit("notice", runs.account, promotion_orders.PublishNotice("at the desk", "come", runs))
    await host.submit("start", runs.account, promotion_orders.Start(runs))
    for name in ("Ann", "Bob", "Cat"):
        await host.submit(f"enter {name}", number(sim, name), promotion_orders.Enter(number(sim, name)))
    await sim.run(CLOSES_S + 60)
    if host.state.phase == "running":
        await host.submit("close", runs.account, promotion_orders.CloseEntries(runs))
    await host.submit("draw", runs.account, promotion_orders.Draw(runs))
    for one in host.state.awards.values():
        await host.submit(f"claim {one.number}", one.player, promotion_orders.ClaimPrize(one.player, one.number))


async def tournament(sim):
    """An event with three bots that waits for a fourth player."""
    runs = officer(sim, "operator", "tournament/friday")
    made = fill(
        "freeze-out",
        "house",
        Answers(players=4, seats=5, buy_in_cents=2_000, level_minutes=2, prizes=(500, 300, 200)),
    )
    host = await sim.hall.open_event("friday", made, by=runs, request="publish friday")
    await host.submit("open", runs.account, event_orders.OpenRegistration(runs))
    await fill_with_bots(sim.hall, host, 3, "fill")
    await sim.settle()


def require_there(sim):
    """Everything of the evening is as it was left, and every name is told."""
    hall = sim.hall
    assert hall.broken == {}
    assert {hall.name_of(number(sim, name)) for name in PLAYERS} == set(PLAYERS)
    pool = hall.jackpot("P")
    assert pool.state.hits[1].phase == "verified"
    require_sum(sim.store, pool.state)
    (offer,) = hall.lists.state.offers.values()
    assert (offer.player, offer.table, offer.seat) == (number(sim, "Ann"), "Lane", 4)
    spring = hall.promotions["spring"].state
    assert spring.phase == "drawn"
    assert {one.status for one in spring.claims.values()} == {"open"}
    assert len(hall.events["friday"].state.entries) == 3
    people = hall.room.state.people
    assert [one.own for one in people.of(number(sim, "Pia")).exclusions] == [True]
    assert [one.cites for one in people.of(number(sim, "Yan")).exclusions] == [("nsw-poker 27.4.3",)]
    assert people.of(number(sim, "Dan")).limits[0].amount == 10**9
    plain = b"".join(one.record.payload for one in sim.store.read("room") if one.record.name == "AccountOpened")
    assert b"sealed:" in plain
    assert b'"Ann"' not in plain


async def play_on(sim):
    """Excluded people stay out; the hit and the prize are paid, the seat is taken, the event is played."""
    require_there(sim)
    hall, people = sim.hall, everyone(sim)
    (bar,) = hall.room.state.people.of(number(sim, "Zed")).exclusions
    assert (bar.table, bar.cites, bar.until_ms) == ("Side", ("nsw-poker 27.13",), 0)
    for name, table in (("Zed", "Side"), ("Yan", "Side"), ("Pia", "Lane")):
        refused = await people[name].ask("sit", table=table, seat=4, stake=20_000, entry="post")
        assert refused["code"] == "kept-out", refused  # asked at the list of that game, by the clause of the exclusion
    pool, runs = hall.jackpot("P"), officer(sim, "operator", "jackpot/P")
    before = accounts.jackpot_held("P")
    held = sim.store.balance(before)
    await pool.submit("pay", runs.account, jackpot_orders.PayHit(1, runs))
    assert sim.store.balance(before) == held - pool.state.hits[1].cents
    (offer,) = hall.lists.state.offers.values()
    sit = room.SitDown(offer.player, offer.seat, 20_000, "post")
    await hall.lists.take_seat(offer.offer, sit, hall.hosts["Lane"], request="take")
    await prizes(sim)
    await enter(hall.events["friday"], number(sim, "Eve"))
    await played_out(sim, hall.events["friday"])
    require_sum(sim.store, pool.state)


async def prizes(sim):
    """Every claim is approved and paid, and the promotion is closed."""
    host, runs = sim.hall.promotions["spring"], officer(sim, "operator", "promotion/spring")
    for claim in tuple(host.state.claims.values()):
        await host.submit(f"approve {claim.number}", runs.account, promotion_orders.ApproveClaim(claim.number, runs))
        await host.submit(f"pay {claim.award}", runs.account, promotion_orders.PayPrize(claim.award, runs))
    for award in tuple(host.state.awards):
        told = promotion_orders.TellWinner(award, "face-to-face", reached=True, by=runs)
        await host.submit(f"tell {award}", runs.account, told)
    await host.submit("close promotion", runs.account, promotion_orders.Close(runs))
    assert all(one.paid for one in host.state.awards.values())


def main(directory):
    """Write the evening, packed."""
    data = directory / "whole"
    data.mkdir(parents=True)
    asyncio.run(evening(data))
    pack(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
