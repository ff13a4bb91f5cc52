"""Misdeals and irregularities of nsw-poker, rules 25 and 26, and 8.2.1: each case as an entry."""

# ruff: noqa: ARG001, ARG005 - every test of a case has the same two arguments

from __future__ import annotations

from typing import Any, Final

from openfelt.books.nsw_poker import cite
from openfelt.floor import effects as do
from openfelt.floor import incidents as i
from openfelt.floor import streets
from openfelt.floor.contested import PAID_AGAIN
from openfelt.floor.deadlines import NO_ACTION, SINCE_DEAL, SINCE_STREET
from openfelt.floor.entries import (
    PLAYER,
    SUPERVISORS,
    Entries,
    Entry,
    Option,
    always,
    exposed_before,
    games,
    two_to_one_player,
)
from openfelt.games.game import BettingRound
from openfelt.table.hand import DISCARDING, OUT, OVER, Hand

MISDEAL = Option(
    "misdeal",
    "all bets are void, everything goes back; new shuffle and cut, same button and blinds",
    do.misdeal,
    cites=cite("25.7", "25.8", "25.9"),
)
PLAY_ON = Option("play on", "the round goes on as it stands", do.nothing)
LEFT_OUT = Option("play on", "the round goes on without the player left out, who owes nothing", do.left_out)
UNUSED = Option("play on", "the round goes on; cards of an empty seat are not used", do.extra_hand_unused)
PUT_RIGHT = Option("put right", "the dealer puts the cards right and the round goes on", do.nothing)
VOID = Option(
    "void the round",
    "the round is void and all money of it goes back",
    do.void_round,
    by=SUPERVISORS,
    cites=cite("26.14"),
)
STANDS = Option("dead", "the round stands; that hand is dead and its wagers stay", do.dead, by=SUPERVISORS)
CANNOT = ("reconstructable",)


def cannot(hand: Hand, incident: Any) -> bool:  # noqa: ANN401 - an incident that says whether it can be put right
    """The error cannot be reconstructed."""
    return not incident.reconstructable


def can(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """The error can be reconstructed."""
    return bool(incident.reconstructable)


def deal_fault(
    *numbers: str, needs: tuple[str, ...] = CANNOT, late: Option = PLAY_ON, late_needs: tuple[str, ...] = ()
) -> tuple[Entry, ...]:
    """A fault of the deal: a misdeal before substantial action if it cannot be put right; after it, play goes on."""
    cites = cite("25.1", *numbers)
    return tuple(
        Entry(cites, (option,), when=when, deadline=SINCE_DEAL, late=(late,), needs=needs, late_needs=late_needs)
        for option, when in ((PUT_RIGHT, can), (MISDEAL, always))
    )


def more_to_come(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """Whether more cards are to be dealt in this round of play."""
    return bool(streets.deals_ahead(hand))


def last_street(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """Whether no more cards are to be dealt."""
    return not more_to_come(hand, incident)


def sole_at_the_end(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """Only one player is left when the final betting round is over."""
    final = [at for at, step in enumerate(hand.rules.steps) if isinstance(step, BettingRound) and step.final]
    return hand.live == 1 and hand.step in final


def correctable(hand: Hand, incident: i.WrongCardCount) -> bool:
    """The number of cards can be corrected."""
    return bool(incident.correctable)


def at_least(number: int) -> Any:  # noqa: ANN401 - a test
    """So many cards or more were exposed in the deal, reported together or one after another."""
    return lambda hand, incident: len(exposed_before(hand)) + len(incident.cards) >= number


def discarding(street: str) -> Any:  # noqa: ANN401 - a test
    """The next deal is that street, and players still discard before it."""
    return lambda hand, incident: hand.phase == DISCARDING and before_street(street)(hand, incident)


def before_street(street: str) -> Any:  # noqa: ANN401 - a test
    """The next deal is that street."""
    return lambda hand, _: hand.rules.steps[streets.next_deal(hand)].name == street


def is_first_recipient(hand: Hand, incident: i.SeventhExposed) -> bool:
    """The player got the first card of the street."""
    dealt = [k for k in range(hand.n) if hand.status[k] != OUT or hand.acts >> k & 1]
    return hand.index[incident.seat] == dealt[0]


def before_the_flop_burn(hand: Hand, incident: i.BurnMissed) -> bool:
    """The street is the flop."""
    return hand.rules.steps[streets.last_street(hand)].name == "flop"


def street_not_out(hand: Hand, incident: i.DiscardForgotten) -> bool:
    """The community cards after the discard are not out."""
    return hand.step == do.discard_step(hand) + 1


def street_just_out(hand: Hand, incident: i.DiscardForgotten) -> bool:
    """The community cards after the discard are out and their betting round is on, or nobody can bet any more."""
    return streets.street_deal(hand) == do.discard_step(hand) + 1


def looked(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """The wrong player has looked."""
    return bool(incident.looked)


def over(hand: Hand, incident: Any) -> bool:  # noqa: ANN401
    """The round of play is over."""
    return hand.phase == OVER


def too_small(hand: Hand, incident: i.StakeOutOfBounds) -> bool:
    """The stake was below the minimum."""
    return do.brought_by(hand, hand.index[incident.seat]) < hand.rules.sign.min_stake


def begun(hand: Hand, incident: i.PotContested) -> bool:
    """The next round has begun."""
    return bool(incident.next_round_begun)


def closed(hand: Hand, incident: i.PotContested) -> bool:
    """It was the final hand of a table that has closed."""
    return bool(incident.table_closed)


def extra(number: int) -> Any:  # noqa: ANN401 - a test
    """More than so many cards too many."""
    return lambda _, incident: incident.extra > number


FORGOTTEN = cite("26.1bis")
FLOP_BACK = Option("flop back", "flop and burn are shuffled back; the betting is finished", do.flop_back)
TURN = cite("26.31", "26.31(i)", "26.31(ii)", "26.31(iii)")
TURN_ASIDE = Option("turn aside", "set aside until the fifth card, which comes without a burn", do.turn_aside)
COUNTED = Option("count the cards", "the cards play; they are counted when the round ends", do.seen_cards)

ENTRIES: Final[Entries] = {
    i.ExposedInCut: (Entry(cite("25.1", "25.1.1"), (MISDEAL,)),),
    i.NotShuffled: (Entry(cite("25.1", "25.1.2"), (MISDEAL,), deadline=SINCE_DEAL, late=(PLAY_ON,), needs=("what",)),),
    i.DealtOutOfOrder: deal_fault("25.1.3"),
    i.WrongStart: deal_fault("25.1.3"),
    i.PlayerMissed: deal_fault("25.1.4", late=LEFT_OUT, late_needs=("seat",)),
    i.PlayerDealtIn: deal_fault("25.1.4", needs=("seat", "reconstructable"), late=UNUSED),
    i.WrongCardCount: (
        Entry(
            cite("25.1", "25.1.6"),
            (Option("void the round", "the round is void and all wagers go back", do.void_round),),
            when=sole_at_the_end,
            needs=("seat", "held"),
        ),
        Entry(
            cite("25.1", "25.1.5"),
            (PUT_RIGHT,),
            when=correctable,
            deadline=SINCE_DEAL,
            late=(Option("hand void", "the hand is void and its wagers go back", do.wrong_count_void),),
            needs=("seat", "held", "correctable"),
        ),
        Entry(
            cite("25.1", "25.1.5"),
            (MISDEAL,),
            deadline=SINCE_DEAL,
            late=(Option("hand void", "the hand is void and its wagers go back", do.wrong_count_void),),
            needs=("seat", "held", "correctable"),
        ),
    ),
    i.ExposedInDeal: (
        Entry(cite("25.2"), (MISDEAL,), games=games("draw"), when=at_least(2)),
        Entry(
            cite("25.2"),
            (Option("plays", "one card seen is no misdeal: it stays in the hand", do.stays_exposed),),
            games=games("draw"),
        ),
        Entry(cite("25.3"), (MISDEAL,), games=games("five-stud"), when=two_to_one_player),
        Entry(
            cite("26.16"),
            (Option("second card down", "the card is the up-card; the second comes down", do.becomes_door_card),),
            games=games("five-stud"),
        ),
        Entry(cite("25.4"), (MISDEAL,), games=games("seven-stud"), when=two_to_one_player),
        Entry(
            cite("26.19"),
            (Option("third card down", "the card is the up-card; the third comes down", do.becomes_door_card),),
            games=games("seven-stud"),
        ),
        Entry(cite("25.5"), (MISDEAL,), games=games("manila")),
        Entry(cite("25.6"), (MISDEAL,), games=games("flop"), when=at_least(2)),
        Entry(
            cite("26.26"),
            (Option("replaced", "the card is the first burn; the card to be burnt replaces it", do.replaced),),
            games=games("flop"),
        ),
    ),
    i.ExposedInDraw: (
        Entry(
            cite("25.2"),
            (Option("plays", "the cards are used in sequence", do.exposed_draw),),
            games=games("draw"),
            needs=("seat", "cards"),
        ),
    ),
    i.FaceUpInShoe: (
        Entry(cite("26.1"), (Option("discarded", "the card is not used; play goes on", do.discard_face_up),)),
    ),
    i.ExposedByPlayer: (Entry(cite("26.2"), (COUNTED,), needs=("seat", "cards")),),
    i.ShownToAnother: (
        Entry(
            cite("26.3"),
            (Option("shown after", "the whole table sees them when the round is over", do.shown_after),),
            when=lambda _, incident: incident.asked,
            needs=("seat", "cards", "to", "asked"),
        ),
        Entry(cite("26.3"), (COUNTED,), needs=("seat", "cards", "to", "asked")),
    ),
    i.ToldToAct: (
        Entry(
            cite("26.4"),
            (Option("taken back", "the actions are taken back and everyone acts in order", do.release),),
            needs=("told",),
        ),
    ),
    i.ActedOutOfTurn: (
        Entry(
            cite("26.5"),
            (Option("held", "it is held until those who were skipped have acted", do.hold),),
            needs=("seat", "action"),
        ),
    ),
    i.ShortCall: (
        Entry(
            cite("7.4.3.1", "7.4.3.2", "7.5"),
            (
                Option(
                    "made up or forfeited",
                    "the chips stay out: the call is made up, or a fold forfeits them",
                    do.leave_short,
                ),
            ),
            needs=("seat", "amount"),
        ),
    ),
    i.DeckFault: (
        Entry(
            cite("26.6", "26.6.1"),
            (Option("results stand", "the result of a finished round stands", do.nothing),),
            when=over,
        ),
        Entry(cite("26.6", "26.6.2"), (MISDEAL,)),
    ),
    i.HandMucked: (
        Entry(
            cite("26.7"),
            (Option("dead", "no redress: the hand is dead, its wagers stay", do.dead),),
            when=lambda hand, incident: not incident.protected,
            needs=("seat", "protected"),
        ),
        Entry(
            cite("26.7", "26.14"),
            (Option("given back", "the hand goes back to its owner", do.nothing, by=SUPERVISORS), VOID),
            when=lambda hand, incident: incident.identifiable,
            needs=("seat", "protected", "identifiable"),
        ),
        Entry(cite("26.7", "26.14"), (VOID, STANDS), needs=("seat", "protected", "identifiable")),
    ),
    i.ExposedEarly: (
        Entry(
            cite("26.18"),
            (Option("set aside", "set aside, shuffled in when the round is complete", do.set_aside),),
            games=games("five-stud"),
        ),
        Entry(
            cite("26.22"),
            (Option("set aside", "set aside, shuffled in when the round is complete", do.set_aside),),
            games=games("seven-stud"),
        ),
        Entry(
            cite("26.24"),
            (Option("betting capped", "no wager above what is in; the card is used in sequence", do.cap_betting),),
            games=games("manila"),
        ),
        Entry((*cite("26.30"), *FORGOTTEN), (FLOP_BACK,), games=games("pineapple"), when=discarding("flop")),
        Entry(cite("26.30"), (FLOP_BACK,), games=games("flop"), when=before_street("flop")),
        Entry((*TURN, *FORGOTTEN), (TURN_ASIDE,), games=games("pineapple"), when=discarding("turn")),
        Entry(TURN, (TURN_ASIDE,), games=games("flop"), when=before_street("turn")),
        Entry(
            cite("26.32"),
            (Option("river back", "the card is shuffled back; the burn stays", do.river_back),),
            games=games("flop"),
            when=before_street("river"),
        ),
    ),
    i.SeventhExposed: (
        Entry(
            cite("26.23"),
            (Option("all face up", "all final cards are up; the last round's opener opens", do.sevenths_up),),
            games=games("seven-stud"),
            when=is_first_recipient,
            deadline=NO_ACTION,
            needs=("seat",),
        ),
        Entry(
            cite("26.23"),
            (
                Option("all-in", "the player is treated as all-in", do.seventh_all_in, by=PLAYER),
                Option("play on", "the player plays on", do.seventh_seen, by=PLAYER),
            ),
            games=games("seven-stud"),
            deadline=SINCE_STREET,
            late=(Option("all-in", "the player is treated as all-in", do.seventh_all_in),),
            needs=("seat",),
        ),
    ),
    i.TooManyInFlop: (
        Entry(
            cite("26.29", "26.33"),
            (
                Option(
                    "next burn", "the three right cards stay; the other is the next burn", streets.wrong_is_next_burn
                ),
            ),
            games=games("flop"),
            when=lambda hand, incident: incident.reconstructable and incident.extra == 1,
            needs=CANNOT,
        ),
        Entry(
            cite("26.29", "26.34"),
            (Option("shuffled back", "the three right cards stay; the others go back", streets.wrong_reshuffled),),
            games=games("flop"),
            when=can,
            needs=CANNOT,
        ),
        Entry(
            cite("26.29"),
            (Option("redealt", "flop and burn are shuffled back; a new burn and flop", streets.redeal_with_burn),),
            games=games("flop"),
            needs=CANNOT,
        ),
    ),
    i.TurnedTogether: (
        Entry(
            cite("26.25"),
            (Option("shuffled back", "the right card stays; the others go back", streets.wrong_reshuffled),),
            games=games("manila"),
            when=lambda hand, incident: incident.reconstructable and more_to_come(hand, incident),
            needs=CANNOT,
        ),
        Entry(
            cite("26.25"),
            (Option("discarded", "the right card stays; no more are needed", streets.wrong_to_discards),),
            games=games("manila"),
            when=can,
            needs=CANNOT,
        ),
        Entry(
            cite("26.25"),
            (Option("redealt", "all are shuffled back and the card is dealt again", streets.redeal_without_burn),),
            games=games("manila"),
            needs=CANNOT,
        ),
        Entry(
            cite("26.34"),
            (Option("redealt", "all are shuffled back and the card is dealt again", streets.redeal_without_burn),),
            games=games("flop"),
            when=lambda hand, incident: incident.extra > 1 and not incident.reconstructable,
            needs=CANNOT,
        ),
        Entry(
            cite("26.34"),
            (Option("discarded", "the right card stays; the others go to the discards", streets.wrong_to_discards),),
            games=games("flop"),
            when=lambda hand, incident: incident.extra > 1 and last_street(hand, incident),
            needs=CANNOT,
        ),
        Entry(
            cite("26.34"),
            (Option("shuffled back", "the right card stays; the others are shuffled back", streets.wrong_reshuffled),),
            games=games("flop"),
            when=extra(1),
            needs=CANNOT,
        ),
        Entry(
            cite("26.33"),
            (Option("redealt", "both are shuffled back and the card is dealt again", streets.redeal_without_burn),),
            games=games("flop"),
            when=cannot,
            needs=CANNOT,
        ),
        Entry(
            cite("26.33"),
            (Option("discarded", "the right card stays; the other goes to the discards", streets.wrong_to_discards),),
            games=games("flop"),
            when=last_street,
            needs=CANNOT,
        ),
        Entry(
            cite("26.33"),
            (Option("next burn", "the right card stays; the other is the next burn", streets.wrong_is_next_burn),),
            games=games("flop"),
            needs=CANNOT,
        ),
    ),
    i.BurnMissed: (
        Entry(
            cite("26.27"),
            (Option("put right", "the first card is the burn and the next takes its place", streets.burn_put_right),),
            games=games("flop"),
            when=lambda hand, incident: incident.reconstructable and before_the_flop_burn(hand, incident),
            deadline=SINCE_STREET,
            late=(Option("stands", "the flop stands", do.nothing),),
            needs=CANNOT,
        ),
        Entry(
            cite("26.27"),
            (Option("redealt", "the flop is shuffled back and dealt again after a burn", streets.redeal_with_burn),),
            games=games("flop"),
            when=before_the_flop_burn,
            deadline=SINCE_STREET,
            late=(Option("stands", "the flop stands", do.nothing),),
            needs=CANNOT,
        ),
        Entry(
            cite("26.28"),
            (Option("put right", "the card is the burn and the next takes its place", streets.burn_put_right),),
            games=games("flop"),
            when=can,
            deadline=SINCE_STREET,
            late=(Option("stands", "the community cards stand", do.nothing),),
            needs=CANNOT,
        ),
        Entry(
            cite("26.28"),
            (Option("stands", "the community cards stand", do.nothing),),
            games=games("flop"),
            needs=CANNOT,
        ),
    ),
    i.DiscardForgotten: (
        Entry(
            (*FORGOTTEN, *cite("26.1.2")),
            (Option("discard now", "the player discards before the next street", do.discard_now),),
            games=games("pineapple"),
            when=street_not_out,
            needs=("seat",),
        ),
        Entry(
            (*FORGOTTEN, *cite("26.1.3")),
            (Option("street back", "the street goes back, the discard is made, the street is dealt", do.discard_now),),
            games=games("pineapple"),
            when=street_just_out,
            deadline=SINCE_STREET,
            late=(Option("dead", "the hand is dead; its wagers stay", do.dead),),
            late_cites=(*FORGOTTEN, *cite("26.1.1")),
            needs=("seat",),
        ),
        Entry(
            (*FORGOTTEN, *cite("26.1.1")),
            (Option("dead", "the hand is dead; its wagers stay", do.dead),),
            games=games("pineapple"),
            needs=("seat",),
        ),
    ),
    i.DrawMisdelivered: (
        Entry(
            cite("26.15"),
            (
                Option(
                    "keeps them", "the cards stay where they are; the next go to the right player", do.keeps_the_draw
                ),
            ),
            games=games("draw"),
            when=looked,
            needs=("seat", "looked"),
        ),
        Entry(
            cite("26.15"),
            (Option("passed on", "nobody looked: the cards go to the right player", do.nothing),),
            games=games("draw"),
            needs=("seat", "looked"),
        ),
    ),
    i.FinalCardsShort: (
        Entry(
            cite("26.21"),
            (Option("community card", "the final cards are shuffled back; one card for all", do.finals_back),),
            games=games("seven-stud"),
            needs=("dealt",),
        ),
    ),
    i.StakeOutOfBounds: (
        Entry(
            cite("8.2.1", "8.2.1.4"),
            (Option("results stand", "wagers and results of a finished round stand", do.nothing),),
            when=over,
            needs=("seat",),
        ),
        Entry(
            cite("8.2.1", "8.2.1.1"),
            (Option("put right", "the stake is brought to the limit", do.stake_put_right),),
            deadline=SINCE_DEAL,
            late=(Option("after the round", "the player plays on and makes it up after the round", do.stake_due),),
            late_cites=cite("8.2.1", "8.2.1.2"),
            when=too_small,
            needs=("seat",),
        ),
        Entry(
            cite("8.2.1", "8.2.1.1"),
            (Option("put right", "the stake is brought to the limit", do.stake_put_right),),
            deadline=SINCE_DEAL,
            late=(Option("reduced", "the stake comes down at once; wagers above it go back", do.stake_reduced),),
            late_cites=cite("8.2.1", "8.2.1.3"),
            needs=("seat",),
        ),
    ),
    i.StubExhausted: (Entry(cite("26.14", "26.1"), (VOID,)),),
    i.PotContested: (
        Entry(
            cite("26.13"),
            (Option("results stand", "the table has closed: the result of its last hand stands", do.nothing),),
            when=closed,
            needs=("seat",),
        ),
        Entry(
            cite("26.13"),
            (Option("results stand", "the next round has begun: the result stands", do.nothing),),
            when=begun,
            needs=("seat", "next_round_begun"),
        ),
        Entry(
            cite("26.13", "27.14"),
            (Option("heard", "the claim is in time and goes to the supervisor", do.nothing), PAID_AGAIN),
            needs=("seat", "next_round_begun"),
        ),
    ),
    i.Uncovered: (
        Entry(
            cite("26.14"),
            (VOID, Option("play on", "the round goes on", do.nothing, by=SUPERVISORS)),
            needs=("what",),
        ),
    ),
}
