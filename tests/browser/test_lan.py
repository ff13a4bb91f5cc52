"""A room on the local network in a browser that does not trust it: the warning, and what works past it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.browser.conftest import PATIENCE_MS, PHONE
from tests.browser.playing import until
from tests.browser.test_pages import faults_of
from tests.contracts.test_cli_lan import HERE, Room, by_hand, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with served(tmp_path_factory.mktemp("lan") / "room", *by_hand(*HERE)) as room:
        yield room


def phone(browser: Browser, *, past_the_warning: bool) -> Page:
    context = browser.new_context(viewport=PHONE, ignore_https_errors=past_the_warning)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def test_a_browser_warns_of_the_room_and_past_the_warning_the_room_works(browser: Browser, lan: Room) -> None:
    page = phone(browser, past_the_warning=False)
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(lan.base)
    page.context.close()

    page = phone(browser, past_the_warning=True)
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    page.goto(lan.base)
    page.get_by_label("Name").fill("Wary")
    page.get_by_role("button", name="Come in").click()
    page.get_by_role("heading", name="Lobby").wait_for()
    expect(page.get_by_role("banner")).to_contain_text("Wary")
    until(page, lambda: bool(frames))
    assert json.loads(frames[0])["name"].startswith("Wary")
    [cookie] = [one for one in page.context.cookies() if one["name"] == "__Host-openfelt"]
    assert cookie["secure"]
    page.context.close()


def test_the_page_for_phones_fits_a_phone_and_needs_no_script(browser: Browser, lan: Room) -> None:
    page = phone(browser, past_the_warning=True)
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(f"{lan.base}/trust")
    for heading in ("Trust this room", "1. Get the certificate", "2. iPhone and iPad", "2. Android", "Without it"):
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button = page.get_by_role("link", name="Get the certificate")
    assert button.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(45, 90, 27)"  # its looks were let in
    assert faults_of(page) == []
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == "openfelt-room.crt"
    assert wrong == []
    page.context.close()
