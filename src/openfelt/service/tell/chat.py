"""Words at a table: how many, on which record, whom the floor has muted, and what a newcomer is told of them.

Every line is in the journal before anyone reads it. What is said and who is muted is decided in `room.words`, whether
a direction of the floor forbids it at the table; here is who writes and tells it, and how often somebody may speak.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from openfelt import room
from openfelt.journal import Record
from openfelt.phrases import phrase, quoted
from openfelt.room import words
from openfelt.room.calls import one_line
from openfelt.room.giving import officer_of, require_giver
from openfelt.room.words import (
    LINES_KEPT,
    MUTES,
    SAID,
    Mute,
    PersonMuted,
    RemoveWords,
    Say,
    Unmute,
    Words,
    WordsDecided,
    WordsOrder,
    WordsRemoved,
    WordsSaid,
)
from openfelt.service.house import House
from openfelt.service.machine.limits import Buckets
from openfelt.service.people.accounts import Account, NotAllowed
from openfelt.service.record.words_record import read_mutes, words_event, words_record
from openfelt.service.tell.directions import is_staff
from openfelt.service.wire import protocol as p
from openfelt.service.wire.requests import RequestId, was_done
from openfelt.service.wire.spoken_protocol import ChatHistory, Said, Unsaid
from openfelt.service.wire.subscribers import Reply, Subscriber
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.room import OwnWriter
from openfelt.service.writers.writer import Part

if TYPE_CHECKING:
    from openfelt.service.writers.table import TableHost


ERASED_WORDS: Final = "…"  # in place of what somebody said whose account was erased


class WordsWriter(OwnWriter):
    """The only writer of what is said at a table, or of who is muted."""

    state: Words

    def __init__(self, hall: House, stream: str) -> None:
        store = hall.journal.store
        super().__init__(hall, stream, store.version(stream))
        self.state = read_mutes(store) if stream == MUTES else Words()
        self.recent: deque[tuple[int, WordsSaid, int]] = deque(maxlen=LINES_KEPT)  # number, words, time
        for one in store.read(stream, after=max(0, self.version - LINES_KEPT)) if stream != MUTES else ():
            self._note(one.version, words_event(one.record, stream), one.record.time_ms)

    def _note(self, seq: int, event: words.WordsEvent, at_ms: int) -> None:
        """Apply a stored event: a line was said or removed, or a mute begins or ends."""
        words.evolve(self.state, event, seq)
        if isinstance(event, WordsSaid):
            self.recent.append((seq, event, at_ms))
        elif isinstance(event, WordsRemoved):
            kept = [line for line in self.recent if line[0] != event.seq]
            self.recent.clear()
            self.recent.extend(kept)

    def decide(self, order: WordsOrder, facts: Facts) -> WordsDecided:
        """What an order does now."""
        return words.decide(self.state, order, facts)

    def record(self, event: words.WordsEvent, actor: str, at_ms: int) -> Record:
        """The journal record of an event."""
        return words_record(event, actor, at_ms)

    def require_given(self, order: WordsOrder, actor: str) -> None:
        """Refuse an order that this actor may never give, and an officer whose offices have changed meanwhile."""
        require_giver(order, actor)
        officer = officer_of(order)
        if officer is not None and not isinstance(order, Say):
            self.hall.accounts.require_held(officer, order.stream)

    def take(self, part: Part, after: int) -> None:
        """What was stored was said, or holds."""
        for seq, event in enumerate(part.made.events, start=after + 1):
            self._note(seq, event, part.facts.at_ms)

    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:  # noqa: ARG002 - nobody else asks
        """Tell everyone who watches the table what was said."""
        frames: list[Said | Unsaid] = [
            told_line(self.hall, self.name, *line) for line in self.recent if line[0] > after
        ]
        frames += [Unsaid(table=self.name, seq=one.seq) for one in events if isinstance(one, WordsRemoved)]
        for told in map(p.write_frame, frames if self.stream != MUTES else ()):
            for viewer in self.hall.subscribers.watching(self.name):
                viewer.tell(f"said/{self.name}", told)


class Chat:
    """What is said in the room."""

    def __init__(self, hall: House) -> None:
        self._hall = hall
        self._limit = Buckets(hall.limits.chat)
        self._mutes = WordsWriter(hall, MUTES)
        self._said: dict[str, WordsWriter] = {}

    @property
    def muted(self) -> dict[str, PersonMuted]:
        """Everyone whom the floor has muted, including those whose time is over."""
        return self._mutes.state.muted

    def recent(self, table: str) -> deque[tuple[int, WordsSaid, int]]:
        """The latest lines of a table: number, words, time."""
        return self._at(table).recent

    def _at(self, table: str) -> WordsWriter:
        """The writer of what is said at a table."""
        if table not in self._said:
            self._said[table] = WordsWriter(self._hall, f"{SAID}{table}")
        return self._said[table]

    async def say(self, account: Account, host: TableHost, frame: p.Say) -> None:
        """Words at a table: on record first, then told to everyone who watches, as text."""
        hall, table = self._hall, host.table.name
        request = RequestId.of(account.id, frame, mark=partial(hall.accounts.seals.mark, account.id))
        text = one_line(frame.text)
        if was_done(hall.journal.store, request):
            return
        if not text:
            raise NotAllowed("nothing was said", code="bad-frame")
        room.decide(host.table, room.Speak(account.id, is_staff=is_staff(account)))
        words.require_voice(self.muted.get(account.id), hall.now_ms())
        if not self._limit.takes(f"{account.id} {table}", hall.clock.monotonic()):
            raise NotAllowed("you have said much in a short time; wait a moment", code="too-many")
        sealed = hall.accounts.seals.seal(account.id, text)  # house 35.7
        said = Say(account.id, "", role_at(host, account), sealed, host.table.number)
        await asyncio.shield(hall.keep(self._keep(table, said, request)))

    async def _keep(self, table: str, said: Say, request: RequestId) -> None:
        """Store one line and tell it, in the order of the record; no mute can come in between."""
        async with self._mutes.lock:
            order = msgspec.structs.replace(said, muted=self.muted.get(said.player))
            await self._at(table).submit(request, said.player, order)

    async def mute(
        self, host: TableHost, player: str, *, by: Account, reason: str, request: RequestId, seconds: int, muted: bool
    ) -> None:
        """Take the word from a person in the whole room, or give it back. Whoever may exclude a player may do this."""
        if muted and self._hall.accounts.find(player) is None:
            raise NotAllowed(phrase("there is no account {player}", player=quoted(player)), code="no-account")
        officer, place = self._hall.accounts.officer(by, host.stream), (host.stream, host.rulebook)
        order = Mute(player, seconds, reason, officer, *place) if muted else Unmute(player, reason, officer, *place)
        await self._mutes.submit(request, by.id, order)

    async def remove(self, host: TableHost, seq: int, *, by: Account, reason: str, request: RequestId) -> None:
        """Remove a line of a table. Whoever may mute may do this."""
        officer = self._hall.accounts.officer(by, host.stream)
        order = RemoveWords(seq, reason, officer, host.stream, host.rulebook)
        await self._at(host.table.name).submit(request, by.id, order)

    def welcome(self, one: Subscriber, table: str) -> None:
        """Tell a newcomer to a table what was said there lately."""
        lines = tuple(told_line(self._hall, table, *line) for line in self.recent(table))
        if lines:
            one.tell(f"said/{table}", p.write_frame(ChatHistory(table=table, lines=lines)))

    def desk_rows(self, table: str) -> dict[str, Any]:
        """The latest lines of a table with whose they are, and who is muted, for the floor's desk."""
        now, name_of = self._hall.now_ms(), self._hall.name_of
        lines = [
            {"player": said.player, **msgspec.to_builtins(told_line(self._hall, table, seq, said, at))}
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
            if not one.is_over(now)
        ]
        return {"chat": lines, "muted": muted}


def told_line(hall: House, table: str, seq: int, said: WordsSaid, time_ms: int) -> Said:
    """One line as viewers are told it; a line of somebody who was erased is unreadable."""
    name, text = said.name or hall.name_of(said.player), hall.accounts.seals.open(said.player, said.words)
    return Said(table=table, name=name, role=said.role, text=text or ERASED_WORDS, seq=seq, time_ms=time_ms)


def role_at(host: TableHost, account: Account) -> str:
    """As what someone speaks: staff, a player of this table, or the rail."""
    role = next((role for role in ("floor", "dealer", "operator") if role in account.roles), "player")
    return "rail" if role == "player" and host.table.place_of(account.id) is None else role
