"""Whether a replayed hand ends as its history says: exact stacks, or the same winners with the rake found.

A hand agrees, differs, or ends early: its history stops while somebody has still to act.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from openfelt.errors import NotationError, OpenfeltError
from openfelt.formats.actions import Illegal
from openfelt.formats.amounts import plain, text_of
from openfelt.formats.conventions import MOST_RAKE_PERCENT, Convention, Ending, convention_of
from openfelt.formats.phh import History, read_history, read_label, tables
from openfelt.formats.replaying import Replay
from openfelt.formats.restoring import has_text, require_same_setting, restore
from openfelt.formats.setting import has_short_posts
from openfelt.games.game import Deal
from openfelt.games.registry import game_of
from openfelt.table.events import BetMade, Event, HandStarted, PotAwarded, Raised, StreetDealt, UncalledReturned
from openfelt.table.play import replay

Checked = Literal["stacks", "winnings", "actions"]
Amount = int | Decimal


@dataclass(slots=True)
class Verdict:
    """What became of one recorded hand.

    `checked` is the strongest thing that was compared: every finishing stack, the winners and their shares, or only
    that every action is legal. `convention` is what winnings mean in its file, where those were compared. `rake` is
    what the record's winners are short of it; `finishing_stacks` are ours, before any rake; None where unknown cards
    leave the winner open. A hand that `ends_early` is neither right nor wrong.
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
    convention: Convention | None = None
    ends_early: bool = False


@dataclass(slots=True)
class Played:
    """A hand that has been played to its end; its record is judged by the convention of its file."""

    history: History
    verdict: Verdict
    events: list[Event]
    stacks: list[int]
    ending: Ending
    live: Played | None = None  # the same hand with its short late post live (house 9)

    @property
    def endings(self) -> list[Ending]:
        """How it ended, played this way or that."""
        return [self.ending, self.live.ending] if self.live else [self.ending]


def replay_text(text: str, file: str = "", *, keep_events: bool = True) -> Iterator[Verdict]:
    """Replay every hand of a `.phh` or `.phhs` text and compare it with what it says about its end.

    All hands are played before the first is judged: together they show what the file means by winnings.
    """
    played: list[Played | Verdict] = []
    telling: list[tuple[list[Ending], tuple[int, ...]]] = []
    for name, fields in tables(text):
        one = play_fields(fields, file, name)
        if isinstance(one, Played):
            if told := recorded_winnings(one.history):
                telling.append((one.endings, told))
            if not keep_events and not one.history.extended:
                one.events = []
        played.append(one)
    convention = convention_of(telling)
    for one in played:
        verdict = judge(one, convention) if isinstance(one, Played) else one
        if not keep_events:
            verdict.events = None
        yield verdict


def play_fields(fields: Any, file: str, name: str) -> Played | Verdict:  # noqa: ANN401 - whatever a TOML table holds
    """Play one hand given as the fields of its table; the verdict at once where its end is not reached."""
    label: str | int | None = name or None
    places = 0
    try:
        label = read_label(fields, name)
        history = read_history(fields, file=file, name=name)
        places = history.places
        return judge_text(history) if has_text(history) else play_history(history)
    except OpenfeltError as mistake:
        return refused(file, label, mistake, places)


def refused(file: str, label: str | int | None, mistake: OpenfeltError, places: int = 0) -> Verdict:
    """The verdict on a hand that cannot be read, or that the rules refuse; amounts as the file writes them."""
    message, legal = mistake.written(lambda units: text_of(units, places))
    said = str(OpenfeltError(message, cites=mistake.cites, legal=legal))
    return Verdict(file, label, ok=False, error=named(label, said), readable=not isinstance(mistake, NotationError))


def named(label: str | int | None, what: str) -> str:
    """What is wrong, and with which hand, if it has a name."""
    return what if label is None or label == "" else f"hand {label}: {what}"


def replay_history(history: History) -> Verdict:
    """Replay one hand that has been read; its own record shows what it means by winnings."""
    if has_text(history):
        return judge_text(history)
    played = play_history(history)
    if isinstance(played, Verdict):
        return played
    told = recorded_winnings(history)
    return judge(played, convention_of([(played.endings, told)] if told else []))


def recorded_winnings(history: History) -> tuple[int, ...] | None:
    """The winnings that a record states; nothing but zeros is no statement."""
    return history.winnings if history.winnings and any(history.winnings) else None


def judge_text(history: History) -> Verdict:
    """Restore a hand with rulings from its text and compare its end with the record."""
    verdict = Verdict(history.file, history.hand, ok=True)
    try:
        verdict.events = restore(history)
    except OpenfeltError as refusal:
        return refused(history.file, history.hand, refusal)
    hand = replay(verdict.events)
    verdict.finishing_stacks = finishing_stacks(history, hand.stacks)
    if wrong := compare(history, hand.stacks, ending_of(verdict.events, hand.seats), verdict, "pots"):
        verdict.ok = False
        verdict.error = named(history.hand, wrong)
    return verdict


def judge(played: Played, convention: Convention) -> Verdict:
    """Compare the end of a hand with the record.

    Where a plain history leaves open how it was played, other ways are tried in turn: a late post below the big blind
    that is live instead of dead (house 3.4), several odd chips that all go to the first winner (house 6.3).
    """
    verdict = compare_end(played, convention)
    history = played.history
    if verdict.ok or history.extended:
        return verdict
    if played.live and (other := compare_end(played.live, convention)).ok:
        return other
    if max(played.ending.sharers, default=0) > 2:
        again = play_history(replace(history, odd_chips="first-winner"))
        if isinstance(again, Played) and (other := compare_end(again, convention)).ok:
            return other
    return verdict


def compare_end(played: Played, convention: Convention) -> Verdict:
    """The verdict on a hand that was played to its end; one of our own must also have been played under its sign."""
    history, verdict = played.history, played.verdict
    if wrong := compare(history, played.stacks, played.ending, verdict, convention):
        verdict.ok = False
        verdict.error = named(history.hand, wrong)
    elif history.extended:
        try:
            require_same_setting(history, played.events, played.stacks)
        except NotationError as mistake:
            return refused(history.file, history.hand, mistake)
    return verdict


def play_history(history: History) -> Played | Verdict:
    """Play a hand by its record. A verdict at once: an illegal action, an end not reached or not known."""
    play = Replay(history)
    verdict = Verdict(history.file, history.hand, ok=True, events=play.events)
    try:
        play.run()
    except Illegal as refusal:
        if live := play_live(history):
            return live
        verdict.ok = False
        verdict.ends_early = refusal.ends_early
        verdict.error = named(history.hand, str(refusal))
        return verdict
    if not play.hand.is_over:
        verdict.checked = "actions"
        return verdict
    verdict.finishing_stacks = finishing_stacks(history, play.hand.stacks)
    ending = ending_of(play.events, play.seats)
    return Played(history, verdict, play.events, play.hand.stacks, ending, play_live(history))


def play_live(history: History) -> Played | None:
    """The hand with a late post below the last blind live instead of dead, where there is one and it can be played."""
    if not has_short_posts(history):
        return None
    played = play_history(replace(history, short_posts="live"))
    return played if isinstance(played, Played) else None


def ending_of(events: list[Event], seats: tuple[int, ...]) -> Ending:
    """How a hand ended: what each player took from the pots, and which bet came back."""
    won, returned = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    sharers: list[int] = []
    blind, rakeable = True, True
    for event in events:
        if isinstance(event, PotAwarded):
            sharers.append(len(event.seats))
            for seat, amount in zip(event.seats, event.amounts, strict=True):
                won[seat] += amount
        elif isinstance(event, UncalledReturned):
            returned[event.seat] += event.amount
        elif isinstance(event, BetMade | Raised):
            blind = False
        elif isinstance(event, HandStarted):
            rakeable = not has_board(event)
        elif isinstance(event, StreetDealt) and event.board:
            rakeable = True
    return Ending(list(won.values()), list(returned.values()), blind, rakeable, sharers)


def has_board(start: HandStarted) -> bool:
    """Whether the game deals community cards."""
    return any(isinstance(step, Deal) and step.board for step in game_of(start.sign).steps)


def finishing_stacks(history: History, stacks: list[int]) -> list[Amount | None]:
    """Stacks as people write them; None for an infinite one."""
    places = history.places
    found: list[Amount | None] = [plain(chips, places) for chips in stacks] if places else list(stacks)
    for i, endless in enumerate(history.unbounded):
        if endless:
            found[i] = None
    return found


def compare(history: History, stacks: list[int], ending: Ending, verdict: Verdict, convention: Convention) -> str:
    """What does not come out, or nothing. Sets what was checked, and the rake."""
    winnings = recorded_winnings(history)
    verdict.checked = "stacks" if history.finishing else "winnings" if winnings else "actions"
    places = history.places
    rakes = [0] * len(stacks)
    if winnings:
        verdict.convention = convention
        for i, (ours, theirs) in enumerate(zip(ending.winnings(convention), winnings, strict=True)):
            if bool(ours) != bool(theirs) or theirs > ours:
                said, found = text_of(theirs, places), text_of(ours, places)
                return f"p{i + 1} collects {found} [house 6.2], but {said} is recorded"
            rakes[i] = ours - theirs
    elif history.finishing and history.winnings:
        # A record of winnings that names no winner: the stacks of our winners may be short of a rake.
        rakes = [
            max(ours - theirs, 0) if got and not (history.unbounded and history.unbounded[i]) else 0
            for i, (ours, theirs, got) in enumerate(zip(stacks, history.finishing, ending.won, strict=True))
        ]
    if wrong := rake_fault(ending, sum(rakes), places):
        return wrong
    verdict.rake = plain(sum(rakes), places)
    if not history.finishing:
        return ""
    for i, (ours, theirs) in enumerate(zip(stacks, history.finishing, strict=True)):
        if ours - rakes[i] != theirs and not (history.unbounded and history.unbounded[i]):
            return _stack_error(i, text_of(ours, places), text_of(theirs, places), text_of(ours - rakes[i], places))
    return ""


def rake_fault(ending: Ending, rake: int, places: int) -> str:
    """Why no room took this rake, or nothing (house 9)."""
    if ending.bears(rake):
        return ""
    short = f"the winnings are {text_of(rake, places)} short of pots of {text_of(sum(ending.won), places)}"
    if not ending.rakeable:
        return f"{short}: no rake is taken where no community card was dealt [house 9]"
    return f"{short}: a rake is at most {MOST_RAKE_PERCENT}% [house 9]"


def _stack_error(i: int, ours: str, theirs: str, after_rake: str) -> str:
    if ours == after_rake:
        return f"p{i + 1} finishes with {ours} [house 6.6], but {theirs} is recorded"
    return (
        f"p{i + 1} finishes with {after_rake} by the recorded winnings [house 7], but {theirs} is recorded: "
        "the record contradicts itself"
    )
