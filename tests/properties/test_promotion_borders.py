"""Numbers and times of promotions: just below, at, just above; also where the clocks are put forward or back."""

from __future__ import annotations

import pytest

from openfelt.errors import NotationError, RuleViolation
from openfelt.promotions import orders as o
from openfelt.promotions.checking import check
from openfelt.promotions.deciding import decide
from openfelt.promotions.facts import PromotionGiven
from openfelt.promotions.moments import DAY_MS, HOUR_MS, instant
from openfelt.promotions.promotion import Promotion, evolve
from openfelt.room.offices import Officer
from openfelt.stories.acting import answered
from openfelt.stories.promotions import complete

OPERATOR = Officer("ola", "Ola", ("casino operator",))
PLENTY = 10**12


class Told:
    """A promotion that is told order by order."""

    def __init__(self, *answers, template="cash", book="nsw-poker"):
        self.terms = answered(complete(template, book), answers)
        self.state = Promotion()

    def give(self, order, at_ms):
        """What an order does at a moment."""
        made = decide(self.state, order, PromotionGiven(at_ms, lambda _account: PLENTY))
        for event in made:
            evolve(self.state, event)
        return made

    def notified(self, at_ms):
        """The Authority has the terms at that moment."""
        self.give(o.Draft("spring", self.terms, OPERATOR), at_ms)
        self.give(o.PublishNotice("at the desk", "come", OPERATOR), at_ms)
        self.give(o.NotifyAuthority("receipt 1", OPERATOR), at_ms)
        return self

    def drawn(self, *players):
        """Those players have entered, and the draw is made; the moment of it."""
        starts = instant(self.terms.held.starts)
        self.notified(starts - DAY_MS)
        self.give(o.Start(OPERATOR), starts)
        for player in players:
            self.give(o.Enter(player), starts)
        when = instant(self.terms.award.when)
        self.give(o.CloseEntries(), when)
        self.give(o.Draw(OPERATOR), when)
        return when


# A night without a change, one in which the clock of Sydney is put forward, one in which it is put back, and others.
NIGHTS = (
    ("2027-06-10 12:00 Australia/Sydney", "2027-06-11 12:00 Australia/Sydney"),
    ("2027-10-02 12:00 Australia/Sydney", "2027-10-03 13:00 Australia/Sydney"),
    ("2027-04-03 12:00 Australia/Sydney", "2027-04-04 11:00 Australia/Sydney"),
    ("2027-03-27 20:00 Europe/Berlin", "2027-03-28 21:00 Europe/Berlin"),
    ("2027-10-30 20:00 Europe/Berlin", "2027-10-31 19:00 Europe/Berlin"),
    ("2027-04-03 23:00 Australia/Lord_Howe", "2027-04-04 22:30 Australia/Lord_Howe"),
)


@pytest.mark.parametrize(("noticed", "starts"), NIGHTS)
def test_twenty_four_hours_are_elapsed_time(noticed, starts):
    begins = instant(starts)
    assert begins - instant(noticed) == DAY_MS
    later = {"held.starts": starts, "entries.close": "2028-01-01 12:00 Z", "award.when": "2028-01-01 13:00 Z"}
    for early, is_enough in ((1, False), (0, True), (-1, True)):
        told = Told(*later.items(), ("claim.until", "none")).notified(instant(noticed) + early)
        if is_enough:
            told.give(o.Start(OPERATOR), begins)
            assert told.state.phase == "running"
            continue
        before = told.state.copy()
        with pytest.raises(RuleViolation) as refused:
            told.give(o.Start(OPERATOR), begins)
        assert refused.value.code == "too-early"
        assert "nsw-poker 29.9" in refused.value.cites
        assert told.state == before


@pytest.mark.parametrize("minutes", [0, 1, 23 * 60 + 59])
def test_a_start_within_a_day_of_the_notice_is_refused_and_changes_nothing(minutes):
    at = instant("2026-12-02 12:00 Australia/Sydney")
    told = Told().notified(at)
    before = told.state.copy()
    with pytest.raises(RuleViolation, match="less than 24 hours") as refused:
        told.give(o.Start(OPERATOR), at + minutes * 60_000)
    assert refused.value.legal == ("from 2026-12-03 01:00 UTC on",)
    assert told.state == before


@pytest.mark.parametrize(("awarded", "two_days"), [
    ("2027-06-10 13:00 Australia/Sydney", "2027-06-12 13:00 Australia/Sydney"),
    ("2027-10-02 13:00 Australia/Sydney", "2027-10-04 14:00 Australia/Sydney"),
    ("2027-04-03 13:00 Australia/Sydney", "2027-04-05 12:00 Australia/Sydney"),
])  # fmt: skip
def test_two_days_are_forty_eight_hours(awarded, two_days):
    start = f"{awarded[:8]}01 12:00 Australia/Sydney"
    answers = {"held.starts": start, "entries.close": awarded, "award.when": awarded, "claim.until": "none"}
    told = Told(*answers.items())
    drawn = told.drawn("ann")
    assert instant(two_days) - drawn == 48 * HOUR_MS
    for extra, in_time in ((-1, True), (0, True), (1, False)):
        (event,) = told.give(o.TellWinner(1, "mail", False, OPERATOR), instant(two_days) + extra)
        assert event.in_time is in_time
        assert "nsw-poker 29.8.2" in event.cites


@pytest.mark.parametrize(("cents", "needs"), [(999_999, False), (1_000_000, False), (1_000_001, True)])
def test_a_scrutineer_above_ten_thousand_dollars(cents, needs):
    told = Told(("prizes.1.cash.value_cents", cents))
    if not needs:
        told.drawn("ann")
        return
    with pytest.raises(RuleViolation) as refused:
        told.drawn("ann")
    assert refused.value.code == "no-scrutineer"
    assert told.state.phase == "entries closed"


@pytest.mark.parametrize(("cents", "chooses"), [(999_999, False), (1_000_000, False), (1_000_001, True)])
def test_the_choice_of_payment_above_ten_thousand_dollars(cents, chooses):
    told = Told(("prizes.1.cash.value_cents", 900_000))
    when = told.drawn("ann")
    award = told.state.awards[1]
    told.state.awards[1] = type(award)(
        award.number, award.prize, award.player, award.entry, award.position, cents, cents
    )
    if chooses:
        told.give(o.ChoosePayment("ann", 1, cents - 1, 1), when)
        return
    with pytest.raises(RuleViolation) as refused:
        told.give(o.ChoosePayment("ann", 1, cents - 1, 1), when)
    assert refused.value.code == "no-choice"


@pytest.mark.parametrize(("millilitres", "banned"), [(19_999, False), (20_000, False), (20_001, True)])
def test_liquor_above_twenty_litres(millilitres, banned):
    terms = answered(complete("liquor", "nsw-poker"), [("prizes.1.liquor.millilitres", millilitres)])
    found = check(terms)
    assert [one.code for one in found] == ["banned"] * banned
    assert all("nsw-poker 29.5.4" in one.cites for one in found)


@pytest.mark.parametrize(("cents", "kept"), [(9_999, False), (10_000, False), (10_001, True)])
def test_denied_claims_above_a_hundred_dollars_are_kept(cents, kept):
    told = Told(("prizes.1.cash.value_cents", cents))
    when = told.drawn("ann")
    told.give(o.TakeClaim(1, "Zoe", "", OPERATOR), when)
    if kept:
        with pytest.raises(RuleViolation) as refused:
            told.give(o.DenyClaim(1, "another's entry", OPERATOR), when)
        assert "nsw-poker 29.10.1" in refused.value.cites
        assert told.state.claims[1].status == "open"
    told.give(o.DenyClaim(1, "another's entry", OPERATOR, address="Kings Cross"), when)
    denied = told.state.claims[1].denied
    assert denied is not None
    assert denied.registered == (2033 if kept else 0)
    assert denied.address == ("Kings Cross" if kept else "")


@pytest.mark.parametrize(
    "text",
    ["2026-12-04 19:30", "2026-12-04", "tomorrow", "2026-02-30 12:00 Z", "2026-12-04 25:00 Z",
     "2026-12-04 12:00 Mars/X",
     "2027-10-03 02:30 Australia/Sydney", "2027-04-04 02:30 Australia/Sydney", "2026-12-04 12:00 +99:00", "",
     "2026-12-04 12:00 ../../etc/passwd", "2026-12-04 12:00 +24:00"],
)  # fmt: skip
def test_what_is_no_moment(text):
    with pytest.raises(NotationError):
        instant(text)


def test_a_time_that_the_clock_shows_twice_is_meant_with_its_offset():
    first, second = instant("2027-04-04 02:30 +11:00"), instant("2027-04-04 02:30 +10:00")
    assert second - first == HOUR_MS
