"""A jackpot in the browser: offered and linked, pressed at the console, hit, claimed, verified, and paid by another."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import LIVE
from tests.browser.playing import choice, whose_turn
from tests.browser.test_staff import deal_and_check, enter, seat

pytestmark = pytest.mark.browser
SHOTS = os.environ.get("OPENFELT_SHOTS", "")
EVENT = """
[[events]]
name = "Aces full"
kind = "hand"
hand = "full house"
least = "As Ah Ad 2s 2h"
both_cards = true
dealt_in = 2
showdown = true
prize = { kind = "percentage", per_mille = 500 }
"""


def shot(page: Page, name: str) -> None:
    """A picture, for whoever asked for some."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


@pytest.mark.slow
def test_a_jackpot_is_offered_hit_and_paid_by_two_people(visit: Visit) -> None:
    operator = visit(staff=True, name="Olga")
    page = operator.page
    operator.go("/jackpots")
    page.get_by_label("How many must be dealt in").fill("")
    page.get_by_label("How many must be dealt in").press("Enter")
    expect(page.get_by_text("1 to answer or to mend")).to_be_visible()
    expect(page.get_by_role("button", name="Offer it")).to_be_disabled()
    page.get_by_label("How many must be dealt in").fill("4")
    page.get_by_label("How many must be dealt in").press("Enter")
    expect(page.get_by_text("Every item is answered.")).to_be_visible()
    page.get_by_text("Parameters as a file", exact=True).click()
    file = page.get_by_role("textbox", name="Parameters as a file")
    file.fill(file.input_value() + EVENT)
    expect(page.get_by_role("group", name="Event 2").get_by_label("The percentage")).to_have_value("50")
    expect(page.get_by_text("Every item is answered.")).to_be_visible()
    shot(page, "jackpot-offer")
    page.get_by_label("Name in addresses").fill("holdem")
    page.get_by_role("button", name="Offer it").click()
    page.get_by_role("table", name="Jackpots", exact=True).get_by_role("link").first.click()
    page.get_by_label("Link a table").select_option(LIVE)
    page.get_by_role("button", name="Link it").click()
    expect(page.get_by_role("alert").filter(has_text="no sign at")).to_be_visible()
    page.get_by_label("a sign at the table says that it takes part").check()
    page.get_by_label("the dealer has a console there").check()
    page.get_by_role("button", name="Link it").click()
    expect(page.get_by_role("button", name=f"Take {LIVE} off")).to_be_visible()

    dealer = visit(staff=True, name="Dora")
    desk = dealer.page
    dealer.go(f"/dealer/{LIVE}")
    seat(desk, "Ruth")
    seat(desk, "Sam")
    desk.get_by_role("button", name="Open the next hand").click()
    console = desk.get_by_label("Jackpot console")
    expect(console).to_contain_text("Press “no more bets”")
    console.get_by_role("button", name="No more bets").click()
    expect(console).to_contain_text("has its increment")
    shot(desk, "jackpot-console")
    choice(desk, "Call").click()
    choice(desk, "Check").click()
    deal_and_check(desk, "flop", "Ah Kd Kc")
    deal_and_check(desk, "turn", "2s")
    deal_and_check(desk, "river", "9h")
    enter(desk, "Cards shown", "As Ad", "Shows these")
    desk.get_by_role("button", name="Mucks").click()
    console.get_by_text("Cards for the jackpot, and claims").click()
    for name in ("Ruth", "Sam"):  # whoever mucked has nothing to claim, whoever shows has
        console.get_by_label("Player").select_option(label=desk.locator(".console option", has_text=name).inner_text())
        console.get_by_role("button", name=f"Enter the claim of {name}").click()
        desk.wait_for_timeout(300)

    operator.go("/jackpot/holdem")
    expect(page.get_by_text("$5,000.25").first).to_be_visible()
    page.get_by_role("button", name="Verify hit 1").click()
    expect(page.get_by_text("verified by Olga")).to_be_visible()
    page.get_by_role("button", name="Pay hit 1").click()
    page.get_by_role("button", name=re.compile(r"^Pay \$")).click()
    expect(page.get_by_role("alert").filter(has_text="another person pays")).to_be_visible()
    shot(page, "jackpot-terminal")
    display = visit(name="Wall").page
    display.goto(display.url.split("/", 3)[0] + "//" + display.url.split("/")[2] + "/jackpot/holdem/wall")
    expect(display.get_by_text("verified", exact=True)).to_be_visible()
    shot(display, "jackpot-wall")
    dealer.go("/jackpot/holdem")
    desk.get_by_role("button", name="Pay hit 1").click()
    desk.get_by_role("button", name=re.compile(r"^Pay \$")).click()
    expect(desk.get_by_role("table", name="Hits", exact=True).get_by_text("paid")).to_be_visible()
    expect(display.get_by_text("paid", exact=True)).to_be_visible()


@pytest.mark.slow
def test_whoever_is_left_alone_asks_for_the_flop_and_is_told_why_a_claim_is_refused(visit: Visit) -> None:
    operator = visit(staff=True)
    page = operator.page
    operator.go("/jackpots")
    expect(page.get_by_text("Every item is answered.")).to_be_visible()
    page.get_by_label("Name in addresses").fill("duel")
    page.get_by_role("button", name="Offer it").click()
    page.get_by_role("table", name="Jackpots", exact=True).get_by_role("link", name="Hold’em jackpot").first.wait_for()
    operator.go("/jackpot/duel")
    page.get_by_label("Link a table").select_option("Duel")
    page.get_by_label("a sign at the table says that it takes part").check()
    page.get_by_label("the dealer has a console there").check()
    page.get_by_role("button", name="Link it").click()
    page.get_by_role("button", name="Take Duel off").wait_for()
    players = [visit(), visit()]
    for one in players:
        one.sit("Duel")
    first = whose_turn(players)
    choice(first.page, "Fold").click()
    alone = next(one for one in players if one is not first)
    group = alone.page.get_by_role("group", name="Jackpot")
    group.get_by_role("button", name="Show my cards and see the flop").click()
    alone.page.get_by_text("asks for the flop").first.wait_for()
    group.get_by_role("button", name="Claim hand").click()
    refused = group.get_by_role("alert")
    expect(refused).to_contain_text("Royal flush")
    expect(refused).to_contain_text("too few players were dealt in")
    shot(alone.page, "jackpot-table")
