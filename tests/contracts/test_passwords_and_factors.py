"""New passwords by a code, refills and second factors, over HTTP (house 35.2 to 35.4)."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

import pyotp
import pytest

from openfelt.room.people import HOUR_MS
from openfelt.service.machine.clock import WallClock
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.pages import factor_page
from openfelt.service.people import second_factor
from openfelt.service.people.accounts import PROVED_MS
from tests.account_kit import PASSWORD, house

FRESH = "another long password"
STEP_MS = second_factor.STEP_S * 1000


class Ahead(WallClock):
    """A clock that a test puts forward."""

    def __init__(self):
        super().__init__()
        self.ahead_ms = 0

    def now_ms(self):
        return super().now_ms() + self.ahead_ms


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with house(tmp_path_factory.mktemp("room"), clock=Ahead()) as made:
        for name in ("Ann", "Bea", "Cleo", "Dan"):
            made.person(name)
        made.person("Olga", "operator")
        made.person("Otto", "operator")
        made.person("Kim", "floor")
        yield made
        assert made.faults() == []


@pytest.fixture(autouse=True)
def clock(room):
    room.hall.clock.ahead_ms += 2 * STEP_MS  # no code of an earlier test is one of now
    return room.hall.clock


def log_in(room, name, password=PASSWORD, **more):
    return room.plain("", "/api/login", name=name, password=password, **more)


# -- a forgotten password ----------------------------------------------------------------------------------------------


def code_for(room, name, who="Olga"):
    told = room.post(who, "/api/accounts/reset-code", account=room.ids[name], reason="forgotten")
    return told["link"].removeprefix("/?reset=") if isinstance(told, dict) else told


def test_a_code_gives_a_new_password_once_and_ends_every_session(room):
    code = code_for(room, "Ann")
    assert room.plain("", "/api/reset", reset=code, password="short") == ("bad-password", [])
    assert room.plain("", "/api/reset", reset=code, password=FRESH) == {"done": True}
    assert room.asked("Ann", "GET", "/api/account").status_code == 401, "the session is over"
    assert log_in(room, "Ann")[0] == "bad-login"
    assert log_in(room, "Ann", FRESH)["account"]["name"] == "Ann"
    assert room.plain("", "/api/reset", reset=code, password=PASSWORD) == ("bad-code", ["house 35.2"])
    [given, *_] = room.noted("ResetCodeGiven")
    assert code not in str(given)
    assert given.cites == ("house 35.2",)


def test_a_later_code_replaces_an_earlier_one(room):
    first, second = code_for(room, "Bea"), code_for(room, "Bea")
    assert room.plain("", "/api/reset", reset=first, password=FRESH)[0] == "bad-code"
    assert room.plain("", "/api/reset", reset=second, password=PASSWORD) == {"done": True}


@pytest.mark.parametrize(("ms", "code"), [(-5_000, None), (0, "code-expired")])
def test_a_code_is_good_for_its_hours(room, clock, ms, code):
    token = code_for(room, "Cleo")
    clock.ahead_ms += 24 * HOUR_MS + ms
    said = room.plain("", "/api/reset", reset=token, password=PASSWORD)
    assert said == ({"done": True} if code is None else (code, ["house 35.2"]))
    log_all_in(room)


def log_all_in(room):
    for name in ("Olga", "Otto", "Kim"):
        account = room.hall.accounts.find(room.ids[name])
        room.tokens[name] = room.hall.accounts.start_session(account, room.hall.now_ms())


def test_who_gives_codes_and_to_whom(room):
    guest = room.guest("Gus")
    body = {"account": room.ids["Ann"], "reason": "forgotten"}
    assert room.post("Kim", "/api/accounts/reset-code", **body)[0] == "not-allowed"
    assert room.post("Olga", "/api/accounts/reset-code", **body | {"reason": ""})[0] != "done"
    assert room.post("Olga", "/api/accounts/reset-code", **body | {"account": guest}) == ("no-password", ["house 35.2"])
    own = body | {"account": room.ids["Olga"]}
    assert room.post("Olga", "/api/accounts/reset-code", **own) == ("own-act", ["house 35.2"])


# -- refill ------------------------------------------------------------------------------------------------------------


def test_a_purse_is_filled_up_once_in_its_time(room):
    dan = room.ids["Dan"]
    room.tokens["Dan"] = room.hall.accounts.start_session(room.hall.accounts.find(dan), room.hall.now_ms())
    assert room.post("Dan", "/api/account/refill") == ("refill-not-needed", ["house 35.3"])
    taken = {"account": dan, "what": "redeem", "amount": 400_000, "reason": "a test"}
    log_all_in(room)
    assert isinstance(room.post("Olga", "/api/cage", **taken), dict)
    assert room.post("Dan", "/api/account/refill")["account"]["purse"] == 1_000_000
    room.post("Olga", "/api/cage", **taken)
    assert room.post("Dan", "/api/account/refill") == ("refill-not-due", ["house 35.3"])
    due = room.get("Dan", "/api/account")["refill"]
    assert due["due_ms"] - due["now_ms"] > 23 * HOUR_MS
    off = {"setting": "refill_cents", "value": 0, "reason": "a test"}
    assert room.post("Olga", "/api/people/settings", **off) == {"done": True}
    assert room.post("Dan", "/api/account/refill") == ("no-refill", ["house 35.3"])
    assert room.post("Olga", "/api/people/settings", **off | {"value": 1_000_000}) == {"done": True}
    issued = [one for one in room.noted("ChipsIssued") if one.cites == ("house 35.3",)]
    assert [one.actor for one in issued] == [dan]


# -- second factors ----------------------------------------------------------------------------------------------------


def set_factor(room, name):
    """A second factor for somebody: what makes its codes, and the recovery codes."""
    room.tokens[name] = room.hall.accounts.start_session(room.hall.accounts.find(room.ids[name]), room.hall.now_ms())
    begun = room.plain(name, "/api/account/factor")
    assert re.fullmatch(r"otpauth://totp/.*issuer=openfelt", begun["address"])
    maker = pyotp.TOTP(begun["secret"])
    assert room.post(name, "/api/account/factor/confirm", code="000000")[0] == "bad-code"
    recovery = room.post(name, "/api/account/factor/confirm", code=now_code(room, maker))["recovery"]
    room.hall.clock.ahead_ms += STEP_MS
    return maker, recovery


def now_code(room, maker, steps=0):
    return maker.at(room.hall.now_ms() // 1000 + steps * second_factor.STEP_S)


@pytest.fixture(scope="module")
def bea(room):
    return set_factor(room, "Bea")


def test_the_second_factor_is_asked_for_at_the_log_in_and_a_code_is_taken_once(room, bea):
    maker, recovery = bea
    assert len(set(recovery)) == second_factor.RECOVERY_CODES
    assert log_in(room, "Bea") == ("second-factor", ["house 35.4"])
    assert log_in(room, "Bea", "wrong password", code=now_code(room, maker))[0] == "bad-login"
    code = now_code(room, maker)
    assert log_in(room, "Bea", code=code)["account"]["factor"] is True
    assert log_in(room, "Bea", code=code) == ("used-code", ["house 35.4"])


@pytest.mark.parametrize(("steps", "is_taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_device_may_be_a_step_early_or_late(room, bea, clock, steps, is_taken):
    clock.ahead_ms += 5 * STEP_MS
    clock.ahead_ms += STEP_MS // 2 - clock.now_ms() % STEP_MS  # in the middle of a step
    said = log_in(room, "Bea", code=now_code(room, bea[0], steps))
    assert isinstance(said, dict) if is_taken else said == ("bad-code", ["house 35.4"])


def test_a_recovery_code_works_once_and_its_use_is_on_record(room, bea):
    code = bea[1][0]
    assert log_in(room, "Bea", code=code.upper().replace("-", " "))["account"]["name"] == "Bea"
    assert log_in(room, "Bea", code=code)[0] == "bad-code"
    assert room.noted("RecoveryCodeUsed")
    assert all(code not in str(one) for one in room.noted("RecoveryCodeUsed"))


def test_the_password_again_asks_for_a_code_too(room, bea, clock):
    room.tokens["Bea"] = room.hall.accounts.start_session(room.hall.accounts.find(room.ids["Bea"]), room.hall.now_ms())
    clock.ahead_ms += PROVED_MS + 60_000
    assert room.plain("Bea", "/api/account/factor")[0] == "prove-yourself"
    assert room.plain("Bea", "/api/prove", password=PASSWORD) == ("second-factor", ["house 35.4"])
    proof = {"password": PASSWORD, "code": now_code(room, bea[0])}
    assert room.plain("Bea", "/api/prove", **proof) == {"done": True}
    assert room.plain("Bea", "/api/account/factor") == ("has-second-factor", ["house 35.4"])


def test_two_requests_at_once_set_one_second_factor_and_it_opens_the_account(room):
    """What is on record is of the same request as what the file keeps: else no code would ever be taken."""
    ida = room.hall.accounts.find(room.person("Ida"))
    maker = pyotp.TOTP(room.hall.factors.begin(ida))
    now = room.hall.now_ms()

    def asked(number):
        body = factor_page.FactorBody(f"both {number}", maker.at(now // 1000))
        return SimpleNamespace(hall=room.hall, account=ida, body=body, id=f"{ida.id} both {number}")

    async def both():
        return await asyncio.gather(*(factor_page.confirm(asked(one)) for one in (1, 2)), return_exceptions=True)

    one, other = room.client.portal.call(both)
    assert len(one["recovery"]) == second_factor.RECOVERY_CODES
    assert (other.code, other.cites) == ("not-begun", ("house 35.4",))
    assert room.hall.factors.require(ida, one["recovery"][0], now, room.hall.clock.monotonic())


def test_a_guest_has_no_second_factor_and_nobody_confirms_what_was_not_begun(room):
    room.guest("Gil")
    assert room.plain("Gil", "/api/account/factor") == ("no-password", ["house 35.4"])
    assert room.post("Otto", "/api/account/factor/confirm", code="123456")[0] in {"not-begun", "prove-yourself"}


def test_where_the_house_asks_for_it_nobody_acts_as_staff_without_one(room):
    log_all_in(room)
    ask = {"setting": "second_factor", "value": 1, "reason": "the licence"}
    assert room.post("Olga", "/api/people/settings", **ask) == ("no-second-factor", ["house 35.4"])
    maker, _ = set_factor(room, "Olga")
    assert room.post("Olga", "/api/people/settings", **ask) == {"done": True}
    assert room.said(room.get("Kim", "/api/people")) == ("second-factor-required", ["house 35.4"])
    assert "account" in room.get("Kim", "/api/me"), "the own pages stay open"
    kim, _ = set_factor(room, "Kim")
    assert "people" in room.get("Kim", "/api/people")
    drop = {"code": now_code(room, kim)}
    assert room.post("Kim", "/api/account/factor/drop", **drop) == ("second-factor-required", ["house 35.4"])
    end = {"account": room.ids["Kim"], "reason": "lost phone"}
    assert room.post("Olga", "/api/accounts/end-factor", **end) == {"done": True}
    assert room.post("Olga", "/api/accounts/end-factor", **end) == ("no-second-factor", ["house 35.4"])
    assert room.said(room.get("Kim", "/api/people"))[0] == "second-factor-required"
    assert log_in(room, "Kim")["account"]["factor"] is False
    assert room.post("Olga", "/api/people/settings", **ask | {"value": 0}) == {"done": True}
    assert room.post("Olga", "/api/account/factor/drop", code="000000")[0] == "bad-code"
    room.hall.clock.ahead_ms += STEP_MS
    assert room.post("Olga", "/api/account/factor/drop", code=now_code(room, maker)) == {"done": True}


def test_many_wrong_codes_are_not_tried_any_more(tmp_path):
    limits = Limits(log_ins=Rate(1e6, 1e6), wrong_passwords=Rate(0.2, 3))
    with house(tmp_path, clock=Ahead(), limits=limits) as room:
        room.person("Eve")
        maker, _ = set_factor(room, "Eve")  # one wrong code is tried on the way
        for _ in range(2):
            assert log_in(room, "Eve", code="000000")[0] == "bad-code"
        assert log_in(room, "Eve", code=now_code(room, maker)) == ("too-many", ["house 35.4"])


EDITS = {
    "another secret": "UPDATE factors SET secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' WHERE account = ?",
    "no factor": "DELETE FROM factors WHERE account = ?",
    "a recovery code more": "INSERT INTO recovery_codes VALUES (?, x'00', 0)",
}


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_second_factor_opens_nothing_and_the_audit_names_it(tmp_path, kind):
    with house(tmp_path, clock=Ahead()) as room:
        eve = room.person("Eve")
        maker, recovery = set_factor(room, "Eve")
        assert room.faults() == []
        room.edit(EDITS[kind], eve)
        assert any("second factor" in one and eve in one for one in room.faults())
        for code in (now_code(room, maker), pyotp.TOTP("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP").now(), recovery[0]):
            assert log_in(room, "Eve", code=code)[0] == "factor-refused"
