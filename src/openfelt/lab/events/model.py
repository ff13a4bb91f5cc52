"""Tables of the fast model: rounds by a law of chance, everything else as the director orders it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from openfelt.errors import InvariantBroken
from openfelt.lab.events.law import Stakes, play_round, stakes_of
from openfelt.tournaments import table_orders as t
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.vocabulary import HandResult


@dataclass(slots=True)
class ModelTable:
    """One table: who sits there with what, and how far it may play."""

    number: int
    session: str
    level: int
    players: dict[int, tuple[str, int]] = field(default_factory=dict)
    hands: int = 0
    button: int = 0
    held_until: int | None = None
    closed: list[t.ClosedHand] = field(default_factory=list)
    is_shut: bool = False
    seq: int = 0
    dealt: tuple[int, ...] = ()  # from the button's left on
    began_ms: int = 0
    stakes: Stakes | None = None  # of the round in play
    given: tuple[str, ...] = ()  # acts by which chips were given out
    given_before: int = 0  # how many of them before the round in play began

    def seat_of(self, player: str) -> int:
        """Where a player sits."""
        return next(seat for seat, (who, _) in self.players.items() if who == player)

    def report(self, noted: int) -> t.TableReport:
        """The table as the director reads it."""
        self.closed = [one for one in self.closed if one.number > noted]
        return t.TableReport(
            self.number, f"table {self.number}", self.hands, bool(self.dealt), dict(self.players), self.button,
            self.level, self.session, self.held_until, tuple(self.closed), self.is_shut, self.seq,
            given=self.given,
        )  # fmt: skip


class ModelTables:
    """All tables of one event."""

    def __init__(self, conditions: Conditions, seed: str) -> None:
        self.conditions = conditions
        self.chance = Random(f"{seed} rounds")
        self.tables: dict[int, ModelTable] = {}
        self._stakes: dict[tuple[str, int], Stakes] = {}

    def numbers(self) -> Iterable[int]:
        """Every table that was set up."""
        return self.tables

    def report(self, number: int, noted: int) -> t.TableReport:
        """A table as it stands."""
        return self.tables[number].report(noted)

    def may_deal(self, number: int) -> bool:
        """Whether a round can begin there."""
        table = self.tables[number]
        is_free = table.held_until is None or table.hands < table.held_until
        return is_free and not table.dealt and not table.is_shut and sum(c > 0 for _, c in table.players.values()) > 1

    def is_held(self, number: int) -> bool:
        """Whether the director holds it."""
        return self.tables[number].held_until is not None

    # -- rounds --------------------------------------------------------------------------------------------------------

    def stakes(self, session: str, level: int) -> Stakes:
        """What a level of a session's schedule asks for."""
        key = session, level
        if key not in self._stakes:
            found = self.conditions.session(session)
            assert found is not None
            self._stakes[key] = stakes_of(self.conditions, self.conditions.levels_of(found)[level - 1])
        return self._stakes[key]

    def deal(self, number: int, now_ms: int) -> int:
        """Begin a round with everyone who has chips; the button moves on to the next of them."""
        table = self.tables[number]
        live = sorted(seat for seat, (_, chips) in table.players.items() if chips)
        table.button = next((seat for seat in live if seat > table.button), live[0])
        at = live.index(table.button) + 1
        table.dealt = (*live[at:], *live[:at])
        table.hands, table.began_ms, table.seq = table.hands + 1, now_ms, table.seq + 1
        table.stakes, table.given_before = self.stakes(table.session, table.level), len(table.given)
        return len(live)

    def close(self, number: int, now_ms: int) -> t.ClosedHand:
        """End the round by the law."""
        table = self.tables[number]
        assert table.stakes is not None
        before = [table.players[seat] for seat in table.dealt]
        put, won = play_round([chips for _, chips in before], table.stakes, self.chance)
        results = tuple(
            HandResult(seat, player, chips, paid, chips - paid + got, got, paid == chips)
            for seat, (player, chips), paid, got in zip(table.dealt, before, put, won, strict=True)
        )
        for one in results:
            table.players[one.seat] = (one.player, one.after)
        given = table.given[: table.given_before]
        closed = t.ClosedHand(table.hands, results, table.button, table.began_ms, now_ms, given)
        table.closed.append(closed)
        table.dealt = ()
        table.seq += 1
        return closed

    # -- the director's orders -----------------------------------------------------------------------------------------

    def carry_out(self, number: int, order: t.AnyTableOrder, now_ms: int) -> None:  # noqa: ARG002 - as every table is asked
        """What a table of the room would do."""
        if isinstance(order, t.SetUpTable):
            self.tables[number] = ModelTable(number, order.session, order.level)
            return
        table = self.tables[number]
        table.seq += 1
        match order:
            case t.SeatPlayer(seat, player, chips):
                self._sit(table, seat, player, chips)
            case t.GiveMoreChips(player, chips):
                seat = table.seat_of(player)
                table.given += (order.act,)
                table.players[seat] = (player, table.players[seat][1] + chips)
            case t.TakeOut(player):
                del table.players[table.seat_of(player)]
            case t.MovePlayer():
                _, chips = table.players.pop(order.from_seat)
                self._sit(self.tables[order.to_table], order.to_seat, order.player, chips)
            case t.PlayLevel(session, level):
                table.session, table.level = session, level
            case t.HoldTable(until):
                table.held_until = until
            case t.LetTable():
                table.held_until = None
            case t.ShutTable():
                table.is_shut = True
            case t.KeepFromPlay():
                raise InvariantBroken("nobody is penalised in the laboratory")

    @staticmethod
    def _sit(table: ModelTable, seat: int, player: str, chips: int) -> None:
        if seat in table.players:
            raise InvariantBroken(f"seat {seat} of table {table.number} is taken")
        table.players[seat] = (player, chips)
        table.seq += 1
