"""Whoever the floor keeps apart from another leaves the table and is refused a seat there, with the clause."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.playing import act, state_of, until, whose_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_whom_the_floor_keeps_apart_has_to_leave_and_gets_no_seat_here(visit: Visit) -> None:
    first, second, floor = visit(), visit(), visit(staff=True)
    for player in (first, second):
        player.sit("Trio")
    whose_turn([first, second])
    by_seat = sorted((first, second), key=lambda one: state_of(one, "Trio")["your_seat"])
    page, leaver = floor.page, by_seat[1]
    floor.go("/floor/Trio")
    page.get_by_role("tab", name="Powers").click()
    powers = page.get_by_role("list", name="Powers that the rulebook gives")
    powers.get_by_role("button", name=re.compile("^Direct")).click()
    page.get_by_label("Direction", exact=True).select_option("apart")
    for one in by_seat:
        page.get_by_role("checkbox", name=re.compile(re.escape(one.name))).check()
    page.get_by_role("button", name="What would it do?").click()
    page.locator(".ruling").get_by_label("Reason").fill("they seem to share their cards")
    page.get_by_role("button", name="Use this power").click()
    seat = leaver.page.get_by_role("button", name=re.compile("^Sit here"))
    until(leaver.page, lambda: seat.count() > 0, lambda: [act(one.page) for one in by_seat])  # after the hand
    expect(by_seat[0].page.get_by_role("button", name="Leave seat")).to_be_visible()  # the first one named stays
    seat.first.click()
    leaver.page.get_by_role("button", name=re.compile("^Sit down with")).click()
    expect(leaver.page.get_by_text(re.compile("do not play at one table")).first).to_be_visible()
    expect(leaver.page.get_by_text("26.11.3").first).to_be_visible()
    assert state_of(leaver, "Trio")["your_seat"] == 0
