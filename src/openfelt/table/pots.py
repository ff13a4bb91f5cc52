"""Pots: who put in what, who may win it, and how it is divided down to the last chip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from openfelt.cards import Card
from openfelt.games.policy import OddChips
from openfelt.hands import Category, value
from openfelt.table.hand import OUT, Hand, add_up
from openfelt.table.rules import HalfRules

ONE_SUIT: Final = frozenset({Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})


class Pot:
    """One pot: its amount, the positions that may win it and those that put chips in."""

    __slots__ = ("amount", "contributors", "eligible")

    def __init__(self, amount: int, eligible: tuple[int, ...], contributors: tuple[int, ...]) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible
        self.contributors: Final = contributors

    def __repr__(self) -> str:
        return f"Pot({self.amount}, eligible={self.eligible}, contributors={self.contributors})"


def build_pots(hand: Hand) -> list[Pot]:
    """The main pot first, then the side pots, by layers of contribution (12.5, 12.6).

    The betting forms the pots; a player who concedes at the showdown leaves them as they are. Dead money belongs to
    the main pot.
    """
    return layers(hand, hand.put, hand.dead_total)


def closed_pots(hand: Hand) -> list[Pot]:
    """The pots as they lie in the middle: the bets of the round that is going on are apart, not yet matched."""
    held = [chips - bet for chips, bet in zip(hand.put, hand.bets, strict=True)]
    pots = layers(hand, held, add_up(hand.dead) + add_up(hand.charged))
    return [pot for pot in unpaid(hand, pots, add_up(held) + hand.dead_total) if pot.amount]


def unpaid(hand: Hand, pots: list[Pot], total: int) -> list[Pot]:
    """What is left of the pots while they are awarded one after another, and comes to this total."""
    left = [pot.amount for pot in pots]
    seen: set[int] = set()
    for number, part, _, amounts in hand.awards:
        at = min(number, len(pots) - 1)
        left[at] = 0 if part == "whole" or at in seen else left[at] - add_up(list(amounts))
        seen.add(at)
    over = add_up(left) - total  # the commission on pots that are still there
    for at, chips in enumerate(left):
        left[at] -= min(chips, over)
        over -= chips - left[at]
    return [Pot(chips, pot.eligible, pot.contributors) for chips, pot in zip(left, pots, strict=True)]


def layers(hand: Hand, put: list[int], dead: int) -> list[Pot]:
    """The pots that these contributions make, with dead money in the main pot."""
    shown = hand.shown
    inside = [i for i, status in enumerate(hand.status) if status != OUT]
    levels = sorted({put[i] for i in inside})
    if len(levels) == 1:
        paid = tuple(i for i in range(hand.n) if put[i] or hand.dead[i])
        return [Pot(add_up(put) + dead, tuple(i for i in inside if shown[i] != 2), paid)]
    pots: list[Pot] = []
    floor = 0
    for level in levels:
        top = level if level != levels[-1] else max(put)
        amount = sum(min(chips, top) - min(chips, floor) for chips in put)
        eligible = tuple(i for i in inside if put[i] >= level and shown[i] != 2)
        paid = tuple(i for i in range(hand.n) if put[i] > floor or (not pots and hand.dead[i]))
        if not pots:
            amount += dead
        if pots and not eligible:  # house 9: everyone in this pot conceded
            last = pots.pop()
            amount, eligible, paid = amount + last.amount, last.eligible, last.contributors
        if amount:
            pots.append(Pot(amount, eligible, paid))
        floor = level
    return pots


def best(positions: Iterable[int], strengths: list[int]) -> list[int]:
    """Those with the greatest strength, in order of position."""
    top = -1
    found: list[int] = []
    for i in positions:
        if not found or strengths[i] > top:
            top, found = strengths[i], [i]
        elif strengths[i] == top:
            found.append(i)
    return found


def share(hand: Hand, amount: int, winners: Sequence[int], half: HalfRules) -> list[int]:
    """Equal shares in chip units; the remainder as the rulebook says."""
    if len(winners) == 1:
        return [amount]
    unit = hand.rules.unit
    each = amount // (len(winners) * unit) * unit
    rest = amount - each * len(winners)
    shares = [each] * len(winners)
    if not rest:
        return shares
    odd = hand.rules.odd_chips
    if odd is OddChips.ONE_EACH:
        at = 0
        while rest:
            bit = min(unit, rest)
            shares[at % len(winners)] += bit
            rest -= bit
            at += 1
    elif odd is OddChips.FIRST_WINNER:
        shares[0] += rest
    else:
        shares[list(winners).index(by_card(hand, winners, half))] += rest
    return shares


def by_card(hand: Hand, winners: Sequence[int], half: HalfRules) -> int:
    """us-stud stud(8)(ii)(B) and (C): the highest card of the high hand, or the lowest of the low hand, suits deciding.

    Only the five cards used count; where the extreme card is the shared one, the next cards decide. Of cards that are
    as good for the hand, the one that is best here is used.
    """
    low = half.scale.is_low

    def used(i: int) -> tuple[Card, ...]:
        made = value(half.scale, hand.holding(i), hand.board, selection=half.selection)
        if made.category in ONE_SUIT and not low:
            return made.cards
        held = sorted((*hand.holding(i), *hand.board), key=lambda card: card % 4, reverse=not low)
        counted = Counter(card // 4 for card in made.cards)
        return tuple(
            card for rank, count in counted.items() for card in [one for one in held if one // 4 == rank][:count]
        )

    if low:  # the ace counts as one
        return min(winners, key=lambda i: sorted((-1 if card // 4 == 12 else card // 4, card % 4) for card in used(i)))
    return max(winners, key=lambda i: sorted(((card // 4, card % 4) for card in used(i)), reverse=True))
