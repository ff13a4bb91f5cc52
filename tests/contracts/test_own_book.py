"""A table cites its own rulebook or `house`: in all that its rules are made of, in records, postings and refusals."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from openfelt import room
from openfelt.cage.fees import MONEY
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.floor import Use, read_power
from openfelt.floor.rules import FLOOR as CHAPTER
from openfelt.games import Commission
from openfelt.games.policy import policy
from openfelt.games.standard import standard_sign
from openfelt.pit.games import pit_game, pit_games
from openfelt.room import SendAway
from openfelt.room.charging import has_fees
from openfelt.room.orders import Freeze, OnFloor
from openfelt.room.rules import ROOM
from openfelt.rulebooks import RULEBOOK_KEYS
from openfelt.service.pages import archive
from openfelt.service.people.accounts import Account
from tests.service_kit import FLOOR, Sim, run

GAMES = {
    "nsw-poker": ("texas-holdem", Commission("time", hourly=1_200, sitting=500, per_hand=100)),
    "act-stud": ("seven-card-stud", Commission("time", hourly=1_200, most=2_000)),
    "us-stud": ("seven-card-stud", Commission("time", hourly=1_200, sitting=500, per_hand=100)),
    "house": ("texas-holdem", Commission("time", hourly=1_200, sitting=500, per_hand=100)),
}
PITS = {game.key: game.sign() for game in pit_games().values()}
# What a client may get wrong at a table, for each frame.
WRONG = [
    {"kind": "sit", "seat": 99, "stake": 20_000},
    {"kind": "sit", "seat": 5, "stake": 1},
    {"kind": "sit", "seat": 5, "stake": 99_999_950},
    {"kind": "sit", "seat": 1, "stake": 20_000},
    {"kind": "stand"},
    {"kind": "top-up", "amount": 1},
    {"kind": "top-up", "amount": 99_999_950},
    {"kind": "sit-out"},
    {"kind": "come-back"},
    {"kind": "change-seat", "seat": 1},
    {"kind": "act", "turn": 1, "action": "bet", "amount": 1},
    {"kind": "act", "turn": 1, "action": "discard", "cards": ["2c"]},
    {"kind": "call-floor", "words": "hello"},
]
WRONG_AT_A_PIT = [
    {"kind": "pit-join", "box": 99, "stake": 50_000},
    {"kind": "pit-join", "box": 1, "stake": 1},
    {"kind": "pit-join", "box": 2, "stake": 99_999_900},
    {"kind": "pit-join", "box": 1, "stake": 50_000},
    {"kind": "pit-leave"},
    {"kind": "pit-deal", "number": 1},
    {
        "kind": "pit-act",
        "number": 1,
        "order": {"type": "Wager", "player": "p_ann", "box": 1, "spot": "ante", "amount": 1},
    },
    {"kind": "call-floor", "words": "hello"},
]


def strangers(book, cites):
    """Clauses of another casino's book."""
    return [cite for cite in cites if cite.partition(" ")[0] not in (book, "house")]


def clauses_in(value, seen=None):
    """Every clause that a value holds, however deep."""
    seen = set() if seen is None else seen
    if isinstance(value, str):
        return {value} if value.partition(" ")[0] in RULEBOOK_KEYS and " " in value else set()
    if id(value) in seen or callable(value):
        return set()
    seen.add(id(value))
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        parts = list(value)
    elif dataclasses.is_dataclass(value):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, msgspec.Struct):
        parts = [getattr(value, name) for name in value.__struct_fields__]
    else:
        return set()
    return {cite for part in parts for cite in clauses_in(part, seen)}


@pytest.mark.parametrize("book", GAMES)
def test_what_a_table_is_made_of(book):
    values = [policy(book), ROOM.of(book), MONEY.of(book)]
    values += [entry for entries in CHAPTER.of(book).entries.values() for entry in entries]
    found = {cite for value in values for cite in clauses_in(value)}
    assert found
    assert strangers(book, found) == []


@pytest.mark.parametrize("game", PITS)
def test_what_a_house_banked_table_is_made_of(game):
    rules = pit_game(game)
    book = rules.book.key
    parts = [getattr(rules, field.name) for field in dataclasses.fields(rules) if field.name != "book"]
    found = {cite for value in (*parts, ROOM.of(book)) for cite in clauses_in(value)}
    assert found
    assert strangers(book, found) == []


@pytest.mark.parametrize("book", GAMES)
def test_a_freeze_out_elsewhere(book):
    sign = standard_sign(book, GAMES[book][0], min_stake=10_000, max_stake=10_000)
    if book == "nsw-poker":
        assert room.open_table("t", sign, freeze_out=True, approved_by="mel").cites
        return
    with pytest.raises(RuleViolation) as refused:
        room.open_table("t", sign, freeze_out=True, approved_by="mel")
    assert refused.value.legal == ("nsw-poker",)
    assert refused.value.cites
    assert strangers(book, refused.value.cites) == []


def everything_stored(store):
    """The clauses of every record and every posting, with their place."""
    for row in store.records(0, 100_000):
        yield f"record {row.record.name}", row.record.cites
    for line in store.postings(0, store.head().entry):
        yield f"posting {line.reason}", line.cites


async def staff_acts(sim, host, ann):
    """Whatever the room and the floor do of themselves: stop, inspect, exclude, let back, void."""
    await host.submit(f"freeze {host.version}", "house", Freeze(True, "a dispute"))
    await host.submit(f"go on {host.version}", "house", Freeze(False, "settled"))
    look = Account("p_eye", "eye", ("inspector",), guest=False)
    await archive.inspect(sim.hall, "T", 1, look, "a complaint")
    with pytest.raises(OpenfeltError) as refused:
        await archive.inspect(sim.hall, "T", 1, look, " ")
    yield refused.value.cites
    order = Use(read_power("void-round", {}), FLOOR, "fire")
    try:
        await host.submit("void", "house", OnFloor(host.hand.turns, order))
    except OpenfeltError as no:
        yield no.cites
    cites = host.table.rules.exclusion or ROOM.of(host.rulebook).acts.stop
    await host.submit("exclude", "house", SendAway(host.state.player_in(1), cites))
    await sim.run(60)
    yield (await ann.ask("sit", table="T", seat=1, stake=20_000) or {"rule": ()})["rule"]


@pytest.mark.parametrize("book", GAMES)
def test_an_evening_at_a_table(book):
    game, commission = GAMES[book]

    async def evening():
        told = []
        async with Sim(f"own book {book}") as sim:
            host = await sim.table(book, game, seats=6, commission=commission)
            assert has_every_fee(host) or book == "act-stud"
            clients = [await sim.player(name, "T", seat) for seat, name in enumerate(("ann", "bob", "cat"), start=1)]
            rail = await sim.player("rail")
            for one in (rail, clients[0]):
                for frame in WRONG:
                    refused = await one.ask(**frame, table="T")
                    if refused is not None:
                        told.append((f"{frame['kind']}: {refused['phrase']}", refused["rule"]))
            await clients[0].ask("come-back", table="T", entry="post")
            await sim.play(host, clients, 4, incidents=0.05)
            await sim.run(3700)
            told += [("staff", cites) async for cites in staff_acts(sim, host, clients[0])]
            told += everything_stored(sim.store)
        return told

    told = run(evening())
    assert len(told) > 100
    assert [(what, cites) for what, cites in told if strangers(book, cites)] == []


def has_every_fee(host):
    terms = host.table.sign.commission
    return has_fees(host.table) and all((terms.per_hand, terms.hourly, terms.sitting))


@pytest.mark.parametrize("game", PITS)
def test_an_evening_against_the_house(game):
    book = pit_game(game).book.key

    async def evening():
        told = []
        async with Sim(f"own book {game}") as sim:
            await sim.hall.open_pit("T", PITS[game])
            ann, rail = await sim.player("ann"), await sim.player("rail")
            for one in (rail, ann):
                await one.ask("watch", table="T")
            for _ in range(3):
                await ann.ask("pit-join", table="T", box=1, stake=50_000)
                for one in (rail, ann):
                    for frame in WRONG_AT_A_PIT:
                        refused = await one.ask(**frame, table="T")
                        if refused is not None:
                            told.append((f"{frame['kind']}: {refused['phrase']}", refused["rule"]))
                await ann.ask("pit-join", table="T", box=1, stake=50_000)
                for _ in range(30):
                    ann.pump()
                    state = ann.tables["T"]
                    offer = sim.rng.choice(
                        [one for one in state["offers"] if one["order"]["type"] != "Leave"] or [None]
                    )
                    if offer is not None:
                        free = dict.fromkeys(offer["vary"], (offer["amounts"] or (0,))[0])
                        order = {**offer["order"], **free}
                        refused = await ann.ask("pit-act", table="T", number=state["round"]["number"], order=order)
                        assert refused is None, refused
                    await sim.run(5)
            told += everything_stored(sim.store)
        return told

    told = run(evening())
    assert len(told) > 60
    assert [(what, cites) for what, cites in told if strangers(book, cites)] == []
