"""What happens at a house-banked table from round to round, as one state: boxes, round, deck, calls, money.

`decide` refuses with a cited reason or says what happens, and changes nothing; as at a poker table, cards, time and
money outside the table come in as `given`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from msgspec.structs import replace as replace_in

from openfelt import pit
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.cards import deck
from openfelt.errors import RuleViolation, StaleView
from openfelt.floor.ruling import require_words
from openfelt.phrases import Money, Name, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as ev
from openfelt.pit.round import BETTING, DONE
from openfelt.pit.settlement import Spot
from openfelt.pit.wagers import least_purse
from openfelt.room import banked_orders as b
from openfelt.room import orders as o
from openfelt.room.authority import authorise_round, plain
from openfelt.room.calls import NO_CALLS, Calls
from openfelt.room.citing import BankedCites, RoomCites
from openfelt.room.given import Given
from openfelt.room.house_events import (
    FloorAnswered,
    FloorCalled,
    HandInspected,
    HandVoided,
    RealCardsUsed,
    ShuffleCommitted,
    StaffOrdered,
    TableFrozen,
)
from openfelt.room.offices import OFFICES, require_may_open
from openfelt.room.playing import may_play
from openfelt.room.postings import banked_postings
from openfelt.room.rules import ROOM
from openfelt.rulebooks import Cites

PLAYERS_OWN: Final = (
    c.Join, c.Leave, c.Wager, c.SpokenWager, c.Withdraw, c.DeclareBonus, c.Call, c.Raise, c.Stay, c.Fold,
)  # fmt: skip
DEALERS_OWN: Final = (
    c.Cut, c.NoMoreBets, c.Deal, c.DealFlop, c.TakeUp, c.SettleBonus, c.DealRiver, c.TurnDealer, c.TurnCommunity,
    c.ShowHand, c.SettleBox, c.Rack, c.NextRound,
)  # fmt: skip
PLAY: Final = (*PLAYERS_OWN, *DEALERS_OWN)
WITH_REASON: Final = (
    c.DeemSeatHand, c.VoidViewed, c.LetStand, c.VoidHand, c.Sanction, c.VoidWager, c.ExcludePlayer, c.Invalidate,
    c.VoidRound, c.ChangeLimits, c.MarkBox, c.OrderShuffle, c.Direct, c.VacateSeat, c.CloseTable,
    c.LetBack, c.LiftDirection, c.AnnounceLimits, c.AnnounceClosing,
)  # fmt: skip
TIMED: Final = (c.AnnounceLimits, c.AnnounceClosing, c.PutIntoEffect)
ACTS_KEPT: Final = 200
DEALT_OR_DEAD: Final = (ev.BettingClosed, ev.ShuffleOrdered, ev.CardsChanged)  # what a deck waits for, or is spoilt by


class StaffAct(NamedTuple):
    """An act of staff, with its number in the table's stream."""

    seq: int
    event: StaffOrdered


@dataclass(slots=True)
class PitState:
    """A house-banked table in or between its rounds. The round's shoe is loaded by whoever keeps the deck."""

    name: str
    round: pit.Round
    version: int = 0  # how many events of the stream have been folded
    shuffle: ShuffleCommitted | None = None
    pending: ShuffleCommitted | None = None  # a deck that is fixed and not yet dealt from
    calls: Calls = NO_CALLS
    frozen: bool = False
    live: bool = False  # real cards, entered by a dealer
    acts: tuple[StaffAct, ...] = ()  # the latest acts of staff
    inspected: frozenset[tuple[int, str]] = frozenset()  # which rounds were opened to which inspectors

    def copy(self) -> PitState:
        """The same, to try something on."""
        return replace(self, round=self.round.copy())

    @property
    def cites(self) -> RoomCites:
        """By which clauses of its book the room acts at this table."""
        return ROOM.of(self.round.rulebook).acts

    @property
    def own_cites(self) -> BankedCites:
        """The clauses of its book for what the room does at a house-banked table only."""
        found = ROOM.of(self.round.rulebook).banked
        assert found is not None, f"{self.round.rulebook} has no house-banked tables"
        return found

    @property
    def laid(self) -> int:
        """Chips on the boxes."""
        return self.round.laid

    def fold(self, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Record one event. The shoe is not touched here."""
        self.version += 1
        match event:
            case FloorCalled() | FloorAnswered():
                self.calls = self.calls.after(self.version, event)
            case TableFrozen():
                self.frozen = event.frozen
            case RealCardsUsed():
                self.live = True
            case StaffOrdered():
                self.acts = (*self.acts, StaffAct(self.version, event))[-ACTS_KEPT:]
            case HandInspected():
                self.inspected |= {(event.number, event.inspector)}
            case ShuffleCommitted():
                self.shuffle = self.pending = event
            case HandVoided():
                self.pending = None
                end_without_play(self.round)
            case _:
                pit.evolve(self.round, event)
                if isinstance(event, DEALT_OR_DEAD):
                    self.pending = None


def end_without_play(round_: pit.Round) -> None:
    """The round is over and does not count: purses and bank as they were when it opened, no card on the table."""
    for player in round_.seats:
        round_.purses[player] = round_.opening[player]
    round_.clear()
    round_.shoe = []
    round_.bank = round_.total - sum(round_.purses.values())
    round_.phase = DONE


@dataclass(frozen=True, slots=True)
class PitDecided:
    """What an order does: the state after it, which is the fold of its events, and the ledger lines they imply."""

    after: PitState
    events: tuple[Any, ...]
    postings: tuple[Posting, ...]


class PitDraft:
    """A copy of the table, and what an order would do to it."""

    def __init__(self, state: PitState, given: Given) -> None:
        self.state = state.copy()
        self.round = self.state.round
        self.given = given
        self.events: list[Any] = []
        self.postings: list[Posting] = []

    def play(self, command: c.Command) -> None:
        """Give a command to the round, then let the house go on; with real cards the dealer takes every step."""
        self.record(pit.decide(self.round, command))
        for step in pit.house_steps(self.round) if not self.state.live else ():
            self.record(pit.decide(self.round, step))

    def record(self, events: tuple[Any, ...]) -> None:
        """Fold events and post what they moved."""
        for event in events:
            before, bank = dict(self.round.purses), self.round.bank
            self.note(event)
            self.postings += banked_postings(self.state.name, self.round, event, before, bank)

    def note(self, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Fold an event that moves no chips by itself."""
        self.state.fold(event)
        self.events.append(event)


def decide(state: PitState, order: b.PitOrder, given: Given) -> PitDecided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    draft = PitDraft(state, given)
    _ANSWERS[type(order)](draft, order)
    return PitDecided(draft.state, tuple(draft.events), tuple(draft.postings))


# -- boxes and bets ------------------------------------------------------------------------------------------------


def _open(draft: PitDraft, order: b.OpenPit) -> None:
    require_may_open(order.by, order.sign.rulebook)
    draft.play(pit.Open(order.sign, ()))
    if order.live:
        draft.note(RealCardsUsed(draft.round.game.deal))


def _take_box(draft: PitDraft, order: b.TakeBox) -> None:
    chapter = OFFICES.of(draft.round.rulebook)
    chapter.require_no_office(order.player, order.offices, live=draft.state.live)
    if draft.state.live:
        message = phrase(
            "chips and cards are real at {name}: its dealer seats the players", name=Name(draft.state.name)
        )
        raise RuleViolation("real-cards", draft.state.cites.stake, message, legal=("sit down at the table itself",))
    join = c.Join(order.player, order.box, order.stake)
    pit.decide(draft.round, join)  # refuse a player who may not sit here before looking at the stake
    standing = draft.given.standing(order.player)
    book, table = draft.round.rulebook, draft.state.name
    may_play(standing, "pit", draft.given.at_ms, book=book, table=table, bringing=order.stake)
    held = draft.given.balance(accounts.purse(order.player))
    if held < order.stake:
        raise RuleViolation("purse", draft.state.cites.stake, phrase("your purse holds {held}", held=Money(held)))
    least, cites = least_purse(draft.round.sign)
    if order.stake < least:
        message = phrase("a stake of {stake} is too little for the least ante", stake=Money(order.stake))
        raise RuleViolation("stake", cites, message, legal=(phrase("{least} or more", least=Money(least)),))
    draft.play(join)


def _leave_box(draft: PitDraft, order: b.LeaveBox) -> None:
    draft.play(c.Leave(order.player))


def _in_round(draft: PitDraft, order: b.InRound) -> None:
    """A player's own act: only what is offered to that player now. What is not is refused by its own clause."""
    require_round(draft, order.number)
    require_running(draft.state)
    seated = order.player in draft.round.seats
    mine = tuple(pit.player_choices(draft.round, order.player)) if seated else ()
    if not any(offer.covers(order.command) for offer in mine):
        if is_own(draft.round, order):
            pit.decide(draft.round, order.command)
        words = tuple(type(offer.command).__name__ for offer in mine)
        cites = draft.state.own_cites.not_offered
        raise RuleViolation("not-offered", cites, "that is not among your offers now", legal=words)
    draft.play(order.command)


def is_own(round_: pit.Round, order: b.InRound) -> bool:
    """Whether a command is the player's own: it names the player, or a box that belongs to nobody else."""
    if not isinstance(order.command, PLAYERS_OWN):
        return False
    command: Any = order.command
    if hasattr(command, "player"):
        return bool(command.player == order.player)
    box = round_.boxes.get(command.box)
    return box is None or box.player in {"", order.player}


def require_round(draft: PitDraft, number: int) -> None:
    """Refuse an order that was meant for another round."""
    if draft.round.number != number:
        raise StaleView(
            phrase("round {number} is over; the present one is {round}", number=number, round=draft.round.number)
        )


def require_running(state: PitState) -> None:
    """Refuse play at a table that the floor has stopped."""
    if state.frozen:
        raise RuleViolation("frozen", state.cites.stop, "the floor has stopped the table")


def _time_up(draft: PitDraft, order: b.TimeUp) -> None:
    """A player out of time folds."""
    if (draft.round.number, draft.round.to_act) != (order.number, order.box):
        raise StaleView("the player has acted")
    require_running(draft.state)
    draft.play(c.Fold(order.box))


def _see_off(draft: PitDraft, order: b.SeeOff) -> None:
    """Take a player's wagers off the layout, those that need an ante before the ante, and let the player go."""
    if order.player not in draft.round.seats:
        return
    for box in draft.round.boxes.values():
        laid = sorted(box.stakes, key=lambda spot: spot is Spot.ANTE) if box.player == order.player else ()
        for spot in laid:
            draft.play(c.Withdraw(box.no, spot))
    draft.play(c.Leave(order.player))


# -- the floor -----------------------------------------------------------------------------------------------------


def _by_staff(draft: PitDraft, order: b.ByStaff) -> None:
    """What staff report, decide or use; with real cards also every act of the dealer and of the players."""
    command, by = at_time(staff_command(draft.state, order), draft.given.at_ms), order.by
    if order.officer is not None:
        by = authorise_round(draft.round, order.officer, command)
    if by is not None and not isinstance(command, PLAY):
        cites = pit.decide(draft.round, command)[0].cites
        kind, number = type(command).__name__, draft.round.number
        draft.note(StaffOrdered(kind, number, by.name, by.role, order.reason, cites))
    draft.play(command)


def at_time(command: c.Command, at_ms: int) -> c.Command:
    """A command that asks for the time, at this time."""
    return replace_in(command, at_ms=at_ms) if isinstance(command, TIMED) else command


def foresee(state: PitState, order: b.ByStaff) -> tuple[ev.Event, ...]:
    """What an order of staff does by itself, before the house goes on. Refuses as `decide` does; changes nothing."""
    return pit.decide(state.round, staff_command(state, order))


def staff_command(state: PitState, order: b.ByStaff) -> c.Command:
    """The command as the table gives it; refuses what is not staff's here. Cards that lie face down are the shoe's."""
    command, round_ = order.command, state.round
    if order.number and order.number != round_.number:
        raise StaleView(
            phrase("round {number} is over; the present one is {round}", number=order.number, round=round_.number)
        )
    if isinstance(command, PLAY):
        require_running(state)
        require_dealer(state, command)
    elif (order.by is not None or order.officer is not None) and needs_reason(command):
        require_words(order.reason)
    return pit.as_dealt(round_, command)


def needs_reason(command: c.Command) -> bool:
    """Whether an act of staff is a ruling or a power, whose reason is recorded; a dispute has its own words."""
    return isinstance(command, WITH_REASON)


def require_dealer(state: PitState, command: c.Command) -> None:
    """Refuse an act of a player, or a deal without its deck, at a table that the house deals."""
    if state.live:
        return
    if isinstance(command, PLAYERS_OWN):
        message = phrase("players act for themselves at {name}, which the house deals", name=Name(state.name))
        raise RuleViolation("not-staffs", state.own_cites.not_offered, message)
    if isinstance(command, c.NoMoreBets) and state.pending is None:
        raise StaleView("no deck is committed to")


def _by_officer(draft: PitDraft, order: o.ByOfficer) -> None:
    """An order that any table knows, if its officer holds an office for it."""
    book, name = draft.round.rulebook, type(order.order).__name__
    if type(order.order) not in _ANSWERS:
        cites = draft.state.own_cites.not_offered
        raise RuleViolation(
            "not-offered", cites, phrase("a house-banked table does not know the order {name}", name=Name(name))
        )
    allowed = plain(OFFICES.of(book), order.officer, order.order)
    _ANSWERS[type(allowed)](draft, allowed)


def _freeze(draft: PitDraft, order: o.Freeze) -> None:
    draft.note(TableFrozen(order.frozen, order.reason, draft.state.cites.stop))


def _call_floor(draft: PitDraft, order: o.CallFloor) -> None:
    cites = draft.state.cites.disputes
    box = draft.round.seats.get(order.player, 0)
    if not box and not (draft.state.live and order.is_staff):
        raise RuleViolation(
            "no-seat", cites, phrase("you have no box at {name}", name=Name(draft.state.name)), legal=("take a box",)
        )
    draft.note(draft.state.calls.call(order.player, box, draft.round.number, order.words, cites))


def _answer_call(draft: PitDraft, order: o.AnswerCall) -> None:
    cites = draft.state.cites.disputes
    draft.note(draft.state.calls.answer(order.call, order.by.name, order.by.role, order.words, cites))


def _inspect(draft: PitDraft, order: o.InspectHand) -> None:
    """All cards of a round may be looked at once it is over, and not before."""
    last = draft.round.number - (draft.round.phase != DONE)
    if not 1 <= order.number <= last:
        legal = (phrase("round 1 to {last}", last=last),) if last > 0 else ()
        cites = draft.state.cites.inspection
        raise RuleViolation(
            "not-now", cites, phrase("round {number} has not been played", number=order.number), legal=legal
        )
    draft.note(HandInspected(order.number, order.inspector, order.reason, draft.state.cites.inspection))


# -- the house -----------------------------------------------------------------------------------------------------


def _fix_deck(draft: PitDraft, order: o.FixDeck) -> None:
    """Fix the deck while bets are laid; its root is told before the first card."""
    if draft.state.pending is not None or draft.round.phase != BETTING:
        raise StaleView("a deck is committed to")  # meanwhile, after a wager
    fixed = draft.given.deck(order.shuffle, deck(52))
    draft.note(ShuffleCommitted(order.shuffle, fixed.root, len(fixed.shoe.cards), draft.state.cites.shuffle))
    draft.round.load(fixed.shoe.cards)


def _close_betting(draft: PitDraft, order: b.CloseBetting) -> None:  # noqa: ARG001 - one signature for every order
    draft.play(c.NoMoreBets())


def _open_betting(draft: PitDraft, order: b.OpenBetting) -> None:  # noqa: ARG001 - one signature for every order
    draft.play(c.NextRound())


def _apply_notice(draft: PitDraft, order: b.ApplyPitNotice) -> None:  # noqa: ARG001 - one signature for every order
    draft.play(c.PutIntoEffect(draft.given.at_ms))


def _void_record(draft: PitDraft, order: o.VoidRecord) -> None:
    """The record of the round does not stand: every wager goes back, and what the bank took or paid is undone."""
    cites = draft.state.own_cites.void
    lines = refunds(draft.state, draft.given, cites)
    draft.note(HandVoided(draft.round.number, order.reason, cites))
    draft.postings += lines


def refunds(state: PitState, given: Given, cites: Cites) -> list[Posting]:
    """Ledger lines that undo the present round: what lies on the layout, and what the bank took or paid."""
    table, round_ = state.name, state.round
    pot = accounts.pot(table)
    lines: list[Posting] = []
    due = {
        accounts.stake(table, player): round_.opening[player] - given.balance(accounts.stake(table, player))
        for player in round_.seats
    }
    for mine, amount in due.items():
        if amount < 0:
            lines += transfer(-amount, source=mine, target=pot, reason="void", cites=cites)
    short = sum(due.values()) - given.balance(pot)
    if short > 0:
        lines += transfer(short, source=accounts.HOUSE, target=pot, reason="void", cites=cites)
    for mine, amount in due.items():
        if amount > 0:
            lines += transfer(amount, source=pot, target=mine, reason="void", cites=cites)
    if short < 0:
        lines += transfer(-short, source=pot, target=accounts.HOUSE, reason="void", cites=cites)
    return lines


_ANSWERS: Final[dict[type, Callable[[PitDraft, Any], None]]] = {
    b.OpenPit: _open,
    b.TakeBox: _take_box,
    b.LeaveBox: _leave_box,
    b.InRound: _in_round,
    b.ByStaff: _by_staff,
    o.ByOfficer: _by_officer,
    b.TimeUp: _time_up,
    b.CloseBetting: _close_betting,
    b.OpenBetting: _open_betting,
    b.SeeOff: _see_off,
    b.ApplyPitNotice: _apply_notice,
    o.FixDeck: _fix_deck,
    o.VoidRecord: _void_record,
    o.Freeze: _freeze,
    o.CallFloor: _call_floor,
    o.AnswerCall: _answer_call,
    o.InspectHand: _inspect,
}
