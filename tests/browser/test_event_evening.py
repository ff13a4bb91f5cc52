"""A tournament of three tables in Chromium, from registration to the prize: one person on a phone among bots."""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Guest, Visit
from tests.browser.evenings import many_tables
from tests.browser.playing import act
from tests.browser.test_pages import faults_of
from tests.browser.tournaments import apply, fill, fold, order, pay, photographed, publish, told
from tests.service_kit import said

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVENT = "sunday-evening"
PAGE = f"/tournament/{EVENT}"
POOL_CENTS = 29 * 2_000  # twenty-seven entries, a re-buy and an add-on
ENOUGH_S = 240.0


class Evening:
    """Two people at one event: whoever conducts it at the desk, and a player on a phone."""

    def __init__(self, operator: Guest, player: Guest) -> None:
        self.operator, self.player = operator, player
        self.seen: dict[str, Any] = {}
        self.at = ""

    def clock(self, what: str) -> None:
        """Press a button of the clock at the desk."""
        clock = self.operator.page.get_by_role("region", name="Clock")
        clock.get_by_role("button", name=what).click()

    def play(self, until: str, *, calls: bool = False) -> dict[str, Any]:
        """The player folds, or calls, at whichever table the seat is, until something is so of the event."""
        end = time.monotonic() + ENOUGH_S
        page = self.player.page
        while time.monotonic() < end:
            state = told(self.player, EVENT)
            self.seen["moves"] = self.seen.get("moves", set()) | {said(one["reason"]) for one in state["moves"]}
            self.seen["hand for hand"] = self.seen.get("hand for hand") or state["hand_for_hand"]
            if self.is_so(state, until):
                return state
            self.sit(state["me"]["table"])
            for _ in range(10):
                (act if calls else fold)(page)
                page.wait_for_timeout(30)
        raise AssertionError(f"{until} never came")

    def sit(self, table: str) -> None:
        """Go to one's table if the seat is at another by now."""
        if table and table != self.at:
            self.player.go(PAGE)
            self.player.page.get_by_role("link", name="Go to my table").click()
            self.player.page.locator(".felt").wait_for()
            self.at = table

    def is_so(self, state: dict[str, Any], what: str) -> bool:
        """Whether the event is there."""
        clock = state["clock"]
        return {
            "break": lambda: clock is not None and clock["is_break"],
            "final table": lambda: state["final_table"],
            "out": lambda: bool(state["me"]["place"]) or state["phase"] == "awarded",
            "over": lambda: state["phase"] == "awarded",
            "rest": lambda: "rows" in told(self.player, f"{EVENT}/worth"),
        }[what]()


def test_an_evening_from_registration_to_the_prize(come: Visit) -> None:
    operator, player = come(staff=True, name="Olga"), come(size=PHONE, name="Phoebe")
    phone, desk = player.page, operator.page
    evening = Evening(operator, player)
    publish(operator, "re-buy", "house", many_tables())
    order(desk, "Event", "Open registration")
    apply(player, "Sunday Evening")
    pay(player)
    fill(operator, 26)

    # -- a re-buy at once, then the break with its add-on ------------------------------------------------------------
    phone.get_by_role("button", name="Take a re-buy: $20 for 12,000 chips").click()
    expect(phone.get_by_role("region", name="My seat")).to_contain_text(
        re.compile(r"\+12,000 after this hand|15,000|14,9")
    )
    photographed(phone, "evening-player")
    photographed(desk, "evening-desk")
    evening.play("break")
    phone.get_by_role("button", name="Take an add-on: $20 for 20,000 chips").click()
    expect(desk.get_by_role("region", name="Clock")).to_contain_text("Break")
    photographed(phone, "evening-break")
    evening.clock("End this level or break")

    # -- tables are broken, tables wait for each other, seats are drawn anew -------------------------------------------
    state = evening.play("final table")
    evening.clock("Pause clock")
    assert "the table breaks" in evening.seen["moves"]
    assert any(reason.startswith("balance the tables") for reason in evening.seen["moves"]), evening.seen["moves"]
    assert evening.seen["hand for hand"]
    assert "draw for the final table" in {said(one["reason"]) for one in state["moves"]} | evening.seen["moves"]
    assert state["me"]["table"], "with eleven times the chips of a bot one is still in"

    # -- a deal that one of them refuses ------------------------------------------------------------------------------
    evening.play("rest")  # the round of play that had begun
    player.go(PAGE)
    evening.at = ""
    phone.get_by_role("button", name="What are the stacks worth?").click()
    expect(phone.get_by_role("table", name="What the stacks are worth")).to_contain_text("Phoebe")
    photographed(phone, "evening-worth")
    phone.get_by_role("button", name="Propose a division by chips").click()
    expect(phone.get_by_text("the division is off: not everyone agrees")).to_be_visible()
    desk.get_by_role("tablist", name="Lists").get_by_role("tab", name="Money").click()
    desk.get_by_role("button", name="What are the stacks worth?").click()
    expect(desk.get_by_role("table", name="What the stacks are worth")).to_contain_text("Phoebe")
    photographed(desk, "evening-final")
    assert told(player, EVENT)["phase"] == "started"

    # -- to the prize --------------------------------------------------------------------------------------------------
    evening.clock("Start clock")
    evening.play("out", calls=True)
    over = evening.play("over", calls=True)
    player.go(PAGE)
    place = next(one for one in over["places"] if one["you"])
    assert place["place"] <= 9
    assert place["prize_cents"] > 0
    assert sum(one["prize_cents"] for one in over["places"]) == POOL_CENTS
    ranges = Counter((one["place"], one["through"]) for one in over["places"])  # who goes out with equal stakes shares
    assert all(several == last - first + 1 for (first, last), several in ranges.items())
    assert sorted(at for first, last in ranges for at in range(first, last + 1)) == list(range(1, 28))
    expect(phone.get_by_role("region", name="My seat")).to_contain_text(re.compile(r"win"))
    photographed(phone, "evening-over")
    purse = phone.evaluate("fetch('/api/me').then(me => me.json()).then(me => me.account.purse)")
    assert purse == 1_000_000 - 3 * 2_000 + place["prize_cents"]
    operator.go(f"{PAGE}/wall")
    expect(desk.get_by_role("heading", name="Winner")).to_be_visible()
    photographed(desk, "evening-wall")
    operator.go(f"{PAGE}/print")
    desk.get_by_role("tab", name="Payment slips").click()
    expect(desk.locator(".slips li")).to_have_count(9)
    photographed(desk, "evening-slips")
    assert faults_of(desk) == []
