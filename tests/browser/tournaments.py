"""How an evening's tournament is made in the browser: the operator publishes it, a person enters, bots fill it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Page

from tests.browser.conftest import Guest


def order(page: Page, section: str, name: str, fields: Mapping[str, str] | None = None) -> None:
    """Give an order at the director's desk: choose it, fill it in, look at what it does, give it."""
    page.get_by_role("tablist", name="Kinds of orders").get_by_role("tab", name=section).click()
    page.get_by_role("list", name="Orders possible now").get_by_role("button", name=name).click()
    for label, value in (fields or {}).items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="What would it do?").click()
    page.get_by_role("button", name=re.compile("^Give this order")).click()


def make(operator: Guest, title: str, *, players: int, seats: int) -> None:
    """Publish a freeze-out of the house and open its entries; the operator stands at its desk then."""
    page = operator.page
    operator.go("/tournaments/new")
    page.get_by_label("Template").select_option("freeze-out")
    told = (("Name", title), ("Most players", str(players)), ("Seats at a table", str(seats)), ("Buy-in", "20"))
    for label, value in told:
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Read the conditions").click()
    page.get_by_role("button", name="Publish these conditions").click()
    page.get_by_role("link", name="To the director’s desk").click()
    order(page, "Event", "Open registration")


def apply(player: Guest, title: str) -> None:
    """Find it in the list and ask for entry; what is to be paid is the next step."""
    page = player.page
    player.go("/tournaments")
    page.get_by_role("link", name=title).click()
    steps = page.get_by_role("list", name="Steps of entry")
    steps.get_by_role("button", name="Enter").click()
    steps.get_by_role("button", name="Pay the buy-in: $20").wait_for()


def pay(player: Guest) -> None:
    """Pay the buy-in."""
    page = player.page
    page.get_by_role("button", name="Pay the buy-in: $20").click()
    page.get_by_text("You are entered.").wait_for()


def fill(operator: Guest, bots: int) -> None:
    """Bots enter from the desk; an event that is full begins."""
    page = operator.page
    page.get_by_label("How many bots").fill(str(bots))
    page.get_by_role("button", name=f"{bots} bots enter").click()
