"""Somebody who was never here: from the address to the first finished hand in four clicks, led by the guide."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE_MS, PHONE, Room, Visit, leave_seat
from tests.browser.playing import ENOUGH_S, OPEN, choice, result_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CLICKS = """
    window.addEventListener('pointerdown', (event) => {
        if (event.isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0);
    }, true);
"""
NO_MOTION = "if (!localStorage['openfelt-settings']) localStorage['openfelt-settings'] = '{\"motion\":false}';"


DESKTOP = {"width": 1280, "height": 900}


@contextlib.contextmanager
def newcomer(browser: Browser, room: Room, size: dict[str, int]) -> Iterator[Page]:
    """Somebody with a name in the field; whoever took a seat gives it back, so that nobody waits for them."""
    context = browser.new_context(viewport=size)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(CLICKS + NO_MOTION)
    page = context.new_page()
    page.goto(room.address)
    room.visitors += 1
    page.get_by_label("Name").fill(f"Newcomer {room.visitors}")
    yield page
    if page.get_by_role("button", name="Leave seat").count():
        leave_seat(page)
        expect(page.get_by_role("button", name="Leave seat")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_four_clicks_lead_to_the_end_of_the_first_hand(browser: Browser, room: Room, size: dict[str, int]) -> None:
    with newcomer(browser, room, size) as page:
        page.get_by_role("button", name="Play now").click()
        guide = page.get_by_role("complementary", name="Guide")
        page.get_by_role("button", name="Sit down with").click()
        expect(guide.get_by_role("heading", name="It is your turn")).to_be_visible()
        expect(guide).to_contain_text("The pot is $")
        page.locator(OPEN).first.wait_for()
        choice(page, "Fold").click()
        sure = page.locator(".confirm").get_by_role("button", name="Yes")  # asked where checking is free
        if sure.count():
            sure.click()
        end = time.monotonic() + ENOUGH_S
        while not (said := result_of(page)):
            assert time.monotonic() < end
            page.wait_for_timeout(20)
        assert "wins" in said
        assert 2 < int(page.evaluate("sessionStorage.clicks")) <= 4
        expect(guide.get_by_role("heading", name="That was a hand")).to_be_visible()
        guide.get_by_role("button", name="Done").click()
        expect(guide).to_have_count(0)
        page.reload()
        page.locator(".felt").wait_for()
        expect(guide).to_have_count(0)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("lead me through a hand").check()
        page.get_by_role("button", name="Close", exact=True).click()
        expect(guide).to_be_visible()


def test_the_guide_is_left_at_any_time_and_covers_no_seat(browser: Browser, room: Room) -> None:
    with newcomer(browser, room, DESKTOP) as page:
        page.get_by_role("button", name="Play now").click()
        page.get_by_role("button", name="Cancel").click()
        guide = page.get_by_role("complementary", name="Guide")
        expect(guide.get_by_role("heading", name="Take a seat")).to_be_visible()
        covered = page.evaluate("""() => {
            const guide = document.querySelector('.guide').getBoundingClientRect();
            return [...document.querySelectorAll('[data-seat], button.sit')].filter((one) => {
                const box = one.getBoundingClientRect();
                const beside = box.left >= guide.right || box.right <= guide.left;
                return !beside && box.top < guide.bottom && box.bottom > guide.top;
            }).length;
        }""")
        assert covered == 0
        guide.get_by_role("button", name="Leave the guide").click()
        expect(guide).to_have_count(0)


def test_a_whole_hand_by_keys_alone_from_the_name_to_the_result(browser: Browser, room: Room) -> None:
    with newcomer(browser, room, DESKTOP) as page:
        page.keyboard.press("Enter")  # the focus is in the name
        page.locator("dialog[open] button.go").wait_for()
        for _ in range(60):
            if page.evaluate("document.activeElement.matches('dialog[open] button.go')"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        end, acted = time.monotonic() + ENOUGH_S, False
        while not (acted and (said := result_of(page))):
            assert time.monotonic() < end
            if page.locator(OPEN).count():
                page.keyboard.press("Enter" if page.get_by_role("alertdialog").count() else "c")
                acted = True
            page.wait_for_timeout(40)
        assert "wins" in said
        assert page.evaluate("sessionStorage.clicks ?? 0") in {0, "0"} or not page.evaluate(
            "Number(sessionStorage.pointer ?? 0)"
        )


def test_the_card_of_the_rules_shows_clauses_explains_words_and_ranks_this_deck(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.go("/table/Manila")
    page.get_by_role("button", name="How to play").click()
    card = page.get_by_role("dialog", name="How to play")
    expect(card).to_contain_text("32 cards, 7-A")
    card.get_by_role("button", name="blinds").first.click()
    expect(card.get_by_role("status")).to_contain_text("blind")
    card.get_by_role("tab", name="Hands").click()
    names = card.locator(".ranks .name").all_inner_texts()
    flush, full = (
        next(at for at, name in enumerate(names) if name.startswith(word)) for word in ("flush", "full house")
    )
    assert flush < full
    assert card.get_by_role("img", name="ace of spades").count()
