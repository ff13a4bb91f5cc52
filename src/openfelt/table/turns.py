"""Whose choice is next: the turn in a betting round, in a draw or discard, at the showdown; and entering a step.

Used by `evolve` for what players and the house do, and by `rulings` for what only a ruling does.
"""

from __future__ import annotations

from openfelt.table.hand import (
    ABLE,
    ALL_IN,
    CLOSING,
    DISCARDING,
    DRAWING,
    FRESH,
    HOUSE,
    OPTION,
    OUT,
    SERVING,
    SHOWDOWN,
    SHOWING,
    Hand,
)
from openfelt.table.rules import SPREAD, Deal, Discard, Draw, RoundRules
from openfelt.table.showdown import must_choose, showdown_order


def pay(hand: Hand, i: int, amount: int) -> None:
    """Move chips from a player's stack into the wager of this round."""
    left = hand.stacks[i] - amount
    hand.stacks[i] = left
    hand.bets[i] = hand.bets[i] + amount
    hand.put[i] = hand.put[i] + amount
    if not left and hand.status[i] == ABLE:
        hand.status[i] = ALL_IN
        hand.able -= 1


def least_raise(hand: Hand, round_: RoundRules) -> int:
    """What the first raise of a betting round adds at least: its bet, or the blind that lies there.

    A large blind or straddle does not widen the limits of a spread (8.8.6, 8.9.1).
    """
    least = round_.size if round_.size > hand.full else hand.full
    return hand.rules.sign.limit.big if hand.rules.kind == SPREAD and least > hand.rules.sign.limit.big else least


def pass_turn(hand: Hand, i: int) -> None:
    """Give the turn to the next player who has something to decide, or close the round."""
    hand.first_turn = False
    if hand.live > 1:
        status, acted, bets, high, n = hand.status, hand.acted, hand.bets, hand.high, hand.n
        if hand.able > 1:
            for k in range(i + 1, i + 1 + n):
                j = k - n if k >= n else k
                if status[j] == ABLE and (not acted[j] or bets[j] < high):
                    hand.to_act = j
                    hand.turns += 1
                    return
        elif hand.able == 1:
            j = status.index(ABLE)
            if j != i and bets[j] < max(bets[:j] + bets[j + 1 :]):
                hand.to_act = j
                hand.turns += 1
                return
    hand.to_act = -1
    hand.phase = HOUSE
    hand.stage = CLOSING


def next_option(hand: Hand) -> None:
    """What comes after a post: more forced posts, an optional blind for one player, or the first card."""
    sign = hand.rules.sign
    forced = (1 if sign.ante else 0) + len(hand.blinds) + len(hand.late)
    if 0 <= hand.posted < forced:
        return
    extra = hand.posted - forced
    if hand.posted >= 0 and optional_blind(hand, extra):
        hand.to_act = (hand.last_blind + 1) % hand.n
        hand.phase = OPTION
        hand.turns += 1
        return
    hand.to_act = -1
    hand.step = 0
    enter_step(hand)


def optional_blind(hand: Hand, extra: int) -> int:
    """The amount of the optional blind that the next player may post, or 0.

    A straddle is twice the last blind and there is one (8.9); voluntary blinds double in turn (8.8.2); over-blinds have
    the sizes on the sign (act-stud 4.2(f)). Nobody posts two blinds or straddles heads-up; a late post counts.
    """
    sign = hand.rules.sign
    if not hand.blinds or extra < 0 or (sign.straddle and hand.n < 3):
        return 0
    i = (hand.last_blind + 1) % hand.n
    if hand.status[i] != ABLE or any(seat == hand.seats[i] for seat, _ in hand.blinds):
        return 0
    if (sign.straddle and not extra) or sign.voluntary_blinds:
        amount = 2 * hand.high
    elif extra < len(sign.over_blinds):
        amount = sign.over_blinds[extra]
    else:
        return 0
    if sign.limit.kind in {"structured", "spread"} and sign.voluntary_blinds and amount > 4 * sign.limit.big:
        return 0
    return amount if amount <= hand.stacks[i] + hand.bets[i] else 0


def enter_step(hand: Hand) -> None:
    """Begin the step that is due: a draw or a discard waits for players, everything else for the house."""
    hand.stage = FRESH
    hand.phase = HOUSE
    steps = hand.rules.steps
    if hand.step == len(steps) and hand.twice == 1:  # house 27.3: the rest of the board once more
        hand.twice, hand.first_board = 2, hand.board
        hand.board, hand.step = hand.board[: hand.fork], hand.fork_step
    if hand.step == len(steps):
        hand.stage = SHOWDOWN
        hand.show_order = showdown_order(hand)
        hand.show_at = 0
        hand.to_act = -1
        next_show(hand)
        return
    step = steps[hand.step]
    if type(step) is Draw:
        if not step.burn:
            next_drawer(hand, -1, DRAWING)
    elif type(step) is Discard:
        next_drawer(hand, -1, DISCARDING)


def next_drawer(hand: Hand, i: int, phase: int) -> None:
    """The next active player in the draw, all-in players included; afterwards the house serves or goes on."""
    only = hand.special.discarders if hand.special is not None and phase == DISCARDING else ()
    for j in range(i + 1, hand.n):
        if hand.status[j] != OUT and (not only or j in only) and not (phase == DISCARDING and has_discarded(hand, j)):
            hand.to_act, hand.phase = j, phase
            hand.turns += 1
            return
    hand.phase = HOUSE
    if phase == DRAWING:
        hand.stage = SERVING
        serve_next(hand)
    else:
        hand.to_act = -1
        hand.step += 1
        enter_step(hand)


def has_discarded(hand: Hand, j: int) -> bool:
    """Whether a player has made this discard already, before a ruling had the street before it dealt again."""
    step = hand.rules.steps[hand.step]
    assert type(step) is Discard
    dealt = sum(one.each for one in hand.rules.steps[: hand.step] if type(one) is Deal)
    return len(hand.down[j]) <= dealt - step.count


def serve_next(hand: Hand) -> None:
    """Whose replacements are due: anyone still owed cards, in draw order; none left ends the draw."""
    for j in range(hand.n):
        if hand.owed[j]:
            hand.to_act = j
            return
    hand.to_act = -1
    hand.deferred = ()
    for thrown in hand.thrown:
        hand.muck += thrown
    hand.thrown = [()] * hand.n
    hand.step += 1
    enter_step(hand)


def is_last_drawer(hand: Hand, i: int) -> bool:
    """Whether no active player comes after this one in the draw."""
    return all(hand.status[j] == OUT for j in range(i + 1, hand.n))


def next_show(hand: Hand) -> None:
    """The next player at the showdown; a player with a choice gets the turn, otherwise the house goes on."""
    left = hand.contenders()
    if left > 1 and hand.show_at < len(hand.show_order) and must_choose(hand, hand.show_order[hand.show_at]):
        hand.to_act = hand.show_order[hand.show_at]
        hand.phase = SHOWING
        hand.turns += 1
    else:
        hand.to_act = -1
        hand.phase = HOUSE
