"""The room on a phone: it can be installed, says when it cannot be reached, and tells a turn by a notification."""

from __future__ import annotations

import json
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PATIENCE_MS, PHONE, STILL, Room, leave_seat
from tests.browser.playing import until

pytestmark = pytest.mark.browser
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""
TOLD = """
    window.asked = 0; window.told = [];
    Notification.requestPermission = () => { window.asked += 1; return Promise.resolve('granted'); };
    Object.defineProperty(Notification, 'permission', { get: () => (window.asked ? 'granted' : 'default') });
    ServiceWorkerRegistration.prototype.showNotification = async (title, how) => window.told.push([title, how.tag]);
    Object.defineProperty(document, 'hidden', { get: () => true });
"""


@pytest.mark.usefixtures("browser")
def test_a_phone_can_install_it(room: Room) -> None:
    with urlopen(f"{room.address}/manifest.webmanifest") as answer:
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = json.load(answer)
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert {one["purpose"] for one in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with urlopen(room.address + icon["src"]) as answer:
            head = answer.read(24)
        width, height = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
        assert (head[:8], f"{width}x{height}") == (b"\x89PNG\r\n\x1a\n", icon["sizes"])


def test_without_a_connection_a_page_says_so_and_nothing_of_the_room_is_kept(browser: Browser, room: Room) -> None:
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(room.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    until(page, lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    page.evaluate("fetch('/api/rules')")
    context.set_offline(True)
    page.goto(f"{room.address}/table/Sydney")
    expect(page.get_by_role("heading", name="The room cannot be reached")).to_be_visible()
    assert sorted(page.evaluate(KEPT)) == ["/offline.css", "/offline.html"]
    assert page.evaluate("fetch('/api/rules').then(() => 'kept', () => 'refused')") == "refused"
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_label("Name")).to_be_visible()
    context.close()


def test_a_turn_is_told_only_to_whoever_asked_for_it_by_a_click(browser: Browser, room: Room) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(STILL + TOLD)
    page = context.new_page()
    page.goto(room.address)
    room.visitors += 1
    page.get_by_label("Name").fill(f"Elsewhere {room.visitors}")
    page.get_by_role("button", name="Come in").click()
    page.get_by_role("heading", name="Lobby").wait_for()
    page.goto(f"{room.address}/table/Bondi")
    assert page.evaluate("window.asked") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("notify me of my turn").check()
    assert page.evaluate("window.asked") == 1
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Sit down with").click()
    until(page, lambda: page.evaluate("window.told.length") > 0)
    assert page.evaluate("window.told[0]") == ["Your turn at Bondi", "turn Bondi"]
    leave_seat(page)
    expect(page.get_by_role("button", name="Leave seat")).to_have_count(0)
    context.close()
