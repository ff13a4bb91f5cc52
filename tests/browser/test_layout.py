"""What a player needs at once is seen at once, on a phone held sideways and on a small screen; nothing covers it."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.playing import ENOUGH_S, act, my_turn, result_of

pytestmark = pytest.mark.slow

SIDEWAYS = [{"width": 844, "height": 390}, {"width": 667, "height": 375}]
SMALL = {"width": 1024, "height": 768}
LEAST = 44
AT_ONCE = (".seat.you .card", ".seat.you .plate", ".board .card", ".pot", ".acting .one > button", ".sizing button")

OUTSIDE = """(wanted) => wanted.flatMap((selector) => {
    const all = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const found = all.filter((box) => box.width);
    if (!found.length) return [`${selector} is not there`];
    return found
        .filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        .map((box) => `${selector} ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
})"""
OVERLAPS = """([under, over]) => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const touch = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return over.filter((selector) => boxes(selector).some((a) => boxes(under).some((b) => touch(a, b))));
}"""


def play_until(page: Page, selector: str) -> None:
    """Take the cheapest choice, hand after hand, until something is seen in one's turn."""
    until = time.monotonic() + ENOUGH_S
    while time.monotonic() < until:
        my_turn(page)
        if page.locator(selector).count():
            return
        act(page)
    raise AssertionError(f"{selector} was never seen")


def overlaps(page: Page, under: str, *over: str) -> list[str]:
    """Which of these lie on that."""
    return list(page.evaluate(OVERLAPS, [under, list(over)]))


@pytest.mark.browser
@pytest.mark.parametrize("size", SIDEWAYS, ids=lambda size: f"{size['width']}")
def test_a_phone_held_sideways_shows_cards_board_pot_and_choices_together(visit: Visit, size: dict[str, int]) -> None:
    guest = visit(size=size)
    guest.sit("Sydney")
    page = guest.page
    play_until(page, ".board")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(OUTSIDE, AT_ONCE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    small = page.evaluate(
        """(least) => [...document.querySelectorAll('.acting button, .menu button')]
            .filter((one) => one.offsetWidth && Math.min(one.offsetWidth, one.offsetHeight) < least)
            .map((one) => one.textContent)""",
        LEAST,
    )
    assert small == []


@pytest.mark.browser
@pytest.mark.parametrize("pit", ["Civic", "Auckland"])
def test_a_phone_held_sideways_shows_the_choices_against_the_house_with_the_cards(visit: Visit, pit: str) -> None:
    guest = visit(size=SIDEWAYS[0])
    guest.go(f"/pit/{pit}")
    page = guest.page
    page.get_by_role("button", name="Sit here").first.click()
    page.locator(".offers .wager:enabled").first.click()
    fold = page.locator(".offers").get_by_role("button", name="Fold")
    fold.wait_for(timeout=60_000)
    page.evaluate("scrollTo(0, 0)")
    outside = page.evaluate(OUTSIDE, [".boxes .you .card", ".house .card", ".offers button"])
    fold.click()
    page.locator(".number", has_text="Done").wait_for()  # nobody leaves within a round
    assert outside == []


@pytest.mark.browser
@pytest.mark.parametrize("table", ["Canberra", "Short", "Manly"])
def test_on_a_small_screen_the_table_fits_and_nothing_covers_its_words(visit: Visit, table: str) -> None:
    guest = visit(size=SMALL)
    guest.sit(table)
    page = guest.page
    until = time.monotonic() + ENOUGH_S
    told = ""
    while not told and time.monotonic() < until:
        told = result_of(page)
        assert overlaps(page, ".badge", ".seat .card", ".bet", ".plate", ".result", ".puck") == []
        assert overlaps(page, ".result", ".seat .card", ".plate", ".puck", ".board .card") == []
        assert overlaps(page, ".talk, .act .now", ".seat .card", ".plate", ".result", ".bet") == []
        assert page.evaluate(OUTSIDE, [".felt", ".talk", ".seat.you .card", ".seat.you .plate"]) == []
        assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") == 0, (
            "a scroll bar takes its width"
        )
        act(page)
        page.wait_for_timeout(20)
    assert told
