"""Seven-card stud under act-stud and us-stud: the same streets, other openers, burns, duties and shared cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from openfelt.games.game import (
    Acts,
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
from openfelt.rulebooks import Rulebook, joined

if TYPE_CHECKING:
    from openfelt.games.sign import Sign

DOWN, UP = Face.DOWN, Face.UP
STREETS: Final = ("fourth street", "fifth street", "sixth street")

ACT_LIMITS: Final = frozenset({"structured", "spread", "half-pot", "full-pot", "straddle", "no-limit"})
US_LIMITS: Final = frozenset({"structured", "spread", "no-limit", "full-pot"})

# act-stud 2.2 names no number of seats: six cards each and one shared card must fit (17.20).
ACT_DECKS: Final = {52: "2.2(a)", 48: "2.2(b)", 44: "2.2(c)", 40: "2.2(d)", 36: "2.2(e)", 32: "2.2(f)"}
ACT_SEATS: Final = {
    size: SeatLimit((size - 1) // 6, ACT.cite("2.2", clause, "17.20")) for size, clause in ACT_DECKS.items()
}
JOKER_SEATS: Final = {
    size: SeatLimit(size // 6, ACT.cite("2.2", clause, "2.3", "17.20")) for size, clause in ACT_DECKS.items()
}


def acts(book: Rulebook, **clauses: str) -> Acts:
    """The clauses of the choices in a round, by name."""
    return Acts(**{name: book.cite(*clause.split()) for name, clause in clauses.items()})


ACT_FIRST: Final = acts(ACT, fold="10.2(c)", call="10.2(a)", raise_="10.2(b)", bet="10.2 6.1")
ACT_OPENS: Final = acts(ACT, fold="12.2(c)", check="12.2(b) 11.1", bet="12.2(a)")
ACT_FOLLOWS: Final = acts(ACT, fold="12.3(d)", check="12.3(c) 11.1", call="12.3(a)", raise_="12.3(b)", bet="12.3")


def act_rounds() -> tuple[Step, ...]:
    """Rules 9 to 12; the opener and the duty of the first round are the operator's (4.2(h), 10.1)."""
    steps: list[Step] = [
        Deal("initial deal", ACT.cite("9.2"), passes=(Pass(1, DOWN), Pass(1, DOWN), Pass(1, UP))),
        BettingRound(
            name="first round",
            opener=Opener.LOWEST_UP_CARD,
            opens=ACT.cite("4.2(h)", "9.3", "10.1"),
            follows=ACT.cite("10.2"),
            sole_winner=ACT.cite("10.3", "10.3(a)", "9.5"),
            goes_on=ACT.cite("10.3", "10.3(b)"),
            duty=Duty.NONE,
            checking=Checking.LAST_BLIND_CALLS,
            no_check=ACT.cite("11.1"),
            other_acts=ACT_FIRST,
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
                opens=ACT.cite("4.2(h)", "9.4" if last else "9.3", "12.2"),
                follows=ACT.cite("12.3"),
                sole_winner=ACT.cite("12.4", "12.4(a)", "9.5"),
                goes_on=ACT.cite("12.4", "12.4(b)", *(("12.1", "9.5") if last else ())),
                big=number > 4,
                final=last,
                opener_acts=ACT_OPENS,
                other_acts=ACT_FOLLOWS,
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
    "A": (
        Duty.CALL_RAISE_OR_PAID_FOLD,
        ACT.cite("4.2(d)", "10.1(a)"),
        acts(ACT, call="10.1(a)(i)", raise_="10.1(a)(ii)", fold="10.1(a)(iii)"),
    ),
    "B": (
        Duty.NONE,
        ACT.cite("4.2(d)", "10.1(b)"),
        acts(ACT, call="10.1(b)(i)", raise_="10.1(b)(ii)", fold="10.1(b)(iii)"),
    ),
    "C": (
        Duty.RAISE_OR_FOLD,
        ACT.cite("4.2(d)", "10.1(c)"),
        acts(ACT, raise_="10.1(c)(i)", fold="10.1(c)(ii)", call="14.1"),
    ),
}
ANTE: Final = (Duty.BET, ACT.cite("10.1(d)", "10.1(d)(i)"), acts(ACT, bet="6.1"))


def adapt_act(game: Game, sign: Sign) -> Game:
    """The operator's determinations of 4.2(h), 3.5(d) and 10.1 written into the game."""
    duty, cites, opener = OPTIONS[sign.first_round_option] if sign.blinds else ANTE
    no_call = ACT.cite("10.1(c)") if duty is Duty.RAISE_OR_FOLD else ()
    checking = Checking.LAST_BLIND_CALLS if sign.blinds else Checking.NEVER
    sized = ACT.cite("5.2") if sign.blinds else ACT.cite("6.1")
    first_opener = Opener.HIGHEST_UP_CARD if sign.first_opener == "highest" else Opener.LOWEST_UP_CARD
    later = Opener.HIGHEST_SHOWING if sign.later_opener == "showing" else Opener.HIGHEST_UP_CARD
    steps: list[Step] = []
    for step in game.steps:
        if isinstance(step, BettingRound) and step.name == "first round":
            opens = joined(step.opens, cites)
            first = replace(step, opener=first_opener, duty=duty, checking=checking, opens=opens, opener_acts=opener)
            steps.append(replace(first, no_call=no_call))
        elif isinstance(step, BettingRound):
            opens_by, follows_by = (replace(one, bet=(*(one.bet or ()), *sized)) for one in (ACT_OPENS, ACT_FOLLOWS))
            steps.append(replace(step, opener=later, opener_acts=opens_by, other_acts=follows_by))
        else:
            steps.append(step)
    showdown = game.showdown
    if sign.eight_qualifier:
        showdown = replace(showdown, eight_or_better=True, best=(*showdown.best, *ACT.cite("3.5(d)")))
    decks = {sign.deck: JOKER_SEATS[sign.deck]} if sign.joker and sign.deck in JOKER_SEATS else game.decks
    return replace(game, steps=tuple(steps), showdown=showdown, decks=decks)


def us_game(
    key: str, name: str, *, first: str, door: Opener, later: Opener, best: tuple[str, ...], **win: object
) -> Game:
    """us-stud: burns before every later street, a forced bring-in, no button."""
    razz = later is Opener.LOWEST_SHOWING
    sized = {"bet": "def/Bet stud(12)(iv)", "raise_": "def/Raise stud(12)(iv)"} if razz else {}
    choices = acts(US, **sized)
    steps: list[Step] = [
        Deal("third street", US.cite("stud(2)"), passes=(Pass(1, DOWN), Pass(1, DOWN), Pass(1, UP))),
        BettingRound(
            name="third street",
            opener=door,
            opens=US.cite("stud(3)", *first.split()),
            follows=US.cite("stud(4)"),
            sole_winner=US.cite("overview(3)"),
            goes_on=US.cite("stud(4)"),
            duty=Duty.BRING_IN,
            checking=Checking.NEVER,
            opener_acts=choices,
            other_acts=choices,
        ),
    ]
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
                goes_on=US.cite("stud(6)", "overview(3)") if last else US.cite("stud(6)"),
                big=number > 4,
                final=last,
                opener_acts=choices,
                other_acts=choices,
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
        best=("stud(8)", "stud(8)(ii)", "stud(9)", "stud(10)"),
        low="low",
        eight_or_better=True,
    ),
    us_game(
        "razz",
        "Razz",
        first="stud(12)(iii) stud(12)(i)",
        door=Opener.HIGHEST_UP_CARD,
        later=Opener.LOWEST_SHOWING,
        best=("stud(8)", "stud(12)", "stud(12)(v)"),
        high=None,
        low="low",
    ),
)
