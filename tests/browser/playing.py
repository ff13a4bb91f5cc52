"""How a patient newcomer plays: take the cheapest choice, as often as the turn comes, until a hand is over."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page

CHEAPEST = ("Check", "Call", "Bring in", "Stand pat", "Show", "Decline", "Bet", "Complete to", "Raise to", "Fold")
ENOUGH_S = 60.0
OPEN = ".acting .one > button:enabled"


def choice(page: Page, word: str) -> Locator:
    """The button of one choice."""
    return page.locator(".acting .buttons").get_by_role("button", name=re.compile(rf"^{word}\b"))


def my_turn(page: Page) -> None:
    """Wait until a choice can be clicked."""
    page.locator(OPEN).first.wait_for()


def act(page: Page) -> str:
    """Take the cheapest choice that is offered; the word of it, or nothing if it is not one's turn."""
    if not page.locator(f"{OPEN}, button.card").count():
        return ""
    for word in CHEAPEST:
        found = choice(page, word)
        if found.count() and found.first.is_enabled():
            found.first.click(timeout=2_000)
            confirm = page.locator(".confirm").get_by_role("button", name=re.compile("^Yes"))
            if confirm.count():
                confirm.click()
            return word
    if choice(page, "Discard").count():
        cards = page.locator(".seat.you button.card")
        if cards.count() and not page.locator(".seat.you button.card.chosen").count():
            cards.first.click()
        if choice(page, "Discard").is_enabled():
            choice(page, "Discard").click()
            return "Discard"
    return ""


def act_now(page: Page) -> str:
    """Take the cheapest choice as soon as the turn is open; buttons rest for a moment when they change."""
    until = time.monotonic() + ENOUGH_S
    while time.monotonic() < until:
        if word := act(page):
            return word
        page.wait_for_timeout(30)
    raise AssertionError("the turn never came")


def result_of(page: Page) -> str:
    """What the middle of the felt says of a hand that has just ended, or nothing."""
    return str(page.evaluate("document.querySelector('.result')?.textContent ?? ''"))


def play_a_hand(page: Page) -> str:
    """Play until a hand in which one acted has ended; its result in words."""
    acted = False
    until = time.monotonic() + ENOUGH_S
    while time.monotonic() < until:
        if acted and (said := result_of(page)):
            return said
        acted = bool(act(page)) or acted
        page.wait_for_timeout(20)
    raise AssertionError(f"no hand ended within {ENOUGH_S:.0f} seconds")
