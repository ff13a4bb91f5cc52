"""What is said at the tables, and whom the floor has muted: orders and events of streams beside the tables' own.

Words are on record in a stream for each table (`chat/TABLE`), so that the game's record stays the game's; who is muted,
in one for the whole room. What a direction of the floor forbids, the table says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

import msgspec

from openfelt.cage import Posting
from openfelt.errors import NotationError, RuleViolation
from openfelt.floor.ruling import require_words
from openfelt.phrases import Name, phrase
from openfelt.room.calls import one_line
from openfelt.room.given import Given
from openfelt.room.offices import OFFICES, Officer
from openfelt.room.orders import Order
from openfelt.room.rules import ROOM, room_rules
from openfelt.rulebooks import Cites

LINES_KEPT: Final = 50  # the latest lines of a table: a newcomer is told them, and the floor may remove one
MUTES: Final = "mutes"  # the stream of mutes
SAID: Final = "chat/"  # how the streams of what is said begin


class WordsSaid(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Someone said something, in or after hand `number` of the table."""

    player: str
    name: str
    role: str
    words: str
    number: int
    cites: ClassVar[Cites] = ()


class PersonMuted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The floor has taken the word from a person at every table, until then, or (0) until it is given back."""

    player: str
    until_ms: int
    by: str
    reason: str
    cites: Cites

    def is_over(self, at_ms: int) -> bool:
        """Whether its time has run out."""
        return 0 < self.until_ms <= at_ms


class PersonUnmuted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person may speak again."""

    player: str
    by: str
    reason: str
    cites: Cites


class WordsRemoved(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The floor has removed the line with this number: nobody is shown it any more, and it stays on record."""

    seq: int
    player: str
    by: str
    reason: str
    cites: Cites


class Say(Order, frozen=True, tag=True):
    """Somebody: say something at a table. `muted` is what the floor has directed about this person, if anything."""

    player: str
    name: str
    role: str
    words: str
    number: int
    muted: PersonMuted | None = None


class Mute(Order, frozen=True, tag=True):
    """An officer at a table: take the word from a person, for so many seconds or (0) until it is given back."""

    player: str
    seconds: int
    reason: str
    by: Officer
    stream: str
    rulebook: str


class Unmute(Order, frozen=True, tag=True):
    """An officer at a table: give the word back."""

    player: str
    reason: str
    by: Officer
    stream: str
    rulebook: str


class RemoveWords(Order, frozen=True, tag=True):
    """An officer at a table: remove one of the latest lines that were said there."""

    seq: int
    reason: str
    by: Officer
    stream: str
    rulebook: str


WordsEvent = WordsSaid | PersonMuted | PersonUnmuted | WordsRemoved
WordsOrder = Say | Mute | Unmute | RemoveWords


@dataclass(slots=True)
class Words:
    """The fold of such a stream: who is muted, and whose the latest lines are, by their numbers in it."""

    muted: dict[str, PersonMuted] = field(default_factory=dict)
    lines: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WordsDecided:
    """What an order does."""

    before: Words
    events: tuple[WordsEvent, ...]
    postings: tuple[Posting, ...] = ()

    @property
    def after(self) -> Words:
        """The state after it."""
        after = Words(dict(self.before.muted), dict(self.before.lines))
        for event in self.events:
            evolve(after, event)
        return after


def evolve(state: Words, event: WordsEvent, seq: int = 0) -> None:
    """Record one event; `seq` is its number in the stream, once it has one."""
    if isinstance(event, WordsSaid):
        state.lines[seq] = event.player
        while len(state.lines) > LINES_KEPT:
            del state.lines[next(iter(state.lines))]
    elif isinstance(event, WordsRemoved):
        state.lines.pop(event.seq, None)
    elif isinstance(event, PersonMuted):
        state.muted[event.player] = event
    elif isinstance(event, PersonUnmuted):
        state.muted.pop(event.player, None)


def decide(state: Words, order: WordsOrder, given: Given) -> WordsDecided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    if isinstance(order, Say):
        require_voice(order.muted, given.at_ms)
        if not order.words or order.words != one_line(order.words):
            raise NotationError("words are one line, and not empty")
        said = WordsSaid(order.player, order.name, order.role, order.words, order.number)
        return WordsDecided(state, (said,))
    cites = require_officer(order)
    if isinstance(order, RemoveWords):
        if order.seq not in state.lines:
            legal = tuple(str(seq) for seq in state.lines)
            raise RuleViolation(
                "no-such-line",
                cites,
                phrase("line {seq} is not among the latest ones here", seq=order.seq),
                legal=legal,
            )
        return WordsDecided(
            state, (WordsRemoved(order.seq, state.lines[order.seq], order.by.name, order.reason, cites),)
        )
    if isinstance(order, Unmute):
        if order.player not in state.muted:
            raise RuleViolation("not-muted", cites, "this person is not muted")
        return WordsDecided(state, (PersonUnmuted(order.player, order.by.name, order.reason, cites),))
    until = given.at_ms + 1000 * order.seconds if order.seconds else 0
    return WordsDecided(state, (PersonMuted(order.player, until, order.by.name, order.reason, cites),))


def require_officer(order: Mute | Unmute | RemoveWords) -> Cites:
    """The clauses by which an officer mutes at that table; refused without the office for it, or without a reason."""
    excluding, chapter = room_rules(order.rulebook).exclusion, OFFICES.of(order.rulebook)
    chapter.require(order.by, "mute", chapter.for_clauses(excluding) or chapter.for_duty("let-back"))
    require_words(order.reason)
    return excluding or ROOM.of(order.rulebook).acts.disputes


def require_voice(muted: PersonMuted | None, at_ms: int) -> None:
    """Refuse somebody whom the floor has muted."""
    if muted is not None and not muted.is_over(at_ms):
        raise RuleViolation(
            "muted",
            muted.cites,
            phrase("the floor ({by}) has muted you: {reason}", by=Name(muted.by), reason=Name(muted.reason)),
        )
