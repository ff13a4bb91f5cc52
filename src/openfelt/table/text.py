"""A whole hand as one readable text, both ways: `write_hand(events)` and `read_hand(text)`.

Reading plays the text's commands again, with the cards written in it, and checks what it claims; so a text that was
written here gives back equal events, and any other is refused at the line that does not fit. The grammar is in
`docs/reference/text.md`. Rulings stand in it as comments: such a hand is for reading, its events are in the journal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from openfelt.cards import Card, show
from openfelt.games.game import Deal, Face
from openfelt.games.signline import write_sign
from openfelt.table import events as e
from openfelt.table.claims import hand_words
from openfelt.table.evolve import begin, evolve
from openfelt.table.hand import BETTING, DISCARDING, DRAWING, OPTION, SHOWING, Hand
from openfelt.table.performance import Performance
from openfelt.table.play import start
from openfelt.table.ruling_events import RulingEvent, ruling_line
from openfelt.table.script import read_script


def read_hand(text: str) -> list[e.Event]:
    """The hand that a text tells, played again; ScriptFailed or NotationError names the line that is wrong."""
    return Performance(read_script(text)).run().events


def write_hand(events: Iterable[e.Event]) -> str:
    """The hand as text: sign, seats, then every street with its cards, actions and results."""
    first, *rest = events
    assert isinstance(first, e.HandStarted)
    writer = _Writer(begin(first))
    for event in rest:
        writer.event(event)
    body = [f"{label:<{writer.width}}{said}".rstrip() for label, said in writer.lines]
    return "\n".join([*_header(first), *body, ""])


def _header(event: e.HandStarted) -> list[str]:
    """The lines before the play: sign, name, seats, and posts where they are not the usual ones."""
    undealt = begin(event).rules.policy.undealt_button
    seats = sorted(zip(event.seats, event.stacks, strict=True))
    parts = [f"{seat} {stack}{' button' if seat == event.button else ''}" for seat, stack in seats]
    players = list(seats)
    if event.button and event.button not in event.seats:
        skipped = bool(undealt) and set(undealt) <= set(event.cites)
        parts.append(f"{event.button} undealt button" if skipped else f"button {event.button}")
        if skipped:
            players.append((event.button, 1))
    lines = [write_sign(event.sign), f"seats {', '.join(parts)}"]
    if event.hand_id:
        lines.insert(1, f"hand {event.hand_id}")
    if start(event.sign, players, button=event.button).blinds != event.blinds:
        lines.append("posting " + (", ".join(f"{seat} {chips}" for seat, chips in event.blinds) or "none"))
    if event.late:
        posts = [f"{seat} {live}+{dead}" if dead else f"{seat} {live}" for seat, live, dead in event.late]
        lines.append(f"late {', '.join(posts)}")
    return lines


class _Writer:
    """Writes events one by one, following the hand so that it knows whose choice each of them was."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.lines: list[tuple[str, str]] = []
        self.label = ""
        self.width = 2 + max(len(step.name) for step in hand.rules.steps)

    def event(self, event: Any) -> None:  # noqa: ANN401 - any member of Event
        """Write one event and follow it."""
        said = self.words(event)
        if isinstance(event, e.RoundOpened):
            self.label = event.name
        elif isinstance(event, e.StreetDealt):
            self.lines.append((event.name, said))
            self.label = ""
        elif isinstance(event, e.SharedDealt):
            self.lines.append((self.hand.rules.steps[self.hand.step].name, said))
        elif said:
            self.lines.append((self.label, said))
            self.label = ""
        evolve(self.hand, event)

    def words(self, event: Any) -> str:  # noqa: ANN401, PLR0912, C901 - one line for each kind of event
        """What the text says of an event; nothing for what follows of itself."""
        hand = self.hand
        if is_time_out(hand, event):
            return f"{event.seat} times out"
        match event:
            case e.AntesPosted():
                return "antes " + ", ".join(f"{s} {a}" for s, a in zip(hand.seats, event.amounts, strict=True))
            case e.BlindPosted(kind="blind" | "late"):
                return f"posts {event.seat} {event.amount}" + (f"+{event.dead}" if event.dead else "")
            case e.BlindPosted():
                return f"{event.seat} straddles {event.amount}"
            case e.OptionDeclined():
                return f"{event.seat} declines"
            case e.Burned():
                return f"burn {show((event.card,))}"
            case e.StreetDealt():
                return self.street(event)
            case e.SharedDealt():
                return f"board {show((event.card,))}"
            case e.Folded():
                return f"{event.seat} folds"
            case e.Checked():
                return f"{event.seat} checks"
            case e.Called():
                return f"{event.seat} calls {event.amount}{ALL_IN[event.all_in]}"
            case e.BetMade():
                return f"{event.seat} bets {event.to}{ALL_IN[event.all_in]}"
            case e.Raised():
                return f"{event.seat} raises to {event.to}{ALL_IN[event.all_in]}"
            case e.BroughtIn():
                return f"{event.seat} brings in {event.amount}{ALL_IN[event.all_in]}"
            case e.TimeBought():
                return f"{event.seat} buys time"
            case e.UncalledReturned():
                return f"returned {event.seat} {event.amount}"
            case e.Discarded() if hand.phase == DISCARDING:
                return f"{event.seat} discards {close(event.cards)}"
            case e.Discarded():
                return f"{event.seat} draws {close(event.cards)}" if event.cards else f"{event.seat} stands pat"
            case e.DrawDealt():
                return f"{event.seat} gets {close(event.cards)}"
            case e.Reshuffled():
                return f"reshuffled {event.count}"
            case e.Shown() if hand.phase == SHOWING:
                return f"{event.seat} shows {close(event.cards)}"
            case e.Shown():
                return f"shows {event.seat} {close(event.cards)} {hand_words(hand, event)}"
            case e.Mucked():
                return f"{event.seat} mucks" if hand.phase == SHOWING else f"mucks {event.seat}"
            case e.CommissionTaken():
                return f"commission {' + '.join(map(str, event.amounts))}  # {event.working}"
            case e.PotAwarded():
                part = "" if event.part == "whole" else f" {event.part}"
                awards = zip(event.seats, event.amounts, strict=True)
                return "; ".join(f"wins {seat} {amount} of pot {event.pot + 1}{part}" for seat, amount in awards)
            case e.HandEnded():
                return f"ended {event.reason}"
        return f"# {ruling_line(event)}" if isinstance(event, RulingEvent) else ""

    def street(self, event: e.StreetDealt) -> str:
        """A street's cards: by seat in the order each was dealt them, then the board."""
        step = self.hand.rules.steps[self.hand.step]
        assert isinstance(step, Deal)
        parts = []
        for seat, down, up in zip(event.seats, event.down, event.up, strict=True):
            piles = {Face.DOWN: list(down), Face.UP: list(up)}
            order = [piles[one.face].pop(0) for one in step.passes for _ in range(one.count)]
            parts.append(f"{seat} {close(order)}")
        if event.board:
            parts.append(("board " if parts else "") + close(event.board))
        return ", ".join(parts)


ALL_IN = ("", " all-in")


def close(several: Iterable[Card]) -> str:
    """Cards written without spaces: "AhKd"."""
    return show(several, "")


def is_time_out(hand: Hand, event: Any) -> bool:  # noqa: ANN401 - any member of Event
    """Whether the clock made this happen: only a time-out cites the clause of the clock for a player's choice."""
    if hand.phase not in (BETTING, DRAWING, DISCARDING, SHOWING, OPTION):
        return False
    return hasattr(event, "seat") and event.cites == hand.rules.policy.time_out
