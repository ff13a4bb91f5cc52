"""How the lab prices a house-banked game: three kinds of games, each with one decision.

A book gives one of these values with its game. The functions take the sign, the stakes and the facts of a hand, and are
the ones that settle its rounds, so that the lab knows no odds. A hand is named by its category, as pay tables write it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from openfelt.cards import Rank
from openfelt.hands import Scale
from openfelt.pit.made import Made
from openfelt.pit.settlement import Payment
from openfelt.pit.sign import AnySign
from openfelt.rulebooks import Cites

Paid = Callable[..., tuple[Payment, ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Priced:
    """What the lab asks of every game: names, clauses, and how people play it (`lab.strategies`)."""

    main_name: str
    main_cites: Cites
    folded: Paid  # sign, ante
    side_name: str
    side_cites: Cites
    decision: Cites  # what is known when the decision is made
    hand: Cites  # how many cards a player has
    deck: Cites
    strategies: Mapping[str, str]  # texts by name; the best play is worked out and has none
    strategy_cites: Cites  # what may be decided


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OneDecision(Priced):
    """Three own cards against three of the dealer's: fold, or play for as much as the ante."""

    scale: Scale
    qualifies: Callable[[Made], bool]
    played: Paid  # sign, ante, call, hand, against, qualified
    side: Callable[..., Payment]  # sign, stake, hand, folded: a wager on the own cards alone


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CallAfterFlop(Priced):
    """Two cards and a flop of three; fold, or call for two communal cards more against the dealer's two."""

    scale: Scale
    qualifying_pair: Rank  # the lowest hand with which the dealer plays
    times: int  # how many antes a call is
    called: Paid  # sign, ante, call, hand, against, qualified
    side: Callable[..., Payment]  # sign, stake, hand, pair, declared, folded: a wager on the own cards and the flop
    side_hand: Callable[[str, int], str]  # the word of its pay table, by category and rank of a single pair
    declares: Callable[[AnySign, str, int], bool]  # whether a player has to say that the hand wins the side wager
    flop: Cites


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RaiseOnThree(Priced):
    """Three own cards; fold, or raise so many antes for two community cards. There is no dealer's hand."""

    scale: Scale
    three_cards: Scale
    times: tuple[int, ...]  # of the ante: the raises from which a player chooses
    raised: Paid  # sign, ante, bet, hand, pair
    side: Callable[..., Payment]  # sign, stake, hand: a wager on the own cards alone, which a fold does not touch
    is_side_offered: Callable[[AnySign], bool]
    counted: Mapping[str, Rank]  # what strategies may ask: how many cards are of this rank or higher
