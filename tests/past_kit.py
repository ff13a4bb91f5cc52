"""Hands that somebody has finished: played in a simulated room, or written into a journal by the thousand."""

from __future__ import annotations

import json

from openfelt.games.standard import standard_sign
from openfelt.journal import Batch, Entry
from openfelt.room import events as r
from openfelt.room.results import SeatResult
from openfelt.service.record.stream import record_of
from openfelt.table import HandStarted
from openfelt.table import events as e
from tests.journals.write import connection, person
from tests.service_kit import START_MS
from tests.twin_kit import page

GAMES = ("texas-holdem", "omaha", "pineapple")
MINUTE_MS = 60_000
IN_ONE = 40


async def seated(sim, *names, table="T", stake=20_000):
    """People with accounts at a table, with chips, watching it."""
    made = []
    for seat, name in enumerate(names, start=1):
        one = await person(sim, name)
        await sim.hall.issue(one.account.id, 10_000_000, f"chips for {name}")
        assert await one.ask("watch", table=table) is None
        assert await one.ask("sit", table=table, seat=seat, stake=stake, entry="post") is None
        made.append(one)
    return made


async def told(sim, account, path, body=None):
    """What a page tells an account: the status and what is in it."""
    status, text = await page(sim, account, "POST" if body is not None else "GET", path, body)
    return status, json.loads(text)


def write_hands(store, players, count, *, tables=4, gap_ms=2 * MINUTE_MS):
    """So many finished hands of these players in a journal, in turn at several tables and of several games.

    Every hand has the records that an index reads, and no others; money is not moved.
    """
    signs = [standard_sign("nsw-poker", GAMES[at % len(GAMES)], seats=6) for at in range(tables)]
    versions = {}
    for at, sign in enumerate(signs):
        opened = r.TableOpened(f"T{at}", sign, ())
        store.append(Entry(f"open {at}", (Batch(f"table/T{at}", 0, (record_of(opened, "house", START_MS),)),)))
        versions[at] = 1
    for first in range(1, count + 1, IN_ONE):  # many in one entry: what is stored with each is the same
        batches = {at: [] for at in range(tables)}
        for number in range(first, min(first + IN_ONE, count + 1)):
            events = hand_events(signs[number % tables], number, players)
            batches[number % tables] += [record_of(one, "house", START_MS + number * gap_ms) for one in events]
        made = tuple(Batch(f"table/T{at}", versions[at], tuple(some)) for at, some in batches.items() if some)
        store.append(Entry(f"hands from {first}", made))
        for at, some in batches.items():
            versions[at] += len(some)


def hand_events(sign, number, players):
    """One hand: the first player of the round puts chips in, and wins or loses them in turn."""
    seats = tuple(range(1, len(players) + 1))
    lost = number % 3 - 1  # -1, 0, 1: the first wins, nobody does, the first loses
    results = [SeatResult(seat, player, 20_000) for seat, player in zip(seats, players, strict=True)]
    if lost:
        win, lose = (0, 1) if lost < 0 else (1, 0)
        results[win] = SeatResult(seats[win], players[win], 20_000, 300, 600)
        results[lose] = SeatResult(seats[lose], players[lose], 20_000, 300, 0)
    stacks = tuple((one.seat, one.before - one.put_in + one.won) for one in results)
    return (
        r.HandOpened(number, 1, seats, ((1, 100), (2, 200)), (), ()),
        HandStarted(sign, seats, (20_000,) * len(seats), 1, ((1, 100), (2, 200)), (), ()),
        e.RoundOpened("pre-flop", 1, ()),
        e.Called(1, 100, ()) if lost else e.Folded(1, ()),
        e.HandEnded("showdown" if lost else "sole survivor", ()),
        r.HandClosed(number, stacks, 0, (), results=tuple(results)),
    )


__all__ = ["connection", "hand_events", "person", "seated", "told", "write_hands"]
