"""What people keep for themselves: hands with a star, hands shared by a link, notes on other players.

All of it is its owner's, stands beside the accounts and not in the record, and goes when its owner wishes (house 32).
No decision reads it.
"""

from __future__ import annotations

import secrets
from typing import Final

import msgspec

from openfelt.phrases import Count, Name, phrase
from openfelt.rulebooks import HOUSE_RULEBOOK, rulebook
from openfelt.service.people.accounts import Accounts, NotAllowed
from openfelt.service.wire.past_protocol import Colour

HOUSE: Final = rulebook(HOUSE_RULEBOOK)
OWN_PAST: Final = HOUSE.cite("32.1")
SHARING: Final = HOUSE.cite("32.2")
NOTES: Final = HOUSE.cite("32.3")
MOST_STARS: Final = 5_000
MOST_SHARES: Final = 500
MOST_NOTES: Final = 2_000
LONGEST_NOTE: Final = 500

TABLES: Final = """
CREATE TABLE IF NOT EXISTS stars (
  account TEXT NOT NULL REFERENCES accounts(id), place TEXT NOT NULL, number INTEGER NOT NULL,
  since_ms INTEGER NOT NULL, PRIMARY KEY (account, place, number)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS stars_by_time ON stars (account, since_ms);
CREATE TABLE IF NOT EXISTS shares (
  share TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts(id), place TEXT NOT NULL, number INTEGER NOT NULL,
  since_ms INTEGER NOT NULL, UNIQUE (account, place, number)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (
  account TEXT NOT NULL REFERENCES accounts(id), about TEXT NOT NULL, words TEXT NOT NULL, colour TEXT NOT NULL,
  since_ms INTEGER NOT NULL, PRIMARY KEY (account, about)) STRICT, WITHOUT ROWID;
"""


class Kept(msgspec.Struct, frozen=True):
    """A hand that somebody keeps: by its table and number."""

    place: str
    number: int
    since_ms: int = 0


class Share(msgspec.Struct, frozen=True):
    """A hand that its player shows to whoever has the link."""

    share: str
    account: str
    place: str
    number: int
    since_ms: int


class NoteOn(msgspec.Struct, frozen=True):
    """What somebody noted on another player."""

    about: str
    words: str
    colour: Colour
    since_ms: int


class Keepsakes:
    """The register of what people keep, in the file of the accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        accounts.prepare(TABLES)

    # -- stars -------------------------------------------------------------------------------------------------------

    def star(self, account: str, place: str, number: int, now_ms: int) -> None:
        """Keep a hand."""
        self._require_room(account, "stars", MOST_STARS, OWN_PAST)
        self._accounts.write("INSERT OR IGNORE INTO stars VALUES (?, ?, ?, ?)", (account, place, number, now_ms))

    def unstar(self, account: str, place: str, number: int) -> None:
        """Stop keeping a hand."""
        self._accounts.write("DELETE FROM stars WHERE (account, place, number) = (?, ?, ?)", (account, place, number))

    def is_starred(self, account: str, place: str, number: int) -> bool:
        """Whether somebody keeps a hand."""
        sql = "SELECT 1 FROM stars WHERE (account, place, number) = (?, ?, ?)"
        return bool(self._accounts.ask(sql, (account, place, number)))

    def stars(self, account: str, skip: int, most: int) -> list[Kept]:
        """The hands that somebody keeps, the latest first."""
        sql = "SELECT place, number, since_ms FROM stars WHERE account = ? ORDER BY since_ms DESC, place, number"
        rows = self._accounts.ask(f"{sql} LIMIT ? OFFSET ?", (account, most, skip))
        return [Kept(*row) for row in rows]

    # -- shares ------------------------------------------------------------------------------------------------------

    def share(self, account: str, place: str, number: int, now_ms: int) -> Share:
        """The link to a hand; it stays the same when asked for again."""
        if (known := self.share_of(account, place, number)) is not None:
            return known
        self._require_room(account, "shares", MOST_SHARES, SHARING)
        row = (secrets.token_urlsafe(18), account, place, number, now_ms)
        self._accounts.write("INSERT OR IGNORE INTO shares VALUES (?, ?, ?, ?, ?)", row)
        made = self.share_of(account, place, number)
        assert made is not None
        return made

    def share_of(self, account: str, place: str, number: int) -> Share | None:
        """The link to a hand, if its player shares it."""
        sql = "SELECT * FROM shares WHERE (account, place, number) = (?, ?, ?)"
        return next((Share(*row) for row in self._accounts.ask(sql, (account, place, number))), None)

    def shared(self, share: str) -> Share:
        """The hand behind a link. A link that was ended is refused in the same words as one that never existed."""
        for row in self._accounts.ask("SELECT * FROM shares WHERE share = ?", (share,)):
            return Share(*row)
        raise NotAllowed(
            "this link shows no hand: it is not whole, or its player has ended it", code="no-share", cites=SHARING
        )

    def unshare(self, account: str, place: str, number: int) -> None:
        """End a link; sharing the hand again makes a different one."""
        self._accounts.write("DELETE FROM shares WHERE (account, place, number) = (?, ?, ?)", (account, place, number))

    def shares(self, account: str) -> list[Share]:
        """The hands that somebody shares, the latest first."""
        sql = "SELECT * FROM shares WHERE account = ? ORDER BY since_ms DESC LIMIT ?"
        return [Share(*row) for row in self._accounts.ask(sql, (account, MOST_SHARES))]

    # -- notes -------------------------------------------------------------------------------------------------------

    def note(self, account: str, about: str, words: str, colour: Colour, now_ms: int) -> None:
        """Replace somebody's note on another player; an empty note removes it."""
        said = words.strip()
        if len(said) > LONGEST_NOTE:
            text = phrase(
                "a note has at most {most} characters; this one has {said}",
                most=LONGEST_NOTE,
                said=len(said),
            )
            raise NotAllowed(text, code="too-long", cites=NOTES)
        if not said and not colour:
            self._accounts.write("DELETE FROM notes WHERE (account, about) = (?, ?)", (account, about))
            return
        self._require_room(account, "notes", MOST_NOTES, NOTES)
        self._accounts.write(
            "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?)", (account, about, said, colour, now_ms)
        )

    def notes(self, account: str) -> list[NoteOn]:
        """All that somebody has noted, the latest first."""
        sql = "SELECT about, words, colour, since_ms FROM notes WHERE account = ? ORDER BY since_ms DESC LIMIT ?"
        return [NoteOn(*row) for row in self._accounts.ask(sql, (account, MOST_NOTES))]

    def _require_room(self, account: str, table: str, most: int, cites: tuple[str, ...]) -> None:
        [[held]] = self._accounts.ask(f"SELECT count(*) FROM {table} WHERE account = ?", (account,))
        if held >= most:
            raise NotAllowed(
                phrase("one keeps at most {most} {table}; remove one first", most=Count(most), table=Name(table)),
                code="too-many-kept",
                cites=cites,
            )
