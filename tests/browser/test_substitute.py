"""A substitute in Chromium: named at the desk while the event is played, and seated where the player sat."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.playing import until
from tests.browser.tournaments import apply, every_item, fill, order, pay

TITLE = "Stand In"
EVENT = "/tournament/stand-in"
PLAYERS = 4


@pytest.mark.browser
@pytest.mark.slow
def test_a_substitute_is_named_at_the_desk_and_sits_where_the_player_sat(come: Visit) -> None:
    operator, player, other = come(staff=True, name="Olga"), come(name="Phoebe"), come(name="Quentin")
    desk = operator.page
    operator.go("/tournaments/new")
    desk.get_by_label("Template").select_option("freeze-out")
    for label, value in (("Name", TITLE), ("Most players", str(PLAYERS)), ("Seats at a table", "4"), ("Buy-in", "20")):
        desk.get_by_label(label, exact=True).fill(value)
    desk.get_by_role("button", name="Read the conditions").click()
    every_item(desk)
    desk.get_by_text("Conditions as a file", exact=True).click()
    box = desk.get_by_role("textbox", name="Conditions as a file")
    terms = 'substitutes = { in_person = true, approved_by = "the host" }'
    text, count = re.subn(r"^substitutes = .*$", terms, box.input_value(), flags=re.MULTILINE)
    assert count == 1
    box.fill(text)
    desk.get_by_text("Single items have been changed").wait_for()
    desk.get_by_role("button", name="Publish these conditions").click()
    desk.get_by_role("link", name="To the director’s desk").click()
    order(desk, "Event", "Open registration")
    apply(player, TITLE)
    pay(player)
    fill(operator, PLAYERS - 1)
    page = player.page
    page.get_by_role("link", name="Go to my table").wait_for()
    mine = page.get_by_role("region", name="My seat")
    seat = re.search(r"Table \d, seat \d", mine.inner_text())
    assert seat

    desk.get_by_role("tablist", name="Kinds of orders").get_by_role("tab", name="Entries").click()
    desk.get_by_role("list", name="Orders possible now").get_by_role("button", name="Name a substitute").click()
    form = desk.locator("#orders form")
    form.locator("select").first.select_option(label=player.name)
    form.get_by_label("Name or account of the substitute").fill(other.name)
    for asked in ("The player named the substitute in person", "The entry form is completed"):
        form.get_by_label(asked).check()
    desk.get_by_role("button", name="What would it do?").click()
    expect(desk.get_by_text(re.compile(f"{other.name} is to have the seat of {player.name}"))).to_be_visible()
    desk.get_by_role("button", name=re.compile("^Give this order")).click()

    other.go(EVENT)
    theirs = other.page.get_by_role("region", name="My seat")
    until(other.page, lambda: theirs.count() > 0 and seat[0] in theirs.inner_text())
    other.page.get_by_role("link", name="Go to my table").click()
    expect(other.page.locator(".felt")).to_contain_text(other.name)
    expect(other.page.locator(".felt")).not_to_contain_text(player.name)
