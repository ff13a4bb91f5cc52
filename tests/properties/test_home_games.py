"""Home games, pure: names, notes and their opposite, places, money that no ledger has, settling up, the league."""

from __future__ import annotations

import itertools
import random
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.room.offices import Officer
from openfelt.tournaments import home_orders as n
from openfelt.tournaments import league, settling
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.clock import MINUTE_MS
from openfelt.tournaments.deciding import EventGiven, Tournament, decide, evolve
from openfelt.tournaments.directing import next_orders
from openfelt.tournaments.events import postings
from openfelt.tournaments.home_game import HomeGame, home_game
from openfelt.tournaments.ledger import ledger_lines, ledger_money
from tests.conftest import count
from tests.tournament_kit import changed, faults, whole

HOST = Officer("hal", "Hal", ("casino operator",))
NAMES = ("Ann", "Bob", "Carl", "Dora", "Emmy", "Fritz", "Gus")
START_MS = 1_790_000_000_000


class Evening:
    """A home game: orders are given, and the director gives its own after each."""

    def __init__(self, names=NAMES, rng=None, **game):
        self.state, self.now, self.events = Tournament(), START_MS, []
        self.rng = rng or random.Random(1)
        conditions = home_game(HomeGame(name="Friday", **{"rebuy_levels": 2, **game}), 40)
        self.give(o.Publish, "friday", conditions)
        self.give(o.OpenRegistration)
        self.give(n.EnterNames, names)

    @property
    def play(self):
        return self.state.play

    def begin(self):
        self.give(o.Start)
        self.give(q.StartClock)
        return self

    def give(self, kind, *given, **more):
        self._do(kind(*given, by=HOST, **more))
        while orders := next_orders(self.state, {}, self.now):
            for one in orders:
                assert one.table == 0, "no table is ever asked for anything"
                self._do(one.order)

    def _do(self, order):
        draw = lambda name, number: tuple(random.Random(name).sample(range(number), number))  # noqa: E731
        made = decide(self.state, order, EventGiven(datetime(2026, 12, 4, 19, 30), draw=draw, at_ms=self.now))
        for one in made:
            evolve(self.state, one)
        self.events += made
        assert ledger_lines(self.state, made) == ()
        assert not ledger_money(self.state)

    def refused(self, kind, *given, **more):
        before, state = len(self.events), repr(self.state)
        with pytest.raises(RuleViolation) as refused:
            self.give(kind, *given, **more)
        assert (len(self.events), repr(self.state)) == (before, state)
        return refused.value

    def places(self):
        return {one: out.place for one, out in self.play.eliminated.items() if one not in self.play.players}


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "   ", "a/b", "bot Ann", "live Ann", "a\u0007b", "x" * 41])
def test_what_is_no_name_is_refused(name):
    refused = Evening().refused(n.EnterNames, ("Zoe", name))
    assert (refused.code, refused.cites) == ("names", ("house 21.2",))


def test_a_name_stands_once_whatever_its_capitals_and_may_be_struck_until_the_start():
    evening = Evening()
    assert evening.refused(n.EnterNames, ("aNN",)).code == "entered"
    assert evening.refused(n.EnterNames, ("Zoe", "zoe")).code == "entered"
    evening.give(n.EnterNames, ("x" * 40,))
    evening.give(n.StrikeName, "Ann")
    assert evening.state.pool == 7 * 2_000
    evening.give(n.EnterNames, ("Ann",))
    evening.begin()
    assert evening.refused(n.StrikeName, "Ann").code == "phase"


def test_a_late_player_has_a_seat_at_once_while_late_entry_is_open():
    evening = Evening(seats=9).begin()
    evening.give(n.EnterNames, ("Zoe",))
    assert evening.play.players["Zoe"].table == 1
    assert evening.play.issued == 8 * 5_000
    for _ in range(3):
        evening.give(q.NextStage)
    assert evening.refused(n.EnterNames, ("Yves",)).code in {"phase", "period"}


# --- notes ------------------------------------------------------------------------------------------------------------


def test_who_goes_out_has_the_place_below_those_who_play():
    evening = Evening().begin()
    for number, gone in enumerate(NAMES[:-1]):
        evening.give(n.NoteOut, (gone,))
        assert evening.places()[gone] == len(NAMES) - number
    evening.give(n.FinishGame)
    assert evening.state.places == tuple((one,) for one in reversed(NAMES))
    assert [one.cents for one in evening.state.prizes.values()] == [7_000, 4_200, 2_800]


def test_equal_stakes_share_a_place_and_its_prizes():
    evening = Evening(prizes=(500, 300, 200)).begin()
    evening.give(n.NoteBuy, "Ann", "re-buy", winner="Bob")  # by the record Bob has twice as many
    evening.give(n.NoteCash, "Ann", 2_000)
    evening.give(n.NoteOut, ("Ann", "Bob", "Carl"), winner="Dora")
    assert evening.places() == {"Ann": 5, "Bob": 5, "Carl": 5}
    evening.give(n.NoteOut, ("Emmy", "Fritz"))
    evening.give(n.NoteOut, ("Gus",))
    evening.give(n.FinishGame)
    won = {one.player: one.cents for one in evening.state.prizes.values()}
    assert won == {"Dora": 8_000, "Gus": 4_800, "Emmy": 1_600, "Fritz": 1_600}


def test_what_a_note_cannot_say_is_refused():
    evening = Evening(seats=4).begin()
    one, two = ([*table.players.values()] for table in evening.play.tables.values())
    assert evening.refused(n.NoteOut, (one[0], two[0])).code == "not-seated"
    assert evening.refused(n.NoteOut, (one[0],), winner=two[0]).code == "not-seated"
    assert evening.refused(n.NoteOut, (one[0],), winner=one[0]).code == "not-seated"
    assert evening.refused(n.NoteOut, (one[0], one[0])).code == "names"
    assert evening.refused(n.NoteOut, ()).code == "names"
    assert evening.refused(n.NoteOut, tuple(one)).code == "not-seated", "nobody would be left there"
    assert evening.refused(n.NoteOut, ("Nobody",)).code == "not-seated"
    assert evening.refused(n.TakeBack).code == "nothing-noted"
    assert evening.refused(n.FinishGame).code == "session-goes-on"
    assert evening.refused(n.NoteCash, "Nobody", 5).code == "no-entry"
    assert evening.refused(n.NoteCash, one[0], 0).code == "bad-amount"


def test_the_last_player_is_not_out():
    evening = Evening(names=("Ann", "Bob")).begin()
    assert evening.refused(n.NoteOut, ("Ann", "Bob")).code == "last-player"
    evening.give(n.NoteOut, ("Ann",))
    assert evening.refused(n.NoteOut, ("Bob",)).code == "last-player"


def test_re_buys_in_their_period_and_one_add_on_at_its_end():
    evening = Evening().begin()
    evening.give(n.NoteBuy, "Ann", "re-buy")
    evening.give(n.NoteBuy, "Ann", "re-buy", winner="Bob")
    assert (evening.state.pool, evening.play.issued) == (9 * 2_000, 9 * 5_000)
    assert evening.refused(n.NoteBuy, "Bob", "add-on").code == "period"
    evening.give(q.NextStage)
    evening.give(n.NoteBuy, "Bob", "add-on")
    assert evening.refused(n.NoteBuy, "Bob", "add-on").code == "too-many"
    evening.give(q.NextStage)
    assert evening.refused(n.NoteBuy, "Ann", "re-buy").code == "period"
    assert Evening(rebuy_levels=0).begin().refused(n.NoteBuy, "Ann", "re-buy").code == "no-chips-sold"


def test_chips_that_are_bought_cost_what_an_entry_costs():
    for game in (
        HomeGame(template="re-buy", buy_in_cents=700, starting_chips=900),
        HomeGame(buy_in_cents=700, starting_chips=900, rebuy_levels=1),
    ):
        made = home_game(game, 9)
        assert [(one.cost_cents, one.chips) for one in (made.rebuys, made.add_ons)] == [(700, 900)] * 2


def situation(state):
    """All that a note may change."""
    play = state.play
    return (
        {one.player: (one.table, one.seat, one.all_chips, one.rebuys, one.add_ons) for one in play.players.values()},
        {number: table.players for number, table in play.copy().tables.items()},
        list(play.outs), sorted(play.eliminated), play.issued, dict(state.money), list(state.payments),
        list(play.notes), list(play.broke), dict(play.proposed),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(count(15, 500)))
def test_taking_back_is_the_opposite_of_every_note_in_turn(seed):
    rng = random.Random(seed)
    evening = Evening(names=NAMES[: rng.randint(3, 7)], seats=9).begin()
    before = [situation(evening.state)]
    for _ in range(rng.randint(1, 6)):
        players = list(evening.play.players)
        if len(players) > 1 and rng.random() < 0.6:
            evening.give(n.NoteOut, tuple(rng.sample(players, rng.randint(1, min(2, len(players) - 1)))))
        elif len(players) > 1:
            evening.give(n.NoteBuy, rng.choice(players), "re-buy")
        else:
            break
        before.append(situation(evening.state))
    for earlier in reversed(before[:-1]):
        evening.give(n.TakeBack)
        assert situation(evening.state) == earlier
    assert evening.refused(n.TakeBack).code == "nothing-noted"


def test_of_equal_payments_the_last_is_taken_back():
    evening = Evening(names=NAMES[:3], seats=9).begin()
    for player in ("Ann", "Bob", "Ann"):
        evening.give(n.NoteBuy, player, "re-buy")
    evening.give(n.TakeBack)
    assert [(one.payer, one.paid_for) for one in evening.state.payments[3:]] == [("Ann", "re-buy"), ("Bob", "re-buy")]


def test_a_note_is_not_taken_back_once_somebody_whom_it_concerns_has_moved():
    evening = Evening(names=NAMES[:5], seats=4).begin()
    gone = next(iter(evening.play.tables[1].players.values()))
    evening.give(n.NoteOut, (gone,))
    (number,) = evening.play.proposed  # to the final table
    evening.give(n.TakeBack)
    assert gone in evening.play.players
    assert not evening.play.proposed
    evening.give(n.NoteOut, (gone,))
    (number,) = evening.play.proposed
    evening.give(q.AcceptMoves, number)
    refused = evening.refused(n.TakeBack)
    assert (refused.code, refused.cites) == ("seat-changed", ("house 21.5",))


def uneven():
    """Eight at two tables of four, of whom two are out: a move to table 1 is proposed. The tables' players with it."""
    evening = Evening(names=(*NAMES, "Hal"), seats=4).begin()
    gone = list(evening.play.tables[1].players.values())
    for one in (gone[0], gone[2]):
        evening.give(n.NoteOut, (one,), winner=gone[1])
    (move,) = evening.play.proposed[1].proposed
    return evening, move, [one for one in evening.play.tables[2].players.values() if one != move.player]


def test_moves_of_a_player_who_goes_out_are_taken_off_and_others_proposed():
    evening, move, others = uneven()
    winner = next(iter(evening.play.tables[1].players.values()))
    evening.give(n.NoteOut, (winner,), winner=evening.play.tables[1].players[4])
    assert list(evening.play.proposed) == [1], "another player's going out leaves it open"
    evening.give(n.NoteOut, (move.player,), winner=others[0])
    dropped = next(one for one in evening.events if isinstance(one, p.MovesDropped))
    assert (dropped.id, dropped.by, dropped.cites) == (1, "house", ("house 20.14",))
    assert list(evening.play.proposed) == [2], "three and one"
    assert move.player not in {one.player for one in evening.play.proposed[2].proposed}


def test_moves_to_a_seat_that_somebody_new_has_are_taken_off():
    evening, move, _ = uneven()
    evening.give(n.EnterNames, ("Zoe",))
    assert evening.play.tables[1].players[move.to_seat] == "Zoe"
    assert not evening.play.proposed, "four and three"


def test_a_draw_for_the_final_table_is_made_again_when_somebody_comes_in():
    evening = Evening(names=NAMES[:6], seats=4).begin()
    gone = list(evening.play.tables[1].players.values())
    for one in gone[:2]:
        evening.give(n.NoteOut, (one,), winner=gone[2])
    (drawn,) = evening.play.proposed.values()
    assert len(drawn.proposed) == 4
    evening.give(n.EnterNames, ("Zoe",))
    assert drawn.id not in evening.play.proposed


def test_the_house_drops_no_moves_that_can_be_carried_out():
    evening, _, _ = uneven()
    with pytest.raises(RuleViolation) as refused:
        decide(evening.state, q.DropMoves(1), EventGiven(datetime(2026, 12, 4), at_ms=evening.now))
    assert (refused.value.code, refused.value.cites) == ("moves-open", ("house 20.14",))


# --- money ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(count(20, 2_000)))
def test_any_game_settles_to_zero_and_no_line_of_it_is_in_the_ledger(seed):
    rng = random.Random(seed)
    names = tuple(f"player {number}" for number in range(rng.randint(2, 24)))
    evening = Evening(names=names, seats=rng.randint(2, 9), buy_in_cents=rng.randint(0, 5_000)).begin()
    while len(evening.play.players) > 1:
        for number in tuple(evening.play.proposed):
            evening.give(rng.choice((q.AcceptMoves, q.AcceptMoves, q.DropMoves)), number)
        tables = [one for one in evening.play.tables.values() if len(one.players) > 1]
        if not tables:  # moves were dropped: everybody sits alone
            break
        sits = list(rng.choice(tables).players.values())
        what = rng.random()
        if what < 0.2 and evening.play.stage < 2:
            evening.give(n.NoteBuy, rng.choice(sits), "re-buy")
        elif what < 0.3:
            evening.give(n.NoteCash, rng.choice(names), rng.choice((-500, 700, 2_000)))
        elif what < 0.4 and evening.play.notes:
            evening.give(n.TakeBack) if not refuses(evening, n.TakeBack) else None
        else:
            evening.give(n.NoteOut, tuple(rng.sample(sits, rng.randint(1, min(2, len(sits) - 1)))))
    if len(evening.play.players) > 1:
        return
    evening.give(n.FinishGame)
    assert sorted(itertools.chain(*evening.state.places)) == sorted(names)
    assert any(postings(one) for one in evening.events) == bool(evening.state.payments), "its own record has them"
    due = settling.balances(evening.state)
    assert sum(due.values()) == 0
    made = settling.payments(due)
    assert len(made) < max(1, sum(cents != 0 for cents in due.values())) or not made
    left = dict(due)
    for one in made:
        assert one.cents > 0
        left[one.payer] += one.cents
        left[one.payee] -= one.cents
    assert set(left.values()) <= {0}


def refuses(evening, kind):
    """Whether an order is refused now."""
    try:
        decide(evening.state, kind(by=HOST), EventGiven(datetime(2026, 12, 4), at_ms=evening.now))
    except RuleViolation:
        return True
    return False


def fewest_by_trying(due):
    """The fewest payments: persons less the most groups that settle among themselves, by trying every division."""
    open_ones = [cents for cents in due if cents]

    def most(rest):
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        best = 0
        for size in range(len(others) + 1):
            for chosen in itertools.combinations(range(len(others)), size):
                if first + sum(others[at] for at in chosen) == 0:
                    best = max(best, 1 + most([one for at, one in enumerate(others) if at not in chosen]))
        return best

    return len(open_ones) - most(open_ones)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=7))
def test_as_few_payments_as_possible(cents):
    due = {f"p{at}": one for at, one in enumerate((*cents, -sum(cents)))}
    assert len(settling.payments(due)) == fewest_by_trying(due.values())


def test_very_many_different_sums_are_settled_too():
    sums = [2**at for at in range(30)]
    due = {f"p{at}": one for at, one in enumerate((*sums, *(-one for one in sums[:10]), -sum(sums[10:])))}
    made = settling.payments(due)
    assert len(made) < len(due)
    assert sum(one.cents for one in made) == sum(sums)


# --- what it is not ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "order",
    [
        o.Apply("Ann", form=True), o.PayBuyIn("Ann"), o.Withdraw("Ann"), o.AddToPool(100, HOST),
        o.PayPrize("Ann", HOST), q.NoteHand(1, 1), q.BuyChips("Ann", "re-buy"), q.ConfirmPlaces(),
        o.AwardPrizes((("Ann",),), HOST),
    ],
)  # fmt: skip
def test_what_takes_an_account_a_purse_or_a_table_is_refused(order):
    evening = Evening().begin()
    with pytest.raises(RuleViolation) as refused:
        decide(evening.state, order, EventGiven(datetime(2026, 12, 4), at_ms=evening.now))
    assert (refused.value.code, refused.value.cites) == ("clock-only", ("house 21.1", "house 21.3"))


def test_notes_are_for_home_games_alone():
    state = Tournament()
    for order in (o.Publish("friday", whole("house"), HOST), o.OpenRegistration(HOST)):
        for one in decide(state, order, EventGiven(datetime(2026, 12, 4))):
            evolve(state, one)
    with pytest.raises(RuleViolation) as refused:
        decide(state, n.EnterNames(("Ann",), HOST), EventGiven(datetime(2026, 12, 4)))
    assert (refused.value.code, refused.value.cites) == ("not-clock-only", ("house 21.1",))


HOME = home_game(HomeGame(name="Friday"), 20)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("prizes.bounty", {"kind": "fixed", "cents": 500}),
        ("prizes.deals", {}),
        ("prizes.guarantee", {"cents": 5, "least_entries": 1, "cancel_below": False}),
        ("play.hand_for_hand", {}),
        ("entry.acceptance", "written"),
        ("entry.re_entry", {"most": 1, "period": {"last_level": 1}, "entry_fee_cents": 0, "buy_in_cents": 1}),
        ("sessions.0.ends", {"minutes": 60}),
        ("schedules.0.levels.0.hands", 10),
    ],
)
def test_conditions_that_a_clock_cannot_keep_are_not_published(path, value):
    assert faults(HOME) == ()
    found = faults(changed(HOME, {path: value}))
    assert "clock-only" in {one.code for one in found}
    assert "house 21.1" in {cite for one in found for cite in one.cites}


def test_a_casino_keeps_its_tables():
    made = whole("nsw-poker", play__dealt="clock-only")
    assert {one.code for one in faults(made)} == {"clock-only"}


def test_the_mode_does_not_change():
    evening = Evening()
    online = changed(HOME, {"version": 2, "play.dealt": "online", "entry.most_players": 40})
    refused = evening.refused(o.Amend, online)
    assert (refused.code, refused.cites) == ("clock-only", ("house 21.1",))


def test_the_clock_goes_through_its_levels_by_itself():
    evening = Evening(level_minutes=10).begin()
    evening.now += 10 * MINUTE_MS - 1
    assert next_orders(evening.state, {}, evening.now) == ()
    evening.now += 1
    (one,) = next_orders(evening.state, {}, evening.now)
    assert one.order == q.ReachStage(1)


# --- the league -------------------------------------------------------------------------------------------------------


def test_points_by_the_rule_of_the_house():
    assert [league.points(place, 6) for place in range(1, 7)] == [11, 8, 5, 3, 2, 1]
    game = league.of_game((("Ann",), ("Bob", "Carl"), ("Dora",)))
    assert game == {"Ann": (1, 9), "Bob": (2, 6), "Carl": (2, 6), "Dora": (4, 1)}


def test_a_season_is_ordered_by_points_wins_and_the_best_place():
    first = league.Result((("Ann",), ("Bob",), ("Carl",)), (("Ann", 600),))
    second = league.Result((("bob",), ("ann",), ("Dora",)), (("bob", 600),))
    table = league.season([first, second])
    assert [(one.rank, one.player, one.points, one.games, one.wins) for one in table] == [
        (1, "Ann", 13, 2, 1),
        (1, "Bob", 13, 2, 1),
        (3, "Carl", 2, 1, 0),
        (3, "Dora", 2, 1, 0),
    ]
    assert [one.won_cents for one in table] == [600, 600, 0, 0]


def test_the_pool_of_a_home_game_is_its_own_record():
    evening = Evening()
    assert evening.state.money == {accounts.pool("friday"): 14_000}
    assert [type(one) for one in evening.events if isinstance(one, p.HandNoted)] == []
