"""What a player is promised: every card is proved against the root told at the deal, the floor comes when called, a
mucked hand stays unseen, nothing is posted or said that was not asked for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from openfelt.cards import card, deck
from openfelt.service.deck.commitments import OrderCommitment, Seen, document_of
from tests.browser.conftest import Guest, Visit
from tests.browser.playing import act, choice, clicked, my_turn, own_seat, play_a_hand, state_of, until
from tests.service_kit import said, whole

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PIT = {"Civic": "Call", "Auckland": "Raise"}


def verified(page: Page) -> dict[str, Any]:
    """The proof that the page offers, after `openfelt verify-shuffle` has found it sound."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    proof = Path(download.value.path())
    command = [sys.executable, "-m", "openfelt", "verify-shuffle", str(proof)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return dict(json.loads(proof.read_text(encoding="utf-8")))


def another_deck(route: Route) -> None:
    """Answers with a sound proof of the same cards, from a deck that nobody was told about."""
    answer = route.fetch()
    proof = answer.json()
    order = list(deck(52).cards)
    for one in proof["revealed"]:
        shown = card(one["card"])
        at = order.index(shown)
        order[one["index"]], order[at] = shown, order[one["index"]]
    other = OrderCommitment(proof["shuffle"], bytes(32), order)
    reveals = tuple(other.reveal(one["index"]) for one in proof["revealed"])
    route.fulfill(response=answer, json=document_of(Seen(proof["shuffle"], 52, other.root, reveals)))


@pytest.mark.parametrize("table", PIT)
def test_every_card_of_a_round_against_the_house_is_checked_against_the_root_told_at_the_deal(
    visit: Visit, table: str
) -> None:
    guest = visit()
    page = guest.page
    guest.go(f"/pit/{table}")
    page.get_by_role("button", name="Sit here").nth(1).click()
    page.get_by_role("button", name=re.compile("^Bet .* on the ante")).first.click()
    page.locator(".offers").get_by_role("button", name=re.compile(f"^{PIT[table]}")).first.click()
    until(page, lambda: state_of(guest, table)["round"]["phase"] == "done")
    number = state_of(guest, table)["round"]["number"]
    page.get_by_role("button", name="Shuffle").click()
    dialog = page.get_by_role("dialog", name=f"The shuffle of round {number}")
    expect(dialog).to_contain_text("each lay where the root says")
    expect(dialog.locator("[data-told]")).to_have_attribute("data-told", "early")
    told = [one for one in guest.states(table) if one["round"]["number"] == number]
    seen = {
        name
        for one in (state["round"] for state in told)
        for cards in (one["dealer"], one["community"], *(box["cards"] for box in one["boxes"]))
        for name in cards
    } - {"??"}
    proof = verified(page)
    assert {one["card"] for one in proof["revealed"]} == seen
    expect(dialog.locator(".card")).to_have_count(len(seen))
    page.keyboard.press("Escape")
    # The log leads to the same proof on a page of its own; somebody who was not there has nothing to compare.
    page.locator(".log").get_by_role("link", name=f"Round {number}", exact=True).click()
    expect(page.get_by_role("heading", name=f"The shuffle of {table}, round {number}")).to_be_visible()
    expect(page.locator("[data-told=early]")).to_have_count(1)
    stranger = visit()
    stranger.go(f"/proof/{table}/{number}")
    expect(stranger.page.locator("[data-told=unheard]")).to_have_count(1)
    # A proof that is sound in itself but of another deck is found out.
    page.route("**/api/proofs/**", another_deck)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("Not the one told")
    expect(page.locator("[data-told=other] code")).to_have_text(proof["root"])
    expect(page.locator("section")).to_contain_text("each lay where the root says")
    page.unroute("**/api/proofs/**")
    guest.go(f"/pit/{table}")
    page.get_by_role("button", name="Leave").wait_for()


def test_the_root_of_a_hand_is_compared_with_what_was_told_and_when(visit: Visit) -> None:
    player, late = visit(), visit()
    page = player.page
    player.sit("Manly")
    my_turn(page)
    number = state_of(player, "Manly")["number"]
    root = state_of(player, "Manly")["commitment"]
    # While the hand is played its root can be read, and what it is for; the proof is that of the hand before.
    page.get_by_role("button", name="Shuffle").click()
    if number > 1:
        page.get_by_role("dialog", name=f"The shuffle of hand {number - 1}").get_by_text("hand after").click()
    dialog = page.get_by_role("dialog", name=f"The shuffle of hand {number}")
    expect(dialog).to_contain_text("is being played")
    expect(dialog.locator("code")).to_have_text(root)
    expect(dialog).to_contain_text("Told before the first card")
    page.keyboard.press("Escape")
    late.go("/table/Manly")
    late.page.locator(".felt .board, .felt .pot").first.wait_for()
    play_a_hand(page)
    player.leave()
    for guest, when in ((player, "early"), (late, "late")):
        guest.go(f"/replay/Manly/{number}")
        guest.page.get_by_role("button", name="Check the shuffle").click()
        found = guest.page.get_by_role("dialog").locator("[data-told]")
        expect(found).to_have_attribute("data-told", when)
        guest.page.keyboard.press("Escape")
    assert verified_root(page, "Manly", number) == root
    page.route("**/api/proofs/**", another_deck)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text(root)


def verified_root(page: Page, table: str, number: int) -> str:
    """The root in the proof that the server gives."""
    return str(page.evaluate(f"fetch('/api/proofs/{table}/{number}').then(one => one.json()).then(one => one.root)"))


def spoken(page: Page) -> Any:
    """What the live region says."""
    return expect(page.locator(".visually-hidden[role=status]"))


def hear(page: Page, key: str, words: str) -> None:
    """Press a key until its words are spoken: what the table says meanwhile takes their place."""
    status = page.locator(".visually-hidden[role=status]")

    def press() -> None:
        page.keyboard.press(key)
        page.wait_for_timeout(150)

    until(page, lambda: words in (status.text_content() or ""), press)


def test_numbers_read_cards_function_keys_read_players_and_none_is_taken_from_a_field(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.sit("Sydney")
    my_turn(page)
    page.get_by_role("heading").first.click()
    state = state_of(guest, "Sydney")
    own = next(one["down"] for one in state["hand"]["seats"] if one["seat"] == state["your_seat"])
    names = page.locator(".seat.you .card").evaluate_all("all => all.map(one => one.ariaLabel)")
    for at, name in enumerate(names, start=1):
        page.keyboard.press(str(at))
        spoken(page).to_have_text(re.compile(f"^Your card {at}: {name}"))
    page.keyboard.press("3")
    spoken(page).to_contain_text("There is no card 3")
    until(page, lambda: len(state_of(guest, "Sydney")["hand"]["board"]) >= 3, lambda: act(page))
    page.locator(".board .card").nth(2).wait_for()
    my_turn(page)
    board = page.locator(".board .card").evaluate_all("all => all.map(one => one.ariaLabel)")
    hear(page, str(len(own) + 1), f"Board 1: {board[0]}")
    hear(page, "F2", "Seat 2, Bot 2")
    hear(page, "F6", "Seat 6, empty")
    my_turn(page)
    # Digits and letters typed into a field stay there, Space presses the button it is on, arrows scroll the log.
    turn = state_of(guest, "Sydney")["hand"]["turn"]
    before = page.locator(".visually-hidden[role=status]").text_content()
    amount = page.get_by_label("Amount in dollars")
    if amount.count():
        amount.fill("")
        amount.press_sequentially("12")
        expect(amount).to_have_value("12")
    page.get_by_role("heading").first.click()
    page.keyboard.press("t")
    say = page.get_by_label("Say something")
    say.press_sequentially("fc1g?")
    expect(say).to_have_value("fc1g?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.locator(".visually-hidden[role=status]").text_content() == before
    assert state_of(guest, "Sydney")["hand"]["turn"] == turn
    # Keys rest while a dialog is open, on its boxes too.
    say.fill("")
    page.get_by_role("heading").first.click()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Settings and keys")
    keys.get_by_label("ask before all-in").focus()
    page.keyboard.press("f")
    page.keyboard.press("c")
    page.wait_for_timeout(400)
    assert state_of(guest, "Sydney")["hand"]["turn"] == turn
    expect(keys).to_contain_text("Read card 7")
    expect(keys).to_contain_text("Read seat 10")
    page.keyboard.press("Escape")
    expect(choice(page, "Fold")).to_have_attribute("title", "Key: F")
    expect(choice(page, "Fold")).to_have_attribute("aria-keyshortcuts", "f")


def test_the_log_is_one_stop_and_its_lines_are_reached_by_arrows(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.go("/table/Reno")
    page.locator(".log li", has_text="ends").first.wait_for()
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('.log')"), "one more Tab leaves it"
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('.log li') !== null")
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    if page.evaluate("document.activeElement.tagName") == "A":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="The clauses behind this")).to_be_visible()


@pytest.mark.slow
def test_keys_work_against_the_house_too(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.go("/pit/Civic")
    page.get_by_role("button", name="Sit here").nth(4).click()
    expect(page.get_by_role("button", name=re.compile("^Bet .* on the ante")).first).to_be_enabled()
    page.keyboard.press("r")
    expect(page.locator(".offers").get_by_role("button", name=re.compile("^Call")).first).to_be_enabled()
    page.keyboard.press("1")
    spoken(page).to_contain_text("Your card 1:")
    page.keyboard.press("3")
    spoken(page).to_contain_text("Community 1:")
    page.keyboard.press("p")
    spoken(page).to_contain_text("Ante $")
    page.keyboard.press("F5")
    spoken(page).to_contain_text(f"Box 5, {guest.name}")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Settings and keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    until(page, lambda: state_of(guest, "Civic")["round"]["phase"] == "done")


def test_the_floor_comes_when_it_is_called_and_nothing_stops(visit: Visit) -> None:
    player, other, floor = visit(), visit(), visit(staff=True)
    player.sit("Duel")
    other.sit("Duel")
    for one in (player, other):
        one.page.locator(".seat.you .card").first.wait_for()
    page = player.page
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Call the floor")
    dialog.get_by_label("What is it about?").fill("the blinds are wrong")
    dialog.get_by_role("button", name="Call the floor").click()
    expect(page.get_by_role("button", name="Floor called…")).to_be_disabled()
    line = other.page.locator(".log li", has_text=f"{player.name} calls the floor: the blinds are wrong")
    expect(line.locator(".cite")).to_have_text(re.compile(r"27\.14"))
    seat = state_of(player, "Duel")["your_seat"]
    expect(other.page.locator(f'[data-seat="{seat}"]')).to_contain_text("floor called")
    assert not state_of(other, "Duel")["frozen"]
    # The floor sees it wherever it looks, with table, seat and hand.
    floor.page.get_by_role("link", name="Floor: 1 call").click()
    calls = floor.page.get_by_role("region", name="Calls for the floor")
    expect(calls.get_by_role("listitem").first).to_contain_text(
        f"Duel, seat {seat}, hand {state_of(player, 'Duel')['number']}"
    )
    expect(calls).to_contain_text(player.name)
    expect(calls).to_contain_text("the blinds are wrong")
    calls.get_by_label(f"Answer to {player.name}").fill("the small blind was posted late")
    calls.get_by_role("button", name="Answer").click()
    expect(calls).to_contain_text("Nobody is waiting")
    expect(floor.page.get_by_role("link", name="Floor", exact=True)).to_be_visible()
    told = page.locator(".log li", has_text="answers " + player.name)
    expect(told).to_contain_text("the small blind was posted late")
    expect(page.get_by_role("button", name="Call the floor").first).to_be_enabled()
    calls.get_by_text("Answered").click()
    expect(calls).to_contain_text(f"{floor.name}: the small blind was posted late")


@pytest.mark.slow
def test_a_straddle_is_posted_only_for_who_asked_for_it_with_its_clause(visit: Visit) -> None:
    guests = [visit() for _ in range(3)]
    for guest in guests:
        guest.sit("Stride")
    willing = guests[0]
    with own_seat(willing.page):
        box = willing.page.get_by_label("Auto-straddle")
        expect(box).not_to_be_checked()
        box.check()
        expect(willing.page.locator(".option .cite")).to_have_text(re.compile("8.9"))
    posted = willing.page.locator(".log li", has_text=re.compile(rf"^{willing.name} posts .*straddle"))
    asked = False

    def go_on() -> None:
        nonlocal asked
        for one in guests:
            if choice(one.page, "Decline").count():
                assert one is not willing, "who asked for it is not asked again"
                asked = True
            act(one.page)

    until(willing.page, lambda: posted.count() > 0 and asked, go_on)
    expect(posted.first.locator(".cite")).to_have_text(re.compile("8.9"))
    for other in (one for one in guests if one is not willing):
        expect(other.page.locator(".log li", has_text=re.compile(rf"^{other.name} posts .*straddle"))).to_have_count(0)
    # Who leaves the seat is asked again in the next one.
    willing.leave()
    guests.remove(willing)
    until(willing.page, lambda: not state_of(willing, "Stride")["your_seat"], go_on)
    willing.sit("Stride")
    with own_seat(willing.page):
        expect(willing.page.get_by_label("Auto-straddle")).not_to_be_checked()
    plain = visit()
    plain.sit("Alone")
    with own_seat(plain.page):
        plain.page.get_by_label("Sit out next hand").wait_for()
        expect(plain.page.get_by_label(re.compile("^Auto-"))).to_have_count(0)


@pytest.mark.slow
def test_what_is_mucked_by_itself_is_never_sent_to_anyone(visit: Visit) -> None:
    guests, rail = [visit(), visit()], visit()
    rail.go("/table/Claims")
    for guest in guests:
        guest.sit("Claims")
        with own_seat(guest.page):
            guest.page.get_by_label("Auto-muck").check()

    def play(guest: Guest) -> None:
        for word in ("Check", "Call", "Show"):
            if clicked(choice(guest.page, word)):
                return

    def mucked() -> list[Guest]:
        return [one for one in guests if rail.page.locator(".log li", has_text=f"{one.name} mucks").count()]

    until(rail.page, lambda: bool(mucked()), lambda: [play(one) for one in guests])
    loser = mucked()[0]
    other = next(one for one in guests if one is not loser)
    hand_id, cards = "", set[str]()
    for frame in (*whole(rail.frames), *whole(loser.frames)):  # who hears of it first may be either
        if any(said(line) == f"{loser.name} mucks" for line in frame.get("lines", ())) and "after" in frame:
            hand_id = frame["state"]["hand"]["hand_id"]
            break
    assert hand_id
    number = int(hand_id.split("/")[1])
    until(rail.page, lambda: state_of(rail, "Claims")["number"] > number, lambda: [play(one) for one in guests])
    for state in loser.states("Claims"):
        if state["hand"] and state["hand"]["hand_id"] == hand_id:
            mine = next(one for one in state["hand"]["seats"] if one["seat"] == state["your_seat"])
            cards |= {name for name in mine["down"] if name != "??"}
            assert not mine["shown"]
    assert len(cards) == 2
    looked = 0
    for person in (other, rail):
        told = [
            json.dumps(frame)
            for frame in whole(person.frames)
            if (frame.get("state", {}).get("hand") or {}).get("hand_id") == hand_id
        ]
        looked += len(told)
        assert not [text for text in told for name in cards if re.search(rf"\b{name}\b", text)]
        for path in (f"/api/hands/Claims/{number}", f"/api/hands/Claims/{number}.phh", f"/api/proofs/Claims/{number}"):
            text = str(person.page.evaluate(f"fetch('{path}').then(one => one.text())"))
            assert not [name for name in cards if re.search(rf"\b{name}\b", text.replace('"', " "))], path
    assert looked > 5
    own = str(loser.page.evaluate(f"fetch('/api/proofs/Claims/{number}').then(one => one.text())"))
    assert all(f'"{name}"' in own for name in cards), "the own cards are proved to who held them"
