"""What happens if a command is given now: `decide` refuses with a cited reason, or returns events; it is pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

import msgspec

from openfelt.cards import Card, shown
from openfelt.errors import RuleViolation
from openfelt.games.game import Discard, Draw
from openfelt.phrases import Money, Seat, phrase, quoted
from openfelt.rulebooks import Cites, joined
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table.bound import after_rulings, binding
from openfelt.table.due import turn_of
from openfelt.table.hand import AGREEING, BETTING, DISCARDING, DRAWING, OPTION, SHOWING, Hand
from openfelt.table.housework import HOUSE_ANSWERS, collect, deal_street, open_round
from openfelt.table.options import HISTORIES, betting_turn, check_cites, free_call_cites, least_wager, legal, own_cites
from openfelt.table.refusals import refuse, require_cards
from openfelt.table.rules import FULL_POT, HALF_POT, LAST_BLIND_ONLY, NO_DUTY, STRADDLE, UNTIL_A_BET
from openfelt.table.showing import muck, show, shown_by, turn_up
from openfelt.table.turn import Turn

Events = tuple[e.Event, ...]
# What is said and recorded most often, named once: compiled, a name in another module is looked up each time.
CALL: Final = c.Call
CHECK: Final = c.Check
FOLD: Final = c.Fold
RAISE_TO: Final = c.RaiseTo
BET: Final = c.Bet
DEAL_STREET: Final = c.DealStreet
OPEN_ROUND: Final = c.OpenRound
COLLECT_BETS: Final = c.CollectBets
FOLDED: Final = e.Folded
CHECKED: Final = e.Checked
CALLED: Final = e.Called
BET_MADE: Final = e.BetMade
RAISED: Final = e.Raised


def decide(hand: Hand, command: Any) -> Events:  # noqa: ANN401 - any member of Command; dispatched by type
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    kind = type(command)
    try:
        if kind is CALL:  # what is said most often is told apart first
            made = _call(hand, command)
        elif kind is CHECK:
            made = _check(hand, command)
        elif kind is FOLD:
            made = _fold(hand, command)
        elif kind is RAISE_TO:
            made = _raise(hand, command)
        elif kind is BET:
            made = _bet(hand, command)
        elif kind is DEAL_STREET:
            made = deal_street(hand, command)
        elif kind is OPEN_ROUND:
            made = open_round(hand, command)
        elif kind is COLLECT_BETS:
            made = collect(hand, command)
        else:
            answer = _ANSWERS.get(kind)
            if answer is None:
                raise RuleViolation(
                    "unknown-command",
                    hand.rules.policy.turn,
                    phrase("no such command: {command}", command=quoted(command)),
                )
            made = answer(hand, command)
    except TypeError:
        _refuse_types(hand, command)
        raise
    return made if hand.special is None else after_rulings(hand, command, made)


def _refuse_types(hand: Hand, command: Any) -> None:  # noqa: ANN401 - any member of Command
    """A caller without types may hand in anything: the compiled table trips over it, and the refusal is the same."""
    seat, to = getattr(command, "seat", 0), getattr(command, "to", 0)
    policy = hand.rules.policy
    if type(seat) is not int:
        raise RuleViolation(
            "not-dealt-in",
            policy.seated or policy.turn,
            phrase("seat {seat} is not dealt in", seat=quoted(seat)),
            legal=tuple(map(str, hand.seats)),
        )
    if type(to) is not int:
        refuse(hand, "no-amount", policy.unit, phrase("{to} is not a number of chips", to=quoted(to)))
    steps = hand.rules.steps[hand.step : hand.step + 1]  # none once the hand is over
    cites = steps[0].cites if steps and isinstance(steps[0], Draw | Discard) else policy.show_to_win
    require_cards(hand, getattr(command, "cards", ()), cites)


def _plainly_owes(hand: Hand, seat: int) -> int:
    """What the player in turn owes and can pay with chips left, where no duty narrows the choice; otherwise 0.

    Folding and calling are then open whatever may be raised, so the limits of a raise need not be worked out. Not
    where a ruling binds somebody.
    """
    if hand.phase != BETTING or hand.special is not None:
        return 0
    i = hand.to_act
    if hand.seats[i] != seat or (hand.first_turn and hand.round.duty is not NO_DUTY):  # type: ignore[union-attr]
        return 0
    owe = hand.high - hand.bets[i]
    return owe if 0 < owe < hand.stacks[i] else 0


def _fold(hand: Hand, command: c.Fold) -> Events:
    seat, round_ = command.seat, hand.round
    cost = 0
    if not _plainly_owes(hand, seat):
        turn = turn_of(hand, seat, BETTING)
        if not turn.fold:
            _refuse_bound(hand, lambda free: free.fold)
            opens, policy = hand.round.opens if hand.round else (), hand.rules.policy
            if not turn.check:
                refuse(hand, "must-open", (policy.must_open or opens) + policy.owed, "the opener must wager")
            refuse(hand, "may-not-fold", opens, "folding is not offered while checking is free")
        cost = turn.fold_cost
    assert round_ is not None
    cites = own_cites(hand, round_.fold)
    if round_.passes and (not hand.high or hand.blind_bets_only):  # 14.3.2, 15.3.2: the choice to bet moves on
        cites = joined(cites, round_.passes)
    return (FOLDED(seat, cites, cost),)


def _plainly_free(hand: Hand, seat: int) -> bool:
    """Whether the player in turn owes nothing and no duty, ruling or rule of the round forbids a check."""
    round_ = hand.round
    if hand.special is not None or hand.phase != BETTING or round_ is None or hand.seats[hand.to_act] != seat:
        return False
    if hand.high != hand.bets[hand.to_act] or (hand.first_turn and round_.duty is not NO_DUTY):
        return False
    return round_.checking is UNTIL_A_BET or (round_.checking is LAST_BLIND_ONLY and hand.high > 0)


def _check(hand: Hand, command: c.Check) -> Events:
    seat, round_ = command.seat, hand.round
    if round_ is not None and _plainly_free(hand, seat):
        return (CHECKED(seat, check_cites(hand, round_)),)
    turn = turn_of(hand, seat, BETTING)
    assert round_ is not None
    if not turn.check:
        _refuse_bound(hand, lambda free: free.check)
        owes = hand.high > hand.bets[hand.to_act]
        cites = round_.no_check if not owes else joined(round_.no_check, hand.rules.policy.no_check)
        refuse(
            hand, "may-not-check", cites or hand.rules.policy.no_check, phrase("{seat} may not check", seat=Seat(seat))
        )
    return (CHECKED(seat, check_cites(hand, round_)),)


def _call(hand: Hand, command: c.Call) -> Events:
    seat, round_ = command.seat, hand.round
    owed = _plainly_owes(hand, seat)
    if owed and round_ is not None:
        return (CALLED(seat, owed, own_cites(hand, round_.call)),)
    turn = turn_of(hand, seat, BETTING)
    assert round_ is not None
    call = turn.call
    if turn.free_call:
        return (CALLED(seat, 0, free_call_cites(hand, round_)),)
    if not call:
        _refuse_bound(hand, lambda free: free.call > 0 or free.free_call)
        if round_.no_call and hand.first_turn and hand.high > hand.bets[hand.to_act]:
            words = phrase("{seat} opens and may not just call: raise, or fold", seat=Seat(seat))
            refuse(hand, "may-not-just-call", round_.no_call, words)
        refuse(
            hand, "nothing-to-call", _choices(hand, round_.opens), phrase("{seat} has nothing to call", seat=Seat(seat))
        )
    if turn.call_all_in:
        return (CALLED(seat, call, own_cites(hand, round_.call_all_in), True),)
    return (CALLED(seat, call, own_cites(hand, round_.call)),)


def _choices(hand: Hand, opens: Cites) -> Cites:
    """The clauses of a betting round that say what its opener may do."""
    choices = hand.rules.policy.choices
    return tuple(cite for cite in opens if cite.startswith(choices)) if choices else opens


def _bet(hand: Hand, command: c.Bet) -> Events:
    seat = command.seat
    turn = turn_of(hand, seat, BETTING)
    if not turn.opening:
        refuse(
            hand,
            "already-bet",
            hand.rules.policy.raise_,
            phrase("there is a wager of {high} already: raise, do not bet", high=Money(hand.high)),
        )
    to = command.to
    if not turn.allows(to):
        _refuse_amount(hand, turn, to)
    i, round_ = hand.to_act, hand.round
    assert round_ is not None
    full = to >= round_.size
    all_in = to == turn.all_in and (not full or to - hand.bets[i] == hand.stacks[i])
    cites = own_cites(hand, round_.bet_all_in if all_in else round_.bet)
    if not full:
        cites = joined(cites, hand.rules.policy.short_open_cites)
    if to == turn.exactly:
        cites = joined(cites, HISTORIES)
    return (BET_MADE(seat, to, full, cites, all_in),)


def _raise(hand: Hand, command: c.RaiseTo) -> Events:
    seat = command.seat
    turn = turn_of(hand, seat, BETTING)
    high = hand.high
    if not high:
        refuse(hand, "no-bet-to-raise", hand.rules.policy.bet, "there is no wager to raise: bet")
    to = command.to
    if not turn.allows(to):
        _refuse_amount(hand, turn, to)
    i, round_ = hand.to_act, hand.round
    assert round_ is not None
    full = to >= least_wager(hand, round_, high)
    counts = full and hand.full > 0
    all_in = to == turn.all_in and (not full or to - hand.bets[i] == hand.stacks[i])
    if not full:
        cites = own_cites(hand, round_.short_raise)
    else:
        cites = own_cites(hand, round_.raise_all_in if all_in else round_.raise_)
        if not counts:
            cites = joined(cites, hand.rules.policy.short_open_cites)
    if to == turn.exactly:
        cites = joined(cites, HISTORIES)
    return (RAISED(seat, to, to - high, full, counts, cites, all_in),)


def _refuse_amount(hand: Hand, turn: Turn, to: int) -> NoReturn:
    policy = hand.rules.policy
    seat = turn.seat
    if type(to) is not int:
        refuse(hand, "no-amount", policy.unit, phrase("{to} is not a number of chips", to=quoted(to)))
    _refuse_bound(hand, lambda free: free.allows(to) or (free.most > 0 and not turn.most))
    if not turn.most:
        why = (turn if hand.special is None else betting_turn(hand)).why_no_raise
        cap = hand.rules.cap_cites
        if why == cap:
            refuse(
                hand,
                "raises-capped",
                cap,
                phrase("{raises} raises have been made; no more this round", raises=hand.raises),
            )
        if why == policy.reopening_cites:
            owed = hand.high - hand.bets[hand.to_act]
            refuse(
                hand,
                "bet-not-reopened",
                policy.reopening_cites,
                phrase(
                    "seat {seat} has acted and faces {owed} more, less than a full raise ({full})",
                    seat=seat,
                    owed=Money(owed),
                    full=Money(hand.inc),
                ),
            )
        if why == policy.side_pots:
            refuse(hand, "nobody-can-answer", policy.side_pots, "no other player can answer a raise")
        refuse(hand, "may-not-raise", why or policy.all_in, phrase("{seat} may not raise", seat=Seat(seat)))
    if to < turn.least:
        said = phrase("{to} is below the minimum of {least}", to=Money(to), least=Money(turn.least))
        code, cites = _too_little(hand, turn)
        refuse(hand, code, cites, said)
    if to > turn.most:
        said = phrase("{to} is above the maximum of {most}", to=Money(to), most=Money(turn.most))
        code, cites = _too_much(hand, turn, to)
        refuse(hand, code, cites, said)
    step, least = Money(turn.step), Money(turn.least)
    said = phrase("{to} is not a multiple of the chip unit {step} above {least}", to=Money(to), step=step, least=least)
    refuse(hand, "off-unit", policy.unit, said)


def _too_little(hand: Hand, turn: Turn) -> tuple[str, Cites]:
    """Code and clauses of the least bet or raise; what completes a bring-in is the first bet."""
    policy, round_ = hand.rules.policy, hand.round
    if not turn.opening and (hand.full or hand.aggressor >= 0):
        if short := _after_short(hand):
            return "below-after-all-in", joined(policy.min_raise, short)
        return "below-minimum", policy.min_raise
    if hand.first_turn and round_ is not None and round_.least_bet:
        return "below-minimum", round_.least_bet
    return "below-minimum", policy.min_bet or policy.min_raise


def _too_much(hand: Hand, turn: Turn, to: int) -> tuple[str, Cites]:
    """Code and clauses of the most: the stake, the pot, or the limits on the sign and why they come to this."""
    policy, i = hand.rules.policy, hand.to_act
    if to - hand.bets[i] > hand.stacks[i]:
        return "not-in-front", policy.stake
    if hand.rules.kind in (HALF_POT, FULL_POT):
        return "above-the-pot", policy.pot_limit
    if turn.opening:
        return "above-maximum", policy.max_bet
    if hand.rules.kind == STRADDLE:
        return "above-the-straddle", joined(policy.max_bet, policy.straddle_limit)
    if short := _after_short(hand):
        return "above-after-all-in", joined(policy.max_bet[:1], short)
    return "above-maximum", joined(policy.max_bet, policy.raise_limits)


def _refuse_bound(hand: Hand, would: Callable[[Turn], bool]) -> None:
    """Refuse by the ruling that binds the player, if without it the player could do this."""
    special, turn = hand.special, legal(hand)
    if special is None or turn is None or not would(betting_turn(hand)):
        return
    code, cites = binding(hand, special)
    if cites:
        refuse(hand, code, cites, phrase("a ruling has left {seat} less to choose from", seat=Seat(turn.seat)))


def _after_short(hand: Hand) -> Cites:
    """Why a raise is measured otherwise after a short all-in: it opened (12.3), or raised by too little (12.4)."""
    policy = hand.rules.policy
    if hand.high <= hand.full or hand.aggressor < 0:
        return ()
    return policy.reopening_cites if hand.full else policy.short_open_cites


def _bring_in(hand: Hand, command: c.BringIn) -> Events:
    turn = turn_of(hand, command.seat, BETTING)
    round_ = hand.round
    assert round_ is not None
    if not turn.bring_in:
        refuse(
            hand,
            "no-bring-in",
            hand.rules.policy.bringing_in,
            phrase("{seat} has no bring-in to make", seat=Seat(command.seat)),
        )
    all_in = turn.bring_in == hand.stacks[hand.to_act]
    return (e.BroughtIn(command.seat, turn.bring_in, round_.opens, all_in),)


def _option_of(hand: Hand, seat: int) -> Turn:
    """The seat's choice about an optional blind, where the sign has one and it is on offer to that seat."""
    sign, policy = hand.rules.sign, hand.rules.policy
    if not (sign.straddle or sign.voluntary_blinds or sign.over_blinds):
        raise RuleViolation("no-straddle", policy.no_straddle, "the sign of this table has no optional blind")
    if hand.phase != OPTION and hand.step >= 0 and policy.frozen:
        raise RuleViolation("too-late", policy.frozen, "no blind is posted after the first card")
    return turn_of(hand, seat, OPTION)


def _straddle(hand: Hand, command: c.Straddle) -> Events:
    turn = _option_of(hand, command.seat)
    sign, price = hand.rules.sign, turn.amount
    more = price - hand.bets[hand.to_act]  # a late post counts towards it
    if sign.straddle:
        return (e.BlindPosted(command.seat, more, price, "straddle", hand.rules.policy.straddle),)
    kind = "voluntary" if sign.voluntary_blinds else "over-blind"
    return (e.BlindPosted(command.seat, more, price, kind, hand.rules.game.voluntary_blinds),)  # type: ignore[arg-type]


def _divide(hand: Hand, command: c.Divide) -> Events:
    """Every hand is played out: nobody may agree to divide a pot (24.1, act-stud 13.3, us-stud overview(3))."""
    raise RuleViolation(
        "no-agreements",
        hand.rules.policy.no_chop,
        phrase("{seat} may not agree to divide the pot", seat=Seat(command.seat)),
    )


def _agreeing(hand: Hand, seat: int) -> None:
    """Only where the sign has it may the board be dealt twice, and only those who are in are asked, in turn."""
    if not hand.rules.run_twice:
        raise RuleViolation(
            "no-agreements", hand.rules.policy.no_chop, "the sign of this table has the board dealt once"
        )
    turn_of(hand, seat, AGREEING)


def _run_twice(hand: Hand, command: c.RunTwice) -> Events:
    _agreeing(hand, command.seat)
    return (e.TwiceAgreed(command.seat, hand.rules.policy.run_twice),)


def _run_once(hand: Hand, command: c.RunOnce) -> Events:
    _agreeing(hand, command.seat)
    return (e.TwiceDeclined(command.seat, hand.rules.policy.run_twice),)


def _decline(hand: Hand, command: c.Decline) -> Events:
    _option_of(hand, command.seat)
    straddle = hand.rules.sign.straddle
    return (
        e.OptionDeclined(command.seat, hand.rules.policy.straddle if straddle else hand.rules.game.voluntary_blinds),
    )


def _give_up(hand: Hand, seat: int, cards: tuple[Card, ...], cites: Cites) -> None:
    held = list(hand.down[hand.index[seat]])
    for place, card in enumerate(cards, start=1):
        if card not in held:
            refuse(
                hand,
                "not-held",
                cites,
                phrase(
                    "card {place}, {cards}, is not among {seat}'s cards",
                    place=place,
                    cards=shown((card,)),
                    seat=Seat(seat),
                ),
            )
        held.remove(card)


def _draw(hand: Hand, command: c.Draw) -> Events:
    turn_of(hand, command.seat, DRAWING)
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    require_cards(hand, command.cards, step.cites)
    _give_up(hand, command.seat, command.cards, step.cites)
    return (e.Discarded(command.seat, command.cards, step.cites),)


def _discard(hand: Hand, command: c.Discard) -> Events:
    turn = turn_of(hand, command.seat, DISCARDING)
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Discard)
    require_cards(hand, command.cards, step.cites)
    if len(command.cards) != turn.count:
        refuse(
            hand,
            "wrong-count",
            step.cites,
            phrase("exactly {count} to discard, not {cards}", count=turn.count, cards=len(command.cards)),
        )
    _give_up(hand, command.seat, command.cards, step.cites)
    return (e.Discarded(command.seat, command.cards, step.cites),)


def _buy_time(hand: Hand, command: c.BuyTime) -> Events:
    turn_of(hand, command.seat, BETTING)
    clock = hand.rules.sign.clock
    i = hand.to_act
    from openfelt.table.clock import price_of_time  # noqa: PLC0415

    house, pot, cites = price_of_time(hand, i)
    return (e.TimeBought(command.seat, house, pot, clock.extra_seconds, cites),)


def _time_out(hand: Hand, command: c.TimeOut) -> Events:
    from openfelt.table.clock import least_due, on_time_out  # noqa: PLC0415

    if hand.phase == BETTING and hand.seats[hand.to_act] == command.seat:
        least = least_due(hand)
        if least is not None:  # a wager that may not be folded is made
            order, cites = least
            made: Any = _WAGERS[type(order)](hand, order)[0]
            return (msgspec.structs.replace(made, cites=joined(cites, made.cites)),)
    if hand.phase == SHOWING and hand.seats[hand.to_act] == command.seat:
        turn = legal(hand)
        if turn is not None and not turn.may_muck and not turn.needs_cards:
            return (shown_by(hand, hand.to_act, hand.down[hand.to_act]),)  # a hand that must be seen is turned up
    return on_time_out(hand, command.seat)


_WAGERS: Final[dict[type, Callable[[Hand, Any], Events]]] = {c.Bet: _bet, c.RaiseTo: _raise, c.Call: _call}
_ANSWERS: Final[dict[type, Callable[[Hand, Any], Events]]] = {
    c.BringIn: _bring_in,
    c.Straddle: _straddle,
    c.Decline: _decline,
    c.Divide: _divide,
    c.RunTwice: _run_twice,
    c.RunOnce: _run_once,
    c.Draw: _draw,
    c.Discard: _discard,
    c.Show: show,
    c.Muck: muck,
    c.BuyTime: _buy_time,
    c.TimeOut: _time_out,
    c.TurnUp: turn_up,
    **HOUSE_ANSWERS,
}
