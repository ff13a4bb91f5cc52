"""Who opens a betting round, by position or by what shows."""

from __future__ import annotations

from openfelt.cards import JOKER, UNKNOWN, Card
from openfelt.games.game import Opener
from openfelt.hands import showing
from openfelt.hands.showing import SHOWN
from openfelt.table.hand import ABLE, OUT, Hand
from openfelt.table.rules import RoundRules


def find_opener(hand: Hand, round_: RoundRules) -> tuple[int, bool]:
    """The position that opens, and whether a player who is all-in was passed over for it (26.17, 26.20)."""
    kind = round_.opener
    if kind is Opener.LEFT_OF_BUTTON:
        heads_up = round_.no == 1 and hand.n == 2 and hand.rules.policy.heads_up_button_first
        return _first_able(hand, 1 if heads_up else 0), False
    if kind is Opener.LEFT_OF_LAST_BLIND:
        return _first_able(hand, hand.last_blind + 1), False
    if round_.no == 1:
        return _by_door_card(hand, highest=kind is Opener.HIGHEST_UP_CARD)
    return _by_showing(hand, kind)


def _first_able(hand: Hand, start: int) -> int:
    n = hand.n
    for k in range(n):
        j = (start + k) % n
        if hand.status[j] == ABLE:
            return j
    raise AssertionError("no player is able to act")


def door_rank(hand: Hand, card: Card) -> int:
    """The rank of an up-card for opening: the joker counts as an ace; in razz the ace is low."""
    if card == JOKER:
        return 14
    rank = card // 4 + 2
    return 1 if rank == 14 and hand.rules.game.key == "razz" else rank


def _by_door_card(hand: Hand, *, highest: bool) -> tuple[int, bool]:
    """The lowest (or highest) up-card among players who can act; ties by suit or nearest the button's left."""
    active = _known(hand, [i for i in range(hand.n) if hand.status[i] != OUT and hand.up[i]])
    found = _best_door(hand, [i for i in active if hand.status[i] == ABLE], highest=highest)
    return found, _best_door(hand, active, highest=highest) != found


def _best_door(hand: Hand, positions: list[int], *, highest: bool) -> int:
    by_suit = hand.rules.policy.door_by_suit
    found, best = -1, 0
    for i in positions:
        card = hand.up[i][0]
        worth = 4 * door_rank(hand, card) + (card % 4 if by_suit else 0)
        if found < 0 or (worth > best if highest else worth < best):
            found, best = i, worth
    return found


def _known(hand: Hand, active: list[int]) -> list[int]:
    """Those of the players whose up-cards are all known, if one of them can act (house 9: histories with gaps)."""
    if not hand.rules.sign.unknown_up_cards:
        return active
    known = [i for i in active if UNKNOWN not in hand.up[i]]
    return known if any(hand.status[i] == ABLE for i in known) else [hand.status.index(ABLE)]


def highest_showing(hand: Hand) -> int:
    """The position of the highest hand showing among those still in, all-in or not; ties nearest the button's left."""
    active = [i for i in range(hand.n) if hand.status[i] != OUT and hand.up[i]]
    return _best_showing(hand, active, Opener.HIGHEST_SHOWING)


def _showing(hand: Hand, i: int, kind: Opener) -> int:
    """How strong the hand (or the highest card) showing at a position is."""
    cards = hand.up[i]
    if hand.shared and hand.rules.policy.rulebook == "nsw-poker":  # 17.5.3 counts the community card
        cards += hand.board
    if kind is Opener.HIGHEST_UP_CARD:
        return max(door_rank(hand, card) for card in cards)
    scale = hand.rules.low if kind is Opener.LOWEST_SHOWING else hand.rules.shows
    assert scale is not None
    if len(cards) < 5:
        # Up-cards of a hand are distinct and of its deck, so what showed before is looked up without asking again.
        weights = 0
        for card in cards:
            weights += SHOWN[card]
        kept = scale.shown.get(weights)
        if kept is not None:
            return kept
    return showing(scale, cards)


def _best_showing(hand: Hand, positions: list[int], kind: Opener) -> int:
    found, best = -1, 0
    for i in positions:
        worth = _showing(hand, i, kind)
        if found < 0 or worth > best:
            found, best = i, worth
    return found


def _by_showing(hand: Hand, kind: Opener) -> tuple[int, bool]:
    """Later rounds of stud: the best hand (or the highest card) showing, ties nearest the button's left."""
    active = _known(hand, [i for i in range(hand.n) if hand.status[i] != OUT and hand.up[i]])
    if hand.rules.policy.all_in_opens:
        best = _best_showing(hand, active, kind)
        found = _first_able(hand, best)
        return found, found != best
    able = [i for i in active if hand.status[i] == ABLE]
    return (_best_showing(hand, able, kind) if len(able) > 1 else able[0]), False
