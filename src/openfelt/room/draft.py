"""A draft: what an order would do to a table, worked out on copies. Nothing happened until somebody keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from openfelt import floor
from openfelt.cage import Posting, accounts
from openfelt.cage.fees import MONEY
from openfelt.errors import RuleViolation, StaleView
from openfelt.floor.grants import Direct
from openfelt.phrases import Seat, phrase
from openfelt.room import charging, rotation
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room.absent import absent_fold
from openfelt.room.citing import RoomCites
from openfelt.room.commands import RoomCommand
from openfelt.room.deciding import decide as decide_seats
from openfelt.room.given import Given, HouseShoe
from openfelt.room.house_events import EntryTakenBack, ShoeOrdered
from openfelt.room.positions import stakes_brought
from openfelt.room.postings import hand_postings, seat_postings
from openfelt.room.results import SeatResult
from openfelt.room.rules import ROOM
from openfelt.room.state import TableState
from openfelt.room.table import Table
from openfelt.rulebooks import Cites, joined
from openfelt.table import Hand, RealCards, decide, house_steps
from openfelt.table import ruling_events as ru
from openfelt.table import start as start_hand
from openfelt.table.hand import ALL_IN, OUT
from openfelt.table.live import live_steps
from openfelt.table.views import shown_board

SHOWN: Final = 1  # of `Hand.shown`


class Draft:
    """A copy of where a table stands, the events a request makes and the postings they imply."""

    def __init__(self, state: TableState, given: Given) -> None:
        self.state = state.copy()
        self.given = given
        self.events: list[Any] = []
        self.postings: list[Posting] = []
        self.state.began = self.state.version
        self._published = self.order_number

    @property
    def order_number(self) -> int:
        """How often the shoe of this hand has been reshuffled."""
        shoe = self.state.shoe
        return shoe.number if shoe is not None else 0

    @property
    def table(self) -> Table:
        """The table."""
        return self.state.table

    @property
    def hand(self) -> Hand | None:
        """The present or last hand."""
        return self.state.hand

    @property
    def shoe(self) -> HouseShoe | None:
        """The shoe; none at a live table."""
        return self.state.shoe

    @shoe.setter
    def shoe(self, shoe: HouseShoe | None) -> None:
        self.state.shoe = shoe
        self._published = self.order_number

    @property
    def cites(self) -> RoomCites:
        """By which clauses of its book the room acts at this table."""
        return ROOM.of(self.table.sign.rulebook).acts

    def purse(self, player: str) -> int:
        """What a player has outside every table, after what this draft takes from it or gives to it."""
        mine = accounts.purse(player)
        return self.given.balance(mine) + sum(line.amount for line in self.postings if line.account == mine)

    # -- orders ------------------------------------------------------------------------------------------------------

    def seat(self, command: RoomCommand) -> None:
        """Give a command to the table."""
        for event in decide_seats(self.table, command):
            self.note(self.without_refund(event))

    def without_refund(self, event: Any) -> Any:  # noqa: ANN401 - any member of RoomEvent
        """Tell a player who leaves that time paid in advance is not refunded (nsw-poker 3.3.3.4)."""
        if type(event) is r.SeatLeft and event.player in self.state.paid_until:
            no_refund = MONEY.of(self.table.sign.rulebook).no_refund
            return replace(event, cites=joined(event.cites, no_refund))
        return event

    def start(self, opened: r.HandOpened, hand_id: str) -> None:
        """Begin the round of play that the room has opened, and let the house deal."""
        sign = self.table.sign.bombed if opened.bomb else self.table.sign
        players = [(seat, self.table.places[seat].stack) for seat in opened.seats]
        blinds = opened.blinds if sign.blinds else None
        start = partial(start_hand, sign, players, button=opened.button, hand_id=hand_id, hangs=True)
        self.note(start(blinds=blinds, late=opened.late, brought=stakes_brought(self.table, opened.seats)))
        self.run_house()

    def play(self, command: Any) -> None:  # noqa: ANN401 - any member of Command
        """Give a command to the hand, then let the house go on."""
        assert self.hand is not None
        for event in decide(self.hand, command):
            self.record(event)
        self.run_house()

    def rule(self, order: floor.RuleOn | floor.Use) -> None:
        """Apply a ruling of the floor or a power used, then let the house go on."""
        assert self.hand is not None
        if self.table.in_hand and not self.state.is_dealt:  # what it would rule on is the hand before
            raise StaleView("the next hand is being dealt; look again")
        shoe = self.shoe if self.shoe is not None else RealCards()
        for event in floor.obey(self.hand, order, shoe, record=self.state.reviewable):
            self.record(event)
        if isinstance(order, floor.Use) and isinstance(order.power, Direct):
            self.direct(order.power, order)
        published = self._published
        self.run_house()
        if self._published == published:
            self.keep_order()

    def direct(self, power: Direct, order: floor.Use) -> None:
        """A direction of the floor binds at the table until it is lifted."""
        used = self.events[-1]  # that the power was used, with its clauses
        players = tuple(self.player_in(seat, used.cites) for seat in power.seats) if power.what == "apart" else ()
        self.seat(q.Direct(power.what, order.author.name, order.reason, used.cites, players))

    def player_in(self, seat: int, cites: Cites) -> str:
        """Who plays a seat in the present or last hand, or sits in it."""
        player = self.state.player_in(seat)
        if not player:
            raise RuleViolation("empty-seat", cites, phrase("nobody plays {seat}", seat=Seat(seat)))
        return player

    def run_house(self) -> None:
        """House steps until someone has a choice; a finished hand is closed in the same breath.

        After a shuffle the house waits: the new order is fixed and told before its first card is dealt.
        """
        hand, shoe = self.hand, self.shoe
        assert hand is not None
        # A live table has no shoe here: the house waits where the dealer has to name a card.
        steps = house_steps(hand, shoe) if shoe is not None else live_steps(hand)
        while self.order_number == self._published:
            self.fold_absent()
            command = next(steps, None)
            if command is None:
                break
            for event in decide(hand, command):
                self.record(event)
        if hand.is_over and self.table.in_hand:
            self.close_hand()
        if self.order_number != self._published:
            self.keep_order()

    def fold_absent(self) -> None:
        """At a table of an event, hands of players who are not there are folded as soon as that is due."""
        while self.table.event is not None and (folded := absent_fold(self.state)) is not None:
            self.record(folded)

    def close_hand(self) -> None:
        """The round of play is over: the table takes the stacks."""
        hand = self.hand
        assert hand is not None
        stacks = {seat: self.table.places[seat].stack for seat in self.table.dealt}
        stacks |= dict(zip(hand.seats, hand.stacks, strict=True))
        misdeal, void = hand.outcome == "misdeal", hand.outcome == "void"
        results = () if misdeal or void else results_of(hand, self.state.players)
        ended = q.CloseHand(tuple(stacks.items()), hand.taken, keep_button=misdeal, void=void, results=results)
        if self.table.jackpot is not None:
            ended = replace(ended, board=shown_board(hand), ended_ms=self.given.at_ms)
        self.close(ended)

    def close(self, command: q.CloseHand) -> None:
        """The table takes the stacks; fees of a void hand go back, and what fell due meanwhile is taken."""
        fees = self.state.hand_fees if command.void or command.keep_button else ()
        owed = tuple(self.state.owed.values())
        self.seat(command)
        charging.on_void(self, fees)
        charging.settle_all(self, owed)
        if (
            not command.void
            and not command.keep_button
            and (next_game := rotation.change(self.table, self.given.at_ms))
        ):
            self.note(next_game)

    def keep_order(self) -> None:
        """Where a clause or a ruling changed the shoe, its order is sealed, so that a restart deals the same cards.

        A shuffle is committed to as the deck was: its root is told, card by card it can be proved.
        """
        shoe, hand = self.shoe, self.hand
        if shoe is None or hand is None or hand.is_over:
            return
        number = self.state.version + 1  # of the event that says so
        name = f"{hand.hand_id}#{number}"
        root = self.given.seal(name, shoe, number)
        told = root if shoe.number != self._published else ""
        self.note(ShoeOrdered(name, len(shoe.cards) - shoe.at, self.cites.shuffle, root=told))
        self._published = shoe.number

    # -- recording ---------------------------------------------------------------------------------------------------

    def note(self, event: Any) -> None:  # noqa: ANN401 - an event of the seats or of the house
        """Record an event that is not the hand's own."""
        self.postings += seat_postings(self.table.accounts, event)
        self.state.fold(event)
        self.events.append(event)

    def record(self, event: Any) -> None:  # noqa: ANN401 - any member of Event
        """Fold one event of the hand and post what it moved."""
        hand = self.hand
        assert hand is not None
        before, taken, start = hand.stacks[:], hand.taken, hand.start
        self.state.fold(event)
        self.events.append(event)
        if hand.stacks != before or hand.taken != taken or hand.start != start:
            self.postings += hand_postings(self.state, event, before, taken, start)
        if hand.start != start:
            self.correct_stakes(event, start)
        elif type(event) is ru.StakeDue:
            self.seat(q.RequireStake(self.state.players[event.seat], event.cites))
        elif type(event) is ru.OutcomeInvalidated and not self.table.in_hand:
            self.pay_otherwise(event, before)
            charging.on_void(self, self.state.hand_fees)
        elif type(event) is ru.AwardMoved:
            self.pay_otherwise(event, before)

    def take_back(self, event: EntryTakenBack) -> None:
        """Record that an entry does not stand, and post back what it moved."""
        hand = self.hand
        assert hand is not None
        self.note(event)
        self.postings += hand_postings(self.state, event, hand.stacks, hand.taken, hand.start)

    def correct_stakes(self, event: Any, start: tuple[int, ...]) -> None:  # noqa: ANN401 - any member of Event
        """The table's own count follows a stake that a ruling put right."""
        hand = self.hand
        assert hand is not None
        for seat, now, was in zip(hand.seats, hand.start, start, strict=True):
            if now != was:
                self.note(r.StakeCorrected(seat, self.state.players[seat], now - was, event.cites))

    def pay_otherwise(self, event: Any, before: list[int]) -> None:  # noqa: ANN401 - any member of Event
        """A round that was paid out is paid otherwise: the table's own count of the stakes follows."""
        hand = self.hand
        assert hand is not None
        for seat, now, was in zip(hand.seats, hand.stacks, before, strict=True):
            if now != was:
                self.note(r.StakeCorrected(seat, self.state.players[seat], now - was, event.cites))


# -- what a closed hand says of each seat ------------------------------------------------------------------------------


def results_of(hand: Hand, players: Mapping[int, str]) -> tuple[SeatResult, ...]:
    """The results of a hand that is over, in the order in which it was dealt."""
    won = dict.fromkeys(hand.seats, 0)
    for _, _, seats, amounts in hand.awards:
        for seat, amount in zip(seats, amounts, strict=True):
            won[seat] += amount
    return tuple(
        SeatResult(
            seat,
            players[seat],
            hand.start[at],
            hand.start[at] + won[seat] - hand.stacks[at],
            won[seat],
            all_in=hand.status[at] == ALL_IN,
            folded=hand.status[at] == OUT,
            shown=(*hand.down[at], *hand.up[at]) if hand.shown[at] == SHOWN else (),
        )
        for at, seat in enumerate(hand.seats)
    )
