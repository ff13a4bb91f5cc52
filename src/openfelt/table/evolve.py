"""Recording what happened: `evolve` folds one event into the hand and never refuses.

Each event type has one small function. Chips are checked after every event, always.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.errors import InvariantBroken
from openfelt.table import events as e
from openfelt.table.draws import RECORD as DRAWS
from openfelt.table.hand import (
    ABLE,
    AGREEING,
    ALL_IN,
    BETTING,
    BURNT,
    BURNT_FOR_FIFTH,
    CLOSING,
    DRAWING,
    FRESH,
    HOUSE,
    OUT,
    OVER,
    POSTING,
    SERVING,
    SOLE,
    Hand,
    add_up,
    bits_of,
    clear,
    none_yet,
)
from openfelt.table.rules import Draw, compile_rules
from openfelt.table.rulings import RECORD as RULINGS
from openfelt.table.turns import (
    enter_step,
    least_raise,
    next_drawer,
    next_option,
    next_show,
    pass_turn,
    pay,
)

# What is recorded most often is told apart first.
CALLED: Final = e.Called
CHECKED: Final = e.Checked
FOLDED: Final = e.Folded
RAISED: Final = e.Raised
BET_MADE: Final = e.BetMade
STREET_DEALT: Final = e.StreetDealt
ROUND_OPENED: Final = e.RoundOpened
BETS_COLLECTED: Final = e.BetsCollected


def begin(event: e.HandStarted) -> Hand:
    """The hand that a first event starts."""
    hand = Hand()
    rules, seats, stacks = compile_rules(event.sign), event.seats, event.stacks
    n = len(seats)
    hand.rules = rules
    hand.hand_id = event.hand_id
    hand.seats = seats
    hand.index = {seat: at for at, seat in enumerate(seats)}
    hand.n = n
    hand.button = event.button
    hand.start = stacks
    hand.brought = event.brought
    hand.stacks = list(stacks)
    hand.total = add_up(hand.stacks)
    zeros = [0] * n
    hand.bets, hand.put, hand.dead, hand.bought, hand.owed = zeros[:], zeros[:], zeros[:], zeros[:], zeros[:]
    hand.dead_total = hand.taken = 0
    hand.forced = hand.time_fees = (0,) * n
    hand.status = zeros[:]  # everyone is ABLE
    hand.acted = [False] * n
    hand.down = [()] * n
    hand.up = [()] * n
    hand.board = hand.burns = hand.muck = ()
    hand.thrown = [()] * n
    hand.changing = -1
    hand.shared = False
    hand.stub = len(rules.deck.cards)
    hand.drawn = hand.shoe_no = hand.seen = 0
    hand.step, hand.stage, hand.phase, hand.to_act, hand.turns = -1, POSTING, HOUSE, -1, 0
    hand.live = hand.able = n
    hand.blinds, hand.late, hand.posted, hand.last_blind = event.blinds, event.late, 0, -1
    hand.round = None
    hand.opener = hand.aggressor = hand.called = hand.opened = -1
    hand.high = hand.full = hand.inc = hand.raises = 0
    hand.blind_bets_only = True
    hand.first_turn = False
    hand.deferred = ()
    hand.show_order, hand.show_at = (), 0
    hand.shown, hand.highs, hand.lows = zeros[:], [-1] * n, [-1] * n
    _run_once(hand)
    hand.awards = hand.wagers = ()
    hand.contributed = (0,) * n
    hand.outcome = ""
    hand.turn = None
    hand.acts = hand.acts_before = hand.wagered = hand.checks = 0
    hand.last_opener = -1
    hand.folds = ()
    hand.charged = zeros
    hand.special = None
    next_option(hand)
    return hand


def _run_once(hand: Hand) -> None:
    hand.twice = hand.fork = hand.fork_step = 0
    hand.first_board = ()
    hand.second_highs, hand.second_lows = [-1] * hand.n, [-1] * hand.n


def evolve(hand: Hand, event: Any) -> None:  # noqa: ANN401 - any member of Event; dispatched by type
    """Record one event."""
    kind = type(event)
    if kind is CALLED:
        _called(hand, event)
    elif kind is CHECKED:
        _checked(hand, event)
    elif kind is FOLDED:
        _folded(hand, event)
    elif kind is RAISED:
        _raised(hand, event)
    elif kind is BET_MADE:
        _bet(hand, event)
    elif kind is STREET_DEALT:
        _street(hand, event)
    elif kind is ROUND_OPENED:
        _opened(hand, event)
    elif kind is BETS_COLLECTED:
        _collected(hand, event)
    else:
        _RECORD[kind](hand, event)
    hand.turn = None
    if add_up(hand.stacks) + add_up(hand.put) + hand.dead_total + hand.taken != hand.total:
        hand.check_chips()


def _antes(hand: Hand, event: e.AntesPosted) -> None:
    ante: int = hand.rules.sign.ante
    for i, amount in enumerate(event.amounts):
        if amount:
            if event.dead:
                hand.stacks[i] -= amount
                hand.dead[i] += amount
                hand.dead_total += amount
            else:
                hand.stacks[i] -= amount
                hand.put[i] += amount
            if not hand.stacks[i] or (amount < ante and not event.dead):  # 14.1: whole units
                hand.status[i] = ALL_IN
                hand.able -= 1
    hand.forced = tuple(hand.put)
    hand.posted += 1
    next_option(hand)


def _blind(hand: Hand, event: e.BlindPosted) -> None:
    i = hand.index[event.seat]
    if event.dead:
        hand.stacks[i] -= event.dead
        hand.dead[i] += event.dead
        hand.dead_total += event.dead
    pay(hand, i, event.amount)
    if event.kind == "blind" and event.amount < event.price and hand.status[i] == ABLE:
        hand.status[i] = ALL_IN  # act-stud 14.1: tapped out in whole units, the rest stays behind
        hand.able -= 1
    hand.forced = tuple(hand.put)  # nothing else is put in before the first card
    if event.price > hand.high:
        hand.high = hand.full = event.price
    if event.kind != "late":
        hand.last_blind = i
    hand.posted += 1
    next_option(hand)


def _declined(hand: Hand, event: e.OptionDeclined) -> None:
    hand.posted = -1
    next_option(hand)


def _burned(hand: Hand, event: e.Burned) -> None:
    card = event.card
    number: int = card
    hand.burns += (card,)
    hand.seen |= 1 << number
    hand.drawn += 1
    hand.stub -= 1
    if hand.stage == FRESH:
        hand.stage = BURNT
        if type(hand.rules.steps[hand.step]) is Draw:
            next_drawer(hand, -1, DRAWING)
    elif hand.stage == SERVING:
        hand.stage = BURNT_FOR_FIFTH


def _street(hand: Hand, event: e.StreetDealt) -> None:
    board = event.board
    count = len(board)
    if event.seats:
        count += _to_players(hand, event)
    if board:
        hand.board += board
        for card in board:
            number: int = card
            hand.seen |= 1 << number
    hand.drawn += count
    hand.stub -= count
    hand.step += 1
    if hand.special is not None and (hand.special.next_card or hand.special.board_only >= 0):
        hand.special = hand.special.replace(next_card=(), board_only=-1)
    enter_step(hand)


def _to_players(hand: Hand, event: e.StreetDealt) -> int:
    index, seen = hand.index, hand.seen
    seats, below, above = event.seats, event.down, event.up
    if not len(seats) == len(below) == len(above):
        raise InvariantBroken(f"{event.name} for {len(seats)} seats: {len(below)} down, {len(above)} up")
    count = 0
    for at, seat in enumerate(seats):
        i = index[seat]
        lower, upper = below[at], above[at]
        if lower:
            hand.down[i] += lower
            seen |= bits_of(lower)
        if upper:
            hand.up[i] += upper
            seen |= bits_of(upper)
        count += len(lower) + len(upper)
    hand.seen = seen
    return count


def _shared(hand: Hand, event: e.SharedDealt) -> None:
    hand.board += (event.card,)
    hand.seen |= 1 << event.card
    hand.shared = True
    hand.drawn += 1
    hand.stub -= 1
    hand.step += 1
    enter_step(hand)


def _opened(hand: Hand, event: e.RoundOpened) -> None:
    round_ = hand.rules.rounds[hand.step]
    assert round_ is not None
    hand.round = round_
    none_yet(hand.acted)
    hand.aggressor = -1
    hand.wagers = ()
    hand.inc = least_raise(hand, round_)
    hand.raises = hand.rules.cap_start if round_.no == 1 else 0
    clear(hand.bought)
    hand.last_opener = hand.opener
    hand.acts_before |= hand.acts
    hand.acts = hand.checks = 0
    hand.opener = hand.to_act = hand.index[event.seat]
    hand.turns += 1
    hand.first_turn = True
    hand.phase = BETTING
    hand.stage = FRESH


def _skipped(hand: Hand, event: e.RoundSkipped) -> None:
    if not hand.rules.policy.last_wager_shows:
        hand.called = -1
    hand.acts_before |= hand.acts  # nobody acts on this street
    hand.acts = hand.checks = 0
    if any(hand.bets):
        hand.stage = CLOSING
    else:
        hand.step += 1
        enter_step(hand)


def _folded(hand: Hand, event: e.Folded) -> None:
    i = hand.place(event.seat)
    if event.paid:  # act-stud 10.1(a)(iii): a call, then a fold
        pay(hand, i, event.paid)
        hand.blind_bets_only = False
    if hand.status[i] == ABLE:
        hand.able -= 1
    hand.status[i] = OUT
    hand.live -= 1
    hand.acts |= 1 << i
    hand.folds += (i,)
    hand.muck += hand.down[i] + hand.up[i]
    if i == hand.to_act:
        pass_turn(hand, i)


def _checked(hand: Hand, event: e.Checked) -> None:
    i = hand.place(event.seat)
    hand.acted[i] = True
    hand.acts |= 1 << i
    hand.checks |= 1 << i
    pass_turn(hand, i)


def _called(hand: Hand, event: e.Called) -> None:
    i = hand.place(event.seat)
    amount = event.amount
    hand.stacks[i] = hand.stacks[i] - amount
    hand.bets[i] = hand.bets[i] + amount
    hand.put[i] = hand.put[i] + amount
    hand.acted[i] = True
    hand.acts |= 1 << i
    if amount:  # a call of nothing (act-stud 11.1) is no wager
        hand.wagered |= 1 << i
        hand.blind_bets_only = False
    if event.all_in:
        hand.status[i] = ALL_IN
        hand.able -= 1
    pass_turn(hand, i)


def _wager(hand: Hand, i: int, to: int, *, all_in: bool) -> None:
    more = to - hand.bets[i]
    hand.stacks[i] = hand.stacks[i] - more
    hand.put[i] = hand.put[i] + more
    hand.bets[i] = to
    hand.high = to
    hand.aggressor = i
    hand.acts |= 1 << i
    hand.wagered |= 1 << i
    hand.blind_bets_only = False
    if all_in:
        hand.status[i] = ALL_IN
        hand.able -= 1


def _bet(hand: Hand, event: e.BetMade) -> None:
    i = hand.place(event.seat)
    to, full = event.to, event.full
    hand.wagers += ((i, to, to, full, False, hand.full, hand.inc, tuple(hand.acted)),)
    _wager(hand, i, to, all_in=event.all_in)
    if full:
        hand.full = to
        if to > hand.inc:
            hand.inc = to
    if full or hand.rules.complete_short_open:
        none_yet(hand.acted)
    hand.acted[i] = True
    pass_turn(hand, i)


def _raised(hand: Hand, event: e.Raised) -> None:
    i = hand.place(event.seat)
    before, to = hand.high, event.to
    hand.wagers += ((i, to, to - before, event.full, event.counts, hand.full, hand.inc, tuple(hand.acted)),)
    _wager(hand, i, to, all_in=event.all_in)
    if event.full:
        by = to - before
        if by > hand.inc:
            hand.inc = by
        # In structured limit a raise is measured from the last full bet, not from a short all-in above it (12.4).
        hand.full = to
        none_yet(hand.acted)
        if event.counts:
            hand.raises += 1
    hand.acted[i] = True
    pass_turn(hand, i)


def _brought_in(hand: Hand, event: e.BroughtIn) -> None:
    i = hand.place(event.seat)
    pay(hand, i, event.amount)
    hand.high = max(hand.high, event.amount)
    assert hand.round is not None
    if event.amount >= hand.round.size:
        hand.full = event.amount
    hand.blind_bets_only = False
    hand.acted[i] = True
    pass_turn(hand, i)


def _time_bought(hand: Hand, event: e.TimeBought) -> None:
    i = hand.index[event.seat]
    hand.stacks[i] -= event.house + event.pot
    hand.taken += event.house
    hand.dead_total += event.pot
    hand.charged[i] += event.pot
    hand.bought[i] += 1
    hand.time_fees = (*hand.time_fees[:i], hand.time_fees[i] + event.house, *hand.time_fees[i + 1 :])


def _uncalled(hand: Hand, event: e.UncalledReturned) -> None:
    i = hand.index[event.seat]
    hand.stacks[i] += event.amount
    hand.bets[i] -= event.amount
    hand.put[i] -= event.amount
    if hand.status[i] == ALL_IN and not (hand.bets[i] and hand.live > 1):  # called for a part, it stays all-in (12.7)
        hand.status[i] = ABLE
        hand.able += 1


def _collected(hand: Hand, event: e.BetsCollected) -> None:
    round_ = hand.round
    # Who was called: the last to bet or raise in the final round, unless the whole wager came back. Where nobody could
    # bet in the final round, the maker of the last wager before it counts in us-stud (irreg(4)), and nobody elsewhere.
    called = hand.aggressor if round_ is not None and hand.bets[hand.aggressor] else -1
    if (round_ is not None and round_.final) or (called >= 0 and hand.rules.policy.last_wager_shows):
        hand.called = called
    if hand.special is not None:  # what was held or capped ends with the round; a wager that stays was not called whole
        second, first = sorted(hand.bets)[-2:]
        hand.special = hand.special.replace(
            held=(), ceiling=-1, taps_out=(), clock=(-1, 0), uncalled=hand.special.uncalled + first - second
        )
    clear(hand.bets)
    hand.high = hand.full = 0
    hand.round = None
    if hand.live == 1:
        hand.stage = SOLE
    else:
        hand.step += 1
        enter_step(hand)


def _hands_opened(hand: Hand, event: e.HandsOpened) -> None:
    hand.opened = len(hand.board)


def _twice_offered(hand: Hand, event: e.TwiceOffered) -> None:
    hand.to_act = hand.index[event.seats[0]]
    hand.phase = AGREEING
    hand.turns += 1


def _twice_agreed(hand: Hand, event: e.TwiceAgreed) -> None:
    for j in range(hand.index[event.seat] + 1, hand.n):
        if hand.status[j] != OUT:
            hand.to_act = j
            hand.turns += 1
            return
    hand.to_act, hand.phase = -1, HOUSE
    hand.twice, hand.fork, hand.fork_step = 1, len(hand.board), hand.step


def _twice_declined(hand: Hand, event: e.TwiceDeclined) -> None:
    hand.to_act, hand.phase, hand.twice = -1, HOUSE, -1


def _shown(hand: Hand, event: e.Shown) -> None:
    i = hand.index[event.seat]
    hand.shown[i] = 1
    hand.highs[i], hand.lows[i] = event.high, event.low
    hand.second_highs[i], hand.second_lows[i] = event.second_high, event.second_low
    if any(card == 53 for card in hand.down[i]):
        up = set(hand.up[i])
        hand.down[i] = tuple(card for card in event.cards if card not in up)
        for card in hand.down[i]:  # named for the first time: nobody else can hold them
            hand.seen |= 1 << card
    hand.show_at += 1
    next_show(hand)


def _mucked(hand: Hand, event: e.Mucked) -> None:
    i = hand.index[event.seat]
    hand.shown[i] = 2
    hand.muck += hand.down[i] + hand.up[i]
    hand.show_at += 1
    next_show(hand)


def _commission(hand: Hand, event: e.CommissionTaken) -> None:
    amount = sum(event.amounts)
    hand.taken += amount
    hand.dead_total -= amount


def _awarded(hand: Hand, event: e.PotAwarded) -> None:
    amounts = event.amounts
    if len(event.seats) != len(amounts):
        raise InvariantBroken(f"pot {event.pot} goes to {len(event.seats)} seats in {len(amounts)} amounts")
    for at, seat in enumerate(event.seats):
        hand.stacks[hand.index[seat]] += amounts[at]
        hand.dead_total -= amounts[at]
    hand.awards += ((event.pot, event.part, event.seats, amounts),)


def _ended(hand: Hand, event: e.HandEnded) -> None:
    if add_up(hand.put) + hand.dead_total:
        raise InvariantBroken(f"{add_up(hand.put) + hand.dead_total} left in the pot at the end of the hand")
    hand.contributed = tuple(hand.put)
    clear(hand.put)
    clear(hand.dead)
    clear(hand.charged)
    hand.dead_total = 0
    hand.phase = OVER
    hand.to_act = -1
    hand.outcome = event.reason


_RECORD: Final[dict[type, Callable[[Hand, Any], None]]] = {
    e.AntesPosted: _antes,
    e.BlindPosted: _blind,
    e.OptionDeclined: _declined,
    e.Burned: _burned,
    e.SharedDealt: _shared,
    e.RoundSkipped: _skipped,
    e.BroughtIn: _brought_in,
    e.TimeBought: _time_bought,
    e.UncalledReturned: _uncalled,
    e.HandsOpened: _hands_opened,
    e.TwiceOffered: _twice_offered,
    e.TwiceAgreed: _twice_agreed,
    e.TwiceDeclined: _twice_declined,
    e.Shown: _shown,
    e.Mucked: _mucked,
    e.CommissionTaken: _commission,
    e.PotAwarded: _awarded,
    e.HandEnded: _ended,
    **DRAWS,
    **RULINGS,
}
__all__ = ["begin", "evolve"]
