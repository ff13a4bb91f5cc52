"""Other tournaments in Chromium, to their prizes: a heads-up bracket of six with byes, and two sessions by act-stud."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Guest, Visit
from tests.browser.evenings import bracket, stud
from tests.browser.playing import act, until
from tests.browser.test_pages import faults_of
from tests.browser.tournaments import apply, fill, order, photographed, publish, told

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ENOUGH_S = 240.0
WALL = {"width": 1920, "height": 1080}


def play(player: Guest, event: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The player takes the cheapest choice at whichever table the seat is, until something is so of the event."""
    end, at, page = time.monotonic() + ENOUGH_S, "", player.page
    while time.monotonic() < end:
        state = told(player, event)
        if is_so(state):
            return state
        table = state["me"]["table"]
        if table and table != at:
            player.go(f"/tournament/{event}")
            page.get_by_role("link", name="Go to my table").click()
            page.locator(".felt").wait_for()
            at = table
        for _ in range(10):
            act(page)
            page.wait_for_timeout(30)
    raise AssertionError("it never came")


def is_over(state: dict[str, Any]) -> bool:
    """Whether the prizes are awarded."""
    return bool(state["phase"] == "awarded")


def test_a_heads_up_bracket_of_six_has_two_byes_and_a_winner(come: Visit) -> None:
    operator, player = come(staff=True, name="Oscar"), come(size=PHONE, name="Paul")
    publish(operator, "heads-up", "house", bracket())
    order(operator.page, "Event", "Open registration")
    apply(player, "Six Duels")
    player.page.get_by_role("button", name="Pay the buy-in: $20").click()
    player.page.get_by_text("You are entered.").wait_for()
    fill(operator, 5)

    shown = player.page.get_by_role("group", name="Bracket")
    first = shown.get_by_role("listitem")
    expect(first).to_have_count(4)
    expect(shown.get_by_text("has a bye")).to_have_count(2)
    photographed(player.page, "bracket-phone")
    operator.page.set_viewport_size(WALL)  # type: ignore[arg-type]
    operator.go("/tournament/six-duels/wall")
    projected = operator.page.get_by_role("group", name="Bracket")
    expect(projected.get_by_role("listitem")).to_have_count(4)
    expect(projected.get_by_text("has a bye")).to_have_count(2)
    inside = "document.querySelector('.wall').scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
    assert operator.page.evaluate(inside), "all of it fits a projector"
    photographed(operator.page, "bracket-wall")
    state = play(player, "six-duels", is_over)
    rounds = state["bracket"]
    assert [len(one) for one in rounds] == [4, 2, 1]
    assert [bool(pair["other"]) for pair in rounds[0]].count(False) == 2
    assert all(pair["other"] for later in rounds[1:] for pair in later), "byes are in the first round alone"
    for pair in (pair for one in rounds for pair in one if pair["other"]):
        assert sorted((pair["wins"], pair["other_wins"]))[1] == 2, "the best of three"
    winner = next(one for one in state["places"] if one["place"] == 1)
    final = rounds[-1][0]
    assert winner["name"] == (final["name"] if final["wins"] == 2 else final["other"])
    assert sum(one["prize_cents"] for one in state["places"]) == 6 * 2_000
    operator.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    operator.go("/tournament/six-duels")
    expect(operator.page.get_by_role("group", name="Bracket")).to_contain_text(winner["name"])
    photographed(operator.page, "bracket-over")
    assert faults_of(operator.page) == []


def test_an_event_by_act_stud_is_balloted_for_each_session_moves_nobody_and_pays_the_whole_pool(come: Visit) -> None:
    operator, player = come(staff=True, name="Orla"), come(size=PHONE, name="Petra")
    desk, event = operator.page, "canberra-stud"
    publish(operator, "multi-session", "act-stud", stud())
    appoint(operator, "Gaming Shift Manager", event)
    operator.go(f"/tournament/{event}/desk")
    order(desk, "Event", "Open registration")
    player.go("/tournaments")
    player.page.get_by_role("link", name="Canberra Stud").click()
    enter(player)
    fill(operator, 5)
    order(desk, "Duty", "Nominate who conducts the event", who=operator.name)
    order(desk, "Event", "Start the event")
    seen: dict[str, Any] = {"sessions": set(), "moves": 0}

    def watched(state: dict[str, Any]) -> bool:
        seen["sessions"].add(state["session"])
        seen["moves"] += len(state["moves"])
        return waits_for_director(operator, event)

    play(player, event, watched)  # each session begins by itself when it is due
    order(desk, "Money", "Confirm the places and award the prizes")  # the director's to order, and nobody else's
    until(player.page, lambda: is_over(told(player, event)))
    state = told(player, event)
    photographed(desk, "stud-desk")
    assert state["phase"] == "awarded"
    assert seen["sessions"] >= {"first session", "final"}
    assert seen["moves"] == 0, "nobody is moved without the condition"
    assert sum(one["prize_cents"] for one in state["places"]) == state["pool_cents"] > 0
    player.go(f"/tournament/{event}")
    photographed(player.page, "stud-over")
    expect(player.page.get_by_role("heading", name=re.compile("Canberra Stud"))).to_be_visible()


def enter(player: Guest) -> None:
    """Take each step of the entry that is due, as it is offered."""
    steps = player.page.get_by_role("list", name="Steps of entry")
    for _ in range(6):
        if player.page.get_by_text("You are entered.").count():
            return
        button = steps.locator("li[aria-current] button")
        button.first.click()
        dialog = player.page.get_by_role("dialog")
        if dialog.count():
            box = dialog.get_by_role("checkbox")
            if box.count():
                box.check()
            dialog.get_by_role("button").filter(has_not_text="Leave").filter(has_not_text="✕").first.click()
        player.page.wait_for_timeout(500)
    player.page.get_by_text("You are entered.").wait_for()


def appoint(operator: Guest, office: str, event: str) -> None:
    """The operator gives herself an office at an event."""
    body = """([office, event]) => fetch('/api/me').then(me => me.json()).then(me => fetch('/api/offices', {
        method: 'POST', headers: {'x-openfelt': '1', 'content-type': 'application/json'},
        body: JSON.stringify({id: 'a' + Date.now(), account: me.account.id, office, at: 'tournament/' + event,
                              reason: 'for the event'})})).then(answer => answer.json())"""
    assert operator.page.evaluate(body, [office, event]) == {"done": True}


def waits_for_director(operator: Guest, event: str) -> bool:
    """Whether all is played and the places are to be confirmed: that is offered until somebody does it."""
    return any(one["kind"] == "ConfirmPlaces" for one in told(operator, event)["staff"]["offers"])
