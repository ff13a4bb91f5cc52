"""People of the room: where they sit, as each of their connections is told, and how a closed account leaves."""

from __future__ import annotations

import json

import msgspec
import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.journal.verify import check_ledger
from openfelt.pit.games import pit_games
from openfelt.service.doors.socket import welcome
from openfelt.service.record.audit import check_hands
from tests.service_kit import Client, Sim, run


def newest(client, kind):
    """The newest frame of that kind."""
    client.pump()
    return next(frame for data in reversed(client.frames) if (frame := json.loads(data))["type"] == kind)


def told_on_connecting(client):
    return list(msgspec.to_builtins(welcome(client.sim.hall, client.account).seats))


def test_a_second_connection_is_told_the_seats_and_boxes_of_its_account():
    async def told():
        async with Sim("seats") as sim:
            await sim.table("nsw-poker", "texas-holdem", seats=6)
            await sim.hall.open_pit("Civic", HoldemSign())
            first, bob = await sim.player("ann", "T", 4), await sim.player("bob", "T", 2)
            assert await first.ask("pit-join", table="Civic", box=7, stake=50_000) is None
            second = Client(sim, "ann")
            seats = [
                {"table": "T", "kind": "table", "seat": 4, "event": ""},
                {"table": "Civic", "kind": "pit", "seat": 7, "event": ""},
            ]
            assert told_on_connecting(second) == seats
            assert await second.ask("lobby") is None
            assert newest(second, "lobby")["seats"] == seats
            assert await first.ask("pit-leave", table="Civic") is None
            await sim.run(1)
            assert newest(second, "lobby")["seats"] == seats[:1]  # told without asking
            assert told_on_connecting(bob) == [{"table": "T", "kind": "table", "seat": 2, "event": ""}]

    run(told())


# -- closing an account ----------------------------------------------------------------------------------------------


async def wagered(client, pit, *spots):
    """Take a box and lay wagers on it."""
    assert await client.ask("watch", table="P") is None
    assert await client.ask("pit-join", table="P", box=7, stake=50_000) is None
    for spot in spots:
        order = {"type": "Wager", "player": client.account.id, "box": 7, "spot": spot, "amount": 1_000}
        assert await client.ask("pit-act", table="P", number=pit.round.number, order=order) is None


async def registered(sim, name):
    """A player whose account is in the register, with chips."""
    client = Client(sim, name)
    client.disconnect()
    client.account = sim.hall.accounts.open_account(name, ("player",), 0)
    client.connect()
    await sim.hall.issue(client.account.id, 10_000_000, f"issue {name}")
    return client


SIGNS = [game.sign for game in pit_games().values()]


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("when", ["seated", "betting", "decision", "done"])
def test_a_closed_account_leaves_its_box_with_its_chips(sign, when):
    """Before the deal the wagers come along; a round in play is played out first, and nobody else is put off."""

    async def evening():
        async with Sim("closed") as sim:
            pit = await sim.hall.open_pit("P", sign())
            ann, bob, boss = await registered(sim, "ann"), await registered(sim, "bob"), await sim.player("boss")
            assert await bob.ask("pit-join", table="P", box=2, stake=50_000) is None
            await wagered(ann, pit, *(() if when == "seated" else ("ante", "bonus")))
            if when in {"decision", "done"}:
                await sim.run(13)
                assert pit.round.phase == "decision"
            if when == "done":
                await ann.ask("pit-act", table="P", number=pit.round.number, order={"type": "Fold", "box": 7})
                assert pit.round.phase == "done"
            was = pit.round.phase
            await sim.hall.disable(ann.account, boss.account, "a reason")
            await sim.settle()
            assert (ann.account.id in pit.round.seats) == (was == "decision")
            await sim.run(1)  # a player whose account is closed is not waited for
            assert pit.round.seats == {bob.account.id: 2}
            assert sim.store.balance(f"stake/P/{ann.account.id}") == 0
            lost = 10_000_000 - sim.hall.purse(ann.account.id)
            assert (lost == 0) == (when in {"seated", "betting"})
            assert not pit.stopped
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_a_closed_account_leaves_after_a_restart_too(tmp_path):
    """The room ended between the closing and the leaving; at the next start nobody sits whose account is closed."""

    async def evening():
        async with Sim("before", data=tmp_path) as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=6)
            pit = await sim.hall.open_pit("P", HoldemSign())
            ann = await registered(sim, "ann")
            await wagered(ann, pit, "ante")
            assert await ann.ask("sit", table="T", seat=3, stake=20_000) is None
            sim.hall.accounts.disable(ann.account.id)
            assert host.table.place_of(ann.account.id) is not None
        async with Sim("after", data=tmp_path, store=sim.store) as again:
            await again.run(1)
            assert again.hall.hosts["T"].table.place_of(ann.account.id) is None
            assert again.hall.pits["P"].round.seats == {}
            assert again.hall.purse(ann.account.id) == 10_000_000

    run(evening())


def test_a_stopped_table_keeps_nobody_at_the_others():
    async def evening():
        async with Sim("stopped") as sim:
            stopped, other = [await sim.table("nsw-poker", "texas-holdem", name, seats=6) for name in ("A", "B")]
            pits = [await sim.hall.open_pit(name, HoldemSign()) for name in ("P", "Q")]
            ann, boss = await registered(sim, "ann"), await sim.player("boss")
            for name in ("A", "B"):
                assert await ann.ask("sit", table=name, seat=3, stake=20_000) is None
            for name in ("P", "Q"):
                assert await ann.ask("pit-join", table=name, box=7, stake=50_000) is None
            stopped.stopped = pits[0].stopped = "a fault of ours"
            await sim.hall.disable(ann.account, boss.account, "a reason")
            await sim.run(31)
            assert stopped.table.place_of(ann.account.id) is not None
            assert other.table.place_of(ann.account.id) is None
            assert pits[1].round.seats == {}

    run(evening())
