"""The desks of the house in both themes and both sizes: no fault that axe-core names, no sideways scroll."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.test_lists import brush, own_room  # noqa: F401 - fixtures
from tests.browser.test_pages import faults_of, too_wide

VIEWS = {
    "/office/people": "main h2, main h1",
    "/office/reports": "main table",
    "/office/tables": "main h2",
    "/office/staff": "main h2",
    "/office/money": "main h2",
    "/lists/desk": "section[aria-label='List holdem']",
    "/lists": ".lists li",
    "/board": ".games section",
    "/jackpots": "main h1",
    "/promotions": "main h1",
}
PICTURES = os.environ.get("OPENFELT_PICTURES", "")  # a folder to leave pictures in


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_fault_in_either_theme_at_either_size(come: Visit, brush: object, theme: str, size: dict[str, int]) -> None:  # noqa: F811
    one = come(staff=True, size=size)
    one.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    wrong = {}
    for path, ready in VIEWS.items():
        one.go(path)
        one.page.locator(ready).first.wait_for()
        wrong[path] = faults_of(one.page) + too_wide(one.page)
        if PICTURES:
            name = f"{path.strip('/').replace('/', '-')}-{theme}-{size['width']}.png"
            one.page.screenshot(path=Path(PICTURES) / name, full_page=False)
    assert wrong == {path: [] for path in VIEWS}
