"""The state of one house-banked table: boxes, purses, bank, cards. Only `evolve` changes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from openfelt.cards import Card
from openfelt.pit.events import NoticeGiven
from openfelt.pit.game import PitGame
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import AnySign

EMPTY: Final = "empty"
BETTING: Final = "betting"
DEALING: Final = "dealing"
FLOP: Final = "flop"
TAKE_UP: Final = "take-up"
DECISION: Final = "decision"
BONUS: Final = "bonus"
RIVER: Final = "river"
TURN: Final = "turn"
SETTLING: Final = "settling"
RACKING: Final = "racking"
DONE: Final = "done"

CALL: Final = "call"
RAISE: Final = "raise"
STAY: Final = "stay"
FOLD: Final = "fold"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended, why, and what each player gained."""

    reason: str
    nets: tuple[tuple[str, int], ...]


class Box:
    """One marked area: its wagers, its cards, what was decided on it."""

    __slots__ = (
        "blind",
        "cards",
        "decision",
        "declared",
        "lost",
        "marker",
        "no",
        "player",
        "seen",
        "staked",
        "stakes",
        "taken",
        "void",
    )

    def __init__(self, no: int) -> None:
        self.no = no
        self.marker = 0
        self.clear()

    def clear(self) -> None:
        """Make the box ready for another deal."""
        self.player = ""
        self.stakes: dict[Spot, int] = {}
        self.staked: dict[Spot, int] = {}
        self.cards: list[Card] = []
        self.seen: set[int] = set()
        self.decision = ""
        self.declared = False
        self.blind = False
        self.taken = 0
        self.lost: set[Spot] = set()  # wagers that the house has collected
        self.void = False

    @property
    def is_undecided(self) -> bool:
        """Whether this hand was dealt in and has neither stayed nor folded."""
        return bool(self.cards) and not self.decision and not self.void and Spot.ANTE in self.stakes

    @property
    def is_staying(self) -> bool:
        """Whether this hand goes to the settlement."""
        return self.decision in (CALL, RAISE, STAY) and not self.void

    @property
    def laid(self) -> int:
        """The chips that lie on this box."""
        return sum(self.stakes.values())

    def key(self) -> tuple[object, ...]:
        """All of it, for comparing."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def copy(self) -> Box:
        """An equal box that may go its own way."""
        other = Box.__new__(Box)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (dict, list, set)) else value)
        return other


class Round:
    """The table now: this round of play, and what is remembered from round to round."""

    __slots__ = (
        "abstained",
        "apart",
        "bank",
        "board",
        "boxes",
        "breach",
        "capped",
        "closed",
        "cut",
        "dealer",
        "dealer_up",
        "directions",
        "discards",
        "excluded",
        "exposures",
        "faulty_deck",
        "game",
        "notice",
        "number",
        "opening",
        "out_of_round",
        "outcome",
        "peeked",
        "phase",
        "plan",
        "purses",
        "qualified",
        "seats",
        "seen_board",
        "shoe",
        "sign",
        "taken_up",
        "total",
        "warned",
    )

    sign: AnySign
    game: PitGame

    def __init__(self, shoe: Iterable[Card] = ()) -> None:
        self.shoe = list(shoe)
        self.phase = EMPTY
        self.number = 0
        self.boxes: dict[int, Box] = {}
        self.seats: dict[str, int] = {}
        self.purses: dict[str, int] = {}
        self.opening: dict[str, int] = {}
        self.bank = 0
        self.total = 0
        self.warned: set[str] = set()
        self.excluded: set[str] = set()
        self.out_of_round: set[str] = set()
        self.abstained: dict[str, int] = {}
        self.apart: set[tuple[str, ...]] = set()
        self.directions: list[str] = []
        self.closed = False
        self.notice: NoticeGiven | None = None  # of new limits or of closing, until it takes effect
        self.faulty_deck = False
        self.clear()

    def clear(self) -> None:
        """Take all cards off the table."""
        self.plan: list[tuple[int, ...]] = []
        self.dealer: list[Card] = []
        self.dealer_up = False
        self.qualified: bool | None = None
        self.board: list[Card] = []
        self.seen_board: set[int] = set()
        self.discards: list[Card] = []
        self.exposures = 0
        self.taken_up = False
        self.capped = False
        self.cut = False
        self.breach: tuple[str, tuple[int, ...]] | None = None
        self.peeked: set[tuple[str, int]] = set()
        self.outcome: Outcome | None = None
        for box in self.boxes.values():
            box.clear()

    def load(self, shoe: Iterable[Card]) -> None:
        """Put a shuffled deck into the shoe. It is not an event: what leaves the shoe is."""
        self.shoe = list(shoe)

    @property
    def rulebook(self) -> str:
        """The rulebook on the sign."""
        return self.game.book.key

    @property
    def laid(self) -> int:
        """The chips that lie on the layout."""
        return sum(amount for box in self.boxes.values() for amount in box.stakes.values())

    def reads(self, setting: str, value: object) -> bool:
        """Whether the sign reads a doubtful clause so; a sign without that setting does not."""
        return bool(getattr(self.sign, setting, None) == value)

    @property
    def in_play(self) -> bool:
        """Whether a card has left the shoe and the round is not over."""
        return self.phase not in (EMPTY, BETTING, DONE) and (self.phase != DEALING or any(self.dealt()))

    @property
    def to_act(self) -> int:
        """The box whose turn it is: the first undecided one, clockwise from the dealer's left; 0 for none."""
        if self.phase != DECISION:
            return 0
        return next((box.no for box in self.boxes.values() if box.is_undecided), 0)

    def dealt(self) -> Iterator[Card]:
        """Every card that has left the shoe in this deal."""
        for box in self.boxes.values():
            yield from box.cards
        yield from self.dealer
        yield from self.board
        yield from self.discards

    def seated_at(self, box: int) -> str:
        """Who sits at a box, or nobody."""
        return next((player for player, seat in self.seats.items() if seat == box), "")

    def key(self) -> tuple[object, ...]:
        """All of it except the undealt shoe, for comparing."""
        own = tuple(getattr(self, name, None) for name in self.__slots__ if name not in ("boxes", "shoe"))
        return (*own, tuple(box.key() for box in self.boxes.values()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Round:
        """An equal round that may go its own way."""
        other = Round.__new__(Round)
        for name in self.__slots__:
            if hasattr(self, name):
                value = getattr(self, name)
                setattr(other, name, value.copy() if isinstance(value, (dict, list, set)) else value)
        other.boxes = {no: box.copy() for no, box in self.boxes.items()}
        return other
