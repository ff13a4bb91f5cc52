"""Entries by play: the record of the tables is counted in the running room, and again by audit."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from openfelt.games.standard import standard_sign
from openfelt.hands.orders import Category
from openfelt.journal.verify import check_ledger
from openfelt.promotions import orders as o
from openfelt.room.events import HandClosed, HandOpened
from openfelt.room.offices import Officer
from openfelt.service.people.house_bots import BotSeat
from openfelt.service.record.counted import KINDS, PlayCount, is_as_good
from openfelt.service.record.promotion_audit import check_promotions
from openfelt.service.record.refold import read_stream
from openfelt.service.record.stream import event_of
from openfelt.stories.acting import answered
from openfelt.stories.promotions import complete
from openfelt.table import HandStarted
from openfelt.table.events import Shown
from tests.service_kit import START_MS, Sim, run

OPERATOR = Officer("olga", "olga", ("casino operator",))
HANDS, MINUTES, SHOWN = (
    {"by": "hands", "hands": 2},
    {"by": "time", "minutes": 1},
    {"by": "showing", "least": "straight"},
)


def moment(seconds):
    """A moment so many seconds after the start of a simulated room."""
    return f"{datetime.fromtimestamp(START_MS / 1000 + seconds, UTC):%Y-%m-%d %H:%M:%S} Z"


async def running(sim, rule, *, closes=7_200):
    """A promotion of the house that counts by a rule from a second after now on."""
    answers = {
        "entries.rule": rule,
        "held.starts": moment(0),
        "entries.close": moment(closes),
        "award.when": moment(closes),
        "claim.until": "none",
    }
    terms = answered(complete("cash", "house"), answers.items())
    host = await sim.hall.open_promotion("spring", terms, by=OPERATOR, request="draft")
    await host.submit("notice", "olga", o.PublishNotice("at the desk", "come", OPERATOR))
    await host.submit("start", "olga", o.Start(OPERATOR))
    return host


async def evening(sim, seconds, hands_of=("caller", "caller")):
    """Two bots at a table for a while."""
    bots = [BotSeat(seat, kind, f"Bot{seat}") for seat, kind in enumerate(hands_of, start=1)]
    await sim.hall.open_table("T", standard_sign("house", "texas-holdem"), bots=bots)
    await sim.run(seconds)


def recounted(store, rule):
    """What a table's record has, counted here in another way: round by round."""
    counts, began, sign, shown = Counter(), 0, None, []
    for one in read_stream(store, "table/T"):
        event = event_of(one.record)
        if isinstance(event, HandOpened):
            began, shown = one.record.time_ms, []
        elif isinstance(event, HandStarted):
            sign = event.sign
        elif isinstance(event, Shown):
            shown.append(event)
        elif isinstance(event, HandClosed) and event.results:
            for result in event.results:
                good = sum(is_as_good(sign, two.high, "straight") for two in shown if two.seat == result.seat)
                worth = {"hands": 1, "time": one.record.time_ms - began, "showing": good}
                counts[result.player] += worth[rule["by"]]
    if rule["by"] == "time":
        return {player: ms // 60_000 for player, ms in counts.items() if ms // 60_000}
    per = rule.get("hands", 1)
    return {player: count // per for player, count in counts.items() if count // per}


@pytest.mark.parametrize("rule", [HANDS, MINUTES, SHOWN], ids=lambda one: one["by"])
def test_play_gives_entries_and_audit_counts_them_again(rule):
    async def told():
        async with Sim(f"counted {rule['by']}") as sim:
            host = await running(sim, rule)
            await evening(sim, 3_000)
            await host.work.count()
            return dict(host.state.entries), recounted(sim.store, rule), sim.store

    entries, due, store = run(told())
    assert entries == due
    assert entries
    assert check_promotions(store).fault is None
    assert check_ledger(store).fault is None


def test_the_house_counts_by_itself_and_closes_the_entries_in_time():
    async def told():
        async with Sim("counted by itself") as sim:
            host = await running(sim, HANDS, closes=1_800)
            await evening(sim, 1_801)
            return host.state, sim.store

    state, store = run(told())
    assert state.phase == "entries closed"
    assert state.sealed.entries == sum(state.entries.values()) > 0
    assert check_promotions(store).fault is None


def test_a_count_that_is_not_on_record_is_found_by_audit():
    async def told():
        async with Sim("a count made up") as sim:
            host = await running(sim, HANDS)
            await evening(sim, 300)
            through = sim.store.head().entry
            made_up = o.CountEntries((o.Counted("zoe", 1_000),), through)
            await host.submit("made up", "house", made_up)
            return sim.store

    fault = check_promotions(run(told())).fault
    assert fault is not None
    assert "counts otherwise" in str(fault)


def test_a_table_is_read_once():
    """Counting again reads only what is new: the work of a count does not grow with the evening."""

    async def told():
        async with Sim("read once") as sim:
            host = await running(sim, HANDS)
            await evening(sim, 1_000)
            count = PlayCount(host.state.terms)
            reads = []

            class Reader:
                def __getattr__(self, name):
                    return getattr(sim.store, name)

                def read(self, stream, after=0, limit=10_000):
                    found = sim.store.read(stream, after, limit)
                    reads.append(len(found))
                    return found

            head = sim.store.head().entry
            first = count.read(Reader(), head)
            much = sum(reads)
            again = count.read(Reader(), head)
            return first, again, much, sum(reads) - much

    first, again, much, more = run(told())
    assert first == again
    assert much > 100
    assert more == 0


def test_rounds_outside_the_promotion_do_not_count():
    async def told():
        async with Sim("outside") as sim:
            host = await running(sim, HANDS, closes=600)
            await evening(sim, 600)
            inside = dict(host.state.entries)
            await sim.run(1_000)
            return inside, dict(host.state.entries), host.state.phase

    inside, after, phase = run(told())
    assert inside == after
    assert phase == "entries closed"


def test_kinds_of_hands_are_those_of_the_scale():
    sign = standard_sign("house", "texas-holdem")
    assert set(KINDS.values()) <= set(Category)
    assert not is_as_good(sign, 0, "straight")
