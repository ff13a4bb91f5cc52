"""Trying a password: what a try costs, what counts against a name, and that nobody can lock another out.

An address has so many tries (`web.require_rate`). Of those, only wrong passwords count against a name, and a name with
many of them is not refused: every further try for it waits a little. A device on which the account was opened before
(it keeps a cookie) has a count of its own, so that it does not wait for what strangers do. Passwords are checked and
hashed a few at a time, however many tries come from however many addresses: the tables keep their processor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

from openfelt.service.machine.clock import Clock
from openfelt.service.machine.limits import Bucket, Buckets, Limits
from openfelt.service.people.accounts import Account, Accounts, BadLogin, folded_name
from openfelt.service.record.significant import Significant

CHECKS_AT_ONCE: Final = 2

T = TypeVar("T")


class LogIns:
    """The tries of the room: wrong ones by name or device, and how many passwords are being checked."""

    def __init__(self, accounts: Accounts, significant: Significant, clock: Clock, limits: Limits) -> None:
        self._accounts = accounts
        self._significant = significant
        self._clock = clock
        self._limits = limits
        self._wrong = Buckets(limits.wrong_passwords)
        # A device that is known does not queue behind those that are not.
        self._checks = {known: asyncio.Semaphore(CHECKS_AT_ONCE) for known in (False, True)}

    async def try_password(self, name: str, password: str, *, address: str, device: str = "") -> Account:
        """The account that a name and a password open. Wrong ones count, and are on record without what was typed."""
        owner = self._accounts.id_of(name)
        is_known = bool(device) and self._accounts.devices.knows(device, owner)
        wrong = self._count(f"device {device}" if is_known else f"name {folded_name(name)}")
        if not wrong.has(self._clock.monotonic()):
            await self._pause(self._limits.log_in_delay_s)
        try:
            return await self.in_turn(self._accounts.log_in, name, password, is_known=is_known)
        except BadLogin:
            wrong.takes(self._clock.monotonic())
            self._significant.log_in_failed(owner, address)
            raise

    async def in_turn(self, work: Callable[..., T], *given: Any, is_known: bool = False) -> T:  # noqa: ANN401
        """Run work that checks or hashes a password, in a thread and in its turn."""
        async with self._checks[is_known]:
            return await asyncio.to_thread(work, *given)

    def _count(self, key: str) -> Bucket:
        return self._wrong.of(key[:128], self._clock.monotonic())

    async def _pause(self, seconds: float) -> None:
        """Let time pass, by the room's clock."""
        over = asyncio.Event()
        self._clock.call_later(seconds, over.set)
        await over.wait()
