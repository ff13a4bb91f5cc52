"""Recording what a ruling did: the fold of the events in `ruling_events`. It never refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.cards import UNKNOWN, Card
from openfelt.table import ruling_events as r
from openfelt.table.aftermath import NOTHING, Aftermath, Held
from openfelt.table.hand import (
    ABLE,
    ALL_IN,
    BETTING,
    BURNT,
    BURNT_FOR_FIFTH,
    CLOSING,
    DISCARDING,
    DRAWING,
    FRESH,
    HOUSE,
    OPTION,
    OUT,
    OVER,
    SERVING,
    SOLE,
    Hand,
    Wager,
)
from openfelt.table.rules import Draw, RoundRules
from openfelt.table.turns import least_raise, next_drawer, next_option, next_show, pass_turn, serve_next


def mind(hand: Hand, **changes: object) -> None:
    """Remember something that a ruling leaves to be minded."""
    hand.special = (hand.special or NOTHING).replace(**changes)


def minded(hand: Hand) -> Aftermath:
    """What rulings left to be minded."""
    return hand.special or NOTHING


def without(pile: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """A pile without some of its cards, each once."""
    left = list(pile)
    for card in gone:
        left.remove(card if card in left else UNKNOWN)
    return tuple(left)


def _ruled(hand: Hand, event: r.RulingMade) -> None:
    """The record itself changes nothing at the table; what is found later may count together with it."""
    before = minded(hand)
    mind(hand, ruled=(*before.ruled, (event.incident, event.seats)), decisions=(*before.decisions, event))


def _used(hand: Hand, event: r.PowerUsed) -> None:
    """The record itself changes nothing at the table; a review may be asked for."""
    mind(hand, decisions=(*minded(hand).decisions, event))


def _moved(hand: Hand, event: r.CardsMoved) -> None:
    _take(hand, event)
    _put(hand, event)


def _take(hand: Hand, event: r.CardsMoved) -> None:
    gone, source = event.cards, event.source
    i = hand.index.get(event.seat, -1)
    if source == "shoe":
        hand.stub -= len(gone)
        hand.drawn += len(gone)
        if minded(hand).next_card:
            mind(hand, next_card=())
    elif source == "down":
        hand.down[i] = without(hand.down[i], gone)
    elif source == "up":
        hand.up[i] = without(hand.up[i], gone)
    elif source == "board":
        hand.board = without(hand.board, gone)
    elif source == "burns":
        hand.burns = without(hand.burns, gone)
    elif source == "muck":
        hand.muck = without(hand.muck, gone)
    else:
        mind(hand, aside=without(minded(hand).aside, gone))


def _put(hand: Hand, event: r.CardsMoved) -> None:
    cards, target = event.cards, event.target
    i = hand.index.get(event.seat, -1)
    for card in cards:
        hand.seen = hand.seen & ~(1 << card) if target == "shoe" else hand.seen | 1 << card
    if target == "shoe":
        hand.stub += len(cards)
        hand.special = minded(hand).forget(cards)
    elif target == "down":
        hand.down[i] += cards
    elif target == "up":
        hand.up[i] += cards
    elif target == "board":
        hand.board += cards
    elif target == "burns":
        hand.burns += cards
    elif target == "muck":
        hand.muck += cards
    else:
        mind(
            hand,
            aside=minded(hand).aside + cards,
            aside_at=max(minded(hand).aside_at, event.step if event.step >= 0 else hand.step + 1),
            aside_cites=event.cites,
        )


def _exposed(hand: Hand, event: r.CardsExposed) -> None:
    seen = minded(hand).exposed + tuple((card, event.seat, event.to) for card in event.cards)
    mind(hand, exposed=seen)


def _next_exposed(hand: Hand, event: r.NextExposed) -> None:
    mind(hand, next_card=(event.card,))


def _shuffled(hand: Hand, event: r.StubShuffled) -> None:
    hand.drawn = 0
    hand.shoe_no += 1
    if minded(hand).next_card:
        mind(hand, next_card=())


def _aside_returned(hand: Hand, event: r.AsideReturned) -> None:
    for card in minded(hand).aside:
        hand.seen &= ~(1 << card)
    hand.stub = event.count
    hand.drawn = 0
    hand.shoe_no += 1
    mind(hand, aside=(), aside_at=-1)


def _recalled(hand: Hand, event: r.StreetRecalled) -> None:
    for i, amount in enumerate(event.returned):
        hand.stacks[i] += amount
        hand.put[i] -= amount
        if amount and hand.status[i] == ALL_IN:
            hand.status[i] = ABLE
            hand.able += 1
    if event.board_only:
        mind(hand, board_only=event.step)
    else:
        hand.bets = [0] * hand.n
        hand.high = hand.full = 0
    hand.acts, hand.checks = hand.acts_before, 0  # the betting before this street is over and stays so
    hand.round = None
    hand.aggressor = hand.to_act = -1
    hand.step, hand.phase, hand.stage = event.step, HOUSE, BURNT if event.burnt else FRESH
    if hand.special is not None:
        mind(hand, held=(), ceiling=-1)


def _burn_waived(hand: Hand, event: r.BurnWaived) -> None:
    mind(hand, unburnt=(*minded(hand).unburnt, event.step))


def _dead(hand: Hand, event: r.HandDead) -> None:
    i = hand.index[event.seat]
    if hand.status[i] == ABLE:
        hand.able -= 1
    hand.status[i] = OUT
    hand.live -= 1
    hand.owed[i] = 0
    hand.muck += hand.down[i] + hand.up[i]
    if event.refund:
        hand.stacks[i] += event.refund
        hand.dead_total -= hand.dead[i] + hand.charged[i]
        hand.bets[i] = hand.put[i] = hand.dead[i] = hand.charged[i] = 0
        lower_price(hand, i)
    elif hand.wagered >> i & 1:  # of a forced bet alone goes back what nobody could call
        mind(hand, stays=(*minded(hand).stays, i))
    if hand.special is not None:
        mind(hand, held=tuple(one for one in hand.special.held if one.position != i))
    leave(hand, i)


def lower_price(hand: Hand, i: int) -> None:
    """A wager that went back sets no price: what others put in, or the blind, does."""
    round_ = hand.round
    others = max(hand.bets)
    if round_ is None or others >= hand.high:
        return
    forced = max((amount for _, amount in hand.blinds), default=0) if round_.no == 1 else 0
    hand.high = max(others, forced)
    if not hand.wagers:  # the blind or straddle itself went back
        hand.full = min(hand.full, hand.high)
        hand.inc = least_raise(hand, round_)
        return
    stand_by(hand, round_, tuple(one for one in hand.wagers if one[0] != i))


def stand_by(hand: Hand, round_: RoundRules, left: tuple[Wager, ...]) -> None:
    """Measure the betting by the wagers that are left, as if the others had never been made.

    The least raise and the count of raises are theirs (8.8.6, 8.8.9), and whoever had answered the last of them has no
    second turn.
    """
    gone = [one for one in hand.wagers if one not in left]
    after = [one for one in gone if not left or hand.wagers.index(one) > hand.wagers.index(left[-1])]
    hand.aggressor = left[-1][0] if left else -1
    if after:
        hand.acted = [was or has for was, has in zip(after[0][7], hand.acted, strict=True)]
    measure(hand, round_, left)


def measure(hand: Hand, round_: RoundRules, wagers: tuple[Wager, ...]) -> None:
    """The last full wager, the least raise and the count of raises of a betting round, by these wagers of it."""
    hand.raises += sum(one[4] for one in wagers) - sum(one[4] for one in hand.wagers)
    hand.full = min(hand.wagers[0][5], hand.high)
    hand.inc = least_raise(hand, round_)
    for _, to, by, full, _, _, _, _ in wagers:
        if full:
            hand.full, hand.inc = to, max(hand.inc, by)
    hand.wagers = wagers


def cut_to(wager: Wager, most: int) -> Wager:
    """A wager of which what is above this total went back, or off the table."""
    i, to, by, full, counts, on, least, acted = wager
    by -= max(to - most, 0)
    full = full and by >= least
    return (i, min(to, most), by, full, full and counts, on, least, acted)


def leave(hand: Hand, i: int) -> None:
    """The turn goes on after a player is out of the round by a ruling."""
    phase, stage = hand.phase, hand.stage
    if phase == OVER:
        return
    if hand.step == len(hand.rules.steps):
        at = hand.show_order.index(i)
        hand.show_order = (*hand.show_order[:at], *hand.show_order[at + 1 :])
        hand.show_at -= at < hand.show_at
        next_show(hand)
    elif hand.live == 1 and hand.step >= 0:
        hand.to_act = -1
        hand.stage = CLOSING if phase == BETTING or (phase == HOUSE and stage == CLOSING) else SOLE
        hand.phase = HOUSE
        hand.owed = [0] * hand.n
    elif phase == BETTING:
        still_due(hand, i)
    elif phase in (DRAWING, DISCARDING) and hand.to_act == i:
        next_drawer(hand, i, phase)
    elif phase == OPTION and hand.to_act == i:
        hand.posted = -1
        next_option(hand)
    elif phase == HOUSE and stage in (SERVING, BURNT_FOR_FIFTH) and hand.to_act == i:
        step = hand.rules.steps[hand.step]
        assert isinstance(step, Draw)
        hand.stage = SERVING
        if step.at_once and i not in hand.deferred:
            next_drawer(hand, i, DRAWING)
        else:
            serve_next(hand)


def still_due(hand: Hand, i: int) -> None:
    """In a betting round: pass the turn on if it was this player's, or if nothing is left to decide."""
    j = hand.to_act
    others = max(hand.bets[:j] + hand.bets[j + 1 :])
    alone = hand.able == 1 and hand.bets[j] >= others
    done = hand.acted[j] and hand.bets[j] >= hand.high
    if j == i or hand.status[j] != ABLE or alone or done:
        pass_turn(hand, j)


def _voided(hand: Hand, event: r.RoundVoided) -> None:
    for i, amount in enumerate(event.returned):
        hand.stacks[i] += amount
    hand.taken += sum(event.forfeited)
    hand.put, hand.bets, hand.dead, hand.charged = [0] * hand.n, [0] * hand.n, [0] * hand.n, [0] * hand.n
    hand.dead_total = hand.high = hand.full = 0
    hand.to_act = -1
    hand.phase = HOUSE


def _invalidated(hand: Hand, event: r.OutcomeInvalidated) -> None:
    hand.stacks = list(event.stacks)
    hand.taken = hand.total - sum(hand.stacks)
    hand.awards = ()  # what was paid has gone back: no pot is left to be claimed
    hand.outcome = "void"


def _award_moved(hand: Hand, event: r.AwardMoved) -> None:
    for i, (gone, come) in enumerate(zip(event.taken, event.given, strict=True)):
        hand.stacks[i] += come - gone
    seats = tuple(hand.seats[i] for i in range(hand.n) if event.given[i])
    moved = (event.pot, event.part, seats, tuple(chips for chips in event.given if chips))
    hand.awards = tuple(moved if one[:2] == (event.pot, event.part) else one for one in hand.awards)


def _capped(hand: Hand, event: r.BettingCapped) -> None:
    mind(hand, ceiling=event.ceiling, ceiling_cites=event.cites)


def _treated(hand: Hand, event: r.TreatedAllIn) -> None:
    i = hand.index[event.seat]
    if hand.status[i] != ABLE:
        return
    hand.status[i] = ALL_IN
    hand.able -= 1
    if hand.phase == BETTING:
        still_due(hand, i)


def _opener(hand: Hand, event: r.OpenerChanged) -> None:
    i = hand.index[event.seat]
    hand.opener = hand.to_act = i
    hand.first_turn = True
    hand.turns += 1
    if event.check_taps_out:
        mind(hand, taps_out=(i,), taps_out_cites=event.cites)


def skipped_by(hand: Hand, i: int) -> tuple[int, ...]:
    """The players who are due to act before this one, from the one whose turn it is."""
    found = []
    for k in range(hand.n):
        j = (hand.to_act + k) % hand.n
        if j == i:
            break
        if hand.status[j] == ABLE and (not hand.acted[j] or hand.bets[j] < hand.high):
            found.append(j)
    return tuple(found)


def _held(hand: Hand, event: r.WagerHeld) -> None:
    i = hand.index[event.seat]
    before = tuple((j, hand.bets[j]) for j in skipped_by(hand, i))
    held = tuple(one for one in minded(hand).held if one.position != i)
    mind(hand, held=(*held, Held(i, event.action, event.to, before, event.cites)))


def _resolved(hand: Hand, event: r.HeldResolved) -> None:
    i = hand.index[event.seat]
    mind(hand, held=tuple(one for one in minded(hand).held if one.position != i))


def _forfeited(hand: Hand, event: r.WagerForfeited) -> None:
    i = hand.index[event.seat]
    # It stands as a wager (nsw-poker 26.5.3): what is more than an all-in player put in is in a side pot (12.5).
    hand.stacks[i] -= event.amount
    hand.bets[i] += event.amount
    hand.put[i] += event.amount
    mind(hand, stays=(*minded(hand).stays, i))


def _discard_owed(hand: Hand, event: r.DiscardOwed) -> None:
    i = hand.index[event.seat]
    mind(hand, discarders=(i,))
    hand.step, hand.stage = event.step, FRESH
    hand.to_act, hand.phase = i, DISCARDING
    hand.turns += 1


def _credited(hand: Hand, event: r.DrawCredited) -> None:
    i = hand.index[event.seat]
    if not event.owed:
        mind(hand, early=(*minded(hand).early, (i, event.count)), early_cites=event.cites)
        return
    hand.owed[i] -= event.count
    hand.changing = -1
    mind(hand, early=tuple(one for one in minded(hand).early if one[0] != i))
    if not hand.owed[i] and hand.phase == HOUSE and hand.to_act == i:
        next_drawer(hand, i, DRAWING)


def _stake(hand: Hand, event: r.StakeAdjusted) -> None:
    i = hand.index[event.seat]
    hand.stacks[i] += event.by
    hand.total += event.by
    hand.start = (*hand.start[:i], hand.start[i] + event.by, *hand.start[i + 1 :])
    if hand.status[i] == ALL_IN and hand.stacks[i]:
        hand.status[i] = ABLE
        hand.able += 1
    elif hand.status[i] == ABLE and not hand.stacks[i]:
        hand.status[i] = ALL_IN
        hand.able -= 1
        if hand.phase == BETTING:
            still_due(hand, i)


def _stake_due(hand: Hand, event: r.StakeDue) -> None:
    """Nothing changes in this round: the table sees to it afterwards."""


def _returned(hand: Hand, event: r.WagersReturned) -> None:
    for i, (back, gone) in enumerate(zip(event.returned, event.removed, strict=True)):
        amount = back + gone
        hand.put[i] -= amount
        hand.bets[i] = max(hand.bets[i] - amount, 0)
        hand.stacks[i] += back
        hand.total -= gone
        hand.start = (*hand.start[:i], hand.start[i] - gone, *hand.start[i + 1 :])
        if back and hand.status[i] == ALL_IN:
            hand.status[i] = ABLE
            hand.able += 1
    if hand.phase == BETTING:
        high, round_ = max(hand.bets), hand.round
        if 0 < high < hand.high and round_ is not None and hand.wagers:
            hand.high = high
            measure(hand, round_, tuple(cut_to(one, high) for one in hand.wagers))
        still_due(hand, -1)


def _clock(hand: Hand, event: r.ClockImposed) -> None:
    mind(hand, clock=(hand.index[event.seat], hand.turns), clock_cites=event.cites)


def _show_ordered(hand: Hand, event: r.ShowOrdered) -> None:
    exposed = minded(hand).exposed + tuple((card, event.seat, event.to) for card in event.cards)
    mind(hand, exposed=exposed, shows=(*minded(hand).shows, (event.seat, event.cards, event.cites)))


RECORD: Final[dict[type, Callable[[Hand, Any], None]]] = {
    r.RulingMade: _ruled,
    r.PowerUsed: _used,
    r.CardsMoved: _moved,
    r.CardsExposed: _exposed,
    r.NextExposed: _next_exposed,
    r.StubShuffled: _shuffled,
    r.AsideReturned: _aside_returned,
    r.StreetRecalled: _recalled,
    r.BurnWaived: _burn_waived,
    r.HandDead: _dead,
    r.RoundVoided: _voided,
    r.OutcomeInvalidated: _invalidated,
    r.AwardMoved: _award_moved,
    r.BettingCapped: _capped,
    r.TreatedAllIn: _treated,
    r.OpenerChanged: _opener,
    r.WagerHeld: _held,
    r.HeldResolved: _resolved,
    r.WagerForfeited: _forfeited,
    r.DiscardOwed: _discard_owed,
    r.DrawCredited: _credited,
    r.StakeAdjusted: _stake,
    r.StakeDue: _stake_due,
    r.WagersReturned: _returned,
    r.ClockImposed: _clock,
    r.ShowOrdered: _show_ordered,
}
