"""What staff do and what everyone is bound to, as lists a dealer's screen shows: rulebook steps that move no chip.

Each step cites its clause, and `due` says which lists belong to the present moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from openfelt.pit.round import BETTING, DEALING, DONE, EMPTY, RACKING, Round
from openfelt.rulebooks import Cites, Rulebook, rulebook

ACT = rulebook("act-holdem")
NZ = rulebook("nz-big-raise")

Moment = Literal["terms", "conduct", "opening", "shuffle", "betting", "dealing", "rack", "closing"]


class Step(NamedTuple):
    """One thing to do or to keep to, by whom, and the clause that asks for it."""

    text: str
    by: str
    cites: Cites


def steps(book: Rulebook, *rows: tuple[str, str, str]) -> tuple[Step, ...]:
    """Steps from rows of clauses, who, and what; several clauses are separated by a comma."""
    return tuple(Step(text, by, book.cite(*clauses.split(", "))) for clauses, by, text in rows)


CHECKLISTS: Final[Mapping[str, Mapping[Moment, tuple[Step, ...]]]] = {
    "act-holdem": {
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
    },
    "nz-big-raise": {
        "terms": steps(
            NZ,
            ("1.1", "operator", "words of the Gambling Act 2003 keep their meaning"),
            ("1.2", "operator", "the terms of rule 1.2 hold unless the context shows otherwise"),
            ("2.0", "operator", "Division 1 governs with these rules"),
        ),
        "conduct": steps(
            NZ,
            ("4.5", "player", "declaring the best Poker Value is the player's own affair; here the cards speak"),
            ("9.5", "player", "keep the cards on or over the table"),
            ("9.6", "player", "do not exchange cards or information about a hand"),
        ),
        "opening": steps(
            NZ,
            ("3.4", "supervisor", "see that the equipment is there"),
            ("3.4(a)", "supervisor", "one deck for a shoe, two for a shuffler"),
            ("3.4(b)", "supervisor", "one cutting card"),
            ("3.4(c)", "supervisor", "a shoe for all cards, or a shuffler for two decks"),
            ("3.4(d)", "supervisor", "a discard rack for one deck"),
            ("6.1", "dealer and supervisor", "sort and inspect the cards, each on their own"),
            ("6.2", "dealer", "spread the cards face up in order for the first players to see"),
            ("6.3", "dealer", "turn them down, chemmy or riffle shuffle"),
            ("6.4, 6.4(a)", "dealer", "for a shuffler: chemmy, stack and riffle each deck on its own"),
            ("6.4, 6.4(b)", "dealer", "for a shuffler: load each deck and have it shuffled separately"),
            ("6.4, 6.4(c)", "dealer", "for a shuffler: use the cutting card as approved"),
        ),
        "shuffle": steps(
            NZ,
            ("7.1, 7.1(a)", "dealer", "shuffle just before play starts"),
            ("7.1, 7.1(b)", "dealer", "shuffle at the end of every round"),
            ("7.1, 7.1(c)", "dealer", "shuffle when play resumes after the table stood empty"),
            ("7.1, 7.1(e)", "dealer", "shuffle if a card was exposed before it went into the shoe"),
            ("7.2", "employee", "cut once, onto the cutting card, into the shoe; players never cut"),
        ),
        "betting": steps(
            NZ,
            ("5.3", "dealer", "chips in their area, smaller denominations on top"),
            ("8.1, 8.1(a)", "dealer", 'call "no more bets"'),
        ),
        "dealing": steps(NZ, ("8.1(b), 8.2", "dealer", "deal clockwise from the left, face down")),
        "rack": steps(
            NZ,
            ("9.2(b)", "dealer", "spread a folder's cards face down and count them"),
            ("10.6(c)", "dealer", "collect and count the cards of every hand"),
            ("7.3", "dealer", "verify the deck whenever wanted"),
        ),
        "closing": steps(NZ, ("7.4", "operator", "replaced cards are checked, shuffled and cut before use")),
    },
}

MOMENTS: Final[Mapping[str, tuple[Moment, ...]]] = {
    BETTING: ("shuffle", "betting"),
    DEALING: ("dealing",),
    RACKING: ("rack",),
    DONE: ("shuffle", "closing"),
}


def due(round_: Round) -> tuple[Step, ...]:
    """The steps a dealer's screen shows now.

    >>> from openfelt.pit import HoldemSign, Open, Round, Seat, play
    >>> table = Round()
    >>> _ = play(table, Open(HoldemSign(), (Seat(1, "Ann", 5000),)))
    >>> [step.cites[0] for step in due(table)][:2]
    ['act-holdem 14.1', 'act-holdem 1.1']
    """
    if round_.phase == EMPTY:
        return ()
    lists = CHECKLISTS[round_.rulebook]
    moments = MOMENTS.get(round_.phase, ())
    first = ("opening",) if round_.phase == BETTING and round_.number == 1 else ()
    return tuple(step for moment in (*first, *moments) for step in lists[moment])


def recorded(key: str) -> dict[str, str]:
    """Where each clause stands that only a list records: its citation and the list's name."""
    return {cite: moment for moment, listed in CHECKLISTS[key].items() for step in listed for cite in step.cites}
