"""Two tables of an event, played at random through the composition: chips, refusals, absentees, moves, holding."""

from __future__ import annotations

import random

import pytest

from openfelt.cage import accounts
from openfelt.cage.accounts import currency_of
from openfelt.cards import Deck
from openfelt.errors import RuleViolation, StaleView
from openfelt.games.signline import read_sign
from openfelt.room import commands as q
from openfelt.room import event_orders as v
from openfelt.room import open_table
from openfelt.room import orders as o
from openfelt.room.composition import decide
from openfelt.room.entrant_events import EventTerms
from openfelt.room.evening import Evening
from openfelt.room.events import HandOpened
from openfelt.room.given import FixedDeck
from openfelt.room.giving import giver_fault
from openfelt.room.moving import order_to_receive
from openfelt.room.offices import Officer
from openfelt.service.deck.shoe import SeededShoe
from openfelt.service.record.conservation import chips_at, require_moved
from openfelt.table import legal
from openfelt.table.hand import HOUSE
from tests.conftest import count
from tests.properties.random_tables import random_command
from tests.refusal_table import fault

SIGNS = {
    "hold'em": "nsw-poker texas-holdem no-limit  tournament  blinds 100/200  ante 25  places 7",
    "one ante": "nsw-poker texas-holdem no-limit  tournament  blinds 100/200  ante 200  ante_by=last-blind  places 7",
    "stud": "nsw-poker seven-card-stud structured 200/400  tournament  ante 50  places 7",
    "draw": "nsw-poker draw-blind structured 200/400  tournament  blinds 100/200  places 6",
    "pineapple": "nsw-poker crazy-pineapple full-pot  tournament  blinds 100/200  places 7",
    "three blinds": "nsw-poker omaha full-pot  tournament  blinds 50/100/200  places 7",
    "act-stud": "act-stud seven-card-stud structured 200/400  tournament  ante 50  places 7",
    "act-stud blinds": "act-stud seven-card-stud structured 200/400  tournament  blinds 100/200  places 7",
    "house": "house texas-holdem no-limit  tournament  blinds 100/200  places 7",
    "house razz": "house razz structured 200/400  tournament  ante 50  bring-in 100  places 7",
    "triple draw": "house deuce-to-seven-triple structured 200/400  tournament  blinds 100/200  places 6",
}
FLAGS = ("nobody-skips-a-blind", "rests-on-an-empty-place", "newcomer-waits")
AREAS = ("At a table of an event", "In the room", "Money at a table", "At the table", "In the service", "On a sign")


class Night(Evening):
    """Two tables of an event, one for money beside them, and what may be ordered there."""

    def __init__(self, key, seed):
        super().__init__()
        self.rng = random.Random(f"event {key} {seed}")
        sign = read_sign(SIGNS[key])
        flags = () if sign.rulebook == "act-stud" else tuple(one for one in FLAGS if self.rng.random() < 0.5)
        self.names = ("one", "two")
        for number, name in enumerate(self.names, start=1):
            self.open(name, sign, event=EventTerms("spring", number, flags))
        self.book, self.acts, self.people = sign.rulebook, 0, 0
        self.folded = 0

    def deck(self, shuffle: str, of: Deck) -> FixedDeck:
        order = list(of.cards)
        self.rng.shuffle(order)
        return FixedDeck(SeededShoe(tuple(order), self.rng.randbytes(32)), "")

    def keep(self, table, made):
        """Every entry moves what the table's own count moves, in one currency."""
        before = self.tables[table]
        require_moved(before.table.accounts, (chips_at(before), chips_at(made.after)), made.events, made.postings)
        assert {currency_of(line.account) for line in made.postings} <= {"chips/spring"}
        for opened in (one for one in made.events if isinstance(one, HandOpened)):
            assert not before.table.is_held
            assert all(before.table.places[seat].stack for seat in opened.seats)
        super().keep(table, made)

    def act(self):
        self.acts += 1
        return f"act {self.acts}"

    def order(self, name):
        """Something that somebody might order of a table now, sensible or not."""
        table, rng = self.tables[name].table, self.rng
        player = rng.choice([place.player for place in table.places.values()] or ["nobody"])
        self.people += 1
        sign = table.sign.replace(unit=rng.choice((1, 1, 1, 3)))
        return rng.choice((
            v.SeatEntrant(rng.randint(0, 8), f"p{self.people}", rng.choice((400, 3_000, 3_000, 0)), self.act()),
            v.SeatEntrant(rng.randint(1, 7), f"p{self.people}", 3_000, self.act(), late=True),
            v.SeatEntrant(rng.randint(1, 7), f"p{self.people}", 3_000, self.act()),
            v.GiveChips(player, 1_000, rng.choice(("re-buy", "add-on", "bonus")), self.act()),
            v.RemoveEntrant(player, rng.choice(("eliminated", "disqualified")), self.act()),
            v.SetLevel(sign, rng.randint(0, 3)),
            v.HoldPlay(table.number + rng.randint(-1, 1), rng.choice(("pause", "hand-for-hand", "dispute"))),
            v.LetPlay(), v.LetPlay(),
            v.Penalise(player, rng.randint(0, 2)),
            q.SitOut(player), q.SitOut(player), q.ComeBack(player), q.ComeBack(player),
            q.SitDown("eve", 3, 3_000), q.StandUp(player), q.AddStake(player, 100), q.TakeOff(player, 100),
            q.ChangeSeat(player, 5), q.KeepSeat(player), q.Vacate(player, "flo"), q.SitOut(player, at_blind=True),
        ))  # fmt: skip

    def take(self, name, order):
        """Give it; a refusal changes nothing, and stands on the page with its clauses."""
        before = self.digest()
        refused = self.refusal(name, order)
        if refused is not None:
            assert self.digest() == before
            wrong = [fault(area, refused, self.book, order="SitOut") for area in AREAS]
            assert "" in wrong, f"{type(order).__name__}: {refused}: {wrong}"

    def refusal(self, name, order):
        """Give it; the refusal, if it is refused."""
        try:
            self.give(name, order)
        except RuleViolation as refused:
            return refused
        return None

    def move(self, *_):
        """A player of one table goes to the other, in two entries, or comes back."""
        name, to = self.rng.sample(self.names, 2)
        table = self.tables[name].table
        if not table.places:
            return
        player, act = self.rng.choice([place.player for place in table.places.values()]), self.act()
        try:
            sent = self.give(name, o.SendPlayer(act, player, to, "house", self.rng.randint(1, 7)))
        except RuleViolation:
            return
        transit = accounts.chips_transit("spring", act)
        assert self.balance(transit) == sent[-1].who.stake
        try:
            self.give(to, order_to_receive(sent[-1], name))
        except RuleViolation:
            self.give(name, o.ReturnPlayer(act, "refused there"))
            with pytest.raises(StaleView):
                self.give(name, o.ReturnPlayer(act, "again"))
        assert not self.balance(transit)

    def play(self, name):
        """One act of the house or of a player in the round of play."""
        state = self.tables[name]
        if not state.table.in_hand:
            refused = self.refusal(name, o.FixDeck(f"{name}/{state.table.number + 1}"))
            assert refused is None or refused.code == "too-few-players" or refused.answers_to("held")
            return
        hand = state.hand
        if not state.is_dealt:
            made = self.give(name, o.DealHand(state.shuffle.shuffle))
            self.folded += sum(type(event).__name__ == "HandDead" for event in made)
        elif hand.phase == HOUSE:
            self.give(name, o.GoOn(hand.hand_id))
        else:
            turn = legal(hand)
            self.require_there(state, turn)
            command = random_command(self.rng, hand)
            self.give(name, o.InHand(hand.hand_id, hand.turns, command))

    def require_there(self, state, turn):
        """Nobody who was away when the deal was complete is asked for a first wager."""
        hand, place = state.hand, state.table.places[turn.seat]
        if turn.kind == "betting" and state.table.event_rules.folds == "at-turn" and place.serving:
            raise AssertionError(f"{place.player} serves a penalty and has a turn")
        if turn.kind == "betting" and hand.round.no == 1 and place.serving:
            raise AssertionError(f"{place.player} serves a penalty and has a turn")


@pytest.mark.parametrize("key", SIGNS)
def test_chips_of_an_event_are_conserved_whatever_happens(key):
    hands = folded = 0
    for seed in range(count(2, 60)):
        night = Night(key, seed)
        for seat in range(1, 6):
            for name in night.names:
                night.give(name, v.SeatEntrant(seat, f"{name}{seat}", 3_000, night.act()))
        for _ in range(400):
            name = night.rng.choice(night.names)
            if night.rng.random() < 0.08:
                night.take(name, night.order(name))
            elif night.rng.random() < 0.03:
                night.move()
            else:
                night.play(name)
            issued = -night.balance(accounts.chips_issued("spring"))
            assert issued == sum(state.table.money for state in night.tables.values())
        hands += sum(state.table.number for state in night.tables.values())
        folded += night.folded
    assert hands > 20
    assert folded > 3 or "stud" in key


@pytest.fixture
def night():
    """Table one with three players, table two with one."""
    made = Night("hold'em", 0)
    for name, seats in (("one", 3), ("two", 1)):
        for seat in range(1, seats + 1):
            made.give(name, v.SeatEntrant(seat, f"{name}{seat}", 3_000, made.act()))
    return made


def test_a_player_who_is_refused_at_the_other_table_comes_back_to_a_free_seat(night):
    """Tournament chips have no purse: the old seat if it is free, another one, or the move stays open."""
    night.give("one", o.SendPlayer("a", "one1", "two", "house", 1))
    night.give("one", v.SeatEntrant(1, "new", 3_000, "b"))
    (back,) = night.give("one", o.ReturnPlayer("a", "refused there"))
    assert (back.seat, night.stake("one", "one1")) == (4, 3_000)
    night.give("one", o.SendPlayer("c", "one2", "two", "house", 1))
    for seat in (2, 5, 6, 7):
        night.give("one", v.SeatEntrant(seat, f"more{seat}", 3_000, "d"))
    assert night.refusal("one", o.ReturnPlayer("c", "refused there")).code == "seat-not-free"
    assert night.balance(accounts.chips_transit("spring", "c")) == 3_000


@pytest.mark.parametrize("what", ["send", "receive"])
def test_no_officer_moves_a_player_of_an_event(night, what):
    flo = Officer("flo", "flo", ("supervisor",))
    sent = decide(night.tables["one"], o.SendPlayer("a", "one1", "two", "house", 2), night).events[-1]
    table, order = (
        ("one", o.SendPlayer("a", "one1", "two", "flo", 2))
        if what == "send"
        else ("two", order_to_receive(sent, "one"))
    )
    assert night.refusal(table, o.ByOfficer(flo, order)).code == "by-the-event"
    assert night.refusal("one", o.SendPlayer("a", "one1", "two", "house", 2)) is None


@pytest.mark.parametrize("terms", [{"only": "novices"}, {"freeze_out": True, "approved_by": "mel"}])
def test_a_table_of_an_event_is_nothing_else(terms):
    sign = read_sign(SIGNS["act-stud" if "only" in terms else "hold'em"])
    with pytest.raises(RuleViolation) as refused:
        open_table("t", sign, event=EventTerms("spring", 1), **terms)
    assert refused.value.code == "event-table"


@pytest.mark.parametrize("order", [v.LetPlay(), v.HoldPlay(0, "pause"), v.SeatEntrant(1, "ann", 100, "a")])
def test_no_player_gives_an_order_of_the_event(order):
    assert giver_fault(order, "ann") == f"{type(order).__name__} is for the house, by the event's own record"
    assert not giver_fault(order, "house")
