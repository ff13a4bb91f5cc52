"""Calls for the floor: who called from which seat in which hand, and what the floor answered. A call stops nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from openfelt.errors import RuleViolation
from openfelt.rulebooks import Cites, rulebook
from openfelt.service.accounts import Account
from openfelt.service.requests import RequestId
from openfelt.service.stream import FloorAnswered, FloorCalled

if TYPE_CHECKING:
    from openfelt.service.host import TableHost
    from openfelt.service.pit_host import PitHost
    from openfelt.service.protocol import CallFloor

MOST_OPEN: Final = 50
ANSWERED_KEPT: Final = 200
STAFF: Final = ("dealer", "floor", "operator")
# Who decides a dispute in each rulebook; nz-big-raise leaves that to rules that it only names.
CITES: Final[dict[str, Cites]] = {
    "nsw-poker": rulebook("nsw-poker").cite("27.14"),
    "act-stud": rulebook("act-stud").cite("19.4"),
    "us-stud": rulebook("us-stud").cite("irreg(2)"),
    "house": rulebook("house").cite("10"),
    "act-holdem": rulebook("act-holdem").cite("15.4"),
    "nz-big-raise": rulebook("nz-big-raise").cite("2.0"),
}


class Calls:
    """The calls of one table, by their numbers in its stream; kept by noting every event once."""

    def __init__(self) -> None:
        self.open: dict[int, FloorCalled] = {}
        self.answered: deque[tuple[int, FloorCalled, FloorAnswered]] = deque(maxlen=ANSWERED_KEPT)

    def note(self, seq: int, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Remember a call, or that it was answered."""
        if type(event) is FloorCalled:
            self.open[seq] = event
        elif type(event) is FloorAnswered and event.call in self.open:
            self.answered.append((event.call, self.open.pop(event.call), event))

    def is_waiting(self, player: str) -> bool:
        """Whether this player has called and was not answered yet."""
        return any(call.player == player for call in self.open.values())

    def require_room_for(self, player: str, cites: Cites) -> None:
        """Refuse a second call of one player before the first is answered, and a crowd of calls."""
        if self.is_waiting(player):
            raise RuleViolation("called-already", cites, "you have called the floor; it has not answered yet")
        if len(self.open) >= MOST_OPEN:
            raise RuleViolation("many-calls", cites, f"{len(self.open)} calls wait for the floor at this table")


def line_words(event: FloorCalled | FloorAnswered, name_of: Callable[[str], str]) -> str:
    """A call or its answer as the log says it."""
    if type(event) is FloorCalled:
        return f"{name_of(event.player)} calls the floor{': ' if event.words else ''}{event.words}"
    assert type(event) is FloorAnswered
    return f"the floor ({event.by}) answers {name_of(event.player)}: {event.words}"


def one_line(text: str) -> str:
    """Words as they go on record: printable, one line."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())


async def call(account: Account, host: TableHost, frame: CallFloor) -> None:
    """A player at a table calls the floor; at a live table the dealer may."""
    cites = CITES[host.rulebook]

    def step(trial: Any) -> None:  # noqa: ANN401 - a trial of the table
        place = trial.table.place_of(account.id)
        if place is None and not (trial.table.live and set(STAFF) & set(account.roles)):
            raise RuleViolation("no-seat", cites, f"you have no seat at {trial.table.name}", legal=("take a seat",))
        host.calls.require_room_for(account.id, cites)
        seat = place.seat if place is not None else 0
        trial.note(FloorCalled(account.id, seat, trial.table.number, one_line(frame.words), cites))

    await host.submit(RequestId.of(account.id, frame), account.id, step)


async def call_from_box(account: Account, pit: PitHost, frame: CallFloor) -> None:
    """A player at a house-banked table calls the floor."""
    cites = CITES[pit.rulebook]

    def step(trial: Any) -> None:  # noqa: ANN401 - a trial of the round
        box = trial.round.seats.get(account.id)
        if box is None:
            raise RuleViolation("no-seat", cites, f"you have no box at {pit.name}", legal=("take a box",))
        pit.calls.require_room_for(account.id, cites)
        trial.note(FloorCalled(account.id, box, trial.round.number, one_line(frame.words), cites))

    await pit.submit(RequestId.of(account.id, frame), account.id, step)


async def answer(host: TableHost | PitHost, call: int, *, by: Account, role: str, words: str, request: str) -> None:
    """The floor answers a call: on record, told to everyone at the table."""
    calls = host.calls

    def step(trial: Any) -> None:  # noqa: ANN401 - a trial of either kind of table
        made = calls.open.get(call)
        if made is None:
            waiting = tuple(f"{seq}, by {host.hall.name_of(one.player)}" for seq, one in calls.open.items())
            raise RuleViolation("no-call", CITES[host.rulebook], f"no call {call} waits for an answer", legal=waiting)
        trial.note(FloorAnswered(call, made.player, by.name, role, words, made.cites))

    await host.submit(request, by.id, step)


def told_calls(host: TableHost | PitHost) -> list[dict[str, Any]]:
    """The calls of a table for the floor desk, the open ones first, the latest answers last."""
    table = host.stream.partition("/")[2]
    calls, store, name_of = host.calls, host.hall.journal.store, host.hall.name_of

    def told(seq: int, made: FloorCalled, answered: FloorAnswered | None) -> dict[str, Any]:
        row = next(iter(store.read(host.stream, after=seq - 1, limit=1)))
        return {
            "table": table,
            "pit": host.stream.startswith("pit/"),
            "call": seq,
            "seat": made.seat,
            "number": made.number,
            "name": name_of(made.player),
            "words": made.words,
            "cites": made.cites,
            "time_ms": row.record.time_ms,
            "answer": answered.words if answered is not None else "",
            "by": answered.by if answered is not None else "",
        }

    waiting = [told(seq, made, None) for seq, made in calls.open.items()]
    return waiting + [told(*one) for one in list(calls.answered)[-20:]]
