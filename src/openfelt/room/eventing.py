"""A table of an event: who sits there with which chips is the event's to say, and the house carries it out.

What players do at a table for money they do not do here: nobody sits down, leaves, changes seat, adds chips or takes
any off. Whoever sits out is absent, and is dealt in all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.games import Sign, validate
from openfelt.room import commands as q
from openfelt.room import event_orders as v
from openfelt.room import events as r
from openfelt.room.rules import ONLY_CONDITIONS, EventRules, room_rules
from openfelt.room.table import Place, Table
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, joined, rulebook

Events = tuple[Any, ...]
COLOUR_UP: Final = rulebook(HOUSE_RULEBOOK).cite("20.6")
IN_BAGS: Final = rulebook(HOUSE_RULEBOOK).cite("20.52.1")
# The code of a refused round of play, where the table is held for something with a clause of its own.
WAITS: Final[Mapping[r.HeldFor, str]] = {
    "dispute": "dispute-pending",
    "off-duty": "nobody-on-duty",
    "hand-for-hand": "waits-for-others",
}


def require_event(sign: Sign, terms: r.EventTerms) -> Cites:
    """Refuse a table of an event under a book without tournaments, under another sign, or by rules the book lacks."""
    rules = room_rules(sign.rulebook).event
    if rules is None:
        raise RuleViolation("no-event", ONLY_CONDITIONS, f"{sign.rulebook} has no tournaments")
    if not sign.tournament:
        raise RuleViolation("event-sign", rules.designated, "a table of an event hangs out a sign of tournament play")
    accounts.chips_issued(terms.event)  # a name that the ledger can bear
    if terms.number < 1:
        raise RuleViolation("event-table", rules.designated, f"a tournament table of number {terms.number}")
    chosen = {"nobody-skips-a-blind": rules.no_skip, "rests-on-an-empty-place": rules.rests}
    chosen["newcomer-waits"] = rules.newcomer_waits
    if any(not chosen[one] for one in terms.button):
        text = f"{sign.rulebook} does not leave the button to the conditions"
        raise RuleViolation("event-button", ONLY_CONDITIONS, text, legal=("none",))
    return joined(rules.designated, rules.order if terms.button else ())


# -- chips and seats ---------------------------------------------------------------------------------------------------


def entrant(table: Table, player: str) -> Place:
    """The place of a player of the event, who must sit at the table."""
    place = table.place_of(player)
    if place is None:
        raise RuleViolation("not-seated", table.event_rules.seating, f"{player} does not sit at {table.name}")
    return place


def require_between(table: Table, place: Place) -> None:
    """Refuse to touch the chips of a player who is in the round of play."""
    if place.seat in table.dealt:
        text = f"{place.player} is in the round of play"
        raise RuleViolation("in-hand", table.event_rules.between, text, legal=("after the round",))


def _require_chips(table: Table, chips: int, cites: Cites) -> None:
    if chips <= 0 or chips % table.sign.unit:
        raise RuleViolation("unit", cites, f"{chips:,} is not a whole number of chips of {table.sign.unit:,}")


def require_place(table: Table, player: str, seat: int) -> None:
    """Refuse a seat of an event that is not free, at a table that is closed, or to whoever sits here already."""
    rules = table.event_rules
    if table.closed or (table.notice is not None and table.notice.kind == "closing"):
        raise RuleViolation("table-closing", table.rules.closing, f"{table.name} is closing")
    if table.place_of(player) is not None:
        raise RuleViolation("already-seated", rules.seating, f"{player} sits at {table.name} already")
    if not 1 <= seat <= table.sign.seats or seat in table.places:
        free = tuple(str(one) for one in range(1, table.sign.seats + 1) if one not in table.places)
        raise RuleViolation("seat-not-free", rules.seating, f"seat {seat} is not free", legal=free)


def _seat(table: Table, order: v.SeatEntrant) -> Events:
    rules = table.event_rules
    require_place(table, order.player, order.seat)
    _require_chips(table, order.chips, rules.equal_chips)
    cites = joined(rules.seating, rules.equal_chips, rules.late if order.late else ())
    seated = r.EntrantSeated(
        order.seat, order.player, order.chips, order.act, cites, order.bot, order.late, order.time_cards
    )
    return (seated,)


def _give(table: Table, order: v.GiveChips) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    cites = {"re-buy": rules.rebuy, "add-on": rules.add_on, "bonus": rules.bonus}[order.why]
    require_between(table, place)
    _require_chips(table, order.chips, cites)
    return (r.ChipsGiven(place.seat, place.player, order.chips, order.why, order.act, cites),)


def _exchange(table: Table, order: v.ExchangeStacks) -> Events:
    """Chips are exchanged between rounds of play, of stacks that are as the event's record has them."""
    made = []
    cites = IN_BAGS if order.why == "bag" else COLOUR_UP
    if table.in_hand:
        raise RuleViolation("hand-going", cites, "chips are exchanged between rounds of play")
    for player, before, after in order.stacks:
        place = entrant(table, player)
        if place.stack != before or after < 0 or (before and not after):
            text = f"{player} has {place.stack:,}, not {before:,} to be exchanged for {after:,}"
            raise RuleViolation("stack-differs", cites, text)
        made.append((place.seat, player, before, after))
    return (r.StacksExchanged(tuple(made), order.act, cites),)


def _remove(table: Table, order: v.RemoveEntrant) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    require_between(table, place)
    cites = {"eliminated": rules.eliminated, "disqualified": rules.disqualified}.get(order.why, rules.session_over)
    return (r.EntrantRemoved(place.seat, place.player, place.stack, order.why, order.act, cites),)


def _penalise(table: Table, order: v.Penalise) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    if order.hands < 1:
        raise RuleViolation("penalty", rules.penalty, f"a penalty of {order.hands} rounds of play")
    cites = joined(rules.penalty, rules.absent_posts)
    return (r.Penalised(place.seat, place.player, order.hands, order.reason, order.act, cites),)


def _keep_out(table: Table, order: v.KeepOut) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    cites = joined(rules.penalty, rules.kept_minutes, rules.absent_posts)
    if order.act in place.kept_by:
        raise RuleViolation("penalty", rules.kept_minutes, f"{order.player} is kept from play by this penalty already")
    return (r.KeptOut(place.seat, place.player, order.act, cites),)


def _let_in(table: Table, order: v.LetIn) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    cites = joined(rules.penalty, rules.kept_minutes)
    if order.act not in place.kept_by:
        raise RuleViolation("penalty", rules.kept_minutes, f"{order.player} is not kept from play by this penalty")
    return (r.LetInAgain(place.seat, place.player, order.act, cites),)


def require_time_card(table: Table, seat: int) -> Place | None:
    """Whose card for more time is used at a table of an event; refused if none is left. None at other tables."""
    if table.event is None:
        return None
    place = table.places[seat]
    if not place.time_cards:
        raise RuleViolation("no-time-card", table.event_rules.time_cards, f"{place.player} has no card for more time")
    return place


# -- play --------------------------------------------------------------------------------------------------------------


def _set_level(table: Table, order: v.SetLevel) -> Events:
    rules, sign = table.event_rules, order.sign
    if table.in_hand:
        text = "a new level counts from the next round of play"
        raise RuleViolation("hand-going", rules.levels, text, legal=("after the round",))
    validate(sign)
    if not sign.tournament or sign.rulebook != table.sign.rulebook:
        raise RuleViolation("event-sign", rules.designated, "a level is a sign of tournament play by the same rulebook")
    if order.level < 1 or (order.level, sign) == (table.level, table.sign):
        raise RuleViolation("no-change", rules.levels, f"level {order.level} is no other than the present one")
    if any(seat > sign.seats for seat in table.places):
        raise RuleViolation("seats", rules.seating, "players sit in seats that the level does not have")
    if odd := [place for place in table.places.values() if place.stack % sign.unit]:
        text = f"{odd[0].player} has {odd[0].stack:,}, not a whole number of chips of {sign.unit:,}"
        raise RuleViolation("unit", COLOUR_UP, text)
    return (r.SignChanged(sign, rules.levels, level=order.level),)


def _hold(table: Table, order: v.HoldPlay) -> Events:
    rules = table.event_rules
    if order.until_hand < 0:
        raise RuleViolation("round-number", rules.between, f"no round of play has the number {order.until_hand}")
    return (r.PlayHeld(order.until_hand, order.why, rules.held[order.why]),)


def _let(table: Table, order: v.LetPlay) -> Events:  # noqa: ARG001 - one signature for every order
    if table.held is None:
        raise RuleViolation("not-held", table.event_rules.between, f"{table.name} is not held")
    return (r.PlayLet(table.event_rules.held[table.held.why]),)


def require_not_held(table: Table) -> None:
    """Refuse a round of play at a table that is held."""
    held = table.held
    if held is not None and table.is_held:
        text = f"{table.name} is held after round {held.until_hand}: {held.why}"
        raise RuleViolation(WAITS.get(held.why, "held"), held.cites, text, legal=("when the table is let on",))


def absentees(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Who of those dealt in to the next round of play of an event is not there, or kept from it by a penalty."""
    if table.event is None:
        return ()
    return tuple(seat for seat in seats if table.places[seat].status == "out" or table.places[seat].is_kept)


def _sit_out(table: Table, command: q.SitOut) -> Events:
    rules, place = table.event_rules, entrant(table, command.player)
    if command.at_blind:
        raise RuleViolation("takes-part", rules.takes_part, f"{command.player} takes part in every round of play")
    if place.status == "out":
        raise RuleViolation("already-out", rules.absent, f"{command.player} is absent already")
    return (r.SatOut(place.seat, at_blind=False, cites=rules.absent),)


def _come_back(table: Table, command: q.ComeBack) -> Events:
    rules, place = table.event_rules, entrant(table, command.player)
    if place.status != "out":
        raise RuleViolation("already-playing", rules.absent, f"{command.player} is there already")
    if command.player in table.barred:
        cites = table.barred[command.player].cites
        raise RuleViolation("excluded", cites, f"{command.player} is excluded from {table.name}")
    return (r.CameBack(place.seat, "now", rules.absent),)


# -- what is not done at a table of an event ---------------------------------------------------------------------------


def refusing(code: str, cites: Callable[[EventRules], Cites], text: str, *legal: str) -> Callable[[Table, Any], Events]:
    """A refusal of what players do at other tables."""

    def refuse(table: Table, command: Any) -> Events:  # noqa: ANN401, ARG001 - one signature for every command
        raise RuleViolation(code, cites(table.event_rules), text, legal=legal)

    return refuse


def _give_notice(table: Table, command: q.GiveNotice) -> Events:
    """A table of an event closes when nobody sits there; its sign changes with the levels."""
    if command.sign is not None:
        text = "the sign of a table of an event changes with its levels"
        raise RuleViolation("event-sign", table.event_rules.levels, text)
    require_empty(table)
    return (r.NoticeGiven("closing", command.at_ms, table.rules.closing),)


def require_empty(table: Table) -> None:
    """Refuse to close a table of an event at which somebody sits: players leave it by the event's own orders."""
    if table.event is not None and table.places:
        text = f"{len(table.places)} players of the event sit at {table.name}"
        raise RuleViolation("event-seat", table.event_rules.designated, text, legal=("move or remove them",))


def _exclude(table: Table, command: q.Exclude) -> Events:
    """Whoever is excluded is absent until the event says what becomes of the chips."""
    barred = r.PlayerBarred(command.player, command.until_ms, command.cites)
    place = table.place_of(command.player)
    if place is None or place.status == "out":
        return (barred,)
    return (barred, r.SatOut(place.seat, at_blind=False, cites=joined(command.cites, table.event_rules.absent)))


ANSWERS: Final[dict[type, Callable[[Table, Any], Events]]] = {
    q.SitDown: refusing("event-seat", lambda one: one.designated, "seats here are given out by the event", "enter it"),
    q.StandUp: refusing("event-stay", lambda one: one.takes_part, "nobody leaves a table of an event"),
    q.KeepSeat: refusing("event-seat", lambda one: one.seating, "seats here are given out by the event"),
    q.AddStake: refusing("event-stake", lambda one: one.no_increase, "nobody adds chips in an event", "a re-buy"),
    q.TakeOff: refusing("event-stake", lambda one: one.no_removal, "no chips leave a table of an event"),
    q.ChangeSeat: refusing("event-seat", lambda one: one.seating, "nobody chooses a seat at a table of an event"),
    q.Vacate: refusing("event-seat", lambda one: one.designated, "a seat of an event ends by the event's own orders"),
    q.GiveNotice: _give_notice,
    q.SitOut: _sit_out,
    q.ComeBack: _come_back,
    q.Exclude: _exclude,
    v.SeatEntrant: _seat,
    v.GiveChips: _give,
    v.ExchangeStacks: _exchange,
    v.RemoveEntrant: _remove,
    v.SetLevel: _set_level,
    v.HoldPlay: _hold,
    v.LetPlay: _let,
    v.Penalise: _penalise,
    v.KeepOut: _keep_out,
    v.LetIn: _let_in,
}


def no_event(table: Table, order: Any) -> Events:  # noqa: ANN401, ARG001 - one signature for every order
    """No order of an event is given to a table for money."""
    rules = table.rules.event
    cites = rules.designated if rules is not None else ONLY_CONDITIONS
    raise RuleViolation("no-event", cites, f"{table.name} is no table of an event")
