"""At tables against the house: the floor stops a round and rules, a dealer enters real cards, an operator opens one."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Guest, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = os.environ.get("OPENFELT_PICTURES", "")
SIZES = ({"width": 1280, "height": 900}, {"width": 390, "height": 844})


def look_at(page: Page, name: str) -> None:
    """No page scrolls sideways, on a desk or on a phone; pictures are kept where somebody wants them."""
    before = page.viewport_size
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (name, size)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{size['width']}.png", full_page=True)
    if before is not None:
        page.set_viewport_size(before)


def bet(guest: Guest, table: str) -> None:
    """Sit down at a box, put up an ante, and ask for the cards."""
    guest.go(f"/pit/{table}")
    guest.page.get_by_role("button", name=re.compile("^Sit here")).first.click()
    guest.page.get_by_role("button", name=re.compile("on the ante$")).click()
    guest.page.get_by_role("button", name="Deal now").click()
    guest.page.get_by_role("button", name="Fold", exact=True).wait_for()


def choose(page: Page, section: str, order: str) -> None:
    """Choose an order at the desk."""
    page.get_by_role("tab", name=section).click()
    page.get_by_role("list", name="Orders possible now").get_by_role("button", name=re.compile(f"^{order}")).click()


def give(page: Page, reason: str) -> None:
    """Look at what an order would do, and give it."""
    page.get_by_role("button", name="What would it do?").click()
    page.get_by_label(re.compile("^Reason")).fill(reason)
    page.get_by_role("button", name="Give this order").click()


def record(page: Page) -> Locator:
    """What staff did, by the record."""
    return page.get_by_role("heading", name="Record of what staff did").locator("..").get_by_role("listitem")


def test_the_floor_stops_a_round_counts_the_deck_and_lets_it_go_on(visit: Visit) -> None:
    player, floor = visit(), visit(staff=True)
    bet(player, "Civic")
    page = floor.page
    floor.go("/floor")
    page.get_by_role("link", name=re.compile("^Civic")).click()
    page.get_by_role("button", name="Stop the table").click()
    stopped = player.page.get_by_text("The floor has stopped the table.", exact=True)
    expect(stopped).to_be_visible()
    look_at(player.page, "pit-stopped")
    expect(player.page.get_by_role("button", name="Fold", exact=True)).to_be_disabled()
    choose(page, "Incidents", "Count the deck")
    page.get_by_label("Cards counted").fill("52")
    page.get_by_role("button", name="What would it do?").click()
    expect(page.locator(".ruling")).to_contain_text("the deck is counted: 52 cards")
    expect(page.locator(".ruling .cite").first).to_be_visible()
    look_at(page, "pit-desk")
    give(page, "a player asked for it")
    expect(record(page).first).to_contain_text("count the deck: a player asked for it")
    page.get_by_role("button", name="Let the table go on").click()
    expect(stopped).to_be_hidden()
    player.page.get_by_role("button", name="Fold", exact=True).click()
    # The round is over: its replay shows the order of the floor among its steps.
    player.page.get_by_role("link", name=re.compile("^last")).click()
    steps = player.page.get_by_role("list", name="All steps")
    expect(steps.get_by_text("a player asked for it")).to_be_visible()
    player.page.keyboard.press("End")
    look_at(player.page, "pit-replay")
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="text").click()
    assert "the deck is counted: 52 cards  [act-holdem 2.4]" in download.value.path().read_text()
    player.go("/pit/Civic")  # where the box is given back
    player.page.get_by_role("button", name="Leave").wait_for()


def test_an_operator_opens_a_table_with_real_cards_and_a_dealer_enters_a_round(visit: Visit) -> None:
    operator = visit(staff=True)
    page = operator.page
    operator.go("/office/tables")
    page.get_by_text("Open a house-banked table").click()
    form = page.locator("details.open", has_text="Open a house-banked table")
    form.get_by_label("Name").fill("Dell")
    form.get_by_label("Boxes").fill("13")
    expect(form.locator(".bad")).to_contain_text("1 to 12 boxes, not 13")
    expect(form.get_by_role("button", name="Open", exact=True)).to_be_disabled()
    form.get_by_label("Boxes").fill("3")
    form.get_by_label("real cards").check()
    expect(form.locator(".sign")).to_contain_text("layout of 3 boxes")
    look_at(page, "pit-opening")
    form.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("link", name=re.compile("^Dell")).click()
    expect(page.get_by_role("heading", name=re.compile("^Dealer: Dell"))).to_be_visible()
    choose(page, "Players", "Sits down")
    page.get_by_label("Player", exact=True).fill("Ruth")
    page.get_by_label("Box", exact=True).select_option(label="box 2")
    page.get_by_label("Chips $").fill("200")
    page.get_by_role("button", name="Sits down", exact=True).click()
    expect(page.locator(".boxes li", has_text="Ruth")).to_contain_text("Box 2")
    choose(page, "Players", "Wagers")
    page.get_by_label("Amount $").fill("20")
    page.get_by_role("button", name="Wagers", exact=True).click()
    for name in ("No more bets", "Deal the hole cards", "Deal the hole cards"):
        choose(page, "Deal", name)
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("heading", name=re.compile(f"^{name}"))).to_be_hidden()
    choose(page, "Deal", "Deal the flop")
    page.get_by_role("group", name="Cards").get_by_role("textbox").fill("Ah Kd 7c")
    look_at(page, "pit-dealer")
    page.get_by_role("button", name="Deal the flop", exact=True).click()
    choose(page, "Deal", "Players take up their cards")
    page.get_by_role("button", name="Players take up their cards", exact=True).click()
    choose(page, "Players", "Folds")
    page.get_by_role("button", name="Folds", exact=True).click()
    expect(page.locator(".boxes li", has_text="Ruth")).to_contain_text("Fold")
