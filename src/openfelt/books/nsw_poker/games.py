"""The ten games of nsw-poker, rules 14 to 23, each line citing its clause."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from openfelt.books.nsw_poker import KEY
from openfelt.games.game import (
    Acts,
    BettingRound,
    Checking,
    Deal,
    Discard,
    Draw,
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
from openfelt.rulebooks import Cites, rulebook

NSW: Final = rulebook(KEY)
LIMITS: Final = frozenset({"structured", "spread", "half-pot", "full-pot", "no-limit"})
DOWN, UP = Face.DOWN, Face.UP
DECKS: Final = {"d52": "4.1.1", "d32": "4.1.2", "d36": "4.1.3"}


def seats(**by_deck: str) -> dict[int, SeatLimit]:
    """Seat limits by deck, written `d52="10 6.1.1(iv)"`."""
    limits = {}
    for deck, text in by_deck.items():
        most, clause = text.split()
        limits[int(deck[1:])] = SeatLimit(int(most), NSW.cite(clause, "6.1", DECKS[deck]))
    return limits


def betting(name: str, at: str, opens: str, follows: str, **more: object) -> BettingRound:
    """A betting round whose clauses are numbered `at.opens`, `at.follows`, `at.follows.1` and `at.follows.2`."""
    positional = "opener" not in more and more.get("checking") is not Checking.NEVER
    values: dict[str, object] = {
        "opener": Opener.LEFT_OF_BUTTON,
        "opens": NSW.cite(f"{at}.{opens}", *(("11.2",) if positional else ())),
        "opener_acts": Acts(check=NSW.cite("7.4.1")),  # 11.3 is for those who check after another
        "follows": NSW.cite(f"{at}.{follows}"),
        "sole_winner": NSW.cite(f"{at}.{follows}.1"),
        "goes_on": NSW.cite(f"{at}.{follows}.2"),
    }
    return BettingRound(name=name, **{**values, **more})  # type: ignore[arg-type]


def blind_round(name: str, at: str, opens: str = "1", follows: str = "2", passes: Cites = ()) -> BettingRound:
    """A first round in a blind game: the last blind alone may check (7.3)."""
    return betting(
        name,
        at,
        opens,
        follows,
        opener=Opener.LEFT_OF_LAST_BLIND,
        checking=Checking.LAST_BLIND_ONLY,
        passes=passes,
        no_check=NSW.cite("11.1"),
    )


def showdown(rule: str, selection: Selection, *, by_showing: bool = False) -> Showdown:
    """A showdown numbered rule.1 (called first), rule.2 (all checked), rule.3 (best hand)."""
    return Showdown(
        halves=(Half("high", Kind.HIGH, selection),),
        called_first=NSW.cite(f"{rule}.1"),
        all_checked=NSW.cite(f"{rule}.2"),
        best=NSW.cite(f"{rule}.3"),
        others=NSW.cite(f"{rule}.3", "24.2"),
        highest_shows_first=by_showing,
    )


def flop_game(
    key: str,
    name: str,
    rule: int,
    hole: int,
    limits: dict[int, SeatLimit],
    *,
    selection: Selection = Selection.ANY_FIVE,
    discard_after: str = "",
    discard: str = "",
) -> Game:
    """Rules 20 to 23 number the same steps alike; only the hole cards and the discard differ."""
    steps: list[Step] = [
        Deal("hole cards", NSW.cite(f"{rule}.2"), passes=(Pass(1, DOWN),) * hole),
        blind_round("pre-flop", f"{rule}.3"),
        Deal("flop", NSW.cite(f"{rule}.4.1"), board=3, burn=True),
        betting("flop", f"{rule}.4", "2", "3"),
        Deal("turn", NSW.cite(f"{rule}.5.1"), board=1, burn=True),
        betting("turn", f"{rule}.5", "2", "3", big=True),
        Deal("river", NSW.cite(f"{rule}.6.1"), board=1, burn=True),
        betting("river", f"{rule}.6", "2", "3", big=True, final=True),
    ]
    if discard:
        place = next(
            at for at, step in enumerate(steps) if isinstance(step, BettingRound) and step.name == discard_after
        )
        steps.insert(place + 1, Discard("discard", NSW.cite(discard), count=1))
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks=limits,
        forced=frozenset({"blinds"}),
        posts=NSW.cite(f"{rule}.1"),
        first_blind=NSW.cite(f"{rule}.1.1", "9.4", "9.6"),
        next_blinds=NSW.cite(f"{rule}.1.2", "9.6"),
        straddle=NSW.cite("8.9"),
        sign_clauses=NSW.cite(f"{rule}.1.3"),
        steps=tuple(steps),
        showdown=showdown(f"{rule}.7", selection),
        limits=LIMITS,
    )


def manila(key: str, name: str, rule: int, passes: tuple[Pass, ...], limits: dict[int, SeatLimit]) -> Game:
    """Rules 18 and 19: one community card with the deal and one for each later round, no burns."""
    steps: list[Step] = [
        Deal("hole cards", NSW.cite(f"{rule}.2"), passes=passes, board=1),
        blind_round("first round", f"{rule}.3"),
    ]
    for number, word in enumerate(("second", "third", "fourth"), start=2):
        steps.append(Deal(f"{word} card", NSW.cite(f"{rule}.4.1"), board=1))
        steps.append(betting(f"{word} round", f"{rule}.4", "2", "3", big=number > 3))
    steps.append(Deal("fifth card", NSW.cite(f"{rule}.5.1"), board=1))
    steps.append(betting("final round", f"{rule}.5", "2", "3", big=True, final=True))
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks=limits,
        forced=frozenset({"blinds"}),
        posts=NSW.cite(f"{rule}.1"),
        first_blind=NSW.cite(f"{rule}.1.1", "9.4", "9.6"),
        next_blinds=NSW.cite(f"{rule}.1.1", "9.6"),
        straddle=NSW.cite("8.9"),
        sign_clauses=NSW.cite(f"{rule}.1.2"),
        steps=tuple(steps),
        showdown=showdown(f"{rule}.6", Selection.TWO_AND_THREE),
        limits=LIMITS,
    )


def stud(
    key: str, name: str, rule: int, passes: tuple[Pass, ...], limits: dict[int, SeatLimit], *, seven: bool
) -> Game:
    """Rules 16 and 17: the lowest up-card must bet, later the highest hand showing opens; no burns."""
    middle = ("second", "third", "fourth") if seven else ("second", "third")
    steps: list[Step] = [
        Deal("initial deal", NSW.cite(f"{rule}.2"), passes=passes),
        betting(
            "first round",
            f"{rule}.3",
            "1",
            "2",
            opener=Opener.LOWEST_UP_CARD,
            duty=Duty.BET,
            checking=Checking.NEVER,
            no_check=NSW.cite("11.1"),
            least_bet=NSW.cite(f"{rule}.3.1"),
        ),
    ]
    for number, word in enumerate(middle, start=2):
        steps.append(Deal(f"{word} round card", NSW.cite(f"{rule}.4.1"), passes=(Pass(1, UP),)))
        steps.append(betting(f"{word} round", f"{rule}.4", "2", "3", opener=Opener.HIGHEST_SHOWING, big=number > 2))
    shared = Shared(NSW.cite("17.5.2"), burn_counts=False) if seven else None
    last = Pass(1, DOWN if seven else UP)
    steps.append(Deal("final card", NSW.cite(f"{rule}.5.1"), passes=(last,), short=shared))
    opens, follows = ("3", "4") if seven else ("2", "3")
    steps.append(
        betting("final round", f"{rule}.5", opens, follows, opener=Opener.HIGHEST_SHOWING, big=True, final=True)
    )
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks=limits,
        forced=frozenset({"ante"}),
        posts=NSW.cite(f"{rule}.1"),
        all_in_opener=NSW.cite("26.20" if seven else "26.17"),
        steps=tuple(steps),
        showdown=showdown(f"{rule}.6", Selection.ANY_FIVE if seven else Selection.OWN_FIVE, by_showing=True),
        limits=LIMITS,
    )


def draw_game(key: str, name: str, rule: int, *, blinds: bool) -> Game:
    """Rules 14 and 15: five cards, one draw, no checking; a change of five is four now and one later."""
    if blinds:
        first = betting(
            "first round",
            "15.3",
            "1",
            "3",
            opener=Opener.LEFT_OF_LAST_BLIND,
            checking=Checking.LAST_BLIND_ONLY,
            passes=NSW.cite("15.3.2"),
            no_check=NSW.cite("11.1", "11.5"),
        )
        last = betting(
            "final round",
            "15.5",
            "1",
            "3",
            duty=Duty.BET_OR_FOLD,
            checking=Checking.NEVER,
            big=True,
            final=True,
            passes=NSW.cite("15.5.2"),
            no_check=NSW.cite("11.5"),
        )
    else:
        first = betting(
            "first round",
            "14.3",
            "1",
            "3",
            duty=Duty.BET_OR_FOLD,
            checking=Checking.NEVER,
            passes=NSW.cite("14.3.2"),
            no_check=NSW.cite("11.1", "11.5"),
        )
        last = betting(
            "final round",
            "14.5",
            "1",
            "2",
            duty=Duty.BET_OR_FOLD,
            checking=Checking.NEVER,
            big=True,
            final=True,
            passes=NSW.cite("14.5.2"),
            no_check=NSW.cite("11.5"),
        )
    steps = (
        Deal("five cards", NSW.cite(f"{rule}.2"), passes=(Pass(1, DOWN),) * 5),
        first,
        Draw(
            "draw",
            NSW.cite(f"{rule}.4.1"),
            most=5,
            at_once=True,
            burn=False,
            reshuffle=NSW.cite(f"{rule}.4.3"),
            four_then_one=NSW.cite(f"{rule}.4.2.1"),
            four_burn_one=NSW.cite(f"{rule}.4.2.2"),
        ),
        last,
    )
    shows = NSW.cite(f"{rule}.6")
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks=seats(d52="8 6.1.1(i)", d32="5 6.1.2(i)"),
        forced=frozenset({"blinds"} if blinds else {"ante"}),
        posts=NSW.cite(f"{rule}.1"),
        first_blind=NSW.cite("15.1.1", "9.4", "9.6") if blinds else (),
        next_blinds=NSW.cite("15.1.2", "9.6") if blinds else (),
        voluntary_blinds=NSW.cite("15.1.2", "8.8.2") if blinds else (),
        straddle=NSW.cite("8.9") if blinds else (),
        sign_clauses=NSW.cite("15.1.3") if blinds else (),
        steps=steps,
        showdown=Showdown(
            halves=(Half("high", Kind.HIGH, Selection.OWN_FIVE),),
            best=shows,
            called_first=shows,
            all_checked=shows,
            others=NSW.cite(f"{rule}.6", "24.2"),
        ),
        limits=LIMITS,
    )


def adapt(game: Game, sign: Sign) -> Game:
    """7.3 against 11.5: whether the last blind of Draw Poker may stand on an unraised pot is the sign's choice."""
    if sign.draw_blind_option:
        return game
    never = set(NSW.cite("11.5"))
    steps = tuple(
        replace(step, checking=Checking.NEVER)
        if isinstance(step, BettingRound) and never & set(step.no_check)
        else step
        for step in game.steps
    )
    return replace(game, steps=steps)


GAMES: Final = (
    draw_game("draw-ante", "Draw Poker (ante)", 14, blinds=False),
    draw_game("draw-blind", "Draw Poker (blind)", 15, blinds=True),
    stud(
        "five-card-stud",
        "Five Card Stud",
        16,
        (Pass(1, DOWN), Pass(1, UP)),
        seats(d52="10 6.1.1(ii)", d32="6 6.1.2(ii)"),
        seven=False,
    ),
    stud(
        "seven-card-stud",
        "Seven Card Stud",
        17,
        (Pass(2, DOWN), Pass(1, UP)),
        seats(d52="8 6.1.1(iii)", d32="4 6.1.2(iii)"),
        seven=True,
    ),
    manila("two-card-manila", "Two Card Manila", 18, (Pass(2, DOWN),), seats(d32="11 6.1.2(iv)", d36="11 6.1.3(i)")),
    manila(
        "three-card-manila",
        "Three Card Manila",
        19,
        (Pass(2, DOWN), Pass(1, DOWN)),
        seats(d32="8 6.1.2(v)", d36="8 6.1.3(ii)"),
    ),
    flop_game(
        "texas-holdem", "Texas Hold'em", 20, 2, seats(d52="10 6.1.1(iv)", d32="10 6.1.2(vi)", d36="10 6.1.3(iii)")
    ),
    flop_game("omaha", "Omaha", 21, 4, seats(d52="10 6.1.1(v)"), selection=Selection.TWO_AND_THREE),
    flop_game("pineapple", "Pineapple", 22, 3, seats(d52="10 6.1.1(vi)"), discard_after="pre-flop", discard="22.3.3"),
    flop_game(
        "crazy-pineapple", "Crazy Pineapple", 23, 3, seats(d52="10 6.1.1(vii)"), discard_after="flop", discard="23.4.4"
    ),
)

CHAPTER: Final = BookGames(GAMES, adapt)
