"""Whether a replayed hand ends as its history says: exact stacks, or the same winners with the rake found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from openfelt.errors import NotationError, OpenfeltError
from openfelt.formats.amounts import plain, text_of
from openfelt.formats.phh import History, read_history, read_label, tables
from openfelt.formats.replaying import Replay
from openfelt.formats.restoring import has_text, require_same_setting, restore
from openfelt.table.events import Event, HandEnded, PotAwarded
from openfelt.table.play import replay

Checked = Literal["stacks", "winnings", "actions"]
Amount = int | Decimal


@dataclass(slots=True)
class Verdict:
    """What became of one recorded hand.

    `checked` is the strongest thing that was compared: every finishing stack, the winners and their shares, or only
    that every action is legal. `rake` is what the record's winners are short of the pots; `finishing_stacks` are ours,
    before any rake; None where unknown cards leave the winner open.
    """

    file: str
    hand: str | int | None
    ok: bool
    finishing_stacks: list[Amount | None] | None = None
    error: str | None = None
    checked: Checked | None = None
    rake: Amount = 0
    readable: bool = True
    events: list[Event] | None = None


def replay_text(text: str, file: str = "") -> Iterator[Verdict]:
    """Replay every hand of a `.phh` or `.phhs` text and compare it with what it says about its end."""
    for name, fields in tables(text):
        yield replay_fields(fields, file, name)


def replay_fields(fields: Any, file: str, name: str) -> Verdict:  # noqa: ANN401 - whatever a TOML table holds
    """Replay one hand given as the fields of its table."""
    label: str | int | None = name or None
    try:
        label = read_label(fields, name)
        history = read_history(fields, file=file, name=name)
        if has_text(history):
            return judge_text(history)
        play = Replay(history)
    except OpenfeltError as mistake:
        return refused(file, label, mistake)
    return judge(history, play)


def refused(file: str, label: str | int | None, mistake: OpenfeltError) -> Verdict:
    """The verdict on a hand that cannot be read, or that the rules refuse."""
    return Verdict(
        file, label, ok=False, error=named(label, str(mistake)), readable=not isinstance(mistake, NotationError)
    )


def named(label: str | int | None, what: str) -> str:
    """What is wrong, and with which hand, if it has a name."""
    return what if label is None or label == "" else f"hand {label}: {what}"


def replay_history(history: History) -> Verdict:
    """Replay one hand that has been read."""
    return judge_text(history) if has_text(history) else judge(history, Replay(history))


def judge_text(history: History) -> Verdict:
    """Restore a hand with rulings from its text and compare its end with the record."""
    verdict = Verdict(history.file, history.hand, ok=True)
    try:
        verdict.events = restore(history)
    except OpenfeltError as refusal:
        return refused(history.file, history.hand, refusal)
    hand = replay(verdict.events)
    won = dict.fromkeys(hand.seats, 0)
    for event in verdict.events:
        if isinstance(event, PotAwarded):
            for seat, amount in zip(event.seats, event.amounts, strict=True):
                won[seat] += amount
    verdict.finishing_stacks = finishing_stacks(history, hand.stacks)
    if wrong := compare(history, hand.stacks, list(won.values()), verdict):
        verdict.ok = False
        verdict.error = named(history.hand, wrong)
    return verdict


def judge(history: History, play: Replay) -> Verdict:
    """Play the hand and compare its end with the record.

    Rooms differ in who gets several odd chips, and a plain history does not say: one each (house 6.3), or all to the
    first winner, if that is what comes out.
    """
    verdict = judge_as_read(history, play)
    if history.extended:
        return verdict if not verdict.ok else judge_setting(history, play, verdict)
    if verdict.ok or not verdict.checked or not has_shares(play.events):
        return verdict
    other = replace(history, odd_chips="first-winner")
    again = judge_as_read(other, Replay(other))
    return again if again.ok else verdict


def judge_setting(history: History, play: Replay, verdict: Verdict) -> Verdict:
    """The verdict on a hand of our own that plays as recorded, if its other fields agree with its sign."""
    try:
        require_same_setting(history, play.events, play.hand.stacks)
    except NotationError as mistake:
        return refused(history.file, history.hand, mistake)
    return verdict


def has_shares(events: list[Event]) -> bool:
    """Whether a pot was shared by three or more, which leaves more than one odd chip."""
    return any(type(event) is PotAwarded and len(event.seats) > 2 for event in events)


def judge_as_read(history: History, play: Replay) -> Verdict:
    """Play the hand and compare its end with the record."""
    verdict = Verdict(history.file, history.hand, ok=True, events=play.events)
    try:
        play.run()
    except OpenfeltError as refusal:
        verdict.ok = False
        verdict.error = named(history.hand, str(refusal))
        return verdict
    hand = play.hand
    if not hand.is_over:
        verdict.checked = "actions"
        return verdict
    verdict.finishing_stacks = finishing_stacks(history, hand.stacks)
    wrong = compare(history, hand.stacks, collected(play.events, play.seats), verdict)
    if wrong:
        verdict.ok = False
        verdict.error = named(history.hand, wrong)
    return verdict


def finishing_stacks(history: History, stacks: list[int]) -> list[Amount | None]:
    """Stacks as people write them; None for an infinite one."""
    places = history.places
    found: list[Amount | None] = [plain(chips, places) for chips in stacks] if places else list(stacks)
    for i, endless in enumerate(history.unbounded):
        if endless:
            found[i] = None
    return found


def collected(events: list[Event], seats: tuple[int, ...]) -> list[int]:
    """What each player took from the pots."""
    won = dict.fromkeys(seats, 0)
    for event in reversed(events):  # the awards stand just before the end
        if type(event) is PotAwarded:
            for seat, amount in zip(event.seats, event.amounts, strict=True):
                won[seat] += amount
        elif type(event) is not HandEnded:
            break
    return list(won.values())


def compare(history: History, stacks: list[int], won: list[int], verdict: Verdict) -> str:
    """What does not come out, or nothing. Sets what was checked, and the rake."""
    winnings = history.winnings if history.winnings and any(history.winnings) else None
    verdict.checked = "stacks" if history.finishing else "winnings" if winnings else "actions"
    places = history.places
    rakes = [0] * len(won)
    if winnings:
        for i, (ours, theirs) in enumerate(zip(won, winnings, strict=True)):
            if bool(ours) != bool(theirs) or theirs > ours:
                said, found = text_of(theirs, places), text_of(ours, places)
                return f"p{i + 1} collects {found} [house 6.2], but {said} is recorded"
            rakes[i] = ours - theirs
        verdict.rake = plain(sum(rakes), places)
    if history.finishing == tuple(stacks) and not any(rakes):
        return ""
    if history.finishing:
        if history.winnings and not winnings:
            # A record of winnings that names no winner: the stacks of our winners may be short of a rake.
            rakes = [
                max(ours - theirs, 0) if got and not (history.unbounded and history.unbounded[i]) else 0
                for i, (ours, theirs, got) in enumerate(zip(stacks, history.finishing, won, strict=True))
            ]
            verdict.rake = plain(sum(rakes), places)
        for i, (ours, theirs) in enumerate(zip(stacks, history.finishing, strict=True)):
            if ours - rakes[i] != theirs and not (history.unbounded and history.unbounded[i]):
                return _stack_error(i, text_of(ours, places), text_of(theirs, places), text_of(ours - rakes[i], places))
    return ""


def _stack_error(i: int, ours: str, theirs: str, after_rake: str) -> str:
    if ours == after_rake:
        return f"p{i + 1} finishes with {ours} [house 6.6], but {theirs} is recorded"
    return (
        f"p{i + 1} finishes with {after_rake} by the recorded winnings [house 7], but {theirs} is recorded: "
        "the record contradicts itself"
    )
