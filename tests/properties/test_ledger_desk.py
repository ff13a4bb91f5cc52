"""The cash desk by the clauses: each number just below, at and just above."""

import pytest

from openfelt.cage import Cage, Terms, acts, decide, evolve, postings_of
from openfelt.cage.acts import (
    BuyIn,
    ChargeTime,
    EndRound,
    FeeCharged,
    FeeOwed,
    IssueChips,
    Leave,
    MoveByOrder,
    OpenTable,
    StartRound,
    TakeOff,
    TopUp,
)
from openfelt.cage.fees import MINUTE_MS, Anchor, HandFee, SittingFee, TimeFee, act_time_fee, time_purchase
from openfelt.cage.moves import awarded, wagered
from openfelt.cage.reports import Dated, commission_report, shift_report
from openfelt.errors import RuleViolation

HOURLY = TimeFee(1_200)


def room(terms, *players, purse=100_000):
    cage = Cage()
    run(cage, OpenTable("t", terms, 0))
    for player in players:
        run(cage, IssueChips(player, purse))
    return cage


def run(cage, *commands):
    events = []
    for command in commands:
        for event in decide(cage, command):
            evolve(cage, event)
            events.append(event)
    return events


def refused(cage, command, code, clause):
    with pytest.raises(RuleViolation) as refusal:
        decide(cage, command)
    assert refusal.value.code == code
    assert clause in refusal.value.cites


def nsw(**fields):
    return Terms("nsw-poker", 10_000, 40_000, 100, **fields)


def act(**fields):
    return Terms("act-stud", 10_000, None, 100, **fields)


@pytest.mark.parametrize(("amount", "good"), [(9_900, False), (10_000, True), (40_000, True), (40_100, False)])
def test_a_stake_is_within_the_limits_of_the_sign(amount, good):
    cage = room(nsw(), "ann")
    if good:
        run(cage, BuyIn("t", "ann", amount, 0))
        assert (cage.stake("t", "ann"), cage.purse("ann")) == (amount, 100_000 - amount)
    else:
        refused(cage, BuyIn("t", "ann", amount, 0), "stake-limits", "nsw-poker 8.1")


def test_a_stake_is_in_chip_units_and_within_the_purse():
    cage = room(nsw(), "ann", purse=10_000)
    refused(cage, BuyIn("t", "ann", 10_050, 0), "not-in-units", "nsw-poker 8.4")
    refused(cage, BuyIn("t", "ann", 10_100, 0), "purse-too-small", "nsw-poker 8.4")
    refused(cage, BuyIn("t", "ann", -10_000, 0), "bad-amount", "house 11.1")
    run(cage, BuyIn("t", "ann", 10_000, 0))
    refused(cage, BuyIn("t", "ann", 10_000, 0), "seated", "nsw-poker 8.1")
    refused(cage, BuyIn("nowhere", "ann", 10_000, 0), "no-table", "house 11.1")
    refused(cage, TopUp("t", "bob", 100), "not-seated", "nsw-poker 8.1")


def test_nsw_8_7_an_active_player_may_not_add_or_take_others_may_add():
    cage = room(nsw(), "ann", "bob", "cho")
    run(cage, *(BuyIn("t", player, 20_000, 0) for player in ("ann", "bob", "cho")), StartRound("t", ("ann", "bob")))
    refused(cage, TopUp("t", "ann", 100), "stake-frozen", "nsw-poker 8.7")
    refused(cage, TakeOff("t", "ann", 100), "stake-frozen", "nsw-poker 8.7")
    refused(cage, TakeOff("t", "ann", 100, "manager"), "stake-frozen", "nsw-poker 8.7")
    refused(cage, Leave("t", "ann"), "in-round", "nsw-poker 8.7")
    run(cage, TopUp("t", "cho", 100), TakeOff("t", "cho", 300))
    assert cage.stake("t", "cho") == 19_800
    assert cage.ledger.balance("house") == 300, "goods and services are bought from the house"
    run(cage, EndRound("t"), TopUp("t", "ann", 20_000), Leave("t", "ann"))
    assert (cage.stake("t", "ann"), cage.purse("ann")) == (0, 100_000)


def test_nsw_8_7_1_other_removals_need_an_approval_and_go_to_the_purse():
    cage = room(nsw(), "ann")
    run(cage, BuyIn("t", "ann", 20_000, 0))
    (event,) = run(cage, TakeOff("t", "ann", 5_000, "manager"))
    assert event.cites == ("nsw-poker 8.7.1",)
    assert (cage.stake("t", "ann"), cage.purse("ann")) == (15_000, 85_000)
    refused(cage, TakeOff("t", "ann", 15_100, "manager"), "stake-too-small", "nsw-poker 8.7.1")


@pytest.mark.parametrize(("left", "amount", "good"), [(0, 9_900, False), (0, 10_000, True), (100, 100, True)])
def test_nsw_8_4_a_stake_that_was_lost_is_bought_anew(left, amount, good):
    cage = room(nsw(), "ann")
    run(cage, BuyIn("t", "ann", 20_000, 0), TakeOff("t", "ann", 20_000 - left, "manager"))
    if good:
        run(cage, TopUp("t", "ann", amount))
        assert cage.stake("t", "ann") == left + amount
    else:
        refused(cage, TopUp("t", "ann", amount), "stake-limits", "nsw-poker 8.2.1")


@pytest.mark.parametrize(("amount", "good"), [(19_900, True), (20_000, True), (20_100, False)])
def test_a_top_up_stays_within_the_maximum(amount, good):
    cage = room(nsw(), "ann")
    run(cage, BuyIn("t", "ann", 20_000, 0))
    if good:
        run(cage, TopUp("t", "ann", amount))
        assert cage.stake("t", "ann") == 20_000 + amount
    else:
        refused(cage, TopUp("t", "ann", amount), "stake-limits", "nsw-poker 8.1")


@pytest.mark.parametrize(
    ("terms", "clause"), [(act(), "act-stud 4.4"), (Terms("us-stud", 10_000, None), "us-stud wagers(3)(i)")]
)
def test_elsewhere_nobody_adds_during_a_round_and_nothing_is_taken_off(terms, clause):
    cage = room(terms, "ann", "bob")
    run(cage, BuyIn("t", "ann", 20_000, 0), BuyIn("t", "bob", 20_000, 0), StartRound("t", ("ann",)))
    refused(cage, TopUp("t", "bob", 100), "stake-frozen", clause)
    run(cage, EndRound("t"), TopUp("t", "bob", 100))
    for approver in ("", "manager"):
        refused(cage, TakeOff("t", "bob", 100, approver), "no-removal", terms.rules.no_removal[0])


@pytest.mark.parametrize(("bought", "declared"), [(9_900, True), (10_000, False)])
def test_act_14_3_a_short_stake_at_the_start_of_a_round_is_declared_and_may_not_add(bought, declared):
    cage = room(act(), "ann", "bob")
    run(cage, BuyIn("t", "ann", 10_000, 0), BuyIn("t", "bob", 10_000, 0), StartRound("t", ("ann", "bob")))
    cage.ledger.post(lost("t", "ann", "bob", 10_000 - bought))
    run(cage, EndRound("t"))
    (started,) = run(cage, StartRound("t", ("ann", "bob")))
    assert started.declared == (("ann",) if declared else ())
    run(cage, EndRound("t"))
    if declared:
        refused(cage, TopUp("t", "ann", 5_000), "declared", "act-stud 14.3")
        (again,) = run(cage, StartRound("t", ("ann", "bob")))
        assert again.declared == ()
    else:
        run(cage, TopUp("t", "ann", 5_000))


def lost(table, loser, winner, amount):
    if not amount:
        return ()
    return (*wagered(table, loser, amount, ()), *awarded(table, winner, amount, ()))


def test_nobody_is_dealt_in_without_chips_and_rounds_do_not_overlap():
    cage = room(nsw(), "ann", "bob")
    run(cage, BuyIn("t", "ann", 10_000, 0), BuyIn("t", "bob", 10_000, 0), StartRound("t", ("ann", "bob")))
    refused(cage, StartRound("t", ("ann",)), "in-round", "nsw-poker 8.7")
    cage.ledger.post(lost("t", "ann", "bob", 10_000))
    run(cage, EndRound("t"))
    refused(cage, EndRound("t"), "no-round", "nsw-poker 8.7")
    refused(cage, StartRound("t", ("ann", "bob")), "no-stake", "nsw-poker 8.4")
    refused(cage, StartRound("t", ("bob", "bob")), "dealt-twice", "nsw-poker 7.11")


def test_nsw_3_3_2_the_fee_per_hand_is_taken_from_each_player_dealt_and_returned_when_void():
    cage = room(nsw(hand_fee=HandFee(200)), "ann", "bob", "cho")
    run(cage, *(BuyIn("t", player, 10_000, 0) for player in ("ann", "bob", "cho")), StartRound("t", ("ann", "bob")))
    assert [cage.stake("t", player) for player in ("ann", "bob", "cho")] == [9_800, 9_800, 10_000]
    assert cage.ledger.balance("commission/t/per-hand") == 400
    run(cage, EndRound("t", void=True))
    assert cage.ledger.balance("commission/t/per-hand") == 0
    assert cage.stake("t", "ann") == 10_000
    run(cage, StartRound("t", ("ann", "bob")), EndRound("t"))
    assert cage.ledger.balance("commission/t/per-hand") == 400
    run(cage, StartRound("t", ("ann",)), EndRound("t", void=True))
    assert cage.ledger.balance("commission/t/per-hand") == 400, "only the void round's fee comes back"


def test_a_hand_fee_that_would_leave_nothing_to_play_with_comes_from_the_purse():
    cage = room(nsw(hand_fee=HandFee(200)), "ann", "bob", purse=10_100)
    run(cage, BuyIn("t", "ann", 10_000, 0), BuyIn("t", "bob", 10_100, 0))
    cage.ledger.post(lost("t", "ann", "bob", 9_800))
    refused(cage, StartRound("t", ("ann", "bob")), "cannot-pay", "nsw-poker 3.3.2.1")
    run(cage, IssueChips("ann", 100), StartRound("t", ("ann", "bob")))
    assert (cage.stake("t", "ann"), cage.purse("ann")) == (200, 0)
    run(cage, EndRound("t", void=True))
    assert (cage.stake("t", "ann"), cage.purse("ann")) == (200, 200), "back to where it came from"


@pytest.mark.parametrize(
    ("minute", "share"),
    [(0, 1_200), (14, 1_200), (15, 900), (29, 900), (30, 600), (44, 600), (45, 300), (59, 300), (60, 1_200)],
)
def test_nsw_3_3_3_2_a_later_arrival_pays_by_quarter_hours_a_started_one_in_full(minute, share):
    cage = room(nsw(time_fee=HOURLY), "ann")
    run(cage, BuyIn("t", "ann", 10_000, minute * MINUTE_MS))
    assert cage.ledger.balance("commission/t/time") == share


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
    assert HOURLY.period(start, 65 * MINUTE_MS) == (10 * MINUTE_MS, 70 * MINUTE_MS)
    assert TimeFee(1_200, anchor=Anchor.CLOCK_HOUR).period(start, 65 * MINUTE_MS) == (60 * MINUTE_MS, 120 * MINUTE_MS)
    # Three quarters of $5 are $3.75: $3 in dollar chips, what is left over is not charged (house 11.4).
    assert TimeFee(500).share(0, 15 * MINUTE_MS, unit=100) == 300


def test_nsw_3_3_3_the_hour_is_charged_in_advance_to_everyone_seated_once():
    cage = room(nsw(time_fee=HOURLY), "ann", "bob")
    run(cage, BuyIn("t", "ann", 10_000, 0), BuyIn("t", "bob", 10_000, 50 * MINUTE_MS), StartRound("t", ("ann",)))
    assert run(cage, ChargeTime("t", 59 * MINUTE_MS)) == []
    ann, bob = run(cage, ChargeTime("t", 60 * MINUTE_MS))
    assert (ann.amount, bob.amount) == (1_200, 1_200)
    assert "nsw-poker 3.3.3.5" in bob.cites, "who is not dealt in pays too"
    assert "nsw-poker 3.3.3.5" not in ann.cites
    assert run(cage, ChargeTime("t", 61 * MINUTE_MS)) == []
    assert cage.ledger.balance("commission/t/time") == 1_200 + 300 + 2_400


def test_nsw_3_3_3_4_leaving_early_brings_no_refund():
    cage = room(nsw(time_fee=HOURLY), "ann")
    run(cage, BuyIn("t", "ann", 10_000, 0))
    (left,) = run(cage, Leave("t", "ann"))
    assert "nsw-poker 3.3.3.4" in left.cites
    assert cage.purse("ann") == 100_000 - 1_200
    run(cage, BuyIn("t", "ann", 10_000, 10 * MINUTE_MS))
    assert cage.purse("ann") == 90_000 - 2_400, "a voluntary return is a new arrival"


def test_nsw_3_3_3_3_a_player_moved_by_order_does_not_pay_again_before_the_next_charge():
    cage = room(nsw(time_fee=HOURLY, sitting_fee=SittingFee(500)), "ann")
    run(cage, OpenTable("u", nsw(time_fee=HOURLY, sitting_fee=SittingFee(500)), 30 * MINUTE_MS))
    run(cage, BuyIn("t", "ann", 10_000, 0))
    (moved,) = run(cage, MoveByOrder("ann", "t", "u"))
    assert "nsw-poker 3.3.3.3" in moved.cites
    assert cage.stake("u", "ann") == 10_000
    # Paid to minute 60; the other table's hour runs from 30 to 90, two quarters of which are paid.
    (charged,) = run(cage, ChargeTime("u", 30 * MINUTE_MS))
    assert (charged.amount, charged.paid_until_ms) == (600, 90 * MINUTE_MS)
    assert cage.ledger.balance("commission/u/sitting") == 0


def test_nsw_8_5_only_a_player_of_a_broken_game_keeps_a_short_stake():
    cage = room(nsw(), "ann", "bob")
    run(cage, OpenTable("u", nsw(), 0), BuyIn("t", "ann", 10_000, 0), BuyIn("t", "bob", 10_000, 0))
    cage.ledger.post(lost("t", "ann", "bob", 100))
    refused(cage, MoveByOrder("ann", "t", "u"), "stake-limits", "nsw-poker 8.1")
    (moved,) = run(cage, MoveByOrder("ann", "t", "u", broken_game=True))
    assert "nsw-poker 8.5" in moved.cites
    assert cage.stake("u", "ann") == 9_900
    refused(cage, MoveByOrder("ann", "u", "u"), "seated", "nsw-poker 8.1")


def test_nsw_3_3_3_1_a_fee_for_the_table_is_shared_by_those_seated_at_the_mark():
    cage = room(nsw(time_fee=TimeFee(1_000, per_table=True)), "ann", "bob", "cho", "dee")
    run(cage, *(BuyIn("t", player, 10_000, 0) for player in ("ann", "bob", "cho")))
    assert [event.amount for event in run(cage, ChargeTime("t", 0))] == [300, 300, 300]
    run(cage, BuyIn("t", "dee", 10_000, 20 * MINUTE_MS))
    assert run(cage, ChargeTime("t", 30 * MINUTE_MS)) == [], "the hour is shared out already"
    assert [event.amount for event in run(cage, ChargeTime("t", 60 * MINUTE_MS))] == [200, 200, 200, 200]


def test_house_11_5_a_fee_due_in_a_round_waits_for_its_end_and_nobody_plays_on_credit():
    cage = room(nsw(time_fee=HOURLY), "ann", "bob", purse=11_200)
    run(cage, BuyIn("t", "ann", 10_000, 0), BuyIn("t", "bob", 10_000, 0), StartRound("t", ("ann", "bob")))
    events = run(cage, ChargeTime("t", 60 * MINUTE_MS))
    assert [type(event) for event in events] == [FeeOwed, FeeOwed]
    assert cage.stake("t", "ann") == 10_000, "nsw-poker 8.7: the stake is frozen"
    cage.ledger.post(lost("t", "ann", "bob", 9_000))
    _, paid = run(cage, EndRound("t"))
    assert isinstance(paid, FeeCharged)
    assert (paid.player, paid.from_stake, paid.amount) == ("bob", True, 1_200)
    refused(cage, StartRound("t", ("ann", "bob")), "fee-owed", "house 11.5")
    run(cage, IssueChips("ann", 1_200))
    (settled,) = run(cage, ChargeTime("t", 61 * MINUTE_MS))
    assert (settled.player, settled.amount, settled.from_stake) == ("ann", 1_200, False)
    run(cage, StartRound("t", ("ann", "bob")))


def test_nsw_3_3_3_6_the_sitting_fee_is_paid_once_a_session():
    cage = room(nsw(sitting_fee=SittingFee(500)), "ann", purse=10_400)
    refused(cage, BuyIn("t", "ann", 10_000, 0), "purse-too-small", "nsw-poker 8.1")
    run(cage, IssueChips("ann", 100), BuyIn("t", "ann", 10_000, 0))
    assert cage.ledger.balance("commission/t/sitting") == 500
    assert cage.desks["t"].sitters["ann"].sitting_fee_paid


@pytest.mark.parametrize(("rate", "good"), [(599, True), (600, True), (601, False)])
def test_act_15_3_the_time_charge_is_approved(rate, good):
    if good:
        assert act_time_fee(rate, approved=600, period_minutes=30).amount == rate
    else:
        with pytest.raises(RuleViolation, match=r"above the approved \$6 "):
            act_time_fee(rate, approved=600, period_minutes=30)


def test_act_15_3_the_time_charge_is_prepaid_for_a_whole_period_from_arrival_and_kept():
    cage = room(act(time_fee=act_time_fee(600, approved=600, period_minutes=30)), "ann")
    run(cage, BuyIn("t", "ann", 10_000, 7 * MINUTE_MS))
    assert cage.ledger.balance("commission/t/time") == 600
    assert run(cage, ChargeTime("t", 36 * MINUTE_MS)) == []
    (charged,) = run(cage, ChargeTime("t", 37 * MINUTE_MS))
    assert (charged.amount, charged.cites) == (600, ("act-stud 15.3",))
    run(cage, Leave("t", "ann"))
    assert cage.purse("ann") == 100_000 - 1_200


def test_nsw_7_12_3_the_odd_dollar_of_a_time_purchase_goes_to_the_pot():
    assert [time_purchase(charge) for charge in (100, 200, 300, 400)] == [(0, 100), (100, 100), (100, 200), (200, 200)]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Terms("nsw-poker", 0, 100), lambda: Terms("nsw-poker", 200, 100),
        lambda: Terms("nsw-poker", 150, 400, 100), lambda: HandFee(1.5),
        lambda: Terms("nsw-poker", 100, 450, 100), lambda: Terms("nz-big-raise", 100, 400),
        lambda: Terms("nsw-poker", 100, 400, 100, HandFee(50)), lambda: HandFee(0), lambda: SittingFee(-1),
        lambda: TimeFee(100, period_minutes=0), lambda: TimeFee(100, period_minutes=60, step_minutes=25),
    ],
)  # fmt: skip
def test_terms_and_fees_that_make_no_sense_are_refused(make):
    with pytest.raises(RuleViolation):
        make()


def test_the_shift_report_leads_from_the_opening_to_the_closing_balance():
    cage = Cage()
    dated = []

    def at(time_ms, *commands):
        for command in commands:
            for event in decide(cage, command):
                evolve(cage, event)
                dated.extend(Dated(time_ms, line) for line in postings_of(event))

    hour = 60 * MINUTE_MS
    at(0, OpenTable("t", nsw(hand_fee=HandFee(200), time_fee=HOURLY), 0), IssueChips("ann", 50_000))
    at(1, BuyIn("t", "ann", 10_000, 0))
    at(hour, ChargeTime("t", hour), StartRound("t", ("ann",)), EndRound("t"))
    at(2 * hour, StartRound("t", ("ann",)), EndRound("t", void=True))
    at(3 * hour, ChargeTime("t", 3 * hour), Leave("t", "ann"))
    report = shift_report(dated, from_ms=hour, to_ms=3 * hour)
    assert report.commission.tables == {"t": {"per-hand": 200, "time": 1_200}}
    assert (report.commission.total, report.commission.methods) == (1_400, {"per-hand": 200, "time": 1_200})
    assert report.opening == {"commission": 1_200, "issued": -50_000, "purse": 38_800, "stake": 10_000}
    assert report.closing == {"commission": 2_600, "issued": -50_000, "purse": 37_600, "stake": 9_800}
    for kind in report.closing:
        assert report.opening.get(kind, 0) + sum(report.moved.get(kind, {}).values()) == report.closing[kind]
    assert sum(report.closing.values()) == 0
    assert commission_report(dated, from_ms=3 * hour, to_ms=3 * hour + 1).total == 1_200


def test_opening_a_table_twice_and_redeeming_more_than_there_is_are_refused():
    cage = room(nsw(), "ann")
    refused(cage, OpenTable("t", nsw(), 0), "table-open", "nsw-poker 8.1")
    refused(cage, acts.RedeemChips("ann", 100_001), "purse-too-small", "house 11.1")
    run(cage, acts.RedeemChips("ann", 100_000))
    assert cage.ledger.balances() == {}
