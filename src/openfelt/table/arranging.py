"""Choosing who is dealt what: the cards of the first deal by seat, put where the shoe will give them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from openfelt.cards import Card, cards, shown
from openfelt.errors import NotationError
from openfelt.games.game import Deal
from openfelt.phrases import Seat, phrase
from openfelt.table.events import HandStarted
from openfelt.table.rules import compile_rules
from openfelt.table.shoe import Shoe

Named = Mapping[int, str | Iterable[Card]]


def arrange(shoe: Shoe, first: HandStarted, deal: Named) -> None:
    """Order the shoe so that each seat's first cards are these; all others keep the order they have.

    A seat's cards come in the order in which they are named. Cards that a seat is not named are the shoe's.
    """
    if not isinstance(shoe, Shoe):
        raise NotationError("cards can be chosen only for a shoe whose order is known")
    named = {seat: list(cards(given) if isinstance(given, str) else given) for seat, given in deal.items()}
    _require_dealable(shoe, first, named)
    chosen = {card for several in named.values() for card in several}
    rest = iter([card for card in shoe.cards[shoe.at :] if card not in chosen])
    front = [named[seat].pop(0) if named.get(seat) else next(rest) for seat in _dealt_to(first)]
    shoe.cards = (*shoe.cards[: shoe.at], *front, *rest)


def _dealt_to(first: HandStarted) -> Iterator[int]:
    """The seat to which each card of the first deal goes, card by card."""
    step = compile_rules(first.sign).steps[0]
    assert isinstance(step, Deal)
    assert not step.burn  # no game burns before its first deal
    for one in step.passes:
        for seat in first.seats:
            yield from [seat] * one.count


def _require_dealable(shoe: Shoe, first: HandStarted, named: Mapping[int, list[Card]]) -> None:
    """Refuse seats that are not dealt in, more cards than the first deal has, and cards that the shoe does not have."""
    each = list(_dealt_to(first)).count(first.seats[0])
    left, seen = set(shoe.cards[shoe.at :]), set[Card]()
    for seat, several in named.items():
        if seat not in first.seats:
            raise NotationError(phrase("{seat} is not dealt in", seat=Seat(seat)), legal=tuple(map(str, first.seats)))
        if len(several) > each:
            raise NotationError(
                phrase(
                    "{seat} is dealt {each} cards at first, not {several}",
                    seat=Seat(seat),
                    each=each,
                    several=len(several),
                )
            )
        for card in several:
            if card in seen or card not in left:
                told = "twice" if card in seen else "which is not in the shoe"
                raise NotationError(
                    phrase("{seat} is dealt {cards}, {told}", seat=Seat(seat), cards=shown((card,)), told=told)
                )
            seen.add(card)
