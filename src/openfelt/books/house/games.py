"""Games outside any casino rulebook, and the common games as histories from elsewhere play them."""

from __future__ import annotations

from typing import Final

from openfelt.books.house import KEY
from openfelt.games.game import (
    BettingRound,
    Checking,
    Deal,
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
from openfelt.hands import Kind, Selection
from openfelt.rulebooks import Cited, rulebook

HOUSE: Final = rulebook(KEY)
DOWN, UP = Face.DOWN, Face.UP
LIMITS: Final = frozenset({"structured", "spread", "half-pot", "full-pot", "no-limit"})
SOLE: Final = HOUSE.cite("5.5", "6.7")
ON: Final = HOUSE.cite("5.6")
Amounts = tuple[int, int, int]  # an ante, a small and a big bet
NONE_TURNED: Final = Cited(0, ())
ONE_TURNED: Final = Cited(1, HOUSE.cite("13.3"))


def house_round(name: str, opener: Opener, opens: str, **more: object) -> BettingRound:
    """A betting round of a house game."""
    values: dict[str, object] = {
        "opener": opener,
        "opens": HOUSE.cite(opens),
        "follows": HOUSE.cite("4.3"),
        "sole_winner": SOLE,
        "goes_on": ON,
    }
    return BettingRound(name=name, **{**values, **more})  # type: ignore[arg-type]


def first_round(name: str) -> BettingRound:
    """The first round of a blind game."""
    return house_round(name, Opener.LEFT_OF_LAST_BLIND, "4.1", checking=Checking.LAST_BLIND_ONLY)


def showdown(halves: tuple[Half, ...], *best: str, by_showing: bool = False) -> Showdown:
    """A showdown of a house game."""
    first = HOUSE.cite("6.1")
    return Showdown(
        halves=halves,
        best=HOUSE.cite(*best),
        called_first=first,
        all_checked=first,
        checked_by_showing=by_showing,
    )


def flop_game(
    key: str, name: str, shows: Showdown, *, hole: int, deck: int, most: int, turned: Cited[int] = NONE_TURNED
) -> Game:
    """A game with a flop, a turn and a river; some cards of the flop may be turned with the deal."""
    burnt = HOUSE.cite("5.1")
    flop = burnt + turned.cites
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks={deck: SeatLimit(most, HOUSE.cite("3.7"))},
        forced=frozenset({"ante", "blinds"}),
        posts=HOUSE.cite("3.1"),
        first_blind=HOUSE.cite("3.1"),
        next_blinds=HOUSE.cite("3.1"),
        straddle=HOUSE.cite("3.5"),
        steps=(
            Deal("hole cards", flop, passes=(Pass(1, DOWN),) * hole, board=turned.value),
            first_round("pre-flop"),
            Deal("flop", flop, board=3 - turned.value, burn=True),
            house_round("flop", Opener.LEFT_OF_BUTTON, "4.1"),
            Deal("turn", burnt, board=1, burn=True),
            house_round("turn", Opener.LEFT_OF_BUTTON, "4.1", big=True),
            Deal("river", burnt, board=1, burn=True),
            house_round("river", Opener.LEFT_OF_BUTTON, "4.1", big=True, final=True),
        ),
        showdown=shows,
        limits=LIMITS,
    )


def one_card_game(
    key: str,
    name: str,
    shows: Showdown,
    clause: str,
    *,
    deck: int,
    streets: tuple[str, ...],
    raises: int,
    usual: Amounts,
    burn: bool = True,
) -> Game:
    """One hole card each for two players who ante, then streets of one community card; the bets are fixed."""
    said = HOUSE.cite(clause)
    dealt = HOUSE.cite("5.1") + said
    first = "pre-flop" if streets else "only round"
    steps: list[Step] = [
        Deal("hole cards", dealt, passes=(Pass(1, DOWN),)),
        house_round(first, Opener.LEFT_OF_LAST_BLIND, clause, final=not streets),  # no blind: left of the button
    ]
    for street in streets:
        steps.append(Deal(street, dealt if burn else said, board=1, burn=burn))
        steps.append(house_round(street, Opener.LEFT_OF_BUTTON, "4.1", big=True, final=street == streets[-1]))
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks={deck: SeatLimit(2, HOUSE.cite("3.7") + said)},
        forced=frozenset({"ante"}),
        posts=HOUSE.cite("3.2"),
        steps=tuple(steps),
        showdown=shows,
        limits=frozenset({"structured"}),
        raises=Cited(raises, said),
        usual=Cited(usual, said),
    )


def stud(key: str, name: str, door: Opener, later: Opener, shows: Showdown) -> Game:
    """Seven-card stud with a button for the order and a bring-in."""
    burnt = HOUSE.cite("5.1")
    steps: list[Step] = [
        Deal("third street", burnt, passes=(Pass(1, DOWN), Pass(1, DOWN), Pass(1, UP))),
        house_round("third street", door, "3.3", duty=Duty.BRING_IN, checking=Checking.NEVER),
    ]
    for number, street in enumerate(("fourth street", "fifth street", "sixth street", "seventh street"), start=4):
        last = number == 7
        short = Shared(HOUSE.cite("5.4"), burn_counts=True, reshuffle_burns=True) if last else None
        steps.append(Deal(street, burnt, passes=(Pass(1, DOWN if last else UP),), burn=True, short=short))
        steps.append(house_round(street, later, "4.2", big=number > 4, final=last))
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks={52: SeatLimit(8, HOUSE.cite("3.7"))},
        forced=frozenset({"ante", "bring-in"}),
        posts=HOUSE.cite("3.2"),
        steps=tuple(steps),
        showdown=shows,
        limits=LIMITS,
    )


def draw_game(key: str, name: str, shows: Showdown, *, cards: int, draws: int, most: int) -> Game:
    """A draw game with blinds: one or three draws, all discards before any replacement."""
    burnt = HOUSE.cite("5.1")
    steps: list[Step] = [Deal("hole cards", burnt, passes=(Pass(1, DOWN),) * cards), first_round("first round")]
    for number in range(1, draws + 1):
        word = ("first", "second", "third")[number - 1] if draws > 1 else "the"
        last = number == draws
        steps.append(
            Draw(f"{word} draw", HOUSE.cite("5.2"), most=cards, at_once=False, burn=True, reshuffle=HOUSE.cite("5.3"))
        )
        big = number > draws / 2
        steps.append(house_round(f"after {word} draw", Opener.LEFT_OF_BUTTON, "4.1", big=big, final=last))
    return Game(
        key=key,
        name=name,
        rulebook=KEY,
        decks={52: SeatLimit(most, HOUSE.cite("3.7"))},
        forced=frozenset({"ante", "blinds"}),
        posts=HOUSE.cite("3.1"),
        first_blind=HOUSE.cite("3.1"),
        next_blinds=HOUSE.cite("3.1"),
        straddle=HOUSE.cite("3.5"),
        steps=tuple(steps),
        showdown=shows,
        limits=LIMITS,
    )


def high(selection: Selection) -> Half:
    """The best high hand."""
    return Half("high", Kind.HIGH, selection)


def low(kind: Kind, selection: Selection) -> Half:
    """The best low hand of a kind."""
    return Half("low", kind, selection)


def badugi(kind: Kind) -> Half:
    """The best badugi of a player's own cards, beside a low hand."""
    return Half("badugi", kind, Selection.OWN_FIVE)


def eight_or_better(selection: Selection) -> tuple[Half, Half]:
    """Half to the high hand, half to the low hand if there is one of eight or better."""
    return high(selection), Half("low", Kind.LOW, selection, eight_or_better=True)


ANY, TWO, OWN = Selection.ANY_FIVE, Selection.TWO_AND_THREE, Selection.OWN_FIVE
ANY_HIGH, TWO_HIGH = (high(ANY),), (high(TWO),)
LOW_DOOR, HIGH_DOOR = Opener.LOWEST_UP_CARD, Opener.HIGHEST_UP_CARD
HIGHEST, LOWEST = Opener.HIGHEST_SHOWING, Opener.LOWEST_SHOWING

DEUCE_TO_SEVEN: Final = low(Kind.DEUCE_TO_SEVEN, OWN)

GAMES: Final = (
    flop_game("texas-holdem", "Texas Hold'em", showdown(ANY_HIGH, "2.1"), hole=2, deck=52, most=22),
    flop_game("short-deck", "Short-deck Hold'em", showdown(ANY_HIGH, "2.2"), hole=2, deck=36, most=14),
    flop_game("omaha", "Omaha", showdown(TWO_HIGH, "2.1", "2.7"), hole=4, deck=52, most=11),
    flop_game(
        "omaha-8",
        "Omaha Eight or Better",
        showdown(eight_or_better(TWO), "2.1", "2.6", "2.7"),
        hole=4,
        deck=52,
        most=11,
    ),
    flop_game("five-card-omaha", "Five Card Omaha", showdown(TWO_HIGH, "2.1", "13.2"), hole=5, deck=52, most=8),
    flop_game(
        "courchevel", "Courchevel", showdown(TWO_HIGH, "2.1", "13.2"), hole=5, deck=52, most=8, turned=ONE_TURNED
    ),
    flop_game("greek-holdem", "Greek Hold'em", showdown(TWO_HIGH, "2.1", "13.1"), hole=2, deck=52, most=22),
    flop_game("royal-holdem", "Royal Hold'em", showdown(ANY_HIGH, "13.4"), hole=2, deck=20, most=6),
    one_card_game(
        "rhode-island-holdem",
        "Rhode Island Hold'em",
        showdown((Half("high", Kind.THREE_CARD, ANY),), "13.6"),
        "13.5",
        deck=52,
        streets=("flop", "turn"),
        raises=2,
        usual=(100, 200, 400),
    ),
    one_card_game(
        "leduc-holdem",
        "Leduc Hold'em",
        showdown((Half("high", Kind.TWO_CARD, ANY),), "13.8"),
        "13.7",
        deck=6,
        streets=("flop",),
        raises=1,
        usual=(100, 200, 400),
        burn=False,
    ),
    one_card_game(
        "kuhn-poker",
        "Kuhn Poker",
        showdown((Half("high", Kind.ONE_CARD, OWN),), "13.10"),
        "13.9",
        deck=3,
        streets=(),
        raises=0,
        usual=(100, 100, 100),
    ),
    stud("seven-card-stud", "Seven Card Stud", LOW_DOOR, HIGHEST, showdown(ANY_HIGH, "2.1", by_showing=True)),
    stud(
        "seven-card-stud-8",
        "Seven Card Stud Eight or Better",
        LOW_DOOR,
        HIGHEST,
        showdown(eight_or_better(ANY), "2.1", "2.6", by_showing=True),
    ),
    stud("razz", "Razz", HIGH_DOOR, LOWEST, showdown((low(Kind.LOW, ANY),), "2.5", by_showing=True)),
    draw_game(
        "deuce-to-seven-single",
        "Deuce-to-Seven Single Draw",
        showdown((DEUCE_TO_SEVEN,), "2.3"),
        cards=5,
        draws=1,
        most=7,
    ),
    draw_game(
        "deuce-to-seven-triple",
        "Deuce-to-Seven Triple Draw",
        showdown((DEUCE_TO_SEVEN,), "2.3"),
        cards=5,
        draws=3,
        most=6,
    ),
    draw_game("badugi", "Badugi", showdown((low(Kind.BADUGI, OWN),), "2.4"), cards=4, draws=3, most=8),
    draw_game(
        "badeucy",
        "Badeucy",
        showdown((badugi(Kind.HIGH_ACE_BADUGI), DEUCE_TO_SEVEN), "14.1", "14.2"),
        cards=5,
        draws=3,
        most=6,
    ),
    draw_game(
        "badacey",
        "Badacey",
        showdown((badugi(Kind.BADUGI), low(Kind.LOW, OWN)), "14.1", "14.3"),
        cards=5,
        draws=3,
        most=6,
    ),
)

CHAPTER: Final = BookGames(GAMES)
