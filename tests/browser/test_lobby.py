"""The lobby: a table at a glance before one goes there, in a panel or on a phone as a sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.test_pages import faults_of, light_on_a_phone


@pytest.mark.browser
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_row_shows_who_sits_at_a_table_what_its_sign_says_and_leads_there(visit: Visit, size: dict[str, int]) -> None:
    guest = visit(size=size)
    page = guest.page
    light_on_a_phone(page, size)
    page.get_by_role("button", name="Preview of Bondi").click(position={"x": 8, "y": 8})
    preview = page.get_by_role("article", name="Bondi")
    expect(preview).to_contain_text("Pot limit Omaha, $1 / $2, 6 seats")
    expect(preview.get_by_role("list", name="Who sits here")).to_contain_text("Bot 2")
    expect(preview.get_by_text(re.compile("^Stake: \\$40 to \\$400"))).to_be_visible()
    expect(preview.get_by_role("button", name=re.compile("^Rule nsw-poker")).first).to_be_visible()
    assert faults_of(page) == []
    preview.get_by_role("link", name="Sit down").click()
    expect(page.get_by_role("dialog").get_by_role("button", name=re.compile("^Sit down with"))).to_be_visible()
    assert page.url.endswith("/table/Bondi")
