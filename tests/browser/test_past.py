"""One's own past in the browser: a hand that was played is listed, kept, shared by a link and no longer shared."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import play_a_hand

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHOTS = os.environ.get("OPENFELT_SHOTS", "")


def shot(page: Page, name: str) -> None:
    """A picture of both themes at both sizes, for whoever asked for some."""
    if not SHOTS:
        return
    for theme in ("dark", "light"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        page.screenshot(path=f"{SHOTS}/{name}-{theme}.png", full_page=True)


def test_a_hand_is_listed_kept_and_shared(visit: Visit) -> None:
    player = visit()
    page = player.page
    player.sit("Sydney")
    play_a_hand(page)
    player.leave()
    player.go("/")
    page.get_by_role("link", name="My hands").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader")).first
    expect(row.get_by_role("link", name=re.compile("^Sydney #"))).to_be_visible()
    expect(row.get_by_role("img")).not_to_have_count(0)
    page.get_by_label("Game").select_option(label="Texas Hold'em")
    expect(row).to_be_visible()
    row.get_by_role("button", name=re.compile("^Keep hand")).click()
    page.get_by_role("button", name="Kept hands").click()
    expect(row.get_by_role("button", name=re.compile("^Keep hand"))).to_have_attribute("aria-pressed", "true")
    row.get_by_role("button", name=re.compile("^Share hand")).click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    shot(page, "past-share")
    stranger = visit(size=PHONE)
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("heading", name=re.compile("Sydney, hand"))).to_be_visible()
    expect(stranger.page.locator(".stage").first).to_be_visible()
    page.get_by_role("button", name="Stop sharing").click()
    expect(row.get_by_role("button", name=re.compile("^Share hand"))).to_have_text("Share")
    stranger.page.reload()
    expect(stranger.page.get_by_role("alert")).to_contain_text("this link shows no hand")
    shot(page, "past-hands")
    page.get_by_role("tab", name="Results").click()
    expect(page.get_by_role("table", name="Sums by game")).to_contain_text("Texas Hold'em")
    expect(page.get_by_role("img", name=re.compile("^Result, hand by hand"))).to_be_visible()
    shot(page, "past-results")
    player.go("/hands")
    row.get_by_role("link", name=re.compile("^Review hand")).click()
    expect(page.locator(".decisions li").first).to_contain_text(re.compile(r"of the pot on average|no decision"))
    shot(page, "past-review")
    player.go("/hands/notes")
    page.get_by_label("Player", exact=True).fill("Ada")
    page.get_by_label("Note", exact=True).fill("calls too much")
    page.get_by_label("Colour").select_option("red")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.get_by_role("row", name=re.compile("Ada.*calls too much"))).to_be_visible()
    if SHOTS:
        page.set_viewport_size({"width": 390, "height": 844})
        page.get_by_role("tab", name="Hands", exact=True).click()
        expect(row).to_be_visible()
        shot(page, "past-hands-phone")
        page.get_by_role("tab", name="Results").click()
        expect(page.get_by_role("table", name="Sums by game")).to_be_visible()
        shot(page, "past-results-phone")
