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
from openfelt.phrases import Count, Name, Seat, phrase
from openfelt.room import commands as q
from openfelt.room import entrant_events as en
from openfelt.room import event_orders as v
from openfelt.room import events as r
from openfelt.room.rules import ONLY_CONDITIONS, EventRules, room_rules
from openfelt.room.table import Place, Table
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, joined, rulebook

Events = tuple[Any, ...]
COLOUR_UP: Final = rulebook(HOUSE_RULEBOOK).cite("20.6")
IN_BAGS: Final = rulebook(HOUSE_RULEBOOK).cite("20.52.1")
# The code of a refused round of play, where the table is held for something with a clause of its own.
WAITS: Final[Mapping[en.HeldFor, str]] = {
    "dispute": "dispute-pending",
    "off-duty": "nobody-on-duty",
    "hand-for-hand": "waits-for-others",
}


def require_event(sign: Sign, terms: en.EventTerms) -> Cites:
    """Refuse a table of an event under a book without tournaments, under another sign, or by rules the book lacks."""
    rules = room_rules(sign.rulebook).event
    if rules is None:
        raise RuleViolation(
            "no-event", ONLY_CONDITIONS, phrase("{rulebook} has no tournaments", rulebook=Name(sign.rulebook))
        )
    if not sign.tournament:
        raise RuleViolation("event-sign", rules.designated, "a table of an event hangs out a sign of tournament play")
    accounts.chips_issued(terms.event)  # a name that the ledger can bear
    if terms.number < 1:
        raise RuleViolation(
            "event-table", rules.designated, phrase("a tournament table of number {number}", number=terms.number)
        )
    chosen = {"nobody-skips-a-blind": rules.no_skip, "rests-on-an-empty-place": rules.rests}
    chosen["newcomer-waits"] = rules.newcomer_waits
    if any(not chosen[one] for one in terms.button):
        text = phrase("{rulebook} does not leave the button to the conditions", rulebook=Name(sign.rulebook))
        raise RuleViolation("event-button", ONLY_CONDITIONS, text, legal=("none",))
    return joined(rules.designated, rules.order if terms.button else ())


# -- chips and seats ---------------------------------------------------------------------------------------------------


def entrant(table: Table, player: str) -> Place:
    """The place of a player of the event, who must sit at the table."""
    place = table.place_of(player)
    if place is None:
        raise RuleViolation(
            "not-seated",
            table.event_rules.seating,
            phrase("{player} does not sit at {name}", player=Name(player), name=Name(table.name)),
        )
    return place


def require_between(table: Table, place: Place) -> None:
    """Refuse to touch the chips of a player who is in the round of play."""
    if place.seat in table.dealt:
        text = phrase("{player} is in the round of play", player=Name(place.player))
        raise RuleViolation("in-hand", table.event_rules.between, text, legal=("after the round",))


def _require_chips(table: Table, chips: int, cites: Cites) -> None:
    if chips <= 0 or chips % table.sign.unit:
        raise RuleViolation(
            "unit",
            cites,
            phrase("{chips} is not a whole number of chips of {unit}", chips=Count(chips), unit=Count(table.sign.unit)),
        )


def require_place(table: Table, player: str, seat: int) -> None:
    """Refuse a seat of an event that is not free, at a table that is closed, or to whoever sits here already."""
    rules = table.event_rules
    if table.closed or (table.notice is not None and table.notice.kind == "closing"):
        raise RuleViolation("table-closing", table.rules.closing, phrase("{name} is closing", name=Name(table.name)))
    if table.place_of(player) is not None:
        raise RuleViolation(
            "already-seated",
            rules.seating,
            phrase("{player} sits at {name} already", player=Name(player), name=Name(table.name)),
        )
    if not 1 <= seat <= table.sign.seats or seat in table.places:
        free = tuple(str(one) for one in range(1, table.sign.seats + 1) if one not in table.places)
        raise RuleViolation("seat-not-free", rules.seating, phrase("{seat} is not free", seat=Seat(seat)), legal=free)


def _seat(table: Table, order: v.SeatEntrant) -> Events:
    rules = table.event_rules
    require_place(table, order.player, order.seat)
    _require_chips(table, order.chips, rules.equal_chips)
    cites = joined(rules.seating, rules.equal_chips, rules.late if order.late else ())
    seated = en.EntrantSeated(
        order.seat, order.player, order.chips, order.act, cites, order.bot, order.late, order.time_cards
    )
    return (seated,)


def _give(table: Table, order: v.GiveChips) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    cites = {"re-buy": rules.rebuy, "add-on": rules.add_on, "bonus": rules.bonus}[order.why]
    require_between(table, place)
    _require_chips(table, order.chips, cites)
    return (en.ChipsGiven(place.seat, place.player, order.chips, order.why, order.act, cites),)


def _exchange(table: Table, order: v.ExchangeStacks) -> Events:
    """Chips are exchanged between rounds of play, of stacks that are as the event's record has them."""
    made = []
    cites = IN_BAGS if order.why == "bag" else COLOUR_UP
    if table.in_hand:
        raise RuleViolation("hand-going", cites, "chips are exchanged between rounds of play")
    for player, before, after in order.stacks:
        place = entrant(table, player)
        if place.stack != before or after < 0 or (before and not after):
            text = phrase(
                "{player} has {stack}, not {before} to be exchanged for {after}",
                player=Name(player),
                stack=Count(place.stack),
                before=Count(before),
                after=Count(after),
            )
            raise RuleViolation("stack-differs", cites, text)
        made.append((place.seat, player, before, after))
    return (en.StacksExchanged(tuple(made), order.act, cites),)


def _remove(table: Table, order: v.RemoveEntrant) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    require_between(table, place)
    cites = {"eliminated": rules.eliminated, "disqualified": rules.disqualified}.get(order.why, rules.session_over)
    return (en.EntrantRemoved(place.seat, place.player, place.stack, order.why, order.act, cites),)


def _substitute(table: Table, order: v.SeatSubstitute) -> Events:
    """Another person has the seat between rounds of play; a misdealt round is dealt again to those seats."""
    rules, place = table.event_rules, entrant(table, order.player)
    if table.in_hand:
        text = phrase("{player} is in the round of play", player=Name(place.player))
        raise RuleViolation("substitute-waits", rules.substitute, text, legal=("after the round",))
    if not place.stack:
        text = phrase("{player} has no chips", player=Name(place.player))
        raise RuleViolation("no-substitute", rules.substitute, text)
    if table.place_of(order.substitute) is not None:
        text = phrase("{player} sits at {name} already", player=Name(order.substitute), name=Name(table.name))
        raise RuleViolation("no-substitute", rules.substitute, text)
    seated = en.SubstituteSeated(
        place.seat, place.player, order.substitute, place.stack, order.act, rules.substitute, order.bot
    )
    return (seated,)


def _penalise(table: Table, order: v.Penalise) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    if order.hands < 1:
        raise RuleViolation("penalty", rules.penalty, phrase("a penalty of {hands} rounds of play", hands=order.hands))
    cites = joined(rules.penalty, rules.absent_posts)
    return (en.Penalised(place.seat, place.player, order.hands, order.reason, order.act, cites),)


def _keep_out(table: Table, order: v.KeepOut) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    cites = joined(rules.penalty, rules.kept_minutes, rules.absent_posts)
    if order.act in place.kept_by:
        raise RuleViolation(
            "penalty",
            rules.kept_minutes,
            phrase("{player} is kept from play by this penalty already", player=Name(order.player)),
        )
    return (en.KeptOut(place.seat, place.player, order.act, cites),)


def _let_in(table: Table, order: v.LetIn) -> Events:
    rules, place = table.event_rules, entrant(table, order.player)
    cites = joined(rules.penalty, rules.kept_minutes)
    if order.act not in place.kept_by:
        raise RuleViolation(
            "penalty",
            rules.kept_minutes,
            phrase("{player} is not kept from play by this penalty", player=Name(order.player)),
        )
    return (en.LetInAgain(place.seat, place.player, order.act, cites),)


def require_time_card(table: Table, seat: int) -> Place | None:
    """Whose card for more time is used at a table of an event; refused if none is left. None at other tables."""
    if table.event is None:
        return None
    place = table.places[seat]
    if not place.time_cards:
        raise RuleViolation(
            "no-time-card",
            table.event_rules.time_cards,
            phrase("{player} has no card for more time", player=Name(place.player)),
        )
    return place


# -- play --------------------------------------------------------------------------------------------------------------


def _set_level(table: Table, order: v.SetLevel) -> Events:
    rules, sign = table.event_rules, order.sign
    if table.in_hand:
        late = "a new level counts from the next round of play"
        raise RuleViolation("hand-going", rules.levels, late, legal=("after the round",))
    validate(sign)
    if not sign.tournament or sign.rulebook != table.sign.rulebook:
        raise RuleViolation("event-sign", rules.designated, "a level is a sign of tournament play by the same rulebook")
    if order.level < 1 or (order.level, sign) == (table.level, table.sign):
        raise RuleViolation(
            "no-change", rules.levels, phrase("level {level} is no other than the present one", level=order.level)
        )
    if any(seat > sign.seats for seat in table.places):
        raise RuleViolation("seats", rules.seating, "players sit in seats that the level does not have")
    if odd := [place for place in table.places.values() if place.stack % sign.unit]:
        text = phrase(
            "{player} has {stack}, not a whole number of chips of {unit}",
            player=Name(odd[0].player),
            stack=Count(odd[0].stack),
            unit=Count(sign.unit),
        )
        raise RuleViolation("unit", COLOUR_UP, text)
    return (r.SignChanged(sign, rules.levels, level=order.level),)


def _hold(table: Table, order: v.HoldPlay) -> Events:
    rules = table.event_rules
    if order.until_hand < 0:
        raise RuleViolation(
            "round-number",
            rules.between,
            phrase("no round of play has the number {until_hand}", until_hand=order.until_hand),
        )
    return (en.PlayHeld(order.until_hand, order.why, rules.held[order.why]),)


def _let(table: Table, order: v.LetPlay) -> Events:  # noqa: ARG001 - one signature for every order
    if table.held is None:
        raise RuleViolation("not-held", table.event_rules.between, phrase("{name} is not held", name=Name(table.name)))
    return (en.PlayLet(table.event_rules.held[table.held.why]),)


def require_not_held(table: Table) -> None:
    """Refuse to begin a round of play at a table that is held."""
    held = table.held
    if held is not None and table.is_held:
        text = phrase(
            "{name} is held after round {until_hand}: {why}",
            name=Name(table.name),
            until_hand=held.until_hand,
            why=Name(held.why),
        )
        raise RuleViolation(WAITS.get(held.why, "held"), held.cites, text, legal=("when the table is let on",))


def absentees(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Who of those dealt in to the next round of an event is not there, or may not play because of a penalty."""
    if table.event is None:
        return ()
    return tuple(seat for seat in seats if table.places[seat].status == "out" or table.places[seat].is_kept)


def _sit_out(table: Table, command: q.SitOut) -> Events:
    rules, place = table.event_rules, entrant(table, command.player)
    if command.at_blind:
        raise RuleViolation(
            "takes-part",
            rules.takes_part,
            phrase("{player} takes part in every round of play", player=Name(command.player)),
        )
    if place.status == "out":
        raise RuleViolation(
            "already-out", rules.absent, phrase("{player} is absent already", player=Name(command.player))
        )
    return (r.SatOut(place.seat, at_blind=False, cites=rules.absent),)


def _come_back(table: Table, command: q.ComeBack) -> Events:
    rules, place = table.event_rules, entrant(table, command.player)
    if place.status != "out":
        raise RuleViolation(
            "already-playing", rules.absent, phrase("{player} is there already", player=Name(command.player))
        )
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
        text = phrase("{places} players of the event sit at {name}", places=len(table.places), name=Name(table.name))
        raise RuleViolation("event-seat", table.event_rules.designated, text, legal=("move or remove them",))


def _send_away(table: Table, command: q.SendAway) -> Events:
    """A player who may not play any more is absent until the event decides about the chips."""
    place = table.place_of(command.player)
    if place is None or place.status == "out":
        return ()
    return (r.SatOut(place.seat, at_blind=False, cites=joined(command.cites, table.event_rules.absent)),)


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
    q.SendAway: _send_away,
    v.SeatEntrant: _seat,
    v.GiveChips: _give,
    v.ExchangeStacks: _exchange,
    v.RemoveEntrant: _remove,
    v.SeatSubstitute: _substitute,
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
    raise RuleViolation("no-event", cites, phrase("{name} is no table of an event", name=Name(table.name)))
