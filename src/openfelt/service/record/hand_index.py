"""An index of finished hands by player, with sums, sessions and balances: read from the journal, and nothing else.

It stands in a file of its own beside the journal and decides nothing: without it, with a damaged one, one of another
journal or of an earlier shape, it is read anew from the first record. So it is where the journal went on otherwise
since, because a backup was restored: the index keeps the hash of the entry that it was read up to. Records are read
once, in the journal's order.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import apsw
import msgspec

from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, StoredRecord
from openfelt.service.record.hand_notes import READ, Finished, HandNotes, Played
from openfelt.service.wire.past_protocol import Sitting

VERSION: Final = 3
CHUNK: Final = 5_000  # records that are looked at in one go
SITTING_GAP_MS: Final = 30 * 60_000  # after so long without a hand at a table, the next one begins another sitting
DAY_MS: Final = 86_400_000
PURSE: Final = "purse/"
TABLES: Final = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE open (stream TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE events (stream TEXT PRIMARY KEY, event TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE hands (
  player TEXT NOT NULL, ended_ms INTEGER NOT NULL, at INTEGER NOT NULL, place TEXT NOT NULL, number INTEGER NOT NULL,
  event TEXT NOT NULL, rulebook TEXT NOT NULL, game TEXT NOT NULL, result TEXT NOT NULL, net INTEGER NOT NULL,
  pot INTEGER NOT NULL, cards TEXT NOT NULL, board TEXT NOT NULL, put_in INTEGER NOT NULL, raised INTEGER NOT NULL,
  showdown INTEGER NOT NULL, PRIMARY KEY (player, ended_ms, at)) STRICT, WITHOUT ROWID;
CREATE INDEX hands_by_game ON hands (player, game, ended_ms, at);
CREATE INDEX hands_by_place ON hands (player, place, ended_ms, at);
CREATE INDEX hands_by_result ON hands (player, result, ended_ms, at);
CREATE INDEX hands_by_number ON hands (player, place, number);
CREATE TABLE days (
  player TEXT NOT NULL, game TEXT NOT NULL, day INTEGER NOT NULL, hands INTEGER NOT NULL, put_in INTEGER NOT NULL,
  raised INTEGER NOT NULL, showdowns INTEGER NOT NULL, won_showdowns INTEGER NOT NULL, net INTEGER NOT NULL,
  PRIMARY KEY (player, game, day)) STRICT, WITHOUT ROWID;
CREATE TABLE sittings (
  player TEXT NOT NULL, began_ms INTEGER NOT NULL, place TEXT NOT NULL, ended_ms INTEGER NOT NULL, event TEXT NOT NULL,
  game TEXT NOT NULL, hands INTEGER NOT NULL, net INTEGER NOT NULL,
  PRIMARY KEY (player, began_ms, place)) STRICT, WITHOUT ROWID;
CREATE INDEX sittings_by_place ON sittings (player, place, ended_ms);
CREATE TABLE balances (
  player TEXT NOT NULL, day INTEGER NOT NULL, balance INTEGER NOT NULL,
  PRIMARY KEY (player, day)) STRICT, WITHOUT ROWID;
"""
Result = Literal["won", "lost", "even"]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which hands of a player are wanted. `before`: those that ended before this place in the list, `TIME.POSITION`."""

    game: str = ""
    place: str = ""
    result: str = ""
    since_ms: int = 0
    until_ms: int = 0
    before: tuple[int, int] | None = None


class HandRow(msgspec.Struct, frozen=True):
    """A finished hand as the one player's list has it; cards are those that this player was dealt."""

    ended_ms: int
    at: int
    place: str
    number: int
    event: str
    rulebook: str
    game: str
    result: str
    net: int
    pot: int
    cards: str
    board: str  # two boards, with a space between, if it was dealt twice
    put_in: bool
    raised: bool
    showdown: bool


class Sums(msgspec.Struct, frozen=True):
    """What the hands of one game add up to; the result is of tables for money alone."""

    game: str
    hands: int
    put_in: int
    raised: int
    showdowns: int
    won_showdowns: int
    net: int


COLUMNS: Final = ", ".join(HandRow.__struct_fields__)


class HandIndex:
    """The index of one journal. Any thread may ask; one at a time reads on."""

    def __init__(self, path: Path | str, journal: Reader) -> None:
        self.path = path
        self.journal = journal
        self._lock = threading.RLock()
        self._notes: dict[str, HandNotes] = {}
        self._position = 0
        self._db = self._open()
        self._recall()

    def _open(self) -> apsw.Connection:
        """The file, if it is of this journal, of this shape and not ahead of the journal; else a new one."""
        if self.path != ":memory:":
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        db = apsw.Connection(str(self.path))
        try:
            facts = dict(db.execute("SELECT name, value FROM facts")) if db.pragma("user_version") == VERSION else {}
        except apsw.Error:
            facts = {}
        if facts.get("journal") == self.journal.journal and self._is_read_up_to(facts):
            self._position = int(facts["position"])
            db.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL")
            return db
        db.close()
        return self._anew()

    def _is_read_up_to(self, facts: Mapping[str, str]) -> bool:
        """Whether the journal still has what an index says it was read up to."""
        position = facts.get("position", "")
        if not position.isdecimal() or int(position) > self.journal.head().position:
            return False
        last = self.journal.records(int(position) - 1, 1) if int(position) else []
        return facts.get("entry") == "".join(map(self._entry_hash, last))

    def _entry_hash(self, record: StoredRecord) -> str:
        """The hash of the entry that holds a record, which covers all of the journal before it."""
        (entry,) = self.journal.entries(record.entry - 1, 1)
        return entry.hash.hex()

    def _anew(self) -> apsw.Connection:
        if self.path != ":memory:":
            for ending in ("", "-wal", "-shm"):
                Path(f"{self.path}{ending}").unlink(missing_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        db = apsw.Connection(str(self.path))
        db.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL")
        with db:
            db.execute(TABLES)
            first = {"journal": self.journal.journal, "position": "0", "entry": ""}
            db.executemany("INSERT INTO facts VALUES (?, ?)", first.items())
            db.pragma("user_version", VERSION)
        return db

    def _recall(self) -> None:
        """Hands that were in play when the index was left are noted again from their first record."""
        for stream, event in self._ask("SELECT stream, event FROM events"):
            self._notes[str(stream)] = HandNotes(str(event))
        for stream, version in self._ask("SELECT stream, version FROM open"):
            notes, after = self._notes.setdefault(str(stream), HandNotes("")), int(version) - 1
            while found := self.journal.read(str(stream), after, CHUNK):
                for one in found:
                    if one.position > self._position:
                        break
                    if one.record.name in READ:
                        notes.take(one)
                if found[-1].position > self._position:
                    break
                after = found[-1].version

    def close(self) -> None:
        """Stop."""
        with self._lock:
            self._db.close()

    # -- reading -----------------------------------------------------------------------------------------------------

    def behind(self) -> int:
        """How many records are still to be looked at."""
        return max(0, self.journal.head().position - self._position)

    def read_on(self, most: int = 1 << 60) -> int:
        """Read new records into the index, at most about `most`; returns how many are left."""
        with self._lock:
            done = 0
            while done < most and (found := self.journal.records(self._position, CHUNK)):
                with self._db:
                    self._take(found)
                done += len(found)
            return self.behind()

    def _take(self, found: Sequence[Any]) -> None:
        for one in found:
            if one.record.name not in READ or not one.stream.startswith("table/"):
                continue
            notes = self._notes.setdefault(one.stream, HandNotes(""))
            try:
                finished = notes.take(one)
            except OpenfeltError:
                continue  # a table whose record cannot be read is stopped; its other hands stand
            if one.record.name == "TableOpened":
                self._write("INSERT OR REPLACE INTO events VALUES (?, ?)", one.stream, notes.event)
            if finished is not None:
                self._keep(finished)
        self._note_balances(found)
        self._position = found[-1].position
        self._db.execute("DELETE FROM open")
        for stream, notes in self._notes.items():
            if notes.first:
                self._write("INSERT INTO open VALUES (?, ?)", stream, notes.first)
        self._write("UPDATE facts SET value = ? WHERE name = 'position'", str(self._position))
        self._write("UPDATE facts SET value = ? WHERE name = 'entry'", self._entry_hash(found[-1]))

    def _write(self, sql: str, *bindings: object) -> None:
        self._db.execute(sql, bindings)

    def _keep(self, hand: Finished) -> None:
        for one in hand.players:
            self._write(
                f"INSERT OR IGNORE INTO hands (player, {COLUMNS}) VALUES ({', '.join('?' * 16)})",
                one.player, hand.ended_ms, hand.at, hand.place, hand.number, hand.event, hand.rulebook, hand.game,
                result_of(one.net), one.net, hand.pot, one.cards, hand.board, one.put_in, one.raised, one.showdown,
            )  # fmt: skip
            if self._db.changes():
                self._add(hand, one)

    def _add(self, hand: Finished, one: Played) -> None:
        money = 0 if hand.event else one.net  # chips of a tournament are no money
        won = one.showdown and one.won > 0
        self._write(
            "INSERT INTO days VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET hands = hands + 1, "
            "put_in = put_in + excluded.put_in, raised = raised + excluded.raised, "
            "showdowns = showdowns + excluded.showdowns, won_showdowns = won_showdowns + excluded.won_showdowns, "
            "net = net + excluded.net",
            one.player, hand.game, hand.ended_ms // DAY_MS, one.put_in, one.raised, one.showdown, won, money,
        )  # fmt: skip
        last = self._db.execute(
            "SELECT began_ms, ended_ms FROM sittings WHERE player = ? AND place = ? ORDER BY ended_ms DESC LIMIT 1",
            (one.player, hand.place),
        ).fetchone()
        if last is not None and hand.began_ms - int(last[1]) <= SITTING_GAP_MS:
            self._write(
                "UPDATE sittings SET ended_ms = ?, hands = hands + 1, net = net + ?, "
                "game = CASE WHEN game = ? THEN game ELSE 'mixed' END WHERE player = ? AND began_ms = ? AND place = ?",
                hand.ended_ms, one.net, hand.game, one.player, last[0], hand.place,
            )  # fmt: skip
        else:
            self._write(
                "INSERT OR IGNORE INTO sittings VALUES (?, ?, ?, ?, ?, ?, 1, ?)",
                one.player, hand.began_ms, hand.place, hand.ended_ms, hand.event, hand.game, one.net,
            )  # fmt: skip

    def _note_balances(self, found: Sequence[Any]) -> None:
        """Note what a purse held at the end of each day on which it changed."""
        times = {one.entry: one.record.time_ms for one in found}
        last: dict[tuple[str, int], int] = {}
        for line in self.journal.postings(found[0].entry, found[-1].entry):
            if line.account.startswith(PURSE) and line.entry in times:
                last[line.account.removeprefix(PURSE), times[line.entry] // DAY_MS] = line.balance
        for (player, day), balance in last.items():
            self._write("INSERT OR REPLACE INTO balances VALUES (?, ?, ?)", player, day, balance)

    # -- asking ------------------------------------------------------------------------------------------------------

    def hands(self, player: str, asked: Wanted, limit: int) -> list[HandRow]:
        """A player's hands, the latest first, from where the list was left."""
        terms, given = ["player = ?"], [player]
        for column in ("game", "place", "result"):
            if value := getattr(asked, column):
                terms.append(f"{column} = ?")
                given.append(value)
        until = asked.until_ms or 1 << 62
        terms.append("ended_ms BETWEEN ? AND ?")
        bounds: list[object] = [asked.since_ms, min(until, asked.before[0]) if asked.before else until]
        if asked.before:
            terms.append("(ended_ms, at) < (?, ?)")
            bounds += asked.before
        sql = f"SELECT {COLUMNS} FROM hands WHERE {' AND '.join(terms)} ORDER BY ended_ms DESC, at DESC LIMIT ?"
        return [as_row(row) for row in self._ask(sql, *given, *bounds, limit)]

    def hand(self, player: str, place: str, number: int) -> HandRow | None:
        """One hand of a player; None if there is no such hand."""
        sql = f"SELECT {COLUMNS} FROM hands WHERE player = ? AND place = ? AND number = ?"
        found = self._ask(sql, player, place, number)
        return as_row(found[0]) if found else None

    def games(self, player: str) -> list[Sums]:
        """What a player's hands add up to, game by game."""
        sums = ", ".join(f"sum({name})" for name in Sums.__struct_fields__[1:])
        rows = self._ask(
            f"SELECT game, {sums} FROM days WHERE player = ? GROUP BY game ORDER BY sum(hands) DESC", player
        )
        return [Sums(*row) for row in rows]

    def days(self, player: str, most: int) -> list[tuple[int, int]]:
        """The result of each day of play for money, the latest so many, in order."""
        sql = "SELECT day, sum(net) FROM days WHERE player = ? GROUP BY day ORDER BY day DESC LIMIT ?"
        return [(int(day), int(net)) for day, net in reversed(self._ask(sql, player, most))]

    def places(self, player: str) -> list[str]:
        """The tables at which a player has finished a hand: each is looked up, hands are not read one by one."""
        found: list[str] = []
        sql = "SELECT place FROM hands WHERE player = ? AND place > ? ORDER BY place LIMIT 1"
        while rows := self._ask(sql, player, found[-1] if found else ""):
            found.append(str(rows[0][0]))
        return found

    def sittings(self, player: str, before_ms: int, limit: int) -> list[Sitting]:
        """A player's sittings, the latest first."""
        names = ", ".join(Sitting.__struct_fields__)
        sql = f"SELECT {names} FROM sittings WHERE player = ? AND began_ms < ? ORDER BY began_ms DESC LIMIT ?"
        return [Sitting(*row) for row in self._ask(sql, player, before_ms, limit)]

    def balances(self, player: str, most: int) -> list[tuple[int, int]]:
        """What the purse held at the end of each day on which it changed, the latest so many, in order."""
        sql = "SELECT day, balance FROM balances WHERE player = ? ORDER BY day DESC LIMIT ?"
        return [(int(day), int(balance)) for day, balance in reversed(self._ask(sql, player, most))]

    def _ask(self, sql: str, *bindings: object) -> list[Any]:
        with self._lock:
            return self._db.execute(sql, bindings).fetchall()


def as_row(row: Iterable[Any]) -> HandRow:
    """A hand from its row, where truth values are stored as numbers."""
    return msgspec.convert(dict(zip(HandRow.__struct_fields__, row, strict=True)), HandRow, strict=False)


def result_of(net: int) -> Result:
    """Whether a hand was won, lost or neither."""
    return "won" if net > 0 else "lost" if net < 0 else "even"
