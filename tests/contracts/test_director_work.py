"""How much the director of a tournament does for each change: what it reads and writes, and that nothing is stale."""

from __future__ import annotations

from collections import Counter
from unittest.mock import patch

import msgspec
import pytest

from openfelt.errors import RuleViolation
from openfelt.service.record.stream import event_of
from openfelt.service.writers import director
from openfelt.service.writers.event_tables import report_of
from openfelt.service.writers.table import concerns_table
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.deciding import decide, evolve
from openfelt.tournaments.directing import in_entries, next_orders
from tests.contracts.test_tournament_room import audited, opened, played_out
from tests.field_kit import field_of
from tests.service_kit import Sim, run
from tests.tournament_kit import whole


def three_tables():
    """An event of which each of three tables has just ended a round, and the orders to note them."""
    field = field_of(whole("house", play__seats=5), 15, 3)
    field.direct()
    for table in field.tables.values():
        table.open(field.now_ms)
        table.close(field.now_ms, 0.9)
    orders = next_orders(field.event, field.reports(), field.now_ms)
    assert [type(one.order) for one in orders] == [q.NoteHand] * 3
    return field, orders


def test_rounds_that_are_noted_in_one_entry_are_noted_as_one_after_the_other():
    field, orders = three_tables()
    [(together, *parts)] = in_entries(field.event, orders)
    assert parts == list(orders)
    assert together.request not in {one.request for one in parts}
    in_turn, alone = field.event.copy(), []
    for one in orders:
        made = decide(in_turn, one.order, field.given())
        for event in made:
            evolve(in_turn, event)
        alone += made
    assert list(decide(field.event, together.order, field.given())) == alone


def test_one_round_that_cannot_be_noted_keeps_all_of_them_from_being_noted():
    field, orders = three_tables()
    [(together, *_)] = in_entries(field.event, orders)
    *others, last = together.order.hands
    wrong = msgspec.structs.replace(last, number=0)
    with pytest.raises(RuleViolation, match="is noted"):
        decide(field.event, q.NoteHands((*others, wrong)), field.given())


def test_the_same_rounds_have_the_same_request_and_others_another():
    field, orders = three_tables()
    (first, *_), (again, *_), (fewer, *_) = (
        next(in_entries(field.event, some)) for some in (orders, orders, orders[:2])
    )
    assert first.request == again.request != fewer.request
    assert len(next(in_entries(field.event, orders[:1]))) == 1


def test_a_table_is_read_again_only_after_what_concerns_the_table_and_never_told_late():
    reads, changes, hands = Counter(), Counter(), Counter()

    def counted(host, number, noted):
        reads[number] += 1
        return report_of(host, number, noted)

    async def evening():
        async with Sim("work", pace=0.0) as sim:
            with patch.object(director, "report_of", counted):
                host = await opened(sim, bots=8, players=8, seats=4, starting_chips=300)
                told = host.work.reports

                def checked():
                    found = told()
                    for number, table in sim.hall.event_tables("friday").items():
                        noted = host.state.play.tables
                        fresh = report_of(table, number, noted[number].hands if number in noted else 0)
                        assert found.get(number, fresh) == fresh
                        assert (number in found) == (number in noted or not fresh.is_done)
                    return found

                host.work.reports = checked
                await played_out(sim, host)
            for number, table in sim.hall.event_tables("friday").items():
                stored = (event_of(one.record) for one in sim.store.read(table.stream, 0, 10**6))
                changes[number] = sum(concerns_table(one) for one in stored)
                hands[number] = table.table.number
                assert table.changed <= table.version
            audited(sim.store)

    run(evening())
    assert sum(hands.values()) > 20
    for number in reads:
        assert reads[number] <= changes[number] + hands[number] + 2, "each change, and each round once it is noted"
        assert reads[number] <= 4 * hands[number] + 20, "and not each action of its hands"


def test_rounds_that_ended_while_the_director_looked_elsewhere_are_noted_in_one_entry():
    async def evening():
        async with Sim("together", pace=0.2) as sim:
            host = await opened(sim, bots=8, players=8, seats=4)
            await sim.run(5)
            with patch.object(host.work, "plan_soon", lambda: None):
                while any(len(one.closed.hands) < 2 for one in sim.hall.event_tables("friday").values()):
                    await sim.run(1)
            waiting = sum(len(one.closed.hands) for one in sim.hall.event_tables("friday").values())
            before, version = sim.store.head().entry, host.version
            await host.work.give_all()
            noted = [one for one in sim.store.read(host.stream, version, 100) if one.record.name == "event.HandNoted"]
            assert len(noted) == waiting >= 4
            assert len({one.entry for one in noted}) == 1
            assert sim.store.entries(before, 1)[0].request.startswith(f"director friday/hands/{waiting}/")
            audited(sim.store)

    run(evening())
