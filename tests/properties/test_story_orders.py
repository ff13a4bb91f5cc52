"""The orders of every story, given to the composition of a table: it makes the same events, and refuses the same.

Stories of a hand and of a floor drive `table` and `floor`, those of a house-banked round drive `pit`; stories of a room
drive the composition itself. What was asked in each is given again as an order of the room: it must be decided as the
story has it. On the way every order is also given in another turn, for somebody else's seat and at a stopped table.

Compared are the events of the hand or the round. Others are the room's own: stakes that follow a ruling, the end of the
hand at the table, fees, the order of the shoe, who sits out, what binds or bars a player (all of `room.events` and
`room.house_events`).
"""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from msgspec.structs import replace

from openfelt.cage import accounts
from openfelt.cage.fees import MONEY
from openfelt.cage.ledger import transfer
from openfelt.cards import UNKNOWN
from openfelt.errors import InvariantBroken, OpenfeltError, StaleView
from openfelt.floor import Author, RuleOn, Use
from openfelt.pit import Round
from openfelt.pit import commands as pc
from openfelt.pit.round import BETTING
from openfelt.pit.wagers import least_purse
from openfelt.room import events as r
from openfelt.room import orders as o
from openfelt.room.banked import PLAY, PLAYERS_OWN, PitState
from openfelt.room.banked import decide as decide_pit
from openfelt.room.banked_orders import ByStaff, CloseBetting, InRound, LeaveBox, OpenBetting, OpenPit, TakeBox
from openfelt.room.composition import decide
from openfelt.room.evening import Evening, NamedShoe
from openfelt.room.given import FixedDeck
from openfelt.room.house_events import FeePaid, FeeReturned, ShuffleCommitted
from openfelt.room.postings import seat_postings
from openfelt.room.purses import issue, postings
from openfelt.room.state import TableState
from openfelt.room.table import begin
from openfelt.room.table_accounts import TableAccounts
from openfelt.room.table_terms import open_table
from openfelt.stories.hands import Paused, WentOn
from openfelt.stories.lines import GivenOrder
from openfelt.stories.telling import TELLINGS
from openfelt.table import commands as c
from openfelt.table.events import StreetDealt
from openfelt.table.ruling_events import PowerUsed
from tests.stories.decided import key_of_story
from tests.stories.runner import FLOOR, FOLDER, HANDS, ROUNDS, files, stories

TABLE = "T"
PURSE = 10**9
FEE = 700  # for the hand, from the purse
NOT_ON_RECORD = 10**6
REVIEWED = re.compile(r"\bof (\d+)")

# Stories that a room cannot tell so, and why. The list may only shrink.
APART = {
    "nsw-poker/floor/8.2.1_stakes.hand (12) 1000 refused~not-possible": (
        "the hand is told what was brought to a stake within the limits; a room tells it only of others"
    ),
}

MOST_APART = 1


def told(story):
    """A story after its last line."""
    telling = TELLINGS[story.kind](story)
    for step in telling.steps:
        telling.take(step)
    return telling


def books(*kinds):
    return sorted({path.relative_to(FOLDER).parts[0] for path in files(*kinds)})


def stories_of(book, *kinds):
    found = [one for one in stories(*kinds) if one.path.relative_to(FOLDER).parts[0] == book]
    return [one for one in found if key_of_story(one) not in APART]


def refusal_of(decide_, state, order, world):
    """How an order is refused."""
    try:
        made = decide_(state, order, world)
    except OpenfeltError as refusal:
        return refusal
    raise AssertionError(f"{order} is not refused: {made.events}")


def require_same_refusal(order, found, wanted):
    assert (found.code, found.cites) == (wanted.code, wanted.cites), f"{order}: {found!r}, not {wanted!r}"


def require_same(order, found, wanted):
    for one, two in zip(found, wanted, strict=False):
        assert one == two, f"{order}: {one}, not {two}"
    assert len(found) == len(wanted), f"{order}: {found[len(wanted) :]} too many, {wanted[len(found) :]} missing"


def require_all(tell, several):
    """Tell several stories again; everything that is wrong with them."""
    assert several
    faults = []
    for story in several:
        try:
            tell(story)
        except (AssertionError, OpenfeltError, InvariantBroken) as fault:
            faults.append(f"{key_of_story(story)}: {fault}")
    assert not faults, "\n".join([f"{len(faults)} of {len(several)} stories are decided otherwise", *faults])


# --- hands and floors -------------------------------------------------------------------------------------------------


class StoryShoe:
    """A shoe that gives what the story's shoe gave; where its dealer paused after so many events, the house waits."""

    def __init__(self, floor_took, house_took, pause_after):
        self.floor_took = list(floor_took)
        self.house_took = list(house_took)
        self.pause_after = pause_after
        self.events = 0
        self.cards, self.at = (), 0

    def copy(self):
        twin = StoryShoe(self.floor_took, self.house_took, self.pause_after)
        twin.events = self.events
        return twin

    @property
    def number(self):
        """As if it had been shuffled anew there: the house does not go on before that is told."""
        return int(self.pause_after is not None and self.events >= self.pause_after)

    def take(self, count):
        if self.floor_took:
            found = self.floor_took.pop(0)
        else:
            found = tuple(self.house_took[:count])
            del self.house_took[:count]
        assert len(found) == count, "the shoe is asked for other cards than in the story"
        return found

    def peek(self, count):
        return self.take(count) if self.floor_took else tuple(self.house_took[:count])

    def take_bottom(self):
        return self.take(1)[0]

    def reshuffle(self, pool, keep):
        """The story knows what comes next."""


class StoryState(TableState):
    """A table whose shoe knows how far the hand has come."""

    def copy(self):
        twin = super().copy()
        return StoryState(**{one.name: getattr(twin, one.name) for one in fields(TableState)})

    def fold(self, event):
        super().fold(event)
        if self.shoe is not None and is_of_hand(event):
            self.shoe.events += 1


def is_of_hand(event):
    return type(event).__module__.startswith("openfelt.table")


class Turn:
    """An order of a story, and all that the house did after it."""

    def __init__(self, asked):
        self.asked = asked
        self.events = list(asked.events)
        self.house_took = []
        self.named = []  # by the dealer of real cards, deal by deal
        self.pause_after = None  # so many events

    def go_on(self, one):
        """The next step of the house."""
        self.events += one.events
        match one.order:
            case c.Burn(card=card):
                self.house_took.append(card)
            case c.DealShared(card=card):
                self.house_took.append(card)
                self.named.append((card,))
            case c.DealDraw(cards=cards):
                self.house_took += cards
            case c.DealStreet(cards=cards):
                self.house_took += cards
                self.named += filter(None, [tuple(card for card in cards if card != UNKNOWN)])


def turns_of(play):
    """The orders of a hand, its deal first."""
    made = [Turn(GivenOrder("the deal", tuple(play.events[:1])))]
    for one in play.asked:
        if isinstance(one.order, Paused):
            made[-1].pause_after = len(made[-1].events)
        elif one.by_house:
            made[-1].go_on(one)
        else:
            made.append(Turn(one))
    return made


class HandAgain:
    """The hand of a story at a table of the room, where everyone has paid a fee for it."""

    def __init__(self, script, *, names=False):
        self.script = script
        self.names = names  # the cards that lie face up are named by a dealer; there is no shoe
        self.players = {seat: f"player {seat}" for seat, _ in script.players}
        self.world = Evening()
        self.returned = []

    @property
    def state(self):
        return self.world.tables[TABLE]

    def seat_players(self, blinds):
        """As the room opens the hand: the seats taken, the fee paid, the deck fixed."""
        script = self.script
        state = StoryState(begin(r.TableOpened(TABLE, script.sign, (), live=script.live)), version=1)
        brought = dict(script.brought)
        fee = MONEY.of(script.sign.rulebook).hand
        taken = [r.SeatTaken(seat, self.players[seat], stack, "now", ()) for seat, stack in script.players]
        opened = r.HandOpened(1, script.button, tuple(self.players), tuple(blinds), tuple(script.late), ())
        paid = [FeePaid(player, "per-hand", FEE, fee) for player in self.players.values()]
        for player in self.players.values():
            self.world.issue(player, PURSE)
        for event in (*taken, opened, *paid, ShuffleCommitted(script.hand_id, "", 52, ())):
            self.world.ledger.post(seat_postings(TableAccounts(TABLE), event))
            state.fold(event)
        for seat, chips in brought.items():
            state.table.places[seat].brought = chips
        self.world.tables[TABLE] = state

    def order(self, asked):
        """What was asked, as an order of the room."""
        hand = self.state.hand
        if asked == "the deal":
            return o.DealHand(self.script.hand_id)
        if isinstance(asked, WentOn):
            return o.GoOn(hand.hand_id)
        if isinstance(asked, RuleOn | Use):
            return o.OnFloor(hand.turns, self.as_reviewed(asked))
        return o.InHand(hand.hand_id, hand.turns, asked, self.players.get(asked.seat, ""))

    def as_reviewed(self, asked):
        """A review is of a decision by its number in the table's stream; in a story, by its number in the hand."""
        of = getattr(getattr(asked, "power", None), "of", 0)
        if not of:
            return asked
        made = self.state.decisions
        return replace(asked, power=replace(asked.power, of=made[of - 1].seq if of <= len(made) else NOT_ON_RECORD))

    def as_told(self, event):
        """An event with the numbers of the story."""
        if type(event) is not PowerUsed:
            return event
        numbers = [one.seq for one in self.state.decisions]
        detail = REVIEWED.sub(lambda found: f"of {numbers.index(int(found[1])) + 1}", event.detail)
        return replace(event, detail=detail)

    def give(self, turn):
        asked = turn.asked
        order = self.order(asked.order)
        is_over = not self.state.table.in_hand
        self.state.shoe = None if self.names else StoryShoe(asked.took, turn.house_took, turn.pause_after)
        self.try_wrongly(order)
        if isinstance(order, o.GoOn) and not turn.events:
            assert isinstance(refusal_of(decide, self.state, order, self.world), StaleView)
        elif asked.refusal is None:
            made = self.world.give(TABLE, order)
            for cards in turn.named if self.names else ():
                made += self.world.give(TABLE, o.NameCards(cards))
            self.returned += [event for event in made if isinstance(event, FeeReturned)]
            require_same(order, [self.as_told(event) for event in made if is_of_hand(event)], turn.events)
        elif isinstance(order, o.InHand) and is_over:  # a table has no hand then, and no clause for it
            assert isinstance(refusal_of(decide, self.state, order, self.world), StaleView)
        else:
            require_same_refusal(order, refusal_of(decide, self.state, order, self.world), asked.refusal)
        self.require_money()

    def try_wrongly(self, order):
        """Out of its turn, for somebody else, or at a stopped table nobody plays."""
        if not isinstance(order, o.InHand | o.OnFloor):
            return
        late = refusal_of(decide, self.state, replace(order, turn=order.turn - 1), self.world)
        assert isinstance(late, StaleView), late
        if not isinstance(order, o.InHand):
            return
        other = next(player for player in self.players.values() if player != order.player)
        if order.player:
            assert isinstance(refusal_of(decide, self.state, replace(order, player=other), self.world), StaleView)
        if self.state.table.in_hand:
            stopped = decide(self.state, o.Freeze(frozen=True, reason="a look"), self.world).after
            assert refusal_of(decide, stopped, order, self.world).code == "frozen"

    def require_money(self):
        """The ledger has what the table counts; the fee goes back, once, if nobody won the hand."""
        state = self.state
        for player in self.players.values():
            place = state.table.place_of(player)
            if place is None:
                continue
            hand = state.hand
            in_play = state.table.in_hand and hand is not None and place.seat in hand.seats
            chips = hand.stacks[hand.seats.index(place.seat)] if in_play else place.stack
            assert not in_play or hand.start[hand.seats.index(place.seat)] == place.stack, player
            assert self.world.stake(TABLE, player) == chips + place.queued, player
        if not state.table.in_hand:
            assert self.world.ledger.balance(accounts.pot(TABLE)) == 0
            due = self.players.values() if state.hand.outcome in {"misdeal", "void"} else ()
            assert sorted(fee.player for fee in self.returned) == sorted(due)


def can_be_named(play):
    """Whether the dealer of a live table could tell the hand: no pause before a burn, no card named that lay down."""
    dealt = [event for event in play.events if isinstance(event, StreetDealt)]
    down = {card for event in dealt for pile in event.down for card in pile}
    return down <= {UNKNOWN} and not any(isinstance(one.order, Paused) for one in play.asked)


def tell_hand_again(story):
    """Tell the story of a hand to the composition."""
    play = told(story).play
    script = play.script
    again = HandAgain(script, names=script.live and can_be_named(play))
    if play.events:
        again.seat_players(play.events[0].blinds)
        for turn in turns_of(play):
            again.give(turn)
        return
    for asked in play.asked:
        if asked.order == "the sign":
            with pytest.raises(OpenfeltError) as found:
                open_table(TABLE, script.sign)
            require_same_refusal(asked.order, found.value, asked.refusal)
        else:
            again.seat_players(script.posts or ())
            order = o.DealHand(script.hand_id)
            require_same_refusal(order, refusal_of(decide, again.state, order, again.world), asked.refusal)


@pytest.mark.parametrize("kind", [HANDS, FLOOR], ids=["hands", "floors"])
@pytest.mark.parametrize("book", books(HANDS, FLOOR))
def test_hands_and_floors(book, kind):
    require_all(tell_hand_again, stories_of(book, kind))


# --- house-banked rounds ----------------------------------------------------------------------------------------------

KIM = Author("Kim", "supervisor")


class PitEvening(Evening):
    """An evening whose decks are in the order that the story names."""

    cards = ()

    def deck(self, shuffle, of):
        return FixedDeck(NamedShoe(self.cards or of.cards), "")


class RoundAgain:
    """A house-banked table of a story in the room; with `by_hand`, a dealer gives every order and takes every step."""

    def __init__(self, opening, *, by_hand):
        self.world = PitEvening()
        self.world.ledger.post(postings(issue(accounts.HOUSE, PURSE)))
        self.state = PitState(TABLE, Round(), live=by_hand)
        for event in opening.events:
            self.state.fold(event)
        for seat in opening.order.seats:
            self.world.issue(seat.player, PURSE + seat.purse)
            moved = transfer(
                seat.purse,
                source=accounts.purse(seat.player),
                target=accounts.stake(TABLE, seat.player),
                reason="buy-in",
                cites=(),
            )
            self.world.ledger.post(moved)

    def orders(self, command):
        """What was asked, as orders of the room."""
        round_ = self.state.round
        if isinstance(command, pc.Open):
            yield OpenPit(command.sign)
        elif self.state.live or not isinstance(command, PLAY):
            yield ByStaff(command, *(() if isinstance(command, PLAY) else (KIM, "as the story says")))
        elif isinstance(command, pc.Join):
            self.world.issue(command.player, PURSE + command.purse)
            yield TakeBox(command.player, command.box, command.purse)
        elif isinstance(command, pc.Leave):
            yield LeaveBox(command.player)
        elif isinstance(command, pc.NextRound):
            yield OpenBetting()
        elif isinstance(command, pc.NoMoreBets):
            if self.state.pending is None and round_.phase == BETTING:
                yield o.FixDeck("deck")
            yield CloseBetting()
        elif isinstance(command, PLAYERS_OWN):
            yield InRound(round_.number, self.player_of(command), command)
        else:
            yield ByStaff(command)

    def player_of(self, command):
        """Who gives a command: the one it names, or whose box it names; for a box of nobody, whoever sits there."""
        if named := getattr(command, "player", ""):
            return named
        round_ = self.state.round
        box = round_.boxes.get(command.box)
        sits = next((player for player, at in round_.seats.items() if at == command.box), "Ann")
        return (box.player if box else "") or sits

    def give(self, turn):
        asked = turn.asked
        self.world.at_ms = getattr(asked.order, "at_ms", self.world.at_ms)
        self.world.cards = asked.took[0] if asked.took else ()
        *before, order = self.orders(asked.order)
        for one in before:
            self.keep(decide_pit(self.state, one, self.world))
        self.try_wrongly(order)
        if isinstance(order, TakeBox) and order.stake < least_purse(self.state.round.sign)[0] and not asked.refusal:
            assert refusal_of(decide_pit, self.state, order, self.world).code == "stake"
            for event in turn.events:  # nobody sits down in a room with less than a first wager
                self.state.fold(event)
            return
        if asked.refusal is not None:
            require_same_refusal(order, refusal_of(decide_pit, self.state, order, self.world), asked.refusal)
            return
        made = decide_pit(self.state, order, self.world)
        self.keep(made)
        require_same(order, [event for event in made.events if is_of_round(event)], turn.events)
        if asked.took and self.state.live:
            self.state.round.load(asked.took[0])

    def try_wrongly(self, order):
        """In another round, for somebody else or at a stopped table nobody plays."""
        if not isinstance(order, InRound | ByStaff):
            return
        late = refusal_of(decide_pit, self.state, replace(order, number=self.state.round.number + 1), self.world)
        assert isinstance(late, StaleView), late
        if isinstance(order, InRound):
            other = refusal_of(decide_pit, self.state, replace(order, player="nobody"), self.world)
            box = self.state.round.boxes.get(order.command.box)
            is_somebodys = hasattr(order.command, "player") or (box is not None and box.player)
            assert not is_somebodys or other.code == "not-offered", other
        if isinstance(order.command, PLAY):
            stopped = decide_pit(self.state, o.Freeze(frozen=True, reason="a look"), self.world).after
            assert refusal_of(decide_pit, stopped, order, self.world).code == "frozen"

    def keep(self, made):
        self.world.ledger.post(made.postings)
        self.state = made.after


def is_of_round(event):
    return type(event).__module__.startswith("openfelt.pit")


def tables_of(asked):
    """The orders of a story, table by table: each begins with its opening."""
    made = []
    for one in asked:
        if isinstance(one.order, pc.Open) and one.refusal is None:
            made.append([])
        if made:
            made[-1].append(one)
    return made


def seats_again(opening):
    """A room opens without seats: those that cannot be taken so cannot be taken one after the other."""
    again = RoundAgain(GivenOrder(pc.Open(opening.sign, ())), by_hand=False)
    again.keep(decide_pit(again.state, OpenPit(opening.sign), again.world))
    *first, last = opening.seats
    for seat in opening.seats:
        again.world.issue(seat.player, PURSE)
    for seat in first:
        again.keep(decide_pit(again.state, TakeBox(seat.player, seat.box, seat.purse), again.world))
    assert refusal_of(decide_pit, again.state, TakeBox(last.player, last.box, last.purse), again.world).cites


def tell_round_again(story):
    asked = told(story).asked
    wrong_seats = [
        one for one in asked if isinstance(one.order, pc.Open) and one.refusal and one.refusal.code != "open"
    ]
    for one in wrong_seats:
        seats_again(one.order)
    for opening, *table in tables_of([one for one in asked if one not in wrong_seats]):
        by_hand = any(one.by_hand for one in table)
        again = RoundAgain(opening, by_hand=by_hand)
        turns = []
        for one in table:
            if one.by_house and not by_hand:
                turns[-1].events += one.events
            else:
                turns.append(Turn(one))
        for turn in turns:
            again.give(turn)


@pytest.mark.parametrize("book", books(ROUNDS))
def test_rounds(book):
    require_all(tell_round_again, stories_of(book, ROUNDS))


def test_every_story_apart_is_one():
    """The list names stories that exist, and is not longer than it was."""
    assert set(APART) <= {key_of_story(story) for story in stories(HANDS, FLOOR, ROUNDS)}
    assert len(APART) <= MOST_APART
