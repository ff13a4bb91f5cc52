"""Pictures for the README and the documentation: `python -m tests.browser.screenshots [PARTS] [DIRECTORY]`.

Starts rooms of its own, lets guests sit down, and photographs what is seen. Parts: --demo, --house, --tournaments.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import tournaments
from tests.browser.conftest import (
    DESKTOP,
    FLAGS,
    PHONE,
    ROOT,
    STILL,
    Guest,
    Room,
    as_users_run_it,
    furnish,
    leave_seat,
    start,
    stop,
    visiting,
)  # fmt: skip
from tests.browser.evenings import bracket
from tests.browser.playing import OPEN, act, my_turn, play_a_hand, state_of
from tests.conftest import HOW_TO_GET_CHROMIUM, find_chromium

TABLES = {"holdem": "Sydney", "stud": "Pyrmont", "draw": "Glebe"}
TURNS = 3
RESTING_MS = 500  # buttons that have just changed are dim for a moment


def enter(browser: Browser, address: str, name: str, size: dict[str, int]) -> Page:
    """A guest in the lobby, who is led no more: the guide lies over the log."""
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]
    page.add_init_script(STILL)
    page.goto(address)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Come in").click()
    page.locator(".tables li").first.wait_for()
    return page


def sit(page: Page, address: str, table: str) -> None:
    """Take the first free seat and play until a few turns have passed."""
    page.goto(f"{address}/table/{table}")
    page.get_by_role("button", name=re.compile("^Sit here")).first.click()
    page.get_by_role("button", name=re.compile("^Sit down with")).click()
    for _ in range(TURNS):
        my_turn(page)
        act(page)
        page.wait_for_timeout(400)
    my_turn(page)
    page.wait_for_timeout(RESTING_MS)


def take(browser: Browser, address: str, target: Path) -> None:
    """Every picture."""
    page = enter(browser, address, "Newcomer", DESKTOP)
    page.wait_for_timeout(1500)
    page.screenshot(path=target / "lobby.png")
    for name, table in TABLES.items():
        sit(page, address, table)
        page.screenshot(path=target / f"table-{name}.png")
        leave_seat(page)
    page.goto(f"{address}/replay/Sydney/1")
    page.locator(".steps li").first.wait_for()
    page.keyboard.press("End")
    page.wait_for_timeout(200)
    page.screenshot(path=target / "replay.png")
    page.goto(f"{address}/pit/Civic")
    page.get_by_role("button", name="Sit here").nth(2).click()
    page.get_by_role("button", name=re.compile("^Bet .* on the ante")).first.click()
    page.locator(".offers").get_by_role("button", name=re.compile("^Call")).first.wait_for()
    page.wait_for_timeout(RESTING_MS)
    page.screenshot(path=target / "pit-holdem.png")
    page.goto(f"{address}/lab")
    page.get_by_role("button", name="Work it out").click()
    page.locator("table").first.wait_for()
    page.screenshot(path=target / "lab.png")
    phone = enter(browser, address, "Newcomer by phone", PHONE)
    sit(phone, address, "Manila")
    phone.screenshot(path=target / "table-phone.png")


def take_house(browser: Browser, target: Path) -> None:
    """Tables side by side, the light theme, a ruling of the floor, one's own hands and the review of one."""
    with tempfile.TemporaryDirectory() as data:
        furnish(Path(data))
        server, address = start(Path(data))
        try:
            with visiting(browser, Room(address)) as enter:
                picture_ruling(enter(staff=True, name="Fay"), enter(name="Gus"), target)
                picture_past(enter(name="Mara"), target)
                picture_tiles(enter(name="Theo"), target)
        finally:
            stop(server)


def picture_ruling(floor: Guest, player: Guest, target: Path) -> None:
    """The floor's desk with a ruling before it is applied."""
    player.sit("Sydney")
    my_turn(player.page)
    page = floor.page
    floor.go("/floor/Sydney")
    page.get_by_role("button", name="Stop the table").click()
    page.get_by_role("button", name="Let the table go on").wait_for()
    page.get_by_label("Search").fill("dropped or exposed own cards")
    page.get_by_role("list", name="Incidents possible now").get_by_role("button").first.click()
    state = state_of(player, "Sydney")
    mine = next(one for one in state["hand"]["seats"] if one["seat"] == state["your_seat"])
    page.get_by_label("Seat", exact=True).select_option(str(mine["seat"]))
    page.get_by_role("group", name="Cards").get_by_role("textbox").fill(mine["down"][0])
    page.get_by_role("button", name="What is the ruling?").click()
    page.locator(".ruling .cite").first.wait_for()
    page.screenshot(path=target / "floor-ruling.png")
    page.get_by_role("button", name="Let the table go on").click()
    page.get_by_role("button", name="Stop the table").wait_for()


def picture_past(player: Guest, target: Path) -> None:
    """A few hands of one's own, and the review of one that was played to its end."""
    page = player.page
    player.sit("Bondi")
    for _ in range(TURNS):
        play_a_hand(page)
    page.emulate_media(color_scheme="light")
    my_turn(page)
    page.wait_for_timeout(RESTING_MS)
    page.screenshot(path=target / "table-light.png")
    player.leave()
    player.go("/hands")
    rows = page.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    rows.last.wait_for()
    page.screenshot(path=target / "my-hands.png")
    rows.last.get_by_role("link", name=re.compile("^Review hand")).click()
    page.locator(".decisions li").first.wait_for()
    page.screenshot(path=target / "review.png")


def picture_tiles(player: Guest, target: Path) -> None:
    """Two tables in one window."""
    page = player.page
    for table in ("Manly", "Pyrmont"):
        player.sit(table)
    player.go("/")
    page.get_by_role("link", name="All in one window").click()
    page.locator(f"[data-tile] {OPEN}").first.wait_for()
    page.wait_for_timeout(RESTING_MS)
    page.screenshot(path=target / "tiles.png")


def take_tournament(browser: Browser, target: Path) -> None:
    """A tournament of 27, in a room of its own: entering, the desk, the running event, the wall screen."""
    with tempfile.TemporaryDirectory() as data:
        furnish(Path(data), "Quiet")
        server, address = start(Path(data))
        try:
            with visiting(browser, Room(address)) as enter:
                picture_tournament(enter(staff=True, name="Olga"), enter(name="Phoebe"), target)
                picture_bracket(enter(staff=True, name="Oscar"), target)
        finally:
            stop(server)


def picture_tournament(operator: Guest, player: Guest, target: Path) -> None:
    """Its pictures, in the order of the evening."""
    page, desk, event = player.page, operator.page, "/tournament/harbour-freeze-out"
    page.emulate_media(color_scheme="light")
    desk.emulate_media(color_scheme="light")
    tournaments.make(operator, "Harbour Freeze Out", players=27, seats=9)
    tournaments.apply(player, "Harbour Freeze Out")
    page.screenshot(path=target / "tournament-entry.png")
    tournaments.pay(player)
    tournaments.fill(operator, 26)
    page.get_by_role("link", name="Go to my table").wait_for()
    page.get_by_text(re.compile("moves to table")).first.wait_for()
    desk.screenshot(path=target / "tournament-desk.png")
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=target / "tournament-running.png")
    desk.set_viewport_size({"width": 1440, "height": 810})
    operator.go(f"{event}/wall")
    desk.get_by_role("timer").wait_for()
    desk.wait_for_timeout(RESTING_MS)
    desk.screenshot(path=target / "tournament-wall.png")
    page.set_viewport_size({"width": 390, "height": 844})
    player.go(f"{event}/wall")
    page.get_by_role("timer").wait_for()
    page.wait_for_timeout(RESTING_MS)
    page.screenshot(path=target / "tournament-phone.png")
    desk.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    operator.go(f"{event}/print")
    desk.get_by_role("tab", name="Seat cards").click()
    desk.locator(".cards img").first.wait_for()
    desk.screenshot(path=target / "tournament-print.png")
    operator.go(f"{event}/desk")
    desk.get_by_role("tablist", name="Lists").get_by_role("tab", name="Money").click()
    desk.get_by_role("button", name="What are the stacks worth?").click()
    desk.get_by_role("table", name="What the stacks are worth").wait_for()
    desk.screenshot(path=target / "tournament-worth.png")


def picture_bracket(operator: Guest, target: Path) -> None:
    """A heads-up bracket of six bots, over."""
    page = operator.page
    page.emulate_media(color_scheme="light")
    tournaments.publish(operator, "heads-up", "house", bracket())
    tournaments.order(page, "Event", "Open registration")
    tournaments.fill(operator, 6)
    operator.go("/tournament/six-duels")
    page.get_by_role("heading", name="Final", exact=True).wait_for()
    page.screenshot(path=target / "tournament-bracket.png")


PARTS = ("demo", "house", "tournaments")


def main(target: Path, *, parts: tuple[str, ...] = PARTS) -> int:
    """Start a room, photograph it, stop it."""
    chromium = find_chromium()
    if chromium is None:
        print(f"no Chromium: {HOW_TO_GET_CHROMIUM}", file=sys.stderr)
        return 2
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "openfelt", "serve", "--data", data, "--port", "0", "--pace", "0.3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=as_users_run_it()) as server:
            assert server.stdout is not None
            found = next(filter(None, (re.search(r"http://\S+?(?=/\s)", line) for line in server.stdout)))
            try:
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
                    if "demo" in parts:
                        take(browser, found.group(), target)
                    if "house" in parts:
                        take_house(browser, target)
                    if "tournaments" in parts:
                        take_tournament(browser, target)
                    browser.close()
            finally:
                server.terminate()
                server.stdout.read()
    return 0


if __name__ == "__main__":
    only = tuple(one.removeprefix("--") for one in sys.argv[1:] if one.startswith("--"))
    where = [Path(one) for one in sys.argv[1:] if not one.startswith("--")]
    sys.exit(main(where[0] if where else ROOT / "docs" / "images", parts=only or PARTS))
