"""Real tables of an event, with cards and named bots, through the room's own composition.

Every order of the director becomes the order that a table of the room knows; every round is dealt from a deck that the
seed shuffles, and each bot sees what its own seat sees. All chips are on one ledger, in the event's own currency.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from openfelt.bots import find_bot
from openfelt.cards import Deck
from openfelt.errors import InvariantBroken
from openfelt.games import Sign
from openfelt.room import commands as q
from openfelt.room import entrant_events as en
from openfelt.room import event_orders as v
from openfelt.room import events as r
from openfelt.room.composition import decide
from openfelt.room.evening import Evening, NamedShoe
from openfelt.room.given import FixedDeck
from openfelt.room.moving import order_to_receive
from openfelt.room.orders import DealHand, FixDeck, GoOn, InHand, SendPlayer
from openfelt.table import Viewer, legal, view
from openfelt.table.hand import HOUSE
from openfelt.tournaments import table_orders as t
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.items import is_none
from openfelt.tournaments.level_check import level_sign
from openfelt.tournaments.vocabulary import HandResult

NAME: Final = "lab"
MOST_ACTS: Final = 10_000  # of one round


class ShuffledEvening(Evening):
    """A room in memory whose decks are shuffled by a seed."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seed = seed

    def deck(self, shuffle: str, of: Deck) -> FixedDeck:
        """A deck in the order that its name and the seed give."""
        cards = list(of.cards)
        Random(f"{self.seed} cards {shuffle}").shuffle(cards)
        return FixedDeck(NamedShoe(tuple(cards)), "")


class DealtTables:
    """All tables of one event."""

    def __init__(self, conditions: Conditions, seed: str, bots: Mapping[str, str]) -> None:
        self.conditions, self.bots = conditions, bots
        self.evening = ShuffledEvening(seed)
        self.chance = Random(f"{seed} bots")
        self._numbers: dict[int, str] = {}
        self._sessions: dict[int, str] = {}
        self._closed: dict[int, list[t.ClosedHand]] = {}
        self._began_ms: dict[int, int] = {}
        self._given: dict[int, tuple[str, ...]] = {}  # acts by which chips were given out
        self._given_before: dict[int, tuple[str, ...]] = {}  # those before the last round began

    def _table(self, number: int) -> Any:  # noqa: ANN401 - the room's table
        return self.evening.tables[self._numbers[number]].table

    def numbers(self) -> Iterable[int]:
        """Every table that was set up."""
        return self._numbers

    def report(self, number: int, noted: int) -> t.TableReport:
        """A table as it stands."""
        table = self._table(number)
        self._closed[number] = [one for one in self._closed[number] if one.number > noted]
        return t.TableReport(
            number,
            table.name,
            table.number,
            table.in_hand,
            {seat: (place.player, place.stack) for seat, place in table.places.items()},
            table.button,
            table.level,
            self._sessions[number],
            table.held.until_hand if table.held is not None else None,
            tuple(self._closed[number]),
            table.closed,
            self.evening.tables[table.name].version,
            given=self._given[number],
        )

    def may_deal(self, number: int) -> bool:
        """Whether a round can begin there."""
        table = self._table(number)
        live = sum(place.stack > 0 for place in table.places.values())
        return not table.in_hand and not table.closed and not table.is_held and live > 1

    def is_held(self, number: int) -> bool:
        """Whether the director holds it."""
        return self._table(number).held is not None

    # -- rounds --------------------------------------------------------------------------------------------------------

    def deal(self, number: int, now_ms: int) -> int:
        """Open a round, fix its deck, and deal."""
        self.evening.at_ms = now_ms
        name, table = self._numbers[number], self._table(number)
        shuffle = f"{name}/{table.number + 1}"
        self.evening.give(name, FixDeck(shuffle))
        self._began_ms[number], self._given_before[number] = now_ms, self._given[number]
        self._keep(number, self.evening.give(name, DealHand(shuffle)))
        return len(self._table(number).dealt)

    def close(self, number: int, now_ms: int) -> t.ClosedHand:
        """Let the bots play the round to its end."""
        self.evening.at_ms = now_ms
        name = self._numbers[number]
        for _ in range(MOST_ACTS):
            state = self.evening.tables[name]
            if not state.table.in_hand:
                return self._closed[number][-1]
            self._keep(number, self.evening.give(name, self._next(state)))
        raise InvariantBroken(f"a round at {name} does not end")

    def _next(self, state: Any) -> InHand | GoOn:  # noqa: ANN401 - the state of a table
        hand = state.hand
        if hand.phase == HOUSE:
            return GoOn(hand.hand_id)
        turn = legal(hand)
        assert turn is not None
        bot = find_bot(state.table.places[turn.seat].bot)
        command = bot(turn, partial(view, hand, Viewer("seat", turn.seat)), self.chance)
        return InHand(hand.hand_id, hand.turns, command)

    def _keep(self, number: int, events: Iterable[Any]) -> None:
        """Keep a round that has ended, as the event notes it."""
        for one in events:
            if not isinstance(one, r.HandClosed):
                continue
            stacks = dict(one.stacks)
            results = tuple(
                HandResult(each.seat, each.player, each.before, each.put_in, stacks[each.seat], each.won, each.all_in)
                for each in one.results
            )
            began, ended = self._began_ms[number], self.evening.at_ms
            button = self._table(number).button
            given = self._given_before[number]
            self._closed[number].append(t.ClosedHand(one.number, results, button, began, ended, given))

    # -- the director's orders -----------------------------------------------------------------------------------------

    def carry_out(self, number: int, order: t.AnyTableOrder, now_ms: int) -> None:
        """An order of the director as a table knows it; refused if it cannot be done now."""
        self.evening.at_ms = now_ms
        match order:
            case t.SetUpTable():
                self._set_up(number, order)
            case t.MovePlayer():
                self._move(number, order)
            case t.ShutTable():
                self._give(number, q.GiveNotice(now_ms))
                self._give(number, q.ApplyNotice(now_ms))
            case t.SeatPlayer():
                bot = self.bots[order.player]
                self._give(number, v.SeatEntrant(order.seat, order.player, order.chips, order.act, bot, order.late))
            case t.GiveMoreChips():
                self._give(number, v.GiveChips(order.player, order.chips, order.why, order.act))
                self._given[number] += (order.act,)
            case t.SeatInstead():
                bot = self.bots[order.substitute]
                self._give(number, v.SeatSubstitute(order.player, order.substitute, order.act, bot))
            case t.TakeOut():
                self._give(number, v.RemoveEntrant(order.player, order.why, order.act))
            case t.PlayLevel():
                self._give(number, v.SetLevel(self._sign(order, self._table(number).sign.seats), order.level))
                self._sessions[number] = order.session
            case t.HoldTable():
                self._give(number, v.HoldPlay(order.until_hand, t.HELD_FOR[order.why]))
            case t.LetTable():
                self._give(number, v.LetPlay())
            case t.KeepFromPlay():
                self._give(number, v.Penalise(order.player, order.hands, act=order.act))

    def _give(self, number: int, order: Any) -> None:  # noqa: ANN401 - an order of the room
        self.evening.give(self._numbers[number], order)

    def _sign(self, order: t.SetUpTable | t.PlayLevel, seats: int) -> Sign:
        session = self.conditions.session(order.session)
        assert session is not None
        level = self.conditions.levels_of(session)[order.level - 1]
        return level_sign(self.conditions, level).replace(
            seats=seats, tournament=True, open_all_in=self.conditions.play.open_all_in
        )

    def _set_up(self, number: int, order: t.SetUpTable) -> None:
        play = self.conditions.play
        button = play.button if isinstance(play.button, tuple) else ()
        moves = not (is_none(play.balancing) and is_none(play.breaking)) or play.final_table_redraw is True
        terms = en.EventTerms(NAME, number, button, moves)
        name = f"table {number}"
        self.evening.open(name, self._sign(order, order.seats), event=terms)
        self._numbers[number], self._sessions[number], self._closed[number] = name, order.session, []
        self._given[number] = ()

    def _move(self, number: int, order: t.MovePlayer) -> None:
        """Both parts of a move, or neither."""
        here, there = self._numbers[number], self._numbers[order.to_table]
        sending = SendPlayer(
            order.act, order.player, there, "house", order.to_seat, reason=order.reason, cites=order.cites
        )
        tables = self.evening.tables
        sent = decide(tables[here], sending, self.evening)
        received = decide(tables[there], order_to_receive(sent.events[-1], here), self.evening)
        self.evening.keep(here, sent)
        self.evening.keep(there, received)
