"""Money at the tables by the clauses: each number just below, at and just above."""

import pytest

from openfelt.cage.fees import MINUTE_MS, Anchor, TimeFee
from openfelt.cage.reports import Dated, commission_report, shift_report
from openfelt.errors import RuleViolation
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.room import AddStake, CloseHand, ComeBack, OpenHand, SitDown, SitOut, StandUp, purses
from openfelt.room.commands import TakeOff
from openfelt.room.evening import Evening
from openfelt.room.house_events import FeeOwed, FeePaid
from openfelt.room.orders import ChargeFees
from openfelt.room.postings import seat_postings
from openfelt.room.table_accounts import TableAccounts

HOURLY = {"hourly": 1_200}


def nsw(**fees):
    return standard_sign(
        "nsw-poker",
        "texas-holdem",
        seats=6,
        min_stake=10_000,
        max_stake=40_000,
        unit=100,
        commission=Commission(**fees),
    )


def act():
    return standard_sign("act-stud", "seven-card-stud", seats=6, min_stake=10_000, unit=50)


def us():
    return standard_sign("us-stud", "seven-card-stud", seats=6, min_stake=10_000, unit=50)


def room(sign, *players, purse=100_000):
    evening = Evening()
    evening.open("t", sign)
    for player in players:
        evening.issue(player, purse)
    return evening


def sit(evening, player, stake, minute=0, table="t"):
    evening.at_ms = minute * MINUTE_MS
    seat = next(seat for seat in range(1, 9) if seat not in evening.tables[table].table.places)
    return evening.give(table, SitDown(player, seat, stake, "post"))


def deal(evening, *players):
    table = evening.tables["t"].table
    for place in list(table.places.values()):
        if place.player not in players:
            evening.give("t", SitOut(place.player))
    return evening.give("t", OpenHand())


def close(evening, *, void=False, **won):
    table = evening.tables["t"].table
    stacks = {table.places[seat].player: table.places[seat].stack for seat in table.dealt}
    stacks |= {player: stacks[player] + amount for player, amount in won.items()}
    for player, amount in sorted(won.items(), key=lambda one: one[1]):
        source, target = (f"stake/t/{player}", "pot/t") if amount < 0 else ("pot/t", f"stake/t/{player}")
        evening.ledger.post(purses.transfer(abs(amount), source=source, target=target, reason="told", cites=()))
    by_seat = tuple((seat, stacks[table.places[seat].player]) for seat in table.dealt)
    return evening.give("t", CloseHand(by_seat, 0, void=void))


def time_is(evening, minute, table="t"):
    evening.at_ms = minute * MINUTE_MS
    return evening.give(table, ChargeFees())


def fees(events):
    return [(one.player, one.amount) for one in events if isinstance(one, FeePaid)]


def refused(evening, order, code, clause, table="t"):
    before = evening.digest()
    with pytest.raises(RuleViolation) as refusal:
        evening.give(table, order)
    assert refusal.value.answers_to(code), refusal.value.code
    assert clause in refusal.value.cites
    assert evening.digest() == before


def in_front(evening, *players, table="t"):
    return [evening.stake(table, player) for player in players]


@pytest.mark.parametrize(("amount", "good"), [(9_900, False), (10_000, True), (40_000, True), (40_100, False)])
def test_a_stake_is_within_the_limits_of_the_sign(amount, good):
    evening = room(nsw(), "ann")
    if good:
        sit(evening, "ann", amount)
        assert (evening.stake("t", "ann"), evening.purse("ann")) == (amount, 100_000 - amount)
    else:
        refused(evening, SitDown("ann", 1, amount), "stake", "nsw-poker 8.1")


def test_a_stake_is_in_chip_units_and_within_the_purse():
    evening = room(nsw(), "ann", purse=10_000)
    refused(evening, SitDown("ann", 1, 10_050), "unit", "nsw-poker 8.4")
    refused(evening, SitDown("ann", 1, 10_100), "purse", "nsw-poker 8.4")
    refused(evening, SitDown("ann", 1, -10_000), "stake", "nsw-poker 8.4")
    sit(evening, "ann", 10_000)
    refused(evening, SitDown("ann", 2, 10_000), "already-seated", "nsw-poker 7.11")
    refused(evening, AddStake("bob", 100), "not-seated", "nsw-poker 8.4")


def test_nsw_8_7_an_active_player_may_not_add_or_take_others_may_add():
    evening = room(nsw(), "ann", "bob", "cho")
    for player in ("ann", "bob", "cho"):
        sit(evening, player, 20_000)
    deal(evening, "ann", "bob")
    refused(evening, AddStake("ann", 100, at_once=True), "stake-frozen", "nsw-poker 8.7")
    refused(evening, TakeOff("ann", 100), "stake-frozen", "nsw-poker 8.7")
    refused(evening, TakeOff("ann", 100, "mel"), "stake-frozen", "nsw-poker 8.7")
    refused(evening, StandUp("ann", at_once=True), "in-hand", "nsw-poker 8.7")
    evening.give("t", AddStake("cho", 100, at_once=True))
    evening.give("t", TakeOff("cho", 300))
    assert evening.stake("t", "cho") == 19_800
    assert evening.ledger.balance("house") == 300, "goods and services are bought from the house"
    close(evening)
    evening.give("t", AddStake("ann", 20_000, at_once=True))
    evening.give("t", StandUp("ann", at_once=True))
    assert (evening.stake("t", "ann"), evening.purse("ann")) == (0, 100_000)


def test_nsw_8_7_1_other_removals_need_an_approval_and_go_to_the_purse():
    evening = room(nsw(), "ann")
    sit(evening, "ann", 20_000)
    (event,) = evening.give("t", TakeOff("ann", 5_000, "mel"))
    assert event.cites == ("nsw-poker 8.7.1",)
    assert (evening.stake("t", "ann"), evening.purse("ann")) == (15_000, 85_000)
    refused(evening, TakeOff("ann", 15_100, "mel"), "stake-too-small", "nsw-poker 8.7.1")
    refused(evening, TakeOff("ann", 50, "mel"), "unit", "nsw-poker 8.7.1")


@pytest.mark.parametrize(("left", "amount", "good"), [(0, 9_900, False), (0, 10_000, True), (100, 100, True)])
def test_nsw_8_4_a_stake_that_was_lost_is_bought_anew(left, amount, good):
    evening = room(nsw(), "ann")
    sit(evening, "ann", 20_000)
    evening.give("t", TakeOff("ann", 20_000 - left, "mel"))
    if good:
        evening.give("t", AddStake("ann", amount))
        assert evening.stake("t", "ann") == left + amount
    else:
        refused(evening, AddStake("ann", amount), "stake", "nsw-poker 8.2.1")


@pytest.mark.parametrize(
    ("sign", "frozen", "kept"),
    [(act(), "act-stud 4.4", "act-stud 4.3"), (us(), "us-stud wagers(3)(i)", "us-stud wagers(3)(i)")],
)
def test_elsewhere_nobody_adds_during_a_round_and_nothing_is_taken_off(sign, frozen, kept):
    evening = room(sign, "ann", "bob", "cho")
    for player in ("ann", "bob", "cho"):
        sit(evening, player, 20_000)
    deal(evening, "ann", "bob")
    refused(evening, AddStake("cho", 100, at_once=True), "stake-frozen", frozen)
    close(evening)
    evening.give("t", AddStake("cho", 100, at_once=True))
    for approver in ("", "mel"):
        refused(evening, TakeOff("cho", 100, approver), "no-removal", kept)


def test_nsw_3_3_2_the_fee_per_hand_is_taken_from_each_player_dealt_and_returned_when_void():
    evening = room(nsw(per_hand=200), "ann", "bob", "cho")
    for player in ("ann", "bob", "cho"):
        sit(evening, player, 10_000)
    deal(evening, "ann", "bob")
    assert in_front(evening, "ann", "bob", "cho") == [9_800, 9_800, 10_000]
    assert evening.ledger.balance("commission/t/per-hand") == 400
    close(evening, void=True)
    assert evening.ledger.balance("commission/t/per-hand") == 0
    assert evening.stake("t", "ann") == 10_000
    evening.give("t", OpenHand())
    close(evening)
    assert evening.ledger.balance("commission/t/per-hand") == 400


def test_a_hand_fee_that_would_leave_nothing_to_play_with_comes_from_the_purse():
    evening = room(nsw(per_hand=200), "ann", "bob", purse=10_200)
    sit(evening, "ann", 10_000)
    sit(evening, "bob", 10_200)
    evening.give("t", TakeOff("ann", 9_800))
    evening.give("t", OpenHand())
    assert (evening.stake("t", "ann"), evening.purse("ann")) == (200, 0)
    close(evening, void=True)
    assert (evening.stake("t", "ann"), evening.purse("ann")) == (200, 200), "back to where it came from"


@pytest.mark.parametrize(
    ("minute", "share"),
    [(0, 1_200), (14, 1_200), (15, 900), (29, 900), (30, 600), (44, 600), (45, 300), (59, 300), (60, 1_200)],
)
def test_nsw_3_3_3_2_a_later_arrival_pays_by_quarter_hours_a_started_one_in_full(minute, share):
    evening = room(nsw(**HOURLY), "ann")
    sit(evening, "ann", 10_000, minute)
    assert evening.ledger.balance("commission/t/time") == share


@pytest.mark.parametrize(("hours", "first"), [("game", 1_200), ("clock", 900)])
def test_nsw_3_3_3_2_hours_count_from_the_start_of_the_game_or_of_the_clock_as_the_sign_says(hours, first):
    evening = Evening()
    evening.at_ms = 20 * MINUTE_MS
    evening.open("t", nsw(hours=hours, **HOURLY))
    evening.issue("ann", 100_000)
    sit(evening, "ann", 10_000, 20)
    assert evening.ledger.balance("commission/t/time") == first
    assert fees(time_is(evening, 60)) == ([("ann", 1_200)] if hours == "clock" else [])
    assert fees(time_is(evening, 80)) == ([] if hours == "clock" else [("ann", 1_200)])


def test_nsw_3_3_3_2_settings_for_the_part_step_the_anchor_and_the_remainder():
    free = TimeFee(1_200, part_step_free=True)
    assert [free.share(0, minute * MINUTE_MS, unit=100) for minute in (0, 1, 15, 16, 46, 59)] == [
        1200,
        900,
        900,
        600,
        0,
        0,
    ]
    start = 10 * MINUTE_MS
    assert TimeFee(1_200).period(start, 65 * MINUTE_MS) == (10 * MINUTE_MS, 70 * MINUTE_MS)
    assert TimeFee(1_200, anchor=Anchor.CLOCK_HOUR).period(start, 65 * MINUTE_MS) == (60 * MINUTE_MS, 120 * MINUTE_MS)
    # Three quarters of $5 are $3.75: $3 in dollar chips, what is left over is not charged (house 11.4).
    assert TimeFee(500).share(0, 15 * MINUTE_MS, unit=100) == 300


def test_nsw_3_3_3_the_hour_is_charged_in_advance_to_everyone_seated_once():
    evening = room(nsw(**HOURLY), "ann", "bob", "cho")
    sit(evening, "ann", 10_000)
    sit(evening, "cho", 10_000)
    sit(evening, "bob", 10_000, 50)
    deal(evening, "ann", "cho")
    assert time_is(evening, 59) == ()
    paid = {one.player: one for one in time_is(evening, 60)}
    assert [paid[player].amount for player in ("ann", "bob", "cho")] == [1_200, 1_200, 1_200]
    assert "nsw-poker 3.3.3.5" in paid["bob"].cites, "who is not dealt in pays too"
    assert "nsw-poker 3.3.3.5" not in paid["ann"].cites
    assert time_is(evening, 61) == ()
    assert evening.ledger.balance("commission/t/time") == 2_400 + 300 + 3_600


def test_nsw_3_3_3_4_leaving_early_brings_no_refund():
    evening = room(nsw(**HOURLY), "ann")
    sit(evening, "ann", 10_000)
    (left,) = evening.give("t", StandUp("ann"))
    assert "nsw-poker 3.3.3.4" in left.cites
    assert evening.purse("ann") == 100_000 - 1_200
    sit(evening, "ann", 10_000, 10)
    assert evening.purse("ann") == 90_000 - 2_400, "a voluntary return is a new arrival"


def test_nsw_3_3_3_3_a_player_moved_by_order_does_not_pay_again_before_the_next_charge():
    evening = room(nsw(sitting=500, **HOURLY), "ann")
    evening.at_ms = 30 * MINUTE_MS
    evening.open("u", nsw(sitting=500, **HOURLY))
    sit(evening, "ann", 10_000)
    sent, received = evening.move("ann", "t", "u", 3, by="flo")
    assert "nsw-poker 3.3.3.3" in sent.cites
    assert (sent.act, received.who.paid_until_ms) == (received.act, 60 * MINUTE_MS)
    assert (evening.stake("u", "ann"), evening.ledger.balance(f"transit/{sent.act}")) == (10_000, 0)
    # Paid to minute 60; the other table's hour runs from 30 to 90, two quarters of which are paid.
    (charged,) = time_is(evening, 30, "u")
    assert (charged.amount, charged.paid_until_ms) == (600, 90 * MINUTE_MS)
    assert evening.ledger.balance("commission/u/sitting") == 0


def test_nsw_8_5_only_a_player_of_a_broken_game_keeps_a_short_stake():
    evening = room(nsw(), "ann")
    evening.open("u", nsw())
    sit(evening, "ann", 10_000)
    evening.give("t", TakeOff("ann", 100))
    before = evening.digest()
    with pytest.raises(RuleViolation, match="outside the limits of u"):
        evening.move("ann", "t", "u", 1)
    assert evening.digest() == before
    sent, received = evening.move("ann", "t", "u", 1, broken_game=True)
    assert "nsw-poker 8.5" in sent.cites
    assert "nsw-poker 8.5" in received.cites
    assert evening.stake("u", "ann") == 9_900
    with pytest.raises(RuleViolation, match="sits at u already"):
        evening.move("ann", "u", "u", 2)


def test_nsw_3_3_3_1_a_fee_for_the_table_is_shared_by_those_seated_at_the_mark():
    evening = room(nsw(hourly=1_000, shared=True), "ann", "bob", "cho", "dee")
    for player in ("ann", "bob", "cho"):
        sit(evening, player, 10_000)
    assert [amount for _, amount in fees(time_is(evening, 0))] == [300, 300, 300]
    sit(evening, "dee", 10_000, 20)
    assert time_is(evening, 30) == (), "the hour is shared out already"
    assert [amount for _, amount in fees(time_is(evening, 60))] == [200, 200, 200, 200]


def test_house_11_5_a_fee_due_in_a_round_waits_for_its_end_and_nobody_plays_on_credit():
    evening = room(nsw(**HOURLY), "ann", "bob", purse=11_200)
    sit(evening, "ann", 10_000)
    sit(evening, "bob", 10_000)
    evening.give("t", OpenHand())
    assert [type(event) for event in time_is(evening, 60)] == [FeeOwed, FeeOwed]
    assert evening.stake("t", "ann") == 10_000, "nsw-poker 8.7: the stake is frozen"
    made = close(evening, ann=-9_000, bob=9_000)
    assert [(one.player, one.from_stake, one.amount) for one in made if isinstance(one, FeePaid)] == [
        ("bob", True, 1_200)
    ]
    time_is(evening, 61)
    refused(evening, ComeBack("ann", "post"), "fee-owed", "house 11.5")
    evening.issue("ann", 1_200)
    (settled, *_) = time_is(evening, 61)
    assert (settled.player, settled.amount, settled.from_stake) == ("ann", 1_200, False)
    assert evening.tables["t"].owed == {}


def test_nsw_3_3_3_6_the_sitting_fee_is_paid_once_a_session():
    evening = room(nsw(sitting=500), "ann", purse=10_400)
    refused(evening, SitDown("ann", 1, 10_000), "purse", "nsw-poker 8.4")
    evening.issue("ann", 100)
    sit(evening, "ann", 10_000)
    assert evening.ledger.balance("commission/t/sitting") == 500


def test_act_15_3_the_time_charge_is_prepaid_for_a_whole_period_from_arrival_and_kept():
    evening = room(act().replace(commission=Commission("time", hourly=600, most=600)), "ann")
    sit(evening, "ann", 10_000, 7)
    assert evening.ledger.balance("commission/t/time") == 600
    assert time_is(evening, 66) == ()
    (charged,) = time_is(evening, 67)
    assert (charged.amount, charged.cites) == (600, ("act-stud 15.3",))
    evening.give("t", StandUp("ann"))
    assert evening.purse("ann") == 100_000 - 1_200


@pytest.mark.parametrize(
    "make",
    [lambda: TimeFee(0), lambda: TimeFee(100, period_minutes=0), lambda: TimeFee(100, step_minutes=25)],
)
def test_charges_that_make_no_sense_are_refused(make):
    with pytest.raises(RuleViolation):
        make()


def test_the_shift_report_leads_from_the_opening_to_the_closing_balance():
    evening = room(nsw(per_hand=200, **HOURLY))
    dated = []

    def at(minute, order):
        evening.at_ms = minute * MINUTE_MS
        made = evening.give("t", order)
        dated.extend(Dated(evening.at_ms, line) for event in made for line in seat_postings(TableAccounts("t"), event))

    for player in ("ann", "bob"):
        dated.extend(Dated(0, line) for line in purses.postings(evening.issue(player, 50_000)))
    at(1, SitDown("ann", 1, 10_000))
    at(1, SitDown("bob", 2, 10_000))
    at(60, ChargeFees())
    at(60, OpenHand())
    at(60, CloseHand(((1, 9_800), (2, 9_800)), 0))
    at(120, OpenHand())
    at(120, CloseHand(((1, 9_600), (2, 9_600)), 0, void=True))
    at(180, ChargeFees())
    at(180, StandUp("ann"))
    hour = 60 * MINUTE_MS
    report = shift_report(dated, from_ms=hour, to_ms=3 * hour)
    assert report.commission.tables == {"t": {"per-hand": 400, "time": 2_400}}
    assert report.opening == {"commission": 2_400, "issued": -100_000, "purse": 77_600, "stake": 20_000}
    assert report.closing == {"commission": 5_200, "issued": -100_000, "purse": 75_200, "stake": 19_600}
    for kind in report.closing:
        assert report.opening.get(kind, 0) + sum(report.moved.get(kind, {}).values()) == report.closing[kind]
    assert sum(report.closing.values()) == 0
    assert commission_report(dated, from_ms=3 * hour, to_ms=3 * hour + 1).total == 2_400


def test_redeeming_more_than_there_is_is_refused():
    evening = room(nsw(), "ann")
    for amount, clause in ((100_001, "house 11.1"), (0, "house 11.1"), (-5, "house 11.1")):
        with pytest.raises(RuleViolation) as refusal:
            evening.redeem("ann", amount)
        assert clause in refusal.value.cites
    evening.redeem("ann", 100_000)
    assert evening.ledger.balances() == {}
