"""Every page fits a phone, is usable by everyone, and works under the strict policy; a hand can be replayed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Guest, Room, Visit
from tests.browser.house import LIVE
from tests.browser.playing import my_turn, play_a_hand
from tools.protocol_types import SCHEMA, TYPES, WEB, schema_text, types_text

pytestmark = pytest.mark.slow

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
PATHS = {
    "play": ("/", "/table/Reno", "/pit/Civic", "/pit/Auckland", "/hands", "/hands/results", "/hands/notes"),
    "staff": (
        "/floor",
        "/floor/Reno",
        "/floor/Civic",
        f"/dealer/{LIVE}",
        "/office",
        "/office/tables",
        "/office/money",
        "/office/staff",
        "/office/reports",
    ),
    "reading": ("/rules", "/rules/nz-big-raise", "/lab", "/account"),
    "a finished hand": ("/replay/Reno/1", "/proof/Reno/1"),
}
READY = {"/": ".tables li", "/rules": "tbody td", "/lab": "form", "/floor": ".tables li"}
SERIOUS = ("serious", "critical")
OUTSIDE = """() => {
    const found = [`${document.documentElement.scrollWidth - innerWidth} too wide`];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const right = range.getBoundingClientRect().right;
        if (right > innerWidth + 0.5) found.push(texts.currentNode.textContent.slice(0, 80));
    }
    return found;
}"""
SQUEEZED = """[...document.querySelectorAll('.cite')]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.title)"""


def open_page(guest: Guest, path: str) -> Page:
    """Go to a page and wait until it shows what it is for."""
    kind = path.split("/")[1]
    by_kind = {"table": ".felt", "pit": ".boxes li", "rules": "article", "replay": ".steps li"}
    by_kind |= {"floor": ".kinds li", "dealer": ".next", "proof": ".good", "account": "h1", "office": "h1"}
    by_kind |= {"hands": "[role=tabpanel] table"}
    if kind in {"replay", "proof"}:  # a hand must have been finished
        guest.go("/table/Reno")
        guest.page.locator(".log li", has_text="ends").first.wait_for()
    guest.go(path)
    guest.page.locator(READY.get(path) or by_kind[kind]).first.wait_for()
    return guest.page


def faults_of(page: Page) -> list[str]:
    """What axe-core calls serious, with the element."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found if one["impact"] in SERIOUS]


def too_wide(page: Page) -> list[str]:
    """By how much a page scrolls sideways, with the words that stand out of it; clauses that stand out of their box."""
    wide = page.evaluate(OUTSIDE) if page.evaluate("document.documentElement.scrollWidth > innerWidth") else []
    return [*wide, *(f"squeezed: {one}" for one in page.evaluate(SQUEEZED))]


def light_on_a_phone(page: Page, size: dict[str, int]) -> None:
    """Every page is looked at in both themes: dark on a screen, light on a phone."""
    page.emulate_media(color_scheme="light" if size == PHONE else "dark")


@pytest.mark.browser
@pytest.mark.parametrize("paths", PATHS.values(), ids=PATHS)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_serious_accessibility_fault_and_no_sideways_scroll(
    visit: Visit, size: dict[str, int], paths: tuple[str, ...]
) -> None:
    guest = visit(size=size, staff=True)
    light_on_a_phone(guest.page, size)
    wrong = {}
    for path in paths:
        page = open_page(guest, path)
        if path == "/office/tables":
            page.get_by_text("Open a table").click()
            page.get_by_text("The sign that will hang at the table").wait_for()
            page.get_by_text("Open a house-banked table").click()
            page.get_by_text("layout of 7 boxes").wait_for()
        wrong[path] = faults_of(page) + too_wide(page)
    assert wrong == {path: [] for path in paths}


@pytest.mark.browser
def test_the_first_page_greets_everyone_alike(browser: Browser, room: Room) -> None:
    page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
    page.goto(room.address)
    page.get_by_role("button", name="Come in").wait_for()
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.close()


@pytest.mark.browser
def test_a_player_at_a_phone_reaches_every_button(visit: Visit) -> None:
    guest = visit(size=PHONE)
    guest.sit("Sydney")
    page = guest.page
    my_turn(page)
    cards, bar = (page.locator(one).bounding_box() for one in (".seat.you .cards", ".act .now"))
    assert cards is not None
    assert bar is not None
    assert cards["y"] + cards["height"] <= bar["y"], "the choices do not cover one's own cards"
    page.locator(".acting .one > button").first.scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    small = page.evaluate(
        """() => [...document.querySelectorAll('.acting button, .menu button')]
            .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
            .filter(({ box }) => box.width && (box.width < 44 || box.height < 44 || box.right > innerWidth))
            .map(({ text, box }) => `${text} ${box.width}x${box.height}`)"""
    )
    assert small == []
    assert faults_of(page) == []


@pytest.mark.browser
def test_a_finished_hand_is_replayed_checked_and_downloaded(visit: Visit) -> None:
    guest = visit()
    guest.sit("Redfern")
    page = guest.page
    play_a_hand(page)
    number = [state["number"] for state in guest.states("Redfern")][-1]
    guest.leave()
    page.locator(".log").get_by_role("link", name=f"Hand {number}", exact=True).click()
    expect(page.get_by_role("heading", name=f"Redfern, hand {number}")).to_be_visible()
    steps = page.get_by_role("list", name="All steps").get_by_role("listitem")
    expect(steps.first).to_have_class(re.compile(r"\bon\b"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(steps.last).to_have_class(re.compile(r"\bon\b"))
    expect(page.locator(".result")).to_contain_text("wins")
    # Own cards are open in one's own view; cards that were never shown stay hidden.
    assert "a hidden card" not in (page.locator(".seat.you").inner_html())
    page.get_by_role("button", name="Check the shuffle").click()
    dialog = page.get_by_role("dialog", name=re.compile("^The shuffle"))
    expect(dialog.locator(".good").last).to_contain_text("each lay where the root says")
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download").click()
    proof = Path(download.value.path())
    checked = subprocess.run(
        [sys.executable, "-m", "openfelt", "verify-shuffle", str(proof)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    page.keyboard.press("Escape")
    for name, begins in (("PHH", "variant"), ("text", "Redfern")):
        with page.expect_download() as download:
            page.get_by_role("link", name=name, exact=True).click()
        assert begins in Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.browser
def test_a_false_proof_is_found_out_in_the_page(visit: Visit) -> None:
    guest = visit()
    page = open_page(guest, "/replay/Reno/1")

    def falsify(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        proof = answer.json()
        shown = proof["revealed"][0]
        shown["card"] = "2c" if shown["card"] != "2c" else "2d"
        route.fulfill(response=answer, json=proof)  # type: ignore[attr-defined]

    page.route("**/api/proofs/**", falsify)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("does not lead to the root")


@pytest.mark.browser
def test_the_sign_and_the_rulebook_are_read_at_the_table(visit: Visit) -> None:
    guest = visit()
    page = open_page(guest, "/table/Reno")
    page.get_by_role("button", name="Sign").click()
    sign = page.get_by_role("dialog", name="Sign of Reno")
    expect(sign.get_by_role("listitem").first).to_contain_text("Seven Card Stud")
    page.keyboard.press("Escape")
    # The sign of a game against the house has its limits and pay tables.
    open_page(guest, "/pit/Civic")
    page.get_by_role("button", name="Sign").click()
    banked = page.get_by_role("dialog", name="Sign of Civic")
    expect(banked).to_contain_text("box minimum $10, maximum $500")
    expect(banked.get_by_role("listitem", name="").filter(has_text="ante pays").locator(".cite")).to_be_visible()
    page.keyboard.press("Escape")
    guest.go("/rules/nsw-poker")
    page.get_by_label("Search").fill("12.4 all-in")
    expect(page.locator("article").first).to_contain_text("12.4")
    # Each clause says how it is kept, and so does the list of rulebooks.
    expect(page.locator("article").first.locator(".status")).to_have_text("enforced")
    page.get_by_label("Conformance").select_option("open")
    expect(page.get_by_text("0 clauses")).to_be_visible()
    guest.go("/rules")
    row = page.get_by_role("row", name=re.compile("Big Raise"))
    expect(row.get_by_role("cell")).to_have_count(4)
    kept = [int(cell) for cell in row.get_by_role("cell").all_inner_texts()]
    assert kept[0] == sum(kept[1:]) > 0


def test_the_types_of_the_client_are_those_of_the_protocol() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == json.loads(schema_text()), (
        "run: python -m tools.protocol_types"
    )
    if (WEB / "node_modules").exists():
        assert TYPES.read_text(encoding="utf-8") == types_text()


def test_the_lab_counts_ranges_split_pots_and_says_what_is_wrong(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.go("/lab")
    page.get_by_role("button", name="Another hand").click()
    for at, text in enumerate(("AA, AKs", "random", "random"), 1):
        page.get_by_label(f"Hand {at}").fill(text)
    page.get_by_label("Samples").fill("2000")
    page.get_by_role("button", name="Work it out").click()
    rows = page.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    expect(rows).to_have_count(3)
    assert [one.strip() for one in page.get_by_role("rowheader").all_inner_texts()] == ["AA, AKs", "random", "random"]
    expect(page.locator("table .card")).to_have_count(0)
    expect(rows.first).to_contain_text("95 %:")
    page.get_by_label("Game").select_option(label="Omaha Eight or Better")
    page.get_by_role("button", name="One hand less").click()
    page.get_by_label("Hand 1").fill("As2s3hKh")
    page.get_by_label("Hand 2").fill("QcQdJcJd")
    page.get_by_label("Board").fill("4c 5d Td")
    page.get_by_label("Samples").fill("")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("columnheader", name="Low halves")).to_be_visible()
    expect(rows.first).to_contain_text("111/205")
    expect(page.locator("table .card")).to_have_count(8)
    page.get_by_label("Hand 1").fill("AsAs3hKh")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("alert")).to_contain_text("As is twice in hand 1")
    expect(rows).to_have_count(0)


def test_a_page_says_what_is_wrong_with_its_address_and_that_the_room_is_silent(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    guest.go("/rules/hoyle")
    expect(page.get_by_role("alert")).to_contain_text("hoyle")
    expect(page.get_by_role("alert")).to_contain_text("allowed: house")
    guest.go("/lab")
    expect(page.get_by_text("2 cards each")).to_be_visible()
    page.route("**/api/equity*", lambda route: route.abort())
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("alert")).to_contain_text("the room does not answer; allowed: try again")
    expect(page.get_by_role("button", name="Work it out")).to_be_enabled()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/table/%", "no table"),
        ("/table/Nowhere", "no table 'Nowhere'"),
        ("/pit/Nowhere", "no table 'Nowhere'"),
        ("/nothing/here", "There is no page /nothing/here"),
        ("/replay/Sydney/abc", "There is no page /replay/Sydney/abc"),
        ("/floor/Sydney", "needs the role floor or operator"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(visit: Visit, path: str, said: str) -> None:
    guest = visit()
    guest.go(path)
    expect(guest.page.get_by_role("alert")).to_contain_text(said)


def test_a_table_of_the_other_kind_is_one_click_away(visit: Visit) -> None:
    guest = visit()
    guest.go("/table/Civic")
    guest.page.get_by_role("link", name="go to Civic").click()
    expect(guest.page.get_by_role("button", name="Sit here").first).to_be_visible()
    guest.page.get_by_label("Chips to sit down with $").fill("3")
    guest.page.get_by_role("button", name="Sit here").first.click()
    expect(guest.page.get_by_role("alert")).to_contain_text("or more")


def test_whoever_logs_out_elsewhere_is_told_and_comes_in_again(visit: Visit) -> None:
    guest = visit()
    other = guest.page.context.new_page()
    other.goto(guest.address + "/account")
    other.get_by_role("button", name="Log out").click()
    expect(guest.page.get_by_role("button", name="Come in")).to_be_visible()
    expect(guest.page.get_by_role("alert")).not_to_be_empty()


def test_an_invitation_waits_until_one_has_logged_out(visit: Visit, room: Room) -> None:
    guest = visit()
    guest.go(room.invitation())
    expect(guest.page.get_by_role("alert")).to_contain_text(f"You are in as {guest.name}: log out")
    guest.page.get_by_role("link", name="Lab").click()
    guest.page.get_by_role("link", name="Lobby").click()
    expect(guest.page.get_by_role("alert")).to_have_count(0)
