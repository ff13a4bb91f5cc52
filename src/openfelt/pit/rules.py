"""The numbers and clauses in which the two rulebooks differ, as values; other modules also ask which game it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.pit import commands as c
from openfelt.pit.round import Round
from openfelt.pit.settlement import Spot
from openfelt.rulebooks import Cites, Rulebook, rulebook

ACT = rulebook("act-holdem")
NZ = rulebook("nz-big-raise")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rulebook's numbers and citations for what both tables do."""

    book: Rulebook
    opened: Cites
    place: Mapping[Spot, Cites]
    ante: Cites  # no round of play without one
    one_wager: Cites  # why a spot takes a single wager; () where chips may be added to it
    chips: Cites
    steps: Cites
    lock: Cites
    alter_lock: Cites
    close: Cites
    deal: Cites
    turn: Cites
    exposures: int
    turned_over: Cites
    exposed_void: Cites
    cut: Cites
    cut_by: str
    cut_from: int
    cut_to: int
    deck: Cites
    bad_deck: Cites
    change_cards: Cites
    rack: Cites
    only_here: frozenset[type]
    elsewhere: Cites


BOTH: Final = frozenset(
    {
        c.Open,
        c.NextRound,
        c.Join,
        c.Leave,
        c.Wager,
        c.SpokenWager,
        c.Withdraw,
        c.Cut,
        c.NoMoreBets,
        c.Deal,
        c.TakeUp,
        c.Fold,
        c.ShowHand,
        c.SettleBox,
        c.Rack,
        c.ExposeCard,
        c.ReportRacked,
        c.VerifyDeck,
        c.ChangeCards,
    }
)

RULES: Final[Mapping[str, Rules]] = {
    "act-holdem": Rules(
        book=ACT,
        opened=ACT.cite("4.1", "2.1", "5.1"),
        place={
            Spot.ANTE: ACT.cite("4.1", "4.2", "def/Ante", "def/Box"),
            Spot.BONUS: ACT.cite("4.1", "4.2", "10.2"),
        },
        ante=ACT.cite("4.1"),
        one_wager=(),
        chips=ACT.cite("4.2"),
        steps=ACT.cite("3.3"),
        lock=ACT.cite("4.4", "4.1"),
        alter_lock=ACT.cite("4.4"),
        close=ACT.cite("4.1", "4.4"),
        deal=ACT.cite("6.1", "6.2", "6.3", "6.3(a)", "6.3(b)", "def/Hole Cards", "def/Dealer", "def/Shoe"),
        turn=ACT.cite("6.5"),
        exposures=2,
        turned_over=ACT.cite("13.1"),
        exposed_void=ACT.cite("13.1", "def/Void"),
        cut=ACT.cite("5.2"),
        cut_by="dealer",
        cut_from=5,
        cut_to=47,
        deck=ACT.cite("2.4"),
        bad_deck=ACT.cite("2.4", "15.3", "def/Void"),
        change_cards=ACT.cite("2.3"),
        rack=ACT.cite("9.5", "7.4", "def/Round of Play"),
        only_here=BOTH
        | {
            c.DealFlop,
            c.DeclareBonus,
            c.Call,
            c.SettleBonus,
            c.DealRiver,
            c.TurnDealer,
            c.ExposeDealer,
            c.ReportSequence,
            c.ReportBoard,
            c.Sanction,
            c.VoidWager,
            c.ExcludePlayer,
            c.Invalidate,
            c.VoidRound,
            c.RuleDispute,
            c.ChangeLimits,
            c.MarkBox,
            c.VacateSeat,
            c.CloseTable,
            c.GiveRules,
        },
        elsewhere=ACT.cite("instrument/3", "index"),
    ),
    "nz-big-raise": Rules(
        book=NZ,
        opened=NZ.cite("5.1", "3.1", "7.1", "7.1(a)"),
        place={
            Spot.ANTE: NZ.cite("5.1", "5.1(a)", "3.3(a)", "def/Ante Wager"),
            Spot.BONUS: NZ.cite("5.1", "5.1(b)", "3.3(c)", "def/Three Card Bonus Wager"),
            Spot.BET: NZ.cite("5.1", "5.1(c)", "3.3(b)"),
        },
        ante=NZ.cite("5.1(a)"),
        one_wager=NZ.cite("5.6"),
        chips=NZ.cite("5.3"),
        steps=NZ.cite("2.0"),
        lock=NZ.cite("5.9", "5.9(a)"),
        alter_lock=NZ.cite("5.9", "5.9(b)"),
        close=NZ.cite("8.1", "8.1(a)"),
        deal=NZ.cite("8.1(b)", "8.2"),
        turn=NZ.cite("9.1"),
        exposures=1,
        turned_over=NZ.cite("11.3"),
        exposed_void=NZ.cite("11.5"),
        cut=NZ.cite("7.2"),
        cut_by="employee",
        cut_from=1,
        cut_to=51,
        deck=NZ.cite("7.3"),
        bad_deck=NZ.cite("11.10"),
        change_cards=NZ.cite("7.4"),
        rack=NZ.cite("10.6(c)", "9.2(b)", "7.1(b)"),
        only_here=BOTH
        | {
            c.Raise,
            c.Stay,
            c.TurnCommunity,
            c.ExposeCommunity,
            c.ShowOwn,
            c.ReportCount,
            c.ReportNoAnte,
            c.ReportLaidDown,
            c.ReportAbsent,
            c.ReportViewed,
            c.DeemSeatHand,
            c.VoidViewed,
            c.LetStand,
            c.VoidHand,
            c.OrderShuffle,
            c.Direct,
        },
        elsewhere=NZ.cite("2.0"),
    ),
}


def rules_of(round_: Round) -> Rules:
    """The rules of the sign."""
    return RULES[round_.rulebook]


def forbidding(cites: Cites) -> Cites:
    """The clauses of an order that can refuse it: a definition forbids nothing."""
    return tuple(cite for cite in cites if " def/" not in cite)


def require_phase(round_: Round, phases: tuple[str, ...], cites: Cites, what: str) -> None:
    """Refuse what does not belong to the present phase."""
    if round_.phase not in phases:
        raise RuleViolation(
            "wrong-phase", forbidding(cites), f"{what} is not possible in the {round_.phase} phase", legal=phases
        )


def require_box(round_: Round, box: int, cites: Cites) -> None:
    """Refuse a box that the layout does not have."""
    if box not in round_.boxes:
        raise RuleViolation(
            "no-such-box", forbidding(cites), f"there is no box {box}; the layout has {len(round_.boxes)}"
        )


def require_player(round_: Round, player: str, cites: Cites) -> None:
    """Refuse a name that nobody at the table has."""
    if player not in round_.seats:
        raise RuleViolation(
            "no-such-player", forbidding(cites), f"{player} is not at this table", legal=tuple(round_.seats)
        )
