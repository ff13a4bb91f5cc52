"""What happens at a table outside its hands, as the log says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.cards import shown
from openfelt.phrases import Count, Money, Name, Phrase, Seat, Text, phrase
from openfelt.room import entrant_events as en
from openfelt.room import events as r
from openfelt.room import house_events as h
from openfelt.room import jackpot_events as je
from openfelt.service.tell import directions
from openfelt.service.tell.calls import frozen_words, line_words
from openfelt.service.tell.games import game_words
from openfelt.table.events import HAND_EVENTS

Who = Callable[[str], str]
# Which blind fell on somebody who was away: a number beside it would read like an amount.
MISSES: Final = (
    "{seat} misses the first blind", "{seat} misses the second blind", "{seat} misses the third blind",
    "{seat} misses the fourth blind", "{seat} misses the fifth blind",
)  # fmt: skip


def is_of_a_hand(event: Any) -> bool:  # noqa: ANN401 - any event of a table's stream
    """Whether an event is one of a round of play."""
    return type(event) in HAND_EVENTS


def room_words(event: Any, name_of: Who, seat_name: Callable[[int], Seat]) -> Text:  # noqa: ANN401 - not of a hand
    """An event of the seats or of the house in words."""
    if type(event) in r.ROOM_EVENTS:
        return seat_words(event, name_of, seat_name)
    return house_words(event, name_of, seat_name)


def house_words(event: h.HouseEvent, name_of: Who, seat_name: Callable[[int], Seat]) -> Text:  # noqa: C901, PLR0912
    """An event of the house in words."""
    match event:
        case h.ShuffleCommitted():
            return phrase("the deck of the next hand is fixed: {root}…", root=Name(event.root[:16]))
        case h.ShoeOrdered(root=""):
            return phrase("{count} cards are left in the shoe", count=Count(event.count))
        case h.ShoeOrdered():
            return phrase(
                "{count} cards are left in the shoe, their new order is fixed: {root}…",
                count=Count(event.count),
                root=Name(event.root[:16]),
            )
        case h.HandInspected():
            said = "an inspector opened hand {number}: {reason}"
            return phrase(said, number=event.number, reason=Name(event.reason))
        case h.HandVoided():
            said = "hand {number} is void: its record could not be verified; all wagers go back"
            return phrase(said, number=event.number)
        case h.FeePaid():
            return fee_words("{player} pays {amount} ({method})", event, name_of)
        case h.FeeOwed():
            return fee_words("{player} owes {amount} ({method}) and is not dealt in", event, name_of)
        case h.FeeReturned():
            return fee_words("{player} gets {amount} back ({method})", event, name_of)
        case h.CheckValueSet():
            said = "a commission check is worth {amount}, by {by}"
            return phrase(said, amount=Money(event.value), by=Name(event.by))
        case h.BoxCounted():
            return phrase(
                "{by} counts {counted} in the commission box; by the ledger it held {expected}",
                by=Name(event.by),
                counted=Money(event.counted),
                expected=Money(event.expected),
            )
        case h.FloorCalled() | h.FloorAnswered():
            return line_words(event, name_of)
        case h.TableFrozen():
            return frozen_words(event)
        case h.EntryTakenBack(seat=0):
            said = "{by} takes back what was entered last: {street}"
            return phrase(said, by=Name(event.by), street=Name(event.street))
        case h.EntryTakenBack():
            said = "{by} takes back what was entered last for {seat}"
            return phrase(said, by=Name(event.by), seat=seat_name(event.seat))


def fee_words(said: str, event: h.FeePaid | h.FeeOwed | h.FeeReturned, name_of: Who) -> Phrase:
    """A fee in words."""
    return phrase(said, player=Name(name_of(event.player)), amount=Money(event.amount), method=event.method)


def seat_words(event: Any, name_of: Who, seat_name: Callable[[int], Seat]) -> Text:  # noqa: ANN401, C901, PLR0912
    """An event of the seats in words."""

    def name(player: str) -> Name:
        return Name(name_of(player))

    match event:
        case r.SeatTaken():
            said = "{player} sits down in seat {seat} with {stake}"
            return phrase(said, player=name(event.player), seat=event.seat, stake=Money(event.stake))
        case r.SeatLeft():
            said = "{player} leaves seat {seat} with {stake}"
            return phrase(said, player=name(event.player), seat=event.seat, stake=Money(event.stake))
        case r.LeaveWithdrawn():
            return phrase("{seat} stays", seat=seat_name(event.seat))
        case r.StakeCorrected():
            said = "the stake of {player} is corrected by {amount}"
            return phrase(said, player=name(event.player), amount=Money(event.by))
        case r.StakeAdded() | r.StakeQueued():
            return phrase("{player} adds {amount}", player=name(event.player), amount=Money(event.amount))
        case r.StakeTakenOff():
            return taken_off_words(event, name_of)
        case r.PlayerSent() | r.PlayerReceived() | r.PlayerReturned():
            return moved_words(event, name_of)
        case r.SatOut():
            return phrase("{seat} sits out", seat=seat_name(event.seat))
        case r.CameBack():
            return phrase("{seat} comes back", seat=seat_name(event.seat))
        case r.SeatChanged():
            return phrase("seat {seat} moves to seat {to}", seat=event.seat, to=event.to)
        case r.BlindMissed():
            return phrase(MISSES[event.blind - 1], seat=seat_name(event.seat))
        case r.Declared():
            return phrase("{seat} is declared", seat=seat_name(event.seat))
        case r.HandOpened():
            return phrase("hand {number}", number=event.number)
        case r.PlayerBarred():
            return phrase("{player} is excluded from the game", player=name(event.player))
        case r.PlayerReadmitted():
            said = "{player} may play again: {reason}"
            return phrase(said, player=name(event.player), reason=Name(event.reason))
        case r.DirectionGiven() | r.DirectionLifted():
            return directions.told(event, name_of)
        case r.NoticeGiven():
            return "notice of closing" if event.kind == "closing" else "notice of a new sign"
        case r.SignChanged() if event.level:
            return phrase("level {level}", level=event.level)
        case r.SignChanged():
            return "the new sign is in effect"
        case r.GameAnnounced(rounds=1):
            return phrase("after one round of play the game changes to {game}", game=game_words(event.sign))
        case r.GameAnnounced():
            said = "after {rounds} rounds of play the game changes to {game}"
            return phrase(said, rounds=Count(event.rounds), game=game_words(event.sign))
        case r.ChoiceAsked():
            return phrase("{player} chooses the next game", player=name(event.player))
        case r.GameChanged() if event.seat and event.player:
            return phrase("{player} chooses {game}", player=name(event.player), game=game_words(event.sign))
        case r.GameChanged() if event.seat:
            return phrase("nobody chooses; {game} goes on", game=game_words(event.sign))
        case r.GameChanged():
            return phrase("the game is now {game}", game=game_words(event.sign))
        case r.TableClosed():
            return "the table is closed"
        case r.Eliminated():
            return phrase("{player} is out of the Freeze Out", player=name(event.player))
        case r.Excused(reason=""):
            return phrase("{player} is excused from the Freeze Out; the chips stay", player=name(event.player))
        case r.Excused():
            said = "{player} is excused from the Freeze Out; the chips stay: {reason}"
            return phrase(said, player=name(event.player), reason=Name(event.reason))
        case r.FreezeOutWon():
            said = "{player} wins the Freeze Out with {stake}"
            return phrase(said, player=name(event.player), stake=Money(event.stake))
        case r.TimeWarned():
            said = "{seat} has {seconds} seconds left to act"
            return phrase(said, seat=seat_name(event.seat), seconds=Count(event.left_s))
        case r.RulesGiven():
            said = "{player} is given a copy of the rules: {rulebook}"
            return phrase(said, player=name(event.to), rulebook=Name(event.rulebook))
    return entrant_words(event, name_of)


def taken_off_words(event: r.StakeTakenOff, name_of: Who) -> Phrase:
    """Chips that a player takes off the table: for a service, or to the purse."""
    said = phrase(
        "{player} takes {amount} off the table to the purse, approved by {approver}"
        if event.approver
        else "{player} takes {amount} off the table for a service",
        player=Name(name_of(event.player)),
        amount=Money(event.amount),
        approver=Name(event.approver),
    )
    return phrase("{said}: {reason}", said=said, reason=Name(event.reason)) if event.reason else said


def moved_words(event: r.PlayerSent | r.PlayerReceived | r.PlayerReturned, name_of: Who) -> Phrase:
    """A player who is moved between tables."""
    player, stake, reason = Name(name_of(event.who.player)), Money(event.who.stake), Name(getattr(event, "reason", ""))
    match event:
        case r.PlayerSent():
            said = "{player} is moved to {table} with {stake}, by {by}"
            parts = {"player": player, "table": Name(event.to), "stake": stake, "by": Name(event.by)}
            return phrase(f"{said}: {{reason}}", **parts, reason=reason) if reason.name else phrase(said, **parts)
        case r.PlayerReceived():
            said = "{player} comes from {table} to seat {seat} with {stake}"
            return phrase(said, player=player, table=Name(event.source), seat=event.seat, stake=stake)
        case r.PlayerReturned(seat=0):
            return phrase("{player} has the chips back in the purse: {reason}", player=player, reason=reason)
        case r.PlayerReturned():
            said = "{player} is back in seat {seat}: {reason}"
            return phrase(said, player=player, seat=event.seat, reason=reason)


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
    "eliminated": "{player} is out of the event",
    "disqualified": "{player} is disqualified",
    "session-over": "{player} has played the session",
}


def entrant_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401, C901 - any other event of the seats
    """An event at a table of a tournament in words."""

    def name(player: str) -> Name:
        return Name(name_of(player))

    match event:
        case en.EntrantSeated():
            said = "{player} has seat {seat} with {chips}"
            return phrase(said, player=name(event.player), seat=event.seat, chips=Money(event.chips))
        case en.ChipsGiven():
            said = "{player} has {chips} more ({why})"
            return phrase(said, player=name(event.player), chips=Money(event.chips), why=event.why)
        case en.StacksExchanged():
            changed = tuple(
                phrase("{player} has {chips}", player=name(who), chips=Money(after))
                for _, who, before, after in event.stacks
                if after != before
            )
            return phrase("chips are coloured up: {changed}", changed=changed or "nothing is odd")
        case en.EntrantRemoved():
            return phrase(REMOVED[event.why], player=name(event.player))
        case en.SubstituteSeated():
            said = "{substitute} has seat {seat} in place of {player}, with {chips}"
            who = {"substitute": name(event.substitute), "player": name(event.player)}
            return phrase(said, **who, seat=event.seat, chips=Money(event.chips))
        case en.PlayHeld():
            return phrase("no round of play after hand {number}: {why}", number=event.until_hand, why=HELD[event.why])
        case en.PlayLet():
            return "play goes on"
        case en.Penalised():
            said = "{player} is kept from {hands} hands: {reason}"
            return phrase(said, player=name(event.player), hands=Count(event.hands), reason=Name(event.reason))
        case en.KeptOut():
            return phrase("{player} is kept from play by a penalty", player=name(event.player))
        case en.LetInAgain():
            return phrase("{player} has served a penalty and plays", player=name(event.player))
        case en.TimeCardUsed(left=1):
            return phrase("{player} has 1 card for more time left", player=name(event.player))
        case en.TimeCardUsed():
            said = "{player} has {left} cards for more time left"
            return phrase(said, player=name(event.player), left=Count(event.left))
    return jackpot_words(event, name_of)


def jackpot_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any other event of the seats
    """An event at a table of a jackpot in words. The machine's own press is not told each round."""
    match event:
        case je.JackpotJoined():
            said = "the table takes part in the jackpot {pool}: {increment} each round of play"
            return phrase(said, pool=Name(event.pool), increment=Money(event.increment))
        case je.JackpotLeft():
            return phrase("the table takes part in the jackpot {pool} no more", pool=Name(event.pool))
        case je.PoolIncremented(how="late") | je.PoolIncremented(how="after"):
            said = "the jackpot has its {amount} for hand {number}, authorised by {by}"
            return phrase(said, amount=Money(event.cents), number=event.number, by=Name(event.by))
        case je.PoolIncremented(how="start"):
            return phrase("no more bets: the jackpot has {amount} more", amount=Money(event.cents))
        case je.LatePressAuthorised():
            return phrase("{by} authorises the press for hand {number}", by=Name(event.by), number=event.number)
        case je.NoMoreBetsPressed():
            return phrase("no more bets was pressed for hand {number}; end game is to follow", number=event.number)
        case je.HandTabled():
            player, cards = Name(name_of(event.player)), shown(event.cards)
            if not event.board:
                return phrase("{player} puts {cards} face up for the jackpot", player=player, cards=cards)
            said = "{player} puts {cards} face up and asks for the flop: {board}"
            return phrase(said, player=player, cards=cards, board=shown(event.board))
        case je.HandCorrected():
            return phrase("hand {number} is corrected; the jackpot follows it", number=event.number)
    return between_words(event, name_of)


def between_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any other event of the seats
    """What players do before and after a round. Nobody else is told whether a stake is topped up by itself."""
    match event:
        case r.CardsShownAfter():
            return phrase("{player} shows {cards}", player=Name(name_of(event.player)), cards=shown(event.cards))
        case r.BombVoted(agrees=True):
            return phrase("{player} wants a bomb pot", player=Name(name_of(event.player)))
        case r.BombVoted():
            return phrase("{player} wants no bomb pot any more", player=Name(name_of(event.player)))
        case r.TimeBankUsed():
            said = "{player} has {seconds} seconds more from the time bank; {left} are left"
            player = Name(name_of(event.player))
            return phrase(said, player=player, seconds=Count(event.seconds), left=Count(event.left))
        case r.RabbitShown():
            return phrase("the cards that would have come: {cards}", cards=shown(event.cards))
    return ""
