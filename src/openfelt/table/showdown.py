"""Who shows, in which order, and what the hands are worth."""

from __future__ import annotations

from openfelt.cards import Card
from openfelt.hands import strength, unpack
from openfelt.rulebooks import Cites
from openfelt.table.hand import ALL_IN, OUT, Hand, has_unknown
from openfelt.table.openers import highest_showing


def showdown_order(hand: Hand) -> tuple[int, ...]:
    """The player who was called first, else the one the game names; then clockwise."""
    first = hand.called
    if first < 0 or hand.status[first] == OUT:
        showdown = hand.rules.game.showdown
        if showdown.highest_shows_first:
            first = highest_showing(hand)
        else:
            first = hand.opener if showdown.checked_by_showing and hand.opener >= 0 else 0
    n = hand.n
    order: list[int] = []
    for k in range(n):
        i = (first + k) % n
        if hand.status[i] != OUT:
            order.append(i)
    return tuple(order)


def must_choose(hand: Hand, i: int) -> bool:
    """Whether the player must say show or muck: where hands are claimed, or real cards are not known to the table."""
    if has_unknown(hand.down[i]):
        return True
    # house 27.1: what lies open, or is turned up before the showdown, needs no word
    is_open = hand.twice == 2 or (hand.rules.open_all_in and hand.able <= 1)
    return not hand.rules.automatic and not is_open


def hand_strengths(hand: Hand, i: int, down: tuple[Card, ...]) -> tuple[int, int]:
    """The high and the low strength of a player's cards with the board; 0 where the game has no such half."""
    return board_strengths(hand, i, down, hand.board)


def board_strengths(hand: Hand, i: int, down: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, int]:
    """The same with either board, where it was dealt twice."""
    hole = down + hand.up[i]
    high = low = 0
    for half in hand.rules.halves:
        worth = strength(half.scale, hole, board, selection=half.selection)
        if half.in_low:
            low = worth
        else:
            high = worth
    return high, low


def ranked_cites(hand: Hand, high: int, low: int) -> Cites:
    """The clauses that rank a hand: its category's place in the order, and the order itself. Looked up once each."""
    rules = hand.rules
    found = rules.ranked.get((high, low))
    if found is None:
        made: list[str] = []
        for half in rules.halves:
            one, scale = low if half.in_low else high, half.scale
            made += (scale.cite(unpack(scale, one)[0]), *scale.cites) if one else scale.cites
        found = rules.ranked[high, low] = tuple(dict.fromkeys(made))
    return found


def is_forced(hand: Hand, i: int) -> bool:
    """Who shows without a choice: the called player, and all-in players where the rulebook says so (12.7)."""
    who = hand.rules.policy.must_show
    if hand.opened >= 0 or hand.twice == 2:  # it lies face up already, or may win with either board
        return True
    return i == hand.called or hand.rules.sign.disclose_mucked or ("all-in" in who and hand.status[i] == ALL_IN)


def is_last_in_a_pot(hand: Hand, i: int) -> bool:
    """Whether nobody else who has not conceded put in as much, so that a side pot has no other player left (12.6)."""
    mine, out = hand.put[i], hand.shown
    return all(hand.put[j] < mine for j, status in enumerate(hand.status) if j != i and status != OUT and out[j] != 2)


def can_win(hand: Hand, i: int, high: int, low: int) -> bool:
    """Whether no hand shown so far beats this one in every pot it could win."""
    shown = [j for j in hand.show_order[: hand.show_at] if hand.shown[j] == 1]
    if not shown:
        return True
    mine = hand.put[i]
    if any(hand.status[j] == ALL_IN for j in shown):
        # A side pot above an all-in hand is contested by those who put in more.
        for level in sorted({hand.put[j] for j in shown if hand.put[j] < mine}, reverse=True):
            rivals = [j for j in shown if hand.put[j] > level]
            if not rivals or _unbeaten(hand, rivals, high, low):
                return True
    return _unbeaten(hand, shown, high, low)


def _unbeaten(hand: Hand, rivals: list[int], high: int, low: int) -> bool:
    for half in hand.rules.halves:
        mine, theirs = low if half.in_low else high, hand.strengths(half)
        if mine > 0 and all(theirs[j] <= mine for j in rivals):
            return True
    return False
