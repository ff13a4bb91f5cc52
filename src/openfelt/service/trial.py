"""A trial: what a request would do to a table, worked out on copies. Nothing happened until the journal has it."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from openfelt import floor, room
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.errors import RuleViolation, StaleView
from openfelt.floor.powers import Direct
from openfelt.journal import Sealed
from openfelt.room import events as r
from openfelt.rulebooks import Cites
from openfelt.service.citing import ROOM_CITES
from openfelt.service.sealing import seal_order
from openfelt.service.standing import SeededShoe, Standing
from openfelt.service.stream import FeePaid, FeeReturned, ShoeOrdered
from openfelt.table import Hand, RealCards, decide, house_step
from openfelt.table import events as e
from openfelt.table import ruling_events as ru
from openfelt.table import start as start_hand
from openfelt.table.hand import HOUSE
from openfelt.table.live import run_live


class Trial:
    """A copy of where a table stands, the events a request makes and the postings they imply."""

    def __init__(self, standing: Standing, version: int = 0) -> None:
        self.standing = standing.copy()
        self._version = version
        self.events: list[Any] = []
        self.postings: list[Posting] = []
        self.sealed: list[Sealed] = []
        self._published = self.order_number

    @property
    def order_number(self) -> int:
        """How often the shoe of this hand was shuffled anew."""
        shoe = self.standing.shoe
        return shoe.number if shoe is not None else 0

    @property
    def table(self) -> room.Table:
        """The table."""
        return self.standing.table

    @property
    def hand(self) -> Hand | None:
        """The present or last hand."""
        return self.standing.hand

    @property
    def shoe(self) -> SeededShoe | None:
        """The shoe; none at a live table."""
        return self.standing.shoe

    @shoe.setter
    def shoe(self, shoe: SeededShoe | None) -> None:
        self.standing.shoe = shoe
        self._published = self.order_number

    # -- orders ------------------------------------------------------------------------------------------------------

    def room(self, command: Any) -> None:  # noqa: ANN401 - any member of RoomCommand
        """Give a command to the table."""
        for event in room.decide(self.table, command):
            self.note(event)

    def start(self, opened: r.HandOpened, hand_id: str) -> None:
        """Begin the round of play that the room has opened, and let the house deal."""
        sign = self.table.sign
        players = [(seat, self.table.places[seat].stack) for seat in opened.seats]
        blinds = opened.blinds if sign.blinds else None
        start = partial(start_hand, sign, players, button=opened.button, hand_id=hand_id, hangs=True)
        self.note(start(blinds=blinds, late=opened.late, brought=room.stakes_brought(self.table, opened.seats)))
        self.run_house()

    def play(self, command: Any) -> None:  # noqa: ANN401 - any member of Command
        """Give a command to the hand, then let the house go on."""
        assert self.hand is not None
        for event in decide(self.hand, command):
            self.record(event)
        self.run_house()

    def rule(self, order: floor.RuleOn | floor.Use, *, record: floor.Record | None = None) -> None:
        """Apply a ruling of the floor or a power used, then let the house go on.

        `record` has the decisions of this table that can be reviewed, by their numbers.
        """
        assert self.hand is not None
        if self.table.in_hand and not self.standing.is_dealt:  # what it would rule on is the hand before
            raise StaleView("the next hand is being dealt; look again")
        shoe = self.shoe if self.shoe is not None else RealCards()
        for event in floor.obey(self.hand, order, shoe, record=record):
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
        players = tuple(self.player_of(seat, used.cites) for seat in power.seats) if power.what == "apart" else ()
        self.room(room.Direct(power.what, order.author.name, order.reason, used.cites, players))

    def player_of(self, seat: int, cites: Cites) -> str:
        """Who plays a seat in the present or last hand, or sits in it."""
        place = self.table.places.get(seat)
        player = self.standing.players.get(seat) or (place.player if place is not None else "")
        if not player:
            raise RuleViolation("empty-seat", cites, f"nobody plays seat {seat}")
        return player

    def run_house(self) -> None:
        """House steps until someone has a choice; a finished hand is closed in the same breath.

        After a shuffle the house waits: the new order is fixed and told before its first card is dealt.
        """
        hand, shoe = self.hand, self.shoe
        assert hand is not None
        while hand.phase == HOUSE and self.order_number == self._published:
            # A live table has no shoe here: the house waits where the dealer has to name a card.
            command = house_step(hand, shoe) if shoe is not None else run_live(hand)
            if command is None:
                break
            for event in decide(hand, command):
                self.record(event)
        if hand.is_over and self.table.in_hand:
            self.close_hand()
        if self.order_number != self._published:
            self.keep_order()

    def close_hand(self) -> None:
        """The round of play is over: the table takes the stacks."""
        hand = self.hand
        assert hand is not None
        stacks = {seat: self.table.places[seat].stack for seat in self.table.dealt}
        stacks |= dict(zip(hand.seats, hand.stacks, strict=True))
        self.return_fees(void=hand.outcome in {"void", "misdeal"})
        misdeal, void = hand.outcome == "misdeal", hand.outcome == "void"
        self.room(room.CloseHand(tuple(stacks.items()), hand.taken, keep_button=misdeal, void=void))

    def return_fees(self, *, void: bool) -> None:
        """The fee for a hand that was void goes back to the purses; stakes of a round in play are not touched."""
        for fee in self.standing.hand_fees if void else ():
            self.note(FeeReturned(fee.player, fee.method, fee.amount, fee.cites))

    def keep_order(self) -> None:
        """Where a clause or a ruling changed the shoe, its order is sealed, so that a restart deals the same cards.

        A shuffle is committed to as the deck was: its root is told, card by card it can be proved.
        """
        shoe, hand = self.shoe, self.hand
        if shoe is None or hand is None or hand.is_over:
            return
        number = self._version + len(self.events) + 1  # of the event that says so
        sealed = seal_order(f"{hand.hand_id}#{number}", shoe.cards[shoe.at :], shoe.seed, number)
        root = sealed.root.hex() if shoe.number != self._published else ""
        self.sealed.append(sealed)
        cites = ROOM_CITES[self.table.sign.rulebook].shuffle
        self.note(ShoeOrdered(sealed.shuffle, len(shoe.cards) - shoe.at, cites, root=root))
        self._published = shoe.number

    # -- recording ---------------------------------------------------------------------------------------------------

    def note(self, event: Any) -> None:  # noqa: ANN401 - an event of the room or of the service
        """Record an event that is not the hand's own."""
        self.postings += room_postings(self.table.name, event)
        self.standing.fold(event)
        self.events.append(event)

    def record(self, event: Any) -> None:  # noqa: ANN401 - any member of Event
        """Fold one event of the hand and post what it moved."""
        hand = self.hand
        assert hand is not None
        before, taken, start = hand.stacks[:], hand.taken, hand.start
        self.standing.fold(event)
        self.events.append(event)
        if hand.stacks != before or hand.taken != taken or hand.start != start:
            self.postings += hand_postings(self.standing, event, before, taken, start)
        if hand.start != start:
            self.correct_stakes(event, start)
        elif type(event) is ru.StakeDue:
            self.room(room.RequireStake(self.standing.players[event.seat], event.cites))
        elif type(event) is ru.OutcomeInvalidated and not self.table.in_hand:
            self.pay_otherwise(event, before)
            self.return_fees(void=True)
        elif type(event) is ru.AwardMoved:
            self.pay_otherwise(event, before)

    def correct_stakes(self, event: Any, start: tuple[int, ...]) -> None:  # noqa: ANN401 - any member of Event
        """The table's own count follows a stake that a ruling put right."""
        hand = self.hand
        assert hand is not None
        for seat, now, was in zip(hand.seats, hand.start, start, strict=True):
            if now != was:
                self.note(r.StakeCorrected(seat, self.standing.players[seat], now - was, event.cites))

    def pay_otherwise(self, event: Any, before: list[int]) -> None:  # noqa: ANN401 - any member of Event
        """A round that was paid out is paid otherwise: the table's own count of the stakes follows."""
        hand = self.hand
        assert hand is not None
        for seat, now, was in zip(hand.seats, hand.stacks, before, strict=True):
            if now != was:
                self.note(r.StakeCorrected(seat, self.standing.players[seat], now - was, event.cites))


def hand_postings(
    standing: Standing,
    event: Any,  # noqa: ANN401 - any member of Event
    before: list[int],
    taken: int,
    start: tuple[int, ...],
) -> list[Posting]:
    """Ledger lines for the chips an event moved: between stakes, pot, commission, and purses where a ruling says so."""
    hand, table = standing.hand, standing.table.name
    assert hand is not None
    pot = accounts.pot(table)
    lines: list[Posting] = []
    for at, chips in enumerate(hand.stacks):
        player = standing.players[hand.seats[at]]
        mine, purse = accounts.stake(table, player), accounts.purse(player)
        came = hand.start[at] - start[at]
        amount = chips - before[at] - came
        if came > 0:
            lines += transfer(came, source=purse, target=mine, reason="stake corrected", cites=event.cites)
        if amount:
            source, target = (pot, mine) if amount > 0 else (mine, pot)
            reason = "award moved" if type(event) is ru.AwardMoved else "award" if amount > 0 else "wager"
            lines += transfer(abs(amount), source=source, target=target, reason=reason, cites=event.cites)
        if came < 0:
            lines += transfer(-came, source=mine, target=purse, reason="stake corrected", cites=event.cites)
    fee = accounts.commission(table, FEES.get(type(event), "percentage"))
    if hand.taken > taken:
        lines += transfer(hand.taken - taken, source=pot, target=fee, reason="commission", cites=event.cites)
    elif hand.taken < taken:
        back = transfer(taken - hand.taken, source=fee, target=pot, reason="commission returned", cites=event.cites)
        lines = [*back, *lines]
    return lines


FEES: Final[dict[type, str]] = {e.TimeBought: "time-purchase", ru.RoundVoided: "forfeited"}


def room_postings(table: str, event: Any) -> tuple[Posting, ...]:  # noqa: ANN401 - any event that is not a hand's
    """Ledger lines for chips that come to a table or leave it."""
    match event:
        case r.SeatTaken(player=player, stake=amount):
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=purse, target=mine, reason="buy-in", cites=event.cites)
        case r.StakeAdded(player=player, amount=amount) | r.StakeQueued(player=player, amount=amount):
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=purse, target=mine, reason="top-up", cites=event.cites)
        case FeePaid(player=player, amount=amount):
            source = accounts.stake(table, player) if event.from_stake else accounts.purse(player)
            fee = accounts.commission(table, event.method)
            return transfer(amount, source=source, target=fee, reason="fee", cites=event.cites)
        case FeeReturned(player=player, amount=amount):
            target = accounts.stake(table, player) if event.to_stake else accounts.purse(player)
            fee = accounts.commission(table, event.method)
            return transfer(amount, source=fee, target=target, reason="fee returned", cites=event.cites)
        case r.SeatLeft(player=player, stake=amount) if amount:
            mine, purse = accounts.stake(table, player), accounts.purse(player)
            return transfer(amount, source=mine, target=purse, reason="leave", cites=event.cites)
    return ()
