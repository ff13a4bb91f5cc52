"""The floor of act-stud: irregularities (rule 17, 16.4 to 16.6, 2.6), powers, and what words and chips mean."""

# ruff: noqa: ARG001, ARG005 - every test of a case has the same two arguments

from __future__ import annotations

from typing import Any, Final

from openfelt.books.act_stud import cite
from openfelt.floor import effects as do
from openfelt.floor import grants as g
from openfelt.floor import incidents as i
from openfelt.floor.contested import PAID_AGAIN
from openfelt.floor.customs import Customs
from openfelt.floor.deadlines import FIRST_ROUND, NO_ACTION
from openfelt.floor.entries import STAFF, SUPERVISORS, Entries, Entry, Option, all_agree, always, two_to_one_player
from openfelt.floor.grants import Grant, Grants
from openfelt.floor.rules import FloorRules
from openfelt.table.hand import OUT, OVER, Hand

MISDEAL = Option(
    "misdeal",
    "new shuffle and cut, same button; posts are made again and everything else goes back",
    do.misdeal,
    cites=cite("17.1", "17.3"),
)
PLAY_ON = Option("play on", "it is no misdeal any more: the hand is played to the end", do.nothing, cites=cite("17.2"))
LEFT_OUT = Option(
    "play on", "the hand is played to the end without the player left out", do.left_out_fouled, cites=cite("17.2")
)
UNUSED = Option(
    "play on", "the hand is played to the end; cards of an empty seat are not used", do.extra_hand_unused,
    cites=cite("17.2"),
)  # fmt: skip
PUT_RIGHT = Option("put right", "the dealer rebuilds the deal", do.nothing)
VOID = Option("void the round", "the round is void and everything goes back", do.void_round, by=SUPERVISORS)
AGREED = Option(
    "as agreed", "all players agree and the round goes on", do.nothing, by=SUPERVISORS, cites=cite("17.16"),
    need=all_agree, facts=("agreed",),
)  # fmt: skip
DECIDED = Option(
    "play on", "the operator decides that the round goes on", do.nothing, by=SUPERVISORS, cites=cite("19.4")
)
IMPRACTICAL = Option("void the round", "it cannot go on", do.void_round, by=SUPERVISORS, cites=cite("19.3"))


def not_shuffled(hand: Hand, incident: i.NotShuffled) -> bool:
    """The cards were not shuffled (7.1), which is none of the misdeals of 17.1; 17.1(b) is about the cut alone."""
    return incident.what == "shuffle"


def unseen_and_fixable(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """Nobody looked, and the deal can be rebuilt."""
    return not incident.looked and bool(incident.reconstructable)


def fault(
    *numbers: str,
    needs: tuple[str, ...] = ("reconstructable", "looked"),
    late: Option = PLAY_ON,
    late_needs: tuple[str, ...] = (),
) -> tuple[Entry, ...]:
    """A fault of the deal: rebuilt if nobody looked, else a misdeal, until the first betting round is over."""
    cites = cite(*numbers)
    return tuple(
        Entry(cites, (option,), when=when, deadline=FIRST_ROUND, late=(late,), needs=needs, late_needs=late_needs)
        for option, when in ((PUT_RIGHT, unseen_and_fixable), (MISDEAL, always))
    )


def too_many(hand: Hand, incident: i.WrongCardCount) -> bool:
    """The player has a card too many from the initial deal."""
    return (incident.held or 0) > len(hand.holding(hand.index[incident.seat]))


def too_few(hand: Hand, incident: i.WrongCardCount) -> bool:
    """The player has too few cards."""
    return not too_many(hand, incident)


def unseen_and_correctable(hand: Hand, incident: i.WrongCardCount) -> bool:
    """Nobody has seen the card too many, and the hand can be corrected."""
    return not incident.looked and bool(incident.correctable)


def nobody_right(hand: Hand, incident: i.WrongCardCount) -> bool:
    """No active player has the right number of cards, and it is no misdeal, or not any more (17.2)."""
    wrong = {incident.seat, *incident.also}
    left = [hand.seats[k] for k in range(hand.n) if hand.status[k] != OUT and hand.shown[k] != 2]
    is_misdeal = too_many(hand, incident) and not FIRST_ROUND.passed(hand)
    return set(left) <= wrong and not is_misdeal


def nobody_right_after_a_fold(hand: Hand, incident: i.WrongCardCount) -> bool:
    """No active player has the right number of cards, and someone folded before."""
    return nobody_right(hand, incident) and bool(hand.folds)


def first_of_street(hand: Hand, incident: i.FaceUpInShoe) -> bool:
    """The card would be the first of the street."""
    return incident.place == 1


def hole_cards_of_the_deal(hand: Hand, incident: i.FaceUpInShoe) -> list[int]:
    """Whose hole cards of the initial deal lie face up, by position, one for each card."""
    return [] if hand.step else [k for _, k, _ in do.face_up_places(hand, incident)]


def hole_card_face_up(hand: Hand, incident: i.FaceUpInShoe) -> bool:
    """A hole card of the initial deal lies face up."""
    return bool(hole_cards_of_the_deal(hand, incident))


def two_hole_cards_face_up(hand: Hand, incident: i.FaceUpInShoe) -> bool:
    """More than one hole card of a player lies face up in the initial deal."""
    found = hole_cards_of_the_deal(hand, incident)
    return len(found) > len(set(found))


FOLDED = Option("folded", "the hand is folded and its bets stay", do.wrong_count_folded)
COUNT = ("seat", "held")

ENTRIES: Final[Entries] = {
    i.ExposedInCut: (Entry(cite("17.1(a)"), (MISDEAL,), deadline=FIRST_ROUND, late=(PLAY_ON,)),),
    i.NotShuffled: (
        Entry(cite("7.1", "17.16"), (AGREED, DECIDED, IMPRACTICAL), when=not_shuffled, needs=("what",)),
        Entry(cite("17.1(b)"), (MISDEAL,), deadline=FIRST_ROUND, late=(PLAY_ON,), needs=("what",)),
    ),
    i.DealtOutOfOrder: fault("17.1(d)"),
    i.WrongStart: (
        Entry(
            cite("17.1(d)"),
            (PUT_RIGHT,),
            when=lambda hand, incident: incident.reconstructable,
            deadline=FIRST_ROUND,
            late=(PLAY_ON,),
            needs=("reconstructable",),
        ),
        Entry(cite("17.1(d)"), (MISDEAL,), deadline=FIRST_ROUND, late=(PLAY_ON,), needs=("reconstructable",)),
    ),
    i.PlayerMissed: fault("17.1(e)", late=LEFT_OUT, late_needs=("seat",)),
    i.PlayerDealtIn: fault("17.1(e)", needs=("seat", "reconstructable", "looked"), late=UNUSED),
    i.WrongCardCount: (
        Entry(
            cite("17.9"),
            (Option("last to fold wins", "nobody left has the right number of cards", do.last_folder_wins),),
            when=nobody_right_after_a_fold,
            needs=COUNT,
        ),
        Entry(cite("17.9", "19.3"), (VOID,), when=nobody_right, needs=COUNT),
        Entry(cite("17.9"), (FOLDED,), when=too_few, needs=COUNT),
        Entry(
            cite("17.1(e)"),
            (PUT_RIGHT,),
            when=unseen_and_correctable,
            deadline=FIRST_ROUND,
            late=(FOLDED,),
            late_cites=cite("17.2", "17.9"),
            needs=(*COUNT, "looked", "correctable"),
        ),
        Entry(
            cite("17.1(f)"),
            (MISDEAL,),
            deadline=FIRST_ROUND,
            late=(FOLDED,),
            late_cites=cite("17.2", "17.9"),
            needs=(*COUNT, "looked", "correctable"),
        ),
    ),
    i.ExposedInDeal: (
        Entry(cite("17.1(c)"), (MISDEAL,), when=two_to_one_player),
        Entry(
            cite("17.17"),
            (Option("others down", "the card is the door card; the others come down", do.becomes_door_card),),
        ),
    ),
    i.FaceUpInShoe: (
        Entry(
            cite("17.18"),
            (Option("shuffled in", "as first card of the street it is shuffled in", do.reshuffle_face_up),),
            when=first_of_street,
        ),
        Entry(cite("17.18", "17.1(c)"), (MISDEAL,), when=two_hole_cards_face_up),
        Entry(
            cite("17.18", "17.17"),
            (Option("used", "the card is used in sequence: it is the up-card, the others come down", do.use_face_up),),
            when=hole_card_face_up,
        ),
        Entry(cite("17.18", "17.19"), (Option("used", "the card is used in sequence", do.use_face_up),)),
    ),
    i.ExposedByPlayer: (
        Entry(
            cite("16.6"), (Option("shared", "what one knows all are shown", do.seen_by_all),), needs=("seat", "cards")
        ),
    ),
    i.ShownToAnother: (
        Entry(
            cite("16.5", "16.6"),
            (Option("shared", "what one was shown all are shown at once", do.seen_by_all),),
            needs=("seat", "cards", "to"),
        ),
    ),
    i.ActedOutOfTurn: (
        Entry(
            cite("17.5", "17.6"),
            (Option("held", "it is held until those who were skipped have acted", do.hold),),
            when=lambda hand, incident: incident.action == "wager",
            needs=("seat", "action"),
        ),
        Entry(cite("17.16"), (AGREED, DECIDED), needs=("seat", "action")),
    ),
    i.ShortCall: (
        Entry(
            cite("17.8"),
            (Option("made up or folded", "the call is made up, or the chips go back on a fold", do.leave_short),),
            needs=("seat", "amount"),
        ),
    ),
    i.DeckFault: (
        Entry(
            cite("17.14"),
            (Option("results stand", "the result of a finished round stands", do.nothing),),
            when=lambda hand, incident: hand.phase == OVER,
        ),
        Entry(cite("2.6", "19.3"), (VOID,)),
    ),
    i.HandMucked: (
        Entry(cite("17.10"), (Option("folded", "the cards are out of the round", do.folded),), needs=("seat",)),
    ),
    i.ExposedEarly: (
        Entry(
            cite("17.16"),
            (
                Option(
                    "shuffled in",
                    "all agree: the card is shuffled in",
                    do.early_reshuffled,
                    by=SUPERVISORS,
                    need=all_agree,
                    facts=("agreed",),
                ),
                Option("void the round", "no agreement", do.void_round, by=SUPERVISORS, cites=cite("19.3", "19.4")),
            ),
        ),
    ),
    i.SeventhExposed: (
        Entry(
            cite("17.19"),
            (Option("opens", "the player opens the final round and taps out by checking", do.first_seventh_opens),),
            deadline=NO_ACTION,
            needs=("seat",),
        ),
    ),
    i.FinalCardsShort: (
        Entry(
            cite("17.20"),
            (Option("communal card", "the final cards go to the discards; one card for all", do.finals_discarded),),
            needs=("dealt",),
        ),
    ),
    i.StubExhausted: (Entry(cite("19.3"), (VOID,)),),
    i.PotContested: (
        Entry(
            cite("17.14"),
            (Option("results stand", "the next round has begun: the decision stands", do.nothing),),
            when=lambda hand, incident: incident.next_round_begun,
            needs=("seat", "next_round_begun"),
        ),
        Entry(
            cite("17.14", "19.4"),
            (Option("heard", "the claim is in time and the operator decides", do.nothing), PAID_AGAIN),
            needs=("seat", "next_round_begun"),
        ),
    ),
    i.Uncovered: (
        Entry(
            cite("17.16"),
            (AGREED, DECIDED, IMPRACTICAL),
            needs=("what",),
        ),
    ),
}

GRANTS: Final[Grants] = {
    g.VoidRound: (Grant(cite("19.3"), do.void_round, need=g.live),),
    g.InvalidateOutcome: (
        Grant(cite("19.1"), g.invalidated, when=g.ground("disruption"), need=g.unfinished),
        Grant(cite("19.3"), g.invalidated, when=g.ground("fraud"), need=g.unfinished),
    ),
    g.DeclareFolded: (Grant(cite("19.2", "19.2(a)"), g.declare_folded, need=g.in_hand),),
    g.Exclude: (Grant(cite("19.2", "19.2(b)"), when=g.from_game(), need=g.some_period),),
    g.ImposeClock: (Grant(cite("4.6"), g.impose(90), need=g.their_turn),),
    g.EndClock: (Grant(cite("4.6"), g.clock_folds, need=g.clock_ran(90), by=STAFF),),
    g.CloseTable: (Grant(cite("18.2"), need=g.notice_given),),
    g.SettleDispute: (Grant(cite("19.4"), when=g.stage("first")),),  # a review is the Commission's
    g.CountCards: (Grant(cite("2.6"), g.counted(do.void_round, cite("19.3"))),),
    g.ChangeCards: (Grant(cite("2.5"), need=g.new_deck_checked),),
}

CUSTOMS: Final = Customs(
    words=cite("10.2", "12.3"),
    words_win=True,
    correct=cite("10.2", "12.3"),
    string=(),
    unfinished=(),
    call=cite("10.2(a)", "12.3(a)"),
    bet=cite("5.2"),
    raise_=cite("10.2(b)", "12.3(b)"),
    one_chip=cite("17.7"),
    between=cite("17.7"),
    short=cite("17.8"),
    thrown=cite("10.2(c)", "12.3(d)"),
    tapped=cite("14.1"),
)

# 17.1(c): two cards of one player exposed in the deal are a misdeal.
CHAPTER = FloorRules(entries=ENTRIES, grants=GRANTS, customs=CUSTOMS, counts_exposed=True)
