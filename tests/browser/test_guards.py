"""What guards a player from a slip or an accident: wagers sent only as meant, a line that is dead in silence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import Guest, Room, Visit, furnish, start, stop, visiting
from tests.browser.playing import choice, clicked, result_of, until, whose_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def sent_by(guest: Guest, kind: str) -> list[dict[str, Any]]:
    """What the page sends from its next connection on, of one kind; the list grows."""
    sent: list[dict[str, Any]] = []

    def note(text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == kind:
            sent.append(frame)

    guest.page.on("websocket", lambda socket: socket.on("framesent", note))
    return sent


def box(page: Page, name: str) -> tuple[float, float]:
    """Where a button is."""
    found = page.get_by_role("button", name=re.compile(name)).first.bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


# Four clicks at one place, 70 ms apart by the page's own clock: a busy machine does not make them slower clicks.
IMPATIENTLY = """async ([x, y]) => {
    for (let click = 0; click < 4; click += 1) {
        document.elementFromPoint(x, y)?.closest('button')?.click();
        await new Promise((done) => setTimeout(done, 70));
    }
}"""


def test_a_second_click_against_the_house_places_no_other_wager_and_the_table_is_followed(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    sent = sent_by(guest, "pit-act")
    guest.go("/")
    page.get_by_role("link", name=re.compile(r"^Civic\b")).click()
    page.get_by_role("button", name="Sit here").first.click()
    ante = page.get_by_role("button", name=re.compile(r"^Bet \$\d+ on the ante"))
    expect(ante.first).to_be_enabled()
    x, y = box(page, r"^Bet \$\d+ on the ante")
    page.evaluate(IMPATIENTLY, [x, y])
    until(page, lambda: bool(sent))
    page.wait_for_timeout(300)
    assert [one["order"]["type"] for one in sent] == ["Wager"]
    assert sent[0]["order"]["spot"] == "ante"
    page.get_by_role("link", name="Lobby").click()
    link = page.get_by_role("link", name=re.compile("^Civic: your turn"))
    expect(link).to_be_visible()
    link.click()
    page.get_by_role("button", name=re.compile("^Fold")).click()


def test_a_line_that_is_dead_in_silence_is_noticed_and_opened_again(browser: Browser, tmp_path: Path) -> None:
    furnish(tmp_path, "Duel")
    server, address = start(tmp_path)
    dead = False

    def relay(page_side: WebSocketRoute) -> None:
        far_side = page_side.connect_to_server()
        page_side.on_message(lambda text: None if dead else far_side.send(text))
        far_side.on_message(lambda text: None if dead else page_side.send(text))

    with visiting(browser, Room(address)) as visit:
        guests = [visit() for _ in range(2)]
        for guest in guests:
            guest.page.clock.install()
            guest.page.route_web_socket("**/api/socket", relay)
            guest.page.goto(f"{address}/table/Duel")
            guest.page.get_by_role("button", name=re.compile("^Sit here")).first.click()
            guest.page.get_by_role("button", name=re.compile("^Sit down with")).click()
        first = whose_turn(guests)
        dead = True
        choice(first.page, "Call").click()
        first.page.clock.run_for(12_000)
        expect(first.page.get_by_text("reconnecting")).to_be_visible()
        expect(first.page.get_by_text("Not answered")).to_be_visible()
        other = next(one for one in guests if one is not first)  # has asked nothing, and hears nothing
        other.page.clock.run_for(24_000)
        expect(other.page.get_by_text("reconnecting")).to_be_visible()
        dead = False
        for guest in guests:
            guest.page.clock.run_for(20_000)
            expect(guest.page.get_by_text("reconnecting")).to_have_count(0)
        whose_turn(guests)
        for guest in guests:
            guest.page.goto(address)
    stop(server)


def take(page: Page, word: str, sure: str) -> None:
    """Take a choice that is asked about, as soon as its button no longer rests."""
    yes = page.get_by_role("button", name=sure)
    until(page, lambda: bool(yes.count()), lambda: clicked(choice(page, word)))
    yes.click()


def test_a_name_is_no_card_and_whoever_was_all_in_has_a_stack_again(browser: Browser, tmp_path: Path) -> None:
    furnish(tmp_path, "Duel")
    server, address = start(tmp_path)
    with visiting(browser, Room(address)) as visit:
        guests = [visit(name=name) for name in ("Rich Ks", "Al Jd")]
        for guest in guests:
            guest.sit("Duel")
        first = whose_turn(guests)
        second = next(one for one in guests if one is not first)
        first.page.get_by_role("button", name="All-in", exact=True).click()
        for one, word, sure in ((first, "Raise to", "Yes, all-in"), (second, "Call", "Yes, call")):
            take(one.page, word, sure)
        page = first.page
        until(page, lambda: bool(result_of(page)))
        stacks = page.locator(".seat .stack").all_inner_texts()
        assert "ALL-IN" not in stacks
        assert any(text not in {"", "$0"} for text in stacks)
        shown = page.locator(".log li", has_text=re.compile(r"^(Rich Ks|Al Jd)#\d+ shows \S+[♠♥♦♣]"))
        expect(shown.first).to_be_visible()
    stop(server)
