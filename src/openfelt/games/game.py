"""The vocabulary of a game: what is dealt, who opens, who may check, how the pot is won. Data only.

A `Game` is a list of steps. The table plays the steps in order; each carries the clauses it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from openfelt.games.copying import copied_when_made_again
from openfelt.hands import Kind, Selection
from openfelt.rulebooks import Cited, Cites


class Opener(Enum):
    """Who opens a betting round."""

    LEFT_OF_BUTTON = "left of the button"
    LEFT_OF_LAST_BLIND = "left of the last blind"
    LOWEST_UP_CARD = "lowest up-card"
    HIGHEST_UP_CARD = "highest up-card"
    HIGHEST_SHOWING = "highest hand showing"
    LOWEST_SHOWING = "lowest hand showing"


class Duty(Enum):
    """What the opener of a round owes."""

    NONE = "none"
    BET = "must bet"
    BRING_IN = "must bring in"
    BET_OR_FOLD = "bet or fold"
    CALL_RAISE_OR_PAID_FOLD = "call, raise, or pay the call and fold"
    RAISE_OR_FOLD = "raise or fold"


class Checking(Enum):
    """When a player who owes nothing may check."""

    UNTIL_A_BET = "until a bet"
    LAST_BLIND_ONLY = "the last blind only"
    LAST_BLIND_CALLS = "never; the last blind calls for nothing"
    NEVER = "never"


class Face(Enum):
    """How a card is dealt to a player."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of the dealer round the table: so many cards to each, face down or up."""

    count: int
    face: Face


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards to each player, in passes, then cards to the board; a burn before if the rulebook has one."""

    name: str
    cites: Cites
    passes: tuple[Pass, ...] = ()
    board: int = 0
    burn: bool = False
    board_cites: Cites = ()
    short: Shared | None = None
    each: int = field(init=False, compare=False)  # cards to each player

    def __post_init__(self) -> None:
        object.__setattr__(self, "each", sum(one.count for one in self.passes))


@dataclass(frozen=True, slots=True)
class Shared:
    """One community card for all when the deck cannot give everyone this street's card."""

    cites: Cites
    burn_counts: bool
    from_bottom: bool = False
    reshuffle_burns: bool = False


@dataclass(frozen=True, slots=True)
class Acts:
    """The clauses of each choice in a betting round, where the rulebook numbers them; None leaves it to the policy."""

    fold: Cites | None = None
    check: Cites | None = None
    call: Cites | None = None
    bet: Cites | None = None
    raise_: Cites | None = None


@dataclass(frozen=True, slots=True)
class BettingRound:
    """One betting round: who opens with what duty, who may check, which clauses carry it."""

    name: str
    opener: Opener
    opens: Cites
    follows: Cites
    sole_winner: Cites
    goes_on: Cites
    passes: Cites = ()
    no_check: Cites = ()
    no_call: Cites = ()  # the opener may not just call
    least_bet: Cites = ()  # sets the least of the opener's compulsory bet; the policy's where there is no such clause
    duty: Duty = Duty.NONE
    checking: Checking = Checking.UNTIL_A_BET
    big: bool = False
    final: bool = False
    opener_acts: Acts = Acts()
    other_acts: Acts = Acts()


@dataclass(frozen=True, slots=True)
class Draw:
    """Each active player in turn changes cards. `at_once`: served before the next player decides."""

    name: str
    cites: Cites
    most: int
    at_once: bool
    burn: bool
    reshuffle: Cites
    four_then_one: Cites = ()
    four_burn_one: Cites = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """Each active player in turn gives up so many cards without replacement."""

    name: str
    cites: Cites
    count: int


Step = Deal | BettingRound | Draw | Discard


HalfName = Literal["high", "low", "badugi"]
PotPart = Literal["whole", HalfName]


@dataclass(frozen=True, slots=True)
class Half:
    """What wins half of the pot, or all of it in a game of one half: a kind of hand, and which cards may make it."""

    name: HalfName
    kind: Kind
    selection: Selection
    eight_or_better: bool = False

    @property
    def is_low(self) -> bool:
        """Whether the lowest cards win it."""
        return self.kind.is_low


@dataclass(frozen=True, slots=True)
class Showdown:
    """How the pot is won: by which hands, who shows first."""

    halves: tuple[Half, ...]  # one or two; all goes to the first if nobody has a hand for the second
    best: Cites
    called_first: Cites
    all_checked: Cites
    others: Cites = ()  # whoever shows after the first to claim the pot; the policy's where there is no such clause
    checked_by_showing: bool = False  # after a checked round the one who opened it shows first
    highest_shows_first: bool = False  # then the highest hand showing of those still in, all-in or not

    @property
    def is_split(self) -> bool:
        """Whether two hands win half of the pot each."""
        return len(self.halves) > 1

    @property
    def is_low(self) -> bool:
        """Whether low hands win all of it."""
        return all(half.is_low for half in self.halves)


@dataclass(frozen=True, slots=True)
class SeatLimit:
    """How many players a deck can serve, and the clause that says so."""

    most: int
    cites: Cites


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its rulebook lays it out."""

    key: str
    name: str
    rulebook: str
    decks: Mapping[int, SeatLimit]
    forced: frozenset[str]  # of "ante", "blinds", "bring-in"
    posts: Cites
    steps: tuple[Step, ...]
    showdown: Showdown
    limits: frozenset[str]
    first_blind: Cites = ()
    next_blinds: Cites = ()
    voluntary_blinds: Cites = ()
    straddle: Cites = ()
    all_in_opener: Cites = ()
    sign_clauses: Cites = ()
    least: int = 2
    joker: bool = False
    raises: Cited[int] | None = None  # of a betting round, however few are left; None: the policy's cap
    usual: Cited[tuple[int, int, int]] | None = None  # the ante, small and big bet it is known by; None: as others
    rounds: tuple[BettingRound, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", tuple(step for step in self.steps if isinstance(step, BettingRound)))

    @property
    def holding_size(self) -> int:
        """How many cards a player is dealt in all, draws aside."""
        return sum(one.count for step in self.steps if isinstance(step, Deal) for one in step.passes)

    @property
    def has_up_cards(self) -> bool:
        """Whether players are dealt cards face up: the games of stud."""
        return any(one.face is Face.UP for step in self.steps if isinstance(step, Deal) for one in step.passes)

    @property
    def board_size(self) -> int:
        """How many community cards the game deals."""
        return sum(step.board for step in self.steps if isinstance(step, Deal))


copied_when_made_again(Pass, Deal, Shared, Acts, BettingRound, Draw, Discard, Half, Showdown, SeatLimit, Game)
