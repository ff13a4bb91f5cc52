"""A tournament with real cards in Chromium: walk-ins, the draw checked, hands entered at the dealer's table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from openfelt.tournaments import Answers, fill
from tests.browser.conftest import Visit
from tests.browser.tournaments import order, publish
from tests.tournament_kit import changed

TITLE, ADDRESS = "Club Night", "club-night"
CHIPS = [{"value": value, "colour": colour, "count": 400} for value, colour in ((25, "green"), (100, "black"))]


@pytest.mark.slow
def test_a_live_event_is_entered_drawn_checked_and_dealt(come: Visit, tmp_path: Path) -> None:
    operator = come(staff=True)
    page = operator.page
    made = fill("freeze-out", "house", Answers(name=TITLE, players=4, seats=4, starting_chips=2_000))
    publish(operator, "freeze-out", "house", changed(made, {"play.dealt": "live", "chips.set": CHIPS}))
    order(page, "Event", "Open registration")
    page.get_by_label("Names, each on a line").fill("Ruth\nOtto\nIda")
    page.get_by_role("button", name="Enter 3 at the desk").click()
    expect(page.get_by_role("table", name="Entries").get_by_text("Ruth")).to_be_visible()
    order(page, "Event", "Start the event")
    row = page.get_by_role("table", name="Real chips").get_by_role("row", name=re.compile("25 green"))
    expect(row).to_contain_text("24")
    page.screenshot(path=tmp_path / "desk.png", full_page=True)
    page.get_by_role("link", name="Tournament", exact=True).click()
    page.get_by_role("button", name="Check the draws").click()
    expect(page.get_by_text("all 3 places lead to the root")).to_be_visible()
    page.screenshot(path=tmp_path / "page.png", full_page=True)
    operator.go(f"/dealer/{ADDRESS}%20table%201")
    expect(page.locator("strong").get_by_text("No hand now: the clock stands.", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Open the next hand")).to_be_disabled()
    operator.go(f"/tournament/{ADDRESS}/desk")
    page.get_by_role("button", name="Start clock").first.click()
    operator.go(f"/dealer/{ADDRESS}%20table%201")
    page.get_by_role("button", name="Open the next hand").click()
    expect(page.locator("p.who")).to_contain_text("behind")
    page.screenshot(path=tmp_path / "dealer.png", full_page=True)
    page.get_by_role("button", name="Fold").click()
    page.get_by_role("button", name="Fold").click()
    expect(page.get_by_role("button", name="Open the next hand")).to_be_enabled()
    page.get_by_role("button", name="is not there").first.click()
    expect(page.get_by_role("button", name="is back")).to_be_visible()
