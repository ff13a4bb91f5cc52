"""Tournaments in Chromium: one is made, a person enters among bots and has a seat, a wall screen shows all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, Guest, Room, Visit, furnish, start, stop, visiting
from tests.browser.playing import act, until
from tests.browser.test_pages import faults_of

PHONE = {"width": 390, "height": 844}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
THEMES = ("light", "dark")
TITLE = "Harbour Freeze Out"
ADDRESS = "harbour-freeze-out"
PLAYERS = 12
EVENT = f"/tournament/{ADDRESS}"


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room with one idle table; the tournament opens its own."""
    data: Path = tmp_path_factory.mktemp("tournament")
    furnish(data, "Quiet")
    server, address = start(data)
    yield Room(address)
    stop(server)


@pytest.fixture(scope="module")
def come(browser: Browser, own_room: Room) -> Iterator[Visit]:
    """Let people into that room; they stay for the whole module."""
    with visiting(browser, own_room) as enter:
        yield enter


def order(page: Page, section: str, name: str) -> None:
    """Give an order at the director's desk: choose it, look at what it does, give it."""
    page.get_by_role("tablist", name="Kinds of orders").get_by_role("tab", name=section).click()
    page.get_by_role("list", name="Orders possible now").get_by_role("button", name=name).click()
    page.get_by_role("button", name="What would it do?").click()
    page.get_by_role("button", name=re.compile("^Give this order")).click()


@dataclass(frozen=True)
class Evening:
    """The operator and a player, after the player has entered and bots have filled the event: it is under way."""

    operator: Guest
    player: Guest
    seen: dict[str, str]  # what the pages said on the way

    def stop_clock(self) -> None:
        """While the clock stands no round of play begins, so that bots do not end the event between two tests."""
        self._turn_clock("Pause clock", "Start clock")

    def start_clock(self) -> None:
        """Play goes on."""
        self._turn_clock("Start clock", "Pause clock")

    def _turn_clock(self, what: str, then: str) -> None:
        page = self.operator.page
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
        self.operator.go(f"{EVENT}/desk")
        clock = page.get_by_role("region", name="Clock")
        clock.get_by_role("button", name=what).click()
        clock.get_by_role("button", name=then).wait_for()


@pytest.fixture(scope="module")
def evening(come: Visit) -> Evening:
    """Make a tournament in the browser, enter it, fill it with bots."""
    operator, player, seen = come(staff=True, name="Olga"), come(name="Phoebe"), {}
    desk, page = operator.page, player.page
    operator.go("/tournaments/new")
    desk.get_by_label("Template").select_option("freeze-out")
    for label, value in (("Name", TITLE), ("Most players", str(PLAYERS)), ("Seats at a table", "6"), ("Buy-in", "20")):
        desk.get_by_label(label, exact=True).fill(value)
    desk.get_by_role("button", name="Read the conditions").click()
    desk.get_by_role("button", name="Publish these conditions").click()
    desk.get_by_role("link", name="To the director’s desk").click()
    order(desk, "Event", "Open registration")
    player.go("/tournaments")
    page.get_by_role("link", name=TITLE).click()
    steps = page.get_by_role("list", name="Steps of entry")
    steps.get_by_role("button", name="Enter").click()
    form = page.get_by_role("dialog", name="Enter")
    form.get_by_role("checkbox").check()
    form.get_by_role("button", name="Enter").click()
    steps.get_by_role("button", name="Accept the conditions").click()
    pay = steps.get_by_role("button", name="Pay the buy-in: $20")
    pay.wait_for()
    seen["steps"] = steps.inner_text()
    pay.click()
    page.get_by_text("You are entered.").wait_for()
    seen["entered"] = page.get_by_role("heading", name="Entrants").inner_text()
    desk.get_by_label("How many bots").fill(str(PLAYERS - 1))
    desk.get_by_role("button", name=f"{PLAYERS - 1} bots enter").click()
    page.get_by_role("link", name="Go to my table").wait_for()
    found = Evening(operator, player, seen)
    found.stop_clock()
    return found


@pytest.mark.browser
@pytest.mark.slow
def test_a_person_enters_step_by_step_and_is_seated_among_bots(evening: Evening) -> None:
    page = evening.player.page
    assert "Buy-in $20" in evening.seen["steps"]
    evening.player.go(EVENT)
    mine = page.get_by_role("region", name="My seat")
    expect(mine).to_contain_text(re.compile(r"Table \d, seat \d"))
    page.get_by_role("link", name="Go to my table").click()
    expect(page.get_by_role("heading", name=re.compile(f"^{TITLE}"))).to_be_visible()
    expect(page.locator(".corner.level")).to_contain_text("Level 1")
    expect(page.locator(".corner.standing")).to_contain_text("left")
    assert "$" not in page.locator(".felt").inner_text(), "tournament chips are no dollars"
    assert page.get_by_role("button", name="Leave seat").count() == 0
    assert page.get_by_role("button", name="Add chips").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]
    evening.start_clock()
    until(page, lambda: bool(act(page)))
    evening.stop_clock()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_every_tournament_page_fits_and_is_usable_by_everyone(
    evening: Evening, size: dict[str, int], theme: str
) -> None:
    page = evening.operator.page
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    ready = {
        "/tournaments": "tbody th",
        EVENT: ".standings li",
        f"{EVENT}/conditions": ".slip .line",
        f"{EVENT}/desk": "#orders li",
        f"{EVENT}/print": ".cards li",
        f"{EVENT}/wall": ".clock",
        "/tournaments/new": ".answers input",
    }
    wrong = {}
    for path, shown in ready.items():
        evening.operator.go(path)
        page.locator(shown).first.wait_for()
        wide = page.evaluate("document.documentElement.scrollWidth") - size["width"]
        wrong[path] = faults_of(page) + ([f"{wide} too wide"] if wide > 0 else [])
    assert wrong == {path: [] for path in ready}


@pytest.mark.browser
@pytest.mark.slow
def test_the_wall_screen_counts_down_and_is_read_by_whoever_passes(
    browser: Browser, own_room: Room, evening: Evening
) -> None:
    page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
    page.goto(f"{own_room.address}{EVENT}/wall")
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    first = clock.inner_text()
    evening.start_clock()
    expect(clock).not_to_have_text(first)
    evening.stop_clock()
    expect(page.get_by_role("region", name="Numbers")).to_contain_text(f"of {PLAYERS}")
    expect(page.get_by_role("region", name="Prizes")).to_contain_text("$240")
    page.close()


@pytest.mark.browser
@pytest.mark.slow
def test_the_clock_stands_still_after_the_director_stops_it(evening: Evening) -> None:
    evening.start_clock()
    evening.stop_clock()
    page = evening.operator.page
    expect(page.locator(".clock .stands")).to_be_visible()
    left = page.locator(".clock .left").inner_text()
    page.reload()
    expect(page.locator(".clock .left")).to_have_text(left)
