"""A dealer enters a live hand with real cards; the floor rules on an exposed card; an operator opens a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest, Visit
from tests.browser.house import LIVE
from tests.browser.playing import choice, my_turn

pytestmark = pytest.mark.browser


def seat(page: Page, name: str) -> None:
    """Someone sits down at the live table with real chips."""
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Sits down").click()
    expect(page.locator(".act li", has_text=name)).to_be_visible()


def enter(page: Page, label: str, cards: str, button: str) -> None:
    """Name cards that lie open."""
    page.get_by_label(label).get_by_role("textbox").fill(cards)
    page.get_by_role("button", name=button).click()


def deal_and_check(page: Page, street: str, cards: str) -> None:
    """The dealer names a street's cards, and both players check."""
    expect(page.locator(".next")).to_contain_text(street)
    enter(page, f"Cards of {street}", cards, "These lie face up")
    for _ in range(2):
        choice(page, "Check").click()


def test_a_dealer_enters_a_live_hand_and_it_is_replayed(visit: Visit) -> None:
    dealer = visit(staff=True)
    page = dealer.page
    dealer.go(f"/dealer/{LIVE}")
    seat(page, "Ruth")
    seat(page, "Sam")
    page.get_by_role("button", name="Open the next hand").click()
    choice(page, "Call").click()
    choice(page, "Check").click()
    deal_and_check(page, "flop", "Ah Kd 7c")
    deal_and_check(page, "turn", "2s")
    deal_and_check(page, "river", "9h")
    for cards in ("As Ad", "Kc Ks"):
        expect(page.locator(".next")).to_contain_text("shows or mucks")
        enter(page, "Cards shown", cards, "Shows these")
    expect(page.locator(".result")).to_contain_text("wins")
    number = [state["number"] for state in dealer.states(LIVE)][-1]
    dealer.go(f"/replay/{LIVE}/{number}")
    page.get_by_role("list", name="All steps").wait_for()
    page.keyboard.press("End")
    expect(page.locator(".seat", has_text="three of a kind, aces")).to_be_visible()


def test_a_wrong_card_of_the_dealer_is_refused_with_its_clause(visit: Visit) -> None:
    dealer = visit(staff=True)
    page = dealer.page
    dealer.go(f"/dealer/{LIVE}")
    page.locator(".next").wait_for()
    if not page.locator(".act li").count():
        seat(page, "Tess")
        seat(page, "Uri")
    page.get_by_role("button", name="Open the next hand").click()
    choice(page, "Call").click()
    choice(page, "Check").click()
    expect(page.locator(".next")).to_contain_text("flop")
    enter(page, "Cards of flop", "Ah Ah 7c", "These lie face up")
    expect(page.get_by_role("alert")).to_contain_text("Refused")
    expect(page.get_by_role("alert").locator(".cite")).to_be_visible()


def test_the_floor_rules_on_an_exposed_card(visit: Visit) -> None:
    player, floor = visit(), visit(staff=True)
    player.sit("Sydney")
    my_turn(player.page)
    page = floor.page
    floor.go("/floor/Sydney")
    page.get_by_role("button", name="Stop the table").click()
    expect(page.get_by_role("button", name="Let the table go on")).to_be_visible()
    rule_on_exposed_card(floor, player)
    page.get_by_role("button", name="Let the table go on").click()
    expect(page.get_by_role("button", name="Stop the table")).to_be_visible()


def rule_on_exposed_card(floor: Guest, player: Guest) -> None:
    """Choose the incident, state the facts, read the ruling with its clause, and apply it."""
    page = floor.page
    page.get_by_label("Search").fill("dropped or exposed own cards")
    page.get_by_role("list", name="Incidents possible now").get_by_role("button").first.click()
    state = list(player.states("Sydney"))[-1]
    mine = next(one for one in state["hand"]["seats"] if one["seat"] == state["your_seat"])
    page.get_by_label("Seat", exact=True).fill(str(mine["seat"]))
    cards = page.get_by_role("group", name="Cards").get_by_role("textbox")
    cards.fill(mine["down"][0])
    page.get_by_role("button", name="What is the ruling?").click()
    expect(page.locator(".ruling .cite").first).to_be_visible()
    page.get_by_label("Reason").fill("a card fell face up")
    page.get_by_role("button", name="Apply the ruling").click()
    expect(page.get_by_role("heading", name="Record of rulings").locator("..").get_by_role("listitem")).to_have_count(1)
    expect(page.locator("ol .cite").first).to_be_visible()


def test_an_operator_opens_a_table(visit: Visit) -> None:
    operator = visit(staff=True)
    page = operator.page
    page.get_by_text("Open a table").click()
    page.locator("details").get_by_label("Name").fill("Parlour")
    page.locator("details").get_by_label(re.compile("^Game")).select_option("omaha")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("^Parlour"))).to_contain_text("Omaha")
