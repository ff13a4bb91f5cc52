"""One round of play, as it stands: the state that events are folded into.

Players are kept by position in dealing order (clockwise from the left of the button), so that "nearest the button's
left" is always the lowest position. `seats` gives the seat number of each position.
"""

from __future__ import annotations

from typing import Final

from openfelt.cards import ALL_CARDS, UNKNOWN, Card, show
from openfelt.errors import InvariantBroken
from openfelt.table.aftermath import Aftermath
from openfelt.table.by_seat import STATUSES, BySeat
from openfelt.table.rules import HalfRules, RoundRules, Rules

# Phases: who has the next word.
HOUSE: Final = 0
BETTING: Final = 1
DRAWING: Final = 2
DISCARDING: Final = 3
OPTION: Final = 4
SHOWING: Final = 5
OVER: Final = 6
AGREEING: Final = 7
PHASES: Final = ("house", "betting", "drawing", "discarding", "option", "showing", "over", "agreeing")

# Status of a player in the hand.
ABLE: Final = 0
ALL_IN: Final = 1
OUT: Final = 2

# One bit for each card; none for an unknown one.
BITS: Final = tuple(0 if card == UNKNOWN else 1 << card for card in ALL_CARDS)

# Stages inside the house's part of a step.
FRESH: Final = 0
BURNT: Final = 1
CLOSING: Final = 2
SERVING: Final = 3
BURNT_FOR_FIFTH: Final = 4
POSTING: Final = 5
SHOWDOWN: Final = 6
SOLE: Final = 7

FIELDS: Final = (
    "able", "acted", "acts", "acts_before", "aggressor", "awards", "bets", "blind_bets_only", "blinds", "board",
    "bought", "brought", "burns", "button", "called", "changing", "charged", "checks", "contributed", "dead",
    "dead_total", "deferred", "down", "drawn",
    "first_board", "first_turn", "folds", "forced", "fork", "fork_step",
    "full", "hand_id", "high", "highs", "inc", "index", "last_blind",
    "last_opener", "late", "live", "lows", "muck", "n", "opened", "opener", "outcome", "owed", "phase", "posted",
    "put", "raises", "round", "rules", "seats",
    "second_highs", "second_lows", "seen", "shared", "shoe_no", "show_at",
    "show_order", "shown", "special", "stacks", "stage", "start", "status", "step", "stub", "taken", "thrown",
    "to_act", "time_fees", "total", "turn", "turns", "twice", "up", "wagered", "wagers",
)  # fmt: skip


def add_up(amounts: list[int]) -> int:
    """The sum of a column of chips. Asked after every event: a plain loop compiles to a fraction of the built-in."""
    whole = 0
    for amount in amounts:
        whole += amount
    return whole


def clear(amounts: list[int]) -> None:
    """A column of chips back to nothing."""
    for at in range(len(amounts)):
        amounts[at] = 0


def none_yet(flags: list[bool]) -> None:
    """A column of yes and no back to no."""
    for at in range(len(flags)):
        flags[at] = False


def bits_of(cards: tuple[Card, ...]) -> int:
    """One bit for each card; none for an unknown one."""
    named = 0
    for card in cards:
        number: int = card
        named |= BITS[number]
    return named


def has_unknown(cards: tuple[Card, ...]) -> bool:
    """Whether a card of these is not known to the table."""
    for card in cards:
        number: int = card
        if not BITS[number]:
            return True
    return False


# A bet or raise of this betting round: by which position, its total, what it adds, whether it is full and counts toward
# the cap; and what it was made on: the last full wager, the least raise, who had acted.
Wager = tuple[int, int, int, bool, bool, int, int, tuple[bool, ...]]


class Hand:
    """The state of one round of play. Only `evolve` changes it; `copy` is for search and trials."""

    __slots__ = FIELDS

    rules: Rules
    hand_id: str
    seats: tuple[int, ...]
    index: dict[int, int]
    n: int
    button: int
    start: tuple[int, ...]
    brought: tuple[tuple[int, int], ...]  # seat, chips: where play has made the stack another
    stacks: list[int]
    bets: list[int]
    put: list[int]
    dead: list[int]
    dead_total: int
    taken: int
    total: int
    status: list[int]
    acted: list[bool]
    down: list[tuple[Card, ...]]
    up: list[tuple[Card, ...]]
    board: tuple[Card, ...]
    shared: bool
    burns: tuple[Card, ...]
    muck: tuple[Card, ...]
    forced: tuple[int, ...]  # put up as antes and blinds of every kind, dead money aside
    seen: int  # one bit for each card that has left the shoe
    stub: int
    drawn: int
    shoe_no: int
    step: int
    stage: int
    phase: int
    to_act: int
    turns: int
    live: int
    able: int
    blinds: tuple[tuple[int, int], ...]
    late: tuple[tuple[int, int, int], ...]
    posted: int
    last_blind: int
    round: RoundRules | None
    opener: int
    first_turn: bool
    high: int
    full: int
    inc: int
    raises: int
    aggressor: int
    wagers: tuple[Wager, ...]  # of this betting round; asked only when one of them goes back
    called: int
    blind_bets_only: bool
    bought: list[int]
    owed: list[int]
    deferred: tuple[int, ...]
    thrown: list[tuple[Card, ...]]
    changing: int
    show_order: tuple[int, ...]
    show_at: int
    shown: list[int]  # 0 not yet, 1 shown, 2 mucked
    highs: list[int]
    lows: list[int]
    opened: int  # so many community cards lay when all hands were turned up; -1: they are not
    twice: int  # 0 not asked, -1 once, 1 agreed and the first board is dealt, 2 the second is
    fork: int  # so many community cards belong to both boards
    fork_step: int
    first_board: tuple[Card, ...]
    second_highs: list[int]
    second_lows: list[int]
    awards: tuple[tuple[int, str, tuple[int, ...], tuple[int, ...]], ...]  # pot, part, seats, amounts
    contributed: tuple[int, ...]  # what each put in, kept when the round has ended
    outcome: str
    turn: object
    # for the floor's deadlines: one bit for each position
    acts: int  # acted in this betting round
    acts_before: int  # acted in earlier rounds
    checks: int  # checked in this betting round
    wagered: int  # called, bet or raised of their own will
    last_opener: int
    folds: tuple[int, ...]
    charged: list[int]  # dead money for time, by position
    time_fees: tuple[int, ...]  # what the house earned for time, by position
    special: Aftermath | None  # what rulings left to be minded

    def copy(self) -> Hand:
        """A hand that can be played on without touching this one, field by field: no loop over names is as fast."""
        twin = Hand.__new__(Hand)
        twin.rules, twin.hand_id, twin.seats, twin.index = self.rules, self.hand_id, self.seats, self.index
        twin.n, twin.button, twin.start, twin.brought = self.n, self.button, self.start, self.brought
        twin.dead_total, twin.taken, twin.total, twin.board = self.dead_total, self.taken, self.total, self.board
        twin.shared, twin.burns, twin.muck, twin.forced = self.shared, self.burns, self.muck, self.forced
        twin.seen, twin.stub, twin.drawn, twin.shoe_no = self.seen, self.stub, self.drawn, self.shoe_no
        twin.step, twin.stage, twin.phase, twin.to_act = self.step, self.stage, self.phase, self.to_act
        twin.turns, twin.live, twin.able, twin.blinds = self.turns, self.live, self.able, self.blinds
        twin.late, twin.posted, twin.last_blind, twin.round = self.late, self.posted, self.last_blind, self.round
        twin.opener, twin.first_turn, twin.high, twin.full = self.opener, self.first_turn, self.high, self.full
        twin.inc, twin.raises, twin.aggressor, twin.called = self.inc, self.raises, self.aggressor, self.called
        twin.blind_bets_only, twin.deferred, twin.changing = self.blind_bets_only, self.deferred, self.changing
        twin.show_order, twin.show_at, twin.opened = self.show_order, self.show_at, self.opened
        twin.twice, twin.fork, twin.fork_step = self.twice, self.fork, self.fork_step
        twin.first_board, twin.awards, twin.contributed = self.first_board, self.awards, self.contributed
        twin.outcome, twin.turn, twin.acts, twin.acts_before = self.outcome, self.turn, self.acts, self.acts_before
        twin.checks, twin.wagered, twin.last_opener = self.checks, self.wagered, self.last_opener
        twin.folds, twin.special, twin.wagers, twin.time_fees = self.folds, self.special, self.wagers, self.time_fees
        twin.stacks, twin.bets, twin.put, twin.dead = self.stacks[:], self.bets[:], self.put[:], self.dead[:]
        twin.status, twin.acted, twin.down, twin.up = self.status[:], self.acted[:], self.down[:], self.up[:]
        twin.bought, twin.owed, twin.thrown, twin.shown = self.bought[:], self.owed[:], self.thrown[:], self.shown[:]
        twin.highs, twin.lows, twin.second_highs = self.highs[:], self.lows[:], self.second_highs[:]
        twin.second_lows, twin.charged = self.second_lows[:], self.charged[:]
        return twin

    def __copy__(self) -> Hand:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Hand:
        return self.copy()

    def __repr__(self) -> str:
        """Where the hand stands, without a hidden card."""
        sign = self.rules.sign
        due = f"{PHASES[self.phase]} by seat {self.seat_to_act}" if self.to_act >= 0 else PHASES[self.phase]
        stacks = ", ".join(f"{seat}: {chips}" for seat, chips in self.by_seat.stacks.items())
        board = f", board {show(self.board)}" if self.board else ""
        game = f"{self.hand_id or 'unnamed'}: {sign.rulebook} {sign.game}"
        return f"<Hand {game}, {due}{board}, pot {self.pot}, stacks {stacks}>"

    def __dir__(self) -> list[str]:
        """What a caller of the library needs; the other fields are the engine's own, by position in dealing order."""
        return [*(name for name in object.__dir__(self) if name.startswith("__")), *_FOR_CALLERS]

    @property
    def by_seat(self) -> BySeat:
        """Stacks, bets and cards by seat number."""
        places = sorted(self.index.items())
        return BySeat(
            stacks={seat: self.stacks[i] for seat, i in places},
            bets={seat: self.bets[i] for seat, i in places},
            put={seat: self.put[i] for seat, i in places},
            down={seat: self.down[i] for seat, i in places},
            up={seat: self.up[i] for seat, i in places},
            status={seat: STATUSES[self.status[i]] for seat, i in places},
        )

    @property
    def pot(self) -> int:
        """Everything put in and not yet awarded or taken, the wagers of this betting round included."""
        return self.total - add_up(self.stacks) - self.taken

    @property
    def is_over(self) -> bool:
        """Whether the round of play has ended."""
        return self.phase == OVER

    @property
    def seat_to_act(self) -> int | None:
        """The seat whose choice is due, if any."""
        return self.seats[self.to_act] if self.to_act >= 0 else None

    def place(self, seat: int) -> int:
        """The position of a seat that is dealt in; most often it is the one whose turn it is."""
        i = self.to_act
        return i if i >= 0 and self.seats[i] == seat else self.index[seat]

    def position(self, seat: int) -> int:
        """The position of a seat in dealing order, or -1 for a seat that is not dealt in."""
        return self.index.get(seat, -1)

    def contenders(self) -> int:
        """How many have neither folded nor conceded at the showdown."""
        left = self.live
        for said in self.shown:
            if said == 2:
                left -= 1
        return left

    def holding(self, position: int) -> tuple[Card, ...]:
        """All cards of a player, down cards first."""
        return self.down[position] + self.up[position]

    def strengths(self, half: HalfRules, second: bool = False) -> list[int]:  # noqa: FBT001, FBT002 - the hot path
        """What the hands shown are worth for one half of the pot, with the only or first board, or with the second."""
        if second:
            return self.second_lows if half.in_low else self.second_highs
        return self.lows if half.in_low else self.highs

    def check_chips(self) -> None:
        """Chips are conserved: stacks, contributions and what the room took add up to what was there at the start."""
        if add_up(self.stacks) + add_up(self.put) + self.dead_total + self.taken != self.total:
            raise InvariantBroken(
                f"chips are not conserved: stacks {self.stacks}, put {self.put}, dead {self.dead_total}, "
                f"taken {self.taken}, started with {self.total}"
            )


_FOR_CALLERS: Final = (
    "board", "burns", "button", "by_seat", "copy", "hand_id", "is_over", "muck", "outcome", "pot", "rules",
    "seat_to_act", "seats", "stub", "taken",
)  # fmt: skip
