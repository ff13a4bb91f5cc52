"""Every scale the rulebooks allow, by key, and the refusal (with its clause) of every other.

Owns the registry `SCALES` and the question `scale(rulebook, deck, ...)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from openfelt.cards import DECK_SIZES, FULL_DECK, Deck, Rank, deck
from openfelt.errors import RuleViolation
from openfelt.hands import orders
from openfelt.hands.orders import ACT, ACT_HOLDEM, HOUSE, NSW, NZ, US, Kind, Scale
from openfelt.rulebooks import Cites, rulebook

# Which decks a rulebook plays with, and by which clause.
DECKS: Final[Mapping[str, tuple[tuple[int, ...], str]]] = {
    "nsw-poker": ((52, 36, 32), NSW["4.1"].cite),
    "act-stud": (DECK_SIZES, ACT["2.2"].cite),
    "act-holdem": ((52,), ACT_HOLDEM["2.1"].cite),
    "nz-big-raise": ((52,), NZ["7.3"].cite),
    "us-stud": ((52,), US["decks/s1"].cite),
    "house": ((52, 36), HOUSE["2"].cite),
}
JOKER_REFUSED: Final[Mapping[str, str]] = {
    "nsw-poker": NSW["4.1.1"].cite,
    "act-holdem": ACT_HOLDEM["2.1"].cite,
    "nz-big-raise": NZ["7.3"].cite,
    "us-stud": US["decks/s1"].cite,
    "house": HOUSE["2.1"].cite,
}
# Which kinds of hand a rulebook ranks, and where it says so.
KINDS: Final[Mapping[str, tuple[tuple[Kind, ...], str]]] = {
    "nsw-poker": ((Kind.HIGH,), NSW["13.1"].cite),
    "act-stud": ((Kind.HIGH, Kind.LOW), ACT["3.5(b)"].cite),
    "act-holdem": ((Kind.HIGH,), ACT_HOLDEM["2.6"].cite),
    "nz-big-raise": ((Kind.HIGH, Kind.THREE_CARD), NZ["4.3"].cite),
    "us-stud": ((Kind.HIGH, Kind.LOW), US["overview(3)"].cite),
    "house": ((Kind.HIGH, Kind.LOW, Kind.DEUCE_TO_SEVEN, Kind.BADUGI), HOUSE["2"].cite),
}
ACE_LOW_FIXED: Final[Mapping[str, str]] = {
    "nsw-poker": NSW["13.2"].cite,
    "act-holdem": ACT_HOLDEM["2.6(f)"].cite,
    "nz-big-raise": NZ["4.3(e)"].cite,
    "us-stud": US["rank(1)"].cite,
    "house": HOUSE["2.1"].cite,
}
ACE_IN_LOWS: Final[Mapping[str, str]] = {"us-stud": US["stud(12)(i)"].cite, "house": HOUSE["2.5"].cite}
EIGHT_QUALIFIER: Final[Mapping[str, str]] = {
    "act-stud": ACT["3.5(d)"].cite,
    "us-stud": US["stud(9)"].cite,
    "house": HOUSE["2.6"].cite,
}


def scale(
    book: str,
    of: Deck = FULL_DECK,
    *,
    kind: str | Kind = Kind.HIGH,
    ace_low_straights: bool | None = None,
    eight_or_better: bool = False,
    low_ace: bool = True,
) -> Scale:
    """The scale by which a rulebook ranks hands of one deck; what it does not have is refused with its clause.

    >>> scale("nsw-poker", deck(36)).key
    'nsw-36'
    >>> scale("act-stud", deck(32, joker=True), ace_low_straights=True).key
    'act-32-joker-acelow'
    >>> scale("us-stud", kind="low", eight_or_better=True).key
    'us-low-8'
    """
    if not isinstance(of, Deck):
        raise TypeError(f"{of!r} is no deck; deck(36) is")
    choices = {"ace_low_straights": ace_low_straights, "eight_or_better": eight_or_better, "low_ace": low_ace}
    for name, choice in choices.items():
        if choice is not None and type(choice) is not bool:
            raise TypeError(f"{name} must be True or False, not {choice!r}")
    rulebook(book)
    wanted = _kind(kind)
    _require_deck(book, of)
    _require_kind(book, of, wanted)
    ace_low = _ace_low(book, wanted, ace_low_straights)
    if wanted is Kind.LOW:
        _require_low(book, of, eight_or_better=eight_or_better, low_ace=low_ace)
    elif eight_or_better:
        raise RuleViolation(
            "no-qualifier", (EIGHT_QUALIFIER["act-stud"],), f"an eight qualifier needs a low hand, not {wanted.value}"
        )
    elif not low_ace:
        raise RuleViolation(
            "no-low-hand", (ACT["3.6"].cite,), f"a high ace is a choice for low hands, not for {wanted.value} hands"
        )
    return SCALES[_key(book, of, wanted, ace_low=ace_low, eight=eight_or_better, low_ace=low_ace)]


def _kind(kind: str | Kind) -> Kind:
    try:
        return Kind(kind)
    except ValueError:
        names = tuple(one.value for one in Kind)
        raise RuleViolation("no-such-kind", (), f"no kind of hand {kind!r}", legal=names) from None


def _require_deck(book: str, of: Deck) -> None:
    sizes, cite = DECKS[book]
    if of.size not in sizes:
        legal = tuple(f"{size} cards" for size in sizes)
        raise RuleViolation("no-such-deck", (cite,), f"{book} has no hand order for {of.size} cards", legal=legal)
    if of.joker and book in JOKER_REFUSED:
        raise RuleViolation("no-joker", (JOKER_REFUSED[book],), f"{book} is played without a joker")


def _require_kind(book: str, of: Deck, wanted: Kind) -> None:
    kinds, cite = KINDS[book]
    if wanted not in kinds:
        names = tuple(kind.value for kind in kinds)
        raise RuleViolation("no-such-kind", (cite,), f"{book} has no {wanted.value} hands", legal=names)
    if book == "house" and wanted is not Kind.HIGH and of.size != 52:
        raise RuleViolation("no-such-deck", (cite,), f"{wanted.value} hands of the house use 52 cards, not {of.size}")


def _ace_low(book: str, wanted: Kind, asked: bool | None) -> bool:  # noqa: FBT001 - None, yes or no
    """Whether an ace may end a straight: the operator's choice in act-stud (3.5(a), default off), fixed elsewhere."""
    if wanted in (Kind.LOW, Kind.DEUCE_TO_SEVEN, Kind.BADUGI):
        if asked:
            raise RuleViolation(
                "no-straights", (ACT["3.6"].cite,), f"the ace ends no straight in a {wanted.value} hand"
            )
        return False
    if book == "act-stud":
        return bool(asked)
    if asked is False:
        raise RuleViolation(
            "ace-low-fixed", (ACE_LOW_FIXED[book],), f"in {book} the ace always counts low in a small straight"
        )
    return True


def _require_low(book: str, of: Deck, *, eight_or_better: bool, low_ace: bool) -> None:
    if not low_ace and book in ACE_IN_LOWS:
        raise RuleViolation("ace-is-low", (ACE_IN_LOWS[book],), f"in {book} the ace is low in low hands")
    if not eight_or_better:
        return
    ranks = sum(rank <= Rank.EIGHT for rank in of.ranks) + low_ace
    if ranks < 5:
        ace = "" if low_ace else " with the ace high"
        raise RuleViolation(
            "no-qualifying-low", (EIGHT_QUALIFIER[book],), f"{of.size} cards{ace} hold no five ranks of eight or less"
        )


def _key(book: str, of: Deck, wanted: Kind, *, ace_low: bool, eight: bool, low_ace: bool) -> str:
    joker = "-joker" if of.joker else ""
    eighth = "-8" if eight else ""
    if book == "act-stud":
        if wanted is Kind.LOW:
            return f"act-{of.size}{joker}-low{'' if low_ace else '-acehigh'}{eighth}"
        return f"act-{of.size}{joker}{'-acelow' if ace_low else ''}"
    named = {
        ("us-stud", Kind.LOW): f"us-low{eighth}",
        ("house", Kind.LOW): f"house-a5-low{eighth}",
        ("house", Kind.DEUCE_TO_SEVEN): "house-27-low",
        ("house", Kind.BADUGI): "house-badugi",
        ("nz-big-raise", Kind.THREE_CARD): "nz-three-card",
    }
    short = {"nsw-poker": "nsw", "nz-big-raise": "nz", "us-stud": "us"}.get(book, book)
    return named.get((book, wanted), f"{short}-{of.size}")


def _fixed_scales() -> Iterator[Scale]:
    """The scales of the rulebooks that leave nothing to the operator."""
    yield Scale("nsw-52", "nsw-poker", deck(52), orders.NSW_52, NSW.cite("13.1", "13.2", "24.5"))
    yield Scale("nsw-36", "nsw-poker", deck(36), orders.NSW_36, NSW.cite("13.1", "13.4", "24.5"))
    yield Scale("nsw-32", "nsw-poker", deck(32), orders.NSW_32, NSW.cite("13.1", "13.3", "24.5"))
    yield Scale(
        "act-holdem-52",
        "act-holdem",
        deck(52),
        orders.ACT_HOLDEM_52,
        ACT_HOLDEM.cite("2.5", "2.6", "2.7", "2.8", "2.8(a)", "2.8(b)", "2.9"),
    )
    yield Scale(
        "nz-52",
        "nz-big-raise",
        deck(52),
        orders.NZ_52,
        NZ.cite("4.1", "4.2", "4.3", "4.4", "4.4(a)", "4.4(b)", "4.4(c)", "4.4(d)"),
    )
    yield Scale(
        "nz-three-card",
        "nz-big-raise",
        deck(52),
        orders.THREE_CARD,
        NZ.cite("4.1", "4.2", "10.3"),
        Kind.THREE_CARD,
        hand_size=3,
    )
    yield Scale("us-52", "us-stud", deck(52), orders.US_52, US.cite("rank(1)", "rank(2)", "rank(3)", "rank(4)"))
    yield Scale("house-52", "house", deck(52), orders.HOUSE_52, HOUSE.cite("2.1"))
    yield Scale("house-36", "house", deck(36), orders.HOUSE_36, HOUSE.cite("2.2"))
    yield Scale(
        "house-27-low",
        "house",
        deck(52),
        orders.DEUCE_TO_SEVEN,
        HOUSE.cite("2.3"),
        Kind.DEUCE_TO_SEVEN,
        ace_low_straights=False,
    )
    yield Scale(
        "house-badugi",
        "house",
        deck(52),
        orders.BADUGI,
        HOUSE.cite("2.4"),
        Kind.BADUGI,
        ace_low_straights=False,
        low_ace=True,
        hand_size=4,
    )
    yield low("house-a5-low", "house", deck(52), HOUSE.cite("2.5"))
    yield low("house-a5-low-8", "house", deck(52), HOUSE.cite("2.6", "2.5"), eight=True)
    yield low("us-low", "us-stud", deck(52), US.cite("stud(12)(ii)", "stud(12)", "stud(12)(i)"))
    yield low(
        "us-low-8",
        "us-stud",
        deck(52),
        US.cite("stud(9)", "stud(10)", "stud(10)(i)", "stud(10)(ii)", "stud(11)"),
        eight=True,
    )


def low(key: str, book: str, of: Deck, cites: Cites, *, low_ace: bool = True, eight: bool = False) -> Scale:
    """A low scale in which straights and flushes do not count; its first citation gives the order."""
    rungs = orders.low_order(cites[0])
    return Scale(
        key, book, of, rungs[:1] if eight else rungs, cites, Kind.LOW,
        ace_low_straights=False, low_ace=low_ace, eight_or_better=eight,
    )  # fmt: skip


def _act_scales() -> Iterator[Scale]:
    """act-stud leaves the deck, the joker, the ace in straights and the low hand to the operator (2.2, 2.3, 3.5)."""
    for size in DECK_SIZES:
        for joker in (False, True):
            yield from _act_highs(deck(size, joker=joker))
            yield from _act_lows(deck(size, joker=joker))


def _act_highs(of: Deck) -> Iterator[Scale]:
    """The 3.3 order for the full deck, the 3.4 order for reduced ones; def/Full Deck counts 52 with a joker as full."""
    full = of.size == 52
    listed = orders.ACT_FULL if full else orders.ACT_REDUCED
    rungs = tuple(rung for rung in listed if of.joker or rung.category is not orders.Category.FIVE_OF_A_KIND)
    which = ("3.3", "def/Full Deck") if full else ("3.4", "def/Reduced Deck")
    clauses = ("3.1", "3.2", *which, *(("3.7", "def/Wild Card") if of.joker else ()))
    for ace_low in (False, True):
        key = _key("act-stud", of, Kind.HIGH, ace_low=ace_low, eight=False, low_ace=True)
        cites = ACT.cite(*clauses, *(("3.5(a)",) if ace_low else ()))
        yield Scale(key, "act-stud", of, rungs, cites, ace_low_straights=ace_low)


def _act_lows(of: Deck) -> Iterator[Scale]:
    """Low ball and the low side of a split; a qualifier only where five ranks of eight or less exist (3.5(d))."""
    wild = ("3.7", "def/Wild Card") if of.joker else ()
    for low_ace in (True, False):
        ranks = sum(rank <= Rank.EIGHT for rank in of.ranks) + low_ace
        for eight in (False, True) if ranks >= 5 else (False,):
            key = _key("act-stud", of, Kind.LOW, ace_low=False, eight=eight, low_ace=low_ace)
            cites = ACT.cite("3.6", "3.1", *(("3.5(d)",) if eight else ()), *wild)
            yield low(key, "act-stud", of, cites, low_ace=low_ace, eight=eight)


SCALES: Final[Mapping[str, Scale]] = MappingProxyType({one.key: one for one in (*_fixed_scales(), *_act_scales())})
