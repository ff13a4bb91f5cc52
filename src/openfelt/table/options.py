"""What the player whose turn it is may do: `legal` offers exactly what `decide` accepts."""

from __future__ import annotations

from typing import Final

import msgspec

from openfelt.cards import UNKNOWN
from openfelt.games.game import Discard, Draw, Duty
from openfelt.games.policy import HOUSE as HOUSE_RULES
from openfelt.rulebooks import Cites, joined
from openfelt.table.bound import bound_turn
from openfelt.table.hand import ABLE, AGREEING, ALL_IN, BETTING, DISCARDING, DRAWING, OPTION, OUT, SHOWING, Hand, add_up
from openfelt.table.offer import Offer
from openfelt.table.rules import (
    FULL_POT,
    HALF_POT,
    LAST_BLIND_CALLS,
    LAST_BLIND_ONLY,
    NO_DUTY,
    NO_LIMIT,
    SPREAD,
    STRADDLE,
    STRUCTURED,
    TWO_ABLE,
    TWO_IN_FINAL,
    TWO_LEFT,
    UNTIL_A_BET,
    RoundRules,
)
from openfelt.table.showdown import can_win, hand_strengths, is_last_in_a_pot
from openfelt.table.turn import Turn

HISTORIES: Final = HOUSE_RULES.cite("9")


def legal(hand: Hand) -> Turn | None:
    """The choices of the player whose turn it is; None while the house has the next word."""
    turn = hand.turn
    if turn is not None:
        return turn  # type: ignore[return-value]
    phase = hand.phase
    if phase == BETTING:
        turn = betting_turn(hand)
    elif hand.to_act < 0:
        return None
    elif phase == DRAWING:
        step = hand.rules.steps[hand.step]
        assert isinstance(step, Draw)
        turn = Turn(hand.seats[hand.to_act], "drawing", count=min(step.most, len(hand.down[hand.to_act])))
    elif phase == DISCARDING:
        give_up = hand.rules.steps[hand.step]
        assert isinstance(give_up, Discard)
        turn = Turn(hand.seats[hand.to_act], "discarding", count=give_up.count)
    elif phase == OPTION:
        turn = Turn(hand.seats[hand.to_act], "option", amount=option_amount(hand))
    elif phase == SHOWING:
        turn = showing_turn(hand)
    elif phase == AGREEING:
        turn = Turn(hand.seats[hand.to_act], "agreeing")
    else:
        return None
    if hand.special is not None:
        turn = bound_turn(hand, turn)
    hand.turn = turn  # a memo: the answer, not the hand, is what is kept
    return turn


def option_amount(hand: Hand) -> int:
    """The optional blind on offer."""
    sign = hand.rules.sign
    forced = (1 if sign.ante else 0) + len(hand.blinds) + len(hand.late)
    extra = hand.posted - forced
    if sign.straddle or sign.voluntary_blinds:
        return 2 * hand.high
    return sign.over_blinds[extra]


def showing_turn(hand: Hand) -> Turn:
    """At the showdown: whether the player may concede, and whether the cards must be named (real cards)."""
    i = hand.to_act
    return Turn(
        hand.seats[i],
        "showing",
        may_muck=not must_show(hand, i),
        needs_cards=UNKNOWN in hand.down[i],
    )


def must_show(hand: Hand, i: int) -> bool:
    """Who may not concede: by nsw-poker 12.7 a called all-in player and the one who was called; by act-stud 13.1 the
    one who was called, and whoever holds a hand as good as those shown. The last one left need not show, unless left
    only for a side pot, which would otherwise fall to players who did not pay into it (12.6). Nobody may where the room
    demands that every hand be shown (us-stud irreg(4)).
    """
    if hand.contenders() == 1 or hand.rules.sign.mucking == "free":
        return False
    if hand.rules.sign.disclose_mucked:
        return True
    who = hand.rules.policy.must_show
    if ("all-in" in who and hand.status[i] == ALL_IN) or ("called" in who and i == hand.called):
        return True
    if is_last_in_a_pot(hand, i):
        return True
    if "better" not in who or UNKNOWN in hand.down[i]:
        return False
    return can_win(hand, i, *hand_strengths(hand, i, hand.down[i]))  # act-stud 13.1: an equal or better hand is shown


def betting_turn(hand: Hand) -> Turn:
    """Fold, check, call, bring in, bet or raise, as limit, cap, duty and earlier action allow."""
    i = hand.to_act
    rules = hand.rules
    round_: RoundRules = hand.round  # type: ignore[assignment]
    stack, bet, high = hand.stacks[i], hand.bets[i], hand.high
    owe = high - bet
    check = free_call = False
    call = 0
    call_all_in = False
    duty = round_.duty if hand.first_turn else NO_DUTY
    if owe > 0:
        fold = True
        if stack <= owe:
            call, call_all_in = (stack if stack == owe else short_amount(hand, stack)), True
        else:
            call = owe
    else:
        checking = round_.checking
        check = checking is UNTIL_A_BET or (checking is LAST_BLIND_ONLY and high > 0)
        free_call = checking is LAST_BLIND_CALLS and high > 0
        fold = not (check or free_call) or (rules.opener_folds_free if hand.first_turn else rules.fold_when_free)
    if duty is not NO_DUTY:
        return duty_turn(hand, round_, duty, fold=fold, call=call, call_all_in=call_all_in)
    if stack <= owe or (hand.acted[i] and not (rules.reopening_sum and owe >= hand.inc and high)):
        why = rules.policy.reopening_cites if stack > owe else ()
        return Turn(hand.seats[i], "betting", fold, 0, check, call, call_all_in, why_no_raise=why, free_call=free_call)
    if owe > 0 and hand.checks >> i & 1 and not rules.sign.check_raise:  # us-stud wagers(10): checked in this round
        return Turn(
            hand.seats[i], "betting", fold, 0, check, call, call_all_in,
            why_no_raise=rules.policy.may_not_raise_after_check,
        )  # fmt: skip
    least, most, all_in, why = wager_range(hand, round_, i)
    exactly = effective_stack(hand, i, least) if rules.effective_stack_raise else 0
    return Turn(
        hand.seats[i], "betting", fold, 0, check, call, call_all_in, 0, high == 0, least, most, rules.unit, all_in, 0,
        0, False, False, why, 0, 0, (), exactly, free_call,
    )  # fmt: skip


def short_amount(hand: Hand, stack: int) -> int:
    """What a player too short for a wager puts in: everything, or whole units of the minimum bet (act-stud 14.1)."""
    if not hand.rules.tap_out_units:
        return stack
    unit = hand.rules.sign.limit.small
    return stack // unit * unit if stack >= unit else stack


def duty_turn(hand: Hand, round_: RoundRules, duty: Duty, *, fold: bool, call: int, call_all_in: bool) -> Turn:
    """The opener's choices where the rulebook gives the opener a duty."""
    i = hand.to_act
    seat, unit = hand.seats[i], hand.rules.unit
    least, most, all_in, why = wager_range(hand, round_, i)
    if duty is Duty.BRING_IN:
        amount = min(hand.rules.sign.bring_in, hand.stacks[i])
        if not amount:
            return Turn(seat, "betting", opening=True, least=least, most=most, step=unit, all_in=all_in)
        if most <= amount:
            least = most = all_in = 0
        elif least <= amount:  # a bring-in as large as the least bet: a bet is more than it
            least = min(amount + unit, most)
        return Turn(seat, "betting", bring_in=amount, opening=True, least=least, most=most, step=unit, all_in=all_in)
    if duty is Duty.BET:
        return Turn(seat, "betting", opening=True, least=least, most=most, step=unit, all_in=all_in)
    if duty is Duty.BET_OR_FOLD:
        return Turn(seat, "betting", fold=True, opening=True, least=least, most=most, step=unit, all_in=all_in)
    if duty is Duty.CALL_RAISE_OR_PAID_FOLD:
        cost = call
        return Turn(
            seat,
            "betting",
            True,
            cost,
            False,
            call,
            call_all_in,
            0,
            False,
            least,
            most,
            unit,
            all_in,
            why_no_raise=why,
            free_call=not call,
        )
    # RAISE_OR_FOLD: a flat call only where there is no raise: too short, and tapped out (14.1), or nobody can answer.
    flat = call if call_all_in or not most else 0
    call_all_in = call_all_in or (flat > 0 and why is hand.rules.policy.all_in)
    return Turn(
        seat,
        "betting",
        fold,
        0,
        False,
        flat,
        call_all_in,
        0,
        False,
        least,
        most,
        unit,
        all_in,
        why_no_raise=why,
        free_call=not most and not call,
    )


def capped(hand: Hand, round_: RoundRules) -> bool:
    """Whether the number of raises is used up and the cap is not lifted (8.8.9; act-stud 5.1)."""
    rules = hand.rules
    if rules.cap < 0 or hand.raises < rules.cap:
        return False
    lift = rules.cap_lift
    if lift is TWO_IN_FINAL:
        active = hand.live if rules.sign.cap_counts_all_in_as_active else hand.able
        return not (round_.final and active == 2)
    if lift is TWO_ABLE:
        return hand.able > 2
    if lift is TWO_LEFT:
        return hand.live > 2
    return True


def wager_range(hand: Hand, round_: RoundRules, i: int) -> tuple[int, int, int, Cites]:
    """The least and most a player may bet or raise to, the all-in amount, and the clauses if it is nothing."""
    rules = hand.rules
    stack, bet, high = hand.stacks[i], hand.bets[i], hand.high
    reach = stack + bet
    if high and not _someone_can_answer(hand, i, high):
        return 0, 0, 0, rules.policy.side_pots
    if rules.cap >= 0 and high and hand.raises >= rules.cap and hand.full and capped(hand, round_):
        return 0, 0, 0, rules.cap_cites
    least = least_wager(hand, round_, high)
    if reach < least:
        short = bet + short_amount(hand, stack)
        if rules.effective_stack_raise or short > high:
            return short, short, short, ()
        return 0, 0, 0, rules.policy.all_in
    kind = rules.kind
    if kind == NO_LIMIT:
        most = reach
    elif kind == STRUCTURED:
        most = least
    elif kind == SPREAD:
        most = high + rules.sign.limit.big
    elif kind == STRADDLE:
        most = 2 * high if high else rules.sign.limit.big
    else:
        most = pot_limit_most(hand, i, half=kind == HALF_POT)
    most = max(most, least)
    if reach <= most:
        return least, reach, reach, ()
    return least, most - (most - least) % rules.unit, 0, ()  # over an all-in off the unit, the last whole chip within


def effective_stack(hand: Hand, i: int, least: int) -> int:
    """house 9: the largest opposing stack, where a wager of exactly that is below the usual minimum; otherwise 0."""
    stacks, bets = hand.stacks, hand.bets
    others = 0
    for j, status in enumerate(hand.status):
        if status != OUT and j != i and stacks[j] + bets[j] > others:
            others = stacks[j] + bets[j]
            if others >= least:
                return 0
    return others if others > hand.high else 0


def _someone_can_answer(hand: Hand, i: int, high: int) -> bool:
    """Whether another player who can act has more than the wager."""
    if hand.able < 2:
        return False
    stacks, bets = hand.stacks, hand.bets
    for j, status in enumerate(hand.status):
        if status == ABLE and j != i and stacks[j] + bets[j] > high:
            return True
    return False


def least_wager(hand: Hand, round_: RoundRules, high: int) -> int:
    """The smallest full bet or raise, as a total."""
    rules = hand.rules
    if rules.kind == STRUCTURED:
        return hand.full + round_.size if hand.full or not high else round_.size
    if not high:
        return round_.size
    if not hand.full and rules.complete_short_open:
        return round_.size if round_.size > high else high + rules.unit  # 12.3, also where less than a chip is missing
    least = high + (rules.unit if rules.any_raise and hand.full else hand.inc)
    over = least % rules.unit
    return least + rules.unit - over if over else least


def pot_limit_most(hand: Hand, i: int, *, half: bool) -> int:
    """The pot after the caller's money is in, on top of the call (8.8.7, act-stud 4.2(g))."""
    rules = hand.rules
    pot = add_up(hand.put)
    if rules.sign.ante_by == "each" or hand.board:
        pot += add_up(hand.dead)
    base = pot + hand.high - hand.bets[i]
    return hand.high + (base // 2 if half else base)


def check_cites(hand: Hand, round_: RoundRules) -> Cites:
    """The clauses of a check; on a wager of one's own they are the last blind's (7.3) or the late post's."""
    if not hand.high:
        return own_cites(hand, round_.check)
    return own_cites(hand, round_.stand_late if hand.late and hand.to_act != hand.last_blind else round_.stand)


def free_call_cites(hand: Hand, round_: RoundRules) -> Cites:
    """The clauses of a call of nothing: those of the last blind's turn, and of a call where one is open."""
    calling = () if round_.no_call and hand.first_turn else own_cites(hand, round_.call)
    return joined(calling, check_cites(hand, round_))


def own_cites(hand: Hand, pair: tuple[Cites, Cites]) -> Cites:
    """Of a pair of citations, the opener's or those of the players who follow."""
    return pair[1] if hand.first_turn else pair[0]


def offers(hand: Hand) -> tuple[Offer, ...]:
    """The choices as buttons, each with its clauses."""
    turn = legal(hand)
    if turn is None:
        return ()
    if turn.bound:
        return tuple(msgspec.structs.replace(one, cites=joined(turn.bound, one.cites)) for one in _offers(hand, turn))
    return _offers(hand, turn)


def _offers(hand: Hand, turn: Turn) -> tuple[Offer, ...]:
    if turn.kind != "betting":
        return _other_offers(hand, turn)
    round_ = hand.round
    assert round_ is not None
    made: list[Offer] = []
    if turn.fold:
        made.append(Offer("fold", own_cites(hand, round_.fold), amount=turn.fold_cost + turn.forfeit))
    # Where raising is closed, the button that stands in its place says by which clause.
    why = turn.why_no_raise if not turn.most else ()
    if turn.check:
        made.append(Offer("check", joined(check_cites(hand, round_), why)))
    if turn.call:
        cites = own_cites(hand, round_.call_all_in if turn.call_all_in else round_.call)
        if any(hand.status[j] == ALL_IN and 0 < hand.bets[j] < hand.high for j in range(hand.n)):
            cites = joined(cites, hand.rules.policy.short_call)  # 12.2: a short all-in does not lower the price
        made.append(Offer("call", joined(cites, why), amount=turn.call))
    elif turn.free_call:
        made.append(Offer("call", joined(free_call_cites(hand, round_), why)))
    if turn.bring_in:
        made.append(Offer("bring-in", round_.opens, amount=turn.bring_in))
    if turn.most:
        cites = own_cites(hand, round_.bet if turn.opening else round_.raise_)
        policy = hand.rules.policy
        limit = policy.pot_limit if hand.rules.kind in (FULL_POT, HALF_POT) else ()
        if hand.raises and hand.rules.cap < 0:
            limit = (*limit, *policy.no_cap)
        word = "bet" if turn.opening else "raise"
        if turn.exactly:
            made.append(Offer(word, joined(cites, HISTORIES), least=turn.exactly, most=turn.exactly, step=turn.step))
        made.append(
            Offer(
                word,
                joined(cites, limit),
                least=turn.least,
                most=turn.most,
                step=turn.step,
                all_in=turn.all_in,
            )
        )
    return tuple(made)


def _other_offers(hand: Hand, turn: Turn) -> tuple[Offer, ...]:
    policy, game = hand.rules.policy, hand.rules.game
    if turn.kind == "option":
        cites = policy.straddle if hand.rules.sign.straddle else game.voluntary_blinds
        return Offer("straddle", cites, amount=turn.amount), Offer("decline", cites)
    if turn.kind == "agreeing":
        return Offer("run-twice", policy.run_twice), Offer("run-once", policy.run_twice)
    if turn.kind == "showing":
        show = Offer("show", policy.show_to_win)
        return (show, Offer("muck", policy.may_muck)) if turn.may_muck else (show,)
    step = hand.rules.steps[hand.step]
    assert isinstance(step, (Draw, Discard))
    return (Offer("draw" if turn.kind == "drawing" else "discard", step.cites, most=turn.count),)
