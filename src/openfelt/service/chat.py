"""Words at a table: how many, on which record, whom the floor has muted, and what a newcomer is told of them.

Every line is in the journal before anyone reads it, in a stream of its own beside the table's (`chat/TABLE`), so that
the game's record stays the game's. Who is muted is in the stream `mutes`. What a direction of the floor forbids, the
room says.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import msgspec

from openfelt import room
from openfelt.errors import NotationError, RuleViolation
from openfelt.journal import Batch, Entry, Record
from openfelt.rulebooks import Cites
from openfelt.service import calls
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, NotAllowed
from openfelt.service.directions import is_staff
from openfelt.service.limits import Buckets
from openfelt.service.requests import RequestId, was_done
from openfelt.service.subscribers import Subscriber

if TYPE_CHECKING:
    from openfelt.service.hall import Hall
    from openfelt.service.host import TableHost

SCHEMA: Final = 1
LINES_KEPT: Final = 50
MUTES: Final = "mutes"


class WordsSaid(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Someone said something, in or after hand `number` of the table."""

    player: str
    name: str
    role: str
    words: str
    number: int


class PersonMuted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The floor has taken the word from a person at every table, until then, or (0) until it is given back."""

    player: str
    until_ms: int
    by: str
    reason: str
    cites: Cites


class PersonUnmuted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person may speak again."""

    player: str
    by: str
    reason: str
    cites: Cites


class Chat:
    """What is said in the room."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._limit = Buckets(hall.limits.chat)
        self._lock = asyncio.Lock()
        self._recent: dict[str, deque[tuple[int, WordsSaid, int]]] = {}
        self.muted: dict[str, PersonMuted] = {}
        at = 0
        while rows := hall.journal.store.read(MUTES, after=at):
            for one in rows:
                self._fold(one.record)
            at = rows[-1].version

    def _fold(self, record: Record) -> None:
        """Record that someone was muted, or no longer is."""
        if record.schema != SCHEMA:
            raise NotationError(f"a record of {MUTES} has the shape {record.schema}, not {SCHEMA}")
        event = msgspec.json.decode(record.payload, type=PersonMuted | PersonUnmuted)
        if isinstance(event, PersonMuted):
            self.muted[event.player] = event
        else:
            self.muted.pop(event.player, None)

    def recent(self, table: str) -> deque[tuple[int, WordsSaid, int]]:
        """The latest lines of a table: number, words, time."""
        if table not in self._recent:
            store, stream = self._hall.journal.store, stream_of(table)
            rows = store.read(stream, after=max(0, store.version(stream) - LINES_KEPT))
            read = (
                (one.version, msgspec.json.decode(one.record.payload, type=WordsSaid), one.record.time_ms)
                for one in rows
            )
            self._recent[table] = deque(read, maxlen=LINES_KEPT)
        return self._recent[table]

    async def say(self, account: Account, host: TableHost, frame: p.Say) -> None:
        """Words at a table: on record first, then told to everyone who watches, as text."""
        hall, table = self._hall, host.table.name
        request = RequestId.of(account.id, frame)
        words = calls.one_line(frame.text)
        if was_done(hall.journal.store, request):
            return
        if not words:
            raise NotAllowed("nothing was said", code="bad-frame")
        room.decide(host.table, room.Speak(account.id, is_staff=is_staff(account)))
        self.require_voice(account)
        if not self._limit.takes(f"{account.id} {table}", hall.clock.monotonic()):
            raise NotAllowed("you have said much in a short time; wait a moment", code="too-many")
        said = WordsSaid(account.id, account.name, role_at(host, account), words, host.table.number)
        await asyncio.shield(hall.keep(self._keep(table, said, request)))

    async def _keep(self, table: str, said: WordsSaid, request: RequestId) -> None:
        """Store one line and tell it, in the order of the record."""
        now = self._hall.now_ms()
        async with self._lock:
            recent = self.recent(table)
            seq = await self._append(stream_of(table), said, said.player, request, now)
            if not seq:
                return
            recent.append((seq, said, now))
            told = p.write_frame(told_line(table, seq, said, now))
            for viewer in self._hall.subscribers.watching(table):
                viewer.tell(f"said/{table}", told)

    async def _append(self, stream: str, event: Any, actor: str, request: RequestId, now: int) -> int:  # noqa: ANN401
        """Store one record; its number, or 0 if the request was stored before. Refuses another one's id."""
        cites = getattr(event, "cites", ())
        record = Record(type(event).__name__, msgspec.json.encode(event), SCHEMA, cites, actor, now)
        version = self._hall.journal.store.version(stream)
        answer = msgspec.json.encode({"mark": request.mark, "stream": stream, "after": version})
        entry = Entry(str(request), (Batch(stream, version, (record,)),), answer=answer)
        receipt = await self._hall.journal.append(entry)
        if receipt.answer != answer:
            was_done(self._hall.journal.store, request)
            return 0
        return version + 1

    def require_voice(self, account: Account) -> None:
        """Refuse whoever the floor has muted."""
        muted = self.muted.get(account.id)
        if muted is not None and not 0 < muted.until_ms <= self._hall.now_ms():
            raise RuleViolation("muted", muted.cites, f"the floor ({muted.by}) has muted you: {muted.reason}")

    async def mute(
        self, host: TableHost, player: str, *, by: Account, reason: str, request: RequestId, seconds: int, muted: bool
    ) -> None:
        """Take the word from a person in the whole room, or give it back. Whoever may exclude a player may do this."""
        if was_done(self._hall.journal.store, request):
            return
        now = self._hall.now_ms()
        cites = host.table.rules.exclusion or calls.CITES[host.rulebook]
        if not muted and player not in self.muted:
            raise RuleViolation("not-muted", cites, "this person is not muted")
        if muted and self._hall.accounts.find(player) is None:
            raise NotAllowed(f"there is no account {player!r}", code="no-account")
        until = now + 1000 * seconds if seconds else 0
        event = (
            PersonMuted(player, until, by.name, reason, cites)
            if muted
            else PersonUnmuted(player, by.name, reason, cites)
        )
        async with self._lock:
            if not await self._append(MUTES, event, by.id, request, now):
                return
            if isinstance(event, PersonMuted):
                self.muted[player] = event
            else:
                self.muted.pop(player, None)

    def welcome(self, one: Subscriber, table: str) -> None:
        """Tell a newcomer to a table what was said there lately."""
        lines = tuple(told_line(table, *line) for line in self.recent(table))
        if lines:
            one.tell(f"said/{table}", p.write_frame(p.ChatHistory(table=table, lines=lines)))

    def desk_rows(self, table: str) -> dict[str, Any]:
        """The latest lines of a table with whose they are, and who is muted, for the floor's desk."""
        now, name_of = self._hall.now_ms(), self._hall.name_of
        lines = [
            {"seq": seq, "player": said.player, "name": said.name, "role": said.role, "text": said.words, "time_ms": at}
            for seq, said, at in self.recent(table)
        ]
        muted = [
            {
                "player": one.player,
                "name": name_of(one.player),
                "until_ms": one.until_ms,
                "by": one.by,
                "reason": one.reason,
            }
            for one in self.muted.values()
            if not 0 < one.until_ms <= now
        ]
        return {"chat": lines, "muted": muted}


def stream_of(table: str) -> str:
    """The stream that keeps the words said at a table."""
    return f"chat/{table}"


def told_line(table: str, seq: int, said: WordsSaid, time_ms: int) -> p.Said:
    """One line as viewers are told it."""
    return p.Said(table=table, name=said.name, role=said.role, text=said.words, seq=seq, time_ms=time_ms)


def role_at(host: TableHost, account: Account) -> str:
    """As what someone speaks: staff, a player of this table, or the rail."""
    role = next((role for role in ("floor", "dealer", "operator") if role in account.roles), "player")
    return "rail" if role == "player" and host.table.place_of(account.id) is None else role
