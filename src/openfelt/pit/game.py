"""A house-banked game as a value: what its book says about the table, asked by the engine and never by name.

`PitGame` holds values where they suffice and small functions where they do not. A book's chapter `pit` lists its games
(`openfelt.books.<book>.pit`). The functions take the `Round`; a round knows its game, so this module cannot name it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openfelt.cards import Card
from openfelt.errors import RuleViolation
from openfelt.pit.checklist import Moment, Step
from openfelt.pit.events import BoxSettled, Event, Trimmed
from openfelt.pit.made import Made
from openfelt.pit.offers import Offer
from openfelt.pit.paytables import TableKind
from openfelt.pit.priced import Priced
from openfelt.pit.settlement import Payment, Spot
from openfelt.pit.sign import AnySign, Line
from openfelt.rulebooks import Cites, Rulebook

Decider = Callable[[Any, Any], tuple[Event, ...]]
Offering = Callable[[Any], Iterable[Offer]]
Plan = tuple[tuple[int, ...], ...]


def nothing(_: Any) -> tuple[()]:  # noqa: ANN401 - a round
    """No offer."""
    return ()


def never(_: Any) -> bool:  # noqa: ANN401 - a round
    """A phase that only an order ends."""
    return False


class Phase(NamedTuple):
    """A part of a round: when it is over, and what the house does in it without anyone's choice."""

    name: str
    is_over: Callable[[Any], bool] = never
    steps: Offering = nothing


class KnownOrder(NamedTuple):
    """An order that a game knows: how it is decided, and when staff may give it."""

    order: type
    decide: Decider
    offers: Offering = nothing


class SpotRules(NamedTuple):
    """A spot that takes wagers before the deal, with its clauses."""

    place: Cites
    late: Cites  # why none is taken after the betting
    altered: Cites  # why one that lies there is not changed after the betting
    no_ante: Cites = ()  # why it needs an ante first
    is_bound: bool = False  # it cannot lie there without an ante: the ante is taken back after it
    times: tuple[int, int] = (0, 0)  # the least and the most in antes, for a wager that is a multiple of the ante
    size: Cites = ()  # why it is such a multiple


class CallRules(NamedTuple):
    """A call after the deal, of exactly so many antes."""

    times: int
    cites: Cites
    size: Cites
    offered: Cites


class Exposures(NamedTuple):
    """Cards dealt face up to a player: turned over, up to so many in a round; one more voids it."""

    most: int
    phases: tuple[str, ...]
    cites: Cites
    void: Cites


class CutRules(NamedTuple):
    """Who cuts the cards, and how near an end."""

    by: str
    low: int
    high: int
    cites: Cites


def no_trims(_: Any) -> Iterator[Trimmed]:  # noqa: ANN401 - a round
    """Nothing above a maximum is taken, so nothing goes back."""
    return iter(())


def no_lines(_: Any, _own: Any, _board: Any) -> dict[str, str]:  # noqa: ANN401 - a sign and cards
    """No pay table has a line for these cards yet."""
    return {}


def all_see(_: Any) -> tuple[int, ...]:  # noqa: ANN401 - a round
    """No hand is played blind."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PitGame:
    """One house-banked game: its sign, its course, its wagers, who is paid what, and the clauses of all that."""

    key: str  # how it is asked for, and the tag of its sign
    title: str
    book: Rulebook
    sign: type[AnySign]
    labels: Mapping[str, str] = field(default_factory=dict)  # what fields of the sign are called, where not as usual
    words: Mapping[str, str] = field(default_factory=dict)  # what spots and decisions are called, where not as usual
    has_community: bool = True  # cards lie on the table for everyone
    tables: tuple[TableKind, ...]
    printed: tuple[Line, ...] = ()  # what the cloth says beside its pay tables, such as when the dealer plays
    lines_met: Callable[[Any, tuple[Card, ...], tuple[Card, ...]], Mapping[str, str]] = no_lines
    # By sign, own cards and open communal cards: the line of each pay table (by name) that they meet now.
    checklists: Mapping[Moment, tuple[Step, ...]]
    phases: tuple[Phase, ...]
    phases_from: Mapping[str, tuple[Phase, ...]] = field(init=False)  # the rest of a round, by the name of its phase
    orders: tuple[KnownOrder, ...]  # beside those that every table knows; one of its own goes before a common one
    elsewhere: Cites  # why an order that the game does not know is refused

    # The table and its seats.
    opened: Cites
    next_round: Cites
    one_each: Cites  # one player a box and one box a player
    join: Cites
    vacant: Cites = ()  # why the cards are shuffled when someone sits down at an empty table
    closed: Cites
    excluded: Cites
    apart: Cites = ()

    # Wagers.
    spots: Mapping[Spot, SpotRules]
    require_spot: Callable[[Any, Spot], None]  # refuses a spot that the sign does not offer
    has_extra_boxes: Callable[[Any], bool] = never  # whether the sign lets players bet on other boxes than their own
    other_box: tuple[str, str, Cites]  # how that is refused where it does not: code, words and clause
    taken: Cites  # why another's box is refused
    extra: Cites = ()  # why a player may bet on a box that is not the own seat's
    ante: Cites  # no round of play without one
    one_wager: Cites = ()  # why a spot takes a single wager; () where chips may be added to it
    chips: Cites
    spoken: Cites = ()  # why a wager may be called out with its chips; () where it may not
    spoken_late: Cites = ()
    steps: Cites
    minimum: Cites
    stands_once: bool = False  # a wager under the minimum stands once, with a warning
    maximum: Cites = ()  # why more than the maximum is refused; () where it is taken and trimmed before the deal
    trims: Callable[[Any], Iterator[Trimmed]] = no_trims
    least_ante: Cites
    covered: Cites = ()  # why an ante needs the chips of its call behind it
    lost: Cites = ()  # why a wager that was collected is not taken back
    alter: Cites  # why wagers are not altered after the betting
    close: Cites
    ready: Cites  # everyone may ask for the cards before the time is over

    # The cards.
    cut: CutRules
    deal: Cites
    deal_phase: Cites
    deal_plan: Callable[[Any], Plan]
    deal_cites: Callable[[Any], Cites]
    in_order: Cites  # the clauses that say how many cards go where; they refuse other cards
    blind: Callable[[Any], tuple[int, ...]] = all_see
    blind_cites: Cites = ()
    take_up: Cites
    deck: Cites
    bad_deck: Cites
    change_cards: Cites

    # Decisions.
    turn: Cites
    fold: Cites
    folded: Callable[[Any, Any], tuple[tuple[Payment, ...], Cites]]  # what a fold of a box costs
    call: CallRules | None = None
    decisions: Callable[[Any, Any], Iterator[Offer]]  # what the player of the box in turn may decide
    asides: Callable[[Any, str], Iterable[Offer]] = field(default=lambda _round, _player: ())  # out of turn
    ruling_due: Callable[[Any], RuleViolation] | None = None  # why nothing goes on while a breach is not ruled on

    # The end.
    dealer_hand: Callable[[Any, tuple[Card, ...]], tuple[Made, bool]] | None = None  # and whether it qualifies
    turn_dealer: Cites = ()
    settle: Cites
    settle_offer: Cites
    settled: Callable[[Any, Any], BoxSettled]
    standings: Callable[[Any], tuple[Any, ...]] = nothing  # hands on a results board, best first
    rack: Cites

    # What goes wrong.
    exposed: Exposures
    void: Cites  # what a void round is
    reopens: Cites = ()  # why the betting opens again after a void round

    priced: Priced | None = None  # how the lab prices it

    @property
    def house_cards(self) -> tuple[str, ...]:
        """The places for cards that are no player's."""
        dealer = ("dealer",) if self.dealer_hand is not None else ()
        return (*dealer, *(("community",) if self.has_community else ()))

    def __post_init__(self) -> None:
        """Know the rest of a round from every phase on."""
        rest = {phase.name: self.phases[at:] for at, phase in enumerate(self.phases)}
        object.__setattr__(self, "phases_from", rest)


@dataclass(frozen=True, slots=True)
class PitGames:
    """The chapter `pit` of a book: its house-banked games."""

    games: tuple[PitGame, ...]
