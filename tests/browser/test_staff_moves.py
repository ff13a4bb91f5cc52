"""The floor moves a player to another table, who finds the seat and the chips there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser


def test_the_floor_moves_a_player_to_another_table(visit: Visit) -> None:
    player, floor = visit(), visit(staff=True)
    player.sit("Alone")
    page = floor.page
    floor.go("/floor/Alone")
    desk = page.locator(".panel", has=page.get_by_role("heading", name="Money and moves"))
    desk.get_by_label("Player").select_option(index=1)
    desk.get_by_label("Move to").select_option("Trio")
    desk.locator("form", has_text="Move to").locator("select").nth(1).select_option("4")
    desk.locator("form", has_text="Move to").get_by_label("Reason").fill("to balance the tables")
    desk.get_by_role("button", name="Move").click()
    expect(desk).to_be_hidden()  # nobody sits here any more
    floor.go("/floor/Trio")
    expect(page.get_by_label("Player")).to_contain_text("seat 4")
    player.go("/table/Trio")
    expect(player.page.get_by_role("button", name="Leave")).to_be_visible()
