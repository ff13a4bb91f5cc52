"""What was meant by those chips: chips, motions and words read as the one action that binds, and what goes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from openfelt.errors import NotationError, RuleViolation
from openfelt.floor.incidents import ShortCall
from openfelt.games.policy import ACT, HOUSE, NSW, US
from openfelt.money import money
from openfelt.rulebooks import Cites, joined
from openfelt.table import commands as c
from openfelt.table.chips import read_chips
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


class Reading(msgspec.Struct, frozen=True):
    """The action that binds, what goes back and what must be added; or the choices left to the player.

    `rule_on`: chips short of the call that may not be taken back. The ruling leaves them out, so that a fold forfeits
    them; it comes before the action.
    """

    command: c.Fold | c.Check | c.Call | c.Bet | c.RaiseTo | c.BringIn | None
    returned: int
    added: int
    cites: Cites
    choices: tuple[str, ...] = ()
    rule_on: ShortCall | None = None


@dataclass(frozen=True, slots=True)
class Customs:
    """One rulebook: how words, motions and silent chips are read. Empty citations: it has no such rule."""

    words: Cites
    words_win: bool  # words bind although chips went in first
    correct: Cites  # chips that differ from the words are corrected
    string: Cites
    unfinished: Cites
    call: Cites
    bet: Cites
    raise_: Cites
    one_chip: Cites
    between: Cites  # more than a call, less than a raise
    short: Cites  # less than a call
    thrown: Cites
    limits: Cites = ()  # what was announced is brought within the limits
    stays: bool = False  # what is short of a call is not taken back, also when the player folds
    owed: Cites = ()  # throwing the cards away does not undo a wager owed by word or as forced bet
    made: Cites = ()  # words after the chips do not increase the bet that the chips made
    tapped: Cites = ()  # the call takes all that a player has, or as much of it as may be bet


CUSTOMS: Final = {
    "nsw-poker": Customs(
        words=NSW.cite("7.4", "7.5"),
        words_win=False,
        correct=NSW.cite("7.5"),
        string=NSW.cite("7.10", "7.5"),
        unfinished=(),
        call=NSW.cite("7.4.3"),
        bet=NSW.cite("7.4.2"),
        raise_=NSW.cite("7.4.4"),
        one_chip=NSW.cite("7.9"),
        between=NSW.cite("7.7"),
        short=NSW.cite("7.4.3.1", "7.4.3.2", "7.5"),
        thrown=NSW.cite("7.4.5"),
        limits=NSW.cite("7.5", "8.2"),
        stays=True,
        tapped=NSW.cite("7.4.3.3"),
    ),
    "act-stud": Customs(
        words=ACT.cite("10.2", "12.3"),
        words_win=True,
        correct=ACT.cite("10.2", "12.3"),
        string=(),
        unfinished=(),
        call=ACT.cite("10.2(a)", "12.3(a)"),
        bet=ACT.cite("5.2"),
        raise_=ACT.cite("10.2(b)", "12.3(b)"),
        one_chip=ACT.cite("17.7"),
        between=ACT.cite("17.7"),
        short=ACT.cite("17.8"),
        thrown=ACT.cite("10.2(c)", "12.3(d)"),
        tapped=ACT.cite("14.1"),
    ),
    "us-stud": Customs(
        words=US.cite("wagers(4)", "irreg(10)"),
        words_win=True,
        correct=US.cite("wagers(5)"),
        string=US.cite("wagers(7)"),
        unfinished=US.cite("wagers(7)(i)"),
        call=US.cite("wagers(7)(ii)", "wagers(6)", "wagers(6)(i)"),
        bet=US.cite("wagers(6)", "wagers(6)(ii)"),
        raise_=US.cite("wagers(6)", "wagers(6)(iii)"),
        one_chip=US.cite("wagers(9)"),
        between=HOUSE.cite("4.4"),
        short=US.cite("wagers(6)", "wagers(7)"),
        thrown=US.cite("irreg(10)(i)"),
        owed=US.cite("irreg(10)(ii)"),
        made=US.cite("wagers(7)"),
        tapped=US.cite("wagers(3)(ii)"),
    ),
    "house": Customs(
        words=HOUSE.cite("4.11"),
        words_win=True,
        correct=HOUSE.cite("4.11"),
        string=(),
        unfinished=(),
        call=HOUSE.cite("4.11"),
        bet=HOUSE.cite("4.4"),
        raise_=HOUSE.cite("4.4"),
        one_chip=HOUSE.cite("4.4"),
        between=HOUSE.cite("4.4"),
        short=HOUSE.cite("4.11"),
        thrown=HOUSE.cite("4.9"),
        tapped=HOUSE.cite("4.11"),
    ),
}


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
    customs = CUSTOMS[hand.rules.policy.rulebook]
    turn = legal(hand)
    if turn is None or turn.kind != "betting" or turn.seat != gesture.seat:
        raise RuleViolation(
            "out-of-turn",
            customs.words + hand.rules.policy.turn,
            f"it is not seat {gesture.seat}'s turn; rule on it as acted-out-of-turn",
        )
    if any(chip <= 0 for motion in gesture.motions for chip in motion):
        raise NotationError("a chip has a value above nothing")
    all_chips = sum(sum(motion) for motion in gesture.motions)
    i = hand.to_act
    if all_chips > hand.stacks[i]:
        raise RuleViolation(
            "not-in-front",
            hand.rules.policy.stake,
            f"seat {gesture.seat} has {money(hand.stacks[i])} in front, not {money(all_chips)}",
        )
    chips_bind = gesture.chips_first and bool(gesture.motions) and not customs.words_win
    if gesture.threw_cards and not gesture.says:
        if chips_bind:
            return _thrown_after(_silent(hand, turn, gesture, customs, all_chips), gesture.seat, customs)
        if turn.bring_in and customs.owed:
            due = turn.bring_in
            return Reading(c.BringIn(gesture.seat), max(all_chips - due, 0), max(due - all_chips, 0), customs.owed)
        return Reading(c.Fold(gesture.seat), all_chips, 0, customs.thrown)
    if gesture.says and not chips_bind:
        spoken = _spoken(hand, turn, gesture, customs, all_chips)
        if gesture.chips_first and gesture.motions and customs.made and not gesture.unfinished:
            return _not_increased(hand, spoken, _silent(hand, turn, gesture, customs, all_chips), customs)
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


def _not_increased(hand: Hand, spoken: Reading, chips: Reading, customs: Customs) -> Reading:
    """The bet that the chips made stands where the words that came after would increase it (us-stud wagers(7))."""
    wants_more = isinstance(spoken.command, c.Call | c.Bet | c.RaiseTo)
    if chips.command is None or not wants_more or wagered(hand, spoken.command) <= wagered(hand, chips.command):
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
    read = SILENT.get(hand.rules.policy.rulebook, _plain)(hand, turn, counted, customs)
    return msgspec.structs.replace(read, returned=read.returned + back, cites=joined(cites, read.cites))


def _short(hand: Hand, turn: Turn, chips: int, customs: Customs) -> Reading:
    """Less than a call, or than all that a player who has less can call with: it is made up, or the player folds."""
    owe = turn.call or hand.high - hand.bets[hand.to_act]
    cites = joined(customs.short, customs.tapped if turn.call_all_in else ())
    if not customs.stays:
        return Reading(None, 0, owe - chips, cites, (f"call {owe}", "fold"))
    choices = (f"call {owe}", f"fold (owing {chips})")
    return Reading(None, 0, owe - chips, cites, choices, ShortCall(seat=turn.seat, amount=chips))


def _nsw(hand: Hand, turn: Turn, chips: tuple[int, ...], customs: Customs) -> Reading:
    """7.7 to 7.9, as the table reads chips at a live game."""
    try:
        found = read_chips(hand, turn.seat, chips)
    except RuleViolation as refusal:
        if refusal.code != "short-call":
            raise
        return _short(hand, turn, sum(chips), customs)
    wanted = wagered(hand, found.command)
    return Reading(found.command, found.change, max(wanted - sum(chips), 0), found.cites)


def wagered(hand: Hand, command: Any) -> int:  # noqa: ANN401 - a check, call, bet or raise
    """How many chips an action puts in."""
    i = hand.to_act
    if isinstance(command, c.Check):
        return 0
    if isinstance(command, c.BringIn):
        turn = legal(hand)
        return turn.bring_in if turn is not None else 0
    if isinstance(command, c.Call):
        return min(hand.high - hand.bets[i], hand.stacks[i])
    return int(command.to) - hand.bets[i]


def _plain(hand: Hand, turn: Turn, chips: tuple[int, ...], customs: Customs) -> Reading:
    """A call, a bet or a raise by the sum; between a call and a raise it is a call; one chip too big is a call."""
    i, seat, total = hand.to_act, turn.seat, sum(chips)
    owe = hand.high - hand.bets[i]
    to = hand.bets[i] + total
    is_all_in = total == hand.stacks[i]
    if turn.bring_in == total:
        return Reading(c.BringIn(seat), 0, 0, customs.bet)
    if not owe:
        to = min(to, turn.most) if turn.most else to
        order: Any = c.Bet(seat, to) if turn.opening else c.RaiseTo(seat, to)
        return Reading(order, hand.bets[i] + total - to, 0, customs.bet)
    if turn.call_all_in and turn.call < owe:
        return _less_than_owed(hand, turn, total, customs)
    if total < owe and not is_all_in:
        return _short(hand, turn, total, customs)
    if total <= owe:
        tapped_out = hand.rules.policy.all_in if turn.call_all_in else ()
        return Reading(c.Call(seat), max(total - turn.call, 0), 0, joined(customs.call, tapped_out))
    if len(chips) == 1 and not is_all_in:
        is_raise = customs.one_chip == customs.between and turn.most and to >= turn.least
        if not is_raise:
            return Reading(c.Call(seat), total - owe, 0, customs.one_chip)
    if turn.most and (to >= turn.least or to == turn.all_in):
        most = min(to, turn.most)
        return Reading(c.RaiseTo(seat, most), to - most, 0, customs.raise_)
    return Reading(c.Call(seat), total - owe, 0, customs.between)


def _less_than_owed(hand: Hand, turn: Turn, chips: int, customs: Customs) -> Reading:
    """A player who has less than the call goes in with all that may be bet; what is no whole unit comes back."""
    if chips < turn.call:
        return _short(hand, turn, chips, customs)
    return Reading(c.Call(turn.seat), chips - turn.call, 0, joined(customs.call, customs.tapped))


Reader = Callable[[Hand, Turn, tuple[int, ...], Customs], Reading]
SILENT: Final[dict[str, Reader]] = {"nsw-poker": _nsw, "act-stud": _plain, "us-stud": _plain, "house": _plain}
