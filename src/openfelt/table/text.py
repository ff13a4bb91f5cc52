"""A whole hand as one readable text, both ways: `write_hand(events)` and `read_hand(text)`.

Reading plays the text's commands again, with the cards written in it, and checks what it claims; so a text that was
written here gives back equal events, and any other is refused at the line that does not fit. Rulings stand in it with
what they did (`ruling_text`), and are recorded as they stand. The grammar is in `docs/reference/text.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from openfelt.cards import Card, show
from openfelt.errors import RuleViolation
from openfelt.games.game import Deal, Face
from openfelt.games.policy import HOUSE as HOUSE_RULES
from openfelt.games.policy import Policy
from openfelt.games.signline import write_sign
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table.claims import hand_words
from openfelt.table.decide import decide
from openfelt.table.evolve import begin, evolve
from openfelt.table.hand import AGREEING, BETTING, DISCARDING, DRAWING, HOUSE, OPTION, SHOWING, Hand
from openfelt.table.performance import Performance
from openfelt.table.play import start
from openfelt.table.ruling_events import AsideReturned, RulingEvent, WagerForfeited, ruling_line
from openfelt.table.ruling_text import ruling_words
from openfelt.table.script import quote, read_script, said_of


def read_hand(text: str) -> list[e.Event]:
    """The hand that a text tells, played again; ScriptFailed or NotationError names the line that is wrong."""
    return Performance(read_script(text)).run().events


def write_hand(events: Iterable[e.Event]) -> str:
    """The hand as text: sign, seats, then every street with its cards, actions and results."""
    first, *rest = events
    assert isinstance(first, e.HandStarted)
    writer = _Writer(begin(first))
    ruled = ruled_events([first, *rest])
    for at, event in enumerate(rest, start=1):
        writer.event(event, is_ruled=at in ruled, before_ruling=at + 1 in ruled)
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
            players.append((event.button, event.sign.unit))
    lines = [write_sign(event.sign), f"seats {', '.join(parts)}"]
    if event.hand_id:
        plain = said_of(event.hand_id) == event.hand_id and '"' not in event.hand_id and "\n" not in event.hand_id
        lines.insert(1, f"hand {event.hand_id if plain else quote(event.hand_id)}")
    if start(event.sign, players, button=event.button).blinds != event.blinds:
        lines.append("posting " + (", ".join(f"{seat} {chips}" for seat, chips in event.blinds) or "none"))
    if event.late:
        posts = [f"{seat} {live}+{dead}" if dead else f"{seat} {live}" for seat, live, dead in event.late]
        lines.append(f"late {', '.join(posts)}")
    if event.brought:
        lines.append("brought " + ", ".join(f"{seat} {chips}" for seat, chips in event.brought))
    return lines


class _Writer:
    """Writes events one by one, following the hand so that it knows whose choice each of them was."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.lines: list[tuple[str, str]] = []
        self.label = ""
        self.width = 2 + max(len(step.name) for step in hand.rules.steps)

    def event(self, event: Any, *, is_ruled: bool, before_ruling: bool) -> None:  # noqa: ANN401 - any member of Event
        """Write one event and follow it. What the house does of itself is said where a ruling comes right after it."""
        if is_ruled:
            self.lines.append(("", ruling_words(self.hand, event)))
            evolve(self.hand, event)
            return
        said = self.words(event)
        if before_ruling:
            said = said or self.silent(event)
        if isinstance(event, e.RoundOpened):
            self.label = event.name
            if said:
                self.lines.append((self.label, said))
                self.label = ""
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
                return f"{event.seat} calls" + (f" {event.amount}{ALL_IN[event.all_in]}" if event.amount else "")
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
            case e.Reshuffled() | AsideReturned():
                return f"reshuffled {event.count}"
            case e.TwiceAgreed():
                return f"{event.seat} runs twice"
            case e.TwiceDeclined():
                return f"{event.seat} runs once"
            case e.HandsOpened():
                return "open " + ", ".join(f"{s} {close(c)}" for s, c in zip(event.seats, event.cards, strict=True))
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
                part += f" board {event.board}" if event.board else ""
                return "; ".join(f"wins {seat} {amount} of pot {event.pot + 1}{part}" for seat, amount in awards)
            case e.HandEnded():
                return f"ended {event.reason}"
        return f"# {ruling_line(event)}" if isinstance(event, RulingEvent) else ""

    def silent(self, event: Any) -> str:  # noqa: ANN401 - any member of Event
        """What the text says of what usually follows of itself."""
        match event:
            case e.RoundOpened():
                return f"opens {event.seat}"
            case e.RoundSkipped():
                return f"skipped {event.name}"
            case e.BetsCollected():
                return f"collected {event.pot}"
        return ""

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


def ruled_events(events: list[e.Event]) -> frozenset[int]:
    """Which events a ruling caused: those that the play at that moment would not give of itself.

    What a ruling leaves to be minded (a wager that was held, cards to be shown at the end) follows of itself.
    """
    if not any(isinstance(event, RulingEvent) for event in events):
        return earlier_folds(events)
    first = events[0]
    assert isinstance(first, e.HandStarted)
    hand, at, found = begin(first), 1, set()
    while at < len(events):
        made = expected(hand, events[at : at + 2])
        count = len(made) if made and tuple(events[at : at + len(made)]) == made else 0
        if not count and (isinstance(events[at], e.Folded) or not is_time_out(hand, events[at])):
            found.add(at)
        for event in events[at : at + max(count, 1)]:
            evolve(hand, event)
        at += max(count, 1)
    return frozenset(found)


def earlier_folds(events: list[e.Event]) -> frozenset[int]:
    """Folds by a clock that folded where it would not now: they stand in the text as they happened."""
    if not any(isinstance(event, e.Folded) and event.timed_out for event in events):
        return frozenset()
    first = events[0]
    assert isinstance(first, e.HandStarted)
    hand, found = begin(first), set()
    for at, event in enumerate(events[1:], start=1):
        if isinstance(event, e.Folded) and event.timed_out and expected(hand, [event]) != (event,):
            found.add(at)
        evolve(hand, event)
    return frozenset(found)


def expected(hand: Hand, events: list[e.Event]) -> tuple[e.Event, ...]:
    """What would happen now if the first of these events were the play's own; nothing if it cannot be."""
    command = command_of(hand, events[0])
    if command is None and len(events) > 1 and isinstance(events[0], WagerForfeited):
        command = command_of(hand, events[1])  # a held wager is forfeited before the fold
    if command is None:
        return ()
    try:
        return decide(hand, command)
    except RuleViolation:
        return ()


def command_of(hand: Hand, event: Any) -> object:  # noqa: ANN401 - any member of Event
    """The command whose first event this may be, or None."""
    if hand.phase == HOUSE:
        return house_command(hand, event)
    return c.TimeOut(event.seat) if is_time_out(hand, event) else player_command(hand, event)


def house_command(hand: Hand, event: Any) -> object:  # noqa: ANN401 - any member of Event
    """The house's command whose first event this may be, or None."""
    match event:
        case e.Burned():
            return c.Burn(event.card)
        case e.StreetDealt():
            cards = in_dealing_order(hand, event)
            return None if cards is None else c.DealStreet(cards)
        case e.SharedDealt():
            return c.DealShared(event.card)
        case e.DrawDealt():
            return c.DealDraw(event.cards)
    return HOUSE_COMMANDS.get(type(event))


HOUSE_COMMANDS: Final[dict[type, object]] = {
    e.AntesPosted: c.PostAntes(), e.BlindPosted: c.PostBlind(), e.RoundOpened: c.OpenRound(),
    e.RoundSkipped: c.SkipStep(), e.UncalledReturned: c.ReturnUncalled(), e.BetsCollected: c.CollectBets(),
    e.Reshuffled: c.Reshuffle(), AsideReturned: c.Reshuffle(), e.HandsOpened: c.OpenHands(),
    e.TwiceOffered: c.OfferTwice(), e.Shown: c.TurnUp(), e.Mucked: c.TurnUp(), e.CommissionTaken: c.Settle(),
    e.PotAwarded: c.Settle(), e.HandEnded: c.Settle(),
}  # fmt: skip


def player_command(hand: Hand, event: Any) -> object:  # noqa: ANN401 - any member of Event
    """The player's command whose first event this may be, or None."""
    match event:
        case e.BetMade():
            return c.Bet(event.seat, event.to)
        case e.Raised():
            return c.RaiseTo(event.seat, event.to)
        case e.Discarded():
            return (c.Discard if hand.phase == DISCARDING else c.Draw)(event.seat, event.cards)
        case e.Shown():
            return c.Show(event.seat, event.cards)
    order = PLAYER_COMMANDS.get(type(event))
    return order(event.seat) if order else None


PLAYER_COMMANDS: Final[dict[type, Any]] = {
    e.BlindPosted: c.Straddle, e.OptionDeclined: c.Decline, e.Folded: c.Fold, e.Checked: c.Check, e.Called: c.Call,
    e.BroughtIn: c.BringIn, e.TimeBought: c.BuyTime, e.Mucked: c.Muck,
    e.TwiceAgreed: c.RunTwice, e.TwiceDeclined: c.RunOnce,
}  # fmt: skip


def in_dealing_order(hand: Hand, event: e.StreetDealt) -> tuple[Card, ...] | None:
    """The cards of a street as they left the shoe; None if the street that is due is not dealt so."""
    step = hand.rules.steps[hand.step]
    if not isinstance(step, Deal):
        return None
    piles = [{Face.DOWN: list(down), Face.UP: list(up)} for down, up in zip(event.down, event.up, strict=True)]
    cards: list[Card] = []
    for one in step.passes:
        for pile in piles:
            cards += pile[one.face][: one.count]
            del pile[one.face][: one.count]
    return None if any(left for pile in piles for left in pile.values()) else (*cards, *event.board)


def close(several: Iterable[Card]) -> str:
    """Cards written without spaces: "AhKd"."""
    return show(several, "")


HOUSE_CLOCK: Final = HOUSE_RULES.cite("8")


def clocks(policy: Policy) -> frozenset[str]:
    """The clauses by which a clock acts, or did in earlier hands."""
    return frozenset((*policy.time_out, *policy.earlier_time_out, *HOUSE_CLOCK))


def is_time_out(hand: Hand, event: Any) -> bool:  # noqa: ANN401 - any member of Event
    """Whether the clock made this happen: only a time-out cites the clause of a clock first for a player's choice."""
    if hand.phase not in (BETTING, DRAWING, DISCARDING, SHOWING, OPTION, AGREEING) or isinstance(event, RulingEvent):
        return False
    return hasattr(event, "seat") and not clocks(hand.rules.policy).isdisjoint(event.cites[:1])
