"""Long tasks of the client on a slow machine: `python -m tests.browser.long_tasks [HANDS [SLOWDOWN]]`.

A newcomer comes in and plays hands with all motion on, in a browser whose processor is slowed down (fourfold unless
told otherwise). For the way to the table and for each hand it prints the tasks that blocked the page for more than 50
ms, the longest of them, and how many nodes moved at once at most. The numbers report, on a machine that is otherwise
idle; what must hold (60 nodes, transform and opacity) is in `test_motion.py`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import DESKTOP, FLAGS, Room, furnish, start, stop, visiting
from tests.browser.playing import act, until
from tests.browser.test_motion import NOTE
from tests.conftest import HOW_TO_GET_CHROMIUM, find_chromium

TABLE = "Sydney"
HANDS = 5
SLOWDOWN = 4
USAGE = "usage: python -m tests.browser.long_tasks [HANDS [SLOWDOWN]]; both are 1 or more"
LONG = """
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map((one) => one.duration)))
        .observe({ type: 'longtask', buffered: true });
"""
SETTINGS = """
    if (location.protocol.startsWith('http')) localStorage.setItem('openfelt-settings', '{"guide":false}');
"""


def told(page: Page, what: str) -> None:
    """Print what was seen since the last line, and begin anew."""
    page.wait_for_timeout(200)  # long tasks are told a moment after they end
    seen = page.evaluate("[window.long.splice(0), window.seen.most, window.seen.most = 0]")
    tasks, most = seen[0], seen[1]
    longest = f", the longest {max(tasks):.0f} ms, {sum(tasks):.0f} ms together" if tasks else ""
    print(f"{what}: {len(tasks)} long tasks{longest}; at most {most} nodes moved at once", flush=True)


def hand_number(page: Page) -> str:
    """The number of the hand in play, as the bar above the table shows it."""
    return page.locator("p.number b").inner_text()


def play(browser: Browser, address: str, hands: int, slowdown: int) -> None:
    """Come in, sit down and play."""
    with visiting(browser, Room(address)) as enter:
        guest = enter(size=DESKTOP, motion=True, script=SETTINGS + LONG + NOTE)
        page = guest.page
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        guest.sit(TABLE)
        told(page, f"from the lobby to a seat, {slowdown} times slower")
        for _ in range(hands):
            number = hand_number(page)
            until(page, lambda before=number: hand_number(page) != before, lambda: act(page))  # type: ignore[misc]
            told(page, number)


def main(arguments: list[str]) -> int:
    """Start a room, play in it, stop it."""
    if len(arguments) > 2 or any(not one.isdecimal() or int(one) < 1 for one in arguments):
        print(USAGE, file=sys.stderr)
        return 2
    chromium = find_chromium()
    if chromium is None:
        print(f"no Chromium: {HOW_TO_GET_CHROMIUM}", file=sys.stderr)
        return 2
    hands, slowdown = [int(one) for one in arguments] + [HANDS, SLOWDOWN][len(arguments) :]
    with tempfile.TemporaryDirectory() as data:
        furnish(Path(data))
        server, address = start(Path(data))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
                play(browser, address, hands, slowdown)
                browser.close()
        finally:
            stop(server)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
