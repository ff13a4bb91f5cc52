"""What happens at a table outside its hands, as the log says it. Amounts are marked, so that a reader formats them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.cards import show
from openfelt.room import events as r
from openfelt.room import house_events as h
from openfelt.service.tell import directions
from openfelt.service.tell.calls import line_words
from openfelt.service.tell.games import game_words
from openfelt.service.wire.lines import marked

Name = Callable[[str], str]


def is_of_a_hand(event: Any) -> bool:  # noqa: ANN401 - any event of a table's stream
    """Whether an event is one of a round of play."""
    return type(event).__module__ not in {r.__name__, h.__name__}


def room_words(event: Any, name_of: Name, seat_name: Callable[[int], str]) -> str:  # noqa: ANN401 - not of a hand
    """An event of the seats or of the house in words."""
    if type(event).__module__ == r.__name__:
        return seat_words(event, name_of, seat_name)
    return house_words(event, name_of)


def house_words(event: h.HouseEvent, name_of: Name) -> str:
    """An event of the house in words."""
    match event:
        case h.ShuffleCommitted():
            return f"the deck of the next hand is fixed: {event.root[:16]}…"
        case h.ShoeOrdered():
            fixed = f", their new order is fixed: {event.root[:16]}…" if event.root else ""
            return f"{event.count} cards are left in the shoe{fixed}"
        case h.HandInspected():
            return f"an inspector opened hand {event.number}: {event.reason}"
        case h.HandVoided():
            return f"hand {event.number} is void: its record could not be verified; all wagers go back"
        case h.FeePaid():
            return f"{name_of(event.player)} pays {marked(event.amount)} ({event.method})"
        case h.FeeOwed():
            return f"{name_of(event.player)} owes {marked(event.amount)} ({event.method}) and is not dealt in"
        case h.FeeReturned():
            return f"{name_of(event.player)} gets {marked(event.amount)} back ({event.method})"
        case h.CheckValueSet():
            return f"a commission check is worth {marked(event.value)}, by {event.by}"
        case h.BoxCounted():
            return (
                f"{event.by} counts {marked(event.counted)} in the commission box; by the ledger it held "
                f"{marked(event.expected)}"
            )
        case h.FloorCalled() | h.FloorAnswered():
            return line_words(event, name_of)
        case h.TableFrozen():
            return f"the floor {'stops the table' if event.frozen else 'lets the table go on'}: {event.reason}"


def seat_words(event: Any, name_of: Callable[[str], str], seat_name: Callable[[int], str]) -> str:  # noqa: ANN401, C901, PLR0912
    """An event of the seats in words."""
    match event:
        case r.SeatTaken():
            return f"{name_of(event.player)} sits down in seat {event.seat} with {marked(event.stake)}"
        case r.SeatLeft():
            return f"{name_of(event.player)} leaves seat {event.seat} with {marked(event.stake)}"
        case r.LeaveWithdrawn():
            return f"{seat_name(event.seat)} stays"
        case r.StakeCorrected():
            return f"the stake of {name_of(event.player)} is corrected by {marked(event.by)}"
        case r.StakeAdded() | r.StakeQueued():
            return f"{name_of(event.player)} adds {marked(event.amount)}"
        case r.StakeTakenOff():
            why = f"to the purse, approved by {event.approver}" if event.approver else "for a service"
            said = f": {event.reason}" if event.reason else ""
            return f"{name_of(event.player)} takes {marked(event.amount)} off the table {why}{said}"
        case r.PlayerSent():
            why = f": {event.reason}" if event.reason else ""
            who, chips = name_of(event.who.player), marked(event.who.stake)
            return f"{who} is moved to {event.to} with {chips}, by {event.by}{why}"
        case r.PlayerReceived():
            who, chips = name_of(event.who.player), marked(event.who.stake)
            return f"{who} comes from {event.source} to seat {event.seat} with {chips}"
        case r.PlayerReturned():
            where = f"is back in seat {event.seat}" if event.seat else "has the chips back in the purse"
            return f"{name_of(event.who.player)} {where}: {event.reason}"
        case r.SatOut():
            return f"{seat_name(event.seat)} sits out"
        case r.CameBack():
            return f"{seat_name(event.seat)} comes back"
        case r.SeatChanged():
            return f"seat {event.seat} moves to seat {event.to}"
        case r.BlindMissed():
            return f"{seat_name(event.seat)} misses blind {event.blind}"
        case r.Declared():
            return f"{seat_name(event.seat)} is declared"
        case r.HandOpened():
            return f"hand {event.number}"
        case r.PlayerBarred():
            return f"{name_of(event.player)} is excluded from the game"
        case r.PlayerReadmitted():
            return f"{name_of(event.player)} may play again: {event.reason}"
        case r.DirectionGiven() | r.DirectionLifted():
            return directions.told(event, name_of)
        case r.NoticeGiven():
            return "notice of closing" if event.kind == "closing" else "notice of a new sign"
        case r.SignChanged() if event.level:
            return f"level {event.level}"
        case r.SignChanged():
            return "the new sign is in effect"
        case r.GameAnnounced():
            rounds = f"{event.rounds} rounds of play" if event.rounds != 1 else "one round of play"
            return f"after {rounds} the game changes to {game_words(event.sign)}"
        case r.ChoiceAsked():
            return f"{name_of(event.player)} chooses the next game"
        case r.GameChanged() if event.seat:
            game = game_words(event.sign)
            return f"{name_of(event.player)} chooses {game}" if event.player else f"nobody chooses; {game} goes on"
        case r.GameChanged():
            return f"the game is now {game_words(event.sign)}"
        case r.TableClosed():
            return "the table is closed"
        case r.Eliminated():
            return f"{name_of(event.player)} is out of the Freeze Out"
        case r.Excused():
            reason = f": {event.reason}" if event.reason else ""
            return f"{name_of(event.player)} is excused from the Freeze Out; the chips stay{reason}"
        case r.FreezeOutWon():
            return f"{name_of(event.player)} wins the Freeze Out with {marked(event.stake)}"
        case r.TimeWarned():
            return f"{seat_name(event.seat)} has {event.left_s} seconds left to act"
        case r.RulesGiven():
            return f"{name_of(event.to)} is given a copy of the rules: {event.rulebook}"
    return entrant_words(event, name_of)


HELD: Final = {
    "pause": "the clock stands",
    "break": "a break",
    "hand-for-hand": "hand for hand",
    "moves": "players are moved",
    "dispute": "a dispute",
    "end": "the session is over",
    "off-duty": "nobody who conducts the event is there",
}
REMOVED: Final = {
    "eliminated": "is out of the event",
    "disqualified": "is disqualified",
    "session-over": "has played the session",
}


def entrant_words(event: Any, name_of: Callable[[str], str]) -> str:  # noqa: ANN401 - any other event of the seats
    """An event of a table of a tournament in words."""
    match event:
        case r.EntrantSeated():
            return f"{name_of(event.player)} has seat {event.seat} with {marked(event.chips)}"
        case r.ChipsGiven():
            return f"{name_of(event.player)} has {marked(event.chips)} more ({event.why})"
        case r.StacksExchanged():
            changed = [
                f"{name_of(who)} has {marked(after)}" for _, who, before, after in event.stacks if after != before
            ]
            return f"chips are coloured up: {', '.join(changed) or 'nothing is odd'}"
        case r.EntrantRemoved():
            return f"{name_of(event.player)} {REMOVED[event.why]}"
        case r.PlayHeld():
            return f"no round of play after hand {event.until_hand}: {HELD[event.why]}"
        case r.PlayLet():
            return "play goes on"
        case r.Penalised():
            return f"{name_of(event.player)} is kept from {event.hands} hands: {event.reason}"
        case r.KeptOut():
            return f"{name_of(event.player)} is kept from play by a penalty"
        case r.LetInAgain():
            return f"{name_of(event.player)} has served a penalty and plays"
        case r.TimeCardUsed():
            left = f"{event.left} {'card' if event.left == 1 else 'cards'}"
            return f"{name_of(event.player)} has {left} for more time left"
    return jackpot_words(event, name_of)


def jackpot_words(event: Any, name_of: Callable[[str], str]) -> str:  # noqa: ANN401 - any other event of the seats
    """An event of a table of a jackpot in words. The machine's own press is not told each round."""
    match event:
        case r.JackpotJoined():
            return f"the table takes part in the jackpot {event.pool}: {marked(event.increment)} each round of play"
        case r.JackpotLeft():
            return f"the table takes part in the jackpot {event.pool} no more"
        case r.PoolIncremented(how="late") | r.PoolIncremented(how="after"):
            return f"the jackpot has its {marked(event.cents)} for hand {event.number}, authorised by {event.by}"
        case r.PoolIncremented(how="start"):
            return f"no more bets: the jackpot has {marked(event.cents)} more"
        case r.LatePressAuthorised():
            return f"{event.by} authorises the press for hand {event.number}"
        case r.NoMoreBetsPressed():
            return f"no more bets was pressed for hand {event.number}; end game is to follow"
        case r.HandTabled(board=()):
            return f"{name_of(event.player)} puts {show(event.cards)} face up for the jackpot"
        case r.HandTabled():
            cards, board = show(event.cards), show(event.board)
            return f"{name_of(event.player)} puts {cards} face up and asks for the flop: {board}"
        case r.HandCorrected():
            return f"hand {event.number} is corrected; the jackpot follows it"
    return ""
