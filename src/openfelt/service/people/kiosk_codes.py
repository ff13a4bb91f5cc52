"""The code by which a player is known at a kiosk: six digits on the player's own page, good for two to four minutes.

Nothing is stored: a code is made from a secret of this process, the account and the time. After some wrong ones no code
of that account is taken until the time is over.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

WINDOW_MS: Final = 120_000
MOST_WRONG: Final = 5
DIGITS: Final = 6


class KioskCodes:
    """Codes of every account, and how often a wrong one was typed lately.

    >>> codes = KioskCodes(b"secret")
    >>> mine = codes.code_of("ann", 0)
    >>> codes.is_right("ann", mine, 2 * WINDOW_MS - 1), codes.is_right("ann", mine, 2 * WINDOW_MS)
    (True, False)
    """

    def __init__(self, secret: bytes = b"") -> None:
        self._secret = secret or secrets.token_bytes(32)
        self._wrong: dict[str, tuple[int, int]] = {}  # by account: the window, and how many

    def code_of(self, account: str, now_ms: int) -> str:
        """The code of an account now."""
        return self._code(account, now_ms // WINDOW_MS)

    def good_until_ms(self, now_ms: int) -> int:
        """When the present code stops being accepted."""
        return (now_ms // WINDOW_MS + 2) * WINDOW_MS

    def is_right(self, account: str, code: str, now_ms: int) -> bool:
        """Whether this is the account's code now; wrong codes are counted."""
        window = now_ms // WINDOW_MS
        at, wrong = self._wrong.get(account, (window, 0))
        wrong = wrong if at == window else 0
        if wrong >= MOST_WRONG:
            return False
        good = (self._code(account, window), self._code(account, window - 1))
        if any(hmac.compare_digest(one.encode(), code.encode()) for one in good):
            return True
        self._wrong = {name: one for name, one in self._wrong.items() if one[0] == window}
        self._wrong[account] = (window, wrong + 1)
        return False

    def _code(self, account: str, window: int) -> str:
        made = hmac.digest(self._secret, f"{window} {account}".encode(), hashlib.sha256)
        return f"{int.from_bytes(made[:8]) % 10**DIGITS:0{DIGITS}}"
