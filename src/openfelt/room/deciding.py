"""What happens at a table if a command is given now: a cited refusal, or events. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from openfelt.errors import RuleViolation
from openfelt.games.policy import policy
from openfelt.phrases import Money, Name, Seat, phrase
from openfelt.room import commands as q
from openfelt.room import directions, eventing, freezeout, notices, rotation
from openfelt.room import events as r
from openfelt.room.event_orders import EventOrder
from openfelt.room.positions import chips_needed, is_dealt_again, plan_hand
from openfelt.room.rules import NO_SUCH_RULE, RoomRules
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites, joined, rulebook

Events = tuple[Any, ...]


def decide(table: Table, command: Any) -> Events:  # noqa: ANN401 - any member of RoomCommand
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    if table.event is not None and (answer := eventing.ANSWERS.get(type(command))) is not None:
        return answer(table, command)
    return _ANSWERS[type(command)](table, command)


def _place(table: Table, player: str, act: Cites) -> Place:
    """The player's place; `act` are the clauses of what only someone who sits at the table can do."""
    place = table.place_of(player)
    if place is None:
        raise RuleViolation(
            "not-seated",
            table.rules.seated or act,
            phrase("{player} does not sit at {name}", player=Name(player), name=Name(table.name)),
        )
    return place


def _entry(table: Table, wanted: str, *, free: bool) -> Any:  # noqa: ANN401 - one of the three entries
    """How a newcomer comes in: at once in ante games and before the first hand, else posting or waiting."""
    return "now" if free or not table.has_blinds else wanted


def _sit_down(table: Table, command: q.SitDown) -> Events:
    rules = table.rules
    require_seat(table, command.player, command.seat, apart=command.apart, groups=command.groups)
    if table.freeze_out:
        freezeout.require_entry(table, command)
    require_stake(table, command.stake)
    free_entry = not table.number or (bool(rules.first_orbit_free) and not table.button_has_passed(command.seat))
    entry = _entry(table, command.entry, free=free_entry)
    cites = {
        "now": joined(rules.seat, rules.first_orbit_free if table.number else ()),
        "post": rules.newcomer_posts,
    }.get(entry, rules.newcomer_waits)
    return (r.SeatTaken(command.seat, command.player, command.stake, entry, cites, command.bot),)


def require_seat(
    table: Table,
    player: str,
    seat: int,
    *,
    apart: tuple[r.DirectionGiven, ...] = (),
    groups: tuple[str, ...] = (),
) -> None:
    """Refuse a seat that is not free, or not for this player, who sits down or is sent from another table."""
    rules, seats = table.rules, table.sign.seats
    if table.closed or (table.notice is not None and table.notice.kind == "closing"):
        raise RuleViolation("table-closing", rules.closing, phrase("{name} is closing", name=Name(table.name)))
    directions.require_apart(table, player, apart)
    if table.only and table.only not in groups:
        raise RuleViolation(
            "restricted",
            rules.restricted,
            phrase("{name} is for {only} only", name=Name(table.name), only=Name(table.only)),
        )
    if table.place_of(player) is not None:
        raise RuleViolation(
            "already-seated",
            rules.one_hand,
            phrase("{player} sits at {name} already", player=Name(player), name=Name(table.name)),
        )
    if not 1 <= seat <= seats or seat in table.places:
        free = tuple(str(one) for one in range(1, seats + 1) if one not in table.places)
        raise RuleViolation("seat-not-free", rules.seat, phrase("{seat} is not free", seat=Seat(seat)), legal=free)


def require_stake(table: Table, stake: int, cites: Cites = (), *, is_kept: bool = False) -> None:
    """Refuse a stake outside the limits of the sign, unless its player keeps it, or not in the table's chips."""
    sign, cites = table.sign, cites or table.rules.stake
    is_short = stake < (1 if is_kept else max(sign.min_stake, 1))
    is_over = bool(sign.max_stake) and stake > sign.max_stake
    if is_short or (is_over and not is_kept):
        allowed = phrase(
            "{least} to {most}" if sign.max_stake else "{least} or more",
            least=Money(sign.min_stake),
            most=Money(sign.max_stake),
        )
        text = phrase("a stake of {stake} is outside the limits of {name}", stake=Money(stake), name=Name(table.name))
        code = "moving-stake" if cites != table.rules.stake else "stake"
        raise RuleViolation(code, cites, text, legal=(allowed,))
    if stake % sign.unit:
        text = phrase("{stake} is not a whole number of {unit} chips", stake=Money(stake), unit=Money(sign.unit))
        raise RuleViolation("unit", table.rules.stake, text)


def _send_away(table: Table, command: q.SendAway) -> Events:
    """Send a player away who may not play here: at once, or after the hand. A Freeze Out keeps the chips (8.10.4)."""
    place = table.place_of(command.player)
    return () if place is None else directions.sent_away(table, place, command.cites)


def _require_stake(table: Table, command: q.RequireStake) -> Events:
    return (r.StakeRequired(_place(table, command.player, table.rules.stake).seat, command.player, command.cites),)


def _let_back(table: Table, command: q.LetBack) -> Events:
    barred = table.barred.get(command.player)
    if barred is None:
        cites = table.rules.exclusion or NO_SUCH_RULE
        raise RuleViolation(
            "not-excluded", cites, phrase("this player is not excluded from {name}", name=Name(table.name))
        )
    return (r.PlayerReadmitted(command.player, command.by, command.reason, barred.cites),)


def _stand_up(table: Table, command: q.StandUp) -> Events:
    place = _place(table, command.player, table.rules.seat)
    if command.excused_by and not table.freeze_out:
        own = table.rules.freeze_out
        cites = own.terms if own is not None else table.rules.terms
        raise RuleViolation(
            "freeze-out",
            cites,
            phrase("{name} is no Freeze Out, and whoever plays there may leave", name=Name(table.name)),
        )
    if table.freeze_out and table.number and not table.closed:
        return freezeout.leave(table, place, command.excused_by, command.reason)
    if place.seat in table.dealt:
        if command.at_once:
            text = phrase("{player} is in the round of play and leaves after it", player=Name(command.player))
            raise RuleViolation("in-hand", table.rules.stake_frozen, text, legal=("after the round",))
        return (r.LeaveAsked(place.seat, table.rules.stake_frozen),)
    cites = joined(table.rules.seat, table.rules.stake_frozen)
    return (r.SeatLeft(place.seat, place.player, place.stack + place.queued, cites),)


def _keep_seat(table: Table, command: q.KeepSeat) -> Events:
    place = _place(table, command.player, table.rules.seat)
    if not place.leaving:
        raise RuleViolation(
            "not-leaving", table.rules.vacancy, phrase("{player} has not asked to leave", player=Name(command.player))
        )
    return (r.LeaveWithdrawn(place.seat, table.rules.seat),)


def _add_stake(table: Table, command: q.AddStake) -> Events:
    place = _place(table, command.player, table.rules.stake)
    rules, sign = table.rules, table.sign
    if command.amount <= 0 or command.amount % sign.unit:
        raise RuleViolation(
            "unit",
            rules.stake,
            phrase(
                "{amount} is not a whole number of {unit} chips", amount=Money(command.amount), unit=Money(sign.unit)
            ),
        )
    if table.freeze_out and table.number:
        raise RuleViolation(
            "stake-frozen", freezeout.clauses(table).fixed, "no chips are added once a Freeze Out has started"
        )
    if place.declared:
        raise RuleViolation(
            "declared",
            rules.declared,
            phrase("{player} is declared and may not add chips", player=Name(command.player)),
        )
    whole = place.stack + place.queued + command.amount
    if rules.rebuy and place.lost_all and whole < sign.min_stake:
        text = phrase(
            "{player} has lost the whole stake; {whole} is below the minimum of {min_stake}",
            player=Name(command.player),
            whole=Money(whole),
            min_stake=Money(sign.min_stake),
        )
        legal = (phrase("{least} or more", least=Money(sign.min_stake - place.stack - place.queued)),)
        raise RuleViolation("stake", rules.rebuy, text, legal=legal)
    if place.must_make_up and whole < sign.min_stake:
        least = Money(sign.min_stake)
        text = phrase(
            "the stake of {player} was short, and {whole} is below the minimum of {least}",
            player=Name(command.player),
            whole=Money(whole),
            least=least,
        )
        legal = (phrase("{least} or more", least=Money(chips_needed(table, place))),)
        raise RuleViolation("stake", place.must_make_up, text, legal=legal)
    if sign.max_stake and whole > sign.max_stake:
        said = "{whole} would be above the maximum stake of {most}"
        raise RuleViolation("stake", rules.stake, phrase(said, whole=Money(whole), most=Money(sign.max_stake)))
    if table.in_hand and (place.seat in table.dealt or not rules.inactive_may_add):
        if command.at_once:
            text = phrase("{player} may not add to the stake during a round of play", player=Name(command.player))
            raise RuleViolation("stake-frozen", rules.stake_frozen, text, legal=("after the round",))
        return (r.StakeQueued(place.seat, place.player, command.amount, rules.stake_frozen),)
    return (r.StakeAdded(place.seat, place.player, command.amount, joined(rules.stake, rules.stake_frozen)),)


def _take_off(table: Table, command: q.TakeOff) -> Events:
    """Chips leave the table with their owner; before that only for a service, or with a manager's approval."""
    place = _place(table, command.player, table.rules.no_removal)
    rules, unit = table.rules, table.sign.unit
    allowed = rules.approval if command.approver else rules.service
    if not allowed:
        text = phrase("{player} may not take chips off the table before leaving", player=Name(command.player))
        raise RuleViolation("no-removal", rules.no_removal, text, legal=("leave",))
    if place.seat in table.dealt:
        text = phrase("{player} may not reduce the stake during a round of play", player=Name(command.player))
        raise RuleViolation("stake-frozen", rules.stake_frozen, text, legal=("after the round",))
    if table.freeze_out:
        cites = freezeout.clauses(table).fixed if table.number else freezeout.clauses(table).equal
        raise RuleViolation("stake-frozen", cites, "everyone plays a Freeze Out with the whole buy-in")
    if command.amount <= 0 or command.amount % unit:
        raise RuleViolation(
            "unit",
            allowed,
            phrase("{amount} is not a whole number of {unit} chips", amount=Money(command.amount), unit=Money(unit)),
        )
    if command.amount > place.stack:
        raise RuleViolation(
            "stake-too-small",
            allowed,
            phrase("{player} has {stack} on the table", player=Name(command.player), stack=Money(place.stack)),
        )
    return (r.StakeTakenOff(place.seat, place.player, command.amount, command.approver, allowed, command.reason),)


def _sit_out(table: Table, command: q.SitOut) -> Events:
    place = _place(table, command.player, table.rules.missed)
    if table.freeze_out and table.number:
        raise RuleViolation(
            "must-stay",
            freezeout.clauses(table).staying,
            phrase("{player} stays in until the stake is lost", player=Name(command.player)),
        )
    if place.status == "out":
        raise RuleViolation(
            "already-out", table.rules.missed, phrase("{player} sits out already", player=Name(command.player))
        )
    return (r.SatOut(place.seat, command.at_blind, table.rules.missed),)


def _come_back(table: Table, command: q.ComeBack) -> Events:
    place = _place(table, command.player, table.rules.missed)
    rules = table.rules
    if place.status == "playing" and not place.out_at_blind:
        raise RuleViolation(
            "already-playing", rules.missed, phrase("{player} is playing already", player=Name(command.player))
        )
    if not place.stack + place.queued:
        text = phrase("{player} has no chips to come back with", player=Name(command.player))
        raise RuleViolation("no-chips", rules.stake, text, legal=("add chips first",))
    owes = bool(place.missed) or place.newcomer or place.moved
    entry = _entry(table, command.entry, free=not owes)
    cites = {"now": rules.missed, "post": rules.missed_posts}.get(entry, rules.missed_waits)
    return (r.CameBack(place.seat, entry, cites),)


def live_players_before(table: Table, seat: int, mover: Place) -> int:
    """How many live players the last blind reaches before it reaches a mover's seat, from its latest poster on."""
    seats, last = table.sign.seats, table.last_blind
    way = (seat - last - 1) % seats
    others = [place for place in table.places.values() if is_live(place) and place is not mover]
    return sum((place.seat - last - 1) % seats < way for place in others)


def hands_to_the_blind(table: Table, seat: int, mover: Place) -> int:
    """How many rounds of play pass before the blind that is waited for would reach the mover in a seat."""
    seats, blind = table.sign.seats, table.rules.entry_blind(table.sign)
    others = [place.seat for place in table.places.values() if is_live(place) and place is not mover]
    order = sorted([*others, seat], key=lambda one: (one - table.button - 1) % seats)
    # The first of them has the button next, so the last blind falls that many places further on.
    return (order.index(seat) - blind) % len(order)


def is_live(place: Place) -> bool:
    """Whether a place is in the game: chips in front, neither sitting out nor still to come in."""
    return place.stack > 0 and place.status == "playing"


def _change_seat(table: Table, command: q.ChangeSeat) -> Events:
    place = _place(table, command.player, table.rules.seat_change)
    rules = table.rules
    if place.seat in table.dealt:
        raise RuleViolation("in-hand", rules.stake_frozen, phrase("{player} is in a hand", player=Name(command.player)))
    if is_dealt_again(table, place.seat):
        raise RuleViolation(
            "in-hand", rules.redeal, phrase("{player} is in a hand that is dealt again", player=Name(command.player))
        )
    if not 1 <= command.to <= table.sign.seats or command.to in table.places:
        raise RuleViolation("seat-not-free", rules.seat, phrase("{seat} is not free", seat=Seat(command.to)))
    put_off = 0
    if rules.seat_change_by == "farther":
        owes = hands_to_the_blind(table, command.to, place) > hands_to_the_blind(table, place.seat, place)
    else:
        if table.last_blind:
            before = live_players_before(table, place.seat, place)
            put_off = live_players_before(table, command.to, place) - before
        # One long move and several short ones cost the same; one that brings the blind nearer is free by itself.
        owes = put_off > 0 and place.put_off + put_off > rules.free_seats
    entry = _entry(table, command.entry, free=not table.number or not owes)
    return (r.SeatChanged(place.seat, command.to, entry, rules.seat_change, put_off),)


def _open_hand(table: Table, command: q.OpenHand) -> Events:  # noqa: ARG001 - one signature for every command
    rules = table.rules
    if table.in_hand:
        raise RuleViolation(
            "hand-going",
            rules.start,
            phrase("hand {number} of {name} is going on", number=table.number, name=Name(table.name)),
        )
    if table.closed:
        raise RuleViolation("table-closed", rules.closing, phrase("{name} is closed", name=Name(table.name)))
    eventing.require_not_held(table)
    plan = plan_hand(table)
    if plan is None:
        raise RuleViolation(
            "too-few-players",
            policy(table.sign.rulebook).fewest,
            phrase("{name} has too few players ready", name=Name(table.name)),
        )
    made: list[Any] = [r.BlindMissed(seat, blind, rules.missed) for seat, blind in plan.missed]
    if rules.declared:
        made += [
            r.Declared(seat, rules.declared)
            for seat in plan.seats
            if table.places[seat].stack < table.sign.min_stake and not table.places[seat].declared
        ]
    cites: Cites = rules.button if table.number else rules.first_button
    if table.number and rotation.button_stays(table):
        cites = rotation.rules_of(table).button_stays
    cites = joined(cites, rotation.owed_cites(table, plan.seats))
    if plan.again:
        cites = joined(rules.redeal, cites)
    cites += tuple(cite for seat, _, _ in plan.late for cite in _posting_cites(table.places[seat], rules))
    for seat in plan.barred:
        cites += rules.missed if table.places[seat].missed else rules.newcomer
    absent = eventing.absentees(table, plan.seats)
    if plan.bomb:
        cites = joined(cites, policy(table.sign.rulebook).bomb_pots)
    cites = joined(cites, plan.cites, table.event_rules.absent_posts if absent else ())
    opened = r.HandOpened(
        table.number + 1, plan.button, plan.seats, plan.blinds, plan.late, cites, _shuffle_cites(table),
        plan.due, absent, plan.waits, plan.bomb,
    )  # fmt: skip
    made.append(opened)
    return tuple(made)


def _posting_cites(place: Place, rules: RoomRules) -> Cites:
    """Why a player who comes in posts: blinds missed, a move, or a first hand."""
    if place.missed:
        return rules.missed_posts
    return rules.seat_change if place.moved else rules.newcomer_posts


def _shuffle_cites(table: Table) -> Cites:
    """Why the cards are shuffled before the next round of play."""
    shuffling = table.rules.shuffling
    if not table.number:
        return shuffling.first
    return (*shuffling.again, *(shuffling.after_empty if table.stood_empty else ()))


def _close_hand(table: Table, command: q.CloseHand) -> Events:
    rules = table.rules
    if not table.in_hand:
        raise RuleViolation("no-hand", rules.start, phrase("no hand is going on at {name}", name=Name(table.name)))
    closed = r.HandClosed(
        table.number,
        command.stacks,
        command.taken,
        rules.button,
        command.keep_button,
        command.void,
        command.results,
        table.sign.game if table.posted.rotation is not None else "",
        command.board,
        command.ended_ms,
    )
    chips = dict(command.stacks)
    made: list[Any] = [closed]
    if table.freeze_out:
        return (closed, *freezeout.after_hand(table, chips))
    for seat, place in table.places.items():
        left = chips.get(seat, place.stack) + place.queued
        if place.leaving or (place.declared and not left):
            made.append(r.SeatLeft(seat, place.player, left, _leaving_cites(table, place)))
    return tuple(made)


def _leaving_cites(table: Table, place: Place) -> Cites:
    """Why a player leaves after a hand: sent away, kept apart, declared and without chips, or of their own will."""
    if place.sent_away:
        return place.sent_away
    if place.leaving and (apart := directions.kept_apart(table, place.player)) is not None:
        return apart.cites
    return table.rules.seat if place.leaving else table.rules.declared


def _vacate(table: Table, command: q.Vacate) -> Events:
    rule = table.rules.vacating
    place = _place(table, command.player, NO_SUCH_RULE if rule is None else rule.cites)
    if rule is None:
        raise RuleViolation(
            "no-power", NO_SUCH_RULE, phrase("{rulebook} has no such power", rulebook=Name(table.sign.rulebook))
        )
    if not command.by:
        raise RuleViolation("no-supervisor", rule.cites, "a supervisor asks a player to give up a seat")
    idle = place.idle_hands if rule.counts == "hands" else table.idle_orbits(place)
    if place.status == "wait" and rule.counts == "orbits":
        raise RuleViolation(
            "waiting",
            rule.cites,
            phrase("{player} waits for the blind, as the rules allow", player=Name(command.player)),
        )
    if idle < rule.after:
        text = phrase(
            "{player} has put up nothing for {idle} rounds, not for {after}",
            player=Name(command.player),
            idle=idle,
            after=rule.after,
        )
        raise RuleViolation("not-idle", rule.cites, text)
    if rule.only_if_full and len(table.places) < table.sign.seats:
        raise RuleViolation("seats-free", rule.cites, phrase("{name} has a free seat", name=Name(table.name)))
    return (r.SeatLeft(place.seat, place.player, place.stack + place.queued, rule.cites),)


def _give_rules(table: Table, command: q.GiveRules) -> Events:
    book = table.sign.rulebook
    return (r.RulesGiven(command.to, book, len(rulebook(book)), table.rules.copy_of_rules),)


def _warn_time(table: Table, command: q.WarnTime) -> Events:
    rules = table.rules
    if not rules.time_warning or not table.sign.clock.seconds:
        cites = rules.time_warning or policy(table.sign.rulebook).time_out
        raise RuleViolation("no-clock", cites, phrase("no time to act is set at {name}", name=Name(table.name)))
    if command.seat not in table.dealt:
        raise RuleViolation(
            "not-in-hand", rules.time_warning, phrase("{seat} has nothing to decide", seat=Seat(command.seat))
        )
    if not rules.warning_s <= command.left_s <= table.sign.clock.seconds + 2 * table.sign.clock.extra_seconds:
        text = phrase(
            "a warning with {left} seconds left; it is given before the last {warning}",
            left=command.left_s,
            warning=rules.warning_s,
        )
        raise RuleViolation(
            "warning", rules.time_warning, text, legal=(phrase("{warning} seconds or more", warning=rules.warning_s),)
        )
    return (r.TimeWarned(command.seat, command.left_s, rules.time_warning),)


_ANSWERS: Final[dict[type, Callable[[Table, Any], Events]]] = {
    q.SitDown: _sit_down,
    q.StandUp: _stand_up,
    q.KeepSeat: _keep_seat,
    q.AddStake: _add_stake,
    q.TakeOff: _take_off,
    q.SitOut: _sit_out,
    q.ComeBack: _come_back,
    q.ChangeSeat: _change_seat,
    q.OpenHand: _open_hand,
    q.CloseHand: _close_hand,
    q.GiveNotice: notices.give_notice,
    q.ApplyNotice: notices.apply_notice,
    q.Vacate: _vacate,
    q.SendAway: _send_away,
    q.RequireStake: _require_stake,
    q.LetBack: _let_back,
    q.Direct: directions.direct,
    q.LiftDirection: directions.lift,
    q.Speak: directions.speak,
    q.LookOn: directions.look_on,
    q.GiveRules: _give_rules,
    q.WarnTime: _warn_time,
    **dict.fromkeys(get_args(EventOrder), eventing.no_event),
}
