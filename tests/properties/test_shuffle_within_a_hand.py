"""A shuffle in the middle of a hand is committed to like the deck: the root first, then cards, each provable."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from openfelt.cards import ALL_CARDS
from openfelt.cli.main import root
from openfelt.journal import Sealed
from openfelt.room.house_events import ShoeOrdered
from openfelt.service.deck.commitments import OrderCommitment, all_seen_from, faults
from openfelt.service.deck.sealing import check_shuffles, opened, seal_order
from openfelt.service.pages import archive
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from openfelt.table import ruling_events as ru
from tests.conftest import count
from tests.feed_oracle import Oracle
from tests.restart_kit import NAMES, go_on, seated
from tests.service_kit import Sim, run, whole

GAMES = [
    (("house", "deuce-to-seven-triple"), 6),
    (("nsw-poker", "draw-blind"), 8),
    (("us-stud", "seven-card-stud"), 8),
]


def orders_of(store, stream="table/T", since=0):
    """The orders of the shoe that were published within hands, with the numbers of their events."""
    rows = [(row, event_of(row.record)) for row in store.read(stream, since, 100_000)]
    return [(row, event) for row, event in rows if isinstance(event, ShoeOrdered) and event.root]


def proofs(sim, number, account):
    return all_seen_from(json.loads(json.dumps(archive.proof_document(sim.hall, "T", number, account))))


@pytest.mark.parametrize(("key", "seats"), GAMES, ids=[" ".join(key) for key, _ in GAMES])
def test_the_root_of_a_new_order_is_told_before_its_first_card_and_every_card_seen_is_proved(key, seats):
    async def evening():
        async with Sim(f"anew {key}") as sim:
            host, clients = await seated(sim, key, seats, {})
            found = 0
            for _ in range(count(4, 30)):
                await go_on(sim, clients, host)
                number = host.table.number
                orders = orders_of(sim.store, since=host.finished[number].first)
                found += len(orders)
                for row, event in orders:
                    require_told_first(sim, clients, row, event)
                known = Oracle(sim.store, host.stream).hands[number - 1]
                for one in clients:
                    require_proved(sim, one, number, known, [event.root for _, event in orders])
                    one.frames.clear()  # of this hand; they were looked at
                for one in clients:  # whoever is short buys chips
                    place = host.table.place_of(one.account.id)
                    if place is not None and place.stack < 10_000:
                        await one.ask("top-up", table="T", amount=10_000)
            assert check_hands(sim.store).fault is None
            assert check_shuffles(sim.store).fault is None
            return found

    assert run(evening()) >= 1, "no hand was played in which the shoe was shuffled anew"


def require_told_first(sim, clients, row, event):
    """The entry that publishes the root deals nothing from it, and everyone had it in a frame of its own."""
    after = [one for one in sim.store.read("table/T", row.version - 1, 100) if one.entry == row.entry]
    assert [one.record.name for one in after] == ["ShoeOrdered"]
    for client in clients:
        told = [json.loads(data) for data in client.frames]
        first = next(one for one in told if one["type"] == "update" and one["seq"] == row.version)
        assert first["state"]["commitment"] == event.root, "a new root is a change"


def require_proved(sim, client, number, known, roots):
    """Each card this player saw is proved, from the order it was dealt from; nothing else is shown."""
    made = proofs(sim, number, client.account)
    assert [proof.root.hex() for proof in made[1:]] == roots
    seen = {card for (who, card) in known if who in {client.account.id, "everyone"}}
    assert seen == {str(one.card) for proof in made for one in proof.revealed}
    text = json.dumps(archive.proof_document(sim.hall, "T", number, client.account))
    for proof in made:
        assert faults(proof) == []
        whole = opened(sim.store.sealed(proof.shuffle))
        shown = {one.index for one in proof.revealed}
        for index in set(range(proof.size)) - shown:
            assert whole.reveal(index).salt.hex() not in text


@pytest.mark.parametrize("key", [("nsw-poker", "texas-holdem"), ("nsw-poker", "five-card-stud"), ("house", "badugi")])
def test_the_root_of_the_deck_is_told_before_the_first_card(key):
    """In an entry and in a frame of its own, durable and sent before the hand begins."""

    async def evening():
        async with Sim(f"root first {key}") as sim:
            host, clients = await seated(sim, key, 3, {})
            for _ in range(2):
                await go_on(sim, clients, host)
            rows = sim.store.read("table/T", 0, 100_000)
            opened_at = [row for row in rows if row.record.name == "ShuffleCommitted"]
            assert len(opened_at) == 2
            for row in opened_at:
                same = [one.record.name for one in rows if one.entry == row.entry]
                assert same[-1] == "ShuffleCommitted"
                assert not {"HandStarted", "StreetDealt"} & set(same)
                event = event_of(row.record)
                for client in clients:
                    told = list(whole(client.frames))
                    first = next(one for one in told if one["type"] == "update" and one["seq"] == row.version)
                    assert first["state"]["commitment"] == event.root
                    assert first["state"]["hand"] is None or first["state"]["hand"]["hand_id"] != event.shuffle

    run(evening())


def test_the_command_checks_every_order_of_a_hand():
    async def evening():
        async with Sim("anew cli") as sim:
            host, clients = await seated(sim, *GAMES[0], {})
            await go_on(sim, clients, host)
            made = [archive.proof_document(sim.hall, "T", 1, one.account) for one in clients]
            return next(one for one in made if one[-1]["revealed"])

    document = run(evening())
    assert isinstance(document, list)
    good = CliRunner().invoke(root, ["verify-shuffle", "-"], input=json.dumps(document))
    assert good.exit_code == 0
    assert len(good.output.splitlines()) == len(document)
    document[-1]["revealed"][0]["salt"] = "00" * 16
    bad = CliRunner().invoke(root, ["verify-shuffle", "-"], input=json.dumps(document))
    assert bad.exit_code == 1
    assert "position" in bad.output.splitlines()[-1]
    told = CliRunner().invoke(root, ["verify-shuffle", "--json", "-"], input=json.dumps(document))
    assert [one["ok"] for one in json.loads(told.output)] == [True] * (len(document) - 1) + [False]
    none = CliRunner().invoke(root, ["verify-shuffle", "-"], input="[]")
    assert none.exit_code != 0


def test_a_shuffle_that_a_ruling_orders_is_committed_to_as_well():
    """Flop back, set aside, shuffled in: whatever clause has cards shuffled, the next card comes from a told order."""

    async def evening(number):
        async with Sim(f"anew ruled {number}") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(NAMES[:4])]
            await sim.play(host, clients, count(12, 60), incidents=0.3)
            assert not host.stopped
            events = [event_of(row.record) for row in sim.store.read("table/T", 0, 100_000)]
            shuffled = 0
            for at, event in enumerate(events):
                if isinstance(event, ru.StubShuffled | ru.AsideReturned):
                    after = [type(one).__name__ for one in events[at + 1 : at + 6]]
                    assert "ShoeOrdered" in after or "HandEnded" in after, after
                    shuffled += 1
            assert check_hands(sim.store).fault is None
            for hand in list(host.finished)[-20:]:
                for one in clients:
                    for proof in proofs(sim, hand, one.account):
                        assert faults(proof) == []
            return shuffled

    assert sum(run(evening(number)) for number in range(count(2, 20))) >= 2


def test_cards_dealt_from_an_order_that_was_not_told_or_not_sealed_do_not_stand():
    async def evening(change):
        async with Sim("anew broken") as sim:
            host, clients = await seated(sim, *GAMES[0], {})
            await go_on(sim, clients, host)
            assert check_hands(sim.store).fault is None
            change(sim.store, *orders_of(sim.store)[0])
            return check_hands(sim.store).fault

    def put(store, row, **changes):
        new = replace(row, record=replace(row.record, **changes))
        store._streams["table/T"][row.version - 1] = new
        store._records[store._records.index(row)] = new

    def reworded(store, row, **changes):
        put(store, row, payload=json.dumps({**json.loads(row.record.payload), **changes}).encode())

    def swap(store, _, event):
        entry, sealed = store._sealed[event.shuffle]
        secret = sealed.seed[:-2] + sealed.seed[-1:] + sealed.seed[-2:-1]
        made = OrderCommitment(event.shuffle, secret[:32], [ALL_CARDS[at] for at in secret[32:]])
        store._sealed[event.shuffle] = (entry, Sealed(event.shuffle, sealed.deck, secret, made.root))

    untold = run(evening(lambda store, row, _: reworded(store, row, root="")))
    assert "root that was published" in untold.what
    other = run(evening(lambda store, row, _: reworded(store, row, root="00" * 32)))
    assert "root that was published" in other.what
    swapped = run(evening(swap))
    assert "not the one the seed gives" in swapped.what
    frozen = {"name": "TableFrozen", "payload": b'{"type":"TableFrozen","frozen":false,"reason":"x","cites":[]}'}
    skipped = run(evening(lambda store, row, _: put(store, row, **frozen)))
    assert "ShoeOrdered, is not the one that is stored" in skipped.what

    def undecided(store, row, _):
        put(store, row, **frozen)
        store._orders[row.entry - 1 :] = [()] * len(store._orders[row.entry - 1 :])

    assert "had not been committed to" in run(evening(undecided)).what
    lost = run(evening(lambda store, _, event: store._sealed.pop(event.shuffle)))
    assert "no sealed order" in lost.what


def test_orders_of_one_seed_share_no_salt_and_an_empty_shoe_can_be_sealed():
    seed = random.Random("salts").randbytes(32)
    first = seal_order("a#1", ALL_CARDS[:5], seed, 1)
    second = seal_order("a#2", ALL_CARDS[:5], seed, 2)
    salts = [opened(one).reveal(at).salt for one in (first, second) for at in range(5)]
    assert len(set(salts)) == 10
    assert seed not in first.seed
    nothing = seal_order("a#3", (), seed, 3)
    assert opened(nothing).root == nothing.root
