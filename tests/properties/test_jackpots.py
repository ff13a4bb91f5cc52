"""Random play until every kind of event was hit often: the one sum holds after every event, whoever ties with whom."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from openfelt.cage import accounts
from openfelt.cage.ledger import Ledger, transfer
from openfelt.cards import deck
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.jackpots import JackpotGiven, Pool, check, decide, read_parameters, write_parameters
from openfelt.jackpots import orders as o
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.parameters import Prize
from openfelt.jackpots.sharing import prize_fraction
from openfelt.room.jackpot_link import PlayedHand
from openfelt.room.results import SeatResult
from tests.conftest import count
from tests.jackpot_kit import FLO, MAX, RUNS, event, parameters

SHORT = 32
TABLES = ("A", "B", "C")
BROADWAY = [[one for one in deck(SHORT).cards if str(one)[0] == rank] for rank in "AKQJT"]
PRIZES = {
    "all": Prize(kind="all"),
    "percentage": Prize(kind="percentage", per_mille=137),
    "fixed": Prize(kind="fixed", cents=3_333),
}
PATTERNS = {
    "straight": {"hand": "straight"},  # of 32 cards, and often on the board: then several tie
    "two pair": {"hand": "two pair"},
    "beat": {"kind": "bad-beat", "least": "7s 7h 8d 8s 9h"},
    "high": {"kind": "high-hand", "least": "7s 7h 7d 8s 9h"},
}


class House:
    """A pool, a ledger, and hands that come out of a hat."""

    def __init__(self, given, seed):
        self.chance = random.Random(f"jackpots {seed}")
        self.ledger = Ledger()
        self.ledger.post(transfer(10**12, source=accounts.ISSUED, target=accounts.HOUSE, reason="", cites=()))
        self.pool, self.at_ms, self.increments, self.number = Pool(), 1_000_000, 0, 0
        self.give(o.OpenPool("P", given, RUNS))
        for table in TABLES:
            self.give(o.LinkTable(table, *given.variation, signed=True, console=True, by=RUNS))

    def give(self, order):
        made = decide(self.pool, order, JackpotGiven(self.at_ms, self.ledger.balance))
        self.ledger.post(made.postings)
        self.pool = made.after
        self.require_sum()
        return made.events

    def refused(self, order, *codes):
        """An order that is refused with a clause and changes nothing."""
        before, money = self.pool, self.ledger.balances()
        with pytest.raises(RuleViolation) as refusal:
            self.give(order)
        assert refusal.value.code in codes, refusal.value
        assert refusal.value.cites
        assert self.pool is before
        assert self.ledger.balances() == money

    def require_sum(self):
        """Base, increments, reseeds, top-ups and adjustments are in the pool, set aside or paid."""
        meters, pool = self.pool.meters, self.ledger.balance(accounts.jackpot("P"))
        held = self.ledger.balance(accounts.jackpot_held("P"))
        put_in = meters.base + self.increments + meters.reseeds + meters.top_ups + meters.adjusted
        assert put_in == pool + held + meters.paid
        assert held == meters.held == sum(one.cents for one in self.pool.open_hits)
        assert pool >= 0

    def hand(self):
        """A round of play of two to five players; some fold, some do not show, and now and then the board plays."""
        self.at_ms += self.chance.randint(1, 20_000)
        self.number += 1
        cents = self.pool.parameters.increment_cents
        source, target = accounts.HOUSE, accounts.jackpot("P")
        self.ledger.post(transfer(cents, source=source, target=target, reason="jackpot increment", cites=()))
        self.increments += cents
        players = self.chance.randint(2, 5)
        cards = self.chance.sample(deck(SHORT).cards, 5 + 2 * players)
        if self.chance.random() < 0.05:  # a straight lies on the board, and whoever is left has it
            board = [self.chance.choice(rank) for rank in BROADWAY]
            rest = [one for one in deck(SHORT).cards if one not in board]
            cards = [*board, *self.chance.sample(rest, 2 * players)]
        results = tuple(
            SeatResult(
                seat,
                f"p{seat}",
                100,
                folded=self.chance.random() < 0.1,
                shown=tuple(cards[3 + 2 * seat : 5 + 2 * seat]) if self.chance.random() < 0.9 else (),
            )
            for seat in range(1, players + 1)
        )
        hand = PlayedHand(self.number, self.at_ms, results, tuple(cards[:5]))
        return HandAt(self.chance.choice(TABLES), hand)

    def settle(self):
        """Claim, verify and pay everything that is open; wrong ways are refused on the way."""
        for hit in self.pool.open_hits:
            played = self.pool.noted[hit.table, hit.hand]
            for player in hit.qualified:
                if player not in self.pool.hits[hit.number].claimed_by:
                    mine = played if any(one.player == player for one in played.hand.results) else None
                    if mine is not None:
                        self.give(o.Claim(player, mine))
            if not self.pool.hits[hit.number].claimed_by:
                continue
            self.refused(o.PayHit(hit.number, MAX), "not-verified")
            self.give(o.VerifyHit(hit.number, FLO))
            self.refused(o.PayHit(hit.number, FLO), "same-person")
            self.give(o.PayHit(hit.number, MAX))
            self.refused(o.PayHit(hit.number, MAX), "paid")


@pytest.mark.parametrize("prize", PRIZES)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_sum_holds_through_a_thousand_hits_of_each_kind(pattern, prize):
    given = parameters(
        event(prize=PRIZES[prize], **PATTERNS[pattern]), deck=SHORT, base_cents=7_777, increment_cents=13
    )
    assert check(given) == ()
    house = House(given, f"{pattern} {prize}")
    ties = Counter()
    wanted = count(100, 1_000)
    for _ in range(400 * wanted):
        if house.pool.meters.hits >= wanted:
            break
        played = house.hand()
        house.give(o.NoteHand(played))
        assert house.give(o.NoteHand(played)) == (), "a hand is noted once"
        claims_that_are_refused(house, played)
        if given.events[0].kind == "high-hand":
            while any(
                one.ends_ms <= house.at_ms and one.ends_ms > house.pool.ended.get("any", 0)
                for one in house.pool.candidates
            ):
                house.give(o.EndWindow("any"))
        for hit in house.pool.open_hits:
            ties[len(hit.qualified)] += 1
        if house.chance.random() < 0.1:
            correct_something(house)
        house.settle()
    assert house.pool.meters.hits >= wanted
    if pattern == "straight":
        assert min(ties[2], ties[3], ties[4]) > 0, ties


def end_windows(house):
    """Every window that is over is settled."""
    while any(house.pool.ended.get("any", 0) < one.ends_ms <= house.at_ms for one in house.pool.candidates):
        house.give(o.EndWindow("any"))


def claims_that_are_refused(house, played):
    """Folded, unshown and foreign hands are refused with their clause."""
    for one in played.hand.results:
        if one.folded:
            house.refused(o.Claim(one.player, played), "folded")
        elif not one.shown:
            house.refused(o.Claim(one.player, played), "not-shown")
    house.refused(o.Claim("nobody", played), "foreign-hand")


def correct_something(house):
    """The floor takes the outcome of a hand back whose hit is not paid: it is released."""
    if not house.pool.open_hits:
        return
    hit = house.chance.choice(house.pool.open_hits)
    played = house.pool.noted[hit.table, hit.hand]
    before = house.pool.meters
    void = HandAt(played.table, PlayedHand(played.hand.number, played.hand.ended_ms, (), played.hand.board, void=True))
    house.give(o.NoteHand(void))
    assert house.pool.meters.hits <= before.hits
    assert not [one for one in house.pool.hits_of(played.key) if one.is_open]


@pytest.mark.parametrize("winners", [1, 2, 3, 4])
@pytest.mark.parametrize("per_mille", [1, 100, 137, 500, 999])
def test_successive_percentages_are_those_of_paying_one_after_the_other(winners, per_mille):
    """The fraction is what exact payments give, each of what the one before has left."""
    for pool in (0, 1, 999, 1_000_000, 123_456_789):
        left, paid = Fraction(pool), Fraction(0)
        for _ in range(winners):
            part = left * per_mille / 1_000
            left, paid = left - part, paid + part
        above, below = prize_fraction(Prize(kind="percentage", per_mille=per_mille), pool, winners)
        assert Fraction(above, below) == paid


def test_ties_of_two_three_and_four_leave_the_rest_in_the_pool():
    board = deck(SHORT).read("Tc Jd Qh Ks Ad")
    for players in (2, 3, 4):
        given = parameters(event(hand="straight"), deck=SHORT, base_cents=10_001, increment_cents=1)
        house = House(given, f"tie of {players}")
        spare = [card for card in deck(SHORT).cards if card not in board]
        results = tuple(
            SeatResult(at, f"p{at}", 100, shown=tuple(spare[2 * at : 2 * at + 2])) for at in range(1, players + 1)
        )
        house.give(o.NoteHand(HandAt("A", PlayedHand(1, house.at_ms, results, board))))
        (hit,) = house.pool.open_hits
        assert [one.cents for one in hit.shares] == [10_001 // players] * players


def test_parameters_are_written_and_read_back_the_same():
    for pattern in PATTERNS.values():
        for prize in PRIZES.values():
            given = parameters(event(prize=prize, **pattern), deck=SHORT)
            assert read_parameters(write_parameters(given)) == given


@pytest.mark.parametrize(
    "text",
    ["", "book = 5", 'book = "nsw-poker"\nevents = 5', 'book = "nsw-poker"\nnothing = 1', "book = ", "a.b.c" * 20],
)
def test_what_is_no_document_is_refused_with_a_clause(text):
    with pytest.raises(OpenfeltError) as refused:
        read_parameters(text)
    assert refused.value.cites
