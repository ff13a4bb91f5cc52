"""The server dies in the middle of a hand; the page comes back by itself into the same seat with the same cards."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, Guest, Room, furnish, start, stop, visiting
from tests.browser.playing import act_now, choice, own_seat, state_of, whose_turn

pytestmark = pytest.mark.browser


def own_cards(guest: Guest) -> tuple[int, str, list[str]]:
    """Seat, hand and cards as the page was told them last."""
    state = state_of(guest, "Duel")
    seat = state["your_seat"]
    cards = next(one["down"] for one in state["hand"]["seats"] if one["seat"] == seat)
    return seat, state["hand"]["hand_id"], cards


@pytest.mark.slow
def test_the_page_comes_back_by_itself_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    furnish(tmp_path, "Duel")
    server, address = start(tmp_path)
    with visiting(browser, Room(address)) as visit:
        guests = [visit(size=DESKTOP) for _ in range(2)]
        for guest in guests:
            guest.sit("Duel")
        first = whose_turn(guests)
        act_now(first.page)
        second = whose_turn(guests)
        before = {guest.name: own_cards(guest) for guest in guests}
        assert all("??" not in cards for _, _, cards in before.values())
        server.kill()
        server.communicate()
        for guest in guests:
            expect(guest.page.get_by_text("reconnecting")).to_be_visible()
            with own_seat(guest.page):
                expect(guest.page.get_by_role("button", name="Add chips")).to_be_disabled()
            guest.frames.clear()
        told = second.page.get_by_role("alert").filter(has_text="The connection is lost")
        expect(told).to_contain_text("Your turn at Duel")
        expect(told).to_contain_text("60 s of them because the connection is lost")
        expect(choice(second.page, "Check")).to_be_disabled()
        server, _ = start(tmp_path, urlsplit(address).port or 0)
        for guest in guests:
            expect(guest.page.get_by_text("reconnecting")).to_have_count(0)
            guest.page.locator(".seat.you").wait_for()
        second.page.locator(".acting .one > button:enabled").first.wait_for()
        assert {guest.name: own_cards(guest) for guest in guests} == before
        act_now(second.page)
    stop(server)
