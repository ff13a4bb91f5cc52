"""A substitute in the running room: the seat changes hands after the round of play, also through a crash."""

from __future__ import annotations

from openfelt.service.record.play_meter import PlayMeter
from openfelt.service.tell.event_offers import staff_offers
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import orders as o
from tests.contracts.test_tournament_room import audited, chips_left, conditions, enter, played_out
from tests.service_kit import HOST, Sim, copy_store, publish, run
from tests.tournament_kit import changed

TERMS = {"entry.substitutes": {"in_person": True, "approved_by": "the host"}}


async def seated(sim, name="ann"):
    """An event in play with bots and a person."""
    person = await sim.player(name)
    made = changed(conditions(6, seats=6, starting_chips=1_000), TERMS)
    host = await publish(sim.hall, "friday", made)
    await host.submit("open", HOST.account, o.OpenRegistration(HOST))
    await fill_with_bots(sim.hall, host, 5, "fill")
    await enter(host, person.account.id)
    await sim.run(5)
    return host, person.account.id


def named(player, substitute):
    return o.NameSubstitute(player, substitute, HOST, in_person=True, form=True)


async def in_a_round(sim, table):
    while not table.table.in_hand:
        await sim.run(1)


def test_a_substitute_has_the_seat_after_the_round_and_plays_it_to_the_end():
    async def evening():
        async with Sim("substitute", pace=0.2) as sim:
            host, ann = await seated(sim)
            dan = (await sim.player("dan")).account.id
            form = next(one for one in staff_offers(sim.hall.seen(host, ""), HOST) if one.kind == "NameSubstitute")
            (field,) = [one for one in form.fields if one.name == "player"]
            assert ann in {one.value for one in field.choices}
            seat = host.state.play.players[ann]
            table = sim.hall.event_tables("friday")[seat.table]
            await in_a_round(sim, table)
            number = table.table.number
            assert table.table.place_of(ann).seat in table.table.dealt
            await host.submit("dan", HOST.account, named(ann, dan))
            assert table.table.place_of(ann), "the round goes on"
            await sim.run(60)
            assert table.table.place_of(ann) is None
            place = table.table.place_of(dan)
            assert (place.seat, table.table.number > number) == (seat.seat, True)
            assert host.state.entries[ann].status == "replaced"
            assert dan in host.state.play.players
            assert ann not in host.state.play.players
            form = next(one for one in staff_offers(sim.hall.seen(host, ""), HOST) if one.kind == "NameSubstitute")
            (field,) = [one for one in form.fields if one.name == "player"]
            assert ann not in {one.value for one in field.choices}
            meter, now = PlayMeter(sim.hall.journal.store), sim.hall.now_ms()
            assert meter.sits_since(ann, now) == 0
            assert 0 < meter.sits_since(dan, now) <= now
            assert meter.played_ms(ann, 0, now) > 0
            await played_out(sim, host)
            assert dan in {player for group in host.state.places for player in group}
            await sim.run(60)
            assert chips_left(sim.store) == {}
            audited(sim.store)

    run(evening())


def test_a_room_that_ends_while_the_seat_changes_hands_goes_on_from_there(tmp_path):
    async def evening(data, store=None):
        async with Sim("half way", pace=0.2, store=store, data=data) as sim:
            if store is None:
                host, ann = await seated(sim)
                dan = (await sim.player("dan")).account.id
                await in_a_round(sim, sim.hall.event_tables("friday")[host.state.play.players[ann].table])
                await host.submit("dan", HOST.account, named(ann, dan))
            host = sim.hall.events["friday"]
            for _ in range(60):  # whoever is away has a grace at the turn
                if not host.state.play.substitutes:
                    break
                await sim.run(5)
            (one,) = [each for each in host.state.entries.values() if each.status == "replaced"]
            assert one.player not in host.state.play.players
            assert not host.state.play.substitutes
            audited(sim.store)
            return sim.store

    store = run(evening(tmp_path / "first"))
    kinds = ("SubstituteApproved", "SubstituteSeated", "SubstituteNamed")
    told = {
        one.record.name.removeprefix("event."): one.entry
        for one in store.records(0, 100_000)
        if one.record.name.removeprefix("event.") in kinds
    }
    assert set(told) == set(kinds), told
    for kind, number in told.items():
        run(evening(tmp_path / kind, copy_store(store, number)))
