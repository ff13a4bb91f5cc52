"""The floor of nsw-poker: irregularities (rules 25 and 26), powers (26 and 27) and what silent chips mean (rule 7)."""

from __future__ import annotations

from typing import Final

from openfelt.books.nsw_poker import cite
from openfelt.books.nsw_poker.irregularities import ENTRIES
from openfelt.errors import RuleViolation
from openfelt.floor import effects as do
from openfelt.floor import grants as g
from openfelt.floor.customs import Customs, Reading, short_of_the_call, wagered
from openfelt.floor.entries import STAFF
from openfelt.floor.grants import Grant, Grants
from openfelt.floor.rules import FloorRules
from openfelt.table import commands as c
from openfelt.table.chips import read_chips
from openfelt.table.hand import Hand
from openfelt.table.turn import Turn

GRANTS: Final[Grants] = {
    g.VoidRound: (Grant(cite("26.14"), do.void_round, need=g.live),),
    g.InvalidateOutcome: (
        Grant(cite("27.5", "27.5.1", "27.6"), g.invalidated, when=g.ground("disruption"), need=g.may_forfeit),
        Grant(cite("27.5", "27.5.2", "27.6"), g.invalidated, when=g.ground("fraud"), need=g.may_forfeit),
    ),
    g.VoidWagers: (
        Grant(cite("27.4", "27.4.1"), g.void_wagers, when=g.ground("device"), need=g.in_hand),
        Grant(cite("27.13"), g.void_wagers, when=g.ground("breach"), need=g.in_hand),
    ),
    g.Exclude: (
        Grant(cite("27.4", "27.4.2"), when=g.from_game("device"), need=g.some_period),
        Grant(cite("27.4", "27.4.3"), when=g.from_casino("device"), need=g.some_period),
        Grant(cite("27.13"), when=g.from_game("breach"), need=g.some_period),
    ),
    g.ImposeClock: (Grant(cite("26.12"), g.impose(40), need=g.their_turn),),
    g.EndClock: (Grant(cite("26.12"), g.clock_folds, need=g.clock_ran(40), by=STAFF),),
    g.RefuseWager: (Grant(cite("27.12"), g.refuse_wager, need=g.before_cards),),
    g.CloseTable: (Grant(cite("27.9"), need=g.sign_shown(20)),),
    g.Direct: (
        Grant(cite("26.11", "26.11.1"), when=g.what("english")),
        Grant(cite("26.11", "26.11.2"), when=g.what("silence")),
        Grant(cite("26.11", "26.11.3"), when=g.what("apart"), need=g.some_two),
        Grant(cite("26.11", "26.11.4"), when=g.what("spectators")),
    ),
    g.SettleDispute: (
        Grant(cite("27.14"), when=g.stage("first")),
        Grant(cite("27.14", "27.15"), when=g.stage("review"), by=g.MANAGER),
    ),
    g.CountCards: (Grant(cite("4.8"), g.counted(do.misdeal, cite("26.6", "26.6.2", "25.7"))),),
    g.ChangeCards: (Grant(cite("4.4"), need=g.new_deck_checked),),
    g.InspectHand: (Grant(cite("4.7"), need=g.ended),),
    g.NilCommission: (Grant(cite("3.5"), need=g.ended),),
}


def silent_chips(hand: Hand, turn: Turn, chips: tuple[int, ...], customs: Customs) -> Reading:
    """7.7 to 7.9, as the table reads chips at a live game."""
    try:
        found = read_chips(hand, turn.seat, chips)
    except RuleViolation as refusal:
        if refusal.code != "short-call":
            raise
        return short_of_the_call(turn, sum(chips), customs)
    is_wager = isinstance(found.command, c.Bet | c.RaiseTo)
    lacks = wagered(hand, turn, found.command) - sum(chips) if is_wager else 0
    return Reading(found.command, found.change, max(lacks, 0), found.cites)


CUSTOMS: Final = Customs(
    words=cite("7.4", "7.5"),
    words_win=False,
    correct=cite("7.5"),
    string=cite("7.10", "7.5"),
    unfinished=(),
    call=cite("7.4.3"),
    bet=cite("7.4.2"),
    raise_=cite("7.4.4"),
    one_chip=cite("7.9"),
    between=cite("7.7"),
    short=cite("7.4.3.1", "7.4.3.2", "7.5"),
    thrown=cite("7.4.5"),
    limits=cite("7.5", "8.2"),
    stays=True,
    tapped=cite("7.4.3.3"),
    silent=silent_chips,
)

# 25.3, 25.4: two cards of one player exposed in the deal of stud are a misdeal.
CHAPTER = FloorRules(entries=ENTRIES, grants=GRANTS, customs=CUSTOMS, counts_exposed=True)
