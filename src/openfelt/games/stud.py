"""Seven-card stud under act-stud and us-stud: the same streets, other openers, burns, duties and shared cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from openfelt.games.game import (
    BettingRound,
    Checking,
    Deal,
    Duty,
    Face,
    Game,
    Opener,
    Pass,
    SeatLimit,
    Shared,
    Showdown,
    Step,
)
from openfelt.games.policy import ACT, US
from openfelt.hands import Selection

if TYPE_CHECKING:
    from openfelt.games.sign import Sign

DOWN, UP = Face.DOWN, Face.UP
STREETS: Final = ("fourth street", "fifth street", "sixth street")

ACT_LIMITS: Final = frozenset({"structured", "spread", "half-pot", "full-pot", "straddle", "no-limit"})
US_LIMITS: Final = frozenset({"structured", "spread", "no-limit", "full-pot"})

# act-stud 2.2 names no number of seats: six cards each and one shared card must fit (17.20).
ACT_SEATS: Final = {
    size: SeatLimit((size - 1) // 6, ACT.cite("2.2", clause, "17.20"))
    for size, clause in ((52, "2.2(a)"), (48, "2.2(b)"), (44, "2.2(c)"), (40, "2.2(d)"), (36, "2.2(e)"), (32, "2.2(f)"))
}


def act_rounds() -> tuple[Step, ...]:
    """Rules 9 to 12; the opener and the duty of the first round are the operator's (4.2(h), 10.1)."""
    steps: list[Step] = [
        Deal("initial deal", ACT.cite("9.2"), passes=(Pass(1, DOWN), Pass(1, DOWN), Pass(1, UP))),
        BettingRound(
            name="first round",
            opener=Opener.LOWEST_UP_CARD,
            opens=ACT.cite("4.2(h)", "10.1"),
            follows=ACT.cite("10.2"),
            sole_winner=ACT.cite("10.3(a)"),
            goes_on=ACT.cite("10.3(b)", "9.3"),
            duty=Duty.NONE,
            checking=Checking.LAST_BLIND_ONLY,
        ),
    ]
    for number, name in enumerate((*STREETS, "seventh street"), start=4):
        last = number == 7
        deal = Deal(name, ACT.cite("9.4"), passes=(Pass(1, DOWN if last else UP),))
        if last:
            deal = replace(deal, short=Shared(ACT.cite("17.20"), burn_counts=False, from_bottom=True))
        steps.append(deal)
        steps.append(
            BettingRound(
                name=name,
                opener=Opener.HIGHEST_UP_CARD,
                opens=ACT.cite("4.2(h)", "12.2"),
                follows=ACT.cite("12.3"),
                sole_winner=ACT.cite("12.4(a)", "9.5"),
                goes_on=ACT.cite("12.4(b)", "9.5") if last else ACT.cite("12.4(b)", "9.4"),
                big=number > 4,
                final=last,
            )
        )
    return tuple(steps)


def act_game(key: str, name: str, mode: str, *, high: str | None, low: str | None) -> Game:
    """One of the three ways to win under act-stud 3.5."""
    return Game(
        key=key,
        name=name,
        rulebook="act-stud",
        decks=ACT_SEATS,
        forced=frozenset({"ante", "blinds"}),
        posts=ACT.cite("8.5"),
        first_blind=ACT.cite("8.5(a)", "8.4"),
        next_blinds=ACT.cite("8.5(a)", "8.4"),
        voluntary_blinds=ACT.cite("4.2(e)", "4.2(f)"),
        steps=act_rounds(),
        showdown=Showdown(
            selection=Selection.ANY_FIVE,
            best=ACT.cite("9.1", mode),
            called_first=ACT.cite("13.1"),
            all_checked=ACT.cite("13.1"),
            high=high,
            low=low,
            checked_by_showing=True,
        ),
        limits=ACT_LIMITS,
        joker=True,
        sign_clauses=ACT.cite("4.1"),
    )


OPTIONS: Final = {
    "A": (Duty.CALL_RAISE_OR_PAID_FOLD, ACT.cite("10.1(a)")),
    "B": (Duty.NONE, ACT.cite("10.1(b)")),
    "C": (Duty.RAISE_OR_FOLD, ACT.cite("10.1(c)")),
}


def adapt_act(game: Game, sign: Sign) -> Game:
    """The operator's determinations of 4.2(h), 3.5(d) and 10.1 written into the game."""
    if sign.blinds:
        duty, cites = OPTIONS[sign.first_round_option]
        checking = Checking.LAST_BLIND_ONLY
    else:
        duty, cites, checking = Duty.BET, ACT.cite("10.1(d)", "10.1(d)(i)"), Checking.NEVER
    first_opener = Opener.HIGHEST_UP_CARD if sign.first_opener == "highest" else Opener.LOWEST_UP_CARD
    later = Opener.HIGHEST_SHOWING if sign.later_opener == "showing" else Opener.HIGHEST_UP_CARD
    steps: list[Step] = []
    for step in game.steps:
        if isinstance(step, BettingRound) and step.name == "first round":
            opens = (*step.opens, *cites)
            steps.append(replace(step, opener=first_opener, duty=duty, checking=checking, opens=opens))
        elif isinstance(step, BettingRound):
            steps.append(replace(step, opener=later))
        else:
            steps.append(step)
    showdown = game.showdown
    if sign.eight_qualifier:
        showdown = replace(showdown, eight_or_better=True, best=(*showdown.best, *ACT.cite("3.5(d)")))
    return replace(game, steps=tuple(steps), showdown=showdown)


def us_game(
    key: str, name: str, *, first: str, door: Opener, later: Opener, best: tuple[str, ...], **win: object
) -> Game:
    """us-stud: burns before every later street, a forced bring-in, no button."""
    steps: list[Step] = [
        Deal("third street", US.cite("stud(2)"), passes=(Pass(1, DOWN), Pass(1, DOWN), Pass(1, UP))),
        BettingRound(
            name="third street",
            opener=door,
            opens=US.cite("stud(3)", first),
            follows=US.cite("stud(4)"),
            sole_winner=US.cite("overview(3)"),
            goes_on=US.cite("stud(5)"),
            duty=Duty.BRING_IN,
            checking=Checking.NEVER,
        ),
    ]
    razz = later is Opener.LOWEST_SHOWING
    for number, street in enumerate((*STREETS, "seventh street"), start=4):
        last = number == 7
        shared = Shared(US.cite("stud(7)"), burn_counts=True, reshuffle_burns=True) if last else None
        clause = "stud(5)" if number == 4 else "stud(7)"
        steps.append(Deal(street, US.cite(clause), passes=(Pass(1, DOWN if last else UP),), burn=True, short=shared))
        opens = US.cite("stud(12)(iii)") if razz else US.cite("stud(5)(i)", "stud(5)(ii)")
        steps.append(
            BettingRound(
                name=street,
                opener=later,
                opens=opens,
                follows=US.cite("stud(6)"),
                sole_winner=US.cite("overview(3)"),
                goes_on=US.cite("stud(8)") if last else US.cite("stud(7)"),
                big=number > 4,
                final=last,
            )
        )
    return Game(
        key=key,
        name=name,
        rulebook="us-stud",
        decks={52: SeatLimit(8, US.cite("stud(1)", "decks/s1"))},
        forced=frozenset({"ante", "bring-in"}),
        posts=US.cite("wagers(2)", "wagers(2)(i)"),
        steps=tuple(steps),
        showdown=Showdown(
            selection=Selection.ANY_FIVE,
            best=US.cite(*best),
            called_first=US.cite("irreg(4)"),
            all_checked=US.cite("irreg(4)"),
            checked_by_showing=True,
            **win,  # type: ignore[arg-type]
        ),
        limits=US_LIMITS,
    )


ACT_GAMES: Final = (
    act_game("seven-card-stud", "Seven Card Stud (high ball)", "3.5(b)", high="high", low=None),
    act_game("seven-card-stud-low", "Seven Card Stud (low ball)", "3.5(b)", high=None, low="low"),
    act_game("seven-card-stud-split", "Seven Card Stud (high/low split)", "3.5(c)", high="high", low="low"),
)

US_GAMES: Final = (
    us_game(
        "seven-card-stud",
        "Seven Card Stud",
        first="stud(3)(i)",
        door=Opener.LOWEST_UP_CARD,
        later=Opener.HIGHEST_SHOWING,
        best=("stud(8)", "stud(8)(i)"),
    ),
    us_game(
        "seven-card-stud-8",
        "Seven Card Stud High-Low Eight or Better",
        first="stud(3)(ii)",
        door=Opener.LOWEST_UP_CARD,
        later=Opener.HIGHEST_SHOWING,
        best=("stud(8)", "stud(8)(ii)", "stud(10)"),
        low="low",
        eight_or_better=True,
    ),
    us_game(
        "razz",
        "Razz",
        first="stud(12)(iii)",
        door=Opener.HIGHEST_UP_CARD,
        later=Opener.LOWEST_SHOWING,
        best=("stud(8)", "stud(12)", "stud(12)(v)"),
        high=None,
        low="low",
    ),
)
