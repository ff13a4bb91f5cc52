"""Calls for the floor: who called from which seat in which hand, and what the floor answered. A call stops nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.room.house_events import FloorAnswered, FloorCalled
from openfelt.rulebooks import Cites

MOST_OPEN: Final = 50
ANSWERED_KEPT: Final = 200


class Answered(NamedTuple):
    """A call that was answered, with its number."""

    seq: int
    call: FloorCalled
    answer: FloorAnswered


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of one table, by their numbers in its stream. A value: every change makes another."""

    open: Mapping[int, FloorCalled] = field(default_factory=dict)
    answered: tuple[Answered, ...] = ()

    def after(self, seq: int, event: FloorCalled | FloorAnswered) -> Calls:
        """The calls after one more, or after an answer."""
        if isinstance(event, FloorCalled):
            return Calls({**self.open, seq: event}, self.answered)
        made = self.open.get(event.call)
        if made is None:
            return self
        waiting = {seq: call for seq, call in self.open.items() if seq != event.call}
        return Calls(waiting, (*self.answered[1 - ANSWERED_KEPT :], Answered(event.call, made, event)))

    def is_waiting(self, player: str) -> bool:
        """Whether this player has called and was not answered yet."""
        return any(call.player == player for call in self.open.values())

    def call(self, player: str, seat: int, number: int, words: str, cites: Cites) -> FloorCalled:
        """One more call; refused before the player's first is answered, and where a crowd of calls waits."""
        if self.is_waiting(player):
            raise RuleViolation("called-already", cites, "you have called the floor; it has not answered yet")
        if len(self.open) >= MOST_OPEN:
            raise RuleViolation(
                "many-calls", cites, phrase("{open} calls wait for the floor at this table", open=len(self.open))
            )
        return FloorCalled(player, seat, number, one_line(words), cites)

    def answer(self, seq: int, by: str, role: str, words: str, cites: Cites) -> FloorAnswered:
        """The answer to a call that waits."""
        made = self.open.get(seq)
        if made is None:
            waiting = tuple(phrase("call {number}", number=number) for number in self.open)
            raise RuleViolation("no-call", cites, phrase("no call {seq} waits for an answer", seq=seq), legal=waiting)
        return FloorAnswered(seq, made.player, by, role, words, made.cites)


NO_CALLS: Final = Calls()


def one_line(text: str) -> str:
    """Words as they go on record: printable, one line."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())
