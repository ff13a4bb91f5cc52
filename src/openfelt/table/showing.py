"""Showing or mucking a hand at the showdown, by a player's word or by the house."""

from __future__ import annotations

from openfelt.cards import UNKNOWN, Card, shown
from openfelt.phrases import Seat, phrase
from openfelt.rulebooks import joined
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table.due import turn_of
from openfelt.table.hand import ALL_IN, SHOWDOWN, SHOWING, Hand
from openfelt.table.house import last_unshown
from openfelt.table.housework import require_house, require_new
from openfelt.table.refusals import refuse, require_cards
from openfelt.table.showdown import board_strengths, can_win, hand_strengths, is_forced, is_last_in_a_pot, ranked_cites

Events = tuple[e.Event, ...]


def show(hand: Hand, command: c.Show) -> Events:
    """A player turns the cards up; the dealer of real cards names them."""
    turn = turn_of(hand, command.seat, SHOWING)
    i = hand.to_act
    policy = hand.rules.policy
    down = hand.down[i]
    require_cards(hand, command.cards, policy.show_to_win)
    if turn.needs_cards:
        down = _named_cards(hand, i, command.cards)
    elif command.cards and set(command.cards) != set(hand.holding(i)):
        refuse(
            hand,
            "not-held",
            policy.show_to_win,
            phrase("{seat} does not hold {cards}", seat=Seat(command.seat), cards=shown(command.cards)),
        )
    return (shown_by(hand, i, down),)


def _named_cards(hand: Hand, i: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Real cards as the dealer names them: the whole hand, consistent with what is known."""
    policy = hand.rules.policy
    up = hand.up[i]
    named = tuple(card for card in cards if card not in up)
    if len(named) != len(hand.down[i]) or UNKNOWN in named:
        refuse(
            hand,
            "show-all",
            policy.show_to_win,
            phrase("all {down} hidden cards must be shown", down=len(hand.down[i])),
        )
    known = [card for card in hand.down[i] if card != UNKNOWN]
    for card in known:
        if card not in named:
            refuse(
                hand,
                "not-held",
                policy.show_to_win,
                phrase("{cards} is known to be in that hand", cards=shown((card,))),
            )
    require_new(hand, tuple(card for card in named if card not in known))
    return named


def shown_by(hand: Hand, i: int, down: tuple[Card, ...]) -> e.Shown:
    """What a hand is worth that is shown with these cards down, and why it is shown."""
    high, low, second_high, second_low = *hand_strengths(hand, i, down), 0, 0
    if hand.twice == 2:
        second_high, second_low = high, low
        high, low = board_strengths(hand, i, down, hand.first_board)
    showdown, policy = hand.rules.game.showdown, hand.rules.policy
    if i == hand.called:
        cites = showdown.called_first
    elif hand.show_at == 0:
        cites = showdown.all_checked
    else:
        cites = showdown.others or policy.show_to_win
    if hand.status[i] == 1:
        cites = joined(cites, policy.all_in_shows)
    cites = joined(cites, ranked_cites(hand, high, low))
    return e.Shown(hand.seats[i], down + hand.up[i], high, low, cites, second_high, second_low)


def muck(hand: Hand, command: c.Muck) -> Events:
    """A player lets the hand go unseen, where that may be."""
    turn = turn_of(hand, command.seat, SHOWING)
    if not turn.may_muck:
        i, policy = hand.to_act, hand.rules.policy
        cites = (hand.status[i] == ALL_IN and policy.all_in_shows) or hand.rules.game.showdown.called_first
        if i != hand.called and is_last_in_a_pot(hand, i):
            cites = joined(cites, policy.eligible) if hand.status[i] == ALL_IN else policy.eligible
        refuse(hand, "must-show", cites, phrase("{seat} must show", seat=Seat(command.seat)))
    return (e.Mucked(command.seat, hand.rules.policy.may_muck),)


def turn_up(hand: Hand, command: c.TurnUp) -> Events:
    """The house turns the next hand up, or mucks it if it cannot win and nobody asked for it."""
    require_house(hand, hand.rules.policy.show_to_win, SHOWDOWN)
    if hand.show_at == len(hand.show_order) or last_unshown(hand):
        refuse(hand, "not-due", hand.rules.policy.show_to_win, "nobody is left to show")
    i = hand.show_order[hand.show_at]
    shown = shown_by(hand, i, hand.down[i])
    if is_forced(hand, i) or can_win(hand, i, shown.high, shown.low):
        return (shown,)
    return (e.Mucked(hand.seats[i], hand.rules.policy.may_muck),)
