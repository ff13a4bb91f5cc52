"""What staff do at a table of act-holdem, and what everyone is bound to, list by list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.pit.checklist import Moment, Step, steps
from openfelt.rulebooks import rulebook

ACT = rulebook("act-holdem")

CHECKLISTS: Final[Mapping[Moment, tuple[Step, ...]]] = {
    "terms": steps(
        ACT,
        ("def/Casino Operator", "operator", "the operator answers for gaming in the casino"),
        ("def/Casino Supervisor", "supervisor", "the supervisor oversees the game"),
        ("def/Dealer", "dealer", "the dealer operates the game"),
        ("def/Approved", "operator", "approved means with the Commission's written consent"),
    ),
    "conduct": steps(
        ACT,
        ("12.1", "player", "keep the cards secret, in the playing area and in view"),
        ("12.2, 12.2(a)", "player", "do not exchange cards"),
        ("12.2, 12.2(b)", "player", "do not exchange or pass on information about a hand"),
        ("15.5, 15.5(a)", "staff", "give no advice on play except to keep it within the rules"),
        ("15.5, 15.5(b)", "staff", "give no advantage and allow no change in the odds"),
        ("15.5, 15.5(c)", "staff", "see that approved procedures are followed"),
        ("15.7", "anyone", "do not instruct or influence another player"),
        ("15.8", "player", "make no side bets with each other"),
        ("15.9", "operator", "give a copy of the rules to whoever asks"),
    ),
    "opening": steps(
        ACT,
        ("14.1", "operator", "open within the hours set under the Casino Control Act 2006"),
        ("1.1", "supervisor", "see that the layout is approved"),
        ("2.1", "dealer", "one deck of 52 cards without jokers, one cutting card"),
        ("2.2", "dealer", "check the cards before gaming begins"),
        ("3.1, 3.3, 8.2, 10.1", "supervisor", "see that limits, multiples, maximum payout and bonus are displayed"),
    ),
    "shuffle": steps(
        ACT,
        ("5.1", "dealer", "shuffle the cards for each round"),
        ("5.2", "dealer", "cut once, more than four cards from either end, and load the shoe"),
    ),
    "betting": steps(ACT, ("4.1", "dealer", "give each player the chance of an ante and a Super Aces wager")),
    "dealing": steps(ACT, ("6.1, 6.2", "dealer", "deal from the shoe, face down except communal cards")),
    "rack": steps(
        ACT,
        ("7.4", "dealer", "count the cards of each folded hand before racking them"),
        ("9.5", "dealer", "count the cards of every hand before racking them"),
    ),
    "closing": steps(
        ACT,
        ("14.2", "operator", "close a table early only after notice to the players"),
        ("2.2", "dealer", "check the cards at or after the end of gaming"),
    ),
}
