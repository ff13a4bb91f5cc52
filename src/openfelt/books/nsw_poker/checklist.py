"""The checklists of nsw-poker: what staff do and everyone keeps to, by the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.books.nsw_poker import cite
from openfelt.table.checklist import Checklists, Moment, Step, steps

LISTS: Final[Mapping[Moment, tuple[Step, ...]]] = {
    "conduct": steps(
        cite,
        ("4.6", "player", "keep the cards on or over the playing area and do not take them away"),
        ("8.6", "player", "neither lend nor borrow chips or money during a round of play"),
        ("10.5", "player", "guard live cards face down, with a hand on them"),
        ("3.8", "player", "commission checks are used at poker tables only"),
        ("8.2", "player", "see that your wagers keep to the limits and structure on the sign"),
        ("26.8", "player", "neither swap cards nor pass on anything about a hand"),
        ("26.9, 26.10", "player", "look at no discards and at no undealt cards"),
        (
            "27.1",
            "player",
            "in a hand, use no device near the table that records, analyses or transmits; music may run",
        ),
        ("27.2", "player", "take and make no calls at the table"),
        ("27.3", "supervisor", "staff and inspectors on duty may use such devices"),
        ("27.4.3", "supervisor", "who used such a device may be excluded from the casino under section 79"),
        ("27.4.4", "supervisor", "keep whoever holds one until an inspector or police officer takes charge"),
        ("27.7", "dealer", "give no advice on play beyond what the rules require"),
        ("27.8", "player", "neither advise another player nor influence a decision"),
        ("27.11", "player", "make no side bets, at the table or beside it"),
        (
            "27.15",
            "supervisor",
            "the operator's decision is final; tell who is not satisfied that an inspector takes complaints",
        ),
        ("27.16", "supervisor", "show the rules to whoever asks: openfelt rules nsw-poker"),
    ),
    "opening": steps(
        cite,
        ("2.2", "supervisor", "the layout matches diagram A, B, C, D or E and bears the casino's name or logo"),
        ("Diagram A, Diagram B, Diagram C, Diagram D", "supervisor", "layouts A to D are for any game"),
        ("Diagram E", "supervisor", "the divided layout E is for Heads Up tournaments"),
        ("2.3, 2.3.1", "dealer", "a shoe that holds one deck is at the table"),
        ("2.3, 2.3.3", "dealer", "a float tray is at the table, unless it is a tournament or promotional table"),
        ("4.2", "dealer", "the cards were checked by a dealer, a supervisor or a checking device"),
        ("4.3", "supervisor", "cards checked beforehand were kept secure until now"),
        ("3.7", "supervisor", "commission checks bear their mark, and each colour has one value"),
        ("3.9", "supervisor", "commission checks are redeemed here while the table is open"),
    ),
    "shuffle": steps(
        cite,
        ("5.2, 5.2.1", "dealer", "with a shuffling machine, one deck is in it while the other is in play"),
        ("5.2, 5.2.2", "dealer", "the backs of the two decks differ in colour"),
        ("5.2, 5.2.3", "dealer", "shuffle by hand before loading the machine if you wish"),
        ("5.3", "dealer", "cut, set the deck on a cutting card, put all cards in the shoe"),
        ("5.4", "dealer", "nobody else cuts"),
        ("4.5", "dealer", "deal from the shoe only"),
    ),
    "play": steps(
        cite,
        ("7.4.1, 11.6", "dealer", "take a knock or a spoken check as a check, and announce it"),
        ("10.6", "dealer", "move wagers to the centre; spread, count and discard each folded hand"),
    ),
    "showdown": steps(cite, ("24.6", "dealer", "declare the best value of the cards shown")),
    "result": steps(cite, ("24.3.4", "dealer", "gather and count the cards into the discard pile")),
    "void": steps(
        cite,
        ("26.6.3", "dealer", "if the deck was wrong, check it for further faults"),
        ("26.6.4", "supervisor", "tell surveillance and an inspector of a wrong deck"),
    ),
}

# Announcing the winner has a clause of its own in each game.
ANNOUNCE: Final = {
    "draw-ante": "14.6bis",
    "draw-blind": "15.7",
    "five-card-stud": "16.7",
    "seven-card-stud": "17.7",
    "two-card-manila": "18.7",
    "three-card-manila": "19.7",
    "texas-holdem": "20.8",
    "omaha": "21.8",
    "pineapple": "22.8",
    "crazy-pineapple": "23.8",
}

CHAPTER = Checklists(LISTS, announce={game: cite(number) for game, number in ANNOUNCE.items()})
