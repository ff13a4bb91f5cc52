"""Rooms that earlier releases wrote open, fold, audit and are played on: nothing stored is ever lost to a new release.

`tests/journals/README.md` says which release wrote which room, and how.
"""

from __future__ import annotations

import json
import lzma
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from openfelt.cage import accounts
from openfelt.cli import audit
from openfelt.journal import SqliteReader
from openfelt.room.house_events import HandVoided
from openfelt.service.record.pit_record import pit_event
from openfelt.service.record.stream import event_of
from tests.journals.house_evening import main as write_house
from tests.journals.house_evening import play_on
from tests.journals.whole_evening import main as write_whole
from tests.journals.whole_evening import play_on as play_whole
from tests.journals.write import EVENINGS, FILES, PASSWORD, Room, connection, everyone, play_out, until_in_play
from tests.journals.write import main as write_rooms
from tests.live_kit import RealDeck, enter
from tests.service_kit import run
from tests.twin_kit import Evening

ROOMS = sorted((Path(__file__).parents[1] / "journals").glob("0.1.0/*/journal.sqlite.xz"))
HOUSES = sorted((Path(__file__).parents[1] / "journals").glob("*-house/*/journal.sqlite.xz"))
WHOLE = sorted((Path(__file__).parents[1] / "journals").glob("*-whole/*/journal.sqlite.xz"))
rooms = pytest.mark.parametrize("packed", ROOMS, ids=[f"{one.parts[-3]} {one.parts[-2]}" for one in ROOMS])


def unpack(packed, data):
    """A copy of a room as it lay on its disk."""
    data.mkdir()
    for name in FILES:
        (data / name).write_bytes(lzma.decompress(packed.with_name(f"{name}.xz").read_bytes()))
    return data


def require_sound(data):
    """Every check of `openfelt audit`; how many entries of tables have no order that could be decided again."""
    said = CliRunner().invoke(audit.command, [str(data)])
    assert said.exit_code == 0, said.output
    return int(re.search(r"(\d+) entries not decided again", said.output)[1])


class OldRoom(Room):
    """An old room that starts again, later than anything on its record."""

    async def __aenter__(self):
        last = self.store.records(self.store.head().position - 1, 1)[0].record.time_ms
        self.clock.step_ms = last + 60_000 - self.clock.now_ms()
        return await super().__aenter__()


def voids(store):
    return Counter(one.stream for one in store.records(0, 100_000) if one.record.name == HandVoided.__name__)


def chips(store):
    """What lies everywhere but in the house's issue."""
    return sum(amount for name, amount in store.balances().items() if name != accounts.ISSUED)


async def play_table(sim, host):
    """The hand that is open ends, then one more is played."""
    found = [sim.hall.accounts.find(place.player) for place in host.table.places.values()]
    seated = [connection(sim, account) for account in found if account is not None]
    for one in seated:
        assert await one.ask("watch", table=host.table.name) is None
    before = host.table.number
    await sim.play(host, seated, 1)
    assert host.table.number > before


async def play_live(sim, host):
    """The dealer enters the rest of the hand that is open, and one hand more."""
    rng, evening = random.Random("played on"), Evening(sim, host.table.name, event_of)
    evening.people = everyone(sim)
    await evening.do("dee", "watch")
    for again in (False, True):
        if again:
            assert await evening.do("dee", "dealer-open") is None
        hand, real = host.hand, RealDeck(rng, host.table.sign)
        out = {*hand.board, *(card for cards in (*hand.up, *hand.down) for card in cards)}
        real.left = [card for card in real.left if card not in out]
        for _ in range(200):
            if not host.table.in_hand:
                break
            await enter(evening, rng, real)
        assert not host.table.in_hand


async def play_pit(sim, pit):
    """The round that is open ends, then one more is played."""
    rng, evening = random.Random("played on"), Evening(sim, pit.name, pit_event)
    evening.people = everyone(sim)
    for name in evening.people:
        await evening.do(name, "watch")
    number = pit.round.number
    await play_out(evening, rng)
    await until_in_play(evening, rng)
    await play_out(evening, rng)
    assert pit.round.number >= number + 2


@rooms
def test_an_old_room_is_sound_and_played_on(packed, tmp_path):
    async def evening(data):
        async with OldRoom("played on", data) as sim:
            assert sim.hall.broken == {}
            hosts = [*sim.hall.hosts.values(), *sim.hall.pits.values()]
            assert hosts
            before, held = voids(sim.store), chips(sim.store)
            for host in hosts:
                assert not host.stopped
                if host.stream.startswith("pit/"):
                    await play_pit(sim, host)
                elif host.table.live:
                    await play_live(sim, host)
                else:
                    await play_table(sim, host)
            assert [host.stopped for host in hosts] == [""] * len(hosts)
            assert voids(sim.store) == before, "the open hand did not go on"
            assert chips(sim.store) == held

    data = unpack(packed, tmp_path / "room")
    undecided = require_sound(data)
    assert undecided
    assert upgraded_after(data) is None
    run(evening(data))
    assert require_sound(data) == undecided, "what is new is decided again, what is old is as it was"
    assert upgraded_after(data) is not None


def upgraded_after(data):
    """After which entry the journal was brought to the tables of this release, as its room has it on record."""
    reader = SqliteReader(data / "journal.sqlite")
    rows = [json.loads(one.record.payload) for one in reader.read("room") if one.record.name == "JournalUpgraded"]
    known = reader.upgrades()
    reader.close()
    assert rows == [{"version": version, "after_entry": last} for version, last in known.items()]
    return known.get(2)


@rooms
def test_people_of_an_old_room_log_in(packed, tmp_path):
    async def logged_in(data):
        async with OldRoom("log in", data) as sim:
            known = [account for account, closed in sim.hall.accounts.known() if not closed]
            assert known
            for account in known:
                assert sim.hall.accounts.log_in(account.name, PASSWORD) == account
                assert await sim.hall.welcome(account)
                assert sim.hall.purse(account.id) > 0

    run(logged_in(unpack(packed, tmp_path / "room")))


@pytest.mark.slow
@pytest.mark.parametrize("packed", HOUSES, ids=[one.parts[-3] for one in HOUSES])
def test_lists_jackpots_promotions_and_events_of_an_old_room_go_on(packed, tmp_path):
    async def evening(data):
        async with OldRoom("played on", data) as sim:
            await play_on(sim)

    data = unpack(packed, tmp_path / "room")
    assert require_sound(data) == 0
    run(evening(data))
    assert require_sound(data) == 0


@pytest.mark.slow
@pytest.mark.parametrize("packed", WHOLE, ids=[one.parts[-3] for one in WHOLE])
def test_everything_of_a_whole_evening_goes_on(packed, tmp_path):
    """Also an exclusion that the release kept on its table's record, and that is on the house's from now on."""

    async def evening(data):
        async with OldRoom("played on", data) as sim:
            await play_whole(sim)
        async with OldRoom("and once more", data) as sim:
            people = sim.hall.room.state.people
            assert len(people.of(sim.hall.accounts.id_of("Zed")).exclusions) == 1, "taken over once"

    data = unpack(packed, tmp_path / "room")
    assert require_sound(data) == 0
    run(evening(data))
    assert require_sound(data) == 0


@pytest.mark.slow
def test_a_whole_evening_of_this_release_can_be_kept_too(tmp_path):
    write_whole(tmp_path)
    require_sound(unpack(tmp_path / "whole" / "journal.sqlite.xz", tmp_path / "room"))


@pytest.mark.slow
def test_an_evening_of_this_release_with_lists_jackpots_and_events_can_be_kept_too(tmp_path):
    write_house(tmp_path)
    require_sound(unpack(tmp_path / "house" / "journal.sqlite.xz", tmp_path / "room"))


@pytest.mark.slow
def test_this_release_can_be_kept_too(tmp_path):
    write_rooms(tmp_path / "now")
    written = sorted((tmp_path / "now").glob("*/journal.sqlite.xz"))
    assert len(written) == len(EVENINGS)
    for packed in written:
        require_sound(unpack(packed, tmp_path / packed.parent.name))
