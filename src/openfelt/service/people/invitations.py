"""One-time links: whoever uses one within a week opens an account with the roles that it gives.

Their rows lie in the accounts file. Once the room keeps a record, a link opens something only if it is on record.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from openfelt.phrases import phrase, quoted
from openfelt.room.roll import DEVICES, ROLES, Invitation
from openfelt.service.people.accounts import Account, Accounts, NotAllowed, require_password
from openfelt.service.people.tokens import hash_token

INVITATION_MS: Final = 7 * 24 * 3600 * 1000
NO_INVITATION: Final = "this invitation does not exist or has been used"


class Invitations:
    """The links of a register of accounts. Any thread may ask."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._made: dict[str, tuple[str, ...]] = {}  # roles of the links made since the start, by hash of the token

    def invite(self, roles: Iterable[str], now_ms: int, token: str = "") -> str:
        """Make a link; returns its token."""
        wanted = tuple(roles)
        if not wanted or not set(wanted) <= set(ROLES):
            raise NotAllowed(
                phrase("no roles {wanted}", wanted=quoted(", ".join(wanted))), code="bad-role", legal=ROLES
            )
        if len(wanted) > 1 and not set(DEVICES).isdisjoint(wanted):
            raise NotAllowed("a kiosk or a wall is nothing else besides", code="bad-role", legal=DEVICES)
        token = token or secrets.token_urlsafe(24)
        made = "INSERT OR IGNORE INTO invitations VALUES (?, ?, ?, NULL)"  # asked for again, it may be there
        self._accounts.write(made, (hash_token(token), " ".join(wanted), now_ms))
        if self._accounts.roll is not None:
            self._made[hash_token(token).hex()] = wanted
        return token

    def invite_first_operator(self, now_ms: int) -> str:
        """The link that makes the room's first operator; those printed at earlier starts open nothing any more.

        Whoever runs a new room deals and supervises in it, until others are appointed.
        """
        self._accounts.write("DELETE FROM invitations WHERE used_ms IS NULL", ())
        return self.invite(("dealer", "floor", "operator"), now_ms)

    def unused(self) -> list[Invitation]:
        """The links that nobody has used, as the file has them."""
        rows = self._accounts.ask("SELECT lower(hex(token)), roles FROM invitations WHERE used_ms IS NULL", ())
        return [Invitation(tuple(str(roles).split()), str(token)) for token, roles in rows]

    def roles_of(self, token: str, now_ms: int) -> tuple[str, ...]:
        """The roles that an unused link gives; asking does not use it."""
        rows = self._accounts.ask(
            "SELECT roles FROM invitations WHERE token = ? AND used_ms IS NULL AND created_ms >= ?",
            (hash_token(token), now_ms - INVITATION_MS),
        )
        if not rows:
            raise NotAllowed(NO_INVITATION, code="bad-invitation")
        return tuple(self._roles_on_record(hash_token(token), str(rows[0][0]).split()))

    def _roles_on_record(self, key: bytes, roles: Sequence[str]) -> Sequence[str]:
        """The roles that a link gives: as they are on record, once the room keeps one.

        The link that makes the first operator is printed before the room runs: it is good while nobody runs the room.
        """
        roll = self._accounts.roll
        if roll is None or not (roll.is_kept or self._accounts.unrecorded):
            return roles
        if recorded := roll.invitations.get(key.hex()) or self._made.get(key.hex()):
            return recorded
        if self._accounts.has_operator():
            raise NotAllowed(NO_INVITATION, code="bad-invitation")
        return roles

    def accept(self, token: str, name: str, password: str, now_ms: int) -> Account:
        """Open the account that a link allows; it works once, also for two at the same moment."""
        if not password:
            raise NotAllowed("an account with a role needs a password", code="bad-password")
        require_password(password)
        key = hash_token(token)
        roles = self.roles_of(token, now_ms)
        used = "UPDATE invitations SET used_ms = ? WHERE token = ? AND used_ms IS NULL"
        if not self._accounts.write(used, (now_ms, key)):
            raise NotAllowed(NO_INVITATION, code="bad-invitation")
        try:
            return self._accounts.open_account(name, roles, now_ms, password)
        except NotAllowed:
            self._accounts.write("UPDATE invitations SET used_ms = NULL WHERE token = ?", (key,))
            raise
