"""The signs of act-stud: the operator's determinations (3.5, 4.2) and the commission (15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openfelt.books.act_stud import cite
from openfelt.books.act_stud.table import CHAPTER as POLICY
from openfelt.errors import RuleViolation
from openfelt.games.registry import find_game
from openfelt.games.sign import Commission, Sign
from openfelt.games.signrules import (
    HISTORIES_ONLY,
    CommissionRules,
    Fixed,
    RotationRules,
    SignLine,
    SignRules,
    TournamentSigns,
    fault,
    outside_tournaments,
)
from openfelt.phrases import Money, phrase
from openfelt.rulebooks import Cited

LOW_STAKE: Final = 100_00  # 15.2(e)
SCHEDULES: Final = frozenset(one.kind for one in POLICY.schedules)


def commission(sign: Sign) -> Iterator[RuleViolation]:
    """What is wrong with the terms of the commission (15.1 to 15.3)."""
    terms = sign.commission
    if terms.kind in {"none", "percentage"}:
        yield fault(
            "commission",
            cite("15.1"),
            "every game carries commission, from the pot or by time",
            "act-5",
            "act-10",
            "time",
        )
    if terms.kind in SCHEDULES and not terms.most:
        yield fault("commission", cite("15.2(a)"), "the approved maximum must be stated")
    if terms.kind == "time" and not terms.hourly:
        yield fault("commission", cite("15.3"), "the rate of a charge by time must be stated")
    if terms.shared or terms.hours != "game":
        text = "a charge by time is for each player, from the time of arrival"
        yield fault("commission", cite("15.3"), text)
    if terms.per_hand or terms.sitting:
        yield fault("commission", cite("15.2", "15.3"), "commission is from the pot or by time, not by hand or seat")
    if terms.kind != "time" and terms.hourly:
        yield fault("commission", cite("15.2", "15.3"), "commission is from the pot or by time, not both")
    if terms.kind == "act-10" and sign.min_stake > LOW_STAKE:
        yield fault(
            "commission",
            cite("4.2(a)", "15.2(e)"),
            phrase("10% only where the required stake is {most} or less", most=Money(LOW_STAKE)),
        )


def approvals(sign: Sign) -> Iterator[RuleViolation]:
    """The most that is charged by time is approved (15.3)."""
    terms = sign.commission
    if terms.hourly > terms.most:
        above = phrase(
            "a charge of {hourly} an hour is above the approved {most}",
            hourly=Money(terms.hourly),
            most=Money(terms.most),
        )
        text = above if terms.most else "the approved maximum rate of a charge by time must be stated"
        legal = phrase("at most {most}", most=Money(terms.most)) if terms.most else "commission.most"
        yield fault("commission", cite("15.3"), text, legal)


def determinations(sign: Sign) -> tuple[SignLine, ...]:
    """What the operator settles before play (3.5, 4.2)."""
    later = "hand showing" if sign.later_opener == "showing" else "card"
    lines = [
        SignLine(phrase("First round opened by the {which} card", which=sign.first_opener), cite("4.2(h)")),
        SignLine(phrase("Later rounds opened by the highest {later}", later=later), cite("4.2(h)")),
        SignLine(
            "Ace in straights: high and low" if sign.ace_low_straights else "Ace in straights: high only",
            cite("3.5(a)"),
        ),
    ]
    if sign.blinds:
        lines.append(
            SignLine(
                phrase("First round option: Blind {option}", option=sign.first_round_option),
                cite("10.1", "4.2(d)"),
            )
        )
    if sign.eight_qualifier:
        lines.append(SignLine("A low hand needs eight or better", cite("3.5(d)")))
    if any(half.is_low for half in find_game(sign.rulebook, sign.game).showdown.halves):
        lines.append(
            SignLine("The ace is low in low hands" if sign.low_ace else "The ace is high in low hands", cite("3.6"))
        )
    return tuple(lines)


CHAPTER: Final = SignRules(
    fixed=(
        Fixed("check_raise", (True,), cite("def/Check")),
        Fixed("disclose_mucked", (False,), cite("13.1")),
        Fixed("minimum_raise", (True,), POLICY.min_raise),
        Fixed("draw_blind_option", (True,), cite("10.1/last-blind")),
        *HISTORIES_ONLY,
        Fixed("bomb_every", (0,), POLICY.start),
        Fixed("bomb", (False,), POLICY.start),
        Fixed("bomb_vote", (False,), POLICY.start),
        Fixed("rabbit", (False,), POLICY.over),
        Fixed("practice", (False,), cite("19.7")),
        Fixed("run_twice", (False,), POLICY.no_chop),
        Fixed("open_all_in", (False,), POLICY.turned_up, outside_tournaments),
        # The book says nothing of the odd chip between the halves.
        Fixed("odd_chips", (None, "first-winner"), POLICY.split),
        Fixed("fold_when_free", (None, True), POLICY.free_fold),
        Fixed("short_open", (None, "complete"), POLICY.short_open_cites),
    ),
    displayed=POLICY.config,
    deck=cite("2.1", "2.2"),
    forced=cite("4.2(b)"),
    blinds_or_ante=True,
    blinds=cite("4.2(c)"),
    rising_blinds=cite("4.2(f)"),
    no_voluntary_blinds=cite("4.2(e)"),
    over_blinds=True,
    no_over_blinds=cite("4.2(e)"),
    leaves_ranks=True,
    qualifier=cite("3.5(d)"),
    qualifier_of_split=cite("3.5", "3.5(d)"),
    stakes=cite("4.2(a)"),
    commission=CommissionRules(
        figures=cite("15.1"),
        own=commission,
        approvals=approvals,
        hourly=cite("15.3"),
        hourly_shared=cite("15.3"),
        states_approved=True,
        time_only=cite("15.3"),
    ),
    fixes_cap="blinds",
    limit_line=cite("4.1", "4.2(g)"),
    blinds_line=cite("4.2(c)", "4.2(f)"),
    over_line=cite("4.2(e)", "4.2(f)"),
    stakes_line=cite("4.1", "4.2(a)"),
    always_states_stake=True,
    determinations=determinations,
    # Which hands win is determined before a round of play (3.5), what is staked as well (4.2); changes are told (4.1).
    rotation=RotationRules(
        named=cite("3.5", "4.2"),
        turns=cite("3.5", "4.2"),
        notice=Cited(1, cite("4.1")),
        button_stays=(),  # 8.3
        waits_out=cite("17.4", "17.11(a)"),
        no_choice=cite("3.5"),
    ),
    tournament=TournamentSigns(
        chips=cite("def/Tournament Chips", "20.4(d)"),
        antes=cite("20.4(g)", "20.5"),
        no_commission=cite("20.20"),
    ),
    readings={"return_blind": cite("17.4")},
    usual_ante=True,
    usual_commission=Commission("act-10", most=500),
)
