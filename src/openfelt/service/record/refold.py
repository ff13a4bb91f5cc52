"""A stored hand folded again and checked: every house step is decided anew from the sealed deck and must come out as
stored, every player's act must have been allowed, and no card may leave the shoe out of its order.

Serves the start of a room (a live hand goes on only if its record stands) and `openfelt audit` (every hand ever).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, get_args

from msgspec.structs import replace

from openfelt import floor
from openfelt.cards import Card
from openfelt.errors import InvariantBroken, OpenfeltError
from openfelt.journal import Reader, StoredRecord
from openfelt.journal.records import record_hash
from openfelt.room import events as r
from openfelt.room.absent import absent_fold
from openfelt.room.house_events import EntryTakenBack, ShoeOrdered, ShuffleCommitted
from openfelt.room.state import TableState
from openfelt.room.taking_back import require_last
from openfelt.service.deck.sealing import ORDER, opened
from openfelt.service.deck.shoe import SeededShoe
from openfelt.table import HandStarted, RealCards, decide, house_step, legal
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table import ruling_events as ru
from openfelt.table.bound import after_rulings
from openfelt.table.hand import DRAWING, HOUSE, SHOWING, Hand
from openfelt.table.options import check_cites
from openfelt.table.showdown import showdown_order

RULINGS: Final = get_args(ru.RulingEvent)
LONG_ENOUGH_MS: Final = 3_600_000
# Made by the house and by a player's fold, in consequence of an earlier ruling.
NO_RULINGS: Final = (ru.AsideReturned, ru.WagerForfeited)
CHUNK: Final = 2_000
UNFIT: Final = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)  # of what does not fold


class RecordBroken(Exception):
    """A stored hand fails verification. The message says what is wrong, without naming a card."""


def read_stream(journal: Reader, stream: str, after: int = 0) -> Iterator[StoredRecord]:
    """Every record of a stream, in order, in pieces."""
    while batch := journal.read(stream, after, CHUNK):
        yield from batch
        after = batch[-1].version


def require_links(before: bytes, records: list[StoredRecord]) -> None:
    """Refuse records whose hashes do not follow from each other."""
    link = before
    for one in records:
        link = record_hash(link, one.stream, one.version, one.record)
        if link != one.hash:
            raise RecordBroken(f"record {one.version} ({one.record.name}) does not match its hash")


def agree(one: Any, other: Any) -> bool:  # noqa: ANN401 - events of any stream
    """Whether two events are equal apart from their citations: a corrected citation changes nothing at a table."""
    if one == other:
        return True
    is_like = type(one) is type(other) and "cites" in type(one).__struct_fields__
    return is_like and bool(replace(one, cites=other.cites) == other)


class Refold:
    """Folds one table's events into a state, checking each. A live table's real cards are taken as named."""

    def __init__(self, state: TableState, journal: Reader) -> None:
        self.state = state
        self.journal = journal
        self.due: deque[Any] = deque()
        self.pool: tuple[Card, ...] = ()
        self.ruled = False
        self.instead: deque[Any] = deque()  # what may also come: a fold by the clock begins like any other
        self.by_the_clock: tuple[Any, ...] = ()
        self.published = 0  # how many orders of the shoe have been committed to
        self.is_loose = False  # decided by other rules: its events are followed, also where today's would differ

    def take_over(self, state: TableState, events: Iterable[Any]) -> None:
        """Go on from a state that was found by deciding again; `events` led to it."""
        self.state = state
        self.due.clear()
        self.instead.clear()
        for event in events:
            if type(event) is HandStarted:
                self.pool, self.ruled = (), False
            elif is_ruling(event):
                self.ruled = True
                if isinstance(event, ru.CardsMoved) and event.target == "shoe":
                    self.pool += event.cards
                elif isinstance(event, ru.StubShuffled):
                    self.pool = ()
        self.published = state.shoe.number if state.shoe is not None else 0

    def begin_entry(self) -> None:
        """Note that the events folded from now on were made by one order."""
        self.state.began = self.state.version

    def fold(self, event: Any) -> None:  # noqa: ANN401 - any event of a table's stream
        """Check one event against what had to come, then record it."""
        kind = type(event)
        state = self.state
        if kind is ShuffleCommitted:
            self.load_shoe(event)
        elif kind is ShoeOrdered:
            self.check_order(event)
        elif kind is HandStarted:
            self.check_start(event)
        elif kind is EntryTakenBack:
            self.check_taken_back(event)
        elif kind is r.HandClosed:
            self.check_close(event)
        elif kind is ru.HandDead and event == absent_fold(state):
            pass  # no ruling: the house folds the hand of an absent player of an event
        elif kind in e.HAND_EVENTS:
            self.check_hand(event)
        try:
            state.fold(event)
        except UNFIT as fault:
            raise RecordBroken(f"{kind.__name__} does not fit ({type(fault).__name__})") from None
        except InvariantBroken as fault:
            raise RecordBroken(str(fault)) from None

    def load_shoe(self, event: ShuffleCommitted) -> None:
        """The same deck again from its sealed seed; its root must be the one that was published."""
        sealed = self.journal.sealed(event.shuffle)
        if sealed is None:
            raise RecordBroken(f"shuffle {event.shuffle} has no sealed seed")
        try:
            committed = opened(sealed)
        except OpenfeltError:
            raise RecordBroken(f"shuffle {event.shuffle} names a deck that does not exist") from None
        if committed.root.hex() != event.root or committed.root != sealed.root or len(committed.order) != event.size:
            raise RecordBroken(f"shuffle {event.shuffle}: the seed does not give the root that was published")
        self.state.shoe = SeededShoe(committed.order, sealed.seed)

    def check_order(self, event: ShoeOrdered) -> None:
        """The order sealed in the middle of a hand is the one that the deck's own seed gives, and that was told."""
        shoe, sealed = self.state.shoe, self.journal.sealed(event.shuffle)
        if sealed is None or sealed.deck != ORDER or shoe is None:
            raise RecordBroken(f"shoe {event.shuffle} has no sealed order")
        try:
            committed = opened(sealed)
        except OpenfeltError:
            raise RecordBroken(f"shoe {event.shuffle} names a card that does not exist") from None
        if committed.order != shoe.cards[shoe.at :] or len(committed.order) != event.count:
            raise RecordBroken(f"shoe {event.shuffle}: the sealed order is not the one the seed gives")
        due = committed.root.hex() if shoe.number != self.published else ""
        if committed.root != sealed.root or event.root != due:
            raise RecordBroken(f"shoe {event.shuffle}: the order does not give the root that was published")
        self.published = shoe.number

    def check_start(self, event: HandStarted) -> None:
        """The hand starts with the seats and stacks the room has, from the deck that was committed for it."""
        state = self.state
        opened_hand = state.opened
        if opened_hand is None or not state.table.in_hand:
            raise RecordBroken("a hand was dealt that the room had not opened")
        if not set(event.seats) <= set(opened_hand.seats):
            raise RecordBroken("seats were dealt in that the room had not opened the hand with")
        stacks = {seat: state.table.places[seat].stack for seat in event.seats}
        if tuple(stacks[seat] for seat in event.seats) != event.stacks:
            raise RecordBroken("the hand began with other stacks than the table had")
        if state.table.live:
            state.shoe = None
        elif state.shuffle is None or state.shuffle.shuffle != event.hand_id or state.shoe is None:
            raise RecordBroken("the hand was not dealt from the deck that was committed")
        self.due.clear()
        self.pool, self.ruled, self.published = (), False, 0
        self.instead.clear()

    def check_taken_back(self, event: EntryTakenBack) -> None:
        """Check that exactly the dealer's last entry is taken back."""
        try:
            entry = require_last(self.state, event.entry)
        except OpenfeltError as refused:
            raise RecordBroken(f"an entry was taken back that stands ({refused.code})") from None
        if entry[-1].seq != event.last:
            raise RecordBroken("an entry was taken back in part")

    def check_close(self, event: r.HandClosed) -> None:
        """The room took over the stacks the hand ended with."""
        hand = self.state.hand
        if hand is None:
            return  # voided after a start
        if not hand.is_over:
            raise RecordBroken("the room closed a hand that was not over")
        stacks = dict(event.stacks)
        if any(stacks.get(seat) != chips for seat, chips in zip(hand.seats, hand.stacks, strict=True)):
            raise RecordBroken("the room took over other stacks than the hand ended with")
        if event.taken != hand.taken:
            raise RecordBroken("the room took another commission than the hand says")

    def check_hand(self, event: Any) -> None:  # noqa: ANN401 - any member of Event
        """What had to come next, came."""
        hand = self.state.hand
        if hand is None:
            raise RecordBroken(f"{type(event).__name__} before any hand")
        show_as_earlier(hand, event)
        if type(event) in DEALT:
            self.require_published()
        may_differ = self.ruled or self.is_loose
        if may_differ and self.due and not agree(self.due[0], event):
            self.due.clear()
        by_floor = is_ruling(event)
        if not self.due and not by_floor:
            self.due = self.derive(hand, event)
        if self.is_loose and self.due and not any(agree(one, event) for one in (self.due[0], *self.instead)):
            self.due.clear()
        if self.due:
            if self.due[0] != event and self.instead and self.instead[0] == event:
                self.due = self.instead
            self.instead = deque()
            if not agree(self.due.popleft(), event):
                raise RecordBroken(f"{type(event).__name__} is not what the rules and the deck give here")
            if isinstance(event, ru.WagerForfeited):
                self.instead = deque(self.by_the_clock)
        elif by_floor:
            self.ruled = True
            self.follow_ruling(event)
        elif type(event) in DEALT:
            self.follow(event)

    def require_published(self) -> None:
        """No card leaves a shuffled shoe before the root of its order was told."""
        shoe = self.state.shoe
        if shoe is not None and shoe.number != self.published:
            raise RecordBroken("cards were dealt from an order that had not been committed to")

    def derive(self, hand: Hand, event: Any) -> deque[Any]:  # noqa: ANN401 - any member of Event
        """The events that had to follow: the house's next step, or the player's act decided again.

        After a ruling the floor may deal and end a hand in ways of its own: what is not the house's step is then only
        followed. Real cards are named by the dealer, so a live table's deals are taken as they come.
        """
        shoe = self.state.shoe
        if self.state.table.live or shoe is None:
            return deque()
        try:
            if hand.phase != HOUSE:
                if isinstance(event, ru.WagerForfeited):
                    self.by_the_clock = decide(hand, c.TimeOut(event.seat))[1:]
                return deque(act_again(hand, event))
            if not self.ruled and not self.is_loose:
                return deque(decide(hand, house_step(hand, shoe)))
            trial = shoe.copy()
            made = deque(decide(hand, house_step(hand, trial)))
        except (OpenfeltError, *UNFIT):
            if self.ruled or self.is_loose:
                return deque()
            raise RecordBroken(f"{type(event).__name__} was not allowed here") from None
        if made and agree(made[0], event):
            self.state.shoe = trial
            return made
        return deque()

    def follow(self, event: Any) -> None:  # noqa: ANN401 - an event that deals
        """Cards dealt by a ruling: they are the next of the shoe, whichever way they lie."""
        shoe = self.state.shoe
        cards = DEALT[type(event)](event)
        if shoe is None:
            return
        if type(event) is e.SharedDealt and shoe.peek(1) != cards and shoe.cards[-1:] == cards:
            shoe.take_bottom()
            return
        if Counter(shoe.take(len(cards))) != Counter(cards):
            raise RecordBroken(f"{type(event).__name__} deals other cards than the deck has next")

    def follow_ruling(self, event: Any) -> None:  # noqa: ANN401 - any member of RulingEvent
        """Keep the shoe where a ruling has it."""
        shoe, hand = self.state.shoe, self.state.hand
        if shoe is None or hand is None:
            return
        if isinstance(event, ru.CardsMoved):
            if event.source == "shoe" and Counter(shoe.take(len(event.cards))) != Counter(event.cards):
                raise RecordBroken("a ruling takes other cards than the deck has next")
            if event.target == "shoe":
                self.pool += event.cards
        elif isinstance(event, ru.StubShuffled):
            shoe.reshuffle(self.pool, hand.stub - len(self.pool))
            self.pool = ()
        elif isinstance(event, ru.PowerUsed) and event.power == "end-clock":
            self.due = deque(clock_ended(hand, event))


DEALT: Final[dict[type, Callable[[Any], tuple[Card, ...]]]] = {
    e.Burned: lambda event: (event.card,),
    e.StreetDealt: lambda event: (
        *(card for cards in event.down for card in cards),
        *(card for cards in event.up for card in cards),
        *event.board,
    ),
    e.SharedDealt: lambda event: (event.card,),
    e.DrawDealt: lambda event: event.cards,
}


def is_ruling(event: Any) -> bool:  # noqa: ANN401 - any event of a table's stream
    """Whether an event comes from the floor; some of its kind are made by the house or by a fold."""
    return isinstance(event, RULINGS) and not isinstance(event, NO_RULINGS)


def clock_ended(hand: Hand, event: ru.PowerUsed) -> tuple[Any, ...]:
    """What the end of a limited time does, decided again: the hand is folded, also where checking was free."""
    order = floor.Use(
        floor.read_power("end-clock", {"seat": event.seat, "waited_ms": LONG_ENOUGH_MS}),
        floor.Author(event.author, "dealer"),
        event.reason,
    )
    try:
        return floor.obey(hand, order, RealCards())[1:]
    except OpenfeltError:
        raise RecordBroken("a clock ended that had not been imposed") from None


def act_again(hand: Hand, event: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any member of Event
    """A player's act decided again; where the player's own order does not give it, the clock's may."""
    order = command_behind(hand, event)
    try:
        made = decide(hand, order)
    except OpenfeltError:
        made = ()
    if made and made[0] == event:
        return made
    earlier = earlier_check(hand, event) or earlier_time_out(hand, event)
    if not earlier and made and agree(made[0], event):
        return made
    return earlier or decide(hand, c.TimeOut(event.seat))


def earlier_check(hand: Hand, event: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any member of Event
    """In earlier hands of act-stud the last blind's free turn of the first round was told as a check, not as a call."""
    turn, round_ = legal(hand), hand.round
    if turn is None or round_ is None or not turn.free_call or turn.seat != event.seat or type(event) is not e.Checked:
        return ()
    cites = hand.rules.policy.time_out if event.timed_out else check_cites(hand, round_)
    made = (e.Checked(event.seat, cites, event.timed_out),)
    return made if hand.special is None else after_rulings(hand, None, made)


def show_as_earlier(hand: Hand, event: Any) -> None:  # noqa: ANN401 - any member of Event
    """In earlier hands of us-stud the last wager counted at the showdown only if it was made in the final round.

    Where the first to show is not the maker of the last wager, the hand goes on in the order of those days.
    """
    is_first = type(event) in (e.Shown, e.Mucked) and bool(hand.show_order) and not hand.show_at and hand.called >= 0
    if not is_first or not hand.rules.policy.last_wager_shows or event.seat == hand.seats[hand.show_order[0]]:
        return
    maker, hand.called = hand.called, -1
    order = showdown_order(hand)
    if event.seat != hand.seats[order[0]]:
        hand.called = maker
        return
    hand.show_order, hand.turn = order, None
    if hand.phase == SHOWING:
        hand.to_act = order[0]


def earlier_time_out(hand: Hand, event: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any member of Event
    """What the clock did in hands of earlier releases; nothing where it still does the same.

    In act-stud it acted by 4.6 and folded also where checking was free. Under any rulebook it folded the opener whose
    bet is compulsory and the player whose wager out of turn stood.
    """
    rules, turn = hand.rules.policy, legal(hand)
    cited_another = bool(rules.earlier_time_out)
    cites = rules.earlier_time_out or rules.time_out
    if turn is None or turn.seat != event.seat or event.cites != cites:
        return ()
    made: tuple[Any, ...] = ()
    if turn.kind == "betting" and not turn.bring_in and (cited_another or not (turn.check or turn.fold)):
        made = (e.Folded(event.seat, cites, turn.fold_cost, timed_out=True),)
    elif cited_another and turn.kind == "option":
        made = (e.OptionDeclined(event.seat, cites),)
    elif cited_another and turn.may_muck:
        made = (e.Mucked(event.seat, cites),)
    return made if hand.special is None or not made else after_rulings(hand, None, made)


def command_behind(hand: Hand, event: Any) -> Any:  # noqa: ANN401, C901, PLR0912 - one case for each act
    """The order that a player's act answers to."""
    match event:
        case e.Folded(timed_out=True) | e.Checked(timed_out=True) | e.Called(timed_out=True):
            return c.TimeOut(event.seat)
        case e.Folded() | ru.WagerForfeited():
            return c.Fold(event.seat)
        case e.Checked():
            return c.Check(event.seat)
        case e.Called():
            return c.Call(event.seat)
        case e.BetMade():
            return c.Bet(event.seat, event.to)
        case e.Raised():
            return c.RaiseTo(event.seat, event.to)
        case e.BroughtIn():
            return c.BringIn(event.seat)
        case e.BlindPosted():
            return c.Straddle(event.seat)
        case e.OptionDeclined():
            return c.Decline(event.seat)
        case e.Discarded() if hand.phase == DRAWING:
            return c.Draw(event.seat, event.cards)
        case e.Discarded():
            return c.Discard(event.seat, event.cards)
        case e.Shown():
            return c.Show(event.seat)
        case e.Mucked():
            return c.Muck(event.seat)
        case e.TimeBought():
            return c.BuyTime(event.seat)
    raise RecordBroken(f"{type(event).__name__} without anyone's order")
