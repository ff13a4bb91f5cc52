"""Who opens a betting round, by position or by what shows."""

from __future__ import annotations

from typing import Final

from openfelt.cards import Card
from openfelt.games.game import Opener
from openfelt.hands import Scale, showing
from openfelt.hands.showing import SHOWN
from openfelt.table.hand import ABLE, OUT, Hand, has_unknown
from openfelt.table.rules import RoundRules

LEFT_OF_BUTTON: Final = Opener.LEFT_OF_BUTTON
LEFT_OF_LAST_BLIND: Final = Opener.LEFT_OF_LAST_BLIND
HIGHEST_UP_CARD: Final = Opener.HIGHEST_UP_CARD
HIGHEST_SHOWING: Final = Opener.HIGHEST_SHOWING
LOWEST_SHOWING: Final = Opener.LOWEST_SHOWING
WEIGHTS: Final[tuple[int, ...]] = SHOWN


def find_opener(hand: Hand, round_: RoundRules) -> tuple[int, bool]:
    """The position that opens, and whether a player who is all-in was passed over for it (26.17, 26.20)."""
    kind = round_.opener
    if kind is LEFT_OF_BUTTON:
        heads_up = round_.no == 1 and hand.n == 2 and hand.rules.policy.heads_up_button_first
        return _first_able(hand, 1 if heads_up else 0), False
    if kind is LEFT_OF_LAST_BLIND:
        return _first_able(hand, hand.last_blind + 1), False
    if round_.no == 1:
        return _by_door_card(hand, highest=kind is HIGHEST_UP_CARD)
    return _by_showing(hand, kind)


def _first_able(hand: Hand, start: int) -> int:
    n = hand.n
    for k in range(n):
        j = (start + k) % n
        if hand.status[j] == ABLE:
            return j
    raise AssertionError("no player is able to act")


def door_rank(hand: Hand, card: Card) -> int:
    """The rank of an up-card for opening: the joker counts as an ace; where the lowest hand opens, the ace is low."""
    number: int = card
    if number == 52:
        return 14
    rank = number // 4 + 2
    return 1 if rank == 14 and hand.rules.low_door_ace else rank


def _by_door_card(hand: Hand, *, highest: bool) -> tuple[int, bool]:
    """The lowest (or highest) up-card among players who can act; ties by suit or nearest the button's left."""
    active = _showing_cards(hand)
    able = [i for i in active if hand.status[i] == ABLE]
    found = _best_door(hand, able, highest=highest)
    return found, len(able) < len(active) and _best_door(hand, active, highest=highest) != found


def _best_door(hand: Hand, positions: list[int], *, highest: bool) -> int:
    by_suit = hand.rules.policy.door_by_suit
    found, best = -1, 0
    for i in positions:
        card = hand.up[i][0]
        worth = 4 * door_rank(hand, card)
        if by_suit:
            number: int = card
            worth += number % 4
        if found < 0 or (worth > best if highest else worth < best):
            found, best = i, worth
    return found


def _showing_cards(hand: Hand) -> list[int]:
    """The players still in with cards up; where not all up-cards are known (house 9: histories with gaps), those whose
    are, if one of them can act.
    """
    active = [i for i in range(hand.n) if hand.status[i] != OUT and hand.up[i]]
    if not hand.rules.unknown_up_cards:
        return active
    known = [i for i in active if not has_unknown(hand.up[i])]
    return known if any(hand.status[i] == ABLE for i in known) else [hand.status.index(ABLE)]


def highest_showing(hand: Hand) -> int:
    """The position of the highest hand showing among those still in, all-in or not; ties nearest the button's left."""
    active = [i for i in range(hand.n) if hand.status[i] != OUT and hand.up[i]]
    return _best_showing(hand, active, HIGHEST_SHOWING)


def _showing(scale: Scale, kept: dict[int, int], cards: tuple[Card, ...]) -> int:
    """How strong a hand showing is; `kept` are the strengths that were worked out before."""
    if len(cards) < 5:
        # Up-cards of a hand are distinct and of its deck, so what showed before is looked up without asking again.
        weights = 0
        for card in cards:
            number: int = card
            weights += WEIGHTS[number]
        found = kept.get(weights)
        if found is not None:
            return found
    return showing(scale, cards)


def _best_showing(hand: Hand, positions: list[int], kind: Opener) -> int:
    """Who has the best hand (or the highest card) showing; of equal ones the first."""
    if len(positions) == 1:  # also a player whose up-cards nobody knows (house 9)
        return positions[0]
    by_card = kind is HIGHEST_UP_CARD
    scale = hand.rules.halves[-1].scale if kind is LOWEST_SHOWING else hand.rules.shows
    kept = scale.shown
    shared = hand.shared and hand.rules.policy.shared_card_shows
    found, best = -1, 0
    for i in positions:
        cards = hand.up[i] + hand.board if shared else hand.up[i]
        worth = max(door_rank(hand, card) for card in cards) if by_card else _showing(scale, kept, cards)
        if found < 0 or worth > best:
            found, best = i, worth
    return found


def _by_showing(hand: Hand, kind: Opener) -> tuple[int, bool]:
    """Later rounds of stud: the best hand (or the highest card) showing, ties nearest the button's left."""
    active = _showing_cards(hand)
    if hand.rules.policy.all_in_opens:
        best = _best_showing(hand, active, kind)
        found = _first_able(hand, best)
        return found, found != best
    able = [i for i in active if hand.status[i] == ABLE]
    return (_best_showing(hand, able, kind) if len(able) > 1 else able[0]), False
