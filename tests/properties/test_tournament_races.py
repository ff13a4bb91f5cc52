"""Tables go on while their director reads and orders: what it notes is what was there, whatever came first."""

from __future__ import annotations

import contextlib
from collections import Counter
from copy import copy, deepcopy
from itertools import permutations

import pytest

from openfelt.errors import RuleViolation
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.directing import Directed, next_orders
from tests.conftest import count
from tests.field_kit import CONDUCTS, OPERATOR, Field, NotNow, ToyTable
from tests.tournament_kit import whole

FIRST = {"first_level": 1, "last_level": 4, "with_break": True}
BUYING = {
    "rebuys__most": 9,
    "rebuys__when": "below-bank",
    "add_ons__most": 2,
    "add_ons__chips": 2_000,
    "add_ons__period": FIRST,
    "entry__most_players": 60,
}
COMING = {
    "entry__late_entry": {"last_level": 4},
    "entry__re_entry": {"most": 3, "period": {"last_level": 4}, "entry_fee_cents": 0, "buy_in_cents": 2_000},
}


def require_agreement(made: Field) -> None:
    """At a table that is quiet everybody has the chips of the record, with those that it gave out since."""
    play = made.event.play
    assert sum(one.all_chips for one in play.players.values()) == play.issued
    for one in play.players.values():
        assert one.gifts == sum(gift.chips for gift in play.gifts.values() if gift.player == one.player)
    given = {act for table in made.tables.values() for act in table.given}
    for number, report in made.reports().items():
        if number in play.tables and report.is_quiet:
            for seat, (player, chips) in report.players.items():
                one = play.players[player]
                more = sum(gift.chips for act, gift in play.gifts.items() if gift.player == player and act in given)
                assert (one.table, one.seat, one.chips + more) == (number, seat, chips)


# --- every order of a re-buy, an add-on and one round of play ---------------------------------------------------------

STEPS = ("re-buy", "add-on", "tables", "open", "close", "event")


def without_chips() -> Field:
    """Three at a table; one has lost everything and thinks of a re-buy."""
    made = Field(whole("house", "re-buy", **BUYING), 3, 1)
    made.enter()
    made.give(o.Start(None))
    made.direct()
    table = made.tables[1]
    table.open(made.now_ms)
    lost, won = table.dealt[:2]
    chips = table.players[lost][1]
    table.end(made.now_ms, {lost: chips, won: chips}, {won: 2 * chips})
    made.direct()
    made.names = [table.players[lost][0]]
    assert made.event.play.players[made.names[0]].chips == 0
    return made


def step(made: Field, what: str, given: set[str]) -> None:
    table = made.tables[1]
    if what in ("re-buy", "add-on"):
        made.give(q.BuyChips(made.names[0], what))
    elif what == "open" and table.may_open():
        table.open(made.now_ms)
    elif what == "close" and table.dealt:
        first, last = table.dealt[0], table.dealt[-1]
        table.end(made.now_ms, {first: 100, last: 100}, {last: 200})
    elif what in ("event", "tables"):
        for _ in range(3):  # a table that was held for the chips is let on
            for one in next_orders(made.event, made.reports(), made.now_ms):
                if (one.table == 0) == (what == "event") and one.request not in given:
                    with contextlib.suppress(NotNow):
                        given.add(one.request)
                        made.carry_out(one)


def apart(made: Field) -> Field:
    """The same field, to go another way."""
    other = copy(made)
    other.event, other.events, other.requests = made.event.copy(), list(made.events), Counter(made.requests)
    other.tables, other.ledger = deepcopy(made.tables), deepcopy(made.ledger)
    other.open = {number: other.tables[number] for number in made.open}
    return other


@pytest.mark.parametrize("opened", [False, True])
def test_a_re_buy_and_an_add_on_come_to_the_table_in_every_order_around_a_round_of_play(opened):
    start = without_chips()
    if opened:  # the others play the next round when the first chips are bought
        start.tables[1].open(start.now_ms)
    for order in permutations(STEPS):
        made, given = apart(start), set[str]()
        for what in (*order, "close", "event", "tables", "open", "close", "event"):
            step(made, what, given)
        require_agreement(made)
        player, table = made.event.play.players[made.names[0]], made.tables[1]
        assert made.event.play.tables[1].hands == table.hands, order
        assert player.gifts == 0, order
        assert Counter(table.given).keys() == {"field-buy-1", "field-buy-2"}


# --- tables that go on by themselves ----------------------------------------------------------------------------------


class RacingField(Field):
    """Every table goes on between any two orders of the director, and now and then one of them does not arrive."""

    lost = 0.2  # how often an order does not arrive, and is made again

    def direct(self, most: int = 2_000) -> int:
        for _ in range(most):
            orders = [one for one in next_orders(self.event, self.reports(), self.now_ms) if not self.is_given(one)]
            if not orders:
                require_agreement(self)
                return 0
            for one in orders:
                if self.chance.random() < 0.2:
                    self.one_round()
                if self.chance.random() < self.lost:
                    if one.table == 0:
                        break  # the event is told one thing after the other
                    continue
                self.try_out(one)
        raise AssertionError(f"the director does not come to rest: {orders[:5]}")

    def is_given(self, one: Directed) -> bool:
        return bool(self.requests[one.request])

    def try_out(self, one: Directed) -> None:
        """An order that a table refuses for now is made again; the event refuses none that was read from its tables."""
        try:
            self.carry_out(one)
        except NotNow:
            self.requests[one.request] = 0
        except RuleViolation as refused:
            if refused.code not in MAY_PASS:
                raise
            self.requests[one.request] = 0

    def one_round(self) -> None:
        for table in [one for one in self.tables.values() if not one.is_shut]:
            if self.chance.random() < 0.7:
                self.go_on(table)
        self.now_ms += self.chance.randrange(9_000)

    def go_on(self, table: ToyTable) -> None:
        if not table.dealt:
            if table.may_open():
                table.open(self.now_ms)
        elif self.chance.random() < 0.1:
            table.void(self.now_ms)
        else:
            table.close(self.now_ms, self.swing)

    def look(self) -> None:
        """What is looked at, is while the director has nothing to order."""


MAY_PASS = frozenset({"no-moves", "no-table"})  # its table was broken, or moved nobody, by what was told just before


def chooses(made: Field) -> None:
    """Players buy, come late and come back, and the staff takes somebody out or announces a round, at random."""
    pick, play = made.chance, made.event.play
    wanted = [q.BuyChips(name, pick.choice(("re-buy", "add-on"))) for name in play.players if pick.random() < 0.3]
    wanted += [q.DeclineRebuy(name) for name in play.players if pick.random() < 0.1]
    wanted += [q.ReEnter(name) for name in play.eliminated if name not in play.players and pick.random() < 0.5]
    if pick.random() < 0.05 and len(play.players) > 3:
        wanted.append(q.Disqualify(pick.choice(list(play.players)), "breach", CONDUCTS))
    if pick.random() < 0.2:
        wanted.append(q.AnnounceRound(pick.choice(("bonus", "elimination")), OPERATOR))
    if made.later and pick.random() < 0.3:
        with contextlib.suppress(RuleViolation):
            made.pay(made.later.pop())
    pick.shuffle(wanted)
    for one in wanted:
        with contextlib.suppress(RuleViolation):
            made.give(one)
        if pick.random() < 0.2:
            made.one_round()


SPECIAL = {"play__bonus_rounds": {"most": 20, "chips": 1_025}, "play__elimination_rounds": {"most": 6}}


@pytest.mark.parametrize("seed", range(count(6, 200)))
def test_a_field_whose_tables_do_not_wait_for_the_director_ends_with_the_chips_of_the_record(seed):
    seats = {"play__seats": 4} if seed % 2 else {}
    made = RacingField(whole("house", "re-buy", **BUYING, **COMING, **SPECIAL, **seats), 26, seed, swing=0.25)
    made.later, made.names = made.names[16:], made.names[:16]
    made.enter()
    made.give(o.Start(None))
    made.play(each=chooses)
    assert made.event.phase == "awarded"
    assert {one.what for one in made.events if isinstance(one, p.ChipsBought)} == {"re-buy", "add-on"}
    named = [player for group in made.event.places for player in group]
    played = [one for one, entry in made.event.entries.items() if entry.status == "playing"]
    assert sorted(named) == sorted(played)
