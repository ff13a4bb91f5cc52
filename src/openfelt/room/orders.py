"""Orders given to a table as a whole: to its seats, to the hand in play, to its floor, or by the house of itself.

An order is a value: who asks for what. Whether it may be done is decided in one place (`composition.decide`).
"""

from __future__ import annotations

import msgspec

from openfelt.cards import Card
from openfelt.floor import RuleOn, Use
from openfelt.floor.ruling import Author
from openfelt.room import after_orders as after
from openfelt.room import commands as q
from openfelt.room import event_orders as v
from openfelt.room import jackpot_orders as j
from openfelt.room import wish_orders as w
from openfelt.room.events import DirectionGiven, Traveller
from openfelt.room.offices import Officer
from openfelt.rulebooks import Cites
from openfelt.table.commands import Command


class Order(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of a table."""


class InHand(Order, frozen=True, tag=True):
    """A player, a bot, a dealer or the clock: this command, in this very turn of this hand and in no other.

    With a `player` the command must be for the seat in which that player sits.
    """

    hand_id: str
    turn: int
    command: Command
    player: str = ""


class NameCards(Order, frozen=True, tag=True):
    """The dealer of a live table: these cards lie face up."""

    cards: tuple[Card, ...]


class SendPlayer(Order, frozen=True, tag=True):
    """The floor: send a player to another table. `act` names the move; `broken_game`: this game broke up.

    `voluntary`: the player asked for it; `must_move`: players of this table have to move to that one.

    At a table of an event the house sends, for a `reason` and by the clauses (`cites`) of the event's own record.
    """

    act: str
    player: str
    to: str
    by: str
    to_seat: int
    broken_game: bool = False
    reason: str = ""
    cites: Cites = ()
    voluntary: bool = False
    must_move: bool = False


class ReceivePlayer(Order, frozen=True, tag=True):
    """The floor: receive a player who was sent from another table, with what came along."""

    act: str
    seat: int
    who: Traveller
    source: str
    by: str
    broken_game: bool = False
    apart: tuple[DirectionGiven, ...] = ()  # directions of other tables that name this player
    cites: Cites = ()  # at a table of an event, why the player was moved
    voluntary: bool = False
    must_move: bool = False


class ReturnPlayer(Order, frozen=True, tag=True):
    """House: the other table refused a player who was sent there; the player comes back."""

    act: str
    reason: str


class SetCheckValue(Order, frozen=True, tag=True):
    """A supervisor: fix what a commission check is worth at this table, before play starts."""

    value: int
    by: str


class CountBox(Order, frozen=True, tag=True):
    """Empty the commission box and count it."""

    counted: int
    by: str


class TakeBack(Order, frozen=True, tag=True):
    """The dealer of a live table: what was entered last was wrong. `entry` is the number of its first event."""

    entry: int
    by: str = ""


class OnFloor(Order, frozen=True, tag=True):
    """The floor: apply a ruling or use a power, in the turn in which it was looked at."""

    turn: int
    order: RuleOn | Use


class Freeze(Order, frozen=True, tag=True):
    """The floor: stop the table, or let it go on."""

    frozen: bool
    reason: str


class CallFloor(Order, frozen=True, tag=True):
    """A player at the table, or its live dealer (`is_staff`), calls the floor. Nothing stops for it."""

    player: str
    words: str
    is_staff: bool = False


class AnswerCall(Order, frozen=True, tag=True):
    """The floor: answer a call, named by its number in the table's stream."""

    call: int
    by: Author
    words: str


class InspectHand(Order, frozen=True, tag=True):
    """An inspector: ask to see every card of a finished hand."""

    number: int
    inspector: str
    reason: str


class FixDeck(Order, frozen=True, tag=True):
    """House: open the next hand, take its fee, and fix its deck under this name before the first card."""

    shuffle: str


class DealHand(Order, frozen=True, tag=True):
    """House: deal the hand that was opened, now that the root of its deck has been told."""

    shuffle: str


class DealLive(Order, frozen=True, tag=True):
    """The dealer of a live table: open the next hand; posts are taken and hole cards go out unseen."""


class GoOn(Order, frozen=True, tag=True):
    """House: deal on from a new order of the shoe, now that its root has been told."""

    hand_id: str


class AskChoice(Order, frozen=True, tag=True):
    """House: ask the player who is to have the button which game is played next."""


class ChooseGame(Order, frozen=True, tag=True):
    """The player who was asked: this game is played next, by its place among those of the sign, from 0."""

    player: str
    turn: int


class EndChoice(Order, frozen=True, tag=True):
    """House: the player who was asked is away or has not chosen in time; the game that was played last goes on."""


class ChargeFees(Order, frozen=True, tag=True):
    """House: take what the sign asks for now."""


class VoidRecord(Order, frozen=True, tag=True):
    """House: the record of the hand in play does not stand; every wager goes back."""

    reason: str


# What staff orders at a table.
StaffOrder = (
    q.SitDown | q.StandUp | q.SitOut | q.ComeBack | q.GiveNotice | q.Vacate | q.LiftDirection | q.TakeOff
    | SendPlayer | ReceivePlayer | SetCheckValue | CountBox
    | InHand | NameCards | TakeBack | DealLive | OnFloor | Freeze | CallFloor | AnswerCall | InspectHand
    | j.PressNoMoreBets | j.PressEndGame | j.AuthorisePress | j.TableHand
)  # fmt: skip


class ByOfficer(Order, frozen=True, tag=True):
    """Staff: an officer gives this order, in the offices held at that moment. It bears the officer's name."""

    officer: Officer
    order: StaffOrder


TableOrder = (
    q.SitDown | q.StandUp | q.KeepSeat | q.AddStake | q.SitOut | q.ComeBack | q.ChangeSeat | q.GiveNotice
    | q.ApplyNotice | q.Vacate | q.SendAway | q.LetBack | q.Direct | q.LiftDirection | q.WarnTime | q.GiveRules
    | q.TakeOff | SendPlayer | ReceivePlayer | ReturnPlayer | SetCheckValue | CountBox
    | InHand | NameCards | TakeBack | OnFloor | Freeze | CallFloor | AnswerCall | InspectHand | ByOfficer
    | after.ShowAfter | after.SeeRabbit | w.ChooseTopUp | w.TopUp | w.VoteBomb | w.UseTimeBank | w.EndGame
    | FixDeck | DealHand | DealLive | GoOn | ChargeFees | VoidRecord | AskChoice | ChooseGame | EndChoice
    | v.SeatEntrant | v.GiveChips | v.ExchangeStacks | v.RemoveEntrant | v.SeatSubstitute
    | v.SetLevel | v.HoldPlay | v.LetPlay | v.Penalise | v.KeepOut | v.LetIn
    | j.JoinJackpot | j.LeaveJackpot | j.PressNoMoreBets | j.PressEndGame | j.AuthorisePress | j.TableHand
)  # fmt: skip

# What a story tells of a round of play without its cards: that it opens, how it ends, that a stake was found short.
ToldOrder = q.OpenHand | q.CloseHand | q.RequireStake | q.Speak | q.LookOn
