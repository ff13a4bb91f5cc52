"""A private table: opened in the lobby, found by its link, seen whole, settled up, ended on purpose."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, Room, Visit
from tests.browser.playing import OPEN, act, until
from tests.browser.test_layout import overlaps
from tests.browser.test_pages import faults_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
HOME = re.compile("/table/home-")
ALLOW = """(rules) => Promise.all(rules.map(([setting, value]) => fetch('/api/people/settings', {
    method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Openfelt': '1' },
    body: JSON.stringify({ id: crypto.randomUUID(), setting, value, reason: 'for friends' }),
}).then((one) => one.status)))"""


def sit(page: Page) -> None:
    """The first free seat."""
    page.get_by_role("button", name=re.compile("^Sit here")).first.click()
    page.get_by_role("button", name=re.compile("^Sit down with")).click()
    page.get_by_role("button", name="Leave seat").wait_for()


def free_seats(page: Page, count: int) -> None:
    """Wait until so many seats can be taken."""
    expect(page.get_by_role("button", name=re.compile("^Sit here"))).to_have_count(count)


def is_as_high(page: Page, what: str, least: float) -> bool:
    """Whether something has this height now."""
    box = page.locator(what).bounding_box()
    return box is not None and box["height"] > least


def test_friends_play_at_a_private_table_and_settle_up(browser: Browser, own_room: Room, come: Visit) -> None:
    operator = come(staff=True, name="Olga")
    rules = [["own_tables", 2], ["own_table_blind", 200], ["unnamed_watch", 2]]
    assert operator.page.evaluate(ALLOW, rules) == [200] * len(rules)
    host = come(name="Ann")
    page = host.page
    page.get_by_text("Private tables").click()
    assert faults_of(page) == []
    page.get_by_role("button", name="Open a private table").click()
    page.wait_for_url(HOME)
    for size in (DESKTOP, {"width": 1920, "height": 1080}, {"width": 1024, "height": 768}, PHONE, SIDEWAYS):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        free_seats(page, 6)
        # The felt and the places on it follow a new size in the next frame.
        least = 0.55 * min(size["width"], size["height"])
        until(page, partial(is_as_high, page, ".felt", least))
        until(page, lambda: overlaps(page, ".owned", ".sit", ".talk", ".plate", ".bar") == [])
    assert faults_of(page) == []
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]

    context = browser.new_context(viewport=DESKTOP)  # type: ignore[arg-type]
    friend = context.new_page()
    friend.goto(page.url)
    friend.get_by_role("link", name="Choose one").click()
    friend.get_by_label("Name").fill("Bob")
    friend.get_by_role("button", name="Come in").click()
    friend.wait_for_url(HOME)
    sit(friend)
    free_seats(page, 5)  # else both would ask for the same one
    sit(page)
    both = (page, friend)
    # A result stands for half a second, which a busy machine may miss; its line in the log stays.
    until(
        page,
        lambda: page.locator(".log .award").count() > 0,
        lambda: [act(one) for one in both if one.locator(OPEN).count()],
    )

    page.get_by_role("button", name="End the game").click()
    page.get_by_role("dialog", name="End the game?").get_by_role("button", name="End after this hand").click()
    expect(page.get_by_role("dialog", name="Settling up").get_by_role("row").first).to_be_visible()
    assert faults_of(page) == []
    context.close()
