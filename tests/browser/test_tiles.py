"""Several tables in one window: a turn in each, played with the keys; a turn calls and moves no focus."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guest, Visit
from tests.browser.playing import state_of, until
from tests.browser.test_pages import faults_of


@pytest.mark.browser
def test_two_tables_are_played_in_one_window_with_keys_and_the_focus_never_jumps(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    tables = ("Sydney", "Manly")
    for table in tables:
        guest.sit(table)
    guest.go("/")
    page.get_by_role("link", name="All in one window").click()
    tiles = {table: page.locator(f"[data-tile='{table}']") for table in tables}
    acting = ".acting .one > button:enabled"
    until(page, lambda: all(one.locator(acting).count() for one in tiles.values()))
    for table in tables:
        expect(tiles[table]).to_have_class(re.compile(r"\bdue\b"))
        expect(tiles[table]).to_have_accessible_name(f"{table}, your turn")
    assert all(table in page.title() for table in tables)
    assert faults_of(page) == []
    assert page.evaluate("document.activeElement.closest('[data-tile]')") is None, "a turn takes no focus"
    expect(page.get_by_role("tab", name="Log")).to_have_count(0)  # two tiles of 640 px have no room for it
    order = room_order(page, tables)
    page.keyboard.press("q")
    page.keyboard.press("y")  # there and back again: the first tile, by the choice of the player
    expect(tiles[order[0]]).to_be_focused()
    for table in order:
        mine = state_of(guest, table)["your_seat"]
        before = acts(guest, table, mine)
        page.keyboard.press("c")
        until(page, lambda table=table, mine=mine, before=before: acts(guest, table, mine) > before)  # type: ignore[misc]
        page.keyboard.press("q")
    for table in tables:
        guest.go(f"/table/{table}")
        guest.leave()


def acts(guest: Guest, table: str, seat: int) -> int:
    """How often a seat has checked or called, as this person was told."""
    frames = (json.loads(text) for text in guest.frames)
    lines = (line for one in frames if one.get("table") == table for line in one.get("lines", ()))
    return sum(line.get("seat") == seat and line.get("kind") in {"Checked", "Called"} for line in lines)


def room_order(page: object, tables: tuple[str, ...]) -> list[str]:
    """The tables in the order of their tiles."""
    shown = page.locator("[data-tile]").evaluate_all("all => all.map(one => one.dataset.tile)")  # type: ignore[attr-defined]
    assert sorted(shown) == sorted(tables)
    return list(shown)
