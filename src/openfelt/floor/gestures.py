"""What was meant by those chips: chips, motions and words read as the one action that binds, and what goes back."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from openfelt.errors import NotationError, RuleViolation
from openfelt.floor.customs import Customs, Reading, wagered
from openfelt.floor.rules import FLOOR
from openfelt.phrases import Money, Seat, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.table import commands as c
from openfelt.table.hand import Hand
from openfelt.table.options import legal
from openfelt.table.turn import Turn

Words = Literal["", "fold", "check", "call", "bet", "raise", "all-in"]


class Gesture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player did: chips put forward in one or more motions, and words. `amount` is the total announced.

    `chips_first`: the chips went in before the words, or before the cards were thrown. `unfinished`: the player said
    that the bet was not yet complete. `threw_cards`: the cards went face down toward the discards.
    """

    seat: int
    motions: tuple[tuple[int, ...], ...] = ()
    says: Words = ""
    amount: int = 0
    chips_first: bool = False
    unfinished: bool = False
    threw_cards: bool = False


def interpret(gesture: Gesture, hand: Hand) -> Reading:
    """The binding action of the player whose turn it is. Changes nothing.

    >>> from openfelt.cards import FULL_DECK
    >>> from openfelt.games import Limit, Sign
    >>> from openfelt.table import Shoe, open_hand, start
    >>> sign = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
    >>> hand, _ = open_hand(start(sign, [(1, 10_000), (2, 10_000), (3, 10_000)], button=1), Shoe(FULL_DECK.cards))
    >>> interpret(Gesture(1, motions=((500,),)), hand)
    Reading(command=Call(seat=1), returned=300, added=0, cites=('nsw-poker 7.9',), choices=(), rule_on=None)
    """
    customs = FLOOR.of(hand.rules.policy.rulebook).customs
    turn = legal(hand)
    if turn is None or turn.kind != "betting" or turn.seat != gesture.seat:
        raise RuleViolation(
            "out-of-turn",
            customs.words + hand.rules.policy.turn,
            phrase("it is not {seat}'s turn; rule on it as acted-out-of-turn", seat=Seat(gesture.seat)),
        )
    if any(min(motion, default=0) <= 0 for motion in gesture.motions):
        raise NotationError("a motion puts out chips, and a chip has a value above nothing")
    all_chips = sum(sum(motion) for motion in gesture.motions)
    i = hand.to_act
    if all_chips > hand.stacks[i]:
        raise RuleViolation(
            "not-in-front",
            hand.rules.policy.stake,
            phrase(
                "{seat} has {stacks} in front, not {all_chips}",
                seat=Seat(gesture.seat),
                stacks=Money(hand.stacks[i]),
                all_chips=Money(all_chips),
            ),
        )
    chips_bind = gesture.chips_first and bool(gesture.motions) and not customs.words_win
    if gesture.threw_cards and not gesture.says:
        if chips_bind:
            return _thrown_after(_silent(hand, turn, gesture, customs, all_chips), gesture.seat, customs)
        if due := turn.bring_in:
            cites = customs.owed or hand.rules.policy.bringing_in
            return Reading(c.BringIn(gesture.seat), max(all_chips - due, 0), max(due - all_chips, 0), cites)
        return Reading(c.Fold(gesture.seat), all_chips, 0, customs.thrown)
    if gesture.says and not chips_bind:
        spoken = _spoken(hand, turn, gesture, customs, all_chips)
        if gesture.chips_first and gesture.motions and customs.made and not gesture.unfinished:
            return _not_increased(hand, turn, spoken, _silent(hand, turn, gesture, customs, all_chips), customs)
        return spoken
    if not gesture.motions:
        raise RuleViolation("no-action", customs.words, "neither chips nor words: no action", legal=turn.choices)
    return _silent(hand, turn, gesture, customs, all_chips)


def _thrown_after(chips: Reading, seat: int, customs: Customs) -> Reading:
    """The chips were the first action and bind; where they leave the choice, the cards have made it."""
    if chips.command is None:
        cites = joined(chips.cites, customs.thrown)
        return msgspec.structs.replace(chips, command=c.Fold(seat), added=0, cites=cites, choices=())
    return msgspec.structs.replace(chips, cites=joined(customs.correct, chips.cites))


def _not_increased(hand: Hand, turn: Turn, spoken: Reading, chips: Reading, customs: Customs) -> Reading:
    """The bet that the chips made stands where the words that came after would increase it (us-stud wagers(7))."""
    wants_more = isinstance(spoken.command, c.Call | c.Bet | c.RaiseTo)
    if chips.command is None or not wants_more:
        return spoken
    if wagered(hand, turn, spoken.command) <= wagered(hand, turn, chips.command):
        return spoken
    return msgspec.structs.replace(chips, cites=joined(customs.made, chips.cites))


def _spoken(hand: Hand, turn: Turn, gesture: Gesture, customs: Customs, chips: int) -> Reading:
    """Words bind; the chips are made to fit them."""
    i, seat = hand.to_act, gesture.seat
    bet, stack = hand.bets[i], hand.stacks[i]
    command: Any
    limits: Cites = ()
    if gesture.says in ("fold", "check"):
        command = c.Fold(seat) if gesture.says == "fold" else c.Check(seat)
        return Reading(command, chips, 0, customs.words)
    if gesture.says == "call" or (gesture.says == "all-in" and turn.call_all_in):  # who has less cannot raise
        due = turn.call
        command = c.Call(seat)
    else:
        to = _announced(turn, gesture, bet, stack, chips)
        if customs.limits and 0 < turn.most < to:
            to, limits = turn.most, customs.limits
        due = to - bet
        command = c.Bet(seat, to) if turn.opening else c.RaiseTo(seat, to)
    cites = joined(customs.words, customs.correct if chips != due else (), limits)
    if gesture.threw_cards:
        cites = joined(cites, customs.owed)
    return Reading(command, max(chips - due, 0), max(due - chips, 0), joined(cites))


def _announced(turn: Turn, gesture: Gesture, bet: int, stack: int, chips: int) -> int:
    """The total of a bet or raise that was announced: the amount said, else the chips, and at least the minimum."""
    if gesture.says == "all-in":
        return bet + stack
    if gesture.amount:
        return gesture.amount
    return max(bet + chips, turn.least)


def _silent(hand: Hand, turn: Turn, gesture: Gesture, customs: Customs, chips: int) -> Reading:
    """Chips without words: one motion counts where string bets are barred."""
    motions = gesture.motions
    cites: Cites = ()
    back = 0
    if customs.string and len(motions) > 1:
        if gesture.unfinished and customs.unfinished:
            cites = customs.unfinished
        else:
            back = chips - sum(motions[0])
            motions, cites = motions[:1], customs.string
    counted = tuple(chip for motion in motions for chip in motion)
    read = customs.silent(hand, turn, counted, customs)
    return msgspec.structs.replace(read, returned=read.returned + back, cites=joined(cites, read.cites))
