"""What stacks are worth: told to whoever conducts an event, to others only when nobody plays or once they are out."""

from __future__ import annotations

import json

import pytest

from openfelt.errors import RuleViolation
from openfelt.service.pages.event_worth import counted
from openfelt.service.people.accounts import Account
from openfelt.service.tell.event_feed import own_entry
from openfelt.service.writers.event_entries import fill
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.rules import TOURNAMENTS
from openfelt.tournaments.worth import Stakes, require_nobody_helped, stakes_of
from tests.contracts.test_tournament_room import enter, opened
from tests.field_kit import CONDUCTS, field_of
from tests.service_kit import HOST, Sim, publish, run
from tests.tournament_kit import changed, whole
from tests.twin_kit import page

CLAUSES = {
    "nsw-poker": ("nsw-poker 27.1", "nsw-poker 28.9.1"),
    "act-stud": ("act-stud 19.7",),
    "house": ("house 20.17",),
}
WORTH = "/api/tournaments/friday/worth"
RAIL = Account("p_rail", "Rail", ("player",), guest=True)


@pytest.mark.parametrize("book", CLAUSES)
def test_every_book_says_by_which_clause_nobody_is_helped(book):
    assert TOURNAMENTS.of(book).advice == CLAUSES[book]
    field = field_of(whole(book), 9, 1)
    field.direct()
    assert field.event.play.clock.runs
    with pytest.raises(RuleViolation) as refused:
        require_nobody_helped(field.event, "p1", is_quiet=True)
    assert refused.value.cites == CLAUSES[book]


def going(is_running=True):
    """An event of the house whose clock runs, or was stopped."""
    field = field_of(whole("house"), 9, 1)
    field.direct()
    if not is_running:
        field.give(q.PauseClock(CONDUCTS))
    assert field.event.play.clock.runs is is_running
    return field.event


def test_a_player_is_told_while_the_clock_stands_and_nobody_plays_and_not_just_outside_of_that():
    require_nobody_helped(going(is_running=False), "p1", is_quiet=True)
    for state, is_quiet in ((going(is_running=False), False), (going(), True), (going(), False)):
        for who in ("p1", "somebody else", ""):
            with pytest.raises(RuleViolation) as refused:
                require_nobody_helped(state, who, is_quiet=is_quiet)
            assert (refused.value.code, refused.value.cites) == ("in-play", ("house 20.17",))


def test_whoever_is_out_is_told_though_others_play_and_whoever_came_back_is_not():
    state = going()
    state.play.eliminated["p1"] = object()
    with pytest.raises(RuleViolation):
        require_nobody_helped(state, "p1", is_quiet=False)  # still in: bought back
    del state.play.players["p1"]
    require_nobody_helped(state, "p1", is_quiet=False)


def test_there_is_no_worth_without_stacks_or_of_goods():
    with pytest.raises(RuleViolation, match="no stacks"):
        stakes_of(field_of(whole("house"), 9, 1).event.copy(), [])
    with pytest.raises(RuleViolation, match="goods"):
        stakes_of(going(), [(0, "a watch")])
    assert sum(stakes_of(going(), [(500, "")]).prizes) == 500


@pytest.mark.parametrize("template", ["heads-up", "multi-session"])
def test_chips_that_are_not_played_for_the_prizes_have_no_worth(template):
    field = field_of(whole("house", template), 8, 1)
    field.direct()
    assert field.event.play.players
    with pytest.raises(RuleViolation, match="not played for the prizes"):
        stakes_of(field.event, [(500, "")])


def test_equal_stacks_are_worth_the_same_but_for_cents_that_go_to_the_first_of_them():
    stakes = Stakes(tuple("abcdefg"), (900, 100, 100, 100, 100, 100, 0), (7_000, 2_001, 0, 0, 0, 0, 0))
    found = counted(stakes, str, ("house 20.17",))
    cents = [one.cents for one in found.rows]
    assert sum(cents) == found.cents == 9_001
    assert cents[1:6] == sorted(cents[1:6], reverse=True)
    assert cents[1] - cents[5] <= 1
    assert cents[6] == 0, "who has no chips has the last prize"


def test_over_http_the_operator_a_player_and_whoever_passes_are_told_as_the_clause_says():
    async def evening():
        async with Sim("worth", pace=0.2) as sim:
            ann = await sim.player("ann")
            host = await opened(sim, bots=3, players=4, seats=4)
            await enter(host, ann.account.id)
            await sim.run(20)
            boss = await sim.player("boss", roles=("operator",))
            found = {}
            for name, who in (("boss", boss.account), ("ann", ann.account), ("rail", RAIL)):
                found[name] = await page(sim, who, "GET", WORTH)
            await host.submit("pause", HOST.account, q.PauseClock(HOST))
            for _ in range(200):
                if not any(one.table.in_hand for one in sim.hall.event_tables("friday").values()):
                    break
                await sim.run(5)
            found["stopped"] = await page(sim, ann.account, "GET", WORTH)
            return found

    found = run(evening())
    told = json.loads(found["stopped"][1])
    assert [row["cents"] for row in told["rows"]] == sorted((row["cents"] for row in told["rows"]), reverse=True)
    assert sum(row["cents"] for row in told["rows"]) == told["cents"] == 4 * 2_000
    assert sum(row["chips"] for row in told["rows"]) == 4 * 5_000
    assert 0 <= told["error_cents"] < 0.01
    for name in ("ann", "rail"):
        error = json.loads(found[name][1])["error"]
        assert (error["code"], error["rule"]) == ("in-play", ["house 20.17"])
    assert [status for status, _ in found.values()] == [200, 400, 400, 200]


def test_a_deal_shows_both_usual_ways_and_bots_vote_by_what_their_chips_are_worth():
    terms = {"methods": ["chips", "icm", "custom"], "left_for_first_per_mille": 0}

    async def evening():
        async with Sim("deal", pace=0.2) as sim:
            ann = await sim.player("ann")
            made = changed(whole("house"), {"prizes.deals": terms, "entry.most_players": 4, "play.seats": 4})
            host = await publish(sim.hall, "friday", made)
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill(sim.hall, host, 3, "fill")
            await enter(host, ann.account.id)
            await sim.run(30)
            await host.submit("pause", HOST.account, q.PauseClock(HOST))
            while any(one.table.in_hand for one in sim.hall.event_tables("friday").values()):
                await sim.run(5)
            await sim.run(5)
            seen = []
            publishing = sim.hall.publish
            sim.hall.publish = lambda writer, *more: (seen.append(view_of(sim, host, ann)), publishing(writer, *more))[
                1
            ]
            me = ann.account.id
            offered = {str(one.title): one for one in own_entry(sim.hall.seen(host, me)).offers}
            form = offered["Propose a division of your own"]
            assert sum(cents for _, cents in form.fields[0].value) == 8_000
            assert sorted(player for player, _ in form.fields[0].value) == sorted(host.state.play.players)
            await host.submit("unfair", me, q.ProposeDeal(me, "custom", greedy(host, me)))
            await sim.settle()
            assert host.state.play.deal is None, "a bot has less than its chips are worth"
            await host.submit("fair", me, q.ProposeDeal(me, "icm"))
            await sim.settle()
            return host.state, [one for one in seen if one is not None]

    state, deals = run(evening())
    assert state.play.deal_made is not None, "by what chips are worth all of them agree"
    assert all(sum(share.cents for share in one.shares) == 8_000 for one in deals)
    assert all(sum(share.by_icm_cents for share in one.shares) == 8_000 for one in deals)
    assert all(sum(share.by_chips_cents for share in one.shares) == 8_000 for one in deals)
    assert {share.you for share in deals[0].shares} == {True, False}
    assert deals[0].voters == 4


def view_of(sim, host, client):
    """The deal as a player sees it."""
    return own_entry(sim.hall.seen(host, client.account.id)).deal


def greedy(host, me):
    """Everything for oneself."""
    return tuple((one, 8_000 if one == me else 0) for one in host.state.play.players)
