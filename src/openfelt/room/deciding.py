"""What happens at a table if a command is given now: a cited refusal, or events. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.errors import RuleViolation
from openfelt.games import Sign, find_game, validate
from openfelt.games.policy import policy
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room.positions import plan_hand
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites

Events = tuple[Any, ...]


def open_table(name: str, sign: Sign, *, live: bool = False) -> r.TableOpened:
    """The first event of a table, if its sign may hang beside it."""
    validate(sign)
    return r.TableOpened(name, sign, policy(sign.rulebook).config, live)


def decide(table: Table, command: Any) -> Events:  # noqa: ANN401 - any member of RoomCommand
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    return _ANSWERS[type(command)](table, command)


def _place(table: Table, player: str) -> Place:
    place = table.place_of(player)
    if place is None:
        raise RuleViolation("not-seated", table.rules.one_hand, f"{player} does not sit at {table.name}")
    return place


def _entry(table: Table, wanted: str, *, free: bool) -> Any:  # noqa: ANN401 - one of the three entries
    """How a newcomer comes in: at once in ante games and before the first hand, else posting or waiting."""
    return "now" if free or not table.sign.blinds else wanted


def _sit_down(table: Table, command: q.SitDown) -> Events:
    rules, sign = table.rules, table.sign
    if table.closed or (table.notice is not None and table.notice.kind == "closing"):
        raise RuleViolation("table-closing", rules.closing, f"{table.name} is closing")
    if table.place_of(command.player) is not None:
        raise RuleViolation("already-seated", rules.one_hand, f"{command.player} sits at {table.name} already")
    if not 1 <= command.seat <= sign.seats or command.seat in table.places:
        free = tuple(str(seat) for seat in range(1, sign.seats + 1) if seat not in table.places)
        raise RuleViolation("seat-not-free", rules.seat, f"seat {command.seat} is not free", legal=free)
    most = f" to {sign.max_stake}" if sign.max_stake else " or more"
    if command.stake < max(sign.min_stake, 1) or (sign.max_stake and command.stake > sign.max_stake):
        raise RuleViolation(
            "stake",
            rules.stake,
            f"a stake of {command.stake} is outside the limits",
            legal=(f"{sign.min_stake}{most}",),
        )
    if command.stake % sign.unit:
        raise RuleViolation("unit", rules.stake, f"{command.stake} is not a whole number of {sign.unit}-cent chips")
    free_entry = not table.number or (
        bool(rules.first_orbit_free) and table.first_orbit and command.seat > table.button
    )
    entry = _entry(table, command.entry, free=free_entry)
    cites = {"now": (*rules.seat, *(rules.first_orbit_free if table.number else ())), "post": rules.newcomer_posts}.get(
        entry, rules.newcomer_waits
    )
    return (r.SeatTaken(command.seat, command.player, command.stake, entry, cites, command.bot),)


def _stand_up(table: Table, command: q.StandUp) -> Events:
    place = _place(table, command.player)
    if table.in_hand and place.seat in table.dealt:
        return (r.LeaveAsked(place.seat, table.rules.stake_frozen),)
    return (r.SeatLeft(place.seat, place.player, place.stack + place.queued, table.rules.seat),)


def _add_stake(table: Table, command: q.AddStake) -> Events:
    place = _place(table, command.player)
    rules, sign = table.rules, table.sign
    if command.amount <= 0 or command.amount % sign.unit:
        raise RuleViolation("unit", rules.stake, f"{command.amount} is not a whole number of {sign.unit}-cent chips")
    if place.declared:
        raise RuleViolation("declared", rules.declared, f"{command.player} is declared and may not add chips")
    whole = place.stack + place.queued + command.amount
    if sign.max_stake and whole > sign.max_stake:
        raise RuleViolation("stake", rules.stake, f"{whole} would be above the maximum stake of {sign.max_stake}")
    if table.in_hand and place.seat in table.dealt:
        return (r.StakeQueued(place.seat, place.player, command.amount, rules.stake_frozen),)
    return (r.StakeAdded(place.seat, place.player, command.amount, rules.stake),)


def _sit_out(table: Table, command: q.SitOut) -> Events:
    place = _place(table, command.player)
    if place.status == "out":
        raise RuleViolation("already-out", table.rules.missed, f"{command.player} sits out already")
    return (r.SatOut(place.seat, command.at_blind, table.rules.missed),)


def _come_back(table: Table, command: q.ComeBack) -> Events:
    place = _place(table, command.player)
    rules = table.rules
    if place.status == "playing" and not place.out_at_blind:
        raise RuleViolation("already-playing", rules.missed, f"{command.player} is playing already")
    owes = bool(place.missed) or place.newcomer
    entry = _entry(table, command.entry, free=not owes)
    cites = {"now": rules.missed, "post": rules.missed_posts}.get(entry, rules.missed_waits)
    return (r.CameBack(place.seat, entry, cites),)


def live_seats_passed(table: Table, seat: int, to: int) -> int:
    """How many players in the game a move clockwise passes; a move the other way passes none."""
    if to < seat:
        to += 100
    between = [other if other > seat else other + 100 for other in table.places if other != seat]
    passed = sum(seat < other < to for other in between)
    return passed if (to - seat) % 100 <= table.sign.seats else 0


def _change_seat(table: Table, command: q.ChangeSeat) -> Events:
    place = _place(table, command.player)
    rules = table.rules
    if table.in_hand and place.seat in table.dealt:
        raise RuleViolation("in-hand", rules.stake_frozen, f"{command.player} is in a hand")
    if not 1 <= command.to <= table.sign.seats or command.to in table.places:
        raise RuleViolation("seat-not-free", rules.seat, f"seat {command.to} is not free")
    free = not table.number or live_seats_passed(table, place.seat, command.to) <= rules.free_seats
    return (r.SeatChanged(place.seat, command.to, _entry(table, command.entry, free=free), rules.seat_change),)


def _open_hand(table: Table, command: q.OpenHand) -> Events:  # noqa: ARG001 - one signature for every command
    rules = table.rules
    if table.in_hand:
        raise RuleViolation("hand-going", rules.start, f"hand {table.number} of {table.name} is going on")
    if table.closed:
        raise RuleViolation("table-closed", rules.closing, f"{table.name} is closed")
    plan = plan_hand(table)
    if plan is None:
        raise RuleViolation("too-few-players", rules.start, f"{table.name} has too few players ready")
    made: list[Any] = [r.BlindMissed(seat, blind, rules.missed) for seat, blind in plan.missed]
    if rules.declared:
        made += [
            r.Declared(seat, rules.declared)
            for seat in plan.seats
            if table.places[seat].stack < table.sign.min_stake and not table.places[seat].declared and table.number
        ]
    cites: Cites = rules.button if table.number else rules.first_button
    made.append(r.HandOpened(table.number + 1, plan.button, plan.seats, plan.blinds, plan.late, cites))
    return tuple(made)


def _close_hand(table: Table, command: q.CloseHand) -> Events:
    rules = table.rules
    if not table.in_hand:
        raise RuleViolation("no-hand", rules.start, f"no hand is going on at {table.name}")
    closed = r.HandClosed(table.number, command.stacks, command.taken, rules.button, command.keep_button)
    chips = dict(command.stacks)
    made: list[Any] = [closed]
    for seat, place in table.places.items():
        left = chips.get(seat, place.stack) + place.queued
        if place.leaving or (place.declared and not left):
            made.append(r.SeatLeft(seat, place.player, left, rules.declared or rules.seat))
    return tuple(made)


def _give_notice(table: Table, command: q.GiveNotice) -> Events:
    rules = table.rules
    if command.sign is None:
        return (r.NoticeGiven("closing", command.at_ms, rules.closing),)
    validate(command.sign)
    if command.sign.rulebook != table.sign.rulebook:
        raise RuleViolation("rulebook", rules.sign_change, "a table keeps its rulebook")
    if any(seat > command.sign.seats for seat in table.places):
        raise RuleViolation("seats", rules.sign_change, "players sit in seats that the new sign does not have")
    find_game(command.sign.rulebook, command.sign.game)
    cites = rules.sign_change
    if command.sign.limit.small > table.sign.limit.small:
        cites = (*cites, *rules.raise_notice)
    return (r.NoticeGiven("sign", command.at_ms, cites, command.sign, command.consent),)


def _apply_notice(table: Table, command: q.ApplyNotice) -> Events:
    rules, notice = table.rules, table.notice
    if notice is None:
        raise RuleViolation("no-notice", rules.sign_change, f"no notice has been given at {table.name}")
    if table.in_hand:
        raise RuleViolation("hand-going", rules.sign_change, "changes take effect between rounds of play")
    waited = command.at_ms - notice.at_ms
    if notice.kind == "closing":
        if table.places and waited < rules.closing_ms:
            raise RuleViolation(
                "notice", rules.closing, f"{(rules.closing_ms - waited) // 1000} seconds of notice remain"
            )
        return (r.TableClosed(rules.closing),)
    assert notice.sign is not None
    rounds = table.number - table.notice_number
    if not notice.consent and rounds < rules.notice_rounds and table.places:
        raise RuleViolation(
            "notice", rules.sign_change, f"{rules.notice_rounds - rounds} rounds of play of notice remain"
        )
    if notice.sign.limit.small > table.sign.limit.small and waited < rules.raise_notice_ms:
        left = (rules.raise_notice_ms - waited) // 1000
        raise RuleViolation("notice", rules.raise_notice, f"{left} seconds of notice remain for the higher minimum")
    return (r.SignChanged(notice.sign, rules.sign_change),)


_ANSWERS: Final[dict[type, Callable[[Table, Any], Events]]] = {
    q.SitDown: _sit_down,
    q.StandUp: _stand_up,
    q.AddStake: _add_stake,
    q.SitOut: _sit_out,
    q.ComeBack: _come_back,
    q.ChangeSeat: _change_seat,
    q.OpenHand: _open_hand,
    q.CloseHand: _close_hand,
    q.GiveNotice: _give_notice,
    q.ApplyNotice: _apply_notice,
}
