"""Irregularities, misdeals and the powers of the floor: facts in, one cited ruling out. Pure.

>>> from openfelt.cards import FULL_DECK
>>> from openfelt.games import Limit, Sign
>>> from openfelt.table import Shoe, open_hand, start
>>> from openfelt.floor import ExposedInDeal, possible, rule
>>> sign = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
>>> hand, _ = open_hand(start(sign, [(1, 10_000), (2, 10_000), (3, 10_000)], button=1), Shoe(FULL_DECK.cards))
>>> "exposed-in-deal" in possible(hand)
True
>>> ruling = rule(hand, ExposedInDeal(cards=((2, 1),)))
>>> ruling.remedies[0].name, ruling.cites
('replaced', ('nsw-poker 26.26',))
>>> rule(hand, ExposedInDeal(cards=((2, 1), (3, 1)))).remedies[0].name
'misdeal'
"""

from openfelt.floor.customs import Reading
from openfelt.floor.gestures import Gesture, interpret
from openfelt.floor.grants import AnyPower
from openfelt.floor.incidents import (
    KINDS,
    ActedOutOfTurn,
    AnyIncident,
    BurnMissed,
    DealtOffTable,
    DealtOutOfOrder,
    DeckFault,
    DiscardForgotten,
    DrawMisdelivered,
    ExposedByPlayer,
    ExposedEarly,
    ExposedInCut,
    ExposedInDeal,
    ExposedInDraw,
    FaceUpInShoe,
    FinalCardsShort,
    HandMucked,
    Incident,
    NotShuffled,
    PlayerAbsent,
    PlayerDealtIn,
    PlayerMissed,
    PotContested,
    SeventhExposed,
    ShortCall,
    ShownToAnother,
    StakeOutOfBounds,
    StubExhausted,
    ToldToAct,
    TooManyInFlop,
    TurnedTogether,
    Uncovered,
    WrongCardCount,
    WrongStart,
)
from openfelt.floor.powers import Preview, Record, Use, obey, powers_of, preview, read_power, use
from openfelt.floor.ruling import (
    Author,
    Remedy,
    RuleOn,
    Ruling,
    apply,
    decide,
    play,
    possible,
    read_incident,
    restart,
    rule,
)

__all__ = [
    "KINDS",
    "ActedOutOfTurn",
    "AnyIncident",
    "AnyPower",
    "Author",
    "BurnMissed",
    "DealtOffTable",
    "DealtOutOfOrder",
    "DeckFault",
    "DiscardForgotten",
    "DrawMisdelivered",
    "ExposedByPlayer",
    "ExposedEarly",
    "ExposedInCut",
    "ExposedInDeal",
    "ExposedInDraw",
    "FaceUpInShoe",
    "FinalCardsShort",
    "Gesture",
    "HandMucked",
    "Incident",
    "NotShuffled",
    "PlayerAbsent",
    "PlayerDealtIn",
    "PlayerMissed",
    "PotContested",
    "Preview",
    "Reading",
    "Record",
    "Remedy",
    "RuleOn",
    "Ruling",
    "SeventhExposed",
    "ShortCall",
    "ShownToAnother",
    "StakeOutOfBounds",
    "StubExhausted",
    "ToldToAct",
    "TooManyInFlop",
    "TurnedTogether",
    "Uncovered",
    "Use",
    "WrongCardCount",
    "WrongStart",
    "apply",
    "decide",
    "interpret",
    "obey",
    "play",
    "possible",
    "powers_of",
    "preview",
    "read_incident",
    "read_power",
    "restart",
    "rule",
    "use",
]
