"""A sign is judged when it is put up or announced, never when it is read back; old shapes are upgraded on reading."""

from __future__ import annotations

import dataclasses
import json
import logging

import msgspec
import pytest
from msgspec.structs import replace

from openfelt.books.act_holdem import pit_sign
from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.errors import NotationError, OpenfeltError, RuleViolation
from openfelt.games import Commission, signcheck, signtext
from openfelt.games.signrules import SIGN
from openfelt.games.standard import standard_sign
from openfelt.journal import Shapes
from openfelt.pit import Limits, validate
from openfelt.room import GiveNotice, events
from openfelt.rulebooks import Cited
from openfelt.service.record import pit_record, shapes, stream
from openfelt.service.record.audit import check_hands
from openfelt.service.record.pit_record import pit_event
from openfelt.service.record.shapes import payload_of, written
from openfelt.service.record.stream import event_of
from openfelt.service.writers import pit as pit_host
from openfelt.service.writers import table as table_host
from tests.restart_kit import NAMES, back, go_on, pit_evening
from tests.service_kit import Sim, run, under_rules

KEY = ("nsw-poker", "texas-holdem")


async def an_evening(seed):
    """Two hands at a table, and a third is open."""
    async with Sim(seed) as sim:
        host = await sim.table(*KEY, seats=4)
        clients = [await sim.player(name, "T", at) for at, name in enumerate(NAMES[:3], start=1)]
        await sim.play(host, clients, 2)
        await sim.run(6)
        assert host.table.in_hand
        return sim.store


async def a_round(seed):
    """Some rounds at a house-banked table."""
    async with Sim(seed) as sim:
        await pit_evening(sim, 2)
        return sim.store


def refusals(store):
    """What the operator is told of signs."""
    return [json.loads(one.record.payload) for one in store.read("room") if one.record.name == "SignRefused"]


def test_a_stricter_check_leaves_a_table_that_hangs_in_play(monkeypatch, caplog):
    async def stricter(store):
        async with Sim("stricter", store=store) as sim:
            host, clients = await back(sim, 3)
            assert sim.hall.broken == {}
            await go_on(sim, clients, host)
            await go_on(sim, clients, host)
            assert not host.stopped
            assert check_hands(store).fault is None
            assert [(one["table"], one["code"]) for one in refusals(store)] == [("T", "clock")]
            assert "table T hangs with a sign that today's rules refuse: 30 seconds to act; at least 45" in caplog.text
            for seconds in (30, 44):
                announced = replace(host.table.sign, seats=5, clock=replace(host.table.sign.clock, seconds=seconds))
                with pytest.raises(RuleViolation, match="at least 45"):
                    await host.submit(f"notice {seconds}", "house", GiveNotice(1, announced))
            valid = replace(host.table.sign, clock=replace(host.table.sign.clock, seconds=45))
            await host.submit("notice", "house", GiveNotice(1, valid))
            assert host.table.notice
            with pytest.raises(RuleViolation, match="at least 45"):
                await sim.hall.open_table("U", host.table.sign)

    store = run(an_evening("hangs"))
    assert refusals(store) == []
    stricter_clock = dataclasses.replace(SIGN.of("nsw-poker"), least_seconds=Cited(45, ("nsw-poker 7.12.1",)))
    monkeypatch.setitem(SIGN._read, "nsw-poker", stricter_clock)
    under_rules(monkeypatch, "engine 2")
    with caplog.at_level(logging.WARNING, "openfelt"):
        run(stricter(store))


def test_a_stricter_check_leaves_a_house_banked_table_in_play(monkeypatch):
    async def stricter(store):
        async with Sim("stricter", store=store) as sim:
            assert sim.hall.broken == {}
            await pit_evening(sim, 1)
            assert check_hands(store).fault is None
            assert [one["table"] for one in refusals(store)] == ["P"]
            with pytest.raises(RuleViolation, match="1 to 6 boxes"):
                await sim.hall.open_pit("Q", HoldemSign())
            assert "Q" not in sim.hall.pits

    store = run(a_round("pit hangs"))
    monkeypatch.setattr(pit_sign, "MOST_BOXES", 6)
    under_rules(monkeypatch, "engine 2")
    run(stricter(store))


def test_the_parts_of_a_house_banked_sign_are_read_as_they_hang():
    """Limits that nobody could put up today are read back from the record of a table, and refused on a new sign."""
    odd = Limits(1000, 500, 300)
    opened = pit_record.ev.TableOpened(HoldemSign(ante=odd), (), cites=())
    assert pit_event(pit_record.pit_record(opened, "house", 1)) == opened
    with pytest.raises(OpenfeltError, match="limits"):
        validate(HoldemSign(ante=odd))


def test_a_sign_prints_an_approved_maximum_only_if_it_has_one():
    """act-stud 15.3: a hand can be played by a sign that nobody approved, and then the sign says so of nothing."""
    charged = replace(standard_sign("act-stud", "seven-card-stud"), commission=Commission("time", hourly=1200))
    assert "Time charge: $12 an hour, in advance" in signtext.print_sign(signcheck.playable(charged))
    approved = replace(charged, commission=Commission("time", hourly=1200, most=1300))
    assert "an hour (approved: at most $13), in advance" in signtext.print_sign(signcheck.validate(approved))


# -- shapes ------------------------------------------------------------------------------------------------------------


def older(make, name, old):
    """Writes the records of one name as an earlier program did."""

    def record(event, actor, time_ms):
        made = make(event, actor, time_ms)
        if made.name != name:
            return made
        payload = msgspec.json.encode(old(json.loads(made.payload)))
        return replace(made, payload=payload, schema=1)

    return record


def place_named_so(new):
    """An earlier program called the seat or box another thing."""
    return {("place" if key in {"seat", "box"} else key): value for key, value in new.items()}


def place_named(to):
    return lambda old: {(to if key == "place" else key): value for key, value in old.items()}


@pytest.mark.parametrize(("name", "field"), [("SeatTaken", "seat"), ("pit.Joined", "box")])
def test_an_old_shape_is_upgraded_on_reading(name, field, monkeypatch):
    """The stored bytes stay as they are; the room folds, audits and plays on, and writes the new shape from then on."""

    async def opened(store):
        async with Sim("newer", store=store) as sim:
            return dict(sim.hall.broken)

    async def played(store):
        async with Sim("newer", store=store) as sim:
            assert sim.hall.broken == {}
            if name == "SeatTaken":
                at, clients = await back(sim, 3)
                await go_on(sim, clients, at)
                late = await sim.player("zoe", "T", 4)
                assert at.table.place_of(late.account.id)
            else:
                await pit_evening(sim, 1)
                late = await sim.player("zoe")
                assert await late.ask("pit-join", table="P", box=7, stake=50_000) is None
            assert check_hands(store).fault is None
            return [one.record.schema for one in store.records(0, 100_000) if one.record.name == name]

    monkeypatch.setattr(shapes, "SHAPES", Shapes())
    module, writer = (table_host, "record_of") if name == "SeatTaken" else (pit_host, "pit_record")
    with monkeypatch.context() as before:
        before.setattr(module, writer, older(getattr(module, writer), name, place_named_so))
        store = run(an_evening("old") if name == "SeatTaken" else a_round("old"))
    stored = [one for one in store.records(0, 100_000) if one.record.name == name]
    assert stored
    assert all(b"place" in one.record.payload for one in stored)
    assert run(opened(store)), "without its step the old shape cannot be read"
    shapes.SHAPES.upgrades(name, 1)(place_named(field))
    written_as = run(played(store))
    assert written_as[: len(stored)] == [1] * len(stored)
    assert set(written_as[len(stored) :]) == {2}
    assert store.records(stored[0].position - 1, 1) == stored[:1]


def test_the_shape_of_a_newer_program_is_refused_by_name():
    opened = events.TableOpened("T", standard_sign(*KEY), ())
    record = replace(stream.record_of(opened, "house", 1), schema=3)
    with pytest.raises(NotationError, match="'TableOpened' has shape 3; this program knows up to 2"):
        event_of(record)
    with pytest.raises(NotationError, match=r"'pit.Joined' has shape 9; this program knows up to 2"):
        pit_event(replace(written("pit.Joined", b"{}", actor="a", time_ms=1), schema=9))


def test_a_step_that_does_not_fit_is_a_refusal(monkeypatch):
    monkeypatch.setattr(shapes, "SHAPES", Shapes())
    record = written("SeatTaken", b"[]", actor="a", time_ms=1)
    shapes.SHAPES.upgrades("SeatTaken", 1)(place_named("seat"))
    with pytest.raises(NotationError, match="cannot be brought to today's shape"):
        payload_of(record)


def test_every_citation_of_a_house_banked_event_is_stored():
    cites = tuple(f"act-holdem 15.{number}" for number in range(1, 61))
    opened = pit_record.ev.RoundOpened(1, cites=cites)
    assert pit_record.pit_record(opened, "house", 1).cites == cites
