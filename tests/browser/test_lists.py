"""Lists in Chromium: a player joins on a phone, is called by the brush and sits; a second table opens from the list;
the board shows all of it; a kiosk takes a name and does nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PASSWORD, PHONE, Guest, Room, Visit, opened
from tests.browser.test_pages import faults_of

WALL = {"width": 1920, "height": 1080}


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room with one idle table."""
    with opened(tmp_path_factory.mktemp("lists"), "Harbour") as own:
        yield own


@pytest.fixture(scope="module")
def brush(come: Visit) -> Guest:
    """Staff who has opened a list that is called by hand."""
    bea = come(staff=True, name="Bea", size=WALL)
    page = bea.page
    bea.go("/lists/desk")
    page.get_by_role("button", name="Open a list").click()
    dialog = page.get_by_role("dialog", name="Open a list")
    dialog.get_by_label("Name of the list").fill("holdem")
    dialog.get_by_label("Who calls").select_option("by-hand")
    dialog.get_by_role("button", name="Open the list").click()
    page.get_by_role("region", name="List holdem").wait_for()
    return bea


@pytest.mark.browser
@pytest.mark.slow
def test_a_player_joins_on_a_phone_is_called_and_sits_and_a_second_table_opens_from_the_list(
    come: Visit, brush: Guest
) -> None:
    desk = brush.page
    phoebe, quentin, board = come(name="Phoebe", size=PHONE), come(name="Quentin", size=PHONE), come(size=WALL)
    phone = phoebe.page
    phoebe.go("/lists")
    phone.get_by_role("button", name=re.compile("^Join the list of")).click()
    expect(phone.get_by_text("Place 1")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert faults_of(phone) == []
    expect(desk.get_by_role("region", name="List holdem")).to_contain_text(re.compile(r"Phoebe.*phone", re.S))
    desk.get_by_role("button", name=f"Call {phoebe.name}").nth(2).click()
    ready = phone.get_by_role("region", name="Your seat is ready")
    expect(ready).to_contain_text("Seat 3 at Harbour")
    expect(ready.get_by_role("timer")).to_contain_text(re.compile(r"^[45]:\d\d$"))
    board.go("/board")
    expect(board.page.get_by_role("region", name="Called")).to_contain_text(
        re.compile(r"Phoebe.*Harbour, seat 3", re.S)
    )
    ready.get_by_label(re.compile("^Stake")).fill("100")
    ready.get_by_role("button", name="Take the seat").click()
    phone.get_by_role("button", name="Leave seat").wait_for()
    quentin.go("/lists")
    quentin.page.get_by_role("button", name=re.compile("^Join the list of")).click()
    expect(quentin.page.get_by_text("Place 1")).to_be_visible()
    desk.get_by_role("button", name="Open a table").click()
    desk.get_by_label(re.compile("^Name of the new table")).fill("Second")
    desk.get_by_role("button", name="Open and call").click()
    expect(quentin.page.get_by_role("region", name="Your seat is ready")).to_contain_text("Seat 1 at Second")
    games = board.page.get_by_role("region", name=re.compile("^Texas Hold'em"))
    expect(games).to_contain_text(re.compile(r"Harbour ?1/6.*Second ?0/6", re.S))
    expect(games).to_contain_text(re.compile(r"Quentin.*Second, seat 1", re.S))
    quentin.page.get_by_role("button", name="Pass").click()
    expect(quentin.page.get_by_text("Place 1")).to_be_visible()
    assert faults_of(desk) == []
    assert faults_of(board.page) == []
    desk.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    assert desk.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]


@pytest.mark.browser
@pytest.mark.slow
def test_a_kiosk_takes_a_name_and_shows_nothing_else(
    browser: Browser, own_room: Room, come: Visit, brush: Guest
) -> None:
    rita = come(name="Rita")
    own_room.invitation()  # logs the operator in
    link = own_room._ask("invite", id=uuid4().hex, roles=("kiosk",))["link"]
    page = browser.new_page(viewport={"width": 1080, "height": 1920})
    page.goto(own_room.address + str(link))
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_label("Name").fill("Kiosk by the door")
    page.get_by_role("button", name="Come in").click()
    page.get_by_role("heading", name="Join a list").wait_for()
    page.get_by_role("button", name=re.compile("Texas Hold'em")).click()
    page.get_by_label("Your name in this room").fill(rita.name)
    page.get_by_label("Your code").fill("1")
    page.get_by_role("button", name="Join the list").click()
    expect(page.get_by_role("alert")).to_contain_text("22.16")
    rita.page.goto(f"{own_room.address}/lists")
    rita.page.get_by_role("button", name="Code for a kiosk").click()
    code = rita.page.get_by_role("region", name="At a kiosk").locator("b").inner_text()
    page.get_by_label("Your code").fill(code)
    page.get_by_role("button", name="Join the list").click()
    expect(page.get_by_role("status").first).to_contain_text("is on the list")
    expect(brush.page.get_by_role("region", name="List holdem")).to_contain_text(re.compile(r"Rita.*kiosk", re.S))
    page.get_by_role("button", name=re.compile("Texas Hold'em")).click()
    page.get_by_label("Your name in this room").fill(rita.name)
    page.get_by_label("Your code").fill(code)
    page.get_by_role("button", name="Join the list").click()
    expect(page.get_by_role("alert")).to_contain_text("already")
    page.goto(f"{own_room.address}/table/Harbour")
    page.get_by_role("heading", name="Join a list").wait_for()
    body = {"method": "POST", "headers": {"x-openfelt": "1"}, "body": '{"id":"k","via":"page"}'}
    assert page.evaluate("how => fetch('/api/lists/holdem/join', how).then(one => one.status)", body) == 403
    assert faults_of(page) == []
    page.close()
