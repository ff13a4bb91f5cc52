"""Playing a history through the table: every recorded action is given to the hand, and the hand may refuse it.

The file's dealing lines are the shoe. Burns, collected bets and awards are not written in PHH; the house makes them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from openfelt.cards import UNKNOWN, Card, cards, show
from openfelt.errors import NotationError, RuleViolation
from openfelt.formats.actions import (
    BRING_IN,
    BUY_TIME,
    CALL,
    DEAL_BOARD,
    DEAL_HOLE,
    DECLINE,
    DRAW,
    FOLD,
    NOTE,
    RAISE,
    SHOW,
    STRADDLE,
    TIME_OUT,
    Action,
    Illegal,
    read_action,
)
from openfelt.formats.amounts import scaled, text_of
from openfelt.formats.phh import History
from openfelt.formats.setting import first_event
from openfelt.games.game import Deal
from openfelt.games.policy import HOUSE as HOUSE_RULES
from openfelt.phrases import Phrase
from openfelt.table import commands as c
from openfelt.table.decide import decide
from openfelt.table.events import Event, Folded, UncalledReturned
from openfelt.table.evolve import begin, evolve
from openfelt.table.hand import DISCARDING, FRESH, HOUSE, OUT, OVER, SERVING, SHOWING, Hand
from openfelt.table.house import BURN_FIRST, draw_count, house_steps, is_short
from openfelt.table.options import legal
from openfelt.table.rules import LAST_BLIND_CALLS
from openfelt.table.showdown import can_win, hand_strengths

DEALING: Final = HOUSE_RULES.cite("5.1")
TURN: Final = HOUSE_RULES.cite("4.11")
SHOWN: Final = HOUSE_RULES.cite("6.2")
ENDS: Final = HOUSE_RULES.cite("5.5")
UNKNOWN_BURN: Final = (UNKNOWN,)
# A command is a value: one of each for every seat is enough.
SEATS: Final = range(100)
FOLDS: Final = tuple(map(c.Fold, SEATS))
CALLS: Final = tuple(map(c.Call, SEATS))
CHECKS: Final = tuple(map(c.Check, SEATS))


class Replay:
    """One history on its way through the table. `undecided` names why a showdown has no known winner."""

    __slots__ = ("actions", "at", "burns", "claims", "events", "hand", "history", "left", "seats", "texts", "undecided")

    def __init__(self, history: History) -> None:
        self.history = history
        self.texts = history.actions
        self.at = 0
        self.actions = self._read()
        event = first_event(history)
        self.events: list[Event] = [event]
        self.hand: Hand = begin(event)
        self.seats = event.seats
        self.claims: dict[int, Action] = {}
        self.left: dict[int, tuple[Card, ...]] = {}
        self.burns = list(cards(history.fields.get("_openfelt_burns", ""))) if history.extended else []
        self.undecided = ""

    def _read(self) -> list[Action]:
        """Every action in words; the refusal names the one that cannot be read."""
        try:
            return [read_action(text) for text in self.texts]
        except NotationError:
            for number, text in enumerate(self.texts, start=1):
                try:
                    read_action(text)
                except NotationError as mistake:
                    raise NotationError(f"action {number}: {mistake.message}", legal=mistake.legal) from None
            raise

    def run(self) -> None:
        """Play to the end of the actions; raises Illegal at the first one that the hand refuses."""
        try:
            self._play()
        except Illegal:
            raise
        except (RuleViolation, NotationError) as why:
            at = min(self.at, len(self.texts) - 1)
            text = self.texts[at] if self.texts else ""
            raise Illegal(at + 1, text, why, write=self.write, ends_early=self.at >= len(self.texts)) from None

    def write(self, units: int) -> str:
        """An amount as the history writes it."""
        return text_of(units, self.history.places)

    def _play(self) -> None:
        hand, acts, events, count = self.hand, self.actions, self.events, len(self.actions)
        self.house()
        while self.at < count:
            action = acts[self.at]
            kind = action.kind
            if hand.phase >= SHOWING:  # showing, or over
                self.claim(action)
            elif kind != NOTE:
                command = _COMMANDS.get(kind)
                if command is not None:
                    made = decide(hand, command(self, action))
                elif kind == TIME_OUT:
                    made = self.time_out(action)
                else:
                    self.refuse_order()
                for event in made:
                    evolve(hand, event)
                    events.append(event)
            self.at += 1
            if hand.phase == HOUSE:
                self.house()
        self.finish()

    def finish(self) -> None:
        """After the last action: the showdown, or the end; a hand that waits for a player is not finished."""
        if self.hand.phase == SHOWING:
            self.showdown()
        elif self.hand.phase == OVER:
            self.confirm_claims()
        else:
            raise RuleViolation("unfinished", ENDS, f"it is {self.name(self.hand.seat_to_act)}'s turn")

    def record(self, command: Any) -> None:  # noqa: ANN401 - any member of Command
        """Decide and record one command."""
        for event in decide(self.hand, command):
            evolve(self.hand, event)
            self.events.append(event)

    def house(self) -> None:
        """Let the house go on until a player has a choice; its cards are the ones the history deals next."""
        hand, events = self.hand, self.events
        stud = hand.rules.sign.unknown_up_cards and hand.rules.sign.bring_in
        before = self.at
        for step in house_steps(hand, self):
            command = self.name_opener() if stud and type(step) is c.OpenRound else step
            try:
                happened = decide(hand, command)
            except RuleViolation:
                self.blame(before)
                raise
            for event in happened:
                evolve(hand, event)
                events.append(event)
            before = self.at

    def blame(self, first: int) -> None:
        """Point at the dealing line that names a card again, or at the last line the house took."""
        seen = {card for card in range(52) if self.hand.seen >> card & 1}
        taken = self.actions[first : self.at]
        self.at = max(self.at - 1, first)
        for number, action in enumerate(taken, start=first):
            named = [card for card in action.cards if card != UNKNOWN]
            if len(set(named)) < len(named) or seen.intersection(named):
                self.at = number
                return
            seen.update(named)

    def name_opener(self) -> c.OpenRound:
        """house 9: the recorded opener of a stud round, where that player's up-cards are not known."""
        following = self.peek()
        if following is None or not following.player or following.player > len(self.seats):
            return c.OpenRound()
        i = following.player - 1
        return c.OpenRound(self.seats[i] if UNKNOWN in self.hand.up[i] else 0)

    def name(self, seat: int | None) -> str:
        """How the history calls a seat: p1, p2, ..."""
        return "nobody" if seat is None else f"p{self.seats.index(seat) + 1}"

    def seat(self, action: Action) -> int:
        """The seat of the player an action names."""
        try:
            return self.seats[action.player - 1]
        except IndexError:
            raise NotationError(f"there is no p{action.player}; {len(self.seats)} players are dealt in") from None

    def peek(self) -> Action | None:
        """The next action that is not commentary; claims made before the last card are kept for the showdown."""
        acts = self.actions
        while self.at < len(acts):
            action = acts[self.at]
            if action.kind == SHOW and self.hand.able < 2:
                self.claim(action)
            elif action.kind != NOTE:
                return action
            self.at += 1
        return None

    def time_out(self, action: Action) -> tuple[Event, ...]:
        """What the clock does; a fold that is on record is one, also where the clock would not fold now."""
        hand, seat = self.hand, self.seat(action)
        turn = legal(hand)
        made = decide(hand, c.TimeOut(seat))
        is_fold = action.text.partition("#")[0].split()[1:] == ["f"]
        if turn is None or not is_fold or type(made[0]) is Folded:
            return made
        return (Folded(seat, hand.rules.policy.time_out, turn.fold_cost, timed_out=True),)

    def refuse_order(self) -> NoReturn:
        """Refuse to deal or to show while a player is to act."""
        due = self.hand.seat_to_act
        raise RuleViolation("not-due", TURN, f"it is {self.name(due)}'s turn to act", legal=_choices(self.hand))

    # The shoe: cards come from the dealing lines.

    def take(self, count: int) -> tuple[Card, ...]:
        """The cards that the house needs now: a burn, a street, replacements or a shared card."""
        hand = self.hand
        step = hand.rules.steps[hand.step]
        if type(step) is not Deal:
            if hand.stage == FRESH or (hand.stage == SERVING and draw_count(hand, step) == BURN_FIRST):  # type: ignore[arg-type]
                return self.burn()
            return self.replacements(count)
        if step.burn and hand.stage == FRESH:
            return self.burn()
        if step.passes and not (step.short is not None and is_short(hand, step)):
            return self.to_players(step)
        return self.to_board(count)

    def take_bottom(self) -> Card:
        """A shared card from the bottom of the stub stands on the board."""
        return self.to_board(1)[0]

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """The new order is what the history deals next."""

    def burn(self) -> tuple[Card, ...]:
        """Burns are not written in PHH; openfelt's own files have them."""
        return (self.burns.pop(0),) if self.burns else UNKNOWN_BURN

    def to_board(self, count: int) -> tuple[Card, ...]:
        """Community cards."""
        dealt: tuple[Card, ...] = ()
        while len(dealt) < count:
            action = self.peek()
            if action is None or action.kind != DEAL_BOARD:
                what = "community card" if count == 1 else f"{count} community cards"
                raise RuleViolation("not-dealt", DEALING, f"{what} must be dealt first", legal=("d db CARDS",))
            dealt += action.cards
            if len(dealt) > count:
                raise RuleViolation("wrong-count", DEALING, f"{len(dealt)} community cards; {count} are due")
            self.at += 1
        return dealt

    def to_players(self, step: Deal) -> tuple[Card, ...]:
        """A street for everyone still in, in the order the cards leave the shoe."""
        hand, at = self.hand, self.at
        each = step.each
        active = [i for i, status in enumerate(hand.status) if status != OUT]
        lines = self.actions[at : at + hand.live]
        # As most files have it: one line for each player still in, in order.
        if [line.player - 1 for line in lines if line.kind == DEAL_HOLE and len(line.cards) == each] == active:
            self.at += hand.live
            return self.in_passes(step, [line.cards for line in lines])
        dealt: dict[int, tuple[Card, ...]] = dict.fromkeys(active, ())
        missing = len(active)
        while missing:
            i, got = self.dealt_to(each, dealt)
            dealt[i] += got
            if len(dealt[i]) == each:
                missing -= 1
            elif len(dealt[i]) > each:
                raise RuleViolation("wrong-count", step.cites, f"p{i + 1} has {len(dealt[i])} cards; {each} are due")
            self.at += 1
        return self.in_passes(step, list(dealt.values()))

    def dealt_to(self, each: int, dealt: dict[int, tuple[Card, ...]]) -> tuple[int, tuple[Card, ...]]:
        """The next dealing line: to which position, and which cards."""
        action = self.peek()
        if action is None or action.kind != DEAL_HOLE:
            wanting = ", ".join(f"p{i + 1}" for i, got in dealt.items() if len(got) < each)
            raise RuleViolation("not-dealt", DEALING, f"{wanting} must be dealt {each} first", legal=("d dh pN CARDS",))
        i = action.player - 1
        if i not in dealt:
            raise RuleViolation("not-in-hand", DEALING, f"p{action.player} is not in the hand")
        return i, action.cards

    def in_passes(self, step: Deal, dealt: list[tuple[Card, ...]]) -> tuple[Card, ...]:
        """Each player's cards laid out in the passes of the deal."""
        board = self.to_board(step.board) if step.board else ()
        order: list[Card] = []
        at = 0
        for one in step.passes:
            end = at + one.count
            for held in dealt:
                order += held[at:end]
            at = end
        return tuple(order) + board

    def replacements(self, count: int) -> tuple[Card, ...]:
        """Cards for the player being served, who may be served in two parts when the stub runs out."""
        i = self.hand.to_act
        got = self.left.pop(i, ())
        while len(got) < count:
            action = self.peek()
            if action is None or action.kind != DEAL_HOLE or action.player != i + 1:
                raise RuleViolation(
                    "not-dealt", DEALING, f"p{i + 1} must be dealt {count} first", legal=(f"d dh p{i + 1} CARDS",)
                )
            got += action.cards
            self.at += 1
        if len(got) > count:
            if len(got) > self.hand.owed[i]:
                self.at -= 1
                raise RuleViolation("wrong-count", DEALING, f"p{i + 1} is dealt {len(got)} cards; {count} are due")
            self.left[i] = got[count:]
        return got[:count]

    # The showdown.

    def claim(self, action: Action) -> None:
        """Note what a player says at the showdown. A known hand shown once stays shown."""
        if action.kind == NOTE:
            return
        if action.kind != SHOW:
            raise RuleViolation("not-due", TURN, "the betting is over", legal=("pN sm", "pN sm CARDS"))
        seat = self.seat(action)
        i = self.hand.index[seat]
        if self.hand.status[i] == OUT:
            raise RuleViolation("not-in-hand", SHOWN, f"p{action.player} has folded")
        before = self.claims.get(i)
        if before is None or not before.cards or UNKNOWN in before.cards or UNKNOWN not in action.cards:
            self.claims[i] = action

    def showdown(self) -> None:
        """Show or concede, in the table's order; the order in the file is the room's own and is not checked."""
        hand = self.hand
        shows = {i for i, claim in self.claims.items() if _is_shown(claim)}
        while hand.phase == SHOWING:
            i = hand.to_act
            turn = legal(hand)
            assert turn is not None
            command = self.answer(i, shows, known=not turn.needs_cards)
            if command is None:
                return
            self.at = self.texts.index(self.claims[i].text) if i in self.claims else len(self.texts) - 1
            self.record(command)
            self.house()
        self.at = len(self.texts)

    def answer(self, i: int, shows: set[int], *, known: bool) -> c.Show | c.Muck | None:
        """What a player does at the showdown: as recorded, else as the cards say, else as the recorded result says."""
        hand, seat = self.hand, self.hand.seats[i]
        claim = self.claims.get(i)
        if claim is not None and i in shows:
            return c.Show(seat, claim.cards)
        if claim is not None and not claim.cards:
            return c.Muck(seat)
        if known:
            high, low = hand_strengths(hand, i, hand.down[i])
            return c.Show(seat) if can_win(hand, i, high, low) else c.Muck(seat)
        won = self.winners()
        if i not in won and (won or (claim is not None and shows)):
            return c.Muck(seat)  # an unknown hand beside a shown one was conceded
        self.undecided = f"the cards of p{i + 1} are not known"
        return None

    def winners(self) -> set[int]:
        """The positions that the recorded result says won something."""
        told = self.history.winnings
        if not told or not any(told):
            return set()
        won = {i for i, amount in enumerate(told) if amount > 0}
        # Some sites count the uncalled bet in: whoever has just that back has won nothing.
        back = {self.hand.index[one.seat]: one.amount for one in self.events if type(one) is UncalledReturned}
        return {i for i in won if told[i] != back.get(i)} or won

    def confirm_claims(self) -> None:
        """After the end: what was shown must be what the player held."""
        for i, claim in self.claims.items():
            named = [card for card in claim.cards if card != UNKNOWN]
            held = self.hand.holding(i)
            if named and UNKNOWN not in held and not set(named) <= set(held):
                raise RuleViolation("not-held", SHOWN, f"p{i + 1} holds {show(held)}, not {show(named)}")


def _is_shown(claim: Action) -> bool:
    return claim.amount == "-" or (bool(claim.cards) and UNKNOWN not in claim.cards)


def _choices(hand: Hand) -> tuple[str | Phrase, ...]:
    turn = legal(hand)
    return turn.choices if turn else ()


def _fold(play: Replay, action: Action) -> c.Fold:
    return FOLDS[play.seat(action)]


def _call(play: Replay, action: Action) -> c.Call | c.Check:
    hand = play.hand
    round_ = hand.round
    is_call = hand.high > hand.bets[hand.to_act] or (round_ is not None and round_.checking is LAST_BLIND_CALLS)
    return (CALLS if is_call else CHECKS)[play.seat(action)]


def _raise(play: Replay, action: Action) -> c.Bet | c.RaiseTo:
    seat, to = play.seat(action), scaled(action.amount, play.history.places)
    return c.RaiseTo(seat, to) if play.hand.high else c.Bet(seat, to)


def _draw(play: Replay, action: Action) -> c.Draw | c.Discard:
    seat = play.seat(action)
    return c.Discard(seat, action.cards) if play.hand.phase == DISCARDING else c.Draw(seat, action.cards)


_COMMANDS: Final[dict[int, Callable[[Replay, Action], Any]]] = {
    FOLD: _fold,
    CALL: _call,
    RAISE: _raise,
    BRING_IN: lambda play, action: c.BringIn(play.seat(action)),
    DRAW: _draw,
    STRADDLE: lambda play, action: c.Straddle(play.seat(action)),
    DECLINE: lambda play, action: c.Decline(play.seat(action)),
    BUY_TIME: lambda play, action: c.BuyTime(play.seat(action)),
}
