"""The back office in Chromium: a fill by two people, a day that is closed, and its file verified."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Download, expect

from openfelt.journal.day import read_day, verify_day
from tests.browser.conftest import Guest, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def propose(one: Guest, what: str, table: str, dollars: str) -> None:
    """An officer fills in the form of an act."""
    one.go("/office/money")
    page = one.page
    page.get_by_label("What", exact=True).select_option(label=what)
    page.get_by_label("Table", exact=True).select_option(table)
    page.get_by_label("Amount ($)").first.fill(dollars)
    page.get_by_role("button", name=re.compile(r"^Propose: ")).click()
    expect(page.get_by_role("heading", name="Waiting for a second person")).to_be_visible()


def confirm(one: Guest) -> None:
    """Another officer confirms what waits."""
    one.go("/office/money")
    one.page.get_by_role("button", name=re.compile("^Confirm")).first.click()
    expect(one.page.get_by_role("heading", name="Waiting for a second person")).to_have_count(0)


def save_day(one: Guest, day: str, file: Path) -> None:
    """An inspector saves the signed file. While a hand of that day is in play the page says so; one asks again."""
    saved: list[Download] = []

    def note(download: Download) -> None:
        saved.append(download)

    one.page.on("download", note)
    for _ in range(60):
        with one.page.expect_response(re.compile("/api/office/day/")) as answer:
            one.page.get_by_role("button", name=f"Signed file of {day}").click()
        if answer.value.ok:
            expect(one.page.get_by_role("alert")).to_have_count(0)
            while not saved:
                one.page.wait_for_timeout(50)
            saved[0].save_as(file)
            return
        expect(one.page.get_by_role("alert")).to_contain_text("still in play")
        one.page.wait_for_timeout(500)
    pytest.fail("the hand in play does not end")


def test_a_fill_by_two_people_and_the_closing_of_a_day(visit: Visit, tmp_path: Path) -> None:
    kim, lee = visit(staff=True), visit(staff=True)
    kim.go("/office/money")
    table = kim.page.get_by_label("Table", exact=True).locator("option").first.text_content() or ""
    propose(kim, "Fill: bank to float", table, "5000")
    own = kim.page.get_by_role("button", name=re.compile("^Confirm")).first
    expect(own).to_be_disabled()
    confirm(lee)
    row = lee.page.locator("tr", has=lee.page.get_by_role("rowheader", name=table, exact=True))
    expect(row).to_contain_text("$5,000")

    propose(kim, "Float counted", table, "4990")
    expect(kim.page.get_by_text("$5,000 expected")).to_be_visible()
    confirm(lee)
    expect(row).to_contain_text("−$10")
    kim.page.screenshot(path=str(tmp_path / "money.png"), full_page=True)

    day = (datetime.now().astimezone() - timedelta(days=1)).strftime("%Y-%m-%d")
    tomorrow = (datetime.now().astimezone() + timedelta(days=1)).strftime("%Y-%m-%d")
    page = kim.page
    kim.go("/office/money")
    page.get_by_label("Day to close").fill(tomorrow)
    page.get_by_role("button", name=re.compile("^Propose to close ")).click()
    expect(page.get_by_role("alert")).to_contain_text("is not over yet")
    page.get_by_label("Day to close").fill(day)
    page.get_by_role("button", name=re.compile("^Propose to close ")).click()
    confirm(lee)
    file = tmp_path / "day.json"
    save_day(lee, day, file)
    found = list(verify_day(read_day(file)))
    assert [one.check for one in found if one.fault is not None] == []
    assert read_day(file).report["floats"][table]["closing"] == 499_000


def test_a_player_sets_a_limit_and_is_held_to_it(visit: Visit, tmp_path: Path) -> None:
    ann = visit()
    ann.go("/account")
    page = ann.page
    page.get_by_label("$ (empty: none)").fill("10")
    page.get_by_role("button", name="Set the limit").click()
    expect(page.get_by_text("$10 left")).to_be_visible()
    page.screenshot(path=str(tmp_path / "account.png"), full_page=True)
    told = page.evaluate("fetch('/api/playing').then((one) => one.json())")
    assert told["limits"][0]["now"] == 1_000
