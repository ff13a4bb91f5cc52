"""The ledger adds up whatever is asked of the cage, and the cage's state is the fold of its events."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.cage import Cage, Ledger, Terms, acts, decide, evolve, moves, postings_of, transfer, trial_balance
from openfelt.cage.accounts import HOUSE, ISSUED, KINDS, account, kind_of, pot, purse, stake
from openfelt.cage.acts import AnyEvent
from openfelt.cage.fees import HandFee, SittingFee, TimeFee, act_time_fee
from openfelt.cage.ledger import Posting
from openfelt.errors import InvariantBroken, NotationError, RuleViolation
from openfelt.journal import Batch, Entry, MemoryStore, Record

MINUTE = 60_000
PLAYERS = ("ann", "bob", "cho")
TERMS = (
    Terms("nsw-poker", 10_000, 40_000, 100, HandFee(200), SittingFee(500), TimeFee(1_200)),
    Terms("nsw-poker", 10_000, None, 100, time_fee=TimeFee(4_000, per_table=True)),
    Terms("act-stud", 10_000, None, 100, time_fee=act_time_fee(600, approved=600, period_minutes=30)),
    Terms("us-stud", 10_000, 40_000, 100, HandFee(300, refund_when_void=False)),
)
TABLES = tuple(f"table {i}" for i in range(len(TERMS)))

cents = st.one_of(
    st.sampled_from([100, 9_900, 10_000, 40_000, 40_100]),
    st.integers(-100, 60_000),
    st.integers(1, 500).map(lambda n: n * 100),
)
players, tables = st.sampled_from(PLAYERS), st.sampled_from(TABLES)
commands = st.one_of(
    st.builds(acts.IssueChips, players, cents),
    st.builds(acts.RedeemChips, players, cents),
    st.builds(acts.BuyIn, tables, players, cents, st.just(0)),
    st.builds(acts.BuyIn, tables, players, st.sampled_from([10_000, 20_000]), st.just(0)),
    st.builds(acts.TopUp, tables, players, cents),
    st.builds(acts.TakeOff, tables, players, cents, st.sampled_from(["", "manager"])),
    st.builds(acts.Leave, tables, players),
    st.builds(acts.MoveByOrder, players, tables, tables, st.booleans()),
    st.builds(acts.StartRound, tables, st.lists(players, max_size=3, unique=True).map(tuple)),
    st.builds(acts.EndRound, tables, st.booleans()),
    st.builds(acts.ChargeTime, tables, st.just(0)),
)


def started():
    cage = Cage()
    for table, terms in zip(TABLES, TERMS, strict=True):
        run(cage, acts.OpenTable(table, terms, 0))
    for player in PLAYERS:
        run(cage, acts.IssueChips(player, 80_000))
    return cage


def run(cage, command):
    events = decide(cage, command)
    for event in events:
        evolve(cage, event)
    return events


def with_time(command, now):
    return msgspec.structs.replace(command, time_ms=now) if hasattr(command, "time_ms") else command


def state(cage):
    return repr((cage.ledger.balances(), sorted(cage.desks.items())))


def round_money(cage, table, parts, *, void):
    """What a round moves: each active player wagers something; it all goes to one of them, or back if void."""
    wagers = {}
    for player, part in zip(sorted(cage.desks[table].active), parts, strict=False):
        if amount := cage.stake(table, player) * part // 100:
            wagers[player] = amount
            yield moves.wagered(table, player, amount, ("house 4.8",))
    for winner in wagers if void else list(wagers)[:1]:
        amount = wagers[winner] if void else sum(wagers.values())
        post = moves.returned if void else moves.awarded
        yield post(table, winner, amount, ("house 6.7",))


def record(cage, step):
    """One step of the history: an event of the cage, or the postings of a table."""
    if isinstance(step, tuple):
        cage.ledger.post(step)
    else:
        evolve(cage, step)
    check(cage)


def answered(cage, command):
    """What the cage decides, None for a refusal with its clause; either way nothing has changed yet."""
    before = state(cage)
    try:
        return decide(cage, command)
    except RuleViolation as refused:
        return None if refused.cites else pytest.fail(f"{refused} cites nothing")
    finally:
        assert state(cage) == before, "deciding changed something"


asked_for = st.lists(st.tuples(commands, st.integers(0, 70)), max_size=60)


@given(asked_for, st.lists(st.integers(0, 100), min_size=3, max_size=3))
def test_whatever_is_asked_chips_are_conserved_and_replay_equals_play(asked, parts):
    cage, now, history = started(), 0, []
    for timeless, minutes in asked:
        now += minutes * MINUTE
        command = with_time(timeless, now)
        if answered(cage, command) is None:
            continue
        if isinstance(command, acts.EndRound):
            for lines in round_money(cage, command.table, parts, void=command.void):
                record(cage, lines)
                history.append(lines)
        for event in decide(cage, command):
            record(cage, event)
            history.append(event)
    again = started()
    for step in history:
        record(
            again, step if isinstance(step, tuple) else msgspec.json.decode(msgspec.json.encode(step), type=AnyEvent)
        )
    assert state(again) == state(cage)


def check(cage):
    """Conservation, after every event."""
    balance = trial_balance(cage.ledger)
    assert balance.difference == 0
    assert -balance.totals["issued"] == sum(amount for kind, amount in balance.totals.items() if kind != "issued")
    assert all(amount >= 0 for name, amount in cage.ledger.balances().items() if kind_of(name) != "issued")
    for table, desk in cage.desks.items():
        for player in PLAYERS:
            if player not in desk.sitters:
                assert cage.stake(table, player) == 0, "chips left behind by one who does not sit there"
        if not desk.in_round:
            assert not desk.active


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((Posting(purse("ann"), 5, "gift", ()),), "sum to 5"),
        ((Posting(purse("ann"), -5, "x", ()), Posting(purse("bob"), 5, "x", ())), "purse/ann would stand at -2"),
        ((Posting(HOUSE, -5, "x", ()), Posting(purse("bob"), 5, "x", ())), "house would stand at -5"),
        ((Posting(ISSUED, -5, "x", ()), Posting(purse("bob"), 5.0, "x", ())), "5.0 to purse/bob"),
        ((Posting(ISSUED, -1, "x", ()), Posting("wallet/bob", 1, "x", ())), "wallet/bob"),
        ((Posting(ISSUED, 0, "x", ()),), "posting of 0"),
    ],
)
def test_a_breach_stops_and_names_the_account_and_changes_nothing(lines, why):
    ledger = Ledger()
    ledger.post(transfer(3, source=ISSUED, target=purse("ann"), reason="issue", cites=()))
    with pytest.raises(InvariantBroken, match=why):
        ledger.post(lines)
    assert ledger.balances() == {"issued": -3, "purse/ann": 3}


def test_a_table_whose_count_differs_from_the_ledger_stops():
    ledger = Ledger()
    ledger.post(transfer(300, source=ISSUED, target=stake("t", "ann"), reason="issue", cites=()))
    moves.require_stakes(ledger, "t", {"ann": 300}, 0)
    with pytest.raises(InvariantBroken, match="stake/t/ann holds 300, the table counts 299"):
        moves.require_stakes(ledger, "t", {"ann": 299}, 0)
    with pytest.raises(InvariantBroken, match="pot/t holds 0, the table counts 1"):
        moves.require_stakes(ledger, "t", {"ann": 300}, 1)


@pytest.mark.parametrize(("amount", "target"), [(0, purse("b")), (-5, purse("b")), (5, purse("a"))])
def test_a_transfer_moves_something_somewhere(amount, target):
    with pytest.raises(InvariantBroken):
        transfer(amount, source=purse("a"), target=target, reason="x", cites=())


def test_accounts_have_known_kinds_and_clean_owners():
    assert all(account(kind, "x") == f"{kind}/x" for kind in KINDS)
    for bad in (("wallet", "x"), ("purse", ""), ("purse", "a/b"), ("purse", "a\n")):
        with pytest.raises(NotationError):
            account(*bad)


def test_the_journal_keeps_the_same_ledger_as_the_cage():
    """Postings are a pure function of the events, stored with them: the store's balances are the cage's."""
    cage, store = Cage(), MemoryStore()
    asked = [
        acts.OpenTable("t", TERMS[0], 0),
        acts.IssueChips("ann", 80_000),
        acts.BuyIn("t", "ann", 20_000, 20 * MINUTE),
        acts.StartRound("t", ("ann",)),
        acts.EndRound("t", void=True),
        acts.Leave("t", "ann"),
    ]
    for i, command in enumerate(asked):
        events = run(cage, command)
        records = tuple(Record(type(event).__name__, msgspec.json.encode(event)) for event in events)
        lines = tuple(line for event in events for line in postings_of(event))
        store.append(Entry(f"r{i}", (Batch("room", store.version("room"), records),), lines))
    stored = {name: amount for name, amount in store.balances().items() if amount}
    assert stored == cage.ledger.balances()
    assert stored["purse/ann"] == 80_000 - 500 - 900
    folded = Cage()
    for one in store.read("room"):
        evolve(folded, msgspec.json.decode(one.record.payload, type=AnyEvent))
    assert state(folded) == state(cage)


def test_a_round_of_money_from_wager_to_award():
    ledger = Ledger()
    for name in (stake("t", "ann"), stake("t", "bob"), HOUSE):
        ledger.post(transfer(1_000, source=ISSUED, target=name, reason="issue", cites=()))
    for player in ("ann", "bob"):
        ledger.post(moves.wagered("t", player, 400, ("nsw-poker 7.1",)))
    ledger.post(moves.bought_time("t", "ann", 300))
    ledger.post(moves.took_commission("t", 40, ("nsw-poker 3.3.1",)))
    ledger.post(moves.awarded("t", "bob", 960, ("nsw-poker 24.2",)))
    ledger.post(moves.fed_jackpot("bad beat", 10, ("nsw-poker 30.4",)))
    ledger.post(moves.banked("t", "ann", -100, ("act-holdem 8.1",)))
    ledger.post(moves.banked("t", "bob", 100, ("act-holdem 8.1",)))
    assert ledger.balances() == {
        "commission/t/percentage": 40, "commission/t/time-purchase": 100, "house": 990, "issued": -3_000,
        "jackpot/bad beat": 10, "stake/t/ann": 200, "stake/t/bob": 1_660}  # fmt: skip
    assert ledger.balance(pot("t")) == 0
