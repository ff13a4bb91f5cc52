"""Tournaments in Chromium: one is made, a person enters among bots and has a seat, a wall screen shows all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import DESKTOP, Guest, Room, Visit
from tests.browser.playing import act, until
from tests.browser.test_pages import faults_of, too_wide
from tests.browser.tournaments import apply, fill, make, order, pay

PHONE = {"width": 390, "height": 844}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
THEMES = ("light", "dark")
TITLE = "Harbour Freeze Out"
ADDRESS = "harbour-freeze-out"
PLAYERS = 12
EVENT = f"/tournament/{ADDRESS}"


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
    page = player.page
    make(operator, TITLE, players=PLAYERS, seats=6)
    apply(player, TITLE)
    seen["steps"] = page.get_by_role("list", name="Steps of entry").inner_text()
    pay(player)
    fill(operator, PLAYERS - 1)
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
        wrong[path] = faults_of(page) + too_wide(page)
    assert wrong == {path: [] for path in ready}


@pytest.mark.browser
@pytest.mark.slow
def test_an_order_whose_answer_comes_late_leaves_the_next_one_alone(evening: Evening) -> None:
    page = evening.operator.page
    held: list[Route] = []
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    evening.operator.go(f"{EVENT}/desk")
    page.route(f"**{EVENT.replace('/tournament/', '/api/tournaments/')}/order", lambda route: held.append(route))  # noqa: PLW0108 - a built-in method has no room for its wrapper
    order(page, "Clock", "Add time", who="+1 minute")
    until(page, lambda: bool(held))
    page.get_by_role("list", name="Orders possible now").get_by_role("button", name="End this level or break").click()
    page.get_by_role("button", name="What would it do?").click()
    given = page.get_by_role("button", name=re.compile("^Give this order"))
    given.wait_for()
    with page.expect_response(re.compile("/order$")):
        held.pop().fallback()
    expect(given).to_be_enabled()
    expect(given).to_have_text(re.compile("End this level or break"))
    page.unroute_all()


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
