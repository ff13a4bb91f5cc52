"""Every scale the rulebooks allow, by key, and the refusal (with its clause) of every other.

Owns the registry `SCALES` and the question `scale(rulebook, deck, ...)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from openfelt.cards import FULL_DECK, Deck, Rank
from openfelt.errors import RuleViolation
from openfelt.hands.orders import HANDS, HandRules, Kind, Scale
from openfelt.phrases import Name, either, phrase, quoted
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, rulebook


class Scales(Mapping[str, Scale]):
    """Every scale of every rulebook by its key; the books are asked when the first is looked for."""

    @cached_property
    def _known(self) -> dict[str, Scale]:
        return {one.key: one for book in HANDS.books() for one in HANDS.of(book).scales}

    def __getitem__(self, key: str) -> Scale:
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


SCALES: Final[Mapping[str, Scale]] = Scales()


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

    >>> from openfelt.cards import deck
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
    rules, wanted = HANDS.of(book), _kind(kind)
    _require_deck(book, rules, of)
    _require_kind(book, rules, of, wanted)
    ace_low = _ace_low(book, rules, wanted, ace_low_straights)
    if wanted is Kind.LOW:
        _require_low(book, rules, of, eight_or_better=eight_or_better, low_ace=low_ace)
    elif eight_or_better:
        cites = rules.eight_qualifier or HANDS.of(HOUSE_RULEBOOK).eight_qualifier
        raise RuleViolation(
            "no-qualifier", cites, phrase("an eight qualifier needs a low hand, not {value}", value=Name(wanted.value))
        )
    elif not low_ace:
        cites = _order_cite(rules, Kind.LOW) or _order_cite(HANDS.of(HOUSE_RULEBOOK), Kind.LOW)
        raise RuleViolation(
            "no-low-hand",
            cites,
            phrase("a high ace is a choice for low hands, not for {value} hands", value=Name(wanted.value)),
        )
    return next(
        one
        for one in rules.scales
        if one.deck == of
        and one.kind is wanted
        and one.ace_low_straights == ace_low
        and (wanted is not Kind.LOW or (one.eight_or_better == eight_or_better and one.low_ace == low_ace))
    )


def _kind(kind: str | Kind) -> Kind:
    try:
        return Kind(kind)
    except ValueError:
        names = tuple(one.value for one in Kind)
        raise RuleViolation(
            "no-such-kind", (), phrase("no kind of hand {kind}", kind=quoted(kind)), legal=names
        ) from None


def _require_deck(book: str, rules: HandRules, of: Deck) -> None:
    sizes = rules.decks.value
    if of.size not in sizes:
        legal = tuple(phrase("{size} cards", size=size) for size in sizes)
        raise RuleViolation(
            "no-such-deck",
            rules.decks.cites,
            phrase("{book} has no hand order for {size} cards", book=Name(book), size=of.size),
            legal=legal,
        )
    if of.joker and rules.no_joker:
        raise RuleViolation("no-joker", rules.no_joker, phrase("{book} is played without a joker", book=Name(book)))


def _require_kind(book: str, rules: HandRules, of: Deck, wanted: Kind) -> None:
    kinds, cites = rules.kinds.value, rules.kinds.cites
    if wanted not in kinds:
        names = tuple(kind.value for kind in kinds)
        raise RuleViolation(
            "no-such-kind",
            cites,
            phrase("{book} has no {value} hands", book=Name(book), value=Name(wanted.value)),
            legal=names,
        )
    sizes = {one.deck.size for one in rules.scales if one.kind is wanted}
    if of.size not in sizes:
        whose = "the house" if book == HOUSE_RULEBOOK else Name(book)
        used = either(sorted(sizes, reverse=True))
        raise RuleViolation(
            "no-such-deck",
            cites,
            phrase(
                "{value} hands of {whose} use {used} cards, not {size}",
                value=Name(wanted.value),
                whose=whose,
                used=used,
                size=of.size,
            ),
        )


def _ace_low(book: str, rules: HandRules, wanted: Kind, asked: bool | None) -> bool:  # noqa: FBT001 - None, yes or no
    """Whether an ace may end a straight: fixed by most rulebooks, the operator's choice (default off) in others."""
    if wanted.is_low:
        if asked:
            raise RuleViolation(
                "no-straights",
                _order_cite(rules, wanted),
                phrase("the ace ends no straight in a {value} hand", value=Name(wanted.value)),
            )
        return False
    if not rules.ace_low_fixed:
        return bool(asked)
    if asked is False:
        raise RuleViolation(
            "ace-low-fixed",
            rules.ace_low_fixed,
            phrase("in {book} the ace always counts low in a small straight", book=Name(book)),
        )
    return True


def _order_cite(rules: HandRules, wanted: Kind) -> Cites:
    """The clause that orders the hands of a kind."""
    return next((one.cites[:1] for one in rules.scales if one.kind is wanted), ())


def _require_low(book: str, rules: HandRules, of: Deck, *, eight_or_better: bool, low_ace: bool) -> None:
    if not low_ace and rules.ace_is_low:
        raise RuleViolation(
            "ace-is-low", rules.ace_is_low, phrase("in {book} the ace is low in low hands", book=Name(book))
        )
    if not eight_or_better:
        return
    ranks = sum(rank <= Rank.EIGHT for rank in of.ranks) + low_ace
    if ranks < 5:
        said = (
            "{size} cards hold no five ranks of eight or less"
            if low_ace
            else "{size} cards with the ace high hold no five ranks of eight or less"
        )
        raise RuleViolation(
            "no-qualifying-low",
            rules.eight_qualifier,
            phrase(said, size=of.size),
        )
