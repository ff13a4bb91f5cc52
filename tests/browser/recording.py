"""A short film for the documentation: `python -m tests.browser.recording [FILE]` plays an all-in and writes a GIF.

Two players at a table where hands are open once no betting can follow; the film is what the first of them sees, from
the wager to the result.
"""

from __future__ import annotations

import asyncio
import base64
import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from openfelt.games.standard import standard_sign
from openfelt.service.hall import Hall
from tests.browser.conftest import DESKTOP, FLAGS, ROOT, Room, start, stop, visiting
from tests.browser.playing import choice, clicked, result_of, until, whose_turn
from tests.conftest import HOW_TO_GET_CHROMIUM, find_chromium

TABLE = "Harbour"
WIDTH = 720
COLOURS = 64
LEAST_MS = 80  # between two pictures: what changes faster is left out
RESULT_MS = 3_500  # that the result stands at the end
SETTINGS = """
    if (location.protocol.startsWith('http')) localStorage.setItem('openfelt-settings', '{"guide":false}');
"""


async def open_house(data: Path) -> None:
    """One table, whose sign says that hands are open once no betting can follow."""
    hall = Hall(data, pace=10)
    await hall.start()
    await hall.open_table(TABLE, standard_sign("house", "texas-holdem", seats=6, open_all_in=True))
    await hall.close()


class Film:
    """The pictures that Chromium sends of a page, with their moments."""

    def __init__(self, page: Page) -> None:
        self.pictures: list[tuple[float, Image.Image]] = []
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.on("Page.screencastFrame", self.keep)
        self.cdp.send("Page.startScreencast", {"format": "png", "everyNthFrame": 2})

    def keep(self, frame: dict[str, Any]) -> None:
        """Keep a picture, small, unless it comes too soon after the last."""
        self.cdp.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        at = frame["metadata"]["timestamp"] * 1_000
        if self.pictures and at - self.pictures[-1][0] < LEAST_MS:
            return
        picture = Image.open(io.BytesIO(base64.b64decode(frame["data"]))).convert("RGB")
        height = round(picture.height * WIDTH / picture.width)
        self.pictures.append((at, picture.resize((WIDTH, height), Image.Resampling.LANCZOS)))

    def write(self, file: Path) -> None:
        """One GIF: pictures that show nothing new lengthen the one before."""
        shown: list[Image.Image] = []
        lengths: list[int] = []
        for (at, picture), (after, _) in zip(self.pictures, [*self.pictures[1:], (None, None)], strict=True):
            length = RESULT_MS if after is None else round(after - at)
            if shown and ImageChops.difference(shown[-1], picture).getbbox() is None:
                lengths[-1] += length
            else:
                shown.append(picture)
                lengths.append(length)
        palette = shown[-1].quantize(COLOURS)
        made = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in shown]
        made[0].save(file, save_all=True, append_images=made[1:], duration=lengths, loop=0, optimize=True)


def play(browser: Browser, address: str, file: Path) -> None:
    """Two players sit down; whoever has the first turn goes all-in, the other calls, and that is filmed."""
    with visiting(browser, Room(address)) as enter:
        guests = [enter(name=name, size=DESKTOP, motion=True, script=SETTINGS) for name in ("Mara", "Theo")]
        for guest in guests:
            guest.sit(TABLE)
        first = whose_turn(guests)
        second = next(one for one in guests if one is not first)
        page = first.page
        film = Film(page)
        page.get_by_role("button", name="All-in", exact=True).click()
        for one, word in ((first, "Raise to"), (second, "Call")):
            sure = one.page.get_by_role("button", name="Yes")
            until(one.page, lambda word=word, one=one: bool(sure.count()), lambda: clicked(choice(one.page, word)))  # type: ignore[misc] # noqa: B023
            page.wait_for_timeout(600)
            sure.click()
        until(page, lambda: bool(result_of(page)))
        page.wait_for_timeout(2_500)
        film.cdp.send("Page.stopScreencast")
        film.write(file)


def main(file: Path) -> int:
    """Start a room, film it, stop it."""
    chromium = find_chromium()
    if chromium is None:
        print(f"no Chromium: {HOW_TO_GET_CHROMIUM}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(open_house(Path(data)))
        server, address = start(Path(data))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
                play(browser, address, file)
                browser.close()
        finally:
            stop(server)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "images" / "all-in.gif"))
