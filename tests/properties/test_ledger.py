"""The ledger adds up whatever is asked of the tables, and holds what the tables count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.cage import Ledger, transfer, trial_balance
from openfelt.cage.accounts import HOUSE, ISSUED, KINDS, account, kind_of, pot, purse
from openfelt.cage.ledger import Posting
from openfelt.errors import InvariantBroken, NotationError, OpenfeltError
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.room import commands as q
from openfelt.room import orders as o
from openfelt.room.evening import Evening
from openfelt.room.state import TableState
from openfelt.room.table import begin
from openfelt.service.record.conservation import POT, chips_at
from openfelt.service.record.stream import event_of, record_of
from openfelt.table import legal
from tests.properties.random_tables import random_command

MINUTE = 60_000
PLAYERS = ("ann", "bob", "cho")
SIGNS = (
    standard_sign("nsw-poker", "texas-holdem", seats=4, min_stake=10_000, max_stake=40_000, unit=100,
                  commission=Commission(per_hand=200, sitting=500, hourly=1_200, box=True)),
    standard_sign("nsw-poker", "texas-holdem", seats=4, min_stake=10_000, max_stake=0, unit=100,
                  commission=Commission(hourly=4_000, shared=True)),
    standard_sign("act-stud", "seven-card-stud", seats=4, min_stake=10_000, unit=50,
                  commission=Commission("time", hourly=600, most=600)),
    standard_sign("us-stud", "seven-card-stud", seats=4, min_stake=10_000, max_stake=40_000, unit=50,
                  commission=Commission("percentage", 50)),
)  # fmt: skip
TABLES = tuple(f"table {i}" for i in range(len(SIGNS)))

cents = st.one_of(
    st.sampled_from([100, 9_900, 10_000, 40_000, 40_100]),
    st.integers(-100, 60_000),
    st.integers(1, 500).map(lambda n: n * 100),
)
players, tables, seats = st.sampled_from(PLAYERS), st.sampled_from(TABLES), st.integers(0, 5)
orders = st.one_of(
    st.builds(q.SitDown, players, seats, cents, st.sampled_from(["post", "wait"])),
    st.builds(q.SitDown, players, seats, st.sampled_from([10_000, 20_000]), st.just("post")),
    st.builds(q.AddStake, players, cents, st.booleans()),
    st.builds(q.TakeOff, players, cents, st.sampled_from(["", "mel"])),
    st.builds(q.StandUp, players, at_once=st.booleans()),
    st.builds(q.SitOut, players),
    st.builds(q.ComeBack, players, st.sampled_from(["post", "wait"])),
    st.builds(o.ChargeFees),
    st.builds(o.CountBox, cents, st.sampled_from(["", "flo"])),
    st.builds(o.SetCheckValue, cents, st.just("flo")),
    st.just("deal"), st.just("play"), st.just("play"), st.just("play"),
)  # fmt: skip
moves = st.tuples(st.just("move"), players, tables, seats, st.booleans())
money = st.tuples(st.sampled_from(["issue", "redeem"]), players, cents)
asked_for = st.lists(
    st.tuples(tables, st.one_of(orders, orders, orders, moves, money), st.integers(0, 70)), max_size=60
)


class Recorded(Evening):
    """An evening that keeps every event of its tables, as the journal would."""

    def __init__(self):
        super().__init__()
        self.streams = {}

    def open(self, name, sign, **terms):
        opened = super().open(name, sign, **terms)
        self.streams[name] = [opened]
        return opened

    def keep(self, table, made):
        super().keep(table, made)
        self.streams[table] += made.events


def started():
    evening = Recorded()
    for table, sign in zip(TABLES, SIGNS, strict=True):
        evening.open(table, sign)
    for player in PLAYERS:
        evening.issue(player, 80_000)
    return evening


def folded(stream):
    """The state that the records of a stream fold into."""
    first, *rest = (event_of(record_of(event, "someone", 1)) for event in stream)
    state = TableState(begin(first), version=1)
    for event in rest:
        state.fold(event)
    return state


def without_shoe(state):
    twin = state.copy()
    twin.shoe = None
    return twin.digest()


def do(evening, table, asked, rng):
    """Whatever was asked, by whom it may be asked; what happened, by table."""
    state = evening.tables[table]
    match asked:
        case ("issue", player, amount):
            evening.issue(player, amount)
            return ()
        case ("redeem", player, amount):
            evening.redeem(player, amount)
            return ()
        case ("move", player, to, seat, broken):
            return evening.move(player, table, to, seat, broken_game=broken)
        case "deal":
            shuffle = f"{table}/{state.version}"
            return (*evening.give(table, o.FixDeck(shuffle)), *evening.give(table, o.DealHand(shuffle)))
        case "play":
            hand = state.hand
            if hand is None or not state.is_dealt or legal(hand) is None:
                return ()
            return evening.give(table, o.InHand(hand.hand_id, hand.turns, random_command(rng, hand)))
        case order:
            return evening.give(table, order)


@given(asked_for, st.randoms(use_true_random=False))
def test_whatever_is_asked_chips_are_conserved_and_replay_equals_play(asked, rng):
    evening = started()
    for table, what, minutes in asked:
        evening.at_ms += minutes * MINUTE
        before = evening.digest()
        try:
            do(evening, table, what, rng)
        except OpenfeltError as refused:
            require_no_change(evening, before, refused)
        check(evening)
    for name, state in evening.tables.items():
        assert without_shoe(folded(evening.streams[name])) == without_shoe(state)


def require_no_change(evening, before, refused):
    assert evening.digest() == before, "a refusal changed something"
    assert refused.cites or refused.code == "stale", f"{refused} cites nothing"


def check(evening):
    """Conservation, and the tables' own counts."""
    balance = trial_balance(evening.ledger)
    assert balance.difference == 0
    assert balance.totals["transit"] == 0
    assert all(amount >= 0 for name, amount in evening.ledger.balances().items() if kind_of(name) != "issued")
    for name, state in evening.tables.items():
        counted = chips_at(state)
        assert counted.pop(POT) == evening.ledger.balance(pot(name))
        stakes = {player: evening.stake(name, player) for player in PLAYERS}
        assert {player: chips for player, chips in stakes.items() if chips} == {
            player: chips for player, chips in counted.items() if chips
        }


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


@pytest.mark.parametrize(("amount", "target"), [(0, purse("b")), (-5, purse("b")), (5, purse("a"))])
def test_a_transfer_moves_something_somewhere(amount, target):
    with pytest.raises(InvariantBroken):
        transfer(amount, source=purse("a"), target=target, reason="x", cites=())


def test_accounts_have_known_kinds_and_clean_owners():
    assert all(account(kind, "x") == f"{kind}/x" for kind in KINDS)
    for bad in (("wallet", "x"), ("purse", ""), ("purse", "a/b"), ("purse", "a\n")):
        with pytest.raises(NotationError):
            account(*bad)
