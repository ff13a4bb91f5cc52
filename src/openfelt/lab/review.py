"""A finished hand looked at again by one who played it: each of the own decisions, and what there was to know by then.

Made of the events as that player saw them, and of what the others showed at its end; nobody's hidden card is asked for.
Owns the questions; whoever asks them works out the odds (`equity`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.cards import UNKNOWN, Card, show
from openfelt.games.game import Discard
from openfelt.games.sign import Sign
from openfelt.lab.equity_games import GAMES
from openfelt.rulebooks import Cites
from openfelt.table import Viewer, begin, event_view, evolve, view
from openfelt.table import events as e
from openfelt.table import ruling_events as ru
from openfelt.table.hand import OUT, Hand

DECISIONS: Final = (e.Folded, e.Checked, e.Called, e.BetMade, e.Raised)
FEW: Final = 4  # so many unknown cards are counted in a moment; more are sampled, unless all of them are the board's
SAMPLES: Final = 200_000
MOVED: Final = (ru.CardsMoved, ru.StreetRecalled)  # after these, cards are not those that were dealt


@dataclass(frozen=True, slots=True)
class ReviewedAct:
    """One act of the player: what stood in the pot, what a call cost, and whose cards are known how far.

    `hands` has the own hand first, then those still in, unknown cards as `??`. `why` says why its odds are not counted.
    """

    at: int  # the place of the event in the hand
    street: str
    act: str
    pot: int
    price: int
    paid: int
    board: tuple[Card, ...]
    seats: tuple[int, ...]
    hands: tuple[str, ...]
    unknown: int  # cards that are not known, those still to come among them
    shown: bool  # all who were in showed their hands at the end
    cites: Cites
    why: str = ""

    @property
    def samples(self) -> int:
        """How many deals are drawn; 0: every one is counted."""
        return 0 if self.unknown <= FEW or (self.shown and self.unknown <= FEW + 1) else SAMPLES


def decisions(events: Sequence[e.Event], seat: int) -> tuple[ReviewedAct, ...]:
    """The decisions of a seat in a finished hand, as that seat can look back on them."""
    viewer = Viewer("seat", seat)
    seen = [event_view(one, viewer) for one in events]
    drew = {one.seat for one in seen if isinstance(one, e.DrawDealt)}  # what they showed is not what they held before
    later = {one.seat: one.cards for one in seen if isinstance(one, e.Shown) and one.seat not in drew}
    first = events[0]
    assert isinstance(first, e.HandStarted)
    state, known = (
        begin(first),
        Known(first.sign, seat, {one: hidden(cards, seen, one) for one, cards in later.items()}),
    )
    known.is_moved = any(isinstance(one, MOVED) for one in events)
    made: list[ReviewedAct] = []
    for at, (event, told) in enumerate(zip(events, seen, strict=True)):
        if at == 0:
            continue
        if isinstance(event, DECISIONS) and event.seat == seat:
            made.append(known.decision(at, event, state))
        known.take(told)
        evolve(state, event)
    return tuple(made)


def hidden(shown: tuple[Card, ...], seen: Sequence[e.Event], seat: int) -> tuple[Card, ...]:
    """The cards of a hand that was shown which never lay face up before, in the order of dealing."""
    ups: set[Card] = set()
    for one in seen:
        if isinstance(one, e.StreetDealt) and seat in one.seats:
            ups |= set(one.up[one.seats.index(seat)])
    return tuple(card for card in shown if card not in ups)


class Known:
    """What the player knows of everybody's cards, then and in hindsight."""

    def __init__(self, sign: Sign, seat: int, later: dict[int, tuple[Card, ...]]) -> None:
        self.sign = sign
        self.seat = seat
        self.later = later
        self.street = ""
        self.is_moved = False  # a ruling moved cards in this hand
        self.down: dict[int, tuple[Card, ...]] = {}
        self.up: dict[int, tuple[Card, ...]] = {}
        self.game = GAMES.by_name.get(sign.game)

    def take(self, event: e.Event) -> None:
        """One more event, as the player saw it."""
        match event:
            case e.StreetDealt():
                self.street = event.name
                for seat, down, up in zip(event.seats, event.down, event.up, strict=True):
                    self.down[seat] = self.down.get(seat, ()) + down
                    self.up[seat] = self.up.get(seat, ()) + up
            case e.Discarded() if not self.is_moved:
                left = list(self.down.get(event.seat, ()))
                for card in event.cards:
                    left.remove(card if card in left else UNKNOWN)
                self.down[event.seat] = tuple(left)
            case e.DrawDealt():
                self.down[event.seat] = self.down.get(event.seat, ()) + event.cards

    def held(self, seat: int) -> tuple[Card, ...]:
        """The cards of a seat at this moment, as far as they are known by the end."""
        down, up = self.down.get(seat, ()), self.up.get(seat, ())
        if UNKNOWN in down and seat in self.later:
            found = self.later[seat][: len(down)]
            down = found if len(found) == len(down) else down
        return down + up

    def decision(self, at: int, event: e.Event, state: Hand) -> ReviewedAct:
        """One act, before it changes anything."""
        assert isinstance(event, DECISIONS)
        mine = state.index[self.seat]
        price = min(max(state.bets) - state.bets[mine], state.stacks[mine])
        live = [state.seats[i] for i in range(state.n) if state.status[i] != OUT and state.seats[i] != self.seat]
        held = self.held if not self.is_moved else seen_by(state, self.seat).__getitem__
        hands = tuple(held(one) for one in (self.seat, *live))
        why, unknown = self.uncounted(hands, state.board)
        return ReviewedAct(
            at=at,
            street=self.street,
            act=type(event).__name__,
            pot=sum(state.start) - sum(state.stacks) - state.taken,
            price=price,
            paid=paid_by(event, state.bets[mine]),
            board=state.board,
            seats=tuple(live),
            hands=tuple(show(one, "") for one in hands),
            unknown=unknown,
            shown=all(UNKNOWN not in one for one in hands),
            cites=event.cites,
            why=why,
        )

    def uncounted(self, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> tuple[str, int]:
        """Why odds cannot be counted now, and how many cards are unknown if they can."""
        game = self.game
        if self.is_moved:
            return "a ruling moved cards in this round", 0
        if game is None or self.sign.rulebook not in game.books:
            return "odds of this game are not counted under its book", 0
        if len(hands) == 1:
            return "nobody else was in", 0
        most = max(len(one) for one in hands)
        if most > game.hole:
            return "cards were still to be given up", 0
        if any(isinstance(step, Discard) for step in steps_of(self.sign)) and most < game.hole:
            return "cards were still to be dealt", 0
        missing = sum(game.hole - sum(card != UNKNOWN for card in one) for one in hands)
        return "", missing + max(0, game.board - len(board))


def seen_by(state: Hand, seat: int) -> dict[int, tuple[Card, ...]]:
    """The cards of every seat as one of them sees them at this moment."""
    return {one.seat: one.down + one.up for one in view(state, Viewer("seat", seat)).seats}


def steps_of(sign: Sign) -> tuple[object, ...]:
    """The steps of a sign's game."""
    from openfelt.games.registry import game_of  # noqa: PLC0415 - one question

    return tuple(game_of(sign).steps)


def paid_by(event: e.Event, before: int) -> int:
    """The chips that an act put in."""
    match event:
        case e.Called():
            return event.amount
        case e.BetMade() | e.Raised():
            return event.to - before
    return 0
