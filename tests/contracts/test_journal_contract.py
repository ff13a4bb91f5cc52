"""What every store must do. PostgreSQL joins by one more line in STORES."""

import threading
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from openfelt.cage.accounts import MAY_BE_NEGATIVE, currency_of
from openfelt.errors import NotationError
from openfelt.journal import (
    OVERDRAFT_KINDS,
    Batch,
    Entry,
    MemoryStore,
    Overdrawn,
    Receipt,
    Sealed,
    SealedTwice,
    SqliteStore,
    StoredOrder,
    Unbalanced,
    VersionConflict,
)
from openfelt.journal.store import currency
from openfelt.journal.verify import check_chain, check_ledger
from tests.contracts.journal_kit import Line, act, entry, moved, story

STORES = {
    "memory": lambda place: MemoryStore("contract"),
    "sqlite": lambda place: SqliteStore(place / "journal.sqlite", journal="contract"),
}
SEED = Sealed("table/1#1", "52", bytes(range(32)), bytes(32))


@pytest.fixture(params=STORES)
def store(request, tmp_path):
    made = STORES[request.param](tmp_path)
    yield made
    if made.head().entry:
        assert check_chain(made).fault is None
        assert check_ledger(made).fault is None
    made.close()


def test_an_entry_is_filed_at_the_end_of_its_streams_and_read_back(store):
    first = store.append(
        Entry("a", (Batch("table/1", 0, (act('{"n": 1}'), act('{"n": 2}'))), Batch("room", 0, (act(),))))
    )
    second = store.append(entry("b", expected=2, records=[act('{"n": 3}', schema=4)], answer=b'{"ok": true}'))
    assert (first.entry, first.first, first.last) == (1, 1, 3)
    assert (second.entry, second.first, second.last, second.answer) == (2, 4, 4, b'{"ok": true}')
    assert [one.record.payload for one in store.read("table/1")] == [b'{"n": 1}', b'{"n": 2}', b'{"n": 3}']
    assert [(one.position, one.stream, one.version) for one in store.records()] == [
        (1, "table/1", 1), (2, "table/1", 2), (3, "room", 1), (4, "table/1", 3)]  # fmt: skip
    last = store.read("table/1", after=2)[0]
    assert last.record == act('{"n": 3}', schema=4)
    assert (store.version("table/1"), store.version("nowhere"), store.streams()) == (3, 0, ["room", "table/1"])
    assert [one.version for one in store.read("table/1", after=1, limit=1)] == [2]
    assert [one.position for one in store.records(after=1, limit=2)] == [2, 3]


def test_a_wrong_expected_version_is_refused_and_stores_nothing(store):
    store.append(entry("a"))
    for wrong in (0, 2):
        with pytest.raises(VersionConflict, match=f"'table/1' is at version 1, not {wrong}"):
            store.append(entry(f"b{wrong}", expected=wrong))
    assert store.head().position == 1
    assert store.receipt("b0") is None


def test_one_stale_stream_among_several_stores_none_of_them(store):
    store.append(entry("a"))
    with pytest.raises(VersionConflict):
        store.append(
            Entry("b", (Batch("room", 0, (act(),)), Batch("table/1", 0, (act(),))), moved(5, "issued", "purse/x"))
        )
    assert store.version("room") == 0
    assert store.balance("purse/x") == 0


def test_a_repeated_request_gets_the_first_receipt_and_posts_once(store):
    asked = entry("once", answer=b'{"to": 400}', postings=moved(500, "issued", "purse/ann"))
    first = store.append(asked)
    for again in (asked, entry("once", expected=1, answer=b'{"to": 800}', postings=moved(7, "issued", "purse/ann"))):
        second = store.append(again)
        assert second.repeated
        assert (second.entry, second.first, second.last, second.answer) == (1, 1, 1, b'{"to": 400}')
    assert not first.repeated
    assert store.balance("purse/ann") == 500
    assert store.head().entry == 1
    assert store.receipt("once").answer == b'{"to": 400}'


def test_a_request_repeated_within_one_flush_is_filed_once(store):
    one, two = store.append_all([entry("once"), entry("once")])
    assert (one.entry, two.entry, two.repeated) == (1, 1, True)
    assert store.head().entry == 1


def test_in_one_flush_each_entry_stands_or_falls_alone(store):
    outcomes = store.append_all([
        entry("a", postings=moved(100, "issued", "purse/ann")),
        entry("stale", expected=0),
        entry("b", expected=1, postings=moved(60, "purse/ann", "stake/1/ann")),
        entry("poor", expected=2, postings=moved(60, "purse/ann", "stake/1/ann")),
        entry("c", expected=2),
    ])  # fmt: skip
    assert [type(one) for one in outcomes] == [Receipt, VersionConflict, Receipt, Overdrawn, Receipt]
    assert store.balances() == {"issued": -100, "purse/ann": 40, "stake/1/ann": 60}
    assert store.head().position == 3


def test_postings_that_do_not_sum_to_zero_are_refused(store):
    with pytest.raises(Unbalanced, match="sum to 1, not to zero"):
        store.append(entry("a", postings=(Line("issued", -99), Line("purse/ann", 100))))
    assert store.head().entry == 0


def test_an_account_cannot_go_below_zero_by_one_cent_but_may_reach_zero(store):
    store.append(entry("a", postings=moved(100, "issued", "purse/ann")))
    with pytest.raises(Overdrawn, match="'purse/ann' would be overdrawn by 1"):
        store.append(entry("b", expected=1, postings=moved(101, "purse/ann", "stake/1/ann")))
    store.append(entry("c", expected=1, postings=moved(100, "purse/ann", "stake/1/ann")))
    assert store.balance("purse/ann") == 0


def test_an_account_may_be_below_zero_inside_an_entry_but_not_after_it(store):
    through = (*moved(50, "purse/ann", "pot/1"), *moved(50, "issued", "purse/ann"))
    store.append(entry("a", postings=through))
    assert store.balances() == {"issued": -50, "pot/1": 50, "purse/ann": 0}


def test_balances_are_listed_by_kind(store):
    store.append(entry("a", postings=(*moved(5, "issued", "purse/a"), *moved(7, "issued", "purses"))))
    assert store.balances("purse") == {"purse/a": 5}
    assert store.balances("issued") == {"issued": -12}


def test_fifty_buy_ins_at_once_spend_one_balance_once(store):
    store.append(entry("bank", "bank", postings=moved(1000, "issued", "purse/ann")))
    start = threading.Barrier(10)

    def buy_in(i):
        if i < 10:
            start.wait()
        try:
            return store.append(entry(f"buy {i}", f"table/{i}", postings=moved(300, "purse/ann", f"stake/{i}/ann")))
        except Overdrawn as refused:
            return refused

    with ThreadPoolExecutor(10) as pool:
        outcomes = list(pool.map(buy_in, range(50)))
    assert sum(isinstance(one, Receipt) for one in outcomes) == 3
    assert store.balance("purse/ann") == 100
    assert sum(store.balances("stake").values()) == 900


def test_of_two_writers_with_one_expected_version_one_wins(store):
    start = threading.Barrier(8)

    def extend(i):
        start.wait()
        try:
            return store.append(entry(f"writer {i}", expected=0))
        except VersionConflict as refused:
            return refused

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(extend, range(8)))
    assert sum(isinstance(one, Receipt) for one in outcomes) == 1
    assert store.version("table/1") == 1


def test_a_seed_is_sealed_with_its_entry_and_cannot_be_sealed_again(store):
    store.append(entry("a", sealed=(SEED,)))
    assert store.sealed("table/1#1") == SEED
    assert store.sealed("table/1#2") is None
    with pytest.raises(SealedTwice, match="table/1#1"):
        store.append(entry("b", expected=1, sealed=(Sealed(SEED.shuffle, "52", bytes(32), bytes(32)),)))
    assert store.sealed("table/1#1") == SEED


def test_an_order_is_filed_with_the_records_that_it_made(store):
    parts = (
        Batch("table/2", 0, (act(), act()), b'{"order": 2}', "engine 1"),
        Batch("table/1", 0, (act(),), b'{"order": 1}', "engine 2"),
        Batch("room", 0, (act(),)),
    )
    store.append_all([Entry("a", parts), entry("b", "room", 1), entry("c", expected=1, order=b"{}", rules="engine 2")])
    first = [
        StoredOrder(1, "table/1", "engine 2", b'{"order": 1}'),
        StoredOrder(1, "table/2", "engine 1", b'{"order": 2}'),
    ]
    assert sorted(store.orders(1, 1), key=lambda one: one.stream) == first
    assert store.orders(2, 2) == []
    assert [(one.entry, one.stream) for one in store.orders(1, 9, "table/1")] == [(1, "table/1"), (3, "table/1")]
    assert store.orders(4, 9) == store.orders(1, 9, "nowhere") == store.orders(-5, 0) == []


def test_a_refused_entry_leaves_no_order(store):
    with pytest.raises(VersionConflict):
        store.append(entry("a", expected=3, order=b"{}", rules="engine 1"))
    with pytest.raises(Overdrawn):
        store.append(entry("b", order=b"{}", rules="engine 1", postings=moved(1, "purse/ann", "pot/1")))
    assert store.orders(0, 9) == []


def test_an_entry_with_an_order_is_hashed_apart(store):
    """As if nothing had been asked, with other rules, with another order: four entries that nobody can take for one."""
    links = set()
    for order, rules in ((b"", ""), (b"{}", "engine 1"), (b"{}", "engine 2"), (b"[]", "engine 1")):
        other = MemoryStore("contract")
        other.append(entry("a", order=order, rules=rules))
        links.add(other.head().hash)
    assert len(links) == 4
    store.append(entry("a", order=b"{}", rules="engine 1"))
    assert store.head().hash in links


def test_entries_without_an_order_are_hashed_as_ever():
    """The head of a journal that an earlier release wrote."""
    store = MemoryStore("contract")
    store.append(entry("a", postings=moved(5, "issued", "purse/ann"), sealed=(SEED,)))
    assert store.head().hash.hex() == "1c766c6bcc62e2388ea6b7c90f6a2782ddea2dc5bee0fcecdac25c1e744ee91d"


def test_no_reading_but_the_one_for_inspectors_returns_a_seed(store):
    store.append(entry("a", sealed=(SEED,)))
    shown = repr(
        (store.head(), store.streams(), store.records(), store.entries(), store.postings(1, 9), store.receipt("a"))
    )
    assert SEED.seed.hex() not in shown
    assert repr(SEED.seed)[2:-1] not in shown


def test_all_stores_chain_alike(tmp_path):
    heads = set()
    for make in STORES.values():
        made = make(tmp_path)
        made.append_all(story(20))
        heads.add(made.head())
        made.close()
    assert len(heads) == 1


def test_a_snapshot_is_used_only_if_it_fits(store):
    store.append(entry("a", records=[act(), act()]))
    assert store.snapshot("table/1", 1) is None
    store.save_snapshot("table/1", 1, 1, b"state after one")
    assert store.snapshot("table/1", 1) == (1, b"state after one")
    assert store.snapshot("table/1", 2) is None
    store.save_snapshot("table/1", 2, 1, b"state after two")
    assert store.snapshot("table/1", 1) == (2, b"state after two")
    store.drop_snapshots()
    assert store.snapshot("table/1", 1) is None
    assert store.version("table/1") == 2


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (entry(""), "request id ''"),
        (entry("r" * 201), "not 1 to 200"),
        (entry("a\nb"), "printable"),
        (entry("a", stream=""), "stream ''"),
        (Entry("a", ()), "no records"),
        (Entry("a", (Batch("t", 0, ()),)), "given no records"),
        (Entry("a", (Batch("t", 0, (act(),)), Batch("t", 1, (act(),)))), "names a stream twice"),
        (entry("a", records=[act("{")]), "record 'Acted' is not JSON"),
        (entry("a", records=[act('"' + "x" * (1 << 20) + '"')]), "at most 1048576"),
        (entry("a", answer=b"no"), "answer is not JSON"),
        (entry("a", answer=b'"\xff"'), "answer is not JSON"),
        (entry("a", answer=b"{}{}"), "answer is not JSON"),
        (entry("a", answer=b""), "answer is not JSON"),
        (entry("a", postings=(Line("x", 0),)), "zero or beyond"),
        (entry("a", postings=(Line("issued", -1.0), Line("x", 1.0))), "zero or beyond"),
        (entry("a", postings=(Line("issued", -1, ""), Line("x", 1))), "reason ''"),
        (entry("a", records=[act(schema=0)]), "has shape 0"),
        (entry("a", sealed=(SEED, SEED)), "seals a shuffle twice"),
        (entry("a", sealed=(Sealed("", "52", bytes(32), bytes(32)),)), "shuffle ''"),
        (entry("a", sealed=(Sealed("x", "52", bytes(31), bytes(32)),)), "a seed of 31"),
        (entry("a", sealed=(Sealed("x", "52", bytes(32), bytes(33)),)), "a root of 33"),
        (entry("a", records=[msgspec.structs.replace(act(), time_ms=1 << 60)]), "and time 1152921504606846976"),
        (entry("a", records=[msgspec.structs.replace(act(), time_ms=-1)]), "and time -1"),
        (entry("a", records=[msgspec.structs.replace(act(), actor="a" * 201)]), "actor"),
        (entry("a", records=[msgspec.structs.replace(act(), cites=("x",) * 101)]), "cites 101 clauses"),
        (entry("a", records=[msgspec.structs.replace(act(), cites=("",))]), "citation ''"),
        (entry("a", postings=moved(10**15 + 1, "issued", "x")), "zero or beyond"),
        (entry("a", order=b"{}"), "the rules it was decided under go together"),
        (entry("a", rules="engine 1"), "the rules it was decided under go together"),
        (entry("a", order=b"{", rules="engine 1"), "the order of stream 'table/1' is not JSON"),
        (entry("a", order=b"{}", rules="a\nb"), "rules .* printable"),
    ],
)
def test_what_could_not_be_read_back_is_refused(store, bad, why):
    with pytest.raises(NotationError, match=why):
        store.append(bad)
    assert store.head().entry == 0


def test_a_balance_too_large_to_keep_is_refused_before_it_is_stored(store):
    most = moved(10**15, "issued", "purse/a")
    store.append(entry("a", postings=most * 4_000))
    with pytest.raises(NotationError, match="beyond 4611686018427387904"):
        store.append(entry("b", expected=1, postings=most * 1_000))
    store.append(entry("c", expected=1, postings=moved(5, "purse/a", "purse/b")))
    assert store.balance("purse/a") == 4_000 * 10**15 - 5


def test_an_entry_that_makes_no_sense_harms_no_other(store):
    """The table that made it is told; the flush goes on."""
    broken = [entry("nonsense", postings=(object(),)), Entry("worse", 5), entry("text", "\ud800"), entry("\ud800")]
    outcomes = store.append_all([entry("a"), *broken, entry("b", expected=1)])
    assert [isinstance(one, Receipt) for one in outcomes] == [True, False, False, False, False, True]
    assert store.head().entry == 2


@pytest.mark.parametrize(
    ("source", "target"),
    [("issued/spring", "purse/a"), ("issued", "chips/spring/stake/t/a"), ("issued/a", "chips/b/pot/t")],
)
def test_two_currencies_never_meet_in_one_entry(store, source, target):
    with pytest.raises(Unbalanced, match="of chips/"):
        store.append(entry("a", postings=moved(5, source, target)))
    assert store.head().entry == 0
    store.append(entry("b", postings=moved(5, "issued/spring", "chips/spring/stake/t/a")))
    assert store.balances() == {"issued/spring": -5, "chips/spring/stake/t/a": 5}


def test_only_what_an_event_issued_is_below_zero(store):
    with pytest.raises(Overdrawn, match="chips/spring/pot/t"):
        store.append(entry("a", postings=moved(5, "chips/spring/pot/t", "chips/spring/stake/t/a")))


@pytest.mark.parametrize("account", ["issued", "purse/a", "issued/spring", "chips/spring/pot/t", "chips/a b/transit/1"])
def test_the_cage_and_the_journal_agree_on_currencies(account):
    assert currency(account) == currency_of(account)


def test_the_cage_and_the_journal_agree_on_who_may_be_below_zero():
    assert tuple(MAY_BE_NEGATIVE) == OVERDRAFT_KINDS
