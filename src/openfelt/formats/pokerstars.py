"""A hand in the layout that players paste: header, seats, posts, streets, show-down and summary.

The layout knows hold'em, Omaha, seven-card stud and draw games with numbers and words of its own; it has no word for a
clause, a ruling or a rulebook, so PHH (or the journal) keeps what it cannot say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from openfelt.cards import UNKNOWN, Card, show
from openfelt.errors import NotationError
from openfelt.formats.amounts import text_of
from openfelt.games.registry import game_of
from openfelt.games.sign import Sign
from openfelt.hands import unpack
from openfelt.hands.words import in_words
from openfelt.table import events as e
from openfelt.table.play import replay
from openfelt.table.rules import compile_rules
from openfelt.table.seen import Viewer
from openfelt.table.views import event_view

LIMITS: Final = {"structured": "Limit", "no-limit": "No Limit", "full-pot": "Pot Limit", "half-pot": "Half Pot Limit"}
STREETS: Final = {
    "flop": "FLOP", "turn": "TURN", "river": "RIVER", "third street": "3rd STREET", "fourth street": "4th STREET",
    "fifth street": "5th STREET", "sixth street": "6th STREET", "seventh street": "RIVER",
}  # fmt: skip
BLINDS: Final = ("small blind", "big blind")


def dump_pokerstars(
    events: Sequence[e.Event],
    *,
    viewer: Viewer,
    played: datetime,
    names: Mapping[int, str] | None = None,
    number: int | None = None,
    places: int = 2,
    currency: str = "$",
    site: str = "openfelt",
) -> str:
    """A finished hand as text for trackers and forums, as `viewer` saw it.

    `number` must be the same each time a hand is exported; it is the hand's own if that is a number. Amounts are the
    sign's, with `places` decimals (cents by default). `site` begins the text: importers of this layout look for the
    name of the site that it comes from.
    """
    first, last = events[0], events[-1]
    if not isinstance(first, e.HandStarted) or not isinstance(last, e.HandEnded):
        raise NotationError("a history is written of a whole hand, from its first event to its last")
    if last.reason == "void":
        raise NotationError("a void hand has no history in this layout")
    if number is None:
        if not first.hand_id.isdecimal():
            raise NotationError(f"hand {first.hand_id!r} has no number; give one, always the same for this hand")
        number = int(first.hand_id)
    teller = Teller(first, names or {}, viewer, places=places, currency=currency)
    teller.side_pots = any(isinstance(event, e.PotAwarded) and event.pot > 0 for event in events)
    for event in events[1:]:
        teller.tell(event_view(event, viewer))
    head = teller.header(number, played, site)
    return "\n".join([*head, *teller.lines, *teller.summary(replay(events).stacks)]) + "\n"


class Teller:
    """Turns events into lines; keeps what the summary needs."""

    def __init__(
        self, first: e.HandStarted, names: Mapping[int, str], viewer: Viewer, *, places: int, currency: str
    ) -> None:
        self.first = first
        self.halves = compile_rules(first.sign).halves
        self.viewer = viewer
        self.places, self.currency = places, currency
        self.names = {seat: names.get(seat, f"Seat{seat}") for seat in first.seats}
        self.lines: list[str] = []
        self.bets = dict.fromkeys(first.seats, 0)
        self.high = 0
        self.board: tuple[Card, ...] = ()
        self.first_board: tuple[Card, ...] = ()
        self.fork = -1  # so many cards belong to both boards, where the rest is dealt twice
        self.dealt_once: set[str] = set()
        self.held: dict[int, tuple[Card, ...]] = {}
        self.fates: dict[int, str] = {}
        self.won = dict.fromkeys(first.seats, 0)
        self.pot = self.rake = 0
        self.street = ""
        self.showing = self.side_pots = False

    def money(self, units: int) -> str:
        """An amount with its currency."""
        text = text_of(units, self.places)
        if self.places and "." in text:
            whole, _, part = text.partition(".")
            text = f"{whole}.{part.ljust(2, '0')}"
        return self.currency + text

    def header(self, number: int, played: datetime, site: str) -> list[str]:
        """Site, number, game and limit, stakes and time; the table with its button; one line for each seat."""
        sign = self.first.sign
        kind = LIMITS.get(sign.limit.kind)
        if kind is None:
            raise NotationError(f"this layout has no {sign.limit.kind} limit", legal=tuple(LIMITS))
        stakes = self.stakes(sign)
        time = f"{played:%Y/%m/%d %H:%M:%S} UTC"
        title = f"{site} Hand #{number}:  {game_of(sign).name} {kind} ({stakes}) - {time}"
        table = f"Table '{sign.table or 'openfelt'}' {sign.seats}-max Seat #{self.first.button} is the button"
        stacks = sorted(zip(self.first.seats, self.first.stacks, strict=True))
        seats = [f"Seat {seat}: {self.names[seat]} ({self.money(stack)} in chips)" for seat, stack in stacks]
        return [title, table, *seats]

    def stakes(self, sign: Sign) -> str:
        """Small and big bet in limit games, else the blinds."""
        if sign.limit.kind == "structured":
            return f"{self.money(sign.limit.small)}/{self.money(sign.limit.big)}"
        return "/".join(map(self.money, sign.blinds or (sign.limit.small,)))

    def tell(self, event: e.Event) -> None:
        """Add the lines of one event."""
        teller = _TELLERS.get(type(event))
        if teller is None:
            raise NotationError(f"this layout cannot say {type(event).__name__}; PHH or the journal can")
        teller(self, event)

    def say(self, seat: int, words: str, *, all_in: bool = False) -> None:
        """A line about one player."""
        self.lines.append(f"{self.names[seat]}: {words}{' and is all-in' if all_in else ''}")

    def put(self, seat: int, to: int) -> None:
        """Remember a wager of this round."""
        self.pot += to - self.bets[seat]
        self.bets[seat] = to
        self.high = max(self.high, to)

    def antes(self, event: e.AntesPosted) -> None:
        """Posts of the ante."""
        for seat, amount in zip(self.first.seats, event.amounts, strict=True):
            if amount:
                self.pot += amount
                self.say(seat, f"posts the ante {self.money(amount)}")

    def blind(self, event: e.BlindPosted) -> None:
        """A blind by its name. The layout has no straddle: importers would misread the first round."""
        if event.kind not in {"blind", "late"}:
            raise NotationError(f"this layout has no {event.kind}; PHH has")
        order = [seat for seat, _ in self.first.blinds]
        at = order.index(event.seat) if event.kind == "blind" and event.seat in order else len(BLINDS)
        at += len(BLINDS) - len(order) if len(order) < len(BLINDS) and at < len(BLINDS) else 0
        word = BLINDS[at] if at < len(BLINDS) else "big blind" if event.kind == "late" else "blind"
        self.say(event.seat, f"posts {word} {self.money(event.amount + event.dead)}")
        self.pot += event.dead
        self.put(event.seat, self.bets[event.seat] + event.amount)  # whoever comes in may post a blind and more
        self.high = max(self.high, event.price)

    def dealt(self, event: e.StreetDealt) -> None:
        """The heading of the street with the community cards, and the cards this reader saw."""
        if event.board:
            run = self.run_of(event)
            before = f"[{show(self.board)}] " if self.board else ""
            self.lines.append(
                f"*** {run}{STREETS.get(event.name, event.name.upper())} *** {before}[{show(event.board)}]"
            )
            self.board += event.board
        elif event.name in STREETS:
            self.lines.append(f"*** {STREETS[event.name]} ***")
        else:
            self.lines.append("*** HOLE CARDS ***")
        for seat, down, up in zip(event.seats, event.down, event.up, strict=True):
            new = tuple(card for card in down + up if card != UNKNOWN)
            if new:
                old = f"[{show(self.held[seat])}] " if self.held.get(seat) else ""
                self.lines.append(f"Dealt to {self.names[seat]} {old}[{show(new)}]")
                self.held[seat] = self.held.get(seat, ()) + new
        self.street = event.name

    def run_of(self, event: e.StreetDealt) -> str:
        """Which of the two boards a street belongs to, where the rest was dealt twice; else nothing."""
        if self.fork < 0:
            return ""
        if event.name in self.dealt_once:  # the second time: from where the boards part
            if not self.first_board:
                self.first_board, self.board = self.board, self.board[: self.fork]
            return "SECOND "
        self.dealt_once.add(event.name)
        return "FIRST "

    def shared(self, event: e.SharedDealt) -> None:
        """The community card of a stud deck that ran short."""
        self.board += (event.card,)
        self.lines.append(f"*** RIVER *** [{show((event.card,))}]")

    def folded(self, event: e.Folded) -> None:
        """A fold, and where it happened for the summary."""
        self.pot += event.paid
        self.say(event.seat, "folds")
        self.fates[event.seat] = f"folded {'before Flop' if not self.board else f'on the {self.street.capitalize()}'}"

    def called(self, event: e.Called) -> None:
        """A call for so much more; this layout knows a call of nothing as a check."""
        if not event.amount:
            self.say(event.seat, "checks")
            return
        self.say(event.seat, f"calls {self.money(event.amount)}", all_in=event.all_in)
        self.put(event.seat, self.bets[event.seat] + event.amount)

    def bet(self, event: e.BetMade) -> None:
        """An opening bet."""
        self.say(event.seat, f"bets {self.money(event.to)}", all_in=event.all_in)
        self.put(event.seat, event.to)

    def raised(self, event: e.Raised) -> None:
        """A raise by so much to so much."""
        self.say(event.seat, f"raises {self.money(event.by)} to {self.money(event.to)}", all_in=event.all_in)
        self.put(event.seat, event.to)

    def brought_in(self, event: e.BroughtIn) -> None:
        """The forced bet of stud."""
        self.say(event.seat, f"brings in for {self.money(event.amount)}", all_in=event.all_in)
        self.put(event.seat, event.amount)

    def returned(self, event: e.UncalledReturned) -> None:
        """What nobody called."""
        self.pot -= event.amount
        self.lines.append(f"Uncalled bet ({self.money(event.amount)}) returned to {self.names[event.seat]}")

    def collected(self, _: e.BetsCollected) -> None:
        """The wagers of the next round begin at nothing."""
        self.bets = dict.fromkeys(self.bets, 0)
        self.high = 0

    def discarded(self, event: e.Discarded) -> None:
        """A discard or a pat hand; the reader's own cards are named."""
        count = len(event.cards)
        if not count:
            self.say(event.seat, "stands pat")
            return
        own = "" if UNKNOWN in event.cards else f" [{show(event.cards)}]"
        self.say(event.seat, f"discards {count} card{'s' if count > 1 else ''}{own}")
        self.held[event.seat] = tuple(card for card in self.held.get(event.seat, ()) if card not in event.cards)

    def drawn(self, event: e.DrawDealt) -> None:
        """Replacements, for the reader who sees them."""
        if UNKNOWN not in event.cards:
            old = self.held.get(event.seat, ())
            self.lines.append(f"Dealt to {self.names[event.seat]} [{show(old)}] [{show(event.cards)}]")
            self.held[event.seat] = old + event.cards

    def show_down(self) -> None:
        """The heading, once."""
        if not self.showing:
            self.lines.append("*** SHOW DOWN ***")
            self.showing = True

    def shown(self, event: e.Shown) -> None:
        """A hand shown."""
        self.show_down()
        self.say(event.seat, f"shows [{show(event.cards)}] ({self.value(event)})")
        self.fates[event.seat] = f"showed [{show(event.cards)}] and lost"

    def value(self, event: e.Shown) -> str:
        """What a hand that is shown is worth, in words: importers expect some."""
        strengths = [(half, event.low if half.in_low else event.high) for half in self.halves]
        said = [str(in_words(half.scale, *unpack(half.scale, strength))) for half, strength in strengths if strength]
        return "; ".join(said) or "no hand"

    def mucked(self, event: e.Mucked) -> None:
        """A hand conceded."""
        self.show_down()
        self.say(event.seat, "mucks hand")
        self.fates[event.seat] = "mucked"

    def raked(self, event: e.CommissionTaken) -> None:
        """What the room took."""
        self.rake += sum(event.amounts)

    def awarded(self, event: e.PotAwarded) -> None:
        """A pot, or a part of one."""
        main = "main pot" if self.side_pots else "pot"
        pot = main if not event.pot else f"side pot-{event.pot}"
        for seat, amount in zip(event.seats, event.amounts, strict=True):
            if amount:
                self.won[seat] += amount
                self.lines.append(f"{self.names[seat]} collected {self.money(amount)} from {pot}")

    def summary(self, stacks: Sequence[int]) -> list[str]:
        """Total pot, rake, board and what became of each seat. Importers recompute the pot; it must come out."""
        assert sum(self.won.values()) + self.rake == self.pot
        assert len(stacks) == len(self.first.seats)
        said = ["*** SUMMARY ***", f"Total pot {self.money(self.pot)} | Rake {self.money(self.rake)}"]
        if self.first_board:
            said += ["Hand was run twice", f"FIRST Board [{show(self.first_board)}]"]
        if self.board:
            said.append(f"{'SECOND ' if self.first_board else ''}Board [{show(self.board)}]")
        return said + [f"Seat {seat}: {self.names[seat]} {self.fate(seat)}" for seat in sorted(self.first.seats)]

    def fate(self, seat: int) -> str:
        """What became of one seat."""
        if self.won[seat]:
            fate = self.fates.get(seat, "")
            shown = fate.removesuffix(" and lost")
            return (
                f"{shown} and won ({self.money(self.won[seat])})"
                if fate
                else f"collected ({self.money(self.won[seat])})"
            )
        return self.fates.get(seat, "folded")


def _silent(_teller: Teller, _event: Any) -> None:  # noqa: ANN401 - an event that has no line in this layout
    return


def _agreed(teller: Teller, _event: e.TwiceAgreed) -> None:
    teller.fork = len(teller.board)


def _declined(teller: Teller, _event: e.TwiceDeclined) -> None:
    teller.fork = -1


def _time_bought(teller: Teller, event: e.TimeBought) -> None:
    teller.pot += event.pot


_TELLERS: Final[dict[type, Callable[[Teller, Any], None]]] = {
    e.AntesPosted: Teller.antes,
    e.BlindPosted: Teller.blind,
    e.OptionDeclined: _silent,
    e.Burned: _silent,
    e.StreetDealt: Teller.dealt,
    e.SharedDealt: Teller.shared,
    e.RoundOpened: _silent,
    e.RoundSkipped: _silent,
    e.Folded: Teller.folded,
    e.Checked: lambda teller, event: teller.say(event.seat, "checks"),
    e.Called: Teller.called,
    e.BetMade: Teller.bet,
    e.Raised: Teller.raised,
    e.BroughtIn: Teller.brought_in,
    e.TimeBought: _time_bought,
    e.UncalledReturned: Teller.returned,
    e.BetsCollected: Teller.collected,
    e.Discarded: Teller.discarded,
    e.DrawDealt: Teller.drawn,
    e.Reshuffled: _silent,
    e.HandsOpened: _silent,
    e.TwiceOffered: _silent,
    e.TwiceAgreed: _agreed,
    e.TwiceDeclined: _declined,
    e.Shown: Teller.shown,
    e.Mucked: Teller.mucked,
    e.CommissionTaken: Teller.raked,
    e.PotAwarded: Teller.awarded,
    e.HandEnded: _silent,
}
