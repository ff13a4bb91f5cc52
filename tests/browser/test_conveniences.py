"""What makes a seat comfortable: choices in advance, time, chips, sitting out, another seat, alerts, palettes, keys."""

from __future__ import annotations

import json
import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.playing import (
    ENOUGH_S,
    act,
    act_now,
    choice,
    my_turn,
    own_seat,
    play_a_hand,
    result_of,
    state_of,
    until,
    whose_turn,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def ahead(page: Page, words: str) -> Locator:
    """The box of a choice made in advance."""
    return page.get_by_role("group", name="When it is my turn").get_by_label(words, exact=True)


@pytest.mark.slow
def test_choices_in_advance_are_carried_out_and_cancelled_when_the_price_changes(visit: Visit) -> None:
    guests = [visit() for _ in range(3)]
    for guest in guests:
        guest.sit("Trio")
    seats = {state_of(one, "Trio")["your_seat"]: one for one in guests}
    acted = set()

    def opening() -> dict[int, int]:
        """The bets in a hand of all three that has just begun; the third is dealt in later."""
        hands = [hand for one in guests if (hand := state_of(one, "Trio")["hand"]) and hand["offers"]]
        bets = [{seat["seat"]: seat["bet"] for seat in hand["seats"]} for hand in hands]
        return next((one for one in bets if sorted(one.values()) == [0, 100, 200]), {})

    def play() -> None:
        for one in guests:
            hand = state_of(one, "Trio")["hand"]
            turn = (hand["hand_id"], hand["turn"]) if hand and hand["offers"] else None
            # Only in a turn that was seen not to be the wanted one, and once: the room may answer late.
            if turn and turn not in acted and not opening() and act(one.page):
                acted.add(turn)

    until(guests[0].page, lambda: bool(opening()), play)
    bets = opening()
    first, small, big = (seats[next(seat for seat in bets if bets[seat] == amount)] for amount in (0, 100, 200))
    # A call is for one amount: a raise in front of it takes the mark away, and the buttons are there.
    ahead(small.page, "Call $1").check()
    ahead(big.page, "Check / fold").check()
    raising = first.page.locator(".acting .buttons").get_by_role("button", name=re.compile("^Raise to"))
    raising.click()
    my_turn(small.page)
    expect(small.page.get_by_text("Call in a moment")).to_have_count(0)
    expect(choice(small.page, "Call")).to_contain_text("$3")
    # To check or fold holds: it now means to fold, after a moment in which it can be cancelled.
    choice(small.page, "Call").click()
    expect(big.page.get_by_text("Check or fold in a moment")).to_be_visible()
    big.page.get_by_role("button", name="Cancel").click()
    my_turn(big.page)
    choice(big.page, "Call").click()
    # On the flop nobody owes anything: the same mark checks.
    for one in guests:
        expect(one.page.locator(".board .card")).to_have_count(3)
    opener = whose_turn(guests)
    second = next(one for one in guests if one is not opener)
    ahead(second.page, "Check / fold").check()
    number = state_of(second, "Trio")["hand"]["hand_id"]
    checked = second.page.locator(".log li", has_text=re.compile(rf"^{second.name} checks"))
    others = [one for one in guests if one is not second]
    until(second.page, lambda: bool(checked.count()), lambda: [act(one.page) for one in others])
    assert state_of(second, "Trio")["hand"]["hand_id"] == number


def test_time_is_bought_at_its_price_where_the_sign_sells_it(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.sit("Sydney")
    my_turn(page)
    buy = page.get_by_role("button", name="Buy time: +20 s for $2")
    mine = next(one for one in state_of(guest, "Sydney")["places"] if one["you"])["seat"]

    def stack() -> int:
        hand = state_of(guest, "Sydney")["hand"]
        return int(next(one["stack"] for one in hand["seats"] if one["seat"] == mine))

    before = stack()
    buy.click()
    expect(page.locator(".log li", has_text=f"{guest.name} buys 20 seconds for $2")).to_have_count(1)
    assert state_of(guest, "Sydney")["clock"]["whole_ms"] == 50_000
    assert stack() == before - 200
    buy.click()
    expect(buy).to_have_count(0)  # nsw-poker 7.12.4: twice in a betting round
    expect(page.locator(".log li", has_text=f"{guest.name} buys")).to_have_count(2)
    guest.leave()
    other = visit()
    other.sit("Redfern")
    my_turn(other.page)
    assert "time" in [one["action"] for one in state_of(other, "Redfern")["hand"]["offers"]]
    other.leave()
    other.sit("Short")  # a house rulebook without time for sale
    my_turn(other.page)
    expect(other.page.get_by_role("button", name=re.compile("^Buy time"))).to_have_count(0)


def test_chips_are_added_between_hands_and_one_sits_out_and_comes_back(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.sit("Bondi")
    my_turn(page)
    seat = state_of(guest, "Bondi")["your_seat"]
    page.get_by_role("tab", name="My seat").click()
    page.get_by_role("button", name="Add chips").click()
    dialog = page.get_by_role("dialog", name="Add chips")
    dialog.get_by_label("Stake in dollars").fill("50")
    dialog.get_by_label("Stake in dollars").press("Tab")
    dialog.get_by_role("button", name="Add $50").click()
    plate = page.locator(f'[data-seat="{seat}"] .plate')
    expect(plate).to_contain_text("+$50 after the hand")
    page.get_by_label("Sit out next hand").click()
    act_now(page)
    come_back = page.get_by_role("button", name="Come back, post")
    until(page, lambda: bool(come_back.count()), lambda: act(page))
    until(page, lambda: state_of(guest, "Bondi")["hand"]["phase"] == "over", lambda: act(page))
    expect(plate).to_contain_text("sitting out")
    expect(plate).not_to_contain_text("after the hand")
    told = [line for text in guest.frames for line in json.loads(text).get("lines", ())]
    assert {"money": 5000} in [line["parts"].get("amount") for line in told if " adds " in line["phrase"]]
    come_back.click()
    assert "wins" in play_a_hand(page)
    # Not to post one's blinds is to sit out when they come; the mark can be taken back.
    posting = page.get_by_label("Post my blinds")
    expect(posting).to_be_checked()
    posting.uncheck()
    expect(posting).not_to_be_checked()
    until(
        page, lambda: next(one for one in state_of(guest, "Bondi")["places"] if one["you"]).get("out_at_blind", False)
    )
    posting.check()
    expect(posting).to_be_checked()


def test_a_seat_is_changed_between_hands_and_refused_with_its_clause_within_one(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.sit("Alone")
    assert state_of(guest, "Alone")["your_seat"] == 1

    def move(seat: int) -> None:
        with own_seat(page):
            page.get_by_role("button", name="Change seat").click()
        page.locator(f'[data-seat="{seat}"]').get_by_role("button", name="Move here").click()
        page.get_by_role("dialog", name=f"Move to seat {seat}").get_by_role("button", name="Move", exact=True).click()

    move(4)
    expect(page.locator('[data-seat="4"].you')).to_be_visible()
    guest.leave()
    guest.sit("Sydney")
    my_turn(page)
    free = next(
        seat for seat in range(1, 7) if seat not in [one["seat"] for one in state_of(guest, "Sydney")["places"]]
    )
    move(free)
    expect(page.get_by_role("alert")).to_contain_text("is in a hand")
    expect(page.get_by_role("alert").locator(".cite")).to_be_visible()


def test_the_table_turns_for_one_viewer_only(visit: Visit) -> None:
    guest, other = visit(), visit()
    guest.sit("Alone")
    other.go("/table/Alone")
    mine = guest.page.locator(".seat.you")
    top = "one => Number(getComputedStyle(one).getPropertyValue('--y'))"
    seat = f'[data-seat="{state_of(guest, "Alone")["your_seat"]}"]'
    other.page.locator(f"{seat} .plate").wait_for()
    bottom, elsewhere = mine.evaluate(top), other.page.locator(seat).evaluate(top)
    assert bottom == max(one.evaluate(top) for one in guest.page.locator(".seat").all())
    for _ in range(3):
        guest.page.keyboard.press("[")
    assert mine.evaluate(top) < bottom / 2
    assert other.page.locator(seat).evaluate(top) == elsewhere
    guest.page.reload()
    assert mine.evaluate(top) < bottom / 2, "it is remembered"
    guest.page.get_by_role("button", name="Settings").click()
    guest.page.get_by_role("button", name="own seat at the bottom").click()
    guest.page.keyboard.press("Escape")
    assert mine.evaluate(top) == bottom


def test_a_hidden_page_flashes_in_ones_turn_and_other_pages_say_so(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.sit("Manly")
    my_turn(page)
    usual = page.locator('link[rel="icon"]').get_attribute("href")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })")
    page.wait_for_function("icon => document.querySelector('link[rel=icon]').getAttribute('href') !== icon", arg=usual)
    assert "Your turn" in page.title()
    page.wait_for_function("icon => document.querySelector('link[rel=icon]').getAttribute('href') === icon", arg=usual)
    page.evaluate("delete document.hidden")
    page.get_by_role("link", name="Lobby").click()
    page.get_by_role("link", name="Rulebooks").click()
    link = page.get_by_role("link", name="Manly: your turn")
    expect(link).to_be_visible()
    expect(page).to_have_title("● Your turn · Manly")
    # A second window knows the seat without having been there.
    other = page.context.new_page()
    other.goto(guest.address)
    expect(other).to_have_title("● Your turn · Manly")
    expect(other.get_by_role("link", name="Manly: your turn")).to_be_visible()
    expect(other.get_by_role("list", name="Tables").get_by_role("link", name=re.compile("^Manly"))).to_contain_text(
        f"your seat {state_of(guest, 'Manly')['your_seat']}"
    )
    link.click()
    act_now(page)
    expect(link).to_have_count(0)
    other.get_by_role("link", name="Lab").click()
    # Bots are quick: it may be one's turn again before the other window has told that it is not.
    until(page, lambda: other.title() == "Lab · you sit at Manly · openfelt", lambda: act(page))


def test_the_five_winning_cards_are_raised(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.sit("Manila")
    end = time.monotonic() + ENOUGH_S
    used: list[str] = []
    while not used:
        assert time.monotonic() < end
        act(page)
        if result_of(page):
            raised = page.evaluate("[...document.querySelectorAll('.card.raised')].map(one => one.ariaLabel)")
            hand = state_of(guest, "Manila")["hand"]
            won = re.findall(r"(\S.*?) wins", result_of(page))
            names = {one["seat"]: one["name"] for one in state_of(guest, "Manila")["places"]}
            used = next((one["used"] for one in hand["seats"] if one.get("used") and names[one["seat"]] in won[0]), [])
            if used and hand["phase"] == "over":
                assert len(raised) >= 5
                assert len(used) == 5
        page.wait_for_timeout(30)


def test_the_second_palette_tells_suits_apart_without_red_and_green(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.go("/table/Reno")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").locator("select").first.select_option("safe")
    page.keyboard.press("Escape")
    page.reload()
    page.locator(".card.safe").first.wait_for()
    colours = page.evaluate(
        """() => Object.fromEntries(['c', 'd', 'h', 's'].map((suit) => {
            const one = document.querySelector('.card.safe').cloneNode(true);
            one.className = one.className.replace(/suit-./, `suit-${suit}`).replace('hidden', '');
            document.querySelector('.felt').append(one);
            return [suit, getComputedStyle(one).color];
        }))"""
    )
    assert len(set(colours.values())) == 4

    def reddish_or_greenish(colour: str) -> bool:
        red, green, blue = (int(one) for one in re.findall(r"\d+", colour)[:3])
        return green > red and green > blue

    assert not any(reddish_or_greenish(one) for one in colours.values()), "no green beside the red"


def test_a_joker_table_says_so_and_the_joker_has_a_face(visit: Visit) -> None:
    floor = visit(staff=True)
    page = floor.page
    floor.sit("Canberra")
    expect(page.locator(".felt .badge")).to_have_text("40 cards, 5-A, joker")
    expect(page.locator(".felt .badge")).to_have_class(re.compile("stripped"))
    assert "wins" in play_a_hand(page)
    my_turn(page)
    floor.go("/floor/Canberra")
    page.get_by_label("Search").fill("dropped or exposed own cards")
    page.get_by_role("list", name="Incidents possible now").get_by_role("button").first.click()
    page.get_by_role("group", name="Cards").get_by_role("textbox").fill("Jk")
    named = page.get_by_role("group", name="Cards", exact=True)  # a joker may lie on the table as well
    joker = named.get_by_role("img", name="the joker")
    expect(joker.locator("use")).to_have_attribute("href", re.compile("#c-Jk$"))
    floor.go("/table/Canberra")
    page.get_by_role("button", name="Leave seat").wait_for()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def test_a_hand_is_played_from_the_lobby_to_its_result_with_keys_alone(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    tab_to(page, 'a[href="/table/Luzon"]')
    page.keyboard.press("Enter")
    page.locator(".felt").wait_for()
    tab_to(page, "button.sit")
    page.keyboard.press("Enter")
    tab_to(page, "dialog button.go")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Leave seat").wait_for()
    spoken = page.locator(".visually-hidden[role=status]")
    end, acted, said = time.monotonic() + ENOUGH_S, False, ""
    while not (acted and said):
        assert time.monotonic() < end
        if page.locator(".acting .one > button:enabled").count():
            confirming = page.get_by_role("alertdialog").count()
            page.keyboard.press("Enter" if confirming else "c")
            acted = True
        said = result_of(page)
        page.wait_for_timeout(40)
    assert "wins" in said
    page.keyboard.press(".")
    expect(spoken).not_to_be_empty()
    tab_to(page, 'button[aria-label="Leave seat"]')
    page.keyboard.press("Enter")
    if page.get_by_role("dialog", name="Leave Luzon?").is_visible():
        tab_to(page, "dialog[open] button.leave")
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Leave seat")).to_have_count(0)
