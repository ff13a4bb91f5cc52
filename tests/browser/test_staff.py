"""A dealer enters a live hand with real cards; the floor rules on an exposed card; an operator opens a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest, Visit
from tests.browser.house import LIVE
from tests.browser.playing import choice, clicked, my_turn, state_of, until, whose_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]


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


@pytest.mark.slow
def test_a_dealer_enters_a_live_hand_and_it_is_replayed(visit: Visit) -> None:
    dealer = visit(staff=True)
    page = dealer.page
    dealer.go(f"/dealer/{LIVE}")
    seat(page, "Ruth")
    seat(page, "Sam")
    page.get_by_role("button", name="Open the next hand").click()
    assert_felt_is_seen(page)
    page.get_by_text("What does that count as?").click()
    page.get_by_label("Chips put in ($)").fill("25")  # one chip too big, and not a word
    page.get_by_role("button", name="What counts?").click()
    page.get_by_role("button", name="Enter: call").click()
    choice(page, "Check").click()
    deal_and_check(page, "flop", "Ah Kd 7c")
    deal_and_check(page, "turn", "2s")
    deal_and_check(page, "river", "9h")
    expect(page.locator(".next")).to_contain_text("shows or mucks")
    first = page.locator("p.who").inner_text()
    enter(page, "Cards shown", "As Ad", "Shows these")
    expect(page.locator("p.who")).not_to_have_text(first)  # the pad is now the other player's
    enter(page, "Cards shown", "Kc Ks", "Shows these")
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
    assert_felt_is_seen(page)
    page.get_by_role("button", name="Stop the table").click()
    expect(page.get_by_role("button", name="Let the table go on")).to_be_visible()
    rule_on_exposed_card(floor, player)
    page.get_by_role("button", name="Let the table go on").click()
    expect(page.get_by_role("button", name="Stop the table")).to_be_visible()


def assert_felt_is_seen(page: Page) -> None:
    """The felt has a size of its own on a desk, where nothing else gives it one."""
    box = page.locator(".cloth").bounding_box()
    assert box is not None
    assert box["height"] > 150


def rule_on_exposed_card(floor: Guest, player: Guest) -> None:
    """Choose the incident, state the facts, read the ruling with its clause, and apply it."""
    page = floor.page
    page.get_by_label("Search").fill("dropped or exposed own cards")
    page.get_by_role("list", name="Incidents possible now").get_by_role("button").first.click()
    state = list(player.states("Sydney"))[-1]
    mine = next(one for one in state["hand"]["seats"] if one["seat"] == state["your_seat"])
    page.get_by_label("Seat", exact=True).select_option(str(mine["seat"]))
    cards = page.get_by_role("group", name="Cards").get_by_role("textbox")
    cards.fill(mine["down"][0])
    page.get_by_role("button", name="What is the ruling?").click()
    expect(page.locator(".ruling .cite").first).to_be_visible()
    page.get_by_label("Reason").fill("a card fell face up")
    page.get_by_role("button", name="Apply the ruling").click()
    expect(page.get_by_role("heading", name="Record of rulings").locator("..").get_by_role("listitem")).to_have_count(1)
    expect(page.locator("ol .cite").first).to_be_visible()


@pytest.mark.slow
def test_the_floor_rules_on_the_deal_clocks_a_player_and_voids_the_round(visit: Visit) -> None:
    players, floor = [visit(), visit()], visit(staff=True)
    page = floor.page
    floor.go("/floor/Duel")
    for player in players:
        player.sit("Duel")
    slow = whose_turn(players)
    page.get_by_role("button", name="Stop the table").click()
    expect(page.get_by_role("button", name="Let the table go on")).to_be_visible()
    # Facts that come in pairs have rows of their own.
    page.get_by_label("Search").fill("exposed in deal")
    page.get_by_role("list", name="Incidents possible now").get_by_role("button").first.click()
    for _ in range(2):
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="remove row 2").click()
    seat = str(state_of(slow, "Duel")["your_seat"])
    page.get_by_label("Seat", exact=True).select_option(seat)
    page.get_by_label("Which card of that seat").fill("2")
    before = cards_of(slow)
    page.get_by_role("button", name="What is the ruling?").click()
    expect(page.locator(".ruling")).to_contain_text("26.26")
    page.get_by_label("Reason").fill("the second card was seen")
    page.get_by_role("button", name="Apply the ruling").click()
    record = page.get_by_role("heading", name="Record of rulings").locator("..").get_by_role("listitem")
    expect(record.first).to_contain_text("the second card was seen")
    expect(slow.page.locator(".log li", has_text="ruling on exposed in deal")).to_be_visible()
    assert cards_of(slow) != before
    page.get_by_role("button", name="Let the table go on").click()
    # A slow player gets a limited time; everyone is told, with the clause.
    page.get_by_role("button", name=re.compile("^Clock ")).click()
    expect(page.locator(".ruling")).to_contain_text("40 seconds to act")
    page.get_by_label("Reason").fill("three minutes of thought")
    page.get_by_role("button", name="Use this power").click()
    told = players[0].page.locator(".log li", has_text="has 40 seconds to act")
    expect(told.locator(".cite")).to_have_text(re.compile("26.12"))
    # The round is voided: the chips that go back are shown first, and then they are back.
    page.get_by_role("button", name="Void the round").click()
    expect(page.locator(".ruling .chips")).to_have_text(re.compile(r"Chips go back: .*\$[12], .*\$[12]"))
    page.get_by_label("Reason").fill("the deck has two aces of spades")
    page.get_by_role("button", name="Use this power").click()
    expect(record).to_have_count(3)
    for player in players:
        # Two blinds, or the last one twice where both are new to a table that has dealt before.
        back = player.page.locator(".log li", has_text=re.compile(r"all wagers go back, \$[34] in all"))
        expect(back.last).to_be_visible()
    stacks = {one["stack"] for one in state_of(players[0], "Duel")["places"]}
    assert len(stacks) == 1, "both have what they came with"


def cards_of(guest: Guest) -> list[str]:
    """One's own down cards."""
    state = state_of(guest, "Duel")
    return next(list(one["down"]) for one in state["hand"]["seats"] if one["seat"] == state["your_seat"])


def test_an_inspector_opens_a_finished_hand_and_that_is_on_record(visit: Visit) -> None:
    player, inspector = visit(), visit(staff=True)
    player.sit("Sydney")
    my_turn(player.page)
    state = state_of(player, "Sydney")
    number, seat = state["number"], state["your_seat"]
    cards = next(one["down"] for one in state["hand"]["seats"] if one["seat"] == seat)
    fold, sure = choice(player.page, "Fold"), player.page.get_by_role("button", name="Yes, fold")

    def has_ended() -> bool:
        now = state_of(player, "Sydney")
        return bool(now["number"] > number or now["hand"]["phase"] == "over")

    until(player.page, has_ended, lambda: clicked(sure) or clicked(fold))
    page = inspector.page
    inspector.go(f"/replay/Sydney/{number}")
    page.get_by_role("list", name="All steps").wait_for()
    page.keyboard.press("End")
    hidden = page.locator(f'[data-seat="{seat}"]')
    expect(hidden).to_be_visible()
    assert not [card for card in cards if f" {card}" in page.locator(".felt").inner_text()]
    expect(hidden.get_by_role("img")).to_have_count(0)
    page.get_by_label("Reason").fill("a complaint")
    page.get_by_role("button", name="Open every seat (recorded)").click()
    expect(hidden.get_by_role("img")).to_have_count(2)
    for card in cards:
        expect(hidden.locator(f'use[href$="-{card}"]').first).to_be_attached()
    # Everyone at the table is told that somebody looked, and why.
    expect(player.page.locator(".log li", has_text=f"an inspector opened hand {number}: a complaint")).to_be_visible()


def test_an_illegal_sign_cannot_be_put_up_and_its_clause_is_shown(visit: Visit) -> None:
    operator = visit(staff=True)
    page = operator.page
    operator.go("/office/tables")
    page.get_by_text("Open a table").click()
    form = page.locator("details")
    form.get_by_label("Name").fill("Nowhere")
    form.get_by_label("Game").select_option("seven-card-stud")
    form.get_by_label("Deck").select_option("32")
    assert form.get_by_label("Seats").input_value() == "4", "as many as the deck serves"
    expect(page.get_by_text("Deck: 32 cards")).to_be_visible()
    form.get_by_label("Seats").fill("7")
    fault = form.locator(".bad").first
    expect(fault).to_contain_text("seats")
    fault.locator(".cite").click()
    expect(page.get_by_role("dialog", name="The clauses behind this")).to_contain_text("nsw-poker 6.1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open", exact=True)).to_be_disabled()
    form.get_by_label("Rulebook").select_option("act-stud")
    form.get_by_label("with a joker").check()
    expect(page.get_by_text(re.compile("Deck: .*joker"))).to_be_visible()
    expect(page.get_by_role("button", name="Open", exact=True)).to_be_enabled()


def test_an_operator_opens_a_table(visit: Visit) -> None:
    operator = visit(staff=True)
    page = operator.page
    operator.go("/office/tables")
    page.get_by_text("Open a table").click()
    page.locator("details").get_by_label("Name").fill("Parlour")
    page.locator("details").get_by_label(re.compile("^Game")).select_option("omaha")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("tr", has=page.get_by_role("link", name="Parlour", exact=True))).to_contain_text("Omaha")


@pytest.mark.slow
def test_an_operator_invites_staff_closes_an_account_and_reads_the_report(visit: Visit) -> None:
    operator, helper = visit(staff=True), visit()
    page = operator.page
    page.get_by_role("link", name="Office", exact=True).click()
    page.get_by_role("link", name="Staff and accounts").click()
    page.get_by_role("checkbox", name="dealer").uncheck()
    expect(page.get_by_role("button", name="Make a link", exact=True)).to_be_disabled()
    page.get_by_role("checkbox", name="floor").check()
    page.get_by_role("button", name="Make a link", exact=True).click()
    link = page.get_by_label("Invitation link").input_value()
    # The guest logs out and comes back by the link, as a supervisor.
    other = helper.page
    other.get_by_role("link", name=f"{helper.name}: account, log out").click()
    other.get_by_role("button", name="Log out").click()
    other.get_by_role("button", name="Come in").wait_for()
    other.goto(link)
    name = f"{helper.name.partition('#')[0]} of the floor"
    other.get_by_label("Name").fill(name)
    other.get_by_role("textbox", name="Password").fill("a password of some length")
    other.get_by_role("button", name="Come in").click()
    other.get_by_role("link", name="Floor", exact=True).wait_for()
    other.get_by_role("link", name="Office", exact=True).click()
    other.get_by_role("link", name="Who may play").wait_for()
    expect(other.get_by_role("link", name="Staff and accounts")).to_have_count(0)
    # A new password ends the session; the old one opens nothing.
    other.get_by_role("link", name=f"{name}: account, log out").click()
    other.get_by_label("Present password").fill("a password of some length")
    other.get_by_label("New password").fill("another of enough length")
    other.get_by_role("button", name="Change it").click()
    other.get_by_label("Log in").check()
    other.get_by_label("Name").fill(name)
    for password in ("a password of some length", "another of enough length"):
        other.get_by_role("textbox", name="Password").fill(password)
        other.get_by_role("button", name="Come in").click()
        if password.startswith("a password"):
            expect(other.get_by_role("alert")).to_be_visible()
    other.get_by_role("heading", name="Lobby").wait_for()
    page.reload()
    offices = page.get_by_role("heading", name="Offices").locator("..").get_by_role("listitem").filter(has_text=name)
    expect(offices).to_contain_text("Assistant Gaming Manager")
    row = page.get_by_role("table", name="Accounts").get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text("floor")
    row.get_by_role("button", name="Close").click()
    row.get_by_label("Reason").fill("left the house")
    row.get_by_role("button", name="Close the account").click()
    expect(row).to_contain_text("closed")
    expect(other.get_by_text("reconnecting…").or_(other.get_by_role("button", name="Come in"))).to_be_visible()
    operator.go("/office/reports")
    page.get_by_label("Span of time").select_option(label="the last 7 days")
    kinds = page.get_by_role("table", name="Chips by kind of account")
    expect(kinds.get_by_role("row", name=re.compile("^Purse"))).to_contain_text("$")
    expect(page.get_by_role("table", name=re.compile("^Commission"))).to_be_visible()


def test_the_floor_gives_notice_of_a_new_sign_and_of_closing(visit: Visit) -> None:
    floor = visit(staff=True)
    page = floor.page
    floor.go("/office/tables")
    page.get_by_text("Open a table").click()
    form = page.locator("details")
    form.get_by_label("Name").fill("Terrace")
    form.get_by_label("straddle permitted").check()
    expect(page.get_by_text("Straddle permitted").first).to_be_visible()
    form.get_by_label("Bots").fill("0")
    form.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("link", name=re.compile("^Terrace")).wait_for()
    floor.go("/floor/Terrace")
    page.get_by_text("Notice", exact=True).click()
    page.get_by_label("Least bet $").fill("5")
    page.get_by_role("button", name="Announce a new sign").click()
    expect(page.get_by_text("A new sign has been announced").first).to_be_visible()
    page.get_by_role("button", name="Announce the closing").click()
    refused = page.locator("details").get_by_role("alert")
    expect(refused.or_(page.get_by_text("The closing is announced")).first).to_be_visible()


@pytest.mark.slow
def test_whoever_the_floor_excludes_is_listed_and_let_back(visit: Visit) -> None:
    players, floor = [visit(), visit()], visit(staff=True)
    page = floor.page
    for player in players:
        player.sit("Trio")
    whose_turn(players)
    floor.go("/floor/Trio")
    page.get_by_role("tab", name="Powers").click()
    page.get_by_role("list", name="Powers that the rulebook gives").get_by_role(
        "button", name=re.compile("^Exclude")
    ).click()
    seat = state_of(players[0], "Trio")["your_seat"]
    page.get_by_label("Seat", exact=True).select_option(str(seat))
    page.get_by_label("Ground").select_option("breach")
    page.get_by_role("button", name="What would it do?").click()
    page.locator(".ruling").get_by_label("Reason").fill("swore at the dealer")
    page.get_by_role("button", name="Use this power").click()
    listed = page.get_by_role("heading", name="Excluded from this table").locator("..")
    expect(listed).to_contain_text(players[0].name)
    listed.get_by_label("Reason").fill("apologised")
    listed.get_by_role("button", name="Let back").click()
    expect(page.get_by_role("heading", name="Excluded from this table")).to_have_count(0)


def test_an_operator_opens_a_freeze_out_and_a_player_agrees_to_its_terms(visit: Visit) -> None:
    boss, player = visit(staff=True), visit()
    page = boss.page
    boss.go("/office/staff")
    offices = page.locator("section, .panel", has=page.get_by_role("heading", name="Offices")).last
    offices.get_by_label("Reason").fill("a small house")
    offices.get_by_label("Appoint").select_option(label=boss.name)
    offices.locator("form select").nth(1).select_option("Gaming Manager")
    offices.get_by_role("button", name="Appoint").click()
    expect(offices.get_by_role("button", name=f"End: Gaming Manager of {boss.name}")).to_be_visible()
    boss.go("/office/tables")
    page.get_by_text("Open a table", exact=True).click()
    form = page.locator("details", has=page.get_by_text("Open a table", exact=True))
    form.get_by_label("Name").fill("Last One")
    form.get_by_role("checkbox", name=re.compile("a Freeze Out")).check()
    form.get_by_label("Buy-in $").fill("100")
    form.get_by_role("button", name="Open").click()
    player.go("/table/Last One")
    player.page.get_by_role("button", name=re.compile("^Sit here")).first.click()
    sit = player.page.get_by_role("button", name="Sit down with $100")
    expect(sit).to_be_disabled()
    player.page.get_by_label("I agree to play on these terms").check()
    sit.click()
    player.page.get_by_role("button", name="Leave seat").wait_for()
