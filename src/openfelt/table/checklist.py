"""What staff do and what everyone is bound to at a table, as lists a dealer's screen shows: steps that move no chip.

Each step cites its clause; `due` gives the lists of the present moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from openfelt.games.policy import ACT, NSW, US
from openfelt.rulebooks import Cites, Rulebook
from openfelt.table.hand import BETTING, OVER, SHOWING, Hand

Moment = Literal["conduct", "opening", "shuffle", "play", "showdown", "result", "void"]


class Step(NamedTuple):
    """One thing to do or to keep to, by whom, and the clause that asks for it."""

    text: str
    by: str
    cites: Cites


def steps(book: Rulebook, *rows: tuple[str, str, str]) -> tuple[Step, ...]:
    """Steps from rows of clauses, who, and what; several clauses are separated by a comma."""
    return tuple(Step(text, by, book.cite(*clauses.split(", "))) for clauses, by, text in rows)


CHECKLISTS: Final[Mapping[str, Mapping[Moment, tuple[Step, ...]]]] = {
    "nsw-poker": {
        "conduct": steps(
            NSW,
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
            NSW,
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
            NSW,
            ("5.2, 5.2.1", "dealer", "with a shuffling machine, one deck is in it while the other is in play"),
            ("5.2, 5.2.2", "dealer", "the backs of the two decks differ in colour"),
            ("5.2, 5.2.3", "dealer", "shuffle by hand before loading the machine if you wish"),
            ("5.3", "dealer", "cut, set the deck on a cutting card, put all cards in the shoe"),
            ("5.4", "dealer", "nobody else cuts"),
            ("4.5", "dealer", "deal from the shoe only"),
        ),
        "play": steps(
            NSW,
            ("7.4.1, 11.6", "dealer", "take a knock or a spoken check as a check, and announce it"),
            ("10.6", "dealer", "move wagers to the centre; spread, count and discard each folded hand"),
        ),
        "showdown": steps(NSW, ("24.6", "dealer", "declare the best value of the cards shown")),
        "result": steps(NSW, ("24.3.4", "dealer", "gather and count the cards into the discard pile")),
        "void": steps(
            NSW,
            ("26.6.3", "dealer", "if the deck was wrong, check it for further faults"),
            ("26.6.4", "supervisor", "tell surveillance and an inspector of a wrong deck"),
        ),
    },
    "act-stud": {
        "conduct": steps(
            ACT,
            ("16.1", "player", "play in your own interest only and help no other player"),
            ("16.3", "player", "speak English at the table"),
            ("16.4, 17.15", "player", "keep your cards secret, on the table and in sight of everyone"),
            ("16.7", "player", "look at no discards and at no undealt cards"),
            ("16.8, 16.8(a)", "player", "do not swap cards"),
            ("16.8, 16.8(b)", "player", "pass on nothing about a hand, and have nobody else do so"),
            ("19.5, 19.5(a)", "dealer", "give no advice on play beyond what the rules require"),
            ("19.5, 19.5(b)", "dealer", "give and allow no advantage"),
            ("19.5, 19.5(c)", "dealer", "see that the approved procedures are followed"),
            ("19.7", "player", "neither advise another player nor influence a decision"),
            ("19.8", "player", "make no side bets"),
        ),
        "opening": steps(
            ACT,
            (
                "instrument/approval, instrument/schedule",
                "supervisor",
                "the rules are those approved on 7 February 2005",
            ),
            ("instrument/revocation", "supervisor", "no game is run by the withdrawn tournament rules of 2001"),
            ("index", "supervisor", "the copy of the rules has its dictionary and rules 1 to 20"),
            ("1.1", "supervisor", "the table is of an approved kind"),
            ("18.1", "supervisor", "the hour is within the gaming hours"),
            ("2.4", "dealer", "check the cards one by one, before gaming begins and when it ends"),
            ("2.5", "supervisor", "after a round of play cards may be replaced; check each new one with the dealer"),
        ),
        "shuffle": steps(
            ACT,
            ("7.1", "dealer", "shuffle for every round of play"),
            ("7.2", "dealer", "cut once, more than one card from each end, and load the shoe"),
            ("7.3", "dealer", "deal from the shoe only"),
        ),
        "play": steps(
            ACT,
            ("16.5", "dealer", "what one active player is told of a folded hand is told to the whole table"),
            ("16.6", "dealer", "and so is what a player is told of another's hand"),
        ),
    },
    "us-stud": {
        "conduct": steps(
            US,
            ("conduct(1)", "player", "play to better your own chances only; give nobody information or help"),
            ("irreg(1)", "player", "make sure that a hand is beaten before you discard it"),
            ("irreg(3)", "player", "keep all cards in the dealer's full view"),
        ),
        "opening": steps(
            US,
            ("title", "supervisor", "the procedures are those for 7 Card Stud"),
            ("decks/s2", "dealer", "the cover card is opaque, of one colour unlike the backs"),
            ("decks/s3, decks/s4", "dealer", "two decks that look different are at the table"),
            ("decks/s5", "dealer", "the idle deck lies in its own place"),
            ("open(1)", "dealer", "sort and inspect both decks"),
            ("open(2)", "dealer", "spread the cards face up by suit and sequence to be looked at"),
            ("open(3)", "dealer", "turn each deck down, wash, stack and shuffle it apart from the other"),
        ),
        "shuffle": steps(
            US,
            ("shuffle/s1", "dealer", "shuffle the whole deck before play and after every round"),
            ("shuffle/s2", "dealer", "leave the deck in one stack"),
        ),
        "play": steps(
            US,
            ("overview(4)(i)", "dealer", "keep to one holding hand, the cards level in front of you"),
            ("overview(4)(ii)", "dealer", "announce the action, and tell each player the turn and the options"),
            ("overview(4)(iii)", "dealer", "keep burnt cards apart from discards"),
            ("wagers(8)", "dealer", "see that no player touches the chips in the pot"),
        ),
    },
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


def due(hand: Hand | None, rulebook: str = "nsw-poker") -> tuple[Step, ...]:
    """The steps a dealer's screen shows now; without a hand, those of opening a table.

    >>> [step.cites[0] for step in due(None)][:2]
    ['nsw-poker 2.2', 'nsw-poker Diagram A']
    """
    lists = CHECKLISTS.get(rulebook if hand is None else hand.rules.policy.rulebook, {})
    moments: tuple[Moment, ...] = ("opening", "shuffle", "conduct")
    if hand is not None:
        moments = ("result", "shuffle") if hand.phase == OVER else ("play", "conduct")
        if hand.outcome in {"misdeal", "void"}:
            moments = ("void", "shuffle")
        if hand.phase == SHOWING or (hand.phase != BETTING and hand.show_order):
            moments = ("showdown", *moments)
    made = tuple(step for moment in moments for step in lists.get(moment, ()))
    if hand is not None and hand.phase == OVER and "result" in moments and hand.rules.policy.rulebook == "nsw-poker":
        return (announcement(hand.rules.game.key), *made)
    return made


def announcement(game: str) -> Step:
    """The step of telling who won, by the clause of its game."""
    return Step(f"{game}: announce the winner, with the hand if it was shown", "dealer", NSW.cite(ANNOUNCE[game]))
