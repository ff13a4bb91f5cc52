"""The floor moves a player from table to table: nobody is lost or there twice, and no chip stays on its way."""

from __future__ import annotations

import contextlib
import random

import pytest

from openfelt.cage import accounts
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.journal import MemoryStore
from openfelt.journal.verify import check_ledger
from openfelt.journal.writer import JournalBusy
from openfelt.room import GiveNotice
from openfelt.room.offices import Officer
from openfelt.room.orders import Freeze
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from openfelt.service.wire.requests import RequestId, RequestReused
from openfelt.service.writers import moves
from tests.conftest import count
from tests.service_kit import Sim, run

FLO = Officer("p_flo", "Flo", ("gaming supervisor",))
MOVE = moves.Move("act 1", "p_ann", "T", "U", 3, FLO, "to balance")
FORMS = [moves.move, moves.move_apart]


class Crash(Exception):
    """The machine went down."""


async def two_tables(sim, **changes):
    first = await sim.table("nsw-poker", "texas-holdem", seats=4, min_stake=4_000, **changes)
    second = await sim.table("nsw-poker", "texas-holdem", name="U", seats=4, min_stake=4_000, **changes)
    await sim.player("ann", "T", 1)
    return first, second


def everywhere(sim):
    """Where ann sits, and what lies in her name or on its way."""
    seats = [host.table.name for host in sim.hall.hosts.values() if host.table.place_of("p_ann")]
    held = {name: amount for name, amount in sim.store.balances().items() if "p_ann" in name or "transit" in name}
    return seats, {name: amount for name, amount in held.items() if amount}


def require_sound(sim, total):
    seats, held = everywhere(sim)
    assert len(seats) == 1
    assert not [name for name in held if name.startswith("transit")]
    assert sum(held.values()) == total
    assert held[accounts.stake(seats[0], "p_ann")] > 0
    assert check_ledger(sim.store).fault is None
    assert check_hands(sim.store).fault is None
    return seats[0]


@pytest.mark.parametrize("form", FORMS)
def test_a_move_takes_chips_and_time_along(form):
    async def evening():
        async with Sim(f"move {form.__name__}") as sim:
            first, second = await two_tables(sim)
            total = sum(everywhere(sim)[1].values())
            before = sim.store.head().entry
            await form(sim.hall, MOVE, actor="p_flo", request="flo 1")
            await sim.settle()
            assert require_sound(sim, total) == "U"
            assert second.table.places[3].status == "playing"
            assert first.table.place_of("p_ann") is None
            names = [[type(event_of(one.record)).__name__ for one in sim.store.read(f"table/{t}")][-1] for t in "TU"]
            assert names == ["PlayerSent", "PlayerReceived"]
            await form(sim.hall, MOVE, actor="p_flo", request="flo 1")  # a repeated request gets the first answer
            assert sim.store.head().entry == before + (1 if form is moves.move else 2)

    run(evening())


def test_both_forms_store_the_same_events_and_the_same_postings():
    async def evening(form):
        async with Sim("same") as sim:
            await two_tables(sim)
            since = sim.store.head().entry
            await form(sim.hall, MOVE, actor="p_flo", request="flo 1")
            rows = [(one.stream, one.record.name, one.record.payload) for one in sim.store.records(0, 10_000)]
            lines = [(one.account, one.amount, one.reason, one.cites) for one in sim.store.postings(since + 1, 9_999)]
            return rows, lines

    assert run(evening(moves.move)) == run(evening(moves.move_apart))


OF_THE_MOVE = {"flo 1", "receive act 1", "return act 1"}


async def move_until_a_crash(sim, form, after):
    """Carry out the move; the store goes down after so many of its writes."""
    append, writes = sim.journal.append, []

    async def crash(entry):
        if entry.request in OF_THE_MOVE:
            if len(writes) == after:
                raise Crash
            writes.append(entry)
        return await append(entry)

    sim.journal.append = crash
    with contextlib.suppress(Crash):
        await form(sim.hall, MOVE, actor="p_flo", request="flo 1")
    sim.journal.append = append


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("after", range(4))
def test_wherever_it_stops_nobody_is_lost_and_nobody_is_there_twice(form, after):
    """The store goes down at each write; what was stored is found again at the start, and the move is finished."""

    async def evening():
        store = MemoryStore()
        async with Sim("crash", store=store) as sim:
            await two_tables(sim)
            total = sum(everywhere(sim)[1].values())
            await move_until_a_crash(sim, form, after)
        async with Sim("crash again", store=store) as sim:
            await sim.settle()
            where = require_sound(sim, total)
            assert where == ("T" if after == 0 else "U")

    run(evening())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("after", range(3))
@pytest.mark.parametrize("seed", range(count(3, 100)))
def test_at_tables_that_go_on_playing_nobody_is_lost_and_nobody_is_there_twice(form, after, seed):
    """The same at whatever moment of play at both tables, for somebody who owes blinds or none, with any stake."""

    async def evening():
        chance, store = random.Random(f"move {seed}"), MemoryStore()
        async with Sim(f"going on {seed}", store=store) as sim:
            first = await sim.table("nsw-poker", "texas-holdem", seats=4, min_stake=4_000)
            await sim.table("nsw-poker", "texas-holdem", name="U", seats=4, min_stake=4_000)
            ann = await sim.player("ann", "T", chance.randint(1, 4), stake=chance.randrange(4_000, 40_000, 100))
            assert await ann.ask("sit-out", table="T") is None
            free = [seat for seat in range(1, 5) if seat not in first.table.places]
            others = [await sim.player(name, "T", seat) for name, seat in zip(("bob", "cat"), free, strict=False)]
            others += [await sim.player(name, "U", seat) for name, seat in (("dan", 1), ("eve", 4))]
            for _ in range(chance.randint(0, 25)):
                actor = next((one for one in others if one.turn("T") or one.turn("U")), None)
                if actor is None:
                    await sim.run(chance.randint(1, 7))
                else:
                    await actor.act("T" if actor.turn("T") else "U", chance)
            total = sum(everywhere(sim)[1].values())
            await move_until_a_crash(sim, form, after)
        async with Sim(f"going on again {seed}", store=store) as sim:
            await sim.settle()
            where = require_sound(sim, total)
            assert where == ("T" if after == 0 else "U")

    run(evening())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("what", "code"),
    [("full seat", "seat-not-free"), ("frozen", "frozen"), ("closing", "table-closing"), ("no such table", "no-table")],
)
def test_a_table_that_takes_nobody_refuses_and_everyone_stays(form, what, code):
    async def evening():
        async with Sim(f"refused {what}") as sim:
            first, second = await two_tables(sim)
            order = MOVE
            if what == "full seat":
                await sim.player("bob", "U", 3)
            elif what == "frozen":
                await second.submit("stop", "house", Freeze(True, "a question"))
            elif what == "closing":
                await second.submit("closing", "house", GiveNotice(sim.hall.now_ms()))
            else:
                order = moves.Move("act 1", "p_ann", "T", "V", 3, FLO, "to balance")
            total = sum(everywhere(sim)[1].values())
            if form is moves.move:
                before = sim.store.head().entry
                with pytest.raises(OpenfeltError) as refused:
                    await form(sim.hall, order, actor="p_flo", request="flo 1")
                assert refused.value.code == code
                assert sim.store.head().entry == before, "nothing changed"
            else:
                await form(sim.hall, order, actor="p_flo", request="flo 1")
                last = event_of(sim.store.read("table/T")[-1].record)
                assert (type(last).__name__, last.seat) == ("PlayerReturned", 1)
            assert require_sound(sim, total) == "T"
            assert first.table.places[1].player == "p_ann"

    run(evening())


def test_whose_seat_was_taken_meanwhile_gets_the_chips_back_in_the_purse():
    async def evening():
        async with Sim("no way back") as sim:
            first, _ = await two_tables(sim)
            total = sum(everywhere(sim)[1].values())
            await first.submit("flo 1", "p_flo", moves.Move("act 1", "p_ann", "T", "V", 3, FLO, "to balance").sending)
            await sim.player("bob", "T", 1)
            await moves.finish(sim.hall, first)
            seats, held = everywhere(sim)
            assert (seats, held) == ([], {"purse/p_ann": total})
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_a_player_in_a_hand_moves_after_it_and_one_without_chips_not_at_all():
    async def evening():
        async with Sim("in a hand") as sim:
            first, _ = await two_tables(sim)
            await sim.player("bob", "T", 2)
            await sim.run(1)
            assert first.state.is_dealt
            with pytest.raises(RuleViolation) as refused:
                await moves.move(sim.hall, MOVE, actor="p_flo", request="flo 1")
            assert (refused.value.code, refused.value.cites) == ("in-hand", ("nsw-poker 8.7",))

    run(evening())


def test_another_move_under_a_used_id_is_refused():
    async def evening():
        async with Sim("used id") as sim:
            await two_tables(sim)
            await moves.move(sim.hall, MOVE, actor="p_flo", request=marked("a"))
            with pytest.raises(RequestReused):
                await moves.move(sim.hall, MOVE, actor="p_flo", request=marked("b"))

    run(evening())


def marked(mark):
    made = RequestId("p_flo 1")
    made.mark = made.earlier = mark
    return made


def test_a_busy_moment_sends_nobody_back(monkeypatch):
    """What is on its way stays so until the other table answers; the room asks again."""

    async def evening():
        async with Sim("busy") as sim:
            first, second = await two_tables(sim)
            total = sum(everywhere(sim)[1].values())
            await first.submit("flo 1", "p_flo", MOVE.sending)

            async def busy(*_, **__):
                raise JournalBusy("the journal is busy")

            monkeypatch.setattr(second, "submit", busy)
            await moves.finish(sim.hall, first)
            assert everywhere(sim)[0] == [], "neither here nor there"
            monkeypatch.undo()
            await sim.run(40)
            assert require_sound(sim, total) == "U"

    run(evening())


def test_a_bot_is_a_bot_at_the_next_table_too():
    async def evening():
        async with Sim("bot") as sim:
            _, second = await two_tables(sim)
            await sim.hall.seat_bot(sim.hall.hosts["T"], 2, "caller", "Dot of T")
            order = moves.Move("act 2", "bot Dot of T", "T", "U", 1, FLO, "to balance")
            await moves.move(sim.hall, order, actor="p_flo", request="flo 2")
            assert second.table.places[1].bot == "caller"

    run(evening())
