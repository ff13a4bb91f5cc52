"""Several games in turn in the running room: bots play along, everyone is told, and the record stands up to audit."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from openfelt.games import sign_lines
from openfelt.games.signline import read_sign, write_sign
from openfelt.games.signrules import SIGN
from openfelt.games.standard import standard_rotation
from openfelt.journal.verify import check_ledger
from openfelt.room import events as r
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from tests.service_kit import Sim, run

MIXED = [(book, one.key) for book in SIGN.books() for one in SIGN.of(book).mixed]


def events(sim, *kinds):
    """The table's events of these kinds so far."""
    return [event_of(one.record) for one in sim.store.read("table/T", limit=100_000) if one.record.name in kinds]


@pytest.mark.parametrize(("book", "key"), MIXED)
def test_a_usual_rotation_reads_as_it_is_written_and_names_every_game(book, key):
    sign = standard_rotation(book, key)
    assert read_sign(write_sign(sign)) == sign
    lines = [text for line in sign_lines(sign) if (text := str(line.text)).startswith("Game ")]
    assert len(lines) == len(sign.games) == 1 + len(sign.rotation.then)
    assert all(one.rotation is None for one in sign.games)


def test_bots_play_horse_game_by_game_and_the_record_stands_up():
    async def evening():
        async with Sim("horse", pace=0.05) as sim:
            sign = standard_rotation("house", "horse", seats=4)
            host = await sim.hall.open_table("T", sign)
            for seat in (1, 2, 3):
                await sim.hall.seat_bot(host, seat, "caller", f"bot {seat}")
            watcher = await sim.player("Wendy")
            assert await watcher.ask("watch", table="T") is None
            for _ in range(400):
                if len(events(sim, "GameChanged")) >= 5:
                    break
                await sim.run(20)
            changed = events(sim, "GameChanged")
            assert [one.sign.game for one in changed[:5]] == [one.game for one in (*sign.games[1:], sign.games[0])]
            closed = [one for one in events(sim, "HandClosed") if not one.keep_button]
            assert [one.game for one in closed[:15]] == [one.game for one in sign.games for _ in range(3)]
            started = events(sim, "HandStarted")
            assert [one.sign.game for one in started[:15]] == [one.game for one in closed[:15]]
            assert all(one.sign.rotation is None for one in started), "a hand is of one game"
            watcher.pump()
            told = watcher.tables["T"]["rotation"]
            assert told["games"][0] == "Texas Hold'em, limit"
            assert (told["at"], told["following"]) == (host.table.turn.at, (host.table.turn.at + 1) % 5)
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None
            return sim.store, host.table.turn, host.table.sign

    store, turn, sign = run(evening())

    async def after_a_restart():
        async with Sim("horse again", store=store) as sim:
            table = sim.hall.hosts["T"].table
            assert (table.turn, table.sign) == (turn, sign)
            assert table.posted.rotation is not None

    run(after_a_restart())


def test_a_change_is_announced_where_the_book_asks_for_it():
    async def evening():
        async with Sim("notice", pace=0.05) as sim:
            host = await sim.hall.open_table("T", standard_rotation("nsw-poker", "holdem-omaha", seats=4))
            for seat in (1, 2):
                await sim.hall.seat_bot(host, seat, "caller", f"bot {seat}")
            for _ in range(200):
                if events(sim, "GameChanged"):
                    break
                await sim.run(20)
            names = [type(one) for one in events(sim, "GameAnnounced", "HandOpened", "GameChanged")]
            until = names.index(r.GameChanged)
            assert names[:until] == [r.GameAnnounced, *[r.HandOpened] * 3], "three rounds of play of notice"
            assert check_hands(sim.store).fault is None

    run(evening())


async def dealers_choice(sim):
    """A table of dealer's choice, a choice after each hand, with a player in seat 1 and a bot in seat 2."""
    sign = standard_rotation("house", "horse", seats=4)
    rotation = replace(sign.rotation, every="hands", count=1, choice_s=20)
    host = await sim.hall.open_table("T", sign.replace(rotation=rotation))
    ann = await sim.player("Ann of the rail")
    assert await ann.ask("watch", table="T") is None
    await sim.hall.seat_bot(host, 1, "caller", "bot")
    assert await ann.ask("sit", table="T", seat=2, stake=20_000) is None
    return host, ann


def test_the_player_with_the_button_is_asked_and_chooses():
    async def evening():
        async with Sim("choice", pace=0.05) as sim:
            host, ann = await dealers_choice(sim)
            await sim.run(5)
            ann.pump()
            told = ann.tables["T"]
            assert (told["rotation"]["choosing"], told["rotation"]["following"]) == (2, None)
            assert told["clock"]["seat"] == 2
            assert told["clock"]["whole_ms"] == 20_000
            error = await ann.ask("choose-game", table="T", game=5)
            assert (error["code"], error["rule"]) == ("no-such-game", ["house 16.1"])
            assert await ann.ask("choose-game", table="T", game=2) is None
            error = await ann.ask("choose-game", table="T", game=1)
            assert (error["code"], error["rule"]) == ("no-choice", ["house 16.6"])
            await sim.run(5)
            assert (host.table.sign.game, host.table.button) == ("razz", 2)
            for _ in range(300):  # she plays, and does not choose again
                if ann.turn("T") is not None:
                    await ann.act("T", random.Random("plays"))
                await sim.run(1)
                if len(events(sim, "GameChanged")) >= 3:
                    break
            first, second, third = events(sim, "GameChanged")[:3]
            assert (first.sign.game, first.seat, first.player) == ("razz", 2, ann.account.id)
            assert (second.seat, second.player) == (1, "bot bot"), "the bot plays along"
            assert (third.seat, third.player, third.sign) == (2, "", second.sign), "in silence the game goes on"
            assert check_hands(sim.store).fault is None

    run(evening())


def test_whoever_leaves_while_choosing_is_not_waited_for():
    async def evening():
        async with Sim("choice left", pace=0.05) as sim:
            host, ann = await dealers_choice(sim)
            await sim.run(5)
            await sim.hall.seat_bot(host, 3, "caller", "other")
            asked = host.table.choosing
            assert asked is not None
            assert asked.player == ann.account.id
            assert await ann.ask("stand", table="T") is None
            await sim.run(3)
            changed = events(sim, "GameChanged")[0]
            assert (changed.seat, changed.player, changed.turn) == (2, "", 0)
            assert host.table.number >= 1

    run(evening())
