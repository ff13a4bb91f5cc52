"""A table from hand to hand: button, owed blinds, comings and goings, notices; chips conserved through all of it."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.cards import deck
from openfelt.errors import InvariantBroken, RuleViolation
from openfelt.floor import Author, RuleOn, Use, read_incident, read_power
from openfelt.games.policy import policy
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.room import (
    AddStake,
    ApplyNotice,
    ChangeSeat,
    CloseHand,
    ComeBack,
    GiveNotice,
    GiveRules,
    KeepSeat,
    OpenHand,
    SendAway,
    SitDown,
    SitOut,
    StandUp,
    Vacate,
    begin,
    decide,
    evolve,
    open_table,
)
from openfelt.room import events as r
from openfelt.room.draft import Draft
from openfelt.room.evening import Evening
from openfelt.room.state import TableState
from openfelt.service.deck.shoe import SeededShoe
from openfelt.table import Fold, legal, open_hand, play, start
from tests.conftest import count
from tests.properties.random_tables import random_command, random_shoe

MINUTE = 60_000
MEL = Author("mel", "supervisor")


def table_of(rulebook="nsw-poker", game="texas-holdem", seats=(), **changes):
    table = begin(open_table("t", standard_sign(rulebook, game, **changes)))
    for seat in seats:
        do(table, SitDown(f"p{seat}", seat, 20_000))
    return table


def do(table, command):
    made = decide(table, command)
    for event in made:
        evolve(table, event)
    return made


def hand(table, winner=None):
    """Open a hand and close it without a change of chips, or with one chip unit for a winner."""
    opened = do(table, OpenHand())[-1]
    do(table, CloseHand(tuple((seat, table.places[seat].stack) for seat in opened.seats), 0))
    return opened


def refused(table, command):
    with pytest.raises(RuleViolation) as caught:
        decide(table, command)
    return caught.value.code, caught.value.cites


def test_first_button_is_on_the_dealers_right_and_moves_clockwise():
    table = table_of(seats=(2, 5, 7))
    assert [hand(table).button for _ in range(4)] == [7, 2, 5, 7]  # 9.1, 9.2


def test_blinds_follow_the_button_and_heads_up_the_button_posts_first():
    table = table_of(seats=(2, 5, 7))
    assert hand(table).blinds == ((2, 100), (5, 200))
    do(table, StandUp("p5"))
    opened = hand(table)
    assert opened.button == 2
    assert opened.blinds == ((2, 100), (7, 200))  # 9.8


def test_a_misdeal_keeps_the_button():
    table = table_of(seats=(1, 2, 3))
    opened = do(table, OpenHand())[-1]
    do(table, CloseHand(tuple((seat, 20_000) for seat in opened.seats), 0, keep_button=True))
    assert hand(table).button == opened.button


def test_an_absent_player_misses_blinds_and_posts_or_waits():
    table = table_of(seats=(1, 2, 3, 4))
    hand(table)  # button 4, blinds 1 and 2
    do(table, SitOut("p3"))
    missed = [event for event in do(table, OpenHand()) if isinstance(event, r.BlindMissed)]
    assert [(event.seat, event.blind) for event in missed] == [(3, 2)]  # 3 was due the second blind
    do(table, CloseHand(tuple((seat, 20_000) for seat in table.dealt), 0))
    posting, waiting = decide(table, ComeBack("p3", "post")), decide(table, ComeBack("p3", "wait"))
    assert posting[0].cites == ("nsw-poker 8.8.3.1",)
    assert waiting[0].cites == ("nsw-poker 8.8.3.2",)
    for event in posting:
        evolve(table, event)
    opened = hand(table)
    assert 3 in opened.seats
    assert (3, 200, 0) in opened.late or (3, 100) in opened.blinds or (3, 200) in opened.blinds


def test_missed_blinds_are_live_up_to_the_last_and_dead_above():
    table = table_of(seats=(1, 2, 3, 4, 5, 6))
    hand(table)
    do(table, SitOut("p3"))
    hand(table)
    hand(table)  # both blinds have passed seat 3
    assert table.places[3].missed == (1, 2)
    hand(table)
    do(table, ComeBack("p3", "post"))
    opened = hand(table)
    assert (3, 200, 100) in opened.late  # 8.8.3.1


def test_a_returner_who_waits_comes_in_on_the_last_blind():
    table = table_of(seats=(1, 2, 3, 4, 5))
    hand(table)
    do(table, SitOut("p3"))
    for _ in range(3):
        hand(table)
    do(table, ComeBack("p3", "wait"))
    seen = []
    for _ in range(6):
        opened = hand(table)
        seen.append((3 in opened.seats, dict(opened.blinds).get(3)))
    first = next(entry for entry in seen if entry[0])
    assert first == (True, 200)  # 8.8.3.2


def test_a_newcomer_posts_the_table_minimum_or_waits():
    table = table_of(seats=(1, 2, 3))
    hand(table)
    taken = do(table, SitDown("new", 5, 20_000, "post"))[0]
    assert (taken.entry, taken.cites) == ("post", ("nsw-poker 8.8.5.1",))
    opened = hand(table)
    assert (5, 200, 0) in opened.late or dict(opened.blinds).get(5) == 200
    waiting = do(table, SitDown("newer", 6, 20_000, "wait"))[0]
    assert waiting.cites == ("nsw-poker 8.8.5.2",)
    opened = hand(table)
    assert 6 not in opened.seats or dict(opened.blinds)[6] == 200


def test_no_newcomer_enters_on_the_button_under_act_stud():
    blinds = {"ante": 0, "blinds": (100, 200)}
    table = table_of("act-stud", "seven-card-stud", seats=(1, 2, 3), **blinds)
    for _ in range(4):
        hand(table)  # the first orbit is over, the button is at 3
    assert table.button == 3
    do(table, SitDown("new", 4, 20_000, "post"))
    opened = do(table, OpenHand())[-1]
    assert opened.button != 4 or 4 not in opened.seats  # 17.11
    assert 4 not in opened.seats
    twin = table_of("nsw-poker", "texas-holdem", seats=(1, 2, 3))
    for _ in range(4):
        hand(twin)
    do(twin, SitDown("new", 4, 20_000, "post"))
    assert 4 in hand(twin).seats


def test_the_first_orbit_is_free_under_act_stud_only():
    blinds = {"ante": 0, "blinds": (100, 200)}
    act = table_of("act-stud", "seven-card-stud", seats=(1, 2), **blinds)
    hand(act), hand(act)  # button at 2 then 1
    assert decide(act, SitDown("new", 5, 20_000))[0].entry in {"now", "wait"}
    nsw = table_of(seats=(1, 2))
    hand(nsw)
    assert decide(nsw, SitDown("new", 5, 20_000))[0].entry == "wait"


def test_seat_change_past_more_than_two_players_owes_a_blind():
    table = table_of(seats=(1, 2, 3, 4, 5, 6))
    hand(table)
    assert decide(table, ChangeSeat("p3", 7))[0].entry == "wait"  # 4, 5, 6 now have the last blind first
    table = table_of(seats=(1, 2, 3, 4, 5))
    hand(table)
    assert decide(table, ChangeSeat("p3", 6))[0].entry == "now"  # 4 and 5: exactly two is free
    assert decide(table, ChangeSeat("p3", 6))[0].cites == ("nsw-poker 8.8.4",)


@given(st.sets(st.integers(1, 8), min_size=3, max_size=7), st.integers(0, 8), st.data())
def test_a_move_between_the_same_neighbours_is_free_and_every_move_can_be_taken_back(seats, rounds, data):
    """What counts is the order of the players round the table, not the way the chair was carried."""
    table = table_of(seats=tuple(sorted(seats)))
    for _ in range(1 + rounds):
        hand(table)
    seat = data.draw(st.sampled_from(sorted(seats)))
    to = data.draw(st.sampled_from([one for one in range(1, 9) if one not in seats]))
    ring = [one for one in (*range(seat + 1, 9), *range(1, seat)) if one in seats]
    moved = do(table, ChangeSeat(f"p{seat}", to))[0]
    after = [one for one in (*range(to + 1, 9), *range(1, to)) if one in seats and one != seat]
    if after == ring and table.last_blind != seat:
        assert (moved.put_off, moved.entry) == (0, "now")
    assert (moved.entry == "now") == (moved.put_off <= 2)
    assert do(table, ChangeSeat(f"p{seat}", seat))[0].put_off == -moved.put_off
    assert table.places[seat].put_off == 0


@pytest.mark.parametrize(
    ("stake", "allowed"), [(3_950, False), (4_000, True), (40_000, True), (40_050, False), (4_025, False)]
)
def test_stakes_are_within_the_sign(stake, allowed):
    table = table_of()
    if allowed:
        assert decide(table, SitDown("ann", 1, stake))
    else:
        assert refused(table, SitDown("ann", 1, stake))[1] == ("nsw-poker 8.4", "nsw-poker 8.1")


def test_chips_are_added_between_hands_and_wait_during_one():
    table = table_of(seats=(1, 2))
    assert isinstance(decide(table, AddStake("p1", 50))[0], r.StakeAdded)
    do(table, OpenHand())
    queued = do(table, AddStake("p1", 50))[0]
    assert isinstance(queued, r.StakeQueued)
    assert queued.cites == ("nsw-poker 8.7",)
    do(table, CloseHand(((1, 20_000), (2, 20_000)), 0))
    assert table.places[1].stack == 20_050


def test_a_player_in_a_hand_leaves_when_it_is_over():
    table = table_of(seats=(1, 2, 3))
    do(table, OpenHand())
    assert isinstance(do(table, StandUp("p1"))[0], r.LeaveAsked)
    made = do(table, CloseHand(((1, 19_000), (2, 21_000), (3, 20_000)), 0))
    assert made[-1].stake == 19_000
    assert 1 not in table.places


def test_whoever_has_asked_to_leave_may_stay_after_all_but_not_when_excluded():
    table = table_of(seats=(1, 2, 3))
    do(table, OpenHand())
    with pytest.raises(RuleViolation, match="p1 has not asked to leave"):
        decide(table, KeepSeat("p1"))
    do(table, StandUp("p1"))
    assert do(table, KeepSeat("p1")) == (r.LeaveWithdrawn(1, ("nsw-poker 6.1", "nsw-poker 2.1")),)
    do(table, StandUp("p2"))
    do(table, SendAway("p2", ("nsw-poker 27.13",)))
    do(table, CloseHand(((1, 19_000), (2, 21_000), (3, 20_000)), 0))
    assert sorted(table.places) == [1, 3]


def test_declared_players_may_not_add_and_leave_when_broke():
    table = table_of("act-stud", "seven-card-stud", seats=(1, 2))
    do(table, OpenHand())
    do(table, CloseHand(((1, 3_000), (2, 37_000)), 0))
    made = do(table, OpenHand())
    assert isinstance(made[0], r.Declared)
    assert refused(table, AddStake("p1", 1_000)) == ("declared", ("act-stud 14.3",))
    closed = do(table, CloseHand(((1, 0), (2, 40_000)), 0))
    assert isinstance(closed[-1], r.SeatLeft)


def test_a_new_sign_needs_three_rounds_or_consent_and_a_higher_minimum_twenty_minutes():
    table = table_of(seats=(1, 2))
    same = table.sign.replace(straddle=True)
    do(table, GiveNotice(0, same))
    for _ in range(2):
        hand(table)
    assert refused(table, ApplyNotice(0))[0] == "notice"
    hand(table)
    assert isinstance(decide(table, ApplyNotice(0))[0], r.SignChanged)
    dearer = standard_sign(
        "nsw-poker", "texas-holdem", blinds=(200, 400), limit=type(table.sign.limit)("no-limit", 400)
    )
    do(table, GiveNotice(0, dearer, consent=True))
    assert refused(table, ApplyNotice(20 * MINUTE - 1)) == ("notice", ("nsw-poker 8.3.3",))
    assert isinstance(decide(table, ApplyNotice(20 * MINUTE))[0], r.SignChanged)


def test_a_table_with_players_closes_after_twenty_minutes():
    table = table_of(seats=(1, 2))
    do(table, GiveNotice(1_000))
    assert refused(table, SitDown("late", 3, 20_000))[0] == "table-closing"
    assert refused(table, ApplyNotice(1_000 + 20 * MINUTE - 1)) == ("notice", ("nsw-poker 27.9",))
    assert isinstance(do(table, ApplyNotice(1_000 + 20 * MINUTE))[0], r.TableClosed)
    assert refused(table, OpenHand())[0] == "table-closed"


def test_two_seats_for_one_player_and_taken_seats_are_refused():
    table = table_of(seats=(1,))
    assert refused(table, SitDown("p1", 2, 20_000)) == ("already-seated", ("nsw-poker 7.11",))
    assert refused(table, SitDown("ann", 1, 20_000))[0] == "seat-not-free"
    assert refused(table, SitDown("ann", 99, 20_000))[0] == "seat-not-free"
    assert refused(table, OpenHand())[0] == "too-few-players"


EVENINGS = [
    ("nsw-poker", "texas-holdem", {}),
    ("nsw-poker", "texas-holdem", {"blinds": (50, 100, 200), "seats": 11}),
    ("nsw-poker", "two-card-manila", {"deck": 32}),
    ("nsw-poker", "seven-card-stud", {"deck": 32, "seats": 5}),
    ("act-stud", "seven-card-stud", {"ante": 0, "blinds": (100, 200)}),
    ("act-stud", "seven-card-stud", {"ante": 0, "blinds": (100, 300, 400)}),
    ("us-stud", "razz", {}),
    ("house", "omaha-8", {}),
]


@pytest.mark.parametrize(("rulebook", "game", "changes"), EVENINGS)
def test_a_long_evening_conserves_chips(rulebook, game, changes):
    """Random comings and goings around real hands; the same events fold into the same table."""
    for number in range(count(2, 50)):
        rng = random.Random(f"evening {rulebook} {game} {number}")
        first = open_table("t", standard_sign(rulebook, game, **changes))
        table, twin = begin(first), begin(first)
        bought = left = taken = 0
        for step in range(60):
            made = comings_and_goings(rng, table, step)
            try:
                made += (events := do(table, OpenHand()))
            except RuleViolation:
                events = ()
            if events:
                opened = events[-1]
                require_sound(table, opened)
                stacks, fee = play_hand(rng, table, opened)
                taken += fee
                made += do(table, CloseHand(stacks, fee))
            for event in made:
                evolve(twin, event)
                bought += event.stake if isinstance(event, r.SeatTaken) else 0
                bought += event.amount if isinstance(event, r.StakeAdded | r.StakeQueued) else 0
                left += event.stake if isinstance(event, r.SeatLeft) else 0
            assert table.money == bought - left - taken
            assert twin == table


@pytest.mark.parametrize(
    ("rulebook", "game", "changes"), [one for one in EVENINGS if one[0] in {"nsw-poker", "act-stud"}]
)
def test_a_misdealt_hand_is_dealt_again_to_the_same_players(rulebook, game, changes):
    """Whatever happens in between: who is still there is dealt in, posts the same and owes the same."""
    same = 0
    for number in range(count(4, 60)):
        rng = random.Random(f"misdeals {rulebook} {game} {number}")
        table = begin(open_table("t", standard_sign(rulebook, game, **changes)))
        for step in range(60):
            comings_and_goings(rng, table, step)
            try:
                opened = do(table, OpenHand())[-1]
            except RuleViolation:
                continue
            misdealt = rng.random() < 0.5
            players = {seat: table.places[seat].player for seat in opened.seats}
            do(table, CloseHand(stacks_of(table), 0, keep_button=misdealt))
            if not misdealt:
                continue
            if rng.random() < 0.5:
                comings_and_goings(rng, table, f"again {step}")
            there = [
                seat
                for seat, player in players.items()
                if (place := table.places.get(seat)) and place.player == player and place.status != "out"
            ]
            if len(there) < 3:
                continue
            again = do(table, OpenHand())[-1]
            assert set(again.seats) <= set(opened.seats)
            assert again.button == opened.button
            assert play_hand(rng, table, again)
            kept = [(seat, chips) for seat, chips in opened.blinds if seat in again.seats]
            assert [post for post in again.blinds if post in kept] == kept
            assert not opened.blinds or again.blinds[-1][1] == opened.blinds[-1][1]
            if len(there) == len(players) == len(again.seats):
                same += 1
                assert (again.seats, again.blinds, again.late) == (opened.seats, opened.blinds, opened.late)
            do(table, CloseHand(stacks_of(table), 0))
    assert same


def stacks_of(table):
    return tuple((seat, table.places[seat].stack) for seat in table.dealt)


@pytest.mark.parametrize(
    ("order", "counts", "again"),
    [
        (Use(read_power("void-round", {}), MEL, "fire"), False, False),
        (RuleOn(read_incident("not-shuffled", {"what": "cut"}), MEL, "seen now", "misdeal"), False, True),
        (None, True, False),
    ],
)
def test_the_service_tells_the_room_which_rounds_were_completed(order, counts, again):
    table = table_of(seats=(1, 2, 3))
    do(table, GiveNotice(0, table.sign.replace(straddle=True)))
    draft = Draft(TableState(table), Evening())
    draft.shoe = SeededShoe(tuple(deck(52).cards), bytes(32))
    draft.seat(OpenHand())
    draft.start(draft.events[-1], "a hand")
    if order is not None:
        draft.rule(order)
    while draft.table.in_hand:
        draft.play(Fold(draft.hand.seat_to_act))
    assert (draft.table.notice_rounds, draft.table.redeal is not None) == (counts, again)
    assert draft.table.money == 60_000


def test_a_hand_closed_before_void_rounds_were_told_apart_still_folds():
    text = b'{"type":"HandClosed","number":1,"stacks":[[1,20000],[2,20000]],"taken":0,"cites":["nsw-poker 9.2"]}'
    event = msgspec.json.decode(text, type=r.HandClosed)
    table = table_of(seats=(1, 2))
    do(table, OpenHand())
    evolve(table, event)
    assert (event.void, table.in_hand, table.redeal) == (False, False, None)


@pytest.mark.parametrize(("stack", "taken"), [(20_000, 1), (19_999, 0), (20_001, 0), (19_999, 2)])
def test_no_round_of_play_makes_or_loses_chips(stack, taken):
    table = table_of(seats=(1, 2))
    do(table, OpenHand())
    with pytest.raises(InvariantBroken):
        do(table, CloseHand(((1, stack), (2, 20_000)), taken))


@pytest.mark.parametrize(("by", "dealt"), [(0, False), (50, True), (3_950, True)])
def test_a_stake_given_back_by_a_ruling_is_no_new_stake(by, dealt):
    table = table_of(seats=(1, 2, 3))
    opened = do(table, OpenHand())[-1]
    do(table, CloseHand(((1, 0), (2, 40_000), (3, 20_000)), 0))
    if by:
        evolve(table, r.StakeCorrected(1, "p1", by, opened.cites))
        evolve(table, r.StakeCorrected(2, "p2", -by, opened.cites))
    assert (1 in hand(table).seats) == dealt


def require_sound(table, opened):
    """Blinds in ascending order on different players, clockwise from the button; nobody dealt in who is away."""
    blinds = table.sign.blinds
    assert len(set(opened.seats)) == len(opened.seats) >= 2
    assert opened.button in opened.seats or not opened.button
    assert all(table.places[seat].stack for seat in opened.seats)
    assert len({seat for seat, _ in opened.blinds}) == len(opened.blinds)
    assert {seat for seat, _ in opened.blinds} <= set(opened.seats)
    assert tuple(chips for _, chips in opened.blinds) == blinds[-len(opened.blinds) :] if blinds else not opened.blinds
    if len(opened.seats) > 2 or not policy(table.sign.rulebook).heads_up_button_first:
        order = [(seat - opened.button - 1) % 100 for seat, _ in opened.blinds]
        assert order == sorted(order)
    for seat, live, dead in opened.late:
        assert seat in opened.seats
        assert live + dead > 0
        assert live + dict(opened.blinds).get(seat, 0) <= blinds[-1]


def comings_and_goings(rng, table, step):
    made = []
    for _ in range(3):
        player = f"p{rng.randint(1, 12)}"
        command = rng.choice(
            [
                SitDown(player, rng.randint(1, table.sign.seats), 20_000, rng.choice(["post", "wait"])),
                SitDown(f"n{step}", rng.randint(1, table.sign.seats), 4_000, "post"),
                StandUp(player),
                SitOut(player, at_blind=rng.random() < 0.5),
                ComeBack(player, rng.choice(["post", "wait"])),
                ChangeSeat(player, rng.randint(1, table.sign.seats), rng.choice(["post", "wait"])),
                AddStake(player, 1_000),
                Vacate(player, "flo"),
                GiveRules(player),
            ]
        )
        before = repr(table)
        try:
            made += do(table, command)
        except RuleViolation as refusal:
            assert (bool(refusal.cites), repr(table)) == (True, before)  # noqa: PT017 - whatever is refused
    return made


@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_freeze_out_is_played_to_its_winner(players):
    """Random hands until one is left: chips stay the same, blinds go up by the least bet for each player out."""
    for number in range(count(3, 100)):
        rng = random.Random(f"freeze out {players} {number}")
        sign = standard_sign("nsw-poker", "texas-holdem", min_stake=2_000, max_stake=2_000, commission=Commission())
        table = begin(open_table("t", sign, freeze_out=True, approved_by="mel"))
        for seat in range(1, players + 1):
            do(table, SitDown(f"p{seat}", seat, 2_000, consent=True))
        while not table.closed:
            opened = do(table, OpenHand())[-1]
            stacks, _ = play_hand(rng, table, opened)
            made = do(table, CloseHand(stacks, 0))
            out = players - len(table.places)
            assert table.money == 2_000 * players
            if not table.closed:
                assert table.sign.blinds == (100 + 200 * out, 200 + 200 * out)
        assert isinstance(made[-1], r.FreezeOutWon)
        assert made[-1].stake == 2_000 * players


def play_hand(rng, table, opened):
    players = [(seat, table.places[seat].stack) for seat in opened.seats]
    blinds = opened.blinds if table.sign.blinds else None
    first = start(table.sign, players, button=opened.button, blinds=blinds, late=opened.late)
    shoe = random_shoe(rng, table.sign)
    going, _ = open_hand(first, shoe)
    while not going.is_over:
        assert legal(going)
        play(going, random_command(rng, going), shoe)
    stacks = dict(players) | dict(zip(going.seats, going.stacks, strict=True))
    return tuple(stacks.items()), going.taken
