"""How a patient newcomer plays: take the cheapest choice, as often as the turn comes, until a hand is over."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

if TYPE_CHECKING:
    from tests.browser.conftest import Guest

CHEAPEST = ("Check", "Call", "Bring in", "Stand pat", "Show", "Decline", "Bet", "Complete to", "Raise to", "Fold")
ENOUGH_S = 120.0
OPEN = ".acting .one > button:enabled"


def until(page: Page, is_done: Callable[[], bool], work: Callable[[], object] = lambda: None) -> None:
    """Work until something is so."""
    end = time.monotonic() + ENOUGH_S
    while not is_done():
        assert time.monotonic() < end, "it never came"
        work()
        page.wait_for_timeout(30)


def state_of(guest: Guest, table: str) -> dict[str, Any]:
    """The table as this person was told it last."""
    *_, last = guest.states(table)
    return last


def whose_turn(guests: list[Guest]) -> Guest:
    """The one who can act now."""
    end = time.monotonic() + ENOUGH_S
    while time.monotonic() < end:
        for guest in guests:
            if guest.page.locator(OPEN).count():
                return guest
            guest.page.wait_for_timeout(20)
    raise AssertionError("nobody's turn came")


@contextlib.contextmanager
def own_seat(page: Page) -> Iterator[None]:
    """What a player settles about the own seat stands beside the log; the log is shown again afterwards."""
    page.get_by_role("tab", name="My seat").click()
    yield
    page.get_by_role("tab", name="Log").click()


def choice(page: Page, word: str) -> Locator:
    """The button of one choice."""
    return page.locator(".acting .buttons").get_by_role("button", name=re.compile(rf"^{word}\b"))


def my_turn(page: Page) -> None:
    """Wait until a choice can be clicked."""
    page.locator(OPEN).first.wait_for()


def clicked(button: Locator) -> bool:
    """Click it if it can be clicked now; nothing is waited for, and the turn may pass between a look and a click."""
    now = button.and_(button.page.locator("button:enabled"))
    if not now.count():
        return False
    try:
        now.first.click(timeout=5_000)
    except TooLate:
        return False
    return True


def act(page: Page) -> str:
    """Take the cheapest choice that is offered; the word of it, or nothing if it is not one's turn."""
    if not page.locator(f"{OPEN}, button.card").count():
        return ""
    for word in CHEAPEST:
        if choice(page, word).count():
            if not clicked(choice(page, word)):  # it rests for a moment; a dearer one may not be taken instead
                return ""
            confirm = page.locator(".confirm").get_by_role("button", name=re.compile("^Yes"))
            if confirm.count():
                confirm.click()
            return word
    if choice(page, "Discard").count():
        cards = page.locator(".seat.you button.card")
        if cards.count() and not page.locator(".seat.you button.card.chosen").count():
            cards.first.click()
        if clicked(choice(page, "Discard")):
            return "Discard"
    return ""


def act_now(page: Page) -> str:
    """Take the cheapest choice as soon as the turn is open; buttons rest for a moment when they change."""
    end = time.monotonic() + ENOUGH_S
    while time.monotonic() < end:
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
    end = time.monotonic() + ENOUGH_S
    while time.monotonic() < end:
        if acted and (said := result_of(page)):
            return said
        acted = bool(act(page)) or acted
        page.wait_for_timeout(20)
    raise AssertionError(f"no hand ended within {ENOUGH_S:.0f} seconds")
