"""What players wish for the rounds to come (house 27.7 and 27.9), and the bank of time to act (house 27.8)."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation, StaleView
from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, Seat, phrase
from openfelt.room import events as r
from openfelt.room import wish_orders as w
from openfelt.room.deciding import require_stake
from openfelt.room.draft import Draft
from openfelt.room.own_tables import ENDING
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites

TOPPING_UP: Final = HOUSE.cite("27.7")
TIME_BANK: Final = HOUSE.cite("27.8")
VOTING: Final = HOUSE.cite("27.9")
BANK_PART_S: Final = 10  # of the bank at a time


def own_place(draft: Draft, player: str, cites: Cites) -> Place:
    """Where somebody sits who wishes something."""
    place = draft.table.place_of(player)
    if place is None:
        raise RuleViolation(
            "not-seated",
            draft.table.rules.seated or cites,
            phrase("you have no seat at {name}", name=Name(draft.table.name)),
        )
    return place


def choose_top_up(draft: Draft, order: w.ChooseTopUp) -> None:
    """A player chooses to what the stake is made up, within the bounds of the sign, or ends it (house 27.7)."""
    table, place = draft.table, own_place(draft, order.player, TOPPING_UP)
    if table.live or table.freeze_out or table.event is not None:
        text = phrase(
            "no stake is made up by itself at {name}: its chips are brought by hand, or given once",
            name=Name(table.name),
        )
        raise RuleViolation("no-top-up", TOPPING_UP, text)
    if order.to:
        require_stake(table, order.to)
    if order.to == place.top_up:
        raise RuleViolation("no-top-up", TOPPING_UP, "that is your choice already")
    draft.note(r.TopUpChosen(place.seat, place.player, order.to, TOPPING_UP))


def due_to(table: Table, place: Place) -> int:
    """How much a stake lacks of what it is topped up to; 0 during a round of play and for a player who sits out."""
    if table.in_hand or place.leaving or place.status == "out":
        return 0
    return max(0, place.top_up - place.stack - place.queued)


def top_ups(table: Table) -> tuple[str, ...]:
    """Whose stakes are made up before the next round of play."""
    return tuple(place.player for place in table.places.values() if due_to(table, place))


def vote_bomb(draft: Draft, order: w.VoteBomb) -> None:
    """Vote for a bomb pot in the next round of play, or take the vote back (house 27.9)."""
    table, place = draft.table, own_place(draft, order.player, VOTING)
    if not table.sign.bomb_vote:
        raise RuleViolation("not-on-the-sign", VOTING, "the sign of this table does not have it")
    if order.agrees == place.wants_bomb:
        raise RuleViolation("said-already", VOTING, "that is what you have said already")
    draft.note(r.BombVoted(place.seat, place.player, order.agrees, VOTING))


def end_game(draft: Draft, order: w.EndGame) -> None:
    """End the game at an own table, by the player who opened it: it closes after the round of play (house 17.4)."""
    table = draft.table
    if table.owner != order.player:
        raise RuleViolation(
            "not-your-table", ENDING, phrase("only who has opened {name} ends the game there", name=Name(table.name))
        )
    if table.closed or (table.notice is not None and table.notice.kind == "closing"):
        raise RuleViolation("table-closing", ENDING, phrase("{name} is closing", name=Name(table.name)))
    draft.note(r.NoticeGiven("closing", draft.given.at_ms, ENDING))


def use_time_bank(draft: Draft, order: w.UseTimeBank) -> None:
    """More time for the player in turn, out of that player's bank, in parts of ten seconds (house 27.8)."""
    hand, table = draft.hand, draft.table
    if not table.sign.time_bank:
        raise RuleViolation("not-on-the-sign", TIME_BANK, "the sign of this table has no time bank")
    if hand is None or not draft.state.is_dealt or (hand.hand_id, hand.turns) != (order.hand_id, order.turn):
        raise StaleView("that turn is over")
    if hand.seat_to_act != order.seat:
        raise StaleView("it is another player's turn")
    if hand.special is not None and hand.special.clock == (hand.to_act, hand.turns):
        message = phrase("a supervisor has given {seat} a limited time, and there is no more", seat=Seat(order.seat))
        raise RuleViolation("limited-time", hand.special.clock_cites, message)
    place = table.places[order.seat]
    if not place.time_bank:
        raise RuleViolation(
            "bank-empty", TIME_BANK, phrase("nothing is left in the time bank of {seat}", seat=Seat(order.seat))
        )
    seconds = min(BANK_PART_S, place.time_bank)
    draft.note(r.TimeBankUsed(place.seat, place.player, seconds, place.time_bank - seconds, TIME_BANK))
