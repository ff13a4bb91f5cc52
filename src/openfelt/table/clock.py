"""Time: what happens when it runs out, and what more of it costs. Time itself is kept outside."""

from __future__ import annotations

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Money, Seat, phrase
from openfelt.rulebooks import Cites
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table.hand import AGREEING, BETTING, DISCARDING, DRAWING, OPTION, SHOWING, Hand
from openfelt.table.offer import Offer
from openfelt.table.options import legal

DOLLAR = 100
LEAST = HOUSE.cite("8")
FREE = HOUSE.cite("20.8.1")
TWICE = 2


def price_of_time(hand: Hand, i: int) -> tuple[int, int, Cites]:
    """The house's and the pot's part of the charge: whole dollars, the odd one to the pot (7.12.3); twice a round.

    Not while the time that a supervisor gave runs, which is the same for everyone (26.12).
    """
    clock, policy, is_free = hand.rules.sign.clock, hand.rules.policy, is_for_a_card(hand)
    if not clock.extra_seconds or not (clock.charge or is_free):
        raise RuleViolation("no-extra-time", policy.more_time, "this table sells no extra time")
    if hand.special is not None and hand.special.clock == (i, hand.turns):
        message = phrase("a supervisor has given {seat} a limited time, and no more is sold", seat=Seat(hand.seats[i]))
        raise RuleViolation("limited-time", hand.special.clock_cites, message)
    if hand.bought[i] >= clock.extra_times:
        often = "twice" if clock.extra_times == TWICE else phrase("{count} times", count=clock.extra_times)
        said = (
            "{seat} has had more time {often} in this round"
            if is_free
            else "{seat} has bought time {often} in this round"
        )
        message = phrase(said, seat=Seat(hand.seats[i]), often=often)
        why = policy.bought_twice or (FREE if is_free else policy.more_time)
        raise RuleViolation("time-bought-twice", why, message)
    if is_free:
        return 0, 0, (*FREE, *policy.bought_twice)
    if hand.stacks[i] <= clock.charge:  # the last chip stays to be wagered: without one, nobody is all-in (12.1)
        left = hand.stacks[i]
        raise RuleViolation(
            "too-short",
            policy.buying_time[:1] or policy.more_time,
            phrase("{left} are left; the charge of {charge} takes all", left=Money(left), charge=Money(clock.charge)),
        )
    house = clock.charge // 2 // DOLLAR * DOLLAR
    return house, clock.charge - house, (*policy.buying_time, *policy.bought_twice)


def is_for_a_card(hand: Hand) -> bool:
    """Whether more time costs nothing but a card that the event of a tournament gave out."""
    sign = hand.rules.sign
    return sign.tournament and bool(sign.clock.extra_seconds) and not sign.clock.charge


def time_offer(hand: Hand) -> tuple[Offer, ...]:
    """More time for the player whose turn it is to bet, where the sign sells it: its price and its seconds (`most`)."""
    clock = hand.rules.sign.clock
    if not clock.extra_seconds or hand.phase != BETTING:
        return ()
    try:
        house, pot, cites = price_of_time(hand, hand.to_act)
    except RuleViolation:
        return ()
    return (Offer("time", cites, amount=house + pot, most=clock.extra_seconds),)


def least_due(hand: Hand) -> tuple[c.Bet | c.RaiseTo | c.Call, Cites] | None:
    """The least that is done for a player out of time who may neither check nor fold, and why; None for all others.

    That is the opener whose bet is compulsory (nsw-poker 16.3.1, 17.3.1, act-stud 10.1(d)(i)) and a player whose wager
    out of turn stands. A bring-in is not among them: it is made as such.
    """
    turn = legal(hand)
    if turn is None or turn.kind != "betting" or turn.fold or turn.is_free or turn.bring_in:
        return None
    clock = hand.rules.policy.time_out
    cites = clock if clock == LEAST else clock + LEAST
    if turn.most:
        order = c.Bet if turn.opening else c.RaiseTo
        return order(turn.seat, turn.least), cites
    return (c.Call(turn.seat), cites) if turn.call else None


def on_time_out(hand: Hand, seat: int) -> tuple[e.Event, ...]:
    """Check, or call for nothing, where that is free, otherwise bring in or fold.

    Pat in a draw, the last card as a discard; at the showdown concede, where that is open. What may not be folded,
    `least_due` has.
    """
    turn = legal(hand)
    if turn is None or turn.seat != seat:
        due = "nobody" if turn is None else Seat(turn.seat)
        raise RuleViolation(
            "not-your-turn",
            hand.rules.policy.turn,
            phrase("time runs for {due}, not for {seat}", due=due, seat=Seat(seat)),
        )
    cites = hand.rules.policy.time_out
    i = hand.to_act
    if hand.phase == BETTING:
        if turn.check:
            return (e.Checked(seat, cites, True),)
        if turn.free_call:
            return (e.Called(seat, 0, cites, timed_out=True),)
        if turn.bring_in:
            return (e.BroughtIn(seat, turn.bring_in, cites, turn.bring_in == hand.stacks[i]),)
        return (e.Folded(seat, cites, turn.fold_cost, True),)
    if hand.phase == DRAWING:
        return (e.Discarded(seat, (), cites),)
    if hand.phase == DISCARDING:
        return (e.Discarded(seat, hand.down[i][-turn.count :], cites),)
    if hand.phase == OPTION:
        return (e.OptionDeclined(seat, cites),)
    if hand.phase == AGREEING:
        return (e.TwiceDeclined(seat, cites),)
    assert hand.phase == SHOWING
    if turn.may_muck:
        return (e.Mucked(seat, cites),)
    raise RuleViolation(
        "must-show", hand.rules.policy.show_to_win, phrase("{seat} must show and is waited for", seat=Seat(seat))
    )
