"""Conditions beyond a template in Chromium: written into the file, published, and used at the desk and at the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.playing import until
from tests.browser.tournaments import apply, every_item, fill, order, pay

TITLE = "Envelope Night"
EVENT = "/tournament/envelope-night"
PLAYERS = 4
LINES = {
    "time_bank": "{ cards = 2, seconds = 25 }",
    "penalties": '{ by = "minutes", steps = [5] }',
    "inserted_levels": '[{ minutes = 7, least = 75, most = "stake", blinds = [50, 75] }]',
    "bounty": (
        '{ kind = "mystery", cents = 500, from_players = 4, '
        "envelopes = [{ count = 1, cents = 900 }, { count = 2, per_mille = 500 }] }"
    ),
}


def publish(page: Page) -> None:
    """Fill a template in, then write more conditions into its file."""
    page.get_by_label("Template").select_option("freeze-out")
    told = (("Name", TITLE), ("Most players", str(PLAYERS)), ("Seats at a table", "4"), ("Buy-in", "20"))
    for label, value in told:
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Read the conditions").click()
    every_item(page)
    page.get_by_text("Conditions as a file", exact=True).click()
    box = page.get_by_role("textbox", name="Conditions as a file")
    text = box.input_value()
    for name, value in LINES.items():
        text, count = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
        assert count == 1, name
    box.fill(text)
    page.get_by_text("Single items have been changed").wait_for()
    page.get_by_role("button", name="Publish these conditions").click()
    page.get_by_role("link", name="To the director’s desk").click()
    order(page, "Event", "Open registration")


@pytest.mark.browser
@pytest.mark.slow
def test_what_is_written_into_the_conditions_is_there_at_the_desk_and_at_the_table(come: Visit) -> None:
    operator, player = come(staff=True, name="Olga"), come(name="Phoebe")
    operator.go("/tournaments/new")
    publish(operator.page)
    apply(player, TITLE)
    pay(player)
    fill(operator, PLAYERS - 1)
    page = player.page
    page.get_by_role("link", name="Go to my table").wait_for()

    expect(page.get_by_role("heading", name="Envelopes")).to_be_visible()
    expect(page.get_by_text("$9 × 1")).to_be_visible()
    page.get_by_role("link", name="Go to my table").click()
    page.get_by_role("tab", name="My seat").click()
    mine = page.locator(".mine")
    expect(mine.get_by_text("2 cards for more time")).to_be_visible()
    more = page.get_by_role("button", name=re.compile(r"More time: \+25 s for 1 of 2 cards"))
    until(page, lambda: more.count() > 0)
    more.click()
    expect(mine.get_by_text("1 card for more time")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(r"for 1 of 1 card"))).to_be_visible()

    desk = operator.page
    order(desk, "Clock", "Put in a level")
    order(desk, "Players", "Give a penalty", {"Reason": "talking"}, who=player.name)
    operator.go(EVENT)
    expect(desk.get_by_text("(put in)")).to_be_visible()
    expect(desk.get_by_text(re.compile("has a penalty of 5 minutes"))).to_be_visible()
    operator.go(f"{EVENT}/wall")
    expect(desk.get_by_text(re.compile("envelopes left, up to"))).to_be_visible()
