"""What happens if a command is given now: `decide` refuses with a cited reason, or returns events; it is pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from openfelt.cards import UNKNOWN, Card, show
from openfelt.errors import RuleViolation
from openfelt.games.game import BettingRound, Checking, Deal, Discard, Draw, Duty, Face, Opener
from openfelt.rulebooks import Cites
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.bound import after_rulings
from openfelt.table.hand import (
    ABLE,
    ALL_IN,
    BETTING,
    BITS,
    BURNT_FOR_FIFTH,
    CLOSING,
    DISCARDING,
    DRAWING,
    FRESH,
    HOUSE,
    OPTION,
    OUT,
    OVER,
    POSTING,
    SERVING,
    SHOWDOWN,
    SHOWING,
    SOLE,
    Hand,
)
from openfelt.table.house import (
    BURN_FIRST,
    aside_due,
    burn_due,
    draw_count,
    is_short,
    last_unshown,
    needs_betting,
    street_size,
    uncalled,
)
from openfelt.table.openers import find_opener
from openfelt.table.options import Turn, check_cites, least_wager, legal
from openfelt.table.settle import settle
from openfelt.table.showdown import can_win, hand_strengths, is_forced, is_last_in_a_pot, ranked_cites
from openfelt.table.turns import is_last_drawer

Events = tuple[e.Event, ...]


def decide(hand: Hand, command: Any) -> Events:  # noqa: ANN401 - any member of Command; dispatched by type
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    try:
        answer = _ANSWERS[type(command)]
    except KeyError:
        raise RuleViolation("unknown-command", hand.rules.policy.turn, f"no such command: {command!r}") from None
    made = answer(hand, command)
    return made if hand.special is None else after_rulings(hand, command, made)


def refuse(hand: Hand, code: str, cites: Cites, message: str) -> NoReturn:
    """Refuse with what is allowed instead."""
    turn = legal(hand)
    if turn is not None and turn.bound:
        cites = (*turn.bound, *cites)
    raise RuleViolation(code, cites, message, legal=turn.words if turn else ())


def turn_of(hand: Hand, seat: int, phase: int) -> Turn:
    """The choices of the seat, if it is that seat's turn to do this kind of thing."""
    if hand.phase != phase or hand.seats[hand.to_act] != seat:
        _refuse_turn(hand, seat, phase)
    turn = legal(hand)
    assert turn is not None
    return turn


def _refuse_turn(hand: Hand, seat: int, phase: int) -> NoReturn:
    cites = hand.rules.policy.turn
    if hand.phase == OVER:
        raise RuleViolation("hand-over", cites, "the round of play is over")
    if seat not in hand.index:
        cites = hand.rules.policy.seated or cites
        raise RuleViolation("not-dealt-in", cites, f"seat {seat} is not dealt in", legal=tuple(map(str, hand.seats)))
    if hand.to_act < 0 or hand.phase == HOUSE:
        raise RuleViolation("no-turn", cites, "the house has the next word")
    due = hand.seats[hand.to_act]
    policy = hand.rules.policy
    if policy.folded and hand.status[hand.index[seat]] == OUT:
        raise RuleViolation("folded", policy.folded, f"seat {seat} has folded; the hand cannot come back")
    if due != seat:
        if hand.phase == BETTING and hand.acted[hand.index[seat]]:
            cites = (*cites, *policy.binding)
        raise RuleViolation("not-your-turn", cites, f"it is seat {due}'s turn, not seat {seat}'s")
    refuse(hand, "wrong-phase", cites, f"seat {seat} cannot do that now")


def _who(hand: Hand) -> int:
    """Index into a pair of citations: the opener's, or those of the players who follow."""
    return 1 if hand.first_turn else 0


def _plainly_owes(hand: Hand, seat: int) -> int:
    """What the player in turn owes and can pay with chips left, where no duty narrows the choice; otherwise 0.

    Folding and calling are then open whatever may be raised, so the limits of a raise need not be worked out. Not
    where a ruling binds somebody.
    """
    if hand.turn is not None or hand.phase != BETTING or hand.special is not None:
        return 0
    i = hand.to_act
    if hand.seats[i] != seat or (hand.first_turn and hand.round.duty is not Duty.NONE):  # type: ignore[union-attr]
        return 0
    owe = hand.high - hand.bets[i]
    return owe if 0 < owe < hand.stacks[i] else 0


def _fold(hand: Hand, command: c.Fold) -> Events:
    round_ = hand.round
    cost = 0
    if not _plainly_owes(hand, command.seat):
        turn = turn_of(hand, command.seat, BETTING)
        if not turn.fold:
            free = turn.check
            message = "folding is not offered while checking is free" if free else "the opener must wager"
            owed = () if free else hand.rules.policy.owed
            refuse(hand, "may-not-fold", (hand.round.opens if hand.round else ()) + owed, message)
        cost = turn.fold_cost
    assert round_ is not None
    cites = round_.fold[_who(hand)]
    if round_.passes and (not hand.high or hand.blind_bets_only):  # 14.3.2, 15.3.2: the choice to bet moves on
        cites = (*cites, *round_.passes)
    return (e.Folded(command.seat, cites, cost),)


def _plainly_free(hand: Hand, seat: int) -> bool:
    """Whether the player in turn owes nothing and no duty, ruling or rule of the round forbids a check."""
    round_ = hand.round
    if (
        hand.turn is not None
        or hand.special is not None
        or hand.phase != BETTING
        or round_ is None
        or hand.seats[hand.to_act] != seat
    ):
        return False
    if hand.high != hand.bets[hand.to_act] or (hand.first_turn and round_.duty is not Duty.NONE):
        return False
    return round_.checking is Checking.UNTIL_A_BET or (round_.checking is Checking.LAST_BLIND_ONLY and hand.high > 0)


def _check(hand: Hand, command: c.Check) -> Events:
    round_ = hand.round
    if round_ is not None and _plainly_free(hand, command.seat):
        return (e.Checked(command.seat, check_cites(hand, round_)),)
    turn = turn_of(hand, command.seat, BETTING)
    assert round_ is not None
    if not turn.check:
        owes = hand.high > hand.bets[hand.to_act]
        cites = round_.no_check if not owes else (*round_.no_check, *hand.rules.policy.no_check)
        refuse(hand, "may-not-check", cites or hand.rules.policy.no_check, f"seat {command.seat} may not check")
    return (e.Checked(command.seat, check_cites(hand, round_)),)


def _call(hand: Hand, command: c.Call) -> Events:
    round_ = hand.round
    owed = _plainly_owes(hand, command.seat)
    if owed and round_ is not None:
        return (e.Called(command.seat, owed, round_.call[_who(hand)]),)
    turn = turn_of(hand, command.seat, BETTING)
    assert round_ is not None
    if not turn.call:
        refuse(hand, "nothing-to-call", round_.opens, f"seat {command.seat} has nothing to call")
    if turn.call_all_in:
        return (e.Called(command.seat, turn.call, round_.call_all_in[_who(hand)], True),)
    return (e.Called(command.seat, turn.call, round_.call[_who(hand)]),)


def _bet(hand: Hand, command: c.Bet) -> Events:
    turn = turn_of(hand, command.seat, BETTING)
    if not turn.opening:
        refuse(
            hand, "already-bet", hand.rules.policy.raise_, f"there is a wager of {hand.high} already: raise, do not bet"
        )
    if not turn.allows(command.to):
        _refuse_amount(hand, turn, command.to)
    round_ = hand.round
    assert round_ is not None
    full = command.to >= round_.size
    all_in = command.to == turn.all_in and (not full or command.to - hand.bets[hand.to_act] == hand.stacks[hand.to_act])
    cites = (round_.bet_all_in if all_in else round_.bet)[_who(hand)]
    if not full:
        cites = (*cites, *hand.rules.policy.short_open_cites)
    return (e.BetMade(command.seat, command.to, full, cites, all_in),)


def _raise(hand: Hand, command: c.RaiseTo) -> Events:
    turn = turn_of(hand, command.seat, BETTING)
    if not hand.high:
        refuse(hand, "no-bet-to-raise", hand.rules.policy.bet, "there is no wager to raise: bet")
    to = command.to
    if not turn.allows(to):
        _refuse_amount(hand, turn, to)
    round_ = hand.round
    assert round_ is not None
    i = hand.to_act
    full = to >= least_wager(hand, round_, hand.high)
    counts = full and hand.full > 0
    all_in = to == turn.all_in and (not full or to - hand.bets[i] == hand.stacks[i])
    who = _who(hand)
    if not full:
        cites = round_.short_raise[who]
    else:
        cites = round_.raise_all_in[who] if all_in else round_.raise_[who]
        if not counts:
            cites = (*cites, *hand.rules.policy.short_open_cites)
    return (e.Raised(command.seat, to, to - hand.high, full, counts, cites, all_in),)


def _refuse_amount(hand: Hand, turn: Turn, to: int) -> NoReturn:
    policy = hand.rules.policy
    seat = turn.seat
    if type(to) is not int:
        refuse(hand, "no-amount", policy.unit, f"{to!r} is not a number of chips")
    if not turn.most:
        if turn.why_no_raise == policy.cap_cites:
            refuse(hand, "raises-capped", policy.cap_cites, f"{hand.raises} raises have been made; no more this round")
        if turn.why_no_raise == policy.reopening_cites:
            owed = hand.high - hand.bets[hand.to_act]
            refuse(
                hand,
                "bet-not-reopened",
                policy.reopening_cites,
                f"seat {seat} has acted and faces {owed} more, less than a full raise ({hand.inc})",
            )
        if turn.why_no_raise == policy.side_pots:
            refuse(hand, "nobody-can-answer", policy.side_pots, "no other player can answer a raise")
        refuse(hand, "may-not-raise", turn.why_no_raise or policy.all_in, f"seat {seat} may not raise")
    if to < turn.least:
        least = policy.min_bet if turn.opening and policy.min_bet else policy.min_raise
        refuse(hand, "below-minimum", least, f"{to} is below the minimum of {turn.least}")
    if to > turn.most:
        over = policy.pot_limit if hand.rules.kind in (2, 3) else policy.max_bet
        if to - hand.bets[hand.to_act] > hand.stacks[hand.to_act]:
            over = policy.stake
        refuse(hand, "above-maximum", over, f"{to} is above the maximum of {turn.most}")
    refuse(hand, "off-unit", policy.unit, f"{to} is not a multiple of the chip unit {turn.step} above {turn.least}")


def _bring_in(hand: Hand, command: c.BringIn) -> Events:
    turn = turn_of(hand, command.seat, BETTING)
    round_ = hand.round
    assert round_ is not None
    if not turn.bring_in:
        refuse(hand, "no-bring-in", round_.opens, f"seat {command.seat} has no bring-in to make")
    all_in = turn.bring_in == hand.stacks[hand.to_act]
    return (e.BroughtIn(command.seat, turn.bring_in, round_.opens, all_in),)


def _straddle(hand: Hand, command: c.Straddle) -> Events:
    if hand.phase != OPTION and hand.step >= 0 and hand.rules.policy.frozen:
        raise RuleViolation("too-late", hand.rules.policy.frozen, "no blind is posted after the first card")
    turn = turn_of(hand, command.seat, OPTION)
    sign, price = hand.rules.sign, turn.amount
    more = price - hand.bets[hand.to_act]  # a late post counts towards it
    if sign.straddle:
        return (e.BlindPosted(command.seat, more, price, "straddle", hand.rules.policy.straddle),)
    kind = "voluntary" if sign.voluntary_blinds else "over-blind"
    return (e.BlindPosted(command.seat, more, price, kind, hand.rules.game.voluntary_blinds),)  # type: ignore[arg-type]


def _divide(hand: Hand, command: c.Divide) -> Events:
    """Every hand is played out: nobody may agree to divide a pot (24.1, act-stud 13.3, us-stud overview(3))."""
    raise RuleViolation(
        "no-agreements", hand.rules.policy.no_chop, f"seat {command.seat} may not agree to divide the pot"
    )


def _decline(hand: Hand, command: c.Decline) -> Events:
    turn_of(hand, command.seat, OPTION)
    straddle = hand.rules.sign.straddle
    return (
        e.OptionDeclined(command.seat, hand.rules.policy.straddle if straddle else hand.rules.game.voluntary_blinds),
    )


def _require_cards(hand: Hand, cards: object, cites: Cites) -> None:
    """A caller without types may hand in anything where cards belong."""
    if type(cards) is not tuple or not all(isinstance(card, Card) for card in cards):
        refuse(hand, "no-cards", cites, f"{cards!r} are not cards")


def _give_up(hand: Hand, seat: int, cards: tuple[Card, ...], cites: Cites) -> None:
    held = list(hand.down[hand.index[seat]])
    for place, card in enumerate(cards, start=1):
        if card not in held:
            refuse(hand, "not-held", cites, f"card {place}, {show((card,))}, is not among seat {seat}'s cards")
        held.remove(card)


def _draw(hand: Hand, command: c.Draw) -> Events:
    turn_of(hand, command.seat, DRAWING)
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    _require_cards(hand, command.cards, step.cites)
    _give_up(hand, command.seat, command.cards, step.cites)
    return (e.Discarded(command.seat, command.cards, step.cites),)


def _discard(hand: Hand, command: c.Discard) -> Events:
    turn = turn_of(hand, command.seat, DISCARDING)
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Discard)
    _require_cards(hand, command.cards, step.cites)
    if len(command.cards) != turn.count:
        refuse(hand, "wrong-count", step.cites, f"exactly {turn.count} to discard, not {len(command.cards)}")
    _give_up(hand, command.seat, command.cards, step.cites)
    return (e.Discarded(command.seat, command.cards, step.cites),)


def _show(hand: Hand, command: c.Show) -> Events:
    turn = turn_of(hand, command.seat, SHOWING)
    i = hand.to_act
    policy = hand.rules.policy
    down = hand.down[i]
    _require_cards(hand, command.cards, policy.show_to_win)
    if turn.needs_cards:
        down = _named_cards(hand, i, command.cards)
    elif command.cards and set(command.cards) != set(hand.holding(i)):
        refuse(hand, "not-held", policy.show_to_win, f"seat {command.seat} does not hold {show(command.cards)}")
    return (_shown(hand, i, down),)


def _named_cards(hand: Hand, i: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Real cards as the dealer names them: the whole hand, consistent with what is known."""
    policy = hand.rules.policy
    up = hand.up[i]
    named = tuple(card for card in cards if card not in up)
    if len(named) != len(hand.down[i]) or UNKNOWN in named:
        refuse(hand, "show-all", policy.show_to_win, f"all {len(hand.down[i])} hidden cards must be shown")
    known = [card for card in hand.down[i] if card != UNKNOWN]
    for card in known:
        if card not in named:
            refuse(hand, "not-held", policy.show_to_win, f"{show((card,))} is known to be in that hand")
    _require_new(hand, tuple(card for card in named if card not in known))
    return named


def _shown(hand: Hand, i: int, down: tuple[Card, ...]) -> e.Shown:
    high, low = hand_strengths(hand, i, down)
    showdown, policy = hand.rules.game.showdown, hand.rules.policy
    if i == hand.called:
        cites = showdown.called_first
    elif hand.show_at == 0:
        cites = showdown.all_checked
    else:
        cites = showdown.others or policy.show_to_win
    if hand.status[i] == 1:
        cites = (*cites, *policy.all_in_shows)
    return e.Shown(hand.seats[i], down + hand.up[i], high, low, cites + ranked_cites(hand, high, low))


def _muck(hand: Hand, command: c.Muck) -> Events:
    turn = turn_of(hand, command.seat, SHOWING)
    if not turn.may_muck:
        i, policy = hand.to_act, hand.rules.policy
        cites = (hand.status[i] == ALL_IN and policy.all_in_shows) or hand.rules.game.showdown.called_first
        if i != hand.called and is_last_in_a_pot(hand, i):
            cites = (*cites, *policy.side_pots) if hand.status[i] == ALL_IN else policy.side_pots
        refuse(hand, "must-show", cites, f"seat {command.seat} must show")
    return (e.Mucked(command.seat, hand.rules.policy.may_muck),)


def _turn_up(hand: Hand, command: c.TurnUp) -> Events:
    _require_house(hand, SHOWDOWN)
    if hand.show_at == len(hand.show_order) or last_unshown(hand):
        refuse(hand, "not-due", hand.rules.policy.show_to_win, "nobody is left to show")
    i = hand.show_order[hand.show_at]
    shown = _shown(hand, i, hand.down[i])
    if is_forced(hand, i) or can_win(hand, i, shown.high, shown.low):
        return (shown,)
    return (e.Mucked(hand.seats[i], hand.rules.policy.may_muck),)


def _buy_time(hand: Hand, command: c.BuyTime) -> Events:
    turn_of(hand, command.seat, BETTING)
    clock = hand.rules.sign.clock
    i = hand.to_act
    from openfelt.table.clock import price_of_time  # noqa: PLC0415

    house, pot, cites = price_of_time(hand, i)
    return (e.TimeBought(command.seat, house, pot, clock.extra_seconds, cites),)


def _time_out(hand: Hand, command: c.TimeOut) -> Events:
    from openfelt.table.clock import on_time_out  # noqa: PLC0415

    if hand.phase == SHOWING and hand.seats[hand.to_act] == command.seat:
        turn = legal(hand)
        if turn is not None and not turn.may_muck and not turn.needs_cards:
            return (_shown(hand, hand.to_act, hand.down[hand.to_act]),)  # a hand that must be seen is turned up
    return on_time_out(hand, command.seat)


def _require_house(hand: Hand, *stages: int) -> None:
    if hand.phase != HOUSE or hand.stage not in stages:
        refuse(hand, "not-due", hand.rules.policy.turn, "the house has nothing of that kind to do now")


def _antes(hand: Hand, command: c.PostAntes) -> Events:
    _require_house(hand, POSTING)
    sign, policy = hand.rules.sign, hand.rules.policy
    if not sign.ante or hand.posted:
        refuse(hand, "not-due", policy.ante, "no antes are due")
    if sign.ante_by == "last-blind":
        payer = hand.index[hand.blinds[-1][0]] if hand.blinds else hand.n - 1
        amounts = tuple(min(sign.ante, hand.stacks[i]) if i == payer else 0 for i in range(hand.n))
        return (e.AntesPosted(amounts, True, hand.rules.game.posts + policy.ante),)
    amounts = tuple(min(sign.ante, chips) for chips in hand.stacks)
    cites = hand.rules.game.posts + policy.ante
    if min(amounts) < sign.ante:
        cites += policy.short_post
    return (e.AntesPosted(amounts, False, cites),)


def _post_blind(hand: Hand, command: c.PostBlind) -> Events:
    _require_house(hand, POSTING)
    rules = hand.rules
    at = hand.posted - (1 if rules.sign.ante else 0)
    if at < 0:
        refuse(hand, "not-due", rules.policy.ante, "antes come first")
    if at < len(hand.blinds):
        seat, nominal = hand.blinds[at]
        amount = min(nominal, hand.stacks[hand.index[seat]])
        cites = rules.game.next_blinds if at else rules.game.first_blind
        if hand.n == 2 and rules.policy.heads_up_button_first:
            cites += rules.policy.heads_up
        if amount < nominal:
            cites += rules.policy.short_post
        return (e.BlindPosted(seat, amount, nominal, "blind", cites),)
    if at - len(hand.blinds) >= len(hand.late):
        refuse(hand, "not-due", rules.policy.late_post, "no more posts are due")
    seat, live, dead = hand.late[at - len(hand.blinds)]
    i = hand.index[seat]
    stack = hand.stacks[i]
    paid = min(live, stack)  # live up to the last compulsory blind, the rest dead (8.8.3.1)
    price = hand.bets[i] + live if hand.bets[i] + live > hand.high else 0  # more than the blinds came to
    return (e.BlindPosted(seat, paid, price, "late", rules.policy.late_post, min(dead, stack - paid)),)


def _require_new(hand: Hand, cards: tuple[Card, ...]) -> None:
    seen, deck = hand.seen, hand.rules.deck
    lowest = 52 - deck.size
    named = 0
    for card in cards:
        named |= BITS[card]
    # All different, none out before, none outside the deck: one bit for each card says so at once.
    if named.bit_count() + cards.count(UNKNOWN) == len(cards) and not named & (
        seen | (1 << lowest) - 1 | (not deck.joker) << 52
    ):
        return
    for place, card in enumerate(cards, start=1):
        if card == UNKNOWN:
            continue
        if seen >> card & 1:
            refuse(
                hand,
                "duplicate-card",
                hand.rules.policy.one_deck + hand.rules.policy.deal_order,
                f"card {place}, {show((card,))}, is out already",
            )
        if card < lowest or (card == 52 and not deck.joker):
            refuse(
                hand,
                "not-in-deck",
                hand.rules.game.decks[deck.size].cites,
                f"card {place}, {show((card,))}, is not in {deck.name}",
            )
        seen |= 1 << card


def _burn(hand: Hand, command: c.Burn) -> Events:
    _require_house(hand, FRESH, SERVING)
    step = hand.rules.steps[hand.step]
    if isinstance(step, Draw) and hand.stage == SERVING:
        if draw_count(hand, step) != BURN_FIRST:
            refuse(hand, "no-burn", step.cites, "no burn is due")
        cites = step.four_burn_one
    elif not isinstance(step, (Deal, Draw)) or not step.burn or (isinstance(step, Deal) and not burn_due(hand, step)):
        refuse(hand, "no-burn", hand.rules.policy.deal_order, "no burn is due")
    else:
        cites = step.cites
    _require_new(hand, (command.card,))
    return (e.Burned(command.card, cites),)


def _deal_street(hand: Hand, command: c.DealStreet) -> Events:
    step = hand.rules.steps[hand.step] if 0 <= hand.step < len(hand.rules.steps) else None
    if hand.phase != HOUSE or not isinstance(step, Deal) or burn_due(hand, step) or aside_due(hand):
        refuse(hand, "not-due", hand.rules.policy.deal_order, "no street is due now")
    if is_short(hand, step):
        assert step.short is not None
        refuse(hand, "deck-short", step.short.cites, "the deck cannot serve everyone: one shared card is due")
    cards = command.cards
    size = street_size(hand, step)
    if len(cards) != size:
        refuse(hand, "wrong-count", step.cites, f"{step.name} takes {size} cards, not {len(cards)}")
    _require_new(hand, cards)
    if not step.passes:
        _require_known(hand, step.cites, cards)
        return (e.StreetDealt(step.name, (), (), (), cards, step.cites),)
    return (_to_players(hand, step, cards),)


def _require_known(hand: Hand, cites: Cites, cards: tuple[Card, ...]) -> None:
    if UNKNOWN in cards:
        refuse(hand, "unknown-card", cites, "a card dealt face up must be named")


def _to_players(hand: Hand, step: Deal, cards: tuple[Card, ...]) -> e.StreetDealt:
    active = [i for i, status in enumerate(hand.status) if status != OUT]
    count = len(active)
    down: list[tuple[Card, ...]] = [()] * count
    up: list[tuple[Card, ...]] = [()] * count
    at = 0
    if step.singly_down:
        at = len(step.passes) * count
        down = [cards[k:at:count] for k in range(count)]
        return _dealt(hand, step, active, down, up, cards[at:])
    for one in step.passes:
        pile = down if one.face is Face.DOWN else up
        for k in range(count):
            pile[k] += cards[at : at + one.count]
            at += one.count
        if one.face is Face.UP and not hand.rules.sign.unknown_up_cards:
            _require_known(hand, step.cites, cards[at - count * one.count : at])
    return _dealt(hand, step, active, down, up, cards[at:])


def _dealt(
    hand: Hand, step: Deal, active: list[int], down: list[tuple[Card, ...]], up: list[tuple[Card, ...]],
    board: tuple[Card, ...],
) -> e.StreetDealt:  # fmt: skip
    count = len(active)
    _require_known(hand, step.cites, board)
    seats = hand.seats if count == hand.n else tuple(hand.seats[i] for i in active)
    cites = step.cites if hand.step else (*step.cites, *hand.rules.policy.deal_order)
    if hand.able < count:
        cites += hand.rules.policy.all_in_dealt
    return e.StreetDealt(step.name, seats, tuple(down), tuple(up), board, cites)


def _deal_shared(hand: Hand, command: c.DealShared) -> Events:
    step = hand.rules.steps[hand.step] if 0 <= hand.step < len(hand.rules.steps) else None
    if hand.phase != HOUSE or not isinstance(step, Deal) or not is_short(hand, step):
        refuse(hand, "not-due", hand.rules.policy.deal_order, "no shared card is due")
    assert step.short is not None
    if burn_due(hand, step):
        refuse(hand, "burn-first", step.short.cites, "a burn comes first")
    _require_new(hand, (command.card,))
    _require_known(hand, step.short.cites, (command.card,))
    return (e.SharedDealt(command.card, step.short.cites),)


def _deal_draw(hand: Hand, command: c.DealDraw) -> Events:
    _require_house(hand, SERVING, BURNT_FOR_FIFTH)
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    count = draw_count(hand, step)
    if count <= 0 or len(command.cards) != count:
        refuse(hand, "wrong-count", step.cites, f"{max(count, 0)} cards are due, not {len(command.cards)}")
    _require_new(hand, command.cards)
    i = hand.to_act
    cites = step.cites
    if hand.changing == i:
        cites = (*cites, *(step.four_burn_one if is_last_drawer(hand, i) else step.four_then_one))
    elif i in hand.deferred:
        cites = (*cites, *step.four_then_one)
    return (e.DrawDealt(hand.seats[i], command.cards, cites),)


def _reshuffle(hand: Hand, command: c.Reshuffle) -> Events:
    from openfelt.table.evolve import reshuffle_pool  # noqa: PLC0415

    _require_house(hand, FRESH, SERVING, BURNT_FOR_FIFTH)
    step = hand.rules.steps[hand.step]
    if isinstance(step, Deal) and hand.special is not None and aside_due(hand):
        aside = hand.special.aside
        return (r.AsideReturned(hand.stub + len(aside), hand.special.aside_cites),)
    if isinstance(step, Deal):
        if not (step.short and step.short.reshuffle_burns and is_short(hand, step) and hand.stub < 2):
            refuse(hand, "not-due", step.cites, "no reshuffle is due")
        return (e.Reshuffled(hand.stub + len(hand.burns), False, True, step.short.cites),)
    if not isinstance(step, Draw) or (hand.stub if hand.stage == FRESH else draw_count(hand, step)):
        refuse(hand, "not-due", hand.rules.policy.deal_order, "no reshuffle is due")
    pool = reshuffle_pool(hand, muck=True, burns=step.burn)
    return (e.Reshuffled(hand.stub + len(pool), True, step.burn, step.reshuffle),)


def _open_round(hand: Hand, command: c.OpenRound) -> Events:
    _require_house(hand, FRESH)
    step = hand.rules.steps[hand.step]
    round_ = hand.rules.rounds[hand.step]
    if not isinstance(step, BettingRound) or round_ is None or not needs_betting(hand):
        refuse(hand, "not-due", hand.rules.policy.turn, "no betting round is due")
    i, passed = find_opener(hand, round_)
    if command.seat and command.seat != hand.seats[i]:
        i = _named_opener(hand, command.seat, due=hand.seats[i], cites=round_.opens)
    cites = round_.opens
    if passed:
        cites = (*cites, *hand.rules.game.all_in_opener)
    if hand.n == 2 and round_.no == 1 and round_.opener in (Opener.LEFT_OF_BUTTON, Opener.LEFT_OF_LAST_BLIND):
        cites = (*cites, *hand.rules.policy.heads_up)
    return (e.RoundOpened(round_.name, hand.seats[i], cites),)


def _named_opener(hand: Hand, seat: int, *, due: int, cites: Cites) -> int:
    """house 9: where not every up-card is known, the recorded opener is believed if that player's own is not known."""
    i = hand.position(seat)
    if i < 0 or hand.status[i] != ABLE or UNKNOWN not in hand.up[i]:
        refuse(hand, "wrong-opener", cites, f"seat {due} opens, not seat {seat}")
    return i


def _skip(hand: Hand, command: c.SkipStep) -> Events:
    _require_house(hand, FRESH)
    step = hand.rules.steps[hand.step]
    if not isinstance(step, BettingRound) or needs_betting(hand):
        refuse(hand, "not-due", hand.rules.policy.turn, "there is betting to do")
    return (e.RoundSkipped(step.name, hand.rules.policy.run_out or hand.rules.policy.all_in),)


def _return_uncalled(hand: Hand, command: c.ReturnUncalled) -> Events:
    _require_house(hand, CLOSING)
    amount = uncalled(hand)
    if not amount:
        refuse(hand, "not-due", hand.rules.policy.uncalled, "every wager was called")
    i = hand.bets.index(max(hand.bets))
    return (e.UncalledReturned(hand.seats[i], amount, hand.rules.policy.uncalled),)


def _collect(hand: Hand, command: c.CollectBets) -> Events:
    _require_house(hand, CLOSING)
    if uncalled(hand):
        refuse(hand, "uncalled-first", hand.rules.policy.uncalled, "an uncalled wager goes back first")
    round_ = hand.rules.rounds[hand.step]
    assert round_ is not None
    cites = round_.goes_on if hand.live > 1 else round_.sole_winner
    if not hand.high:
        cites += hand.rules.policy.all_checked
    return (e.BetsCollected(sum(hand.put) + hand.dead_total, cites),)


def _settle(hand: Hand, command: c.Settle) -> Events:
    _require_house(hand, SOLE, SHOWDOWN)
    if hand.stage == SHOWDOWN and hand.show_at < len(hand.show_order) and hand.live - hand.shown.count(2) > 1:
        refuse(hand, "not-due", hand.rules.policy.show_to_win, "hands are still to be shown")
    return settle(hand)


_ANSWERS: Final[dict[type, Callable[[Hand, Any], Events]]] = {
    c.Fold: _fold,
    c.Check: _check,
    c.Call: _call,
    c.Bet: _bet,
    c.RaiseTo: _raise,
    c.BringIn: _bring_in,
    c.Straddle: _straddle,
    c.Decline: _decline,
    c.Divide: _divide,
    c.Draw: _draw,
    c.Discard: _discard,
    c.Show: _show,
    c.Muck: _muck,
    c.BuyTime: _buy_time,
    c.TimeOut: _time_out,
    c.PostAntes: _antes,
    c.PostBlind: _post_blind,
    c.Burn: _burn,
    c.DealStreet: _deal_street,
    c.DealShared: _deal_shared,
    c.DealDraw: _deal_draw,
    c.Reshuffle: _reshuffle,
    c.OpenRound: _open_round,
    c.SkipStep: _skip,
    c.ReturnUncalled: _return_uncalled,
    c.CollectBets: _collect,
    c.TurnUp: _turn_up,
    c.Settle: _settle,
}
