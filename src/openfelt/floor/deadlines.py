"""Until when an irregularity changes the round: substantial action, two voluntary wagers, the first betting round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from openfelt.games.game import BettingRound
from openfelt.table.hand import Hand


@dataclass(frozen=True, slots=True)
class Deadline:
    """A limit in time: its name, whether it has passed, and how that was worked out."""

    words: str
    passed: Callable[[Hand], bool]
    working: Callable[[Hand], str]


def seats_of(hand: Hand, bits: int) -> str:
    """The seats of a set of positions, in words."""
    found = [str(hand.seats[i]) for i in range(hand.n) if bits >> i & 1]
    return f"seats {', '.join(found)}" if found else "nobody"


def _acted(since: str, bits: Callable[[Hand], int]) -> Deadline:
    """nsw-poker 1.1: two or more players have checked, bet, called, raised or folded; posting is not acting."""

    def working(hand: Hand) -> str:
        acted = bits(hand)
        verdict = "substantial action" if acted.bit_count() >= 2 else "no substantial action"
        return f"acted since {since}: {seats_of(hand, acted)}; {verdict}"

    return Deadline(f"before substantial action since {since}", lambda hand: bits(hand).bit_count() >= 2, working)


SINCE_DEAL = _acted("the deal", lambda hand: hand.acts | hand.acts_before)
SINCE_STREET = _acted("the street", lambda hand: hand.acts)


def _wagers_working(hand: Hand) -> str:
    return f"voluntary wagers: {seats_of(hand, hand.wagered)}; {hand.wagered.bit_count()} of two"


TWO_WAGERS = Deadline(
    "before two players have voluntarily wagered", lambda hand: hand.wagered.bit_count() >= 2, _wagers_working
)


def _first_round_over(hand: Hand) -> bool:
    first = next(at for at, step in enumerate(hand.rules.steps) if isinstance(step, BettingRound))
    return hand.step > first


def _first_round_working(hand: Hand) -> str:
    return f"the first betting round is {'complete' if _first_round_over(hand) else 'not complete'}"


FIRST_ROUND = Deadline("before the end of the first betting round", _first_round_over, _first_round_working)


def _action_working(hand: Hand) -> str:
    return f"acted since the street: {seats_of(hand, hand.acts)}"


NO_ACTION = Deadline("before anyone acts in the round", lambda hand: hand.acts != 0, _action_working)
