"""Cards and chips move, by transform and opacity alone, and never in the way of a turn."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.playing import act, my_turn, until

MOST_AT_ONCE = 60
# Every animation that runs is noted: what it touches, and how many ran beside it.
NOTE = """
    window.seen = { touched: new Set(), most: 0, count: 0 };
    const note = () => {
        const running = document.getAnimations().filter((one) => !(one instanceof CSSTransition));
        window.seen.most = Math.max(window.seen.most, new Set(running.map((one) => one.effect.target)).size);
        window.seen.count += running.length;
        for (const one of running)
            for (const frame of one.effect.getKeyframes())
                for (const key of Object.keys(frame)) window.seen.touched.add(key);
        requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
"""
NOT_MOVED = {"offset", "computedOffset", "easing", "composite"}


@pytest.mark.browser
def test_what_moves_is_transform_and_opacity_and_no_turn_waits(visit: Visit) -> None:
    guest = visit(script=NOTE, motion=True)
    guest.sit("Sydney")
    page = guest.page
    my_turn(page)
    until(
        page,
        lambda: page.evaluate("window.seen.touched.size") > 0 and page.locator(".board").count() > 0,
        lambda: act(page),
    )
    touched = set(page.evaluate("[...window.seen.touched]")) - NOT_MOVED
    assert touched == {"transform", "opacity"}
    assert 0 < page.evaluate("window.seen.most") <= MOST_AT_ONCE
    until(page, lambda: not page.locator(".flying").count())


@pytest.mark.browser
def test_nothing_moves_for_whoever_asked_for_stillness(visit: Visit) -> None:
    guest = visit(script=NOTE, motion=True)
    page = guest.page
    page.emulate_media(reduced_motion="reduce")
    guest.sit("Sydney")
    my_turn(page)
    until(page, lambda: page.locator(".board").count() > 0, lambda: act(page))
    assert page.evaluate("window.seen.count") == 0
