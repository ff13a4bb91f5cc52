"""A newcomer sits down in a real browser and plays; refusals are explained; nobody sees another's cards."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.playing import act_now, my_turn, play_a_hand
from tests.service_kit import whole

pytestmark = pytest.mark.browser

GAMES = {
    "Sydney": ("Texas Hold'em", 2),
    "Bondi": ("Omaha", 4),
    "Pyrmont": ("Seven Card Stud", 3),
    "Glebe": ("Draw Poker", 5),
    "Manila": ("Two Card Manila", 2),
    "Manly": ("Crazy Pineapple", 3),
}
PIT = {"Civic": "Canberra", "Auckland": "Big Raise", "Trey": "Three Card Poker"}

# Turns the next action that the page sends into another one, as a page with a fault would.
MEDDLE = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  const frame = JSON.parse(data);
  if (frame.type === 'act' && window.meddle) { Object.assign(frame, window.meddle); window.meddle = null; }
  return send.call(this, JSON.stringify(frame));
};
"""


def assert_fits_a_phone(page: Page) -> None:
    """With its cards on the table the page has no sideways scroll at 375 px."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", GAMES)
def test_a_newcomer_plays_a_hand(visit: Visit, table: str) -> None:
    title, dealt = GAMES[table]
    guest = visit()
    guest.sit(table)
    expect(guest.page.get_by_role("heading", name=re.compile(f"^{table}"))).to_contain_text(title)
    assert "wins" in play_a_hand(guest.page)
    assert_fits_a_phone(guest.page)
    own = [
        seat["down"]
        for state in guest.states(table)
        if state["hand"] and state["your_seat"]
        for seat in state["hand"]["seats"]
        if seat["seat"] == state["your_seat"] and seat["down"] and seat["status"] != "folded"
    ]
    assert max(len(cards) for cards in own) >= dealt - 1
    assert any("??" not in cards for cards in own)
    # Every line of the log leads to its clause.
    line = guest.page.locator(".log li", has=guest.page.locator(".cite")).last
    line.locator(".cite").click()
    dialog = guest.page.get_by_role("dialog", name="The clauses behind this")
    expect(dialog.locator("article").first).to_be_visible()
    expect(dialog.get_by_role("link").first).to_have_attribute("href", re.compile(r"^/rules/"))


@pytest.mark.parametrize("table", PIT)
def test_a_newcomer_plays_against_the_house(visit: Visit, table: str) -> None:
    guest = visit()
    page = guest.page
    page.get_by_role("link", name=re.compile(rf"^{table}\b")).click()
    expect(page.get_by_role("heading", name=re.compile(f"^{table}"))).to_contain_text(PIT[table])
    page.get_by_role("button", name="Sit here").nth(2).click()
    page.get_by_role("button", name=re.compile("^Bet .* on the ante")).first.click()
    going_on = page.locator(".offers").get_by_role("button", name=re.compile("^(Call|Raise|Play)")).first
    going_on.wait_for()
    assert_fits_a_phone(page)
    going_on.click()
    own = [
        box
        for state in guest.states(table)
        for box in (state["round"] or {"boxes": ()})["boxes"]
        if box["player"] == state["you"] and box["cards"]
    ]
    number = own[-1]["no"]  # others may sit here
    settled = page.locator(".log li", has_text=re.compile(rf"^box {number}.*(wins|loses|is returned)"))
    expect(settled.last.locator(".cite")).to_be_visible()
    assert any("??" not in box["cards"] for box in own)


def test_three_card_poker_is_played_in_its_own_words(visit: Visit) -> None:
    """House 12.3, 12.7: Pair Plus beside the ante, then play or fold against the dealer's three cards."""
    guest = visit()
    page = guest.page
    guest.go("/pit/Trey")
    page.get_by_role("button", name=re.compile("^Sit here")).last.click()
    page.get_by_role("button", name="Bet $10 on the ante").click()
    page.get_by_role("button", name=re.compile(r"^Bet \$5 on Pair Plus")).click()
    expect(page.locator(".boxes .you")).to_contain_text("Pair Plus $5")
    expect(page.get_by_role("group", name=re.compile("^Dealer: "))).to_be_visible()
    expect(page.get_by_text("Community", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Play $10").wait_for()
    page.get_by_role("button", name="Fold", exact=True).click()
    expect(page.locator(".log li", has_text=re.compile(r"box 7 folds"))).to_be_visible()


def test_a_refusal_shows_its_clause_and_what_is_allowed(visit: Visit) -> None:
    guest = visit(script=MEDDLE)
    page = guest.page
    guest.sit("Sydney")
    my_turn(page)
    page.evaluate("window.meddle = { action: 'raise', amount: 1 }")
    act_now(page)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Refused")
    expect(refusal).to_contain_text("Allowed:")
    refusal.locator(".cite").click()
    expect(page.get_by_role("dialog", name="The clauses behind this")).to_contain_text("nsw-poker")
    page.keyboard.press("Escape")
    # Nothing changed: the turn is still open and the same hand goes on.
    act_now(page)


def test_a_second_browser_sees_no_hidden_card(visit: Visit) -> None:
    player, watcher = visit(), visit()
    watcher.go("/table/Luzon")
    watcher.page.locator(".felt").wait_for()
    player.sit("Luzon")
    play_a_hand(player.page)
    player.page.wait_for_timeout(200)
    mine: dict[str, set[str]] = {}
    seat = 0
    for state in player.states("Luzon"):
        hand, seat = state["hand"], state["your_seat"] or seat
        for one in hand["seats"] if hand and state["your_seat"] else ():
            if one["seat"] == state["your_seat"] and "??" not in one["down"]:
                mine.setdefault(hand["hand_id"], set()).update(one["down"])
    assert any(mine.values()), "the player saw cards"
    looked = 0
    for frame in whole(watcher.frames):
        text = json.dumps(frame)
        hand = frame.get("state", {}).get("hand")
        if not hand:
            continue
        for one in hand["seats"]:
            assert one["shown"] or set(one["down"]) <= {"??"}, one
        shown = next((one["shown"] for one in hand["seats"] if one["seat"] == seat), True)
        if hand["hand_id"] in mine and not shown:
            looked += 1
            assert not [card for card in mine[hand["hand_id"]] if re.search(rf"\b{card}\b", text)], text
    assert looked, "the watcher followed the same hand"


def test_keys_alone_are_enough(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.sit("Short")
    my_turn(page)
    spoken = page.locator(".visually-hidden[role=status]")
    page.keyboard.press("o")
    expect(spoken).to_contain_text("You hold")
    page.keyboard.press("w")
    expect(spoken).to_contain_text("Your turn")
    page.keyboard.press("p")
    expect(spoken).to_contain_text("Pot $")
    turn = [one["hand"]["turn"] for one in guest.states("Short") if one["hand"]][-1]
    while [one["hand"]["turn"] for one in guest.states("Short") if one["hand"]][-1] == turn:
        page.keyboard.press("Enter" if page.get_by_role("alertdialog").count() else "c")
        page.wait_for_timeout(50)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Settings and keys")
    expect(keys).to_contain_text("Check, call, bring in or straddle")
    # A key can be bound anew, and keys rest while one types.
    keys.get_by_role("button", name=re.compile("^Go to the chat")).click()
    page.keyboard.press("y")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("y")
    expect(page.get_by_label("Say something")).to_be_focused()
    page.keyboard.type("?c?")
    expect(keys).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Chat")).to_contain_text("?c?")
