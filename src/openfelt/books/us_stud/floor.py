"""The floor of us-stud: handling of irregularities, powers, and what words and chips mean.

What it leaves open the shift supervisor decides.
"""

# ruff: noqa: ARG001, ARG005 - every test of a case has the same two arguments

from __future__ import annotations

from typing import Any, Final

from openfelt.books import house
from openfelt.books.us_stud import cite
from openfelt.floor import effects as do
from openfelt.floor import grants as g
from openfelt.floor import incidents as i
from openfelt.floor.contested import PAID_AGAIN
from openfelt.floor.customs import Customs
from openfelt.floor.deadlines import NO_ACTION, TWO_WAGERS
from openfelt.floor.entries import SUPERVISORS, Entries, Entry, Option
from openfelt.floor.grants import Grant, Grants
from openfelt.floor.moments import active
from openfelt.floor.rules import FloorRules
from openfelt.table.hand import OVER, Hand
from openfelt.table.rulings import minded

MISDEAL = Option(
    "misdeal", "all cards come back for a reshuffle; everything goes back", do.misdeal, cites=cite("irreg(5)")
)
PLAY_ON = Option("play on", "the round goes on as it stands", do.nothing)
LEFT_OUT = Option("play on", "the round goes on without the player left out, who owes nothing", do.left_out)
DECIDED = Option("play on", "the supervisor lets the round go on", do.nothing, by=SUPERVISORS)
VOID = Option("void the round", "the round is dead and everything goes back", do.void_round, by=SUPERVISORS)


def unprotected(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """The hand was not protected."""
    return not incident.protected


def identifiable(hand: Hand, incident: i.HandMucked) -> bool:
    """The cards can be told apart from the discards."""
    return bool(incident.identifiable)


def victim(hand: Hand, incident: i.HandMucked) -> bool:
    """The player did not contribute to the error."""
    return not incident.at_fault


def more_than_one(hand: Hand, incident: i.FaceUpInShoe) -> bool:
    """More than one card of the deck was found face up, at once or one after another."""
    return len(minded(hand).ruled_on(incident.kind)) + incident.count > 1


def still_there(hand: Hand, incident: i.PlayerDealtIn) -> str:
    """Cards at an empty seat, or of a player who has not folded: a hand that was folded is discarded already."""
    return active(hand, incident) if incident.seat in hand.index else ""


FOLDED = Option("folded", "no redress: the hand is out, its wagers stay", do.folded)

ENTRIES: Final[Entries] = {
    i.NotShuffled: (Entry(cite("irreg(5)(i)"), (MISDEAL,), needs=("what",)),),
    i.WrongStart: (Entry(cite("irreg(5)(ii)"), (MISDEAL,), deadline=TWO_WAGERS, late=(PLAY_ON,)),),
    i.PlayerMissed: (
        Entry(cite("irreg(5)(iv)"), (MISDEAL,), deadline=TWO_WAGERS, late=(LEFT_OUT,), late_needs=("seat",)),
    ),
    i.PlayerDealtIn: (
        Entry(
            cite("irreg(6)"),
            (
                Option(
                    "discarded",
                    "the cards of that seat are discarded; play goes on",
                    do.extra_hand_discarded,
                    need=still_there,
                ),
            ),
            needs=("seat",),
        ),
    ),
    i.WrongCardCount: (
        Entry(
            cite("def/Fouled hand", "irreg(9)"),
            (Option("folded", "a fouled hand has no redress", do.wrong_count_folded),),
            when=unprotected,
            needs=("seat", "held", "protected"),
        ),
        Entry(
            cite("def/Fouled hand", "irreg(9)(ii)"),
            (Option("refund", "the hand is out and gets everything back", do.wrong_count_void),),
            needs=("seat", "held", "protected"),
        ),
    ),
    i.ExposedInDeal: (
        Entry(
            cite("irreg(2)"),
            (
                Option("door card", "the card is the door card", do.becomes_door_card, by=SUPERVISORS),
                Option("misdeal", "the supervisor calls a misdeal", do.misdeal, by=SUPERVISORS),
            ),
        ),
    ),
    i.FaceUpInShoe: (
        Entry(cite("irreg(5)(iii)"), (MISDEAL,), when=more_than_one),
        Entry(cite("irreg(8)"), (Option("discarded", "the card is not used", do.discard_face_up),)),
    ),
    i.DealtOffTable: (
        Entry(cite("irreg(11)"), (Option("discarded", "the card is examined and not used", do.discard_off_table),)),
    ),
    i.ActedOutOfTurn: (
        Entry(
            (*cite("wagers(4)"), *house.cite("4.11")),
            (Option("not binding", "only an action in turn binds", do.nothing),),
            needs=("seat", "action"),
        ),
    ),
    i.DeckFault: (
        Entry(
            cite("irreg(7)"),
            (Option("results stand", "the clause is for a round that goes on; this one is finished", do.nothing),),
            when=lambda hand, incident: hand.phase == OVER,
        ),
        Entry(
            cite("irreg(7)"),
            (Option("round dead", "chips go back and the deck is replaced", do.void_round),),
        ),
    ),
    i.HandMucked: (
        Entry(cite("irreg(9)"), (FOLDED,), when=unprotected, needs=("seat", "protected")),
        Entry(
            cite("irreg(9)(i)"),
            (Option("rebuilt", "the hand is rebuilt and the round completed", do.nothing),),
            when=identifiable,
            needs=("seat", "protected", "identifiable"),
        ),
        Entry(
            cite("irreg(9)(ii)"),
            (Option("refund", "everything the player put in goes back", do.void_hand),),
            when=victim,
            needs=("seat", "protected", "identifiable", "at_fault"),
        ),
        Entry(cite("irreg(9)", "irreg(9)(ii)"), (FOLDED,), needs=("seat", "protected", "identifiable", "at_fault")),
    ),
    i.PlayerAbsent: (
        Entry(
            cite("irreg(9)(iii)"),
            (Option("folded", "the cards are collected and discarded", do.folded),),
            when=unprotected,
            needs=("seat", "protected"),
        ),
    ),
    i.ExposedEarly: (
        Entry(
            cite("irreg(2)"),
            (
                Option("discarded", "the cards are not used", do.early_discarded, by=SUPERVISORS),
                Option("shuffled in", "the cards are shuffled in", do.early_reshuffled, by=SUPERVISORS),
            ),
        ),
    ),
    i.SeventhExposed: (
        Entry(
            cite("irreg(2)"),
            (
                Option("play on", "the card plays, seen by all", do.seventh_seen, by=SUPERVISORS),
                Option("opens", "the player opens the round", do.seventh_opens, by=SUPERVISORS),
            ),
            deadline=NO_ACTION,
            late=(Option("play on", "the card plays, seen by all", do.seventh_seen, by=SUPERVISORS),),
            needs=("seat",),
        ),
    ),
    i.StubExhausted: (Entry(cite("irreg(2)"), (VOID,)),),
    i.PotContested: (
        Entry(
            cite("irreg(2)"),
            (Option("heard", "the shift supervisor decides", do.nothing, by=SUPERVISORS), PAID_AGAIN),
            needs=("seat",),
        ),
    ),
    i.Uncovered: (Entry(cite("irreg(2)"), (DECIDED, VOID), needs=("what",)),),
}

GRANTS: Final[Grants] = {
    g.Exclude: (Grant(cite("conduct(2)", "conduct(1)"), when=g.from_game(), need=g.some_period),),
    g.SettleDispute: (Grant(cite("irreg(2)"), when=g.stage("first")),),  # it is final
}

CUSTOMS: Final = Customs(
    words=cite("wagers(4)", "irreg(10)"),
    words_win=True,
    correct=cite("wagers(5)"),
    string=cite("wagers(7)"),
    unfinished=cite("wagers(7)(i)"),
    call=cite("wagers(7)(ii)", "wagers(6)", "wagers(6)(i)"),
    bet=cite("wagers(6)", "wagers(6)(ii)"),
    raise_=cite("wagers(6)", "wagers(6)(iii)"),
    one_chip=cite("wagers(9)"),
    between=house.cite("4.4"),
    short=cite("wagers(6)", "wagers(7)"),
    thrown=cite("irreg(10)(i)"),
    owed=cite("irreg(10)(ii)"),
    made=cite("wagers(7)"),
    tapped=cite("wagers(3)(ii)"),
)

# irreg(2): the supervisor decides on exposed cards, and a second card after the deal is ruled on as uncovered.
CHAPTER = FloorRules(entries=ENTRIES, grants=GRANTS, customs=CUSTOMS)
