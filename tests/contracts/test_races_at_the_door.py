"""Two requests in the same moment about one account: neither outlives, undoes or repeats the other."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace

import pyotp
import pytest

from openfelt.errors import RuleViolation
from openfelt.room.house_orders import CloseAccount
from openfelt.service.pages import factor_page, own_account
from openfelt.service.people.second_factor import STEP_S
from tests.account_kit import PASSWORD, house

FRESH = "another long password"
OTHER = "a third long password"


@pytest.fixture
def room(tmp_path):
    with house(tmp_path) as made:
        made.person("Ann")
        made.person("Olga", "operator")
        yield made
        assert made.faults() == []


class Meanwhile:
    """Checks passwords as the room does; right after the first one something happens."""

    def __init__(self, accounts, then):
        self.accounts, self.inner, self.then = accounts, accounts._hasher, then
        self.hash = self.inner.hash

    def verify(self, hashed, password):
        found = self.inner.verify(hashed, password)
        self.accounts._hasher = self.inner
        self.then()
        return found


def test_who_logs_in_with_the_old_password_while_it_is_changed_has_no_session(room):
    """A new password ends every session, also one that would begin in that moment."""
    accounts = room.hall.accounts
    ann = accounts.find(room.ids["Ann"])
    accounts._hasher = Meanwhile(accounts, lambda: accounts.set_password(ann, FRESH))
    assert room.plain("", "/api/login", name="Ann", password=PASSWORD) == ("bad-login", [])
    assert "openfelt" not in room.client.cookies
    assert not accounts.ask("SELECT 1 FROM sessions WHERE account = ?", (ann.id,))
    assert room.plain("", "/api/login", name="Ann", password=FRESH)["account"]["name"] == "Ann"


def test_of_two_who_use_one_code_at_the_same_moment_one_sets_the_password(room):
    link = room.post("Olga", "/api/accounts/reset-code", account=room.ids["Ann"], reason="forgotten")["link"]
    code = link.removeprefix("/?reset=")

    def used(password):
        return own_account.use_code(SimpleNamespace(hall=room.hall, body=own_account.ResetBody(code, password)))

    async def both():
        return await asyncio.gather(used(FRESH), used(OTHER), return_exceptions=True)

    first, second = room.call(both)
    assert first is None
    assert (second.code, second.cites) == ("bad-code", ("house 35.2",))
    assert room.plain("", "/api/login", name="Ann", password=FRESH)["account"]["name"] == "Ann"
    assert len(room.noted("PasswordReset")) == 1


@pytest.mark.parametrize("by", ["the player", "the operator"])
def test_a_factor_that_is_set_while_another_ends_opens_the_account(room, by):
    """What is on record is what the file keeps, whichever of the two came first."""
    hall, factors = room.hall, room.hall.factors
    ann, olga = (hall.accounts.find(room.ids[name]) for name in ("Ann", "Olga"))
    forget, may_forget = factors.forget, threading.Event()

    def slowly(account):
        may_forget.wait(2)
        forget(account)

    def asked(who, number, body):
        officer = hall.accounts.officer(who)
        return SimpleNamespace(hall=hall, account=who, officer=officer, body=body, id=f"{who.id} {number}")

    def now_code(secret):
        return pyotp.TOTP(secret).at(hall.now_ms() // 1000 // STEP_S * STEP_S)

    async def set_one(number):
        told = await factor_page.begin(asked(ann, "", factor_page.BeginBody()))
        body = factor_page.FactorBody(number, now_code(told["secret"]))
        return (await factor_page.confirm(asked(ann, number, body)))["recovery"]

    async def meanwhile():
        codes = await set_one("first")
        factors.forget = slowly
        if by == "the player":
            ending = factor_page.drop(asked(ann, "drop", factor_page.FactorBody("drop", codes[0])))
        else:
            body = own_account.CodeForBody("end", ann.id, "a lost phone")
            ending = factor_page.end(asked(olga, "end", body))
        ending = asyncio.create_task(ending)
        while factors.has(ann.id):
            await asyncio.sleep(0.001)
        setting = asyncio.create_task(set_one("second"))
        await asyncio.sleep(0.1)
        may_forget.set()
        await ending
        return await setting

    codes = room.call(meanwhile)
    assert factors.has(ann.id)
    assert factors.require(ann, codes[0], hall.now_ms(), hall.clock.monotonic())


def test_a_closing_that_is_refused_closes_nobody(room):
    """Whoever runs the room no longer, by then, closes no account any more."""
    hall = room.hall
    ann, olga = (hall.accounts.find(room.ids[name]) for name in ("Ann", "Olga"))

    async def late():
        await hall.room.submit("closed", "house", CloseAccount(olga.id, "left the house"))
        with pytest.raises(RuleViolation, match="not on the room's roll"):
            await hall.disable(ann, olga, "a grudge", f"{olga.id} late")

    room.call(late)
    hall.accounts.disable(olga.id)
    assert ann.id not in hall.closed | hall.accounts.closed()
    assert room.get("Ann", "/api/me")["account"]["name"] == "Ann", "the session goes on"
