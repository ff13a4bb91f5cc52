"""A room on a free port, a Chromium, and people who come in. Nothing may leave this machine; no page may complain."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from openfelt import pure
from openfelt.service.people.accounts import Accounts
from openfelt.service.people.invitations import Invitations
from tests.service_kit import whole

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 375, "height": 812}
STAFF = ("player", "dealer", "floor", "operator", "inspector")
ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "openfelt" / "service" / "static" / "index.html"
PACE = "0.1"
PATIENCE_MS = 60_000  # what a page is given before a test fails: machines are busy, and none of this measures speed
ANSWERED_S = PATIENCE_MS / 1000
# Hands are played fast here: nothing moves, no street waits to be seen, nobody is led, unless a test is about that.
STILL = """
    if (location.protocol.startsWith('http') && !localStorage.getItem('openfelt-settings'))
        localStorage.setItem('openfelt-settings', '{"motion":false,"guide":false}');
"""
OPERATOR = "The operator"
PASSWORD = "a long enough password"

expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Room:
    """A running room and how to become staff in it."""

    address: str
    visitors: int = 0
    _asked: OpenerDirector = field(default_factory=lambda: build_opener(HTTPCookieProcessor()))

    def invitation(self) -> str:
        """A link by which somebody becomes staff, asked for by the operator: as many as the tests of one room need."""
        if not self._ask("me")["account"]:
            self._ask("login", name=OPERATOR, password=PASSWORD)
        return str(self._ask("invite", id=uuid4().hex, roles=STAFF)["link"])

    def _ask(self, what: str, **body: object) -> Any:
        data = json.dumps(body).encode() if body else None
        asked = Request(f"{self.address}/api/{what}", data, {"X-Openfelt": "1", "Content-Type": "application/json"})
        with self._asked.open(asked) as answer:
            return json.load(answer)


def as_users_run_it() -> dict[str, str]:
    """Users play on the compiled table, whichever the tests run; its source while an edit is not compiled yet."""
    return {**os.environ, "OPENFELT_PURE": "0" if pure.is_current() else "1"}


def furnish(data: Path, *tables: str) -> None:
    """The small house in a directory, all of it or some tables, run by an operator."""
    accounts = Accounts(data / "accounts.sqlite")
    now = time.time_ns() // 1_000_000
    links = Invitations(accounts)
    links.accept(links.invite(("operator",), now), OPERATOR, PASSWORD, now)
    accounts.close()
    house = [sys.executable, "-m", "tests.browser.house", str(data), *tables]
    subprocess.run(house, check=True, cwd=ROOT, env=as_users_run_it())


def start(data: Path, port: int = 0) -> tuple[subprocess.Popen[str], str]:
    """`openfelt serve` at a fast pace, and its address."""
    options = ("--data", str(data), "--port", str(port), "--pace", PACE, "--no-demo")
    server = subprocess.Popen(
        [sys.executable, "-m", "openfelt", "serve", *options],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=as_users_run_it(),
    )  # fmt: skip
    assert server.stdout is not None
    said = ""
    for line in server.stdout:
        said += line
        if found := re.search(r"http://\S+?(?=/\s)", line):
            return server, found.group()
    stop(server)
    pytest.fail(f"the room did not start: {said}")


def stop(server: subprocess.Popen[str]) -> None:
    """An orderly end."""
    server.terminate()
    server.communicate()


@contextmanager
def opened(data: Path, *tables: str) -> Iterator[Room]:
    """A room that is served over the small house, or over some of its tables."""
    furnish(data, *tables)
    server, address = start(data)
    try:
        yield Room(address)
    finally:
        stop(server)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """`openfelt serve` over a small house in a directory of its own."""
    assert STATIC.exists(), "the client has not been built: make setup"
    with opened(tmp_path_factory.mktemp("room")) as shared:
        yield shared


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room of the module's own with one idle table; events open their own."""
    with opened(tmp_path_factory.mktemp("own"), "Quiet") as own:
        yield own


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for a module: its driver keeps an event loop, which tests elsewhere must not find running."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield started
        started.close()


@dataclass
class Guest:
    """Someone in the room: a page, and every frame that its socket received."""

    page: Page
    name: str
    address: str
    frames: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        """Open a page of the room."""
        self.page.goto(self.address + path)

    def states(self, table: str) -> Iterator[dict[str, Any]]:
        """Every state of a table that this person was told."""
        for frame in whole(self.frames):
            if frame.get("table") == table and "state" in frame:
                yield frame["state"]

    def sit(self, table: str) -> None:
        """Come to a table through the lobby and take the first free seat, posting at once."""
        self.go("/")
        self.page.get_by_role("link", name=re.compile(rf"^{table}\b")).click()
        self.page.get_by_role("button", name=re.compile("^Sit here")).first.click()
        self.page.get_by_role("button", name=re.compile("^Sit down with")).click()
        self.page.get_by_role("button", name="Leave seat").wait_for()

    def leave(self) -> None:
        """Give the seat back, so that the table does not wait for someone who has gone."""
        button = self.page.get_by_role("button", name=re.compile("^Leave( seat)?$"))
        if button.count():
            self.page.keyboard.press("Escape")
            done = sum('"type":"done"' in text for text in self.frames)
            leave_seat(self.page)
            until = time.monotonic() + ANSWERED_S
            while sum('"type":"done"' in text for text in self.frames) == done and time.monotonic() < until:
                self.page.wait_for_timeout(20)


def leave_seat(page: Page) -> None:
    """Leave the seat or the box; during a hand that is asked about first."""
    page.get_by_role("button", name=re.compile("^Leave( seat)?$")).click()
    sure = page.get_by_role("button", name="Leave after this hand")
    if sure.is_visible():
        sure.click()


Visit = Callable[..., Guest]


@contextmanager
def visiting(browser: Browser, room: Room) -> Iterator[Visit]:
    """Let people in, each in a browser context of their own; at the end no page may have complained or called out."""
    wrong: list[str] = []
    contexts = []
    guests: list[Guest] = []

    def local(route: Route) -> None:
        if urlsplit(route.request.url).netloc == urlsplit(room.address).netloc:
            route.continue_()
        else:
            wrong.append(f"asked for {route.request.url}")
            route.abort()

    def enter(
        *, size: dict[str, int] = DESKTOP, staff: bool = False, script: str = "", name: str = "", motion: bool = False
    ) -> Guest:
        context = browser.new_context(viewport=size, accept_downloads=True, service_workers="block")  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.route("**/*", local)
        if not motion:
            context.add_init_script(STILL)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        room.visitors += 1
        guest = Guest(page, name or f"Guest {room.visitors}", room.address)
        guests.append(guest)
        page.on("pageerror", lambda error: wrong.append(f"error in the page: {error}"))
        page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: guest.frames.append(str(text))))
        if staff:
            page.goto(room.address + room.invitation())
            page.get_by_role("textbox", name="Password").fill(PASSWORD)
        else:
            page.goto(room.address)
        page.get_by_label("Name").fill(guest.name)
        page.get_by_role("button", name="Come in").click()
        page.get_by_role("heading", name="Lobby").wait_for()
        guest.name = page.evaluate("fetch('/api/me').then(me => me.json()).then(me => me.account.name)")
        return guest

    yield enter
    for guest in guests:
        guest.leave()
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def visit(browser: Browser, room: Room) -> Iterator[Visit]:
    """Let people into the shared room."""
    with visiting(browser, room) as enter:
        yield enter


@pytest.fixture(scope="module")
def come(browser: Browser, own_room: Room) -> Iterator[Visit]:
    """Let people into the module's own room; they stay for the whole module."""
    with visiting(browser, own_room) as enter:
        yield enter
