"""What each fact of an incident or a power is called at the desk, in the words of a card room."""

from __future__ import annotations

from typing import Final

import msgspec

LABELS: Final[dict[str, str]] = {
    "action": "What the player did",
    "agreed": "Players who agree (all must)",
    "also": "Others with the wrong number of cards",
    "amount": "Chips put out",
    "asked": "Does someone ask that the whole table see them?",
    "asked_at": "When the review was asked for",
    "asked_by": "Who asked for the review",
    "at_fault": "Did the player contribute to the error?",
    "card": "Card",
    "cards": "Cards",
    "checked": "Have the new cards been checked?",
    "correctable": "Can the number of cards be corrected?",
    "count": "How many cards",
    "dealt": "Final cards dealt already",
    "decision": "Decision",
    "extra": "Cards too many",
    "first_by": "Who decided first",
    "foreign": "Cards that do not belong to the deck",
    "found": "Cards counted",
    "ground": "Ground",
    "from_casino": "From the whole casino, and not from the game alone?",
    "held": "Number of cards held",
    "identifiable": "Can the hand be told from the discards?",
    "looked": "Has a player looked at the cards?",
    "missing": "Cards missing from the deck",
    "next_round_begun": "Has the next round of play begun?",
    "of": "Decision under review",
    "offenders": "Players whose wagers are forfeited",
    "part": "Part of the pot, where high and low were paid apart",
    "place": "Which card of the street (1 is the next to come)",
    "pot": "Which pot (1 is the main pot)",
    "protected": "Was the hand protected?",
    "reconstructable": "Can the deal be put right?",
    "rightful": "Players to whom the pot belongs (none: the claimant alone)",
    "seat": "Seat",
    "seats": "Players",
    "seconds": "For how long (0: until let back)",
    "shown_ms": "How long the sign has been up",
    "stage": "First decision, or review of one",
    "table_closed": "Has the table closed after this hand?",
    "to": "Players who saw the cards (none: everyone)",
    "told": "Players who acted out of turn",
    "waited_ms": "Time since the clock was imposed",
    "what": "What happened",
    "whole_deck": "Is the whole deck changed?",
}
# Where one word means another thing for one kind of incident or power.
SPECIAL: Final[dict[tuple[str, str], str]] = {
    ("acted-out-of-turn", "seat"): "Player who acted out of turn",
    ("acted-out-of-turn", "to"): "Wager in all, with what the player has in this round",
    ("burn-missed", "card"): "Card that completes the street",
    ("burn-missed", "reconstructable"): "Can the cards be put in order?",
    ("direct", "what"): "Direction",
    ("discard-forgotten", "card"): "Card on record as discarded",
    ("discard-forgotten", "seat"): "Player who has not discarded",
    ("draw-misdelivered", "looked"): "Has that player looked at them?",
    ("draw-misdelivered", "seat"): "Player who got the cards",
    ("exposed-in-deal", "cards"): "Cards exposed",
    ("exposed-in-draw", "seat"): "Player whose draw was exposed",
    ("face-up-in-shoe", "card"): "The first of them",
    ("face-up-in-shoe", "place"): "Which card of the street the first of them is (1 is the next to come)",
    ("hand-mucked", "seat"): "Player whose hand was collected",
    ("not-shuffled", "what"): "What was left out",
    ("player-absent", "seat"): "Player who left",
    ("player-dealt-in", "held"): "Number of cards an empty seat got, if not a whole hand",
    ("player-dealt-in", "seat"): "Seat that got the cards",
    ("player-missed", "seat"): "Player who got no cards",
    ("pot-contested", "seat"): "Player who claims the pot",
    ("seventh-exposed", "seat"): "Player whose last card was seen",
    ("short-call", "seat"): "Player who put out too little",
    ("shown-to-another", "seat"): "Player who showed cards",
    ("shown-to-another", "to"): "Players who saw the cards",
    ("stake-out-of-bounds", "seat"): "Player whose stake is outside the limits",
    ("too-many-in-flop", "cards"): "The cards too many",
    ("too-many-in-flop", "reconstructable"): "Is it known which cards are right?",
    ("turned-together", "cards"): "The cards too many",
    ("turned-together", "reconstructable"): "Is it known which card is right?",
    ("wrong-card-count", "seat"): "Player with the wrong number of cards",
}


def fact_label(kind: str, name: str) -> str:
    """What a fact is called.

    >>> fact_label("turned-together", "reconstructable"), fact_label("dealt-out-of-order", "looked")
    ('Is it known which card is right?', 'Has a player looked at the cards?')
    """
    return SPECIAL.get((kind, name), LABELS[name])


def stated(facts: msgspec.Struct) -> tuple[str, ...]:
    """The names of the facts that were stated: those that are not as they are when nothing is said."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(type(facts))
        if field.required or getattr(facts, field.name) != field.default
    )
