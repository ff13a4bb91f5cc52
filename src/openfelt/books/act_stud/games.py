"""The three games of act-stud: seven-card stud won high, low or split, with the operator's determinations."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from openfelt.books.act_stud import KEY
from openfelt.games.game import (
    Acts,
    BettingRound,
    Checking,
    Deal,
    Duty,
    Face,
    Game,
    Half,
    Opener,
    Pass,
    SeatLimit,
    Shared,
    Showdown,
    Step,
)
from openfelt.games.registry import BookGames
from openfelt.games.sign import Sign
from openfelt.hands import Kind, Selection
from openfelt.rulebooks import joined, rulebook

ACT: Final = rulebook(KEY)
DOWN, UP = Face.DOWN, Face.UP
STREETS: Final = ("fourth street", "fifth street", "sixth street")

LIMITS: Final = frozenset({"structured", "spread", "half-pot", "full-pot", "straddle", "no-limit"})

# 2.2 names no number of seats: six cards each and one shared card must fit (17.20).
DECKS: Final = {52: "2.2(a)", 48: "2.2(b)", 44: "2.2(c)", 40: "2.2(d)", 36: "2.2(e)", 32: "2.2(f)"}
SEATS: Final = {size: SeatLimit((size - 1) // 6, ACT.cite("2.2", clause, "17.20")) for size, clause in DECKS.items()}
JOKER_SEATS: Final = {
    size: SeatLimit(size // 6, ACT.cite("2.2", clause, "2.3", "17.20")) for size, clause in DECKS.items()
}


def acts(**clauses: str) -> Acts:
    """The clauses of the choices in a round, by name."""
    return Acts(**{name: ACT.cite(*clause.split()) for name, clause in clauses.items()})


FIRST: Final = acts(fold="10.2(c)", call="10.2(a)", raise_="10.2(b)", bet="10.2 6.1")
OPENS: Final = acts(fold="12.2(c)", check="12.2(b) 11.1", bet="12.2(a)")
FOLLOWS: Final = acts(fold="12.3(d)", check="12.3(c) 11.1", call="12.3(a)", raise_="12.3(b)", bet="12.3")


def rounds() -> tuple[Step, ...]:
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
            other_acts=FIRST,
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
                opener_acts=OPENS,
                other_acts=FOLLOWS,
            )
        )
    return tuple(steps)


def stud(key: str, name: str, mode: str, *halves: Half) -> Game:
    """One of the three ways to win under 3.5."""
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks=SEATS,
        forced=frozenset({"ante", "blinds"}),
        posts=ACT.cite("8.5"),
        first_blind=ACT.cite("8.5(a)", "8.4"),
        next_blinds=ACT.cite("8.5(a)", "8.4"),
        voluntary_blinds=ACT.cite("4.2(e)", "4.2(f)"),
        steps=rounds(),
        showdown=Showdown(
            halves=halves,
            best=ACT.cite("9.1", mode),
            called_first=ACT.cite("13.1"),
            all_checked=ACT.cite("13.1"),
            checked_by_showing=True,
        ),
        limits=LIMITS,
        joker=True,
        sign_clauses=ACT.cite("4.1"),
    )


OPTIONS: Final = {
    "A": (
        Duty.CALL_RAISE_OR_PAID_FOLD,
        ACT.cite("4.2(d)", "10.1(a)"),
        acts(call="10.1(a)(i)", raise_="10.1(a)(ii)", fold="10.1(a)(iii)"),
    ),
    "B": (
        Duty.NONE,
        ACT.cite("4.2(d)", "10.1(b)"),
        acts(call="10.1(b)(i)", raise_="10.1(b)(ii)", fold="10.1(b)(iii)"),
    ),
    "C": (
        Duty.RAISE_OR_FOLD,
        ACT.cite("4.2(d)", "10.1(c)"),
        acts(raise_="10.1(c)(i)", fold="10.1(c)(ii)", call="14.1"),
    ),
}
ANTE: Final = (Duty.BET, ACT.cite("10.1(d)", "10.1(d)(i)"), acts(bet="6.1"))


def adapt(game: Game, sign: Sign) -> Game:
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
            opens_by, follows_by = (replace(one, bet=(*(one.bet or ()), *sized)) for one in (OPENS, FOLLOWS))
            steps.append(replace(step, opener=later, opener_acts=opens_by, other_acts=follows_by))
        else:
            steps.append(step)
    showdown = game.showdown
    if sign.eight_qualifier:
        halves = tuple(replace(half, eight_or_better=half.is_low) for half in showdown.halves)
        showdown = replace(showdown, halves=halves, best=(*showdown.best, *ACT.cite("3.5(d)")))
    decks = {sign.deck: JOKER_SEATS[sign.deck]} if sign.joker and sign.deck in JOKER_SEATS else game.decks
    return replace(game, steps=tuple(steps), showdown=showdown, decks=decks)


HIGH: Final = Half("high", Kind.HIGH, Selection.ANY_FIVE)
LOW: Final = Half("low", Kind.LOW, Selection.ANY_FIVE)

GAMES: Final = (
    stud("seven-card-stud", "Seven Card Stud (high ball)", "3.5(b)", HIGH),
    stud("seven-card-stud-low", "Seven Card Stud (low ball)", "3.5(b)", LOW),
    stud("seven-card-stud-split", "Seven Card Stud (high/low split)", "3.5(c)", HIGH, LOW),
)

CHAPTER: Final = BookGames(GAMES, adapt, are_common=False)  # with its own openers and options
