"""What happens at a table if a command is given now: a cited refusal, or events. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from openfelt.errors import RuleViolation
from openfelt.games import Sign, validate
from openfelt.games.policy import policy
from openfelt.games.signtext import sign_lines
from openfelt.money import money
from openfelt.room import commands as q
from openfelt.room import directions, eventing, freezeout, rotation
from openfelt.room import events as r
from openfelt.room.citing import HOSTED
from openfelt.room.event_orders import EventOrder
from openfelt.room.own_tables import require_own_sign
from openfelt.room.positions import chips_needed, is_dealt_again, plan_hand
from openfelt.room.rules import MINUTE_MS, NO_SUCH_RULE, ONLY_CONDITIONS, Change, RoomRules, room_rules
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites, joined, rulebook

Events = tuple[Any, ...]


def open_table(
    name: str,
    sign: Sign,
    *,
    live: bool = False,
    only: str = "",
    freeze_out: bool = False,
    approved_by: str = "",
    backs: tuple[str, ...] = (),
    at_ms: int = 0,
    event: r.EventTerms | None = None,
    host: str = "",
    owner: str = "",
) -> r.TableOpened:
    """The first event of a table, if its sign may hang beside it: whom it is for, and on which terms."""
    validate(sign)
    rules = room_rules(sign.rulebook)
    cites = joined(policy(sign.rulebook).config, sign_cites(sign))
    cites += require_terms_of_event(sign, event, other=bool(only or freeze_out or host))
    if only:
        if not rules.restricted:
            raise RuleViolation("restricted", rules.terms, f"{sign.rulebook} keeps no table for one group of players")
        cites += rules.restricted
    if freeze_out:
        cites += freezeout.require_freeze_out(sign, approved_by)
    if host:
        cites += HOSTED
    if owner:
        cites += require_own_sign(sign, other=bool(only or freeze_out or host or live or event))
    if live:
        rotation.require_no_choice(sign)
    if backs:
        cites += require_shuffler(rules, sign, backs, live=live)
    return r.TableOpened(
        name, sign, joined(cites), live, only, freeze_out, approved_by, backs, at_ms, event, host, owner
    )


def require_terms_of_event(sign: Sign, event: r.EventTerms | None, *, other: bool) -> Cites:
    """A table of an event is nothing else; no other table hangs out a sign of tournament play."""
    if event is None:
        if sign.tournament:
            raise RuleViolation("event-sign", ONLY_CONDITIONS, "a sign of tournament play hangs at a table of an event")
        return ()
    cites = eventing.require_event(sign, event)
    if other:
        raise RuleViolation("event-table", cites, "a table of an event is for its entrants, on its conditions alone")
    return cites


def require_shuffler(rules: RoomRules, sign: Sign, backs: tuple[str, ...], *, live: bool) -> Cites:
    """A shuffling machine may be used with real cards: one deck in it, one in play, with backs of different colours."""
    if not rules.shuffler:
        cites = rules.shuffling.first or rules.terms
        raise RuleViolation("shuffler", cites, f"{sign.rulebook} says nothing of a shuffling machine")
    if not live or len(backs) != 2 or backs[0] == backs[1]:
        text = f"a shuffling machine with {' and '.join(backs)} backs{'' if live else ' without real cards'}"
        raise RuleViolation("shuffler", rules.shuffler, text, legal=("two decks, backs of different colours",))
    return rules.shuffler


def sign_cites(sign: Sign) -> Cites:
    """The clauses that ask for the lines of the sign beside the table."""
    return tuple(cite for line in sign_lines(sign) for cite in line.cites)


def decide(table: Table, command: Any) -> Events:  # noqa: ANN401 - any member of RoomCommand
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    if table.event is not None and (answer := eventing.ANSWERS.get(type(command))) is not None:
        return answer(table, command)
    return _ANSWERS[type(command)](table, command)


def _place(table: Table, player: str, act: Cites) -> Place:
    """The player's place; `act` are the clauses of what only someone who sits at the table can do."""
    place = table.place_of(player)
    if place is None:
        raise RuleViolation("not-seated", table.rules.seated or act, f"{player} does not sit at {table.name}")
    return place


def _entry(table: Table, wanted: str, *, free: bool) -> Any:  # noqa: ANN401 - one of the three entries
    """How a newcomer comes in: at once in ante games and before the first hand, else posting or waiting."""
    return "now" if free or not table.has_blinds else wanted


def _sit_down(table: Table, command: q.SitDown) -> Events:
    rules = table.rules
    require_seat(table, command.player, command.seat, command.at_ms, apart=command.apart, groups=command.groups)
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
    at_ms: int,
    *,
    apart: tuple[r.DirectionGiven, ...] = (),
    groups: tuple[str, ...] = (),
) -> None:
    """Refuse a seat that is not free, or not for this player: whoever sits down, or is sent from another table."""
    rules, seats = table.rules, table.sign.seats
    if table.closed or (table.notice is not None and table.notice.kind == "closing"):
        raise RuleViolation("table-closing", rules.closing, f"{table.name} is closing")
    require_admitted(table, player, at_ms)
    directions.require_apart(table, player, apart)
    if table.only and table.only not in groups:
        raise RuleViolation("restricted", rules.restricted, f"{table.name} is for {table.only} only")
    if table.place_of(player) is not None:
        raise RuleViolation("already-seated", rules.one_hand, f"{player} sits at {table.name} already")
    if not 1 <= seat <= seats or seat in table.places:
        free = tuple(str(one) for one in range(1, seats + 1) if one not in table.places)
        raise RuleViolation("seat-not-free", rules.seat, f"seat {seat} is not free", legal=free)


def require_stake(table: Table, stake: int, cites: Cites = (), *, is_kept: bool = False) -> None:
    """Refuse a stake outside the limits of the sign, unless its player keeps it, or not in the table's chips."""
    sign, cites = table.sign, cites or table.rules.stake
    is_short = stake < (1 if is_kept else max(sign.min_stake, 1))
    is_over = bool(sign.max_stake) and stake > sign.max_stake
    if is_short or (is_over and not is_kept):
        most = f" to {money(sign.max_stake)}" if sign.max_stake else " or more"
        text = f"a stake of {money(stake)} is outside the limits of {table.name}"
        code = "moving-stake" if cites != table.rules.stake else "stake"
        raise RuleViolation(code, cites, text, legal=(f"{money(sign.min_stake)}{most}",))
    if stake % sign.unit:
        text = f"{money(stake)} is not a whole number of {money(sign.unit)} chips"
        raise RuleViolation("unit", table.rules.stake, text)


def require_admitted(table: Table, player: str, at_ms: int) -> None:
    """Refuse a seat to whoever is excluded from the game (nsw-poker 27.13, act-stud 19.2(b))."""
    barred = table.barred.get(player)
    if barred is None or (barred.until_ms and barred.until_ms <= at_ms):
        return
    minutes = -(-(barred.until_ms - at_ms) // MINUTE_MS)
    how_long = f"for another {minutes} minute{'s' * (minutes != 1)}" if barred.until_ms else "until the floor ends it"
    raise RuleViolation("excluded", barred.cites, f"this player is excluded from {table.name} {how_long}")


def _exclude(table: Table, command: q.Exclude) -> Events:
    """Whoever is excluded leaves: at once, or after the hand. Out of a Freeze Out the chips stay (8.10.4)."""
    barred = r.PlayerBarred(command.player, command.until_ms, command.cites)
    place = table.place_of(command.player)
    if place is None:
        return (barred,)
    return (barred, *directions.sent_away(table, place, command.cites))


def _require_stake(table: Table, command: q.RequireStake) -> Events:
    return (r.StakeRequired(_place(table, command.player, table.rules.stake).seat, command.player, command.cites),)


def _let_back(table: Table, command: q.LetBack) -> Events:
    barred = table.barred.get(command.player)
    if barred is None:
        cites = table.rules.exclusion or NO_SUCH_RULE
        raise RuleViolation("not-excluded", cites, f"this player is not excluded from {table.name}")
    return (r.PlayerReadmitted(command.player, command.by, command.reason, barred.cites),)


def _stand_up(table: Table, command: q.StandUp) -> Events:
    place = _place(table, command.player, table.rules.seat)
    if command.excused_by and not table.freeze_out:
        own = table.rules.freeze_out
        cites = own.terms if own is not None else table.rules.terms
        raise RuleViolation("freeze-out", cites, f"{table.name} is no Freeze Out, and whoever plays there may leave")
    if table.freeze_out and table.number and not table.closed:
        return freezeout.leave(table, place, command.excused_by, command.reason)
    if place.seat in table.dealt:
        if command.at_once:
            text = f"{command.player} is in the round of play and leaves after it"
            raise RuleViolation("in-hand", table.rules.stake_frozen, text, legal=("after the round",))
        return (r.LeaveAsked(place.seat, table.rules.stake_frozen),)
    cites = joined(table.rules.seat, table.rules.stake_frozen)
    return (r.SeatLeft(place.seat, place.player, place.stack + place.queued, cites),)


def _keep_seat(table: Table, command: q.KeepSeat) -> Events:
    place = _place(table, command.player, table.rules.seat)
    require_admitted(table, command.player, command.at_ms)
    if not place.leaving:
        raise RuleViolation("not-leaving", table.rules.vacancy, f"{command.player} has not asked to leave")
    return (r.LeaveWithdrawn(place.seat, table.rules.seat),)


def _add_stake(table: Table, command: q.AddStake) -> Events:
    place = _place(table, command.player, table.rules.stake)
    rules, sign = table.rules, table.sign
    if command.amount <= 0 or command.amount % sign.unit:
        raise RuleViolation(
            "unit", rules.stake, f"{money(command.amount)} is not a whole number of {money(sign.unit)} chips"
        )
    if table.freeze_out and table.number:
        raise RuleViolation(
            "stake-frozen", freezeout.clauses(table).fixed, "no chips are added once a Freeze Out has started"
        )
    if place.leaving and command.player in table.barred:
        cites = table.barred[command.player].cites
        raise RuleViolation("excluded", cites, f"{command.player} is excluded and leaves when the hand is over")
    if place.declared:
        raise RuleViolation("declared", rules.declared, f"{command.player} is declared and may not add chips")
    whole = place.stack + place.queued + command.amount
    if rules.rebuy and place.lost_all and whole < sign.min_stake:
        text = (
            f"{command.player} has lost the whole stake; {money(whole)} is below the minimum of {money(sign.min_stake)}"
        )
        legal = (f"{money(sign.min_stake - place.stack - place.queued)} or more",)
        raise RuleViolation("stake", rules.rebuy, text, legal=legal)
    if place.must_make_up and whole < sign.min_stake:
        least = money(sign.min_stake)
        text = f"the stake of {command.player} was short, and {money(whole)} is below the minimum of {least}"
        legal = (f"{money(chips_needed(table, place))} or more",)
        raise RuleViolation("stake", place.must_make_up, text, legal=legal)
    if sign.max_stake and whole > sign.max_stake:
        raise RuleViolation(
            "stake", rules.stake, f"{money(whole)} would be above the maximum stake of {money(sign.max_stake)}"
        )
    if table.in_hand and (place.seat in table.dealt or not rules.inactive_may_add):
        if command.at_once:
            text = f"{command.player} may not add to the stake during a round of play"
            raise RuleViolation("stake-frozen", rules.stake_frozen, text, legal=("after the round",))
        return (r.StakeQueued(place.seat, place.player, command.amount, rules.stake_frozen),)
    return (r.StakeAdded(place.seat, place.player, command.amount, joined(rules.stake, rules.stake_frozen)),)


def _take_off(table: Table, command: q.TakeOff) -> Events:
    """Chips leave the table with their owner; before that only for a service, or with a manager's approval."""
    place = _place(table, command.player, table.rules.no_removal)
    rules, unit = table.rules, table.sign.unit
    allowed = rules.approval if command.approver else rules.service
    if not allowed:
        text = f"{command.player} may not take chips off the table before leaving"
        raise RuleViolation("no-removal", rules.no_removal, text, legal=("leave",))
    if place.seat in table.dealt:
        text = f"{command.player} may not reduce the stake during a round of play"
        raise RuleViolation("stake-frozen", rules.stake_frozen, text, legal=("after the round",))
    if table.freeze_out:
        cites = freezeout.clauses(table).fixed if table.number else freezeout.clauses(table).equal
        raise RuleViolation("stake-frozen", cites, "everyone plays a Freeze Out with the whole buy-in")
    if command.amount <= 0 or command.amount % unit:
        raise RuleViolation("unit", allowed, f"{money(command.amount)} is not a whole number of {money(unit)} chips")
    if command.amount > place.stack:
        raise RuleViolation("stake-too-small", allowed, f"{command.player} has {money(place.stack)} on the table")
    return (r.StakeTakenOff(place.seat, place.player, command.amount, command.approver, allowed, command.reason),)


def _sit_out(table: Table, command: q.SitOut) -> Events:
    place = _place(table, command.player, table.rules.missed)
    if table.freeze_out and table.number:
        raise RuleViolation(
            "must-stay", freezeout.clauses(table).staying, f"{command.player} stays in until the stake is lost"
        )
    if place.status == "out":
        raise RuleViolation("already-out", table.rules.missed, f"{command.player} sits out already")
    return (r.SatOut(place.seat, command.at_blind, table.rules.missed),)


def _come_back(table: Table, command: q.ComeBack) -> Events:
    place = _place(table, command.player, table.rules.missed)
    rules = table.rules
    if place.status == "playing" and not place.out_at_blind:
        raise RuleViolation("already-playing", rules.missed, f"{command.player} is playing already")
    if not place.stack + place.queued:
        text = f"{command.player} has no chips to come back with"
        raise RuleViolation("no-chips", rules.stake, text, legal=("add chips first",))
    owes = bool(place.missed) or place.newcomer or place.moved
    entry = _entry(table, command.entry, free=not owes)
    cites = {"now": rules.missed, "post": rules.missed_posts}.get(entry, rules.missed_waits)
    return (r.CameBack(place.seat, entry, cites),)


def live_players_before(table: Table, seat: int, mover: Place) -> int:
    """How many live players the last blind reaches before the mover in a seat, going on from who posted it last."""
    seats, last = table.sign.seats, table.last_blind
    way = (seat - last - 1) % seats
    others = [place for place in table.places.values() if is_live(place) and place is not mover]
    return sum((place.seat - last - 1) % seats < way for place in others)


def hands_to_the_blind(table: Table, seat: int, mover: Place) -> int:
    """How many rounds of play pass before the blind that is waited for would reach the mover in a seat."""
    seats, blind = table.sign.seats, table.rules.entry_blind(table.sign)
    others = [place.seat for place in table.places.values() if is_live(place) and place is not mover]
    order = sorted([*others, seat], key=lambda one: (one - table.button - 1) % seats)
    # The first of them has the button next, so the blind is so many places further.
    return (order.index(seat) - blind) % len(order)


def is_live(place: Place) -> bool:
    """Whether a place is in the game: chips in front, neither sitting out nor still to come in."""
    return place.stack > 0 and place.status == "playing"


def _change_seat(table: Table, command: q.ChangeSeat) -> Events:
    place = _place(table, command.player, table.rules.seat_change)
    rules = table.rules
    if place.seat in table.dealt:
        raise RuleViolation("in-hand", rules.stake_frozen, f"{command.player} is in a hand")
    if is_dealt_again(table, place.seat):
        raise RuleViolation("in-hand", rules.redeal, f"{command.player} is in a hand that is dealt again")
    if not 1 <= command.to <= table.sign.seats or command.to in table.places:
        raise RuleViolation("seat-not-free", rules.seat, f"seat {command.to} is not free")
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
        raise RuleViolation("hand-going", rules.start, f"hand {table.number} of {table.name} is going on")
    if table.closed:
        raise RuleViolation("table-closed", rules.closing, f"{table.name} is closed")
    eventing.require_not_held(table)
    plan = plan_hand(table)
    if plan is None:
        raise RuleViolation(
            "too-few-players", policy(table.sign.rulebook).fewest, f"{table.name} has too few players ready"
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
        raise RuleViolation("no-hand", rules.start, f"no hand is going on at {table.name}")
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
    """Why a player leaves after a hand: excluded, kept apart, declared and without chips, or of their own will."""
    if place.player in table.barred:
        return table.barred[place.player].cites
    if place.leaving and (apart := directions.kept_apart(table, place.player)) is not None:
        return apart.cites
    return table.rules.seat if place.leaving else table.rules.declared


def _give_notice(table: Table, command: q.GiveNotice) -> Events:
    rules = table.rules
    if command.sign is None:
        return (r.NoticeGiven("closing", command.at_ms, rules.closing),)
    validate(command.sign)
    change = changes(table, command.sign)
    if not change:
        raise RuleViolation("no-change", rules.limit_change.allowed, "the sign is as it is")
    if table.freeze_out:
        freezeout.require_change(table, command.sign)
    cites = joined(*(one.all for one in change))
    if command.sign.rulebook != table.sign.rulebook:
        raise RuleViolation("rulebook", rules.limit_change.allowed, "a table keeps its rulebook")
    if any(seat > command.sign.seats for seat in table.places):
        raise RuleViolation("seats", rules.seat, "players sit in seats that the new sign does not have")
    if is_nil(table, command.sign):
        cites += rules.commission_nil
    if command.sign.limit.small > table.sign.limit.small:
        cites += rules.raise_notice
    return (r.NoticeGiven("sign", command.at_ms, cites, command.sign, command.consent),)


def changes(table: Table, sign: Sign) -> tuple[Change, ...]:
    """Which kinds of change a new sign would be: of the commission, of anything else."""
    rules = table.rules
    commission = (rules.commission_change,) if sign.commission != table.posted.commission else ()
    rest = sign.replace(commission=table.posted.commission) != table.posted
    return (*commission, *((rules.limit_change,) if rest else ()))


def is_nil(table: Table, sign: Sign) -> bool:
    """Whether the only change is that no commission is charged any more."""
    free = sign.commission.kind == "none" and not sign.commission.per_hand
    return free and changes(table, sign) == (table.rules.commission_change,)


def _apply_notice(table: Table, command: q.ApplyNotice) -> Events:
    rules, notice = table.rules, table.notice
    if notice is None:
        raise RuleViolation("no-notice", rules.limit_change.notice, f"no notice has been given at {table.name}")
    waited = command.at_ms - notice.at_ms
    if notice.kind == "closing":
        return _close_table(table, waited)
    assert notice.sign is not None
    if table.freeze_out:
        freezeout.require_change(table, notice.sign)
    change = changes(table, notice.sign)
    if table.in_hand:
        between = tuple(cite for one in change for cite in one.between)
        raise RuleViolation("between-rounds", between, "changes take effect between rounds of play")
    if any(is_dealt_again(table, seat) for seat in table.places):
        between = tuple(cite for one in change for cite in one.between)
        raise RuleViolation("between-rounds", (*between, *rules.redeal), "the misdealt hand is dealt again first")
    rounds = table.notice_rounds
    # Commission that falls away favours the players and waits for nothing but the end of the round (3.5).
    waived = notice.consent or not table.places or (bool(rules.commission_nil) and is_nil(table, notice.sign))
    if not waived and rounds < rules.notice_rounds:
        asked = tuple(cite for one in change for cite in one.notice)
        raise RuleViolation("notice", asked, f"{rules.notice_rounds - rounds} rounds of play of notice remain")
    if notice.sign.limit.small > table.sign.limit.small and waited < rules.raise_notice_ms:
        left = (rules.raise_notice_ms - waited) // 1000
        cites = rules.raise_notice or rules.limit_change.notice
        raise RuleViolation("notice", cites, f"{left} seconds of notice remain for the higher minimum")
    cites = (*(cite for one in change for cite in one.all), *sign_cites(notice.sign))
    begins_ms = command.at_ms if notice.sign.rotation is not None else 0
    return (r.SignChanged(notice.sign, joined(cites), begins_ms),)


def _close_table(table: Table, waited_ms: int) -> Events:
    """The end of a table: after the notice, where someone sits, and never in the middle of a round of play."""
    rules = table.rules
    if table.in_hand:
        raise RuleViolation("hand-going", rules.closing, "a table closes between rounds of play")
    if table.places and not table.owner and waited_ms < rules.closing_ms:  # house 17.4: its owner ends the game
        left = (rules.closing_ms - waited_ms) // 1000
        raise RuleViolation("notice", rules.closing, f"{left} seconds of notice remain")
    return (r.TableClosed(rules.closing),)


def _vacate(table: Table, command: q.Vacate) -> Events:
    rule = table.rules.vacating
    place = _place(table, command.player, NO_SUCH_RULE if rule is None else rule.cites)
    if rule is None:
        raise RuleViolation("no-power", NO_SUCH_RULE, f"{table.sign.rulebook} has no such power")
    if not command.by:
        raise RuleViolation("no-supervisor", rule.cites, "a supervisor asks a player to give up a seat")
    idle = place.idle_hands if rule.counts == "hands" else table.idle_orbits(place)
    if place.status == "wait" and rule.counts == "orbits":
        raise RuleViolation("waiting", rule.cites, f"{command.player} waits for the blind, as the rules allow")
    if idle < rule.after:
        text = f"{command.player} has put up nothing for {idle} rounds, not for {rule.after}"
        raise RuleViolation("not-idle", rule.cites, text)
    if rule.only_if_full and len(table.places) < table.sign.seats:
        raise RuleViolation("seats-free", rule.cites, f"{table.name} has a free seat")
    return (r.SeatLeft(place.seat, place.player, place.stack + place.queued, rule.cites),)


def _give_rules(table: Table, command: q.GiveRules) -> Events:
    book = table.sign.rulebook
    return (r.RulesGiven(command.to, book, len(rulebook(book)), table.rules.copy_of_rules),)


def _warn_time(table: Table, command: q.WarnTime) -> Events:
    rules = table.rules
    if not rules.time_warning or not table.sign.clock.seconds:
        cites = rules.time_warning or policy(table.sign.rulebook).time_out
        raise RuleViolation("no-clock", cites, f"no time to act is set at {table.name}")
    if command.seat not in table.dealt:
        raise RuleViolation("not-in-hand", rules.time_warning, f"seat {command.seat} has nothing to decide")
    if not rules.warning_s <= command.left_s <= table.sign.clock.seconds + 2 * table.sign.clock.extra_seconds:
        text = f"a warning with {command.left_s} seconds left; it is given before the last {rules.warning_s}"
        raise RuleViolation("warning", rules.time_warning, text, legal=(f"{rules.warning_s} seconds or more",))
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
    q.GiveNotice: _give_notice,
    q.ApplyNotice: _apply_notice,
    q.Vacate: _vacate,
    q.Exclude: _exclude,
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
