"""A game against the house, round after round: the same wagers with one click, dealt at once, priced one tap away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.playing import until
from tests.browser.test_pages import faults_of


@pytest.mark.browser
def test_the_same_wager_is_laid_again_with_one_click(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.go("/pit/Civic")
    page.get_by_role("button", name=re.compile("^Sit here")).first.click()
    page.get_by_role("button", name=re.compile(r"^Bet .* on the ante")).first.click()
    page.get_by_role("button", name="Deal now").click()
    fold = page.locator(".offers").get_by_role("button", name=re.compile("^Fold"))
    again = page.get_by_role("button", name=re.compile("^Same again: "))

    def go_on() -> None:
        if fold.count() and fold.is_enabled():
            fold.click()

    until(page, lambda: again.count() > 0, go_on)
    expect(again).to_have_text("Same again: $10 Ante")
    assert faults_of(page) == []
    again.click()
    page.get_by_role("button", name="Deal now").wait_for()
    mine = [box for box in list(guest.states("Civic"))[-1]["round"]["boxes"] if box["stakes"]]
    assert [(one["spot"], one["amount"]) for box in mine for one in box["stakes"]] == [("ante", 1000)]
    expect(again).to_have_count(0)
    page.get_by_role("button", name="Deal now").click()
    until(page, lambda: again.count() > 0, go_on)  # the round is over: nobody is left in the box
