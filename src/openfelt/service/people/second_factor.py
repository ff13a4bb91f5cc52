"""Second factors: codes by time from somebody's own device (RFC 6238), and recovery codes for when it is lost.

The file has the secret and the hashes of the recovery codes; the record has one hash over both, so that an edited row
is found, and opens nothing. A code is taken once. After some wrong ones no code of that account is taken for a while.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Final

import pyotp

from openfelt.room.account_events import SECOND
from openfelt.service.machine.limits import Buckets, Limits
from openfelt.service.people.accounts import Account, Accounts, NotAllowed
from openfelt.service.people.factor_rows import TABLES, fingerprint, recovery_hash

STEP_S: Final = 30
DRIFT: Final = 1  # steps that a device may be early or late
RECOVERY_CODES: Final = 10
ISSUER: Final = "openfelt"
DEVICE_CODE: Final = ("the six digits that your device shows now", "a recovery code")


class SecondFactors:
    """The second factors of the room, in the file of the accounts."""

    def __init__(self, accounts: Accounts, limits: Limits) -> None:
        self._accounts = accounts
        self._wrong = Buckets(limits.wrong_passwords)
        accounts.prepare(TABLES)

    @property
    def recorded(self) -> Mapping[str, str]:
        """Who has one, and the hash that is on record."""
        roll = self._accounts.roll
        return roll.accounts.factors if roll is not None else {}

    def has(self, account: str) -> bool:
        """Whether somebody has a second factor, by the record."""
        return account in self.recorded

    def require_set(self, account: Account) -> None:
        """Refuse whoever acts as staff and has none."""
        if not self.has(account.id):
            text = "whoever acts as staff in this house has a second factor"
            raise NotAllowed(text, code="second-factor-required", cites=SECOND, legal=("set one on your account page",))

    # -- setting one -------------------------------------------------------------------------------------------------

    def begin(self, account: Account) -> str:
        """A new secret for somebody's device; it counts once a code of it was shown and is on record."""
        secret = pyotp.random_base32()
        self._accounts.write(
            "INSERT INTO factors (account, pending) VALUES (?, ?) ON CONFLICT DO UPDATE SET pending = excluded.pending",
            (account.id, secret),
        )
        return secret

    def address(self, account: Account, secret: str) -> str:
        """The secret as programs for codes read it."""
        return pyotp.TOTP(secret).provisioning_uri(name=account.name, issuer_name=ISSUER)

    def confirm(self, account: Account, code: str, now_ms: int, monotonic: float) -> tuple[str, tuple[str, ...]]:
        """A first code was shown: the hash for the record, and the recovery codes, which are told once."""
        secret = self._column(account.id, "pending")
        if not secret:
            text = "no second factor is being set"
            raise NotAllowed(text, code="not-begun", cites=SECOND, legal=("begin on the account page",))
        self._require_few_wrong(account.id, monotonic)
        step = self._step_of(secret, code, now_ms)
        if step is None:
            self._count_wrong(account.id, monotonic)
            raise wrong_code()
        self._accounts.write("UPDATE factors SET last_step = ? WHERE account = ?", (step, account.id))
        codes = tuple(new_recovery_code() for _ in range(RECOVERY_CODES))
        self._replace_codes(account.id, codes)
        return fingerprint(secret, map(recovery_hash, codes)), codes

    def settle(self, account: str) -> None:
        """What was begun is on record and counts from now on."""
        sql = "UPDATE factors SET secret = pending, pending = '' WHERE account = ? AND pending != ''"
        self._accounts.write(sql, (account,))

    def forget(self, account: str) -> None:
        """Remove somebody's second factor."""
        for table in ("factors", "recovery_codes"):
            self._accounts.write(f"DELETE FROM {table} WHERE account = ?", (account,))

    def _replace_codes(self, account: str, codes: Iterable[str]) -> None:
        self._accounts.write("DELETE FROM recovery_codes WHERE account = ?", (account,))
        for one in codes:
            self._accounts.write("INSERT INTO recovery_codes VALUES (?, ?, 0)", (account, recovery_hash(one)))

    # -- showing one -------------------------------------------------------------------------------------------------

    def require(self, account: Account, code: str, now_ms: int, monotonic: float) -> bool:
        """Refuse whoever has a second factor and does not show it. Says whether a recovery code was used up."""
        expected = self.recorded.get(account.id)
        if expected is None:
            return False
        if not code:
            text = "give the code of your second factor"
            raise NotAllowed(text, code="second-factor", cites=SECOND, legal=DEVICE_CODE)
        self._require_few_wrong(account.id, monotonic)
        secret = self._secret_on_record(account.id, expected)
        step = self._step_of(secret, code, now_ms)
        taken = "UPDATE factors SET last_step = ? WHERE account = ? AND last_step < ?"
        if step is not None and self._accounts.write(taken, (step, account.id, step)):
            return False
        used = "UPDATE recovery_codes SET used_ms = ? WHERE account = ? AND code = ? AND used_ms = 0"
        if self._accounts.write(used, (now_ms, account.id, recovery_hash(code))):
            return True
        self._count_wrong(account.id, monotonic)
        if step is not None:
            text = "this code was used; wait for the next one"
            raise NotAllowed(text, code="used-code", cites=SECOND, legal=("the next code of your device",))
        raise wrong_code()

    def codes_left(self, account: str) -> int:
        """How many recovery codes somebody has not used."""
        [[left]] = self._accounts.ask(
            "SELECT count(*) FROM recovery_codes WHERE account = ? AND used_ms = 0", (account,)
        )
        return int(left)

    def _secret_on_record(self, account: str, expected: str) -> str:
        """The secret of the file, if it is the one on record; a file that says otherwise opens nothing."""
        secret, pending = self._column(account, "secret"), self._column(account, "pending")
        codes = [bytes(row[0]) for row in self._accounts.ask(*recovery_rows(account))]
        for one in (secret, pending):
            if one and fingerprint(one, codes) == expected:
                if one == pending:  # the room ended before the file said so
                    self.settle(account)
                return one
        text = "the second factor of this account is not the one on record"
        raise NotAllowed(text, code="factor-refused", cites=SECOND, legal=("have it ended by whoever runs the room",))

    def _column(self, account: str, name: str) -> str:
        rows = self._accounts.ask(f"SELECT {name} FROM factors WHERE account = ?", (account,))
        return str(rows[0][0]) if rows else ""

    @staticmethod
    def _step_of(secret: str, code: str, now_ms: int) -> int | None:
        """The step of time whose code this is, if it is one of now; a device may be a step early or late."""
        maker, now = pyotp.TOTP(secret), now_ms // 1000 // STEP_S
        typed = "".join(code.split())
        around = range(now - DRIFT, now + DRIFT + 1)
        return next((step for step in around if pyotp.utils.strings_equal(maker.at(step * STEP_S), typed)), None)

    def _require_few_wrong(self, account: str, monotonic: float) -> None:
        if not self._wrong.of(account, monotonic).has(monotonic):
            raise NotAllowed("too many wrong codes; wait a minute", code="too-many", cites=SECOND)

    def _count_wrong(self, account: str, monotonic: float) -> None:
        self._wrong.of(account, monotonic).takes(monotonic)


def recovery_rows(account: str) -> tuple[str, tuple[object, ...]]:
    """The question for the hashes of somebody's recovery codes, used ones too."""
    return "SELECT code FROM recovery_codes WHERE account = ?", (account,)


def wrong_code() -> NotAllowed:
    """The refusal of a code that is none."""
    return NotAllowed("this code is not right", code="bad-code", cites=SECOND, legal=DEVICE_CODE)


def new_recovery_code() -> str:
    """Eighty random bits, as a person copies them."""
    text = secrets.token_hex(10)
    return "-".join(text[at : at + 5] for at in range(0, 20, 5))
