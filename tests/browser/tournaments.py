"""How an evening's tournament is made in the browser: the operator publishes it, a person enters, bots fill it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from openfelt.tournaments import Conditions, write_conditions
from tests.browser.conftest import Guest
from tests.browser.playing import OPEN, choice, clicked, until


def order(page: Page, section: str, name: str, fields: Mapping[str, str] | None = None, who: str = "") -> None:
    """Give an order at the director's desk: choose it, fill it in, say whom it is about, look at what it does."""
    page.get_by_role("tablist", name="Kinds of orders").get_by_role("tab", name=section).click()
    page.get_by_role("list", name="Orders possible now").get_by_role("button", name=name).click()
    for label, value in (fields or {}).items():
        page.get_by_label(label, exact=True).fill(value)
    if who:
        page.locator("#orders form select").first.select_option(label=who)
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


def every_item(page: Page) -> None:
    """Open the conditions item by item; they are open where the template leaves items to the operator."""
    items = page.get_by_text("Every item of these conditions", exact=True)
    items.wait_for()
    page.get_by_role("button", name="Publish these conditions").or_(
        page.get_by_text("to answer").first
    ).first.wait_for()
    file = page.get_by_text("Conditions as a file", exact=True)
    until(page, file.is_visible, items.click)  # a click closes what has opened by itself in the same moment


def publish(operator: Guest, template: str, book: str, conditions: Conditions) -> None:
    """Publish conditions of one's own from the file below the form; the operator stands at the event's desk then."""
    page = operator.page
    operator.go("/tournaments/new")
    page.get_by_label("Rulebook").select_option(book)
    page.get_by_label("Template").select_option(template)
    page.get_by_label("Name", exact=True).fill(str(conditions.name))
    page.get_by_role("button", name="Read the conditions").click()
    every_item(page)
    page.get_by_text("Conditions as a file", exact=True).click()
    page.get_by_role("textbox", name="Conditions as a file").fill(write_conditions(conditions))
    page.get_by_text("Single items have been changed").wait_for()
    page.get_by_role("button", name="Publish these conditions").click()
    page.get_by_role("link", name="To the director’s desk").click()


def told(guest: Guest, event: str) -> dict[str, Any]:
    """The event as this person may see it now."""
    found = guest.page.evaluate("path => fetch(path).then(answer => answer.json())", f"/api/tournaments/{event}")
    assert isinstance(found, dict)
    return found


def fold(page: Page) -> str:
    """Check if that is free, else fold; the word of it, or nothing if it is not one's turn."""
    for word in ("Check", "Fold"):
        if page.locator(OPEN).count() and choice(page, word).count():
            if not clicked(choice(page, word)):
                return ""
            confirm = page.locator(".confirm").get_by_role("button", name=re.compile("^Yes"))
            if confirm.count():
                confirm.click()
            return word
    return ""


def photographed(page: Page, name: str) -> None:
    """A picture for whoever asks for one."""
    if folder := os.environ.get("OPENFELT_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


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
