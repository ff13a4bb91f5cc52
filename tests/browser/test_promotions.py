"""A promotion in Chromium: drafted with its gaps named, run, drawn; a player enters, sees the proof and claims."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from openfelt.promotions import write_terms
from openfelt.stories.acting import answered
from openfelt.stories.promotions import complete
from tests.browser.conftest import Guest, Visit
from tests.browser.test_pages import faults_of

PAGE = "/promotion/winter"
ENTERING_S = 25  # from the draft on: enough for a start and an entry on a busy machine
PATIENCE_MS = 60_000


def terms() -> str:
    """Terms of the house that start now and whose entries close in a little while."""
    now = datetime.now(UTC)
    closes = f"{now + timedelta(seconds=ENTERING_S):%Y-%m-%d %H:%M:%S} Z"
    answers = {
        "name": "Winter draw",
        "held.starts": f"{now:%Y-%m-%d %H:%M:%S} Z",
        "entries.close": closes,
        "award.when": closes,
        "claim.until": "none",
    }
    return write_terms(answered(complete("cash", "house"), answers.items()))


def order(page: Page, title: str, *, sure: bool = False, **fields: str) -> None:
    """Give an order at the desk: open its form, fill it in, send it; whatever moves money is asked once more."""
    form = page.get_by_role("form", name=title, exact=True)
    if not form.is_visible():
        page.locator("summary", has_text=title).first.click()
    for label, value in fields.items():
        field = form.get_by_label(label, exact=True)
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button", name=title, exact=True).click()
    if sure:
        page.get_by_role("button", name=f"Yes: {title}", exact=True).click()


def said(page: Page, words: str) -> None:
    """Wait for a line of the record."""
    expect(page.get_by_role("region", name="Record").get_by_text(words).first).to_be_visible(timeout=PATIENCE_MS)


def drafted(operator: Guest) -> None:
    """The form names the gaps while it is filled in, and keeps the complete terms."""
    page = operator.page
    operator.go("/promotions/new")
    page.get_by_label("Rulebook").select_option("house")
    expect(page.get_by_text("items to answer")).to_be_visible()
    expect(page.get_by_text("nothing is said of the manner in which the prize is awarded")).to_be_visible()
    page.get_by_label("Who is eligible").fill("everybody")
    page.get_by_label("Who is eligible").press("Enter")
    expect(page.get_by_text("nothing is said of who is eligible")).to_have_count(0)
    page.get_by_label("Name in addresses").fill("Winter")
    page.get_by_text("Terms as a file", exact=True).click()
    page.get_by_role("textbox", name="Terms as a file").fill(terms())
    page.get_by_role("button", name="Keep the complete terms").click(timeout=PATIENCE_MS)
    page.wait_for_url(f"**{PAGE}/desk")


@pytest.mark.slow
@pytest.mark.browser
def test_a_promotion_is_drafted_run_drawn_proven_claimed_and_paid(come: Visit) -> None:
    operator, player = come(staff=True, name="Olga"), come(name="Phoebe")
    desk, page = operator.page, player.page
    drafted(operator)
    order(desk, "Publish a notice", Channel="on the website", **{"What it says": "Come and win"})
    said(desk, "a notice on the website")
    order(desk, "Start the promotion", sure=True)
    said(desk, "the promotion has started")
    player.go("/promotions")
    page.get_by_role("link", name="Winter draw").click()
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("region", name="My part")).to_contain_text("1 entry")
    said(desk, "one entry is closed")
    order(desk, "Draw")
    said(desk, "wins prize 1")
    player.go(f"{PAGE}/proof")
    expect(page.get_by_text("The draw is proven")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("Your entry 1 is in that list.")).to_be_visible()
    assert faults_of(page) == []
    player.go(PAGE)
    page.get_by_role("button", name="Claim prize 1").click()
    expect(page.get_by_role("region", name="My part")).to_contain_text("claimed")
    order(desk, "Approve a claim")
    said(desk, "claim 1 is approved")
    order(desk, "Pay or hand over a prize", sure=True)
    said(desk, "prize 1 is paid")
    order(desk, "Note an attempt to tell a winner", By="email", Reached="yes")
    said(desk, "reached by email")
    order(desk, "Close the promotion", sure=True)
    said(desk, "the promotion is closed")
    assert faults_of(desk) == []
    player.go(PAGE)
    expect(page.get_by_role("region", name="My part")).to_contain_text("paid")
    assert faults_of(page) == []


@pytest.mark.slow
@pytest.mark.browser
def test_a_broken_proof_is_seen_by_the_browser(come: Visit) -> None:
    """Whoever changes what was told, on its way or in the room, is found out by the page."""
    reader = come(name="Rita")
    page = reader.page

    def other(route):  # type: ignore[no-untyped-def]
        answer = route.fetch()
        told = answer.json()
        told["shown"][0]["player"] = "somebody else"
        route.fulfill(response=answer, json=told)

    page.route("**/api/promotions/winter/proof", other)
    reader.go(f"{PAGE}/proof")
    expect(page.get_by_text("The proof does not hold")).to_be_visible(timeout=PATIENCE_MS)
