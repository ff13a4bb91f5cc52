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
    """Take the cheapest choice that is offered; the word of it, or nothing if the turn has passed."""
    for word in CHEAPEST:
        found = choice(page, word)
        if found.count() and found.first.is_enabled():
            found.first.click()
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


def play_a_hand(page: Page) -> list[str]:
    """Play until a hand in which one acted has ended; what one did, in order."""
    done: list[str] = []
    until = time.monotonic() + ENOUGH_S
    result = page.locator(".result")
    while time.monotonic() < until:
        page.locator(f"{OPEN}, button.card, .result").first.wait_for()
        if done and result.count():
            return done
        if page.locator(".acting").count():
            word = act(page)
            if word:
                done.append(word)
                continue
        page.wait_for_timeout(50)
    raise AssertionError(f"no hand ended within {ENOUGH_S:.0f} seconds; did {done}")
