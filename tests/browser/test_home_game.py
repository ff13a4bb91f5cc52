"""A home game in Chromium on a phone: set up, conducted and settled by its host, with a wall screen beside it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, Visit
from tests.browser.test_pages import faults_of
from tests.browser.tournaments import photographed

pytestmark = pytest.mark.slow

PHONE = {"width": 390, "height": 844}
PLAYERS = ("Ann", "Bob", "Carl", "Dora", "Emmy")
MOST_CLICKS = 4  # from the form that is filled in to a clock that runs


class Hand:
    """A host's finger: it counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def tap(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name, exact=isinstance(name, str)).click()
        self.clicks += 1

    def out(self, player: str, winner: str) -> None:
        self.tap(f"{player} is out")
        photographed(self.page, "home-game-out")
        self.page.get_by_role("dialog").get_by_role("button", name=winner, exact=True).click()
        self.page.get_by_role("button", name=f"Undo: {player} out").wait_for()


def test_a_host_runs_a_home_game_on_a_phone(come: Visit) -> None:
    host, wall = come(size=PHONE, staff=True, name="Olga"), come(size=DESKTOP, name="Wally")
    page, finger = host.page, Hand(host.page)
    host.go("/tournaments/home")
    page.get_by_label("Players", exact=True).fill("\n".join(PLAYERS))
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_label("Buy-in", exact=True).fill("20")
    page.get_by_label("Re-buys until level").fill("2")
    photographed(page, "home-game-new")
    assert faults_of(page) == []
    finger.tap("Set the game up")
    finger.tap("Draw seats and start")
    finger.tap("Start the clock")
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    assert finger.clicks <= MOST_CLICKS
    photographed(page, "home-game-host")
    assert faults_of(page) == []

    wall.go("/tournament/friday/wall")
    expect(wall.page.get_by_role("heading", name=re.compile("^Level 1"))).to_be_visible()
    expect(wall.page.get_by_label("Numbers")).to_contain_text("5 of 5")

    finger.tap("Re-buy of Bob")
    page.get_by_role("dialog").get_by_role("button", name="Ann", exact=True).click()
    expect(wall.page.get_by_label("Prizes")).to_contain_text("$120")
    finger.out("Dora", "Ann")
    expect(wall.page.get_by_label("Numbers")).to_contain_text("4 of 5")
    finger.tap("Undo: Dora out")
    expect(wall.page.get_by_label("Numbers")).to_contain_text("5 of 5")
    finger.tap("Next level")
    expect(wall.page.get_by_role("heading", name=re.compile("^Level 2"))).to_be_visible()
    for gone in ("Dora", "Carl", "Emmy"):
        finger.out(gone, "Ann")
    photographed(wall.page, "home-game-wall")
    finger.out("Ann", "Bob")
    photographed(page, "home-game-over")
    finger.tap("Finish and award the prizes")
    settle = page.get_by_role("region", name="Settle up")
    expect(settle).to_contain_text("pays Bob")
    # $120: five entries and a re-buy; Bob owes $40 and won $60, Ann $20 and $36, Emmy $20 and $24.
    lines = sorted(settle.get_by_role("listitem").all_inner_texts())
    assert lines == ["Carl pays Ann $16", "Carl pays Emmy $4", "Dora pays Bob $20"]
    page.get_by_role("tab", name="Money").click()
    photographed(page, "home-game-settled")
    assert faults_of(page) == []
    expect(wall.page.get_by_role("heading", name="Winner")).to_be_visible()

    host.go("/tournaments/league")
    first = page.get_by_role("table", name="Season").get_by_role("row").nth(1)
    expect(first).to_contain_text("Bob")
    photographed(page, "home-game-league")


def test_players_at_two_tables_are_told_where_to_move(come: Visit) -> None:
    host = come(size=PHONE, staff=True, name="Otto")
    page, finger = host.page, Hand(host.page)
    host.go("/tournaments/home")
    page.get_by_label("Players", exact=True).fill(", ".join((*PLAYERS, "Fritz")))
    page.get_by_label("Name", exact=True).fill("Two tables")
    page.get_by_label("Seats at a table").fill("4")
    finger.tap("Set the game up")
    finger.tap("Draw seats and start")
    for _ in range(2):
        first = page.get_by_role("button", name=re.compile("is out$")).first
        name = str(first.get_attribute("aria-label")).removesuffix(" is out")
        first.click()
        page.get_by_role("dialog").get_by_role("button", name="Not said").click()
        page.get_by_role("button", name=f"Undo: {name} out").wait_for()
    moves = page.get_by_role("region", name="Moves")
    expect(moves.get_by_role("listitem")).to_have_count(4)
    photographed(page, "home-game-moves")
    assert faults_of(page) == []
    finger.tap("They moved")
    expect(moves).to_have_count(0)
    expect(page.get_by_text("seat 4", exact=True)).to_be_visible()
