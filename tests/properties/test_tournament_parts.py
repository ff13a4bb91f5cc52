"""The parts of a tournament that need no table: its clock, who is placed where, prizes, seats and moves."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations, pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.cards import Card, cards
from openfelt.room.offices import Officer
from openfelt.tournaments import Answers, fill, placing, prizes, seating
from openfelt.tournaments import clock as clocks
from openfelt.tournaments.conditions import Band, Conditions, Level, Prize, Prizes
from openfelt.tournaments.deciding import EventGiven, Tournament, decide, evolve
from openfelt.tournaments.directing import due_ms
from openfelt.tournaments.orders import OpenRegistration, Publish
from tests.conftest import count

MINUTE = clocks.MINUTE_MS
PLAN = clocks.stages(
    (Level(minutes=20), Level(minutes=20, break_minutes=10), Level(minutes=15), Level(hands=8), Level(minutes=30))
)


# --- the clock --------------------------------------------------------------------------------------------------------


def test_levels_and_breaks_are_stages_and_the_last_level_stays() -> None:
    told = [(one.level, one.is_break, one.length_ms) for one in PLAN]
    assert told == [
        (1, False, 20 * MINUTE),
        (2, False, 20 * MINUTE),
        (2, True, 10 * MINUTE),
        (3, False, 15 * MINUTE),
        (4, False, None),
        (5, False, None),
    ]


def test_a_break_until_another_day_waits_for_whoever_ends_it() -> None:
    plan = clocks.stages((Level(minutes=1, overnight=True), Level(minutes=1)))
    stands = clocks.read(clocks.start(clocks.new_clock(plan), 0), plan, 9 * 3_600_000)
    assert (plan[stands.stage].is_break, stands.left_ms) == (True, None)
    assert clocks.next_stage(stands, plan, 9 * 3_600_000).stage == 2


def test_the_end_of_a_level_is_the_beginning_of_the_next() -> None:
    runs = clocks.start(clocks.new_clock(PLAN), 0)
    assert clocks.read(runs, PLAN, 20 * MINUTE - 1).stage == 0
    assert clocks.read(runs, PLAN, 20 * MINUTE) == clocks.Clock(1, 20 * MINUTE, 20 * MINUTE)
    assert clocks.until_break_ms(runs, PLAN, 0) == 40 * MINUTE
    assert clocks.until_break_ms(runs, PLAN, 55 * MINUTE) is None  # a level of hands lies before any other


@given(st.lists(st.tuples(st.integers(0, 20 * MINUTE), st.booleans()), max_size=12))
def test_a_clock_that_is_stopped_stored_and_started_again_loses_nothing(story: list[tuple[int, bool]]) -> None:
    clock, now, played = clocks.start(clocks.new_clock(PLAN), 0), 0, 0
    for passed, restart in story:
        played += passed if clock.runs else 0
        now += passed
        if restart:  # what a room that begins again reads from its record
            clock = msgspec.json.decode(msgspec.json.encode(clock), type=clocks.Clock)
        else:
            clock = clocks.pause(clock, PLAN, now) if clock.runs else clocks.start(clock, now)
    straight = clocks.read(clocks.start(clocks.new_clock(PLAN), 0), PLAN, played)
    stands = clocks.read(clock, PLAN, now)
    assert (stands.stage, stands.left_ms) == (straight.stage, straight.left_ms)


def test_minutes_are_added_and_taken_and_a_level_ends_where_none_are_left() -> None:
    runs = clocks.start(clocks.new_clock(PLAN), 0)
    longer = clocks.add_time(runs, PLAN, 5 * MINUTE, 2 * MINUTE)
    assert longer.left_ms == 17 * MINUTE
    assert clocks.add_time(longer, PLAN, 5 * MINUTE, -17 * MINUTE).stage == 1
    stands = clocks.pause(longer, PLAN, 5 * MINUTE)
    assert clocks.add_time(stands, PLAN, 9 * MINUTE, -60 * MINUTE).stage == 1


# --- places -----------------------------------------------------------------------------------------------------------


def outs(*given: tuple[str, int, int]) -> list[placing.Out]:
    return [placing.Out(*one) for one in given]


def test_the_higher_stake_before_the_round_is_placed_higher() -> None:
    order = placing.order_of(outs(("ann", 500, 500), ("bob", 900, 100)), "stake-then-draw", iter(()))
    assert order == placing.Order((("bob",), ("ann",)))
    assert [(one.player, one.place) for one in placing.places(order, 3)] == [("bob", 4), ("ann", 5)]


def test_equal_stakes_draw_and_equal_cards_draw_again() -> None:
    dealt = iter(cards("Kh Ks 2d 7c Ac"))
    order = placing.order_of(outs(("ann", 500, 1), ("bob", 500, 2), ("cat", 500, 3)), "stake-then-draw", dealt)
    assert order.groups == (("bob",), ("ann",), ("cat",))
    assert [(one.player, str(one.card)) for one in order.drawn] == [
        ("ann", "Kh"), ("bob", "Ks"), ("cat", "2d"), ("ann", "7c"), ("bob", "Ac"),
    ]  # fmt: skip


def test_by_contribution_equal_ones_share_whatever_their_stakes() -> None:
    given = outs(("ann", 900, 400), ("bob", 500, 400), ("cat", 100, 450))
    order = placing.order_of(given, "contribution-then-share", iter(()))
    assert order.groups == (("cat",), ("ann", "bob"))
    assert [(one.player, one.place, one.shared_with) for one in placing.places(order, 1)] == [
        ("cat", 2, 1), ("ann", 3, 2), ("bob", 3, 2),
    ]  # fmt: skip


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=9), st.randoms())
def test_places_of_one_round_are_a_permutation_in_order_of_stakes(
    given: list[tuple[int, int]], chance: random.Random
) -> None:
    players = [placing.Out(f"p{at}", *one) for at, one in enumerate(given)]
    deck = [Card(one) for one in chance.sample(range(52), 52)]
    found = placing.places(placing.order_of(players, "stake-then-draw", iter(deck)), 2)
    assert sorted(one.place for one in found) == list(range(3, 3 + len(players)))
    stake = {one.player: one.stake for one in players}
    assert all(stake[better.player] >= stake[worse.player] for better, worse in pairwise(found))


# --- prizes -----------------------------------------------------------------------------------------------------------


def conditions(*prize: Prize, entries: int = 1) -> Conditions:
    return Conditions(book="house", prizes=Prizes(bands=(Band(from_entries=entries, prizes=prize),)))


def test_shares_are_of_what_fixed_sums_leave_and_sum_to_the_pool() -> None:
    table = conditions(Prize(place=1, per_mille=600), Prize(place=2, per_mille=400), Prize(place=3, to=4, cents=1000))
    assert [one.cents for one in prizes.awards(table, 9, 10_001)] == [4801, 3200, 1000, 1000]
    with pytest.raises(prizes.PoolTooSmall, match=r"\$20 from a pool of \$19.99"):
        prizes.awards(table, 9, 1999)


def test_the_band_is_the_last_that_begins_at_or_below_the_entries() -> None:
    few, many = Prize(place=1, per_mille=1000), Prize(place=1, to=2, per_mille=500)
    table = Prizes(bands=(Band(from_entries=2, prizes=(few,)), Band(from_entries=10, prizes=(many,))))
    found = [prizes.band_for(table, entries) for entries in (1, 2, 9, 10)]
    assert [None if one is None else one.from_entries for one in found] == [None, 2, 2, 10]


@given(st.lists(st.integers(1, 999), min_size=1, max_size=30), st.integers(0, 10**9))
def test_every_cent_of_the_pool_is_a_prize(weights: list[int], pool: int) -> None:
    shares = [Fraction(pool * one, sum(weights)) for one in weights]
    cents = prizes.in_cents(shares, pool)
    assert sum(cents) == pool
    assert all(abs(got - share) < 1 for got, share in zip(cents, shares, strict=True))
    rests = [(share - int(share), got > share) for got, share in zip(cents, shares, strict=True) if share != int(share)]
    up, down = [rest for rest, is_up in rests if is_up], [rest for rest, is_up in rests if not is_up]
    assert not up or not down or min(up) >= max(down)


def test_equal_places_share_and_a_place_without_prize_counts_nothing() -> None:
    assert prizes.shared_cents([500, 300, 101], 3, 2) == (51, 50)
    assert prizes.shared_cents([500, 300, 101], 4, 2) == (0, 0)


# --- seats ------------------------------------------------------------------------------------------------------------


@given(st.integers(2, 60), st.integers(2, 11), st.randoms())
def test_a_draw_gives_everyone_one_seat_and_even_tables(players: int, seats: int, chance: random.Random) -> None:
    names = [f"p{at}" for at in range(players)]
    tables = range(1, seating.tables_for(players, seats) + 1)
    found = seating.drawn_seats(names, tables, seats, chance.sample(range(players), players))
    assert set(found) == set(names)
    assert len(set(found.values())) == players
    full = Counter(table for table, _ in found.values())
    assert max(full.values()) - min(full[one] for one in tables) <= 1
    assert all(1 <= seat <= seats for _, seat in found.values())


def test_two_who_are_to_be_kept_apart_are_parted_by_one_exchange() -> None:
    names = [f"p{at}" for at in range(12)]
    apart = {frozenset(("p0", "p2"))}
    plain = seating.drawn_seats(names, (1, 2), 6, range(12))
    assert plain["p0"][0] == plain["p2"][0]
    found = seating.drawn_seats(names, (1, 2), 6, range(12), apart)
    assert found["p0"][0] != found["p2"][0]
    assert sorted(found.values()) == sorted(plain.values())
    assert sum(found[one] != plain[one] for one in names) == 2
    # Where everybody is to be kept apart from everybody, the draw stands and nobody is lost.
    everyone = {frozenset(pair) for pair in combinations(names, 2)}
    assert seating.drawn_seats(names, (1, 2), 6, range(12), everyone) == plain


def table(number: int, seats: int, taken: str, button: int = 1) -> seating.TableSeats:
    return seating.TableSeats(number, seats, {int(seat): f"{number}-{seat}" for seat in taken}, button)


def test_who_has_the_last_blind_next_moves_to_the_worst_free_seat() -> None:
    full, short = table(1, 9, "12345678", button=3), table(2, 9, "1256", button=2)
    first, second = seating.balancing_moves([full, short])
    # The button goes to seat 4, the first blind is at 5, the last at 6.
    assert (first.player, first.from_seat) == ("1-6", 6)
    # At table 2 the button goes to 5, the first blind is at 6: behind it seat 7 has the last blind next.
    assert (first.to_table, first.to_seat, first.reason) == (2, 7, "balance")
    assert (first.burden_before, first.burden_after) == (Fraction(1, 8), Fraction(1, 5))
    assert [one.seat for one in first.who][:3] == [6, 7, 8]
    assert second.player == "1-7"
    assert seating.balancing_moves([table(1, 9, "12345"), table(2, 9, "1234")]) == []


def test_the_place_of_the_first_blind_is_taken_only_where_no_other_is_free() -> None:
    only = seating.TableSeats(1, 4, {1: "a", 2: "b", 4: "d"}, button=1)  # seat 3 would have the first blind next
    assert [one.seat for one in seating.worst_seats(only, "new")] == [3]
    more = seating.TableSeats(1, 6, {1: "a", 2: "b", 5: "e"}, button=1)  # so would 3 and 4; 6 has the last blind next
    assert [one.seat for one in seating.worst_seats(more, "new")] == [6, 3, 4]


def test_a_player_who_is_to_be_kept_apart_from_somebody_there_is_passed_over() -> None:
    full, short = table(1, 9, "12345678", button=3), table(2, 9, "12568", button=2)
    apart = {frozenset(("1-6", "2-5"))}
    assert seating.balancing_moves([full, short])[0].player == "1-6"
    assert seating.balancing_moves([full, short], apart=apart)[0].player == "1-7"


def test_everyone_at_a_broken_table_moves() -> None:
    three = [table(1, 6, "1234"), table(2, 6, "1235"), table(3, 6, "146")]
    moves = seating.breaking_moves(three, 3, (2, 0, 1))
    assert sorted(one.player for one in moves) == ["3-1", "3-4", "3-6"]
    assert Counter(one.to_table for one in moves) == {1: 2, 2: 1}
    assert len({(one.to_table, one.to_seat) for one in moves}) == 3
    assert all(one.to_seat not in three[one.to_table - 1].players for one in moves)
    apart = {frozenset((one.player, "1-1")) for one in moves if one.to_table == 1 and one.player != moves[0].player}
    assert {
        one.to_table for one in seating.breaking_moves(three, 3, (2, 0, 1), apart) if one.player in next(iter(apart))
    } == {2}


# --- a whole field ----------------------------------------------------------------------------------------------------


def test_a_field_with_random_results_ends_with_every_place_prize_and_table_right() -> None:
    entrants, seats, chance = count(1_000, 10_000), 9, random.Random(28)
    names = [f"p{at}" for at in range(entrants)]
    numbers = list(range(1, seating.tables_for(entrants, seats) + 1))
    drawn = seating.drawn_seats(names, numbers, seats, chance.sample(range(entrants), entrants))
    sits: dict[int, dict[int, str]] = {number: {} for number in numbers}
    for player, (number, seat) in drawn.items():
        sits[number][seat] = player
    stacks = dict.fromkeys(names, 1_000)
    places: dict[str, int] = {}
    moved: Counter[str] = Counter()
    while len(stacks) > 1:
        number = chance.choice(list(sits))
        losers = chance.sample(sorted(sits[number].items()), chance.randint(1, min(3, len(sits[number]) - 1)))
        winner = next(player for seat, player in sorted(sits[number].items()) if (seat, player) not in losers)
        gone = [placing.Out(player, stacks[player], stacks[player]) for _, player in losers]
        stacks[winner] += sum(stacks.pop(player) for _, player in losers)
        for seat, _ in losers:
            del sits[number][seat]
        deck = iter([Card(one) for one in chance.sample(range(52), 52)])
        for one in placing.places(placing.order_of(gone, "stake-then-draw", deck), len(stacks)):
            places[one.player] = one.place
        settle(sits, seats, chance, moved)
        sizes = [len(players) for players in sits.values()]
        assert max(sizes) - min(sizes) <= 1
        assert len(sits) == 1 or sum(sizes) > (len(sits) - 1) * seats
    places[next(iter(stacks))] = 1
    assert sum(stacks.values()) == 1_000 * entrants
    assert sorted(places.values()) == list(range(1, entrants + 1))
    assert moved
    paid = entrants // 10
    table = conditions(
        Prize(place=1, per_mille=400), Prize(place=2, per_mille=600), Prize(place=3, to=paid, cents=50_00)
    )
    assert sum(one.cents for one in prizes.awards(table, entrants, entrants * 100_00)) == entrants * 100_00


def settle(sits: dict[int, dict[int, str]], seats: int, chance: random.Random, moved: Counter[str]) -> None:
    """Break and balance as far as it goes."""

    def now() -> list[seating.TableSeats]:
        return [
            seating.TableSeats(number, seats, dict(players), chance.randint(1, seats))
            for number, players in sits.items()
        ]

    def carry_out(moves: list[seating.Move]) -> None:
        for move in moves:
            assert sits[move.from_table].pop(move.from_seat) == move.player
            assert move.to_seat not in sits[move.to_table]
            sits[move.to_table][move.to_seat] = move.player
            moved[move.player] += 1

    while len(sits) > 1 and sum(map(len, sits.values())) <= (len(sits) - 1) * seats:
        broken = max(sits)
        carry_out(seating.breaking_moves(now(), broken, chance.sample(range(len(sits[broken])), len(sits[broken]))))
        del sits[broken]
    carry_out(seating.balancing_moves(now()))


# -- when the director looks again -------------------------------------------------------------------------------------


def test_a_start_that_has_passed_without_enough_entries_is_no_moment_to_wait_for():
    starts = datetime(2026, 12, 4, 19, 30)
    at_ms = int(starts.replace(tzinfo=UTC).timestamp() * 1_000)
    host = Officer("hal", "hal", ("casino operator",))
    event = Tournament()
    conditions = fill("freeze-out", "house", Answers(starts="2026-12-04 19:30"))
    for order in (Publish("friday", conditions, host), OpenRegistration(host)):
        for one in decide(event, order, EventGiven(starts)):
            evolve(event, one)
    assert [due_ms(event, at_ms + later) for later in (-1, 0, 1)] == [at_ms, None, None]
