"""A room killed at random moments of a tournament: nobody lost, nobody twice, no chip and no cent gone."""

from __future__ import annotations

import os
import random
import time
from collections import Counter

import pytest

from openfelt.cage import accounts
from openfelt.journal import SqliteReader, SqliteStore
from openfelt.journal.verify import check_chain, check_ledger
from openfelt.service.deck.sealing import check_shuffles
from openfelt.service.record.audit import check_hands
from openfelt.service.record.loading import load as load_table
from openfelt.service.record.tournament_audit import check_tournaments
from openfelt.service.record.tournament_record import TOURNAMENT_EVENTS, ledger_fault
from openfelt.tournaments.tournament import Tournament
from tests.conftest import count
from tests.service_server import Nursery

EVENTS = {
    "template": "freeze-out",
    "answers": {
        "players": 7, "seats": 4, "buy_in_cents": 2_000, "starting_chips": 300, "level_minutes": 1,
        "prizes": [500, 300, 200],
    },
    "bots": 7,
    # Every second event has envelopes, chips that leave the tables, and cards for more time.
    "changes": {
        "prizes.bounty": {
            "kind": "mystery", "cents": 500, "from_players": 4,
            "envelopes": [{"count": 1, "cents": 1_000}, {"count": 2, "per_mille": 500}],
        },
        "chips.colour_up": "round-up",
        "chips.unit": 5,
        "chips.set": [{"value": value, "colour": "red", "count": 1_000} for value in (5, 25, 100)],
        "schedules.0.levels": [
            {"hands": 3, "least": 10, "most": "stake", "blinds": [5, 10], "remove_chip": 5},
            *(
                {"hands": 5, "least": 2 * blind, "most": "stake", "blinds": [blind, 2 * blind]}
                for blind in (25, 50, 100, 200)
            ),
        ],
        "play.time_bank": {"cards": 2, "seconds": 20},
    },
}  # fmt: skip
RICH = ("EnvelopesSealed", "EnvelopeOpened", "ChipsColouredUp", "ExchangeNoted")
ODD_CHIPS = 20  # that a stack is rounded up by, at most: chips of 5 go into chips of 25
ENOUGH = 50  # kills, after which that has happened
PATIENCE_S = 10  # an event that is over stores no more until the next start


def require_whole(data):
    """Everything on record is sound; each event has its players once, its chips and its cents. How far they came."""
    store = SqliteStore(data / "journal.sqlite")
    for check in (check_chain, check_ledger, check_shuffles, check_hands, check_tournaments):
        assert check(store).fault is None, check(store).fault
    phases, moves, rich = Counter(), 0, Counter()
    sits = {one: load_table(store, one).state.table for one in store.streams() if one.startswith("table/")}
    for stream in (one for one in store.streams() if one.startswith("tournament/")):
        kinds, state = Counter(), Tournament()

        def note(_seq, _at, event, kinds=kinds):
            kinds[type(event).__name__] += 1

        TOURNAMENT_EVENTS.load(store, stream, state, note=note, fault=ledger_fault)
        phases[state.phase] += 1
        moves += kinds["MoveDone"]
        rich.update({one: kinds[one] for one in RICH})
        if state.phase not in {"started", "awarded"}:
            continue
        require_players(state)
        tables = [one for one in sits.values() if one.event is not None and one.event.event == state.name]
        seated = Counter(place.player for one in tables for place in one.places.values())
        assert max(seated.values(), default=1) == 1, "nobody sits twice"
        held = {name: cents for name, cents in store.balances().items() if name.startswith(f"chips/{state.name}/")}
        issued = -store.balance(accounts.chips_issued(state.name))
        assert sum(held.values()) == issued
        odd = len(state.entries) * ODD_CHIPS if kinds["ChipsColouredUp"] else 0
        assert issued <= len(state.entries) * 300 + odd
        assert not [name for name in held if "/transit/" in name and held[name]], "moves are one entry"
    store.close()
    return phases, moves, rich


def require_players(state):
    """Everyone who entered plays on or has a place, once."""
    if state.phase == "awarded":
        named = [one for group in state.places for one in group]
        assert sorted(named) == sorted(one.player for one in state.live)
        assert not +state.money, "every pool is paid, that of the envelopes too"
        return
    play = state.play
    out = [one for group in play.outs for one in group]
    if play.is_going_on:
        assert sorted([*play.players, *out]) == sorted(one.player for one in state.live)
        assert sum(one.all_chips for one in play.players.values()) == play.issued


def wait_for(data, entries):
    """Wait until the room has stored so many more entries: it is killed in the middle of something."""
    reader = SqliteReader(data / "journal.sqlite")
    goal, ends = reader.head().entry + entries, time.monotonic() + PATIENCE_S
    while reader.head().entry < goal and time.monotonic() < ends:
        time.sleep(0.002)
    reader.close()


@pytest.mark.longest
@pytest.mark.slow
def test_a_tournament_survives_kill_9(tmp_path):
    """`OPENFELT_KILLS=9 pytest -s tests/contracts/test_tournament_kill.py` kills a room nine times and reports."""
    rng = random.Random(20261117)
    rounds = int(os.environ.get("OPENFELT_KILLS", count(50, 500)))
    data = tmp_path / "room"
    with Nursery() as nursery:
        for round_ in range(rounds):
            with nursery.server(data, events=EVENTS, pace=0.005) as server:
                wait_for(data, rng.randint(1, 200))
                server.kill()
            if round_ % count(5, 50) == 0 or round_ == rounds - 1:
                phases, moves, rich = require_whole(data)
    print(f"{rounds} kills: {dict(phases)}, {moves} moves, {dict(rich)}")
    assert phases["started"] + phases["awarded"]
    assert phases["awarded"] >= rounds // 50
    assert moves >= rounds // 25
    assert all(rich[one] for one in RICH) or rounds < ENOUGH, "some of the events had the newer conditions"
    errors = server.errors.read_text()
    assert "Traceback" not in errors, errors[-2000:]
    assert "is stopped" not in errors, errors[-2000:]
