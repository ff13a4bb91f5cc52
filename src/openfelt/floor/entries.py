"""The words of the floor's tables: one entry for each case of a clause, with deadline, remedies and who decides."""

# ruff: noqa: ARG001 - every test of a case has the same two arguments

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from openfelt.errors import InvariantBroken
from openfelt.floor.deadlines import Deadline
from openfelt.floor.incidents import Incident
from openfelt.floor.scene import Scene
from openfelt.games.game import Deal, Discard, Draw, Game
from openfelt.rulebooks import Cites
from openfelt.table.hand import Hand
from openfelt.table.rulings import minded

Role = Literal["player", "dealer", "supervisor", "manager"]
STAFF: Final[tuple[Role, ...]] = ("dealer", "supervisor", "manager")
SUPERVISORS: Final[tuple[Role, ...]] = ("supervisor", "manager")
PLAYER: Final[tuple[Role, ...]] = ("player", "dealer", "supervisor", "manager")

Effect = Callable[[Scene], None]
Test = Callable[[Hand, Any], bool]


def always(hand: Hand, incident: Incident) -> bool:
    """In every case."""
    return True


def nothing_more(hand: Hand, incident: Incident) -> str:
    """Nothing else is needed."""
    return ""


def all_agree(hand: Hand, incident: Any) -> str:  # noqa: ANN401 - an incident that says who agreed
    """The consent of every player of the round, also of those who have folded (act-stud 17.16)."""
    strangers = [seat for seat in incident.agreed if seat not in hand.index]
    if strangers:
        return f"players of the round who agree, not seat {strangers[0]}"
    missing = [seat for seat in sorted(hand.seats) if seat not in incident.agreed]
    if not missing:
        return ""
    who = f"seat {missing[0]} has" if len(missing) == 1 else f"seats {', '.join(map(str, missing))} have"
    return f"every player's consent; {who} not agreed"


@dataclass(frozen=True, slots=True)
class Option:
    """One remedy: its name, what it does in words, the effect, who decides on it, and what else it needs."""

    name: str
    words: str
    effect: Effect
    by: tuple[Role, ...] = STAFF
    cites: Cites = ()
    need: Callable[[Hand, Any], str] = nothing_more
    facts: tuple[str, ...] = ()  # those that the need is about


@dataclass(frozen=True, slots=True)
class Entry:
    """One case: which games and facts it is for, until when it holds, and what is done in time or late.

    The first entry of a rulebook that fits the game and the facts, and whose deadline has not passed or which says
    what happens when it has, is the ruling.
    """

    cites: Cites
    options: tuple[Option, ...]
    games: frozenset[str] = frozenset()
    when: Test = always
    deadline: Deadline | None = None
    late: tuple[Option, ...] = ()
    late_cites: Cites = ()
    needs: tuple[str, ...] = ()
    late_needs: tuple[str, ...] = ()


Entries = Mapping[type[Incident], tuple[Entry, ...]]


def exposed_before(hand: Hand) -> tuple[int, ...]:
    """The seats of cards that were exposed in the deal and ruled on before, one for each card."""
    return tuple(seat for seats in minded(hand).ruled_on("exposed-in-deal") for seat in seats)


def two_to_one_player(hand: Hand, incident: Any) -> bool:  # noqa: ANN401 - an ExposedInDeal
    """Two cards or more of one player were exposed in the deal, reported together or one after another."""
    seats = (*exposed_before(hand), *(seat for seat, _ in incident.cards))
    return any(seats.count(seat) >= 2 for seat in seats)


def family_of(game: Game) -> frozenset[str]:
    """What kind of game a game is, in the rulebooks' words: by its draws, up-cards and community cards.

    A game that fits no kind is a fault of ours: it would silently have none of the rulings that its book has for it.
    """
    deals = [step for step in game.steps if isinstance(step, Deal)]
    kinds = set()
    if any(isinstance(step, Draw) for step in game.steps):
        kinds.add("draw")
    if game.has_up_cards:
        kinds |= {"stud", {5: "five-stud", 7: "seven-stud"}.get(game.holding_size, "")}
    boards = [deal.board for deal in deals]
    if max(boards) > 1 or any(boards[1:]) > any(boards[:1]):  # a card of the flop may be turned with the deal
        kinds.add("flop")
        if any(isinstance(step, Discard) for step in game.steps):
            kinds.add("pineapple")
    elif boards[0]:
        kinds.add("manila")
    if game.holding_size == 1 and not any(boards):
        kinds.add("one-card")
    if not kinds or "" in kinds:
        raise InvariantBroken(f"the floor does not know what kind of game {game.key} is")
    return frozenset(kinds)


def family(hand: Hand) -> frozenset[str]:
    """What kind of game the hand is of."""
    return family_of(hand.rules.game)


def games(*names: str) -> frozenset[str]:
    """Games by kind."""
    return frozenset(names)
